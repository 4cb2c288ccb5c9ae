"""One against all the others: the soloist leads, bids in words, a first lead that makes trumps,
leaving the play early.

Knows soloists, ladders of named bids, jokers among the trumps, cards put away for good, a card that
may be exchanged, those who drop out.  Knows no stakes and no particular game.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import JOKER, SUITS, Card, Suit
from cardlab.engine.fields import FaceDown, SeatNo
from cardlab.engine.game import HOLD_CARD, Dealing, Phase
from cardlab.engine.moves import Bid, Deal, Move, Play, Say, normal
from cardlab.engine.ordering import LoneJoker, Ordering
from cardlab.engine.rulings import Rule, may_not, note, rule, silent
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import listed, some
from cardlab.families.auctions import Auction, Contract, last_bid
from cardlab.families.contracts import ContractGame
from cardlab.families.exchanges import AwayState, away_piles, read_card
from cardlab.families.tricks import (
    DECLARER,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    DeclarerTricks,
    Leader,
    TrickState,
    note_tricks,
)

# --- the soloist, who leads first

SOLOIST_LEADS = note(
    "soloist-leads",
    "The soloist leads first",
    "The soloist leads to the first trick.",
    "trick",
    "turn",
)


class SoloTricks(DeclarerTricks):
    """The soloist leads first.  early: whether the play ends as soon as the game finds it
    decided."""

    early: bool = False
    """Whether the play ends as soon as the game finds it decided."""
    leads = Leader(SOLOIST_LEADS, DECLARER.seat)
    notes: tuple[Rule, ...] = (HOLD_CARD, SOLOIST_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)

    def after_trick(self, state: Any) -> Any:
        return (
            state.game.next_phase(state)
            if self.early and state.game.decided(state)
            else super().after_trick(state)
        )


class SoloGame(ContractGame):
    """Each for himself, and in every deal one player, the soloist, has undertaken something.
    Where nobody has, the result may be None: then there is no score.  ``remark`` says what the
    picture notes at the seats."""

    may_have_no_result = True

    def result(self, state: Any) -> Any:
        return None if state.contract is None else self.played(state)

    def played(self, state: Any) -> Any:
        """The result of a deal in which somebody has undertaken something."""
        return state

    def decided(self, state: Any) -> bool:
        """Whether the tricks still to come cannot change the result, as the result itself knows."""
        return bool(self.played(state).decided)

    def declarers(self, state: Any) -> tuple[int, ...]:
        """The soloist."""
        return (state.declarer,)

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        self.remark(state, panels["notes"])
        return panels

    def remark(self, state: Any, notes: dict[int, list[str]]) -> None:
        """Note at the seats who is soloist and who has won tricks."""
        if state.declarer is not None:
            notes.setdefault(state.declarer, []).insert(0, "soloist")
        note_tricks(state, notes)


# --- bids in words, one call each


def ladder(*promises: tuple[str, int]) -> tuple[Bid, ...]:
    """Bids from low to high: the word and the number of tricks that it promises."""
    return tuple(
        Bid(word, i, tricks, "", None, word.capitalize())
        for i, (word, tricks) in enumerate(promises)
    )


@rule("no-such-bid", "The ladder of bids", "auction")
def on_the_ladder(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Bid only what is on the ladder that was agreed."""
    bids = table.phase.bids
    facts = {"bids": listed(bids, most=9)}
    return may_not(
        moves, lambda m: isinstance(m, Bid) and m not in bids, "the bids here are {bids}", facts
    )


def directly_over(bid: str, below: str) -> Rule:
    """The rule that a bid may be made over one other bid only."""

    def only_over(table: TrickState, moves: tuple[Move, ...]) -> Any:
        last = last_bid(table.calls)
        if last and last[1] == below:
            return silent(moves, "{top} is the bid to top", {"top": last[1]})
        because = (
            "{top} is the bid to top, and {bid} is bid only over {below}"
            if last
            else "nobody has bid {below} yet"
        )
        return may_not(
            moves,
            lambda m: m == bid,
            because,
            {"top": last and last[1], "bid": bid, "below": below},
            then="{bid} is bid only over {below}",
        )

    only_over.__doc__ = (
        f"{bid.capitalize()} promises all five tricks for a stake of its own; it may be bid only"
        f" over {below}."
    )
    return rule(
        f"{bid}-needs-{below}", f"{bid.capitalize()} only over {below}", "auction", "slam", "stake"
    )(only_over)


