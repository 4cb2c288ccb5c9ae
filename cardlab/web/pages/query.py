"""The address of a page: what comes after the question mark, read strictly.

Knows which words an address may hold and what their values look like. Whatever it does not
understand becomes a sentence and is left out; it never raises, and it does not know whether a match
of that name exists.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus, urlencode

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.words import listed
from cardlab.lessons.nickname import nickname

__all__ = ["COACH", "MODES", "PACE", "Query", "read_query"]

MODES = ("show", "ask", "exam")
BOTS = "sensible"
"""How well the bots play, when the address does not say."""
COACH = ("off", "card", "end")
"""When the coach speaks: never, after each card, at the end of the deal."""
PACE = 0.7
"""Seconds between the moves of the bots, when the address does not say."""
SLOWEST = 10.0
LONGEST = 2000
MOST = 24

_MATCH = re.compile(r"[A-Za-z0-9_-]{6,40}")
_SEED = re.compile(r"-?[0-9]{1,18}")
_LESSON = re.compile(r"[a-z][a-z0-9-]{0,60}")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,30}")


@dataclass(slots=True)
class Query:
    """What the address asks for."""

    match: str | None = None
    seed: int | None = None
    mode: str = "show"
    pace: float = PACE
    bots: str = BOTS
    """How well the bots play, by the names of `cardlab.players.STRENGTHS`."""
    coach: str = "off"
    learner: str | None = None
    """The nickname under which somebody learns, when the address says so."""
    lesson: str | None = None
    """The lesson from which somebody came, and to which the page leads back."""
    options: dict[str, Any] = field(default_factory=dict)
    said: list[str] = field(default_factory=list)
    """A sentence for everything that was not understood."""

    def link(self, match_id: str | None) -> str:
        """The address under which the same page comes back."""
        parts: list[tuple[str, str]] = []
        if match_id:
            parts.append(("match", match_id))
        if self.mode != "show":
            parts.append(("mode", self.mode))
        if self.pace != PACE:
            parts.append(("pace", f"{self.pace:g}"))
        if self.bots != BOTS:
            parts.append(("bots", self.bots))
        if self.coach != "off":
            parts.append(("coach", self.coach))
        if self.learner:
            parts.append(("learner", self.learner))
        if self.lesson:
            parts.append(("lesson", self.lesson))
        return urlencode(parts)


def shown(text: str, longest: int = 40) -> str:
    """A stranger's text, made fit to stand in a sentence."""
    clean = "".join(c if c.isprintable() else "·" for c in text)
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def read_query(text: str | None, game: Any) -> Query:
    """Read a query string for a game; `game` is its class or an object with `all_options()`."""
    query = Query()
    text = text or ""
    if len(text) > LONGEST:
        query.said.append(
            "The address is far too long to be a link of this page; a new deal is on the table."
        )
        return query
    known = {option.name: option for option in game.all_options()}
    parts = [part for part in re.split("[&;]", text) if part]
    if len(parts) > MOST:
        query.said.append(
            "The address asks for too many things at once; a new deal is on the table."
        )
        return query
    seen: set[str] = set()
    for part in parts:
        name, sign, value = part.partition("=")
        name, value = unquote_plus(name, errors="replace"), unquote_plus(value, errors="replace")
        if name in seen:
            query.said.append(f"The address says {shown(name)} twice; the first one counts.")
            continue
        seen.add(name)
        if not sign:
            query.said.append(f"The address has {shown(name)} without a value, so it was left out.")
            continue
        sentence = _take(query, known, name, value)
        if sentence:
            query.said.append(sentence)
    _check_options(query, game)
    return query


def _take(query: Query, known: Mapping[str, Any], name: str, value: str) -> str | None:
    """Put one part of the address in its place, or say why not."""
    if name == "match":
        if not _MATCH.fullmatch(value):
            return (
                f"“{shown(value)}” is not the name of a match. Copy the whole link; meanwhile here"
                " is a new deal."
            )
        query.match = value
    elif name == "seed":
        if not _SEED.fullmatch(value):
            return (
                f"A seed is a whole number, and “{shown(value)}” is none; this deal has a seed of"
                " its own."
            )
        query.seed = int(value)
    elif name == "mode":
        if value not in MODES:
            return (
                f"There is no mode “{shown(value)}”; choose show, ask or exam. This table is in the"
                " mode show."
            )
        query.mode = value
    elif name == "coach":
        if value not in COACH:
            return (
                f"The coach does not know “{shown(value)}”; choose off, card or end. Here it is"
                " off."
            )
        query.coach = value
    elif name == "pace":
        try:
            pace = float(value)
        except ValueError:
            pace = -1.0
        # Written so that "nan", which is neither smaller nor larger, is refused too.
        if not 0.0 <= pace <= SLOWEST:
            return (
                f"The pace is a number of seconds from 0 to {SLOWEST:g}; “{shown(value)}” was left"
                " out."
            )
        query.pace = pace
    elif name == "bots":
        from cardlab.players import STRENGTHS

        if value not in STRENGTHS:
            return (
                f"There are no {shown(value)} bots; choose {listed(STRENGTHS, 'or')}. These bots"
                f" are {query.bots}."
            )
        query.bots = value
    elif name == "learner":
        try:
            query.learner = nickname(value)
        except ValueError as error:
            return str(error)
    elif name == "lesson":
        if not _LESSON.fullmatch(value):
            return (
                f"“{shown(value)}” is not the name of a lesson. The map shows the lessons that"
                " there are."
            )
        query.lesson = value
    elif name == "house":
        query.options["house"] = value
    elif _WORD.fullmatch(name) and (name in known or name.replace("-", "_") in known):
        query.options[name if name in known else name.replace("-", "_")] = value
    else:
        words = ", ".join(
            dict.fromkeys(
                [
                    "match",
                    "seed",
                    "mode",
                    "pace",
                    "bots",
                    "coach",
                    "learner",
                    "lesson",
                    "house",
                    *known,
                ]
            )
        )
        return f"“{shown(name)}” means nothing in an address here; what it may say is {words}."
    return None


def _check_options(query: Query, game: Any) -> None:
    """Keep the options that the game can take; explain the others."""
    kind: Any = game if isinstance(game, type) else type(game)
    good: dict[str, Any] = {}
    if house := query.options.pop("house", ""):
        from cardlab.labs.house import load

        try:
            load(kind.id, house)
        except ValueError as error:
            query.said.append(
                f"{shown(str(error), 300)} The house rules of the address were left out."
            )
        else:
            good["house"] = house
    for name, value in query.options.items():
        try:
            find_game(kind.id, **good, **{name: value})
        except ValueError as error:
            query.said.append(f"{shown(str(error), 160)}. That option was left as it is.")
        else:
            good[name] = value
    query.options = good
