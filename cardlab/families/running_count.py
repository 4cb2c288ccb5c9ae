"""A running count: cards are played in turn and added up, and what the last of them makes scores
at once.

Knows the cards of the count, the limit, who has said go, and what fifteens, equal cards and runs
are.  Knows no crib, no show and no target: the game says when it is over.

>>> from cardlab.engine.cards import cards
>>> fifteens(cards("5H TC JD"))
[(5H, TC), (5H, JD)]
>>> equals(cards("7H 8C 7D 8S 8H"))
[(7D, 7H), (8C, 8H, 8S)]
>>> longest_runs(cards("6C 7H 7S 8D KC"))
[(6C, 7H, 8D), (6C, 7S, 8D)]
>>> last_equals(cards("9D 7H 7S")), last_run(cards("2C 5H 3D 4S"))
((7H, 7S), (2C, 5H, 3D, 4S))
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceUp, SeatNo
from cardlab.engine.game import HOLD_CARD, OVER, Game, Phase, State
from cardlab.engine.moves import PLAYS, Move, Play, Say
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, dealt, moved_last, reason_of
from cardlab.engine.words import listed
from cardlab.families.fishing import ORDER, PIP_VALUES, in_order, sums

Cards = tuple[Card, ...]

GO = Say("go", "Go", "says “Go”")
LIMIT = 31
FIFTEEN = 15
COUNTS = {rank: PIP_VALUES.get(rank, 10) for rank in ORDER}
"""Ace 1, pip cards their pips, face cards 10."""
PLACES = {rank: place for place, rank in enumerate(ORDER)}
ONE_OF_RANK = {rank: Card(f"{rank}S") for rank in ORDER}
"""A card of each rank, for whatever hangs on ranks alone."""


def counted(cards: Iterable[Card]) -> int:
    """What cards count together."""
    return sum([COUNTS[card.rank] for card in cards])


def fifteens(cards: Iterable[Card]) -> list[Cards]:
    """Every choice of cards that adds up to 15."""
    return sums(cards, FIFTEEN, COUNTS)


def equals(cards: Iterable[Card]) -> list[Cards]:
    """Two or more cards of one rank, rank by rank."""
    by_rank: dict[str, list[Card]] = {}
    for card in in_order(cards):
        by_rank.setdefault(card.rank, []).append(card)
    return [tuple(alike) for alike in by_rank.values() if len(alike) > 1]


def longest_runs(cards: Iterable[Card]) -> list[Cards]:
    """Every choice of cards, three or more, of the longest row of ranks that follow each other."""
    by_rank: list[list[Card]] = [[] for _ in ORDER]
    for card in in_order(cards):
        by_rank[PLACES[card.rank]].append(card)
    best: list[list[Card]] = []
    row: list[list[Card]] = []
    for alike in (*by_rank, []):
        if alike:
            row.append(alike)
        else:
            best, row = max(best, row, key=len), []
    return [tuple(run) for run in product(*best)] if len(best) >= 3 else []


def last_equals(cards: Cards) -> Cards:
    """The last cards, as long as they are of one rank; nothing if only one is."""
    alike = 1
    while alike < len(cards) and cards[-alike - 1].rank == cards[-1].rank:
        alike += 1
    return cards[-alike:] if alike > 1 else ()


def last_run(cards: Cards) -> Cards:
    """The most last cards that make a run, in whatever order they came."""
    places = [PLACES[card.rank] for card in cards]
    for size in range(len(cards), 2, -1):
        last = places[-size:]
        if max(last) - min(last) == size - 1 and len(set(last)) == size:
            return cards[-size:]
    return ()


class Laid(NamedTuple):
    """What a side has just made: the cards of the count, the newest last."""

    side: str
    cards: Cards


TWO = Formula("2")
ONE = Formula("1")
EQUALS = Formula("n*(n - 1)", n="cards of the rank").unexplained()
RUN = Formula("n", n=Quantity("", "cards of the run", "cards"))


@scores("fifteen", "Fifteen in the play", "running-count", "sum-combination", look="Add the count.")
def fifteen(game: Game, laid: Laid) -> Iterator[ScoreLine]:
    """A player who brings the count to exactly 15 scores 2."""
    if counted(laid.cards) == FIFTEEN:
        yield line(laid.side, "Fifteen", fifteen, TWO, "the count is 15", cards=laid.cards)


@scores("thirty-one", "Thirty-one", "running-count", look="Add the count.")
def thirty_one(game: Game, laid: Laid) -> Iterator[ScoreLine]:
    """A player who brings the count to exactly 31 scores 2."""
    if counted(laid.cards) == LIMIT:
        yield line(laid.side, "Thirty-one", thirty_one, TWO, "the count is 31", cards=laid.cards)


@scores("equals-in-play", "Pairs in the play", "set", look="Look at the last cards played.")
def equals_in_play(game: Game, laid: Laid) -> Iterator[ScoreLine]:
    """A card of the same rank as the card before makes a pair and scores 2. The third in a row
    scores 6 and the fourth 12, whoever played the others."""
    alike = last_equals(laid.cards)
    if alike:
        because = f"{listed(alike)} came one after the other"
        yield line(
            laid.side,
            "Pair" if len(alike) == 2 else f"{'Three' if len(alike) == 3 else 'Four'} of a rank",
            equals_in_play,
            EQUALS,
            because,
            cards=alike,
            n=len(alike),
        )


@scores("run-in-play", "Runs in the play", "run", look="Put the last cards in order.")
def run_in_play(game: Game, laid: Laid) -> Iterator[ScoreLine]:
    """If the last three cards or more are a run when they are put in order, the last of them
    scores. It scores a point for each card of the longest such run."""
    run = last_run(laid.cards)
    if run:
        because = f"{listed(in_order(run), most=7)} follow each other"
        yield line(laid.side, "Run", run_in_play, RUN, because, cards=run, n=len(run))


@scores("last-card", "The last card of a count", "running-count", "turn")
def last_card(game: Game, laid: Laid) -> Iterator[ScoreLine]:
    """When nobody can play any more, whoever played the last card scores 1, unless it made the
    count 31."""
    if counted(laid.cards) != LIMIT:
        because = f"the count ended at {counted(laid.cards)}"
        yield line(laid.side, "Last card", last_card, ONE, because, cards=laid.cards[-1:])


AT_A_CARD = (fifteen, thirty_one, equals_in_play, run_in_play)
BEGINS = note(
    "eldest-begins-count",
    "Elder hand begins",
    "The player on the dealer's left plays the first card. In turn each plays a card face up and"
    " says what all of them count together.",
    "eldest",
    "turn",
    "running-count",
)
AGAIN = note(
    "count-again",
    "The next count",
    "After a 31, or when nobody can play, the count begins again at 0. The next player with cards"
    " after whoever played last begins it; cards of an earlier count make no pairs or runs with"
    " later ones.",
    "running-count",
    "turn",
)
ONLY_COUNT = note(
    "one-count",
    "One count",
    "A deal has one count: after a 31, or when nobody can play, the play is over, and the cards that"
    " are left in hand are laid down.",
    "running-count",
    "turn",
)


@rule(
    "count-limit-31",
    "No more than thirty-one",
    "running-count",
    "card-values",
    look="Add the card to the count.",
)
def count_limit(table: CountState, moves: tuple[Move, ...]) -> Ruling:
    """An ace counts 1, a face card 10 and the others their pips. The count may not go past 31."""
    total = table.total
    return may_not(
        moves,
        lambda m: isinstance(m, Play) and total + COUNTS[m.card.rank] > LIMIT,
        "the count is {total}, and {card} would take it past 31",
        {"total": str(total)},
    )


@rule("must-play", "Play while you can", "running-count", "turn", look="Does a card still fit?")
def must_play(table: CountState, moves: tuple[Move, ...]) -> Ruling:
    """Play a card if you hold one that does not take the count past 31. If you hold none, say go, and
    the others play on while they can."""
    fits = [m.card for m in moves if isinstance(m, Play)]
    if not fits:
        return silent(moves, "every card that {you} {hold} would take the count past 31")
    return may_not(
        moves,
        lambda m: m == GO,
        "{you} {hold} {fits}, {which} the count past 31",
        {
            "fits": fits,
            "which": "which does not take" if len(fits) == 1 else "none of which takes",
        },
    )


@dataclass(frozen=True)
class CountState(State):
    """crib: the cards laid away, a packet a seat and one from the stock; starter: the card turned
    up, if it is; played: by seat, the cards on the table; count: the cards played since 0, the
    newest last, which lie among those too; gone: who has said go in this count; last: who played
    the newest card."""

    crib: FaceUp[tuple[Cards, ...]] = ()
    starter: FaceUp[Cards] = ()
    played: FaceUp[BySeat[Cards]] = ()
    count: Cards = ()
    gone: tuple[SeatNo, ...] = ()
    last: SeatNo | None = None

    @property
    def total(self) -> int:
        """The count as it stands."""
        return counted(self.count)

    @property
    def all_laid(self) -> Cards:
        """The crib as one packet."""
        return tuple(card for packet in self.crib for card in packet)

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        """Everybody knows the own cards in the crib, and the others when the deal is over."""
        seen = super().seen_by(viewer, me)
        if self.phase is OVER:
            return seen
        packets = [
            packet if owner == viewer else (BACK,) * len(packet)
            for owner, packet in enumerate(self.crib)
        ]
        return seen.but(crib=tuple(packets))


class RunningCount(Phase):
    """Cards are played in turn until nobody has any."""

    id, title, doing = "count", "The play", "play"
    did = "played"
    begins = "eldest"
    rules = (count_limit, must_play)
    notes: tuple[Rule, ...] = (HOLD_CARD, BEGINS, *AT_A_CARD, last_card, AGAIN)

    def lacking(self, state: CountState) -> str:
        if not state.count or state.last is not None:
            return ""
        return "Somebody played the newest card of the count: give last, that player"

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who dealt, at the first card; after a count, who played its last card; else who played
        or said go last."""
        if not any(state.played):
            return dealt(state)
        if not state.count:
            told = "{who} played the last card of the previous count"
            return reason_of(state, TurnFact.LAST, state.last, told)
        if not state.gone:
            return moved_last(state, state.last, self.did)
        if last is None or last.seat is None:
            return None
        return moved_last(state, last.seat, "said go" if last.move == GO else self.did)

    def enter(self, state: CountState) -> Any:
        if state.game.pegged_out(state):
            return state.game.end(state)
        return state.but(to_move=state.after_seat(state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (GO,)

    def candidates(self, table: CountState) -> tuple[Move, ...]:
        if not table.hand:  # whoever has played all their cards is passed over
            return ()
        return (*(PLAYS[card] for card in dict.fromkeys(table.hand)), GO)

    def apply(self, state: CountState, seat: int, move: Any) -> Any:
        game = state.game
        if move == GO:
            return self.onwards(state.but(gone=(*state.gone, seat)), seat)
        played = [*state.played]
        played[seat] = (*played[seat], move.card)
        state = state.but(
            hands=state.without(seat, move.card),
            played=tuple(played),
            count=(*state.count, move.card),
            last=seat,
        )
        state = game.pegging(state, AT_A_CARD, seat)
        return game.end(state) if game.pegged_out(state) else self.onwards(state, seat)

    def onwards(self, state: CountState, seat: int) -> Any:
        """To the next seat that can still play or say go in this count, or to the next count."""
        if state.total < LIMIT:
            following = self.following(state, seat, state.gone)
            if following is not None:
                return state.but(to_move=following)
        return self.next_count(state)

    def following(self, state: Any, seat: int, without: tuple[int, ...]) -> int | None:
        """The next seat with cards, those left aside that have said go; maybe the same again."""
        for _ in range(state.game.players):
            seat = state.after_seat(seat)
            if state.hands[seat] and seat not in without:
                return seat
        return None

    def next_count(self, state: Any) -> Any:
        game = state.game
        state = game.pegging(state, (last_card,), state.last)
        if game.pegged_out(state):
            return game.end(state)
        if game.one_count or not any(state.hands):
            return game.next_phase(self.laid_open(state))
        begins = self.following(state, state.last, ())
        return state.but(count=(), gone=(), to_move=begins)

    def laid_open(self, state: CountState) -> Any:
        """The table after all have laid down the cards that they did not play."""
        pairs = zip(state.played, state.hands, strict=True)
        played = tuple((*mine, *held) for mine, held in pairs)
        return state.but(played=played, hands=((),) * state.game.players)

    def asks(self, state: CountState) -> str:
        if state.me is None or all(COUNTS[c.rank] + state.total > LIMIT for c in state.hand):
            return f"The count is {state.total}: no card of yours fits, so say go."
        return f"The count is {state.total}: play a card." if state.count else "Play a card."

    def told(self, state: CountState, seat: int, move: Move, name: str) -> str:
        if move == GO:
            return move.told(name)
        assert move.card is not None
        total = state.total + COUNTS[move.card.rank]
        return f"{name} plays {move.card.sign} and says: “{total}.”"


class RunningCountGame(Game):
    """A game with a running count, and the picture of its table."""

    shelf = GameShelf.MELDS
    State: type[CountState] = CountState
    one_count: bool = False
    """The play ends with its first count."""

    @property
    @abstractmethod
    def laid(self) -> int:
        """How many cards everybody lays into the crib."""

    @abstractmethod
    def pegged_out(self, state: Any) -> bool:
        """Whether what was pegged has ended the game."""

    @abstractmethod
    def worth_keeping(self, kept: Cards, laid: Cards, mine: bool, coming: Cards = ()) -> float:
        """About what cards bring that are kept while others are laid into the crib.  mine: whether
        the crib is on the own side; coming: the cards of which one is turned up, to reckon with
        each of them; without any, that card is left out of account."""

    def pegging(self, state: CountState, rules: tuple[Rule, ...], seat: int) -> Any:
        """The table after what a seat has just made is scored."""
        laid = Laid(self.side_of[seat], state.count)
        lines = tuple(entry for r in rules for entry in r.test(self, laid))
        return state.but(pegged=(*state.pegged, *lines)) if lines else state

    def counts(self, card: Card) -> int:
        """What a card counts."""
        return COUNTS[card.rank]

    def made_by(self, count: Cards) -> int:
        """What the newest card of a count scores."""
        return _made(tuple([ONE_OF_RANK[card.rank] for card in count]))

    def worth(self, table: CountState, move: Move) -> str | None:
        """The points of a card as they are told before it is played."""
        if not isinstance(move, Play) or not isinstance(table.phase, RunningCount):
            return None
        points = self.made_by((*table.count, move.card))
        return str(points) if points else None

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """count: the cards since 0, the newest last; played: cards by seat, without them; crib:
        packets by seat; starter: a card; to_move: the seat that plays (0 unless named)."""
        given = {"to_move": 0, "last": None} | given
        for place in ("count", "starter"):
            given[place] = read_cards(given.get(place, ()))
        for place in ("played", "crib"):
            packets = given.get(place, ())
            by_seat = packets if isinstance(packets, dict) else dict(enumerate(packets))
            given[place] = tuple(read_cards(by_seat.get(s, ())) for s in range(self.players))
        if given["count"]:
            # the cards of the count lie before those who played them, in turn back from the newest
            owner = given["last"] if given["last"] is not None else self.before(given["to_move"])
            given["last"] = owner
            played = [*given["played"]]
            for card in reversed(given["count"]):
                if not any(card in mine for mine in played):
                    played[owner] = (*played[owner], card)
                owner = self.before(owner)
            given["played"] = tuple(played)
        return given

    def before(self, seat: int) -> int:
        return (seat - self.direction) % self.players

    # --- the picture
    def zones(self, state: CountState) -> list[Zone]:
        zones = []
        if state.starter:
            zones.append(pile("starter", "Starter", state.starter, open=True))
        if state.phase is OVER:
            return [*zones, *self.shown_zones(state)]
        if any(state.crib):
            title = f"{self.names[state.dealer]}'s crib"
            zones.append(pile("crib", title, state.all_laid, open=False))
        if any(state.played):
            zones += self.played_zones(state)
        return zones

    def played_zones(self, state: CountState) -> list[Zone]:
        """The cards of this count, and those of earlier ones."""
        owner = {card: seat for seat, mine in enumerate(state.played) for card in mine}
        newest = state.count[-1:]
        faces = [
            face(card, seat=owner.get(card), marks=("fresh",) if card in newest else ())
            for card in state.count
        ]
        done = [card for mine in state.played for card in mine if card not in state.count]
        zones = [Zone("count", "count", "row", None, f"The count: {state.total}", faces)]
        if done:
            before = [face(card, seat=owner[card]) for card in done]
            zones.append(Zone("counted", "counted", "row", None, "Counted before", before))
        return zones

    def shown_zones(self, state: CountState) -> list[Zone]:
        """All hands and the crib, as they are counted."""
        hands = [
            Zone(
                f"shown-{seat}",
                "shown",
                "row",
                seat,
                f"{self.names[seat]}'s hand",
                [face(c) for c in in_order(mine)],
            )
            for seat, mine in enumerate(state.played)
            if mine
        ]
        crib = [face(c) for c in state.all_laid]
        title = f"{self.names[state.dealer]}'s crib"
        return [*hands, Zone("crib", "crib", "row", None, title, crib)]

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        for seat in state.gone:
            notes.setdefault(seat, []).append("said go")
        return {"notes": notes}


@lru_cache(maxsize=65536)
def _made(count: Cards) -> int:
    laid = Laid("", count)
    if counted(count) > LIMIT:
        return 0
    return sum(entry.points for r in AT_A_CARD for entry in r.test(None, laid))
