"""The result of a deal as an address writes it, for the laboratory of scores."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.results import Field, imagined, open_fields

__all__ = ["possible", "result_words", "so_far"]


def so_far(game: Game, result: Any) -> str:
    """The result of a deal that may not be over, in a line: without the tricks and points of which
    some are still to be made; "" where nothing is left."""
    values = game.result_sheet.flat(result)
    fields = open_fields(game)
    to_come = {f.name for f in fields if _is_shared(game, f) or not _holds(f, values[f.name])}
    for without in ((), to_come):
        given = {name: value for name, value in values.items() if name not in without}
        if _can_be(game, given):
            return result_words(game, result, without)
    return ""


def possible(game: Game, result: Any) -> bool:
    """Whether a deal can come to this result."""
    return _can_be(game, game.result_sheet.flat(result))


def _can_be(game: Game, given: dict[str, Any]) -> bool:
    try:
        imagined(game, **given)
    except ValueError:
        return False
    return True


def _is_shared(game: Game, field: Field) -> bool:
    """Whether this number and others make up a total together."""
    return game.result_sheet.shapes[field.part[0]].total is not None


def _holds(field: Field, value: Any) -> bool:
    return field.kind == "cards" or value in field.values


def result_words(game: Game, result: Any, without: Collection[str] = ()) -> str:
    """A result in a line, field by field; "" where a link cannot hold it (all the cards of a
    deal).

    without: the names of fields that are left out.

    >>> from cardlab.engine.catalogue import game
    >>> nap = game("nap")
    >>> result_words(nap, nap.usual_result)
    'soloist:1;bid:2;tricks:3'
    """
    values = game.result_sheet.flat(result)
    written = []
    for field in (field for field in open_fields(game) if field.name not in without):
        value = values[field.name]
        if field.kind == "cards":
            return ""
        if field.kind == "choice":
            places = [own for own, _ in field.choices]
            if value not in places:
                return ""
            value = places.index(value)
        written.append(f"{field.name}:{int(value)}")
    return ";".join(written)
