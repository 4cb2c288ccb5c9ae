"""Searches for exercises: they end after counted work, and know where nothing is to be had."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from itertools import islice
from types import FrameType
from typing import Any

import pytest

import cardlab
from cardlab.lessons import deals
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import KINDS, WORK, exercise, exercise_at, find, fingerprint
from cardlab.lessons.questions.sheets import SheetQuestion
from cardlab.lessons.rare import rare_seeds

RULES = [(id, rule) for id in cardlab.games() for rule in the_game(id).all_rules()]
MOVES, MOST_CALLS = 150, 700
"""So many moves are played, and so many calls of functions one of them may cost."""
TABLES = [kind for kind in KINDS.values() if not issubclass(kind, SheetQuestion)]


@pytest.fixture
def moves(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many moves were played in search of something, in one number."""
    count, usual = [0], deals.play_through

    def counted(*given: Any, **more: Any) -> Iterator[Any]:
        for spot in usual(*given, **more):
            count[0] += 1
            yield spot

    monkeypatch.setattr(deals, "play_through", counted)
    return count


@pytest.mark.slow
def test_every_search_ends_within_its_budget(
    moves: list[int], request: pytest.FixtureRequest
) -> None:
    """Random pairs of game and rule, asked by a random kind, half of them again and again."""
    rng, most, declined, again = random.Random(5), 0, 0, 0
    pairs = rng.choices(RULES, k=int(request.config.getoption("--searches")))
    for game, rule in pairs:
        kinds = [kind.kind for kind in TABLES if kind.fits(the_game(game), rule)] or ["which-game"]
        address, seed = f"{rng.choice(kinds)}:{rule}", rng.randrange(10**6)
        moves[0] = 0
        try:
            item = exercise(address, game=game, seed=seed)
            most, moves[0] = max(most, moves[0]), 0
        except ValueError:
            declined += 1
        else:
            if rng.random() < 0.5:
                avoid = [fingerprint(item)]
                again += find(address, the_game(game), None, seed, avoid) is None
        most = max(most, moves[0])
        assert most <= WORK + 1, f"{address} in {game}, seed {seed}"
    print(f"{len(pairs)} pairs: {declined} declined, {again} have one question only, {most} moves")
    assert declined <= len(pairs) // 10


@pytest.mark.parametrize("game", cardlab.games())
def test_what_a_search_counts_as_one_move_is_little_work(game: str) -> None:
    """Whoever plays in a search thinks about a move no longer than the game takes to judge it."""
    calls = 0

    def count(frame: FrameType, event: str, given: Any) -> None:
        nonlocal calls
        calls += event == "call"

    played = islice(deals.play_through(the_game(game), 2, late=True), MOVES)
    sys.setprofile(count)
    try:
        moves = sum(1 for _ in played)
    finally:
        sys.setprofile(None)
    assert calls <= MOST_CALLS * moves


@pytest.mark.parametrize("game", cardlab.games())
def test_a_deal_that_scores_is_played_soon(game: str) -> None:
    """A search for scores would else go through its whole budget: in rummy, where nobody goes out,
    a deal is void and scores nothing."""
    at = the_game(game)
    for played, spot in enumerate(deals.play_through(at, 2)):
        assert played < WORK // 4
        if spot.seat is None and at.deal_lines(spot.state):
            return


@pytest.mark.parametrize("game", ["basic-rummy", "liverpool-rummy"])
def test_lay_offs_beside_a_discard_are_no_question_of_their_own(game: str) -> None:
    with pytest.raises(ValueError, match="find-layoffs has nothing to ask about in"):
        exercise("find-layoffs", game, seed=3)


@pytest.mark.parametrize("seed", [6, 7])
def test_a_pair_without_a_question_is_declined_without_a_search(
    moves: list[int], seed: int
) -> None:
    assert the_game("bridge") and KINDS["why-won"].fits(
        the_game("quinto"), next(r for g, r in RULES if g == "quinto" and r == "highest-suit")
    )
    moves[0] = 0
    with pytest.raises(ValueError, match="no position of Quinto was found"):
        exercise("why-won:highest-suit", game="quinto", seed=seed, avoid=("x",))
    assert moves[0] == 0


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_late_matches_could_have_been_played(game: str) -> None:
    """What a search makes up of a match so far leaves everybody with cards who is dealt some, and
    ends: with every life lost the deal would look for its dealer for ever."""
    at, most = the_game(game), the_game(game).top_total()
    for seed in range(10):
        for spot in islice(deals.play_through(at, seed, late=True), 200):
            standing = spot.state.standing
            assert at.outcome(standing) is None
            out = getattr(standing, "out", ())
            inside = [total for seat, total in enumerate(standing.totals) if seat not in out]
            assert most is None or max(inside) <= most


def test_where_few_seeds_have_a_question_one_of_these_is_taken() -> None:
    seeds = rare_seeds("score-deal:caller-beaten", "yaniv")
    assert seeds
    item = exercise("score-deal:caller-beaten", game="yaniv", seed=999)
    assert item.seed in seeds and exercise_at(item.address).question == item.question


def test_what_is_remembered_of_rare_pairs_is_true(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    """A sample of the file, every pair with `make long`: seeds that have a question, and pairs that
    have none. `python benchmarks/searches.py --write` writes it anew."""
    pairs = [
        (game, f"{kind.kind}:{rule}", seeds)
        for game, rule in RULES
        for kind in TABLES
        if (seeds := rare_seeds(f"{kind.kind}:{rule}", game)) is not None
    ]
    monkeypatch.setattr("cardlab.lessons.exercises.rare_seeds", lambda kind, game: None)
    few = min(len(pairs), int(request.config.getoption("--searches")) // 10)
    for game, kind, seeds in random.Random(2).sample(pairs, few):
        for seed in seeds[:2]:
            assert find(kind, the_game(game), None, seed), (game, kind, seed)
        if not seeds:
            assert find(kind, the_game(game), None, 4) is None, (game, kind)
