"""Two games side by side: what both have, what only one has, and how their orders differ.

States no rule: every word about a game comes from the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from cardlab.concepts import order
from cardlab.engine.aims import Points
from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import listed, number
from cardlab.families.tricks import TrickGame
from cardlab.labs.comparing.alike import Likeness, game_of, likeness
from cardlab.labs.comparing.novelty import concept_title, news

Rungs = tuple[tuple[Card, ...], ...]


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
    return _orders(game_of(game))


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
        lacks = "has no trumps" if self.title == TRUMPS else "has no card that beats another"
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
            ("Concepts", self.concepts, concept_title),
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
    one, other = game_of(here), game_of(there)
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
