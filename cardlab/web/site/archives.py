"""The archives of Python code that a visitor's browser fetches: what every page needs, and big
packages that few pages need.

The files are those of the packages that are installed here, without tests and without what was
compiled for this machine; each of them has a road that needs no compiled part.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterable, Iterator
from importlib.metadata import PackageNotFoundError, files
from importlib.resources import files as resources
from pathlib import Path

__all__ = ["CORE", "LATER", "MissingPackage", "write_core", "write_distributions", "write_package"]

CORE = (
    *("anywidget", "comm", "ipywidgets", "jinja2", "markupsafe", "platformdirs"),
    *("psygnal", "sqlalchemy", "traitlets", "typing-extensions"),
)
"""The distributions that every page needs, besides cardlab itself."""
LATER = {"networkx": ("networkx",), "sympy": ("sympy", "mpmath")}
"""What is fetched when something imports it: the package, and the distributions in its archive."""

_LEFT_OUT = (".so", ".pyd", ".dylib", ".pyc", ".pyi", ".pyx", ".pxd", ".c", ".h", ".map")
_WHEN = (1980, 1, 1, 0, 0, 0)
"""The same files make the same archive, byte by byte."""


class MissingPackage(ValueError):
    """A package that the site needs is not installed here; the text says which."""


def write_core(target: Path, extra: Path) -> None:
    """Write the archive of cardlab and of what it needs on every page.

    extra: a wheel whose files go into the archive as they are.
    """
    with zipfile.ZipFile(extra) as wheel:
        compiled = [(name, wheel.read(name)) for name in wheel.namelist() if name[-1:] != "/"]
    _write(target, [*_cardlab(), *_distributions(CORE), *compiled])


def write_package(target: Path, package: str) -> None:
    """Write the archive of one of the packages that are fetched later."""
    _write(target, _distributions(LATER[package]))


def write_distributions(target: Path, names: Iterable[str]) -> None:
    """Write the archive of these distributions."""
    _write(target, _distributions(names))


def _cardlab() -> Iterator[tuple[str, bytes]]:
    root = Path(str(resources("cardlab")))
    for path in root.rglob("*"):
        inside = path.relative_to(root.parent).as_posix()
        if path.is_file() and _wanted(inside) and not inside.endswith(".ipynb"):
            yield inside, path.read_bytes()


def _distributions(names: Iterable[str]) -> Iterator[tuple[str, bytes]]:
    for name in names:
        try:
            listed = files(name) or ()
        except PackageNotFoundError:
            raise MissingPackage(
                f"The site needs the package {name}, which is not installed here. Install it with"
                f" pip install {name}."
            ) from None
        for file in listed:
            inside = file.as_posix()
            if (
                not inside.startswith("..")
                and _wanted(inside)
                and Path(str(file.locate())).is_file()
            ):
                yield inside, file.read_binary()


def _wanted(path: str) -> bool:
    parts = path.split("/")
    if path.startswith("IPython/testing/"):
        return path.endswith(".py")  # a part of it, whatever it is called
    if any(part in ("tests", "testing", "__pycache__", "nbextension") for part in parts[:-1]):
        return False
    if parts[0].endswith((".dist-info", ".data")):
        return parts[-1] == "METADATA"
    return not path.endswith(_LEFT_OUT)


def _write(target: Path, members: Iterable[tuple[str, bytes]]) -> None:
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in sorted(dict(members).items()):
            info = zipfile.ZipInfo(name, _WHEN)
            archive.writestr(info, data, zipfile.ZIP_DEFLATED, compresslevel=6)
