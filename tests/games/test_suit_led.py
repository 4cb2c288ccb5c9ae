"""Which suit was led, where a card counts in another suit than it shows.

``pytest tests/games/test_suit_led.py --refusals 100000`` reads so many refusals, shared out among
the games.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import JOINED, JOKER, SUITS, Card
from cardlab.engine.ordering import Ordering
from cardlab.lessons.questions import make_question

GAMES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("euchre", {}),
    ("euchre", {"benny": True}),
    ("skat", {}),
    ("contesting-twenty", {}),
    ("looking-for-friends", {}),
    ("looking-for-friends", {"singles": True, "players": 7}),
    ("quinto", {}),
    ("cardigan", {}),
)
NAMES = {suit.name: letter for letter, suit in {**SUITS, **JOINED}.items()} | {"trumps": "trumps"}
LED = re.compile(r"(?P<suit>\w+) were led|led (?P<set>\w+) and")


def told_as(card: Card) -> str:
    """A card as such a sentence names it."""
    return card.sign if card.suit else f"the {card.name}"


def named_suit(reason: str) -> str:
    """The letter of the suit that a reason says was led; "trumps" where it says that."""
    match = LED.search(reason)
    assert match, reason
    return NAMES[match["suit"] or match["set"]]


def hand_like(game: Any, rng: random.Random, word: str) -> tuple[Any, Card]:
    """A table on which a card was led, and the hand next to play; the lead is often in disguise."""
    order = game.ordering(word)
    cards = list(game.pack)
    rng.shuffle(cards)
    odd = [card for card in cards if card in order.leaves]
    first = rng.choice(odd) if odd and rng.random() < 0.6 else cards[0]
    cards.remove(first)
    trick = [(0, first)]
    if game.id == "quinto" and rng.random() < 0.5:
        first = next(c for c in cards if c != JOKER)
        cards = [card for card in cards if card not in (first, JOKER)]
        trick = [(0, JOKER), (1, first)]
    seat = len(trick)
    hand = cards[: rng.randint(2, 8)]
    given = {"trump": word} if game.id != "quinto" else {}
    state = game.state(phase="play", to_move=seat, trick=trick, hands={seat: hand}, **given)
    return state, first


def refusals(game: Any, wanted: int) -> Iterator[tuple[str, Ordering, Card, Any]]:
    """Refused cards of random tables: the reason, the order, the card that set the suit, the table."""
    rng = random.Random(11)
    words = sorted({word for phase in game.phases for word in phase.orders(game)}) or [""]
    seen = 0
    while seen < wanted:
        state, first = hand_like(game, rng, rng.choice(words))
        verdicts = game.verdicts(state)
        for verdict in verdicts.values():
            if not verdict.legal and verdict.rule == "must-follow-suit":
                seen += 1
                yield verdict.reason, state.order, first, state


@pytest.fixture
def how_many(amount: Callable[[str], int]) -> int:
    """How many refusals of each of these games to read."""
    return max(-(-amount("--refusals") // len(GAMES)), 40)


@pytest.mark.parametrize(("id", "options"), GAMES)
def test_the_suit_named_is_the_one_that_the_led_card_counts_as(
    id: str, options: dict[str, Any], how_many: int
) -> None:
    game = cardlab.game(id, **options)
    in_disguise = 0
    for reason, order, first, state in refusals(game, how_many):
        counts = order.suit_of[first]
        named = named_suit(reason)
        assert named == counts or (named == "trumps" and counts == order.trump), reason
        assert len(reason.split(";")[0].split()) <= 15, reason
        lead = state.trick.cards[0]
        if lead.suit != counts:
            in_disguise += 1
            assert (named == "trumps") == (counts == order.trump), reason
            assert reason.startswith(told_as(lead)), reason
        else:
            assert " here, " not in reason
    assert in_disguise


def reason(id: str, refused: str, trump: str, lead: str, hand: str, **options: Any) -> str:
    game = cardlab.game(id, **options)
    state = game.state(phase="play", to_move=1, trump=trump, trick=[(0, lead)], hands={1: hand})
    verdict = game.verdict(state, refused)
    assert not verdict.legal
    return verdict.reason


def test_a_left_bower_that_is_led_is_named() -> None:
    assert reason("euchre", "QC", "S", "JC", "AS QC 9D") == (
        "J♣ is a trump here, so trumps were led and you have A♠"
    )
    assert reason("euchre", "QC", "S", "JC", "AS KS QC 9D") == (
        "J♣ is a trump here, so trumps were led and you have two"
    )
    assert reason("euchre", "QC", "S", "JK", "AS QC 9D", benny=True) == (
        "the joker is a trump here, so trumps were led and you have A♠"
    )


def test_a_jack_that_is_led_is_named() -> None:
    assert reason("skat", "QD", "S", "JD", "AS QD 9H") == (
        "J♦ is a trump here, so trumps were led and you have A♠"
    )
    assert reason("skat", "QD", "grand", "JD", "JS QD 9H") == (
        "J♦ is a trump here, so trumps were led and you have one; J♠ is a trump too"
    )


def test_a_card_of_the_trump_rank_that_is_led_is_named() -> None:
    assert reason("contesting-twenty", "QC", "S", "2C", "AS KS QC 9D") == (
        "2♣ is a trump here, so trumps were led and you have two"
    )
    assert reason("contesting-twenty", "QC", "S", "2C", "AS 2H QC 9D") == (
        "2♣ is a trump here, so trumps were led and you have two; 2♥ is a trump too"
    )


def test_after_a_joker_in_quinto_the_next_card_is_named() -> None:
    game = cardlab.game("quinto")
    state = game.state(
        phase="play", to_move=2, trick=[(0, "JK"), (1, "5H")], hands={2: "AH KH KS QC"}
    )
    assert game.verdict(state, "QC").reason == (
        "the joker sets no suit, so 5♥ led hearts and you have two"
    )


def test_a_hand_without_a_card_of_that_suit_hears_which_suit_it_is() -> None:
    game = cardlab.game("euchre")
    state = game.state(phase="play", to_move=1, trump="S", trick=[(0, "JC")], hands={1: "QC 9D"})
    assert game.verdict(state, "QC").reason == "J♣ is a trump here, and you have no trumps"
    assert game.verdict(state, "QC").say(-1) == "J♣ is a trump here, and West has no trumps"


def test_cards_that_show_their_own_suit_are_told_as_before() -> None:
    assert reason("euchre", "9D", "S", "AC", "KC 9D AS") == "clubs were led and you have one"
    assert reason("euchre", "9D", "S", "AC", "JC KC 9D") == (
        "clubs were led and you have one; J♣ is a trump"
    )
    assert reason("euchre", "9D", "S", "9S", "JC KC 9D") == (
        "trumps were led and you have one; J♣ is a trump"
    )


def test_trumps_led_and_no_trump_held() -> None:
    """A hand that cannot follow trumps lacks one thing, not two."""
    game = cardlab.game("brandle")
    state = game.state(phase="play", trump="H", to_move=1, trick=[(0, "QH")], hands={1: "KS AD"})
    reasons = {
        step.ruling.because for verdict in game.verdicts(state).values() for step in verdict.steps
    }
    assert "{you} {have} no trump" in reasons
    assert not any("neither" in text for text in reasons)


def test_feedback_on_who_wins_names_the_card_in_disguise() -> None:
    """A learner who taps the card of the printed suit hears which suit was led, and why."""
    game = cardlab.game("euchre")
    trick = [(0, "JC"), (1, "AC"), (2, "9S"), (3, "TS")]
    state = game.state(phase="play", trump="S", trick=trick)
    question: Any = make_question(game, state, 0, "who-wins")
    first, _ = question.loses(1)
    assert first == "West's A♣ is a club; J♣ is a trump here, so trumps were led."
    state = game.state(phase="play", trump="S", trick=[(0, "KC"), (1, "AH"), (2, "9C"), (3, "TC")])
    plain: Any = make_question(game, state, 0, "who-wins")
    assert plain.loses(1)[0] == "West's A♥ is a heart, and clubs were led."
