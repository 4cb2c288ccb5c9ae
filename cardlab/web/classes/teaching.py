"""What the server answers at the addresses for teaching: results, assignments, and what a teacher
does with them.

Knows requests and who may ask what; what is on a page is made in `results`. Every address here is
the teacher's alone, but the page of an assignment, which each pupil gets as their own.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import tornado.web as web

from cardlab.lessons.classwork import ClassWork
from cardlab.store import Assignment, Member, StoreError
from cardlab.web.addresses import CLASS
from cardlab.web.classes.assigning import read_items
from cardlab.web.classes.handlers import ID, ClassHandler
from cardlab.web.classes.membership import hall_of, required
from cardlab.web.classes.papers import paper_page
from cardlab.web.classes.records import records_of
from cardlab.web.classes.results import (
    assignment_page,
    day_everywhere,
    lesson_title,
    new_work_form,
    results_fragment,
    teaching_page,
    work_fragment,
)

__all__ = ["teaching_handlers"]


class TeachingHandler(ClassHandler):
    """A page that only the teacher of a class opens."""

    LONGEST_FIELD = 20_000

    @property
    def base(self) -> str:
        return str(self.settings["base_url"])

    @property
    def origin(self) -> str:
        return f"{self.request.protocol}://{self.request.host}"

    async def _given(self, class_id: str) -> tuple[Assignment, ...]:
        hall = hall_of(self)
        return await hall.ask(lambda: hall.assignments.of_class(class_id))

    def _all(self, name: str) -> list[str]:
        """All values of a field of the form that was sent."""
        sent = self.request.body_arguments.get(name, [])
        return [value.decode("utf-8", "replace")[: self.LONGEST_FIELD] for value in sent]


class ResultsHandler(TeachingHandler):
    """What a class can do by rule and by pupil."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        group, records = await self._class(class_id), await records_of(self, class_id, anew=True)
        fragment = results_fragment(self.base, group, records, time.time())
        pupils = len(records.pupils)
        sub = "1 pupil" if pupils == 1 else f"{pupils} pupils"
        self._page(teaching_page(self.base, group, "Results", sub, fragment, live="/results/now"))


class ResultsNowHandler(TeachingHandler):
    """The part of the results that changes by itself."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        group, records = await self._class(class_id), await records_of(self, class_id)
        self._page(results_fragment(self.base, group, records, time.time()))


class ResultsFileHandler(TeachingHandler):
    """The same as a CSV file."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        work: ClassWork = (await records_of(self, class_id, anew=True)).work
        self.set_header("Content-Type", "text/csv; charset=utf-8")
        self.set_header("Content-Disposition", 'attachment; filename="cardlab-class.csv"')
        self.finish(work.csv())


class WorkHandler(TeachingHandler):
    """The assignments of a class, and a form for another."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        await self._show(class_id)

    async def _show(
        self, class_id: str, said: str = "", typed: dict[str, str] | None = None
    ) -> None:
        group, records = await self._class(class_id), await records_of(self, class_id, anew=True)
        given = await self._given(class_id)
        fragment = work_fragment(
            self.base, group, given, records, day_everywhere(datetime.now(UTC))
        )
        self._page(
            teaching_page(
                self.base,
                group,
                "Assignments",
                "What is to be done, and who has done it",
                fragment,
                said=said,
                aside=new_work_form(self.base, group, typed or {}),
            )
        )


class AssignmentHandler(TeachingHandler):
    """One assignment: a pupil's own list, or for the teacher the link to it."""

    async def get(self, class_id: str, work_id: str) -> None:
        me, hall = await required(self, class_id), hall_of(self)
        try:
            work = await hall.ask(lambda: hall.assignments.load(class_id, work_id))
            if not (me.teaches or work.is_for(me.id)):
                raise StoreError("It was given to others of the class.")
        except StoreError as error:
            self._notice(404, "There is no such assignment", str(error))
            return
        group, records = await self._class(class_id), await records_of(self, class_id)
        events = records.events.get(me.id, ())
        self._page(assignment_page(self.base, self.origin, group, me, work, events))


