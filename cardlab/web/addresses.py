"""All addresses of the site: which pages there are, how a link to one is written, and what its
query may say.

A page's address is a frozen value. `url` writes it, `read` takes the query that a reader came with,
and `parse` takes a whole link. Reading never raises: what cannot be understood becomes a sentence
in `problems` and is left out. Knows paths, parameters and their limits; does not know whether a
match or a lesson of that name exists, and does not know what a page shows.

>>> GameAddress("scotch-whist", mode="ask", options={"players": 4}).url("/at/")
'/at/voila/render/notebooks/scotch-whist.ipynb?players=4&mode=ask'
>>> parse("/watch?game=nap&seed=13")
WatchAddress(learner='', problems=(), game='nap', seed=13, options={})
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, ClassVar, Self
from urllib.parse import parse_qs, parse_qsl, quote, unquote_plus, urlencode, urlsplit

from cardlab.concepts.gentle import AT_MOST
from cardlab.concepts.names import game_named
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class, games
from cardlab.engine.game import Game
from cardlab.engine.words import listed, shown
from cardlab.lessons.journey import PLAYED, LearningPath, NextStep, Wish, first_goal
from cardlab.lessons.journey import path as find_path
from cardlab.lessons.nickname import nickname
from cardlab.web.daily import deal_of, read_day

__all__ = [
    "BOTS",
    "CLASS",
    "COACH",
    "GOAL",
    "LABS",
    "LEARNER",
    "MODES",
    "NOBODY",
    "PACE",
    "SEAT",
    "SEATS",
    "SHORT",
    "STATIC",
    "USUAL_SEED",
    "Address",
    "ChapterAddress",
    "ClassAddress",
    "ExerciseAddress",
    "ExploreAddress",
    "GameAddress",
    "HomeAddress",
    "LabAddress",
    "LessonAddress",
    "MapAddress",
    "NoSuchPage",
    "PathAddress",
    "PrintAddress",
    "StartAddress",
    "TodayAddress",
    "WallAt",
    "WatchAddress",
    "exercise_seed",
    "frame_links",
    "learner_in",
    "notebook_at",
    "notebook_place",
    "page_query",
    "parse",
    "pasted",
    "script_links",
    "site_base",
    "step_address",
    "without_seat",
]

LABS = ("orders", "scores", "odds", "house-rules", "positions", "compare", "analysis")
"""The laboratories, each under an address of its own name."""
CLASS = "class"
"""Where somebody joins a class; its pages lie below, under an id that nobody can guess."""
GOAL = "cardlab/goal"
"""Where a page says which way a learner chose."""
LEARNER = "cardlab/learner"
"""Where scripts ask who is learning; export and import lie below it."""
SEATS = "cardlab/seat"
"""Where a page asks for a kernel."""
SEAT = "cardlab-seat"
"""The parameter with which a page comes that has been promised one; it is no part of its address."""
STATIC = "cardlab/static"
"""Where our own stylesheets, scripts and pictures are."""

MODES = ("show", "ask", "exam")
"""Whether cards that may not be played are marked: always, when asked, never."""
BOTS = "sensible"
"""How well the bots play, unless the address says otherwise."""
COACH = ("off", "card", "end")
"""When the coach speaks: never, after each card, at the end of the deal."""
PACE = 0.5
"""Seconds between two cards of the bots, unless the address says otherwise."""
SLOWEST = 10.0
USUAL = "kaiser"
"""The game that is shown when the address names none."""
USUAL_SEED = 7
"""The seed of the deal that is shown when the address names none."""
LONGEST = 2000
"""Characters of a query; a longer one is not read."""
LONGEST_SHARED = 6000
"""Characters of a query that has the moves of a position, a position, or the settings of a laboratory;
and of any query that are searched for a nickname."""
NOBODY = "nobody"
"""What an address says where bots take every seat."""
LONGEST_MOVE = 200
"""Characters of one move."""
MOST_PARTS = 24
"""Parameters of a game's address; one with more is not read."""
MOST_SEED = 10**9
MOST_LIKE = 23
"""So many more exercises of one kind fit on a sheet."""

