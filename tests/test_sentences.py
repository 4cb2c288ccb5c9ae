"""What the product says, read by machine: a sample of what ``python -m tests.sentences`` reads."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cardlab
from cardlab.engine.scoring import Formula, Quantity
from cardlab.engine.summary import summary
from cardlab.engine.worked import steps
from cardlab.families.matches import OutOfChips
from cardlab.families.rubber import RubberResult
from cardlab.players.bidding.conditions import Span
from cardlab.players.bidding.showing import points_in_words
from tests.sentences.collecting import of_game
from tests.sentences.lints import LINTS, Lint, hits, item_twice, sentences, shape


@pytest.mark.parametrize("lint", LINTS, ids=lambda lint: lint.name)
def test_each_lint_finds_its_fault_and_nothing_else(lint: Lint) -> None:
    assert lint.pattern.search(lint.wrong), lint.wrong
    assert not lint.pattern.search(lint.right), lint.right


def test_an_item_with_a_comma_is_noticed() -> None:
    listed = "<5 is illegal: five was bid; legal: Pass, Spades, Spades, alone or 3 more>"
    assert item_twice(listed) and "an item twice" in hits(listed)
    assert not item_twice("<5 is illegal: no; legal: Pass; Spades; Spades, alone; or 3 more>")


def test_sentences_and_their_shapes() -> None:
    assert sentences("You have two. Play 4♥. “Cheat!” 10♣ is next.") == [
        "You have two.",
        "Play 4♥.",
        "“Cheat!”",
        "10♣ is next.",
    ]
    told = "Clubs were led and West has three; of these, only 10♥, K♥ or A♥ can beat 9♥"
    assert shape(told) == "Suits were led and N has some; of these, only □□ can beat □"


def test_numbers_agree_where_one_is_left() -> None:
    """Chips, cards, no trumps and points, at one and at two."""
    assert OutOfChips(1).text == "until 1 chip is lost"
    assert OutOfChips(2).text == "until 2 chips are lost"
    for level, contract in ((1, "1 no trump"), (3, "3 no trumps")):
        assert RubberResult(level=level, strain="NT").contract == contract
    assert points_in_words({"tp": Span(1)}) == "1 point or more"


def test_what_comes_of_a_deal_is_told_to_whoever_reads() -> None:
    game = cardlab.game("knockout-whist")
    alone, tied = game.Result(7, (4, 2, 1, 0)), game.Result(7, (3, 3, 1, 0))
    assert summary(game, game.feats(alone), game.score(alone), 0).title.endswith(
        "took four tricks: the choice of trumps next."
    )
    assert summary(game, game.feats(tied), game.score(tied), 0).title.endswith(
        "took three tricks: a draw for trumps."
    )


def test_a_plain_number_is_read_aloud_once() -> None:
    pairs = Formula("20*n", n="aces")
    assert [step.say() for step in steps(pairs, {"n": 1})] == ["20, times aces: 1; points: 20"]


def test_a_sum_is_read_aloud_name_by_name() -> None:
    """A pause stands between a name and its number, and what it comes to stands last."""
    kaiser = cardlab.game("kaiser")
    made, _ = kaiser.score(kaiser.Result(contract=8, tricks=(4, 4), five=0, three=1))
    (step,) = steps(made.formula, made.values)
    assert step.say() == "tricks: 4, plus 5 for 5♥: 5, minus 3 for 3♠: 0; taken: 9"
    laid = Formula("h - 4*l", h=Quantity("", "deadwood"), l=Quantity("", "least deadwood"))
    assert steps(laid, {"h": 171, "l": 16})[-1].say() == (
        "deadwood: 171, minus 4 times least deadwood: 64; points: 107"
    )


def test_every_apostrophe_is_the_straight_one() -> None:
    """Also in texts that no sample of play reaches; two files read what others have written."""
    package = Path(cardlab.__file__).parent
    reads_others = {package / "lessons/check.py", package / "web/pages/labs/blocks.py"}
    curly = {
        (str(path.relative_to(package)), line.strip())
        for suffix in ("py", "toml", "js")
        for path in package.rglob(f"*.{suffix}")
        for line in path.read_text("utf-8").splitlines()
        if re.search(r"[a-z}]’[a-z]", line) and path not in reads_others
    }
    assert not curly


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_no_lint_finds_anything_in_a_game(id: str) -> None:
    """Sheets with every option at its ends; refusals, tables, logs and scores of a little play."""
    found = {
        (name, one.part, one.text)
        for one in of_game(id, positions=40, results=20, seeds=0, seed=1)
        for name in hits(one.text)
    }
    assert not found, sorted(found)[:5]
