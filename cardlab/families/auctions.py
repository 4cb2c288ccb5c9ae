"""Auctions: calls in turn up a ladder of bids, naming trumps, accepting a turned suit.

Knows calls and who makes the next one.  Knows no cards and no score; a game says what a contract
is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from cardlab.engine.cards import SUITS
from cardlab.engine.codec import Called
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.moves import PASS, Bid, Move, Name, Say
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, any_move, may_not, may_only_be, note, rule, silent
from cardlab.engine.turns import LastMove, TurnReason, dealt, moved_last

Calls = tuple[Called, ...]


class Contract(NamedTuple):
    """What a side has undertaken: the winning bid, who made it, how often it was doubled (0, 1,
    2)."""

    bid: Bid
    declarer: int
    doubled: int = 0

    @property
    def level(self) -> int:
        return self.bid.level

    @property
    def strain(self) -> str:
        return self.bid.strain


def last_bid(calls: Calls) -> tuple[int, Bid] | None:
    """The bid that stands, with its seat."""
    for seat, call in reversed(calls):
        if isinstance(call, Bid):
            return seat, call
    return None


def is_bid(call: Move) -> bool:
    """Whether a call is a rung of the ladder."""
    return isinstance(call, Bid)


def reaching(least: int, calls: tuple[Move, ...]) -> tuple[Move, ...]:
    """The calls without the bids below a height."""
    return tuple([c for c in calls if not isinstance(c, Bid) or c.height >= least])


def ladder(levels: Iterable[int], strains: Sequence[str], labels: Sequence[str]) -> tuple[Bid, ...]:
    """Every level in every strain, lowest first; the label of a strain is what follows the
    number."""
    return tuple(
        Bid(
            f"{level}{strain}",
            row * len(strains) + i,
            level,
            strain,
            (row, i),
            f"{level}{labels[i]}",
        )
        for row, level in enumerate(levels)
        for i, strain in enumerate(strains)
    )


@rule("dealer-must-bid", "The dealer cannot be the last to pass", "auction")
def dealer_must_bid(table: Any, moves: tuple[Move, ...]) -> Any:
    """If everybody else has passed, the dealer must bid."""
    if (
        table.me != table.dealer
        or last_bid(table.calls)
        or len(table.calls) < table.game.players - 1
    ):
        return silent(moves, "{you} may pass")
    return may_not(
        moves,
        lambda m: m == PASS,
        "everybody else has passed, so {you} must bid, as dealer",
        leaves=any_move,
    )


def tops(
    id: str,
    title: str,
    *concepts: str,
    text: str = "Each bid must be higher than the bid before it.",
) -> Rule:
    """The rule that each bid tops the one before, under the id, and perhaps in the words, of the
    game's own rule book."""

    def tops_the_standing_bid(table: Any, moves: tuple[Move, ...]) -> Any:
        last = last_bid(table.calls)
        if last is None:
            return silent(moves, "there is no bid to top yet")
        top, height = last[1], last[1].height
        # the highest bids stand at the end of the ladder
        topped = any(m.height > height for m in reversed(moves) if isinstance(m, Bid))
        return may_only_be(
            moves,
            reaching(height + 1, moves),
            "{top} is the bid to top" if topped else "nothing tops {top}",
            {"top": top},
            leaves=is_bid,
            then="{top} is the bid to top",
        )

    tops_the_standing_bid.__doc__ = text
    return rule(id, title, *concepts)(tops_the_standing_bid)


def tops_or_holds(id: str, title: str, *concepts: str) -> Rule:
    """The same where the dealer may also take a bid over at its own height."""

    @rule(id, title, *concepts)
    def tops_or_holds_the_standing_bid(table: Any, moves: tuple[Move, ...]) -> Any:
        """A bid must top the bid that stands; only the dealer may equal it, and thereby takes
        it."""
        last = last_bid(table.calls)
        if last is None:
            return silent(moves, "there is no bid to top yet")
        top, holds = last[1], table.me == table.dealer
        least = top.height if holds else top.height + 1
        because = (
            "{top} stands, and as dealer {you} may equal it" if holds else "{top} is the bid to top"
        )
        return may_only_be(moves, reaching(least, moves), because, {"top": top}, leaves=is_bid)

    return tops_or_holds_the_standing_bid


