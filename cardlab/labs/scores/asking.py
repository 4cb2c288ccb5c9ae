"""What can be asked of a result: the words of a question, and what it is worth there.

Knows the words. Knows no table of results.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property, lru_cache
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.fields import values_of
from cardlab.engine.game import Game
from cardlab.engine.results import imagined
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import listed
from cardlab.families.best_of import GamesStanding
from cardlab.families.rubber import RubberStanding
from cardlab.labs.expressions import Expression
from cardlab.labs.scores.scored import CELL_TRIES, SCORES_BEFORE, Beyond, the_game


def plain(id: str) -> str:
    """An id as it is written in a question."""
    return id.replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=64)
def vocabulary(game: Game | str) -> dict[str, str]:
    """The words of a question, with what they mean: fields, the points of sides, rules and
    accounts, the match after it.

    >>> vocabulary("kaiser")["points_contract_made"], vocabulary("kaiser")["match_over"]
    ('points by “The declarers score what they took”', '1 if this deal ends the match, else 0')
    """
    played = the_game(game)
    labels = {f.name: f.label for f in played.result_sheet.fields if f.kind != "cards"}
    labels |= {plain(side.id): f"points of {side.name}" for side in played.sides}
    labels |= {f"points_{plain(str(rule))}": f"points by “{rule.title}”" for rule in played.scoring}
    for account in played.accounts:
        labels.setdefault(f"points_{account}", f"points in the account “{account}”")
    for side in played.sides:
        labels[f"after_{plain(side.id)}"] = f"score of {side.name} after the deal"
        labels[f"wins_{plain(side.id)}"] = f"1 if this deal makes {side.name} win the match, else 0"
        if isinstance(played.opening(), RubberStanding | GamesStanding):
            labels[f"games_after_{plain(side.id)}"] = f"games won by {side.name} after the deal"
    return labels | {"match_over": "1 if this deal ends the match, else 0"}


class Quantities(dict[str, Any]):
    """The quantities of one result, worked out as they are asked for."""

    def __init__(self, game: Game, result: Any, lines: tuple[ScoreLine, ...] | None = None) -> None:
        super().__init__(game.result_sheet.flat(result))
        self.game, self.result, self._lines = game, result, lines

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        if self._lines is None:
            self._lines = self.game.score(self.result)
        return self._lines

    def at(self, changes: Mapping[str, Any]) -> Quantities:
        try:
            return Quantities(
                self.game, imagined(self.game, self.result, tries=CELL_TRIES, **changes)
            )
        except ValueError as cannot:
            raise Beyond(str(cannot)) from None

    def __missing__(self, name: str) -> Any:
        value = self._worked(name)
        self[name] = value
        return value

    def _worked(self, name: str) -> Any:
        words = choice_words(self.game)
        if name in words:
            return words[name]
        for side in self.game.sides:
            if name == plain(side.id):
                return sum(x.points for x in self.lines if x.side == side.id)
        what, _, of = name.partition("_")
        if what == "points":
            return sum(x.points for x in self.lines if of in (plain(str(x.rule)), plain(x.account)))
        if name.startswith("games_after_"):
            return self.after.games[self._place(name.removeprefix("games_after_"))]
        if what == "after":
            return self.after.totals[self._place(of)]
        over = self.game.outcome(self.after)
        if name == "match_over":
            return int(over is not None)
        return int(over is not None and self.game.sides[self._place(of)].id in over.winners)

    def _place(self, side: str) -> int:
        return [plain(s.id) for s in self.game.sides].index(side)

    @cached_property
    def before(self) -> Any:
        """The standing before the deal, as far as the result remembers it."""
        standing = self.game.opening()
        now, before_values = values_of(self.result), values_of(standing)
        before = next((now[name] for name in SCORES_BEFORE if name in now), standing.totals)
        given = {
            name: now[name]
            for name, value in before_values.items()
            if name in now
            and name not in ("totals", "deal", "dealer")
            and isinstance(value, tuple | int | bool)
        }
        return standing.but(totals=tuple(before), **given)

    @cached_property
    def after(self) -> Any:
        """The standing after the deal."""
        return self.game.carried(self.before, self.lines)


def asked(game: Game | str, text: str) -> Expression:
    """A question about a game's results.  ValueError, with a sentence, where it cannot be read
    or uses other words."""
    played, expression = the_game(game), Expression(text)
    names = vocabulary(played)
    words = choice_words(played)
    strange = [name for name in expression.names if name not in names and name not in words]
    if strange:
        near = [
            word for word in (*names, *words) if word.split("_")[0] == strange[0].split("_")[0]
        ] or [*names]
        raise ValueError(
            f"{played.title} knows no {strange[0]!r}; it knows for instance"
            f" {listed(near, 'and', 6)}"
        )
    return expression


@lru_cache(maxsize=64)
def choice_words(game: Game) -> dict[str, Any]:
    """Words for values of the fields: ``strain == NT``, ``bid == mis``, ``five == nobody``."""
    words: dict[str, Any] = {"nobody": None}
    for f in game.result_sheet.fields:
        for value, _ in f.choices:
            if isinstance(value, str) and value.isidentifier():
                words.setdefault(value, value)
    return words


def worth(game: Game, result: Any, question: Expression) -> Any:
    """What a question comes to for a result.  `Beyond` where it asks about a result that cannot
    be."""
    return asked_of(game, result, question)[0]


def asked_of(game: Game, result: Any, question: Expression) -> tuple[Any, Quantities]:
    env = Quantities(game, result)
    return question(env, env.at), env


def measure(game: Game | str) -> str:
    """What is usually measured: the points of the first side, less those of the other where
    there are two.

    >>> measure("kaiser"), measure("nap")
    ('north_south - east_west', 'south')
    """
    sides = [plain(side.id) for side in the_game(game).sides]
    return " - ".join(sides) if len(sides) == 2 else sides[0]


def better(game: Game) -> int:
    """1 where more points are better, −1 where fewer are."""
    return -1 if game.points is Points.BAD else 1
