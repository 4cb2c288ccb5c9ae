"""Chances: exact where they can be counted, simulated for the rest.

Counting is exact arithmetic with whole numbers; a simulation deals with the game's own deal and
says how far off it may be.

>>> from cardlab.labs import odds
>>> odds.hand("bridge").at_least(2, "A").percent
'25.73 %'
>>> [(s.said, s.chance.percent) for s in odds.split(missing=5)]
[('3–2', '67.83 %'), ('4–1', '28.26 %'), ('5–0', '3.91 %')]
>>> misdeal = odds.ask("kaiser", "may-misdeal")
>>> misdeal.exact().one_in, misdeal.exact().formula
('1 in 3,503', 'C(14, 8) / C(32, 8)')
>>> misdeal.simulated(2000, seed=5)
<“Misdeal” is legal for the first player at once.: 0.050 % ± 0.050, 1 of 2,000, seed 5>
"""

from __future__ import annotations

import random
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as _find
from cardlab.engine.game import Game
from cardlab.labs.odds import algebra, events
from cardlab.labs.odds.chances import Chance, Estimate, Term, counted, one_in, percent, written
from cardlab.labs.odds.counting import TooMany
from cardlab.labs.odds.deals import deal, opening
from cardlab.labs.odds.events import Condition, Event, Judged, both, either, not_
from cardlab.labs.odds.posing import Blank, OddsQuestion, Part, Posed
from cardlab.labs.odds.questions import ask as _ask
from cardlab.labs.odds.questions import at_some_hand
from cardlab.labs.odds.questions import note as _note
from cardlab.labs.odds.questions import questions as _questions
from cardlab.labs.odds.simulation import last, run
from cardlab.labs.odds.splits import SuitSplit, held, split, split_of

__all__ = [
    "Blank",
    "Chance",
    "Condition",
    "DrawnHand",
    "Estimate",
    "Event",
    "Judged",
    "OddsQuestion",
    "Part",
    "Posed",
    "SuitSplit",
    "Term",
    "TooMany",
    "algebra",
    "ask",
    "both",
    "chance",
    "counted",
    "drawn",
    "either",
    "hand",
    "held",
    "not_",
    "note",
    "one_in",
    "percent",
    "questions",
    "simulate",
    "split",
    "split_of",
    "written",
]


