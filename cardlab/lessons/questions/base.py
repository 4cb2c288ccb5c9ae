"""The base of every kind of question, and what an answer earns.

Knows questions, choices, marks and hints. Knows no kind of question, no lesson and no page. The
answer is never written down: each kind computes it from verdicts, the winner of a trick, the order
of the cards or the score lines.

A kind of question is one class. It must say

* `ask` (its name in a lesson), `prompt`, `choices` (unless a number is the answer) and `answer`.

It may say

* `kind`, `conditions`, `fits`, `find` and `step`: how an exercise of this kind is found, and how
  hard it is. Without a `kind` only lessons ask it;
* `selects`: one choice (the default), many, all of them in order, or a number;
* `agrees`: what counts as right, where several answers do;
* `deciding_rule` and `reason`: what the answer turns on, and why it is so;
* `explain`, `praise`, `reveal` and `not_yet`: what is said to another answer, to the right one,
  to a second miss, and to none;
* `where_to_look` and `quotes_rule`: the first two hints;
* `believed` and `recognised`: which wrong beliefs would answer it, and how;
* `needs`: the rules that somebody has to know to be asked fairly;
* `shows`: what the page may draw while the question waits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from enum import Flag, auto
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, in_order, listed, sentence, shown
from cardlab.lessons import beliefs
from cardlab.lessons.deals import rules_asked
from cardlab.lessons.questions.saying import be, names, read_card, read_number, without

ONE, MANY, ORDER, NUMBER = "one", "many", "order", "number"
"""How a question is answered; pages read these words."""
Conditions = Mapping[str, str]
"""What an address wants of a question besides its rule: `cardlab.lessons.conditions`."""


class AnswerChoice(NamedTuple):
    """Something that can be chosen: what it stands for, what the page prints, the card or the seat
    it is, if it is one, and a shorter name for where there is no room."""

    value: str
    label: str
    card: str | None = None
    seat: int | None = None
    short: str = ""


class Mark(NamedTuple):
    """What an answer earns.

    blank: nothing was answered; by_value: a word for each value: right, fine (right and not
    chosen), refused, missed; told: whether the answer is known now, so that the page may show it.
    """

    right: bool
    blank: bool
    text: str
    rule: Rule | None = None
    belief: str | None = None
    by_value: Mapping[str, str] = {}
    told: bool = False


class Explanation(NamedTuple):
    """What is said to an answer.

    first: of what was given or left out, by its name; why: the reason for just that, where there is
    one; rule: the rule that gives the reason; hook: the name under which a lesson may have words of
    its own in the place of `why`; reason: the engine's sentence that these words may quote; more:
    what stands after either.
    """

    first: str
    why: str = ""
    rule: Rule | None = None
    hook: str = ""
    reason: str = ""
    more: str = ""


class Knowledge(NamedTuple):
    """What somebody knows: the concepts that were met, and rules that are taught right now."""

    concepts: frozenset[str]
    rules: frozenset[str] = frozenset()


class MadeLine(NamedTuple):
    """What happened in a deal that scored, without its points: whose line it is, its title, why."""

    side: str
    side_name: str
    title: str
    because: str


class Shows(Flag):
    """What a page may draw while a question waits."""

    TABLE = auto()
    TURN = auto()
    """Whose turn it is, and what that seat may do."""
    CONTRACT = auto()
    COUNTS = auto()
    """How many cards a seat holds and how high a pile is."""
    SUMS = auto()
    """What the cards of a hand come to, where a game says so."""
    GROUPS = auto()
    """The hand once more, put into melds."""
    EARLIER_TRICKS = auto()
    MADE = auto()
    """What scored in play, without its points."""
    CHOICES_ON_TABLE = auto()
    """A choice that lies on the table is chosen there."""


BY_POSITION = frozenset(("game", "state", "viewer", "faced", "last"))
"""The fields of a question that its table brings, and no lesson sets."""
TELLING = ("instead", "instead.first", "hint.applied", "hint.left")
"""Placeholders that tell the answer: a lesson's words at a first miss go without them."""
USUAL = Shows.TABLE | Shows.TURN | Shows.CONTRACT | Shows.COUNTS | Shows.GROUPS
USUAL |= Shows.SUMS | Shows.CHOICES_ON_TABLE


