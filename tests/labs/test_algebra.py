"""The algebra of scores: expressions are the score, and the page draws what sympy has."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import sympy

import cardlab
from cardlab.labs import scores
from cardlab.web.pages.labs.scores import ScoresLab

GAMES = cardlab.games()
G, P = sympy.symbols("G P")


# --- expressions


@pytest.mark.parametrize("id", GAMES)
def test_an_expression_is_the_score_at_every_number(id: str) -> None:
    game, first = cardlab.game(id), scores.opening(id)
    for field in [f for f in scores.fields(game) if f.kind == "number"][:4]:
        curve = scores.plot(game, field.name, "", first.result, most=41)
        if not curve.pieces:
            continue
        whole = scores.of_curve(curve)
        assert scores.values_of(whole, field.name, dict(curve.points)) == dict(curve.points)
        assert {str(symbol) for symbol in whole.free_symbols} <= {field.name}


@pytest.mark.parametrize(
    ("one", "other", "sentence"),
    [
        ({"level": 4, "strain": "S"}, {"level": 4, "strain": "S"}, "the same at every number"),
        ({"level": 4, "strain": "S"}, {"level": 5, "strain": "S"}, "They meet at tricks = "),
        ({"level": 1, "strain": "C"}, {"level": 1, "strain": "NT"}, "They meet at tricks = "),
    ],
)
def test_two_contracts_meet_where_their_scores_are_equal(
    one: dict[str, Any], other: dict[str, Any], sentence: str
) -> None:
    meeting = scores.meet("bridge", one, other, "tricks")
    net = [
        {t: scores.score("bridge", tricks=t, **case).totals for t in range(14)}
        for case in (one, other)
    ]
    gaps = {
        t: a["north-south"] - a["east-west"] - net[1][t]["north-south"] + net[1][t]["east-west"]
        for t, a in net[0].items()
    }
    assert meeting.gaps == gaps and sentence in meeting.text
    assert {int(n) for n in meeting.solution} == {t for t, gap in gaps.items() if not gap}


def test_an_equation_without_a_solution_or_with_many_gets_a_sentence() -> None:
    assert scores.solutions(sympy.Eq(G, G + 1), G)[1] == "No number solves it for G."
    assert "always true" in scores.solutions(sympy.Eq(G, G), G)[1]
    assert "infinitely many" in scores.solutions(sympy.Eq(sympy.sin(G), 0), G)[1]
    assert scores.solutions(sympy.Eq(2 * G, P), G)[1] == "G = P/2"
    with pytest.raises(ValueError, match="is not a number of the result"):
        scores.expression("bridge", "strain")
    with pytest.raises(ValueError, match="is not a number of the result"):
        scores.meet("bridge", {"level": 1}, {"level": 2}, "strain")


def test_each_further_trick_counts_what_the_scores_differ_by() -> None:
    assert scores.steps("bridge", "tricks", level=4, strain="S")[10] == 170
    assert scores.steps("bridge", "tricks", level=4, strain="S")[11] == 30


# --- the page


def block(lab: ScoresLab, id: str) -> dict[str, Any]:
    return next(dict(b) for b in lab.view()["blocks"] if b.get("id") == id)


def test_the_curve_of_the_page_is_what_sympy_has(monkeypatch: pytest.MonkeyPatch) -> None:
    real = scores.of_curve
    before = block(ScoresLab("kaiser"), "curve")["series"][0]["points"]
    monkeypatch.setattr(scores, "of_curve", lambda curve: raised(real(curve)))
    lab = ScoresLab("kaiser")
    after = block(lab, "curve")["series"][0]["points"]
    assert before and after == [[x, y + 1000] for x, y in before]
    assert any("1" in row[1]["math"] for row in block(lab, "closed")["rows"])


def raised(whole: Any) -> Any:
    return sympy.Piecewise(*((e + 1000, c) for e, c in whole.args), evaluate=False)


def three_no_trumps() -> ScoresLab:
    lab = ScoresLab("bridge")
    settings = {"level": 3, "strain": "NT", "doubled": 0, "tricks": 9, "made": 9, "failed": 8}
    for name, value in {**settings, "instead": "level:1"}.items():
        lab.set(name, value)
    return lab


def test_three_no_trumps_pay_on_the_page() -> None:
    """By this deal alone they never do; the value of a game is a control, with its reason."""
    lab = three_no_trumps()
    lead = block(lab, "even")["lead"]
    assert "It pays from 17/47 on, 36.2%" in lead and "toss-up" in lead
    assert "<mi>G</mi>" in block(lab, "even")["rows"][2][3]["math"]
    lab.set("worth_g", 300)
    assert "17/42" in block(lab, "even")["lead"]
    lab.set("scale", "imps")
    assert "5/11" in block(lab, "even")["lead"] and "Law 78B" in block(lab, "even")["lead"]
    lab.set("scale", "")
    lab.set("worth_g", 0)
    lab.set("worth_p", 0)
    assert "It never pays" in block(lab, "even")["lead"]


def test_plots_have_axes_with_units_and_a_legend_that_matches() -> None:
    lab = three_no_trumps()
    for plot in [b for b in lab.view()["blocks"] if b["kind"] == "plot"]:
        assert plot["x"]["title"] and plot["y"]["title"] and plot["label"]
        assert all(series["name"] and series["points"] for series in plot["series"])
    plot = block(lab, "even-plot")
    assert "(points)" in plot["x"]["title"] and "P = 50" in plot["series"][0]["name"]
    for series in plot["series"]:
        part_score = int(series["name"].rpartition(" = ")[2])
        for ahead, percent in series["points"]:
            assert abs(percent - 100 * (part_score + 120) / (ahead + 120)) < 0.01


def test_the_code_of_the_page_has_the_result_of_the_page() -> None:
    lab = three_no_trumps()
    for name, value in {"games_north_south": 1, "below_north_south": 4}.items():
        lab.set(name, value)
    source = block(lab, "python")["text"]
    run = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)
    wanted = str(scores.when(lab.game, lab.condition, lab.ask_over, lab.now.result))
    assert wanted in run.stdout.splitlines()
    assert run.stdout.splitlines()[0] == str(lab.now).splitlines()[0]


def test_importing_cardlab_loads_neither_sympy_nor_networkx() -> None:
    check = "import sys, cardlab.labs.scores; print([m for m in ('sympy', 'networkx') if m in sys.modules])"
    run = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
