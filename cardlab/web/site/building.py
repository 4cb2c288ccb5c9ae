"""Building the folder: every page, the scripts, Python and its archives, and the list of all of it.

Knows which pages there are and where their files lie; what is on a page is made elsewhere. The
folder is written beside the target and put in its place when it is whole.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

from markupsafe import Markup

from cardlab.engine.catalogue import TABLES, game_class, games
from cardlab.engine.words import listed
from cardlab.web.addresses import (
    LABS,
    LEARNER,
    SHORT,
    STATIC,
    ChapterAddress,
    ExploreAddress,
    GameAddress,
    MapAddress,
    PathAddress,
    PrintAddress,
    StartAddress,
    TodayAddress,
    notebook_place,
)
from cardlab.web.pages.course import Chapter, chapters
from cardlab.web.pages.explore import explore_page
from cardlab.web.pages.home import home_page, map_page, script_json
from cardlab.web.pages.notebook import game_notebook
from cardlab.web.pages.start import path_page, start_page
from cardlab.web.published import Published
from cardlab.web.site.archives import LATER, write_core, write_package
from cardlab.web.site.drafts import drafted, for_python
from cardlab.web.site.lab import write_lab
from cardlab.web.site.runtime import FILES, Runtime
from cardlab.web.templates import render

__all__ = ["Built", "NotOurs", "build_site", "look_at"]

_WEB = Path(str(files("cardlab.web")))
_SCRIPTS = "cardlab/site"
"""Where the scripts of the site, Python and its archives lie."""
_AT_THE_TOP = ("sw.js", "manifest.webmanifest")
"""What has to lie at the beginning of the site, because it is in force below the place where it lies."""
_MARK = "cardlab-site.json"
"""The file by which a folder is known as a site of ours."""
_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' 'wasm-unsafe-eval' blob:",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' blob: data:",
        "worker-src 'self' blob:",
        "object-src 'none'",
    ]
)
"""The browser itself refuses to fetch anything from elsewhere."""


MOST_NAMED = 8
"""Games of a site that a sentence names one by one."""


class NotOurs(ValueError):
    """The target holds something that is no site of cardlab; the text says so. It was left as it is."""


@dataclass(frozen=True, slots=True)
class Built:
    """What was built: the number of pages and files, and bytes altogether."""

    pages: int
    files: int
    size: int


@dataclass(frozen=True, slots=True)
class _Page:
    """One page: its path below the beginning, its HTML, and what the shell has to do there."""

    path: str
    html: str
    cells: Sequence[tuple[int, str, bool]] = ()
    answer: str | None = None
    """What Python is asked for to make the page anew for its reader; None if it is not asked."""
    empty: bool = False
    """Whether nothing stands there before Python has answered."""


def build_site(
    target: Path,
    notebooks: Published,
    runtime: Runtime,
    wanted: Sequence[str] = (),
    tell: Callable[[str], None] = lambda _: None,
    *,
    lab: bool = False,
) -> Built:
    """Write the site into a folder that is empty, not there yet, or an older site of ours.

    wanted: ids of games; all of them if there are none. tell: hears what is being done. lab:
    whether a JupyterLite with the notebooks lies beside it, in the folder `lab`.
    Raises NotOurs for a folder that holds anything else, ValueError for an unknown game.
    """
    target = target.absolute()
    playing = look_at(target, wanted)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=".cardlab-site-", dir=target.parent) as beside:
        folder = Path(beside) / "site"
        folder.mkdir()
        with _as_there(Path(beside), playing):
            pages = _write_pages(folder, notebooks, playing, runtime, tell)
        if lab:
            tell("JupyterLite")
            # it keeps its own files for visitors without a network, so they are not in our list
            write_lab(folder / "lab", notebooks, runtime)
        _put_in_place(folder, target, Path(beside))
    all_files = [path for path in target.rglob("*") if path.is_file()]
    return Built(pages, len(all_files), sum(path.stat().st_size for path in all_files))


def look_at(target: Path, wanted: Sequence[str] = ()) -> list[str]:
    """The games of a site, before it is built; raises what `build_site` would."""
    if target.is_file():
        raise NotOurs(f"{target} is a file. Name a folder for the site.")
    if target.is_dir() and any(target.iterdir()) and not (target / _MARK).is_file():
        raise NotOurs(
            f"The folder {target} is not empty and holds no site of cardlab; it was left as it is."
            " Name another folder, or empty this one."
        )
    return [game_class(name).id for name in wanted] or list(games())


def _put_in_place(folder: Path, target: Path, beside: Path) -> None:
    if target.is_dir():
        target.rename(beside / "old")
    folder.chmod(0o755)
    folder.rename(target)


@contextmanager
def _as_there(folder: Path, playing: Sequence[str]) -> Iterator[None]:
    """Make the pages as for their visitors: with the tables of this site, and what is tried while
    building goes into a store of its own, and away with it."""
    there = {"CARDLAB_STORE": str(folder / "tried.sqlite"), TABLES: " ".join(playing)}
    before = {name: os.environ.get(name) for name in there}
    os.environ.update(there)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _write_pages(
    folder: Path,
    published: Published,
    playing: list[str],
    runtime: Runtime,
    tell: Callable[[str], None],
) -> int:
    course = chapters(published.tutorials)
    laboratories = [name for name in SHORT if (published.notebooks / f"{name}.ipynb").is_file()]
    playable = list(dict.fromkeys([*playing, *laboratories]))
    hours = [asdict(chapter) for chapter in course]
    settings = {"playable": playable, "tables": playing, "course": hours}
    tell("Python and its packages")
    _write_static(folder, runtime)
    later = {name: f"{name}.zip" for name in LATER}
    python = {"settings": settings, "later": later, "build": _sum_of(folder)}
    pages = 0
    for page in _pages(published, playing, playable, course):
        tell(page.path or "home")
        _write_page(folder, page, python)
        pages += 1
    _write_aliases(folder)
    _write_list(folder, str(python["build"]))
    return pages


def _write_static(folder: Path, runtime: Runtime) -> None:
    static, scripts = folder / STATIC, folder / _SCRIPTS
    for source in (_WEB / "pages" / "static", _WEB / "widgets" / "static"):
        shutil.copytree(source, static, dirs_exist_ok=True)
    shutil.copytree(_WEB / "site" / "static", scripts, ignore=shutil.ignore_patterns(*_AT_THE_TOP))
    for name in _AT_THE_TOP:
        shutil.copy(_WEB / "site" / "static" / name, folder / name)
    (scripts / "pyodide").mkdir()
    for name in FILES:
        shutil.copy(runtime.pyodide / name, scripts / "pyodide" / name)
    (scripts / "pyodide" / "lock.json").write_text(runtime.lock, encoding="utf-8")
    write_core(scripts / "core.zip", runtime.msgspec)
    for package in LATER:
        write_package(scripts / f"{package}.zip", package)


def _pages(
    published: Published,
    playing: list[str],
    playable: list[str],
    course: Sequence[Chapter],
) -> Iterator[_Page]:
    yield _Page("", home_page(playable, "./", course=course), answer="")
    yield _Page(MapAddress.path, map_page(playable, "../"), answer=MapAddress.path)
    yield _Page(StartAddress.path, start_page("../"), answer=StartAddress.path)
    yield _Page(PathAddress.path, path_page("../"), answer=PathAddress.path)
    yield _Page(ExploreAddress.path, explore_page(playable, "../"), answer=ExploreAddress.path)
    yield _empty_page(TodayAddress.path, "Today's deal is being looked up.")
    yield _empty_page(PrintAddress.path, "The sheet is being made.")
    for game in playing:
        written = published.notebooks / f"{game}.ipynb"
        notebook = _read(written) if written.is_file() else game_notebook(game)
        yield _cells_page(GameAddress(game).url(""), game, notebook)
    for game in games():
        if game not in playing:
            yield _absent_page(game, playing)
    for name in playable:
        if name in SHORT:
            yield _cells_page(name, name, _read(published.notebooks / f"{name}.ipynb"))
    for chapter in course:
        notebook = _read(published.tutorials / f"{chapter.id}.ipynb")
        yield _cells_page(ChapterAddress(chapter.id).url(""), chapter.id, notebook)


def _empty_page(path: str, waiting: str) -> _Page:
    """A page that nobody can make beforehand: only its visitor knows the query, or the date."""
    html = render("notice.html", "../", title="Opening …", text=waiting)
    return _Page(path, html, answer=path, empty=True)


def _absent_page(game: str, playing: Sequence[str]) -> _Page:
    """What an old link, or one of another site, leads to: this site was built without the game."""
    title = f"{game_class(game).title} has no table here"
    titles = [game_class(id).title for id in playing]
    carried = listed(titles, "and") if len(titles) <= MOST_NAMED else f"{len(titles)} other games"
    text = (
        f"This site was made with {carried}. Laboratories and exercises know the other games too."
    )
    path = GameAddress(game).url("")
    return _Page(path, render("notice.html", _way_up(path), title=title, text=text))


def _read(notebook: Path) -> Any:
    return json.loads(notebook.read_text(encoding="utf-8"))


def _cells_page(path: str, name: str, notebook: Mapping[str, Any]) -> _Page:
    base = _way_up(path)
    # a laboratory and what is named by the query lie beside the folder of the games
    lies = path if path.endswith(".ipynb") else notebook_place(name)
    cells = drafted(notebook, lies, base)
    title = notebook["metadata"].get("title", "cardlab")
    html = render("site-page.html", base, title=title, page=name, laboratories=LABS, cells=cells)
    return _Page(path, html, cells=for_python(cells))


def _way_up(path: str) -> str:
    """From a page in a folder of its own to the beginning of the site."""
    return "../" * (path.count("/") + 1) if path else "./"


def _write_page(folder: Path, page: _Page, python: Mapping[str, Any]) -> None:
    base = _way_up(page.path)
    doing = {"cells": list(page.cells), "answer": page.answer, "empty": page.empty}
    data = {"root": base, "page": doing, "python": python, "learner": LEARNER}
    head = render("site-head.html", base, policy=_POLICY, data=Markup(script_json(data)))
    place = folder / page.path / "index.html"
    place.parent.mkdir(parents=True, exist_ok=True)
    html = page.html.replace("</head>", f"{head}</head>", 1)
    place.write_text(html, encoding="utf-8")


def _write_aliases(folder: Path) -> None:
    """`kaiser?seed=7` is easier to type than the address of a notebook, and leads there."""
    for game in games():
        place = folder / game / "index.html"
        if not place.exists():
            place.parent.mkdir(exist_ok=True)
            to = f"../{GameAddress(game).url('')}/"
            html = render("site-alias.html", "../", to=to, title=game_class(game).title)
            place.write_text(html, encoding="utf-8")


def _sum_of(folder: Path) -> str:
    """A name for what the folder holds: the same files, the same name."""
    total = hashlib.sha256()
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        total.update(path.relative_to(folder).as_posix().encode())
        total.update(hashlib.sha256(path.read_bytes()).digest())
    return total.hexdigest()[:16]


def _write_list(folder: Path, build: str) -> None:
    """The list of all files, for the worker that keeps them, and the mark that the site is ours."""
    names = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*"))
    kept = [name for name in names if (folder / name).is_file() and name != "sw.js"]
    whole = _sum_of(folder)
    mark = json.dumps({"cardlab": whole, "python": build, "files": kept})
    (folder / _MARK).write_text(mark, encoding="utf-8")
    worker = folder / "sw.js"
    text = worker.read_text(encoding="utf-8")
    worker.write_text(text.replace('"BUILD"', json.dumps(whole)), encoding="utf-8")
