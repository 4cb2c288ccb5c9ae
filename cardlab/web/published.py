"""Where the notebooks of the pages lie: at the top of a checkout, inside an installed package, or
in a folder that somebody names; and how they become somebody's own.

Knows folders and file names. Does not know Jupyter, nor what a notebook holds.
"""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from cardlab.engine.words import shown

__all__ = ["OWN", "NoNotebooks", "Published", "copy_to", "find"]

OWN = "cardlab-notebooks"
"""The folder, in the current one, that `cardlab lab` fills with notebooks to be written in."""
_PARTS = ("notebooks", "tutorials")


class NoNotebooks(ValueError):
    """There is nothing to show in a folder; the text says which, and what to do."""


@dataclass(frozen=True, slots=True)
class Published:
    """The folders of the pages.

    root: holds both, and nothing else of it is ever served; notebooks: the pages of the games and
    laboratories; tutorials: the course, which need not be there.
    """

    root: Path
    notebooks: Path
    tutorials: Path

    @property
    def files(self) -> tuple[Path, ...]:
        """Every notebook in them, those to copy (``notebooks/own``) included."""
        paths = (*sorted(self.notebooks.rglob("*.ipynb")), *sorted(self.tutorials.glob("*.ipynb")))
        return tuple(path for path in paths if ".ipynb_checkpoints" not in path.parts)


def _in(root: Path) -> Published:
    return Published(root, *(root / part for part in _PARTS))


def checkout() -> Published | None:
    """The folders of the checkout that this package runs from; None if it was installed."""
    published = _in(Path(str(files("cardlab"))).parent)
    # a folder named notebooks beside the package may be anybody's; these two come together
    beside = (published.root / "pyproject.toml", published.notebooks, published.tutorials)
    return published if all(path.exists() for path in beside) else None


def find(named: str | Path | None = None) -> Published:
    """The folders of the pages: those that somebody names, else those of cardlab itself.

    named: a folder of notebooks (the course, if any, is the folder ``tutorials`` beside it), or a
    folder that holds ``notebooks``. Raises `NoNotebooks` where there is none.

    >>> find().notebooks.name, len(find().files) > 40
    ('notebooks', True)
    """
    if named is None:
        published = checkout() or _in(Path(str(files("cardlab"))) / "published")
        if not published.files:
            raise NoNotebooks(
                f"This installation of cardlab has no notebooks in {published.root}. Install it again,"
                " or name a folder of notebooks with --notebooks."
            )
        return published
    folder = Path(named).expanduser().resolve()
    # os.path asks without an error for what no system can have as a name
    if not os.path.isdir(folder):
        raise NoNotebooks(
            f"There is no folder {shown(str(named), 200)}. Name the folder of the notebooks with"
            " --notebooks."
        )
    inner = folder / "notebooks"
    if inner.is_dir():
        folder = inner
    if not any(folder.glob("*.ipynb")):
        raise NoNotebooks(
            f"There is no notebook (*.ipynb) in {shown(str(named), 200)}. Name another folder with"
            " --notebooks, or leave it out for the notebooks of cardlab."
        )
    return Published(folder.parent, folder, folder.parent / "tutorials")


@dataclass(frozen=True, slots=True)
class Copied:
    """What a copy did: the files that it made, and those that were there and have other contents."""

    folders: Published
    new: tuple[Path, ...]
    kept: tuple[Path, ...]

    def say(self) -> str:
        """The same as a sentence or two; empty if there is nothing to tell."""
        told = []
        if self.new:
            told.append(f"{len(self.new)} notebooks were copied to {self.folders.root}.")
        if self.kept:
            number = len(self.kept)
            what = "1 notebook there differs" if number == 1 else f"{number} notebooks there differ"
            told.append(
                f"{what} from those of this cardlab and stayed as"
                f" {'it was' if number == 1 else 'they were'}; delete a file to get a fresh copy."
            )
        return " ".join(told)


def copy_to(target: Path, source: Published | None = None) -> Copied:
    """Copy the notebooks and the course to a folder of one's own. A file that is there already is
    never written to. Raises `NoNotebooks`, with a sentence, where the folder cannot be made.

    source: the folders to copy from; None: those of cardlab.
    """
    source = source or find()
    mine = _in(target)
    new, kept = [], []
    try:
        for path in source.files:
            copy = target / path.relative_to(source.root)
            if not copy.exists():
                copy.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, copy)
                new.append(copy)
            elif copy.read_bytes() != path.read_bytes():
                kept.append(copy)
    except OSError as error:
        raise NoNotebooks(
            f"The notebooks cannot be copied to {target} ({error.strerror}). Go to a folder in"
            " which you may write, or name a folder of notebooks with --notebooks."
        ) from None
    return Copied(mine, tuple(new), tuple(kept))
