"""The web server: Voila with our home page, our page frame and nothing else of its site.

Knows Voila, its settings and which handler answers where. Of Voila's own addresses only those stay
that a rendered notebook needs; the file browser and the contents service are left out, so that a
visitor sees the pages and no files.
"""

from __future__ import annotations

import errno
import io
import json
import logging
import re
import signal
import sys
import tempfile
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any

from jupyter_server.auth.logout import LogoutHandler
from tornado.ioloop import IOLoop, PeriodicCallback
from tornado.web import StaticFileHandler
from traitlets import Dict, Instance, Int, List
from traitlets.config.loader import Config
from voila.app import Voila
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.contentshandler import VoilaContentsHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from voila.tornado.treehandler import TornadoVoilaTreeHandler

from cardlab.engine.catalogue import games
from cardlab.web.addresses import (
    GOAL,
    LABS,
    LEARNER,
    SEATS,
    SHORT,
    STATIC,
    ExploreAddress,
    MapAddress,
    PathAddress,
    PrintAddress,
    StartAddress,
    TodayAddress,
    frame_links,
)
from cardlab.web.classes.handlers import class_handlers
from cardlab.web.classes.showing import showing_handlers
from cardlab.web.classes.teaching import teaching_handlers
from cardlab.web.classes.vote_handlers import vote_handlers
from cardlab.web.pages.home import home_page
from cardlab.web.server.compressing import compressed_files
from cardlab.web.server.door import (
    LONGEST_MESSAGE,
    PING,
    Door,
    KernelConnection,
    KernelSocketHandler,
    ToBaseHandler,
)
from cardlab.web.server.exporting import keep_templates
from cardlab.web.server.handlers import (
    ExploreHandler,
    FarewellHandler,
    FixedHandler,
    GameHandler,
    HomeHandler,
    MapHandler,
    NotFoundHandler,
    PathHandler,
    PrintHandler,
    SeatHandler,
    StartHandler,
    StaticHandler,
    TemplateHandler,
    TodayHandler,
)
from cardlab.web.server.identity import SETTING, Account, Identity, SignedCookie
from cardlab.web.server.kernels import fork_kernels, raise_file_limit
from cardlab.web.server.learners import ExportHandler, GoalHandler, ImportHandler, LearnerHandler
from cardlab.web.server.limits import WORKERS, Joins, SlowPages, WrongCodes
from cardlab.web.server.notebooks import Notebooks
from cardlab.web.server.place import Place
from cardlab.web.server.seats import (
    AWAY,
    MOST_MEMORY,
    MOST_MESSAGES,
    MOST_VISITORS,
    PageKernels,
    Seats,
)
from cardlab.web.server.status import HealthHandler, MetricsHandler, Numbers, RobotsHandler
from cardlab.web.server.workers import Workers
from cardlab.web.templates import FOLDER

__all__ = ["ServerError", "check_store", "greeting", "serve"]

_WEB = Path(str(files("cardlab.web")))
_STATIC = [str(_WEB / "pages" / "static"), str(_WEB / "widgets" / "static")]

QUIET = 120
"""Seconds that a connection may say nothing before it is closed."""
SHORTEST_AWAY = 5
LEAST_MEMORY, LEAST_MESSAGES = 400, 10


class ServerError(RuntimeError):
    """The server cannot start; the text says why and what to do."""


