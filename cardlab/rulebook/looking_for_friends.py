"""Looking for Friends: a game of the Sheng Ji family for five to twelve players with several packs, in
which the starter calls cards, and whoever plays one of them joins the starter.

Source: public descriptions of Zhao Pengyou ("looking for friends"); the book's own text was not seen,
and its scores may be smaller by a factor (``scale``).  House choices: the packs, jokers and hands for
each number of players; cards are dealt and played clockwise; when a card is shown the rest is dealt
at once; if nobody shows a card in the first deal, the player on the dealer's left is the starter; the
starter is dealt the first card, so the player on the starter's right deals; one lead is a single
card, a set or a tractor of pairs; any card that is no trump may be called; the kitty counts double
whatever wins the last trick; if the starter's side wins, the next of the starter's friends starts,
otherwise the next player who is none; a player may rise past the ace from a lower level.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import BLACK_JOKER, JOKER, RED_JOKER, Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD, OVER
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import chosen, seat_of, seats_of, switch
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import ScoreLine, line
from cardlab.engine.table import Zone
from cardlab.engine.words import listed, number, some
from cardlab.families.called_cards import (
    JOINS,
    WHICH_COPY,
    CalledCard,
    CalledState,
    CallFriends,
    FriendTricks,
    joined,
)
from cardlab.families.gradual import (
    KITTY_NAMES_TRUMPS,
    SHOWN_CARD,
    Exposing,
    GradualDealing,
    LayKitty,
    gradual_zones,
)
from cardlab.families.levels import (
    DECLARERS_RISE,
    OTHERS_RISE,
    PastTheAce,
    PointsOfOthers,
    level_name,
)
from cardlab.families.matches import Deals, deals_option
from cardlab.families.pattern_tricks import PATTERN_WINS, PatternGame
from cardlab.families.tricks import (
    DECLARER_LACKS,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    Leader,
    follow_suit,
)

PACKS = {
    5: (2, 2, 2, 20),
    6: (2, 2, 2, 17),
    7: (2, 0, 0, 14),
    8: (3, 2, 0, 19),
    9: (3, 3, 0, 17),
    10: (3, 0, 0, 15),
    11: (3, 2, 2, 14),
    12: (4, 2, 0, 17),
}
"""By the number of players: packs, red and black jokers, and the cards of each hand."""
PACK_POINTS = 20
"""The card points of one pack, in fifths; the scores go by them."""

PACK = note(
    "friends-pack",
    "Several packs",
    "Shuffle {decks_text} together{jokers_text}. The last {kitty_cards} cards are the kitty.",
    "multi-deck",
    "joker",
    "widow",
    "stock",
    part=SheetPart.PACK,
)
IDENTICAL = note(
    "identical-cards",
    "Identical cards",
    "Every card is there {copies_text}. Identical cards are equal, and so are the cards of the"
    " trump rank outside the trump suit{jokers_equal}. Of equal cards in a trick, the first one"
    " played is higher.",
    "identical-cards",
    "trick",
    look="Which of the equal cards was played first?",
)
OWN_LEVEL = note(
    "trump-rank",
    "A rank that is trumps",
    "Every player has a level of their own, two at first. The level of the starter is the trump"
    " rank: all cards of that rank are trumps.",
    "trump-rank",
    "player-rank",
    "trump",
)
TRUMPS = note(
    "order-of-trumps",
    "The order of trumps",
    "{highest_trumps}the cards of the trump rank in the trump suit. Below them come the other"
    " cards of the trump rank, then the rest of the trump suit from the ace down. They are all"
    " one suit.",
    "trump-rank",
)
CARD_POINTS = note(
    "friends-points",
    "Card points",
    "{card_values}, the others nothing: {all_points} in all. Only what the others take counts,"
    " those who have not joined the starter: the starter and the friends try to keep it low.",
    "card-points",
)
FIRST_STARTER = note(
    "first-starter",
    "The first starter",
    "In the first deal the player who shows a card is the starter; if nobody does, the player on the"
    " dealer's {next_side} is.",
    "eldest",
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
    "After the last trick the cards that were laid away are turned up. If one of the others won"
    " that"
    " trick, the card points among them count twice for the others; if not, they count for nobody.",
    "widow",
    "card-points",
)
NEXT_STARTER = note(
    "next-starter",
    "Who starts next",
    "If the others have fewer than {take_over} card points, the starter's next friend in turn"
    " starts the next deal, or the starter again, who found none. With {take_over} or more, the"
    " next player in turn after the starter starts who is no friend.",
    "player-rank",
    part=SheetPart.END,
)


@dataclass(frozen=True)
class FriendsResult(PointsOfOthers):
    """starter: who took up the kitty; friends: who joined; points: the card points in the tricks of
    all others; kitty: those of the cards laid away; last: one of the others won the last trick."""

    starter: int = seat_of(0, "the starter")
    friends: tuple[int, ...] = seats_of("who joined the starter")
    points: int = chosen(lambda g: g.counts(g.all_points), 0, "card points in the others' tricks")
    kitty: int = chosen(lambda g: g.counts(g.most_in_kitty), 0, "card points in the kitty")
    last: bool = switch(False, "one of the others won the last trick")

    def cannot(self, game: LookingForFriends) -> str:
        if self.starter in self.friends:
            return "the starter is no friend of the starter; choose other seats"
        if len(self.friends) > game.most_friends:
            return f"at most {some(game.most_friends, 'friend')} can join; leave some out"
        return super().cannot(game)

    @property
    def with_starter(self) -> tuple[int, ...]:
        """The seats of the starter's side."""
        return (self.starter, *self.friends)


