"""The rule sheet as HTML, for the page under the table.

Prints what the game's rules say of themselves (the same parts as `cardlab.engine.sheet`); states no rule
of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

__all__ = ["sheet_html"]


def _rules(game: Any, title: str, rules: Iterable[Any]) -> str:
    items = "".join(
        '<div class="sheet-rule"'
        f' id="rule-{escape(str(rule))}"><dt>{escape(rule.title)}</dt><dd>{escape(rule.text(game))}</dd></div>'
        for rule in dict.fromkeys(rules)
    )
    return f"<section><h3>{escape(title)}</h3><dl>{items}</dl></section>" if items else ""


def _option(game: Any, option: Any) -> str:
    value = getattr(game, option.name)
    house = ' <span class="sheet-house">house choice</span>' if option.house else ""
    return (
        f'<div class="sheet-rule"><dt>{escape(option.name)} = {escape(str(value))}{house}</dt>'
        f"<dd>{escape(option.text)} <span>({escape(str(option.known))})</span></dd></div>"
    )


def sheet_html(game: Any) -> str:
    """All rules of a game, phase by phase, folded away until somebody wants them."""
    parts = [_rules(game, title, rules) for title, rules in game.sections()]
    options = [option for option in type(game).all_options() if option.name != "players"]
    if options:
        parts.append(
            f"<section><h3>Options</h3><dl>{''.join(_option(game, option) for option in options)}</dl></section>"
        )
    return (
        f'<details class="sheet"><summary><h2>The rules of {escape(game.title)}</h2></summary>'
        f'<p class="sheet-about">{escape(game.about)}</p>'
        f'<div class="sheet-parts">{"".join(parts)}</div></details>'
    )
