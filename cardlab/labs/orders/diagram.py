"""An order as a diagram, laid out to be read: what beats what, suit beside suit.

Knows orders and card widths.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.ordering import Ordering
from cardlab.labs.orders.ladders import (
    Rung,
)


class DiagramNode(NamedTuple):
    """A class of cards in a diagram, with its middle in card widths; more: how many of its cards
    are not shown."""

    id: str
    cards: Rung
    x: float
    y: float
    label: str = ""
    more: int = 0

    @property
    def width(self) -> float:
        return WIDE * (len(self.cards) + (self.more > 0) - 1) + 1


class Hasse(NamedTuple):
    """The diagram of an order: a card beats what lies below it on lines.  edges: from, to,
    "solid" or "dashed" (cards between them are not shown), and a text for the line."""

    nodes: tuple[DiagramNode, ...]
    edges: tuple[tuple[str, str, str, str], ...]
    width: float
    height: float


WIDE, STEP, GAP = 0.85, 1.18, 0.8
"""In card widths: what a further card adds to a node, from rung to rung, and between columns."""
LONG_TRUMPS, LONG_LED, LONG_PLAIN = 9, 6, 4


def hasse(
    order: Ordering,
    led: str | None = None,
    *,
    outside: Iterable[str] = (),
    show: Iterable[str] = (),
) -> Hasse:
    """The transitive reduction of ``order.graph(led)``, laid out: trumps on top, then what they
    beat, suit beside suit.

    Long chains are folded; cards in ``show`` stay in sight.  ``outside``: cards that the order
    decides nothing about.

    >>> import cardlab
    >>> found = hasse(cardlab.game("brandle").ordering("H"))
    >>> [node.cards for node in found.nodes][:3], len(found.edges)
    ([(JH,), (7H,), (AH,)], 18)
    """
    keep, apart = {Card(c) for c in show}, {Card(c) for c in outside}
    blocks = [chain for chain in _chains(order, led) if not apart & {*chain[0]}]
    levels = _levels(order, led, blocks)
    side_by_side = len(blocks) > 2 and all(len(level) == 1 for level in levels)
    folded: dict[int, list[tuple[DiagramNode, int]]] = {}
    for at, chain in enumerate(blocks):
        long = (
            LONG_LED
            if led is not None
            else LONG_TRUMPS
            if order.is_trump(chain[0][0]) or len(levels) == 1
            else LONG_PLAIN
        )
        folded[at] = _folded(chain, LONG_PLAIN if side_by_side else long, keep)
    nodes: list[DiagramNode] = []
    edges: list[tuple[str, str, str, str]] = []
    rows = [[at for level in levels for at in level]] if side_by_side else levels
    top, widest = 0.5, max(sum(_widths(folded[at]) + GAP for at in row) - GAP for row in rows)
    for row in rows:
        x = (widest - sum(_widths(folded[at]) + GAP for at in row) + GAP) / 2
        for at in row:
            middle = x + _widths(folded[at]) / 2
            for i, (node, hidden) in enumerate(folded[at]):
                nodes.append(node._replace(x=round(middle, 3), y=round(top + STEP * i, 3)))
                if i:
                    before = folded[at][i - 1][0].id
                    edges.append(
                        (
                            before,
                            node.id,
                            "dashed" if hidden else "solid",
                            f"{hidden} more" if hidden else "",
                        )
                    )
            x += _widths(folded[at]) + GAP
        top += STEP * max(len(folded[at]) for at in row) + (0.35 if len(row) == 1 else 0)
    for above, below in pairwise(levels):
        edges += [
            (folded[a][-1][0].id, folded[b][0][0].id, "solid", "") for a in above for b in below
        ]
    height = max(node.y for node in nodes) + 0.5
    for i, card in enumerate(sorted(apart & {*order.cards})):
        nodes.append(
            DiagramNode(
                str(card),
                (card,),
                round(0.5 + i * (1 + GAP), 3),
                round(height + STEP - 0.5, 3),
                "decided by a rule",
            )
        )
    height = max(node.y + (0.35 if node.label else 0) for node in nodes) + 0.5
    return Hasse(
        tuple(nodes),
        tuple(edges),
        round(max(widest, *(n.x + n.width / 2 for n in nodes)), 3),
        round(height, 3),
    )


def _chains(order: Ordering, led: str | None) -> list[list[Rung]]:
    chains: dict[str, list[Rung]] = {}
    for rung in order.classes(led):
        chains.setdefault(str(order.suit_of[rung[0]] or ""), []).append(rung)
    return list(chains.values())


def _levels(order: Ordering, led: str | None, blocks: Sequence[list[Rung]]) -> list[list[int]]:
    """Which chains lie below which: a chain whose lowest cards beat another's highest lies above
    it."""
    above = {
        b: [
            a
            for a in range(len(blocks))
            if a != b and order.beats(blocks[a][-1][0], blocks[b][0][0], led)
        ]
        for b in range(len(blocks))
    }
    depth: dict[int, int] = {}
    while len(depth) < len(blocks):
        for b, higher in above.items():
            if b not in depth and all(a in depth for a in higher):
                depth[b] = 1 + max((depth[a] for a in higher), default=-1)
    return [
        [b for b in range(len(blocks)) if depth[b] == d] for d in range(max(depth.values()) + 1)
    ]


def _folded(chain: Sequence[Rung], most: int, keep: set[Card]) -> list[tuple[DiagramNode, int]]:
    """The nodes of a chain, each with how many rungs were folded away above it."""
    tail = 2 if most > LONG_PLAIN else 1
    shown = [
        i
        for i, rung in enumerate(chain)
        if len(chain) <= most + 1 or i < most - tail or i >= len(chain) - tail or keep & {*rung}
    ]
    folded: list[tuple[DiagramNode, int]] = []
    for n, i in enumerate(shown):
        folded.append((_node(chain[i], keep), i - shown[n - 1] - 1 if n else 0))
    return folded


def _node(cards: Rung, keep: set[Card]) -> DiagramNode:
    """A class of cards as a node; of many only some are shown."""
    id, shown = "-".join(map(str, cards)), cards
    if len(cards) > 4:
        shown = tuple(c for i, c in enumerate(cards) if i == 0 or i == len(cards) - 1 or c in keep)
    return DiagramNode(id, shown, 0.0, 0.0, "", len(cards) - len(shown))


def _widths(chain: Sequence[tuple[DiagramNode, int]]) -> float:
    return max(node.width for node, _ in chain)
