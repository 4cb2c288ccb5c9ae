"""What a wrong belief about a move is answered with: a fact of this table that contradicts it.

Knows hands, tricks and verdicts. Knows no rule: what a rule says is the engine's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardlab.engine.cards import Card, Suit
from cardlab.engine.words import card_word, listed, sentence
from cardlab.families.tricks import Tricks, trick_on

HIGH = "AK"
"""The ranks that people like to save."""


class Facts:
    """A hand beside a trick: its legal cards, and how they stand to what lies there."""

    def __init__(self, question: Any) -> None:
        state = question.state
        self.order, self.trick = question.game.order(state), trick_on(state)
        verdicts = question.verdicts.items()
        self.hand = [m.card for m, v in verdicts if m.card is not None]
        self.legal = [m.card for m, v in verdicts if v.legal and m.card is not None]
        one_each = bool(self.trick.cards) and self.trick.each == 1
        self.in_trick = one_each and isinstance(state.phase, Tricks)

    @property
    def led(self) -> Suit | None:
        suit = self.order.suit_of.get(self.trick.cards[0])
        return suit if isinstance(suit, Suit) and suit in "SHCD" else None

    @property
    def following(self) -> list[Card]:
        return [c for c in self.hand if self.order.suit_of.get(c) is self.led]

    def power(self, card: Card) -> int:
        return int(self.order.power(self.trick.cards[0]).get(card, 0))

    @property
    def losing(self) -> list[Card]:
        """Legal cards that beat nothing."""
        best = max(map(self.power, self.trick.cards))
        return [card for card in self.legal if self.power(card) <= best]


def reply_to_belief(question: Any, belief: str, name: str) -> tuple[str, str]:
    """Two sentences: what on this table contradicts the belief, and what it leaves of the move.

    name: how the refused move is called. Where no fact does, that another rule is at work.
    """
    facts = Facts(question)
    able = facts.order is not None and facts.in_trick and facts.hand
    first = REPLIES[belief](facts, name) if able and belief in REPLIES else ""
    if not first:
        return f"That is not why {name} is illegal.", sentence(question.reason)
    return first, f"Another rule makes {name} illegal."


def _one(cards: Sequence[Card], tells: str) -> str:
    return f"{cards[0].sign} {tells}, but it is legal." if cards else ""


def _losing_is_legal(facts: Facts, name: str) -> str:
    return _one(facts.losing, "beats nothing")


def _not_void(facts: Facts, name: str) -> str:
    if not facts.following or facts.led is None:
        return ""
    cards = listed([card_word(card) for card in facts.following])
    return f"The hand can still follow {facts.led.name}: it holds {cards}."


def _high_is_legal(facts: Facts, name: str) -> str:
    return _one([card for card in facts.legal if card.rank in HIGH], "is high")


def _lower_is_legal(facts: Facts, name: str) -> str:
    best = max(facts.hand, key=facts.power)
    return _one([card for card in facts.legal if card != best], "is not the highest")


def _plain_is_legal(facts: Facts, name: str) -> str:
    return _one([c for c in facts.legal if not facts.order.is_trump(c)], "is no trump")


def _trump_is_refused(facts: Facts, name: str) -> str:
    if facts.order.trump is None:
        return "There are no trumps in this deal."
    trumps = [c for c in facts.hand if facts.order.is_trump(c) and c not in facts.legal]
    return f"{trumps[0].sign} is a trump, and it is not legal." if trumps else ""


REPLIES: dict[str, Callable[[Facts, str], str]] = {
    "must-beat-if-able": _losing_is_legal,
    "beat-partner-too": _losing_is_legal,
    "must-play-highest": _lower_is_legal,
    "high-cards-are-kept": _high_is_legal,
    "void-means-pass": _not_void,
    "void-means-trump": lambda facts, name: _not_void(facts, name) or _plain_is_legal(facts, name),
    "trumps-any-time": _trump_is_refused,
}
"""The fact that contradicts each belief about the play of a card; "" where this table has none."""
