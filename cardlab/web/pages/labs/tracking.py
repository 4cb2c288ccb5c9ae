"""Values that know who has read them, so that only what depends on a changed value is made anew.

Knows nothing of laboratories: a `Tracked` holds values under names, and the results that were
worked out from them.  A result stays until one of the values it was made from is changed.

>>> class Sum:
...     def __init__(self) -> None:
...         self.tracked = Tracked()
...         self.a, self.b, self.c = 1, 2, 3
...     a, b, c = Variable[int](), Variable[int](), Variable[int]()
...     @worked_out
...     def both(self) -> int:
...         print("adding")
...         return self.a + self.b
>>> one = Sum()
>>> one.both, one.both
adding
(3, 3)
>>> one.c = 9; one.both
3
>>> one.a = 5; one.both
adding
7
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Generic, Protocol, TypeVar, overload

__all__ = ["HasTracked", "Tracked", "Variable", "worked_out"]

T = TypeVar("T")


class _Reading(threading.local):
    """The names read by each result that is being worked out in this thread, the innermost last."""

    def __init__(self) -> None:
        self.stack: list[dict[str, int]] = []


_reading = _Reading()


class HasTracked(Protocol):
    """Whatever has tracked values."""

    tracked: Tracked


@dataclass
class _Result:
    """What was worked out, and from which versions of which values."""

    value: Any
    versions: dict[str, int]


@dataclass
class Tracked:
    """Values by name, each with a version that grows when it is changed."""

    values: dict[str, Any] = field(default_factory=dict)
    _versions: dict[str, int] = field(default_factory=dict)
    _results: dict[str, _Result] = field(default_factory=dict)

    def read(self, name: str) -> Any:
        """Return a value, and note who reads it.  Raises KeyError where there is none."""
        self._note(name)
        return self.values[name]

    def write(self, name: str, value: Any) -> None:
        """Change a value; one that equals the old one changes nothing."""
        if name in self.values:
            old = self.values[name]
            if old is value or (type(old) is type(value) and old == value):
                return
        self.values[name] = value
        self._versions[name] = self._versions.get(name, 0) + 1

    def result(self, name: str, work: Callable[[], T]) -> T:
        """Return what was worked out under this name, or work it out (again)."""
        kept = self._results.get(name)
        if kept is None or any(self._versions.get(n, 0) != v for n, v in kept.versions.items()):
            names: dict[str, int] = {}
            _reading.stack.append(names)
            try:
                value = work()
            finally:
                _reading.stack.pop()
            kept = self._results[name] = _Result(value, names)
        for read in kept.versions:
            self._note(read)
        result: T = kept.value
        return result

    def _note(self, name: str) -> None:
        if _reading.stack:
            _reading.stack[-1].setdefault(name, self._versions.get(name, 0))


class Variable(Generic[T]):
    """A tracked attribute."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, holder: None, owner: type) -> Variable[T]: ...

    @overload
    def __get__(self, holder: HasTracked, owner: type) -> T: ...

    def __get__(self, holder: HasTracked | None, owner: type) -> Variable[T] | T:
        if holder is None:
            return self
        value: T = holder.tracked.read(self.name)
        return value

    def __set__(self, holder: HasTracked, value: T) -> None:
        holder.tracked.write(self.name, value)


class worked_out(Generic[T]):
    """A property that is worked out once, and again when something it was made from has changed."""

    def __init__(self, work: Callable[[Any], T]) -> None:
        self.work, self.name = work, work.__name__
        self.__doc__ = work.__doc__

    @overload
    def __get__(self, holder: None, owner: type) -> worked_out[T]: ...

    @overload
    def __get__(self, holder: HasTracked, owner: type) -> T: ...

    def __get__(self, holder: HasTracked | None, owner: type) -> worked_out[T] | T:
        if holder is None:
            return self
        return holder.tracked.result(self.name, lambda: self.work(holder))
