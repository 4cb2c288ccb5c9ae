"""What the server answers where a class looks at play together: the same deal at several tables, a
match on the wall, and who sits where.

Knows requests and who may ask what; what is on a page is made in `show_pages`. Every address here is
the teacher's alone. Hands, and deals that are played at several tables, are shut until the deal is
over wherever people sit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import tornado.web as web

from cardlab.labs.travellers import Fork, SharedDeal, same_deals
from cardlab.store import ClassTable, Member
from cardlab.web.addresses import CLASS, WallAt
from cardlab.web.classes.fork_worths import Worths
from cardlab.web.classes.handlers import ID
from cardlab.web.classes.membership import hall_of, required
from cardlab.web.classes.play import TablePlay
from cardlab.web.classes.results import teaching_page
from cardlab.web.classes.same_deal import (
    KNOWS,
    DealSet,
    Playing,
    deals_ended,
    knows_another_hand,
    set_of,
    sets_of,
    still_played,
)
from cardlab.web.classes.show_pages import (
    compare_fragment,
    seating_fragment,
    wall_page,
)
from cardlab.web.classes.teaching import TeachingHandler

__all__ = ["showing_handlers"]

MOST_SOLVED = 4
"""Forks of a deal of which the solver is asked."""
MOST_PLY = 10**6
SHUT = "People still play this deal at table {}, and what is shown here would tell them what lies hidden."


class ShowingHandler(TeachingHandler):
    """A page on which play is looked at."""

    def _number(self, name: str, most: int = MOST_PLY) -> int | None:
        """A whole number of the query, if it is one."""
        text = self.get_query_argument(name, "")[:12]
        return min(int(text), most) if text.isascii() and text.isdecimal() else None

    def _form_number(self, name: str) -> int:
        """A whole number of the form that was sent; 0 where it is none."""
        text = self._sent(name)[:6]
        return int(text) if text.isascii() and text.isdecimal() else 0

    async def _playing(self, class_id: str) -> list[Playing]:
        """The tables whose game is here."""
        return [(table, play) for table, play in await self._tables(class_id) if play is not None]


class CompareHandler(ShowingHandler):
    """The same deal at several tables."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        group = await self._class(class_id)
        query = f"?{self.request.query}" if self.request.query else ""
        fragment = await self._fragment(class_id)
        self._page(
            teaching_page(
                *(self.base, group, "Compare", "The same deal at several tables", fragment),
                live=f"/compare/now{query}",
            )
        )

    async def _fragment(self, class_id: str) -> str:
        group, members = await self._class(class_id), await self._members(class_id)
        sets = sets_of(await self._tables(class_id))
        chosen = next((one for one in sets if one.number == self._number("set")), None)
        chosen = chosen or next(iter(sets), None)
        deals = await hall_of(self).ask(lambda: _deals(chosen))
        wanted = self._number("deal")
        deal = next((one for one in deals if one.number == wanted), deals[-1] if deals else None)
        shut = still_played(chosen.tables, deal.number) if chosen and deal else ()
        worth = [] if deal is None or shut else [self._worth(fork) for fork in deal.forks]
        return compare_fragment(self.base, group, members, sets, chosen, deals, deal, shut, worth)

    def _worth(self, fork: Fork) -> Any:
        """What the solver says of a fork, None while it is awaited."""
        worths: Worths = self.settings.setdefault("cardlab_worths", Worths())
        return worths.of(fork.question()) if fork.is_card else {"sentence": ""}


def _deals(chosen: DealSet | None) -> tuple[SharedDeal, ...]:
    """The deals of a set that are over at one of its tables at least."""
    if chosen is None:
        return ()
    matches = {str(table.number): play.match for table, play in chosen.tables}
    return tuple(deal for deal in same_deals(matches) if deal.rows)


class CompareNowHandler(CompareHandler):
    """The part of the comparison that changes by itself."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        self._page(await self._fragment(class_id))


class ForkVoteHandler(CompareHandler):
    """A vote of the class where tables parted."""

    async def get(self, class_id: str) -> None:
        raise web.HTTPError(405)

    async def post(self, class_id: str) -> None:
        me = await required(self, class_id, teacher=True)
        number, at = self._form_number("number"), self._form_number("at")
        for table, play in await self._playing(class_id):
            if table.number == number and 0 < at <= play.match.ply:
                state = play.match.state_at(at)
                together = await self._together(table)
                if state.to_move is None or still_played(together, _deal_at(play, at)):
                    break
                await self._ask_class(me, play, at)
                self.redirect(f"{self.base}{CLASS}/{class_id}/vote", status=303)
                return
        self._notice(
            400,
            "This cannot be voted on",
            "Choose a moment at which somebody chooses, in a deal that nobody plays now.",
        )

    async def _ask_class(self, me: Member, play: TablePlay, at: int) -> None:
        hall, match = hall_of(self), play.match.at(at)
        position, seat = match.record.to_dict(), int(match.to_move or 0)
        await hall.ask(lambda: hall.votes.ask(me.class_id, position, seat))

    async def _together(self, table: ClassTable) -> list[Playing]:
        playing = await self._playing(table.class_id)
        return [(one, play) for one, play in playing if set_of(one) == set_of(table)]


def _deal_at(play: TablePlay, ply: int) -> int:
    """Which deal of a match an entry belongs to, from 1."""
    return deals_ended(play.match.at(ply)) + 1 if ply else 1


class ProjectorHandler(ForkVoteHandler):
    """A match of the class on the wall."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        group, playing = await self._class(class_id), await self._playing(class_id)
        if not playing:
            self._page(wall_page(self.base, group, (), None, None, ""))
            return
        wanted = self._number("table")
        table, play = next((one for one in playing if one[0].number == wanted), playing[0])
        ply = self._number("ply")
        at = WallAt(
            table.number,
            play.match.ply if ply is None else min(ply, play.match.ply),
            bool(self._number("open")),
            bool(self._number("why")),
        )
        numbers = [one.number for one, _ in playing]
        waits = still_played(await self._together(table), self._deal_shown(play, at.ply))
        shut = ""
        if waits and (at.is_open or len(await self._together(table)) > 1):
            shut = SHUT.format(" and ".join(map(str, waits)))
        page = await hall_of(self).ask(
            lambda: wall_page(self.base, group, numbers, at, play.match, shut, may_ask=not waits)
        )
        self._page(page)

    @staticmethod
    def _deal_shown(play: TablePlay, ply: int) -> int:
        """The deal that lies on the table after so many entries: its last one still belongs to
        it."""
        return _deal_at(play, ply - 1) if ply else 1


