"""Julep (Julepe): play for two tricks or pay the julep; a player who plays alone may be met by a defender of the pack.

Source: the Julep entry of the project's first collection of rules, which breaks off at the draw; the play and the
settlement follow the next page of the same book.  House choices: everybody antes; the julep is five chips; two who succeed
share equally, and odd chips stay in the pool; the dealer who takes the turn-up may draw as well; the first who
offers defends; what is left in the pool after the agreed deals is shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..cards import pack
from ..families import exchanges
from ..families.exchanges import ActiveTricks, AnteDealing, Exchange, ExchangeGame, ExchangeState, Reshuffle, StayOrPass
from ..families.matches import Deals, deals_option
from ..families.pools import PoolResult, ante_option, from_pool, into_pool, pool_shared
from ..game import Option, Phase, bounded
from ..moves import PASS, Discard, Move, Say, Swap
from ..rulings import Rule, Ruling, law, may_not, rule, scores, silent
from ..scoring import Formula, line
from ..words import listed, some

TAKE = Say("take the turned card", "Play, with the turned card")
DEFEND = Say("defend", "Defend the pack", "defends the pack")

PACK = law(
    "julep-pack", "Forty cards, the three second",
    "Take eights, nines and tens out of the pack. In every suit the order is A 3 K Q J 7 6 5 4 2.",
    "stripped-pack", "altered-order",
)  # fmt: skip
ROUND = law("anticlockwise", "To the right", "Deal, calls and play go round to the right.", "turn")
TURNED = law(
    "turn-up", "The turned card makes trumps",
    "The card after the last hand is turned up; its suit is trumps. It is no part of the stock.", "turn-up-trump", "trump",
)  # fmt: skip
TWO = law(
    "two-tricks", "Play or throw in",
    "In turn from the dealer's right, each player throws the cards in or plays, and thereby promises two tricks.",
    "drop-out", "contract", "eldest", "turn",
)  # fmt: skip
THROWN = law(
    "new-stock", "The stock runs out",
    "If the stock cannot replace what a player has discarded, the hands of those who passed are shuffled and put under it.",
    "stock",
)  # fmt: skip
MEET = law(
    "defend-the-pack", "Defending the pack",
    "If only one plays, each of the others in turn may offer to defend. The defender is dealt six cards from the stock and "
    "discards one. If nobody defends, the one who plays takes the pool.", "drop-out", "stock",
)  # fmt: skip


@rule("dealer-only", "The dealer may take the turned card", "turn-up-trump")
def dealer_only(table: ExchangeState, moves: tuple[Move, ...]) -> Ruling:
    """In place of a call the dealer may take the turned card for a discard, and then has to play."""
    if table.me == table.dealer:
        return silent(moves, "{you} {deal} and may take the turned card")
    return may_not(moves, lambda m: isinstance(m, Swap), "only the dealer may take the turned card")


class Promise(StayOrPass):
    rules, laws = (dealer_only,), (TWO,)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        swaps = [Swap(card) for card in table.hand] if table.me == table.dealer else []
        return (*super().candidates(table), *swaps)

    def read(self, table: Any, text: str) -> Move | None:
        try:
            return Swap(text.removeprefix("swap ")) if text.startswith("swap ") else None
        except ValueError:
            return None

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if not isinstance(move, Swap):
            return super().apply(state, seat, move)
        state = state.put_off(seat, (move.card,))  # type: ignore[arg-type]
        hands = state.held(seat, (*state.hands[seat], *state.shown))
        return super().apply(state.but(hands=hands, shown=()), seat, TAKE)

    def close(self, state: Any) -> Any:
        return state.game.next_phase(state) if state.active else state.game.end(state)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        return f"{name} takes the turned {state.turned.sign} and plays." if isinstance(move, Swap) else move.told(name)


class Defend(Phase):
    """Where only one plays, the others in turn may defend the pack."""

    id, title, prompt, doing = "defend", "Defending the pack", "Only one plays: do you defend the pack?", "defend or pass"
    laws = (MEET,)

    def enter(self, state: Any) -> Any:
        if len(state.active) > 1:
            return state.game.next_phase(state)
        return state.but(to_move=next(seat for seat, call in state.calls if call == PASS))

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return DEFEND, PASS

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        around = [s for s, _ in state.calls]
        if move == DEFEND:
            active = tuple(s for s in around if s in (seat, *state.active))
            return state.game.next_phase(state.but(active=active, defender=seat))
        asked = [s for s in around[around.index(seat) + 1 :] if s not in state.active]
        return state.but(to_move=asked[0]) if asked else state.game.end(state)


@rule("discard-one", "The defender discards one", "exchange-draw")
def discard_one(table: Any, moves: tuple[Move, ...]) -> Ruling:
    """The defender of the pack is dealt six cards and lays one of them face down."""
    if table.me != table.defender:
        return silent(moves, "{you} {do} not defend the pack")
    return may_not(moves, lambda m: not isinstance(m, Discard), "{you} {have} six cards and {must} discard one")


class JulepExchange(Exchange):
    rules = (discard_one, exchanges.replaceable)

    def seats(self, state: Any) -> tuple[int, ...]:
        return tuple(s for s in state.active if state.game.taker_draws or (s, TAKE) not in state.calls)

    def turn_to(self, state: Any, seats: tuple[int, ...]) -> Any:
        state = super().turn_to(state, seats)
        return self.draw(state, seats[0]) if seats and seats[0] == state.defender else state

    def owed(self, state: Any, seat: int) -> int:
        return 6 if seat == state.defender else super().owed(state, seat)

    def drew(self, state: Any, seat: int) -> Any:
        going_on = seat == state.defender and len(state.hands[seat]) == 6
        return state.but(to_move=seat) if going_on else super().drew(state, seat)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        state = super().apply(state, seat, move)
        return super().drew(state, seat) if seat == state.defender else state

    def asks(self, state: Any) -> str:
        return "You have six cards: discard one." if state.me == state.defender else self.prompt


@dataclass(frozen=True)
class JulepState(ExchangeState):
    """defender: who defends the pack."""

    defender: int | None = None


@dataclass(frozen=True)
class JulepResult(PoolResult):
    """julep: its size; tricks: by seat, None for those who passed; lone: the seat that was alone to play, defender: the
    one that met it."""

    julep: int = bounded(1, 50, 5, "the julep")
    tricks: tuple[int | None, ...] = (2, 2, 1, None, None)
    lone: int | None = None
    defender: int | None = None

    def kept(self, seat: int) -> bool:
        return (self.tricks[seat] or 0) >= 2

    @property
    def payers(self) -> list[int]:
        """Who has played and failed; a defender never pays."""
        return [s for s, n in enumerate(self.tricks) if n is not None and n < 2 and s != self.defender]

    @property
    def takers(self) -> list[int]:
        """Who has succeeded, where everybody played for himself."""
        return [] if self.lone is not None else [s for s in range(len(self.tricks)) if self.kept(s)]


PART = Formula("(p + j*m)//n", p="chips in the pool", j="the julep", m="players who pay it", n="players who share")
HALF, ALL = Formula("p//2", p="chips in the pool"), Formula("p + j", p="chips in the pool", j="the julep")


@scores("julep", "The julep", "contract", "stake", "pool")
def julep(game: Julep, result: JulepResult) -> Any:
    """Whoever plays and wins fewer than two tricks pays the julep, the agreed stake, into the pool."""
    for seat in result.payers if result.lone is None or result.defender is not None else ():
        said = f"{game.names[seat]} promised two tricks and won {some(result.tricks[seat] or 0, 'trick')}"
        yield into_pool(game, seat, "Julep", julep, result.julep, said)


@scores("pool-won", "Two tricks win the pool", "pool", "contract")
def pool_won(game: Julep, result: JulepResult) -> Any:
    """Whoever wins two tricks takes the pool with the juleps; two who do share it equally, and an odd chip stays. If nobody
    does, all of it waits for the next deal."""
    takers, paying = result.takers, len(result.payers)
    said = f"{listed([game.names[s] for s in takers])} won two tricks or more"
    for seat in takers:
        chips = {"p": result.pool, "j": result.julep, "m": paying, "n": len(takers)}
        title = "Share of the pool" if len(takers) > 1 else "The pool"
        yield line(game.side_of[seat], title, pool_won, PART, said, account="pool", **chips)


@scores("lone-player", "The lone player", "pool", "drop-out")
def lone_player(game: Julep, result: JulepResult) -> Any:
    """A player who is alone and meets no defender takes the pool, and so does one whose defender fails; the defender pays no
    julep. If both win two tricks, the lone player takes half the pool, an odd chip and the rest wait for the next deal."""
    lone, defender = result.lone, result.defender
    if lone is None or (defender is not None and not result.kept(lone)):
        return
    if defender is not None and result.kept(defender):
        said = f"{game.names[lone]} and the defender won two tricks or more"
        yield line(game.side_of[lone], "Half the pool", lone_player, HALF, said, account="pool", p=result.pool)
    else:
        said = "nobody defended the pack" if defender is None else f"{game.names[defender]}, who defended, failed"
        yield from_pool(game, lone, "The pool", lone_player, result.pool, said)


@scores("defender-wins", "The defender", "pool", "stake")
def defender_wins(game: Julep, result: JulepResult) -> Any:
    """If the lone player fails, the defender takes the pool and the lone player's julep."""
    if result.lone is not None and result.defender is not None and not result.kept(result.lone):
        said, chips = f"{game.names[result.lone]}, who played alone, failed", {"p": result.pool, "j": result.julep}
        yield line(game.side_of[result.defender], "The pool", defender_wins, ALL, said, account="pool", **chips)


