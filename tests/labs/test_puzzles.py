"""The questions with which laboratories open: their answers, worked out another way, and the one
move that shows each."""

from __future__ import annotations

from fractions import Fraction
from math import comb, factorial
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.labs.puzzles import PUZZLES, Puzzle, puzzle, puzzles
from cardlab.players import bot
from cardlab.web.pages.labs import LABS, lab, lab_class
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.sharing import imagined_result
from cardlab.web.widgets import LabWidget

DEAL = factorial(39) // factorial(13) ** 3
ANSWERS = {
    "seven-beats-ace": "7♥ beats A♥. 7♥ is the highest trump.",
    # below 2♥ lie the three other suits; above it the other trumps
    "two-of-trumps": f"2♥ beats {3 * 13} cards and loses to {12}; A♠ beats {12} cards and loses to {13}",
    "lines-to-redraw": "192 pairs are no longer decided as before, 64 of them turned round",
    # two cards of different suits, neither trumps / of different suits at all
    "pairs-undecided": f"{comb(3, 2) * 13**2} of {comb(52, 2):,} with hearts as trumps and"
    f" {comb(4, 2) * 13**2:,} of",
    "failed-kaiser": "always −10. Only below 0 it does: with one trick and 3♠ in it, it is −14",
    "seven-of-kaiser": "It pays from 5/7 on, 71.4%",
    "game-or-part-score": f"It pays from {Fraction(120 + 50, 120 + 350)} on",
    "slam": f"It pays from {Fraction(200 + 350, 700 + 350)} on",
    "flat-split": f"in {100 * comb(13, 2) ** 2 / comb(26, 4):.2f} % of deals; three and one is likelier,"
    f" {200 * comb(13, 3) * 13 / comb(26, 4):.2f} %",
    "queen-of-spades": f"{100 * 11 / 17:.2f} %",
    "void": "In 27.24 % of hands, and in bridge in 5.11 %",
    "one-more-card": f"{100 * 23 / 39:.2f} %. With five it would be {100 * 19 / 39:.2f} %",
    "turned-card": f"{15 * 4 / 40:g} points",
    "unnoticed": "in 60 of 60 deals the same side does best",
    "no-winner": "In 60 of 60 deals the same side does best",
    "five-of-hearts": "without it the sides are 6.2 points apart, not 11.4",
    "must-give-the-ace": "4♠ is illegal: A♠ can beat East's K♠",
    "smallest-trump": "East would win the trick",
    "ruff-or-not": "No: North has no hearts",
    "dummy-tells": f"From {DEAL:,} deals to {comb(26, 13):,}",
    "far-apart": "a likeness of 0.03",
    # which games there are changes with the catalogue
    "families": "Gin Rummy is with ",
    "free-games": "Seven-card Nap",
    "from-gin": " new concept",
    "forty-points": "42 points in all",
    "nothing-given-away": "Yes: all",
    "a-bad-deal-of-nap": "Five tricks in all",
    "an-ordinary-deal": "27 points in all",
}


class Still(LabPage):
    """A page whose long work does not begin."""

    def _begin(self) -> None:
        self._job = None


def opened(one: Puzzle) -> LabPage:
    page = Still(lab_class(one.lab), one.game, LabWidget())
    page.act("puzzle", one.id)
    assert page.widget.error == ""
    return page


def asked(page: LabPage) -> tuple[str, str]:
    block = page.widget.view["blocks"][0]
    return block["title"], block["paragraphs"][0]


def test_every_laboratory_has_four() -> None:
    assert {lab: len(puzzles(lab)) for lab in LABS} == dict.fromkeys(LABS, 4)
    assert len({one.id for one in PUZZLES}) == len(PUZZLES) == len(ANSWERS)


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.id)
def test_the_answer_is_what_it_ought_to_be(one: Puzzle) -> None:
    assert ANSWERS[one.id] in one.answer()


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.id)
def test_one_move_shows_the_answer(one: Puzzle) -> None:
    """And not before it; the button makes the same move."""
    page, shown = opened(one), opened(one)
    assert asked(page) == (one.question, one.do)
    name, value = one.move
    if name in {c["name"] for c in page.widget.view["controls"]}:
        page.act(name, value)
        assert page.widget.error == "" and asked(page)[1] == one.answer()
    before = [block for block in shown.widget.view["blocks"] if block.get("id") != "puzzle"]
    shown.act("puzzle-show", True)
    assert shown.widget.error == "" and asked(shown)[1] == one.answer()
    after = [block for block in shown.widget.view["blocks"] if block.get("id") != "puzzle"]
    assert before != after


