"""Seeded deals, played through in search of positions: what exercises are found in.

Knows the engine's surface and a few tempers to play with, so that rare rules come up sooner, and
how much work a search may do. Knows no question, and no clock: a search ends after counted work,
so that a seed finds the same position on every machine.

>>> import cardlab
>>> game = cardlab.game("brandle")
>>> rule = rule_of(game, "must-overtrump")
>>> spots = find_spots(game, seed=3, phases=phases_of(game, rule))
>>> spot = next(s for s in spots if force_of(game, s.state, s.seat, rule) is Force.BINDING)
>>> spot.state.phase, spot.state.order.is_trump(spot.state.winning()[1])
(<phase play>, True)
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.catalogue import game as make_game
from cardlab.engine.game import OVER, Dealing, Game, Standing, State, understood
from cardlab.engine.moves import Bid, Knock, Move
from cardlab.engine.quiet import Rare
from cardlab.engine.rulings import Force, Rule, narrowed
from cardlab.engine.turns import LastMove
from cardlab.families.formats import format_rules
from cardlab.families.melding import MeldGame
from cardlab.families.tricks import TrickGame, TrickState

PLIES = 25_000
"""After so many moves a search ends for lack of luck, where nobody set it a budget."""
LOOK = 3
"""What it costs to look at one position, when a move costs one: its verdicts take longer than the
move that led there."""


@dataclass
class Budget:
    """The work that a search may still do, counted in moves played and positions looked at.

    >>> import cardlab
    >>> with limited(40) as budget:
    ...     sum(1 for spot in find_spots(cardlab.game("kaiser"), seed=3)), budget.left
    (10, 0)
    """

    left: int

    def pay(self, work: int) -> bool:
        """Take so much work from what is left; False where there is not enough."""
        if work > self.left:
            self.left = 0
            return False
        self.left -= work
        return True


_limit: ContextVar[Budget | None] = ContextVar("limit", default=None)


@contextmanager
def limited(work: int) -> Iterator[Budget]:
    """Set a budget that every search begun in here draws on together."""
    budget = Budget(work)
    token = _limit.set(budget)
    try:
        yield budget
    finally:
        _limit.reset(token)


class Spot(NamedTuple):
    """A moment of a seeded match: the state, a seat that may move (None at the end of a deal),
    the state of the same deal before the last move, which match of the search it is, and the last
    move with its seat (None for chance)."""

    state: Any
    seat: int | None
    before: Any = None
    number: int = 0
    made: tuple[int | None, Move] | None = None

    @property
    def last(self) -> LastMove | None:
        """The move that led here; None where there was none."""
        return LastMove(self.before, *self.made) if self.made is not None else None


Temper = Callable[[Game, Any, tuple[Move, ...], random.Random], Move]


def anything(game: Game, state: State, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Any legal move."""
    return legal[int(rng.random() * len(legal))]


