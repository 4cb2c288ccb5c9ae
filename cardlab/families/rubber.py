"""Rubber scoring: points below and above the line, games, vulnerability, the rubber.

Knows contracts of a level, a strain and a double, how many tricks were taken, and honours.  Knows
no auction and no play, so that every game scored as a rubber can use it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.feats import Feat
from cardlab.engine.fields import BySide
from cardlab.engine.game import Standing
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.outcomes import Outcome
from cardlab.engine.position_values import DifferenceScale, PositionValue
from cardlab.engine.quiet import Rare
from cardlab.engine.results import bounded, chosen, scored_by, side_of, switch
from cardlab.engine.rulings import Rule, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import in_digits, some
from cardlab.families.auctions import CONTRACT_LACKS
from cardlab.families.contracts import ContractGame
from cardlab.families.matches import deals_option


@dataclass(frozen=True)
class RubberStanding(Standing):
    """games won and points below the line towards the next game, by side."""

    games: BySide[int] = (0, 0)
    below: BySide[int] = (0, 0)


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

    def cannot(self, game: RubberGame) -> str:
        if self.strain == "NT" and any(n == game.four_honours for _, n in self.honours):
            return (
                f"at no trump only four aces in one hand count as honours, {game.five_honours};"
                f" choose {game.five_honours}, or another strain"
            )
        return ""

    @property
    def contract(self) -> str:
        """The contract in words: 4♠ doubled, 3 no trumps."""
        bid = (
            in_digits(self.level, "no trump")
            if self.strain == "NT"
            else f"{self.level}{SUITS[self.strain].sign}"
        )
        return bid + ("", " doubled", " redoubled")[self.doubled]

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
    "l": Quantity("", "level of the contract", "level"),
    "m": Quantity("", "1, doubled 2, redoubled 4", "doubled", idle=1),
    "o": Quantity("", "overtricks"),
    "n": Quantity("", "tricks short"),
    "v": Quantity("", "1 if vulnerable, else 0", "vulnerable", idle=0),
    "x": Quantity("", "1 doubled, 2 redoubled", "redoubled", idle=1),
}


def _formula(text: str) -> Formula:
    used = {*re.findall(r"\b[a-z]\b", text)}
    return Formula(text, **{name: meaning for name, meaning in MEANS.items() if name in used})


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
INSULT, INSULT_ONCE = _formula("{insult_counts}*x"), Formula("{insult_counts}")
SMALL_SLAM, GRAND_SLAM = _formula("500 + 250*v"), _formula("1000 + 500*v")
SHORT = _formula("50*(1 + v)*n")
SHORT_DOUBLED = _formula("x*(100 + 200*min(n - 1, 2) + {fourth_undertrick}*max(n - 3, 0))")
SHORT_VULNERABLE = _formula("x*(200 + 300*(n - 1))")
RUBBER = Formula("{rubber_to_nil} if g == 0 else {rubber_to_one}", g="games won by the losers")
HONOURS = Formula(
    "h",
    h="{four_honours} for four honours in one hand, {five_honours} for five or for four aces at no"
    " trump",
)
UNFINISHED = Formula(
    "{game_ahead_counts}*g + {part_score_counts}*p",
    g=Quantity("", "1 if the side is a game ahead", "game ahead", idle=0),
    p=Quantity("", "1 if it has a part-score", "part-score", idle=0),
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
    """A contract made scores its odd tricks below the line: 20 each in clubs or diamonds; 30
    each in hearts or spades; at no trump 40 for the first and 30 for each further one. Doubled
    they score twice as much, redoubled four times."""
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
    """Making a doubled contract scores {insult_counts} above the line, a redoubled one
    {redoubled_insult}."""
    if r.over >= 0 and r.doubled:
        twice = game.redoubled_insult == "twice"
        yield line(
            game.sides[r.side].id,
            "For the insult",
            insult,
            (INSULT if twice else INSULT_ONCE).agreed(game),
            "a doubled contract was made" if r.doubled == 1 else "a redoubled contract was made",
            account="above",
            **({"x": r.doubled} if twice else {}),
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
    Doubled: 100 for the first, 200 for the second and third, {fourth_undertrick} for each further
    one; vulnerable 200 and then 300 each. Redoubled: twice that."""
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
            formula.agreed(game),
            f"the declarer is {n} short",
            account="above",
            **values,
        )


