"""cardlab: card games that explain themselves.

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> match = game.match(seed=7)
>>> match.to_move, match.state.phase
(1, <phase auction>)
>>> match.verdict("5").reason
'bids run from 6 to 12 no trump'

The names on this page are the public surface; everything heavy (widgets, store, sympy, networkx) is
loaded where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cardlab.engine.adopting import WrongGame
from cardlab.engine.cards import BACK, JOKER, Card, Suit, cards, pack
from cardlab.engine.catalogue import add_check, add_rule_books, games
from cardlab.engine.game import Game, IllegalMove, MoveError, State
from cardlab.engine.hooks import call_says, draw_path, draw_svg, draw_text, read_position
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.outcomes import Outcome
from cardlab.engine.record import Record, RecordError
from cardlab.engine.rulings import Rule, Verdict
from cardlab.engine.scoring import Formula, ScoreLine, totals
from cardlab.engine.table import TableView

if TYPE_CHECKING:
    from cardlab._games import game
    from cardlab.lessons.journey import path
    from cardlab.players import simulate, tournament
    from cardlab.solver import playouts, solve, solve_many, solve_moves
else:
    from cardlab.engine.catalogue import game

__version__ = "0.2.0"

add_rule_books("cardlab.rulebook")


@add_check
def _check_concepts(made: Game) -> Iterable[tuple[str, str]]:
    from cardlab.concepts.curriculum import unknown_concepts

    return unknown_concepts(made)


@read_position.provide
def _read_position(line: str) -> Any:
    from cardlab.labs.notation import read

    return read(line)


@draw_text.provide
def _draw_text(view: dict[str, Any]) -> str:
    from cardlab.web.drawing.text import table_text

    return table_text(view)


@draw_svg.provide
def _draw_svg(view: dict[str, Any]) -> str:
    from cardlab.web.drawing.still_table import table_svg

    return table_svg(view)


@draw_path.provide
def _draw_path(path: Any) -> str:
    from cardlab.web.widgets.path import path_html

    return path_html(path)


@call_says.provide
def _call_says(table: Any, move: Any, number: int) -> str:
    from cardlab.players.bidding.speaking import says
    from cardlab.players.bidding.worths import worth_says

    said = worth_says if table.game.bid_values else says
    return said(table, move, number)


_LATER = {
    "environment": "cardlab.players.environment",
    "path": "cardlab.lessons.journey",
    "playouts": "cardlab.solver",
    "simulate": "cardlab.players",
    "solve": "cardlab.solver",
    "solve_many": "cardlab.solver",
    "solve_moves": "cardlab.solver",
    "tournament": "cardlab.players",
}
"""Names that are heavy, and loaded when somebody asks for them."""


def __getattr__(name: str) -> Any:
    if name in _LATER:
        return getattr(import_module(_LATER[name]), name)
    raise AttributeError(f"module 'cardlab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})


__all__ = [
    "BACK",
    "JOKER",
    "Card",
    "Formula",
    "Game",
    "IllegalMove",
    "Match",
    "Move",
    "MoveError",
    "Option",
    "Ordering",
    "Outcome",
    "Record",
    "RecordError",
    "Rule",
    "ScoreLine",
    "State",
    "Suit",
    "TableView",
    "Verdict",
    "WrongGame",
    "cards",
    "environment",
    "game",
    "games",
    "pack",
    "path",
    "playouts",
    "simulate",
    "solve",
    "solve_many",
    "solve_moves",
    "totals",
    "tournament",
]
