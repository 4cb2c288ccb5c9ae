"""How the kernel runs: compiled by numba where numba is there, as plain Python where not.

Knows the two ways, the folder of compiled code, and how to compile without making anybody wait.
Knows nothing of cards.

Compiled code lies in ``CARDLAB_CACHE`` or in the user's cache folder, under a hash of the kernel's
source: a changed kernel is another kernel, and nothing old is ever run for it.  It is machine code
in one piece (`native`), so that only the process that compiles needs numba; where that cannot be
made, numba keeps it in its own way, which takes longer to load. Where the folder cannot be written,
code is compiled for this process only.

>>> from cardlab.solver import loading
>>> loading.plain().name
'python'
"""

from __future__ import annotations

import ast
import hashlib
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from cardlab.solver import native

COPY = "cardlab.solver._compiled"
WHOLE = "complete"
"""The file that says that nothing is missing in a folder; touched by every load."""
UNUSED_DAYS = 30
"""After so long, compiled code that nobody has loaded is thrown away when other code is kept."""
COMPILED = (
    "by_table",
    "in_force",
    "legal_mask",
    "quick",
    "toptrumps",
    "later",
    "second",
    "forget",
    "search",
    "drive",
    "build_tables",
    "next_random",
    "play_out",
    "play_follow",
    "deal_out",
    "try_out",
)
"""The functions of the kernel, callees first."""
CALLED = ("build_tables", "drive", "deal_out", "try_out")
"""Those that are called from here; the others are called by them."""
INLINED = ("legal_mask", "next_random")


@dataclass(frozen=True, slots=True)
class Backend:
    """One way to run the kernel: its functions, and the arrays that they work on."""

    name: str
    functions: dict[str, Callable[..., Any]]
    array: Callable[[Sequence[int]], Any]
    zeros: Callable[[int], Any]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        try:
            return self.functions[name]
        except KeyError:
            raise AttributeError(name) from None


@cache
def plain() -> Backend:
    """The kernel as plain Python on lists."""
    from cardlab.solver import kernel

    return Backend(
        "python", {name: getattr(kernel, name) for name in COMPILED}, list, lambda n: [0] * n
    )


def source() -> str:
    return Path(__file__).with_name("kernel.py").read_text(encoding="utf-8")


@cache
def fingerprint() -> str:
    """What compiled code belongs to: the kernel, and the way it is compiled here."""
    numba = version("numba") if numba_is_there() else ""
    here = Path(__file__).parent
    code = "".join(
        (here / name).read_text(encoding="utf-8")
        for name in ("kernel.py", "loading.py", "native.py")
    )
    text = code + sys.version + numba + platform.node() + platform.machine()
    return hashlib.sha256(text.encode()).hexdigest()[:16]


@cache
def cache_folder() -> Path | None:
    """Where compiled code is kept; None where no such folder can be written."""
    named = os.environ.get("CARDLAB_CACHE", "").strip()
    if named:
        base = Path(named).expanduser()
    else:
        from platformdirs import user_cache_path

        base = user_cache_path("cardlab")
    folder = base / f"kernel-{fingerprint()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError:
        return None
    return folder


def throw_away_old(kept: Path) -> None:
    """Remove the folders beside this one that nobody has used for long; what any process uses
    now is younger."""
    before = time.time() - UNUSED_DAYS * 86400
    for folder in kept.parent.glob("kernel-" + "?" * 16):
        try:
            # every load touches a file there, so that the youngest of them tells of the last use
            if folder != kept and all(
                path.stat().st_mtime < before for path in (folder, *folder.iterdir())
            ):
                (folder / WHOLE).unlink(missing_ok=True)
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def numba_is_there() -> bool:
    return (
        not os.environ.get("CARDLAB_PURE")
        and find_spec("numba") is not None
        and find_spec("numpy") is not None
    )


def on_disk() -> bool:
    """Compiled code of this kernel lies in the folder, whole."""
    folder = cache_folder()
    return folder is not None and (folder / WHOLE).exists()


