"""Bridge Solitaire: the source's two examples, and the corners of the house's play."""

from __future__ import annotations

import random
import re
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import cards, unseen
from cardlab.engine.moves import Deal
from cardlab.engine.summary import score_sentence
from cardlab.families.auctions import Contract
from cardlab.families.automaton import winning_tricks
from cardlab.rulebook.bridge_solitaire import BIDS, house_call

GAME = cardlab.game("bridge-solitaire")
FACE_UP = cards("JS TS 7S 2S 9D AC KC TC 8C QH 8H 5H 4H")
UNSEEN = cards("QC JC 7H 9S 4S 3D JK")
THROWN = "TS 7S 2S 9D 5H 4H JS"
STOCK = cards(
    "3C 7D 5D AH 9C KD AS 7C KH 6C QS 2C TD 4C KS 4D QD 2H JK 6D 5C AD JD 8D 2D JH TH 9H 6H 3H 8S"
    " 6S 5S 3S"
)


def dealt(
    face_up: tuple[Any, ...], hidden: tuple[Any, ...], stock: tuple[Any, ...]
) -> cardlab.Match:
    """A match that begins with this deal, by way of a record."""
    deal = Deal((face_up, hidden), stock)
    return cardlab.Record(
        "bridge-solitaire", 1, ("Rogers", "House"), (), ((None, str(deal)),)
    ).replay()


def thrown_out(match: cardlab.Match, text: str) -> cardlab.Match:
    for card in text.split():
        match.play(f"discard {card}")
    return match


def test_example_1_card_by_card() -> None:
    """The whole of the source's first example: every card of the stock, seven tricks, 40 + 50 +
    150."""
    match = thrown_out(dealt(FACE_UP, UNSEEN, STOCK), THROWN)
    assert match.view(0).to_dict()["zones"][3]["faces"][0]["card"] == "JS", (
        "J♠ lies on top, as a reminder"
    )
    assert Counter(match.state.hands[0]) == Counter(cards("AC KC QC JC TC 8C QH 8H 7H 9S 4S 3D JK"))
    assert match.legal_moves() == ("pass",) and match.to_move == 1
    assert match.play("pass").verdict("pass").rule == "must-bid-after-house-pass"
    assert match.verdict("1NT").rule == "nt-shape"
    match.play("1C")
    assert match.state.contract.doubled == 1 and match.to_move == 1, "the house defends and leads"
    # (who moves, what is seen): the house's cards come from the stock in their order
    story = """
        H:3C 8C | AC H:-7D H:-5D H:-AH H:9C | KC H:-KD H:-AS H:7C | QC H:-KH H:6C | JC H:-QS H:2C | QH H:-TD H:4C |
        H:KS 4S | H:4D 3D | H:QD JK | H:2H 7H | 9S H:JK | H:6D TC | 8H H:5C
    """
    for step in story.replace("|", " ").split():
        ply, aside = match.ply, match.state.aside
        assert match.to_move == step.startswith("H:")
        card = cardlab.Card(step.removeprefix("H:").removeprefix("-"))
        match.play("turn" if step.startswith("H:") else card)
        after = match.state_at(ply + 1)
        assert card.sign in match.log(ply + 1)[-1]
        assert after.aside == ((*aside, card) if "-" in step else aside)
        assert "-" in step or (after.trick.cards or after.taken[-1].cards)[-1] == card
    states = map(match.state_at, range(match.ply + 1))
    last = next(state for state in states if state.phase.id == "over")
    assert last.tricks_by_side() == (7, 6) and len(last.stock) == 13
    assert [(x.title, x.points, x.account) for x in match.lines] == [
        ("Trick score", 40, "below"),
        ("For the insult", 50, "above"),
        ("Honours", 150, "above"),
    ]
    assert match.totals == {"player": 240, "house": 0}
    assert match.record.replay().lines == match.lines


def test_example_2_up_to_the_bid_and_the_first_two_tricks() -> None:
    face_up, hidden = cards("AH TH 3H 2H 7D 6D 2D KC 4C 2C TS 5S 4S"), cards("QH 3D 3C AS 9S 3S JK")
    first = cards("JH QD JK")
    stock = (*first, *unseen(GAME.pack, (*face_up, *hidden, *first)))
    match = thrown_out(dealt(face_up, hidden, stock), "7D 6D 2D 2C TS 5S 4S")
    assert match.legal_moves() == ("1D",), "five sure tricks; diamonds are shortest"
    assert match.verdict("2D").reason == "six less five sure tricks makes 1♦"
    match.play("1D")
    assert match.verdict("1C").rule == "insufficient-bid" and match.verdict("pass").legal
    match.play("1H")
    assert (match.state.contract.bid, match.state.contract.doubled) == ("1H", 1)
    match.play("turn").play("QH").play("AH").play("turn")
    assert match.log()[-1] == "The house turns up Q♦, no answer to A♥."
    match.play("turn")
    assert match.state.tricks_by_side() == (1, 1) and match.to_move == 1
    assert (
        match.view(0)["tricks"][0]["why"]
        == "The house won: the trick holds a joker, and jokers win for the house."
    )


@pytest.mark.parametrize(
    ("ranks", "tricks"),
    [
        ("AQT9", 2),
        ("AQT32", 3),
        ("AKQJT8", 5),
        ("JT72", 1),
        ("K43", 1),
        ("AKT8", 2),
        ("AKQJT98765432", 13),
        ("", 0),
    ],
)
def test_winning_tricks(ranks: str, tricks: int) -> None:
    assert winning_tricks(ranks) == tricks


