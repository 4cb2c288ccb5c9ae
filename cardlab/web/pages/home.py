"""The pages that need no kernel: home, with every game and what to do next, and the map of
concepts and games.

Made from the catalogue and the learner's progress; knows no rule of any game, and does not know
where progress is kept.
"""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from markupsafe import Markup

from cardlab.engine.cards import Card
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import sentence
from cardlab.lessons.journey import known_concepts, next_step, wish_of
from cardlab.lessons.progress import Progress
from cardlab.web.addresses import ExploreAddress, HomeAddress, MapAddress, StartAddress
from cardlab.web.pages.course import Chapter, state_of
from cardlab.web.pages.start import coming_next, doors, start_data
from cardlab.web.templates import render
from cardlab.web.widgets.path import path_data

__all__ = [
    "ReaderProgress",
    "Tile",
    "home_page",
    "map_page",
    "progress_of",
    "reader_progress",
    "script_json",
    "tiles",
    "written_lessons",
]

FEW = 4
"""How many games are offered before the shelves: those that add least to what is known."""

_ARROW = "M5 12h14M13 6l6 6-6 6"
DOORS = (
    (
        "learn",
        "Learn",
        "One concept at a time, along the map.",
        MapAddress(),
        "M4 5c3-1.3 6-1 8 .8 2-1.8 5-2.1 8-.8v14c-3-1.3-6-1-8 .8-2-1.8-5-2.1-8-.8ZM12 6v13.5",
    ),
    (
        "play",
        "Play",
        "A deal against bots, with or without marks.",
        HomeAddress("games"),
        "M7 4.5v15l12-7.5Z",
    ),
    (
        "explore",
        "Explore",
        "Change a rule and see what changes.",
        ExploreAddress(),
        "M9 3h6M10 3v6l-5.5 9A2 2 0 0 0 6.2 21h11.6a2 2 0 0 0 1.7-3L14 9V3M7.5 15h9",
    ),
)
"""The ways in: id, title, sentence, address, icon. Another page gets a door by a
line here."""


@dataclass(frozen=True, slots=True)
class ReaderProgress:
    """What the pages know of whoever looks at them."""

    states: Mapping[str, str] = field(default_factory=dict)
    """Concept or game -> new, seen, can-do, sure or due."""
    review: tuple[Any, ...] = ()
    """What comes back today: things with a concept and a reason (`cardlab.web.widgets.map.Comes`)."""
    met: frozenset[str] = frozenset()
    """The concepts that are there to build on: the lesson was finished, or a question answered."""
    record: Progress = field(default_factory=lambda: Progress(()))
    """All that happened to the reader."""

    @property
    def newcomer(self) -> bool:
        """Whether nothing is known of them yet."""
        return not self.record.events


def reader_progress(progress: Progress, now: float | None = None) -> ReaderProgress:
    """What the pages show of a learner's progress (`cardlab.lessons.progress.Progress`)."""
    from cardlab.engine.catalogue import games

    now = time.time() if now is None else now
    states = {concept: progress.state(concept, now) for concept in progress.concepts}
    states |= {name: state for name in games() if (state := progress.game_state(name)) != "new"}
    met = frozenset(concept for concept in progress.concepts if progress.met(concept))
    return ReaderProgress(states, progress.review(now), met, progress)


def progress_of(learner: str) -> ReaderProgress:
    """The progress of a learner, by nickname or by the id of a guest."""
    from cardlab.web.pages.learner_log import progress_of_learner

    return reader_progress(progress_of_learner(learner))


@cache
def written_lessons() -> frozenset[str]:
    """The concepts that have a lesson."""
    from cardlab.lessons import taught

    return frozenset(taught())


@dataclass(frozen=True, slots=True)
class Tile:
    """One game as the home page shows it."""

    id: str
    title: str
    picture: Markup
    fewest: int
    most: int
    shelf: str
    """The title of the shelf that it stands on."""
    new: tuple[str, ...]
    """What it teaches that no game before it does."""

    @property
    def players(self) -> str:
        span = str(self.fewest) if self.fewest == self.most else f"{self.fewest}–{self.most}"
        return f"{span} {'player' if span == '1' else 'players'}"


