"""Exercises on scores: what a side scores in a finished deal, what one rule gave it, and which
rule gave the points.

Knows score lines.  Knows no game's values.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.base import Kind, Params, between, dice
from cardlab.lessons.exercises.search import PLIES, restood, seldom, spots

VAIN = 25
"""After so many deals that had the line and could not be asked about, a search ends."""
FEW = 10
"""So many finished deals are looked at before others are set up from them."""


class OfScores(Kind):
    """The end of a deal in which a rule of scoring made a line.  made: it gave points, or (no)
    took some; lines: the side has so many."""

    params = ("made", "lines")

    def fits(self, game: Game, rule: Rule) -> bool:
        return rule.kind == "score"

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        rng, vain = dice(game, self.id, seed), 0
        for state, lines in _ends(game, rule, seed):
            mine = [x for x in lines if rule is None or x.rule == rule]
            if not mine:
                continue
            entry = rng.choice(mine)
            if "made" in params and (entry.points > 0) != (params["made"] == "true"):
                continue
            low, high = between(params.get("lines", ""), (1, 99))
            if not low <= sum(x.side == entry.side for x in lines) <= high:
                continue
            viewer = rng.randrange(game.players)
            q = self.asked(game, state, viewer, entry, lines)
            if q is not None:
                yield q
            elif (vain := vain + 1) >= VAIN:
                return  # the game scores in a way that this kind cannot ask about

    def asked(
        self, game: Game, state: Any, viewer: int, entry: Any, lines: tuple[Any, ...]
    ) -> Question | None:
        raise NotImplementedError

    def step(self, q: Question) -> int:
        """One line; two; several sides or values; many lines, or a formula with a condition."""
        mine = [x for x in q.lines if q.of is None or x.side == q.of]
        knotty = any(x.formula is not None and len(x.values) > 2 for x in mine)
        return min(4, max(1, len(mine)) + knotty)


def _ends(game: Game, rule: Rule | None, seed: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Finished deals with their lines: of matches that begin and of late ones; then the same
    deals with other points on the board; then more and more of both."""
    rare = seldom(game, rule)
    sources = [
        spots(game, seed, over=True, late=late, rare=rare, most=PLIES // 2)
        for late in (False, True)
    ]
    played: list[Any] = []
    for source in sources:
        for spot in islice(source, FEW):
            played.append(spot.state)
            yield spot.state, game.deal_lines(spot.state)
    rng = dice(game, f"restood/{rule}", seed)
    for state in played:
        for other in restood(game, state, rng, 60):
            lines = game.deal_lines(other)
            if any(x.rule == rule for x in lines):
                yield other, lines
                break
    for source in sources:
        for spot in source:
            yield spot.state, game.deal_lines(spot.state)


@cache
def _staked(game: Game) -> bool:
    """Whether every deal has points by note, such as stakes that all pay: no deal's points are
    earned in it alone."""
    return all(
        any(x.rule.kind == "note" for x in lines) for _, lines in islice(_ends(game, None, 1), 3)
    )


class ScoreDeal(OfScores):
    """How many points does a side score in this deal?"""

    id = "score-deal"

    def fits(self, game: Game, rule: Rule) -> bool:
        return super().fits(game, rule) and not _staked(game)

    def asked(
        self, game: Game, state: Any, viewer: int, entry: Any, lines: tuple[Any, ...]
    ) -> Question | None:
        if any(x.rule.kind == "note" for x in lines):
            return None  # points that everybody begins with are no points of the deal
        return Question(game, state, viewer, "how-much", of=entry.side, about=str(entry.rule))


class LinePoints(OfScores):
    """How many points does one rule give a side?"""

    id = "line-points"

    def asked(
        self, game: Game, state: Any, viewer: int, entry: Any, lines: tuple[Any, ...]
    ) -> Question | None:
        return Question(
            game,
            state,
            viewer,
            "how-much",
            of=entry.side,
            line=str(entry.rule),
            about=str(entry.rule),
        )

    def step(self, q: Question) -> int:
        mine = [x for x in q.lines if x.side == q.of and x.rule == q.line]
        return min(4, max((len(x.values) for x in mine), default=1) or 1)


class WhichLine(OfScores):
    """Which rule gave these points?"""

    id = "which-line"

    def asked(
        self, game: Game, state: Any, viewer: int, entry: Any, lines: tuple[Any, ...]
    ) -> Question | None:
        by_points = {x.rule for x in lines if x.side == entry.side and x.points == entry.points}
        if len(by_points) > 1:
            return None  # two rules gave this side the same points: either would be an answer
        most = max(
            (x for x in lines if x.side == entry.side and x.rule == entry.rule),
            key=lambda x: abs(x.points),
        )
        if most.points != entry.points:
            return None
        # a game with few rules of scoring lends some of its notes to choose from
        few = max(1, 4 - len(game.score_rules()))
        offer = tuple(
            str(r)
            for r in game.notes
            if r.kind != "score" and r.text(game) != entry.rule.text(game)
        )[:few]
        return Question(
            game, state, viewer, "which-line", of=entry.side, line=str(entry.rule), offer=offer
        )

    def step(self, q: Question) -> int:
        return min(4, max(1, len(q.options) - 2))


SCORES = (ScoreDeal(), WhichLine(), LinePoints())
