"""Moves that somebody types, and that no page offers: each is refused for its true reason."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab

LAUGH = {
    "hands": {1: "5S 5H 6D 2H 2S"},
    "pond": "6S 6H 6C 3D",
    "to_move": 1,
    "piles": ["2C 2D", "", "", "", ""],
}
TENS = {"hands": {0: "TS 3D 6H 5S AC"}, "pond": "7H 2S 4C 4D", "to_move": 0}
FIVES = {"hands": {0: "5S"}, "pond": "5H 5C 5D", "triple": ("5",), "to_move": 0}
BUS = {"hands": {0: "KS KH 2C", 1: "3C 4C 5C"}, "middle": "7H 7D 2H", "to_move": 0}
BUNDLES = {"hands": {0: "7S 6H"}, "pond": "7H 7D 2C", "to_move": 0}

REFUSED: list[tuple[str, dict[str, Any], dict[str, Any], str, str, str]] = [
    ("laugh-and-lie-down", {}, LAUGH, "aside 5S 6D", "aside", "5♠ and 6♦ are not of one rank"),
    ("laugh-and-lie-down", {}, LAUGH, "aside 6D 6S", "must-hold-card", "you do not hold 6♠"),
    (
        "laugh-and-lie-down",
        {},
        LAUGH,
        "aside 5H 5S",
        "aside",
        "you hold only two of that rank, and the other two are not won yet",
    ),
    (
        "laugh-and-lie-down",
        {},
        LAUGH,
        "6D",
        "captures-its-rank",
        "say what 6♦ takes: its rank lies in the pond",
    ),
    (
        "laugh-and-lie-down",
        {},
        LAUGH,
        "6D takes 6S",
        "whole-prial",
        "three cards of its rank lie there, and 6♦ takes all of them",
    ),
    (
        "laugh-and-lie-down",
        {},
        LAUGH | {"pond": "6S 6H 3D"},
        "6D takes 6S 6H",
        "whole-prial",
        "two cards of its rank lie there, and 6♦ takes one of them",
    ),
    (
        "laugh-and-lie-down",
        {},
        LAUGH | {"pond": "3D"},
        "lie down",
        "lie-down",
        "2♥ and 2♠ can still be laid aside",
    ),
    (
        "fishing-for-tens",
        {},
        TENS,
        "TS takes 7H",
        "no-such-capture",
        "10♠ takes a ten, its own rank",
    ),
    (
        "fishing-for-tens",
        {},
        TENS,
        "3D takes 7H 2S",
        "no-such-capture",
        "3♦ takes a seven, with which it makes ten",
    ),
    ("fishing-for-tens", {}, TENS, "3D takes 7D", "no-such-capture", "7♦ does not lie in the pond"),
    (
        "fishing-for-tens",
        {},
        TENS,
        "6H takes 4C 4D",
        "one-card-a-play",
        "6♥ takes one card of the pond",
    ),
    (
        "fishing-for-tens",
        {},
        FIVES,
        "5S takes 5H",
        "one-card-a-play",
        "three of its rank lay in the first pond, and 5♠ takes them all",
    ),
    (
        "fishing-for-tens",
        {},
        TENS,
        "take 4C",
        "not-on-offer",
        "no card was turned up that waits for a choice",
    ),
    (
        "bundles",
        {},
        BUNDLES,
        "7S takes 7H",
        "no-such-capture",
        "only sevens match 7♠: all that lie in the pond, and one on top of a bundle",
    ),
    (
        "bundles",
        {},
        BUNDLES,
        "6H takes 2C",
        "no-such-capture",
        "only sixes match 6♥: all that lie in the pond, and one on top of a bundle",
    ),
    (
        "stop-the-bus",
        {"exchange": "one"},
        BUS,
        "swap KS KH for 7H 7D",
        "one-or-three",
        "only one card is exchanged at a time",
    ),
    ("stop-the-bus", {}, BUS, "swap AS for KD", "hold-what-you-give", "you do not hold A♠"),
    (
        "stop-the-bus",
        {},
        BUS | {"exchanged": True},
        "swap KS for 7H",
        "not-on-offer",
        "you have exchanged already in this turn",
    ),
    (
        "beggar-thy-neighbour",
        {},
        {"hands": {0: "2S", 1: "3S"}, "pile": "4S"},
        "take",
        "not-on-offer",
        "no card has been paid for: the next card is laid",
    ),
    (
        "beggar-thy-neighbour",
        {},
        {"hands": {0: "2S", 1: "3S"}, "pile": "QS", "owed": 2, "creditor": 1},
        "take",
        "not-on-offer",
        "two cards are still owed before the pile is taken",
    ),
    (
        "beggar-thy-neighbour",
        {},
        {"hands": {0: "2S", 1: "3S"}, "pile": "JS 4S", "creditor": 0, "paid": True},
        "lay",
        "not-on-offer",
        "your card was paid for: the pile is taken first",
    ),
    (
        "go-fish",
        {},
        {"hands": {0: "2S", 1: "3S"}, "stock": "4S"},
        "draw",
        "not-on-offer",
        "you have cards, and somebody to ask",
    ),
    (
        "cheat",
        {},
        {"phase": "lay", "hands": {0: "2S", 1: "3S"}, "laying": "2H"},
        "claim 1 K",
        "next-rank",
        "aces are due",
    ),
    (
        "liar-poker",
        {},
        {"hands": {0: "2S 3S", 1: "3D"}},
        "rank 9",
        "not-on-offer",
        "a claim begins with its kind",
    ),
    (
        "liar-poker",
        {},
        {"hands": {0: "2S 3S", 1: "3D"}, "begun": "pair"},
        "claim pair",
        "not-on-offer",
        "you have begun to claim a pair",
    ),
    (
        "snap",
        {},
        {"hands": {0: "2S", 1: "3S"}, "pile": "4S"},
        "pass",
        "not-on-offer",
        "the game goes on while somebody has cards to lay",
    ),
]


@pytest.mark.parametrize(("game", "options", "given", "typed", "rule", "reason"), REFUSED)
def test_a_typed_move_is_refused_for_its_own_reason(
    game: str,
    options: dict[str, Any],
    given: dict[str, Any],
    typed: str,
    rule: str,
    reason: str,
) -> None:
    table = cardlab.game(game, **options)
    state = table.state(**given)
    verdict = table.verdict(state, typed)
    assert (verdict.legal, str(verdict.rule)) == (False, rule)
    assert verdict.say(reader=state.to_move) == reason


def test_a_seat_without_a_move_is_told_no_empty_list() -> None:
    state = cardlab.game("go-fish").match(seed=1).state
    waiting = state.game.verdict(state, "draw", seat=3)
    assert repr(waiting) == "<draw is illegal: it is West's turn (not-your-turn)>"


def test_who_answers_a_bid_of_skat_names_no_number() -> None:
    match = cardlab.game("skat").match(seed=1).play("18")
    verdict = match.verdict("20")
    assert (verdict.legal, verdict.say(reader=match.to_move)) == (
        False,
        "the other player names the numbers, and your answer is yes or pass",
    )


def test_no_upcard_is_refused_after_the_first() -> None:
    match = cardlab.game("gin-rummy").match(seed=1)
    while match.state.phase.id == "offer":
        match.play("refuse")
    assert match.verdict("refuse").reason == "only the first upcard of a deal is refused"


def test_trumps_are_made_in_two_rounds() -> None:
    match = cardlab.game("euchre").match(seed=1)
    assert match.verdict("spades").reason == (
        "diamonds are offered now, and no other suit can be named yet"
    )
    for _ in range(4):
        match.play("pass")
    assert match.verdict("order up").reason == (
        "the card was turned down, and another suit is named now"
    )


@pytest.mark.parametrize("id", ["bourre", "julep"])
def test_who_draws_and_who_stands_pat(id: str) -> None:
    match = cardlab.game(id).match(seed=1)
    while match.state.phase.id != "draw":
        match.play(next(move for move in match.legal_moves() if move != "pass"))
    assert match.verdict("draw").reason == "you have laid no card away: stand pat, or discard first"
    match.play(match.legal_moves()[0])
    assert match.verdict("stand pat").reason == "you have laid one card away: draw as many"


def test_a_card_is_passed_once_and_called_in_three_steps() -> None:
    match = cardlab.game("hearts").match(seed=1)
    give = match.legal_moves()[0]
    match.play(give)
    assert match.verdict(give).reason == f"you have chosen {give.card.sign} already"
    match = cardlab.game("looking-for-friends").match(seed=1)
    while match.state.phase.id != "call-friends":
        match.play(match.legal_moves()[0])
    assert match.verdict("ace").reason == "first name the suit of a card"
    match.play("spades")
    assert match.verdict("clubs").reason == "now name the rank of the card"
    match.play("ace")
    assert match.verdict("king").reason == "now say which copy of the card is meant"


def test_the_purchase_is_over_when_the_first_card_is_led() -> None:
    match = cardlab.game("purchase-nap").match(seed=3)
    while match.state.phase.id != "play":
        match.play(next(move for move in ("done", "two", "pass") if match.verdict(move).legal))
    held = match.legal_moves()[0].card
    assert match.verdict(f"discard {held}").reason == "the play has begun: play a card"
