"""The same code with other values in it: a game's functions, rules and classes copied where they
use what was exchanged.

Knows functions and the names they look up.  Knows no cards and no rules of any game.  Nothing that
exists is touched: what uses an exchanged value is copied, everything else is shared.

>>> from cardlab.rulebook import kaiser
>>> from cardlab.engine.scoring import Formula
>>> other = Formula("t + 5*five - 4*three", **kaiser.TOOK)
>>> changed = Graft({kaiser.VALUE: other}).of(kaiser.Kaiser)
>>> result = kaiser.KaiserResult(contract=6, tricks=(5, 3), three=1)
>>> kaiser.Kaiser().score(result)[1].points, changed().score(result)[1].points
(0, -1)
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from functools import cached_property
from types import CellType, CodeType, FunctionType
from typing import Any

from cardlab.engine.rulings import Rule

_OURS = ("cardlab.rulebook.", "cardlab.families.")
_CLOSED = (
    "__dict__",
    "__weakref__",
    "__doc__",
    "__annotations__",
    "__module__",
    "__slots__",
    "__dataclass_fields__",
)


def _names(code: CodeType) -> Iterator[str]:
    """The names that a function looks up, those of the functions inside it included."""
    yield from code.co_names
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from _names(part)


def _ours(value: Any) -> bool:
    return str(getattr(value, "__module__", "")).startswith(_OURS)


def parts(value: Any) -> Iterator[tuple[str, Any]]:
    """What a value of the games' code is made of or looks up, each with its name; nothing for
    other values.

    >>> from cardlab.rulebook.kaiser import Formula, defenders_score
    >>> [name for name, value in parts(defenders_score.test) if isinstance(value, Formula)]
    ['VALUE', 'LIMITED']
    """
    if isinstance(value, Rule):
        if value.test is not None:
            yield "", value.test
    elif isinstance(value, FunctionType):
        if _ours(value):
            for name in dict.fromkeys(_names(value.__code__)):
                if name in value.__globals__:
                    yield name, value.__globals__[name]
            for name, cell in zip(value.__code__.co_freevars, value.__closure__ or (), strict=True):
                if name != "__class__" and _filled(cell):
                    yield name, cell.cell_contents
    elif isinstance(value, property):
        yield from ((f.__name__, f) for f in (value.fget, value.fset) if f is not None)
    elif isinstance(value, cached_property):
        yield "", value.func
    elif isinstance(value, staticmethod | classmethod):
        yield "", value.__func__
    elif type(value) in (tuple, list):
        yield from ((str(i), part) for i, part in enumerate(value))
    elif isinstance(value, dict) and len(value) < 200:
        yield from ((str(key), part) for key, part in value.items())
    elif isinstance(value, type):
        if _ours(value):
            for base in value.__mro__:
                if _ours(base):
                    yield from (
                        (name, part) for name, part in vars(base).items() if name not in _CLOSED
                    )


def _filled(cell: CellType) -> bool:
    try:
        cell.cell_contents  # noqa: B018  # an empty cell raises
    except ValueError:
        return False
    return True


def found(value: Any, kind: type, most: int = 20_000) -> dict[str, Any]:
    """Every value of a kind that the code of this one uses, however deep, by its name.

    >>> from cardlab.rulebook.nap import Formula, bid_made
    >>> sorted(found(bid_made, Formula))
    ['MADE', 'PAYS']
    """
    out: dict[str, Any] = {}
    seen: set[int] = set()
    todo: list[tuple[str, Any]] = [("", value)]
    while todo and len(seen) < most:
        name, part = todo.pop(0)
        if isinstance(part, kind):
            out.setdefault(name, part)
            continue
        if id(part) not in seen:
            seen.add(id(part))
            todo += [
                (f"{name}-{inner}" if inner.isdigit() or isinstance(part, dict) else inner, x)
                for inner, x in parts(part)
            ]
    return out


class Graft:
    """Copies of what uses the values that are exchanged.

    values: old to new, compared by identity; names: (module, name) to a new value, for numbers,
    which have no identity.
    """

    def __init__(
        self,
        values: Mapping[Any, Any] | None = None,
        names: Mapping[tuple[str, str], Any] | None = None,
    ) -> None:
        self._values = {id(old): (old, new) for old, new in (values or {}).items()}
        self._by_name = dict(names or {})
        self._known: dict[int, tuple[Any, bool]] = {}
        self._made: dict[int, tuple[Any, Any]] = {}
        self._spaces: dict[str, dict[str, Any]] = {}

    def also(self, old: Any, new: Any) -> None:
        """Exchange one more value, before anything is made (for values that do not hash)."""
        self._values[id(old)] = (old, new)

    def touches(self, value: Any) -> bool:
        """Whether something that is exchanged is used here, however deep."""
        return self._touches(value, {})[0]

    def _touches(self, value: Any, within: dict[int, int]) -> tuple[bool, int]:
        # depth-first; a no that hangs on something still being looked at is not kept
        key = id(value)
        if key in self._values:
            return True, sys.maxsize
        if key in self._known:
            return self._known[key][1], sys.maxsize
        if key in within:
            return False, within[key]
        depth = within[key] = len(within)
        lowest, answer = sys.maxsize, self._named(value)
        if not answer:
            for _, part in parts(value):
                if isinstance(part, str | int) and not isinstance(part, Rule):
                    continue
                yes, low = self._touches(part, within)
                lowest = min(lowest, low)
                if yes:
                    answer = True
                    break
        del within[key]
        if answer or lowest >= depth:
            self._known[key] = (value, answer)
            return answer, sys.maxsize
        return False, lowest

    def _named(self, value: Any) -> bool:
        if not self._by_name or not isinstance(value, FunctionType):
            return False
        return any((value.__module__, name) in self._by_name for name in _names(value.__code__))

    def of(self, value: Any) -> Any:
        """The value as it is with the exchange: itself, where nothing in it changes."""
        key = id(value)
        if key in self._values:
            return self._values[key][1]
        if key in self._made:
            return self._made[key][1]
        if not self.touches(value):
            return value
        new = self._copy(value)
        self._made.setdefault(key, (value, new))
        return self._made[key][1]

    def _copy(self, value: Any) -> Any:
        if isinstance(value, Rule):
            return Rule(
                str(value),
                value.title,
                value.wording,
                value.concepts,
                value.kind,
                self.of(value.test),
                value.look,
                value.solver,
            )
        if isinstance(value, FunctionType):
            return self._function(value)
        if isinstance(value, property):
            return property(
                self.of(value.fget),
                self.of(value.fset) if value.fset else None,
                None,
                value.__doc__,
            )
        if isinstance(value, cached_property):
            new = cached_property(self.of(value.func))
            new.__set_name__(object, value.func.__name__)
            return new
        if isinstance(value, staticmethod | classmethod):
            return type(value)(self.of(value.__func__))
        if type(value) in (tuple, list):
            return type(value)(map(self.of, value))
        if isinstance(value, dict):
            return {k: self.of(v) for k, v in value.items()}
        if isinstance(value, type):
            return self._class(value)
        return value

    def _function(self, f: FunctionType) -> FunctionType:
        cells = tuple(
            (
                CellType(self.of(cell.cell_contents))
                if name != "__class__" and _filled(cell) and self.touches(cell.cell_contents)
                else cell
            )
            for name, cell in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True)
        )
        # the space of names is filled after the function is known, so that functions that call each
        # other find each other
        space = self._spaces.setdefault(f.__module__, dict(f.__globals__))
        new = FunctionType(f.__code__, space, f.__name__, f.__defaults__, cells)
        new.__kwdefaults__, new.__doc__, new.__module__ = f.__kwdefaults__, f.__doc__, f.__module__
        new.__qualname__, new.__dict__ = f.__qualname__, dict(f.__dict__)
        self._made[id(f)] = (f, new)
        for name in dict.fromkeys(_names(f.__code__)):
            if name in f.__globals__ and space[name] is f.__globals__[name]:
                if (f.__module__, name) in self._by_name:
                    space[name] = self._by_name[f.__module__, name]
                elif self.touches(f.__globals__[name]):
                    space[name] = self.of(f.__globals__[name])
        return new

    def _class(self, cls: type) -> type:
        below = [self.of(base) for base in cls.__mro__[1:] if _ours(base) and self._own(base)]
        named = {
            "__module__": cls.__module__,
            "__qualname__": cls.__qualname__,
            "__doc__": cls.__doc__,
        }
        new = type(cls)(cls.__name__, (cls, *below), named)
        # the class is known before its methods are copied: they may name it
        self._made[id(cls)] = (cls, new)
        for name, part in vars(cls).items():
            if name not in _CLOSED and self.touches(part):
                setattr(new, name, self.of(part))
        return new

    def _own(self, cls: type) -> bool:
        return any(self.touches(v) for n, v in vars(cls).items() if n not in _CLOSED)
