"""Questions on tricks: who takes one, with which card, by which rule; and the order of cards.

Knows tricks and orders. Knows no obligations.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import BACK, Card, Suit
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule
from cardlab.engine.words import Sentence, capital, card_word, in_order, sentence, some
from cardlab.families.tricks import (
    Trick,
    Tricks,
    TrickState,
    disguises,
    led_told,
    trick_on,
    tricks_taken,
)
from cardlab.lessons import beliefs
from cardlab.lessons.conditions import read_range
from cardlab.lessons.deals import dice, find_spots, traits
from cardlab.lessons.questions.base import (
    ORDER,
    AnswerChoice,
    Conditions,
    Explanation,
    Knowledge,
    Question,
    card_choices,
    rule_about,
    rule_named,
    seat_choices,
)
from cardlab.lessons.questions.saying import first_swapped
from cardlab.lessons.questions.sheets import rule_choices, stated_rule

OF_TRUMPS = {"trump", "named-trump", "turn-up-trump", "lead-sets-trump", "ruff"}


@dataclass(frozen=True)
class TrickQuestion(Question):
    """A question on the trick in sight.  As an exercise: a finished trick of a seeded deal, laid
    out again before it was taken."""

    conditions: ClassVar[tuple[str, ...]] = ("trumps_played", "discards", "promoted")

    @property
    def seen_trick(self) -> Trick:
        """The trick on the table, else the one that was taken last."""
        if self.state.trick.cards or not self.state.taken:
            return self.state.trick
        return self.state.taken[-1]

    @cached_property
    def trick(self) -> tuple[int, Rule, Sentence]:
        """Who wins that trick, by which rule, and why."""
        if not self.seen_trick.cards:
            raise ValueError("there is no trick on this table")
        decision: tuple[int, Rule, Sentence] = self.game.told_trick(self.state, self.seen_trick)
        return decision

    @property
    def deciding_rule(self) -> Rule | None:
        return self.trick[1]

    @property
    def reason(self) -> str:
        return self.trick[2].say()

    @property
    def needs(self) -> Collection[Rule]:
        return (self.trick[1],)

    def unfair(self, known: Knowledge) -> str:
        """Trumps in the trick are no riddle for somebody who has not met them."""
        order = self.game.order(self.state)
        trumps = order is not None and any(map(order.is_trump, self.seen_trick.up))
        if trumps and not known.concepts & OF_TRUMPS:
            return "not learned yet: trumps"
        return super().unfair(known)

    @cached_property
    def _takers(self) -> dict[str, int]:
        """The place of the card that each belief would see take the trick."""
        return beliefs.takers(self.seen_trick.up, self.game.order(self.state))

    # --- what is said to an answer

    @property
    def complete(self) -> bool:
        """Whether everybody has played to this trick."""
        return len(self.seen_trick.cards) == len(self.seen_trick.seats)

    def called(self, seat: int, *, whose: bool = False) -> str:
        """A seat at the beginning of a sentence: "You", "North", "Your", "North's"."""
        if seat == self.viewer:
            return "Your" if whose else "You"
        name = self.game.subject(self.game.names[seat])
        return f"{name}'s" if whose else name

    @property
    def taken_by(self) -> str:
        """Who takes the trick, or is winning it so far."""
        winner = self.trick[0]
        name, you = self.called(winner), winner == self.viewer
        if not self.complete:
            return f"{name} {'are' if you else 'is'} winning so far."
        return f"{name} {'take' if you else 'takes'} the trick."

    def loses(self, place: int) -> tuple[str, str]:
        """Why the card at a place of the trick does not take it, and where to look; never which
        card does."""
        card, order = self.seen_trick.up[place], self.game.order(self.state)
        whose = self.called(self.seen_trick.seats[place], whose=True)
        if card is BACK:
            return f"{whose} card lies face down, so it takes nothing.", ""
        if order is None or not card.rank or card not in order.suit_of:
            return f"{self.called(self.seen_trick.seats[place])} did not take this trick.", ""
        first = self.seen_trick.up[0]
        power, suit, led = order.power(first), order.suit_of[card], order.suit_of.get(first)
        up = [other for other in self.seen_trick.up if other in order.suit_of]
        ruffed = any(order.is_trump(other) for other in up)
        name = f"{whose} {card.sign}"
        look = "Look for a trump in the trick." if ruffed else f"Only {_plural(led)} can win it."
        kind = "trump" if order.is_trump(card) else _singular(suit)
        if not power.get(card) and (
            kind == "card" or not isinstance(led, Suit) or led not in "SHCD"
        ):
            return f"{name} is not of the suit led.", look
        if not power.get(card):
            joined = ";" if disguises(order, first) else ", and"
            return f"{name} is a {kind}{joined} {led_told(order, first)}.", look
        if ruffed and not order.is_trump(card):
            return f"{name} is a {kind}, not a trump.", look
        higher = [other for other in up if order.suit_of[other] is suit]
        higher = [other for other in higher if power[other] > power[card]]
        if not higher and up.count(card) > 1:
            return f"{card.sign} was played twice, and the first one played is higher.", ""
        if not higher:
            return f"{name} is of a lower suit than another card here.", ""
        last = place == len(self.seen_trick.cards) - 1 and self.complete
        why = "It was only the lead." if place == 0 else "Being last does not help." * last
        return f"{name} is below {some(len(higher), kind)} here.", why

    def reveal(self) -> Explanation:
        """Who takes it, and by what."""
        first = f"{self.taken_by[:-1]}: {self.reason}."
        return Explanation(first, "", self.rule, "", self.reason)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule in traits(game).deciders

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        if not traits(game).deciders:
            return
        for spot in find_spots(game, seed, over=True):
            state = spot.state
            # who wins with several cards is a matter of patterns, not of the highest card
            numbers = [
                n for n, t in enumerate(tricks_taken(state)) if len(t.cards) > 1 and t.each == 1
            ]
            rng.shuffle(numbers)
            for number in numbers[:6]:
                trick = state.taken[number]
                if rule is not None and game.told_trick(state, trick)[1] != rule:
                    continue
                if keeps_to(conditions, trick, state.order):
                    table = laid_out_again(game, state, number)
                    question = cls(game, table, rng.choice(trick.seats))
                    if question.can_be_asked:
                        yield question

    @property
    def can_be_asked(self) -> bool:
        return bool(self.answer) and len(self.choices) > 1

    @property
    def step(self) -> int:
        """All of one suit; discards; one ruff, then two, or promoted cards and equal ones."""
        order, trick = self.state.order, self.seen_trick
        cards = [card for card in trick.up if card is not BACK]
        suits = [order.suit_of[card] for card in cards]
        hidden, equal = len(cards) < len(trick.cards), len(set(cards)) < len(cards)
        if hidden or equal or any(order.suit_of[card] != card.suit for card in cards):
            return 4
        ruffed = suits[0] != order.trump and order.trump in suits
        return 3 if ruffed else 2 if len(set(suits)) > 1 else 1


def keeps_to(conditions: Conditions, trick: Trick, order: Ordering) -> bool:
    """Whether a trick keeps to the conditions of an address."""
    cards = [card for card in trick.up if card is not BACK]
    led = order.suit_of.get(trick.cards[0])
    trumps = [card for card in cards if order.is_trump(card)]
    discards = [card for card in cards if order.suit_of.get(card) is not led]
    discards = [card for card in discards if card not in trumps]
    for name, count in (("trumps_played", len(trumps)), ("discards", len(discards))):
        low, high = read_range(conditions.get(name, ""), (0, len(cards)))
        if not low <= count <= high:
            return False
    plain = all(order.suit_of[card] == card.suit for card in cards)
    return "promoted" not in conditions or (conditions["promoted"] == "true") != plain


def laid_out_again(game: Game, state: TrickState, number: int) -> Any:
    """The table as it was when the last card of a trick fell: this trick lies there, the later
    ones are not played yet."""
    hands = [tuple(hand) for hand in state.hands]
    for later in state.taken[number + 1 :]:
        for seat, card in zip(later.seats, later.cards, strict=False):
            hands[seat] = (*hands[seat], card)
    return state.but(
        taken=state.taken[:number],
        trick=state.taken[number],
        phase=game.phases[-1],
        to_move=None,
        hands=tuple(hands),
    )


def _plural(suit: Any) -> str:
    """A suit as it was led: "diamonds"; of a suit without a name, the suit led."""
    return suit.name if isinstance(suit, Suit) and suit in "SHCD" else "the suit led"


def _singular(suit: Any) -> str:
    return _plural(suit)[:-1] if isinstance(suit, Suit) and suit in "SHCD" else "card"


@dataclass(frozen=True)
class WhoWins(TrickQuestion):
    """Who takes the trick?"""

    ask: ClassVar[str] = "who-wins"
    kind: ClassVar[str] = "winner-of-trick"
    to_do: ClassVar[str] = "choose a player"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        if len(self.seen_trick.cards) == len(self.seen_trick.seats):
            return "Who takes this trick?"
        return "Who is winning this trick so far?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return seat_choices(self, self.seen_trick.seats)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (self.game.names[self.trick[0]].lower(),)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Why the card of this player does not take the trick."""
        seat = self.game.seat(chosen[0])
        place = self.seen_trick.seats.index(seat)
        hook = f"refused:{self.rule}"
        if place >= len(self.seen_trick.cards):
            have = "have" if seat == self.viewer else "has"
            first = f"{self.called(seat)} {have} not played to this trick yet."
            return Explanation(first, "", self.rule, hook, self.reason)
        first, why = self.loses(place)
        return Explanation(first, why, self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return Explanation(f"Yes: {self.reason}.", self.taken_by, self.rule, "right", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        names, seats = self.game.names, self.seen_trick.seats
        return {belief: (names[seats[i]].lower(),) for belief, i in self._takers.items()}


@dataclass(frozen=True)
class WinningCard(TrickQuestion):
    """Which card takes the trick?"""

    ask: ClassVar[str] = "which-card-wins"
    kind: ClassVar[str] = "card-of-trick"
    to_do: ClassVar[str] = "choose a card"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return "Which card takes this trick?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return card_choices(card for card in dict.fromkeys(self.seen_trick.up) if card.rank)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        winner, trick = self.trick[0], self.seen_trick
        if winner not in trick.seats[: len(trick.cards)]:
            raise ValueError("nobody's card has taken this trick yet")
        return (str(trick.cards[trick.seats.index(winner)]),)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Why this card does not take the trick."""
        first, why = self.loses([str(card) for card in self.seen_trick.up].index(chosen[0]))
        return Explanation(first, why, self.rule, f"refused:{self.rule}", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return Explanation(f"Yes: {self.reason}.", self.taken_by, self.rule, "right", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        return {belief: (str(self.seen_trick.up[i]),) for belief, i in self._takers.items()}

    @property
    def can_be_asked(self) -> bool:
        """Of two equal cards a click could mean either."""
        cards = self.seen_trick.cards
        return super().can_be_asked and len(set(cards)) == len(cards)


@dataclass(frozen=True)
class WhyWon(TrickQuestion):
    """Which rule decided the trick?

    offer: further sentences: ``mis:`` a belief, a rule's id, or ``game/rule``.
    """

    offer: tuple[str, ...] = field(default=(), kw_only=True)

    ask: ClassVar[str] = "which-rule"
    kind: ClassVar[str] = "why-won"
    to_do: ClassVar[str] = "choose a sentence"

    @property
    def prompt(self) -> str:
        return "Which rule decided this trick?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        rules = self.game.all_rules()
        notes = [r for r in rules if r.kind == "note" and r.startswith("highest-")]
        return rule_choices(self.game, dict.fromkeys([self.trick[1], *notes]), self.offer)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(self.trick[1]),)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """A fact of this trick that contradicts the sentence."""
        value, hook = chosen[0], f"refused:{self.rule}"
        first = self._contradicts(value.removeprefix("mis:"))
        if value.startswith("mis:"):
            hook = f"mis:{value[4:]}"
            first = first or "That is not how this trick was decided."
        elif not first:
            stated = stated_rule(self.game, value)
            first = f"“{stated[0].title if stated else value}” did not decide this trick."
        return Explanation(first, "", self.rule, hook, self.reason)

    def _contradicts(self, sentence_of: str) -> str:
        """What of this trick contradicts a belief, or a rule about tricks; "" where nothing does.

        Who took the trick is no secret here: the rule is asked for.
        """
        trick, order, winner = self.seen_trick, self.game.order(self.state), self.trick[0]
        name = "you" if winner == self.viewer else self.game.names[winner]
        leads = "are" if name == "you" else "is"
        took = f"{name} took the trick" if self.complete else f"{name} {leads} winning the trick"
        ruffed = order is not None and any(map(order.is_trump, trick.up))
        place = self._takers.get(sentence_of)
        if place is not None and trick.seats[place] != winner:
            whose = self.called(trick.seats[place], whose=True)
            card = f"{whose} {trick.up[place].sign}"
            what = {"leader-wins": "was led", "last-card-wins": "came last"}
            told = what.get(sentence_of, "has the highest printed rank")
            return f"{card} {told}, but {took}."
        if sentence_of in ("highest-trump", "trump-suit-always-wins") and not ruffed:
            return "That needs a trump, and none was played to this trick."
        if sentence_of == "highest-of-suit-led" and ruffed:
            return "That is for tricks without a trump, but a trump was played here."
        return ""

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return Explanation(f"Yes: {self.reason}.", "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        title = self.rule.title if self.rule else ""
        first = f"“{title}” decided this trick."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @property
    def where_to_look(self) -> str:
        return "Look at the card that took the trick."

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        offered = any(choice.value == "highest-trump" for choice in self.choices)
        return {"trump-suit-always-wins": ("highest-trump",)} if offered else {}


@dataclass(frozen=True)
class OrderOfCards(Question):
    """Put cards in order, highest first.

    of: the suit that is led; without it, the suit led on the table.
    """

    cards: tuple[str, ...] = field(kw_only=True)
    of: str | None = field(default=None, kw_only=True)

    ask: ClassVar[str] = "order-cards"
    kind: ClassVar[str] = "order-cards"
    conditions: ClassVar[tuple[str, ...]] = ("cards", "trumps", "led")
    selects: ClassVar[str] = ORDER
    to_do: ClassVar[str] = "put the cards in order"
    quotes_rule: ClassVar[bool] = True

    @cached_property
    def power(self) -> Mapping[Card, int]:
        order = self.game.order(self.state) or self.game.ordering(None)
        of_suit = (c for c in self.game.pack if self.of and order.suit_of.get(c) == self.of)
        led = next(of_suit, None) or trick_on(self.state).led or Card(self.cards[0])
        return order.power(led)

    @property
    def prompt(self) -> str:
        led = f" when {Suit(self.of).name} are led" if self.of else ""
        lost = " Cards that cannot win come last, in any order."
        last = lost if isinstance(self.state, TrickState) else ""
        return f"Put these cards in order, highest first{led}.{last}"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return card_choices(sorted(read_cards(" ".join(self.cards)), key=str))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        cards = read_cards(" ".join(self.cards))
        return tuple(str(card) for card in sorted(cards, key=lambda card: -self.power[card]))

    def agrees(self, chosen: Sequence[str]) -> bool:
        if Counter(chosen) != Counter(self.cards):
            return False
        powers = [self.power[Card(card)] for card in chosen]
        return powers == sorted(powers, reverse=True)

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, "altered-order", "bower", "trump-rank") or rule_named(
            self.game, "highest-of-suit-led"
        )

    @property
    def reason(self) -> str:
        order = in_order([Card(card).sign for card in self.answer], most=13)
        return f"from high to low: {order}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The first card that stands too high, and one that has to stand above it."""
        hook = f"refused:{self.rule}"
        if Counter(chosen) != Counter(self.cards):
            first = f"{capital(some(len(set(self.cards)), 'card'))} have a place here."
            return Explanation(first, "Put each of them once.", self.rule, "", self.reason)
        cards = [Card(card) for card in chosen]
        swapped = first_swapped(chosen, [self.power[card] for card in cards])
        assert swapped is not None, "an order without a fault is right"
        low, high = (Card(card) for card in swapped)
        first = f"{capital(card_word(low))} comes after {card_word(high)}."
        return Explanation(first, self._why_below(low, high), self.rule, hook, self.reason)

    def _why_below(self, low: Card, high: Card) -> str:
        """Why one card stands below another."""
        order = self.game.order(self.state) or self.game.ordering(None)
        if order.is_trump(high) and not order.is_trump(low):
            named = order.trump is not None and order.trump in "SHCD"
            return f"{capital(_plural(order.trump))} are trumps." if named else ""
        if not self.power[low]:
            return f"{low.sign} cannot win here."
        printed = beliefs.PRINTED
        if low.rank in printed and high.rank in printed:
            if printed.index(low.rank) < printed.index(high.rank):
                return "The order of this game is not the usual one."
        return ""

    def praise(self, chosen: Sequence[str]) -> Explanation:
        named = in_order([Card(card).sign for card in chosen], most=13)
        return Explanation(f"Yes: {named}.", "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        return Explanation(sentence(self.reason), "", self.rule, "", self.reason)

    @property
    def not_yet(self) -> str:
        return "Every card still lies where it was. Put the highest first, then check."

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        cards = [Card(card) for card in self.answer]
        return beliefs.orders(cards, self.game.order(self.state), self.of)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        deciders = traits(game).deciders
        about = {"altered-order", "bower", "suit-order", "colour"} & set(rule.concepts)
        return bool(deciders) and rule.kind == "note" and (bool(about) or rule in deciders)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        play = game.phases[-1]
        for spot in find_spots(game, seed, [play.id] if isinstance(play, Tricks) else None):
            state, order = spot.state, game.order(spot.state)
            if order is None or state.to_move is None:
                continue
            led = _suit_led(game, order, conditions, rng)
            if led is None:
                continue
            cards = _some_cards(game, order, led, conditions, rng)
            if len(cards) < 3:
                continue
            rng.shuffle(cards)
            about = str(rule) if rule else None
            shown = tuple(map(str, cards))
            yield cls(game, state, state.to_move, about=about, cards=shown, of=str(led))

    @property
    def step(self) -> int:
        """One suit; trumps among it; cards that cannot win; an altered order."""
        order = self.state.order
        cards = [Card(card) for card in self.cards]
        if any(order.suit_of[card] != card.suit for card in cards):
            return 4
        if any(order.strength(card, self.of) == 0 for card in cards):
            return 3
        return 2 if len({order.suit_of[card] for card in cards}) > 1 else 1


def _suit_led(
    game: Game, order: Ordering, conditions: Conditions, rng: random.Random
) -> Suit | None:
    """The suit that is led to a trick of these cards; None where it has no letter."""
    wanted = conditions.get("led")
    suits = [s for s in dict.fromkeys(order.suit_of[card] for card in game.pack) if s]
    trump = wanted == "trump" or (rng.random() < 0.25 and wanted != "plain")
    led = order.trump if trump and order.trump in suits else rng.choice(suits)
    return led if led is not None and led in "SHCD" else None


def _some_cards(
    game: Game, order: Ordering, led: Suit, conditions: Conditions, rng: random.Random
) -> list[Card]:
    """Cards of the suit led, with a few trumps and a few that cannot win."""
    low, high = read_range(conditions.get("cards", ""), (5, 5))
    few, many = read_range(conditions.get("trumps", ""), (1, 2))
    pack = list(dict.fromkeys(game.pack))
    of_led = [card for card in pack if order.suit_of[card] is led]
    trumps = [card for card in pack if order.is_trump(card) and order.suit_of[card] is not led]
    other = [card for card in pack if card not in of_led and card not in trumps]
    size = rng.randint(max(2, min(low, 13)), max(2, min(high, 13)))
    chosen: list[Card] = []
    if trumps:
        ruffs = rng.randint(few, max(few, many))
        chosen += rng.sample(trumps, min(len(trumps), ruffs, size - 2))
    if other and size > 4:
        lost = rng.randint(0, 2)
        chosen += rng.sample(other, min(len(other), lost, size - len(chosen) - 2))
    return chosen + rng.sample(of_led, min(len(of_led), size - len(chosen)))
