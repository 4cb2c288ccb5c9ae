"""Questions on rule sheets: which sentence does this game play by, which game plays by this
sentence, which stands under this title.

Knows the rules of all games as sentences. These fit every rule that has a sentence of its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar

from cardlab.engine.catalogue import games
from cardlab.engine.game import Game, State
from cardlab.engine.memory import remember
from cardlab.engine.rulings import Rule
from cardlab.lessons import beliefs
from cardlab.lessons.deals import dice, the_game
from cardlab.lessons.questions.base import (
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
    rule_named,
)

# --- rules as sentences


def stated_rule(game: Game, name: str) -> tuple[Rule, Game] | None:
    """A rule and the game that states it; name: an id of this game, or ``game/rule``."""
    other, _, id = name.rpartition("/")
    stating = the_game(other) if other else game
    rule = rule_named(stating, id)
    return None if rule is None else (rule, stating)


def sentence_of(game: Game, name: str) -> str:
    """The sentence of such a rule; "" where there is no such rule."""
    stated = stated_rule(game, name)
    return "" if stated is None else stated[0].text(stated[1])


@remember
def printed(game: Game) -> frozenset[str]:
    """The rules whose sentences stand on the sheet: a note that a fact says already does not.

    >>> from cardlab.engine.catalogue import game
    >>> nap = game("nap")
    >>> "nap-pack" in printed(nap), "pack" in printed(nap)
    (False, True)
    """
    return frozenset(str(rule) for _, rules in game.sections() for rule in rules)


def rule_choices(
    game: Game, rules: Iterable[Rule], offer: Sequence[str]
) -> tuple[AnswerChoice, ...]:
    """Rules and beliefs as sentences to choose from, in an order that tells nothing.

    offer: further sentences: ``mis:`` a belief, a rule's id, or ``game/rule``.
    """
    choices = {
        str(rule): AnswerChoice(str(rule), rule.text(game), short=rule.title) for rule in rules
    }
    for name in offer:
        if name.startswith("mis:"):
            said = beliefs.says(name[4:])  # as short as a title, which has no full stop
            choices[name] = AnswerChoice(name, said, short=said.rstrip("."))
        elif stated := stated_rule(game, name):
            rule, of = stated
            choices[name] = AnswerChoice(name, rule.text(of), short=rule.title)
        else:
            raise ValueError(f"{game.title} has no rule {name!r} to offer")
    return tuple(sorted(choices.values(), key=lambda choice: choice.label[::-1]))


@cache
def every_sentence() -> tuple[tuple[str, Rule], ...]:
    """Every rule of every game of the catalogue, with the game."""
    return tuple((id, rule) for id in games() for rule in the_game(id).all_rules())


@cache
def playing_by(text: str) -> frozenset[str]:
    """The games that play by a sentence, by itself or as the beginning of a longer one."""
    return frozenset(id for id, rule in every_sentence() if text in rule.text(the_game(id)))


# --- the questions


@dataclass(frozen=True)
class SheetQuestion(Question):
    """A sentence among others that are near it.

    line: the rule whose sentence it is: an id, or ``game/rule``; offer: the others.
    """

    line: str = field(kw_only=True)
    offer: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def shows(self) -> Shows:
        """A table beside the sentences would only tell which of the games it is."""
        return Shows(0)

    @property
    def deciding_rule(self) -> Rule | None:
        stated = stated_rule(self.game, self.line)
        return None if stated is None else stated[0]

    def _stated(self) -> Rule:
        if self.deciding_rule is None:
            raise ValueError(f"{self.game.title} has no rule {self.line!r}")
        return self.deciding_rule

    @property
    def reason(self) -> str:
        rule = self.deciding_rule
        return f"{self.game.title}: {rule.title}" if rule else ""

    @property
    def title(self) -> str:
        """The title of the rule whose sentence is asked for."""
        rule = self.deciding_rule
        return rule.title if rule else self.line

    def reveal(self) -> Explanation:
        first = f"The right sentence belongs to the rule “{self.title}”."
        return Explanation(first, "", self.rule, "", self.reason)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return bool(rule.wording) and str(rule) in printed(game)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, f"{cls.kind}:{rule}", seed)
        state = game.begin(game.opening())
        for _ in range(40):
            question = cls.of_rule(game, state, rule or rng.choice(game.all_rules()), rng)
            if len(question.choices) >= 3 and len(question.answer) == 1:
                yield question

    @classmethod
    def of_rule(cls, game: Game, state: Any, rule: Rule, rng: random.Random) -> Question:
        """A question on the sentence of a rule, with others chosen to stand beside it."""
        raise NotImplementedError

    @property
    def step(self) -> int:
        """Harder with more choices."""
        return min(4, max(1, len(self.choices) - 1))


@dataclass(frozen=True)
class SentenceOfGame(SheetQuestion):
    """Which of some sentences, from the sheets of this game and of others, does it play by?"""

    ask: ClassVar[str] = "which-of-game"
    kind: ClassVar[str] = "which-of-game"
    to_do: ClassVar[str] = "choose a sentence"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return f"Which of these is a rule of {self.game.title}?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        rule = self.deciding_rule
        return rule_choices(self.game, [rule] if rule else [], self.offer)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        sentence = self._stated().text(self.game)
        return tuple(choice.value for choice in self.choices if choice.label == sentence)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What the chosen sentence is about, and whose it is."""
        hook = f"refused:{self.rule}"
        if chosen[0].startswith("mis:"):
            first = f"{self.game.title} is not played like that."
            return Explanation(first, "", self.rule, f"mis:{chosen[0][4:]}", self.reason)
        stated = stated_rule(self.game, chosen[0])
        if stated is None:
            return super().explain(chosen)
        rule, game = stated
        first = f"That is how “{rule.title}” reads in {game.title}."
        return Explanation(first, "", self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self.game.title}, “{self.title}”."
        return Explanation(first, "", self.rule, "right", self.reason)

    @classmethod
    def of_rule(cls, game: Game, state: State, rule: Rule, rng: random.Random) -> Question:
        own = {other.text(game) for other in game.all_rules()}
        texts, offer = {rule.text(game)}, []
        for id, other in nearest(rule, rng):
            sentence = other.text(the_game(id))
            if sentence not in texts and not any(sentence in text for text in own):
                offer.append(f"{id}/{other}")
                texts.add(sentence)
            if len(offer) == 3:
                break
        return cls(game, state, 0, line=str(rule), offer=tuple(offer))


