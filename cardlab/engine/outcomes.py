"""How a match ends: who won, with what totals, and the sentence that says so.

Knows sides, totals and English.  Knows no cards and no game: when a match is over, an `End` says.

>>> sides = (Side("south", "South", (0,)), Side("west", "West", (1,)), Side("east", "East", (2,)))
>>> outcome = Outcome(("west",), sides, (3, 12, -1))
>>> outcome.say()
'West won with 12 points; South had 3 and East −1.'
>>> outcome.say(reader=0), outcome.say(reader=1)
('West won with 12 points; you had 3 and East −1.', 'You won with 12 points; South had 3 and East −1.')
>>> outcome.title(), outcome.title(reader=1)
('West wins', 'You win')
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.engine.position_values import PositionValue
from cardlab.engine.telling import Side as Side
from cardlab.engine.telling import told_to
from cardlab.engine.words import ONLOOKER, capital, listed, sentence

if TYPE_CHECKING:
    from cardlab.engine.game import Game
    from cardlab.engine.rulings import Rule


@dataclass(frozen=True)
class Outcome:
    """How a match ended.

    winners: the ids of the winning sides, several where they share the win; sides and totals: of
    the game, in its order; players: their names, by seat; did: what the winner did to win, in the
    past tense and without a subject ("went out at 0"), where the totals did not decide; first: what
    the winner did before the totals decided ("reached 52"); when: at what moment ("after four
    deals"); remark: a sentence that belongs to it; out: the ids of sides that had left the match
    and could not win it.
    """

    winners: tuple[str, ...]
    sides: tuple[Side, ...]
    totals: tuple[int, ...]
    players: tuple[str, ...] = ()
    did: str = ""
    first: str = ""
    when: str = ""
    remark: str = ""
    out: tuple[str, ...] = ()

    @classmethod
    def by_score(
        cls, game: Game, standing: Any, *, first: str = "", when: str = "", remark: str = ""
    ) -> Outcome:
        """The match was won by the best total among those who could still win it."""
        out = tuple(side.id for side in game.sides if side.id not in game.contenders(standing))
        return cls(
            game.leaders(standing),
            game.sides,
            standing.totals,
            game.names,
            first=first,
            when=when,
            remark=remark,
            out=out,
        )

    @classmethod
    def by_feat(cls, game: Game, standing: Any, winners: Iterable[Side], did: str) -> Outcome:
        """The match was won by what somebody did, whatever the totals."""
        won = tuple(side.id for side in winners)
        return cls(won, game.sides, standing.totals, game.names, did)

    def name(self, side: Side, reader: int | None = None) -> str:
        """A side in a sentence: its name, or "you" and the partners for somebody who sits there."""
        if reader not in side.seats:
            return side.name
        partners = [seat for seat in side.seats if seat != reader]
        if not partners:
            return "you"
        return listed(["you", *(self.players[seat] for seat in partners)])

    def title(self, reader: int | None = None) -> str:
        """The outcome in a few words: "East wins", "North–South win", "You win"."""
        if len(self.winners) > 1:
            return "The match is shared"
        (winner,) = self._won
        plural = len(winner.seats) > 1 or reader in winner.seats
        return f"{capital(self.name(winner, reader))} {'win' if plural else 'wins'}"

    def say(self, reader: int | None = None) -> str:
        """The outcome as a sentence with every total that it compares; "you" for a seat that reads.

        Each winner is named once; who had left the match is not compared.
        """
        names = [self.name(side, reader) for side in self._won]
        if self.did:
            winners = listed(names, most=len(names))
            return f"{capital(winners)} {self.did}, and that wins the match."
        total = self.totals[self.sides.index(self._won[0])]
        each = " each" if len(names) > 1 else ""
        winners, partner = sharing(names)
        won = f"shared the win{partner}" if each else "won"
        if self.first:
            won = f"{self.first} and {won}"
        when = f" {self.when}" if self.when else ""
        # a winner who reached 6 and has 6 is told the number once
        told = self.first.endswith(f" {written(total)}") and not when
        points = f"{':' if partner else ' with'} {written(total, 'point')}{each}" * (not told)
        sentence_so_far = f"{capital(winners)} {won}{when}{points}"
        others = list(self._others(reader))
        if others:
            sentence_so_far += f"; {listed(others, most=len(others))}"
        remark = told_to(self.remark, ONLOOKER if reader is None else reader)
        return f"{sentence_so_far}. {sentence(remark)}" if remark else f"{sentence_so_far}."

    @property
    def _won(self) -> list[Side]:
        return [side for side in self.sides if side.id in self.winners]

    def _others(self, reader: int | None) -> Iterable[str]:
        """The totals of the others: "South had 3", then only "East −1"."""
        verb = " had"
        for side, total in zip(self.sides, self.totals, strict=True):
            if side.id not in (*self.winners, *self.out):
                yield f"{self.name(side, reader)}{verb} {written(total)}"
                verb = ""


def sharing(names: Sequence[str]) -> tuple[str, str]:
    """Who shares a win, and with whom: two sides of which one is called "you and North" would read
    as three.

    >>> sharing(["East", "West"]), sharing(["you and North", "East–West"])
    (('East and West', ''), ('you and North', ' with East–West'))
    """
    if len(names) == 2 and any(" and " in name for name in names):
        return names[0], f" with {names[1]}"
    return listed(names, most=len(names)), ""


def written(number: int, noun: str = "") -> str:
    """A score in digits, with a real minus sign, and its noun in the right number.

    >>> written(1, "point"), written(-4, "point"), written(0)
    ('1 point', '−4 points', '0')
    """
    digits = f"−{-number}" if number < 0 else str(number)
    return digits + (f" {noun if abs(number) == 1 else noun + 's'}" if noun else "")


@dataclass(frozen=True)
class End(ABC):
    """A way in which a match may end; a game lists those that apply to it."""

    @property
    def goal(self) -> int | None:
        """The total that ends the match, where there is a race to one."""
        return None

    @property
    def text(self) -> str:
        """What the match is played to, for the score panel: "to 52"; "" where there is no such
        number."""
        return ""

    def position_values(self, game: Game) -> tuple[PositionValue, ...]:
        """What a lead is worth in points besides what the lines of a deal say."""
        return ()

    @abstractmethod
    def note(self, game: Game) -> Rule:
        """The end as the rule sheet of this game prints it, with its target."""

    @abstractmethod
    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        """How the match has ended with this standing, that of the deal to come; None if it goes
        on."""


def names(sides: Sequence[Side], ids: Iterable[str]) -> str:
    """The names of sides in a sentence."""
    wanted = tuple(ids)
    return listed([side.name for side in sides if side.id in wanted], most=len(sides))
