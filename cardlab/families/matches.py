"""How deals become a match: races, agreed numbers of deals.  Knows standings, not cards.

Each end is a value with a ``note`` for the rule sheet and an ``outcome``; a game lists the ends that
apply to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

from cardlab.engine.aims import Points
from cardlab.engine.game import Dealing, Game, Outcome, Standing
from cardlab.engine.options import Option
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import listed, some


def names(game: Game, ids: tuple[str, ...]) -> str:
    """The names of sides in a sentence."""
    return listed([side.name for side in game.sides if side.id in ids])


@dataclass(frozen=True)
class Race:
    """The match ends when a side has reached a target, and the best score wins: the highest, or
    the lowest where points are bad.  alone: while several sides share the best score the match goes
    on; otherwise they share the win."""

    target: int
    alone: bool = False

    @property
    def text(self) -> str:
        return f"to {self.target}"

    def note(self, game: Game) -> Rule:
        who = "side" if game.partners else "player"
        if game.points is Points.BAD:
            title = f"Until somebody reaches {self.target}"
            wins = "The lowest score wins"
        else:
            title = f"A race to {self.target}"
            wins = "If more than one has, the higher score wins"
        ties = "equal leaders play on" if self.alone else "equal scores share the win"
        return note(
            "race",
            title,
            f"The match ends after the deal in which a {who} reaches {self.target} points. {wins};"
            f" {ties}.",
            "score-keeping",
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        if max(standing.totals) < self.target:
            return None
        winners = game.leaders(standing)
        if self.alone and len(winners) > 1:
            return None
        if game.points is Points.GOOD:
            return Outcome(winners, f"{names(game, winners)} reached {self.target}")
        reached = tuple(
            side.id
            for side, total in zip(game.sides, standing.totals, strict=True)
            if total >= self.target
        )
        return Outcome(
            winners,
            f"{names(game, reached)} reached {self.target}, and {names(game, winners)} had the"
            f" {game.points.best} score",
        )


@dataclass(frozen=True)
class RaceAtOnce(Race):
    """The same, but the match ends at the moment in which the target is reached.  The game ends
    the deal there."""

    def note(self, game: Game) -> Rule:
        return note(
            "race-at-once",
            f"First to {self.target}",
            f"Points count as they are made. The side that reaches {self.target} wins the match at"
            " once, in the midst of a deal.",
            "score-keeping",
            "counting-out",
        )


@dataclass(frozen=True)
class OutrightStanding(Standing):
    """outright: the side that has won the match by a feat, whatever the scores."""

    outright: str | None = None


@dataclass(frozen=True)
class Outright:
    """The match is won at once by a feat.  feat: as a rule; did: what the winner did,
    after the name."""

    feat: Rule
    did: str
    text: ClassVar[str] = ""

    def note(self, game: Game) -> Rule:
        return self.feat

    def outcome(self, game: Game, standing: OutrightStanding) -> Outcome | None:
        won = next((side for side in game.sides if side.id == standing.outright), None)
        return Outcome((won.id,), f"{won.name} {self.did}") if won else None


@dataclass(frozen=True)
class Deals:
    """The match ends after an agreed number of deals; most points win.  0: no such limit."""

    number: int
    concepts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return some(self.number, "deal") if self.number else ""

    def note(self, game: Game) -> Rule:
        return note(
            "agreed-deals",
            "An agreed number of deals",
            (
                f"The match ends after {some(self.number, 'deal')}, void ones included. The"
                f" {game.points.best} score wins; equal scores share the win."
                if self.number
                else "No number of deals is agreed: play on until the match is decided."
            ),
            *self.concepts,
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        if not self.number or standing.deal <= self.number:
            return None
        winners = game.leaders(standing)
        lead = "share the lead" if len(winners) > 1 else "leads"
        return Outcome(
            winners,
            f"{names(game, winners)} {lead} after {self.number}"
            f" {'deal' if self.number == 1 else 'deals'}",
        )


@dataclass(frozen=True)
class LastOneIn:
    """Points are bad: whoever has more than the limit is out, and the last one in wins."""

    limit: int

    @property
    def text(self) -> str:
        return f"out above {self.limit}"

    def note(self, game: Game) -> Rule:
        return note(
            "last-one-in",
            f"Out above {self.limit}",
            f"Whoever has more than {self.limit} is out and is dealt no more cards. The last player"
            " left wins; if the last ones go out together, the lowest score wins.",
            "elimination",
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        left = tuple(
            s.id
            for s, points in zip(game.sides, standing.totals, strict=True)
            if points <= self.limit
        )
        if len(left) > 1:
            return None
        winners = left or game.leaders(standing)
        return Outcome(
            winners,
            f"{names(game, winners)} {'is the last one in' if left else 'had the lowest score'}",
        )


@dataclass(frozen=True)
class OutOfChips:
    """The match ends when somebody has lost the chips that everybody began with; most points
    win."""

    chips: int
    concepts: tuple[str, ...] = ("stake",)

    @property
    def text(self) -> str:
        return f"until {self.chips} chips are lost"

    def note(self, game: Game) -> Rule:
        return note(
            "out-of-chips",
            "Out of chips",
            f"Everybody begins with {self.chips} chips. The match ends after the deal in which"
            " somebody has lost them all; the highest score wins.",
            *self.concepts,
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        gone = tuple(
            side.id for side, n in zip(game.sides, standing.totals, strict=True) if n <= -self.chips
        )
        return (
            Outcome(game.leaders(standing), f"{names(game, gone)} lost all {self.chips} chips")
            if gone
            else None
        )


def deals_option(default: int, text: str = "") -> Option[int]:
    """The option ``deals`` of games whose match has no end of its own, or might not find it."""
    said = text or "How many deals make a match; 0 plays on without limit."
    return Option(default, range(0, 201), said, house=True)


# --- in the middle of the count


class CountingGame(Game):
    """A game whose deal is counted in an order: the ``scoring`` rules and, within them, lines of
    one title are one step each. The result remembers the totals ``before`` the deal."""

    def score(self, result: Any) -> tuple[ScoreLine, ...]:
        """The count, step by step, up to the step that decides the match."""
        standing, counted = self.opening().but(totals=result.before), list[ScoreLine]()
        for _, group in groupby(super().score(result), key=lambda entry: entry.title):
            step = tuple(group)
            counted, standing = [*counted, *step], self.carried(standing, step)
            if self.outcome(standing):
                break
        return tuple(counted)


# --- down to zero

_SHED = {"s": "the score before", "k": "what is shed"}
BOUNCE = Formula("abs(s - k) - s", **_SHED)
"""Shed k; what goes below zero comes back above it."""
STOP_AT_ZERO = Formula("max(s - k, 0) - s", **_SHED)
"""Shed k, but no further than zero."""
SHEDDING = {
    True: (
        BOUNCE,
        note(
            "bounce",
            "Too much counts up again",
            "If more is shed than the score, the rest counts up again from 0: at 2, shedding 3"
            " leaves 1.",
            "countdown",
        ),
    ),
    False: (
        STOP_AT_ZERO,
        note(
            "no-bounce",
            "No further than zero",
            "If more is shed than the score, the score is 0.",
            "countdown",
        ),
    ),
}
"""The formula and the note of shedding, by whether a table plays that scores bounce."""


def bounce_option() -> Option[bool]:
    return Option(
        True,
        (True, False),
        "Whether what is shed below zero counts up again, or is lost.",
    )


@dataclass(frozen=True)
class CountdownStanding(Standing):
    """out: the seats that are out of the game; winner: the seat that has gone out at zero."""

    out: tuple[int, ...] = ()
    winner: int | None = None


class DealToThoseIn(Dealing):
    """Whoever is out of the game is dealt no cards."""

    def sizes(self, game: Game, standing: Any) -> tuple[int, ...]:
        return tuple(0 if seat in standing.out else self.each for seat in range(game.players))


class StartScoreGame(Game):
    """Everybody starts at the same score and sheds it.  The lines of the start stand in the
    first deal, but its standing has them already."""

    points = Points.BAD
    start: ClassVar[int] = 12
    start_label: ClassVar[str] = "Start"

    @cached_property
    def start_note(self) -> Rule:
        return note(
            "start-score",
            f"Everybody starts at {self.start}",
            f"Each player starts at {self.start}; the aim is 0.",
            "countdown",
        )

    def opening(self) -> Any:
        return super().opening().but(totals=(self.start,) * len(self.sides))

    def begin(self, standing: Any) -> Any:
        state, formula = super().begin(standing), Formula("n", n="the score at the start")
        if standing.deal > 1:
            return state
        return state.but(
            pegged=tuple(
                line(s.id, self.start_label, self.start_note, formula, n=self.start)
                for s in self.sides
            )
        )

    def carried(self, standing: Any, lines: Iterable[ScoreLine]) -> Any:
        return super().carried(standing, [x for x in lines if x.rule != self.start_note])


class CountdownGame(StartScoreGame):
    """Counting down from the start score; players may be eliminated."""

    Standing = CountdownStanding

    def leaders(self, standing: Any) -> tuple[str, ...]:
        """The lowest of those who are still in the game."""
        scores = enumerate(zip(self.sides, standing.totals, strict=True))
        inside = {side.id: total for i, (side, total) in scores if i not in standing.out}
        return tuple(side for side, total in inside.items() if total == min(inside.values()))

    def next_standing(self, state: Any, lines: Iterable[ScoreLine]) -> Any:
        """Whoever is out does not deal either."""
        standing = super().next_standing(state, lines)
        dealer = standing.dealer
        while dealer in standing.out:
            dealer = (dealer + self.direction) % self.players
        return standing.but(dealer=dealer)

    def panels(self, state: Any) -> dict[str, Any]:
        found = super().panels(state)
        for seat in state.standing.out:
            found.setdefault("notes", {}).setdefault(seat, []).append("out of the game")
        return found


@dataclass(frozen=True)
class OutAtZero:
    """The match is won by going out at zero, or by being the last who is left."""

    text: ClassVar[str] = "to 0"

    def note(self, game: Game) -> Rule:
        return note(
            "out-at-zero",
            "Out at zero",
            "Whoever stands at exactly 0 after a deal and announces it by knocking goes out and wins."
            " If several do, the first to announce it wins. If all others have been eliminated, the"
            " last player wins.",
            "countdown",
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        if standing.winner is not None:
            side = game.sides[standing.winner]
            return Outcome((side.id,), f"{side.name} went out at 0")
        left = [side for i, side in enumerate(game.sides) if i not in standing.out]
        return (
            Outcome((left[0].id,), f"{left[0].name} is the only player left")
            if len(left) == 1
            else None
        )
