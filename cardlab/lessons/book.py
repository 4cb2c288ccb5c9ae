"""One lesson as data: what a lesson file says, read into frozen values.

Knows the shape of a lesson and where the files lie.  Knows no rule and judges nothing:
`cardlab.lessons.check` holds a lesson against the engine, `cardlab.lessons.walk` takes a learner
through it.

>>> found = load("follow-suit")
>>> found.title, found.rules, [i.ask.ask for i in found.choose.items][:2]
('Following suit', ('must-follow-suit',), ['pick-moves', 'pick-moves'])
>>> load("follow-suits")
Traceback (most recent call last):
    ...
ValueError: there is no lesson 'follow-suits'; did you mean 'follow-suit'?
"""

from __future__ import annotations

import difflib
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from cardlab.concepts import concept_ids
from cardlab.engine.memory import remember
from cardlab.lessons.positions import Position, position

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
GAPS = (
    "play",
    "winner",
    "leader",
    "lowest-bid",
    "declarer",
    "contract",
    "group",
    "capture",
    "points",
)


class LessonError(ValueError):
    """A lesson file that cannot be read; the message says where."""


@dataclass(frozen=True)
class Entry:
    """One entry of a line: a move, a move that is tried and refused, or a gap for the learner."""

    kind: str
    move: str = ""
    gap: str = ""
    start: str = ""
    counts: str = "exact"
    of: str | None = None
    pin: tuple[str, ...] = ()


@dataclass(frozen=True)
class Asked:
    """What is asked of a position, and what the author expects.  line: moves made before it is
    asked; rule: the rule asked for (of scoring, or of the game); result: an imagined result; the
    rest goes to `cardlab.lessons.questions.make_question` as it stands."""

    position: str
    ask: str
    pin: tuple[str, ...]
    line: tuple[Entry, ...] = ()
    move: str | None = None
    candidates: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    of: str | None = None
    rule: str | None = None
    about: str | None = None
    result: tuple[tuple[str, Any], ...] = ()
    counts: str = "exact"
    offer: tuple[str, ...] = ()


@dataclass(frozen=True)
class Generator:
    """Where further items come from: a kind of exercise, its parameters, how many."""

    kind: str
    params: tuple[tuple[str, Any], ...] = ()
    count: int = 1


@dataclass(frozen=True)
class WrittenItem:
    """An item of *choose* or *say why*.  note: a text of its own, printed above the question."""

    ask: Asked
    note: str = ""


@dataclass(frozen=True)
class Predict:
    text: str
    ask: Asked


@dataclass(frozen=True)
class Note:
    at: int
    text: str


@dataclass(frozen=True)
class Line:
    """A step that goes through a line: *watch* has notes, *complete* has gaps."""

    text: str
    position: str
    line: tuple[Entry, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True)
class Asking:
    text: str
    items: tuple[WrittenItem, ...]
    more: Generator | None = None


@dataclass(frozen=True)
class Playing:
    text: str
    game: str
    deals: int
    mode: str
    options: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class Return:
    text: str
    games: tuple[str, ...]
    exercises: tuple[Generator, ...]
    after_days: tuple[int, ...] = (1, 3, 7, 21)


@dataclass(frozen=True)
class Lesson:
    """A whole lesson.  tables: the positions as written; `at` sets one up."""

    id: str
    concept: str
    title: str
    needs: tuple[str, ...]
    games: tuple[str, ...]
    rules: tuple[str, ...]
    minutes: int
    hook: str
    tables: Mapping[str, Mapping[str, Any]] = field(repr=False)
    predict: Predict = field(repr=False)
    watch: Line = field(repr=False)
    complete: Line = field(repr=False)
    choose: Asking = field(repr=False)
    say_why: Asking = field(repr=False)
    play: Playing = field(repr=False)
    comes_back: Return = field(repr=False)
    also: tuple[str, ...] = ()
    feedback: Mapping[str, str] = field(default_factory=dict, repr=False)
    hints: tuple[str, ...] = ("{hint.rule}", "{hint.applied}", "{hint.left}")

    def at(self, name: str) -> Position:
        """The position of this name, set up."""
        if name not in self.tables:
            raise LessonError(
                f"{self.id} has no position {name!r}; its positions are {', '.join(self.tables)}"
            )
        return _position(self, name)

    @property
    def concepts(self) -> tuple[str, ...]:
        """What the lesson teaches."""
        return (self.concept, *self.also)

    def __hash__(self) -> int:
        return hash((self.id, self.hook))


