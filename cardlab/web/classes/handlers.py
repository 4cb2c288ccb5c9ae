"""What the server answers at the addresses of classes.

Knows requests, who may ask what, and the sentences for who may not; what is on a page is made in
`pages`, what happens at a table in `hall`. Whoever is not in a class is told the same at each of
its addresses, whether the class exists or not.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import tornado.web as web
from jupyter_core.utils import ensure_async
from tornado.websocket import WebSocketClosedError, WebSocketHandler

from cardlab.engine.catalogue import games
from cardlab.engine.words import shown
from cardlab.store import (
    Class,
    ClassNotFound,
    ClassTable,
    LoginRefused,
    Member,
    Refusal,
    StoreError,
)
from cardlab.web.addresses import CLASS, ClassAddress
from cardlab.web.classes.asking import (
    PLAYED,
    lesson_positions,
    linked_position,
    position_of,
)
from cardlab.web.classes.assigning import OwnWork, own_work
from cardlab.web.classes.hall import TableHost
from cardlab.web.classes.live import COMMANDS, LiveTable, TableAnswer
from cardlab.web.classes.membership import (
    forget,
    hall_of,
    member_by_account,
    member_of,
    own_learner,
    remember,
    required,
)
from cardlab.web.classes.pages import (
    Tables,
    home_fragment,
    home_page,
    join_page,
    table_page,
    today_fragment,
    today_page,
)
from cardlab.web.classes.play import TablePlay
from cardlab.web.classes.records import records_of
from cardlab.web.classes.results import needs_you
from cardlab.web.classes.same_deal import (
    KNOWS,
    deals_ended,
    knows_another_hand,
    set_of,
    still_played,
)
from cardlab.web.classes.views import answer_text
from cardlab.web.classes.voting import moves_of
from cardlab.web.server.door import OwnOriginHandler, is_own_page
from cardlab.web.server.handlers import PlainHandler
from cardlab.web.server.limits import AskedTooMuch, Joins, WrongCodes
from cardlab.web.templates import render
from cardlab.web.widgets.assets import widget_script, widget_style

__all__ = ["class_handlers"]

Found = TypeVar("Found")

MOST_SEED = 10**15
MOST_TABLES = 40
LONGEST_FIELD = 200
LONGEST_LINK = 6000
ID = r"([A-Za-z0-9_-]{6,40})"

NOT_HERE = (
    "This class is for its members",
    "Join it with its code, or ask its teacher for the code.",
)


class ClassHandler(OwnOriginHandler, PlainHandler):
    """A page of classes; kept by nobody's cache."""

    def set_default_headers(self) -> None:
        super().set_default_headers()
        self.set_header("Cache-Control", "no-store")

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs.get("exc_info", (None, None, None))[1]
        if isinstance(error, StoreError) and not isinstance(error, ClassNotFound):
            self._notice(503, "The class cannot be opened now", str(error))
        elif status_code == 403 or isinstance(error, ClassNotFound):
            self._notice(403, *NOT_HERE)
        else:
            super().write_error(status_code, **kwargs)

    def _notice(self, status: int, title: str, text: str) -> None:
        self.set_status(status)
        self._page(render("notice.html", self.settings["base_url"], title=title, text=text))

    def _page(self, text: str) -> None:
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.finish(text)

    def _sent(self, name: str, most: int = LONGEST_FIELD) -> str:
        """A field of the form that was sent."""
        sent = self.request.body_arguments.get(name)
        return sent[0].decode("utf-8", "replace")[:most] if sent else ""

    async def _class(self, class_id: str) -> Class:
        hall = hall_of(self)
        return await hall.ask(lambda: hall.classes.load(class_id))

    async def _members(self, class_id: str) -> tuple[Member, ...]:
        hall = hall_of(self)
        return await hall.ask(lambda: hall.classes.members(class_id))

    async def _tables(self, class_id: str) -> Tables:
        """The tables of a class, each as its log has left it."""
        hall = hall_of(self)
        found = await hall.ask(lambda: hall.tables.of_class(class_id))
        return [(table, await self._play(table)) for table in found]

    async def _play(self, table: ClassTable) -> TablePlay | None:
        try:
            return (await hall_of(self).host(table)).live.play
        except ValueError:
            return None  # its game is not in the catalogue any more


