"""What a table that was laid by hand lacks, where a question to it has no answer.

Tables that come from a deal lack nothing, and nobody asks them: whoever answers a question does so as
if everything were there. Only where that ends in an error is the table asked what it lacks; if it
lacks something, that is the answer. An error on a table that lacks nothing is an error of the game,
and shows as it is.

>>> import cardlab
>>> table = cardlab.game("kaiser").state(trick=[("west", "KH")], hands={"north": "QH 8C"})
>>> with answering(table.but(order=None)):
...     table.but(order=None).winning()
Traceback (most recent call last):
cardlab.engine.lacking.Lacking: Cards are played to tricks under an order: give trump, a suit or none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from types import TracebackType
from typing import Any

from cardlab.engine.adopting import WrongGame
from cardlab.engine.cards import BACK
from cardlab.engine.fields import FieldMark, marks_of, types_of

__all__ = [
    "EMPTY_HAND_LACKS",
    "STOCK_LACKS",
    "Lacking",
    "answering",
    "chosen_told",
    "lacks",
    "short_told",
    "tell_lack",
]


STOCK_LACKS = "Cards are drawn from the stock here: give stock"
"""What a table lacks on which somebody is to draw."""
EMPTY_HAND_LACKS = "Somebody is out of cards when a deal ends: give hands, one of them empty"
"""What a table lacks at the end of a deal that ends with an empty hand."""


class Lacking(ValueError):
    """A table that was laid by hand lacks what a question to it needs; the sentence says what to
    give."""


class answering:
    """An answer to a question to a table: an error in it is `Lacking`, where the table lacks
    something.

    scored: whether the answer needs what the result of a deal needs, over or not.
    """

    __slots__ = ("scored", "state")

    def __init__(self, state: Any, *, scored: bool = False) -> None:
        self.state = state
        self.scored = scored

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        trouble: BaseException | None,
        at: TracebackType | None,
    ) -> None:
        if isinstance(trouble, Exception):
            tell_lack(self.state, trouble, scored=self.scored)


def tell_lack(state: Any, trouble: Exception, *, scored: bool = False) -> None:
    """Raises `Lacking` from an error that a question to a table ended in, where the table lacks
    something; otherwise the error stands."""
    if isinstance(trouble, Lacking | WrongGame):
        return
    if missing := lacks(state, scored=scored):
        raise Lacking(f"{missing}.") from trouble


def lacks(state: Any, *, scored: bool = False) -> str:
    """What a table lacks, as a sentence without a stop: by its fields, then in its phase; ""
    where nothing is missing."""
    game = state.game
    lying = Counter(card for card in state.all_cards() if card is not BACK)
    if strange := lying - Counter(game.pack):
        sign = next(iter(strange)).sign
        return (
            f"{sign} lies here more often than in the pack of {game.title}: give cards of that pack"
        )
    missing: str = state.missing() or game.lacking(state) or state.phase.lacking(state)
    if not missing and scored:
        missing = game.result_lacks(state)
    if not missing and state.phase.waits_for_nobody(state):
        missing = "Somebody is to move here: give to_move, a player"
    if not missing and state.viewer is None and BACK in state.all_cards():
        missing = "This depends on cards that lie face down: give them"
    return missing


def short_told(state: Any, not_yet: Container[str] = ()) -> str:
    """That a table has not one thing for each seat or side, as `lacks` says it; "" where it has."""
    name = short_of_some(state, not_yet)
    told = f"A table has “{name}” for each player here: give {name}, one for each"
    return told if name else ""


def chosen_told(state: Any) -> str:
    """That somebody has chosen a card in secret that is not in their hand, as `lacks` says it."""
    for seat, move in state.chosen:
        hand = state.hands[seat]
        for card in (move.card, *move.named):
            if card not in (None, BACK, *hand) and BACK not in hand:
                name = state.game.names[seat]
                return f"{name} has chosen {card.sign} and does not hold it: give {name}'s hand"
    return ""


def short_of_some(state: Any, not_yet: Container[str] = ()) -> str:
    """The field of one entry for each seat or side that a table has too few or too many of; "" where
    all fit.

    not_yet: the fields that may have none at all.

    >>> import cardlab
    >>> short_of_some(cardlab.game("bundles").match(seed=1).state.but(piles=()))
    'piles'
    """
    held, game = vars(state), state.game
    for name, mark in counted(type(state)):
        each = game.players if mark is FieldMark.EACH_SEAT else len(game.sides)
        if len(held[name]) != each and (held[name] or name not in not_yet):
            return name
    return ""


def counted(kind: type[Any]) -> tuple[tuple[str, FieldMark], ...]:
    """The fields of a state that have one entry for each seat or side, each with its mark."""
    return tuple(
        (name, mark)
        for name, held in types_of(kind).items()
        for mark in marks_of(held)
        if mark in (FieldMark.EACH_SEAT, FieldMark.EACH_SIDE)
    )
