"""The results of a class and its assignments as HTML.

Knows templates, what a class has done and what it has to do; knows no request and no store. All of
it is for a teacher's eyes but the page of one assignment, which is each pupil's own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Any

from markupsafe import Markup

from cardlab.engine.words import some
from cardlab.lessons import lesson, taught
from cardlab.lessons.beliefs import beliefs, says
from cardlab.lessons.book import lessons
from cardlab.lessons.classwork import ClassWork, Stuck, TopicCell, topic_of
from cardlab.lessons.progress import Event
from cardlab.store import Assignment, Class, Member
from cardlab.web.addresses import ClassAddress, ExerciseAddress
from cardlab.web.classes.assigning import WorkItem, done_items, is_done, work_items
from cardlab.web.classes.records import ClassRecords
from cardlab.web.classes.same_deal import Playing
from cardlab.web.templates import render

__all__ = [
    "assignment_page",
    "lesson_title",
    "needs_you",
    "new_work_form",
    "results_fragment",
    "stuck_row",
    "teaching_page",
    "work_fragment",
]

LEGEND = (("can", "can do"), ("seen", "seen"), ("new", "new"))
STATES = {"new": "new", "seen": "seen", "can-do": "can do", "sure": "can do, and sure of it"}
WAITS = 120.0
"""Seconds without a move after which a table waits for somebody."""
MANY = {"lesson": "lessons", "exercise": "exercises", "deal": "deals"}


def teaching_page(
    base: str,
    group: Class,
    here: str,
    sub: str,
    fragment: str,
    *,
    said: str = "",
    live: str = "",
    aside: str = "",
) -> str:
    """A page of the teacher's.  here: its tab; live: where its part is fetched anew, if it is."""
    root = _root(base, group)
    return render(
        "class-teaching.html",
        base,
        root=root,
        group=group,
        here=here,
        sub=sub,
        said=said,
        live=f"{root}{live}" if live else "",
        now=Markup(fragment),
        aside=Markup(aside),
    )


def _root(base: str, group: Class) -> str:
    return f"{base}class/{group.id}"


def results_fragment(base: str, group: Class, records: ClassRecords, now: float) -> str:
    """What the class can do by rule, the wrong rules, who is stuck, and pupils by rules."""
    work, root = records.work, _root(base, group)
    return render(
        "class-results-now.html",
        base,
        root=root,
        legend=LEGEND,
        states=STATES,
        topics=[_topic_row(work, topic.key) for topic in work.topics],
        next=work.teach_next(),
        believers=[_believers(belief, pupils) for belief, pupils in work.believers.items()],
        stuck=[stuck_row(one, root, base) for one in work.stuck(now)],
        matrix=[
            {"pupil": pupil, "cells": [work.cell(pupil, topic.key) for topic in work.topics]}
            for pupil in work.pupils
        ],
    )


def _topic_row(work: ClassWork, key: str) -> dict[str, Any]:
    column = work.column(key)
    return {
        "topic": topic_of(key),
        "states": Counter(map(_third, column)),
        "right": sum(cell.right for cell in column),
        "wrong": sum(cell.wrong for cell in column),
        "refused": sum(cell.refused for cell in column),
    }


def _third(cell: TopicCell) -> str:
    return "can" if cell.can else cell.state


def _believers(belief: str, pupils: Sequence[str]) -> dict[str, Any]:
    """Who follows a wrong rule, the rules that contradict it, and a lesson that teaches one."""
    topics = [topic_of(rule) for rule in beliefs()[belief]["against"]]
    return {
        "id": belief,
        "says": says(belief),
        "titles": [topic.title for topic in topics],
        "lesson": next((topic.lesson for topic in topics if topic.lesson), ""),
        "pupils": pupils,
    }


def stuck_row(one: Stuck, root: str, base: str) -> dict[str, Any]:
    """Somebody who is stuck, with a link to where."""
    link = ""
    if one.where.startswith("table/"):
        link = f"{root}/{one.where.partition('?')[0]}"
    elif "?" in one.where:
        link = ExerciseAddress(address=one.where).url(base)
    return {
        "pupil": one.pupil,
        "topic": one.topic,
        "row": one.row,
        "belief": one.belief,
        "link": link,
    }