@scores("rubber-bonus", "The rubber", "rubber", "game-bonus", "below-line")
def rubber_bonus(game: RubberGame, r: RubberResult) -> Any:
    """A hundred below the line, in one deal or several, makes a game and wipes the other side's
    part-score; a side with a game is vulnerable. Two games win the rubber: {rubber_to_nil}
    against none, {rubber_to_one} against one."""
    if r.over >= 0 and r.games[r.side] == 1 and r.below[r.side] + r.bid_points >= 100:
        yield line(
            game.sides[r.side].id,
            "Rubber",
            rubber_bonus,
            RUBBER.agreed(game),
            "the second game",
            account="above",
            g=r.games[1 - r.side],
        )


@scores("honours", "Honours", "odd-tricks")
def honours_score(game: RubberGame, r: RubberResult) -> Any:
    """Four of the five top trumps in one hand score {four_honours} to its side, all five
    {five_honours}, and four aces in one hand at no trump {five_honours}."""
    yield from honour_lines(game, honours_score, r)


def honour_lines(game: RubberGame, by: Rule, r: RubberResult) -> Iterator[ScoreLine]:
    """A line above the line for every hand that holds honours."""
    for side, points in r.honours:
        yield line(
            game.sides[side].id,
            "Honours",
            by,
            HONOURS.agreed(game),
            "held in one hand",
            account="above",
            h=points,
        )


@scores("unfinished-rubber", "An unfinished rubber", "game-bonus")
def unfinished_score(game: RubberGame, r: RubberResult) -> Any:
    """A rubber stopped before its end scores {game_ahead_counts} to a side one game ahead and
    {part_score_counts} for a part-score."""
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
                    UNFINISHED.agreed(game),
                    "the agreed deals are played",
                    account="above",
                    g=ahead,
                    p=part,
                )


def honour_points(game: RubberGame, hand: Sequence[Card], strain: str) -> int:
    """What the honours of a hand count under a contract."""
    held = sum(
        c.rank == "A" if strain == "NT" else c.suit == strain and c.rank in "AKQJT" for c in hand
    )
    if held < 4:
        return 0
    return game.four_honours if held == 4 and strain != "NT" else game.five_honours


def honours_held(game: RubberGame) -> dict[tuple[tuple[int, int], ...], str]:
    """What honours can be held in one hand, and by which side, where the game counts them."""
    choices: dict[tuple[tuple[int, int], ...], str] = {(): "none"}
    sides = tuple(enumerate(game.sides)) if game.honours else ()
    return choices | {
        ((i, n),): f"{side.name} {n}"
        for i, side in sides
        if i in game.honoured
        for n in (game.four_honours, game.five_honours)
    }


MADE_SELDOM = ("odd-tricks", "overtricks", "insult", "slam", "rubber-bonus", "honours")
"""The rules that score what callers at random hardly ever bring home."""


IMPS = DifferenceScale(
    "imps",
    "IMPs",
    (
        *(20, 50, 90, 130, 170, 220, 270, 320, 370, 430, 500, 600),
        *(750, 900, 1100, 1300, 1500, 1750, 2000, 2250, 2500, 3000, 3500, 4000),
    ),
    "Laws of Duplicate Bridge 2017, Law 78B",
)
"""International match points for a difference between two tables."""


def games_ahead(result: RubberResult, standing: RubberStanding) -> tuple[int, ...]:
    """1 for a side that leads by a game in a rubber that goes on."""
    if result.last_deal or max(standing.games) == 2:
        return (0, 0)
    one, two = standing.games
    return int(one > two), int(two > one)


def part_scores(result: RubberResult, standing: RubberStanding) -> tuple[int, ...]:
    """1 for a side with points below the line in a rubber that goes on."""
    if result.last_deal or max(standing.games) == 2:
        return (0, 0)
    one, two = standing.below
    return int(one > 0), int(two > 0)


