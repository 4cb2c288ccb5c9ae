"""What somebody reads who has made a mistake in a rule book: the game, the place, and what to do.

Each case spoils a copy of Snap in one way.  The first are found when the rule book is read, the
others by the tests of `tests/contract`, which are called here for the spoilt game alone.
"""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.contract.test_contract import test_deals_keep_the_contract as keeps
from tests.contract.test_declared import (
    test_the_rules_that_a_game_names_for_its_sheet_are_there as names_rules,
)
from tests.contract.test_declared_types import (
    test_state_standing_and_result_are_declared_with_their_types as declares,
)
from tests.contract.test_quiet import (
    test_the_quiet_rules_are_rules_that_the_game_may_have as keeps_quiet,
)
from tests.test_adding import GOOD, look

TITLE = 'id, title, picture = "snap", "Snap", "7H 7S"'


class Mistake(NamedTuple):
    """What is written, what is written instead, a part of the line that the message names, and
    what the message says."""

    good: str
    bad: str
    line: str
    said: str


READ = {
    "no-title": Mistake(
        TITLE, 'id, picture = "snap", "7H 7S"', "id, picture", "has no title; write `title`"
    ),
    "unknown-concept": Mistake(
        '"snapping", "symbol")', '"snaping", "symbol")', '"no-match"', "is it snapping?"
    ),
    "no-text": Mistake(
        '    """When the card on top of the pile has the rank of the card beneath it, anybody may call\n'
        '    snap, until the next card is laid."""\n',
        "",
        '@rule("no-match"',
        "rule no-match has no text: write the docstring of snap_a_match",
    ),
    "unwritten-field": Mistake(
        "    @property\n    def claimable",
        "    log: tuple[tuple[int, str], ...] = ()\n\n    @property\n    def claimable",
        "    log: tuple",
        "make it a NamedTuple",
    ),
    "no-choices": Mistake(
        "    def setup",
        '    slow = Option(3, 4, "How slow.")\n\n    def setup',
        "slow = Option",
        "the choices of an option are a tuple, a range or a mapping, and not 4",
    ),
    "wrong-default": Mistake(
        "Option(1, range(1, 101)",
        'Option("one", range(1, 101)',
        'Option("one"',
        "the default 'one' is not among the choices from 1 to 100",
    ),
    "unknown-attribute": Mistake(
        "DealAll(), Snapping()",
        'DealAll(), Snapping(promt="Call!")',
        "Snapping(promt",
        "Snapping has no promt; is it prompt?",
    ),
    "double-id": Mistake("", "", '"snap", "Snap"', "the id 'snap' is that of"),
}
"""Mistakes that are found when a rule book is read."""


@pytest.fixture(scope="module")
def troubles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, tuple[str, str]]:
    """What is said of each rule book that cannot be read, after the text of the line it names."""
    folder = tmp_path_factory.mktemp("failures")
    files = {
        f"{name.replace('-', '_')}.py": spoilt(name, mistake) for name, mistake in READ.items()
    }
    said = {}
    for trouble in look(folder, files)[:-1]:
        file, line, sentence = trouble.split(":", 2)
        text = Path(file).read_text(encoding="utf-8").splitlines()[int(line) - 1]
        said[Path(file).stem.replace("_", "-")] = (text, sentence)
    return said


def spoilt(name: str, mistake: Mistake) -> str:
    """The rule book of Snap with a mistake, and, unless that is the mistake, with an id of its own."""
    assert mistake.good in GOOD, f"snap.py has changed: write {name} anew"
    text = GOOD.replace(mistake.good, mistake.bad)
    return text if name == "double-id" else re.sub(r'(picture = )"snap"', rf'\1"{name}"', text)


@pytest.mark.parametrize("name", READ)
def test_a_rule_book_that_cannot_be_read_is_told_its_line_and_what_to_write(
    name: str, troubles: dict[str, tuple[str, str]]
) -> None:
    line, sentence = troubles[name]
    assert READ[name].line in line and READ[name].said in sentence, (line, sentence)


LAID = "hands=state.held(seat, hand[1:]), pile=(*state.pile, hand[0]), laid=state.laid + 1"
TWO = '"it takes two cards on the pile to match"'


