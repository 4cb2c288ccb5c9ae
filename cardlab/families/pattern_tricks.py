"""Tricks to which several cards are played at once: a pattern is led, and everybody plays as many.

The leader leads a whole pattern in one move.  The others play their cards one after the other, so
that a hand is never taken apart into all its subsets; a card is legal if the hand can still pay
what it owes after it.  Knows the trick, its rules and who wins it.  Knows no sides and no score.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import HOLD_CARD
from cardlab.engine.moves import PLAYS, Move
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Force, Rule, Ruling, may_not, must, note, rule, silent
from cardlab.engine.words import Sentence, some
from cardlab.families.climbing import PlayCards
from cardlab.families.levels import LevelGame
from cardlab.families.patterns import (
    CardPattern,
    Debt,
    beats,
    can_pay,
    debt_of,
    leads_in,
    pattern_of,
)
from cardlab.families.tricks import (
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    Trick,
    Tricks,
    TrickState,
    follow_suit,
)

Cards = tuple[Card, ...]

PATTERN_WINS = note(
    "pattern-wins",
    "The highest of the same pattern wins",
    "Several cards win a trick only if they have the pattern that was led. The highest in the suit"
    " led wins, or the highest in trumps if there is any. Of equal ones the first one played is"
    " higher.",
    "trick",
    "tractor",
    "ruff",
    look="Who played the pattern that was led?",
)


class PatternTrick(Trick):
    """A trick in which every seat plays as many cards as were led.  Seats and cards stand in the
    order of playing, so that a seat stands there once for each of its cards."""

    __slots__ = ()

    @property
    def each(self) -> int:
        """How many cards each seat plays: as many as were led."""
        return self.seats.count(self.seats[0]) if self.seats else 1

    @property
    def lead(self) -> Cards:
        """The cards that were led."""
        return self.cards[: self.each]

    @property
    def plays(self) -> tuple[tuple[int, Cards], ...]:
        """Who has played what so far; the last play may still lack cards."""
        each = self.each
        return tuple(
            (self.seats[at], self.cards[at : at + each]) for at in range(0, len(self.cards), each)
        )

    @property
    def begun(self) -> Cards:
        """The cards that the seat to play has put down already."""
        return self.cards[len(self.cards) - len(self.cards) % self.each :]

    def led_with(self, cards: Cards) -> PatternTrick:
        """The trick after its leader has led these cards."""
        return PatternTrick(tuple(seat for seat in self.seats for _ in cards), cards)

    def followed_by(self, card: Card) -> PatternTrick:
        """The trick after one more card."""
        return PatternTrick(self.seats, (*self.cards, card))

    def pattern(self, order: Ordering) -> CardPattern:
        """What was led."""
        led = pattern_of(self.lead, order)
        return led or CardPattern(str(order.suit_of[self.cards[0]]), self.each)

    def best(self, order: Ordering) -> int:
        """The place of the first card of the play that wins so far."""
        if self.each == 1:
            return super().best(order)
        led, best, at = self.pattern(order), self.lead, 0
        for number, (_, cards) in enumerate(self.plays):
            if number and len(cards) == self.each and beats(cards, best, order, led):
                best, at = cards, number * self.each
        return at


# --- the rules

NOTHING_ALIKE = "{you} {have} no identical {led} to follow with"


@rule(
    "lead-one-pattern",
    "Lead one card, a set or a tractor",
    "identical-cards",
    "tractor",
    look="Are the cards alike, or neighbouring pairs?",
    solver=(),
)
def lead_one_pattern(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """The leader leads a single card, or two or more identical cards, or a tractor: two or more
    neighbouring pairs of one suit. Identical cards have the same rank and the same suit. Ranks are
    neighbours if no other card of the suit stands between them. The trump rank is not missed in a
    plain suit, and trumps are neighbours as they stand in their order."""
    if table.trick.cards:
        because = "cards that follow are played one after the other"
        return may_not(moves, lambda m: isinstance(m, PlayCards), because)
    held = Counter(table.hand)
    return may_not(
        moves,
        lambda m: (
            isinstance(m, PlayCards)
            and (bool(Counter(m.cards) - held) or pattern_of(m.cards, table.order) is None)
        ),
        "these are neither identical cards nor neighbouring pairs of one suit",
    )


@rule(
    "follow-the-pattern",
    "Follow the pattern",
    "identical-cards",
    "tractor",
    "follow-suit",
    look="Have you cards of the suit led that are alike?",
    solver=(),
)
def follow_the_pattern(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """Play as many cards as were led, one after the other. If several were led, make of your
    cards of the suit led what comes nearest: to a pair a pair; to a longer set an equal set, or
    else as many identical cards as you have; to a tractor a tractor as long, or else the longest
    and as many pairs as were led. If you have none of that, any cards of the suit will do."""
    trick, order = table.trick, table.order
    if not trick.cards or not isinstance(trick, PatternTrick):
        return silent(moves, "{you} {lead} to this trick")
    if trick.each == 1:
        return silent(moves, "a single card was led")
    led, begun = trick.pattern(order), trick.begun
    debt = debt_of((*begun, *table.hand), order, led)
    facts = {"pattern": led.name, "goal": goal_of(led, debt), "led": led_in(order, led)}
    if debt.cards < led.size:
        return silent(moves, "{you} {have} too few {led} for a pattern", facts)
    if not facts["goal"]:
        return Ruling(moves, Force.WAIVED, NOTHING_ALIKE, facts)

    def pays(move: Move) -> bool:
        assert move.card is not None
        rest = list(table.hand)
        rest.remove(move.card)
        return can_pay((*begun, move.card), rest, order, led, debt)

    return must(
        moves,
        pays,
        "a {pattern} was led, and only {kept} can make {goal}",
        NOTHING_ALIKE,
        facts,
        then="only {kept} can make {goal}",
    )


def led_in(order: Ordering, led: CardPattern) -> str:
    """The suit of a pattern as a sentence names it."""
    trump = order.trump
    if trump is not None and led.suit == trump:
        return "trumps"
    return next(
        suit.name for suit in order.suit_of.values() if suit is not None and suit == led.suit
    )


def goal_of(led: CardPattern, debt: Debt) -> str:
    """What a hand makes of a pattern, as the end of a sentence; "" where it makes nothing of it.

    >>> goal_of(CardPattern("H", 2), Debt(2, copies=2)), goal_of(CardPattern("H", 3), Debt(3, copies=2))
    ('a pair', 'a pair')
    >>> goal_of(CardPattern("H", 2, 3), Debt(6, 2, 3)), goal_of(CardPattern("H", 2, 2), Debt(4, 1, 1))
    ('a tractor of two pairs and three pairs in all', 'a pair')
    """
    if led.length == 1:
        if debt.copies < 2:
            return ""
        return f"a {CardPattern('', debt.copies).name}"
    if debt.run == led.length:
        return f"a {led.name}"
    if debt.run > 1:
        shorter = f"a {CardPattern('', 2, debt.run).name}"
        more = f" and {some(debt.pairs, 'pair')} in all"
        return shorter + more * (debt.pairs > debt.run)
    if not debt.pairs:
        return ""
    return "a pair" if debt.pairs == 1 else some(debt.pairs, "pair")


# --- the play


def as_lead(cards: Cards) -> Move:
    """The move that leads these cards."""
    return PLAYS[cards[0]] if len(cards) == 1 else PlayCards(*cards)


class PatternTricks(Tricks):
    """Trick after trick until the hands are empty; a lead may have several cards."""

    rules: tuple[Rule, ...] = (lead_one_pattern, follow_suit, follow_the_pattern)
    notes: tuple[Rule, ...] = (
        HOLD_CARD,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        PATTERN_WINS,
        WINNER_LEADS,
    )
    several: bool = True
    """Whether more than one card may be led."""

    def candidates(self, table: TrickState) -> tuple[Move, ...]:
        if table.trick.cards or not self.several:
            return super().candidates(table)
        return tuple(map(as_lead, leads_in(table.hand, table.order)))

    def read(self, table: Any, text: str) -> Move | None:
        """Several cards in any order, with "play" or without."""
        try:
            typed = read_cards(text.removeprefix("play "))
        except ValueError:
            return None
        if len(typed) < 2:
            return None
        if table.order is None:  # before the trumps are known no lead has an order
            return PlayCards(*typed)
        missing = Counter(typed) - Counter(table.hand)
        strange = [card for card in missing if card not in table.hand]
        # a card that is not held stands for the move, so that it is refused for that
        first = strange or self.arranged(table, typed)
        rest = Counter(typed) - Counter(first)
        refused: Move = PlayCards(*first, *rest.elements())
        return refused

    def arranged(self, table: Any, typed: Cards) -> list[Card]:
        """Cards in the order in which a lead of them is offered."""
        wanted = Counter(typed)
        for lead in leads_in(table.hand, table.order):
            if Counter(lead) == wanted:
                return list(lead)
        return list(typed)

    def apply(self, state: TrickState, seat: int, move: Any) -> Any:
        cards: Cards = move.cards if isinstance(move, PlayCards) else (move.card,)
        trick = self.trick_with(state, cards)
        left = list(state.hands[seat])
        for card in cards:
            left.remove(card)
        state = state.but(hands=state.held(seat, left)).forget(seat, cards)
        state = self.put_down(state.but(trick=trick), cards)
        if len(trick.cards) < len(trick.seats):
            return state.but(to_move=trick.seats[len(trick.cards)])
        return self.turned_over(state, trick)

    def trick_with(self, state: Any, cards: Cards) -> PatternTrick:
        """The trick after the seat in turn has led these cards, or put down one more."""
        trick: PatternTrick = state.trick
        return trick.followed_by(cards[0]) if trick.cards else trick.led_with(cards)

    def put_down(self, state: Any, cards: Cards) -> Any:
        """What comes of cards that have just been played, besides the trick."""
        return state

    def asks(self, state: Any) -> str:
        trick = state.trick
        if not trick.cards:
            return "Your turn: lead a card, or cards that go together." if self.several else LEAD
        left = trick.each - len(trick.begun)
        if trick.each == 1:
            return self.prompt
        more = "more " * bool(trick.begun)
        return f"Your turn: play {some(left, more + 'card')}."

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if isinstance(move, PlayCards):
            return move.told(name).replace(" plays ", " leads ", 1)
        return move.told(name)


LEAD = "Your turn: lead a card."


class PatternGame(LevelGame):
    """A game with a trump rank and tricks of several cards."""

    trick_type = PatternTrick

    @property
    def tricks_in_deal(self) -> int:
        """Unknown: it hangs on what is led."""
        return 0

    def read_trick(self, pairs: Iterable[Any], out: tuple[int, ...] = ()) -> Trick:
        """A trick from pairs of seat and cards, in order; out: the seats that sit out."""
        single = [(self.seat(who), card) for who, cards in pairs for card in read_cards(cards)]
        leader = single[0][0]
        each = next((n for n, (seat, _) in enumerate(single) if seat != leader), len(single))
        seats = self._playing(leader, out)
        return PatternTrick(
            tuple(seat for seat in seats for _ in range(each)), tuple(card for _, card in single)
        )

    def told_trick(self, state: TrickState, trick: Trick) -> tuple[int, Rule, Sentence]:
        """Who won a trick, by which rule, and why."""
        if not isinstance(trick, PatternTrick) or trick.each == 1:
            return super().told_trick(state, trick)
        order, led = state.order, trick.pattern(state.order)
        at = trick.best(order)
        best = trick.cards[at : at + trick.each]
        made = pattern_of(best, order)
        assert made is not None
        rivals = [
            cards
            for _, cards in trick.plays
            if (own := pattern_of(cards, order)) is not None
            and (own.copies, own.length, own.suit) == (led.copies, led.length, made.suit)
        ]
        equal = [
            cards
            for cards in rivals
            if not beats(cards, best, order, led) and not beats(best, cards, order, led)
        ]
        facts = {"cards": " ".join(card.sign for card in best), "pattern": led.name}
        facts["suit"] = led_in(order, made)
        if len(equal) > 1:
            because = "of equal plays the first one is higher"
        elif len(rivals) == 1:
            because = "{cards} is the only {pattern} of {suit}"
        else:
            because = "{cards} is the highest {pattern} of {suit}"
        return trick.seats[at], PATTERN_WINS, Sentence(because, facts)

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if self.at_tricks(state):
            panels["subtitle"] = f"trick {len(state.taken) + 1}"
        return panels