class Julep(ExchangeGame):
    """From three to seven players, each for himself, five cards of a pack in which the three is second. Throw in, or promise
    two tricks; change cards; follow, beat and trump wherever you can."""

    id, title, picture = "julep", "Julep", "AC 3C KC QC JC"
    seats = (3, 7, 5)
    direction = -1
    pack, ranks = pack("A3KQJ76542"), "A3KQJ76542"
    State, Result = JulepState, JulepResult
    options = (
        ante_option(1),
        Option("julep", 5, range(1, 101), "The julep, in chips."),
        Option("julep_size", "agreed", ("agreed", "pot"), "The julep is the agreed number of chips, or as much as the pool."),
        Option("taker_draws", True, (True, False), "Whether the dealer who took the turned card may draw as well."),
        deals_option(20),
    )
    laws = (PACK, ROUND)
    scoring: tuple[Rule, ...] = (julep, pool_won, lone_player, defender_wins, pool_shared)
    quiet = {"dealer-only": "the turned card is offered to the dealer only; others may ask for it in words"}

    def setup(self) -> None:
        dealing = AnteDealing(laws=(*AnteDealing.laws, TURNED))
        self.phases = (dealing, Promise(), Defend(), JulepExchange(), Reshuffle(laws=(THROWN,)), ActiveTricks())
        self.ends = (Deals(self.deals),)

    def refilling(self, state: Any, seat: int) -> tuple[int, ...]:
        return tuple(other for other in range(self.players) if other not in state.active)

    def result(self, state: Any) -> JulepResult:
        pool, tricks = self.pool_now(state), self.tricks_by_seat(state)
        lone = [s for s in state.active if s != state.defender]
        return JulepResult(
            pool, self.closing(state), pool if self.julep_size == "pot" else self.julep, tricks,
            lone[0] if len(lone) == 1 else None, state.defender,
        )  # fmt: skip

    def panels(self, state: Any) -> dict[str, Any]:
        found = super().panels(state)
        if state.defender is not None:
            found["notes"].setdefault(state.defender, []).append("defends the pack")
        return found
