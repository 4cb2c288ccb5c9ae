"""Redbeard where the vectors do not look: the rituals as moves, leaving the play, being out of
the game."""

from __future__ import annotations

import random

import pytest

import cardlab


def test_the_score_starts_at_twelve() -> None:
    match = cardlab.game("redbeard").match(seed=1)
    assert set(match.totals.values()) == {12} and match.state.standing.totals == (12,) * 4


def test_picking_up_early_shows_the_hand_and_costs_five() -> None:
    match = cardlab.game("redbeard", rituals=True).match(seed=2)
    seat = match.to_move
    assert cardlab.BACK in match.state.seen_by(seat).hands[seat]
    match.play("pick up")
    assert cardlab.BACK not in match.state.seen_by(seat).hands[seat]
    assert match.totals[match.game.side_of[seat]] == 17


def test_forgetting_the_knock_is_a_new_deal_by_the_same_dealer() -> None:
    match = cardlab.game("redbeard", rituals=True).match(seed=2)
    dealer = match.state.dealer
    for move in ("wait", "wait", "wait", "begin"):
        match.play(move)
    assert (match.state.dealer, match.state.standing.deal) == (dealer, 2)
    assert match.state.standing.totals[dealer] == 17


def four_tricks(**options: object):
    """Seat 0 is the soloist at 2 and has won four tricks; seats 2 and 1 follow in turn."""
    game = cardlab.game("redbeard", players=3, **options)
    bid = next(m for m in game.phases[1 + bool(options.get("rituals"))].bids if m == "2")
    hands = ["AS KS QS JS AD KD", "2S 3S 4S 5S 2D 3D", "6S 7S 8S 9S 4D 5D"]
    contract = cardlab.families.auctions.Contract(bid, 0)
    state = game.state(
        phase="play",
        deal=2,
        declarer=0,
        contract=contract,
        to_move=0,
        totals=(2, 0, 12),
        hands=[h.split() for h in hands],
    )
    for card in ["AS", "6S", "2S", "KS", "7S", "3S", "QS", "8S", "4S", "JS", "9S", "5S"]:
        state = game.after(state, card)
    return game, state


def test_dropping_out_saves_five() -> None:
    game, state = four_tricks()
    assert (state.phase.id, state.to_move) == ("drop-out", 2)
    state = game.after(game.after(state, "drop"), "stay")
    assert (state.phase.id, state.to_move, state.trick.seats) == ("play", 0, (0, 1))
    for card in ["AD", "2D", "KD", "3D"]:
        state = game.after(state, card)
    assert cardlab.totals(game.deal_lines(state)) == {"south": -2, "west": 5}
    assert game.next_standing(state, game.deal_lines(state)).winner == 0


def test_a_soloist_who_does_not_ask_is_five_up() -> None:
    game, state = four_tricks(rituals=True)
    assert state.to_move == 0
    state = game.after(state, "silent")
    assert state.phase.id == "play" and state.sitting_out == ()
    assert [(x.side, x.points, x.title) for x in state.pegged] == [("south", 5, "Did not ask")]


@pytest.mark.parametrize("bounce", [True, False])
def test_silent_at_zero_is_five_up(bounce: bool) -> None:
    game, state = four_tricks(rituals=True, bounce=bounce)
    for move in ["ask", "drop", "drop", "AD", "KD"]:
        state = game.after(state, move)
    assert (state.phase.id, state.to_move) == ("exit", 0)
    state = game.after(game.after(state, "silent"), "knock out")
    after = game.next_standing(state, game.deal_lines(state))
    assert (after.totals, after.winner) == ((5, 0, 12), 1)


def test_who_was_silent_may_go_out_at_the_next_call() -> None:
    game = cardlab.game("redbeard", players=3, rituals=True)
    state = game.state(
        phase="auction", deal=3, totals=(0, 0, 12), dealer=1, to_move=0, hands=[("AS",)] * 3
    )
    assert "knock out" in game.legal_moves(state)
    state = game.after(state, "knock out")
    after = game.next_standing(state, game.deal_lines(state))
    assert (after.winner, after.totals) == (0, (0, 5, 12))


def test_nobody_plays_on_after_redbeard_failed() -> None:
    for seed in range(30):
        match, rng = cardlab.game("redbeard", players=4).match(seed=seed), random.Random(seed)
        while not match.over:
            out = match.state.standing.out
            assert (
                match.to_move not in out
                and match.state.dealer not in out
                and not any(match.state.hands[s] for s in out)
            )
            match.play(rng.choice(match.legal_moves()))
        assert match.outcome.winners[0] not in [
            match.game.sides[s].id for s in match.state.standing.out
        ]


def test_what_a_fault_costs_is_agreed() -> None:
    game = cardlab.game("redbeard", fault_costs=3)
    lines = game.score(game.Result(3, 0, (12, 12, 12, 12), (2, 2, 2, 0)))
    assert {x.points for x in lines if x.rule == "five-up"} == {3}
    assert "three up" in game.about and "five up" not in game.rules()


@pytest.mark.parametrize(("tricks", "points"), [(6, -12), (5, 1)])
def test_redbeard_wins_at_once_or_is_out_even_where_a_fault_costs_a_point(
    tricks: int, points: int
) -> None:
    """All six tricks shed the twelve points; with five the soloist goes up by one and is out."""
    game = cardlab.game("redbeard", fault_costs=1)
    taken = (tricks, 6 - tricks, 0, 0)
    lines = game.score(game.Result(7, 0, (12,) * 4, taken, dropped=(2, 3)))
    assert [x.points for x in lines if x.rule == "all-six"] == [points]
    after = game.carried(game.opening(), lines)
    assert game.won_outright(lines) == (0 if points < 0 else None)
    assert after.out == (() if points < 0 else (0,))


@pytest.mark.parametrize(
    ("declarer", "dealer", "order"), [(2, 0, (2, 1, 0, 3)), (None, 1, (1, 0, 3, 2))]
)
def test_who_stands_at_zero_is_told_from_the_soloist_on(
    declarer: int | None, dealer: int, order: tuple[int, ...]
) -> None:
    """Turns go to the right; without a soloist they begin at the dealer."""
    game = cardlab.game("redbeard")
    state = game.begin(game.opening().but(deal=2, dealer=dealer)).but(declarer=declarer)
    assert state.out_at_zero((0,) * 4) == order
    assert state.out_at_zero((0, 1, 0, 5)) == tuple(seat for seat in order if seat in (0, 2))
    state = game.begin(game.opening().but(deal=2, dealer=dealer, out=(0,))).but(declarer=declarer)
    assert 0 not in state.out_at_zero((0,) * 4)


def test_the_deal_passes_over_those_who_are_out() -> None:
    """From seat 0 it goes to the right, to seat 3; if that is out, to seat 2."""
    game = cardlab.game("redbeard")
    for out, dealer in (((), 3), ((3,), 2), ((3, 2), 1)):
        state = game.begin(game.opening().but(deal=2, out=out))
        assert game.next_standing(state, ()).dealer == dealer


@pytest.mark.parametrize(("announced", "winner"), [((1, 0), 1), ((0, 1), 0), ((), None)])
def test_the_first_to_announce_it_goes_out(announced: tuple[int, ...], winner: int | None) -> None:
    """Of two who stand at zero."""
    game = cardlab.game("redbeard", rituals=True)
    state = game.begin(game.opening().but(deal=2, totals=(0, 0, 5, 5)))
    assert game.next_standing(state.but(announced=announced), ()).winner == winner
