"""Questions on who plays with whom, where whoever plays a called card joins the caller.

Knows calls and the tricks in which copies of a card were played. Knows no game by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.words import capital
from cardlab.families.called_cards import (
    JOINS,
    WHICH_COPY,
    CalledCard,
    CalledState,
    FriendTricks,
)
from cardlab.families.tricks import Trick
from cardlab.lessons.deals import Spot, dice, find_spots
from cardlab.lessons.questions.base import (
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    Shows,
    seat_choices,
)
from cardlab.lessons.questions.gains import NOBODY, SeatQuestion

MOST_TRICKS = 6
"""An exercise shows at most so many tricks: more are hard to look through."""


@dataclass(frozen=True)
class WhoJoins(SeatQuestion):
    """Who has joined the caller by a called card?

    cards: the called card, where several cards were called.
    """

    cards: tuple[str, ...] = field(default=(), kw_only=True)

    ask: ClassVar[str] = "who-joins"
    kind: ClassVar[str] = "who-joins"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        caller = self.state.declarer
        if caller == self.viewer:
            return f"You called the {self.call.sign}. Who has joined you through this call?"
        name = self.game.names[caller]
        return f"{name} called the {self.call.sign}. Who has joined {name} through this call?"

    @cached_property
    def call(self) -> CalledCard:
        """The call that is asked about."""
        calls = self.state.friend_cards if isinstance(self.state, CalledState) else ()
        meant = [call for call in calls if not self.cards or (str(call.card),) == self.cards]
        if len(meant) != 1:
            raise ValueError(f"{len(meant)} calls on this table can be meant; name a card of one")
        return meant[0]

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        others = (seat for seat in range(self.game.players) if seat != self.state.declarer)
        return (*seat_choices(self, others), AnswerChoice(NOBODY, "Nobody"))

    @property
    def player(self) -> int | None:
        """Who has played the called card; None where nobody has."""
        seat: int | None = self.state.player_of(self.call)
        return seat

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.player is None or self.player == self.state.declarer:
            return (NOBODY,)
        return (self.game.names[self.player].lower(),)

    @property
    def deciding_rule(self) -> Rule | None:
        return JOINS if self.call.number == 1 else WHICH_COPY

    @property
    def reason(self) -> str:
        if self.player is None:
            return f"the {self.call.sign} has not been played"
        if self.player == self.state.declarer:
            return f"{self._named(self.player)}, who called it, played the {self.call.sign}"
        return f"{self._named(self.player)} played the {self.call.sign}"

    def _named(self, seat: int) -> str:
        return "you" if seat == self.viewer else str(self.game.names[seat])

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Which copy this player has played, if any."""
        who = chosen[0]
        if who == NOBODY:
            first = "“Nobody” is not right: somebody has played that card."
        else:
            seat = self.game.seat(who)
            own = [CalledCard(self.call.card, n) for n in range(1, self.game.decks + 1)]
            played = [call for call in own if self.state.player_of(call) == seat]
            have, sign = self.verb(who, "have", "has"), self.call.card.sign
            first = f"{self.name(who)} {have} not played the {sign}."
            if played:
                first = f"{self.name(who)} played the {played[0].sign}."
        look = self.rule.look if self.rule is not None else ""
        return Explanation(first, look, self.rule, f"refused:{self.rule}", "")

    def reveal(self) -> Explanation:
        return Explanation(f"{capital(self.reason)}.", "", self.rule, "", self.reason)

    @cached_property
    def believed(self) -> dict[str, tuple[str, ...]]:
        """That any copy of the card will do."""
        first = self.state.player_of(CalledCard(self.call.card, 1))
        if self.call.number == 1 or first is None or first == self.state.declarer:
            return {}
        return {"any-copy-joins": (self.game.names[first].lower(),)}

    @property
    def shows(self) -> Shows:
        """The tricks; not who has joined, and which calls are still open."""
        return USUAL & ~Shows.TURN & ~Shows.CONTRACT | Shows.EARLIER_TRICKS

    @property
    def step(self) -> int:
        return 2 if self.call.number > 1 else 1

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        calls = any(isinstance(phase, FriendTricks) for phase in game.phases)
        return calls and rule in (JOINS, WHICH_COPY)

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[WhoJoins]:
        """After some tricks, now with a friend by the called card, now without: where another copy
        than the first was called, at least one lies there."""
        rng = dice(game, cls.kind, seed)
        wanted = rng.random() < 0.5
        about = str(rule) if rule else None
        for spot in find_spots(game, seed, (FriendTricks.id,)):
            for question in cls._asked_of(game, spot, rng.randrange(game.players), about):
                if rule not in (None, question.deciding_rule):
                    continue
                if (question.answer != (NOBODY,)) == wanted:
                    yield question
                    wanted = not wanted

    @classmethod
    def _asked_of(
        cls, game: Game, spot: Spot, viewer: int, about: str | None
    ) -> Iterator[WhoJoins]:
        state: Any = spot.state
        if len(state.taken) > MOST_TRICKS:
            return
        tricks: tuple[Trick, ...] = (*state.taken, state.trick)
        called = [call.card for call in state.friend_cards]
        for call in state.friend_cards:
            lies = any(call.card in trick.cards for trick in tricks)
            tells = lies if call.number > 1 else len(state.taken) > 1
            if tells and called.count(call.card) == 1:
                yield cls(game, state, viewer, cards=(str(call.card),), about=about)


__all__ = ["WhoJoins"]
