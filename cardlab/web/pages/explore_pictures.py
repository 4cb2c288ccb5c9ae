"""One small picture of each laboratory, made of real ladders, scores and positions.

Knows the laboratories by id, and what lies where in their pictures.  How a shape is written stands
in the template ``explore-picture.svg``; how a card is drawn, in `cardlab.web.drawing.svg`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import comb
from typing import Any, ClassVar, NamedTuple

from markupsafe import Markup

from cardlab.engine.catalogue import game
from cardlab.engine.rulings import narrowed
from cardlab.labs.comparing import SuitLadders, map_of_games, orders
from cardlab.web.drawing.svg import placed
from cardlab.web.templates import render

__all__ = ["StillPicture", "still_picture"]


@dataclass(frozen=True, slots=True)
class PlacedCard:
    """A card, drawn."""

    drawing: Markup
    kind: ClassVar[str] = "card"


@dataclass(frozen=True, slots=True)
class PathLine:
    """A line; look: its class."""

    look: str
    path: str
    kind: ClassVar[str] = "line"


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle; strength: how opaque it is, from 0 to 1."""

    look: str
    x: float
    y: float
    wide: float
    high: float
    strength: float | None = None
    kind: ClassVar[str] = "bar"


@dataclass(frozen=True, slots=True)
class Dot:
    """A circle around a point."""

    look: str
    x: float
    y: float
    kind: ClassVar[str] = "dot"


@dataclass(frozen=True, slots=True)
class ShortWords:
    """A short text with its middle at x."""

    text: str
    x: float
    y: float
    kind: ClassVar[str] = "words"


PictureShape = PlacedCard | PathLine | Bar | Dot | ShortWords


class StillPicture(NamedTuple):
    """A picture: its shapes, the line below it, and what it is called for those who do not see it."""

    shapes: tuple[PictureShape, ...]
    caption: str
    label: str

    @property
    def svg(self) -> Markup:
        """The picture as SVG."""
        return Markup(render("explore-picture.svg", picture=self).strip())


def titled(shapes: Iterable[PictureShape], caption: str) -> StillPicture:
    """A picture that is called what stands below it."""
    return StillPicture(tuple(shapes), caption, caption)


def card(
    code: str, x: float, y: float, wide: float = 36, turn: float = 0, hatch: bool = False
) -> PlacedCard:
    """A card with its left top corner at x, y."""
    return PlacedCard(Markup(placed(code, x, y, wide, turn, hatch=hatch)))


def hand(cards: Iterable[str], legal: Iterable[str], x: float, y: float) -> list[PictureShape]:
    """A row of cards; the legal ones stand higher, the others are hatched."""
    able = set(legal)
    return [
        card(code, x + i * 25, y - 10 * (code in able), hatch=code not in able)
        for i, code in enumerate(cards)
    ]


def _orders() -> StillPicture:
    """One suit of Brändle twice: as a plain suit, and as trumps."""
    brandle = orders("brandle")
    assert brandle.plain and brandle.trumps
    ladders = SuitLadders("", "H", brandle.plain["H"], brandle.trumps["H"])
    above = [held for rung in brandle.plain["H"] for held in rung]
    below = [held for rung in brandle.trumps["H"] for held in rung]
    wide, step = 32, 288 / len(above)

    def left(i: int) -> float:
        return 6 + i * step + (step - wide) / 2

    shapes: list[PictureShape] = []
    for i, held in enumerate(above):
        x, to = left(i) + wide / 2, left(below.index(held)) + wide / 2
        path = f"M{x:.1f} 50C{x:.1f} 66 {to:.1f} 66 {to:.1f} 82"
        shapes.append(PathLine("up" if held in ladders.moved else "line", path))
    for row, y in ((above, 4), (below, 83)):
        shapes += [card(held, left(i), y, wide) for i, held in enumerate(row)]
    return titled(shapes, "Hearts in Brändle, as a plain suit above and as trumps below.")


def _scores() -> StillPicture:
    """Every no-trump contract of bridge with every number of tricks."""
    bridge: Any = game("bridge")
    side = bridge.sides[0].id

    def points(level: int, tricks: int) -> int:
        lines = bridge.score(bridge.Result(level=level, strain="NT", tricks=tricks))
        return sum(x.points if x.side == side else -x.points for x in lines)

    table = [[points(level, tricks) for tricks in range(14)] for level in range(1, 8)]
    most = max(abs(p) for row in table for p in row)
    bars = []
    for i, row in enumerate(table):
        for j, p in enumerate(row):
            strength = round(0.12 + 0.88 * (abs(p) / most) ** 0.5, 2)
            look = "won" if p > 0 else "lost"
            bars.append(Bar(look, 11 + j * 20, 7 + i * 17, 18, 15, strength))
    return titled(
        bars,
        "Bridge without trumps: seven contracts down, tricks across; violet where the declarer"
        " scores.",
    )


