"""Getting rid of all cards: whoever has none left is out, and the last player with cards loses.

Knows who is still in, when a deal is over, the penalty point, and the move that lays a card of the
hand open.  Knows nothing of how cards are got rid of: the game says.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.cards import Card
from cardlab.engine.feats import Feat
from cardlab.engine.game import Game, State
from cardlab.engine.moves import _OfCard
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import Seat, some

__all__ = ["OUT", "CardsLeft", "LastOutGame", "LayOpen", "last_with_cards", "most_cards_left"]

OUT = note(
    "out-of-cards",
    "Out of cards",
    "A player without cards is out of the deal and safe. The others play on until only one of them"
    " has cards.",
    "going-out",
    "shedding",
)


class LayOpen(_OfCard):
    """Lay a card of the hand face up before oneself."""

    __slots__ = ()
    verb, title = "lay open", "Lay open"  # type: ignore[assignment]

    def told(self, name: str) -> str:
        return f"{name} lays {self.card.sign} open."


@dataclass(frozen=True)
class CardsLeft:
    """cards: how many each seat has left at the end."""

    cards: tuple[int, ...] = bounded(
        0, lambda game: len(game.pack), (0, 5), "cards left with {}", each="seat",
        most=lambda game: len(game.pack),
    )  # fmt: skip

    def cannot(self, game: Any) -> str:
        return "" if any(self.cards) else "the last player has cards left; give somebody a card"


ONE = Formula("1")


@scores(
    "last-with-cards", "The last player with cards", "shedding", "going-out", part=SheetPart.END
)
def last_with_cards(game: LastOutGame, result: CardsLeft) -> Iterator[ScoreLine]:
    """The last player with cards loses the deal and scores 1. Points are bad."""
    if sum(map(bool, result.cards)) == 1:
        loser = result.cards.index(max(result.cards))
        because = game.tell("{who} alone had cards left", who=Seat(loser))
        yield line(game.sides[loser].id, "Last with cards", last_with_cards, ONE, because)


@scores("most-cards-left", "The most cards", "shedding")
def most_cards_left(game: LastOutGame, result: CardsLeft) -> Iterator[ScoreLine]:
    """After {turns} turns the deal is stopped. If more than one player has cards then, those with
    the most score 1 each."""
    most = max(result.cards)
    if sum(map(bool, result.cards)) < 2:
        return
    for seat, held in enumerate(result.cards):
        if held == most:
            because = game.tell("{who} had {cards}", who=Seat(seat), cards=some(held, "card"))
            yield line(game.sides[seat].id, "Most cards", most_cards_left, ONE, because)


class LastOutGame(Game):
    """A game of shedding with one loser.  Its state has ``turns``, how many have been taken."""

    shelf = GameShelf.SHEDDING
    Result: type[CardsLeft] = CardsLeft
    points = Points.BAD
    scoring: tuple[Rule, ...] = (last_with_cards, most_cards_left)
    turns = Option(400, range(20, 2001), "After this many turns the deal is stopped.", house=True)

    @property
    def deal_passes(self) -> str:
        return (
            "The loser of a deal deals the next; after a deal that was stopped, the next player to"
            " the left."
        )

    def next_dealer(self, state: State) -> int:
        """The last player with cards; where there are several, the next player in turn."""
        cards = self.result(state).cards
        if sum(map(bool, cards)) != 1:
            return int(super().next_dealer(state))
        return int(cards.index(max(cards)))

    def aim_text(self, state: Any, seat: int) -> str:
        return "Get rid of your cards: nobody wants to be last with cards."

    def keeping_price(self, card: Card) -> int:
        """For bots: how dear a card is, so that cheaper ones are got rid of first."""
        return 0

    def left(self, state: Any, seat: int) -> int:
        """How many cards a seat still has to get rid of."""
        return len(state.hands[seat])

    def next_in(self, state: State, seat: int) -> int:
        """The next player who has cards."""
        seat = state.after_seat(seat)
        while not self.left(state, seat):
            seat = state.after_seat(seat)
        return seat

    def turn_over(self, state: Any, seat: int) -> Any:
        """The table after a turn of a seat: the next player's turn, or the end of the deal."""
        state = state.but(turns=state.turns + 1)
        still_in = sum(bool(self.left(state, s)) for s in range(self.players))
        if still_in < 2 or state.turns >= self.turns:
            return self.end(state)
        return state.but(to_move=self.next_in(state, seat))

    def result(self, state: State) -> Any:
        return CardsLeft(tuple(self.left(state, seat) for seat in range(self.players)))

    def feats(self, result: CardsLeft) -> tuple[Feat, ...]:
        """Who got rid of all cards, and what the others had left."""
        return tuple(
            Feat((seat,), f"had {some(held, 'card')} left" if held else "went out")
            for seat, held in enumerate(result.cards)
        )
