"""Games side by side: what two share, how alike they are, what is new, and the picture of all
games."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

import pytest

import cardlab
from cardlab.concepts import closure, new_concepts
from cardlab.labs.comparing import (
    compare,
    graph,
    likeness,
    map_of_games,
    nearest,
    news,
    orders,
    table,
)
from cardlab.web.pages.labs.comparing import ComparingLab
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.learner_log import MemoryLog, set_learner_log
from cardlab.web.widgets import LabWidget

from .without_order import WITHOUT_ORDER

GAMES = cardlab.games()


def test_every_pair_adds_up_and_is_symmetric(some_games: tuple[str, ...]) -> None:
    """Of a game of the sample and any other; of any two in `make test-all`."""
    for a, b in product(some_games, GAMES):
        found = compare(a, b)
        one, other = found.here, found.there
        rules = len(found.rules.shared) + len(found.changed)
        assert rules + len(found.rules.here) == len(one.all_rules()), (a, b)
        assert rules + len(found.rules.there) == len(other.all_rules()), (a, b)
        assert {*found.concepts.shared, *found.concepts.here} == one.concepts()
        assert {*found.concepts.shared, *found.concepts.there} == other.concepts()
        assert Counter([*found.pack.shared, *found.pack.here]) == Counter(one.pack)
        assert Counter([*found.pack.shared, *found.pack.there]) == Counter(other.pack)
        back = compare(b, a).mirrored()
        assert found.facts == back.facts and found.concepts == back.concepts
        for mine, theirs in zip(found.rules, back.rules, strict=True):
            assert set(mine) == set(theirs)
        assert {id: (x.wording, y.wording) for x, y in found.changed for id in [str(x)]} == {
            str(x): (x.wording, y.wording) for x, y in back.changed
        }
        for x, y in zip(found.ladders, back.ladders, strict=True):
            assert (x.suit, x.relation, len(x.moved)) == (y.suit, y.relation, len(y.moved))
        assert likeness(a, b) == likeness(b, a)


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_the_same_as_itself(id: str) -> None:
    found = compare(id, id)
    assert not any(
        (
            found.rules.here,
            found.rules.there,
            found.changed,
            found.concepts.here,
            found.pack.here,
            found.new,
        )
    )
    assert all(fact.same for fact in found.facts) and likeness(id, id).value == 1
    assert {ladder.relation for ladder in found.ladders} <= {"same", "neither"}


def test_likeness_is_one_only_for_the_same_game_and_lies_between_nothing_and_one() -> None:
    for a, b in combinations(GAMES, 2):
        found = likeness(a, b)
        assert 0 <= found.value < 1
        assert found.value == (Fraction(*found.concepts) + Fraction(*found.rules)) / 2


def test_shared_rules_have_the_same_words_and_changed_ones_do_not() -> None:
    found = compare("kaiser", "malilla")
    theirs = {str(rule): rule.text(found.there) for rule in found.there.all_rules()}
    assert "winner-leads" in found.rules.shared
    assert all(theirs[rule] == rule.text(found.here) for rule in found.rules.shared)
    follow, race = found.changed
    assert str(follow[0]) == "must-follow-suit", "a void hand is free in Kaiser, not in Malilla"
    assert follow[0].text(found.here) != follow[1].text(found.there)
    assert "52" in race[0].text(found.here) and "35" in race[1].text(found.there)
    assert "must-beat-opponent" in found.rules.there and "contract-made" in found.rules.here


def test_options_count() -> None:
    plain, led = cardlab.game("kaiser"), cardlab.game("kaiser", leader="declarer")
    found = compare(plain, led)
    assert [str(r) for r in found.rules.here] == ["eldest-leads"] and [
        str(r) for r in found.rules.there
    ] == ["declarer-leads"]
    assert likeness(plain, led).rules.both == len(plain.all_rules()) - 1
    more = compare(cardlab.game("nap"), cardlab.game("nap", players=6))
    assert [(f.title, f.here[0], f.there[0]) for f in more.facts if not f.same] == [
        ("Players", "4", "6"),
        ("Cards", "2", "3"),
    ]
    with pytest.raises(ValueError, match="there is no game 'kayser'"):
        compare("kayser", "malilla")


def test_ladders_show_the_suit_in_which_two_games_differ_most() -> None:
    plain, trumps = compare("kaiser", "malilla").ladders
    # the seven of clubs is Kaiser's lowest club and Malilla's highest; in spades nothing moves
    assert plain.suit == "C" and plain.moved == ("7C",) and trumps.relation == "differ"
    assert compare("bourre", "julep").ladders[0].moved == ("3S",)
    assert [x.relation for x in compare("nap", "bridge").ladders] == ["agree", "agree"]
    assert [x.relation for x in compare("nap", "widow-nap").ladders] == ["same", "same"]
    assert [x.relation for x in compare("nap", "snap").ladders] == ["here", "here"]
    assert [x.relation for x in compare("snap", "gin-rummy").ladders] == ["there", "neither"]


def test_orders_are_the_game_s_own() -> None:
    for id in GAMES:
        game, found = cardlab.game(id), orders(id)
        for suit, rungs in (found.plain or {}).items():
            assert rungs == tuple(game.ordering().ladder(suit))
        for suit, rungs in (found.trumps or {}).items():
            assert rungs == tuple(game.ordering(suit).ladder(suit)) and rungs
    assert {id for id in GAMES if orders(id).plain is None} == WITHOUT_ORDER


def test_new_concepts_are_those_of_the_map(some_games: tuple[str, ...]) -> None:
    for a, b in product(some_games, GAMES):
        assert compare(a, b).new == (new_concepts(b, a, "rules") if a != b else ()), (a, b)
    # what a concept stands on is new too, though no rule of the game names it
    bare = news(cardlab.game("bridge"), ())
    assert set(bare) == closure(cardlab.game("bridge").concepts())


def test_the_table_of_what_is_new() -> None:
    rows = table("nap")
    assert len(rows) == len(GAMES) - 1 and "nap" not in {row.game for row in rows}
    assert [len(row.new) for row in rows] == sorted(len(row.new) for row in rows)
    assert all(row.new == new_concepts(row.game, "nap", "rules") for row in rows)
    assert table("nap", k=2) == tuple(row for row in rows if len(row.new) <= 2)
    assert len(table()) == len(GAMES)
    both = {row.game: row.new for row in table(["nap", "auction", "bridge"])}
    assert all(set(both[row.game]) <= set(row.new) for row in rows if row.game in both)


@pytest.mark.parametrize(
    ("known", "k", "said"),
    [
        ("kayser", None, "no game or concept 'kayser'; is it kaiser"),
        (["nap", 3], None, "no game or concept 3"),
        ("nap", -1, "k is 0 or more"),
        ("nap", True, "k is 0 or more"),
    ],
)
def test_what_cannot_be_known_is_a_sentence(known: object, k: object, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        table(known, k)  # type: ignore[arg-type]


def test_nearest() -> None:
    assert {id for id, _ in nearest("nap", 4)} == {
        "seven-card-nap",
        "widow-nap",
        "pool-nap",
        "peep-nap",
    }
    for id in GAMES:
        found = nearest(id, len(GAMES))
        assert len(found) == len(GAMES) - 1 and id not in dict(found)
        assert all(a.value >= b.value for (_, a), (_, b) in pairwise(found))
    for n in (0, -1, True, 1.5):
        with pytest.raises(ValueError, match="ask for one or more"):
            nearest("nap", n)  # type: ignore[arg-type]


def test_the_map_is_a_tree_of_most_likeness() -> None:
    found = map_of_games()
    assert {place.game for place in found.places} == set(GAMES) and len(found.joins) == len(
        GAMES
    ) - 1
    for a, b in combinations(GAMES, 2):
        way = found.way(a, b)
        assert way[0] == a and way[-1] == b and len(set(way)) == len(way)
        # no pair is more alike than any two neighbours on the way between them: else it would be
        # joined instead
        assert all(likeness(x, y).value >= likeness(a, b).value for x, y in pairwise(way))
    assert found.way("nap", "nap") == ("nap",)
    with pytest.raises(ValueError, match="no game 'whisk'"):
        found.way("nap", "whisk")


def test_the_map_can_be_read() -> None:
    """No two names at one place, no line through a name or across a line, and the same picture
    each time."""
    found = map_of_games()
    at = {place.game: (place.x, place.y) for place in found.places}
    for a, b in combinations(found.places, 2):
        assert a.y != b.y or abs(a.x - b.x) >= 1, (a, b)
    for a, b, _ in found.joins:
        assert abs(at[a][1] - at[b][1]) == 1, "a line leads from one row to the next"
    for (a, b, _), (c, d, _) in combinations(found.joins, 2):
        (top, low), (up, down) = (
            sorted((at[a], at[b]), key=lambda p: p[1]),
            sorted((at[c], at[d]), key=lambda p: p[1]),
        )
        if top[1] == up[1]:
            assert (top[0] - up[0]) * (low[0] - down[0]) >= 0, f"{a}–{b} crosses {c}–{d}"
    map_of_games.cache_clear()
    assert map_of_games() == found
    widest, deepest = (max(at) for at in zip(*((p.x, p.y) for p in found.places)))
    assert widest <= len(GAMES) // 3 and deepest <= len(GAMES) // 2, "a page has room for it"


def test_the_graph_has_every_pair() -> None:
    made = graph()
    assert made.number_of_edges() == len(GAMES) * (len(GAMES) - 1) // 2
    assert made["nap"]["snap"]["likeness"] == likeness("nap", "snap")


def test_it_prints_itself() -> None:
    text = str(compare("kaiser", "malilla"))
    assert (
        "12 of 26 concepts" in text
        and "7♣ stands elsewhere" in text
        and "Head an opponent's card" in text
    )
    assert str(compare("snap", "ziginette")).count("has no trumps") == 1
    assert "  Nap (0.90)" in str(map_of_games())


# ---- the page
# ---------------------------------------------------------------------


def page(game: str = "kaiser", **words: object) -> ComparingLab:
    lab = ComparingLab(game)
    for name, value in words.items():
        lab.set(name, value)
    return lab


def block(lab: ComparingLab, id: str) -> dict[str, Any]:
    return next(one for one in lab.blocks() if one["id"] == id)


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a page of the server, where addresses lead somewhere."""
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/at/voila/")
    set_learner_log(MemoryLog())


