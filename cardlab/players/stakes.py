"""What hung on a card: a promise that was kept with the best card and is broken after another, or
the other way round.

Knows what a game says of aims, and the values that the solver gave.  Knows no game, no rule and no
score.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.game import State
from cardlab.engine.moves import Move
from cardlab.engine.words import listed, number, some
from cardlab.players.valuing import took

__all__ = ["Stake", "stake"]


@dataclass(frozen=True)
class Stake:
    """A promise that one card decided, with the cards as they lay.

    aim: who promised, and how many; unit: of what; best, played: how many they get in the whole
    deal if everybody plays their best, after the best card and after the one that was played; best
    and played fall on two sides of what was promised.
    """

    aim: Aim
    unit: str
    best: int
    played: int

    @property
    def kept(self) -> bool:
        """Whether the promise is kept after the card that was played."""
        return _keeps(self.aim, self.played)

    def say(self, names: Sequence[str], best: str, played: str) -> str:
        """The sentence, with the names of the seats and of the two cards.

        >>> promise = Stake(Aim((0, 2), Want.MOST, 9), "trick", best=9, played=8)
        >>> promise.say(("you", "West", "North", "East"), best="A♦", played="4♣")
        'It decided the deal: you and North needed nine tricks; A♦ left nine in reach, 4♣ eight.'
        """
        who = listed([names[seat] for seat in self.aim.seats])
        needs = self.aim.needs or 0
        if self.aim.want is Want.FEWEST:
            most = f"at most {some(needs, self.unit)}" if needs else f"no {self.unit}"
            promise = f"{who} had to take {most}"
            found = f"{best} held it to {_many(self.best)}, {played} to {_many(self.played)}"
        else:
            promise = f"{who} needed {some(needs, self.unit)}"
            found = f"{best} left {_many(self.best)} in reach, {played} {_many(self.played)}"
        return f"It decided the deal: {promise}; {found}."


def _many(count: int) -> str:
    return number(count) if count else "none"


def _keeps(aim: Aim, count: int) -> bool:
    assert aim.needs is not None
    return count <= aim.needs if aim.want is Want.FEWEST else count >= aim.needs


def stake(state: State, solved: Mapping[Move, Any], best: Move, played: Move) -> Stake | None:
    """The promise that was decided by this card instead of a best one; None if there is none.

    state: the table before the card; solved: the value of every open card.  Nothing is said where
    the values are only what is certain, and of a promise of an exact number, for which nobody plays
    who plays for many or for few.
    """
    value = solved[best]
    if value.bound or value == solved[played]:
        return None
    for aim in state.game.aims(state):
        if aim.needs is None or aim.want is Want.EXACTLY:
            continue
        if value.fewest is not (aim.want is Want.FEWEST):
            continue
        with_best = _in_the_deal(state, aim, value)
        with_played = _in_the_deal(state, aim, solved[played])
        if with_best is None or with_played is None:
            continue
        if _keeps(aim, with_best) != _keeps(aim, with_played):
            return Stake(aim, value.unit, with_best, with_played)
    return None


def _in_the_deal(state: Any, aim: Aim, value: Any) -> int | None:
    """What those who promised get in the whole deal; None where the solver's camps are not
    theirs."""
    playing = {*aim.seats} & {*state.trick.seats}
    camp = {*value.seats} & {*state.trick.seats}
    had = took(state, aim.seats, value.unit)
    if playing == camp:
        return int(had + int(value))
    if playing == {*state.trick.seats} - camp:
        return int(had + value.left - int(value))
    return None
