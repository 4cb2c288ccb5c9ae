"""The cuts of the learning graph: which one concept opens most, which no way leads round, and which
holds two parts of it together.

Knows the graph of concepts, nothing of a learner's progress.  networkx is loaded when it is asked.

>>> opens_most(["gin-rummy"])[0]
OneConcept(id='going-out', opens=2)
>>> no_way_round()[:3]
(OneConcept(id='pack', opens=59), OneConcept(id='hand', opens=31), OneConcept(id='match-structure', opens=22))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from cardlab.concepts.graphs import graph, knowledge

if TYPE_CHECKING:
    from networkx import DiGraph

START = "start"
"""The node above all concepts that need nothing."""


class OneConcept(NamedTuple):
    """A concept, and how much hangs on it alone: games, or concepts."""

    id: str
    opens: int


def opens_most(known: Iterable[str] = ()) -> tuple[OneConcept, ...]:
    """The concepts that are all that is lacking for some game, by how many games; the most
    first.

    known: games or concepts, each with everything that it stands on.  Raises ValueError, listing
    what is near, for an id that is neither.
    """
    from networkx import ancestors

    whole, ids = graph(games=True), [*known]
    held = knowledge(ids)
    games = {id for id, data in whole.nodes(data=True) if data["kind"] == "game"} - {*ids}
    lacking = (frozenset(ancestors(whole, game)) - held for game in games)
    counted = Counter(next(iter(ideas)) for ideas in lacking if len(ideas) == 1)
    return _by_most(counted)


@cache
def dominators() -> DiGraph:
    """The concepts as a tree: above each the last concept that every way of prerequisites to it
    passes; `START` above all."""
    import networkx

    whole = networkx.DiGraph(graph())
    whole.add_edges_from([(START, id) for id in graph() if not graph().in_degree(id)])
    above = networkx.immediate_dominators(whole, START)
    tree = networkx.DiGraph()
    tree.add_nodes_from(whole)
    tree.add_edges_from((a, b) for b, a in above.items() if a is not None and a != b)
    return networkx.freeze(tree)


def no_way_round() -> tuple[OneConcept, ...]:
    """The concepts that every way to others passes, by how many others; the most first."""
    from networkx import descendants

    tree = dominators()
    return _by_most({id: len(descendants(tree, id)) for id in tree if id != START})


def bridges() -> tuple[str, ...]:
    """The concepts without which the graph falls into parts, whichever way its lines lead."""
    from networkx import articulation_points

    return tuple(sorted(articulation_points(graph().to_undirected())))


def _by_most(counted: dict[str, int] | Counter[str]) -> tuple[OneConcept, ...]:
    return tuple(
        OneConcept(id, n) for id, n in sorted(counted.items(), key=lambda p: (-p[1], p[0])) if n
    )
