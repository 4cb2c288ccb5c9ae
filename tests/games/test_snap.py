"""Snap: properties of whole matches found by chance, and the points that its rules turn on."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab import BACK

ENDINGS = ("first-empty", "all-cards", "turns")


def some_match(rng: random.Random, **options: Any) -> Any:
    """A match by chance, in which anybody may call at any time."""
    match = cardlab.game("snap", **options).match(rng.randrange(1000))
    while not match.over:
        seat = rng.randrange(match.game.players) if rng.random() < 0.3 else match.to_move
        moves = match.legal_moves(seat)
        if moves:
            match.play(rng.choice(moves), seat)
    return match


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("players", range(2, 11))
def test_matches_by_chance(players: int, ending: str) -> None:
    rng = random.Random(players)
    for deals in (1, 2):
        match = some_match(rng, players=players, ending=ending, turns=300, deals=deals)
        for ply in range(1, match.ply + 1):
            assert Counter(match.state_at(ply).all_cards()) == Counter(match.game.pack)
        again = match.record.replay()
        assert (again.state, again.totals, again.lines) == (match.state, match.totals, match.lines)
        assert match.totals == cardlab.totals(match.lines, match.totals)
        assert [x.points for x in match.lines[-players:]] == [
            len(hand) for hand in match.state.hands
        ]
        top = max(match.totals.values())
        assert set(match.outcome.winners) == {
            side for side, held in match.totals.items() if held == top
        }


@pytest.mark.parametrize("ending", ENDINGS)
def test_the_seat_to_move_always_has_a_move(ending: str) -> None:
    rng = random.Random(1)
    for seed in range(10):
        match = cardlab.game("snap", players=2 + seed % 9, ending=ending).match(seed)
        while not match.over:
            match.play(rng.choice(match.legal_moves()))


def test_what_a_seat_sees_decides_and_every_refusal_speaks() -> None:
    rng = random.Random(5)
    spoken: Counter[str] = Counter()
    for seed in range(8):
        game = cardlab.game("snap", players=2 + seed % 4, ending=ENDINGS[seed % 3])
        match = game.match(seed)
        while not match.over:
            for seat in range(game.players):
                seen = match.state.seen_by(seat)
                assert all(card is BACK for hand in seen.hands for card in hand)
                other = seen.imagined(rng)
                for move, verdict in game.verdicts(match.state, seat).items():
                    twin = game.verdict(other, move, seat)
                    assert (twin.legal, twin.rule, twin.reason) == (
                        verdict.legal,
                        verdict.rule,
                        verdict.reason,
                    )
                    if not verdict.legal:
                        assert (
                            verdict.rule in game.all_rules()
                            and 2 < len(verdict.reason.split()) <= 15
                        )
                        assert seat != match.to_move or verdict.instead
                        spoken[str(verdict.rule)] += 1
            match.play(rng.choice(match.legal_moves()))
    assert set(spoken) == {"no-cards", "not-your-turn", "no-match"}


def table(*hands: str, pile: str = "", **options: Any) -> Any:
    return cardlab.game("snap", players=len(hands), **options).state(hands=hands, pile=pile)


def test_a_call_out_of_turn_takes_the_pile_and_the_next_player_lays() -> None:
    state = table("2C", "3C", "4C", pile="9H QS QD")
    after = state.game.after(state, "snap", 1)
    assert (after.hands[1], after.pile, after.to_move) == (("3C", "9H", "QS", "QD"), (), 2)


def test_a_call_without_a_match_costs_nothing() -> None:
    state = table("2C", "3C", pile="9H QS")
    verdict = state.game.verdict(state, "snap", 1)
    assert (verdict.legal, verdict.rule) == (False, "no-match")
    assert verdict.reason == "9♥ and Q♠ do not match"
    assert (
        state.game.verdict(table("2C", "3C", pile="9H"), "snap", 1).reason
        == "it takes two cards on the pile to match"
    )
    assert state.game.verdict(state, "lay", 1).reason == "it is South's turn to lay a card"
    assert state.game.verdict(state, "snap", 0).instead == ("lay",)


def test_the_chance_lapses_with_the_next_card() -> None:
    state = table("2C 5C", "3C 6C", pile="9H 9S")
    assert "snap" in state.game.legal_moves(state, 1)
    assert "snap" not in state.game.legal_moves(state.game.after(state, "lay"), 1)


def test_both_out_of_cards_with_a_snap_open() -> None:
    state = table("5C", "5D", pile="5H")
    game = state.game
    stuck = game.after(game.after(state, "lay"), "lay")
    assert stuck.to_move == 0 and game.legal_moves(stuck) == ("snap", "pass")
    assert game.verdict(stuck, "lay").rule == "no-cards"
    assert game.after(stuck, "pass").phase.id == "over"
    over = game.after(stuck, "snap", 1)
    assert over.phase.id == "over" and [x.points for x in game.deal_lines(over)] == [0, 3]


def test_all_cards_passes_over_the_empty_but_lets_them_call() -> None:
    state = table("5C", "8D 7S", "9D 7D", pile="2H", ending="all-cards")
    game = state.game
    for seat in (0, 1, 2):
        state = game.after(state, "lay", seat)
    assert state.to_move == 1
    state = game.after(game.after(state, "lay"), "lay")
    assert state.claimable and state.phase.id == "play"
    state = game.after(state, "snap", 0)
    assert state.phase.id == "over" and len(state.hands[0]) == 6


def test_the_last_turn() -> None:
    state = table("5C 6C", "8D 7S", ending="turns", turns=1)
    assert state.game.after(state, "lay").phase.id == "over"


def test_the_view() -> None:
    match = cardlab.game("snap", players=3).match(4).play("lay").play("lay")
    view = match.view(0).to_dict()
    json.dumps(view)
    zones = {z["id"]: z for z in view["zones"]}
    pile = match.state.pile
    assert [f["card"] for f in zones["pile"]["faces"]] == list(pile) and zones["pile"]["count"] == 2
    hands = [z for i, z in zones.items() if i.startswith("hand")]
    assert [z["count"] for z in hands] == [len(hand) for hand in match.state.hands]
    assert all(not z["faces"] for z in hands)
    assert [c["move"] for c in view["choices"]] == ["lay", "snap"] and view["mine"]
    assert view["log"][-1] == f"East lays {pile[-1].sign}."


@pytest.mark.parametrize(
    ("players", "dealer", "sizes"),
    [
        (5, 0, (10, 11, 11, 10, 10)),
        (5, 4, (11, 11, 10, 10, 10)),
        (3, 1, (17, 17, 18)),
        (4, 2, (13, 13, 13, 13)),
    ],
)
def test_the_extra_cards_go_to_the_first_players(
    players: int, dealer: int, sizes: tuple[int, ...]
) -> None:
    """52 are five times ten and two, three times seventeen and one."""
    game = cardlab.game("snap", players=players)
    assert game.phases[0].sizes(game, game.opening().but(dealer=dealer)) == sizes


@pytest.mark.parametrize(("laid", "over"), [(8, False), (9, True)])
def test_the_game_ends_with_the_last_turn(laid: int, over: bool) -> None:
    """Of ten turns nine are over, and the tenth is played; an open snap does not stop it."""
    game = cardlab.game("snap", turns=10)
    hands = {0: "2S 3S", 1: "2H 4S", 2: "5S", 3: "6S"}
    state = game.state(phase="play", to_move=0, hands=hands, pile="2C", laid=laid)
    assert (game.after(state, "lay").phase.id == "over") == over


def test_who_has_no_cards_is_passed_over() -> None:
    game = cardlab.game("snap", ending="all-cards")
    hands = {0: "2S 3S", 1: "", 2: "", 3: "6S"}
    state = game.state(phase="play", to_move=0, hands=hands, pile="KC")
    assert game.after(state, "lay").to_move == 3
    alone = game.state(phase="play", to_move=0, hands=hands | {3: ""}, pile="KC")
    assert game.after(alone, "lay").to_move == 0


def test_the_prompt_does_not_contradict_a_match() -> None:
    """Two nines lie on top and South is next: it is not told to lay, nor told of the match."""
    match, other = (table("2C", "3C", pile=pile).but(to_move=0) for pile in ("9H 9S", "9H QS"))
    prompts = {state.phase.asks(state.seen_by(0, 0)) for state in (match, other)}
    assert prompts == {"Your turn: lay your top card, unless the two on top match."}
