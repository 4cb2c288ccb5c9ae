"""Much work at once: the same results whoever carries it, kept in a file, and gone on with."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.players.simulation import matches_of
from cardlab.solver.many import Unsolved
from cardlab.solver.spreading import Job, OtherResults, WorkStopped

BRIDGE = cardlab.game("bridge")
ROOT = Path(__file__).parents[2]


def endings(count: int) -> list[Any]:
    """Deals of bridge with three cards each, led by any seat."""
    pack = [card for card in BRIDGE.pack if card.rank in "AKQ"]
    positions = []
    for i in range(count):
        cards = pack[i % 12 :] + pack[: i % 12]
        hands = {seat: cards[seat::4] for seat in range(4)}
        positions.append(BRIDGE.state(phase="play", trump="NT", to_move=i % 4, hands=hands))
    return positions


def test_whoever_solves_the_values_are_the_same() -> None:
    states = endings(25)
    alone = cardlab.solve_many(states, executor="serial")
    assert list(alone) == [cardlab.solve(state) for state in states] and not alone.unsolved
    with ThreadPoolExecutor(2) as threads:
        assert cardlab.solve_many(states, executor=threads) == alone


@pytest.mark.slow
def test_processes_solve_and_simulate_as_one_does() -> None:
    states = endings(25)
    with ProcessPoolExecutor(2) as workers:
        assert cardlab.solve_many(states, executor=workers) == cardlab.solve_many(
            states, executor="serial"
        )
        together = cardlab.simulate("scotch-whist", 9, executor=workers)
    assert together.matches == cardlab.simulate("scotch-whist", 9, executor="serial").matches


@pytest.mark.slow
def test_a_cluster_of_dask_gives_the_same() -> None:
    distributed = pytest.importorskip("distributed")
    states = endings(25)
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        solved = cardlab.solve_many(states, executor=client.get_executor())
    assert solved == cardlab.solve_many(states, executor="serial")


def test_a_position_without_a_value_stops_nobody() -> None:
    no_tables = cardlab.game("snap").match(seed=1).state
    solved = cardlab.solve_many([no_tables, *endings(1)], executor="serial")
    assert isinstance(solved[0], Unsolved) and "plays only games of tricks" in str(solved[0])
    assert solved[1] == cardlab.solve(endings(1)[0]) and list(solved.unsolved) == [0]
    assert [row["value"] for row in solved.rows()] == [None, solved[1]]


def test_slowness_is_never_missing_data_unless_seconds_were_given(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What takes too many positions does so on every machine; what takes too many seconds says that
    another machine may solve it."""
    pack = random.Random(3).sample(list(BRIDGE.pack), 52)
    hands = {seat: pack[seat::4] for seat in range(4)}
    long = BRIDGE.state(phase="play", trump="NT", to_move=0, hands=hands)
    states = [cardlab.game("snap").match(seed=1).state, long, *endings(1)]
    solved = cardlab.solve_many(states, nodes=500, executor="serial")
    kinds = [value.kind if isinstance(value, Unsolved) else "" for value in solved]
    assert kinds == ["cannot", "nodes", ""]
    assert solved.unsolved[1].startswith("not solved within 500 positions; allow more with nodes=")
    assert str(solved) == "three positions, two of them not solved"
    monkeypatch.setattr("cardlab.solver.searching.work_time", partial(next, count(step=60)))
    late = cardlab.solve_many([long], seconds=1, executor="serial")
    assert isinstance(late[0], Unsolved) and late[0].kind == "seconds"
    assert str(late).endswith("they ran out of seconds, and another machine may solve them")


def squares(batch: list[int]) -> list[int]:
    return [number * number for number in batch]


def squares_until(limit: int, batch: list[int]) -> list[int]:
    if max(batch) >= limit:
        raise KeyboardInterrupt
    return squares(batch)


def numbers(work: Any = squares, about: str = "squares") -> Job[list[int]]:
    return Job("numbers", work, [[i, i + 1] for i in range(0, 20, 2)], about)


def results(job: Job[list[int]], file: Path, executor: Executor | None = None) -> list[int]:
    return [n for rows in job.run(executor=executor or "serial", resume=file) for n in rows]


@pytest.mark.parametrize("cut", [0, 5])
def test_what_was_stopped_goes_on_and_ends_with_the_same_file(tmp_path: Path, cut: int) -> None:
    whole, stopped = tmp_path / "whole.jsonl", tmp_path / "stopped.jsonl"
    expected = results(numbers(), whole)
    with pytest.raises(KeyboardInterrupt):
        results(numbers(partial(squares_until, 8)), stopped)
    kept = stopped.read_bytes()
    assert kept and whole.read_bytes().startswith(kept)
    # a line that was cut off in the middle is done again
    stopped.write_bytes(kept[: len(kept) - cut])
    with ThreadPoolExecutor(3) as threads:
        assert results(numbers(), stopped, threads) == expected
    assert stopped.read_bytes() == whole.read_bytes()
    assert results(numbers(partial(squares_until, 0)), stopped) == expected, "nothing is left to do"


