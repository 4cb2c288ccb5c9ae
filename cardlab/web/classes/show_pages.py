"""Pages on which a class looks at play: the same deal at several tables, a match on the wall, who
sits where.

Knows templates, matches and what came of deals; knows no request and no store. Nicknames are on the
teacher's own pages, and never on the wall.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardlab.engine.match import Match
from cardlab.engine.words import listed
from cardlab.labs.travellers import Fork, SharedDeal
from cardlab.store import Class, Member
from cardlab.web.addresses import CLASS, WallAt
from cardlab.web.classes.projecting import wall_step
from cardlab.web.classes.same_deal import DealSet, Playing
from cardlab.web.templates import render

__all__ = ["compare_fragment", "seating_fragment", "wall_page"]

MOST_FORKS = 12


def _root(base: str, group: Class) -> str:
    return f"{base}{CLASS}/{group.id}"


# -- the same deal
# -------------------------------------------------------------------------


def compare_fragment(
    base: str,
    group: Class,
    members: Sequence[Member],
    sets: Sequence[DealSet],
    chosen: DealSet | None,
    deals: Sequence[SharedDeal],
    deal: SharedDeal | None,
    shut: Sequence[int],
    worth: Sequence[Mapping[str, Any] | None],
) -> str:
    """The traveller of a deal and where its tables parted.  shut: tables that still play it; worth:
    what the solver says of each fork, None while it is awaited."""
    nicknames = {member.id: member.nickname for member in members}
    forks = [
        _fork(fork, said)
        for fork, said in zip(deal.forks if deal and not shut else (), worth, strict=False)
    ]
    return render(
        "class-compare-now.html",
        base,
        root=_root(base, group),
        sets=sets,
        chosen=chosen,
        deals=deals,
        deal=deal,
        people=_people(chosen, deal, nicknames) if chosen and deal else {},
        shut=listed([f"table {n}" for n in shut]),
        forks=forks[:MOST_FORKS],
    )


def _people(
    chosen: DealSet, deal: SharedDeal, nicknames: Mapping[str, str]
) -> dict[str, list[str]]:
    """Who sat at each table, by side."""
    found = {}
    for table, play in chosen.tables:
        sides = play.match.game.sides
        found[str(table.number)] = [
            " – ".join(nicknames.get(play.holders.get(seat, ""), "bot") for seat in side.seats)
            for side in sides
        ]
    return found


def _fork(fork: Fork, said: Mapping[str, Any] | None) -> dict[str, Any]:
    """Where tables parted, as the page shows it."""
    match, worth = fork.match, (said or {}).get("worth", {})
    state = match.state_at(fork.at)
    labels = {str(move): move.label or str(move) for move in match.game.legal_moves(state)}
    return {
        "at": fork.at,
        "table": fork.table,
        "who": match.names[fork.seat],
        "where": _where(match, fork.at),
        "is_card": fork.is_card,
        "awaited": said is None,
        "sentence": (said or {}).get("sentence", ""),
        "choices": [
            {
                "label": labels.get(move, move),
                "tables": listed([f"table {table}" for table in tables], most=20),
                "worth": worth.get(move, {}).get("value", ""),
                "cost": worth.get(move, {}).get("cost", 0),
            }
            for move, tables in fork.choices
        ],
        "better": [
            labels.get(move, move)
            for move, value in worth.items()
            if not value["cost"] and move not in dict(fork.choices)
        ],
    }


def _where(match: Match, ply: int) -> str:
    """What had happened in the trick or the auction so far."""
    log = match.log(ply)
    return " ".join(log[-3:])


# -- the wall
# -------------------------------------------------------------------------


def wall_page(
    base: str,
    group: Class,
    tables: Sequence[int],
    at: WallAt | None,
    match: Match | None,
    shut: str,
    *,
    may_ask: bool = False,
) -> str:
    """A moment of a match in big type.  shut: why it cannot be shown; may_ask: whether the class may
    vote on a deal of it."""
    root = _root(base, group)
    if at is None or match is None:
        return render("class-wall.html", base, root=root, tables=(), at=None)
    step = None if shut else wall_step(match, at.ply, is_open=at.is_open)
    here = replace(at, why=False)
    links = {
        "next": replace(here, ply=min(at.ply + 1, match.ply)),
        "back": replace(here, ply=max(at.ply - 1, 0)),
        "first": replace(here, ply=0),
        "last": replace(here, ply=match.ply),
        "open": replace(at, is_open=not at.is_open),
        "why": replace(at, why=not at.why),
    }
    return render(
        "class-wall.html",
        base,
        root=root,
        tables=[(n, WallAt(n, at.ply if n == at.table else MOST).query()) for n in tables],
        at=at,
        title=match.game.title,
        length=match.ply,
        votable=may_ask and at.ply and match.state_at(at.ply).to_move is not None,
        step=step,
        shut=shut,
        keys={name: link.query() for name, link in links.items()},
    )


MOST = 10**6
"""An entry beyond every end: the last one is shown."""


# -- seats
# -------------------------------------------------------------------------


def seating_fragment(
    base: str, group: Class, members: Sequence[Member], playing: Sequence[Playing]
) -> str:
    """Every pupil with a place to choose, and the tables as they are."""
    nicknames = {member.id: member.nickname for member in members}
    at = {
        holder: f"{table.number}/{seat}"
        for table, play in playing
        for seat, holder in play.holders.items()
    }
    places = [
        (
            f"{table.number}/{seat}",
            f"table {table.number}, {name}",
            nicknames.get(play.holders.get(seat, ""), ""),
        )
        for table, play in playing
        for seat, name in enumerate(play.match.names)
    ]
    return render(
        "class-seating.html",
        base,
        root=_root(base, group),
        pupils=[(one, at.get(one.id, "")) for one in members if not one.teaches],
        places=places,
    )
