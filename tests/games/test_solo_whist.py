"""Solo Whist beside a second way of counting: who may call what, who plays with whom, when the play
stops and who pays, worked out from the calls and letters of cards alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab

CALLS = "prop solo misere abundance/abundance in trumps/open misere/declared"
ORDER = [*CALLS.split("/")[0].split(), *CALLS.split("/")[1:]]
NEEDS = dict(zip(ORDER, (8, 5, 0, 9, 9, 0, 13), strict=True))
WORTH = {
    "units": dict(zip(ORDER, (1, 1, 2, 3, 3, 4, 6), strict=True)),
    "pence": dict(zip(ORDER, (6, 6, 12, 18, 18, 24, 36), strict=True)),
}
RANKS = "23456789TJQKA"


class Bidding:
    """The calls of a deal, one after another: who has passed, what stands, and who holds it."""

    def __init__(self, dealer: int, raised: bool) -> None:
        self.eldest, self.raised = (dealer + 1) % 4, raised
        self.passes = [0] * 4
        self.stands, self.holders = "", []
        self.to_call: int | None = self.eldest

    @property
    def waits_for_cop(self) -> bool:
        return self.stands == "prop" and len(self.holders) == 1

    def allowed(self) -> set[str]:
        words = {"pass"}
        if self.waits_for_cop and self.holders != [self.to_call]:
            words.add("cop")
        if not self.passes[self.to_call]:
            first = ORDER.index(self.stands) + 1 if self.stands else 0
            words |= {*ORDER[first:]}
        return words

    def call(self, word: str) -> None:
        me = self.to_call
        assert me is not None
        if word == "pass":
            self.passes[me] += 1
        elif word == "cop":
            self.holders.append(me)
        else:
            self.stands, self.holders = word, [me]
        self.to_call = self.next_after(me)

    def next_after(self, seat: int) -> int | None:
        for step in (1, 2, 3, 4):
            other = (seat + step) % 4
            if other in self.holders:
                continue
            again = other == self.eldest and self.passes[other] == 1 and self.waits_for_cop
            if self.passes[other] == 0 or again:
                return other
        if self.waits_for_cop and self.raised and not self.passes[self.holders[0]]:
            return self.holders[0]
        return None


def winner(trick: list[tuple[int, str]], trump: str) -> int:
    led = trick[0][1][1]

    def height(card: str) -> int:
        bonus = 100 if card[1] == trump else 50 if card[1] == led else 0
        return bonus + RANKS.index(card[0])

    return max(trick, key=lambda played: height(played[1]))[0]


def paid(call: str, side: list[int], tricks: int, scale: str) -> list[int]:
    """What each seat gets."""
    needs = NEEDS[call]
    made = tricks == 0 if needs == 0 else tricks >= needs
    price = WORTH[scale][call]
    if scale == "pence" and call in ("prop", "solo", "abundance", "abundance in trumps"):
        over = abs(tricks - needs)
        price += 2 * over if call == "prop" and tricks == 13 else over
    sign = 1 if made else -1
    gains = 3 if len(side) == 1 else 1
    return [sign * price * (gains if seat in side else -1) for seat in range(4)]


TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"scale": "pence", "declared": "own"},
    {"raised": False, "deals": 24},
)


@pytest.mark.parametrize("options", TABLES, ids=str)
def test_matches_followed_from_calls_and_cards_alone(options: dict[str, Any]) -> None:
    scale = options.get("scale", "units")
    kinds = set()
    for seed in range(3):
        rng, match = random.Random(seed), cardlab.game("solo-whist", **options).match(seed=seed)
        totals = [0] * 4
        while not match.over:
            state = match.state
            dealer, hands = state.dealer, [[str(card) for card in hand] for hand in state.hands]
            turned = hands[dealer][-1][1]
            bidding = Bidding(dealer, options.get("raised", True))
            deal = state.standing.deal
            while bidding.to_call is not None:
                assert match.to_move == bidding.to_call
                assert {*map(str, match.legal_moves())} == bidding.allowed()
                # low calls are made more often, so that a deal may come to any of them
                words = sorted(
                    bidding.allowed(), key=lambda w: (ORDER.index(w) if w in ORDER else -1, w)
                )
                word = rng.choice(words[: rng.choice((2, 2, 3, 8))])
                match.play(word)
                bidding.call(word)
            if not bidding.stands or bidding.waits_for_cop:
                assert match.over or match.state.standing.deal == deal + 1
                assert list(match.totals.values()) == totals
                continue
            call, side = bidding.stands, sorted(bidding.holders)
            kinds.add(call)
            trump = turned
            if call == "abundance" or (call == "declared" and options.get("declared") == "own"):
                assert match.to_move == side[0]
                trump = rng.choice("SHCD")
                match.play(f"trumps {trump}")
            elif call in ("misere", "open misere", "declared"):
                trump = "-"
            leader = side[0] if call == "declared" else (dealer + 1) % 4
            tricks = lost = 0
            while any(hands):
                trick: list[tuple[int, str]] = []
                for turn in range(4):
                    seat = (leader + turn) % 4
                    assert match.to_move == seat
                    follow = [c for c in hands[seat] if trick and c[1] == trick[0][1][1]]
                    may = follow or hands[seat]
                    assert {*map(str, match.legal_moves())} == {*may}
                    card = rng.choice(may)
                    match.play(card)
                    hands[seat].remove(card)
                    trick.append((seat, card))
                leader = winner(trick, trump)
                tricks, lost = tricks + (leader in side), lost + (leader not in side)
                if (NEEDS[call] == 0 and tricks) or (call == "declared" and lost):
                    break
            totals = [a + b for a, b in zip(totals, paid(call, side, tricks, scale), strict=True)]
            assert list(match.totals.values()) == totals and sum(totals) == 0
    assert {"prop", "solo", "misere"} <= kinds


@pytest.mark.parametrize(
    ("call", "partner", "tricks", "gains"),
    [
        ("solo", None, 6, [21, -7, -7, -7]),
        ("solo", None, 4, [-21, 7, 7, 7]),
        ("prop", 1, 10, [8, 8, -8, -8]),
        ("prop", 2, 7, [-7, 7, -7, 7]),
        ("prop", 1, 13, [16, 16, -16, -16]),
        ("misere", None, 1, [-36, 12, 12, 12]),
        ("abundance", None, 8, [-57, 19, 19, 19]),
    ],
)
def test_the_worked_payments_in_pence(
    call: str, partner: int | None, tricks: int, gains: list[int]
) -> None:
    game = cardlab.game("solo-whist", scale="pence")
    lines = game.score(game.Result(0, call, partner, tricks))
    assert list(cardlab.totals(lines).values()) == gains


def calls_of(*words: str, dealer: int = 3, **options: Any) -> Any:
    game = cardlab.game("solo-whist", **options)
    deal = [game.pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    state = game.state(
        hands=deal, phase="auction", turned=deal[dealer][-1], dealer=dealer, to_move=0
    )
    for word in words:
        state = game.after(state, word)
    return state


def test_eldest_may_accept_after_passing() -> None:
    state = calls_of("pass", "prop", "pass", "pass")
    assert state.to_move == 0
    verdict = state.game.verdict(state, "solo")
    assert verdict.rule == "passed-is-out" and not verdict.legal
    state = state.game.after(state, "cop")
    assert (state.declarer, state.partner, state.phase.id) == (1, 0, "play")
    camps = [set(aim.seats) for aim in state.game.aims(state)]
    assert camps == [{0, 1}, {2, 3}]


def test_a_proposal_that_nobody_accepts_may_be_raised() -> None:
    words = ("prop", "pass", "pass", "pass")
    state = calls_of(*words)
    assert state.to_move == 0
    assert state.game.verdict(state, "cop").reason == "the proposal is your own"
    assert state.game.after(state, "solo").declarer == 0
    assert state.game.after(state, "pass").phase.id == "over"
    assert calls_of(*words, raised=False).phase.id == "over"


def test_a_proposal_is_gone_once_somebody_has_called_higher() -> None:
    state = calls_of("pass", "prop", "solo", "pass")
    assert state.to_move == 1, "eldest has passed, and there is nothing left to accept"
    verdict = state.game.verdict(state, "cop")
    assert verdict.rule == "nothing-to-accept" and "Solo" in verdict.reason


def test_an_open_misere_is_seen_after_one_trick() -> None:
    game = cardlab.game("solo-whist")
    hands = {0: "2S 3H", 1: "AS KH", 2: "KS QH", 3: "QS JH"}
    given = {"hands": hands, "trump": None, "call": "open misere", "caller": 0, "phase": "play"}
    state = game.state(**given, to_move=1, dealer=0)
    assert all(not state.sees(seat, 0) for seat in (1, 2, 3))
    for card in ("AS", "KS", "QS", "2S"):
        state = game.after(state, card)
    assert all(state.sees(seat, 0) for seat in (1, 2, 3)) and not state.sees(0, 1)
    assert "3H" in map(str, state.seen_by(2).hands[0])


def test_sides_of_a_proposal_need_a_partner() -> None:
    game = cardlab.game("solo-whist")
    assert "with a partner" in game.Result(0, "prop", None, 8).cannot(game)
    assert "own proposal" in game.Result(0, "prop", 0, 8).cannot(game)
    assert "with a partner" in game.Result(0, "solo", 1, 8).cannot(game)


@pytest.mark.parametrize(("scale", "stake"), [("units", 1), ("pence", 6)])
def test_a_general_misere_is_paid_by_whoever_takes_the_last_trick(scale: str, stake: int) -> None:
    """Nobody calls: no trumps, all thirteen tricks, and the last one pays a solo to each."""
    game = cardlab.game("solo-whist", all_pass="general-misere", scale=scale, deals=1)
    rng = random.Random(scale)
    for seed in range(6):
        match = game.match(seed=seed)
        for _ in range(4):
            match.play("pass")
        taker, led = -1, (match.state.dealer + 1) % 4
        for _ in range(13):
            cards = []
            assert match.to_move == led
            for seat in (led, led + 1, led + 2, led + 3):
                move = rng.choice(match.legal_moves())
                cards.append((move.card, seat % 4))
                match.play(move)
            suit = cards[0][0].suit
            ranks = "23456789TJQKA"
            taker = led = max(
                (ranks.index(card.rank), seat) for card, seat in cards if card.suit == suit
            )[1]
        won = [3 * stake if seat == -1 else stake for seat in range(4)]
        won[taker] = -3 * stake
        assert match.over and [line.points for line in match.lines] == won
        assert all("last trick of a general misère" in line.because for line in match.lines)
    assert f"pays {stake} to each of the others" in " ".join(game.rules().split())
    assert "a general misère is played" in " ".join(game.rules().split())


def test_without_that_option_the_cards_are_thrown_in() -> None:
    game = cardlab.game("solo-whist")
    match = game.match(seed=1)
    for _ in range(4):
        match.play("pass")
    assert match.state.standing.deal == 2 and not match.lines
    with pytest.raises(ValueError, match="call cannot be general-misere"):
        game.score(game.Result(caller=2, call="general-misere", tricks=3))
    other = cardlab.game("solo-whist", all_pass="general-misere")
    assert "took one at least" in other.Result(2, "general-misere", None, 0).cannot(other)
    assert other.Result(2, "general-misere", None, 1).cannot(other) == ""
