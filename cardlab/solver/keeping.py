"""Where the compiled kernel is kept, and how it comes there: one process compiles, all others wait
for it or do without.

Knows folders, the lock and the process that compiles.  Knows nothing of cards, and nothing of what
compiled code does.

The folder is `CARDLAB_CACHE`, or the user's cache folder.  In it each kernel has a folder under a
hash of its source, of numba's version, of the system and of the sort of processor: a changed kernel
is another kernel, and nothing old is ever run for it.  No name of a machine is in the hash, so that
a folder can be shared, or be part of a container image.  One that can only be read is read.

>>> len(fingerprint())
16
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path

from cardlab.solver import fixing, native

UNUSED_DAYS = 30
"""After so long, compiled code that nobody has loaded is thrown away when other code is kept."""
LONGEST = 900.0
"""Seconds after which nobody waits any longer for another process that says that it compiles."""
LOOK = 0.2
"""Seconds between two looks whether it has finished."""
NEEDED = ("numba", "numpy", "filelock")
"""The packages of the extra `fast`."""


def can_compile() -> bool:
    """Whether the kernel can be compiled here."""
    return not os.environ.get("CARDLAB_PURE") and all(find_spec(name) for name in NEEDED)


@cache
def fingerprint() -> str:
    """What compiled code belongs to: the kernel, and the way it is compiled here."""
    sources = [Path(native.__file__), Path(fixing.__file__), *sorted(native.FOLDER.glob("*.py"))]
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    way = (version("numba"), native.processor()) if can_compile() else ()
    text = "\n".join((code, *way, sys.platform, platform.machine()))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


# --- the folder


@cache
def why_not_written(base: Path) -> str:
    """Why nothing can be kept in this cache folder; empty where it can."""
    folder = base / f"kernel-{fingerprint()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / f".{os.getpid()}"
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        return error.strerror or type(error).__name__
    return ""


@cache
def folders() -> tuple[Path, ...]:
    """Where compiled code of this kernel may lie: in the folder that is named; where none is, or
    nothing can be kept in it, in the user's."""
    from platformdirs import user_cache_path

    named = os.environ.get("CARDLAB_CACHE", "").strip()
    bases = [Path(named).expanduser()] if named else []
    if not bases or why_not_written(bases[0]):
        bases.append(user_cache_path("cardlab"))
    return tuple(base / f"kernel-{fingerprint()}" for base in bases)


def cache_folder() -> Path | None:
    """Where compiled code is kept; None where no such folder can be written."""
    return next((one for one in folders() if not why_not_written(one.parent)), None)


def trouble() -> str:
    """A sentence on the cache folder that cannot be written; empty if there is nothing to say."""
    unfit = [(one.parent, why) for one in folders() if (why := why_not_written(one.parent))]
    if not unfit:
        return ""
    base, why = unfit[0]
    folder = cache_folder()
    so = (
        f"It is kept in {folder.parent} instead."
        if folder is not None
        else "Each process that needs it compiles anew; name a folder that can be written in"
        " CARDLAB_CACHE."
    )
    return f"The compiled solver cannot be kept in {base} ({why}). {so}"


def code_file(folder: Path, part: str) -> Path:
    """The file of machine code of a part in its folder; touched by every load."""
    return folder / f"{part}.code"


def lock_file(folder: Path, part: str) -> Path:
    """The file that whoever compiles a part holds: each part has its own, so that two processors
    compile both at once."""
    return folder / f"{part}.lock"


def kept(part: str = native.WHOLE) -> native.MachineCode | None:
    """The machine code of a part of this kernel, if it was compiled before; None also for what is
    damaged."""
    for folder in folders():
        with suppress(OSError, native.CannotLoad):
            made = native.read(code_file(folder, part))
            with suppress(OSError):  # of a folder that is only read
                code_file(folder, part).touch()
            return made
    return None


def throw_away_old(mine: Path) -> None:
    """Remove the folders beside this one that nobody has used for long; what any process uses
    now is younger."""
    before = time.time() - UNUSED_DAYS * 86400
    for folder in mine.parent.glob("kernel-" + "?" * 16):
        try:
            # every load touches a file there, so that the youngest of them tells of the last use
            if folder != mine and all(
                path.stat().st_mtime < before for path in (folder, *folder.iterdir())
            ):
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue


# --- compiling


def machine_code(part: str = native.WHOLE, gently: bool = False) -> native.MachineCode:
    """The machine code of a part of this kernel: what was kept, or made now, which takes up to half
    a minute.

    gently: leave the processor to others. Raises `native.CannotLoad` if it cannot be compiled.
    """
    if (made := kept(part)) is not None:
        return made
    folder = cache_folder()
    if folder is not None:
        _compile_once(folder, part, gently)
        return native.read(code_file(folder, part))
    with tempfile.TemporaryDirectory(prefix="cardlab-") as passing:
        _compile_once(Path(passing), part, gently)
        return native.read(code_file(Path(passing), part))


def _compile_once(folder: Path, part: str, gently: bool) -> None:
    """Have another process compile into this folder, or wait for the one that does already."""
    since = time.monotonic()
    while not _is_whole(folder, part):
        late = time.monotonic() - since > LONGEST
        if not late and _somebody_compiles(folder, part):
            time.sleep(LOOK)
            continue
        words = ["anyway"] * late + ["gently"] * gently
        # a process of its own leaves this one free and small, and numba reads for which processor
        # to compile when it is imported
        done = subprocess.run(
            [sys.executable, "-m", "cardlab.solver.keeping", str(folder), part, *words],
            env={**os.environ, "NUMBA_CPU_NAME": native.processor(), "NUMBA_CPU_FEATURES": ""},
            check=False,
            capture_output=True,
            text=True,
            errors="replace",
        )
        if done.returncode:
            message = done.stderr.strip().splitlines() or [f"exit code {done.returncode}"]
            raise native.CannotLoad(message[-1][:200])


def _is_whole(folder: Path, part: str) -> bool:
    try:
        native.read(code_file(folder, part))
    except (OSError, native.CannotLoad):
        return False
    return True


def _somebody_compiles(folder: Path, part: str) -> bool:
    """Whether a living process holds the lock: the system takes it from one that ends, however."""
    from filelock import FileLock, Timeout

    try:
        with FileLock(lock_file(folder, part), timeout=0):
            return False
    except Timeout:
        return True
    except OSError:
        return False  # a file system without locks


def compile_into(folder: Path, part: str, anyway: bool = False) -> None:
    """Compile a part and keep it, unless another process compiles.  anyway: never mind the
    lock."""
    from filelock import FileLock, Timeout

    lock = FileLock(lock_file(folder, part), timeout=0)
    if not anyway:
        try:
            lock.acquire()
        except Timeout:
            return
        except OSError:
            pass  # a file system without locks: code that is made twice is the same
    try:
        if not _is_whole(folder, part):
            native.compile_part(part).write(code_file(folder, part))
            throw_away_old(folder)
    finally:
        lock.release()


if __name__ == "__main__":
    if "gently" in sys.argv[3:] and hasattr(os, "nice"):
        os.nice(10)
    compile_into(Path(sys.argv[1]), sys.argv[2], anyway="anyway" in sys.argv[3:])
