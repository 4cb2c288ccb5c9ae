"""The map of concepts and games: what there is to draw, as plain data, and the widget that draws
it.

Knows the curriculum's data, and which games and lessons can be opened. Does not know how somebody's
progress was made, or what any concept means: states come in as words, and every sentence about a
node is made here, none in the browser.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache, cached_property
from typing import Any, NamedTuple, Protocol

import traitlets

from cardlab.concepts import CURRICULUM_IDS, columns, game_entries, opens_most
from cardlab.concepts.coverage import unpublished
from cardlab.concepts.curriculum import load
from cardlab.concepts.names import ALSO_CALLED, game_named
from cardlab.engine.words import listed, number, some
from cardlab.lessons.journey import fitting_game, next_step
from cardlab.lessons.progress import Progress
from cardlab.web.addresses import (
    ExerciseAddress,
    GameAddress,
    LessonAddress,
    PathAddress,
    StartAddress,
    step_address,
)
from cardlab.web.templates import render
from cardlab.web.widgets.assets import map_script, map_style
from cardlab.web.widgets.base import StillWidget

__all__ = [
    "STATES",
    "Comes",
    "DueConcept",
    "MapWidget",
    "map_data",
    "map_html",
    "node_id",
    "short_title",
    "sign",
]

STATES = {"new": "new", "seen": "seen", "can-do": "can do", "sure": "sure", "due": "due"}
"""How far somebody is with a concept, and what the map calls it."""
KNOWN = ("can-do", "sure", "due")
"""Who has done a thing once does not lack it; that it is due only means that it comes back today.
"""

_SHAPES = {
    "concept": '<circle cx="10" cy="10" r="7" class="{}"/>',
    "game": '<rect x="4" y="2" width="12" height="16" rx="2.5" class="{}"/>',
}
_RINGS = {
    "concept": '<circle cx="10" cy="10" r="9.2" class="o"/>',
    "game": '<rect x="1.8" y=".4" width="16.4" height="19.2" rx="3.6" class="o"/>',
}
"""Drawn round the shape of what somebody is sure of."""
_HALVES = {
    "concept": "M3 10a7 7 0 0 0 14 0Z",
    "game": "M4 10H16V15.5Q16 18 13.5 18H6.5Q4 18 4 15.5Z",
}


def sign(state: str, kind: str = "concept", here: bool = True) -> str:
    """The sign of a node: the outline says what it is (circle concept, card game), the inside
    says how far you are. A dashed outline: there is no lesson, or no table, here.

    >>> sign("can-do", "game").count("<path")
    1
    """
    outline = _SHAPES[kind].format("f" if state in ("can-do", "sure") else "o")
    tick = '<path d="M6.6 10.3l2.5 2.6 4.4-5" class="c"/>'
    inside = {
        "new": "",
        "seen": f'<path d="{_HALVES[kind]}" class="f"/>',
        "can-do": tick,
        "sure": tick + _RINGS[kind],
        "due": '<path d="M10 6V10l2.6 1.8" class="o"/>',
    }[state]
    absent = "" if here else " st-absent"
    return (
        f'<svg class="st st-{state}{absent}" viewBox="0 0 20 20" aria-hidden="true"'
        f' focusable="false">{outline}{inside}</svg>'
    )


ABSENT = {"concept": "no lesson here", "game": "no table here"}
"""What the map says of what it can only name."""
NOT_YET = "This game is in the book; cardlab does not play it yet."
NOT_PUBLISHED = "The rules of this game are not published."
MOST_DUE = 2


class Comes(Protocol):
    """Something that comes back today, as progress tells it."""

    @property
    def concept(self) -> str: ...

    @property
    def reason(self) -> str:
        """One sentence: why today, and in which game."""


class DueConcept(NamedTuple):
    """The plainest thing that comes back."""

    concept: str
    reason: str


# -- the graph, as far as the map needs it
# ---------------------------------------------------------------------------


@cache
def _entries() -> dict[str, dict[str, Any]]:
    """Every concept and game of the curriculum by its id; the two kinds share no id."""
    concepts = {entry["id"]: {**entry, "kind": "concept"} for entry in load("concepts.json")}
    games = {entry["id"]: {**entry, "kind": "game"} for entry in game_entries()}
    return {**concepts, **games}


def short_title(concept_id: str) -> str:
    """The name of a concept where room is short.

    >>> short_title("irregularities")
    'Misdeals, penalties'
    """
    entry = _entries().get(concept_id)
    return str(
        load("short_titles.json").get(
            concept_id, entry["title"] if entry else concept_id.replace("-", " ").capitalize()
        )
    )


def node_id(id: str) -> str:
    """The node of a concept or game, which may be given by the catalogue's id; ValueError for
    what the map does not have.

    >>> node_id("bridge")
    'contract-bridge'
    """
    id_there = CURRICULUM_IDS.get(id, id)
    if id_there not in _entries():
        raise ValueError(
            f"The map has no {id!r}. Look up a name in its search, or use an id such as"
            " 'follow-suit' or 'kaiser'"
        )
    return id_there


@cache
def _catalogue_ids() -> dict[str, str]:
    """The catalogue's name of a node, where it has another."""
    return {there: here for here, there in CURRICULUM_IDS.items()}


