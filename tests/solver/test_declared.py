"""What rules declare to the solver is what they do: the second statement of each rule beside the
first, on thousands of positions of few cards."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cached_property
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.engine.moves import PLAYS
from cardlab.engine.rulings import Rule, Ruling, rule, unless_alone
from cardlab.families import narrowing
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    FOLLOWING,
    HIGHER,
    LEADING,
    SUIT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    CardSet,
    Fact,
    Highest,
    Lowest,
    MayNotPlay,
    MustPlay,
    narrowings,
    none_played,
    of_suit,
)
from cardlab.families.tricks import Trick, TrickGame, Tricks, follow_suit
from cardlab.solver import CannotCompile, compiles, loading, playouts, solve
from cardlab.solver.compiling import compiled
from cardlab.solver.duties import Duty, by_table, duty_of, narrowed
from cardlab.solver.kernel import places
from cardlab.solver.kernel.legality import legal_mask
from cardlab.solver.orders import ordered, suit_led
from cardlab.solver.playing import before_the_play
from cardlab.solver.tables import Layout, Tables

GAMES = [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]
WITHOUT_TABLES = {"bridge-solitaire", "cardigan", "contesting-twenty", "looking-for-friends"}
"""Those that the solver plays without tables; named, since to find them takes seconds."""
WITH_TABLES = [id for id in GAMES if id not in WITHOUT_TABLES]


class Reading:
    """A duty as the kernel reads it, for all cards of an order at once."""

    def __init__(self, state: Any, duty: Duty) -> None:
        self.order = order = ordered(state.order)
        seats = len(state.trick.seats)
        self.layout = Layout(
            Tables(
                ((),) * seats,
                0,
                (0,) * seats,
                order.suit,
                order.strength,
                suits=len(order.level),
                levels=order.level,
                flags=duty.flags,
                wild=order.wild,
                barred=duty.barred,
                top=duty.top,
                spare=tuple(range(len(order.cards))),
                rules=duty.rules,
                trumps=duty.trumps,
                after=duty.after,
            )
        )
        self.place = {card: i for i, card in enumerate(order.cards)}

    def mask(self, cards: Any) -> int:
        return self.layout.mask(self.place[card] for card in cards)

    def legal(self, state: Any) -> set[Card]:
        """The cards that are legal for the seat to move, as the kernel finds them."""
        table, K = [self.place[card] for card in state.trick.cards], self.layout.K
        tricks = [*([self.place[c] for c in t.cards] for t in state.taken), table]
        seen = {suit_led(self.order, cards) for cards in tricks if cards}
        led, best, mate = -1, 0, 0
        if table:
            at, suit = self.order.best(table), suit_led(self.order, table)
            led = self.order.wild if suit is None else suit  # type: ignore[assignment]
            best = self.layout.bit[table[at]]
            mate = int(state.same_side(state.trick.seats[at], state.to_move))
        barred = K[places.BARRED]
        for suit in seen - {None}:
            barred &= ~K[places.SUIT_CARDS + suit]  # type: ignore[operator]
        gone = self.mask([*state.trick.cards, *(c for t in state.taken for c in t.cards)])
        left = K[places.TRICKS] - bool(state.taken)
        hand = self.mask(state.hands[state.to_move])
        found = legal_mask(K, hand, led, best, mate, barred, left, gone)
        return {self.order.cards[card] for card in self.layout.cards(found)}


def probes(state: Any, many: int) -> Iterator[Any]:
    """Positions of few cards, which need not come from any play: many of them bring rules to
    bear that rarely do."""
    rng, seats = random.Random("probes"), state.trick.seats
    cards = list(ordered(state.order).cards)
    most = len(cards) // len(seats)
    for _ in range(many):
        each, leader = rng.randint(1, min(most, 7)), rng.randrange(len(seats))
        turn = seats[leader:] + seats[:leader]
        rng.shuffle(cards)
        dealt = iter(cards)
        hands: list[tuple[Card, ...]] = [() for _ in state.hands]
        for seat in turn:
            hands[seat] = tuple(next(dealt) for _ in range(each))
        played = rng.randrange(len(turn))
        table = tuple(hands[seat][0] for seat in turn[:played])
        for seat in turn[:played]:
            hands[seat] = hands[seat][1:]
        tricks = [tuple(c for c, _ in zip(dealt, turn)) for _ in range(rng.randint(0, 2))]
        taken = tuple(Trick(turn, trick) for trick in tricks if len(trick) == len(turn))
        yield state.but(
            hands=tuple(hands), taken=taken, trick=Trick(turn, table), to_move=turn[played]
        )


def orders(game: Any) -> Iterator[Any]:
    """A position in the play under each order that the game has."""
    start = before_the_play(game)
    for word, _ in game.contracts():
        yield start.but(order=game.ordering(word))


def bound(id: str) -> Iterator[Any]:
    """The same with every set of rules that the game has under some option."""
    for game in variants(id):
        yield from orders(game)


def variants(id: str) -> Iterator[Any]:
    """The game, and with each value of an option that gives its play other rules."""
    usual, seen = cardlab.game(id), set[str]()
    for option in (None, *type(usual).all_options()):
        values = option.choices if option else (None,)
        for value in (*values[:1], *values[-1:]) if isinstance(values, range) else values:
            try:
                game = cardlab.game(id, **{option.name: value}) if option else usual
            except ValueError:
                continue
            key = repr([(str(rule), narrowings(rule, game)) for rule in rules_of_play(game)])
            if key not in seen:
                seen.add(key)
                yield game


def rules_of_play(game: Game) -> list[Rule]:
    """The rules that bind whoever plays a card in a game that runs on from trick to trick."""
    return [rule for phase in game.phases if isinstance(phase, Tricks) for rule in phase.rules]


@pytest.mark.parametrize("id", WITH_TABLES)
def test_each_rule_keeps_the_cards_that_it_declares(id: str, amount: Callable[[str], int]) -> None:
    """One rule at a time, under each order, by its row of the kernel's table alone."""
    many = amount("--probes")
    for start in bound(id):
        game, order = start.game, ordered(start.order)
        readings = []
        for own in start.phase.rules:
            declared = narrowings(own, game)
            assert declared is not None, f"{own.title} of {game.title} declares nothing"
            rows = [narrowed(order, start.order, part) for part in declared]
            readings.append((own, Reading(start, by_table(start, rows))))
        for now in probes(start, many):
            table, cards = game.view(now), now.hands[now.to_move]
            moves = tuple([PLAYS[card] for card in cards])
            for own, reading in readings:
                kept = {move.card for move in own.test(table, moves).kept}
                assert reading.legal(now) == kept, f"{own.title} of {game.title}: {now}"


