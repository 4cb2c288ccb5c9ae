"""The kernel against brute force and against DDS: values, every card's value, random play;
compiled and as plain Python."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cardlab.solver import loading
from cardlab.solver.dealing import deal_out, playouts
from cardlab.solver.kernel import places
from cardlab.solver.loading import Backend
from cardlab.solver.searching import (
    Allowance,
    Solver,
    TimeIsUp,
    Workspace,
    by_leader,
    moves,
    value,
)
from cardlab.solver.tables import BEAT, FOLLOW, Tables, TooBig, legal_cards

from .brute import Brute
from .problems import OBLIGATIONS, counting, problem, problems

ROOT = Path(__file__).parents[2]
SUIT, STRENGTH = tuple(c // 13 for c in range(52)), tuple(c % 13 for c in range(52))
SPADES_AND_HEARTS = (0,) * 13 + (1,) * 13


@pytest.fixture(scope="module", params=["numba", "python"])
def backend(request: pytest.FixtureRequest) -> Backend:
    found: Backend = (
        request.getfixturevalue("compiled") if request.param == "numba" else loading.plain()
    )
    return found


def tables(hands: tuple[tuple[int, ...], ...], **more: object) -> Tables:
    given = {
        "leader": 0,
        "side": tuple(q % 2 for q in range(len(hands))),
        "suit": SUIT,
        "strength": STRENGTH,
    } | more
    return Tables(hands, **given)  # type: ignore[arg-type]


def some(request: pytest.FixtureRequest, backend: Backend) -> Iterator[tuple[str, str, Tables]]:
    rounds = int(request.config.getoption("--problems"))
    yield from problems(1234, rounds if backend.name == "numba" else 1)


@cache
def known(given: Tables) -> tuple[int, dict[int, int]]:
    """By brute force, once for both ways to run."""
    return Brute(given).root()


@pytest.mark.slow
def test_values_are_those_of_brute_force(request: pytest.FixtureRequest, backend: Backend) -> None:
    """Every obligation, every way to count; with and without the shortcuts of the search."""
    workspace, seen = Workspace(backend, pool_bits=16, hash_bits=10), 0
    for name, count, given in some(request, backend):
        expected, by_card = known(given)
        for partition, quick in ((True, True), (True, False), (False, True)):
            found = Solver(given, workspace, partition=partition, quick=quick).value()
            assert found == expected, (name, count, partition, quick, given)
        assert moves(given, workspace) == by_card, (name, count, given)
        seen += 1
    assert seen >= len(OBLIGATIONS) * len(counting(9))


def test_where_suits_are_ranked_a_discard_lets_somebody_ruff(backend: Backend) -> None:
    """Seat 3 cannot cash the highest suit and then a winner of the lowest: seat 2 throws its only
    card of that suit on the first, and beats the second with a suit between them."""
    strength = (0, 5, 2, 7, 4, 1, 6, 3) * 4
    given = Tables(
        ((2, 3, 28), (10, 4, 24), (13, 5, 22), (7, 12, 25)),
        3,
        (0, 1, 0, 1),
        tuple(card // 8 for card in range(32)),
        strength,
        levels=((1, 3, 4, 5), (0, 1, 4, 5), (0, 0, 1, 5), (0, 0, 0, 1)),
    )
    assert known(given)[0] == 2
    assert value(given, Workspace(backend)) == 2


def test_a_small_memory_that_overflows_changes_no_value(backend: Backend) -> None:
    small, large = (
        Workspace(backend, pool_bits=6, hash_bits=8),
        Workspace(backend, pool_bits=16, hash_bits=10),
    )
    rnd, full = random.Random(5), 0
    for _ in range(20):
        cards = rnd.sample(range(52), 24)
        given = tables(
            tuple(tuple(cards[6 * q : 6 * q + 6]) for q in range(4)), trump=rnd.choice([None, 0, 1])
        )
        solver = Solver(given, small)
        assert solver.value() == value(given, large)
        full += solver.overflows
    assert full > 0, "the small memory never overflowed; make it smaller"


def test_going_on_from_card_to_card_gives_what_a_fresh_search_gives(backend: Backend) -> None:
    rnd = random.Random(9)
    for name in (
        "head, trump, overtrump",
        "unled, beat an opponent",
        "follow",
        "lead the top trump first",
    ):
        given = problem(rnd, name, "gains and losses")
        solver, now, brute = (
            Solver(given, Workspace(backend, pool_bits=16, hash_bits=10)),
            given,
            Brute(given),
        )
        expected = brute.root()[0]
        while solver.legal():
            found = solver.moves()
            side = given.side[solver.now[0]]
            assert (min if side else max)(found.values()) + solver.won == expected, now
            solver.play(next(c for c, v in sorted(found.items()) if v + solver.won == expected))
        assert solver.won == expected


def test_all_leaders_at_once_are_each_alone(backend: Backend) -> None:
    rnd = random.Random(3)
    for trump in (None, 2):
        cards = rnd.sample(range(52), 20)
        hands = tuple(tuple(cards[5 * q : 5 * q + 5]) for q in range(4))
        alone = tuple(
            value(tables(hands, leader=p, trump=trump), Workspace(backend)) for p in range(4)
        )
        assert by_leader(tables(hands, trump=trump), Workspace(backend)) == alone
    with pytest.raises(ValueError, match="a trick is on the table"):
        by_leader(tables(((1,), (2, 3), (4, 5), (6, 7)), table=(0,)), Workspace(backend))


def test_open_cards_are_those_of_brute_force() -> None:
    rnd = random.Random(77)
    narrowed = 0
    for name, flags in OBLIGATIONS.items():
        for _ in range(60):
            given = problem(rnd, name, "tricks")
            brute, n = Brute(given), len(given.hands)
            seats = tuple((given.leader + i) % n for i in range(n))
            hand = given.hands[given.mover]
            first = sum(map(len, given.hands)) == brute.deal
            expected = brute.open_cards(
                hand,
                given.table,
                seats,
                given.mover,
                frozenset(given.seen),
                first,
                frozenset(given.table),
            )
            assert legal_cards(given) == tuple(sorted(expected)), (name, given)
            narrowed += len(expected) < len(hand)
        assert narrowed or not flags
    assert narrowed > 100


def test_bridge_agrees_with_dds(backend: Backend) -> None:
    dds = pytest.importorskip("endplay._dds")
    dds.SetMaxThreads(1)
    rnd, cards_compared = random.Random(41), 0
    workspace = Workspace(backend)
    for _ in range(60 if backend.name == "numba" else 6):
        each = rnd.choice([6, 7, 8, 9, 10]) if backend.name == "numba" else 5
        cards = rnd.sample(range(52), 4 * each)
        hands, trump, leader, trick = (
            [cards[each * q : each * q + each] for q in range(4)],
            rnd.choice([None, 0, 1, 2, 3]),
            0,
            [],
        )
        for p in range(rnd.choice([0, 0, 1, 2, 3])):
            follow = [c for c in hands[p] if trick and SUIT[c] == SUIT[trick[0]]]
            trick.append(rnd.choice(follow or hands[p]))
            hands[p].remove(trick[-1])
        given, found = dds.deal(), dds.futureTricks()
        given.trump, given.first = 4 if trump is None else trump, leader
        for p in range(4):
            for s in range(4):
                given.remainCards[p][s] = sum(4 << c % 13 for c in hands[p] if SUIT[c] == s)
        for i, c in enumerate(trick):
            given.currentTrickSuit[i], given.currentTrickRank[i] = SUIT[c], c % 13 + 2
        dds.SolveBoard(given, -1, 3, 1, found, 0)
        told = {
            13 * found.suit[i] + rank - 2: found.score[i]
            for i in range(found.cards)
            for rank in range(2, 15)
            if (1 << found.rank[i] | found.equals[i]) >> rank & 1
        }
        mover = len(trick)
        side = tuple((q - mover) % 2 for q in range(4))
        position = tables(
            tuple(map(tuple, hands)), leader=leader, side=side, trump=trump, table=tuple(trick)
        )
        assert moves(position, workspace) == told
        cards_compared += len(told)
    assert cards_compared > 15


@pytest.mark.slow
def test_both_ways_to_run_search_the_same_tree(compiled: Backend) -> None:
    for _, _, given in problems(99, 1):
        ways = [
            Solver(given, Workspace(b, pool_bits=16, hash_bits=10))
            for b in (compiled, loading.plain())
        ]
        assert ways[0].value() == ways[1].value()
        assert ways[0].nodes == ways[1].nodes
        deals = [playouts(given, 5, seed=3, backend=s.backend) for s in ways]
        assert deals[0] == deals[1]


def test_the_search_for_pairs_walks_the_same_tree(compiled: Backend) -> None:
    """What is written into its source is what the tables of two pairs hold."""
    rnd, compared = random.Random(17), 0
    for _ in range(40):
        cards = rnd.sample(range(52), 36)
        hands = tuple(tuple(cards[9 * q : 9 * q + 9]) for q in range(4))
        side = rnd.choice([(0, 1, 0, 1), (1, 0, 1, 0)])
        given = tables(hands, trump=rnd.choice([None, 0, 1, 2, 3]), side=side)
        pairs, any_tables = (Solver(given, Workspace(compiled)) for _ in range(2))
        any_tables.drive = compiled.drive
        assert pairs.drive is compiled.drive_pairs is not compiled.drive
        assert pairs.value() == any_tables.value()
        assert pairs.nodes == any_tables.nodes
        compared += pairs.nodes
    assert compared > 1000
    points = tables(hands, points=(1,) * 52)
    assert Solver(points, Workspace(compiled)).drive is compiled.drive


def test_random_deals_share_out_every_trick_and_point(backend: Backend) -> None:
    pack, n = tuple(range(40)), 400
    suit, strength, points = (
        tuple(c // 10 for c in pack),
        tuple(c % 10 for c in pack),
        tuple(max(0, c % 10 - 4) for c in pack),
    )
    empty, side, flags = ((),) * 4, (0, 1, 0, 1), FOLLOW | BEAT
    kinds = [
        Tables(empty, 0, side, suit, strength, points, trump=t, flags=flags, spare=pack)
        for t in (None, 1)
    ]
    found = deal_out(kinds, n, 10, leader=None, seed=4, backend=backend)
    assert sum(found.dealt) == n and min(found.dealt) > n // 4
    for t, deals in enumerate(found.dealt):
        assert all(sum(seat.values()) == deals for seat in (*found.tricks[t], *found.points[t]))
        assert sum(k * m for seat in found.tricks[t] for k, m in seat.items()) == 10 * deals
        assert sum(k * m for seat in found.points[t] for k, m in seat.items()) == (60 + 10) * deals
    assert deal_out(kinds, n, 10, leader=None, seed=4, backend=backend) == found
    assert deal_out(kinds, n, 10, leader=None, seed=5, backend=backend) != found


def test_shuffling_gives_every_seat_every_card_alike() -> None:
    """One card each and no suits to follow: whoever holds the highest wins, each seat a quarter
    of the time."""
    backend = loading.plain()
    game = Tables(
        ((),) * 4, 0, (0, 1, 0, 1), (0,) * 8, tuple(range(8)), suits=1, spare=tuple(range(8))
    )
    won = [seat.get(1, 0) for seat in deal_out([game], 4000, 1, seed=8, backend=backend).tricks[0]]
    assert sum(won) == 4000 and all(850 < k < 1150 for k in won)


def test_trying_cards_counts_what_each_side_got(backend: Backend) -> None:
    given = tables(
        ((12, 10), (11, 1), (0, 20), (13, 14)),
        suit=SPADES_AND_HEARTS,
        strength=tuple(range(13)) * 2,
        suits=2,
    )
    tried = playouts(given, 50, seed=2, backend=backend)
    assert set(tried) == {10, 12} and all(
        t.tries == 50 and sum(t.points) == 100 for t in tried.values()
    )
    # the last two cards lie as they lie: what is random has one end only
    ended = tables(
        ((12,), (11,), (0,), (13,)), suit=SPADES_AND_HEARTS, strength=tuple(range(13)) * 2, suits=2
    )
    assert playouts(ended, 7, backend=backend)[12].points == (7, 0)
    other = [((12, 10), (0, 1), (11, 20), (13, 14)), ((12, 10), (13, 14), (11, 20), (0, 1))]
    assert playouts(given, 10, other, backend=backend)[12].tries == 20


def test_every_random_play_is_an_open_card(backend: Backend) -> None:
    """All that random play can come to lies between the best and the worst, and reaches both in
    some small positions."""
    rnd, reached = random.Random(6), 0
    for name in OBLIGATIONS:
        given = problem(rnd, name, "tricks")
        while sum(map(len, given.hands)) > 9:
            given = problem(rnd, name, "tricks")
        lines = all_ends(Brute(given))
        for card, tried in playouts(given, 200, seed=1, backend=backend).items():
            assert min(lines[card]) <= tried.mean <= max(lines[card])
            reached += min(lines[card]) < tried.mean < max(lines[card])
    assert reached > 5


def all_ends(brute: Brute) -> dict[int, set[int]]:
    """What side 0 may get in any line of play, by first card."""
    given, n = brute.given, len(brute.given.hands)

    def ends(
        hands: tuple[tuple[int, ...], ...],
        leader: int,
        trick: tuple[int, ...],
        seen: frozenset[int],
    ) -> dict[int, set[int]]:
        seats = tuple((leader + i) % n for i in range(n))
        me, found = seats[len(trick)], dict[int, set[int]]()
        for c in brute.open_cards(
            hands[me], trick, seats, me, seen, sum(map(len, hands)) == brute.deal
        ):
            left = tuple(
                tuple(x for x in h if x != c) if q == me else h for q, h in enumerate(hands)
            )
            played = (*trick, c)
            if len(played) < n:
                after = ends(left, leader, played, seen)
                found[c] = {v for values in after.values() for v in values}
                continue
            winner, led = seats[brute.winning(played)], brute.led(played)
            got = 1 if given.side[winner] == 0 else 0
            now = seen | {given.suit[played[0]]} | ({led} if led is not None else set())
            after = ends(left, winner, (), now) if any(left) else {0: {0}}
            found[c] = {got + v for values in after.values() for v in values}
        return found

    return ends(given.hands, given.leader, given.table, frozenset(given.seen))


def test_sentences_for_what_does_not_fit() -> None:
    with pytest.raises(TooBig, match="at most 8 fit"):
        tables(((1,),) * 9)
    with pytest.raises(TooBig, match="at most 62 fit"):
        tables((tuple(range(64)),))
    with pytest.raises(ValueError, match="a number of its own"):
        tables(((1, 2), (2, 3)))
    with pytest.raises(ValueError, match="the hands are unequal"):
        tables(((1, 2), (4,)))
    with pytest.raises(TooBig, match="a suit has 20 cards"):
        halves = tuple(range(10)), tuple(range(10, 20))
        Solver(
            Tables(halves, 0, (0, 1), (0,) * 20, tuple(range(20)), suits=1),
            Workspace(loading.plain()),
        )
    with pytest.raises(ValueError, match="more than the pack"):
        deal_out(
            [
                Tables(
                    ((),) * 4,
                    0,
                    (0, 1, 0, 1),
                    (0,) * 8,
                    tuple(range(8)),
                    suits=1,
                    spare=tuple(range(8)),
                )
            ],
            1,
            3,
        )


def test_a_search_that_takes_too_long_says_so_and_leaves_the_position(backend: Backend) -> None:
    rnd = random.Random(2026)
    cards = rnd.sample(range(52), 52)
    solver = Solver(
        tables(tuple(tuple(cards[13 * q : 13 * q + 13]) for q in range(4))), Workspace(backend)
    )
    hands = [int(h) for h in solver.hand]
    try:
        solver.value(seconds=0.0)
    except TimeIsUp as up:
        assert "not solved in the time" in str(up)
    assert [int(h) for h in solver.hand] == hands


def test_a_limit_that_is_not_reached_changes_nothing(backend: Backend) -> None:
    """The search is cut into pieces and goes on where it was."""
    rnd = random.Random(8)
    for _ in range(8):
        cards = rnd.sample(range(52), 20)
        given = tables(tuple(tuple(cards[5 * q : 5 * q + 5]) for q in range(4)), trump=0)
        whole, pieces = Solver(given, Workspace(backend)), Solver(given, Workspace(backend))
        drive = pieces.drive

        def short(*args: Any, drive: Callable[..., int] = drive) -> int:
            args[-1][places.S_LIMIT] = args[-1][places.S_NODES] + 7
            return drive(*args)

        pieces.drive = short
        assert pieces.value(seconds=60) == whole.value()
        assert pieces.nodes == whole.nodes


def test_a_limit_of_positions_is_the_same_everywhere(compiled: Backend) -> None:
    """Compiled or not, after another search or not: so many positions are enough, one less is
    not, and what is left of an allowance is left."""
    rnd, counted = random.Random(5), set[int]()
    spaces = [Workspace(compiled), Workspace(loading.plain())]
    for _ in range(6):
        cards = rnd.sample(range(52), 28)
        given = tables(tuple(tuple(cards[7 * q : 7 * q + 7]) for q in range(4)), trump=0)
        found = []
        for space in spaces:
            solver = Solver(given, space)
            values, needed = solver.moves(), solver.nodes
            allowance = Allowance(needed + 3)
            assert Solver(given, space).moves(nodes=allowance) == values and allowance.left == 3
            with pytest.raises(TimeIsUp, match="within the positions given") as up:
                Solver(given, space).moves(nodes=needed - 1)
            assert up.value.kind == "nodes"
            found.append((needed, values))
        assert found[0] == found[1]
        counted.add(found[0][0])
    assert len(counted) == 6 and max(counted) > 1000


def test_light_and_without_numba(tmp_path: Path) -> None:
    """Neither numpy nor numba is loaded before it is needed; without them the same source runs."""
    code = """