DOUBLE, REDOUBLE = Say("X", "Double", "doubles"), Say("XX", "Redouble", "redoubles")


def doubled(calls: Any) -> int:
    """0 undoubled, 1 doubled, 2 redoubled: what was said since the last bid."""
    since = 0
    for _, call in reversed(calls):
        if isinstance(call, Bid):
            return since
        since = max(since, {DOUBLE: 1, REDOUBLE: 2}.get(call, 0))
    return since


@rule("nothing-to-double", "Double a bid", "doubling")
def something_to_double(table: Any, moves: tuple[Move, ...]) -> Any:
    """Only a bid can be doubled."""
    if last_bid(table.calls):
        return silent(moves, "there is a bid")
    return may_not(moves, lambda m: m == DOUBLE, "nobody has bid yet")


@rule("own-side", "Double an opponent's bid, redouble your own side's", "doubling")
def right_side(table: Any, moves: tuple[Move, ...]) -> Any:
    """Double only a bid of the opponents; redouble only a bid of your own side."""
    last = last_bid(table.calls)
    if last is None:
        return silent(moves, "there is no bid to double")
    ours = table.same_side(last[0], table.me)
    because = "{top} was bid by {your} own side" if ours else "{top} was bid by the opponents"
    return may_not(moves, lambda m: m == (DOUBLE if ours else REDOUBLE), because, {"top": last[1]})


@rule("already-doubled", "Double once", "doubling")
def not_twice(table: Any, moves: tuple[Move, ...]) -> Any:
    """A bid is doubled once; any new bid wipes the double out."""
    if not doubled(table.calls):
        return silent(moves, "the last bid is not doubled")
    return may_not(moves, lambda m: m == DOUBLE, "the last bid has already been doubled")


@rule("not-doubled", "Redouble what was doubled", "doubling")
def redouble_a_double(table: Any, moves: tuple[Move, ...]) -> Any:
    """Redouble only a bid that has been doubled and not yet redoubled."""
    stage = doubled(table.calls)
    if stage == 1:
        return silent(moves, "the last bid is doubled")
    return may_not(
        moves,
        lambda m: m == REDOUBLE,
        "the last bid has already been redoubled" if stage else "the last bid is not doubled",
    )


DOUBLING = (something_to_double, right_side, not_twice, redouble_a_double)


def after_passes(game: Game) -> Any:
    """A first auction in which everybody but the dealer has passed: an example for the rules that
    speak to the dealer then."""
    dealer = game.opening().dealer
    calls = tuple((seat, PASS) for seat in game.seats_from(dealer)[1:])
    return game.state(phase="auction", calls=calls, to_move=dealer)


