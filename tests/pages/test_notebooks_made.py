"""A game whose notebook nobody has written has a page all the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from tornado.web import HTTPError

from cardlab.web.server.notebooks import Notebooks


@pytest.fixture
def shelf(tmp_path: Path) -> Notebooks:
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "snap.ipynb").write_text(
        '{"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}', encoding="utf-8"
    )
    return Notebooks(root_dir=str(tmp_path))


def test_a_game_without_a_file_has_a_notebook(shelf: Notebooks) -> None:
    content = shelf.get("notebooks/kaiser.ipynb")["content"]
    assert content.cells[0].source == "# Kaiser" and len(content.cells) == 4


def test_a_file_that_somebody_wrote_comes_first(shelf: Notebooks) -> None:
    assert shelf.get("notebooks/snap.ipynb")["content"].cells == []


@pytest.mark.parametrize("path", ["notebooks/poker.ipynb", "tutorials/kaiser.ipynb"])
def test_other_paths_are_not_there(shelf: Notebooks, path: str) -> None:
    with pytest.raises(HTTPError):
        shelf.get(path)
