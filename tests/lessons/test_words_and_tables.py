"""What lessons, chapters and the pages of games say of seats, cards, roles and aims is what the
table beside the words shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.lessons import lesson, lessons
from cardlab.lessons.beside import role_and_aim, told_to_reader
from cardlab.lessons.text import plain
from cardlab.lessons.walk import Walk
from tests.lessons.beside import (
    CHAPTERS,
    ESSAYS,
    Beside,
    arrows,
    asked,
    cells,
    complaints,
    extremes,
    holds,
    of_deal,
    of_essay,
    of_lesson,
    of_pictures,
    plays,
    roles,
    source,
    tricks,
    undertaken,
    words_of,
)
from tests.lessons.fairness import written

OTHER_BANK = re.compile(r"\b(?:the banker's|the banker only|against the banker)\b")
"""What only a player without the bank can want."""


@pytest.mark.parametrize("id", lessons())
def test_a_lesson_says_what_its_tables_show(id: str) -> None:
    assert [told for one in of_lesson(lesson(id)) for told in complaints(one)] == []


@pytest.mark.parametrize("path", [*CHAPTERS, *ESSAYS], ids=lambda path: path.stem)
def test_a_picture_shows_what_stands_beside_it(path: Path) -> None:
    assert [told for one in of_pictures(path) for told in complaints(one)] == []


@pytest.mark.parametrize("path", ESSAYS, ids=lambda path: path.stem)
def test_a_narrated_deal_is_told_as_it_was_played(path: Path) -> None:
    assert [told for one in of_essay(path) for told in complaints(one)] == []


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_words_above_a_lesson_of_a_chapter_fit_its_table(path: Path) -> None:
    """The cell above ``learn(...)``: nobody plays, holds or deals otherwise than in the first step
    that it opens."""
    told = []
    for text, call in _calls(path, "learn"):
        opened = lesson(str(call.args[0].value))  # type: ignore[attr-defined]
        first = next(iter(of_lesson(opened)))
        told += list(complaints(replace(first, where=path.stem, text=text, asks=())))
    assert told == []


# --- roles and aims


@pytest.mark.parametrize("id", lessons())
def test_a_play_step_begins_with_role_and_aim(id: str) -> None:
    """Where the reader is more than a player, the game says so first, and nothing speaks of what
    another seat wants."""
    play = lesson(id).play
    told = plain(Walk(lesson(id), steps=["play"]).snapshot["text"])
    role = role_and_aim(play)
    assert told.startswith(role)
    assert not role or not OTHER_BANK.search(told)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_words_above_a_table_of_a_chapter_say_role_and_aim(path: Path) -> None:
    for text, call in _calls(path, "play"):
        game, options = _table_of(call)
        seed = options.pop("seed", None)
        role = told_to_reader(game, seed, (), options)
        assert _tells(text, role), f"{path.stem}: {role!r} is not said above {game}"


def _tells(text: str, role: str) -> bool:
    """Whether a text says this role, and none where there is none."""
    of_the_bank = re.search(r"\byou hold the bank\b", text, re.IGNORECASE) is not None
    return of_the_bank == ("hold the bank" in role) and not (role and OTHER_BANK.search(text))


def test_every_aim_is_one_short_sentence() -> None:
    for id in cardlab.games():
        game = cardlab.game(id)
        state = game.match(seed=1).state
        for seat in range(game.players):
            aim = game.aim_text(state, seat)
            assert aim.endswith(".") and len(aim.split()) <= 20, f"{id}: {aim}"
            assert game.names[seat] not in aim.split(), f"{id}: {aim} names its own reader"


def test_roles_and_aims_follow_the_deal() -> None:
    kaiser = cardlab.game("kaiser").match(seed=7)
    assert kaiser.game.role_text(kaiser.state, 0) == ""
    for call in ("pass", "pass", "pass", "7", "trumps H"):
        kaiser.play(call)
    told = [
        f"{kaiser.game.role_text(kaiser.state, seat)} {kaiser.game.aim_text(kaiser.state, seat)}"
        for seat in range(4)
    ]
    assert told == [
        "You are declarer. With North, make at least seven points.",
        "You defend against South. With East, keep South and North below seven points.",
        "Your partner South is declarer. With South, make at least seven points.",
        "You defend against South. With West, keep South and North below seven points.",
    ]
    bank = cardlab.game("ziginette").match(seed=3)
    assert bank.game.role_text(bank.state, 1) == ""
    assert bank.game.aim_text(bank.state, 1).startswith("You play against the banker alone")


# --- planted mistakes: each reader finds one of its own kind


def _table(text: str, **more: Any) -> Beside:
    """The last tricks of the bridge deal of the last chapter, with other words beside them."""
    taught = lesson("below-line")
    step = more.pop("step", "predict")
    found = next(one for one in of_lesson(taught) if one.where == f"below-line, {step}")
    return replace(found, text=text, **more)


@pytest.mark.parametrize(
    ("reader", "wrong", "right"),
    [
        (plays, "You lead the 6♠.", "East leads the 6♠."),
        (
            plays,
            "East leads the 6♠; you play the 9♠, West the 8♠, North the 7♦.",
            "East leads the 6♠; you play the 9♠, West the 7♦, North the 8♠.",
        ),
        (holds, "You hold 9♠ and A♥.", "You hold 9♠ and Q♠."),
        (roles, "West dealt.", "You dealt."),
        (roles, "North is declarer.", "You are declarer."),
        (
            extremes,
            "The 6♠ is the lowest card in the pack.",
            "The 2♠ is the lowest card in the pack.",
        ),
        (extremes, "The K♠ is the highest spade.", "The A♠ is the highest spade."),
        (tricks, "North and you have nine tricks and more.", "North and you have seven tricks."),
        (undertaken, "You promised nine tricks.", "You promised eight tricks."),
        (arrows, "The arrow on the table shows which.", "The rule sheet says which."),
    ],
)
def test_a_planted_mistake_is_found(
    reader: Callable[[Beside], Iterator[str]], wrong: str, right: str
) -> None:
    assert list(reader(_table(right))) == []
    assert list(reader(_table(wrong))) != []


def test_the_lowest_card_of_another_pack_is_not_the_lowest_here() -> None:
    """Kaiser has 5♥ and 3♠ besides its sevens."""
    kaiser = next(iter(of_lesson(lesson("no-trump"))))
    assert list(extremes(replace(kaiser, text="7♣ is the lowest card in the pack."))) != []
    assert list(extremes(replace(kaiser, text="7♣ is the lowest club."))) == []


def test_a_planted_question_about_another_side_is_found() -> None:
    asks = ("east",)
    nap = next(one for one in of_lesson(lesson("contract")) if one.where == "contract, complete")
    right = replace(nap, text="Then say what East scores.", asks=asks)
    wrong = replace(nap, text="Then say what West scores.", asks=asks)
    assert list(asked(right)) == [] and list(asked(wrong)) != []


def test_a_planted_bank_is_found() -> None:
    role = told_to_reader("seven-and-a-half", 5)
    assert role.startswith("You hold the bank.")
    assert _tells("You hold the bank: each of the others plays against you.", role)
    assert not _tells("You win if your total is nearer to 7½ than the banker's.", role)
    assert not _tells("You hold the bank.", "")


def test_a_planted_line_of_a_narrated_deal_is_found() -> None:
    deal = of_deal("julep", "West leads A♣.", "julep", 2, {})
    leads = next((seat, card) for seat, cards, first in deal.moved for card in cards if first)
    name = deal.game.names[leads[0]] if leads[0] is not None and leads[0] else "You"
    assert leads[1] is not None
    assert list(plays(replace(deal, text=f"{name} plays {leads[1].sign}."))) == []


# --- chapters


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_note_for_teachers_prints_no_identifier(path: Path) -> None:
    notes = [source(cell) for cell in cells(path) if "For teachers" in source(cell)]
    assert [found for note in notes for found in re.findall(r"`[^`]*`", note)] == []


def _calls(path: Path, name: str) -> Iterator[tuple[str, ast.Call]]:
    """Each call of a name in the code of a chapter, with the words of the cell above it."""
    above = ""
    for cell in cells(path):
        if cell["cell_type"] == "markdown":
            above = words_of(cell)
            continue
        for node in ast.walk(ast.parse(source(cell))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == name:
                yield above, node


def _table_of(call: ast.Call) -> tuple[str, dict[str, Any]]:
    options = {str(word.arg): ast.literal_eval(word.value) for word in call.keywords}
    return str(ast.literal_eval(call.args[0])), options


@pytest.mark.parametrize("id", lessons())
def test_where_many_tables_lose_the_bid_a_lesson_says_so(id: str) -> None:
    """A broken promise of Kaiser loses what was taken here, the bid at many tables: whoever learned
    it there would think that the lesson is wrong."""
    lost = [
        asked.place
        for asked in written(lesson(id))
        if asked.question.game.id == "kaiser"
        and str(asked.question.rule) == "contract-made"
        and asked.question.answer[0].startswith("-")
    ]
    text = (files("cardlab.lessons") / "data" / f"{id}.toml").read_text("utf-8")
    assert not lost or "any tables take off the bid" in text, lost


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_words_above_exercises_name_their_game(path: Path) -> None:
    """An address goes on in its one game: words that promise several packs would not be kept."""
    for text, call in _calls(path, "exercise"):
        kind, _, query = str(ast.literal_eval(call.args[0])).partition("?")
        game = cardlab.game(dict(parse_qsl(query))["game"])
        assert game.title in text, f"{path.stem}: {game.title} is not named above"
        assert kind != "in-pack" or "one pack" in text