@pytest.mark.parametrize("id", WITH_TABLES)
def test_all_rules_together_leave_what_the_kernel_leaves(
    id: str, amount: Callable[[str], int]
) -> None:
    """By the kernel's own duties where the rules answer to them, and by the table in any case."""
    many = amount("--probes")
    for start in bound(id):
        game, order = start.game, ordered(start.order)
        rows = [
            narrowed(order, start.order, part)
            for rule in start.phase.rules
            for part in narrowings(rule, game) or ()
        ]
        table, known = Reading(start, by_table(start, rows)), dict[Duty, Reading]()
        for now in probes(start, many):
            moves = game.legal_moves(now)
            if any(move is not PLAYS.get(move.card) for move in moves):
                continue
            legal, duty = {move.card for move in moves}, duty_of(now)
            if duty not in known:
                known[duty] = Reading(start, duty)
            assert known[duty].legal(now) == legal, f"{game.title}: {now}"
            assert table.legal(now) == legal, f"{game.title}: {now}"


@pytest.mark.parametrize("id", GAMES)
def test_every_rule_of_play_declares_what_it_does(id: str) -> None:
    """Where a deal runs from trick to trick; the rules of other games are read by nobody."""
    game = cardlab.game(id)
    assert bool(compiles(id)) == (id in WITHOUT_TABLES)
    if id in WITH_TABLES:
        for version in variants(id):
            assert all(narrowings(rule, version) is not None for rule in rules_of_play(version))
    else:
        reasons = ("equal cards", "are equal", "lie here more than once", "the stock plays")
        assert any(reason in compiles(game) for reason in reasons)


@pytest.mark.parametrize("id", WITH_TABLES)
def test_a_trick_counts_the_sum_of_its_cards_or_the_game_says_why_not(id: str) -> None:
    game, rng = cardlab.game(id), random.Random(id)
    uneven = 0
    for start in orders(game):
        cards, seats = ordered(start.order).cards, start.trick.seats
        for _ in range(300):
            trick = Trick(seats, tuple(rng.sample(cards, len(seats))))
            worth = start.order.worth_of
            total = game.per_trick + sum(worth[card] for card in trick.cards)
            uneven += game.trick_points(start, trick) != total
    assert bool(uneven) == bool(game.not_a_sum)


# --- the words of the declarations


def declared_by(game: Any) -> list[MustPlay | MayNotPlay]:
    return [part for rule in rules_of_play(game) for part in narrowings(rule, game) or ()]


