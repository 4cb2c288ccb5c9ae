"""What each person at a shared table is sent, as the text that goes over the wire.

Knows who may see what, and nothing else decides it: a seat gets what `Match.view` gives that seat,
somebody without a seat what all seats may see, the teacher all hands, and nobody the seed, the head
of the record or the name of the match. Knows no store and no socket.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from cardlab.web.addresses import PACE
from cardlab.web.classes.live import TableAnswer
from cardlab.web.classes.play import TablePlay
from cardlab.web.classes.projecting import wall_step
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.pacing import times_of
from cardlab.web.pages.trick_ends import finished_trick

__all__ = ["answer_text", "open_text", "seat_text", "waiting_text"]


def seat_text(play: TablePlay, seat: int, nicknames: Mapping[str, str]) -> str:
    """All that the page of a seat shows. nicknames: by member."""
    view = play.match.view(seat, ply=play.ply).to_dict()
    view["finished"] = finished_trick(play.match, play.ply, seat)
    view["since"] = []
    if play.held is not None or play.paused or play.asked is not None:
        view["mine"] = False
    if play.paused:
        view["prompt"] = "The teacher has stopped the table."
    chrome = _chrome(play) | {"people": _people(play, seat, nicknames), "asked": _asked(play, seat)}
    return _text(view, chrome)


def open_text(play: TablePlay, nicknames: Mapping[str, str]) -> str:
    """All that a teacher's page shows: every hand, each as its own seat sees it, and no choices."""
    views = [play.match.view(s, ply=play.ply).to_dict() for s in range(play.match.game.players)]
    view = views[0]
    hands = {f"hand-{seat}": _zones(shown)[f"hand-{seat}"] for seat, shown in enumerate(views)}
    view["zones"] = [hands.get(zone["id"], zone) for zone in view["zones"]]
    asked = next((shown["prompt"] for shown in views if not shown["mine"]), view["prompt"])
    view |= {"choices": [], "mine": False, "grid": None, "since": [], "prompt": asked}
    view["finished"] = finished_trick(play.match, play.ply, 0)
    for seat, name in enumerate(play.match.names):
        # nobody here is "you"
        hands[f"hand-{seat}"]["title"] = f"{name}'s hand"
        view["seats"][seat] |= {"you": False, "relation": "opponent"}
    chrome = _chrome(play) | {"people": _people(play, None, nicknames), "asked": None}
    return _text(view, chrome | {"teaches": True, "held": False})


def waiting_text(play: TablePlay, nicknames: Mapping[str, str], shut: str = "") -> str:
    """All that somebody is shown who has no seat: who sits where, and what all seats may see.

    shut: why no card is shown.
    """
    sent = {
        "waiting": _people(play, None, nicknames),
        "game": play.match.game.title,
        "picture": "",
        "told": [shut],
    }
    if not shut:
        step = wall_step(play.match, play.ply, is_open=False)
        stopped = ["The teacher has stopped the table."] if play.paused else []
        sent |= {"picture": str(step.picture), "told": [*stopped, step.told, *step.why]}
    return json.dumps(sent, ensure_ascii=False)


def answer_text(answer: TableAnswer) -> str:
    """What one person is told to what they tried, beside the table."""
    return json.dumps(
        {"bubble": dict(answer.bubble), "error": answer.error}, ensure_ascii=False, sort_keys=True
    )


def _zones(view: Mapping[str, Any]) -> dict[str, Any]:
    return {zone["id"]: zone for zone in view["zones"]}


def _text(view: dict[str, Any], chrome: dict[str, Any]) -> str:
    for entry, person in zip(view["seats"], chrome["people"], strict=True):
        # a seat is called by who sits there; the texts of the game call it by its own name
        entry["notes"] = [_note(person), *entry["notes"]]
        entry["name"] = person["nickname"] or entry["name"]
    return json.dumps({"view": laid_out(view), "chrome": chrome}, ensure_ascii=False)


def _note(person: Mapping[str, Any]) -> str:
    """What stands below the name of a seat."""
    if not person["nickname"]:
        return "a bot"
    return f"{person['seat']}, a bot plays" if person["away"] else str(person["seat"])


def _chrome(play: TablePlay) -> dict[str, Any]:
    """What stands around the table, and hangs on nothing that is hidden."""
    return {
        "shared": True,
        "mode": "show",
        "times": times_of(PACE).milliseconds(),
        "timeline": {"ply": play.ply, "length": play.match.ply, "marks": []},
        "live": True,
        "held": play.held is not None,
        "busy": play.bot_due() is not None,
        "paused": play.paused,
        "line": play.line,
        "entries": play.length,
    }


def _people(
    play: TablePlay, viewer: int | None, nicknames: Mapping[str, str]
) -> list[dict[str, Any]]:
    """Who sits at each seat, in the order of the seats."""
    people = []
    for seat, name in enumerate(play.match.names):
        holder = play.holders.get(seat)
        nickname = nicknames.get(holder, "somebody who left") if holder else ""
        away = seat in play.away
        people.append(
            {
                "seat": name,
                "nickname": nickname,
                "you": seat == viewer,
                "bot": not holder or away,
                "away": away,
                "seen": seat in play.seen,
            }
        )
    return people


def _asked(play: TablePlay, seat: int) -> dict[str, Any] | None:
    """What somebody asks to take back, as this seat may know it; None if nobody asks."""
    asked = play.asked
    if asked is None:
        return None
    before, after = play.match.log(asked.ply, seat), play.match.log(asked.ply + 1, seat)
    return {
        "by": play.match.names[asked.seat],
        "told": " ".join(after[len(before) :]),
        "decide": seat not in asked.agreed,
        "agreed": sorted(asked.agreed),
    }