@cache
def _order() -> dict[str, int]:
    return {
        node["id"]: place
        for place, node in enumerate(n for column in columns() for n in column["nodes"])
    }


@cache
def _above(id: str) -> frozenset[str]:
    """Every concept that a node stands on, however far down."""
    entry = _entries()[id]
    direct = entry["requires"] if entry["kind"] == "concept" else entry["uses"]
    return frozenset(direct).union(*(_above(d) for d in direct)) if direct else frozenset()


@cache
def _needs(id: str) -> tuple[str, ...]:
    """What a node stands on directly; of a game's concepts, those that no other of its concepts
    includes."""
    entry = _entries()[id]
    direct = set(entry["requires"] if entry["kind"] == "concept" else entry["uses"])
    return tuple(
        sorted(
            (d for d in direct if not any(d in _above(o) for o in direct if o != d)),
            key=_order().__getitem__,
        )
    )


@cache
def _opens(id: str) -> tuple[str, ...]:
    return tuple(
        sorted(
            (e["id"] for e in load("concepts.json") if id in e["requires"]),
            key=_order().__getitem__,
        )
    )


@cache
def _used_in(id: str) -> tuple[str, ...]:
    return tuple(
        sorted(
            (g["id"] for g in game_entries() if id in _above(g["id"])),
            key=_order().__getitem__,
        )
    )


# -- sentences
# ---------------------------------------------------------------------


def _name(id: str) -> str:
    """A title fit for a sentence; one that has a comma of its own gets quotation marks."""
    title = short_title(id)
    return f"“{title}”" if "," in title else title


class _Learner:
    """What is known of one learner's progress, asked node by node."""

    def __init__(self, states: Mapping[str, str], met: Collection[str] = ()) -> None:
        for id, state in states.items():
            if state not in STATES:
                raise ValueError(
                    f"{state!r} is not a state of {id}; the states are {', '.join(STATES)}"
                )
        self._given = {CURRICULUM_IDS.get(id, id): state for id, state in states.items()}
        done = [
            id
            for id, state in self._given.items()
            if (state in KNOWN or id in met) and _entries().get(id, {}).get("kind") == "concept"
        ]
        # who can do a thing has what it stands on, even if no exercise ever asked for it; one deal
        # of a game shows less
        self._had = frozenset(done).union(*map(_above, done)) - {
            id for id, state in self._given.items() if state == "seen" and id not in met
        }

    def state(self, id: str) -> str:
        """What was given; of a game otherwise the least that holds of all its concepts."""
        if id in self._given or _entries()[id]["kind"] == "concept":
            return self._given.get(id, "new")
        states = {self.state(concept) for concept in _entries()[id]["uses"]}
        return next((s for s in ("new", "seen", "due", "can-do") if s in states), "sure")

    def has(self, id: str) -> bool:
        """Whether it is there to build on."""
        return id in self._had

    def missing(self, id: str) -> list[str]:
        """What a node stands on and the learner does not have yet, in the order of learning."""
        return sorted((c for c in _above(id) if not self.has(c)), key=lambda c: _order()[c])

    @cached_property
    def _lacking_one(self) -> dict[str, int]:
        """The concepts that are all that is lacking for some game, with how many games."""
        return {one.id: one.opens for one in opens_most(self._had)} if self._had else {}

    def opens(self, id: str) -> str:
        """What learning this one concept would do at once, in a sentence; "" for nothing."""
        games = self._lacking_one.get(id, 0)
        if not games:
            return ""
        asks = "asks" if games == 1 else "ask"
        return f"It is all that {some(games, 'game')} still {asks} of you."

    def why(self, id: str) -> str:
        """One sentence: what is there to build on, or what is lacking and what comes first."""
        needs = _needs(id)
        if not needs:
            return "Needs nothing else: you can start here."
        missing = self.missing(id)
        if not missing:
            return f"You know {listed(map(_name, needs))}: nothing is missing."
        first = next(c for c in missing if not any(m in _above(c) for m in missing))
        lacking = [n for n in needs if n in missing] or missing
        if len(missing) == 1:
            return f"Builds on {_name(missing[0])}, which is still new to you. Start there."
        return f"Builds on {listed(map(_name, lacking))}. Start with {_name(first)}."


