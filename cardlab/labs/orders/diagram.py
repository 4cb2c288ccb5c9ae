"""An order as a diagram, laid out to be read: what beats what, suit beside suit.

Knows orders and card widths.  Knows no game.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.ordering import Ordering
from cardlab.labs.orders import posets
from cardlab.labs.orders.ladders import Rung

if TYPE_CHECKING:
    from networkx import DiGraph


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
    """The graph of `posets.covering`, laid out: trumps on top, then what they beat, suit beside
    suit. A solid line is an edge of that graph; a dashed one stands for the paths through classes
    not shown.

    Long chains are folded; cards in ``show`` stay in sight.  ``outside``: cards that the order
    decides nothing about.

    >>> import cardlab
    >>> found = hasse(cardlab.game("brandle").ordering("H"))
    >>> [node.cards for node in found.nodes][:3], len(found.edges)
    ([(JH,), (7H,), (AH,)], 18)
    """
    keep, apart = {Card(c) for c in show}, {Card(c) for c in outside}
    blocks = [chain for chain in _chains(order, led) if not apart & {*chain[0]}]
    lines = posets.covering(order, led, apart)
    levels = _levels(lines, blocks)
    side_by_side = len(blocks) > 2 and all(len(level) == 1 for level in levels)
    folded: dict[int, list[DiagramNode]] = {}
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
    rows = [[at for level in levels for at in level]] if side_by_side else levels
    top, widest = 0.5, max(sum(_widths(folded[at]) + GAP for at in row) - GAP for row in rows)
    for row in rows:
        x = (widest - sum(_widths(folded[at]) + GAP for at in row) + GAP) / 2
        for at in row:
            middle = x + _widths(folded[at]) / 2
            for i, node in enumerate(folded[at]):
                nodes.append(node._replace(x=round(middle, 3), y=round(top + STEP * i, 3)))
            x += _widths(folded[at]) + GAP
        top += STEP * max(len(folded[at]) for at in row) + (0.35 if len(row) == 1 else 0)
    in_sight = {node.id for node in nodes}
    hidden = {card for rung in lines if _id(rung) not in in_sight for card in rung}
    edges = _lines_shown(lines, posets.covering(order, led, apart | hidden))
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


def _lines_shown(lines: DiGraph, needed: DiGraph) -> list[tuple[str, str, str, str]]:
    """The lines between the classes in sight: ``needed``, the covering graph of these alone. A
    line that ``lines``, the covering graph of all classes, does not have is dashed. The first
    dashed one of a class says how many lie between, one below the other; the page would write
    what a second one says in the same place."""
    from networkx import ancestors, dag_longest_path, descendants

    edges: list[tuple[str, str, str, str]] = []
    for start in needed:
        said = False
        for end in needed.successors(start):
            if lines.has_edge(start, end):
                edges.append((_id(start), _id(end), "solid", ""))
                continue
            between = lines.subgraph(descendants(lines, start) & ancestors(lines, end))
            note = "" if said else f"{len(dag_longest_path(between))} more"
            edges.append((_id(start), _id(end), "dashed", note))
            said = True
    return edges


def _id(cards: Rung) -> str:
    """The id of a class of cards in the diagram."""
    return "-".join(map(str, cards))


def _levels(lines: DiGraph, blocks: Sequence[list[Rung]]) -> list[list[int]]:
    """Which chains lie below which: a chain whose lowest cards beat another's highest lies above
    it."""
    from networkx import descendants

    below = [descendants(lines, chain[-1]) for chain in blocks]
    above = {
        b: [a for a in range(len(blocks)) if a != b and blocks[b][0] in below[a]]
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


def _folded(chain: Sequence[Rung], most: int, keep: set[Card]) -> list[DiagramNode]:
    """The nodes of a chain that are shown."""
    tail = 2 if most > LONG_PLAIN else 1
    return [
        _node(rung, keep)
        for i, rung in enumerate(chain)
        if len(chain) <= most + 1 or i < most - tail or i >= len(chain) - tail or keep & {*rung}
    ]


def _node(cards: Rung, keep: set[Card]) -> DiagramNode:
    """A class of cards as a node; of many only some are shown."""
    id, shown = _id(cards), cards
    if len(cards) > 4:
        shown = tuple(c for i, c in enumerate(cards) if i == 0 or i == len(cards) - 1 or c in keep)
    return DiagramNode(id, shown, 0.0, 0.0, "", len(cards) - len(shown))


def _widths(chain: Sequence[DiagramNode]) -> float:
    return max(node.width for node in chain)
