"""Games side by side: what two of them share, how alike they are, and what is new for somebody
who knows one.

Knows which rules, concepts, cards and orders games have in common, and a picture of all games by
likeness.  States no rule: every word about a game comes from the game.  Does not know which game is
better, nor what a learner likes.

The measure: two games are as alike as the mean of two shares, the concepts that both teach among
those that either teaches, and the rules that both state in the same words among those that either
states.  1 is the same game.

>>> print(likeness("kaiser", "malilla"))
12 of 26 concepts and 8 of 29 rules are the same: 0.37
>>> [(id, round(float(found), 2)) for id, found in nearest("malilla", 2)]
[('scotch-whist', 0.45), ('sizette', 0.44)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.concepts import concept, knowledge, new_concepts, order
from cardlab.engine.aims import Points
from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as make
from cardlab.engine.catalogue import games
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import listed, number
from cardlab.families.tricks import TrickGame

if TYPE_CHECKING:
    from networkx import Graph

__all__ = [
    "GamesCompared",
    "Likeness",
    "Map",
    "MapPlace",
    "Share",
    "SuitLadders",
    "SuitOrders",
    "TableFact",
    "Three",
    "WhatIsNew",
    "compare",
    "graph",
    "likeness",
    "map_of_games",
    "nearest",
    "orders",
    "table",
]

Rungs = tuple[tuple[Card, ...], ...]
FAINT = Fraction(1, 4)
"""Below this, two games next to each other on the map are neighbours only for want of a nearer one.
"""


@cache
def _made(id: str) -> Game:
    return make(id)


def _game(named: str | Game) -> Game:
    return named if isinstance(named, Game) else _made(named)


# ---- how alike
# ---------------------------------------------------------------------


class Share(NamedTuple):
    """How much of what either has both have."""

    both: int
    either: int

    @property
    def value(self) -> Fraction:
        return Fraction(self.both, self.either) if self.either else Fraction(1)

    def __str__(self) -> str:
        return f"{self.both} of {self.either}"


class Likeness(NamedTuple):
    """How alike two games are, with the numbers behind it."""

    concepts: Share
    rules: Share

    @property
    def value(self) -> Fraction:
        """Between 0 and 1: the mean of the two shares."""
        return (self.concepts.value + self.rules.value) / 2

    def __float__(self) -> float:
        return float(self.value)

    def __str__(self) -> str:
        return f"{self.concepts} concepts and {self.rules} rules are the same: {float(self):.2f}"


def likeness(a: str | Game, b: str | Game) -> Likeness:
    """How alike two games are.

    >>> likeness("nap", "widow-nap").value > likeness("nap", "bourre").value
    True
    """
    return _likeness(_game(a), _game(b))


@cache
def _likeness(a: Game, b: Game) -> Likeness:
    mine, theirs = _traits(a), _traits(b)
    return Likeness(*(Share(len(x & y), len(x | y)) for x, y in zip(mine, theirs, strict=True)))


@cache
def _traits(game: Game) -> tuple[frozenset[Any], frozenset[Any]]:
    return game.concepts(), frozenset((str(r), r.text(game)) for r in game.all_rules())


def nearest(game: str | Game, n: int = 3) -> tuple[tuple[str, Likeness], ...]:
    """The games of the catalogue that are most like a game, the most like first.

    >>> [id for id, _ in nearest("sixte", 1)]
    ['sizette']
    """
    mine = _game(game)
    if not isinstance(n, int) or isinstance(n, bool) or n < 1:
        raise ValueError(f"{n!r} games cannot be listed; ask for one or more")
    others = [(id, likeness(mine, id)) for id in games() if id != mine.id]
    return tuple(sorted(others, key=lambda one: (-one[1].value, one[0]))[:n])


# ---- two games
# ---------------------------------------------------------------------


class Three(NamedTuple):
    """Things by who has them."""

    shared: tuple[Any, ...]
    here: tuple[Any, ...]
    """Only the first game."""
    there: tuple[Any, ...]
    """Only the other game."""

    def mirrored(self) -> Three:
        return Three(self.shared, self.there, self.here)


class TableFact(NamedTuple):
    """One thing that every game has, as both say it; empty where a game has no such thing."""

    title: str
    here: str
    there: str

    @property
    def same(self) -> bool:
        return self.here == self.there


class SuitOrders(NamedTuple):
    """How a game ranks a suit that is not trumps, and a trump suit; None where it does not."""

    plain: dict[str, Rungs] | None
    trumps: dict[str, Rungs] | None


def orders(game: str | Game) -> SuitOrders:
    """The ladders of a game by suit, asked of its own ordering.

    >>> orders("brandle").trumps["H"]
    ((JH,), (7H,), (AH,), (KH,), (QH,), (TH,), (9H,))
    >>> orders("snap")
    SuitOrders(plain=None, trumps=None)
    """
    return _orders(_game(game))


@cache
def _orders(made: Game) -> SuitOrders:
    try:
        plain = {suit: tuple(made.ordering().ladder(suit)) for suit in "SHCD"}
    except ValueError:  # a game that does not rank its cards
        return SuitOrders(None, None)
    if not {*"SHCD"} <= {word for word, _ in made.contracts()}:
        return SuitOrders(plain, None)
    return SuitOrders(plain, {suit: tuple(made.ordering(suit).ladder(suit)) for suit in "SHCD"})


PLAIN, TRUMPS = "A plain suit", "The trump suit"


@dataclass(frozen=True)
class SuitLadders:
    """One suit in both games, from high to low."""

    title: str
    suit: str
    here: Rungs | None
    there: Rungs | None

    @property
    def moved(self) -> tuple[Card, ...]:
        """The cards of both that do not keep their place among the others of both, as few as
        possible."""
        if self.here is None or self.there is None:
            return ()
        mine = {c: i for i, rung in enumerate(self.here) for c in rung}
        theirs = {c: i for i, rung in enumerate(self.there) for c in rung}
        both = [c for c in mine if c in theirs]
        # the longest run of cards that stand alike on both ladders; the others have moved
        best: list[tuple[Card, ...]] = []
        for i, card in enumerate(both):
            fits = [best[j] for j in range(i) if _alike(both[j], card, mine, theirs)]
            best.append((*max(fits, key=len, default=()), card))
        kept = max(best, key=len, default=())
        return tuple(c for c in both if c not in kept)

    @property
    def relation(self) -> str:
        """same, agree (the cards that both have stand alike), differ, here or there (only one
        has such a suit), neither."""
        if self.here is None or self.there is None:
            return (
                "neither" if self.here is self.there else "there" if self.here is None else "here"
            )
        if self.here == self.there:
            return "same"
        return "differ" if self.moved else "agree"

    def told(self, here: str, there: str) -> str:
        """What there is to say of it, with the names of the two games.

        >>> compare("kaiser", "malilla").ladders[0].told("Kaiser", "Malilla")
        '7♣ stands elsewhere.'
        """
        if self.relation == "differ":
            return (
                f"{listed([c.sign for c in self.moved])}"
                f" {'stands' if len(self.moved) == 1 else 'stand'} elsewhere."
            )
        lacks = "has no trumps" if self.title == TRUMPS else "ranks no cards"
        return {
            "same": "The order is the same.",
            "agree": "The cards that both have stand in the same order.",
            "here": f"{there} {lacks}.",
            "there": f"{here} {lacks}.",
            "neither": f"{here} {lacks}, and so it is with {there}.",
        }[self.relation]

    def mirrored(self) -> SuitLadders:
        return SuitLadders(self.title, self.suit, self.there, self.here)


def _alike(above: Card, below: Card, mine: dict[Card, int], theirs: dict[Card, int]) -> bool:
    here, there = mine[above] - mine[below], theirs[above] - theirs[below]
    return here * there > 0 or here == there == 0


_NEAR = ("neither", "same", "agree", "here", "there", "differ")


def _ladder(
    title: str, here: dict[str, Rungs] | None, there: dict[str, Rungs] | None
) -> SuitLadders:
    """The suit in which the two differ most: where spades agree, clubs may not."""
    suits = [SuitLadders(title, s, (here or {}).get(s), (there or {}).get(s)) for s in "SHCD"]
    return max(suits, key=lambda one: (_NEAR.index(one.relation), len(one.moved)))


@dataclass(frozen=True)
class GamesCompared:
    """Two games side by side; prints itself."""

    here: Game
    there: Game
    rules: Three
    """`Rule` s; shared are those with the same words."""
    changed: tuple[tuple[Rule, Rule], ...]
    """Rules of one name that the two state in other words, as each states them."""
    concepts: Three
    """Ids, in the book's order."""
    facts: tuple[TableFact, ...]
    pack: Three
    """Cards, as often as they are there."""
    ladders: tuple[SuitLadders, ...]
    """A plain suit and a trump suit, each the one in which the two games differ most."""

    @cached_property
    def likeness(self) -> Likeness:
        return likeness(self.here, self.there)

    @cached_property
    def new(self) -> tuple[str, ...]:
        """The concepts that the other game brings to somebody who knows the first, with what
        these stand on."""
        return news(self.there, self.here.concepts())

    def mirrored(self) -> GamesCompared:
        """The same, looked at from the other side."""
        return GamesCompared(
            self.there,
            self.here,
            self.rules.mirrored(),
            tuple((b, a) for a, b in self.changed),
            self.concepts.mirrored(),
            tuple(TableFact(f.title, f.there, f.here) for f in self.facts),
            self.pack.mirrored(),
            tuple(one.mirrored() for one in self.ladders),
        )

    def __str__(self) -> str:
        here, there = self.here.title, self.there.title
        wide = max(len(here), *(len(f.here) for f in self.facts))
        lines = [f"{here} and {there}: {self.likeness}", ""]
        lines.append(f"{'':<15}{here:<{wide}}  {there}")
        lines += [f"{f.title:<15}{f.here or '-':<{wide}}  {f.there or '-'}" for f in self.facts]
        lines += ["", *(f"{one.title}: {one.told(here, there)}" for one in self.ladders), ""]
        for what, three, word in (
            ("Concepts", self.concepts, _concept_title),
            ("Rules", self.rules, _rule_title),
        ):
            for where, things in zip(
                ("in both", f"only in {here}", f"only in {there}"), three, strict=True
            ):
                lines.append(
                    f"{what} {where} ({len(things)}): {'; '.join(map(word, things)) or 'none'}"
                )
        if self.changed:
            lines.append(
                f"Rules in other words ({len(self.changed)}):"
                f" {'; '.join(a.title for a, _ in self.changed)}"
            )
        return "\n".join(lines)


