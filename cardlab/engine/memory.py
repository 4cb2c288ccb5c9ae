"""Caches that leave no traces: what a function found out about a game, an order or a lesson.

Knows nothing of cards.  What is remembered lies with the function, not in the object that it is
about: it dies with the object, and does not travel with a pickle or a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary

K = TypeVar("K")
P = ParamSpec("P")
V = TypeVar("V")


class Remembered(Generic[K, P, V]):
    """A function that computes each value once; ``forget()`` drops all of them."""

    def __init__(self, compute: Callable[Concatenate[K, P], V]) -> None:
        self._compute = compute
        self._values: WeakKeyDictionary[K, dict[tuple[Any, ...], V]] = WeakKeyDictionary()
        update_wrapper(self, compute)

    def __call__(self, about: K, /, *args: P.args, **kwargs: P.kwargs) -> V:
        values = self._values.get(about)
        if values is None:
            values = self._values[about] = {}
        key = (*args, *kwargs.items()) if kwargs else args
        try:
            return values[key]
        except KeyError:
            value = values[key] = self._compute(about, *args, **kwargs)
            return value

    def forget(self) -> None:
        """Forget every value."""
        self._values.clear()


def remember(compute: Callable[Concatenate[K, P], V]) -> Remembered[K, P, V]:
    """Keep what a function returns, for as long as its first argument lives.

    The first argument is a game, an ordering or another object that can be referred to weakly;
    equal objects share a memory.  The other arguments have to be hashable.  A value must not hold
    the first argument, or neither is ever dropped.

    >>> import cardlab
    >>> @remember
    ... def size_of_pack(game):
    ...     print("counting")
    ...     return len(game.pack)
    >>> kaiser = cardlab.game("kaiser")
    >>> size_of_pack(kaiser), size_of_pack(kaiser)
    counting
    (32, 32)
    """
    return Remembered(compute)
