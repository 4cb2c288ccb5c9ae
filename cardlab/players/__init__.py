"""Bots that see only their view of the table; the coach stands in `coach`, deals in which a card matters in `matters`.

>>> import cardlab
>>> match = cardlab.game("kaiser").match(seed=7)
>>> bot("random", seed=1).choose(match, match.to_move) in match.legal_moves()
True
"""

from __future__ import annotations

from .bots import Bot, RandomBot, SamplingBot, bot

__all__ = ["Bot", "RandomBot", "SamplingBot", "bot"]
