"""Liverpool Rummy: seven deals with two packs and jokers, each with a contract of melds that has to be
laid before anything else.

Source: the common rules of the contract rummy family and of this game.  House choices: a meld has no
more jokers than other cards; a joker is laid off at the high end of a run while there is room; jokers
are not taken back; one may lay off at once; whoever
discarded a card cannot buy it; a deal whose stock is used up a second time is void and is one of the
seven; what the cards count (options).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, islice, product
from typing import Any, NamedTuple

from cardlab.engine.aims import Points
from cardlab.engine.cards import JOKER, RANK_NAMES, Card, pack, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import BySeat, SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import DISCARDS, Deal, Discard, LayOff, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, seat_of
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, listed, number, some
from cardlab.families.matches import Deals
from cardlab.families.melding import (
    ACES_LOW,
    DRAW,
    PIPS,
    Arrangement,
    Meld,
    MeldDealing,
    Melding,
    alike,
    discard_one,
    draw_first,
    extends_meld,
)
from cardlab.families.prospects import ProspectGame
from cardlab.families.table_melds import (
    OUT,
    OUT_LACKS,
    SHUFFLED,
    UPCARD,
    USED_UP,
    DrawOne,
    LayMeld,
    MeldAndDiscard,
    ShuffledState,
    ShuffledStock,
    TableMeldGame,
    lay_meld,
)

BUY = Say("buy", "Buy it", "buys the discard")
LET_GO = Say("let go", "Let it go", "lets it go")
ALIKE_COUNTS, NEAR_COUNTS = 12, 5
"""What it counts to a bot, in points of deadwood, that a card has another of its rank in the hand
while sets are wanted, or one of its suit that may be in the same run while runs are."""
NEAR = 3
"""How many ranks apart cards of one suit may lie to be in the same short run."""
LONGEST = 13
MOST_BOUGHT = 3
SHORTEST_RUN = 4
ALONG = {suit: tuple(Card(rank + suit) for rank in f"{ACES_LOW}A") for suit in "SHCD"}
"""The cards of each suit in the order of runs, with the ace at both ends."""
WINDOWS = tuple((suit, first) for suit in ALONG for first in range(14 - SHORTEST_RUN + 1))
"""The suits and first places of the shortest runs."""
SHOWN = 12
"""How many melds are offered, to be refused, to a player who cannot lay the contract."""

Span = tuple[str, int, int]


class JokerMelding(Melding):
    """Melds of several packs with jokers: sets of three or more, runs of four or more.

    Runs are written in their order, so that the place of a joker says what it stands for. There are
    at most a few dozen melds in a hand: for each rank the choices of its cards, for each suit and
    stretch of ranks one run.
    """

    def __init__(self, values: Mapping[str, int]) -> None:
        super().__init__(f"{ACES_LOW}A", {**values})
        self.shortest_run = SHORTEST_RUN

    def is_set(self, cards: Sequence[Card]) -> bool:
        natural = [card for card in cards if card is not JOKER]
        enough = len(cards) >= self.shortest and len(cards) <= 2 * len(natural)
        return enough and len({card.rank for card in natural}) == 1

    def run_at(self, cards: Sequence[Card]) -> int | None:
        """The place of the first card of a run among the ranks; None if it is not a run."""
        natural = [card for card in cards if card is not JOKER]
        if not self.shortest_run <= len(cards) <= min(LONGEST, 2 * len(natural)):
            return None
        if len({card.suit for card in natural}) > 1:
            return None
        starts = range(len(self.ranks) - len(cards) + 1)
        return next((at for at in starts if self._fits(cards, at)), None)

    def _fits(self, cards: Sequence[Card], at: int) -> bool:
        places = enumerate(cards, at)
        return all(card is JOKER or self.ranks[place] == card.rank for place, card in places)

    def is_run(self, cards: Sequence[Card]) -> bool:
        return self.run_at(cards) is not None

    def span(self, run: Meld) -> Span:
        """The suit and the first and last place of a run."""
        at = self.run_at(run)
        assert at is not None, "only runs have a span"
        suit = next(card.suit for card in run if card is not JOKER)
        return str(suit), at, at + len(run) - 1

    def laid_on(self, meld: Meld, card: Card) -> Meld | None:
        """The meld with this card laid on it, a joker at the high end if there is room; None if it
        does not fit."""
        return _laid_on(self, meld, card)

    def extends(self, meld: Sequence[Card], card: Card) -> bool:
        return self.laid_on(tuple(meld), card) is not None

    def grown(self, meld: Sequence[Card], cards: Iterable[Card]) -> Meld:
        laid = tuple(meld)
        for card in cards:
            laid = self.laid_on(laid, card) or (*laid, card)
        return laid

    def melds(self, hand: Iterable[Card]) -> tuple[Meld, ...]:
        return _melds_of(tuple(sorted(hand)))

    def said(self, meld: Meld) -> str:
        if self.is_set(meld):
            name = next(RANK_NAMES[card.rank] for card in meld if card is not JOKER)
            return f"Set of {name}{'es' if name == 'six' else 's'}"
        return f"Run of {number(len(meld))}"

    def arrange(self, hand: Iterable[Card]) -> Arrangement:
        """Melds that leave little: the one that takes most out of the hand, then the next."""
        melds = tuple(meld for _, meld in self._one_by_one(hand))
        loose = sorted(
            without(hand, (card for meld in melds for card in meld)),
            key=lambda c: (-self.values[c.rank], c),
        )
        return Arrangement(melds, tuple(loose), self._count(loose))

    def _one_by_one(self, hand: Iterable[Card]) -> Iterator[tuple[Counter[Card], Meld]]:
        """The melds of `arrange`, each with what the hand was before it."""
        left = Counter(hand)
        while found := _largest_of(left):
            best = max(found, key=lambda meld: (_worth(self, meld), -len(meld)))
            yield left, best
            left = left - Counter(best)

    def _count(self, cards: Iterable[Card]) -> int:
        return sum(self.values[card.rank] for card in cards)

    def deadwood(self, hand: Iterable[Card]) -> int:
        return self.arrange(hand).deadwood

    def deadwood_beside(self, hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> int:
        """What is left beside melds: cards that could be laid off are not counted."""
        return self.deadwood(self._kept_beside(hand, melds))

    def _kept_beside(self, hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> list[Card]:
        """The cards of a hand that could not be laid off on these melds."""
        table = [tuple(meld) for meld in melds]
        return [c for c in hand if not any(self.extends(meld, c) for meld in table)]

    def without_each(self, hand: Sequence[Card], beside: Sequence[Meld] = ()) -> dict[Card, int]:
        """What is left beside melds after each card of the hand has gone.

        Only a card of a meld makes the others arrange themselves anew, from that meld on: the melds
        before it stay the largest, without a loose one all of them do, and one that could be laid
        off was not counted.
        """
        held = self._kept_beside(hand, beside)
        melds = list(self._one_by_one(held))
        loose = without(held, (card for _, meld in melds for card in meld))
        deadwood = self._count(loose)

        def left(card: Card) -> int:
            if card not in held:
                return deadwood
            if card in loose:
                return deadwood - self.values[card.rank]
            there = next(cards for cards, meld in melds if cards[card] <= meld.count(card))
            return self.deadwood(without(there.elements(), (card,)))

        return {card: left(card) for card in dict.fromkeys(hand)}

    def missing(self, hand: Iterable[Card], sets: int, runs: int) -> int:
        """About how many cards a hand lacks for so many sets and runs, for deciding what helps."""
        natural = Counter(hand)
        jokers = natural.pop(JOKER, 0)
        ranks = Counter(card.rank for card in natural.elements())
        short = sorted(max(0, 3 - ranks[rank]) for rank in ACES_LOW)
        lacks, taken = sum(short[:sets]), list[Span]()
        lacking = {suit: [not natural[card] for card in cards] for suit, cards in ALONG.items()}
        windows = sorted(
            [(sum(lacking[suit][at : at + SHORTEST_RUN]), suit, at) for suit, at in WINDOWS]
        )
        for short_of, suit, at in windows:
            if len(taken) < runs and apart((suit, at, at + 3), taken):
                taken.append((suit, at, at + 3))
                lacks += short_of
        return max(0, lacks - jokers)

    def misfits(self, hand: Iterable[Card], runs: int) -> int:
        """About how many cards keep a hand from being just so many runs, for deciding what helps:
        those that are in none of them, and those that are missing in between."""
        natural = Counter(hand)
        jokers = natural.pop(JOKER, 0)
        best = [NOTHING_AMISS]
        for suit in "SHCD":
            of_suit = _fitted(tuple(natural[Card(rank + suit)] for rank in ACES_LOW), runs)
            best = [
                min(
                    best[n - more].and_(of_suit[more])
                    for more in range(n + 1)
                    if n - more < len(best)
                )
                for n in range(runs + 1)
            ]
        loose, gaps = best[runs].loose, best[runs].gaps
        return loose + max(0, gaps - jokers)


class Misfits(NamedTuple):
    """What keeps cards from being runs; the fewer the better, and rather gaps, for jokers fill
    them."""

    both: int
    loose: int
    gaps: int

    def and_(self, other: Misfits) -> Misfits:
        return Misfits(self.both + other.both, self.loose + other.loose, self.gaps + other.gaps)


NOTHING_AMISS, NEVER = Misfits(0, 0, 0), Misfits(1000, 1000, 0)


@lru_cache(maxsize=65_536)
def _fitted(ranks: tuple[int, ...], runs: int) -> tuple[Misfits, ...]:
    """The fewest misfits of a suit for no run, one, and so on; ranks: how many cards of each rank,
    from the ace. An ace may go to either end."""
    ways = [_along((low, *ranks[1:], ranks[0] - low), runs) for low in range(ranks[0] + 1)]
    return tuple(map(min, *ways)) if len(ways) > 1 else ways[0]


def _along(held: tuple[int, ...], runs: int) -> tuple[Misfits, ...]:
    """The same along a row of ranks: at each of them a run may begin, after a rank in none, go on,
    or end, when it is long enough.  The key is how many runs there are, and how long the last one
    is that goes on, 0 for none."""
    best = {(0, 0): NOTHING_AMISS}
    for here in held:
        outside = Misfits(here, here, 0)
        inside = Misfits(here - 1, here - 1, 0) if here else Misfits(1, 0, 1)
        following: dict[tuple[int, int], Misfits] = {}
        for (made, length), before in best.items():
            grown = (made, min(length + 1, SHORTEST_RUN)) if length else (made + 1, 1)
            ways = [(grown, before.and_(inside))] if grown[0] <= runs else []
            if length in (0, SHORTEST_RUN):
                ways.append(((made, 0), before.and_(outside)))
            for key, after in ways:
                following[key] = min(following.get(key, NEVER), after)
        best = following
    ended = (0, SHORTEST_RUN)
    return tuple(
        min(best.get((made, length), NEVER) for length in ended) for made in range(runs + 1)
    )


@lru_cache(maxsize=65_536)
def _laid_on(melding: JokerMelding, meld: Meld, card: Card) -> Meld | None:
    ways = ((*meld, card), (card, *meld))
    return next((way for way in ways if melding.is_meld(way)), None)


@lru_cache(maxsize=4096)
def _melds_of(hand: tuple[Card, ...]) -> tuple[Meld, ...]:
    """The melds of a hand (sorted)."""
    natural = Counter(hand)
    jokers = natural.pop(JOKER, 0)
    return (*_sets_of(natural, jokers), *_runs_of(natural, jokers))


def _largest_of(hand: Counter[Card]) -> list[Meld]:
    """Of the melds of a hand all runs, and of each rank the largest set: a smaller one takes
    less."""
    jokers, natural = hand[JOKER], [card for card in sorted(hand) if card is not JOKER]
    found = []
    for kinds in _by_rank(natural):
        cards = tuple([card for card in kinds for _ in range(hand[card])])
        most = (*cards, *(JOKER,) * min(jokers, len(cards)))
        if len(cards) > 1 and len(most) > 2:
            found.append(most)
    found.extend(_runs_of(natural, jokers))
    return found


@lru_cache(maxsize=65_536)
def _worth(melding: JokerMelding, meld: Meld) -> int:
    return sum(melding.values[card.rank] for card in meld)


def _by_rank(natural: Iterable[Card]) -> Iterable[list[Card]]:
    by_rank: dict[str, list[Card]] = {}
    for card in natural:
        by_rank.setdefault(card.rank, []).append(card)
    return by_rank.values()


def _sets_of(natural: Counter[Card], jokers: int) -> Iterator[Meld]:
    for kinds in _by_rank(natural):
        if sum(natural[card] for card in kinds) < 2:
            continue
        for times in product(*(range(natural[card] + 1) for card in kinds)):
            size = sum(times)
            cards = tuple(c for c, n in zip(kinds, times, strict=True) for _ in range(n))
            for more in range(max(0, 3 - size), min(jokers, size) + 1):
                yield (*cards, *(JOKER,) * more)


def _runs_of(natural: Iterable[Card], jokers: int) -> Iterator[Meld]:
    """The runs of cards that are no jokers, with so many jokers."""
    fewest = max(SHORTEST_RUN - jokers, SHORTEST_RUN // 2)
    of_suits: dict[str, list[Card]] = {name: [] for name in ALONG}
    for card in natural:
        of_suits[str(card.suit)].append(card)
    for name, cards in of_suits.items():
        if len(cards) >= fewest:
            yield from _runs_in(name, frozenset(cards), jokers)


@lru_cache(maxsize=65_536)
def _runs_in(name: str, cards: frozenset[Card], jokers: int) -> tuple[Meld, ...]:
    """The runs of one suit."""
    held = [card if card in cards else JOKER for card in ALONG[name]]
    runs = []
    for first in range(len(held) - SHORTEST_RUN + 1):
        gaps = held[first : first + SHORTEST_RUN - 1].count(JOKER)
        for end in range(first + SHORTEST_RUN, min(first + LONGEST, len(held)) + 1):
            gaps += held[end - 1] is JOKER
            if gaps > jokers:
                break
            if 2 * gaps <= end - first:
                runs.append(tuple(held[first:end]))
    return tuple(runs)


def apart(span: Span, others: Iterable[Span]) -> bool:
    """Whether a run lies apart from others of its suit, with a gap between them."""
    suit, low, high = span
    return all(s != suit or low > h + 1 or b > high + 1 for s, b, h in others)


class Needs(NamedTuple):
    """What a player still has to lay: so many sets and runs, of other ranks than these and apart
    from these runs; whole: no card may be left over."""

    sets: int
    runs: int
    ranks: frozenset[str] = frozenset()
    spans: frozenset[Span] = frozenset()
    whole: bool = False

    def after(self, melding: JokerMelding, meld: Meld) -> Needs | None:
        """What is needed after this meld; None if it is not one of those needed."""
        if melding.is_set(meld):
            rank = next(card.rank for card in meld if card is not JOKER)
            if not self.sets or rank in self.ranks:
                return None
            return self._replace(sets=self.sets - 1, ranks=self.ranks | {rank})
        if not self.runs or not melding.is_run(meld):
            return None
        span = melding.span(meld)
        if not apart(span, self.spans):
            return None
        return self._replace(runs=self.runs - 1, spans=self.spans | {span})


@lru_cache(maxsize=8192)
def can_lay(melding: JokerMelding, hand: tuple[Card, ...], needs: Needs) -> bool:
    """Whether a hand (sorted) holds what is needed."""
    if needs.whole:
        return _can_lay_all(melding, hand, needs)
    natural = Counter(hand)
    jokers = natural.pop(JOKER, 0)
    return _can_lay_some(natural, jokers, needs, _windows_of(natural, jokers))


def _can_lay_all(melding: JokerMelding, hand: tuple[Card, ...], needs: Needs) -> bool:
    """Whether nothing is left over: the first card that is not a joker has to be in the next
    run, no card can be there twice, and there are no more suits than runs."""
    if not needs.runs:
        return not hand
    natural = [card for card in hand if card is not JOKER]
    few_suits = len({card.suit for card in natural}) <= needs.runs
    if not natural or not few_suits or len({*natural}) < len(natural):
        return False
    for meld in melding.melds(hand):
        left = needs.after(melding, meld) if natural[0] in meld else None
        if left is not None and can_lay(melding, without(hand, meld), left):
            return True
    return False


def _windows_of(natural: Counter[Card], jokers: int) -> tuple[tuple[str, int], ...]:
    """Of `WINDOWS` those in which these cards and jokers have a run."""
    held = {name: [bool(natural[card]) for card in suit] for name, suit in ALONG.items()}
    fewest = SHORTEST_RUN - min(SHORTEST_RUN // 2, jokers)
    return tuple(
        [
            (name, first)
            for name, first in WINDOWS
            if sum(held[name][first : first + SHORTEST_RUN]) >= fewest
        ]
    )


def _can_lay_some(
    natural: Counter[Card], jokers: int, needs: Needs, windows: tuple[tuple[str, int], ...]
) -> bool:
    """Whether so many melds can be laid: the shortest ones are enough, for a longer one can be
    shortened.

    Runs are tried in these windows, each once; then the sets need no search, since every
    rank has a set with three cards or with two and a joker. A joker may stand in a run for a card
    that is held if that card goes into a set, which is then laid before.
    """
    if not needs.runs:
        ranks = Counter(card.rank for card in natural.elements() if card.rank not in needs.ranks)
        full = sum(n > 2 for n in ranks.values())
        pairs = sum(n == 2 for n in ranks.values())
        return needs.sets <= full + min(pairs, jokers)
    for at, (suit, first) in enumerate(windows):
        cards = ALONG[suit][first : first + SHORTEST_RUN]
        held = [card for card in cards if natural[card]]
        if SHORTEST_RUN - len(held) > min(2, jokers):
            continue
        span = (suit, first, first + SHORTEST_RUN - 1)
        if not apart(span, needs.spans):
            continue
        left = needs._replace(runs=needs.runs - 1, spans=needs.spans | {span})
        fewest = max(2, SHORTEST_RUN - jokers) if needs.sets else len(held)
        for used in (
            part for n in range(len(held), fewest - 1, -1) for part in combinations(held, n)
        ):
            rest = natural - Counter(used)
            if _can_lay_some(rest, jokers - SHORTEST_RUN + len(used), left, windows[at + 1 :]):
                return True
    return False


@lru_cache(maxsize=1024)
def lays_of(melding: JokerMelding, hand: tuple[Card, ...], needs: Needs) -> tuple[LayMeld, ...]:
    """The melds of a hand (sorted) after which the rest of what is needed can be laid too."""
    if not can_lay(melding, hand, needs):
        return ()
    lays = []
    for meld in melding.melds(hand):
        for laid in with_jokers(melding, meld, hand.count(JOKER)):
            left = needs.after(melding, laid)
            if left is not None and can_lay(melding, without(hand, laid), left):
                lays.append(lay_meld(laid))
    return tuple(lays)


def with_jokers(melding: JokerMelding, meld: Meld, jokers: int) -> Iterator[Meld]:
    """A meld of a hand with so many jokers; if it is a run, also each one in which further jokers
    stand for cards of it, which stay in the hand.

    >>> from cardlab.engine.cards import cards
    >>> melding = JokerMelding(PIPS | {"JK": 15})
    >>> list(with_jokers(melding, cards("3H 4H 5H 6H"), 1))[:3]
    [(3H, 4H, 5H, 6H), (JK, 4H, 5H, 6H), (3H, JK, 5H, 6H)]
    """
    yield meld
    if melding.is_set(meld):
        return
    natural = [place for place, card in enumerate(meld) if card is not JOKER]
    most = min(jokers - meld.count(JOKER), len(meld) // 2 - meld.count(JOKER))
    for more in range(1, most + 1):
        for places in combinations(natural, more):
            yield tuple(JOKER if at in places else card for at, card in enumerate(meld))


CONTRACTS = ((2, 0), (1, 1), (0, 2), (3, 0), (2, 1), (1, 2), (0, 3))
"""Sets and runs of the seven contracts."""


def in_words(sets: int, runs: int) -> str:
    """A contract as it is called.

    >>> in_words(2, 1), in_words(0, 3)
    ('two sets and one run', 'three runs')
    """
    parts = [some(sets, "set")] * bool(sets) + [some(runs, "run")] * bool(runs)
    return listed(parts)


@dataclass(frozen=True)
class MeldContractState(ShuffledState):
    """bought: how many discards each seat has bought; asked: the seats that let the last one go;
    thrown: whether somebody discarded the open card, as all are but the first upcard."""

    bought: BySeat[int] = ()
    asked: tuple[SeatNo, ...] = ()
    thrown: bool = True

    @property
    def contract(self) -> tuple[int, int]:
        """The sets and runs of this deal."""
        return CONTRACTS[(self.standing.deal - 1) % len(CONTRACTS)]

    def needs(self, seat: int) -> Needs:
        """What a seat still has to lay of the contract."""
        sets, runs = self.contract
        whole = self.game.last_deal == "all" and self.contract == CONTRACTS[-1]
        needs = Needs(sets, runs, whole=whole)
        for meld in self.melds[seat]:
            needs = needs.after(self.game.melding, meld) or needs
        return needs

    def progress(self, seat: int) -> str:
        """ "none", "begun" or "laid": how much of the contract a seat has laid."""
        laid = len(self.melds[seat])
        return "none" if not laid else "laid" if laid >= sum(self.contract) else "begun"

    def lays(self) -> tuple[LayMeld, ...]:
        """The melds of the contract that the seat that acts can lay now, and then the rest of
        it."""
        assert self.me is not None
        if self.progress(self.me) == "laid":
            return ()
        return lays_of(self.game.melding, tuple(sorted(self.hand)), self.needs(self.me))

    def left_by(self) -> dict[Card, int]:
        """For every card of the hand, how bad the others are: first what they lack for the
        contract, then what they count."""
        assert self.me is not None
        laid = self.progress(self.me) == "laid"
        left = {}
        for card in dict.fromkeys(self.hand):
            others = without(self.hand, (card,))
            left[card] = 1000 * (0 if laid else self.lacks(others)) + self.game.value(others)
        return left

    def lacks(self, hand: Iterable[Card]) -> int:
        """About how many cards keep the seat that acts from laying what it needs with this hand."""
        assert self.me is not None
        melding, needs = self.game.melding, self.needs(self.me)
        if needs.whole:
            return int(melding.misfits(hand, needs.runs))
        return int(melding.missing(hand, needs.sets, needs.runs))


@rule("contract-first", "The contract first", "contract", "lay-off")
def contract_first(table: MeldContractState, moves: tuple[Move, ...]) -> Ruling:
    """Lay off cards only when your own contract lies on the table; then on anybody's melds, and at
    once."""
    assert table.me is not None
    if table.progress(table.me) == "laid":
        return silent(moves, "{your} contract lies on the table")
    because = "{your} contract, {contract}, is not on the table yet"
    contract = in_words(*table.contract)
    return may_not(moves, lambda m: isinstance(m, LayOff), because, {"contract": contract})


@rule("whole-contract", "The whole contract", "contract", "lay-down")
def whole_contract(table: MeldContractState, moves: tuple[Move, ...]) -> Ruling:
    """Lay the contract of the deal all in one turn: exactly the sets and runs that it asks for.
    Sets of one contract have different ranks; runs of one suit lie apart, with a gap between
    them.{last_text}"""
    lays = {*table.lays()}
    barred = [m for m in moves if isinstance(m, LayMeld) and m not in lays]
    if not barred:
        return may_not(moves, lambda m: False, "")
    refusing = {m: why_not_of_contract(table, m.cards) for m in barred}
    return may_not(moves, lambda m: m in barred, *refusing[barred[0]], refusing=refusing)


def why_not_of_contract(table: MeldContractState, meld: Meld) -> tuple[str, dict[str, str]]:
    """Why a meld cannot be the next one of the contract: a reason with its facts."""
    assert table.me is not None
    melding, needs = table.game.melding, table.needs(table.me)
    if table.progress(table.me) == "laid":
        return "{your} contract lies on the table, and nobody lays further melds", {}
    facts = {"rest": in_words(needs.sets, needs.runs), "made": listed(meld, most=8)}
    left = needs.after(melding, meld)
    if left is not None:
        facts["next"] = in_words(left.sets, left.runs)
        if needs.whole:
            return (
                "after {made} the contract needs {next}; {your} other cards do not all fit",
                facts,
            )
        if not left.sets and not left.runs:
            return "{your} other cards do not go with {made}", facts
        return "after {made} the contract needs {next}; {your} other cards do not make that", facts
    if melding.is_set(meld) and needs.sets:
        facts["set"] = melding.said(meld).lower()
        return "the sets of a contract have different ranks, and a {set} lies there already", facts
    if melding.is_run(meld) and needs.runs:
        return "the runs of one suit lie apart, and {made} leave no gap to the one there", facts
    return "{made} are not what {your} contract still needs: {rest}", facts


@rule("finish-the-contract", "Finish the contract", "contract", "rummy-turn")
def finish_the_contract(table: MeldContractState, moves: tuple[Move, ...]) -> Ruling:
    """A player who has laid a meld of the contract lays the rest of it before anything else."""
    assert table.me is not None
    if table.progress(table.me) != "begun":
        return silent(moves, "no contract is half laid")
    because = "{you} {have} begun {your} contract, and the rest of it comes next"
    return may_not(moves, lambda m: not isinstance(m, LayMeld), because)


@rule("legal-meld", "Sets and runs", "meld", "set", "run", "wild-card", "joker")
def legal_meld(table: MeldContractState, moves: tuple[Move, ...]) -> Ruling:
    """A set is three or more cards of one rank, a run four or more of one suit that follow each
    other. An ace is low or high, and suits in a set do not matter. A joker stands for any card, and
    no meld has more jokers than other cards."""
    lays = [m for m in moves if isinstance(m, LayMeld)]
    wrong = [m for m in lays if not table.game.melding.is_meld(m.cards)]
    return may_not(
        moves,
        lambda m: m in wrong,
        "{made} {are_made} neither a set of three or more nor a run of four or more",
        lambda: (
            {
                "made": listed(wrong[0].cards, most=8),
                "are_made": "is" if len(wrong[0].cards) == 1 else "are",
            }
            if wrong
            else {}
        ),
    )


@rule("buy-before-the-draw", "Buying a discard", "discard-pile", "turn")
def buy_before_the_draw(table: MeldContractState, moves: tuple[Move, ...]) -> Ruling:
    """If the player in turn does not take the discard, the others may buy it before the draw, the
    next in turn first. The buyer takes it and the top card of the stock, and discards nothing. You
    may buy three times a deal, but no card that you discarded. The player in turn need not buy."""
    return may_not(
        moves, lambda m: m == "buy", "{up} is free for {you}: take it", {"up": table.upcard}
    )


class DealByContract(MeldDealing):
    """Ten cards each for the first four contracts and twelve for the others, or eleven for all."""

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        return (game.size_of(standing.deal),) * game.players

    def apply(self, state: MeldContractState, seat: int | None, move: Deal) -> Any:
        fresh = state.but(bought=(0,) * state.game.players, thrown=False)
        return super().apply(fresh, seat, move)


class DrawOrBuy(DrawOne):
    """Take the top discard, or draw when the others have been asked whether they buy it."""

    def lacking(self, state: ShuffledState) -> str:
        return "" if state.stock else STOCK_LACKS

    def vocabulary(self) -> Iterable[Move]:
        return (DRAW, BUY)

    def read(self, table: MeldContractState, text: str) -> Move | None:
        return BUY if text == "buy" else super().read(table, text)

    def apply(self, state: MeldContractState, seat: int, move: Say) -> Any:
        if move == "take" or not state.game.buying:
            return super().apply(state, seat, move)
        return state.game.go(state.but(following=seat, asked=()), "buying", None)

    def drawn(self, state: Any, seat: int) -> Any:
        """The table after a seat has drawn from the stock."""
        return super().apply(state, seat, DRAW)


class Buying(Phase):
    """All but whoever discarded it and the player in turn may buy the top discard."""

    id, title, doing = "buying", "Buying", "buy the discard or let it go"
    prompt = "Buy the discard with a card from the stock, or let it go."

    def lacking(self, state: Any) -> str:
        if state.following is None:
            return "Somebody draws after the buying: give following, a player"
        if not state.discards:
            return "The top discard is for sale here: give discards"
        return "" if state.stock else STOCK_LACKS

    def taken_up(self, game: Any) -> int:
        """Two cards for every discard that a seat may buy before its turn, and the card it
        draws."""
        return 2 * MOST_BOUGHT + 1

    def enter(self, state: Any) -> Any:
        others = [*state.game.seats_from(state.after_seat(state.following))][:-1]
        if state.thrown:
            others.pop()  # the seat before the player in turn, which threw it
        for seat in others:
            able = state.bought[seat] < MOST_BOUGHT and len(state.stock) > 1
            if able and seat not in state.asked:
                return state.but(to_move=seat)
        return self.on(state)

    @staticmethod
    def on(state: Any) -> Any:
        """The player in turn draws."""
        phases = state.game.phases
        draw = next(phase for phase in phases if isinstance(phase, DrawOrBuy))
        return draw.drawn(state.but(asked=(), phase=draw, to_move=state.following), state.following)

    def vocabulary(self) -> Iterable[Move]:
        return (BUY, LET_GO)

    def candidates(self, table: MeldContractState) -> tuple[Move, ...]:
        return (BUY, LET_GO)

    def apply(self, state: MeldContractState, seat: int, move: Say) -> Any:
        if move == LET_GO:
            return self.enter(state.but(asked=(*state.asked, seat)))
        *discards, up = state.discards
        card, *stock = state.stock
        hands = state.held(seat, (*state.hands[seat], up, card))
        bought = tuple(n + (s == seat) for s, n in enumerate(state.bought))
        state = state.but(hands=hands, discards=tuple(discards), stock=tuple(stock), bought=bought)
        return self.on(state.remember(None, (up,), seat))

    def asks(self, state: Any) -> str:
        return f"Buy {state.upcard.sign} with a card from the stock, or let it go."


class ContractAndDiscard(MeldAndDiscard):
    """Lay the contract, lay off, and discard."""

    def candidates(self, table: Any) -> tuple[Move, ...]:
        hand = tuple(dict.fromkeys(table.hand))
        progress = table.progress(table.me)
        lays: Sequence[Move] = table.lays()
        if not lays and progress == "none":
            lays = [lay_meld(meld) for meld in islice(table.game.melding.melds(hand), SHOWN)]
        extends = table.game.melding.extends
        melds = dict.fromkeys(meld for mine in table.melds for meld in mine)
        offs = (
            LayOff(card, meld)
            for card in hand
            for meld in melds
            if extends(meld, card) or (progress == "laid" and alike((card, *meld)))
        )
        return (*lays, *offs, *(DISCARDS[card] for card in hand))

    def read(self, table: MeldContractState, text: str) -> Move | None:
        """``meld 4H 5H JK 7H``, ``lay off 7S``, ``discard KH``."""
        verb, _, rest = text.partition(" ")
        if verb != "meld":
            return super().read(table, text)
        try:
            cards = read_cards(rest)
        except ValueError:
            return None
        melding = table.game.melding
        if not cards or melding.is_run(cards):  # where a joker lies says what it stands for
            return lay_meld(cards) if cards else None
        same = (m for m in melding.melds(table.hand) if sorted(m) == sorted(cards))
        return lay_meld(next(same, cards))

    def asks(self, state: Any) -> str:
        contract = in_words(*state.contract)
        if state.progress(state.to_move) == "laid":
            return "Lay cards off, or discard to end your turn."
        return f"The contract is {contract}: lay it, or discard to end your turn."


@dataclass(frozen=True)
class LiverpoolResult:
    """out: who went out; left: what the cards in each hand count."""

    out: int = seat_of(0, "who went out")
    left: tuple[int, ...] = bounded(0, 900, (0, 37, 45, 20), "left to {}", each="seat")

    def cannot(self, game: LiverpoolRummy) -> str:
        if self.left[self.out]:
            return f"{game.names[self.out]} went out and holds nothing"
        if 0 in (n for seat, n in enumerate(self.left) if seat != self.out):
            return "only whoever went out has no cards; the others hold something"
        return ""


LEFT = Formula("d", d="what is left in the hand")


@scores("left-in-hand", "What is left counts against you", "deadwood", "score-keeping")
def left_in_hand(game: LiverpoolRummy, result: LiverpoolResult) -> Iterator[ScoreLine]:
    """When somebody goes out, all others score the cards left in their hands. Points are bad."""
    for side, left in zip(game.sides, result.left, strict=True):
        if left:
            because = game.tell("{who} held {n}", who=Seat(side.seats[0]), n=str(left))
            yield line(side.id, "Left in hand", left_in_hand, LEFT, because, d=left)


PACKS = note(
    "packs-and-jokers",
    "The packs",
    "Shuffle {packs_text} packs together, with two jokers each. Of every card there are {packs_text},"
    " and equal cards are worth the same.",
    "multi-deck",
    "joker",
    fact="pack",
    part=SheetPart.PACK,
)
SEVEN_DEALS = note(
    "seven-contracts",
    "Seven contracts",
    "A match has seven deals with these contracts: "
    + "; ".join(in_words(*contract) for contract in CONTRACTS)
    + ". {sizes_text} A void deal is one of the seven.",
    "contract",
    "deal",
    "hand",
)
JOKERS_LAID_OFF = note(
    "jokers-laid-off",
    "Jokers on the table",
    "A joker that is laid off on a run goes to its high end, or to the low one if there is no room."
    " Jokers that lie in melds are not taken back.",
    "joker",
    "lay-off",
)
VALUES = note(
    "deadwood",
    "What is left",
    "Cards from two to ten count their pips, face cards 10, an ace {ace}, a joker {joker}.",
    "deadwood",
    "card-values",
)


class LiverpoolRummy(TableMeldGame, ProspectGame):
    """Seven deals, each with its contract of sets and runs. Lay the contract first, then lay
    off, and be out before the others: what is left in your hand counts against you."""

    id, title, picture = "liverpool-rummy", "Liverpool Rummy", "5S 5H JK KC"
    told_first = (
        "draw-first",
        "buy-before-the-draw",
        "legal-meld",
        "whole-contract",
        "finish-the-contract",
        "contract-first",
        "does-not-extend-meld",
        "discard-one",
    )
    seats = (3, 5, 4)
    pack = pack(decks=2, jokers=4)
    Result: type[LiverpoolResult] = LiverpoolResult
    State: type[MeldContractState] = MeldContractState
    points = Points.BAD
    by_deadwood = False
    stock = SHUFFLED
    packs = Option(2, (2, 3), "How many packs, with two jokers each; three only for five players.")
    each = Option(
        0,
        (0, 11),
        "How many cards each player is dealt; 0: ten in the first four deals and twelve in the others.",
    )
    last_deal = Option(
        "all",
        {"all": "every card goes into the three runs", "discard": "as in the other deals"},
        "How one goes out in the seventh deal.",
    )
    buying = Option(True, (True, False), "Whether players out of turn may buy the discard.")
    ace = Option(15, (15, 1), "What an ace counts.")
    joker = Option(15, (15, 50), "What a joker counts.")
    notes = (PACKS, SEVEN_DEALS, JOKERS_LAID_OFF, VALUES, OUT)
    quiet = {
        "draw-first": Typed("discard AS"),
        "discard-one": Typed("draw"),
        "legal-meld": Typed("meld 4S 5S 8H"),
        "buy-before-the-draw": Typed("buy"),
    }

    def result_lacks(self, state: Any) -> str:
        if state.out is None:
            return OUT_LACKS
        return super().result_lacks(state)

    @property
    def packs_text(self) -> str:
        """How many packs, in words."""
        return number(self.packs)

    @property
    def sizes_text(self) -> str:
        """How many cards are dealt, as a sentence."""
        if self.each:
            return "Deal eleven cards to each player."
        return "Deal ten cards to each player for the first four, and twelve for the others."

    @property
    def last_text(self) -> str:
        """How the last contract is laid, as a further sentence."""
        if self.last_deal == "discard":
            return " In the seventh deal, too, you lay off and discard as in the others."
        return " In the seventh deal the three runs take every card of the hand, and nothing is discarded."

    def impossible(self) -> str:
        return "three packs are for five players" if self.packs == 3 and self.players < 5 else ""

    def setup(self) -> None:
        values = PIPS | {"A": self.ace, "JK": self.joker}
        setattr(self, "melding", JokerMelding(values))  # noqa: B010
        self.pack = pack(decks=self.packs, jokers=2 * self.packs)
        buying = (buy_before_the_draw,) if self.buying else ()
        contract = (finish_the_contract, contract_first, legal_meld, whole_contract)
        self.phases = (
            DealByContract(each=self.each or 10, notes=(*MeldDealing.notes, UPCARD)),
            DrawOrBuy(rules=(draw_first, *buying), notes=(USED_UP[SHUFFLED],)),
            *((Buying(),) if self.buying else ()),
            ContractAndDiscard(rules=(discard_one, *contract, extends_meld)),
            ShuffledStock(),
        )
        self.scoring = (left_in_hand,)
        self.ends = (Deals(len(CONTRACTS)),)

    def size_of(self, deal: int) -> int:
        """How many cards are dealt to each player in a deal."""
        return self.each or (10 if (deal - 1) % len(CONTRACTS) < 4 else 12)

    def with_card(
        self, melds: tuple[tuple[Meld, ...], ...], meld: Meld, card: Card
    ) -> tuple[tuple[Meld, ...], ...]:
        """The card on the first of several equal melds."""
        seat = next(seat for seat, mine in enumerate(melds) if meld in mine)
        at = melds[seat].index(meld)
        grown = self.melding.grown(meld, (card,))
        mine = (*melds[seat][:at], grown, *melds[seat][at + 1 :])
        return (*melds[:seat], mine, *melds[seat + 1 :])

    def helps(self, table: Any, card: Card) -> bool:
        """A card helps that the contract lacks, or that can be laid off. Where no card may be left
        over, every one helps that is not loose, and a card more from the stock would hardly fit."""
        if table.progress(table.me) == "laid":
            melds = (meld for mine in table.melds for meld in mine)
            return any(self.melding.extends(meld, card) for meld in melds)
        now, then = table.lacks(table.hand), table.lacks((*table.hand, card))
        if table.needs(table.me).whole:
            return bool(then <= now) and not isinstance(table.phase, Buying)
        return bool(then < now)

    def turn_over(self, state: MeldContractState, seat: int) -> Any:
        return super().turn_over(state.but(thrown=True), seat)

    def winner(self, result: LiverpoolResult) -> int:
        return result.out

    # --- for bots
    def prospects(self, view: MeldContractState, moves: Sequence[Move]) -> Mapping[Move, float]:
        """What each discard leaves for the contract: how little is missing, and of two that
        leave as much, the one with fewer cards that could go with it."""
        assert view.me is not None
        if view.progress(view.me) == "laid" or not all(isinstance(m, Discard) for m in moves):
            return {}
        left, needs = view.left_by(), view.needs(view.me)
        return {
            move: -left[move.card] - self.company(move.card, view.hand, needs)
            for move in moves
            if move.card is not None
        }

    @staticmethod
    def company(card: Card, hand: Sequence[Card], needs: Needs) -> float:
        """How much the cards of a hand that could meld with one of them speak for keeping it."""
        if card is JOKER:
            return 0.0
        others = [other for other in without(hand, (card,)) if other is not JOKER]
        alike = sum(other.rank == card.rank for other in others)
        at = ACES_LOW.index(card.rank)
        near = {
            other.rank
            for other in others
            if other.suit == card.suit and 0 < abs(ACES_LOW.index(other.rank) - at) <= NEAR
        }
        return ALIKE_COUNTS * alike * bool(needs.sets) + NEAR_COUNTS * len(near) * bool(needs.runs)

    def result(self, state: MeldContractState) -> LiverpoolResult:
        assert state.out is not None, "a deal that nobody wins is void"
        return LiverpoolResult(state.out, tuple(map(self.value, state.hands)))

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in other games with melds on the table; bought: by seat, nothing unless given."""
        return {"bought": (0,) * self.players} | super().position(given)

    def panels(self, state: MeldContractState) -> dict[str, Any]:
        """Also the contract, at whoever plays first, and who has laid it."""
        panels = super().panels(state)
        panels["notes"][state.eldest].append(f"contract: {in_words(*state.contract)}")
        for seat, bought in enumerate(state.bought):
            if bought:
                panels["notes"].setdefault(seat, []).append(f"bought {number(bought)}")
        return panels

    def feats(self, result: LiverpoolResult) -> tuple[Feat, ...]:
        """Who went out, and against what."""
        left = some(sum(result.left), "point")
        return (Feat((result.out,), f"went out with {left} left in the other hands"),)