def test_ties_for_the_shortest_suit() -> None:
    hand = cards("AS 9S 5S 2S KH 8H 3H 9D 6D 2D QC 7C 4C")
    assert house_call(hand) == "3C" and house_call(hand, "highest") == "3H"
    state = cardlab.game("bridge-solitaire", tie="highest").state(
        phase="auction", hands={0: hand}, to_move=1
    )
    assert state.game.legal_moves(state) == ("3H",)


def played(strain: str | None, hand: str, stock: str, moves: str, leader: int = 0) -> Any:
    given = {"trump": strain, "leader": leader, "to_move": leader, "declarer": 1 - leader}
    state = GAME.state(hands={0: hand.split()}, stock=stock.split(), **given)
    for move in moves.split():
        state = GAME.after(state, move)
    return state


def test_no_trump_stops_after_four_cards() -> None:
    state = played(None, "AS KS", "2D 3D 4D 5D 2S", "AS turn turn turn turn")
    assert (
        state.aside == ("2D", "3D", "4D", "5D")
        and state.tricks_by_side() == (1, 0)
        and state.to_move == 0
    )
    (told,) = GAME.trick_story(state)
    assert told["rule"] == "stock-plays" and told["cards"] == [["AS", 0]]
    assert played(None, "AS KS", "2D 3D 4D 3S 2S", "AS turn turn turn turn").tricks_by_side() == (
        1,
        0,
    )
    assert played(
        "H", "AS KS", "2D 3D 4D 5D 2H 2S", "AS turn turn turn turn turn"
    ).tricks_by_side() == (0, 1)


def test_jokers() -> None:
    """The second of two jokers wins; a single one is the house's, whoever played it."""
    assert played("S", "JK 2D", "JK 3D", "turn JK", 1).tricks_by_side() == (1, 0)
    assert played("S", "JK 2D", "JK 3D", "JK turn").tricks_by_side() == (0, 1)
    assert played("S", "JK 2D", "2C 3D", "JK turn").tricks_by_side() == (0, 1)
    assert played("S", "AS 2D", "JK 3D", "turn AS", 1).tricks_by_side() == (0, 1)
    state = played(None, "JK 2D", "JK 3D", "turn", 1)
    assert (
        GAME.legal_moves(state) == ("JK", "2D") and cardlab.engine.table.table(state, 0).to_json()
    )
    state = played("S", "JK 2D KC", "3D 4D", "turn", 1)
    assert GAME.verdict(state, "JK").rule == "must-follow-suit" and GAME.legal_moves(state) == (
        "2D",
    )


def test_the_stock_runs_out() -> None:
    state = played("H", "AS KD 2C", "3S 4C 5C", "turn AS KD turn turn", 1)
    assert (
        state.phase.id == "over"
        and state.taken[-1].cards == ("KD", "5C")
        and state.tricks_by_side() == (3, 0)
    )


def test_the_house_never_chooses() -> None:
    """At every turn of the house exactly one move is open, and what it turns is the top of the
    stock."""
    import random

    rng = random.Random(5)
    match = cardlab.game("bridge-solitaire", deals=3).match(seed=9, players=["Ann"])
    assert match.names == ("Ann", "House")
    while not match.over:
        moves = match.legal_moves()
        assert match.to_move == 0 or len(moves) == 1
        match.play(rng.choice(moves))


def test_a_hidden_card_stays_hidden() -> None:
    match = dealt(FACE_UP, UNSEEN, STOCK)
    thrown_out(match, THROWN[:8])
    seen = match.state.seen_by(0)
    assert (
        seen.discards == ("??", "??", "2S")
        and set(seen.hidden) == {"??"}
        and set(seen.stock) == {"??"}
    )


def test_bids_are_bridge_bids() -> None:
    assert len(BIDS) == 35 and BIDS[0] == "1C" and BIDS[-1] == "7NT"


def test_a_run_out_is_scored_and_shown() -> None:
    """Eleven cards left in the hand are eleven tricks, in the score and on the page."""
    hand = cards("AH QH TH 3H 2H 3D KC 4C 3C AS 9S 3S JK")
    bid = next(b for b in BIDS if b == "6H")
    state = GAME.state(
        hands={0: hand},
        built=hand,
        stock=["JH", "QD", "JK"],
        trump="H",
        leader=1,
        declarer=0,
        contract=Contract(bid, 0, 1),
    )
    for move in ["turn", "QH", "AH", "turn", "turn"]:
        state = GAME.after(state, move)
    assert [(x.title, x.points) for x in GAME.deal_lines(state)] == [
        ("Trick score", 360),
        ("For the insult", 50),
        ("Small slam", 500),
    ]
    view = cardlab.engine.table.table(state, 0)
    assert view["seats"][0]["notes"] == ["twelve tricks"] and view.to_json()


def test_the_house_has_an_article_in_every_sentence() -> None:
    """A name stands alone on a seat; in a sentence it is a word, and so is a player without one."""
    game = cardlab.game("bridge-solitaire")
    assert [(side.id, side.name) for side in game.sides] == [
        ("player", "the player"),
        ("house", "the house"),
    ]
    match, rng = game.match(seed=5), random.Random(5)
    while not match.over and match.state.standing.deal == 1:
        match.play(rng.choice(match.legal_moves()))
    told = "\n".join(match.log())
    assert "The house leads" in told and "The player plays" in told
    assert not re.search(r"(?<!The )\b(?:House|Player)\b", told)
    named = game.match(seed=5, players=["Ann"])
    assert named.names == ("Ann", "House") and game.subject("Ann") == "Ann"
    result = game.Result()
    texts = [score_sentence(game, line, 0) for line in game.score(result)]
    assert not re.search(r"\bHouse\b", " ".join(texts))
