"""The way from what somebody knows to a game: steps that can be taken here, with their minutes, and
which step comes next for a learner.

A step is a drill (a few lessons) or a game with the lessons on what is new in it. Knows which
lessons and games there are, and a learner's progress as it is told. Does not know addresses, and
draws nothing.

>>> print(path("gin-rummy", known="rummy"))
Your way to Gin Rummy: 2 steps, ... minutes.
 1. Drill: Knocking: calling the end · Scoring the difference. ... minutes
 2. Game: Gin Rummy. New: Going gin · Undercut. ... minutes
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from typing import overload
from urllib.parse import parse_qsl, urlencode

from cardlab.concepts import EVERYDAY, closure, concept, game_entries, uses
from cardlab.concepts.coverage import unpublished
from cardlab.concepts.curriculum import load
from cardlab.concepts.gentle import AT_MOST, Drill, Stone, Stop, gentle_path
from cardlab.concepts.names import game_named, game_names
from cardlab.engine.catalogue import games, tables
from cardlab.engine.hooks import draw_path
from cardlab.engine.words import listed, number
from cardlab.lessons.book import lessons
from cardlab.lessons.book import load as lesson
from cardlab.lessons.minutes import deal_minutes, lesson_minutes
from cardlab.lessons.progress import Progress

__all__ = [
    "FIRST_GOAL",
    "PLAYED",
    "LearningPath",
    "LearningStep",
    "NextStep",
    "Wish",
    "concept_title",
    "duration",
    "first_goal",
    "fitting_game",
    "known_concepts",
    "lesson_left",
    "minutes_left",
    "next_goals",
    "next_step",
    "path",
    "step_done",
    "wish_of",
]

FIRST_GOAL = "scotch-whist"
"""Where the way leads for somebody who has not said where to, if it has a table here."""
PLAYED = ("never", "sometimes", "often")
"""How much somebody has played cards."""
OFTEN = ("rank", "suit", "pip-face", "match-structure", "eldest", "score-keeping")
"""What people who often play cards know beside the everyday things, whatever they play."""
USUAL_AT_MOST = 2
FIRST_LESSONS = ("symbol",)
"""Lessons that come before the book's order, because they need nothing and begin with cards."""
STAKES = ("stake", "pool", "banker")
"""Concepts of games that are played for stakes, which nobody has to pass through to another."""
FOR_STAKES = 15.0
"""What such a game costs on the way, in minutes."""
MOST_KNOWN = 40
"""Games that one wish may name."""


# -- what somebody wants
# ---------------------------------------------------------------------


@dataclass(frozen=True)
class Wish:
    """What a learner said: where to, what they know, how much they have played, and how many new
    concepts a step may bring.

    >>> Wish("kaiser", ("snap", "partnership-whist"), "often", 4).text
    'to=kaiser&known=snap&known=partnership-whist&played=often&new=4'
    >>> Wish.read("to=kaiser&known=snap&new=9")
    Wish(to='kaiser', known=('snap',), played='sometimes', at_most=2)
    """

    to: str = field(default_factory=lambda: first_goal())
    known: tuple[str, ...] = ()
    played: str = "sometimes"
    at_most: int = USUAL_AT_MOST

    @property
    def text(self) -> str:
        """As it is saved, and as it stands in an address."""
        known = [("known", id) for id in self.known]
        return urlencode([("to", self.to), *known, ("played", self.played), ("new", self.at_most)])

    @classmethod
    def read(cls, text: str) -> Wish:
        """A wish from its text; what cannot be understood is left out."""
        pairs = parse_qsl(text, errors="replace")
        values = dict(pairs)
        ids = game_names()
        known = dict.fromkeys(id for name, id in pairs if name == "known" and id in ids)
        new = values.get("new", "")
        return cls(
            values["to"] if values.get("to") in tables() else first_goal(),
            tuple(known)[:MOST_KNOWN],
            values["played"] if values.get("played") in PLAYED else "sometimes",
            int(new) if new in map(str, AT_MOST) else USUAL_AT_MOST,
        )

    @property
    def path(self) -> LearningPath:
        """The way that leads there."""
        return _path(self, tables())


def first_goal() -> str:
    """Where the way leads for somebody who has not said where to: Scotch Whist, or on a site
    without it the game that asks for the fewest concepts."""
    if FIRST_GOAL in tables():
        return FIRST_GOAL
    return min(_to_go_to(), key=lambda id: len(uses(id, "rules")))


def _to_go_to() -> tuple[str, ...]:
    """The games with a table here that somebody may be led to: without stakes, if there are any."""
    return tuple(id for id in tables() if not _for_stakes(id)) or tables()


def wish_of(progress: Progress) -> Wish | None:
    """What a learner said last; None if they never did."""
    return Wish.read(progress.goal) if progress.goal else None


