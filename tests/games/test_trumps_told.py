"""Trumps are told from the moment they exist: in the picture, in the text and in the log."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import SUITS
from cardlab.engine.ordering import RankedSuits
from cardlab.families.tricks import TrickGame

TRICK_GAMES = [id for id in cardlab.games() if issubclass(type(cardlab.game(id)), TrickGame)]
MOST_MOVES = 70
"""So many moves, or the first card: contesting-twenty has 48 cards dealt one by one and six laid away."""


def versions(id: str) -> Iterator[Any]:
    """A game with every value of every option that it takes, at most the first four and the last."""
    yield (plain := cardlab.game(id))
    for option in type(plain).all_options():
        choices = list(option.choices)
        for value in dict.fromkeys((*choices[:4], choices[-1])):
            if value != option.default:
                try:
                    yield cardlab.game(id, **{option.name: value})
                except ValueError:
                    continue


def tables(game: Any, seed: int) -> Iterator[tuple[Any, int]]:
    """A random match up to the second card played, entry by entry."""
    match, rng = game.match(seed=seed), random.Random(seed)
    told = 0
    for _ in range(MOST_MOVES):
        while told < match.ply:
            told += 1
            yield match, told
        state = match.state
        if match.over or state.taken or len(state.trick.cards) > 1:
            return
        match.play(rng.choice(match.legal_moves()))


@pytest.mark.parametrize("id", TRICK_GAMES)
def test_an_order_in_force_is_drawn_and_written(id: str) -> None:
    for game in versions(id):
        for match, ply in tables(game, 3):
            state = match.state_at(ply)
            if state.order is None or ply != match.ply:
                continue
            view = match.view(0)
            assert view["trump"] is not None, (game, state.phase)
            assert view["trump"]["label"] in str(view)


@pytest.mark.parametrize("id", TRICK_GAMES)
def test_the_log_says_what_makes_trumps(id: str) -> None:
    for game in versions(id):
        if game.trumps or not game.has_trumps:
            continue
        for match, ply in tables(game, 4):
            before, after = match.state_at(ply - 1), match.state_at(ply)
            if before.order is not None or after.order is None:
                continue
            told = " ".join(match.log(ply)).casefold()
            trump = after.order.trump
            if trump in SUITS:
                assert any(word in told for word in (trump.sign, trump.name, trump.one)), told
            elif not isinstance(after.order, RankedSuits):
                assert any(word in told for word in NO_SUIT), (game, told)


NO_SUIT = (
    "no trump",
    "grand",
    "null",
    "misère",
    "misere",
    "miz",
    "jacks",
    "red",
    "black",
    " no.",
    "nt.",
)


def test_a_kitty_that_names_trumps_is_told() -> None:
    match = cardlab.game("contesting-twenty").match(seed=1)
    while match.state.phase.id == "exposing":
        match.play("go on")
    assert match.log()[-1] == (
        "South shows nothing. The kitty shows 4♣, 5♦, Q♠, A♦, 6♠ and the black\u00a0joker: A♦ is the highest, and"
        " diamonds are trumps."
    )
    assert match.view(0)["trump"]["label"] == "Trumps ♦"
    assert "a joker names nothing" in cardlab.game("contesting-twenty").rules()
    seven = cardlab.game("looking-for-friends", players=7)
    assert "a joker names nothing" not in seven.rules()  # it has no jokers


def test_the_card_that_is_turned_is_named() -> None:
    match = cardlab.game("whist").match(seed=1)
    assert match.log() == ["South deals. 8♦ is turned: diamonds are trumps."]
    assert "Trumps ♦ by 8♦ (turned up)" in str(match.view(0))
    assert cardlab.game("euchre").match(seed=1).log() == ["South deals. 10♦ is turned."]
    assert cardlab.game("whist", trumps_by="cut").match(seed=1).log()[0] == (
        "A diamond is cut. Diamonds are trumps."
    )


def test_a_deal_without_trumps_says_so_before_the_bids() -> None:
    match = cardlab.game("oh-hell", no_trump_deal=True, most=1).match(seed=1)
    assert match.state.phase.id == "bidding"
    assert match.log() == ["South deals. There are no trumps in this deal."]
    assert "No trumps" in str(match.view(0))


def passed_out(game: Any) -> tuple[Any, int] | None:
    """A match in which all pass, and where its first deal is over; None where somebody plays."""
    match = game.match(seed=1)
    while not match.ends and "pass" in match.legal_moves():
        match.play("pass")
    return (match, match.ends[0]) if match.ends else None


@pytest.mark.parametrize("id", TRICK_GAMES)
def test_a_deal_that_is_thrown_in_has_a_sentence(id: str) -> None:
    """Whatever else the end of a deal brings, such as a pool that is shared after the last one."""
    seen = False
    for options in ({}, {"deals": 1}):
        try:
            found = passed_out(cardlab.game(id, **options))
        except (TypeError, ValueError):  # a game without that option
            continue
        if found is not None:
            match, end = found
            assert match.log(end)[-1].endswith(" passes. The cards are thrown in.")
            seen = True
    assert seen or id not in PASSED_OUT


PASSED_OUT = (
    "euchre",
    "belote",
    "skat",
    "solo-whist",
    "bridge",
    "brandle",
    "nap",
    "bourre",
    "julep",
)


@pytest.mark.parametrize("id", ["euchre", "belote", "skat", "solo-whist", "bridge", "nap"])
def test_a_deal_that_is_thrown_in_is_summed_up_as_that(id: str) -> None:
    match, end = passed_out(cardlab.game(id)) or (None, 0)
    assert match.view(0, end)["summary"]["deal"] == "The cards were thrown in: nobody scored."


@pytest.mark.parametrize("id", ["bourre", "julep"])
def test_a_player_who_stays_in_alone_takes_the_pool(id: str) -> None:
    match = cardlab.game(id).match(seed=1)
    match.play("play")
    while not match.ends:
        match.play("pass")
    told = match.log(match.ends[0])[-1]
    assert told.endswith(" passes. The only player to stay in takes the pool.")


def test_a_pool_waits_where_all_pass() -> None:
    for options in ({}, {"no_three": "carried"}):
        text = " ".join(cardlab.game("bourre", **options).rules().split())
        assert "It waits as well if all pass and the cards are thrown in." in text
