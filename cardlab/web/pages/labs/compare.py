"""The laboratory of games side by side: what two share, all games by likeness, what is new if
you know one.

Turns `cardlab.labs.comparing` into controls and blocks; states nothing about a game itself.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any, ClassVar

from cardlab.concepts import concept, knowledge
from cardlab.engine.catalogue import game_class, games
from cardlab.engine.words import number as in_words
from cardlab.labs.comparing import (
    FAINT,
    Comparison,
    Rungs,
    compare,
    likeness,
    map_of_games,
    nearest,
    table,
)
from cardlab.web.addresses import GameAddress, LessonAddress, site_base
from cardlab.web.pages.home import known, written_lessons
from cardlab.web.pages.keeping import keeper
from cardlab.web.pages.labs import LABS
from cardlab.web.pages.labs.base import (
    Block,
    Control,
    Lab,
    address,
    choice,
    number,
    rule_words,
    text,
)

NOTHING, MINE = "nothing", "me"
"""What somebody may know besides a game: nothing yet, or what was learned on these pages."""
MOST, LIMIT = 6, 40
"""How many new concepts a game may bring, at first and at most."""
STEP_X, STEP_Y = 4.3, 1.7
"""How far apart the names stand on the map, in card widths."""


class Compare(Lab):
    """Two games side by side.

    >>> lab = Compare("kaiser")
    >>> lab.set("other", "malilla")
    >>> lab.lead()
    'Kaiser and Malilla share 12 of 26 concepts and 8 of 29 rules.'
    """

    id: ClassVar[str] = "compare"
    title: ClassVar[str] = "Comparing games"
    keeps: ClassVar[tuple[str, ...]] = ("other", "known", "most")

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self._other: str | None = None
        self._known: str | None = None
        self._most = MOST

    @property
    def other(self) -> str:
        """The game beside it: the most like one, until somebody chooses."""
        return self._other or nearest(self.game, 1)[0][0]

    @property
    def known(self) -> str:
        """What the reader knows: the game itself, until somebody says so."""
        return self._known or self.game.id

    def lead(self) -> str:
        here, there = self.game.title, game_class(self.other).title
        found = likeness(self.game, self.other)
        return f"{here} and {there} share {found.concepts} concepts and {found.rules} rules."

    # --- what can be set
    def controls(self) -> list[Control]:
        titles = [(id, game_class(id).title) for id in games()]
        start: list[tuple[str, str]] = [(NOTHING, "nothing yet")]
        if _mine() or self.known == MINE:
            start.append((MINE, "what I learned here"))
        return [
            choice("other", "Beside it", self.other, titles),
            choice("known", "What I know", self.known, [*start, *titles], place="new"),
            number("most", "At most so many new", self._most, 0, LIMIT, place="new"),
        ]

    def set(self, name: str, value: Any) -> None:
        if name in ("other", "map"):
            if value not in games():
                raise ValueError(f"There is no game {str(value)[:40]!r}; choose one from the list.")
            self._other = value
        elif name == "known":
            if value not in (NOTHING, MINE, *games()):
                raise ValueError("Choose what you know from the list: a game, or nothing yet.")
            self._known = value
        elif name == "most":
            if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= LIMIT:
                raise ValueError(f"Choose from 0 to {LIMIT} new concepts.")
            self._most = value
        else:
            super().set(name, value)

    def asked(self) -> dict[str, str]:
        found = {
            "other": self._other,
            "known": self._known,
            "most": str(self._most) if self._most != MOST else None,
        }
        return {name: value for name, value in found.items() if value}

    # --- what is shown
    def blocks(self) -> list[Block]:
        found = compare(self.game, self.other)
        first = [self._facts(found), self._nearest(), self._orders(found), *self._concepts(found)]
        return [*first, self._map(), *self._rules(found), self._new(), self._on()]

    def _facts(self, found: Comparison) -> Block:
        here, there = found.here.title, found.there.title
        rows: list[list[Any]] = [
            [f.title, f.here or "none", {"text": f.there or "none"}] for f in found.facts
        ]
        for row, fact in zip(rows, found.facts, strict=True):
            if not fact.same:
                row[2]["mark"] = "changed"
        return {
            "kind": "table",
            "id": "facts",
            "title": "Side by side",
            "span": "main",
            "rows": rows,
            "columns": [{"label": "At the table"}, {"label": here}, {"label": there}],
            "caption": f"{here} and {there}: players, cards, the match",
        }

    def _orders(self, found: Comparison) -> Block:
        here, there = found.here.title, found.there.title
        said = []
        for one in found.ladders:
            said.append(f"{one.title}: {one.told(here, there)}")
            said += [
                f"{title}: {_rungs(rungs)}"
                for title, rungs in ((here, one.here), (there, one.there))
                if rungs is not None
            ]
        return text(*said, id="order", title="High to low")

    def _concepts(self, found: Comparison) -> list[Block]:
        here, there = found.here.title, found.there.title
        both, mine, theirs = found.concepts
        return [
            _lessons(
                "both",
                f"Taught by both ({len(both)})",
                both,
                f"Nothing is taught by {here} and {there} alike.",
            ),
            _lessons(
                "here", f"Only in {here} ({len(mine)})", mine, f"{there} teaches all of it too."
            ),
            _lessons(
                "there",
                f"Only in {there} ({len(theirs)})",
                theirs,
                f"{here} teaches all of it too.",
            ),
        ]

    def _rules(self, found: Comparison) -> list[Block]:
        here, there = found.here.title, found.there.title
        lead = f"Where both have a rule in other words, {there}'s stand first and {here}'s below."
        common = [
            (
                "In other words",
                [
                    {**_rule(b, found.there), "mark": "changed", "was": a.text(found.here)}
                    for a, b in found.changed
                ],
                False,
            ),
            ("In the same words", [_rule(r, found.here) for r in found.rules.shared], True),
        ]
        found_here, found_there = (
            [_rule(rule, game) for rule in rules]
            for rules, game in (
                (found.rules.here, found.here),
                (found.rules.there, found.there),
            )
        )
        blocks = [
            _rules("rules", "Rules of both", common, lead if found.changed else ""),
            _rules("rules-here", f"Rules of {here} alone", [("Rule by rule", found_here, False)]),
            _rules(
                "rules-there", f"Rules of {there} alone", [("Rule by rule", found_there, False)]
            ),
        ]
        return [block for block in blocks if block["groups"]]

    def _map(self) -> Block:
        tree = map_of_games()
        way = tree.way(self.game.id, self.other)
        steps = {frozenset(pair) for pair in pairwise(way)}
        at = {place.game: place for place in tree.places}
        edges = []
        for a, b, found in tree.joins:
            upper, lower = sorted((a, b), key=lambda id: at[id].y)
            how = "way" if {a, b} in steps else "dashed" if found.value < FAINT else "solid"
            edges.append([upper, lower, how])
        edges.sort(key=lambda edge: edge[2] == "way")
        nodes = [
            {"id": p.game, "label": p.title, "x": (p.x + 0.5) * STEP_X, "y": (p.y + 0.6) * STEP_Y}
            for p in tree.places
        ]
        said = " – ".join(at[id].title for id in way) if len(way) > 1 else at[way[0]].title
        return {
            "kind": "diagram",
            "id": "map",
            "title": "All games by likeness",
            "lead": (
                "Each game hangs on one that is like it; dashed where they share little. The way:"
                f" {said}. Click a game to lay it beside."
            ),
            "nodes": nodes,
            "edges": edges,
            "picked": [self.game.id, self.other],
            "label": f"The way: {said}",
            "width": (max(p.x for p in tree.places) + 1) * STEP_X,
            "height": (max(p.y for p in tree.places) + 1.2) * STEP_Y,
        }

    def _nearest(self) -> Block:
        rows = [
            [
                {
                    "text": game_class(id).title,
                    "href": address("compare", game=self.game.id, other=id),
                },
                _whole(found.concepts),
                _whole(found.rules),
                f"{float(found):.2f}",
            ]
            for id, found in nearest(self.game, 6)
        ]
        right = {"align": "right"}
        return {
            "kind": "table",
            "id": "nearest",
            "title": f"Most like {self.game.title}",
            "span": "side",
            "lead": (
                "Likeness is the mean of two shares: the concepts and the rules that both have,"
                " among those that either has."
            ),
            "columns": [
                {"label": "Game"},
                *({"label": said, **right} for said in ("Concepts", "Rules", "Likeness")),
            ],
            "rows": rows,
        }

    def _new(self) -> Block:
        known_to, about = self._knowledge()
        rows = [row for row in table(known_to, self._most) if row.game != self.known]
        title = f"What is new if you know {about}"
        if not rows:
            least = (
                f"more than {in_words(self._most)} concepts that are"
                if self._most
                else "something that is"
            )
            block = text(f"Every game brings {least} new. Allow a few more.")
            return {**block, "id": "new", "title": title}
        base, lessons = site_base(), written_lessons()
        shown = [
            [
                {
                    "text": row.title,
                    "href": GameAddress(row.game).url(base),
                },
                len(row.new),
                (
                    {"links": [_lesson(id, base, lessons) for id in row.new]}
                    if row.new
                    else "nothing: ready to play"
                ),
            ]
            for row in rows
        ]
        return {
            "kind": "table",
            "id": "new",
            "title": title,
            "caption": title,
            "rows": shown,
            "columns": [
                {"label": "Game"},
                {"label": "New", "align": "right"},
                {"label": "Concepts, each with its lesson"},
            ],
        }

    def _knowledge(self) -> tuple[tuple[str, ...], str]:
        """What the reader knows, as ids, and how the title says it."""
        if self.known == NOTHING:
            return (), "nothing yet"
        if self.known == MINE:
            return _mine(), "what you learned here"
        return (self.known,), game_class(self.known).title

    def _on(self) -> Block:
        base = site_base()
        pages = [
            (f"Play {game_class(id).title}", GameAddress(id).url(base))
            for id in dict.fromkeys((self.game.id, self.other))
        ]
        if "orders" in LABS:
            pages.append((f"The orders of {self.game.title}", address("orders", game=self.game.id)))
        found = [list(one) for one in pages if one[1]]
        if found:
            return {"kind": "links", "id": "on", "links": found}
        return {"kind": "code", "id": "on", "text": _program(self.game.id, self.other)}


def _program(here: str, there: str) -> str:
    return f"from cardlab.labs.comparing import compare\n\nprint(compare({here!r}, {there!r}))"


def _whole(share: Any) -> str:
    """A share that is not broken at the end of a line."""
    return str(share).replace(" ", "\u00a0")


def _mine() -> tuple[str, ...]:
    """The concepts that the reader can do, with what they stand on; nothing where the store does
    not answer."""
    try:
        states = known(keeper().progress()).states
    except (OSError, RuntimeError, ValueError):
        return ()
    from cardlab.concepts import concept_ids

    can = [id for id, state in states.items() if state in ("can-do", "due") and id in concept_ids()]
    return tuple(sorted(knowledge(can))) if can else ()


def _lesson(id: str, base: str | None, lessons: Any) -> list[str]:
    return [
        str(concept(id)["title"]),
        LessonAddress(id).url(base) if id in lessons else "",
    ]


def _lessons(id: str, title: str, ids: tuple[str, ...], none: str) -> Block:
    if not ids:
        return {**text(none), "id": id, "title": title, "span": "side"}
    base, lessons = site_base(), written_lessons()
    return {
        "kind": "links",
        "id": id,
        "title": title,
        "span": "side",
        "links": [_lesson(one, base, lessons) for one in ids],
    }


def _rule(rule: Any, game: Any) -> dict[str, Any]:
    return {**(rule_words(rule, game) or {}), "mark": ""}


def _rules(
    id: str, title: str, groups: list[tuple[str, list[dict[str, Any]], bool]], lead: str = ""
) -> Block:
    shown = [
        {"title": f"{said} ({len(rules)})", "rules": rules, "shut": shut}
        for said, rules, shut in groups
        if rules
    ]
    return {
        "kind": "rules",
        "id": id,
        "title": title,
        "lead": lead,
        "groups": shown,
        "span": "full" if id == "rules" else "half",
    }


def _rungs(rungs: Rungs) -> str:
    """A ladder in a line, from high to low; cards of one rung stand with a sign between them."""
    return " ".join(" = ".join(card.sign for card in rung) for rung in rungs)
