"""One lesson as data: the keys of a lesson file, stated once, and where the files lie.

Knows the shape of a lesson. Knows no rule and judges nothing:
`cardlab.lessons.check` holds a lesson against the engine, `cardlab.lessons.walk` takes a learner
through it.

>>> lesson = load("follow-suit")
>>> lesson.title, lesson.rules, [item.ask for item in lesson.choose.item][:2]
('Following suit', ('must-follow-suit',), ['pick-moves', 'pick-moves'])
>>> load("follow-suits")
Traceback (most recent call last):
    ...
ValueError: there is no lesson 'follow-suits'; did you mean 'follow-suit'?
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal, TypeGuard

import msgspec
from msgspec import Meta, field

from cardlab.concepts import concept_ids
from cardlab.concepts import order as order_of_book
from cardlab.engine.memory import remember
from cardlab.lessons.keys import (
    UNIQUE,
    Cards,
    Id,
    KeyTable,
    LessonError,
    MoveText,
    Text,
    read_keys,
)
from cardlab.lessons.positions import Position, WrittenPosition, position

STEPS = ("predict", "watch", "complete", "choose", "say-why", "play", "return")
STEP_TITLES = {
    "predict": "Predict",
    "watch": "Watch",
    "complete": "Complete",
    "choose": "Choose",
    "say-why": "Say why",
    "play": "Play",
    "return": "Come back",
}
Gap = Literal[
    "play",
    "winner",
    "leader",
    "lowest-bid",
    "declarer",
    "contract",
    "group",
    "capture",
    "points",
    "friend",
    "legal",
]
Ask = Literal[
    "who-wins",
    "which-card-wins",
    "pick-moves",
    "pick-one",
    "is-open",
    "how-many-open",
    "lowest-bid",
    "which-rule",
    "order-cards",
    "how-much",
    "find-group",
    "whose-turn",
    "deal-over",
    "who-gets",
    "can-be-true",
    "who-scores",
    "who-joins",
    "in-pack",
    "how-many-cards",
    "which-line",
    "which-of-game",
    "declarer",
    "contract",
    "league-next",
    "league-total",
    "league-winner",
    "deal-match-points",
    "mixed-leader",
    "mixed-next",
    "format-rule",
]
Counts = Literal["exact", "any"]
Pin = Annotated[
    bool | int | str | Annotated[tuple[str, ...], Meta(min_length=1)],
    Meta(
        description="the author's own answer: a text, a whole number, true or false, or a list of"
        " texts; tests compare it with the engine, the page never reads it"
    ),
]
Offer = Annotated[
    str,
    Meta(
        pattern="^(mis:|[a-z0-9-]+/)?[a-z0-9]+(-[a-z0-9]+)*$",
        description="a rule's id, game/rule, or mis:belief",
    ),
]
Hook = Annotated[
    str,
    Meta(
        pattern="^(right|(refused|missed|mis):[a-z0-9-]+)$",
        description="right, refused:RULE, missed:RULE or mis:BELIEF",
    ),
]
FeedbackText = Annotated[
    str,
    Meta(
        max_length=140,
        pattern="\\{",
        description="at most 140 characters, with the engine's words in it: {reason}, {instead} or"
        " {won-because}",
    ),
]


Heading = Annotated[
    str,
    Meta(
        min_length=1,
        max_length=70,
        pattern="[.?]$",
        description="a question of at most 70 characters, in the lesson's own words",
    ),
]


Skill = Annotated[
    str,
    Meta(
        min_length=5,
        max_length=50,
        pattern="^[A-Z].*[^.]$",
        description="what right answers of this kind show, in the lesson's own words: Tell a match"
        " from a look-alike",
    ),
]


class TryOrGap(KeyTable, frozen=True, kw_only=True):
    """An entry of a line that is not simply played: a move that is tried and refused, or a gap
    for the learner."""

    try_: MoveText | None = field(default=None, name="try")
    gap: Gap | None = None
    start: Cards | None = None
    counts: Counts = "exact"
    of: str | None = None
    move: MoveText | None = None
    heading: Heading | None = None
    pin: Pin | None = None

    def __post_init__(self) -> None:
        others = (self.gap, self.start, self.of, self.move, self.heading, self.pin)
        if self.try_ is not None and any(part is not None for part in others):
            raise ValueError("a move that is tried stands alone: { try = ... }")
        if self.try_ is None and (self.gap is None or self.pin is None):
            raise ValueError("write a move, { try = ... } or { gap = ..., pin = ... }")
        if (self.gap == "legal") != (self.move is not None):
            raise ValueError('a move belongs to { gap = "legal", move = ... }, and to no other gap')

    @property
    def pinned(self) -> tuple[str, ...]:
        return answers_of(self.pin)


Entry = MoveText | TryOrGap
Line = Annotated[tuple[Entry, ...], Meta(min_length=1)]


def is_gap(entry: str | TryOrGap) -> TypeGuard[TryOrGap]:
    """Whether the learner fills this entry of a line."""
    return isinstance(entry, TryOrGap) and entry.gap is not None


class WrittenQuestion(KeyTable, frozen=True, kw_only=True):
    """What is asked of a position, and what the author expects.

    heading: the question in the lesson's own words, in place of those of its kind; line: moves made
    before it is asked; rule: the rule asked for (of scoring, or of the game);
    result: an imagined result; league, mixed, people, played: what is asked of a league or of a
    match of several games, where no table is shown; the rest goes to
    `cardlab.lessons.questions.make_question` as it stands.
    """

    position: Id
    ask: Ask
    pin: Pin
    line: Line | None = None
    move: MoveText | None = None
    candidates: (
        Annotated[tuple[MoveText, ...], Meta(min_length=2, extra_json_schema=UNIQUE)] | None
    ) = None
    cards: Cards | None = None
    of: str | None = None
    rule: Id | None = None
    about: Id | None = None
    heading: Heading | None = None
    result: dict[str, Any] = {}
    counts: Counts = "exact"
    offer: Annotated[tuple[Offer, ...], Meta(max_length=4)] = ()
    league: Id | None = None
    mixed: tuple[Id, ...] | None = None
    people: tuple[str, ...] | None = None
    played: tuple[tuple[int, int], ...] | None = None

    @property
    def pinned(self) -> tuple[str, ...]:
        """The author's own answer, as texts."""
        return answers_of(self.pin)


