"""LearnerName is learning, read and set over the network, and progress as a file; answers are JSON.

Knows cookies, forms and the store's sentences; knows no page.
"""

from __future__ import annotations

import asyncio
import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import tornado.web as web

from cardlab.lessons.nickname import GUEST, nickname
from cardlab.web.pages.learner_name import COOKIE, LearnerName, learner_of, packed
from cardlab.web.server.door import OwnOriginHandler
from cardlab.web.server.handlers import SENTENCES, UNKNOWN, PlainHandler

if TYPE_CHECKING:
    from cardlab.store import Learners

__all__ = ["ExportHandler", "ImportHandler", "LearnerHandler"]


class LearnerHandler(OwnOriginHandler, PlainHandler):
    """LearnerName is learning (GET), and saying so (POST `learner=NAME`, or a JSON object): a cookie of
    this browser.

    Answers with JSON: `learner`, and `said`, a sentence for the page.
    """

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        title, text = SENTENCES.get(status_code, UNKNOWN)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.finish(json.dumps({"learner": self.learner, "said": f"{title}. {text}"}))

    @property
    def learner(self) -> str:
        return self._learner().name

    def _learner(self) -> LearnerName:
        return learner_of(self.request.query, self.get_cookie(COOKIE) or "")

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
        learner = self._learner()
        self._say(learner.trouble, guest=learner.name == GUEST)

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
