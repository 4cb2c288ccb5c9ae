"""What a game says of aims, points and ends is true of played matches."""

from __future__ import annotations

import re
from typing import Any

from cardlab.engine.aims import Points
from cardlab.families.tricks import TrickGame, TrickState
from cardlab.players import RandomBot, RuleOfThumbBot

from .conftest import walk

FULL = 12
"""Deals that are walked through."""


def test_aims_share_out_the_seats_that_play(game: Any) -> None:
    for match, _ in walk(game, FULL):
        state = match.state
        seats = [seat for aim in game.aims(state) for seat in aim.seats]
        assert len(seats) == len(set(seats)), "a seat has one aim"
        playing = set(state.phase.movers(state))
        if isinstance(state, TrickState):
            playing = (playing | set(state.trick.seats)) - set(state.sitting_out)
            assert not set(seats) & set(state.sitting_out)
        assert playing <= set(seats)


def test_what_is_gained_is_lost_by_others(game: Any) -> None:
    for match, _ in walk(game, FULL):
        gains = game.gains(match.lines)
        assert set(gains) == {side.id for side in game.sides}
        if len(gains) > 1:
            assert abs(sum(gains.values())) < 1e-6
            best = max(gains, key=gains.__getitem__)
            assert match.totals[best] == game.points.best_of(match.totals.values())


def finished(game: Any, many: int) -> Any:
    """Matches played to the end: by rules of thumb where tricks are taken, at random elsewhere."""
    for seed in range(many):
        match = game.match(seed=seed)
        bot: Any = RuleOfThumbBot(seed) if isinstance(game, TrickGame) else RandomBot(seed)
        while not match.over and match.ply < 8000:
            match.play(bot.choose(match.seat_view()))
        if match.over:
            yield match


def totals_in(sentence: str) -> list[int]:
    return [int(n.replace("−", "-")) for n in re.findall(r"−?\d+", sentence)]


def test_outcomes_agree_with_the_totals(game: Any) -> None:
    ended = 0
    for match in finished(game, 2):
        ended += 1
        outcome, totals = match.outcome, match.totals
        winners = [side for side in game.sides if side.id in outcome.winners]
        assert outcome.totals == tuple(totals.values())
        compared = {side: n for side, n in totals.items() if side not in outcome.out}
        if not outcome.did:
            best = game.points.best_of(compared.values())
            assert {s.id for s in winners} == {s for s, n in compared.items() if n == best}
        for reader in (None, *range(game.players)):
            said = outcome.say(reader)
            assert said[0].isupper() and said.endswith(".") and "{" not in said
            for side in winners:
                named = outcome.name(side, reader)
                assert len(re.findall(rf"(?i)\b{re.escape(named)}\b", said)) == 1, said
            if not outcome.did:
                for number in compared.values():
                    assert number in totals_in(said), said
            assert not re.search(r"\b1 points|\b(North|South|West|East) win\b", said)
            title = outcome.title(reader)
            if len(winners) == 1:
                plural = len(winners[0].seats) > 1 or reader in winners[0].seats
                assert title.endswith(" win" if plural else " wins")
    assert ended


def test_each_end_names_its_target(game: Any) -> None:
    for end in game.ends:
        note = end.note(game)
        for number in re.findall(r"\d+", end.text):
            assert number in note.text(game) + note.title
        other = "highest" if game.points is Points.BAD else "lowest"
        assert f"{other} score wins" not in note.text(game)
