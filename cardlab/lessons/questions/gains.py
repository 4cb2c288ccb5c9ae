"""Questions on who gains: who gets cards by a move, and who scores by a rule.

Knows hands that grow and the lines of a score. Knows no game and no rule by name. Only lessons ask
these: what a page has to show for them is for their author to see to.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.game import OVER, State
from cardlab.engine.rulings import Rule
from cardlab.engine.turns import LastMove, TurnReason, why_turn
from cardlab.engine.words import capital, listed, sentence, some
from cardlab.lessons.questions.base import (
    MANY,
    USUAL,
    AnswerChoice,
    Explanation,
    Question,
    Shows,
    rule_named,
    seat_choices,
)
from cardlab.lessons.questions.saying import addressed, more_are

NOBODY = "nobody"
LONGEST = 60
"""So many moves that nobody could make otherwise are made until a hand grows."""


class Gain(NamedTuple):
    """Who has got how many cards; why: why that was this seat's to do, where it followed by
    itself."""

    seat: int
    cards: int
    why: TurnReason | None = None


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
            first = "“Nobody” is not right: somebody gets cards."
        why = self.gain.why if self.gain is not None else None
        look = self.rule.look if self.rule is not None else ""
        look = why.look if why is not None else look
        return Explanation(first, look, self.rule, f"refused:{self.rule}", "")

    def praise(self, chosen: Sequence[str]) -> Explanation:
        return super().praise(chosen)._replace(more=self._because)

    def reveal(self) -> Explanation:
        first = f"{capital(self.reason)}."
        return Explanation(first, self._because, self.rule, "", self.reason)

    @property
    def _because(self) -> str:
        """Why these cards are this player's, where the table says so."""
        if self.gain is None or self.gain.why is None:
            return ""
        return sentence(self.gain.why.told.to(self.viewer))


def first_gain(state: State, viewer: int, move: str | None) -> Gain | None:
    """Whose hand grows first after a move of the seat that looks, if it may move, else of the one
    in turn, and after what follows as long as there is no choice."""
    last: LastMove | None = None
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
                why = why_turn(state, last) if move is None and other == seat else None
                return Gain(other, len(holds) - len(held), why)
        last = LastMove(state, seat, legal[0])
        state, move = after, None
    return None


@dataclass(frozen=True)
class WhoScores(SeatQuestion):
    """Who scores by a rule in a deal that is over?  Every seat of a side that has a line of it.

    line: the id of the rule.
    """

    line: str = field(kw_only=True)

    ask: ClassVar[str] = "who-scores"
    selects: ClassVar[str] = MANY
    to_do: ClassVar[str] = "choose every player who scores"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        rule = self.deciding_rule
        return f"Who scores by the rule “{rule.title if rule else self.line}”?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return seat_choices(self, range(self.game.players))

    @cached_property
    def lines(self) -> tuple[Any, ...]:
        """The lines of the rule."""
        if self.state.phase is not OVER:
            raise ValueError("the deal is not over, so nothing is scored yet")
        lines = tuple(x for x in self.game.deal_lines(self.state) if x.rule == self.line)
        if not lines:
            raise ValueError(f"nobody scores by {self.line} in this deal")
        return lines

    @cached_property
    def answer(self) -> tuple[str, ...]:
        sides = {line.side for line in self.lines}
        seats = [seat for side in self.game.sides if side.id in sides for seat in side.seats]
        return tuple(self.game.names[seat].lower() for seat in sorted(seats))

    @property
    def deciding_rule(self) -> Rule | None:
        return rule_named(self.game, self.line)

    @property
    def reason(self) -> str:
        """What each of them made."""
        sides = {side.id: side for side in self.game.sides}
        return "; ".join(self._told(sides[x.side], x.because) for x in self.lines if x.because)

    def _told(self, side: Any, because: str) -> str:
        """What a side made, with its name where the words do not begin with it."""
        told = addressed(because, self.game.names[self.viewer])
        if because.startswith(str(side.name)):
            return told
        return f"{'you' if side.seats == (self.viewer,) else side.name}: {told}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Of players who are too many, that they do not score; else how many are left out."""
        look = self.rule.look if self.rule is not None else ""
        hook = f"refused:{self.rule}"
        wrong = [value for value in chosen if value not in self.answer]
        if wrong:
            do = "does" if len(wrong) == 1 and self.name(wrong[0]) != "You" else "do"
            first = f"{listed([self.name(value) for value in wrong])} {do} not score by it."
            return Explanation(first, look, self.rule, hook, "")
        missing = len(self.answer) - len(chosen)
        names = [self.name(value) for value in chosen]
        first = more_are(names, "right", missing)
        if names == ["You"]:
            first = first.replace("You is", "You are")
        return Explanation(first, look, self.rule, hook, "")

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {listed([self._short(value) for value in self.answer], most=8)}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        names = [self.name(value) for value in self.answer]
        score = "scores" if len(names) == 1 and names != ["You"] else "score"
        first = f"{listed(names, most=8)} {score}."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.TURN | Shows.EARLIER_TRICKS


__all__ = ["WhoGets", "WhoScores", "first_gain"]
