"""Skat: three players, bidding by the value of a game, two cards in the skat, and one who plays
against the two others.

Source: the international order of play in its main lines.  House choices: a null game may be named
only if its fixed value reaches the bid; a deal that all pass is not scored; no contra, no ramsch; a
lost hand game costs twice its value, like any other.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from cardlab.engine.cards import SUITS, Card, cards, pack
from cardlab.engine.facts import hand_note
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceDown, SeatNo
from cardlab.engine.game import OVER, Dealing, Phase, Standing, match_text
from cardlab.engine.moves import PASS, Bid, Deal, Discard, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, chosen, scored_by, seat_of, switch
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, some
from cardlab.families.auctions import Auction, Contract, Hold
from cardlab.families.exchanges import AwayState, PutAway, away_piles
from cardlab.families.matches import Deals, deals_option
from cardlab.families.solo import SoloGame
from cardlab.families.tricks import DECLARER_LACKS, PointsAtStake, Trick, Tricks, follow_suit

JACKS = cards("JC JS JH JD")
GRAND, NULL = "grand", "null"
BASE = {"D": 9, "H": 10, "S": 11, "C": 12, GRAND: 24}
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
"""What a null game is worth: (played without the skat, ouvert)."""
TITLES = {suit: named.name.capitalize() for suit, named in SUITS.items()} | {
    GRAND: "Grand",
    NULL: "Null",
}
SCHNEIDER, SCHWARZ, OUVERT = "schneider", "schwarz", "ouvert"
ALL_POINTS, ALL_TRICKS, NEEDED, NEEDED_SCHNEIDER = 120, 10, 61, 90
LIKELY = 5
"""Tricks in the hand with which a number may be bid."""
MOST_AWAY = 22
"""The most card points that two cards have."""
POINTS = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2}

VALUES = tuple(
    sorted(
        {
            base * level
            for suit, base in BASE.items()
            for level in range(2, 12 if suit == GRAND else 19)
        }
        | {*NULL_VALUES.values()}
    )
)
"""What a game can be worth: these numbers may be bid."""

PACK = note(
    "skat-pack",
    "The pack of 32",
    "The cards below the seven are left out of the standard pack. Three cards are dealt to each"
    " player, two are laid aside face down, the skat, then four and three more"
    " dealt.{four_players} The pictures show {faces}.",
    "stripped-pack",
    "widow",
    "deal",
    part=SheetPart.PACK,
)
JACKS_ARE_TRUMPS = note(
    "four-jacks",
    "The four jacks",
    "In a suit game the jacks are the highest trumps, in the order J♣ J♠ J♥ J♦. Below them come"
    " A 10 K Q 9 8 7 of the suit. In a grand they are the only trumps. A jack does not belong to"
    " the suit it shows.",
    "altered-order",
    "bower",
    "trump",
    "trump-rank",
)
PLAIN_ORDER = note(
    "ten-is-high",
    "The order of a suit",
    "A suit ranks A 10 K Q 9 8 7. In a null game there are no trumps, and each suit ranks A K Q"
    " J 10 9 8 7.",
    "rank",
    "suit",
    "no-trump",
    "altered-order",
)
CARD_POINTS = note(
    "skat-points",
    "Card points",
    "An ace counts 11, a ten 10, a king 4, a queen 3, a jack 2, the others nothing: 120 in all.",
    "card-points",
)
ONE_AGAINST_TWO = note(
    "one-against-two",
    "One against two",
    "The player who wins the bidding, the declarer, plays alone against the two others.",
    "temporary-alliance",
    "declarer",
    "contract",
    part=SheetPart.CARDS,
)
GAME_VALUES = note(
    "game-values",
    "What a game is worth",
    "The base values are diamonds 9, hearts 10, spades 11, clubs 12, grand 24. A game is worth"
    " its base value times its level. The level is the number of matadors and 1 for the game,"
    " and 1 each for playing hand, schneider, schneider announced, schwarz, schwarz announced,"
    " ouvert. A null game is worth 23, hand 35, ouvert 46, hand ouvert 59.",
    "contract",
    "score-keeping",
)
MATADORS = note(
    "matadors",
    "Matadors",
    "Matadors are the unbroken row of the highest trumps, from J♣ down, that the declarer has or"
    " lacks, the skat included.",
    "honours",
)
STEPS = note(
    "schneider-and-schwarz",
    "Schneider and schwarz",
    "A side with 30 card points or less is schneider, one without a trick is schwarz; the declarer"
    " can be either, too. What is announced has to be reached, and counts in any case.",
    "slam",
    "overtrick",
)


def matadors(twelve: Collection[str], strain: str) -> int:
    """How many of the highest trumps somebody with these cards has, or lacks, without a gap.

    >>> matadors(cards("JC JS AH TH 9H"), "H"), matadors(cards("JH AC"), GRAND)
    (2, 2)
    """
    trumps = trumps_from_the_top(strain)
    has = trumps[0] in twelve
    gaps = (n for n, card in enumerate(trumps) if (card in twelve) is not has)
    return next(gaps, len(trumps))


@cache
def trumps_from_the_top(strain: str) -> tuple[Card, ...]:
    """The trumps of a strain, from high to low."""
    suit = () if strain == GRAND else tuple([Card(rank + strain) for rank in "ATKQ987"])
    return (*JACKS, *suit)


# --- the table


@dataclass(frozen=True)
class SkatState(AwayState):
    """skat: the two cards laid aside; bidder, holder: who names numbers, and who says yes to them;
    bid: the highest number so far; hand_game: the declarer plays without the skat."""

    skat: FaceDown[tuple[Card, ...]] = ()
    bidder: SeatNo | None = None
    holder: SeatNo | None = None
    bid: int = 0
    hand_game: bool = False

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        """At the end the skat is turned up, and what the declarer has put away: both count."""
        view = super().seen_by(viewer, me)
        return view.but(skat=self.skat, away=self.away) if self.phase is OVER else view

    def sees(self, viewer: int, seat: int) -> bool:
        return super().sees(viewer, seat) or (self.ouvert and seat == self.declarer)

    @property
    def strain(self) -> str:
        """The game that is played: a suit, grand or null; "" before it is named."""
        return self.contract.strain if self.contract else ""

    @property
    def announced(self) -> str:
        """What the declarer has announced, or ""."""
        return self.contract.bid.announced if self.contract else ""

    @property
    def ouvert(self) -> bool:
        """The declarer's hand lies open."""
        return self.announced == OUVERT

    def set_aside(self) -> tuple[Card, ...]:
        """The two cards that count for the declarer without being in a trick."""
        return self.skat or self.away_of(self.declarer)  # type: ignore[arg-type]

    def won(self) -> int:
        """The declarer's tricks so far."""
        return self.winners().count(self.declarer) if self.taken else 0  # type: ignore[arg-type]


