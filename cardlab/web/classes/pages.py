"""The pages of a class as HTML: joining, a teacher's day, a pupil's place, a table.

Knows templates and what the store says of a class; knows no request and no socket. What may not be
read by a pupil is not handed to a pupil's template.
"""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from markupsafe import Markup

from cardlab.engine.catalogue import game_class, games
from cardlab.store import Class, ClassTable, Member
from cardlab.web.addresses import CLASS
from cardlab.web.classes.assigning import OwnWork
from cardlab.web.classes.play import TablePlay
from cardlab.web.drawing.svg import card_svg
from cardlab.web.templates import render

__all__ = [
    "home_fragment",
    "home_page",
    "join_page",
    "qr_code",
    "table_page",
    "today_fragment",
    "today_page",
]

ANIMALS = (
    *("Otter", "Heron", "Lynx", "Finch", "Badger", "Wren"),
    *("Hare", "Newt", "Fox", "Owl", "Seal", "Swift"),
    *("Mole", "Toad", "Raven", "Stoat", "Crane", "Perch"),
    *("Vole", "Kite", "Moth", "Ibex", "Elk", "Gecko"),
)
"""What somebody may be called who does not want to think of a name."""
SUGGESTED = 4
TINY = 30.0
"""How wide a card is on a small table."""


def join_page(
    base: str, *, code: str = "", title: str = "", said: str = "", typed: Mapping[str, str]
) -> str:
    """Where somebody joins a class with its code, or comes back with a login code.

    title: of the class whose code it is, "" if it is not known yet; typed: what they had typed.
    """
    return render(
        "class-join.html",
        base,
        root=f"{base}{CLASS}",
        code=code,
        title=title,
        said=said,
        typed={"nickname": "", "code": "", "work": "", **typed},
        suggested=secrets.SystemRandom().sample(ANIMALS, SUGGESTED),
    )


def _table_row(table: ClassTable, play: TablePlay | None, nicknames: Mapping[str, str]) -> Any:
    """One table as a class's page lists it; without its play where its game is there no more."""
    if play is None:
        gone = {"number": table.number, "title": "a game that is not here any more", "seats": []}
        return gone | {"free": 0, "state": "cannot be shown", "totals": "", "trick": []}
    match, turn = play.match, play.match.to_move
    seats = [
        {
            "name": name,
            "nickname": nicknames.get(play.holders[s], "") if s in play.holders else "",
            "away": s in play.away,
            "turn": s == turn and play.held is None and not match.over,
        }
        for s, name in enumerate(match.names)
    ]
    state = (
        "stopped"
        if play.paused
        else "the match is over"
        if match.over
        else "at the score"
        if play.held is not None
        else f"deal {match.state.standing.deal}"
    )
    return {
        "number": table.number,
        "title": match.game.title,
        "seats": seats,
        "free": sum(s not in play.holders for s in range(match.game.players)),
        "state": state,
        "totals": " : ".join(str(points) for points in match.totals.values()).replace("-", "−"),
        "trick": [],
    }


def _trick(play: TablePlay | None) -> list[Markup]:
    """The cards that lie in the trick of a table, as pictures."""
    if play is None:
        return []
    zones = play.match.view(0, ply=play.ply).to_dict()["zones"]
    faces = [face for zone in zones if zone["id"] == "trick" for face in zone["faces"]]
    return [Markup(card_svg(face["card"], TINY)) for face in faces if face["card"]]


Tables = Sequence[tuple[ClassTable, TablePlay | None]]


def _rows(tables: Tables, members: Sequence[Member]) -> list[Any]:
    nicknames = {member.id: member.nickname for member in members}
    return [_table_row(table, play, nicknames) for table, play in tables]


def today_fragment(
    base: str,
    group: Class,
    members: Sequence[Member],
    tables: Tables,
    voting: bool,
    needs: Sequence[Mapping[str, str]] = (),
) -> str:
    """The part of a teacher's page that changes by itself. voting: whether a vote is on; needs: who
    needs the teacher, why, and where."""
    seated = {m for _, play in tables if play is not None for m in play.holders.values()}
    pupils = [member for member in members if not member.teaches]
    rows = [
        # what lies in a trick is the teacher's to see: the same deal may be played elsewhere
        row | {"trick": _trick(play)}
        for row, (_, play) in zip(_rows(tables, members), tables, strict=True)
    ]
    return render(
        "class-now.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        group=group,
        tables=rows,
        pupils=pupils,
        waiting=[pupil for pupil in pupils if pupil.id not in seated],
        voting=voting,
        needs=needs,
        paused=any(play is not None and play.paused for _, play in tables),
    )


def today_page(
    base: str, origin: str, group: Class, me: Member, fragment: str, said: str = ""
) -> str:
    """A teacher's page: the tables, who is here, and what can be done for all."""
    link = f"{origin}{base}{CLASS}?code={group.code}"
    return render(
        "class-today.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        group=group,
        me=me,
        link=link,
        qr=qr_code(link),
        now=Markup(fragment),
        games=sorted((game_class(name).title, name) for name in games()),
        said=said,
    )


def qr_code(link: str) -> Markup:
    """A link as a QR code; empty where the package that draws it is not installed."""
    drawn = io.BytesIO()
    with suppress(ImportError):
        import segno

        segno.make(link, error="m").save(
            drawn, kind="svg", xmldecl=False, svgclass="qr", omitsize=True
        )
    return Markup(drawn.getvalue().decode())


def home_fragment(
    base: str, group: Class, me: Member, members: Sequence[Member], tables: Tables, voting: bool
) -> str:
    """The part of a pupil's page that changes by itself: the tables, and where to sit."""
    mine = [t.number for t, play in tables if play is not None and me.id in play.holders.values()]
    return render(
        "class-place.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        group=group,
        me=me,
        mine=mine,
        voting=voting,
        tables=_rows(tables, members),
    )


def home_page(
    base: str,
    group: Class,
    me: Member,
    fragment: str,
    given: Sequence[OwnWork] = (),
    said: str = "",
) -> str:
    """A pupil's page.  given: what there is to do."""
    return render(
        "class-home.html",
        base,
        said=said,
        root=f"{base}{CLASS}/{group.id}",
        group=group,
        me=me,
        given=given,
        now=Markup(fragment),
    )


def table_page(base: str, group: Class, me: Member, number: int) -> str:
    """The page of a table, which draws what its socket sends."""
    return render(
        "class-table.html",
        base,
        root=f"{base}{CLASS}/{group.id}",
        assets=f"{base}{CLASS}",
        group=group,
        me=me,
        number=number,
    )