@scores("starters-side-rises", "The starter's side rises", "player-rank", "card-points")
def starters_side_rises(game: LookingForFriends, result: FriendsResult) -> Iterator[ScoreLine]:
    """If the others have fewer than {take_over} card points, the starter and every friend rise.
    They rise three levels if the others have none, two if they have fewer than {step}, else one."""
    if result.total < game.take_over:
        formula = DECLARERS_RISE.agreed(game)
        because = f"the others have {some(result.total, 'card point')}"
        for seat in sorted(result.with_starter):
            side = game.sides[seat].id
            yield line(side, "Levels", starters_side_rises, formula, because, **result.counted)


@scores("others-rise", "The others rise", "player-rank", "card-points")
def others_rise(game: LookingForFriends, result: FriendsResult) -> Iterator[ScoreLine]:
    """With {take_over} card points or more one of the others is the next starter. Each of them
    rises one level with {one_level} or more, two with {two_levels} or more, three with
    {three_levels} or more, and none with fewer than {one_level}."""
    if result.total >= game.one_level:
        formula = OTHERS_RISE.agreed(game)
        because = f"the others have {some(result.total, 'card point')}"
        for seat in game.against(result.with_starter):
            side = game.sides[seat].id
            yield line(side, "Levels", others_rise, formula, because, **result.counted)


