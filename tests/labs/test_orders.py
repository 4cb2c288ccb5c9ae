"""The laboratory of orders: contracts, ladders, the beats relation, duels, diagrams and
comparisons, for every game."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import networkx as nx
import pytest

import cardlab
from cardlab.engine.cards import JOKER, Card, cards
from cardlab.families.tricks import TrickGame
from cardlab.labs.orders import (
    GameOrder,
    Hasse,
    compare,
    duel,
    hasse,
    ladders,
    order_of,
    orders,
    side_by_side,
    unranked,
)

from .without_order import WITHOUT_ORDER

VARIANTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("nap", {"joker": True}),
    ("nap", {"mis_no_trump": True}),
    ("seven-card-nap", {"joker": True}),
    ("couillon", {"cards": 32}),
    ("kaiser", {"leader": "declarer"}),
)
GAMES = [cardlab.game(id) for id in cardlab.games()] + [
    cardlab.game(id, **options) for id, options in VARIANTS
]
RANKED = [game for game in GAMES if game.contracts()]
NAMED = [named for game in RANKED for named in orders(game)]


def names(named: GameOrder) -> str:
    return f"{named.game!r}-{named.word or 'every'}"


# --- which orders there are


@pytest.mark.parametrize("game", [g for g in GAMES if isinstance(g, TrickGame)], ids=repr)
def test_no_order_comes_up_that_is_not_listed(game: Any) -> None:
    """Whatever order is in force in random deals is one of the game's contracts."""
    listed = [named.order for named in orders(game)]
    assert len(listed) == len({id(order) for order in listed})
    rng, met = random.Random(5), set()
    for seed in range(25):
        match = game.match(seed=seed)
        for _ in range(400):
            if match.over or match.state.standing.deal > 1:
                break
            order = getattr(match.state, "order", None)
            if order is not None:
                assert order in listed
                met.add(listed.index(order))
                break
            match.play(rng.choice(match.legal_moves()))
    assert met and len(met) >= min(len(listed), 2)


def test_games_without_an_order_say_why() -> None:
    without = {game.id for game in GAMES} - {game.id for game in RANKED}
    assert without == WITHOUT_ORDER
    for id in without:
        said, note = unranked(cardlab.game(id))
        game = cardlab.game(id)
        assert note in game.all_rules() and note is not None
        assert said == f"No card beats another in {game.title}. {note.text(game)}"
        with pytest.raises(ValueError, match="No card beats another"):
            order_of(cardlab.game(id))


def test_names_of_orders() -> None:
    assert [t for _, t in cardlab.game("cardigan").contracts()] == [
        "Diamonds",
        "Clubs",
        "Hearts",
        "Spades",
        "Diamonds alone",
        "Clubs alone",
        "Hearts alone",
        "Spades alone",
        "Red",
        "Black",
        "No trumps",
    ]
    assert dict(cardlab.game("brandle").contracts())["no"] == "No trumps"
    assert dict(cardlab.game("nap", joker=True).contracts())["mis"] == "Mis"
    assert "mis" not in dict(cardlab.game("nap").contracts())
    assert cardlab.game("quinto").contracts() == (("", "The highest suit wins"),)
    assert cardlab.game("gin-rummy").contracts() == (("", "Every suit"),)


@pytest.mark.parametrize("word", ["X", "RED", "joker", "9"])
def test_strange_orders_are_refused_with_a_sentence(word: str) -> None:
    with pytest.raises(ValueError, match=r"Kaiser has no order .*; it has S \(Spades\)"):
        order_of(cardlab.game("kaiser"), word)


# --- one order


@pytest.mark.parametrize("named", NAMED, ids=names)
def test_ladders_and_relation_agree(named: GameOrder) -> None:
    order = named.order
    held = [card for ladder in named.ladders for card in ladder.cards]
    assert sorted(held) == sorted({*named.game.pack}) and len(held) == len({*held})
    for ladder in named.ladders:
        if ladder.suit in "SHCDRB" and ladder.suit:
            assert list(ladder.rungs) == order.ladder(ladder.suit)
        for i, high in enumerate(ladder.rungs):
            for low in ladder.rungs[i + 1 :]:
                if ladder.suit in order.leads:
                    assert all(
                        order.beats(a, b, ladder.suit) and order.beats(a, b)
                        for a in high
                        for b in low
                    )
    assert set(order.leaves) == {
        c for c in order.cards if order.suit_of[c] not in (c.suit, None, "")
    }


