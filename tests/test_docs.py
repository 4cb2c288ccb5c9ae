"""The documentation shows every laboratory there is; its examples are doctests, which `make
test` runs beside these tests."""

from __future__ import annotations

import re
import struct
from pathlib import Path

import pytest

from cardlab.web.pages.labs import LABS

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
LARGEST = 90_000


@pytest.mark.parametrize(
    ("page", "folder"), [("README.md", "docs/pictures"), ("docs/laboratories.md", "pictures")]
)
def test_every_laboratory_is_shown_with_words_for_those_who_do_not_see_it(
    page: str, folder: str
) -> None:
    shown = {
        path: words for words, path in SHOWN.findall((ROOT / page).read_text(encoding="utf-8"))
    }
    assert set(shown) == {f"{folder}/{id}.png" for id in LABS}
    assert all(len(words.split()) >= 5 for words in shown.values()), shown


@pytest.mark.parametrize("id", LABS)
def test_a_picture_is_small_and_of_the_usual_size(id: str) -> None:
    png = (PICTURES / f"{id}.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and len(png) < LARGEST
    assert struct.unpack(">II", png[16:24]) == (1200, 860)


def test_links_into_the_laboratories_have_their_headings() -> None:
    told = (ROOT / "docs" / "laboratories.md").read_text(encoding="utf-8")
    headings = {
        line[3:].lower().replace(" ", "-") for line in told.splitlines() if line.startswith("## ")
    }
    links = re.findall(
        r"\]\((?:docs/laboratories\.md)?#([^)]+)\)",
        told + (ROOT / "README.md").read_text(encoding="utf-8"),
    )
    assert len(headings) == len(LABS) and set(links) == headings
    for id in LABS:
        assert f"`/{id}?game=" in told, f"the address of {id} is not told"