_MATCH = re.compile(r"[A-Za-z0-9_-]{6,40}")
_SEED = re.compile(r"-?[0-9]{1,18}")
_LESSON = re.compile(r"[a-z][a-z0-9-]{0,60}")
_WORD = re.compile(r"[a-z][a-z0-9_-]{0,30}")
_NOTEBOOK = re.compile(r"(notebooks|tutorials)/([A-Za-z0-9][A-Za-z0-9_-]{0,60})\.ipynb")
_RENDERED = "voila/render/"


class NoSuchPage(ValueError):
    """A link that leads nowhere; the text says why."""


# -- where this page is
# ------------------------------------------------------------------------------------------------


def site_base(environ: Mapping[str, str] = os.environ) -> str | None:
    """The path that all pages lie below; None in a notebook that no cardlab server serves."""
    if base := environ.get("CARDLAB_BASE"):
        # a site without a server says it outright
        return base
    if not environ.get("SERVER_SOFTWARE", "").startswith("voila"):
        return None
    # Voila's own pages lie below a prefix of theirs; ours lie beside it.
    return environ.get("VOILA_BASE_URL", "/").removesuffix("voila/") or "/"


def page_query(environ: Mapping[str, str] = os.environ) -> str:
    """The query of the page that this kernel draws."""
    return environ.get("QUERY_STRING", "")


def _values(query: str, longest: int = LONGEST) -> dict[str, str]:
    """The parameters of a query; of one that stands twice the first counts.

    Of a query that is too long, as it came or as the pages would write it again, none is taken.
    """
    if len(query) > longest:
        return {}
    values: dict[str, str] = {}
    for name, value in parse_qsl(query, keep_blank_values=True, errors="replace"):
        values.setdefault(name, value)
    return values if len(urlencode(values, errors="replace")) <= longest else {}


def without_seat(query: str) -> tuple[str, str]:
    """The query as its reader knows it, and the ticket with which the page came.

    >>> without_seat("seed=7&cardlab-seat=abc"), without_seat("seed=7")
    (('seed=7', 'abc'), ('seed=7', ''))
    """
    rest, sign, ticket = query.rpartition(f"{SEAT}=")
    return (rest.rstrip("&"), ticket) if sign else (query, "")


def learner_in(query: str) -> tuple[str, str]:
    """The nickname in a query, and the sentence if it cannot be one; both may be empty.

    >>> learner_in("seed=7&learner=Anna"), learner_in("learner=<b>")[1][:38]
    (('Anna', ''), 'A nickname is made of letters, digits,')
    """
    try:
        parameters = parse_qs(query[:LONGEST_SHARED], keep_blank_values=True)
    except ValueError:
        return "", ""
    if "learner" not in parameters:
        return "", ""
    try:
        return nickname(parameters["learner"][0]), ""
    except ValueError as error:
        return "", str(error)


# -- pages
# ------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Address:
    """One page of the site, and who is learning there if the address says so."""

    path: ClassVar[str] = ""
    """Where the page lies below the base."""
    learner: str = field(default="", kw_only=True)
    problems: tuple[str, ...] = field(default=(), kw_only=True)
    """A sentence for everything in the query that was not understood."""

    def _place(self) -> str:
        return self.path

    def _parameters(self) -> list[tuple[str, Any]]:
        """The parameters in their order, without the learner; empty ones are left out."""
        return []

    @property
    def query(self) -> str:
        """What stands after the question mark."""
        parameters = [*self._parameters(), ("learner", self.learner)]
        pairs = [(name, value) for name, value in parameters if value not in ("", None)]
        return urlencode(pairs, errors="replace")

    def url(self, base: str | None = "/") -> str:
        """The link to the page; empty where no server serves pages (`site_base` is None)."""
        if base is None:
            return ""
        return f"{base}{self._place()}" + (f"?{self.query}" if self.query else "")


@dataclass(frozen=True)
class HomeAddress(Address):
    """What to do next, and all games.  part: "games" for the list of them."""

    part: str = ""

    def url(self, base: str | None = "/") -> str:
        url = super().url(base)
        return f"{url}#{self.part}" if url and self.part else url


