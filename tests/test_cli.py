"""The command line: every game played in a terminal, and what is said to somebody who slips."""

from __future__ import annotations

import argparse
import io
import os
import random
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab import cli
from cardlab.lessons.nickname import guest_id
from cardlab.lessons.progress import Event
from cardlab.players import RandomBot
from cardlab.store import Holders, Learners


class Player:
    """Answers the prompt: asks what is open, then plays one of it; leaves after so many moves."""

    def __init__(self, out: io.StringIO, moves: int) -> None:
        self.out, self.moves, self.rng, self.asked = out, moves, random.Random(1), False

    def __call__(self, prompt: str) -> str:
        self.asked = not self.asked
        if self.asked:
            return "?"
        self.moves -= 1
        found = [line for line in self.out.getvalue().splitlines() if line.startswith("Legal: ")]
        return (
            self.rng.choice(found[-1].removeprefix("Legal: ").split(", "))
            if self.moves > 0
            else "quit"
        )


@pytest.fixture(autouse=True)
def quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cardlab.web.pages.turns.bot_for", lambda seconds, seed=None, name="": RandomBot(1)
    )


@pytest.mark.parametrize("game", cardlab.games())
def test_a_game_in_a_terminal(game: str) -> None:
    out = io.StringIO()
    args = argparse.Namespace(game=game, option=[], seed=3, house=None)
    assert cli._play(args, Player(out, 25), out) == 0
    said = out.getvalue()
    assert said.startswith(cardlab.game(game).title) and "Traceback" not in said
    assert "is not a move here" not in said and "is illegal" not in said, (
        "what is offered can be typed"
    )


def test_a_slip_is_answered() -> None:
    out, typed = (
        io.StringIO(),
        iter(["5", "fly", "? 9", "9", "undo", "undo", "help", "score", "quit"]),
    )
    cli._play(
        argparse.Namespace(game="kaiser", option=["set_penalty=bid"], seed=7, house=None),
        lambda prompt: next(typed),
        out,
    )
    said = out.getvalue()
    assert (
        "bids run from 6 to 12 no trump" in said
        and "'fly' is not a move here" in said
        and "no move of yours" in said
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["play", "whisk"], "there is no game 'whisk'"),
        (["rules", "kaiser", "colour=red"], "no option 'colour'"),
        (["play", "kaiser", "players=9"], "players='9' is not possible"),
        (["verify", "no-such-file.json"], "no-such-file.json"),
    ],
)
def test_one_sentence_and_exit_code_two(words: list[str], said: str, capsys: Any) -> None:
    assert cli.main(words) == 2
    trouble = capsys.readouterr().err
    assert said in trouble and trouble.count("\n") == 1


@pytest.mark.parametrize("game", cardlab.games())
def test_rule_sheets_print(game: str, capsys: Any) -> None:
    assert cli.main(["rules", game]) == 0
    assert cardlab.game(game).title in capsys.readouterr().out


def test_a_learner_goes_out_to_a_file_and_comes_in_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardlab.lessons.progress import Event
    from cardlab.store import Learners

    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "one.sqlite"))
    assert cli.main(["learner", "list"]) == 0 and "No learners yet" in capsys.readouterr().out
    Learners().append("Anna", [Event(5.0, "opened", concept="trump")])
    file = tmp_path / "anna.json"
    assert (
        cli.main(["learner", "export", "anna", str(file)]) == 0
        and "Anna" in capsys.readouterr().out
    )
    before = file.read_bytes()
    for words, said in (
        (["export", "anna", str(file)], "is there already"),
        (["export", "anna", str(tmp_path / "no" / "x")], "cannot be written"),
        (["export", "Nobody", str(tmp_path / "n.json")], "called Nobody"),
        (["export", "<b>", "-"], "nickname"),
        (["import", str(tmp_path / "none")], "cannot be read"),
        (["import", str(tmp_path / "one.sqlite")], "Nothing was changed"),
    ):
        assert cli.main(["learner", *words]) == 2
        assert said in capsys.readouterr().err
    assert file.read_bytes() == before
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "two.sqlite"))
    assert (
        cli.main(["learner", "import", str(file)]) == 0
        and "was added to the progress of Anna" in capsys.readouterr().out
    )
    assert cli.main(["learner", "import", str(file)]) == 0 and "already" in capsys.readouterr().out
    assert cli.main(["learner", "list"]) == 0 and "Anna: 1 " in capsys.readouterr().out


def test_codes_are_made_for_names_on_the_machine_of_the_server(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "cards.sqlite"))
    for name in ("Anna", "Ben", "guest", guest_id()):
        Learners().append(name, [Event(5.0, "opened", concept="trump")])
    assert cli.main(["learner", "code", "--all"]) == 0
    lines = dict(line.split(": ") for line in capsys.readouterr().out.splitlines())
    assert list(lines) == ["Anna", "Ben"]
    assert Holders().open("anna", lines["Anna"]).name == "Anna"
    assert cli.main(["learner", "code", "ben"]) == 0
    assert capsys.readouterr().out.strip() != f"Ben: {lines['Ben']}"
    for words, said in (
        (["Nobody"], "Nobody has taken the name Nobody"),
        ([], "Say for which names"),
        (["--all"], "Every name has a recovery code"),
    ):
        assert cli.main(["learner", "code", *words]) == 2
        assert said in capsys.readouterr().err
    assert cli.main(["learner", "list"]) == 0
    assert "Besides these, 2 without a name." in capsys.readouterr().out


def test_a_class_is_made_listed_exported_and_deleted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from cardlab.store import Classes

    monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///{tmp_path / 'cards.sqlite'}")
    assert cli.main(["class", "list"]) == 0 and "No classes yet" in capsys.readouterr().out
    assert cli.main(["class", "new", "Tuesday"]) == 0
    told = capsys.readouterr().out
    code, key = re.findall(r"join code (\S+), teacher's key (\S+)", told)[0]
    classes = Classes()
    assert classes.login(code, "Teacher", key).teaches
    otter = classes.join(code, "Otter")
    assert cli.main(["class", "list"]) == 0 and "Tuesday: 1 pupil\n" in capsys.readouterr().out
    assert cli.main(["class", "members", code.lower()]) == 0
    assert capsys.readouterr().out == "Teacher (teacher)\nOtter\n"
    assert cli.main(["class", "key", code]) == 0
    assert key not in capsys.readouterr().out
    file = tmp_path / "class.json"
    assert cli.main(["class", "export", code, str(file)]) == 0
    assert "Otter" in file.read_text() and otter.login not in file.read_text()
    assert cli.main(["class", "export", code, str(file)]) == 2
    assert "was left as it is" in capsys.readouterr().err
    assert cli.main(["class", "delete", code]) == 0 and "deleted" in capsys.readouterr().out
    assert cli.main(["class", "members", code]) == 2
    assert "No class has the code" in capsys.readouterr().err
    classes.close()


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
def test_a_sheet_goes_into_a_file_of_any_encoding(encoding: str) -> None:
    """What the encoding lacks is written in characters that it has: ♠ as S, and nothing as "?"."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "cardlab", "rules", "kaiser"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    sheet = done.stdout.decode(encoding)
    suits = "♠♥♦♣" if encoding == "utf-8" else "SHDC"
    assert all(f"{suit} A K Q J" in sheet for suit in suits) and "?" not in sheet


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_the_sheet_of_every_game_is_whole_in_every_encoding(encoding: str) -> None:
    for id in cardlab.games():
        sheet = cardlab.game(id).rules(full=True)
        assert sheet.encode(encoding, cli.PLAIN).count(b"?") == sheet.count("?"), id
