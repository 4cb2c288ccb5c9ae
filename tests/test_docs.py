"""The documentation shows every laboratory there is; its examples are doctests, which `make
test` runs beside these tests."""

from __future__ import annotations

import re
import struct
import tomllib
from pathlib import Path

import pytest

import cardlab
from cardlab.web.pages.labs import LABS
from tests.rule_book_attributes import PAGE, listed, page, unsaid

ROOT = Path(__file__).resolve().parent.parent
PICTURES = ROOT / "docs" / "pictures"
SHOWN = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
LARGEST = 100_000


def pictures_of(page: str) -> dict[str, str]:
    """The pictures that a page shows, each with the words for those who do not see it."""
    text = (ROOT / page).read_text(encoding="utf-8")
    return {path: words for words, path in SHOWN.findall(text)}


def test_every_game_is_listed() -> None:
    _, _, listed = (ROOT / "README.md").read_text(encoding="utf-8").partition("## The games")
    titles = {cardlab.game(id).title for id in cardlab.games()}
    assert not [title for title in titles if title not in listed.partition("\n## ")[0]]


def test_every_laboratory_is_shown() -> None:
    shown = pictures_of("docs/laboratories.md")
    assert set(shown) == {f"pictures/{id}.png" for id in LABS}


@pytest.mark.parametrize("page", ["README.md", "docs/laboratories.md"])
def test_a_picture_has_words_for_those_who_do_not_see_it(page: str) -> None:
    shown = pictures_of(page)
    assert shown and all(len(words.split()) >= 5 for words in shown.values()), shown


@pytest.mark.parametrize("id", ["table", *LABS])
def test_a_picture_is_small_and_of_the_usual_size(id: str) -> None:
    png = (PICTURES / f"{id}.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and len(png) < LARGEST
    assert struct.unpack(">II", png[16:24]) == (1200, 860)


@pytest.mark.parametrize(
    "page",
    ["README.md", "CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "docs/python.md"],
)
def test_links_lead_to_files(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    links = [link.partition("#")[0] for link in re.findall(r"\]\(([^)]+)\)", text)]
    here = (ROOT / page).parent
    missing = [link for link in links if link and "//" not in link and not (here / link).exists()]
    assert not missing


def test_links_into_the_laboratories_have_their_headings() -> None:
    told = (ROOT / "docs" / "laboratories.md").read_text(encoding="utf-8")
    headings = {
        line[3:].lower().replace(" ", "-") for line in told.splitlines() if line.startswith("## ")
    }
    links = re.findall(
        r"\]\((?:docs/laboratories\.md)?#([^)]+)\)",
        told + (ROOT / "README.md").read_text(encoding="utf-8"),
    )
    assert len(headings) == len(LABS) and set(links) <= headings
    for id in LABS:
        assert f"`/{id}?game=" in told, f"the address of {id} is not told"


def test_what_is_written_by_hand_is_there_and_every_library_is_named() -> None:
    """The page names places that exist, and whatever the package depends on."""
    page = (ROOT / "docs" / "by-hand.md").read_text(encoding="utf-8")
    places = set(re.findall(r"`(cardlab/[^`]+)`", page))
    assert len(places) > 20
    assert [place for place in sorted(places) if not (ROOT / place).exists()] == []
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["server"], *extras["fast"]]
    names = {re.split(r"[\[>=]", requirement)[0] for requirement in needed}
    assert {name for name in names if f"`{name}`" not in page} == set()


def test_the_notebooks_to_copy_are_counted_alike_everywhere() -> None:
    """README and the pages name their number; the page of these notebooks lists each."""
    own = {path.stem for path in (ROOT / "notebooks" / "own").glob("*.ipynb")}
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    said = [
        one.lower()
        for page in pages
        for one in re.findall(
            r"\[(\w+) [\w ]*notebooks[\w ]*\]\([\w/]*own-notebooks", page.read_text("utf-8")
        )
    ]
    assert len(said) >= 2 and set(said) == {("twelve", "thirteen", "fourteen")[len(own) - 12]}
    page = (ROOT / "docs" / "own-notebooks.md").read_text("utf-8")
    listed = re.findall(r"^own/([\w-]+)$", page, re.MULTILINE)
    assert set(listed) == own


def test_what_a_rule_book_may_set_is_listed_as_the_classes_say_it() -> None:
    assert not (lacking := unsaid(listed())), "\n".join(lacking)
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "run `python -m tests.rule_book_attributes` and commit docs/rule-books.md"
    )


def test_the_list_has_what_is_easily_overlooked() -> None:
    """Methods that a new game needs seldom, and of which nothing reminds its author."""
    text = PAGE.read_text(encoding="utf-8")
    seldom = ("vocabulary()", "next_standing(state, lines)", "taken_up(game)", "cards_needed()")
    for name in (*seldom, "hands_grow", "tricks_in_deal"):
        assert f"| `{name}` |" in text, f"docs/rule-books.md does not list {name}"


DECISIONS = sorted(
    path for path in (ROOT / "docs" / "decisions").glob("*.md") if path.stem != "index"
)


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_has_its_parts_and_a_line_in_the_index(path: Path) -> None:
    page = path.read_text(encoding="utf-8")
    headings = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert headings == ["Context", "Decision", "What follows"], f"{path.name} has {headings}"
    places = re.findall(r"`((?:cardlab|tests|docs|benchmarks)/[^`]+)`", page)
    assert places, f"{path.name} names no file; say where the decision can be seen"
    gone = [place for place in places if not (ROOT / place).exists()]
    assert not gone, f"{path.name} names {gone}; say where it stands now"
    index = (path.parent / "index.md").read_text(encoding="utf-8")
    listed = f"]({path.name})" in index and f"\n{path.stem}\n" in index
    assert listed, f"add {path.name} to the table and to the toctree of docs/decisions/index.md"


def test_the_roadmap_gives_a_reason_for_each_thing() -> None:
    page = (ROOT / "ROADMAP.md").read_text(encoding="utf-8")
    headings = [line[3:] for line in page.splitlines() if line.startswith("## ")]
    assert headings == ["Next", "Later", "Not planned"]
    rows = [line.strip("|").split("|") for line in page.splitlines() if line.startswith("| ")]
    short = [row for row in rows if row[0].strip() != "what" and len(row[-1].split()) < 5]
    assert not short, f"say why in a sentence: {short}"
