"""Bots of other people: found by name, watched while they choose, and named when they fail."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab import cli
from cardlab.players import BotFailed, bot, offer, strengths, tournament
from cardlab.players.foreign import FOLDER, OFFERED, WatchedBot
from cardlab.solver import OtherResults
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress
from cardlab.web.pages.session import Session

BOTS = """
import time
from pathlib import Path


class Careful:
    def __init__(self, seed):
        pass

    def choose(self, view):
        return view.legal_moves()[0]


class Stubborn(Careful):
    def choose(self, view):
        return "AS"


class Wordy(Careful):
    def choose(self, view):
        return {"card": "A of Spades"}


class Clumsy(Careful):
    def choose(self, view):
        return view.legal_moves()[99]


class Late(Clumsy):
    left = 30

    def choose(self, view):
        Late.left -= 1
        return view.legal_moves()[0 if Late.left > 0 else 99]


class Sleepy(Careful):
    def choose(self, view):
        while not Path(__file__).with_name("wake-up").exists():
            time.sleep(0.05)
        Path(__file__).with_name("woken").touch()


class Broken:
    def __init__(self, seed):
        raise RuntimeError("no weights here")


careful = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module of somebody's bots, which runs there."""
    (tmp_path / "mybots.py").write_text(BOTS)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setitem(sys.modules, "mybots", None)
    monkeypatch.delitem(sys.modules, "mybots")
    for name in (OFFERED, FOLDER):
        monkeypatch.setenv(name, "")
    return tmp_path


def test_a_class_of_a_module_plays(folder: Path) -> None:
    match = cardlab.game("kaiser").match(seed=1)
    assert bot("mybots:Careful").choose(match.seat_view()) == match.legal_moves()[0]
    result = tournament("mybots:Careful", "random", game="snap", deals=3, executor="serial")
    assert len(result.gains) == 3


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("Stubborn", r"bot mybots:Stubborn chose AS as \w+, which is not open: .*bid or pass"),
        ("Wordy", r"bot mybots:Wordy chose .* as \w+, which is not open\."),
        ("Clumsy", r"bot mybots:Clumsy failed as \w+: IndexError: tuple index out of range\."),
        ("Broken", r"bot mybots:Broken could not be made: RuntimeError: no weights here\."),
    ],
)
def test_a_fault_is_a_sentence_that_names_the_bot(folder: Path, name: str, says: str) -> None:
    with pytest.raises(BotFailed, match=says + r".*That was in the deal of seed 5\.|" + says):
        tournament(f"mybots:{name}", "random", game="kaiser", deals=2, seed=5, executor="serial")


def test_a_bot_that_hangs_is_not_waited_for(folder: Path) -> None:
    sleepy = bot("mybots:Sleepy")
    assert isinstance(sleepy, WatchedBot)
    sleepy.seconds = 0.2
    with pytest.raises(BotFailed, match=r"Sleepy thought longer than 0\.2 s as"):
        sleepy.choose(cardlab.game("kaiser").match(seed=1).seat_view())
    # it would have slept until somebody wakes it
    assert not (folder / "woken").exists()
    (folder / "wake-up").touch()


def test_what_was_played_before_a_fault_is_kept(folder: Path) -> None:
    """The file has the deals that were played; another bot's results are not mixed with them."""

    def run(second: str) -> Any:
        return tournament(
            "mybots:Late",
            second,
            game="snap",
            deals=60,
            executor="serial",
            resume=folder / "kept",
        )

    mybots = import_module("mybots")
    mybots.Late.left = 10**9
    whole = run("random").gains
    (folder / "kept").unlink()
    mybots.Late.left = 1500
    with pytest.raises(BotFailed, match="mybots:Late failed"):
        run("random")
    assert (folder / "kept").read_text().count("\n") > 1
    with pytest.raises(OtherResults):
        run("simple")
    mybots.Late.left = 10**9
    assert run("random").gains == whole


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nomodule:Careful", "the module nomodule of the bot cannot be loaded"),
        ("mybots:Missing", "the module mybots has no Missing"),
        ("mybots:careful", "makes no bot"),
    ],
)
def test_a_bot_that_is_not_there_is_a_sentence(folder: Path, name: str, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        bot(name)
    with pytest.raises(ValueError, match=says):
        offer([name])
    assert "mybots" not in " ".join(strengths())


def test_a_server_is_not_started_with_a_bot_that_is_not_there(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["serve", "--bot", "mybots:Missing"]) != 0
    assert "the module mybots has no Missing" in capsys.readouterr().err


def test_a_page_offers_the_bots_that_its_server_was_started_with(folder: Path) -> None:
    plain = GameAddress.read("kaiser", "bots=mybots:Careful")
    assert plain.bots == "sensible" and "no mybots:Careful bots" in " ".join(plain.problems)
    offer(["mybots:Careful"])
    given = GameAddress.read("kaiser", "bots=mybots:Careful")
    assert given.bots == "mybots:Careful" and not given.problems
    assert GameAddress.read("kaiser", "bots=mybots:Clumsy").bots == "sensible"
    assert GameAddress.read("kaiser", given.url("/").partition("?")[2]) == given


@pytest.mark.parametrize("name", ["Careful", "Stubborn"])
def test_a_bot_at_a_table_of_a_page_plays_or_is_replaced(folder: Path, name: str) -> None:
    """Where it fails, the page names it, a simple bot moves, and the match goes on."""
    offer([f"mybots:{name}"])
    address = GameAddress.read("kaiser", f"seed=3&pace=0&bots=mybots:{name}")
    session = Session("kaiser", address, MatchStore(f"sqlite:///{folder / 'store.sqlite'}"))
    session.turns.play_all()
    assert session.match.ply > 1 and session.turns.due() is None
    assert session.snapshot().chrome["strengths"][-1] == [f"mybots:{name}", name.lower()]
    failed = "The bot mybots:Stubborn chose AS as" in session.error
    assert failed is (name == "Stubborn")
    assert failed is session.error.endswith("A simple bot moved instead.")
