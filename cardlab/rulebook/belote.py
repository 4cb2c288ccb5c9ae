"""Belote: a turned card that a player may take as trumps, the jack and the nine of trumps on top, and a
side that took trumps must have more points than the other.

Source: common rules of the four-player game in France.  House choices: a hand void of the suit led
plays even a lower trump when an opponent has trumped; equal points wait for the next deal; king and
queen of trumps are announced by the engine; runs and sets are not announced, unless ``announces``
has the engine announce and show them at once, no score is rounded, and nobody bids without trumps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import Card, Suit
from cardlab.engine.feats import Feat
from cardlab.engine.game import HOLD_CARD, Phase, Standing
from cardlab.engine.moves import Move, Play
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, chosen, side_of
from cardlab.engine.rulings import Rule, Ruling, must, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import Seat, listed, number
from cardlab.families.jack_nine import (
    ALL_POINTS,
    MORE_THAN_HALF,
    RANKING,
    TRICKS,
    JackNineGame,
    head_a_trump_lead,
    trump_an_opponent,
)
from cardlab.families.matches import Race
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    HIGHER,
    OPPONENT_WINS,
    SUIT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    MustPlay,
)
from cardlab.families.order_up import (
    NAMES,
    AcceptOffered,
    MakeTrumps,
    NameInTurn,
    OfferDealing,
    not_the_turned_suit,
    trumps_are_made,
    with_offer,
)
from cardlab.families.tricks import (
    ELDEST,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    PARTNERS,
    RIGHT_LEADS,
    WINNER_LEADS,
    Leader,
    Tricks,
    TrickState,
    follow_suit,
    in_hand,
    neither_nor,
    overtrump,
)

BELOTE = 20
"""What king and queen of trumps in one hand count."""
CAPOT = 90
"""What a side that wins all tricks counts besides the card points."""
MOST_WAITING = 600

PACK = note(
    "belote-pack",
    "The pack of 32",
    "The cards below the seven are left out of the standard pack.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
DEAL = note(
    "shuffle-and-deal",
    "Shuffle and deal",
    "Shuffle the pack and deal five cards to each player, three and then two, beginning at the"
    " dealer's right.",
    "deal",
)
TURNED = note(
    "turned-card",
    "The turned card",
    "The next card is turned up and its suit is offered for trumps.",
    "turn-up-trump",
)
TAKE_OR_PASS = note(
    "take-or-pass",
    "Take or pass",
    "Beginning at the dealer's right, each player in turn takes the turned card, which makes its"
    " suit trumps, or passes. The first to take ends the calls.",
    "accept-trump",
    "turn-up-trump",
    "eldest",
)
NAME_OR_PASS = note(
    "name-in-turn",
    "Name another suit or pass",
    "If all four pass, each player in turn may name another suit as trumps, and takes the turned"
    " card as well. If all four pass again, the cards are thrown in and the next player deals.",
    "named-trump",
    "trump",
)
REST = note(
    "rest-of-the-cards",
    "The rest of the cards",
    "When trumps are made, whoever made them takes the turned card and two more cards, and the"
    " others get three more each: eight cards for everybody. That player and the partner are the"
    " takers.",
    "deal",
    "declarer",
    "hand",
)
ANNOUNCED = note(
    "belote-rebelote",
    "Belote and rebelote",
    "A player who has the king and queen of trumps in one hand says belote with the first of them"
    " that is played, and rebelote with the second.",
    "honours",
)


# --- runs and sets that are announced

IN_A_ROW = "AKQJT987"
"""The ranks as runs have them, from high to low."""
RUNS = {3: 20, 4: 50, 5: 100, 6: 100, 7: 100}
"""What a run counts, by its length."""
FOURS = {"J": 200, "9": 150, "A": 100, "T": 100, "K": 100, "Q": 100}
"""What four of a rank count, from the highest set to the lowest."""
MOST_ANNOUNCED = 600

ANNOUNCING = note(
    "announces",
    "Runs and sets are announced",
    "Before the first lead each player in turn announces and shows runs and sets. Three cards of a"
    " suit that follow each other from the ace down count 20, four count 50, five or more 100. Four"
    " jacks count 200, four nines 150, four aces, tens, kings or queens 100. No card counts in two"
    " of them. Only the side with the best announcement counts, and it counts all of its own. A set"
    " is better than a run. Of two sets the one that counts more is better, and then the higher. Of"
    " two runs the longer is better, then the higher. Of two that are equal in this the one in trumps"
    " is better, or else the first in turn.",
    "declared-meld",
    "run",
    "set",
    part=SheetPart.BEFORE,
)


class Announcement(NamedTuple):
    """A run or a set in a hand."""

    cards: tuple[Card, ...]

    @property
    def is_set(self) -> bool:
        return len({card.rank for card in self.cards}) == 1

    @property
    def points(self) -> int:
        return FOURS[self.cards[0].rank] if self.is_set else RUNS[len(self.cards)]

    def strength(self, trump: Suit) -> tuple[int, ...]:
        """How good it is beside others; the greater wins."""
        top = self.cards[0]
        if self.is_set:
            return (1, self.points, -list(FOURS).index(top.rank), 0)
        return (0, len(self.cards), -IN_A_ROW.index(top.rank), int(top.suit == trump))


def announcements(hand: Iterable[Card]) -> tuple[Announcement, ...]:
    """What a hand announces, so that it counts most and no card counts twice.

    >>> from cardlab.engine.cards import cards
    >>> [(one.cards, one.points) for one in announcements(cards("KS QS JS TS JH JC JD 7D"))]
    [((JS, JH, JC, JD), 200)]
    >>> [one.points for one in announcements(cards("AS KS QS 9H 8H 7H 7D KD"))]
    [20, 20]
    """
    held = tuple(hand)
    ranks = [rank for rank in FOURS if sum(card.rank == rank for card in held) == 4]
    best: tuple[Announcement, ...] = ()
    for kept in (some for n in range(len(ranks) + 1) for some in combinations(ranks, n)):
        sets = [Announcement(tuple(c for c in held if c.rank == rank)) for rank in kept]
        found = (*sets, *runs_of([card for card in held if card.rank not in kept]))
        if sum(one.points for one in found) > sum(one.points for one in best):
            best = found
    return best


def runs_of(hand: Sequence[Card]) -> Iterator[Announcement]:
    """The longest runs of a hand, suit by suit."""
    for suit in dict.fromkeys(card.suit for card in hand):
        row: list[Card] = []
        for rank in (*IN_A_ROW, ""):
            card = next((c for c in hand if c.suit == suit and c.rank == rank), None)
            if card is not None:
                row.append(card)
                continue
            # a whole suit counts more as five and three
            for run in (row[:5], row[5:]) if len(row) > max(RUNS) else (row,):
                if len(run) in RUNS:
                    yield Announcement(tuple(run))
            row = []


# --- making trumps


@dataclass(frozen=True)
class BeloteState(TrickState):
    """offered: the suit of the turned card."""

    offered: Suit | None = None

    shows_known: ClassVar[bool] = True


class FiveAndOne(OfferDealing):
    """Five cards each, and one turned up."""

    each, turned, notes = 5, TURNED, (DEAL,)

    def facts(self, game: Belote) -> tuple[Rule, ...]:
        """How many cards each seat is dealt at first, and has when the play begins."""
        first, all_ = number(self.each), number(game.tricks_in_deal)
        text = f"Each player is dealt {first} cards, and has {all_} when the play begins."
        return (note("hand-size", "The hands", text, "hand"),)


class TakeUpcard(AcceptOffered):
    """Each in turn takes the turned card, and its suit as trumps, or passes."""

    part = SheetPart.BEFORE

    id, title, word, needs = "take", "Taking the turned card", "take", MORE_THAN_HALF
    notes = (TAKE_OR_PASS,)

    def lacking(self, state: BeloteState) -> str:
        if state.turned is None:
            return "A card is turned up here: give turned, the card"
        return super().lacking(state)

    def label(self, suit: Suit) -> str:
        return "Take"

    def asks(self, state: Any) -> str:
        return (
            f"{state.turned.sign} is turned: do you take it, with {state.offered.name} as trumps?"
        )

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if isinstance(move, MakeTrumps):
            return f"{name} takes {state.turned.sign}, with {state.offered.name} as trumps."
        return super().told(state, seat, move, name)


class NameAnother(NameInTurn):
    """Each in turn names a suit that was not turned down, or passes."""

    part = SheetPart.BEFORE

    alone, needs = False, MORE_THAN_HALF
    prompt = "Name another suit as trumps, or pass."
    rules = (not_the_turned_suit,)
    notes = (NAME_OR_PASS,)


class DealTheRest(Phase):
    """The maker of trumps takes the turned card, and all hands are filled from the stock."""

    part = SheetPart.BEFORE

    id, title = "rest", "The rest of the cards"
    notes = (REST,)

    def enter(self, state: Any) -> Any:
        hands, stock = list(state.hands), state.stock
        hands[state.declarer] = (*hands[state.declarer], *state.shown)
        for seat in state.playing_from(state.after_seat(state.dealer)):
            more = state.game.tricks_in_deal - len(hands[seat])
            hands[seat], stock = (*hands[seat], *stock[:more]), stock[more:]
        dealt = state.but(hands=tuple(hands), stock=stock, shown=())
        dealt = dealt.remember(None, state.shown, state.declarer)
        for seat, announced in state.game.announced(dealt):
            dealt = dealt.remember(None, announced.cards, seat)
        return state.game.next_phase(dealt)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return ()


auction_over = trumps_are_made(
    "auction-over",
    "No calls once trumps are made",
    "accept-trump",
    text="The first to take the card or to name a suit makes trumps; after that nobody calls.",
)


# --- the play


@rule(
    "must-trump",
    "Trump when an opponent is winning",
    "must-overtrump",
    "ruff",
    look="See who is winning the trick.",
    solver=MustPlay(TRUMPS, when=VOID & OPPONENT_WINS),
)
def must_ruff_an_opponent(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you cannot follow suit while an opponent is winning the trick, play a trump, if you have
    one. While your partner is winning, play any card."""
    if not table.trick.cards or in_hand(table, (table.led,)):
        return silent(moves, "{you} {can} follow suit")
    seat, best = table.winning()  # type: ignore[misc]
    facts = {"best": best, "winner": Seat(seat), "led": table.led}
    if not table.is_opponent(seat):
        return silent(moves, "{best} is winning for {winner}", facts)
    return must(
        moves,
        lambda m: table.order.is_trump(m.card),
        "{you} {have} no {led}, {winner's} {best} is winning and {you} {can} trump",
        neither_nor(table),
        facts,
        then="only {kept} can trump",
    )


