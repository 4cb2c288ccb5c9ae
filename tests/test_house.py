"""The order of the house: imports point one way, and `import cardlab` stays light."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent / "cardlab"
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
"""The packages of cardlab, from the ground up. The front door, `cardlab` itself, knows them all."""
UP: set[tuple[str, str]] = set()
"""Imports that lead upstairs, each with its reason: there are none."""


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(ROOT.rglob("*.py")):
        name = ".".join(path.relative_to(ROOT.parent).with_suffix("").parts)
        yield name.removesuffix(".__init__"), path


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def running(node: ast.AST) -> Iterator[ast.AST]:
    """The statements of a module and of its functions, without those for the type checker alone."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.stmt | ast.ExceptHandler | ast.match_case):
            yield part
            for_checker = isinstance(part, ast.If) and ast.unparse(part.test) == "TYPE_CHECKING"
            if not for_checker:
                yield from running(part)


@cache
def imported(path: Path) -> set[str]:
    """The modules of cardlab that a module imports, those imported inside functions included.

    What is imported for the type checker alone does not count: it is not there when code runs.
    """
    imports: set[str] = set()
    for node in running(tree_of(path)):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names if alias.name.startswith("cardlab.")}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path.name}: write the whole name of the module"
            package = node.module or ""
            if package == "cardlab" or package.startswith("cardlab."):
                inside = {f"{package}.{alias.name}" for alias in node.names} & NAMES
                imports |= inside or {package}
    return imports


NAMES = {name for name, _ in modules()}


def floor_of(name: str) -> int:
    """The floor on which a module stands: 0 is the ground."""
    part = name.split(".")[1]
    floors = [i for i, names in enumerate(FLOORS) if part in names.split()]
    assert floors, f"{name} has no floor in the house"
    return floors[0]


def test_imports_point_one_way() -> None:
    """Also those inside functions: no module knows of anything above it."""
    for name, path in modules():
        if name in ("cardlab", "cardlab.__main__"):
            continue
        for other in imported(path) - {"cardlab", "cardlab.__version__"}:
            same = other.split(".")[1] == name.split(".")[1]
            if not same and (name, other) not in UP:
                assert floor_of(other) < floor_of(name), f"{name} imports {other}"


def test_no_two_modules_import_each_other() -> None:
    """There is no circle among the modules of a package."""
    import networkx

    known = networkx.DiGraph(
        (name, other) for name, path in modules() if name.count(".") > 1 for other in imported(path)
    )
    circles = [part for part in networkx.strongly_connected_components(known) if len(part) > 1]
    assert not circles


UPSTAIRS = (
    *("rulebook", "concepts", "solver", "pbn", "players"),
    *("lessons", "labs", "store", "web", "cli"),
)
"""The packages that ask games what they are; so does the table's view."""
GUESSES = {
    ("cardlab.pbn.boards", 'game.id == "bridge"'): "the file format of bridge is for bridge",
    ("cardlab.solver.keeping", 'hasattr(os, "nice")'): "not every system has it",
    ("cardlab.store.database", 'getattr(error, "orig", None)'): "an error of whatever driver",
    ("cardlab.store.database", 'getattr(error, "strerror", None)'): "an error of whatever driver",
    ("cardlab.web.server.app", 'getattr(errno, "EAI_NONAME", -2)'): "not every system has it",
}
"""What asks by name all the same, each with its reason."""


def written(node: ast.expr) -> str:
    """An expression as it is laid out."""
    return ast.unparse(node).replace("'", '"')


def guesses(path: Path) -> Iterator[str]:
    """Where a module finds out by a name what something is, or writes into its dictionary."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            named = len(node.args) > 1 and isinstance(node.args[1], ast.Constant)
            if node.func.id == "hasattr" or (node.func.id == "getattr" and named):
                yield written(node)
        elif isinstance(node, ast.Attribute) and node.attr == "__dict__":
            yield written(node)
        elif isinstance(node, ast.Compare) and any(
            isinstance(part, ast.Constant) for part in node.comparators
        ):
            if ast.unparse(node.left).endswith(("game.id", "base.id")):
                yield written(node)


def test_nobody_upstairs_guesses_what_a_game_is() -> None:
    """A game says what it is: by the class of its family, or by a method whose default says no."""
    told = [
        (name, text)
        for name, path in modules()
        if name.split(".")[1:2]
        and (name.split(".")[1] in UPSTAIRS or name == "cardlab.engine.table")
        for text in guesses(path)
    ]
    assert [found for found in told if found not in GUESSES] == []
    assert set(GUESSES) <= set(told), "what is not asked any more need not be listed"


def test_a_class_name_stands_once() -> None:
    """Whoever searches for a class by its name finds one, in the whole package."""
    places: dict[str, list[str]] = {}
    for name, path in modules():
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(name)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}


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