@pytest.mark.parametrize("lab_id", LABS)
def test_a_laboratory_asks_about_the_game_that_one_came_with(
    lab_id: str, some_games: tuple[str, ...]
) -> None:
    """In every game: its own question, or why there is none and what can be done with the game."""
    others = {one.question for one in puzzles(lab_id)}
    for name in some_games:
        page = Still(lab_class(lab_id), name, LabWidget())
        title, said = asked(page)
        game = cardlab.game(name)
        own = [one for one in puzzles(lab_id) if one.game == name]
        if own:
            assert title == own[0].question and said == own[0].do
            continue
        assert title not in others and title.endswith(f"question about {game.title}")
        assert game.title in said, (name, said)
        names = {control["name"] for control in page.widget.view["controls"]}
        assert "puzzle-show" not in names and {"puzzle", "game"} <= names
        offered = f"With {game.title} you can {type(page.lab).offers}."
        assert said.endswith(offered) == (not page.lab.nothing_to_set()), (name, said)
        assert len(type(page.lab).offers) > 30


def test_another_game_is_asked_about_once_it_is_chosen() -> None:
    page = Still(lab_class("scores"), "bridge", LabWidget())
    assert asked(page)[0].startswith("Nine tricks")
    page.act("game", "hearts")
    assert asked(page)[0] == "Your own question about Hearts"
    page.act("puzzle", "failed-kaiser")
    assert asked(page)[0].startswith("You fail your contract in Kaiser")
    page.act("puzzle-back", True)
    assert asked(page)[0] == "Your own question about Hearts"


def test_cards_that_are_picked_by_hand_answer_too() -> None:
    page = opened(puzzle("seven-beats-ace"))
    page.act("ladders", "AH")
    assert "Pick" in asked(page)[1]
    page.act("ladders", "7H")
    assert asked(page)[1].startswith("7♥ beats A♥")


def test_what_was_here_comes_back() -> None:
    """A laid table is not lost to a question."""
    laid = "kaiser;trump S;contract 7 by South;to-move South;South QH 8C 9S;West 3*??"
    page = Still(lab_class("positions"), "kaiser", LabWidget(), {"position": laid})
    link = page.widget.link
    page.act("puzzle", "must-give-the-ace")
    page.act("puzzle-show", True)
    assert page.lab.game.id == "malilla" and asked(page)[1].startswith("No, 4♠ is illegal")
    page.act("puzzle-back", True)
    assert page.widget.link == link


def test_a_link_asks_the_same_question() -> None:
    page = opened(puzzle("slam"))
    words = dict(parse_qsl(page.widget.link, keep_blank_values=True))
    again = Still(lab_class("scores"), words.pop("game"), LabWidget(), words)
    assert asked(again) == asked(page) and again.widget.link == page.widget.link
    bare = Still(lab_class("scores"), "bridge", LabWidget(), {"puzzle": "slam"})
    assert bare.widget.link == page.widget.link
    other = Still(lab_class("odds"), "kaiser", LabWidget(), {"puzzle": "slam"})
    assert "That question belongs to another laboratory." in other.widget.error
    none = Still(lab_class("odds"), "kaiser", LabWidget(), {"puzzle": "<b>"})
    assert "There is no question" in none.widget.error


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.id)
def test_the_control_that_a_question_names_is_in_sight(one: Puzzle) -> None:
    """It stands beside the blocks, above them, or in the one right below the question."""
    view = opened(one).widget.view
    place = {c["name"]: c.get("place", "") for c in view["controls"]}.get(one.move[0], "")
    ids = [block.get("id") for block in view["blocks"]]
    assert place not in ids[2:], f"{place} comes after {ids[1]}"
    assert [b["id"] for b in view["blocks"] if b.get("asked")] == ([place] if place in ids else [])


def test_a_question_about_another_game_leaves_the_page_as_it_is() -> None:
    page = Still(lab_class("scores"), "nap", LabWidget())
    ids = [block.get("id") for block in page.widget.view["blocks"]]
    assert ids[:2] == ["puzzle", "lines"]


@pytest.mark.parametrize("one", PUZZLES, ids=lambda one: one.id)
def test_an_address_with_a_question_and_no_game_has_its_game(
    one: Puzzle, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the notebook begins with another game, or with settings of its own."""
    monkeypatch.setattr(LabPage, "_begin", Still._begin)
    monkeypatch.setenv("QUERY_STRING", f"puzzle={one.id}")
    page = lab(one.lab, "snap").page
    assert page.widget.error == "" and asked(page) == (one.question, one.do)
    assert page.lab.game.id == one.game
    again = lab(one.lab, one.game).page
    assert again.widget.link == page.widget.link == opened(one).widget.link


@pytest.mark.parametrize("name", ["hearts", "whist", "bridge", "kaiser", "gin-rummy", "snap"])
def test_the_result_of_a_deal_leads_to_a_laboratory_that_asks_about_its_game(name: str) -> None:
    """As "Open this result in the score laboratory" does, under the result of a deal."""
    game = cardlab.game(name)
    match = game.match(seed=5)
    table = {seat: bot("simple", seed=seat) for seat in range(game.players)}
    while match.state_at(match.play_deal(table).ends[-1]).void:
        pass
    address = imagined_result(match, match.ends[-1])
    assert address is not None and address.game == name
    title, _ = asked(Still(lab_class("scores"), address.game, LabWidget()))
    own = {one.question for one in puzzles("scores") if one.game == name}
    assert title in (own or {f"Your own question about {game.title}"})
