"""The keys of data files: kinds of values that several tables of a lesson share, and what is said
about a key that is wrong.

Knows types of values. Knows no lesson. A table is a msgspec Struct: it is the one statement of its
keys, from which data are checked, errors are made and `lesson.schema.json` is written.

>>> class Person(KeyTable, frozen=True, kw_only=True):
...     name: Id
...     age: Annotated[int, Meta(ge=0)] = 0
>>> read_keys({"name": "anna"}, Person, "the person").age
0
>>> read_keys({"name": "anna", "agee": 3}, Person, "the person")
Traceback (most recent call last):
cardlab.lessons.keys.LessonError: the person has no key 'agee'; did you mean 'age'? It may have name, age
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

import msgspec
from msgspec import Meta, Struct

from cardlab.engine.words import some

_CARD = "([A23456789TJQK][CDHS]|JK)"

Id = Annotated[str, Meta(pattern="^[a-z0-9]+(-[a-z0-9]+)*$", description="an id such as must-head")]
Text = Annotated[str, Meta(min_length=1, max_length=400, description="1 to 400 characters")]
MoveText = Annotated[str, Meta(min_length=1, description="a move such as QH or 5NT")]
Seat = Annotated[
    str,
    Meta(
        pattern="^[a-z]+$",
        description="a seat of the game in lower case: south, west, north, east (up to four);"
        " south, ana, ben, cleo ... for more; player and house in Bridge Solitaire",
    ),
]
Cards = Annotated[
    str,
    Meta(pattern=f"^{_CARD}( {_CARD})*$", description="cards such as QH TS JK, apart by spaces"),
]
CardsOrNone = Annotated[
    str,
    Meta(
        pattern=f"^({_CARD}( {_CARD})*)?$",
        description="cards such as QH TS JK, apart by spaces; empty for a hand that has been"
        " played out, or a pond that was swept",
    ),
]
UNIQUE = {"uniqueItems": True}
WORDS = {str: "a text", int: "a whole number", bool: "true or false", tuple: "a list"}


class LessonError(ValueError):
    """A lesson that cannot be read; the message says where, and what to do."""


class KeyTable(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table of keys."""


T = TypeVar("T")


def read_keys(data: Any, kind: type[T], where: str) -> T:
    """Check data and make a table of them.  Raises LessonError, naming the key and what to do.

    where: what an error calls the table.
    """
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        message, _, path = str(error).replace("`", "'").partition(" - at '")
        raise LessonError(_in_words(message, path.rstrip("'"), data, kind, where)) from None


def _in_words(message: str, path: str, data: Any, kind: Any, where: str) -> str:
    """An error of msgspec as a sentence: the place, what is wrong there, what to do."""
    named = re.search(r"key' in '(.*)", path)
    if named or "[...]" in path:
        table = named[1] if named else path.partition("[...]")[0]
        return _in_named(_at(table, data), _kind_at(table, kind), _place(table))
    place, wrong, stated = _place(path) or where, _at(path, data), _kind_at(path, kind)
    if unknown := re.search("unknown field '(.*)'", message):
        names = list(_fields(stated))
        near = difflib.get_close_matches(unknown[1], names, 1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        return f"{place} has no key {unknown[1]!r}{hint} It may have {', '.join(names)}"
    if missing := re.search("missing required field '(.*)'", message):
        return f"{place} needs the key {missing[1]!r}"
    if length := re.search("'array' of length ([<>]=)? ?([0-9]+)", message):
        bound = {">=": "at least ", "<=": "at most "}.get(length[1], "")
        return f"{place} should have {bound}{some(int(length[2]), 'entry', 'entries')}"
    if not message.startswith(("Expected", "Invalid")):
        return f"{place}: {message}"
    return f"{place} should be {_stated(stated)}, not {_short(wrong)}"


def _in_named(entries: Mapping[str, Any], kind: Any, place: str) -> str:
    """The error of the first entry that is wrong in a table of named entries."""
    name_kind, entry_kind = get_args(_plain(kind))
    for name, entry in entries.items():
        try:
            msgspec.convert(name, name_kind)
        except msgspec.ValidationError:
            return f"{place}: the name {name!r} should be {_stated(name_kind)}"
        try:
            msgspec.convert(entry, entry_kind)
        except msgspec.ValidationError as error:
            within = f"{place}.{name}"
            message, _, path = str(error).replace("`", "'").partition(" - at '")
            problem = _in_words(message, path.rstrip("'"), entry, entry_kind, within)
            return problem if problem.startswith(within) else f"{within}, {problem}"
    return f"{place} cannot be read"


def _steps(path: str) -> Iterator[str | int]:
    for name, number in re.findall(r"([\w-]+)|\[(\d+)\]", path.removeprefix("$")):
        yield int(number) if number else name


def _place(path: str) -> str:
    """``$.choose.item[0].pin`` as it is said: "choose, item 1, pin"."""
    parts: list[str] = []
    for step in _steps(path):
        if isinstance(step, str):
            parts.append(step)
        elif parts[-1] == "line":
            parts.append(f"entry {step}")
        else:
            parts[-1] += f" {step + 1}"
    return ", ".join(parts)


def _at(path: str, data: Any) -> Any:
    for step in _steps(path):
        data = data[step]
    return data


def _kind_at(path: str, kind: Any) -> Any:
    """What is stated of the value at a path."""
    for step in _steps(path):
        if isinstance(step, str):
            kind = _fields(kind).get(step)
        else:
            kind = next(iter(get_args(_plain(kind))), None)
    return kind


def _plain(kind: Any) -> Any:
    """A kind of value without its description and without None."""
    if get_origin(kind) is Annotated:
        return _plain(get_args(kind)[0])
    options = [option for option in get_args(kind) if option is not type(None)]
    if type(None) in get_args(kind) and len(options) == 1:
        return _plain(options[0])
    return kind


def _fields(kind: Any) -> dict[str, Any]:
    """The kinds of the keys of a table; nothing for what is not a table."""
    tables = [option for option in (_plain(kind), *get_args(_plain(kind))) if _is_table(option)]
    if not tables:
        return {}
    hints = get_type_hints(tables[0], include_extras=True)
    return {key.encode_name: hints[key.name] for key in msgspec.structs.fields(tables[0])}


def _is_table(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def _stated(kind: Any) -> str:
    """What a value should be, in words."""
    options = get_args(_plain(kind))
    if options and all(isinstance(option, str | int) for option in options):
        return (
            ", ".join(map(str, options[:-1])) + (" or " if options[1:] else "") + str(options[-1])
        )
    return _description(kind) or WORDS.get(
        get_origin(_plain(kind)) or _plain(kind), "a table of keys"
    )


def _description(kind: Any) -> str:
    """The description of a kind of value, or of one of several kinds."""
    parts = get_args(kind)
    own = [part.description for part in parts if isinstance(part, Meta) and part.description]
    return next(iter(own), "") or next(
        (description for part in parts if (description := _description(part))), ""
    )


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return "a table"
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:50]}... ({len(text)} characters)"
