"""Questions on numbers of cards: what the pack is made of, and how many lie where.

Knows notes by the concepts they carry. Knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import takewhile
from typing import ClassVar, cast

from cardlab.engine.cards import BLACK_JOKER, JOKER, RED_JOKER, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.cards import pack as full_pack
from cardlab.engine.game import Dealing, Game, State
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, listed, number, sentence, some
from cardlab.lessons.deals import dice, find_spots
from cardlab.lessons.questions.base import (
    MANY,
    NUMBER,
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
    card_choices,
    rule_about,
)
from cardlab.lessons.questions.saying import (
    be,
    card_name,
    count_word,
    far_off,
    more_are,
    too_many,
)

OF_PACKS = ("stripped-pack", "standard-deck", "multi-deck", "joker", "special-card", "wild-card")
OF_COPIES = ("multi-deck", "identical-cards", "standard-deck", "joker")
OF_NUMBERS = (
    "deal",
    "hand",
    "stock",
    "widow",
    "stripped-pack",
    "standard-deck",
    "multi-deck",
    "fishing",
    "open-blind-hole",
)
OF_HANDS = {"deal", "hand", "stock", "widow", "fishing"}


@dataclass(frozen=True)
class NoteQuestion(Question):
    """A question that turns on a note that carries one of some concepts."""

    notes_about: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule.kind == "note" and bool(set(cls.notes_about) & set(rule.concepts))


@dataclass(frozen=True)
class CountQuestion(NoteQuestion):
    """A question whose answer is a number of cards."""

    selects: ClassVar[str] = NUMBER

    @property
    def because(self) -> str:
        """What the number is counted from."""
        return f"The pack of {self.game.title} has {some(len(self.game.pack), 'card')}."

    @property
    def begin(self) -> str:
        """What to begin to count with, for somebody who is not to be told the number."""
        return self.because

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """By how many the number is wrong, and what to begin with."""
        first = far_off(int(chosen[0]), int(self.answer[0]))
        return Explanation(first, self.begin, self.rule, f"refused:{self.rule}", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {count_word(int(self.answer[0]))}."
        return Explanation(first, self.because, self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        first = f"{capital(count_word(int(self.answer[0])))} is right."
        return Explanation(first, self.because, self.rule, "", self.reason)


@dataclass(frozen=True)
class CardsInPack(NoteQuestion):
    """Which of some cards belong to the pack of this game?"""

    cards: tuple[str, ...] = field(kw_only=True)

    ask: ClassVar[str] = "in-pack"
    kind: ClassVar[str] = "in-pack"
    selects: ClassVar[str] = MANY
    to_do: ClassVar[str] = "choose cards"
    notes_about: ClassVar[tuple[str, ...]] = OF_PACKS

    @property
    def prompt(self) -> str:
        return f"Which of these cards are in the pack of {self.game.title}?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        choices = card_choices(read_cards(" ".join(self.cards)))
        named = {str(joker): capital(joker.name) for joker in (JOKER, RED_JOKER, BLACK_JOKER)}
        return tuple(c._replace(label=named.get(str(c.value), c.label)) for c in choices)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return tuple(card for card in self.cards if card in self.game.pack)

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, "stripped-pack", "standard-deck", "multi-deck", "joker")

    @property
    def reason(self) -> str:
        return f"the pack of {self.game.title} has {some(len(self.game.pack), 'card')}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The cards that are too many, with those of their rank that there are; else how many are
        left out."""
        hook = f"refused:{self.rule}"
        strange = [Card(card) for card in chosen if card not in self.answer]
        if strange:
            first = capital(too_many([card_name(card) for card in strange]))
            return Explanation(first, self._of_rank(strange[0]), self.rule, hook, self.reason)
        missing = len(self.answer) - len(chosen)
        names = [card_name(Card(card)) for card in chosen]
        first = capital(more_are(names, "right", missing))
        return Explanation(first, sentence(self.reason), self.rule, hook, self.reason)

    def _of_rank(self, strange: Card) -> str:
        """Which cards of this rank are in the pack."""
        alike = [card.sign for card in dict.fromkeys(self.game.pack) if card.rank == strange.rank]
        if strange == JOKER:
            return f"{self.game.title} is played without jokers."
        if not alike:
            return f"No card of that rank is in the pack of {self.game.title}."
        return f"Of that rank there {be(alike)} {listed(alike)}."

    def reveal(self) -> Explanation:
        names = [card_name(Card(card)) for card in self.answer]
        first = capital(f"{listed(names, most=6)} {be(names)} in the pack.")
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @property
    def shows(self) -> Shows:
        """What is asked of the pack, not of the table, is answered apart from it."""
        return USUAL & ~Shows.CHOICES_ON_TABLE

    @property
    def step(self) -> int:
        """Harder with more cards that are not in it."""
        return min(4, max(1, len(set(self.cards) - set(self.answer))))

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        inside = list(dict.fromkeys(game.pack))
        has_jokers = not all(card.suit for card in inside)
        possible = full_pack() if has_jokers else (*full_pack(), JOKER)
        outside = [card for card in possible if card not in inside]
        state = game.begin(game.opening())
        for _ in range(40):
            away = rng.sample(outside, min(len(outside), rng.randint(1, 4)))
            chosen = [*away, *rng.sample(inside, 6 - len(away))]
            jokers = [card for card in inside if not card.suit]
            if jokers and not {*jokers} & {*chosen} and rng.random() < 0.7:
                chosen[-1] = jokers[0]
            rng.shuffle(chosen)
            about = str(rule) if rule else None
            yield cls(game, state, 0, about=about, cards=tuple(map(str, chosen)))


