"""What every reference answers: whose turn it is, what may be done, what was scored, who has won.

Seats are numbers in the order of play.  A card is its rank and suit (``QH``, ``TS``, ``JK``).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar


class Reference(ABC):
    """A match in progress: ``deal`` begins a deal, ``play`` makes a move.

    A reference is told what chance did (``deal``, ``chance``) and what the players did, and knows
    everything else by itself.
    """

    OPTIONS: ClassVar[Mapping[str, Sequence[Any]]] = {}
    """The options of the specification, the recommended value first."""
    SEATS: ClassVar[tuple[int, ...]] = (4,)
    """Numbers of players, the recommended one first."""

    def __init__(self, options: Mapping[str, Any], seats: int) -> None:
        unknown = set(options) - set(self.OPTIONS)
        if unknown:
            raise ValueError(f"the specification has no option {sorted(unknown)}")
        self.options = {name: values[0] for name, values in self.OPTIONS.items()} | dict(options)
        self.seats = seats
        self.score = [0 for _ in self.sides()]
        self.deals = 0
        self.dealer = 0
        self.in_deal = False
        self.over = False
        self.winners: set[int] = set()
        self.hands: list[set[str]] = [set() for _ in range(seats)]

    def sides(self) -> list[tuple[int, ...]]:
        """The seats that score together, in seat order."""
        return [(seat,) for seat in range(self.seats)]

    def side(self, seat: int) -> int:
        return next(number for number, seats in enumerate(self.sides()) if seat in seats)

    def totals(self) -> list[int]:
        """Points by side after the last deal that was finished."""
        return list(self.score)

    def next(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def deal(self, hands: Sequence[Iterable[str]], rest: Sequence[str], dealer: int) -> None:
        """Begin a deal.  rest: the cards that no hand has, the first to be turned first."""
        if self.over or self.in_deal:
            raise AssertionError("a deal begins although the match or the last deal is not over")
        if self.deals and dealer != self.next(self.dealer):
            raise AssertionError(f"seat {dealer} deals after seat {self.dealer}")
        self.deals += 1
        self.dealer = dealer
        self.in_deal = True
        self.hands = [set(hand) for hand in hands]
        self.begin(list(rest))

    def chance(self, text: str) -> None:
        """Something that chance did after the deal."""
        raise AssertionError(f"nothing is left to chance here: {text}")

    @abstractmethod
    def begin(self, rest: list[str]) -> None:
        """Begin the first phase of a deal; check that the cards are those of the game."""

    @abstractmethod
    def movers(self) -> set[int]:
        """The seats that have a move now; none between two deals."""

    @abstractmethod
    def legal(self, seat: int) -> set[str]:
        """The moves of a seat that has one."""

    @abstractmethod
    def play(self, seat: int, text: str) -> None:
        """Make a legal move."""

    def likely(self, seat: int) -> Mapping[str, float]:
        """How often a random player should make a move, where it is not 1: calls that would end
        every auction at once are made less often."""
        return {}