# -- the way
# ---------------------------------------------------------------------


@dataclass(frozen=True)
class LearningStep:
    """One step: a drill, or a game to play; both may bring new concepts, each with its lesson."""

    number: int
    """Its place on the way, from 1."""
    game: str | None
    """The game of the catalogue; None for a drill."""
    title: str
    new: tuple[str, ...]
    """The concepts that are new, in the order of learning."""
    lessons: tuple[str, ...]
    """Their lessons: one may teach two or three concepts."""
    minutes: int
    stands_in: str = ""
    """The title of a game that would teach this and has no table here."""

    @property
    def kind(self) -> str:
        """ "game" or "drill"."""
        return "game" if self.game else "drill"

    @property
    def new_titles(self) -> tuple[str, ...]:
        """What is new, in the words of the map."""
        return tuple(map(concept_title, self.new))

    @property
    def met(self) -> tuple[str, ...]:
        """What is new and met at the table: no lesson on it lies on the way."""
        told = {concept for id in self.lessons for concept in lesson(id).concepts}
        return tuple(id for id in self.new if id not in told)

    def __str__(self) -> str:
        new = f" New: {' · '.join(self.new_titles)}." if self.game and self.new else ""
        return f"{self.kind.capitalize()}: {self.title}.{new} {_count(self.minutes, 'minute')}"


@dataclass(frozen=True)
class LearningPath(Sequence[LearningStep]):
    """The way to a game, step by step; the last step is the game itself."""

    wish: Wish
    steps: tuple[LearningStep, ...]
    note: str = ""
    """A sentence where the way leads elsewhere than was wanted."""

    @property
    def goal(self) -> str:
        """The game that it leads to, by the catalogue's id."""
        return self.wish.to

    @property
    def title(self) -> str:
        return game_names()[self.goal]

    @property
    def minutes(self) -> int:
        return sum(step.minutes for step in self.steps)

    @property
    def new(self) -> tuple[str, ...]:
        """All that is new on the way."""
        return tuple(id for step in self.steps for id in step.new)

    @property
    def about(self) -> str:
        """What holds of all steps, in two sentences."""
        most = max((len(step.new) for step in self.steps), default=0)
        if not most:
            return "Nothing is new here. The table is laid."
        ideas = f"{number(most)} new ideas" if most > 1 else "one new idea"
        return f"Never more than {ideas} at a time. Every step has a table here."

    def __len__(self) -> int:
        return len(self.steps)

    @overload
    def __getitem__(self, at: int) -> LearningStep: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[LearningStep, ...]: ...
    def __getitem__(self, at: int | slice) -> LearningStep | tuple[LearningStep, ...]:
        return self.steps[at]

    def __str__(self) -> str:
        head = f"Your way to {self.title}: {_count(len(self), 'step')}, {duration(self.minutes)}."
        note = [self.note] if self.note else []
        return "\n".join([*note, head, *(f"{step.number:2}. {step}" for step in self.steps)])

    def __repr__(self) -> str:
        return f"<way to {self.goal}: {len(self)} steps, {self.minutes} minutes>"

    def _repr_html_(self) -> str:
        """The way as a notebook shows it."""
        return str(draw_path(self))


def path(
    to: str = FIRST_GOAL,
    known: str | Iterable[str] = (),
    new: int = USUAL_AT_MOST,
    played: str | None = None,
) -> LearningPath:
    """Return the way to a game for somebody who knows some games.

    to: any game, by its id or its name. For one that has no table here the way leads to the
    nearest that has, and `note` says so. known: the games that somebody knows, also those without
    a table here. new: how many new concepts a step may bring: 1, 2 or 4. played: "never",
    "sometimes" or "often"; without it, "never" if no game is known. Raises ValueError, with a
    sentence, for a game that cardlab does not know.

    >>> path("kaiser", known=("snap", "scotch-whist"))
    <way to kaiser: 5 steps, ... minutes>
    >>> path("trick-brag", known="rummy").note    # doctest: +ELLIPSIS
    'Trick Brag has no table here: its rules are not published. This is the way to ..., ...'
    >>> path("kaiser", known="bezique")
    Traceback (most recent call last):
    ValueError: cardlab knows no game “bezique”. The map shows those that it knows.
    """
    names = (known,) if isinstance(known, str) else tuple(known)
    ids = tuple(dict.fromkeys(map(game_named, names)))
    if isinstance(new, bool) or new not in AT_MOST:
        raise ValueError(f"a step brings at most {listed(map(str, AT_MOST), 'or')} new concepts")
    played = played if played is not None else ("sometimes" if ids else "never")
    if played not in PLAYED:
        raise ValueError(f"somebody has played {listed(PLAYED, 'or')}, not {played!r}")
    wanted = game_named(to)
    if wanted in tables():
        return Wish(wanted, ids, played, new).path
    near = _nearest(wanted)
    return replace(Wish(near, ids, played, new).path, note=_instead(wanted, near))


