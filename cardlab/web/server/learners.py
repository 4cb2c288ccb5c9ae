"""Who is learning, read and changed over the network, and progress as a file; answers are JSON.

Whose progress is meant is never said by the request: it is that of the visitor (`identity`). Knows
forms and the store's sentences; knows no page.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import tornado.web as web
from jupyter_core.utils import ensure_async

from cardlab.engine.words import shown
from cardlab.lessons.nickname import GUEST, guest_id, key, nickname
from cardlab.web.addresses import PathAddress
from cardlab.web.pages.choosing import choose_way
from cardlab.web.server.door import OwnOriginHandler
from cardlab.web.server.handlers import SENTENCES, UNKNOWN, PlainHandler
from cardlab.web.server.identity import SignedCookie, Visitor, ask_holders, visitor_of
from cardlab.web.server.limits import AskedTooMuch, WrongCodes

if TYPE_CHECKING:
    from cardlab.store import Holder, Learners

__all__ = ["ExportHandler", "GoalHandler", "ImportHandler", "LearnerHandler"]

LONGEST_CODE = 40
MOST_OF_GUEST, MOST_OF_NAME = (5_000, 2_000_000), (20_000, 8_000_000)
"""What a file may bring a visitor's progress to, in number and in characters. Anybody may be a guest
as often as they like, and a home page takes the longer the more there is; a lesson of an hour has
some hundred answers."""


class LearnerHandler(OwnOriginHandler, PlainHandler):
    """Who is learning (GET), and changing it (POST, as a form or a JSON object).

    `learner=NAME` takes a free name, or with `code=CODE` one that the visitor holds; `act=code`
    shows the recovery code, `act=new-code` makes another, `act=leave` makes the browser a guest's
    again. Whoever has signed in elsewhere can change nothing here. Answers with JSON: `learner`,
    `guest`, `said` (a sentence for the page), `account` and `about` for whoever has signed in, `code`
    where it is to be shown, and `needs` ("code") where the name is taken.
    """

    _visitor = Visitor(GUEST)

    async def prepare(self) -> None:
        await ensure_async(super().prepare())
        self._visitor = await visitor_of(self)

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        title, text = SENTENCES.get(status_code, UNKNOWN)
        self._say(f"{title}. {text}", status_code)

    def _say(self, said: str, status: int = 200, **more: Any) -> None:
        self.set_status(status)
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        told: dict[str, Any] = {"learner": self._visitor.name, "guest": self._visitor.guest}
        if account := self._visitor.account:
            told["account"] = account
            told["about"] = (
                f"You are signed in as {account}. Your progress belongs to this account, in every"
                " browser."
            )
        told["said"] = said
        self.finish(json.dumps(told | more, ensure_ascii=False))

    async def _become(self, visitor: Visitor) -> None:
        await SignedCookie().remember(self, visitor)
        self._visitor = visitor

    async def get(self) -> None:
        self._say("")

    async def post(self) -> None:
        from cardlab.store import CodeRefused, NameTaken, StoreError, TooManyCodes

        act = self._sent("act")
        if self._visitor.account:
            self._say(
                "You are signed in, so your progress is kept with your account and needs no"
                " nickname. To learn as somebody else, sign in as them.",
                400,
            )
            return
        try:
            if act == "leave":
                await self._become(Visitor(guest_id()))
                self._say("This browser is a guest's again. Your progress stays with your name.")
            elif act in ("code", "new-code"):
                await self._show_code(new=act == "new-code")
            else:
                await self._take(nickname(self._sent("learner")))
        except NameTaken as error:
            self._say(str(error), 409, needs="code")
        except CodeRefused as error:
            self._say(str(error), 403, needs="code")
        except (AskedTooMuch, TooManyCodes) as error:
            await self._refused()
            self._say(str(error), 429, needs="code")
        except StoreError as error:
            self._say(str(error), 503)
        except ValueError as error:
            self._say(shown(str(error), 200), 400)

    async def _take(self, name: str) -> None:
        from cardlab.store import CodeRefused

        visitor, code = self._visitor, self._sent("code") or ""
        guest = visitor.learner if visitor.guest else ""
        if not visitor.guest and key(visitor.learner) == key(name):
            self._say(f"You learn as {visitor.name} already.")
            return
        if code:
            wrong: WrongCodes = self.settings["cardlab_wrong_codes"]
            who = self.asker.address
            wrong.check(who, key(name))
            try:
                holder = await ask_holders(
                    lambda holders: holders.open(name, code[:LONGEST_CODE], guest)
                )
            except CodeRefused:
                wrong.note(who, key(name))
                raise
            await self._become(_visitor(holder))
            self._say(f"From now on you learn as {holder.name}.")
            return
        holder = await ask_holders(lambda holders: holders.take(name, guest))
        await self._become(_visitor(holder))
        self._say(f"From now on you learn as {holder.name}.", code=holder.code)

    async def _show_code(self, *, new: bool) -> None:
        visitor = self._visitor
        if visitor.guest:
            self._say("A guest has no recovery code. Take a nickname first.", 400)
            return
        if new or not visitor.code:
            holder = await ask_holders(lambda holders: holders.new_code(visitor.learner))
            await self._become(_visitor(holder))
            self._say("This is your new code; the old one is worth nothing now.", code=holder.code)
            return
        self._say(f"This is the recovery code of {visitor.name}.", code=visitor.code)

    def _sent(self, name: str) -> Any:
        """A value in a form or in JSON; None where it is not text."""
        if self.request.headers.get("Content-Type", "").startswith("application/json"):
            try:
                data = json.loads(self.request.body)
            except (ValueError, RecursionError):
                return None
            value = data.get(name) if isinstance(data, dict) else None
            return value if isinstance(value, str) else None
        sent = self.request.body_arguments.get(name)
        return sent[0].decode("utf-8", "replace") if sent else None


def _visitor(holder: Holder) -> Visitor:
    return Visitor(holder.name, holder.stamp, holder.code)


async def _with_learners(act: Callable[[Learners], Any]) -> Any:
    """Ask the store in a thread of its own, so that a locked file keeps no other page waiting."""

    def ask() -> Any:
        from cardlab.store import Learners

        learners = Learners()
        try:
            return act(learners)
        finally:
            learners.close()

    return await asyncio.to_thread(ask)


class GoalHandler(LearnerHandler):
    """The visitor chose a way (a form with the fields of `PathAddress`): it is saved, and its next
    step opens. What the store could not save stops nobody."""

    async def get(self) -> None:
        raise web.HTTPError(405)

    async def post(self) -> None:
        address = PathAddress.read(self.request.body.decode("utf-8", "replace"))
        coming = await asyncio.to_thread(choose_way, self._visitor.learner, address)
        self.redirect(coming.url(self.settings["base_url"]), status=303)


class ExportHandler(LearnerHandler):
    """The progress of the visitor, as a file to take away."""

    async def get(self) -> None:
        from cardlab.store import LearnerNotFound, StoreError

        learner, name = self._visitor.learner, self._visitor.name
        try:
            text = await _with_learners(lambda learners: learners.export_text(learner))
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
    """A file of progress comes back (a form's file, or the text alone) and is added to the progress
    of the visitor, whatever name it gives."""

    async def get(self) -> None:
        raise web.HTTPError(405)

    async def post(self) -> None:
        from cardlab.store import StoreError
        from cardlab.store.learners import Most

        files = [file for several in self.request.files.values() for file in several]
        body = files[0]["body"] if files else self.request.body
        try:
            text = body.decode("utf-8")
        except UnicodeDecodeError:
            # Not text at all; the store has the sentence for it.
            text = ""
        learner = self._visitor.learner
        most = Most(*(MOST_OF_GUEST if self._visitor.guest else MOST_OF_NAME))
        try:
            done = await _with_learners(lambda learners: learners.import_text(text, learner, most))
        except StoreError as error:
            self._say(str(error), 400)
            return
        self._say(str(done), events=done.events, walks=done.walks)
