"""Where compiled code is kept, who compiles it, and what a caller is told meanwhile.

Compiling takes half a minute, and what it makes is tried by all other tests: here the process that
compiles hands out the code that is there already, and writes down that it was asked.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from cardlab.solver import keeping, native

ROOT = Path(__file__).parents[2]
COMPILER = """
import os, time
from pathlib import Path
from cardlab.solver import native

def compile_part(part):
    with open(os.environ["ASKED"], "a") as log:
        log.write(part + " ")
    time.sleep(float(os.environ.get("TAKES", "0")))
    if "READY_MADE" not in os.environ:
        raise native.CannotLoad("no compiler today")
    return native.read(Path(os.environ["READY_MADE"]) / f"{part}.code")

native.compile_part = compile_part
"""
"""Run by every Python that finds it on its path as sitecustomize."""
VALUE = """
import sys
from cardlab.solver import loading
from cardlab.solver.searching import value
from cardlab.solver.tables import Tables
loading.warm(wait=True)
h = ((12, 10), (11, 1), (0, 20), (13, 14))
found = value(Tables(h, 0, (0, 1, 0, 1), (0,) * 13 + (1,) * 13, tuple(range(13)) * 2, suits=2))
print(loading.backend().name, found, "numba" in sys.modules)
"""


@dataclass
class Machine:
    """Processes with a cache folder of their own, and a compiler that is not one."""

    folder: Path
    ready_made: Path | None

    @property
    def cache(self) -> Path:
        return self.folder / "cache"

    @property
    def asked(self) -> list[str]:
        """What was compiled, one after the other."""
        log = self.folder / "asked"
        return log.read_text().split() if log.exists() else []

    def start(self, code: str, **environment: str) -> subprocess.Popen[str]:
        known = {
            **os.environ,
            "PYTHONPATH": f"{self.folder}{os.pathsep}{ROOT}",
            "CARDLAB_CACHE": str(self.cache),
            "XDG_CACHE_HOME": str(self.folder / "user"),
            "ASKED": str(self.folder / "asked"),
        }
        known |= {} if self.ready_made is None else {"READY_MADE": str(self.ready_made)}
        return subprocess.Popen(
            [sys.executable, "-c", code],
            env=known | environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def run(self, code: str, **environment: str) -> tuple[str, str]:
        """What it wrote on both ways out."""
        process = self.start(code, **environment)
        out, err = process.communicate(timeout=120)
        return out.strip(), err

    def keep(self, code: bytes, part: str = native.WHOLE) -> None:
        folder = self.cache / f"kernel-{keeping.fingerprint()}"
        folder.mkdir(parents=True, exist_ok=True)
        keeping.code_file(folder, part).write_bytes(code)


@pytest.fixture
def machine(compiled: object, tmp_path: Path) -> Machine:
    folder = keeping.cache_folder()
    assert folder is not None
    (tmp_path / "sitecustomize.py").write_text(COMPILER)
    return Machine(tmp_path, folder)


# --- the folder


WHERE = """
from cardlab.solver import keeping
print(keeping.cache_folder(), "|", keeping.trouble())
"""


def test_a_folder_that_cannot_be_written_is_a_sentence(machine: Machine) -> None:
    (machine.folder / "file").write_text("")
    user = machine.folder / "user" / "cardlab"
    for named in ("/proc/none", str(machine.folder / "file")):
        out, _ = machine.run(WHERE, CARDLAB_CACHE=named)
        place, _, said = out.partition(" | ")
        assert Path(place).parent == user
        assert said.startswith(f"The compiled solver cannot be kept in {named} (")
        assert said.endswith(f"It is kept in {user} instead.")
    out, _ = machine.run(WHERE, CARDLAB_CACHE="", XDG_CACHE_HOME="/proc/none")
    assert out.startswith("None | The compiled solver cannot be kept in /proc/none/cardlab (")
    assert out.endswith("name a folder that can be written in CARDLAB_CACHE.")


def test_without_any_folder_code_is_compiled_for_one_process(machine: Machine) -> None:
    nowhere = {"CARDLAB_CACHE": "", "XDG_CACHE_HOME": "/proc/none"}
    assert machine.run(VALUE, **nowhere)[0] == "numba 1 False"
    assert machine.asked == [*native.PARTS]


READ_ONLY = """
from pathlib import Path
from cardlab.solver import keeping
def refuse(*anything, **more):
    raise OSError(30, "Read-only file system")
Path.mkdir = Path.touch = Path.write_bytes = refuse
"""


def test_code_in_a_folder_that_is_only_read_is_loaded(machine: Machine) -> None:
    assert machine.ready_made is not None
    for part in native.PARTS:
        machine.keep(keeping.code_file(machine.ready_made, part).read_bytes(), part)
    assert machine.run(READ_ONLY + VALUE)[0] == "numba 1 False"
    assert not machine.asked


def test_compiled_code_belongs_to_no_single_machine(machine: Machine) -> None:
    code = """
