"""Questions on who gains: who gets cards by a move, and who scores by a rule.

Knows hands that grow and the lines of a score. Knows no game and no rule by name. Only lessons ask
these: what a page has to show for them is for their author to see to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.game import OVER
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital, listed, sentence, some
from cardlab.lessons.questions.base import (
    USUAL,
    AnswerChoice,
    Explanation,
    Question,
    Shows,
    rule_named,
    seat_choices,
)
from cardlab.lessons.questions.saying import addressed

NOBODY = "nobody"
LONGEST = 60
"""So many moves that nobody could make otherwise are made until a hand grows."""


class Gain(NamedTuple):
    """Who has got how many cards."""

    seat: int
    cards: int


@dataclass(frozen=True)
class SeatQuestion(Question):
    """A question that is answered with a player."""

    to_do: ClassVar[str] = "choose a player"

    def name(self, value: str) -> str:
        """A player of the choices at the beginning of a sentence."""
        if value == NOBODY:
            return "Nobody"
        seat = self.game.seat(value)
        return "You" if seat == self.viewer else str(self.game.names[seat])

    def verb(self, value: str, you: str, others: str) -> str:
        return you if self.name(value) == "You" else others

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self._short(chosen[0])}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)

    def _short(self, value: str) -> str:
        name = self.name(value)
        return name.lower() if name in ("You", "Nobody") else name


@dataclass(frozen=True)
class WhoGets(SeatQuestion):
    """Who gets cards by a move, or by those that follow as long as nobody has a choice?

    move: the move of the seat that looks, where it may move, else of the one in turn; without it,
    what follows by itself.
    """

    move: str | None = field(default=None, kw_only=True)

    ask: ClassVar[str] = "who-gets"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return "Who gets cards now?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        seats = seat_choices(self, range(self.game.players))
        return (*seats, AnswerChoice(NOBODY, "Nobody"))

    @cached_property
    def gain(self) -> Gain | None:
        """Whose hand grows first; None where none does."""
        return first_gain(self.state, self.viewer, self.move)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.gain is None:
            return (NOBODY,)
        return (self.game.names[self.gain.seat].lower(),)

    @property
    def reason(self) -> str:
        if self.gain is None:
            return "no hand grows"
        own = self.gain.seat == self.viewer
        who = "you get" if own else f"{self.game.names[self.gain.seat]} gets"
        return f"{who} {some(self.gain.cards, 'card')}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """That this player gets nothing, and where to look."""
        who = chosen[0]
        first = f"{self.name(who)} {self.verb(who, 'get', 'gets')} no cards."
        if who == NOBODY:
            first = "Not nobody: somebody gets cards."
        look = self.rule.look if self.rule is not None else ""
        return Explanation(first, look, self.rule, f"refused:{self.rule}", "")

    def reveal(self) -> Explanation:
        return Explanation(f"{capital(self.reason)}.", "", self.rule, "", self.reason)


def first_gain(state: Any, viewer: int, move: str | None) -> Gain | None:
    """Whose hand grows first after a move of the seat that looks, if it may move, else of the one
    in turn, and after what follows as long as there is no choice."""
    for _ in range(LONGEST):
        anybody = move is not None and viewer in state.phase.movers(state)
        seat = viewer if anybody else state.to_move
        if seat is None:
            return None
        legal = [move] if move is not None else [str(m) for m in state.game.legal_moves(state)]
        if len(legal) != 1:
            return None
        after = state.game.after(state, legal[0], seat)
        for other, (held, holds) in enumerate(zip(state.hands, after.hands, strict=True)):
            if len(holds) > len(held):
                return Gain(other, len(holds) - len(held))
        state, move = after, None
    return None


@dataclass(frozen=True)
class WhoScores(SeatQuestion):
    """Who scores by a rule in a deal that is over?

    line: the id of the rule; exactly one side has lines of it.
    """

    line: str = field(kw_only=True)

    ask: ClassVar[str] = "who-scores"

    @property
    def prompt(self) -> str:
        rule = self.deciding_rule
        return f"Who scores for this: {rule.title.lower() if rule else self.line}?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return seat_choices(self, range(self.game.players))

    @cached_property
    def lines(self) -> tuple[Any, ...]:
        """The lines of the rule."""
        if self.state.phase is not OVER:
            raise ValueError("the deal is not over, so nothing is scored yet")
        made = tuple(x for x in self.game.deal_lines(self.state) if x.rule == self.line)
        if len({x.side for x in made}) != 1:
            raise ValueError(f"{self.line} gives points to one side, and to no other")
        return made

    @cached_property
    def answer(self) -> tuple[str, ...]:
        side = next(side for side in self.game.sides if side.id == self.lines[0].side)
        return tuple(self.game.names[seat].lower() for seat in side.seats)

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_named(self.game, self.line)

    @property
    def reason(self) -> str:
        told = [x.because for x in self.lines if x.because]
        return addressed(listed(told, most=4), self.game.names[self.viewer])

    def explain(self, chosen: Sequence[str]) -> Explanation:
        who = chosen[0]
        first = f"{self.name(who)} {self.verb(who, 'do', 'does')} not score for this."
        look = self.rule.look if self.rule is not None else ""
        return Explanation(first, look, self.rule, f"refused:{self.rule}", "")

    def reveal(self) -> Explanation:
        who = self.answer[0]
        first = f"{self.name(who)} {self.verb(who, 'score', 'scores')}."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.TURN


__all__ = ["WhoGets", "WhoScores", "first_gain"]
