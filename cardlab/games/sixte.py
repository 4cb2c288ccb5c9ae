"""Sixte: six players, six cards, one point a deal, and all six tricks win the match.

Source: the Sixte entry of the project's fourth collection of rules.  House choices: the pack of 36 is the usual one (the
entry allows 52; option); at three tricks each the first to have three scores; all six tricks are played out; the turned
card is not taken up from the stock; who wins all six scores the point besides the match; a match that nobody has won after
``deals`` deals goes to the player who leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ..cards import pack
from ..families.matches import Deals, Outright, OutrightStanding, Race, deals_option
from ..families.tricks import HIGHEST_LED, HIGHEST_TRUMP, WINNER_LEADS, Tricks, TrickState
from ..families.turnup import DEALERS_LAST_CARD, StockDealing, StockGame, top_of_stock
from ..game import HOLD_CARD, Option
from ..rulings import law, scores
from ..scoring import Formula, line
from ..words import some

TO_THE_RIGHT = law("to-the-right", "Everything goes to the right",
    "Deal, play and the turn to deal pass to the right, anticlockwise.", "turn")
RIGHT_DEAL = law("shuffle-and-deal", "Shuffle and deal",
    "Shuffle the pack and deal six cards each, one at a time, beginning at the dealer's right.", "deal")
RIGHT_LEADS = law("eldest-leads", "Eldest leads first",
    "The player on the dealer's right leads to the first trick.", "eldest", "trick")
PACKS = {
    36: law("sixte-pack", "Thirty-six cards", "Use ace to six of each suit; the ace is high.", "stripped-pack"),
    52: law("sixte-pack", "The whole pack", "Use all 52 cards; the ace is high.", "standard-deck"),
}
SWEEP = law("sweep-wins", "All six win the match", "Whoever wins all six tricks of a deal wins the match at once.", "slam")


def first_with(winners: Sequence[Any], tricks: int) -> Any:
    """Who is the first to have won so many tricks (None: nobody)."""
    return next((w for i, w in enumerate(winners) if winners[: i + 1].count(w) == tricks), None)


class SixteDealing(StockDealing):
    each, laws = 6, (RIGHT_DEAL, DEALERS_LAST_CARD)


class SixteTricks(Tricks):
    laws = (HOLD_CARD, RIGHT_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)


class SixteGame(StockGame):
    """What Sixte and Sizette share: the round table, and who has won how many tricks."""

    seats, direction = (6, 6, 6), -1

    def panels(self, state: TrickState) -> dict[str, Any]:
        found = super().panels(state)
        won = state.winners() if state.taken else []
        for seat in dict.fromkeys(won):
            found["notes"].setdefault(seat, []).append(some(won.count(seat), "trick"))
        return found


@dataclass(frozen=True)
class SixteResult:
    """winners: the index of the player who won each trick, in order."""

    winners: tuple[int, ...] = (0, 1, 0, 2, 0, 3)


THIRD = Formula("first", first="[first to three]: 1 for the first player to win three tricks")
ONE_EACH = Formula("first", first="[first of six]: 1 for the winner of the first trick")
ALL_SIX = "All six tricks"


@scores("first-to-three", "The first to win three tricks", "score-keeping")
def first_to_three(game: Sixte, result: SixteResult) -> Any:
    """The first player to win three tricks scores 1 point, even if somebody else wins three later."""
    seat = first_with(result.winners, 3)
    if seat is not None:
        tricks = result.winners.count(seat)
        title, said = (ALL_SIX, "all six tricks, and the match") if tricks == 6 else ("Three tricks", "first to win three tricks")
        yield line(game.sides[seat].id, title, first_to_three, THIRD, said, first=1)


@scores("one-each", "A trick each", "score-keeping")
def one_each(game: Sixte, result: SixteResult) -> Any:
    """If everybody wins one trick, the winner of the first scores 1 point. In every other deal without three tricks for
    anybody, nobody scores."""
    if len(set(result.winners)) == 6:
        said = "a trick each, and this player won the first"
        yield line(game.sides[result.winners[0]].id, "First of six", one_each, ONE_EACH, said, first=1)


class Sixte(SixteGame):
    """Six players, each alone, with six cards each. The first to win three tricks scores a point, six points are the match,
    and all six tricks in one deal win it outright."""

    id, title, picture = "sixte", "Sixte", "AH KH QH JH TH 9H"
    Standing, Result = OutrightStanding, SixteResult
    options = (
        Option("pack_size", 36, (36, 52), "How many cards: with 36 all are dealt, with 52 sixteen are left over."),
        deals_option(60, "The leader wins after so many deals; 0 plays on without limit."),
    )
    scoring = (first_to_three, one_each)
    quiet = {"one-each": "six players seldom win one trick each when cards are played at random"}

    def setup(self) -> None:
        stock = self.pack_size - 36
        self.pack = pack(self.ranks if stock else self.ranks[:9])
        self.laws = (PACKS[self.pack_size], TO_THE_RIGHT)
        dealing = SixteDealing(laws=(RIGHT_DEAL, top_of_stock(stock) if stock else DEALERS_LAST_CARD))
        self.phases = (dealing, SixteTricks())
        self.ends = (Outright(SWEEP, "won all six tricks of a deal"), Race(6), Deals(self.deals))

    def result(self, state: TrickState) -> SixteResult:
        return SixteResult(tuple(map(self.side_index, state.winners())))

    def carried(self, standing: Any, lines: Any) -> Any:
        made = tuple(lines)
        swept = next((entry.side for entry in made if entry.title == ALL_SIX), None)
        return super().carried(standing, made).but(outright=swept)
