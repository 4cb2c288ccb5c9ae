"""Cardigan: four packs, bids of eleven kinds, and equal cards that are thrown face down into the
opponents' score.

Source: the Cardigan entry of the project's first collection of rules (an invented game of 2005).
House choices: the source lost the values of diamonds, clubs, hearts, spades, Red and Black; ours
lie on the line through the five that it kept (100 and 50 more for each place in the order of bids)
and are options.  The contract bonus counts before dummy and open hands (option); both together
count five times (option); sets are declared in turn from the dealer's left, of any size held and
one to a card, and a copy that lies open is played first; a player who has passed may bid later
(option); the defenders' tricks are multiplied too (option); a card is compared with the face-up
cards of its trick only; a hand that lies wholly declared raises the tricks, not the bonus.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import Any

from cardlab.engine.cards import RANKS, SUITS, Card, Suit, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD, Phase
from cardlab.engine.moves import PASS, Bid, Move, Play, Say, normal
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.ordering import Ordering, bowers
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed, Under
from cardlab.engine.results import bounded, cards_of, chosen, scored_by, side_of, switch
from cardlab.engine.rulings import Rule, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone
from cardlab.engine.words import in_digits, number, some
from cardlab.families.auctions import (
    CONTRACT_LACKS,
    Auction,
    Contract,
    after_passes,
    last_bid,
    tops,
)
from cardlab.families.collecting import (
    CollectingGame,
    CollectingState,
    DrawForDeal,
    FromOwnPack,
    OwnPacks,
    full_suits,
)
from cardlab.families.duplicates import SETS, Duplicates, DuplicatesState
from cardlab.families.face_down import (
    DOWN_TO_OPPONENTS,
    EQUAL_DOWN,
    EqualDownTricks,
    FaceDownState,
    turned,
)
from cardlab.families.matches import Deals
from cardlab.families.tricks import DECLARER, DECLARER_LACKS, PARTNERS, Leader, Trick, Tricks

# --- bids, values and the order of the cards

KINDS = {
    "D": "♦",
    "C": "♣",
    "H": "♥",
    "S": "♠",
    "DA": "♦ alone",
    "CA": "♣ alone",
    "HA": "♥ alone",
    "SA": "♠ alone",
    "RED": " Red",
    "BLACK": " Black",
    "NT": "NT",
}
SHORT = {"RED": "R", "BLACK": "B"}


class KindBid(Bid):
    """A bid whose label is short enough for a ladder of 77: ``2♦A`` is two in diamonds alone,
    ``2R`` is two in Red."""

    __slots__ = ()

    @property
    def said(self) -> str:
        return f"{self.level}{KINDS[self.strain]}"

    def told(self, name: str) -> str:
        return f"{name} bids {self.said}."


BIDS = tuple(
    KindBid(
        f"{level}{kind}",
        height,
        level,
        kind,
        divmod(height, len(KINDS)),
        f"{level}{SHORT.get(kind, sign[:1])}{end}",
    )
    for height, (level, (kind, sign)) in enumerate(product(range(1, 8), KINDS.items()))
    for end in ["A" if kind in ("DA", "CA", "HA", "SA") else "T" if kind == "NT" else ""]
)
DEALS = 4
TWOS = "2S 2H 2C 2D"


def both(rank: str, suits: str) -> str:
    return " ".join(rank + suit for suit in suits)


def trumps(kind: str) -> tuple[str, tuple[str, ...]]:
    """The trump suit of a kind of bid, and its cards from high to low; tied cards stand in one
    text."""
    if kind in ("RED", "BLACK"):
        mine, others = ("HD", "SC") if kind == "RED" else ("SC", "HD")
        return kind[0], (both("J", mine), both("J", others), both("T", mine), both("A", mine), TWOS)
    if kind.endswith("A"):
        return kind[0], tuple(rank + kind[0] for rank in RANKS)
    others = "SC" if kind in "HD" else "HD"
    return kind, (
        *bowers(Suit(kind)),
        both("J", others),
        *(rank + kind for rank in "AKQT9876543"),
        TWOS,
    )


# --- declared sets

DECLARED = Formula(
    "({pair_counts}*p + {triplet_counts}*t + {four_counts}*f)*(p + t + f)",
    p=Quantity("", "pairs declared", "pairs", idle=0),
    t=Quantity("", "triplets declared", "triplets", idle=0),
    f=Quantity("", "fours declared", "fours", idle=0),
)


@scores(
    "declared-sets",
    "Declared sets score at once",
    "declared-meld",
    "identical-cards",
    "score-keeping",
)
def declared_sets(game: Cardigan, result: tuple[int, tuple[int, ...]]) -> Any:
    """A pair counts {pair_counts}, a triplet {triplet_counts}, four of a card {four_counts}. A
    player's sets are added up and multiplied by their number; partners' sets are not counted
    together."""
    seat, sizes = result
    if sizes:
        p, t, f = (sizes.count(n) for n in SETS)
        yield line(
            game.side_of[seat],
            "Declared sets",
            declared_sets,
            DECLARED.agreed(game),
            "laid open before the auction",
            p=p,
            t=t,
            f=f,
        )


class DeclaredSets(Duplicates):
    notes = (*Duplicates.notes, declared_sets)

    def scored(self, state: CardiganState, seat: int) -> Any:
        return state.but(
            pegged=(*state.pegged, *declared_sets.test(state.game, (seat, state.sizes(seat))))
        )


# --- the auction, and what it scores

VALUE = Formula("b + s", b="value of the kind of bid", s="what a slam adds, else 0")
BONUS = Formula(
    "k*v", k=Quantity("", "2, or 4 if the dealer was stuck", "bonus"), v="value of the contract"
)


@dataclass(frozen=True)
class CardiganResult:
    """tricks: of the contracting side; won and thrown: by side, the face-up cards it won and the
    opponents' face-down ones; collected: everything of the match by side, once it is over."""

    level: int = bounded(1, 7, 1, "the level of the bid")
    kind: str = chosen(
        {kind: sign.strip() for kind, sign in KINDS.items()}, "NT", "the kind of the bid"
    )
    side: int = side_of(0, "the contracting side")
    tricks: int = bounded(0, 13, 7, "tricks of the contracting side")
    multiplier: int = chosen(
        lambda g: {g.multiplier(str(o)): o.label for o in opened_hands()}, 1, "dummy and open hand"
    )
    stuck: bool = switch(False, "the dealer was stuck")
    deal: int = bounded(1, DEALS, 1, "the number of the deal")
    won: tuple[tuple[Card, ...], ...] = cards_of(((), ()), "face-up cards won by {}", each="side")
    thrown: tuple[tuple[Card, ...], ...] = cards_of(((), ()), "face-down cards for {}", each="side")
    collected: tuple[tuple[Card, ...], ...] = cards_of(
        ((), ()), "everything collected by {}", each="side"
    )

    def cannot(self, game: Cardigan) -> str:
        for place, heaps in (
            ("this deal", (*self.won, *self.thrown)),
            ("all deals", self.collected),
        ):
            held = [c for heap in heaps for c in heap]
            if many := next((c for c in held if held.count(c) > 4), None):
                return (
                    f"{many.sign} is there four times; in {place} it lies {held.count(many)} times"
                )
        if len([c for heap in (*self.won, *self.thrown) for c in heap]) > 52:
            return "52 cards are played in a deal; take some away"
        for index, (side, cards) in enumerate(zip(game.sides, self.won, strict=True)):
            if cards and self.tricks == (0 if index == self.side else 13):
                return f"{side.name} took no trick, so it won no card face up; give it a trick"
        if any(self.collected) and self.deal < DEALS:
            return (
                f"full suits count after deal {DEALS}; make this the last deal, or leave what was"
                " collected empty"
            )
        return ""

    @property
    def made(self) -> bool:
        return self.tricks >= 6 + self.level


