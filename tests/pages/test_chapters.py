"""The course as the home page lists it."""

from __future__ import annotations

import re
from pathlib import Path

import cardlab
from cardlab.lessons import lesson, taught
from cardlab.web.pages.course import chapters
from cardlab.web.pages.home import ReaderProgress, home_page

TUTORIALS = Path(__file__).resolve().parents[2] / "tutorials"
LEARNED = re.compile(r'\blearn\(\\?"([a-z-]+)')


def test_every_chapter_says_what_it_asks_and_what_it_teaches() -> None:
    found = chapters(TUTORIALS)
    assert [one.number for one in found] == list(range(1, len(found) + 1)) and len(found) == len(
        list(TUTORIALS.glob("*.ipynb"))
    )
    assert all(one.hook.endswith(".") and 0 < one.minutes < 60 and one.concepts for one in found)
    shared = {
        concept for one in found for c in one.concepts for concept in (c, *lesson(taught()[c]).also)
    }
    assert shared == set(taught())


def test_home_leads_to_the_chapters_and_counts_what_is_known() -> None:
    course = chapters(TUTORIALS)
    known = ReaderProgress(
        dict.fromkeys(course[0].concepts, "can-do") | {course[1].concepts[0]: "seen"}
    )
    page = home_page(cardlab.games(), "/at/", known, course=course)
    links = re.findall(r'href="/at/voila/render/tutorials/([^"]+)\.ipynb"', page)
    assert links == [one.id for one in course]
    said = re.findall(
        r'class="cnt">(\d+).*?</span>(\d+)<span class="sr"> concepts known, ([a-z ]+)<', page
    )
    much = len(course[0].concepts)
    assert (
        said[0] == (str(much), str(much), "can do")
        and said[1][::2] == ("0", "seen")
        and said[2][2] == "new"
    )
    assert 'id="course"' not in home_page(cardlab.games())


def test_a_damaged_chapter_is_left_out(tmp_path: Path) -> None:
    whole = (TUTORIALS / "05-tricks.ipynb").read_text(encoding="utf-8")
    (tmp_path / "01-whole.ipynb").write_text(whole, encoding="utf-8")
    (tmp_path / "02-cut.ipynb").write_text(whole[:500], encoding="utf-8")
    (tmp_path / "03-other.ipynb").write_text(
        '{"cells": [{"source": "# No number"}]}', encoding="utf-8"
    )
    (tmp_path / "04-empty.ipynb").write_text('{"cells": []}', encoding="utf-8")
    assert [one.id for one in chapters(tmp_path)] == ["01-whole"]


def test_a_chapter_names_the_chapters_that_it_needs_and_no_others() -> None:
    """Every chapter under "you need" teaches an idea that a lesson here needs; every earlier chapter
    of which an idea is needed is named, or needed by one that is."""
    course = chapters(TUTORIALS)
    home = {taught()[concept]: one.number for one in course for concept in one.concepts}
    texts = {int(path.name[:2]): path.read_text("utf-8") for path in TUTORIALS.glob("*.ipynb")}
    reached: dict[int, set[int]] = {}
    for number, text in sorted(texts.items()):
        ideas = {taught()[idea] for id in LEARNED.findall(text) for idea in lesson(id).needs}
        needed = {home[id] for id in ideas if home.get(id, number) < number}
        line = "".join(re.findall(r"you need (.*?) · (?:after|leads to) ", text))
        named = {int(one) for one in re.findall(r"\]\((\d\d)-", line)}
        assert named <= needed, f"chapter {number} needs nothing of {named - needed}"
        reached[number] = named.union(*(reached[one] for one in named))
        assert needed <= reached[number], f"chapter {number}: {needed - reached[number]}"
