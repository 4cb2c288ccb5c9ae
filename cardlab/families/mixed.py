"""A match of several games, one deal of each.

The list of games and everything about the format are cardlab's own choice: the five compendium
formats of the project's fourth document are known by their titles only.  Knows deals, sides and
what the sides have in a deal.  Knows no cards.

House choices: seats stay, and the first deal of each game falls to the player on the left of
whoever dealt the game before; each game scores its deal as it always does, from nothing; the side
ahead in a deal gets two match points, sides that are equal one each; after the list the most match
points win; if they are equal, one more deal of the last game decides, and if that is equal, too,
the match is drawn.

>>> mixed = MixedMatch.of("Ann", "Ben")
>>> mixed.games
('sum-run-set', 'gin-rummy', 'scotch-whist', 'yaniv')
>>> mixed = mixed.after(12, 9).after(0, 0)
>>> mixed.match_points, mixed.game, mixed.over
((3, 1), 'scotch-whist', False)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from cardlab.engine.aims import Points
from cardlab.engine.catalogue import game as find
from cardlab.engine.match import Match
from cardlab.engine.rulings import Rule, note
from cardlab.families.leagues import RIGHT_SIZE, LeagueError, each_once

LISTS: dict[int, tuple[str, ...]] = {
    2: ("sum-run-set", "gin-rummy", "scotch-whist", "yaniv"),
    4: ("couillon", "malilla", "kaiser", "sum-run-set"),
}
"""The games, by the number of people; four play in pairs."""
PARTNERS: dict[str, dict[str, Any]] = {"sum-run-set": {"partners": True}}
"""The options with which a game is one for two pairs."""
AHEAD, EQUAL = 2, 1
"""Match points of the side that is ahead in a deal, and of each side where they are equal."""

ONE_DEAL_EACH = note(
    "one-deal-each",
    "One deal of each game",
    "The games of the list follow one another, a deal of each. Seats stay. The next game is dealt"
    " first by the player on the left of whoever dealt the one before.",
    "compendium",
)
MATCH_POINTS = note(
    "match-points-of-a-deal",
    "Two match points for a deal",
    "The side that is ahead in a deal gets two match points. If the sides are equal, each gets one.",
    "compendium",
    "match-points",
)
MOST = note(
    "most-match-points",
    "Most match points",
    "After the last game the most match points win. If they are equal, one more deal of the last game"
    " decides; if that is equal, too, the match is drawn.",
    "compendium",
)
DEAL_OVER = note("deal-over", "Deals count", "A deal counts when it is over.", "compendium")


@dataclass(frozen=True)
class MixedMatch:
    """A match of several games at one moment.  Make one with `MixedMatch.of`; every deal makes the
    next.

    people: who sits where, partners opposite each other; games: the ids of the list; deals: what
    the two sides had in each deal so far, as match points.
    """

    people: tuple[str, ...]
    games: tuple[str, ...]
    deals: tuple[tuple[int, int], ...] = ()

    @classmethod
    def of(cls, *people: str, games: Sequence[str] | None = None) -> Self:
        """A new match of two people, or of four in two pairs.  games: another list."""
        names = each_once(people)
        if len(names) not in LISTS:
            raise LeagueError(
                RIGHT_SIZE, f"a mixed match is for 2 or 4 people, and {len(names)} are named"
            )
        made = cls(names, tuple(LISTS[len(names)] if games is None else games))
        if not made.games:
            raise LeagueError(ONE_DEAL_EACH, "a mixed match needs one game or more")
        for id in made.games:
            made._two_sides(id)
        return made

    def _two_sides(self, id: str) -> None:
        few, many, _ = type(find(id)).seats
        here = len(self.people)
        if not few <= here <= many or len(find(id, **self._options(id)).sides) != 2:
            raise LeagueError(RIGHT_SIZE, f"{find(id).title} is not a game of two sides for {here}")

    def _options(self, id: str) -> dict[str, Any]:
        four = PARTNERS.get(id, {}) if len(self.people) == 4 else {}
        return {"players": len(self.people), **four}

    # --- where it stands
    @property
    def match_points(self) -> tuple[int, int]:
        """What the two sides have."""
        return sum(ours for ours, _ in self.deals), sum(theirs for _, theirs in self.deals)

    @property
    def over(self) -> bool:
        ours, theirs = self.match_points
        more = len(self.deals) - len(self.games)
        return more > 0 or (more == 0 and ours != theirs)

    @property
    def game(self) -> str | None:
        """The id of the next game; None when the match is over."""
        return None if self.over else self.games[min(len(self.deals), len(self.games) - 1)]

    @property
    def winners(self) -> tuple[str, ...]:
        """The people of the side that won; nobody before the end, or when it is drawn."""
        ours, theirs = self.match_points
        if not self.over or ours == theirs:
            return ()
        return self.people[0 if ours > theirs else 1 :: 2]

    def rules(self) -> tuple[Rule, ...]:
        """What holds in the match, for a rule sheet."""
        return ONE_DEAL_EACH, MATCH_POINTS, MOST

    # --- the next deal
    def after(self, ours: int, theirs: int) -> Self:
        """The match after the next deal.  ours: what the side of the first person scored in it,
        as counted by the game; theirs: what the others did."""
        id = self._next()
        if find(id).points is Points.BAD:
            ours, theirs = theirs, ours
        share = (EQUAL, EQUAL) if ours == theirs else (AHEAD, 0) if ours > theirs else (0, AHEAD)
        return replace(self, deals=(*self.deals, share))

    def match(self, seed: int | None = None) -> Match:
        """The next game as a match of one deal; who deals it sits first. A game that cannot be
        agreed to end after a deal goes on, and `after_match` refuses what is played then."""
        id = self._next()
        first = len(self.deals) % len(self.people)
        table = [*self.people[first:], *self.people[:first]]
        return find(id, **self._options(id), **_one_deal(id)).match(seed, table)

    def after_match(self, match: Match) -> Self:
        """The match after the deal that was played.  Raises LeagueError while that deal is not
        over, and where a second one has been begun to be played, which would not count."""
        title = match.game.title
        if not match.over and match.state.standing.deal == 1:
            raise LeagueError(DEAL_OVER, f"the deal of {title} is not over yet")
        if match.ends and any(entry.seat is not None for entry in match.entries[match.ends[0] :]):
            raise LeagueError(
                ONE_DEAL_EACH, f"one deal of {title} counts, and more of it has been played"
            )
        scored = {side.id: 0 for side in match.game.sides}
        for line in match.lines:
            if line.deal == 1:
                scored[line.side] += line.points
        first = next(s.id for s in match.game.sides if self.people[0] in _names(match, s.seats))
        (other,) = scored.keys() - {first}
        return self.after(scored[first], scored[other])

    def _next(self) -> str:
        if self.game is None:
            raise LeagueError(MOST, "all games of the match are played")
        return self.game


def _one_deal(id: str) -> dict[str, int]:
    """The option with which a match of a game is one deal, where the game has it."""
    options = {option.name: option for option in type(find(id)).all_options()}
    return {"deals": 1} if "deals" in options and 1 in options["deals"].choices else {}


def _names(match: Match, seats: Sequence[int]) -> list[str]:
    return [match.names[seat] for seat in seats]
