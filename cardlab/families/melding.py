"""Rummy: sets and runs, the least deadwood of a hand, laying off, and the turn of drawing one
and discarding one.

Knows melds, stock and discard pile.  Knows no particular game, no threshold for knocking and no
score.

>>> from cardlab.engine.cards import cards
>>> rummy = Melding()
>>> rummy.deadwood(cards("4S 5S 6S 6H 6D 7D 8D KC 2H AS"))
19
>>> rummy.arrange(cards("2C 3C 4C 9D 9H 9S KC")).melds
((9S, 9H, 9D), (2C, 3C, 4C))
>>> rummy.lay_off(cards("5C 6C 9C KD"), [cards("2C 3C 4C"), cards("9D 9H 9S")]).laid
(5C, 6C, 9C)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import BACK, JOKER, RANK_NAMES, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, BySide, FaceDown, FaceUp, SeatNo
from cardlab.engine.game import OVER, Dealing, Game, Phase, Standing, State
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import DISCARDS, KNOCKS, Deal, Discard, Knock, LayOff, Move, Say
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import (
    Rule,
    Ruling,
    any_move,
    may_not,
    note,
    rule,
    silent,
    unless_alone,
)
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Group, Zone, face, pile
from cardlab.engine.words import listed, number, some

ACES_LOW = "A23456789TJQK"
PIPS = {rank: min(i + 1, 10) for i, rank in enumerate(ACES_LOW)}
"""Ace 1, pip cards their pips, face cards 10."""

REMEMBERED = 20_000
"""Hands of which the least deadwood is kept."""

Meld = tuple[Card, ...]

MELDS = note(
    "gin-melds",
    "Melds",
    "A meld is a set, three or four cards of one rank, or a run, three or more cards of one suit"
    " that follow each other. A card belongs to one meld only. Melds stay in the hand until the"
    " deal ends.",
    "meld",
    "set",
    "run",
    "hand",
)
COUNT = note(
    "deadwood",
    "Deadwood",
    "Cards outside melds are deadwood. An ace counts 1, the other pip cards their pips, face cards"
    " 10; the melds are chosen so that the least is left.",
    "deadwood",
    "card-values",
    "pip-face",
)
STOCK_END = note(
    "stock-end",
    "The stock runs low",
    "When two cards are left in the stock after a discard, the deal is void and the same dealer"
    " deals again.",
    "stock",
)
LAY_DOWN = note(
    "lay-down",
    "Both lay down",
    "When a player has knocked or gone gin, both lay down their melds and show their deadwood.",
    "lay-down",
    "meld",
    part=SheetPart.END,
)
LAY_OFF = note(
    "lay-off",
    "The defender lays off",
    "After a knock, but not after gin, the defender lays cards off on the knocker's melds. The"
    " fourth card of a set fits, and cards that prolong a run at either end. The knocker's melds"
    " stay as they were laid; the defender may part a meld of their own. The knocker never lays"
    " off.",
    "lay-off",
    part=SheetPart.END,
)


class Arrangement(NamedTuple):
    """A hand sorted out: its melds, the loose cards, and what these count."""

    melds: tuple[Meld, ...]
    loose: tuple[Card, ...]
    deadwood: int


class LaidOff(NamedTuple):
    """What a defender does: the cards laid off, the other side's melds as they then lie, and their
    own arrangement."""

    laid: tuple[Card, ...]
    melds: tuple[Meld, ...]
    own: Arrangement


class Showdown(NamedTuple):
    """Both hands laid down: the knocker's as laid, the defender's after laying off."""

    knocker: Arrangement
    defender: Arrangement
    laid: tuple[Card, ...] = ()
    melds: tuple[Meld, ...] = ()


class _Runs(dict[int, int]):
    """The most points that runs can take out of the cards of one suit, given as bits; filled in
    as it is asked."""

    def __init__(self, windows: dict[int, list[tuple[int, int]]]) -> None:
        self.windows = windows
        self[0] = 0

    def __missing__(self, mask: int) -> int:
        low = mask & -mask
        best = self[mask ^ low]
        for window, value in self.windows[low]:
            if mask & window == window:
                best = max(best, value + self[mask ^ window])
        self[mask] = best
        return best


@cache
def _largest_first(suits: tuple[int, ...], fewest: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of so many of these suits or more."""
    sizes = reversed(range(fewest, len(suits) + 1))
    return tuple(some for size in sizes for some in combinations(suits, size))


def _more_by_fewer(saving: tuple[int, tuple[Any, ...]]) -> tuple[int, int]:
    """How good it is to save so many points by these melds."""
    saved, melds = saving
    return saved, -len(melds)


