"""The baseline of a game: at once nothing differs from it, and a changed line is named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.baseline import files, pickles, stores
from tests.baseline.__main__ import main
from tests.baseline.comparing import MOST, Difference, differences, told

GAME = "high-cockalorum"
"""A game of short matches."""
QUICK = ("transcripts", "views", "pickles")


def as_read(noted: Any) -> Any:
    """What is noted, as it is read from its file."""
    return json.loads(json.dumps(noted))


@pytest.mark.slow
def test_a_changed_line_of_a_record_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "baseline"
    assert main(["record", str(folder), GAME, "--kinds", *QUICK]) == 0
    assert main(["compare", str(folder), "--kinds", *QUICK]) == 0, capsys.readouterr().out
    content = files.read(folder, GAME, "transcripts")
    was = content["match 1"]["log"]["as everybody hears it"][3]
    content["match 1"]["log"]["as everybody hears it"][3] = "Nobody plays the joker."
    files.write(folder, GAME, "transcripts", content)
    capsys.readouterr()
    assert main(["compare", str(folder), "--kinds", "transcripts"]) == 1
    out = capsys.readouterr().out
    assert "transcripts: 1 differ" in out and "1 differ; games compared: 1" in out
    place = f"{GAME}: match 1 / log / as everybody hears it / 4"
    assert f"{place}: 'Nobody plays the joker.'  ->  {was!r}" in out


def test_a_game_that_cannot_be_recorded_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its own process; the next kind of record is tried all the same."""
    assert main(["one", str(tmp_path), "no-such-game", "--kinds", "transcripts", "views"]) == 1
    out = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[:3] for line in out] == [
        ["no-such-game", "no transcripts", "ValueError"],
        ["no-such-game", "no views", "ValueError"],
    ]


def test_a_database_that_is_opened_again_says_the_same(tmp_path: Path) -> None:
    noted = stores.record(tmp_path)
    assert not [*differences("stores", "stores", as_read(noted), as_read(stores.again(tmp_path)))]
    assert len(noted["matches"]) == stores.SAVED and noted["learners"]["Otter"]["mastery"]
    first = noted["classes"][0]
    assert first["title"] == "Tuesday" and first["refusals"] and first["vote"][1] == {"pass": 1}


def test_a_pickle_that_cannot_be_loaded_is_a_difference() -> None:
    kept = {"state": {"pickle": "", "noted": {"deal": 1}}}
    assert "EOFError" in pickles.again(kept)["state"]["noted"]["error"]


def test_long_values_are_shown_where_they_differ() -> None:
    before, after = {"a": ["x" * 500 + "one"]}, {"a": ["x" * 500 + "two", 3]}
    first, second = differences("views", "snap", before, after)
    assert first.place == "a / 1" and len(str(first)) < 250
    assert "one" in first.before and "two" in first.after
    assert (second.before, second.after) == ("nothing", "3")


def test_ten_differences_stand_for_all_of_a_kind() -> None:
    many = [Difference("views", "kaiser", str(n), "1", "2") for n in range(40)]
    one = Difference("views", "snap", "the only one", "1", "2")
    lines = [*told([*many, one])]
    assert lines[0] == "views: 41 differ, kaiser 40, snap 1"
    assert len(lines) == MOST + 2 and "the only one" in lines[-2] and lines[-1] == "  and 31 more"
