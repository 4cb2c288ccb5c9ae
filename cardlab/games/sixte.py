"""Sixte: six players, six cards, one point a deal, and all six tricks win the match.

Source: the Sixte entry of the project's fourth collection of rules.  House choices: the pack of 36 is the usual one (the
entry allows 52; option); at three tricks each the first to have three scores; all six tricks are played out; the turned
card is not taken up from the stock; who wins all six scores the point besides the match; a match that nobody has won after
``deals`` deals goes to the player who leads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ..cards import Card, pack
from ..families.matches import Deals, Race, deals_option
from ..families.tricks import HIGHEST_LED, HIGHEST_TRUMP, WINNER_LEADS, TrickGame, Tricks, TrickState
from ..families.turnup import DEALERS_LAST_CARD, TurnUpDealing
from ..game import HOLD_CARD, Game, Option, Outcome, Standing
from ..rulings import Rule, law, scores
from ..scoring import Formula, ScoreLine, line
from ..table import Zone, face
from ..words import some

TO_THE_RIGHT = law(
    "to-the-right", "Everything goes to the right",
    "Deal, play and the turn to deal pass to the right, anticlockwise.", "turn",
)  # fmt: skip
RIGHT_DEAL = law(
    "shuffle-and-deal", "Shuffle and deal",
    "Shuffle the pack and deal six cards each, one at a time, beginning at the dealer's right.", "deal",
)  # fmt: skip
RIGHT_LEADS = law(
    "eldest-leads", "Eldest leads first", "The player on the dealer's right leads to the first trick.", "eldest", "trick"
)
PACKS = {
    36: law("sixte-pack", "Thirty-six cards", "Use ace to six of each suit; the ace is high.", "stripped-pack"),
    52: law("sixte-pack", "The whole pack", "Use all 52 cards; the ace is high.", "standard-deck"),
}
TOP_OF_STOCK = law(
    "turn-up-trump", "The top of the stock makes trumps",
    "The other 16 cards lie face down; the top one is turned up and fixes the trump suit. Nobody takes it.",
    "turn-up-trump", "trump",
)  # fmt: skip


def first_with(winners: Sequence[Any], tricks: int) -> Any:
    """Who is the first to have won so many tricks (None: nobody)."""
    return next((w for i, w in enumerate(winners) if winners[: i + 1].count(w) == tricks), None)


class SixteDealing(TurnUpDealing):
    """Six cards each to the right; where a stock is left, its top card is turned instead of the dealer's last."""

    each = 6
    laws = (RIGHT_DEAL, DEALERS_LAST_CARD)

    def turn(self, state: Any, move: Any) -> Card:
        return move.stock[0] if move.stock else super().turn(state, move)

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        state = super().apply(state, seat, move)
        return state.but(shown=state.stock[:1], stock=state.stock[1:])


class SixteTricks(Tricks):
    laws = (HOLD_CARD, RIGHT_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS)


class SixteGame(TrickGame):
    """What Sixte and Sizette share: the round table, and what lies on it."""

    seats, direction, ranks = (6, 6, 6), -1, "AKQJT98765432"

    def zones(self, state: TrickState) -> list[Zone]:
        found = super().zones(state)
        if state.shown:
            top = [face(state.shown[0], marks=("turned",))]
            found.append(Zone("stock", "stock", "pile", None, "Stock", top, True, len(state.stock) + 1))
        return found

    def panels(self, state: TrickState) -> dict[str, Any]:
        found = super().panels(state)
        won = state.winners() if state.taken else []
        for seat in dict.fromkeys(won):
            found["notes"].setdefault(seat, []).append(some(won.count(seat), "trick"))
        return found


@dataclass(frozen=True)
class SixteStanding(Standing):
    """swept: the side that has won all six tricks of a deal, and with them the match."""

    swept: str | None = None


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


class Sweep:
    """The match is won by winning all six tricks of a deal."""

    law: ClassVar[Rule] = law(
        "sweep-wins", "All six win the match", "Whoever wins all six tricks of a deal wins the match at once.", "slam"
    )

    def outcome(self, game: Game, standing: SixteStanding) -> Outcome | None:
        name = next((side.name for side in game.sides if side.id == standing.swept), None)
        return Outcome((standing.swept,), f"{name} won all six tricks of a deal") if standing.swept else None


class Sixte(SixteGame):
    """Six players, each alone, with six cards each. The first to win three tricks scores a point, six points are the match,
    and all six tricks in one deal win it outright."""

    id, title, picture = "sixte", "Sixte", "AH KH QH JH TH 9H"
    Standing, Result = SixteStanding, SixteResult
    options = (
        Option("pack_size", 36, (36, 52), "How many cards: with 36 all are dealt, with 52 sixteen are left over."),
        deals_option(60, "The leader wins after so many deals; 0 plays on without limit."),
    )
    scoring = (first_to_three, one_each)
    quiet = {"one-each": "six players seldom win one trick each when cards are played at random"}

    def setup(self) -> None:
        small = self.pack_size == 36
        self.pack = pack(self.ranks[:9] if small else self.ranks)
        self.laws = (PACKS[self.pack_size], TO_THE_RIGHT)
        self.phases = (SixteDealing(laws=(RIGHT_DEAL, DEALERS_LAST_CARD if small else TOP_OF_STOCK)), SixteTricks())
        self.ends = (Sweep(), Race(6), Deals(self.deals))

    def result(self, state: TrickState) -> SixteResult:
        return SixteResult(tuple(map(self.side_index, state.winners())))

    def carried(self, standing: Any, lines: Any) -> Any:
        made: tuple[ScoreLine, ...] = tuple(lines)
        swept = next((entry.side for entry in made if entry.title == ALL_SIX), None)
        return super().carried(standing, made).but(swept=swept)

    def target_text(self) -> str:
        return "to 6"
