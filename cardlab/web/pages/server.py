"""The web server: Voila with our home page, our page frame and nothing else of its site.

Knows Voila and the catalogue of games. Of Voila's own addresses only those stay that a rendered
notebook needs; the file browser and the contents service are left out, so that a visitor sees the
pages and no files.
"""

from __future__ import annotations

import asyncio
import errno
import json
import logging
import signal
import sys
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import nbformat
import tornado.web as web
from jupyter_server.services.contents.largefilemanager import LargeFileManager
from tornado.ioloop import IOLoop
from traitlets import Dict, List
from traitlets.config.loader import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from cardlab.engine.catalogue import games
from cardlab.lessons.nickname import GUEST, nickname
from cardlab.web.addresses import (
    LABS,
    LEARNER,
    SHORT,
    STATIC,
    ExploreAddress,
    MapAddress,
    PrintAddress,
    frame_links,
    notebook_at,
)
from cardlab.web.pages.course import chapters
from cardlab.web.pages.explore import explore_page
from cardlab.web.pages.home import Progress, home_page, map_page, progress_of
from cardlab.web.pages.notebook import game_notebook
from cardlab.web.pages.warm import raise_kernels
from cardlab.web.pages.who import COOKIE, HEADER, Who, packed, visitor
from cardlab.web.templates import FOLDER, render

if TYPE_CHECKING:
    from cardlab.store import Learners

__all__ = ["ServerError", "serve"]

_FOLDER = Path(str(files("cardlab.web.pages")))
_STATIC = [str(_FOLDER / "static"), str(_FOLDER.parent / "widgets" / "static")]

# The browser itself refuses to fetch anything from elsewhere, even if some package would like to.
_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "style-src 'self' 'unsafe-inline' blob: data:",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws: wss: data: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)


class ServerError(RuntimeError):
    """The server cannot start; the text says why and what to do."""


SENTENCES = {
    400: (
        "This address cannot be read",
        "Something in it is not a letter, a digit or a sign that belongs there.",
    ),
    403: ("This is not open", "The pages of cardlab do not need it."),
    404: (
        "There is no such page",
        "The address may be mistyped, or the game may have another name.",
    ),
    405: ("This is not how the page is asked", "Open it in a browser, from the home page."),
}
UNKNOWN = ("The page could not be made", "No move is lost. Try again in a moment.")


def _tell(handler: web.RequestHandler, status: int) -> None:
    """Answer with a page of one sentence instead of a traceback."""
    title, text = SENTENCES.get(status, UNKNOWN)
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.finish(render("notice.html", handler.settings["base_url"], title=title, text=text))


class StaticHandler(MultiStaticFileHandler):
    """Our own stylesheets and scripts."""

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        _tell(self, status_code)


class _Plain(BaseVoilaHandler):
    """Pages that need no kernel, and errors as one sentence."""

    def initialize(self, **kwargs: Any) -> None:
        if "voila_configuration" in kwargs:
            super().initialize(**kwargs)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        _tell(self, status_code)


class _Catalogue(_Plain):
    """A page made of the catalogue and of what its reader has learned; kept by nobody's cache."""

    def initialize(self, **kwargs: Any) -> None:
        self._playable: list[str] = kwargs.pop("playable")
        super().initialize(**kwargs)

    async def _progress(self) -> Progress:
        # In a thread of its own, so that a locked store keeps no other page waiting.
        return await asyncio.to_thread(progress_of, self)

    def _answer(self, page: str) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "private, no-cache")
        self.write(page)


class HomeHandler(_Catalogue):
    """What to do next, and the list of games."""

    async def get(self) -> None:
        progress = await self._progress()
        course = chapters(self.settings["cardlab_folders"]["tutorials"])
        self._answer(home_page(self._playable, self.base_url, progress, course=course))


class MapHandler(_Catalogue):
    """The map of concepts and games; ?focus= names a node of it."""

    async def get(self) -> None:
        progress = await self._progress()
        focus = MapAddress.read(self.request.query).focus
        self._answer(map_page(self._playable, self.base_url, progress, focus))


class ExploreHandler(_Catalogue):
    """The laboratories; ?game= names the game to begin with."""

    async def get(self) -> None:
        wanted = ExploreAddress.read(self.request.query).game
        self._answer(explore_page(self._playable, self.base_url, wanted))


