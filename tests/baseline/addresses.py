"""Tables as position lines and as links, and what comes of reading them.

Of every table there are four: the line of its position, for every other one as a seat sees it; the
link to a match that begins there; the link to the laboratory with what a seat sees; and the link to
the game's page with the moves. What cannot be written or read is noted with its error.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cardlab
from cardlab.labs import notation
from cardlab.web.addresses import GameAddress, parse
from cardlab.web.pages.laid import laid_address, laid_match
from cardlab.web.pages.sharing import position_address, replayed

from .playing import moments, plain, tried

TABLES = 40


def record(id: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, (match, ply) in enumerate(moments(id, TABLES, "addresses"), 1):
        viewer = number // 2 % match.game.players if number % 2 == 0 else None
        found[f"table {number}, ply {ply}"] = addresses(match, ply, viewer)
    return found


def addresses(match: Any, ply: int, viewer: int | None) -> dict[str, Any]:
    """A table in each of the four ways. viewer: who sees it; None for all cards face up."""
    state = match.state_at(ply)
    return {
        "position": written(lambda: line(state, viewer), read_line),
        "laid": written(lambda: laid(state, viewer), read_laid),
        "laboratory": written(lambda: laboratory(match, ply, viewer or 0), read_laboratory),
        "page": written(lambda: page(match, ply), read_page),
    }


def written(write: Callable[[], str | None], read: Callable[[str], Any]) -> dict[str, Any]:
    """A text and what is read from it, each or its error."""
    text = tried(write)
    return {"text": text, "read": tried(lambda: read(text)) if isinstance(text, str) else None}


def line(state: Any, viewer: int | None) -> str:
    return notation.write(state if viewer is None else state.seen_by(viewer))


def read_line(text: str) -> Any:
    state = notation.read(text)
    return {"state": plain(state), "written again": tried(lambda: notation.write(state))}


def laboratory(match: Any, ply: int, viewer: int) -> str:
    return laid_address(match, ply, viewer).url()


def read_laboratory(link: str) -> Any:
    address = parse(link)
    position = address.settings["position"]
    return {"address": plain(address), "position": notation.unpacked(position)}


def page(match: Any, ply: int) -> str | None:
    """The link that holds the moves; None where they are too many for one."""
    address = position_address(match, ply, GameAddress(match.game.id))
    return None if address is None else address.url()


def read_page(link: str) -> Any:
    address = parse(link)
    match = cardlab.game(address.game, **address.options).match(seed=address.seed)
    held, told = replayed(match, address.moves)
    return {"held": held, "told": told, "ply": match.ply, "state": plain(match.state)}


def laid(state: Any, viewer: int | None) -> str:
    """The link to a match that begins at the table."""
    position = notation.packed(line(state, viewer))
    return GameAddress(state.game.id, seed=1, position=position).url()


def read_laid(link: str) -> Any:
    address = parse(link)
    match = laid_match(address.game, address)
    return {"position": match.position, "record": match.record.to_dict()}