def test_every_word_of_a_declaration_is_used_by_some_game() -> None:
    parts = [part for id in GAMES for game in variants(id) for part in declared_by(game)]
    ends = Highest | Lowest
    sets = {part.cards.cards if isinstance(part.cards, ends) else part.cards for part in parts}
    sets |= {cards for part in parts for cards in part.when.unplayed}
    known = {
        name
        for name, found in vars(narrowing).items()
        if isinstance(found, CardSet) or name in ("of_suit", "of_rank", "only")
    }
    assert {name for cards in sets for name in cards.parts} == known
    asked = Fact(0)
    for part in parts:
        asked |= part.when.holds | part.when.fails
    assert asked == Fact(31)
    assert any(part.when.unplayed for part in parts)
    assert any(isinstance(part.cards, Highest) for part in parts)
    assert any(isinstance(part.cards, Lowest) for part in parts)
    assert {part.lapses for part in parts if isinstance(part, MayNotPlay)} == {True, False}


def test_declarations_read_as_they_are_written() -> None:
    hearts = of_suit("H")
    for written, read in (
        (MustPlay(HIGHER, when=VOID & TRUMPED), "MustPlay(HIGHER, when=VOID & TRUMPED)"),
        (
            MayNotPlay(~(SUIT_LED | TRUMPS) & hearts, when=FOLLOWING, lapses=False),
            "MayNotPlay(~(SUIT_LED | TRUMPS) & of_suit('H'), when=FOLLOWING, lapses=False)",
        ),
        (
            MayNotPlay(hearts, when=LEADING & none_played(hearts)),
            "MayNotPlay(of_suit('H'), when=LEADING & none_played(of_suit('H')))",
        ),
        (MustPlay((SUIT_LED | TRUMPS) & ~HIGHER, when=CAN_FOLLOW), None),
    ):
        assert repr(written) == (read or "MustPlay((SUIT_LED | TRUMPS) & ~HIGHER, when=CAN_FOLLOW)")


def test_when_two_moments_can_meet() -> None:
    assert VOID.meets(FOLLOWING) and VOID.meets(TRUMPED)
    assert not VOID.meets(LEADING) and not VOID.meets(CAN_FOLLOW)
    assert none_played(of_suit("H")).passes and not LEADING.passes


# --- rules that are not of any game


@rule("sevens-stay", "Keep a seven", "rank")
def keep_sevens(table: Any, moves: Any) -> Ruling:
    """Play no seven unless you hold nothing else."""
    return unless_alone(
        moves,
        lambda move: move.card.rank == "7",
        "a seven stays in the hand",
        "{you} {hold} sevens",
    )


@rule("bad", "A bad declaration", "rank", solver="sevens")
def badly_declared(table: Any, moves: Any) -> Ruling:
    """Play no seven."""
    return keep_sevens.test(table, moves)


def with_rules(id: str, *rules: Rule) -> Any:
    """A game with these rules of play instead of its own, and equal to no other."""
    game = cardlab.game(id)
    game.chosen = (("rules", ", ".join(rules)),)
    for phase in game.phases:
        if isinstance(phase, Tricks):
            phase.rules = rules
    return game


def test_a_rule_that_declares_nothing_plays_and_is_named_when_asked_to_solve() -> None:
    game = with_rules("kaiser", follow_suit, keep_sevens)
    state = game.state(
        phase="play", trump="H", to_move=0, hands={0: "7C", 1: "8H", 2: "9H", 3: "QH"}
    )
    for ask in (solve, compiled):
        with pytest.raises(CannotCompile) as told:
            ask(state)
        assert str(told.value) == "the solver cannot read the rule 'Keep a seven' of Kaiser"
    with pytest.raises(CannotCompile, match="'Keep a seven' of Kaiser"):
        playouts(game, 10)
    match = game.match(seed=1)
    assert match.legal_moves()


def test_a_declaration_that_is_none_is_named() -> None:
    with pytest.raises(TypeError, match="'A bad declaration' declares 'sevens'"):
        narrowings(badly_declared, cardlab.game("kaiser"))


def kept_apart(thing: Any, before: dict[str, Any]) -> dict[str, Any]:
    """What somebody else has left in an object: what it works out of itself and keeps as a
    property is its own."""
    own = {
        name
        for kind in type(thing).__mro__
        for name, kept in vars(kind).items()
        if isinstance(kept, cached_property)
    }
    return {name: value for name, value in vars(thing).items() if name in before or name not in own}


@pytest.mark.slow
def test_nothing_is_left_in_a_game_that_was_solved() -> None:
    loading.warm(wait=True)
    game = cardlab.game("malilla")
    hands = {0: "7H AS", 1: "AH 7S", 2: "KH KS", 3: "QH QS"}
    state = game.state(phase="play", trump="H", to_move=0, hands=hands)
    before = dict(vars(game)), dict(vars(state.order))
    solve(state)
    playouts(game, 100)
    assert (kept_apart(game, before[0]), kept_apart(state.order, before[1])) == before
