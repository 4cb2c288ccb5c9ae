"""Belote beside a second way of counting: which cards may be played, who wins, and what a deal scores,
worked out from letters of cards alone; and the worked deal that comes out equal."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab

TRUMP_ORDER, PLAIN_ORDER = "J9ATKQ87", "ATKQJ987"
PLAIN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0, "8": 0, "7": 0}
TRUMP = PLAIN | {"J": 20, "9": 14}


def height(card: str, led: str, trump: str) -> int:
    """How high a card stands in a trick; below 0 where it cannot win."""
    if card[1] == trump:
        return 20 - TRUMP_ORDER.index(card[0])
    return 9 - PLAIN_ORDER.index(card[0]) if card[1] == led else -1


def winning(trick: list[tuple[int, str]], trump: str) -> tuple[int, str]:
    return max(trick, key=lambda played: height(played[1], trick[0][1][1], trump))


def allowed(hand: list[str], trick: list[tuple[int, str]], me: int, trump: str, free: bool) -> set:
    """The cards that may be played, by cases."""
    if not trick:
        return {*hand}
    led = trick[0][1][1]
    seat, best = winning(trick, trump)
    following = [card for card in hand if card[1] == led]
    trumps = [card for card in hand if card[1] == trump]
    higher = [c for c in trumps if height(c, led, trump) > height(best, led, trump)]
    if following:
        return {*higher} if led == trump and higher else {*following}
    if (seat - me) % 2 == 0 or not trumps:
        return {*hand}
    if best[1] != trump:
        return {*trumps}
    if higher:
        return {*higher}
    return {*hand} if free else {*trumps}


def counted(tricks: list[list[tuple[int, str]]], trump: str) -> tuple[list[int], list[int]]:
    """Card points with the last trick, and tricks, by the parity of the seat."""
    points, won = [0, 0], [0, 0]
    for trick in tricks:
        side = winning(trick, trump)[0] % 2
        won[side] += 1
        points[side] += sum((TRUMP if c[1] == trump else PLAIN)[c[0]] for _, c in trick)
    points[winning(tricks[-1], trump)[0] % 2] += 10
    return points, won


def settled(
    taker: int, points: list[int], won: list[int], pair: int | None, waiting: int, hold: bool
) -> tuple[list[int], int]:
    """What the sides score, and what waits afterwards."""
    side, other = taker % 2, 1 - taker % 2
    have = [252 if won[s] == 8 else points[s] for s in (0, 1)]
    belote = [20 * (pair is not None and pair % 2 == s) for s in (0, 1)]
    sums = [have[s] + belote[s] for s in (0, 1)]
    scored = [0, 0]
    if sums[side] > sums[other]:
        scored = sums[:]
        scored[side] += waiting
        return scored, 0
    if sums[side] == sums[other] and hold:
        scored[other] = sums[other]
        return scored, waiting + sums[side]
    scored[side] = belote[side]
    scored[other] = (252 if won[other] == 8 else 162) + belote[other] + waiting
    return scored, 0


@pytest.mark.parametrize(
    "options",
    [{}, {"undertrump": "free"}, {"litige": "inside", "target": 500}],
    ids=str,
)
def test_matches_followed_from_the_cards_alone(options: dict[str, Any]) -> None:
    free, hold = options.get("undertrump") == "free", options.get("litige") != "inside"
    for seed in range(2):
        rng, match = random.Random(seed), cardlab.game("belote", **options).match(seed=seed)
        totals, waiting = [0, 0], 0
        while not match.over:
            upcard, dealer = str(match.state.turned), match.state.dealer
            assert match.to_move == (dealer - 1) % 4
            passes = 0
            while match.state.phase.id != "play" and passes < 8:
                move = rng.choice(["pass", "pass", *map(str, match.legal_moves())])
                passes += move == "pass"
                match.play(move)
            if passes == 8:
                assert list(match.totals.values()) == totals
                continue
            taker, trump = match.state.declarer, str(match.state.order.trump)
            assert (trump == upcard[1]) == (passes < 4)
            hands = [[str(card) for card in hand] for hand in match.state.hands]
            assert [len(hand) for hand in hands] == [8] * 4 and upcard in hands[taker]
            pair = next((s for s in range(4) if {"K" + trump, "Q" + trump} <= {*hands[s]}), None)
            tricks: list[list[tuple[int, str]]] = []
            leader = (dealer - 1) % 4
            for _ in range(8):
                trick: list[tuple[int, str]] = []
                for turn in range(4):
                    seat = (leader - turn) % 4
                    assert match.to_move == seat
                    may = allowed(hands[seat], trick, seat, trump, free)
                    assert {*map(str, match.legal_moves())} == may
                    card = rng.choice(sorted(may))
                    match.play(card)
                    hands[seat].remove(card)
                    trick.append((seat, card))
                tricks.append(trick)
                leader = winning(trick, trump)[0]
            points, won = counted(tricks, trump)
            assert sum(points) == 162
            scored, waiting = settled(taker, points, won, pair, waiting, hold)
            totals = [a + b for a, b in zip(totals, scored, strict=True)]
            assert list(match.totals.values()) == totals
            assert match.over or match.state.standing.points_waiting == waiting


DEAL = {
    "West": "TH JD 9D 7D TC QC 9C 7C",
    "South": "AS TS AH 9H 7H KD 8D AC",
    "East": "JS 9S 7S KH 8H JH QD JC",
    "North": "KS QS 8S QH AD TD KC 8C",
}
PLAYED = (
    "7C AC JC KC  AH 8H QH TH  7H JH 8S 7D  AD 9D KD QD  8C 9C TS JS  9S QS TC AS  KH KS JD 9H"
    "  TD QC 8D 7S"
)


def test_the_worked_deal_comes_out_equal() -> None:
    """91 with the last trick against 71 and belote: the defenders score 91, and 91 wait."""
    game = cardlab.game("belote")
    state = game.state(
        hands=DEAL, trump="S", declarer=3, dealer="North", to_move="West", phase="play"
    )
    said = []
    seats = {"West": 1, "South": 0, "East": 3, "North": 2}
    for card in PLAYED.split():
        name = game.names[state.to_move]
        assert card in {str(c) for c in state.hands[seats[name]]}
        move = next(m for m in game.legal_moves(state) if str(m) == card)
        told = state.phase.told(state, state.to_move, move, name)
        said += [told] if "belote" in told else []
        state = game.after(state, card)
    assert said == ["North plays Q♠: belote.", "North plays K♠: rebelote."]
    result = game.result(state)
    assert result.points == (71, 91) and result.belote == 0 and result.takers == 1
    assert cardlab.totals(game.score(result)) == {"north-south": 91}
    after = game.next_standing(state, game.deal_lines(state))
    assert after.points_waiting == 91 and after.totals == (91, 0)


def test_what_waited_goes_to_whoever_wins_the_next_deal() -> None:
    game = cardlab.game("belote")
    made = game.Result(takers=0, points=(100, 62), waiting=91)
    assert cardlab.totals(game.score(made)) == {"north-south": 191, "east-west": 62}
    inside = game.Result(takers=0, points=(62, 100), waiting=91)
    assert cardlab.totals(game.score(inside)) == {"east-west": 253}
    again = game.Result(takers=0, points=(81, 81), tricks=(4, 4), waiting=91)
    assert cardlab.totals(game.score(again)) == {"east-west": 81}


def test_belote_is_never_lost_to_a_capot() -> None:
    game = cardlab.game("belote")
    lost = game.Result(takers=0, points=(162, 0), tricks=(8, 0), belote=1)
    assert cardlab.totals(game.score(lost)) == {"north-south": 252, "east-west": 20}
    swept = game.Result(takers=0, points=(0, 162), tricks=(0, 8), belote=0)
    assert cardlab.totals(game.score(swept)) == {"north-south": 20, "east-west": 252}


def test_the_other_card_of_belote_is_known_once_it_is_said() -> None:
    game = cardlab.game("belote")
    hands = {1: "KS QS 7H", 0: "8S 9H AD", 3: "7S TH KD", 2: "AS 8H QD"}
    state = game.state(hands=hands, trump="S", declarer=0, dealer=2, to_move=1, phase="play")
    state = game.after(state, "KS")
    assert {(k.seat, str(k.card), k.holder) for k in state.known} == {
        (seat, "QS", 1) for seat in (0, 2, 3)
    }


def test_after_eight_passes_the_next_player_deals() -> None:
    match = cardlab.game("belote").match(seed=2)
    dealer = match.state.dealer
    for _ in range(8):
        match.play("pass")
    assert match.state.dealer == (dealer - 1) % 4 and match.state.standing.deal == 2
    assert not match.lines


def test_calls_that_are_refused() -> None:
    match = cardlab.game("belote").match(seed=2)
    down = match.state.offered
    for _ in range(4):
        match.play("pass")
    verdict = match.verdict(f"trumps {down}")
    assert verdict.rule == "suit-turned-down" and not verdict.legal
    other = next(suit for suit in "SHCD" if suit != down)
    match.play(f"trumps {other}")
    assert match.verdict("trumps H").rule == "auction-over"


@pytest.mark.parametrize(
    ("points", "written"),
    [((85, 77), (80, 80)), ((86, 76), (90, 70)), ((82, 80), (80, 80)), ((101, 61), (100, 60))],
)
def test_points_in_tens(points: tuple[int, int], written: tuple[int, int]) -> None:
    """The takers' points are rounded, up to 5 down; the others score what is left of 160."""
    game = cardlab.game("belote", round="ten")
    lines = game.score(game.Result(takers=0, points=points, tricks=(4, 4)))
    assert tuple(line.points for line in lines) == written
    plain = cardlab.game("belote")
    made = plain.score(plain.Result(takers=0, points=points, tricks=(4, 4)))
    assert tuple(line.points for line in made) == points