class JoinHandler(ClassHandler):
    """Joining a class, or coming back to it."""

    async def get(self) -> None:
        address = ClassAddress.read(self.request.query)
        await self._show(address.code, "", {"work": address.work})

    async def _show(self, code: str, said: str, typed: dict[str, str], status: int = 200) -> None:
        hall, title = hall_of(self), ""
        if code:
            try:
                # a code that was sent is counted already
                ask = self._checked if status == 200 else hall.ask
                found = await ask(lambda: hall.classes.by_code(code))
                if typed.get("work") and await member_of(self, found.id) is not None:
                    self._lead_on(found.id, typed["work"])
                    return
                title = found.title
            except AskedTooMuch as error:
                await self._refused()
                said, status = str(error), 429
            except StoreError as error:
                said = said or str(error)
        self.set_status(status)
        base = self.settings["base_url"]
        self._page(join_page(base, code=code if title else "", title=title, said=said, typed=typed))

    async def post(self) -> None:
        hall = hall_of(self)
        code, name, login = (self._sent(field) for field in ("code", "nickname", "login"))
        try:
            if login:
                member = await self._checked(lambda: hall.classes.login(code, name, login))
            else:
                member = await self._joined(code, name)
        except (StoreError, AskedTooMuch) as error:
            status = 400
            if isinstance(error, AskedTooMuch):
                await self._refused()
                status = 429
            typed = {"nickname": name, "code": code, "work": self._work()}
            await self._show(code, str(error), typed, status)
            return
        await remember(self, member)
        self._lead_on(member.class_id, self._work())

    async def _checked(self, look: Callable[[], Found]) -> Found:
        """What is found by a code, unless too many wrong ones came from this asker."""
        wrong: WrongCodes = self.settings["cardlab_wrong_codes"]
        who = self.asker.address
        wrong.check(who)
        try:
            return await hall_of(self).ask(look)
        except (ClassNotFound, LoginRefused):
            wrong.note(who)
            raise

    async def _joined(self, code: str, name: str) -> Member:
        """A new member; an account that is in the class comes back to it."""
        hall = hall_of(self)
        group = await self._checked(lambda: hall.classes.by_code(code))
        if (member := await member_by_account(self, group.id)) is not None:
            return member
        joins: Joins = self.settings["cardlab_joins"]
        joins.note(self.asker.address, group.id, self.asker.browser)
        learner = await own_learner(self)
        return await hall.ask(lambda: hall.classes.join(code, name, learner))

    def _work(self) -> str:
        return ClassAddress.work_named(self._sent("work"))

    def _lead_on(self, class_id: str, work: str) -> None:
        """To the class, or to the assignment whose link somebody followed."""
        place = f"/work/{work}" if work else ""
        self.redirect(f"{self.settings['base_url']}{CLASS}/{class_id}{place}", status=303)


