"""Seven Card Whist: seven cards each, a card turned for trumps, and the most tricks win the deal.

Source: plain whist as it is played with seven cards, also called Trumps.  House choices: a tie for
the most tricks scores nothing; the match is won with two deals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Dealing, Game, Standing
from cardlab.engine.moves import Deal
from cardlab.engine.options import Option
from cardlab.engine.results import bounded
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import number, some
from cardlab.families.matches import Race, who
from cardlab.families.tricks import PARTNERS, TRICKS_TAKEN, Tricks, TrickState, follow_suit
from cardlab.families.turnup import RotatingDealing, StockDealing, StockGame, top_of_stock

CARDS = 7
PAIRS = (4, 6)
"""So many players can be partners, in sides of two."""


# --- the deal


@dataclass(frozen=True)
class SevenCardStanding(Standing):
    """tied: the seats that play a decider among themselves in the deal to come."""

    tied: tuple[SeatNo, ...] = ()


class DealToTheTied(Dealing):
    """In a decider only those who tied are dealt cards."""

    each = CARDS

    def sizes(self, game: Game, standing: Any) -> tuple[int, ...]:
        tied = standing.tied or range(game.players)
        return tuple(self.each if seat in tied else 0 for seat in range(game.players))

    def apply(self, state: TrickState, seat: int | None, move: Deal) -> Any:
        out = tuple(seat for seat, hand in enumerate(move.hands) if not hand)
        return super().apply(state.but(sitting_out=out), seat, move)


class SevenCardDealing(DealToTheTied, StockDealing):
    """Seven cards each, and the next one turned for trumps."""


class RotatingSevenCardDealing(DealToTheTied, RotatingDealing):
    """Seven cards each, and no card turned."""


DECIDER = note(
    "decider",
    "The decider",
    "If several tie for the most tricks, they play a deal among themselves, and whoever takes the"
    " most tricks of that one scores. The others sit out.",
    "rubber",
)


# --- the score


@dataclass(frozen=True)
class SevenCardResult:
    """tricks: by side."""

    tricks: tuple[int, ...] = bounded(
        0, CARDS, (3, 2, 1, 1), "tricks of {}", each="side", total=CARDS
    )

    @property
    def ahead(self) -> tuple[int, ...]:
        """The sides that took the most tricks."""
        most = max(self.tricks)
        return tuple(i for i, tricks in enumerate(self.tricks) if tricks == most)


A_POINT = Formula("1")
EACH_TRICK = Formula("t", t=TRICKS_TAKEN)


@scores("most-tricks", "The most tricks", "match-points", "trick")
def most_tricks(game: SevenCardWhist, result: SevenCardResult) -> Iterator[ScoreLine]:
    """The {who} with the most tricks of a deal scores 1 match point.{tie_text}"""
    if len(result.ahead) > 1 and game.tie != "share":
        return
    for index in result.ahead:
        shared = "shared the most tricks" if len(result.ahead) > 1 else "took the most tricks"
        because = game.tell(
            "{who} {shared}, {tricks}",
            who=game.sides[index],
            shared=shared,
            tricks=number(result.tricks[index]),
        )
        yield line(game.sides[index].id, "Most tricks", most_tricks, A_POINT, because)


@scores("each-trick", "Each trick", "trick", "match-points")
def each_trick(game: SevenCardWhist, result: SevenCardResult) -> Iterator[ScoreLine]:
    """Each trick scores 1 point."""
    for side, tricks in zip(game.sides, result.tricks, strict=True):
        if tricks:
            because = game.tell("{who} took {tricks}", who=side, tricks=some(tricks, "trick"))
            yield line(side.id, "Tricks", each_trick, EACH_TRICK, because, t=tricks)


# --- the game


class SevenCardWhist(StockGame):
    """Seven cards each, and {trumps_by} for trumps. Follow suit if you can; the deal is about the
    most tricks."""

    id, title, picture = "seven-card-whist", "Seven Card Whist", "7S 8H KH"
    seats = (2, 7, 4)
    pack = pack()
    Standing: type[SevenCardStanding] = SevenCardStanding
    Result: type[SevenCardResult] = SevenCardResult
    score_by = Option(
        "deal",
        {"deal": "a match point for the most tricks", "tricks": "a point for each trick"},
        "What a deal scores.",
    )
    tie = Option(
        "none",
        {
            "none": "Those who tie for the most tricks score nothing.",
            "share": "Those who tie for the most tricks score 1 each.",
            "decider": "Those who tie for the most tricks play a decider.",
        },
        "What a tie for the most tricks brings.",
        house=True,
    )
    target = Option(2, range(1, 22), "The score that wins the match.", house=True)
    trumps_by = Option(
        "turned",
        {"turned": "a turned card", "rotating": "each suit in turn"},
        "What makes trumps.",
    )
    partners = Option(
        False, (False, True), "With four or six players: partners, or everybody alone."
    )

    @property
    def player_counts(self) -> tuple[int, ...]:
        return PAIRS if self.partners else super().player_counts

    def impossible(self) -> str:
        if self.partners and self.players not in PAIRS:
            return "partners=True needs players=4 or players=6; choose one, or partners=False"
        return ""

    def idle(self) -> dict[str, str]:
        if self.score_by == "tricks":
            return {"tie": "each trick scores by itself, so nothing hangs on a tie"}
        if len(self.sides) == 2:
            return {"tie": "two sides cannot share seven tricks equally"}
        return {}

    @property
    def who(self) -> str:
        """What those who score are called."""
        return who(self)

    @property
    def tie_text(self) -> str:
        return f" {type(self).tie.words(self.tie)}" if len(self.sides) > 2 else ""

    def setup(self) -> None:
        rotates = self.trumps_by == "rotating"
        turned = (*Dealing.notes, top_of_stock(len(self.pack) - CARDS * self.players))
        dealing = RotatingSevenCardDealing() if rotates else SevenCardDealing(notes=turned)
        self.notes = (
            *((PARTNERS,) if self.partners else ()),
            *((DECIDER,) if self.has_deciders else ()),
        )
        self.phases = (dealing, Tricks(rules=(follow_suit,)))
        self.scoring = (each_trick,) if self.score_by == "tricks" else (most_tricks,)
        self.ends = (Race(self.target, alone=True, concepts=("rubber", "match-points")),)

    @property
    def has_deciders(self) -> bool:
        """Whether a tie is followed by a deal among those who tied."""
        return self.tie == "decider" and self.score_by == "deal" and len(self.sides) > 2

    def result(self, state: TrickState) -> SevenCardResult:
        return SevenCardResult(state.tricks_by_side())

    def next_standing(self, state: TrickState, lines: Iterable[ScoreLine]) -> Any:
        """Those who tied play the next deal among themselves, where a table plays deciders."""
        ahead = self.result(state).ahead
        tied = ahead if self.has_deciders and len(ahead) > 1 else ()
        seats = tuple(sorted(seat for index in tied for seat in self.sides[index].seats))
        return super().next_standing(state, lines).but(tied=seats)

    def feats(self, result: SevenCardResult) -> tuple[Feat, ...]:
        """Who took the most tricks."""
        tricks, tied = number(max(result.tricks)), len(result.ahead) > 1
        seats = tuple(seat for index in result.ahead for seat in self.sides[index].seats)
        took = f"took {tricks} of the seven tricks" + " each" * tied
        return (Feat(seats, took, "a tie" if tied else "the most"),)

    def panels(self, state: TrickState) -> dict[str, Any]:
        panels = super().panels(state)
        for seat in state.sitting_out:
            panels["notes"].setdefault(seat, []).append("sits out the decider")
        return panels