@scores("contract-bonus", "The contract bonus", "contract", "score-keeping")
def contract_bonus(game: Cardigan, result: CardiganResult) -> Any:
    """{bonus} the contracting side scores twice {bonus_value}. The side scores four times that
    value if the dealer was stuck, and keeps the bonus whether the contract is made or not."""
    v = game.value(result.level, result.kind) * (
        result.multiplier if game.bonus == "declared" else 1
    )
    because = "the dealer was stuck" if result.stuck else "the auction was won"
    yield line(
        game.sides[result.side].id,
        "Contract bonus",
        contract_bonus,
        BONUS,
        because,
        k=2 + 2 * result.stuck,
        v=v,
    )


@rule("dealer-is-stuck", "The dealer is stuck", "auction")
def stuck_dealer(table: CardiganState, moves: tuple[Move, ...]) -> Any:
    """If the first three players pass, the dealer must name a bid; it is the contract at once."""
    if len(table.calls) < 3 or last_bid(table.calls):
        return silent(moves, "{you} may pass")
    return may_not(moves, lambda m: m == PASS, "the other three have passed", leaves=any_move)


@rule("passed-out", "After a pass", "auction")
def passed_out(table: CardiganState, moves: tuple[Move, ...]) -> Any:
    """{return_after_pass}"""
    if table.game.return_after_pass or (table.me, PASS) not in table.calls:
        return silent(moves, "{you} may bid")
    return may_not(moves, lambda m: isinstance(m, Bid), "{you} passed before", leaves=any_move)