class ClassPageHandler(ClassHandler):
    """The page of a class: a teacher's day, or a pupil's place."""

    async def get(self, class_id: str) -> None:
        me = await required(self, class_id)
        await self._answer(class_id, me)

    async def _answer(self, class_id: str, me: Member, said: str = "") -> None:
        group, fragment = await self._fragment(class_id, me)
        base = self.settings["base_url"]
        if me.teaches:
            origin = f"{self.request.protocol}://{self.request.host}"
            self._page(today_page(base, origin, group, me, fragment, said))
        else:
            given = await self._own_work(class_id, me)
            self._page(home_page(base, group, me, fragment, given, said))

    async def _own_work(self, class_id: str, me: Member) -> list[OwnWork]:
        """What a pupil has to do, and how much of it is done."""
        hall, base = hall_of(self), self.settings["base_url"]
        given = await hall.ask(lambda: hall.assignments.of_class(class_id))
        mine = [one for one in given if one.is_for(me.id)]
        if not mine:
            return []
        events = (await records_of(self, class_id)).events.get(me.id, ())
        return await hall.ask(lambda: [own_work(one, base, events) for one in mine])

    async def _fragment(self, class_id: str, me: Member) -> tuple[Class, str]:
        group, members = await self._class(class_id), await self._members(class_id)
        tables, base = await self._tables(class_id), self.settings["base_url"]
        hall = hall_of(self)
        voting = await hall.ask(lambda: hall.votes.current(class_id)) is not None
        if me.teaches:
            needs = await self._needs(class_id, tables)
            return group, today_fragment(base, group, members, tables, voting, needs)
        return group, home_fragment(base, group, me, members, tables, voting)

    async def _needs(self, class_id: str, tables: Tables) -> list[dict[str, str]]:
        """Who needs the teacher now."""
        hall, base = hall_of(self), self.settings["base_url"]
        records = await records_of(self, class_id)
        playing = [(table, play) for table, play in tables if play is not None]
        touched = await hall.ask(lambda: hall.tables.touched([table.id for table, _ in playing]))
        root = f"{base}{CLASS}/{class_id}"
        return needs_you(records, playing, touched, time.time(), root, base)


class NowHandler(ClassPageHandler):
    """The part of a class's page that changes by itself."""

    async def get(self, class_id: str) -> None:
        me = await required(self, class_id)
        self._page((await self._fragment(class_id, me))[1])


