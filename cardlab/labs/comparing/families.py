"""Families of games: the graph of those that are alike enough, and its communities.

Knows likeness. Draws nothing.

>>> ["bridge", "bridge-solitaire", "cardigan"] in [sorted(family) for family in families()]
True
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from cardlab.labs.comparing.tree import graph

if TYPE_CHECKING:
    from networkx import Graph

ALIKE = Fraction(3, 10)
"""Games less alike than this are no family, unless another threshold is asked for."""


@lru_cache(maxsize=32)
def alike_graph(least: Fraction = ALIKE) -> Graph:
    """The games as a networkx ``Graph`` with an edge between every two that are at least so much
    alike, and their likeness as its ``weight``.  Raises ValueError for a threshold that is not
    between 0 and 1."""
    import networkx

    if not 0 <= least <= 1:
        raise ValueError(f"games are alike from 0 to 1, not {least}; choose a number between")
    made = networkx.Graph()
    made.add_nodes_from(graph().nodes(data=True))
    for a, b, data in graph().edges(data=True):
        if data["likeness"].value >= least:
            made.add_edge(a, b, weight=float(data["likeness"]))
    return networkx.freeze(made)


def families(least: Fraction = ALIKE) -> tuple[frozenset[str], ...]:
    """The communities of `alike_graph` by greedy modularity, the largest first."""
    from networkx.algorithms.community import greedy_modularity_communities

    near = alike_graph(least)
    if not near.number_of_edges():
        return tuple(frozenset({id}) for id in sorted(near))
    found = greedy_modularity_communities(near, weight="weight")
    return tuple(sorted(found, key=lambda family: (-len(family), sorted(family))))