insufficient = tops("insufficient", "Each bid tops the last", "auction", "suit-order", "no-trump")


class CardiganAuction(Auction):
    bids, columns = BIDS, tuple(sign.strip() for sign in KINDS.values())
    rules = (passed_out, insufficient, stuck_dealer)
    notes = (
        note(
            "calls-in-turn",
            "Call in turn",
            "From the dealer's left, each player in turn bids or passes. A bid is a level from 1 to"
            " 7, the tricks above six, and a kind. At one level the kinds rise: diamonds, clubs,"
            " hearts, spades, the same four alone, Red, Black, no trump.",
            "auction",
            "turn",
            "eldest",
            "odd-tricks",
        ),
        note(
            "three-passes",
            "Three passes end the auction",
            "Three passes after a bid end the auction. The player who made the last bid is the"
            " contractor, and the bid names the trumps.",
            "auction",
            "contract",
            "named-trump",
        ),
        contract_bonus,
    )

    def read(self, table: CardiganState, text: str) -> Move | None:
        if text == "p":
            return PASS
        return next((bid for bid in BIDS if normal(bid.said) == text), None)

    def finished(self, state: CardiganState) -> bool:
        return len(state.calls) > 3 and (
            [c for _, c in state.calls[-3:]] == [PASS] * 3 or state.stuck
        )

    def close(self, state: CardiganState) -> Any:
        seat, bid = last_bid(state.calls)  # type: ignore[misc]
        state = state.but(
            contract=Contract(bid, seat), declarer=seat, order=state.game.ordering(bid.strain)
        )
        return state.game.next_phase(state if state.game.bonus == "declared" else paid(state))


def opened_hands() -> tuple[Say, ...]:
    """What a contractor may do with the hands of the side."""
    return tuple(HANDS.values())


def paid(state: CardiganState) -> Any:
    """The table after the contract bonus."""
    return state.but(
        pegged=(*state.pegged, *contract_bonus.test(state.game, state.game.result(state)))
    )


HANDS = {
    "hidden": Say("hidden", "Keep both hands hidden", "keeps both hands hidden"),
    "dummy": Say("dummy", "Partner's hand is dummy", "makes partner's hand the dummy"),
    "open": Say("open", "Play your own hand open", "plays with an open hand"),
    "both": Say(
        "both", "Dummy and open hand", "makes partner's hand the dummy and plays with an open hand"
    ),
}


class OpenHands(Phase):
    part = SheetPart.BEFORE
    id, title, doing = "hands", "Dummy and open hand", "open hands or keep them hidden"
    prompt = "You are the contractor: open a hand, or keep both hidden."
    spoken = tuple(HANDS.values())

    def lacking(self, state: CardiganState) -> str:
        return "" if state.declarer is not None else DECLARER_LACKS

    def enter(self, state: CardiganState) -> Any:
        return state.but(to_move=state.declarer)

    def candidates(self, table: CardiganState) -> tuple[Move, ...]:
        return tuple(HANDS.values())

    def apply(self, state: CardiganState, seat: int, move: Say) -> Any:
        state = state.but(opened=str(move))
        return state.game.next_phase(paid(state) if state.game.bonus == "declared" else state)


# --- the play


