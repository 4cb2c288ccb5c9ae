"""Whist for four: two sides, a book of six tricks, and a point for each trick above it; honours as they
were dealt; games to a target that make a rubber.

Knows how a deal and a match are scored.  Knows no way of making trumps: a game brings its own
dealing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Phase
from cardlab.engine.options import Option
from cardlab.engine.results import bounded, chosen
from cardlab.engine.rulings import Rule, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line, totals
from cardlab.engine.words import number
from cardlab.families.best_of import BestOf, GamesGame
from cardlab.families.tricks import PARTNERS, TRICKS_TAKEN, TrickGame, Tricks, TrickState

BOOK = 6
HONOURS = "AKQJ"
TARGETS = {"american": 7, "short": 5, "long": 10}
"""The score that wins a game, by the form that is played."""


# --- the score


def who_has_honours(game: WhistGame) -> dict[tuple[int, int] | None, str]:
    """Which side may have been dealt three or four honours; where they count nothing it is not
    asked."""
    if not game.honours_count:
        return {None: "nobody asks"}
    held: dict[tuple[int, int] | None, str] = {None: "two each"}
    return held | {
        (index, honours): f"{side.name} {number(honours)}"
        for index, side in enumerate(game.sides)
        for honours in (3, 4)
    }


@dataclass(frozen=True)
class WhistResult:
    """tricks: by side; before: the scores of the present game, by side; honours: the index of the
    side that was dealt three or four honours and how many, None where nobody was or they do not
    count."""

    tricks: tuple[int, int] = bounded(0, 13, (9, 4), "tricks of {}", each="side", total=13)
    before: tuple[int, int] = bounded(
        0, lambda game: game.target - 1, (0, 0), "score of this game: {}", each="side"
    )
    honours: tuple[int, int] | None = chosen(who_has_honours, None, "who was dealt honours")

    @property
    def by_tricks(self) -> tuple[int, ...]:
        """The scores of the present game when the tricks have been counted."""
        scores = zip(self.before, self.tricks, strict=True)
        return tuple(score + max(tricks - BOOK, 0) for score, tricks in scores)


ABOVE_BOOK = Formula("t - 6", t=TRICKS_TAKEN)
FOR_HONOURS = Formula(
    "4 if h == 4 else 2", h=Quantity("", "honours that were dealt to the side", "honours")
)


@scores("odd-tricks", "Tricks above six", "odd-tricks", "score-keeping")
def odd_tricks(game: WhistGame, result: WhistResult) -> Iterator[ScoreLine]:
    """The first six tricks of a side are its book and count nothing. Each trick above them, an odd
    trick, scores 1 point."""
    for side, tricks in zip(game.sides, result.tricks, strict=True):
        if tricks > BOOK:
            because = f"{number(tricks)} tricks are {number(tricks - BOOK)} above the book"
            yield line(side.id, "Odd tricks", odd_tricks, ABOVE_BOOK, because, t=tricks)


@scores("honours", "Honours in the two hands of a side", "honours", "score-keeping")
def honours_dealt(game: WhistGame, result: WhistResult) -> Iterator[ScoreLine]:
    """Ace, king, queen and jack of trumps are the honours. A side that was dealt all four scores 4,
    with three of them 2. They count after the tricks: nothing if the tricks have won the game, and
    nothing for a side that had {one_short} points before the deal."""
    if result.honours is None:
        return
    index, held = result.honours
    if max(result.by_tricks) >= game.target or result.before[index] >= game.one_short:
        return
    which = "all four honours" if held == 4 else f"{number(held)} of the four honours"
    because = f"{which} were dealt to the side"
    yield line(game.sides[index].id, "Honours", honours_dealt, FOR_HONOURS, because, h=held)


def points_of_deal(game: WhistGame, result: WhistResult) -> tuple[int, int]:
    """What the two sides score with tricks and honours."""
    lines = [entry for rule in (odd_tricks, honours_dealt) for entry in rule.test(game, result)]
    first, second = totals(lines, (side.id for side in game.sides)).values()
    return first, second


# --- the game


class WhistGame(GamesGame, TrickGame):
    """A kind of whist for four, which says how it deals and makes trumps."""

    partners, pack = True, pack()
    Result: type[WhistResult] = WhistResult
    form = Option(
        "american",
        {
            "american": "a game goes to 7, and honours do not count",
            "short": "a game goes to 5, and honours count",
            "long": "a game goes to 10, and honours count",
        },
        "How far a game goes, and whether honours count.",
    )
    games = Option(3, (1, 3), "The match: one game, or a rubber, the best of three.", house=True)
    notes = (PARTNERS,)

    @property
    def target(self) -> int:
        """The score that wins a game."""
        return TARGETS[self.form]

    @property
    def one_short(self) -> int:
        """The score from which honours count nothing more."""
        return self.target - 1

    @property
    def honours_count(self) -> bool:
        """Whether honours score."""
        return bool(self.form != "american")

    def dealing(self) -> tuple[Phase, ...]:
        """How the cards are dealt and trumps are made."""
        raise NotImplementedError(f"{type(self).__name__} does not say how it deals")

    def setup(self) -> None:
        self.phases = (*self.dealing(), Tricks())
        honours: tuple[Rule, ...] = (honours_dealt,) if self.honours_count else ()
        self.scoring = (odd_tricks, *honours)
        concepts = ("score-keeping", "rubber") if self.games == 3 else ("score-keeping",)
        self.ends = (BestOf(self.games, self.target, concepts=concepts),)

    def feats(self, result: WhistResult) -> tuple[Feat, ...]:
        """Which side took more than its book."""
        most = max(result.tricks)
        better = self.sides[result.tricks.index(most)].seats
        return (
            Feat(better, f"took {number(most)} tricks", f"{number(most - BOOK)} above the book"),
        )

    def result(self, state: TrickState) -> WhistResult:
        tricks, before = state.tricks_by_side(), state.standing.game_score
        honours = self.honours_held(state) if self.honours_count else None
        return WhistResult((tricks[0], tricks[1]), (before[0], before[1]), honours)

    def honours_held(self, state: TrickState) -> tuple[int, int] | None:
        """The index of the side that was dealt three or four honours, and how many."""
        trump, dealt = state.order.trump, state.dealt()
        for index, side in enumerate(self.sides):
            cards = [card for seat in side.seats for card in dealt[seat]]
            held = sum(card.suit == trump and card.rank in HONOURS for card in cards)
            if held > 2:
                return index, held
        return None

    def tally(self, state: TrickState) -> list[dict[str, Any]]:
        """The tricks, and how the present game and the match stand."""
        ids, standing = [side.id for side in self.sides], state.standing
        rows = [("This game", standing.game_score), ("Games", standing.games)]
        return super().tally(state) + [
            {"title": title, "by_side": dict(zip(ids, counts, strict=True))}
            for title, counts in rows
        ]
