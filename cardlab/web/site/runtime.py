"""Python for the browser: Pyodide from the npm registry, and the one compiled package that cardlab needs.

Both are fetched once, checked against the sums that stand here, and kept in the cache of this
account. Knows where they come from; does not know what is done with them.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from base64 import b64encode
from pathlib import Path

__all__ = ["FILES", "PYODIDE", "NoRuntime", "Runtime", "find_micropip", "find_runtime"]

PYODIDE = "314.0.7"
"""The version of Pyodide; its Python is 3.14."""
_SUM = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""What a browser loads of it."""
_REGISTRY = "https://registry.npmjs.org"
MSGSPEC = "0.22.0"
_PLATFORM = "pyemscripten_2026_0_wasm32"
_WHEEL = f"msgspec-{MSGSPEC}-cp314-cp314-{_PLATFORM}.whl"
_WHEEL_SUM = "a66b1766311e42371e509c996c3933b161c7ae0eabdf361af5316dec197e1022"

MICROPIP = "0.11.1"
_MICROPIP_SUM = "768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"


class NoRuntime(ValueError):
    """Python for the browser cannot be had; the text says why and what to do."""


class Runtime:
    """Where the files lie.  pyodide: the folder of `FILES`; msgspec: the wheel."""

    def __init__(self, pyodide: Path, msgspec: Path) -> None:
        self.pyodide = pyodide
        self.msgspec = msgspec

    @property
    def lock(self) -> str:
        """The list of packages that Pyodide itself would fetch from elsewhere: none."""
        lock = json.loads((self.pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))
        return json.dumps({"info": lock["info"], "packages": {}})


def find_runtime(given: Path | None = None) -> Runtime:
    """Python for the browser: from a folder, from the cache, or fetched now.

    given: a folder with what `npm pack pyodide` unpacks and the wheel of msgspec, for building
    without a network; what it lacks is looked for in the cache.
    """
    cache = _cache()
    if given is not None:
        folder = given / "package" if (given / "package").is_dir() else given
        missing = [name for name in (*FILES, "pyodide-lock.json") if not (folder / name).is_file()]
        if missing:
            raise NoRuntime(
                f"{given} is not a folder of Pyodide: it lacks {missing[0]}. Unpack there what"
                f" “npm pack pyodide@{PYODIDE}” fetches."
            )
        wheel = next(given.glob("msgspec-*wasm32.whl"), None)
        return Runtime(folder, wheel or _msgspec(cache))
    return Runtime(_pyodide(cache), _msgspec(cache))


def _cache() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("cardlab", appauthor=False) / "site"


def _pyodide(cache: Path) -> Path:
    folder = cache / f"pyodide-{PYODIDE}"
    if folder.is_dir():
        return folder
    registry = os.environ.get("npm_config_registry") or _REGISTRY  # noqa: SIM112
    address = f"{registry.rstrip('/')}/pyodide/-/pyodide-{PYODIDE}.tgz"
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            data = answer.read()
    except OSError as error:
        raise NoRuntime(
            f"Pyodide {PYODIDE} cannot be fetched from the npm registry ({error}). Try again with a"
            f" network, name another registry by npm_config_registry, or unpack what “npm pack"
            f" pyodide@{PYODIDE}” fetches and name its folder with --pyodide."
        ) from None
    if "sha512-" + b64encode(hashlib.sha512(data).digest()).decode() != _SUM:
        raise NoRuntime(
            f"What the npm registry sent is not Pyodide {PYODIDE}: its check sum differs. Nothing"
            " of it was used."
        )
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        archive = Path(beside) / "pyodide.tgz"
        archive.write_bytes(data)
        with tarfile.open(archive) as packed:
            packed.extractall(beside, filter="data")
        # Whole or not at all: another build may look for it at this moment.
        try:
            (Path(beside) / "package").rename(folder)
        except OSError:
            if not folder.is_dir():
                raise
    return folder


def _msgspec(cache: Path) -> Path:
    for_python = [f"--platform={_PLATFORM}", "--python-version=3.14"]
    for_python += ["--implementation=cp", "--abi=cp314"]
    return _wheel(cache, _WHEEL, f"msgspec=={MSGSPEC} --hash=sha256:{_WHEEL_SUM}", for_python)


def find_micropip() -> Path:
    """The wheel of micropip, which the kernel of a JupyterLite begins with: from the cache, or
    fetched now.  Raises NoRuntime."""
    name = f"micropip-{MICROPIP}-py3-none-any.whl"
    wanted = f"micropip=={MICROPIP} --hash=sha256:{_MICROPIP_SUM}"
    return _wheel(_cache(), name, wanted, ["--python-version=3.14"])


def _wheel(cache: Path, name: str, requirement: str, for_python: list[str]) -> Path:
    """A wheel from the cache, or fetched by pip, checked against its sum."""
    wheel = cache / name
    if wheel.is_file():
        return wheel
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as beside:
        wanted = Path(beside) / "wanted.txt"
        wanted.write_text(f"{requirement}\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps"]
        command += ["--only-binary=:all:", *for_python, f"--dest={beside}"]
        command += ["--require-hashes", f"--requirement={wanted}"]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode or not (Path(beside) / name).is_file():
            message = (done.stderr.strip().splitlines() or ["pip said nothing"])[-1]
            raise NoRuntime(
                f"{name} cannot be fetched with pip ({message[:200]}). Try again with a network, or"
                " lay it into a folder with Pyodide and name that with --pyodide."
            )
        (Path(beside) / name).replace(wheel)
    return wheel