def _concept_title(id: str) -> str:
    return str(concept(id)["title"])


def _rule_title(one: Rule) -> str:
    return one.title


def compare(here: str | Game, there: str | Game) -> GamesCompared:
    """What two games share and what only one of them has; games by id, or made with options.

    >>> found = compare("kaiser", "malilla")
    >>> [fact for fact in found.facts if not fact.same][:2]
    [TableFact(title='Cards', here='32', there='40'), TableFact(title='Cards each', here='8', there='10')]
    >>> found.concepts.there[:3], found.rules.there[3:5]
    (('turn-up-trump', 'card-points', 'difference-scoring'), (unled-plain-seven, must-beat-opponent))
    >>> len(compare("kaiser", "kaiser").rules.here), compare("kaiser", "kaiser").likeness.value
    (0, Fraction(1, 1))
    """
    one, other = _game(here), _game(there)
    difference = one.diff(other)
    mine, theirs = {str(r): r for r in one.all_rules()}, {str(r): r for r in other.all_rules()}
    changed = {str(r) for r in difference["changed"]}
    shared = tuple(r for id, r in mine.items() if id in theirs and id not in changed)
    place = {id: i for i, id in enumerate(order("concept"))}

    def in_order(ids: Iterable[str]) -> tuple[str, ...]:
        return tuple(sorted(ids, key=lambda id: (place.get(id, len(place)), id)))

    a, b = one.concepts(), other.concepts()
    cards, more = Counter(one.pack), Counter(other.pack)
    ladders_a, ladders_b = orders(one), orders(other)
    return GamesCompared(
        one,
        other,
        Three(shared, difference["dropped"], difference["added"]),
        tuple((mine[id], theirs[id]) for id in mine if id in changed),
        Three(in_order(a & b), in_order(a - b), in_order(b - a)),
        tuple(
            TableFact(t, x, y)
            for (t, x), (_, y) in zip(_facts(one), _facts(other), strict=True)
            if x or y
        ),
        Three(*(tuple(part.elements()) for part in (cards & more, cards - more, more - cards))),
        (
            _ladder(PLAIN, ladders_a.plain, ladders_b.plain),
            _ladder(TRUMPS, ladders_a.trumps, ladders_b.trumps),
        ),
    )


