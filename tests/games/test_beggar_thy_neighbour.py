"""Beggar Thy Neighbour beside a second way of playing it: whole games run from the packets alone,
debt by debt, and the engine's packets held against them at each card."""

from __future__ import annotations

from collections import Counter
from itertools import product
from typing import Any

import pytest

import cardlab

PRICE = dict(zip("JQKA", (1, 2, 3, 4), strict=True))


def played(packets: list[list[str]], first: int, debt: str, most: int) -> list[list[int]]:
    """How many cards everybody has after each card that is laid."""
    players, pile, laid, counts = len(packets), list[str](), 0, list[list[int]]()
    turn, owed, creditor = first, 0, -1

    def next_from(seat: int, but: int) -> int:
        seats = [(seat + i) % players for i in range(players)]
        return next((s for s in seats if packets[s] and s != but), -1)

    while laid < most and (owed or sum(map(bool, packets)) > 1):
        card = packets[turn].pop(0)
        pile.append(card)
        laid += 1
        take = False
        if card[0] in PRICE:
            owed, creditor = PRICE[card[0]], turn
            turn = next_from(turn + 1, creditor)
            take = turn < 0
        elif owed:
            owed -= 1
            if not owed:
                take = True
            elif not packets[turn]:
                turn = next_from(turn + 1, creditor) if debt == "passes-on" else -1
                take = turn < 0
        else:
            turn = next_from(turn + 1, -1)
        if take:
            packets[creditor] += pile
            pile, owed, turn = [], 0, creditor
        counts.append([len(packet) for packet in packets])
    return counts


SIZES = ((2, 1), (3, 1), (5, 1), (10, 1), (7, 2), (10, 2))


@pytest.mark.parametrize(("size", "debt"), tuple(product(SIZES, ("ends", "passes-on"))))
def test_games_run_from_the_packets_alone(size: tuple[int, int], debt: str) -> None:
    players, packs = size
    game = cardlab.game("beggar-thy-neighbour", players=players, packs=packs, debt=debt, turns=600)
    for seed in range(6):
        match = game.match(seed=seed)
        packets = [[str(card) for card in hand] for hand in match.state.hands]
        dealt = Counter(card for packet in packets for card in packet)
        assert set(dealt.values()) == {packs} and dealt.total() == 52 * packs
        assert min(map(len, packets)) == 52 * packs // players
        expected = played(packets, (match.state.dealer + 1) % players, debt, 600)
        state: Any = match.state
        for counts in expected:
            state = game.after(state, "lay")
            if state.paid:
                state = game.after(state, "take")
            assert [len(hand) for hand in state.hands] == counts
        assert state.phase.id == "over"
        assert game.result(state).cards == tuple(expected[-1])


def test_a_pay_card_among_the_payment_turns_the_debt_round() -> None:
    """South laid a queen; North pays a seven and then a king, for which South owes three."""
    game = cardlab.game("beggar-thy-neighbour")
    state = game.state(hands={0: "QS 4S 9S 2S 8S", 1: "7D KD 5D"}, to_move=0)
    for debtor, owed in ((1, 2), (1, 1), (0, 3), (0, 2), (0, 1)):
        state = game.after(state, "lay")
        assert (state.to_move, state.owed) == (debtor, owed)
    state = game.after(state, "lay")
    assert len(state.pile) == 6 and state.to_move == 1
    assert [str(move) for move in game.legal_moves(state)] == ["take"]
    state = game.after(state, "take")
    assert state.pile == () and state.to_move == 1
    assert state.hands == (("8S",), ("5D", "QS", "7D", "KD", "4S", "9S", "2S"))


def test_nobody_lays_out_of_turn() -> None:
    match = cardlab.game("beggar-thy-neighbour").match(seed=1)
    other = 1 - match.to_move
    verdict = match.verdict("lay", other)
    assert not verdict.legal and verdict.rule == "not-your-turn"


def test_whoever_pays_is_told_what_is_owed() -> None:
    game = cardlab.game("beggar-thy-neighbour")
    state = game.state(hands={0: "AS 4S", 1: "7D 2D 5D 6D 8D"}, to_move=0)
    assert state.phase.told(state, 0, "lay", "South") == "South lays A♠: North owes four."
    state = game.after(state, "lay")
    assert state.phase.asks(state.seen_by(1)) == "You owe four cards: lay your top card."
    for _ in range(3):
        state = game.after(state, "lay")
    told = state.phase.told(state, 1, "lay", "North")
    assert told == "North lays 6♦: the pile is South's."
    state = game.after(state, "lay")
    assert state.phase.told(state, 0, "take", "South") == "South takes five cards."


def test_a_second_pack_is_for_seven_players_or_more() -> None:
    with pytest.raises(ValueError, match="two packs are for seven players or more, and six play"):
        cardlab.game("beggar-thy-neighbour", players=6, packs=2)
    sheet = cardlab.game("beggar-thy-neighbour", players=7, packs=2).rules()
    assert "Shuffle two standard packs together, 104 cards without jokers" in " ".join(
        sheet.split()
    )


def test_of_two_equal_cards_only_the_one_just_laid_is_marked() -> None:
    game = cardlab.game("beggar-thy-neighbour", players=7, packs=2)
    state = game.state(
        hands={3: "2S 3S", 4: "4H 5S"}, pile="KD 6H 6H", owed=1, creditor=0, to_move=3
    )
    (pile,) = game.zones(state)
    assert [face.marks for face in pile.faces] == [(), (), ("fresh",)]
