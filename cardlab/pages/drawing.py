"""Which exercise comes next: of a concept, of an address and its like, or of what is due today.

Knows kinds, games and a learner's progress; knows no page and marks nothing. Two items in a row are never the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ..lessons import exercises as made
from ..lessons.progress import Due, Progress

__all__ = ["Due", "Like", "Mixed", "Review"]

TRIES = 8
"""So many draws are tried before an exercise is given up."""

Step = Callable[[str], int]


def _easy(kind: str) -> int:
    return 1


def steps(progress: Progress) -> Step:
    """How hard each kind of exercise should be for this learner."""
    return progress.difficulty


def _conditions(kind: str, step: Step, params: Mapping[str, Any]) -> dict[str, Any]:
    """The difficulty, where the learner has got beyond the first."""
    wanted = step(kind)
    return {"step": wanted, **params} if wanted > 1 else dict(params)


class Mixed:
    """Items of several kinds, from one game after the other.

    >>> draw = Mixed(made.kinds("follow-suit"))
    >>> items = [draw(seed) for seed in (1, 20, 40, 60)]
    >>> all(made.fingerprint(a) != made.fingerprint(b) for a, b in zip(items, items[1:]))
    True
    """

    def __init__(self, kinds: Sequence[str], game: str | None = None, step: Step = _easy, **params: Any) -> None:
        self.kinds, self.game, self.step, self.params = tuple(kinds), game, step, params
        self._last: Any = None

    def __call__(self, seed: int) -> Any:
        rng = random.Random(seed)
        order = list(self.kinds)
        rng.shuffle(order)
        if self._last is not None:
            # another kind than last time, where there is one
            order.sort(key=lambda kind: kind == self._last.kind)
        why = ValueError("nothing was found")
        for turn in range(TRIES):
            try:
                found = self._one(order[turn % len(order)], seed + turn, rng)
            except ValueError as said:
                why = said
                continue
            self._last = found
            return found
        raise why

    def _one(self, kind: str, seed: int, rng: random.Random) -> Any:
        last = self._last
        avoid = (made.fingerprint(last),) if last is not None else ()
        game = self.game
        if game is None:
            able = list(made.games_of(kind))
            others = [g for g in able if last is None or g != last.question.game.id] or able
            game = rng.choice(others) if others else None
        conditions = _conditions(kind, self.step, self.params)
        try:
            return made.exercise(kind, game=game, seed=seed, avoid=avoid, **conditions)
        except ValueError:
            if conditions == self.params:
                raise
            return made.exercise(kind, game=game, seed=seed, avoid=avoid, **self.params)


class Like:
    """An item first, then others of its kind, game and conditions."""

    def __init__(self, first: Any) -> None:
        self.first = first
        self._last: Any = None

    def __call__(self, seed: int) -> Any:
        first, last = self.first, self._last
        if last is None and seed == first.seed:
            self._last = first
            return first
        options, params = dict(first.question.game.chosen), dict(first.params)
        avoid = (made.fingerprint(last),) if last is not None else ()
        why = ValueError("nothing was found")
        for turn in range(TRIES):
            try:
                self._last = made.exercise(
                    first.kind, game=first.game_id, seed=seed + turn, options=options, avoid=avoid if turn < TRIES - 1 else (),
                    **params,
                )  # fmt: skip
            except ValueError as said:
                why = said
                continue
            return self._last
        raise why


class Review:
    """What is due, one item each; None at the end.  first: a concept that comes before the others."""

    def __init__(self, due: Sequence[Due], first: str = "", step: Step = _easy) -> None:
        self.due = sorted(due, key=lambda d: d.concept != first)
        self.step = step
        self._at = -1
        self._last: Any = None

    @property
    def count(self) -> int:
        return len(self.due)

    @property
    def now(self) -> Due | None:
        return self.due[self._at] if 0 <= self._at < len(self.due) else None

    @property
    def why(self) -> str:
        """Why this item comes back today."""
        return self.now.reason if self.now is not None else ""

    def concept(self, item: Any) -> str:
        """What the answer counts for: that which came back."""
        return self.now.concept if self.now is not None else ""

    def __call__(self, seed: int) -> Any:
        while self._at + 1 < len(self.due):
            self._at += 1
            found = self._item(self.due[self._at], seed)
            if found is not None:
                self._last = found
                return found
            # No exercise asks about this: the lesson does, and the map leads there.
            del self.due[self._at]
            self._at -= 1
        self._at = len(self.due)
        return None

    def _item(self, due: Due, seed: int) -> Any:
        """The same kind and rule in the game chosen for it; else any exercise of the concept there, else anywhere."""
        for kinds, game in self._ways(due):
            if not kinds:
                continue
            draw = Mixed(kinds, game, self.step)
            draw._last = self._last
            try:
                return draw(seed)
            except ValueError:
                continue
        return None

    def _ways(self, due: Due) -> list[tuple[tuple[str, ...], str | None]]:
        game = due.game or None
        try:
            here, anywhere = made.kinds(due.concept, game), made.kinds(due.concept)
        except ValueError:
            return []
        same = tuple(kind for kind in here if kind == due.kind)
        rule = tuple(kind for kind in here if due.rule and kind.endswith(f":{due.rule}"))
        return [(same, game), (rule, game), (here, game), (anywhere, None)]
