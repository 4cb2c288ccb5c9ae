"""Whether a move that was lost, doubled or invented would be found: the check of the class of sixty
is put to a table whose log is whole, and to the same log with something wrong in it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from cardlab.store import Logged, Member, TableStore
from cardlab.web.classes.live import LiveTable
from cardlab.web.classes.views import seat_text

from .acknowledged import Answers, choice_of, troubles

SEATS = 4


@pytest.fixture(scope="module", params=["kaiser", "hearts"])
def played(request: pytest.FixtureRequest) -> tuple[LiveTable, list[Logged], dict[str, Answers]]:
    """Twenty moves of four people; in Hearts all begin with cards that they pass on at once."""
    store = TableStore("sqlite://")
    live = LiveTable.set_up(store, "class", request.param, 7)
    people = [Member(f"p{n}", "class", f"P{n}", "pupil", "", "") for n in range(SEATS)]
    answers = {one.id: Answers() for one in people}
    for seat, one in enumerate(people):
        assert live.sit(one, seat).changed
    for n in range(20 * SEATS):
        seat = n % SEATS
        shown = json.loads(seat_text(live.play, seat, {}))
        if choice := choice_of(shown):
            answers[f"p{seat}"].sends(shown, choice[-1])
            assert live.pick(people[seat], choice[-1], shown["chrome"]["timeline"]["ply"]).changed
        for other in range(SEATS):
            answers[f"p{other}"].sees(json.loads(seat_text(live.play, other, {})))
    return live, list(store.read(live.table.id, 0)), answers


def numbered(log: list[Logged]) -> list[Logged]:
    return [replace(entry, n=n) for n, entry in enumerate(log)]


def moves_in(log: list[Logged]) -> list[int]:
    return [n for n, entry in enumerate(log) if entry.kind == "move"]


def test_of_a_log_that_is_whole_nothing_is_said(played: Any) -> None:
    live, log, answers = played
    found = troubles(live.table.head, log, answers)
    assert not found and found.moves == len(moves_in(log)) >= 20
    assert not any(one.waits for one in answers.values())


def test_a_lost_move_is_found_wherever_it_was(played: Any) -> None:
    live, log, answers = played
    for n in moves_in(log):
        assert troubles(live.table.head, numbered(log[:n] + log[n + 1 :]), answers).lost


def test_a_doubled_move_is_found_wherever_it_was(played: Any) -> None:
    live, log, answers = played
    for n in moves_in(log):
        assert troubles(live.table.head, numbered(log[: n + 1] + log[n:]), answers).doubled


def test_a_move_that_another_was_written_for_is_found(played: Any) -> None:
    live, log, answers = played
    n = moves_in(log)[-1]
    log = [*log[:n], replace(log[n], data="something else"), *log[n + 1 :]]
    found = troubles(live.table.head, log, answers)
    assert found.lost and found.doubled and found.broken


def test_a_move_whose_answer_never_came_may_be_there_or_not(played: Any) -> None:
    live, log, answers = played
    last = log[moves_in(log)[-1]]
    last_one = answers[last.member].decisions[-1]
    unsure = Answers([*answers[last.member].decisions[:-1], replace(last_one, made=False)])
    people = answers | {last.member: unsure}
    assert not troubles(live.table.head, log, people)
    found = troubles(live.table.head, log[: moves_in(log)[-1]], people)
    assert not found
