"""One against all the others: bids in words with one call each, a first lead that makes trumps, cards put away.

Knows ladders of named bids, soloists, jokers among the trumps, and cards that lie face down for good.  Knows no stakes and
no particular game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

from ..cards import JOKER, SUITS, Card, Suit
from ..game import HOLD_CARD, Phase, match_text
from ..moves import Bid, Discard, Move
from ..ordering import Ordering
from ..rulings import Rule, law, may_not, rule, silent
from ..words import listed
from .auctions import Auction, last_bid
from .tricks import HIGHEST_LED, HIGHEST_TRUMP, WINNER_LEADS, Tricks, TrickState


def ladder(*promises: tuple[str, int]) -> tuple[Bid, ...]:
    """Bids from low to high: the word and the number of tricks that it promises."""
    return tuple(Bid(word, i, tricks, "", None, word.capitalize()) for i, (word, tricks) in enumerate(promises))


class LoneJoker(Ordering):
    """No trump suit, but a joker that wins every trick it is played to."""

    def __init__(self, cards: Any, ranks: str) -> None:
        super().__init__(cards, ranks)
        self.suit_of[JOKER] = "joker"  # type: ignore[assignment]  # a suit of its own, which nobody else can follow
        self._power["joker"] = dict.fromkeys(self.cards, 0)  # type: ignore[index]
        for power in self._power.values():
            power[JOKER] = 200

    def is_trump(self, card: str) -> bool:
        return card == JOKER

    def ladder(self, suit: str | None = None) -> list[tuple[Card, ...]]:
        return super().ladder(suit) if suit in SUITS else []


class LeadJoker(Move):
    """Lead the joker to the first trick, as the top card of the suit that it makes trumps."""

    __slots__ = ()
    verb, title = "play", "Play"

    @classmethod
    def write(cls, suit: str) -> Any:
        return f"JK as {suit}", JOKER, (), f"Joker, trumps {Suit(suit).name} {Suit(suit).sign}", None

    def told(self, name: str) -> str:
        return f"{name} plays the joker and makes {Suit(self.args[0]).name} trumps."


@rule("no-such-bid", "The ladder of bids", "auction")
def on_the_ladder(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Bid only what is on the ladder that was agreed."""
    bids = table.phase.bids  # type: ignore[attr-defined]
    said = {"bids": listed(bids, most=9)}
    return may_not(moves, lambda m: isinstance(m, Bid) and m not in bids, "the bids here are {bids}", said)


def directly_over(bid: str, below: str, stakes: str) -> Rule:
    """The rule that a bid may be made over one other bid only."""

    def only_over(table: TrickState, moves: tuple[Move, ...]) -> Any:
        found = last_bid(table.calls)
        if found and found[1] == below:
            return silent(moves, "{top} is the bid to top", {"top": found[1]})
        said = "{top} stands, and {bid} is bid only over {below}" if found else "nobody has bid {below} yet"
        return may_not(moves, lambda m: m == bid, said, {"top": found and found[1], "bid": bid, "below": below})

    only_over.__doc__ = f"{bid.capitalize()} promises all five tricks for {stakes} stakes; it may be bid only over {below}."
    return rule(f"{bid}-needs-{below}", f"{bid.capitalize()} only over {below}", "auction", "slam", "stake")(only_over)


class SoloAuction(Auction):
    """One call each.  ``known``: all bids that somebody might mean, those that were not agreed included."""

    known: tuple[Bid, ...] = ()
    laws = (
        *Auction.laws,
        law(
            "soloist", "One against all the others",
            "Each player calls once. The highest bidder plays alone against all the others, who are allies for this deal.",
            "contract", "temporary-alliance",
        ),
        law("all-pass", "All pass", "If nobody bids, the cards are thrown in and the next player deals.", "auction"),
    )  # fmt: skip

    def read(self, table: Any, text: str) -> Move | None:
        return next((b for b in (*self.bids, *self.known) if b == text), None)

    def close(self, state: Any) -> Any:
        return super().close(state) if last_bid(state.calls) else state.game.end(state)


class LeadMakesTrumps(Tricks):
    """The soloist leads, and the first card makes trumps.  The game says what order a first lead makes (``order_of``)."""

    laws = (
        HOLD_CARD,
        law("soloist-leads", "The soloist leads", "The soloist leads to the first trick.", "trick"),
        law(
            "lead-makes-trumps", "The first lead makes trumps", "The suit of the first card led is trumps.",
            "lead-sets-trump", "trump",
        ),
        HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS,
    )  # fmt: skip

    understood: tuple[Move, ...] = ()
    given: type[Discard] = Discard
    """What was said before the first lead, and how cards were given, is still understood, so that a rule can refuse it."""

    def leader(self, state: Any) -> int:
        return int(state.declarer)

    def read(self, table: Any, text: str) -> Move | None:
        return match_text(text, self.understood) or read_card(text, self.given)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        found = super().candidates(table)
        if table.opening and JOKER in table.hand and table.contract.bid != "mis":
            return (*(m for m in found if m.card is not JOKER), *map(LeadJoker, SUITS))
        return found

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if state.opening:
            suit = move.args[0] if isinstance(move, LeadJoker) else move.card.suit
            state = state.but(order=state.game.order_of(state.contract.bid, suit))
        return super().apply(state, seat, move)

    def after_trick(self, state: Any) -> Any:
        if state.game.stop_early and state.game.decided(state):
            return state.game.next_phase(state)
        return super().after_trick(state)

    def asks(self, state: Any) -> str:
        if state.opening and state.contract.bid != "mis":
            return "Your turn: lead a card; its suit will be trumps."
        return super().asks(state)


@dataclass(frozen=True)
class SoloState(TrickState):
    """away: the cards that each seat has put away face down; only their owner knows them."""

    away: tuple[tuple[Card, ...], ...] = ()

    places: ClassVar[tuple[str, ...]] = (*TrickState.places, "away")
    face_down: ClassVar[tuple[str, ...]] = ("stock", "away")

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        view = super().seen_by(viewer, me)
        return view.but(away=tuple(c if i == viewer else view.away[i] for i, c in enumerate(self.away))) if self.away else view

    @property
    def opening(self) -> bool:
        """The soloist has not led yet."""
        return self.phase.id == "play" and not self.trick.cards and not self.taken

    def won(self) -> int:
        """The soloist's tricks so far."""
        return self.winners().count(self.declarer) if self.taken else 0  # type: ignore[arg-type]


@rule("before-the-lead-only", "Before the first lead", "hand")
def before_the_lead(table: Any, moves: tuple[Move, ...]) -> Any:
    """Change the hand before the first card is led, and not later."""
    return may_not(moves, lambda m: m.verb != "play", "the hand may be changed before the first lead only")


class PutAway(Phase):
    """A seat puts cards of its hand away face down, one at a time."""

    id, title = "put-away", "Cards put away"
    given: type[Discard] = Discard

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return tuple(self.given(card) for card in table.hand)

    def read(self, table: Any, text: str) -> Move | None:
        return read_card(text, self.given)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return f"{name} puts a card away." if isinstance(move, Discard) else super().told(state, seat, move, name)


def put_away(state: Any, seat: int, card: Card) -> Any:
    """The state after a seat has put a card away."""
    away = state.away or ((),) * state.game.players
    return state.but(hands=state.without(seat, card), away=(*away[:seat], (*away[seat], card), *away[seat + 1 :]))


def read_card(text: str, kind: type[Discard]) -> Move | None:
    """A card put away, as somebody types it: "discard QH"."""
    word, _, card = text.partition(" ")
    try:
        return kind(card) if word == kind.verb else None
    except ValueError:
        return None
