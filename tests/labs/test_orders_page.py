"""The page of the orders: every game opens, addresses bring views back, strangers' words are
refused, clicks pick cards."""

from __future__ import annotations

import json
import random
from importlib.resources import files
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.web.pages.labs import lab_class
from cardlab.web.pages.labs.orders import OrdersLab
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

from ..widgets.lab_fixtures import lab_page

AXE = files("axe_playwright_python") / "axe.min.js"


def page(game: str, **words: Any) -> LabPage:
    return LabPage(OrdersLab, game, LabWidget(), words)


def act(page: LabPage, name: str, value: Any) -> str:
    """What the page says when this is moved."""
    page.widget.act = {"name": name, "value": value, "n": page.widget.heard + 1}
    return page.widget.error


def block(page: LabPage, id: str) -> dict[str, Any]:
    return next(b for b in page.widget.view["blocks"] if b.get("id") == id)


def own(page: LabPage) -> list[dict[str, Any]]:
    """The controls without those of the question at the top."""
    return [c for c in page.widget.view["controls"] if c.get("place") != "puzzle"]


def sentences(page: LabPage) -> str:
    return json.dumps(page.widget.view, ensure_ascii=False)


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_every_game_opens_and_every_control_of_it_can_be_moved(game: str) -> None:
    found, rng = page(game), random.Random(game)
    assert not found.widget.error
    if not cardlab.game(game).contracts():
        assert "No card beats another" in sentences(found) and [c["name"] for c in own(found)] == [
            "game"
        ]
        return
    for _ in range(10):
        control = rng.choice([c for c in own(found) if c["name"] != "game"])
        assert not act(found, control["name"], rng.choice(control["choices"])[0])
        rungs = [r for side in ("left", "right") for r in block(found, "ladders")[side]["rungs"]]
        assert not act(found, "ladders", rng.choice(rng.choice(rungs)))
        assert "{" not in str(found.widget.view["said"])
        back = LabPage(
            OrdersLab, game, LabWidget(), dict(parse_qsl(found.widget.link, keep_blank_values=True))
        )
        assert back.widget.view == found.widget.view, "the address brings the view back"


def test_a_card_that_is_dragged_onto_another_meets_it() -> None:
    found = page("malilla", contract="H")
    assert not act(found, "ladders", "AH>7H")
    assert block(found, "ladders")["verdicts"][0]["strong"] == "A♥ loses to 7♥."
    assert "is in neither pack" in act(found, "ladders", "AH>8H")


def test_two_clicks_make_a_duel_and_a_third_replaces_the_first() -> None:
    found = page("cardigan", contract="H", against="RED", of="right")
    assert "Pick two cards" in sentences(found)
    act(found, "diagram", "TD")
    assert "10♦ is picked" in sentences(found) and found.widget.view["said"] == ""
    act(found, "ladders", "JS")
    first, second = block(found, "ladders")["verdicts"]
    assert (
        first["head"] == "Red"
        and first["strong"] == "10♦ loses to J♠."
        and [r["id"] for r in first["rules"]]
        == [
            "highest-trump",
            "fifth-suit",
        ]
    )
    assert second["head"] == "Hearts" and second["text"] == "J♠ is the only trump."
    assert found.widget.view["said"].startswith("Red 10♦ loses to J♠.")
    act(found, "suits", "2C")
    assert block(found, "ladders")["picked"] == ["JS", "2C"] and found.widget.link.endswith(
        "cards=JS%2C2C"
    )
    act(found, "suits", "2C")
    assert block(found, "ladders")["picked"] == ["JS"]


def test_cards_that_were_let_go_stay_so_when_the_notebook_had_picked_some() -> None:
    found = page("cardigan", cards="TD,JS")
    act(found, "ladders", "JS")
    act(found, "suits", "TD")
    link = dict(parse_qsl(found.widget.link.partition("&")[2], keep_blank_values=True))
    assert block(page("cardigan", **{"cards": "TD,JS", **link}), "ladders")["picked"] == []


def test_a_folded_card_comes_into_sight_when_it_is_picked() -> None:
    found = page("bridge")
    shown = {c for node in block(found, "diagram")["nodes"] for c in node["cards"]}
    assert "7C" not in shown
    act(found, "suits", "7C")
    assert "7C" in {c for node in block(found, "diagram")["nodes"] for c in node["cards"]}


def test_jokers_that_no_order_decides_are_told_by_their_rule() -> None:
    found = page("bridge-solitaire", cards="JK,AH")
    verdict = block(found, "ladders")["verdicts"][0]
    assert verdict["rules"][0]["id"] == "jokers-lose" and "house wins" in verdict["text"]
    assert [n["label"] for n in block(found, "diagram")["nodes"] if n["cards"] == ["JK"]] == [
        "decided by a rule"
    ]


def test_cards_of_the_other_pack() -> None:
    found = page("kaiser", against_game="bridge", cards="2H,AH")
    assert block(found, "ladders")["verdicts"][0]["text"] == "2♥ is not in the pack of Kaiser."
    assert block(found, "ladders")["verdicts"][1]["strong"] == "2♥ loses to A♥."
    act(found, "against_game", "malilla")
    assert not act(found, "against_game", "kaiser") and block(found, "ladders")["picked"] == ["AH"]


