"""How the kernel runs: as machine code where numba is there, as plain Python where not.

Knows the two ways, the folder of compiled code, and how to compile without making anybody wait.
Knows nothing of cards.

Compiled code lies in ``CARDLAB_CACHE`` or in the user's cache folder, under a hash of the kernel's
source: a changed kernel is another kernel, and nothing old is ever run for it.  Where the folder
cannot be written, code is compiled for this process only.

>>> from cardlab.solver import loading
>>> loading.plain().name
'python'
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import threading
import time
import warnings
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardlab.solver import native
from cardlab.solver.kernel.playouts import deal_out, draw_tables, try_out
from cardlab.solver.kernel.search import drive
from cardlab.solver.kernel.transpositions import build_tables

CODE = "kernel.code"
"""The file of machine code in its folder; touched by every load."""
UNUSED_DAYS = 30
"""After so long, compiled code that nobody has loaded is thrown away when other code is kept."""


@dataclass(frozen=True, slots=True)
class Backend:
    """One way to run the kernel: its functions, and the arrays that they work on."""

    name: str
    build_tables: Callable[..., int]
    drive: Callable[..., int]
    draw_tables: Callable[..., int]
    deal_out: Callable[..., int]
    try_out: Callable[..., int]
    array: Callable[[Sequence[int]], Any]
    zeros: Callable[[int], Any]


@cache
def plain() -> Backend:
    """The kernel as plain Python on lists."""
    return Backend(
        "python", build_tables, drive, draw_tables, deal_out, try_out, list, lambda n: [0] * n
    )


def _compiled_from(made: native.MachineCode) -> Backend:
    """The kernel as machine code on numpy arrays."""
    import numpy

    def array(numbers: Sequence[int]) -> Any:
        return numpy.array(numbers, dtype=numpy.int64)

    def zeros(n: int) -> Any:
        return numpy.zeros(n, dtype=numpy.int64)

    return Backend("numba", **native.load(made), array=array, zeros=zeros)


# --- the folder


@cache
def fingerprint() -> str:
    """What compiled code belongs to: the kernel, and the way it is compiled here."""
    numba = version("numba") if numba_is_there() else ""
    sources = [Path(native.__file__), *sorted(native.FOLDER.glob("*.py"))]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
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
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


def numba_is_there() -> bool:
    """Whether the kernel can be compiled here."""
    return (
        not os.environ.get("CARDLAB_PURE")
        and find_spec("numba") is not None
        and find_spec("numpy") is not None
    )


def on_disk() -> bool:
    """Whether compiled code of this kernel lies in the folder."""
    folder = cache_folder()
    return folder is not None and (folder / CODE).exists()


# --- loading


_lock = threading.Lock()
_loading: threading.Thread | None = None
_compiled: Backend | None = None


def _load() -> Backend:
    """Load the kernel, or compile and keep it.  Where that fails, a warning says why, and the
    kernel runs as plain Python."""
    global _compiled
    with _lock:
        if _compiled is None:
            try:
                _compiled = _compiled_from(_machine_code())
            except Exception as trouble:
                warnings.warn(
                    f"the solver could not be compiled ({trouble}); it runs as plain Python, some"
                    " hundred times slower",
                    RuntimeWarning,
                    stacklevel=2,
                )
                _compiled = plain()
        return _compiled


def _machine_code() -> native.MachineCode:
    """The machine code in the folder, made anew where there is none or what is there is damaged."""
    folder = cache_folder()
    if folder is not None:
        with suppress(OSError, native.CannotLoad):
            made = native.read(folder / CODE)
            (folder / CODE).touch()
            return made
    made = native.compile_kernel()
    if folder is not None:
        # without the file this costs only time
        with suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
            made.write(folder / CODE)
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