@dataclass(frozen=True)
class CardiganState(DuplicatesState, FaceDownState, CollectingState):
    """opened: what the contractor made of the hands of the side."""

    opened: str = "hidden"

    @property
    def stuck(self) -> bool:
        """Three passes made the dealer name the contract."""
        return len(self.calls) == 4 and [c for _, c in self.calls[:3]] == [PASS] * 3

    @property
    def partner(self) -> int | None:
        """The contractor's partner."""
        return None if self.declarer is None else self.game.partner_of[self.declarer]

    @property
    def dummy(self) -> int | None:
        """The contractor's partner, if the contractor plays both hands."""
        return self.partner if self.opened in ("dummy", "both") else None

    def actor(self) -> int | None:
        dummy = self.to_move is not None and self.to_move == self.dummy
        return self.declarer if dummy else self.to_move

    def sees(self, viewer: int, seat: int) -> bool:
        if viewer == seat or self.declarer is None:
            return viewer == seat
        return self.opened in {
            self.declarer: ("open", "both"),
            self.partner: ("dummy", "both"),
        }.get(seat, ())

    def contract_tricks(self) -> int:
        """Tricks of the contracting side so far."""
        return self.tricks_by_side()[self.game.side_index(self.contract.declarer)]


CONTRACTOR_LEADS = note(
    "contractor-leads",
    "The contractor leads",
    "The contractor leads to the first trick.",
    "trick",
    "contract",
)


class CardiganTricks(EqualDownTricks):
    leads = Leader(CONTRACTOR_LEADS, DECLARER.seat)
    notes = (
        HOLD_CARD,
        CONTRACTOR_LEADS,
        *(known for known in Tricks.notes if known not in ("eldest-leads", HOLD_CARD)),
        EQUAL_DOWN,
        DOWN_TO_OPPONENTS,
        note(
            "markers",
            "The marker row",
            "Thirteen markers tell how the contract stands: six B for the book, a C for each trick"
            " of the level, the rest O. The contracting side takes one from the left for each"
            " trick, the defenders from the right.",
            "odd-tricks",
        ),
    )

    def apply(self, state: CardiganState, seat: int, move: Play) -> Any:
        return super().apply(state.parted(seat, move.card), seat, move)


def told(row: str) -> str:
    """Markers counted by their letters: ``5 B 7 C``."""
    return " ".join(f"{row.count(letter)} {letter}" for letter in "BCO" if letter in row) or "none"


def markers(level: int, tricks: tuple[bool, ...]) -> tuple[str, str, str]:
    """The marker row after these tricks (True: the contracting side's): what is left, the
    contractors', the defenders'."""
    row, ours = "B" * 6 + "C" * level + "O" * (7 - level), sum(tricks)
    return row[ours : 13 - len(tricks) + ours], row[:ours], row[13 - len(tricks) + ours :]


# --- the score

TERMS = {
    "m": Quantity("", "multiplier for dummy and open hand", "open hands", idle=1),
    "v": Quantity("", "value of the contract", "value"),
}
MADE = Formula(
    "(6 + 2*l)*m*v + o*(m*v//2)",
    l="level of the contract",
    o=Quantity("", "tricks beyond it", idle=0),
    **TERMS,
)
TAKEN = Formula("t*m*v", t="tricks taken", **TERMS)
DEFENDED = Formula("t*(m*v//2)", t="tricks of the defenders", **TERMS)
BEATEN = Formula(
    "k*t*m*v",
    k=Quantity("", "2 if the book was missed, else 1", "book missed", idle=1),
    t="tricks of the defenders",
    **TERMS,
)
CARDS = Formula(
    "n*(11*a + 10*t + 5*f + 4*k + 3*q + 2*j) + {face_down_counts}*d",
    n=Quantity("", "number of the deal", "deal", idle=1),
    a=Quantity("A", "aces", idle=0),
    t=Quantity("T", "tens", idle=0),
    f=Quantity("F", "fives", idle=0),
    k=Quantity("K", "kings", idle=0),
    q=Quantity("Q", "queens", idle=0),
    j=Quantity("J", "jacks", idle=0),
    d=Quantity("", "cards that the opponents played face down", "face-down cards", idle=0),
)
FULL = Formula(
    "{full_suit_counts}*s*k*(k + 1)//2",
    s=Quantity("", "1 in diamonds, 2 in clubs, 3 in hearts, 4 in spades", "suit"),
    k="full suits collected",
)
RISING = "DCHS"
"""The suits as full ones rise in value."""


