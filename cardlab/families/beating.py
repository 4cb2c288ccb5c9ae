"""Beating: a card on the table is beaten by a higher one of its suit or by a trump; whoever cannot
or will not beat it takes it.

Knows which card beats which, the two rules about it and the move of taking.  Knows nothing of whose
suit is trumps, which card is to be beaten, nor how many cards are taken: the game says.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import JOKER, Card, Suit
from cardlab.engine.facts import ranks_text
from cardlab.engine.game import Game, State
from cardlab.engine.moves import Move, Play, Say
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, silent
from cardlab.engine.shelves import GameShelf

Cards = tuple[Card, ...]

TAKE = Say("take", "Take", "takes")
PICK_UP = Say("take", "Pick up", "picks up")
"""The same move, where the sheet of a game calls it so."""
RANKS = "AKQJT98765432"


@dataclass(frozen=True)
class BeatingState(State):
    """A table on which one card at a time is to be beaten."""

    hands_grow: ClassVar[bool] = True

    @property
    def to_beat(self) -> Card | None:
        """The card that the seat to move has to beat or take; None where there is none."""
        raise NotImplementedError

    def trump_of(self, seat: int | None) -> Suit | None:
        """The suit that is trumps for a seat; None where that is not known yet."""
        raise NotImplementedError

    @property
    def mover(self) -> int | None:
        """The seat that acts: in a view the one it is made for."""
        return self.to_move if self.me is None else self.me

    def beaten_by(self, card: Card, seat: int | None = None, other: Card | None = None) -> bool:
        """Whether a card, played by a seat (the one that acts), beats another (the one that is to
        be beaten)."""
        top = other or self.to_beat
        assert top is not None
        power = self.game.ordering(self.trump_of(self.mover if seat is None else seat)).power(top)
        return bool(power[card] > power[top])


@rule(
    "higher-in-suit",
    "Higher in its suit",
    "beat-or-take",
    "rank",
    look="Which card of the suit is higher?",
)
def higher_in_suit(table: BeatingState, moves: tuple[Move, ...]) -> Ruling:
    """A card of the same suit beats another only if it is higher."""
    top = table.to_beat
    if top is None:
        return silent(moves, "no card is to be beaten")
    return may_not(
        moves,
        lambda m: isinstance(m, Play) and m.card.suit == top.suit and not table.beaten_by(m.card),
        "{card} is lower than {top}",
        {"top": top},
    )


@rule(
    "or-a-trump",
    "Or a trump",
    "beat-or-take",
    "trump",
    "suit",
    look="Which suit is trumps?",
)
def or_a_trump(table: BeatingState, moves: tuple[Move, ...]) -> Ruling:
    """A card of another suit beats it only if it is {what_trumps}, and then it always does."""
    top = table.to_beat
    if top is None:
        return silent(moves, "no card is to be beaten")
    kind = table.game.trump_word
    if top.suit == table.trump_of(table.mover):
        highest = not any(table.beaten_by(card) for card in table.game.pack)
        beats = "nothing" if highest else "only a higher one"
        because = f"{{top}} is {kind}, and {beats} beats it"
    else:
        because = f"{{card}} is neither {_one(top)} nor {kind}"
    return may_not(
        moves,
        lambda m: isinstance(m, Play) and m.card.suit != top.suit and not table.beaten_by(m.card),
        because,
        {"top": top},
    )


def _one(card: Card) -> str:
    """A card by its suit: "a heart"."""
    return f"a {Suit(card.suit).one}"


BEAT_RULES: tuple[Rule, ...] = (higher_in_suit, or_a_trump)


class BeatingGame(Game):
    """A game of cards that are answered one by one, and the order in which they beat."""

    shelf = GameShelf.SHEDDING
    beats_by = ("higher-in-suit", "or-a-trump")
    what_trumps: ClassVar[str] = "a trump"
    """What a card of another suit has to be to beat, as the end of a sentence."""
    trump_word: ClassVar[str] = "a trump"
    """The same in a reason, which may say "{your}"."""

    @cached_property
    def _known_orders(self) -> dict[str, Ordering]:
        return {}

    def ordering(self, trump: str | None = None) -> Ordering:
        """The order of the cards with this trump suit, aces high; None or "NT" means no trumps."""
        word = "NT" if trump in (None, "", "NT", "no") else str(trump)
        if word not in self._known_orders:
            suit = None if word == "NT" else Suit(word)
            self._known_orders[word] = Ordering(self.pack, RANKS, suit)
        return self._known_orders[word]

    def order(self, state: BeatingState) -> Ordering | None:
        trump = state.trump_of(state.mover)
        return self.ordering(trump) if trump else None

    def order_title(self, word: str) -> str:
        return super().order_title(word) if self.ordering(word).trump else "No trumps"

    def ranking_facts(self) -> tuple[Rule, ...]:
        present = {card.rank for card in self.pack}
        ranks = ranks_text(rank for rank in RANKS if rank in present)
        return (note("ranking", "Ranking", f"From high to low: {ranks}.", part=SheetPart.CARDS),)

    def misfit(self) -> str:
        if JOKER in self.pack:
            return f"{type(self).title} has no place for a joker: it has neither suit nor rank."
        return super().misfit()

    # --- for bots
    def price(self, table: Any, card: Card) -> int:
        """How dear a card is to the seat that acts: by rank, trumps above all others."""
        trump = card.suit == table.trump_of(table.mover)
        return len(RANKS) * trump - RANKS.index(card.rank)

    def attack_worth(self, table: Any, card: Card) -> float:
        """How good it is to lay a card that somebody has to beat."""
        raise NotImplementedError(f"{type(self).__name__} lays nothing to be beaten")

    def stops_laying(self, table: Any) -> bool:
        """Whether what is laid is enough, where more may be laid."""
        return False

    def rather_takes(self, table: Any, card: Card) -> bool:
        """Whether it is better to take than to beat with this card, the cheapest that does it."""
        return False
