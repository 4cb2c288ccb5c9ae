"""A game is one file; a file that cannot be used is named with its line, and the others go on."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import cardlab

GOOD = (Path(cardlab.__file__).parent / "rulebook" / "snap.py").read_text(encoding="utf-8")
LIKE_SNAP = GOOD.replace('"snap"', '"toy"').replace('"Snap"', '"Toy"')

LOOK = """
import sys, warnings
sys.path.insert(0, {folder!r})
warnings.simplefilter("ignore")
import cardlab
from cardlab.engine import catalogue
catalogue.add_rule_books("extra_games")
print(*catalogue.troubles(), sep="\\n")
print("toy" in cardlab.games(), len(cardlab.games()))
{more}
"""


def look(folder: Path, files: dict[str, str], more: str = "") -> list[str]:
    """What the catalogue says with these further rule books, in a process of its own."""
    package = folder / "extra_games"
    package.mkdir()
    (package / "__init__.py").write_text("", encoding="utf-8")
    for name, text in files.items():
        (package / name).write_text(text, encoding="utf-8")
    code = LOOK.format(folder=str(folder), more=more)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


def test_one_file_adds_a_game_everywhere(tmp_path: Path) -> None:
    more = """
from cardlab import concepts
from cardlab.web.pages.home import home_page, map_page
from cardlab.web.pages.notebook import game_notebook
print(concepts.path("toy").games[-1], concepts.graph(games=True).nodes["toy"]["title"])
print("toy" in home_page(cardlab.games()), "toy" in map_page(cardlab.games()))
print(game_notebook("toy")["cells"][0]["source"], cardlab.game("toy").rules().splitlines()[0])
"""
    found = look(tmp_path, {"toy.py": LIKE_SNAP}, more)
    assert found == [
        "",
        f"True {len(cardlab.games()) + 1}",
        "toy Toy",
        "True True",
        "['# Toy'] Toy",
    ]


def test_an_added_game_may_name_a_concept_that_no_lesson_teaches(tmp_path: Path) -> None:
    """It is shown as such, on the map and on the home page, and no link leads to its lesson.  Every
    concept has one, so the pages are drawn as if one lesson were not there."""
    without = "called-card"
    more = f"""
from cardlab.web.pages.home import ReaderProgress, home_page, map_page, written_lessons
from cardlab.web.widgets.map import map_data
print({without!r} in cardlab.game("toy").concepts())
lessons = written_lessons() - {{{without!r}}}
node = map_data(lessons=lessons)["nodes"][{without!r}]
print(node["href"], node["note"], "toy" in node["used_in"])
known = ReaderProgress({{id: "can-do" for id in lessons}})
home = home_page(cardlab.games(), progress=known, lessons=lessons)
pages = [home, map_page(cardlab.games(), focus="toy", lessons=lessons)]
print([f"lesson?concept={without}" in page for page in pages])
"""
    found = look(tmp_path, {"toy.py": LIKE_SNAP.replace('"snapping"', f'"{without}"')}, more)
    assert found[:2] == ["", f"True {len(cardlab.games()) + 1}"]
    assert found[2:] == [
        "True",
        "None Its lesson is not written yet. True",
        "[False, False]",
    ]


@pytest.mark.parametrize(
    ("changed", "line_with", "sentence"),
    [
        ("def broken(:\n", "def broken(:", "this is not Python"),
        (
            LIKE_SNAP.replace('"snapping"', '"snaping"'),
            '"first-call-takes"',
            "'snaping', which is not a concept; is it snapping?",
        ),
        (LIKE_SNAP.replace('"toy"', '"kaiser"'), '"kaiser"', "the id 'kaiser' is that of"),
        (
            LIKE_SNAP + '\n\n@rule("no-text", "No text")\ndef no_text(table, moves):\n    pass\n',
            '@rule("no-text"',
            "rule no-text has no text",
        ),
        (
            LIKE_SNAP.replace(
                "    @property\n    def claimable",
                "    log: tuple[tuple[int, str], ...] = ()\n\n    @property\n    def claimable",
            ),
            "    log: tuple",
            "SnapState.log cannot be written: tuple[int, str] is a pair without names; make it a"
            " NamedTuple",
        ),
    ],
    ids=["syntax", "concept", "double id", "no text", "field"],
)
def test_a_file_that_cannot_be_used_is_named_with_its_line(
    tmp_path: Path, changed: str, line_with: str, sentence: str
) -> None:
    trouble, counted = look(tmp_path, {"toy.py": changed})
    file, line, said = trouble.split(":", 2)
    assert file.endswith("toy.py") and sentence in said
    assert line_with in changed.splitlines()[int(line) - 1]
    assert counted == f"False {len(cardlab.games())}", "the other games keep working"
