"""A deal that appears card by card, in which a card of the trump rank may be shown to name trumps.

Knows the cards that are still to come, what was shown, and the kitty that names trumps when nobody
shows a card.  Knows no score.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cardlab.engine.cards import Card
from cardlab.engine.fields import FaceDown
from cardlab.engine.game import OVER, Dealing, Game, Phase
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import Deal, Discard, Move, Say, Show
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Ruling, any_move, may_not, note, rule
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.words import card_word, listed, some
from cardlab.families.exchanges import AwayState, Piles, PutAway, away_piles
from cardlab.families.levels import a_level
from cardlab.families.tricks import DECLARER_LACKS

GO_ON = Say("go on", "Go on", "shows nothing")


@dataclass(frozen=True)
class GradualState(AwayState):
    """coming: the cards that each seat is still to be dealt, the next one first; kitty: the cards
    laid aside; revealed: the cards of the kitty that were turned up to name trumps."""

    coming: FaceDown[Piles] = ()
    kitty: FaceDown[tuple[Card, ...]] = ()
    revealed: tuple[Card, ...] = ()

    shows_known: ClassVar[bool] = True

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        """After the deal the cards that were laid away lie face up."""
        view = super().seen_by(viewer, me)
        return view.but(away=self.away) if self.phase is OVER else view

    @property
    def drawn(self) -> Card | None:
        """The card that was dealt last to the seat that acts, while cards are dealt; None where
        that seat has none."""
        return self.hand[-1] if self.hand else None

    @property
    def trump_rank(self) -> str:
        """The rank that is trumps in this deal."""
        return str(self.game.trump_rank(self.standing))


class GradualDealing(Dealing):
    """The pack is shuffled; the cards then come one at a time, and the last ones are the kitty."""

    notes = (
        note(
            "shuffle-and-deal",
            "Shuffle and deal",
            "Shuffle the pack and deal the cards out, beginning at the dealer's {next_side}.",
            "deal",
        ),
    )

    part = SheetPart.DEAL

    def apply(self, state: GradualState, seat: int | None, move: Deal) -> Any:
        nothing: Piles = ((),) * state.game.players
        return state.game.next_phase(state.but(hands=nothing, coming=move.hands, kitty=move.stock))


@rule(
    "expose-what-you-drew",
    "Show only the card just dealt",
    "named-trump",
    "trump-rank",
    look="Which card was dealt last?",
    solver=(),
)
def expose_what_you_drew(table: GradualState, moves: tuple[Move, ...]) -> Ruling:
    """Only a card of the trump rank may be shown, and only at the moment when it is dealt. A card
    that was not shown then stays in the hand."""
    drawn = table.hand[-1]
    facts = {"drawn": drawn}
    if drawn.rank == table.trump_rank:
        return may_not(
            moves,
            lambda m: isinstance(m, Show) and m.card != drawn,
            "{drawn} is the card just dealt to {you}",
            facts,
            leaves=lambda m: isinstance(m, Show),
        )
    return may_not(
        moves,
        lambda m: isinstance(m, Show),
        "{drawn} was just dealt to {you}, and it is not {trump_rank}",
        {**facts, "trump_rank": a_level(table.trump_rank)},
        leaves=any_move,
    )


SHOWN_CARD = note(
    "shown-card-names-trumps",
    "A card that is shown names trumps",
    "The cards are dealt one at a time, beginning with the starter; in the first deal, with the"
    " player on the dealer's {next_side}. A player who has just been dealt a card of the trump rank may"
    " show it. The first card that is shown stays in the hand; its suit is trumps, and no"
    " other card is shown.",
    "named-trump",
    "trump-rank",
    "deal",
    "eldest",
)
FIRST_STARTER = note(
    "first-starter",
    "The first starter",
    "In the first deal the player who shows a card is the starter; if nobody does, the"
    " player on the dealer's {next_side} is. The starter's side are the declarers.",
    "fixed-partnership",
)
KITTY_NAMES_TRUMPS = note(
    "kitty-names-trumps",
    "Nobody shows a card",
    "If nobody shows a card, those of the kitty are turned up one by one. The first of the"
    " trump rank names the trump suit; if there is none, the highest card does, the first of"
    " equal ones{jokers_passed}.",
    "widow",
    "named-trump",
)


class Exposing(Phase):
    """The cards come one at a time; whoever is dealt one of the trump rank may show it, until one
    is shown.  Then the starter takes up the kitty."""

    part = SheetPart.DEAL

    id, title, doing = "exposing", "The deal, card by card", "show the card just dealt, or go on"
    did = "decided"
    begins = "eldest"
    names_trumps = True
    hand_moves = (HandMove("show", "Show"),)
    rules = (expose_what_you_drew,)
    notes = (SHOWN_CARD, FIRST_STARTER, KITTY_NAMES_TRUMPS)

    def lacking(self, state: GradualState) -> str:
        if state.to_move is not None and not state.hands[state.to_move]:
            return "The player to move has just been dealt a card here: give hands"
        if len(state.coming) != state.game.players:
            return "The cards still to come are known here: give coming, those of each player"
        return ""

    def orders(self, game: Game) -> tuple[str, ...]:
        words: tuple[str, ...] = game.order_words
        return words

    def vocabulary(self) -> Iterable[Move]:
        return (GO_ON,)

    def enter(self, state: GradualState) -> Any:
        return self.deal_one(state)

    def deal_one(self, state: GradualState) -> Any:
        """Deal the next card; when there is none left, nobody has shown one."""
        dealt = sum(map(len, state.hands))
        seats = state.playing_from(state.after_seat(state.dealer))
        seat = seats[dealt % len(seats)]
        if not state.coming[seat]:
            return self.turn_kitty(state.but(coming=()))
        card, *later = state.coming[seat]
        coming = (*state.coming[:seat], tuple(later), *state.coming[seat + 1 :])
        hands = state.held(seat, (*state.hands[seat], card))
        return state.but(hands=hands, coming=coming, to_move=seat)

    def candidates(self, table: GradualState) -> tuple[Move, ...]:
        shows = [Show(card) for card in table.hand if card.rank == table.trump_rank]
        return (*dict.fromkeys(shows), GO_ON)

    def read(self, table: GradualState, text: str) -> Move | None:
        """A card by itself means to show it."""
        try:
            return Show(Card(text.removeprefix("show ")))
        except ValueError:
            return None

    def apply(self, state: GradualState, seat: int, move: Any) -> Any:
        if move == GO_ON:
            return self.deal_one(state)
        card, starter = move.card, state.standing.starter
        hands = zip(state.hands, state.coming, strict=True)
        state = state.but(
            turned=card,
            declarer=seat if starter is None else starter,
            order=state.game.order_on(state, card.suit),
            hands=tuple((*hand, *coming) for hand, coming in hands),
            coming=(),
        )
        return self.take_up(state.remember(None, (card,), seat))

    def turn_kitty(self, state: GradualState) -> Any:
        """Nobody has shown a card: the kitty names trumps."""
        starter = state.standing.starter
        revealed, named = self.turned_up(state), self.named_by(state)
        if named is None:
            return state.game.end(state, void=True)
        first = state.after_seat(state.dealer) if starter is None else starter
        state = state.but(
            turned=named,
            revealed=revealed,
            declarer=first,
            order=state.game.order_on(state, named.suit),
        )
        return self.take_up(state.remember(None, revealed, first))

    def kitty_told(self, state: GradualState) -> str:
        """What the kitty shows when nobody has shown a card, and what that makes trumps."""
        revealed, named = self.turned_up(state), self.named_by(state)
        shows = f"The kitty shows {listed(revealed, most=len(revealed))}"
        if named is None:
            return f"{shows}, which name no suit."
        suit = named.suit.name
        if named.rank == state.trump_rank:
            return f"{shows}: {suit} are trumps."
        return f"{shows}: {card_word(named)} is the highest, and {suit} are trumps."

    def named_by(self, state: GradualState) -> Card | None:
        """The card of the kitty that names trumps: the first of the trump rank, else the highest,
        for which jokers are passed over."""
        revealed = self.turned_up(state)
        if revealed and revealed[-1].rank == state.trump_rank:
            return revealed[-1]
        height = state.game.ordering("NT").strength
        suited = [card for card in revealed if card.suit]
        return max(suited, key=lambda card: height(card, card.suit), default=None)

    def turned_up(self, state: GradualState) -> tuple[Card, ...]:
        """The cards of the kitty up to the first of the trump rank; all, if there is none."""
        ranks = [card.rank for card in state.kitty]
        if state.trump_rank not in ranks:
            return tuple(state.kitty)
        return tuple(state.kitty[: ranks.index(state.trump_rank) + 1])

    def take_up(self, state: Any) -> Any:
        """The starter takes the kitty into the hand."""
        hand = (*state.hands[state.declarer], *state.kitty)
        hands = state.held(state.declarer, hand)
        return state.game.next_phase(state.but(hands=hands, kitty=()))

    def asks(self, state: Any) -> str:
        card = state.drawn
        if card.rank != state.trump_rank:
            rank = a_level(state.trump_rank)
            return f"You are dealt {card_word(card)}, which is not {rank}: go on with the deal."
        return (
            f"You are dealt {card_word(card)}: show it, and {card.suit.name} are trumps, or go on?"
        )

    def told(self, state: GradualState, seat: int, move: Move, name: str) -> str:
        if move.card is None:
            last = not any(state.coming)
            return f"{move.told(name)} {self.kitty_told(state)}" if last else move.told(name)
        return f"{name} shows {card_word(move.card)}: {move.card.suit.name} are trumps."


@rule("lay-six-away", "Lay away as many as you took", "widow", solver=())
def lay_kitty_away(table: GradualState, moves: tuple[Move, ...]) -> Ruling:
    """The starter takes up the kitty and lays {kitty_cards} cards away, face down, before
    leading. Any cards may be laid away."""
    left = len(table.hand) - table.game.each_dealt
    return may_not(
        moves,
        lambda m: not isinstance(m, Discard),
        f"{{cards}} {'is' if left == 1 else 'are'} still to be laid away",
        {"cards": some(left, "card")},
        leaves=any_move,
    )


class LayKitty(PutAway):
    """The starter, who has taken up the kitty, lays as many cards away."""

    part = SheetPart.BEFORE

    id, title, doing = "lay-away", "Laying away", "lay cards away"
    prompt = "You have taken up the kitty: lay the same number of cards away."
    told_as = "lays a card away"
    rules = (lay_kitty_away,)

    def lacking(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().lacking(state)

    def taken_up(self, game: Any) -> int:
        """The kitty: all that is not dealt."""
        return len(game.pack) - int(game.cards_needed())

    def enter(self, state: Any) -> Any:
        if len(state.hands[state.declarer]) <= state.game.each_dealt:
            return state.game.next_phase(state)
        return state.but(to_move=state.declarer)

    def read(self, table: GradualState, text: str) -> Move | None:
        return GO_ON if text == GO_ON else super().read(table, text)

    def apply(self, state: GradualState, seat: int, move: Discard) -> Any:
        state = state.put_away(seat, move.card)
        if len(state.hands[seat]) > state.game.each_dealt:
            return state
        return state.game.next_phase(state)


def gradual_zones(state: GradualState, over: bool) -> list[Zone]:
    """What lies on the table besides the trick: cards to come, the kitty, what was laid away."""
    zones = []
    coming = tuple(card for cards in state.coming for card in cards)
    if coming:
        zones.append(pile("coming", "To be dealt", coming, open=False))
    if state.kitty:
        zones.append(pile("kitty", "Kitty", state.kitty, open=False))
    if over and state.declarer is not None:
        faces = [face(card) for card in state.away_of(state.declarer)]
        return [*zones, Zone("kitty", "kitty", "row", None, "Kitty", faces)]
    return [*zones, *away_piles(state)]
