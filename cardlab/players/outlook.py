"""What a hand of melds may become: the deadwood that is left after the next card, over all cards
that may come, and what a discard may give to somebody else.

Knows melds and what a seat has seen.  Knows no game and imagines no deals.

>>> import cardlab
>>> game = cardlab.game("gin-rummy")
>>> table = game.state(phase="discard", to_move=0, hands={0: "AS 2S 3S 7H 7C 7D KH 4C 5D 9H QC"})
>>> choice = outlook_pick(game.view(table), game.legal_moves(table))
>>> choice.move, choice.why.say()
(discard KH, 'the card that is drawn next leaves 24.4 of deadwood on average')
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from statistics import fmean
from typing import Any

from cardlab.engine.cards import Card, unseen
from cardlab.engine.moves import Discard, Knock, LayOff, Move
from cardlab.engine.words import Sentence
from cardlab.families.melding import Melding
from cardlab.families.table_melds import LayMeld, TableMeldGame
from cardlab.players.cardplay import Choice

HELD = 0.3
"""How likely somebody else holds a card of which nothing is known."""
NOW = 0.5
"""What a point of deadwood counts that is left now, against one that the next card leaves."""
RISK = 3.0
"""Points that are lost when a discard completes a meld of somebody else."""
AHEAD = "the card that is drawn next leaves {deadwood} of deadwood on average"
MELDS = "this card makes a meld"
NO_MELD = "the card on the pile makes no meld"


def outlook_pick(view: Any, moves: Sequence[Move]) -> Choice | None:
    """The choice of a discard, or between the pile and the stock; None in any other situation, and
    where a knock ends the deal or a meld is to be laid: rules of thumb are as good there."""
    if not view.game.by_deadwood:
        return None
    if any(isinstance(move, Knock | LayOff) for move in moves) or view.own():
        return None
    if any(isinstance(move, LayMeld) for move in moves) and not _keeps_melds(view):
        return None
    discards = [move for move in moves if isinstance(move, Discard)]
    if discards:
        return _discard(view, discards)
    return _draw(view, moves)


def _keeps_melds(view: Any) -> bool:
    """Whether melds are kept in the hand, to lay all in one turn: not where that is possible now, nor
    where one may lay off only with a meld of one's own on the table."""
    game = view.game
    if isinstance(game, TableMeldGame) and game.after_own:
        return False
    return min(view.left_by().values()) > 0


def expected_deadwood(melding: Melding, hand: Sequence[Card], coming: Sequence[Card]) -> float:
    """The least deadwood after one of these cards has come and one was thrown, on the average.

    >>> from cardlab.engine.cards import cards
    >>> expected_deadwood(Melding(), cards("2S 3S 4S KH"), cards("KC 9D 5S"))
    6.333333333333333
    """
    return fmean(min(melding.without_each((*hand, card)).values()) for card in coming)


def risk(melding: Melding, card: Card, theirs: Mapping[Card, float]) -> float:
    """How many melds somebody else may make with a card, each by the chance that they hold the
    rest of it.

    theirs: the chance of each card that may be in another hand.
    """
    of_rank = [chance for held, chance in theirs.items() if held.rank == card.rank]
    sets = sum(one * other for one, other in combinations(of_rank, 2))
    ranks = melding.ranks
    runs = 0.0
    for first in range(len(ranks) - 2):
        window = ranks[first : first + 3]
        if card.rank in window:
            one, other = (Card(rank + card.suit) for rank in window if rank != card.rank)
            runs += theirs.get(one, 0.0) * theirs.get(other, 0.0)
    return sets + runs


def _discard(view: Any, discards: Sequence[Discard]) -> Choice:
    melding: Melding = view.game.melding
    known = view.with_known_cards()
    hidden = unseen(view.game.pack, known.all_cards())
    theirs = dict.fromkeys(hidden, HELD)
    for seat, hand in enumerate(known.hands):
        if seat != view.me:
            theirs |= {card: 1.0 for card in hand if card.rank}
    left = view.left_by()
    ahead = {
        move: expected_deadwood(melding, [c for c in view.hand if c != move.card], hidden)
        for move in discards
    }

    def cost(move: Discard) -> tuple[float, int]:
        danger = RISK * risk(melding, move.card, theirs)
        return ahead[move] + NOW * left[move.card] + danger, -melding.values[move.card.rank]

    best = min(discards, key=cost)
    return Choice(best, Sentence(AHEAD, {"deadwood": f"{ahead[best]:.1f}"}))


def _draw(view: Any, moves: Sequence[Move]) -> Choice | None:
    """Take the card on the pile if it makes a meld: otherwise it only tells what one collects."""
    card = view.upcard
    taking = next((move for move in moves if str(move).startswith("take")), None)
    other = next((move for move in moves if move is not taking), None)
    if card is None or taking is None or other is None:
        return None
    melding: Melding = view.game.melding
    hand = (*view.hand, card)
    left = melding.without_each(hand)
    thrown = min(hand, key=lambda c: (left[c], c != card))
    kept = melding.arrange(c for c in hand if c != thrown)
    if thrown != card and any(card in meld for meld in kept.melds):
        return Choice(taking, Sentence(MELDS))
    return Choice(other, Sentence(NO_MELD))
