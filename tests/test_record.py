"""Records: there and back, and what is said of those that cannot be."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cardlab
from cardlab import Record, RecordError


def played(id: str = "kaiser", moves: int = 30, seed: int = 3) -> cardlab.Match:
    match, rng = cardlab.game(id).match(seed=seed), random.Random(seed)
    for _ in range(moves):
        match.play(rng.choice(match.legal_moves()))
    return match


def data(**changes: Any) -> dict[str, Any]:
    """A good record as a dictionary, without its check, with some keys changed."""
    found = played().record.to_dict()
    del found["check"]
    return found | changes


def trouble(value: Any) -> str:
    text = value if isinstance(value, str | bytes) else json.dumps(value)
    with pytest.raises(RecordError) as caught:
        Record.from_json(text).replay()
    said = str(caught.value)
    assert said.count(" ") >= 3 and "Traceback" not in said
    return said


@pytest.mark.parametrize("id", cardlab.games())
def test_there_and_back(id: str) -> None:
    match = played(id, 25)
    again = Record.from_json(match.record.to_json(indent=1)).replay()
    assert (again.state, again.lines, again.record) == (match.state, match.lines, match.record)


def test_names_and_options_are_kept() -> None:
    match = cardlab.game("kaiser", set_penalty="bid").match(
        seed=1, players=["Ann", "Bob", "Cy", "Di"]
    )
    again = Record.from_json(match.record.to_json()).replay()
    assert again.names == ("Ann", "Bob", "Cy", "Di") and again.game.set_penalty == "bid"


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "null", "12", '"x"', "{}", b"\xff\xfe", "[" * 100000]
)
def test_no_record_at_all(text: Any) -> None:
    trouble(text)


def test_a_changed_record_is_noticed() -> None:
    record = played().record.to_dict()
    record["seed"] += 1
    assert "changed after it was written" in trouble(record)


def test_what_is_wrong_is_said() -> None:
    assert "version" in trouble(data(version=99))
    assert "no game 'whisk'" in trouble(data(game="whisk"))
    assert "no option" in trouble(data(options={"colour": "red"}))
    assert "names 3 players" in trouble(data(names=["A", "B", "C"]))
    assert "should be int" in trouble(data(seed="seven"))
    assert "lacks 'moves'" in trouble({k: v for k, v in data().items() if k != "moves"})
    assert "pair of seat and move" in trouble(data(moves=[[1, 2, 3]]))


def test_moves_that_cannot_have_happened() -> None:
    good = data()["moves"]

    def with_entry(at: int, entry: Any) -> str:
        return trouble(data(moves=[*good[:at], entry, *good[at + 1 :]]))

    assert "entry 1" in with_entry(0, [None, "deal QH 9C"])
    first = good[0][1].replace("|", "", 1)
    assert "entry 1" in with_entry(0, [None, first])
    twice = good[0][1].split()
    twice[1] = twice[2]
    assert "more often than the pack" in with_entry(0, [None, " ".join(twice)])
    assert "entry 2" in with_entry(1, [9, "pass"])
    assert "not-your-turn" in with_entry(1, [3, "pass"])
    assert "insufficient-bid" in trouble(data(moves=[good[0], [1, "9"], [2, "8"]]))
    assert "should move here" in trouble(data(moves=[*good[:3], good[0]]))
    assert "I" not in trouble(data(moves=[*good[:2], [2, "\x00"]]))[:1]


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(st.data())
def test_damage_anywhere_is_a_sentence(draw: st.DataObject) -> None:
    """Whatever is done to a record, it is read, or refused with a sentence: nothing else
    happens."""
    found = data()
    key = draw.draw(st.sampled_from(sorted(found)))
    junk = st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=8),
        lambda x: st.lists(x, max_size=3) | st.dictionaries(st.text(max_size=3), x, max_size=2),
    )
    if key == "moves" and draw.draw(st.booleans()):
        at = draw.draw(st.integers(0, len(found["moves"]) - 1))
        found["moves"][at] = draw.draw(
            st.lists(junk, max_size=3)
            | st.tuples(st.integers(-1, 5), st.text(max_size=6)).map(list)
        )
    else:
        found[key] = draw.draw(junk)
    try:
        Record.from_json(json.dumps(found)).replay()
    except RecordError as refused:
        assert len(str(refused)) < 4000
