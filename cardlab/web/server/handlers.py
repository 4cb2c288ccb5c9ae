"""What the server answers: pages without a kernel, notebooks, and errors as one sentence.

Knows Voila's handlers and the addresses of pages; what is on a page is made elsewhere.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from posixpath import normpath
from typing import Any

import tornado.web as web
from jupyter_core.utils import ensure_async
from tornado.websocket import WebSocketClosedError, WebSocketHandler
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler, TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler

from cardlab.web.addresses import (
    ExploreAddress,
    MapAddress,
    PathAddress,
    PrintAddress,
    StartAddress,
    TodayAddress,
    notebook_at,
    without_seat,
)
from cardlab.web.pages.course import chapters
from cardlab.web.pages.explore import explore_page
from cardlab.web.pages.home import ReaderProgress, home_page, map_page, progress_of
from cardlab.web.pages.learner_name import HEADER, packed
from cardlab.web.pages.printing import NoSheet, print_page
from cardlab.web.pages.start import path_page, start_page
from cardlab.web.pages.still import (
    NO_WEBSOCKETS,
    full_sentence,
    origin_sentence,
    still_page,
)
from cardlab.web.pages.today import today_page
from cardlab.web.server.door import OwnOriginHandler, is_own_page
from cardlab.web.server.identity import COOKIE, visitor_of
from cardlab.web.server.limits import HELD, AskedTooMuch, SlowPages, asker
from cardlab.web.server.notebooks import made_page, notebook_at_rest
from cardlab.web.server.place import origin_host
from cardlab.web.server.seats import Asker, Seats
from cardlab.web.server.workers import Lost
from cardlab.web.templates import render

__all__ = [
    "SENTENCES",
    "UNKNOWN",
    "ExploreHandler",
    "FarewellHandler",
    "FixedHandler",
    "GameHandler",
    "HomeHandler",
    "MapHandler",
    "NotFoundHandler",
    "PathHandler",
    "PlainHandler",
    "PrintHandler",
    "SeatHandler",
    "StartHandler",
    "StaticHandler",
    "TemplateHandler",
    "TodayHandler",
]

_log = logging.getLogger("cardlab.web.pages")
LOST = "The server took too long over it, or ran out of memory. Load the page again in a minute."
"""What a reader is told whose slow page was given up."""
SENTENCES = {
    400: (
        "This address cannot be read",
        "It has a character that does not belong in an address.",
    ),
    403: ("This is not open", "The pages of cardlab do not need it."),
    404: (
        "There is no such page",
        "The address may be mistyped, or the game may have another name.",
    ),
    405: ("This page cannot be asked for in this way", "Open it in a browser, from the home page."),
}
UNKNOWN = ("The page could not be made", "No move is lost. Try again in a moment.")


def show_notice(handler: web.RequestHandler, status: int) -> None:
    """Answer with a page of one sentence instead of a traceback."""
    title, text = SENTENCES.get(status, UNKNOWN)
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.finish(render("notice.html", handler.settings["base_url"], title=title, text=text))


class StaticHandler(MultiStaticFileHandler):
    """Our own stylesheets and scripts."""

    def parse_url_path(self, url_path: str) -> str:
        if "\0" in url_path:  # which no name of a file has
            raise web.HTTPError(404)
        return str(super().parse_url_path(url_path))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        show_notice(self, status_code)


class TemplateHandler(TemplateStaticFileHandler):
    """Files of Voila's templates, by addresses like `lab/static/voila.js`."""

    def parse_url_path(self, url_path: str) -> str:
        """Voila takes for granted that an address without its dots still is of this form."""
        parts = normpath(url_path).split("/")
        if len(parts) < 3 or parts[1] != "static" or ".." in parts or "\0" in url_path:
            raise web.HTTPError(404)
        return str(super().parse_url_path("/".join(parts)))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        show_notice(self, status_code)