@dataclass(frozen=True)
class MapAddress(Address):
    """The map of concepts and games.  focus: the node that is opened."""

    path: ClassVar[str] = "map"
    focus: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("focus", self.focus)]

    @classmethod
    def read(cls, query: str) -> Self:
        return cls(_values(query).get("focus", ""))


@dataclass(frozen=True)
class ExploreAddress(Address):
    """The list of the laboratories.  game: the one that they are opened with."""

    path: ClassVar[str] = "explore"
    game: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("game", self.game)]

    @classmethod
    def read(cls, query: str) -> Self:
        return cls(_values(query).get("game", ""))


@dataclass(frozen=True)
class ClassAddress(Address):
    """Where somebody joins a class.  code: the join code, as it was typed; work: the assignment to
    which it leads on."""

    path: ClassVar[str] = CLASS
    code: str = ""
    work: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("code", self.code), ("work", self.work)]

    @classmethod
    def read(cls, query: str) -> Self:
        values = _values(query)
        return cls(values.get("code", "")[:20], cls.work_named(values.get("work", "")))

    @staticmethod
    def work_named(text: str) -> str:
        """The id of an assignment as somebody sent it; "" if it is none."""
        return text if re.fullmatch(r"[A-Za-z0-9_-]{6,40}", text) else ""


@dataclass(frozen=True, slots=True)
class WallAt:
    """What the wall of a class shows: a table by number, after so many entries, with the hands shut
    or open, and the reason told or not.

    >>> WallAt(3, 17, is_open=True).query()
    'table=3&ply=17&open=1'
    """

    table: int
    ply: int
    is_open: bool = False
    why: bool = False

    def query(self) -> str:
        """As the query of its address."""
        said = {"table": self.table, "ply": self.ply}
        said |= {"open": 1} if self.is_open else {}
        return urlencode(said | ({"why": 1} if self.why else {}))


