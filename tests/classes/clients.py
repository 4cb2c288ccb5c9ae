"""Clients of a class without a browser: forms, pages and the line to a table."""

from __future__ import annotations

import contextlib
import http.cookiejar
import json
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.pages.browsing import Server


class Client:
    """A browser's cookies, and what it asks for."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.jar = http.cookiejar.CookieJar()
        self._opener = urllib.request.build_opener(
            urllib.request.HTTPCookieProcessor(self.jar), _NoRedirect()
        )

    def ask(self, path: str, form: dict[str, str] | None = None, **headers: str) -> Any:
        """Status, text and target of a redirect."""
        data = None if form is None else urllib.parse.urlencode(form).encode()
        request = urllib.request.Request(self.server.url + path, data)
        if form is not None:
            request.add_header("Origin", self.server.url.rstrip("/"))
        for name, value in headers.items():
            request.add_header(name, value)
        try:
            answer = self._opener.open(request, timeout=120)
        except urllib.error.HTTPError as error:
            answer = error
        with answer:
            target = answer.headers.get("Location", "")
            return answer.status, answer.read().decode("utf-8", "replace"), target

    @property
    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.jar)

    def join(self, code: str, nickname: str, login: str = "") -> str:
        """Join a class, or come back to it; returns its path."""
        form = {"code": code, "nickname": nickname} | ({"login": login} if login else {})
        status, text, target = self.ask("class", form)
        assert status == 303, text
        return str(target.removeprefix(self.server.base))

    def sit_down(self, table: str) -> Line:
        url = self.server.url.replace("http", "ws") + f"{table}/socket"
        headers = {"Cookie": self.cookies, "Origin": self.server.url.rstrip("/")}
        held = contextlib.ExitStack()
        opening = connect(url, additional_headers=headers, open_timeout=120)
        return Line(held.enter_context(opening), held)


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class Line:
    """The line of a page to its table. shown: the table as it was drawn last; said: the answer to
    what was tried last; texts: all that came."""

    def __init__(self, socket: ClientConnection, held: contextlib.ExitStack) -> None:
        self.socket, self._held = socket, held
        self.shown: dict[str, Any] = {}
        self.said: dict[str, Any] = {}
        self.texts: list[str] = []

    def hear(self, seconds: float = 10.0) -> bool:
        """Take in the next text; False if none comes."""
        try:
            text = str(self.socket.recv(timeout=seconds))
        except TimeoutError:
            return False
        self.texts.append(text)
        sent = json.loads(text)
        if "view" in sent or "waiting" in sent:
            self.shown = sent
        elif "error" in sent:
            self.said = sent
        return True

    def until(self, reached: Any, seconds: float = 120.0) -> None:
        """Listen until the table shows something."""
        deadline = time.monotonic() + seconds
        while not reached(self.shown):
            assert time.monotonic() < deadline and self.hear(deadline - time.monotonic()), self.said

    def beyond(self, ply: int) -> None:
        """Listen until the table has gone on from an entry of the match."""
        self.until(lambda shown: shown["chrome"]["timeline"]["ply"] != ply)

    def tell(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def sit(self, seat: int) -> None:
        self.tell(command={"name": "sit", "seat": seat})
        self.until(lambda shown: shown.get("view", {}).get("viewer") == seat)

    @property
    def legal(self) -> list[str]:
        """The moves that this seat can make now."""
        view = self.shown.get("view", {})
        if not view.get("mine"):
            return []
        return [choice["move"] for choice in view["choices"] if choice["legal"]]

    @property
    def ply(self) -> int:
        return int(self.shown["chrome"]["timeline"]["ply"])

    def pick(self, move: str) -> None:
        self.tell(pick={"move": move, "ply": self.ply})

    def close(self) -> None:
        self._held.close()
