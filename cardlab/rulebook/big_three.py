"""Big Three: an auction for a few cards face down and for playing alone; then climb with sets and
runs until somebody's hand is empty.

Source: the common rules of the game that is known as Da San, or as Dig a Hole.  House choices: turns
go clockwise; the cards are dealt, where players at a table take them one by one, which makes the
same hands; nobody but the declarer sees the cards of the hole; a run of threes is two or more of
them; a player who has passed in the play is out until the cards are turned down; four players are
dealt 13 cards each, without a hole, and one plays against three; a match is twelve deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Dealing, Game
from cardlab.engine.moves import PASS, Bid, Deal, Move
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, seat_of, switch
from cardlab.engine.rulings import Ruling, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, declares, reason_of
from cardlab.engine.words import Seat, number
from cardlab.families.auctions import Auction, Calls, last_bid, tops
from cardlab.families.climbing import (
    FINISHED_LACKS,
    Cards,
    CardShape,
    Climbing,
    ClimbingGame,
    ClimbState,
    PlayCards,
    higher_rank,
    is_play,
    must_pass_or_play,
    no_combination,
)
from cardlab.families.matches import Deals

RANKS = "32AKQJT987654"
IN_RUNS = "456789TJQK"
"""The ranks that runs are made of, from low to high."""
SETS = {1: "single card", 2: "pair", 3: "three of a rank", 4: "four of a rank"}
SHORTEST = {1: 3, 2: 3, 3: 2}
"""How many ranks in a row a run needs, by how many cards of each rank it has."""
RUNS = {1: "run", 2: "run of pairs", 3: "run of threes"}
BIDS = tuple(Bid(str(n), n - 1, n, "", (n - 1, 0), str(n)) for n in (1, 2, 3))
LEADERS = {"opener": "the player who opened the auction", "declarer": "the declarer"}


@dataclass(frozen=True)
class BigThreeState(ClimbState):
    """calls: what was called, with the seats; declarer: who plays alone; stake: the winning bid."""

    calls: Calls = ()
    declarer: SeatNo | None = None
    stake: int = 0


# --- the auction


def opener_of(hands: tuple[Cards, ...]) -> tuple[int, Card]:
    """Who opens the auction, and with which card: the holder of the lowest heart that was dealt.

    >>> from cardlab.engine.cards import cards
    >>> opener_of((cards("KS 6H"), cards("5H AS"), cards("7H")))
    (1, 5H)
    """
    for rank in reversed(RANKS):
        card = Card(rank + "H")
        for seat, hand in enumerate(hands):
            if card in hand:
                return seat, card
    return 0, hands[0][0]


OPENER = note(
    "opener",
    "Who opens",
    "The holder of 4♥ calls first; if it was not dealt, the holder of the lowest heart that was."
    " All others call in turn, round after round, until {last_passes} have passed one after the"
    " other or somebody has bid 3.",
    "auction",
    "turn",
)
DECLARER = note(
    "declarer",
    "The declarer plays alone",
    "The highest bidder is the declarer and plays alone against all others{takes_hole}.",
    "declarer",
    "temporary-alliance",
)


@rule("bid-one-to-three", "The opener bids", "auction", look="Has anybody called yet?")
def opener_bids(table: BigThreeState, moves: tuple[Move, ...]) -> Ruling:
    """The bids are 1, 2 and 3. The player who opens the auction has to bid; the others bid or
    pass."""
    if table.calls:
        return silent(moves, "the auction is open")
    return may_not(
        moves,
        lambda m: m == PASS,
        "{you} {hold} {heart}, and the opener has to bid",
        lambda: {"heart": opener_of((table.hand,))[1]},
        leaves=any_move,
    )


higher_bid = tops("higher-bid", "Bid higher", "auction")


class OpenedAuction(Auction):
    """The holder of a card opens; it ends when all others have passed in a row, or with the highest
    bid."""

    notes = (OPENER, DECLARER)
    rules = (opener_bids, higher_bid)
    begins = ""
    bids, names_trumps = BIDS, False

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """As in any auction; the holder of the lowest heart opens."""
        if state.calls:
            return super().whose_turn(state, last)
        card = opener_of(state.hands)[1]
        told = "{who} had the lowest heart, {card}"
        return reason_of(state, TurnFact.HOLDER, state.to_move, told, card=card)

    def taken_up(self, game: Any) -> int:
        """The hole: all that is not dealt."""
        return len(game.pack) - int(game.cards_needed())

    def enter(self, state: BigThreeState) -> Any:
        seat, card = opener_of(state.hands)
        return state.but(to_move=seat).remember(None, (card,), seat)

    def finished(self, state: BigThreeState) -> bool:
        last = last_bid(state.calls)
        if last is None:
            return False
        passes = next(i for i, (_, call) in enumerate(reversed(state.calls)) if call != PASS)
        return last[1] == BIDS[-1] or passes == state.game.players - 1

    def close(self, state: BigThreeState) -> Any:
        """The declarer takes the hole."""
        last = last_bid(state.calls)
        assert last is not None
        seat, bid = last
        hand = state.game.held((*state.hands[seat], *state.stock))
        taken = state.but(hands=state.held(seat, hand), stock=(), declarer=seat, stake=bid.level)
        return state.game.next_phase(taken)


# --- what goes together


def runs_in(hand: Cards) -> tuple[Cards, ...]:
    """Every run that a hand can make; where it has several cards of a rank, the lowest suits stand
    for all, since suits play no part.

    >>> from cardlab.engine.cards import cards
    >>> runs_in(cards("4C 5C 6C 7D"))
    ((4C, 5C, 6C), (4C, 5C, 6C, 7D), (5C, 6C, 7D))
    """
    return _runs_in(hand)


@lru_cache(maxsize=20_000)
def _runs_in(hand: Cards) -> tuple[Cards, ...]:
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    found = []
    for width, shortest in SHORTEST.items():
        for low in range(len(IN_RUNS)):
            run: list[Card] = []
            for high in range(low, len(IN_RUNS)):
                held = by_rank.get(IN_RUNS[high], [])
                if len(held) < width:
                    break
                run += held[:width]
                if high - low + 1 >= shortest:
                    found.append(tuple(run))
    return tuple(found)


@rule(
    "runs-four-to-king",
    "Sets and runs",
    "set",
    "run",
    "tractor",
    quiet=Typed("play 4C 5D"),
)
def sets_and_runs(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """Play one to four cards of a rank, or a run. A run is three or more ranks in a row with one
    card or a pair of each, or two or more ranks with three of each. A run lies between four and
    king; three, two and ace stand in none."""
    return no_combination(
        table, moves, "these cards are neither of one rank nor a run from four to king"
    )


@rule(
    "same-shape", "The same shape", "climbing", "tractor", look="What was led, and how many cards?"
)
def same_shape(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """The leader chooses the shape: how many cards of a rank, or a run of how many cards. All
    others play the same shape, or pass."""
    if not table.top:
        return silent(moves, "{you} {lead}, and may play any shape")
    game = table.game
    led = game.made_of(table.top)
    return may_not(
        moves,
        lambda m: isinstance(m, PlayCards) and game.made_of(m.cards)[:2] != led[:2],
        f"{shape_told(led)} was led, and everybody has to play the same shape",
        leaves=is_play,
    )


def shape_told(shape: CardShape) -> str:
    """A shape in words.

    >>> shape_told(CardShape("run", 4)), shape_told(CardShape("run of pairs", 6))
    ('a run of four cards', 'a run of pairs with six cards')
    >>> shape_told(CardShape("pair", 2)), shape_told(CardShape("three of a rank", 3))
    ('a pair', 'three of a rank')
    """
    if shape.kind in RUNS.values():
        joined = "of" if shape.kind == RUNS[1] else "with"
        return f"a {shape.kind} {joined} {number(shape.size)} cards"
    return f"a {shape.kind}" if shape.size < 3 else shape.kind


# --- the score


@dataclass(frozen=True)
class BigThreeResult:
    """declarer: who played alone; bid: for how much; out: whether the declarer was out first."""

    declarer: int = seat_of(0, "the declarer")
    bid: int = bounded(1, 3, 2, "the bid")
    out: bool = switch(True, "the declarer was out first")


BID = "the bid"
ALONE_WON, ALONE_LOST = Formula("b*k", b=BID, k="opponents"), Formula("-b*k", b=BID, k="opponents")
PAYS, GETS = Formula("-b", b=BID), Formula("b", b=BID)


@scores("stake", "The bid is paid", "declarer", "zero-sum")
def stake_is_paid(game: Game, result: BigThreeResult) -> Iterator[ScoreLine]:
    """If the declarer is out first, each of the others pays the declarer the bid. If one of the
    others is, the declarer pays the bid to each of them."""
    did = "went out first" if result.out else "did not go out first"
    because = game.tell(
        "{who} bid {bid} and {did}", who=Seat(result.declarer), bid=str(result.bid), did=did
    )
    for side in game.sides:
        if side.seats[0] == result.declarer:
            formula, many = ALONE_WON if result.out else ALONE_LOST, game.players - 1
            yield line(side.id, "Declarer", stake_is_paid, formula, because, b=result.bid, k=many)
        else:
            formula = PAYS if result.out else GETS
            yield line(side.id, "Against", stake_is_paid, formula, because, b=result.bid)


FIRST_OUT = note(
    "first-out-ends",
    "The first empty hand",
    "The first player without cards ends the deal at once, and wins it for its side.",
    "shedding",
    "going-out",
)
ORDER = note(
    "big-three-order",
    "The order of the ranks",
    "Three is the highest rank, then two and ace; the four is the lowest. Suits play no part.",
    "altered-order",
    "rank",
)
LEADS = note("first-leader", "Who leads first", "{leads_first} leads first.", "turn")


class DealWithHole(Dealing):
    """The same number to all; the rest lies face down."""

    notes = (
        note(
            "deal-hands",
            "Deal the hands",
            "Shuffle, and deal all players the same number of cards.",
            "deal",
            "hand",
        ),
    )

    def apply(self, state: BigThreeState, seat: int | None, move: Deal) -> Any:
        hands = tuple(state.game.held(hand) for hand in move.hands)
        return state.game.next_phase(state.but(hands=hands, stock=move.stock))


HOLE = note(
    "hole",
    "The hole",
    "The four cards that are left over lie face down: the hole. They are for the highest bidder.",
    "widow",
)


class BigThree(ClimbingGame):
    """Bid to play alone{for_hole}. Then climb: play the same shape as was led, higher, or pass. The
    first empty hand wins for its side."""

    id, title, picture = "big-three", "Big Three", "3S 3H 3C 2S"
    told_first = (
        "first-leader",
        "runs-four-to-king",
        "must-pass-or-play",
        "same-shape",
        "higher-rank",
    )
    seats = (3, 4, 3)
    zero_sum = True
    State: type[BigThreeState] = BigThreeState
    Result: type[BigThreeResult] = BigThreeResult
    scoring = (stake_is_paid,)
    pack, ranks = pack(), RANKS
    leader = Option("opener", LEADERS, "Who leads first.")
    reenter = Option(
        False, (False, True), "Whether a player who has passed may play again in the same trick."
    )
    deals = Option(12, range(1, 61), "How many deals make a match.", house=True)

    def result_lacks(self, state: Any) -> str:
        if state.declarer is None:
            return "Somebody has bid highest when a deal ends: give declarer, a player"
        if not state.finished:
            return FINISHED_LACKS
        return super().result_lacks(state)

    def first_lead(self, state: Any) -> TurnReason | None:
        """The declarer, or whoever opened the auction, leads first."""
        if state.to_move == state.declarer and self.leader == "declarer":
            return declares(state)
        return reason_of(state, TurnFact.HOLDER, state.to_move, "{who} opened the auction")

    def setup(self) -> None:
        self.may_return = self.reenter
        rules = (sets_and_runs, must_pass_or_play, same_shape, higher_rank)
        play = Climbing(rules=rules, notes=(LEADS, *Climbing.notes, FIRST_OUT))
        hole = (HOLE,) if self.players == 3 else ()
        dealing = DealWithHole(
            each=16 if self.players == 3 else 13, notes=(*DealWithHole.notes, *hole)
        )
        self.phases = (dealing, OpenedAuction(columns=("Bid",)), play)
        self.notes = (ORDER,)
        self.ends = (Deals(self.deals),)

    # --- the words of the sheet
    @property
    def last_passes(self) -> str:
        """How many passes in a row end the auction."""
        return f"{number(self.players - 1)} players"

    @property
    def takes_hole(self) -> str:
        """What the declarer gets, as the end of a sentence."""
        return ", with the cards of the hole in the hand" if self.players == 3 else ""

    @property
    def for_hole(self) -> str:
        """What is bid for, as the end of a sentence."""
        return " with four cards more" if self.players == 3 else ""

    @property
    def leads_first(self) -> str:
        """Who leads first, at the beginning of a sentence."""
        told = LEADERS[self.leader]
        return told[0].upper() + told[1:]

    of_runs = " Runs go by their highest card."

    # --- what goes together
    def made_of(self, cards: Cards) -> CardShape:
        return _made_of(cards)

    def plays_of(self, table: BigThreeState) -> tuple[Move, ...]:
        """Single cards, and the sets and runs that may be played."""
        sets, led = super().plays_of(table), self.made_of(table.top) if table.top else None
        runs = [
            PlayCards(*run)
            for run in runs_in(self.held(table.hand))
            if led is None or self.made_of(run)[:2] == led[:2]
        ]
        if led is None or led.kind in SETS.values():
            return (*sets, *runs)
        return (*(play for play in sets if len(play.cards) == 1), *runs)  # type: ignore[attr-defined]

    def stands_for(self, table: Any, cards: Cards) -> Cards:
        """A run of the same ranks is the one that is offered: suits play no part."""
        if self.made_of(cards).kind not in RUNS.values():
            return cards
        ranks = [card.rank for card in cards]
        return next(
            (run for run in runs_in(self.held(table.hand)) if [c.rank for c in run] == ranks), cards
        )

    # --- the deal
    def first_leader(self, state: BigThreeState) -> int:
        if self.leader == "declarer" and state.declarer is not None:
            return int(state.declarer)
        return int(state.calls[0][0]) if state.calls else opener_of(state.hands)[0]

    def calls(self, state: BigThreeState) -> Calls:
        calls: Calls = state.calls
        return calls

    def aims(self, state: Any) -> tuple[Aim, ...]:
        """The declarer against all others, as soon as there is one."""
        if state.declarer is None:
            return super().aims(state)
        others = tuple(seat for seat in range(self.players) if seat != state.declarer)
        return (Aim((state.declarer,), Want.MOST), Aim(others, Want.MOST))

    def result(self, state: Any) -> BigThreeResult:
        return BigThreeResult(state.declarer, state.stake, state.finished[0] == state.declarer)

    def feats(self, result: BigThreeResult) -> tuple[Feat, ...]:
        """What was bid, and who was out first."""
        so = "out first" if result.out else "somebody else was out first"
        return (Feat((result.declarer,), f"bid {result.bid} and played alone", so, result.out),)

    # --- for the bots
    def bid_level(self, hand: Cards) -> int:
        """How much a hand is worth: high cards, and as few plays as possible."""
        high = Counter(card.rank for card in hand)
        strength = 3 * high["3"] + 2 * high["2"] + high["A"] - self.plays_needed(hand) / 2
        return sum(strength >= least for least in (1, 3, 5))

    def plays_needed(self, hand: Cards) -> int:
        ranks = {card.rank for card in hand}
        rows = [len(list(row)) for held, row in groupby(IN_RUNS, ranks.__contains__) if held]
        return len(ranks) - sum(row - 1 for row in rows if row >= SHORTEST[1])

    def allied(self, state: Any, one: int, other: int) -> bool:
        return state.declarer is not None and state.declarer not in (one, other)

    # --- the picture
    def zones(self, state: BigThreeState) -> list[Zone]:
        hole = [pile("hole", "Hole", state.stock, open=False)] if state.stock else []
        return [*hole, *super().zones(state)]

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.declarer is not None:
            panels["notes"].setdefault(state.declarer, []).insert(0, f"alone for {state.stake}")
        return panels


@lru_cache(maxsize=50_000)
def _made_of(cards: Cards) -> CardShape:
    """What cards are, and how high."""
    counts, size = Counter(card.rank for card in cards), len(cards)
    height = (max(len(RANKS) - RANKS.index(rank) for rank in counts),)
    if len(counts) == 1:
        return CardShape(SETS[size], size, height) if size in SETS else CardShape("", size)
    width = next(iter(counts.values()))
    places = sorted(map(IN_RUNS.find, counts))
    in_a_row = places[0] >= 0 and places[-1] - places[0] == len(places) - 1
    even = set(counts.values()) == {width}
    if in_a_row and even and width in SHORTEST and len(counts) >= SHORTEST[width]:
        return CardShape(RUNS[width], size, height)
    return CardShape("", size)