def test_a_capot_and_a_lost_deal_in_tens() -> None:
    game = cardlab.game("belote", round="ten")
    (capot,) = game.score(game.Result(takers=0, points=(162, 0), tricks=(8, 0)))
    assert capot.points == 250
    (lost,) = game.score(game.Result(takers=0, points=(70, 92), tricks=(4, 4)))
    assert lost.points == 160 and lost.side == game.sides[1].id
    text = " ".join(game.rules().split())
    assert (
        "rounded, 5 or less down and 6 or more up, and the others score what is left of 160" in text
    )
    assert "252" not in text and "250" in text
    (held,) = game.score(game.Result(takers=0, points=(81, 81), tricks=(4, 4)))
    assert held.points == 80


def test_matches_in_tens_add_up() -> None:
    """Every deal brings 160 or 250, what waits included, and 20 for belote."""
    match, rng = cardlab.game("belote", round="ten").match(seed=4), random.Random(4)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    total = sum(line.points for line in match.lines)
    assert total % 10 == 0 and all(line.points % 10 == 0 for line in match.lines)


# --- runs and sets that are announced

NATURAL = "AKQJT987"
FOUR_COUNT = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}


def every_announcement(hand: list[str]) -> list[tuple[int, frozenset[str]]]:
    """All runs, parts of longer ones too, and all sets of a hand, with what they count."""
    found = []
    for suit in "SHCD":
        for first in range(8):
            for last in range(first + 2, 8):
                run = [rank + suit for rank in NATURAL[first : last + 1]]
                if {*run} <= {*hand}:
                    found.append(({3: 20, 4: 50}.get(len(run), 100), frozenset(run)))
    for rank, points in FOUR_COUNT.items():
        if {rank + suit for suit in "SHCD"} <= {*hand}:
            found.append((points, frozenset(rank + suit for suit in "SHCD")))
    return found