import sys, cardlab, cardlab.solver
from cardlab.solver import searching, tables
assert "numba" not in sys.modules and "numpy" not in sys.modules
from cardlab.solver import loading
assert loading.ready() and loading.backend().name == "python"
h = ((12, 10), (11, 1), (0, 20), (13, 14))
given = tables.Tables(
    h, 0, (0, 1, 0, 1), (0,) * 13 + (1,) * 13, tuple(range(13)) * 2, suits=2
)
print(searching.value(given))
"""
    told = run(code, CARDLAB_PURE="1")
    assert told.stdout.strip() == "1", told.stderr


@pytest.mark.usefixtures("compiled")
def test_compiled_code_takes_only_rows_of_whole_numbers() -> None:
    backend = loading.backend()
    row = backend.zeros(4)
    for wrong in (row[::2], row.astype("int32"), row.reshape(2, 2).T):
        with pytest.raises(TypeError, match="contiguous arrays of 64-bit integers"):
            backend.draw_tables(1, 1, 1, wrong)


def run(code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {**os.environ, "PYTHONPATH": str(ROOT), **environment}
    return subprocess.run(
        [sys.executable, "-c", code],
        env=known,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@pytest.mark.skipif(importlib.util.find_spec("psutil") is None, reason="psutil is not here")
@pytest.mark.usefixtures("compiled")
def test_memory_stays_small_with_the_solver_loaded() -> None:
    code = """
import random, psutil
from cardlab.solver import loading
from cardlab.solver.searching import Workspace, value
from cardlab.solver.tables import Tables
loading.warm(wait=True)
rnd, workspace = random.Random(11), Workspace()
suit, strength = tuple(c // 13 for c in range(52)), tuple(c % 13 for c in range(52))
for _ in range(6):
    cards = rnd.sample(range(52), 52)
    hands = tuple(tuple(cards[13 * q : 13 * q + 13]) for q in range(4))
    value(Tables(hands, 0, (0, 1, 0, 1), suit, strength), workspace)
print(psutil.Process().memory_info().rss >> 20)
"""
    told = run(code)
    assert 30 < int(told.stdout) < 200, told.stderr
