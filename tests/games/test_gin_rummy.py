"""Gin Rummy: whole matches, the arithmetic of deadwood and laying off against slow searches, and
the turn."""

from __future__ import annotations

import json
import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card, cards
from cardlab.families.melding import Melding

OPTIONS: list[dict[str, Any]] = [
    {},
    {"no_rediscard": True, "tie_undercut": True},
    {"gambling": True, "target": 100},
]
LOW = "A23456789TJQK"
VALUE = {rank: min(i + 1, 10) for i, rank in enumerate(LOW)}


def sensible(match: Any, rng: random.Random) -> Any:
    """A player who knocks when he can and gives up what costs most: chance alone hardly ever
    ends a deal."""
    moves = match.legal_moves()
    knocks = [m for m in moves if m.verb == "knock"]
    if knocks and rng.random() < 0.7:
        return rng.choice(knocks)
    discards = [m for m in moves if m.verb == "discard"]
    if discards and rng.random() < 0.9:
        hand, game = match.state.hand, match.game
        return min(discards, key=lambda m: game.deadwood([c for c in hand if c != m.card]))
    return rng.choice(moves)


def play_out(options: dict[str, Any], seed: int, check: Any = None) -> Any:
    match, rng = cardlab.game("gin-rummy", **options).match(seed=seed), random.Random(seed)
    while not match.over:
        if check:
            check(match, rng)
        match.play(sensible(match, rng))
    return match


# --- slow searches that share nothing with the engine's


def is_meld(group: tuple[Card, ...]) -> bool:
    if len(group) < 3:
        return False
    if len({c.rank for c in group}) == 1:
        return True
    places = sorted(LOW.index(c.rank) for c in group)
    return len({c.suit for c in group}) == 1 and places == list(
        range(places[0], places[0] + len(group))
    )


def slow_arrangement(hand: tuple[Card, ...]) -> tuple[int, int]:
    """The least deadwood, and the fewest melds that leave it."""
    if not hand:
        return 0, 0
    first, rest = hand[0], hand[1:]
    deadwood, melds = slow_arrangement(rest)
    best = VALUE[first.rank] + deadwood, melds
    for n in range(2, len(rest) + 1):
        for others in combinations(rest, n):
            if is_meld((first, *others)):
                deadwood, melds = slow_arrangement(tuple(c for c in rest if c not in others))
                best = min(best, (deadwood, melds + 1))
    return best


def slow_deadwood(hand: tuple[Card, ...]) -> int:
    return slow_arrangement(hand)[0]


def slow_lay_off(hand: tuple[Card, ...], melds: tuple[tuple[Card, ...], ...]) -> tuple[int, int]:
    """The least deadwood and the fewest cards laid off for it, laying one card after another."""
    seen: set[tuple[Any, ...]] = set()
    found: list[tuple[int, int]] = []

    def search(left: tuple[Card, ...], table: tuple[tuple[Card, ...], ...], laid: int) -> None:
        if (left, table) in seen:
            return
        seen.add((left, table))
        found.append((slow_deadwood(left), laid))
        for card in left:
            for at, meld in enumerate(table):
                grown = tuple(sorted((*meld, card)))
                if is_meld(grown):
                    rest = tuple(c for c in left if c != card)
                    search(rest, (*table[:at], grown, *table[at + 1 :]), laid + 1)

    search(hand, tuple(tuple(sorted(m)) for m in melds), 0)
    return min(found)


def lumpy(rng: random.Random, n: int) -> tuple[Card, ...]:
    """A hand from half the pack, so that it holds melds that overlap."""
    ranks = LOW[(start := rng.randrange(8)) : start + 6]
    return tuple(rng.sample(cards(" ".join(r + s for r in ranks for s in "SHCD")), n))


@pytest.mark.parametrize("seed", range(60))
def test_deadwood_is_the_least(seed: int) -> None:
    rng, rummy = random.Random(seed), Melding()
    hand = lumpy(rng, 8)
    arranged = rummy.arrange(hand)
    assert (rummy.deadwood(hand), len(arranged.melds)) == slow_arrangement(hand)
    assert arranged.deadwood == rummy.deadwood(hand)
    assert all(is_meld(m) and rummy.is_meld(m) for m in arranged.melds)
    assert Counter(c for m in arranged.melds for c in m) + Counter(arranged.loose) == Counter(hand)
    slow = {frozenset(g) for n in range(3, 9) for g in combinations(hand, n) if is_meld(g)}
    assert {frozenset(m) for m in rummy.melds(hand)} == slow
    assert rummy.without_each(hand) == {
        c: slow_deadwood(tuple(x for x in hand if x != c)) for c in hand
    }