def tiles(playable: Iterable[str]) -> list[Tile]:
    """The games that have a page, in the order of learning: next comes whatever adds least to
    what is known by then."""
    return list(_tiles(frozenset(playable)))


@cache
def _tiles(pages: frozenset[str]) -> tuple[Tile, ...]:
    from cardlab.engine.catalogue import game, game_class, games
    from cardlab.web.widgets.map import short_title

    shown = [(name, game_class(name), game(name)) for name in games() if name in pages]
    known: set[str] = set()
    made = []
    left = sorted(shown, key=lambda item: (len(item[2].concepts()), item[1].title))
    while left:
        left.sort(key=lambda item: (len(item[2].concepts() - known), item[1].title))
        name, kind, example = left.pop(0)
        new = sorted(example.concepts() - known)
        known |= example.concepts()
        low, high, _ = kind.seats
        made.append(
            Tile(
                id=name,
                title=kind.title,
                picture=game_picture(name),
                fewest=low,
                most=high,
                shelf=kind.shelf,
                new=tuple(map(short_title, new)),
            )
        )
    return tuple(made)


def game_picture(game_id: str) -> Markup:
    """The cards that stand for a game: a fan of a few; the fewer they are, the further apart."""
    from cardlab.engine.catalogue import game_class
    from cardlab.web.drawing.svg import fan_svg

    codes = str(game_class(game_id).picture).split()
    return Markup(fan_svg(codes, strip=0.78 if len(codes) <= 3 else 0.62, turn=7))


def _chips(shown: list[Tile]) -> list[tuple[str, str, str]]:
    """The filters that would show something: kind, value, label."""
    chips = [("all", "", "All")]
    for count, label in ((2, "2 players"), (3, "3"), (4, "4")):
        if any(tile.fewest <= count <= tile.most for tile in shown):
            chips.append(("players", str(count), label))
    if any(tile.most >= 5 for tile in shown):
        chips.append(("players", "5", "5 or more"))
    return chips


@cache
def _hero() -> dict[str, Any]:
    """The picture at the top: a real position, and what the rules really say about a card tried
    in it."""
    from cardlab.engine.catalogue import game

    table, hand, tried = game("bridge"), ["9S", "QH", "AD", "6D", "JC"], "AS"
    trick = [(1, "TD"), (2, "KD"), (3, "2D")]
    state = table.state(hands={0: [tried, *hand]}, trick=trick, trump=None, to_move=0)
    verdict = table.verdict(state, tried)
    best = state.winning()[1]
    reason = sentence(verdict.reason)
    instead = [Card(m) for m in verdict.instead]
    label = (
        f"A table in mid-trick: the {best.name} is winning. The {Card(tried).name} was tried and"
        f" refused: {verdict.reason}. You could play the"
        f" {' or the '.join(c.name for c in instead)}."
    )
    return {
        "label": label,
        "trick": [(card, card == best) for _, card in trick],
        "tried": tried,
        "reason": reason,
        "instead": [str(c) for c in instead],
        "hand": [("", "gone"), *((c, "up" if c in instead else "no") for c in hand)],
    }


