"""An order of cards as a networkx graph: the lines that "beats" needs, the longest chain, the most
cards of which none beats another, and what another order changes.

Knows graphs and orders, no layout and no game.  networkx is loaded by the first question.

>>> import cardlab
>>> kaiser = cardlab.game("kaiser")
>>> shape = poset(kaiser.ordering("H"))
>>> shape.relation.number_of_edges(), shape.covering.number_of_edges(), len(shape.longest), shape.width
(304, 31, 16, 3)
>>> print(edit(kaiser.ordering("H"), kaiser.ordering("S")))
3 lines go (5♥–A♠, 5♥–A♣, 5♥–A♦), 3 come (3♠–A♥, 3♠–A♣, 3♠–A♦); 192 pairs are no longer decided as before, 64 of them turned round
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from cardlab.engine.cards import RANKS, SUITS, Card
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import some
from cardlab.labs.orders.ladders import Rung

if TYPE_CHECKING:
    from networkx import DiGraph

Pair = tuple[Card, Card]


def covering(order: Ordering, led: str | None = None, outside: Iterable[Card] = ()) -> DiGraph:
    """The transitive reduction of what beats what: a node for every class of cards, an edge from
    a class to each that it beats with none between them.  outside: cards that are left out, with
    their class."""
    from networkx import DiGraph, transitive_reduction

    relation, apart = order.graph(led), {*outside}
    relation.remove_nodes_from([rung for rung in relation if apart & {*rung}])
    needed = transitive_reduction(relation)
    lines = (
        DiGraph()
    )  # networkx goes through sets: in the order of the ladder it is always the same
    lines.add_nodes_from(relation)
    lines.add_edges_from(edge for edge in relation.edges if needed.has_edge(*edge))
    return lines


@dataclass(frozen=True)
class Poset:
    """What beats what under an order, and when a suit is led."""

    order: Ordering
    led: str | None = None

    @cached_property
    def relation(self) -> DiGraph:
        """An edge for every pair of classes of which one beats the other."""
        return self.order.graph(self.led)

    @cached_property
    def covering(self) -> DiGraph:
        """Only the edges that are needed (see `covering`)."""
        return covering(self.order, self.led)

    @cached_property
    def longest(self) -> tuple[Rung, ...]:
        """A longest chain, from high to low: each class beats all after it."""
        from networkx import dag_longest_path

        return tuple(dag_longest_path(self.covering))

    @cached_property
    def width(self) -> int:
        """The most classes of which none beats another (Dilworth: as many as the fewest chains
        that hold all)."""
        from networkx import Graph
        from networkx.algorithms.bipartite import hopcroft_karp_matching

        nodes = list(self.relation)
        pairs = Graph()
        pairs.add_nodes_from(("above", node) for node in nodes)
        pairs.add_nodes_from(("below", node) for node in nodes)
        pairs.add_edges_from((("above", a), ("below", b)) for a, b in self.relation.edges)
        matched = hopcroft_karp_matching(pairs, [("above", node) for node in nodes])
        return len(nodes) - len(matched) // 2

    def __str__(self) -> str:
        tall = len(self.longest)
        return (
            f"{some(self.relation.number_of_edges(), 'pair')} of classes are decided, and"
            f" {some(self.covering.number_of_edges(), 'line')} say it. The longest chain has"
            f" {some(tall, 'rung')}; at most {self.width} stand side by side."
        )


def poset(order: Ordering, led: str | None = None) -> Poset:
    """The order as a poset."""
    return Poset(order, led)


@dataclass(frozen=True)
class OrderEdit:
    """What turns the diagram of one order into that of another, as pairs of cards.

    out and new: lines that go and come, between the highest cards of two classes; lost and won:
    pairs "a beats b" that end and begin.
    """

    out: frozenset[Pair]
    new: frozenset[Pair]
    lost: frozenset[Pair]
    won: frozenset[Pair]

    @property
    def turned(self) -> frozenset[Pair]:
        """The pairs of which the other card wins now."""
        return frozenset((a, b) for a, b in self.lost if (b, a) in self.won)

    def __str__(self) -> str:
        def lines(pairs: frozenset[Pair]) -> str:
            ordered = sorted(pairs, key=_as_printed)
            named = list(dict.fromkeys(f"{a.sign}–{b.sign}" for a, b in ordered))
            more = f" and {len(named) - SHOWN} more" if len(named) > SHOWN else ""
            return f" ({', '.join(named[:SHOWN])}{more})" if named else ""

        turned = f", {len(self.turned)} of them turned round" if self.turned else ""
        goes = "line goes" if len(self.out) == 1 else "lines go"
        comes = "comes" if len(self.new) == 1 else "come"
        are = "is" if len(self.lost) == 1 else "are"
        decided = (
            f"{some(len(self.lost), 'pair')} {are} no longer decided as before{turned}"
            if self.lost
            else "what was decided stays so"
        )
        return (
            f"{len(self.out)} {goes}{lines(self.out)}, {len(self.new)} {comes}{lines(self.new)};"
            f" {decided}"
        )


SHOWN = 6
"""So many lines are named."""


def _as_printed(line: Pair) -> tuple[object, ...]:
    """By suits, then by ranks from the ace down: pairs come out of sets, whose order is of no run but
    their own."""
    return (
        ["".join(SUITS).find(card.suit) for card in line],
        [RANKS.find(card.rank) for card in line],
        [str(card) for card in line],
    )


def edit(before: Ordering, after: Ordering, led: str | None = None) -> OrderEdit:
    """What changes from one order to another, in the diagram and in the relation."""
    old, new = poset(before, led), poset(after, led)

    def tops(graph: DiGraph) -> frozenset[Pair]:
        return frozenset((a[0], b[0]) for a, b in graph.edges)

    def cards(graph: DiGraph) -> frozenset[Pair]:
        return frozenset((x, y) for a, b in graph.edges for x in a for y in b)

    lines, other = tops(old.covering), tops(new.covering)
    beats, now = cards(old.relation), cards(new.relation)
    return OrderEdit(lines - other, other - lines, beats - now, now - beats)
