"""Points made at once: cards that score together for the player who takes them in one trick, and
may end the game there and then.

Knows combinations of cards, tricks that score as they are taken, and a widow that goes with the
last of them.  Knows no suits, no rules of following and no values.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.game import State
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.table import Zone, face, pile
from cardlab.families.best_of import GamesGame
from cardlab.families.tricks import TrickGame, Tricks


class Combination(NamedTuple):
    """Cards that score when they are taken together: the suit and kind that name them, and the
    height that scores."""

    suit: str
    kind: str
    height: int
    cards: tuple[Card, ...]


def in_suits(suits: str, kinds: Iterable[str]) -> tuple[Combination, ...]:
    """Combinations within one suit, such as "5" or "A+4"; the suits from low (height 1) to high.

    >>> in_suits("SC", ["A+4"])[1]
    Combination(suit='C', kind='A+4', height=2, cards=(AC, 4C))
    """
    return tuple(
        Combination(suit, kind, height, tuple(Card(rank + suit) for rank in kind.split("+")))
        for height, suit in enumerate(suits, 1)
        for kind in kinds
    )


def taken_together(
    declared: Iterable[Combination], cards: Iterable[str]
) -> tuple[Combination, ...]:
    """Which of the combinations these cards make."""
    taken = set(cards)
    return tuple(c for c in declared if taken.issuperset(c.cards))


class AtOnceTricks(Tricks):
    """Each trick scores as it is taken; then the widow, for the winner of the last."""

    def after_trick(self, state: Any) -> Any:
        game, winner = state.game, state.to_move
        state = self.peg(state, winner, state.taken[-1].cards)
        if not game.out(state) and not state.hands[winner]:
            state = self.peg(state.but(shown=state.stock, stock=()), winner, state.stock)
        return game.end(state) if game.out(state) else super().after_trick(state)

    def peg(self, state: Any, winner: int, cards: tuple[Card, ...]) -> Any:
        """Score what was taken."""
        lines = tuple(state.game.at_once(state.game.side_index(winner), cards))
        return state.but(pegged=(*state.pegged, *lines)) if lines else state


class AtOnceGame(GamesGame, TrickGame):
    """A match of games in which a game can end in the middle of a deal; ``widow``: the name of
    the cards that go with the last trick."""

    widow: ClassVar[str] = "Widow"

    def out(self, state: State) -> bool:
        """Points made in the middle of this deal have ended the game."""
        return bool(state.pegged) and max(self.live(state)) >= self.best_of.target

    def at_once(self, side: int, cards: Iterable[str]) -> Iterable[ScoreLine]:
        """What these cards score at once, taken by this side."""
        raise NotImplementedError

    def tricks_and_widow(self, state: Any) -> tuple[int, ...]:
        """Tricks by side; the widow that was taken counts as one."""
        tricks = list(state.tricks_by_side())
        if state.taken and not state.stock:
            tricks[self.side_index(state.winners()[-1])] += 1
        return tuple(tricks)

    def panels(self, state: Any) -> dict[str, Any]:
        """The game so far, in the note to what is played for."""
        panels = super().panels(state)
        if "contract" in panels and state.phase.id != "over":
            panels["contract"]["note"] = self.so_far(state)
        return panels

    def zones(self, state: Any) -> list[Zone]:
        id, zones = self.widow.lower(), super().zones(state)
        if state.shown:
            return [*zones, Zone(id, id, "row", None, self.widow, [face(c) for c in state.shown])]
        return [*zones, *([pile(id, self.widow, state.stock, open=False)] if state.stock else [])]
