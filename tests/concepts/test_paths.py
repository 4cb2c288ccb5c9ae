"""Learning paths: valid, as short as known, proven where they say so, and right on small cases
that can be counted out."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from itertools import permutations

import networkx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab import concepts
from cardlab.concepts import paths
from cardlab.concepts.curriculum import load
from cardlab.concepts.paths import Path, Search, TooSteep

LISTED = tuple(entry["id"] for entry in load("games.json"))
"""The games of the curriculum's data: lengths that were proven are of paths by these alone."""
path = partial(paths.path, only=LISTED)

TARGETS = ("kaiser", "malilla", "cardigan", "contract-bridge")
LENGTHS = {  # k=4, 5, 6 from Partnership Whist
    "kaiser": (6, 4, 3),
    "malilla": (3, 2, 2),
    "cardigan": (14, 9, 7),
    "contract-bridge": (14, 10, 7),
}
OPEN = {("cardigan", 4), ("contract-bridge", 4), ("contract-bridge", 5)}
"""Searches that may end without a proof."""
STATES = 10_000
"""Where such a search ends: it finds nothing shorter later, and would look for a long time."""
NEEDS = networkx.DiGraph(
    (need, item["id"]) for item in load("concepts.json") for need in item["requires"]
)


def needed(ids: Iterable[str]) -> set[str]:
    """A closure made from the data and networkx alone."""
    found = set(ids)
    return found.union(*(networkx.ancestors(NEEDS, id) for id in found if id in NEEDS))


def verify(found: Path, known: Iterable[str]) -> None:
    """The path once more, without the masks: every step may be taken, tells what it brings, and
    the last is the target."""
    now, games = needed(known), {game["id"]: game for game in load("games.json")}
    assert found.known == now
    place = {id: i for i, id in enumerate(concepts.order())}
    for i, step in enumerate(found):
        concepts_of_step = needed(games[step.game]["uses"]) if step.game else set(step.new)
        assert set(step.concepts) == concepts_of_step
        assert (
            set(step.new) == concepts_of_step - now
            and len(step.new) == len(set(step.new)) <= found.k
        )
        assert list(step.new) == sorted(step.new, key=place.__getitem__)
        assert needed(step.new) <= now | set(step.new), "a drill stands on what is known"
        assert step.new or i == len(found) - 1, "only the target may bring nothing"
        if step.game and i < len(found) - 1:
            assert games[step.game].get("confidence") != "low" and "compendium" not in step.game
        now |= set(step.new)
    assert found[-1].game == found.target == found.games[-1]
    assert len(set(found.games)) == len(found.games)


def whist() -> set[str]:
    return needed(
        next(game["uses"] for game in load("games.json") if game["id"] == "partnership-whist")
    )


# ---- as short as known


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("k", "source"),
    [
        (4, "curriculum"),
        (5, "curriculum"),
        (6, "curriculum"),
        (6, "rules"),
    ],
)
@pytest.mark.parametrize("target", TARGETS)
def test_paths_from_partnership_whist(target: str, k: int, source: str) -> None:
    concepts.graph()
    unproven = (target, k) in OPEN
    limit = STATES if unproven else paths.MOST_STATES
    found = path(target, known="partnership-whist", k=k, source=source, states=limit)
    assert len(found) <= LENGTHS[target][k - 4]
    assert unproven or (found.proven and len(found) == LENGTHS[target][k - 4])
    if source == "curriculum":
        verify(found, whist())


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "lengths"),
    [
        ("kaiser", (12, 8, 6)),
        ("malilla", (10, 7, 5)),
        ("cardigan", (18, 13, 10)),
        ("bridge", (18, 13, 10)),
    ],
)
def test_paths_from_everyday_handling(target: str, lengths: tuple[int, ...]) -> None:
    for k, length in zip((4, 5, 6), lengths):
        found = path(target, k=k, states=2_000)
        assert len(found) <= length
        verify(found, concepts.EVERYDAY)


@pytest.mark.parametrize(
    ("target", "nine", "ten"),
    [("cardigan", 6, 5), ("contract-bridge", 6, 5), ("kaiser", 4, 3), ("malilla", 4, 3)],
)
def test_paths_from_nothing(target: str, nine: int, ten: int) -> None:
    for k, length in ((9, nine), (10, ten)):
        found = path(target, known=(), k=k, seconds=120)  # a busy machine needs more than three
        assert found.proven and len(found) == length
        verify(found, ())


