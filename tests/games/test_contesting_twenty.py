"""Contesting Twenty beside a second way of playing it: what is trumps, who may play what, who wins a
trick, who starts and how the levels rise, worked out from the cards alone."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK
from cardlab.engine.moves import Deal
from cardlab.engine.quiet import Typed
from cardlab.engine.results import imagined

GAME = cardlab.game("contesting-twenty")
LEVELS = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
WORTH = {"K": 2, "T": 2, "5": 1}
JOKERS = {"RJ": 301, "BJ": 300}


def is_of(card: str, rank: str) -> bool:
    """Whether a card is of a rank; a joker is of none."""
    return card not in JOKERS and card[0] == rank


def is_trump(card: str, rank: str, suit: str) -> bool:
    return card in JOKERS or is_of(card, rank) or card[1] == suit


def height(card: str, led: str, rank: str, suit: str) -> int:
    """How high a card is in a trick to which this card was led; nothing for a discard."""
    if card in JOKERS:
        return JOKERS[card]
    if card[0] == rank:
        return 210 if card[1] == suit else 200
    if card[1] == suit:
        return 100 + LEVELS.index(card[0])
    follows = not is_trump(led, rank, suit) and card[1] == led[1]
    return 1 + LEVELS.index(card[0]) if follows else 0


def may_play(hand: list[str], led: str | None, rank: str, suit: str) -> set[str]:
    def counts_in(card: str) -> str:
        return "trumps" if is_trump(card, rank, suit) else card[1]

    following = [c for c in hand if led is not None and counts_in(c) == counts_in(led)]
    return {*(following or hand)}


def rise(points: int) -> tuple[int, int]:
    """The steps that the declarers and the others rise, from the table of the rules."""
    for least, declarers, others in (
        (20, 0, 3),
        (16, 0, 2),
        (12, 0, 1),
        (8, 0, 0),
        (4, 1, 0),
        (1, 2, 0),
    ):
        if points >= least:
            return declarers, others
    return 3, 0


def texts(hands: Any) -> list[list[str]]:
    return [[str(card) for card in hand] for hand in hands]


class Reference:
    """One match, played beside the engine's."""

    def __init__(self, seed: int) -> None:
        self.match, self.rng = GAME.match(seed=seed), random.Random(seed)
        self.risen, self.starter, self.dealer = [0, 0], -1, self.match.state.dealer
        self.shown = self.from_kitty = 0

    def deal(self) -> None:
        match = self.match
        deal = next(e.move for e in reversed(match.entries) if isinstance(e.move, Deal))
        dealt, kitty = texts(deal.hands), [str(card) for card in deal.stock]
        assert [len(hand) for hand in dealt] == [12] * 4 and len(kitty) == 6
        assert match.state.dealer == self.dealer
        rank = LEVELS[min(self.risen[max(self.starter, 0) % 2], 12)]
        suit, shower = self.name_trumps(dealt, rank)
        first = (self.dealer + 1) % 4
        if suit:
            self.shown += 1
            starter = self.starter if self.starter >= 0 else shower
        else:
            self.from_kitty += 1
            suit, starter = kitty_names(kitty, rank), self.starter if self.starter >= 0 else first
        hands = [list(hand) for hand in dealt]
        hands[starter] += kitty
        state = match.state
        assert [sorted(h) for h in texts(state.hands)] == [sorted(h) for h in hands]
        assert (str(state.order.trump), state.declarer, match.to_move) == (suit, starter, starter)
        assert {str(c) for c in GAME.pack if state.order.is_trump(c)} == {
            str(c) for c in GAME.pack if is_trump(str(c), rank, suit)
        }
        laid = []
        for _ in range(6):
            assert {str(m.card) for m in match.legal_moves()} == {*hands[starter]}
            card = self.rng.choice(hands[starter])
            match.play(f"discard {card}")
            hands[starter].remove(card)
            laid.append(card)
        points = self.play(hands, starter, laid, rank, suit)
        self.count(points, starter)

    def name_trumps(self, dealt: list[list[str]], rank: str) -> tuple[str, int]:
        """Follow the deal card by card; the suit that was shown, and who showed it."""
        for number in range(48):
            seat = (self.dealer + 1 + number) % 4
            held = dealt[seat][: number // 4 + 1]
            assert self.match.to_move == seat
            assert texts(self.match.state.hands)[seat] == held
            wanted = {"go on"} | ({f"show {held[-1]}"} if is_of(held[-1], rank) else set())
            assert {str(m) for m in self.match.legal_moves()} == wanted
            early = [c for c in held[:-1] if is_of(c, rank)]
            for card in early:
                assert self.match.verdict(f"show {card}").rule == "expose-what-you-drew"
            move = self.rng.choice(sorted(wanted)) if self.rng.random() < 0.5 else "go on"
            self.match.play(move)
            if move != "go on":
                return held[-1][1], seat
        return "", -1

    def play(
        self, hands: list[list[str]], leader: int, laid: list[str], rank: str, suit: str
    ) -> int:
        """Play the tricks; the points of the others, with the kitty."""
        starter, points = leader, 0
        for _ in range(12):
            led, best, trick = None, leader, []
            for seat in [(leader + i) % 4 for i in range(4)]:
                legal = may_play(hands[seat], led, rank, suit)
                assert self.match.to_move == seat
                assert {str(m) for m in self.match.legal_moves()} == legal
                card = self.rng.choice(sorted(legal))
                self.match.play(card)
                hands[seat].remove(card)
                led = led or card
                before = max((height(c, led, rank, suit) for c in trick), default=-1)
                if height(card, led, rank, suit) > before:
                    best = seat
                trick.append(card)
            leader = best
            if best % 2 != starter % 2:
                points += sum(WORTH.get(card[0], 0) for card in trick)
        if leader % 2 != starter % 2:
            points += 2 * sum(WORTH.get(card[0], 0) for card in laid)
        return points

    def count(self, points: int, starter: int) -> None:
        declarers, others = rise(points)
        self.risen[starter % 2] += declarers
        self.risen[1 - starter % 2] += others
        self.starter = (starter + (2 if points < 8 else 1)) % 4
        self.dealer = (self.starter - 1) % 4
        assert list(self.match.totals.values()) == self.risen


def kitty_names(kitty: list[str], rank: str) -> str:
    """The suit that the kitty names, turned up card by card."""
    for card in kitty:
        if is_of(card, rank):
            return card[1]
    plain = [card for card in kitty if card not in JOKERS]
    return max(plain, key=lambda card: LEVELS.index(card[0]))[1]


def test_matches_followed_from_their_cards_alone() -> None:
    shown = from_kitty = 0
    for seed in range(8):
        played = Reference(seed)
        while not played.match.over:
            played.deal()
        assert max(played.risen) >= 13 and played.match.over
        winner = list(played.match.totals)[played.risen.index(max(played.risen))]
        assert played.match.outcome.winners == (winner,)
        shown, from_kitty = shown + played.shown, from_kitty + played.from_kitty
    assert shown > 20 and from_kitty > 5


@pytest.mark.parametrize("scale", ["fifth", "original"])
def test_every_result_rises_as_the_table_has_it(scale: str) -> None:
    game = cardlab.game("contesting-twenty", scale=scale)
    unit = game.card_points(cardlab.Card("5C"))
    assert unit == (5 if scale == "original" else 1)
    for points in range(21):
        for kitty in range(min(12, 20 - points) + 1):
            for last in (False, True):
                result = game.Result(0, points * unit, kitty * unit, last)
                totals = cardlab.totals(game.score(result), [side.id for side in game.sides])
                assert tuple(totals.values()) == rise(points + 2 * kitty * last), result


def begun(hands: tuple[str, ...], kitty: str, **standing: Any) -> Any:
    """A deal of these cards, the rest of the pack filling the hands; seat 0 deals."""
    rest = list(GAME.pack)
    for card in cardlab.cards(" ".join([*hands, kitty])):
        rest.remove(card)
    full = []
    for hand in map(cardlab.cards, (*hands, *[""] * (4 - len(hands)))):
        full.append((*hand, *rest[: 12 - len(hand)]))
        del rest[: 12 - len(hand)]
    state = GAME.begin(GAME.opening().but(**standing))
    return state.phase.apply(state, None, Deal(full, cardlab.cards(kitty)))


NO_TWOS = ("3S 3H", "4S 4H", "2S 2H 5S", "2C 5H")


def show_nothing(state: Any) -> Any:
    while state.phase.id == "exposing":
        state = GAME.after(state, "go on")
    return state


def test_the_first_card_of_the_rank_in_the_kitty_names_trumps() -> None:
    state = show_nothing(begun(NO_TWOS, "4C 2D AS RJ BJ KH"))
    assert str(state.order.trump) == "D" and state.declarer == 1 and state.revealed == ("4C", "2D")
    assert {k.card for k in state.seen_by(3).known} == {"4C", "2D"}


def test_without_one_the_highest_card_of_the_kitty_does() -> None:
    hands = ("3S 3H", "4S 4H", "2S 2H 5S", "2C 2D 5H")
    state = show_nothing(begun(hands, "4C RJ KD BJ KH QS"))
    assert str(state.order.trump) == "D" and len(state.revealed) == 6


def test_the_level_of_the_starters_side_is_the_trump_rank() -> None:
    state = begun(("9C 9H",), "4C 5D AS RJ BJ KH", totals=(7, 3), starter=2, dealer=1)
    assert state.trump_rank == "9"
    state = begun(("9C 9H",), "4C 5D AS RJ BJ KH", totals=(7, 3), starter=1, dealer=0)
    assert state.trump_rank == "5"


def test_nobody_sees_what_is_still_to_come_or_laid_away() -> None:
    state = begun(NO_TWOS, "4C 2D AS RJ BJ KH")
    for seat in range(4):
        view = state.seen_by(seat)
        assert {c for pile in (*view.coming, view.kitty) for c in pile} == {BACK}
    state = show_nothing(state)
    for card in ("4C", "AS", "KH", "RJ", "BJ"):
        state = GAME.after(state, f"discard {card}")
    assert set(state.seen_by(0).away[1]) == {BACK} and "KH" in state.seen_by(1).away[1]


def test_a_shown_card_is_known_until_cards_are_laid_away() -> None:
    state = begun(("3S 3H", "4S 4H", "2S 2H 5S", "2C 5H"), "4C 2D AS RJ BJ KH")
    state = GAME.after(GAME.after(state, "go on"), "2S")
    assert state.declarer == 2 and str(state.order.trump) == "S"
    assert [k.card for k in state.seen_by(0).known] == ["2S"]
    assert state.seen_by(0).imagined(random.Random(1)).hands[2].count("2S") == 1
    state = GAME.after(state, "discard 2S")
    assert not state.seen_by(0).known


@pytest.mark.parametrize(
    ("move", "rule"),
    [
        ("show 3S", "expose-what-you-drew"),
        ("show 2S", "must-hold-card"),
        ("3S", "expose-what-you-drew"),
    ],
)
def test_what_cannot_be_shown(move: str, rule: str) -> None:
    state = begun(("4S 4H", "3S 3H"), "4C 5D AS RJ BJ KH")
    verdict = GAME.verdict(state, move)
    assert not verdict.legal and verdict.rule == rule and verdict.reason


def test_bad_moves_leave_the_table_as_it_is() -> None:
    match = GAME.match(seed=1)
    before = match.state
    for text in ("show QS", "2H", "6D", "show RJ"):
        with pytest.raises(cardlab.IllegalMove):
            match.play(text)
    assert match.state == before and isinstance(GAME.quiet["lay-six-away"], Typed)


def test_of_equal_cards_the_first_wins() -> None:
    assert GAME.winner([(0, "AH"), (1, "2C"), (2, "2D"), (3, "KS")], trump="H") == 1
    assert GAME.winner([(0, "AH"), (1, "2C"), (2, "2H"), (3, "BJ")], trump="H") == 3
    assert GAME.winner([(0, "5H"), (1, "BJ"), (2, "RJ"), (3, "2H")], trump="H") == 2
    equal = cardlab.game("contesting-twenty", joker_order="equal")
    assert equal.winner([(0, "5H"), (1, "JK"), (2, "JK"), (3, "2H")], trump="H") == 1
    table = GAME.state(trump="H", trick=[(0, "AH"), (1, "2C"), (2, "2D"), (3, "KS")])
    _, rule, sentence = GAME.told_trick(table, table.trick)
    assert rule == "first-of-equals"
    assert sentence.say() == "of 2♣ and 2♦ the first one played wins"


def test_impossible_results_are_refused() -> None:
    with pytest.raises(ValueError, match="only 20 card points"):
        imagined(GAME, points=12, kitty=10)


def test_the_table_says_which_rank_is_trumps() -> None:
    standing = {"totals": (8, 1), "starter": 2, "deal": 5}
    table = GAME.state(trump="TH", trick=[(2, "KH")], declarer=2, **standing)
    panels = GAME.panels(table)
    assert panels["trump"]["note"] == "and every 10" and "starter" in panels["notes"][2]
    assert [panels["notes"][seat][0] for seat in (0, 1)] == ["level 10", "level 3"]
    assert GAME.order_on(table, "S").suit("TC") == "S"


@pytest.mark.parametrize("id", ["contesting-twenty", "looking-for-friends"])
def test_the_cards_may_go_to_the_right(id: str) -> None:
    game = cardlab.game(id, turns="right")
    text = " ".join(game.rules().split())
    assert "Turns pass to the right, anticlockwise." in text
    assert "beginning at the dealer's right" in text and "dealer's left" not in text
    match, rng = game.match(seed=1), random.Random(1)
    assert match.to_move == game.players - 1
    while match.state.standing.deal == 1 and not match.over:
        match.play(rng.choice(match.legal_moves()))
    starter = match.state.standing.starter
    assert match.state.dealer == (starter + 1) % game.players
    assert match.record.replay().state == match.state
