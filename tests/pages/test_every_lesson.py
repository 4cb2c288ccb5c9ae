"""Every lesson on its page, all steps, with every wrong answer once and then the right one: nothing
lies over another thing, nothing is cut, nothing of an earlier question is left, and no page scrolls.

A sample in `make test`; all of them with ``--all-lessons``, as `make long` runs it. There the pages
that scroll are printed, not refused: some tables are long, and so are the sentences of a score.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from desk import Desk

from cardlab.lessons import lessons

pytestmark = pytest.mark.browser

SAMPLE = ("symbol", "trick", "follow-suit")
SCROLLS = re.compile(r"the page is \d+ px too long$")
MAY_SCROLL = ("(end)", " which-rule ", " which-line ", " which-of-game ")
"""The last page of a lesson is read from top to bottom, and whole sentences may take more than one
screen of a phone."""


@pytest.fixture(scope="module")
def desk(browser: Any) -> Iterator[Desk]:
    made = Desk(browser)
    yield made
    made.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "concept" in metafunc.fixturenames:
        every = metafunc.config.getoption("--all-lessons")
        metafunc.parametrize("concept", lessons() if every else SAMPLE)


def test_a_lesson_stands_well_at_every_answer(
    desk: Desk, concept: str, pytestconfig: pytest.Config
) -> None:
    desk.faults.clear()
    desk.walk_through(concept)
    faults = [fault for fault in desk.faults if not SCROLLS.search(fault)]
    long = [
        fault
        for fault in desk.faults
        if SCROLLS.search(fault) and not any(place in fault for place in MAY_SCROLL)
    ]
    assert faults == [] and desk.screens
    if pytestconfig.getoption("--all-lessons"):
        print(*long, sep="\n")
    else:
        assert long == []
