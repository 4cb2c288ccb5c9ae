"""Bots that see only their view of the table, and the coach.

>>> import cardlab
>>> match = cardlab.game("kaiser").match(seed=7)
>>> bot("random", seed=1).choose(match, match.to_move) in match.legal_moves()
True
"""

from __future__ import annotations

from .bots import Bot, RandomBot, SamplingBot, bot
from .coach import Advice, CannotAdvise, Loss, coach, losses
from .matters import Matter, matters

__all__ = ["Advice", "Bot", "CannotAdvise", "Loss", "Matter", "RandomBot", "SamplingBot", "bot", "coach", "losses", "matters"]
