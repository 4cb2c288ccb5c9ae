"""A table as it is for somebody who has no seat at it: what every seat may see, or every hand.

Knows matches and views; knows no page and nobody who looks. What the seats do not all see alike is
not shown: nobody here is "you".
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.engine.match import Match
from cardlab.engine.words import ONLOOKER

__all__ = ["onlooker_view", "open_view", "public_view"]

BACK = "??"
_PUT_TOGETHER = ("zones", "tricks", "seats", "sides", "viewer", "outcome")
"""What `public_view` makes of the views of several seats, or is none's secret."""


def onlooker_view(match: Match, ply: int) -> dict[str, Any]:
    """All that a page may be sent of a table that its reader only watches: what is drawn of it is
    `public_view`, and of the rest stays what is the same at every seat."""
    views = [match.view(seat, ply=ply).to_dict() for seat in range(match.game.players)]
    view = public_view(match, ply)
    for name, value in view.items():
        if name not in _PUT_TOGETHER and len({repr(of.get(name)) for of in views}) > 1:
            view[name] = type(value)() if isinstance(value, list | str | bool) else None
    prompts = {of["prompt"] for of in views if not of["mine"]}
    if len(prompts) == 1:
        view["prompt"] = prompts.pop()
    # who "we" and "they" are hangs on who looks
    sides = [side | {"team": ""} for side in view["sides"]]
    tricks = [trick | {"points": "", "counted": ""} for trick in view["tricks"]]
    told = {"log": match.log(ply)[-400:], "finished": None}
    return view | told | {"sides": sides, "tricks": tricks}


def public_view(match: Match, ply: int) -> dict[str, Any]:
    """What every seat may see: of each zone the view in which the fewest faces are open, of each
    seat what another sees."""
    views = [match.view(seat, ply=ply).to_dict() for seat in range(match.game.players)]
    zones = [min(zones, key=_open_faces) for zones in _by_zone(views)]
    tricks = [min(tricks, key=_open_cards) for tricks in _by_trick(views)]
    seats = [views[seat - 1]["seats"][seat] for seat in range(match.game.players)]
    return _for_nobody(match, views[0] | {"zones": zones, "tricks": tricks, "seats": seats})


def open_view(match: Match, ply: int) -> dict[str, Any]:
    """Every hand as its own seat sees it."""
    views = [match.view(seat, ply=ply).to_dict() for seat in range(match.game.players)]
    zones = [max(zones, key=_open_faces) for zones in _by_zone(views)]
    tricks = [max(tricks, key=_open_cards) for tricks in _by_trick(views)]
    return _for_nobody(match, views[0] | {"zones": zones, "tricks": tricks})


def _by_zone(views: list[dict[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The zones, each as the seats see it; not what a page has for its own seat alone, such as the
    sorted melds of its hand."""
    seen = [{zone["id"]: zone for zone in view["zones"]} for view in views]
    ids = [zone["id"] for zone in views[0]["zones"]]
    return [[of[id] for of in seen] for id in ids if all(id in of for of in seen)]


def _by_trick(views: list[dict[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """The tricks, each as the seats see it that did not take it, so that nobody is "you"."""
    seen = zip(*(view["tricks"] for view in views), strict=True)
    return [[of for seat, of in enumerate(trick) if seat != of["winner"]] for trick in seen]


def _open_cards(trick: Mapping[str, Any]) -> int:
    return sum(card != BACK for card, _ in trick["cards"])


def _open_faces(zone: Mapping[str, Any]) -> int:
    groups = [face for group in zone.get("groups") or () for face in group["faces"]]
    return sum(face["card"] != BACK for face in [*zone["faces"], *groups])


def _for_nobody(match: Match, view: dict[str, Any]) -> dict[str, Any]:
    """A view in which nobody is "you" or "we", and nothing can be chosen."""
    hands = {f"hand-{seat}": f"{name}'s hand" for seat, name in enumerate(match.names)}
    zones = [zone | {"title": hands.get(zone["id"], zone["title"])} for zone in view["zones"]]
    seats = [seat | {"you": False, "relation": "opponent", "team": ""} for seat in view["seats"]]
    bare = {"choices": [], "mine": False, "grid": None, "since": [], "prompt": "", "lines": []}
    bare["ladder"] = None
    if (outcome := view["outcome"]) is not None and match.outcome is not None:
        ended = match.outcome
        outcome = {"title": ended.title(ONLOOKER), "text": ended.say(ONLOOKER)}
    return view | bare | {"zones": zones, "seats": seats, "outcome": outcome}
