"""Do the tests notice a small mistake?  Make random ones in games and families, and count.

    python -m tests.mutants --count 300 --seed 1
    python -m tests.mutants --count 40 --files cardlab/rulebook/kaiser.py
    python -m tests.mutants --servers --count 300 --seed 1

A mutant is one change in one file of `cardlab/rulebook` or `cardlab/families`: a comparison, a
number, and/or, not, plus/minus.  Texts, reasons, example results, pictures, annotations and sizes
of caches are left alone (see `LEFT_ALONE`, `CACHES`, `SENTENCES` and `REASONS`).  Each mutant is made in a
temporary copy of the package, and the tests that concern its file run there, the quickest first,
until one fails; the tree itself is never written.
The command prints the share of mutants that some test noticed, and the others with their place.

Which tests concern a file follows from the imports: a game is concerned when its module imports the
file, also through others.  Where a file concerns more than `MOST_GAMES` games, short matches and
results of each are watched once, and the tests of all games run for a few games that execute the
changed statement: what those miss counts as missed.  A survivor may be equivalent (no play can show
the difference): that is for a reader to decide.

A process that has imported what cardlab needs, and nothing of cardlab, is forked for every mutant:
so no time goes into starting Python, and what runs is the copy as it stands.

With `--servers` the mutants are made in the store, the classes, the server, the addresses and what
marks answers; `mutants_of_servers.py` says where, and which tests are run.
"""

from __future__ import annotations

import argparse
import ast
import compileall
import multiprocessing
import os
import pickle
import random
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from itertools import islice
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import pytest

from tests import mutants_of_servers as servers

ROOT = Path(__file__).parent.parent
MUTATED = ("cardlab/rulebook", "cardlab/families")
LEFT_ALONE = {"panels", "zones", "told", "remark", "picture", "asides", "caption", "label", "title"}
"""Functions and names that only make a picture or a sentence."""
CACHES = {"REMEMBERED"}
"""Names of sizes of caches: with another one something is worked out again, to the same end."""
SENTENCES = {"ante_exception", "asks", "bonus_value", "card_values", "four_players", "if_void"}
SENTENCES |= {"note", "order_title", "so_far", "when_called", "_because"}
"""Functions that only make words: what a player is asked, and parts of a sentence of the sheet or of
a reason.  So do all whose name ends in `_text`; not those that say why something cannot be, for
their "" decides, nor who hears what."""
WORDS = {"said", "because", "facts", "then"}
"""Variables and arguments that hold a reason, and what is put into it."""
REASONS = {"may_not": (2, 4), "must": (2, 5), "silent": (1, 3), "line": (4, 5), "note": (1, 3)}
"""Where such an argument stands without its name: from which place to which."""
SHAPES = {"bounded", "chosen", "seat_of", "side_of", "switch", "cards_of"}
"""What gives a field of a result its bounds and its example value."""
MOST_GAMES, MOST_LONG = 6, 3
"""A mutant is shown to the tests of all games with so many games that execute it; to those that
take longest with fewer."""
SECONDS = 60
"""A test that works longer than this has been sent round in circles by its mutant."""
LONGEST = 1800
"""After so many seconds nothing is waited for any more, whatever it does."""
PRELOADED = ("hypothesis", "ipywidgets", "networkx", "numba", "numpy", "sqlalchemy", "sympy")
"""What the tests import besides cardlab; what is not installed is left out."""

TURNED: dict[type[ast.AST], tuple[str, str, str]] = {
    ast.Lt: (r"<", "<", "<="),
    ast.LtE: (r"<=", "<=", "<"),
    ast.Gt: (r">", ">", ">="),
    ast.GtE: (r">=", ">=", ">"),
    ast.Eq: (r"==", "==", "!="),
    ast.NotEq: (r"!=", "!=", "=="),
    ast.In: (r"\bin\b", "in", "not in"),
    ast.NotIn: (r"\bnot\s+in\b", "not in", "in"),
    ast.Is: (r"\bis\b", "is", "is not"),
    ast.IsNot: (r"\bis\s+not\b", "is not", "is"),
    ast.And: (r"\band\b", "and", "or"),
    ast.Or: (r"\bor\b", "or", "and"),
    ast.Add: (r"\+", "+", "-"),
    ast.Sub: (r"-", "-", "+"),
}
"""An operator as it is found between its operands, as it is written, and what becomes of it."""


