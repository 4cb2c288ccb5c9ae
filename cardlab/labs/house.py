"""House rules in the laboratory: what a table switches, whether it can be played, and its file.

Knows the switches (`cardlab.labs.switches`) and finds out by playing whether what a table agreed
can be played (`cardlab.labs.trial`).  What house rules are, and how a game takes them, is in
`cardlab.engine.house`.

>>> free = game("malilla", name="Free Malilla", off=("must-beat-opponent",))
>>> free, [str(r) for r in free.phases[1].rules]
(<Free Malilla, house rules of malilla>, ['must-follow-suit', 'unled-plain-seven'])
>>> from_json(to_json(free)) == free
True
>>> game("malilla", dealt=11)
Traceback (most recent call last):
cardlab.engine.house.Refused: Eleven cards each for four players takes 44 cards, and the pack of Malilla here has 40.
"""

from __future__ import annotations

import json
import random
from collections.abc import Generator, Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from cardlab.engine.catalogue import game_class
from cardlab.engine.game import Game
from cardlab.engine.house import (
    LONGEST_TEXT,
    MOST_CHANGES,
    VERSION,
    House,
    Refused,
    from_switches,
    read_data,
    read_json,
    read_text,
    shown,
    with_options,
    written,
)
from cardlab.engine.words import capital, listed, sentence
from cardlab.families.matches import Deals
from cardlab.labs.switches import switched, switches, trick_phase
from cardlab.labs.trial import Guarded, finished, trying

__all__ = [
    "FORMAT",
    "House",
    "Refused",
    "build",
    "build_checked",
    "comes_apart",
    "fitting",
    "from_json",
    "from_text",
    "game",
    "house",
    "load",
    "play",
    "read",
    "refusal",
    "save",
    "switched",
    "switches",
    "to_json",
    "trying_out",
]

FORMAT = "cardlab-house"
SWITCHED = 1
"""The version whose files list switches; they are still read."""


# --- reading what somebody wrote


def base_game(base: Any, options: Mapping[str, Any]) -> Game:
    """The game without house rules, with these options."""
    return written(_class(base), options)


def _class(base: Any) -> type[Game]:
    """The class of a game by its id.  Raises Refused for an id that there is not."""
    if not isinstance(base, str):
        raise Refused("House rules name the game that they come from, such as “malilla”.")
    try:
        return game_class(base)
    except ValueError as trouble:
        raise Refused(sentence(str(trouble))) from None


def house(
    base: str, name: str = "", changes: Mapping[str, Any] | Iterable[tuple[str, Any]] = ()
) -> House:
    """House rules from switches, read strictly: every word must be a switch of this game and every
    value one that it takes.  Raises Refused, which says what is not.  What is as it was anyway is
    left out.

    >>> switched(house("kaiser", changes={"option:deals": 24, "rule:must-head": True}))
    {'rule:must-head': True}
    """
    plain = dict(changes)
    if len(plain) > MOST_CHANGES:
        raise Refused(f"House rules change at most {MOST_CHANGES} things; here are {len(plain)}.")
    for id, value in plain.items():
        fits = isinstance(id, str) and isinstance(value, bool | int | str)
        if not fits or len(str(id)) > 120 or len(str(value)) > 400:
            raise Refused(
                "House rules are a list of switches, each with a number, a word, or on or off."
            )
    kind = _class(base)
    plain = {kind.formerly.get(id, id): value for id, value in plain.items()}
    options = {
        id.removeprefix("option:"): value for id, value in plain.items() if id.startswith("option:")
    }
    names = {o.name for o in kind.all_options()}
    if strange := [option for option in options if option not in names]:
        raise Refused(
            f"{kind.title} has no option {shown(strange[0])}; its options are {listed(names, most=12)}."
        )
    by_id = {s.id: s for s in switches(base_game(base, options))}
    kept = {}
    for id, value in plain.items():
        switch = by_id.get(id)
        if switch is None:
            kept[id] = value  # refused with a sentence, unless it is an option with one value
            continue
        try:
            value = switch.check(value)
        except ValueError as trouble:
            raise Refused(sentence(str(trouble))) from None
        if value != switch.default:
            kept[id] = value
    return from_switches(kind, name, kept)


