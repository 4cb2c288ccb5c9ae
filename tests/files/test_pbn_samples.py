"""Nineteen sample files, each a dialect or a damage, beside the values that were written down from
the matches themselves and not by a reader (`pbn/expected.json`)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardlab import pbn
from cardlab.pbn import COMPASS, SUITS, Board, PbnError

FOLDER = Path(__file__).parent / "pbn"
EXPECTED: dict[str, Any] = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
SCORES: dict[str, Any] = json.loads(
    (Path(__file__).parent / "contracts.json").read_text(encoding="utf-8")
)


def data(name: str) -> bytes:
    return (FOLDER / name).read_bytes()


def letter(seat: int | None) -> str | None:
    return None if seat is None else COMPASS[seat]


def hand(board: Board, seat: int) -> str:
    cards = board.hands[seat]
    parts = ["".join(c.rank for c in cards if c.suit == suit) for suit in SUITS]
    return ".".join(parts) if cards else ""


def told(board: Board) -> dict[str, Any]:
    """A board in the words of the expected values."""
    names = dict(zip(("south", "west", "north", "east"), board.names, strict=True))
    tags = dict(board.tags)
    return {
        "board": board.number,
        "dealer": letter(board.dealer),
        "vulnerable": board.vulnerable,
        "contract": board.contract,
        "declarer": letter(board.declarer),
        "calls": list(board.calls),
        "cards": len(board.plays),
        "result": board.result,
        "claim_after": None if board.claim is None else board.claim.after,
        "ns_score": board.ns_score,
        "hands": {COMPASS[seat]: hand(board, seat) for seat in range(4)},
        "alerts": [[at, text] for at, text in board.alerts],
        "notes": [f"{number}:{text}" for number, text in board.notes],
        "event": tags.get("Event", ""),
        "site": tags.get("Site", ""),
        # a seat whose player is not known has the name of the seat
        **{seat: "" if name == seat.capitalize() else name for seat, name in names.items()},
    }


def test_every_sample_has_its_values() -> None:
    assert {path.name for path in FOLDER.glob("*.pbn")} == set(EXPECTED)


@pytest.mark.parametrize("name", EXPECTED)
def test_a_sample_is_read_as_it_was_played(name: str) -> None:
    boards = pbn.read(data(name), errors="collect")
    wanted = EXPECTED[name]
    assert len(boards) == len(wanted["boards"])
    for board, right in zip(boards, wanted["boards"], strict=True):
        got = told(board)
        assert {key: got[key] for key in right} == right
    problems = [
        {"line": p.line, "code": p.code}
        | ({} if p.severe else {"severe": False})
        | ({"rule": p.rule} if p.rule else {})
        for p in boards.problems
    ]
    assert problems == wanted["problems"]
    assert len(boards.broken) == len({p.board for p in boards.problems if p.severe})


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_strict_raises_at_the_first_severe_problem(name: str) -> None:
    severe = [p for p in EXPECTED[name]["problems"] if p.get("severe", True)]
    if not severe:
        assert pbn.read(data(name)) == pbn.read(data(name), errors="collect")
        return
    with pytest.raises(PbnError) as refused:
        pbn.read(data(name))
    assert refused.value.problem.line == severe[0]["line"] == refused.value.line
    assert str(refused.value).startswith(f"line {severe[0]['line']}, board ")


@pytest.mark.parametrize("name", EXPECTED)
def test_what_is_written_reads_the_same(name: str) -> None:
    boards = pbn.read(data(name), errors="collect")
    text = pbn.write(boards)
    again = pbn.read(text)
    assert again == boards and again.problems == ()
    assert pbn.write(again) == text
    assert pbn.read(text.encode("utf-8")) == boards


def test_a_broken_board_can_be_written_or_says_why_not() -> None:
    for name in ("12-broken.pbn", "18-judged.pbn"):
        for board in pbn.read(data(name), errors="collect").broken:
            text = pbn.write([board])
            assert f'[Board "{board.number}"]' in text
            again = pbn.read(text, errors="collect", judge=False)
            assert {one.number for one in (*again, *again.broken)} == {board.number}
    with pytest.raises(PbnError, match="'1Z' is not a call"):
        pbn.write([Board(calls=("1Z",))])


def test_the_second_manner_of_one_file_in_two_encodings() -> None:
    assert [b.names[0] for n in ("10-bom.pbn", "11-latin1.pbn") for b in pbn.read(data(n))] == [
        "Zoë"
    ] * 2


def test_a_whole_play_and_its_result_have_to_agree() -> None:
    wrong = data("01-export.pbn").replace(b'[Result "9"]', b'[Result "8"]')
    boards = pbn.read(wrong, errors="collect")
    (problem,) = boards.problems
    assert (problem.line, problem.code, problem.severe) == (14, "result-differs", True)
    assert len(boards) == 1 and "the result is 8 tricks, but the declarer took 9" in problem.text


@pytest.mark.parametrize("row", SCORES["rows"], ids=str)
def test_the_points_of_a_contract_at_duplicate(row: list[Any]) -> None:
    level, strain, doubled, vulnerable, tricks, points = row
    for declarer, sign in ((0, 1), (1, -1)):
        board = Board(
            contract=f"{level}{strain}{doubled}",
            declarer=declarer,
            result=tricks,
            vulnerable=("NS", "EW")[declarer] if vulnerable else "None",
        )
        assert board.ns_score == sign * points
