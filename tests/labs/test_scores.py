"""The laboratory of scores: what a result can be, and that the formula on the page is the one
that scores."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import Any

import pytest

import cardlab
from cardlab.engine.results import count, why_not
from cardlab.engine.scoring import Formula, ScoreLine
from cardlab.labs import scores
from cardlab.labs.expressions import Expression
from cardlab.players.bots import played_out
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.pages.labs.scores import ScoresLab
from cardlab.web.widgets import LabWidget

from ..contract.conftest import every_version

GAMES = cardlab.games()
VERSIONS = every_version()
ALL = 60_000
"""A game with no more settings than this is gone through whole in the long run."""


@pytest.fixture
def many(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--results"))


# --- what a result can be


@pytest.mark.parametrize("name", VERSIONS)
def test_every_field_has_a_type_and_bounds_and_the_usual_result_can_be(name: str) -> None:
    game = VERSIONS[name]
    sheet = game.result_sheet
    assert len({f.name for f in sheet.fields}) == len(sheet.fields) and all(
        f.name.isidentifier() for f in sheet.fields
    )
    for f in sheet.fields:
        assert f.label and f.kind in ("number", "choice", "switch", "cards")
        assert f.low <= f.high if f.kind == "number" else f.kind == "cards" or len(f.choices) >= 1
        assert len({label for _, label in f.choices}) == len(f.choices), f.name
    assert scores.fields(game) and why_not(game, game.usual_result) == ""
    assert sheet.made(game, sheet.flat(game.usual_result)) == game.usual_result
    assert scores.opening(game).lines, "a page begins with a result that scores"


@pytest.mark.sampled
@pytest.mark.parametrize("name", VERSIONS)
def test_what_is_played_can_be_imagined(name: str, some: Callable[[int], int]) -> None:
    """The results of real deals lie within the bounds and hold together: of thirty, and of more
    where hands drawn at random hardly ever end a deal."""
    game, rng, seen = VERSIONS[name], random.Random(31), 0
    standing = game.opening()
    for deal in range(300):
        if deal >= some(30) and seen > 3:
            break
        state = played_out(game, game.begin(standing), rng, 20_000)
        standing = game.next_standing(state, game.deal_lines(state))
        if game.outcome(standing):
            standing = game.opening()
        if state.void or (result := game.result(state)) is None:
            continue
        if game.id == "ziginette" and not result.bets:
            continue  # nothing was settled by the last card
        for f in game.result_sheet.fields:
            assert (
                f.read(game.result_sheet.flat(result)[f.name])
                == game.result_sheet.flat(result)[f.name]
            )
        assert why_not(game, result) == "", result
        seen += 1
    assert seen > 3


@pytest.mark.parametrize(
    ("id", "given", "sentence"),
    [
        ("kaiser", {"tricks": (6, 6)}, "tricks are 8 together, not 12"),
        ("kaiser", {"contract": 13}, "choose a number from 6 to 12"),
        ("kaiser", {"contract": 7.5}, "choose a number from 6 to 12"),
        ("kaiser", {"tricks": (8, 0), "five": 1}, "took no trick"),
        ("kaiser", {"colour": 3}, "has no 'colour'; it has contract"),
        ("kaiser", {"tricks": (8, 0, 0)}, "takes 2 values"),
        ("bridge", {"strain": "X"}, "choose one of ♣, ♦, ♥, ♠, NT"),
        (
            "malilla",
            {"tricks": (0, 10), "card_points": (5, 55)},
            "cannot take 5 card points in no trick",
        ),
        ("julep", {"defender": 2, "lone": None}, "defended only against a lone player"),
        ("redbeard", {"out": (0,), "soloist": 0}, "is out of the game"),
        ("yaniv", {"caller": 1, "counts": (0, 9, 3, 3)}, "5 or less is needed to call"),
        ("yaniv", {"before": (210, 210, 210, 0)}, "with one player left"),
        ("gin-rummy", {"before": (0, 12), "won": (0, 0)}, "cannot have 12 points from 0 deals"),
        ("jersey-gin", {"gin": True, "broke": True}, "gin ends the deal"),
        ("zetema", {"what": "marriages", "couples": 0}, "declare at least one"),
        ("ziginette", {"banker": 1, "bets": (0, 5, 0, 0)}, "the banker does not bet"),
        ("seven-and-a-half", {"hands": ("AS", "AS", "2S", "3S")}, "it cannot lie in two places"),
        ("seven-and-a-half", {"hands": ("8S", "AS", "2S", "3S")}, "not in the pack"),
        ("cardigan", {"won": ("AS " * 5, "")}, "is there four times"),
        ("cardigan", {"won": ("<b>", "")}, "is not a card"),
        ("cardigan", {"side": 0, "tricks": 0, "won": ("AS", "")}, "so it won no card face up"),
        ("snap", {"cards": (30, 30, 0, 0)}, "52 together at most, not 60"),
        ("sum-run-set", {"cards": (3, 9), "honours": (5, 1)}, "no more than 3 honours"),
        ("brandle", {"value": "grand"}, "choose one of brandle"),
    ],
)
def test_a_result_that_cannot_be_is_refused_with_a_sentence(
    id: str, given: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        scores.score(id, **given)
    assert sentence in str(refused.value) and len(str(refused.value)) < 260


@pytest.mark.parametrize("id", GAMES)
def test_what_is_given_stays_and_the_rest_gives_way(id: str) -> None:
    game, rng = cardlab.game(id), random.Random(id)
    moved = 0
    for _ in range(60):
        before = scores.random_result(game, rng)
        f = rng.choice([f for f in scores.fields(game) if f.kind != "cards"])
        value = rng.choice(f.values)
        try:
            after = scores.score(game, before, **{f.name: value})
        except ValueError:
            continue
        moved += 1
        assert after.values[f.name] == value and why_not(game, after.result) == ""
    assert moved > 30


@pytest.mark.parametrize(
    ("id", "result"),
    [
        ("yaniv", {"counts": (4, 3), "before": (0, 0)}),
        ("snap", {"cards": (20, 10)}),
        ("bourre", {"tricks": (3, 2, 0)}),
    ],
)
def test_a_result_of_another_number_of_players_is_a_sentence(
    id: str, result: dict[str, Any]
) -> None:
    game = cardlab.game(id)
    with pytest.raises(
        ValueError,
        match=r"with 4 players: \w+ of this result holds \d values; give 4, one for each seat",
    ):
        game.score(game.Result(**result))


# --- the formula that is shown is the one that scores


@cache
def in_sympy(formula: Formula) -> Any:
    return formula.sympy()


@cache
def worked_out(formula: Formula, values: tuple[tuple[str, int], ...]) -> Any:
    """What sympy makes of a formula with the values put in."""
    import sympy

    return in_sympy(formula).xreplace(
        {sympy.Symbol(n, integer=True): sympy.Integer(v) for n, v in values}
    )


def check(lines: tuple[ScoreLine, ...]) -> None:
    for entry in lines:
        assert entry.formula is not None, f"{entry.title} has no formula"
        assert worked_out(entry.formula, entry.values) == entry.points, entry
        assert "<mrow></mrow>" not in entry.formula.mathml(dict(entry.values))


@pytest.mark.parametrize("id", GAMES)
def test_the_formula_is_the_score(id: str, many: int) -> None:
    game, rng = cardlab.game(id), random.Random(id)
    small = count(game) <= ALL
    if small and (many >= 10_000 or count(game) <= 400):
        for result in scores.results(game):
            check(game.score(result))
    scored = 0
    for _ in range(0 if small and many >= 10_000 else many):
        lines = game.score(scores.random_result(game, rng))
        check(lines)
        scored += len(lines)
    assert scored or small


def test_the_formula_is_the_score_in_all_contracts_of_bridge(many: int) -> None:
    every = scores.results("bridge", "level", "strain", "doubled", "games_north_south", "tricks")
    found = 0
    for result in every if many >= 10_000 else islice(every, 0, None, 37):
        check(cardlab.game("bridge").score(result))
        found += 1
    assert found == (2940 if many >= 10_000 else 80)


def test_the_formula_is_the_score_with_every_option_that_changes_it() -> None:
    rng = random.Random(3)
    for id, options in {
        "bridge": {"honours": True, "unfinished": True},
        "kaiser": {"set_penalty": "bid"},
        "gin-rummy": {"gambling": True},
        "nap": {"half_nap_loss": True, "blucher": True},
        "peep-nap": {"version": 3},
        "ziginette": {"rake": 10},
        "julep": {"julep_size": "pot"},
        "sum-run-set": {"match_points": 5},
        "cardigan": {"both": 6, "bonus": "declared"},
        "redbeard": {"bounce": False},
        "yaniv": {"tie_is_undercut": True, "players": 5},
    }.items():
        game = cardlab.game(id, **options)
        for _ in range(40):
            check(game.score(scores.random_result(game, rng)))


# --- tables and curves


def test_the_whole_table_of_bridge() -> None:
    whole = scores.table("bridge", "contract", "tricks", doubled=1, games_north_south=1)
    assert (len(whole.rows.labels), len(whole.columns.labels)) == (35, 14) and whole.rows.labels[
        ::34
    ] == ("1♣", "7NT")
    at = whole.rows.labels.index("4♠"), whole.columns.labels.index("11")
    assert (
        whole.values[at[0]][at[1]]
        == scores.score(
            "bridge", level=4, strain="S", tricks=11, doubled=1, games_north_south=1
        ).totals["north-south"]
    )
    assert whole.values[at[0]][0] == -2900, (
        "ten short, doubled and vulnerable: 200 and nine times 300"
    )


def test_a_table_leaves_empty_what_cannot_be() -> None:
    found = scores.table("malilla", "card_points_north_south", "tricks_north_south")
    assert found.values[60][0] is None and found.values[0][0] == -35 and found.values[60][10] == 35


@pytest.mark.sampled
@pytest.mark.parametrize("id", GAMES)
def test_the_pieces_of_a_curve_are_the_formulas_of_its_lines(id: str) -> None:
    import sympy

    game = cardlab.game(id)
    first, drawn = scores.opening(game), 0
    numbers = [f for f in scores.fields(game) if f.kind == "number"]
    for f in numbers[:3]:
        curve = scores.plot(game, f.name, "", first.result)
        known = dict(curve.points)
        for piece in curve.pieces:
            whole, closed = piece.from_formulas(), piece.sympy()
            for x in {piece.low, piece.high, (piece.low + piece.high) // 2}:
                if x in known:
                    put = {sympy.Symbol("x", integer=True): x, sympy.Symbol("x"): x}
                    assert whole.subs(put) == closed.subs(put) == known[x]
            drawn += 1
        assert sum(1 for x in known if any(p.low <= x <= p.high for p in curve.pieces)) == len(
            known
        )
    assert drawn or not numbers


def closed_over(lab: ScoresLab) -> str:
    """What the page says instead of a formula over one field."""
    block = next(block for block in lab.blocks() if block.get("id") == "closed")
    assert block["kind"] == "text"
    return str(block["paragraphs"][0])


def test_where_no_field_is_a_number_nobody_is_sent_to_choose_one() -> None:
    without = [
        id for id in GAMES if all(f.kind != "number" for f in scores.fields(cardlab.game(id)))
    ]
    assert {"cuckoo", "sixte", "sizette", "squiffy-dancer"} <= {*without}
    for id in without:
        assert closed_over(ScoresLab(id)).startswith("No part of a result of")
    bridge = ScoresLab("bridge")
    for name in ("strain", "doubled"):
        bridge.set("over", name)
        assert "choose a number" in closed_over(bridge)


# --- questions


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tricks >",
        "(" * 300,
        "x" * 401,
        "__import__('os').system('ls')",
        "tricks.__class__",
        "[1, 2]",
        "lambda: 1",
        "2**99999",
        "9999999999 > 1",
        "at(tricks)",
        "at(1, **{})",
        "(lambda x: x)(3)",
        "f'{tricks}'",
        "tricks if",
        "tricks := 3",
        "1/2",
        "print(1)",
        "tricks @ 2",
        "max()",
        "abs(1, 2)",
        "0b1 in 3",
        "tricks[0]",
        "\x00",
    ],
)
def test_a_question_that_cannot_be_read_is_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as refused:
        Expression(text)
    said = str(refused.value)
    assert len(said) < 260 and "Traceback" not in said and not said.startswith("invalid syntax")


def test_a_question_in_unknown_words_names_known_ones() -> None:
    with pytest.raises(
        ValueError, match="knows no 'tricks_south'; it knows for instance tricks_north_south"
    ):
        scores.when("kaiser", "tricks_south > 3", "contract")
    with pytest.raises(ValueError, match="is not a number"):
        scores.when("bridge", "strain + 1 > 3", "tricks")
    with pytest.raises(ValueError, match="divides by 0"):
        scores.when("bridge", "10 // (tricks - tricks) > 3", "tricks")
    with pytest.raises(ValueError, match="has no 'colour' to go over"):
        scores.when("bridge", "tricks > 3", "colour")
    with pytest.raises(ValueError, match="too large"):
        scores.when("bridge", "999999*999999*999999*999999 > tricks", "tricks")


def test_questions_have_the_answers_of_the_rule_books() -> None:
    pays = (
        "at(north_south, doubled=1) - at(east_west, doubled=1) < at(north_south, doubled=0) -"
        " at(east_west, doubled=0)"
    )
    assert scores.when("bridge", pays, "tricks", level=4, strain="S").values == tuple(range(10))
    game_from_40 = scores.when(
        "bridge",
        "at(games_after_north_south, tricks=6 + level) > games_north_south",
        "contract",
        below_north_south=40,
    )
    # sixty more: two in a major, 2NT, three in a minor, and everything above
    assert game_from_40.ranges[:6] == ("2♥", "2♠", "2NT", "3♣", "3♦", "3♥")
    won = scores.when(
        "kaiser",
        "wins_north_south",
        "tricks_north_south",
        contract=7,
        before_north_south=45,
        five=0,
    )
    assert won.values == (
        2,
        3,
        4,
        5,
        6,
        7,
        8,
    ), "seven of value make the contract, and with 45 the match"
    assert scores.when("nap", "bid == mis and south > 0", "tricks", bid="mis").values == (0,)


@pytest.mark.parametrize(
    ("id", "condition", "over", "fixed"),
    [
        (
            "bridge",
            "north_south - east_west > 100",
            "tricks",
            {"level": 3, "strain": "NT", "doubled": 1},
        ),
        ("malilla", "north_south >= 10", "card_points_north_south", {"tricks_north_south": 6}),
        ("kaiser", "north_south > east_west", "tricks_north_south", {"contract": 6}),
        ("couillon", "north_south < 0", "points_north_south", {}),
        ("gin-rummy", "south > 10", "left", {"kept": 4}),
        ("quinto", "north_south - east_west == 5", "tricks_north_south", {}),
        ("scotch-whist", "south >= west", "before_south", {}),
    ],
)
def test_sympy_and_the_search_agree(
    id: str, condition: str, over: str, fixed: dict[str, Any]
) -> None:
    searched = {*scores.when(id, condition, over, **fixed).values}
    closed = set()
    for piece, answer in scores.solved(id, condition, over, **fixed):
        closed |= {x for x in range(piece.low, piece.high + 1) if answer.contains(x)}
    possible = {x for x, _ in scores.plot(id, over, **fixed).points}
    assert searched == closed & possible and (searched or id == "quinto")


def test_what_cannot_be_solved_in_closed_form_says_so() -> None:
    with pytest.raises(ValueError, match="only one comparison can be solved"):
        scores.solved("bridge", "tricks > 3 and level > 2", "tricks")
    with pytest.raises(ValueError, match="is not a number"):
        scores.solved("bridge", "tricks > 3", "strain")


@pytest.mark.parametrize(
    ("id", "made", "failed", "fixed", "p"),
    [
        # by hand: +120 against −50; stakes that are won and lost alike; Kaiser 12 with 5♥: +12 and
        # −2, or −11 and −1
        ("bridge", {"tricks": 10}, {"tricks": 9}, {"level": 4, "strain": "S"}, Fraction(50, 170)),
        ("nap", {"tricks": 5}, {"tricks": 4}, {"bid": "nap"}, Fraction(1, 2)),
        ("brandle", {"tricks": 7}, {"tricks": 6}, {"value": 6}, Fraction(1, 2)),
        (
            "kaiser",
            {"tricks_north_south": 7},
            {"tricks_north_south": 6},
            {"contract": 12, "five": 0, "three": 1},
            Fraction(5, 12),
        ),
    ],
)
def test_break_even_is_exact(id: str, made: Any, failed: Any, fixed: Any, p: Fraction) -> None:
    alone = {v.letter: 0 for v in cardlab.game(id).position_values}
    found = scores.break_even(id, made, failed, worth=alone, **fixed)
    solved = next(iter(found.solved()))
    assert (
        found.probability is not None
        and Fraction(int(solved.p), int(solved.q)) == found.probability
    )
    assert found.probability == p
    closed, values = found.closed()
    put = {s: values[str(s)] for s in closed.free_symbols}
    assert closed.subs(put, simultaneous=True) == solved
    assert str(found.probability) in found.text


def test_break_even_where_there_is_none() -> None:
    assert scores.break_even("snap", {"cards_south": 30}, {"cards_south": 20}).text.startswith(
        "It always pays"
    )
    assert scores.break_even("nap", {"tricks": 0}, {"tricks": 0}).probability is None


def test_a_slam_pays_from_less_than_one_half_where_a_game_is_worth_nothing() -> None:
    """By the points of the deal alone, not vulnerable, 6♠ against 4♠."""
    found = scores.break_even(
        "bridge",
        {"tricks": 12},
        {"tricks": 11},
        worth={"G": 0},
        level=6,
        strain="S",
        instead={"level": 4},
    )
    assert found.probability == Fraction(50 + 120 + 30, 50 + 120 + 30 + 500)


def test_where_few_points_win_less_is_a_gain() -> None:
    """A caller in Yaniv who is not beaten scores nothing; one who is scores the hand and 30."""
    fixed = {"caller": 0, "before": (50, 60, 70, 80)}
    found = scores.break_even("yaniv", {"counts": (4, 9, 9, 9)}, {"counts": (4, 3, 9, 9)}, **fixed)
    assert (found.made, found.failed) == (0, 34) and found.loss == 34 and found.probability is None
    assert scores.turning(
        "couillon", "points_north_south", base=cardlab.game("couillon").Result((10, 10))
    ) == (11, 9)


# --- the page


def page(id: str, **words: str) -> LabPage:
    return LabPage(ScoresLab, id, LabWidget(), words)


@pytest.mark.sampled
@pytest.mark.parametrize("id", GAMES)
def test_every_control_of_every_game_is_answered(id: str) -> None:
    """Each control is moved to the last that it offers."""
    lab, refused = ScoresLab(id), 0
    controls = lab.view()["controls"]
    for control in controls:
        now, high = control["value"], control.get("high")
        last = {"number": high, "switch": not now, "text": now}
        value = last[control["kind"]] if control["kind"] in last else control["choices"][-1][0]
        try:
            lab.set(control["name"], value)
        except ValueError as sentence:
            refused += 1
            assert len(str(sentence)) < 300
        lab.job()
        json.dumps([lab.view(), lab.query()])
    assert refused < len(controls) / 2
    kinds = {block["kind"] for block in lab.blocks()}
    assert {"lines", "plot", "text"} <= kinds
    assert ("heat" in kinds) == (len(scores.axes(id)) > 1)


@pytest.mark.sampled
@pytest.mark.parametrize("id", GAMES)
def test_an_address_brings_the_result_back(id: str) -> None:
    lab, rng = ScoresLab(id), random.Random(id)
    lab.now = scores.score(id, scores.random_result(lab.game, rng))
    words = lab.query()
    again = page(id, **words)
    assert again.widget.error == "" and again.lab.now.values == lab.now.values
    assert again.lab.query() == words


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("contract", "99"),
        ("contract", "<b>"),
        ("tricks_north_south", "-1"),
        ("result", "contract:8;colour:2"),
        ("result", "x" * 9999),
        ("table", "99,99"),
        ("table", "-1,0"),
        ("table", "a"),
        ("ask", "import os"),
        ("ask", "tricks_south > 2"),
        ("rows", "colour"),
        ("question", "999"),
        ("question", "-1"),
        ("instead", "contract:99"),
        ("of", "everybody"),
        ("nothing", "1"),
        ("made", "77"),
    ],
)
def test_the_page_refuses_with_a_sentence_and_nothing_is_lost(name: str, value: str) -> None:
    opened = page("kaiser")
    before = opened.view()
    opened.widget.act = {"name": name, "value": value, "n": 3}
    assert opened.widget.error and "Something in cardlab" not in opened.widget.error
    assert {**opened.view(), "busy": None} == {**before, "busy": None}


def test_the_page_shows_the_lines_their_formulas_and_the_total() -> None:
    lines = next(b for b in page("kaiser").view()["blocks"] if b["kind"] == "lines")
    assert lines["total"] == [["North–South", "+22"], ["East–West", "−1"]]
    first = lines["lines"][0]
    assert (
        first["rule"]["id"] == "contract-made"
        and "<mn>22</mn>" in first["values"]
        and "[5♥]" in first["formula"]
    )


def test_a_cell_of_the_table_becomes_the_result() -> None:
    opened = page("bridge")
    heat = next(b for b in opened.view()["blocks"] if b["kind"] == "heat")
    r, c = heat["rows"].index("6♠"), heat["columns"].index("12")
    opened.widget.act = {"name": "table", "value": f"{r},{c}", "n": 1}
    now = opened.lab.now
    assert (now.values["level"], now.values["strain"], now.values["tricks"]) == (6, "S", 12)
    assert sum(now.totals.values()) == heat["values"][r][c]
    opened.widget.act = {"name": "columns", "value": "contract", "n": 2}
    assert (
        opened.lab.columns == "contract"
        and opened.lab.rows != "contract"
        and not opened.widget.error
    )


def test_a_result_that_says_one_thing_has_a_sentence_instead_of_a_table() -> None:
    opened = page("squiffy-dancer")
    view = opened.view()
    whole = next(b for b in view["blocks"] if b.get("id") == "table")
    assert whole["kind"] == "text" and "only one: who is left with the odd card" in str(whole)
    assert {"rows", "columns"}.isdisjoint(control["name"] for control in view["controls"])
    assert {"rows", "columns"}.isdisjoint(opened.lab.query())
    opened.widget.act = {"name": "table", "value": "0,0", "n": 1}
    assert "There is no such cell" in opened.widget.error
    opened.widget.act = {"name": "loser", "value": 2, "n": 2}
    assert not opened.widget.error and opened.lab.now.values["loser"] == 2


def test_one_slider_moves_the_other() -> None:
    opened = page("kaiser")
    opened.widget.act = {"name": "tricks_north_south", "value": 3, "n": 1}
    assert opened.lab.now.values["tricks_east_west"] == 5
    opened.widget.act = {"name": "tricks_east_west", "value": 8, "n": 2}
    assert (
        opened.lab.now.values["tricks_north_south"] == 0 and opened.lab.now.values["five"] == 1
    ), "who took no trick took no 5♥"
