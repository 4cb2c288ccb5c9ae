"""Klaverjassen: when to trump, roem, wet and pit, and who names trumps."""

from __future__ import annotations

import random
from typing import Any

import pytest

import cardlab
from cardlab.rulebook.klaverjassen import honours


def legal(
    hand: str, trick: list[tuple[int, str]], me: int, system: str = "amsterdam"
) -> tuple[str, ...]:
    game = cardlab.game("klaverjassen", system=system)
    state = game.state(trump="H", trick=trick, hands={me: hand}, to_move=me)
    return tuple(sorted(map(str, game.legal_moves(state))))


EDGES = [
    ("8H QH", [(0, "JH")], 1, ("8H", "QH"), ("8H", "QH")),
    ("JH 8H", [(0, "KH"), (1, "7C"), (2, "9H")], 3, ("JH",), ("JH",)),
    ("7H 8H KC", [(0, "AD")], 1, ("7H", "8H"), ("7H", "8H")),
    ("AH 7H KC", [(0, "7D"), (1, "9H")], 2, ("KC",), ("7H", "AH")),
    ("AH 7H", [(0, "7D"), (1, "9H")], 2, ("7H", "AH"), ("7H", "AH")),
    ("AH 7H KC", [(0, "AD"), (1, "7D")], 2, ("7H", "AH", "KC"), ("7H", "AH")),
    ("9H QH KC", [(0, "7D"), (1, "AH"), (2, "KD")], 3, ("9H", "KC"), ("9H",)),
]


@pytest.mark.parametrize(("hand", "trick", "me", "amsterdam", "rotterdam"), EDGES)
def test_when_to_trump(
    hand: str, trick: Any, me: int, amsterdam: tuple[str, ...], rotterdam: tuple[str, ...]
) -> None:
    assert legal(hand, trick, me) == amsterdam
    assert legal(hand, trick, me, "rotterdam") == rotterdam


def test_why_not_in_rotterdam() -> None:
    game = cardlab.game("klaverjassen", system="rotterdam")
    trick = [(0, "7D"), (1, "QH")]
    state = game.state(trump="H", trick=trick, hands={2: "AH 7H KC"}, to_move=2)
    assert game.verdict(state, "7H").rule == "must-overtrump"
    assert game.verdict(state, "KC").rule == "must-trump"


@pytest.mark.parametrize(
    ("cards", "points"),
    [
        ("9C TC JC AD", 20),
        ("QH KH AH 7H", 40),
        ("9S TS JS QS", 50),
        ("KH QH JH TH", 70),
        ("AS AH AC AD", 100),
        ("TS TH TC TD", 100),
        ("JS JH JC JD", 200),
        ("9S 9H 9C 9D", 0),
        ("AS KS 7S 8S", 0),
        ("KH 7C QH 8C", 20),
        ("AC TC 9C 8C", 20),
    ],
)
def test_roem(cards: str, points: int) -> None:
    found = honours(cardlab.cards(cards), "H")
    assert sum(honour.points for honour in found) == points


def test_four_tens_may_count_nothing() -> None:
    assert honours(cardlab.cards("TS TH TC TD"), "H", tens=False) == ()


def test_cards_count_by_trumps() -> None:
    game = cardlab.game("klaverjassen")
    order = game.ordering("S")
    assert [order.worth(card) for card in ("JS", "9S", "JH", "9H", "AS")] == [20, 14, 2, 0, 11]
    assert sum(order.worth(card) for card in game.pack) == 152
    assert [rung[0] for rung in order.ladder()] == ["JS", "9S", "AS", "TS", "KS", "QS", "8S", "7S"]


def points(**result: Any) -> dict[str, int]:
    game = cardlab.game("klaverjassen", **result.pop("options", {}))
    return cardlab.totals(game.score(game.Result(**result)), (side.id for side in game.sides))


def test_the_defenders_win_all_tricks() -> None:
    lost = {"declarers": 0, "points": (0, 162), "roem": (0, 40), "tricks": (0, 8)}
    assert points(**lost) == {"north-south": 0, "east-west": 302}
    assert points(**lost, options={"counter_pit": 0}) == {"north-south": 0, "east-west": 202}
    assert points(**lost, options={"counter_pit": 200})["east-west"] == 402


def test_roem_decides_who_is_wet() -> None:
    close = {"declarers": 0, "points": (81, 81), "tricks": (4, 4)}
    assert points(**close, roem=(20, 0)) == {"north-south": 101, "east-west": 81}
    assert points(**close, roem=(0, 0)) == {"north-south": 0, "east-west": 162}


def test_a_race_goes_on_while_the_leaders_are_equal() -> None:
    game = cardlab.game("klaverjassen", target=1500)
    ahead = game.opening().but(totals=(1510, 1510))
    assert game.outcome(ahead) is None
    assert game.outcome(ahead.but(totals=(1510, 1600))).winners == ("east-west",)
    with pytest.raises(ValueError, match="race to the target"):
        cardlab.game("klaverjassen", target=1500, deals=8)