@remember
def _position(lesson: Lesson, name: str) -> Position:
    try:
        return position(lesson.tables[name])
    except ValueError as trouble:
        raise LessonError(f"position.{name}: {trouble}") from None


# --- reading


def read(data: Mapping[str, Any]) -> Lesson:
    """A lesson from the data of its file.  LessonError with the place where something is missing
    or unknown."""
    data = dict(data)
    if data.pop("schema", None) != 1:
        raise LessonError("a lesson begins with schema = 1")
    head = ("id", "concept", "title", "needs", "games", "rules", "minutes", "hook")
    known = (*head, "also", "hints", "position", *STEPS, "feedback")
    _only(data, known, "the lesson", (*head, "position", *STEPS))
    return Lesson(
        **{key: _frozen(data[key]) for key in head},
        also=tuple(data.get("also", ())),
        hints=tuple(data.get("hints", Lesson.hints)),
        tables=dict(data["position"]),
        predict=_predict(data["predict"]),
        watch=_line(data["watch"], "watch", ("text", "position", "line", "notes")),
        complete=_line(data["complete"], "complete", ("text", "position", "line")),
        choose=_asking(data["choose"], "choose"),
        say_why=_asking(data["say-why"], "say-why"),
        play=_play(data["play"]),
        comes_back=_return(data["return"]),
        feedback=dict(data.get("feedback", {})),
    )


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def _only(
    data: Mapping[str, Any], known: Sequence[str], where: str, needed: Sequence[str] = ()
) -> None:
    if not isinstance(data, Mapping):
        raise LessonError(f"{where} is a table of keys")
    if strange := [key for key in data if key not in known]:
        raise LessonError(f"{where} has no {strange[0]!r}; it knows {', '.join(known)}")
    if missing := [key for key in needed if key not in data]:
        raise LessonError(f"{where} needs {missing[0]!r}")


def _pin(value: Any) -> tuple[str, ...]:
    if isinstance(value, bool):
        return ("yes" if value else "no",)
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else (str(value),)


def _entries(line: Sequence[Any], where: str) -> tuple[Entry, ...]:
    found = []
    for n, entry in enumerate(line):
        if isinstance(entry, str):
            found.append(Entry("move", entry))
        elif isinstance(entry, Mapping) and "try" in entry:
            _only(entry, ("try",), f"{where}, entry {n}")
            found.append(Entry("try", entry["try"]))
        elif isinstance(entry, Mapping) and "gap" in entry:
            _only(entry, ("gap", "start", "counts", "of", "pin"), f"{where}, entry {n}", ("pin",))
            if entry["gap"] not in GAPS:
                raise LessonError(
                    f"{where}, entry {n}: there is no gap {entry['gap']!r}; gaps are"
                    f" {', '.join(GAPS)}"
                )
            start, counts = entry.get("start", ""), entry.get("counts", "exact")
            found.append(
                Entry("gap", "", entry["gap"], start, counts, entry.get("of"), _pin(entry["pin"]))
            )
        else:
            raise LessonError(
                f"{where}, entry {n} is a move, {{ try = ... }} or {{ gap = ..., pin = ... }}"
            )
    return tuple(found)


ASKED = (
    "position",
    "ask",
    "pin",
    "line",
    "move",
    "candidates",
    "cards",
    "of",
    "rule",
    "about",
    "result",
    "counts",
    "offer",
)


def _asked(data: Mapping[str, Any], where: str) -> Asked:
    cards = data.get("cards", ())
    return Asked(
        position=data["position"],
        ask=data["ask"],
        pin=_pin(data["pin"]),
        line=_entries(data.get("line", ()), f"{where}.line"),
        move=data.get("move"),
        candidates=tuple(data.get("candidates", ())),
        cards=tuple(cards.split() if isinstance(cards, str) else cards),
        of=data.get("of"),
        rule=data.get("rule"),
        about=data.get("about"),
        result=tuple((k, _frozen(v)) for k, v in data.get("result", {}).items()),
        counts=data.get("counts", "exact"),
        offer=tuple(data.get("offer", ())),
    )


