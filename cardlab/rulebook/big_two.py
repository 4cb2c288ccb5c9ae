"""Big Two: climb with single cards, pairs, threes and combinations of five cards; the first empty
hand ends the deal, and cards left cost points.

Source: the common rules of the game, also called Deuces or Da Lao Er, whose details differ from
place to place.  House choices: spades, hearts, clubs, diamonds from high to low; a two never stands
in a straight, unless low straights are played, which are then the lowest; flushes are compared by
their ranks from the top down, and then by suit; a player who has passed is out until the cards are
turned down; what the cards left cost is settled between every two players; a match is eight deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, product
from typing import Any

from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Game, Standing
from cardlab.engine.moves import Move
from cardlab.engine.options import YES_OR_NO, Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Ruling, may_only_be, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, listed, some
from cardlab.families.climbing import (
    FINISHED_LACKS,
    Cards,
    CardShape,
    Climbing,
    ClimbingGame,
    ClimbState,
    Dealt,
    Heights,
    PlayCards,
    above,
    is_play,
    must_contain,
    must_pass_or_play,
    no_combination,
    same_number,
)
from cardlab.families.either_way import EitherWay
from cardlab.families.matches import Deals

FIRST = Card("3D")
RANKS, SUITS = "2AKQJT9876543", "SHCD"
FIVES = ("straight", "flush", "full house", "four", "straight flush")
"""The kinds of five cards, from low to high."""
SETS = {1: "single card", 2: "pair", 3: "three of a rank"}
FACE_UP, LOW = "3456789TJQKA", "A23456"
"""The ranks as straights go through them, and as low straights do."""
DEAR, DEAREST = 10, 13
"""With so many cards left each counts two, and with so many three."""


# --- five cards


def top_of_straight(cards: Cards, low: bool) -> Card | None:
    """The highest card of five that follow each other; None where they do not.

        >>> from cardlab.engine.cards import cards
    >>> top_of_straight(cards("TC JD QS KS AH"), False), top_of_straight(cards("JD QS KS AH 2C"), True)
    (AH, None)
    >>> top_of_straight(cards("AH 2C 3S 4S 5D"), True), top_of_straight(cards("AH 2C 3S 4S 5D"), False)
    (5D, None)
    """
    by_rank = {card.rank: card for card in cards}
    if len(by_rank) != 5:
        return None
    for line_ in (FACE_UP, *((LOW,) if low else ())):
        places = sorted(line_.find(rank) for rank in by_rank)
        if places[0] >= 0 and places[-1] - places[0] == 4:
            return by_rank[line_[places[-1]]]
    return None


def fives_in(hand: Cards, low: bool) -> tuple[Cards, ...]:
    """Every five cards of a hand that may be laid together, found by what they are."""
    return _fives_in(hand, low)


@lru_cache(maxsize=20_000)
def _fives_in(hand: Cards, low: bool) -> tuple[Cards, ...]:
    by_rank: dict[str, list[Card]] = {}
    by_suit: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
        by_suit.setdefault(card.suit, []).append(card)
    found: list[Cards] = []
    for line_ in (FACE_UP, *((LOW,) if low else ())):
        for at in range(len(line_) - 4):
            window = line_[at : at + 5]
            if all(rank in by_rank for rank in window):
                found += product(*(by_rank[rank] for rank in window))
    for held in by_suit.values():
        found += combinations(held, 5)
    for rank, held in by_rank.items():
        others = [card for card in hand if card.rank != rank]
        pairs = [two for two in combinations(others, 2) if two[0].rank == two[1].rank]
        found += [(*three, *two) for three in combinations(held, 3) for two in pairs]
        if len(held) == 4:
            found += [(*held, card) for card in others]
    place = {card: at for at, card in enumerate(hand)}
    in_order = (tuple(sorted(cards, key=place.__getitem__)) for cards in found)
    return tuple(dict.fromkeys(in_order))


# --- the rules


PACK = note(
    "big-two-order",
    "The order of the cards",
    "The two is the highest rank, above the ace, and the three the lowest. Cards of one rank are"
    " ordered by suit: spades above hearts, hearts above clubs, clubs above diamonds. So no two"
    " cards are level.",
    "altered-order",
    "suit-order",
    "rank",
)
KINDS_OF_FIVE = note(
    "kinds-of-five",
    "Combinations of five cards",
    "From low to high: a straight, five ranks in a row from 3 4 5 6 7 to 10 J Q K A,"
    " {low_straights}; a flush, five cards of one suit;"
    " a full house, three cards of a rank and a pair; four cards of a rank and any fifth card; a"
    " straight flush.",
    "poker-melds",
    "set",
)
FIRST_OUT = note(
    "first-out-ends",
    "The first empty hand",
    "The first player without cards ends the deal at once.",
    "shedding",
    "going-out",
)
LEADS = note(
    "first-leader",
    "Who leads first",
    "In the first deal the holder of 3♦ leads, later whoever won the deal before.",
    "turn",
)


@rule("combination", "What may be laid together", "poker-melds", "set", quiet=Typed("play 3C 4D"))
def combination(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card, two or three of a rank, or one of the combinations of five cards. Four cards
    are laid only with a fifth."""
    return no_combination(
        table, moves, "these cards are not a pair, three of a rank or one of the fives that count"
    )