class SoloAuction(Auction):
    """One call each.  ``known``: all bids that somebody might mean, those that were not agreed
    included."""

    known: tuple[Bid, ...] = ()
    notes = (
        *Auction.notes,
        note(
            "soloist",
            "One against all the others",
            "Each player calls once. The highest bidder plays alone against all the others, who are"
            " allies for this deal.",
            "contract",
            "temporary-alliance",
        ),
        note(
            "all-pass",
            "All pass",
            "If nobody bids, the cards are thrown in and the next player deals.",
            "auction",
        ),
    )

    def read(self, table: Any, text: str) -> Move | None:
        return next((b for b in (*self.bids, *self.known) if b == text), None)

    def close(self, state: SoloState) -> Any:
        return super().close(state) if last_bid(state.calls) else state.game.end(state)


# --- the first lead makes trumps, and a joker may be among them


class LeadJoker(Move):
    """Lead the joker to the first trick, as the top card of the suit that it makes trumps."""

    __slots__ = ()
    verb, title = "play", "Play"

    @classmethod
    def write(cls, suit: str) -> Any:
        return (
            f"JK as {suit}",
            JOKER,
            (),
            f"Joker, trumps {Suit(suit).name} {Suit(suit).sign}",
            None,
        )

    def told(self, name: str) -> str:
        return f"{name} plays the joker and makes {Suit(self.args[0]).name} trumps."


LEAD_MAKES_TRUMPS = note(
    "lead-makes-trumps",
    "The first lead makes trumps",
    "The suit of the first card led is trumps.",
    "lead-sets-trump",
    "trump",
)


class LeadMakesTrumps(SoloTricks):
    """The soloist leads, and the first card makes trumps.  The game says what order a first lead
    makes (``order_of``)."""

    notes = (
        HOLD_CARD,
        SOLOIST_LEADS,
        LEAD_MAKES_TRUMPS,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        WINNER_LEADS,
    )

    lead_makes_trumps = True

    given: type[Move] | None = None
    """How cards were given before the first lead, where a rule of the play says that it is too late."""

    def lacking(self, state: SoloState) -> str:
        missing: str = state.game.bid_lacks(state)
        return missing or super().lacking(state)

    def orders(self, game: FirstLeadGame) -> tuple[str, ...]:
        return (*game.printed_suits, *game.orders_of_mis)

    def read(self, table: SoloState, text: str) -> Move | None:
        led = next((lead for lead in map(LeadJoker, SUITS) if normal(str(lead)) == text), None)
        if move := led or super().read(table, text):
            return move
        return None if self.given is None else read_card(text, self.given)

    def candidates(self, table: SoloState) -> tuple[Move, ...]:
        moves = super().candidates(table)
        if table.opening and JOKER in table.hand and table.contract.bid != "mis":
            return (*(m for m in moves if m.card is not JOKER), *map(LeadJoker, SUITS))
        return moves

    def apply(self, state: SoloState, seat: int, move: Play) -> Any:
        if state.opening:
            suit = move.args[0] if isinstance(move, LeadJoker) else move.card.suit
            state = state.but(order=state.game.order_of(state.contract.bid, suit))
        return super().apply(state, seat, move)

    def asks(self, state: SoloState) -> str:
        if state.opening and state.contract.bid != "mis":
            return "Your turn: lead a card; its suit will be trumps."
        return super().asks(state)


@dataclass(frozen=True)
class SoloState(AwayState):
    """The table of a soloist who leads first."""

    @property
    def opening(self) -> bool:
        """The soloist has not led yet."""
        return self.phase.id == "play" and not self.trick.cards and not self.taken

    def won(self) -> int:
        """The soloist's tricks so far."""
        return self.winners().count(self.declarer) if self.taken else 0  # type: ignore[arg-type]


class DealAside(Dealing):
    """Deal, and lay the next cards of the pack aside.  ``aside``: how many; ``place``: the field
    of the state that they fill."""

    aside: int
    place: str

    def apply(self, state: SoloState, seat: int | None, move: Deal) -> Any:
        laid = {"stock": move.stock[self.aside :], self.place: move.stock[: self.aside]}
        return state.game.next_phase(state.but(hands=move.hands, **laid))


@rule("before-the-lead-only", "Before the first lead", "hand", solver=())
def before_the_lead(table: SoloState, moves: tuple[Move, ...]) -> Any:
    """Change the hand before the first card is led, and not later."""
    return may_not(
        moves, lambda m: m.verb != "play", "the hand may be changed before the first lead only"
    )


