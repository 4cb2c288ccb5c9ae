"""Caches that leave no traces: what a function found out about a game, an order or a lesson.

Knows nothing of cards.  What is remembered lies with the function, not in the object that it is
about: it dies with the object, and does not travel with a pickle or a copy.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import update_wrapper
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar
from weakref import WeakKeyDictionary, ref

K = TypeVar("K")
P = ParamSpec("P")
V = TypeVar("V")


class Remembered(Generic[K, P, V]):
    """A function that computes each value once; ``forget()`` drops all of them."""

    def __init__(self, compute: Callable[Concatenate[K, P], V]) -> None:
        self._compute = compute
        self._values: WeakKeyDictionary[K, dict[tuple[Any, ...], V]] = WeakKeyDictionary()
        # an object that was asked about before is known by its identity: to hash and compare a game
        # or an order takes longer than most of what is remembered of it
        self._met: dict[int, tuple[ref[K], dict[tuple[Any, ...], V]]] = {}
        update_wrapper(self, compute)

    def __call__(self, about: K, /, *args: P.args, **kwargs: P.kwargs) -> V:
        met = self._met.get(id(about))
        values = met[1] if met is not None and met[0]() is about else self._values_of(about)
        key = (*args, *kwargs.items()) if kwargs else args
        try:
            return values[key]
        except KeyError:
            value = values[key] = self._compute(about, *args, **kwargs)
            return value

    def _values_of(self, about: K) -> dict[tuple[Any, ...], V]:
        """The values of an object that is met for the first time: those of an equal one, if there
        are any."""
        values = self._values.setdefault(about, {})
        number, met = id(about), self._met
        met[number] = ref(about, lambda _: met.pop(number, None)), values
        return values

    def forget(self) -> None:
        """Forget every value."""
        self._values.clear()
        self._met.clear()


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
