"""The web server: Voila with our home page, our page frame and nothing else of its site.

Knows Voila, its settings and which handler answers where. Of Voila's own addresses only those stay
that a rendered notebook needs; the file browser and the contents service are left out, so that a
visitor sees the pages and no files.
"""

from __future__ import annotations

import errno
import json
import logging
import signal
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from tornado.ioloop import IOLoop
from traitlets import Dict, List
from traitlets.config.loader import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from cardlab.engine.catalogue import games
from cardlab.web.addresses import (
    LABS,
    LEARNER,
    SHORT,
    STATIC,
    ExploreAddress,
    MapAddress,
    PrintAddress,
    frame_links,
)
from cardlab.web.pages.home import home_page
from cardlab.web.server.handlers import (
    ExploreHandler,
    FarewellHandler,
    FixedHandler,
    GameHandler,
    HomeHandler,
    MapHandler,
    NotFoundHandler,
    PrintHandler,
    StaticHandler,
)
from cardlab.web.server.kernels import fork_kernels, limit_kernels, raise_file_limit
from cardlab.web.server.learners import ExportHandler, ImportHandler, LearnerHandler
from cardlab.web.server.notebooks import Notebooks
from cardlab.web.templates import FOLDER

__all__ = ["ServerError", "serve"]

_WEB = Path(str(files("cardlab.web")))
_STATIC = [str(_WEB / "pages" / "static"), str(_WEB / "widgets" / "static")]

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
    return Config(json.loads((_WEB / "server" / "voila.json").read_text(encoding="utf-8")))


def serve(
    notebooks: Path,
    host: str = "127.0.0.1",
    port: int = 8866,
    *,
    open_browser: bool = False,
    idle: int | None = None,
) -> None:
    """Serve the home page and the notebooks until somebody ends it.

    idle: seconds after which the kernel of a page that nobody looks at is freed (default:
    ten minutes).
    """
    if not 0 < port < 65536:
        raise ServerError(f"{port} is not a port; ports go from 1 to 65535.")
    config = settings()
    config.Voila.ip = host
    config.Voila.port = port
    # The course lies beside the pages of the games; the two folders are all that is served of the
    # place they are in.
    notebooks = notebooks.resolve()
    folders = {"notebooks": notebooks, "tutorials": notebooks.parent / "tutorials"}
    config.Voila.root_dir = str(notebooks.parent)
    config.Voila.open_browser = open_browser
    try:
        limit_kernels(config, idle)
    except ValueError as error:
        raise ServerError(str(error)) from None
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
    raise_file_limit()
    forks = fork_kernels(config)
    app.initialize([])
    if sys.platform != "win32":
        signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        app.start()
    finally:
        if forks is not None:
            forks.close()