class PaperHandler(TeachingHandler):
    """An assignment as a sheet to print, and the sheet of its answers."""

    async def get(self, class_id: str, work_id: str) -> None:
        await required(self, class_id, teacher=True)
        hall, solutions = hall_of(self), self.get_query_argument("solutions", "") == "1"
        try:
            work = await hall.ask(lambda: hall.assignments.load(class_id, work_id))
        except StoreError as error:
            self._notice(404, "There is no such assignment", str(error))
            return
        group = await self._class(class_id)
        page = await hall.ask(
            lambda: paper_page(self.base, self.origin, group, work, solutions=solutions)
        )
        self._page(page)


class TeachHandler(WorkHandler):
    """What a teacher does with a form: `act` says what."""

    async def get(self, class_id: str) -> None:
        raise web.HTTPError(405)

    async def post(self, class_id: str) -> None:
        me = await required(self, class_id, teacher=True)
        doing = _ACTS.get(self._sent("act"))
        if doing is None:
            raise web.HTTPError(400)
        try:
            await doing(self, me)
        except (StoreError, ValueError) as error:
            typed = {
                name: self._all(name)[0] for name in ("title", "due", "items") if self._all(name)
            }
            self.set_status(400)
            await self._show(class_id, str(error), typed)

    def _back(self, me: Member, place: str) -> None:
        self.redirect(f"{self.base}{CLASS}/{me.class_id}/{place}", status=303)

    async def assign(self, me: Member) -> None:
        """Give the class lessons, exercises and deals."""
        lessons = [("lesson", id) for id in self._all("lessons") if lesson_title(id)]
        named = read_items("\n".join(self._all("items")), self.base)
        await self._give(me, self._sent("title"), [*lessons, *named], due=self._sent("due"))

    async def assign_lesson(self, me: Member) -> None:
        """Give one lesson to the class, or to those who follow a wrong rule."""
        id, belief = self._sent("lesson"), self._sent("belief")
        members: list[str] = []
        if belief:
            records = await records_of(self, me.class_id)
            believers = records.work.believers.get(belief, ())
            members = [one.id for one in records.pupils if one.nickname in believers]
            if not members:
                raise ValueError("Nobody follows this wrong rule any more. Nothing was assigned.")
        await self._give(me, lesson_title(id), [("lesson", id)], members=members)

    async def _give(
        self,
        me: Member,
        title: str,
        items: Sequence[tuple[str, str]],
        *,
        due: str = "",
        members: Sequence[str] = (),
    ) -> None:
        hall = hall_of(self)
        await hall.ask(
            lambda: hall.assignments.give(me.class_id, title, items, due=due, members=members)
        )
        self._back(me, "work")

    async def take_back(self, me: Member) -> None:
        """Take an assignment back."""
        hall, work = hall_of(self), self._sent("work")
        await hall.ask(lambda: hall.assignments.delete(me.class_id, work))
        self._back(me, "work")


_ACTS = {
    "assign": TeachHandler.assign,
    "lesson": TeachHandler.assign_lesson,
    "take-back": TeachHandler.take_back,
}


def teaching_handlers() -> list[Any]:
    """All addresses for teaching, each with its handler."""
    return [
        (f"/{CLASS}/{ID}/results", ResultsHandler),
        (f"/{CLASS}/{ID}/results/now", ResultsNowHandler),
        (rf"/{CLASS}/{ID}/results\.csv", ResultsFileHandler),
        (f"/{CLASS}/{ID}/work", WorkHandler),
        (f"/{CLASS}/{ID}/work/{ID}", AssignmentHandler),
        (f"/{CLASS}/{ID}/work/{ID}/paper", PaperHandler),
        (f"/{CLASS}/{ID}/teach", TeachHandler),
    ]
