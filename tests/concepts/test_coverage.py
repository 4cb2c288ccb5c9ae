"""What of the book is here: every entry has its place, and what is said to be here can be played."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import pytest

import cardlab
from cardlab import concepts
from cardlab.families.leagues import League, RankedSeats
from cardlab.families.schedules import ScheduledLeague
from cardlab.web.widgets.map import map_data

FORMS: dict[str, Any] = json.loads(
    (files("cardlab.concepts") / "data" / "forms.json").read_text(encoding="utf-8")
)
FORMATS = {kind.__name__: kind for kind in (League, ScheduledLeague, RankedSeats)}
NEVER_PUBLISHED = {
    "thirty-one-bones",
    "shoot-the-moon",
    "never-ending-space-race",
    "trick-brag",
    "plantagenet",
    "bigwig",
    "duos-compendium",
    "two-pairs-compendium",
    "disloyalty-compendium",
    "burden-compendium",
    "compendium-in-the-woods",
}


def test_every_entry_of_the_contents_is_told_once() -> None:
    found = concepts.coverage()
    assert [covered.entry for covered in found.entries] == list(concepts.contents())
    assert sum(found.counts.values()) == 127
    assert str(found).count("\n") + 1 == len(found.counts)


def test_what_is_here_can_be_played() -> None:
    for covered in concepts.coverage().entries:
        if covered.here in ("game", "option"):
            option = FORMS["options"].get(covered.entry.id, {})
            assert cardlab.game(covered.by[0], **option.get("options", {}))
        if covered.here == "format":
            kind, _, name = covered.by[0].partition(".")
            assert hasattr(FORMATS[kind], name or "of")
        if covered.here == "concept":
            assert {*covered.by} <= {*cardlab.games()}
    entries = {entry.id for entry in concepts.contents()}
    assert {*FORMS["options"], *FORMS["formats"], *FORMS["not published"]} <= entries


def test_games_without_published_rules_stay_on_the_map_and_are_offered_nowhere() -> None:
    told = {c.entry.id for c in concepts.coverage().of("not published")}
    assert told >= NEVER_PUBLISHED and not NEVER_PUBLISHED & {*cardlab.games()}
    nodes = map_data()["nodes"]
    for id in NEVER_PUBLISHED & nodes.keys():
        assert nodes[id]["note"] == "The rules of this game are not published."
        assert nodes[id]["say"].endswith("rules not published")
        assert not nodes[id]["here"] and not nodes[id]["action"]


@pytest.mark.parametrize("goal", ["kaiser", "bridge", "gin-rummy", "cardigan"])
def test_no_path_leads_through_a_game_whose_rules_nobody_knows(goal: str) -> None:
    assert not NEVER_PUBLISHED & {*concepts.path(goal, known=(), drills=True).games}
