"""Whist as clubs played it: five points and honours, trumps that are turned, cut or rotate, and points
for a rubber.

Source: the common rules of the game, in its American, short and long forms. What a deal scores is
that of Partnership Whist. House choices: the short form is the usual one here, since Partnership
Whist begins with the American form; a rubber of three games; a turned card, which belongs to the
dealer's hand from the start; honours count as they were dealt; where rubber points are counted,
they are what is left when a game is over.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Suit
from cardlab.engine.game import Dealing, Phase
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.results import bounded
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line, totals
from cardlab.families.best_of import GamesStanding
from cardlab.families.drawing import SuitByChance
from cardlab.families.tricks import TrickState
from cardlab.families.turnup import RotatingDealing, TurnUpDealing
from cardlab.families.whist import WhistGame, WhistResult, points_of_deal

EACH = 13


class CutForTrumps(SuitByChance):
    """Before the deal a card is cut, and its suit is trumps."""

    id, title = "cut", "The cut for trumps"
    notes = (
        note(
            "cut-for-trumps",
            "A card is cut for trumps",
            "Before the deal a card is cut from the pack; its suit is trumps, and the card goes"
            " back.",
            "trump",
        ),
    )

    def orders(self, game: Any) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def drawn(self, state: TrickState, suit: Suit) -> Any:
        return state.but(order=state.game.ordering(suit))

    def told(self, state: TrickState, seat: int, move: Move, name: str) -> str:
        return f"A {Suit(move.args[0]).one} is cut."


# --- points for the rubber


@dataclass(frozen=True)
class RubberWhistResult(WhistResult):
    """games: the games that each side had won before the deal, where points for the rubber
    count."""

    games: tuple[int, int] = bounded(
        0,
        lambda game: int(game.rubber_points and game.games == 3),
        (0, 0),
        "games of {}",
        each="side",
    )


TREBLE = Formula(
    "3 if l == 0 else 2 if l < 3 else 1", l=Quantity("", "points of the losers", "points")
)
RUBBER = Formula("2")
OVER = Formula("-n", n=Quantity("", "points of the game that is over", "points"))


def game_over(game: Whist, result: RubberWhistResult) -> tuple[tuple[int, int], int] | None:
    """The scores with which the deal has ended the game, and the index of the side that won it."""
    first, second = points_of_deal(game, result)
    scores = result.before[0] + first, result.before[1] + second
    winner = game.best_of.winner(scores)
    return None if winner is None else (scores, winner)


@scores("game-won", "Points for a game", "rubber", "score-keeping")
def game_won(game: Whist, result: RubberWhistResult) -> Iterator[ScoreLine]:
    """A side that wins a game scores 3 rubber points if the losers have no point in it. It scores 2
    if they have one or two, and 1 if they have three or four."""
    if (found := game_over(game, result)) is None:
        return
    scores, winner = found
    lost = scores[1 - winner]
    because = game.tell(
        "{who} won the game {score}", who=game.sides[winner], score=f"{scores[winner]} to {lost}"
    )
    yield line(game.sides[winner].id, "Game", game_won, TREBLE, because, account="rubber", l=lost)


@scores("rubber-won", "Points for the rubber", "rubber", "score-keeping")
def rubber_won(game: Whist, result: RubberWhistResult) -> Iterator[ScoreLine]:
    """The side that wins its second game wins the rubber and scores 2 more."""
    found = game_over(game, result)
    if found is not None and result.games[found[1]]:
        side = game.sides[found[1]]
        because = game.tell("{who} won the second game", who=side)
        yield line(side.id, "Rubber", rubber_won, RUBBER, because, account="rubber")


@scores("game-cleared", "The points of a game that is over", "rubber", "score-keeping")
def game_cleared(game: Whist, result: RubberWhistResult) -> Iterator[ScoreLine]:
    """When a game is won its points are taken off, and both sides begin the next from 0: only
    the rubber points remain."""
    if (found := game_over(game, result)) is None:
        return
    for side, score in zip(game.sides, found[0], strict=True):
        if score:
            because = "the game is over"
            yield line(side.id, "Game over", game_cleared, OVER, because, account="rubber", n=score)


class Whist(WhistGame):
    """Four players, two against two, thirteen cards each, and {trumps_by} for trumps. Nobody bids,
    and the side that takes more than six tricks scores the rest; {form}."""

    id, title, picture = "whist", "Whist", "QD 7D KD AD"
    Result: type[RubberWhistResult] = RubberWhistResult
    form = WhistGame.form.but(default="short", house=True)
    trumps_by = Option(
        "turned",
        {
            "turned": "the dealer's last card",
            "cut": "a card that is cut",
            "rotating": "each suit in turn",
        },
        "What makes trumps.",
    )
    rubber_points = Option(
        False, (False, True), "In the short form: whether games and the rubber score points."
    )

    def idle(self) -> dict[str, str]:
        if self.form == "short":
            return {}
        return {"rubber_points": "points for the rubber belong to the short form"}

    def dealing(self) -> tuple[Phase, ...]:
        if self.trumps_by == "cut":
            return (CutForTrumps(), Dealing(each=EACH))
        if self.trumps_by == "rotating":
            return (RotatingDealing(each=EACH, suits=("H", "C", "D", "S", "NT")),)
        return (TurnUpDealing(each=EACH),)

    def setup(self) -> None:
        super().setup()
        if self.rubber_points:
            rubber = (rubber_won,) if self.games == 3 else ()
            self.scoring = (*self.scoring, game_won, *rubber, game_cleared)

    def result(self, state: TrickState) -> RubberWhistResult:
        found = super().result(state)
        games = state.standing.games if self.rubber_points and self.games == 3 else (0, 0)
        return RubberWhistResult(found.tricks, found.before, found.honours, games)

    def carried(self, standing: GamesStanding, lines: Iterable[ScoreLine]) -> Any:
        """What was scored for the rubber is no part of a game."""
        lines = tuple(lines)
        rubber = [entry for entry in lines if entry.account == "rubber"]
        after = super().carried(standing, [entry for entry in lines if entry.account != "rubber"])
        if not rubber:
            return after
        more = totals(rubber, (side.id for side in self.sides)).values()
        scores = tuple(map(sum, zip(after.totals, more, strict=True)))
        return after.but(totals=scores, base=scores)