def most_announced(found: list[tuple[int, frozenset[str]]]) -> int:
    """The most that announcements without a card in common count together."""
    if not found:
        return 0
    (points, cards), *rest = found
    apart = [one for one in rest if not one[1] & cards]
    return max(most_announced(rest), points + most_announced(apart))


def test_what_a_hand_announces_counts_most() -> None:
    from cardlab.rulebook.belote import announcements

    rng = random.Random(7)
    pack = [rank + suit for rank in NATURAL for suit in "SHCD"]
    some = 0
    for number in range(3_000):
        # every other hand is drawn from few cards, so that there is much to announce
        hand = rng.sample(pack if number % 2 else rng.sample(pack, 12), 8)
        told = announcements(cardlab.Card(card) for card in hand)
        said = [str(card) for one in told for card in one.cards]
        assert len(said) == len({*said}) and {*said} <= {*hand}
        assert sum(one.points for one in told) == most_announced(every_announcement(hand))
        some += len(told) > 1
    assert some > 10
    suit = announcements(cardlab.Card(rank + "H") for rank in NATURAL)
    assert [one.points for one in suit] == [100, 20]


def test_the_better_announcement() -> None:
    from cardlab.engine.cards import Suit, cards
    from cardlab.rulebook.belote import Announcement

    best_first = "JS JH JC JD/9S 9H 9C 9D/AS AH AC AD/TS TH TC TD/QS QH QC QD/AS KS QS JS TS 9S"
    best_first += "/KS QS JS TS 9S/AH KH QH JH/AC KC QC JC/KH QH JH TH/AH KH QH/AS KS QS/9H 8H 7H"
    ranked = [Announcement(tuple(cards(text))) for text in best_first.split("/")]
    strengths = [one.strength(Suit("H")) for one in ranked]
    assert strengths == sorted(strengths, reverse=True)
    assert strengths[7] > strengths[8]  # the same run, in trumps


