"""How the kernel runs: as machine code where numba is there, as plain Python where not.

Knows the two ways, how to load without making anybody wait, and what to say to somebody who has to
wait.  Where compiled code comes from is `keeping`.  Knows nothing of cards.

>>> from cardlab.solver import loading
>>> loading.plain().name
'python'
"""

from __future__ import annotations

import os
import threading
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from cardlab.engine.words import some
from cardlab.solver import keeping, native
from cardlab.solver.errors import SolverWarning
from cardlab.solver.kernel.playouts import deal_out, draw_tables, try_out
from cardlab.solver.kernel.search import drive
from cardlab.solver.kernel.transpositions import build_tables


@dataclass(frozen=True, slots=True)
class Backend:
    """One way to run the kernel: its functions, and the arrays that they work on.

    drive_pairs: `drive` for the tables of `fixing.PAIRS`; the same for all until it is compiled.
    """

    name: str
    build_tables: Callable[..., int]
    drive: Callable[..., int]
    draw_tables: Callable[..., int]
    deal_out: Callable[..., int]
    try_out: Callable[..., int]
    array: Callable[[Sequence[int]], Any]
    zeros: Callable[[int], Any]
    drive_pairs: Callable[..., int]


@cache
def plain() -> Backend:
    """The kernel as plain Python on lists."""
    return Backend(
        "python",
        build_tables,
        drive,
        draw_tables,
        deal_out,
        try_out,
        list,
        lambda n: [0] * n,
        drive_pairs=drive,
    )