@dataclass(frozen=True)
class DrawnHand:
    """Cards out of a shuffled pack: what a player is dealt, or what is drawn.

    ``count``, ``has``, ``void_in``, ``of_shape``, ``with_suit_of`` and ``judged`` make events,
    which `both`, `either` and `not_` put together; ``chance`` counts them.

    >>> hand = drawn("A K Q J T 9 8 7", 5)
    >>> hand.chance(both(hand.count("A", least=1), hand.void_in("S"))).formula
    '(C(3, 3)·C(21, 2) + C(3, 2)·C(21, 3) + C(3, 1)·C(21, 4)) / C(32, 5)'
    """

    pack: tuple[Card, ...]
    size: int
    game: Game | None = None

    def __post_init__(self) -> None:
        if (
            isinstance(self.size, bool)
            or not isinstance(self.size, int)
            or not 1 <= self.size <= len(self.pack)
        ):
            raise ValueError(
                f"a hand out of {len(self.pack)} cards has from 1 to {len(self.pack)} cards, not"
                f" {self.size!r}"
            )

    @property
    def suits(self) -> tuple[str, ...]:
        return tuple(s for s in dict.fromkeys(c.suit for c in self.pack) if s)

    # --- events
    def count(self, which: str | Iterable[str], **bounds: int) -> Condition:
        """So many of these cards: ``least=``, ``most=`` or ``exactly=``."""
        return events.count(self.pack, which, size=self.size, **bounds)

    def has(self, which: str | Iterable[str]) -> Condition:
        """All of these cards."""
        return events.has(self.pack, which)

    def void_in(self, suit: str = "") -> Condition:
        return events.void(suit, self.suits)

    def of_shape(self, lengths: str | Sequence[int]) -> Condition:
        return events.shape(lengths, self.suits)

    def with_suit_of(self, least: int) -> Condition:
        """A suit of at least so many cards."""
        return events.longest(least, self.suits)

    def judged(self, text: str, judge: Any) -> Judged:
        """Whatever a function of the hand says."""
        return Judged(text, judge)

    # --- chances
    def chance(self, event: Event) -> Chance:
        """The exact chance.  TooMany (a ValueError) where it is too much to count; then
        ``simulate``."""
        return event.exact(self.pack, self.size)

    def spread(self, event: Condition) -> tuple[tuple[Any, Fraction, bool], ...]:
        """Every value of what the event counts, its chance, and whether the event is true of it."""
        return event.spread(self.pack, self.size)

    def at_least(self, count: int, which: str | Iterable[str]) -> Chance:
        return self.chance(self.count(which, least=count))

    def at_most(self, count: int, which: str | Iterable[str]) -> Chance:
        return self.chance(self.count(which, most=count))

    def exactly(self, count: int, which: str | Iterable[str]) -> Chance:
        return self.chance(self.count(which, exactly=count))

    def none(self, which: str | Iterable[str]) -> Chance:
        return self.exactly(0, which)

    def void(self, suit: str = "") -> Chance:
        """No cards of this suit; of some suit, if none is named."""
        return self.chance(self.void_in(suit))

    def shape(self, lengths: str | Sequence[int]) -> Chance:
        """The lengths of the suits in any order, as ``"4-4-3-2"``."""
        return self.chance(self.of_shape(lengths))

    def copies(self, least: int, by: str = "card") -> Chance:
        """So many copies of one card, or cards of one rank (``by="rank"``)."""
        return self.chance(events.copies(least, by))

    def somebody(self, event: Event, hands: int) -> Chance:
        """At least one of so many hands dealt from the pack is such a hand."""
        return at_some_hand(event, self.pack, self.size, hands)

    def simulate(self, event: Event, n: int = 10_000, seed: int = 1) -> Iterator[Estimate]:
        """Running estimates; the game's own deal, where the hand is a game's."""

        def trial(rng: random.Random) -> tuple[bool, Hashable]:
            cards = (
                deal(self.game, rng).hand if self.game else tuple(rng.sample(self.pack, self.size))
            )
            return event.holds_plainly(cards), None

        return run(event.said, trial, n, seed)

    def simulated(self, event: Event, n: int = 10_000, seed: int = 1) -> Estimate:
        """The last of the running estimates."""
        return last(self.simulate(event, n, seed))


def hand(game: Game | str) -> DrawnHand:
    """The hand that a player is dealt in a game (its name, or the game itself with its options).

    >>> hand("kaiser").none("AKQJ").formula
    'C(16, 8) / C(32, 8)'
    """
    played = _game(game)
    opened = opening(played)
    if not opened.size:
        raise ValueError(
            f"in {played.title} nobody is dealt a hand before somebody has to decide; ask of its"
            " questions instead"
        )
    return DrawnHand(opened.pack, opened.size, played)


def drawn(pack: Sequence[Card] | str, size: int) -> DrawnHand:
    """Cards drawn from any pack; a text of ranks means these ranks in four suits.

    >>> drawn("AKQJT987", 8).void("H").percent
    '6.99 %'
    """
    from cardlab.engine.cards import pack as make

    return DrawnHand(make("".join(pack.split())) if isinstance(pack, str) else tuple(pack), size)


def chance(game: Game | str, event: Event) -> Chance:
    """The exact chance that the hand a player is dealt is such a hand."""
    return hand(game).chance(event)


def simulate(game: Game | str, event: Event, n: int = 10_000, seed: int = 1) -> Iterator[Estimate]:
    """Running estimates from hands that the game deals, about every 40 ms; stop asking when you
    have seen enough."""
    return hand(game).simulate(event, n, seed)


def questions(game: Game | str) -> tuple[OddsQuestion, ...]:
    """What may be asked of a game's chances."""
    return _questions(_game(game))


def ask(game: Game | str, id: str) -> OddsQuestion:
    """One of these questions by its id."""
    return _ask(_game(game), id)


def note(game: Game | str) -> str:
    """A sentence where a game leaves something out that others ask: nobody is dealt a hand, or
    nobody looks at it."""
    return _note(_game(game))


def _game(game: Game | str) -> Game:
    return _find(game) if isinstance(game, str) else game
