"""Which laboratories there are; each is loaded when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

__all__ = ["LABS", "lab_class"]

LABS = {
    "orders": "orders.OrdersLab",
    "scores": "scores.ScoresLab",
    "odds": "odds.OddsLab",
    "house-rules": "house.HouseLab",
    "positions": "positions.PositionsLab",
    "compare": "comparing.ComparingLab",
    "analysis": "analysis.AnalysisLab",
}
"""Id of a laboratory (its notebook and its address) -> module and class."""


def lab_class(id: str) -> Any:
    """The class of a laboratory; ValueError for an unknown one."""
    if id not in LABS:
        raise ValueError(f"There is no laboratory {id!r}; there are {', '.join(LABS)}.")
    module, _, name = LABS[id].partition(".")
    return getattr(import_module(f"{__package__}.{module}"), name)