@cache
def _facts(game: Game) -> tuple[tuple[str, str], ...]:
    """The bare facts of a game, as it declares them; the same titles for every game."""
    low, high, _ = type(game).seats
    players = (
        f"{game.players}" + (f" ({low} to {high} can play)" if low != high else "")
        if high > 1
        else "1"
    )
    sizes = {len(side.seats) for side in game.sides}
    packed = len(set(game.pack))
    dealt = sorted({*game.dealt_sizes} - {0})
    return (
        ("Players", players),
        (
            "Partners",
            (
                f"{number(len(game.sides))} sides of {number(max(sizes))}"
                if max(sizes) > 1
                else "none"
            ),
        ),
        (
            "Cards",
            f"{len(game.pack)}" + (f" ({packed} different)" if packed < len(game.pack) else ""),
        ),
        ("Cards each", " or ".join(map(str, dealt))),
        ("Tricks", str((isinstance(game, TrickGame) and game.tricks_in_deal) or "")),
        ("The match", ", or ".join(end.text for end in game.ends if end.text)),
        ("Best score", "the fewest points" if game.points is Points.BAD else "the most points"),
    )


# ---- what is new
# ---------------------------------------------------------------------


def news(game: Game, known: Iterable[str]) -> tuple[str, ...]:
    """The concepts of a game (as it is played, options included) and what they stand on that are
    not known yet."""
    mine = knowledge(sorted(game.concepts()), "rules") - knowledge(sorted(known), "rules")
    return tuple(id for id in order("concept") if id in mine)