def home_page(
    playable: Iterable[str],
    base_url: str = "/",
    progress: ReaderProgress | None = None,
    lessons: Collection[str] | None = None,
    course: Iterable[Chapter] = (),
) -> str:
    """The whole page as HTML; without chapters there is no course on it."""
    from cardlab.concepts import CURRICULUM_IDS
    from cardlab.web.drawing.svg import card_svg
    from cardlab.web.widgets.map import STATES, map_data, sign

    progress = ReaderProgress() if progress is None else progress
    lessons = written_lessons() if lessons is None else lessons
    tiles_here = tiles(playable)
    data = map_data(
        progress.states,
        progress.review,
        lessons,
        playable=[tile.id for tile in tiles_here],
        base_url=base_url,
        met=progress.met,
        record=progress.record,
    )
    concepts: set[str] = set()
    for tile in tiles_here:
        concepts.update(tile.new)

    def card(code: str, hatch: bool = False) -> Any:
        return Markup(card_svg(code, hatch=hatch))

    def mark(state: str, kind: str) -> Any:
        return Markup(sign(state, kind))

    known = known_concepts(progress.record)
    hours = [(one, *state_of(one, progress.states, progress.met)) for one in course]
    # a catalogue game that the curriculum does not list is simply new
    states = {
        tile.id: data["nodes"].get(CURRICULUM_IDS.get(tile.id, tile.id), {}).get("state", "new")
        for tile in tiles_here
    }
    news = {tile.id: _news(tile.id, known) for tile in tiles_here}
    return render(
        "home.html",
        base_url,
        tiles=tiles_here,
        offered=offered_first(tiles_here, news, states),
        shelves=on_shelves(tiles_here),
        chips=_chips(tiles_here),
        concepts=len(concepts),
        card=card,
        hero=_hero(),
        doors=DOORS,
        arrow=_ARROW,
        next=data["next"],
        mark=mark,
        states=states,
        state_words=STATES,
        hours=hours,
        news=news,
        **_front(progress, base_url),
    )


def on_shelves(shown: Iterable[Tile]) -> list[tuple[str, list[Tile]]]:
    """The games by their shelves, those of a shelf in the order of learning; a shelf without
    games is left out."""
    shown = list(shown)
    shelves = [(str(shelf), [tile for tile in shown if tile.shelf == shelf]) for shelf in GameShelf]
    return [(title, there) for title, there in shelves if there]


def offered_first(
    shown: Iterable[Tile], news: Mapping[str, Collection[str]], states: Mapping[str, str]
) -> list[Tile]:
    """The few games that add least to what somebody knows, those first that were not played."""
    played = [tile for tile in shown if states[tile.id] != "new"]
    return sorted(shown, key=lambda tile: (tile in played, len(news[tile.id])))[:FEW]


def _news(game_id: str, known: Collection[str]) -> tuple[str, ...]:
    """What of a game is new to somebody, in the order of learning."""
    from cardlab.concepts import new_concepts
    from cardlab.web.widgets.map import short_title

    return tuple(short_title(id) for id in new_concepts(game_id, known, "rules"))


def _front(reader: ReaderProgress, base_url: str) -> dict[str, Any]:
    """What stands at the top: the three questions for a newcomer, else what comes next."""
    if reader.newcomer:
        return {"start": start_data(StartAddress(), base_url), "front_doors": doors(reader.record)}
    own = wish_of(reader.record)
    coming = next_step(reader.record)
    return {
        "start": None,
        "coming": coming_next(reader.record),
        "way": path_data(coming.path, reader.record, base_url),
        "change": StartAddress.of(own) if own else StartAddress(),
        "front_doors": doors(reader.record, learner=True),
    }


def script_json(data: Any) -> str:
    """JSON that may stand inside a script element: no character in it can end the element or
    begin a comment.

    >>> script_json({"title": "</script><b>"})
    '{"title":"\\\\u003c/script\\\\u003e\\\\u003cb\\\\u003e"}'
    """
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for character in "<>&\u2028\u2029":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return text


def map_page(
    playable: Iterable[str],
    base_url: str = "/",
    progress: ReaderProgress | None = None,
    focus: str | None = None,
    lessons: Collection[str] | None = None,
) -> str:
    """The map as HTML, with its data inside; a focus that the map does not have is left out."""
    from cardlab.web.widgets.assets import map_page_style
    from cardlab.web.widgets.map import map_data, map_html, node_id

    progress = ReaderProgress() if progress is None else progress
    if focus:
        try:
            focus = node_id(focus)
        except ValueError:
            focus = None
    lessons = written_lessons() if lessons is None else lessons
    data = map_data(
        progress.states,
        progress.review,
        lessons,
        focus,
        list(playable),
        base_url,
        progress.met,
        progress.record,
    )
    return render(
        "map.html",
        base_url,
        title=data["title"],
        style=Markup(map_page_style()),
        data=Markup(script_json(data)),
        still=Markup(map_html(data)),
    )
