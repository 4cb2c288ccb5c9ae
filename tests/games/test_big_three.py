"""Big Three beside a second account of it: hands as ranks alone, every choice of ranks tried, and
whole matches with calls and bids kept as plain lists."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

import cardlab
from cardlab.players.bots import bot

LOW_TO_HIGH, ROW = "456789TJQKA23", "456789TJQK"
Shape = tuple[str, int]


def shape(ranks: str) -> Shape | None:
    """What cards of these ranks are, by looking for them in every set and run that there is."""
    counts = Counter(ranks)
    if len(counts) == 1:
        return ("set", len(ranks)) if len(ranks) < 5 else None
    for width, shortest in ((1, 3), (2, 3), (3, 2)):
        for length in range(shortest, len(ROW) + 1):
            for at in range(len(ROW) - length + 1):
                if sorted(ranks) == sorted(ROW[at : at + length] * width):
                    return (f"run of {width}", len(ranks))
    return None


def height(ranks: str) -> int:
    return max(map(LOW_TO_HIGH.index, ranks))


RUNS = {
    "".join(sorted(ROW[at : at + length] * width)): (f"run of {width}", length * width)
    for width, shortest in ((1, 3), (2, 3), (3, 2))
    for length in range(shortest, len(ROW) + 1)
    for at in range(len(ROW) - length + 1)
}


def plays(hand: list[str]) -> set[str]:
    """All that may be laid together, as sorted ranks."""
    held = Counter(card[0] for card in hand)
    sets = {rank * size for rank, many in held.items() for size in range(1, many + 1)}
    return sets | {run for run in RUNS if not Counter(run) - held}


def of_ranks(move: Any) -> str:
    text = str(move)
    return "" if text == "pass" else "".join(sorted(card[0] for card in text.split()[1:]))


def test_every_choice_of_ranks_is_what_it_is() -> None:
    """All multisets of up to six of the ranks, with at most four of each; longer ones at random."""
    game, rng = cardlab.game("big-three"), random.Random(1)
    suits = "SHCD"
    tried: list[str] = []
    for counts in product(range(3), repeat=6):
        tried.append("".join(rank * n for rank, n in zip("9TJQKA", counts, strict=True)))
    for counts in product(range(5), repeat=4):
        tried.append("".join(rank * n for rank, n in zip("4567", counts, strict=True)))
    for _ in range(500):
        tried.append("".join(card[0] for card in rng.sample(game.pack, rng.randint(3, 12))))
    tried += list(RUNS)
    for ranks in filter(None, tried):
        seen: Counter[str] = Counter()
        cards = []
        for rank in ranks:
            cards.append(cardlab.Card(rank + suits[seen[rank]]))
            seen[rank] += 1
        made = game.made_of(game.held(cards))
        mine = shape(ranks)
        assert bool(made.kind) == (mine is not None), ranks
        if mine is not None:
            assert made.size == mine[1]
            assert (made.kind in ("run", "run of pairs", "run of threes")) == (mine[0] != "set")


def opener(hands: list[list[str]]) -> int:
    hearts = [card for hand in hands for card in hand if card[1] == "H"]
    lowest = min(hearts, key=lambda card: LOW_TO_HIGH.index(card[0]))
    return next(seat for seat, hand in enumerate(hands) if lowest in hand)


CASES = tuple(product((3, 4), (False, True), ("opener", "declarer")))


@pytest.mark.parametrize(("players", "reenter", "leader"), CASES)
def test_matches_followed_with_open_hands(players: int, reenter: bool, leader: str) -> None:
    game = cardlab.game("big-three", players=players, reenter=reenter, leader=leader, deals=2)
    match, rng = game.match(seed=players), random.Random(players)
    points = [0] * players
    while not match.over:
        hands = [[str(card) for card in hand] for hand in match.state.hands]
        hole = [str(card) for card in match.state.stock]
        assert len(hole) == (4 if players == 3 else 0)
        first = turn = opener(hands)
        bid, declarer, passes = 0, first, 0
        while bid < 3 and passes < players - 1:
            assert match.to_move == turn
            legal = {str(n) for n in range(bid + 1, 4)} | ({"pass"} if bid else set())
            assert {str(move) for move in match.legal_moves()} == legal
            call = rng.choice(sorted(legal))
            match.play(call)
            if call == "pass":
                passes += 1
            else:
                bid, declarer, passes = int(call), turn, 0
            turn = (turn + 1) % players
        hands[declarer] += hole
        turn = first if leader == "opener" else declarer
        top, last, passed = "", -1, set[int]()
        while all(hands):
            assert match.to_move == turn
            legal = plays(hands[turn])
            if top:
                kind = (RUNS.get(top, "set"), len(top))
                legal = {
                    ranks
                    for ranks in legal
                    if (RUNS.get(ranks, "set"), len(ranks)) == kind and height(ranks) > height(top)
                } | {""}
            assert {of_ranks(move) for move in match.legal_moves()} == legal
            move = rng.choice(match.legal_moves())
            match.play(move)
            if of_ranks(move):
                for card in str(move).split()[1:]:
                    hands[turn].remove(card)
                top, last, passed = of_ranks(move), turn, set() if reenter else passed
            else:
                passed.add(turn)
            waiting = {*range(players)} - passed - {last}
            if waiting:
                seats = ((turn + i) % players for i in range(1, players))
                turn = next(seat for seat in seats if seat in waiting)
            else:
                turn, top, passed = last, "", set()
        won = 1 if not hands[declarer] else -1
        for seat in range(players):
            points[seat] += won * bid * ((players - 1) if seat == declarer else -1)
        assert list(match.totals.values()) == points and sum(points) == 0


@pytest.mark.parametrize(
    ("laid", "typed", "rule"),
    [
        ("4S 5D 6H", "play 9C TC JC", ""),
        ("4S 5D 6H", "play 9D TC JC", ""),
        ("4S 5D 6H", "play 8C 9C TC JC", "same-shape"),
        ("4S 5D 6H", "play QC KC AC", "runs-four-to-king"),
        ("4S 4D", "play 9C 9D", ""),
        ("KS KD", "play 9C 9D", "higher-rank"),
        ("5S 5D 6C 6H 7S 7C", "play 8C 8D 9C 9D JC JD", "runs-four-to-king"),
        ("5S 5D 6C 6H 7S 7C", "play 9C 9D TC TD JC JD", ""),
        ("4S 5D 6H", "play AC", "same-shape"),
        ("4S 5D 6H", "play 3C", "must-hold-card"),
    ],
)
def test_shapes(laid: str, typed: str, rule: str) -> None:
    game = cardlab.game("big-three")
    hand = "8C 8D 9C 9D TC TD JC JD QC KC AC"
    table = game.state(hands={0: hand, 1: "2C", 2: "2D"}, laid=[("West", laid)])
    verdict = game.verdict(table, typed)
    assert verdict.legal == (not rule)
    if rule:
        assert verdict.rule == rule
        with pytest.raises(cardlab.IllegalMove):
            game.after(table, typed)
    else:
        top = game.after(table, typed).top
        assert [card.rank for card in top] == [text[0] for text in typed.split()[1:]]


def test_allies_do_not_see_the_hole() -> None:
    game = cardlab.game("big-three")
    match = game.match(seed=4).play("3")
    declarer = match.state.declarer
    assert len(match.state.hands[declarer]) == 20 and match.state.stock == ()
    view = match.state.seen_by((declarer + 1) % 3)
    assert "??" in map(str, view.hands[declarer])


def test_simple_plays_better_than_chance() -> None:
    game, gained = cardlab.game("big-three", deals=1), 0
    for seed in range(30):
        match, best = game.match(seed=seed), seed % 3
        bots = [bot("simple" if seat == best else "random", seed=seed) for seat in range(3)]
        while not match.over:
            match.play(bots[match.to_move].choose(game.view(match.state)))
        gained += list(match.totals.values())[best]
    assert gained > 0


def test_a_run_is_played_with_the_suits_that_were_typed() -> None:
    """One run of a row of ranks is offered; its player may lay other cards of the same ranks."""
    hands = {0: "4H 5S 5C 6C 6S 9D 9C", 1: "3S 3H", 2: "AS AH"}
    table = cardlab.game("big-three").state(phase="play", to_move=0, hands=hands)
    assert "play 4H 5S 6S" in table.legal_moves() and "play 4H 5C 6C" not in table.legal_moves()
    for typed, laid in (("play 4H 5C 6C", "4H 5C 6C"), ("6S 4H 5C", "4H 5C 6S")):
        verdict = table.game.verdict(table, typed)
        assert verdict.legal and verdict.move == f"play {laid}"
        after = table.game.after(table, typed)
        assert " ".join(map(str, after.laid[-1])) == laid
        assert not {*laid.split()} & {str(card) for card in after.hands[0]}
    refused = table.game.verdict(table, "play 4H 5H 6C")
    assert not refused.legal and refused.reason == "you do not hold 5♥"
