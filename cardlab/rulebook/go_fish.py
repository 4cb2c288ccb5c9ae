"""Go Fish: ask another player for the cards that go with yours, or fish one from the stock.

Source: the common rules of the game.  House choices: five cards each; the turn passes to the left
after a card that does not fit; a player without cards draws one at the beginning of a turn; each
set scores a point, and one deal is the match (options).
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.game import Dealing
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import note
from cardlab.families.asking import (
    IN_VAIN,
    Ask,
    AskingState,
    AskOthers,
    ask_for_rank,
    ask_somebody_with_cards,
    hold_the_rank,
)
from cardlab.families.packs import PACK_OF_52, ranks_only
from cardlab.families.sets_laid import SetsGame

SETS = note(
    "four-of-a-rank",
    "Four of a rank are a set",
    "A player who has all four cards of a rank lays them on the table at once.",
    "set",
    "meld",
    "lay-down",
)
EMPTY = note(
    "empty-hand",
    "A hand without cards",
    "A player who has no cards when it is their turn to ask draws one from the stock and asks"
    " with it. When the stock is used up, they are passed over. A player who is the only one"
    " with cards draws one instead of asking, and the turn passes to the left.",
    "hand",
    "stock",
)
FISHING = {
    "left": "the turn passes to the left",
    "asked": "the turn passes to the player who was asked",
}


class Fishing(AskOthers):
    """Whoever asks in vain draws from the stock."""

    rules = (ask_somebody_with_cards, hold_the_rank)
    notes = (
        note(
            "ask-for-a-rank",
            "Ask for a rank",
            "In turn, ask one other player for the cards of one rank: “North, have you any eights?”"
            " A player who has some gives {given}, and you ask again, the same player or another.",
            "turn",
            "hand",
        ),
        note(
            "go-fish",
            "Go fish",
            "A player who has none says “Go fish”, and you draw the top card of the stock. If it"
            " is of the rank that you asked for, show it and ask again; if not, {passes}.",
            "stock",
            "turn",
        ),
        SETS,
        EMPTY,
    )

    def asks_of(self, table: AskingState) -> tuple[Ask, ...]:
        ranks = dict.fromkeys(card.rank for card in table.hand)
        return tuple(
            ask_for_rank(seat, name, rank) for seat, name in self.others(table) for rank in ranks
        )

    def gift(self, state: AskingState, seat: int, move: Ask, given: Any) -> Any:
        return super().gift(state, seat, move, given[:1] if state.game.one else given)

    def after_gift(self, state: AskingState, move: Ask, left: Any) -> Any:
        """Where one card is given, there may be more of them."""
        if state.game.one:
            return state.unheard(move.seat, move.rank)
        return super().after_gift(state, move, left)

    def nothing(self, state: AskingState, seat: int, move: Ask) -> Any:
        state = state.hear(move.seat, move.rank, 0)
        following = move.seat if state.game.pass_to == "asked" else state.after_seat(seat)
        if not state.stock:
            return self.to_somebody(self.passed(state, following))
        drawn = state.stock[0]
        state = self.take(state, seat)
        if drawn.rank == move.rank:
            state = state.hear(seat, move.rank, (state.knows(seat, move.rank) or 1) + 1)
            state = state.but(fished=move.rank)
            return self.to_somebody(self.lay_sets(state, seat))
        state = self.lay_sets(state.unsure(seat), seat)
        return self.to_somebody(self.passed(state, following))

    def told(self, state: AskingState, seat: int, move: Any, name: str) -> str:
        told = super().told(state, seat, move, name)
        if not state.stock or not told.endswith(IN_VAIN):
            return told
        told = f"{told.removesuffix(IN_VAIN)}: “Go fish!”"
        drawn = state.stock[0]
        # it is shown, for whoever draws it asks again
        return f"{told} {name} draws one of them." if move.fits(drawn) else told


class GoFish(SetsGame):
    """Collect all four cards of a rank by asking the others for them. Whoever is asked in vain says
    “Go fish”, and you draw a card instead."""

    id, title, picture = "go-fish", "Go Fish", "8S 8H 8C 8D"
    counts_instead = PACK_OF_52
    seats = (3, 6, 4)
    pack = pack()
    each = Option(5, (5, 7), "The cards that everybody is dealt.")
    one = Option(False, (False, True), "Whether only one card is given at a time.")
    pass_to = Option("left", FISHING, "Who asks next when the card drawn does not fit.")
    quiet = {
        "hold-the-rank": Typed("ask North for 2"),
    }

    @property
    def given(self) -> str:
        """What somebody gives who was asked for a rank."""
        return "one of them" if self.one else "all of them"

    @property
    def passes(self) -> str:
        """What happens after a card that does not fit."""
        return FISHING[self.pass_to]

    def setup(self) -> None:
        self.phases = (Dealing(each=self.each), Fishing())
        self.notes = (ranks_only("set"),)
        super().setup()

    def take_hands(self, each: int) -> None:
        self.each = each