class ActHandler(ClassPageHandler):
    """What a member does with a form: `act` says what."""

    async def get(self, class_id: str) -> None:
        raise web.HTTPError(405)

    async def post(self, class_id: str) -> None:
        act = self._sent("act")
        me = await required(self, class_id, teacher=act in _TEACHING)
        doing = {**_TEACHING, **_OWN}.get(act)
        if doing is None:
            raise web.HTTPError(400)
        try:
            said = await doing(self, me)
        except StoreError as error:
            said = str(error)
        if self._finished:
            return
        if said:
            await self._answer(class_id, me, said)
        else:
            self.redirect(f"{self.settings['base_url']}{CLASS}/{class_id}", status=303)

    async def new_tables(self, me: Member) -> str:
        """Lay tables of one game; returns a sentence if that cannot be."""
        hall, game, count = hall_of(self), self._sent("game"), self._sent("count")
        if game not in games():
            return "This game is not here. Choose one of the list."
        if not count.isdecimal() or not 1 <= int(count) <= 12:
            return "Lay 1 to 12 tables at a time."
        there = await hall.ask(lambda: hall.tables.of_class(me.class_id))
        if len(there) + int(count) > MOST_TABLES:
            return f"A class has at most {MOST_TABLES} tables."
        together = secrets.token_urlsafe(9) if self._sent("same") else ""
        common = secrets.randbelow(MOST_SEED)
        for _ in range(int(count)):
            seed = common if together else secrets.randbelow(MOST_SEED)
            await hall.ask(
                lambda seed=seed: LiveTable.set_up(  # type: ignore[misc]
                    hall.tables, me.class_id, game, seed, deal_set=together
                )
            )
        return ""

    async def door(self, me: Member) -> str:
        """Open the door, or close it."""
        hall, door = hall_of(self), self._sent("door") == "open"
        await hall.ask(lambda: hall.classes.set_door(me.class_id, door))
        return ""

    async def watching(self, me: Member) -> str:
        """Let those without a seat watch the tables, or no more."""
        await hall_of(self).set_watching(me.class_id, self._sent("watching") == "yes")
        return ""

    async def pause(self, me: Member) -> str:
        """Stop all tables, or let them go on."""
        hall, paused = hall_of(self), self._sent("to") == "stop"
        for table in await hall.ask(lambda: hall.tables.of_class(me.class_id)):
            with contextlib.suppress(ValueError):
                host = await hall.host(table)
                await host.do(lambda live=host.live: live.pause(me, paused))  # type: ignore[misc]
        return ""

    async def new_login(self, me: Member) -> str:
        """Make a new login code for a pupil who has lost theirs."""
        hall = hall_of(self)
        pupil = await self._pupil(me)
        made = await hall.ask(lambda: hall.classes.new_login(pupil.id))
        return f"The new login code of {made.nickname} is {made.login}."

    async def remove(self, me: Member) -> str:
        """Remove a pupil from the class."""
        hall = hall_of(self)
        pupil = await self._pupil(me)
        await self._free_seats(pupil)
        await hall.ask(lambda: hall.classes.remove(pupil.id))
        return f"{pupil.nickname} is not in the class any more."

    async def _free_seats(self, member: Member) -> None:
        """Whoever goes for good stands up, so that others can sit there."""
        hall = hall_of(self)
        for table, play in await self._tables(member.class_id):
            if play is not None and play.seat_of(member.id) is not None:
                host = await hall.host(table)
                await host.do(lambda live=host.live: live.stand(member))  # type: ignore[misc]

    async def _pupil(self, me: Member) -> Member:
        """The pupil of this class whom the form names."""
        wanted = self._sent("member")
        for member in await self._members(me.class_id):
            if member.id == wanted and not member.teaches:
                return member
        raise web.HTTPError(403)

    async def ask_vote(self, me: Member) -> str:
        """Ask the class about the position of a table."""
        hall, number = hall_of(self), self._sent("number")
        table = await hall.ask(
            lambda: hall.tables.load(me.class_id, int(number) if number.isdecimal() else 0)
        )
        try:
            play = (await hall.host(table)).live.play
            if await self._still_played(table, play):
                return PLAYED
            position, seat = position_of(play)
        except ValueError as error:
            return str(error)
        await hall.ask(lambda: hall.votes.ask(me.class_id, position, seat))
        return self._to_vote(me)

    async def _still_played(self, table: ClassTable, play: TablePlay) -> tuple[int, ...]:
        """The tables at which people still play the deal that lies on this one."""
        tables = await self._tables(table.class_id)
        together = [(t, p) for t, p in tables if p is not None and set_of(t) == set_of(table)]
        return still_played(together, deals_ended(play.match) + 1)

    async def ask_about(self, me: Member) -> str:
        """Ask the class about a position of a lesson, or about an exercise or a laid table by the
        address of its page."""
        hall, base = hall_of(self), self.settings["base_url"]
        lesson, name = self._sent("lesson"), self._sent("position")
        link = self._sent("link", LONGEST_LINK)
        try:
            if lesson:
                able = dict(await hall.ask(lambda: lesson_positions(lesson)))
                if name not in able:
                    return "The lesson has no such position. Choose one of its pictures."
                position, seat = able[name]
            else:
                position, seat = await hall.ask(lambda: linked_position(link, base))
        except ValueError as error:
            return str(error)
        await hall.ask(lambda: hall.votes.ask(me.class_id, position, seat))
        return self._to_vote(me)

    async def move_vote(self, me: Member) -> str:
        """Take the vote of the class to its next state."""
        hall, state = hall_of(self), self._sent("state")
        vote = await hall.ask(lambda: hall.votes.current(me.class_id))
        if vote is not None:
            await hall.ask(lambda: hall.votes.move_on(vote.id, state))
        return self._to_vote(me)

    async def ballot(self, me: Member) -> str:
        """Pick a move in the vote of the class."""
        hall, move = hall_of(self), self._sent("move")
        vote = await hall.ask(lambda: hall.votes.current(me.class_id))
        if vote is None or me.teaches:
            return "There is no vote for you now."
        try:
            moves = await hall.ask(lambda: moves_of(vote))
        except ValueError as error:  # what is asked about is there no more
            return str(error)
        if move not in moves:
            return "That is not one of the choices. Nothing was changed."
        await hall.ask(lambda: hall.votes.cast(vote.id, me.id, move))
        return self._to_vote(me)

    def _to_vote(self, me: Member) -> str:
        self.redirect(f"{self.settings['base_url']}{CLASS}/{me.class_id}/vote", status=303)
        return ""

    async def leave(self, me: Member) -> str:
        """This browser is nobody's in the class."""
        forget(self, me.class_id)
        self.redirect(f"{self.settings['base_url']}{CLASS}", status=303)
        return ""

    async def delete_me(self, me: Member) -> str:
        """A pupil's data go; the class stays."""
        if me.teaches:
            return "A class has a teacher. Delete the class with: cardlab class delete CODE"
        hall = hall_of(self)
        await self._free_seats(me)
        await hall.ask(lambda: hall.classes.remove(me.id))
        return await self.leave(me)


