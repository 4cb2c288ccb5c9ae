"""Liverpool Rummy beside a second way of judging it: the contract found by trying every choice of
melds, each of them by trying every card at every place."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import cards
from cardlab.engine.game import OVER
from cardlab.players import bot

LINE = "A23456789TJQKA"
CONTRACTS = [(2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3)]


def is_set(meld: tuple[str, ...]) -> bool:
    natural = [card for card in meld if card != "JK"]
    return len(meld) > 2 and 2 * len(natural) >= len(meld) and len({c[0] for c in natural}) == 1


def places(meld: tuple[str, ...]) -> list[int]:
    """Where a run may begin; nothing for what is none."""
    natural = [card for card in meld if card != "JK"]
    if (
        not 4 <= len(meld) <= 13
        or 2 * len(natural) < len(meld)
        or len({c[1] for c in natural}) != 1
    ):
        return []
    starts = range(len(LINE) - len(meld) + 1)
    return [
        at
        for at in starts
        if all(card in ("JK", LINE[at + i] + natural[0][1]) for i, card in enumerate(meld))
    ]


def short_melds(hand: Counter[str]) -> list[tuple[tuple[str, ...], tuple[Any, ...]]]:
    """Sets of three and runs of four, with jokers anywhere, and what may not come again."""
    found = []
    jokers = hand["JK"]
    for rank in LINE[:13]:
        held = [card for card in hand.elements() if card[0] == rank]
        for size in (3, 2):
            if 3 - size <= jokers:
                found += [
                    (part + ("JK",) * (3 - size), (rank,)) for part in combinations(held, size)
                ]
    for suit in "SHCD":
        for at in range(11):
            window = [rank + suit for rank in LINE[at : at + 4]]
            held = [card for card in window if hand[card]]
            for size in range(max(2, 4 - jokers), len(held) + 1):
                for part in combinations(held, size):
                    found.append((part + ("JK",) * (4 - size), (suit, at)))
    return found


def can_lay(hand: Counter[str], sets: int, runs: int, before: tuple[Any, ...] = ()) -> bool:
    if not sets and not runs:
        return True
    for meld, what in short_melds(hand):
        if Counter(meld) - hand or not (sets if len(what) == 1 else runs):
            continue
        if len(what) == 1 and what in before:
            continue
        near = [b for b in before if len(b) == 2 == len(what) and b[0] == what[0]]
        if any(abs(b[1] - what[1]) < 5 for b in near):
            continue
        is_one = len(what) == 1
        if can_lay(hand - Counter(meld), sets - is_one, runs - (not is_one), (*before, what)):
            return True
    return False


@pytest.mark.parametrize("deal", range(1, 7))
def test_a_contract_can_be_laid_where_every_choice_is_tried(deal: int) -> None:
    """Hands of few ranks and suits, so that many of them can."""
    game, rng = cardlab.game("liverpool-rummy"), random.Random(deal)
    answers = Counter[bool]()
    for number in range(30):
        ranks = rng.sample(LINE[:13], 6 if number % 2 else 9)
        suits = "SH" if CONTRACTS[deal - 1][1] else "SHCD"
        few = [card for card in game.pack if card[0] in ranks and card[1] in suits]
        pool = [*few, "JK", "JK", "JK", "JK"]
        hand = rng.sample(pool, 11 if deal < 5 else 14)
        state = game.state(phase="discard", hands={0: hand}, deal=deal, stock="2C", discards="3C")
        able = bool(game.view(state).lays())
        sets, runs = CONTRACTS[deal - 1]
        assert able == can_lay(Counter(map(str, hand)), sets, runs), hand
        answers[able] += 1
    assert len(answers) == 2


def test_melds_are_sets_and_runs_and_cards_add_up() -> None:
    """Whoever begins the contract can finish it; what lies on the table is melds."""
    game = cardlab.game("liverpool-rummy", players=3)
    finished = 0
    for seed in range(3):
        match, rng = game.match(seed=seed), random.Random(seed)
        while not match.over and match.state.standing.deal < 4:
            state = match.state
            moves = match.legal_moves()
            lays = [move for move in moves if move.verb in ("meld", "lay off")]
            helpful = [move for move in moves if move == "take"]
            chosen = rng.choice(lays or (helpful if rng.random() < 0.5 else None) or moves)
            sets, runs = CONTRACTS[state.standing.deal - 1]
            for mine in state.melds:
                kinds = Counter(is_set(meld) for meld in mine)
                assert all(is_set(meld) or places(meld) for meld in mine)
                assert kinds[True] <= sets and kinds[False] <= runs
                done = (kinds[True], kinds[False]) == (sets, runs)
                finished += done
                owner = state.melds.index(mine)
                assert done or not mine or owner == state.to_move
            match.play(chosen)
    assert finished


@pytest.mark.parametrize(("players", "seed"), [(3, 2), (4, 1), (5, 3)])
def test_bots_bring_every_contract_to_its_end(players: int, seed: int) -> None:
    """Each of the seven deals ends with somebody whose contract lies there and who is out of
    cards; in the last one nothing is laid before that turn."""
    game = cardlab.game("liverpool-rummy", players=players)
    match, player = game.match(seed=seed), bot("sensible", ceiling=0.02, seed=1)
    ended = []
    while not match.over:
        before, seat = match.state, match.state.to_move
        move = player.choose(match.seat_view(seat))
        match.play(move, seat)
        deal, after = before.standing.deal, game.after(before, move, seat)
        if deal == len(CONTRACTS):
            assert not any(mine for owner, mine in enumerate(after.melds) if owner != seat)
        if after.phase is not OVER:
            continue
        assert not after.void and after.out == seat and not after.hands[seat]
        kinds = Counter(is_set(meld) for meld in after.melds[seat])
        assert (kinds[True], kinds[False]) == CONTRACTS[deal - 1]
        assert all(is_set(meld) or places(meld) for meld in after.melds[seat])
        ended.append(deal)
    assert ended == [*range(1, len(CONTRACTS) + 1)]


@pytest.mark.parametrize(
    ("hand", "misfits"),
    [
        ("4H 5H 6H 7H 6S 7S 8S 9S TD JD QD KD AD", 0),
        ("4H 5H 6H 7H 6S 7S 8S 9S TD JD JK KD AD", 0),
        ("4H 5H 6H 7H 6S 7S 8S 9S TD JD KD AD 2C", 2),  # a gap, and a card that is in no run
        ("4H 5H 6H 7H 8H 9H TH JH 6S 7S 8S 9S 9S", 3),  # 8♥ between runs, no Q♥, 9♠ twice
        ("AH 2H 3H 4H JH QH KH AH 6S 7S 8S 9S", 0),
        ("AH 2H 3H 4H JH QH KH 6S 7S 8S 9S", 1),  # the ace is at one end only
    ],
)
def test_what_keeps_a_hand_from_being_runs(hand: str, misfits: int) -> None:
    melding: Any = cardlab.game("liverpool-rummy").melding
    assert melding.misfits(cards(hand), 3) == misfits


def position(hand: str, **given: Any) -> tuple[Any, Any]:
    game = cardlab.game("liverpool-rummy", **given.pop("options", {}))
    base = {"phase": "discard", "stock": "2C 3C 4C", "discards": "KD"}
    return game, game.state(**base | {"hands": {0: hand, 1: "2S", 2: "2H", 3: "2D"}} | given)


OPEN = {"melds": {1: ["5S 5H 5C", "9S 9H JK"]}}


@pytest.mark.parametrize(
    ("deal", "hand", "given", "typed", "rule"),
    [
        (1, "5S 5H 5C 9S 9H JK KC", {}, "meld 5S 5H 5C", None),
        (1, "5S 5H 5C 9S 9H QD KC", {}, "meld 5S 5H 5C", "whole-contract"),
        (1, "5S 5H 5C 5D 5S 5H KC", {}, "meld 5S 5H 5C", "whole-contract"),
        (2, "8S 8H 8C 4H 5H JK 7H KC", {}, "meld 4H 5H JK 7H", None),
        (2, "8S 8H 8C 4H 5H 6H 7H KC", {}, "meld 8S 8H 4H", "legal-meld"),
        (1, "5D KC", OPEN, "lay off 5D", "contract-first"),
        (1, "5D KC", {"melds": [["KS KH KD", "3S 3H 3C"], ["5S 5H 5C"]]}, "lay off 5D", None),
        (1, "9S 9H JK KC", {"melds": [["5S 5H 5C"]]}, "discard KC", "finish-the-contract"),
        (3, "4H 5H 6H 7H 8H 9H TH JH KC", {}, "meld 4H 5H 6H 7H", "whole-contract"),
        (3, "3H 4H 5H 6H 8H 9H TH JH KC", {}, "meld 3H 4H 5H 6H", None),
        (7, "AH 2H 3H 4H 6S 7S 8S 9S TD JD QD KD AD", {}, "meld AH 2H 3H 4H", None),
        (7, "AH 2H 3H 4H 6S 7S 8S 9S TD JD QD KD 2S", {}, "meld AH 2H 3H 4H", "whole-contract"),
    ],
)
def test_what_may_be_laid(deal: int, hand: str, given: Any, typed: str, rule: str | None) -> None:
    game, state = position(hand, deal=deal, **given)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, str(verdict.rule) if verdict.rule else None) == (rule is None, rule)


def test_a_purchase_costs_a_card_of_the_stock_and_comes_before_the_draw() -> None:
    game, state = position("KC 2S", phase="draw", to_move=0, discards="KD")
    state = game.after(state, "draw")
    assert (state.phase.id, state.to_move) == ("buying", 1)
    state = game.after(state, "buy", 1)
    assert sorted(state.hands[1]) == ["2C", "2S", "KD"] and state.bought == (0, 1, 0, 0)
    assert (state.phase.id, state.to_move, state.hands[0][-1]) == ("discard", 0, "3C")


def test_jokers_and_equal_melds_on_the_table() -> None:
    melds = [["KS KH KD", "3S 3H 3C"], ["KS KH KD", "9S TS JS QS"]]
    game, state = position("JK KC KC 4D 6D", melds=melds)
    state = game.after(state, "lay off KC on KS KH KD")
    assert [len(meld) for mine in state.melds for meld in mine] == [4, 3, 3, 4]
    state = game.after(state, "lay off JK on 9S TS JS QS")
    assert state.melds[1][1] == ("9S", "TS", "JS", "QS", "JK")
    assert len(state.hands[0]) == 3


def test_what_is_left_counts() -> None:
    game, state = position("KC", hands={0: "KC", 1: "JH 9S 3D AC", 2: "JK AS QD 5C", 3: "2D"})
    state = game.end(state.but(hands=((), *state.hands[1:])), out=0)
    assert [entry.points for entry in game.deal_lines(state)] == [37, 45, 2]
    dear = cardlab.game("liverpool-rummy", joker=50, ace=1)
    assert dear.value(cards("JK AS QD 5C")) == 66


def test_legal_moves_of_a_rich_hand_are_at_most_a_few_hundred() -> None:
    """Four jokers and long suits: the runs that differ only by a joker for a held card are not told
    apart, so there are at most a few hundred melds."""
    hand = "JK JK JK JK 3H 4H 6H 7H 9H 3S 4S 6S 8S 9S 5C 6C 8C TC QC"
    game, state = position(hand, deal=6)
    assert 30 < len(game.legal_moves(state)) < 700


def test_hands_of_the_seven_deals() -> None:
    game = cardlab.game("liverpool-rummy")
    assert [game.size_of(deal) for deal in range(1, 8)] == [10, 10, 10, 10, 12, 12, 12]
    with pytest.raises(ValueError, match="five players"):
        cardlab.game("liverpool-rummy", packs=3)