class NotFoundHandler(_Plain):
    """Whatever no other handler knows."""

    def prepare(self) -> None:
        raise web.HTTPError(404)


class _Notebook(_Plain, TornadoVoilaHandler):
    """A notebook whose kernel is told who is learning."""

    async def _open(self, notebook: str) -> None:
        # What a visitor sends under the header's name does not count.
        self.request.headers.pop(HEADER, None)
        if kept := self.get_cookie(COOKIE):
            self.request.headers[HEADER] = kept
        await TornadoVoilaHandler.get(self, notebook)


class Notebooks(LargeFileManager):
    """The notebooks as they lie in their folder; a game without one has the one made from it."""

    def get(self, path: str, *args: Any, **kwargs: Any) -> Any:
        game_id = _made(path, Path(self.root_dir))
        if game_id is None:
            return super().get(path, *args, **kwargs)
        text = json.dumps(game_notebook(game_id))
        return {
            "name": f"{game_id}.ipynb",
            "path": path,
            "type": "notebook",
            "format": "json",
            "content": nbformat.reads(text, as_version=4),  # type: ignore[no-untyped-call]
        }


def _made(path: str, root: Path) -> str | None:
    """The game of a page that has no file, None for every other path."""
    folder, name = notebook_at(path.strip("/")) or ("", "")
    if folder != "notebooks" or name not in games():
        return None
    return None if (root / path.strip("/")).is_file() else name


class GameHandler(_Notebook):
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
        if not (folder.parent / notebook).is_file() and _made(notebook, folder.parent) is None:
            raise web.HTTPError(404)
        await self._open(notebook)


class FixedHandler(_Notebook):
    """One notebook under a short address of its own; what it shows is in the query."""

    def initialize(self, **kwargs: Any) -> None:
        self._notebook = str(kwargs.pop("notebook"))
        TornadoVoilaHandler.initialize(self, **kwargs)

    async def get(self, path: str | None = None) -> None:
        folder = self.settings["cardlab_folders"]["notebooks"]
        if not (folder / self._notebook).is_file():
            raise web.HTTPError(404)
        await self._open(f"{folder.name}/{self._notebook}")


class PrintHandler(_Plain):
    """A lesson or an exercise on paper; made without a kernel, beside the loop because a
    position may have to be looked for."""

    async def get(self) -> None:
        from cardlab.web.pages.printing import NoSheet, print_page

        address = PrintAddress.read(self.request.query)
        origin = f"{self.request.protocol}://{self.request.host}"
        try:
            page = await IOLoop.current().run_in_executor(
                None, print_page, address, self.settings["base_url"], origin
            )
        except NoSheet as said:
            self.set_status(404)
            title = "There is no such sheet"
            page = render("notice.html", self.settings["base_url"], title=title, text=str(said))
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page)


class _OurOwn(web.RequestHandler):
    """Only our own pages are heard: a browser always names the origin of what it posts."""

    def check_xsrf_cookie(self) -> None:
        origin = self.request.headers.get("Origin", "")
        if not origin or urlsplit(origin).netloc != self.request.host:
            raise web.HTTPError(403)


class FarewellHandler(_OurOwn, VoilaShutdownKernelHandler):
    """A page that is left says so, and its kernel is freed at once.

    The browser's beacon cannot carry the usual token, so its origin is looked at.
    The kernel's id, which nobody can guess, does the rest.
    """

    async def post(self, kernel_id: str) -> None:
        if kernel_id not in self.kernel_manager:
            self.set_status(204)
            return
        await super().post(kernel_id)


