"""Suits in a fixed order: each beats all those below it, so that there are no other trumps; and
a joker that never wins.

Knows what beats what, and following suit beside a joker.  Knows no auction and no score.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, ClassVar

from cardlab.engine.cards import JOKER, SUITS, Suit
from cardlab.engine.moves import Move
from cardlab.engine.ordering import Ordering, RankedSuits
from cardlab.engine.rulings import Rule, must, note, rule, silent
from cardlab.engine.words import Sentence
from cardlab.families.narrowing import CAN_FOLLOW, SUIT_LED, MustPlay, only
from cardlab.families.tricks import Trick, TrickGame, Tricks, TrickState


def highest_suit(suits: str) -> Rule:
    """The note of such an order, with the suits from high to low."""
    names = [SUITS[s].name for s in suits]
    steps = ", ".join(f"{high} beat {low}" for high, low in pairwise(names))
    text = (
        f"{steps.capitalize()}. A trick goes to the highest card of the highest suit in it; the"
        " joker never wins."
    )
    return note(
        "highest-suit", "The highest suit wins", text, "suit-order", "trick", "trump", "ruff"
    )


@dataclass(frozen=True)
class RankedSuitsState(TrickState):
    @property
    def led(self) -> Suit | None:
        """The suit of the first card that is not the joker."""
        return next((c.suit for c in self.trick.cards if c != JOKER), None)


@rule(
    "must-follow-suit",
    "Follow suit, or play the joker",
    "follow-suit",
    "joker",
    solver=MustPlay(SUIT_LED | only(JOKER), when=CAN_FOLLOW),
)
def follow_or_joker(table: RankedSuitsState, moves: tuple[Move, ...]) -> Any:
    """Follow suit if you can; if you cannot, play any card. The joker may always be played. If
    it is led, the next card sets the suit."""
    led = table.led
    if led is None:
        return silent(
            moves, "only the joker lies here" if table.trick.cards else "{you} {lead} to this trick"
        )
    count = sum(c.suit is led for c in table.hand)
    sets_suit = next(card for card in table.trick.cards if card != JOKER)
    was_led = "{led} were led"
    if sets_suit is not table.trick.cards[0]:
        was_led = "the joker sets no suit, so {sets_suit} led {led}"
    besides = ", besides the joker" * (JOKER in table.hand)
    return must(
        moves,
        lambda m: count > 0 and (m.card == JOKER or m.card.suit is led),
        was_led + " and {you} {have} {count}" + besides,
        "{you} {have} no {led}",
        {"led": led, "count": count, "sets_suit": sets_suit},
    )


class RankedSuitsTricks(Tricks):
    """The one order of the game is in force from the first trick on."""

    rules = (follow_or_joker,)

    def enter(self, state: RankedSuitsState) -> Any:
        return super().enter(state.but(order=state.game.ordering()))


class RankedSuitsGame(TrickGame):
    """A trick-taking game whose note ``highest_suit`` ranks its ``suits``, named from high to
    low."""

    State: type[RankedSuitsState] = RankedSuitsState
    ordered_by = ("ranks",)
    suits: ClassVar[str]
    highest_suit: ClassVar[Rule]

    @cached_property
    def ranked(self) -> Ordering:
        """The one order of the whole pack."""
        return RankedSuits(self.pack, self.ranks, self.suits)

    def make_order(self, word: str) -> Ordering:
        return self.ranked

    def order_title(self, word: str) -> str:
        return self.highest_suit.title

    def told_trick(self, state: RankedSuitsState, trick: Trick) -> tuple[int, Rule, Sentence]:
        at = trick.best(state.order)
        card = trick.cards[at]
        if not card.suit:  # a joker that was led
            alone = Sentence("no other card lies in the trick", {})
            return trick.seats[at], self.highest_suit, alone
        others = [
            SUITS[s] for s in self.suits if s != card.suit and any(c.suit == s for c in trick.cards)
        ]
        why = "{card} is the highest {one}" + (", and {suit} beat {others}" if others else "")
        because = Sentence(
            why, {"card": card, "one": card.suit.one, "suit": card.suit, "others": others}
        )
        return trick.seats[at], self.highest_suit, because

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if "trump" in panels:
            signs = " beats ".join(SUITS[s].sign for s in self.suits)
            panels["trump"] = {"suit": None, "label": signs, "note": "", "card": None}
            suit_set = state.trick.cards and state.trick.cards[0] != JOKER
            panels["ladder"] = panels.get("ladder") if suit_set else None
        return panels
