"""Malilla (Manilla): the seven is the highest card, and an opponent's card must be beaten.

Source: the Malilla entry of the project's first collection of rules.  House choices: each trick
counts a point besides its cards (the entry's totals of 70 and 35 need it); a hand of nothing but
barred sevens is free; revokes and misdeals are refused by the engine, so their penalties are left
out.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.moves import Move, Play
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, chosen
from cardlab.engine.rulings import must, note, rule, scores, silent, unless_alone
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import Seat
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.narrowing import (
    FOLLOWING,
    HIGHER,
    OPPONENT_WINS,
    PLAIN,
    SUIT_NOT_LED,
    MayNotPlay,
    MustPlay,
    of_rank,
)
from cardlab.families.tricks import (
    PARTNERS,
    Tricks,
    TrickState,
    beats_the_trick,
    follow_suit,
)
from cardlab.families.turnup import (
    TURNED,
    BonusDealing,
    BonusGame,
    BonusResult,
    BonusState,
    held_bonuses,
)

POINTS = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}

PACK = note(
    "malilla-pack",
    "Forty cards, the seven on top",
    "Use a pack without eights, nines and tens. In every suit the order is 7 A K Q J 6 5 4 3 2.",
    "stripped-pack",
    "altered-order",
    fact="pack",
    part=SheetPart.PACK,
)
NO_REVOKE = note(
    "no-revoke",
    "No card may be played out of order",
    "At a table a revoke or a misdeal costs the game or the deal; here such a card is not"
    " accepted.",
    "irregularities",
    part=SheetPart.PLAY,
)


@rule(
    "unled-plain-seven",
    "Keep a seven until its suit is led",
    "altered-order",
    solver=MayNotPlay(of_rank("7") & PLAIN & SUIT_NOT_LED, when=FOLLOWING),
)
def no_unled_seven(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Do not discard a plain seven whose suit has not been led in this deal, unless you hold
    nothing else."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    suit_of = table.order.suit_of
    led = {suit_of[trick.cards[0]] for trick in (*table.taken, table.trick)}

    def barred(move: Play) -> bool:
        return (
            move.card.rank == "7"
            and not table.order.is_trump(move.card)
            and suit_of[move.card] not in led
        )

    return unless_alone(
        moves,
        barred,
        "nobody has led {suit} in this deal",
        "{you} {have} only sevens of suits not led yet",
    )


@rule(
    "must-beat-opponent",
    "Head an opponent's card",
    "must-head",
    "must-overtrump",
    "ruff",
    solver=MustPlay(HIGHER, when=OPPONENT_WINS),
)
def beat_an_opponent(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """If an opponent is winning the trick, beat that card if you can, by following suit or with
    a trump; behind your partner you are free."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    winning = table.winning()
    assert winning is not None, "somebody has played to the trick"
    seat, best = winning
    facts = {"best": best, "winner": Seat(seat)}
    if not table.is_opponent(seat):
        return silent(moves, "{best} is winning for {winner}", facts)
    return must(
        moves,
        beats_the_trick(table),
        "{kept} can beat {winner's} {best}",
        "{you} {have} no legal card that beats {best}",
        facts,
        then="only {kept} can beat {best}",
    )


@dataclass(frozen=True)
class MalillaResult(BonusResult):
    """card_points and tricks by side; held: (side, points) of a turn-up bonus that waited."""

    card_points: tuple[int, ...] = bounded(
        0,
        lambda game: game.points_of_cards,
        (30, 30),
        "card points of {}",
        each="side",
        total=lambda game: game.points_of_cards,
    )
    tricks: tuple[int, ...] = bounded(0, 10, (5, 5), "tricks of {}", each="side", total=10)
    before: tuple[int, int] = bounded(
        0, lambda game: game.target - 1, (0, 0), "score before: {}", each="side"
    )
    held: tuple[int, int] | None = chosen(held_bonuses, None, "turned card that waits")


OVER_PAR = Formula(
    "c + {trick_counts}*t - {par}",
    c=Quantity("", "card points of the side", "card points"),
    t=Quantity("", "its tricks", "tricks", drawn="tricks"),
)