class RubberGame(ContractGame):
    """A partnership game whose match is a rubber."""

    may_have_no_result = True

    def result_lacks(self, state: Any) -> str:
        return super().result_lacks(state) if state.contract else CONTRACT_LACKS

    def feats(self, result: RubberResult) -> tuple[Feat, ...]:
        """What the declarers bid and took."""
        over, so = result.over, "contract made"
        if over > 0:
            so = f"contract made with {some(over, 'overtrick')}"
        if over < 0:
            so = f"{some(-over, 'trick')} short"
        did = f"bid {result.contract} and took {some(result.tricks, 'trick')}"
        return (Feat(self.sides[result.side].seats, did, so, over >= 0),)

    def panels(self, state: Any) -> dict[str, Any]:
        """As in other trick games; whoever is vulnerable, and what counts towards a game, decides
        what a contract scores."""
        panels = super().panels(state)
        standing = state.standing
        for seat in range(self.players):
            side = self.side_index(seat)
            notes = panels["notes"].setdefault(seat, [])
            if standing.games and standing.games[side]:
                notes.append("vulnerable")
            if standing.below and standing.below[side]:
                notes.append(f"{standing.below[side]} below the line")
        return panels

    Standing: type[RubberStanding] = RubberStanding
    Result: type[RubberResult] = RubberResult
    accounts = ("below", "above")
    book = 6
    together = {"contract": ("level", "strain")}
    deals = deals_option(
        100,
        "A rubber not finished after this many deals ends as it stands; 0 plays on without limit.",
    )
    rubber_to_nil = Option(
        700,
        range(0, 1001, 50),
        "What the rubber counts when the losers won no game.",
        said=NO_POINTS,
    )
    rubber_to_one = Option(
        500,
        range(0, 1001, 50),
        "What the rubber counts when the losers won a game.",
        said=NO_POINTS,
    )
    insult_counts = Option(50, range(10, 101, 10), "What making a doubled contract counts besides.")
    redoubled_insult = Option(
        "twice",
        {"twice": "{twice_insult}", "same": "the same"},
        "What making a redoubled contract counts besides: twice that, or, as before 1987, the"
        " same.",
    )
    fourth_undertrick = Option(
        300,
        (200, 300),
        "What the fourth trick short and each further one count, doubled and not vulnerable; 200"
        " before 1987.",
    )
    honours = Option(False, (False, True), "Score honours held in one hand.", house=True)
    four_honours = Option(
        100, range(10, 141, 10), "What four of the five top trumps in one hand count."
    )
    five_honours = Option(
        150, range(150, 301, 10), "What all five, or four aces at no trump, count in one hand."
    )
    unfinished = Option(
        False,
        (False, True),
        "Score an unfinished rubber: points for a game ahead and for a part-score.",
        house=True,
    )
    game_ahead_counts = Option(
        300, range(50, 501, 50), "What a game ahead counts in an unfinished rubber."
    )
    part_score_counts = Option(
        100, (50, 100), "What a part-score counts in an unfinished rubber; 50 before 1993."
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

    difference_scales = (IMPS,)

    @cached_property
    def position_values(self) -> tuple[PositionValue, ...]:
        """A game ahead and a part-score, in points."""
        ahead = self.rubber_to_nil // 2
        return (
            PositionValue(
                "G",
                "Value of a game ahead",
                ahead,
                "One game ahead, half the rubbers are won by two games to none,"
                f" {self.rubber_to_nil} points, and half stand at one all, where nobody is"
                f" ahead: {ahead} points if the next game is a toss-up. Duplicate bridge gives"
                " 300, vulnerable 500.",
                1000,
                games_ahead,
            ),
            PositionValue(
                "P",
                "Value of a part-score",
                50,
                "Duplicate bridge gives 50 for a contract below a game; in a rubber it is a start"
                " towards the next game.",
                300,
                part_scores,
            ),
        )

    def setup(self) -> None:
        agreed = {"honours": self.honours, "unfinished-rubber": self.unfinished}
        self.scoring = tuple(r for r in type(self).scoring if agreed.get(str(r), True))

    def impossible(self) -> str:
        if self.unfinished and not self.deals:
            return "unfinished=True needs an agreed number of deals; choose deals, or leave it out"
        return ""

    def idle(self) -> dict[str, str]:
        idle: dict[str, str] = {}
        if not self.honours:
            idle |= dict.fromkeys(("four_honours", "five_honours"), "honours do not score")
        if not self.unfinished:
            no = "an unfinished rubber does not score"
            idle |= dict.fromkeys(("game_ahead_counts", "part_score_counts"), no)
        return idle

    @property
    def twice_insult(self) -> int:
        """What making a redoubled contract counts where that is twice as much."""
        return 2 * self.insult_counts

    def needs(self, state: Any) -> int:
        """The book and the tricks that were bid above it."""
        level: int = state.contract.level
        return self.book + level

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
        held = [
            (self.side_index(seat), honour_points(self, hand, c.strain)) for seat, hand in hands
        ]
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