class WhatIsNew(NamedTuple):
    """A game by what it would bring."""

    game: str
    title: str
    new: tuple[str, ...]
    """Ids of concepts, in the book's order."""

    def __str__(self) -> str:
        return f"{self.title}: {', '.join(map(_concept_title, self.new)) or 'nothing new'}"


def table(known: str | Iterable[str] = (), k: int | None = None) -> tuple[WhatIsNew, ...]:
    """All games of the catalogue by what is new to somebody, least first.

    known: ids of games (each stands for all that it teaches) and of concepts; k: only games with at
    most so many.

    >>> for row in table("nap", k=1): print(row)
    Seven-card Nap: nothing new
    Pool Nap: Pool
    Sixte: Turn-up for trumps
    Widow Nap: Widow
    """
    ids = (known,) if isinstance(known, str) else tuple(known)
    if k is not None and (not isinstance(k, int) or isinstance(k, bool) or k < 0):
        raise ValueError(
            f"{k!r} new concepts cannot be counted; k is 0 or more, or None for all games"
        )
    rows = [
        WhatIsNew(id, _made(id).title, new_concepts(id, ids, "rules"))
        for id in games()
        if id not in ids
    ]
    return tuple(
        sorted(
            (row for row in rows if k is None or len(row.new) <= k),
            key=lambda row: (len(row.new), row.title),
        )
    )


# ---- all games in one picture
# --------------------------------------------------------------------------------------


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

        >>> map_of_games().way("kaiser", "sizette")
        ('kaiser', 'malilla', 'scotch-whist', 'sixte', 'sizette')
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
        for a, b, found in self.joins:
            outer.setdefault(a, []).append((b, found))

        def lines(id: str, indent: str) -> list[str]:
            out = []
            for next_id, found in outer.get(id, []):
                out += [
                    f"{indent}{titles[next_id]} ({float(found):.2f})",
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
        made.add_node(id, title=_made(id).title)
    for a, b in combinations(games(), 2):
        made.add_edge(a, b, likeness=likeness(a, b), apart=1 - likeness(a, b).value)
    return networkx.freeze(made)


@cache
def map_of_games() -> Map:
    """The tree that joins all games with the most likeness in all, laid out to be read.

    >>> print(str(map_of_games()).splitlines()[0])
    Seven-card Nap
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
