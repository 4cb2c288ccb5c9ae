"""Couillon: four cards each, trumps taken or refused, and five chalk lines to rub out.

Source: the Couillon entry of the project's first collection of rules.  House choices: 24 cards (the
entry's eight-card stub fits no other pack); a drawn deal doubles the next decided one, once however
many are drawn; a doubled deal lost by the side that took trumps doubles both effects; lines and
marks are counted as units still to rub out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Dealing, Standing
from cardlab.engine.options import Option
from cardlab.engine.outcomes import Outcome
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, side_of, switch
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import in_digits, some
from cardlab.families.auctions import Upcard
from cardlab.families.matches import Deals, StartScoreGame, deals_option
from cardlab.families.tricks import PARTNERS, Tricks, TrickState, follow_or_trump
from cardlab.families.turnup import StockGame

POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}
PACK = note(
    "couillon-pack",
    "A short pack",
    "Use ace, king, queen, jack, ten and nine of each suit, or go down to the seven. Each player is"
    " dealt four cards; the rest is the stub.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
CHALK = note(
    "chalk-lines",
    "Lines to rub out",
    "Each side begins with {start_text}; the first side without any has won the match.",
    "countdown",
    part=SheetPart.MATCH,
)


@dataclass(frozen=True)
class CouillonStanding(Standing):
    """doubled: the deals before this one were drawn, so that it counts twice."""

    doubled: bool = False


@dataclass(frozen=True)
class CouillonResult:
    """points: card points by side; acceptor: index of the side that took trumps, None if nobody
    did."""

    points: tuple[int, int] = bounded(0, 40, (22, 18), "card points of {}", each="side", most=40)
    acceptor: int | None = side_of(None, "who took trumps", "nobody")
    doubled: bool = switch(False, "the deal before was drawn")
    units: tuple[int, int] = bounded(1, 25, (5, 5), "lines and marks left: {}", each="side")


RUBBED = Formula("-min(u, d)", u="units left", d="2 after a drawn deal, else 1")
MARK = Formula("d", d="2 after a drawn deal, else 1")


@scores("rub-out", "The better side rubs out a line", "countdown", "card-points")
def rub_out(game: Couillon, result: CouillonResult) -> Any:
    """An ace counts 4, a king 3, a queen 2, a jack 1. The side that takes more rubs out a line;
    a drawn deal rubs out nothing and doubles the next."""
    for side in (0, 1):
        if result.points[side] > result.points[1 - side]:
            took = in_digits(result.points[side], "point")
            because = f"{took} to {result.points[1 - side]}"
            yield line(
                game.sides[side].id,
                "Line rubbed out",
                rub_out,
                RUBBED,
                because,
                u=result.units[side],
                d=1 + result.doubled,
            )


@scores("mark", "A side that took trumps and lost is marked", "countdown", "accept-trump")
def mark(game: Couillon, result: CouillonResult) -> Any:
    """If the side that accepted trumps takes fewer points, it is marked: one of its lines needs
    another win, or two after a drawn deal."""
    side = result.acceptor
    if side is not None and result.points[side] < result.points[1 - side]:
        yield line(
            game.sides[side].id,
            "Mark",
            mark,
            MARK,
            game.tell("{who} took trumps and lost", who=game.sides[side]),
            d=1 + result.doubled,
        )


class Couillon(StockGame, StartScoreGame):
    """Four players, two against two, four cards each. Take the turned suit as trumps or leave
    it; the side with more card points rubs out a chalk line."""

    id, title, picture = "couillon", "Couillon", "AC KC QC JC"
    shelf = GameShelf.POINTS
    per_trick = 0
    start_label, start_note = "Lines drawn", CHALK
    start = StartScoreGame.start.but(
        default=5, choices=range(1, 13), text="How many chalk lines each side draws."
    )
    partners, ranks, rank_points = True, "AKQJT987", POINTS
    Standing: type[CouillonStanding] = CouillonStanding
    Result: type[CouillonResult] = CouillonResult
    cards = Option(
        24, (24, 32), "The size of the pack; with 32 the stub has sixteen cards.", house=True
    )
    deals = deals_option(60)
    notes = (PACK, PARTNERS, CHALK)
    scoring = (rub_out, mark)

    @property
    def start_text(self) -> str:
        """The lines of each side in words."""
        return some(self.start, "chalk line")

    def setup(self) -> None:
        self.pack = pack("AKQJT9" if self.cards == 24 else "AKQJT987")
        self.phases = (Dealing(each=4), Upcard(), Tricks(rules=(follow_or_trump,)))
        self.ends = (Deals(self.deals),)

    def feats(self, result: CouillonResult) -> tuple[Feat, ...]:
        """Who had the better of the deal."""
        most, least = max(result.points), min(result.points)
        if most == least:
            return ()
        better = self.sides[result.points.index(most)].seats
        return (
            Feat(
                better, f"took {in_digits(most, 'card point')} to {least}", "a line is rubbed out"
            ),
        )

    def result(self, state: TrickState) -> CouillonResult:
        points = state.points_by_side()
        acceptor = None if state.declarer is None else self.side_index(state.declarer)
        left = state.standing.totals
        return CouillonResult(
            (points[0], points[1]), acceptor, state.standing.doubled, (left[0], left[1])
        )

    def carried(self, standing: CouillonStanding, lines: Any) -> Any:
        return (
            super()
            .carried(standing, lines)
            .but(doubled=not any(x.rule == "rub-out" for x in lines))
        )

    def outcome(self, standing: CouillonStanding) -> Outcome | None:
        done = [side for side, units in zip(self.sides, standing.totals, strict=True) if units == 0]
        if done:
            return Outcome.by_feat(self, standing, done, "rubbed out the last line")
        return super().outcome(standing)

    def aims(self, state: TrickState) -> tuple[Aim, ...]:
        """Few lines win the match, but many card points rub them out."""
        return tuple(Aim(side.seats, Want.MOST) for side in self.sides)