class SkatDealing(Dealing):
    """Ten cards each and two aside; of four players the dealer gets none."""

    each = 10

    def sizes(self, game: Any, standing: Standing) -> tuple[int, ...]:
        idle = {standing.dealer} if game.players == 4 else set()
        return tuple(0 if seat in idle else self.each for seat in range(game.players))

    def facts(self, game: Skat) -> tuple[Rule, ...]:
        """How many cards each is dealt; of four players the dealer is not named, for the deal passes."""
        standing = game.opening()
        names = [
            "the dealer" if s == standing.dealer else name for s, name in enumerate(game.names)
        ]
        fact = hand_note(self.sizes(game, standing), len(game.pack), names)
        return (fact,) if fact is not None else ()

    def apply(self, state: SkatState, seat: int | None, move: Deal) -> Any:
        out = (state.dealer,) if state.game.players == 4 else ()
        return state.game.next_phase(state.but(hands=move.hands, skat=move.stock, sitting_out=out))


# --- bidding by numbers

IN_A_ROW = 7
"""The numbers to bid are shown in rows of seven."""
LADDER = tuple(
    Bid(str(value), i, value, "", divmod(i, IN_A_ROW), str(value)) for i, value in enumerate(VALUES)
)
YES = Hold("yes", "Yes", "says yes")