def _compiled_from(made: native.MachineCode) -> Backend:
    """The kernel as machine code on numpy arrays."""
    import numpy

    def array(numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def zeros(n: int) -> Any:
        return numpy.zeros(n, dtype=numpy.int64)

    made_here = native.load(made)
    return Backend("numba", **made_here, array=array, zeros=zeros, drive_pairs=made_here["drive"])


# --- loading


_lock = threading.Lock()
_loading: threading.Thread | None = None
_compiled: Backend | None = None
_is_complete = False
"""Whether the search for pairs is there as well, or cannot be."""


def _load(gently: bool = False) -> Backend:
    """Load the kernel, or have it compiled and kept.  Where that fails, a warning says why, and
    the kernel runs as plain Python."""
    global _compiled
    with _lock:
        if _compiled is None:
            try:
                _compiled = _compiled_from(keeping.machine_code(native.WHOLE, gently))
            except Exception as trouble:
                warnings.warn(
                    f"the solver could not be compiled ({trouble}); it runs as plain Python, some"
                    " hundred times slower",
                    SolverWarning,
                    stacklevel=2,
                )
                _compiled = plain()
        return _compiled


def _load_pairs(gently: bool = False) -> None:
    """Load the search for pairs, or have it compiled and kept.  Where that fails, searches go on
    without it."""
    global _compiled, _is_complete
    kernel = _load(gently)
    if _is_complete or kernel is plain():
        return
    with suppress(Exception):
        made = native.load(keeping.machine_code(native.PAIRS, gently))
        _compiled = replace(kernel, drive_pairs=made["drive"])
    _is_complete = True


_decided: ContextVar[str] = ContextVar("_decided", default="")
"""The name of the backend that was decided on for a batch of work; empty where nothing was."""


@contextmanager
def decided(name: str) -> Iterator[None]:
    """Within this, the kernel runs as it was decided for the whole call: "numba" waits for machine
    code that is not on this disk, as on another machine of a cluster, and "python" never compiles.
    """
    token = _decided.set(name)
    try:
        if name == "numba" and keeping.can_compile():
            _load_pairs()
        yield
    finally:
        _decided.reset(token)


def _load_both() -> None:
    """Load the kernel and the search for pairs; where both have to be compiled, at once."""
    pairs = threading.Thread(target=_compile_pairs, name="cardlab-pairs", daemon=True)
    # without a folder that both can write in, what one thread makes is nothing to another
    if keeping.can_compile() and keeping.cache_folder() is not None:
        pairs.start()
    _load()
    if pairs.ident is not None:
        pairs.join()
    _load_pairs()


def _compile_pairs() -> None:
    with suppress(Exception):  # searches go on without it, as `_load_pairs` says
        keeping.machine_code(native.PAIRS)


def ready() -> bool:
    """The kernel runs compiled, or plain because there is no numba or it was decided so.  Never
    waits."""
    return _compiled is not None or _decided.get() == "python" or not keeping.can_compile()


def warm(wait: bool = False) -> None:
    """Begin to load or compile the kernel in the background, and then the search for pairs; with
    ``wait`` return when both are ready."""
    global _loading
    if _is_complete or not keeping.can_compile() or _decided.get() == "python":
        return
    if _loading is None or not _loading.is_alive():
        _loading = threading.Thread(
            target=_load_pairs, kwargs={"gently": not wait}, name="cardlab-kernel", daemon=True
        )
        _loading.start()
    if wait:
        _loading.join()


def backend() -> Backend:
    """The fastest way to run at once: compiled code that is loaded or lies on the disk, else
    plain Python while numba compiles in the background."""
    if _decided.get() == "python":
        return plain()
    if _compiled is not None:
        return _compiled
    if not keeping.can_compile():
        return plain()
    if keeping.kept(native.WHOLE) is None:
        warm()
        return plain()
    _load()
    if keeping.kept(native.PAIRS) is not None:
        _load_pairs()
    else:
        warm()
    return _compiled or plain()


def at_once() -> Backend:
    """What runs without any wait: compiled code if it is loaded, else plain Python while that is
    loaded in the background.

    Both give the same answers, and the same deals for the same seed.
    """
    if ready():
        return backend()
    warm()
    return plain()


# --- telling


NOTICED = 1.0
"""Seconds that a call may take without a word."""
PATIENCE = 5.0
"""A call that would take longer than so many seconds in plain Python waits for the compiled kernel:
the next calls are quick then."""
USUAL = "about half a minute of one processor, once"
"""How long compiling takes."""


def backend_for_call(wait: bool | None, seconds: Callable[[], float]) -> Backend:
    """How the kernel runs in one call that somebody makes.

    wait: True waits until the kernel is compiled; False runs at once; None waits where the call is
    long, and a `SolverWarning` says so, as it says why a call runs in plain Python. seconds: works
    out how long it takes in plain Python, roughly.
    """
    if _decided.get():
        return backend()  # whoever handed the batch out has said what there is to say
    if _compiled is not None:
        return _compiled
    waits = bool(wait)
    if wait is not False and not ready() and keeping.kept(native.WHOLE) is None:
        long = seconds() if wait is None else 0.0
        waits = waits or long > PATIENCE
        for text in (_why_waiting(long) if waits else "", keeping.trouble()):
            if text:
                warnings.warn(text, SolverWarning, stacklevel=3)
    if waits:
        _load()
        warm()
    chosen = backend()
    if wait is None and chosen is plain() and (long := seconds()) > NOTICED:
        text = f"{_why_plain()} This call takes about {long:.0f} s."
        warnings.warn(text, SolverWarning, stacklevel=3)
    return chosen


def prepare(wait: bool | None, seconds: Callable[[], float], what: str) -> str:
    """Decide once, before the first batch of a call, how the kernel runs in all of them, and return
    the name of that backend.

    Machine code that lies on the disk is loaded.  Else `wait` True, and None where the whole call
    would take more than five seconds in plain Python, compiles first, at the priority of the
    caller; False compiles nothing.  A `SolverWarning` says what is waited for, and why a call runs
    in plain Python.  seconds: how long the whole call takes in plain Python, very roughly; what: what
    waits, such as "200 positions".
    """
    if _decided.get():
        return _decided.get()
    if keeping.can_compile() and _compiled is None and keeping.kept(native.WHOLE) is None:
        long = seconds()
        if not (wait or (wait is None and long > PATIENCE)):
            if long > NOTICED:
                _tell(f"The solver is not compiled for this machine. {_about(what, long)}")
            if wait is None:
                warm()  # for the next call
            return "python"
        _tell(
            f"The solver is being compiled for this machine, {USUAL}. This call ({what}) waits for"
            f" it: in plain Python it would take about {_spoken(long)} (wait=False)."
        )
        if trouble := keeping.trouble():
            _tell(trouble)
    if not keeping.can_compile():
        if wait is not False and (long := seconds()) > NOTICED:
            _tell(f"{_why_plain()} {_about(what, long)}")
        return "python"
    _load_both()
    return backend().name


def _about(what: str, long: float) -> str:
    return f"This call ({what}) takes about {_spoken(long)} in plain Python."


def _spoken(seconds: float) -> str:
    """So long, in words that nobody takes for exact."""
    if seconds < 90:
        return some(round(seconds), "second")
    minutes = seconds / 60
    if minutes < 90:
        return some(round(minutes), "minute")
    return some(round(minutes / 60), "hour")


def _tell(text: str) -> None:
    warnings.warn(text, SolverWarning, stacklevel=4)


def _why_waiting(long: float) -> str:
    """What a call waits for, in sentences.  long: the seconds that it would take in plain Python, if
    nobody asked it to wait."""
    compiling = f"The solver is being compiled for this machine, which takes {USUAL}."
    if not long:
        return compiling
    return (
        f"{compiling} This call waits for it; in plain Python it would take about {long:.0f} s"
        " (wait=False)."
    )


def _why_plain() -> str:
    """Why the kernel runs as plain Python now, and what helps, in sentences."""
    if os.environ.get("CARDLAB_PURE"):
        return "The solver runs as plain Python, because CARDLAB_PURE is set."
    if not keeping.can_compile():
        return (
            "The solver runs as plain Python, because numba is not installed. It is some hundred"
            " times as fast with it: pip install 'cardlab[fast]'."
        )
    if _compiled is not None:
        return "The solver runs as plain Python, because it could not be compiled."
    return (
        f"The solver is still being compiled for this machine ({USUAL}) and runs as plain Python"
        " meanwhile, some hundred times slower; with wait=True it waits instead."
    )
