"""Bourré and Julep: the draw, the stock that runs out, the defender, decisions made together,
chips."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.families.narrowing import LATER_TRICKS, LEADING, narrowings
from cardlab.rulebook.bourre import lead_top_trump


def play_on(match: Any, *moves: str) -> Any:
    for move in moves:
        match.play(move)
    return match


def draw_all(match: Any) -> None:
    """The seat to move discards its whole hand and draws."""
    seat = match.to_move
    for card in match.state.hands[seat]:
        match.play(f"discard {card}")
    match.play("draw")


@pytest.mark.slow
@pytest.mark.parametrize(
    "id, options",
    [("bourre", {"players": 7}), ("bourre", {"players": 3}), ("julep", {"players": 7})],
)
def test_matches_of_every_size(id: str, options: dict[str, Any]) -> None:
    """Whole matches at random: chips and cards are kept, records replay, whatever the stock
    does."""
    for seed in range(6):
        match, rng = cardlab.game(id, **options).match(seed=seed), random.Random(seed)
        while not match.over:
            state = match.state
            assert sum(state.standing.totals) + state.standing.pool == 0
            assert sorted(state.all_cards()) == sorted(match.game.pack)
            match.play(rng.choice(match.legal_moves()))
        assert sum(match.totals.values()) == 0
        assert match.record.replay().lines == match.lines


def test_bourre_shuffles_what_others_threw_away() -> None:
    match = play_on(cardlab.game("bourre", players=7).match(seed=2), *["play"] * 7)
    for _ in range(3):
        draw_all(match)
    seat = match.to_move
    assert len(match.state.stock) == 2
    own = match.state.hands[seat]
    draw_all(match)
    state = match.state
    assert state.discards[seat] == own and sum(map(len, state.discards)) == 5, (
        "the drawer's own are left out"
    )
    assert (
        len(state.hands[seat]) == 5
        and not set(own) & set(state.hands[seat])
        and len(state.stock) == 2 + 15 - 5
    )
    assert cardlab.Record.from_json(match.record.to_json()).replay().state == state


def test_a_record_cannot_bring_in_a_card() -> None:
    match = play_on(cardlab.game("bourre", players=7).match(seed=2), *["play"] * 7)
    for _ in range(4):
        draw_all(match)
    data = json.loads(match.record.to_json())
    data.pop("check")
    text = json.dumps(data)
    kept = match.state.discards[(match.to_move + 6) % 7][0]
    shuffled = next(str(e.move) for e in match.entries[1:] if e.seat is None)
    forged = text.replace(shuffled, shuffled[:-2] + str(kept))
    with pytest.raises(cardlab.RecordError, match="thrown away"):
        cardlab.Record.from_json(forged).replay()


def test_together_nobody_sees_a_decision_before_the_last() -> None:
    game = cardlab.game("bourre", declare="together")
    match = play_on(game.match(seed=4), "pass", "play")
    seen = match.state.seen_by(match.to_move)
    assert seen.calls == () and [len(h) for h in seen.hands] == [5] * 4
    assert not match.view(0)["calls"] and match.log()[-2:] == ["West decides.", "North decides."]
    play_on(match, "play", "pass")
    assert match.state.active == (2, 3) and match.state.hands[1] == ()


def test_bourre_alone_and_nobody() -> None:
    match = play_on(cardlab.game("bourre").match(seed=4), "pass", "pass", "pass", "play")
    assert match.totals["south"] == 15 - 5 and match.state.standing.deal == 2
    play_on(match, "pass", "pass", "pass", "pass")
    assert match.state.standing.pool == 20 and match.state.standing.deal == 3, "the pool waits"


def test_bourre_replaces_the_ante() -> None:
    game = cardlab.game("bourre", bourre_replaces_ante=True)
    after = game.carried(
        game.opening().but(pool=20), game.score(game.Result(pool=20, tricks=(3, 2, 0, None)))
    )
    assert after.pool == 20 and [x.side for x in game.antes(after)] == ["south", "west", "east"]


def test_discards_stay_face_down() -> None:
    match = play_on(cardlab.game("bourre").match(seed=4), *["play"] * 4)
    seat, card = match.to_move, match.state.hands[match.to_move][0]
    match.play(card)
    assert match.state.discards[seat] == (card,)
    assert match.state.seen_by(0 if seat else 1).discards[seat] == (cardlab.BACK,)
    assert Card(card).sign not in match.log()[-1]


def test_julep_defender() -> None:
    match = play_on(cardlab.game("julep", players=3).match(seed=1), "pass", "play", "pass")
    state = match.state
    assert state.phase.id == "defend" and state.to_move == 2 and state.active == (1,)
    play_on(match, "pass", "defend")
    assert match.state.active == (1, 0) and match.state.defender == 0
    match.play("stand pat")
    assert match.to_move == 0 and len(match.state.hands[0]) == 6
    verdict = match.verdict("stand pat")
    assert not verdict.legal and verdict.rule == "discard-one"
    match.play(match.state.hands[0][0])
    assert (
        match.state.phase.id == "play" and match.to_move == 1 and match.state.trick.seats == (1, 0)
    )


def test_one_defends_the_pack_and_the_others_stay_out() -> None:
    """In Julep: of four one plays and three have passed; the second who is asked defends."""
    match = play_on(cardlab.game("julep", players=4).match(seed=1), "play", *["pass"] * 3)
    alone, asked = match.state.active, match.state.sitting_out
    assert len(alone) == 1 and len(asked) == 3 and match.state.to_move == asked[0]
    play_on(match, "pass", "defend")
    assert match.state.defender == asked[1]
    assert {*match.state.active} == {alone[0], asked[1]}
    assert {*match.state.sitting_out} == {asked[0], asked[2]}


def test_julep_alone() -> None:
    match = play_on(
        cardlab.game("julep", players=3).match(seed=1), "pass", "play", "pass", "pass", "pass"
    )
    assert match.totals == {"south": -2, "west": 1, "east": -2} and match.state.standing.pool == 0


def test_julep_dealer_takes_the_turned_card() -> None:
    match = play_on(cardlab.game("julep", players=3).match(seed=1), "play")
    assert match.verdict(f"swap {match.state.hand[0]}").rule == "dealer-only"
    match.play("pass")
    turned, given = match.state.turned, match.state.hand[0]
    match.play(f"swap {given}")
    state = match.state
    assert turned in state.hands[0] and state.discards[0] == (given,) and state.active == (2, 0)
    assert match.log()[-1] == f"South takes the turned {turned.sign} and plays."
    game = cardlab.game("julep", players=3, taker_draws=False)
    only = play_on(game.match(seed=1), "play", "pass", f"swap {given}", "stand pat")
    assert only.state.phase.id == "play"


def test_julep_nobody_draws_more_than_there_is() -> None:
    match = play_on(cardlab.game("julep", players=7).match(seed=3), *["play"] * 7)
    for card in match.state.hand[:4]:
        match.play(f"discard {card}")
    verdict = match.verdict(f"discard {match.state.hand[0]}")
    assert verdict.rule == "stock-too-small" and verdict.reason == "only four cards can be drawn"
    match.play("draw")
    assert match.verdict(f"discard {match.state.hand[0]}").reason == "no card is left to draw"


def test_the_tricks_that_win_the_pool_are_agreed() -> None:
    game = cardlab.game("bourre", needed=4)
    for tricks, rule in (((3, 1, 1, 0), "most-tricks"), ((4, 1, 0, 0), "three-tricks")):
        taken = [x.rule for x in game.score(game.Result(20, None, tricks)) if x.points == 20]
        assert taken == [rule]
    carried = cardlab.game("bourre", needed=4, no_three="carried")
    assert "nobody has four tricks" in carried.rules()
    assert not [x for x in carried.score(game.Result(20, None, (3, 1, 1, None)))]


def test_a_julep_is_paid_for_a_broken_promise_of_any_size() -> None:
    for promised, payers in ((2, ["west", "north"]), (1, ["north"])):
        game = cardlab.game("julep", players=4, promised=promised)
        result = game.Result(10, None, 5, (4, 1, 0, None), None, None)
        paid = [x.side for x in game.score(result) if x.rule == "julep"]
        assert paid == payers


def test_where_all_pass_nobody_has_the_most_tricks() -> None:
    game = cardlab.game("bourre")
    result = game.Result(tricks=(None,) * 4)
    assert result.most == 0 and not game.score(result)


@pytest.mark.parametrize(("bound", "every_lead"), [("first", False), ("every", True)])
def test_the_solver_is_told_which_leads_are_bound(bound: str, every_lead: bool) -> None:
    """In Bourré a top trump is led to the first trick, or always."""
    choices = [o for o in type(cardlab.game("bourre")).all_options() if o.name == "top_trump"]
    other = next(value for value in choices[0].choices if value != "first")
    game = cardlab.game("bourre", top_trump=other if every_lead else bound)
    (told,) = narrowings(lead_top_trump, game) or ()
    assert told.when.meets(LEADING) and told.when.meets(LATER_TRICKS) == every_lead
