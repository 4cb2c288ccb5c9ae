"""Trumps led by the jack and the nine: the order, the card points and the duties to trump that such
games of four share.

Knows what cards count with trumps and without, the last trick, and when a trump has to be played or
beaten.  Knows no way of making trumps, no announcement and no score.
"""

from __future__ import annotations

from typing import ClassVar

from cardlab.engine.cards import pack
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Ruling, must, note, rule, silent
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import Seat
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    HIGHER,
    OPPONENT_WINS,
    SUIT_LED,
    TRUMPS,
    VOID,
    MustPlay,
)
from cardlab.families.order_up import MakersGame
from cardlab.families.tricks import TrickState, beats_the_trick, in_hand, overtrump

ALL_POINTS, LAST_TRICK, TRICKS = 162, 10, 8
MORE_THAN_HALF = TRICKS // 2 + 1
"""Tricks that bring more than half of the points, as a rule of thumb."""
NATURAL = "AKQJT987"
"""The order in which cards follow each other in a run."""

RANKING = note(
    "jack-and-nine",
    "The jack and the nine of trumps",
    "Among trumps the jack is highest and counts 20, then the nine, which counts 14. In every suit"
    " an ace counts 11, a ten 10, a king 4 and a queen 3; a jack that is not a trump counts 2. The"
    " last trick counts 10 more: {all_points} in all.",
    "altered-order",
    "card-points",
)

# --- when to trump


@rule(
    "must-trump",
    "Trump an opponent's card",
    "must-overtrump",
    "ruff",
    "free-trumping",
    look="See who is winning the trick.",
    solver=MustPlay(TRUMPS & HIGHER, when=VOID & OPPONENT_WINS),
)
def trump_an_opponent(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you cannot follow suit while an opponent is winning the trick, play a trump that wins it,
    if you have one. While your partner is winning you need not trump."""
    if not table.trick.cards or in_hand(table, (table.led,)):
        return silent(moves, "{you} {can} follow suit")
    seat, best = table.winning()  # type: ignore[misc]
    facts = {"best": best, "winner": Seat(seat)}
    if not table.is_opponent(seat):
        return silent(moves, "{best} is winning for {winner}", facts)
    order, beats = table.order, beats_the_trick(table)
    return must(
        moves,
        lambda m: order.is_trump(m.card) and beats(m),
        "{you} {have} no {led}; {kept} can beat {winner's} {best}",
        "{you} {have} no trump that beats {best}",
        facts | {"led": table.led},
        then="only {kept} can beat {best}",
    )


@rule(
    "must-overtrump",
    "Overtrump when trumps are led",
    "must-overtrump",
    "must-head",
    look="Look at the highest trump in the trick.",
    solver=MustPlay(SUIT_LED & TRUMPS & HIGHER, when=CAN_FOLLOW),
)
def head_a_trump_lead(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If trumps are led, play a trump above the highest in the trick, if you have one, even over
    your partner."""
    order = table.order
    if not table.trick.cards or table.led is not order.trump:
        return silent(moves, "trumps were not led")
    return overtrump(table, moves)


# --- the game


class JackNineGame(MakersGame):
    """Four players, two against two, with 32 cards: the jack and the nine of trumps are highest and
    count most."""

    shelf = GameShelf.POINTS
    partners, pack = True, pack(NATURAL)
    ranks, trump_ranks, per_trick = "ATKQJ987", "J9ATKQ87", 0
    last_trick = LAST_TRICK
    rank_points: dict[str, int] = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}
    trump_points: ClassVar[dict[str, int]] = rank_points | {"J": 20, "9": 14}

    def result_lacks(self, state: TrickState) -> str:
        """The last trick, which counts; and who made trumps."""
        if not state.taken:
            return "The last trick counts: give taken, the tricks that were played"
        if state.declarer is None:
            return "Somebody has made trumps: give declarer, a player"
        return super().result_lacks(state)

    @property
    def all_points(self) -> int:
        """The points of all cards and of the last trick."""
        cards = sum(self.ordering("S").worth_of[card] for card in self.pack)
        return cards + LAST_TRICK

    def points_with_last(self, state: TrickState) -> tuple[int, int]:
        """The card points of each side, with what the last trick counts."""
        points, last = list(state.points_by_side()), state.taken[-1].winner(state.order)
        points[self.side_index(last)] += LAST_TRICK
        return points[0], points[1]
