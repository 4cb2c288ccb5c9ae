"""The order of the house: imports point one way, and `import cardlab` stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent / "cardlab"
FLOORS = [
    {"cards"},
    {"words"},
    {"results"},
    {"ordering"},
    {"rulings"},
    {"scoring"},
    {"moves"},
    {"game"},
    {"record"},
    {"table"},
    {"match"},
    {"sheet"},
    {"families"},
    {"games"},
    {"library"},
    {"concepts", "fast", "leagues", "pbn"},
    {"players"},
    {"lessons"},
    {"labs", "odds"},
    {"store", "render"},
    {"widgets"},
    {"pages"},
    {"cli"},
]
FLOOR = {name: i for i, names in enumerate(FLOORS) for name in names}


def imported(path: Path) -> set[str]:
    """The parts of cardlab that a module imports when it is loaded (not inside functions)."""
    depth = len(path.relative_to(ROOT).parts) - 1
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            if node.level == depth + 1:
                names = [node.module] if node.module else [a.name for a in node.names]
                found |= {name.split(".")[0] for name in names if name}
    return found


def test_imports_point_one_way() -> None:
    for path in ROOT.rglob("*.py"):
        part = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if part in ("__init__", "__main__"):
            continue
        assert part in FLOOR, f"{part} has no floor in the house"
        for other in imported(path) - {part}:
            assert other in FLOOR and FLOOR[other] < FLOOR[part], (
                f"{path.name} of {part} imports {other}"
            )


def test_import_is_light() -> None:
    """No numpy, sympy, networkx, widgets or database until they are used."""
    heavy = "numpy sympy networkx ipywidgets anywidget sqlalchemy IPython jupyterlab voila"
    code = (
        "import sys, cardlab; cardlab.game('kaiser').match(seed=1); print([m for m in"
        f" '{heavy}'.split() if m in sys.modules])"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=ROOT.parent
    )
    assert run.stdout.strip() == "[]"
