"""Moves as numbers, for programs that choose one of so many actions.

Knows how the moves of a game are written.  Knows no rule and no game.  A number means the same move
in every deal, where the move is a call or a card with a verb; moves that name several cards have a
few numbers for each card that they begin with.

>>> import cardlab
>>> moves = Numbering.of(cardlab.game("kaiser"))
>>> table = cardlab.game("kaiser").match(seed=7).seat_view()
>>> list(moves.numbered(table.legal_moves()).values())[:3]
[10, 10no, 11]
>>> len(moves)
76
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.memory import remember
from cardlab.engine.moves import Move

DEALS = 12
"""So many deals are played by chance to see which moves a game has."""
MOVES = 400
"""After so many moves of one match the next one is begun."""
SPARE = 24
"""Numbers for moves that those deals did not show."""

Key = tuple[str, str, int]
"""What a number stands for: the kind of move, the card or the words, and which of several."""


def keys(moves: Iterable[Move]) -> dict[Key, Move]:
    """Moves that are offered together, each with the key of its number."""
    seen: Counter[tuple[str, str]] = Counter()
    keyed: dict[Key, Move] = {}
    for move in sorted(moves):
        name = type(move).__name__, str(move.card) if move.card else str(move)
        keyed[*name, seen[name]] = move
        seen[name] += 1
    return keyed


@dataclass(frozen=True, eq=False)
class Numbering:
    """The numbers of a game's moves: from 0 on those with a key, after them the spare ones."""

    places: dict[Key, int]

    @classmethod
    def of(cls, game: Game) -> Numbering:
        """The numbering of a game with its options: always the same."""
        return cls(_places(game))

    def __len__(self) -> int:
        return len(self.places) + SPARE

    def numbered(self, moves: Iterable[Move]) -> dict[int, Move]:
        """These moves by their numbers.  Raises ValueError where a turn offers so many moves that
        nobody foresaw that the spare numbers do not suffice."""
        numbers: dict[int, Move] = {}
        unforeseen = []
        for key, move in keys(moves).items():
            place = self.places.get(key)
            if place is None:
                unforeseen.append(move)
            else:
                numbers[place] = move
        if len(unforeseen) > SPARE:
            raise ValueError(
                f"{len(unforeseen)} moves of this turn have no number, such as {unforeseen[0]}"
            )
        return numbers | dict(enumerate(unforeseen, len(self.places)))


@remember
def _places(game: Game) -> dict[Key, int]:
    """Which keys a game has: those of some deals, completed for all cards of the pack."""
    seen: dict[Key, None] = {key: None for phase in game.phases for key in keys(phase.vocabulary())}
    for seed in range(DEALS):
        seen |= dict.fromkeys(_offered(game, seed))
    pack = tuple(dict.fromkeys(map(str, game.pack)))
    of_cards: dict[str, int] = {}
    for kind, name, number in seen:
        if name in pack:
            of_cards[kind] = max(of_cards.get(kind, 0), number + 1)
    of_words = [key for key in seen if key[1] not in pack]
    complete = [
        (kind, card, number)
        for kind, most in of_cards.items()
        for card in pack
        for number in range(most)
    ]
    return {key: place for place, key in enumerate([*of_words, *complete])}


def _offered(game: Game, seed: int) -> Iterable[Key]:
    """The keys of everything that one match by chance offers."""
    rng = random.Random(seed)
    match: Match = game.match(seed=seed)
    for _ in range(MOVES):
        if match.over:
            return
        seat, moves = able(match, rng)
        yield from keys(match.candidates(seat))
        match.play(rng.choice(moves), seat)


def able(match: Match, rng: random.Random) -> tuple[int, tuple[Move, ...]]:
    """A seat that can move now, with its legal moves: the first, or where the quickest moves, one
    by chance."""
    phase = match.state.phase
    offers = [
        (seat, moves)
        for seat in phase.awaited(match.state)
        if (moves := match.seat_view(seat).legal_moves())
    ]
    return rng.choice(offers) if phase.raced else offers[0]


def cards_in_order(game: Game) -> dict[Card, int]:
    """The cards of the pack, each kind once, with their places."""
    return {card: place for place, card in enumerate(dict.fromkeys(game.pack))}