@dataclass(frozen=True)
class PathAddress(Address):
    """The way to a game.  to: the game, also one without a table; known: the games that somebody
    knows; played: how much they have played; new: the most new ideas at a time; tables: whether
    they want to look at three tables of a game that they know first. What is empty was not said;
    an address that says nothing shows the way that the learner chose.

    >>> PathAddress.read("to=bridge&known=Whist&known=mao").problems
    ('cardlab knows no game “mao”. The map shows those that it knows. It was left out.',)
    """

    path: ClassVar[str] = "path"
    to: str = ""
    known: tuple[str, ...] = ()
    played: str = ""
    new: int = 0
    tables: bool = False

    def _parameters(self) -> list[tuple[str, Any]]:
        known = [("known", id) for id in self.known]
        return [
            ("to", self.to),
            *known,
            ("played", self.played),
            ("new", self.new or ""),
            ("tables", "1" if self.tables else ""),
        ]

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The same as the fields of a form."""
        return [(name, str(value)) for name, value in self._parameters() if value]

    @property
    def says(self) -> bool:
        """Whether it says anything of a way."""
        return bool(self.to or self.known or self.played or self.new)

    @property
    def way(self) -> LearningPath:
        """The way that it describes."""
        return find_path(self.to or first_goal(), self.known, self.new or 2, self.played or None)

    @classmethod
    def of(cls, wish: Wish) -> Self:
        """The address of what a learner wants."""
        return cls(wish.to, wish.known, wish.played, wish.at_most)

    @classmethod
    def read(cls, query: str) -> Self:
        problems: list[str] = []
        pairs = parse_qsl(query, errors="replace")[:MOST_PARTS] if len(query) <= LONGEST else []
        values = dict(pairs)
        known = [_named(text, problems) for name, text in pairs if name == "known"]
        to, new, played = values.get("to", ""), values.get("new", ""), values.get("played", "")
        if new and new not in map(str, AT_MOST):
            problems.append(f"New ideas at a time are {listed(AT_MOST, 'or')}; here they are 2.")
        if played and played not in PLAYED:
            problems.append(f"“{shown(played)}” is not an answer to the first question.")
        return cls(
            _named(to, problems),
            tuple(dict.fromkeys(filter(None, known))),
            played if played in PLAYED else "",
            int(new) if new in map(str, AT_MOST) else 0,
            values.get("tables", "") not in ("", "0"),
            problems=tuple(problems),
            learner=learner_in(query)[0],
        )


def _named(text: str, problems: list[str]) -> str:
    """The game that is meant; empty, with a sentence, for one that cardlab does not know."""
    try:
        return game_named(text) if text.strip() else ""
    except ValueError as problem:
        problems.append(f"{problem} It was left out.")
        return ""


@dataclass(frozen=True)
class StartAddress(PathAddress):
    """The three questions, as far as they are answered."""

    path: ClassVar[str] = "start"


@dataclass(frozen=True)
class TodayAddress(Address):
    """The deal of a day, the same for everybody.  day: None for today; game: empty for the one
    whose turn it is.

    >>> print(*TodayAddress.read("day=2026-02-30").problems)
    “2026-02-30” is not a date. Write it like 2026-11-23. Here is today's deal.
    """

    path: ClassVar[str] = "today"
    day: date | None = None
    game: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("day", self.day.isoformat() if self.day else ""), ("game", self.game)]

    @classmethod
    def read(cls, query: str) -> Self:
        values, problems, day = _values(query), [], None
        game = values.get("game", "")
        if text := values.get("day", ""):
            try:
                day = read_day(text)
            except ValueError as problem:
                problems.append(f"{problem} Here is today's deal.")
        if game and game not in games():
            problems.append(f"There is no game “{shown(game)}”. Here is the game of the day.")
            game = ""
        return cls(day, game, problems=tuple(problems), learner=learner_in(query)[0])


@dataclass(frozen=True)
class ChapterAddress(Address):
    """One chapter of the course, by the name of its notebook."""

    chapter: str

    def _place(self) -> str:
        return f"{_RENDERED}tutorials/{quote(self.chapter, errors='replace')}.ipynb"


@dataclass(frozen=True)
class LessonAddress(Address):
    """The lesson on a concept."""

    path: ClassVar[str] = "lesson"
    concept: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("concept", self.concept)]

    @classmethod
    def read(cls, query: str) -> Self:
        return cls(_values(query).get("concept", ""), learner=learner_in(query)[0])


@dataclass(frozen=True)
class ExerciseAddress(Address):
    """Exercises: one by its own address, a kind, a concept, what comes back today, or three tables of
    a game that somebody says they know.

    address: what `cardlab.lessons.exercises.exercise_at` reads, such as
    ``decided-by:must-head?game=malilla&seed=17``.
    """

    path: ClassVar[str] = "exercise"
    review: bool = False
    address: str = ""
    kind: str = ""
    game: str = ""
    seed: str = ""
    concept: str = ""
    known: str = ""

    def _parameters(self) -> list[tuple[str, Any]]:
        return [
            ("known", self.known),
            ("review", "1" if self.review else ""),
            ("address", self.address),
            ("kind", self.kind),
            ("game", self.game),
            ("seed", self.seed),
            ("concept", self.concept),
        ]

    @property
    def wanted(self) -> dict[str, str]:
        """What the address says besides `address` and `review`."""
        values = {"kind": self.kind, "game": self.game, "seed": self.seed, "concept": self.concept}
        return {name: value for name, value in values.items() if value}

    @classmethod
    def read(cls, query: str) -> Self:
        values = _values(query)
        address = values.get("address", "")
        return cls(
            review=values.get("review", "") not in ("", "0") and not address,
            address=address,
            kind=values.get("kind", ""),
            game=values.get("game", ""),
            seed=values.get("seed", ""),
            concept=values.get("concept", ""),
            known=values.get("known", ""),
            learner=learner_in(query)[0],
        )


def exercise_seed(value: Any) -> int:
    """The seed of an exercise.  Raises ValueError, with a sentence, for anything else."""
    try:
        seed = int(value)
    except (TypeError, ValueError):
        raise ValueError(f"a seed is a whole number, not “{shown(str(value))}”") from None
    if not 0 <= seed < MOST_SEED:
        raise ValueError(f"a seed is a whole number from 0 to {MOST_SEED - 1}")
    return seed


@dataclass(frozen=True)
class PrintAddress(Address):
    """A lesson or an exercise on paper, with or without its answers.

    like: so many more exercises of the same kind stand below it, and the answers on a page behind
    them.
    """

    path: ClassVar[str] = "print"
    lesson: str = ""
    exercise: str = ""
    solutions: bool = False
    like: int = 0

    def _parameters(self) -> list[tuple[str, Any]]:
        solutions = "1" if self.solutions else ""
        return [
            ("lesson", self.lesson),
            ("exercise", self.exercise),
            ("solutions", solutions),
            ("like", self.like or ""),
        ]

    @classmethod
    def read(cls, query: str) -> Self:
        values = _values(query)
        like = values.get("like", "")
        return cls(
            values.get("lesson", ""),
            values.get("exercise", ""),
            values.get("solutions") == "1",
            min(int(like), MOST_LIKE) if like.isascii() and like.isdigit() and len(like) < 4 else 0,
        )


@dataclass(frozen=True)
class LabAddress(Address):
    """One laboratory.  game: empty if the address names none; settings: by the names of controls."""

    lab: str
    game: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)

    def _place(self) -> str:
        return self.lab

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("game", self.game)]

    @property
    def query(self) -> str:
        """What stands after the question mark; a setting may be empty."""
        learner = {"learner": self.learner} if self.learner else {}
        game = {"game": self.game} if self.game else {}
        return urlencode({**game, **self.settings, **learner}, errors="replace")

    @classmethod
    def read(cls, lab: str, query: str) -> Self:
        settings = _values(query, LONGEST_SHARED)
        settings.pop("learner", None)
        game = settings.pop("game", None)
        problems: tuple[str, ...] = ()
        if game is not None and game not in games():
            problems = (f"There is no game “{shown(game)}”; choose one from the list.",)
            game = None
        learner = learner_in(query)[0]
        return cls(lab, game or "", settings, problems=problems, learner=learner)


OF_GAME = "option:"
"""How an option of the game begins in the address of a laboratory, whose controls may have its name."""


def game_words(game: Game) -> dict[str, Any]:
    """How the address of a laboratory says which options or house rules a game has.

    >>> from cardlab.engine.catalogue import game
    >>> game_words(game("nap", players=3)), game_words(game("nap"))
    ({'option:players': 3}, {})
    """
    return {name if name == "house" else OF_GAME + name: value for name, value in game.chosen}


def game_of_words(id: str, words: dict[str, Any], problems: list[str]) -> Game:
    """The game that the words of a laboratory's address mean; they are taken out of the words.

    What cannot be becomes a sentence in problems, and the game is played without it.
    """
    names = [name for name in words if name == "house" or name.startswith(OF_GAME)]
    chosen = {name.removeprefix(OF_GAME): str(words.pop(name)) for name in names}
    kind = game_class(id)
    known = {option.name for option in kind.all_options()}
    for name in [name for name in chosen if name != "house" and name not in known]:
        problems.append(f"{kind.title} has no option “{shown(name)}”.")
        del chosen[name]
    return find_game(id, **_possible(id, chosen, problems))


@dataclass(frozen=True)
class GameAddress(Address):
    """The table of one game.

    >>> address = GameAddress.read("nap", "seed=5&mode=ask&players=3&pace=never")
    >>> address.seed, address.mode, dict(address.options), address.pace
    (5, 'ask', {'players': '3'}, 0.5)
    >>> address.problems
    ('The pace is a number of seconds from 0 to 10; “never” was left out.',)
    """

    game: str
    match: str | None = None
    """The id of a saved match."""
    seed: int | None = None
    mode: str = "show"
    pace: float = PACE
    """Seconds between two cards of the bots."""
    bots: str = BOTS
    """How well the bots play, by the names of `cardlab.players.strengths`."""
    coach: str = "off"
    lesson: str | None = None
    """The lesson from which somebody came, and to which the page leads back."""
    day: date | None = None
    """The day whose deal this is; the seed comes from it."""
    moves: tuple[str, ...] = ()
    """The moves that lead to the position that is shared (see `cardlab.web.pages.sharing`)."""
    position: str = ""
    """The table laid by hand from which the match begins, packed (see `cardlab.labs.notation`)."""
    people: tuple[str, ...] | None = None
    """The seats that people at this screen take, by their names; None for the usual one."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Options of the game, and the text of house rules under ``house``."""

    def _place(self) -> str:
        return notebook_place(self.game)

    def _parameters(self) -> list[tuple[str, Any]]:
        return [
            *self.options.items(),
            ("match", self.match),
            ("day", self.day.isoformat() if self.day else ""),
            ("seed", None if self.day else self.seed),
            ("mode", self.mode if self.mode != "show" else ""),
            ("pace", f"{self.pace:g}" if self.pace != PACE else ""),
            ("bots", self.bots if self.bots != BOTS else ""),
            ("coach", self.coach if self.coach != "off" else ""),
            ("lesson", self.lesson),
            ("position", self.position),
            ("people", None if self.people is None else ",".join(self.people) or NOBODY),
            ("moves", "~".join(self.moves)),
        ]

    def of_match(self, match_id: str | None) -> Self:
        """The address under which a saved match comes back with the same settings: its seed and
        its options stand in the match."""
        return replace(
            self, match=match_id, seed=None, options={}, moves=(), position="", problems=()
        )

    @classmethod
    def read(cls, game: str, query: str) -> Self:
        """The address of a game's page.  Raises ValueError for an unknown game alone."""
        kind = game_class(game)
        shared = "moves=" in query or "position=" in query
        longest = LONGEST_SHARED if shared else LONGEST
        if len(query) > longest:
            problem = "The address is far too long to be a link of this page;"
            return cls(game, problems=(f"{problem} a new deal is on the table.",))
        parts = [part for part in re.split("[&;]", query) if part]
        if len(parts) > MOST_PARTS:
            problem = "The address asks for too many things at once;"
            return cls(game, problems=(f"{problem} a new deal is on the table.",))
        options = {option.name: option for option in kind.all_options()}
        problems: list[str] = []
        values: dict[str, Any] = {}
        chosen: dict[str, str] = {}
        for name, value in _once(parts, problems):
            try:
                if name in _READERS:
                    values[name] = _READERS[name](value)
                else:
                    chosen[_option(name, options)] = value
            except ValueError as problem:
                problems.append(str(problem))
        if (day := values.get("day")) is not None:
            values["seed"] = deal_of(day, game).seed
        possible = _possible(game, chosen, problems)
        return cls(game, **values, options=possible, problems=tuple(problems))


