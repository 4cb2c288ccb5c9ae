"""Hearts: lose every heart and the queen of spades, or win them all.

Source: the common American rules of the game, also called Black Lady.  House choices: the queen of
spades does not break hearts (``queen_breaks``); equal lowest totals play on (``tie``); the moon is
scored without a claim and cannot be refused; with three, five or six players low cards are left
out, so that all hands are equal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardlab.engine.aims import Points
from cardlab.engine.cards import Card, cards, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD, Dealing
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, chosen, seat_of
from cardlab.engine.rulings import Ruling, must, note, rule, scores, silent, unless_alone
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.words import listed, some
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.narrowing import FIRST_TRICK, LEADING, MayNotPlay, MustPlay, of_suit, only
from cardlab.families.passing import ACROSS, HOLD, LEFT, RIGHT, Direction, Passing
from cardlab.families.tricks import (
    HIGHEST_LED,
    WINNER_LEADS,
    TrickGame,
    Tricks,
    TrickState,
    follow_suit,
    holder_of,
    lead_when_broken,
)

LOWEST_CLUB, QUEEN, JACK = Card("2C"), Card("QS"), Card("JD")
LEFT_OUT = {3: cards("2D"), 4: (), 5: cards("2D 2S"), 6: cards("2D 2S 3D 3S")}
"""The cards that are not used, by the number of players."""


def costs(card: Card) -> bool:
    """Whether a card is a penalty card."""
    return card.suit == "H" or card == QUEEN


# --- the play


@rule(
    "must-lead-lowest-club",
    "2♣ is led first",
    "special-card",
    look="Is this the first lead of the deal?",
    solver=MustPlay(only(LOWEST_CLUB), when=LEADING & FIRST_TRICK),
    part=SheetPart.NEVER,  # who leads first is told with the card
)
def lead_lowest_club(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """The first card led in a deal is 2♣."""
    if table.taken or table.trick.cards:
        return silent(moves, "the first lead has been made")
    return must(
        moves,
        lambda m: m.card == LOWEST_CLUB,
        "this is the first lead, and {you} {hold} 2♣",
        "{you} {do} not hold 2♣",
    )


@rule(
    "no-penalty-first-trick",
    "No penalty card on the first trick",
    "penalty-cards",
    look="Is this the first trick?",
    solver=MayNotPlay(of_suit("H") | only(QUEEN), when=FIRST_TRICK),
)
def no_penalty_first_trick(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """Play no heart and not Q♠ to the first trick, unless you hold nothing else."""
    if table.taken:
        return silent(moves, "the first trick is over")
    return unless_alone(
        moves,
        lambda m: costs(m.card),
        "this is the first trick, and hearts and Q♠ cost points",
        "{you} {hold} only hearts and Q♠",
    )


broken_by_hearts = lead_when_broken(
    "H", "hearts-not-broken", "Hearts must be broken first", "trick-avoidance", "penalty-cards"
)
broken_by_queen_too = lead_when_broken(
    "H",
    "hearts-not-broken",
    "Hearts must be broken first",
    "trick-avoidance",
    "penalty-cards",
    also=("QS",),
)


# --- the score


def takers_of_jack(game: Hearts) -> dict[int | None, str]:
    """Who may have taken J♦; where it counts nothing it is not asked."""
    return {None: "nobody asks"} if not game.jack else dict(enumerate(game.names))


@dataclass(frozen=True)
class HeartsResult:
    """hearts: how many each player took; queen: the seat that took Q♠; jack: the seat that took
    J♦, None where it does not count."""

    hearts: tuple[int, ...] = bounded(0, 13, (4, 3, 3, 3), "hearts of {}", each="seat", total=13)
    queen: int = seat_of(1, "who took Q♠")
    jack: int | None = chosen(takers_of_jack, None, "who took J♦")

    @property
    def shooter(self) -> int | None:
        """The seat that took all thirteen hearts and Q♠."""
        return self.queen if self.hearts[self.queen] == 13 else None


HEARTS = Formula("h", h="hearts taken")
QUEEN_COSTS = Formula("{queen_costs}*q", q=Quantity("[Q♠]", "1 if Q♠ was taken", drawn="QS"))
MOON_OTHERS = Formula(
    "{moon_points}*m", m=Quantity("", "1 if another player took all penalty cards", "moon", idle=1)
)
MOON_SELF = Formula(
    "-{moon_points}*m", m=Quantity("", "1 if the player took all penalty cards", "moon", idle=1)
)
JACK_HELPS = Formula("-{jack_helps}*j", j=Quantity("[J♦]", "1 if J♦ was taken", drawn="JD"))


@scores("hearts", "Hearts", "penalty-cards", "trick-avoidance")
def hearts_taken(game: Hearts, result: HeartsResult) -> Iterator[ScoreLine]:
    """Each heart in your tricks costs 1 point."""
    if result.shooter is not None:
        return
    for side, taken in zip(game.sides, result.hearts, strict=True):
        if taken:
            yield line(side.id, "Hearts", hearts_taken, HEARTS, "every heart costs 1", h=taken)


@scores("queen-of-spades", "Queen of spades", "penalty-cards", "special-card")
def queen_of_spades(game: Hearts, result: HeartsResult) -> Iterator[ScoreLine]:
    """The player who takes the queen of spades, Q♠, in a trick pays {queen_text} for it."""
    if result.shooter is None:
        side = game.sides[result.queen]
        because = game.tell("{who} took Q♠", who=side)
        cost = QUEEN_COSTS.agreed(game)
        yield line(side.id, "Queen of spades", queen_of_spades, cost, because, q=1)


@scores("shooting-the-moon", "Shooting the moon", "slam", "trick-avoidance")
def shooting_the_moon(game: Hearts, result: HeartsResult) -> Iterator[ScoreLine]:
    """A player who takes all thirteen hearts and Q♠ shoots the moon. Nothing is written for those
    cards; instead {moon}."""
    if result.shooter is None:
        return
    shooter = game.sides[result.shooter]
    because = game.tell("{who} took all hearts and Q♠", who=shooter)
    if game.moon == "self":
        taken_off = MOON_SELF.agreed(game)
        yield line(shooter.id, "Shooting the moon", shooting_the_moon, taken_off, because, m=1)
        return
    added = MOON_OTHERS.agreed(game)
    for side in game.sides:
        if side is not shooter:
            yield line(side.id, "Shooting the moon", shooting_the_moon, added, because, m=1)


@scores("jack-of-diamonds", "Jack of diamonds", "special-card")
def jack_of_diamonds(game: Hearts, result: HeartsResult) -> Iterator[ScoreLine]:
    """A player who takes J♦ in a trick takes {jack_helps} points off their score. J♦ has no part in
    shooting the moon."""
    if result.jack is not None:
        side = game.sides[result.jack]
        because = game.tell("{who} took J♦", who=side)
        helps = JACK_HELPS.agreed(game)
        yield line(side.id, "Jack of diamonds", jack_of_diamonds, helps, because, j=1)


# --- the game


class Hearts(TrickGame):
    """Each alone, and points are bad: every heart that you take costs 1 and the queen of
    spades {queen_costs}. Avoid the tricks that hold them, or win them all."""

    told_first = (
        "holder-leads",
        "must-lead-lowest-club",
        "must-follow-suit",
        "no-penalty-first-trick",
    )

    id, title, picture = "hearts", "Hearts", "QS AH KH QH"
    shelf = GameShelf.POINTS
    seats = (3, 6, 4)
    points, per_trick, trumps = Points.BAD, 0, "NT"
    Result: type[HeartsResult] = HeartsResult

    passing = Option(
        "cycle",
        {
            "cycle": "in turn to the left, to the right, across and to nobody",
            "left": "to the left in every deal",
            "none": "to nobody",
        },
        "To whom three cards are passed before the play.",
    )
    queen_costs = Option(13, range(1, 27), "What Q♠ costs whoever takes it.")
    moon = Option(
        "others",
        {
            "others": "{moon_points} points are added to the score of each other player",
            "self": "{moon_points} points are taken off that player's score",
        },
        "What shooting the moon does.",
        house=True,
    )
    jack = Option(0, (0, 10), "What J♦ takes off the score of whoever takes it.", house=True)
    queen_breaks = Option(
        False, (False, True), "Whether hearts may also be led once Q♠ has been played.", house=True
    )
    tie = Option(
        "again",
        {"again": "another deal is played", "shared": "they share the win"},
        "What happens if the lowest score is shared at the end.",
        house=True,
    )
    target = Option(100, (50, 100, 150), "The score that ends the match.")
    deals = deals_option(0)

    def result_lacks(self, state: TrickState) -> str:
        """The cards that somebody must have taken when all are played."""
        taken = [card for trick in state.taken for card in trick.cards]
        if QUEEN not in taken or (self.jack and JACK not in taken):
            return "Every card has been played to a trick at the end: give taken, all tricks"
        return super().result_lacks(state)

    def setup(self) -> None:
        left_out = LEFT_OUT[self.players]
        self.pack = tuple(card for card in pack() if card not in left_out)
        each = len(self.pack) // self.players
        used = "Use the standard pack of 52 cards" + (
            f" without {listed(left_out)}" if left_out else ""
        )
        concepts = ("standard-deck", "suit", "rank", "no-trump")
        self.notes = (
            note(
                "hearts-pack",
                f"The pack of {len(self.pack)}",
                f"{used}. There are no trumps.",
                *concepts,
                part=SheetPart.PACK,
            ),
        )
        broken = broken_by_queen_too if self.queen_breaks else broken_by_hearts
        rules = (lead_lowest_club, broken, follow_suit, no_penalty_first_trick)
        passing = (Passing(cards=3, directions=self.directions),) if self.directions else ()
        first = holder_of(LOWEST_CLUB)
        notes = (HOLD_CARD, first.note, HIGHEST_LED, WINNER_LEADS)
        play = Tricks(leader=first, rules=rules, notes=notes)
        self.phases = (Dealing(each=each), *passing, play)
        jack = (jack_of_diamonds,) if self.jack else ()
        self.scoring = (hearts_taken, queen_of_spades, shooting_the_moon, *jack)
        self.ends = (Race(self.target, alone=self.tie == "again"), Deals(self.deals))

    @property
    def directions(self) -> tuple[Direction, ...]:
        """Where cards are passed, deal by deal; nothing where they never are."""
        if self.passing == "none":
            return ()
        if self.passing == "left":
            return (LEFT,)
        return (LEFT, RIGHT, ACROSS, HOLD) if self.players == 4 else (LEFT, RIGHT, HOLD)

    @property
    def queen_text(self) -> str:
        """What the queen of spades costs, in words."""
        return f"{self.queen_costs} point{'s' * (self.queen_costs > 1)}"

    @property
    def moon_points(self) -> int:
        """What all penalty cards cost together."""
        return self.queen_costs + 13

    @property
    def jack_helps(self) -> int:
        """What the jack of diamonds takes off a score."""
        return int(self.jack)

    def card_points(self, card: Card) -> int:
        if card == JACK:
            return JACK_HELPS.of(self, j=1) if self.jack else 0
        return QUEEN_COSTS.of(self, q=1) if card == QUEEN else HEARTS(h=int(card.suit == "H"))

    def feats(self, result: HeartsResult) -> tuple[Feat, ...]:
        """What everybody took that counts, or who took all of it."""
        if result.shooter is not None:
            return (Feat((result.shooter,), "took all hearts and Q♠", "that shoots the moon"),)
        feats = []
        for seat, hearts in enumerate(result.hearts):
            cards = [
                card for card, taker in (("Q♠", result.queen), ("J♦", result.jack)) if taker == seat
            ]
            counted = some(hearts, "heart")
            took = listed([counted, *cards] if hearts else [*cards, counted])
            feats.append(Feat((seat,), f"took {took}"))
        return tuple(feats)

    def result(self, state: TrickState) -> HeartsResult:
        taken: list[list[Card]] = [[] for _ in range(self.players)]
        for seat, trick in zip(state.winners(), state.taken, strict=True):
            taken[seat] += trick.cards

        def taker(wanted: Card) -> int:
            return next(seat for seat, won in enumerate(taken) if wanted in won)

        hearts = tuple(sum(card.suit == "H" for card in won) for won in taken)
        return HeartsResult(hearts, taker(QUEEN), taker(JACK) if self.jack else None)
