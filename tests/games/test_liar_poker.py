"""Liar Poker beside a second way of following it: a claim is true if some of the cards, tried in all
combinations, are the hand that it names; all claims stand in one list, from low to high."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest

import cardlab
from cardlab.engine.table import table as draw_table
from cardlab.players.bots import bot
from cardlab.rulebook.liar_poker import MOST_WITHOUT, Called, Odds, present, read_claim

RANKS = "23456789TJQKA"
PACK = [rank + suit for rank in RANKS for suit in "SHCD"]
Said = tuple[str, str, str]
TOP = "a pair of nines is the claim to top"


def list_of_claims(by_suit: bool, jokers: int = 0) -> list[list[Said]]:
    """Every claim, each rung higher than the one before; equal claims share a rung."""
    suits = [[suit] for suit in "DCHS"] if by_suit else [list("DCHS")]
    rungs: list[list[Said]] = [[("alone", r, "")] for r in RANKS]
    rungs += [[("pair", "", "")], *([("pair", r, "")] for r in RANKS)]
    rungs += [[("two pair", "", "")]]
    rungs += [
        [("two pair", a + b, "")] for a in RANKS for b in RANKS if RANKS.index(b) < RANKS.index(a)
    ]
    rungs += [[("three", "", "")], *([("three", r, "")] for r in RANKS)]
    rungs += [[("run", "", "")], *([("run", r, "")] for r in "56789TJQKA")]
    rungs += [[("flush", "", "")]]
    rungs += [[("flush", r, s) for s in some] for r in "6789TJQKA" for some in suits]
    rungs += [[("full house", "", "")]]
    rungs += [[("full house", a + b, "")] for a in RANKS for b in RANKS if a != b]
    rungs += [[("four", "", "")], *([("four", r, "")] for r in RANKS)]
    rungs += [[("run flush", "", "")]]
    rungs += [[("run flush", r, s) for s in some] for r in "56789TJQKA" for some in suits]
    if jokers:
        rungs += [[("five", "", "")], *([("five", r, "")] for r in RANKS)]
    return rungs


SIZES = {"alone": 1, "pair": 2, "three": 3, "four": 4, "two pair": 4}


def is_hand(cards: tuple[str, ...], kind: str) -> bool:
    """Whether just these cards are a hand of the kind; a straight flush is a straight and a flush."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    counts = sorted(map(ranks.count, ranks))
    suited = len({card[1] for card in cards}) == 1
    row = (ranks[0] - ranks[-1] == 4 and len({*ranks}) == 5) or ranks == [12, 3, 2, 1, 0]
    return {
        "alone": True,
        "pair": counts == [2, 2],
        "two pair": counts == [2, 2, 2, 2],
        "three": counts == [3, 3, 3],
        "four": counts == [4, 4, 4, 4],
        "run": row,
        "flush": suited,
        "full house": counts == [2, 2, 3, 3, 3],
        "run flush": row and suited,
        "five": counts == [5] * 5,
    }[kind]


def named(cards: tuple[str, ...], kind: str) -> tuple[str, str]:
    """The ranks and the suit by which such a hand is claimed."""
    ranks = [card[0] for card in cards]
    order = sorted({*ranks}, key=lambda r: (-ranks.count(r), -RANKS.index(r)))
    if kind in ("run", "run flush", "flush"):
        wheel = kind != "flush" and {*ranks} == {*"A2345"}
        return "5" if wheel else order[0], "" if kind == "run" else cards[0][1]
    return "".join(order), ""


def true_claims(pool: list[str]) -> set[Said]:
    """Every claim that is true of these cards, by trying all combinations of them."""
    found: set[Said] = set()
    for kind in ("alone", *MOST_WITHOUT):
        for cards in combinations(pool, SIZES.get(kind, 5)):
            if is_hand(cards, kind):
                found |= {(kind, *named(cards, kind))} | ({(kind, "", "")} - {("alone", "", "")})
    return found


def is_true(said: Said, pool: list[str]) -> bool:
    """The same for one claim."""
    kind, ranks, suit = said
    return any(
        is_hand(cards, kind) and (not ranks or named(cards, kind) == (ranks, suit))
        for cards in combinations(pool, SIZES.get(kind, 5))
    )