def test_announcements_are_told_and_counted_for_one_side() -> None:
    game, rng, seen = cardlab.game("belote", announces=True), random.Random(3), set()
    for seed in range(60):
        match = game.match(seed=seed)
        while not match.over and match.state.standing.deal == 1:
            match.play(rng.choice(match.legal_moves()))
        told = [line for line in match.log() if " announces " in line]
        lines = {(line.side, line.title): line.points for line in match.lines if line.deal == 1}
        counted = [side for side, title in lines if title == "Announcements"]
        assert len(counted) <= 1 and (not counted or told)
        seen.add((bool(told), bool(counted), any(title == "Inside" for _, title in lines)))
    assert {(True, True, True), (True, True, False)} <= seen


@pytest.mark.parametrize(
    ("given", "lines"),
    [
        # takers 70 + 50 announced make it against 92
        ({"points": (70, 92), "announcing": 0, "announced": 50}, {"a": 70 + 50, "b": 92}),
        # takers 91 against 71 + 50: inside, and the others score what they announced
        ({"points": (91, 71), "announcing": 1, "announced": 50}, {"b": 162 + 50}),
        # takers 61 + 20 against 101: inside, and the others score the takers' announcements
        ({"points": (61, 101), "announcing": 0, "announced": 20}, {"b": 162 + 20}),
        # takers 71 + 20 against 91: equal; the takers' announcements wait with their points
        ({"points": (71, 91), "announcing": 0, "announced": 20}, {"b": 91}),
        ({"points": (91, 71), "announcing": 1, "announced": 20}, {"b": 71 + 20}),
    ],
)
def test_what_announcements_bring(given: dict[str, Any], lines: dict[str, int]) -> None:
    game = cardlab.game("belote", announces=True)
    result = game.Result(takers=0, tricks=(4, 4), **given)
    assert result.cannot(game) == ""
    scored: dict[str, int] = {}
    for line in game.score(result):
        side = "ab"[[side.id for side in game.sides].index(line.side)]
        scored[side] = scored.get(side, 0) + line.points
    assert scored == lines
