"""What cannot be, in every laboratory: a sentence, and nothing that was set is lost."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.labs import notation
from cardlab.labs.positions import read
from cardlab.web.pages.labs import lab_class
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

PASSING = (
    "hearts; phase passing; to-move West; South TD 3H QC 8S 4D JH 8C 5D 7S 2D 7H 4S 8D;"
    " West JS AC AH 6D TC AD 9S 8H AS QD JD 2S QH; North KH 2C 2H 3S 4C TH 6C 3D 3C 5S 6H QS 9H;"
    " East KD 4H TS 9C JC KS 6S 9D 7D KC 5C 7C 5H"
)
PASSED = (
    "hearts; phase play; trick West 2C; to-move North; South TD 3H QC; West AH JS; North KH 3C 2H;"
    " East KD 4H TS"
)


class Still(LabPage):
    """A page whose long work does not begin."""

    def _begin(self) -> None:
        self._job = None


def opened(lab: str, game: str, **words: object) -> LabPage:
    return Still(lab_class(lab), game, LabWidget(), words)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (f"{PASSING}; chosen West give KD", "West has chosen to give K♦ and does not hold it."),
        (f"{PASSED}; known South KD West", "K♦, and it lies in East's hand."),
        (
            f"{PASSED}; known South 9S West",
            "South knows that West was given 9♠, and nobody has it.",
        ),
        (f"{PASSING}; chosen West give JS", ""),
        (f"{PASSED}; known South AH West", ""),
    ],
)
def test_a_passed_card_that_nobody_has(line: str, sentence: str) -> None:
    problems = " ".join(map(str, read(line).problems))
    assert sentence in problems and bool(sentence) == bool(problems)
    page = opened("positions", "hearts", position=line)
    blocks = {b.get("id"): b for b in page.widget.view["blocks"]}
    assert ("trouble" in blocks) == bool(sentence)
    # the table stays as it was written
    kept = notation.unpacked(page.subject().position)
    assert kept.split(";")[-1].strip() == line.split(";")[-1].strip()


def test_a_position_in_a_link_that_cannot_be_read() -> None:
    """The page says so at its top, keeps the words, and lays something else meanwhile."""
    page = opened("positions", "kaiser", position="kaiser; taken West")
    first = next(block for block in page.widget.view["blocks"] if block["id"] != "puzzle")
    assert first["id"] == "trouble"
    assert first["paragraphs"][0].startswith("A finished trick has cards: write who led")
    field = next(c for c in page.widget.view["controls"] if c["name"] == "position")
    assert field["value"] == "kaiser; taken West" and field["why"] in first["paragraphs"][0]


def test_cards_that_the_pack_does_not_have() -> None:
    """A table set up in Python refuses them; one that is laid keeps them and says so."""
    with pytest.raises(ValueError, match="2♥ is not in the pack of Kaiser"):
        cardlab.game("kaiser").state(hands={"South": "2H 5H"})
    assert str(read("kaiser; South 2H 5H").problems[0]) == "2♥ is not in the pack of Kaiser."
    four = [(0, "2H"), (1, "8H"), (2, "9H"), (3, "KH")]
    for given in ({"trick": [(0, "2H")]}, {"taken": [four]}):
        with pytest.raises(ValueError, match="2♥ is not in the pack of Kaiser"):
            cardlab.game("kaiser").state(hands={"West": "KH"}, to_move="West", **given)
    with pytest.raises(ValueError, match="2♣ is not in the pack of Euchre"):
        cardlab.game("euchre").state(phase="order-up", turned="2C")


@pytest.mark.parametrize(
    ("question", "move", "sentence"),
    [
        ("vacant", ("missing", 13), "cannot lie in"),
        ("vacant", ("many", 13), "the left hand cannot hold 13 of them"),
        ("cards", ("which", "ZZ"), "No cards are called “ZZ”"),
        ("vacant", ("known_left", 14), "goes from 0 to 13"),
    ],
)
def test_knowledge_that_contradicts_itself(
    question: str, move: tuple[str, object], sentence: str
) -> None:
    page = opened("odds", "bridge", question=question)
    if question == "vacant":
        page.act("known_left", 13)
    link = page.widget.link
    with pytest.raises(ValueError, match=sentence):
        page.act(*move)
    page.widget.act = {"name": move[0], "value": move[1], "n": 1}
    assert sentence in page.widget.error and page.widget.link == link


@pytest.mark.parametrize(
    ("game", "result", "sentence"),
    [
        ("kaiser", "tricks_north_south:9", "choose a number from 0 to 8."),
        ("kaiser", "tricks_north_south:0;five:0", "took no trick, so neither 5♥ nor 3♠"),
        ("bridge", "level:8", "choose a number from 1 to 7."),
        ("kaiser", "colour:3", "has no “colour”"),
    ],
)
def test_a_result_that_cannot_be(game: str, result: str, sentence: str) -> None:
    page = opened("scores", game, result=result)
    assert sentence in page.widget.error
    assert page.widget.link == opened("scores", game).widget.link


def test_a_match_that_nothing_ends() -> None:
    page = opened("house-rules", "kaiser")
    page.act("end:race", False)
    page.act("end:agreed-deals", False)
    refused = [b["paragraphs"] for b in page.widget.view["blocks"] if b.get("tone") == "refusal"]
    assert refused[0][0].startswith("Nothing ends the match: Kaiser needs a number of deals")
    page.act("end:race", True)
    assert all(b.get("tone") != "refusal" for b in page.widget.view["blocks"])