class LearnerHandler(_OurOwn, _Plain):
    """Who is learning (GET), and saying so (POST `learner=NAME`, or a JSON object): a cookie of
    this browser.

    Answers with JSON: `learner`, and `said`, a sentence for the page.
    """

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        title, text = SENTENCES.get(status_code, UNKNOWN)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps({"learner": self.learner, "said": f"{title}. {text}"}))

    @property
    def learner(self) -> str:
        return self._who().name

    def _who(self) -> Who:
        return visitor(self.request.query, self.get_cookie(COOKIE) or "")

    def _say(self, said: str, status: int = 200, **more: Any) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(json.dumps({"learner": self.learner, "said": said} | more, ensure_ascii=False))

    def _remember(self, name: str) -> None:
        path = self.settings["base_url"]
        secure = self.request.protocol == "https"
        self.set_cookie(
            COOKIE,
            packed(name),
            expires_days=400,
            path=path,
            httponly=True,
            samesite="Lax",
            secure=secure,
        )

    async def get(self) -> None:
        who = self._who()
        self._say(who.said, guest=who.name == GUEST)

    async def post(self) -> None:
        try:
            name = nickname(self._sent())
        except ValueError as error:
            self._say(str(error), 400)
            return
        self._remember(name)
        self._say(f"From now on you learn as {name}.", learner=name)

    def _sent(self) -> Any:
        """The name in a form or in JSON; whatever else was sent is no name."""
        if self.request.headers.get("Content-Type", "").startswith("application/json"):
            try:
                data = json.loads(self.request.body)
            except (ValueError, RecursionError):
                return None
            return data.get("learner") if isinstance(data, dict) else None
        found = self.request.body_arguments.get("learner")
        return found[0].decode("utf-8", "replace") if found else None


async def _with_learners(act: Any) -> Any:
    """Ask the store in a thread of its own, so that a locked file keeps no other page waiting."""

    def ask() -> Any:
        from cardlab.store import Learners

        learners: Learners = Learners()
        try:
            return act(learners)
        finally:
            learners.close()

    return await asyncio.to_thread(ask)


class ExportHandler(LearnerHandler):
    """The progress of whoever is learning, as a file to take away."""

    async def get(self) -> None:
        from cardlab.store import LearnerNotFound, StoreError

        name = self.learner
        try:
            text = await _with_learners(lambda learners: learners.export_text(name))
        except StoreError as error:
            self._say(str(error), 404 if isinstance(error, LearnerNotFound) else 503)
            return
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        file = quote(f"cardlab-{name}.json", safe="")
        self.set_header(
            "Content-Disposition",
            f"attachment; filename=\"cardlab-learner.json\"; filename*=UTF-8''{file}",
        )
        self.finish(text)

    async def post(self) -> None:
        raise web.HTTPError(405)


class ImportHandler(LearnerHandler):
    """A file of progress comes back (a form's file, or the text alone); from then on its learner
    is learning here."""

    async def get(self) -> None:
        raise web.HTTPError(405)

    async def post(self) -> None:
        from cardlab.store import StoreError

        files = [file for several in self.request.files.values() for file in several]
        body = files[0]["body"] if files else self.request.body
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            # Not text at all; the store has the sentence for it.
            text = ""
        try:
            done = await _with_learners(lambda learners: learners.import_text(text))
        except StoreError as error:
            self._say(str(error), 400)
            return
        self._remember(done.name)
        self._say(str(done), learner=done.name, events=done.events, walks=done.walks)


class Server(Voila):
    """Voila with our templates, handlers and settings."""

    name = "voila"
    playable: Any = List()
    folders: Any = Dict()

    def setup_template_dirs(self) -> None:
        super().setup_template_dirs()
        # Ours are looked through first; a template of the same name there wins.
        self.template_paths.insert(0, str(FOLDER))

    def init_settings(self) -> dict[str, Any]:
        # what the frame of a page with a kernel shows besides the notebook
        self.voila_configuration.config.VoilaConfiguration.resources = {
            "links": frame_links(self.base_url),
            "laboratories": list(LABS),
        }
        settings = super().init_settings()
        self.contents_manager = settings["contents_manager"] = Notebooks(parent=self)
        settings["cardlab_folders"] = dict(self.folders)
        settings["default_handler_class"] = NotFoundHandler
        settings["headers"] = {
            "Content-Security-Policy": _POLICY,
            "X-Content-Type-Options": "nosniff",
        }
        return settings

    def init_handlers(self) -> list[Any]:
        catalogue = {
            "playable": list(self.playable),
            "voila_configuration": self.voila_configuration,
        }
        handlers: list[Any] = [
            (r"/", HomeHandler, catalogue),
            (f"/{MapAddress.path}", MapHandler, catalogue),
            (f"/{ExploreAddress.path}", ExploreHandler, catalogue),
            (
                f"/{PrintAddress.path}",
                PrintHandler,
                {"voila_configuration": self.voila_configuration},
            ),
            (f"/{STATIC}/(.*)", StaticHandler, {"paths": _STATIC}),
            (
                f"/{LEARNER}",
                LearnerHandler,
                {"voila_configuration": self.voila_configuration},
            ),
            (
                f"/{LEARNER}/export",
                ExportHandler,
                {"voila_configuration": self.voila_configuration},
            ),
            (
                f"/{LEARNER}/import",
                ImportHandler,
                {"voila_configuration": self.voila_configuration},
            ),
        ]
        for handler in super().init_handlers():
            pattern, kind = handler[0], handler[1]
            if (
                kind in (TornadoVoilaTreeHandler, VoilaContentsHandler)
                or "/voila/files/" in pattern
            ):
                continue
            if kind is TornadoVoilaHandler:
                for page in SHORT:
                    handlers.append(
                        (rf"/{page}", FixedHandler, {**handler[2], "notebook": f"{page}.ipynb"})
                    )
                handler = (pattern, GameHandler, *handler[2:])
            elif kind is VoilaShutdownKernelHandler:
                handler = (pattern, FarewellHandler, *handler[2:])
            handlers.append(handler)
        return handlers

    def listen(self) -> None:
        try:
            self.app.listen(self.port, self.ip)
        except OSError as error:
            self.stop()
            raise ServerError(_why_not(error, self.ip, self.port)) from None
        print(f"cardlab is at {self.connection_url}  (Ctrl-C ends it)", flush=True)
        if self.open_browser:
            self.launch_browser()
        self.ioloop = IOLoop.current()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()


