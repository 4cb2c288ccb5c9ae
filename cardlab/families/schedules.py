"""Leagues with a schedule: who plays with whom and against whom in each round, and who sits out.

Knows people, pairs and points.  Knows no cards: any game that has the right number of seats can be
played in a round.

Source: the titles and sizes of the pages on leagues in the project's fourth document.  How its
rounds go is not known, so the rounds here are the shortest that let everybody meet everybody:
house choices, like these: whoever is named first deals; partners are both credited with what their
side scored; a drawn pitch is won by nobody; after the last round most points win, then most pitches
won, and who is equal in both shares the place.

>>> league = ScheduledLeague.outsider("Ann", "Ben", "Cleo")
>>> [(str(round), round.out) for round in league.rounds]
[('Ben against Cleo', ('Ann',)), ('Cleo against Ann', ('Ben',)), ('Ann against Ben', ('Cleo',))]
>>> league = league.after("Cleo", 25).after("Ann", 10).after("Ann", 30)
>>> league.scores, league.champions
({'Ann': 40, 'Ben': 0, 'Cleo': 25}, ('Ann',))
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.rulings import Rule, note
from cardlab.engine.words import listed
from cardlab.families.leagues import (
    RIGHT_SIZE,
    LeagueError,
    Standings,
    each_once,
    match_at,
    result_of,
)

HOTFOOT = note(
    "hotfoot-league",
    "Hotfoot league",
    "Four people play a game of two pairs three times. In each round somebody else is your partner.",
    "league",
)
OUTSIDER = note(
    "outsider-league",
    "Outsider league",
    "An odd number of people: in each round another one sits out, until everybody has sat out once"
    " and met everybody else.",
    "league",
)
CLOCKWISE = note(
    "clockwise-league",
    "Clockwise league",
    "Four or six people in games of two. After each round all but the first move a place on, until"
    " everybody has met everybody else.",
    "league",
)
SEAT_SWAP = note(
    "seat-swap-league",
    "Seat-swap league",
    "Four people in games of two. Two of them change seats after each round, until everybody has met"
    " everybody else.",
    "league",
)
ROTATING_TEAMS = note(
    "rotating-team-league",
    "Rotating team league",
    "Two teams of the same size in games of two. After each round one team moves a place on, until"
    " everybody has met everybody of the other team. Points count for the team, too.",
    "league",
)
POINTS_GO_ALONG = note(
    "points-go-along",
    "Points go with the person",
    "Points are kept for each person. Partners are both credited with what their side scored, and"
    " carry it over to the next round.",
    "league",
    "score-keeping",
)
ALL_PLAYED = note(
    "all-played",
    "All rounds played",
    "After the last round the most points win, then the most pitches won.",
    "league",
)
ONE_SIDE = note(
    "one-side-wins",
    "One side wins",
    "Of a pitch that is not drawn one side is the winner.",
    "league",
)

Pair = tuple[str, ...]
"""One side of a pitch: a person, or two partners."""


@dataclass(frozen=True)
class Pitch:
    """Two sides that play each other."""

    sides: tuple[Pair, Pair]

    @property
    def seats(self) -> tuple[str, ...]:
        """Who sits where: the sides by turns, so that partners face each other."""
        first, second = self.sides
        return tuple(name for both in zip(first, second, strict=True) for name in both)

    def __str__(self) -> str:
        return " against ".join(" and ".join(side) for side in self.sides)


@dataclass(frozen=True)
class Round:
    """What is played at the same time, and who sits out."""

    pitches: tuple[Pitch, ...]
    out: tuple[str, ...] = ()

    def __str__(self) -> str:
        return "; ".join(map(str, self.pitches))


@dataclass(frozen=True)
class ScheduledLeague(Standings):
    """A league at one moment.  Make one with the name of its kind; every pitch makes the next.

    rounds: the schedule; played: how many of its pitches are over, in the schedule's order; teams:
    the two teams of a league of teams.
    """

    rule: Rule = HOTFOOT
    rounds: tuple[Round, ...] = ()
    played: int = 0
    teams: tuple[tuple[str, ...], ...] = ()

    @classmethod
    def hotfoot(cls, *names: str) -> Self:
        """Four people in pairs, each with each of the others once."""
        a, b, c, d = _so_many(names, (4,), HOTFOOT)
        pairs = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]
        return cls._of(HOTFOOT, names, (Round((Pitch(sides),)) for sides in pairs))

    @classmethod
    def outsider(cls, *names: str, pairs: bool = False) -> Self:
        """Three, five or seven people in games of two; with pairs, five in a game of two pairs."""
        people = _so_many(names, (5,) if pairs else (3, 5, 7), OUTSIDER)
        return cls._of(OUTSIDER, names, _sitting_out(people, pairs))

    @classmethod
    def clockwise(cls, *names: str) -> Self:
        """Four or six people in games of two."""
        people = _so_many(names, (4, 6), CLOCKWISE)
        return cls._of(CLOCKWISE, names, _moving_on(people))

    @classmethod
    def seat_swap(cls, *names: str) -> Self:
        """Four people in games of two."""
        a, b, c, d = _so_many(names, (4,), SEAT_SWAP)
        seated = [(a, b, c, d), (a, c, b, d), (a, d, b, c)]
        rounds = (_duels((w, x), (y, z)) for w, x, y, z in seated)
        return cls._of(SEAT_SWAP, names, rounds)

    @classmethod
    def rotating_teams(cls, first: Iterable[str], second: Iterable[str]) -> Self:
        """Two teams of the same size in games of two."""
        one, two = tuple(first), tuple(second)
        if len(one) != len(two) or not one:
            raise LeagueError(
                RIGHT_SIZE, f"the teams need the same size, and have {len(one)} and {len(two)}"
            )
        size = len(one)
        rounds = (
            _duels(*((one[i], two[(i + r) % size]) for i in range(size))) for r in range(size)
        )
        return replace(cls._of(ROTATING_TEAMS, (*one, *two), rounds), teams=(one, two))

    @classmethod
    def _of(cls, rule: Rule, names: Iterable[str], rounds: Iterable[Round]) -> Self:
        people = each_once(names)
        nothing = (0,) * len(people)
        made = cls(people, (), nothing, nothing, rule, tuple(rounds))
        return replace(made, seats=made._seats_now())

    # --- where it stands
    @property
    def pitches(self) -> tuple[Pitch, ...]:
        """All pitches, round after round."""
        return tuple(pitch for round in self.rounds for pitch in round.pitches)

    @property
    def pitch(self) -> Pitch | None:
        """The next pitch; None when all are played."""
        return self.pitches[self.played] if not self.over else None

    @property
    def over(self) -> bool:
        return self.played == len(self.pitches)

    @property
    def champions(self) -> tuple[str, ...]:
        """Who is ahead of all others after the last round; several where they are equal in points
        and in pitches won, nobody before."""
        if not self.over:
            return ()
        best = max(zip(self.points, self.won, strict=True))
        have = zip(self.people, self.points, self.won, strict=True)
        return tuple(name for name, points, won in have if (points, won) == best)

    @property
    def team_scores(self) -> tuple[int, ...]:
        """What each team has; nothing in a league without teams."""
        return tuple(sum(self.scores[name] for name in team) for team in self.teams)

    def rules(self) -> tuple[Rule, ...]:
        """What holds in this league, for a rule sheet."""
        return self.rule, RIGHT_SIZE, ONE_SIDE, POINTS_GO_ALONG, ALL_PLAYED

    # --- the next pitch
    def after(self, winners: str | Iterable[str], points: int | Mapping[str, int]) -> Self:
        """The league after its next pitch.  winners: one of a side, the whole side, or none if it
        was drawn; points: what the side scored, or by name. Raises LeagueError if it cannot be."""
        pitch = self._next()
        named = each_once([winners] if isinstance(winners, str) else winners)
        sides = [side for side in pitch.sides if {*named} & {*side}]
        strangers = [name for name in named if name not in pitch.seats]
        if strangers or len(sides) > 1:
            trouble = f"{listed(strangers or named)} cannot have won"
            raise LeagueError(ONE_SIDE, f"{trouble}, because {pitch} is played")
        won = sides[0] if sides else ()
        scored = dict(points) if isinstance(points, Mapping) else dict.fromkeys(won, points)
        if others := [name for name in scored if name not in pitch.seats]:
            raise LeagueError(
                ONE_SIDE, f"{listed(others)} cannot have scored, because {pitch} is played"
            )
        new = replace(self._credited(scored, won), played=self.played + 1)
        return replace(new, seats=new._seats_now())

    def match(self, game: str | Game, seed: int | None = None, **options: Any) -> Match:
        """The next pitch as a match of a game. Raises LeagueError if the game has another number
        of seats."""
        return match_at(self._next().seats, game, seed, **options)

    def after_match(self, match: Match) -> Self:
        """The league after a pitch that was played as a match."""
        return self.after(*result_of(match))

    def _next(self) -> Pitch:
        if self.pitch is None:
            raise LeagueError(ALL_PLAYED, "all rounds of the league are played")
        return self.pitch

    def _seats_now(self) -> tuple[str, ...]:
        return self.pitch.seats if self.pitch else ()

    def __str__(self) -> str:
        stand = ", ".join(f"{name} {score}" for name, score in self.scores.items())
        if self.over:
            return f"{listed(self.champions)} won the league ({stand})"
        return f"pitch {self.played + 1} of {len(self.pitches)}: {self.pitch} ({stand})"


def _so_many(names: tuple[str, ...], sizes: tuple[int, ...], rule: Rule) -> tuple[str, ...]:
    """The names, if there are as many as the league is for."""
    people = each_once(names)
    if len(people) not in sizes:
        many = listed(map(str, sizes), "or")
        raise LeagueError(rule, f"this league is for {many} people, and {len(people)} are named")
    return people


def _duels(*pairs: tuple[str, str]) -> Round:
    return Round(tuple(Pitch(((a,), (b,))) for a, b in pairs))


def _sitting_out(people: tuple[str, ...], pairs: bool) -> Iterator[Round]:
    """In each round one sits out, and those at the same distance from that place belong together:
    as partners where pairs play, otherwise against each other."""
    size = len(people)
    for out, name in enumerate(people):
        together = [
            (people[(out + i) % size], people[(out - i) % size]) for i in range(1, size // 2 + 1)
        ]
        pitches = (Pitch((together[0], together[1])),) if pairs else _duels(*together).pitches
        yield Round(pitches, (name,))


def _moving_on(people: tuple[str, ...]) -> Iterator[Round]:
    """The first stays, the others move a place on."""
    first, *others = people
    size = len(others)
    for turn in range(size):
        ring = [first, *(others[(i - turn) % size] for i in range(size))]
        half = len(ring) // 2
        yield _duels(*((ring[i], ring[-1 - i]) for i in range(half)))
