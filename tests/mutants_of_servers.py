"""Which mutants `python -m tests.mutants --servers` makes, and which tests it shows them to.

It mutates what keeps, serves and marks: the store, classes, the server, addresses, and what judges
answers and counts progress (`MUTATED`).  Widths of columns, sizes of caches, lengths of random
names, and how long something is waited for are left alone (`TUNED`, `UNSEEN`); limits, rights and
statuses are not.

The tests of a file are those that import it, over `FARTHEST` imports at most, in the `FOLDERS` that
test the server side.  They run in three rounds: first the `FIRST` files by name, folder and nearness,
then those that talk to a server in a process of its own, for the files that it runs, and the others.
Left out are tests in a browser, those marked slow, and `LEFT_OUT`, which wait for seconds: a mutant
in the starting, stopping and waiting of the server may survive for that reason alone.  So may one
that only the last of many tests would notice: see `MOST_WORK`.
"""

from __future__ import annotations

import ast
import gc
import re
import signal
import sys
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

ROOT = Path(__file__).parent.parent
MUTATED = (
    "cardlab/store/*.py",
    "cardlab/web/classes/*.py",
    "cardlab/web/server/*.py",
    "cardlab/web/addresses.py",
    "cardlab/lessons/classwork.py",
    "cardlab/lessons/progress.py",
    "cardlab/lessons/questions/base.py",
    "cardlab/lessons/questions/moves.py",
    "cardlab/lessons/questions/verdicts.py",
)
TUNED = {"BUSY_SECONDS", "CONNECT_SECONDS", "IDLE_SECONDS", "_UPGRADE_LOCK"}
TUNED |= {"THINKING", "HANGS", "PATIENCE", "AWAY", "BELL", "RETRY", "GAP", "FRESH", "WAITS"}
TUNED |= {"MOST_KEPT", "KEPT", "ASKERS", "WORKERS", "MOST_LOGGED", "QUIET", "PING", "SILENT"}
TUNED |= {"FORGOTTEN", "PROMISED", "OPENING", "DAYS", "PACE", "SLOWEST"}
TUNED |= {"SUGGESTED", "TINY", "USUAL_SEED"}
"""Names of spans of time, of sizes of caches, and of what is a matter of taste: with one more
nothing is allowed that was not."""
UNSEEN = {"String", "token_urlsafe", "token_hex", "sleep", "call_later", "shown"}
"""What is called with a width, the length of a random name, seconds, or the length of a sentence."""
FOLDERS = ("store", "classes", "server", "lessons", "hostile", "pages")
SERVED = ("cardlab/store/", "cardlab/web/", "cardlab/lessons/classwork.py")
WITH_SERVER = {"classroom", "site"}
"""Fixtures that start a server in a process of its own."""
OPTIONS = ("-m", "not browser and not deploy")
FARTHEST = 3
"""Tests that know a file over more imports than these are not about it."""
FIRST, SERVING = 6, 1
"""How many files of tests the first round has, and the number of the round with a server."""
LEFT_OUT = {
    "test_a_full_server_says_so_and_calls_whoever_waits",
    "test_a_kernel_goes_soon_after_its_page",
    "test_a_killed_server_loses_nothing",
    "test_a_page_that_sends_too_much_is_slowed_down",
    "test_a_port_in_use_is_a_sentence",
    "test_a_store_that_does_not_answer_is_bad_health",
    "test_many_slow_sheets_keep_nobody_else_waiting",
    "test_no_cookie_is_sent_along_by_other_sites",
}
SECONDS = 120
"""A test that has not ended after so many seconds waits in vain."""
MOST_WORK = 30
"""After so many seconds of work on one mutant no further test is begun."""
PRELOADED = (
    *("IPython", "ipykernel.kernelapp", "jupyter_server.serverapp", "nbconvert", "nbformat"),
    *("psutil", "tornado.web", "tornado.websocket", "voila.app", "websockets.sync.client"),
)


class Change(Protocol):
    """What is known here of a mutant."""

    @property
    def file(self) -> str: ...


@cache
def every_file() -> list[str]:
    """The files that may be mutated."""
    return sorted(
        path.relative_to(ROOT).as_posix()
        for pattern in MUTATED
        for path in ROOT.glob(pattern)
        if path.name != "__init__.py"
    )


def without_tuned(node: ast.AST) -> ast.AST:
    """A module without the values and arguments that are left alone."""
    return _Spared().visit(node)


class _Spared(ast.NodeTransformer):
    def visit_Assign(self, node: ast.Assign) -> ast.AST | None:
        tuned = any(isinstance(name, ast.Name) and name.id in TUNED for name in node.targets)
        return None if tuned else self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        name = getattr(node.func, "attr", getattr(node.func, "id", ""))
        if name in UNSEEN:
            node.args = [arg for arg in node.args if not isinstance(arg, ast.Constant)]
            node.keywords = []
        return self.generic_visit(node)


# --- which tests concern a file


@cache
def graph() -> dict[str, set[str]]:
    """The files of the package and of its tests that import a file themselves."""
    files = {
        path.relative_to(ROOT).as_posix(): path
        for folder in ("cardlab", "tests")
        for path in (ROOT / folder).rglob("*.py")
    }
    importing: dict[str, set[str]] = {file: set() for file in files}
    for file, path in files.items():
        for name in imported(path):
            for known in (f"{name}.py", f"{name}/__init__.py"):
                if known in files:
                    importing[known].add(file)
    return importing