class Auction(Phase):
    """Calls in turn.  ``bids``: the ladder, lowest first; ``others``: further calls;
    ``columns``: heads of the ladder."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = "auction", "The auction", "Your call.", "call"
    did = "spoke"
    begins = "eldest"
    names_trumps = True
    others: tuple[Say, ...] = (PASS,)
    """The calls that are no bids."""
    dealer_first: bool = False
    least_first: bool = False
    """Whether a bid goes back and forth between two, so that nobody need name more than the
    least that tops the last one."""
    deal_passes: bool = False
    """When all have passed: whether the next player deals, or the same dealer again."""
    reader: Callable[[str], str | None] | None = None
    notes: tuple[Rule, ...] = (
        note(
            "calls-in-turn",
            "Call in turn",
            "Beginning at the dealer's left, each player in turn bids or passes.",
            "auction",
            "turn",
            "eldest",
        ),
    )

    def whose_turn(self, state: State, last: LastMove | None) -> TurnReason | None:
        """Who called last; before the first call, who dealt."""
        calls: tuple[tuple[int, Move], ...] = state.game.calls(state)
        if calls:
            return moved_last(state, calls[-1][0], self.did)
        return dealt(state) if self.begins else None

    def enter(self, state: Any) -> Any:
        first = state.dealer if self.dealer_first else state.after_seat(state.dealer)
        return state.but(to_move=first)

    def orders(self, game: Any) -> tuple[str, ...]:
        return tuple(dict.fromkeys(bid.strain for bid in self.bids if bid.strain))

    def vocabulary(self) -> Iterable[Move]:
        return (*super().vocabulary(), *self.others)

    def remind(self, table: State) -> str:
        return "the auction is still on: bid or pass"

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (*self.others, *self.bids)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        state = state.but(calls=(*state.calls, (seat, move)))
        return (
            self.close(state)
            if self.finished(state)
            else state.but(to_move=self.following(state, seat))
        )

    def following(self, state: Any, seat: int) -> int:
        """Who calls after this seat."""
        return state.after_seat(seat)

    def finished(self, state: Any) -> bool:
        """Whether the auction is over: after one call each."""
        return len(state.calls) == state.game.players

    def close(self, state: Any) -> Any:
        """The auction is over: settle the contract and go on."""
        last = last_bid(state.calls)
        if last is None:
            return state.game.end(state, void=not self.deal_passes)
        seat, bid = last
        return state.game.next_phase(state, contract=Contract(bid, seat), declarer=seat)


class Hold(Say):
    """Take over the bid that stands, at its height."""

    __slots__ = ()


HOLD = Hold("hold", "Hold", "holds the bid")


@rule(
    "only-elder-may-hold",
    "Hold the bid of a later player",
    "hold-bid",
    "eldest",
    look="Count from the dealer's left: who comes first, you or the highest bidder?",
)
def elder_may_hold(table: Any, moves: tuple[Move, ...]) -> Any:
    """A player who sits before the highest bidder, counted from the dealer's left, may hold:
    take the same bid over instead of raising it. The later player must then raise or pass."""
    last = last_bid(table.calls)
    if last is None:
        return may_not(moves, lambda m: m == HOLD, "there is no bid to hold yet")
    seat, top = last
    elder = [
        (s - table.dealer) * table.game.direction % table.game.players or table.game.players
        for s in (table.me, seat)
    ]
    if elder[0] < elder[1]:
        return silent(moves, "{you} {sit} before the player who bid {top}", {"top": top})
    return may_not(
        moves,
        lambda m: m == HOLD,
        "{you} {do} not sit before the player who bid {top}",
        {"top": top},
    )


class HoldAuction(Auction):
    """Round after round until one player is left; a pass is for good, and elder players may hold.

    A bid that is held stands in the calls as the same bid, made by its holder.  ``known``: bids
    that are not on the ladder but that somebody might mean, so that a rule can refuse them.
    """

    notes: tuple[Rule, ...] = (
        note(
            "pass-for-good",
            "Call in turn until one is left",
            "Beginning at the dealer's left, each player in turn bids, holds or passes, round"
            " after round. A player who has passed is out of the auction; it ends when all but"
            " the highest bidder have passed.",
            "auction",
            "turn",
            "eldest",
        ),
    )

    def candidates(self, table: Any) -> tuple[Move, ...]:
        hold = (HOLD,) if last_bid(table.calls) else ()
        return (*self.others, *hold, *self.bids)

    def read(self, table: State, text: str) -> Move | None:
        return next((m for m in (HOLD, *self.known) if m == text), None)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        last = last_bid(state.calls)
        return super().apply(state, seat, last[1] if move == HOLD and last else move)

    def following(self, state: Any, seat: int) -> int:
        seat, passed = state.after_seat(seat), {s for s, call in state.calls if call == PASS}
        while seat in passed:
            seat = state.after_seat(seat)
        return seat

    def finished(self, state: Any) -> bool:
        left = state.game.players - sum(call == PASS for _, call in state.calls)
        return left == 0 or (left == 1 and last_bid(state.calls) is not None)


NAMES = tuple(map(Name, SUITS))
"""The moves that name a trump suit."""


CONTRACT_LACKS = "The auction is over here: give contract, the bid and who made it"
"""What is said where a table laid by hand has no contract in a phase that asks for its bid."""


class NameTrumps(Phase):
    """The declarer names the trump suit; skipped at no trump.  ``raises``: further
    announcements, each with the bid that the contract becomes by it."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = (
        "trumps",
        "Naming trumps",
        "You won the auction: name trumps.",
        "name trumps",
    )
    did = "named trumps"
    begins = "declarer"
    names_trumps = True
    raises: Mapping[Move, Bid] = {}
    notes = (
        note(
            "declarer-names-trumps",
            "The declarer names trumps",
            "The player who wins the auction names the trump suit, unless the bid was no trump.",
            "named-trump",
            "trump",
        ),
    )

    def vocabulary(self) -> Iterable[Move]:
        return (*NAMES, *self.raises, *self.raises.values())

    def remind(self, table: Any) -> str:
        return "the auction is over, and the trump suit is named next"

    def lacking(self, state: Any) -> str:
        return "" if state.contract or not self.raises else CONTRACT_LACKS

    def orders(self, game: Any) -> tuple[str, ...]:
        return (*SUITS, *(bid.strain for bid in self.raises.values() if bid.strain))

    def enter(self, state: Any) -> Any:
        if state.contract.strain == "no":
            return state.game.next_phase(state, order=state.game.ordering(None))
        return state.but(to_move=state.declarer)

    def candidates(self, table: State) -> tuple[Move, ...]:
        return (*NAMES, *self.raises)

    def read(self, table: State, text: str) -> Move | None:
        word = text.removeprefix("trumps ").strip()
        return next(
            (Name(s) for s in SUITS.values() if word in (s.lower(), s.name, s.one, s.sign)), None
        )

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if move in self.raises:
            return self.enter(state.but(contract=state.contract._replace(bid=self.raises[move])))
        return state.game.next_phase(state, order=state.game.ordering(move.suit))


