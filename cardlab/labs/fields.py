"""What the states of the games are made of: their fields, read from the dataclasses themselves.

Knows which fields there are and what they hold.  Knows no game by name, and nothing of how a
position is written.

>>> import cardlab
>>> words(cardlab.game("gin-rummy"))["discards"]
('discards', tuple[cardlab.engine.cards.Card, ...])
>>> print(*known(cardlab.game("snap")))  # doctest: +NORMALIZE_WHITESPACE
phase deal dealer totals to-move void known chosen pile laid face-up
south west north east made
"""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from typing import Any, get_args, get_origin

from cardlab.engine.cards import Card
from cardlab.engine.fields import types_of, unplaced
from cardlab.engine.game import Game
from cardlab.families.tricks import TrickGame, Tricks, TrickState

UNWRITTEN = (
    "game",
    "standing",
    "phase",
    "hands",
    "viewer",
    "me",
    "pegged",
)
"""Fields that have a part of their own, or none."""
OF_TRICKS = ("order", "contract", "declarer")
"""Fields of a game of tricks that have parts of their own as well: a contract names its declarer.
Elsewhere a field of this name is written like any other."""
OPENED = "open"
"""The trump that is not made yet."""


def defaults(kind: type[Any]) -> dict[str, Any]:
    """The fields of a dataclass with their defaults, None where there is none."""
    return {f.name: None if f.default is MISSING else f.default for f in fields(kind)}


def word_of(name: str) -> str:
    """A field's name as a position writes it."""
    return name.replace("_", "-")


def unwritten(kind: type[Any]) -> tuple[str, ...]:
    """The fields of such a state or standing that are not written under their own names."""
    return (*UNWRITTEN, *OF_TRICKS) if issubclass(kind, TrickState) else UNWRITTEN


def words(game: Game) -> dict[str, tuple[str, Any]]:
    """The parts that a position of this game may have: word -> (field, what it holds), but for
    seats and the five parts that every state shares."""
    state, standing = types_of(game.State), types_of(game.Standing)
    by_word = {word_of(n): (n, standing[n]) for n in defaults(game.Standing)}
    lacks = (*unwritten(game.State), *({"stock"} - {*game.State.places}))
    held = {n: unplaced(state[n]) for n in defaults(game.State) if n not in lacks}
    return by_word | {word_of(n): (n, kind) for n, kind in held.items()}


def known(game: Game) -> tuple[str, ...]:
    """Every word that may begin a part."""
    trick = ("trump", "contract", "declarer") if isinstance(game, TrickGame) else ()
    seats = tuple(name.lower() for name in game.names)
    return tuple(dict.fromkeys(("phase", *words(game), *seats, *trick, "made")))


def inside(kind: Any) -> Any:
    """What a tuple of any length holds."""
    arguments = get_args(kind)
    return (
        arguments[0]
        if get_origin(kind) is tuple and len(arguments) == 2 and arguments[1] is Ellipsis
        else None
    )


def depth(kind: Any) -> int:
    """How many tuples lie around cards; 0 for a card itself, -1 where there are none."""
    if isinstance(kind, type) and issubclass(kind, Card):
        return 0
    inner = inside(kind)
    inner_depth = depth(inner) if inner is not None else -1
    return inner_depth + 1 if inner_depth >= 0 else -1


def seats_of(state: Any, leader: int) -> tuple[int, ...]:
    """Who plays to a trick that this seat leads."""
    playing = next((p for p in state.game.phases if isinstance(p, Tricks)), None)
    return playing.seats(state, leader) if playing is not None else ()


def values(holder: Any) -> dict[str, Any]:
    """The fields of a state, a standing or a result, with what they hold; none for a value that
    has no fields."""
    return {f.name: getattr(holder, f.name) for f in fields(holder)} if is_dataclass(holder) else {}


def is_record(kind: Any) -> bool:
    """Whether a field holds named tuples, such as wagers: seat, card and chips."""
    return isinstance(kind, type) and issubclass(kind, tuple) and kind is not tuple
