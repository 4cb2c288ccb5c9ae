"""Orders, likeness and concepts as networkx graphs: what a user gets is what the pages draw."""

from __future__ import annotations

import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

import cardlab
from cardlab import concepts
from cardlab.labs import comparing
from cardlab.labs.orders import edit, poset, posets
from cardlab.web.pages.labs.comparing import ComparingLab
from cardlab.web.pages.labs.orders import OrdersLab

TRICK_GAMES = ("kaiser", "bridge", "malilla", "brandle", "cardigan", "quinto", "julep")


def block(lab: Any, id: str) -> dict[str, Any]:
    return next(dict(b) for b in lab.view()["blocks"] if b.get("id") == id)


# --- orders


@pytest.mark.parametrize("id", TRICK_GAMES)
def test_the_longest_chain_and_the_width_agree_with_another_count(id: str) -> None:
    order = cardlab.game(id).ordering(None if id == "quinto" else "H")
    shape = poset(order)
    chain = shape.longest
    assert all(order.beats(a[0], b[0]) for a, b in combinations(chain, 2))
    assert len(chain) == nx.dag_longest_path_length(shape.relation) + 1
    free = nx.complement(nx.Graph(shape.relation.to_undirected()))
    assert shape.width == max(len(clique) for clique in nx.find_cliques(free))


def test_published_shapes_of_orders() -> None:
    """By hand: trumps 26 tall and 3 wide in bridge, 13 and 4 at no trump, one line in Quinto."""
    bridge = cardlab.game("bridge")
    trumps, none = poset(bridge.ordering("H")), poset(bridge.ordering("NT"))
    assert (len(trumps.longest), trumps.width) == (26, 3)
    assert (len(none.longest), none.width) == (13, 4)
    assert trumps.relation.number_of_edges() == 819 and trumps.covering.number_of_edges() == 51


def test_another_trump_is_an_edit_of_the_graph() -> None:
    kaiser = cardlab.game("kaiser")
    change = edit(kaiser.ordering("H"), kaiser.ordering("S"))
    assert (len(change.lost), len(change.won), len(change.turned)) == (192, 192, 64)
    assert len(change.out) == len(change.new) == 3
    back = edit(kaiser.ordering("S"), kaiser.ordering("H"))
    assert (back.out, back.lost) == (change.new, change.won)
    assert str(edit(kaiser.ordering("S"), kaiser.ordering("S"))).startswith("0 lines go, 0 come")


def test_the_diagram_of_the_page_is_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    real = posets.covering
    before = block(OrdersLab("kaiser"), "diagram")

    def without_one_line(*given: Any) -> nx.DiGraph:
        lines = real(*given)
        top = next(iter(lines))
        lines.remove_edge(top, next(iter(lines.successors(top))))
        return lines

    monkeypatch.setattr(posets, "covering", without_one_line)
    after = block(OrdersLab("kaiser"), "diagram")
    assert len(after["edges"]) == len(before["edges"]) - 1
    assert {tuple(edge) for edge in after["edges"]} < {tuple(edge) for edge in before["edges"]}


def test_the_page_says_how_much_order_there_is() -> None:
    lab = OrdersLab("kaiser")
    said = " ".join(block(lab, "shape")["paragraphs"])
    shape = poset(lab.drawn.order)
    assert str(shape) in said
    assert "lines go" in said or lab.left.order == lab.right.order


# --- likeness


def test_families_are_communities_of_the_graph_of_likeness() -> None:
    for least in (Fraction(1, 4), Fraction(3, 10), Fraction(7, 20)):
        near = comparing.alike_graph(least)
        for a, b in combinations(near, 2):
            alike = comparing.likeness(a, b)
            assert near.has_edge(a, b) == (alike.value >= least)
        groups = comparing.families(least)
        assert sorted(id for group in groups for id in group) == sorted(cardlab.games())
        apart = {id: i for i, part in enumerate(nx.connected_components(near)) for id in part}
        assert all(len({apart[id] for id in group}) == 1 for group in groups)
    assert {"bridge", "bridge-solitaire", "cardigan"} in comparing.families()
    assert all(len(group) == 1 for group in comparing.families(Fraction(1)))
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        comparing.alike_graph(Fraction(2))


def test_the_families_of_the_page_follow_their_control() -> None:
    lab = ComparingLab("kaiser")
    rows = block(lab, "families")["rows"]
    assert len(rows) == sum(len(group) > 1 for group in comparing.families())
    lab.set("alike", 100)
    assert not block(lab, "families")["rows"]


# --- concepts


def test_what_one_concept_opens_is_counted_game_by_game() -> None:
    for known in ((), ("gin-rummy",), ("nap",), ("trick", "trump")):
        learned = concepts.knowledge(known)
        opened: dict[str, int] = {}
        for game in set(concepts.game_ids()) - set(known):
            missing = concepts.knowledge([game]) - learned
            if len(missing) == 1:
                (one,) = missing
                opened[one] = opened.get(one, 0) + 1
        assert dict(concepts.opens_most(known)) == opened
    with pytest.raises(ValueError, match="no game or concept 'whistling'"):
        concepts.opens_most(["whistling"])


def test_no_way_leads_round_a_dominator() -> None:
    """Without it, what it dominates cannot be reached from the concepts that need nothing."""
    for one in concepts.no_way_round()[:12]:
        rest = nx.DiGraph(concepts.graph())
        rest.remove_node(one.id)
        roots = [id for id in concepts.graph() if not concepts.graph().in_degree(id)]
        reached = {id for id in roots if id != one.id}
        reached |= {id for root in reached for id in nx.descendants(rest, root)}
        assert len(set(rest) - reached) == one.opens


def test_a_bridge_holds_two_parts_together() -> None:
    whole = concepts.graph().to_undirected()
    parts = nx.number_connected_components(whole)
    for id in whole:
        rest = nx.Graph(whole)
        rest.remove_node(id)
        assert (nx.number_connected_components(rest) > parts) == (id in concepts.bridges())


@pytest.mark.parametrize("seed", ["1", "2", "3"])
def test_lines_that_go_and_come_are_named_in_one_order(seed: str) -> None:
    """Pairs come out of sets: another seed of hashes once gave "10♥–9♥, A♥–K♥"."""
    code = (
        "import cardlab; from cardlab.labs.orders import edit;"
        "game = cardlab.game('kaiser');"
        "print(edit(game.ordering('NT'), game.ordering('H')), edit("
        "game.ordering('H'), cardlab.game('scotch-whist').ordering('H')))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
    )
    game = cardlab.game("kaiser")
    scotch = cardlab.game("scotch-whist").ordering("H")
    said = f"{edit(game.ordering('NT'), game.ordering('H'))} {edit(game.ordering('H'), scotch)}"
    assert run.stdout.strip() == said
    assert "(8♠–3♠, 5♥–A♠, Q♥–J♥, J♥–10♥, " in said
    assert "what was decided stays so" in said