@pytest.mark.sampled
@pytest.mark.parametrize("named", NAMED, ids=names)
def test_the_graph_is_the_relation(named: GameOrder) -> None:
    order = named.order
    for led in (None, *order.leads):
        graph = order.graph(led)
        of = {card: node for node in graph for card in node}
        assert sorted(of) == sorted(order.cards)
        for a in order.cards:
            for b in order.cards:
                joined = graph.has_edge(of[a], of[b])
                assert joined == order.beats(a, b, led), (led, a, b)
                if led is not None:
                    assert joined == (
                        order.power(of_suit(order, led))[a] > order.power(of_suit(order, led))[b]
                    )
        assert nx.is_directed_acyclic_graph(graph)
        reduced = nx.transitive_reduction(graph)
        assert set(nx.transitive_closure(reduced).edges) == set(graph.edges)


def of_suit(order: Any, led: str) -> Card:
    return next(card for card in order.cards if order.suit_of[card] == led)


@pytest.mark.sampled
@pytest.mark.parametrize("named", NAMED, ids=names)
def test_the_diagram_is_the_reduction(named: GameOrder) -> None:
    """With every card in sight the drawn lines are exactly the transitive reduction; folded, no
    relation changes."""
    order = named.order
    for led in (None, *order.leads):
        graph = order.graph(led)
        full = hasse(order, led, show=order.cards)
        real = {"-".join(map(str, node)): node for node in graph}
        assert {node.id for node in full.nodes} == {*real}
        drawn = {(real[a], real[b]) for a, b, *_ in full.edges}
        assert drawn == set(nx.transitive_reduction(graph).edges)
        folded = hasse(order, led, outside=named.outside)
        closed = nx.transitive_closure(nx.DiGraph([(a, b) for a, b, *_ in folded.edges]))
        shown = [
            node.id
            for node in folded.nodes
            if not {*map(Card, node.id.split("-"))} & {*named.outside}
        ]
        for a in shown:
            for b in shown:
                assert closed.has_edge(a, b) == graph.has_edge(real[a], real[b]), (led, a, b)
        for picture in (full, folded):
            readable(picture)


def readable(picture: Hasse) -> None:
    """No two nodes cover each other, all lie inside, and lines lead down or to the right."""
    for one, two in combinations(picture.nodes, 2):
        apart = abs(one.x - two.x) >= (one.width + two.width) / 2 - 0.01
        assert apart or abs(one.y - two.y) >= 0.9, (one, two)
    for node in picture.nodes:
        assert (
            node.width / 2 - 0.01 <= node.x <= picture.width - node.width / 2 + 0.01
            and 0.4 < node.y < picture.height
        )
    at = {node.id: node for node in picture.nodes}
    assert all(at[a].y < at[b].y or at[a].x < at[b].x for a, b, *_ in picture.edges)


def test_folding_keeps_what_was_picked() -> None:
    order = cardlab.game("bridge").ordering("H")
    few, more = hasse(order), hasse(order, show=["7C"])
    assert len(few.nodes) < len(order.cards) and "7C" not in [n.id for n in few.nodes]
    assert "7C" in [n.id for n in more.nodes]
    assert next(e[3] for e in few.edges if e[2] == "dashed") == "4 more"


# --- duels


