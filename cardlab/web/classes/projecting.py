"""A match of a class, step by step on a wall: the table with its hands shut or open, what was done
last, and why it was allowed.

Knows matches and views; knows no request, no store and no member: who sits where is nobody's business
on a wall. With the hands shut, what is drawn is what every seat may see.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from cardlab.engine.match import Match
from cardlab.engine.words import ONLOOKER, sentence
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.trick_ends import finished_trick, trick_ended

__all__ = ["WallStep", "public_view", "wall_step"]

BACK = "??"


@dataclass(frozen=True, slots=True)
class WallStep:
    """What is on the wall. told: what was done last; why: what the rules say of it."""

    picture: Markup
    told: str
    why: tuple[str, ...]


def wall_step(match: Match, ply: int, *, is_open: bool) -> WallStep:
    """The table of a match after so many entries."""
    view = _open_view(match, ply) if is_open else public_view(match, ply)
    return WallStep(
        Markup(following_page(table_svg(laid_out(view)))),
        _told(match, ply),
        _why(match, ply, is_open),
    )


def public_view(match: Match, ply: int) -> dict[str, Any]:
    """What every seat may see: of each zone the view in which the fewest faces are open, of each
    seat what another sees."""
    views = [match.view(seat, ply=ply).to_dict() for seat in range(match.game.players)]
    zones = [min(zones, key=_open_faces) for zones in _by_zone(views)]
    tricks = [min(tricks, key=_open_cards) for tricks in _by_trick(views)]
    seats = [views[seat - 1]["seats"][seat] for seat in range(match.game.players)]
    return _for_nobody(match, views[0] | {"zones": zones, "tricks": tricks, "seats": seats})


def _open_view(match: Match, ply: int) -> dict[str, Any]:
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
    hands = {f"hand-{seat}": f"{name}’s hand" for seat, name in enumerate(match.names)}
    zones = [zone | {"title": hands.get(zone["id"], zone["title"])} for zone in view["zones"]]
    seats = [seat | {"you": False, "relation": "opponent", "team": ""} for seat in view["seats"]]
    bare = {"choices": [], "mine": False, "grid": None, "since": [], "prompt": "", "lines": []}
    bare["ladder"] = None
    if (outcome := view["outcome"]) is not None and match.outcome is not None:
        ended = match.outcome
        outcome = {"title": ended.title(ONLOOKER), "text": ended.say(ONLOOKER)}
    return view | bare | {"zones": zones, "seats": seats, "outcome": outcome}


def _told(match: Match, ply: int) -> str:
    log, before = match.log(ply), match.log(ply - 1) if ply else []
    return " ".join(log[len(before) :])


def _why(match: Match, ply: int, is_open: bool) -> tuple[str, ...]:
    """What the rules say of the last move; with the hands shut, only what hangs on none of them."""
    entry = match.entries[ply - 1] if ply else None
    if entry is None or entry.seat is None:
        return ()
    state, said = match.state_at(ply - 1), []
    if is_open:
        verdict: Any = match.game.verdict(state, str(entry.move), entry.seat)
    else:
        others = [seat for seat in range(match.game.players) if seat != entry.seat]
        verdict = match.game.shared_verdict(state, str(entry.move), entry.seat, others[0])
    if verdict is not None and verdict.rule is not None:
        said.append(sentence(verdict.say(ONLOOKER, match.names)))
    if (trick := trick_ended(match, ply)) is not None:
        # told to a seat that did not take it, so that nobody is "you"
        winner = match.game.told_trick(match.state_at(ply), trick)[0]
        reader = (winner + 1) % match.game.players
        said.append((finished_trick(match, ply, reader) or {"text": ""})["text"])
    return tuple(said)