def _odds() -> StillPicture:
    """How many trumps a hand of Kaiser holds."""
    kaiser: Any = game("kaiser")
    pack, size = len(kaiser.pack), kaiser.tricks_in_deal
    trumps = sum(len(rung) for rung in kaiser.ordering("H").ladder())
    chances = [comb(trumps, n) * comb(pack - trumps, size - n) / comb(pack, size) for n in range(7)]
    shapes: list[PictureShape] = []
    for n, chance in enumerate(chances):
        high, x = max(96 * chance / max(chances), 1), 24 + n * 38
        shapes.append(Bar("won", x, round(108 - high, 1), 26, round(high, 1)))
        shapes.append(ShortWords(str(n), x + 13, 125))
    return titled(shapes, f"How many of the {trumps} trumps a hand of Kaiser holds.")


def _house_rules() -> StillPicture:
    """One hand of Malilla with all its rules, and without the last of them."""
    malilla: Any = game("malilla")
    cards, best = ("7H", "QH", "4H", "AC", "2C"), "KH"
    state = malilla.state(hands={0: cards}, trick=[(3, best)], trump="S", to_move=0)
    view, rules = malilla.view(state), state.phase.rules
    candidates = state.phase.candidates(view)
    strict, free = (map(str, narrowed(view, some, candidates)) for some in (rules, rules[:-1]))
    shapes: list[PictureShape] = [card(best, 132, 4)]
    shapes += hand(cards, strict, 6, 76) + hand(cards, free, 158, 76)
    shapes.append(PathLine("line", "M150 66V124"))
    caption = f"A hand of Malilla under K♥, with all rules, and without “{rules[-1].title}”."
    return titled(shapes, caption)


def _positions() -> StillPicture:
    """Three cards of a trick, and the hand that has to answer them."""
    nap: Any = game("nap")
    cards, trick = ("AD", "9D", "KS", "QC"), ((1, "TD"), (2, "KD"), (3, "JH"))
    state = nap.state(hands={0: cards}, trick=trick, trump="H", to_move=0)
    shapes = [card("TD", 84, 22, turn=-8), card("KD", 132, 4), card("JH", 180, 22, turn=8)]
    return StillPicture(
        (*shapes, *hand(cards, map(str, nap.legal_moves(state)), 94, 82)),
        "A trick of Nap, and the hand that answers it.",
        "A trick of Nap and the hand that answers it: two cards are legal.",
    )


def _compare() -> StillPicture:
    """The tree of all games, with the way from one to another."""
    tree = map_of_games()
    wide, deep = max(p.x for p in tree.places), max(p.y for p in tree.places)
    # lying on its side, the tree fits the picture
    at = {
        p.game: (round(14 + 272 * p.y / deep, 1), round(12 + 108 * p.x / wide, 1))
        for p in tree.places
    }
    way = tree.way("kaiser", "sizette")
    on_way = {frozenset(pair) for pair in pairwise(way)}
    shapes: list[PictureShape] = []
    for a, b, _ in sorted(tree.joins, key=lambda join: frozenset(join[:2]) in on_way):
        (x, y), (to_x, to_y) = at[a], at[b]
        shapes.append(PathLine("up" if {a, b} in on_way else "line", f"M{x} {y}L{to_x} {to_y}"))
    shapes += [Dot("on" if id in way else "dot", x, y) for id, (x, y) in at.items()]
    return titled(
        shapes,
        f"All {len(tree.places)} games by likeness, with the way from {game(way[0]).title} to"
        f" {game(way[-1]).title}.",
    )


def _analysis() -> StillPicture:
    """A lead towards ace and queen, with what each card gives away."""
    from cardlab.solver.compiling import compiled
    from cardlab.solver.loading import plain
    from cardlab.solver.searching import Workspace, moves

    bridge: Any = game("bridge")
    hands = {"South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"}
    here = compiled(bridge.state(phase="play", trump="NT", to_move="South", hands=hands))
    # three cards each: the plain kernel has them at once, and this page waits for no other
    worth = {
        str(here.cards[c]): n
        for c, n in moves(here.tables, Workspace(plain(), pool_bits=8, hash_bits=6)).items()
    }
    shapes: list[PictureShape] = [
        card(code, 96 + i * 38, 4, 32) for i, code in enumerate(hands["North"].split())
    ]
    for i, code in enumerate(hands["South"].split()):
        lost = max(worth.values()) - worth[code]
        shapes.append(card(code, 86 + i * 46, 62))
        shapes.append(ShortWords(f"−{lost}" if lost else "+0", 104 + i * 46, 127))
    return titled(
        shapes,
        "Three cards towards ace and queen: either spade keeps every trick, the heart gives one"
        " away.",
    )


_PICTURES = {
    "orders": _orders,
    "scores": _scores,
    "odds": _odds,
    "house-rules": _house_rules,
    "positions": _positions,
    "compare": _compare,
    "analysis": _analysis,
}


@cache
def still_picture(id: str) -> StillPicture:
    """The picture of a laboratory.

    >>> still_picture("odds").caption
    'How many of the 8 trumps a hand of Kaiser holds.'
    """
    return _PICTURES[id]()