@pytest.mark.sampled
@pytest.mark.parametrize("named", NAMED, ids=names)
def test_duels_agree_with_the_order(named: GameOrder) -> None:
    order, rng = named.order, random.Random(3)
    rules = {*named.game.all_rules()}
    for _ in range(150):
        a, b = rng.sample(sorted(order.cards), 2)
        led = rng.choice([None, *order.leads])
        found = duel(named.game, named.word, a, b, led)
        if not named.takes and not named.game.beats_by:
            assert found.winner is None and "takes another" in found.text
            continue
        if not named.takes:
            better = [c for c, other in ((a, b), (b, a)) if order.beats(c, other)]
            assert [found.winner] == (better or [None]) and found.rule in rules
            assert str(found.rule) == named.game.beats_by[0] and "{" not in found.text
            continue
        if {a, b} & {*named.outside}:
            assert found.winner is None and found.rule == "jokers-lose"
            continue
        assert found.rule in rules and {*found.notes} <= rules
        assert found.winner == (
            a if order.beats(a, b, led) else b if order.beats(b, a, led) else None
        ), (a, b, led)
        assert found.text.count("  ") == 0 and found.text.endswith(".") and "{" not in found.text


def test_equal_cards_are_told_apart_by_the_note_of_equal_cards() -> None:
    cardigan = cardlab.game("cardigan")
    found = duel(cardigan, "RED", "JH", "JD")
    assert found.winner is None and found.rule == "equal-goes-down"
    assert (
        found.text == "J♥ and J♦ are equal. J♦ is played face down. They share rung 1 of the reds."
    )
    assert duel(cardigan, "RED", "JH", "JH").rule == "equal-goes-down"


@pytest.mark.parametrize(
    ("id", "word", "pair", "verdict"),
    [
        ("rhapsody", "", ("AH", "2S"), "In Rhapsody A♥ loses to 2♠."),
        ("rhapsody", "", ("5S", "5H"), "In Rhapsody neither of 5♠ and 5♥ beats the other."),
        ("big-three", "", ("3D", "2S"), "In Big Three 3♦ beats 2♠."),
        ("big-two", "", ("3S", "3D"), "In Big Two 3♠ beats 3♦."),
        ("panjpar", "H", ("2H", "AS"), "In Panjpar 2♥ beats A♠."),
        ("panjpar", "H", ("AS", "KD"), "In Panjpar neither of A♠ and K♦ beats the other."),
        ("own-trumps", "C", ("6C", "AH"), "In Own Trumps 6♣ beats A♥."),
    ],
)
def test_cards_that_are_beaten_without_a_trick(
    id: str, word: str, pair: tuple[str, str], verdict: str
) -> None:
    game = cardlab.game(id)
    found = duel(game, word, *pair)
    (rule, *others) = (r for r in game.all_rules() if r.id in game.beats_by)
    assert found.said == (verdict, *(r.text(game) for r in (rule, *others))) and found.rule == rule


def test_a_plain_order_needs_no_rungs() -> None:
    assert (
        duel(cardlab.game("bridge"), "S", "AH", "KH").text
        == "A♥ beats K♥. A♥ is the highest heart."
    )
    assert "rung" in duel(cardlab.game("brandle"), "S", "7S", "AS").text
    assert duel(cardlab.game("brandle"), "S", "7S", "AS").notes == ("brandle-order",)
    neither = duel(cardlab.game("bridge"), "S", "2C", "3D", led="H")
    assert (
        neither.text.startswith("Neither 2♣ nor 3♦ can win when hearts are led.")
        and neither.winner is None
    )


def test_a_joker_that_wins_everything() -> None:
    nap = cardlab.game("nap", joker=True)
    assert duel(nap, "mis", JOKER, "AS").winner == JOKER
    assert duel(nap, "H", "AH", JOKER).winner == JOKER and nap.ordering("H").leaves == (JOKER,)


