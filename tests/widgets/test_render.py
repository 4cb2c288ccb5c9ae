"""Text and still pictures of every fixture, and of what the engine makes."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import cardlab
from cardlab.pages.watching import recorded
from cardlab.render import card_svg, fan_svg, table_svg, table_text

from .harness import fixture, fixture_names

CODES = [rank + suit for rank in "A23456789TJQK" for suit in "SHDC"] + ["JK", "??"]


@pytest.mark.parametrize("code", CODES)
def test_a_card_is_a_picture_of_its_own(code: str) -> None:
    for width, hatch in ((None, False), (44, True), (96, True)):
        svg = card_svg(code, width, hatch)
        ElementTree.fromstring(svg)
        assert "{" not in svg and "var(" not in svg


def test_a_card_that_is_none() -> None:
    with pytest.raises(ValueError, match="write rank and suit"):
        card_svg("10H")


def test_a_fan() -> None:
    svg = fan_svg(["AS", "QH", "??"], width=300, lifted=[1], hatched=[0])
    title = ElementTree.fromstring(svg).find("{http://www.w3.org/2000/svg}title")
    assert title is not None and title.text == "cards: ace of spades, queen of hearts, a card face down"
    ElementTree.fromstring(fan_svg([]))


@pytest.mark.parametrize("name", fixture_names())
def test_every_view_as_picture_and_text(name: str) -> None:
    view = fixture(name)["view"]
    picture = ElementTree.fromstring(table_svg(view))
    text = table_text(view)
    desc = picture.find("{http://www.w3.org/2000/svg}desc")
    assert desc is not None and desc.text == text
    assert view["title"] in text and view["prompt"] in text
    for choice in view["choices"]:
        assert choice["label"] in text.replace("\n  ", " ")
    for line in view["lines"]:
        assert line["title"] in text


def test_refused_choices_stand_under_their_rule() -> None:
    text = table_text(fixture("trick")["view"])
    assert "Play: 7♥ A♥" in text
    assert "Not open: Q♠ 3♠ 4♥ K♣ Q♣. You must beat the opponent's Q♥. (§ Head an opponent's card)" in text
    assert "Trick 4: West 2♦, North 4♦, East Q♥ (winning)" in text


@pytest.mark.parametrize("game", cardlab.games())
def test_what_the_engine_shows(game: str) -> None:
    match = cardlab.game(game).match(seed=3)
    for _ in range(30):
        if match.over or match.to_move is None:
            break
        for seat in range(match.game.players):
            view = match.view(seat).to_dict()
            ElementTree.fromstring(table_svg(view))
            assert view["prompt"] in table_text(view)
        match.play(match.legal_moves()[0])


def test_a_known_card_that_lies_face_down_is_drawn_as_it_lies() -> None:
    match = recorded("cardigan", None, 4, {})
    mine, theirs = match.view(0, 54).to_dict(), match.view(1, 54).to_dict()
    tricks = [next(z["faces"] for z in view["zones"] if z["kind"] == "trick") for view in (mine, theirs)]
    trick = [next(f for f in faces if f["seat"] == 0) for faces in tricks]
    assert [(f["card"], f["marks"], f["tag"]) for f in trick] == [("7H", ["down"], "face down"), (None, [], "face down")]
    assert "You 7♥ (face down)" in table_text(mine) and "South ▒ (face down)" in table_text(theirs)
    words = ["".join(x.itertext()) for x in ElementTree.fromstring(table_svg(mine)).iter("{http://www.w3.org/2000/svg}text")]
    assert "7♥ face down" in words
    ply = next(p for p in range(55, match.ply) if not match.state_at(p).trick.cards)
    assert "You 7♥ (face down)" in table_text(match.view(0, ply).to_dict()), "also when the trick is finished"
