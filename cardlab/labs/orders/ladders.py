"""The orders of a game, and each as ladders from high to low, suit by suit.

Knows orders.  States no rule: what counts where nothing is ranked is asked of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from cardlab.engine.cards import JOINED, SUITS, Card
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import TrickGame

Rung = tuple[Card, ...]


class Ladder(NamedTuple):
    """One suit of an order from high to low.  suit: its letter, "" for cards that belong to
    none."""

    suit: str
    title: str
    trump: bool
    rungs: tuple[Rung, ...]

    @property
    def cards(self) -> Rung:
        return tuple(card for rung in self.rungs for card in rung)

    def rung(self, card: str) -> int | None:
        """The number of a card's rung, 1 on top."""
        return next((i for i, rung in enumerate(self.rungs, 1) if card in rung), None)

    def __str__(self) -> str:
        return " ".join(map(rung_text, self.rungs))


def suit_name(suit: str) -> str:
    """The suits of an order as they are said; a suit may be one that no card is printed with.

    >>> suit_name("H"), suit_name("R"), suit_name("joker"), suit_name("")
    ('hearts', 'reds', 'joker', 'no suit')
    """
    return (
        SUITS[suit].name
        if suit in SUITS
        else JOINED[suit].name
        if suit in JOINED
        else suit or "no suit"
    )


def ladders(order: Ordering) -> tuple[Ladder, ...]:
    """The ladder of every suit, trumps first."""
    by_suit: dict[str, list[Rung]] = {}
    for rung in order.classes():
        by_suit.setdefault(str(order.suit_of[rung[0]] or ""), []).append(rung)
    return tuple(
        Ladder(suit, suit_name(suit), order.is_trump(rungs[0][0]), tuple(rungs))
        for suit, rungs in by_suit.items()
    )


@dataclass(frozen=True)
class GameOrder:
    """An order of a game under its name."""

    game: Game
    word: str
    title: str
    order: Ordering

    @cached_property
    def ladders(self) -> tuple[Ladder, ...]:
        return ladders(self.order)

    @property
    def notes(self) -> tuple[Rule, ...]:
        """The notes that say how the cards rank here."""
        return self.game.order_notes(self.word)

    @property
    def takes(self) -> bool:
        """Whether cards are played to tricks; else the order is that of runs and of a hand, or of
        cards that are beaten one by one."""
        return isinstance(self.game, TrickGame)

    @property
    def outside(self) -> Rung:
        """Cards of which the order decides nothing."""
        named: Rung = self.game.outside if isinstance(self.game, TrickGame) else ()
        return tuple(card for card in named if card in self.order.suit_of)

    def ladder(self, suit: str = "") -> Ladder:
        """The ladder of a suit; without a suit that of the trumps, or of the first suit where
        there are none.

        >>> import cardlab
        >>> print(order_of(cardlab.game("malilla"), "H").ladder("H"))
        7♥ A♥ K♥ Q♥ J♥ 6♥ 5♥ 4♥ 3♥ 2♥
        """
        all_of_them = self.ladders
        named = next((x for x in all_of_them if x.suit == suit and suit), None)
        if named is None and suit:
            names = ", ".join(x.title for x in all_of_them if x.suit)
            raise ValueError(
                f"{self.title} in {self.game.title} has no suit {suit!r}; its suits are {names}"
            )
        return named or all_of_them[0]

    def __str__(self) -> str:
        first, *others = self.ladders
        tail = [f"  {x.title}: {x}" for x in ((first, *others) if not first.trump else others)]
        head = f"{self.game.title}, {self.title}"
        return "\n".join([f"{head}: {first}" if first.trump else head, *tail])


def orders(game: Game) -> tuple[GameOrder, ...]:
    """Every order that a game knows.

    >>> import cardlab
    >>> [x.title for x in orders(cardlab.game("brandle"))]
    ['Spades', 'Hearts', 'Clubs', 'Diamonds', 'No trumps']
    """
    return tuple(
        GameOrder(game, word, title, game.ordering(word)) for word, title in game.contracts()
    )


def order_of(game: Game, word: str | None = None) -> GameOrder:
    """One order of a game by its word (see ``game.contracts()``); without a word the first one
    with hearts as trumps.

    >>> import cardlab
    >>> order_of(cardlab.game("ziginette"))    # doctest: +ELLIPSIS
    Traceback (most recent call last):
    ValueError: No card beats another in Ziginette. ... Only ranks matter; there are four cards of each.
    """
    known_orders = orders(game)
    if not known_orders:
        raise ValueError(unranked(game)[0])
    if word is None:
        return next((x for x in known_orders if x.word == "H"), known_orders[0])
    named = next((x for x in known_orders if x.word == word), None)
    if named is None:
        raise ValueError(
            f"{game.title} has no order {word!r}; it has"
            f" {', '.join(f'{x.word} ({x.title})' for x in known_orders)}"
        )
    return named


def unranked(game: Game) -> tuple[str, Rule | None]:
    """Why a game has no order of its cards: a sentence with the rule that says what counts instead,
    and that rule.

    >>> import cardlab
    >>> unranked(cardlab.game("happy-families"))[0]
    'No card beats another in Happy Families. The four cards of a rank are a family: four queens, four sevens.'
    """
    instead = next((rule for rule in game.all_rules() if rule.id == game.counts_instead), None)
    text = f"No card beats another in {game.title}."
    return (text if instead is None else f"{text} {instead.text(game)}"), instead


def rung_text(cards: Iterable[Card]) -> str:
    """The cards of one rung, as they are written."""
    return "=".join(card.sign for card in cards)