@dataclass(frozen=True)
class GameOfSentence(SheetQuestion):
    """Which of some games plays by a sentence?  offer: ids of games."""

    ask: ClassVar[str] = "which-game"
    kind: ClassVar[str] = "which-game"
    to_do: ClassVar[str] = "choose a game"

    @property
    def prompt(self) -> str:
        return f"Which of these games has this rule? {sentence_of(self.game, self.line)}"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        titles = {id: the_game(id).title for id in (self.game.id, *self.offer)}
        return tuple(AnswerChoice(id, titles[id]) for id in sorted(titles, key=titles.__getitem__))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        self._stated()
        sentence = sentence_of(self.game, self.line)
        return tuple(c.value for c in self.choices if self._plays_by(c.value, sentence))

    def _plays_by(self, id: str, sentence: str) -> bool:
        game = self.game if id == self.game.id else the_game(id)
        return any(sentence in rule.text(game) for rule in game.all_rules())

    def explain(self, chosen: Sequence[str]) -> Explanation:
        first = f"{self.label(chosen[0])} does not have this rule."
        return Explanation(first, "", None, f"refused:{self.rule}", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self.label(chosen[0])}, “{self.title}”."
        return Explanation(first, "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        first = f"{self.label(self.answer[0])} has this rule."
        return Explanation(first, "", self.rule, "", self.reason)

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        others = playing_by(rule.text(game)) - {game.id}
        return super().fits(game, rule) and len(others) < len(games()) - 3

    @classmethod
    def of_rule(cls, game: Game, state: State, rule: Rule, rng: random.Random) -> Question:
        playing = playing_by(rule.text(game))
        others = [id for id in games() if id != game.id and id not in playing]
        rng.shuffle(others)
        others.sort(key=lambda id: -len(the_game(id).concepts() & set(rule.concepts)))
        some = others[: 3 + rng.randint(0, 3)]
        return cls(game, state, 0, line=str(rule), offer=tuple(rng.sample(some, 3)))


@dataclass(frozen=True)
class SentenceOfTitle(SentenceOfGame):
    """Which sentence of the rule sheet stands under a title?  offer: other rules."""

    ask: ClassVar[str] = "which-sentence"
    kind: ClassVar[str] = "which-sentence"
    quotes_rule: ClassVar[bool] = False

    @property
    def prompt(self) -> str:
        return f"{self.game.title}: which sentence belongs to the rule “{self.title}”?"

    @property
    def reason(self) -> str:
        return sentence_of(self.game, self.line)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """The title of the rule to which the chosen sentence belongs."""
        stated = stated_rule(self.game, chosen[0])
        title = stated[0].title if stated else chosen[0]
        first = f"That one belongs to “{title}”."
        return Explanation(first, "", self.rule, f"refused:{self.rule}", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: that is the sentence of “{self.title}”."
        return Explanation(first, "", self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        return Explanation("The right sentence is marked.", "", self.rule, "", self.reason)

    @classmethod
    def of_rule(cls, game: Game, state: State, rule: Rule, rng: random.Random) -> Question:
        others = [
            other
            for other in game.all_rules()
            if other.text(game) != rule.text(game) and other.title != rule.title
        ]
        rng.shuffle(others)
        others.sort(key=lambda other: -len(set(other.concepts) & set(rule.concepts)))
        return cls(game, state, 0, line=str(rule), offer=tuple(map(str, others[:3])))


def nearest(rule: Rule, rng: random.Random) -> list[tuple[str, Rule]]:
    """Rules of any game, those that share most with this one first, in an order by chance among
    equals."""
    pool = list(every_sentence())
    rng.shuffle(pool)
    mine = set(rule.concepts)

    def distance(pair: tuple[str, Rule]) -> tuple[bool, int, bool]:
        other = pair[1]
        return other.kind != rule.kind, -len(mine & set(other.concepts)), other == rule

    return sorted(pool, key=distance)