class FirstLeadGame(SoloGame):
    """Bids in words, one call each; then the soloist's first lead makes trumps.

    A game brings ``auction()`` and ``play()``, a ladder (``bids``) and every bid that somebody
    might mean (``known``); its ``setup`` makes ``deal_phases()`` its phases.  It may put phases
    before the bids and before the lead, and have cards laid aside in the deal.
    """

    State: type[SoloState] = SoloState
    each: int = 5
    aside: int = 0
    """How many cards are laid aside when the hands are dealt, as a widow is."""
    place: str = "stock"
    """The field of the state in which those cards lie."""
    deal_notes: tuple[Rule, ...] = ()
    """What the sheet says of the deal besides the shuffling."""
    bids: tuple[Bid, ...] = ()
    """The ladder of bids, lowest first."""
    known: tuple[Bid, ...] = ()
    """Bids that are not on the ladder but that somebody might mean."""
    joker: bool = False
    """Whether there is a joker in the pack."""
    mis_no_trump: bool = False
    """Whether there are no trumps where somebody has bid mis."""

    def bid_lacks(self, state: Any) -> str:
        """The bid that the cards are played under, and whose it is, where one of them is missing."""
        if state.contract is not None and state.declarer is not None:
            return ""
        bids = " or ".join(map(str, self.bids[:2]))
        return (
            f"{self.title} is played under a bid: give contract, and whose it is, as in contract"
            f" {bids} by {self.names[0]}"
        )

    def result_lacks(self, state: Any) -> str:
        nobody = state.contract is None and state.declarer is None
        return "" if nobody else self.bid_lacks(state) or super().result_lacks(state)

    def take_hands(self, each: int) -> None:
        self.each = each

    def cards_needed(self) -> int:
        return super().cards_needed() + self.aside

    def dealing(self) -> Phase:
        notes = (*Dealing.notes, *self.deal_notes)
        if not self.aside:
            return Dealing(each=self.each, notes=notes)
        return DealAside(each=self.each, aside=self.aside, place=self.place, notes=notes)

    def before_the_bids(self) -> tuple[Phase, ...]:
        """Phases between the deal and the auction."""
        return ()

    def before_the_lead(self) -> tuple[Phase, ...]:
        """Phases between the auction and the first lead."""
        return ()

    def deal_phases(self) -> tuple[Phase, ...]:
        """The phases of a deal, from the shuffle to the last trick."""
        return (
            self.dealing(),
            *self.before_the_bids(),
            self.auction(),
            *self.before_the_lead(),
            self.play(),
        )

    def order_of(self, bid: str, suit: str | None) -> Ordering:
        """The order of the cards once the soloist of this bid has led this suit."""
        if bid == "mis" and self.joker:
            return self.lone_joker
        return self.ordering(None if bid == "mis" and self.mis_no_trump else suit)

    def order_under(self, contract: Contract | None, trump: str | None) -> Ordering:
        return self.ordering(trump) if contract is None else self.order_of(contract.bid, trump)

    @property
    def orders_of_mis(self) -> tuple[str, ...]:
        """The word for the order of mis, where it is another than that of the other bids."""
        return ("mis",) if "mis" in self.bids and (self.joker or self.mis_no_trump) else ()

    def make_order(self, word: str) -> Ordering:
        return self.order_of("mis", None) if word == "mis" else super().make_order(word)

    def promoted(self, trump: Suit) -> tuple[Card, ...]:
        return (JOKER,) if JOKER in self.pack else ()

    def order_title(self, word: str) -> str:
        return "Mis" if word == "mis" else super().order_title(word)

    @cached_property
    def lone_joker(self) -> Ordering:
        return LoneJoker(self.pack, self.ranks)

    def made(self, bid: str, tricks: int) -> bool:
        """Whether this number of tricks is what the bid promised."""
        return (
            tricks == 0 if bid == "mis" else tricks >= next(b.level for b in self.known if b == bid)
        )

    def needs(self, state: SoloState) -> int:
        bid = state.contract.bid
        return 0 if bid == "mis" else int(bid.level)

    def decided(self, state: Any) -> bool:
        """Whether the tricks still to come cannot change the result."""
        won, bid = state.won(), state.contract.bid
        return (
            bool(won)
            if bid == "mis"
            else won >= bid.level or won + len(state.hands[state.declarer]) < bid.level
        )

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """bid and soloist make the contract; the rest is as in every trick game."""
        bid, trump = given.pop("bid", None), given.get("trump")
        given = super().position(given)
        if bid is not None:
            seat = given.pop("soloist", 0)
            chosen = next(b for b in (*self.bids, *self.known) if b == bid)
            given |= {
                "contract": Contract(chosen, seat),
                "declarer": seat,
                "order": self.order_of(bid, trump),
            }
        return given

    # --- the picture
    def zones(self, state: Any) -> list[Zone]:
        stock = [pile("stock", "Stock", state.stock, open=False)] if state.stock else []
        return [*super().zones(state), *stock, *away_piles(state)]

    def remark(self, state: Any, notes: dict[int, list[str]]) -> None:
        if state.contract is not None:
            won = f", {some(state.won(), 'trick')}" if state.taken else ""
            notes.setdefault(state.declarer, []).append(f"soloist{won}")


# --- the floater: a card face down that may be exchanged


