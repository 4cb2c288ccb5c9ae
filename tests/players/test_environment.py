"""Games as environments of PettingZoo: its own test, what a program is shown, and what a deal pays."""

from __future__ import annotations

import random
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test

import cardlab
from cardlab.players.numbering import Numbering, able
from cardlab.players.sight import Sight

GAMES = list(cardlab.games())
TURNS = 60


def numbers(env: Any) -> list[int]:
    return list(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))


def play(env: Any, rng: random.Random) -> None:
    while not all(env.terminations.values()):
        env.step(rng.choice(numbers(env)))


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
@pytest.mark.filterwarnings("ignore::UserWarning")
def test_every_game_passes_the_test_of_pettingzoo(game_id: str, some: Callable[[int], int]) -> None:
    api_test(cardlab.environment(game_id), num_cycles=some(100), verbose_progress=False)


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_a_number_is_legal_where_the_move_is(game_id: str, some: Callable[[int], int]) -> None:
    game = cardlab.game(game_id)
    env = cardlab.environment(game, deals=None)
    env.reset(seed=3)
    rng = random.Random(3)
    for _ in range(some(TURNS)):
        if all(env.terminations.values()):
            break
        seats = env.match.state.phase.movers(env.match.state)
        meant = {env.meaning(number) for number in numbers(env)}
        assert meant in [set(env.match.seat_view(seat).legal_moves()) for seat in seats]
        env.step(rng.choice(numbers(env)))


@pytest.mark.sampled
@pytest.mark.parametrize("game_id", GAMES)
def test_hidden_cards_change_nothing_that_is_shown(
    game_id: str, some: Callable[[int], int]
) -> None:
    game = cardlab.game(game_id)
    match, sight, rng = game.match(seed=5), Sight(game), random.Random(5)
    for _ in range(some(TURNS)):
        if match.over:
            break
        view = match.seat_view(able(match, rng)[0])
        dealt_anew = view.imagined(rng).seen_by(view.viewer, view.me)
        assert np.array_equal(sight.vector(view), sight.vector(dealt_anew))
        seat, moves = able(match, rng)
        match.play(rng.choice(moves), seat)


def test_the_vector_tells_the_hand() -> None:
    game = cardlab.game("bridge")
    view, sight = game.match(seed=1).seat_view(), Sight(game)
    own = sight.vector(view)[sight.parts["hand of seat +0"]]
    assert {card for card, held in zip(game.pack, own, strict=True) if held} == set(view.hand)
    assert not sight.vector(view)[sight.parts["hand of seat +1"]].any()


def test_a_number_means_the_same_move_in_every_deal() -> None:
    moves = Numbering.of(cardlab.game("hearts"))
    meanings: dict[int, Any] = {}
    for seed in range(8):
        match, rng = cardlab.game("hearts").match(seed=seed), random.Random(seed)
        for _ in range(TURNS):
            seat, legal = able(match, rng)
            for number, move in moves.numbered(match.candidates(seat)).items():
                assert meanings.setdefault(number, move) == move
            match.play(rng.choice(legal), seat)


def test_a_deal_pays_what_the_score_lines_say() -> None:
    game = cardlab.game("kaiser")
    env = cardlab.environment(game)
    env.reset(seed=11)
    play(env, random.Random(11))
    lines = [line for line in env.match.lines if line.deal == 1]
    north_south = sum(line.points for line in lines if line.side == "north-south")
    east_west = sum(line.points for line in lines if line.side == "east-west")
    assert lines and env.rewards == {
        "North": north_south - east_west,
        "South": north_south - east_west,
        "East": east_west - north_south,
        "West": east_west - north_south,
    }


def test_bots_take_the_seats_that_they_are_given() -> None:
    env = cardlab.environment("bridge", bots={"North": "simple", "East": "random"}, deals=2)
    env.reset(seed=2)
    assert env.possible_agents == ["South", "West"]
    play(env, random.Random(2))
    assert env.match.over or env.match.state.standing.deal == 3


def test_a_wrong_card_is_refused_with_the_rule() -> None:
    env = cardlab.environment("malilla")
    env.reset(seed=4)
    for _ in range(TURNS):
        refused = [
            n
            for n in range(env.action_space(env.agent_selection).n)
            if env.meaning(n) is not None and n not in numbers(env)
        ]
        if refused:
            break
        env.step(numbers(env)[0])
    before = env.match.ply
    with pytest.raises(cardlab.IllegalMove, match=r"because|must|may not"):
        env.step(refused[0])
    assert env.match.ply == before
    env.step(numbers(env)[0])


@pytest.mark.parametrize(
    ("wanted", "sentence"),
    [
        ({"deals": 0}, "an episode needs a deal, not 0"),
        ({"bots": {"Nobody": "simple"}}, "Nobody"),
        ({"bots": {"South": "clever"}}, "clever"),
        ({"bots": dict.fromkeys(("South", "West", "North", "East"), "simple")}, "leave one to an"),
        ({"render_mode": "human"}, "renders as 'ansi' text only"),
    ],
)
def test_what_cannot_be_is_said(wanted: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        cardlab.environment("kaiser", **wanted)


def test_without_pettingzoo_the_extra_is_named() -> None:
    script = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "import cardlab\n"
        "try: cardlab.environment('kaiser')\n"
        "except ModuleNotFoundError as error: print(error)"
    )
    told = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    assert "pip install 'cardlab[rl]'" in told.stdout