def _once(parts: list[str], problems: list[str]) -> list[tuple[str, str]]:
    """Name and value of each part; a name that stands twice, or without a value, is a problem."""
    pairs: dict[str, str | None] = {}
    for part in parts:
        name, sign, value = part.partition("=")
        name, value = unquote_plus(name, errors="replace"), unquote_plus(value, errors="replace")
        if name in pairs:
            problems.append(f"The address says {shown(name)} twice; the first one counts.")
            continue
        pairs[name] = value if sign else None
        if not sign:
            problems.append(f"The address has {shown(name)} without a value, so it was left out.")
    return [(name, value) for name, value in pairs.items() if value is not None]


def _read_match(value: str) -> str:
    if not _MATCH.fullmatch(value):
        raise ValueError(
            f"“{shown(value)}” is not the name of a match. Copy the whole link; meanwhile here is a"
            " new deal."
        )
    return value


def _read_seed(value: str) -> int:
    if not _SEED.fullmatch(value):
        raise ValueError(
            f"A seed is a whole number, not “{shown(value)}”; this deal has a seed of its own."
        )
    return int(value)


def _read_day(value: str) -> date:
    try:
        return read_day(value)
    except ValueError as problem:
        raise ValueError(f"{problem} Here is a new deal instead.") from None


def _read_mode(value: str) -> str:
    if value not in MODES:
        raise ValueError(
            f"There is no mode “{shown(value)}”; choose show, ask or exam. This table is in the"
            " mode show."
        )
    return value


