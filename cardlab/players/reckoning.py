"""The move that leads to the most, where a game reckons that from the cards that may come.

Knows the prospects that a game declares, and the rules of thumb, which decide between moves that
are worth the same.  Knows no game and imagines no deals.

>>> import cardlab
>>> game = cardlab.game("conquian")
>>> hand = "4H 4D 5S 6S AC AD KC 2H 7D"
>>> table = game.state(phase="discard", to_move=0, hands={0: hand}, melds={0: ["JS JH JD"]})
>>> choice = reckoned_pick(game.view(table), game.legal_moves(table))
>>> choice.move, choice.why.say()
(discard KC, 'of all moves, this one leaves the best chances')
"""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.engine.game import State
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence
from cardlab.families.prospects import ProspectGame
from cardlab.players.cardplay import Choice, named
from cardlab.players.policy import thumb_pick

ALIKE = 1e-9
"""Moves whose prospects differ by less than this are worth the same."""
BEST_CHANCES = "of all moves, this one leaves the best chances"


def reckoned_pick(view: State, moves: Sequence[Move]) -> Choice | None:
    """The choice in a game that reckons; None in any other, and where it reckons nothing."""
    if not isinstance(view.game, ProspectGame):
        return None
    worth = view.game.prospects(view, moves)
    if not worth:
        return None
    pick = thumb_pick(view, tuple(moves))
    top = max(worth.values()) - ALIKE
    if pick is not None and worth.get(pick[0], top - 1) >= top:
        move, template, seat, facts = pick
        return Choice(move, named(view, template, seat, **facts))
    return Choice(max(worth, key=lambda move: worth[move]), Sentence(BEST_CHANCES))