def _intrinsics() -> dict[str, Any]:
    from numba import types
    from numba.extending import intrinsic

    @intrinsic  # type: ignore[untyped-decorator]
    def popcount(typing: Any, x: Any) -> Any:
        return types.int64(types.int64), lambda ctx, b, sig, args: b.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def ctz(typing: Any, x: Any) -> Any:
        def code(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            from llvmlite import ir  # type: ignore[import-untyped]

            return b.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def topbit(typing: Any, x: Any) -> Any:
        def code(ctx: Any, b: Any, sig: Any, args: Any) -> Any:
            from llvmlite import ir

            zeros = b.ctlz(args[0], ir.Constant(ir.IntType(1), 1))
            return b.sub(ir.Constant(ir.IntType(64), 63), zeros)

        return types.int64(types.int64), code

    @intrinsic  # type: ignore[untyped-decorator]
    def unsigned(typing: Any, x: Any) -> Any:
        return types.uint64(types.int64), lambda ctx, b, sig, args: args[0]

    return {"popcount": popcount, "ctz": ctz, "topbit": topbit, "unsigned": unsigned}


class _Unsigned(ast.NodeTransformer):
    """No index of the kernel is negative.  Saying so spares numba to ask each time, an eighth of
    all the work."""

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        self.generic_visit(node)
        if not isinstance(node.slice, ast.Slice | ast.Constant):
            call = ast.Call(ast.Name("unsigned", ast.Load()), [node.slice], [])
            node.slice = ast.copy_location(call, node.slice)
        return ast.fix_missing_locations(node)


def _kept(dispatcher: Any, folder: Path) -> None:
    """Have numba keep what it compiles in our folder, whose name stands for the source."""
    from numba.core import caching

    class Locator:
        def __init__(self, py_func: Any) -> None:
            self.at = py_func.__code__.co_firstlineno

        def ensure_cache_path(self) -> None:
            folder.mkdir(parents=True, exist_ok=True)

        def get_cache_path(self) -> str:
            return str(folder)

        def get_source_stamp(self) -> str:
            return fingerprint()

        def get_disambiguator(self) -> str:
            return str(self.at)

        @classmethod
        def from_function(cls, py_func: Any, py_file: str) -> Locator:
            return cls(py_func)

    class Impl(caching.CompileResultCacheImpl):  # type: ignore[misc]
        _locator_classes = [Locator]

    class Kept(caching.FunctionCache):  # type: ignore[misc]
        _impl_class = Impl

    dispatcher._cache = Kept(dispatcher.py_func)


def _with_numba(folder: Path | None) -> Backend:
    """The kernel under numba, kept in a folder.  Nothing is compiled before a function is called
    for the first time."""
    import numba

    path = Path(__file__).with_name("kernel.py")
    # numba looks for the module of what it compiled by name, so that this second copy of the kernel
    # needs one
    module = sys.modules[COPY] = ModuleType(COPY)
    space = module.__dict__
    exec(compile(_Unsigned().visit(ast.parse(source())), str(path), "exec"), space)
    space |= _intrinsics()
    for name in COMPILED:
        made = numba.njit(nogil=True, error_model="numpy", forceinline=name in INLINED)(space[name])
        if folder is not None:
            _kept(made, folder)
        space[name] = made

    return _with_arrays({name: space[name] for name in COMPILED})


def _with_arrays(functions: dict[str, Callable[..., Any]]) -> Backend:
    import numpy

    def array(numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def zeros(n: int) -> Any:
        return numpy.zeros(n, dtype=numpy.int64)

    return Backend("numba", functions, array, zeros)


_lock = threading.Lock()
_loading: threading.Thread | None = None
_compiled: Backend | None = None


def _load() -> Backend:
    """Load or compile everything, and note in the folder that it is complete."""
    global _compiled
    with _lock:
        if _compiled is None:
            folder = cache_folder()
            _compiled = (folder is not None and on_disk() and _kept_in(folder)) or _made(folder)
        return _compiled


def _kept_in(folder: Path) -> Backend | None:
    """What lies in the folder; None where it is damaged, or was made by another numba or for
    another machine."""
    from cardlab.solver.tables import exercise

    try:
        if (folder / native.OBJECT).exists():
            made = _with_arrays(native.read(folder))
        else:
            made = _with_numba(folder)
        exercise(made)
        (folder / WHOLE).touch()
    except Exception:
        # without it this costs only time
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return made


def _made(folder: Path | None) -> Backend:
    """Compile everything, and keep it: in one piece, or as numba keeps it where that cannot be."""
    from cardlab.solver.tables import exercise

    made = _with_numba(None)
    exercise(made)
    with suppress(OSError):
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            try:
                native.write(folder, {name: made.functions[name] for name in CALLED})
            except Exception:
                made = _with_numba(folder)
                exercise(made)
            (folder / WHOLE).touch()
            throw_away_old(folder)
    return made


def _prepare() -> None:
    """Compile in another process, which keeps this one free and small, then load."""
    if not on_disk() and cache_folder() is not None:
        subprocess.run(
            [sys.executable, "-m", "cardlab.solver.loading"], check=False, capture_output=True
        )
    _load()


def ready() -> bool:
    """The kernel runs as fast as it can here: compiled, or plain because there is no numba.
    Never waits."""
    return _compiled is not None or not numba_is_there()


def warm(wait: bool = False) -> None:
    """Begin to load or compile the kernel in the background; with ``wait`` return when it is
    ready."""
    global _loading
    if ready():
        return
    if _loading is None or not _loading.is_alive():
        _loading = threading.Thread(target=_prepare, name="cardlab-kernel", daemon=True)
        _loading.start()
    if wait:
        _loading.join()


def backend() -> Backend:
    """The fastest way to run at once: compiled code that is loaded or lies on the disk, else
    plain Python while numba compiles in the background."""
    if _compiled is not None:
        return _compiled
    if not numba_is_there():
        return plain()
    if on_disk():
        return _load()
    warm()
    return plain()


def at_once() -> Backend:
    """What runs without any wait: compiled code if it is loaded, else plain Python while that is
    loaded in the background.

    Both give the same answers, and the same deals for the same seed.
    """
    if ready():
        return backend()
    warm()
    return plain()


if __name__ == "__main__":
    from cardlab.solver.loading import _load as load

    if hasattr(os, "nice"):
        os.nice(10)
    load()
