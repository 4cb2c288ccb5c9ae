"""Matches played at random to their ends: records, score lines, and the log as each seat hears it."""

from __future__ import annotations

from typing import Any

from .playing import matches, plain


def record(id: str) -> dict[str, Any]:
    return {f"match {n}": transcript(match) for n, match in enumerate(matches(id), 1)}


def transcript(match: Any) -> dict[str, Any]:
    heard = {f"as {name} hears it": match.log(reader=seat) for seat, name in enumerate(match.names)}
    return {
        "record": match.record.to_dict(),
        "lines": [plain(entry) for entry in match.lines],
        "totals": match.totals,
        "outcome": match.outcome.say() if match.over else None,
        "log": {"as everybody hears it": match.log(), **heard},
    }