_TEACHING = {
    "tables": ActHandler.new_tables,
    "door": ActHandler.door,
    "watching": ActHandler.watching,
    "pause": ActHandler.pause,
    "new-login": ActHandler.new_login,
    "remove": ActHandler.remove,
    "vote": ActHandler.ask_vote,
    "ask-about": ActHandler.ask_about,
    "move-vote": ActHandler.move_vote,
}
_OWN = {
    "ballot": ActHandler.ballot,
    "leave": ActHandler.leave,
    "delete-me": ActHandler.delete_me,
}


class DataHandler(ClassHandler):
    """All that is kept of a pupil, or for a teacher of the class, as a file."""

    async def get(self, class_id: str) -> None:
        me, hall = await required(self, class_id), hall_of(self)
        if me.teaches:
            data = await hall.ask(lambda: hall.classes.export(class_id))
        else:
            data = await hall.ask(lambda: hall.classes.export_member(me.id))
        self.set_header("Content-Type", "application/json; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="cardlab-class.json"')
        self.finish(json.dumps(data, ensure_ascii=False, indent=1))


class TableHandler(ClassHandler):
    """The page of a shared table."""

    async def get(self, class_id: str, number: str) -> None:
        me, hall = await required(self, class_id), hall_of(self)
        try:
            await hall.ask(lambda: hall.tables.load(class_id, int(number)))
        except StoreError as error:
            self._notice(404, "There is no such table", str(error))
            return
        group = await self._class(class_id)
        self._page(table_page(self.settings["base_url"], group, me, int(number)))


class TableSocket(PlainHandler, WebSocketHandler):
    """The line between a page and its table: texts of `views` out, picks and commands in."""

    member: Member
    _host: TableHost | None = None
    _sent_last = ""

    def initialize(self, **kwargs: Any) -> None:
        pass

    def check_xsrf_cookie(self) -> None:
        pass

    def check_origin(self, origin: str) -> bool:
        return is_own_page(self, origin)

    async def get(self, class_id: str, number: str) -> None:
        self.member = await required(self, class_id)
        await ensure_async(WebSocketHandler.get(self, class_id, number))

    async def open(self, *args: str, **kwargs: str) -> None:
        class_id, number = args
        hall = hall_of(self)
        try:
            table = await hall.ask(lambda: hall.tables.load(class_id, int(number)))
            self._host = await hall.enter(self, table)
        except StoreError as error:
            self._say(TableAnswer(error=str(error)))
        except ValueError as error:
            gone = table.head["game"] not in games()
            said = "The game of this table is not here any more." if gone else str(error)
            self._say(TableAnswer(error=shown(said, 300)))
        if self.ws_connection is None and self._host is not None:
            self._host.leave(self)  # gone before it was let in

    def on_close(self) -> None:
        if self._host is not None:
            self._host.leave(self)

    def send(self, text: str) -> None:
        if text != self._sent_last:
            self._sent_last = text
            self._write(text)

    def _say(self, answer: TableAnswer) -> None:
        self._write(answer_text(answer))

    def _write(self, text: str) -> None:
        """Send this; that a line has broken meanwhile is noticed by `on_close` alone."""
        with contextlib.suppress(WebSocketClosedError):
            self.write_message(text).add_done_callback(_retrieve)

    async def on_message(self, message: str | bytes) -> None:
        host = self._host
        if host is None:
            return
        try:
            sent = json.loads(message)
            sent = sent if isinstance(sent, dict) else {}
        except (ValueError, RecursionError):
            sent = {}
        if "ping" in sent:
            self._write(json.dumps({"pong": True}))
            return
        answer = await self._do(host, sent)
        if answer.bubble or answer.error:
            self._say(answer)

    async def _knows(self, table: ClassTable, seat: Any) -> bool:
        """Whether the member has seen another hand of the deals of this table."""
        hall, number = hall_of(self), seat if isinstance(seat, int) else -1
        return await hall.ask(lambda: knows_another_hand(hall, table, self.member.id, number))

    async def _note(self, refused: Refusal | None) -> None:
        """Keep which card a rule refused, for the results of the class."""
        hall = hall_of(self)
        if refused is not None:
            noted = replace(refused, at=time.time())
            await hall.ask(lambda: hall.refusals.note(self.member.class_id, noted))

    async def _do(self, host: TableHost, sent: dict[str, Any]) -> TableAnswer:
        """Do what the page asks for; whoever has left the class since can do nothing."""
        hall, live, me = hall_of(self), host.live, self.member
        try:
            now = await hall.ask(lambda: hall.classes.member(me.id))
            if now.stamp != me.stamp:
                return TableAnswer(error="You have a new login code. Come back with it.")
            if isinstance(pick := sent.get("pick"), dict):
                answer = await host.do(lambda: live.pick(me, pick.get("move"), pick.get("ply")))
                await self._note(answer.refused)
                return answer
            command = sent.get("command")
            name = command.get("name") if isinstance(command, dict) else None
            act = COMMANDS.get(name) if isinstance(name, str) else None
            if act is None or not isinstance(command, dict):
                return TableAnswer()
            here = host.connected
            if name == "sit":
                async with hall.seating:
                    if await self._knows(live.table, command.get("seat")):
                        return TableAnswer(error=KNOWS)
                    return await host.do(lambda: act(live, me, command, here))
            return await host.do(lambda: act(live, me, command, here))
        except (StoreError, ValueError) as error:
            return TableAnswer(error=shown(str(error), 300))


def _retrieve(done: asyncio.Future[None]) -> None:
    """Have nothing logged about a text that did not arrive."""
    if not done.cancelled():
        done.exception()


class AssetHandler(web.RequestHandler):
    """The script and the style that draw a table, as notebooks get them."""

    def get(self, kind: str) -> None:
        text = widget_script() if kind == "js" else widget_style()
        script = "text/javascript" if kind == "js" else "text/css"
        self.set_header("Content-Type", f"{script}; charset=utf-8")
        self.set_header("Cache-Control", "no-cache")
        self.finish(text)


def class_handlers() -> list[Any]:
    """All addresses of classes, each with its handler."""
    return [
        (f"/{CLASS}", JoinHandler),
        (rf"/{CLASS}/table\.(js|css)", AssetHandler),
        (f"/{CLASS}/{ID}", ClassPageHandler),
        (f"/{CLASS}/{ID}/now", NowHandler),
        (f"/{CLASS}/{ID}/act", ActHandler),
        (f"/{CLASS}/{ID}/data", DataHandler),
        (f"/{CLASS}/{ID}/table/([0-9]{{1,4}})", TableHandler),
        (f"/{CLASS}/{ID}/table/([0-9]{{1,4}})/socket", TableSocket),
    ]
