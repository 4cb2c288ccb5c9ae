"""Sets of cards as the bits of a number.  Compiled, each of these is one instruction."""

from __future__ import annotations

popcount = int.bit_count
"""How many cards are in a set."""


def ctz(x: int) -> int:
    """The lowest card of a set, which must not be empty."""
    return (x & -x).bit_length() - 1


def topbit(x: int) -> int:
    """The highest card of a set, which must not be empty."""
    return x.bit_length() - 1
