"""What the sheets of the first games, fishing, asking, bluffing and swapping say is what is played,
under every value of the option that it hangs on."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.rulebook.liar_poker import MOST_WITHOUT, TITLES

TOLD = [
    ("cuckoo", {}, "ties-for-lowest", "the deal is played again", True),
    ("cuckoo", {"tie": "none"}, "ties-for-lowest", "the deal is played again", False),
    ("cuckoo", {"tie": "suit"}, "ties-for-lowest", "the deal is played again", False),
    ("fishing-for-tens", {}, "two-plays", "A card that is turned up takes what it can.", False),
    (
        "fishing-for-tens",
        {"must_capture": False},
        "two-plays",
        "A card that is turned up takes what it can.",
        True,
    ),
    ("go-fish", {}, "empty-hand", "the only one with cards draws one instead of asking", True),
    ("snap", {}, "first-empty", "may let the chance go", True),
    ("snap", {"ending": "all-cards"}, "all-cards", "may let the chance go", True),
    ("slapjack", {}, "last-in-the-game", "may let the chance go", True),
    ("slapjack", {"last_chance": False}, "last-in-the-game", "may let the chance go", False),
    ("stop-the-bus", {}, "one-or-three", "one card or all three with the middle, never two", True),
    (
        "stop-the-bus",
        {"exchange": "one"},
        "one-or-three",
        "exchange one card with the middle, never more",
        True,
    ),
    ("stop-the-bus", {}, "brag-order", "Two hands of the same kind", True),
    ("liar-poker", {}, "claims", "a high card, which is any single card", True),
]


@pytest.mark.parametrize(("id", "options", "rule", "words", "there"), TOLD)
def test_a_rule_is_told_where_it_is_played(
    id: str, options: dict[str, Any], rule: str, words: str, there: bool
) -> None:
    game = cardlab.game(id, **options)
    (text,) = [r.text(game) for r in game.all_rules() if r == rule]
    assert (words in text) is there


ONCE = [
    ("slapjack", "slap the next jack"),
    ("slapjack", "until the pile is"),
    ("slapjack", "face up on the pile"),
    ("pinhead", "lowest card in hand begins"),
    ("rhapsody", "holder of 3♣ leads"),
]


@pytest.mark.parametrize(("id", "words"), ONCE)
def test_a_rule_is_told_once(id: str, words: str) -> None:
    sheet = " ".join(str(cardlab.game(id).rules()).split())
    assert sheet.count(words) == 1


@pytest.mark.parametrize("id", ["snip-snap-snorem", "high-cockalorum", "rhapsody", "big-two"])
def test_cards_that_are_played_out_are_put_aside(id: str) -> None:
    """Only what is offered and not wanted is turned down."""
    sheet = " ".join(str(cardlab.game(id).rules(full=True)).split())
    assert "put aside" in sheet and "turned down" not in sheet and "are turned." not in sheet


@pytest.mark.parametrize("players", range(2, 9))
@pytest.mark.parametrize("cards", range(1, 7))
@pytest.mark.parametrize("grow", [False, True])
def test_liar_poker_names_the_claims_that_can_be_certain(
    players: int, cards: int, grow: bool
) -> None:
    """Just the kinds for which so many players can hold enough cards, each with its number."""
    try:
        game = cardlab.game("liar-poker", players=players, cards=cards, grow=grow)
    except ValueError:
        pytest.fail("this table can be played")
    (text,) = [rule.text(game) for rule in game.all_rules() if rule == "certain-claim"]
    for kind, number in MOST_WITHOUT.items():
        certain = players * cards > number
        named = any(
            TITLES[kind] in part and f"more than {number}" in part
            for part in text.replace("certain: ", ", ").split(", ")
        )
        assert named is certain, (kind, text)
    assert ("none is" in text) == (players * cards <= 13)


@pytest.mark.parametrize(
    ("id", "players"), [("cuckoo", 5), ("stop-the-bus", 4), ("fishing-for-tens", 4)]
)
def test_score_lines_carry_the_cards_that_they_are_about(id: str, players: int) -> None:
    """The lowest card, the worst hand, the red cards: each line of a deal names its own."""
    match = cardlab.game(id, players=players).match(seed=2)
    while not match.ends:
        match.play(match.legal_moves()[0])
    state = match.state_at(match.ends[0])
    lines = [line for line in match.lines_at(match.ends[0]) if str(line.rule) != "par"]
    assert lines
    for line in lines:
        seat = match.game.seat(line.side)
        where = state.piles[seat] if id == "fishing-for-tens" else state.hands[seat]
        assert line.cards and set(line.cards) <= set(where)
    if id == "fishing-for-tens":
        assert sum(line.points for line in lines) == 70 * players
        for line in lines:
            assert line.points == sum(map(match.game.counts, line.cards))