def shy(game: Game, state: State, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Mostly passes, draws, stands: what is called without a card and without a bid."""
    quiet = [m for m in legal if m.card is None and not isinstance(m, Bid)]
    return (
        anything(game, state, tuple(quiet), rng)
        if quiet and rng.random() < 0.85
        else anything(game, state, legal, rng)
    )


def silent(game: Game, state: State, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """The first call on offer, nearly always."""
    quiet = [m for m in legal if m.card is None and not isinstance(m, Bid)]
    return quiet[0] if quiet and rng.random() < 0.97 else anything(game, state, legal, rng)


def modest(game: Game, state: State, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Opens with a low bid and passes from then on; whoever plays for a contract plays high, the
    others low."""
    bids = [m for m in legal if isinstance(m, Bid)]
    if bids:
        stands = any(isinstance(call, Bid) for _, call in game.calls(state))
        quiet = [m for m in legal if not isinstance(m, Bid) and m.card is None]
        return (
            quiet[0]
            if stands and quiet and rng.random() < 0.9
            else bids[min(len(bids) - 1, int(rng.random() * 3))]
        )
    return _for_the_contract(game, state, legal, rng)


def bold(game: Game, state: State, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Bids anywhere on the ladder, doubles, and then plays the contract home."""
    bids = [m for m in legal if isinstance(m, Bid)]
    if bids and rng.random() < 0.5:
        return rng.choice(bids)
    return _for_the_contract(game, state, legal, rng)


def _for_the_contract(
    game: Game, state: State, legal: tuple[Move, ...], rng: random.Random
) -> Move:
    if not isinstance(state, TrickState):
        return anything(game, state, legal, rng)
    order, hero, trick = state.order, state.declarer, state.trick
    cards = {m.card: m for m in legal if m.verb == "play" and m.card is not None}
    if order is None or hero is None or len(cards) < 2 or rng.random() < 0.1:
        return anything(game, state, legal, rng)
    ours = state.to_move is not None and state.same_side(state.to_move, hero)

    def power(card: Card) -> int:
        return order.power(trick.led or card).get(card, 0)

    return cards[(max if ours else min)(cards, key=power)]


def tidy(game: Game, state: Any, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Keeps what goes together and throws the rest: lays melds and lays cards off, as a rule, where
    there is a table for them, leaves as little deadwood as can be, and ends the deal when it may."""
    if not isinstance(game, MeldGame):
        return _pairs(game, state, legal, rng)
    melding, hand = game.melding, state.hands[state.to_move]
    melds = [m for m in legal if m.verb == "meld"]
    if melds and rng.random() < 0.8:
        return rng.choice(melds)
    giving = [m for m in legal if m.verb in ("discard", "knock") and m.card is not None]
    laying = [m for m in legal if m.verb == "lay off"]
    if laying and (not giving or rng.random() < 0.8):
        return rng.choice(laying)  # who never lays off before the discard hardly ever goes out
    if not game.by_deadwood:
        return _towards_a_contract(game, state, legal, giving, rng)
    if giving and all(m.card in hand for m in giving):
        left: dict[Any, int] = melding.without_each(hand)
        least = min(left[m.card] for m in giving)
        best = [m for m in giving if left[m.card] == least]
        ends = [m for m in best if isinstance(m, Knock)]
        wait = 0.7 if least else 0.0
        return rng.choice(
            ends if ends and rng.random() >= wait else [m for m in best if m not in ends] or best
        )
    taking = [m for m in legal if str(m).startswith("take")]
    up = state.upcard
    if taking and up is not None:
        with_it = min(melding.without_each((*hand, up)).values())
        return (
            taking[0]
            if with_it < melding.deadwood(hand)
            else next((m for m in legal if m not in taking), taking[0])
        )
    return anything(game, state, legal, rng)


def _towards_a_contract(
    game: MeldGame, state: Any, legal: tuple[Move, ...], giving: list[Move], rng: random.Random
) -> Move:
    """Where certain melds have to be laid first: takes what they lack, and throws what they need
    least.  Whoever only saved deadwood would seldom lay them, and nearly every deal would be void.

    giving: the discards among the legal moves.
    """
    table = game.view(state)
    if giving:
        left: dict[Any, int] = table.left_by()
        least = min(left[m.card] for m in giving)
        return rng.choice([m for m in giving if left[m.card] == least])
    taking = [m for m in legal if m in ("take", "buy")]
    if not taking or state.upcard is None or len(legal) == 1:
        return anything(game, state, legal, rng)
    wanted = game.helps(table, state.upcard)
    return rng.choice([m for m in legal if (m in taking) == wanted])


def _pairs(game: Game, state: Any, legal: tuple[Move, ...], rng: random.Random) -> Move:
    """Without a table of melds: sooner the moves that name many cards (melds, captures), and
    discards of lonely ranks."""
    rich = [m for m in legal if m.verb not in ("play", "discard") and m.named]
    if rich and rng.random() < 0.8:
        return max(rich, key=lambda m: (len(m.named), rng.random()))
    giving = [m for m in legal if m.card is not None]
    if len(giving) == len(legal) and len(legal) > 1 and rng.random() < 0.7:
        ranks = [c.rank for c in state.hands[state.to_move]]
        return min(giving, key=lambda m: (ranks.count(m.card.rank), rng.random()))  # type: ignore[union-attr]
    return anything(game, state, legal, rng)


TEMPERS: tuple[Temper, ...] = (anything, modest, shy, tidy, silent, bold)
RUMMY: tuple[Temper, ...] = (tidy, anything, tidy)


class Clumsy(random.Random):
    """Chance that shuffles badly: whole stretches of a sorted pack stay together, so that rare
    hands are dealt.  Any deal of it could come from a good shuffle too."""

    def sample(self, population: Any, k: int, **rest: Any) -> list[Any]:
        if k != len(population) or not all(isinstance(c, Card) for c in population):
            return super().sample(population, k, **rest)
        by_rank = self.random() < 0.5
        picked = sorted(
            population,
            key=lambda c: (
                (c.rank, c.suit) if by_rank else (c.suit, "A23456789TJQK".find(c.rank), c)
            ),
        )
        cut = int(self.random() * k)
        picked = picked[cut:] + picked[:cut]
        for _ in range(k // 6):
            i, j = int(self.random() * k), int(self.random() * k)
            picked[i], picked[j] = picked[j], picked[i]
        return picked


def play_through(
    game: Game, seed: int, temper: int | None = None, late: bool = False, rare: bool = False
) -> Iterator[Spot]:
    """Match after match from a seed, move by move; without a temper the matches take the tempers
    in turn.

    late: the matches begin with points on the board, as if much had been played; rare: more of the
    deals bring hands that are seldom dealt.
    """
    for number in range(10_000):
        tempers = RUMMY if isinstance(game, MeldGame) else TEMPERS
        play = tempers[number % len(tempers)] if temper is None else TEMPERS[temper]
        rng = random.Random(f"{game.id}/{game.chosen}/{seed}/{number}")
        chance = (
            Clumsy(f"clumsy/{seed}/{number}")
            if number % 5 == 4 or (rare and number % 2 == 0)
            else rng
        )
        standing, before = game.opening(), None
        made: tuple[int | None, Move] | None = None
        if late:
            top = max(10, int(rng.random() * 220))
            most = game.top_total()
            if most is not None:
                top = min(top, most + 1)
            standing = standing.but(totals=tuple(int(rng.random() * top) for _ in standing.totals))
            if game.outcome(standing) is not None:
                continue
        # whose match it is matters: short stretches of many matches show more than one long match
        for _ in range(60):
            state = game.begin(standing)
            for _ in range(3000):
                if state.phase is OVER:
                    break
                if state.to_move is None:
                    if not state.phase.movers(state) or state.phase.id == "deal":
                        happens = state.phase.chance(state, chance)
                        before, made = state, (None, happens)
                        state = state.phase.apply(state, None, happens)
                        continue
                    seat = state.phase.movers(state)[0]
                else:
                    seat = state.to_move
                yield Spot(state, seat, before, number, made)
                others = [s for s in state.phase.movers(state) if s != seat]
                for other in others:
                    yield Spot(state, other, before, number, made)
                if others and rng.random() < 0.2:
                    seat = rng.choice(others)
                legal = game.legal_moves(state, seat)
                if not legal:
                    seat, legal = state.to_move, game.legal_moves(state)
                move = (
                    play(game, state, legal, rng)
                    if seat == state.to_move
                    else anything(game, state, legal, rng)
                )
                before, made = state, (seat, move)
                state = state.phase.apply(state, seat, move)
            if state.phase is not OVER:
                break
            yield Spot(state, None, before, number, made)
            standing = game.next_standing(state, game.deal_lines(state))
            if game.outcome(standing) is not None:
                break


def find_spots(
    game: Game,
    seed: int,
    phases: Collection[str] | None = None,
    over: bool = False,
    most: int = PLIES,
    late: bool = False,
    rare: bool = False,
) -> Iterator[Spot]:
    """The moments of seeded matches in which one of these phases is on (with ``over``, the ends
    of deals instead). They end after ``most`` moves, or where the budget in force ends."""
    budget = _limit.get() or Budget(most * (1 + LOOK) + 1)
    for plies, spot in enumerate(play_through(game, seed, late=late, rare=rare)):
        wanted = (spot.seat is None) == over and (
            over or phases is None or spot.state.phase.id in phases
        )
        if not budget.pay(1 + LOOK if wanted else 1):
            return
        if wanted:
            yield spot
        if plies >= most:
            return


def with_other_totals(game: Game, state: Any, rng: random.Random, tries: int) -> Iterator[Any]:
    """The same finished deal after other deals: with other points on the board, where that
    changes nothing in how it was dealt and played."""
    standing, deal = state.standing, game.phases[0]
    if (
        type(standing) is not Standing
        or state.pegged
        or state.void
        or not isinstance(deal, Dealing)
    ):
        return  # more is remembered than points, or points had a part in the play
    top = max(220, *standing.totals)
    for _ in range(tries):
        other = standing.but(totals=tuple(int(rng.random() * top) for _ in standing.totals))
        if game.outcome(other) is None and deal.sizes(game, other) == deal.sizes(game, standing):
            yield state.but(standing=other)


def is_rare(game: Game, rule: Rule | None) -> bool:
    """Whether a game says that the hands in which a rule speaks are rare."""
    return rule is not None and isinstance(game.quiet_of(rule), Rare)


def rules_asked(game: Game) -> tuple[Rule, ...]:
    """The rules that can be asked about: those of the game, then those of the formats that it is
    played in."""
    return (*game.all_rules(), *format_rules(game))


def rule_of(game: Game, id: str) -> Rule:
    """A rule of a game, or of its formats, by its id.  ValueError, with what there is, for
    another."""
    for r in rules_asked(game):
        if r == id:
            return r
    raise ValueError(
        f"{game.title} has no rule {str(id)[:60]!r}; its rules are {', '.join(game.all_rules())}"
    )


def phases_of(game: Game, rule: Rule) -> tuple[str, ...]:
    """The ids of the phases that a rule narrows moves in."""
    return tuple(phase.id for phase in game.phases if rule in phase.rules)


def force_of(game: Game, state: State, seat: int | None, rule: Rule) -> Force | None:
    """What a rule does here, when its turn comes among the rules of the phase; None where it is
    not asked."""
    table = game.view(state, seat)
    if table is None or rule not in table.phase.rules:
        return None
    rules = table.phase.rules
    before = narrowed(table, rules[: rules.index(rule)], table.phase.candidates(table))
    force: Force = rule.test(table, before).force
    return force


def refusing_alone(game: Game, spot: Spot, move: str) -> list[Rule]:
    """The rules that refuse a move, each judged by itself on everything on show."""
    table = game.view(spot.state, spot.seat)
    moves = table.phase.candidates(table)
    judged = next((m for m in moves if m == move), None)
    if judged is None:
        judged = understood(game.verdict(spot.state, move, spot.seat)).move
        moves = (*moves, judged)
    return [rule for rule in table.phase.rules if judged not in rule.test(table, moves).kept]


@cache
def the_game(id: str, options: tuple[tuple[str, Any], ...] = ()) -> Game:
    """A game, made once for each set of options."""
    return make_game(id, **dict(options))


def dice(game: Game, kind: str, seed: int) -> random.Random:
    """Chance that depends on the address of an exercise only."""
    return random.Random(f"{kind}/{game.id}/{game.chosen}/{seed}")


class Traits(NamedTuple):
    """What a few deals of a game show: verbs of the moves by phase, the rules that decided
    tricks, whether there are moves that put several cards of the hand together."""

    verbs: Mapping[str, frozenset[str]]
    deciders: frozenset[str]
    groups: bool


@cache
def traits(game: Game) -> Traits:
    """A look at a few hundred moves of a game, with several tempers."""
    verbs: dict[str, set[str]] = defaultdict(set)
    deciders: set[str] = set()
    groups = False
    for temper in (0, 3, 1):
        for plies, spot in enumerate(play_through(game, 5, temper)):
            state = spot.state
            if spot.seat is not None:
                moves, hand = game.candidates(state, spot.seat), state.hands[spot.seat]
                verbs[state.phase.id] |= {m.verb for m in moves}
                groups = groups or any(
                    m.named and m.card in hand and all(c in hand for c in m.named) for m in moves
                )
            elif isinstance(game, TrickGame):
                single = [trick for trick in state.taken if trick.each == 1]
                deciders |= {str(game.told_trick(state, trick)[1]) for trick in single}
            if plies > 250:
                break
    by_phase = {phase: frozenset(names) for phase, names in verbs.items()}
    return Traits(by_phase, frozenset(deciders), groups)
