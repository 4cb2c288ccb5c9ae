"""A game may name a concept that no lesson teaches: the pages show it as such, and link to no
lesson that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

import cardlab
from cardlab.concepts import concept_ids
from cardlab.lessons import taught
from cardlab.web.pages.home import ReaderProgress, home_page, map_page, written_lessons
from cardlab.web.widgets.map import map_data

LESSON_LINK = re.compile(r"/lesson\?concept=([a-z0-9-]+)")
WITHOUT = sorted(concept_ids() - set(taught()))


def linked(page: str) -> set[str]:
    """The concepts whose lessons a page links to."""
    return set(LESSON_LINK.findall(page))


def pages(written: frozenset[str], progress: ReaderProgress | None = None) -> Iterator[str]:
    """The home page, and the map with the focus on each concept that has no lesson."""
    yield home_page(cardlab.games(), progress=progress, lessons=written)
    for focus in sorted(concept_ids() - written)[:3]:
        yield map_page(cardlab.games(), progress=progress, focus=focus, lessons=written)


def test_the_pages_link_to_lessons_that_are_written() -> None:
    assert written_lessons() == set(taught())
    assert linked(map_page(cardlab.games())) == set(taught())
    assert linked(home_page(cardlab.games())) <= set(taught())


def test_a_concept_without_a_lesson_says_so_on_the_map() -> None:
    nodes = map_data(lessons=written_lessons())["nodes"]
    for id, node in nodes.items():
        if node["kind"] == "concept":
            without = id in WITHOUT
            assert (node["href"] is None) is without, id
            assert (node["note"] == "Its lesson is not written yet.") is without, id
            assert (node["action"] == "") is without, id


@pytest.mark.parametrize("id", ["trick", "follow-suit", "trick-avoidance", "suit"])
def test_a_lesson_that_is_taken_away_leaves_no_dead_link(id: str) -> None:
    """Also where the learner has begun with the concept, or everything else is known."""
    written = frozenset(taught()) - {id}
    known = dict.fromkeys(written, "can-do")
    for progress in (None, ReaderProgress({id: "seen"}), ReaderProgress({**known, id: "seen"})):
        for page in pages(written, progress):
            assert id not in linked(page)
    nodes = map_data(lessons=written)["nodes"]
    assert nodes[id]["note"] == "Its lesson is not written yet." and not nodes[id]["href"]
