"""The address of a page: what it may say, and what becomes of everything else."""

from __future__ import annotations

import pytest

from cardlab.engine.catalogue import game_class
from cardlab.web.pages.query import PACE, read_query

KAISER = game_class("kaiser")


def test_an_empty_address_asks_for_nothing() -> None:
    query = read_query("", KAISER)
    assert (query.match, query.seed, query.mode, query.pace, query.options, query.said) == (
        None,
        None,
        "show",
        PACE,
        {},
        [],
    )


def test_a_good_address_is_taken_as_it_is() -> None:
    query = read_query("match=abc_DEF-12&seed=-7&mode=ask&pace=0", KAISER)
    assert (query.match, query.seed, query.mode, query.pace, query.said) == (
        "abc_DEF-12",
        -7,
        "ask",
        0.0,
        [],
    )
    assert query.link("abc_DEF-12") == "match=abc_DEF-12&mode=ask&pace=0"
    chosen = read_query("bots=simple", KAISER)
    assert (chosen.bots, chosen.said, chosen.link(None)) == ("simple", [], "bots=simple")
    refused = read_query("bots=perfect", KAISER)
    assert refused.bots == "sensible" and "simple, sensible or strong" in refused.said[0]


@pytest.mark.parametrize(
    "text",
    [
        "match=../../etc/passwd",
        "match=" + "a" * 500,
        "match=%00%00%00%00%00%00",
        "match=<script>alert(1)</script>",
        "match=a'%20or%201=1--",
        "seed=1e9",
        "seed=",
        "seed=٣",
        "seed=" + "9" * 400,
        "mode=cheat",
        "pace=nan",
        "pace=-1",
        "pace=inf",
        "nonsense=1",
        "=",
        "&&&=&",
        "%ff%fe=%ff",
        "players=5",
        "players=-1",
        "seed=1&seed=2",
        "seed",
        "__class__=1",
        "a" * 5000,
        "&".join(f"x{i}=1" for i in range(200)),
        "match=%E2%80%AEabcdef",
    ],
)
def test_a_hostile_address_is_a_sentence_and_a_default_table(text: str) -> None:
    query = read_query(text, KAISER)
    assert query.match is None and query.mode == "show" and query.pace == PACE and not query.options
    if text.strip("&="):
        assert query.said
    for sentence in query.said:
        assert sentence.isprintable() and len(sentence) < 400 and sentence.endswith(".")
