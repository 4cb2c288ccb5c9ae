"""Duplicate deals: the luck of the cards cancels, whoever carries the work."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

import cardlab
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.tournament import Comparison, compare

FAST = ["kaiser", "hearts", "yaniv", "redbeard", "bridge", "skat"]


@pytest.mark.parametrize("id", FAST)
def test_a_bot_against_itself_gains_nothing(id: str) -> None:
    comparison = compare(cardlab.game(id), RuleOfThumbBot, RuleOfThumbBot, deals=3)
    assert comparison.mean == pytest.approx(0.0, abs=1e-9)
    assert comparison.conclusion == "undecided"


def test_threads_give_the_same_comparison() -> None:
    game = cardlab.game("hearts")
    alone = compare(game, RuleOfThumbBot, RandomBot, deals=22, seed=5)
    with ThreadPoolExecutor(2) as workers:
        together = compare(game, RuleOfThumbBot, RandomBot, deals=22, seed=5, executor=workers)
    assert together == alone and len(alone.gains) == 22
    assert alone.conclusion == "the first bot is better" and alone.mean > 3
    assert "22 deals" in str(alone)


def test_what_travels_can_be_pickled() -> None:
    from cardlab.players.tournament import gains_in_batch

    work = partial(gains_in_batch, cardlab.game("kaiser"), RuleOfThumbBot, RandomBot)
    assert pickle.loads(pickle.dumps(work))(range(2)) == work(range(2))


def test_progress_sees_every_batch() -> None:
    seen: list[int] = []

    def progress(batches, /, *, total):  # type: ignore[no-untyped-def]
        for batch in batches:
            seen.append(len(batch))
            yield batch
        assert total == 3

    compare(cardlab.game("malilla"), RandomBot, RandomBot, deals=25, progress=progress)
    assert seen == [10, 10, 5]


def test_the_interval() -> None:
    comparison = Comparison((1.0, 3.0, 2.0, 2.0))
    assert comparison.mean == 2.0
    assert comparison.margin() == pytest.approx(0.8001, abs=1e-3)
    assert comparison.margin(0.5) < comparison.margin(0.99)
    assert Comparison((-1.0, -3.0, -2.0)).conclusion == "the second bot is better"
    with pytest.raises(ValueError, match="needs a deal"):
        compare(cardlab.game("kaiser"), RandomBot, RandomBot, deals=0)
