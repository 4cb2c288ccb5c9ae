"""Tables as each seat and an onlooker see them, as the plain data that every page draws."""

from __future__ import annotations

from typing import Any

from cardlab.web.pages.public_table import public_view

from .playing import moments

TABLES = 25


def record(id: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, (match, ply) in enumerate(moments(id, TABLES, "views"), 1):
        seen = {name: match.view(seat, ply).to_dict() for seat, name in enumerate(match.names)}
        seen["an onlooker"] = public_view(match, ply)
        found[f"table {number}, ply {ply}"] = seen
    return found
