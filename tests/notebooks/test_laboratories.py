"""The notebooks of the laboratories: five short cells, sympy or networkx at work, an open question; that
of a class: the same with pandas and its own data; and what they say is what their cells give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab.web.pages.labs import LABS

OWN = Path(__file__).resolve().parents[2] / "notebooks" / "own"
END = "(the end of a cell)"
OF_A_CLASS = OWN / "13-a-class-in-a-table-of-data.ipynb"
ASKING = sorted(path for path in OWN.glob("*.ipynb") if int(path.stem.split("-")[0]) > 5)
"""Those that end with a question; the first five belong to the guide (`tests/test_docs_site.py`)."""
LABORATORIES = [path for path in ASKING if path != OF_A_CLASS]


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in data["cells"] if cell["cell_type"] == kind]


def test_there_is_one_for_each_laboratory() -> None:
    assert len(LABORATORIES) == len(LABS)


@pytest.mark.parametrize("path", LABORATORIES, ids=lambda path: path.stem)
def test_a_laboratory_is_five_short_cells(path: Path) -> None:
    code = ["".join(cell["source"]) for cell in cells(path, "code")]
    assert len(code) == 5 and all(len(source.splitlines()) <= 16 for source in code)
    assert any("sympy" in source or "networkx" in source for source in code)


def test_the_class_is_loaded_into_a_table_of_data() -> None:
    """Its first cell is longer: it makes up the class."""
    code = ["".join(cell["source"]) for cell in cells(OF_A_CLASS, "code")]
    assert len(code) == 4 and all(len(source.splitlines()) <= 16 for source in code[1:])
    assert "import pandas" in code[0] and "read_csv" in code[0]


@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_a_notebook_ends_with_an_open_question(path: Path) -> None:
    words = ["".join(cell["source"]) for cell in cells(path, "markdown")]
    assert words[0].startswith("# ") and "**Open question.**" in words[-1] and "?" in words[-1]


@pytest.mark.sampled
@pytest.mark.parametrize("path", ASKING, ids=lambda path: path.stem)
def test_what_is_printed_is_what_is_saved(path: Path) -> None:
    """But for a cell that is tagged: what it prints changes with every game that is added."""
    code = cells(path, "code")
    source = f"\nprint({END!r})\n".join("".join(cell["source"]) for cell in code)
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    printed = run.stdout.split(f"{END}\n")
    assert len(printed) == len(code)
    for cell, text in zip(code, printed, strict=True):
        saved = [
            line
            for output in cell["outputs"]
            if output["output_type"] == "stream"
            for line in output["text"]
        ]
        if "changes-with-the-games" in cell["metadata"].get("tags", ()):
            assert bool(text) == bool(saved)
        else:
            assert text == "".join(saved)
