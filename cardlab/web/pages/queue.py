"""Which exercise comes next: of a concept, of an address and its like, or of what is due today.

Knows kinds, games and a learner's progress; knows no page and marks nothing. Two items in a row are
never the same.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from cardlab.concepts import concept as known_concept
from cardlab.lessons import exercises as made
from cardlab.lessons.progress import Due
from cardlab.lessons.sharing import shared

__all__ = ["Like", "Mixed", "Review"]

TRIES = 8
"""So many draws are tried before an exercise is given up."""

Step = Callable[[str], int]


def _easy(kind: str) -> int:
    return 1


def _conditions(kind: str, step: Step, params: Mapping[str, Any]) -> dict[str, Any]:
    """The difficulty, where the learner has got beyond the first."""
    wanted = step(kind)
    return {"step": wanted, **params} if wanted > 1 else dict(params)


class Mixed:
    """Items on a concept: from one game after the other, of one kind after the other.

    begin: an item that is laid first; first: the game of the first one; last: what was laid before.
    kinds: only these, where a game has them; game: only this one.

    >>> draw = Mixed("follow-suit", first="kaiser")
    >>> items = [draw(seed) for seed in (1, 20, 40)]
    >>> len({item.game_id for item in items[:2]}), len({item.kind for item in items[:2]}), items[0].game_id
    (2, 2, 'kaiser')
    """

    def __init__(
        self,
        concept: str,
        game: str | None = None,
        step: Step = _easy,
        *,
        first: str = "",
        kinds: Collection[str] = (),
        last: Any = None,
        begin: Any = None,
        **params: Any,
    ) -> None:
        self._begin = begin
        known_concept(concept)
        self.concept, self.step, self.only, self.params, self._first = (
            concept,
            step,
            frozenset(kinds),
            params,
            first,
        )
        self.games = (game,) if game is not None else shared()["games"].get(concept, ())
        self._last = last
        if not self.games or (game is not None and not made.kinds(concept, game)):
            raise ValueError(
                f"there are no exercises on “{concept}”" + (f" in {game}" if game else "")
            )

    def __call__(self, seed: int) -> Any:
        if self._begin is not None:
            self._last, self._begin = self._begin, None
            return self._last
        rng = random.Random(seed)
        last, why = self._last, ValueError(f"there are no exercises on “{self.concept}”")
        games = list(self.games)
        rng.shuffle(games)
        # another game and another kind than last time, where there is one
        games.sort(key=lambda g: (g != self._first, last is not None and g == last.game_id))
        for turn in range(TRIES):
            game = games[turn % len(games)]
            # Asked of one game at a time: to know what all of them can ask takes far too long for a
            # page.
            kinds = [k for k in made.kinds(self.concept, game) if not self.only or k in self.only]
            rng.shuffle(kinds)
            kinds.sort(key=lambda k: last is not None and k == last.kind)
            if not kinds:
                continue
            try:
                self._last = self._one(kinds[turn // len(games) % len(kinds)], game, seed + turn)
            except ValueError as said:
                why = said
                continue
            self._first = ""
            return self._last
        raise why

    def _one(self, kind: str, game: str, seed: int) -> Any:
        avoid = (made.fingerprint(self._last),) if self._last is not None else ()
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
                    first.kind,
                    game=first.game_id,
                    seed=seed + turn,
                    options=options,
                    avoid=avoid if turn < TRIES - 1 else (),
                    **params,
                )
            except ValueError as said:
                why = said
                continue
            return self._last
        raise why


class Review:
    """What is due, one item each; None at the end.  first: a concept that comes before the
    others."""

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
            item = self._item(self.due[self._at], seed)
            if item is not None:
                self._last = item
                return item
            # No exercise asks about this: the lesson does, and the map leads there.
            del self.due[self._at]
            self._at -= 1
        self._at = len(self.due)
        return None

    def _item(self, due: Due, seed: int) -> Any:
        """The same kind and rule in the game chosen for it; else any exercise of the concept
        there, else anywhere."""
        for game, kinds in self._ways(due):
            try:
                return Mixed(due.concept, game, self.step, kinds=kinds, last=self._last)(seed)
            except ValueError:
                continue
        return None

    def _ways(self, due: Due) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        if due.game:
            here = made.kinds(due.concept, due.game)
            for wanted in (due.kind, f":{due.rule}" if due.rule else ""):
                if wanted and (fitting := tuple(k for k in here if k.endswith(wanted))):
                    yield due.game, fitting
            yield due.game, ()
        yield None, ()