@rule(
    "must-overtrump",
    "Overtrump",
    "must-overtrump",
    "must-head",
    look="Look at the highest trump in the trick.",
    solver=(
        MustPlay(SUIT_LED & TRUMPS & HIGHER, when=CAN_FOLLOW),
        MustPlay(HIGHER, when=VOID & TRUMPED & OPPONENT_WINS),
    ),
)
def overtrump_an_opponent(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If trumps are led, play a trump above the highest in the trick, if you have one, even over
    your partner. If you have to trump an opponent's trump, go above it if you can; if you cannot,
    play a lower trump."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    if table.led is not table.order.trump:
        if in_hand(table, (table.led,)):
            return silent(moves, "{you} {can} follow suit")
        seat, best = table.winning()  # type: ignore[misc]
        if not table.is_opponent(seat) or not table.order.is_trump(best):
            return silent(moves, "no opponent is winning with a trump")
    return overtrump(table, moves)


DUTIES: dict[str, tuple[Rule, ...]] = {
    "must": (must_ruff_an_opponent, overtrump_an_opponent),
    "free": (trump_an_opponent, head_a_trump_lead),
}
"""What a hand that is void, or has trumps led to it, has to play."""


def honours(trump: Suit) -> tuple[Card, Card]:
    """King and queen of trumps."""
    return Card("K" + trump), Card("Q" + trump)


class BeloteTricks(Tricks):
    """Tricks in which king and queen of trumps of one hand are announced as they are played."""

    leads = Leader(RIGHT_LEADS, ELDEST.seat)
    notes = (HOLD_CARD, RIGHT_LEADS, HIGHEST_TRUMP, HIGHEST_LED, WINNER_LEADS, ANNOUNCED)
    understood = NAMES

    def announced(self, state: Any, seat: int, card: Card) -> str:
        """What is said with a card: "belote", "rebelote" or nothing."""
        pair = honours(state.order.trump)
        if card not in pair:
            return ""
        other = pair[1 - pair.index(card)]
        if other in state.hands[seat]:
            return "belote"
        own = [c for t in state.taken for s, c in zip(t.seats, t.cards, strict=True) if s == seat]
        return "rebelote" if other in own else ""

    def told(self, state: BeloteState, seat: int, move: Move, name: str) -> str:
        if move.card is None:
            return move.told(name)
        said = self.announced(state, seat, move.card)
        return f"{name} plays {move.card.sign}: {said}." if said else move.told(name)

    def apply(self, state: Any, seat: int, move: Play) -> Any:
        after = super().apply(state, seat, move)
        if self.announced(state, seat, move.card) == "belote":
            pair = honours(state.order.trump)
            after = after.remember(None, [pair[1 - pair.index(move.card)]], seat)
        return after


# --- the score


@dataclass(frozen=True)
class BeloteStanding(Standing):
    """points_waiting: points of earlier deals that nobody has won yet."""

    points_waiting: int = 0


def sides_announcing(game: Belote) -> dict[int | None, str]:
    """Whose announcement may be the best; where nothing is announced it is not asked."""
    nobody: dict[int | None, str] = {None: "nobody"}
    return nobody | {i: s.name for i, s in enumerate(game.sides)} if game.announces else nobody


@dataclass(frozen=True)
class BeloteResult:
    """takers: index of the side that made trumps; points: card points by side, the last trick
    included; tricks by side; belote: index of the side that had king and queen of trumps in one
    hand, or None; waiting: points that waited before the deal; announcing: index of the side with
    the best announcement, or None; announced: what its runs and sets count together."""

    takers: int = side_of(0, "the takers")
    points: tuple[int, int] = bounded(
        0, ALL_POINTS, (90, 72), "card points of {}", each="side", total=ALL_POINTS
    )
    tricks: tuple[int, int] = bounded(0, TRICKS, (5, 3), "tricks of {}", each="side", total=TRICKS)
    belote: int | None = side_of(None, "the side with belote", nobody="nobody")
    waiting: int = bounded(
        0, lambda game: MOST_WAITING if game.litige == "hold" else 0, 0, "points that wait"
    )
    announcing: int | None = chosen(sides_announcing, None, "the side with the best announcement")
    announced: int = bounded(
        0, lambda game: MOST_ANNOUNCED if game.announces else 0, 0, "points announced"
    )

    def cannot(self, game: Belote) -> str:
        if (self.announcing is None) == bool(self.announced):
            return "points are announced by a side, and a side announces some; change one of them"
        for side, points, tricks in zip(game.sides, self.points, self.tricks, strict=True):
            if points and not tricks:
                return f"{side.name} took no trick, so no points; give it a trick"
        return ""

    def sums(self) -> tuple[int, int]:
        """What each side has: card points, all eight tricks, belote and what was announced."""
        first, second = (
            points
            + CAPOT * (tricks == TRICKS)
            + BELOTE * (self.belote == side)
            + self.announced * (self.announcing == side)
            for side, (points, tricks) in enumerate(zip(self.points, self.tricks, strict=True))
        )
        return first, second

    @property
    def ahead(self) -> int:
        """By how much the takers have more than the others."""
        sums = self.sums()
        return sums[self.takers] - sums[1 - self.takers]

    @property
    def did(self) -> str:
        """What the takers did."""
        sums = self.sums()
        return f"took trumps and had {sums[self.takers]} to {sums[1 - self.takers]}"


EQUAL = BeloteResult(points=(81, 81), tricks=(4, 4))
"""A deal that comes out equal."""
ALL_EIGHT = Quantity("[all]", "1 for all eight tricks", "all eight tricks", idle=0)
COUNTED = Formula(
    f"p + {CAPOT}*e", p=Quantity("", "card points of the side", "card points"), e=ALL_EIGHT
)
INSIDE = Formula(f"{{written_points}} + {CAPOT}*e", e=ALL_EIGHT)
BELOTE_COUNTS = Formula(str(BELOTE))
ANNOUNCES = Formula("a", a=Quantity("", "what was announced", "points"))
WAITED = Formula("w", w=Quantity("", "points that waited", "points"))


def in_tens(points: int) -> int:
    """Points to the nearest ten, 1 to 5 down.

    >>> in_tens(85), in_tens(86), in_tens(90)
    (80, 90, 90)
    """
    return -(-(points - 5) // 10) * 10


@scores("points-counted", "Card points", "card-points", "contract", "slam")
def points_counted(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """If the takers have more points than the others, {besides} included, each side scores its card
    points{rounding}. A side that wins all eight tricks counts {capot_counts} for them, the capot."""
    if result.ahead <= 0:
        return
    because = game.tell("{who} {did}", who=game.sides[result.takers], did=result.did)
    written = game.written(result)
    for side, points, tricks in zip(game.sides, written, result.tricks, strict=True):
        if points:
            capot = tricks == TRICKS
            yield line(side.id, "Card points", points_counted, COUNTED, because, p=points, e=capot)


@scores("inside", "Inside", "contract", "card-points")
def inside(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """If the takers have fewer points than the others{or_as_many}, they are inside. The others
    score {written_points}, or {capot_counts} for a capot,{announced_too} and the takers keep only
    their belote."""
    if game.outcome_of(result) != "inside":
        return
    defenders = 1 - result.takers
    because = game.tell("{who} {did}", who=game.sides[result.takers], did=result.did)
    capot = result.tricks[defenders] == TRICKS
    yield line(game.sides[defenders].id, "Inside", inside, INSIDE.agreed(game), because, e=capot)


@scores("held", "Points that wait", "contract", "card-points")
def held(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """If both sides have the same, the defenders score their card points, and what the takers have
    waits for the side that wins the next deal. If that is equal too, both wait together.{tens_wait}"""
    if game.outcome_of(result) == "held":
        defenders = 1 - result.takers
        because = game.tell(
            "{who} {did}, which wait", who=game.sides[result.takers], did=result.did
        )
        points = game.written(result)[defenders]
        yield line(game.sides[defenders].id, "Held", held, COUNTED, because, p=points, e=0)


@scores("belote", "Belote", "honours")
def belote_counts(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """King and queen of trumps in one hand count 20 for their side, whoever wins
    them{unless_waiting}."""
    if result.belote is None:
        return
    if result.belote != result.takers or game.outcome_of(result) != "held":
        side = game.sides[result.belote]
        because = game.tell("{who} had the king and queen of trumps in one hand", who=side)
        yield line(side.id, "Belote", belote_counts, BELOTE_COUNTS, because)


@scores("announces-count", "Announcements count", "declared-meld", "contract")
def announces_count(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """The side with the best announcement scores all of its own{unless_waiting_too}. If the takers
    are inside, the others score them, whoever announced them."""
    if result.announcing is None:
        return
    outcome, defenders = game.outcome_of(result), 1 - result.takers
    if outcome == "held" and result.announcing == result.takers:
        return
    winner = defenders if outcome == "inside" else result.announcing
    because = game.tell("{who} had the best announcement", who=game.sides[result.announcing])
    side = game.sides[winner]
    yield line(side.id, "Announcements", announces_count, ANNOUNCES, because, a=result.announced)


@scores("held-won", "Points that waited are won", "score-keeping")
def held_won(game: Belote, result: BeloteResult) -> Iterator[ScoreLine]:
    """The points that waited go to the takers if the takers have more than the others, and to
    the defenders if the takers have less."""
    if result.waiting and result.ahead:
        winner = result.takers if result.ahead > 0 else 1 - result.takers
        side = game.sides[winner]
        because = game.tell("{who} won the deal", who=side)
        yield line(side.id, "What waited", held_won, WAITED, because, w=result.waiting)


class Belote(JackNineGame):
    """Four players, two against two, five cards each at first. Somebody takes the turned card as
    trumps or names another suit; then everybody has eight cards, and the side that made trumps must
    have more points than the other."""

    may_have_no_result = True
    id, title, picture = "belote", "Belote", "KH QH JH 9H"
    direction = -1
    State: type[BeloteState] = BeloteState
    Standing: type[BeloteStanding] = BeloteStanding
    Result: type[BeloteResult] = BeloteResult
    scoring: tuple[Rule, ...] = (
        points_counted,
        inside,
        held,
        belote_counts,
        announces_count,
        held_won,
    )
    bid_values = "belote-bids"

    undertrump = Option(
        "must",
        {
            "must": "a lower trump has to be played",
            "free": "any card may be played",
        },
        "When an opponent has trumped and you hold only lower trumps.",
        house=True,
    )
    round = Option(
        "off",
        {"off": "as they are", "ten": "in tens"},
        "How card points are written down.",
        house=True,
    )
    litige = Option(
        "hold",
        {"hold": "the takers' points wait for the next deal", "inside": "the takers are inside"},
        "When both sides have the same number of points.",
        house=True,
    )
    announces = Option(False, (False, True), "Whether runs and sets are announced.", house=True)
    target = Option(1000, (500, 1000, 2000), "The score that wins the match.")
    quiet = {
        "auction-over": Typed("trumps H"),
        "held": Rare("both sides seldom have the same", lambda game: EQUAL),
        "held-won": Rare("points seldom wait", lambda game: BeloteResult(waiting=91)),
    }

    def setup(self) -> None:
        self.notes = (PACK, PARTNERS, RANKING)
        rules = (auction_over, follow_suit, *DUTIES[self.undertrump])
        self.phases = (
            FiveAndOne(),
            TakeUpcard(),
            NameAnother(),
            DealTheRest(),
            BeloteTricks(rules=rules),
        )
        left_out = () if self.litige == "hold" else (held, held_won)
        if self.announces:
            self.notes = (*self.notes, ANNOUNCING)
        else:
            left_out = (*left_out, announces_count)
        self.scoring = tuple(r for r in type(self).scoring if r not in left_out)
        self.ends = (Race(self.target, alone=True),)

    @property
    def tricks_in_deal(self) -> int:
        """As many as each player has cards when all are dealt."""
        return len(self.pack) // self.players

    def cards_needed(self) -> int:
        """The first cards of all, and one to turn."""
        return super().cards_needed() + 1

    def written(self, result: BeloteResult) -> tuple[int, int]:
        """The card points of the sides as they are written down."""
        if self.round == "off":
            return result.points
        mine = in_tens(result.points[result.takers])
        theirs = self.written_points - mine
        return (mine, theirs) if result.takers == 0 else (theirs, mine)

    @property
    def written_points(self) -> int:
        """What the card points of both sides are together as they are written down."""
        return self.all_points if self.round == "off" else in_tens(self.all_points)

    @property
    def capot_counts(self) -> int:
        """What the card points of a side that wins all eight tricks come to."""
        return self.written_points + CAPOT

    @property
    def rounding(self) -> str:
        """How card points are rounded, as a clause."""
        if self.round == "off":
            return ""
        return (
            ", in tens. Those of the takers are rounded, 5 or less down and 6 or more up, and the others"
            f" score what is left of {self.written_points}"
        )

    @property
    def tens_wait(self) -> str:
        return "" if self.round == "off" else " Both count in tens."

    @property
    def or_as_many(self) -> str:
        return "" if self.litige == "hold" else ", or as many"

    @property
    def besides(self) -> str:
        """What counts beside card points for who has more."""
        return "belote and announcements" if self.announces else "belote"

    @property
    def announced_too(self) -> str:
        return " with all that was announced," if self.announces else ""

    @property
    def unless_waiting_too(self) -> str:
        waits = "; where points wait, those of the takers wait with them"
        return waits if self.litige == "hold" else ""

    @property
    def unless_waiting(self) -> str:
        waits = "; where points wait, the takers' belote waits with them"
        return waits if self.litige == "hold" else ""

    def outcome_of(self, result: BeloteResult) -> str:
        """Whether the takers made it, are inside, or both sides have the same: "held"."""
        if result.ahead > 0:
            return "made"
        return "held" if not result.ahead and self.litige == "hold" else "inside"

    # --- announcements
    def announced(self, state: Any) -> tuple[tuple[int, Announcement], ...]:
        """Who has announced what: all of the side with the best, in turn; nothing where nobody has
        anything, or where it is not agreed."""
        if not self.announces or state.declarer is None:
            return ()
        trump, dealt = state.order.trump, state.dealt()
        in_turn = self.seats_from(state.after_seat(state.dealer))
        found = [(seat, one) for seat in in_turn for one in announcements(dealt[seat])]
        if not found:
            return ()
        best, _ = max(found, key=lambda told: told[1].strength(trump))
        side = self.side_index(best)
        return tuple((seat, one) for seat, one in found if self.side_index(seat) == side)

    def told_besides(self, before: BeloteState, after: BeloteState, seat: int | None) -> str:
        if before.declarer is not None or after.declarer is None:
            return super().told_besides(before, after, seat)
        told = [
            f"{self.names[who]} announces {listed(one.cards, most=8)}."
            for who, one in self.announced(after)
        ]
        return " ".join(told)

    # --- what calls are worth
    def bid_hand(self, table: Any) -> tuple[Card, ...]:
        """Whoever makes trumps counts the turned card, which comes to the hand."""
        return (*table.hand, *table.shown)

    def called_with(self, table: Any, seat: int) -> Sequence[Card] | None:
        """The hand, until the rest of the cards is dealt."""
        hand = super().called_with(table, seat)
        return hand if hand is not None and len(hand) < self.tricks_in_deal else None

    def bid_situation(self, table: Any) -> str:
        """Whether the turned suit is offered or another may be named."""
        return "naming" if isinstance(table.phase, NameAnother) else "turned"

    # --- the picture
    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """turned: the card that is turned; its suit is offered."""
        return super().position(with_offer(given))

    def zones(self, state: BeloteState) -> list[Zone]:
        zones = super().zones(state)
        if state.shown:
            zones.append(pile("turned", "Turned up", state.shown, open=state.order is None))
        if state.stock:
            zones.append(pile("stock", "Stock", state.stock, open=False))
        return zones

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if state.contract is not None and state.standing.points_waiting:
            panels["contract"]["note"] = f"{state.standing.points_waiting} points wait"
        return panels

    # --- the result
    def feats(self, result: BeloteResult) -> tuple[Feat, ...]:
        """What the takers have against the others."""
        outcome = self.outcome_of(result)
        so, kept = {
            "made": ("contract made", True),
            "held": ("the points wait", None),
            "inside": ("contract lost", False),
        }[outcome]
        return (Feat(self.sides[result.takers].seats, result.did, so, kept),)

    def result(self, state: BeloteState) -> BeloteResult | None:
        if state.declarer is None:
            return None
        pair = {*honours(state.order.trump)}  # type: ignore[arg-type]  # a suit is trumps here
        holder = next((seat for seat, hand in enumerate(state.dealt()) if pair <= {*hand}), None)
        tricks, announced = state.tricks_by_side(), self.announced(state)
        return BeloteResult(
            self.side_index(state.declarer),
            self.points_with_last(state),
            (tricks[0], tricks[1]),
            None if holder is None else self.side_index(holder),
            state.standing.points_waiting,
            self.side_index(announced[0][0]) if announced else None,
            sum(one.points for _, one in announced),
        )

    def next_standing(self, state: BeloteState, lines: Iterable[ScoreLine]) -> Any:
        """Points that wait pass to the next deal, until a deal is won."""
        after, result = super().next_standing(state, lines), self.result(state)
        if result is None:
            return after
        waits = self.outcome_of(result) == "held"
        takers = result.takers
        besides = result.sums()[takers] - result.points[takers]
        more = self.written(result)[takers] + besides
        return after.but(points_waiting=result.waiting + more if waits else 0)
