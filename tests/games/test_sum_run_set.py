"""Sum-Run-Set: whole matches in every shape, captures against a slow search, and the order of
the count."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card, cards
from cardlab.families.fishing import apart, one_group

SHAPES: list[dict[str, Any]] = [
    {},
    {"players": 3},
    {"players": 4},
    {"players": 4, "partners": True},
    {"players": 5},
    {"match_points": 5},
    {"players": 4, "partners": True, "match_points": 8, "lurch": 4, "target": 121},
    {"multi_capture": True},
    {"players": 5, "multi_capture": True},
]
LOW = "A23456789TJQK"


def play_out(options: dict[str, Any], seed: int, check: Any = None) -> Any:
    match, rng = cardlab.game("sum-run-set", **options).match(seed=seed), random.Random(seed)
    while not match.over:
        if check:
            check(match, rng)
        match.play(rng.choice(match.legal_moves()))
    return match


@pytest.mark.sampled
@pytest.mark.slow
@pytest.mark.parametrize("options", SHAPES)
@pytest.mark.parametrize("seed", range(3))
def test_matches(options: dict[str, Any], seed: int) -> None:
    def check(match: Any, rng: random.Random) -> None:
        state = match.state
        assert Counter(state.all_cards()) == Counter(match.game.pack)
        if rng.random() < 0.05:
            verdicts = match.game.verdicts(state)
            assert all(verdicts.values()) and tuple(verdicts) == match.legal_moves()
            other = state.seen_by(state.actor()).imagined(rng)
            again = match.game.verdicts(other)
            assert [(m, v.reason) for m, v in verdicts.items()] == [
                (m, v.reason) for m, v in again.items()
            ]
            verdict = match.verdict(f"{state.hand[0]} takes {' '.join(state.hand)}")
            assert (
                not verdict.legal
                and verdict.rule == "no-such-capture"
                and verdict.reason
                and verdict.instead
            )
            assert len(verdict.reason.split()) <= 15
            for seat in range(match.game.players):
                view = json.loads(match.view(seat).to_json())
                told = {c["move"]: c["worth"] for c in view["choices"]}
                for move, worth in told.items():
                    points = match.game.points_of(state, next(m for m in verdicts if m == move))
                    assert sum(int(w) for w in (worth or "0").split() if w.isdigit()) == points

    match = play_out(options, seed, check)
    assert Counter(match.state.all_cards()) == Counter(match.game.pack)
    assert len(match.outcome.winners) == 1
    assert match.totals == cardlab.totals(match.lines, match.totals)
    again = cardlab.Record.from_json(match.record.to_json()).replay()
    assert (again.state, again.lines, again.outcome) == (match.state, match.lines, match.outcome)
    game = match.game
    top = match.totals[match.outcome.winners[0]]
    if game.match_points == 1:
        assert top >= game.target and all(not x.account for x in match.lines)
    else:
        assert top >= game.match_points
        won = [x for x in match.lines if x.account == "match"]
        assert match.totals == cardlab.totals(won, match.totals)


def test_hands_of_a_pitch() -> None:
    for players, hands in ((2, 6), (3, 4), (4, 3), (5, 3)):
        match = cardlab.game("sum-run-set", players=players, deals=1).match(seed=4)
        first, seen = match.to_move, [match.state.hands]
        assert match.state.dealer == 0 and first == 1
        while not match.over:
            before = match.state
            match.play(next(m for m in match.legal_moves() if m.verb == "play"))
            if len(match.state.stock) < len(before.stock):
                assert match.to_move == first and set(map(len, match.state.hands)) == {
                    match.game.each
                }
                seen.append(match.state.hands)
        assert len(seen) == hands and len(match.state.pond) == 52
        assert not match.lines


def slow(card: Card, pond: tuple[Card, ...]) -> set[tuple[str, frozenset[Card]]]:
    """What a card takes, from all subsets of the pond."""
    found = set()
    value = {r: i + 1 for i, r in enumerate(LOW)}
    for n in range(1, len(pond) + 1):
        for part in combinations(pond, n):
            worth = [value[c.rank] for c in part]
            places = sorted([*worth, value[card.rank]])
            wanted = value[card.rank] if value[card.rank] <= 10 else 15
            if n > 1 and max(worth) <= 10 and sum(worth) == wanted:
                found.add(("sum", frozenset(part)))
            if (
                n > 1
                and places == list(range(places[0], places[0] + n + 1))
                and (places[-1] <= 10 or places == [11, 12, 13])
            ):
                found.add(("run", frozenset(part)))
            if {c.rank for c in part} == {card.rank}:
                found.add(("set", frozenset(part)))
    return found


@pytest.mark.parametrize("seed", range(40))
def test_captures_are_all_there_are(seed: int) -> None:
    game = cardlab.game("sum-run-set")
    card, *pond = random.Random(seed).sample(game.pack, 10)
    moves = game.catches(card, tuple(pond))
    assert len(set(moves)) == len(moves)
    assert {(m.kind, frozenset(m.named)) for m in moves} == slow(card, tuple(pond))


def position(pond: str, hand: str, **given: Any) -> Any:
    return cardlab.game("sum-run-set").state(
        phase="fish", pond=pond, hands={0: hand, 1: "KD"}, **given
    )


def joined(a: tuple[str, frozenset[Card]], b: tuple[str, frozenset[Card]]) -> bool:
    """Two groups that may not be taken side by side: they share a card, or are one set or one
    run."""
    ranks = {c.rank for c in a[1]} & {c.rank for c in b[1]}
    return bool(a[1] & b[1]) or a[0] == b[0] == "set" or (a[0] == b[0] == "run" and not ranks)


@pytest.mark.parametrize("seed", range(30))
def test_several_groups_are_all_there_are(seed: int) -> None:
    game = cardlab.game("sum-run-set", multi_capture=True)
    card, *pond = random.Random(seed).sample(game.pack, 10)
    moves, alone = game.catches(card, tuple(pond)), slow(card, tuple(pond))
    found, ways = set(), {frozenset([group]) for group in alone}
    while ways:
        found |= ways
        ways = {
            way | {more}
            for way in ways
            for more in alone
            if not any(joined(more, group) for group in way)
        }
    assert {frozenset((kind, frozenset(part)) for kind, part in m.groups) for m in moves} == found
    assert len(moves) == len(set(moves)) == len(found)


def several(pond: str, hand: str, **given: Any) -> Any:
    game = cardlab.game("sum-run-set", multi_capture=True)
    return game.state(phase="fish", pond=pond, hands={0: hand, 1: "KD"}, **given)


def test_several_groups_score_line_by_line() -> None:
    state = several("4C 5D 9C 2H 7H KS", "9S 3D", fresh="9C")
    game, text = state.game, "9S takes 2H 7H sum and 4C 5D sum and 9C set"
    assert text in game.legal_moves(state)
    for typed in (
        "9s takes 9c set, 4c 5d sum, 7h 2h sum",
        "9♠ takes 4♣ 5♦ as a sum and 2♥ 7♥ as a sum and 9♣ as a set",
        "9S takes 2H 4C 5D 7H 9C",
    ):
        assert game.verdict(state, typed).move == text
    move = game.verdict(state, text).move
    assert (
        move.told("South")
        == "South plays 9♠ and takes 2♥ and 7♥ as a sum; 4♣ and 5♦ as a sum; 9♣ as a set."
    )
    assert game.worth(state.seen_by(0), move) == "2 + 2 sum + 2 set + 2 fall"
    after = game.after(state, text)
    assert [(x.rule, x.points) for x in after.pegged] == [
        ("sum", 2),
        ("sum", 2),
        ("set", 2),
        ("fall", 2),
    ]
    assert after.pond == ("KS",) and set(after.piles[0]) == {*cards("4C 5D 9C 2H 7H 9S")}
    swept = game.after(several("4C 5D 9C", "9S"), "9S takes 4C 5D 9C")
    assert [x.rule for x in swept.pegged] == ["sum", "set", "sweep"]


def test_groups_that_may_not_be_combined() -> None:
    state = several("AH 2S 4D 5C 5S 3C 3H", "3S")
    together = "two groups have no card in common, and do not make one together"
    for text, reason in (
        ("3S takes AH 2S sum and AH 2S run", together),
        ("3S takes 3C set and 3H set", together),
        ("3S takes AH 2S run and 4D 5C run", together),
        ("3S takes AH 2S sum and 4D 5C sum", "4♦ and 5♣ are no sum that 3♠ takes"),
        ("3S takes AH 2S sum and 9C set", "9♣ does not lie in the pond"),
        ("3S takes AH 4D", "A♥ and 4♦ are neither a sum nor a run nor a set that 3♠ takes"),
    ):
        verdict = state.game.verdict(state, text)
        assert (verdict.rule, verdict.reason) == ("no-such-capture", reason), text
    assert state.game.verdict(state, "3S takes 4D 5C run and AH 2S sum and 3C 3H set").legal
    assert state.game.verdict(state, "3S takes AH 2S 4D 5C").move == "3S takes AH 2S 4D 5C run", (
        "5 for one run, 3 + 2 for two"
    )
    single = position("4C 5D 9C", "9S")
    assert single.game.verdict(single, "9S takes 4C 5D 9C").rule == "no-such-capture"
    assert (
        "no card in common" in state.game.rules() and "no card in common" not in single.game.rules()
    )


def test_a_full_pond_offers_so_many_captures_and_no_more() -> None:
    """200 of each kind, and 200 ways to take several groups."""
    most = 200
    game = cardlab.game("sum-run-set", multi_capture=True)
    card, *pond = random.Random(2).sample(game.pack, 35)
    assert len(game.catches(card, tuple(pond))) <= 4 * most
    pond = [c for c in game.pack if c.rank in "A2345678" and c.suit in "SHC"]
    state = several(" ".join(pond), "9D")
    moves = [m for m in game.legal_moves(state) if m.verb == "capture"]
    assert len(moves) <= 4 * most and sum(len(m.groups) > 1 for m in moves) == most
    typed = game.verdict(state, "9D takes AC 2C 7C 8C")
    assert typed.move == "9D takes AC 8C sum and 2C 7C sum" and typed.rule == "not-on-offer"
    rare = "9D takes 2C 7C sum and AC 8C sum"
    verdict = game.verdict(state, rare)
    assert rare not in moves and verdict.rule == "not-on-offer", (
        "it is real, but beyond what is offered"
    )
    again = cardlab.Record.from_json(game.match(seed=1).record.to_json()).replay()
    assert again.game.multi_capture


def test_typed_captures() -> None:
    state = position("AH 2S 9C", "3H")
    game = state.game
    assert game.verdict(state, "3H takes 2s ah").move == "3H takes AH 2S run"
    assert game.verdict(state, "3♥ takes A♥ 2♠ as a sum").move == "3H takes AH 2S sum"
    verdict = game.verdict(state, "3H takes 9C")
    assert (verdict.rule, verdict.reason) == (
        "no-such-capture",
        "9♣ is neither a sum nor a run nor a set that 3♥ takes",
    )
    assert not game.verdict(state, "3H takes 4C").legal
    assert game.verdict(state, "4C takes 9C").rule == "must-hold-card"
    assert game.worth(state.seen_by(0), game.verdict(state, "3H takes AH 2S").move) == "3"
    state = position("AH 2S", "3H", fresh="2S")
    assert (
        game.worth(state.seen_by(0), game.verdict(state, "3H takes AH 2S").move)
        == "3 + 2 fall + 2 sweep"
    )


def test_a_fall_across_a_new_deal() -> None:
    game = cardlab.game("sum-run-set")
    stock = "5H 6C 7D 8S 9H TC JD QS"
    state = game.state(phase="fish", pond="KS", hands={0: "5C"}, stock=stock, dealer=0)
    after = game.after(state, "5C")
    assert after.to_move == 1 and after.fresh == "5C" and after.hands[1] == cards("5H 7D 9H JD")
    after = game.after(after, "5H takes 5C set")
    assert [(x.rule, x.points) for x in after.pegged] == [("set", 2), ("fall", 2)]
    assert game.after(after, "6C").fresh == "6C"


def test_pegging_out_ends_the_round_at_once() -> None:
    state = position("7C 7D 7H", "7S 2C", pegs=(80, 85))
    after = state.game.after(state, "7S takes 7C 7D 7H")
    assert after.phase.id == "over" and after.hands[0] == ("2C",)
    lines = state.game.deal_lines(after)
    assert [x.rule for x in lines] == ["set", "sweep"]
    assert state.game.outcome(state.game.next_standing(after, lines)).winners == ("south",)


def test_ties_score_nothing_and_cards_belong_to_a_player() -> None:
    game = cardlab.game("sum-run-set", players=4, partners=True)
    assert game.score(game.Result((13, 13, 13, 13), (6, 6), (0, 0))) == ()
    found = game.score(game.Result((5, 20, 19, 8), (7, 5), (0, 0)))
    assert [(x.rule, x.side, x.points) for x in found] == [
        ("cards", "east-west", 3),
        ("honours", "north-south", 5),
    ]


@pytest.mark.parametrize(("lurch", "points"), [(3, 3), (4, 4)])
def test_lurching_a_partnership(lurch: int, points: int) -> None:
    game = cardlab.game("sum-run-set", players=4, partners=True, match_points=5, lurch=lurch)
    lines = game.score(game.Result((0,) * 4, (0, 0), (92, 60), 0))
    assert [(x.account, x.points) for x in lines] == [
        ("match", points),
        ("pegs", -92),
        ("pegs", -60),
    ]
    near = game.score(game.Result((0,) * 4, (0, 0), (92, 61), 0))
    assert near[0].points == 1


def test_options() -> None:
    with pytest.raises(ValueError, match="players=4"):
        cardlab.game("sum-run-set", players=3, partners=True)
    assert "fixed-partnership" in cardlab.game("sum-run-set", players=4, partners=True).concepts()
    assert "fixed-partnership" not in cardlab.game("sum-run-set").concepts()


@pytest.mark.parametrize("text", ["9H takes 4C 5D sum and 9C set 3C", "9H takes sum and 9C set"])
def test_groups_that_lack_cards_or_a_kind_are_no_capture(text: str) -> None:
    match = cardlab.game("sum-run-set", multi_capture=True).match(seed=1)
    assert match.verdict(text).rule == "not-a-move"


def test_a_fall_and_a_sweep_count_what_was_agreed() -> None:
    game = cardlab.game("sum-run-set", fall_counts=3, sweep_counts=4)
    state = game.state(
        phase="fish", pond="AH 2S", hands={0: "3H"}, stock="5H 6C 7D 8S", dealer=1, fresh="2S"
    )
    after = game.after(state, "3H takes AH 2S")
    assert [(x.rule, x.points) for x in after.pegged][1:] == [("fall", 3), ("sweep", 4)]
    sheet = " ".join(game.rules().split())
    assert "score 3 more, even when" in sheet and "no card in the pond, score 4 more" in sheet


@pytest.mark.parametrize(
    ("card", "taken", "said"),
    [("9H", "4C 5D", "4♣ and 5♦ make 9"), ("QH", "9C 6D", "6♦ and 9♣ make 15")],
)
def test_a_sum_says_what_it_makes(card: str, taken: str, said: str) -> None:
    """A pip card takes its own value, a face card 15."""
    game = cardlab.game("sum-run-set")
    hands = {0: f"{card} 2S", 1: "3S 2D"}
    state = game.state(phase="fish", to_move=0, hands=hands, pond=cards(taken))
    after = game.after(state, f"{card} takes {taken}")
    (entry,) = [x for x in after.pegged if x.rule == "sum"]
    assert (entry.because, entry.points) == (said, 2)


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        (("set", "9C"), ("set", "9D"), True),
        (("set", "9C"), ("sum", "4C 5D"), False),
        (("sum", "4C 5D"), ("sum", "2C 7D"), False),
        (("run", "7C 8D"), ("run", "TC JD"), True),
        (("run", "7C 8D"), ("run", "8C TD"), False),
        (("run", "7C 8D"), ("set", "9C"), False),
    ],
)
def test_which_groups_are_one_together(
    first: tuple[str, str], second: tuple[str, str], one: bool
) -> None:
    """Cards of a nine's rank make one set, and those that prolong its run one run; a rank that is
    in both runs keeps them apart."""
    a, b = ((kind, cards(text)) for kind, text in (first, second))
    assert one_group(a, b) == one_group(b, a) == one
    assert apart((a, b)) == (not one and not {*a[1]} & {*b[1]})


def test_groups_that_share_a_card_are_not_apart() -> None:
    assert not apart((("sum", cards("4C 5D")), ("run", cards("5D 6C"))))
    assert apart((("sum", cards("4C 5D")), ("run", cards("5C 6C"))))


@pytest.mark.parametrize(("match_points", "account"), [(1, ""), (5, "pegs"), (8, "pegs")])
def test_points_go_to_the_account_of_the_round_where_there_are_several(
    match_points: int, account: str
) -> None:
    """And a round of several is won at the target, the match at its match points."""
    game = cardlab.game("sum-run-set", match_points=match_points)
    state = game.state(phase="fish", to_move=0, hands={0: "9H 2S", 1: "3S 2D"}, pond="4C 5D KC")
    assert {x.account for x in game.after(state, "9H takes 4C 5D").pegged} == {account}
    (end,) = (end for end in game.ends if str(end.text).startswith("to "))
    opening = game.opening()
    for short, last in ((opening.but(pegs=(90, 0)), opening.but(pegs=(91, 0))),):
        assert end.outcome(game, short) is None
        assert (end.outcome(game, last) is not None) == (match_points == 1)
    for won in (match_points - 1, match_points):
        outcome = end.outcome(game, opening.but(rounds=(won, 0)))
        assert (outcome is not None) == (won == match_points > 1)


@pytest.mark.parametrize(
    ("pegs", "lurched"), [((91, 61), ()), ((91, 60), (1,)), ((90, 60), ()), ((91, 0), (1,))]
)
def test_who_is_31_short_of_the_target_is_lurched(
    pegs: tuple[int, int], lurched: tuple[int, ...]
) -> None:
    """91 less 31 are 60; nobody is lurched before somebody has won."""
    game = cardlab.game("sum-run-set", match_points=5)
    result = game.Result((0, 0), (0, 0), pegs, 0)
    assert game.lurched(result) == lurched
    assert game.round_winner(result) == (0 if pegs[0] == 91 else None)
    scored = sum(x.points for x in game.score(result) if x.rule == "match-points")
    assert scored == (pegs[0] == 91) + len(lurched)