class Server(Voila):
    """Voila with our templates, handlers and settings."""

    name = "voila"
    playable: Any = List()
    folders: Any = Dict()
    place: Any = Instance(Place)
    visitors: Any = Int(MOST_VISITORS)
    away: Any = Int(AWAY)
    memory: Any = Int(MOST_MEMORY)
    messages: Any = Int(MOST_MESSAGES)

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
        self.seats = Seats(self.visitors, lambda: len(self.kernel_manager.list_kernel_ids()))
        self.kernel_manager.seats, self.kernel_manager.away = self.seats, self.away
        self.kernel_manager.memory, self.kernel_manager.messages = self.memory, self.messages
        self.numbers = Numbers(self.seats)
        header = self.place.user_header
        identities: list[Identity] = [Account(header)] if header else []
        return settings | {
            "compress_response": True,
            "cardlab_folders": dict(self.folders),
            SETTING: (*identities, SignedCookie()),
            "cardlab_seats": self.seats,
            "cardlab_slow_pages": SlowPages(run=Workers(WORKERS).run),
            "cardlab_wrong_codes": WrongCodes(),
            "cardlab_joins": Joins(),
            "default_handler_class": NotFoundHandler,
            "kernel_websocket_connection_class": KernelConnection,
            "log_function": self.numbers.note,
            "websocket_max_message_size": LONGEST_MESSAGE,
            "ws_ping_interval": PING * 1000,
            "ws_ping_timeout": PING * 1000,
        }

    def init_handlers(self) -> list[Any]:
        """Every handler twice: below the base URL, and without it for a proxy that takes it away."""
        plain = [
            (
                pattern,
                compressed_files(kind) if issubclass(kind, StaticFileHandler) else kind,
                *rest,
            )
            for pattern, kind, *rest in self._own_handlers() + self._voila_handlers()
        ]
        base = self.base_url.rstrip("/")
        if not base:
            return plain
        below = [(re.escape(base) + pattern, *rest) for pattern, *rest in plain]
        return [*below, *plain, (re.escape(base), ToBaseHandler)]

    def _own_handlers(self) -> list[Any]:
        catalogue = {
            "playable": list(self.playable),
            "voila_configuration": self.voila_configuration,
        }
        configured = {"voila_configuration": self.voila_configuration}
        return [
            (r"/", HomeHandler, catalogue),
            (f"/{MapAddress.path}", MapHandler, catalogue),
            (f"/{ExploreAddress.path}", ExploreHandler, catalogue),
            (f"/{StartAddress.path}", StartHandler, catalogue),
            (f"/{PathAddress.path}", PathHandler, catalogue),
            (f"/{TodayAddress.path}", TodayHandler, catalogue),
            (f"/{PrintAddress.path}", PrintHandler, configured),
            (f"/{STATIC}/(.*)", StaticHandler, {"paths": _STATIC}),
            (f"/{SEATS}", SeatHandler),
            (f"/{GOAL}", GoalHandler, configured),
            (f"/{LEARNER}", LearnerHandler, configured),
            (f"/{LEARNER}/export", ExportHandler, configured),
            (f"/{LEARNER}/import", ImportHandler, configured),
            (r"/health", HealthHandler, {"seats": self.seats}),
            (r"/metrics", MetricsHandler, {"numbers": self.numbers}),
            (r"/robots\.txt", RobotsHandler, {"base": self.base_url}),
            *class_handlers(),
            *teaching_handlers(),
            *showing_handlers(),
            *vote_handlers(),
        ]

    def _voila_handlers(self) -> list[Any]:
        """What of Voila's a rendered notebook needs."""
        handlers: list[Any] = []
        for handler in super().init_handlers():
            pattern, kind = handler[0], handler[1]
            if (
                kind in (TornadoVoilaTreeHandler, VoilaContentsHandler, LogoutHandler)
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
            elif kind is TemplateStaticFileHandler:
                handler = (pattern, TemplateHandler, *handler[2:])
            elif kind is VoilaKernelWebsocketHandler:
                handler = (pattern, KernelSocketHandler, *handler[2:])
            handlers.append(handler)
        return handlers

    def start(self) -> None:
        self.connection_dir = tempfile.mkdtemp(prefix="voila_", dir=self.connection_dir_root)
        settings = self.init_settings()
        self.app = Door(self.place, **settings)
        self.app.settings.update(self.tornado_settings)
        self.app.add_handlers(".*$", self.init_handlers())
        self.listen()

    def listen(self) -> None:
        try:
            self.app.listen(
                self.port,
                self.ip,
                # a visitor who is slower than this is none
                idle_connection_timeout=QUIET,
                body_timeout=QUIET,
            )
        except OSError as error:
            self.stop()
            raise ServerError(_why_not(error, self.ip, self.port)) from None
        print(greeting(self.place, qr=sys.stdout.isatty()), flush=True)
        if self.open_browser:
            self.launch_browser()
        self.ioloop = IOLoop.current()
        PeriodicCallback(self.kernel_manager.look_round, 1000).start()
        try:
            self.ioloop.start()
        except KeyboardInterrupt:
            pass
        finally:
            self.stop()


def greeting(place: Place, qr: bool = False) -> str:
    """What the server prints when it is ready: its addresses, and for phones the first as a QR
    code where others can reach it."""
    first, *others = place.addresses()
    lines = [f"cardlab is at {first}  (Ctrl-C ends it)"]
    lines += [f"  and at {other}" for other in others]
    lines += [
        f"  and, through its proxy, at {name}{place.base}"
        for name in place.names
        if "*" not in name
    ]
    if qr and place.reached_by_others:
        with suppress(ImportError):
            import segno

            drawn = io.StringIO()
            segno.make(first, error="l").terminal(drawn, border=2, compact=True)
            lines.append(drawn.getvalue().rstrip("\n"))
    return "\n".join(lines)


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
    place: Place | None = None,
    *,
    visitors: int = MOST_VISITORS,
    away: int = AWAY,
    memory: int = MOST_MEMORY,
    messages: int = MOST_MESSAGES,
    open_browser: bool = False,
) -> None:
    """Serve the home page and the notebooks until somebody ends it.

    place: where the server stands; this machine alone unless it says otherwise. visitors: pages that
    may be alive at once. away: seconds after which the kernel of a page that nobody is connected to
    is ended. memory, messages: megabytes that the kernel of a page may have, and messages a second
    that a page may send to it.
    """
    place = place or Place()
    _check(place.port, visitors, away)
    _check_page(memory, messages)
    config = settings()
    config.Voila.ip = place.host
    config.Voila.port = place.port
    # what the pages write begins with the one; what is asked for may come with or without it
    config.Voila.base_url = place.base
    config.Voila.server_url = "/"
    # The course lies beside the pages of the games; the two folders are all that is served of the
    # place they are in.
    notebooks = notebooks.resolve()
    folders = {"notebooks": notebooks, "tutorials": notebooks.parent / "tutorials"}
    config.Voila.root_dir = str(notebooks.parent)
    config.Voila.open_browser = open_browser
    # Voila reads every voila.json of the working directory and of Jupyter's folders; ours is the
    # only one that counts.
    config.Voila.config_file_paths = []
    config.VoilaConfiguration.multi_kernel_manager_class = PageKernels
    # Every game has a page; a laboratory has one where its notebook lies.
    written = sorted(path.stem for path in notebooks.glob("*.ipynb"))
    playable = list(dict.fromkeys([*games(), *written]))
    app = Server(
        config=config,
        playable=playable,
        folders=folders,
        place=place,
        visitors=visitors,
        away=away,
        memory=memory,
        messages=messages,
    )
    # Made once before anybody asks: the first visitor does not wait for all the games.
    home_page(app.playable, place.base)
    # A kernel that is asked for twice, a page that goes away while it loads: news for developers
    # only.
    logging.getLogger("tornado.access").setLevel(logging.ERROR)
    raise_file_limit()
    keep_templates()
    forks = fork_kernels(config)
    try:
        check_store()
        app.initialize([])
        if sys.platform != "win32":
            signal.signal(signal.SIGINT, signal.default_int_handler)
        app.start()
    finally:
        if forks is not None:
            forks.close()