def _instead(wanted: str, near: str) -> str:
    """Why the way leads to another game than was wanted."""
    why = ": its rules are not published" if wanted in unpublished() else ""
    return (
        f"{game_names()[wanted]} has no table here{why}. This is the way to {game_names()[near]},"
        " the nearest game that has one."
    )


def _nearest(id: str) -> str:
    """The game with a table that shares most with one that has none."""
    wanted = uses(id)

    def likeness(other: str) -> float:
        there = uses(other, "rules")
        return len(wanted & there) / len(wanted | there)

    return max(_to_go_to(), key=likeness)


def _for_stakes(id: str) -> bool:
    return not uses(id, "rules").isdisjoint(STAKES)


def _knowledge(wish: Wish) -> frozenset[str]:
    """The concepts of the games that somebody knows; who knows a game has held cards."""
    concepts: frozenset[str] = frozenset()
    for id in wish.known:
        concepts |= uses(id, "rules")
    if wish.played == "often":
        concepts |= closure(OFTEN)
    return concepts | closure(EVERYDAY) if wish.known or wish.played != "never" else concepts


@cache
def _drills() -> tuple[Drill, ...]:
    """The lessons in the book's order, but none before one that teaches what its tables need."""
    waiting = [*FIRST_LESSONS, *(id for id in lessons() if id not in FIRST_LESSONS)]
    taught = {id: frozenset(lesson(id).concepts) for id in waiting}
    before = {id: closure((*taught[id], *lesson(id).needs)) - taught[id] for id in waiting}
    drills = []
    while waiting:
        to_come = frozenset[str]().union(*map(taught.__getitem__, waiting))
        id = next(id for id in waiting if before[id].isdisjoint(to_come))
        drills.append(Drill(id, lesson(id).concepts, lesson_minutes(id), lesson(id).needs))
        waiting.remove(id)
    return tuple(drills)


def _stone(id: str) -> Stone:
    return Stone(id, uses(id, "rules"), deal_minutes(id), FOR_STAKES if _for_stakes(id) else 0.0)


def _based(stone: Stone) -> Stone:
    """A game with the everyday things beside what its rules name."""
    return replace(stone, concepts=stone.concepts | closure(EVERYDAY))


@lru_cache(2000)
def _path(wish: Wish, here: tuple[str, ...]) -> LearningPath:
    """here: the games that have a table."""
    known, goal = _knowledge(wish), _stone(wish.to)
    stones = [_stone(id) for id in here if not uses(id, "rules") <= known]
    # who never held cards learns first what everything else takes for granted
    stops = gentle_path(_based(goal), known, map(_based, stones), _drills(), wish.at_most)
    steps = tuple(_step(place, stop) for place, stop in enumerate(stops, 1))
    return LearningPath(wish, steps)


def _step(place: int, stop: Stop) -> LearningStep:
    minutes = sum(map(lesson_minutes, stop.drills))
    if stop.game is not None:
        minutes += deal_minutes(stop.game)
        return LearningStep(
            place, stop.game, game_names()[stop.game], stop.new, stop.drills, minutes
        )
    title = " · ".join(lesson(id).title for id in stop.drills)
    return LearningStep(place, None, title, stop.new, stop.drills, minutes, _absent(stop.new))


def _absent(new: Collection[str]) -> str:
    """The title of a game that would teach all of these, as the book has it, and has no table
    here."""
    for entry in game_entries():
        if new and set(new) <= set(entry["introduces"]):
            return "" if game_named(entry["id"]) in tables() else str(entry["title"])
    return ""


def concept_title(id: str) -> str:
    """The name of a concept where room is short.

    >>> concept_title("irregularities")
    'Misdeals, penalties'
    """
    return str(load("short_titles.json").get(id) or concept(id)["title"])


def _count(n: int, thing: str) -> str:
    """A number of things in digits, as it stands in a list."""
    return f"{n} {thing}{'' if n == 1 else 's'}"


def duration(minutes: int) -> str:
    """Minutes as they are said.

    >>> duration(1), duration(59), duration(60), duration(128)
    ('1 minute', '59 minutes', '1 hour', '2 hours 8 minutes')
    """
    hours, rest = divmod(minutes, 60)
    parts = [_count(hours, "hour")] if hours else []
    return " ".join([*parts, *([_count(rest, "minute")] if rest or not hours else [])])


# -- the next step of a learner
# ---------------------------------------------------------------------


