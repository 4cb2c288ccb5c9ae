"""Zetema: couples out of hand and piles, the end of a deal, what is seen of a meld."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab

GAME = cardlab.game("zetema")


def turn(hand: str, **given: Any) -> Any:
    return GAME.state(
        **(
            {"phase": "turn", "to_move": 0, "hands": {0: hand, 1: "2D"}, "stock": "2C 3C 4C 5C 6C"}
            | given
        )
    )


def test_two_imperial_couples_from_one_each() -> None:
    state = turn("KS QS 2H 3H 4H 5H 8D", piles={"K": ["KS"], "Q": ["QS"]})
    after = GAME.after(state, "marry spades spades")
    assert (
        sorted(after.general) == ["KS", "KS", "QS", "QS"]
        and sum(x.points for x in after.pegged) == 50
    )
    assert len(after.hands[0]) == 6 and after.to_move == 1


def test_one_of_a_couple_comes_from_the_hand() -> None:
    state = turn("KS 2H 3H 4H 5H 8D 9D", piles={"Q": ["QS", "QS"], "K": ["KS"]})
    assert GAME.verdict(state, "marry S").legal
    assert GAME.verdict(state, "marry S S").rule == "no-partner-card-available"


def test_the_meld_is_seen_until_the_discard() -> None:
    state = GAME.after(turn("2S 4S 6S 8S TS QS 9D"), "show 2S 4S 6S 8S TS QS")
    seen = state.seen_by(1).hands[0]
    assert seen.count(cardlab.BACK) == 1 and "QS" in seen
    assert GAME.verdict(state, "discard 9D").rule == "must-discard-from-meld"
    after = GAME.after(state, "discard QS")
    assert set(after.seen_by(1).hands[0]) == {cardlab.BACK} and after.pile_of("Q") == ("QS",)


def test_a_player_without_cards_drops_out() -> None:
    state = GAME.after(turn("9D", stock="", hands={0: "9D", 1: "2D 3D"}), "discard 9D")
    state = GAME.after(state, "discard 2D")
    assert state.to_move == 1
    assert GAME.after(state, "discard 3D").phase.id == "over"


def test_the_target_ends_the_match_at_once() -> None:
    state = turn("KH QH 2H 3H 4H 5H 8D", totals=(295, 0))
    over = GAME.after(state, "marry H")
    outcome = GAME.outcome(GAME.next_standing(over, GAME.deal_lines(over)))
    assert over.phase.id == "over" and outcome is not None and outcome.winners == ("south",)


def test_partners_by_players() -> None:
    assert [len(cardlab.game("zetema", players=n).sides) for n in range(2, 7)] == [2, 3, 2, 5, 3]


def test_five_marriages() -> None:
    for couples, imperial, points in ((1, 1, 20), (2, 2, 50), (5, 2, 150)):
        lines = GAME.score(GAME.Result(0, "marriages", couples=couples, imperial=imperial))
        assert sum(x.points for x in lines) == points


def test_melds_and_zetemas_count_what_was_agreed() -> None:
    game = cardlab.game(
        "zetema", sequence_counts=25, ace_assembly=70, plain_assembly=60, royal_zetema=40
    )

    def points(what: str, rank: str = "K") -> list[int]:
        return [x.points for x in game.score(game.Result(what=what, rank=rank))]

    assert points("sequence") == [25] and points("flush") == [30]
    agreed = [points("assembly", rank) for rank in "KQJA59"]
    assert agreed == [[130], [130], [120], [70], [70], [60]]
    assert [points("zetema", rank) for rank in "KQJA59"] == [[40], [40], [20], [15], [15], [5]]


def test_marriages_together_count_in_steps_of_one_marriage() -> None:
    game = cardlab.game("zetema", marriage_counts=20, imperial_counts=15)

    def points(couples: int, imperial: int) -> int:
        result = game.Result(what="marriages", couples=couples, imperial=imperial)
        return sum(x.points for x in game.score(result))

    assert [points(n, 0) for n in (1, 2, 3)] == [20, 60, 120]
    assert (points(2, 2), points(4, 1), points(5, 2)) == (90, 215, 300)
    said = next(r.text(game) for r in game.scoring if r == "marriages")
    assert "scores 20, two together 60, three 120, four 200, all five 300" in said


def test_the_target_follows_the_players_unless_it_was_agreed() -> None:
    assert [cardlab.game("zetema", players=n).goal for n in (2, 3, 4, 6)] == [300, 300, 200, 200]
    assert cardlab.game("zetema", players=4, target=300).goal == 300
    assert cardlab.game("zetema", target=300) == cardlab.game("zetema")
    assert "reaches 150 wins the match" in cardlab.game("zetema", target=150).rules()


@pytest.mark.parametrize(
    ("shown", "seen"),
    [("KS", "KS ?? ?? ?? ??"), ("KS KS", "KS KS ?? ?? ??"), ("QS KS", "KS ?? QS ?? ??")],
)
def test_of_equal_cards_as_many_are_seen_as_were_shown(shown: str, seen: str) -> None:
    """The pack has a suit twice, so a hand may hold K♠ two times and show it once."""
    state = cardlab.game("zetema").state(
        phase="turn",
        to_move=0,
        hands={0: "KS KS QS QS 2H", 1: "2D"},
        stock="2C 3C",
        shown=cardlab.cards(shown),
    )
    assert " ".join(map(str, state.seen_by(1).hands[0])) == seen
    assert state.seen_by(0).hands[0] == state.hands[0]


@pytest.mark.parametrize(
    ("cards", "meld"),
    [
        ("AS 2H 3D 4C 5S 6S", "sequence"),
        ("9S TH JD QC KS AS", "sequence"),
        ("TS JH QD KC AS 2S", ""),
        ("2S 4S 6S 8S TS QS", "flush"),
        ("4H 5H 6H 7H 8H 9H", "flush sequence"),
        ("7S 7S 7H 7C 7D", "assembly"),
        ("7S 7H 7C 7D", ""),
        ("2S 4S 6S 8S TS", ""),
        ("2S 3H 4D 5C 6S", ""),
        ("2S 3H 4D 5C 6S 6H", ""),
    ],
)
def test_what_a_meld_is(cards: str, meld: str) -> None:
    """Six in sequence or suit, five alike; where six play five will do."""
    assert GAME.meld(cards) == meld
    if meld not in ("", "assembly"):
        assert cardlab.game("zetema", players=6).meld(cards.rsplit(" ", 1)[0]) == meld


@pytest.mark.parametrize(("before", "over"), [(279, False), (280, True), (281, True)])
def test_a_score_of_exactly_the_target_ends_the_match(before: int, over: bool) -> None:
    """A marriage in the imperial suit counts 10 and 10 more: 300 are 280 and 20."""
    state = turn("KS QS 2H 3H 4H 5H 8D", totals=(before, 0))
    assert (GAME.after(state, "marry S").phase.id == "over") == over


@pytest.mark.parametrize(("held", "drawn"), [(7, 1), (8, 0), (6, 2), (2, 5)])
def test_after_a_marriage_the_hand_is_filled_up_to_six(held: int, drawn: int) -> None:
    """Two cards go; the stock of five is dealt no further than six are held."""
    hand = ["KH", "QH", "2H", "3H", "4H", "5H", "8D", "9D"][:held]
    after = GAME.after(turn(" ".join(hand)), "marry H")
    # the next player has drawn one, if any is left
    assert len(after.hands[0]) == held - 2 + drawn
    assert len(after.stock) == max(5 - drawn - 1, 0)


@pytest.mark.parametrize(
    ("hand", "piles", "most"),
    [
        ("KS KS QS QS", {}, 2),
        ("KS KS QS", {}, 1),
        ("KS KS", {"Q": ["QS", "QS"]}, 2),
        ("KS", {"Q": ["QS", "QS"], "K": ["KS"]}, 1),
        ("KS QS", {"Q": ["QS"], "K": ["KS"]}, 2),
        ("QS", {}, 0),
        ("2S", {"Q": ["QS"], "K": ["KS"]}, 0),
    ],
)
def test_of_each_couple_a_card_is_in_the_hand(
    hand: str, piles: dict[str, list[str]], most: int
) -> None:
    assert turn(hand, piles=piles).most("S") == most


def test_the_fifth_card_of_a_rank_is_taken_off_its_pile() -> None:
    """Four lie there; the fifth makes the zetema, worth 5 for nines."""
    three, four = ["9S", "9H", "9C"], ["9S", "9H", "9C", "9D"]
    state = GAME.after(turn("9S 2H", piles={"9": three}), "9S")
    assert len(state.pile_of("9")) == 4 and not state.general and not state.pegged
    state = GAME.after(turn("9S 2H", piles={"9": four}), "9S")
    assert not state.pile_of("9") and len(state.general) == 5
    assert [x.points for x in state.pegged] == [5]


def test_marriages_that_count_nothing_are_told_in_words() -> None:
    text = " ".join(cardlab.game("zetema", marriage_counts=0).rules().split())
    assert "Marriages score nothing by themselves. Of fewer than five, each one in the" in text
    usual = " ".join(cardlab.game("zetema").rules().split())
    assert "One marriage scores 10, two together 30, three 60, four 100, all five 150." in usual