@dataclass(frozen=True)
class Mutant:
    """One change: the bytes from start to end of a file are replaced."""

    file: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.old} -> {self.new}"

    def applied(self, source: bytes) -> bytes:
        return source[: self.start] + self.new.encode() + source[self.end :]


class Places(ast.NodeVisitor):
    """Collects the mutants of a file."""

    def __init__(self, file: str, source: bytes) -> None:
        self.file, self.source = file, source
        self.mutants: list[Mutant] = []
        self.lines = [0]
        for line in source.splitlines(keepends=True):
            self.lines.append(self.lines[-1] + len(line))

    def begin(self, node: ast.expr) -> int:
        return self.lines[node.lineno - 1] + node.col_offset

    def finish(self, node: ast.expr) -> int:
        assert node.end_lineno is not None and node.end_col_offset is not None
        return self.lines[node.end_lineno - 1] + node.end_col_offset

    def add(self, start: int, end: int, old: str, new: str) -> None:
        line = self.source[:start].count(b"\n") + 1
        self.mutants.append(Mutant(self.file, line, start, end, old, new))

    def between(self, left: ast.expr, right: ast.expr, operator: ast.AST) -> None:
        """Turn the operator that stands between two operands."""
        if type(operator) not in TURNED:
            return
        pattern, old, new = TURNED[type(operator)]
        start = self.finish(left)
        gap = re.sub(rb"#.*", lambda m: b" " * len(m[0]), self.source[start : self.begin(right)])
        if match := re.search(pattern.encode(), gap):
            self.add(start + match.start(), start + match.end(), old, new)

    def visit_Compare(self, node: ast.Compare) -> None:
        left = node.left
        for operator, right in zip(node.ops, node.comparators):
            self.between(left, right, operator)
            left = right
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        for left, right in zip(node.values, node.values[1:]):
            self.between(left, right, node.op)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if not (is_sequence(node.left) or is_sequence(node.right)):
            self.between(node.left, node.right, node.op)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if not is_sequence(node.value):
            self.between(node.target, node.value, node.op)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self.add(self.begin(node), self.begin(node.operand), "not", "")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if type(node.value) in (int, float):
            self.add(self.begin(node), self.finish(node), str(node.value), str(node.value + 1))

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Texts are left alone, with what is put into them."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        if node.name in LEFT_ALONE | SENTENCES or node.name.endswith("_text"):
            return
        for child in (*node.args.defaults, *(d for d in node.args.kw_defaults if d), *node.body):
            self.visit(child)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        value = node.value
        shape = isinstance(value, ast.Call) and getattr(value.func, "id", "") in SHAPES
        if value is not None and not shape:
            self.visit(value)

    def visit_Assign(self, node: ast.Assign) -> None:
        names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        if not (names & (LEFT_ALONE | CACHES) or (names & WORDS and makes_words(node.value))):
            self.visit(node.value)

    def visit_Call(self, node: ast.Call) -> None:
        """Of a ruling or a score line, without its words; of a range, without an end that its last
        step does not reach."""
        first, beyond = REASONS.get(getattr(node.func, "id", ""), (0, 0))
        spared = [*node.args[first:beyond], *unreached_end(node)]
        self.visit(node.func)
        for child in (*node.args, *node.keywords):
            if child not in spared:
                self.visit(child)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in LEFT_ALONE | WORDS | {"most", "maxsize"}:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)


def unreached_end(node: ast.Call) -> list[ast.expr]:
    """The end of a range that would have the same numbers with the next end."""
    numbers = [arg.value for arg in node.args if isinstance(arg, ast.Constant)]
    if getattr(node.func, "id", "") != "range" or len(numbers) != 3:
        return []
    start, end, step = (number for number in numbers if isinstance(number, int))
    same = range(start, end, step) == range(start, end + 1, step)
    return [node.args[1]] if same else []


def makes_words(node: ast.expr) -> bool:
    """Is it a text, a choice between texts, or what is put into one by name?"""
    if isinstance(node, ast.IfExp):
        return makes_words(node.body) and makes_words(node.orelse)
    return isinstance(node, ast.JoinedStr | ast.Dict) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def is_sequence(node: ast.expr) -> bool:
    """Does a plus beside it certainly not add numbers?"""
    return isinstance(node, ast.List | ast.Tuple | ast.JoinedStr | ast.ListComp) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def mutants_of(file: str) -> list[Mutant]:
    """Every mutant of a file, in the order of the text."""
    return mutants_in(file, (ROOT / file).read_bytes())