def imported(path: Path) -> Iterable[str]:
    """What a file imports, as paths without their endings."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            folder = path.parents[node.level - 1].relative_to(ROOT) if node.level else Path()
            module = (folder / (node.module or "").replace(".", "/")).as_posix()
            yield module
            yield from (f"{module}/{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name.replace(".", "/") for alias in node.names)


@cache
def distances(file: str) -> dict[str, int]:
    """The files that import a file, also through others, and over how many imports."""
    far, edge = {file: 0}, [file]
    while edge:
        after = {user for one in edge for user in graph()[one]} - far.keys()
        far |= dict.fromkeys(after, far[edge[0]] + 1)
        edge = sorted(after)
    return far


@cache
def tests_of(file: str) -> tuple[str, ...]:
    """The files of tests that concern a file: first the one that is named like it, then those of
    its own folder, then by how much of the file they name, how near and how long they are.  A test
    of questions imports the package alone, and names the ask: `lowest-bid`."""
    far, own, defined = distances(file), f"/{Path(file).parent.name}/", names_in(file)

    def order(path: Path) -> tuple[bool, bool, int, int, int]:
        name = path.relative_to(ROOT).as_posix()
        alike = path.stem.removeprefix("test_") == Path(file).stem
        named = len(defined & words_in(path))
        return not alike, own not in name, -named, far.get(name, FARTHEST), path.stat().st_size

    known = [path for folder in FOLDERS for path in (ROOT / "tests" / folder).glob("test_*.py")]
    names = [path.relative_to(ROOT).as_posix() for path in sorted(known, key=order)]
    return tuple(name for name in names if far.get(name, 99) <= FARTHEST or served(name, file))


def names_in(file: str) -> set[str]:
    """What a file defines: its classes and functions, and the texts that its classes go by."""
    found: set[object] = set()
    for node in ast.parse((ROOT / file).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            found.add(node.name)
        if isinstance(node, ast.ClassDef):
            values = (part.value for part in node.body if isinstance(part, ast.AnnAssign))
            found |= {one.value for one in values if isinstance(one, ast.Constant)}
    return {name for name in found if isinstance(name, str)}


@cache
def words_in(path: Path) -> set[str]:
    """The words of a file, with their hyphens."""
    return set(re.findall(r"[\w-]+", path.read_text(encoding="utf-8")))


def served(test: str, file: str) -> bool:
    """Do tests that talk to a server reach a file there?"""
    own = "tests/server/" if "/server/" in file else "tests/classes/"
    return test.startswith(own) and file.startswith(SERVED)


@dataclass(frozen=True)
class Task:
    """A mutant with the files of tests that concern it."""

    mutant: Any
    files: tuple[str, ...]
    options = OPTIONS

    @classmethod
    def of(cls, mutant: Any) -> Task:
        return cls(mutant, tests_of(mutant.file))

    def load(self) -> None:
        """Import what is changed."""
        import_module(self.mutant.file.removesuffix(".py").replace("/", "."))

    @property
    def rounds(self) -> list[list[str]]:
        """Files of tests: the first ones, those that may need a server, and the others."""
        serving = [name for name in self.files if served(name, self.mutant.file)]
        return [list(self.files[:FIRST]), serving, list(self.files[FIRST:])]

    def chosen(self, items: Sequence[Any], part: int) -> list[Any]:
        """The tests of a round in their order: those with a server in theirs alone."""
        return sorted(
            (
                item
                for item in items
                if not is_long(item)
                and bool(WITH_SERVER & set(item.fixturenames)) == (part == SERVING)
            ),
            key=lambda item: self.files.index(item.nodeid.partition("::")[0]),
        )

    def begin(self) -> None:
        """A test begins: its signal ends a process that waits in vain."""
        signal.alarm(SECONDS)

    def over(self) -> bool:
        """Is no further test to be begun?"""
        return time.process_time() > MOST_WORK


def is_long(item: Any) -> bool:
    """Is a test left out, or marked slow where it stands?  (Whole files are marked too, which only
    the quick subset leaves out.)"""
    marks = getattr(item.function, "pytestmark", ())
    return item.originalname in LEFT_OUT or any(mark.name == "slow" for mark in marks)


def preload() -> None:
    """Import what no mutant changes, so that it need not be imported for each of them."""
    for name in PRELOADED:
        with suppress(ImportError):
            import_module(name)
    changed = {user for file in every_file() for user in distances(file)}
    changed.discard("cardlab/__init__.py")  # which imports them when they are asked for
    for file in sorted(graph()):
        around = {f"{folder.as_posix()}/__init__.py" for folder in Path(file).parents}
        if file.startswith("cardlab/") and not changed & {file, *around} and "__main__" not in file:
            module = file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            with suppress(ImportError):
                import_module(module)
    loaded = {f"{name.replace('.', '/')}.py" for name in sys.modules}
    assert not loaded & set(every_file()), "what is mutated is imported in each fork"
    gc.freeze()