@pytest.mark.parametrize("size", [1, 2, 4, 5, 8, 12])
def test_what_is_true_of_the_cards(size: int) -> None:
    rng = random.Random(size)
    for n in range(12):
        # every other pool is of few ranks or of two suits, where the rare kinds are made
        source = [c for c in PACK if c[1] in "HS"] if n % 3 == 1 else PACK
        source = [c for c in PACK if c[0] in "A2345"] if n % 3 == 2 else source
        pool = rng.sample(source, size)
        true = true_claims(pool)
        for rung in list_of_claims(True):
            for said in rung:
                claim = Called(*said, True)
                assert present(claim, cardlab.cards(pool)) == (said in true), (said, pool)


def true_with_jokers(pool: list[str], jokers: int) -> set[Said]:
    """The same where each joker may be any card that is not there, and of five of a kind any card."""
    found: set[Said] = set()
    for cards in combinations([card for card in PACK if card not in pool], jokers):
        found |= true_claims([*pool, *cards])
    for rank in RANKS:
        if sum(card[0] == rank for card in pool) + jokers > 4:
            found |= {("five", rank, ""), ("five", "", "")}
    return found


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("size", "jokers"), [(0, 1), (3, 1), (5, 1), (7, 1), (1, 2), (3, 2), (5, 2)]
)
def test_what_is_true_with_jokers(size: int, jokers: int) -> None:
    rng = random.Random(size + jokers)
    for n in range(6):
        source = [c for c in PACK if c[1] in "HS"] if n % 3 == 1 else PACK
        source = [c for c in PACK if c[0] in "56789"] if n % 3 == 2 else source
        pool = rng.sample(source, size)
        if n == 5:
            pool = [c for c in PACK if c[0] in "9K"][:size]
        true = true_with_jokers(pool, jokers)
        for rung in list_of_claims(True, jokers):
            for said in rung:
                there = present(Called(*said, True), cardlab.cards([*pool, *["JK"] * jokers]))
                assert there == (said in true), (said, pool)


LARGEST_WITHOUT = {
    "pair": [r + "S" for r in RANKS],
    "two pair": [r + "S" for r in RANKS] + ["AH", "AC", "AD"],
    "three": [r + s for r in RANKS for s in "SH"],
    "full house": [r + s for r in RANKS for s in "SH"],
    "four": [r + s for r in RANKS for s in "SHC"],
    "flush": [r + s for r in "A987" for s in "SHCD"],
    "run": [card for card in PACK if card[0] not in "5T"],
    "run flush": [card for card in PACK if card[0] not in "5T"],
}


@pytest.mark.parametrize("kind", MOST_WITHOUT)
def test_what_the_number_of_cards_makes_certain(kind: str) -> None:
    """Cards that do not make the kind, as many as there can be; any card more makes it."""
    without = LARGEST_WITHOUT[kind]
    claim, rng = Called(kind, complete=True), random.Random(1)
    assert len({*without}) == MOST_WITHOUT[kind]
    assert not present(claim, cardlab.cards(without))
    for card in [*PACK, "JK"]:
        if card not in without:
            assert present(claim, cardlab.cards([*without, card]))
    for _ in range(60):
        assert present(claim, cardlab.cards(rng.sample(PACK, len(without) + 1)))


def spoken(game: Any, state: Any) -> set[Said]:
    """Every claim that the seat to move can make from here."""
    found: set[Said] = set()
    for move in game.legal_moves(state):
        if move != "challenge":
            claim = state.saying(move)
            after = game.after(state, move)
            found |= {claim[:3]} if claim.complete else spoken(game, after)
    return found


LEGAL = [(True, 5, 0), (False, 5, 0), (True, 4, 0), (True, 1, 0), (True, 5, 1), (False, 5, 2)]


@pytest.mark.parametrize(("by_suit", "held", "jokers"), LEGAL)
def test_which_claims_are_legal(by_suit: bool, held: int, jokers: int) -> None:
    """All higher ones for which there are cards, but for those that cannot fail."""
    game = cardlab.game("liar-poker", players=4, suits=by_suit, jokers=jokers)
    rungs, rng = list_of_claims(by_suit, jokers), random.Random(held)
    cards = rng.sample(PACK, 4 * held)
    hands = {seat: cards[seat * held : (seat + 1) * held] for seat in range(4)}
    certain = {(kind, "", "") for kind, most in MOST_WITHOUT.items() if 4 * held > most}
    for last in (None, 20, 100, 130, 160, len(rungs) - 2):
        said = () if last is None else (Called(*rungs[last][0], True).code,)
        state = game.state(hands=hands, said=said, by=(3,) * len(said), to_move=0)
        higher = rungs if last is None else rungs[last + 1 :]
        wanted = {claim for rung in higher for claim in rung} - certain
        wanted = {claim for claim in wanted if SIZES.get(claim[0], 5) <= 4 * held}
        assert spoken(game, state) == wanted, last
        assert ("challenge" in game.legal_moves(state)) == (last is not None)