ACCEPT, DECLINE = (
    Say("accept", "Accept", "accepts the turned suit"),
    Say("decline", "Decline", "declines"),
)


class Upcard(Phase):
    """The top card of the stock is turned and offered round for trumps; if nobody wants it, the
    bottom card decides."""

    part = SheetPart.BEFORE

    id, title, prompt, doing = (
        "upcard",
        "Taking trumps",
        "Do you accept the turned suit as trumps?",
        "accept or decline",
    )
    did = "spoke"
    begins = "eldest"
    notes = (
        note(
            "accept-or-decline",
            "Accept the turned suit, or decline",
            "The top card of the stub is turned. Beginning at the dealer's left, each player"
            " accepts its suit as trumps or declines; the first to accept binds that side.",
            "accept-trump",
            "turn-up-trump",
            "eldest",
        ),
        note(
            "bottom-card",
            "All decline",
            "If all four decline, the bottom card of the stub is turned and its suit is trumps; no"
            " side has accepted.",
            "accept-trump",
            "trump",
        ),
    )

    def lacking(self, state: Any) -> str:
        return "" if state.turned else "A card is turned up here: give turned, the card"

    def orders(self, game: Game) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def enter(self, state: State) -> Any:
        return state.but(
            to_move=state.after_seat(state.dealer),
            turned=state.stock[0],
            shown=(state.stock[0],),
            stock=state.stock[1:],
        )

    def vocabulary(self) -> Iterable[Move]:
        return (ACCEPT, DECLINE)

    def candidates(self, table: State) -> tuple[Move, ...]:
        return (ACCEPT, DECLINE)

    def asks(self, state: Any) -> str:
        return f"{state.turned.sign} is turned: do you accept {state.turned.suit.name} as trumps?"

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if move == DECLINE and len(state.calls) + 1 == state.game.players:
            bottom = state.stock[-1]
            # what lies face down says nothing to a viewer who cannot see it
            return f"{name} declines; the bottom card is turned" + (
                f": {bottom.sign}." if bottom.suit else "."
            )
        return move.told(name)

    def apply(self, state: Any, seat: int, move: Say) -> Any:
        state = state.but(calls=(*state.calls, (seat, move)))
        if move == DECLINE and len(state.calls) < state.game.players:
            return state.but(to_move=state.after_seat(seat))
        if move == DECLINE:
            bottom = state.stock[-1]
            state = state.but(turned=bottom, shown=(*state.shown, bottom), stock=state.stock[:-1])
        else:
            state = state.but(declarer=seat)
        return state.game.next_phase(state.but(order=state.game.ordering(state.turned.suit)))
