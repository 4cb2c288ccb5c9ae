"""What the laboratories show of algebra and graphs, sliders that range widely, and words that hold
together."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

import cardlab
from cardlab.concepts import knowledge, opens_most
from cardlab.engine.catalogue import game_class
from cardlab.engine.words import number
from cardlab.labs import scores
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.comparing import ComparingLab
from cardlab.web.pages.labs.odds import OddsLab
from cardlab.web.pages.labs.positions import PositionsLab
from cardlab.web.pages.labs.scores import ScoresLab, along
from cardlab.web.widgets.map import map_data


def block(lab: Lab, id: str) -> Any:
    return next(b for b in lab.blocks() if b.get("id") == id)


def three_no_trumps() -> ScoresLab:
    lab = ScoresLab("bridge")
    assert lab.read_query({"result": "level:3;strain:4;doubled:0;tricks:9"}) == []
    return lab


def test_the_curve_has_the_other_contract_beside_it() -> None:
    lab = three_no_trumps()
    assert len(block(lab, "curve")["series"]) == 1
    lab.set("instead", "level:1")
    one, other = block(lab, "curve")["series"]
    met = scores.meet("bridge", {}, {"level": 2}, "tricks", level=3, strain="NT", tricks=9)
    assert dict(other["points"]) == dict(met.other.points) != dict(one["points"])
    assert other["name"] == "Level of the contract: 2"
    assert block(lab, "curve")["lead"].endswith(met.text)


def test_a_chance_is_solved_for_each_letter() -> None:
    lab = three_no_trumps()
    lab.set("instead", "level:1")
    lab.set("chance", 40)
    # (P + 120) / (G + 120) = 2/5
    assert block(lab, "solve")["paragraphs"] == ["G = 5*P/2 + 180", "P = 2*G/5 − 72"]
    lab.set("instead", "")
    lab.set("chance", 50)
    # 50 / (G + 150) = 1/2
    assert block(lab, "solve")["paragraphs"] == [
        "G = −50",
        "Below 0 means that this chance is more than enough, whatever the lead.",
    ]


def test_the_break_even_is_drawn_over_two_quantities() -> None:
    lab = three_no_trumps()
    lab.set("instead", "level:1")
    curves = {s["name"]: dict(s["points"]) for s in block(lab, "even-plot")["series"]}
    assert set(curves) == {f"chance needed, P = {n}" for n in (50, 0, 300)}
    assert curves["chance needed, P = 50"][350] == round(100 * 17 / 47, 2)
    assert curves["chance needed, P = 0"][300] == round(100 * 120 / 420, 2)


def test_what_one_concept_opens_stands_on_the_page() -> None:
    lab = ComparingLab("kaiser")
    lab.set("known", "gin-rummy")
    rows = block(lab, "next")["rows"]
    assert [row[1] for row in rows] == [one.opens for one in opens_most(["gin-rummy"])][:12]
    assert rows[0][0]["links"][0][0] == "Going out"
    for id in cardlab.games():
        list(ComparingLab(id).blocks())


def test_a_slider_that_ranges_widely_has_stops() -> None:
    lab = OddsLab("bridge")
    data = next(c for c in lab.view()["controls"] if c["name"] == "n")
    assert data["stops"][:4] == [1, 2, 5, 10] and data["stops"][-1] == data["high"] == 1_000_000
    lab.set("n", 7)
    assert lab.deals == 7


def test_a_split_is_not_broken_at_the_end_of_a_line() -> None:
    lab = OddsLab("bridge")
    lab.set("question", "split")
    assert "\u2060–\u2060" in block(lab, "answer")["title"]


def test_a_deal_that_is_not_over_is_not_scored_as_if_it_were() -> None:
    """In Malilla nobody can have ten points above par below nothing."""
    lab = PositionsLab("malilla")
    score = block(lab, "score")
    assert score["title"] == "Made so far"
    assert all(entry["points"] >= 0 for entry in score["lines"])


def test_the_map_says_which_concept_opens_a_game() -> None:
    """As many games as the cut of the graph counts."""
    had = {id: "can-do" for id in knowledge(["gin-rummy"])}
    nodes = map_data(had, lessons=[])["nodes"]
    (first, *_) = opens_most(list(had))
    games = f"{number(first.opens)} game" + "s" * (first.opens > 1)
    asks = "asks" if first.opens == 1 else "ask"
    assert nodes[first.id]["why"].endswith(f"It is all that {games} still {asks} of you.")
    assert "It is all" not in map_data()["nodes"][first.id]["why"]


def test_the_chance_up_to_which_it_pays_has_its_row() -> None:
    """A misère gains where the tricks fail to come."""
    lab = ScoresLab("nap")
    assert lab.read_query({"result": "bid:mis"}) == []
    lab.set("even_over", "tricks")
    lab.set("made", 3)
    lab.set("failed", 0)
    shown = block(lab, "even")
    assert "It pays up to 1/2" in shown["lead"]
    title, per_cent, _, exact = shown["rows"][-1]
    assert (title, per_cent) == ("It pays up to", "50.0%")
    # without letters of a match the fraction stands there once
    assert exact["math"].count("<mfrac>") == 1


@pytest.mark.parametrize("id", ["knockout-whist", "kaiser", "bridge"])
def test_a_curve_over_what_a_lead_is_worth_goes_through_the_lead_that_is_set(id: str) -> None:
    """Whether a match is won by seven points or a thousand."""
    game = game_class(id)()
    for value in game.position_values:
        at = along(value, value.default)
        assert {0, value.default, value.most} <= set(at) and len(at) <= 53
        widest = max(b - a for a, b in pairwise(at))
        assert widest <= max(1, value.most // 40), "the curve would have corners"
