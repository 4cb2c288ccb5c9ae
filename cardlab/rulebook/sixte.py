"""Sixte: six players, six cards, one point a deal, and all six tricks win the match.

Source: the Sixte entry of the project's fourth collection of rules.  House choices: the pack of 36
is the usual one (the entry allows 52; option); at three tricks each the first to have three scores;
all six tricks are played out; the turned card is not taken up from the stock; who wins all six
scores the point besides the match; a match that nobody has won after ``deals`` deals goes to the
player who leads.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.quiet import Rare
from cardlab.engine.results import scored_by
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.words import Seat, some
from cardlab.families.matches import Deals, Outright, OutrightStanding, Race, deals_option
from cardlab.families.six_hands import (
    PACKS,
    RIGHT_DEAL,
    TO_THE_RIGHT,
    SixDealing,
    SixGame,
    SixResult,
    SixTricks,
    first_with,
)
from cardlab.families.turnup import DEALERS_LAST_CARD, top_of_stock

SWEEP = note(
    "sweep-wins",
    "All six tricks win the match",
    "A player who wins all six tricks of a deal wins the match at once.",
    "slam",
)
THIRD = Formula("first", first="[first to three]: 1 for the first player to win three tricks")
ONE_EACH = Formula("first", first="[first of six]: 1 for the winner of the first trick")
ALL_SIX = "All six tricks"


@scores("first-to-three", "The first to win three tricks", "score-keeping")
def first_to_three(game: Sixte, result: SixResult) -> Any:
    """The first player to win three tricks scores 1 point, even if somebody else wins three
    later."""
    seat = first_with(result.winners, 3)
    if seat is not None:
        tricks = result.winners.count(seat)
        title, won = (
            (ALL_SIX, "{who} won all six tricks, and with them the match")
            if tricks == 6
            else ("Three tricks", "{who} won three tricks first")
        )
        because = game.tell(won, who=game.sides[seat])
        yield line(game.sides[seat].id, title, first_to_three, THIRD, because, first=1)


@scores("one-each", "A trick each", "score-keeping")
def one_each(game: Sixte, result: SixResult) -> Any:
    """If everybody wins one trick, the winner of the first scores 1 point. In every other deal
    without three tricks for anybody, nobody scores."""
    if len(set(result.winners)) == 6:
        because = game.tell("a trick each, and {who} won the first", who=Seat(result.winners[0]))
        yield line(
            game.sides[result.winners[0]].id, "First of six", one_each, ONE_EACH, because, first=1
        )


class Sixte(SixGame):
    """Six players, each alone, with six cards each. The first to win three tricks scores a
    point, the first to score {target_points} wins the match, and all six tricks in one deal win it
    outright."""

    id, title, picture = "sixte", "Sixte", "AH KH QH JH TH 9H"
    Standing: type[OutrightStanding] = OutrightStanding
    pack_size = Option(
        36,
        (36, 52),
        "How many cards: with 36 all are dealt, with 52 sixteen are left over.",
        house=True,
    )
    target = Option(6, range(1, 31), "How many points win the match.")
    deals = deals_option(200, "The leader wins after this many deals; 0 plays on without limit.")
    scoring = (first_to_three, one_each)
    quiet = {
        "one-each": Rare("six players seldom win one trick each at random", scored_by("one-each")),
    }

    def feats(self, result: SixResult) -> tuple[Feat, ...]:
        """Who won three tricks first, or the first of six that all won one of."""
        seat = first_with(result.winners, 3)
        if seat is not None:
            if result.winners.count(seat) == 6:
                return (Feat((seat,), "won all six tricks", "the match is won"),)
            return (Feat((seat,), "won three tricks first"),)
        if len(set(result.winners)) == 6:
            return (Feat((result.winners[0],), "won the first trick", "everybody won one"),)
        return ()

    @property
    def target_points(self) -> str:
        """The target in words."""
        return some(self.target, "point")

    def setup(self) -> None:
        stock = self.pack_size - 36
        self.pack = pack(self.ranks if stock else self.ranks[:9])
        self.notes = (PACKS[self.pack_size], TO_THE_RIGHT)
        dealing = SixDealing(
            notes=(RIGHT_DEAL, top_of_stock(stock) if stock else DEALERS_LAST_CARD)
        )
        self.phases = (dealing, SixTricks())
        self.ends = (
            Outright(SWEEP, "won all six tricks of a deal"),
            Race(self.target),
            Deals(self.deals),
        )

    def carried(self, standing: OutrightStanding, lines: Any) -> Any:
        made = tuple(lines)
        swept = next((entry.side for entry in made if entry.title == ALL_SIX), None)
        return super().carried(standing, made).but(outright=swept)
