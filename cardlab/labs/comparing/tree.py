"""All games in one picture: the tree that joins the most alike, laid out to be read.

Knows likeness, and where a game stands in the picture. Draws nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.engine.catalogue import games
from cardlab.labs.comparing.alike import Likeness, likeness, made_once

if TYPE_CHECKING:
    from networkx import Graph


FAINT = Fraction(1, 4)
"""Below this, two games next to each other on the map are neighbours only for want of a nearer one.
"""


class MapPlace(NamedTuple):
    """A game on the map: x from the left, y steps from the top."""

    game: str
    title: str
    x: float
    y: int


@dataclass(frozen=True)
class Map:
    """All games, joined so that there is the most likeness in all: a tree, drawn from its middle
    up and down, where no line crosses another."""

    middle: str
    places: tuple[MapPlace, ...]
    joins: tuple[tuple[str, str, Likeness], ...]
    """Each pair with the inner game first."""

    def way(self, a: str, b: str) -> tuple[str, ...]:
        """The games on the way from one to another, both included.

        >>> map_of_games().way("peep-nap", "pool-nap")
        ('peep-nap', 'nap', 'pool-nap')
        """
        for id in (a, b):
            if id not in {place.game for place in self.places}:
                raise ValueError(
                    f"the map has no game {id!r}; it has"
                    f" {', '.join(sorted(place.game for place in self.places))}"
                )
        inner = {outer: id for id, outer, _ in self.joins}

        def to_middle(id: str) -> list[str]:
            return [id, *to_middle(inner[id])] if id in inner else [id]

        up, down = to_middle(a), to_middle(b)
        meet = next(id for id in up if id in down)
        return (*up[: up.index(meet)], meet, *reversed(down[: down.index(meet)]))

    def __str__(self) -> str:
        titles = {place.game: place.title for place in self.places}
        outer: dict[str, list[tuple[str, Likeness]]] = {}
        for a, b, alike in self.joins:
            outer.setdefault(a, []).append((b, alike))

        def lines(id: str, indent: str) -> list[str]:
            out = []
            for next_id, alike in outer.get(id, []):
                out += [
                    f"{indent}{titles[next_id]} ({float(alike):.2f})",
                    *lines(next_id, indent + "  "),
                ]
            return out

        return "\n".join([titles[self.middle], *lines(self.middle, "  ")])


@cache
def graph() -> Graph:
    """All games as a networkx ``Graph``: a node a game (``title``), an edge between every two
    with their ``likeness``.

    >>> graph().number_of_nodes() == len(games()), graph()["nap"]["pool-nap"]["likeness"].rules
    (True, Share(both=22, either=26))
    """
    import networkx

    made = networkx.Graph()
    for id in games():
        made.add_node(id, title=made_once(id).title)
    for a, b in combinations(games(), 2):
        made.add_edge(a, b, likeness=likeness(a, b), apart=1 - likeness(a, b).value)
    return networkx.freeze(made)


@cache
def map_of_games() -> Map:
    """The tree that joins all games with the most likeness in all, laid out to be read.

    >>> print(*[line.strip() for line in str(map_of_games()).splitlines() if "Pool" in line])
    Pool Nap (0.90)
    """
    import networkx

    tree = networkx.minimum_spanning_tree(graph(), weight="apart")
    # from the middle the tree is least deep; among several middles the one with most neighbours,
    # then by name
    middle = min(networkx.center(tree), key=lambda id: (-tree.degree(id), id))
    inner = {b: a for a, b in networkx.bfs_edges(tree, middle)}
    outer: dict[str, list[str]] = {id: [b for b, a in inner.items() if a == id] for id in tree}

    @cache
    def leaves(id: str) -> int:
        return sum(map(leaves, outer[id])) or 1

    for branch in outer.values():
        branch.sort(key=lambda id: (-leaves(id), id))
    x, y = {middle: 0.0}, {middle: 0}

    def lay(branch: Sequence[str], step: int, left: float) -> float:
        """MapPlace games side by side, with what hangs on each; returns where they end."""
        for id in branch:
            y[id] = y[inner[id]] + step
            end = lay(outer[id], step, left)
            x[id] = (x[outer[id][0]] + x[outer[id][-1]]) / 2 if outer[id] else left
            left = max(end, left + 1)
        return left

    halves = _halves(outer[middle], leaves)
    wide = max(sum(map(leaves, branch)) for branch in halves)
    for branch, step in zip(halves, (-1, 1), strict=True):
        # the narrower half stands in the middle of the wider
        lay(branch, step, (wide - sum(map(leaves, branch))) / 2)
    x[middle] = (wide - 1) / 2
    top = min(y.values())
    places = tuple(
        MapPlace(id, str(tree.nodes[id]["title"]), x[id], y[id] - top)
        for id in sorted(x, key=lambda id: (y[id], x[id]))
    )
    joins = tuple(
        (inner[at.game], at.game, tree.edges[inner[at.game], at.game]["likeness"])
        for at in places
        if at.game in inner
    )
    return Map(middle, places, joins)


def _halves(branches: Sequence[str], leaves: Any) -> tuple[list[str], list[str]]:
    """The branches in two groups with leaves as equal as possible; few enough to try all."""
    whole = sum(map(leaves, branches))
    groups = [
        set(some) for size in range(len(branches) + 1) for some in combinations(branches, size)
    ]
    right = min(groups, key=lambda some: (abs(2 * sum(map(leaves, some)) - whole), sorted(some)))
    return [id for id in branches if id not in right], [id for id in branches if id in right]
