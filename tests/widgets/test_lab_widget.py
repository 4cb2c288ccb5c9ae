"""The laboratory's widget: every kind of block is drawn, what is moved is told, and nothing moves under somebody's hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest

from cardlab.widgets import LabWidget

from .lab_fixtures import everything, lab_page

AXE = files("axe_playwright_python") / "axe.min.js"


@pytest.fixture
def pages(blank: Any) -> Iterator[Callable[..., Any]]:
    blank.said.clear()

    def load(width: int = 1280, theme: str = "light", **traits: Any) -> Any:
        page = blank(width)
        page.set_content(lab_page(traits.pop("view", None) or everything(), theme, **traits))
        page.wait_for_selector("[data-ready]")
        return page

    yield load
    assert blank.said == []


def sent(page: Any) -> list[list[Any]]:
    told = "window.cl.sent.filter(s => s.trait === 'act').map(s => [s.value.name, s.value.value])"
    return list(page.evaluate(told))


def test_a_reader_without_a_kernel_gets_its_words() -> None:
    widget = LabWidget()
    widget.show(everything(), error="")
    text = widget._repr_mimebundle_()[0]["text/plain"]
    assert "Our tricks: 6" in text and "The jack, J♥, is the highest trump." in text


@pytest.mark.browser
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (1280, "dark"), (390, "light")])
def test_every_block_is_drawn_and_axe_finds_nothing(pages: Any, width: int, theme: str) -> None:
    page = pages(width, theme)
    assert page.locator(".block").count() == len(everything()["blocks"])
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator(".bbody:empty").count() == 0
    page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run('.cl-root').then(r => r.violations.map(v => [v.id, v.nodes.map(n => n.html)]))")
    assert not found


@pytest.mark.browser
def test_what_is_moved_and_clicked_is_told_once(pages: Any) -> None:
    page = pages()
    page.select_option("select", "nap")
    page.get_by_role("switch").click()
    page.locator("[data-control=tricks] [type=number]").fill("9")
    page.locator("[data-control=tricks] [type=number]").press("Tab")
    page.locator("[data-act=hasse][data-value=KH]").click()
    page.locator("[data-act=heat][data-value='1,0']").click()
    page.get_by_role("button", name="Another position").click()
    page.get_by_role("button", name="Stop").click()
    page.wait_for_timeout(500)
    assert sent(page) == [
        ["game", "nap"], ["doubled", False], ["tricks", 9], ["hasse", "KH"], ["heat", "1,0"], ["again", True], ["stop", ""],
    ]  # fmt: skip


@pytest.mark.browser
def test_a_slider_is_one_message_when_it_rests_and_stays_in_the_hand(pages: Any) -> None:
    page = pages()
    slider = page.locator("[data-control=tricks] [type=range]")
    slider.focus()
    for _ in range(3):
        slider.press("ArrowRight", delay=0)
    page.wait_for_timeout(300)
    assert sent(page)[-1] == ["tricks", 9]
    handle = slider.element_handle()
    view = everything()
    view["controls"][1]["value"] = 5
    page.evaluate("view => window.cl.show({ view })", view)
    assert handle.evaluate("e => e.isConnected && e === document.activeElement"), "the slider stayed, and kept the focus"
    assert slider.input_value() == "9", "an answer that comes late does not move the slider that somebody holds"


@pytest.mark.browser
def test_a_heat_map_is_one_tab_stop_and_arrows_walk_it(pages: Any) -> None:
    page = pages()
    assert page.locator("table.heat button[tabindex='0']").count() == 1
    page.locator("table.heat button[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    assert page.evaluate("document.activeElement.dataset.value") == "1,0"
    for key, there in (("ArrowUp", "0,0"), ("End", "1,1"), ("ArrowRight", "1,1"), ("ArrowUp", "0,1"), ("ArrowRight", "0,2")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.value") == there, "a missing cell is not stepped on"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.value") == "0,2"


@pytest.mark.browser
def test_words_from_outside_stay_words(pages: Any) -> None:
    hostile = '<img src=x onerror="window.hit=1">'
    view = everything(title=hostile, lead=hostile)
    view["blocks"] = [
        {"kind": "text", "paragraphs": [hostile]},
        {"kind": "links", "links": [[hostile, "javascript:alert(1)"], ["away", "//elsewhere.example/"]]},
        {"kind": "math", "rows": [f"<math>{hostile}</math>"]},
        {"kind": "table", "columns": [{"label": hostile}], "rows": [[{"text": hostile, "href": "https://elsewhere.example"}]]},
    ]
    page = pages(view=view)
    assert page.evaluate("window.hit") is None and page.locator(".labgrid a, .labgrid img").count() == 0
