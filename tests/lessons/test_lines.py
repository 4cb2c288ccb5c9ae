"""Lines of play: whose move a gap is, and what fills it."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.lessons import lines
from cardlab.lessons.book import TryOrGap
from cardlab.lessons.gaps import gap
from cardlab.lessons.keys import LessonError
from cardlab.lessons.positions import position
from cardlab.lessons.text import pieces, plain

SNAP = {
    "game": "snap",
    "options": {"players": 3},
    "pond": "4C TH",
    "set": {"to_move": "west"},
    "hands": {"south": "2H 6C 9D", "west": "TS KD 3S", "east": "2D 8C QH"},
}
LAY, PLAY = "lay", TryOrGap(gap="play", pin="lay")


def played(line: list[str | TryOrGap], **more: Any) -> tuple[Any, tuple[lines.LineMoment, ...]]:
    at = position({**SNAP, **more})
    return at, lines.play(at, line)


def test_a_gap_in_snap_is_the_learners_also_out_of_turn() -> None:
    """West lays the second ten; East is to lay, but the learner in the south is asked what is
    open: to call."""
    at, (_, moment) = played([LAY, PLAY])
    assert (
        at.game.names[moment.before.to_move] == "East"
        and moment.move == "snap"
        and moment.seat == at.viewer
    )
    question = gap(at, moment)
    assert (
        question.seat == at.viewer
        and question.answer == ("snap",)
        and question.mark(["snap"]).right
    )
    assert "lay" not in question.answer and not question.mark(["lay"]).right
    assert moment.after.hands[0][-3:] == ("4C", "TH", "TS") and moment.after.to_move == 1
    assert plain(pieces("{reason}.", lines.facts(at, moment), at.game, "snapping", None))


def test_in_turn_a_gap_is_what_it_was() -> None:
    at, moments = played([PLAY, LAY, LAY, PLAY], set={"to_move": "south"})
    assert [m.move for m in moments] == ["lay"] * 4 and {m.seat for m in moments} == {None}
    assert gap(at, moments[0]).answer == ("lay",)


def test_a_gap_with_nothing_open_says_so() -> None:
    with pytest.raises(
        LessonError, match=r"entry 0 \(play\): .*South has none here; write the move of"
    ):
        played([PLAY])


def test_on_an_open_table_the_seat_in_turn_plays() -> None:
    table = {
        "game": "kaiser",
        "trump": "S",
        "lead": "north",
        "open": True,
        "trick": "9H",
        "hands": {"south": "QH 8C 3S", "north": "8S 8D", "east": "KH AC 9C", "west": "JH AD 9D"},
    }
    at = position(table)
    (moment,) = lines.play(at, [PLAY])
    question = gap(at, moment)
    assert moment.move == "KH" and question.seat == 3 and question.viewer == 0
    assert question.prompt == "East is to play. Choose one legal card of East's."
    refused = question.mark(["AC"]).text
    assert refused == "A♣ is not legal. Hearts were led and East has one."
    assert "you" not in f"{question.prompt} {refused} {question.mark(['KH']).text}".lower().split()