@dataclass(frozen=True)
class HowManyCopies(CountQuestion):
    """How often is a card in the pack?"""

    cards: tuple[str, ...] = field(kw_only=True)

    ask: ClassVar[str] = "how-many-copies"
    kind: ClassVar[str] = "copies"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    quotes_rule: ClassVar[bool] = True
    notes_about: ClassVar[tuple[str, ...]] = OF_COPIES

    @property
    def prompt(self) -> str:
        card = Card(self.cards[0]).sign
        return f"How many copies of {card} are in the pack of {self.game.title}?"

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return (str(self.game.pack.count(Card(self.cards[0]))),)

    @property
    def deciding_rule(self) -> Rule | None:
        concepts = ("multi-deck", "standard-deck", "stripped-pack", "identical-cards", "joker")
        return rule_about(self.game, *concepts)

    @property
    def reason(self) -> str:
        return f"the pack of {self.game.title} has {some(len(self.game.pack), 'card')}"

    @property
    def step(self) -> int:
        return 1 if self.answer == ("1",) else 2

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        state = game.begin(game.opening())
        strange = () if not all(card.suit for card in game.pack) else (JOKER,)
        pool = [*dict.fromkeys(game.pack), *strange, Card("2C"), Card("6D")]
        for _ in range(40):
            about = str(rule) if rule else None
            yield cls(game, state, 0, about=about, cards=(str(rng.choice(pool)),))


