"""The application behind the port: whoever asks passes here before any handler is looked for.

Knows what of a request counts (see `place`), how long one may be, and the answers to those that are
turned away. Knows no page.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Awaitable
from typing import Any

import tornado.web as web
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from tornado.httputil import HTTPHeaders, HTTPServerRequest
from tornado.ioloop import IOLoop
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from cardlab.web.server.place import Place
from cardlab.web.templates import render

__all__ = [
    "LONGEST_BODY",
    "LONGEST_MESSAGE",
    "PING",
    "AnswerHeaders",
    "Door",
    "KernelConnection",
    "KernelSocketHandler",
    "OwnOriginHandler",
    "ToBaseHandler",
    "is_own_page",
]

_log = logging.getLogger("cardlab.web.pages")

PING = 15
"""Seconds between two pings to a page."""
SILENT = 3
"""Pings that a page may leave unanswered."""
LONGEST_BODY = 4 << 20
"""Bytes of what may be sent in one request; a file of years of progress has a tenth of it."""
LONGEST_MESSAGE = 1 << 20
"""Bytes of one message of a page to its kernel; a click has five hundred."""

TROUBLE = "Something went wrong on the server. If the page does not answer, load it again."
"""All that a browser hears of what a kernel fails at or warns of."""
MOST_LOGGED = 20
"""Such texts of one connection that are kept: nobody shall fill the log from a page."""

_POLICY = "; ".join(
    [
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "style-src 'self' 'unsafe-inline' blob: data:",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' {lines}data: blob:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'self'",
    ]
)
"""The browser itself refuses to fetch anything from elsewhere, or to send anything there, even if some
package would like to. lines: the websockets of this server."""

_FORWARDED = ("X-Forwarded-Proto", "X-Forwarded-Host", "X-Forwarded-For")
ANYBODY = ("/health", "/metrics", "/robots.txt")
"""What may be asked for under any name: programs ask for it by the address of a container."""


class Door(web.Application):
    """Reads what a proxy says, and turns away wrong names and bodies that are too long."""

    def __init__(self, place: Place, **settings: Any) -> None:
        super().__init__(**settings)
        self.place = place
        self.add_transform(AnswerHeaders)

    def find_handler(self, request: HTTPServerRequest, **kwargs: Any) -> Any:
        peer = str(request.remote_ip)
        self._read_forwarded(request, peer)
        path = request.path
        wanted = path.removeprefix(self.place.base.rstrip("/")) if path not in ANYBODY else path
        if wanted not in ANYBODY and not self.place.answers_to(request.host):
            told = {"title": "This is another server", "text": self.place.why_not(request.host)}
            return self.get_handler_delegate(request, TurnedAwayHandler, told)
        if _length(request) > LONGEST_BODY:
            return self.get_handler_delegate(request, TooLongHandler)
        try:
            self._read_account(request, peer)
        except ValueError as error:
            told = {"title": "It is not clear who you are", "text": str(error)}
            return self.get_handler_delegate(request, TurnedAwayHandler, told)
        return super().find_handler(request, **kwargs)

    def _read_forwarded(self, request: HTTPServerRequest, peer: str) -> None:
        headers = {name: request.headers.get_list(name) for name in _FORWARDED}
        forwarded = self.place.forwarded(headers, peer)
        request.protocol = forwarded.protocol or request.protocol
        request.remote_ip = forwarded.address or request.remote_ip
        if forwarded.host:
            request.host = request.headers["Host"] = forwarded.host
            request.host_name = forwarded.host.partition(":")[0].lower()

    def _read_account(self, request: HTTPServerRequest, peer: str) -> None:
        """Leave the account in its header, as text, or no such header."""
        header = self.place.user_header
        if header and header in request.headers:
            account = self.place.account(request.headers.get_list(header), peer)
            del request.headers[header]
            if account:
                request.headers[header] = account


class AnswerHeaders(web.OutputTransform):
    """Gives every answer, files and errors too, the headers that a browser is to keep to."""

    def __init__(self, request: HTTPServerRequest) -> None:
        super().__init__(request)
        self._host = request.host

    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        headers["Content-Security-Policy"] = _policy(self._host)
        headers["X-Content-Type-Options"] = "nosniff"
        # join codes and the ids of matches stand in addresses, which no other site shall hear
        headers["Referrer-Policy"] = "same-origin"
        return status_code, headers, chunk


def _policy(host: str) -> str:
    """The policy for pages under this name. Older browsers do not count websockets as 'self'."""
    plain = re.fullmatch(r"[\w.:\[\]-]+", host, re.ASCII)
    return _POLICY.format(lines=f"ws://{host} wss://{host} " if plain else "")


def _length(request: HTTPServerRequest) -> int:
    """The bytes that follow the headers; more than are allowed where nobody says how many."""
    if "Transfer-Encoding" in request.headers:
        return LONGEST_BODY + 1
    length = request.headers.get("Content-Length", "0")
    return int(length) if length.isdecimal() else LONGEST_BODY + 1


def is_own_page(handler: web.RequestHandler, origin: str) -> bool:
    """Whether a request with this origin comes from a page of ours."""
    application: Any = handler.application
    return bool(application.place.is_own(origin, handler.request.host))


class OwnOriginHandler(web.RequestHandler):
    """Only our own pages are heard: a browser always names the origin of what it posts."""

    def check_xsrf_cookie(self) -> None:
        if not is_own_page(self, self.request.headers.get("Origin", "")):
            raise web.HTTPError(403)


class KernelConnection(ZMQChannelsWebsocketConnection):
    """What a kernel says to its page. What it says of errors is for the log: it may quote code and
    say where files of the server are."""

    _logged = 0

    def _on_error(self, channel: Any, msg: dict[str, Any], msg_list: list[Any]) -> None:
        """Called by Jupyter with each message before it is sent; what is changed here is sent."""
        if channel != "iopub":
            return
        msg["header"] = self.get_part("header", msg["header"], msg_list)
        kind = msg["header"]["msg_type"]
        if kind not in ("stream", "error"):
            return
        content = self.get_part("content", msg["content"], msg_list)
        if content.get("name") == "stdout":
            return  # what the notebook itself prints
        self._keep(content)
        if kind == "stream":
            msg["content"] = {"name": "stderr", "text": TROUBLE + "\n"}
        else:
            msg["content"] = {"ename": "Trouble", "evalue": TROUBLE, "traceback": [TROUBLE]}
        if self.subprotocol:
            # the newer protocol sends the parts as they came
            msg_list[3] = self.session.pack(msg["content"])

    def _keep(self, content: dict[str, Any]) -> None:
        self._logged += 1
        if self._logged <= MOST_LOGGED:
            text = content.get("text") or "\n".join(content.get("traceback", ()))
            _log.warning("kernel %s: %s", self.kernel_id, _plain(text))
        elif self._logged == MOST_LOGGED + 1:
            _log.warning("kernel %s: more of this is not kept", self.kernel_id)


def _plain(text: str) -> str:
    """A text for the log, without colours and signs that would move the terminal."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", text).rstrip()
    return "".join(sign if sign.isprintable() or sign == "\n" else "?" for sign in text)