def test_no_time_still_finds_a_path() -> None:
    for target in TARGETS:
        verify(path(target, known="partnership-whist", k=4, seconds=0), whist())


def test_the_same_seed_gives_the_same_path() -> None:
    for seed in (0, 1):
        one, two = (path("kaiser", known="partnership-whist", k=4, seed=seed) for _ in range(2))
        assert one == two and repr(one) == repr(two) and len(one) == 6


# ---- which path


def test_too_steep_offers_the_smallest_k() -> None:
    smallest = {target: 3 for target in TARGETS}
    for target, k in smallest.items():
        with pytest.raises(
            TooSteep, match=rf"some step brings at least {k}; ask for k={k}, or for drills"
        ) as told:
            path(target, known="partnership-whist", k=2)
        assert told.value.smallest == k and isinstance(told.value, ValueError)
        verify(path(target, known="partnership-whist", k=k, seconds=0), whist())
    with pytest.raises(TooSteep) as told:
        path("kaiser", known=(), k=8)
    assert told.value.smallest == 9


@pytest.mark.slow
@pytest.mark.parametrize("k", [1, 2, 3, 7])
@pytest.mark.parametrize("known", [(), "partnership-whist"])
def test_with_drills_a_path_always_exists(k: int, known: str | tuple[str, ...]) -> None:
    start = needed(()) if known == () else whist()
    for target in LISTED:
        found = path(target, known=known, k=k, drills=True)
        missing = (
            needed(next(game["uses"] for game in load("games.json") if game["id"] == target))
            - start
        )
        assert found.proven and len(found) == max(1, -(-len(missing) // k)), (
            "no step can teach more than k"
        )
        verify(found, start)


def test_drills_are_fewer_where_games_teach_the_same() -> None:
    found = path("malilla", known="partnership-whist", k=2, drills=True)
    assert len(found) == 4 and [step.game for step in found].count(None) <= 2
    assert all(
        step.title == "Drill" and step.playable is None for step in found if step.game is None
    )


def test_bridge_has_two_names() -> None:
    # with so many new ideas a step there is little to search, however busy the machine is
    one, two = (path(id, known="partnership-whist", k=15) for id in ("bridge", "contract-bridge"))
    assert one == two and one.target == "contract-bridge" and one[-1].playable == "bridge"


def test_filters() -> None:
    players = {game["id"]: game["players"] for game in load("games.json")}
    four = path("kaiser", known="partnership-whist", k=6, players=4)
    verify(four, whist())
    assert all(players[id][0] <= 4 <= players[id][1] for id in four.games)
    some = path("malilla", known="partnership-whist", k=5, only=["scotch-whist", "kaiser"])
    assert some.games == ("scotch-whist", "malilla")
    with pytest.raises(TooSteep, match="k=10"):
        path("kaiser", known="partnership-whist", k=9, only=[])
    assert path("kaiser", known="partnership-whist", k=10, only=[]).games == ("kaiser",)
    # The wanted game is there whatever the filter says.
    assert path("gin-rummy", known="basic-rummy", k=9, players=4)[-1].game == "gin-rummy"


def test_nothing_missing_is_one_step() -> None:
    found = path("kaiser", known="kaiser", k=1)
    assert found.games == ("kaiser",) and found[0].new == () and found.proven
    assert "nothing new" in str(found)


def test_a_path_is_a_sequence_that_shows_itself() -> None:
    found = path("malilla", known="partnership-whist", k=5)
    assert (
        len(found) == 2
        and list(found) == [found[0], found[1]]
        and found[:1] == (found[0],)
        and found[-1] in found
    )
    assert repr(found) == "<path to malilla, 2 steps, none shorter: scotch-whist +5, malilla +5>"
    assert (
        str(found).splitlines()[0]
        == "To Malilla with at most 5 new at a time: 2 steps, none shorter."
    )
    assert set(found.detours) == {id for step in found for id in step.new} - concepts.uses(
        "malilla"
    )
    assert {found: 1}[path("malilla", known="partnership-whist", k=5)] == 1
    with pytest.raises(AttributeError):
        found.k = 3  # type: ignore[misc]


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ({"target": "kayser"}, "no game 'kayser'; is it kaiser?"),
        ({"target": "trump"}, "'trump' is a concept, not a game"),
        ({"target": "kaiser", "k": 0}, "1 or more, not 0"),
        ({"target": "kaiser", "k": 2.5}, "whole number"),
        ({"target": "kaiser", "k": True}, "whole number"),
        ({"target": "kaiser", "known": "whisk"}, "no game or concept 'whisk'"),
        ({"target": "kaiser", "players": 0}, "players is a whole number"),
        ({"target": "kaiser", "only": ["sixte", "sizete"]}, "no game 'sizete'; is it sizette"),
        ({"target": "kaiser", "seconds": float("nan")}, "some seconds"),
        ({"target": "kaiser", "source": "book"}, "curriculum or rules"),
    ],
)
def test_what_cannot_be_asked(asked: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        path(**asked)  # type: ignore[arg-type]


# ---- small cases, counted out


def allowed(order: Iterable[int], known: int, k: int) -> bool:
    for game in order:
        if (game & ~known).bit_count() > k:
            return False
        known |= game
    return True


def by_hand(pool: list[int], target: int, known: int, k: int) -> int | None:
    """The fewest games, by trying all orders of all subsets; None if none leads there."""
    for length in range(len(pool) + 1):
        if any(allowed((*games, target), known, k) for games in permutations(pool, length)):
            return length + 1
    return None


@pytest.mark.slow
@settings(max_examples=300, deadline=None)
@given(
    pool=st.lists(st.integers(1, 1023), max_size=6, unique=True),
    target=st.integers(1, 1023),
    known=st.integers(0, 1023).filter(lambda bits: bits.bit_count() < 4),
    k=st.integers(1, 5),
)
def test_small_cases(pool: list[int], target: int, known: int, k: int) -> None:
    counted = by_hand(pool, target, known, k)
    smallest = next(i for i in range(11) if by_hand(pool, target, known, i) is not None)
    assert Search(pool, target, known, k).smallest() == smallest
    if counted is None:
        assert k < smallest
        return
    gains, proven = Search(pool, target, known, k).shortest()
    assert proven and len(gains) == counted
    now = known
    for gain in gains[:-1]:
        assert 0 < gain.bit_count() <= k and any(game & ~now == gain for game in pool)
        now |= gain
    assert gains[-1] == target & ~now and gains[-1].bit_count() <= k


@settings(max_examples=300, deadline=None)
@given(
    triples=st.lists(st.sets(st.integers(0, 8), min_size=2, max_size=3), min_size=3, max_size=7),
    own=st.integers(0, 3),
)
def test_small_covers(triples: list[set[int]], own: int) -> None:
    """Games that cover the target piece by piece: the case that makes the search hard."""
    pool = list(dict.fromkeys(sum(1 << i for i in triple) for triple in triples))
    target = 0b111 >> (3 - own) << 9
    for game in pool:
        target |= game
    counted = by_hand(pool, target, 0, 3)
    if counted is None:
        assert Search(pool, target, 0, 3).smallest() > 3
    else:
        gains, proven = Search(pool, target, 0, 3).shortest()
        assert proven and len(gains) == counted


@settings(max_examples=200, deadline=None)
@given(
    pool=st.lists(st.integers(1, 1023), max_size=6, unique=True),
    target=st.integers(1, 1023),
    k=st.integers(1, 4),
)
def test_small_cases_with_drills(pool: list[int], target: int, k: int) -> None:
    steps = Search(pool, target, 0, k).with_drills()
    assert len(steps) == -(-target.bit_count() // k)
    now = 0
    for gain, drill in steps[:-1]:
        assert gain.bit_count() <= k and (drill or any(game & ~now == gain for game in pool))
        now |= gain
    assert steps[-1] == (target & ~now, False)


def test_a_search_that_is_cut_short_does_not_claim_a_proof() -> None:
    found = path("cardigan", known="partnership-whist", k=3, seconds=0)
    assert not found.proven and "the best found" in str(found)
    verify(found, whist())


@pytest.mark.slow
def test_a_search_is_limited_by_what_it_looks_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """No clock is asked, so that the same path is found on every machine."""

    def never() -> float:
        raise AssertionError("a clock was asked")

    monkeypatch.setattr("cardlab.concepts.paths.time.monotonic", never)
    few, many = (path("bridge", known="partnership-whist", k=4, states=n) for n in (500, 5000))
    assert (few.searched, many.searched) == (501, 5001) and not few.proven
    again = path("bridge", known="partnership-whist", k=4, states=500)
    assert str(again) == str(few) and len(many) <= len(few)
