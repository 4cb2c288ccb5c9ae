"""Snap: lay a card, watch the two on top, call first.

Source: the Snap section of the project's fourth collection of rules.  House choices: the game ends
when a player has no cards and no snap is open (the option ``ending`` has the others); equal numbers
of cards share the win; a call without a match is turned down and costs nothing; calls count in the
order in which they reach the table; the dealer's left-hand neighbour begins; however a game is to
end, it ends after ``turns`` cards have been laid.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import SUITS, cards, pack
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Under
from cardlab.engine.rulings import Ruling, may_not, note, rule, silent
from cardlab.engine.words import some
from cardlab.families.matches import Deals
from cardlab.families.packets import (
    LAY,
    LET_GO,
    ClaimedPile,
    DealAll,
    PacketGame,
    PacketState,
    lay_in_turn,
    lay_while_cards,
)
from cardlab.families.packs import PACK_OF_52, ranks_only

SNAP = Say("snap", "Snap!", "calls snap")


@dataclass(frozen=True)
class SnapState(PacketState):
    """A pile on which a snap may be open."""

    @property
    def claimable(self) -> bool:
        """A snap is open: the card on top has the rank of the one beneath."""
        return len(self.pile) > 1 and self.pile[-1].rank == self.pile[-2].rank


@rule("no-match", "Snap a match", "snapping", "symbol")
def snap_a_match(table: SnapState, moves: tuple[Move, ...]) -> Ruling:
    """When the card on top of the pile has the rank of the card beneath it, anybody may call
    snap, until the next card is laid."""
    if table.claimable:
        return silent(
            moves, "{top} lies on {under}", {"top": table.pile[-1], "under": table.pile[-2]}
        )
    if len(table.pile) < 2:
        return may_not(moves, lambda m: m == SNAP, "it takes two cards on the pile to match")
    top, under = table.pile[-1], table.pile[-2]
    facts: dict[str, Any] = {"top": top, "under": under}
    because = "{under} and {top} do not match"
    if top.suit in SUITS and top.suit == under.suit:
        # what tempts a beginner to call
        because = "{under} and {top} are both {suit}, but only the number or picture counts"
        facts["suit"] = SUITS[top.suit].name
    return may_not(moves, lambda m: m == SNAP, because, facts)


class Snapping(ClaimedPile):
    """Cards in turn, calls at any time."""

    id, title, doing = "play", "The play", "lay a card"
    prompt = "Watch the pile: call snap when the two cards on top match."
    claim, raced = SNAP, ("snap",)
    rules = (lay_while_cards, lay_in_turn, snap_a_match)
    notes = (
        note(
            "first-call-takes",
            "The first call takes the pile",
            "The first to call takes the pile, turns it over and puts it under their cards. The"
            " player after the caller lays the next card.",
            "capture",
            "snapping",
            "turn",
        ),
    )

    def apply(self, state: SnapState, seat: int, move: Move) -> Any:
        if move == LET_GO:
            return state.game.end(state)
        hand = state.hands[seat]
        if move == SNAP:
            state = state.but(hands=state.held(seat, hand + state.pile), pile=())
        else:
            state = state.but(
                hands=state.held(seat, hand[1:]), pile=(*state.pile, hand[0]), laid=state.laid + 1
            )
        if state.game.ended(state):
            return state.game.end(state)
        return self.to_player_with_cards(state, state.after_seat(seat))

    def asks(self, state: SnapState) -> str:
        if state.me is None or state.me != state.to_move:
            return self.prompt
        return (
            "Your turn: lay your top card, unless the two on top match."
            if state.hand
            else "You have no cards left: call snap, or let it go."
        )

    def told(self, state: SnapState, seat: int, move: Move, name: str) -> str:
        if move == SNAP:
            return f"{name} calls snap on {state.pile[-1].sign} and takes {len(state.pile)} cards."
        return f"{name} lays {state.hands[seat][0].sign}." if move == LAY else move.told(name)


LETS_GO = (
    " If all cards lie under a match, the player whose turn it is may let the chance go,"
    " and the game ends too."
)
ENDINGS = {
    "first-empty": note(
        "first-empty",
        "The end of a game",
        f"A game ends as soon as a player has no cards and no match lies on the pile.{LETS_GO}",
        "turn",
        part=SheetPart.END,
    ),
    "all-cards": note(
        "all-cards",
        "The end of a game",
        "A game ends when one player has all the cards, or nobody has any. A player without cards"
        f" is passed over but may still call snap.{LETS_GO}",
        "turn",
    ),
    "turns": note(
        "turns-only",
        "The end of a game",
        "A game ends after an agreed number of cards, or when nobody has any. A player without"
        f" cards is passed over but may still call snap.{LETS_GO}",
        "turn",
    ),
}


class Snap(PacketGame):
    """Lay cards in turn on one pile. When two of a rank lie on top of each other, the first to
    call snap takes the pile."""

    id, title, picture = "snap", "Snap", "7H 7S"
    told_first = ("not-your-turn", "no-match", "first-call-takes")
    counts_instead = PACK_OF_52
    seats = (2, 10, 4)
    State: type[SnapState] = SnapState
    claim = "call snap"
    pack = pack()
    quiet = {
        "no-cards": Under({"ending": "all-cards"}),
    }
    ending = Option(
        "first-empty",
        tuple(ENDINGS),
        "When the game ends.",
        house=True,
        told={
            "first-empty": "when somebody is out of cards",
            "all-cards": "when one player has all the cards",
            "turns": "after an agreed number of cards",
        },
    )
    turns = Option(
        400,
        range(1, 2001),
        "After this many cards have been laid, the game ends in any case.",
        house=True,
    )
    deals = Option(1, range(1, 101), "How many deals make a match.", house=True)

    def setup(self) -> None:
        self.phases = (DealAll(), Snapping())
        last = f"However a game goes, it ends after {some(self.turns, 'card')}, even if a match lies there."
        self.notes = (
            ranks_only("standard-deck", "symbol"),
            ENDINGS[self.ending],
            note("last-turn", "The last turn", last, "turn", part=SheetPart.LIMIT),
        )
        self.ends = (Deals(self.deals),)

    def ended(self, state: SnapState) -> bool:
        """Whether the game ends here, as the option ``ending`` has it."""
        if state.laid >= self.turns:
            return True
        if state.claimable:
            return False
        holders = sum(map(bool, state.hands))
        if self.ending == "first-empty":
            return holders < self.players
        return holders == 0 or (self.ending == "all-cards" and holders == 1 and not state.pile)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pile: cards from the bottom up; to_move: the seat to lay (0 unless named)."""
        return {"to_move": 0} | given | {"pile": cards(given.get("pile", ()))}
