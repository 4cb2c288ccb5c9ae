"""Exercises on paper, in a file that needs no server."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from cardlab import lessons, pages
from cardlab.web.addresses import PrintAddress
from cardlab.web.pages.printing import NoSheet, print_page

ADDRESSES = tuple(
    lessons.exercise("winner-of-trick", "malilla", seed=seed).address for seed in (4, 5)
)


def test_a_handout_has_its_tasks_in_order_and_no_answer() -> None:
    sheet = pages.handout("Tricks", *ADDRESSES)
    text = sheet.html()
    assert text.count("data-task") == 2 and "data-solution" not in text
    assert "http" not in text.replace("http://www.w3.org/", "")
    answers = sheet.with_answers().html()
    assert answers.count("data-solution") == 2
    assert "✓" in answers and "✓" not in text


def test_a_handout_links_to_the_live_exercises_where_they_are_served() -> None:
    text = pages.handout("Tricks", *ADDRESSES, site="https://cards.example/club").html()
    assert text.count('href="https://cards.example/club/') == 2


def test_a_handout_is_saved_and_drawn_in_a_frame(tmp_path: Path) -> None:
    sheet = pages.handout("A <b> & C", ADDRESSES[0])
    path = sheet.save(tmp_path / "sheet.html")
    assert "Who takes this trick?" in path.read_text(encoding="utf-8")
    assert "A &lt;b&gt; &amp; C" in sheet.html()
    assert sheet._repr_html_().startswith('<iframe title="A &lt;b&gt; &amp; C" srcdoc="')
    assert "1 exercises" not in repr(sheet)


def test_a_sheet_has_more_of_one_kind_and_its_answers_behind_them() -> None:
    address = PrintAddress.read(f"exercise={quote(ADDRESSES[0])}&like=5")
    html = print_page(address)
    assert html.count("data-task") == 6 and html.count("data-answers") == 1
    assert "data-solution" not in html
    key = html.partition("data-answers")[2]
    question = lessons.exercise_at(ADDRESSES[0]).question
    labels = {choice.value: choice.label for choice in question.choices}
    assert key.count("<li>") == 6 and labels[question.answer[0]] in key
    for bad in ("-1", "x", "٣", "9" * 50):
        assert PrintAddress.read(f"exercise=a&like={bad}").like == 0
    assert PrintAddress.read("exercise=a&like=999").like == 23


def test_what_is_not_an_exercise_is_told() -> None:
    with pytest.raises(NoSheet, match="There is no exercise “nonsense”"):
        pages.handout("Tricks", "nonsense").html()
    with pytest.raises(NoSheet, match="1 to 24 exercises; 0 were named"):
        pages.handout("Tricks")