MATCHES = [(2, False, 0), (4, False, 0), (8, False, 0), (3, True, 0), (2, False, 2), (3, True, 1)]


@pytest.mark.parametrize(("players", "grow", "jokers"), MATCHES)
def test_matches_followed_with_open_cards(players: int, grow: bool, jokers: int) -> None:
    """Who loses, how many cards everybody has afterwards, and who opens."""
    game = cardlab.game("liar-poker", players=players, grow=grow, jokers=jokers)
    first = 1 if grow else {2: 5, 4: 5, 8: 3}[players]
    most = 5 if grow else first
    match, rng = game.match(seed=players), random.Random(players)
    lost = [0] * players
    opens: int | None = None
    while not match.over:
        state = match.state
        held = [len(hand) for hand in state.hands]
        assert held == [0 if n >= most else 1 + n if grow else most - n for n in lost]
        if opens is not None:
            while not held[opens]:
                opens = (opens + 1) % players
            assert match.to_move == opens
        pool = [str(card) for hand in state.hands for card in hand]
        deal = state.standing.deal
        claimant, last = -1, Called("alone")
        while not match.over and match.state.standing.deal == deal and not match.state.caller:
            mover, said = match.to_move, len(match.state.said)
            challenges = "challenge" in match.legal_moves() and rng.random() < 0.4
            move = "challenge" if challenges else rng.choice(match.legal_moves())
            match.play(move)
            if move == "challenge":
                break
            if len(match.state.said) > said:
                claimant, last = match.state.by[-1], read_claim(match.state.said[-1])
        wild = pool.count("JK")
        plain = [card for card in pool if card != "JK"]
        assert wild <= jokers
        true = any(
            is_true(last[:3], [*plain, *cards])
            for cards in combinations(PACK if last.kind == "five" else {*PACK} - {*plain}, wild)
        )
        opens = mover if true else claimant
        lost[opens] += 1
        assert list(match.totals.values()) == lost
    assert sum(n < most for n in lost) == 1


@pytest.mark.parametrize(
    ("players", "lives", "jokers"), [(2, 3, 0), (4, 1, 0), (8, 2, 2), (3, 9, 1)]
)
def test_one_hand_is_passed_on(players: int, lives: int, jokers: int) -> None:
    """Where the hand is, what is in it, who may do what, and who loses a life."""
    options = {"passing_lives": lives, "jokers": jokers}
    game = cardlab.game("liar-poker", players=players, form="B", **options)
    match, rng = game.match(seed=players), random.Random(players)
    lost, opens = [0] * players, None
    while not match.over:
        deal = match.state.standing.deal
        alive = [seat for seat in range(players) if lost[seat] < lives]
        if opens is not None:
            while opens not in alive:
                opens = (opens + 1) % players
            assert match.to_move == opens
        holder = match.to_move
        hand, stock = [*map(str, match.state.hands[holder])], [*map(str, match.state.stock)]
        assert sorted([*hand, *stock]) == sorted([*PACK, *["JK"] * jokers])
        while True:
            assert [sorted(map(str, h)) for h in match.state.hands] == [
                sorted(hand) if seat == holder else [] for seat in range(players)
            ]
            said = len(match.state.said)
            while len(match.state.said) == said:
                assert match.to_move == holder and "challenge" not in match.legal_moves()
                match.play(rng.choice(match.legal_moves()))
            last = match.state.last
            offered = alive[(alive.index(holder) + 1) % len(alive)]
            assert match.to_move == offered
            moves = {str(move) for move in match.legal_moves()}
            highest = not any(
                later == last[:3] for rung in list_of_claims(True, jokers)[:-1] for later in rung
            )
            assert moves == ({"challenge"} if highest else {"accept", "challenge"})
            move = "accept" if len(moves) > 1 and rng.random() < 0.7 else "challenge"
            match.play(move)
            if move == "challenge":
                break
            holder = offered
            moves = {str(move) for move in match.legal_moves()}
            assert len(moves) == 2**5 or hand.count("JK") == 2
            move = rng.choice(sorted(moves))
            match.play(move)
            for card in move.split()[1:]:
                hand.remove(card)
                hand.append(stock.pop(0))
        wild, plain = hand.count("JK"), [card for card in hand if card != "JK"]
        true = last[:3] in (true_with_jokers(plain, wild) if wild else true_claims(plain))
        opens = offered if true else holder
        lost[opens] += 1
        assert list(match.totals.values()) == lost
        assert match.over or match.state.standing.deal == deal + 1
    assert sum(n < lives for n in lost) == 1


