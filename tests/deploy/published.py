"""The pages at an address of somebody else, and what a visitor does there."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from typing import Any

import cardlab.lessons
from cardlab.lessons.walk import Walk
from tests.pages.browsing import MOST_MOVES, Server, Tab, advance, new_tab


@dataclass
class Published(Server):
    """A server that visitors reach by another address than its own."""

    address: str = ""

    @property
    def url(self) -> str:
        return self.address


def plays_a_deal(tab: Tab, game: str) -> None:
    """Play a deal by chance until its score is on the page."""
    tab.open(game, "seed=11&pace=0")
    state = advance(tab, MOST_MOVES, random.Random(game))
    assert (state["next"] or state["over"]) and state["lines"] > 0


def begins_a_lesson(tab: Tab, concept: str) -> None:
    """Answer the first question of a lesson rightly, and go on to its second step."""
    walk = Walk(cardlab.lessons.lesson(concept))
    page = tab.page
    page.goto(f"{tab.server.url}lesson?concept={concept}", wait_until="commit")
    tab.ready()
    assert page.locator(".cl-lesson").get_attribute("data-step") == walk.step
    question = walk.scene.question
    if question.selects == "number":
        page.locator("[data-number]").focus()
        page.keyboard.type(question.right_answer[0])
    else:
        for value in question.right_answer:
            page.locator(f"[data-move={json.dumps(value)}]").first.focus()
            page.keyboard.press("Space")
    if question.selects != "one":
        page.keyboard.press("Enter")
    page.wait_for_selector("[data-feedback]")
    walk.give(list(question.right_answer))
    walk.check()
    expected = walk.snapshot["feedback"]["kind"]
    assert page.locator("[data-feedback]").get_attribute("data-feedback") == expected
    before = tab.stamp()
    page.locator("[data-key=primary]").click()
    tab.answered(before)
    assert page.locator(".cl-lesson").get_attribute("data-step") == walk.steps[1]


def visits(browser: Any, server: Published, **context: Any) -> Tab:
    """Play a deal and take the first step of a lesson; nothing asks another machine."""
    tab = new_tab(browser, server, **context)
    plays_a_deal(tab, "kaiser")
    begins_a_lesson(tab, "follow-suit")
    assert tab.strangers == [] and tab.crashes == []
    return tab
