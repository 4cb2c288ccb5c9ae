"""Every lesson on its page, all steps, with every wrong answer once and then the right one: nothing
lies over another thing, nothing is cut, nothing of an earlier question is left, no page of a step
scrolls, and no table gets too small to read.

The last page of a lesson may be longer than the screen: it is a record, read from top to bottom. Its
heading and its button "go on" are in sight at once (`measure.js`).

Three in `make test`, a child's first lesson, one with every kind of step and one with many plays to
choose from; two more in `make test-all`; all of them with ``--all-lessons``, as `make long` runs it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from desk import Desk

from cardlab.lessons import lessons

pytestmark = pytest.mark.browser

SAMPLE = ("symbol",)
REST = ("follow-suit", "tractor", "trick", "suit")
SMALLEST = 0.8
"""The scale below which the words on a table would be too small to read."""


@pytest.fixture(scope="module")
def desk(browser: Any) -> Iterator[Desk]:
    made = Desk(browser)
    yield made
    made.close()


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "concept" in metafunc.fixturenames:
        every = metafunc.config.getoption("--all-lessons")
        rest = [pytest.param(concept, marks=pytest.mark.rest) for concept in REST]
        metafunc.parametrize("concept", lessons() if every else [*SAMPLE, *rest])


def test_a_lesson_stands_well_at_every_answer(desk: Desk, concept: str) -> None:
    desk.faults.clear()
    desk.small.clear()
    desk.walk_through(concept)
    assert desk.faults == [] and desk.screens
    assert min(desk.small.values(), default=1) >= SMALLEST, desk.small
