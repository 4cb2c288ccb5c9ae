"""What is solved of a deal so far: what each card is worth, what the cards played gave away, and the
twenty results of bridge.

Knows the order in which a deal is solved, and what is known meanwhile.  Values come from the solver,
words from the coach.  Every step is done in a thread of its own, so that whoever waits can do
something else.
"""

from __future__ import annotations

import random
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import Any, NamedTuple, TypeVar

from cardlab.engine.game import Game, State
from cardlab.engine.moves import Move
from cardlab.engine.words import sentence
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.labs import analysis
from cardlab.labs.analysis import Course, DoubleDummyTable
from cardlab.players import coach

__all__ = ["LATE", "DealSolved", "Wanted", "plays_cards", "slow_here"]

T = TypeVar("T")

SECONDS = 2.0
"""Longest time for one position."""
BREATH = 0.03
"""Seconds for which the page waits for a thread before it looks at what else there is to do."""
PLAIN = 4
"""Cards in a hand up to which the solver is quick without being compiled."""
LATE = (
    "Not solved in time: there are too many cards still to be played. Go on a few cards, and it"
    " will be."
)


SLOW = (
    "The solver is not compiled here, which makes it some hundred times slower: the last tricks of a"
    " deal take seconds, and earlier positions are often not solved in time."
)


def slow_here() -> str:
    """What to say where the solver runs as plain Python, as it does in a browser; else nothing."""
    from cardlab.solver.keeping import can_compile

    return "" if can_compile() else SLOW


class Wanted(NamedTuple):
    """What somebody looks at: the moment, a card (else the one played, else a best one), whether
    lines go on to the end of the deal, and whether what a player could know is worked out."""

    at: int
    card: str = ""
    whole: bool = False
    knowing: bool = False