@dataclass(frozen=True)
class FloaterState(SoloState):
    """floater: the card face down, or none; knowing: the seats that know it; peeped, swapped:
    the seats that have looked and exchanged in this deal."""

    floater: FaceDown[tuple[Card, ...]] = ()
    knowing: tuple[SeatNo, ...] = ()
    peeped: tuple[SeatNo, ...] = ()
    swapped: tuple[SeatNo, ...] = ()

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        view = super().seen_by(viewer, me)
        return view.but(floater=self.floater) if viewer in self.knowing else view

    def swap(self, seat: int, card: Card) -> Any:
        """The table after a seat has exchanged a card for the floater: the card given is the new
        one."""
        hand = (*self.without(seat, card)[seat], *self.floater)
        return self.but(
            hands=self.held(seat, hand),
            floater=(card,),
            knowing=(seat,),
            swapped=(*self.swapped, seat),
        )


# --- leaving the play before its end

STAY, DROP = Say("stay", "Stay in", "stays in"), Say("drop", "Drop out", "drops out")


@dataclass(frozen=True)
class DropState(TrickState):
    """The last cards of those who have dropped out, and sit out since, stay with them."""

    @property
    def sitting(self) -> tuple[int, ...]:
        """The seats that are dealt cards."""
        return tuple(range(self.game.players))


class DropOut(Phase):
    """Those who may leave the play stay in or drop out, in turn after the soloist.

    Among a game's phases it stands just before the `DropTricks` that come back to it after so many
    tricks; before the first trick it passes straight on.
    """

    id, title, doing = "drop-out", "Dropping out", "stay in or drop out"
    prompt = "You have no trick: stay in, or drop out?"
    notes: tuple[Rule, ...] = (
        note(
            "drop-out",
            "Anyone without a trick may drop out",
            "After {drop_after} a player who has no trick yet may stay in or drop out, each in"
            " turn after the soloist. The last cards of those who drop out are not played. The"
            " soloist and those with a trick play on.",
            "drop-out",
        ),
    )
    spoken: tuple[Move, ...] = (STAY, DROP)

    def may_drop(self, state: Any) -> tuple[int, ...]:
        """Who may leave, in the order of being asked: those without a trick, but not the
        soloist."""
        others, won = state.game.seats_from(state.declarer)[1:], state.winners()
        return tuple(seat for seat in others if seat in state.sitting and seat not in won)

    def may_ask(self, state: Any) -> bool:
        return state.to_move in self.may_drop(state)

    def enter(self, state: DropState) -> Any:
        return self.ask(state, self.may_drop(state) if state.taken else ())

    def ask(self, state: DropState, seats: tuple[int, ...]) -> Any:
        """Turn to the first of these seats, or go on with the play."""
        return state.but(to_move=seats[0]) if seats else state.game.next_phase(state)

    def candidates(self, table: DropState) -> tuple[Move, ...]:
        return (STAY, DROP)

    def apply(self, state: DropState, seat: int, move: Move) -> Any:
        seats = self.may_drop(state)
        if move == DROP:
            state = state.but(sitting_out=(*state.sitting_out, seat))
        return self.ask(state, seats[seats.index(seat) + 1 :])


class DropTricks(SoloTricks):
    """Tricks without those who are out; after ``pause`` of them the game's `DropOut` has its
    say.  Where nobody has named trumps there are none."""

    pause: int = 4

    def enter(self, state: DropState) -> Any:
        return super().enter(
            state if state.order is not None else state.but(order=state.game.ordering(None))
        )

    def leader(self, state: Any) -> int:
        return state.taken[-1].winner(state.order) if state.taken else state.declarer

    def seats(self, state: DropState, leader: int) -> tuple[int, ...]:
        return tuple(seat for seat in super().seats(state, leader) if seat in state.sitting)

    def interrupted(self, state: Any) -> str:
        return "players may drop out between the tricks" if len(state.taken) < self.pause else ""

    def after_trick(self, state: DropState) -> Any:
        if len(state.taken) != self.pause:
            return super().after_trick(state)
        asking = next(phase for phase in state.game.phases if isinstance(phase, DropOut))
        return asking.enter(state.but(phase=asking))


class DropGame(SoloGame):
    """A solo game whose players may drop out of the play."""

    State: type[DropState] = DropState

    @property
    def drop_after(self) -> str:
        """After how many tricks the players may drop out, in words."""
        play = next(phase for phase in self.phases if isinstance(phase, DropTricks))
        return some(play.pause, "trick")

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """Everybody alone: a player who may drop out is nobody's ally."""
        needs = None if state.contract is None else self.needs(state)
        return tuple(
            Aim((seat,), Want.MOST, needs if seat == state.declarer else None)
            for seat in range(self.players)
            if seat not in state.sitting_out
        )

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        for seat in state.sitting_out:
            panels["notes"].setdefault(seat, []).append("dropped out")
        return panels
