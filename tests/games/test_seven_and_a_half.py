"""Seven and a Half: properties of whole matches found by chance, and the points that its rules
turn on."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab import BACK

GAME = cardlab.game("seven-and-a-half")


def whole(match: Any, rng: random.Random) -> Any:
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    return match


@pytest.mark.parametrize("players", range(2, 9))
def test_matches_by_chance(players: int) -> None:
    rng = random.Random(players)
    for seed in range(12):
        options = {"deals": rng.choice((0, 1, 3)), "least": 2, "most": rng.choice((2, 5))}
        match = whole(cardlab.game("seven-and-a-half", players=players, **options).match(seed), rng)
        for ply in range(1, match.ply + 1):
            assert Counter(match.state_at(ply).all_cards()) == Counter(match.game.pack)
            assert sum(x.points for x in match.lines_at(ply)) == 0
        again = match.record.replay()
        assert (again.state, again.totals, again.lines) == (match.state, match.totals, match.lines)
        assert match.totals == cardlab.totals(match.lines, match.totals)
        deals = {x.deal for x in match.lines}
        assert max(deals, default=1) <= (options["deals"] or players)


def test_what_a_seat_sees_decides() -> None:
    rng = random.Random(5)
    for seed in range(20):
        match = GAME.match(seed)
        while not match.over:
            state, seat = match.state, match.to_move
            seen = state.seen_by(seat)
            other = seen.imagined(rng)
            assert Counter(other.all_cards()) == Counter(GAME.pack)
            for move, verdict in GAME.verdicts(state, seat).items():
                twin = GAME.verdict(other, move, seat)
                assert (twin.legal, twin.rule, twin.reason) == (
                    verdict.legal,
                    verdict.rule,
                    verdict.reason,
                )
            for i, board in enumerate(seen.boards):
                assert all(c is not BACK for c in board[1:])
                assert not board or (board[0] is BACK) == (i != seat and i not in state.faced)
            match.play(rng.choice(match.legal_moves()))


@pytest.mark.parametrize(
    ("bet", "legal"), [("bet 3", True), ("6", False), ("bet 1", False), ("sit out", True)]
)
def test_limits(bet: str, legal: bool) -> None:
    match = cardlab.game("seven-and-a-half", least=2, most=5).match(1)
    verdict = match.verdict(bet)
    assert verdict.legal is legal
    if not legal:
        assert (verdict.rule, verdict.reason) == ("outside-limits", "bets run from 2 to 5")
        assert verdict.instead == ("bet 2", "bet 3", "bet 4", "bet 5", "sit out")
        with pytest.raises(cardlab.IllegalMove):
            match.play(bet)
    with pytest.raises(ValueError, match="least=5"):
        cardlab.game("seven-and-a-half", least=5, most=2)


def test_out_of_turn() -> None:
    match = GAME.match(1)
    verdict = match.verdict("bet 3", seat=0)
    assert (verdict.legal, verdict.rule) == (False, "not-your-turn")


def test_nobody_bets() -> None:
    match = GAME.match(1)
    for _ in range(3):
        match.play("sit out")
    assert (match.state.standing.deal, match.state.dealer, match.lines) == (2, 0, ())


def playing(stock: str, boards: list[str], to_move: int) -> Any:
    """A table of three; the banker is South."""
    return cardlab.game("seven-and-a-half", players=3).state(
        stock=stock, boards=boards, bets=(0, 4, 6), dealer=0, to_move=to_move
    )


def test_a_bust_is_lost_at_once_and_shown() -> None:
    state = playing("7C 2H", ["5D", "AH", "3H"], 1)
    after = state.game.after(state, "hit")
    assert after.to_move == 2 and after.boards[1] == () and after.dead[1] == ("AH", "7C")
    assert [(x.side, x.points) for x in after.pegged] == [("west", -4), ("south", 4)]
    board = next(z for z in cardlab.engine.table.table(after, 0)["zones"] if z["id"] == "board-1")
    assert board["note"] == "bust, 8" and [f["card"] for f in board["faces"]] == ["AH", "7C"]


def test_two_cards_that_make_the_total_stand_by_themselves() -> None:
    state = playing("QC 2H", ["5D", "7H", "3H"], 1)
    after = state.game.after(state, "hit")
    assert after.to_move == 2 and after.faced == (1,)
    assert after.seen_by(0).boards[1] == ("7H", "QC")


def test_three_cards_that_make_it_do_not() -> None:
    state = playing("QC 2H", ["5D", "3H 4H", "3H"], 1)
    assert state.game.after(state, "hit").to_move == 1


def test_the_banker_turns_up_and_a_bust_of_the_banker_pays() -> None:
    state = playing("7C 2H", ["5D", "6H", "3H"], 2)
    last = state.game.after(state, "stand")
    assert last.to_move == 0 and last.seen_by(1).boards[0] == ("5D",)
    over = last.game.after(last, "hit")
    assert over.phase.id == "over"
    assert cardlab.totals(over.game.deal_lines(over)) == {"west": 4, "east": 6, "south": -10}


def test_the_deal_ends_when_all_have_busted() -> None:
    state = playing("7C 6C 2H", ["5D", "2S", "3H"], 1)
    over = state.game.after(state.game.after(state, "hit"), "hit")
    assert over.phase.id == "over" and len(over.pegged) == 4


@pytest.mark.parametrize(
    ("boards", "following"),
    [
        (["6D", "7C QC", "7H KC"], 1),
        (["6D", "6C", "KD KC"], 2),
        (["7S QS", "7C QC", "6H"], 0),
        (["6D", "7C KD", "5C"], 0),
    ],
)
def test_the_bank_moves(boards: list[str], following: int) -> None:
    state = playing("", boards, 0)
    over = state.game.after(state, "stand")
    assert state.game.next_dealer(over) == following


@pytest.mark.parametrize(
    ("held", "text"),
    [
        ("KD", "7"),
        ("KD JS", "7½"),
        ("7C KD", "8"),
        ("QS JS", "1"),
        ("JS", "½"),
        ("6C JS KD", "7½"),
        ("", "0"),
    ],
)
def test_totals_as_they_are_said(held: str, text: str) -> None:
    assert GAME.said(cardlab.cards(held)) == text


def test_the_view() -> None:
    match = GAME.match(2)
    match.play("4").play("bet 2").play("sit out")
    view = match.view(1).to_dict()
    json.dumps(view)
    zones = {z["id"]: z for z in view["zones"]}
    assert "board-3" not in zones and zones["board-1"]["stake"] == 4
    assert (
        zones["board-2"]["faces"] == [{"card": None, "marks": []}]
        and zones["board-2"]["note"] == ""
    )
    assert zones["board-1"]["note"].startswith("total ") and zones["stock"]["count"] == 37
    assert view["prompt"] == f"Your total is {zones['board-1']['note'][6:]}: hit or stand."
    assert [c["move"] for c in view["choices"]] == ["hit", "stand"]
    match.play("hit")
    assert match.log()[-1].startswith("West draws ")
