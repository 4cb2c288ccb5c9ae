"""The notebooks as files; nbval runs their cells (`make test`)."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import cardlab

FOLDER = Path(__file__).resolve().parents[2] / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def read(path: Path) -> dict[str, Any]:
    data = json.loads(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def test_every_game_has_a_page() -> None:
    assert {path.stem for path in NOTEBOOKS} >= set(cardlab.games())


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_page_is_a_few_short_cells_without_outputs(path: Path) -> None:
    notebook = read(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert 1 <= len(code) <= 3
    for cell in code:
        assert cell["outputs"] == [] and cell["execution_count"] is None
        assert len("".join(cell["source"]).splitlines()) <= 6
    assert notebook["cells"][0]["cell_type"] == "markdown" and "".join(notebook["cells"][0]["source"]).startswith("# ")
    assert notebook["metadata"]["kernelspec"]["name"] == "python3"
    assert not re.search(r"/(home|root|work|Users)/", path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("game", cardlab.games())
def test_the_page_shows_a_still_picture_and_the_rules(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
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

    with pytest.raises(ValueError, match="kaiser"):
        play("poker-with-dragons")
