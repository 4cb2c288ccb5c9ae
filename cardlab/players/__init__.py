"""Bots that see only their view of the table: by chance, by rules of thumb, by imagined deals.

`cardplay`, `calling` and `handling` hold the rules of thumb, `policy` plays deals out by them,
`worlds` imagines the cards that a seat cannot see, `fitting` and `inference` hold them against what
was called and played, `valuing` says what a move is worth there,
`sampled` and `tree` choose by it, `foresight` and `replies` where no solver knows the game, `outlook`
and `bluffing` by counting what may come; `foreign` watches bots that are not ours.
The coach stands in `coach`, deals in which a card matters in `matters`.

>>> import cardlab
>>> match = cardlab.game("kaiser").match(seed=7)
>>> bot("random", seed=1).choose(match.seat_view()) in match.legal_moves()
True
"""

from __future__ import annotations

from cardlab.players.bots import STRENGTHS, Bot, RandomBot, SamplingBot, bot, strengths
from cardlab.players.cardplay import Choice
from cardlab.players.effort import EFFORTS, Effort
from cardlab.players.foreign import BotFailed, offer
from cardlab.players.sampled import SampledBot
from cardlab.players.simulation import Simulation, simulate
from cardlab.players.thumb import RuleOfThumbBot, why
from cardlab.players.tournament import Comparison, compare, tournament

__all__ = [
    "EFFORTS",
    "STRENGTHS",
    "Bot",
    "BotFailed",
    "Choice",
    "Comparison",
    "Effort",
    "RandomBot",
    "RuleOfThumbBot",
    "SampledBot",
    "SamplingBot",
    "Simulation",
    "bot",
    "compare",
    "offer",
    "simulate",
    "strengths",
    "tournament",
    "why",
]
