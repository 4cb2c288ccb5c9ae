"""The notebooks of the laboratories: five short cells, sympy or networkx at work, an open question; and
what they say is what their cells give."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

OWN = Path(__file__).resolve().parents[2] / "notebooks" / "own"
END = "(the end of a cell)"
LABORATORIES = sorted(path for path in OWN.glob("*.ipynb") if int(path.stem.split("-")[0]) > 5)


def cells(path: Path, kind: str) -> list[dict[str, Any]]:
    data = json.loads(path.read_text(encoding="utf-8"))
    return [cell for cell in data["cells"] if cell["cell_type"] == kind]


def test_there_is_one_for_each_laboratory() -> None:
    assert len(LABORATORIES) == 7


@pytest.mark.parametrize("path", LABORATORIES, ids=lambda path: path.stem)
def test_a_laboratory_is_five_cells_and_an_open_question(path: Path) -> None:
    code = ["".join(cell["source"]) for cell in cells(path, "code")]
    words = ["".join(cell["source"]) for cell in cells(path, "markdown")]
    assert len(code) == 5 and all(len(source.splitlines()) <= 16 for source in code)
    assert any("sympy" in source or "networkx" in source for source in code)
    assert words[0].startswith("# ") and "**Open question.**" in words[-1] and "?" in words[-1]


@pytest.mark.parametrize("path", LABORATORIES, ids=lambda path: path.stem)
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
