"""What a laboratory shows, as plain data.

Knows no laboratory and no looks.  A block is a dict with a kind, and may have id, title, lead and
span (full, main, half, side); what a kind holds is drawn by the function of its name in
``widgets/static/blocks.js``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardlab.engine.game import Game

__all__ = ["Block", "code", "columns", "file_name", "refusal", "rule_words", "table", "text"]

Block = dict[str, Any]


def text(*paragraphs: str, tone: str = "plain", **more: Any) -> Block:
    """A block of sentences; card signs in them are drawn as cards."""
    return {"kind": "text", "paragraphs": list(paragraphs), "tone": tone, **more}


def refusal(sentence: str, **more: Any) -> Block:
    """A block that says why something cannot be."""
    return text(sentence, tone="refusal", **more)


def columns(*labels: str, right: Sequence[str] = ()) -> list[dict[str, str]]:
    """The heads of a table; those in ``right`` stand after the others, over numbers.

    >>> columns("Side", right=["Points"])
    [{'label': 'Side'}, {'label': 'Points', 'align': 'right'}]
    """
    return [
        *({"label": label} for label in labels),
        *({"label": label, "align": "right"} for label in right),
    ]


def table(
    id: str, title: str, heads: Sequence[dict[str, str]], rows: Iterable[Sequence[Any]], **more: Any
) -> Block:
    """A block of rows below heads."""
    shown = [list(row) for row in rows]
    return {"kind": "table", "id": id, "title": title, "columns": list(heads), "rows": shown} | more


def code(text: str, id: str = "python", title: str = "In Python", **more: Any) -> Block:
    """A block of code to copy."""
    return {"kind": "code", "id": id, "title": title, "text": text, **more}


def rule_words(rule: Any, game: Game) -> dict[str, str] | None:
    """A rule of a game as a block names it."""
    if rule is None:
        return None
    return {"id": str(rule), "title": rule.title, "text": rule.text(game)}


def file_name(title: str, ending: str) -> str:
    """A title as the name of a file.

    >>> file_name("Anna’s Free Malilla / 2", "json"), file_name("///", "txt")
    ('annas-free-malilla-2.json', 'cardlab.txt')
    """
    plain = "".join(c if c.isalnum() else "-" if c in " -_/" else "" for c in title.casefold())
    return f"{'-'.join(part for part in plain.split('-') if part)[:60] or 'cardlab'}.{ending}"