@scores(
    "over-par",
    "The better side scores what it has above half",
    "card-points",
    "difference-scoring",
    "slam",
)
def over_par(game: Malilla, result: MalillaResult) -> Any:
    """{card_values}, and every trick {trick_counts}: {all_points} in all. The side with more than
    {par} scores what it has above {par}; a side that takes all the tricks therefore scores
    {par}."""
    for i, side in enumerate(game.sides):
        took = {"c": result.card_points[i], "t": result.tricks[i]}
        above = OVER_PAR.of(game, **took)
        if above > 0:
            ours = game.par + above
            all_ten = ", all ten tricks" if result.tricks[i] == 10 else ""
            because = f"{ours} to {game.all_points - ours}{all_ten}"
            yield line(side.id, "Above par", over_par, OVER_PAR.agreed(game), because, **took)


@scores("turn-up-bonus", "The turned card scores for the dealer", "turn-up-trump", "card-points")
def turn_up_bonus(game: Malilla, result: MalillaResult) -> Any:
    """If the turned card is worth points, the dealer's side scores them at once. If that would
    bring it to {target}, they wait until the deal has been scored, and count only if the deal
    has not ended the match."""
    after = game.carried(game.opening().but(totals=result.before), over_par.test(game, result))
    if result.held and max(after.totals) < game.target:
        side, bonus = game.sides[result.held[0]].id, result.held[1]
        yield line(
            side,
            "Turned card, held back",
            turn_up_bonus,
            TURNED,
            "it waited for the result of the deal",
            b=bonus,
        )


class Malilla(BonusGame):
    """Four players, two against two. The seven beats the ace, and whoever follows an opponent
    must beat the best card if the hand allows it. Cards and tricks count, and only what is above
    half scores."""

    id, title, picture = "malilla", "Malilla", "7H AH KH QH"
    shelf = GameShelf.POINTS
    partners, pack, ranks = True, pack("7AKQJ65432"), "7AKQJ65432"
    notes, scoring = (PACK, PARTNERS, NO_REVOKE), (over_par, turn_up_bonus)
    Result: type[MalillaResult] = MalillaResult
    trick_counts = Option(1, range(0, 6), "What each trick counts.", said=NO_POINTS)
    seven_counts = Option(5, range(0, 21), "What a seven counts.", said=NO_POINTS)
    formerly = {"target:race": "option:target", "points:7": "option:seven_counts"}
    deals = deals_option(24)
    bonus_rule = turn_up_bonus

    @cached_property
    def points_of_cards(self) -> int:
        """What all cards count together."""
        return sum(map(self.card_points, self.pack))

    @cached_property
    def all_points(self) -> int:
        """The points of all cards and tricks of a deal."""
        return self.points_of_cards + self.per_trick * (len(self.pack) // self.players)

    @cached_property
    def par(self) -> int:
        """Half of all points: what is above it scores."""
        return self.all_points // 2

    def setup(self) -> None:
        self.rank_points = {**POINTS, "7": self.seven_counts}
        self.per_trick = self.trick_counts
        self.phases = (
            BonusDealing(each=10),
            Tricks(rules=(follow_suit, no_unled_seven, beat_an_opponent)),
        )
        self.ends = (Race(self.target), Deals(self.deals))

    def feats(self, result: MalillaResult) -> tuple[Feat, ...]:
        """Which side has more than half, and how much."""
        counted = zip(self.sides, result.card_points, result.tricks, strict=True)
        took = {side.seats: cards + self.per_trick * tricks for side, cards, tricks in counted}
        return tuple(
            Feat(seats, f"took {points} of {self.all_points}", f"{points - self.par} above half")
            for seats, points in took.items()
            if points > self.par
        )

    def result(self, state: BonusState) -> MalillaResult:
        before = self.carried(state.standing, state.pegged).totals
        return MalillaResult(
            state.points_by_side(), state.tricks_by_side(), before, self.held(state)
        )
