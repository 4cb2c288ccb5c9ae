"""Do the tests notice a small mistake?  Make random ones in games and families, and count.

    python -m tests.mutants --count 300 --seed 1
    python -m tests.mutants --count 40 --files cardlab/rulebook/kaiser.py

A mutant is one change in one file of `cardlab/rulebook` or `cardlab/families`: a comparison, a
number, and/or, not, plus/minus.  Texts, example results, pictures and annotations are left alone
(see `LEFT_ALONE`).  Each mutant is made in a temporary copy of the package, and the tests that
concern its file run there, the quickest first, until one fails; the tree itself is never written.
The command prints the share of mutants that some test noticed, and the others with their place.

Which tests concern a file follows from the imports: a game is concerned when its module imports the
file, also through others.  Where a file concerns more than `MOST_GAMES` games, short matches and
results of each are watched once, and the tests of all games run for a few games that execute the
changed statement: what those miss counts as missed.  A survivor may be equivalent (no play can show
the difference): that is for a reader to decide.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any

ROOT = Path(__file__).parent.parent
MUTATED = ("cardlab/rulebook", "cardlab/families")
LEFT_ALONE = {"panels", "zones", "told", "remark", "picture", "asides", "caption", "label", "title"}
"""Functions and names that only make a picture or a sentence."""
SHAPES = {"bounded", "chosen", "seat_of", "side_of", "switch", "cards_of"}
"""What gives a field of a result its bounds and its example value."""
MOST_GAMES = 6
"""A mutant is shown to the tests of all games with so many games that execute it."""
SECONDS = 300
"""A run of tests that takes longer has been sent round in circles by its mutant."""

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
        if node.name in LEFT_ALONE:
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
        if not names & LEFT_ALONE:
            self.visit(node.value)

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg not in LEFT_ALONE | {"most"}:
            self.visit(node.value)

    def visit_If(self, node: ast.If) -> None:
        if not (isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"):
            self.generic_visit(node)


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
    places.visit(ast.parse(source))
    return sorted(set(places.mutants), key=lambda mutant: (mutant.start, mutant.new))


# --- which tests concern a file


@cache
def imported_by(file: str) -> frozenset[str]:
    """The files of games and families that a file imports itself."""
    imported = set()
    for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            modules = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        elif isinstance(node, ast.Import):
            modules = [alias.name for alias in node.names]
        else:
            continue
        imported |= {f"{module.replace('.', '/')}.py" for module in modules}
    return frozenset(name for name in imported if name in every_file())


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
def games_of(file: str) -> tuple[str, ...]:
    """The ids of the games that a file concerns."""
    import cardlab

    games = {}
    for id in cardlab.games():
        module = type(cardlab.game(id)).__module__
        games[id] = f"{module.replace('.', '/')}.py"
    return tuple(id for id, book in games.items() if file in needs(book))


def stages(mutant: Mutant, folder: Path) -> Iterator[list[str]]:
    """Arguments for pytest, the quickest tests first.  folder: the copy in which they run."""
    file = mutant.file
    games = games_of(file)
    vectors = folder / "vectors"
    shutil.rmtree(vectors, ignore_errors=True)
    vectors.mkdir()
    for path in (folder / "tests/conformance/vectors").glob("*.json"):
        concerned = {*games, Path(file).stem} | ({"bridge-rubber"} if "bridge" in games else set())
        if path.stem in concerned:
            shutil.copy(path, vectors)
    yield ["tests/conformance/test_vectors.py", "--vectors", str(vectors)]
    using = games_using(mutant)
    if tests := tests_about(file, using, folder):
        yield tests
    module = file.removesuffix(".py").replace("/", ".")
    yield ["tests/test_doctests.py", "-k", module]
    if games:
        few = (
            using
            if len(using) <= MOST_GAMES
            else random.Random(str(mutant)).sample(using, MOST_GAMES)
        )
        of_games = ["-k", " or ".join(few)]
        quick = ["tests/contract/test_recorded.py", "tests/contract/test_golden.py"]
        yield [*quick, *of_games]
        others = ["tests/labs/test_scores.py", "tests/conformance/test_references.py"]
        others += ["tests/solver/test_declared.py", "tests/contract"]
        # how soon something is answered depends on what else the machine does
        untimed = ["-k", f"({' or '.join(few)}) and not answered_soon"]
        yield [*others, *(f"--ignore={path}" for path in quick), *untimed]
    for_all = ["tests/test_scoring.py", "tests/test_record.py", "tests/test_leagues.py"]
    yield ["tests/contract/test_options_stay.py", *for_all]


def tests_about(file: str, games: Sequence[str], folder: Path) -> list[str]:
    """Files of tests/games and tests/families that name the file or one of its games."""
    words = [f'"{id}"' for id in games]
    words.append(file.removesuffix(".py").replace("/", "."))
    tests = []
    for name in ("tests/games", "tests/families"):
        for path in sorted((folder / name).glob("test_*.py")):
            text = path.read_text(encoding="utf-8")
            if any(word in text for word in words):
                tests.append(path.relative_to(folder).as_posix())
    return tests


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
    seen: Lines = {}
    files = {str(ROOT / file): seen.setdefault(file, set()) for file in every_file()}

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
        for _, row in islice(recording.some_matches(id), 12):
            recording.offered(recording.replayed(id, row))
        for row in recording.read(id, recording.RESULTS)[:150]:
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
def statements(file: str) -> tuple[tuple[range, range], ...]:
    """The lines of every statement (of a compound one its head), with those of its function."""
    found = []

    def look(node: ast.AST, function: range) -> None:
        for child in ast.iter_child_nodes(node):
            inside = function
            if isinstance(child, ast.FunctionDef):
                assert child.end_lineno
                inside = range(child.body[0].lineno, child.end_lineno + 1)
            elif isinstance(child, ast.stmt) and not isinstance(child, ast.ClassDef):
                body = getattr(child, "body", None)
                end = body[0].lineno if body else (child.end_lineno or child.lineno) + 1
                found.append((range(child.lineno, max(end, child.lineno + 1)), function))
            look(child, inside)

    look(ast.parse((ROOT / file).read_text(encoding="utf-8")), range(0))
    return tuple(found)


@cache
def games_using(mutant: Mutant) -> tuple[str, ...]:
    """The ids of the games that execute the changed statement, else its function; all that the
    file concerns where these are few, or where none is known to."""
    games = games_of(mutant.file)
    if len(games) <= MOST_GAMES:
        return games
    around = [both for both in statements(mutant.file) if mutant.line in both[0]]
    for lines in min(around, key=lambda both: len(both[0]), default=()):
        if using := [id for id in games if not watched(id)[mutant.file].isdisjoint(lines)]:
            return tuple(using)
    return games


# --- running them


@dataclass
class Copy:
    """A copy of the package and its tests, in which one mutant at a time is made."""

    folder: Path
    environment: dict[str, str] = field(init=False)

    def __post_init__(self) -> None:
        for name in ("cardlab", "tests"):
            shutil.copytree(ROOT / name, self.folder / name, symlinks=True)
        for path in ROOT.iterdir():
            if path.name not in ("cardlab", "tests", ".git"):
                (self.folder / path.name).symlink_to(path)
        self.environment = os.environ | {
            "PYTHONPATH": str(self.folder),
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def passes(self, arguments: Sequence[str]) -> bool:
        """Do the tests pass?  Too long is a failure; nothing to run is not."""
        options = ["-q", "-x", "--tb=no", "--no-header", "-p", "no:nbval", "-p", "no:cacheprovider"]
        command = [sys.executable, "-m", "pytest", *options, *arguments]
        return self.run(command) in (0, 5)

    def run(self, command: Sequence[str]) -> int:
        process = subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            return 1

    def killer(self, mutant: Mutant) -> str:
        """The first tests that fail, in a few words; "" if all pass."""
        loads = "".join(f"cardlab.game({id!r});" for id in games_of(mutant.file))
        if self.run([sys.executable, "-c", f"import cardlab;{loads}"]):
            return "the games do not load"
        for arguments in stages(mutant, self.folder):
            if not self.passes(arguments):
                return arguments[0]
        return ""

    def judged(self, mutant: Mutant) -> str:
        """What notices a mutant; "" if nothing does."""
        path = self.folder / mutant.file
        before, times = path.read_bytes(), path.stat()
        assert mutant in mutants_in(mutant.file, before), f"{mutant.file} was changed meanwhile"
        try:
            path.write_bytes(mutant.applied(before))
            return self.killer(mutant)
        finally:
            path.write_bytes(before)
            os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


def chosen(count: int, seed: int, files: Sequence[str]) -> list[Mutant]:
    """Random mutants, each place equally likely."""
    every = [mutant for file in sorted(files) for mutant in mutants_of(file)]
    return random.Random(seed).sample(every, min(count, len(every)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--count", type=int, default=60, help="how many mutants")
    parser.add_argument("--seed", type=int, default=1, help="another seed, other mutants")
    parser.add_argument("--workers", type=int, default=2, help="how many at the same time")
    parser.add_argument("--files", nargs="*", help="only in these files")
    parser.add_argument("--minutes", type=float, default=1e9, help="begin no mutant after so long")
    parser.add_argument(
        "--green", action="store_true", help="the tests are known to pass: do not try them first"
    )
    parser.add_argument("--list", action="store_true", help="show the mutants and run nothing")
    given = parser.parse_args()
    mutants = chosen(given.count, given.seed, given.files or sorted(every_file()))
    if given.list:
        print("\n".join(map(str, mutants)))
        return 0
    with tempfile.TemporaryDirectory(prefix="mutants-") as name:
        copies = SimpleQueue[Copy]()
        for number in range(given.workers):
            (Path(name) / str(number)).mkdir()
            copies.put(Copy(Path(name) / str(number)))
        for mutant in mutants:
            games_using(mutant)  # looked at once, before there are threads
        with ThreadPoolExecutor(given.workers) as pool:
            if not given.green and not pass_before(mutants, copies, pool):
                return 2
            report(mutants, copies, pool, given.minutes)
    return 0


def pass_before(
    mutants: Sequence[Mutant], copies: SimpleQueue[Copy], pool: ThreadPoolExecutor
) -> bool:
    """Do the tests pass while nothing is changed?"""

    def of_file(mutant: Mutant) -> tuple[str, str]:
        copy = copies.get()
        try:
            return mutant.file, copy.killer(mutant)
        finally:
            copies.put(copy)

    one_of_each = {mutant.file: mutant for mutant in mutants}
    for file, killer in pool.map(of_file, one_of_each.values()):
        if killer:
            print(f"{killer} fails before anything is changed in {file}")
            pool.shutdown(cancel_futures=True)
            return False
    return True


def report(
    mutants: Sequence[Mutant],
    copies: SimpleQueue[Copy],
    pool: ThreadPoolExecutor,
    minutes: float,
) -> None:
    """Run the tests for each mutant and print what came of it."""
    last = time.monotonic() + 60 * minutes

    def of_mutant(mutant: Mutant) -> tuple[Mutant, str, float] | None:
        copy, begun = copies.get(), time.monotonic()
        try:
            if begun > last:
                return None
            return mutant, copy.judged(mutant), time.monotonic() - begun
        finally:
            copies.put(copy)

    judged, survivors = 0, []
    for result in pool.map(of_mutant, mutants):
        if result is None:
            continue
        mutant, killer, seconds = result
        print(f"{mutant}  [{killer or 'SURVIVES'}, {seconds:.0f} s]", flush=True)
        judged += 1
        if not killer:
            survivors.append(mutant)
    killed = judged - len(survivors)
    print(f"\n{killed} of {judged} killed, {killed / max(judged, 1):.0%}")
    for mutant in survivors:
        print(f"survives: {mutant}")


if __name__ == "__main__":
    sys.exit(main())
