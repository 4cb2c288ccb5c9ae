"""The laboratory of games side by side on a page: what two share, all games by likeness, what is
new if you know one.

Turns `cardlab.labs.comparing` into controls and blocks; states nothing about a game itself.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import Any, ClassVar

from cardlab.concepts import concept, concept_ids, knowledge, opens_most
from cardlab.engine.catalogue import by_shelf, game_class, games, tables
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, some
from cardlab.engine.words import number as in_words
from cardlab.labs import comparing
from cardlab.labs.comparing import (
    FAINT,
    GamesCompared,
    Rungs,
    alike_graph,
    compare,
    families,
    likeness,
    map_of_games,
    nearest,
)
from cardlab.web.addresses import GameAddress, LessonAddress, site_base
from cardlab.web.pages.home import reader_progress, written_lessons
from cardlab.web.pages.labs.base import Lab, address
from cardlab.web.pages.labs.blocks import Block, columns, rule_words, table, text
from cardlab.web.pages.labs.controls import ChoiceControl, NumberControl, click
from cardlab.web.pages.labs.tracking import worked_out
from cardlab.web.pages.learner_log import learner_log

__all__ = ["ComparingLab"]

NOTHING, MINE = "nothing", "me"
"""What somebody may know besides a game: nothing yet, or what was learned on these pages."""
MOST, LIMIT = 6, 40
"""How many new concepts a game may bring, at first and at most."""
STEP_X, STEP_Y = 4.3, 1.7
"""How far apart the names stand on the map, in card widths."""


def _titles() -> list[tuple[str, str]]:
    return [(id, game_class(id).title) for id in by_shelf(games())]


class ComparingLab(Lab):
    """Two games side by side.

    >>> lab = ComparingLab("kaiser")
    >>> lab.set("other", "malilla")
    >>> lab.lead()
    'Kaiser and Malilla share 12 of 26 concepts and 8 of 29 rules.'
    """

    id: ClassVar[str] = "compare"
    offers = "lay another game beside it, and see what they share"
    title: ClassVar[str] = "Comparing games"

    other = ChoiceControl[str](
        "Beside it",
        lambda lab: _titles(),
        lambda lab: nearest(lab.game, 1)[0][0],
        keep=True,
        heading=lambda id: game_class(id).shelf,
    )
    knows = ChoiceControl[str](
        "What I know",
        lambda lab: [(NOTHING, "nothing yet"), *lab.learned_here(), *_titles()],
        lambda lab: lab.game.id,
        also=(MINE,),
        name="known",
        place="new",
        keep=True,
    )
    most = NumberControl("Most new concepts", MOST, low=0, high=LIMIT, place="new", keep=True)

    alike = NumberControl("Alike from, per cent", 30, low=0, high=100, place="families", keep=True)

    def learned_here(self) -> list[tuple[str, str]]:
        """The choice of what was learned on these pages, where something was."""
        return [(MINE, "what I learned here")] if _mine() or self.knows == MINE else []

    @click("map")
    def lay_beside(self, id: str) -> None:
        self.set("other", id)

    @worked_out
    def compared(self) -> GamesCompared:
        return compare(self.game, self.other)

    def lead(self) -> str:
        here, there = self.game.title, game_class(self.other).title
        alike = likeness(self.game, self.other)
        return f"{here} and {there} share {alike.concepts} concepts and {alike.rules} rules."

    # -- what is shown
    def blocks(self) -> list[Block]:
        first = [self.facts, self.nearest, self.orders, *self.concepts]
        return [*first, self.map, self.families, *self.rules, self.new, *self.next, self.further]

    @worked_out
    def facts(self) -> Block:
        here, there = self._names()
        rows: list[list[Any]] = []
        for fact in self.compared.facts:
            changed = {} if fact.same else {"mark": "changed"}
            rows.append([fact.title, fact.here or "none", {"text": fact.there or "none"} | changed])
        heads = columns("At the table", here, there)
        caption = f"{here} and {there}: players, cards, the match"
        return table("facts", "Side by side", heads, rows, span="main", caption=caption)

    def _names(self) -> tuple[str, str]:
        return self.compared.here.title, self.compared.there.title

    @worked_out
    def orders(self) -> Block:
        here, there = self._names()
        lines = []
        for suit in self.compared.ladders:
            lines.append(f"{suit.title}: {suit.told(here, there)}")
            lines += [
                f"{title}: {_rungs(rungs)}"
                for title, rungs in ((here, suit.here), (there, suit.there))
                if rungs is not None
            ]
        return text(*lines, id="order", title="High to low")

    @worked_out
    def concepts(self) -> list[Block]:
        here, there = self._names()
        both, mine, theirs = self.compared.concepts
        no_common = f"Nothing is taught by {here} and {there} alike."
        return [
            _lessons("both", f"Taught by both ({len(both)})", both, no_common),
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

    @worked_out
    def rules(self) -> list[Block]:
        two = self.compared
        here, there = self._names()
        lead = f"Where both have a rule in other words, {there}'s stand first and {here}'s below."
        reworded = [
            {**_rule(b, two.there), "mark": "changed", "was": a.text(two.here)}
            for a, b in two.changed
        ]
        common = [
            ("In other words", reworded, False),
            ("In the same words", [_rule(r, two.here) for r in two.rules.shared], True),
        ]
        alone_here = [("Rule by rule", [_rule(r, two.here) for r in two.rules.here], False)]
        alone_there = [("Rule by rule", [_rule(r, two.there) for r in two.rules.there], False)]
        blocks = [
            _rules("rules", "Rules of both", common, lead if two.changed else ""),
            _rules("rules-here", f"Rules of {here} alone", alone_here),
            _rules("rules-there", f"Rules of {there} alone", alone_there),
        ]
        return [block for block in blocks if block["groups"]]

    @worked_out
    def map(self) -> Block:
        tree = map_of_games()
        way = tree.way(self.game.id, self.other)
        steps = {frozenset(pair) for pair in pairwise(way)}
        at = {place.game: place for place in tree.places}
        edges = []
        for a, b, alike in tree.joins:
            upper, lower = sorted((a, b), key=lambda id: at[id].y)
            style = "dashed" if alike.value < FAINT else "solid"
            edges.append([upper, lower, "way" if {a, b} in steps else style])
        edges.sort(key=lambda edge: edge[2] == "way")
        nodes = [
            {"id": p.game, "label": p.title, "x": (p.x + 0.5) * STEP_X, "y": (p.y + 0.6) * STEP_Y}
            for p in tree.places
        ]
        titles = " – ".join(at[id].title for id in way)
        return {
            "kind": "diagram",
            "id": "map",
            "title": "All games by likeness",
            "lead": (
                "Each game hangs on one that is like it; dashed where they share little. The way:"
                f" {titles}. Click a game to lay it beside."
            ),
            "nodes": nodes,
            "edges": edges,
            "picked": [self.game.id, self.other],
            "label": f"The way: {titles}",
            "width": (max(p.x for p in tree.places) + 1) * STEP_X,
            "height": (max(p.y for p in tree.places) + 1.2) * STEP_Y,
        }

    @worked_out
    def families(self) -> Block:
        """The communities of the games that are alike enough."""
        least = Fraction(self.alike, 100)
        lines = alike_graph(least).number_of_edges()
        titles = dict(_titles())
        groups = families(least)
        rows = [
            [str(len(group)), ", ".join(titles[id] for id in sorted(group))]
            for group in groups
            if len(group) > 1
        ]
        alone = [titles[id] for group in groups if len(group) == 1 for id in group]
        lead = (
            f"{some(lines, 'pair')} of games are at least {self.alike} % alike. A family is a group"
            " with more such pairs within than chance would put there."
        )
        if alone:
            lead += f" Alone: {', '.join(sorted(alone))}."
        heads = columns("Games", "Family")
        more = {"lead": capital(lead), "caption": "Families of games", "span": "full"}
        return table("families", "Families of games", heads, rows, **more)

    @worked_out
    def nearest(self) -> Block:
        rows = []
        for id, alike in nearest(self.game, 6):
            href = address("compare", game=self.game.id, other=id)
            name = {"text": game_class(id).title, "href": href}
            rows.append([name, _whole(alike.concepts), _whole(alike.rules), f"{float(alike):.2f}"])
        return table(
            "nearest",
            f"Most like {self.game.title}",
            columns("Game", right=["Concepts", "Rules", "Likeness"]),
            rows,
            span="side",
            lead=(
                "Likeness is the mean of two shares: the concepts and the rules that both have,"
                " among those that either has."
            ),
        )

    @worked_out
    def new(self) -> Block:
        ids, about = self._knowledge()
        rows = [row for row in comparing.table(ids, self.most) if row.game != self.knows]
        title = f"What is new if you know {about}"
        if not rows:
            least = "something that is"
            if self.most:
                least = f"more than {in_words(self.most)} concepts that are"
            return text(f"Every game brings {least} new. Allow a few more.", id="new", title=title)
        base, lessons = site_base(), written_lessons()
        cells: list[list[Any]] = []
        for row in rows:
            href = GameAddress(row.game).url(base) if row.game in tables() else ""
            concepts: Any = "nothing: ready to play"
            if row.new:
                concepts = {"links": [_lesson(id, base, lessons) for id in row.new]}
            cells.append([{"text": row.title, "href": href}, len(row.new), concepts])
        heads = columns("Game", right=["New"]) + columns("Concepts, each with its lesson")
        return table("new", title, heads, cells, caption=title)

    @worked_out
    def next(self) -> list[Block]:
        """The concepts that are all that is lacking for a game."""
        known, about = self._knowledge()
        base, lessons = site_base(), written_lessons()
        try:
            most = opens_most(known)
        except ValueError:  # a game that the learning graph does not know
            return []
        rows: list[list[Any]] = [
            [{"links": [_lesson(one.id, base, lessons)]}, one.opens] for one in most
        ]
        if not rows:
            return []
        lead = "Each is all that is lacking for so many games, those without a table here included."
        heads = columns("Concept", right=["Games"])
        title = f"Which one concept opens most if you know {about}?"
        return [table("next", title, heads, rows[:12], caption=title, lead=lead)]

    def _knowledge(self) -> tuple[tuple[str, ...], str]:
        """What the reader knows, as ids, and how the title says it."""
        if self.knows == NOTHING:
            return (), "nothing yet"
        if self.knows == MINE:
            return _mine(), "what you learned here"
        return (self.knows,), game_class(self.knows).title

    @worked_out
    def further(self) -> Block:
        """Where to go from here."""
        base = site_base()
        if not base:
            program = (
                "from cardlab.labs.comparing import compare\n\n"
                f"print(compare({self.game.id!r}, {self.other!r}))"
            )
            return {"kind": "code", "id": "on", "text": program}
        pages = [
            [f"Play {game_class(id).title}", GameAddress(id).url(base)]
            for id in dict.fromkeys((self.game.id, self.other))
            if id in tables()
        ]
        orders = [f"The orders of {self.game.title}", address("orders", game=self.game.id)]
        return {"kind": "links", "id": "on", "links": [*pages, orders]}


def _whole(share: Any) -> str:
    """A share that is not broken at the end of a line."""
    return str(share).replace(" ", "\u00a0")


def _mine() -> tuple[str, ...]:
    """The concepts that the reader has learned, with what they stand on; nothing where the store does
    not answer."""
    try:
        met = reader_progress(learner_log().progress()).met
    except (OSError, RuntimeError, ValueError):
        return ()
    can = [id for id in sorted(met) if id in concept_ids()]
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


def _rule(rule: Rule, game: Game) -> dict[str, Any]:
    return {**(rule_words(rule, game) or {}), "mark": ""}


def _rules(
    id: str, title: str, groups: list[tuple[str, list[dict[str, Any]], bool]], lead: str = ""
) -> Block:
    shown = [
        {"title": f"{head} ({len(rules)})", "rules": rules, "shut": shut}
        for head, rules, shut in groups
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