@pytest.mark.parametrize("seed", range(80))
def test_lay_off_leaves_the_least(seed: int) -> None:
    rng, rummy = random.Random(seed), Melding()
    dealt = lumpy(rng, 16)
    arranged = rummy.arrange(dealt[:9])
    answer = rummy.lay_off(dealt[9:], arranged.melds)
    assert (answer.own.deadwood, len(answer.laid)) == slow_lay_off(dealt[9:], arranged.melds)
    assert rummy.deadwood_beside(dealt[9:], arranged.melds) == answer.own.deadwood
    each = rummy.without_each(dealt[9:], arranged.melds)
    assert each == {
        c: rummy.lay_off([x for x in dealt[9:] if x != c], arranged.melds).own.deadwood
        for c in dealt[9:]
    }
    assert all(map(is_meld, answer.melds))
    on_table = Counter(c for m in answer.melds for c in m)
    assert on_table == Counter(c for m in arranged.melds for c in m) + Counter(answer.laid)


def test_a_set_may_be_split_for_laying_off() -> None:
    game = cardlab.game("gin-rummy")
    shown = game.showdown(
        "5H 6H 7H KC KD KH 2S 2C 2D AS",
        "8H 8S 8C 8D 9H QH JS QD 4C 3S",
        ["5H 6H 7H", "KC KD KH", "2S 2C 2D"],
    )
    assert set(shown.laid) == {"8H", "9H"}
    assert shown.defender.melds == (cards("8S 8C 8D"),)


def test_ace_high_runs_where_a_game_wants_them() -> None:
    both, low = Melding("A23456789TJQKA"), Melding()
    hand = cards("QS KS AS 2S 3S")
    assert (low.deadwood(hand), both.deadwood(hand)) == (20, 3 + 2)
    assert both.lay_off(cards("AH"), [cards("JH QH KH")]).laid == cards("AH")
    assert low.lay_off(cards("AH"), [cards("JH QH KH")]).laid == ()
    assert not both.is_meld(cards("KS AS 2S"))


def test_melds_that_are_none_are_refused() -> None:
    game = cardlab.game("gin-rummy")
    with pytest.raises(ValueError, match="not a meld"):
        game.showdown("2S 3S 4H", "KS", ["2S 3S 4H"])
    with pytest.raises(ValueError, match="twice"):
        game.showdown("2S 3S 4S", "KS", ["5S 6S 7S"])


# --- whole matches


@pytest.mark.slow
@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seed", range(4))
def test_matches(options: dict[str, Any], seed: int) -> None:
    def check(match: Any, rng: random.Random) -> None:
        state = match.state
        assert Counter(state.all_cards()) == Counter(match.game.pack)
        if rng.random() < 0.15:
            verdicts = match.game.verdicts(state)
            for move, verdict in verdicts.items():
                assert verdict.legal or (verdict.rule and verdict.reason and verdict.instead), move
                assert len(verdict.reason.split()) <= 15
            assert tuple(m for m, v in verdicts.items() if v.legal) == match.legal_moves()
            other = state.seen_by(state.actor()).imagined(rng)
            assert Counter(other.all_cards()) == Counter(match.game.pack)
            again = match.game.verdicts(other)
            said = [
                {m: (v.legal, v.rule, v.reason) for m, v in found.items()}
                for found in (verdicts, again)
            ]
            assert said[0] == said[1]
            for seat in (0, 1):
                json.loads(match.view(seat).to_json())

    match = play_out(options, seed, check)
    assert Counter(match.state.all_cards()) == Counter(match.game.pack)
    assert match.outcome and match.outcome.winners
    assert match.totals == cardlab.totals(match.lines, match.totals)
    again = cardlab.Record.from_json(match.record.to_json()).replay()
    assert (again.state, again.lines, again.outcome) == (match.state, match.lines, match.outcome)


