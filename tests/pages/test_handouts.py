"""Exercises on paper, in a file that needs no server."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab import lessons, pages
from cardlab.web.pages.printing import NoSheet

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


def test_what_is_not_an_exercise_is_told() -> None:
    with pytest.raises(NoSheet, match="There is no exercise “nonsense”"):
        pages.handout("Tricks", "nonsense").html()
    with pytest.raises(NoSheet, match="1 to 24 exercises; 0 were named"):
        pages.handout("Tricks")
