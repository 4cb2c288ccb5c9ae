"""The first guess of a search: near the answer where one side has all the high cards, and never
more than a guess."""

from __future__ import annotations

from cardlab.solver.guessing import guess_tricks
from cardlab.solver.loading import plain
from cardlab.solver.searching import Solver, Workspace
from cardlab.solver.tables import Tables

SUIT, STRENGTH = tuple(c // 13 for c in range(52)), tuple(c % 13 for c in range(52))


def dealt(hands: tuple[tuple[int, ...], ...], trump: int | None) -> Solver:
    given = Tables(hands, 0, (0, 1, 0, 1), SUIT, STRENGTH, trump=trump)
    return Solver(given, Workspace(plain()))


def test_whoever_has_the_high_cards_and_the_trumps_takes_most_tricks() -> None:
    """Side 0 has the upper half of each suit, or the lower, or all of the spades."""
    high = [c for c in range(52) if c % 13 > 6][:24]
    low = [c for c in range(52) if c % 13 < 6][:24]
    hands = (tuple(high[::2]), tuple(low[::2]), tuple(high[1::2]), tuple(low[1::2]))
    for trump in (None, 0):
        ours = dealt(hands, trump)
        theirs = dealt((*hands[1:], hands[0]), trump)
        assert guess_tricks(ours.layout.K, [int(h) for h in ours.hand], 12) >= 11
        assert guess_tricks(theirs.layout.K, [int(h) for h in theirs.hand], 12) <= 1


def test_a_search_finds_the_value_from_any_guess() -> None:
    hands = (12, 25, 0), (11, 1, 14), (24, 2, 3), (13, 15, 23)
    solver = dealt(hands, None)
    values = {solver.value(guess) for guess in (None, -20, 0, 1, 2, 3, 50)}
    assert len(values) == 1


def test_a_value_outside_of_what_is_wanted_is_the_nearer_end() -> None:
    hands = (12, 25, 0), (11, 1, 14), (24, 2, 3), (13, 15, 23)
    solver = dealt(hands, None)
    value, each = solver.value(), solver.moves()
    for low in range(4):
        for high in range(low, 4):
            assert solver.value(within=(low, high)) == min(max(value, low), high)
            assert solver.moves(within=(low, high)) == {
                card: min(max(number, low), high) for card, number in each.items()
            }