def _predict(data: Mapping[str, Any]) -> Predict:
    _only(data, ("text", *ASKED), "predict", ("text", "position", "ask", "pin"))
    return Predict(data["text"], _asked(data, "predict"))


def _line(data: Mapping[str, Any], where: str, known: Sequence[str]) -> Line:
    _only(data, known, where, ("text", "position", "line"))
    notes = []
    for n, note in enumerate(data.get("notes", ())):
        _only(note, ("at", "text"), f"{where}, note {n + 1}", ("at", "text"))
        notes.append(Note(note["at"], note["text"]))
    return Line(
        data["text"], data["position"], _entries(data["line"], f"{where}.line"), tuple(notes)
    )


def _generator(data: Mapping[str, Any], where: str) -> Generator:
    _only(data, ("generator", "params", "count"), where, ("generator",))
    return Generator(
        data["generator"],
        tuple((k, _frozen(v)) for k, v in data.get("params", {}).items()),
        data.get("count", 1),
    )


def _asking(data: Mapping[str, Any], where: str) -> Asking:
    _only(data, ("text", "item", "more"), where, ("text", "item"))
    items = []
    for n, item in enumerate(data["item"], 1):
        _only(item, (*ASKED, "text"), f"{where}, item {n}", ("position", "ask", "pin"))
        items.append(WrittenItem(_asked(item, f"{where}, item {n}"), item.get("text", "")))
    return Asking(
        data["text"],
        tuple(items),
        _generator(data["more"], f"{where}.more") if "more" in data else None,
    )


def _play(data: Mapping[str, Any]) -> Playing:
    _only(
        data,
        ("text", "game", "options", "deals", "mode"),
        "play",
        ("text", "game", "deals", "mode"),
    )
    return Playing(
        data["text"],
        data["game"],
        data["deals"],
        data["mode"],
        tuple(data.get("options", {}).items()),
    )


def _return(data: Mapping[str, Any]) -> Return:
    _only(
        data, ("text", "games", "after_days", "exercise"), "return", ("text", "games", "exercise")
    )
    found = tuple(_generator(e, f"return, exercise {n}") for n, e in enumerate(data["exercise"], 1))
    return Return(
        data["text"], tuple(data["games"]), found, tuple(data.get("after_days", (1, 3, 7, 21)))
    )


# --- the files


def read_file(path: str | Path) -> Lesson:
    """A lesson from a file.  LessonError with the file's name where it cannot be read."""
    path = Path(path)
    try:
        return read(tomllib.loads(path.read_text(encoding="utf-8")))
    except OSError as trouble:
        raise LessonError(f"{path} cannot be opened: {trouble.strerror}") from None
    except tomllib.TOMLDecodeError as trouble:
        raise LessonError(f"{path.name} is no TOML: {trouble}") from None
    except LessonError as trouble:
        raise LessonError(f"{path.name}: {trouble}") from None


OTHER_DATA = ("misconceptions",)
"""Data files that are no lessons."""


@cache
def _files() -> dict[str, str]:
    folder = files(__package__) / "data"
    found = {
        e.name[:-5]: e.read_text(encoding="utf-8")
        for e in folder.iterdir()
        if e.name.endswith(".toml")
    }
    return {id: text for id, text in found.items() if id not in OTHER_DATA}


@cache
def lessons() -> tuple[str, ...]:
    """The ids of all lessons, in the order of the curriculum.

    >>> {"trick", "follow-suit", "trump"} <= set(lessons())
    True
    """
    from cardlab.concepts import order as book

    order = book("concept")
    return tuple(
        sorted(_files(), key=lambda id: (order.index(id) if id in order else len(order), id))
    )


@cache
def taught() -> dict[str, str]:
    """Every concept that has a lesson, with the lesson's id: some teach two or three in the same
    breath.

    >>> taught()["trump"], taught()["ruff"]
    ('trump', 'trump')
    """
    found = {concept: id for id in lessons() for concept in load(id).also}
    return found | {id: id for id in lessons()}


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
