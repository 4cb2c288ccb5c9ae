"""Questions on the end of a deal: whether a move is the last one.

Knows who plays a card, and how many cards are left. Knows no game and no rule by name.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.game import OVER, Game
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, sentence, some
from cardlab.lessons.deals import dice, find_spots
from cardlab.lessons.questions.base import (
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    rule_about,
)
from cardlab.lessons.questions.saying import addressed
from cardlab.lessons.questions.verdicts import plain_label

OF_ENDS = "going-out"
DONE_WITH_A_CARD = ("play", "discard")
"""What a prompt says is done with one card."""
NEARLY_OUT = 2
"""The most cards of a hand that a found question is asked of."""


@dataclass(frozen=True)
class DealOver(Question):
    """Does this move end the deal?"""

    move: str = field(kw_only=True)

    ask: ClassVar[str] = "deal-over"
    kind: ClassVar[str] = "deal-over"
    quotes_rule: ClassVar[bool] = True

    @property
    def seat(self) -> int:
        """Whose move it is."""
        if self.state.to_move is None:
            raise ValueError("it is nobody's turn on this table")
        return int(self.state.to_move)

    @cached_property
    def verdict(self) -> Any:
        verdict = self.game.verdict(self.state, self.move)
        if not verdict.legal:
            raise ValueError(f"{self.move} is not legal here: {verdict.reason}")
        return verdict

    @cached_property
    def after(self) -> Any:
        """The table after the move."""
        return self.game.after(self.state, str(self.verdict.move))

    @property
    def is_over(self) -> bool:
        return self.after.phase is OVER

    @property
    def prompt(self) -> str:
        return f"{self._does(self.verdict.move)}. Is the deal over?"

    def _does(self, move: Move) -> str:
        """What is done, as a sentence begins: "You play J♦"."""
        own = self.seat == self.viewer
        name = "You" if own else self.game.names[self.seat]
        if move.card is None or move.verb not in DONE_WITH_A_CARD:
            return f"{name} {'choose' if own else 'chooses'} {plain_label(move)}"
        return f"{name} {move.verb}{'' if own else 's'} {move.card.sign}"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return (AnswerChoice("yes", "Yes"), AnswerChoice("no", "No"))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        return ("yes" if self.is_over else "no",)

    @property
    def deciding_rule(self) -> Rule | None:
        """The rule that counted the end; where the deal goes on, the one that would count it."""
        lines = self.game.deal_lines(self.after) if self.is_over else ()
        counted = next((line.rule for line in lines if OF_ENDS in line.rule.concepts), None)
        return counted or rule_about(self.game, OF_ENDS)

    @property
    def needs(self) -> Collection[Rule]:
        return (self.rule,) if self.rule is not None else ()

    @property
    def reason(self) -> str:
        """How the deal was counted, or what is still held."""
        viewer = self.game.names[self.viewer]
        if self.is_over:
            lines = self.game.deal_lines(self.after)
            told = (line.because for line in lines if line.rule == self.rule and line.because)
            return addressed(next(told, "the deal is over"), viewer)
        held = len(self.after.hands[self.seat])
        if not held:
            left = sum(map(bool, self.after.hands))
            return f"{some(left, 'player')} still {'holds' if left == 1 else 'hold'} cards"
        who = "you still hold" if self.seat == self.viewer else f"{self._name} still holds"
        return f"{who} {some(held, 'card')}"

    @property
    def _name(self) -> str:
        return str(self.game.names[self.seat])

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """With two choices there is nothing left to look for after the first miss."""
        hook = f"{'missed' if self.is_over else 'refused'}:{self.rule}"
        first = "The deal is over." if self.is_over else "The deal goes on."
        return Explanation(first, sentence(self.reason), self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        told = self.explain(chosen)
        return told._replace(first=f"Right: {told.first[0].lower()}{told.first[1:]}", hook="right")

    def reveal(self) -> Explanation:
        return self.explain(())

    @property
    def where_to_look(self) -> str:
        whose = "your" if self.seat == self.viewer else f"{self._name}'s"
        return capital(f"count {whose} cards.")

    @property
    def step(self) -> int:
        return 1 if self.is_over else 2

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        return rule.kind == "score" and OF_ENDS in rule.concepts

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        """Of a hand that is nearly played: now the last card, now the last but one."""
        rng = dice(game, cls.kind, seed)
        wanted = rng.random() < 0.5
        for spot in find_spots(game, seed):
            state, seat = spot.state, spot.state.to_move
            if seat is None or not 0 < len(state.hands[seat]) <= NEARLY_OUT:
                continue
            played = [
                move
                for move in game.legal_moves(state)
                if move.card is not None and not move.named and move.verb in DONE_WITH_A_CARD
            ]
            if not played:
                continue
            move = rng.choice(played)
            question = cls(game, state, seat, about=str(rule) if rule else None, move=str(move))
            empty = not question.after.hands[seat]
            if question.is_over == empty == wanted:
                yield question
                wanted = not wanted


__all__ = ["DealOver"]