def passed(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("liar-poker", form="B")
    base = {"hands": {0: "7S 7H KD 4C 2S"}, "stock": "9C 9D", "to_move": 0}
    return game, game.state(**base | given)


def test_who_knows_the_hand_that_is_passed_on() -> None:
    """South knows it after passing it on, until West has exchanged a card that nobody saw."""
    game, state = passed(said=("pair-seven",), by=(0,), phase="offer", to_move=1)
    assert state.seen_by(1).hands[0] == (cardlab.BACK,) * 5
    state = game.after(state, "accept")
    assert state.seen_by(0).with_known_cards().hands[1] == cardlab.cards("7S 7H KD 4C 2S")
    assert "7S" not in state.seen_by(2).with_known_cards().hands[1]
    kept = game.after(state, "keep")
    for move in ("claim pair", "rank 8", "accept"):
        kept = game.after(kept, move)
    for seat in (0, 1):
        assert kept.seen_by(seat).with_known_cards().hands[2] == cardlab.cards("7S 7H KD 4C 2S")
    again = passed(away="2S 4C", stock="", phase="exchange", hands={0: "7S 7H KD 9C 9D"})[1]
    assert again.away == ("2S", "4C") and game.legal_moves(again) == ("keep",)
    changed = game.after(state, "discard 2S 4C")
    assert changed.hands[1] == ("7S", "7H", "KD", "9C", "9D") and changed.stock == ()
    assert "7S" not in changed.seen_by(0).with_known_cards().hands[1]


@pytest.mark.parametrize(
    ("given", "typed", "reason"),
    [
        ({"phase": "exchange"}, "discard 2S 4C KD", "the stock has two cards left"),
        ({"phase": "exchange"}, "discard 2S 2S", "you do not hold 2♠ twice"),
        ({"phase": "exchange"}, "discard 3S", "you do not hold 3♠"),
        (
            {"phase": "offer", "said": ("run-flush-ace-spades",), "by": (3,)},
            "accept",
            "nothing is higher than a straight flush to the ace in spades",
        ),
        ({"phase": "claims", "said": ("pair-nine",), "by": (3,), "begun": "pair"}, "rank 8", TOP),
    ],
)
def test_what_is_refused_where_a_hand_is_passed_on(
    given: dict[str, Any], typed: str, reason: str
) -> None:
    game, state = passed(**given)
    verdict = game.verdict(state, typed)
    assert (verdict.legal, verdict.say(reader=0)) == (False, reason)


def test_a_bot_believes_what_can_be_topped_and_keeps_what_is_high() -> None:
    simple = bot("simple", seed=1)
    for said, move in (("pair-seven", "accept"), ("four-nine", "challenge")):
        game, state = passed(said=(said,), by=(3,), phase="offer")
        state = game.state(
            hands={3: "7S 7H KD 4C 2S"},
            **{"said": (said,), "by": (3,), "phase": "offer", "to_move": 0},
        )
        assert simple.choose(game.view(state)) == move
    game, state = passed(
        said=("alone-nine",), by=(3,), phase="exchange", hands={0: "7S 7H 7D 4C 4S"}
    )
    assert simple.choose(game.view(state)) == "keep"
    state = game.after(state, "keep")
    assert simple.choose(game.view(state)) != "claim high card"


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"form": "B", "grow": True}, "nobody else is dealt cards"),
        ({"form": "B", "cards": 4}, "nobody else is dealt cards"),
        ({"form": "B", "all_may_call": True}, "only the player who is offered the hand may"),
        ({"passing_lives": 5}, "where everybody has cards these are the lives"),
    ],
)
def test_options_of_the_other_form_are_refused(options: dict[str, Any], reason: str) -> None:
    with pytest.raises(ValueError, match=reason):
        cardlab.game("liar-poker", **options)