def _why_not(error: OSError, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        other = port + 1
        return (
            f"Port {port} is taken by another program. Choose another: make serve PORT={other}, or"
            f" --port {other}."
        )
    if error.errno in (errno.EACCES, errno.EPERM):
        return (
            f"Port {port} may not be used by this account. Choose one above 1023, for instance"
            " --port 8866."
        )
    if (
        error.errno in (errno.EADDRNOTAVAIL, getattr(errno, "EAI_NONAME", -2))
        or not error.errno
        or error.errno < 0
    ):
        return (
            f"This machine has no address {host}. Use 127.0.0.1 for itself alone, or 0.0.0.0 for"
            " the whole network."
        )
    return f"The server cannot listen on {host}:{port} ({error.strerror})."


def settings() -> Config:
    """The configuration that is checked in beside this module."""
    return Config(json.loads((_FOLDER / "voila.json").read_text(encoding="utf-8")))


def serve(
    notebooks: Path,
    host: str = "127.0.0.1",
    port: int = 8866,
    *,
    open_browser: bool = False,
    idle: int | None = None,
) -> None:
    """Serve the home page and the notebooks until somebody ends it.

    idle: seconds after which the kernel of a page that nobody looks at is freed (default: see
    voila.json).
    """
    if not 0 < port < 65536:
        raise ServerError(f"{port} is no port; ports go from 1 to 65535.")
    config = settings()
    config.Voila.ip = host
    config.Voila.port = port
    # The course lies beside the pages of the games; the two folders are all that is served of the
    # place they are in.
    notebooks = notebooks.resolve()
    folders = {"notebooks": notebooks, "tutorials": notebooks.parent / "tutorials"}
    config.Voila.root_dir = str(notebooks.parent)
    config.Voila.open_browser = open_browser
    if idle is not None:
        if idle < 5:
            raise ServerError(
                f"A kernel needs at least 5 seconds of silence before it is freed, not {idle}."
            )
        config.MappingKernelManager.cull_idle_timeout = idle
        config.MappingKernelManager.cull_interval = min(60, max(1, idle // 4))
    # Voila reads every voila.json of the working directory and of Jupyter's folders; ours is the
    # only one that counts.
    config.Voila.config_file_paths = []
    # Every game has a page; a laboratory has one where its notebook lies.
    written = sorted(path.stem for path in notebooks.glob("*.ipynb"))
    playable = list(dict.fromkeys([*games(), *written]))
    app = Server(config=config, playable=playable, folders=folders)
    # Made once before anybody asks: the first visitor does not wait for all the games.
    home_page(app.playable)
    # A kernel that is asked for twice, a page that goes away while it loads: news for developers
    # only.
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    nursery = raise_kernels(config)
    if nursery is not None:
        # Sockets that are files: a port that was found free may be another's by the time a kernel
        # takes it.
        config.KernelManager.transport = "ipc"
    app.initialize([])
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        app.start()
    finally:
        if nursery is not None:
            nursery.close()
