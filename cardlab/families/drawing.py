"""Drawing to settle something: some seats draw a card each, and the highest has it; or chance draws
a suit.

Knows who draws, that those who tie draw again, and that the cards go back.  Knows nothing of what
is settled: the game says.

>>> highest_drawn(("KS 9C".split(), ["QH"], "KH AC".split(), ["2D"]))
2
>>> highest_drawn(([], ["QH"], [], ["AD"]))
3
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from cardlab.engine.cards import RANKS, SUITS, Card, Suit
from cardlab.engine.game import Dealing, Game, Phase, State
from cardlab.engine.moves import Deal, Move
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule
from cardlab.engine.words import listed

Piles = tuple[tuple[Card, ...], ...]


def _still_tied(hands: Sequence[Sequence[str]], drawers: Sequence[int]) -> tuple[list[int], int]:
    """Who is still tied after the draws so far, and after how many draws."""
    tied, drawn = list(drawers), 0
    while len(tied) > 1 and all(len(hands[seat]) > drawn for seat in tied):
        places = {seat: RANKS.index(hands[seat][drawn][0]) for seat in tied}
        tied, drawn = [seat for seat in tied if places[seat] == min(places.values())], drawn + 1
    return tied, drawn


def highest_drawn(hands: Sequence[Sequence[str]]) -> int | None:
    """The seat that drew highest, None while the draw is tied."""
    tied, _ = _still_tied(hands, [seat for seat, hand in enumerate(hands) if hand])
    return tied[0] if len(tied) == 1 else None


def rounds_drawn(hands: Sequence[Sequence[Card]]) -> list[list[tuple[int, Card]]]:
    """The draws one after another: who drew which card, those who tied again each time.

    >>> from cardlab.engine.cards import cards
    >>> rounds_drawn([cards("9S 4C"), (), cards("9H KD")])
    [[(0, 9S), (2, 9H)], [(0, 4C), (2, KD)]]
    """
    rounds = max(map(len, hands), default=0)
    return [
        [(seat, hand[n]) for seat, hand in enumerate(hands) if len(hand) > n] for n in range(rounds)
    ]


def draw_told(hands: Sequence[Sequence[Card]], names: Sequence[str]) -> str:
    """The draws in words: each card with who drew it, and that equal ones draw again.

    >>> from cardlab.engine.cards import cards
    >>> draw_told([cards("9S 4C"), (), cards("9H KD")], ("South", "West", "North"))
    'South draws 9♠ and North 9♥; again: South 4♣ and North K♦'
    """
    told: list[str] = []
    for drawn in rounds_drawn(hands):
        (first, card), *others = drawn
        verb = "" if told else " draws"
        pairs = [f"{names[first]}{verb} {card.sign}"]
        pairs += [f"{names[seat]} {other.sign}" for seat, other in others]
        told.append(listed(pairs, most=len(pairs)))
    return "; again: ".join(told)


class DrawHighest(Dealing):
    """Some seats draw a card each from the whole pack, and the highest has it.

    A game says who draws (nobody: the phase is passed by) and what the highest card settles.
    """

    def drawers(self, state: Any) -> tuple[int, ...]:
        """The seats that draw on this table."""
        raise NotImplementedError(f"{type(self).__name__} does not say who draws")

    def settled(self, state: Any, highest: int, hands: Piles) -> Any:
        """The table after a seat has drawn the highest card."""
        raise NotImplementedError(f"{type(self).__name__} settles nothing")

    def enter(self, state: State) -> Any:
        return super().enter(state) if self.drawers(state) else state.game.next_phase(state)

    def chance(self, state: State, rng: random.Random) -> Deal:
        cards = rng.sample(state.game.pack, len(state.game.pack))
        hands: list[list[Card]] = [[] for _ in range(state.game.players)]
        while len(tied := _still_tied(hands, self.drawers(state))[0]) > 1:
            for seat in tied:
                hands[seat].append(cards.pop())
        return Deal(hands, cards)

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        return (1,) * game.players

    def facts(self, game: Game) -> tuple[Rule, ...]:
        return ()

    def check(self, state: State, deal: Deal) -> None:
        drawers = self.drawers(state)
        if len(deal.hands) != state.game.players:
            raise ValueError("the draw has another number of seats")
        tied, drawn = _still_tied(deal.hands, drawers)
        if len(tied) != 1 or max(map(len, deal.hands)) != drawn:
            raise ValueError("the draw has no single winner")
        if any(hand for seat, hand in enumerate(deal.hands) if seat not in drawers):
            raise ValueError("somebody draws who has no part in it")
        whole = Deal(
            [[] for _ in deal.hands], [c for part in (*deal.hands, deal.stock) for c in part]
        )
        _Whole().check(state, whole)

    def apply(self, state: State, seat: int | None, move: Deal) -> Any:
        highest = highest_drawn(move.hands)
        assert highest is not None  # `check` has seen to it
        stock = tuple(card for part in (*move.hands, move.stock) for card in part)
        return state.game.next_phase(self.settled(state, highest, move.hands).but(stock=stock))


class _Whole(Dealing):
    """A deal of nothing, to check that the pack is whole."""


# --- a suit


class Drawn(Move):
    """The suit that chance has drawn."""

    __slots__ = ()
    verb, title = "draw", "Draw"

    @classmethod
    def write(cls, suit: str) -> Any:
        return f"draw {Suit(suit)}", None, (), Suit(suit).name, None

    def told(self, name: str) -> str:
        return f"{self.label.capitalize()} are drawn."


class SuitByChance(Phase):
    """Chance draws a suit.  A game says what comes of it, and which suits are drawn no more."""

    part = SheetPart.BEFORE

    def gone(self, state: State) -> tuple[str, ...]:
        """The suits that cannot be drawn any more."""
        return ()

    def drawn(self, state: Any, suit: Suit) -> Any:
        """The table after a suit was drawn."""
        raise NotImplementedError(f"{type(self).__name__} does nothing with a suit")

    def enter(self, state: State) -> Any:
        return state.but(to_move=None)

    def chance(self, state: State, rng: random.Random) -> Drawn:
        gone = self.gone(state)
        return Drawn(rng.choice([suit for suit in SUITS if suit not in gone]))

    def read_chance(self, text: str) -> Move:
        word, _, suit = text.partition(" ")
        if word != "draw" or suit not in SUITS:
            raise ValueError(f"{text!r} draws no suit; write 'draw H'")
        return Drawn(suit)

    def check(self, state: Any, move: Drawn) -> None:
        """Raises ValueError if the suit was drawn before."""
        if move.args[0] in self.gone(state):
            raise ValueError(f"{move.label} were drawn before in this deal")

    def apply(self, state: State, seat: int | None, move: Drawn) -> Any:
        return state.game.next_phase(self.drawn(state, Suit(move.args[0])))
