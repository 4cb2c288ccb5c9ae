"""A match ends at exactly its target, limit or number of deals, and not one short of it."""

from __future__ import annotations

from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.outcomes import End
from cardlab.families.matches import Deals, LastOneIn, OutOfChips, Race


def limits(end: End) -> tuple[int, int] | None:
    """The score with which somebody ends the match, and the nearest with which nobody does; None
    where no score ends it."""
    if isinstance(end, Race):
        return end.target, end.target - 1
    if isinstance(end, OutOfChips):
        return -end.chips, 1 - end.chips
    return None


def test_the_score_that_ends_a_match_is_exactly_the_one_agreed(game: Any) -> None:
    # no two alike, who might have to play on, and nobody at a low target
    others = tuple(
        n - (game.points is Points.GOOD) * len(game.sides) for n in range(len(game.sides) - 1)
    )
    for end in game.ends:
        for score, over in zip(limits(end) or (), (True, False)):
            for at in range(len(game.sides)):
                standing = game.opening().but(totals=(*others[:at], score, *others[at:]))
                assert (end.outcome(game, standing) is not None) == over, (str(end), at, score)


def test_two_who_reach_the_target_with_as_much_play_on_or_share(game: Any) -> None:
    for end in game.ends:
        if isinstance(end, Race) and game.points is Points.GOOD:
            totals = (end.target,) * 2 + (0,) * (len(game.sides) - 2)
            outcome = end.outcome(game, game.opening().but(totals=totals))
            assert (outcome is None) == end.alone
            assert outcome is None or len(outcome.winners) == 2


def test_a_player_is_out_above_the_limit_alone(game: Any) -> None:
    for end in game.ends:
        if isinstance(end, LastOneIn):
            out = (end.limit + 1,) * (len(game.sides) - 2)
            for second, over in ((end.limit, False), (end.limit + 1, True)):
                standing = game.opening().but(totals=(end.limit, second, *out))
                assert (end.outcome(game, standing) is not None) == over


def test_the_agreed_deals_are_played_to_the_last(game: Any) -> None:
    """A standing is that of the deal to come: after so many deals the next would be one more."""
    for end in game.ends:
        if isinstance(end, Deals) and end.number:
            assert end.outcome(game, game.opening().but(deal=end.number)) is None
            assert end.outcome(game, game.opening().but(deal=end.number + 1)) is not None