@dataclass(frozen=True)
class HowManyCards(CountQuestion):
    """How many cards does a seat hold, lie in the stock, or are in the pack?

    of: a seat in lower case, "stock" or "pack".
    """

    of: str = field(kw_only=True)

    ask: ClassVar[str] = "how-many-cards"
    kind: ClassVar[str] = "count-cards"
    selects: ClassVar[str] = NUMBER
    to_do: ClassVar[str] = "give a number"
    quotes_rule: ClassVar[bool] = True
    notes_about: ClassVar[tuple[str, ...]] = OF_NUMBERS

    @property
    def prompt(self) -> str:
        if self.of == "pack":
            return f"How many cards are in the pack of {self.game.title}?"
        if self.of == "stock":
            return "How many cards lie in the stock?"
        own = self.of == self.game.names[self.viewer].lower()
        who = "do you" if own else f"does {self.of.capitalize()}"
        return f"How many cards {who} hold now?"

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.of == "pack":
            return (str(len(self.game.pack)),)
        if self.of == "stock":
            return (str(self.game.in_stock(self.state)),)
        names = [name.lower() for name in self.game.names]
        if self.of not in names:
            raise ValueError(f"how-many-cards is of pack, stock, {', '.join(names)}")
        return (str(len(self.state.hands[names.index(self.of)])),)

    @property
    def deciding_rule(self) -> Rule | None:
        if self.of == "pack":
            return rule_about(self.game, "standard-deck", "stripped-pack", "multi-deck")
        return rule_about(self.game, "deal", "stock" if self.of == "stock" else "hand")

    @property
    def reason(self) -> str:
        return f"there are {self.answer[0]}"

    @property
    def because(self) -> str:
        """Of a hand, what was dealt and what has become of it; of the stock, what is not there."""
        if self.of == "pack":
            return ""
        if self.of == "stock":
            elsewhere = len(self.game.pack) - int(self.answer[0])
            are = "lies" if elsewhere == 1 else "lie"
            count = number(elsewhere) if elsewhere else "none"
            return f"{super().because[:-1]}, and {count} {are} elsewhere."
        dealt = dealt_to(self.game, self.state, self._seat)
        if dealt is None:
            return ""
        gone = dealt - int(self.answer[0])
        if gone and (gone < 0 or self.state.hands_grow):
            return ""  # cards have come, too, and the table does not say how many
        who = "You were" if self._seat == self.viewer else f"{self.game.names[self._seat]} was"
        told = f"{who} dealt {some(dealt, 'card')}"
        if gone:
            return f"{told}, and {number(gone)} {'has' if gone == 1 else 'have'} gone since."
        return f"{told}."

    @property
    def begin(self) -> str:
        if self.of == "pack":
            return ""
        if self.of == "stock":
            return "Count the pack, and take away what is not in the stock."
        if dealt_to(self.game, self.state, self._seat) == int(self.answer[0]):
            return "Look up how many cards each player is dealt."
        return "Count what was held before, then what has come or gone since."

    @property
    def _seat(self) -> int:
        return self.game.seat(self.of)

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.COUNTS

    @property
    def step(self) -> int:
        return {"pack": 1, "stock": 3}.get(self.of, 2)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        about = str(rule) if rule else None
        of_pack = rule is not None and not OF_HANDS & set(rule.concepts)
        of_stock = rule is not None and bool({"stock", "widow"} & set(rule.concepts))
        deal = None
        for spot in find_spots(game, seed):
            state = spot.state
            fresh, deal = state.standing.deal != deal, state.standing.deal
            if not fresh or state.to_move is None:
                continue
            seat = rng.randrange(game.players)
            holds = any(state.hands) and as_dealt(game, state, seat)
            able = [game.names[seat].lower()] if holds else []
            if state.stock:
                able += ["stock"] * (2 if of_stock else 1)
            if of_pack:
                able = ["pack"]
            for of in rng.sample(able, len(able)) or ["pack"]:
                yield cls(game, state, 0, about=about, of=of)


def as_dealt(game: Game, state: State, seat: int) -> bool:
    """Whether a seat holds just as many cards as it was dealt: before its first move it may have
    laid some that nobody who looks at the table has seen."""
    dealt = dealt_to(game, state, seat)
    return dealt is None or len(state.hands[seat]) == dealt


def dealt_to(game: Game, state: State, seat: int) -> int | None:
    """How many cards a seat was dealt at the beginning; None where no phase says so."""
    at_first = takewhile(lambda phase: isinstance(phase, Dealing), game.phases)
    sizes = [cast(Dealing, phase).sizes(game, state.standing) for phase in at_first]
    return sizes[-1][seat] if sizes else None
