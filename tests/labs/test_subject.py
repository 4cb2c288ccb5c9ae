"""Random walks through laboratories, the table and back: the game with its options or house rules,
the position and the deal come along."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.engine.game import Game
from cardlab.engine.results import any_result
from cardlab.labs import notation
from cardlab.labs.positions import example
from cardlab.web.addresses import GameAddress, LabAddress, WatchAddress, parse
from cardlab.web.pages.labs import lab_class
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.labs.results import result_words
from cardlab.web.pages.labs.ways import TITLES, lab_address
from cardlab.web.widgets import LabWidget

CLICKS = 10
SUBJECTS: dict[str, Game] = {
    "book": cardlab.game("kaiser"),
    "options": cardlab.game("nap", players=3),
    "several": cardlab.game("kaiser", leader="declarer", deals=3),
    "house": cardlab.game("malilla").replace(rules={"play": ["must-follow-suit"]}, name="Free; &c"),
    "no tricks": cardlab.game("gin-rummy", tie_undercut=False),
}


class Still(LabPage):
    """A page whose long work does not begin."""

    def _begin(self) -> None:
        self._job = None


@pytest.fixture(autouse=True)
def _served(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a page of ours, which alone has links."""
    monkeypatch.setenv("CARDLAB_BASE", "/")


def opened(address: LabAddress) -> LabPage:
    words = dict(parse_qsl(address.query, keep_blank_values=True))
    return Still(lab_class(address.lab), words.pop("game"), LabWidget(), words)


def subject_of(game: Game) -> str:
    return json.dumps({"game": game.id, "chosen": dict(game.chosen)}, sort_keys=True)


def parts_of(page: LabPage) -> dict[str, str]:
    """The parts of a page's subject; a position as the table that it describes."""
    parts = page.subject().parts()
    if "position" in parts:
        parts["position"] = notation.write(notation.read(notation.unpacked(parts["position"])))
    return parts


def links(page: LabPage) -> dict[str, str]:
    (block,) = (b for b in page.widget.view["blocks"] if b.get("id") == "ways")
    return dict(block["links"])


def starts(rng: random.Random, game: Game) -> LabAddress:
    """Somewhere to begin: a deal at some card, a table laid by hand, a result, or the game alone."""
    kind = rng.choice(("deal", "position", "result", "game"))
    if kind == "deal":
        return lab_address("analysis", game, {"seed": rng.randrange(1, 30)})
    if kind == "position":
        laid = notation.write(example(game, rng.randrange(1, 30)).state)
        return lab_address("positions", game, {"position": notation.packed(laid)})
    if kind == "result":
        result = result_words(game, any_result(game, rng))
        return lab_address("scores", game, {"result": result} if result else {})
    return lab_address("orders", game)


def test_walks_keep_the_subject(request: pytest.FixtureRequest) -> None:
    for number in range(request.config.getoption("--walks")):
        rng = random.Random(number)
        name = rng.choice(list(SUBJECTS))
        walk(rng, SUBJECTS[name], f"walk {number}, {name}")


def walk(rng: random.Random, game: Game, named: str) -> None:
    """Ten clicks; a table or a list of exercises leads back to where it was opened from."""
    wanted = subject_of(game)
    page = opened(starts(rng, game))
    parts = parts_of(page)
    for click in range(CLICKS):
        title, link = rng.choice(list(links(page).items()))
        address = parse(link)
        problems = getattr(address, "problems", ())
        assert not problems, (named, click, title, problems)
        if isinstance(address, GameAddress | WatchAddress):
            there = cardlab.game(address.game, **address.options)
            assert subject_of(there) == wanted, (named, click, title)
            if isinstance(address, GameAddress) and address.position:
                laid = notation.read(notation.unpacked(address.position))
                assert notation.write(laid) == parts["position"], (named, click, title)
            elif "deal" in parts:
                assert str(address.seed) == parts["deal"], (named, click, title)
        elif isinstance(address, LabAddress):
            page = opened(address)
            assert page.widget.error == "", (named, click, title, page.widget.error)
            assert subject_of(page.lab.subject) == wanted, (named, click, title)
            now = parts_of(page)
            assert parts.items() <= now.items(), (named, click, title, parts, now)
            parts = now


@pytest.mark.parametrize("name", SUBJECTS)
def test_a_page_is_loaded_again_with_its_subject(name: str) -> None:
    for lab in ("orders", "odds", "house-rules", "compare", "scores", "positions", "analysis"):
        at = opened(lab_address("analysis", SUBJECTS[name], {"seed": 4}))
        page = opened(parse(links(at)[TITLES[lab]])) if lab != "analysis" else at  # type: ignore[arg-type]
        again = opened(LabAddress.read(lab, page.widget.link))
        assert parts_of(again) == parts_of(page) and "position" in parts_of(page), lab


