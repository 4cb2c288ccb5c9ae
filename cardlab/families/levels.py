"""Point tricks with levels: a rank that is trumps in all suits, and ranks that winners rise through.

Knows levels, the trumps that a rank and a suit make, how far a side rises, who starts and deals
next, and the end past the ace.  Knows no deal.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import BLACK_JOKER, JOKER, RANK_NAMES, RED_JOKER, SUITS, Card, Suit
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Game, Standing, State
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.outcomes import End, Outcome
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, Quantity
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import Sentence, card_word, listed, number
from cardlab.families.either_way import EitherWay
from cardlab.families.tricks import Trick, TrickGame

JOKERS = (RED_JOKER, BLACK_JOKER, JOKER)
"""Jokers from high to low; where all are equal they are of the third kind."""
LEVELS = "23456789TJQKA"
"""The levels from the lowest to the highest."""
TRUMP_RANK = note(
    "trump-rank",
    "A rank that is trumps",
    "The level of the starter's side is the trump rank: all four cards of that rank are trumps.",
    "trump-rank",
    "player-rank",
    "trump",
)
ORDER_OF_TRUMPS = note(
    "order-of-trumps",
    "The order of trumps",
    "The highest trumps are {jokers_on_top}, then the card of the trump rank in the trump suit."
    " Below it come the other cards of the trump rank, then the rest of the trump suit from the"
    " ace down. They are all one suit.",
    "trump-rank",
    "joker",
)
FIRST_OF_EQUALS = note(
    "first-of-equals",
    "The first of equal cards",
    "{equal_cards}. Of equal cards in a trick, the first one played is higher.",
    "trick",
    "trump-rank",
    look="Which of the equal cards was played first?",
)


COUNTED: dict[str, Any] = {
    "p": Quantity("", "card points in the others' tricks", "card points"),
    "k": Quantity("", "card points of the kitty that count for the others", "kitty", idle=0),
}
DECLARERS_RISE = Formula("3 if p + 2*k == 0 else 2 - (p + 2*k)//{step}", **COUNTED)
"""The steps that the starter's side rises, where the others have fewer than two steps of points."""
OTHERS_RISE = Formula("min(3, (p + 2*k)//{step} - 2)", **COUNTED)
"""The steps that the others rise, where they have two steps of points or more."""


class PointsOfOthers:
    """The properties of a result that counts what the others took, with the kitty where they won
    the last trick. A game's result adds the fields, since it says what may be chosen for them."""

    points: int
    kitty: int
    last: bool

    def cannot(self, game: Any) -> str:
        if self.points + self.kitty > game.all_points:
            return (
                f"there are only {game.all_points} card points; the tricks of the others and the"
                " kitty cannot have more together"
            )
        return ""

    @property
    def from_kitty(self) -> int:
        """The card points of the kitty that count for the others, once."""
        return self.kitty if self.last else 0

    @property
    def total(self) -> int:
        """What the others have, with the kitty."""
        return self.points + 2 * self.from_kitty

    @property
    def counted(self) -> dict[str, int]:
        """The values of the formulas by which sides rise."""
        return {"p": self.points, "k": self.from_kitty}


def level_after(steps: int) -> str:
    """The level of somebody who has risen so many steps from two.

    >>> level_after(0), level_after(8), level_after(15)
    ('2', 'T', 'A')
    """
    return LEVELS[min(steps, len(LEVELS) - 1)]


def level_name(level: str) -> str:
    """A level as a card player writes it: "10", "K"."""
    return "10" if level == "T" else level


def a_level(level: str) -> str:
    """One card of a level, with its article.

    >>> a_level("2"), a_level("8"), a_level("T"), a_level("A")
    ('a two', 'an eight', 'a ten', 'an ace')
    """
    name = RANK_NAMES[level]
    return f"{'an' if name[0] in 'ae' else 'a'} {name}"


@dataclass(frozen=True)
class LevelStanding(Standing):
    """starter: the seat that takes the kitty in the next deal; None before the first one, where
    the deal itself decides."""

    starter: SeatNo | None = None


@dataclass(frozen=True)
class PastTheAce(End):
    """The match is won by the first side whose level rises past the ace."""

    @property
    def goal(self) -> int:
        return len(LEVELS)

    @property
    def text(self) -> str:
        return "past the ace"

    def note(self, game: Game) -> Rule:
        if game.partners:
            wins = "The first side that rises past the ace wins the match."
        else:
            wins = (
                "A player who rises past the ace wins the match. Of several in one deal the one with"
                " the highest level wins, and equal ones share the win."
            )
        return note(
            "past-the-ace",
            "Past the ace",
            f"The levels go from two up to the ace. {wins}",
            "player-rank",
        )

    def outcome(self, game: Game, standing: LevelStanding) -> Outcome | None:
        best = max(standing.totals)
        if best < self.goal:
            return None
        winners = [s for s, n in zip(game.sides, standing.totals, strict=True) if n == best]
        return Outcome.by_feat(game, standing, winners, "rose past the ace")


