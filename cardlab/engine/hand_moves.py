"""Moves that only some hands may make when they first come to move: a misdeal, a call, a meld shown.

A phase declares them, so that nobody has to find them by trying hands; a contract test holds what is
declared to hands that are dealt.  Knows moves and rules.  Knows no game.

>>> from cardlab.engine.moves import Say
>>> from cardlab.engine.rulings import note
>>> HandMove("misdeal", "Misdeal", note("bare", "A bare hand", "No honours."), Say("misdeal", "Misdeal"))
<misdeal: some hands>
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass

from cardlab.engine.cards import Card
from cardlab.engine.moves import Move, Say
from cardlab.engine.rulings import Rule


@dataclass(frozen=True, repr=False)
class HandMove:
    """A kind of move that some hands may make at the first turn of a deal, and others may not.

    word: the verb of the move, or its first word; title: what it is called; rule: what refuses it,
    None where a hand that may not make it is not offered it either; move: the move itself, where it
    names no cards; alike: what its rule looks at of a card, where nothing but the hand decides: cards
    for which it gives the same are counted as one kind.  None where the table decides as well.
    """

    word: str
    title: str
    rule: Rule | None = None
    move: Move | None = None
    alike: Callable[[Card], Hashable] | None = None

    def among(self, candidates: Iterable[Move]) -> tuple[Move, ...]:
        """The moves of this kind among some candidates."""
        if self.move is not None:
            return tuple(m for m in candidates if m == self.move)
        return tuple(m for m in candidates if word_of(m) == self.word)

    def __repr__(self) -> str:
        return f"<{self.word}: some hands>"


def word_of(move: Move) -> str:
    """What kind of move it is: the first word of a call, else its verb."""
    return str(move).split()[0] if isinstance(move, Say) else move.verb
