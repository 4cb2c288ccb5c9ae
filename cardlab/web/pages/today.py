"""The page of the daily deal, which needs no kernel: which game, of which day, and those before it.

Knows dates, games and their addresses. Does not know what is dealt, or who has played.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, timedelta

from markupsafe import Markup

from cardlab.engine.catalogue import game, game_class, games
from cardlab.web.addresses import GameAddress, TodayAddress
from cardlab.web.daily import DailyDeal, days_before, deal_of, today, written
from cardlab.web.pages.home import game_picture
from cardlab.web.templates import render

__all__ = ["today_page"]

EARLIER = 6
"""How many days before are listed."""


@dataclass(frozen=True, slots=True)
class _Row:
    """One deal as the page shows it."""

    title: str
    day: str
    address: GameAddress
    picture: Markup


def _row(deal: DailyDeal) -> _Row:
    address = GameAddress(deal.game, day=deal.day)
    title = game_class(deal.game).title
    return _Row(title, written(deal.day), address, game_picture(deal.game))


def today_page(pages: Collection[str], base_url: str, address: TodayAddress) -> str:
    """Return the page as HTML.  pages: the names of those that there are, games among them."""
    playable = [name for name in games() if name in pages]
    now = today()
    day = address.day or now
    problems, wanted = list(address.problems), address.game
    if wanted and wanted not in playable:
        title = game_class(wanted).title
        problems.append(f"{title} has no table on this site. Here is the game of the day.")
        wanted = ""
    deal = deal_of(day, wanted, playable)
    return render(
        "today.html",
        base_url,
        deal=_row(deal),
        about=game(deal.game).about,
        is_today=day == now,
        problems=problems,
        tomorrow=_after(now, playable),
        earlier=[_row(deal_of(one, "", playable)) for one in days_before(now, EARLIER)],
        other=_others(deal, playable),
        share=TodayAddress(day, wanted),
    )


def _after(now: date, playable: Collection[str]) -> str:
    """The title of the game whose turn it is on the next day."""
    return game_class(deal_of(now + timedelta(days=1), "", playable).game).title


def _others(deal: DailyDeal, playable: Collection[str]) -> list[tuple[str, TodayAddress]]:
    """The other games, in which the same day has a deal too."""
    named = [(game_class(name).title, name) for name in playable if name != deal.game]
    return [(title, TodayAddress(deal.day, name)) for title, name in sorted(named)]
