"""Passing: cards of the hand are given to somebody else, all at the same time; as a rule everybody
gives some to a neighbour.

Knows directions around the table, and who remembers which card.  Knows no score and no game.

>>> LEFT.receiver(0, players=4), RIGHT.receiver(0, players=4), ACROSS.receiver(1, players=4)
(1, 3, 3)
>>> print(Passing(cards=3, directions=(LEFT,)).notes[0].wording)
Before the first lead everybody passes three cards face down to the left in every deal. Choose...
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Any

from cardlab.engine.game import State
from cardlab.engine.moves import Give, Move
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.words import ORDINALS, listed, some
from cardlab.families.exchanges import read_card


class Direction(Enum):
    """To whom cards are passed; the value is how a sentence says it."""

    LEFT = "to the left"
    RIGHT = "to the right"
    ACROSS = "across"
    HOLD = "to nobody"

    def receiver(self, seat: int, players: int) -> int:
        """The seat that is given the cards of a seat: itself, where nobody passes any."""
        steps = {"LEFT": 1, "RIGHT": -1, "ACROSS": players // 2, "HOLD": 0}[self.name]
        return (seat + steps) % players


LEFT, RIGHT, ACROSS, HOLD = Direction


class Giving(Simultaneous):
    """Seats give cards of their hands, one a move; those of all change hands together."""

    id, title, doing = "passing", "Passing cards", "choose cards to pass"
    prompt = "Everybody passes cards."

    def owed(self, state: Any, seat: int) -> int:
        """How many cards a seat gives."""
        raise NotImplementedError(f"{type(self).__name__} does not say who gives how many")

    def receiver(self, state: Any, seat: int) -> int:
        """The seat that is given the cards of a seat."""
        raise NotImplementedError(f"{type(self).__name__} does not say who is given them")

    def ready(self, state: State, seat: int) -> bool:
        return len(self.choices(state, seat)) == self.owed(state, seat)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        chosen = self.choices(table, table.me)
        gives = [Give(card) for card in table.hand]
        for move in chosen:
            gives.remove(move)
        return tuple(dict.fromkeys(gives))

    def read(self, table: State, text: str) -> Move | None:
        """A card by itself means to give it."""
        return read_card(text, Give) or read_card(f"give {text}", Give)

    def reveal(self, state: Any) -> Any:
        hands = [list(hand) for hand in state.hands]
        for seat, move in state.chosen:
            hands[seat].remove(move.card)
        for seat, move in state.chosen:
            hands[self.receiver(state, seat)].append(move.card)
        passed = state.but(hands=tuple(map(tuple, hands)))
        for seat in self.choosers(state):
            passed = passed.forget(seat)
        for seat, move in state.chosen:
            passed = passed.remember(seat, (move.card,), self.receiver(state, seat))
        return passed

    def asks(self, state: Any) -> str:
        if state.me is None:
            return self.prompt
        owed = self.owed(state, state.me)
        left = owed - len(self.choices(state, state.me))
        cards = some(left, "card" if left == owed else "more card")
        return f"Choose {cards} for {state.game.names[self.receiver(state, state.me)]}."

    def heard(self, state: Any, seat: int, move: Move, names: Sequence[str], reader: int) -> str:
        """The giver hears the card, the others that somebody is ready; when all are, everybody
        hears which cards came."""
        assert move.card is not None
        sentence = self.told(state, seat, move, names[seat])
        if seat == reader:
            sentence = (
                f"{names[seat]} gives {move.card.sign} to {names[self.receiver(state, seat)]}."
            )
        last = self.movers(state) == (seat,) and self.completes(state, seat, move)
        if not last:
            return sentence
        givers = (s for s in self.choosers(state) if self.receiver(state, s) == reader)
        giver = next(givers, None)
        if giver is None:
            return sentence
        given = [m.card for s, m in (*state.chosen, (seat, move)) if s == giver]
        return f"{sentence} {names[reader]} is given {listed(given)} by {names[giver]}."


class Passing(Giving):
    """Each seat gives ``cards`` cards of its hand, one a move; those of all seats change hands
    together.  ``directions``: one a deal, in turn; with HOLD the phase is passed over."""

    part = SheetPart.BEFORE

    cards: int
    """How many cards each seat gives."""
    directions: tuple[Direction, ...] = (LEFT, RIGHT, ACROSS, HOLD)
    """Where the cards go, one direction a deal, in turn."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        if "notes" not in attributes:
            self.notes: tuple[Rule, ...] = (self._note(),)

    def _note(self) -> Rule:
        """The note that the rule sheet prints, made from the directions."""
        many = some(self.cards, "card")
        if len(self.directions) == 1:
            text = f"Before the first lead everybody passes {many} face down"
            text += f" {self.directions[0].value} in every deal."
        else:
            deals = [
                f"in the {ordinal}{' deal' * (not number)} {direction.value}"
                for number, (ordinal, direction) in enumerate(
                    zip(ORDINALS, self.directions, strict=False)
                )
            ]
            text = f"Before the first lead everybody passes {many} face down: "
            text += f"{'; '.join(deals)}; and so on in turn."
        text += " Choose them before you look at those that you are given."
        return note("passing", "Passing cards", text, "card-exchange")

    def direction(self, state: State) -> Direction:
        """Where cards go in this deal."""
        return self.directions[(state.standing.deal - 1) % len(self.directions)]

    def receiver(self, state: Any, seat: int) -> int:
        """The seat that is given the cards of a seat."""
        return self.direction(state).receiver(seat, state.game.players)

    def owed(self, state: State, seat: int) -> int:
        return self.cards

    def enter(self, state: Any) -> Any:
        if self.direction(state) is HOLD:
            return state.game.next_phase(state)
        return super().enter(state)