def test_eldest_must_name_after_four_passes() -> None:
    match = cardlab.game("klaverjassen", choice="round").match(seed=2)
    for _ in range(4):
        match.play("pass")
    assert match.to_move == 1 and match.verdict("pass").rule == "eldest-must-name"
    match.play("hearts")
    assert match.state.declarer == 1 and match.to_move == 1
    assert match.verdict("trumps S").rule == "already-named"


def test_suits_are_drawn() -> None:
    match = cardlab.game("klaverjassen", choice="turned").match(seed=2)
    first = match.state.offered
    assert match.log()[-1] == f"{first.name.capitalize()} are drawn."
    for _ in range(4):
        match.play("pass")
    second = match.state.offered
    assert second != first and match.to_move == 1
    for _ in range(4):
        match.play("pass")
    assert match.to_move == 1 and match.verdict("pass").rule == "eldest-must-name"
    match.play("play")
    assert match.state.order.trump == second
    assert cardlab.Record.from_json(match.record.to_json()).replay().state == match.state


def test_a_record_cannot_draw_a_suit_twice() -> None:
    match = cardlab.game("klaverjassen", choice="turned").match(seed=2)
    for _ in range(4):
        match.play("pass")
    first, second = match.state.drawn
    text = match.record.to_json().replace(f'"draw {second}"', f'"draw {first}"')
    broken = text[: text.index('"check"')].rstrip(", ") + "}"
    with pytest.raises(ValueError, match="drawn before"):
        cardlab.Record.from_json(broken).replay()


def test_roem_that_is_not_called_does_not_count() -> None:
    """The same cards, played with and without a call."""
    totals = {}
    for calls in (True, False):
        game = cardlab.game("klaverjassen", claim_roem="called")
        match, rng, called = game.match(seed=4), random.Random(4), 0
        while match.state.standing.deal == 1 and match.state.phase.id != "over":
            moves = match.legal_moves()
            roem = next((m for m in moves if m == "roem"), None)
            if roem is not None:
                called += 1
            cards = [m for m in moves if m != "roem"]
            match.play(roem if roem is not None and calls else rng.choice(cards))
            if match.state.standing.deal > 1:
                break
        assert called
        totals[calls] = sum(line.points for line in match.lines if line.deal == 1)
    assert totals[True] > totals[False]


def test_roem_is_called_before_the_next_lead_and_once() -> None:
    game = cardlab.game("klaverjassen", claim_roem="called")
    taken = [[(1, "AS"), (2, "KS"), (3, "QS"), (0, "7D")]]
    hands = {1: "AC", 2: "7C", 3: "8C", 0: "9C"}
    state = game.state(trump="H", taken=taken, hands=hands, to_move=1, declarer=1)
    assert "roem" in game.legal_moves(state)
    state = game.after(state, "roem")
    assert game.roem_by_side(state) == (0, 20) and state.to_move == 1
    assert game.verdict(state, "roem").rule == "no-roem"
    state = game.after(state, "AC")
    assert game.verdict(state, "roem").reason == "the next card has already been led"
    for card in ("7C", "8C", "9C"):
        state = game.after(state, card)
    # A♣ 7♣ 8♣ 9♣: a run of three that the winner may still call when all is played
    assert state.to_move == 1 and game.legal_moves(state) == ("roem", "pass")
    assert game.roem_by_side(game.after(state, "roem")) == (0, 40)
    assert game.after(state, "pass").phase.id == "over"


@pytest.mark.parametrize(
    ("choice", "note"),
    [("eldest", "eldest-names"), ("round", "name-or-pass"), ("turned", "play-or-pass")],
)
def test_the_sheet_says_who_makes_trumps(choice: str, note: str) -> None:
    rules = cardlab.game("klaverjassen", choice=choice).all_rules()
    assert {"eldest-names", "name-or-pass", "play-or-pass"} & {*map(str, rules)} == {note}


def test_roem_may_be_called_between_the_tricks_and_once() -> None:
    """By the winner of the trick before the next lead, also after the last; a call that is too
    early or too late has its own reason."""
    game = cardlab.game("klaverjassen", claim_roem="called")
    match, rng, reasons = game.match(seed=7), random.Random(7), set()
    while match.state.standing.deal == 1:
        state = match.state
        if state.phase.id == "play":
            between = bool(state.taken) and not state.trick.cards
            open_to_call = between and len(state.taken) - 1 not in state.declared
            assert ("roem" in match.candidates()) == open_to_call
            verdict = match.verdict("roem")
            there = between and game.worth_declaring(state, state.taken[-1])
            assert verdict.legal == (open_to_call and there)
            if not verdict.legal:
                reasons.add(verdict.reason.partition(";")[0])
        legal = match.legal_moves()
        match.play("roem" if "roem" in legal else rng.choice(legal))
    assert reasons == {
        "the next card has already been led",
        "no trick has been won yet",
        "that has already been declared",
        "the last trick holds none",
    }
