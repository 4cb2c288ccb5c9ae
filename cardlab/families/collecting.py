"""Matches that use their cards up: each player deals once, from their own pack; what a side
takes stays with it.

Knows personal packs, the draw for the first deal and what was collected.  Knows no contract and no
score.

>>> from cardlab.engine.cards import pack
>>> full_suits((*pack(suits="H", decks=2), *pack("AKQ")))
{'S': 0, 'H': 2, 'C': 0, 'D': 0}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANKS, SUITS, Card
from cardlab.engine.facts import hand_note
from cardlab.engine.fields import BySide, FaceDown, FaceUp
from cardlab.engine.game import Dealing, Standing
from cardlab.engine.moves import Deal, Move
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.table import Zone, pile
from cardlab.families.drawing import DrawHighest, Piles
from cardlab.families.tricks import TrickGame, TrickState


@dataclass(frozen=True)
class CollectingStanding(Standing):
    """left: the packs not dealt from yet, by seat; kept: what each side has collected."""

    left: Piles = ()
    kept: Piles = ()


@dataclass(frozen=True)
class CollectingState(TrickState):
    """packs: the face-down packs of the seats; collected: what the sides took in earlier deals;
    drawn: the cards drawn for the first deal."""

    packs: FaceDown[Piles] = ()
    collected: FaceUp[BySide[tuple[Card, ...]]] = ()
    drawn: Piles = ()

    def gathered(self) -> Piles:
        """What each side has got from this deal so far."""
        return self.taken_by_side()


def full_suits(cards: Iterable[Card]) -> dict[str, int]:
    """How many complete suits, ace to two, there are of each."""
    counted: dict[Card, int] = {}
    for card in cards:
        counted[card] = counted.get(card, 0) + 1
    return {suit: min(counted.get(Card(rank + suit), 0) for rank in RANKS) for suit in SUITS}


class DrawForDeal(DrawHighest):
    """Once a match: a card each, the highest deals first."""

    part = SheetPart.DEAL

    id, title = "draw", "The first deal"
    notes = (
        note(
            "draw-for-deal",
            "Draw for the first deal",
            "Everybody draws a card, ace high and two low; the highest deals first. Those who tie"
            " draw again, and drawn cards stay out until that is settled.",
            "shuffle",
        ),
    )

    def drawers(self, state: CollectingState) -> tuple[int, ...]:
        return tuple(range(state.game.players)) if state.standing.deal == 1 else ()

    def settled(self, state: CollectingState, highest: int, hands: Piles) -> Any:
        return state.but(standing=state.standing.but(dealer=highest), drawn=hands)

    def told(self, state: CollectingState, seat: int, move: Move, name: str) -> str:
        return f"{name} draws {move.args[0][seat][-1].sign}, the highest card, and deals first."


class OwnPacks(Dealing):
    """Once a match: the whole pack is shuffled and shared out as packs of the players' own."""

    part = SheetPart.DEAL

    id, title = "packs", "The players' packs"
    notes = (
        note(
            "own-packs",
            "A pack of your own",
            "The packs are shuffled together and dealt out face down, an equal pack to every"
            " player. Nobody looks at them; each player deals once, from their own pack.",
            "shuffle",
            "multi-deck",
        ),
    )

    def enter(self, state: CollectingState) -> Any:
        return super().enter(state) if state.standing.deal == 1 else state.game.next_phase(state)

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        return (len(game.pack) // game.players,) * game.players

    def facts(self, game: CollectingGame) -> tuple[Rule, ...]:
        return ()

    def apply(self, state: CollectingState, seat: int | None, move: Deal) -> Any:
        return state.game.next_phase(state.but(packs=move.hands, stock=move.stock))

    def told(self, state: CollectingState, seat: int, move: Move, name: str) -> str:
        return (
            f"All cards are shuffled and shared out, {len(move.args[0][0])} face down to each"
            " player."
        )


class FromOwnPack(Dealing):
    """The dealer shuffles their own pack and deals it out."""

    notes = (
        note(
            "deal-own-pack",
            "Deal from your own pack",
            "The dealer shuffles their own pack and deals the hands from it.",
            "deal",
            "shuffle",
        ),
    )

    def source(self, state: CollectingState) -> tuple[Card, ...]:
        pack: tuple[Card, ...] = state.packs[state.dealer]
        return pack

    def facts(self, game: CollectingGame) -> tuple[Rule, ...]:
        sizes = self.sizes(game, game.opening())
        fact = hand_note(sizes, len(game.pack) // game.players, game.names)
        return (fact,) if fact is not None else ()

    def apply(self, state: CollectingState, seat: int | None, move: Deal) -> Any:
        packs = tuple(() if i == state.dealer else held for i, held in enumerate(state.packs))
        return state.game.next_phase(state.but(hands=move.hands, stock=move.stock, packs=packs))


class CollectingGame(TrickGame):
    """A trick game whose cards are not gathered in again between the deals."""

    State: type[CollectingState] = CollectingState
    Standing: type[CollectingStanding] = CollectingStanding

    def begin(self, standing: Any) -> Any:
        first = self.phases[0]
        kept = standing.kept or ((),) * len(self.sides)
        # what nobody may look at lies on the table, where a view turns it down; a standing is open
        # to all
        table = {"hands": ((),) * self.players, "packs": standing.left, "collected": kept}
        return first.enter(
            self.State(game=self, standing=standing.but(left=(), kept=()), phase=first, **table)
        )

    def next_standing(self, state: CollectingState, lines: Iterable[ScoreLine]) -> Any:
        kept = tuple(
            before + new for before, new in zip(state.collected, state.gathered(), strict=True)
        )
        return super().next_standing(state, lines).but(left=state.packs, kept=kept)

    def zones(self, state: Any) -> list[Zone]:
        own = [
            pile(f"pack-{i}", "Pack", held, open=False, owner=i)
            for i, held in enumerate(state.packs)
            if held
        ]
        kept = [
            pile(f"collected-{i}", side.name, held, open=True, note=self.progress(held))
            for i, (side, held) in enumerate(zip(self.sides, state.collected, strict=False))
            if held
        ]
        return [*super().zones(state), *own, *kept]

    def progress(self, held: Sequence[Card]) -> str:
        """The full suits of a side, a sign for each."""
        signs = [SUITS[suit].sign * count for suit, count in full_suits(held).items() if count]
        return f"full: {' '.join(signs)}" if signs else ""
