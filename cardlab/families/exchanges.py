"""Exchanges: cards put away, playing or passing, discards replaced from the stock, tricks among
those who stayed in.

Knows what lies face down before its owner, who is in and who is out, the draw, the defender of a
pack.  Knows no score and no particular game.  A seat discards one card a move and then draws; when
the stock cannot replace what it has discarded, other cards are shuffled into it.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from cardlab.engine.cards import BACK, Card, seen
from cardlab.engine.fields import BySeat, FaceDown, FaceUp, SeatNo
from cardlab.engine.game import HOLD_CARD, OVER, Dealing, Phase
from cardlab.engine.moves import PASS, Deal, Discard, Move, Say, Swap
from cardlab.engine.options import YES_OR_NO, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, silent
from cardlab.engine.table import Zone, panel_ladder, panel_trump, pile
from cardlab.engine.words import number, some
from cardlab.families import tricks
from cardlab.families.pools import ANTE, PoolGame
from cardlab.families.tricks import (
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    Leader,
    TrickGame,
    Tricks,
    TrickState,
)

STAY = Say("play", "Play", "stays in")
STAND_PAT, DRAW = Say("stand pat", "Stand pat", "stands pat"), Say("draw", "Draw", "draws")

Piles = tuple[tuple[Card, ...], ...]


# --- cards put away, one at a time


def put_on(piles: Piles, seat: int, card: Card) -> Piles:
    """The piles before the seats, with a card more on one of them."""
    return (*piles[:seat], (*piles[seat], card), *piles[seat + 1 :])


def own_only(piles: Piles, viewer: int) -> Piles:
    """The piles before the seats as one seat knows them: face down, but for its own."""
    return tuple(
        [cards if seat == viewer else (BACK,) * len(cards) for seat, cards in enumerate(piles)]
    )


def read_card(text: str, kind: type[Move]) -> Move | None:
    """A card of the hand given in some way, as somebody types it: "discard QH", "swap QH"."""
    word, _, card = text.partition(" ")
    try:
        return kind(card) if word == kind.verb else None
    except ValueError:
        return None


class PutAway(Phase):
    """A seat lays cards of its hand face down, one at a time.  ``given``: the move; ``told_as``:
    what others hear of it."""

    part = SheetPart.BEFORE

    id, title = "put-away", "Cards put away"
    given: type[Move] = Discard
    told_as: str = "puts a card away"
    """What others hear of it, after the name of the seat."""

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return tuple(dict.fromkeys([self.given(card) for card in table.hand]))

    def read(self, table: Any, text: str) -> Move | None:
        return read_card(text, self.given)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return (
            f"{name} {self.told_as}."
            if isinstance(move, self.given)
            else super().told(state, seat, move, name)
        )


@dataclass(frozen=True)
class AwayState(TrickState):
    """away: the cards that each seat has put away face down; only their owner knows them."""

    away: FaceDown[Piles] = ()

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        return super().seen_by(viewer, me).but(away=own_only(self.away, viewer))

    def away_of(self, seat: int) -> tuple[Card, ...]:
        """The cards that a seat has put away."""
        return self.away[seat] if self.away else ()

    def put_away(self, seat: int, card: Card) -> Any:
        """The table after a seat has put a card of its hand away."""
        away = self.away or ((),) * self.game.players
        state = self.but(hands=self.without(seat, card), away=put_on(away, seat, card))
        return state.forget(seat)


def away_piles(state: AwayState) -> list[Zone]:
    """What the seats have put away, as piles before them."""
    return [
        pile(f"away-{seat}", "Put away", cards, open=False, owner=seat)
        for seat, cards in enumerate(state.away)
        if cards
    ]


# --- for a pool: stay in or pass, discard, draw


@dataclass(frozen=True)
class ExchangeState(TrickState):
    """discards: by seat, what it discarded or threw in, face down to the others; drawn: by seat,
    how many cards it drew, None while it has not; waiting: the seat for which cards are shuffled
    into the stock."""

    discards: FaceUp[BySeat[tuple[Card, ...]]] = ()
    drawn: BySeat[int | None] = ()
    waiting: SeatNo | None = None

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        view = super().seen_by(viewer, me).but(discards=own_only(self.discards, viewer))
        if self.phase.secret:
            view = view.but(calls=tuple(call for call in self.calls if call[0] == viewer))
        return view

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that play, in turn from the dealer; everybody until all have spoken."""
        return self.playing_from(self.after_seat(self.dealer))

    def put_off(self, seat: int, cards: tuple[Card, ...]) -> Any:
        """The table after a seat has laid cards of its hand face down."""
        state = self
        for card in cards:
            state = state.but(
                hands=state.without(seat, card), discards=put_on(state.discards, seat, card)
            )
        return state.forget(seat)


