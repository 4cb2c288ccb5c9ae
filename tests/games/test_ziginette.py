"""Ziginette: when a deal ends, who banks next, the cut."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import cardlab

GAME = cardlab.game("ziginette")


def table(**given: Any) -> Any:
    known = {
        "phase": "bets",
        "dealer": 0,
        "to_move": 3,
        "board": "KS 4H",
        "bank": "6C",
        "stock": "KD 4D AC 6D",
    }
    return GAME.state(**(known | given))


def all_say(state: Any, word: str) -> Any:
    while state.phase.id == "bets":
        state = GAME.after(state, word)
    return state


def test_turns_go_to_the_right() -> None:
    state = GAME.after(table(), "done")
    assert state.to_move == 2


def test_nobody_wants_to_bet() -> None:
    state = all_say(table(), "enough")
    assert state.phase.id == "bank" and state.to_move == 0
    assert (
        GAME.next_dealer(GAME.after(state, "deal again")) == 0
        and GAME.next_dealer(GAME.after(state, "pass the bank")) == 3
    )


def test_a_player_may_wait_for_another_card() -> None:
    state = GAME.after(GAME.after(GAME.after(table(), "enough"), "done"), "enough")
    assert state.phase.id == "turn"


def test_one_bet_on_a_card_before_the_next() -> None:
    state = GAME.after(table(), "bet 2 on K")
    assert GAME.verdict(state, "bet 3 on KS").rule == "one-bet-a-card"
    state = GAME.after(all_say(state, "done"), "turn")
    assert state.did == "board" and state.board == ("4H",) and state.phase.id == "bets"


def test_the_bank_is_matched() -> None:
    state = all_say(GAME.after(table(stock="6D 2C"), "bet 4 on 4"), "done")
    state = GAME.after(state, "turn")
    sums = cardlab.totals(GAME.deal_lines(state), (s.id for s in GAME.sides))
    assert state.phase.id == "over" and sums == {"south": -4, "west": 0, "north": 0, "east": 4}
    assert GAME.next_dealer(state) == 3


def test_dead_ranks_are_refused() -> None:
    state = table(dead="QS QH")
    assert GAME.verdict(state, "bet 1 on Q").rule == "not-on-board"


def test_a_playette_is_dealt_again() -> None:
    matches = (GAME.match(seed=n) for n in range(60))
    match = next(m for m in matches if m.ply == 2)
    first = re.split(r"[ |/]+", match.entries[0].move)[1:4]
    assert len({c[0] for c in first}) < 3 and match.record.replay().state == match.state


def test_the_cut_of_the_house() -> None:
    game = cardlab.game("ziginette", rake=10)
    sums = cardlab.totals(game.score(game.Result(0, cardlab.Card("4D"), (0, 25, 0, 0))))
    assert sums == {"south": 23, "west": -25} and not game.zero_sum


def test_every_bet_is_fair() -> None:
    """A bet is settled by the next card of its rank or of the banker's, and as many are left of the
    one as of the other: so no bot can bet better than another."""
    rng, seen = random.Random(5), 0
    for seed in range(12):
        match = GAME.match(seed=seed)
        while not match.over and match.state.standing.deal == 1:
            state = match.state
            if state.phase.id == "bets":
                left = Counter(card.rank for card in state.stock)
                assert {left[card.rank] for card in state.board} <= {left[state.bank[0].rank]}
                seen += len(state.board)
            match.play(rng.choice(match.legal_moves()))
    assert seen > 100