@pytest.mark.parametrize("players", [3, 4, 8])
def test_all_are_asked_about_a_claim_and_the_next_player_last(players: int) -> None:
    game = cardlab.game("liar-poker", players=players, all_may_call=True)
    match, rng = game.match(seed=players), random.Random(players)
    lost, most, challengers = [0] * players, game.lives, set[int]()
    while not match.over:
        deal, opener = match.state.standing.deal, match.to_move
        alive = [seat for seat in range(players) if lost[seat] < most]
        pool = [str(card) for hand in match.state.hands for card in hand]
        assert opener in alive
        claimant, queue = -1, [opener]
        while not match.over and match.state.standing.deal == deal:
            mover, said = match.to_move, len(match.state.said)
            assert mover == queue[0]
            moves = {str(move) for move in match.legal_moves()}
            if len(queue) > 1:
                assert moves == {"challenge", "let stand"}
            challenges = "challenge" in moves and rng.random() < 0.12
            higher = sorted(moves - {"challenge"})
            move = "challenge" if challenges or not higher else rng.choice(higher)
            last = match.state.last
            match.play(move)
            if move == "challenge":
                challengers.add((mover - claimant) % players)
                lost[mover if is_true(last[:3], pool) else claimant] += 1
            elif move == "let stand":
                queue.pop(0)
            elif len(match.state.said) > said:
                at, claimant = alive.index(mover), mover
                others = alive[at + 1 :] + alive[:at]
                queue = [*others[1:], others[0]]
        assert list(match.totals.values()) == lost
    assert len(challengers) > 1 or players == 3
    assert sum(n < most for n in lost) == 1


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("claim pair", "first the others say whether they challenge the last claim"),
        ("rank 9", "first the others say whether they challenge the last claim"),
    ],
)
def test_who_is_only_asked_claims_nothing(typed: str, reason: str) -> None:
    game = cardlab.game("liar-poker", all_may_call=True)
    hands = {0: "7S", 1: "7H", 2: "KD", 3: "2C"}
    state = game.state(hands=hands, said=("alone-seven",), by=(3,), to_move=1)
    assert game.verdict(state, typed).say(reader=1) == reason
    assert state.phase.asks(state.seen_by(1)) == (
        "East claims a seven: challenge, or let it stand."
    )
    state = game.after(game.after(state, "let stand"), "let stand")
    verdict = game.verdict(state, "let stand")
    assert (state.to_move, verdict.say(reader=0)) == (0, "to let a claim stand, claim higher")


def test_a_bot_that_need_not_challenge_is_surer_before_it_does() -> None:
    """Three fours need two more of three: unlikely, but not unlikely enough to risk a card."""
    game = cardlab.game("liar-poker", all_may_call=True)
    hands = {0: "7S 2D 3D 4D 9H", 1: "7H 4S 8C JC 2C", 2: "KD QD QH AD 3C", 3: "2H 5H 5C 5D 6D"}
    simple = bot("simple", seed=1)
    for said, move in (("pair-four", "let stand"), ("run-flush-nine-clubs", "challenge")):
        state = game.state(hands=hands, said=(said,), by=(3,), to_move=1)
        assert simple.choose(game.view(state)) == move


def test_of_two_players_only_one_can_challenge() -> None:
    with pytest.raises(ValueError, match="of two players only the next one is there to challenge"):
        cardlab.game("liar-poker", players=2, all_may_call=True)


def table(**given: Any) -> tuple[Any, Any]:
    game = cardlab.game("liar-poker", players=4)
    hands = {0: "7S", 1: "7H", 2: "KD", 3: "2C"}
    return game, game.state(**{"hands": hands, "to_move": 0} | given)


def test_a_true_claim_costs_the_challenger() -> None:
    game, state = table(said=("pair-seven",), by=(0,), to_move=1)
    state = game.after(state, "challenge")
    assert state.phase.id == "over" and game.result(state).loser == 1
    assert state.seen_by(2).hands == state.hands


def test_the_table_says_who_challenged() -> None:
    game, state = table(said=("pair-seven",), by=(0,), to_move=1)
    seats = draw_table(game.after(state, "challenge"), 0).to_dict()["seats"]
    assert seats[0]["notes"] == ["claimed a pair of sevens"]
    assert [seat["notes"] for seat in seats[1:]] == [["challenges"], [], []]


def test_four_hearts_are_no_flush() -> None:
    hands = {0: "7H KH", 1: "2H 9H", 2: "KD AS"}
    game, state = table(hands=hands, said=("flush-king-hearts",), by=(0,), to_move=1)
    assert game.result(game.after(state, "challenge")).loser == 0


