"""What the tables open is what the engine opens, position by position, in deals of every game
that compiles."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

import cardlab
from cardlab.families.tricks import Trick, TrickGame, Tricks
from cardlab.solver import CannotCompile, compiled
from cardlab.solver.tables import CARDS, Layout

TRICK_GAMES = [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]
NOT_COMPILED = {
    "bridge-solitaire": "the stock answers, so nobody holds the other hand",
    "cardigan": "cards lie there more than once, and equal ones are turned down",
    "contesting-twenty": "cards of the trump rank are equal, and so are the jokers",
    "looking-for-friends": "several cards are played to a trick at once, and cards lie there twice",
}
"""Games of tricks that have no tables, and why."""
DEALS_OF_A_START = 12
OFTEN = 100
"""Of so many turns the tables of one are made from the turn itself too."""


def starts(game: Any) -> Iterator[Any]:
    """Positions in which the first card of the play is due, from matches played at random."""
    for seed in range(10**9):
        rng = random.Random(f"{game.id}/{seed}")
        match = game.match(seed=seed)
        for _ in range(400):
            state = match.state
            if match.over:
                break
            if isinstance(state.phase, Tricks) and not state.trick.cards:
                yield state
                break
            match.play(rng.choice(match.legal_moves()))


def turns(game: Any, many: int) -> Iterator[Any]:
    """Turns of the play: each start as it is, and then with its cards dealt anew several times;
    every deal is played to its end by chance. Where tables come late in the play, because more
    happens before, all but the first of these deals begin there."""
    dealt = 0
    for start in starts(game):
        state = start
        for _ in range(DEALS_OF_A_START):
            walk = Walk(game, state, dealt)
            yield from walk
            start = walk.first or start
            dealt += 1
            if dealt > 20 * many:
                return
            if walk.layout is None:
                break  # from here the play does not come to tables
            state = dealt_anew(start, random.Random(f"{game.id}/{dealt}"))


class Turn(NamedTuple):
    """A turn of somebody who holds two cards or more: the cards that the engine opens, those
    that the tables open, as bits of the same numbering, and what makes it another turn than others.
    refused: why there are no tables."""

    state: Any
    engine: int
    tables: int
    key: int
    refused: str = ""


class Walk:
    """One deal, played by chance twice at once: by the engine, and from its first turn with
    tables on as the kernel reckons."""

    def __init__(self, game: Any, state: Any, seed: int) -> None:
        self.game, self.state, self.rng = game, state, random.Random(seed)
        self.layout: Layout | None = None
        self.first: Any = None
        """The first lead that has tables."""

    def begin(self) -> None:
        """The tables of this turn, once for all that follow under the same order."""
        found = compiled(self.state)
        given = found.tables
        lying = {*given.table, *(card for hand in given.hands for card in hand)}
        if len(found.cards) <= CARDS:
            # every card of the pack has its bit, so that bits mean the same in every deal
            given = replace(
                given, spare=tuple(card for card in range(len(found.cards)) if card not in lying)
            )
        self.layout = layout = Layout(given)
        self.bit = {
            card: layout.bit[place] for place, card in enumerate(found.cards) if place in layout.bit
        }
        self.now, self.hands, self.seats = (
            layout.at()[0],
            [layout.mask(hand) for hand in given.hands],
            found.seats,
        )
        if self.first is None and not self.state.trick.cards:
            self.first = self.state
        self.order, self.phase = self.state.order, self.state.phase
        self.trick = tuple(self.bit[c] for c in self.state.trick.cards)

    def __iter__(self) -> Iterator[Turn]:
        game = self.game
        while isinstance(self.state.phase, Tricks) and self.state.to_move is not None:
            state = self.state
            moves, refused = game.legal_moves(state), ""
            if state.order is None:
                self.layout = None
            elif self.layout is None or self.phase is not state.phase or self.order != state.order:
                try:
                    self.begin()
                except CannotCompile as why:
                    self.layout, refused = None, str(why)
            if self.layout is None:
                yield Turn(state, 0, 0, 0, refused or "no order yet")
                self.state = state.phase.apply(state, state.to_move, self.rng.choice(moves))
                continue
            seat, now, bit = self.now[0], self.now, self.bit
            assert self.seats[seat] == state.to_move, "another player is next"
            hand = self.hands[seat]
            if hand & (hand - 1):
                mates = tuple(
                    state.same_side(s, state.to_move) for s in state.trick.seats[: len(self.trick)]
                )
                key = hash((state.order, hand, self.trick, mates, now[6], now[7]))
                yield Turn(
                    state, sum([1 << bit[m.card] for m in moves]), self.layout.legal(hand, now), key
                )
            move = self.rng.choice(moves)
            card = bit[move.card]
            self.trick = (*self.trick, card) if len(self.trick) + 1 < len(self.seats) else ()
            self.hands[seat] ^= 1 << card
            self.now, _ = self.layout.after(now, card)
            self.state = state.phase.apply(state, state.to_move, move)


def dealt_anew(state: Any, rng: random.Random) -> Any:
    cards = [card for hand in state.hands for card in hand]
    rng.shuffle(cards)
    rest = iter(cards)
    return state.but(
        hands=tuple(tuple(next(rest) for _ in hand) for hand in state.hands),
        trick=Trick(state.trick.seats),
    )


@pytest.mark.parametrize("id", [id for id in TRICK_GAMES if id not in NOT_COMPILED])
def test_tables_open_what_the_engine_opens(id: str, request: pytest.FixtureRequest) -> None:
    """As the kernel reckons from the beginning of the deal, and now and then from the tables of
    the turn itself."""
    game, many = cardlab.game(id), int(request.config.getoption("--positions"))
    asked, narrowed, refused, seen, said = 0, 0, 0, set[int](), set[str]()
    for turn in turns(game, many):
        if asked == many:
            break
        if turn.refused:
            refused += 1
            said.add(turn.refused)
            continue
        if turn.key in seen:
            continue
        seen.add(turn.key)
        asked += 1
        narrowed += turn.engine.bit_count() < len(turn.state.hands[turn.state.to_move])
        assert turn.engine == turn.tables, str(turn.state)
        if asked % OFTEN == 0:
            assert compiled(turn.state).legal_cards() == {
                move.card for move in game.legal_moves(turn.state)
            }, str(turn.state)
    print(
        f"{id}: {asked:,} turns, {narrowed:,} narrowed, {refused:,} without tables {sorted(said)}"
    )
    assert asked == many, said


@pytest.mark.parametrize(
    "id", [id for id in cardlab.games() if id not in TRICK_GAMES or id in NOT_COMPILED]
)
def test_a_game_without_tables_says_why(id: str) -> None:
    game = cardlab.game(id)
    state = next(starts(game)) if id in NOT_COMPILED else game.match(seed=1).state
    with pytest.raises(CannotCompile) as told:
        compiled(state)
    assert str(told.value)[-1] != "." and len(str(told.value)) > 20
