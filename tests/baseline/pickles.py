"""Values as they were pickled, and what each says of itself.

A later tree loads what is kept here, in the place of making its own, and notes again what it says.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Callable
from typing import Any

import cardlab
from tests.contract.test_values import in_play

from .playing import plain, tried

PROTOCOL = 4
"""Of Python's ways to pickle; the same in every version of Python that cardlab runs on."""


def record(id: str) -> dict[str, Any]:
    return {
        name: {
            "pickle": base64.b64encode(pickle.dumps(value, PROTOCOL)).decode(),
            "noted": NOTED[name](value),
        }
        for name, value in made(id).items()
    }


def again(kept: dict[str, Any]) -> dict[str, Any]:
    """The same record, from the values that were kept; what cannot be loaded is noted so."""
    return {name: {**one, "noted": loaded(name, one["pickle"])} for name, one in kept.items()}


def loaded(name: str, text: str) -> Any:
    return tried(lambda: NOTED[name](pickle.loads(base64.b64decode(text))))


def made(id: str) -> dict[str, Any]:
    """A value of each kind, from a match some moves on."""
    match = in_play(cardlab.game(id))
    seat = match.to_move or 0
    verdicts = list(match.verdicts().values()) if not match.over else []
    return {
        "game": match.game,
        "match": match,
        "state": match.state,
        "state as a seat sees it": match.state.seen_by(seat),
        "record": match.record,
        "verdicts": verdicts,
        "view": match.view(seat),
    }


def of_match(match: Any) -> dict[str, Any]:
    return {
        "record": match.record.to_dict(),
        "totals": match.totals,
        "lines": plain(match.lines),
        "log": match.log(),
        "state": plain(match.state),
        "earlier": plain(match.state_at(match.ply // 2)),
    }


def of_game(game: Any) -> dict[str, Any]:
    rules = {str(rule): [rule.title, rule.kind] for rule in game.all_rules()}
    return {"name": repr(game), "chosen": plain(game.chosen), "rules": rules}


def of_verdicts(verdicts: list[Any]) -> list[Any]:
    return [
        [str(one.move), one.legal, str(one.rule or ""), one.reason, plain(one.instead)]
        for one in verdicts
    ]


NOTED: dict[str, Callable[[Any], Any]] = {
    "game": of_game,
    "match": of_match,
    "state": plain,
    "state as a seat sees it": plain,
    "record": lambda record: record.to_dict(),
    "verdicts": of_verdicts,
    "view": lambda view: view.to_dict(),
}
"""How each is noted."""
