"""The limits are those that the documentation and the sentences name.

Where a test of a limit counts up to the name of it, the number itself is held here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.store import assignments, classes, codes, holders, houses, learners, matches
from cardlab.web import addresses
from cardlab.web.classes import assigning, handlers, showing
from cardlab.web.server import door, identity, limits, seats
from cardlab.web.server import learners as pages_of_learners

SECURITY = " ".join(
    (Path(__file__).parents[2] / "docs/security.md").read_text(encoding="utf-8").split()
)


@pytest.mark.parametrize(
    ("limit", "number", "sentence"),
    [
        (codes.LENGTH, 8, "eight letters and digits"),
        (limits.WRONG_OF_A_NAME, 8, "eight wrong codes for a name within ten minutes"),
        (limits.WRONG_A_MINUTE, 15, "fifteen of any kind in a minute"),
        (holders.TRIES, 10, "ten wrong codes from several places make the name wait"),
        (limits.JOINS, 80, "joined by one address eighty times in ten minutes"),
        (limits.JOINS_A_DAY, 150, "150 times in a day at most"),
        (limits.JOINS_OF_A_BROWSER, 10, "by one browser ten times in ten minutes"),
        (identity.DAYS, 400, "lasts 400 days"),
        (seats.MOST_MEMORY, 1000, "may take 1,000 MB"),
        (seats.MOST_MESSAGES, 50, "hears fifty messages a second"),
        (door.MOST_LOGGED, 20, "the first 20 of each connection"),
        (
            pages_of_learners.MOST_OF_GUEST,
            (5_000, 2_000_000),
            "more than 5,000 answers, steps and lessons or 2 MB",
        ),
        (
            pages_of_learners.MOST_OF_NAME,
            (20_000, 8_000_000),
            "a nickname or an account: 20,000, 8 MB",
        ),
    ],
)
def test_limits_are_those_of_the_documentation(
    limit: object, number: object, sentence: str
) -> None:
    assert limit == number and sentence in SECURITY


def test_limits_that_only_a_sentence_names() -> None:
    assert (classes.JOIN_CODE, classes.LONGEST_TITLE, classes.MOST_MEMBERS) == (6, 60, 300)
    assert (classes.TRIES, classes.PAUSE, holders.PAUSE) == (20, 60.0, 600.0)
    assert (assignments.LONGEST_TITLE, assignments.LONGEST_ADDRESS) == (60, 400)
    assert (assignments.MOST_ITEMS, assignments.MOST, assigning.MOST_SEED) == (30, 100, 10**6)
    assert (houses.MOST, houses.LONGEST_NAME, houses.LONGEST_TEXT) == (200, 80, 20_000)
    assert (learners.BIGGEST, learners.AHEAD, matches.MOST_SEATS) == (20_000_000, 86_400.0, 100)
    assert (handlers.MOST_SEED, handlers.MOST_TABLES) == (10**15, 40)
    assert (handlers.LONGEST_FIELD, handlers.LONGEST_LINK) == (200, 6000)
    assert (showing.MOST_SOLVED, showing.MOST_PLY) == (4, 10**6)
    assert (addresses.LONGEST, addresses.LONGEST_SHARED, addresses.LONGEST_MOVE) == (
        2000,
        6000,
        200,
    )
    assert (addresses.MOST_PARTS, addresses.MOST_SEED, addresses.MOST_LIKE) == (24, 10**9, 23)
    assert (door.LONGEST_BODY, door.LONGEST_MESSAGE) == (4 * 1024**2, 1024**2)
    assert (seats.MOST_VISITORS, seats.WINDOWS, seats.AT_ONCE, seats.SHARE) == (100, 6, 10, 1 / 3)
    assert (seats.MOST_IN_LINE, seats.MOST_OF_ONE) == (1000, 200)
    assert (limits.MOST, limits.MOST_IN_ALL) == (8, 40)