class LevelGame(EitherWay, TrickGame):
    """A trick game with a trump rank.  Its totals are the steps that each side has risen; an order
    is named by a suit, at level two, or by rank and suit (``"5H"``)."""

    shelf = GameShelf.POINTS
    Standing: type[LevelStanding] = LevelStanding
    ordered_by = ("ranks",)
    per_trick = 0
    joker_order = Option(
        "ranked",
        {"ranked": "the red one above the black one", "equal": "all of them equal"},
        "How jokers rank.",
    )
    first_of_equals: ClassVar[Rule] = FIRST_OF_EQUALS
    """The note on equal cards in a trick."""

    def level(self, standing: LevelStanding, side: int) -> str:
        """The level of a side."""
        return level_after(standing.totals[side])

    def trump_rank(self, standing: LevelStanding) -> str:
        """The rank that is trumps in the deal that begins with this standing: before anybody is
        the starter all have the same level."""
        starter = standing.starter
        return self.level(standing, 0 if starter is None else self.side_index(starter))

    def next_starter(self, state: Any) -> int:
        """Who takes up the kitty in the next deal."""
        raise NotImplementedError

    def next_standing(self, state: State, lines: Any) -> Any:
        standing = super().next_standing(state, lines)
        if state.void:
            return standing
        starter = self.next_starter(state)
        return standing.but(starter=starter, dealer=(starter - self.direction) % self.players)

    @property
    def deal_passes(self) -> str:
        return f"After the first deal the player on the starter's {self.last_side} deals."

    @property
    def next_side(self) -> str:
        """Where the next player sits: "left" or "right"."""
        return self.turns

    @property
    def last_side(self) -> str:
        """Where the player before sits."""
        return "right" if self.turns == "left" else "left"

    @property
    def jokers_passed(self) -> str:
        """What a joker in the kitty does, as the end of a sentence."""
        return "; a joker names nothing" if self.printed_jokers else ""

    @property
    def printed_jokers(self) -> tuple[Card, ...]:
        """The jokers of the pack, from high to low, each once."""
        return tuple(joker for joker in JOKERS if joker in self.pack)

    @property
    def equal_cards(self) -> str:
        """Which cards of one pack are equal, as a sentence without its stop."""
        others = "cards of the trump rank outside the trump suit"
        if self.printed_jokers == (JOKER,):
            return f"The jokers are equal, and so are the {others}"
        return f"The {others} are equal"

    @classmethod
    def older_options(cls, options: Mapping[str, Any], text: str) -> dict[str, Any]:
        """Once all jokers were equal, and written alike."""
        if "joker_order" in options or not re.search(rf"\b{JOKER}\b", text):
            return {}
        return {"joker_order": "equal"}

    @property
    def kitty_cards(self) -> str:
        """How many cards the kitty has, in words."""
        return number(len(self.pack) - self.cards_needed())

    @staticmethod
    def order_word(rank: str, suit: str) -> str:
        """The word for the order that a trump rank and a trump suit make.

        >>> LevelGame.order_word("2", "H"), LevelGame.order_word("5", "H")
        ('H', '5H')
        """
        return suit if rank == LEVELS[0] else rank + suit

    @cached_property
    def order_words(self) -> tuple[str, ...]:
        """The words of all orders that may come to be in force."""
        suits = self.printed_suits
        return tuple(self.order_word(rank, suit) for rank in LEVELS for suit in suits)

    def make_order(self, word: str) -> Ordering:
        if word == "NT":
            return super().make_order(word)
        rank, suit = (word[0], Suit(word[1:])) if len(word) > 1 else (LEVELS[0], Suit(word))
        if rank not in LEVELS:
            raise ValueError(f"{rank!r} is not a level; the levels are {' '.join(LEVELS)}")
        return Ordering(
            self.pack,
            self.ranks,
            suit,
            trumps=self._trumps(rank, suit),
            points=self._points_in_a_plain_suit,
        )

    def _trumps(self, rank: str, suit: Suit) -> tuple[str, ...]:
        """The trumps from high to low, equal ones in one text."""
        others = " ".join(rank + other for other in SUITS if other != suit)
        plain = [r + suit for r in self.ranks if r not in (rank, " ")]
        present = {*self.pack}
        rungs = (
            " ".join(card for card in rung.split() if Card(card) in present)
            for rung in (*map(str, JOKERS), rank + suit, others, *plain)
        )
        return tuple(rung for rung in rungs if rung)

    def order_on(self, state: State, trump: str | None) -> Ordering:
        word = self.order_word(self.trump_rank(state.standing), trump) if trump else "NT"
        return self.ordering(word)

    def told_trick(self, state: Any, trick: Trick) -> tuple[int, Rule, Sentence]:
        """Of equal cards the first one played wins, and the sentence says so."""
        best, order = trick.cards[trick.best(state.order)], state.order
        equal = [card_word(card) for card in trick.cards if order.tied(best, card)]
        if len(equal) == 1:
            return super().told_trick(state, trick)
        because = Sentence("of {cards} the first one played wins", {"cards": listed(equal, most=9)})
        return trick.winner(order), self.first_of_equals, because

    def order_title(self, word: str) -> str:
        order = self.ordering(word)
        if order.trump is None or len(word) == 1:
            return super().order_title(word)
        return f"{order.trump.name.capitalize()} and {RANK_NAMES[word[0]]}s"
