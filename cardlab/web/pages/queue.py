"""Which exercise comes next: what is due today and what is being learned, one concept, or an
address and its like; and finding it before somebody asks.

Knows kinds, games and a learner's progress; knows no page and marks nothing. Two items in a row are
never the same, and at most one in six is about the wording of rules.
"""

from __future__ import annotations

import asyncio
import random
import sys
import threading
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from cardlab.concepts import concept as known_concept
from cardlab.lessons import exercises as made
from cardlab.lessons.choosing import OFF_TABLE, Fitting, Spacing, Step, easy
from cardlab.lessons.deals import the_game
from cardlab.lessons.progress import Due
from cardlab.lessons.questions import Knowledge
from cardlab.lessons.sharing import shared

__all__ = ["Like", "Mixed", "Review", "RunAhead", "Today"]

TRIES = 8
"""So many draws are tried before an exercise is given up."""
LIKE_TRIES = 3
"""The same where only one kind, game and rule will do."""

AHEAD = 3
"""So many items are found before somebody asks for them."""
IDLE = 0.2
"""Seconds after which a browser's Python begins to look for the next item."""
Draw = Callable[[int], Any]


def _conditions(kind: str, step: Step, params: Mapping[str, Any]) -> dict[str, Any]:
    """The difficulty, where the learner has got beyond the first."""
    wanted = step(kind)
    return {"step": wanted, **params} if wanted > 1 else dict(params)


def _those_of(games: Sequence[str], among: Collection[str]) -> tuple[str, ...]:
    """The games that are among others; nothing of a single one, which would soon be known by heart."""
    some = tuple(game for game in games if game in among)
    return some if len(some) > 1 else ()


