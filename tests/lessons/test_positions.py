"""Positions set up by hand: what is left out has a sensible default, what cannot be is told in a
sentence."""

from __future__ import annotations

import json
import tomllib
from importlib.resources import files
from typing import Any

import jsonschema
import pytest

from cardlab.lessons.positions import position

HAND = {"south": "7H 7H 7D 9S 9S"}


def schema() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(
        (files("cardlab.lessons") / "data" / "lesson.schema.json").read_text(encoding="utf-8")
    )
    return found


# --- declared sets


def test_nobody_has_declared_unless_it_is_said() -> None:
    at = position({"game": "cardigan", "phase": "duplicates", "hands": HAND})
    assert {str(m) for m in at.game.legal_moves(at.state)} == {
        "done",
        "declare 7H 7H",
        "declare 9S 9S",
    }
    after = at.game.after(at.state, "declare 7H 7H")
    assert (
        after.laid[0] == ("7H", "7H")
        and at.game.verdict(after, "declare 7H 7H").rule == "one-set-per-card"
    )


def test_a_set_that_is_none_reads_as_its_cards() -> None:
    at = position({"game": "cardigan", "phase": "duplicates", "hands": HAND})
    refused = at.game.verdict(at.state, "declare 7H 7D")
    assert refused.rule == "exact-copies" and refused.move.label == "7♥ and 7♦"
    assert (
        next(m.label for m in at.game.legal_moves(at.state) if m == "declare 7H 7H") == "pair of 7♥"
    )


@pytest.mark.parametrize(
    "more",
    [
        {"laid": "7H 7H"},
        {"laid": {"south": ["7H 7H"]}},
        {"set": {"declared": {"south": ["declare 7H 7H"]}}},
        {"set": {"declared": [["7H 7H"], [], [], []]}},
    ],
)
def test_sets_declared_before(more: dict[str, Any]) -> None:
    at = position({"game": "cardigan", "phase": "duplicates", "hands": HAND, **more})
    assert at.state.laid == (("7H", "7H"), (), (), ()) and at.state.sizes(0) == (2,)
    assert at.game.verdict(at.state, "declare 7H 7H").rule == "one-set-per-card"
    assert at.game.view(at.state.but(to_move=1), 1).hands[0][:2] == ("7H", "7H"), "they lie open"


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (
            {"laid": "7H 7D"},
            "7♥ and 7♦ cannot be declared: a set is exact copies of a card in the hand",
        ),
        ({"laid": "9S 9S 9S"}, "cannot be declared"),
        (
            {"set": {"declared": {"south": ["seven"]}}},
            "a declared set is written as its cards, 7H 7H, not 'seven'",
        ),
        ({"set": {"declared": {"sooth": ["7H 7H"]}}}, "declared names the sets of a seat"),
        ({"set": {"laid": ["7H 7H"]}}, "laid has the open cards of every seat"),
    ],
)
def test_sets_that_cannot_be_are_told(more: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        position({"game": "cardigan", "phase": "duplicates", "hands": HAND, **more})


# --- nothing in the hand, nothing on the table

EMPTY = """
[position.last-card]
game  = "sum-run-set"
pond  = ""
hands = { south = "9S", north = "" }
"""


def test_an_empty_hand_and_an_empty_pond_are_written_so() -> None:
    table = tomllib.loads(EMPTY)["position"]["last-card"]
    known = schema()
    judge = jsonschema.Draft202012Validator(
        {"$defs": known["$defs"], "$ref": "#/$defs/WrittenPosition"}
    )
    judge.validate(table)
    at = position(table)
    assert at.state.hands == (("9S",), ()) and at.state.pond == ()
    assert not judge.is_valid({**table, "hands": {"south": "9S, 8S"}}) and not judge.is_valid(
        {**table, "trick": ""}
    )