def mutants_in(file: str, source: bytes) -> list[Mutant]:
    """Every mutant of a file that reads like this."""
    places = Places(file, source)
    tree: ast.AST = ast.parse(source)
    places.visit(servers.without_tuned(tree) if file in servers.every_file() else tree)
    return sorted(set(places.mutants), key=lambda mutant: (mutant.start, mutant.new))


# --- which tests concern a file


@cache
def imported_by(file: str) -> frozenset[str]:
    """The files of games and families that a file imports itself."""
    return frozenset(f"{name}.py" for name in servers.imported(ROOT / file)) & every_file()


@cache
def every_file() -> frozenset[str]:
    """The files that may be mutated."""
    return frozenset(
        path.relative_to(ROOT).as_posix()
        for folder in MUTATED
        for path in (ROOT / folder).glob("*.py")
        if path.name != "__init__.py"
    )


def needs(file: str) -> set[str]:
    """A file and all that it imports, also through others."""
    needed, waiting = {file}, [file]
    while waiting:
        new = imported_by(waiting.pop()) - needed
        needed |= new
        waiting += new
    return needed


@cache
def books() -> dict[str, str]:
    """The file of every game, by its id."""
    import cardlab

    modules = {id: type(cardlab.game(id)).__module__ for id in cardlab.games()}
    return {id: f"{module.replace('.', '/')}.py" for id, module in modules.items()}


@cache
def games_of(file: str) -> tuple[str, ...]:
    """The ids of the games that a file concerns."""
    return tuple(id for id, book in books().items() if file in needs(book))


VECTORS, DOCTESTS = "tests/conformance/test_vectors.py", "tests/test_doctests.py"
HOUSE = "tests/labs/test_house.py"
"""Tests of house rules, which go through parts that games share."""
IN_ORDER = (
    VECTORS,
    "tests/contract/test_options_stay.py",
    "tests/contract/test_golden.py",
    "tests/contract/test_recorded.py::test_results",
    "tests/contract/test_recorded.py::test_as_much",
    "tests/games",
    "tests/contract/test_recorded.py",
    DOCTESTS,
    "tests/conformance/test_references.py",
    "tests/contract/test_texts.py",
    "tests/labs/test_scores.py",
    "tests/contract",
    "tests/solver/test_declared.py",
    HOUSE,
    "tests/test_scoring.py",
    "tests/test_leagues.py",
    "tests/test_record.py",
)
"""How the ids of tests begin, those first that notice most in a second."""
QUICK = (
    VECTORS,
    "tests/contract/test_options_stay.py",
    "tests/contract/test_golden.py",
    "tests/contract/test_recorded.py",
    "tests/contract/test_typed.py",
)
"""Files that notice most, and are tried before the others."""
FOR_ALL = (
    "tests/contract/test_options_stay.py",
    "tests/test_scoring.py",
    "tests/test_leagues.py",
    "tests/test_record.py",
)
"""Short tests that concern every game."""
TIMED = "answered_soon"
"""How soon something is answered depends on what else the machine does."""


class AnyTask(Protocol):
    """A mutant, and what chooses the tests for it."""

    @property
    def mutant(self) -> Mutant: ...
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def rounds(self) -> list[list[str]]: ...
    def load(self) -> None: ...
    def chosen(self, items: Sequence[Any], part: int) -> list[Any]: ...
    def begin(self) -> None: ...
    def over(self) -> bool: ...


