"""The course as a whole: sixteen chapters through which every concept that has a lesson is met
once, in order.

A concept stands in a chapter as `learn("trump")` in a code cell or as a link to its lesson; what
one lesson teaches together stands there together.  Single notebooks are looked at in
`test_notebooks.py`.
"""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.concepts import concept
from cardlab.lessons import lesson, lessons, taught
from cardlab.lessons.minutes import chapter_minutes

TUTORIALS = Path(__file__).resolve().parents[2] / "tutorials"
CHAPTERS = sorted(TUTORIALS.glob("*.ipynb"))
LAST = 16
CHAPTER_LINK = re.compile(r"\]\((\d\d-[a-z-]+\.ipynb)\)")
LESSON_LINK = re.compile(r"\]\(\S*/lesson\?concept=([a-z-]+)\)")
TITLES = sorted({word for game in cardlab.games() for word in cardlab.game(game).title.split()})
PROPER = re.compile(rf"\b(South|West|North|East|I|You|{'|'.join(map(re.escape, TITLES))})\b")

OUT_OF_ORDER: dict[tuple[str, str], str] = {}
"""(concept, prerequisite that comes in a later chapter): the reason.  None so far."""

SEEN_BEFORE_NAMED = {
    "zero-sum": "its promise is a number of tricks; the chapter's own deal has shown one",
    "gin": "the points of an ending are a difference, and its lesson shows one",
    "multi-deck": (
        "its one meld is shown and named in the chapter; what is asked is which card there is twice"
    ),
}
"""Lessons in the pages of a chapter whose tables use something that a later chapter explains:
why that is no trouble."""


@cache
def cells(path: Path) -> list[dict[str, Any]]:
    found = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert isinstance(found, list)
    return found


def sources(path: Path, kind: str) -> list[str]:
    return ["".join(cell["source"]) for cell in cells(path) if cell["cell_type"] == kind]


def blocks(path: Path) -> list[str]:
    """The paragraphs of a chapter's first cell: title, picture, scene, promise, facts."""
    return "".join(cells(path)[0]["source"]).split("\n\n")


def number(path: Path) -> int:
    return int(path.stem[:2])


def learned(path: Path) -> Iterator[str]:
    """What the code cells of a chapter open as lessons, in order."""
    for source in sources(path, "code"):
        for node in ast.walk(ast.parse(source)):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id == "learn"
            ):
                assert node.args and isinstance(node.args[0], ast.Constant), (
                    f"{path.name}: learn() names its lesson"
                )
                yield str(node.args[0].value)


def linked(path: Path) -> list[str]:
    return LESSON_LINK.findall("\n".join(sources(path, "markdown")))


def together(id: str) -> set[str]:
    """The concepts that are taught with this one."""
    at = taught()
    return {id} | {other for other, found in at.items() if found == at.get(id)}


@cache
def held() -> dict[str, tuple[int, ...]]:
    """Each concept, with the numbers of the chapters in which it stands."""
    found: dict[str, set[int]] = {}
    for path in CHAPTERS:
        for id in {*learned(path), *linked(path)}:
            for one in together(id):
                found.setdefault(one, set()).add(number(path))
    return {id: tuple(sorted(numbers)) for id, numbers in found.items()}


def test_the_chapters_are_numbered_without_a_gap() -> None:
    assert [path.stem[:2] for path in CHAPTERS] == [f"{n:02}" for n in range(1, LAST + 1)]