def test_where_cards_take_nothing_the_page_says_so() -> None:
    found = page("gin-rummy", against_game="yaniv")
    assert "no card takes another" in sentences(found) and not any(
        b["kind"] == "diagram" for b in found.widget.view["blocks"]
    )
    beside = page("gin-rummy", cards="AS,KS")
    assert block(beside, "diagram")["title"] == "Contract Bridge: No trumps, as a diagram"
    assert "In Gin Rummy no card takes another" in block(beside, "ladders")["lead"]
    assert [v["strong"][:20] for v in block(beside, "ladders")["verdicts"]] == [
        "A♠ beats K♠.",
        "In Gin Rummy no card",
    ]


def test_where_cards_beat_each_other_without_tricks_the_page_names_the_rule() -> None:
    found = page("rhapsody")
    assert "no card takes another" not in sentences(found)
    assert "In Rhapsody 2♠ beats A♠. Cards are beaten by cards of a higher rank" in sentences(found)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("contract", "RED", "Order cannot be “RED”; choose one of: Spades, Hearts"),
        ("against_game", "snap", "Against cannot be “snap”"),
        ("led", "JK", "Led is cannot be “JK”"),
        ("ladders", "XX", "'XX' is not a card"),
        ("ladders", "2H", "2♥ is in neither pack; pick a card of the ladders."),
        ("cards", "AH,KH,QH", "Pick one card or two."),
        ("cards", "<b>", "is not a card"),
        ("diagram", None, "is not a card"),
        ("suits", ["AH"] * 4, "is not a card"),
        ("nothing", "1", "There is nothing called “nothing” to set on this page."),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(name: str, value: Any, said: str) -> None:
    found = page("kaiser", cards="AH,KH")
    before = dict(found.widget.view), found.widget.link
    assert said in act(found, name, value)
    assert (dict(found.widget.view), found.widget.link) == before


def test_games_without_an_order_refuse_with_their_reason() -> None:
    assert "No card beats another in Snap" in page("snap", contract="H").widget.error


# --- in the browser


@pytest.mark.browser
@pytest.mark.parametrize(
    ("game", "words", "width", "theme"),
    [
        ("cardigan", {"against": "RED", "of": "right", "cards": "TD,JS"}, 1280, "dark"),
        pytest.param(
            "cardigan",
            {"against": "RED", "cards": "TD,JS"},
            390,
            "light",
            marks=pytest.mark.rest,
        ),
        ("quinto", {"cards": "2H,AS"}, 390, "dark"),
        ("bridge-solitaire", {"led": "S", "cards": "JK,AH"}, 1280, "light"),
        pytest.param("ziginette", {}, 390, "light", marks=pytest.mark.rest),
    ],
)
def test_it_is_drawn_and_axe_finds_nothing(
    browser: Any, game: str, words: dict[str, str], width: int, theme: str
) -> None:
    view = page(game, **words).widget.view
    crashes: list[str] = []
    tab = browser.new_page(viewport={"width": width, "height": 860}, reduced_motion="reduce")
    tab.on("pageerror", lambda error: crashes.append(str(error)))
    tab.set_content(lab_page(view, theme))
    tab.wait_for_selector("[data-ready]")
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    tab.add_script_tag(path=str(AXE))
    assert not tab.evaluate(
        "axe.run('.cl-root').then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))"
    )
    if view["blocks"][0]["kind"] == "ladders":
        assert tab.locator(".strands path").count() == len(view["blocks"][0]["links"])
        assert tab.locator(".plane > svg > path").count() == len(view["blocks"][1]["edges"])
        over = """() => { const boxes = [...document.querySelectorAll('.node .paper')].map(e => e.getBoundingClientRect());
            return boxes.some((a, i) => boxes.some((b, j) => i < j && a.left < b.right - 1 && b.left < a.right - 1
                && a.top < b.bottom - 1 && b.top < a.bottom - 1)); }"""
        assert not tab.evaluate(over), "cards of the diagram lie apart"
        button = tab.locator(".ladder.to .cardbtn").first
        button.focus()
        tab.keyboard.press("ArrowDown")
        tab.keyboard.press("Enter")
        told = tab.evaluate(
            "window.cl.sent.filter(s => s.trait === 'act').map(s => [s.value.name, s.value.value])"
        )
        cards = [c for rung in view["blocks"][0]["right"]["rungs"] for c in rung]
        assert told == [["ladders", cards[1]]], "the keyboard picks a card"
        tab.evaluate("view => window.cl.show({ view })", view)
        assert tab.evaluate("document.activeElement.closest('.ladder').className") == "ladder to", (
            "the focus stays"
        )
    tab.close()
    assert not crashes


def test_lines_that_tell_no_card_apart_are_a_sentence() -> None:
    """Kaiser opens with the same ladder twice: hearts as trumps, and at no trump."""
    (ladders,) = [b for b in lab_class("orders")("kaiser").blocks() if b["kind"] == "ladders"]
    assert ladders["links"] == [] == ladders["legend"]
    said = "Both ladders have the same rungs; each card stops being a trump."
    assert ladders["lead"].endswith(said)
    (moved,) = [b for b in lab_class("orders")("malilla").blocks() if b["kind"] == "ladders"]
    assert "same rungs" not in moved["lead"] or not moved["links"]
