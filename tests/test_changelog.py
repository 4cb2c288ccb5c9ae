"""CHANGELOG.md keeps its form: versions from new to old, the same headings in each, and entries of one
short line that begin with their area."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import cardlab

TEXT = (Path(__file__).resolve().parent.parent / "CHANGELOG.md").read_text(encoding="utf-8")
HEADINGS = ("Added", "Changed", "Fixed", "Removed")
AREAS = (
    "Games",
    "Tables",
    "Lessons",
    "Laboratories",
    "Notebooks",
    "Classes",
    "Servers",
    "Bots",
    "Files",
    "Writing games",
    "Package",
)
VERSION = re.compile(r"(\d+)\.(\d+)\.(\d+)(?: \(\d{4}-\d\d-\d\d\))?")
ENTRY = re.compile(r"- \*\*([^*]+):\*\* \S.*[.:!?]")
MOST_WORDS = 25

Sections = list[tuple[str, str]]


def sections(text: str, mark: str) -> Sections:
    """The parts of a text under each heading that begins with a mark, in their order."""
    parts = re.split(rf"^{mark} (.*)$", text, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def entry_lists() -> list[tuple[str, list[str]]]:
    """Every list of entries: where it stands, and its lines."""
    return [
        (f"{version}, {heading}", [line for line in body.splitlines() if line])
        for version, text in sections(TEXT, "##")
        for heading, body in sections(text, "###")
    ]


def test_unreleased_stands_above_the_versions_and_the_newest_is_this_one() -> None:
    first, *released = [title for title, _ in sections(TEXT, "##")]
    assert first == "Unreleased"
    matches = [VERSION.fullmatch(title) for title in released]
    assert all(matches), f"a heading is not a version: {released}"
    numbers = [tuple(int(part) for part in match.groups()) for match in matches if match]
    assert all(newer > older for newer, older in pairwise(numbers)), f"out of order: {released}"
    assert ".".join(str(part) for part in numbers[0]) == cardlab.__version__


def test_every_version_has_the_same_headings_in_the_same_order() -> None:
    for version, text in sections(TEXT, "##"):
        before = text.partition("###")[0]
        assert not before.strip(), f"{version} has text that stands under no heading"
        titles = [title for title, _ in sections(text, "###")]
        assert titles == [title for title in HEADINGS if title in titles], f"{version}: {titles}"


def test_an_entry_is_one_short_line_that_begins_with_its_area() -> None:
    for where, lines in entry_lists():
        assert lines, f"{where} is empty"
        for line in lines:
            entry = ENTRY.fullmatch(line)
            assert entry and entry[1] in AREAS, f"{where}: not an entry of one line: {line}"
            words = len(line.split()) - 1
            assert words <= MOST_WORDS, f"{where}: {words} words: {line}"


def test_areas_follow_one_another_in_one_order_and_no_entry_stands_twice() -> None:
    for where, lines in entry_lists():
        areas = [AREAS.index(line.partition("**")[2].partition(":")[0]) for line in lines]
        assert areas == sorted(areas), f"{where}: areas out of order"
    entries = [line for _, lines in entry_lists() for line in lines]
    assert len({*entries}) == len(entries)