@pytest.fixture(autouse=True)
def _own_log() -> Iterator[None]:
    set_learner_log(None)
    yield
    set_learner_log(None)


@pytest.mark.sampled
@pytest.mark.parametrize("id", GAMES)
def test_every_game_has_its_page_with_every_other(id: str) -> None:
    lab = page(id)
    assert lab.other == nearest(id, 1)[0][0]
    for other in GAMES:
        lab.set("other", other)
        json.dumps(lab.view())
        assert {"facts", "nearest", "order", "map", "new"} <= {one["id"] for one in lab.blocks()}
        assert block(lab, "map")["picked"] == [id, other]


def test_shared_and_new_concepts_lead_to_their_lessons(served: None) -> None:
    lab, there = page("kaiser", other="malilla"), compare("kaiser", "malilla").concepts
    for id, concepts in (("both", there.shared), ("here", there.here), ("there", there.there)):
        links = dict(block(lab, id)["links"])
        assert len(links) == len(concepts)
        assert list(links.values()) == [f"/at/lesson?concept={c}" for c in concepts], (
            "each has a lesson by now"
        )
    new = {row[0]["text"]: row for row in block(lab, "new")["rows"]}
    assert (
        new["Sixte"][0]["href"] == "/at/voila/render/notebooks/sixte.ipynb" and new["Sixte"][1] == 2
    )
    assert ["Slam", "/at/lesson?concept=slam"] in new["Sixte"][2]["links"]


