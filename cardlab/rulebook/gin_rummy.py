"""Gin Rummy: ten cards each, draw one and discard one, and end the deal when little or nothing
is left outside melds.

Source: the Gin Rummy entry of the project's third collection of rules.  House choices: ten points
of deadwood are few enough to knock; equal deadwood scores nothing, nobody has won the deal and the
same dealer deals again (option ``tie_undercut``); the deal is void when two cards are left in the
stock; gin is never undercut; a knocker lays down the arrangement that leaves least, and a defender
lays off as well as the cards allow; a match that nobody has won after ``deals`` deals goes to the
player who leads.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.moves import Knock, Move
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, scored_by, seat_of
from cardlab.engine.rulings import Rule, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import in_digits, listed
from cardlab.families import boxes, melding
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.melding import MeldGame, MeldState

PACK = note(
    "gin-pack",
    "The pack",
    "Use 52 cards. The ace is low, below the two; nothing follows the king.",
    "standard-deck",
    part=SheetPart.PACK,
)
ELDER_AND_YOUNGER = note(
    "elder-and-younger-hand",
    "Elder and younger hand",
    "The dealer is younger hand; the other player is elder hand and begins.",
    "eldest",
    "deal",
    part=SheetPart.DEAL,
)
UPCARD = note(
    "upcard",
    "The upcard and the stock",
    "After the deal turn the next card up to begin the discard pile, and put the rest face down as"
    " the stock.",
    "stock",
    "discard-pile",
)
STAKES = note(
    "point-stakes",
    "Stakes",
    "Agree before the match what a point is worth; at its end the loser pays for the difference.",
    "stake",
)


def knock_with_ten(table: MeldState, moves: tuple[Move, ...]) -> Any:
    """You may end the deal if at most {knock_text} of deadwood would be left. Lay your discard face
    down: with no deadwood it is gin, otherwise a knock."""
    enough: int = table.game.knock_at
    left = table.left_by()
    good = [c for c, points in left.items() if points <= enough]
    because = (
        "only {good} laid face down leaves {enough} or less"
        if good
        else "the best knock would leave {least} points"
    )
    return may_not(
        moves,
        lambda m: isinstance(m, Knock) and left.get(m.card, 99) > enough,
        because,
        lambda: {
            "good": listed(good, "or"),
            "least": str(min(left.values(), default=0)),
            "enough": str(enough),
        },
        leaves=lambda m: isinstance(m, Knock),
    )


KNOCKING = "Knock with little deadwood", "knock", "gin", "deadwood"
over_ten = rule("knock-over-ten", *KNOCKING)(knock_with_ten)


@dataclass(frozen=True)
class GinResult:
    """What a deal came to; before and won are the points and the deals won before it, by seat."""

    knocker: int = seat_of(0, "who ended the deal")
    kept: int = bounded(0, lambda game: game.knock_at, 5, "deadwood of the knocker; 0 is gin")
    left: int = bounded(0, 98, 25, "deadwood of the defender after laying off")
    before: tuple[int, int] = bounded(
        0, lambda game: game.target - 1, (0, 0), "score before: {}", each="seat"
    )
    won: tuple[int, int] = bounded(0, 20, (0, 0), "deals won before: {}", each="seat")

    def cannot(self, game: GinRummy) -> str:
        return melding.won_nothing(game, self.before, self.won)


DIFFERENCE = Formula(
    "h - l",
    h=Quantity("", "the greater deadwood", "more deadwood"),
    l=Quantity("", "the smaller deadwood", "less deadwood"),
)
UNDERCUT = Formula("{undercut_counts}")
GAME = Formula("2*{game_counts} if z == 0 else {game_counts}", z="points of the loser")


@scores("difference", "The difference counts", "difference-scoring", "score-keeping")
def difference(game: GinRummy, result: GinResult) -> Any:
    """The player with less deadwood scores the difference. {tie_undercut}"""
    low, high = sorted((result.kept, result.left))
    if low < high:
        winner = result.knocker if result.kept == low else 1 - result.knocker
        yield line(
            game.sides[winner].id,
            "Difference",
            difference,
            DIFFERENCE,
            f"{low} of deadwood stands against {high}",
            h=high,
            l=low,
        )


@scores("gin-bonus", "Gin", "gin")
def gin_bonus(game: GinRummy, result: GinResult) -> Any:
    """Gin scores {gin_counts} more, and is never undercut."""
    if result.kept == 0:
        yield boxes.gin_line(game, gin_bonus, result.knocker)


@scores("undercut-bonus", "Undercut", "undercut", "knock")
def undercut_bonus(game: GinRummy, result: GinResult) -> Any:
    """A defender who has less deadwood than the knocker, after laying off, scores
    {undercut_counts} more."""
    defender = 1 - result.knocker
    if game.winner(result) == defender:
        because = (
            f"{result.left} of deadwood undercuts {result.kept}"
            if result.left < result.kept
            else f"{result.left} equals the knocker's deadwood"
        )
        yield line(
            game.sides[defender].id, "Undercut", undercut_bonus, UNDERCUT.agreed(game), because
        )


PLAYED = (difference, gin_bonus, undercut_bonus)


@scores("game-bonus", "The game bonus", "game-bonus")
def game_bonus(game: GinRummy, result: GinResult) -> Any:
    """The player who reaches {target} adds {game_counts} points, or twice as many if the other has
    none."""
    after = game.after_deal(result)
    if max(after) >= game.target:
        leader = after.index(max(after))
        yield line(
            game.sides[leader].id,
            "Game bonus",
            game_bonus,
            GAME.agreed(game),
            boxes.game_reached(game, after[leader]),
            z=after[1 - leader],
        )


@scores("box-bonus", "Boxes", "game-bonus")
def box_bonus(game: GinRummy, result: GinResult) -> Any:
    """When {target} is reached, both players add {box_counts} points for every deal that they have
    won."""
    if max(game.after_deal(result)) >= game.target:
        yield from boxes.box_lines(game, box_bonus, result.won, game.winner(result))


class GinRummy(MeldGame):
    """Two players collect sets and runs in the hand, drawing one card and discarding one. Knock
    with at most {knock_text} left outside melds, or go gin with none; the defender may undercut the
    knocker."""

    explains = {"knock": "knock-over-ten", "gin": "knock-over-ten", "deadwood": "deadwood"}
    told_first = (
        "offer-first",
        "draw-from-stock",
        "draw-first",
        "discard-one",
        "knock-over-ten",
        "stock-end",
    )

    id, title, picture = "gin-rummy", "Gin Rummy", "QS QH QD"
    seats = (2, 2, 2)
    pack = pack()
    Result: type[GinResult] = GinResult
    target = Option(
        91,
        (91, 100),
        "The points that win: three legs of a cribbage board, or the traditional 100.",
    )
    knock_at = Option(10, range(1, 31), "The most deadwood with which a player may knock.")
    gin_counts = Option(20, range(0, 51), "What gin scores besides.", said=NO_POINTS)
    undercut_counts = Option(10, range(0, 51), "What an undercut scores besides.", said=NO_POINTS)
    game_counts = Option(
        100, range(0, 301), "The game bonus; against a loser without points twice.", said=NO_POINTS
    )
    box_counts = Option(
        20, range(0, 51), "What each deal won adds at the end of the match.", said=NO_POINTS
    )
    gambling = Option(
        False, (False, True), "Add game bonus and boxes at the target, and play for stakes."
    )
    tie_undercut = Option(
        False,
        {
            False: "Equal deadwood scores nothing.",
            True: "Equal deadwood counts as an undercut.",
        },
        "How equal deadwood is scored.",
        house=True,
    )
    no_rediscard = Option(
        False,
        (False, True),
        "A card taken from the discards stays in the hand for that turn.",
        house=True,
    )
    deals = deals_option(
        100, "After this many deals, void ones included, the match goes to the leader; 0 plays on."
    )
    notes: tuple[Rule, ...] = (PACK, melding.MELDS, melding.COUNT, ELDER_AND_YOUNGER)
    counting = PLAYED
    scoring: tuple[Rule, ...] = PLAYED
    quiet = {
        "draw-first": Typed("discard AS"),
        "discard-one": Typed("draw"),
        "gin-bonus": Rare("hands drawn at random are seldom gin", scored_by("gin-bonus")),
        "undercut-bonus": Rare(
            "hands drawn at random seldom undercut", scored_by("undercut-bonus")
        ),
    }

    def result_lacks(self, state: MeldState) -> str:
        if state.knocker is None:
            return "Somebody knocks to end a deal: give knocker, a player"
        return super().result_lacks(state)

    @property
    def knock_text(self) -> str:
        """The most deadwood with which a player may knock, in words."""
        return in_digits(self.knock_at, "point")

    def idle(self) -> dict[str, str]:
        if self.gambling:
            return {}
        return dict.fromkeys(("game_counts", "box_counts"), "it counts only with gambling=True")

    def setup(self) -> None:
        giving = (
            melding.discard_one,
            *([melding.taken_card_stays] if self.no_rediscard else []),
            over_ten,
        )
        dealing = melding.MeldDealing(each=10, notes=(*melding.MeldDealing.notes, UPCARD))
        self.phases = (
            dealing,
            melding.Offer(),
            melding.Draw(),
            melding.DiscardOrKnock(rules=giving),
        )
        if self.gambling:
            self.notes, self.scoring = (*self.notes, STAKES), (*PLAYED, game_bonus, box_bonus)
        self.ends = (Race(self.target), Deals(self.deals))

    def winner(self, result: GinResult) -> int | None:
        """The seat that wins the deal; nobody when deadwood is equal, unless a tie is an
        undercut."""
        if result.kept == 0 or result.kept < result.left:
            return result.knocker
        return 1 - result.knocker if result.left < result.kept or self.tie_undercut else None

    def feats(self, result: GinResult) -> tuple[Feat, ...]:
        """How the deal was ended, and against what."""
        ended = (result.knocker,)
        if result.kept == 0:
            return (Feat(ended, f"went gin against {result.left} of deadwood"),)
        won = self.winner(result) == result.knocker
        so = "undercut" if self.winner(result) == 1 - result.knocker else "equal hands"
        did = f"knocked with {result.kept} against {result.left}"
        return (Feat(ended, did, "the knock was good" if won else so, won),)

    def result(self, state: Any) -> GinResult:
        shown, (a, b) = self.shown(state), state.standing.totals
        return GinResult(
            state.knocker,
            shown.knocker.deadwood,
            shown.defender.deadwood,
            (a, b),
            state.standing.won,
        )

    @property
    def deal_passes(self) -> str:
        return "The winner of a deal deals the next; if nobody has won it, the same dealer deals again."

    def next_dealer(self, state: MeldState) -> int:
        winner = self.winner(self.result(state))
        return state.dealer if winner is None else winner
