"""Seven-card Nap: seven cards each, of which two are put away, or all of which are played.

Source: the Seven-card Nap entry of the project's first collection of rules, which has two versions
(``version``).  House choices: version 2 unless another is chosen; in it mis stands above nap, as it
does in the entry's list, and half stakes are lost with nap, mis, six and seven only.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Phase
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import note
from cardlab.families.exchanges import PutAway
from cardlab.families.solo import ladder
from cardlab.rulebook.nap import Nap

SEVEN_EACH = note(
    "seven-each",
    "The dead stock",
    "What is left after the deal is a dead stock.",
    "deal",
    "hand",
)
TWO_AWAY = note(
    "two-away",
    "Two cards put away",
    "Before the bidding each player in turn, from the dealer's left, puts two cards away, face"
    " down; five are left to play.",
    "hand",
    "turn",
)
SEVEN_LADDER = ladder(("three", 3), ("four", 4), ("nap", 5), ("mis", 0), ("six", 6), ("seven", 7))


class TwoAway(PutAway):
    """Everybody puts two cards away."""

    id, title, doing, notes = "two-away", "Two cards put away", "put two cards away", (TWO_AWAY,)
    prompt = "Put cards away until you hold five."

    def enter(self, state: Any) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        state = state.put_away(seat, move.card)
        if len(state.hands[seat]) > 5:
            return state
        return (
            state.game.next_phase(state)
            if seat == state.dealer
            else state.but(to_move=state.after_seat(seat))
        )


class SevenCardNap(Nap):
    """Nap with seven cards each. Either two of them are put away before the bidding, or all
    seven are played, with bids from three to seven tricks."""

    id, title, picture = "seven-card-nap", "Seven-card Nap", "AS KS QS JS TS 9S 8S"
    bid_values = ""  # the values of Nap are for hands of five cards
    version = Option(
        2, (1, 2), "1: put two cards away and play five; 2: play all seven.", makes_version=True
    )
    each, deal_notes = 7, (SEVEN_EACH,)

    def idle(self) -> dict[str, str]:
        idle = super().idle()
        if self.version == 2:
            idle["blucher"] = "the bids of version 2 have no blucher"
            idle["half_nap_loss"] = "in version 2 a lost nap costs half the stake in any case"
            idle["mis_stake"] = "the stake of mis in version 2 is ten"
            idle["wellington_stake"] = "the bids of version 2 have no wellington"
            idle["blucher_stake"] = "the bids of version 2 have no blucher"
        return idle

    def agreed_stakes(self) -> dict[str, int]:
        stakes = super().agreed_stakes()
        return stakes if self.version == 1 else {**stakes, "mis": 10, "six": 18, "seven": 24}

    def setup(self) -> None:
        if self.version == 2:
            self.ladder_id, self.bids, self.half_stakes = (
                "seven-card-ladder",
                SEVEN_LADDER,
                ("nap", "mis", "six", "seven"),
            )
            self.blucher = False
            self.quiet = {**self.quiet, "no-such-bid": Typed("two")}
        super().setup()

    def before_the_bids(self) -> tuple[Phase, ...]:
        return (TwoAway(),) if self.version == 1 else ()

    @property
    def tricks_in_deal(self) -> int:
        return 5 if self.version == 1 else 7
