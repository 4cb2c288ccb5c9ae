"""Declarations during the play: the winner of a trick may say what it holds before the next lead.

Knows when something may be said.  Knows no cards and no points: what is worth saying is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.moves import PASS, Move, Say
from cardlab.engine.rulings import Rule, Ruling, may_not, rule, silent
from cardlab.families.tricks import Tricks, TrickState


@dataclass(frozen=True)
class DeclaringState(TrickState):
    """declared: the tricks, by their number from 0, whose winner has declared what they hold."""

    declared: tuple[int, ...] = ()


def only_what_is_there(declaration: Say, id: str, title: str, *concepts: str, text: str) -> Rule:
    """The rule that nothing is declared that the trick does not hold, in the words of a game."""

    def declares_what_is_there(table: DeclaringState, moves: tuple[Move, ...]) -> Ruling:
        if table.trick.cards:
            because = "the next card has already been led"
        elif not table.taken:
            because = "no trick has been won yet"
        elif len(table.taken) - 1 in table.declared:
            because = "that has already been declared"
        elif not table.game.worth_declaring(table, table.taken[-1]):
            because = "the last trick holds none"
        else:
            return silent(moves, "the last trick holds some")
        return may_not(moves, lambda m: m == declaration, because)

    declares_what_is_there.__doc__ = text
    return rule(id, title, *concepts, solver=())(declares_what_is_there)


class DeclaringTricks(Tricks):
    """Tricks after each of which its winner may declare what it holds, before the next lead.

    declaration: the words for it.  The game says what is worth declaring (``worth_declaring``).
    """

    declaration: Say = Say("declare", "Declare", "declares")
    nothing: str = "declares nothing"
    """What others hear of a winner who declares nothing of the last trick."""
    last_prompt: str = "That was the last trick: declare what it holds, or pass."

    def vocabulary(self) -> Iterable[Move]:
        return (*super().vocabulary(), self.declaration)

    def candidates(self, table: DeclaringState) -> tuple[Move, ...]:
        if not table.hand:
            return (self.declaration, PASS)
        cards = super().candidates(table)
        too_late = table.trick.cards or not table.taken or len(table.taken) - 1 in table.declared
        return cards if too_late else (self.declaration, *cards)

    def read(self, table: Any, text: str) -> Move | None:
        return self.declaration if text == self.declaration else super().read(table, text)

    def apply(self, state: DeclaringState, seat: int, move: Move) -> Any:
        if move == self.declaration:
            state = state.but(declared=(*state.declared, len(state.taken) - 1))
        elif move != PASS:
            return super().apply(state, seat, move)
        return state if state.hands[seat] else state.game.next_phase(state)

    def after_trick(self, state: Any) -> Any:
        """After the last trick its winner is asked only where there is something to declare."""
        if state.hands[state.to_move] or state.game.worth_declaring(state, state.taken[-1]):
            return state
        return state.game.next_phase(state)

    def told(self, state: DeclaringState, seat: int, move: Move, name: str) -> str:
        if move == PASS:
            return f"{name} {self.nothing}."
        return super().told(state, seat, move, name)

    def asks(self, state: DeclaringState) -> str:
        if state.hand:
            return super().asks(state)
        return self.last_prompt
