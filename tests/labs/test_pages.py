"""The page around a laboratory: refusals are sentences, work can be stopped and is overtaken, an
address brings a view back."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab.web.pages.labs import LABS, lab_class
from cardlab.web.pages.labs import page as page_module
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import Block, text
from cardlab.web.pages.labs.controls import NumberControl
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget


class Counter(Lab):
    id, title = "counter", "Counter"

    to = NumberControl("Count to", 0, low=0, high=1000, query="always")
    reached = 0

    def blocks(self) -> list[Block]:
        return [text(f"{self.game.title}: {self.reached}")]

    def job(self) -> Iterator[float] | None:
        return self._count() if self.to else None

    def _count(self) -> Iterator[float]:
        self.reached = 0
        while self.reached < self.to:
            self.reached += 1
            yield self.reached / self.to


class Slow(Counter):
    counted = 0

    def _count(self) -> Iterator[float]:
        for share in super()._count():
            time.sleep(0.02)
            self.counted += 1
            yield share


def said(page: LabPage) -> str:
    return str(page.widget.view["blocks"][0]["paragraphs"][0])


def test_a_script_gets_the_whole_work_at_once() -> None:
    page = LabPage(Counter, "kaiser", LabWidget(), {"to": "12"})
    assert said(page) == "Kaiser: 12" and page.widget.view["busy"] is None
    assert page.widget.link == "game=kaiser&to=12"


@pytest.mark.parametrize(
    ("name", "value", "sentence"),
    [
        ("to", "1001", "Count to goes from 0 to 1000, and 1001 lies outside."),
        ("to", "many", "Count to is a number, and “many” is not."),
        ("to", "nan", "Count to goes from 0 to 1000, and nan lies outside."),
        ("to", None, "Count to is a number, and “None” is not."),
        ("colour", "<b>", "There is nothing called “colour” to set on this page."),
        ("game", "poker", "Game cannot be “poker”"),
    ],
)
def test_what_cannot_be_is_told_and_changes_nothing(name: str, value: Any, sentence: str) -> None:
    page = LabPage(Counter, "kaiser", LabWidget(), {"to": "3"})
    page.widget.act = {"name": name, "value": value, "n": 5}
    assert page.widget.error.startswith(sentence) and page.widget.heard == 5
    assert said(page) == "Kaiser: 3" and page.widget.link == "game=kaiser&to=3"
    page.widget.act = {"name": "to", "value": 4, "n": 6}
    assert page.widget.error == "" and said(page) == "Kaiser: 4"


def test_an_address_that_asks_for_too_much_still_opens() -> None:
    page = LabPage(Counter, "kaiser", LabWidget(), {"to": "5000", "x" * 200: "1"})
    assert (
        said(page) == "Kaiser: 0"
        and "lies outside" in page.widget.error
        and "x" * 100 not in page.widget.error
    )


def test_long_work_is_drawn_on_the_way_can_be_stopped_and_is_overtaken() -> None:
    async def walk() -> None:
        page = LabPage(Slow, "kaiser", LabWidget(), {"to": "400"})
        assert page.widget.view["busy"]["text"] == "Counting"
        await asyncio.sleep(0.7)
        on_the_way = page.widget.view["busy"]["done"]
        assert 0 < on_the_way < 1 and said(page) != "Kaiser: 0"
        page.widget.act = {"name": "to", "value": 5, "n": 1}
        await asyncio.sleep(0.6)
        assert said(page) == "Kaiser: 5" and page.widget.view["busy"] is None, (
            "a new number overtakes the old work"
        )
        page.widget.act = {"name": "to", "value": 900, "n": 2}
        await asyncio.sleep(0.4)
        page.widget.act = {"name": "stop", "value": "", "n": 3}
        await asyncio.sleep(0.3)
        stopped = said(page)
        await asyncio.sleep(0.4)
        assert said(page) == stopped and page.widget.view["busy"] is None

    asyncio.run(walk())


def test_a_control_waits_for_one_step_of_the_work_and_not_for_a_slice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(page_module, "SLICE", 60.0)

    async def walk() -> int:
        page = LabPage(Slow, "kaiser", LabWidget(), {"to": "1000"})
        while not page.lab.counted:
            await asyncio.sleep(0.02)
        page.widget.act = {"name": "to", "value": 1, "n": 1}
        counted: int = page.lab.counted
        assert page.widget.heard == 1
        page.widget.act = {"name": "stop", "value": "", "n": 2}
        return counted

    assert asyncio.run(walk()) < 500, "of a thousand steps the slice would have taken all"


def test_another_game_is_another_laboratory() -> None:
    page = LabPage(Counter, "kaiser", LabWidget(), {"to": "3"})
    page.widget.act = {"name": "game", "value": "snap", "n": 1}
    assert page.widget.link == "game=snap&to=0" and said(page) == "Snap: 0"


def pokes(control: dict[str, Any]) -> Iterator[Any]:
    """What somebody might do to a control, sensible or not."""
    match control["kind"]:
        case "choice":
            others = [value for value, _ in control["choices"] if value != control["value"]]
            yield from others[:1] + others[-1:]
        case "number":
            yield control["low"]
            yield control["high"]
        case "switch":
            yield not control["value"]
        case "button":
            yield True
        case _:
            yield "<b>½ '; DROP"
            yield ""


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
@pytest.mark.parametrize("lab", LABS)
def test_no_control_of_any_laboratory_breaks_its_page(lab: str, game: str) -> None:
    """Every control of every laboratory in every game is moved: the page answers, or refuses
    with a sentence."""

    class Idle(LabPage):
        def _begin(self) -> None:
            self._job = None

    page = Idle(lab_class(lab), game, LabWidget())
    assert page.widget.view["blocks"], "something is shown"
    n = 0
    for control in page.widget.view["controls"][1:]:
        for value in pokes(control):
            n += 1
            page.widget.act = {"name": control["name"], "value": value, "n": n}
            json.dumps(page.widget.view)
            assert "went wrong" not in page.widget.error, (
                control["name"],
                value,
                page.widget.error,
            )
            assert not page.widget.error or page.widget.error.rstrip("”)").endswith((".", "?")), (
                page.widget.error
            )
            assert page.widget.heard == n
    again = Idle(
        lab_class(lab), game, LabWidget(), dict(parse_qsl(page.widget.link, keep_blank_values=True))
    )
    assert again.widget.link == page.widget.link, "the address brings the same view back"
