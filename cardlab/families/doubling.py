"""One round of doubling without an auction: pass, double, or redouble an opponent's double.

Knows calls, sides, and that tricks count more for it.  Knows no cards and no other points; a game
says what they do.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import State
from cardlab.engine.moves import PASS, Move
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, may_not, note, rule, silent
from cardlab.families.auctions import DOUBLE, REDOUBLE, Auction, doubled
from cardlab.families.tricks import TrickGame


def _doubler(table: Any) -> int | None:
    return next((seat for seat, call in table.calls if call == DOUBLE), None)


@rule("nothing-to-redouble", "Redouble what was doubled", "doubling")
def something_to_redouble(table: State, moves: tuple[Move, ...]) -> Any:
    """Redouble only after a double."""
    if _doubler(table) is not None:
        return silent(moves, "the tricks are doubled")
    return may_not(moves, lambda m: m == REDOUBLE, "nobody has doubled yet")


@rule("own-sides-double", "Redouble an opponent", "doubling")
def redouble_an_opponent(table: Any, moves: tuple[Move, ...]) -> Any:
    """Do not redouble your partner's double."""
    seat = _doubler(table)
    if seat is None or not table.same_side(seat, table.me):
        return silent(moves, "{your} side has not doubled")
    return may_not(moves, lambda m: m == REDOUBLE, "the double is {your} own side's")


@rule("already-doubled", "One double, one redouble", "doubling")
def double_once(table: Any, moves: tuple[Move, ...]) -> Any:
    """Double and redouble at most once in a deal."""
    stage = doubled(table.calls)
    if not stage:
        return silent(moves, "nobody has doubled yet")
    if stage == 1:
        return may_not(moves, lambda m: m == DOUBLE, "the tricks are doubled already")
    return may_not(moves, lambda m: m in (DOUBLE, REDOUBLE), "the tricks are redoubled already")


STAGES = ("", ", doubled", ", redoubled")
"""What is added to words about tricks that have been doubled so often."""


def doubling_round(besides: str = "") -> Rule:
    """The note of such a round; besides: what the game says of its other points."""
    return note(
        "doubling-round",
        "Once round",
        "Beginning at the dealer's left, each player once passes, doubles, or redoubles an"
        " opponent's double. A double makes every trick count twice as much, a redouble four"
        f" times{besides and f'; {besides}'}.",
        "doubling",
        "eldest",
        "turn",
    )


class Doubling(Auction):
    """Once round the table."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = (
        "doubling",
        "Doubling",
        "Double the tricks, or pass?",
        "double or pass",
    )
    others = (PASS, DOUBLE, REDOUBLE)
    rules = (something_to_redouble, redouble_an_opponent, double_once)
    notes = (doubling_round(),)

    def close(self, state: State) -> Any:
        return state.game.next_phase(state)


class DoublingGame(TrickGame):
    """A game without contracts in which each trick counts, so often doubled; ``unit``: what it
    counts undoubled."""

    unit: int

    def panels(self, state: Any) -> dict[str, Any]:
        panels, stage = super().panels(state), doubled(state.calls)
        if state.phase.id != "deal":
            panels["contract"] = {
                "text": f"a trick counts {self.unit * 2**stage}{STAGES[stage]}",
                "by": "",
                "note": "",
            }
        return panels