def test_another_table_is_no_moment_of_that_deal() -> None:
    start = opened(LabAddress("analysis", "kaiser", {"seed": 11}))
    page = opened(parse(links(start)["Lay a table"]))  # type: ignore[arg-type]
    assert parts_of(page).keys() >= {"position", "deal", "at"}
    page.act("put-dealer", "North")
    assert page.widget.error == "" and not {"deal", "at"} & parts_of(page).keys()
    there = opened(parse(links(page)["Card by card"]))  # type: ignore[arg-type]
    assert parts_of(there)["position"] == parts_of(page)["position"]


def test_a_table_asks_what_it_would_score_and_what_the_odds_are() -> None:
    line = "kaiser;trump S;contract 7 by South;to-move South;South QH 8C 9S;West 3*??;North 3*??"
    page = opened(LabAddress("positions", "kaiser", {"position": line + ";East 3*??"}))
    odds = opened(parse(links(page)["What are the odds?"]))  # type: ignore[arg-type]
    assert odds.widget.link.count("question=split") == 1 and "missing=7" in odds.widget.link
    scores = opened(parse(links(page)["What does it score?"]))  # type: ignore[arg-type]
    assert scores.lab.now.values["contract"] == 7  # type: ignore[attr-defined]
    assert scores.lab.now.values["no_trump"] == 0  # type: ignore[attr-defined]


def test_a_changed_rule_takes_the_table_along() -> None:
    page = opened(lab_address("positions", cardlab.game("malilla")))
    house = opened(parse(links(page)["Change the rules"]))  # type: ignore[arg-type]
    house.act("rule:must-beat-opponent", False)
    assert house.widget.error == ""
    back = opened(parse(links(house)["Lay a table"]))  # type: ignore[arg-type]
    assert back.widget.error == "" and back.lab.subject.is_house
    assert parts_of(back)["position"].split(";")[1:] == parts_of(page)["position"].split(";")[1:]


@pytest.mark.parametrize("name", SUBJECTS)
def test_the_address_of_a_page_brings_its_subject_back(name: str) -> None:
    for lab in ("orders", "scores", "odds", "positions", "house-rules"):
        page = opened(lab_address(lab, SUBJECTS[name]))
        again = opened(LabAddress.read(lab, page.widget.link))
        assert subject_of(again.lab.subject) == subject_of(SUBJECTS[name]), lab


@pytest.mark.parametrize("name", [name for name in SUBJECTS if name != "no tricks"])
def test_a_laid_table_goes_to_the_cards_and_comes_back(name: str) -> None:
    game = SUBJECTS[name]
    page = opened(lab_address("positions", game))
    laid = notation.unpacked(dict(parse_qsl(page.widget.link))["position"])
    there = opened(parse(links(page)["Card by card"]))  # type: ignore[arg-type]
    assert there.widget.error == ""
    assert notation.read(laid) == there.lab.course.state_at(0)  # type: ignore[attr-defined]


def test_a_deal_that_is_looked_at_can_be_played() -> None:
    page = opened(LabAddress("analysis", "kaiser", {"seed": 11}))
    played, watched = (parse(links(page)[title]) for title in ("Play it", "Watch a deal"))
    assert isinstance(played, GameAddress) and isinstance(watched, WatchAddress)
    assert played.seed == watched.seed == 11


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ({"option:players": "9"}, "9"),
        ({"option:nothing": "1"}, "Nap has no option “nothing”."),
        ({"house": "{"}, "The house rules of the address were left out."),
    ],
)
def test_what_cannot_be_is_a_sentence(words: dict[str, Any], sentence: str) -> None:
    page = opened(LabAddress("odds", "nap", words))
    assert sentence in page.widget.error and page.lab.game == cardlab.game("nap")


def test_python_says_the_same_game() -> None:
    for lab in ("orders", "odds"):
        page = opened(lab_address(lab, SUBJECTS["options"]))
        text = " ".join(b.get("text", "") for b in page.widget.view["blocks"])
        assert "cardlab.game('nap', players=3)" in text, lab


def test_the_page_says_how_the_game_is_played() -> None:
    leads = {
        name: opened(lab_address("odds", game)).widget.view["lead"]
        for name, game in SUBJECTS.items()
    }
    assert leads["options"].endswith(" Chosen here: players 3.")
    assert leads["house"].endswith(" Played by house rules, called “Free; &c”.")
    assert "Chosen" not in leads["book"] and "house" not in leads["book"]