def _read_coach(value: str) -> str:
    if value not in COACH:
        raise ValueError(
            f"The coach does not know “{shown(value)}”; choose off, card or end. Here it is off."
        )
    return value


def _read_pace(value: str) -> float:
    try:
        pace = float(value)
    except ValueError:
        pace = -1.0
    # Written so that "nan", which is neither smaller nor larger, is refused too.
    if not 0.0 <= pace <= SLOWEST:
        raise ValueError(
            f"The pace is a number of seconds from 0 to {SLOWEST:g}; “{shown(value)}” was left out."
        )
    return pace


def _read_bots(value: str) -> str:
    from cardlab.players import strengths

    if value not in (offered := strengths()):
        raise ValueError(
            f"There are no {shown(value)} bots; choose {listed(offered, 'or')}. These bots are"
            f" {BOTS}."
        )
    return value


def _read_lesson(value: str) -> str:
    if not _LESSON.fullmatch(value):
        raise ValueError(
            f"“{shown(value)}” is not the name of a lesson. The map shows the lessons that there"
            " are."
        )
    return value


def _read_moves(value: str) -> tuple[str, ...]:
    moves = tuple(value.split("~"))
    if any(not move or len(move) > LONGEST_MOVE for move in moves):
        raise ValueError(
            "The moves of the link cannot be read. Copy the whole link; meanwhile here is its deal."
        )
    return moves


