"""The documentation as a site: it is made without a warning, needs nobody else's server, and shows
the five notebooks of the guide. The site is made by `make test-all` alone, since that takes a
minute and only changes to docs/ or to docstrings can spoil it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OWN = sorted((ROOT / "notebooks" / "own").glob("*.ipynb"))
GUIDE = [path for path in OWN if int(path.stem.split("-")[0]) <= 5]
"""Those of the guide; the others belong to the laboratories and to a class (`tests/notebooks/test_laboratories.py`)."""
LOADED = re.compile(r'<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(https?://[^"]+)"')


@pytest.mark.rest
@pytest.mark.slow
def test_the_site_is_made_without_a_warning_and_loads_nothing_from_elsewhere(
    tmp_path: Path,
) -> None:
    site = tmp_path / "site"
    command = [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-b", "html"]
    done = subprocess.run(
        [*command, "-d", str(tmp_path / "doctrees"), str(ROOT / "docs"), str(site)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    pages = {page.relative_to(site): page.read_text("utf-8") for page in site.rglob("*.html")}
    assert {Path("index.html"), Path("publish.html"), Path("reference/cardlab.html")} <= set(pages)
    assert [url for text in pages.values() for url in LOADED.findall(text)] == []
    for notebook in OWN:
        assert Path("own", notebook.stem + ".html") in pages


@pytest.mark.parametrize("path", GUIDE, ids=lambda path: path.stem)
def test_a_notebook_of_the_guide_is_short(path: Path) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    assert len(cells) <= 5
    assert all(len(cell["source"]) <= 8 for cell in cells)


def test_there_are_five_notebooks_to_copy() -> None:
    assert len(GUIDE) == 5
