"""Hands believed by the cards that were played: the tables at which they were played, and deals
drawn the more often, the likelier they would have been played so."""

from __future__ import annotations

import random
from collections.abc import Iterable
from math import prod
from typing import Any

import pytest

import cardlab
from cardlab.engine.game import OVER
from cardlab.families.pattern_tricks import PatternGame
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.players import RuleOfThumbBot
from cardlab.players.inference import FOLLOWED, PlaysSeen
from cardlab.players.policy import thumb_pick
from cardlab.players.worlds import Worlds

TRICKS = [
    id
    for id in cardlab.games()
    if isinstance(cardlab.game(id), TrickGame) and not isinstance(cardlab.game(id), PatternGame)
]
MATCHES, PLIES = 4, 80
STRAYS = 0.3


def chance(view: Any, move: Any) -> float:
    """How likely this card is, told from the view from which it was played."""
    moves = view.game.legal_moves(view)
    if len(moves) == 1:
        return 1.0
    picked = thumb_pick(view, moves)
    followed = picked is not None and picked[0] == move
    return (1 - FOLLOWED) / len(moves) + (FOLLOWED if followed else 0.0)


@pytest.mark.sampled
@pytest.mark.parametrize("id", TRICKS)
def test_plays_are_judged_at_the_tables_at_which_they_were_made(id: str) -> None:
    """Every card of a hidden hand, held against what its own player saw then."""
    game = cardlab.game(id)
    for seed in range(MATCHES):
        match, rng = game.match(seed=seed), random.Random(seed)
        bots = [RuleOfThumbBot(seat) for seat in range(game.players)]
        made: list[tuple[Any, Any]] = []
        for _ in range(PLIES):
            if match.state.phase is OVER:
                break
            view, phase = match.seat_view(), match.state.phase
            if not (view.taken or view.trick.cards):
                made = []
            move = bots[match.to_move].choose(view)
            if isinstance(phase, Tricks):
                if made:
                    hidden = Worlds(view, rng).hidden
                    tell_of_these(hidden, match.state, phase, made)
                if rng.random() < STRAYS:
                    move = rng.choice(view.legal_moves())
                made.append((view, move))
            match = match.play(move)


def tell_of_these(
    seats: Iterable[int], state: Any, phase: Tricks, made: list[tuple[Any, Any]]
) -> None:
    """What a table tells of the plays of these seats is what they were.

    Rules of thumb that are indifferent take the card that stands first, so the cards are laid in
    one order: those of now, and then those that were played, the last one first.
    """
    for seat in seats:
        held, chances = list(state.hands[seat]), []
        for then, move in reversed(made):
            if then.to_move == seat:
                held.append(move.card)
                if not phase.turns_down(then, move.card):
                    chances.append(chance(then.but(hands=then.held(seat, held)), move))
        assert PlaysSeen(phase, {seat}).likelihood(state) == pytest.approx(prod(chances))


@pytest.mark.slow
def test_deals_are_drawn_the_more_often_the_likelier_they_would_have_been_played_so() -> None:
    """Who had the lead and did not lead an ace that nothing beats has it seldom."""
    game = cardlab.game("whist")
    table = game.state(
        trump="S",
        taken=[[(0, "2C"), (1, "9C"), (2, "AC"), (3, "3C")]],
        to_move=2,
        hands={0: "AD 4C 6H", 1: "KD TC 7H", 2: "QD KC 8H", 3: "JD QC 9H"},
    )

    def with_an_ace(calls: bool) -> float:
        held = 0
        for seed in range(400):
            worlds = Worlds(game.view(table), random.Random(seed), calls)
            held += any(card.rank == "A" and card.suit != "S" for card in worlds.draw().hands[0])
        return held / 400

    heedless, heedful = with_an_ace(calls=False), with_an_ace(calls=True)
    assert 0.1 < heedless < 0.2
    assert heedful < heedless / 2