@pytest.mark.parametrize(
    ("pair", "led", "said"),
    [
        (("AH", "AH"), None, "there is one A♥"),
        (("AH", "2H"), None, "2♥ is not in the pack of Kaiser"),
        (("AH", "KH"), "R", "reds cannot be led here; choose one of hearts"),
        (("AH", "KH"), "<b>", "cannot be led here"),
        (("AH", "XX"), None, "'XX' is not a card"),
        (("AH", "JK"), None, "JK is not in the pack"),
        (("??", "AH"), None, "not in the pack"),
    ],
)
def test_duels_that_cannot_be(pair: tuple[str, str], led: str | None, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        duel(cardlab.game("kaiser"), "H", *pair, led)


# --- side by side


@pytest.mark.parametrize("named", NAMED, ids=names)
def test_nothing_moves_against_itself(named: GameOrder) -> None:
    found = compare(named.order, named.order)
    assert (
        not found.moved and not found.equal and not found.parted and str(found) == "nothing moves"
    )
    laid = side_by_side(named, named)
    assert not laid.gone and not laid.notes
    assert laid.links == tuple((i, i, "same") for i in range(len(laid.left.rungs)))


def test_comparing_backwards_turns_every_move_round() -> None:
    back = {
        "joins": "leaves",
        "leaves": "joins",
        "new": "missing",
        "missing": "new",
        "same": "same",
        "moves": "moves",
    }
    rng = random.Random(11)
    for _ in range(60):
        one, two = rng.sample(NAMED, 2)
        there, home = compare(one.order, two.order), compare(two.order, one.order)
        kinds = {s.card: s.kind for s in home.shifts}
        for shift in there.shifts:
            if shift.kind in back:
                assert kinds[shift.card] == back[shift.kind] or (
                    shift.kind == "same" and kinds[shift.card] in ("up", "down")
                )
        assert {*map(frozenset, there.equal)} == {*map(frozenset, home.parted)}


def test_every_pair_can_be_laid_side_by_side() -> None:
    rng = random.Random(2)
    for _ in range(250):
        one, two = rng.choice(NAMED), rng.choice(NAMED)
        suit = rng.choice(["", "", "S", "H"])
        if suit and any(suit not in [x.suit for x in named.ladders] for named in (one, two)):
            continue
        laid = side_by_side(one, two, suit)
        assert {left for left, _, _ in laid.links} == {*range(len(laid.left.rungs))}
        assert {r for _, r, _ in laid.links} <= {-1, *range(len(laid.right.rungs))}
        assert bool(laid.gone) == any(r == -1 for _, r, _ in laid.links) == bool(laid.gone_text)
        assert {*laid.left.cards} == {*laid.gone} | ({*laid.left.cards} & {*laid.right.cards})


def test_the_mockup() -> None:
    """Hearts against Red in Cardigan, as drawn in the reference picture."""
    cardigan = cardlab.game("cardigan")
    laid = side_by_side(order_of(cardigan, "H"), order_of(cardigan, "RED"))
    assert (len(laid.left.rungs), len(laid.left.cards)) == (15, 19)
    assert (len(laid.right.rungs), len(laid.right.cards)) == (5, 12)
    assert laid.gone == cards("KH QH 9H 8H 7H 6H 5H 4H 3H")
    drawn = {
        (0, 0, "same"),
        (1, 0, "up"),
        (2, 1, "same"),
        (6, 2, "up"),
        (3, 3, "same"),
        (14, 4, "same"),
        (4, -1, "gone"),
    }
    assert drawn <= {*laid.links}


def test_trumps_of_one_contract_as_a_plain_suit_of_another() -> None:
    whist = cardlab.game("scotch-whist")
    laid = side_by_side(order_of(whist, "H"), order_of(whist, "S"))
    assert laid.right.suit == "H" and not laid.right.trump and not laid.gone
    assert {kind for *_, kind in laid.links} == {"gone"} and laid.notes == {3: "↓ J♥ −3"}
    assert str(laid.comparison).splitlines()[:2][0].startswith("joins the trumps")


def test_packs_that_differ() -> None:
    laid = side_by_side(
        order_of(cardlab.game("bridge"), "H"), order_of(cardlab.game("kaiser"), "H")
    )
    assert (
        laid.gone_text == "They are not in the pack of Kaiser."
        and laid.gone_title == "Not on this ladder"
    )
    assert set(laid.gone) == set(cards("7H 6H 4H 3H 2H"))
    assert {k for *_, k in laid.links} == {"same", "gone"} and not laid.notes
    found = compare(cardlab.game("kaiser").ordering("H"), cardlab.game("bridge").ordering("H"))
    assert len(found.of("new")) == 52 - 32 and not found.of("missing", "up", "down")


def test_terminal_text_is_whole() -> None:
    for named in NAMED:
        text = str(named)
        assert all(text.count(card.sign) >= 1 for card in named.order.cards)
        assert len(ladders(named.order)) == len({x.suit for x in ladders(named.order)})