@rule("three-of-diamonds", "3♦ is led", "climbing", look="Is this the first lead?")
def three_of_diamonds(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """The very first lead contains 3♦, alone or in a combination."""
    if table.standing.winner is not None:
        return silent(moves, "this is not the first deal")
    return must_contain(table, moves, FIRST)


@rule(
    "higher-combination",
    "Higher cards",
    "climbing",
    "poker-melds",
    "suit-order",
    look="What lies there, and what is its highest card?",
)
def higher_combination(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """A single card is beaten by a higher one, a pair by a higher rank or by the higher suit,
    three of a rank by a higher rank. Five cards are beaten by any of a higher kind. Straights and
    straight flushes go by their highest card, full houses by the three, fours by the four. Flushes
    go by their ranks from the top down, and then by suit."""
    if not table.top:
        return silent(moves, "{you} {lead}, and may play anything")
    game = table.game
    best = game.made_of(table.top)
    higher = f"a higher {'four of a rank' if best.kind == 'four' else best.kind}"
    if best.size == 5 and best.kind != FIVES[-1]:
        higher += " or better kind"
    return may_only_be(
        moves,
        above(game, best, moves),
        f"only {higher} beats {{top}}",
        {"top": listed(table.top, most=5)},
        leaves=is_play,
        then=f"only {higher} is enough",
    )


# --- the score


@dataclass(frozen=True)
class BigTwoResult:
    """cards: how many each seat holds at the end."""

    cards: tuple[int, ...] = bounded(0, 13, (0, 3, 10, 13), "cards of {}", each="seat")

    def cannot(self, game: Game) -> str:
        if self.cards.count(0) != 1:
            return "one player, and only one, is out of cards; change the cards of another"
        return ""


def cost(cards: int) -> int:
    """What the cards left in a hand cost.

    >>> [cost(cards) for cards in (0, 3, 9, 10, 12, 13)]
    [0, 3, 9, 20, 24, 39]
    """
    return cards * (1 + (cards >= DEAR) + (cards >= DEAREST))


DIFFERENCES = Formula("t - 4*p", t="what all hands cost", p="what this hand costs")
PAID = Formula("-p", p="what the hand costs")
WON = Formula("t", t="what all hands cost")
COSTS = note(
    "cards-left",
    "What cards cost",
    "A card left in a hand costs 1. Of a hand with ten to twelve cards each costs 2, and of a hand"
    " from which nothing was played each costs 3.",
    "going-out",
    part=SheetPart.SCORING,
)


@scores("differences", "Between every two players", "zero-sum", "going-out")
def differences(game: Game, result: BigTwoResult) -> Iterator[ScoreLine]:
    """Every two players settle the difference between what their hands cost; whoever has the dearer
    hand pays it to the other."""
    total = sum(map(cost, result.cards))
    for side, held in zip(game.sides, result.cards, strict=True):
        because = _because(game, side.seats[0], held)
        yield line(side.id, "Settled", differences, DIFFERENCES, because, t=total, p=cost(held))


@scores("to-winner", "To the winner", "zero-sum", "going-out")
def to_winner(game: Game, result: BigTwoResult) -> Iterator[ScoreLine]:
    """Everybody pays the winner what their own hand costs."""
    total = sum(map(cost, result.cards))
    for side, held in zip(game.sides, result.cards, strict=True):
        because = _because(game, side.seats[0], held)
        if held:
            yield line(side.id, "Cards left", to_winner, PAID, because, p=cost(held))
        else:
            yield line(side.id, "Out", to_winner, WON, because, t=total)


def _because(game: Game, seat: int, held: int) -> str:
    if not held:
        return game.tell("{who} went out", who=Seat(seat))
    return game.tell("{who} held {cards}", who=Seat(seat), cards=some(held, "card"))


@dataclass(frozen=True)
class WinnerStanding(Standing):
    """winner: the seat that won the last deal; None before the first."""

    winner: SeatNo | None = None


class BigTwo(EitherWay, ClimbingGame):
    """Get rid of your cards by climbing: play a higher single card, pair, three or five than the
    one that lies there, or pass. The two is the highest rank, and the suits have an order too."""

    id, title, picture = "big-two", "Big Two", "2S 2H AS KS"
    told_first = (
        "first-leader",
        "three-of-diamonds",
        "combination",
        "must-pass-or-play",
        "same-number",
        "higher-combination",
    )
    zero_sum = True
    Standing: type[WinnerStanding] = WinnerStanding
    Result: type[BigTwoResult] = BigTwoResult
    beats_by = ("higher-combination",)
    pack, ranks, most_of_rank = pack(), RANKS, 3
    reenter = Option(
        False, (False, True), "Whether a player who has passed may play again in the same trick."
    )
    low_straights = Option(
        False,
        {False: "and never with a two", True: "with those from ace and two below them"},
        "Whether A 2 3 4 5 and 2 3 4 5 6 are straights.",
        told=YES_OR_NO,
    )
    score_by = Option(
        "differences",
        {
            "differences": "every two players settle the difference of their hands",
            "to-winner": "everybody pays the winner",
        },
        "Who pays whom for the cards left.",
    )
    deals = Option(8, range(1, 51), "How many deals make a match.", house=True)

    def result_lacks(self, state: ClimbState) -> str:
        if not state.finished:
            return FINISHED_LACKS
        return super().result_lacks(state)

    def setup(self) -> None:
        super().setup()
        self.may_return = self.reenter
        rules = (combination, three_of_diamonds, must_pass_or_play, same_number, higher_combination)
        play = Climbing(rules=rules, notes=(LEADS, *Climbing.notes, FIRST_OUT))
        self.phases = (Dealt(), play)
        self.notes = (PACK, KINDS_OF_FIVE, COSTS)
        self.scoring = (differences,) if self.score_by == "differences" else (to_winner,)
        self.ends = (Deals(self.deals),)

    # --- what goes together
    def ordering(self, trump: str | None = None) -> Ordering:
        super().ordering(trump)  # there are no trumps
        return Heights(self.pack, self.ranks, SUITS)

    def made_of(self, cards: Cards) -> CardShape:
        return _made_of(cards, self.low_straights, self.heights)

    def plays_of(self, table: ClimbState) -> tuple[Move, ...]:
        """Single cards, sets of a rank and, where they may be played, the fives."""
        sets = super().plays_of(table)
        if table.top and len(table.top) != 5:
            return sets
        fives = fives_in(self.held(table.hand), self.low_straights)
        return (*sets, *(PlayCards(*cards) for cards in fives))

    def is_high(self, cards: Cards) -> bool:
        return len(cards) < 5 and super().is_high(cards)

    # --- the deal
    def leading_card(self, state: Any) -> Card | None:
        return FIRST if state.standing.winner is None else None

    def first_leader(self, state: ClimbState) -> int:
        if state.standing.winner is not None:
            return int(state.standing.winner)
        seats = (*state.seats_after(state.dealer), state.dealer)
        return int(next((s for s in seats if FIRST in state.hands[s]), seats[0]))

    def result(self, state: ClimbState) -> BigTwoResult:
        return BigTwoResult(tuple(map(len, state.hands)))

    def next_standing(self, state: ClimbState, lines: Iterable[ScoreLine]) -> Any:
        return super().next_standing(state, lines).but(winner=state.finished[0])

    def panels(self, state: Any) -> dict[str, Any]:
        """Who won the last deal, until the first lead of this one."""
        panels, winner = super().panels(state), state.standing.winner
        if winner is not None and not state.laid and not state.gone:
            panels["notes"].setdefault(winner, []).append("won the last deal")
        return panels

    def feats(self, result: BigTwoResult) -> tuple[Feat, ...]:
        """Who went out, and what the others held."""
        return tuple(
            Feat((seat,), f"held {some(held, 'card')} at the end" if held else "went out")
            for seat, held in enumerate(result.cards)
        )


@lru_cache(maxsize=50_000)
def _made_of(cards: Cards, low: bool, order: Heights) -> CardShape:
    """What cards are, and how high."""
    size, counts = len(cards), sorted(Counter(card.rank for card in cards).values())
    top = max(map(order.height, cards))
    if size in SETS and len(counts) == 1:
        return CardShape(SETS[size], size, (top,))
    if size != 5:
        return CardShape("", size)
    highest, flush = top_of_straight(cards, low), len({card.suit for card in cards}) == 1
    if highest is not None:
        kind = "straight flush" if flush else "straight"
        height: tuple[int, ...] = (order.height(highest),)
    elif counts[-1] > 2 and counts != [1, 1, 3]:
        kind = "full house" if counts[-1] == 3 else "four"
        of_rank = Counter(card.rank for card in cards).most_common(1)[0][0]
        height = (next(order.rank_height(c) for c in cards if c.rank == of_rank),)
    elif flush:
        kind = "flush"
        height = (*sorted(map(order.rank_height, cards), reverse=True), top)
    else:
        return CardShape("", size)
    return CardShape(kind, size, (FIVES.index(kind), *height))