class AnteDealing(Dealing):
    """Everybody pays into the pool and is dealt five cards; a card is turned for trumps: the
    dealer's last one, or the next of the pack, which then stays on the table."""

    each, from_hand = 5, False
    notes: tuple[Rule, ...] = (
        ANTE,
        note(
            "deal-five",
            "One card at a time",
            "Deal the cards one at a time, to each player in turn.",
            "deal",
            "turn",
        ),
    )

    def orders(self, game: ExchangeGame) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def apply(self, state: ExchangeState, seat: int | None, move: Deal) -> Any:
        game, stock = state.game, move.stock
        turned = move.hands[state.dealer][-1] if self.from_hand else stock[0]
        nobody: tuple[tuple[Card, ...], ...] = ((),) * game.players
        laid = {} if self.from_hand else {"shown": (turned,), "stock": stock[1:]}
        state = state.but(
            hands=move.hands, stock=stock, turned=turned, order=game.ordering(turned.suit)
        )
        state = state.but(
            discards=nobody, drawn=(None,) * game.players, pegged=game.antes(state.standing)
        )
        if self.from_hand:
            state = state.remember(None, (turned,), state.dealer)
        return game.next_phase(state.but(**laid))


class StayOrPass(Phase):
    """Each seat in turn plays or passes; those who pass throw their cards in.  ``secret``: all
    decide at once."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = (
        "declare",
        "Playing or passing",
        "Do you play or pass?",
        "play or pass",
    )
    did = "decided"
    begins = "eldest"
    secret: bool = False

    def enter(self, state: ExchangeState) -> Any:
        return state.but(calls=(), to_move=state.after_seat(state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (STAY, PASS)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return STAY, PASS

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        state = state.but(calls=(*state.calls, (seat, move)))
        if len(state.calls) < state.game.players:
            return state.but(to_move=state.after_seat(seat))
        passed = tuple(s for s, call in state.calls if call == PASS)
        for out in passed:
            state = state.put_off(out, state.hands[out])
        return self.close(state.but(sitting_out=passed))

    def close(self, state: Any) -> Any:
        """Everybody has spoken: on with it, unless there is nobody to play against."""
        return state.game.next_phase(state) if len(state.active) > 1 else state.game.end(state)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return f"{name} decides." if self.secret else move.told(name)


@rule("stock-too-small", "Discard no more than can be replaced", "stock", "exchange-draw")
def replaceable(table: DefenceState, moves: tuple[Move, ...]) -> Ruling:
    """Do not discard more cards than the stock, with what may be shuffled into it, can replace."""
    gone = table.game.tricks_in_deal - len(table.hand)
    supply = len(table.stock) + len(table.game.refill(table, table.me))
    if gone < supply:
        return silent(moves, "{cards} are left to draw", {"cards": some(supply, "card")})
    because = (
        "only {cards} can be drawn"
        if supply > 1
        else "only {cards} is left"
        if supply
        else "no card is left to draw"
    )
    return may_not(
        moves,
        lambda m: isinstance(m, Discard),
        because,
        {"cards": some(supply, "card")},
        leaves=any_move,
    )


class Exchange(PutAway):
    """Each seat that plays discards, a card at a time, and draws as many from the stock."""

    id, title, doing, told_as = "draw", "The draw", "discard and draw", "lays a card face down"
    prompt = "Discard the cards that you want replaced, one at a time; then draw."
    notes: tuple[Rule, ...] = (
        note(
            "discard-and-draw",
            "Discard and draw",
            "Before the first lead each player who has stayed in, in turn, lays up to five cards"
            " face down and is dealt as many from the stock. A player who discards nothing"
            " stands pat.",
            "exchange-draw",
            "stock",
            "turn",
        ),
    )
    spoken = (STAND_PAT, DRAW)

    def enter(self, state: ExchangeState) -> Any:
        return self.turn_to(state, self.seats(state))

    def seats(self, state: Any) -> tuple[int, ...]:
        """Who may exchange, in order."""
        active: tuple[int, ...] = state.active
        return active

    def turn_to(self, state: Any, seats: tuple[int, ...]) -> Any:
        """The first of these seats is next; after the last one the play begins."""
        return state.but(to_move=seats[0]) if seats else state.game.next_phase(state)

    def candidates(self, table: ExchangeState) -> tuple[Move, ...]:
        begun = len(table.hand) < table.game.tricks_in_deal
        return (*super().candidates(table), DRAW if begun else STAND_PAT)

    def read(self, table: ExchangeState, text: str) -> Move | None:
        """A card by itself means to discard it."""
        return super().read(table, text) or super().read(table, f"discard {text}")

    def not_offered(self, table: Any, move: Move) -> str:
        """Whoever has laid a card away draws; whoever has laid none cannot."""
        if move == DRAW:
            return "{you} {have} laid no card away: stand pat, or discard first"
        laid = some(table.game.tricks_in_deal - len(table.hand), "card")
        return f"{{you}} {{have}} laid {laid} away: draw as many" if move == STAND_PAT else ""

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        return (
            state.put_off(seat, (move.card,))
            if isinstance(move, Discard)
            else self.draw(state, seat)
        )

    def owed(self, state: Any, seat: int) -> int:
        """How many cards a seat is to be dealt now."""
        return int(state.game.tricks_in_deal) - len(state.hands[seat])

    def draw(self, state: Any, seat: int) -> Any:
        """Deal a seat what it is owed; shuffle first, if the stock is too small."""
        n = self.owed(state, seat)
        if n > len(state.stock):
            shuffle = next(phase for phase in state.game.phases if isinstance(phase, Reshuffle))
            return state.but(phase=shuffle, to_move=None, waiting=seat)
        drawn = (*state.drawn[:seat], n, *state.drawn[seat + 1 :])
        hand = (*state.hands[seat], *state.stock[:n])
        return self.drew(
            state.but(hands=state.held(seat, hand), stock=state.stock[n:], drawn=drawn), seat
        )

    def drew(self, state: Any, seat: int) -> Any:
        """A seat has its cards: the turn passes on."""
        seats = self.seats(state)
        return self.turn_to(state, seats[seats.index(seat) + 1 :])

    def told(self, state: ExchangeState, seat: int, move: Move, name: str) -> str:
        drawn = f"{name} draws {some(self.owed(state, seat), 'card')}."
        return drawn if move == DRAW else super().told(state, seat, move, name)


class Reshuffle(Dealing):
    """Chance: cards that have been thrown away are shuffled and put under the stock (which ones,
    `refill` says)."""

    part = SheetPart.BEFORE

    id, title = "reshuffle", "The stock runs out"
    notes = (
        note(
            "new-stock",
            "The stock runs out",
            "The stock may be too small to replace what a player has discarded. Then the earlier"
            " discards of others and the hands of those who passed are shuffled and put under it.",
            "stock",
        ),
    )

    def enter(self, state: ExchangeState) -> Any:
        return state.game.next_phase(state)

    def chance(self, state: ExchangeState, rng: random.Random) -> Deal:
        cards = state.game.refill(state, state.waiting)
        return Deal(((),) * state.game.players, rng.sample(cards, len(cards)))

    def check(self, state: ExchangeState, deal: Deal) -> None:
        if sorted([*seen(deal.hands), *deal.stock]) != sorted(
            state.game.refill(state, state.waiting)
        ) or any(deal.hands):
            raise ValueError(
                "the new stock must hold the same cards as those that were thrown away"
            )

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        back = next(phase for phase in state.game.phases if isinstance(phase, Exchange))
        mixed = state.game.refilling(state, state.waiting)
        discards = tuple(() if other in mixed else d for other, d in enumerate(state.discards))
        stock = (*state.stock, *move.stock)
        return back.draw(
            state.but(phase=back, stock=stock, discards=discards, waiting=None), state.waiting
        )


FIRST_ACTIVE_LEADS = note(
    "first-active-leads",
    "The first player to stay in leads",
    "Of those who have stayed in, the first in turn after the dealer leads to the first trick.",
    "eldest",
    "trick",
)


class ActiveTricks(Tricks):
    """Tricks among those who have stayed in, under the strict rules: follow and head, else trump
    and overtrump."""

    rules: tuple[Rule, ...] = (
        tricks.follow_suit,
        tricks.must_head,
        tricks.must_trump,
        tricks.must_overtrump,
    )
    leads = Leader(FIRST_ACTIVE_LEADS, tricks.ELDEST.seat)
    notes: tuple[Rule, ...] = (
        HOLD_CARD,
        FIRST_ACTIVE_LEADS,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        WINNER_LEADS,
    )


class ExchangeGame(PoolGame, TrickGame):
    """A game of five tricks for a pool: play or pass, exchange, play."""

    State: type[ExchangeState] = ExchangeState
    turned_note: ClassVar[str] = "took"
    """What the dealer has done with the card turned for trumps when it does not lie on the table.
    """
    zero_sum: ClassVar[bool] = True

    def misfit(self) -> str:
        return super().misfit() or self._too_few_to_draw()

    def _too_few_to_draw(self) -> str:
        """Why the stock is too small for everybody to change all cards; "" if a rule sees to it, or
        if it is not."""
        each, need, pack = self.each_dealt, self.cards_needed(), len(self.pack)
        bound = any(replaceable in phase.rules for phase in self.phases)
        if bound or need + each <= pack:
            return ""
        return (
            f"In {type(self).title} a player may change all {number(each)} cards, and the pack here"
            f" leaves {pack - need} to draw; deal fewer cards, or take a larger pack."
        )

    def refilling(self, state: Any, seat: int) -> tuple[int, ...]:
        """The seats whose discards are shuffled into the stock when it cannot serve a seat."""
        return tuple(other for other in range(self.players) if other != seat)

    def refill(self, state: ExchangeState, seat: int) -> tuple[Card, ...]:
        """The cards that would be shuffled into the stock."""
        return tuple(
            card for other in self.refilling(state, seat) for card in state.discards[other]
        )

    def tricks_by_seat(self, state: ExchangeState) -> tuple[int | None, ...]:
        """The tricks of each seat, None for those who are not in; a player who stays in alone would
        win all of them."""
        won = state.winners() if len(state.active) > 1 else list(state.active) * self.tricks_in_deal
        return tuple(
            None if seat in state.sitting_out else won.count(seat) for seat in range(self.players)
        )

    def called_with(self, table: Any, seat: int) -> Sequence[Card] | None:
        """The hand, unless it was thrown in or some of it was exchanged."""
        changed = seat in table.sitting_out or table.drawn[seat] or table.discards[seat]
        return None if changed else super().called_with(table, seat)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """active: the seats that play; all of them unless named."""
        everybody = range(self.players)
        active = [self.seat(seat) for seat in given.pop("active", everybody)]
        given.setdefault("sitting_out", tuple(seat for seat in everybody if seat not in active))
        nobody: tuple[tuple[Card, ...], ...] = ((),) * self.players
        return {"discards": nobody, "drawn": (None,) * self.players} | super().position(given)

    # --- the log
    def told_besides(self, before: Any, after: Any, seat: int | None) -> str:
        """Also that a deal is over because nobody plays against the only one who stayed in."""
        if after.phase is OVER and not after.taken and len(after.active) == 1:
            return "The only player to stay in takes the pool."
        return super().told_besides(before, after, seat)

    # --- the picture
    def zones(self, state: ExchangeState) -> list[Zone]:
        zones = [
            *super().zones(state),
            self.pool_zone(state),
            pile("stock", "Stock", state.stock, open=False),
        ]
        if state.shown:
            zones.append(pile("turned", "Turned up", state.shown, open=True))
        away = [card for cards in state.discards for card in cards]
        return [*zones, pile("discards", "Thrown away", away, open=False)] if away else zones

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.order is not None:
            panels |= {
                "trump": panel_trump(state.order, state.turned),
                "ladder": panel_ladder(state.order, state),
            }
        if state.turned is not None and not state.shown and state.phase.id in ("declare", "draw"):
            panels["notes"].setdefault(state.dealer, []).append(
                f"{self.turned_note} {state.turned.sign}"
            )
        spoken = len(state.calls) == self.players
        passed = [seat for seat, call in state.calls if call == PASS]
        for seat in state.sitting_out if spoken else passed:
            panels["notes"].setdefault(seat, []).append("passed")
        for seat, n in enumerate(state.drawn):
            if n is not None:
                panels["notes"].setdefault(seat, []).append(
                    f"drew {number(n)}" if n else "stood pat"
                )
        return panels


# --- the turned card taken, the pack defended

TAKE = Say("take the turned card", "Play, with the turned card")
DEFEND = Say("defend", "Defend the pack", "defends the pack")


@dataclass(frozen=True)
class DefenceState(ExchangeState):
    """defender: who defends the pack."""

    defender: SeatNo | None = None


@rule("dealer-only", "The dealer may take the turned card", "turn-up-trump")
def dealer_only(table: ExchangeState, moves: tuple[Move, ...]) -> Ruling:
    """In place of a call the dealer may take the turned card for a discard, and then has to
    play{taker_draws}."""
    if table.me == table.dealer:
        return silent(moves, "{you} {deal} and may take the turned card")
    return may_not(moves, lambda m: isinstance(m, Swap), "only the dealer may take the turned card")


class StayOrTake(StayOrPass):
    """To play or to pass; the dealer may also play with the turned card.  Nobody may be left to
    play against."""

    part = SheetPart.BEFORE

    rules = (dealer_only,)
    written: tuple[Move, ...] = (TAKE,)
    """What stands in the calls although nobody offers it in these words."""

    def vocabulary(self) -> Iterable[Move]:
        return (*super().vocabulary(), *self.written)

    def candidates(self, table: DefenceState) -> tuple[Move, ...]:
        swaps = [Swap(card) for card in table.hand] if table.me == table.dealer else []
        return (*super().candidates(table), *swaps)

    def read(self, table: DefenceState, text: str) -> Move | None:
        return read_card(text, Swap)

    def apply(self, state: DefenceState, seat: int, move: Move) -> Any:
        if not isinstance(move, Swap):
            return super().apply(state, seat, move)
        state = state.put_off(seat, (move.card,))
        hands = state.held(seat, (*state.hands[seat], *state.shown))
        state = state.but(hands=hands, shown=()).remember(None, state.shown, seat)
        return super().apply(state, seat, TAKE)

    def close(self, state: DefenceState) -> Any:
        nobody = len(state.sitting_out) == state.game.players
        return state.game.end(state) if nobody else state.game.next_phase(state)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return (
            f"{name} takes the turned {state.turned.sign} and plays."
            if isinstance(move, Swap)
            else move.told(name)
        )


class Defend(Phase):
    """Where only one plays, the others in turn may defend the pack."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = (
        "defend",
        "Defending the pack",
        "Only one plays: do you defend the pack?",
        "defend or pass",
    )
    notes = (
        note(
            "defend-the-pack",
            "Defending the pack",
            "If only one plays, each of the others in turn may offer to defend. The defender is"
            " dealt one card more than a hand from the stock and discards one. If nobody defends,"
            " the one who plays takes the pool.",
            "drop-out",
            "stock",
        ),
    )

    def enter(self, state: DefenceState) -> Any:
        if len(state.active) > 1:
            return state.game.next_phase(state)
        return state.but(to_move=next(seat for seat, call in state.calls if call == PASS))

    def vocabulary(self) -> Iterable[Move]:
        return (DEFEND, PASS)

    def candidates(self, table: DefenceState) -> tuple[Move, ...]:
        return DEFEND, PASS

    def apply(self, state: DefenceState, seat: int, move: Move) -> Any:
        if move == DEFEND:
            out = tuple(s for s in state.sitting_out if s != seat)
            return state.game.next_phase(state.but(sitting_out=out, defender=seat))
        later = state.sitting_out[state.sitting_out.index(seat) + 1 :]
        return state.but(to_move=later[0]) if later else state.game.end(state)