@dataclass(frozen=True)
class Task:
    """A mutant, and what chooses the tests for it: the games that it concerns, the few of them to
    whose tests it is shown, and the files of tests about these."""

    mutant: Mutant
    module: str
    games: tuple[str, ...]
    few: tuple[str, ...]
    about: tuple[str, ...]
    options = ("--every-game",)

    @classmethod
    def of(cls, mutant: Mutant) -> Task:
        file, games = mutant.file, games_of(mutant.file)
        few = using = games_using(mutant)
        if len(using) > MOST_GAMES:
            few = tuple(random.Random(str(mutant)).sample(using, MOST_GAMES))
        module = file.removesuffix(".py").replace("/", ".")
        return cls(mutant, module, games, few, tests_about(module, using))

    @property
    def rounds(self) -> list[list[str]]:
        """Files of tests, in two parts: what is noticed, the first part mostly notices."""
        long = [DOCTESTS, "tests/conformance/test_references.py", "tests/labs/test_scores.py"]
        long += ["tests/contract", "tests/solver/test_declared.py", HOUSE, *FOR_ALL]
        rest = [*long, *(f"--ignore={file}" for file in QUICK)]
        return [[*QUICK, *self.about], rest]

    def load(self) -> None:
        """Import what the mutant concerns."""
        import cardlab

        for id in self.games:
            cardlab.game(id)

    def chosen(self, items: Sequence[Any], part: int) -> list[Any]:
        """The tests of a part that concern the mutant, in their order."""
        return sorted(filter(self.concerns, items), key=place)

    def begin(self) -> None:
        """A test begins: its signal ends a process that works too long."""
        signal.setitimer(signal.ITIMER_PROF, SECONDS)

    def over(self) -> bool:
        """Is no further test to be begun?"""
        return False

    def concerns(self, item: Any) -> bool:
        """Is a test one of those for this mutant?"""
        file = item.nodeid.partition("::")[0]
        given = getattr(getattr(item, "callspec", None), "params", {})
        if file == VECTORS:
            slug = given["vector"][0].removesuffix("-rubber")
            return slug in self.games or slug == self.module.rpartition(".")[2]
        if file == DOCTESTS:
            return given["name"] == self.module
        if file == HOUSE and ".families." not in self.module:
            return False
        if file in FOR_ALL or (file in (HOUSE, *self.about) and not games_named(item)):
            return True
        few = self.few if file in (*self.about, *QUICK) else self.few[:MOST_LONG]
        return TIMED not in item.name and not games_named(item).isdisjoint(few)


def place(item: Any) -> int:
    """Where a test stands in the line."""
    return next(number for number, name in enumerate(IN_ORDER) if item.nodeid.startswith(name))


def games_named(item: Any) -> set[str]:
    """The games that a test is for, by what it is given or by its name; none if it does not say."""
    given = getattr(getattr(item, "callspec", None), "params", {}).values()
    names = [name for value in given if isinstance(name := getattr(value, "id", value), str)]
    words = item.name.partition("[")[0].replace("_", "-")
    return {
        id
        for id in books()
        if any(name == id or name.startswith(f"{id}-") for name in names) or f"-{id}" in words
    }


@cache
def tests_of_games() -> dict[str, str]:
    """The files of tests for single games, with their texts."""
    return {
        path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted((ROOT / "tests/games").glob("test_*.py"))
    }


def tests_about(module: str, games: Sequence[str]) -> tuple[str, ...]:
    """Files of tests for single games that name the module or one of these games."""
    words = [*(f'"{id}"' for id in games), module]
    return tuple(
        path for path, text in tests_of_games().items() if any(word in text for word in words)
    )


# --- which games execute a line


Lines = dict[str, set[int]]


@cache
def watched(id: str) -> Lines:
    """The lines of games and families, by file, that short matches and results of a game execute.

    Matches and results are some of those recorded; of a game without them, a match at random.
    """
    import cardlab
    from tests.contract import recording

    games = {known: cardlab.game(known) for known in cardlab.games()}  # imported by now
    root, seen = Path(cardlab.__file__).parent.parent, Lines()
    files = {str(root / file): seen.setdefault(file, set()) for file in every_file()}

    def enter(frame: FrameType, event: str, arg: object) -> Callable[..., object] | None:
        lines = files.get(frame.f_code.co_filename)
        if lines is None:
            return None

        def line(frame: FrameType, event: str, arg: object) -> Callable[..., object]:
            lines.add(frame.f_lineno)
            return line

        return line

    sys.settrace(enter)
    try:
        rules_and_one_match(games[id])
        for _, row in islice(recording.some_matches(id), 5):
            recording.offered(recording.replayed(id, row))
        for row in recording.read(id, recording.RESULTS)[:80]:
            recording.scored(cardlab.game(id, **row["options"]), row["values"])
    finally:
        sys.settrace(None)
    return seen


def rules_and_one_match(game: Any) -> None:
    """Have a game say its rules, and play a hundred moves at random with every verdict read."""
    game.rules()
    match, rng = game.match(seed=1), random.Random(1)
    while not match.over and match.ply < 100:
        for verdict in game.verdicts(match.state).values():
            assert verdict.reason
        match.play(rng.choice(match.legal_moves()))