class PlayedMistake(NamedTuple):
    """A mistake, the test that finds it, the line that the message names, and what it says."""

    test: Callable[..., None]
    good: str
    bad: str
    line: str
    said: tuple[str, ...]


PLAYED = {
    "lost-card": PlayedMistake(
        keeps,
        LAID,
        "hands=state.held(seat, hand[1:]), laid=state.laid + 1",
        "class Snapping(",
        ("phase play", "has lost", "with the move lay", "let `apply` put each card into one field"),
    ),
    "no-move": PlayedMistake(
        keeps,
        f"lambda m: m == SNAP, {TWO}",
        f"lambda m: True, {TWO}",
        "class Snapping(",
        ("without a legal move", "no-cards, ", "`unless_alone`"),
    ),
    "not-carried-out": PlayedMistake(
        keeps,
        "    def apply(self, state: SnapState",
        "    def carry_out(self, state: SnapState",
        "class Snapping(",
        ("phase play", "offers lay and cannot carry it out", "Write what it does in `apply`"),
    ),
    "same-table": PlayedMistake(
        keeps,
        "        if move == LET_GO:\n",
        "        if move == LAY:\n            return state\n        if move == LET_GO:\n",
        "class Snapping(",
        ("offers lay", "the table after it is the one before it", "let `apply` do something"),
    ),
    "no-reason": PlayedMistake(
        keeps,
        TWO,
        '""',
        '@rule("no-match"',
        ("rule no-match", "gives no reason", "to snap", "write what completes “because ...”"),
    ),
    "word-not-filled-in": PlayedMistake(
        keeps,
        TWO,
        '"it takes {cards} on the pile"',
        '@rule("no-match"',
        ("rule no-match", "gives no reason", "with all facts it names"),
    ),
    "unknown-told-first": PlayedMistake(
        names_rules,
        '"not-your-turn", "no-match"',
        '"not-your-turn", "no-mach"',
        "class Snap(",
        ("`told_first`", "no-mach (is it no-match?)", "write the id of one"),
    ),
    "unknown-quiet": PlayedMistake(
        keeps_quiet,
        '"no-cards": Under',
        '"no-crds": Under',
        "class Snap(",
        ("`quiet`", "no-crds (is it no-cards?)", "write the id of one"),
    ),
    "untyped-state": PlayedMistake(
        declares,
        "State: type[SnapState] = SnapState",
        "State = SnapState",
        "class Snap(",
        ("write `State: type[SnapState] = SnapState`",),
    ),
}
"""Mistakes that are found when a game is played or compared with what it declares."""


@pytest.fixture
def made(tmp_path: Path) -> Iterator[Callable[[str, PlayedMistake], tuple[Any, Path]]]:
    """Makes a spoilt game, which is in no catalogue, and says where its rule book is."""
    names: list[str] = []

    def make(name: str, mistake: PlayedMistake) -> tuple[Any, Path]:
        file = tmp_path / f"{name}.py"
        plain = Mistake(mistake.good, mistake.bad, "", "")
        file.write_text(spoilt(name, plain), encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"spoilt_{name}", file)
        assert spec and spec.loader
        module = importlib.util.module_from_spec(spec)
        names.append(spec.name)
        sys.modules[spec.name] = module
        spec.loader.exec_module(module)
        return module.Snap(), file

    yield make
    for name in names:
        del sys.modules[name]


@pytest.mark.parametrize("name", PLAYED)
def test_a_game_that_breaks_the_contract_is_told_where_and_what_to_do(
    name: str, made: Callable[[str, PlayedMistake], tuple[Any, Path]]
) -> None:
    mistake = PLAYED[name]
    game, file = made(name, mistake)
    given = {"deals": 1, "moves_a_deal": 200} if mistake.test is keeps else {}
    with pytest.raises((AssertionError, pytest.fail.Exception)) as failed:
        mistake.test(game, **given)
    message = str(failed.value)
    assert all(part in message for part in mistake.said), message
    (number,) = re.findall(rf"{re.escape(str(file))}:(\d+)", message)
    line = file.read_text(encoding="utf-8").splitlines()[int(number) - 1]
    assert name in message and mistake.line in line, (line, message)