def _read_people(value: str) -> tuple[str, ...]:
    return () if value == NOBODY else tuple(filter(None, map(str.strip, value.split(","))))


_READERS: dict[str, Callable[[str], Any]] = {
    "match": _read_match,
    "seed": _read_seed,
    "day": _read_day,
    "mode": _read_mode,
    "pace": _read_pace,
    "bots": _read_bots,
    "coach": _read_coach,
    "learner": nickname,
    "lesson": _read_lesson,
    "moves": _read_moves,
    "position": str,
    "people": _read_people,
}
"""What the address of a game may say besides the game's own options."""


def _option(name: str, options: Mapping[str, Any]) -> str:
    """The option that a parameter names."""
    for spelled in (name, name.replace("-", "_")):
        if name == "house" or (_WORD.fullmatch(name) and spelled in options):
            return spelled
    words = ", ".join(dict.fromkeys([*_READERS, "house", *options]))
    raise ValueError(
        f"“{shown(name)}” means nothing in an address here; what it may say is {words}."
    )


def _possible(game: str, chosen: Mapping[str, str], problems: list[str]) -> dict[str, Any]:
    """The options that the game can take, house rules first; the others become problems."""
    possible: dict[str, Any] = {}
    if house := chosen.get("house", ""):
        from cardlab.labs.house import load

        try:
            load(game, house)
        except ValueError as error:
            problems.append(
                f"{shown(str(error), 300)} The house rules of the address were left out."
            )
        else:
            possible["house"] = house
    for name, value in chosen.items():
        if name == "house":
            continue
        try:
            find_game(game, **possible, **{name: value})
        except ValueError as error:
            problems.append(f"{shown(str(error), 160)}. That option was left as it is.")
        else:
            possible[name] = value
    return possible


@dataclass(frozen=True)
class WatchAddress(Address):
    """A deal to step through, played by chance from a seed."""

    path: ClassVar[str] = "watch"
    game: str = USUAL
    seed: int = USUAL_SEED
    options: Mapping[str, Any] = field(default_factory=dict)

    def _parameters(self) -> list[tuple[str, Any]]:
        return [("game", self.game), ("seed", self.seed), *self.options.items()]

    @classmethod
    def read(cls, query: str) -> Self:
        values = _values(query)
        learner = learner_in(query)[0]
        game, text = values.pop("game", USUAL), values.pop("seed", str(USUAL_SEED))
        seed, problems = USUAL_SEED, []
        if text.isascii() and text.isdecimal() and len(text) < 16:
            seed = int(text)
        else:
            problems.append(
                f"A seed is a whole number, not {shown(text)}; here is the deal of seed"
                f" {USUAL_SEED}."
            )
        try:
            # how the game is played stands in the address under the names of its options
            table = GameAddress.read(game, urlencode(values, errors="replace"))
        except ValueError as error:
            problems.append(cls.instead(error))
            return cls(problems=tuple(problems), learner=learner)
        problems.extend(table.problems)
        return cls(game, seed, table.options, problems=tuple(problems), learner=learner)

    @staticmethod
    def instead(error: ValueError) -> str:
        """The sentence for a deal that cannot be made: why, and what is shown instead."""
        return f"{shown(str(error), 200)} Here is a deal of {game_class(USUAL).title}."


