"""What wrong beliefs about laying cards would call legal: on a card that lies there, in a series, in
a count, and with a claim.

Knows the tables of these families and what beliefs say of them.  Knows no question and no rule.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardlab.engine.cards import Card
from cardlab.engine.game import State
from cardlab.engine.moves import PASS, Move, Play
from cardlab.engine.rulings import Verdict
from cardlab.families.beating import RANKS, BeatingState
from cardlab.families.claims import Claim, Claiming, ClaimState, LayDown
from cardlab.families.climbing import ClimbState, PlayCards
from cardlab.families.running_count import GO, CountState
from cardlab.families.stops import StopsState

WAITS = (PASS, GO)
"""The moves of somebody who keeps the cards for later."""


def believed_plays(state: State, verdicts: Mapping[Move, Verdict]) -> dict[str, list[Move]]:
    """For each belief about laying cards that has an opinion on this table, the moves that it
    would call legal.

    >>> import cardlab
    >>> game = cardlab.game("snip-snap-snorem")
    >>> here = game.state(hands={0: "9S 4D KC"}, series="9C", by=(3,))
    >>> believed_plays(here, game.verdicts(here, 0))
    {'high-card-beats-all': [KC], 'cards-can-wait': [9S, pass]}
    """
    found = {
        "high-card-beats-all": _higher(state, verdicts),
        "cards-can-wait": _kept_back(state, verdicts),
        "count-starts-again": _past_the_limit(state, verdicts),
        "claims-are-true": _true_claims(state, verdicts),
    }
    return {belief: moves for belief, moves in found.items() if moves}


def _cards_of(move: Move) -> tuple[Card, ...]:
    """The cards that a move lays on what lies there."""
    if isinstance(move, PlayCards):
        return tuple(move.cards)
    return (move.card,) if isinstance(move, Play) else ()


def _lying(state: State) -> tuple[Sequence[Card], str]:
    """The cards that the next ones are laid on, and the ranks from high to low; none at a lead."""
    if isinstance(state, ClimbState):
        return state.top, state.game.ranks
    if isinstance(state, BeatingState):
        return (state.to_beat,) if state.to_beat is not None else (), RANKS
    if isinstance(state, StopsState):
        return (state.led,) if state.led is not None else (), RANKS
    return (), RANKS


def _higher(state: State, verdicts: Mapping[Move, Verdict]) -> list[Move]:
    """Every play of a higher rank, whatever else is asked of it, and what is legal without cards."""
    lying, ranks = _lying(state)
    if not lying:
        return []

    def height(cards: Sequence[Card]) -> int:
        return max(-ranks.find(card.rank) if card.rank in ranks else 1 for card in cards)

    def believed(move: Move, verdict: Verdict) -> bool:
        cards = _cards_of(move)
        return height(cards) > height(lying) if cards else verdict.legal

    moves = [move for move, verdict in verdicts.items() if believed(move, verdict)]
    return moves if any(map(_cards_of, moves)) else []


def _kept_back(state: State, verdicts: Mapping[Move, Verdict]) -> list[Move]:
    """What is legal, and to wait although a card goes on."""
    if not isinstance(state, StopsState | CountState):
        return []
    if not any(move in WAITS and not verdict.legal for move, verdict in verdicts.items()):
        return []
    return [move for move, verdict in verdicts.items() if verdict.legal or move in WAITS]


def _past_the_limit(state: State, verdicts: Mapping[Move, Verdict]) -> list[Move]:
    """Every card, where the count goes on from 0 by itself."""
    if not isinstance(state, CountState) or not state.count:
        return []
    return [move for move in verdicts if isinstance(move, Play)]


def _true_claims(state: State, verdicts: Mapping[Move, Verdict]) -> list[Move]:
    """Claims that name the cards that were laid; before that, cards that may be named."""
    if not isinstance(state, ClaimState) or not isinstance(state.phase, Claiming):
        return []
    laid = {card.rank for card in state.laying}
    ranks = laid or {*state.phase.open_ranks(state)}

    def believed(move: Move, verdict: Verdict) -> bool:
        if isinstance(move, Claim):
            return laid == {move.rank} and move.cards == len(state.laying)
        return isinstance(move, LayDown) and verdict.legal and move.card.rank in ranks

    return [move for move, verdict in verdicts.items() if believed(move, verdict)]
