"""A lesson taken on its page as a learner takes it: every question answered, every step gone on from.

A walk in the test's own process goes beside the page and knows what the right answers are.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from browsing import Tab
from desk import CHECK, TYPE

from cardlab.lessons.walk import Walk


@dataclass
class Taken:
    """What a lesson said to each answer, and the table that it led to."""

    told: list[str] = field(default_factory=list)
    table: str = ""


def give(tab: Tab, question: Any, values: tuple[str, ...]) -> None:
    """Choose these values and hand them in, by clicks; each is answered before the next."""
    typed = question.selects == "number" and not question.numbers
    if typed:
        assert not tab.page.evaluate(TYPE, values[0])
    else:
        for value in values:
            before = tab.stamp()
            tab.page.locator(f'[data-move="{value}"]').first.click()
            tab.answered(before)
    if typed or question.selects == "many":
        before = tab.stamp()
        assert not tab.page.evaluate(CHECK)
        tab.answered(before)


def take_lesson(tab: Tab, walk: Walk, *, first: tuple[str, ...] = ()) -> Taken:
    """Answer everything rightly, but the first bet by `first` if that is given; the deal that the
    lesson leads to is not played. Afterwards the page shows the end of the lesson.
    """
    page, taken = tab.page, Taken()
    while not walk.ended:
        assert page.locator(".cl-lesson").get_attribute("data-step") == walk.step
        if walk.scene is not None and not walk.snapshot["can"]["next"]:
            question = walk.scene.question
            given = first if first and walk.step == "predict" else tuple(question.right_answer)
            give(tab, question, given)
            walk.give(given)
            walk.check()
            taken.told.append(page.locator("[data-feedback]").inner_text())
        onward = page.locator("[data-key=primary]")
        if walk.step == "play":
            taken.table = onward.get_attribute("href")
            onward = page.locator("[data-key=second]")
        before = tab.stamp()
        onward.click()
        tab.answered(before)
        walk.next()
    return taken