class SeatingHandler(ShowingHandler):
    """Who sits where; the teacher puts pupils at tables."""

    async def get(self, class_id: str) -> None:
        await required(self, class_id, teacher=True)
        await self._show(class_id)

    async def _show(self, class_id: str, said: str = "") -> None:
        group, members = await self._class(class_id), await self._members(class_id)
        fragment = seating_fragment(self.base, group, members, await self._playing(class_id))
        sub = "Who sits where"
        self._page(teaching_page(self.base, group, "Seating", sub, fragment, said=said))

    async def post(self, class_id: str) -> None:
        me = await required(self, class_id, teacher=True)
        said = await self._fill(me) if self._sent("fill") else await self._put(me)
        if said:
            self.set_status(400)
            await self._show(class_id, said)
        else:
            self.redirect(f"{self.base}{CLASS}/{class_id}/seating", status=303)

    async def _put(self, me: Member) -> str:
        """Put one pupil on one seat, or away from the tables; says why if that cannot be."""
        pupil = next(
            (m for m in await self._pupils(me.class_id) if m.id == self._sent("member")), None
        )
        place = self._sent("place")
        if pupil is None:
            raise web.HTTPError(403)
        number, _, seat = place.partition("/")
        for table, _ in await self._playing(me.class_id):
            if str(table.number) == number and seat.isascii() and seat.isdecimal():
                return await self._seat(pupil, table, int(seat[:3]))
        if place:
            return "There is no such seat. Choose one of the list."
        return await self._stand(pupil, None)

    async def _fill(self, me: Member) -> str:
        """Put whoever sits nowhere on the free seats, table by table."""
        playing = await self._playing(me.class_id)
        seated = {holder for _, play in playing for holder in play.holders.values()}
        free = [
            (table, seat)
            for table, play in playing
            for seat in range(play.match.game.players)
            if seat not in play.holders and not play.match.over
        ]
        waiting = [one for one in await self._pupils(me.class_id) if one.id not in seated]
        left = []
        for pupil in waiting:
            for place in free:
                if not await self._seat(pupil, *place):
                    free.remove(place)
                    break
            else:
                left.append(pupil.nickname)
        return f"No seat was left for {', '.join(left)}. Lay another table." if left else ""

    async def _pupils(self, class_id: str) -> Sequence[Member]:
        return [member for member in await self._members(class_id) if not member.teaches]

    async def _seat(self, pupil: Member, table: ClassTable, seat: int) -> str:
        """Put a pupil on a seat; says why if that cannot be."""
        hall = hall_of(self)
        async with hall.seating:
            if await hall.ask(lambda: knows_another_hand(hall, table, pupil.id, seat)):
                return f"{pupil.nickname} cannot sit there. {KNOWS}"
            host = await hall.host(table)
            answer = await host.do(lambda: host.live.seat_by_teacher(pupil.id, seat))
        return answer.error or await self._stand(pupil, table)

    async def _stand(self, pupil: Member, but: ClassTable | None) -> str:
        """A pupil leaves the tables, but one."""
        hall = hall_of(self)
        for table, play in await self._playing(pupil.class_id):
            if play.seat_of(pupil.id) is not None and (but is None or table.id != but.id):
                host = await hall.host(table)
                await host.do(lambda live=host.live: live.stand(pupil))  # type: ignore[misc]
        return ""


def showing_handlers() -> list[Any]:
    """All addresses where play is looked at, each with its handler."""
    return [
        (f"/{CLASS}/{ID}/compare", CompareHandler),
        (f"/{CLASS}/{ID}/compare/now", CompareNowHandler),
        (f"/{CLASS}/{ID}/compare/vote", ForkVoteHandler),
        (f"/{CLASS}/{ID}/projector", ProjectorHandler),
        (f"/{CLASS}/{ID}/seating", SeatingHandler),
    ]
