"""What the product says, read by machine: a sample of what ``python -m tests.sentences`` reads."""

from __future__ import annotations

import pytest

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
