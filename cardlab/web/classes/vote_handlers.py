"""What the server answers at the addresses of a vote.

Knows requests and who may ask what; what is on a page is made in `vote_pages`. What is done in a
vote is an act of the class, as all that its members do with forms.
"""

from __future__ import annotations

from typing import Any

from cardlab.store import Member
from cardlab.web.addresses import CLASS
from cardlab.web.classes.handlers import ID, ClassHandler
from cardlab.web.classes.membership import hall_of, required
from cardlab.web.classes.results import teaching_page
from cardlab.web.classes.vote_pages import vote_form, vote_fragment, vote_page

__all__ = ["vote_handlers"]


class VoteHandler(ClassHandler):
    """The page of a vote: a pupil picks, the teacher shows what the class has picked, or chooses
    what it is asked about."""

    async def get(self, class_id: str) -> None:
        me = await required(self, class_id)
        group, base = await self._class(class_id), self.settings["base_url"]
        seen = await hall_of(self).vote(class_id)
        if me.teaches and seen.vote is None:
            self._page(await self._form(class_id))
        else:
            self._page(vote_page(base, group, me, await self._vote(me)))

    async def _form(self, class_id: str) -> str:
        group, base = await self._class(class_id), self.settings["base_url"]
        playing = [(t, play) for t, play in await self._tables(class_id) if play is not None]
        chosen = self.get_query_argument("lesson", "")[:60]
        form = await hall_of(self).ask(lambda: vote_form(base, group, playing, chosen))
        return teaching_page(base, group, "Vote", "Everybody picks, then the rule speaks", form)

    async def _vote(self, me: Member) -> str:
        hall, base = hall_of(self), self.settings["base_url"]
        seen = await hall.vote(me.class_id)
        return await hall.ask(lambda: vote_fragment(base, me, seen))


class VoteNowHandler(VoteHandler):
    """The part of a vote's page that changes by itself."""

    async def get(self, class_id: str) -> None:
        me = await required(self, class_id)
        self._page(await self._vote(me))


def vote_handlers() -> list[Any]:
    """All addresses of votes, each with its handler."""
    return [
        (f"/{CLASS}/{ID}/vote", VoteHandler),
        (f"/{CLASS}/{ID}/vote/now", VoteNowHandler),
    ]
