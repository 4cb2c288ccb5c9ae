"""Questions on claims: whether what somebody says of cards that lie face down can be true.

Knows a claim, the cards that the one who looks can count, and the pack. Never asks by the truth:
only by what can be seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import number, sentence
from cardlab.families.claims import CallWindow, ClaimGame, claimed
from cardlab.lessons.deals import dice, find_spots
from cardlab.lessons.questions.base import (
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    rule_about,
)

OF_CLAIMS = "bluff"


@dataclass(frozen=True)
class CanBeTrue(Question):
    """Can the last claim be true, from the cards that the one who looks holds?"""

    ask: ClassVar[str] = "can-be-true"
    kind: ClassVar[str] = "can-be-true"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return f"{self._claimant} says “{self._claim}”. Can it be true?"

    @property
    def _claimant(self) -> str:
        return str(self.game.names[self.state.claimant])

    @property
    def _rank(self) -> str:
        return str(self.state.said[-1])

    @property
    def _said(self) -> int:
        return len(self.state.pile[-1])

    @property
    def _claim(self) -> str:
        return claimed(self._said, self._rank)

    @property
    def held(self) -> int:
        """How many cards of the rank the one who looks holds."""
        return sum(card.rank == self._rank for card in self.state.hands[self.viewer])

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return (AnswerChoice("yes", "Yes"), AnswerChoice("no", "No"))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if not isinstance(self.game, ClaimGame) or not isinstance(self.state.phase, CallWindow):
            raise ValueError("nobody has made a claim on this table")
        if self.viewer == self.state.claimant:
            raise ValueError("whoever made the claim knows whether it is true")
        seen = self.game.view(self.state, self.viewer)
        return ("yes" if self.game.can_be_true(seen) else "no",)

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_about(self.game, OF_CLAIMS)

    @property
    def reason(self) -> str:
        in_pack = sum(card.rank == self._rank for card in self.game.pack)
        return (
            f"you hold {claimed(self.held, self._rank)}, {self._claimant} says"
            f" {number(self._said)}, and the pack has {number(in_pack)}"
        )

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """With two choices there is nothing left to look for after the first miss."""
        can = self.answer == ("yes",)
        first = "It can be true." if can else "It cannot be true."
        hook = f"{'missed' if can else 'refused'}:{self.rule}"
        return Explanation(first, sentence(self.reason), self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        told = self.explain(chosen)
        return told._replace(first=f"Right: {told.first[0].lower()}{told.first[1:]}", hook="right")

    def reveal(self) -> Explanation:
        return self.explain(())

    @property
    def where_to_look(self) -> str:
        return f"Count the {claimed(2, self._rank).partition(' ')[2]} in your own hand."

    @property
    def step(self) -> int:
        return 1 if self.held else 2

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return isinstance(game, ClaimGame) and OF_CLAIMS in rule.concepts and rule.kind == "note"

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        """Of somebody who holds cards of the rank, and knows of no others: now a claim that can be
        true, now one that cannot."""
        rng = dice(game, cls.kind, seed)
        wanted = rng.random() < 0.5
        about = str(rule) if rule else None
        for spot in find_spots(game, seed, (CallWindow.id,)):
            state = spot.state
            if state.caller is not None or state.to_move is None:
                continue
            question = cls(game, state, state.to_move, about=about)
            by_hand = question._said + question.held <= _in_pack(game, question._rank)
            can = question.answer == ("yes",)
            if can == by_hand == wanted and question.held:
                yield question
                wanted = not wanted


def _in_pack(game: Any, rank: str) -> int:
    return sum(card.rank == rank for card in game.pack)


__all__ = ["CanBeTrue"]
