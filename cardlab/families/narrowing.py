"""What a rule of play does to the cards of a hand, written so that a program can read it.

A rule says in Python which cards it leaves, and why.  That is enough to play, and too slow to try
out millions of cards.  So a rule may declare the same once more as data: which cards, and when.
The solver reads only this.  The tests put both to thousands of positions and compare.

Knows cards, suits, leads and tricks.  Knows no game, no sentence and no number of the solver.

>>> MustPlay(SUIT_LED, when=FOLLOWING)
MustPlay(SUIT_LED, when=FOLLOWING)
>>> MayNotPlay(of_suit("H"), when=LEADING & none_played(of_suit("H")))
MayNotPlay(of_suit('H'), when=LEADING & none_played(of_suit('H')))
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Flag, auto
from typing import NamedTuple

from cardlab.engine.cards import Card, Suit
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule

# --- which cards


class Moment(NamedTuple):
    """What is true of one card in one position, and will be otherwise in the next.

    follows: it counts as the suit led; higher: it beats the best card of the trick; waits: nobody
    has led its suit in this deal.
    """

    follows: bool
    higher: bool
    waits: bool


@dataclass(frozen=True, repr=False)
class CardSet:
    """Some of the cards of a pack.  ``&`` is both, ``|`` either, ``~`` all the others.

    name: as it is written in a rule book; parts: the names of the sets that it is made of; test:
    whether a card of this order belongs to it at this moment; loose: it is written as sets joined
    by ``|``, which need brackets among others.
    """

    name: str
    parts: frozenset[str]
    test: Callable[[Card, Ordering, Moment], bool] = field(compare=False)
    loose: bool = False

    def __and__(self, other: CardSet) -> CardSet:
        return CardSet(
            f"{self._inside()} & {other._inside()}",
            self.parts | other.parts,
            lambda card, order, now: self.test(card, order, now) and other.test(card, order, now),
        )

    def __or__(self, other: CardSet) -> CardSet:
        return CardSet(
            f"{self.name} | {other.name}",
            self.parts | other.parts,
            lambda card, order, now: self.test(card, order, now) or other.test(card, order, now),
            loose=True,
        )

    def __invert__(self) -> CardSet:
        alone = " & " not in self.name and not self.loose
        return CardSet(
            f"~{self.name}" if alone else f"~({self.name})",
            self.parts,
            lambda card, order, now: not self.test(card, order, now),
        )

    def _inside(self) -> str:
        return f"({self.name})" if self.loose else self.name

    def __repr__(self) -> str:
        return self.name


def _cards(name: str, test: Callable[[Card, Ordering, Moment], bool]) -> CardSet:
    return CardSet(name, frozenset({name.partition("(")[0]}), test)


SUIT_LED = _cards("SUIT_LED", lambda card, order, now: now.follows)
"""The cards that follow suit, each in the suit that it counts as."""
HIGHER = _cards("HIGHER", lambda card, order, now: now.higher)
"""The cards that would win the trick as it lies."""
SUIT_NOT_LED = _cards("SUIT_NOT_LED", lambda card, order, now: now.waits)
"""The cards of suits that nobody has led in this deal."""
TRUMPS = _cards("TRUMPS", lambda card, order, now: order.is_trump(card))
PLAIN = _cards("PLAIN", lambda card, order, now: not order.is_trump(card))
"""The cards that are not trumps."""


def of_suit(suit: str) -> CardSet:
    """The cards that count as this suit: among hearts as trumps, a bower of diamonds is a heart."""
    wanted = Suit(suit)
    return _cards(f"of_suit({suit!r})", lambda card, order, now: order.suit(card) == wanted)


def of_rank(ranks: str) -> CardSet:
    """The cards of these ranks: ``of_rank("AKQ")``."""
    return _cards(f"of_rank({ranks!r})", lambda card, order, now: card.rank in ranks)


def only(*cards: str) -> CardSet:
    """These cards and no others.

    >>> only("2C"), ~only("QS", "QH")
    (only('2C'), ~only('QS', 'QH'))
    """
    wanted = frozenset(map(Card, cards))
    names = ", ".join(repr(str(Card(card))) for card in cards)
    return _cards(f"only({names})", lambda card, order, now: card in wanted)


class Highest(NamedTuple):
    """The highest of those cards that a hand holds; of one suit."""

    cards: CardSet

    def __repr__(self) -> str:
        return f"highest({self.cards})"


class Lowest(NamedTuple):
    """The lowest of those cards that a hand holds; of one suit."""

    cards: CardSet

    def __repr__(self) -> str:
        return f"lowest({self.cards})"


def highest(cards: CardSet) -> Highest:
    """The highest card of these in the hand: ``MustPlay(highest(TRUMPS), when=LEADING)``."""
    return Highest(cards)


def lowest(cards: CardSet) -> Lowest:
    """The lowest card of these in the hand: ``MustPlay(lowest(of_suit("C")), when=FIRST_TRICK)``."""
    return Lowest(cards)


# --- when


class Fact(Flag):
    """What the seat to play finds on the table."""

    LEADING = auto()
    VOID = auto()
    TRUMPED = auto()
    OPPONENT_WINS = auto()
    FIRST_TRICK = auto()


NOTHING = Fact(0)


@dataclass(frozen=True, repr=False)
class When:
    """When a rule is in force: all of ``holds``, nothing of ``fails``, and no card played yet of
    each of ``unplayed``.  Joined by ``&``."""

    name: str
    holds: Fact = NOTHING
    fails: Fact = NOTHING
    unplayed: tuple[CardSet, ...] = ()

    def __and__(self, other: When) -> When:
        return When(
            f"{self.name} & {other.name}",
            self.holds | other.holds,
            self.fails | other.fails,
            (*self.unplayed, *(cards for cards in other.unplayed if cards not in self.unplayed)),
        )

    def meets(self, other: When) -> bool:
        """Whether there are positions in which both hold.

        >>> VOID.meets(FOLLOWING), VOID.meets(LEADING), VOID.meets(CAN_FOLLOW)
        (True, False, False)
        """
        return not (self.holds & other.fails or self.fails & other.holds)

    @property
    def passes(self) -> bool:
        """Whether a time comes in each deal after which it never holds again."""
        return bool(self.unplayed) or Fact.FIRST_TRICK in self.holds

    def __repr__(self) -> str:
        return self.name


LEADING = When("LEADING", Fact.LEADING)
FOLLOWING = When("FOLLOWING", fails=Fact.LEADING)
"""A card lies in the trick already."""
VOID = When("VOID", Fact.VOID, Fact.LEADING)
"""The hand cannot follow suit."""
CAN_FOLLOW = When("CAN_FOLLOW", fails=Fact.LEADING | Fact.VOID)
"""The hand can follow suit."""
TRUMPED = When("TRUMPED", Fact.TRUMPED, Fact.LEADING)
"""A trump is winning the trick."""
OPPONENT_WINS = When("OPPONENT_WINS", Fact.OPPONENT_WINS, Fact.LEADING)
"""An opponent is winning the trick."""
FIRST_TRICK = When("FIRST_TRICK", Fact.FIRST_TRICK)
"""No trick of this deal has been taken yet."""
LATER_TRICKS = When("LATER_TRICKS", fails=Fact.FIRST_TRICK)
"""A trick of this deal has been taken."""


def none_played(cards: CardSet) -> When:
    """None of these cards has been played in this deal: a suit that is not broken."""
    return When(f"none_played({cards})", unplayed=(cards,))


# --- what a rule does


@dataclass(frozen=True, repr=False)
class MustPlay:
    """Play one of these cards if one is left to choose."""

    cards: CardSet | Highest | Lowest
    when: When

    def __repr__(self) -> str:
        return f"MustPlay({self.cards}, when={self.when})"


@dataclass(frozen=True, repr=False)
class MayNotPlay:
    """Play none of these cards.  lapses: where nothing else is left, any of them may be played."""

    cards: CardSet
    when: When
    lapses: bool = True

    def __repr__(self) -> str:
        return f"MayNotPlay({self.cards}, when={self.when}{', lapses=False' * (not self.lapses)})"


Narrowing = MustPlay | MayNotPlay
Declared = Narrowing | tuple[Narrowing, ...]
"""What a rule gives as ``solver``: one thing that it does to the cards, several in order, or none
where it speaks of other moves than cards."""


def narrowings(rule: Rule, game: Game) -> tuple[Narrowing, ...] | None:
    """What a rule of this game declares that it does to the cards of a hand, in order; None where
    it declares nothing.

    >>> import cardlab
    >>> from cardlab.families.tricks import follow_suit
    >>> narrowings(follow_suit, cardlab.game("bridge"))
    (MustPlay(SUIT_LED, when=FOLLOWING),)
    """
    declared = rule.solver
    if callable(declared):
        declared = declared(game)
    match declared:
        case None:
            return None
        case MustPlay() | MayNotPlay():
            return (declared,)
        case tuple() if all(isinstance(part, MustPlay | MayNotPlay) for part in declared):
            return declared
    raise TypeError(
        f"{rule.title!r} declares {declared!r} to the solver; give MustPlay or MayNotPlay"
    )


def looks_back(rule: Rule, game: Game, *, leading: bool) -> bool:
    """Whether what a rule does to the cards hangs on earlier tricks: on what was led in them, or
    on what was never played.  leading: whether the hand leads or follows.

    >>> import cardlab
    >>> hearts = cardlab.game("hearts")
    >>> [str(r) for r in hearts.all_rules() if looks_back(r, hearts, leading=True)]
    ['hearts-not-broken']
    """
    against = Fact.LEADING
    for part in narrowings(rule, game) or ():
        if against in (part.when.fails if leading else part.when.holds):
            continue
        cards = part.cards.cards if isinstance(part.cards, Highest | Lowest) else part.cards
        if part.when.unplayed or SUIT_NOT_LED.parts & cards.parts:
            return True
    return False


def narrows_void_hands(rule: Rule, game: Game) -> bool:
    """Whether a rule may narrow what a hand plays that cannot follow suit; so it may where it does
    not declare what it does.

    >>> import cardlab
    >>> from cardlab.families.tricks import must_head, must_trump
    >>> [narrows_void_hands(r, cardlab.game("brandle")) for r in (must_head, must_trump)]
    [False, True]
    """
    parts = narrowings(rule, game)
    return parts is None or any(part.when.meets(VOID) for part in parts)
