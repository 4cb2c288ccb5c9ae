"""Games that reckon what a move leads to: what they say of positions that can be judged by hand, and
that the bot that goes by it wins."""

from __future__ import annotations

import random
from functools import partial
from typing import Any

import pytest

import cardlab
from cardlab.families.prospects import ProspectGame
from cardlab.players import Effort, RandomBot, RuleOfThumbBot, SampledBot, compare

SENSIBLE = partial(SampledBot, effort=Effort(4))
RECKONING = [id for id in cardlab.games() if isinstance(cardlab.game(id), ProspectGame)]


@pytest.mark.parametrize("game_id", RECKONING)
def test_prospects_are_of_legal_moves_and_hang_on_the_view_alone(game_id: str) -> None:
    game = cardlab.game(game_id)
    match, other, reckoned = game.match(seed=6), RandomBot(6), 0
    for _ in range(60):
        if match.over:
            break
        view = match.seat_view()
        moves = view.legal_moves()
        if len(moves) > 1:
            worth = game.prospects(view, moves)
            assert {*worth} <= {*moves}
            reckoned += len(worth) > 1
            shuffled = view.imagined(random.Random(1)).seen_by(view.viewer, view.me)
            assert game.prospects(shuffled, moves) == worth
        match.play(other.choose(view))
    assert reckoned > 3, "random play has to come to positions in which something is reckoned"


def sensible_move(game: Any, table: Any) -> Any:
    """What a sensible bot does here."""
    return SampledBot(1).choose(game.view(table))


def test_in_conquian_cards_that_meld_with_the_next_one_are_kept() -> None:
    game = cardlab.game("conquian")
    hand = "4H 4D 5S 6S AC AD KC 2C"
    table = game.state(phase="discard", to_move=0, hands={0: hand}, melds={0: ["JS JH JD"]})
    worth = game.prospects(game.view(table), game.legal_moves(table))
    pairs = [worth[move] for move in worth if move.card in cardlab.cards("4H 4D 5S 6S AD")]
    assert max(pairs) < worth["discard KC"]
    assert sensible_move(game, table) in ("discard KC", "discard 2C")


def test_in_conquian_a_card_that_lets_the_seat_out_is_used() -> None:
    game = cardlab.game("conquian")
    melds = {0: ["JS JH JD", "5H 6H 7H"]}
    table = game.state(phase="offer", to_move=0, hands={0: "2C 2D"}, melds=melds, discards="2S")
    assert sensible_move(game, table) == "use 2S with 2C 2D"


def yaniv_move(hand: str, others: dict[int, str], offered: str = "9H") -> Any:
    game = cardlab.game("yaniv")
    table = game.state(phase="turn", to_move=0, hands={0: hand, **others}, offered=offered)
    return sensible_move(game, table)


def test_in_yaniv_a_call_waits_while_somebody_may_have_less() -> None:
    many = {1: "8C 9D TH JS QC", 2: "8D 9S TC JD QH", 3: "8S 9C TD JC QS"}
    assert yaniv_move("2S 2D", many) == "yaniv"
    one_card = {1: "KC", 2: "KH", 3: "KD"}
    assert yaniv_move("2S 2D AH", one_card) != "yaniv"


def test_in_yaniv_a_pair_is_taken_together() -> None:
    game = cardlab.game("yaniv")
    others = {1: "8C 9D", 2: "8D 9S", 3: "8S 9C"}
    table = game.state(
        phase="draw", to_move=0, hands={0: "QC 2S AH", **others}, offered="QD", laid="KH"
    )
    assert sensible_move(game, table) == "take QD"


def test_a_request_that_completes_a_set_comes_first() -> None:
    game = cardlab.game("go-fish")
    hands = {0: "8S 8H 8C 5D 2C", 1: "8D 3C 4H", 2: "5S TD JC", 3: "9H TH QS"}
    table = game.state(hands=hands, stock="KS KH KD", to_move=0).hear(1, "8", 1).hear(2, "5", 1)
    assert sensible_move(game, table) == "ask West for 8"


def test_to_ask_for_a_rank_that_everybody_has_heard_of_gives_nothing_away() -> None:
    game = cardlab.game("go-fish")
    hands = {0: "8S 5D", 1: "9D 3C 4H", 2: "KS TD JC", 3: "9H TH QS"}
    table = game.state(hands=hands, stock="KH KD 5S 5H 5C 8D 8H 8C", to_move=0)
    moves = game.legal_moves(table)
    secret = game.prospects(game.view(table), moves)
    shown = game.prospects(game.view(table.hear(0, "8", 1)), moves)
    for ask in moves:
        assert shown[ask] > secret[ask] if ask.rank == "8" else shown[ask] == secret[ask]
    assert sensible_move(game, table.hear(0, "8", 1)).rank == "8"


def test_in_laugh_and_lie_down_a_capture_that_others_may_make_comes_before_a_sure_one() -> None:
    game = cardlab.game("laugh-and-lie-down")
    # one nine lies there and others hold two; of the three fives nobody else has the fourth
    hands = {0: "9S 5S KC", 1: "9H 2C", 2: "9D 3C", 3: "TC 4H", 4: "JC 6H"}
    table = game.state(hands=hands, pond="9C 5H 5D 5C QH", to_move=0)
    assert sensible_move(game, table) == "9S takes 9C"
    assert RuleOfThumbBot(1).choose(game.view(table)).card == "5S"


def test_in_liverpool_rummy_a_pair_is_kept_rather_than_a_lone_card() -> None:
    game = cardlab.game("liverpool-rummy")
    hands = {0: "3S 3H 9S 9H KC KD 5D 7C", 1: "2C 4D 6S", 2: "8H TC JS", 3: "QD AH 4S"}
    table = game.state(phase="discard", to_move=0, hands=hands, discards="JH")
    worth = game.prospects(game.view(table), game.legal_moves(table))
    assert worth["discard 7C"] > worth["discard 5D"] > worth["discard KC"]
    assert RuleOfThumbBot(1).choose(game.view(table)).card in cardlab.cards("KC KD")


def zetema_move(hand: str, **more: Any) -> Any:
    game = cardlab.game("zetema")
    others = {1: "2H 3D 5C 8D 9H TC"}
    return sensible_move(game, game.state(to_move=0, hands={0: hand, **others}, **more))


def test_in_zetema_a_suit_is_collected_and_a_flush_is_shown() -> None:
    stock = "2S 3S 6S 8S AS TH JH QH KH"
    assert zetema_move("4S 5S 7S 9S JS 9C 9D", stock=stock).card in cardlab.cards("9C 9D")
    shown = zetema_move("4S 5S 7S 9S JS 2S 9D", stock=stock)
    assert shown.verb == "show" and {*shown.cards} == {*cardlab.cards("2S 4S 5S 7S 9S JS")}


def test_in_zetema_marriages_are_declared_together() -> None:
    stock = "2S 3S 6S 8S AS TH JH 7H 6H"
    assert zetema_move("KH QH KD QD 4S 9C TC", stock=stock) == "marry H D"


@pytest.mark.parametrize(
    ("game_id", "deals"),
    [
        ("yaniv", 25),
        ("laugh-and-lie-down", 60),
        ("zetema", 10),
        pytest.param("conquian", 150, marks=pytest.mark.rest),
        pytest.param("go-fish", 80, marks=pytest.mark.rest),
    ],
)
def test_the_bot_that_reckons_wins(game_id: str, deals: int) -> None:
    found = compare(cardlab.game(game_id), SENSIBLE, RuleOfThumbBot, deals=deals, seed=50)
    assert found.conclusion == "the first bot is better", str(found)