import os, platform, socket
os.uname = lambda: os.uname_result(("Linux", "elsewhere", "6", "1", "x86_64"))
platform.node = socket.gethostname = lambda: "elsewhere"
from cardlab.solver import keeping
print(keeping.fingerprint())
"""
    assert machine.run(code)[0] == keeping.fingerprint()


def test_kept_code_needs_nothing_of_numba_and_damaged_code_is_made_anew(machine: Machine) -> None:
    assert machine.ready_made is not None
    whole = keeping.code_file(machine.ready_made, native.WHOLE).read_bytes()
    pairs = keeping.code_file(machine.ready_made, native.PAIRS).read_bytes()
    machine.keep(pairs, native.PAIRS)
    machine.ready_made = None
    head, code = whole.split(b"\n", 1)
    other = json.dumps({**json.loads(head), "processor": "another"}).encode()
    for number, kept in enumerate(
        (
            whole,
            b"{" + whole,
            whole[:-1],
            head + b"\n" + bytes([code[0] ^ 1]) + code[1:],
            other + b"\n" + code,
        )
    ):
        machine.keep(kept)
        out, err = machine.run(VALUE)
        assert out == ("python 1 False" if number else "numba 1 False"), err
        assert ("could not be compiled (" in err and "no compiler today" in err) == bool(number)
        assert machine.asked == [native.WHOLE] * number


def test_only_code_that_nobody_used_for_long_is_thrown_away(tmp_path: Path) -> None:
    """By the youngest file: one process may have loaded what another compiled long ago."""
    days = {
        "kernel-" + name * 16: ages
        for name, ages in {
            "a": (40, 40),
            "b": (400, 31),
            "c": (40, 29),
            "d": (40, 0),
            "e": (90, 90),
            "f": (1, 1),
        }.items()
    }
    for name in (*days, "kernel-mine", "notes", "kernel-" + "9" * 16):
        (tmp_path / name).mkdir()
        for file, age in zip(("notes", "kernel.code"), days.get(name, (99, 99)), strict=True):
            (tmp_path / name / file).touch()
            os.utime(tmp_path / name / file, (time.time() - 86400 * age,) * 2)
        os.utime(tmp_path / name, (time.time() - 86400 * 99,) * 2)
    keeping.throw_away_old(tmp_path / ("kernel-" + "e" * 16))
    left = {path.name.removeprefix("kernel-")[0] for path in tmp_path.iterdir()}
    assert left == {"c", "d", "e", "f", "m", "n"}, "too much or too little is gone"


# --- compiling


def test_three_at_once_compile_once(machine: Machine) -> None:
    processes = [machine.start(VALUE, TAKES="2") for _ in range(3)]
    for process in processes:
        out, err = process.communicate(timeout=120)
        assert out.strip() == "numba 1 False", err
    assert machine.asked == [*native.PARTS]


def until(done: object, seconds: float = 60) -> None:
    deadline = time.monotonic() + seconds
    while not done():  # type: ignore[operator]
        assert time.monotonic() < deadline
        time.sleep(0.05)


def test_a_compiler_that_was_killed_holds_up_nobody(machine: Machine) -> None:
    stuck = machine.start(VALUE, TAKES="600")
    until(lambda: machine.asked)
    os.killpg(stuck.pid, signal.SIGKILL)
    stuck.communicate(timeout=60)
    assert machine.run(VALUE)[0] == "numba 1 False"
    assert machine.asked == [native.WHOLE, *native.PARTS]


def test_nobody_waits_for_ever_for_a_compiler_that_hangs(machine: Machine) -> None:
    from filelock import FileLock

    folder = machine.cache / f"kernel-{keeping.fingerprint()}"
    folder.mkdir(parents=True)
    impatient = "from cardlab.solver import keeping\nkeeping.LONGEST = 0.5\n"
    with FileLock(keeping.lock_file(folder, native.WHOLE)):
        assert machine.run(impatient + VALUE)[0] == "numba 1 False"
    assert machine.asked == [*native.PARTS]


# --- what a caller is told


TOLD = """
import warnings, cardlab
from cardlab.solver import loading
loading.NOTICED = 0.0
state = cardlab.game("bridge").state(phase="play", trump="NT", to_move="South", hands={
    "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"})
for call in (
    lambda wait: cardlab.playouts("kaiser", 300, wait=wait),
    lambda wait: cardlab.solve(state, wait=wait),
    lambda wait: cardlab.solve_moves(state, wait=wait),
):
    for wait in (False, None, True)[:WAYS]:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always")
            call(wait)
        print(loading.backend().name, *[f"{one.category.__name__}: {one.message}" for one in told])
