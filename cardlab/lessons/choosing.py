"""Which exercise suits a learner: about cards on a table, in a game and with concepts that were met,
of a kind that is a little harder than what was right last.

Knows a learner's progress, lessons, games and kinds of question. Knows no page and marks nothing.

>>> from cardlab.lessons.progress import Event
>>> mine = Progress([Event(0, "lesson-done", concept="follow-suit")])
>>> met = met_by(mine)
>>> met.games, "trick" in met.concepts, "trump" in met.concepts
(('scotch-whist',), True, False)
>>> item = Fitting(met)(4)
>>> item.game_id, item.question.unfair(met.knowledge), on_table(item)
('scotch-whist', '', True)
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from cardlab.lessons.book import load, taught
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import KINDS, Exercise, find, fingerprint
from cardlab.lessons.generated import before
from cardlab.lessons.progress import Progress
from cardlab.lessons.questions import Knowledge
from cardlab.lessons.questions.packs import CardsInPack, HowManyCopies
from cardlab.lessons.questions.sheets import SheetQuestion
from cardlab.lessons.rare import rare_seeds
from cardlab.lessons.sharing import easiest

__all__ = ["APART", "Fitting", "Met", "Spacing", "easy", "met_by", "on_table"]

APART = 5
"""So many questions about a table lie between two that are not about one."""
TRIES = 12
"""So many pairs of a game and a rule are tried for one exercise."""
SEEN_LAST = 3
"""So many exercises are remembered, from which the next one has to differ."""
OFF_TABLE = (SheetQuestion, CardsInPack, HowManyCopies)
"""Kinds whose answer is in the words of the rules, not in the cards that lie there."""

Step = Callable[[str], int]


def easy(kind: str) -> int:
    """The first step, for somebody of whom nothing is known."""
    return 1


class Met(NamedTuple):
    """What a learner has met: concepts with all that they build on, and games, the easiest
    first."""

    concepts: frozenset[str]
    games: tuple[str, ...]
    recent: tuple[str, ...] = ()
    """The concepts that are still being learned, the last one first."""

    @property
    def knowledge(self) -> Knowledge:
        return Knowledge(self.concepts)


def met_by(progress: Progress) -> Met:
    """What somebody has met by now: of a finished lesson its concepts, and the games of its
    positions."""
    own = [concept for concept in progress.concepts if progress.met(concept)]
    games = set(progress.met_games)
    for concept in own:
        if progress.lesson_done(concept) and concept in taught():
            games |= {position.game for position in load(concept).position.values()}
    taught_too = [also for c in own if c in taught() for also in load(c).concepts]
    concepts = frozenset[str]().union(*map(before, (*own, *taught_too)))
    learning = [c for c in reversed(own) if progress.mastery(c) == "seen"]
    return Met(concepts, tuple(game for game in easiest() if game in games), tuple(learning))


def on_table(item: Exercise) -> bool:
    """Whether the cards on the table give the answer."""
    return "table" in item.question.shown and not isinstance(item.question, OFF_TABLE)


class Spacing:
    """How long ago the last question was that is not about a table: at most one in six is not, and
    never the first."""

    def __init__(self) -> None:
        self._since = 0

    @property
    def allows_words(self) -> bool:
        return self._since >= APART

    def add(self, item: Exercise) -> None:
        self._since = self._since + 1 if on_table(item) else 0


@cache
def _kinds_in(game: str) -> tuple[tuple[str, bool, frozenset[str]], ...]:
    """What can be asked in a game: the kind with its rule, whether it is about a table, and the
    concepts of the rule. Where nothing is ever found, nothing is asked."""
    table = the_game(game)
    return tuple(
        (id, not issubclass(kind, OFF_TABLE), frozenset(rule.concepts))
        for rule in table.all_rules()
        if rule.concepts and table.quiet_of(rule) is None
        for kind in KINDS.values()
        if kind.fits(table, rule) and rare_seeds(id := f"{kind.kind}:{rule}", game) is None
    )


class _Pair(NamedTuple):
    """A game and a kind of exercise with its rule, and how likely it is to be drawn."""

    game: str
    kind: str
    weight: float


class Fitting:
    """Exercises for one learner, one after the other; None where nothing suits.

    step: how hard a kind of exercise may be; spacing: shared with whatever else is drawn in the
    same practice.
    """

    def __init__(self, met: Met, step: Step = easy, spacing: Spacing | None = None) -> None:
        self.met, self.step = met, step
        self.spacing = spacing if spacing is not None else Spacing()
        self._last: list[Exercise] = []
        self._drawn = 0
        self._again: dict[tuple[str, str], int] = {}
        """When a pair that found nothing may be tried again."""

    def __call__(self, seed: int) -> Exercise | None:
        """The exercise of a seed, after those that were drawn before it."""
        rng = random.Random(seed)
        self._drawn += 1
        words = self.spacing.allows_words and rng.random() < 1 / 3
        for about_table in (False, True) if words else (True,):
            for turn, pair in enumerate(self._pairs(rng, about_table)):
                if self._again.get(pair[:2], 0) > self._drawn:
                    continue
                item = self._found(pair, seed + turn)
                if item is not None:
                    self.heard(item)
                    return item
        return None

    def heard(self, item: Exercise) -> None:
        """Take an exercise as seen, so that the next one differs from it."""
        self._last = [*self._last[1 - SEEN_LAST :], item]
        self.spacing.add(item)

    def _pairs(self, rng: random.Random, about_table: bool) -> Iterator[_Pair]:
        """Some pairs, those first that differ from the last exercise: first a kind of question,
        then a game that was met and a rule whose concepts are all known."""
        by_kind = self._askable(about_table)
        last = self._last[-1] if self._last else None
        names = list(by_kind)
        rng.shuffle(names)
        names.sort(key=lambda name: last is not None and name == last.kind.partition(":")[0])
        for turn in range(TRIES if names else 0):
            pairs = by_kind[names[turn % len(names)]]
            same = last.game_id if last is not None else ""
            weights = [pair.weight * (0.2 if pair.game == same else 1) for pair in pairs]
            yield rng.choices(pairs, weights)[0]

    def _askable(self, about_table: bool) -> dict[str, list[_Pair]]:
        """The pairs that can be asked, by the name of the kind: easy games come most often, and
        what is still being learned more often than the rest."""
        by_kind: dict[str, list[_Pair]] = {}
        recent = set(self.met.recent[:5])
        for place, game in enumerate(self.met.games):
            for id, about, concepts in _kinds_in(game):
                if about == about_table and concepts <= self.met.concepts:
                    weight = (3 if concepts & recent else 1) / (2 + place)
                    by_kind.setdefault(id.partition(":")[0], []).append(_Pair(game, id, weight))
        return by_kind

    def _found(self, pair: _Pair, seed: int) -> Exercise | None:
        avoid = [fingerprint(item) for item in self._last]
        wanted = self.step(pair.kind)
        conditions = {"step": wanted} if wanted > 1 else {}
        item = find(pair.kind, the_game(pair.game), conditions, seed, avoid)
        if item is not None and self._suits(item):
            return item
        self._again[pair[:2]] = self._drawn + 2 * SEEN_LAST
        return None

    def _suits(self, item: Exercise) -> bool:
        question = item.question
        known = set(question.concepts) <= self.met.concepts
        alone = question.choices and len(question.choices) < 2
        return known and not alone and not question.unfair(self.met.knowledge)
