"""A bot that plays by rules of thumb and says in a sentence which one it followed.

Knows the rules of thumb for cards, calls and hands.  Knows no game; where no rule of thumb speaks
it imagines a few deals.

>>> import cardlab
>>> match = cardlab.game("malilla").match(seed=4)
>>> found = RuleOfThumbBot(seed=1).explain(match.seat_view())
>>> found.move, found.why.say()
(7C, 'a lead that nothing still out beats')
"""

from __future__ import annotations

from cardlab.engine.game import State
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence
from cardlab.families.tricks import TrickGame
from cardlab.players.cardplay import Choice, named
from cardlab.players.effort import Effort
from cardlab.players.policy import thumb_pick
from cardlab.players.sampled import SampledBot
from cardlab.players.tree import TreeBot


def why(match: Match, ply: int) -> Sentence | None:
    """What a rule of thumb says for the entry that was made at this ply; None where it would
    have chosen otherwise, and for chance.

    The sentence is told from the seat's own view: of a call it may give away what the hand is
    worth, so show it when the deal is over, or where the hand lies open.

    >>> import cardlab
    >>> match = cardlab.game("malilla").match(seed=4).play("7C")
    >>> why(match, match.ply - 1).say()
    'a lead that nothing still out beats'
    """
    entry, state = match.entries[ply], match.state_at(ply)
    view = None if entry.seat is None else match.game.view(state, entry.seat)
    if view is None:
        return None
    choice = RuleOfThumbBot().explain(view)
    return choice.why if choice.move == entry.move else None


GLANCES, ROUNDS = Effort(3, 400_000, 4_800), 10
"""The effort where no rule of thumb speaks, and rounds of a tree search for each of its deals."""


class RuleOfThumbBot:
    """Fast, the same choice for the same view and seed, and always with a reason (`why`, after
    `choose`)."""

    def __init__(self, seed: int | None = None) -> None:
        self.seed = 0 if seed is None else seed
        self.why: Sentence | None = None

    def choose(self, view: State) -> Move:
        return self.explain(view).move

    def explain(self, view: State) -> Choice:
        """The move and the sentence."""
        choice = self._think(view)
        self.why = choice.why
        return choice

    def _think(self, view: State) -> Choice:
        options = view.legal_moves()
        if len(options) == 1:
            return Choice(options[0], Sentence("only this move is open"))
        pick = thumb_pick(view, options)
        if pick is None:
            if isinstance(view.game, TrickGame):
                return SampledBot(self.seed, effort=GLANCES).explain(view)
            return TreeBot(self.seed, rounds=GLANCES.deals * ROUNDS).explain(view)
        move, template, seat, facts = pick
        return Choice(move, named(view, template, seat, **facts))