class Mixed:
    """Items on a concept: from one game after the other, of one kind after the other.

    begin: an item that is laid first; first: the game of the first one; last: what was laid before.
    kinds: only these, where a game has them; game: only this one; among: only these games, if any
    of them has the concept; known: what the learner knows, if nothing else may be asked for.

    >>> draw = Mixed("follow-suit", first="kaiser")
    >>> items = [draw(seed) for seed in (1, 20, 40)]
    >>> len({item.game_id for item in items[:2]}), len({item.kind for item in items[:2]}), items[0].game_id
    (2, 2, 'kaiser')
    """

    def __init__(
        self,
        concept: str,
        game: str | None = None,
        step: Step = easy,
        *,
        spacing: Spacing | None = None,
        among: Collection[str] = (),
        known: Knowledge | None = None,
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
        every = shared()["games"].get(concept, ())
        self.games = (game,) if game is not None else _those_of(every, among) or every
        self._last, self._known = last, known
        self._spacing = spacing if spacing is not None else Spacing()
        if not self.games or (game is not None and not made.kinds(concept, game)):
            raise ValueError(
                f"there are no exercises on “{concept}”" + (f" in {game}" if game else "")
            )

    def __call__(self, seed: int) -> Any:
        if self._begin is not None:
            self._last, self._begin = self._begin, None
            self._spacing.add(self._last)
            return self._last
        rng = random.Random(seed)
        games = list(self.games)
        rng.shuffle(games)
        # another game and another kind than last time, where there is one
        last = self._last
        games.sort(key=lambda g: (g != self._first, last is not None and g == last.game_id))
        words = self._spacing.allows_words and rng.random() < 1 / 3
        for about_table in (False, True) if words else (True, False):
            for game, kind, turn in self._ways(rng, games, about_table):
                item = self._one(kind, game, seed + turn)
                if item is not None:
                    self._last, self._first = item, ""
                    self._spacing.add(item)
                    return item
        raise ValueError(f"there are no exercises on “{self.concept}”")

    def _ways(
        self, rng: random.Random, games: Sequence[str], about_table: bool
    ) -> Iterator[tuple[str, str, int]]:
        """Some games, one after the other, each with a kind: of one sort, another than last time
        if there is one. The number says which it is."""
        last = self._last
        for turn in range(TRIES):
            game = games[turn % len(games)]
            # Asked of one game at a time: to know what all of them can ask takes far too long for a
            # page.
            kinds = [
                kind
                for kind in made.kinds(self.concept, game)
                if (not self.only or kind in self.only) and asks_table(kind) == about_table
            ]
            rng.shuffle(kinds)
            kinds.sort(key=lambda k: last is not None and k == last.kind)
            if kinds:
                yield game, kinds[turn // len(games) % len(kinds)], turn

    def _one(self, kind: str, game: str, seed: int) -> Any:
        """An item as hard as it may be, or else as it comes; None where there is none."""
        avoid = (made.fingerprint(self._last),) if self._last is not None else ()
        conditions = _conditions(kind, self.step, self.params)
        table = the_game(game)
        item = made.find(kind, table, conditions, seed, avoid)
        if item is None and conditions != self.params:
            item = made.find(kind, table, self.params, seed, avoid)
        if item is not None and self._known is not None and item.question.unfair(self._known):
            return None
        return item


def asks_table(kind: str) -> bool:
    """Whether a kind of exercise is about the cards on a table, not the words of the rules."""
    return not issubclass(made.kind_of(kind)[0], OFF_TABLE)


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
        for turn in range(LIKE_TRIES):
            try:
                self._last = made.exercise(
                    first.kind,
                    game=first.game_id,
                    seed=seed + turn,
                    options=options,
                    avoid=avoid if turn < LIKE_TRIES - 1 else (),
                    **params,
                )
            except ValueError as problem:
                why = problem
                continue
            return self._last
        raise why


class Review:
    """What is due, one item each; None at the end.  first: a concept that comes before the
    others."""

    def __init__(
        self,
        due: Sequence[Due],
        first: str = "",
        step: Step = easy,
        spacing: Spacing | None = None,
        known: Knowledge | None = None,
    ) -> None:
        """known: what the learner knows; more is asked for only where nothing else comes back."""
        self._known = known
        self.due = sorted(due, key=lambda d: d.concept != first)
        self.step = step
        self._spacing = spacing if spacing is not None else Spacing()
        self._at = 0
        self._last: Any = None
        self._of: dict[str, Due] = {}

    @property
    def count(self) -> int:
        return len(self.due)

    def why(self, item: Any) -> str:
        """Why this item comes back today; nothing for one that does not."""
        due = self._of.get(item.address)
        return due.reason if due is not None else ""

    def concept(self, item: Any) -> str:
        """What the answer counts for: that which came back; nothing for another item."""
        due = self._of.get(item.address)
        return due.concept if due is not None else ""

    def __call__(self, seed: int) -> Any:
        while self._at < len(self.due):
            due = self.due[self._at]
            item = self._item(due, seed)
            if item is not None:
                self._at += 1
                self._last, self._of[item.address] = item, due
                return item
            # No exercise asks about this: the lesson does, and the map leads there.
            del self.due[self._at]
        return None

    def _item(self, due: Due, seed: int) -> Any:
        """The same kind and rule in the game chosen for it; else any exercise of the concept
        there, else anywhere."""
        for known in (self._known, None) if self._known is not None else (None,):
            for game, kinds in self._ways(due):
                try:
                    return Mixed(
                        due.concept,
                        game,
                        self.step,
                        spacing=self._spacing,
                        known=known,
                        kinds=kinds,
                        last=self._last,
                    )(seed)
                except ValueError:
                    continue
        return None

    def _ways(self, due: Due) -> Iterator[tuple[str | None, tuple[str, ...]]]:
        if due.game:
            here = [kind for kind in made.kinds(due.concept, due.game) if asks_table(kind)]
            for wanted in (due.kind, f":{due.rule}" if due.rule else ""):
                if wanted and (fitting := tuple(k for k in here if k.endswith(wanted))):
                    yield due.game, fitting
            yield due.game, ()
        yield None, ()


class Today:
    """What is due, then what is being learned; None where neither has anything more."""

    def __init__(self, review: Review, fitting: Fitting) -> None:
        self._review, self._fitting = review, fitting

    def __call__(self, seed: int) -> Any:
        item = self._review(seed)
        return item if item is not None else self._fitting(seed)


class RunAhead:
    """Draws items before somebody asks for them, each with the seed that follows the one before.

    In a thread, or where there is only one (in a visitor's browser) as soon as nothing else is to
    be done. What a draw raises is raised when its item is asked for.
    """

    def __init__(self, draw: Draw, most: int = AHEAD) -> None:
        self._draw, self._most = draw, most
        self._ready: deque[tuple[int, Any]] = deque()
        self._change = threading.Condition()
        self._busy = False

    def __call__(self, seed: int) -> Any:
        """The item of a seed; finding those after it is begun."""
        with self._change:
            self._change.wait_for(lambda: self._ready or not self._busy)
            if self._ready and self._ready[0][0] == seed:
                item = self._ready.popleft()[1]
            else:
                self._change.wait_for(lambda: not self._busy)
                self._ready.clear()
                item = self._one(seed)
            if isinstance(item, Exception):
                raise item
            self._go_on_after(self._ready[-1][1] if self._ready else item)
            return item

    def peek(self) -> Any:
        """The item that comes next if it was found already, else None."""
        with self._change:
            item = self._ready[0][1] if self._ready else None
        return None if isinstance(item, Exception) else item

    def wait(self) -> None:
        """Wait until as many items are found as are wanted."""
        with self._change:
            self._change.wait_for(lambda: not self._busy)

    def _one(self, seed: int) -> Any:
        try:
            return self._draw(seed)
        except Exception as trouble:
            return trouble

    def _go_on_after(self, last: Any) -> None:
        """Begin to find items, unless that is going on or there are none after the last."""
        enough = len(self._ready) >= self._most
        if self._busy or enough or last is None or isinstance(last, Exception):
            return
        if sys.platform == "emscripten":
            asyncio.get_running_loop().call_later(IDLE, self._find, last.seed + 1, 1)
        else:
            self._busy = True
            work = threading.Thread(
                target=self._find, args=(last.seed + 1, self._most), daemon=True
            )
            work.start()

    def _find(self, seed: int, most: int) -> None:
        """Find items until there are as many as are wanted, or no more."""
        while True:
            item = self._one(seed)
            with self._change:
                self._ready.append((seed, item))
                over = item is None or isinstance(item, Exception) or len(self._ready) >= most
                self._busy = not over
                self._change.notify_all()
                if over:
                    return
                seed = item.seed + 1