def _action(node: Mapping[str, Any], learner: _Learner) -> str:
    if node["kind"] == "game":
        return "Play"
    return {"due": "Review", "seen": "Go on", "can-do": "Do it again", "sure": "Do it again"}.get(
        learner.state(node["id"]), "Learn"
    )


def _suggestion(node: Mapping[str, Any], why: str) -> dict[str, Any]:
    return {key: node[key] for key in ("id", "kind", "title", "state", "action", "href")} | {
        "why": why
    }


def _next(
    nodes: Mapping[str, dict[str, Any]],
    learner: _Learner,
    review: Iterable[Comes],
    record: Progress,
    base_url: str | None,
) -> list[dict[str, Any]]:
    """What to do now: the next step, as every page shows it, what is due, and a game that fits."""
    coming = next_step(record)
    node = nodes[node_id(coming.lesson or coming.step.game or coming.path.goal)]
    address = step_address(coming).url(base_url) or None
    place = f"Step {coming.step.number} of {len(coming.path)} to {coming.path.title}"
    why = f"{place}. {some(coming.minutes, 'minute').capitalize()}."
    following = [
        _suggestion({**node, "title": coming.title, "action": "Go on", "href": address}, why)
    ]
    begun = record.begun()
    if begun is not None and begun in nodes and nodes[begun]["id"] != node["id"]:
        left = {**nodes[begun], "action": "Go on"}
        following.append(_suggestion(left, "You left this lesson before its end."))
    due: dict[str, Comes] = {}
    for entry in review:
        if entry.concept in nodes:
            due.setdefault(entry.concept, entry)
    for id, entry in list(due.items())[:MOST_DUE]:
        href = ExerciseAddress(review=True, concept=id).url(base_url) or nodes[id]["href"]
        again = {**nodes[id], "state": "due", "action": "Review", "href": href}
        following.append(_suggestion(again, entry.reason))
    fits = nodes[node_id(fitting_game(record))]
    if fits["id"] != node["id"]:
        following.append(_suggestion(fits, _why_play(learner.missing(fits["id"]))))
    return following


def _why_play(lacking: list[str]) -> str:
    """Why a game fits a learner who lacks some of its concepts."""
    if not lacking:
        return "A whole game, and every idea in it is yours."
    if len(lacking) == 1:
        return f"A whole game with one concept still to learn: {_name(lacking[0])}."
    return "A whole game to try: the table says what is legal, and why."


