"""Stealing: a card takes the cards of its rank from the pond, or a whole bundle that shows its rank.

Knows the pond, the bundles with the last card on top, hand after hand from one shuffle, and who took
last.  Knows no score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceUp, SeatNo
from cardlab.engine.game import Dealing, Game, Phase, Standing, State
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import PLAYS, Capture, Deal, Move
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.words import listed, possessive, some

Cards = tuple[Card, ...]


class Take(Capture):
    """Play a card and take what has its rank: the pond's cards, a bundle, or both."""

    __slots__ = ()

    @classmethod
    def write(
        cls, card: str, pond: Cards, name: str = "", seat: int | None = None, own: bool = False
    ) -> Any:
        held = Card(card)
        bundle = "your own bundle" if own else f"{name}'s bundle" if name else ""
        text = " and ".join(filter(None, [" ".join(pond), name]))
        said = " and ".join(filter(None, [listed(pond) if pond else "", bundle]))
        return f"{held} takes {text}", held, pond, f"{held.sign} takes {said}", None

    @property
    def kind(self) -> str:
        return ""

    @property
    def seat(self) -> int | None:
        """Whose bundle it takes, if it takes one."""
        return self.args[3] if len(self.args) > 3 else None


@dataclass(frozen=True)
class BundleState(State):
    """pond: the open cards; piles: the bundle of each seat, its top card last; took: who took
    last."""

    pond: FaceUp[Cards] = ()
    piles: FaceUp[BySeat[Cards]] = ()
    took: SeatNo | None = None


class FourCardsAndPond(Dealing):
    """Four cards each, and four to the pond."""

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return (4,) * game.players

    def apply(self, state: BundleState, seat: int | None, move: Deal) -> Any:
        pond, rest = move.stock[:4], move.stock[4:]
        piles = ((),) * state.game.players
        dealt = state.but(hands=move.hands, pond=pond, stock=rest, piles=piles)
        return state.game.next_phase(dealt)


class Stealing(Phase):
    """Play a card, with or without a capture, until all hands are played."""

    id, title, doing = "fish", "Fishing", "play"
    did = "played"
    begins = "eldest"
    prompt = "Your turn: play a card."
    hand_moves = (HandMove("capture", "Capture"),)

    def enter(self, state: BundleState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: BundleState) -> tuple[Move, ...]:
        game = table.game
        return tuple(m for card in table.hand for m in (*game.catches(table, card), PLAYS[card]))

    def read(self, table: BundleState, text: str) -> Move | None:
        """``6H takes 6S 6D and West``, with the cards of the pond in any order."""
        first, _, rest = text.partition(" takes ")
        names = {name.lower(): seat for seat, name in enumerate(table.game.names)}
        words = [word for word in rest.split() if word not in ("and", "bundle")]
        seats = [names[word] for word in words if word in names]
        try:
            pond = read_cards([word for word in words if word not in names])
            card = Card(first)
        except ValueError:
            return None
        if not words or len(seats) > 1:
            return None
        seat = seats[0] if seats else None
        if Counter(pond) <= Counter(table.pond):
            pond = tuple(sorted(pond, key=table.pond.index))
        return self.take(table, card, pond, seat)

    def take(self, table: BundleState, card: Card, pond: Cards, seat: int | None) -> Take:
        """The move that takes these cards of the pond and the bundle of a seat."""
        if seat is None:
            made: Take = Take(card, pond)
            return made
        made = Take(card, pond, table.game.names[seat], seat, seat == table.me)
        return made

    def apply(self, state: BundleState, seat: int, move: Any) -> Any:
        game, card = state.game, move.card
        state = state.but(hands=state.without(seat, card))
        if isinstance(move, Take):
            piles = list(state.piles)
            stolen: Cards = ()
            if move.seat is not None and move.seat != seat:
                stolen, piles[move.seat] = piles[move.seat], ()
            piles[seat] = (*piles[seat], *move.named, *stolen, card)
            pond = tuple(c for c in state.pond if c not in move.named)
            state = state.but(piles=tuple(piles), pond=pond, took=seat)
        else:
            state = state.but(pond=(*state.pond, card))
        state = state.but(to_move=state.after_seat(seat))
        return state if any(state.hands) else game.next_hands(state)

    def told(self, state: BundleState, seat: int, move: Move, name: str) -> str:
        if not isinstance(move, Take):
            return f"{name} lays {move.label} in the pond."
        parts = [listed(move.named)] if move.named else []
        if move.seat is not None:
            whose = "their own" if move.seat == seat else possessive(state.game.names[move.seat])
            parts.append(f"{whose} bundle of {some(len(state.piles[move.seat]), 'card')}")
        return f"{name} plays {Card(move.args[0]).sign} and takes {' and '.join(parts)}."


class BundleGame(Game):
    """A game of bundles: what a card takes, further hands, and the picture."""

    shelf = GameShelf.FISHING
    State: type[BundleState] = BundleState

    def catches(self, table: Any, card: Card) -> tuple[Take, ...]:
        """Everything that a card may take."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a card takes")

    def gain(self, table: Any, move: Any) -> float:
        """How good a capture is: the cards that come to the own bundle, and those that another
        loses."""
        if not isinstance(move, Take):
            return 0.0
        stolen = len(table.piles[move.seat]) if move.seat not in (None, table.me) else 0
        return 1 + len(move.named) + 2.0 * stolen

    def next_hands(self, state: BundleState) -> Any:
        """Four further cards each, or the end: whoever took last takes the pond."""
        if state.stock:
            hands = [state.stock[4 * i : 4 * i + 4] for i in range(self.players)]
            order = [(state.dealer + self.direction * i) % self.players for i in range(1, 13)]
            dealt = dict(zip(order[: self.players], hands, strict=True))
            rest = state.stock[4 * self.players :]
            return state.but(hands=tuple(dealt[s] for s in range(self.players)), stock=rest)
        if state.took is not None:
            piles = list(state.piles)
            piles[state.took] = (*state.pond, *piles[state.took])
            state = state.but(piles=tuple(piles), pond=())
        return self.end(state)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pond; piles: the bundles by seat, top card last; to_move: the seat to play (0 unless
        named)."""
        piles = given.get("piles") or ((),) * self.players
        read = {"pond": read_cards(given.get("pond", ())), "piles": tuple(map(read_cards, piles))}
        return {"to_move": 0} | given | read

    def zones(self, state: BundleState) -> list[Zone]:
        pond = Zone("pond", "pond", "row", None, "Pond", [face(card) for card in state.pond])
        stock = pile("stock", "Stock", state.stock, open=False)
        bundles: Iterable[Zone] = (
            pile(f"pile-{seat}", "Bundle", cards, open=True, owner=seat)
            for seat, cards in enumerate(state.piles)
        )
        return [pond, *([stock] if state.stock else []), *bundles]