@pytest.mark.parametrize(
    ("given", "typed", "rule", "reason"),
    [
        ({}, "challenge", "nothing-to-challenge", "nobody has claimed anything yet"),
        ({}, "claim straight", "enough-cards", "only four cards are in play"),
        (
            {"said": ("pair-nine",), "by": (3,), "begun": "pair"},
            "rank 8",
            "higher-claim",
            "a pair of nines is the claim to top",
        ),
        (
            {"hands": {s: PACK[5 * s : 5 * s + 5] for s in range(4)}, "begun": "flush"},
            "any",
            "certain-claim",
            "among 20 cards there must be a flush",
        ),
    ],
)
def test_what_is_refused(given: dict[str, Any], typed: str, rule: str, reason: str) -> None:
    game, state = table(**given)
    verdict = game.verdict(state, typed)
    assert (verdict.rule, verdict.say(reader=0)) == (rule, reason)


def test_a_bot_claims_what_it_holds_and_challenges_what_can_hardly_be() -> None:
    simple = bot("simple", seed=1)
    hands = {0: "9S 9H 9D 9C 2S", 1: "3H 4D 5C 6S 8H"}
    game, state = table(hands=hands, said=("four-eight",), by=(1,))
    assert simple.choose(game.view(state)) == "claim four of a kind"
    state = game.after(state, "claim four of a kind")
    assert simple.choose(game.view(state)) == "rank 9"
    unlikely = table(hands=hands, said=("run-flush-king-diamonds",), by=(1,))[1]
    assert simple.choose(game.view(unlikely)) == "challenge"


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_of_cards_that_are_all_known_the_odds_are_what_is_true(jokers: int) -> None:
    """South holds all cards in play: each claim is certain or cannot be."""
    game, rng = cardlab.game("liar-poker", players=2, jokers=jokers), random.Random(jokers)
    for n in range(8):
        source = [c for c in PACK if c[0] in "56789"] if n % 2 else PACK
        hand = cardlab.cards([*rng.sample(source, 6 - jokers), *["JK"] * jokers])
        state = game.state(hands={0: hand}, to_move=0)
        odds = Odds.of(game.view(state))
        for rung in list_of_claims(True, jokers):
            for said in rung:
                claim = Called(*said, True)
                assert round(odds.chance(claim), 6) == present(claim, hand), (said, hand)


def test_the_odds_of_a_joker_among_the_others() -> None:
    """The other player holds two of 51 cards, among which are the joker and three more kings: a pair
    of kings is there unless neither of these is held."""
    game = cardlab.game("liar-poker", players=2, jokers=1)
    state = game.state(hands={0: "KS 2H", 1: "3C 4C"}, to_move=0)
    odds = Odds.of(game.view(state))
    neither = Fraction(47 * 46, 51 * 50)
    assert abs(odds.chance(read_claim("pair-king")) - float(1 - neither)) < 0.005


def test_a_bot_reckons_with_the_joker_that_it_holds() -> None:
    """Two nines and a joker are three nines for certain; without it hardly."""
    game = cardlab.game("liar-poker", players=2, jokers=1)
    chances = []
    for third in ("JK", "2S"):
        state = game.state(hands={0: f"9S 9H {third}", 1: "3H 4D"}, begun="three", to_move=0)
        naming = next(m for m in game.legal_moves(state) if m == "rank 9")
        chances.append(game.hope(game.view(state), naming))
    assert chances[0] == 1 > chances[1]


def test_there_is_no_five_of_a_kind_without_jokers() -> None:
    game, state = table()
    assert not game.verdict(state, "claim five of a kind").legal
    game = cardlab.game("liar-poker", jokers=1)
    hands = {0: "KS JK", 1: "KH", 2: "KC", 3: "KD"}
    state = game.state(hands=hands, said=("five-king",), by=(3,), to_move=0)
    assert game.result(game.after(state, "challenge")).loser == 0
    assert "; five of a kind, four cards of a rank and the joker." in " ".join(
        rule.text(game) for rule in game.all_rules()
    )


def test_a_bot_remembers_what_was_said() -> None:
    """A pair of kings is likelier after somebody has named kings."""
    game, quiet = table(hands={0: "KS 2H 3D", 1: "4S 5S 6S", 2: "7S 8S 9S"})
    heard = quiet.but(said=("alone-king",), by=(1,))
    kings = []
    for state in (quiet, heard):
        begun = game.after(state, "claim pair")
        naming = next(m for m in game.legal_moves(begun) if m == "rank K")
        kings.append(game.hope(game.view(begun), naming))
    assert kings[0] < kings[1]
