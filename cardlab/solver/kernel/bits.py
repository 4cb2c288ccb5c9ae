"""Sets of cards as the bits of a number.  Compiled, each of these is one instruction."""

from __future__ import annotations


def popcount(x: int) -> int:
    """How many cards are in a set."""
    return x.bit_count()


def ctz(x: int) -> int:
    """The lowest card of a set, which must not be empty."""
    return (x & -x).bit_length() - 1


def topbit(x: int) -> int:
    """The highest card of a set, which must not be empty."""
    return x.bit_length() - 1
