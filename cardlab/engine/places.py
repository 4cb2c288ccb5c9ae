"""What a seat knows of cards that it does not see: the ones that it passed on, or was shown.

Knows seats, hands and cards.  Knows no games and no rules.  A phase that moves a card in somebody's
sight says so (`State.remember`), and says when such a card leaves the hand (`State.forget`); a view
keeps what its viewer knows, and code that samples the hidden cards puts the known ones in place
first:

>>> from cardlab.engine.cards import cards
>>> known = (Known(0, Card("QS"), 1), Known(0, Card("AH"), 2))
>>> laid_out((cards("2C"), (BACK, BACK), (BACK,)), known)
((2C,), (QS, ??), (AH,))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cardlab.engine.cards import BACK, Card
from cardlab.engine.fields import SeatNo

Hands = tuple[tuple[Card, ...], ...]


class Known(NamedTuple):
    """The seat knows that the holder has this card in the hand."""

    seat: SeatNo
    card: Card
    holder: SeatNo


def laid_out(hands: Hands, known: Iterable[Known]) -> Hands:
    """The hands with the known cards in place of as many face-down ones."""
    filled = [list(hand) for hand in hands]
    for holder in dict.fromkeys(entry.holder for entry in known):
        hand = filled[holder]
        wanted = Counter(entry.card for entry in known if entry.holder == holder)
        for card in (wanted - Counter(hand)).elements():
            if BACK in hand:
                hand[hand.index(BACK)] = card
    return tuple(map(tuple, filled))


def without_known(
    known: tuple[Known, ...], holder: int, cards: Iterable[Card] | None
) -> tuple[Known, ...]:
    """What is still known after cards have left a hand; None where nobody else saw which."""
    if cards is None:
        return tuple([entry for entry in known if entry.holder != holder])
    gone = tuple(cards)
    if not any([entry.holder == holder and entry.card in gone for entry in known]):
        return known
    left = {seat: Counter(gone) for seat in {entry.seat for entry in known}}
    kept = []
    for entry in known:
        if entry.holder == holder and left[entry.seat][entry.card]:
            left[entry.seat][entry.card] -= 1
        else:
            kept.append(entry)
    return tuple(kept)