class PredictStep(WrittenQuestion, frozen=True, kw_only=True):
    """The bet before the lesson."""

    text: Text


class WrittenItem(WrittenQuestion, frozen=True, kw_only=True):
    """An item of *choose* or *say why*.  text: printed above the question."""

    text: Text | None = None


class Generator(KeyTable, frozen=True, kw_only=True):
    """Where further items come from: a kind of exercise, its conditions, how many.

    games: where to look, in place of the games of the lesson (or of *return*); heading: the question
    in the lesson's own words.
    """

    generator: Annotated[
        str,
        Meta(
            pattern="^[a-z]+(-[a-z]+)*(:[a-z0-9-]+)?$",
            description="a kind of exercise, with a rule after a colon: what cardlab.lessons.kinds"
            " lists",
        ),
    ]
    params: dict[str, Any] = {}
    count: Annotated[int, Meta(ge=1, le=8, description="a number from 1 to 8")] = 1
    games: tuple[Id, ...] = ()
    heading: Heading | None = None


class LineNote(KeyTable, frozen=True, kw_only=True):
    """A text beside an entry of a line.  at: the number of the entry, from 0."""

    at: Annotated[int, Meta(ge=0, description="the number of an entry, from 0")]
    text: Text


class CompleteStep(KeyTable, frozen=True, kw_only=True):
    """A line with gaps."""

    text: Text
    position: Id
    line: Line


class WatchStep(CompleteStep, frozen=True, kw_only=True):
    """A line that is shown, with notes."""

    notes: Annotated[tuple[LineNote, ...], Meta(min_length=1, max_length=6)]


