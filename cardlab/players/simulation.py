"""Whole matches between bots, many of them: who wins, by how much, and how long it takes.

Knows bots, matches and their ends.  Knows no game; house rules are part of the game that is given.

>>> import cardlab
>>> matches = simulate("scotch-whist", 4, bots="simple", executor="serial")
>>> print(matches)
4 matches of Scotch Whist: 2 won by North and 2 by West
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game
from cardlab.engine.words import listed, some
from cardlab.players.tournament import NOT_CUT, MakeBot, Thinking, maker, prepared
from cardlab.solver.many import frame
from cardlab.solver.spreading import Carrier, Job, Progress, in_batches

BATCH = 4
"""Matches that travel to a worker together."""
ROWS = "seed, deals, moves, totals, winners, thinking"
"""What a row of a file of results holds."""
USUAL_DEALS = 6
"""Deals of a match, very roughly."""
MOST_DEALS = 500
"""After so many deals a match counts as one without an end."""

Bots = str | MakeBot | Mapping[int, "str | MakeBot"]
"""One bot for all seats, or one for each seat."""


@dataclass(frozen=True)
class SimulatedMatch:
    """One match: its seed, how many deals and moves it took, the totals of the sides in the game's
    order, and the ids of the sides that won (none if it had no end)."""

    seed: int
    deals: int
    moves: int
    totals: tuple[int, ...]
    winners: tuple[str, ...]


@dataclass(frozen=True)
class Simulation:
    """Many matches of one game.

    thinking: how often the bots were cut short by a ceiling.
    """

    game: Game
    matches: tuple[SimulatedMatch, ...]
    thinking: Thinking = NOT_CUT

    @property
    def cut_short(self) -> int:
        """How many decisions a ceiling ended before their effort was spent."""
        return self.thinking.cut_short

    def wins(self) -> dict[str, int]:
        """How many matches each side won, shared ones included, most first."""
        counted = Counter(side for match in self.matches for side in match.winners)
        return dict(counted.most_common())

    @property
    def without_end(self) -> int:
        """How many matches were stopped after 500 deals."""
        return sum(not match.winners for match in self.matches)

    def rows(self) -> list[dict[str, Any]]:
        """One dictionary a match: seed, deals, moves, winners and the total of each side."""
        sides = [side.id for side in self.game.sides]
        return [
            {
                "seed": match.seed,
                "deals": match.deals,
                "moves": match.moves,
                "winners": " ".join(match.winners),
                **dict(zip(sides, match.totals, strict=True)),
            }
            for match in self.matches
        ]

    def frame(self) -> Any:
        """The rows as a DataFrame.  Raises ValueError where pandas is not installed."""
        return frame(self.rows())

    def __str__(self) -> str:
        names = {side.id: side.name for side in self.game.sides}
        won = [f"{count} by {names[side]}" for side, count in self.wins().items()]
        if won:
            first, *others = won
            won = [first.replace(" by ", " won by ", 1), *others]
        if self.without_end:
            won.append(f"{self.without_end} without an end")
        counted = "1 match" if len(self.matches) == 1 else f"{len(self.matches)} matches"
        cut = f". {self.thinking}" if self.cut_short else ""
        ends = listed(won, "and", len(won)) if won else "none"
        return f"{counted} of {self.game.title}: {ends}{cut}"


def simulate(
    game: str | Game,
    matches: int = 100,
    *,
    bots: Bots = "simple",
    seed: int = 0,
    wait: bool | None = None,
    executor: Carrier = None,
    progress: Progress = False,
    resume: str | Path | None = None,
) -> Simulation:
    """Play whole matches between bots, on all cores of the machine.

    game: its name, or the game with its options or house rules; bots: the name of a bot, whatever
    makes one from a seed, or one of these for each seat; seed: of the first match, the others
    follow; wait, executor, progress, resume: as in `cardlab.solve_many`.  Bots whose choices
    depend on their seed alone, as ours do without a ceiling, give the same matches whoever does the
    work and on every machine.  Raises ValueError without a match,
    and for a name that no bot has.
    """
    if matches < 1:
        raise ValueError(f"a simulation needs a match, not {matches}")
    played = find_game(game) if isinstance(game, str) else game
    makers = _makers(played, bots)
    batches = in_batches(range(seed, seed + matches), BATCH)
    about = repr((ROWS, played.id, played.chosen, played.house, makers, matches, seed))
    what = some(matches, "match", "matches")
    backend = prepared(played, tuple(makers.values()), matches * USUAL_DEALS, wait, what)
    job = Job("matches", partial(matches_of, played, makers), batches, about, backend)
    done = job.run(executor=executor, progress=progress, resume=resume)
    rows = list(chain.from_iterable(done))
    return Simulation(
        played,
        tuple(
            SimulatedMatch(number, deals, moves, tuple(totals), tuple(winners))
            for number, deals, moves, totals, winners, _ in rows
        ),
        Thinking.total(thinking for *_, thinking in rows),
    )


def _makers(game: Game, bots: Bots) -> dict[int, MakeBot]:
    if not isinstance(bots, Mapping):
        return dict.fromkeys(range(game.players), maker(bots))
    makers = {game.seat(seat): maker(which) for seat, which in bots.items()}
    if lacking := [game.names[seat] for seat in range(game.players) if seat not in makers]:
        raise ValueError(f"{game.title} needs a bot for {listed(lacking, most=8)} too")
    return makers


def matches_of(game: Game, makers: Mapping[int, MakeBot], seeds: Sequence[int]) -> list[Any]:
    """Play the matches of these seeds; each as a row that JSON can hold."""
    return [_played(game, makers, seed) for seed in seeds]


def _played(game: Game, makers: Mapping[int, MakeBot], seed: int) -> Any:
    match = game.match(seed=seed)
    bots = {seat: make(seed * game.players + seat) for seat, make in makers.items()}
    while not match.over and match.state.standing.deal <= MOST_DEALS:
        match.play_deal(bots)
    totals = [match.totals[side.id] for side in game.sides]
    winners = match.outcome.winners if match.outcome else ()
    deals = len({line.deal for line in match.lines}) if match.lines else match.state.standing.deal
    return [seed, deals, match.ply, totals, list(winners), list(Thinking.of(bots.values()))]
