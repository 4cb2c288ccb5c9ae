"""The data of the map: every node, its state, its sentence and its address; and what the widget
shows without a kernel."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest

import cardlab
from cardlab.concepts import CURRICULUM_IDS, columns, concept_ids, curriculum_game
from cardlab.concepts.curriculum import load
from cardlab.lessons.journey import Wish, next_step
from cardlab.lessons.progress import Event, Progress
from cardlab.web.addresses import PathAddress, StartAddress, parse, step_address
from cardlab.web.pages.home import (
    ReaderProgress,
    home_page,
    map_page,
    script_json,
    written_lessons,
)
from cardlab.web.widgets.map import (
    STATES,
    DueConcept,
    MapWidget,
    map_data,
    map_html,
    node_id,
    short_title,
    sign,
)

ABOVE = {
    "turn",
    "pack",
    "standard-deck",
    "hand",
    "deal",
    "trick",
    "follow-suit",
    "trump",
    "rank",
    "suit",
}


LISTED = {entry["id"] for entry in load("games.json")}
ADDED = {id for id in cardlab.games() if CURRICULUM_IDS.get(id, id) not in LISTED}
"""Games that only the catalogue has: one file each, and nothing else."""
STEPS = 116 + 75 + len(ADDED)


def test_every_concept_and_game_has_one_place() -> None:
    data = map_data()
    placed = [id for column in data["columns"] for id in column["nodes"]]
    assert len(placed) == len(set(placed)) == len(data["nodes"]) == STEPS
    kinds = [node["kind"] for node in data["nodes"].values()]
    assert kinds.count("concept") == len(concept_ids()) == 116 and len(LISTED) == 75
    games = kinds.count("game")
    assert games == 75 + len(ADDED)
    assert {"".join(data["about"])} == {
        f"{STEPS} steps: 116 concepts and {games} games, in the book's order from left to right."
    }


def test_an_added_game_stands_beyond_the_book_with_a_page_of_its_own() -> None:
    data = map_data()
    tricks, others = data["columns"][-2:]
    assert (tricks["title"], others["title"]) == ("Beyond: tricks", "Beyond: other games")
    assert {*tricks["nodes"], *others["nodes"]} >= ADDED
    for id in ADDED:
        node = data["nodes"][id]
        assert node["href"].endswith(f"/{id}.ipynb") and node["action"] == "Play" and node["needs"]


def test_columns_follow_the_book_and_stay_short() -> None:
    pages = [
        node["page"] for column in columns() for node in column["nodes"] if node["page"] is not None
    ]
    assert len(pages) == 116 + 75 - 17 - 24
    assert all(3 <= len(column["nodes"]) <= 30 for column in columns())
    assert max(len(short_title(id)) for id in concept_ids()) <= 22, (
        "a name on the map has room for a few words"
    )


def test_every_node_says_what_it_is() -> None:
    nodes = map_data({"trick": "can-do"})["nodes"]
    for id, node in nodes.items():
        assert (
            node["state"] in STATES
            and node["title"]
            and node["summary"]
            and node["why"].endswith(".")
        ), id
        assert node["ready"] is not node["why"].startswith("Builds on"), id
        assert f", {STATES[node['state']]}" in node["say"]
        for other in (*node["needs"], *node["opens"], *node["brings"], *node["used_in"]):
            assert other in nodes and other != id


def test_neighbours_answer_each_other() -> None:
    nodes = map_data()["nodes"]
    for id, node in nodes.items():
        if node["kind"] == "concept":
            assert all(id in nodes[below]["opens"] for below in node["needs"]), id
            assert all(id in nodes[above]["needs"] for above in node["opens"]), id


def test_a_lesson_is_linked_only_if_it_is_written() -> None:
    nodes = map_data(lessons=["follow-suit", "trick"])["nodes"]
    linked = {id for id, node in nodes.items() if node["kind"] == "concept" and node["href"]}
    assert linked == {"follow-suit", "trick"}
    assert (
        nodes["follow-suit"]["href"] == "/lesson?concept=follow-suit"
        and nodes["follow-suit"]["action"] == "Learn"
    )
    assert nodes["ruff"]["note"] == "Its lesson is not written yet." and not nodes["ruff"]["action"]


def test_a_game_is_linked_only_if_it_has_a_page() -> None:
    nodes = map_data()["nodes"]
    linked = {id for id, node in nodes.items() if node["kind"] == "game" and node["href"]}
    assert linked == {node_id(game) for game in cardlab.games()}
    assert nodes["contract-bridge"]["href"].endswith("/bridge.ipynb")
    assert nodes["bigwig"]["note"] == "The rules of this game are not published."
    here = map_data(base_url=None, lessons=["trick"])["nodes"]
    assert (
        not any(node["href"] for node in here.values())
        and 'play("bridge")' in here["contract-bridge"]["note"]
    )


def test_what_is_missing_is_named_and_so_is_the_beginning() -> None:
    new = map_data()["nodes"]["ruff"]
    assert not new["ready"] and "Following suit" in new["why"] and "Start with" in new["why"]
    one = map_data({"trump": "can-do", "trick": "can-do"})["nodes"]["ruff"]
    assert one["why"] == "Builds on Following suit, which is still new to you. Start there."
    both = map_data({"trump": "can-do", "follow-suit": "due"})["nodes"]["ruff"]
    assert (
        both["ready"] and both["why"] == "You know Following suit and Trumps: nothing is missing."
    )


def test_who_can_follow_suit_has_what_it_stands_on() -> None:
    nodes = map_data({"follow-suit": "can-do"})["nodes"]
    assert nodes["trick"]["ready"] and nodes["trick"]["state"] == "new", (
        "what was never asked stays new, and is not in the way"
    )
    assert nodes["must-head"]["needs"] and "Turns" not in nodes["must-head"]["why"]


def test_a_game_is_as_far_as_the_least_of_its_concepts() -> None:
    uses = curriculum_game("kaiser")["uses"]  # type: ignore[index]
    done = dict.fromkeys(uses, "can-do")
    assert map_data(done)["nodes"]["kaiser"]["state"] == "can-do"
    assert map_data({**done, uses[0]: "due"})["nodes"]["kaiser"]["state"] == "due"
    assert map_data({**done, uses[0]: "seen"})["nodes"]["kaiser"]["state"] == "seen"
    assert map_data({**done, uses[0]: "new"})["nodes"]["kaiser"]["state"] == "new"
    assert map_data({"bridge": "seen"})["nodes"]["contract-bridge"]["state"] == "seen", (
        "the catalogue's id does as well"
    )


def test_the_next_step_comes_first_then_what_is_due_then_a_game() -> None:
    said = "Last right 7 days ago. Comes back in Oh Hell."
    wish = Event(1.0, "goal", address=Wish("kaiser", ("partnership-whist",)).text)
    due = [DueConcept("follow-suit", said)]
    data = map_data({}, due, lessons=written_lessons(), record=Progress([wish]))
    first, again, play = data["next"]
    coming = next_step(Progress([wish]))
    assert (first["action"], again["action"], play["action"]) == ("Go on", "Review", "Play")
    assert first["href"] == step_address(coming).url() and first["title"] == coming.title
    assert first["why"].startswith("Step 1 of ") and "to Kaiser" in first["why"]
    assert (again["why"], again["id"], again["state"]) == (said, "follow-suit", "due")
    assert play["kind"] == "game" and play["href"] and data["focus"] == coming.lesson


def test_what_is_not_here_is_told_by_its_outline_and_by_a_word() -> None:
    data = map_data(lessons=["trick"])
    nodes, signs = data["nodes"], data["signs"]
    for id, word in (("bigwig", "rules not published"), ("battle", "no lesson here")):
        assert (
            not nodes[id]["here"] and nodes[id]["word"] == word and nodes[id]["say"].endswith(word)
        )
    for id in ("kaiser", "contract-bridge", "trick"):
        assert nodes[id]["here"] and nodes[id]["word"] == "new"
    for kind in ("concept", "game"):
        assert "st-absent" in signs[kind]["new absent"] and "st-absent" not in signs[kind]["new"]
    here = {id for id, node in nodes.items() if node["kind"] == "game" and node["here"]}
    assert here == {node_id(game) for game in cardlab.games()}


def test_a_game_leads_to_the_front_door_from_both_sides() -> None:
    nodes = map_data()["nodes"]
    knows, wants = nodes["partnership-whist"]["ways"]
    assert parse(knows["href"]) == StartAddress(known=("partnership-whist",))
    assert parse(wants["href"]) == PathAddress(to="partnership-whist")
    assert "rummy" in nodes["basic-rummy"]["find"] and nodes["trick"]["ways"] == []
    assert map_data(base_url=None)["nodes"]["kaiser"]["ways"] == []


def test_bad_input_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="not a state of trump"):
        map_data({"trump": "mastered"})
    with pytest.raises(ValueError, match="The map has no 'trumpp'"):
        map_data(focus="trumpp")
    assert map_data({"a-concept-of-last-year": "can-do"})["nodes"], (
        "an id that went away does no harm"
    )


def test_the_data_is_json_and_cannot_leave_its_script_element() -> None:
    data = map_data(
        {"trick": "can-do"},
        [DueConcept("trick", "</script><script>alert(1)</script><!-- \u2028 &")],
    )
    text = script_json(data)
    assert json.loads(text) == data and not set(text) & set("<>&\u2028\u2029")
    scripts: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            scripts.append(tag) if tag == "script" else None

    said = ReaderProgress({}, (DueConcept("trick", "</script><img src=x onerror=alert(1)>"),))
    page = map_page(cardlab.games(), progress=said, focus='"><script>alert(2)</script>')
    plain = map_page(cardlab.games())
    Reader().feed(plain)
    before = len(scripts)
    scripts.clear()
    Reader().feed(page)
    assert len(scripts) == before and "<img src=x" not in page and "alert(2)" not in page
    assert "<img src=x" not in home_page(cardlab.games(), progress=said)


@pytest.mark.parametrize("kind", ["concept", "game"])
def test_every_state_has_a_sign_of_its_own(kind: str) -> None:
    assert len({sign(state, kind) for state in STATES}) == len(STATES)
    data = map_data({"trick": "seen"})
    assert data["signs"][kind]["seen"] == sign("seen", kind)


def test_the_list_without_a_script_has_everything() -> None:
    data = map_data({"trick": "seen"}, lessons=["trick"])
    html = map_html(data)
    assert html.count("<li>") == STEPS and html.count("<details>") == 9
    assert '<a href="/lesson?concept=trick">Trick and lead</a> (concept, seen)' in html


def test_the_widget_shows_a_list_in_a_saved_notebook() -> None:
    bundle = MapWidget()._repr_mimebundle_()
    data = bundle[0] if isinstance(bundle, tuple) else bundle
    assert data["text/html"].count("<li>") == STEPS and "116 concepts" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_notebook_asks_for_the_map_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    import cardlab.pages

    monkeypatch.delenv("VOILA_BASE_URL", raising=False)
    widget = cardlab.pages.map("bridge")
    assert widget.data["focus"] == "contract-bridge" and widget.picked == ""
    assert widget.data["nodes"]["kaiser"]["href"] is None
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/")
    assert (
        cardlab.pages.map().data["nodes"]["kaiser"]["href"]
        == "/voila/render/notebooks/kaiser.ipynb"
    )


def test_home_shows_progress_and_what_comes_next() -> None:
    known = {id: "can-do" for id in curriculum_game("snap")["uses"]}  # type: ignore[index]
    page = home_page(cardlab.games(), progress=ReaderProgress(known), lessons=["follow-suit"])
    assert "Where shall we start?" in page and "Start with" in page
    assert 'data-state="can-do"' in page.partition('data-game="snap"')[2].partition("</li>")[0]
    assert page.count("data-next=") == 2 and 'data-door="learn"' in page and 'href="/map"' in page
