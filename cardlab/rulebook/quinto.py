"""Quinto: every suit beats the ones below it, and fives taken in one trick score at once.

Source: the Quinto entry of the project's third collection of rules, of which only the beginning is
kept, completed from public descriptions.  House choices: the original values of quints and tricks
(option: a fifth of them); after a joker that is led, the first other card sets the suit to follow;
a quint that reaches the target ends the game at once, with no points for tricks; equal scores above
the target play on; a rubber is the best of three games with a bonus of 100 (option).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import JOKER, SUITS, Card, pack
from cardlab.engine.game import HOLD_CARD, Dealing
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, chosen, switch
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import listed, some
from cardlab.families.at_once import AtOnceGame, AtOnceTricks, Combination, in_suits, taken_together
from cardlab.families.auctions import doubled
from cardlab.families.best_of import BestOf, GamesResult
from cardlab.families.doubling import STAGES, Doubling, DoublingGame, doubling_round
from cardlab.families.ranked_suits import RankedSuitsGame, RankedSuitsTricks, highest_suit
from cardlab.families.tricks import ELDEST_LEADS, PARTNERS, WINNER_LEADS, Trick, TrickState

PACK = note(
    "quinto-pack",
    "Fifty-two cards and a joker",
    "Use the whole pack with one joker; aces are high.",
    "joker",
    part=SheetPart.PACK,
)
CACHETTE = note(
    "cachette",
    "The cachette",
    "Five cards are laid aside face down, the cachette; whoever wins the last trick takes it as a"
    " thirteenth.",
    "widow",
    part=SheetPart.DEAL,
)
QUINTS = note(
    "quints",
    "Quints",
    "A quint is a five, or an ace and four, or a two and three of one suit in one trick. At once it"
    " scores {unit} in spades, {clubs_count} in clubs, {diamonds_count} in diamonds and"
    " {hearts_count} in hearts for the side that takes it."
    " The cachette counts as one trick.",
    "honours",
    "sum-combination",
)
ROYAL = note(
    "quint-royal",
    "The joker is the Quint Royal",
    "The side that takes the joker in a trick or in the cachette scores {joker_counts} at once.",
    "joker",
    "honours",
)
HIGHEST_SUIT = highest_suit("HDCS")
COMBINATIONS = (*in_suits("SCDH", ("5", "A+4", "2+3")), Combination("royal", "JK", 5, (JOKER,)))


def quints(cards: Iterable[str]) -> tuple[Combination, ...]:
    """The quints among cards that were taken together.

    >>> [(q.suit, q.kind, 5 * q.height) for q in quints(["AD", "4D", "KD", "2S"])]
    [('D', 'A+4', 15)]
    """
    return taken_together(COMBINATIONS, cards)


class QuintoTricks(RankedSuitsTricks, AtOnceTricks):
    notes = (HOLD_CARD, ELDEST_LEADS, HIGHEST_SUIT, WINNER_LEADS, QUINTS, ROYAL)


@dataclass(frozen=True)
class QuintoResult(GamesResult):
    """before: the scores of this game, quints of the deal included; tricks: with the cachette;
    doubled: 0, 1 or 2; out: a quint has ended the game; games: games won before."""

    before: tuple[int, ...] = bounded(
        0, lambda g: g.best_of.target + 10 * g.unit, (0, 0), "score of this game: {}", each="side"
    )
    tricks: tuple[int, ...] = bounded(0, 13, (7, 6), "tricks of {}", each="side", most=13)
    doubled: int = chosen({0: "undoubled", 1: "doubled", 2: "redoubled"}, 0, "doubling")
    out: bool = switch(False, "a quint ended the game")
    games: tuple[int, ...] = bounded(
        0, lambda g: g.rubber // 2, (0, 0), "games won before: {}", each="side"
    )


UNIT = Quantity("", "5, or 1 on the small scale", "unit", idle=1)
QUINT = Formula(
    "u*s",
    u=UNIT,
    s=Quantity("", "1 in spades, 2 in clubs, 3 in diamonds, 4 in hearts, 5 for the joker", "suit"),
)
TRICKS = Formula(
    "u*k*t",
    u=UNIT,
    k=Quantity("", "1; 2 doubled, 4 redoubled", "doubled", idle=1),
    t=Quantity("", "tricks taken, with the cachette", "tricks", drawn="tricks"),
)
BONUS = Formula("20*u", u=UNIT)


@scores("trick-points", "Every trick counts", "score-keeping", "doubling")
def trick_points(game: Quinto, result: QuintoResult) -> Any:
    """At the end of the deal each trick, with the cachette as the thirteenth, scores {unit},
    doubled {clubs_count}, redoubled {hearts_count}. A game that a quint has ended counts no tricks."""
    for side, tricks in zip(game.sides, result.tricks, strict=True):
        if tricks and not result.out:
            because = f"{some(tricks, 'trick')}{STAGES[result.doubled]}"
            yield line(
                side.id,
                "Tricks",
                trick_points,
                TRICKS,
                because,
                u=game.unit,
                k=2**result.doubled,
                t=tricks,
            )


@scores("rubber-bonus", "The rubber", "score-keeping")
def rubber_bonus(game: Quinto, result: QuintoResult) -> Any:
    """The side that wins two games of a rubber scores {bonus_counts} more."""
    side = game.wins_match(result.before, result.games, trick_points.test(game, result))
    if side is not None:
        yield line(game.sides[side].id, "Rubber", rubber_bonus, BONUS, "two games won", u=game.unit)


class Quinto(RankedSuitsGame, AtOnceGame, DoublingGame):
    """Four players, two against two. Hearts beat diamonds, diamonds clubs and clubs spades, so
    that every suit trumps those below it; fives made in a trick score at once, and five hidden
    cards go with the last trick."""

    id, title, picture = "quinto", "Quinto", "JK 5H AH 4H"
    shelf = GameShelf.POINTS
    partners, pack, suits, highest_suit, widow = (
        True,
        pack(jokers=1),
        "HDCS",
        HIGHEST_SUIT,
        "Cachette",
    )
    Result: type[QuintoResult] = QuintoResult
    bid_values = "quinto-bids"
    not_a_sum = "two cards of a trick can make a quint together"
    scale = Option(
        "original",
        ("original", "fifth"),
        "What all the values are.",
        house=True,
        told={"original": "as first published", "fifth": "a fifth of those, for counters"},
    )
    target = Option(
        0,
        range(0, 501, 10),
        "The score that wins a game; 0: 250, or 50 on the small scale.",
    )
    rubber = Option(
        3, (1, 3), "The match: one game, or the best of three with a bonus.", house=True
    )
    notes, scoring = (PACK, PARTNERS, CACHETTE), (trick_points, rubber_bonus)

    @property
    def clubs_count(self) -> int:
        return 2 * self.unit

    @property
    def diamonds_count(self) -> int:
        return 3 * self.unit

    @property
    def hearts_count(self) -> int:
        return 4 * self.unit

    @property
    def joker_counts(self) -> int:
        return 5 * self.unit

    @property
    def bonus_counts(self) -> int:
        """What the rubber scores besides."""
        return 20 * self.unit

    @property
    def usual_target(self) -> int:
        """The score that wins a game where the table has agreed on no other."""
        return 50 if self.scale == "fifth" else 250

    def spelled_out(self) -> dict[str, int]:
        return {"target": self.usual_target}

    def setup(self) -> None:
        self.unit = self.per_trick = 1 if self.scale == "fifth" else 5
        self.phases = (
            Dealing(each=12),
            Doubling(notes=(doubling_round("quints stay as they are"),)),
            QuintoTricks(),
        )
        self.ends = (
            BestOf(
                self.rubber,
                self.target or self.usual_target,
                "A quint that reaches it ends the game at once.",
            ),
        )

    def at_once(self, side: int, cards: Iterable[str]) -> Iterator[ScoreLine]:
        """What a trick or the cachette scores at once."""
        for q in quints(cards):
            title, facts = (
                ("Quint Royal", ROYAL)
                if q.suit == "royal"
                else (f"Quint of {SUITS[q.suit].name}", QUINTS)
            )
            because = (
                f"{listed(q.cards)} taken together"
                if len(q.cards) > 1
                else f"{q.cards[0].name} taken"
            )
            yield line(
                self.sides[side].id,
                title,
                facts,
                QUINT,
                because,
                cards=q.cards,
                u=self.unit,
                s=q.height,
            )

    def result(self, state: TrickState) -> QuintoResult:
        stage, games = doubled(state.calls), state.standing.games
        return QuintoResult(
            self.live(state), self.tricks_and_widow(state), stage, self.out(state), games
        )

    def card_points(self, card: Card) -> int:
        return self.unit * sum(quint.height for quint in quints((card,)))

    def trick_points(self, state: TrickState, trick: Trick) -> int:
        """Two cards of a trick may make a quint together, so this is more than the sum."""
        made = sum(quint.height for quint in quints(trick.cards))
        return self.unit * (2 ** doubled(state.calls) + made)