class PlainHandler(BaseVoilaHandler):
    """Pages that need no kernel, and errors as one sentence."""

    def initialize(self, **kwargs: Any) -> None:
        if "voila_configuration" in kwargs:
            super().initialize(**kwargs)

    async def head(self, *args: Any, **kwargs: Any) -> None:
        """The same as GET; Tornado leaves the page itself out."""
        await ensure_async(self.get(*args, **kwargs))

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        show_notice(self, status_code)

    @property
    def asker(self) -> Asker:
        """Whose page it is. The cookie is not looked into: whoever wants another gets one."""
        return Asker(asker(self.request.remote_ip), self.get_cookie(COOKIE) or "")

    async def _refused(self) -> None:
        """Answer that a limit was met, after a while."""
        self.set_status(429)
        await asyncio.sleep(HELD)

    async def _slowly(self, make: Callable[[], str], key: Hashable = None) -> str:
        """A page that may take seconds to make, or a notice where its reader waits for several or it
        could not be made.  make: a function of ours with what it is given, for another process makes
        the page."""
        slow: SlowPages = self.settings["cardlab_slow_pages"]
        try:
            return await slow.page(self.asker.address, make, key)
        except AskedTooMuch as error:
            await self._refused()
            title, text = "One thing after the other", str(error)
        except Lost as error:
            _log.warning("%s: %s", self.request.path, error)
            self.set_status(503)
            title, text = "This page could not be made", LOST
        return render("notice.html", self.settings["base_url"], title=title, text=text)


class CatalogueHandler(PlainHandler):
    """A page made of the catalogue and of what its reader has learned; kept by nobody's cache."""

    def initialize(self, **kwargs: Any) -> None:
        self._playable: list[str] = kwargs.pop("playable")
        super().initialize(**kwargs)

    async def _progress(self) -> ReaderProgress:
        # In a thread of its own, so that a locked store keeps no other page waiting.
        visitor = await visitor_of(self)
        return await asyncio.to_thread(progress_of, visitor.learner)

    def _answer(self, page: str) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "private, no-cache")
        self.write(page)


class HomeHandler(CatalogueHandler):
    """What to do next, and the list of games."""

    async def get(self) -> None:
        progress = await self._progress()
        course = chapters(self.settings["cardlab_folders"]["tutorials"])
        self._answer(home_page(self._playable, self.base_url, progress, course=course))


class MapHandler(CatalogueHandler):
    """The map of concepts and games; ?focus= names a node of it."""

    async def get(self) -> None:
        progress = await self._progress()
        focus = MapAddress.read(self.request.query).focus
        self._answer(map_page(self._playable, self.base_url, progress, focus))


class ExploreHandler(CatalogueHandler):
    """The laboratories; ?game= names the game to begin with."""

    async def get(self) -> None:
        game = ExploreAddress.read(self.request.query).game
        self._answer(explore_page(self._playable, self.base_url, game))


class StartHandler(CatalogueHandler):
    """The three questions, and the way that follows from the answers."""

    async def get(self) -> None:
        # A way that nobody asked for yet takes a moment to be found.
        address = StartAddress.read(self.request.query)
        self._answer(await self._slowly(partial(start_page, self.base_url, address), address))


class PathHandler(CatalogueHandler):
    """The way to a game: that of the address, or that of the reader."""

    async def get(self) -> None:
        reader = await self._progress()
        address = PathAddress.read(self.request.query)
        page = await self._slowly(
            partial(path_page, self.base_url, reader.record, address, reader.states)
        )
        self._answer(page)


class TodayHandler(CatalogueHandler):
    """The deal of a day; ?day= and ?game= name another."""

    async def get(self) -> None:
        address = TodayAddress.read(self.request.query)
        self._answer(today_page(self._playable, self.base_url, address))


class NotFoundHandler(PlainHandler):
    """Whatever no other handler knows."""

    def prepare(self) -> None:
        raise web.HTTPError(404)


class NotebookHandler(PlainHandler, TornadoVoilaHandler):
    """A notebook: its still page for whoever asks, and the live one, whose kernel is told who is
    learning, for a page that comes with the promise of a seat."""

    @property
    def _seats(self) -> Seats:
        seats: Seats = self.settings["cardlab_seats"]
        return seats

    async def _open(self, notebook: str) -> None:
        # Before the page is alive, too, so that a new browser has one cookie and not two.
        visitor = await visitor_of(self)
        query, ticket = without_seat(self.request.query)
        if not self._seats.redeem(ticket):
            page = await self._still(notebook, query)
            self.set_header("Content-Type", "text/html; charset=utf-8")
            self.set_header("Cache-Control", "private, no-cache")
            self.finish(page)
            return
        self.request.query = query
        self.request.uri = f"{self.request.path}?{query}" if query else self.request.path
        # What a visitor sends under the header's name does not count.
        self.request.headers[HEADER] = packed(visitor.learner)
        await TornadoVoilaHandler.get(self, notebook)

    async def _still(self, notebook: str, query: str) -> str:
        _, name = notebook_at(notebook) or ("", "")
        written = notebook_at_rest(notebook, self.settings["cardlab_folders"]["notebooks"].parent)
        full = "" if self._seats.free else full_sentence(self._seats.most)
        return await asyncio.to_thread(
            still_page, name, written, self.settings["base_url"], query, full
        )


