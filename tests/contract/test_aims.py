"""What a game says of aims, points and ends is true of played matches."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Aim, Points, Want
from cardlab.engine.game import OVER
from cardlab.families.tricks import Trick, TrickGame, TrickState
from cardlab.players import RandomBot
from cardlab.players.policy import gains, policy_move

from .conftest import LONGEST, walk

FULL = 12
"""Deals that are walked through."""


def test_aims_share_out_the_seats_that_play(game: Any, some: Callable[[int], int]) -> None:
    for match, _ in walk(game, some(FULL), moves=LONGEST):
        state = match.state
        seats = [seat for aim in game.aims(state) for seat in aim.seats]
        assert len(seats) == len(set(seats)), "a seat has one aim"
        playing = set(state.phase.movers(state))
        if isinstance(state, TrickState):
            playing = (playing | set(state.trick.seats)) - set(state.sitting_out)
            assert not set(seats) & set(state.sitting_out)
        assert playing <= set(seats)


def test_what_is_gained_is_lost_by_others(game: Any, some: Callable[[int], int]) -> None:
    for match, _ in walk(game, some(FULL), moves=LONGEST):
        gains = game.gains(match.lines)
        assert set(gains) == {side.id for side in game.sides}
        if len(gains) > 1:
            assert abs(sum(gains.values())) < 1e-6
            best = max(gains, key=gains.__getitem__)
            assert match.totals[best] == game.points.best_of(match.totals.values())


PLAIN: dict[str, dict[str, Any]] = {"kaiser": {"set_penalty": "bid"}}
"""Options under which a broken promise costs the same, whatever was taken."""

TURNS = {
    "belote": "king and queen of trumps are read off the cards that a seat played, in made-up tricks",
    "hearts": "who takes all the points shoots the moon",
    "julep": "others who fall short pay into the pool that two tricks win",
    "scotch-whist": "others score each card above those dealt, whatever it counts in a trick",
    "sixte": "one trick each scores for everybody",
    "spades": "ten bags cost points, and a nil of the others may come home",
    "skat": "matadors are read off the cards that a seat played, and the tricks are made up",
    "whist": "honours count nothing for a side whose tricks have won the game",
}
"""Games in which more of what is wanted may gain less, and why; a promise kept gains there too."""


def last_play(game: Any, seed: int) -> tuple[Any, Any] | None:
    """The table before the last card of a deal, and after it; None where none was played."""
    rng, state = random.Random(seed), game.match(seed=seed).state
    before = state
    while state.phase is not OVER:
        before = state
        if state.to_move is None:
            move: Any = state.phase.chance(state, rng)
        else:
            move = policy_move(state, rng, noise=0.3)
        state = state.phase.apply(state, state.to_move, move)
    whole = state.taken and len({frozenset(trick.seats) for trick in state.taken}) == 1
    return (before, state) if whole and before.order is not None else None


def won_by(table: Any, trick: Trick, seat: int) -> Trick:
    """The same cards, played from other seats, so that this one wins them."""
    seats = trick.seats
    turn = (seats.index(seat) - trick.best(table.order)) % len(seats)
    return trick._replace(seats=seats[turn:] + seats[:turn])


def imagined_gains(aim: Aim, end: Any) -> Iterator[tuple[int, float]]:
    """What a camp takes and what it gains by that, as it wins none of the tricks, one, two ..."""
    game, seats = end.game, end.taken[0].seats
    own = [seat for seat in seats if seat in aim.seats]
    others = [seat for seat in seats if seat not in aim.seats]
    foes = [seat for seat in others if not any(end.same_side(seat, mine) for mine in own)] or others
    for won in range(len(end.taken) + 1):
        winners = [
            own[i % len(own)] if i < won else foes[i % len(foes)] for i in range(len(end.taken))
        ]
        taken = [won_by(end, t, seat) for t, seat in zip(end.taken, winners, strict=True)]
        table = end.but(taken=tuple(taken), hands=((),) * game.players)
        mine = [trick for trick in taken if trick.winner(end.order) in own]
        amount = sum(game.trick_points(table, trick) for trick in mine)
        gained = gains(table)
        yield amount, fmean(gained[game.side_of[seat]] for seat in own)


def imagined_steps(game: Any) -> Iterator[tuple[Aim, tuple[int, float], tuple[int, float]]]:
    """Each aim of some deals, with two imagined results of which the second has more."""
    for found in (last_play(game, seed) for seed in range(FULL)):
        if found is None:
            continue
        before, end = found
        for aim in game.aims(before):
            if set(aim.seats) & set(end.taken[0].seats):
                for pair in pairwise(imagined_gains(aim, end)):
                    if pair[0][0] != pair[1][0]:
                        less, more = sorted(pair)
                        yield aim, less, more


def test_what_is_wanted_gains_and_a_promise_kept_gains_more(game: Any) -> None:
    """Tricks of a played deal are given to a camp one after another: more of what it wants never
    lowers its gain, and what it needs raises it.  A promise of no trick binds until it is broken;
    where a number is wanted exactly, both steps beside it are looked at."""
    if not isinstance(game, TrickGame):
        pytest.skip("no tricks are taken")
    looked = 0
    for aim, (less, before), (more, after) in imagined_steps(
        game.replace(**PLAIN[game.id]) if game.id in PLAIN else game
    ):
        said = f"{aim}: {less} gains {before:+.2f}, {more} gains {after:+.2f}"
        looked += 1
        if aim.want is Want.MOST:
            assert after >= before - 1e-6 or game.id in TURNS, said
            assert aim.needs is None or not less < aim.needs <= more or after > before, said
        elif aim.want is Want.FEWEST and aim.needs is None:
            assert after <= before + 1e-6 or game.id in TURNS, said
        elif aim.want is Want.FEWEST:
            assert less != aim.needs or after < before, said
        else:
            assert less != aim.needs or after < before, said
            assert more != aim.needs or after > before, said
    assert looked


@pytest.mark.parametrize("id", TURNS)
def test_where_more_may_gain_less_it_does(id: str) -> None:
    turned = 0
    for aim, (_, before), (_, after) in imagined_steps(cardlab.game(id)):
        turned += after < before if aim.want is Want.MOST else after > before
    assert turned


def finished(game: Any, many: int) -> Any:
    """Matches played to the end: by rules of thumb where tricks are taken, at random elsewhere."""
    for seed in range(many):
        match = played_out(game, seed)
        if not match.over:
            # a match of many deals that has no end in sight is played with three
            match = played_out(game.replace(deals=3), seed)
        if match.over:
            yield match


def played_out(game: Any, seed: int) -> Any:
    """Without the estimates that a bot makes before it bids: whoever wins is as good as another."""
    match, rng, bot = game.match(seed=seed), random.Random(seed), RandomBot(seed)
    while not match.over and match.ply < 8000:
        if isinstance(game, TrickGame):
            match.play(policy_move(match.state, rng))
        else:
            match.play(bot.choose(match.seat_view()))
    return match


def totals_in(sentence: str) -> list[int]:
    return [int(n.replace("−", "-")) for n in re.findall(r"−?\d+", sentence)]


def test_outcomes_agree_with_the_totals(game: Any, some: Callable[[int], int]) -> None:
    ended = 0
    for match in finished(game, some(2)):
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
