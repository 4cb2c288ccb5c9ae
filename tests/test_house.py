"""The order of the house: imports point one way, and `import cardlab` stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent / "cardlab"
ENGINE = [
    "cards words ordering rulings scoring results moves",
    "game record table match sheet catalogue",
]
"""The modules of the engine, from the ground up; each line may know the lines above it and itself."""
FLOORS = [
    "engine",
    "families",
    "rulebook",
    "concepts solver pbn",
    "players",
    "lessons",
    "labs",
    "store",
    "web",
    "pages cli",
]
"""The packages of cardlab, from the ground up."""


def floor_of(name: str, floors: list[str]) -> int | None:
    return next((i for i, names in enumerate(floors) if name in names.split()), None)


def imported(path: Path) -> set[str]:
    """The modules of cardlab that a module imports when it is loaded (not inside functions)."""
    found: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: write the whole name of the module"
            if node.module == "cardlab":
                found |= {f"cardlab.{alias.name}" for alias in node.names}
            elif node.module and node.module.startswith("cardlab."):
                found.add(node.module)
    return found


def test_imports_point_one_way() -> None:
    for path in ROOT.rglob("*.py"):
        part = path.relative_to(ROOT).parts[0].removesuffix(".py")
        if part in ("__init__", "__main__"):
            continue
        here = floor_of(part, FLOORS)
        assert here is not None, f"{part} has no floor in the house"
        for module in imported(path):
            other = module.split(".")[1]
            there = floor_of(other, FLOORS)
            assert there is not None, f"{path}: {module} has no floor in the house"
            assert other == part or there < here, f"{path} imports {module}"


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
