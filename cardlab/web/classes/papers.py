"""An assignment on paper: its exercises to solve with a pen, a code to each live one, the answers apart.

Knows questions, links and templates; knows no request and no store.
"""

from __future__ import annotations

from typing import Any

from cardlab.store import Assignment, Class
from cardlab.web.addresses import CLASS
from cardlab.web.classes.assigning import EXERCISE, work_items
from cardlab.web.classes.pages import qr_code
from cardlab.web.pages.printing import printed_task, question_at
from cardlab.web.templates import render

__all__ = ["paper_page"]


def paper_page(base: str, origin: str, group: Class, work: Assignment, *, solutions: bool) -> str:
    """The sheet of an assignment, or with `solutions` the sheet of its answers."""
    root = f"{base}{CLASS}/{group.id}/work"
    there = [item for item in work_items(work, base) if not item.gone]
    tasks: list[dict[str, Any]] = [
        printed_task(question_at(item.address), item.link, solutions, qr=_code(origin, item.link))
        for item in there
        if item.kind == EXERCISE
    ]
    pages = [
        {"title": item.title, "kind": item.kind, "qr": _code(origin, item.link), "href": item.link}
        for item in there
        if item.kind != EXERCISE
    ]
    return render(
        "class-paper.html",
        base,
        title=work.title,
        about="",
        items=tasks,
        pages=[] if solutions else pages,
        solutions=solutions,
        other=f"{root}/{work.id}/paper" + ("" if solutions else "?solutions=1"),
        back=root,
        origin=origin,
    )


def _code(origin: str, link: str) -> str:
    return qr_code(origin + link)