@rule("discard-one", "The defender discards one", "exchange-draw")
def discard_one(table: DefenceState, moves: tuple[Move, ...]) -> Ruling:
    """The defender of the pack is dealt one card more than a hand and lays one of them face
    down."""
    if table.me != table.defender:
        return silent(moves, "{you} {do} not defend the pack")
    held, because = (
        {"cards": some(len(table.hand), "card")},
        "{you} {have} {cards} and {must} discard one",
    )
    return may_not(moves, lambda m: not isinstance(m, Discard), because, held, leaves=any_move)


class DefendedExchange(Exchange):
    """The exchange of those who play; a defender of the pack is dealt one card too many and
    discards one."""

    rules = (discard_one, replaceable)

    def seats(self, state: DefenceState) -> tuple[int, ...]:
        return tuple(
            s for s in state.active if state.game.taker_draws or (s, TAKE) not in state.calls
        )

    def turn_to(self, state: DefenceState, seats: tuple[int, ...]) -> Any:
        state = super().turn_to(state, seats)
        return self.draw(state, seats[0]) if seats and seats[0] == state.defender else state

    def owed(self, state: DefenceState, seat: int) -> int:
        return (
            state.game.tricks_in_deal + 1 if seat == state.defender else super().owed(state, seat)
        )

    def drew(self, state: DefenceState, seat: int) -> Any:
        going_on = seat == state.defender and len(state.hands[seat]) > state.game.tricks_in_deal
        return state.but(to_move=seat) if going_on else super().drew(state, seat)

    def apply(self, state: DefenceState, seat: int, move: Move) -> Any:
        state = super().apply(state, seat, move)
        return super().drew(state, seat) if seat == state.defender else state

    def asks(self, state: DefenceState) -> str:
        return (
            f"You have {some(len(state.hand), 'card')}: discard one."
            if state.me == state.defender
            else self.prompt
        )


class DefenceGame(ExchangeGame):
    """A game in which the dealer may take the turned card, and a player who is alone may be met
    by a defender."""

    State: type[DefenceState] = DefenceState
    taker_draws = Option(
        True,
        {
            True: "; such a dealer may draw cards as well",
            False: "; such a dealer draws no more cards",
        },
        "Whether the dealer who took the turned card may draw as well.",
        house=True,
        told=YES_OR_NO,
    )

    def refilling(self, state: DefenceState, seat: int) -> tuple[int, ...]:
        return tuple(sorted(state.sitting_out))

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.defender is not None:
            panels["notes"].setdefault(state.defender, []).append("defends the pack")
        return panels