def map_data(
    states: Mapping[str, str] | None = None,
    review: Iterable[Comes] = (),
    lessons: Collection[str] = (),
    focus: str | None = None,
    playable: Collection[str] | None = None,
    base_url: str | None = "/",
    met: Collection[str] = (),
    record: Progress | None = None,
) -> dict[str, Any]:
    """Everything the map draws, as plain JSON.

    states: concept or game -> new, seen, can-do, sure or due; met: the concepts that are there to
    build on, although nothing proves yet that somebody can do them. review: what comes back today,
    with a sentence why. lessons: the concepts that have one. playable: the games that have a page
    (default: the whole catalogue). record: all that happened to the learner. base_url: where the
    pages are; None when there is no server, as in a notebook.

    >>> data = map_data({"trick": "can-do"}, lessons=["follow-suit"], focus="follow-suit")
    >>> data["nodes"]["follow-suit"]["why"], data["nodes"]["follow-suit"]["href"]
    ('You know Trick and lead: nothing is missing.', '/lesson?concept=follow-suit')
    >>> data["nodes"]["ruff"]["why"]
    'Builds on Following suit and Trumps. Start with Following suit.'
    """
    if playable is None:
        from cardlab.engine.catalogue import games

        playable = games()
    open_games = {CURRICULUM_IDS.get(id, id) for id in playable}
    written = frozenset(lessons)
    learner = _Learner(states or {}, met)
    nodes: dict[str, dict[str, Any]] = {}
    drawn = columns()
    for column in drawn:
        for plain in column["nodes"]:
            id, kind = plain["id"], plain["kind"]
            entry = _entries()[id]
            href, note = None, ""
            if kind == "concept":
                if id not in written:
                    note = "Its lesson is not written yet."
                elif base_url is not None:
                    href = LessonAddress(id).url(base_url)
            elif id not in open_games:
                note = NOT_PUBLISHED if id in unpublished() else NOT_YET
            elif base_url is not None:
                href = GameAddress(_catalogue_ids().get(id, id)).url(base_url)
            else:
                note = f'In a notebook: pages.play("{_catalogue_ids().get(id, id)}").'
            used = _used_in(id) if kind == "concept" else ()
            # games that can be played come first: they are what a reader can try at once
            used = tuple(sorted(used, key=lambda g: g not in open_games))
            more = len(used) - 3
            node = {
                "id": id,
                "kind": kind,
                "title": plain["short"],
                "name": plain["title"],
                "page": plain["page"],
                "state": learner.state(id),
                "ready": not learner.missing(id),
                "why": f"{learner.why(id)} {learner.opens(id)}".strip(),
                "href": href,
                "here": id in (written if kind == "concept" else open_games),
                "note": note,
                "summary": entry.get("summary", "") or _about_game(entry),
                "needs": list(_needs(id)),
                "opens": list(_opens(id)) if kind == "concept" else [],
                "brings": [c for c in entry.get("introduces", ()) if c in _entries()],
                "used_in": list(used),
                "used_more": (
                    f"and {number(more)} more {'game' if more == 1 else 'games'}"
                    if more > 0
                    else ""
                ),
            }
            node["action"] = (
                _action(node, learner) if href or (kind == "game" and id in open_games) else ""
            )
            absent = "rules not published" if id in unpublished() else ABSENT[kind]
            here = "" if node["here"] else f", {absent}"
            node["say"] = f"{node['name']}, {kind}, {STATES[node['state']]}{here}"
            node["word"] = STATES[node["state"]] if node["here"] else absent
            node["ways"] = _ways(id, base_url) if kind == "game" and id not in unpublished() else []
            node["find"] = " ".join(ALSO_CALLED.get(id, ()))
            nodes[id] = node

    following = _next(nodes, learner, review, record or Progress(()), base_url)
    concepts = sum(node["kind"] == "concept" for node in nodes.values())
    return {
        "title": "The map",
        "about": [
            f"{len(nodes)} steps: ",
            f"{concepts} concepts",
            " and ",
            f"{len(nodes) - concepts} games",
            ", in the book's order from left to right.",
        ],
        "columns": [
            {
                "title": column["title"],
                "pages": column["pages"],
                "nodes": [n["id"] for n in column["nodes"]],
                "done": (
                    f"{sum(learner.state(n['id']) in KNOWN for n in column['nodes'])} of"
                    f" {len(column['nodes'])}"
                ),
            }
            for column in drawn
        ],
        "nodes": nodes,
        "focus": node_id(focus) if focus else following[0]["id"],
        "next": following,
        "states": [[state, word] for state, word in STATES.items()],
        "signs": {
            kind: {
                **{state: sign(state, kind) for state in STATES},
                **{f"{state} absent": sign(state, kind, here=False) for state in STATES},
            }
            for kind in _SHAPES
        },
    }


def _ways(id: str, base_url: str | None) -> list[dict[str, str]]:
    """The links of a game to the front door: "I know this", "take me there"."""
    if base_url is None:
        return []
    game = game_named(id)
    knows, wants = StartAddress(known=(game,)), PathAddress(to=game)
    return [
        {"title": "I know this", "href": knows.url(base_url)},
        {"title": "Take me there", "href": wants.url(base_url)},
    ]


def _about_game(entry: Mapping[str, Any]) -> str:
    low, high = entry.get("players") or (None, None)
    kind = "A game"
    if low is not None:
        kind += (
            f" for {low} to {high} players"
            if low != high
            else f" for {low} {'player' if high == 1 else 'players'}"
        )
    return f"{kind}, on page {entry['page']} of the book." if entry.get("page") else f"{kind}."


# -- without a browser's help
# ------------------------------------------------------------------------------------------


def map_html(data: Mapping[str, Any]) -> str:
    """The same content as folded lists, for readers without a script: a saved notebook, a page
    that is still loading."""
    nodes = data["nodes"]
    columns = [
        {**column, "nodes": [nodes[id] for id in column["nodes"]]} for column in data["columns"]
    ]
    return render("map-list.html", about="".join(data["about"]), columns=columns, states=STATES)


def _map_text(data: Mapping[str, Any]) -> str:
    lines = ["".join(data["about"])]
    for entry in data["next"]:
        lines.append(f"Next: {entry['title']}. {entry['why']}")
    return "\n".join(lines)


class MapWidget(StillWidget):
    """The map in a notebook; ``picked`` is the id of the node that was opened last."""

    _esm = map_script()
    _css = map_style()

    data = traitlets.Dict().tag(sync=True)
    picked = traitlets.Unicode("").tag(sync=True)

    def __init__(self, data: Mapping[str, Any] | None = None, **kwargs: Any) -> None:
        super().__init__(data=dict(data) if data is not None else map_data(base_url=None), **kwargs)

    def still(self) -> tuple[str, str]:
        return map_html(self.data), _map_text(self.data)
