"""The web server: Voila with our home page, our page frame and nothing else of its site.

Knows Voila and the catalogue of games. Of Voila's own addresses only those stay that a rendered notebook needs; the
file browser and the contents service are left out, so that a visitor sees the pages and no files.
"""

from __future__ import annotations

import errno
import json
import logging
import re
import signal
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import tornado.web as web
from tornado.ioloop import IOLoop
from traitlets import Unicode
from traitlets.config.loader import Config
from voila.app import Voila
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import MultiStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from .home import home_page

__all__ = ["ServerError", "serve"]

_FOLDER = Path(str(files("cardlab.pages")))
_STATIC = [str(_FOLDER / "static"), str(_FOLDER.parent / "widgets" / "static")]
PAGES = ("lesson", "exercise")
"""Notebooks with a short address: /lesson?concept=trump, /exercise?address=…"""
_NOTEBOOK = re.compile(r"notebooks/([A-Za-z0-9][A-Za-z0-9_-]{0,60})\.ipynb")

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
    400: ("This address cannot be read", "Something in it is not a letter, a digit or a sign that belongs there."),
    403: ("This is not open", "The pages of cardlab do not need it."),
    404: ("There is no such page", "The address may be mistyped, or the game may have another name."),
    405: ("This is not how the page is asked", "Open it in a browser, from the home page."),
}
UNKNOWN = ("The page could not be made", "No move is lost. Try again in a moment.")


def _tell(handler: web.RequestHandler, status: int) -> None:
    """Answer with a page of one sentence instead of a traceback."""
    title, text = SENTENCES.get(status, UNKNOWN)
    template = handler.settings["voila_jinja2_env"].get_template("cardlab-error.html")
    handler.set_header("Content-Type", "text/html; charset=utf-8")
    handler.finish(template.render(base_url=handler.settings["base_url"], title=title, text=text, status=status))


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


class HomeHandler(_Plain):
    """The list of games; made once, because no visitor changes it."""

    def initialize(self, **kwargs: Any) -> None:
        self._page = str(kwargs.pop("page"))
        super().initialize(**kwargs)

    def get(self) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.write(self._page)


class NotFoundHandler(_Plain):
    """Whatever no other handler knows."""

    def prepare(self) -> None:
        raise web.HTTPError(404)


class GameHandler(_Plain, TornadoVoilaHandler):
    """One notebook of the folder, by its plain name; no other path reaches the disk."""

    def initialize(self, **kwargs: Any) -> None:
        TornadoVoilaHandler.initialize(self, **kwargs)

    async def get(self, path: str | None = None) -> None:
        found = _NOTEBOOK.fullmatch(path or "")
        if not found or not (Path(self.settings["cardlab_notebooks"]) / f"{found[1]}.ipynb").is_file():
            raise web.HTTPError(404)
        await TornadoVoilaHandler.get(self, f"{found[1]}.ipynb")


class FixedHandler(_Plain, TornadoVoilaHandler):
    """One notebook under a short address of its own; what it shows is in the query."""

    def initialize(self, **kwargs: Any) -> None:
        self._notebook = str(kwargs.pop("notebook"))
        TornadoVoilaHandler.initialize(self, **kwargs)

    async def get(self, path: str | None = None) -> None:
        if not (Path(self.settings["cardlab_notebooks"]) / self._notebook).is_file():
            raise web.HTTPError(404)
        await TornadoVoilaHandler.get(self, self._notebook)


class PrintHandler(_Plain):
    """A lesson or an exercise on paper; made without a kernel, beside the loop because a position may have to be looked
    for."""

    async def get(self) -> None:
        from .printing import NoSheet, print_page

        asked = {name: self.get_query_argument(name, "") for name in ("lesson", "exercise", "solutions")}
        origin = f"{self.request.protocol}://{self.request.host}"
        try:
            page = await IOLoop.current().run_in_executor(None, print_page, asked, self.settings["base_url"], origin)
        except NoSheet as said:
            template = self.settings["voila_jinja2_env"].get_template("cardlab-error.html")
            self.set_status(404)
            page = template.render(base_url=self.settings["base_url"], title="There is no such sheet", text=str(said), status=404)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(page)