class Melding:
    """What counts as a meld, and the exact least deadwood of a hand (of one pack, no card twice).

    ranks: the order of runs, lowest first; an ace at both ends (``"A23456789TJQKA"``) may be low or
    high. values: what a card counts outside melds; shortest: the fewest cards of a meld; special: a
    rank of which one card is a meld by itself, and with whose help two are one.

    Every meld of a hand is found once and kept as bits: thirteen a suit.  For each choice of sets
    the runs of the four suits are independent, and their best is looked up.
    """

    def __init__(
        self,
        ranks: str = ACES_LOW,
        values: Mapping[str, int] = PIPS,
        shortest: int = 3,
        special: str = "",
    ) -> None:
        self.ranks, self.values, self.shortest = ranks, dict(values), shortest
        self.shortest_run = shortest
        self.special = special
        self._bit = {rank: 2**i for i, rank in enumerate(dict.fromkeys(ranks))}
        self._where = {
            Card(r + s): (i, bit, self.values[r])
            for i, s in enumerate("SHCD")
            for r, bit in self._bit.items()
        }
        self._card = {(i, bit): card for card, (i, bit, _) in self._where.items()}
        self._value = {bit: self.values[rank] for rank, bit in self._bit.items()}
        self._spans: dict[int, str] = {}
        windows: dict[int, list[tuple[int, int]]] = {bit: [] for bit in self._bit.values()}
        for first, last in combinations(range(len(ranks) + 1), 2):
            span = ranks[first:last]
            short = len(span) < shortest and not (special and special in span)
            if short or len(set(span)) < len(span):
                continue
            mask = sum(self._bit[r] for r in span)
            self._spans.setdefault(mask, span)
            for r in span:
                windows[self._bit[r]].append((mask, sum(self.values[x] for x in span)))
        self._windows = windows
        self._runs = _Runs(windows)
        self._laid: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
        self._least: dict[tuple[int, int, int, int], int] = {}

    # --- what is a meld
    def is_set(self, cards: Sequence[Card]) -> bool:
        """Enough cards of one rank, in different suits."""
        return (
            len(cards) >= self._fewest(cards[0].rank if cards else "")
            and len({c.rank for c in cards}) == 1
            and len({c.suit for c in cards}) == len(cards)
        )

    def _fewest(self, rank: str) -> int:
        """The fewest cards of a set of this rank."""
        return 1 if rank and rank == self.special else self.shortest

    def is_run(self, cards: Sequence[Card]) -> bool:
        """Enough cards of one suit that follow each other, in any order of writing."""
        if len({c.suit for c in cards}) != 1 or len(set(cards)) < len(cards):
            return False
        return sum(self._bit[c.rank] for c in cards) in self._spans

    def is_meld(self, cards: Sequence[Card]) -> bool:
        return self.is_set(cards) or self.is_run(cards)

    def extends(self, meld: Sequence[Card], card: Card) -> bool:
        """The meld is still one with this card laid on it."""
        return card not in meld and self.is_meld((*meld, card))

    def grown(self, meld: Sequence[Card], cards: Iterable[Card]) -> Meld:
        """The meld with these cards laid on it, in its order."""
        return self._tidy((*meld, *cards))

    def melds(self, hand: Iterable[Card]) -> tuple[Meld, ...]:
        """Every set and every run that the hand holds, overlapping ones too."""
        masks, _ = self._masks(hand)
        melds = [
            self._set(bit, suits) for bit in self._bit.values() for suits in self._sets(masks, bit)
        ]
        if self.special:
            # three of them are among the sets already, and one alone among the runs
            bit = self._bit[self.special]
            pairs = combinations([i for i, mask in enumerate(masks) if mask & bit], 2)
            melds += [self._set(bit, pair) for pair in pairs]
        for suit, mask in enumerate(masks):
            melds += [self._run(suit, window) for window in self._spans if mask & window == window]
        return tuple(melds)

    def said(self, meld: Meld) -> str:
        """A meld by its name: "Run of four", "Set of queens"."""
        if len(meld) == 1:
            return f"A {RANK_NAMES[meld[0].rank]} alone"
        if self.is_set(meld):
            (name,) = {RANK_NAMES[card.rank] for card in meld}
            return f"Set of {name}{'es' if name == 'six' else 's'}"
        return f"Run of {number(len(meld))}"

    # --- the least deadwood
    def deadwood(self, hand: Iterable[Card]) -> int:
        """What is left outside melds, chosen so that it is as little as possible."""
        masks, total = self._masks(hand)
        return total - self._known(masks)

    def without_each(self, hand: Sequence[Card], beside: Sequence[Meld] = ()) -> dict[Card, int]:
        """For every card of the hand, the least deadwood of the others; laid off on melds, if
        any lie there (``beside``)."""
        if beside:
            return {
                card: self.deadwood_beside([c for c in hand if c is not card], beside)
                for card in hand
            }
        (a, b, c, d), total = self._masks(hand)
        left = {}
        for card in hand:
            suit, bit, value = self._where[card]
            masks = (
                (a ^ bit, b, c, d)
                if suit == 0
                else (a, b ^ bit, c, d)
                if suit == 1
                else (a, b, c ^ bit, d)
            )
            left[card] = total - value - self._known(masks if suit < 3 else (a, b, c, d ^ bit))
        return left

    def arrange(self, hand: Iterable[Card]) -> Arrangement:
        """The melds that leave the least deadwood; of equally good ones, the fewest melds."""
        hand = tuple(hand)
        masks, total = self._masks(hand)
        saved, melds = self._best(masks, self._triples(*masks))
        used = {c for meld in melds for c in meld}
        loose = tuple(
            sorted((c for c in hand if c not in used), key=lambda c: (-self.values[c.rank], c))
        )
        return Arrangement(melds, loose, total - saved)

    def laid(self, hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> Arrangement:
        """A hand laid down in melds of its holder's choice. Raises ValueError if they are not melds
        of this hand."""
        hand, chosen = tuple(hand), tuple(tuple(m) for m in melds)
        used = [c for meld in chosen for c in meld]
        if wrong := next((m for m in chosen if not self.is_meld(m)), None):
            raise ValueError(f"{' '.join(wrong)} is not a meld")
        if len(set(used)) < len(used) or not set(used) <= set(hand):
            raise ValueError("the melds use a card twice, or one that is not in the hand")
        loose = tuple(c for c in hand if c not in used)
        return Arrangement(
            tuple(map(self._tidy, chosen)), loose, sum(self.values[c.rank] for c in loose)
        )

    def lay_off(self, hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> LaidOff:
        """The best lay-off on melds that lie as they lie: the least deadwood is left, with the
        fewest cards laid off.

        The hand may be arranged anew for it, and a set or run of its own split.
        """
        hand, table = tuple(hand), tuple(self._tidy(m) for m in melds)
        _, chosen = self._lightest(hand, table)
        laid = tuple(c for part in chosen for c in part)
        grown = tuple(self.grown(meld, part) for meld, part in zip(table, chosen, strict=True))
        return LaidOff(laid, grown, self.arrange([c for c in hand if c not in laid]))

    def deadwood_beside(self, hand: Iterable[Card], melds: Iterable[Sequence[Card]]) -> int:
        """The least deadwood of a hand when it may be laid off on melds that lie as they lie."""
        return self._lightest(tuple(hand), tuple(self._tidy(m) for m in melds))[0]

    def _lightest(
        self, hand: tuple[Card, ...], table: tuple[Meld, ...]
    ) -> tuple[int, tuple[tuple[Card, ...], ...]]:
        """The least deadwood beside these melds, and what is laid off on each of them for it:
        the fewest cards."""
        if not table:
            return self.deadwood(hand), ()
        held = set(hand)
        best: tuple[tuple[int, int], tuple[tuple[Card, ...], ...]] | None = None
        for chosen in product(*(self._extensions(meld, held) for meld in table)):
            gone = [c for part in chosen for c in part]
            if len(set(gone)) < len(gone):
                continue
            left = self.deadwood([c for c in hand if c not in gone])
            if best is None or (left, len(gone)) < best[0]:
                best = (left, len(gone)), chosen
        assert best is not None
        return best[0][0], best[1]

    def showdown(
        self,
        knocker: Iterable[Card],
        defender: Iterable[Card],
        melds: Iterable[Sequence[Card]] | None = None,
    ) -> Showdown:
        """Two hands laid down.  The knocker's melds are the best ones unless named; after gin
        nothing is laid off."""
        shown = self.arrange(knocker) if melds is None else self.laid(knocker, melds)
        if shown.deadwood == 0:
            return Showdown(shown, self.arrange(defender), (), shown.melds)
        answer = self.lay_off(defender, shown.melds)
        return Showdown(shown, answer.own, answer.laid, answer.melds)

    # --- bits
    def _masks(self, hand: Iterable[Card]) -> tuple[tuple[int, int, int, int], int]:
        masks, total = [0, 0, 0, 0], 0
        where = self._where
        for card in hand:
            suit, bit, value = where[card]
            masks[suit] |= bit
            total += value
        return (masks[0], masks[1], masks[2], masks[3]), total

    def _triples(self, a: int, b: int, c: int, d: int) -> int:
        """The ranks of which a set can be made."""
        return (
            (a & b & (c | d)) | (c & d & (a | b))
            if self.shortest > 2
            else (a & (b | c | d)) | (b & (c | d)) | (c & d)
        )

    def _known(self, masks: tuple[int, int, int, int]) -> int:
        """What melds save of these cards: who plays a deal out asks of the same hand again and
        again."""
        saved = self._least.get(masks)
        if saved is None:
            if len(self._least) >= REMEMBERED:
                self._least.clear()
            saved = self._least[masks] = self._saved(*masks)
        return saved

    def _saved(self, a: int, b: int, c: int, d: int) -> int:
        triples = self._triples(a, b, c, d)
        if not triples:
            runs = self._runs
            return runs[a] + runs[b] + runs[c] + runs[d]
        return self._most((a, b, c, d), triples)

    def _most(self, masks: tuple[int, ...], ranks: int) -> int:
        if not ranks:
            runs = self._runs
            return sum([runs[m] for m in masks])
        bit = ranks & -ranks
        best = self._most(masks, ranks ^ bit)
        for suits in self._sets(masks, bit):
            rest = tuple([m ^ bit if i in suits else m for i, m in enumerate(masks)])
            best = max(best, len(suits) * self._value[bit] + self._most(rest, ranks ^ bit))
        return best

    def _best(self, masks: tuple[int, ...], ranks: int) -> tuple[int, tuple[Meld, ...]]:
        """As `_most`, with the melds: the points saved, and for them as few melds as will do."""
        if not ranks:
            parts = [self._split(m) for m in masks]
            melds = tuple(
                self._run(suit, window)
                for suit, (_, windows) in enumerate(parts)
                for window in windows
            )
            return sum(saved for saved, _ in parts), melds
        bit = ranks & -ranks
        best = self._best(masks, ranks ^ bit)
        for suits in self._sets(masks, bit):
            rest = tuple(m ^ bit if i in suits else m for i, m in enumerate(masks))
            saved, melds = self._best(rest, ranks ^ bit)
            option = saved + len(suits) * self._value[bit], (self._set(bit, suits), *melds)
            best = max(best, option, key=_more_by_fewer)
        return best

    def _split(self, mask: int) -> tuple[int, tuple[int, ...]]:
        if mask not in self._laid:
            low = mask & -mask
            best = self._split(mask ^ low)
            for window, value in self._windows[low]:
                if mask & window == window:
                    saved, windows = self._split(mask ^ window)
                    best = max(best, (saved + value, (window, *windows)), key=_more_by_fewer)
            self._laid[mask] = best
        return self._laid[mask]

    def _sets(self, masks: Sequence[int], bit: int) -> tuple[tuple[int, ...], ...]:
        return _largest_first(tuple([i for i, m in enumerate(masks) if m & bit]), self.shortest)

    def _set(self, bit: int, suits: Iterable[int]) -> Meld:
        return tuple(self._card[suit, bit] for suit in suits)

    def _run(self, suit: int, window: int) -> Meld:
        return tuple(self._card[suit, self._bit[rank]] for rank in self._spans[window])

    def _tidy(self, meld: Sequence[Card]) -> Meld:
        if self.is_set(meld):
            return tuple(sorted(meld, key=lambda c: self._where[c][0]))
        (suit,) = {self._where[c][0] for c in meld}
        return self._run(suit, sum(self._bit[c.rank] for c in meld))

    def _extensions(self, meld: Meld, held: set[Card]) -> list[tuple[Card, ...]]:
        """Every choice of held cards that can lie on this meld, none included."""
        if self.is_set(meld) and len(meld) > 1:
            return [(), *((c,) for c in sorted(held) if self.extends(meld, c))]
        (suit,) = {c.suit for c in meld}
        span = "".join(c.rank for c in meld)
        extensions: list[tuple[Card, ...]] = []
        for start in (i for i in range(len(self.ranks)) if self.ranks.startswith(span, i)):
            down = self._chain(reversed(self.ranks[:start]), suit, held)
            up = self._chain(self.ranks[start + len(span) :], suit, held)
            extensions += [
                (*down[:i], *up[:j]) for i in range(len(down) + 1) for j in range(len(up) + 1)
            ]
        return [part for part in dict.fromkeys(extensions) if len(set(part)) == len(part)]

    @staticmethod
    def _chain(ranks: Iterable[str], suit: str, held: set[Card]) -> list[Card]:
        chain = []
        for rank in ranks:
            if (card := Card(rank + suit)) not in held:
                break
            chain.append(card)
        return chain


# --- the turn


@dataclass(frozen=True)
class MeldState(State):
    """discards: face up, top last; knocked: the card laid face down to end the deal; source:
    where the card just drawn came from ("stock" or "pile"; it is the last of the hand); refused:
    how many have refused the first upcard."""

    discards: FaceUp[tuple[Card, ...]] = ()
    knocked: FaceDown[tuple[Card, ...]] = ()
    source: str = ""
    refused: int = 0
    knocker: SeatNo | None = None

    @property
    def upcard(self) -> Card | None:
        return self.discards[-1] if self.discards else None

    @property
    def drawn(self) -> Card | None:
        """The card just drawn by the seat that acts."""
        return self.hand[-1] if self.source and self.hand else None

    @property
    def eldest(self) -> int:
        return self.after_seat(self.dealer)

    def own(self) -> tuple[Meld, ...]:
        """What the seat to move has on the table: nothing, where melds stay in the hand."""
        return ()

    def left_by(self) -> dict[Card, int]:
        """For every card of the hand, the deadwood without it."""
        left: dict[Card, int] = self.game.melding.without_each(self.hand, self.own())
        return left

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or (self.phase is OVER and self.knocker is not None)


DRAW = Say("draw", "Draw from the stock", "draws from the stock")
REFUSE = Say("refuse", "Refuse the upcard", "refuses the upcard")


def take(card: Card | None) -> Say:
    """The move that takes the top discard: always the text "take", with the card in its label."""
    return (
        Say("take", f"Take {card.sign}", f"takes {card.sign} from the discards")
        if card
        else Say("take")
    )


@rule("draw-first", "Draw one card", "rummy-turn", "turn")
def draw_first(table: MeldState, moves: tuple[Move, ...]) -> Ruling:
    """Begin your turn by drawing one card: the top of the stock, or the top of the discard pile."""
    return may_not(
        moves, lambda m: m.card is not None, "{you} {have} not drawn yet", leaves=any_move
    )


@rule("discard-one", "Discard one card", "rummy-turn", "turn")
def discard_one(table: MeldState, moves: tuple[Move, ...]) -> Ruling:
    """End your turn by discarding one card. You cannot put a card back and draw another."""
    return may_not(moves, lambda m: m.card is None, "{you} {have} drawn already", leaves=any_move)


@rule("offer-first", "The first upcard is offered", "eldest", "discard-pile")
def offer_first(table: MeldState, moves: tuple[Move, ...]) -> Ruling:
    """Before anybody draws, elder hand takes the upcard or refuses it; if elder refuses, younger
    hand has the same choice. A player who takes it discards a card in its place."""
    return may_not(
        moves,
        lambda m: m == DRAW,
        "nobody has decided about {card} yet",
        lambda: {"card": table.upcard},
        leaves=any_move,
    )


@rule("draw-from-stock", "An upcard refused twice", "stock")
def draw_from_stock(table: MeldState, moves: tuple[Move, ...]) -> Ruling:
    """If both players refuse the upcard, elder hand draws from the stock."""
    if table.refused < 2:
        return silent(moves, "{you} may draw or take")
    return may_not(
        moves,
        lambda m: m == "take",
        "both players refused {card}",
        lambda: {"card": table.upcard},
        leaves=any_move,
    )


@rule("taken-card-stays", "Keep the card you took", "rummy-turn")
def taken_card_stays(table: MeldState, moves: tuple[Move, ...]) -> Ruling:
    """Do not give up, in the same turn, the card that you took from the discard pile, unless you
    can do nothing else."""
    drawn = table.drawn
    if table.source != "pile" or drawn is None:
        return silent(moves, "{you} {do} not hold a card just taken")
    return unless_alone(
        moves,
        lambda m: isinstance(m, Discard | Knock) and m.card == drawn,
        "{card} came from the discard pile this turn",
        "{you} {hold} nothing but {card}",
        {"card": drawn},
    )


def _typed(text: str) -> Move | None:
    """A move of the turn as somebody types it: draw, take, refuse, a card, discard or knock with
    a card."""
    verb, _, rest = text.rpartition(" ")
    if text in ("draw", "take", "refuse"):
        return {"draw": DRAW, "refuse": REFUSE}.get(text) or take(None)
    try:
        return {"": Discard, "discard": Discard, "knock": Knock}[verb](Card(rest))
    except (KeyError, ValueError):
        return None


class MeldDealing(Dealing):
    """Deal the hands and turn the next card up."""

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        up, *stock = move.stock
        return state.game.next_phase(
            state.but(hands=move.hands, discards=(up,), stock=tuple(stock))
        )


class Offer(Phase):
    """The first upcard, offered to each player in turn from elder hand."""

    id, title, doing = "offer", "The first upcard", "take or refuse the upcard"
    did = "decided"
    begins = "eldest"
    rules = (offer_first,)

    def lacking(self, state: MeldState) -> str:
        return "" if state.discards else "A card is turned up here: give discards"

    def enter(self, state: MeldState) -> Any:
        return state.but(to_move=state.eldest)

    def vocabulary(self) -> Iterable[Move]:
        return (REFUSE, DRAW)

    def candidates(self, table: MeldState) -> tuple[Move, ...]:
        return (take(table.upcard), REFUSE, DRAW)

    def read(self, table: MeldState, text: str) -> Move | None:
        return _typed(text)

    def apply(self, state: MeldState, seat: int, move: Say) -> Any:
        if move == "take":
            return state.game.taken(state, seat)
        state = state.but(refused=state.refused + 1)
        if state.refused < state.game.players:
            return state.but(to_move=state.after_seat(seat))
        return state.game.go(state, "draw", state.eldest)

    def asks(self, state: Any) -> str:
        return (
            f"Your turn: take {state.upcard.sign} or refuse it." if state.upcard else "Your turn."
        )


class Draw(Phase):
    """Draw the top of the stock, or take the top discard."""

    id, title, doing = "draw", "The draw", "draw"
    did = "drew"
    rules: tuple[Rule, ...] = (draw_first, draw_from_stock)
    notes: tuple[Rule, ...] = (STOCK_END,)

    def lacking(self, state: Any) -> str:
        return "" if state.stock else STOCK_LACKS

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (DRAW, take(table.upcard)) if table.upcard else (DRAW,)

    def not_offered(self, table: Any, move: Move) -> str:
        """Only what is offered is refused: the first upcard of a deal."""
        return "only the first upcard of a deal is refused" if move == REFUSE else ""

    def read(self, table: Any, text: str) -> Move | None:
        return _typed(text)

    def remind(self, table: MeldState) -> str:
        return "{you} {have} not drawn yet"

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if move == "take":
            return state.game.taken(state, seat)
        card, *stock = state.stock
        hands = state.held(seat, (*state.hands[seat], card))
        return state.game.go(
            state.but(hands=hands, stock=tuple(stock), source="stock"), "discard", seat
        )

    def asks(self, state: Any) -> str:
        if state.refused > 1 or state.upcard is None:
            return "Your turn: draw from the stock."
        return f"Your turn: draw from the stock or take {state.upcard.sign}."


class DiscardOrKnock(Phase):
    """Give one card up: face up, or face down to end the deal."""

    id, title, prompt, doing = "discard", "The discard", "Discard a card, or knock.", "discard"
    did = "discarded"
    rules: tuple[Rule, ...] = (discard_one,)
    notes: tuple[Rule, ...] = (LAY_DOWN, LAY_OFF)

    def candidates(self, table: MeldState) -> tuple[Move, ...]:
        hand = table.hand
        return (*[DISCARDS[card] for card in hand], *[KNOCKS[card] for card in hand])

    def read(self, table: MeldState, text: str) -> Move | None:
        return _typed(text)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        hands = state.without(seat, move.card)
        if isinstance(move, Knock):
            state = state.forget(seat).but(hands=hands, source="", refused=0)
            return state.game.end(state, knocked=(move.card,), knocker=seat)
        discards = (*state.discards, move.card)
        state = state.forget(seat, (move.card,)).but(
            hands=hands, source="", refused=0, discards=discards
        )
        if len(state.stock) <= state.game.last_stock:
            return state.game.end(state, void=True)
        return state.game.go(state, "draw", state.after_seat(seat))


# --- melds on the table


@dataclass(frozen=True)
class OpenState(MeldState):
    """melds: by seat, the melds that lie on the table, with what was laid off on them."""

    melds: FaceUp[BySeat[tuple[Meld, ...]]] = ()

    def own(self) -> tuple[Meld, ...]:
        return self.melds[self.me] if self.me is not None and self.melds else ()


DONE = Say("done", "Done", "is done")


@rule("does-not-extend-meld", "Lay off what fits", "lay-off", "meld")
def extends_meld(table: OpenState, moves: tuple[Move, ...]) -> Ruling:
    """A card laid off must fit its meld: a further card of the rank of a set, or the next card of a
    run at either end.{meld_owners}"""
    melding: Melding = table.game.melding
    open_melds = table.game.open_to(table, table.me)
    offs = [m for m in moves if isinstance(m, LayOff) and m.card is not None]
    good = [
        m for m in offs if m.named in open_melds and m.card and melding.extends(m.named, m.card)
    ]

    def bad(move: Move) -> bool:
        """What was tried, and every other card that does not fit: none of them is legal instead."""
        return isinstance(move, LayOff) and move not in good

    if unnamed := [m for m in offs if not m.named]:
        return may_not(moves, bad, *on_which_meld(table, unnamed[0]))
    if strange := [m for m in offs if m.named not in open_melds]:
        lying = [meld for mine in table.melds for meld in mine]
        return may_not(moves, bad, why_not_there(strange[0].named, lying))
    because = (
        "only {good} can be laid off"
        if good
        else "no card that {you} {hold} extends a meld on the table"
    )
    return may_not(
        moves,
        bad,
        because,
        lambda: {"good": where_cards_fit(good)},
        leaves=lambda m: m in good or (not good and m == DONE),
        refusing="{card} does not fit {named}; " + because,
    )


def on_which_meld(table: OpenState, off: LayOff) -> tuple[str, dict[str, Any]]:
    """Why a card is not laid off that fits several melds, or none, where no meld was named."""
    melding: Melding = table.game.melding
    melds = table.game.open_to(table, table.me)
    fits = [meld_in_words(m) for m in melds if off.card and melding.extends(m, off.card)]
    if fits:
        return "say on which meld {card} goes: {fits}", {"fits": listed(fits, "or")}
    return "{card} fits no meld on the table", {}


def where_cards_fit(offs: Sequence[LayOff]) -> str:
    """Which cards can be laid off on which melds, in a few words.

    >>> where_cards_fit([LayOff("9D", read_cards("9C 9H 9S")), LayOff("9S", read_cards("TS JS QS"))])
    '9♦ on the nines and 9♠ on 10♠–Q♠'
    """
    told = {f"{off.card.sign} on {meld_in_words(off.named)}": None for off in offs if off.card}
    return listed(told, most=2 if len(told) == 2 else 1)


def meld_in_words(meld: Meld) -> str:
    """A meld as part of a sentence: a set by its rank, a run by its ends."""
    cards = [card for card in meld if card is not JOKER]
    if len(cards) == 1:
        return cards[0].sign
    if len({card.rank for card in cards}) == 1:
        name = RANK_NAMES[cards[0].rank]
        return f"the {name}{'es' if name == 'six' else 's'}"
    return f"{cards[0].sign}–{cards[-1].sign}"


def why_not_there(named: Meld, lying: Sequence[Meld]) -> str:
    """Why nothing can be laid off on these cards: they are no meld on the table, or not one that
    is open to the seat."""
    if named in lying:
        return "{named} are a meld of {your} own"
    whole = next((meld for meld in lying if named and not Counter(named) - Counter(meld)), None)
    if whole is not None:
        verb = "is" if len(named) == 1 else "are"
        return f"{{named}} {verb} only part of the meld {listed(whole, most=8)}"
    return "no meld {named} lies on the table"


def read_lay_off(table: OpenState, text: str, melds: Sequence[Meld]) -> Move | None:
    """``lay off 9S on TS JS QS``, with the cards of the meld in any order, or ``lay off 9S`` where
    it fits only one meld.  Raises ValueError for what is not a card."""
    typed, _, target = text.removeprefix("lay off ").partition(" on ")
    card = Card(typed)
    if target:
        named = read_cards(target)
        meant = (meld for meld in melds if Counter(meld) == Counter(named))
        return LayOff(card, next(meant, named))
    if not melds:
        return on_a_meld(text)
    extends, open_melds = table.game.melding.extends, table.game.open_to(table, table.me)
    fits = {meld for meld in open_melds if extends(meld, card)}
    fits = fits or {meld for meld in melds if extends(meld, card)}
    return LayOff(card, fits.pop() if len(fits) == 1 else ())


def alike(cards: Iterable[Card]) -> bool:
    """All of one rank, or all of one suit."""
    cards = tuple(cards)
    return len({c.rank for c in cards}) == 1 or len({c.suit for c in cards}) == 1


def on_a_meld(text: str) -> LayOff | None:
    """``lay off 7S on 4S 5S 6S`` as it is written, whatever lies on the table."""
    card, _, meld = text.removeprefix("lay off ").partition(" on ")
    try:
        return LayOff(Card(card), read_cards(meld)) if meld else None
    except ValueError:
        return None


class LayingOff(Phase):
    """Cards of the hand go on melds that lie on the table, one at a time, until the player is
    done.  The game says which melds (``open_to``), and what comes after (``laid_off``)."""

    id, title, prompt, doing = (
        "lay-off",
        "Laying off",
        "Lay off a card, or say that you are done.",
        "lay off",
    )
    rules = (extends_meld,)
    spoken = (DONE,)

    def candidates(self, table: OpenState) -> tuple[Move, ...]:
        melds = table.game.open_to(table, table.me)
        return (
            *(LayOff(card, meld) for card in table.hand for meld in melds if alike((card, *meld))),
            DONE,
        )

    def read(self, table: OpenState, text: str) -> Move | None:
        """A card alone means the meld that it fits, if it fits only one."""
        melds = [meld for mine in table.melds for meld in mine]
        try:
            return read_lay_off(table, text, (*table.game.open_to(table, table.me), *melds))
        except ValueError:
            return on_a_meld(text)

    def apply(self, state: OpenState, seat: int, move: Move) -> Any:
        game = state.game
        if isinstance(move, LayOff) and move.card is not None:
            state = state.but(
                hands=state.without(seat, move.card),
                melds=game.with_card(state.melds, move.named, move.card),
            ).forget(seat, (move.card,))
            if state.hands[seat]:
                return state
        return game.laid_off(state, seat)


@dataclass(frozen=True)
class BoxStanding(Standing):
    """won: how many deals each player has won."""

    won: BySide[int] = ()


def won_nothing(game: MeldGame, before: tuple[int, ...], won: tuple[int, ...]) -> str:
    """Why nobody can have these points and deals: points come from deals won."""
    for points, deals, side in zip(before, won, game.sides, strict=True):
        if deals > points or (points and not deals):
            return (
                f"{side.name} cannot have {points} points from {deals} deals won; every deal won"
                " brings at least a point"
            )
    return ""


class MeldGame(Game):
    """A rummy game with knocking: the table and its picture.  Scores and thresholds are the
    game's own; a result has ``before`` and ``won``, the points and the deals won before it, by
    seat."""

    shelf = GameShelf.MELDS
    State: type[MeldState] = MeldState
    Standing: type[BoxStanding] = BoxStanding
    counting: ClassVar[tuple[Rule, ...]] = ()
    """The rules that score the deal itself, without the bonuses that end a match."""
    melding: ClassVar[Melding] = Melding()
    by_deadwood: ClassVar[bool] = True
    """Whether deadwood alone says how good a hand is; not so where a contract comes first."""
    meld_owners: ClassVar[str] = ""
    """On whose melds cards are laid off, as a further sentence, where no other rule says it."""
    loose: ClassVar[str] = "Deadwood"
    """What the cards outside melds are called."""
    last_stock: ClassVar[int] = 2
    """With so few cards left in the stock after a discard the deal is void."""

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low, no trumps: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        values = self.melding.values
        return Ordering(
            self.pack, self.melding.ranks[::-1], points=lambda card: values.get(card.rank, 0)
        )

    def opening(self) -> Any:
        none = (0,) * len(self.sides)
        return self.Standing(1, 0, none, none)

    def winner(self, result: Any) -> int | None:
        """The seat that wins the deal."""
        raise NotImplementedError

    def played(self, result: Any) -> tuple[ScoreLine, ...]:
        """The lines of the deal itself."""
        return tuple(entry for r in self.counting for entry in r.test(self, result))

    def after_deal(self, result: Any) -> tuple[int, ...]:
        """The points by seat with this deal, before the bonuses that end a match."""
        lines = self.played(result)
        return tuple(
            had + sum(x.points for x in lines if x.side == side.id)
            for had, side in zip(result.before, self.sides, strict=True)
        )

    def next_standing(self, state: Any, lines: Iterable[ScoreLine]) -> Any:
        lines = tuple(lines)
        winner = None if state.void else self.winner(self.result(state))
        won = tuple(n + (seat == winner) for seat, n in enumerate(state.standing.won))
        return super().next_standing(state, lines).but(won=won)

    def taken(self, state: MeldState, seat: int) -> Any:
        """The seat takes the top discard into its hand."""
        *others, card = state.discards
        hands = state.held(seat, (*state.hands[seat], card))
        state = state.but(hands=hands, discards=tuple(others), source="pile")
        return self.go(state.remember(None, (card,), seat), "discard", seat)

    def helps(self, table: Any, card: Card) -> bool:
        """Whether an open card makes the deadwood of the seat that acts smaller by more than
        two."""
        own = table.own()
        left = self.melding.without_each((*table.hand, card), own).values()
        return min(left, default=0) < self.melding.deadwood_beside(table.hand, own) - 2

    def deadwood(self, hand: Iterable[str] | str) -> int:
        """The least deadwood of a hand.

        >>> import cardlab
        >>> cardlab.game("gin-rummy").deadwood("2C 3C 4C 9D 9H 9S KC")
        10
        """
        return self.melding.deadwood(read_cards(hand))

    def showdown(
        self,
        knocker: Iterable[str] | str,
        defender: Iterable[str] | str,
        melds: Iterable[Any] | None = None,
    ) -> Showdown:
        """Two hands laid down, the second after the best lay-off on the first one's melds (its
        best ones unless named)."""
        chosen = None if melds is None else [read_cards(m) for m in melds]
        return self.melding.showdown(read_cards(knocker), read_cards(defender), chosen)

    def shown(self, state: Any) -> Showdown:
        """The showdown of a finished deal."""
        knocker = state.knocker
        return self.melding.showdown(state.hands[knocker], state.hands[state.after_seat(knocker)])

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """discards and knocked may be written as text."""
        for place in ("discards", "knocked"):
            if place in given:
                given[place] = read_cards(given[place])
        return given

    # --- the picture
    def zones(self, state: Any) -> list[Zone]:
        piles = [
            pile("stock", "Stock", state.stock, open=False),
            pile("discards", "Discards", (*state.discards, *state.knocked), open=True),
        ]
        if state.phase is OVER and state.knocker is not None:
            return [*piles, *self._laid_down(state)]
        hand = state.hands[state.viewer] if state.viewer is not None else ()
        if not hand or BACK in hand:
            return piles
        fresh = state.drawn if state.to_move == state.viewer else None
        return [
            *piles,
            self._row(state.viewer, self.melding.arrange(hand), "Your cards", fresh=fresh),
        ]

    def _laid_down(self, state: Any) -> list[Zone]:
        shown, knocker = self.shown(state), state.knocker
        defender = state.after_seat(knocker)
        return [
            self._row(knocker, shown.knocker, f"{self.names[knocker]}'s melds"),
            self._row(defender, shown.defender, f"{self.names[defender]}'s melds", laid=shown.laid),
        ]

    def _row(
        self,
        seat: int,
        hand: Arrangement,
        title: str,
        laid: tuple[Card, ...] = (),
        fresh: Card | None = None,
    ) -> Zone:
        def faces(cards: Iterable[Card]) -> tuple[Any, ...]:
            return tuple(face(c, marks=("drawn",) if c is fresh else ()) for c in cards)

        groups = [Group(self.melding.said(m), "meld", faces(m)) for m in hand.melds]
        kept = list(hand.loose)
        if fresh in kept:
            kept.remove(fresh)  # one of several equal cards, where packs are mixed
        if laid:
            groups.append(Group("Laid off", "meld", faces(laid)))
        if kept:
            groups.append(
                Group(
                    f"{self.loose} {sum(self.melding.values[c.rank] for c in kept)}",
                    "deadwood",
                    faces(kept),
                )
            )
        if fresh in hand.loose:
            groups.append(
                Group(f"Drawn {self.melding.values[fresh.rank]}", "drawn", faces((fresh,)))
            )
        note = "" if kept and fresh not in hand.loose else f"{self.loose.lower()} {hand.deadwood}"
        return Zone(
            f"melds-{seat}",
            "melds",
            "row",
            seat,
            title,
            groups=groups,
            note=note,
            count=sum(len(g.faces) for g in groups),
        )

    def panels(self, state: Any) -> dict[str, Any]:
        notes = {state.eldest: ["elder"], state.dealer: ["younger"]}
        if state.knocker is not None and state.phase is OVER:
            notes[state.knocker].append("knocked")
        self.remark(state, notes)
        return {"notes": notes}

    def remark(self, state: MeldState, notes: dict[int, list[str]]) -> None:
        """Note what was taken from the discards, and how many deals each player has won: rules of
        discarding and of scoring ask for it."""
        if state.source == "pile" and state.to_move is not None:
            taken = state.hands[state.to_move][-1]
            told = "the upcard" if taken is BACK else taken.sign
            notes.setdefault(state.to_move, []).append(f"took {told}")
        for seat, deals in enumerate(state.standing.won):
            if deals:
                notes.setdefault(seat, []).append(f"{some(deals, 'deal')} won")


class OpenMeldGame(MeldGame):
    """A game with knocking in which melds lie on the table and others lay off on them."""

    State: type[OpenState] = OpenState

    def open_to(self, state: Any, seat: int) -> tuple[Meld, ...]:
        """The melds on which a seat may lay off: all that lie there."""
        return tuple(meld for melds in state.melds for meld in melds)

    def with_card(
        self, melds: tuple[tuple[Meld, ...], ...], meld: Meld, card: Card
    ) -> tuple[tuple[Meld, ...], ...]:
        """The melds on the table after a card was laid on one of them."""
        return tuple(
            tuple(self.melding.grown(m, (card,)) if m == meld else m for m in mine)
            for mine in melds
        )

    def laid_off(self, state: Any, seat: int) -> Any:
        """Go on when a seat has laid off what it wants to."""
        raise NotImplementedError

    def laid_down(self, state: OpenState, seat: int) -> Any:
        """The table after a seat has laid down its melds, so that the least deadwood stays in
        the hand."""
        layoff = self.melding.lay_off(state.hands[seat], state.melds[seat])
        mine = (*layoff.melds, *layoff.own.melds)
        melds = (*state.melds[:seat], mine, *state.melds[seat + 1 :])
        laid = Counter(state.hands[seat]) - Counter(layoff.own.loose)
        state = state.but(hands=state.held(seat, layoff.own.loose), melds=melds)
        return state.forget(seat, laid.elements())

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """melds: by seat, lists of melds."""
        melds = given.get("melds", ())
        by_seat = melds if isinstance(melds, Mapping) else dict(enumerate(melds))
        laid = tuple(
            tuple(read_cards(m) for m in by_seat.get(seat, ())) for seat in range(self.players)
        )
        return super().position(given) | {"melds": laid}

    def zones(self, state: Any) -> list[Zone]:
        piles = super().zones(state.but(hands=((),) * self.players, knocker=None))
        rows = []
        for seat, (hand, laid) in enumerate(
            zip(state.hands, state.melds or ((),) * self.players, strict=True)
        ):
            shown = bool(hand) and BACK not in hand
            own = (
                self.melding.arrange(hand)
                if shown and not laid
                else Arrangement((), hand if shown else (), self.value(hand))
            )
            title = "Your cards" if seat == state.viewer else f"{self.names[seat]}'s melds"
            fresh = state.drawn if seat == state.viewer == state.to_move else None
            if laid or shown:
                row = self._row(seat, own._replace(melds=laid + own.melds), title, fresh=fresh)
                rows.append(row if shown or not hand else replace(row, note="deadwood hidden"))
        return [*piles, *rows]

    def value(self, cards: Iterable[Card]) -> int:
        """What cards count outside melds, those face down nothing."""
        return sum(self.melding.values.get(c.rank, 0) for c in cards)