@cache
def statements(file: str) -> tuple[tuple[range, ...], ...]:
    """The lines of every statement (of a compound one its head), with those of its function and of
    its class."""
    found = []

    def look(node: ast.AST, function: range, whole: range) -> None:
        for child in ast.iter_child_nodes(node):
            inside, around = function, whole
            if isinstance(child, ast.FunctionDef | ast.ClassDef):
                assert child.end_lineno
                lines = range(child.body[0].lineno, child.end_lineno + 1)
                if isinstance(child, ast.FunctionDef):
                    inside = lines
                else:
                    around = lines
            elif isinstance(child, ast.stmt) and not isinstance(child, ast.ClassDef):
                body = getattr(child, "body", None)
                end = body[0].lineno if body else (child.end_lineno or child.lineno) + 1
                head = range(child.lineno, max(end, child.lineno + 1))
                found.append((head, function, whole))
            look(child, inside, around)

    look(ast.parse((ROOT / file).read_text(encoding="utf-8")), range(0), range(0))
    return tuple(found)


@cache
def games_using(mutant: Mutant) -> tuple[str, ...]:
    """The ids of the games that execute the changed statement, else its function, else its class;
    all that the file concerns where these are few, or where none is known to."""
    games = games_of(mutant.file)
    if len(games) <= MOST_GAMES:
        return games
    around = [lines for lines in statements(mutant.file) if mutant.line in lines[0]]
    for lines in min(around, key=lambda lines: len(lines[0]), default=()):
        if using := [id for id in games if not watched(id)[mutant.file].isdisjoint(lines)]:
            return tuple(using)
    return games


# --- running them