def fitting(base: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    """These switches without those that are not there under their options."""
    options = {
        id.removeprefix("option:"): value
        for id, value in changes.items()
        if id.startswith("option:")
    }
    there = {switch.id for switch in switches(base_game(base, options))}
    return {id: v for id, v in changes.items() if id in there or id.startswith("option:")}


def from_text(base: str, text: str) -> House:
    """House rules from the short form of a link."""
    return read_text(_class(base), text)


def read(text: str | bytes) -> House:
    """The house rules of a file's text, read strictly; nothing in it is ever carried out.
    Raises Refused, which says what is not right."""
    if isinstance(text, bytes):
        try:
            text = text.decode("utf-8")
        except UnicodeDecodeError:
            raise Refused("These are not house rules: the file is not a text.") from None
    data = read_json(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise Refused(f'These are not house rules: the text does not say "format": "{FORMAT}".')
    version = data.get("version")
    if version not in (SWITCHED, VERSION) or isinstance(version, bool):
        raise Refused(
            f"These house rules have version {shown(str(version))}; this cardlab reads version"
            f" {VERSION}."
        )
    kind = _class(data.get("game"))
    more = {key: value for key, value in data.items() if key not in ("format", "version", "game")}
    if version == VERSION:
        return read_data(kind, more)
    if strange := [key for key in more if key not in ("name", "changes")]:
        raise Refused(
            f"House rules say nothing called {shown(strange[0])}; they have a game, a name and"
            " changes."
        )
    changes = more.get("changes", {})
    if not isinstance(changes, dict):
        raise Refused("The changes of house rules are a list of switches with their values.")
    return house(kind.id, more.get("name", ""), changes)


# --- making the game


def build(agreed: House) -> Game:
    """The game of these house rules, not yet tried.  Raises Refused where it is known not to
    work."""
    return _class(agreed.base)(agreed)


def _because(agreed: House, base: Game, only: Iterable[str] | None = None) -> str:
    by_id = {s.id: s for s in switches(base)}
    changes = [
        by_id[id].said(value)
        for id, value in switched(agreed).items()
        if id in by_id and (only is None or id in only)
    ]
    text = listed(changes, most=5)
    return capital(text)


TRIED, TRIED_MOVES = 24, 1500
"""How many deals are tried, and after how many moves a trial is long enough."""


def refusal(agreed: House, deals: int = TRIED, seed: int = 0) -> str:
    """Why this cannot be played, as far as looking and some deals show; nothing where it can."""
    try:
        table = build(agreed)
    except Refused as trouble:
        return str(trouble)
    return finished(trying_out(agreed, table, deals, seed))


def trying_out(
    agreed: House, table: Game, deals: int = TRIED, seed: int = 0
) -> Generator[float, None, str]:
    """The same step by step, for a game that has been built: yields now and then, and comes to
    the sentence, or to nothing."""
    changes = switched(agreed)
    if not changes:
        return ""
    happened = yield from _tried(agreed, table, deals, seed)
    base, guilty = table.as_written, None
    if not happened:
        return (yield from _needed(agreed, table))
    if 1 < len(changes) <= 12:
        # one change alone may be enough to break it; then the sentence names that one
        for id, value in changes.items():
            try:
                single = house(agreed.base, "", {id: value})
                if (yield from _tried(single, build(single), deals, seed)):
                    guilty = [id]
                    break
            except Refused:
                continue
    return comes_apart(agreed, base, happened, guilty)


def comes_apart(
    agreed: House, base: Game, happened: object, guilty: Iterable[str] | None = None
) -> str:
    """Why a game that was played came to no good end; guilty: the changes that did it, where
    they are known."""
    return f"{_because(agreed, base, guilty)} {base.title} cannot be played: {happened}."


def _tried(agreed: House, table: Game, deals: int, seed: int) -> Generator[float, None, str]:
    happened = yield from trying(table, deals, seed, 0.12, TRIED_MOVES, 3)
    return happened or (yield from _unending(table))


_known_needed: dict[tuple[Any, ...], str] = {}


def _needed(agreed: House, table: Game) -> Generator[float, None, str]:
    """Whether one of the rules that are left out, other than about the play of tricks, holds the
    game together: then it comes apart sooner or later, and a long trial is made of that one rule.
    """
    base, tricks = table.as_written, trick_phase(table.as_written)
    changes = switched(agreed)
    options = tuple(pair for pair in changes.items() if pair[0].startswith("option:"))
    for id, on in changes.items():
        r = id.removeprefix("rule:")
        if (
            id.startswith("rule:")
            and on is False
            and r not in base.scoring
            and not (tricks is not None and r in tricks.rules)
        ):
            key = (agreed.base, options, id)
            if key not in _known_needed:
                _known_needed[key] = yield from _without(*key)
            if happened := _known_needed[key]:
                return comes_apart(agreed, base, happened, [id])
    return ""


def _without(
    base: str, options: tuple[tuple[str, Any], ...], id: str
) -> Generator[float, None, str]:
    try:
        single = house(base, "", {**dict(options), id: False})
        table = build(single)
    except Refused:
        return ""
    return (yield from trying(table, 200, 500, 0.02, 4 * TRIED_MOVES, 2))


def _unending(table: Game, most: int = 150) -> Generator[float, None, str]:
    """A match that no number of deals ends is played to its end, if it comes to one."""
    if any(isinstance(end, Deals) and end.number for end in table.ends):
        return ""
    match, rng = Guarded.new(table, 0), random.Random(0)
    while not match.over and match.state.standing.deal <= most:
        match.play(rng.choice(match.legal_moves()))
        if match.ply % 20 == 0:
            yield 1.0
    return (
        ""
        if match.over
        else (
            f"the match is not over after {most} deals, at"
            f" {' and '.join(map(str, match.totals.values()))}"
        )
    )


def build_checked(agreed: House) -> Game:
    """The game of these house rules, tried out. Refused, with the reason, where it cannot be
    played."""
    table, trouble = _checked(agreed)
    if table is None:
        raise Refused(trouble)
    return table


@lru_cache(maxsize=128)
def _checked(agreed: House) -> tuple[Game | None, str]:
    try:
        table = build(agreed)
    except Refused as trouble:
        return None, str(trouble)
    problem = finished(trying_out(agreed, table))
    return (None, problem) if problem else (table, "")


def game(
    base: str,
    /,
    *,
    name: str = "",
    off: Iterable[str] = (),
    borrow: Iterable[str] = (),
    changes: Mapping[str, Any] | None = None,
    **more: Any,
) -> Game:
    """A game with house rules, ready to be played: rules left out and borrowed by their ids, the
    other switches as keywords (order, trump_order, pack, decks, jokers, dealt and the game's
    options) or in ``changes`` by their ids.

    >>> game("nap", cards=28, dealt=6).phases[0].each
    6
    >>> import cardlab
    >>> kaiser = game("kaiser", borrow=["must-head"])
    >>> kaiser.rules(than=cardlab.game("kaiser")).splitlines()[0]
    'House Kaiser is Kaiser, but'
    """
    settings: dict[str, Any] = dict(changes or {})
    settings |= {f"rule:{id}": False for id in off} | {f"rule:{id}": True for id in borrow}
    options = {o.name for o in _class(base).all_options()}
    for word, value in more.items():
        settings[f"option:{word}" if word in options else word.replace("_", "-")] = value
    return build_checked(house(base, name, settings))


def load(base: str, text: str, **options: Any) -> Game:
    """The game of a link: its id, the house rules in short, and options over them."""
    agreed = from_text(base, text)
    return build_checked(with_options(agreed, _class(base), options) if options else agreed)


def to_json(table: Game | House, indent: int | None = 1) -> str:
    """A house game as the text of a file."""
    agreed = table if isinstance(table, House) else table.house
    data = {"format": FORMAT, "version": VERSION, "game": agreed.base, **agreed.data()}
    return json.dumps(data, ensure_ascii=False, indent=indent)


def from_json(text: str | bytes) -> Game:
    """A house game from the text of a file: data only, read strictly, looked at and tried.
    Refused says what is not right."""
    return build_checked(read(text))


def save(table: Game, path: str | Path) -> None:
    """Write a house game to a file."""
    Path(path).write_text(to_json(table) + "\n", encoding="utf-8")


def play(path: str | Path) -> Game:
    """The house game of a file."""
    where = Path(path)
    try:
        with where.open("rb") as file:
            text = file.read(4 * LONGEST_TEXT + 1)
    except OSError as trouble:
        raise Refused(
            f"The file {where.name} cannot be read: {str(trouble.strerror).lower()}."
        ) from None
    if len(text) > 4 * LONGEST_TEXT:
        raise Refused(f"The file {where.name} is too long to be house rules.")
    return from_json(text)
