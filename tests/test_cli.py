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
        "cardlab.web.pages.turns.bot_for", lambda ceiling, seed=None, name="": RandomBot(1)
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


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii", "utf-8"])
def test_a_sheet_goes_into_a_file_of_any_encoding(encoding: str) -> None:
    """What the encoding lacks is written in characters that it has: ♠ as S, and nothing as "?"."""
    environment = {**os.environ, "PYTHONUTF8": "0", "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-m", "cardlab", "rules", "kaiser"]
    done = subprocess.run(command, env=environment, capture_output=True, check=True)
    sheet = done.stdout.decode(encoding)
    suits = "♠♥♦♣" if encoding == "utf-8" else "SHDC"
    assert all(f"{suit} A K Q J" in sheet for suit in suits) and "?" not in sheet


def printed(words: list[str], encoding: str, typed: str = "") -> tuple[int, str]:
    """The exit code of a command and what it prints into files of this encoding."""
    raw = io.BytesIO()
    with pytest.MonkeyPatch.context() as patched:
        for name in ("stdout", "stderr"):
            stream = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
            patched.setattr(sys, name, stream)
        typing = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding=encoding)
        patched.setattr(sys, "stdin", typing)
        code = cli.main(words)
        text = raw.getvalue().decode(encoding)
    return code, text


@pytest.mark.sampled
@pytest.mark.parametrize("game", cardlab.games())
def test_all_that_is_printed_of_a_game_is_whole_in_every_encoding(game: str) -> None:
    """Nothing is lost: what the encoding lacks stands in other characters, never as "?"."""
    typed = "?\nhelp\nscore\n? 9\nfly\nundo\nquit\n"
    for words, answers in (
        (["rules", game], ""),
        (["rules", game, "--full"], ""),
        (["play", game, "--seed", "3"], typed),
    ):
        code, whole = printed(words, "utf-8", answers)
        assert code == 0 and len(whole) > 100
        for encoding in ("cp1252", "cp437", "ascii"):
            again, text = printed(words, encoding, answers)
            assert again == 0
            assert text.count("?") == whole.count("?") and text.count("\n") == whole.count("\n")


@pytest.mark.parametrize("encoding", ["cp1252", "cp437", "ascii"])
def test_other_commands_in_every_encoding(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "cards.sqlite"))
    record, boards = tmp_path / "♠ record.json", tmp_path / "♥ boards.pbn"
    record.write_text(cardlab.game("kaiser").match(seed=7).play("7").record.to_json())
    boards.write_text('[Board "♠"]\n[Contract "8♥"]\n', encoding="utf-8")
    for words, wanted, answer in (
        (["verify", str(record)], 0, "all as the rules have it"),
        (["verify", str(boards)], 1, "H boards.pbn"),
        (["read", str(boards)], 1, "board S: '8H' is not a contract"),
        (["rules", "whisk♠"], 2, "there is no game 'whiskS'"),
        (["play", "kaiser", "♥=1"], 2, "no option 'H'"),
        (["learner", "list"], 0, "No learners yet"),
        (["class", "new", "♠ evening"], 0, "S evening: join code"),
        (["class", "list"], 0, "S evening: 0 pupils"),
    ):
        code, text = printed(words, encoding)
        assert code == wanted and answer in text, (words, text)


def shell(
    words: list[str], encoding: str, folder: Path, given: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    environment = {
        **os.environ,
        "PYTHONUTF8": "0",
        "PYTHONIOENCODING": encoding,
        "CARDLAB_STORE": str(folder / "cards.sqlite"),
    }
    command = [sys.executable, "-m", "cardlab", *words]
    return subprocess.run(command, env=environment, capture_output=True, input=given, check=False)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_data_that_goes_through_a_pipe_is_the_data_of_a_file(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A name that the encoding of the terminal lacks is exported and imported as it is."""
    monkeypatch.setenv("CARDLAB_STORE", str(tmp_path / "cards.sqlite"))
    Learners().append("Łucja", [Event(5.0, "opened", concept="trump")])
    whole = Learners().export_text("Łucja")
    sent = shell(["learner", "export", "Łucja", "-"], "utf-8", tmp_path).stdout
    assert sent.decode("utf-8") == whole
    other = tmp_path / "other"
    other.mkdir()
    done = shell(["learner", "import", "-"], encoding, other, sent)
    assert done.returncode == 0
    monkeypatch.setenv("CARDLAB_STORE", str(other / "cards.sqlite"))
    assert Learners().load("Łucja").name == "Łucja"


@pytest.mark.slow
@pytest.mark.parametrize("words", [["learner", "list"], ["class", "new", "Tuesday"], ["serve"]])
def test_a_home_that_cannot_be_written_is_one_sentence(words: list[str], tmp_path: Path) -> None:
    """Which folder, and what to do; and nothing is served whose matches could not be kept."""
    home = tmp_path / "home"
    home.write_text("a file, in which nobody can make a folder")
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "LOCALAPPDATA": str(home)}
    del environment["CARDLAB_STORE"]
    command = [sys.executable, "-m", "cardlab", *words]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and done.stdout == ""
    said = done.stderr.splitlines()
    assert len(said) == 1 and said[0].startswith("cardlab: The folder of the database cannot be")
    assert str(home) in said[0] and "CARDLAB_STORE=/" in said[0]


def test_exit_codes_mean_one_thing_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 done, 1 what was looked at is wrong, 2 not carried out, 70 a mistake of cardlab, 130
    interrupted."""
    good, bad, none = tmp_path / "good.json", tmp_path / "bad.json", tmp_path / "none.json"
    record = cardlab.game("kaiser").match(seed=7).play("7").record
    good.write_text(record.to_json())
    bad.write_text(record.to_json().replace('"7"', '"99"'))
    assert [cli.main(["verify", str(file)]) for file in (good, bad, none)] == [0, 1, 2]
    good.write_text('[Board "1"]\n[Contract "4H"]')
    bad.write_text('[Board "1"]\n[Contract "4H"]\n\n[Board "2"]\n[Contract "9H"]')
    assert [cli.main(["read", str(file)]) for file in (good, bad, none)] == [0, 1, 2]
    said = capsys.readouterr()
    assert (
        "line 5, board 2: '9H' is not a contract" in said.out
        and "Two boards, one of them" in said.out
    )
    with pytest.raises(SystemExit) as stopped:
        cli.main(["fly"])
    assert stopped.value.code == 2
    for trouble, code in ((KeyboardInterrupt(), 130), (ZeroDivisionError("x"), 70)):
        monkeypatch.setattr(cli, "_rules", raising(trouble))
        assert cli.main(["rules", "kaiser"]) == code
    assert "mistake of cardlab" in capsys.readouterr().err
    # every code is told by --help
    with pytest.raises(SystemExit):
        cli.main(["--help"])
    told = capsys.readouterr().out
    assert all(f"\n  {code} " in told for code in (0, 1, 2, 70, 130))


def raising(trouble: BaseException) -> Any:
    def run(args: argparse.Namespace) -> int:
        raise trouble

    return run


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="not every system has a full disk")
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cardlab", "rules", "kaiser"],
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert done.returncode == 2 and done.stderr.count(b"\n") == 1 and b"space" in done.stderr