SHORT = (LessonAddress.path, ExerciseAddress.path, WatchAddress.path, *LABS)
"""The paths of notebooks that stand beside the folder of the games."""
_READ: dict[str, Callable[[str], Address]] = {
    MapAddress.path: MapAddress.read,
    StartAddress.path: StartAddress.read,
    PathAddress.path: PathAddress.read,
    ExploreAddress.path: ExploreAddress.read,
    TodayAddress.path: TodayAddress.read,
    PrintAddress.path: PrintAddress.read,
    LessonAddress.path: LessonAddress.read,
    ExerciseAddress.path: ExerciseAddress.read,
    WatchAddress.path: WatchAddress.read,
}


def step_address(coming: NextStep) -> LessonAddress | GameAddress:
    """The page that opens for what comes next (`cardlab.lessons.journey.next_step`): a lesson, or
    the table of a game.

    >>> from cardlab.lessons.journey import next_step
    >>> from cardlab.lessons.progress import Progress
    >>> step_address(next_step(Progress(()))).url()
    '/lesson?concept=symbol'
    """
    if coming.lesson:
        return LessonAddress(coming.lesson)
    return GameAddress(coming.step.game or coming.path.goal)


# -- whole links
# ------------------------------------------------------------------------------------------------


def notebook_place(name: str) -> str:
    """Where the notebook of a page lies below the base, also of one that has a short address.

    >>> notebook_place("orders")
    'voila/render/notebooks/orders.ipynb'
    """
    return f"{_RENDERED}notebooks/{quote(name, errors='replace')}.ipynb"


def notebook_at(path: str) -> tuple[str, str] | None:
    """The folder (notebooks or tutorials) and the name of a notebook; None for every other path.

    >>> notebook_at("notebooks/kaiser.ipynb"), notebook_at("../setup.py")
    (('notebooks', 'kaiser'), None)
    """
    match = _NOTEBOOK.fullmatch(path)
    return (match[1], match[2]) if match else None


def parse(link: str, base: str = "/") -> Address:
    """The page that a link leads to.  Raises NoSuchPage if there is none at its path."""
    parts = urlsplit(link)
    if parts.netloc or not parts.path.startswith(base):
        raise NoSuchPage(f"{shown(link)} is not an address of this site.")
    path, query = parts.path.removeprefix(base), parts.query
    if not path:
        return HomeAddress(parts.fragment, learner=learner_in(query)[0])
    if path in _READ:
        return _READ[path](query)
    if path in LABS:
        return LabAddress.read(path, query)
    notebook = notebook_at(path.removeprefix(_RENDERED)) if path.startswith(_RENDERED) else None
    if notebook and notebook[0] == "tutorials":
        return ChapterAddress(notebook[1])
    if notebook and notebook[1] in games():
        return GameAddress.read(notebook[1], query)
    raise NoSuchPage(f"There is no page at {shown(path)}.")


def pasted(link: str, base: str = "/") -> Address:
    """The page that a link leads to which somebody has copied with its host.  Raises NoSuchPage or
    ValueError.

    >>> pasted("https://cards.example/lesson?concept=trump").concept
    'trump'
    """
    return parse(urlsplit(link)._replace(scheme="", netloc="").geturl(), base)


def frame_links(base: str) -> dict[str, str]:
    """Where the frame of every page leads; `lesson` and `static` are beginnings, to which an id or
    a file's name is added."""
    return {
        "home": HomeAddress().url(base),
        "games": HomeAddress("games").url(base),
        "map": MapAddress().url(base),
        "explore": ExploreAddress().url(base),
        "today": TodayAddress().url(base),
        "path": PathAddress().url(base),
        "start": StartAddress().url(base),
        "goal": f"{base}{GOAL}",
        "learner": f"{base}{LEARNER}",
        "lesson": f"{base}{LessonAddress.path}?concept=",
        "seats": f"{base}{SEATS}",
        "static": f"{base}{STATIC}/",
    }


def script_links(base: str | None) -> dict[str, str]:
    """The map, and what a script adds a concept's id to for the link to its lesson; empty where no
    server serves the page."""
    if base is None:
        return {}
    links = frame_links(base)
    return {"map": links["map"], "lesson": links["lesson"]}
