"""A bot that plays by rules of thumb and says in a sentence which one it followed.

Knows the rules of thumb for cards, calls and hands.  Knows no game; where no rule of thumb speaks it imagines a few deals.

>>> import cardlab
>>> match = cardlab.game("malilla").match(seed=4)
>>> found = RuleOfThumbBot(seed=1).explain(match)
>>> found.move, found.why.say()
(7C, 'a lead that nothing still out beats')
"""

from __future__ import annotations

from typing import Any

from ..match import Match
from ..moves import Move
from ..words import Sentence
from .cardplay import Choice, named
from .policy import thumb_pick
from .sampled import SampledBot, open_moves

GLANCES = 3
"""Deals imagined where no rule of thumb speaks."""


class RuleOfThumbBot:
    """Fast, the same choice for the same view and seed, and always with a reason (`why`, after `choose`)."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = 0 if seed is None else seed
        self.why: Sentence | None = None

    def choose(self, match: Match, seat: int | None = None) -> Move:
        return self.explain(match, seat).move

    def explain(self, match: Match, seat: int | None = None) -> Choice:
        """The move and the sentence."""
        view = match.game.view(match.state, seat)
        found = self.think(view)
        self.why = found.why
        return found

    def think(self, view: Any) -> Choice:
        """The choice on a view, and on nothing else."""
        options = open_moves(view)
        if len(options) == 1:
            return Choice(options[0], Sentence("only this move is open"))
        found = thumb_pick(view, options)
        if found is None:
            return SampledBot(None, self.seed, GLANCES).think(view)
        move, template, seat, facts = found
        return Choice(move, named(view, template, seat, **facts))
