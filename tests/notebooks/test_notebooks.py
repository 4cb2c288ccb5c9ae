"""The notebooks as files; nbval runs their cells (`make test`)."""

from __future__ import annotations

import base64
import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import nbformat
import pytest

import cardlab
from cardlab.concepts import concept_ids
from cardlab.lessons import taught
from cardlab.web.pages.labs import LABS
from cardlab.web.pages.notebook import game_notebook

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
CHAPTERS = sorted((ROOT / "tutorials").glob("*.ipynb"))
OBLIGATIONS = re.compile(
    r"\b(must|may|can't|cannot|has to|have to|allowed|forbidden|illegal|only if)\b", re.I
)
OWN = sorted((ROOT / "notebooks" / "own").glob("*.ipynb"))
LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(path: Path) -> dict[str, Any]:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


@pytest.mark.parametrize("game", cardlab.games())
def test_a_game_without_a_notebook_of_its_own_has_one_made_from_it(game: str) -> None:
    made = nbformat.reads(json.dumps(game_notebook(game)), as_version=4)
    nbformat.validate(made)
    assert made.cells[0].source == f"# {cardlab.game(game).title}"
    assert [f'play("{game}")' in cell.source for cell in made.cells].count(True) == 1


def words(path: Path) -> str:
    """What a page says outside its code."""
    return "\n\n".join(
        "".join(cell["source"]) for cell in read(path)["cells"] if cell["cell_type"] == "markdown"
    )


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHAPTERS], ids=lambda path: path.stem)
def test_the_words_of_a_page_state_no_rule_and_its_links_lead_somewhere(path: Path) -> None:
    text = words(path)
    assert not (found := OBLIGATIONS.search(text)), (
        f"{path.name} says {found and found[0]!r}: rules come from the engine"
    )
    for block in re.split(r"\n\s*\n", text):
        assert len(block.split()) <= 75, f"{path.name}: {block[:60]} ... is long"
    concepts, lesson_ids = set(concept_ids()), set(taught())
    for link in LINK.findall(text):
        if link.startswith("attachment:"):
            continue
        if link.endswith(".ipynb"):
            assert (path.parent / link).is_file(), (
                f"{path.name} leads to {link}, which is not there"
            )
        else:
            page, _, query = link.rpartition("/")[2].partition("?")
            assert page in (
                "lesson",
                "exercise",
                "watch",
                "map",
                "print",
                "explore",
                "",
                *LABS,
            ), f"{path.name} leads to {link}"
            asked = parse_qs(query)
            for id in asked.get("concept", []) + asked.get("lesson", []):
                assert id in concepts and id in lesson_ids, f"{path.name}: there is no lesson {id}"
            assert set(asked.get("game", [])) <= set(cardlab.games())


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHAPTERS], ids=lambda path: path.stem)
def test_the_picture_of_a_page_is_the_engines(path: Path) -> None:
    """A page of a game or a chapter has a first picture, drawn by the engine from a deal that
    the cell names."""
    from notebooks.make import mark, picture

    if path.stem in ("lesson", "exercise", "watch", *LABS):
        return
    pictured = [
        cell for cell in read(path)["cells"] if "picture" in cell["metadata"].get("cardlab", {})
    ]
    assert pictured, f"{path.name} shows nothing before its kernel runs"
    for cell in pictured:
        about = cell["metadata"]["cardlab"]
        png = base64.b64decode(cell["attachments"]["table.png"]["image/png"])
        assert png.startswith(b"\x89PNG\r\n\x1a\n")
        assert about["drawn"] == mark(picture(**about["picture"])), (
            "run python notebooks/make.py --pictures"
        )
        assert re.search(r"!\[[^\]]{20,}\]\(attachment:table.png\)", "".join(cell["source"])), (
            "a picture is described"
        )


def test_no_two_pages_say_the_same() -> None:
    """What differs between pages is content: hardly a line of words stands on two of them."""
    seen: dict[str, str] = {}
    for path in [*NOTEBOOKS, *CHAPTERS]:
        for line in words(path).splitlines():
            said = re.sub(r"\W+", " ", line.lower()).strip()
            if len(said.split()) >= 7:
                assert said not in seen, f"{path.name} and {seen[said]} both say: {line[:80]}"
                seen[said] = path.name


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHAPTERS], ids=lambda path: path.stem)
def test_a_page_is_a_few_short_cells(path: Path) -> None:
    notebook = read(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert 1 <= len(code) <= (4 if path in CHAPTERS else 3)
    for cell in code:
        assert cell["outputs"] or cell["execution_count"] is None
        assert len("".join(cell["source"]).splitlines()) <= 6
    assert notebook["cells"][0]["cell_type"] == "markdown" and "".join(
        notebook["cells"][0]["source"]
    ).startswith("# ")
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    # Voila's own template would fetch stylesheets from elsewhere
    assert notebook["metadata"]["voila"] == {"template": "cardlab"}
    assert not re.search(r"/(home|root|work|Users)/", path.read_text(encoding="utf-8"))


BY_ADDRESS = ("lesson", "exercise", "watch")
STILL = {"text/plain", "text/html", "text/latex", "image/png"}


@pytest.mark.parametrize("path", [*NOTEBOOKS, *CHAPTERS, *OWN], ids=lambda path: path.stem)
def test_a_page_shows_something_before_it_is_run(path: Path) -> None:
    """Saved outputs need no kernel, and name nothing of the machine that they were made on."""
    for cell in read(path)["cells"]:
        if cell["cell_type"] != "code" or path.stem in BY_ADDRESS:
            continue
        assert cell["outputs"], f"{path.name}: run python notebooks/make.py --outputs"
        for output in cell["outputs"]:
            assert output["output_type"] in ("stream", "display_data")
            data = output.get("data", {})
            assert set(data) <= STILL
            # a formula is in words, too, for who reads the file where no formula is drawn
            assert "text/latex" not in data or "".join(data["text/plain"]).strip()
        assert " at 0x" not in json.dumps(cell["outputs"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_rules_that_a_page_has_saved_are_those_of_the_game(path: Path) -> None:
    from cardlab.web.pages.sheet import RuleSheet

    if path.stem not in cardlab.games():
        return
    shown = [cell for cell in read(path)["cells"] if "rules(" in "".join(cell["source"])]
    assert shown
    saved = "".join(shown[0]["outputs"][0]["data"]["text/html"])
    assert saved == RuleSheet(path.stem)._repr_html_().strip(), (
        "run python notebooks/make.py --outputs"
    )


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_the_page_shows_a_still_picture_and_the_rules(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "pace=0")
    from cardlab.pages import play, rules

    widget = play(game)
    data = widget._repr_mimebundle_()
    bundle = data[0] if isinstance(data, tuple) else data
    assert "<svg" in bundle["text/html"] and bundle["text/plain"].strip()
    assert "application/vnd.jupyter.widget-view+json" in bundle
    sheet = rules(game)
    assert cardlab.game(game).title in repr(sheet) and "<details" in sheet._repr_html_()


def test_a_page_of_an_unknown_game_says_which_there_are() -> None:
    from cardlab.pages import play

    with pytest.raises(ValueError, match="there is no game .* are basic-rummy"):
        play("poker-with-dragons")
