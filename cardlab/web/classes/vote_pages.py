"""The pages of a vote: a pupil's phone, the wall, and what a class may be asked about.

Knows templates and what a vote shows when; knows no request and no store. Before the count a page
has only the sum of what was picked, and what its reader has: nothing of a choice but its name is
handed on before its time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from markupsafe import Markup

from cardlab.lessons import lesson
from cardlab.lessons.book import lessons
from cardlab.store import Class, Member, VoteLook
from cardlab.web.addresses import CLASS, LabAddress
from cardlab.web.classes.asking import lesson_positions
from cardlab.web.classes.same_deal import Playing
from cardlab.web.classes.voting import (
    VoteChoice,
    allowed,
    choices_of,
    picture,
    question,
    replies,
)
from cardlab.web.drawing.svg import card_svg
from cardlab.web.templates import render

__all__ = ["vote_form", "vote_fragment", "vote_page"]

MOST_COLUMNS = 14
"""So many choices stand side by side; more lie below each other."""


def _card(code: str, hatched: bool) -> Markup:
    return Markup(card_svg(code, hatch=hatched))


def vote_fragment(base: str, me: Member, seen: VoteLook) -> str:
    """The part of a vote's page that changes by itself."""
    root, vote = f"{base}{CLASS}/{me.class_id}", seen.vote
    if vote is None:
        return render("class-vote-now.html", base, root=root, me=me, vote=None, gone="")
    position = json.dumps(dict(vote.position), ensure_ascii=False)
    try:
        judged = choices_of(position, seen.counts)
    except ValueError as error:
        return render("class-vote-now.html", base, root=root, me=me, vote=None, gone=str(error))
    return _drawn(base, root, me, seen, position, judged)


def _drawn(
    base: str, root: str, me: Member, seen: VoteLook, position: str, judged: list[VoteChoice]
) -> str:
    """The vote in its state, with just what may be known in it."""
    state = seen.vote.state if seen.vote is not None else "over"
    told, mine = state == "explained", seen.ballots.get(me.id, "")
    choices = judged if told else [one.hushed for one in judged]
    legal = [one for one in judged if one.legal] if told else []
    return render(
        "class-vote-now.html",
        base,
        root=root,
        me=me,
        gone="",
        vote=state,
        headline=allowed(position, judged) if told else question(position),
        picture=Markup(picture(position)),
        choices=choices,
        card=_card,
        columns=len(choices) <= MOST_COLUMNS and all(one.card for one in choices),
        most=max([1, *(one.votes for one in choices)]),
        chosen=len(seen.ballots),
        of=seen.pupils,
        mine=mine,
        chosen_label=next((one.label for one in choices if one.move == mine), ""),
        legal=len(legal),
        right=sum(one.votes for one in legal),
        reason=legal[0] if legal else {"said": "", "rule": ""},
        replies=replies(judged) if told else [],
    )


def vote_page(base: str, group: Class, me: Member, fragment: str, said: str = "") -> str:
    """The page of a vote: a phone's, or for the teacher the wall's."""
    return render(
        "class-vote.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        group=group,
        me=me,
        said=said,
        now=Markup(fragment),
    )


def vote_form(
    base: str, group: Class, playing: Sequence[Playing], chosen: str, typed: str = ""
) -> str:
    """What the class may be asked about.  chosen: the lesson whose positions are shown; typed: an
    address that was refused."""
    return render(
        "class-vote-new.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        lab=LabAddress("positions").url(base),
        lessons=[(id, lesson(id).title) for id in lessons()],
        lesson=chosen,
        positions=_positions(chosen) if chosen else [],
        tables=[
            (table.number, play.match.game.title) for table, play in playing if not play.holders
        ],
        typed=typed,
    )


def _positions(chosen: str) -> list[dict[str, Any]]:
    """The positions of a lesson, each with its picture, those first in which a rule refuses
    something; none if there is no such lesson."""
    try:
        found = lesson_positions(chosen)
    except ValueError:
        return []
    texts = {name: json.dumps(position, ensure_ascii=False) for name, (position, _) in found}
    drawn = [
        {
            "name": name,
            "question": question(text),
            "picture": Markup(picture(text, whole=True)),
            "refuses": any(not one.legal for one in choices_of(text, {})),
        }
        for name, text in texts.items()
    ]
    return sorted(drawn, key=lambda one: not one["refuses"])
