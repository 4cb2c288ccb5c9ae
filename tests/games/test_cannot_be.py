"""Results and tables that cannot be, beside the nearest that can: the limits themselves."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab

Row = tuple[str, dict[str, Any], dict[str, Any], bool]
RESULTS: list[Row] = [
    # a deal of Quinto has twelve tricks and the cachette; a quint may end the game before
    ("quinto", {}, {"tricks": (7, 6)}, True),
    ("quinto", {}, {"tricks": (7, 5)}, False),
    ("quinto", {}, {"tricks": (0, 1), "out": True, "before": (0, 250)}, True),
    ("quinto", {}, {"tricks": (0, 1), "out": True, "before": (0, 249)}, False),
    ("quinto", {}, {"tricks": (7, 6), "out": False, "before": (250, 0)}, False),
    ("quinto", {}, {"tricks": (7, 6), "out": False, "before": (245, 0)}, True),
    # three suits of Zetema have one couple, the imperial one has two
    ("zetema", {}, {"what": "marriages", "couples": 3, "imperial": 0}, True),
    ("zetema", {}, {"what": "marriages", "couples": 4, "imperial": 0}, False),
    ("zetema", {}, {"what": "marriages", "couples": 1, "imperial": 1}, True),
    ("zetema", {}, {"what": "marriages", "couples": 1, "imperial": 2}, False),
    ("zetema", {}, {"what": "marriages", "couples": 0}, False),
    ("zetema", {}, {"what": "flush", "couples": 0}, True),
    # who is out of Redbeard has no part, and who drops out no trick and no bid
    ("redbeard", {}, {"soloist": 0, "tricks": (6, 0, 0, 0), "out": (1,)}, True),
    ("redbeard", {}, {"soloist": 0, "tricks": (5, 1, 0, 0), "out": (1,)}, False),
    ("redbeard", {}, {"soloist": 1, "tricks": (6, 0, 0, 0), "out": (1,)}, False),
    ("redbeard", {}, {"soloist": 0, "tricks": (6, 0, 0, 0), "out": (1,), "dropped": (1,)}, False),
    ("redbeard", {}, {"soloist": 0, "tricks": (6, 0, 0, 0), "dropped": (1, 2)}, True),
    ("redbeard", {}, {"soloist": 0, "tricks": (5, 1, 0, 0), "dropped": (1,)}, False),
    ("redbeard", {}, {"soloist": 1, "tricks": (6, 0, 0, 0), "dropped": (1,)}, False),
    # four honours at no trump are no honours; four aces count 150
    ("bridge", {"honours": True}, {"strain": "NT", "honours": ((0, 100),)}, False),
    ("bridge", {"honours": True}, {"strain": "NT", "honours": ((0, 150),)}, True),
    ("bridge", {"honours": True}, {"strain": "S", "honours": ((0, 100),)}, True),
    # four sevens of 5 and three of the aces of 4 can lie in one trick: 5 + 5 + 5 + 5 + 1 for it
    ("malilla", {}, {"card_points": (20, 0), "tricks": (1, 9)}, True),
    ("malilla", {}, {"card_points": (21, 0), "tricks": (1, 9)}, False),
    ("malilla", {}, {"card_points": (1, 0), "tricks": (0, 10)}, False),
    ("malilla", {}, {"before": (30, 0), "held": (0, 5)}, True),
    ("malilla", {}, {"before": (29, 0), "held": (0, 5)}, False),
    ("malilla", {}, {"before": (0, 31), "held": (1, 4)}, True),
    ("malilla", {}, {"before": (34, 30), "held": (1, 4)}, False),
    ("brandle", {"finish": "decided"}, {"tricks": 4, "left": 3}, True),
    ("brandle", {"finish": "decided"}, {"tricks": 4, "left": 4}, False),
    ("cardigan", {}, {"deal": 4, "collected": (("AS",), ())}, True),
    ("cardigan", {}, {"deal": 3, "collected": (("AS",), ())}, False),
    ("cardigan", {}, {"deal": 3}, True),
    ("euchre", {"defend_alone": True}, {"against": True, "alone": True}, True),
    ("euchre", {"defend_alone": True}, {"against": True, "alone": False}, False),
    ("euchre", {"defend_alone": True}, {"against": False, "alone": True}, True),
    # ten may knock, eleven may not; nothing left is gin and nothing else is
    ("jersey-gin", {}, {"deadwood": (10, 11, 14)}, True),
    ("jersey-gin", {}, {"deadwood": (11, 11, 14)}, False),
    ("jersey-gin", {}, {"deadwood": (11, 11, 14), "broke": 1}, True),
    ("jersey-gin", {}, {"deadwood": (0, 11, 14), "gin": 1}, True),
    ("jersey-gin", {}, {"deadwood": (0, 11, 14)}, False),
    ("jersey-gin", {}, {"deadwood": (1, 11, 14), "gin": 1}, False),
    ("jersey-gin", {}, {"deadwood": (0, 11, 14), "broke": 1}, True),
    ("jersey-gin", {}, {"deadwood": (0, 11, 14), "gin": 1, "broke": 1}, False),
    ("gin-rummy", {}, {"before": (1, 0), "won": (1, 0)}, True),
    ("gin-rummy", {}, {"before": (1, 0), "won": (2, 0)}, False),
    ("gin-rummy", {}, {"before": (1, 0), "won": (0, 0)}, False),
    ("gin-rummy", {}, {"before": (0, 0), "won": (0, 0)}, True),
    ("julep", {}, {"tricks": (2, 2, 1, None, None)}, True),
    ("julep", {}, {"tricks": (2, 2, 1, None, None), "defender": 1}, False),
    ("julep", {}, {"tricks": (5, None, None, None, None)}, False),
    ("julep", {}, {"tricks": (5, None, None, None, None), "lone": 0}, True),
    ("julep", {}, {"tricks": (3, 2, None, None, None), "lone": 0, "defender": 1}, True),
    ("julep", {}, {"tricks": (3, 2, None, None, None), "lone": 0}, False),
    ("julep", {}, {"tricks": (3, 2, None, None, None), "lone": 2, "defender": 1}, False),
    ("julep", {"julep_size": "pot"}, {"julep": 20, "pool": 20}, True),
    ("julep", {"julep_size": "pot"}, {"julep": 5, "pool": 20}, False),
    ("julep", {}, {"julep": 5, "pool": 20}, True),
    ("kaiser", {}, {"tricks": (8, 0), "five": 0, "three": 0}, True),
    ("kaiser", {}, {"tricks": (8, 0), "five": 0, "three": 1}, False),
    ("kaiser", {}, {"tricks": (0, 8), "five": 0, "three": 1}, False),
    ("kaiser", {}, {"tricks": (0, 8), "five": None, "three": None}, True),
    ("klaverjassen", {}, {"tricks": (8, 0), "points": (162, 0), "roem": (20, 0)}, True),
    ("klaverjassen", {}, {"tricks": (8, 0), "points": (152, 10), "roem": (0, 0)}, False),
    ("klaverjassen", {}, {"tricks": (8, 0), "points": (162, 0), "roem": (0, 20)}, False),
    ("nap", {}, {"soloist": None, "bid": "", "tricks": 0}, True),
    ("nap", {}, {"soloist": None, "bid": "three"}, False),
    ("nap", {}, {"soloist": 0, "bid": ""}, False),
    ("nap", {}, {"soloist": 0, "bid": "three"}, True),
    ("oh-hell", {}, {"cards": 7, "bids": (7, 0, 0, 0), "tricks": (7, 0, 0, 0)}, True),
    ("oh-hell", {}, {"cards": 6, "bids": (7, 0, 0, 0), "tricks": (6, 0, 0, 0)}, False),
    ("oh-hell", {}, {"cards": 6, "bids": (6, 0, 0, 0), "tricks": (5, 0, 0, 0)}, False),
    ("oh-hell", {}, {"cards": 6, "bids": (6, 0, 0, 0), "tricks": (6, 1, 0, 0)}, False),
    ("scotch-whist", {}, {"taken": (12, 8, 8, 8), "ten": 3}, True),
    ("scotch-whist", {}, {"taken": (20, 8, 8, 0), "ten": 3, "jack": 0}, False),
    ("scotch-whist", {}, {"taken": (20, 8, 8, 0), "ten": None, "jack": 0}, True),
    # null counts 23, hand 35, ouvert 46
    ("skat", {}, {"strain": "null", "bid": 23}, True),
    ("skat", {}, {"strain": "null", "bid": 24}, False),
    ("skat", {}, {"strain": "null", "bid": 35, "hand": True}, True),
    ("skat", {}, {"strain": "null", "bid": 20, "announced": "ouvert"}, True),
    ("skat", {}, {"strain": "null", "bid": 20, "announced": "schneider"}, False),
    ("skat", {}, {"strain": "S", "announced": "schneider", "hand": True}, True),
    ("skat", {}, {"strain": "S", "announced": "schneider"}, False),
    ("skat", {}, {"strain": "grand", "matadors": 4}, True),
    ("skat", {}, {"strain": "grand", "matadors": 5}, False),
    ("skat", {}, {"strain": "S", "matadors": 5}, True),
    ("skat", {}, {"tricks": 10, "points": 120}, True),
    ("skat", {}, {"tricks": 10, "points": 119}, False),
    ("skat", {}, {"tricks": 9, "points": 119}, True),
    ("skat", {}, {"tricks": 0, "points": 22}, True),
    ("skat", {}, {"tricks": 0, "points": 23}, False),
    ("skat", {}, {"tricks": 1, "points": 23}, True),
    ("spades", {"minimum": 4}, {"bids": (2, 2, 2, 2)}, True),
    ("spades", {"minimum": 4}, {"bids": (2, 2, 1, 2)}, False),
    ("spades", {"blind_nil": True}, {"bids": (0, 3, 3, 2), "blind": (1, 0, 0, 0)}, True),
    ("spades", {"blind_nil": True}, {"bids": (0, 3, 3, 2), "blind": (0, 1, 0, 0)}, False),
    ("sum-run-set", {}, {"cards": (4, 0), "honours": (4, 0)}, True),
    ("sum-run-set", {}, {"cards": (4, 0), "honours": (5, 0)}, False),
    ("sum-run-set", {}, {"pegs": (91, 90)}, True),
    ("sum-run-set", {}, {"pegs": (91, 91)}, False),
    ("sum-run-set", {}, {"pegs": (90, 90), "played_out": 0}, False),
    ("sum-run-set", {}, {"pegs": (91, 90), "played_out": 0}, True),
    ("yaniv", {}, {"counts": (5, 0, 0, 0), "before": (0, 0, 201, 201)}, True),
    ("yaniv", {}, {"counts": (6, 0, 0, 0), "before": (0, 0, 201, 201)}, False),
    ("yaniv", {}, {"counts": (5, 0, 0, 0), "before": (0, 201, 201, 201)}, False),
    ("yaniv", {}, {"counts": (5, 0, 0, 0), "before": (0, 200, 201, 201)}, True),
    ("yaniv", {}, {"counts": (5, 0, 0, 0), "before": (201, 0, 0, 0)}, False),
    ("yaniv", {}, {"counts": (5, 0, 0, 9), "before": (0, 0, 0, 201)}, False),
    ("ziginette", {}, {"banker": 0, "bets": (0, 5, 0, 0)}, True),
    ("ziginette", {}, {"banker": 1, "bets": (0, 5, 0, 0)}, False),
]


@pytest.mark.parametrize(
    ("id", "options", "values", "possible"), RESULTS, ids=[f"{row[0]} {row[2]}" for row in RESULTS]
)
def test_what_a_deal_can_come_to(
    id: str, options: dict[str, Any], values: dict[str, Any], possible: bool
) -> None:
    game = cardlab.game(id, **options)
    usual = game.usual_result
    given = {name: getattr(usual, name) for name in vars(usual)} | values
    assert (not game.Result(**given).cannot(game)) == possible


TABLES: list[tuple[str, dict[str, Any], bool]] = [
    ("seven-and-a-half", {"least": 5, "most": 5}, True),
    ("seven-and-a-half", {"least": 6, "most": 5}, False),
    # a card is turned besides: 51 cards are dealt at most
    ("oh-hell", {"players": 3, "most": 17}, True),
    ("oh-hell", {"players": 5, "most": 10}, True),
    ("oh-hell", {"players": 5, "most": 11}, False),
    ("oh-hell", {"players": 6, "most": 9}, False),
    ("oh-hell", {"most": 1}, True),
    ("oh-hell", {"most": 1, "sequence": "down"}, False),
    ("oh-hell", {"most": 2, "sequence": "down"}, True),
    ("sum-run-set", {"players": 4, "partners": True}, True),
    ("sum-run-set", {"players": 5, "partners": True}, False),
    ("sum-run-set", {"players": 3, "partners": False}, True),
    ("yaniv", {"players": 4, "decks": 2}, True),
    ("yaniv", {"players": 3, "decks": 2}, False),
    ("yaniv", {"players": 3, "decks": 1}, True),
    ("bridge", {"unfinished": True, "deals": 4}, True),
    ("bridge", {"unfinished": True, "deals": 0}, False),
    ("bridge", {"unfinished": False, "deals": 0}, True),
]


@pytest.mark.parametrize(("id", "options", "possible"), TABLES)
def test_what_a_table_can_agree_on(id: str, options: dict[str, Any], possible: bool) -> None:
    if possible:
        assert cardlab.game(id, **options).match(seed=1)
    else:
        with pytest.raises(ValueError):
            cardlab.game(id, **options)