def test_without_a_server_nothing_is_a_link() -> None:
    text = json.dumps(page("kaiser", other="malilla").blocks())
    assert "/lesson" not in text and ".ipynb" not in text and "compare('kaiser', 'malilla')" in text


def test_what_is_known_and_how_much_may_be_new() -> None:
    lab = page("kaiser")
    assert block(lab, "new")["title"] == "What is new if you know Kaiser"
    assert [row[1] for row in block(lab, "new")["rows"]] == [
        len(row.new) for row in table("kaiser", 6)
    ]
    lab.set("known", "nothing")
    lab.set("most", 0)
    assert block(lab, "new")["paragraphs"] == [
        "Every game brings something that is new. Allow a few more."
    ]
    lab.set("most", 3)
    assert "more than three concepts" in block(lab, "new")["paragraphs"][0]
    lab.set("most", 40)
    assert len(block(lab, "new")["rows"]) == len(GAMES)
    lab.set("known", "nap")
    assert len(block(lab, "new")["rows"]) == len(GAMES) - 1


def test_what_was_learned_here_counts() -> None:
    log = MemoryLog()
    set_learner_log(log)
    assert "me" not in {value for value, _ in page().view()["controls"][1]["choices"]}
    log.note(("answered", "trick", "", "winner-of-trick", "winner-of-trick?game=nap&seed=1", True))
    assert "me" in {value for value, _ in page().view()["controls"][1]["choices"]}
    lab = page(known="me", most=40)
    assert block(lab, "new")["title"] == "What is new if you know what you learned here"
    # a trick stands on a hand of cards and on turns, which count as known with it
    assert [row[1] for row in block(lab, "new")["rows"]] == [len(row.new) for row in table("trick")]