class GameHandler(NotebookHandler):
    """One notebook of the folder, or of a game, by its plain name; no other path reaches the
    disk."""

    def initialize(self, **kwargs: Any) -> None:
        TornadoVoilaHandler.initialize(self, **kwargs)

    async def get(self, path: str | None = None) -> None:
        place, name = notebook_at(path or "") or ("", "")
        folder = self.settings["cardlab_folders"].get(place)
        if folder is None:
            raise web.HTTPError(404)
        notebook = f"{folder.name}/{name}.ipynb"
        if not (folder.parent / notebook).is_file() and made_page(notebook, folder.parent) is None:
            raise web.HTTPError(404)
        await self._open(notebook)


class FixedHandler(NotebookHandler):
    """One notebook under a short address of its own; what it shows is in the query."""

    def initialize(self, **kwargs: Any) -> None:
        self._notebook = str(kwargs.pop("notebook"))
        TornadoVoilaHandler.initialize(self, **kwargs)

    async def get(self, path: str | None = None) -> None:
        folder = self.settings["cardlab_folders"]["notebooks"]
        if not (folder / self._notebook).is_file():
            raise web.HTTPError(404)
        await self._open(f"{folder.name}/{self._notebook}")


class PrintHandler(PlainHandler):
    """A lesson or an exercise on paper; made without a kernel, beside the server because
    a position may have to be looked for."""

    async def get(self) -> None:
        address = PrintAddress.read(self.request.query)
        origin = f"{self.request.protocol}://{self.request.host}"
        try:
            base = self.settings["base_url"]
            page = await self._slowly(partial(print_page, address, base, origin), (address, origin))
        except NoSheet as error:
            self.set_status(404)
            title = "There is no such sheet"
            page = render("notice.html", self.settings["base_url"], title=title, text=str(error))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page)


class SeatHandler(PlainHandler, WebSocketHandler):
    """A page asks for a seat, and gets a ticket or its place in line.

    The connection shows that its scripts run and that websockets pass, without which no kernel is
    of use.  A page that cannot connect posts, and is told why not.
    """

    def initialize(self, **kwargs: Any) -> None:
        pass

    @property
    def _seats(self) -> Seats:
        seats: Seats = self.settings["cardlab_seats"]
        return seats

    def prepare(self) -> None:
        self._stood: int | None = None

    def check_xsrf_cookie(self) -> None:
        pass

    def check_origin(self, origin: str) -> bool:
        return is_own_page(self, origin)

    async def get(self, *args: Any, **kwargs: Any) -> None:
        await WebSocketHandler.get(self, *args, **kwargs)

    def open(self, *args: str, **kwargs: str) -> None:
        if not self._seats.queue(self):
            self._say(said=full_sentence(self._seats.most))

    def on_close(self) -> None:
        self._seats.leave(self)

    def on_message(self, message: str | bytes) -> None:
        pass  # a page that waits has nothing to say

    def seat(self, ticket: str) -> None:
        """There is a seat."""
        self._say(seat=ticket)

    def stand(self, before: int) -> None:
        """There is none yet, and so many pages are before this one."""
        if before != self._stood:
            self._stood = before
            self._say(said=full_sentence(self._seats.most, before))

    def _say(self, **message: str) -> None:
        with suppress(WebSocketClosedError):
            self.write_message(message)

    def post(self) -> None:
        origin = self.request.headers.get("Origin", "")
        if not is_own_page(self, origin):
            self.finish({"said": origin_sentence(origin_host(origin), self.request.host)})
        else:
            self.finish({"said": NO_WEBSOCKETS})


class FarewellHandler(OwnOriginHandler, VoilaShutdownKernelHandler):
    """A page that is left says so, and its kernel is freed at once.

    The browser's beacon cannot carry the usual token, so its origin is looked at.
    The kernel's id, which nobody can guess, does the rest.
    """

    async def post(self, kernel_id: str) -> None:
        if kernel_id not in self.kernel_manager:
            self.set_status(204)
            return
        await super().post(kernel_id)