SOLVED_HALF = """
import sys, time
import cardlab
from tests.players.test_many import endings

def stuck_half_way(batches, total):
    for number, rows in enumerate(batches, 1):
        yield rows
        if number == total // 2:
            print("half", flush=True)
            time.sleep(600)

cardlab.solve_many(endings(120), progress=stuck_half_way, resume=sys.argv[1])
"""


@pytest.mark.slow
def test_what_was_killed_goes_on_and_ends_with_the_same_file(tmp_path: Path) -> None:
    """Killed by SIGKILL half way, while workers are busy: the file goes on in another process, and
    no worker is left behind."""
    whole, killed = tmp_path / "whole.jsonl", tmp_path / "killed.jsonl"
    expected = cardlab.solve_many(endings(120), executor="serial", resume=whole)
    process = subprocess.Popen(
        [sys.executable, "-c", SOLVED_HALF, str(killed)],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "half\n"
        os.kill(process.pid, signal.SIGKILL)
    assert process.returncode == -signal.SIGKILL
    deadline = time.monotonic() + 60
    while session_lives(process.pid):
        assert time.monotonic() < deadline, "a worker outlives the process that began it"
        time.sleep(0.05)
    kept = killed.read_bytes()
    assert kept.count(b"\n") == 1 + 6 and whole.read_bytes().startswith(kept)
    assert cardlab.solve_many(endings(120), executor="serial", resume=killed) == expected
    assert killed.read_bytes() == whole.read_bytes()


def session_lives(session: int) -> bool:
    """Whether any process of this session is still there."""
    try:
        os.killpg(session, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("shopping: eggs", "does not begin as one"),
        ("shopping: eggs\n", "does not begin as one"),
        (json.dumps({"cardlab": 99}) + "\n", "it is of format 99, and this is 1"),
        (None, "other work, or the same with other settings"),
    ],
)
def test_a_file_of_something_else_is_not_touched(
    tmp_path: Path, content: str | None, says: str
) -> None:
    file = tmp_path / "results.jsonl"
    if content is None:
        results(numbers(about="other squares"), file)
    else:
        file.write_text(content)
    before = file.read_bytes()
    with pytest.raises(OtherResults, match=says):
        results(numbers(), file)
    assert file.read_bytes() == before


def die(batch: list[int]) -> list[int]:
    if max(batch) > 8:
        os._exit(1)
    return squares(batch)


@pytest.mark.slow
def test_a_worker_that_dies_is_a_sentence_and_loses_nothing(tmp_path: Path) -> None:
    file = tmp_path / "results.jsonl"
    with ProcessPoolExecutor(1) as workers, pytest.raises(WorkStopped, match="goes on from there"):
        results(numbers(die), file, workers)
    assert results(numbers(), file) == [n * n for n in range(20)]


def test_nobody_can_carry_work_with_a_word() -> None:
    with pytest.raises(ValueError, match=r"executor=eight is not an executor\. Give one"):
        cardlab.solve_many(endings(1), executor="eight")  # type: ignore[arg-type]


def test_matches_under_house_rules() -> None:
    game = cardlab.game("malilla", target=50)
    result = cardlab.simulate(
        game, 3, bots={0: "simple", 1: "random", 2: "simple", 3: "random"}, executor="serial"
    )
    assert sum(result.wins().values()) == 3 and not result.without_end
    assert all(max(match.totals) >= 50 for match in result.matches)
    assert [row["seed"] for row in result.rows()] == [0, 1, 2]
    with pytest.raises(ValueError, match="Malilla needs a bot for West, North and East too"):
        cardlab.simulate(game, 3, bots={0: "simple"})
    with pytest.raises(ValueError, match="there is no bot 'best'"):
        cardlab.simulate(game, 3, bots="best")


def test_a_tournament_by_name() -> None:
    result = cardlab.tournament("simple", "random", game="malilla", deals=12, executor="serial")
    assert result.mean > 0 and len(result.gains) == 12
    assert matches_of(BRIDGE, {}, []) == []


def test_tables_of_results() -> None:
    pandas = pytest.importorskip("pandas")
    solved = cardlab.solve_many(endings(3), executor="serial")
    table = solved.frame()
    assert isinstance(table, pandas.DataFrame) and list(table["value"]) == list(solved)


def test_many_deals_are_dealt_in_batches_of_their_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    alone = cardlab.playouts("kaiser", 300, seed=5)
    monkeypatch.setattr("cardlab.solver.playing.BATCH", 100)
    whole = cardlab.playouts("kaiser", 300, seed=5, executor="serial")
    assert whole != alone and sum(dealt.deals for dealt in whole.contracts) == 300
    with ThreadPoolExecutor(2) as threads:
        assert cardlab.playouts("kaiser", 300, seed=5, executor=threads) == whole
    file = tmp_path / "deals.jsonl"
    assert cardlab.playouts("kaiser", 300, seed=5, executor="serial", resume=file) == whole
    head, first, *_ = file.read_text().splitlines(keepends=True)
    file.write_text(head + first)
    assert cardlab.playouts("kaiser", 300, seed=5, executor="serial", resume=file) == whole
    with pytest.raises(OtherResults, match="other work"):
        cardlab.playouts("kaiser", 300, seed=6, executor="serial", resume=file)
