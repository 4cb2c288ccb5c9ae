"""A table of one game, judged by another: by the same game as a table plays it, with other options
or house rules.

Knows what has to be the same for that. Knows no rules.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import BACK
from cardlab.engine.words import number

__all__ = ["WrongGame", "adopt"]


class WrongGame(ValueError):
    """A table that a game cannot judge: it is of another game, or has what this one lacks."""


def adopt(game: Any, state: Any, over: Any) -> Any:
    """The same table in another version of its game.  over: the phase in which a deal is over.

    Raises WrongGame, with a sentence, where the game has no such table.
    """
    title, theirs = game.title, state.game
    if theirs.id != game.id:
        raise WrongGame(
            f"This is a table of {theirs.title}, and {title} cannot judge it; ask its own game,"
            " which is `state.game`."
        )
    if len(state.hands) != game.players:
        raise WrongGame(
            f"At this table sit {number(len(state.hands))}, and {title} is played by"
            f" {number(game.players)}."
        )
    pack = {*game.pack, BACK}
    if strange := next((card for card in state.all_cards() if card not in pack), None):
        raise WrongGame(
            f"{strange.sign} is on the table, and the pack of {title} does not have it."
        )
    phase: Any = over
    if state.phase is not over:
        phase = next((p for p in game.phases if p.id == state.phase.id), None)
    if phase is None:
        raise WrongGame(f"{title} has no part of a deal called “{state.phase.title}”.")
    changed = {"game": game, "phase": phase}
    if (order := game.order(state)) is not None and "order" in state.__dict__:
        changed["order"] = game.ordering(order.trump)
    adopted = state.but(**changed)
    if phase is not over and state.to_move is not None and not phase.may_ask(adopted):
        raise WrongGame(
            f"{game.names[state.to_move]} is asked something at this table that nobody is asked in"
            f" {title} with these options."
        )
    return adopted