@dataclass
class DealSolved:
    """A course with everything that is solved of it so far.

    values: by moment what each move is worth, or a sentence why that is not known; lines: by moment
    and move how it goes on, and until when; names: what the play is called; known: what could be
    known; losses: what the cards played gave away; table: the twenty results; why_not: why nothing
    can be solved, None where that is not yet known.
    """

    course: Course
    why_not: str | None = None
    values: dict[int, Any] = field(default_factory=dict)
    lines: dict[tuple[int, str], Any] = field(default_factory=dict)
    names: dict[tuple[int, str], Any] = field(default_factory=dict)
    known: dict[int, Any] = field(default_factory=dict)
    losses: dict[int, Any] = field(default_factory=dict)
    table: DoubleDummyTable = field(default_factory=DoubleDummyTable)

    def __post_init__(self) -> None:
        # whether a game of tricks has tables takes a moment to find out, and is found out beside
        # the page
        if self.why_not is None and not isinstance(self.course.game, TrickGame):
            self.why_not = _compiles(self.course.game)

    # -- what is known
    def worth(self, at: int) -> dict[Move, Any]:
        """What each move is worth at this moment; empty where that is not known."""
        values = self.values.get(at)
        return values if isinstance(values, dict) else {}

    def played(self, at: int) -> str:
        """The card that was played at this moment, if one was."""
        if at >= self.course.ply:
            return ""
        seat, move = self.course.entries[at]
        return str(move.card) if seat is not None and move.card is not None else ""

    def looked_at(self, wanted: Wanted) -> Move | None:
        """The card whose line is shown: the one wanted, else the one played, else a best one."""
        values = self.worth(wanted.at)
        if not values:
            return None
        card = wanted.card or self.played(wanted.at)
        best = coach.least(self.course.state_at(wanted.at), values)
        return next((move for move in values if str(move.card) == card), None) or best

    def best_card(self, at: int, move: Move) -> Move:
        """This card if it gives nothing away, else the least of the best."""
        values = self.worth(at)
        if coach.cost(values, move) == 0:
            return move
        return coach.least(self.course.state_at(at), values)

    def plays(self, at: int) -> tuple[int, ...]:
        """The plays of the deal that is looked at."""
        return coach.plays(self.course, at) or coach.plays(self.course)

    # -- solving
    def work(self, wanted: Wanted) -> Iterator[float]:
        """Solve what somebody looks at, then the rest; yields the share done."""
        from cardlab.solver import CannotCompile, NotInTime, warm

        few = max(map(len, self.course.state_at(wanted.at).hands), default=0) <= PLAIN
        if few:
            warm()
        else:
            yield from _beside(lambda: warm(wait=True), 0.0)
        if self.why_not is None:
            self.why_not = yield from _beside(lambda: _compiles(self.course.game), 0.0)
        if self.why_not:
            return
        try:
            yield from self._solve_here(wanted)
            yield from self._solve_losses(wanted.at)
            yield from self._solve_table(wanted.at)
            if wanted.knowing:
                yield from self._solve_known(wanted.at)
        except CannotCompile as no:
            self.values.setdefault(wanted.at, sentence(str(no)))
        except NotInTime:
            self.values.setdefault(wanted.at, LATE)

    def _solve_here(self, wanted: Wanted) -> Iterator[float]:
        """What each card is worth, and how it goes on after the one looked at."""
        from cardlab.solver import NotInTime

        at, state = wanted.at, self.course.state_at(wanted.at)
        if not plays_cards(state):
            return
        if at not in self.values:
            try:
                self.values[at] = yield from _beside(
                    lambda: coach.values(state, seconds=SECONDS), 0.02
                )
            except NotInTime:
                self.values[at] = LATE
            yield 0.05
        move = self.looked_at(wanted)
        if move is None:
            return
        until = "deal" if wanted.whole else "trick"
        try:
            for other in dict.fromkeys((move, self.best_card(at, move))):
                if self.lines.get((at, str(other)), ("",))[0] != until:
                    line = partial(coach.best_line, state, other, until=until, seconds=SECONDS)
                    steps = yield from _beside(line, 0.07)
                    self.lines[at, str(other)] = (until, steps)
            if (at, str(move)) not in self.names:
                named = partial(coach.named, state, self.values[at], move, seconds=SECONDS)
                self.names[at, str(move)] = yield from _beside(named, 0.1)
        except NotInTime:
            self.names.setdefault((at, str(move)), None)

    def _solve_losses(self, at: int) -> Iterator[float]:
        plays = self.plays(at)
        if all(ply in self.losses for ply in plays):
            return

        def share() -> float:
            return 0.15 + 0.45 * sum(ply in self.losses for ply in plays) / len(plays)

        work = coach.losing(self.course, plays[-1], seconds=SECONDS)
        while (loss := (yield from _beside(lambda: next(work, None), share()))) is not None:
            self.losses[loss.ply] = loss
            yield share()

    def _solve_table(self, at: int) -> Iterator[float]:
        hands = analysis.full_deal(self.course.state_at(at))
        if hands is None or self.table.whole:
            return
        work = analysis.tabling(hands, self.table.tricks, SECONDS)
        share = 0.6
        while (table := (yield from _beside(lambda: next(work, None), share))) is not None:
            self.table = table
            share = 0.6 + 0.3 * len(table.tricks) / 20
            yield share

    def _solve_known(self, at: int) -> Iterator[float]:
        """What a player could know who sees only one hand."""
        values = self.worth(at)
        if at in self.known or len(values) < 2:
            return
        state, rng = self.course.state_at(at), random.Random(f"analysis/{at}")
        work = coach.knowing(state, tuple(values), rng=rng, seconds=SECONDS)
        share = 0.9
        while (step := (yield from _beside(lambda: next(work, None), share))) is not None:
            if isinstance(step, float):
                share = 0.9 + 0.1 * step
            else:
                self.known[at] = step
            yield share


def plays_cards(state: State) -> bool:
    """Whether a card is to be played to a trick."""
    return isinstance(state.phase, Tricks) and state.to_move is not None


@lru_cache(64)
def _compiles(game: Game) -> str:
    """Why a game cannot be solved, as a sentence; empty where it can."""
    from cardlab.solver import compiles

    return sentence(why) if (why := str(compiles(game))) else ""


def _beside(work: Callable[[], T], share: float) -> Generator[float, None, T]:
    """Do something long in a thread of its own; until it has ended, yield the share done every
    `BREATH` seconds, so that whoever waits can do something else or give up. Where there are no
    threads, as in a browser, it is done here and now."""
    if sys.platform == "emscripten":
        yield share
        return work()
    results: list[T] = []
    errors: list[BaseException] = []

    def run() -> None:
        try:
            results.append(work())
        except BaseException as error:  # it is raised where somebody waits for it
            errors.append(error)

    thread = threading.Thread(target=run, name="cardlab-analysis", daemon=True)
    thread.start()
    thread.join(BREATH)
    while thread.is_alive():
        yield share
        thread.join(BREATH)
    if errors:
        raise errors[0]
    return results[0]
