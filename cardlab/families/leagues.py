"""Leagues: more people than seats.  Who stays at the table, who waits, who is champion; and
tables that never close.

Knows people, seats and points.  Knows no cards: any game that has the right number of seats can be
played at the table.

Source: the pages on leagues in the project's fourth document, which calls one playing at the table
a *pitch*: a deal or a match, as the league agrees.  Only what it defines is here: loser(s) stay on,
winner(s) stay on, never-ending games, and the way gamblers settle a gin league.  House choices: a
newcomer deals first; a drawn pitch moves nobody; only as many leave as are waiting, in the order of
the seats; if two reach the target together the higher is champion, and a tie plays on; once there
is a champion nobody moves; in a game where points are bad each person is credited with what the
worst score has more; at a never-ending table a person who returns goes on with the old score.

>>> league = League.of("Ann", "Ben", waiting=["Cleo"], target=100)
>>> league = league.after("Ann", 20)
>>> league.seats, league.waiting, league.scores
(('Cleo', 'Ben'), ('Ann',), {'Ann': 20, 'Ben': 0, 'Cleo': 0})
>>> league.after("Ann", 5)
Traceback (most recent call last):
cardlab.families.leagues.LeagueError: Ann is not at the table, so Ann cannot have won there
>>> match = league.match("gin-rummy", seed=4, deals=1)
>>> match.names
('Cleo', 'Ben')
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, Self

from cardlab.engine.aims import Points
from cardlab.engine.catalogue import game as find
from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula
from cardlab.engine.words import listed, some

LOSERS_STAY = note(
    "losers-stay",
    "Losers stay on",
    "After each pitch the winners leave the table for the end of the queue, in the order of their"
    " seats, and those who have waited longest take the seats that fall free. Losers keep theirs.",
    "league",
)
WINNERS_STAY = note(
    "winners-stay",
    "Winners stay on",
    "After each pitch the losers leave the table for the end of the queue, in the order of their"
    " seats, and those who have waited longest take the seats that fall free. Winners keep theirs.",
    "league",
)
WINNER_SEATED = note(
    "winner-not-seated",
    "Only those at the table win",
    "A player who waits neither wins nor scores.",
    "league",
)
LEAGUE_OVER = note(
    "league-over",
    "The champion ends the league",
    "Points are kept for each person. The first to reach the target is champion, and nothing more"
    " is played.",
    "league",
    "score-keeping",
)
RIGHT_SIZE = note(
    "right-size", "A game for the table", "Play a game for as many as there are seats.", "league"
)
PITCH_OVER = note(
    "pitch-not-over",
    "Finish the pitch",
    "A pitch counts when it has been played to its end.",
    "league",
)
ONCE = note("named-once", "Each person once", "A person sits on one seat or waits once.", "league")
TABLE_FULL = note(
    "table-full", "A free seat", "Join a never-ending game while it has a free seat.", "league"
)
NOT_SEATED = note(
    "not-seated",
    "Sit down first",
    "Only those at the table score, and only they can leave it.",
    "league",
)
SEATS_ARE_RANKS = note(
    "seats-are-ranks",
    "The seats are ranks",
    "After each deal everybody moves to the seat of their place, and the next deal is played with"
    " these ranks. Newcomers take the lowest seat; when somebody leaves, all below move up.",
    "league",
    "player-rank",
)
NO_TARGET = note(
    "no-champion",
    "Settle with the champion",
    "A league is settled when it has a champion.",
    "league",
    "stake",
)

FINAL = Formula(
    "s + 100*c + 20*n", s="points of the person", c="1 for the champion, else 0", n="pitches won"
)
PAYMENT = Formula("a - b", a="the champion's final score", b="the final score of the one who pays")


class LeagueError(ValueError):
    """What a league does not allow: the sentence says why, ``.rule`` is the rule."""

    def __init__(self, rule: Rule, text: str) -> None:
        super().__init__(text)
        self.rule = rule


class LeagueSettlement(NamedTuple):
    """What gamblers settle: every final score, and what each of the others pays the champion."""

    final: dict[str, int]
    payments: dict[str, int]


@dataclass(frozen=True)
class Standings:
    """People by name; points and pitches won go by the order of ``people``."""

    people: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    points: tuple[int, ...] = ()
    won: tuple[int, ...] = ()

    @property
    def scores(self) -> dict[str, int]:
        return dict(zip(self.people, self.points, strict=True))

    @property
    def pitches_won(self) -> dict[str, int]:
        return dict(zip(self.people, self.won, strict=True))

    def _credited(self, points: Mapping[str, int], winners: Iterable[str] = ()) -> Self:
        sums = tuple(old + points.get(name, 0) for name, old in self.scores.items())
        won = tuple(old + (name in winners) for name, old in self.pitches_won.items())
        return replace(self, points=sums, won=won)


def each_once(names: Iterable[str]) -> tuple[str, ...]:
    """Names, each once."""
    names = tuple(names)
    if twice := next((n for i, n in enumerate(names) if n in names[:i]), None):
        raise LeagueError(ONCE, f"{twice} is named twice")
    return names


@dataclass(frozen=True)
class League(Standings):
    """A league at one moment.  Make one with `League.of`; every pitch makes the next.

    people: all names; seats: who sits where; waiting: the queue, longest wait first; target: points
    that make a champion (0: the league has no end); dealer: the seat that deals first.
    """

    waiting: tuple[str, ...] = ()
    stay: str = "losers"
    target: int = 0
    dealer: int = 0
    pitches: int = 0
    champion: str | None = None

    @classmethod
    def of(
        cls, *seats: str, waiting: Iterable[str] = (), stay: str = "losers", target: int = 0
    ) -> League:
        """A new league.  stay: "losers" or "winners" keep their seats."""
        if stay not in ("losers", "winners"):
            raise ValueError(f"stay={stay!r} is not possible; choose losers or winners")
        queue = tuple(waiting)
        people = each_once((*seats, *queue))
        if len(seats) < 2:
            raise ValueError("a league needs two seats or more")
        return cls(people, seats, (0,) * len(people), (0,) * len(people), queue, stay, target)

    @property
    def over(self) -> bool:
        return self.champion is not None

    def rules(self) -> tuple[Rule, ...]:
        """What holds in this league, for a rule sheet."""
        moved = LOSERS_STAY if self.stay == "losers" else WINNERS_STAY
        return (RIGHT_SIZE, moved, WINNER_SEATED, *((LEAGUE_OVER,) if self.target else ()))

    def after(self, winners: str | Iterable[str], points: int | Mapping[str, int]) -> League:
        """The league after a pitch.  winners: a name, several, or none if it was drawn; points:
        what each winner scored, or by name. Raises LeagueError if it cannot have happened."""
        won = each_once([winners] if isinstance(winners, str) else winners)
        scored = dict(points) if isinstance(points, Mapping) else dict.fromkeys(won, points)
        if self.champion is not None:
            raise LeagueError(LEAGUE_OVER, f"{self.champion} is champion, and the league is over")
        for name in (*won, *scored):
            if name not in self.seats:
                trouble = (
                    f"{name} is not at the table, so {name} cannot have"
                    f" {'won' if name in won else 'scored'} there"
                )
                raise LeagueError(WINNER_SEATED, trouble)
        new = replace(self._credited(scored, won), pitches=self.pitches + 1)
        best = max(new.points)
        if self.target and best >= self.target and new.points.count(best) == 1:
            return replace(new, champion=new.people[new.points.index(best)])
        stays = set(self.seats) - set(won) if self.stay == "losers" else set(won)
        leavers = (
            [name for name in self.seats if name not in stays][: len(self.waiting)] if won else []
        )
        coming = dict(zip(leavers, self.waiting, strict=False))
        seats = tuple(coming.get(name, name) for name in self.seats)
        dealer = seats.index(coming[leavers[0]]) if leavers else (self.dealer + 1) % len(seats)
        return replace(
            new, seats=seats, waiting=(*self.waiting[len(leavers) :], *leavers), dealer=dealer
        )

    # --- a game at the table
    def match(self, game: str | Game, seed: int | None = None, **options: Any) -> Match:
        """The next pitch as a match of a game; the one who deals sits first. Raises LeagueError if
        the game has another number of seats."""
        if self.champion is not None:
            raise LeagueError(LEAGUE_OVER, f"{self.champion} is champion, and the league is over")
        table = self.seats[self.dealer :] + self.seats[: self.dealer]
        return match_at(table, game, seed, **options)

    def after_match(self, match: Match) -> League:
        """The league after a pitch that was played as a match: its winners, and what each person
        is credited with."""
        return self.after(*result_of(match))

    def settled(self) -> LeagueSettlement:
        """How gamblers settle a gin league: 100 more for the champion, 20 for each pitch won,
        then everybody else pays the champion the difference."""
        if self.champion is None:
            raise LeagueError(NO_TARGET, "the league has no champion yet")
        won = self.pitches_won
        final = {
            name: FINAL(s=s, c=name == self.champion, n=won[name])
            for name, s in self.scores.items()
        }
        top = final[self.champion]
        return LeagueSettlement(
            final, {name: PAYMENT(a=top, b=b) for name, b in final.items() if name != self.champion}
        )

    def __str__(self) -> str:
        seated = f"{listed(self.seats)} {'are' if len(self.seats) > 1 else 'is'} at the table"
        queue = (
            f"; {listed(self.waiting)} wait{'s' if len(self.waiting) == 1 else ''}"
            if self.waiting
            else ""
        )
        end = f"; {self.champion} is champion" if self.champion else ""
        return f"{seated}{queue}{end} ({', '.join(f'{n} {s}' for n, s in self.scores.items())})"


def match_at(table: Iterable[str], game: str | Game, seed: int | None, **options: Any) -> Match:
    """A match of a game for these people; the first of them deals. Raises LeagueError if the game
    has another number of seats."""
    names = list(table)
    kind = game if isinstance(game, str) else game.id
    chosen = options if isinstance(game, str) else {**dict(game.chosen), **options}
    few, many, _ = type(find(kind)).seats
    if not few <= len(names) <= many:
        size = some(few, "player") if few == many else f"{few} to {many} players"
        raise LeagueError(
            RIGHT_SIZE,
            f"{find(kind).title} is for {size}, and the table has {some(len(names), 'seat')}",
        )
    return find(kind, **{**chosen, "players": len(names)}).match(seed, names)


def result_of(match: Match) -> tuple[list[str], dict[str, int]]:
    """Who won a match that is over, nobody if it was drawn, and what each person is credited with.
    Raises LeagueError while it is not over."""
    if match.outcome is None:
        raise LeagueError(PITCH_OVER, f"the match of {match.game.title} is not over yet")
    sides = {side.id: [match.names[seat] for seat in side.seats] for side in match.game.sides}
    drawn = len(match.outcome.winners) == len(sides)
    winners = [] if drawn else [name for id in match.outcome.winners for name in sides[id]]
    credit = credited(match)
    return winners, {name: credit[id] for id, people in sides.items() for name in people}


def credited(match: Match) -> dict[str, int]:
    """What a finished match is worth in a league, by side: its totals; where points are bad, what
    the worst total has more, and for the winners what it has more than the best."""
    totals = match.totals
    if match.outcome is None or match.game.points is Points.GOOD:
        return totals
    worst, best = max(totals.values()), min(totals.values())
    return {
        side: worst - (best if side in match.outcome.winners else total)
        for side, total in totals.items()
    }


@dataclass(frozen=True)
class NeverEnding(Standings):
    """A table at which people come and go.  Nobody wins in the end, because there is no end.

    >>> table = NeverEnding.of("Ann", "Ben", most=3).join("Cleo").score("Ann", 5).leave("Ann")
    >>> table.seats, table.scores["Ann"], table.over
    (('Ben', 'Cleo'), 5, False)
    """

    most: int = 12

    @classmethod
    def of(cls, *seats: str, most: int = 12) -> NeverEnding:
        table = cls(most=most)
        for name in each_once(seats):
            table = table.join(name)
        return table

    @property
    def over(self) -> bool:
        return False

    @property
    def champion(self) -> None:
        return None

    def rules(self) -> tuple[Rule, ...]:
        return TABLE_FULL, NOT_SEATED

    def join(self, name: str) -> NeverEnding:
        """Somebody sits down, or comes back to the old score."""
        if name in self.seats:
            raise LeagueError(ONCE, f"{name} is at the table already")
        if len(self.seats) >= self.most:
            raise LeagueError(TABLE_FULL, f"all {some(self.most, 'seat')} are taken")
        new = replace(self, seats=(*self.seats, name))
        if name in self.people:
            return new
        return replace(
            new, people=(*self.people, name), points=(*self.points, 0), won=(*self.won, 0)
        )

    def leave(self, name: str) -> NeverEnding:
        self._seated(name)
        return replace(self, seats=tuple(n for n in self.seats if n != name))

    def score(self, name: str, points: int) -> NeverEnding:
        """Somebody at the table wins a pitch."""
        self._seated(name)
        return self._credited({name: points}, (name,))

    def _seated(self, name: str) -> None:
        if name not in self.seats:
            raise LeagueError(NOT_SEATED, f"{name} is not at the table")


@dataclass(frozen=True)
class RankedSeats(NeverEnding):
    """A never-ending table at which the seats are ranks, the first one the highest.

    After each deal everybody moves to the seat of their place. Newcomers take the lowest seat, and
    when somebody leaves, all below move up. What the source says of such a table is no more than
    that people come and go; the rest are house choices.

    deals: how many have been played; before the first one the seats mean nothing.

    >>> table = RankedSeats.of("A", "B", "C", "D", "E").after(["C", "A", "E", "B", "D"])
    >>> table.join("F").seats, table.join("F").leave("A").seats
    (('C', 'A', 'E', 'B', 'D', 'F'), ('C', 'E', 'B', 'D', 'F'))
    >>> table.match("rhapsody", seed=1).game.seated
    True
    """

    deals: int = 0

    def rules(self) -> tuple[Rule, ...]:
        return (*super().rules(), SEATS_ARE_RANKS)

    def after(self, places: Iterable[str]) -> RankedSeats:
        """The table after a deal.  places: everybody at the table, the first place first."""
        order = each_once(places)
        for name in order:
            self._seated(name)
        if missing := [name for name in self.seats if name not in order]:
            raise LeagueError(SEATS_ARE_RANKS, f"{missing[0]} has no place after this deal")
        return replace(self, seats=order, deals=self.deals + 1)

    def match(self, game: str = "rhapsody", seed: int | None = None, **options: Any) -> Match:
        """One deal of a game in which places matter, with everybody on the seat of the last place.
        Raises LeagueError if the game has another number of seats."""
        played = {"target": 0, "deals": 1, "seated": self.deals > 0}
        return match_at(self.seats, game, seed, **{**played, **options})

    def after_match(self, match: Match) -> RankedSeats:
        """The table after a deal that was played as a match: the most points take the first seat;
        equal players keep their order."""
        if match.outcome is None:
            raise LeagueError(PITCH_OVER, f"the match of {match.game.title} is not over yet")
        totals = list(match.totals.values())
        names = dict(zip(match.names, totals, strict=True))
        return self.after(sorted(match.names, key=lambda name: -names[name]))
