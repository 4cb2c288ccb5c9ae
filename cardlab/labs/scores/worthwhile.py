"""What is worth asking of a game: the fields that tell most, and questions with an answer.

Knows what a page may begin with.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from cardlab.engine.fields import values_of
from cardlab.engine.game import Game
from cardlab.families.rubber import RubberGame
from cardlab.labs.scores.asking import asked, better, measure, plain, worth
from cardlab.labs.scores.curves import Curve, axes, plot, value_of
from cardlab.labs.scores.scored import SCORES_BEFORE, fields, opening, the_game


@dataclass(frozen=True)
class WorthAsking:
    """A question that makes sense for a game: in words, as a condition, and over what it is
    asked."""

    title: str
    condition: str
    over: str


def telling(game: Game | str, base: Any = None, of: str = "") -> tuple[str, ...]:
    """The fields, cards left out, that change a quantity when they alone are moved.

    >>> telling("nap")
    ('soloist', 'bid', 'tricks')
    """
    played = the_game(game)
    start = opening(played).result if base is None else base
    question = asked(played, of or measure(played))
    now, names = worth(played, start, question), []
    for f in fields(played):
        values = (
            f.values
            if len(f.values) < 9
            else [f.values[round(i * (len(f.values) - 1) / 7)] for i in range(8)]
        )
        if any(value_of(played, start, question, {f.name: v}) not in (None, now) for v in values):
            names.append(f.name)
    return tuple(names)


def main_field(game: Game | str, base: Any = None, of: str = "") -> str:
    """The number that a result is mostly about: how many tricks, points or chips; where there is
    none, the first field."""
    played = the_game(game)
    by_name = {f.name: f for f in fields(played)}
    names = telling(played, base, of) or tuple(f.name for f in fields(played) if f.kind != "cards")
    numbers = [name for name in names if by_name[name].kind == "number"]
    around = (*SCORES_BEFORE, "games", "won", "deal", "level", "contract", "pool", "julep")
    play = [name for name in numbers if by_name[name].part[0] not in around]
    return next(
        (name for name in names if name.startswith(("tricks", "taken"))),
        (*play, *numbers, *names)[0],
    )


def questions(game: Game | str, base: Any = None) -> tuple[WorthAsking, ...]:
    """Questions that make sense for a game and a result.

    >>> for question in questions("quinto")[:3]:
    ...     print(question.title)
    When is North–South ahead in this deal?
    Where does one more change nothing?
    Where is “doubled” better than “undoubled”?
    """
    played = the_game(game)
    start = opening(played).result if base is None else base
    points, names = measure(played), telling(played, start)
    number, held = main_field(played, start), {f.name: f for f in fields(played)}
    first, groups = (
        played.sides[0],
        [name for name, parts in axes(played).items() if len(parts) > 1],
    )
    worthwhile = list[WorthAsking]()
    if isinstance(played, RubberGame):
        worthwhile += _of_a_rubber(played, start)
    two = len(played.sides) == 2
    ahead = (
        f"When is {first.name} ahead in this deal?"
        if two
        else f"When does {first.name} gain by this deal?"
    )
    sign = ">" if better(played) > 0 else "<"
    worthwhile += [WorthAsking(ahead, f"{points} {sign} 0", over) for over in (*groups, number)][:2]
    if held[number].kind == "number":
        worthwhile.append(
            WorthAsking(
                "Where does one more change nothing?",
                f"at({points}, {number}={number} + 1) == {points}",
                number,
            )
        )
    for name in names:
        f = held[name]
        if (
            f.kind in ("choice", "switch")
            and 1 < len(f.values) < 5
            and not any(f.part[0] == x for x in ("side", "declarers"))
        ):
            (a, low), (b, high) = f.choices[:2]
            if name != number and _word(a) and _word(b):
                text = (
                    f"Where is “{f.label}” better?"
                    if f.kind == "switch"
                    else f"Where is “{high}” better than “{low}”?"
                )
                worthwhile.append(
                    WorthAsking(
                        text,
                        f"at({points}, {name}={_word(b)}) {sign} at({points}, {name}={_word(a)})",
                        number,
                    )
                )
    if set(SCORES_BEFORE) & set(values_of(start)):
        ends = [name for name in held if held[name].part[0] in SCORES_BEFORE][:1]
        worthwhile += [
            WorthAsking("When does this deal end the match?", "match_over", over)
            for over in (*ends, number)
        ]
    return tuple(dict.fromkeys(worthwhile))


def _word(value: Any) -> str:
    """A value as it is written in a question; empty where it cannot be."""
    if value is None:
        return "nobody"
    return (
        str(value)
        if isinstance(value, bool | int)
        else repr(str(value))
        if isinstance(value, str)
        else ""
    )


def _of_a_rubber(game: Game, result: Any) -> list[WorthAsking]:
    sides = [plain(side.id) for side in game.sides]
    mine, other = sides[result.side], sides[1 - result.side]
    name, points = game.sides[result.side].name, f"{mine} - {other}"
    return [
        WorthAsking(
            f"At how many tricks does it pay to double {name}?",
            f"at({points}, doubled=1) < at({points}, doubled=0)",
            "tricks",
        ),
        WorthAsking(
            f"Which contracts, just made, bring {name} a game from here?",
            f"at(games_after_{mine}, tricks=6 + level) > games_{mine}",
            "contract",
        ),
        WorthAsking(
            f"Which contracts, just made, win {name} the rubber?",
            f"at(wins_{mine}, tricks=6 + level)",
            "contract",
        ),
    ]


def turning(game: Game | str, over: str, of: str = "", base: Any = None) -> tuple[Any, Any] | None:
    """Two settings of a field, next to each other but for what scores 0, between which a loss
    becomes a gain: (made, failed)."""
    return turned(plot(game, over, of, base), better(the_game(game)))


def turned(curve: Curve, sign: int = 1) -> tuple[Any, Any] | None:
    """The same of a curve that has been worked out; sign: −1 where fewer points are better."""
    pairs = zip(curve.over.settings, curve.values, strict=True)
    values = [(setting[0], sign * value) for setting, value in pairs if value]
    for (a, low), (b, high) in pairwise(values):
        if low < 0 < high or high < 0 < low:
            return (b, a) if high > low else (a, b)
    gains, losses = [x for x, y in values if y > 0], [x for x, y in values if y < 0]
    return (gains[0], losses[0]) if gains and losses else None