def _check(port: int, visitors: int, away: int) -> None:
    if not 0 < port < 65536:
        raise ServerError(f"{port} is not a port; ports go from 1 to 65535.")
    if visitors < 1:
        raise ServerError(f"At least one visitor has to be let in, not {visitors}.")
    if away < SHORTEST_AWAY:
        raise ServerError(
            f"A page needs at least {SHORTEST_AWAY} seconds to connect again before its kernel is"
            f" ended, not {away}."
        )


def check_store() -> None:
    """Refuse to serve where nothing can ever be saved. A database that only does not answer now may
    do so when the first visitor comes."""
    from cardlab.store import MatchStore, NoStore, StoreError

    store = MatchStore()
    log, said_here = logging.getLogger("cardlab.store"), logging.NullHandler()
    log.addHandler(said_here)
    try:
        store.probe()
    except NoStore as error:
        raise ServerError(error.told) from None
    except StoreError as error:
        print(f"cardlab: {error.told}", file=sys.stderr, flush=True)
    finally:
        log.removeHandler(said_here)
        store.close()


def _check_page(memory: int, messages: int) -> None:
    if memory < LEAST_MEMORY:
        raise ServerError(f"A page needs at least {LEAST_MEMORY} MB of memory, not {memory}.")
    if messages < LEAST_MESSAGES:
        raise ServerError(
            f"A page has to be let send at least {LEAST_MESSAGES} messages a second, not {messages}."
        )
