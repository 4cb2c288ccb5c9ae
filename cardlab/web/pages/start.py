"""The front door: three questions, the way that follows from them, and the way of a learner.

Knows what is asked and offered, and what of a way a page shows. Does not know how a way is found,
or where the choice of a learner is saved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from markupsafe import Markup

from cardlab.concepts.names import game_names
from cardlab.engine.catalogue import game_class, games, tables
from cardlab.engine.words import number
from cardlab.lessons.journey import (
    LearningPath,
    NextStep,
    concept_title,
    first_goal,
    fitting_game,
    next_goals,
    next_step,
    wish_of,
)
from cardlab.lessons.minutes import deal_minutes
from cardlab.lessons.progress import Progress
from cardlab.lessons.three_tables import believed_game
from cardlab.web.addresses import (
    Address,
    GameAddress,
    PathAddress,
    StartAddress,
    TodayAddress,
    step_address,
)
from cardlab.web.daily import deal_of, today, written
from cardlab.web.drawing.svg import fan_svg
from cardlab.web.templates import render
from cardlab.web.widgets.map import sign
from cardlab.web.widgets.path import path_data, path_picture, step_picture

__all__ = ["WayIn", "coming_next", "doors", "path_page", "start_data", "start_page"]

ANSWERS = (
    ("never", "Never", "??"),
    ("sometimes", "Now and then", "?? 7C 7D"),
    ("often", "Often", "AS KS QH JD TC 9C 8D"),
)
"""How much somebody has played: the answer, its words, its cards."""
OFFERED = (
    ("snap", "7C 7D"),
    ("whist", "9C KC 4C"),
    ("scotch-whist", "TS JS AS"),
    ("basic-rummy", "4H 5H 6H"),
    ("bridge", "AS KS QS JS"),
)
"""Games that many people know, with their cards; any other can be typed."""
SHORT_NAMES = {"basic-rummy": "Rummy", "bridge": "Bridge"}
"""What people call these games."""
GOALS = ("hearts", "malilla", "sum-run-set", "kaiser", "gin-rummy", "spades", "bridge")
"""Games that many people want to go to; the shortest ways of these are offered."""
MOST_GOALS = 5
NEAR = 4
"""Steps to a surprise, at most."""
MOST_LISTED = 6
"""Steps that the front door lists; the path page has all."""
FOR_CHILDREN = "snap"


@dataclass(frozen=True)
class AnswerTile:
    """One answer that can be picked: its value, words and cards."""

    value: str
    title: str
    about: str
    picture: Markup
    picked: bool


@dataclass(frozen=True)
class WayIn:
    """A way in without a question: name, sentence, cards, address."""

    id: str
    title: str
    about: str
    picture: Markup
    address: Address


def _cards(codes: str) -> Markup:
    cards = codes.split()
    return Markup(fan_svg(cards, strip=0.72 if len(cards) <= 3 else 0.5, turn=7))


def _name(id: str) -> str:
    return SHORT_NAMES.get(id) or game_names()[id]


def coming_next(progress: Progress) -> dict[str, Any]:
    """What comes next for a learner, as every page shows it: the one answer to "go on"."""
    return _coming(next_step(progress))


def _coming(coming: NextStep) -> dict[str, Any]:
    step = coming.step
    return {
        "id": coming.lesson or coming.game,
        "kind": coming.kind,
        "title": coming.title,
        "minutes": coming.minutes,
        "hook": coming.hook,
        "picture": step_picture(step),
        "address": step_address(coming),
        "action": "Start" if coming.lesson else "Play",
    }


# -- the front door
# ---------------------------------------------------------------------


def start_page(base_url: str = "/", address: StartAddress | None = None) -> str:
    """The whole page as HTML."""
    address = address or StartAddress()
    return render("start.html", base_url, start=start_data(address, base_url))


def start_data(address: StartAddress, base_url: str = "/") -> dict[str, Any]:
    """What the three questions show: the answers, the goals with their minutes, the way."""
    way = address.way
    return {
        "answers": [
            AnswerTile(value, title, "", _cards(cards), address.played == value)
            for value, title, cards in ANSWERS
        ],
        "never": address.played == "never",
        "known": _known_tiles(address),
        "goals": _goal_tiles(address),
        "way": path_data(way, None, base_url),
        "coming": _coming(next_step(Progress(()), wish=way.wish)),
        "believed": _name(believed) if (believed := believed_game(address.known)) else "",
        "games": sorted(set(map(_name, game_names()))),
        "most": MOST_LISTED,
        "doors": doors(Progress(())),
        "problems": address.problems,
        "address": PathAddress.of(way.wish),
    }


def _known_tiles(address: StartAddress) -> list[AnswerTile]:
    offered = dict(OFFERED)
    others = [id for id in address.known if id not in offered]
    tiles = [
        AnswerTile(id, _name(id), "", _cards(cards), id in address.known)
        for id, cards in offered.items()
    ]
    return [*tiles, *(AnswerTile(id, _name(id), "", _picture(id), True) for id in others)]


def _picture(id: str) -> Markup:
    return path_picture(id) if id in games() else _cards("??")


def _goal_tiles(address: StartAddress) -> list[AnswerTile]:
    """The goals, shortest way first; what is known already is no goal."""
    here = [id for id in GOALS if id in tables()] or tables()
    wanted = [id for id in here if id not in address.known]
    ways = [replace(address, to=id, problems=()).way for id in wanted]
    ways.sort(key=lambda way: way.minutes)
    shown = ways[:MOST_GOALS]
    chosen = address.way.goal if address.to else ""
    if chosen and chosen not in [way.goal for way in shown]:
        shown = [*shown[:-1], address.way]
    return [
        AnswerTile(
            way.goal, _name(way.goal), _about(way), path_picture(way.goal), way.goal == chosen
        )
        for way in shown
    ] + [_surprise(address, [way.goal for way in shown])]


def _about(way: LearningPath) -> str:
    """Steps and minutes in a few characters.

    >>> from cardlab.lessons.journey import path
    >>> _about(path("kaiser", "kaiser"))
    '1 step · 4 min'
    """
    hours, rest = divmod(way.minutes, 60)
    time = f"{rest} min" if not hours else f"{hours} h {rest:02}" if rest else f"{hours} h"
    return f"{len(way)} {'step' if len(way) == 1 else 'steps'} · {time}"


def _surprise(address: StartAddress, shown: Sequence[str]) -> AnswerTile:
    """A game that nobody asked for, not far away."""
    wish = replace(address, to="", problems=()).way.wish
    ways = next_goals(Progress(()), count=NEAR, wish=wish)
    others = [way for way in ways if way.goal not in (*shown, *address.known)]
    near = [way for way in others if len(way) <= NEAR] or others[:1]
    goal = near[-1].goal if near else first_goal()
    return AnswerTile(goal, "Surprise me", "", _cards("?? ??"), False)


def doors(progress: Progress, learner: bool = False) -> list[WayIn]:
    """The ways in without a question. learner: whether somebody has begun already."""
    deal = deal_of(today())
    fits = fitting_game(progress)
    title = game_class(fits).title
    about = f"{title}. Try any card: the table explains."
    play = WayIn("deal", "Just deal me in", about, _cards("?? ?? ??"), GameAddress(fits))
    if learner:
        about = f"{title}: it fits what you know."
        play = WayIn("deal", "Play a deal", about, path_picture(fits), GameAddress(fits))
    daily = f"{written(deal.day)} · the same cards for everybody."
    ways_in = [play, WayIn("today", "Today's deal", daily, path_picture(deal.game), TodayAddress())]
    if FOR_CHILDREN in tables():
        minutes = number(deal_minutes(FOR_CHILDREN))
        child = f"{game_class(FOR_CHILDREN).title}. Nothing to read, {minutes} minutes."
        address = GameAddress(FOR_CHILDREN)
        ways_in.append(WayIn("child", "With a child", child, _cards("4S 4D"), address))
    return ways_in


# -- the way of a learner
# ---------------------------------------------------------------------


def path_page(
    base_url: str = "/",
    progress: Progress | None = None,
    address: PathAddress | None = None,
    states: Any = None,
) -> str:
    """The way that an address describes, or that the learner chose, as HTML. states: how far the
    learner is with each concept, in the words of the map."""
    progress, address = progress or Progress(()), address or PathAddress()
    own = wish_of(progress)
    way = address.way if address.says or own is None else own.path
    mine = own == way.wish
    states = states or {}
    data = path_data(way, progress, base_url)
    onwards = next_goals(progress) if data["done"] else ()
    return render(
        "path.html",
        base_url,
        way=data,
        mine=mine,
        own=PathAddress.of(way.wish),
        coming=_coming(next_step(progress, wish=way.wish)),
        onwards=[
            (other.title, _about(other), path_picture(other.goal), PathAddress.of(other.wish))
            for other in onwards
        ],
        adds=[(concept_title(id), Markup(sign(states.get(id, "new")))) for id in way.new],
        proven=sum(states.get(id, "new") not in ("new", "seen") for id in way.new),
        change=StartAddress.of(way.wish),
        paces=[(new, PathAddress.of(replace(way.wish, at_most=new))) for new in data["paces"]],
        problems=address.problems,
    )
