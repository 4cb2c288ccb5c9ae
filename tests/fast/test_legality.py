"""What the tables open is what the engine opens, position by position, in deals of every game that compiles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.families.tricks import Trick, TrickGame, Tricks
from cardlab.fast import CannotCompile, compiled

TRICK_GAMES = [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]
NOT_COMPILED = {
    "bridge-solitaire": "the stock answers, so nobody holds the other hand",
    "cardigan": "cards lie there more than once, and equal ones are turned down",
}
"""Games of tricks that have no tables, and why."""
DEALS_OF_A_START = 12


def starts(game: Any) -> Iterator[Any]:
    """Positions in which the first card of the play is due, from matches played at random."""
    for seed in range(10**9):
        rng = random.Random(f"{game.id}/{seed}")
        match = game.match(seed=seed)
        for _ in range(400):
            state = match.state
            if match.over:
                break
            if isinstance(state.phase, Tricks) and not state.trick.cards:
                yield state
                break
            match.play(rng.choice(match.legal_moves()))


def positions(game: Any, many: int) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Positions of the play with the moves that the engine opens; the cards of each start are dealt anew several times."""
    done = 0
    for start in starts(game):
        rng = random.Random(f"{game.id}/{done}")
        for _ in range(DEALS_OF_A_START):
            state = dealt_anew(start, rng)
            while isinstance(state.phase, Tricks) and state.to_move is not None:
                moves = game.legal_moves(state)
                if state.order is not None:
                    yield state, moves
                    done += 1
                    if done == many:
                        return
                state = state.phase.apply(state, state.to_move, rng.choice(moves))


def dealt_anew(state: Any, rng: random.Random) -> Any:
    cards = [card for hand in state.hands for card in hand]
    rng.shuffle(cards)
    rest = iter(cards)
    return state.but(hands=tuple(tuple(next(rest) for _ in hand) for hand in state.hands), trick=Trick(state.trick.seats))


@pytest.mark.parametrize("id", [id for id in TRICK_GAMES if id not in NOT_COMPILED])
def test_tables_open_what_the_engine_opens(id: str, request: pytest.FixtureRequest) -> None:
    game, many = cardlab.game(id), int(request.config.getoption("--positions"))
    asked = refused = 0
    said = set()
    for state, moves in positions(game, 20 * many):
        if asked == many:
            break
        try:
            found = compiled(state)
        except CannotCompile as why:
            refused += 1
            said.add(str(why))
            continue
        asked += 1
        assert found.open_cards() == {move.card for move in moves}, str(state)
    print(f"{id}: {asked:,} positions, {refused:,} without tables {sorted(said)}")
    assert asked > many / 4, said


@pytest.mark.parametrize("id", [id for id in cardlab.games() if id not in TRICK_GAMES or id in NOT_COMPILED])
def test_a_game_without_tables_says_why(id: str) -> None:
    game = cardlab.game(id)
    state = next(starts(game)) if id in NOT_COMPILED else game.match(seed=1).state
    with pytest.raises(CannotCompile) as told:
        compiled(state)
    assert str(told.value)[-1] != "." and len(str(told.value)) > 20