def needs_you(
    records: ClassRecords,
    playing: Sequence[Playing],
    touched: Mapping[str, float],
    now: float,
    root: str,
    base: str,
) -> list[dict[str, str]]:
    """Who is stuck, and at which tables everybody waits for one person.  touched: when something
    happened last at each table."""
    rows = []
    for one in (stuck_row(stuck, root, base) for stuck in records.work.stuck(now)):
        fits = f" The answers fit “{one['belief']}”" if one["belief"] else ""
        what = f"{one['row']} misses in a row: {one['topic'].title}.{fits}"
        rows.append({"who": one["pupil"], "what": what, "link": one["link"]})
    nicknames = {pupil.id: pupil.nickname for pupil in records.pupils}
    for table, play in playing:
        seconds = now - touched.get(table.id, now)
        mover = play.match.to_move
        holder = None if mover is None else play.holders.get(play.decider(mover))
        busy = play.paused or play.match.over or play.held is not None or play.bot_due() is not None
        if seconds > WAITS and holder in nicknames and not busy:
            rows.append(
                {
                    "who": f"Table {table.number}",
                    "what": f"{nicknames[holder]} has not played for {_ago(seconds)}.",
                    "link": f"{root}/table/{table.number}",
                }
            )
    return rows


def _ago(seconds: float) -> str:
    minutes = int(seconds // 60)
    return some(minutes, "minute") if minutes < 60 else "more than an hour"


# -- assignments
# -------------------------------------------------------------------------


LAST_ZONE = timezone(timedelta(hours=-12))
"""Where a day ends last of all."""


def day_everywhere(now: datetime) -> date:
    """The day that has not ended everywhere yet: no time zone of a server ends a day that a
    teacher still has.

    >>> from datetime import UTC, datetime
    >>> day_everywhere(datetime(2026, 11, 27, 6, 40, tzinfo=UTC)).isoformat()
    '2026-11-26'
    """
    return now.astimezone(LAST_ZONE).date()


def work_fragment(
    base: str,
    group: Class,
    given: Sequence[Assignment],
    records: ClassRecords,
    today: date,
) -> str:
    """The assignments of a class, and who has not done them yet.  today: one whose last day is
    before this is over (see `day_everywhere`)."""
    rows = []
    for one in given:
        items = work_items(one, base)
        pupils = [pupil for pupil in records.pupils if one.is_for(pupil.id)]
        left = [pupil.nickname for pupil in pupils if not _all_done(items, records, pupil)]
        gone = sum(bool(item.gone) for item in items)
        rows.append(
            {
                "id": one.id,
                "title": one.title,
                "what": _what(items),
                "gone": f"{gone} of it not here any more" if gone else "",
                "due": one.due,
                "late": bool(one.due and left) and one.due < today.isoformat(),
                "done": len(pupils) - len(left),
                "open": left,
            }
        )
    return render("class-work-now.html", base, root=_root(base, group), work=rows)


def _all_done(items: Iterable[WorkItem], records: ClassRecords, pupil: Member) -> bool:
    done, of = done_items(items, records.events[pupil.id])
    return done == of


def _what(items: Sequence[WorkItem]) -> str:
    counts = Counter(item.kind for item in items)
    return ", ".join(f"{n} {kind if n == 1 else MANY[kind]}" for kind, n in counts.items())


def new_work_form(base: str, group: Class, typed: Mapping[str, str]) -> str:
    """Where a teacher writes an assignment.  typed: what was typed before it was refused."""
    return render(
        "class-work-new.html",
        base,
        root=_root(base, group),
        typed={"title": "", "due": "", "items": "", **typed},
        lessons=[(id, lesson(id).title) for id in lessons()],
        example=ExerciseAddress(address="winner-of-trick?game=kaiser&seed=4").url(base),
    )


def assignment_page(
    base: str,
    origin: str,
    group: Class,
    me: Member,
    work: Assignment,
    events: Sequence[Event],
) -> str:
    """What there is to do: for a pupil with what of it is done."""
    items = work_items(work, base)
    done, of = done_items(items, events)
    return render(
        "class-work-page.html",
        base,
        root=_root(base, group),
        group=group,
        me=me,
        work=work,
        link=origin + ClassAddress(group.code, work.id).url(base),
        entries=[(item, not item.gone and is_done(item, events)) for item in items],
        done=done,
        of=of,
    )


def lesson_title(id: str) -> str:
    """The title of a lesson; ValueError if there is none."""
    if id not in taught():
        raise ValueError("There is no such lesson. Choose one of the list.")
    return str(lesson(taught()[id]).title)
