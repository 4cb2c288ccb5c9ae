"""The rule sheet as HTML, for the page under the table.

Prints what the game's rules say of themselves (the same parts as `cardlab.engine.sheet`); states no rule
of its own.
"""

from __future__ import annotations

from typing import Any

from cardlab.web.templates import render

__all__ = ["sheet_html"]


def sheet_html(game: Any) -> str:
    """All rules of a game, phase by phase, and its options."""
    sections = [(title, list(dict.fromkeys(rules))) for title, rules in game.sections()]
    options = [option for option in type(game).all_options() if option.name != "players"]
    return render(
        "rules.html",
        game=game,
        sections=[(title, rules) for title, rules in sections if rules],
        options=[(option, getattr(game, option.name)) for option in options],
    )