@scores(
    "contract-made", "A contract made", "contract", "odd-tricks", "overtrick", "dummy", "open-hand"
)
def contract_made(game: Cardigan, r: CardiganResult) -> Any:
    """The value counts twice with a dummy, three times with an open hand, {both} times with
    both. If the contract is made, its side scores this for each of the first six tricks, double
    for the tricks of the level and half for any beyond. The defenders score half of {defence}
    for each of theirs. A contractor's or partner's hand declared to the last card counts as
    opened."""
    if r.made:
        m, v, o = r.multiplier, game.value(r.level, r.kind), r.tricks - 6 - r.level
        because = f"{some(r.tricks, 'trick')} were taken, and {number(6 + r.level)} were needed"
        yield line(
            game.sides[r.side].id,
            "Contract made",
            contract_made,
            MADE,
            because,
            l=r.level,
            m=m,
            v=v,
            o=o,
        )
        if r.tricks < 13:
            m = m if game.defence == "multiplied" else 1
            yield line(
                game.sides[1 - r.side].id,
                "Defenders' tricks",
                contract_made,
                DEFENDED,
                because,
                t=13 - r.tricks,
                m=m,
                v=v,
            )


@scores("contract-failed", "A contract that fails", "contract", "odd-tricks")
def contract_failed(game: Cardigan, r: CardiganResult) -> Any:
    """If the contract fails, its side scores the value once for each trick taken, and the
    defenders {defence} once for each of theirs. They score double if the contracting side missed
    the book of six."""
    if not r.made:
        m, v = r.multiplier, game.value(r.level, r.kind)
        because = (
            f"{some(r.tricks, 'trick')} {'was' if r.tricks == 1 else 'were'} taken, and"
            f" {number(6 + r.level)} were needed"
        )
        if r.tricks:
            yield line(
                game.sides[r.side].id,
                "Tricks taken",
                contract_failed,
                TAKEN,
                because,
                t=r.tricks,
                m=m,
                v=v,
            )
        k, t, m = 1 + (r.tricks < 6), 13 - r.tricks, m if game.defence == "multiplied" else 1
        yield line(
            game.sides[1 - r.side].id,
            "Contract beaten",
            contract_failed,
            BEATEN,
            because,
            k=k,
            t=t,
            m=m,
            v=v,
        )


@scores("card-points", "Cards count, more in every deal", "card-points", "identical-cards")
def card_points(game: Cardigan, r: CardiganResult) -> Any:
    """An ace counts 11, a ten 10, a five 5, a king 4, a queen 3, a jack 2, times the number of
    the deal. Each card that the opponents played face down adds {face_down_counts} to its own
    points."""
    for i, side in enumerate(game.sides):
        ranks = [c.rank for c in (*r.won[i], *r.thrown[i])]
        counts = {name: ranks.count(rank) for name, rank in zip("atfkqj", "AT5KQJ", strict=True)}
        if ranks:
            yield line(
                side.id,
                "Cards",
                card_points,
                CARDS.agreed(game),
                f"these are the cards taken in deal {r.deal}",
                n=r.deal,
                d=len(r.thrown[i]),
                **counts,
            )


@scores("full-suits", "Full suits at the end", "suit-order", "score-keeping")
def suits_collected(game: Cardigan, r: CardiganResult) -> Any:
    """After the last deal a side scores for every complete suit, ace to two, in all that it
    collected: diamonds {full_suit_counts}; clubs {full_clubs}; hearts {full_hearts}; spades
    {full_spades}. Of one suit a second counts double, a third three times, a fourth four
    times that."""
    for side, held in zip(game.sides, r.collected, strict=True):
        for suit, k in full_suits(held).items():
            if k:
                because = f"collected in {DEALS} deals"
                yield line(
                    side.id,
                    f"Full {SUITS[suit].name}",
                    suits_collected,
                    FULL.agreed(game),
                    because,
                    s=RISING.index(suit) + 1,
                    k=k,
                )


def value_option(kind: str, value: int, *, lost: bool = False) -> Option[int]:
    """What a contract of this kind is worth; ours where the source has lost it."""
    remark = "; the source has lost its value" if lost else ""
    described = f"What a contract {kind} is worth{remark}."
    return Option(value, range(50, 1001, 50), described, house=lost)