@dataclass(frozen=True)
class Question(ABC):
    """One thing asked of one table.

    viewer: the seat that looks; about: the id of the rule that the question is about, where the
    table does not say it; worded: the question in the words of a lesson; faced: whether every
    hand lies face up for it.
    """

    game: Game
    state: Any
    viewer: int
    about: str | None = field(default=None, kw_only=True)
    worded: str | None = field(default=None, kw_only=True)
    faced: bool = field(default=False, kw_only=True)

    ask: ClassVar[str]
    kind: ClassVar[str] = ""
    conditions: ClassVar[tuple[str, ...]] = ()
    selects: ClassVar[str] = ONE
    to_do: ClassVar[str] = "choose an answer"
    quotes_rule: ClassVar[bool] = False
    """Whether the middle hint quotes the rule, because the reason would tell the answer."""

    # --- where it can be asked

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        """Whether an exercise of this kind can turn on this rule of this game."""
        return False

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        """Questions of this kind, in an order that depends on the seed only."""
        return iter(())

    @property
    def step(self) -> int:
        """How hard it is, from 1 to 4, read off the position."""
        return 1

    # --- for whom it is fair, and what the page shows

    @property
    def needs(self) -> Collection[Rule]:
        """The rules that somebody must know to find the answer."""
        return ()

    def unfair(self, known: Knowledge) -> str:
        """Why somebody who knows this cannot be asked; "" for a fair question."""
        for rule in self.needs:
            if not known.concepts & set(rule.concepts) and str(rule) not in known.rules:
                return f"not learned yet: {rule.title}"
        return ""

    @property
    def shows(self) -> Shows:
        """What the page may draw while the question waits."""
        return USUAL

    @property
    def shown(self) -> tuple[str, ...]:
        """The same in words, for a page: ``earlier-tricks``."""
        return tuple(str(part.name).lower().replace("_", "-") for part in self.shows)

    @property
    def made(self) -> tuple[MadeLine, ...]:
        """What happened in this deal that the answer is counted from and the table does not show:
        captures, melds, payments, declarations."""
        return ()

    # --- the question and its answer

    @property
    @abstractmethod
    def prompt(self) -> str:
        """The question in one sentence."""

    @property
    def heading(self) -> str:
        """The question as the page asks it: in the lesson's words, where it has some."""
        return self.worded or self.prompt

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        """What can be chosen; nothing where a number is asked for."""
        return ()

    @property
    def numbers(self) -> tuple[str, ...]:
        """The numbers that a page offers for one tap; nothing where any number may be typed."""
        return ()

    @property
    def legality(self) -> Mapping[str, bool]:
        """For a question that counts moves: which they were, for the table to show afterwards."""
        return {}

    @property
    @abstractmethod
    def answer(self) -> tuple[str, ...]:
        """The engine's answer; where one of several will do, each of them."""

    def agrees(self, chosen: Sequence[str]) -> bool:
        """Whether this is a right answer."""
        if self.selects in (ONE, NUMBER):
            return len(chosen) == 1 and chosen[0] in self.answer
        return len(set(chosen)) == len(chosen) and set(chosen) == set(self.answer)

    @property
    def right_answer(self) -> tuple[str, ...]:
        """One answer that is right, as a learner would give it."""
        return self.answer[:1] if self.selects in (ONE, NUMBER) else self.answer

    @property
    def chance(self) -> float:
        """How often a guess is right: of somebody who picks one of the choices and does not look."""
        if not self.choices:
            return 0.1
        right = len(self.answer) if self.selects == ONE else 1
        return min(1.0, right / len(self.choices))

    @property
    def instead(self) -> tuple[str, ...]:
        """The right answer as the page prints it."""
        labels = {choice.value: choice.label for choice in self.choices}
        return tuple(labels.get(value, value) for value in self.answer)

    @cached_property
    def rule(self) -> Rule | None:
        """The rule that the answer turns on: the one that the question is about, else the one
        that decides."""
        asked_about = rule_named(self.game, self.about) if self.about else None
        return asked_about or self.deciding_rule

    @property
    def deciding_rule(self) -> Rule | None:
        return None

    @property
    def concepts(self) -> tuple[str, ...]:
        return self.rule.concepts if self.rule else ()

    @property
    def reason(self) -> str:
        """The engine's sentence for the right answer."""
        return ""

    # --- marking

    def mark(
        self,
        chosen: Iterable[str],
        feedback: Mapping[str, str] | None = None,
        *,
        miss: int = 1,
    ) -> Mark:
        """Mark an answer and say why.

        feedback: a lesson's own words in the place of the engine's reason, by hook; miss: the
        number of this miss, if it is one. The first is told its reason, a later one the answer.
        """
        given = tuple(text for value in chosen if (text := str(value).strip()))
        if not given:
            return Mark(False, True, self.not_yet)
        read = [self.read(text) for text in given]
        values = tuple(value for value in read if value is not None)
        if len(values) < len(given):
            return Mark(False, True, self.not_a_choice(given[read.index(None)]))
        own_words, right = feedback or {}, self.agrees(values)
        marks = self.marks(values, told=right or miss > 1)
        if right:
            text = self._worded(self.praise(values), own_words)
            return Mark(True, False, text, self.rule, None, marks, told=True)
        belief = self.belief_behind(values)
        if miss > 1:
            explanation = self.reveal()
            own_words = {}
        else:
            explanation = self.explain(values)
            telling: tuple[str, ...] = TELLING
            reason = explanation.reason
            told = reason and reason.lower() in explanation.first.lower()
            if not reason or told or self.gives_away(reason, values):
                telling = (*TELLING, "reason")
            if self.gives_away(explanation.why, values):
                look = explanation.rule.look if explanation.rule is not None else ""
                explanation = explanation._replace(why=look)
            kept = {hook: without(text, telling) for hook, text in own_words.items()}
            own_words = {hook: text for hook, text in kept.items() if text}
            if belief and f"mis:{belief}" in own_words:
                explanation = explanation._replace(hook=f"mis:{belief}")
        text = self._worded(explanation, own_words)
        told = miss > 1 or len(self.choices) == 2  # of two the other one is left
        return Mark(False, False, text, explanation.rule or self.rule, belief, marks, told)

    def gives_away(self, text: str, chosen: Sequence[str]) -> bool:
        """Whether a text names a part of the answer that was not chosen."""
        for label in self.labels(chosen):
            text = text.replace(label, "")
        labels = self.labels(value for value in self.answer if value not in chosen)
        return any(names(text, label) for label in labels)

    def read(self, text: str) -> str | None:
        """An answer as somebody gave it, in the words of the choices; None for what is none."""
        if self.selects == NUMBER:
            value = read_number(text)
            return None if value is None else str(value)
        offered = {choice.value for choice in self.choices}
        if text in offered:
            return text
        card = read_card(text)
        return card if card in offered else None

    def not_a_choice(self, text: str) -> str:
        """What is said to an answer that cannot be read."""
        if self.selects == NUMBER:
            such_as = "12" if "12" not in self.answer else "10"
            return f"“{shown(text)}” is not a number here. Type a whole number, such as {such_as}."
        return f"“{shown(text)}” is not one of the choices."

    @property
    def not_yet(self) -> str:
        """What is said when nothing was answered."""
        if self.selects == NUMBER:
            return "No number is given yet. Type one, then check."
        return f"Nothing is picked yet. {capital(self.to_do)}, then check."

    def label(self, value: str) -> str:
        """What the page prints for a value."""
        labels = {choice.value: choice.label for choice in self.choices}
        return labels.get(value, value)

    def labels(self, values: Iterable[str]) -> list[str]:
        return [self.label(value) for value in values]

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What is said to this wrong answer, without the right one."""
        given = self.labels(chosen)
        first = f"{listed(given)} {be(given)} not right."
        return Explanation(first, "", self.rule, f"refused:{self.rule}", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        """What is said to a right answer."""
        first = f"Yes: {listed(self.labels(chosen), most=8)}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        """What is said to a second miss: the answer by its name, and why."""
        right = self.labels(self.right_answer)
        first = f"{capital(listed(right, most=8))} {be(right)} right."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    def marks(self, chosen: Sequence[str], told: bool = True) -> dict[str, str]:
        """A word for each value that was chosen and, where the answer is told, for each that ought
        to have been."""
        if self.selects in (NUMBER, ORDER):
            return {}
        left = "fine" if self.selects == ONE else "missed"
        marks = {value: "right" if value in self.answer else "refused" for value in chosen}
        others = self.answer if told else ()
        return marks | {value: left for value in others if value not in marks}

    def _worded(self, explanation: Explanation, feedback: Mapping[str, str]) -> str:
        own = feedback.get(explanation.hook, "")
        filled = fill(
            own,
            {
                "reason": lambda: explanation.reason,
                "instead": lambda: listed(self.instead, "or"),
                "instead.first": lambda: "".join(self.instead[:1]),
                "hint.rule": lambda: self.hints[0],
                "hint.applied": lambda: self.hints[1],
                "hint.left": lambda: self.hints[2],
            },
        )
        why = filled or explanation.why
        if names(explanation.first.lower(), why.rstrip(".").lower()):
            why = ""  # it would say the same once more
        parts = [explanation.first, why, explanation.more]
        return capital(" ".join(part for part in parts if part))

    # --- wrong beliefs

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        """What each belief that has an opinion on this question would answer, right or wrong."""
        return {}

    def recognised(self, chosen: Sequence[str]) -> str | None:
        """The belief behind an answer, where a belief has too many answers to list them."""
        return None

    def belief_behind(self, chosen: Sequence[str]) -> str | None:
        """The wrong belief that would have answered just so; of several, one that the rule at
        work contradicts."""
        if not chosen:
            return None
        if named := [value[4:] for value in chosen if value.startswith("mis:")]:
            return named[0]
        if recognised := self.recognised(chosen):
            return recognised
        wrong = [
            belief
            for belief in beliefs.COMPUTED
            if belief in self.believed
            and self._same(self.believed[belief], chosen)
            and not self.agrees(self.believed[belief])
        ]
        contradicted = beliefs.against(self.rule) if self.rule is not None else ()
        return next(iter([b for b in wrong if b in contradicted] or wrong), None)

    def _same(self, one: Sequence[str], other: Sequence[str]) -> bool:
        return tuple(one) == tuple(other) if self.selects == ORDER else set(one) == set(other)

    # --- hints

    @property
    def hints(self) -> tuple[str, str, str]:
        """Three hints: which rule matters, the rule on these cards, what it leaves.

        Nothing is said that a rule or a verdict does not say, so no hint contradicts the marking.
        """
        rule = self.rule
        if rule is None:
            first = "No rule narrows this. Look at the table as it lies."
        else:
            first = (
                rule.look or self.where_to_look or sentence(f"The rule to look at: {rule.title}")
            )
        quoted = self.quotes_rule and rule is not None
        applied = rule.text(self.game) if quoted and rule is not None else self.reason
        return first, sentence(applied), sentence(self.last_hint)

    @property
    def where_to_look(self) -> str:
        """The first hint, where the rule itself says none."""
        return ""

    @property
    def last_hint(self) -> str:
        if self.selects == ORDER:
            return in_order(self.instead, most=13)
        return listed(self.instead, "or")

    # --- in a lesson

    @classmethod
    def keys(cls) -> frozenset[str]:
        """The keys that a lesson may set."""
        return frozenset(part.name for part in fields(cls)) - BY_POSITION

    @classmethod
    def needed_keys(cls) -> frozenset[str]:
        """The keys that a lesson must set."""
        needed = (part.name for part in fields(cls) if part.default is MISSING)
        return frozenset(needed) - BY_POSITION


def rule_named(game: Game, name: str) -> Rule | None:
    """The rule with this id of a game, or of a format that it is played in."""
    return next((rule for rule in rules_asked(game) if rule == name), None)


def rule_about(game: Game, *concepts: str) -> Rule | None:
    """The first rule of a game's sheet that carries one of these concepts.

    >>> import cardlab
    >>> rule_about(cardlab.game("gin-rummy"), "lay-off"), rule_about(cardlab.game("snap"), "trump")
    (lay-off, None)
    """
    return next((r for r in game.all_rules() if set(concepts) & set(r.concepts)), None)


def card_choices(cards: Iterable[Card]) -> tuple[AnswerChoice, ...]:
    return tuple(AnswerChoice(str(card), card.sign, str(card)) for card in cards)


def seat_choices(question: Question, seats: Iterable[int]) -> tuple[AnswerChoice, ...]:
    names = question.game.names
    return tuple(
        AnswerChoice(
            names[seat].lower(),
            f"You, {names[seat]}" if seat == question.viewer else names[seat],
            seat=seat,
        )
        for seat in seats
    )


def fill(template: str, values: Mapping[str, Callable[[], str]]) -> str:
    """Fill in the placeholders of a text; a value that begins a sentence gets a capital.

    >>> fill("{reason}. Try {instead}.", {"reason": lambda: "clubs were led", "instead": lambda: "6♣"})
    'Clubs were led. Try 6♣.'
    """
    text = template
    for name, value in values.items():
        placeholder = "{" + name + "}"
        while placeholder in text:
            before, _, after = text.partition(placeholder)
            filling = value()
            if not before.rstrip() or before.rstrip().endswith((".", "?")):
                filling = filling[:1].upper() + filling[1:]
            if filling.endswith(".") and after.startswith("."):
                filling = filling[:-1]
            text = before + filling + after
    return text
