"""The page of the laboratories, which needs no kernel: what each asks, a still picture of it,
and the game to open it with.

Knows the laboratories by name, and one small picture of each, made of real ladders, scores and
positions. Does not know what a laboratory's page shows.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache
from html import escape
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

from markupsafe import Markup

from cardlab.engine.catalogue import game, game_class, games
from cardlab.labs.comparing import SuitLadders, map_of_games, orders
from cardlab.web.drawing.svg import placed
from cardlab.web.templates import render

__all__ = ["LABORATORIES", "USUAL", "Laboratory", "explore_page", "still_picture"]

USUAL = "kaiser"
"""The game that a laboratory is opened with where nobody has chosen one."""


class Laboratory(NamedTuple):
    """One door: id (its notebook and its address), name, what it asks."""

    id: str
    title: str
    text: str


LABORATORIES = (
    Laboratory(
        "orders",
        "Orders",
        "What beats what, as ladders and as a diagram, and what moves when the trumps change.",
    ),
    Laboratory(
        "scores",
        "Scores",
        "Move the result of a deal and see each line of its score, with the formula behind it.",
    ),
    Laboratory(
        "odds",
        "Odds",
        "How often does it happen? Counted as a fraction where that can be done, dealt out where"
        " not.",
    ),
    Laboratory(
        "house-rules",
        "House rules",
        "Switch a rule off, deal from another pack, and see what it does to the game.",
    ),
    Laboratory(
        "positions",
        "Positions",
        "Lay any table with your own hands and ask it everything: what is legal, and why.",
    ),
    Laboratory(
        "compare",
        "Comparing games",
        "What two games share, what is new if you know one, and which are near each other.",
    ),
    Laboratory(
        "analysis",
        "Card by card",
        "Go through a deal with the solver: what each card was worth, and what it gave away.",
    ),
)


# ---- still pictures: 300 wide, 132 high, colours by the classes of explore.css
# ---------------------------------------


def _svg(label: str, body: str) -> str:
    return (
        '<svg class="still" viewBox="0 0 300 132" role="img"'
        f' aria-label="{escape(label)}">{body}</svg>'
    )


def _orders() -> tuple[str, str]:
    """One suit of Brändle twice: as a plain suit, and as trumps."""
    brandle = orders("brandle")
    assert brandle.plain and brandle.trumps
    ladder = SuitLadders("", "H", brandle.plain["H"], brandle.trumps["H"])
    above, below = (
        [card for rung in rungs for card in rung]
        for rungs in (brandle.plain["H"], brandle.trumps["H"])
    )
    wide, step = 32, 288 / len(above)

    def left(i: int) -> float:
        return 6 + i * step + (step - wide) / 2

    lines = ""
    for i, card in enumerate(above):
        x, to = left(i) + wide / 2, left(below.index(card)) + wide / 2
        lines += (
            f'<path class="{"up" if card in ladder.moved else "line"}" d="M{x:.1f} 50C{x:.1f} 66'
            f' {to:.1f} 66 {to:.1f} 82"/>'
        )
    cards = "".join(
        placed(c, left(i), y, wide)
        for row, y in ((above, 4), (below, 83))
        for i, c in enumerate(row)
    )
    said = "Hearts in Brändle, as a plain suit above and as trumps below."
    return _svg(said, lines + cards), said


def _scores() -> tuple[str, str]:
    """Every no-trump contract of bridge with every number of tricks."""
    bridge: Any = game("bridge")
    side = bridge.sides[0].id

    def points(level: int, tricks: int) -> int:
        lines = bridge.score(bridge.Result(level=level, strain="NT", tricks=tricks))
        return sum(x.points if x.side == side else -x.points for x in lines)

    table = [[points(level, tricks) for tricks in range(14)] for level in range(1, 8)]
    most = max(abs(p) for row in table for p in row)
    body = ""
    for i, row in enumerate(table):
        for j, p in enumerate(row):
            share = (abs(p) / most) ** 0.5
            body += (
                f'<rect class="{"won" if p > 0 else "lost"}" x="{11 + j * 20}" y="{7 + i * 17}"'
                f' width="18" height="15" rx="3" opacity="{0.12 + 0.88 * share:.2f}"/>'
            )
    said = (
        "Bridge without trumps: seven contracts down, tricks across; violet where the declarer"
        " scores."
    )
    return _svg(said, body), said


def _odds() -> tuple[str, str]:
    """How many trumps a hand of Kaiser holds."""
    kaiser: Any = game("kaiser")
    pack, hand = len(kaiser.pack), kaiser.tricks_in_deal
    trumps = sum(len(rung) for rung in kaiser.ordering("H").ladder())
    chances = [comb(trumps, n) * comb(pack - trumps, hand - n) / comb(pack, hand) for n in range(7)]
    body = ""
    for n, chance in enumerate(chances):
        high, x = 96 * chance / max(chances), 24 + n * 38
        body += (
            f'<rect class="won" x="{x}" y="{108 - high:.1f}" width="26" height="{max(high, 1):.1f}"'
            ' rx="3"/>'
        )
        body += f'<text class="tick" x="{x + 13}" y="125">{n}</text>'
    said = f"How many of the {trumps} trumps a hand of Kaiser holds."
    return _svg(said, body), said


def _fan(
    cards: Iterable[tuple[str, bool]], x: float, y: float, wide: float = 36, strip: float = 25
) -> str:
    """A row of cards; those that are open stand higher, the others are hatched."""
    return "".join(
        placed(c, x + i * strip, y - 10 * is_open, wide, hatch=not is_open)
        for i, (c, is_open) in enumerate(cards)
    )


def _house_rules() -> tuple[str, str]:
    """One hand of Malilla with all its rules, and without the last of them."""
    from cardlab.engine.rulings import narrowed

    malilla: Any = game("malilla")
    hand, best = ("7H", "QH", "4H", "AC", "2C"), "KH"
    state = malilla.state(hands={0: hand}, trick=[(3, best)], trump="S", to_move=0)
    view, rules = malilla.view(state), state.phase.rules
    asked = state.phase.candidates(view)
    strict, free = ({str(m) for m in narrowed(view, some, asked)} for some in (rules, rules[:-1]))
    body = placed(best, 132, 4, 36)
    for x, left in ((6, strict), (158, free)):
        body += _fan(((c, c in left) for c in hand), x, 76)
    body += '<path class="line" d="M150 66V124"/>'
    said = f"A hand of Malilla under K♥, with all rules, and without “{rules[-1].title}”."
    return _svg(said, body), said


def _positions() -> tuple[str, str]:
    """Three cards of a trick, and the hand that has to answer them."""
    nap: Any = game("nap")
    hand, trick = ("AD", "9D", "KS", "QC"), ((1, "TD"), (2, "KD"), (3, "JH"))
    state = nap.state(hands={0: hand}, trick=trick, trump="H", to_move=0)
    left = {str(m) for m in nap.legal_moves(state)}
    body = placed("TD", 84, 22, 36, -8) + placed("KD", 132, 4, 36) + placed("JH", 180, 22, 36, 8)
    body += _fan(((c, c in left) for c in hand), 94, 82)
    return (
        _svg("A trick of Nap and the hand that answers it: two cards are open.", body),
        "A trick of Nap, and the hand that answers it.",
    )


def _compare() -> tuple[str, str]:
    """The tree of all games, with the way from one to another."""
    tree = map_of_games()
    wide, deep = max(p.x for p in tree.places), max(p.y for p in tree.places)
    # lying on its side, the tree fits the picture
    at = {p.game: (14 + 272 * p.y / deep, 12 + 108 * p.x / wide) for p in tree.places}
    way = tree.way("kaiser", "sizette")
    on_way = {frozenset(pair) for pair in pairwise(way)}
    body = ""
    for a, b, _ in sorted(tree.joins, key=lambda join: frozenset(join[:2]) in on_way):
        (x, y), (to_x, to_y) = at[a], at[b]
        kind = "up" if {a, b} in on_way else "line"
        body += f'<path class="{kind}" d="M{x:.1f} {y:.1f}L{to_x:.1f} {to_y:.1f}"/>'
    for id, (x, y) in at.items():
        body += (
            f'<circle class="{"on" if id in way else "dot"}" cx="{x:.1f}" cy="{y:.1f}" r="4.5"/>'
        )
    said = (
        f"All {len(tree.places)} games by likeness, with the way from {game(way[0]).title} to"
        f" {game(way[-1]).title}."
    )
    return _svg(said, body), said


def _analysis() -> tuple[str, str]:
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
    body = "".join(placed(c, 96 + i * 38, 4, 32) for i, c in enumerate(hands["North"].split()))
    for i, card in enumerate(hands["South"].split()):
        lost = max(worth.values()) - worth[card]
        body += placed(card, 86 + i * 46, 62, 36)
        body += (
            f'<text class="tick" x="{104 + i * 46}" y="127"'
            f' text-anchor="middle">{f"−{lost}" if lost else "+0"}</text>'
        )
    said = (
        "Three cards towards ace and queen: either spade keeps every trick, the heart gives one"
        " away."
    )
    return _svg(said, body), said


_STILLS = {
    "orders": _orders,
    "scores": _scores,
    "odds": _odds,
    "house-rules": _house_rules,
    "positions": _positions,
    "compare": _compare,
    "analysis": _analysis,
}


@cache
def still_picture(id: str) -> tuple[str, str]:
    """The picture of a laboratory as SVG, and what it shows in a line."""
    return _STILLS[id]()


# ---- the page
# ---------------------------------------------------------------------


@cache
def _choices() -> tuple[tuple[str, str], ...]:
    return tuple(
        sorted(((id, game_class(id).title) for id in games()), key=lambda one: one[1].casefold())
    )


def explore_page(ready: Collection[str], base_url: str = "/", wanted: str | None = None) -> str:
    """The page as HTML. ready: ids of the laboratories that have a page; wanted: the game to
    begin with, if there is one."""
    chosen = wanted if wanted in games() else USUAL
    doors = []
    for one in LABORATORIES:
        if one.id not in ready:
            continue
        picture, said = still_picture(one.id)
        doors.append(
            {
                "id": one.id,
                "title": one.title,
                "text": one.text,
                "picture": Markup(picture),
                "said": said,
            }
        )
    title = game_class(chosen).title if wanted in games() else ""
    return render(
        "explore.html", base_url, doors=doors, games=_choices(), chosen=chosen, about=title
    )
