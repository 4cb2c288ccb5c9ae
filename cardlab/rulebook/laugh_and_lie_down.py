"""Laugh and Lie Down: match a card of the pond, and whoever cannot lies down and is out.

Source: the common account of the game for five, which goes back to Francis Willughby's book of games
(c. 1665), and the numbers that go with it for four.  House choices: the numbers for three and six,
which follow by arithmetic; nothing can be overlooked, so that three of a rank in the pond are taken
whole and nobody lies down who could still capture or lay aside; where nobody captures at all, the
dealer has the last pair; as many deals make a match as there are players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import BySeat, FaceUp, SeatNo
from cardlab.engine.game import Dealing, Phase, Standing, State
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import PLAYS, Capture, Deal, Move, Play, Say, SeveralCards
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone, face
from cardlab.engine.words import Seat, listed, number, some
from cardlab.families.capturing import CaptureGame
from cardlab.families.matches import Deals
from cardlab.families.packs import ranks_only
from cardlab.families.prospects import ProspectGame

Cards = tuple[Card, ...]
LIE_DOWN = Say("lie down", "Lie down", "lies down")
MAY_BE_TAKEN = 2.0
"""What it is worth to a bot to capture a card before somebody else does who may hold its rank."""
MAY_STAY = 0.3
"""The same where the seat gets its pair in any case."""
POINT = 0.1
"""What a pair more is worth at once, against being able to capture later."""


class TableNumbers(NamedTuple):
    """What is dealt and staked for a number of players: cards each, par in pairs, the stakes of the
    dealer and of everybody else, and what the last pair takes."""

    each: int
    par: int
    dealer: int
    others: int
    last: int


NUMBERS = {
    3: TableNumbers(12, 6, 5, 3, 3),
    4: TableNumbers(10, 5, 3, 2, 3),
    5: TableNumbers(8, 4, 3, 2, 5),
    6: TableNumbers(6, 3, 3, 2, 5),
}


class LayAside(SeveralCards):
    """Lay a pair of the hand aside as won."""

    __slots__ = ()
    verb, title = "aside", "Lay aside"  # type: ignore[assignment]

    def told(self, name: str) -> str:
        return f"{name} lays {listed(self.cards)} aside."


def lay_aside(cards: Iterable[Card]) -> LayAside:
    """The move that lays these two cards aside."""
    made: LayAside = LayAside(*cards)
    return made


@dataclass(frozen=True)
class PondState(State):
    """pond: the open cards; piles: what each seat has won; took: who captured last; down: who has
    lain down."""

    pond: FaceUp[Cards] = ()
    piles: FaceUp[BySeat[Cards]] = ()
    took: SeatNo | None = None
    down: tuple[SeatNo, ...] = ()

    def in_pond(self, card: Card) -> Cards:
        """The cards of the pond that have the rank of a card."""
        return tuple(other for other in self.pond if other.rank == card.rank)

    def may_go_aside(self, rank: str) -> bool:
        """Whether two cards of a rank in the hand are a pair by themselves: three are held, or the
        other two have been won."""
        held = sum(card.rank == rank for card in self.hand)
        won = sum(card.rank == rank for cards in self.piles for card in cards)
        return held > 2 or won == 2


ONLY_ITS_RANK = "{card} takes only cards of its rank that lie in the pond"


def _captures(m: Move) -> bool:
    return isinstance(m, Capture)


@rule("captures-its-rank", "Capture by rank", "capture", "fishing", look="Which ranks lie there?")
def captures_its_rank(table: PondState, moves: tuple[Move, ...]) -> Ruling:
    """At your turn play one card and take a card of its rank from the pond; lay both before you.
    One capture a turn."""

    def wrong(m: Move) -> bool:
        if not isinstance(m, Capture) or m.card is None:
            return isinstance(m, Play)
        return not m.named or not set(m.named) <= set(table.in_pond(m.card))

    unnamed = any(isinstance(m, Play) and table.in_pond(m.card) for m in moves)
    because = "say what {card} takes: its rank lies in the pond" if unnamed else ONLY_ITS_RANK
    return may_not(moves, wrong, because)


@rule("whole-prial", "A prial is taken whole", "set", "capture")
def whole_prial(table: PondState, moves: tuple[Move, ...]) -> Ruling:
    """If three cards of the rank lie in the pond, your card takes all three; of two it takes
    one."""

    def wrong(m: Any) -> bool:
        if not _captures(m):
            return False
        there = len(table.in_pond(m.card))
        return len(m.named) != (3 if there == 3 else 1)

    offending = [len(table.in_pond(m.card)) for m in moves if m.card and wrong(m)]
    if 2 in offending:
        return may_not(
            moves, wrong, "two cards of its rank lie there, and {card} takes one of them"
        )
    return may_not(moves, wrong, "three cards of its rank lie there, and {card} takes all of them")


@rule("aside", "Pairs laid aside", "set", "hand")
def aside(table: PondState, moves: tuple[Move, ...]) -> Ruling:
    """Before you capture or lie down you may lay two cards of one rank aside as a pair that is
    won. You must hold three of the rank, or the other two must have been won already. Of four you may
    lay aside both pairs."""
    pairs = [m.cards for m in moves if isinstance(m, LayAside)]
    because, facts = (
        "{you} {hold} only two of that rank, and the other two are not won yet",
        dict[str, Any](),
    )
    if other := next((pair for pair in pairs if pair[0].rank != pair[1].rank), ()):
        because, facts = "{cards} are not of one rank", {"cards": listed(other)}
    return may_not(
        moves,
        lambda m: (
            isinstance(m, LayAside)
            and (m.cards == other or not table.may_go_aside(m.cards[0].rank))
        ),
        because,
        facts,
    )


@rule("lie-down", "Lie down", "drop-out", look="Does a card of the hand match the pond?")
def lie_down(table: PondState, moves: tuple[Move, ...]) -> Ruling:
    """If you can capture nothing{and_lay_aside}, you must lie down: your hand joins the pond, and
    you are out of this deal. The others laugh."""
    able = [m for m in moves if m != LIE_DOWN]
    captures = [m for m in able if _captures(m)]
    because = "{able} can still capture" if captures else "{able} can still be laid aside"
    aside = [card for m in able if isinstance(m, LayAside) for card in m.cards]
    shown = dict.fromkeys([m.card for m in captures] if captures else aside)
    return may_not(moves, lambda m: bool(able) and m == LIE_DOWN, because, {"able": listed(shown)})


def hurry(view: PondState, move: Move) -> float:
    """How much is lost if a capture is put off: the most where the only card of the rank in the
    pond may be taken by somebody else, whose second card then is dead as well."""
    if not isinstance(move, Capture) or move.card is None:
        return 0.0
    rank = move.card.rank
    mine = sum(card.rank == rank for card in view.hand)
    there = len(view.in_pond(move.card))
    won = sum(card.rank == rank for cards in view.piles for card in cards)
    elsewhere = 4 - mine - there - won
    if not elsewhere:
        return 0.0
    return MAY_BE_TAKEN if mine == there == 1 else MAY_STAY


def rank_of(card: Card) -> str:
    """What decides whether cards may be laid aside."""
    return card.rank


class PondFirst(Dealing):
    """The hands, and the rest face up as the pond; four of a rank there go to the dealer."""

    def sizes(self, game: Any, standing: Standing) -> tuple[int, ...]:
        return (game.numbers.each,) * game.players

    def apply(self, state: PondState, seat: int | None, move: Deal) -> Any:
        ranks = Counter(card.rank for card in move.stock)
        whole = tuple(card for card in move.stock if ranks[card.rank] == 4)
        pond = tuple(card for card in move.stock if ranks[card.rank] < 4)
        piles = tuple(whole if s == state.dealer else () for s in range(state.game.players))
        return state.game.next_phase(state.but(hands=move.hands, pond=pond, piles=piles))


class Matching(Phase):
    """Capture or lie down, until at most one player has cards."""

    id, title, doing = "fish", "Captures", "capture or lie down"
    did = "played"
    begins = "eldest"
    prompt = "Your turn: match a card of the pond, or lie down."

    def enter(self, state: PondState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (LIE_DOWN,)

    def candidates(self, table: PondState) -> tuple[Move, ...]:
        return (*self.plays(table), *self.asides(table), LIE_DOWN)

    @staticmethod
    def plays(table: PondState) -> Iterator[Move]:
        """Every card with each card of its rank, and with all three; alone where none lies
        there."""
        for card in table.hand:
            there = table.in_pond(card)
            if not there:
                yield PLAYS[card]
            if len(there) == 3:
                yield Capture(card, there)
            for other in there:
                yield Capture(card, (other,))

    @staticmethod
    def asides(table: PondState) -> Iterator[Move]:
        """Every two cards of one rank in the hand."""
        if table.game.aside:
            pairs = combinations(sorted(table.hand), 2)
            yield from (lay_aside(pair) for pair in pairs if pair[0].rank == pair[1].rank)

    def read(self, table: PondState, text: str) -> Move | None:
        """``5H takes 5S 5C 5D``, ``aside 7H 7D``."""
        first, takes, rest = text.partition(" takes ")
        try:
            if text.startswith("aside "):
                pair = read_cards(text.removeprefix("aside "))
                return lay_aside(sorted(pair)) if len(pair) == 2 else None
            if not takes:
                return None
            taken = set(read_cards(rest))
            lying = tuple(card for card in table.pond if card in taken)
            return Capture(Card(first), lying if len(lying) == len(taken) else (*taken,))
        except ValueError:
            return None

    def apply(self, state: PondState, seat: int, move: Move) -> Any:
        if move == LIE_DOWN:
            pond = (*state.pond, *state.hands[seat])
            down = (*state.down, seat)
            return self.on(state.but(hands=state.held(seat, ()), pond=pond, down=down), seat)
        gone = move.cards if isinstance(move, LayAside) else (move.card,)
        won = (*gone, *(() if isinstance(move, LayAside) else move.named))
        hand = tuple(card for card in state.hands[seat] if card not in gone)
        piles = (*state.piles[:seat], (*state.piles[seat], *won), *state.piles[seat + 1 :])
        pond = tuple(card for card in state.pond if card not in won)
        state = state.but(hands=state.held(seat, hand), piles=piles, pond=pond)
        if isinstance(move, LayAside) and hand:
            return state
        return self.on(state if isinstance(move, LayAside) else state.but(took=seat), seat)

    @staticmethod
    def on(state: PondState, seat: int) -> Any:
        """The next player with cards, or the end, where the dealer takes what is left."""
        if sum(map(bool, state.hands)) > 1:
            seat = state.after_seat(seat)
            while not state.hands[seat]:
                seat = state.after_seat(seat)
            return state.but(to_move=seat)
        rest = (*state.pond, *(card for hand in state.hands for card in hand))
        dealer = state.dealer
        mine = (*state.piles[dealer], *rest)
        piles = (*state.piles[:dealer], mine, *state.piles[dealer + 1 :])
        hands = ((),) * state.game.players
        return state.game.end(state.but(hands=hands, pond=(), piles=piles))


@dataclass(frozen=True)
class PairsResult:
    """pairs: what each seat has won; last: who won the last pair; dealer: who dealt."""

    pairs: tuple[int, ...] = bounded(
        0, 26, (6, 5, 5, 4, 6), "pairs of {}", each="seat", total=lambda game: 26
    )
    last: int = seat_of(4, "who won the last pair")
    dealer: int = seat_of(0, "who dealt")


STAKE = Formula("-n", n="counters")
PAR = Formula("p - {par}", p="pairs")
LAST = Formula("{last_pair}")


@scores("stakes", "Stakes", "stake", "pool")
def stakes(game: LaughAndLieDown, result: PairsResult) -> Iterator[ScoreLine]:
    """Before the deal the dealer puts {dealer_stakes} into the pot, and every other player
    {others_stake}."""
    for seat, side in enumerate(game.sides):
        deals = seat == result.dealer
        because = game.tell("{who} dealt", who=Seat(seat)) if deals else "everybody stakes"
        staked = game.dealer_stakes if deals else game.others_stake
        yield line(side.id, "Stake", stakes, STAKE, because, n=staked)


@scores("pairs-over-par", "Pairs and the pot", "most-cards", "pool", "zero-sum")
def pairs_over_par(game: LaughAndLieDown, result: PairsResult) -> Iterator[ScoreLine]:
    """Par is {par} pairs. For each pair above it you take a counter from the pot; for each below it
    you pay one in."""
    for side, pairs in zip(game.sides, result.pairs, strict=True):
        if pairs != game.par:
            because = game.tell("{who} won {n}", who=side, n=some(pairs, "pair"))
            yield line(side.id, "Pairs", pairs_over_par, PAR.agreed(game), because, p=pairs)


@scores("last-pair", "The last pair", "pool", "capture")
def last_capture(game: LaughAndLieDown, result: PairsResult) -> Iterator[ScoreLine]:
    """The player who captures last takes {last_pair} counters from the pot, which is then empty."""
    because = game.tell("{who} captured last", who=Seat(result.last))
    side = game.sides[result.last]
    yield line(side.id, "Last pair", last_capture, LAST.agreed(game), because)


NOTES: tuple[Rule, ...] = (
    note(
        "hands-and-pond",
        "Hands and pond",
        "Deal {each_in_words} cards to each player and turn the others face up: they are the pond."
        " If four cards of a rank lie there, the dealer wins them as two pairs.{own_numbers}",
        "deal",
        "hand",
        "fishing",
    ),
    note(
        "eldest-plays-first",
        "Who plays first",
        "The player on the dealer's left plays first, then the others in turn.",
        "eldest",
        "turn",
    ),
)
REST = note(
    "the-dealer-takes-the-rest",
    "The end of a deal",
    "When only one player still has cards, play stops. The dealer wins these and what lies in the"
    " pond, in pairs.",
    "capture",
    "fishing",
    part=SheetPart.END,
)


class LaughAndLieDown(CaptureGame, ProspectGame):
    """Match the cards of the pond with cards of your hand. Whoever cannot lies down and is laughed
    at, and the pairs that you have won settle the pot."""

    id, title, picture = "laugh-and-lie-down", "Laugh and Lie Down", "5S 5H 5D 9C"
    seats = (3, 6, 5)
    zero_sum = True
    State: type[PondState] = PondState
    pack = pack()
    Result: type[PairsResult] = PairsResult
    counts_instead = "pack-of-52"
    aside = Option(True, (True, False), "Whether pairs of a prial in hand may be laid aside.")
    deals = Option(
        0, range(0, 61), "How many deals make a match; 0: as many as there are players.", house=True
    )
    notes = (ranks_only("fishing"),)

    @property
    def numbers(self) -> TableNumbers:
        """The cards and stakes for so many players."""
        return NUMBERS[self.players]

    @property
    def par(self) -> int:
        """How many pairs neither win nor lose."""
        return self.numbers.par

    @property
    def last_pair(self) -> int:
        """What the last pair takes."""
        return self.numbers.last

    @property
    def dealer_stakes(self) -> int:
        """What the dealer stakes."""
        return self.numbers.dealer

    @property
    def others_stake(self) -> int:
        """What everybody else stakes."""
        return self.numbers.others

    @property
    def each_in_words(self) -> str:
        """How many cards are dealt to each player."""
        return number(self.numbers.each)

    @property
    def own_numbers(self) -> str:
        """For three or six, a further sentence: the numbers are ours."""
        if self.players in (4, 5):
            return ""
        return f" The numbers for {number(self.players)} players are a house rule."

    @property
    def and_lay_aside(self) -> str:
        """What else has to be impossible before somebody lies down."""
        return " and lay nothing aside" if self.aside else ""

    def spelled_out(self) -> dict[str, int]:
        return {"deals": self.players}

    def setup(self) -> None:
        asides = (aside,) if self.aside else ()
        prials = (HandMove("aside", "A pair aside", aside, alike=rank_of),) if self.aside else ()
        nothing = HandMove("lie", "Lie down", lie_down, LIE_DOWN)
        rules = (captures_its_rank, whole_prial, *asides, lie_down)
        self.phases = (
            PondFirst(notes=NOTES[:1]),
            Matching(rules=rules, notes=(*NOTES[1:], REST), hand_moves=(*prials, nothing)),
        )
        self.scoring = (stakes, pairs_over_par, last_capture)
        self.ends = (Deals(self.deals or self.players),)

    def points_of(self, table: PondState, move: Move) -> int:
        """The pairs that a move wins; a pair aside costs no turn, so it counts a little more."""
        if isinstance(move, LayAside):
            return 3
        return (len(move.named) + 1) // 2 if move.named else 0

    # --- for bots
    def prospects(self, view: PondState, moves: Sequence[Move]) -> Mapping[Move, float]:
        """The pairs that each move wins, and how likely they would be gone in the next turn:
        what is sure to stay is kept, for whoever runs out of captures lies down."""
        return {move: self.points_of(view, move) * POINT + hurry(view, move) for move in moves}

    def result(self, state: PondState) -> PairsResult:
        pairs = tuple(len(cards) // 2 for cards in state.piles)
        last = state.dealer if state.took is None else state.took
        return PairsResult(pairs, last, state.dealer)

    def feats(self, result: PairsResult) -> tuple[Feat, ...]:
        """How many pairs everybody has won."""
        return tuple(
            Feat((seat,), f"won {some(pairs, 'pair')}") for seat, pairs in enumerate(result.pairs)
        )

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pond; piles: what each seat has won; to_move: the seat to play (0 unless named)."""
        piles = given.get("piles") or ((),) * self.players
        read = {"pond": read_cards(given.get("pond", ())), "piles": tuple(map(read_cards, piles))}
        return {"to_move": 0} | given | read

    def zones(self, state: PondState) -> list[Zone]:
        by_rank = sorted(state.pond, key=lambda card: "A23456789TJQK".index(card.rank))
        return [Zone("pond", "pond", "row", None, "Pond", [face(card) for card in by_rank])]

    def panels(self, state: PondState) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        for seat, won in enumerate(state.piles):
            if won:
                notes.setdefault(seat, []).append(some(len(won) // 2, "pair"))
        for seat in state.down:
            notes.setdefault(seat, []).append("lies down")
        return {"notes": notes}