def test_random_players_finish() -> None:
    match, rng = cardlab.game("gin-rummy").match(seed=2), random.Random(2)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    assert "deals" in match.outcome.say() or "reached" in match.outcome.say()


def test_rules_decide() -> None:
    game = cardlab.game("gin-rummy", no_rediscard=True)
    found = set()

    def check(match: Any, rng: random.Random) -> None:
        found.update(v.rule for v in match.game.verdicts(match.state).values() if not v.legal)

    play_out({"no_rediscard": True}, 5, check)
    rules = {r for phase in game.phases for r in phase.rules}
    assert {r for r in rules if game.quiet_of(r) is None} <= found


def test_winner_deals_and_ties_and_void_deals_keep_the_dealer() -> None:
    game = cardlab.game("gin-rummy")
    seen = set()
    for seed in range(6):
        match = play_out({}, seed)
        ends = [i for i in range(match.ply) if match.state_at(i).phase.id == "over"]
        for at in ends:
            state, after = match.state_at(at), match.state_at(at + 1)
            winner = None if state.void else game.winner(game.result(state))
            assert after.dealer == (state.dealer if winner is None else winner)
            seen.add((state.void, winner is None))
    assert {(False, False), (True, True)} <= seen


# --- the turn


def test_reasons() -> None:
    game = cardlab.game("gin-rummy")
    hand = "4S 5S 6S 9H 9D 9C AH 2C 3D KS QD"
    state = game.state(
        phase="discard", hands={0: hand, 1: "KH"}, to_move=0, discards="2H", stock="AS 2S 3S 4C"
    )
    assert game.verdict(state, "knock 3d").reason == "the best knock would leave 16 points"
    state = state.but(hands=(cards("4S 5S 6S 9H 9D 9C AH 2C 3D KS TS"), cards("KH")))
    assert game.verdict(state, "knock AH").rule == "knock-over-ten"
    state = state.but(hands=(cards("4S 5S 6S 9H 9D 9C AH 2C 3D 4H TS"), cards("KH")))
    verdict = game.verdict(state, "knock AH")
    assert (verdict.rule, verdict.reason) == (
        "knock-over-ten",
        "only 10♠ laid face down leaves 10 or less",
    )
    assert game.verdict(state, "knock ts").legal and game.verdict(state, "10♠").legal
    assert game.verdict(state, "draw").rule == "discard-one"
    assert game.verdict(state, "discard KC").rule == "must-hold-card"
    state = game.state(
        phase="draw",
        hands={0: hand, 1: "KH"},
        to_move=0,
        discards="2H",
        stock="AS 2S 3S",
        refused=2,
    )
    assert game.verdict(state, "take").reason == "both players refused 2♥"
    assert game.verdict(state, "knock KS").rule == "draw-first"
    assert game.verdict(state, "fold").rule == "not-a-move"


def test_offer() -> None:
    match = cardlab.game("gin-rummy").match(seed=3)
    assert match.to_move == 1 and match.verdict("draw").rule == "offer-first"
    up = match.state.upcard
    match.play("refuse")
    assert match.to_move == 0
    match.play("take")
    assert (
        match.state.drawn == up and match.log()[-1] == f"South takes {up.sign} from the discards."
    )
    assert match.view(1).to_dict()["zones"][0]["open"] is False
    match.play("discard " + match.state.hand[0])
    assert match.to_move == 1 and match.legal_moves() == ("draw", "take")


def test_the_opponent_does_not_see_the_drawn_card() -> None:
    match = cardlab.game("gin-rummy").match(seed=3)
    match.play("refuse").play("refuse").play("draw")
    assert match.state.drawn in match.state.hands[1]
    assert (
        match.state.seen_by(0).drawn is None
        or match.state.seen_by(0).drawn not in match.state.hands[1]
    )
    assert str(match.state.drawn) not in match.view(0).to_json()


