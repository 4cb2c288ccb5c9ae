"""A call judged by deals that fit the auction: each is bid on to its end by the table of calls, and
the contract reached there is worth what perfect play makes of it.

Knows which calls a table leaves to judgement (`choosing.left_to_judgement`), imagined deals and what
a contract is worth.  Knows no game: the calls, and the hands that may think of them, are data.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from cardlab.engine.moves import PASS, Move
from cardlab.families.auctions import Auction
from cardlab.families.tricks import Tricks
from cardlab.players.bidding.choosing import Chosen, choose, hearing, left_to_judgement
from cardlab.players.bidding.speaking import Spoken, counted, spoken, word_of
from cardlab.players.luck import Ahead, beyond_luck
from cardlab.players.valuing import Scale, camp
from cardlab.players.worlds import Worlds

FIRST = 6
"""Deals after which calls that do worse are looked at no longer; with fewer the table decides."""
BEHIND = -1.0
"""By how many standard errors a call does worse than that of the table before it is looked at no
longer."""
GOES_ON = ("one-round", "game")
"""What a call may ask of the partner so that it is not judged: more will be known after the
answer."""


class Preferred(NamedTuple):
    """The call that did best, and over how many deals."""

    chosen: Chosen
    deals: int


def judged_call(
    view: Any,
    options: Sequence[Move],
    rng: random.Random,
    solve: Callable[[Any], Any],
    late: Callable[[], bool],
    layouts: int = 32,
) -> Preferred | None:
    """The best of the table's call and those that it leaves to judgement; None where nothing is
    left, and where there was no time.  A call has to be better beyond luck, and by what the table
    asks: imagined hands are never quite those that call like this, and play better than people.

    solve: what perfect play takes on a table; ValueError where it is not found in time; layouts: how
    many deals are imagined, if there is time for them.
    """
    told = spoken(view)
    if told is None:
        return None
    asked = told.table, told.heard, counted(view.game, view.hand), frozenset(map(word_of, options))
    usual = choose(*asked)
    if usual is None or usual.row.force in GOES_ON:
        return None
    others = {o.word: o for o in left_to_judgement(*asked) if o.word != usual.word}
    if not others:
        return None
    judge, worlds = _Judge(view, told, solve), Worlds(view, rng, calls=True)
    gains = _gains(judge, worlds, usual, others, late, layouts)
    deals = len(gains[usual.word])
    if deals < FIRST:
        return None
    best = beyond_luck(usual.word, list(others), gains)
    if Ahead.of(gains[best], gains[usual.word]).mean < told.table.judged_gain:
        best = usual.word
    return Preferred(others.get(best, usual), deals)


def _gains(
    judge: _Judge,
    worlds: Worlds,
    usual: Chosen,
    others: Mapping[str, Chosen],
    late: Callable[[], bool],
    layouts: int,
) -> dict[str, list[float]]:
    """What each call gains, deal by deal: of those that do worse for a few deals only."""
    gains: dict[str, list[float]] = {word: [] for word in (usual.word, *others)}
    left = list(others)
    for number in range(layouts):
        if number >= FIRST:
            table = gains[usual.word]
            left = [word for word in left if Ahead.of(gains[word], table).errors > BEHIND]
        if not left or late():
            break
        judge.look(worlds.draw())
        try:
            found = {word: judge.gain(word) for word in (usual.word, *left)}
        except ValueError:  # no time is left
            break
        for word, gain in found.items():
            gains[word].append(gain)
    return gains


class _Judge:
    """One decision: what calls gain for the seat that makes it."""

    def __init__(self, view: Any, told: Spoken, solve: Callable[[Any], Any]) -> None:
        self.told, self.solve, self.me = told, solve, view.me
        calls = (*view.phase.others, *view.phase.bids)
        self.moves: dict[str, Move] = {word_of(move): move for move in calls}
        self.scales: dict[Any, Scale] = {}

    def look(self, world: Any) -> None:
        """From here on gains are those of this deal."""
        self.world, self.solved = world, dict[Any, Any]()
        self.hands = [counted(world.game, hand) for hand in world.hands]

    def gain(self, word: str) -> float:
        """What the seat gains by a call after which all bid on by the table."""
        state, words = self.world, self.told.heard.words
        while True:
            state = state.phase.apply(state, state.to_move, self.moves[word])
            if not isinstance(state.phase, Auction):
                return self._worth(state) if isinstance(state.phase, Tricks) else 0.0
            words = (*words, word)
            heard = hearing(self.told.table, words)
            chosen = choose(self.told.table, heard, self.hands[state.to_move], heard.open)
            word = chosen.word if chosen else word_of(PASS)

    def _worth(self, state: Any) -> float:
        """What the contract is worth to the seat."""
        mine, value = camp(state, self.me), self._value(state)
        taken = float(value) if state.to_move in mine else float(value.left - value)
        if state.contract not in self.scales:
            self.scales[state.contract] = Scale(self.me, mine, leads=True)
            self.scales[state.contract].made_up(state, value.unit)
        return self.scales[state.contract](taken)

    def _value(self, state: Any) -> Any:
        """What the side on lead takes: the same in all contracts of a declarer with these trumps."""
        key = state.order, state.declarer
        if key not in self.solved:
            self.solved[key] = self.solve(state)
        return self.solved[key]
