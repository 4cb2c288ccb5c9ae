"""Contesting Twenty: the one-pack game of the Sheng Ji family, in which a rank is trumps in all suits
and sides rise from level to level.

Source: public descriptions of Da Bai Fen ("contesting a hundred"), whose hundred card points are
counted in fifths here; the book's own text was not seen.  House choices: cards are led one at a
time; the cards are dealt clockwise (option: anticlockwise); when a card is shown the rest is dealt at once; if nobody shows
a card in the first deal, the player on the dealer's left is the starter; the starter is dealt the
first card, so the player on the starter's right deals; a side may rise past the ace from a lower
level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import BLACK_JOKER, RED_JOKER, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD, OVER
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import chosen, side_of, switch
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import ScoreLine, line
from cardlab.engine.table import Zone
from cardlab.engine.words import listed, some
from cardlab.families.gradual import (
    Exposing,
    GradualDealing,
    GradualState,
    LayKitty,
    gradual_zones,
)
from cardlab.families.levels import (
    DECLARERS_RISE,
    FIRST_OF_EQUALS,
    ORDER_OF_TRUMPS,
    OTHERS_RISE,
    TRUMP_RANK,
    LevelGame,
    PastTheAce,
    PointsOfOthers,
    level_name,
)
from cardlab.families.matches import Deals, deals_option
from cardlab.families.tricks import (
    DECLARER_LACKS,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    PARTNERS,
    WINNER_LEADS,
    Leader,
    Tricks,
    follow_suit,
)

ALL_POINTS, MOST_IN_KITTY = 20, 12
"""The card points of the pack, and the most that six cards have, in fifths."""
TAKE_OVER, STEP = 8, 4
"""The card points with which the others become declarers, and those of each further step."""

PACK = note(
    "contesting-pack",
    "Fifty-four cards",
    "Use the whole pack with two jokers, {which_jokers}. The last {kitty_cards} of the pack are the"
    " kitty.",
    "joker",
    "widow",
    "stock",
    part=SheetPart.PACK,
)
CARD_POINTS = note(
    "contesting-points",
    "Card points",
    "{card_values}, the others nothing: {all_points} in all. Only what the others take counts:"
    " the declarers try to keep it low.",
    "card-points",
)
STARTER_LEADS = note(
    "starter-leads",
    "The starter leads first",
    "The starter leads to the first trick.",
    "trick",
)
KITTY_COUNTS = note(
    "kitty-counts-double",
    "The kitty counts double",
    "After the last trick the cards that were laid away are turned up. If the others won that"
    " trick, the card points among them count twice for the others; if not, they count for"
    " nobody.",
    "widow",
    "card-points",
)
NEXT_STARTER = note(
    "next-starter",
    "Who starts next",
    "If the others have fewer than {take_over} card points, the starter's partner starts the next"
    " deal. With {take_over} or more they become the declarers, and the player on the starter's"
    " {next_side} starts.",
    "player-rank",
    part=SheetPart.END,
)


@dataclass(frozen=True)
class ContestingResult(PointsOfOthers):
    """declarers: the side of the starter; points: the card points in the tricks of the others;
    kitty: those of the cards laid away; last: the others won the last trick."""

    declarers: int = side_of(0, "the declarers")
    points: int = chosen(lambda g: g.counts(ALL_POINTS), 0, "card points in the others' tricks")
    kitty: int = chosen(lambda g: g.counts(MOST_IN_KITTY), 0, "card points in the kitty")
    last: bool = switch(False, "the others won the last trick")

    @property
    def others(self) -> int:
        return 1 - self.declarers


@scores("declarers-rise", "The declarers rise", "player-rank", "card-points")
def declarers_rise(game: ContestingTwenty, result: ContestingResult) -> Iterator[ScoreLine]:
    """If the others have fewer than {take_over} card points, the declarers rise: three levels if
    the others have none, two if they have fewer than {step}, else one."""
    if result.total < game.take_over:
        side = game.sides[result.declarers]
        because = f"the others have {some(result.total, 'card point')}"
        yield line(
            side.id,
            "Levels",
            declarers_rise,
            DECLARERS_RISE.agreed(game),
            because,
            **result.counted,
        )


@scores("others-rise", "The others rise", "player-rank", "card-points")
def others_rise(game: ContestingTwenty, result: ContestingResult) -> Iterator[ScoreLine]:
    """With {take_over} card points or more the others are the next declarers. They rise one level
    with {one_level} or more, two with {two_levels} or more, three with {all_points} or more, and
    none with fewer than {one_level}."""
    if result.total >= game.one_level:
        side = game.sides[result.others]
        because = f"{some(result.total, 'card point')} taken"
        yield line(
            side.id, "Levels", others_rise, OTHERS_RISE.agreed(game), because, **result.counted
        )


class ContestingTwenty(LevelGame):
    """Four players, two against two. The level of the declarers is a rank that is trumps in every
    suit; the others try to take enough kings, tens and fives to become declarers themselves, and
    each side rises through the levels from two to the ace."""

    explains = {"starter": "first-starter"}
    told_first = ("shuffle-and-deal", "hand-size", "first-starter")

    id, title, picture = "contesting-twenty", "Contesting Twenty", "RJ 2S KH TD 5C"
    partners = True
    State: type[GradualState] = GradualState
    Result: type[ContestingResult] = ContestingResult
    pack = (*pack(), RED_JOKER, BLACK_JOKER)
    not_a_sum = "the last trick counts the kitty for the others"
    scale = Option(
        "fifth",
        {"fifth": "a king 2, a ten 2, a five 1", "original": "a king 10, a ten 10, a five 5"},
        "All card points as first published, or a fifth of them, for counters.",
        house=True,
    )
    deals = deals_option(0)
    quiet = {"lay-six-away": Typed("go on")}
    scoring = (declarers_rise, others_rise)

    def result_lacks(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().result_lacks(state)

    def setup(self) -> None:
        super().setup()
        if self.joker_order == "equal":
            self.pack = pack(jokers=2)
        self.unit = 5 if self.scale == "original" else 1
        self.rank_points = {"K": 2 * self.unit, "T": 2 * self.unit, "5": self.unit}
        self.all_points = ALL_POINTS * self.unit
        self.take_over, self.step = TAKE_OVER * self.unit, STEP * self.unit
        self.one_level = self.take_over + self.step
        self.two_levels = self.one_level + self.step
        self.notes = (PACK, PARTNERS, TRUMP_RANK, ORDER_OF_TRUMPS, CARD_POINTS, NEXT_STARTER)
        self.phases = (
            GradualDealing(each=12),
            Exposing(),
            LayKitty(),
            Tricks(
                rules=(follow_suit,),
                leader=Leader(STARTER_LEADS, lambda state: int(state.declarer)),
                notes=(
                    HOLD_CARD,
                    STARTER_LEADS,
                    HIGHEST_TRUMP,
                    HIGHEST_LED,
                    FIRST_OF_EQUALS,
                    WINNER_LEADS,
                    KITTY_COUNTS,
                ),
            ),
        )
        self.ends = (PastTheAce(), Deals(self.deals))

    @property
    def which_jokers(self) -> str:
        """What the two jokers are."""
        return "which are equal" if self.joker_order == "equal" else "a red one and a black one"

    @property
    def jokers_on_top(self) -> str:
        """The jokers at the top of the trumps, from high to low."""
        return (
            "the jokers" if self.joker_order == "equal" else "the red joker, then the black joker"
        )

    def counts(self, most: int) -> range:
        """The card points up to a number of fifths that cards may come to."""
        return range(0, most * self.unit + 1, self.unit)

    # --- the result
    def result(self, state: Any) -> ContestingResult:
        declarers = self.side_index(state.declarer)
        others = 1 - declarers
        return ContestingResult(
            declarers,
            state.points_by_side()[others],
            sum(map(self.card_points, state.away_of(state.declarer))),
            bool(state.taken) and self.side_index(state.winners()[-1]) == others,
        )

    def feats(self, result: ContestingResult) -> tuple[Feat, ...]:
        """What the others took, and who are the declarers next."""
        points, others = some(result.total, "card point"), self.sides[result.others].seats
        if result.total < self.take_over:
            return (Feat(others, f"took {points}", f"fewer than {self.take_over}"),)
        return (Feat(others, f"took {points}", "declarers next"),)

    def next_starter(self, state: Any) -> int:
        if self.result(state).total < self.take_over:
            return self.partner_of[state.declarer]
        return int(state.after_seat(state.declarer))

    # --- the picture
    def zones(self, state: GradualState) -> list[Zone]:
        return [*super().zones(state), *gradual_zones(state, state.phase is OVER)]

    def panels(self, state: GradualState) -> dict[str, Any]:
        panels = super().panels(state)
        notes = panels["notes"]
        for index, side in enumerate(self.sides):
            level = level_name(self.level(state.standing, index))
            for seat in side.seats:
                notes.setdefault(seat, []).insert(0, f"level {level}")
        if state.declarer is not None:
            notes[state.declarer].append("starter")
        if "trump" in panels:
            panels["trump"]["note"] = f"and every {level_name(state.trump_rank)}"
        if state.revealed and not state.taken:
            signs = listed([card.sign for card in state.revealed], most=9)
            notes[state.declarer].append(f"kitty showed {signs}")
        return panels
