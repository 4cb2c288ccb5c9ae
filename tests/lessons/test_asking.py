"""What a question offers, asks and answers, ask by ask."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.lessons.deals import play_through, the_game
from cardlab.lessons.positions import position
from cardlab.lessons.questions import make_question


def ends(id: str, most: int = 3) -> Iterator[Any]:
    """The first few finished deals of a game that are not thrown in."""
    over = (
        spot.state
        for spot in play_through(the_game(id), seed=4)
        if spot.seat is None and not spot.state.void
    )
    yield from (state for state, _ in zip(over, range(most), strict=False))


# --- which line


@pytest.mark.parametrize("id", cardlab.games())
def test_the_rule_of_a_line_is_among_the_options(id: str) -> None:
    """Whatever wrote the points: the result, a capture, a quint taken in the middle of the deal."""
    game = the_game(id)
    seen = set()
    for state in ends(id):
        for x in game.deal_lines(state):
            q = make_question(game, state, 0, "which-line", of=x.side, line=str(x.rule))
            values = [o.value for o in q.choices]
            assert q.answer == (str(x.rule),) and values.count(str(x.rule)) == 1, (x, values)
            others = {r for r in game.all_rules() if r in values and r != x.rule}
            assert all(r.kind == "score" for r in others), "the others are rules of scoring too"
            seen.add(str(x.rule))
    assert seen


def test_points_pegged_during_play_have_their_rule() -> None:
    at = position(
        {
            "game": "sum-run-set",
            "pond": "5D 4C KH",
            "hands": {"south": "9S JC"},
            "set": {"piles": ["", ""]},
        }
    )
    state = at.game.after(at.state, "9S takes 5D 4C")
    q = make_question(at.game, state, 0, "which-line", of="south", line="sum")
    assert {"sum", "run", "set", "sweep", "cards"} <= {o.value for o in q.choices} and q.mark(
        ["sum"]
    ).right


def test_a_quint_is_among_the_options_though_it_is_a_note() -> None:
    game = the_game("quinto")
    found = {str(x.rule) for state in ends("quinto") for x in state.pegged}
    assert "quints" in found and "quints" not in [r for r in game.all_rules() if r.kind == "score"]


# --- what is said to another answer


@pytest.mark.parametrize(
    ("game", "ask", "more", "about", "given"),
    [
        ("sum-run-set", "how-many-cards", {"of": "south"}, "pond", "40"),
        ("sum-run-set", "how-many-cards", {"of": "stock"}, "must-hold-card", "0"),
        ("kaiser", "whose-turn", {}, "winner-leads", "west"),
        ("malilla", "in-pack", {"cards": ("7H", "8H", "9H")}, "no-revoke", "8H"),
        ("gin-rummy", "find-meld", {}, "shuffle-and-deal", ""),
    ],
)
def test_another_answer_meets_the_rule_of_the_question(
    game: str, ask: str, more: Any, about: str, given: str
) -> None:
    """A lesson may say which rule its question is about; that rule stands under what is said to
    another answer, which is named."""
    table = the_game(game)
    state = next(
        s.state
        for s in play_through(table, seed=2)
        if s.seat == 0 == s.state.to_move and s.state.phase.id != "auction"
    )
    q = make_question(table, state, 0, ask, about=about, **more)
    rule = next(r for r in table.all_rules() if r == about)
    if not given:
        given = next(o.value for o in q.choices)
    mark = q.mark([given])
    assert not mark.right and mark.rule == rule
    assert rule.text(q.game) not in mark.text and mark.text