def test_view() -> None:
    match = cardlab.game("gin-rummy").match(seed=3)
    match.play("refuse").play("refuse").play("draw")
    zone = next(z for z in match.view(1).to_dict()["zones"] if z["id"] == "melds-1")
    assert sum(len(g["faces"]) for g in zone["groups"]) == 11 == zone["count"]
    assert [f["card"] for g in zone["groups"] for f in g["faces"] if "drawn" in f["marks"]] == [
        match.state.drawn
    ]
    match = play_out({}, 1)
    last = next(i for i in range(match.ply, 0, -1) if match.state_at(i).knocked)
    view = match.view(0, ply=last).to_dict()
    rows = [z for z in view["zones"] if z["id"].startswith("melds")]
    assert len(rows) == 2 and all(sum(len(g["faces"]) for g in z["groups"]) == 10 for z in rows)
    assert all(z["open"] for z in view["zones"] if z["kind"] == "hand")


def test_scores_of_results() -> None:
    game = cardlab.game("gin-rummy")
    assert sum(x.points for x in game.score(game.Result(0, 0, 0))) == 20
    assert sum(x.points for x in game.score(game.Result(0, 4, 4))) == 0
    assert (
        sum(
            x.points
            for x in cardlab.game("gin-rummy", tie_undercut=True).score(game.Result(0, 4, 4))
        )
        == 10
    )
    bonus = cardlab.game("gin-rummy", gambling=True, target=100)
    result = bonus.Result(0, 0, 30, (60, 0), (2, 0))
    assert [x.points for x in bonus.score(result)] == [30, 20, 200, 60]


def test_concepts_and_options() -> None:
    assert "stake" not in cardlab.game("gin-rummy").concepts()
    assert {"stake", "game-bonus"} <= cardlab.game("gin-rummy", gambling=True).concepts()
    with pytest.raises(ValueError):
        cardlab.game("gin-rummy", target=50)


@pytest.mark.parametrize(
    ("ranks", "suits", "sizes"),
    [("A23", "SHCD", [4, 4, 4]), ("A234", "SHC", [4, 4, 4]), ("456789", "S", [6])],
)
def test_of_equally_good_melds_the_fewest_are_laid(
    ranks: str, suits: str, sizes: list[int]
) -> None:
    """Three sets for four runs, three runs for four sets, and one run for two."""
    arranged = Melding().arrange(cards(" ".join(r + s for r in ranks for s in suits)))
    assert [len(meld) for meld in arranged.melds] == sizes and not arranged.deadwood


@pytest.mark.parametrize(
    ("meld", "more", "grown"),
    [
        ("9D 9H 9S", "9C", "9S 9H 9C 9D"),
        ("9C 9D 9H", "", "9H 9C 9D"),
        ("4C 3C 5C", "2C 6C", "2C 3C 4C 5C 6C"),
    ],
)
def test_a_meld_that_has_grown_lies_in_its_order(meld: str, more: str, grown: str) -> None:
    """A set by suits, spades first; a run from low to high."""
    rummy = cardlab.game("gin-rummy").melding
    assert rummy.grown(cardlab.cards(meld), cardlab.cards(more)) == cardlab.cards(grown)


@pytest.mark.parametrize(
    ("meld", "said"),
    [
        ("9S 9H 9D", "Set of nines"),
        ("6S 6H 6D", "Set of sixes"),
        ("QS QH QD QC", "Set of queens"),
        ("2C 3C 4C", "Run of three"),
        ("AH 2H 3H 4H", "Run of four"),
    ],
)
def test_melds_have_names(meld: str, said: str) -> None:
    assert cardlab.game("gin-rummy").melding.said(cardlab.cards(meld)) == said


@pytest.mark.parametrize(
    ("cards", "is_set", "is_run"),
    [
        ("9S 9H 9D", True, False),
        ("9S 9H", False, False),
        ("9S 9H 9H", False, False),
        ("2C 3C 4C", False, True),
        ("2C 3C", False, False),
        ("2C 3C 5C", False, False),
        ("2C 3C 4D", False, False),
        ("2C 3C 3C", False, False),
        ("QS KS AS", False, False),
        ("AS 2S 3S", False, True),
    ],
)
def test_what_is_a_meld(cards: str, is_set: bool, is_run: bool) -> None:
    """Three or more of a rank in different suits, or of a suit without a gap; the ace is low."""
    rummy, held = cardlab.game("gin-rummy").melding, cardlab.cards(cards)
    assert (rummy.is_set(held), rummy.is_run(held)) == (is_set, is_run)
    assert rummy.is_meld(held) == (is_set or is_run)
    assert (rummy.deadwood(held) == 0) == rummy.is_meld(held) or len({*held}) < len(held)