class KernelSocketHandler(VoilaKernelWebsocketHandler):
    """The connection of a page to its kernel; of our own pages, and of programs, which name no
    origin."""

    last_ping = last_pong = 0.0

    def check_origin(self, origin: str | None = None) -> bool:
        origin = origin or self.request.headers.get("Origin")
        return not origin or is_own_page(self, origin)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        """One sentence; Jupyter's own page of errors needs files that are not served here."""
        text = "This page has gone from the server. Load it again." if status_code == 404 else ""
        self.finish(render("plain.html", title="There is nobody to talk to", text=text))

    def on_message(self, ws_message: str | bytes) -> Awaitable[None] | None:
        """Pass a message on. A page that sends too much at once is slowed down: nothing more is read
        from its connection until this one has been passed on."""
        if wait := self.kernel_manager.wait(self.kernel_id, len(ws_message)):
            return self._pass_on(ws_message, wait)
        super().on_message(ws_message)
        return None

    async def _pass_on(self, ws_message: str | bytes, wait: float) -> None:
        await asyncio.sleep(wait)
        if self.connection is not None:
            super().on_message(ws_message)

    def send_ping(self) -> None:
        """Every PING seconds.  A page that has left several unanswered is cut off; Jupyter's own
        count cuts off one that has answered, when a ping comes a little late."""
        if self.ws_connection is None:
            self.ping_callback.stop()
            return
        now = IOLoop.current().time()
        if now - self.last_ping < 2 * PING and now - self.last_pong > SILENT * PING:
            self.close()
            return
        self.ping(b"")
        self.last_ping = now


class TurnedAwayHandler(web.RequestHandler):
    """Says why a request goes no further.  The page needs nothing else of this server, since that
    would be turned away too."""

    def initialize(self, title: str, text: str) -> None:
        self._title, self._text = title, text

    def prepare(self) -> None:
        self.set_status(403)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(render("plain.html", title=self._title, text=self._text))


@web.stream_request_body
class TooLongHandler(web.RequestHandler):
    """Lets what is too long pass by unread, and says so: a browser hears the answer only when it
    has sent everything."""

    def data_received(self, chunk: bytes) -> None:
        pass

    def check_xsrf_cookie(self) -> None:
        pass

    def _refuse(self) -> None:
        self.set_status(413)
        sentence = (
            f"That is more than {LONGEST_BODY >> 20} MB, which is the most that can be sent here."
            " Nothing was changed."
        )
        self.finish({"said": sentence})

    get = post = put = delete = patch = _refuse


class ToBaseHandler(web.RequestHandler):
    """The base URL without its last slash leads to the one with it."""

    def get(self) -> None:
        application: Any = self.application
        self.redirect(application.place.base, permanent=True)