def test_a_click_on_the_map_lays_a_game_beside_and_the_way_is_drawn() -> None:
    lab = page("kaiser", map="sizette")
    drawn = block(lab, "map")
    assert lab.other == "sizette" and drawn["picked"] == ["kaiser", "sizette"]
    way = [{a, b} for a, b, how in drawn["edges"] if how == "way"]
    names = map_of_games().way("kaiser", "sizette")
    assert len(way) == len(names) - 1 and all({a, b} in way for a, b in pairwise(names))
    assert " – ".join(cardlab.game(id).title for id in names) in drawn["lead"]
    at = {node["id"]: node for node in drawn["nodes"]}
    assert all(at[a]["y"] < at[b]["y"] for a, b, _ in drawn["edges"]), (
        "a line is drawn from the upper name to the lower"
    )
    assert all(0 < n["x"] < drawn["width"] and 0 < n["y"] < drawn["height"] for n in at.values())


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("other", "kayser", "Beside it cannot be “kayser”"),
        ("map", ["nap"], "Beside it cannot be"),
        ("known", "everything", "What I know cannot be “everything”"),
        ("known", None, "What I know cannot be"),
        ("most", -1, "from 0 to 40"),
        ("most", "60", "from 0 to 40"),
        ("most", True, "“True” is not"),
        ("seed", 3, "There is nothing called “seed” to set"),
    ],
)
def test_what_cannot_be_set_is_a_sentence_and_changes_nothing(
    name: str, value: object, said: str
) -> None:
    lab = page("kaiser", other="nap")
    before = lab.blocks(), lab.query()
    with pytest.raises(ValueError, match=said):
        lab.set(name, value)
    assert (lab.blocks(), lab.query()) == before


def test_the_address_brings_the_view_back_and_a_switch_of_game_keeps_what_can_stay() -> None:
    lab = page("kaiser", other="nap", known="nothing", most=9)
    assert lab.query() == {"other": "nap", "known": "nothing", "most": "9"} and page().query() == {}
    tied = LabPage(ComparingLab, "kaiser", LabWidget(), lab.query())
    assert tied.lab.blocks() == lab.blocks() and "other=nap" in tied.link()
    tied.act("game", "malilla")
    assert tied.lab.game.id == "malilla" and tied.lab.query() == lab.query()
    with pytest.raises(ValueError, match="Beside it cannot be"):
        tied.act("other", "poker")
    assert tied.lab.query() == lab.query()
