"""What a server would be asked, answered in the visitor's own browser: the pages that are made for
their reader, who is learning, and what is kept as a file.

One browser, one person, or a few who give themselves nicknames: everything that is kept here is
theirs. Knows the store's folder and the pages; knows no browser.
"""

from __future__ import annotations

import json
import os
import sqlite3
from base64 import b64decode, b64encode
from collections.abc import Callable, Mapping
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, quote

from cardlab.lessons.nickname import GUEST, account_of, nickname
from cardlab.web.addresses import (
    GOAL,
    LEARNER,
    ExploreAddress,
    MapAddress,
    PathAddress,
    PrintAddress,
    StartAddress,
    TodayAddress,
)
from cardlab.web.pages.learner_name import HEADER, packed

__all__ = ["Answers", "Reply"]

WHOLE = "cardlab.sqlite"
"""The file that has everything: matches, progress, house rules."""
_NAME = "learner.txt"
ABOUT = "Keeps the progress of two people at one machine apart. All of it stays in this browser."
_SAVED_BY = {"matches", "learners"}
"""Tables that every store of cardlab has one of."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What comes back: a status as on the web, the text, and its headers."""

    body: str
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Answers:
    """Answers for one site.

    base: the path that all pages lie below; settings: `playable` (the pages), `tables` (the games
    among them) and `course` as the site was built with; folder: where the store lies.
    """

    def __init__(self, base: str, settings: Mapping[str, Any], folder: Path) -> None:
        self.base = base
        self._playable: list[str] = list(settings.get("playable", ()))
        self._course = tuple(settings.get("course", ()))
        self._folder = folder
        self._pages: dict[str, Callable[[str], Reply]] = {
            "": self._home,
            MapAddress.path: self._map,
            ExploreAddress.path: self._explore,
            PrintAddress.path: self._print,
            StartAddress.path: self._start,
            PathAddress.path: self._path,
            TodayAddress.path: self._today,
        }
        self._asked: dict[tuple[str, str], Callable[[str, str], Reply]] = {
            ("POST", GOAL): self._choose,
            ("GET", LEARNER): self._who,
            ("POST", LEARNER): self._name,
            ("GET", f"{LEARNER}/export"): self._export,
            ("POST", f"{LEARNER}/import"): self._import,
            ("GET", f"{LEARNER}/whole"): self._whole,
            ("POST", f"{LEARNER}/whole"): self._put_whole,
        }
        self._remember(self._remembered())

    def answer(self, method: str, path: str, query: str, body: str) -> Reply:
        """Reply one request; path: without the base and a slash at its end."""
        path = path.rstrip("/")
        if method == "GET" and path in self._pages:
            return self._pages[path](query)
        if reply := self._asked.get((method, path)):
            return reply(query, body)
        return self._said("There is no such page", 404)

    # -- pages
    # ---------------------------------------------------------------------

    def _progress(self) -> Any:
        from cardlab.web.pages.home import reader_progress
        from cardlab.web.pages.learner_log import progress_of_learner

        return reader_progress(progress_of_learner(self._remembered()))

    def _home(self, query: str) -> Reply:
        from cardlab.web.pages.course import Chapter
        from cardlab.web.pages.home import home_page

        course = [Chapter(**one | {"concepts": tuple(one["concepts"])}) for one in self._course]
        return Reply(home_page(self._playable, self.base, self._progress(), course=course))

    def _map(self, query: str) -> Reply:
        from cardlab.web.pages.home import map_page

        focus = MapAddress.read(query).focus
        return Reply(map_page(self._playable, self.base, self._progress(), focus))

    def _explore(self, query: str) -> Reply:
        from cardlab.web.pages.explore import explore_page

        return Reply(explore_page(self._playable, self.base, ExploreAddress.read(query).game))

    def _start(self, query: str) -> Reply:
        from cardlab.web.pages.start import start_page

        return Reply(start_page(self.base, StartAddress.read(query)))

    def _path(self, query: str) -> Reply:
        from cardlab.web.pages.start import path_page

        reader = self._progress()
        return Reply(path_page(self.base, reader.record, PathAddress.read(query), reader.states))

    def _choose(self, _: str, body: str) -> Reply:
        """The way that somebody chose is kept; says where its next step is."""
        from cardlab.web.pages.choosing import choose_way

        coming = choose_way(self._remembered(), PathAddress.read(body))
        kind = {"Content-Type": "application/json; charset=utf-8"}
        return Reply(json.dumps({"href": coming.url(self.base)}), 200, kind)

    def _today(self, query: str) -> Reply:
        from cardlab.web.pages.today import today_page

        return Reply(today_page(self._playable, self.base, TodayAddress.read(query)))

    def _print(self, query: str) -> Reply:
        from cardlab.web.pages.printing import NoSheet, print_page
        from cardlab.web.templates import render

        try:
            return Reply(print_page(PrintAddress.read(query), self.base))
        except NoSheet as error:
            title = "There is no such sheet"
            return Reply(render("notice.html", self.base, title=title, text=str(error)), 404)

    # -- who is learning
    # ---------------------------------------------------------------------

    def _remembered(self) -> str:
        try:
            return nickname((self._folder / _NAME).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return GUEST

    def _remember(self, name: str) -> None:
        # where the pages look for it, as a server would hand it to them
        os.environ[f"HTTP_{HEADER.upper().replace('-', '_')}"] = packed(name)
        if name != self._remembered():
            (self._folder / _NAME).write_text(name, encoding="utf-8")

    def _said(self, said: str, status: int = 200, **more: Any) -> Reply:
        learner = self._remembered()
        told = {"learner": learner, "guest": learner == GUEST, "about": ABOUT, "said": said}
        body = json.dumps(told | more, ensure_ascii=False)
        return Reply(body, status, {"Content-Type": "application/json; charset=utf-8"})

    def _who(self, _: str, __: str) -> Reply:
        return self._said("")

    def _name(self, _: str, body: str) -> Reply:
        try:
            name = nickname(parse_qs(body).get("learner", [""])[0])
        except ValueError as error:
            return self._said(str(error), 400)
        self._remember(name)
        return self._said(f"From now on you learn as {name}.")

    # -- files
    # ---------------------------------------------------------------------

    def _export(self, _: str, __: str) -> Reply:
        from cardlab.store import Learners, StoreError

        name = self._remembered()
        with closing(Learners()) as learners:
            try:
                text = learners.export_text(name)
            except StoreError as error:
                return self._said(str(error), 404)
        file = quote(f"cardlab-{name}.json", safe="")
        kind = {"Content-Type": "application/json; charset=utf-8"}
        return Reply(text, 200, kind | {"Content-Disposition": f"filename*=UTF-8''{file}"})

    def _import(self, _: str, body: str) -> Reply:
        from cardlab.store import Learners, StoreError

        # an account of a server is nobody here, so that its progress goes to whoever loads it
        into = self._remembered() if _of_account(body) else ""
        with closing(Learners()) as learners:
            try:
                done = learners.import_text(body, into)
            except StoreError as error:
                return self._said(str(error), 400)
        self._remember(done.name)
        return self._said(str(done), events=done.events, walks=done.walks)

    def _whole(self, _: str, __: str) -> Reply:
        """Everything that is kept here as one file, in base64."""
        if not (self._folder / WHOLE).is_file():
            return self._said("Nothing is kept here yet. Play a deal first.", 404)
        with closing(sqlite3.connect(self._folder / WHOLE)) as database:
            return Reply(b64encode(database.serialize()).decode())

    def _put_whole(self, _: str, body: str) -> Reply:
        """A file of everything comes back, in base64, in the place of what is here."""
        refused = "This is no file that cardlab saved with everything in it. Nothing was changed."
        try:
            data = b64decode(body, validate=True)
        except ValueError:
            return self._said(refused, 400)
        with TemporaryDirectory() as beside:
            file = Path(beside) / WHOLE
            file.write_bytes(data)
            with closing(sqlite3.connect(file)) as taken:
                if not _sound(taken):
                    return self._said(refused, 400)
                with closing(sqlite3.connect(self._folder / WHOLE)) as database:
                    taken.backup(database)
        return self._said("All of it is here now. The page is loaded anew.")


def _of_account(text: str) -> bool:
    """Whether a file of progress is that of somebody's account on a server."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and bool(account_of(str(data.get("learner", ""))))


def _sound(database: sqlite3.Connection) -> bool:
    """Whether a database is whole, and one of cardlab."""
    try:
        tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
        return bool(tables & _SAVED_BY) and database.execute(
            "PRAGMA integrity_check"
        ).fetchone() == ("ok",)
    except sqlite3.Error:
        return False
