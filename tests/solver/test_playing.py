"""Deals by chance: the same compiled and plain, nothing lost on the way, and no seat before
another."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import cardlab
from cardlab.solver import CannotCompile, loading, tables
from cardlab.solver.dealing import deal_out
from cardlab.solver.playing import playouts
from cardlab.solver.tables import FOLLOW, HEAD, OVER, TRUMP, Tables


def has_tables(name: str) -> bool:
    try:
        playouts(name, 1)
    except CannotCompile:
        return False
    return True


def fast_way(game: Any, n: int, seed: int, backend: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setattr(loading, "backend", lambda: backend)
    return playouts(game, n, seed)


@pytest.mark.parametrize("name", cardlab.games())
def test_compiled_and_plain_deals_are_the_same(
    name: str, compiled: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    if not has_tables(name):
        with pytest.raises(CannotCompile, match=r"^\w.{20,}"):
            playouts(name, 1)
        return
    found = [
        fast_way(name, 300, 5, backend, monkeypatch)
        for backend in (compiled, loading.plain(), compiled)
    ]
    assert found[0] == found[1] == found[2]
    assert found[0].contracts != fast_way(name, 300, 6, compiled, monkeypatch).contracts
    assert sum(dealt.deals for dealt in found[0].contracts) == 300
    for dealt in found[0].contracts:
        assert all(sum(seat.values()) == dealt.deals for seat in dealt.tricks)
        tricks = sum(number * deals for seat in dealt.tricks for number, deals in seat.items())
        assert tricks % max(1, dealt.deals) == 0 and (tricks > 0) == (dealt.deals > 0)


def bridge(**facts: Any) -> Tables:
    pack = tuple(range(52))
    return Tables(
        ((),) * 4, 0, (0, 1, 0, 1), tuple(c // 13 for c in pack), pack, trump=0, spare=pack, **facts
    )


def test_the_way_for_following_only_plays_like_the_way_for_everything() -> None:
    """Both ways of the kernel under the same rules: a wild suit without a card takes the second,
    and changes nothing else."""
    n, backend = 40_000, loading.backend()
    if backend.name == "python":
        n = 1500
    plain, other = bridge(), replace(bridge(), suits=5, trump=0, wild=4)
    assert tables.Layout(other).K[:2] == [4, 5] and other.flags == plain.flags == FOLLOW
    shares = []
    for given in (plain, other):
        (tricks,) = deal_out([given], n, 13, leader=0, seed=3, backend=backend).tricks
        shares.append([{number: deals / n for number, deals in seat.items()} for seat in tricks])
    for one, two in zip(*shares, strict=True):
        for number in range(14):
            share = one.get(number, 0)
            assert abs(share - two.get(number, 0)) < 5 * (2 * max(share, 1e-4) / n) ** 0.5 + 1e-3, (
                number
            )


@pytest.mark.parametrize("flags", [FOLLOW, FOLLOW | HEAD | TRUMP | OVER])
def test_no_seat_is_before_another(flags: int) -> None:
    n = 20_000 if loading.backend().name == "numba" else 1000
    found = deal_out([bridge(flags=flags)], n, 13, leader=None, seed=1)
    for seat in found.tricks[0]:
        mean = sum(number * deals for number, deals in seat.items()) / n
        assert abs(mean - 13 / 4) < 5 * 1.8 / n**0.5


def test_trumps_fall_as_often_as_they_should() -> None:
    """One card each: who leads wins unless somebody holds a higher card of the suit, or a trump.
    Counted by hand: 12/51 ..."""
    n = 50_000 if loading.backend().name == "numba" else 3000
    (tricks,) = deal_out([bridge()], n, 1, leader=0, seed=2).tricks
    share = sum(deals for number, deals in tricks[0].items() if number) / n
    ways = 0.0
    for lead in range(52):
        over = (12 - lead % 13) + (13 if lead >= 13 else 0)
        ways += (51 - over) * (50 - over) * (49 - over) / (51 * 50 * 49) / 52
    assert abs(share - ways) < 5 * (ways * (1 - ways) / n) ** 0.5


@pytest.mark.parametrize(
    "said",
    [{"n": 0}, {"n": -3}, {"n": True}, {"n": 10**9}, {"n": 1.5}, {"seed": -1}, {"seed": "x"}],
)
def test_what_cannot_be_is_said_in_a_sentence(said: dict[str, Any]) -> None:
    (name,) = said
    with pytest.raises(
        ValueError,
        match=rf"^{name}=.* is not possible; give a whole number from \d to 100,000,000$",
    ):
        playouts("bridge", **said)


@pytest.mark.parametrize(
    "said", [{"contract": "X"}, {"contract": ""}, *({"leader": no} for no in (4, -1, True, "0"))]
)
def test_a_contract_or_leader_that_is_not_there_is_answered_with_the_choices(
    said: dict[str, Any],
) -> None:
    with pytest.raises(
        ValueError,
        match=r"choose one of C, D, H, S and NT$|give a seat from 0 to 3, or None for any$",
    ):
        playouts("bridge", 10, **said)


def test_one_contract_and_one_leader() -> None:
    """Another leader plays the same deals from another place; one contract has all deals to
    itself."""
    game = cardlab.game("nap")
    spades, hearts = (playouts(game, 400, contract=word, leader=0).contracts for word in "SH")
    assert [d.title for d in (*spades, *hearts)] == ["Spades", "Hearts"] and spades[
        0
    ].deals == hearts[0].deals == 400
    assert spades[0].tricks != playouts(game, 400, contract="S", leader=1).contracts[0].tricks


def test_an_unknown_game_is_answered_with_the_choices() -> None:
    with pytest.raises(ValueError, match="bridge"):
        playouts("bridgee")
