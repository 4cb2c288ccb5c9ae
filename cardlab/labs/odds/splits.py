"""How the missing cards of a suit lie between hands that nobody sees: vacant places.

Knows places and missing cards, no games.

>>> found = split(5, (13, 13))
>>> [(s.said, s.chance.percent) for s in found]
[('3–2', '67.83 %'), ('4–1', '28.26 %'), ('5–0', '3.91 %')]
>>> found[0].chance.formula
'2·C(13, 3)·C(13, 2) / C(26, 5)'
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.engine.words import number, some
from cardlab.labs.odds.chances import Chance, Term, counted
from cardlab.labs.odds.counting import grouped, how_many, vectors

MOST_CASES = 20_000


@dataclass(frozen=True)
class SuitSplit:
    """One way in which they may lie: lengths by hand, the longest first, and what lies in no
    hand."""

    lengths: tuple[int, ...]
    aside: int
    chance: Chance

    @property
    def said(self) -> str:
        return lengths_said(self.lengths, self.aside)


def lengths_said(lengths: Sequence[int], aside: int = 0) -> str:
    """
    >>> lengths_said((3, 2)), lengths_said((1, 1, 0), 3)
    ('3–2', '1–1–0, 3 in the stock')
    """
    held = "–".join(map(str, lengths))
    return f"{held}, {aside} in the stock" if aside else held


def split_said(missing: int, of_what: str = "") -> str:
    """
    >>> split_said(1), split_said(5, " of a suit")
    ('one missing card splits', 'five missing cards of a suit split')
    """
    return f"{some(missing, 'missing card')}{of_what} {'splits' if missing == 1 else 'split'}"


def share_said(count: int, missing: int) -> str:
    """How many of the missing cards a hand holds, after "holds".

    >>> share_said(0, 1), share_said(1, 1), share_said(2, 5), share_said(5, 5), share_said(0, 5)
    ('no missing card', 'the missing card', 'two of five missing cards', 'all five missing cards', 'none of five missing cards')
    """
    if missing == 1:
        return "the missing card" if count else "no missing card"
    if count == missing:
        return f"all {some(missing, 'missing card')}" if missing > 2 else "both missing cards"
    return f"{number(count) if count else 'none'} of {some(missing, 'missing card')}"


def checked(missing: int, places: Sequence[int], aside: int = 0) -> None:
    """Raises ValueError for what cannot be."""
    for n in (missing, aside, *places):
        if isinstance(n, bool) or not isinstance(n, int) or n < 0:
            raise ValueError(f"cards and places are whole numbers from 0, not {n!r}")
    if len(places) < 1:
        raise ValueError("name the places of at least one hand, such as (13, 13)")
    if missing > sum(places) + aside:
        if not sum(places) + aside:
            raise ValueError("no place is vacant for a missing card; leave some places vacant")
        room = some(sum(places) + aside, "place")
        raise ValueError(f"{some(missing, 'card')} cannot lie in {room}; name fewer cards")
    if missing > 60 or sum(places) + aside > 300:
        raise ValueError("that is more cards than a pack has; name at most 60 missing cards")


def split(missing: int, places: Sequence[int] = (13, 13), aside: int = 0) -> tuple[SuitSplit, ...]:
    """Every split of so many missing cards between hands with these vacant places, the likeliest
    first.

    places: the cards of each hidden hand that you know nothing about; aside: hidden cards that are
    in no hand.
    """
    checked(missing, places, aside)
    rooms = [*places, *([aside] if aside else [])]
    if how_many(rooms, missing) > MOST_CASES:
        raise ValueError(
            "there are too many splits to list; name fewer missing cards or fewer hands"
        )
    of = sum(rooms), missing
    cases: dict[tuple[tuple[int, ...], int], list[Term]] = {}
    for taken in vectors(rooms, missing):
        held = taken[: len(places)]
        # between hands of one size nobody cares which is which; between unequal ones it is the
        # shape that is asked for too
        key = tuple(sorted(held, reverse=True)), sum(taken[len(places) :])
        cases.setdefault(key, []).append(Term(1, tuple(zip(rooms, taken, strict=True))))
    splits = []
    for (lengths, rest), terms in cases.items():
        text = f"{split_said(missing)} {lengths_said(lengths, rest)}"
        splits.append(SuitSplit(lengths, rest, counted(text, grouped(terms), of)))
    return tuple(sorted(splits, key=lambda s: (-s.chance.value, s.lengths, s.aside)))


def split_of(missing: int, wanted: str, places: Sequence[int] = (13, 13), aside: int = 0) -> Chance:
    """The chance of one split, written 3-2.

    >>> split_of(4, "2-2").fraction
    '234/575'
    """
    text = wanted.replace("–", "-").strip()
    for one in split(missing, places, aside):
        if text in (
            one.said.replace("–", "-"),
            "-".join(map(str, one.lengths)) if not one.aside else "",
        ):
            return one.chance
    raise ValueError(
        f"{some(missing, 'missing card')} cannot split {wanted[:20]}; the lengths add up to"
        f" {missing}"
    )


def held(missing: int, count: int, places: Sequence[int] = (13, 13)) -> Chance:
    """The chance that the first of these hands holds exactly so many of the missing cards.

    What is known of a hand takes its places away: if West shows seven hearts, six places are left
    for the spades.

    >>> held(5, 3, places=(6, 13)).percent
    '13.42 %'
    """
    checked(missing, places)
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= missing:
        raise ValueError(f"a hand holds from 0 to {missing} of them, not {count!r}")
    room, others = places[0], sum(places[1:])
    terms = (Term(1, ((room, count), (others, missing - count))),)
    return counted(
        f"the first hand holds {share_said(count, missing)}",
        terms,
        (room + others, missing),
    )