@rule("not-on-the-ladder", "Numbers that a game can be worth", "auction")
def on_the_ladder(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """Bid only numbers that a game can be worth, from 18 to 264; any of them may be left out."""
    return may_not(
        moves,
        lambda m: isinstance(m, Bid) and m not in LADDER,
        "no game is worth {move}",
        lambda: {"move": next(m for m in moves if isinstance(m, Bid) and m not in LADDER)},
    )


@rule("bid-higher", "Bid higher each time", "auction")
def bid_higher(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """Each number must be higher than the one before it."""
    if not table.bid:
        return silent(moves, "nothing has been bid yet")
    return may_not(
        moves,
        lambda m: isinstance(m, Bid) and m.level <= table.bid,
        "{bid} was bid already",
        {"bid": table.bid},
        leaves=lambda m: isinstance(m, Bid),
    )


@rule("nothing-to-hold", "Only a number can be held", "hold-bid")
def something_to_hold(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """Only the player to whom a number is bid says yes to it."""
    if table.me == table.holder:
        return silent(moves, "{bid} was bid to {you}", {"bid": table.bid})
    return may_not(moves, lambda m: m == YES, "nobody has bid a number to {you}")


class Bidding(Auction):
    """One names numbers, the other says yes; whoever is left plays the third in the same way."""

    part = SheetPart.BEFORE

    bids, others, columns = LADDER, (YES, PASS), ("",) * IN_A_ROW
    begins = ""
    least_first = True
    rules = (on_the_ladder, something_to_hold, bid_higher)
    notes = (
        note(
            "bid-to-one",
            "Bidding between two",
            "The second player from the dealer's left bids numbers to the first, who holds each"
            " with yes or passes. When one of them has passed, the third player bids to the"
            " other in the same way. The last one left is the declarer at the last number. If"
            " the second and the third pass at once, the first may play at 18.",
            "auction",
            "hold-bid",
            "eldest",
            "turn",
        ),
        note(
            "already-passed",
            "A pass is final",
            "A player who has passed is out of the bidding. If all three pass, nothing is scored"
            " and the"
            " next player deals.",
            "auction",
        ),
    )

    def lacking(self, state: SkatState) -> str:
        if state.bidder is None or state.holder is not None:
            return ""
        return "Numbers are bid to another player here: give holder, that player"

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """As in any auction; the second player from the dealer's left begins."""
        if state.calls:
            return super().whose_turn(state, last)
        told = "{who} dealt, and the second player to the dealer's left begins"
        return reason_of(state, TurnFact.DEALT, state.dealer, told)

    def orders(self, game: Skat) -> tuple[str, ...]:
        return ()

    def enter(self, state: SkatState) -> Any:
        first, second, _ = state.playing_from(state.after_seat(state.dealer))
        return state.but(bidder=second, holder=first, to_move=second)

    def candidates(self, table: SkatState) -> tuple[Move, ...]:
        if table.bidder is None:
            return (PASS, LADDER[0])
        if table.me == table.holder:
            return (YES, PASS)
        return (PASS, YES, *LADDER)

    def not_offered(self, table: SkatState, move: Move) -> str:
        """One names the numbers, and the other answers; a player who is left bids the lowest."""
        if table.bidder is None:
            return f"nobody is left to bid to, and {LADDER[0].level} is enough"
        return "the other player names the numbers, and {your} answer is yes or pass"

    def read(self, table: SkatState, text: str) -> Move | None:
        if text.isdecimal() and len(text) <= 3:
            return Bid(text, -1, int(text), "", None, text)
        return super().read(table, text)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        state = state.but(calls=(*state.calls, (seat, move)))
        if move == YES:
            return state.but(to_move=state.bidder)
        if move != PASS:
            bid = state.but(bid=move.level)
            return self.won_by(bid, seat) if state.bidder is None else bid.but(to_move=bid.holder)
        if state.bidder is None:
            return state.game.end(state)
        return self.passed(state, state.holder if seat == state.bidder else state.bidder)

    def passed(self, state: Any, left: int) -> Any:
        """One of two has passed: the third bids to the one who is left, or the bidding is over."""
        third = state.playing_from(state.after_seat(state.dealer))[2]
        if left != third and (third, PASS) not in state.calls:
            return state.but(bidder=third, holder=left, to_move=third)
        if state.bid:
            return self.won_by(state, left)
        return state.but(bidder=None, holder=None, to_move=left)

    def won_by(self, state: SkatState, seat: int) -> Any:
        """The bidding is over, and this seat is the declarer."""
        return state.game.next_phase(state.but(declarer=seat, bidder=None, holder=None))

    def asks(self, state: Any) -> str:
        names = state.game.names
        if state.bidder is None:
            return "Both others have passed: do you play at 18?"
        if state.me == state.holder:
            return f"{names[state.bidder]} bids {state.bid}: yes or pass?"
        return f"Bid a number to {names[state.holder]}, or pass."


# --- the skat, and the game that is played

TAKE = Say("take", "Take up the skat", "takes up the skat")
HAND = Say("hand", "Play hand", "plays hand, without the skat")


class TakeOrHand(Phase):
    """The declarer takes up the skat, or leaves it where it lies."""

    part = SheetPart.BEFORE

    id, title, doing = "skat", "The skat", "take up the skat or play hand"
    did = "decided"
    begins = "declarer"
    prompt = "You are the declarer: take up the skat, or play hand?"
    notes = (
        note(
            "skat-or-hand",
            "Take up the skat or play hand",
            "The declarer takes up the skat, or plays hand, without looking at it. The two cards"
            " count for the declarer in any case.",
            "widow",
        ),
    )

    def enter(self, state: SkatState) -> Any:
        return state.but(to_move=state.declarer)

    def vocabulary(self) -> tuple[Move, ...]:
        return (TAKE, HAND)

    def candidates(self, table: SkatState) -> tuple[Move, ...]:
        return (TAKE, HAND)

    def apply(self, state: SkatState, seat: int, move: Move) -> Any:
        if move == HAND:
            return state.game.next_phase(state.but(hand_game=True))
        hand = (*state.hands[seat], *state.skat)
        return state.game.next_phase(state.but(hands=state.held(seat, hand), skat=()))


@rule("lay-away-two", "Lay two cards away", "widow")
def lay_away_two(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """A declarer who has taken up the skat lays two cards away, face down, before naming the
    game."""
    left = len(table.hand) - ALL_TRICKS
    return may_not(
        moves,
        lambda m: not isinstance(m, Discard),
        f"{{cards}} {'is' if left == 1 else 'are'} still to be laid away",
        {"cards": some(left, "card")},
        leaves=any_move,
    )


class LayAway(PutAway):
    """The declarer who took up the skat lays two cards away."""

    part = SheetPart.BEFORE

    id, title, doing = "lay-away", "Laying away", "lay cards away"
    prompt = "Lay two cards away; they count for you."
    told_as = "lays a card away"
    rules = (lay_away_two,)

    def taken_up(self, game: Any) -> int:
        return len(game.pack) - int(game.cards_needed())

    def enter(self, state: SkatState) -> Any:
        if state.hand_game:
            return state.game.next_phase(state)
        return state.but(to_move=state.declarer)

    def read(self, table: SkatState, text: str) -> Move | None:
        return super().read(table, text) or match_text(text, GAMES)

    def apply(self, state: SkatState, seat: int, move: Discard) -> Any:
        state = state.put_away(seat, move.card)
        return state if len(state.hands[seat]) > ALL_TRICKS else state.game.next_phase(state)


class GameCall(Bid):
    """The game that a declarer names.  strain: a suit, grand or null; announced: what goes with
    it; level: the tricks that it is likely to need."""

    __slots__ = ()
    verb, title = "name", "Name the game"

    @classmethod
    def write(cls, strain: str, announced: str, height: int) -> Any:  # type: ignore[override]
        text = TITLES[strain].lower() + f" {announced}" * bool(announced)
        return text, None, (), text.capitalize(), None

    @classmethod
    def rung(cls, strain: str, announced: str, height: int) -> tuple[int, int, str]:
        level = 0 if strain == NULL else {"": 6, SCHNEIDER: 8}.get(announced, ALL_TRICKS)
        return height, level, strain

    @property
    def announced(self) -> str:
        return str(self.args[1])

    def told(self, name: str) -> str:
        return f"{name} names {self.label.lower()}."


GAMES = tuple(
    GameCall(strain, announced, height)
    for height, (strain, announced) in enumerate(
        [(NULL, ""), (NULL, OUVERT)]
        + [(strain, step) for strain in BASE for step in ("", SCHNEIDER, SCHWARZ, OUVERT)]
    )
)


@rule("announce-needs-hand", "Announcements need a hand game", "slam", "open-hand")
def announce_needs_hand(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """Schneider, schwarz and ouvert may be announced only in a hand game. Schwarz includes
    schneider, ouvert includes both, and the hand is laid open before the first lead. A null game
    may be played ouvert with the skat taken up."""
    if table.hand_game:
        return silent(moves, "{you} {play} hand")
    return may_not(
        moves,
        lambda m: m.strain != NULL and m.announced,
        "{you} took up the skat",
    )


@rule("null-below-bid", "A null game has to be worth the bid", "misere", "contract")
def null_reaches_the_bid(table: SkatState, moves: tuple[Move, ...]) -> Ruling:
    """A null game may be named only if its value reaches the bid. Any other game may be named:
    whether it is overbid shows at the end."""
    return may_not(
        moves,
        lambda m: m.strain == NULL and null_value(table.hand_game, m.announced) < table.bid,
        "{bid} was bid; null is worth {null} here, null ouvert {ouvert}",
        lambda: {
            "bid": str(table.bid),
            "null": str(null_value(table.hand_game, "")),
            "ouvert": str(null_value(table.hand_game, OUVERT)),
        },
    )


def null_value(hand: bool, announced: str) -> int:
    """What a null game is worth."""
    return NULL_VALUES[hand, announced == OUVERT]


class NameGame(Phase):
    """The declarer names the game, with what is announced."""

    part = SheetPart.BEFORE

    id, title, doing = "name-game", "Naming the game", "name the game"
    did = "spoke"
    begins = "declarer"
    prompt = "Name the game that you play."
    names_trumps = True
    rules = (announce_needs_hand, null_reaches_the_bid)
    notes = (
        note(
            "name-the-game",
            "The declarer names the game",
            "The declarer names a suit as trumps, grand or null, with what is announced.",
            "named-trump",
            "declarer",
            "misere",
            "no-trump",
        ),
    )

    def orders(self, game: Skat) -> tuple[str, ...]:
        return tuple(TITLES)

    def vocabulary(self) -> tuple[Move, ...]:
        return GAMES

    def enter(self, state: SkatState) -> Any:
        return state.but(to_move=state.declarer)

    def candidates(self, table: SkatState) -> tuple[Move, ...]:
        return GAMES

    def apply(self, state: SkatState, seat: int, move: GameCall) -> Any:
        order = state.game.ordering(move.strain)
        return state.game.next_phase(state.but(contract=Contract(move, seat), order=order))


NULL_ENDS = note(
    "null-is-over",
    "A null game ends with the declarer's first trick",
    "In a null game the declarer may not win a trick; with the first one the game is lost and"
    " over.",
    "misere",
)


class SkatTricks(Tricks):
    """Eldest leads; a null game is over when the declarer wins a trick."""

    notes = (*Tricks.notes, NULL_ENDS)

    def after_trick(self, state: SkatState) -> Any:
        if state.strain == NULL and state.won():
            return state.game.next_phase(state)
        return super().after_trick(state)


# --- the score


@dataclass(frozen=True)
class SkatResult:
    """What a declarer did: the game, its card points with the skat, tricks, the bid, hand or not,
    what was announced, and the matadors."""

    declarer: int = seat_of(0, "the declarer")
    strain: str = chosen(TITLES, "S", "the game")
    points: int = bounded(0, ALL_POINTS, 70, "card points of the declarer, the skat included")
    tricks: int = bounded(0, ALL_TRICKS, 6, "tricks of the declarer")
    bid: int = chosen(VALUES, 20, "the bid")
    hand: bool = switch(False, "played hand")
    announced: str = chosen(
        {"": "nothing", SCHNEIDER: SCHNEIDER, SCHWARZ: SCHWARZ, OUVERT: OUVERT}, "", "announced"
    )
    matadors: int = bounded(1, 11, 2, "matadors, with or without")

    def cannot(self, game: Skat) -> str:
        if self.strain == NULL:
            if self.announced not in ("", OUVERT):
                return "in a null game only ouvert can be announced"
            if self.bid > null_value(self.hand, self.announced):
                return "a null game is named only if its value reaches the bid; lower the bid"
            return ""
        if self.announced and not self.hand:
            return "announcements need a hand game"
        if self.strain == GRAND and self.matadors > len(JACKS):
            return "a grand has at most four matadors"
        if self.tricks == ALL_TRICKS and self.points < ALL_POINTS:
            return "with all ten tricks the declarer has all 120 card points"
        if not self.tricks and self.points > MOST_AWAY:
            return "without a trick the declarer has only the skat, 22 card points at most"
        return ""

    @property
    def steps(self) -> dict[str, int]:
        """The quantities that make the level: matadors, hand, and what was reached or
        announced."""
        schwarz = self.announced in (SCHWARZ, OUVERT)
        schneider = schwarz or self.announced == SCHNEIDER
        is_schneider = not ALL_POINTS - NEEDED_SCHNEIDER < self.points < NEEDED_SCHNEIDER
        return {
            "m": self.matadors,
            "h": int(self.hand),
            "s": int(schneider or is_schneider),
            "sa": int(schneider),
            "w": int(schwarz or self.tricks in (0, ALL_TRICKS)),
            "wa": int(schwarz),
            "o": int(self.announced == OUVERT),
        }

    @property
    def level(self) -> int:
        return LEVEL(**self.steps)

    @property
    def worth(self) -> int:
        """What the game was worth as it was played, before it is asked whether that reaches the
        bid."""
        if self.strain == NULL:
            return null_value(self.hand, self.announced)
        return VALUE(b=BASE[self.strain], **self.steps)

    @property
    def overbid(self) -> bool:
        return self.worth < self.bid

    @property
    def reached(self) -> bool:
        """Whether the declarer took what the game and its announcements ask for."""
        if self.strain == NULL:
            return not self.tricks
        if self.announced in (SCHWARZ, OUVERT):
            return self.tricks == ALL_TRICKS
        return self.points >= (NEEDED_SCHNEIDER if self.announced else NEEDED)

    @property
    def won(self) -> bool:
        return self.reached and not self.overbid


STEPS_OF_LEVEL = {
    "m": Quantity("", "matadors, with or without", "matadors"),
    "h": Quantity("hand", "1 for a hand game", "hand", idle=0),
    "s": Quantity("schneider", "1 if reached or announced", "schneider", idle=0),
    "sa": Quantity("announced", "1 if schneider was announced", "announced", idle=0),
    "w": Quantity("schwarz", "1 if reached or announced", "schwarz", idle=0),
    "wa": Quantity("announced", "1 if schwarz was announced", "announced", idle=0),
    "o": Quantity("ouvert", "1 if ouvert", "ouvert", idle=0),
}
LEVEL_TEXT = "m + 1 + h + s + sa + w + wa + o"
BASE_VALUE = Quantity("", "base value of the game", "base value")
LEVEL = Formula(LEVEL_TEXT, **STEPS_OF_LEVEL)
VALUE = Formula(f"b*({LEVEL_TEXT})", b=BASE_VALUE, **STEPS_OF_LEVEL).calling("level")
LOSS = Formula(f"-2*b*({LEVEL_TEXT})", b=BASE_VALUE, **STEPS_OF_LEVEL).calling("level")
NULL_VALUE = Formula("v", v="value of the null game")
NULL_LOSS = Formula("-2*v", v="value of the null game")
OVERBID = Formula(
    "-2*b*u", b=BASE_VALUE, u=Quantity("", "bid ÷ base value, rounded up", "level to reach the bid")
)


def steps_of(matadors: int, hand: bool) -> dict[str, int]:
    """The quantities of the level of a game in which nothing is announced, nor reached besides."""
    return {**dict.fromkeys(STEPS_OF_LEVEL, 0), "m": matadors, "h": int(hand)}


def level_to_reach(bid: int, base: int) -> int:
    """The level with which a game of this base value reaches a bid."""
    return -(-bid // base)


SEEGER_WON, SEEGER_LOST = Formula("50"), Formula("-50")
SEEGER_OTHERS = Formula("d", d="what each other player scores")


def _because(game: Skat, result: SkatResult) -> str:
    who = Seat(result.declarer)
    if result.strain == NULL:
        return game.tell("{who} took {tricks}", who=who, tricks=some(result.tricks, "trick"))
    points = some(result.points, "card point")
    return game.tell(
        "{who} had {points} and bid {bid}", who=who, points=points, bid=str(result.bid)
    )


@scores("won", "The declarer wins", "contract", "card-points", "honours", "slam")
def declarer_wins(game: Skat, result: SkatResult) -> Iterator[ScoreLine]:
    """The declarer wins a suit game or a grand with 61 card points or more, if all that was
    announced is reached and the value reaches the bid. A null game is won without a trick. The
    declarer then scores the value of the game."""
    if not result.won:
        return
    side, because = game.sides[result.declarer].id, _because(game, result)
    if result.strain == NULL:
        yield line(side, "Won", declarer_wins, NULL_VALUE, because, v=result.worth)
    else:
        base = BASE[result.strain]
        yield line(side, "Won", declarer_wins, VALUE, because, b=base, **result.steps)


@scores("lost", "The declarer loses", "contract", "card-points")
def declarer_loses(game: Skat, result: SkatResult) -> Iterator[ScoreLine]:
    """A declarer who loses scores minus twice the value of the game."""
    if result.reached or result.overbid:
        return
    side, because = game.sides[result.declarer].id, _because(game, result)
    if result.strain == NULL:
        yield line(side, "Lost", declarer_loses, NULL_LOSS, because, v=result.worth)
    else:
        base = BASE[result.strain]
        yield line(side, "Lost", declarer_loses, LOSS, because, b=base, **result.steps)


@scores("overbid", "The declarer has overbid", "contract", "auction")
def overbid(game: Skat, result: SkatResult) -> Iterator[ScoreLine]:
    """If the value of the game does not reach the bid, the game is lost. It then counts as the next
    multiple of its base value that reaches the bid, and the declarer scores minus twice that."""
    if result.overbid:
        base, side = BASE[result.strain], game.sides[result.declarer].id
        because = f"the game is worth {result.worth}, and {result.bid} was bid"
        units = level_to_reach(result.bid, base)
        yield line(side, "Overbid", overbid, OVERBID, because, b=base, u=units)


@scores("seeger", "Seeger and Fabian", "score-keeping")
def seeger(game: Skat, result: SkatResult) -> Iterator[ScoreLine]:
    """Besides, a declarer scores 50 for a game that is won and minus 50 for one that is lost; then
    each of the other players scores {defenders_share}."""
    declarer = game.sides[result.declarer]
    if result.won:
        yield line(declarer.id, "Seeger–Fabian", seeger, SEEGER_WON, "the game is won")
        return
    yield line(declarer.id, "Seeger–Fabian", seeger, SEEGER_LOST, "the game is lost")
    for side in game.sides:
        if side is not declarer:
            share = game.defenders_share
            because = game.tell("{who} lost the game", who=Seat(result.declarer))
            yield line(side.id, "Seeger–Fabian", seeger, SEEGER_OTHERS, because, d=share)


class Skat(SoloGame):
    """Three players, ten cards each and two in the skat. Whoever bids most plays alone against the
    others, in a suit, in grand or in null, and needs more than half of the card points, or no trick
    at all."""

    explains = {"declarer": "one-against-two"}

    id, title, picture = "skat", "Skat", "JC JS JH JD"
    shelf = GameShelf.POINTS
    seats = (3, 4, 3)
    pack, ranks, per_trick = pack("AKQJT987"), "ATKQJ987", 0
    State: type[SkatState] = SkatState
    Result: type[SkatResult] = SkatResult
    rank_points: dict[str, int] = POINTS

    faces = Option(
        "french",
        {
            "french": "French cards",
            "german": "German cards, with acorns for clubs, leaves for spades and bells for"
            " diamonds; an ober (O) is a queen, an unter (U) a jack",
        },
        "What is printed on the cards.",
        house=True,
    )
    score_list = Option(
        "classic",
        {"classic": "only the declarer scores", "seeger": "the list of Seeger and Fabian"},
        "How deals are written down: by their values alone, or with 50 for the declarer besides.",
        house=True,
    )
    deals = deals_option(12)
    quiet = {
        "not-on-the-ladder": Typed("19"),
        "won": Rare("numbers bid at random are seldom reached", scored_by("won")),
        "lay-away-two": Typed("grand"),
    }

    def result_lacks(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().result_lacks(state)

    def setup(self) -> None:
        self.notes = (
            PACK,
            ONE_AGAINST_TWO,
            JACKS_ARE_TRUMPS,
            PLAIN_ORDER,
            CARD_POINTS,
            GAME_VALUES,
            MATADORS,
            STEPS,
        )
        self.phases = (
            SkatDealing(),
            Bidding(),
            TakeOrHand(),
            LayAway(),
            NameGame(),
            SkatTricks(rules=(follow_suit,)),
        )
        listed = (seeger,) if self.score_list == "seeger" else ()
        self.scoring = (declarer_wins, declarer_loses, overbid, *listed)
        self.ends = (Deals(self.deals),)

    @property
    def four_players(self) -> str:
        return " The dealer gets no cards and sits out." if self.players == 4 else ""

    @property
    def defenders_share(self) -> int:
        """What each other player scores in the list of Seeger and Fabian for a game lost."""
        return 30 if self.players == 4 else 40

    # --- orders
    def make_order(self, word: str) -> Ordering:
        if word == NULL:
            return Ordering(self.pack, "AKQJT987")
        return super().make_order("J" if word == GRAND else word)

    def promoted(self, trump: str) -> tuple[Card, ...]:
        return JACKS

    def order_title(self, word: str) -> str:
        return TITLES[word] if word in TITLES else super().order_title(word)

    def order_under(self, contract: Contract, trump: str | None) -> Ordering:
        return self.ordering(trump if contract is None else contract.strain)

    # --- aims
    def trick_points(self, state: SkatState, trick: Trick) -> int:
        return 1 if state.strain == NULL else super().trick_points(state, trick)

    def needs(self, state: SkatState) -> int | None:
        """The card points that the declarer needs in tricks, as far as the viewer knows what lies
        in the skat."""
        if state.strain == NULL:
            return 0
        needed = {"": NEEDED, SCHNEIDER: NEEDED_SCHNEIDER}.get(state.announced, ALL_POINTS)
        return needed - self.points_aside(state)

    def points_aside(self, state: SkatState) -> int:
        """The card points that were laid away or lie in the skat, as far as they are seen."""
        return sum(map(self.card_points, state.set_aside()))

    # --- what hands are worth, and what calls promise
    bid_values = "skat-bids"

    def value_of(self, strain: str, held: Collection[str], hand_game: bool = False) -> int:
        """What a game is worth with these matadors, without further steps.

        >>> import cardlab
        >>> cardlab.game("skat").value_of("H", cardlab.cards("JC JS AH TH 9H"))
        30
        """
        return VALUE(b=BASE[strain], **steps_of(matadors(held, strain), hand_game))

    def reaches(self, strain: str, bid: int, hand: Sequence[Card]) -> bool:
        """Whether a game with the matadors of this hand is worth the bid without further steps."""
        return self.value_of(strain, hand) >= bid

    def orders_of_bid(self, table: SkatState, bid: Bid, hand: Sequence[Card]) -> tuple[str, ...]:
        if isinstance(bid, GameCall):
            return (bid.strain,)
        worth = tuple(strain for strain in BASE if self.reaches(strain, bid.level, hand))
        return worth or tuple(BASE)

    def orders_of_call(self, table: Any, call: Any, hand: Sequence[Card]) -> tuple[str, ...]:
        """For a number those games that are worth it; before the skat is taken up, any."""
        if isinstance(call, GameCall):
            return (call.strain,)
        number = call.level if isinstance(call, Bid) else table.bid
        return tuple(strain for strain in BASE if self.surely_worth(strain, hand) >= number)

    def surely_worth(self, strain: str, hand: Sequence[Card]) -> int:
        """What a hand may bid up to with a game: a matador less than it lacks, for the skat may
        have one that parts them."""
        lacks = JACKS[0] not in hand and matadors(hand, strain) > 1
        return self.value_of(strain, hand) - BASE[strain] * lacks

    def tricks_of_bid(self, table: SkatState, bid: Bid, hand: Sequence[Card]) -> int:
        """Five tricks will do for a number, because the skat helps; a game takes six, and all where
        the hand cannot reach the bid or must lose every trick."""
        if isinstance(bid, GameCall):
            reached = bid.strain != NULL and self.reaches(bid.strain, table.bid, hand)
            return bid.level + (bid.strain == GRAND) if reached else ALL_TRICKS
        reached = any(self.reaches(strain, bid.level, hand) for strain in BASE)
        return LIKELY if reached else ALL_TRICKS

    def bid_word(self, call: Move) -> str:
        """A number is a number, and a game without announcements is named."""
        if isinstance(call, GameCall):
            return str(call) if call.announced or call.strain == NULL else "name"
        return "number" if isinstance(call, Bid) else str(call)

    def bid_situation(self, table: SkatState) -> str:
        """Forehand, who leads first, needs less for a grand, and less where both others passed."""
        first, *_ = table.playing_from(table.after_seat(table.dealer))
        if table.me != first:
            return "later"
        passed = sum(call == PASS for _, call in table.calls)
        return "both passed" if passed == 2 and not table.bid else "forehand"

    def naming_calls(self, table: Any) -> tuple[Move, ...]:
        return tuple(call for call in GAMES if self.bid_word(call) == "name")

    def at_stake(self, table: Any, call: Any) -> PointsAtStake | None:
        """What a game wins and loses; one that is not worth the bid loses in any case."""
        if not isinstance(call, GameCall) or call.strain == NULL:
            return None
        base, hand_game = BASE[call.strain], table.hand_game
        held = (*table.hands[table.me], *table.away_of(table.me))
        steps = steps_of(matadors(held, call.strain), hand_game)
        won, lost = VALUE(b=base, **steps), -LOSS(b=base, **steps)
        if won < table.bid:
            lost = -OVERBID(b=base, u=level_to_reach(table.bid, base))
            return PointsAtStake(-lost, lost)
        if self.score_list == "seeger":
            won += SEEGER_WON()
            lost += self.defenders_share - SEEGER_LOST()
        return PointsAtStake(won, lost)

    def called_with(self, table: Any, seat: int) -> Sequence[Card] | None:
        """Nobody but the declarer knows the ten cards with which a declarer bid who has taken up
        the skat."""
        if seat == table.declarer and not table.hand_game:
            return None if table.contract or not table.skat else table.hands[seat]
        return super().called_with(table, seat)

    def before_calls(self, table: Any) -> Any:
        bare = super().before_calls(table).but(bid=0, hand_game=False)
        bidding = next(phase for phase in self.phases if isinstance(phase, Bidding))
        return bidding.enter(bare)

    # --- the result
    def feats(self, result: SkatResult) -> tuple[Feat, ...]:
        """What the declarer played, and took."""
        tricks, points = some(result.tricks, "trick"), some(result.points, "card point")
        took = tricks if result.strain == NULL else points
        so = "game won" if result.won else "game lost"
        if result.overbid:
            so = f"worth {result.worth}, but {result.bid} was bid"
        did = f"played {TITLES[result.strain].lower()} and took {took}"
        return (Feat((result.declarer,), did, so, result.won),)

    def played(self, state: SkatState) -> SkatResult:
        declarer, strain = state.declarer, state.strain
        assert declarer is not None
        if strain == NULL:
            points, held = 0, 1
        else:
            aside = state.set_aside()
            points = state.points_by_side()[declarer] + self.points_aside(state)
            held = matadors((*state.dealt()[declarer], *aside), strain)
        return SkatResult(
            declarer, strain, points, state.won(), state.bid, state.hand_game, state.announced, held
        )

    # --- the picture
    def zones(self, state: SkatState) -> list[Zone]:
        if state.phase is OVER:
            aside = state.set_aside() if state.declarer is not None else state.skat
            faces = [face(card) for card in aside]
            return [*super().zones(state), Zone("skat", "skat", "row", None, "Skat", faces)]
        skat = [pile("skat", "Skat", state.skat, open=False)] if state.skat else []
        return [*super().zones(state), *skat, *away_piles(state)]

    def panels(self, state: SkatState) -> dict[str, Any]:
        panels = super().panels(state)
        if state.contract is not None:
            hand = ", hand" * state.hand_game
            panels["contract"]["text"] = f"{state.contract.bid.label}{hand}"
            panels["contract"]["note"] = f"bid {state.bid}"
        for seat in state.sitting_out:
            panels["notes"].setdefault(seat, []).append("sits out")
        return panels
