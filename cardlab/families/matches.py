"""How deals become a match: races, agreed numbers of deals.  Knows standings, not cards.

Each end is a value with a ``note`` for the rule sheet and an ``outcome``; a game lists the ends that
apply to it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, ClassVar

from cardlab.engine.aims import Points
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Dealing, Game, Standing
from cardlab.engine.options import Option
from cardlab.engine.outcomes import End, Outcome
from cardlab.engine.parts import SheetPart
from cardlab.engine.position_values import PositionValue, worth_a_lead
from cardlab.engine.results import remembers_totals
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import capital, in_digits, listed, some


def who(game: Game) -> str:
    """What the rule sheet of a game calls those who score: "side" or "player"."""
    return "side" if game.partners else "player"


@dataclass(frozen=True)
class Race(End):
    """The match ends when somebody has reached a target, and the best score wins: the highest, or
    the lowest where points are bad.

    alone: whether equal leaders play another deal; otherwise they share the win.  concepts: what it
    teaches.
    """

    target: int
    alone: bool = False
    concepts: tuple[str, ...] = ("score-keeping",)

    @property
    def goal(self) -> int:
        return self.target

    @property
    def text(self) -> str:
        return f"to {self.target}"

    def note(self, game: Game) -> Rule:
        if game.points is Points.BAD:
            title, best = f"Until a score of {self.target}", "The lowest score wins"
        else:
            title = f"A race to {self.target}"
            best = "If more than one has, the higher score wins"
        tie = "equal leaders play another deal" if self.alone else "equal scores share the win"
        both = "" if game.one_side_scores else f" {best}; {tie}."
        unit = "point" if self.target == 1 else "points"
        return note(
            "race",
            title,
            f"The match ends after the deal in which a {who(game)} reaches {self.target} {unit}.{both}",
            *self.concepts,
        )

    def position_values(self, game: Game) -> tuple[PositionValue, ...]:
        """The match, and the points that decided it, where two sides race and a result remembers
        how far they were."""
        if len(game.sides) != 2 or game.points is Points.BAD or not remembers_totals(game):
            return ()

        def won(result: Any, standing: Standing) -> tuple[int, ...]:
            outcome = game.outcome(standing)
            return tuple(int(outcome is not None and s.id in outcome.winners) for s in game.sides)

        def over(result: Any, standing: Standing) -> tuple[int, ...]:
            totals: tuple[int, ...] = standing.totals
            return totals if game.outcome(standing) else (0,) * len(totals)

        because = "Before that a lead is taken to count point for point."
        return worth_a_lead("M", "the match", self.target, because, won, over)

    def outcome(self, game: Game, standing: Standing) -> Outcome | None:
        if max(standing.totals) < self.target:
            return None
        if self.alone and len(game.leaders(standing)) > 1:
            return None
        low = game.points is Points.BAD
        return Outcome.by_score(game, standing, first="" if low else f"reached {self.target}")


@dataclass(frozen=True)
class RaceAtOnce(Race):
    """The same, but the match ends at the moment in which the target is reached.  The game ends
    the deal there."""

    concepts: tuple[str, ...] = ("score-keeping", "counting-out")

    def note(self, game: Game) -> Rule:
        return note(
            "race-at-once",
            f"First to {self.target}",
            f"Points count as they are made. The {who(game)} that reaches {self.target} wins the"
            " match at once, in the middle of a deal.",
            *self.concepts,
        )


@dataclass(frozen=True)
class OutrightStanding(Standing):
    """outright: the side that has won the match by a feat, whatever the scores."""

    outright: str | None = None


@dataclass(frozen=True)
class Outright(End):
    """The match is won at once by a feat.  feat: as a rule; did: what the winner did,
    after the name."""

    feat: Rule
    did: str
    text: ClassVar[str] = ""

    def note(self, game: Game) -> Rule:
        return self.feat

    def outcome(self, game: Game, standing: OutrightStanding) -> Outcome | None:
        won = next((side for side in game.sides if side.id == standing.outright), None)
        return Outcome.by_feat(game, standing, (won,), self.did) if won else None


@dataclass(frozen=True)
class Deals(End):
    """The match ends after an agreed number of deals; most points win.  0: no such limit."""

    number: int
    concepts: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        return some(self.number, "deal") if self.number else ""

    def note(self, game: Game) -> Rule:
        text, part = self._told(game)
        return note("agreed-deals", "An agreed number of deals", text, *self.concepts, part=part)

    def _told(self, game: Game) -> tuple[str, SheetPart]:
        """The note, and where it is told: beside another end it is a limit."""
        alone = all(isinstance(end, Deals) for end in game.ends)
        wins = f"the {game.points.best} score wins; equal scores share the win."
        if not self.number:
            text = "No number of deals is agreed: play on until the match is decided."
            return (
                ("Play as many deals as you like.", SheetPart.MATCH)
                if alone
                else (text, SheetPart.NEVER)
            )
        if not alone:
            stopped = (
                f"A match that is still undecided after {some(self.number, 'deal')} stops there"
            )
            return f"{stopped}: {wins}", SheetPart.LIMIT
        if self.number == 1:
            return f"One deal is the match. {capital(wins)}", SheetPart.MATCH
        return f"A match is {some(self.number, 'deal')}. {capital(wins)}", SheetPart.MATCH

    def outcome(self, game: Game, standing: Standing) -> Outcome | None:
        if not self.number or standing.deal <= self.number:
            return None
        return Outcome.by_score(game, standing, when=f"after {some(self.number, 'deal')}")


@dataclass(frozen=True)
class LastOneIn(End):
    """Points are bad: a player with more than the limit is out, and the last one in wins."""

    limit: int

    @property
    def goal(self) -> int:
        return self.limit

    @property
    def text(self) -> str:
        return f"out above {self.limit}"

    def note(self, game: Game) -> Rule:
        return note(
            "last-one-in",
            f"Out above {self.limit}",
            f"A player who has more than {self.limit} is out and is dealt no more cards. The"
            " last player left wins; if the last ones go out together, the lowest score wins.",
            "elimination",
        )

    def outcome(self, game: Game, standing: Standing) -> Outcome | None:
        left = [
            side
            for side, total in zip(game.sides, standing.totals, strict=True)
            if total <= self.limit
        ]
        if len(left) > 1:
            return None
        if left:
            return Outcome.by_feat(game, standing, left, "stayed in the longest")
        return Outcome.by_score(game, standing, when="when the last ones went out together")


@dataclass(frozen=True)
class OutOfChips(End):
    """The match ends when somebody has lost the chips that everybody began with; most points
    win."""

    chips: int
    concepts: tuple[str, ...] = ("stake",)

    @property
    def text(self) -> str:
        return f"until {in_digits(self.chips, 'chip')} {'is' if self.chips == 1 else 'are'} lost"

    def note(self, game: Game) -> Rule:
        return note(
            "out-of-chips",
            "Out of chips",
            f"Everybody begins with {in_digits(self.chips, 'chip')}. The match ends after the"
            " deal in which somebody has lost them all; the highest score wins.",
            *self.concepts,
        )

    def outcome(self, game: Game, standing: Any) -> Outcome | None:
        gone = [
            side
            for side, total in zip(game.sides, standing.totals, strict=True)
            if total <= -self.chips
        ]
        if not gone:
            return None
        winners = game.leaders(standing)
        lost = [side.name for side in gone if side.id not in winners]
        all_chips = "their only chip" if self.chips == 1 else f"all {self.chips} chips"
        remark = f"{listed(lost)} lost {all_chips}." if lost else ""
        return Outcome.by_score(game, standing, remark=remark)


def deals_option(default: int, text: str = "") -> Option[int]:
    """The option ``deals`` of games whose match has no end of its own, or might not find it."""
    described = text or "How many deals make a match; 0 plays on without limit."
    return Option(default, range(0, 201), described, house=True)


# --- in the middle of the count


class CountingGame(Game):
    """A game whose deal is counted in an order: the ``scoring`` rules and, within them, lines of
    one title are one step each. The result remembers the totals ``before`` the deal."""

    def lines_of(self, result: Any) -> tuple[ScoreLine, ...]:
        """The count, step by step, up to the step that decides the match."""
        standing, counted = self.opening().but(totals=result.before), list[ScoreLine]()
        for _, group in groupby(super().lines_of(result), key=lambda entry: entry.title):
            step = tuple(group)
            counted, standing = [*counted, *step], self.carried(standing, step)
            if self.outcome(standing):
                break
        return tuple(counted)


# --- players who are out


@dataclass(frozen=True)
class OutStanding(Standing):
    """out: the seats that are out of the game."""

    out: tuple[SeatNo, ...] = ()


class DealToThoseIn(Dealing):
    """A player who is out of the game is dealt no cards."""

    def each_in(self, game: Any, standing: Any) -> int:
        """How many cards those who are in are dealt."""
        return self.each

    def sizes(self, game: Game, standing: Any) -> tuple[int, ...]:
        each = self.each_in(game, standing)
        return tuple(0 if seat in standing.out else each for seat in range(game.players))


class EliminationGame(Game):
    """A game whose players may be out before the match is over: they stay seated, are dealt
    nothing, do not deal and cannot win."""

    Standing: type[OutStanding] = OutStanding

    def contenders(self, standing: OutStanding) -> tuple[str, ...]:
        """Those who are still in the game."""
        return tuple(side.id for i, side in enumerate(self.sides) if i not in standing.out)

    def next_standing(self, state: Any, lines: Iterable[ScoreLine]) -> Any:
        """A player who is out does not deal either."""
        return self.dealt_by_those_in(super().next_standing(state, lines))

    def dealt_by_those_in(self, standing: OutStanding) -> Any:
        """The standing with the deal passed on to the next player who is in.  ValueError where
        nobody is."""
        if len(standing.out) >= self.players:
            raise ValueError(f"everybody is out of this match of {self.title}; one player stays in")
        dealer = standing.dealer
        while dealer in standing.out:
            dealer = (dealer + self.direction) % self.players
        return standing.but(dealer=dealer)

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        for seat in state.standing.out:
            panels.setdefault("notes", {}).setdefault(seat, []).append("out of the game")
        return panels


@dataclass(frozen=True)
class LastPlayerIn(End):
    """The match is won by the last player who is not out.  rule: what puts a player out."""

    rule: Rule

    @property
    def text(self) -> str:
        return "to the last one in"

    def note(self, game: Game) -> Rule:
        return self.rule

    def outcome(self, game: Game, standing: OutStanding) -> Outcome | None:
        left = [side for i, side in enumerate(game.sides) if i not in standing.out]
        if len(left) > 1:
            return None
        return Outcome.by_feat(game, standing, left, "stayed in the longest")


# --- down to zero

_SHED = {"s": "the score before", "k": "what is shed"}
BOUNCE = Formula("abs(s - k) - s", **_SHED)
"""Shed k; what goes below zero comes back above it."""
STOP_AT_ZERO = Formula("max(s - k, 0) - s", **_SHED)
"""Shed k, but no further than zero."""
SHEDDING = {
    True: (
        BOUNCE,
        note(
            "bounce",
            "Too much counts up again",
            "If more is shed than the score, the rest counts up again from 0: at 2, shedding 3"
            " leaves 1.",
            "countdown",
            part=SheetPart.MATCH,
        ),
    ),
    False: (
        STOP_AT_ZERO,
        note(
            "no-bounce",
            "No further than zero",
            "If more is shed than the score, the score is 0.",
            "countdown",
            part=SheetPart.MATCH,
        ),
    ),
}
"""The formula and the note of shedding, by whether a table plays that scores bounce."""


def bounce_option() -> Option[bool]:
    return Option(
        True,
        (True, False),
        "Whether what is shed below zero counts up again, or is lost.",
    )


@dataclass(frozen=True)
class CountdownStanding(OutStanding):
    """winner: the seat that has gone out at zero."""

    winner: SeatNo | None = None


class StartScoreGame(Game):
    """Everybody starts at the same score and sheds it.  The lines of the start stand in the
    first deal, but its standing has them already."""

    points = Points.BAD
    start = Option(12, range(1, 61), "The score at which everybody begins.")
    start_label: ClassVar[str] = "Start"

    @cached_property
    def start_note(self) -> Rule:
        return note(
            "start-score",
            f"Everybody starts at {self.start}",
            f"Each player starts at {self.start}; the aim is 0.",
            "countdown",
            part=SheetPart.MATCH,
        )

    def opening(self) -> Any:
        return super().opening().but(totals=(self.start,) * len(self.sides))

    def begin(self, standing: Standing) -> Any:
        state, formula = super().begin(standing), Formula("n", n="the score at the start")
        if standing.deal > 1:
            return state
        return state.but(
            pegged=tuple(
                line(s.id, self.start_label, self.start_note, formula, n=self.start)
                for s in self.sides
            )
        )

    def carried(self, standing: Any, lines: Iterable[ScoreLine]) -> Any:
        return super().carried(standing, self.in_play(lines))

    def in_play(self, lines: Iterable[ScoreLine]) -> tuple[ScoreLine, ...]:
        return tuple([x for x in lines if x.rule != self.start_note])


class CountdownGame(StartScoreGame, EliminationGame):
    """Counting down from the start score; players may be eliminated."""

    Standing: type[CountdownStanding] = CountdownStanding


@dataclass(frozen=True)
class OutAtZero(End):
    """The match is won by going out at zero, or by being the last who is left."""

    @property
    def text(self) -> str:
        return "to 0"

    def note(self, game: Game) -> Rule:
        return note(
            "out-at-zero",
            "Out at zero",
            "A player who stands at exactly 0 after a deal and announces it by knocking goes out"
            " and wins. If several do, the first to announce it wins. If all others have been"
            " eliminated, the last player wins.",
            "countdown",
        )

    def outcome(self, game: Game, standing: CountdownStanding) -> Outcome | None:
        if standing.winner is not None:
            side = game.sides[standing.winner]
            return Outcome.by_feat(game, standing, (side,), "went out at 0")
        left = [side for i, side in enumerate(game.sides) if i not in standing.out]
        if len(left) == 1:
            return Outcome.by_feat(game, standing, left, "stayed in the longest")
        return None