class QuestionStep(KeyTable, frozen=True, kw_only=True):
    """A step of questions: *choose* and *say why*."""

    text: Text
    item: Annotated[tuple[WrittenItem, ...], Meta(min_length=1, max_length=4)]
    more: Generator | None = None


class PlayStep(KeyTable, frozen=True, kw_only=True):
    """A game to play.  seed: the same cards for everybody; moves: what was said and played with
    them before the learner sits down."""

    text: Text
    game: Id
    options: dict[str, Any] = {}
    deals: Annotated[int, Meta(ge=1, le=8, description="a number from 1 to 8")]
    mode: Literal["show", "ask", "exam"]
    seed: Annotated[int, Meta(ge=0, description="a whole number from 0")] | None = None
    moves: tuple[str, ...] = ()


class ReturnStep(KeyTable, frozen=True, kw_only=True):
    """What comes back days later."""

    text: Text
    games: Annotated[tuple[Id, ...], Meta(min_length=1)]
    exercise: Annotated[tuple[Generator, ...], Meta(min_length=1)]
    after_days: tuple[Annotated[int, Meta(ge=1, description="a number of days")], ...] = (
        1,
        3,
        7,
        21,
    )


class Lesson(
    KeyTable,
    frozen=True,
    kw_only=True,
    eq=False,
    weakref=True,
    rename={"say_why": "say-why", "comes_back": "return", "format": "schema"},
):
    """A whole lesson: the one statement of the keys of its file."""

    format: Literal[1]
    id: Id
    concept: Id
    title: Annotated[str, Meta(min_length=3, max_length=40, description="3 to 40 characters")]
    needs: Annotated[tuple[Id, ...], Meta(extra_json_schema=UNIQUE)]
    games: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=6, extra_json_schema=UNIQUE)]
    rules: Annotated[tuple[Id, ...], Meta(extra_json_schema=UNIQUE)]
    hook: Annotated[str, Meta(min_length=10, max_length=110, description="10 to 110 characters")]
    position: Annotated[dict[Id, WrittenPosition], Meta(min_length=1)]
    predict: PredictStep
    watch: WatchStep
    complete: CompleteStep
    choose: QuestionStep
    play: PlayStep
    comes_back: ReturnStep
    say_why: QuestionStep | None = None
    also: Annotated[tuple[Id, ...], Meta(max_length=2, extra_json_schema=UNIQUE)] = ()
    hints: tuple[Literal["{hint.rule}"], Literal["{hint.applied}"], Literal["{hint.left}"]] = (
        "{hint.rule}",
        "{hint.applied}",
        "{hint.left}",
    )
    feedback: dict[Hook, FeedbackText] = {}
    skills: dict[Ask, Skill] = {}

    def at(self, name: str) -> Position:
        """The position of this name, set up."""
        if name not in self.position:
            names = ", ".join(self.position)
            raise LessonError(f"{self.id} has no position {name!r}; its positions are {names}")
        return _set_up(self, name)

    @property
    def concepts(self) -> tuple[str, ...]:
        """What the lesson teaches."""
        return (self.concept, *self.also)

    @property
    def steps(self) -> dict[str, Step]:
        """The steps by their ids, in their order: seven, or six where nothing is asked about the
        wording of rules."""
        steps: tuple[Step | None, ...] = (
            self.predict,
            self.watch,
            self.complete,
            self.choose,
            self.say_why,
            self.play,
            self.comes_back,
        )
        return {id: step for id, step in zip(STEPS, steps, strict=True) if step is not None}

    @property
    def asking_steps(self) -> dict[str, QuestionStep]:
        """*Choose* and *say why*, as far as the lesson has them."""
        return {id: step for id, step in self.steps.items() if isinstance(step, QuestionStep)}

    @property
    def generators(self) -> tuple[Generator, ...]:
        """Every generator of the lesson, in the order of the steps."""
        more = [part.more for part in self.asking_steps.values() if part.more is not None]
        return (*more, *self.comes_back.exercise)

    @property
    def questions(self) -> dict[str, PredictStep | WrittenItem]:
        """Every question that is written in it, by its place."""
        places: dict[str, PredictStep | WrittenItem] = {"predict": self.predict}
        for step, part in self.asking_steps.items():
            places |= {f"{step}, item {n}": item for n, item in enumerate(part.item, 1)}
        return places


