"""The play of a board, from rows and columns to the order in which the cards were played.

Knows whose turn it is and who wins a trick, which the game says.  Knows no file.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NoReturn

from cardlab.engine.cards import Card
from cardlab.pbn.boards import Board, bridge
from cardlab.pbn.sections import NO_CARD, Placed, refuse
from cardlab.pbn.words import NAMES


class Laying:
    """The play of a board while it is laid: who leads, and whose turn it is.

    turned: whether cards stood in columns of other seats, so that only the hands told whose they
    are.
    """

    def __init__(self, board: Board, first: int, leads: int) -> None:
        self.trump = board.contract.rstrip("X").lstrip("1234567")
        self.first, self.leads, self.leader = first, leads, leads
        self.turned = first != leads
        self.holders = {card: seat for seat, hand in enumerate(board.hands) for card in hand}
        self.known = all(board.hands)
        self.played: set[str] = set()
        self.number = 0
        self.short = 0

    def trick(self, words: Sequence[Placed]) -> list[Placed]:
        """The cards of the next row, in the order in which they were played."""
        if not any(word.move not in NO_CARD for word in words):
            return []
        self.number += 1
        if self.short:
            text = f"trick {self.number - 1} is not complete, and another follows"
            refuse(self.short, "trick-short", text)
        laid = self._by_columns(words) or self._by_hands(words)
        if not laid:
            self._refuse(words)
        for seat, word in laid:
            if word.move in self.played:
                self._not_held(seat, word)
            self.played.add(word.move)
        if len(laid) < 4:
            self.short = words[0].line
        else:
            trick = [(seat, Card(word.move)) for seat, word in laid]
            self.leader = bridge().winner(trick, self.trump)
        return [word for _, word in laid]

    def _columns(self, words: Sequence[Placed]) -> dict[int, Placed]:
        return {(self.first + at) % 4: word for at, word in enumerate(words)}

    def _turn(self) -> list[int]:
        return [(self.leader + at) % 4 for at in range(4)]

    def _by_columns(self, words: Sequence[Placed]) -> list[tuple[int, Placed]]:
        """Seats and cards as the columns have them; nothing where they cannot be so."""
        columns = self._columns(words)
        row = [(seat, columns.get(seat)) for seat in self._turn()]
        laid = [(seat, word) for seat, word in row if word and word.move not in NO_CARD]
        in_turn = [seat for seat, _ in laid] == self._turn()[: len(laid)]
        held = not self.known or all(self.holders[Card(w.move)] == seat for seat, w in laid)
        return laid if in_turn and held else []

    def _by_hands(self, words: Sequence[Placed]) -> list[tuple[int, Placed]]:
        """Seats and cards as the hands have them; nothing where they cannot be so."""
        cards = [word for word in words if word.move not in NO_CARD]
        turn = self._turn()[: len(cards)]
        by_seat = {self.holders[Card(w.move)]: w for w in cards} if self.known else {}
        if sorted(by_seat) != sorted(turn):
            return []
        self.turned = True
        return [(seat, by_seat[seat]) for seat in turn]

    def _refuse(self, words: Sequence[Placed]) -> NoReturn:
        """Say why a row cannot be a trick."""
        if self.first != self.leads:
            declarer = NAMES[(self.leads + 3) % 4]
            text = f"{declarer} declares, so the first column is {NAMES[self.leads]}'s"
            refuse(words[0].line, "first-column", text)
        columns, missing = self._columns(words), None
        for seat in self._turn():
            word = columns.get(seat)
            if word is None or word.move in NO_CARD:
                missing = seat if missing is None else missing
            elif missing is not None:
                card = word.move[1] + word.move[0]
                lacks = f"but the card of {NAMES[missing]} before it is missing"
                text = f"trick {self.number}: {NAMES[seat]} plays {card}, {lacks}"
                refuse(word.line, "not-in-turn", text)
            elif self.known and self.holders[Card(word.move)] != seat:
                self._not_held(seat, word)
        raise AssertionError("a row that is in turn and held is a trick")

    def _not_held(self, seat: int, word: Placed) -> NoReturn:
        card, at = Card(word.move), len(self.played) + 1
        played = ", for it has been played" if card in self.played else ""
        text = f"card {at}, {card.sign} by {NAMES[seat]}: {NAMES[seat]} does not hold {card.sign}"
        refuse(word.line, "not-held", text + played)
