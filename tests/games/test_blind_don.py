"""Blind Don beside a second way of playing it: stacks as pairs of letters, what may be played, what is
pegged, who scores for game, and when a match is over."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK

RANKS = "6789TJQKA"
PEGS = {"A": 4, "K": 3, "Q": 2, "J": 1, "9": 9}
COUNTS = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}


def dealt_stacks(match: Any) -> list[list[list[str]]]:
    """The stacks of both players, the lower card first, from the deal as the record has it."""
    deal = [entry.move for entry in match.entries if entry.seat is None][-1]
    stacks = []
    for hand in deal.hands:
        cards = [str(card) for card in hand]
        stacks.append([[low, top] for low, top in zip(cards[:9], cards[9:], strict=True)])
    return stacks


def taken_by(trick: list[tuple[int, str]], trump: str) -> int:
    (leader, led), (other, card) = trick
    if card[1] == led[1]:
        return leader if RANKS.index(led[0]) > RANKS.index(card[0]) else other
    return other if card[1] == trump else leader


@pytest.mark.parametrize("options", [{}, {"target": 91}, {"deals": 4}], ids=str)
def test_matches_followed_from_the_stacks_alone(options: dict[str, Any]) -> None:
    target = None if "deals" in options else options.get("target", 121)
    for seed in range(4):
        rng, match = random.Random(seed), cardlab.game("blind-don", **options).match(seed=seed)
        totals, deals, out = [0, 0], 0, False
        while not match.over:
            deals += 1
            stacks, dealer = dealt_stacks(match), match.state.dealer
            leader, trump, counted = 1 - dealer, "", [0, 0]
            for _ in range(18):
                trick: list[tuple[int, str]] = []
                for seat in (leader, 1 - leader):
                    assert match.to_move == seat
                    tops = [stack[-1] for stack in stacks[seat] if stack and stack[-1]]
                    follow = [c for c in tops if trick and c[1] == trick[0][1][1]]
                    may = follow or tops
                    assert {*map(str, match.legal_moves())} == {*may}
                    card = rng.choice(may)
                    trump = trump or card[1]
                    match.play(card)
                    trick.append((seat, card))
                    # the card below is not turned up before the trick is over
                    next(s for s in stacks[seat] if s and s[-1] == card)[-1] = ""
                for seat in (0, 1):
                    stacks[seat] = [[c for c in stack if c] for stack in stacks[seat]]
                leader = taken_by(trick, trump)
                for _, card in trick:
                    counted[leader] += COUNTS.get(card[0], 0)
                    totals[leader] += PEGS.get(card[0], 0) if card[1] == trump else 0
                if target and max(totals) >= target:
                    out = True
                    break
            if not out:
                assert sum(counted) == 80
                if counted[0] != counted[1]:
                    totals[counted.index(max(counted))] += 8
            assert list(match.totals.values()) == totals
            assert match.over == (max(totals) >= target if target else deals == 4)
        if target:
            assert match.outcome.winners == (list(match.totals)[totals.index(max(totals))],)


def test_a_deal_offers_twenty_seven_points() -> None:
    game = cardlab.game("blind-don", deals=4)
    for seed in range(20):
        match, rng = game.match(seed=seed), random.Random(seed)
        while match.state.standing.deal == 1 and not match.over:
            match.play(rng.choice(match.legal_moves()))
        points = sum(entry.points for entry in match.lines if entry.deal == 1)
        drawn = not any(entry.rule == "game" for entry in match.lines if entry.deal == 1)
        assert points == 19 + (0 if drawn else 8)


def test_the_lower_cards_are_known_to_nobody() -> None:
    state = cardlab.game("blind-don").match(seed=3).state
    for viewer in (0, 1):
        view = state.seen_by(viewer)
        assert {card for row in view.blind for card in row} == {BACK}
        assert view.hands == state.hands
    low = state.blind[state.to_move][0]
    verdict = state.game.verdict(state, str(low))
    assert not verdict.legal and verdict.rule == "must-hold-card"


def test_a_card_is_turned_up_after_the_trick() -> None:
    match = cardlab.game("blind-don").match(seed=3)
    leader = match.to_move
    below = match.state.blind[leader][0]
    top = match.state.covers[leader][0]
    match.play(top)
    assert below not in match.state.hands[leader] and len(match.state.hands[leader]) == 8
    match.play(match.legal_moves()[0])
    assert below in match.state.hands[leader] and len(match.state.hands[leader]) == 9


def test_the_table_shows_which_cards_lie_on_another() -> None:
    """A card that was dealt on another has the mark, one that was turned up has none."""
    match, rng = cardlab.game("blind-don").match(seed=3), random.Random(3)
    stacks, turned = dealt_stacks(match), set[str]()
    for _ in range(20):
        match.play(rng.choice(match.legal_moves()))
        for viewer in (0, 1):
            view = match.view(viewer)
            for seat in (0, 1):
                (hand,) = (zone for zone in view["zones"] if zone["id"] == f"hand-{seat}")
                marked = {face["card"] for face in hand["faces"] if "covering" in face["marks"]}
                held = {face["card"] for face in hand["faces"]}
                assert marked == held & {top for _, top in stacks[seat]}
                turned |= held - marked
                left = len(match.state.blind[seat])
                assert f"{left} face down" in view["seats"][seat]["notes"]
    assert turned
    assert "/▒" in str(view) and view._repr_svg_().count("<g") > 0


@pytest.mark.parametrize(
    ("for_game", "points"),
    [((41, 39), {"south": 8}), ((40, 40), {}), ((0, 80), {"north": 8})],
)
def test_game(for_game: tuple[int, int], points: dict[str, int]) -> None:
    game = cardlab.game("blind-don")
    assert cardlab.totals(game.score(game.Result(for_game))) == points


@pytest.mark.parametrize(
    ("trick", "trump", "pegged"),
    [
        ([(0, "9H"), (1, "AH")], "H", {"north": 13}),
        ([(0, "KH"), (1, "9H")], "H", {"south": 12}),
        ([(0, "7C"), (1, "AH")], "H", {"north": 4}),
        ([(0, "AC"), (1, "9C")], "H", {}),
    ],
)
def test_the_worked_examples_of_pegging(
    trick: list[tuple[int, str]], trump: str, pegged: dict[str, int]
) -> None:
    game = cardlab.game("blind-don")
    hands = {trick[0][0]: f"{trick[0][1]} 6S", trick[1][0]: f"{trick[1][1]} 6D"}
    earlier = [[(0, "6" + trump), (1, "7" + trump)]]
    state = game.state(hands=hands, trump=trump, taken=earlier, to_move=0, dealer=1)
    for _, card in trick:
        state = game.after(state, card)
    assert cardlab.totals(state.pegged) == pegged


def test_the_solver_says_why_it_does_not_play_on() -> None:
    from cardlab.solver import CannotCompile, solve

    with pytest.raises(CannotCompile, match="turned up between the tricks"):
        solve(cardlab.game("blind-don").match(seed=1).state)