def in_child(work: Callable[..., Any], *arguments: Any) -> Any:
    """What a function returns that runs in a fork of this process; None if the fork dies."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        os.setpgid(0, 0)
        signal.alarm(LONGEST)
        silence = os.open(os.devnull, os.O_RDWR)
        for stream in (0, 1, 2):
            os.dup2(silence, stream)
        try:
            with open(writing, "wb") as answer:
                answer.write(pickle.dumps(work(*arguments)))
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as answer:
        data = answer.read()
    os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)  # servers that it has started
    return pickle.loads(data) if data else None


class Line:
    """A plugin for pytest: runs the tests that concern a task in their order, and no others."""

    def __init__(self, task: AnyTask | None, part: int) -> None:
        self.task, self.part, self.failed = task, part, ""

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        if self.task is not None:
            items[:] = self.task.chosen(items, self.part)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self) -> bool | None:
        """True leaves a test out."""
        return True if self.task is not None and self.task.over() else None

    def pytest_runtest_logstart(self) -> None:
        if self.task is not None:
            self.task.begin()

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.failed = self.failed or report.nodeid

    pytest_collectreport = pytest_runtest_logreport


def failure(task: AnyTask | None, arguments: Sequence[str], part: int = 0) -> str:
    """The first test that fails; "" if all pass."""
    options = ["-q", "-x", "--tb=no", "--assert=plain"]
    without = ["cacheprovider", "faulthandler", "threadexception", "unraisableexception"]
    options += [f"-pno:{plugin}" for plugin in without]
    line = Line(task, part)
    status = pytest.main([*options, *arguments], plugins=[line])
    return line.failed or ("" if status in (0, 5) else f"pytest ends with {status}")


def killer(task: AnyTask) -> str:
    """What notices the mutant of a task, which has been made; "" if nothing does."""
    try:
        task.load()
    except Exception as trouble:
        return f"{type(trouble).__name__} in loading"
    parts = [(part, files) for part, files in enumerate(task.rounds) if files]
    found = (failure(task, [*task.options, *files], part) for part, files in parts)
    return next(filter(None, found), "")


@dataclass
class Bench:
    """A process with a copy of the package and its tests, in which one mutant at a time is made."""

    folder: Path
    sound: set[str] = field(default_factory=set)
    """Tests that are known to pass while nothing is changed."""

    def __post_init__(self) -> None:
        for name in ("cardlab", "tests"):
            shutil.copytree(ROOT / name, self.folder / name, symlinks=True)
            compileall.compile_dir(self.folder / name, quiet=2)
        for path in ROOT.iterdir():
            if path.name not in ("cardlab", "tests", ".git"):
                (self.folder / path.name).symlink_to(path)
        os.chdir(self.folder)
        os.environ["PYTHONPATH"] = sys.path[0] = str(self.folder)
        os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
        for name in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
            del sys.modules[name]
        sys.dont_write_bytecode = True  # of a mutant nothing shall stay

    def judged(self, task: AnyTask, green: bool) -> str:
        """What notices a mutant; "" if nothing does.  green: the tests pass without it.

        Raises RuntimeError if a test fails without it too.
        """
        path = self.folder / task.mutant.file
        before, times = path.read_bytes(), path.stat()
        try:
            path.write_bytes(task.mutant.applied(before))
            failed = in_child(killer, task)
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))
        if failed is None:
            return "it goes round in circles"
        if "::" in failed and not green and failed not in self.sound:
            if not self._passes(failed, task.options):
                raise RuntimeError(f"{failed} fails before anything is changed")
            self.sound.add(failed)
        return str(failed)

    def _passes(self, test: str, options: Sequence[str]) -> bool:
        """Whether a test passes while nothing is changed: once in two runs, since on a machine that
        does much else a test may wait in vain."""
        return any(in_child(failure, None, [*options, test]) == "" for _ in range(2))


BENCH: list[Bench] = []
"""The bench of this process, where it is one of the pool."""


def settle(folders: Any, preload: Callable[[], None] | None) -> None:
    """Make a process of the pool a bench."""
    BENCH.append(Bench(Path(folders.get())))
    if preload:
        preload()


def tasks_of(mutants: Sequence[Mutant]) -> list[Task]:
    """The tasks of mutants, found in a fork, for that takes the games."""

    def tasks() -> list[Task]:
        return [Task.of(mutant) for mutant in mutants]

    found: list[Task] = in_child(tasks)
    return found


def result(job: tuple[AnyTask, bool, float]) -> tuple[Mutant, str | None, float]:
    """A mutant, what notices it ("" if nothing does, None if there was no time) and the seconds."""
    task, green, last = job
    begun = time.time()
    killed_by = None if begun > last else BENCH[0].judged(task, green)
    return task.mutant, killed_by, time.time() - begun


def chosen(count: int, seed: int, files: Sequence[str]) -> list[Mutant]:
    """Random mutants, each place equally likely."""
    every = [mutant for file in sorted(files) for mutant in mutants_of(file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--count", type=int, default=60, help="how many mutants")
    parser.add_argument("--after", type=int, default=0, help="without the first so many of them")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--workers", type=int, default=2, help="how many at the same time")
    parser.add_argument("--files", nargs="*", help="only in these files")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no mutant after so long")
    parser.add_argument(
        "--green",
        action="store_true",
        help="the tests are known to pass: do not try without the mutant what fails with it",
    )
    parser.add_argument("--servers", action="store_true", help="in the server side, not in games")
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    given = parser.parse_args()
    known = servers.every_file() if given.servers else sorted(every_file())
    mutants = chosen(given.count, given.seed, given.files or known)[given.after :]
    if given.list:
        print("\n".join(map(str, mutants)))
        return 0
    last = time.time() + 60 * given.minutes
    for name in PRELOADED:
        with suppress(ImportError):
            import_module(name)
    forking = multiprocessing.get_context("fork")
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        folders = forking.SimpleQueue()
        for number in range(given.workers):
            (Path(name) / str(number)).mkdir()
            folders.put(str(Path(name) / str(number)))
        preload = servers.preload if given.servers else None
        with forking.Pool(given.workers, settle, [folders, preload]) as pool:
            tasks: Sequence[AnyTask]
            if given.servers:
                tasks = [servers.Task.of(mutant) for mutant in mutants]
            else:
                tasks = pool.apply(tasks_of, [mutants])
            report(pool.imap_unordered(result, [(task, given.green, last) for task in tasks]))
    return 0


def report(results: Iterable[tuple[Mutant, str | None, float]]) -> None:
    """Print what came of each mutant, as they come, and how many were killed."""
    judged, survivors = 0, []
    for mutant, killed_by, seconds in results:
        if killed_by is None:
            continue
        print(f"{mutant}  [{killed_by or 'SURVIVES'}, {seconds:.0f} s]", flush=True)
        judged += 1
        if not killed_by:
            survivors.append(mutant)
    killed = judged - len(survivors)
    print(f"\n{killed} of {judged} killed, {killed / max(judged, 1):.1%}")
    for mutant in survivors:
        print(f"survives: {mutant}")


if __name__ == "__main__":
    sys.exit(main())
