"""The sheet of an assignment: its exercises, a code to each live one, and the answers apart."""

from __future__ import annotations

import re

import pytest

from cardlab.lessons import exercise_at
from tests.pages.browsing import Server

from .clients import Client
from .test_results import Lesson

ADDRESS = "winner-of-trick?game=kaiser&seed=4"
OTHER = "winner-of-trick?game=malilla&seed=4"
ITEMS = [("exercise", ADDRESS), ("lesson", "trump"), ("deal", "nap?seed=5"), ("exercise", OTHER)]


def codes(page: str) -> list[str]:
    """What the codes of a page draw, each as the line that segno drew it with."""
    return re.findall(r'class="qrline"[^>]* d="([^"]+)"', page)


def test_a_sheet_has_each_exercise_with_a_code_to_the_live_one(classroom: Server) -> None:
    segno = pytest.importorskip("segno")
    lesson = Lesson(classroom, 0)
    work = lesson.give(ITEMS)
    status, page, _ = lesson.teacher.ask(f"{lesson.root}/work/{work}/paper")
    assert status == 200 and page.count("data-task") == 2 and "data-solution" not in page
    links = re.findall(r'On the screen: <a href="([^"]+)">', page)
    links += re.findall(r'<p class="link"><a href="([^"]+)">', page)
    drawn = codes(page)
    assert len(links) == len(drawn) == 4 and len(set(drawn)) == 4
    for link, line in zip(links, drawn, strict=True):
        whole = classroom.url.rstrip("/") + link.replace("&amp;", "&")
        svg = segno.make(whole, error="m").svg_inline(omitsize=True, svgclass="qr")
        assert codes(svg) == [line]
    assert lesson.teacher.ask(links[0].replace("&amp;", "&").lstrip("/"))[0] == 200


def test_the_answers_are_on_a_sheet_of_their_own(classroom: Server) -> None:
    lesson = Lesson(classroom, 0)
    work = lesson.give(ITEMS)
    page = lesson.teacher.ask(f"{lesson.root}/work/{work}/paper?solutions=1")[1]
    assert page.count("data-solution") == 2
    for address in (ADDRESS, OTHER):
        question = exercise_at(address).question
        labels = {choice.value: choice.label for choice in question.choices}
        assert f"{labels[question.answer[0]]}<span" in page


def test_a_sheet_leaves_out_what_was_removed_and_is_the_teachers(classroom: Server) -> None:
    lesson = Lesson(classroom, 0)
    gone = lesson.give([("exercise", "winner-of-trick?game=rook"), ("deal", "rook?seed=5")])
    status, page, _ = lesson.teacher.ask(f"{lesson.root}/work/{gone}/paper")
    assert status == 200 and "There is no exercise in this assignment" in page
    assert lesson.teacher.ask(f"{lesson.root}/work/nothing-of-the-kind/paper")[0] == 404
    pupil = Client(classroom)
    home = pupil.join(lesson.group.code, "Otter")
    for query in ("", "?solutions=1"):
        assert pupil.ask(f"{home}/work/{gone}/paper{query}")[0] == 403