Step = PredictStep | WatchStep | CompleteStep | QuestionStep | PlayStep | ReturnStep


@remember
def _set_up(lesson: Lesson, name: str) -> Position:
    try:
        return position(lesson.position[name])
    except ValueError as trouble:
        raise LessonError(f"position.{name}: {trouble}") from None


def answers_of(pin: bool | int | str | tuple[str, ...] | None) -> tuple[str, ...]:
    """A pin as the texts that an answer is made of.

    >>> answers_of(True), answers_of(2), answers_of("QH"), answers_of(("QH", "KH"))
    (('yes',), ('2',), ('QH',), ('QH', 'KH'))
    """
    if isinstance(pin, bool):
        return ("yes" if pin else "no",)
    if isinstance(pin, tuple):
        return pin
    return () if pin is None else (str(pin),)


def read(data: Mapping[str, Any]) -> Lesson:
    """A lesson from the data of its file.  Raises LessonError, with the place, where something is
    missing, unknown or of the wrong kind."""
    return read_keys(data, Lesson, "the lesson")


def json_schema() -> dict[str, Any]:
    """The shape of a lesson file as a JSON Schema, for editors."""
    schema = msgspec.json.schema(Lesson)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "cardlab lesson",
        "description": "The shape of one lesson file (TOML), written from cardlab.lessons.book."
        " What a shape cannot say, cardlab.lessons.check says.",
        **schema,
    }


# --- the files


def read_file(path: str | Path) -> Lesson:
    """A lesson from a file.  LessonError with the file's name where it cannot be read."""
    path = Path(path)
    try:
        return read(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as trouble:
        raise LessonError(f"{path} cannot be opened: {trouble.strerror}") from None
    except tomllib.TOMLDecodeError as trouble:
        raise LessonError(f"{path.name} is not TOML: {trouble}") from None
    except LessonError as trouble:
        raise LessonError(f"{path.name}: {trouble}") from None


OTHER_DATA = ("misconceptions",)
"""Data files that are not lessons."""


@cache
def _files() -> dict[str, str]:
    folder = files(__package__) / "data"
    texts = {
        e.name[:-5]: e.read_text(encoding="utf-8")
        for e in folder.iterdir()
        if e.name.endswith(".toml")
    }
    return {id: text for id, text in texts.items() if id not in OTHER_DATA}


@cache
def lessons() -> tuple[str, ...]:
    """The ids of all lessons, in the order of the curriculum.

    >>> {"trick", "follow-suit", "trump"} <= set(lessons())
    True
    """
    order = order_of_book("concept")
    return tuple(
        sorted(_files(), key=lambda id: (order.index(id) if id in order else len(order), id))
    )


@cache
def taught() -> dict[str, str]:
    """Every concept that has a lesson, with the lesson's id: a lesson may teach two or three in the
    same breath.

    >>> taught()["auction"], taught()["hold-bid"]
    ('auction', 'hold-bid')
    """
    lesson_of = {concept: id for id in lessons() for concept in load(id).also}
    return lesson_of | {id: id for id in lessons()}


@cache
def load(id: str) -> Lesson:
    """The lesson of a concept.  ValueError for one that there is not."""
    if id not in _files() and id in concept_ids() and id in taught():
        return load(taught()[id])
    if id not in _files():
        near = difflib.get_close_matches(id, lessons(), 1)
        raise ValueError(
            f"there is no lesson {id!r}; "
            + (f"did you mean {near[0]!r}?" if near else "lessons() lists them")
        )
    return read(tomllib.loads(_files()[id]))