class LookingForFriends(PatternGame):
    """Five to twelve players with several packs. The starter calls cards, and whoever plays one
    of them joins the starter: nobody knows beforehand who plays with whom. All others together try
    to take kings, tens and fives; {what_is_led}, and winners rise from level to level."""

    explains = {"starter": "first-starter"}
    told_first = ("shuffle-and-deal", "hand-size", "first-starter")

    id, title, picture = "looking-for-friends", "Looking for Friends", "2S 2S KH KH TD"
    seats = (5, 12, 5)
    State: type[CalledState] = CalledState
    Result: type[FriendsResult] = FriendsResult
    not_a_sum = "the last trick counts the kitty for the others"
    first_of_equals = IDENTICAL
    scale = Option(
        "original",
        {"original": "a king 10, a ten 10, a five 5", "fifth": "a king 2, a ten 2, a five 1"},
        "All card points as first published, or a fifth of them, for counters.",
        house=True,
    )
    singles = Option(False, (False, True), "Whether only single cards are led.", house=True)
    deals = deals_option(0)
    quiet = {
        "lay-six-away": Typed("go on"),
        "lead-one-pattern": Typed("play 3C 4D"),
    }
    scoring = (starters_side_rises, others_rise)

    def result_lacks(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().result_lacks(state)

    def idle(self) -> dict[str, str]:
        return {} if PACKS[self.players][1] else {"joker_order": "there are no jokers"}

    def setup(self) -> None:
        super().setup()
        self.decks, red, black, each = PACKS[self.players]
        self.red_jokers, self.black_jokers = red, black
        ranked = (RED_JOKER,) * red + (BLACK_JOKER,) * black
        equal = (JOKER,) * (red + black)
        self.pack = pack(decks=self.decks) + (equal if self.joker_order == "equal" else ranked)
        self.unit = 5 if self.scale == "original" else 1
        self.rank_points = {"K": 2 * self.unit, "T": 2 * self.unit, "5": self.unit}
        self.all_points = PACK_POINTS * self.decks * self.unit
        self.step = self.all_points // 5
        self.take_over, self.one_level = 2 * self.step, 3 * self.step
        self.two_levels, self.three_levels = 4 * self.step, 5 * self.step
        self.most_friends = self.players // 2 - 1
        self.most_in_kitty = 2 * self.unit * (len(self.pack) - each * self.players)
        self.notes = (PACK, IDENTICAL, OWN_LEVEL, TRUMPS, CARD_POINTS, NEXT_STARTER)
        patterns = () if self.singles else (PATTERN_WINS,)
        play = FriendTricks(
            leader=Leader(STARTER_LEADS, lambda state: int(state.declarer)),
            notes=(
                HOLD_CARD,
                STARTER_LEADS,
                HIGHEST_TRUMP,
                HIGHEST_LED,
                *patterns,
                WINNER_LEADS,
                JOINS,
                WHICH_COPY,
                KITTY_COUNTS,
            ),
        )
        if self.singles:
            play.rules, play.several = (follow_suit,), False
        self.phases = (
            GradualDealing(each=each),
            Exposing(notes=(SHOWN_CARD, FIRST_STARTER, KITTY_NAMES_TRUMPS)),
            LayKitty(),
            CallFriends(),
            play,
        )
        self.ends = (PastTheAce(), Deals(self.deals))

    # --- the words of the sheet
    @property
    def decks_text(self) -> str:
        """How many packs, in words."""
        return f"{number(self.decks)} packs of 52 cards"

    @property
    def jokers_text(self) -> str:
        """The jokers, as a further clause."""
        if not self.red_jokers:
            return ", without jokers"
        if self.joker_order == "equal":
            return f" with {some(self.red_jokers + self.black_jokers, 'joker')}"
        if not self.black_jokers:
            return f" with {some(self.red_jokers, 'red joker')}"
        return f" with {number(self.red_jokers)} red and {number(self.black_jokers)} black jokers"

    @property
    def jokers_equal(self) -> str:
        """That jokers are equal, as the end of a list."""
        return ", and all jokers" if self.red_jokers and self.joker_order == "equal" else ""

    @property
    def highest_trumps(self) -> str:
        """What stands at the top of trumps, as the beginning of a sentence."""
        if not self.red_jokers:
            return "The highest trumps are "
        if self.joker_order == "equal":
            return "The highest trumps are the jokers, then "
        black = "the black jokers, then " if self.black_jokers else ""
        return f"The highest trumps are the red jokers, then {black}"

    @property
    def copies_text(self) -> str:
        """How often each card is there."""
        return "twice" if self.decks == 2 else f"{number(self.decks)} times"

    @property
    def what_is_led(self) -> str:
        """What leads may be, as a clause."""
        return "single cards are led" if self.singles else "singles, sets and tractors are led"

    @property
    def friends_to_call(self) -> str:
        """How many cards are called."""
        return some(self.most_friends, "card")

    def counts(self, most: int) -> range:
        """The card points up to a number that cards may come to."""
        return range(0, most + 1, self.unit)

    # --- who plays with whom
    def against(self, seats: tuple[int, ...]) -> tuple[int, ...]:
        """All other seats."""
        return tuple(seat for seat in range(self.players) if seat not in seats)

    def with_starter(self, state: CalledState) -> tuple[int, ...]:
        """The starter and those who have joined; nobody before there is a starter."""
        return () if state.declarer is None else (state.declarer, *state.friends)

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """Those who have joined the starter against all others; before that each for himself."""
        mine = self.with_starter(state)
        if not mine:
            return super().aims(state)
        return Aim(mine, Want.MOST), Aim(self.against(mine), Want.MOST)

    # --- the result
    def result(self, state: Any) -> FriendsResult:
        mine = self.with_starter(state)
        points = state.points_by_side()
        return FriendsResult(
            state.declarer,
            tuple(sorted(state.friends)),
            sum(points[seat] for seat in self.against(mine)),
            sum(map(self.card_points, state.away_of(state.declarer))),
            bool(state.taken) and state.winners()[-1] not in mine,
        )

    def feats(self, result: FriendsResult) -> tuple[Feat, ...]:
        """What the others took, and who starts next."""
        points, others = some(result.total, "card point"), self.against(result.with_starter)
        if result.total < self.take_over:
            return (Feat(others, f"took {points}", f"fewer than {self.take_over}"),)
        these = number(len(others))
        return (Feat(others, f"took {points}", f"one of these {these} starts next"),)

    def next_starter(self, state: Any) -> int:
        mine = self.with_starter(state)
        won = self.result(state).total < self.take_over
        wanted = (*state.friends, *[state.declarer] * (not state.friends)) if won else None
        seat = int(state.after_seat(state.declarer))
        while seat not in wanted if wanted else seat in mine:
            seat = int(state.after_seat(seat))
        return seat

    # --- the picture
    def zones(self, state: CalledState) -> list[Zone]:
        return [*super().zones(state), *gradual_zones(state, state.phase is OVER)]

    def panels(self, state: CalledState) -> dict[str, Any]:
        panels = super().panels(state)
        notes = panels["notes"]
        for seat in range(self.players):
            level = level_name(self.level(state.standing, seat))
            notes.setdefault(seat, []).insert(0, f"level {level}")
        if state.declarer is not None:
            notes[state.declarer].append("starter")
        for seat in state.friends:
            notes[seat].append("friend")
        if "trump" in panels:
            panels["trump"]["note"] = f"and every {level_name(state.trump_rank)}"
        if state.friend_cards:
            signs = listed([call.sign for call in state.friend_cards], most=9)
            left = [call.sign for call in state.outstanding()]
            panels["contract"] = {
                "text": f"Called: {signs}",
                "by": self.names[state.declarer or 0],
                "note": f"not played yet: {listed(left, most=9)}" if left else "all played",
            }
        if state.revealed and not state.taken:
            signs = listed([card.sign for card in state.revealed], most=9)
            notes[state.declarer].append(f"kitty showed {signs}")
        return panels

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """friend_cards: pairs of a called card and which copy is meant; friends: who has joined,
        without it those who have played these cards."""
        called = given.pop("friend_cards", ())
        given["friend_cards"] = tuple(CalledCard(Card(card), copy) for card, copy in called)
        friends = given.pop("friends", None)
        given = super().position(given)
        if friends is None:
            tricks = (*given["taken"], given["trick"])
            friends = joined(given["friend_cards"], tricks, given.get("declarer"))
        return {**given, "friends": tuple(map(self.seat, friends))}