class FarewellHandler(VoilaShutdownKernelHandler):
    """A page that is left says so, and its kernel is freed at once.

    The browser's beacon cannot carry the usual token; it always names its origin, and only our own pages are heard.
    The kernel's id, which nobody can guess, does the rest.
    """

    def check_xsrf_cookie(self) -> None:
        origin = self.request.headers.get("Origin", "")
        if not origin or urlsplit(origin).netloc != self.request.host:
            raise web.HTTPError(403)

    async def post(self, kernel_id: str) -> None:
        if kernel_id not in self.kernel_manager:
            self.set_status(204)
            return
        await super().post(kernel_id)


class Server(Voila):
    """Voila with our templates, handlers and settings."""

    name = "voila"
    home = Unicode("")

    def setup_template_dirs(self) -> None:
        super().setup_template_dirs()
        # Ours are looked through first; a template of the same name there wins.
        self.template_paths.insert(0, str(_FOLDER / "templates"))

    def init_settings(self) -> dict[str, Any]:
        settings = super().init_settings()
        settings["cardlab_notebooks"] = self.root_dir
        settings["default_handler_class"] = NotFoundHandler
        settings["headers"] = {"Content-Security-Policy": _POLICY, "X-Content-Type-Options": "nosniff"}
        return settings

    def init_handlers(self) -> list[Any]:
        handlers: list[Any] = [
            (r"/", HomeHandler, {"page": self.home, "voila_configuration": self.voila_configuration}),
            (r"/print", PrintHandler, {"voila_configuration": self.voila_configuration}),
            (r"/cardlab/static/(.*)", StaticHandler, {"paths": _STATIC}),
        ]
        for handler in super().init_handlers():
            pattern, kind = handler[0], handler[1]
            if kind in (TornadoVoilaTreeHandler, VoilaContentsHandler) or "/voila/files/" in pattern:
                continue
            if kind is TornadoVoilaHandler:
                for page in PAGES:
                    handlers.append((rf"/{page}", FixedHandler, {**handler[2], "notebook": f"{page}.ipynb"}))
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
        return f"Port {port} is taken by another program. Choose another: make serve PORT={other}, or --port {other}."
    if error.errno in (errno.EACCES, errno.EPERM):
        return f"Port {port} may not be used by this account. Choose one above 1023, for instance --port 8866."
    if error.errno in (errno.EADDRNOTAVAIL, getattr(errno, "EAI_NONAME", -2)) or not error.errno or error.errno < 0:
        return f"This machine has no address {host}. Use 127.0.0.1 for itself alone, or 0.0.0.0 for the whole network."
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

    idle: seconds after which the kernel of a page that nobody looks at is freed (default: see voila.json).
    """
    if not 0 < port < 65536:
        raise ServerError(f"{port} is no port; ports go from 1 to 65535.")
    config = settings()
    config.Voila.ip = host
    config.Voila.port = port
    config.Voila.root_dir = str(notebooks)
    config.Voila.open_browser = open_browser
    if idle is not None:
        if idle < 5:
            raise ServerError(f"A kernel needs at least 5 seconds of silence before it is freed, not {idle}.")
        config.MappingKernelManager.cull_idle_timeout = idle
        config.MappingKernelManager.cull_interval = min(60, max(1, idle // 4))
    # Voila reads every voila.json of the working directory and of Jupyter's folders; ours is the only one that counts.
    config.Voila.config_file_paths = []
    app = Server(config=config, home=home_page(sorted(p.stem for p in notebooks.glob("*.ipynb"))))
    # A kernel that is asked for twice, a page that goes away while it loads: news for developers only.
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    app.initialize([])
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.default_int_handler)
    app.start()
