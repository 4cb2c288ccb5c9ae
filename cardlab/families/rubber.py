"""Rubber scoring: points below and above the line, games, vulnerability, the rubber.

Knows contracts of a level, a strain and a double, how many tricks were taken, and honours.  Knows
no auction and no play, so that every game scored as a rubber can use it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.cards import Card
from cardlab.engine.game import Standing
from cardlab.engine.options import Option
from cardlab.engine.outcomes import Outcome
from cardlab.engine.quiet import Rare
from cardlab.engine.results import bounded, chosen, scored_by, side_of, switch
from cardlab.engine.rulings import Rule, scores
from cardlab.engine.scoring import Formula, line
from cardlab.families.contracts import ContractGame
from cardlab.families.matches import deals_option


@dataclass(frozen=True)
class RubberStanding(Standing):
    """games won and points below the line towards the next game, by side."""

    games: tuple[int, int] = (0, 0)
    below: tuple[int, int] = (0, 0)


@dataclass(frozen=True)
class RubberResult:
    """side: index of the declarer's side; tricks: those it took; below, games: the standing
    before; honours: (side, points)."""

    level: int = bounded(1, 7, 1, "level of the contract")
    strain: str = chosen({"C": "♣", "D": "♦", "H": "♥", "S": "♠", "NT": "NT"}, "NT", "its strain")
    doubled: int = chosen({0: "undoubled", 1: "doubled", 2: "redoubled"}, 0, "doubling")
    side: int = side_of(0, "the declarer's side")
    tricks: int = bounded(0, 13, 7, "tricks of the declarer's side")
    below: tuple[int, int] = chosen(range(0, 100, 10), (0, 0), "part-score before: {}", each="side")
    games: tuple[int, int] = bounded(0, 1, (0, 0), "games won before: {}", each="side")
    honours: tuple[tuple[int, int], ...] = chosen(
        lambda game: honours_held(game), (), "honours in one hand"
    )
    last_deal: bool = switch(False, "the last of the agreed deals", lambda game: game.unfinished)

    def cannot(self, game: Any) -> str:
        if self.strain == "NT" and any(points == 100 for _, points in self.honours):
            return (
                "at no trump only four aces in one hand count as honours, 150; choose 150, or"
                " another strain"
            )
        return ""

    @property
    def over(self) -> int:
        return self.tricks - 6 - self.level

    @property
    def vulnerable(self) -> bool:
        return self.games[self.side] > 0

    @property
    def bid_points(self) -> int:
        """What the contract counts below the line when it is made."""
        return ODD_TRICKS["NT" if self.strain == "NT" else self.strain](
            l=self.level, m=2**self.doubled
        )


MEANS = {
    "l": "level of the contract",
    "m": "1, doubled 2, redoubled 4",
    "o": "overtricks",
    "n": "tricks short",
    "v": "1 if vulnerable, else 0",
    "x": "1 doubled, 2 redoubled",
}


def _formula(text: str) -> Formula:
    used = {node.id for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Name)}
    return Formula(text, **{name: said for name, said in MEANS.items() if name in used})


ODD_TRICKS = {
    "C": _formula("20*l*m"),
    "D": _formula("20*l*m"),
    "H": _formula("30*l*m"),
    "S": _formula("30*l*m"),
    "NT": _formula("(30*l + 10)*m"),
}
OVERTRICKS = {
    "C": _formula("20*o"),
    "D": _formula("20*o"),
    "H": _formula("30*o"),
    "S": _formula("30*o"),
    "NT": _formula("30*o"),
}
OVERTRICKS_DOUBLED = _formula("100*x*(1 + v)*o")
INSULT = _formula("50*x")
SMALL_SLAM, GRAND_SLAM = _formula("500 + 250*v"), _formula("1000 + 500*v")
SHORT = _formula("50*(1 + v)*n")
SHORT_DOUBLED = _formula("x*(100 + 200*min(n - 1, 2) + 300*max(n - 3, 0))")
SHORT_VULNERABLE = _formula("x*(200 + 300*(n - 1))")
RUBBER = Formula("700 if g == 0 else 500", g="games won by the losers")
HONOURS = Formula(
    "h", h="100 for four honours in one hand, 150 for five or for four aces at no trump"
)
UNFINISHED = Formula(
    "300*g + 100*p", g="1 if the side is a game ahead", p="1 if it has a part-score"
)


@scores(
    "odd-tricks",
    "Odd tricks bid and made count below the line",
    "odd-tricks",
    "below-line",
    "contract",
    "score-keeping",
)
def odd_tricks(game: RubberGame, r: RubberResult) -> Any:
    """A contract made scores its odd tricks below the line: 20 each in clubs or diamonds, 30 in
    hearts or spades, at no trump 40 for the first and 30 for each further one; doubled twice as
    much, redoubled four times."""
    if r.over >= 0:
        yield line(
            game.sides[r.side].id,
            "Trick score",
            odd_tricks,
            ODD_TRICKS[r.strain],
            f"{r.tricks} tricks make the contract",
            account="below",
            l=r.level,
            m=2**r.doubled,
        )


@scores("overtricks", "Overtricks count above the line", "overtrick", "vulnerability")
def overtricks(game: RubberGame, r: RubberResult) -> Any:
    """Tricks above the contract score above the line: as much as odd tricks; doubled 100 each,
    vulnerable 200; redoubled twice that."""
    if r.over > 0:
        formula, values = (
            (OVERTRICKS_DOUBLED, {"x": r.doubled, "v": r.vulnerable, "o": r.over})
            if r.doubled
            else (OVERTRICKS[r.strain], {"o": r.over})
        )
        yield line(
            game.sides[r.side].id,
            "Overtricks",
            overtricks,
            formula,
            f"{r.over} above the contract",
            account="above",
            **values,
        )


@scores("insult", "A doubled contract made", "doubling")
def insult(game: RubberGame, r: RubberResult) -> Any:
    """Making a doubled contract scores 50 above the line, a redoubled one 100."""
    if r.over >= 0 and r.doubled:
        yield line(
            game.sides[r.side].id,
            "For the insult",
            insult,
            INSULT,
            "a doubled contract was made" if r.doubled == 1 else "a redoubled contract was made",
            account="above",
            x=r.doubled,
        )


@scores("slam", "Slams bid and made", "slam", "vulnerability")
def slam(game: RubberGame, r: RubberResult) -> Any:
    """Twelve tricks bid and made score 500, vulnerable 750; all thirteen 1000, vulnerable 1500."""
    if r.over >= 0 and r.level >= 6:
        small = r.level == 6
        yield line(
            game.sides[r.side].id,
            "Small slam" if small else "Grand slam",
            slam,
            SMALL_SLAM if small else GRAND_SLAM,
            "bid and made",
            account="above",
            v=r.vulnerable,
        )


@scores(
    "undertricks", "Undertricks score for the defenders", "contract", "vulnerability", "doubling"
)
def undertricks(game: RubberGame, r: RubberResult) -> Any:
    """Each trick short gives the defenders 50 above the line, 100 if the declarer is vulnerable.
    Doubled: 100 for the first, 200 for the second and third, 300 for each further one; vulnerable
    200 and then 300 each. Redoubled: twice that."""
    if r.over < 0:
        n = -r.over
        if not r.doubled:
            formula, values = SHORT, {"v": int(r.vulnerable), "n": n}
        else:
            formula, values = (
                SHORT_VULNERABLE if r.vulnerable else SHORT_DOUBLED,
                {"x": r.doubled, "n": n},
            )
        yield line(
            game.sides[1 - r.side].id,
            "Undertricks",
            undertricks,
            formula,
            f"the declarer is {n} short",
            account="above",
            **values,
        )


@scores("rubber-bonus", "The rubber", "rubber", "game-bonus", "below-line")
def rubber_bonus(game: RubberGame, r: RubberResult) -> Any:
    """A hundred below the line, in one deal or several, makes a game and wipes the other side's
    part-score; a side with a game is vulnerable. Two games win the rubber: 700 against none, 500
    against one."""
    if r.over >= 0 and r.games[r.side] == 1 and r.below[r.side] + r.bid_points >= 100:
        yield line(
            game.sides[r.side].id,
            "Rubber",
            rubber_bonus,
            RUBBER,
            "the second game",
            account="above",
            g=r.games[1 - r.side],
        )


@scores("honours", "Honours", "odd-tricks")
def honours_score(game: RubberGame, r: RubberResult) -> Any:
    """Four of the five top trumps in one hand score 100 to its side, all five 150, and four aces
    in one hand at no trump 150."""
    for side, points in r.honours:
        yield line(
            game.sides[side].id,
            "Honours",
            honours_score,
            HONOURS,
            "held in one hand",
            account="above",
            h=points,
        )


@scores("unfinished-rubber", "An unfinished rubber", "game-bonus")
def unfinished_score(game: RubberGame, r: RubberResult) -> Any:
    """A rubber stopped before its end scores 300 to a side one game ahead and 100 for a
    part-score."""
    if r.last_deal:
        after = game.carried(
            game.opening().but(games=r.games, below=r.below),
            [x for s in game.scoring if s != unfinished_score for x in s.test(game, r)],
        )
        for side in (0, 1) if max(after.games) < 2 else ():
            ahead, part = after.games[side] > after.games[1 - side], after.below[side] > 0
            if ahead or part:
                yield line(
                    game.sides[side].id,
                    "Unfinished rubber",
                    unfinished_score,
                    UNFINISHED,
                    "the agreed deals are played",
                    account="above",
                    g=ahead,
                    p=part,
                )


def honour_points(hand: Sequence[Card], strain: str) -> int:
    """What the honours of a hand count under a contract."""
    held = sum(
        c.rank == "A" if strain == "NT" else c.suit == strain and c.rank in "AKQJT" for c in hand
    )
    return 0 if held < 4 else 100 if held == 4 and strain != "NT" else 150


def honours_held(game: Any) -> dict[tuple[tuple[int, int], ...], str]:
    """What honours can be held in one hand, and by which side, where the game counts them."""
    found: dict[tuple[tuple[int, int], ...], str] = {(): "none"}
    sides = tuple(enumerate(game.sides)) if game.honours else ()
    return found | {
        ((i, n),): f"{side.name} {n}" for i, side in sides if i in game.honoured for n in (100, 150)
    }


MADE_SELDOM = ("odd-tricks", "overtricks", "insult", "slam", "rubber-bonus", "honours")
"""The rules that score what callers at random hardly ever bring home."""


class RubberGame(ContractGame):
    """A partnership game whose match is a rubber."""

    Standing, Result = RubberStanding, RubberResult
    accounts = ("below", "above")
    book = 6
    together = {"contract": ("level", "strain")}
    deals = deals_option(
        100,
        "A rubber not finished after so many deals ends as it stands; 0 plays on without limit.",
    )
    honours = Option(False, (False, True), "Score honours held in one hand.", house=True)
    unfinished = Option(
        False,
        (False, True),
        "Score an unfinished rubber: 300 for a game ahead, 100 for a part-score.",
        house=True,
    )
    honoured: ClassVar[tuple[int, ...]] = (0, 1)
    """The sides whose honours may count."""
    scoring: tuple[Rule, ...] = (
        odd_tricks,
        overtricks,
        insult,
        slam,
        undertricks,
        rubber_bonus,
        honours_score,
        unfinished_score,
    )
    quiet = {
        "unfinished-rubber": Rare(
            "a rubber is seldom left unfinished", scored_by("unfinished-rubber")
        ),
        **{
            id: Rare("contracts bid at random are seldom made", scored_by(id)) for id in MADE_SELDOM
        },
    }

    def setup(self) -> None:
        agreed = {"honours": self.honours, "unfinished-rubber": self.unfinished}
        self.scoring = tuple(r for r in type(self).scoring if agreed.get(str(r), True))

    def impossible(self) -> str:
        if self.unfinished and not self.deals:
            return "unfinished=True needs an agreed number of deals; choose deals, or leave it out"
        return ""

    def needs(self, state: Any) -> int:
        """The book and the tricks that were bid above it."""
        level: int = state.contract.level
        return self.book + level

    def score(self, result: RubberResult | None) -> Any:
        """The lines of a deal; none if it was passed out."""
        return super().score(result) if result else ()

    def carried(self, standing: RubberStanding, lines: Any) -> RubberStanding:
        lines = tuple(lines)
        below = [
            b + sum(x.points for x in lines if x.account == "below" and x.side == s.id)
            for b, s in zip(standing.below, self.sides, strict=True)
        ]
        won = [b >= 100 for b in below]
        games = tuple(g + w for g, w in zip(standing.games, won, strict=True))
        return (
            super()
            .carried(standing, lines)
            .but(games=games, below=(0, 0) if any(won) else tuple(below))
        )

    def rubber_result(
        self, state: Any, hands: Iterable[tuple[int, Sequence[Card]]]
    ) -> RubberResult:
        """What a contract came to; honours are counted in these hands, each given with its seat."""
        c, side, now = state.contract, self.side_index(state.contract.declarer), state.standing
        held = [(self.side_index(seat), honour_points(hand, c.strain)) for seat, hand in hands]
        tricks, last = state.tricks_by_side()[side], bool(self.deals) and now.deal == self.deals
        honours = tuple((owner, points) for owner, points in held if points)
        return RubberResult(
            c.level, c.strain, c.doubled, side, tricks, now.below, now.games, honours, last
        )

    def target_text(self) -> str:
        return "a rubber"

    def outcome(self, standing: RubberStanding) -> Outcome | None:
        if max(standing.games) == 2:
            side = self.sides[standing.games.index(2)]
            if side.id in self.leaders(standing):
                return Outcome.by_score(self, standing, first="took the rubber")
            return Outcome.by_score(self, standing, remark=f"{side.name} had taken the rubber.")
        return super().outcome(standing)
