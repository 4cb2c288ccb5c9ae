"""Whole deals played at random: the engine and the kernel say the same, and what is begun can be
left."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

import cardlab
from cardlab.labs import odds
from cardlab.labs.odds.simulation import AT_ONCE, last, run
from cardlab.solver import CannotCompile, loading, playouts


@pytest.mark.parametrize(
    ("game", "given"),
    [
        ("nap", {"who": "0", "many": 2, "contract": "H"}),
        ("kaiser", {"how": "exactly", "many": 2}),
        ("malilla", {"how": "most", "many": 1, "who": "3"}),
    ],
)
def test_the_engine_and_the_kernel_agree(game: str, given: dict[str, Any]) -> None:
    posed = odds.ask(game, "tricks").posed(**given)
    engine, kernel = (
        last(run(posed.said, posed.trial, 600, seed=4)),
        posed.simulated(12_000, seed=4),
    )
    assert abs(engine.value - kernel.value) < 4 * (engine.error**2 + kernel.error**2) ** 0.5, (
        engine,
        kernel,
    )
    assert 0 < kernel.hits < 12_000 and kernel.hits == sum(
        times
        for taken, times in kernel.tally
        if {"least": int(taken) >= 2, "exactly": int(taken) == 2, "most": int(taken) <= 1}[
            given.get("how", "least")
        ]
    )


@pytest.mark.parametrize("name", cardlab.games())
def test_it_is_asked_where_deals_can_be_played_out(name: str) -> None:
    """In every contract, and with a mean that is known: no seat is before another, as the sides
    lie alike from each."""
    game = cardlab.game(name)
    question = {q.id: q for q in odds.questions(game)}.get("tricks")
    try:
        playouts(game, 1)
    except CannotCompile:
        assert question is None
        return
    assert question is not None
    words = next((a.choices for a in question.blanks if a.name == "contract"), ())
    assert tuple(word for word, _ in words[1:]) == tuple(w for w, _ in game.contracts() if words)
    found = question.posed(how="exactly").simulated(3000, seed=2)
    each = next(a.high for a in question.blanks if a.name == "many")
    mean = sum(int(taken) * times for taken, times in found.tally) / found.trials
    spread = sum((int(taken) - mean) ** 2 * times for taken, times in found.tally) / found.trials
    assert abs(mean - each / game.players) < 4 * (spread / found.trials) ** 0.5
    beside = [game.side_of[(seat + 1) % game.players] for seat in range(game.players)]
    pairs = [(a, b) for a in range(game.players) for b in range(a)]
    assert all((game.side_of[a] == game.side_of[b]) == (beside[a] == beside[b]) for a, b in pairs)


def test_the_same_seed_is_the_same_deals_however_the_kernel_runs(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Before the kernel is ready it runs as plain Python, and nobody sees a difference; more
    deals begin with the same ones."""
    posed = odds.ask("kaiser", "tricks").posed(who="0")
    loading.warm(wait=True)
    swift = list(posed.simulate(2500, seed=9))
    began: list[bool] = []
    with monkeypatch.context() as patch:
        patch.setattr(loading, "ready", lambda: False)
        patch.setattr(loading, "warm", lambda wait=False: began.append(wait))
        assert loading.at_once() is loading.plain()
        assert posed.simulated(2500, seed=9) == swift[-1]
    assert began and not any(began), "it is made ready, and nobody waits for it"
    assert [(e.trials, e.hits) for e in posed.simulate(4000, seed=9)][:2] == [
        (e.trials, e.hits) for e in swift[:2]
    ]
    assert posed.simulated(2500, seed=10).tally != swift[-1].tally


def test_whoever_stops_waits_for_one_batch() -> None:
    asked: list[int] = []

    def batch(n: int, rng: random.Random) -> dict[tuple[bool, Hashable], int]:
        asked.append(n)
        return {(True, "yes"): 1, (False, "no"): n - 1}

    def trial(rng: random.Random) -> tuple[bool, Hashable]:
        raise AssertionError("there are batches")

    way = run("it is so", trial, 5_000_000, 1, batch)
    first = next(way)
    assert (
        asked == [AT_ONCE]
        and (first.trials, first.hits, first.of) == (AT_ONCE, 1, 5_000_000)
        and 0 < first.share < 0.01
    )
    way.close()  # type: ignore[attr-defined]
    assert asked == [AT_ONCE]
    *_, end = run("it is so", trial, 2 * AT_ONCE + 7, 1, batch)
    assert asked[1:] == [AT_ONCE, AT_ONCE, 7] and (end.trials, end.hits) == (2 * AT_ONCE + 7, 3)


@pytest.mark.parametrize("n", [0, -1, 10**9, True, "many"])
def test_so_many_deals_are_refused(n: Any) -> None:
    with pytest.raises(ValueError, match=r"simulate at (least|most)|whole number"):
        odds.ask("nap", "tricks").posed().simulate(n)


@pytest.mark.parametrize(
    "given",
    [{"many": 6}, {"many": -1}, {"who": "4"}, {"who": "me"}, {"contract": "X"}, {"how": "about"}],
)
def test_what_cannot_be_is_a_sentence(given: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"; choose one of |choose from 0 to 5$"):
        odds.ask("nap", "tricks").posed(**given)


def test_what_is_sure_and_what_nobody_can_count() -> None:
    question = odds.ask("nap", "tricks")
    always: list[dict[str, Any]] = [{"how": "least", "many": 0}, {"how": "most", "many": 5}]
    for given in always:
        sure = question.exact(**given)
        assert sure is not None and sure.value == 1 and question.simulated(20, **given).hits == 20
    assert question.exact(how="most", many=4) is None
    assert question.posed().reason().endswith("five tricks among four players are 1.25 for each.")
    assert "mean" not in question.posed(who="0").reason(), "whoever leads is before the others"