def slam_option(name: str, level: int, value: int) -> Option[int]:
    """What the level of a slam adds to the value of its contract."""
    return Option(
        value, range(0, 1001, 50), f"What a {name} adds, a bid of level {level}.", said=NO_POINTS
    )


class Cardigan(CollectingGame):
    """Four players, two against two, with four packs. Declare your duplicates, bid for tricks
    and trumps, and mind the equal cards: a copy of a card in the trick must go face down and scores
    for the opponents. Every card taken is kept for the full suits at the end of four deals."""

    together = {"contract": ("level", "kind")}
    id, title, picture = "cardigan", "Cardigan", "JH JD JC JS"
    shelf = GameShelf.POINTS
    partners, pack = True, pack(decks=4)
    not_a_sum = "what the cards count is multiplied by the number of the deal"
    ordered_by = ()
    per_trick, rank_points = 0, {"A": 11, "T": 10, "5": 5, "K": 4, "Q": 3, "J": 2}
    State: type[CardiganState] = CardiganState
    Result: type[CardiganResult] = CardiganResult
    diamonds = value_option("in diamonds", 100, lost=True)
    clubs = value_option("in clubs", 150, lost=True)
    hearts = value_option("in hearts", 200, lost=True)
    spades = value_option("in spades", 250, lost=True)
    diamonds_alone = value_option("in diamonds alone", 300)
    clubs_alone = value_option("in clubs alone", 350)
    hearts_alone = value_option("in hearts alone", 400)
    spades_alone = value_option("in spades alone", 450)
    red = value_option("in Red", 500, lost=True)
    black = value_option("in Black", 550, lost=True)
    no_trump = value_option("at no trump", 600)
    little_slam = slam_option("Little Slam", 4, 50)
    middle_slam = slam_option("Middle Slam", 5, 100)
    big_slam = slam_option("Big Slam", 6, 200)
    grand_slam = slam_option("Grand Slam", 7, 400)
    pair_counts = Option(1000, range(0, 5001, 500), "What a declared pair counts.", said=NO_POINTS)
    triplet_counts = Option(
        5000, range(0, 25001, 1000), "What a declared triplet counts.", said=NO_POINTS
    )
    four_counts = Option(
        25000, range(0, 100001, 5000), "What a declared four of a card counts.", said=NO_POINTS
    )
    face_down_counts = Option(
        5,
        range(0, 21),
        "What a card that the opponents played face down adds to its points.",
        said=NO_POINTS,
    )
    full_suit_counts = Option(
        1000,
        range(0, 5001, 500),
        "What a full suit of diamonds counts; clubs count twice that, hearts three times, spades"
        " four times.",
    )
    bonus = Option(
        "bid",
        {
            "bid": "When the auction ends",
            "declared": "When the open hands are known,",
        },
        "Which value the contract bonus counts.",
        house=True,
        told={"bid": "the value bid", "declared": "the value as multiplied by open hands"},
    )
    return_after_pass = Option(
        True,
        {
            True: "A player who has passed may bid later in the same auction.",
            False: "A player who has passed may not bid again in the same auction.",
        },
        "Whether a player who has passed may bid later in the same auction.",
        house=True,
    )
    defence = Option(
        "multiplied",
        {"multiplied": "the value so multiplied", "plain": "the plain value"},
        "Open hands multiply what the defenders score, or not.",
        house=True,
    )
    both = Option(
        5,
        {5: "five", 6: "six"},
        "The multiplier for a dummy and an open hand together.",
        house=True,
    )
    scoring = (contract_made, contract_failed, card_points, suits_collected)
    ends = (Deals(DEALS, ("score-keeping",)),)
    quiet = {
        "exact-copies": Typed("declare AS AS"),
        "passed-out": Under({"return_after_pass": False}),
        "dealer-is-stuck": Rare("three seats seldom pass at random", after_passes),
        "contract-made": Rare(
            "contracts bid at random are seldom made", scored_by("contract-made")
        ),
    }

    def lacking(self, state: CardiganState) -> str:
        """Whose contract it is, where there is one."""
        if state.contract is not None and state.declarer is None:
            return DECLARER_LACKS
        return super().lacking(state)

    def result_lacks(self, state: Any) -> str:
        return super().result_lacks(state) if state.contract else CONTRACT_LACKS

    @property
    def deals_first(self) -> str:
        """Nobody: the players draw for the first deal."""
        return ""

    def setup(self) -> None:
        self.phases = (
            DrawForDeal(),
            OwnPacks(),
            FromOwnPack(each=13),
            DeclaredSets(),
            CardiganAuction(),
            OpenHands(notes=(OPENING,)),
            CardiganTricks(),
        )
        values = "; ".join(f"{KINDS[k].strip()} {self.base(k)}" for k in KINDS)
        worth = note(
            "contract-value",
            "What a contract is worth",
            f"A contract is worth, by its kind: {values}. " + SLAM,
            "contract",
            "slam",
        )
        self.notes = (*NOTES, worth)

    def make_order(self, word: str) -> Ordering:
        if word not in KINDS:
            raise ValueError(f"{word!r} is not a kind of bid; the kinds are {', '.join(KINDS)}")
        suit, written = (None, ()) if word == "NT" else trumps(word)
        return Ordering(self.pack, RANKS, suit, trumps=written, points=self.card_points)

    @property
    def bonus_value(self) -> str:
        """The value that the contract bonus counts."""
        if self.bonus == "bid":
            return "the value of its contract"
        return "the value of its contract, multiplied for open hands"

    def order_under(self, contract: Contract, trump: str | None) -> Ordering:
        return self.ordering(trump if contract is None else contract.strain)

    def order_title(self, word: str) -> str:
        return (
            KINDS[word].strip()
            if word in SHORT
            else super().order_title(word) + " alone" * word.endswith("A")
        )

    def order_notes(self, word: str) -> tuple[Rule, ...]:
        id = "alone" if word.endswith("A") else "bowers" if word in SUITS else "fifth-suit"
        return tuple(noted for noted in NOTES if noted == id)

    def base(self, kind: str) -> int:
        """What a kind of bid is worth at level one."""
        agreed = {
            "D": self.diamonds,
            "C": self.clubs,
            "H": self.hearts,
            "S": self.spades,
            "DA": self.diamonds_alone,
            "CA": self.clubs_alone,
            "HA": self.hearts_alone,
            "SA": self.spades_alone,
            "RED": self.red,
            "BLACK": self.black,
            "NT": self.no_trump,
        }
        return agreed[kind]

    @property
    def full_clubs(self) -> int:
        """What a full suit of clubs counts."""
        return 2 * self.full_suit_counts

    @property
    def full_hearts(self) -> int:
        return 3 * self.full_suit_counts

    @property
    def full_spades(self) -> int:
        return 4 * self.full_suit_counts

    def value(self, level: int, kind: str) -> int:
        """The value of a contract before dummy and open hands.

        >>> import cardlab
        >>> cardlab.game("cardigan").value(7, "NT")
        1000
        """
        slams = {
            4: self.little_slam,
            5: self.middle_slam,
            6: self.big_slam,
            7: self.grand_slam,
        }
        return VALUE(b=self.base(kind), s=slams.get(level, 0))

    def multiplier(self, opened: str) -> int:
        factor: int = {"hidden": 1, "dummy": 2, "open": 3, "both": self.both}[opened]
        return factor

    def feats(self, result: CardiganResult) -> tuple[Feat, ...]:
        """What the contracting side bid and took."""
        bid = (
            f"{result.level}{KINDS[result.kind]}"
            if result.kind != "NT"
            else in_digits(result.level, "no trump")
        )
        made = result.made
        so = f"contract {'made' if made else 'missed'}"
        did = f"bid {bid} and took {some(result.tricks, 'trick')}"
        return (Feat(self.sides[result.side].seats, did, so, made),)

    def result(self, state: CardiganState) -> CardiganResult:
        c, side, deal = (
            state.contract,
            self.side_index(state.contract.declarer),
            state.standing.deal,
        )
        tricks, opened = state.contract_tricks(), state.opened
        if tricks >= 6 + c.level:
            full = {seat for seat in range(self.players) if sum(state.sizes(seat)) == 13}
            shown = {
                c.declarer: opened in ("open", "both"),
                state.partner: opened in ("dummy", "both"),
            }
            own, other = (shown[seat] or seat in full for seat in shown)
            opened = "both" if own and other else "open" if own else "dummy" if other else "hidden"
        won, thrown = state.spoils()
        last = deal == DEALS and not any(state.hands)
        everything = (
            tuple(a + b for a, b in zip(state.collected, state.gathered(), strict=True))
            if last
            else ((), ())
        )
        return CardiganResult(
            c.level,
            c.strain,
            side,
            tricks,
            self.multiplier(opened),
            state.stuck,
            deal,
            won,
            thrown,
            everything,
        )

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in other trick games, with the kind of bid for ``trump``; equal cards of a trick
        lie face down, and nobody has declared a set unless ``declared`` says so."""
        given = super().position(CardiganState.declaring(given, self.players))
        given["trick"] = turned(given["trick"], given["order"])
        given["taken"] = tuple(turned(t, given["order"]) for t in given["taken"])
        return {"collected": ((), ()), **given}

    # --- the picture
    def worth(self, table: CardiganState, move: Move) -> str | None:
        """Whether a card would go face down."""
        phase = table.phase
        down = (
            isinstance(phase, Tricks)
            and move.card is not None
            and phase.turns_down(table, move.card)
        )
        return "face down" if down else None

    def zones(self, state: CardiganState) -> list[Zone]:
        return [*super().zones(state), *state.laid_zones()]

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        notes = panels["notes"]
        for seat, drew in enumerate(
            state.drawn if state.phase.id in ("duplicates", "auction") else ()
        ):
            notes.setdefault(seat, []).append(f"drew {' '.join(c.sign for c in drew)}")
        if state.contract is not None:
            notes.setdefault(state.declarer, []).append(
                "contractor" + ", open hand" * (state.opened in ("open", "both"))
            )
            if state.opened in ("dummy", "both"):
                notes.setdefault(state.partner, []).append("dummy")
            side = self.side_of[state.declarer]
            left, ours, theirs = markers(
                state.contract.level, tuple(self.side_of[s] == side for s in state.winners())
            )
            value = (
                f"{self.value(state.contract.level, state.contract.strain)} ×"
                f" {self.multiplier(state.opened)}"
            )
            row = f"markers: {told(left)} left, contractors {told(ours)}, defenders {told(theirs)}"
            panels["contract"]["text"] = state.contract.bid.said
            panels["contract"]["note"] = f"value {value}, {6 + state.contract.level} tricks; {row}"
        return panels

    def trick_points(self, state: CardiganState, trick: Trick) -> int:
        """The cards count once more in every deal."""
        return state.standing.deal * super().trick_points(state, trick)


SLAM = (
    "A level of 4 adds {little_slam} (Little Slam), 5 adds {middle_slam} (Middle Slam), 6 adds"
    " {big_slam} (Big Slam), 7 adds {grand_slam} (Grand Slam)."
)
OPENING = note(
    "open-hands",
    "Dummy and open hand",
    "Before the first lead the contractor may lay partner's hand open as a dummy and play both"
    " hands. The contractor may also face their own hand, with or without the dummy. The hands"
    " are opened at once.",
    "dummy",
    "open-hand",
)
NOTES = (
    note(
        "cardigan-pack",
        "Four packs",
        "Use four standard packs, 208 cards: every card is there four times.",
        "multi-deck",
        "identical-cards",
        fact="pack",
        part=SheetPart.PACK,
    ),
    PARTNERS,
    note(
        "bowers",
        "Trumps in a suit",
        "In diamonds, clubs, hearts and spades the highest trump is the jack of the suit. Below"
        " it come the other jack of its colour, then the two jacks of the other colour, which"
        " are equal. Then the suit from ace to three; last the four twos, which are equal. These"
        " jacks and twos belong to no other suit.",
        "bower",
        "altered-order",
        "colour",
        "trump",
    ),
    note(
        "alone",
        "A suit alone",
        "In a suit alone its thirteen cards from ace to two are trumps, and no others.",
        "trump",
    ),
    note(
        "fifth-suit",
        "Red and Black",
        "In Red the trumps are a fifth suit: the red jacks, the black jacks, the red tens, the red"
        " aces, all twos; cards named together are equal. Black is the same with the colours"
        " changed about. At no trump there are none.",
        "colour",
        "altered-order",
        "no-trump",
    ),
)