@dataclass(frozen=True)
class NextStep:
    """What comes next: a lesson to open, or the table of a game, as a part of a step of a path."""

    step: LearningStep
    path: LearningPath
    lesson: str | None
    """The lesson to open; None where the table of `step.game` is next."""

    @property
    def game(self) -> str | None:
        """The game whose table is next; None where a lesson is."""
        return None if self.lesson else self.step.game

    @property
    def title(self) -> str:
        return lesson(self.lesson).title if self.lesson else self.step.title

    @property
    def minutes(self) -> int:
        if self.lesson:
            return lesson_minutes(self.lesson)
        return deal_minutes(self.step.game) if self.step.game else 0

    @property
    def kind(self) -> str:
        """ "lesson" or "game"."""
        return "lesson" if self.lesson else "game"

    @property
    def hook(self) -> str:
        """One sentence that makes somebody want it."""
        if self.lesson:
            return lesson(self.lesson).hook
        if self.step.met:
            return (
                f"A whole deal. You meet at the table: {listed(map(concept_title, self.step.met))}."
            )
        return "A whole deal. Every idea in it has had its lesson."


def learned(progress: Progress, concepts: Collection[str], after: str = "") -> bool:
    """Whether a lesson on these was walked to its end."""
    return any(progress.lesson_done(id) or id == after for id in concepts)


def _played(progress: Progress) -> frozenset[str]:
    """The games of which a deal was played to its end."""
    return frozenset(event.where for event in progress.events if event.kind == "played")


def step_done(step: LearningStep, progress: Progress, after: str = "") -> bool:
    """Whether nothing of a step is left: its lessons were walked, a deal of its game was played."""
    return _rest(step, progress, after) is None


def minutes_left(step: LearningStep, progress: Progress) -> int:
    """The minutes of what is left of a step: its lessons that were not walked, and its game."""
    left = [id for id in step.lessons if not learned(progress, lesson(id).concepts)]
    minutes = sum(map(lesson_minutes, left))
    if step.game and step.game not in _played(progress):
        minutes += deal_minutes(step.game)
    return minutes


def lesson_left(step: LearningStep, progress: Progress) -> str | None:
    """The first lesson of a step that was not walked to its end; None if there is none."""
    return _rest(step, progress, "") or None


def _rest(step: LearningStep, progress: Progress, after: str) -> str | None:
    """The first lesson of a step that is left, "" for its game, None for nothing."""
    for id in step.lessons:
        if not learned(progress, lesson(id).concepts, after):
            return id
    return "" if step.game and step.game not in _played(progress) else None


def next_step(progress: Progress, *, after: str = "", wish: Wish | None = None) -> NextStep:
    """Return what comes next for a learner: the one answer for every page.

    It is the first thing that is left on the way to the learner's goal, or to Scotch Whist if none
    was chosen; once the goal is reached, on the way to the nearest other game. after: a concept
    whose lesson ends at this moment, and counts as walked. wish: instead of the learner's own.
    """
    way = (wish or wish_of(progress) or Wish(played="never")).path
    for following in _open_steps(way, progress, after):
        return following
    for onwards in next_goals(progress, 1):
        for following in _open_steps(onwards, progress, after):
            return following
    return NextStep(way[-1], way, None)


def _open_steps(way: LearningPath, progress: Progress, after: str) -> Iterator[NextStep]:
    for step in way:
        rest = _rest(step, progress, after)
        if rest is not None:
            yield NextStep(step, way, rest or None)


def next_goals(
    progress: Progress, count: int = 3, wish: Wish | None = None
) -> tuple[LearningPath, ...]:
    """The ways to the nearest games that were not played yet, shortest first."""
    told = wish or wish_of(progress) or Wish(played="never")
    played = _played(progress)
    reached = tuple(id for id in games() if id in played)
    known = tuple(dict.fromkeys((*told.known, *reached, *([told.to] if wish is None else ()))))
    others = [id for id in _to_go_to() if id not in known]
    at = _knowledge(replace(told, known=known))
    near = sorted(others, key=lambda id: (len(uses(id, "rules") - at), deal_minutes(id)))
    ways = [replace(told, to=id, known=known).path for id in near[: count + 2]]
    return tuple(sorted(ways, key=lambda way: way.minutes)[:count])


def known_concepts(progress: Progress) -> frozenset[str]:
    """What a learner has to build on: what they said that they know, and what they have learned
    here, with all that it stands on."""
    told = wish_of(progress)
    met = [id for id in progress.concepts if progress.met(id)]
    return closure(met) | (_knowledge(told) if told else frozenset())


def fitting_game(progress: Progress) -> str:
    """The game to deal for a learner who only wants to play: the one whose concepts they lack
    least, of those one that they have not played; for a newcomer the usual first one."""
    known = known_concepts(progress)
    if not known:
        return first_goal()
    played = _played(progress)

    def lacking(id: str) -> tuple[int, bool, int]:
        concepts = uses(id, "rules")
        return len(concepts - known), id in played, -len(concepts)

    return min(_to_go_to(), key=lacking)
