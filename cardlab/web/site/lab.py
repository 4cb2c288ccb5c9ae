"""A JupyterLite beside the site: JupyterLab in the visitor's browser, with the notebooks of cardlab.

JupyterLite builds itself (the extra `lite`); its kernel is given our Pyodide and a list of packages
that lie beside it, so that nothing is fetched from elsewhere. Knows archives and JupyterLite's
settings; knows no page.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from importlib.metadata import requires
from pathlib import Path
from typing import Any

from cardlab.web.published import Published
from cardlab.web.site.archives import CORE, LATER, write_core, write_distributions, write_package
from cardlab.web.site.runtime import FILES, NoRuntime, Runtime, find_micropip

__all__ = ["NEEDED", "write_lab"]

NEEDED = ("jupyterlite_core", "jupyterlite_pyodide_kernel", "jupyter_server")
"""The packages of the extra `lite`."""
KERNEL = "@jupyterlite/pyodide-kernel-extension"
EXTENSIONS = ("@jupyter-widgets/jupyterlab-manager", KERNEL, "anywidget")
"""What of the JupyterLab that is installed here goes along."""
STARTED = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What the kernel would fetch by itself when it starts; here it finds them."""
BROWSER = {
    "platform_system": "Emscripten",
    "sys_platform": "emscripten",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "implementation_name": "cpython",
    "python_version": "3.14",
    "python_full_version": "3.14.0",
    "extra": "",
}


def write_lab(folder: Path, published: Published, runtime: Runtime) -> None:
    """Write a JupyterLite with all notebooks into a folder that is not there yet.  Raises NoRuntime,
    with a sentence, where it cannot be built."""
    with tempfile.TemporaryDirectory(prefix="cardlab-lab-") as name:
        beside = Path(name)
        _copy_notebooks(published, beside / "notebooks-to-show")
        _build(beside, folder)
    place = folder / "static" / "pyodide"
    place.mkdir(parents=True)
    for file in FILES:
        shutil.copy(runtime.pyodide / file, place / file)
    lock = json.loads(runtime.lock)
    lock["packages"] = {one["name"]: one for one in _packages(place, folder, runtime)}
    (place / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    _set_kernel(folder / "jupyter-lite.json")


def _copy_notebooks(published: Published, target: Path) -> None:
    for part in (published.notebooks, published.tutorials):
        shutil.copytree(
            part, target / part.name, ignore=shutil.ignore_patterns("*.py", ".*", "__*")
        )


def _build(beside: Path, folder: Path) -> None:
    """Have JupyterLite build itself, with the extensions that a table needs and no other."""
    from jupyter_core.paths import jupyter_path

    places = [Path(root) / name for name in EXTENSIONS for root in jupyter_path("labextensions")]
    extensions = [str(place) for place in places if place.is_dir()]
    settings = {
        "LiteBuildConfig": {
            "contents": [str(beside / "notebooks-to-show")],
            "federated_extensions": extensions,
            "ignore_sys_prefix": ["federated_extensions"],
            "no_sourcemaps": True,
        }
    }
    (beside / "jupyter_lite_config.json").write_text(json.dumps(settings), encoding="utf-8")
    command = [sys.executable, "-m", "jupyterlite_core", "build", "--output-dir", str(folder)]
    done = subprocess.run(command, cwd=beside, capture_output=True, text=True, check=False)
    if done.returncode:
        message = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise NoRuntime(f"JupyterLite could not be built ({message[:200]}).")


def _packages(place: Path, folder: Path, runtime: Runtime) -> Iterator[dict[str, Any]]:
    """What the kernel can import, each with the archive in which it lies."""
    for name, distributions in LATER.items():
        write_package(place / f"{name}.zip", name)
        yield _package(place, name, f"{name}.zip", distributions)
    write_core(place / "cardlab.zip", runtime.msgspec)
    yield _package(place, "cardlab", "cardlab.zip", ("cardlab", "ipywidgets"), tuple(LATER))
    write_distributions(place / "ipython.zip", _needed_by("ipython", "jedi", "comm"))
    yield _package(place, "ipython", "ipython.zip", ("IPython",), ("cardlab",))
    for name in ("comm", "jedi"):
        yield _package(place, name, "ipython.zip", (name,)) | {"depends": ["ipython"]}
    own = folder / "extensions" / KERNEL / "static" / "pypi"
    for name in ("piplite", "pyodide_kernel", "ipykernel"):
        wheel = next(own.glob(f"{name}-*.whl"))
        shutil.copy(wheel, place / wheel.name)
        yield _package(place, name.replace("_", "-"), wheel.name, (name,), ("ipython",))
    wheel = find_micropip()
    shutil.copy(wheel, place / wheel.name)
    yield _package(place, "micropip", wheel.name, ("micropip",))


def _package(
    place: Path, name: str, file: str, imports: Iterable[str], depends: Iterable[str] = ()
) -> dict[str, Any]:
    """A package as Pyodide's list has it."""
    return {
        "name": name,
        "version": "0",
        "file_name": file,
        "install_dir": "site",
        "sha256": hashlib.sha256((place / file).read_bytes()).hexdigest(),
        "package_type": "package",
        "imports": [*imports],
        "depends": [*depends],
        "unvendored_tests": False,
    }


def _needed_by(*names: str) -> list[str]:
    """These distributions and all that they need in a browser, but for what lies with cardlab."""
    from packaging.requirements import Requirement

    needed: list[str] = []
    waiting = [*names]
    while waiting:
        name = re.sub(r"[-_.]+", "-", waiting.pop(0)).lower()
        if name in needed or name in CORE:
            continue
        needed.append(name)
        for text in requires(name) or ():
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate(BROWSER):
                waiting.append(one.name)
    return needed


def _set_kernel(file: Path) -> None:
    """Tell the kernel where its Python lies, and to ask nobody else for packages."""
    settings = json.loads(file.read_text(encoding="utf-8"))
    plugins = settings["jupyter-config-data"].setdefault("litePluginSettings", {})
    plugins.setdefault(f"{KERNEL}:kernel", {}).update(
        pyodideUrl="./static/pyodide/pyodide.mjs",
        disablePyPIFallback=True,
        loadPyodideOptions={"packages": [*STARTED]},
    )
    file.write_text(json.dumps(settings), encoding="utf-8")