"""


def test_a_call_says_why_it_is_slow(machine: Machine) -> None:
    """Where it runs in plain Python and was not told that this is known."""
    for environment, why in (
        ({"TAKES": "600"}, "The solver is still being compiled for this machine ("),
        ({"CARDLAB_PURE": "1"}, "The solver runs as plain Python, because CARDLAB_PURE is set."),
    ):
        process = machine.start(TOLD.replace("WAYS", "2"), **environment)
        out, err = process.communicate(timeout=120)
        lines = out.splitlines()
        assert lines[::2] == ["python"] * 3, err
        for line in lines[1::2]:
            assert line.startswith(f"python SolverWarning: {why}")
            assert line.endswith("This call takes about 0 s.")
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)


def test_a_call_may_wait(machine: Machine) -> None:
    out, err = machine.run(TOLD.replace("(False, None, True)[:WAYS]", "(True, None)"))
    first, *rest = out.splitlines()
    assert first.startswith("numba SolverWarning: The solver is being compiled for this machine")
    assert rest == ["numba"] * 5, err


LONG = """
import time, warnings, cardlab
from cardlab.solver import loading
loading.PATIENCE = 0.0
warnings.simplefilter("always")
for _ in range(2):
    dealt = cardlab.playouts("kaiser", 300)
    print(loading.backend().name, dealt)
"""


def test_a_long_call_waits_for_the_compiler_and_says_so(machine: Machine) -> None:
    """In an empty home: the first call compiles, and every later one is quick."""
    out, err = machine.run(LONG, TAKES="1")
    assert out.splitlines() == ["numba <300 deals of kaiser, 5 contracts>"] * 2
    assert err.count("SolverWarning") == 1 and machine.asked[0] == native.WHOLE
    assert "being compiled for this machine, which takes about half a minute" in err
    assert "This call waits for it; in plain Python it would take about 0 s (wait=False)." in err


def test_a_short_call_says_nothing(machine: Machine) -> None:
    out, err = machine.run(
        "import cardlab; print(cardlab.playouts('kaiser', 100))", CARDLAB_PURE="1"
    )
    assert out.startswith("<100 deals") and not err


def test_the_command_compiles_once_and_says_where(machine: Machine) -> None:
    warm = "import sys; from cardlab.cli import main; sys.exit(main(['warm']))"
    first, again = machine.run(warm), machine.run(warm)
    assert first[0].startswith("The solver is being compiled")
    assert machine.asked == [*native.PARTS]
    assert again[0] == first[0].splitlines()[-1] and again[0].endswith(f"kept in {machine.cache}.")
    nowhere = {"CARDLAB_CACHE": "/proc/none", "XDG_CACHE_HOME": "/proc/none"}
    for environment, said in (
        (nowhere, "cannot be kept in /proc/none"),
        ({"CARDLAB_PURE": "1"}, "CARDLAB_PURE is set"),
    ):
        out, err = machine.run(warm, **environment)
        assert not out and err.startswith("cardlab: ") and said in err and err.count("\n") == 1


# --- a batch decides once


MANY = """
import json, random, warnings
import cardlab
from cardlab.families.tricks import Tricks
from cardlab.solver import loading
warnings.simplefilter("always")
loading.PATIENCE = 0.0

def ends(id):
    seed = 0
    while True:
        match, rng, seed = cardlab.game(id).match(seed=seed), random.Random(seed), seed + 1
        while not match.over and match.state.standing.deal == 1:
            state = match.state
            if isinstance(state.phase, Tricks) and max(map(len, state.hands)) <= 4:
                yield state
                break
            match.play(rng.choice(match.legal_moves()))

states = [
    state
    for id in ("bridge", "kaiser", "nap", "euchre", "bourre", "belote")
    for state, _ in zip(ends(id), range(10))
]
print(json.dumps(cardlab.solve_many(states, wait=WAIT).rows()))
"""


@pytest.mark.rest
def test_a_batch_gives_the_same_whatever_was_compiled(machine: Machine) -> None:
    """Cold it compiles first, once, and no worker does; warm, without waiting and without numba the
    values are the same, and none is missing."""
    asks = MANY.replace("WAIT", "None")
    rows, told = machine.run(asks)
    assert sorted(machine.asked) == sorted(native.PARTS), told
    found = json.loads(rows)
    assert len(found) == 60 and all(row["value"] is not None for row in found)
    assert len({row["value"] for row in found}) > 3
    assert told.count("SolverWarning") == 1
    assert "This call (60 positions) waits for it: in plain Python it would take about" in told
    assert machine.run(asks) == (rows, "") and sorted(machine.asked) == sorted(native.PARTS)
    other = {"CARDLAB_CACHE": str(machine.folder / "other")}
    for environment in ({"CARDLAB_PURE": "1"}, other):
        assert machine.run(MANY.replace("WAIT", "False"), **environment)[0] == rows
    assert sorted(machine.asked) == sorted(native.PARTS), "nothing is compiled where nobody waits"


def test_a_batch_says_why_it_is_slow(machine: Machine) -> None:
    said = "loading.NOTICED = 0.0\n"
    slow = MANY.replace("WAIT", "None").replace("loading.PATIENCE = 0.0\n", said)
    _, told = machine.run(slow, CARDLAB_PURE="1")
    assert told.count("SolverWarning") == 1
    assert "because CARDLAB_PURE is set. This call (60 positions) takes about" in told