def test_every_concept_that_is_taught_stands_in_one_chapter() -> None:
    """Every concept with a lesson, whatever games exist: a game may bring one that has none."""
    missing = sorted(set(taught()) - set(held()))
    assert not missing, f"no chapter has {missing}"
    unknown = sorted(set(held()) - set(taught()))
    assert not unknown, f"a chapter leads to {unknown}, which no lesson teaches"
    twice = {id: numbers for id, numbers in held().items() if len(numbers) > 1}
    assert not twice, f"in more than one chapter: {twice}"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_lesson_is_reached_in_one_way(path: Path) -> None:
    """What a chapter opens itself it does not list again; its list names nothing twice, and
    nothing without a page of its own."""
    links = linked(path)
    taught_elsewhere = set(taught()) - set(lessons())
    assert not set(links) & taught_elsewhere, (
        "a link leads to the lesson that teaches it, under that lesson's name"
    )
    assert not {id: n for id, n in Counter(links).items() if n > 1}
    assert not set(links) & {one for id in learned(path) for one in together(id)}


def test_the_order_of_the_chapters_is_a_walk_of_the_graph() -> None:
    early = [
        f"{id} (chapter {numbers[0]}) requires {before} (chapter {held()[before][0]})"
        for id, numbers in sorted(held().items())
        for before in concept(id)["requires"]
        if before in held() and held()[before][0] > numbers[0] and (id, before) not in OUT_OF_ORDER
    ]
    assert not early, "; ".join(early)
    stale = [pair for pair in OUT_OF_ORDER if held()[pair[1]][0] <= held()[pair[0]][0]]
    assert not stale, f"in order by now: {stale}"


def test_a_lesson_opened_in_a_chapter_uses_nothing_that_comes_later() -> None:
    """A lesson's tables may use more than its concept requires."""
    surprises: dict[str, set[str]] = {}
    for path in CHAPTERS:
        for id in learned(path):
            later = {need for need in lesson(id).needs if held().get(need, (0,))[0] > number(path)}
            if later:
                surprises[id] = later
    assert set(surprises) == set(SEEN_BEFORE_NAMED), surprises


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_leads_to_its_neighbours(path: Path) -> None:
    leads_to = {
        int(link[:2]) for link in CHAPTER_LINK.findall("\n".join(sources(path, "markdown")))
    }
    wanted = {n for n in (number(path) - 1, number(path) + 1) if 1 <= n <= LAST}
    assert wanted <= leads_to, f"{path.name} does not lead to {sorted(wanted - leads_to)}"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_has_the_common_form(path: Path) -> None:
    first, code = cells(path)[0], sources(path, "code")
    assert "table.png" in first.get("attachments", {}), "a chapter begins with a picture"
    title = "".join(first["source"]).splitlines()[0]
    assert re.fullmatch(rf"# {number(path)} \S.*", title), title
    assert 3 <= len(code) <= 4
    assert re.match(r"(from cardlab.pages import \w+\s+)?(play|exercise)\(", code[-1]), (
        "a chapter ends with something to win"
    )
    scene, promise = blocks(path)[2:4]
    assert len(scene.split()) <= 60 and not scene.endswith("?"), "a scene is told, not asked"
    assert promise.startswith("**When you have read this page you can** ")
    text = "\n".join(sources(path, "markdown"))
    assert (
        text.count("<details>") == text.count("</details>") >= 1
        and "For teachers</summary>" in text
    )
    assert "## What you can do now" in text


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_states_the_minutes_of_what_it_contains(path: Path) -> None:
    """`python notebooks/make.py --minutes` writes them."""
    stated = re.search(r"\*about (\d+) minutes ·", blocks(path)[-1])
    assert stated and int(stated[1]) == chapter_minutes(
        (cell["cell_type"], "".join(cell["source"])) for cell in cells(path)
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_headings_are_in_sentence_case(path: Path) -> None:
    for heading in re.findall(r"^#+ (.+)$", "\n".join(sources(path, "markdown")), re.M):
        # a sentence within the heading begins with a capital as well
        for sentence in re.split(r"(?<=[.:?])\s+", re.sub(r"^\d+ ", "", heading)):
            rest = PROPER.sub("", " ".join(sentence.split()[1:]))
            assert not re.search(r"\b[A-Z][a-z]", rest), f"{path.name}: {heading}"
