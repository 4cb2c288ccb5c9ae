"""The graph of the concepts, the book's order and the map's columns; and what is said of data
that do not hold together."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.resources import files
from itertools import pairwise
from typing import Any

import networkx
import pytest

import cardlab
from cardlab import concepts


def raw(name: str) -> Any:
    return json.loads((files("cardlab.concepts") / "data" / name).read_text(encoding="utf-8"))


def data() -> dict[str, Any]:
    return {
        "concepts": raw("concepts.json"),
        "games": raw("games.json"),
        "contents": raw("book_contents.json"),
    }


# ---- the graph


def test_the_graph_is_acyclic_and_complete() -> None:
    made = concepts.graph()
    assert (made.number_of_nodes(), made.number_of_edges()) == (116, 174)
    assert networkx.is_directed_acyclic_graph(made)
    assert networkx.transitive_reduction(made).edges == made.edges, "an edge follows from others"
    assert set(made.edges) == {
        (need, item["id"]) for item in raw("concepts.json") for need in item["requires"]
    }
    assert {kind for _, kind in made.nodes(data="kind")} == {"concept"} and all(
        title for _, title in made.nodes(data="title")
    )


def test_the_graph_with_games() -> None:
    made = concepts.graph(games=True)
    games = concepts.game_entries()
    assert made.number_of_nodes() == 116 + len(games)
    assert made.number_of_edges() == 174 + sum(len(set(game["uses"])) for game in games)
    assert all(set(made.predecessors(game["id"])) == set(game["uses"]) for game in games)
    assert networkx.is_directed_acyclic_graph(made)


def test_the_shared_graph_cannot_be_changed() -> None:
    with pytest.raises(networkx.NetworkXError):
        concepts.graph().add_edge("trump", "trick")
    assert concepts.graph() is concepts.graph()


def test_closures_agree_with_networkx() -> None:
    made = concepts.graph()
    for id in made:
        assert concepts.closure([id]) == networkx.ancestors(made, id) | {id}
        assert concepts.opened(id) == networkx.descendants(made, id)


def test_generations_come_after_what_they_need() -> None:
    layers = concepts.generations()
    level = {id: i for i, layer in enumerate(layers) for id in layer}
    assert sorted(level) == sorted(concepts.concept_ids())
    for id in level:
        needs = concepts.concept(id)["requires"]
        assert level[id] == (1 + max(level[need] for need in needs) if needs else 0)
    assert len(layers) == 8


def test_importing_is_light() -> None:
    loaded = "print('networkx' in sys.modules)"
    code = f"import sys; from cardlab import concepts; {loaded}; concepts.graph(); {loaded}"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["False", "True"]


# ---- the book's order


def test_the_contents() -> None:
    entries = concepts.contents()
    assert len(entries) == 127 and [entry.order for entry in entries] == list(range(1, 128))
    assert [entry.page for entry in entries] == sorted(entry.page for entry in entries)
    kinds = [entry.kind for entry in entries]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {
        "matter": 3,
        "concept": 53,
        "game": 42,
        "variant": 13,
        "compendium": 5,
        "league": 11,
    }
    ids = {entry.id for entry in entries}
    assert all(entry.parent is None or entry.parent in ids for entry in entries)
    # Every section about a concept is covered by one.
    told = {
        s
        for item in raw("concepts.json")
        for s in [item["book_section"], *item.get("also_sections", ())]
    }
    assert {entry.id for entry in entries if entry.kind == "concept"} <= told


def test_the_order_has_everything_once_and_no_concept_before_its_needs() -> None:
    ids = concepts.order()
    assert len(ids) == len(set(ids)) == 116 + len(concepts.game_entries())
    assert set(ids) == concepts.concept_ids() | set(concepts.game_ids())
    place = {id: i for i, id in enumerate(ids)}
    assert [(a, b) for a, b in concepts.graph().edges if place[a] > place[b]] == []
    games = frozenset(concepts.game_ids())
    assert concepts.order("concept") + concepts.order("game") == tuple(
        sorted(ids, key=lambda id: (id in games, place[id]))
    )


def test_the_order_is_that_of_the_contents() -> None:
    """Games stand as in the contents; a concept with a section behind every game of an earlier
    section, before later ones."""
    place, line = (
        {id: i for i, id in enumerate(concepts.order())},
        {entry.id: entry.order for entry in concepts.contents()},
    )
    in_book = [game for game in concepts.order("game") if game in line]
    assert len(in_book) == 51 and in_book == sorted(in_book, key=line.__getitem__)
    wrong = [
        (item["id"], game)
        for item in raw("concepts.json")
        if item["book_section"] is not None
        for game in in_book
        if (place[item["id"]] < place[game]) != (line[item["book_section"]] <= line[game])
    ]
    assert wrong == []


def test_the_known_exceptions_are_all() -> None:
    """The first games lean on sections that come later; from Squiffy Dancer on only Rhapsody does,
    whose places are ranks of its players."""
    deal = (
        "snap",
        "slapjack",
        "beggar-thy-neighbour",
        "snip-snap-snorem",
        "high-cockalorum",
        "spoons",
    )
    hand = ("snip-snap-snorem", "high-cockalorum")
    known = {("snap", id) for id in ("pack", "standard-deck", "capture", "snapping")}
    known |= {(game, "deal") for game in deal} | {(game, "hand") for game in hand}
    known |= {(game, "player-rank") for game in ("rhapsody", "never-ending-rhapsody")}
    assert len(concepts.ahead()) == 14 and set(concepts.ahead()) == known
    # The same from the order itself, the long way round.
    place = {id: i for i, id in enumerate(concepts.order())}
    made, book = concepts.graph(games=True), {entry.id for entry in concepts.contents()}
    late = {
        (game, id)
        for game in concepts.order("game")
        if game in book
        for id in networkx.ancestors(made, game)
        if place[id] > place[game]
    }
    assert known <= late and {game for game, _ in late} == {game for game, _ in known}
    assert {id for _, id in late - known} <= {
        id for id in concepts.concept_ids() if concepts.concept(id)["book_section"] is None
    }


def test_an_order_of_something_else() -> None:
    with pytest.raises(ValueError, match="an order of concepts and of games, not of 'lesson'"):
        concepts.order("lesson")


# ---- what games teach


def test_what_a_game_brings() -> None:
    known = concepts.knowledge("partnership-whist")
    assert len(known) == 19
    missing = {"cardigan": 19, "contract-bridge": 17, "bridge": 17, "kaiser": 10, "malilla": 8}
    assert {
        game: len(concepts.new_concepts(game, known="partnership-whist")) for game in missing
    } == missing
    assert {game: len(concepts.new_concepts(game)) for game in missing} == {
        "cardigan": 36,
        "contract-bridge": 35,
        "bridge": 35,
        "kaiser": 26,
        "malilla": 25,
    }
    assert concepts.new_concepts("kaiser", known=known) == concepts.new_concepts(
        "kaiser", known="partnership-whist"
    )
    assert concepts.new_concepts("kaiser", known="kaiser") == ()


@pytest.mark.parametrize("id", cardlab.games())
def test_the_rules_and_the_curriculum_agree(id: str) -> None:
    by_data, by_rules = concepts.uses(id), concepts.uses(id, "rules")
    assert by_rules == concepts.closure(cardlab.game(id).concepts())
    # Yaniv's rules have a word for two decks, which many tables use.
    assert (
        by_rules - by_data == ({"multi-deck"} if id == "yaniv" else set()) and by_data <= by_rules
    )


@pytest.mark.parametrize(
    ("ask", "told"),
    [
        (lambda: concepts.new_concepts("kayser"), "no game 'kayser'; is it kaiser?"),
        (lambda: concepts.new_concepts("Oh Hell!"), "no game 'Oh Hell!'; is it oh-hell?"),
        (
            lambda: concepts.new_concepts("kaiser", known=["trmp"]),
            "no game or concept 'trmp'; is it trump",
        ),
        (
            lambda: concepts.new_concepts("follow-suit"),
            "'follow-suit' is a concept, not a game; .*use it: seven-card-whist",
        ),
        (
            lambda: concepts.new_concepts("kaiser", source="memory"),
            "curriculum or rules, not from 'memory'",
        ),
        (lambda: concepts.new_concepts(None), "no game None"),
        (lambda: concepts.new_concepts("kaiser", known=[3]), "no game or concept 3"),
        (lambda: concepts.concept("trumps"), "no concept 'trumps'; is it trump?"),
        (lambda: concepts.concept([]), r"no concept \[\]"),
        (lambda: concepts.neighbours("whisk"), "no game or concept 'whisk'"),
        (lambda: concepts.closure(["trik"]), "no concept 'trik'; is it trick?"),
        (lambda: concepts.opened("xyzzy"), "no concept 'xyzzy'$"),
    ],
)
def test_unknown_ids_suggest_near_ones(ask: Callable[[], Any], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        ask()


# ---- the map


def test_the_columns_hold_everything_in_order() -> None:
    columns = concepts.columns()
    assert [column["title"] for column in columns][0::6] == ["First steps", "Beyond: concepts"]
    assert [column["title"] for column in columns][7:] == ["Beyond: tricks", "Beyond: other games"]
    *chapters, tricks, others = [[node["id"] for node in column["nodes"]] for column in columns]
    in_order = [id for column in chapters for id in column]
    assert in_order == [id for id in concepts.order() if id not in {*tricks, *others}]
    assert sorted(tricks + others) == sorted({*concepts.order()} - {*in_order})
    assert {"scotch-whist", "kaiser"} <= {*tricks} and "yaniv" in others
    assert [column["pages"] for column in columns] == [
        "pages 15–27",
        "pages 28–45",
        "pages 47–66",
        "pages 67–94",
        "pages 97–131",
        "pages 135–170",
        "not in the book",
        "not in the book",
        "not in the book",
    ]
    assert json.loads(json.dumps(columns)) == columns, "plain data"
    assert all(4 < len(column["nodes"]) < 31 for column in columns)
    for column in columns[:6]:
        assert {node["kind"] for node in column["nodes"]} == {"concept", "game"} and all(
            node["page"] for node in column["nodes"]
        )
    assert [{node["kind"] for node in column["nodes"]} for column in columns[6:]] == [
        {"concept"},
        {"game"},
        {"game"},
    ]
    assert all(
        len(node["short"]) <= len(node["title"]) <= 60
        for column in columns
        for node in column["nodes"]
    )


def test_the_neighbours() -> None:
    around = concepts.neighbours("follow-suit")
    assert around["needs"] == ("trick",) and set(around["opens"]) == {"ruff", "must-head"}
    assert (
        around["used_in"][:3] == ("seven-card-whist", "knockout-whist", "shoot-the-moon")
        and len(set(around["used_in"]) & {game["id"] for game in raw("games.json")}) == 32
    )
    assert concepts.neighbours("bridge") == concepts.neighbours("contract-bridge")
    for id in concepts.order("concept"):
        assert all(
            id in concepts.neighbours(other)["needs"] for other in concepts.neighbours(id)["opens"]
        )
        assert all(
            id in concepts.neighbours(game)["needs"] for game in concepts.neighbours(id)["used_in"]
        )


# ---- data that do not hold together


def test_the_data_hold_together() -> None:
    concepts.check(data())


def _item(broken: dict[str, Any], part: str, id: str) -> dict[str, Any]:
    return next(item for item in broken[part] if item["id"] == id)


def circle(broken: dict[str, Any]) -> None:
    _item(broken, "concepts", "trick")["requires"].append("ruff")


def own_need(broken: dict[str, Any]) -> None:
    _item(broken, "concepts", "trump")["requires"].append("trump")


def dangling(broken: dict[str, Any]) -> None:
    _item(broken, "concepts", "ruff")["requires"].append("follow-suits")


def double(broken: dict[str, Any]) -> None:
    broken["concepts"].append(copy.deepcopy(broken["concepts"][5]))


def both(broken: dict[str, Any]) -> None:
    _item(broken, "games", "snap")["id"] = "trick"


def unknown_use(broken: dict[str, Any]) -> None:
    _item(broken, "games", "kaiser")["uses"].append("auctions")


def unknown_option(broken: dict[str, Any]) -> None:
    _item(broken, "games", "yaniv")["optional"] = ["two-packs"]


def no_section(broken: dict[str, Any]) -> None:
    _item(broken, "concepts", "trump")["book_section"] = "trumpery"


def no_parent(broken: dict[str, Any]) -> None:
    _item(broken, "contents", "snapping")["parent"] = "capturing"


def backwards(broken: dict[str, Any]) -> None:
    _item(broken, "contents", "trumps")["page"] = 40


def misplaced(broken: dict[str, Any]) -> None:
    _item(broken, "games", "oh-hell")["order"] = 12


@pytest.mark.parametrize(
    ("breaks", "told"),
    [
        (circle, "in a circle: trick -> ruff -> .* -> trick; take one"),
        (own_need, "in a circle: trump -> trump; take one"),
        (
            dangling,
            r"prerequisites are not concepts: ruff requires follow-suits \(is it follow-suit\?\)",
        ),
        (double, "each id may name one concept only; double: standard-deck"),
        (both, "an id names a concept or a game, not both: trick"),
        (unknown_use, r"the game kaiser uses what is not a concept: auctions \(is it auction\?\)"),
        (unknown_option, "the game yaniv uses what is not a concept: two-packs"),
        (no_section, "the concept trump names the section trumpery, which is not an entry"),
        (no_parent, "snapping stands under capturing, which is not an entry"),
        (
            backwards,
            (
                r"the contents run backwards from trick-taking-games \(place 42, page 51\) to"
                r" trumps \(place 43, page 40\)"
            ),
        ),
        (misplaced, "the game oh-hell stands at place 12"),
    ],
)
def test_broken_data_is_told_with_its_ids(
    breaks: Callable[[dict[str, Any]], None], told: str
) -> None:
    broken = data()
    breaks(broken)
    with pytest.raises(ValueError, match=told):
        concepts.check(broken)


def test_a_circle_is_told_along_its_edges() -> None:
    broken = data()
    circle(broken)
    with pytest.raises(ValueError) as told:
        concepts.check(broken)
    steps = str(told.value).split(": ")[1].split(";")[0].split(" -> ")
    requires = {item["id"]: item["requires"] for item in broken["concepts"]}
    assert len(steps) > 2 and all(b in requires[a] for a, b in pairwise(steps))
