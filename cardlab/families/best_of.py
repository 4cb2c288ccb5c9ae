"""Several games make a match: each game is a race from 0, the match is one game or the best of
three.

Knows standings, not cards.  (A rubber of bridge, where games are won below a line, is in `rubber`.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.fields import BySide
from cardlab.engine.game import Game, Standing, State
from cardlab.engine.outcomes import End, Outcome
from cardlab.engine.position_values import PositionValue, worth_a_lead
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import ScoreLine, totals


@dataclass(frozen=True)
class GamesStanding(Standing):
    """games: games won, by side; base: the totals when the present game began."""

    games: BySide[int] = (0, 0)
    base: BySide[int] = (0, 0)

    @property
    def game_score(self) -> tuple[int, ...]:
        """The scores of the present game."""
        return tuple(total - base for total, base in zip(self.totals, self.base, strict=True))


@dataclass(frozen=True)
class BestOf(End):
    """The match is won by the side that wins most of so many games (1 or 3) to a target.  how:
    what the game adds about reaching the target, a whole sentence, or ""; concepts: what it
    teaches."""

    games: int
    target: int
    how: str = ""
    concepts: tuple[str, ...] = ("score-keeping",)

    @property
    def text(self) -> str:
        return f"games to {self.target}"

    def note(self, game: Game) -> Rule:
        match = (
            "the first side to win two games wins the match"
            if self.games == 3
            else "one game is the match"
        )
        how = f" {self.how}" if self.how else ""
        return note(
            "games",
            f"Games to {self.target}",
            f"A game goes to {self.target}.{how} If both sides reach it, the higher score wins; equal"
            f" scores play on. Each game starts at 0, and {match}.",
            *self.concepts,
        )

    def winner(self, scores: tuple[int, ...]) -> int | None:
        """The index of the side that has won the game with these scores."""
        top = max(scores)
        return scores.index(top) if top >= self.target and scores.count(top) == 1 else None

    def position_values(self, game: Game) -> tuple[PositionValue, ...]:
        """A game that is won, and the points of games that are over."""
        best_of_three = (
            "If each game is a toss-up, the first takes the chance of the match from 1/2 to 3/4 and"
            " the second to 1; at one all both a game and its points count twice as much."
        )
        return worth_a_lead(
            "G",
            "a game",
            self.target,
            best_of_three if self.games == 3 else "That is the match.",
            lambda result, standing: standing.games,
            lambda result, standing: standing.base,
        )

    def outcome(self, game: Game, standing: GamesStanding) -> Outcome | None:
        won = [
            side for side, n in zip(game.sides, standing.games, strict=True) if n > self.games // 2
        ]
        did = "won two games" if self.games == 3 else f"reached {self.target}"
        return Outcome.by_feat(game, standing, won, did) if won else None


class GamesResult:
    """A result with the scores ``before``, the ``tricks``, and ``out``, whether what is scored
    at once has ended the game in the middle of the deal."""

    before: tuple[int, ...]
    tricks: tuple[int, ...]
    out: bool

    def cannot(self, game: Any) -> str:
        target, tricks = game.best_of.target, game.result_sheet.splits[0].total
        if not self.out and sum(self.tricks) != tricks:
            return f"the tricks are {tricks} together, not {sum(self.tricks)}; change one of them"
        if self.out == (max(self.before) >= target):
            return ""
        return (
            f"the game is over exactly when a score reaches {target}; change the scores, or whether"
            " it is over"
        )


class GamesGame(Game):
    """A game whose first end is a `BestOf`: the standing carries the games won."""

    Standing: type[GamesStanding] = GamesStanding

    @cached_property
    def best_of(self) -> BestOf:
        """The end of the match that says how many games it has."""
        return next(end for end in self.ends if isinstance(end, BestOf))

    def carried(self, standing: GamesStanding, lines: Iterable[ScoreLine]) -> Any:
        after: GamesStanding = super().carried(standing, lines)
        side = self.best_of.winner(after.game_score)
        if side is None:
            return after
        return after.but(
            games=tuple(n + (i == side) for i, n in enumerate(after.games)), base=after.totals
        )

    def wins_match(
        self, before: tuple[int, ...], games: tuple[int, ...], lines: Iterable[ScoreLine]
    ) -> int | None:
        """The side that wins the second of three games with these lines; before: the scores of
        the game."""
        made = totals(lines, (side.id for side in self.sides)).values()
        side: int | None = self.best_of.winner(tuple(map(sum, zip(before, made, strict=True))))
        return side if side is not None and self.best_of.games == 3 and games[side] == 1 else None

    def live(self, state: State) -> tuple[int, ...]:
        """The scores of the present game with what this deal has scored so far."""
        now = totals(state.pegged, (side.id for side in self.sides)).values()
        return tuple(score + new for score, new in zip(state.standing.game_score, now, strict=True))

    def so_far(self, state: State) -> str:
        """The present game, and the games of a longer match, in a few words."""
        scores, games = self.live(state), state.standing.games
        score = f"this game {scores[0]} to {scores[1]}"
        return score if self.best_of.games == 1 else f"{score}, games {games[0]} to {games[1]}"
