"""Orders of cards: every ladder, what beats what and why, the relation as a diagram, and two
orders side by side.

Knows orders and how they can be laid out to be read.  States no rule: who wins a trick, and by
which rule, is asked of the game.  Knows no page.

>>> import cardlab
>>> cardigan = cardlab.game("cardigan")
>>> print(order_of(cardigan, "RED"))
Cardigan, Red: J♥=J♦ J♠=J♣ 10♥=10♦ A♥=A♦ 2♠=2♥=2♣=2♦
  spades: A♠ K♠ Q♠ 10♠ 9♠ 8♠ 7♠ 6♠ 5♠ 4♠ 3♠
  hearts: K♥ Q♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥
  clubs: A♣ K♣ Q♣ 10♣ 9♣ 8♣ 7♣ 6♣ 5♣ 4♣ 3♣
  diamonds: K♦ Q♦ 9♦ 8♦ 7♦ 6♦ 5♦ 4♦ 3♦
>>> print(duel(cardigan, "RED", "10D", "JS"))
10♦ loses to J♠. J♠ is the highest trump. J♠ stands on rung 2 of the reds, 10♦ on rung 3. [highest-trump, fifth-suit]
>>> print(compare(cardigan.ordering("H"), cardigan.ordering("RED")))
joins the trumps: 10♦ A♦
leaves the trumps: K♥ Q♥ 9♥ 8♥ 7♥ 6♥ 5♥ 4♥ 3♥
moves up: J♦ 10♥
equal now: J♥=J♦, 10♥=10♦, A♥=A♦
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any, NamedTuple

from cardlab.engine.cards import JOINED, RANKS, SUITS, Card
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule
from cardlab.engine.words import Sentence, capital, listed, sentence
from cardlab.families.tricks import TrickGame

Rung = tuple[Card, ...]


# --- the ladders of one order


class Ladder(NamedTuple):
    """One suit of an order from high to low.  suit: its letter, "" for cards that belong to
    none."""

    suit: str
    title: str
    trump: bool
    rungs: tuple[Rung, ...]

    @property
    def cards(self) -> Rung:
        return tuple(card for rung in self.rungs for card in rung)

    def rung(self, card: str) -> int | None:
        """The number of a card's rung, 1 on top."""
        return next((i for i, rung in enumerate(self.rungs, 1) if card in rung), None)

    def __str__(self) -> str:
        return " ".join(map(_rung, self.rungs))


def suit_name(suit: str) -> str:
    """The suits of an order as they are said; a suit may be one that no card is printed with.

    >>> suit_name("H"), suit_name("R"), suit_name("joker"), suit_name("")
    ('hearts', 'reds', 'joker', 'no suit')
    """
    return (
        SUITS[suit].name
        if suit in SUITS
        else JOINED[suit].name
        if suit in JOINED
        else suit or "no suit"
    )


def ladders(order: Ordering) -> tuple[Ladder, ...]:
    """The ladder of every suit, trumps first."""
    found: dict[str, list[Rung]] = {}
    for rung in order.classes():
        found.setdefault(str(order.suit_of[rung[0]] or ""), []).append(rung)
    return tuple(
        Ladder(suit, suit_name(suit), order.is_trump(rungs[0][0]), tuple(rungs))
        for suit, rungs in found.items()
    )


@dataclass(frozen=True)
class GameOrder:
    """An order of a game under its name."""

    game: Game
    word: str
    title: str
    order: Ordering

    @cached_property
    def ladders(self) -> tuple[Ladder, ...]:
        return ladders(self.order)

    @property
    def notes(self) -> tuple[Rule, ...]:
        """The notes that say how the cards rank here."""
        return self.game.order_notes(self.word)

    @property
    def takes(self) -> bool:
        """Whether cards beat each other, as they do in tricks; else the order is that of runs
        and of a hand."""
        return isinstance(self.game, TrickGame)

    @property
    def outside(self) -> Rung:
        """Cards of which the order decides nothing."""
        named: Rung = self.game.outside if isinstance(self.game, TrickGame) else ()
        return tuple(card for card in named if card in self.order.suit_of)

    def ladder(self, suit: str = "") -> Ladder:
        """The ladder of a suit; without a suit that of the trumps, or of the first suit where
        there are none.

        >>> import cardlab
        >>> print(order_of(cardlab.game("malilla"), "H").ladder("H"))
        7♥ A♥ K♥ Q♥ J♥ 6♥ 5♥ 4♥ 3♥ 2♥
        """
        all_of_them = self.ladders
        found = next((x for x in all_of_them if x.suit == suit and suit), None)
        if found is None and suit:
            names = ", ".join(x.title for x in all_of_them if x.suit)
            raise ValueError(
                f"{self.title} in {self.game.title} has no suit {suit!r}; its suits are {names}"
            )
        return found or all_of_them[0]

    def __str__(self) -> str:
        first, *others = self.ladders
        tail = [f"  {x.title}: {x}" for x in ((first, *others) if not first.trump else others)]
        head = f"{self.game.title}, {self.title}"
        return "\n".join([f"{head}: {first}" if first.trump else head, *tail])


def orders(game: Game) -> tuple[GameOrder, ...]:
    """Every order that a game knows.

    >>> import cardlab
    >>> [x.title for x in orders(cardlab.game("brandle"))]
    ['Spades', 'Hearts', 'Clubs', 'Diamonds', 'No trumps']
    """
    return tuple(
        GameOrder(game, word, title, game.ordering(word)) for word, title in game.contracts()
    )


def order_of(game: Game, word: str | None = None) -> GameOrder:
    """One order of a game by its word (see ``game.contracts()``); without a word the first one
    with hearts as trumps.

    >>> import cardlab
    >>> order_of(cardlab.game("ziginette"))
    Traceback (most recent call last):
    ValueError: Ziginette ranks no cards: nothing beats anything. Only ranks matter; there are four cards of each.
    """
    found = orders(game)
    if not found:
        raise ValueError(unranked(game)[0])
    if word is None:
        return next((x for x in found if x.word == "H"), found[0])
    named = next((x for x in found if x.word == word), None)
    if named is None:
        raise ValueError(
            f"{game.title} has no order {word!r}; it has"
            f" {', '.join(f'{x.word} ({x.title})' for x in found)}"
        )
    return named


COUNTS_INSTEAD = ("card-values", "symbol", "identical-cards")
"""Concepts of what cards are compared by where they are not ranked."""


def unranked(game: Game) -> tuple[str, Rule | None]:
    """Why a game has no order of its cards: a sentence, and the note that says what counts instead.

    >>> import cardlab
    >>> unranked(cardlab.game("snap"))
    ('Snap ranks no cards: nothing beats anything. Only the ranks matter.', pack-of-52)
    """
    notes = [
        r
        for about in COUNTS_INSTEAD
        for r in game.all_rules()
        if r.kind == "note" and about in r.concepts
    ]
    said = f"{game.title} ranks no cards: nothing beats anything."
    if not notes:
        return said, None
    # the part of the note that is about the cards' worth stands last in it
    last = [
        part.strip()
        for part in notes[0].text(game).rstrip(".").replace("; only", ". Only").split(". ")
    ][-1]
    return f"{said} {capital(last)}.", notes[0]


# --- two cards against each other


@dataclass(frozen=True)
class Duel:
    """Two cards in one trick.  winner: None where neither wins (or the rule, not the order,
    decides); rule: the one by which the trick is decided; notes: those that say how such cards rank.
    """

    cards: tuple[Card, Card]
    led: str | None
    winner: Card | None
    said: tuple[str, ...]
    rule: Rule | None
    notes: tuple[Rule, ...] = ()

    @property
    def text(self) -> str:
        return " ".join(self.said)

    def __str__(self) -> str:
        names = ", ".join(map(str, (self.rule, *self.notes) if self.rule else self.notes))
        return f"{self.text} [{names}]"


def duel(game: Game, word: str, card: str, other: str, led: str | None = None) -> Duel:
    """Which of two cards wins the trick when ``led`` was led (without it, whatever is led), and
    the rule that says so.

    >>> import cardlab
    >>> print(duel(cardlab.game("quinto"), "", "2H", "AS"))
    2♥ beats A♠. 2♥ is the highest heart, and hearts beat spades. [highest-suit]
    >>> print(duel(cardlab.game("kaiser"), "H", "AS", "KD"))
    The suit led decides between A♠ and K♦. When spades are led, A♠ is the highest spade. When diamonds are led, K♦ is the \
highest diamond. [highest-of-suit-led]
    """
    named = order_of(game, word)
    order = named.order
    a, b = (_in_pack(named, text) for text in (card, other))
    if a == b and game.pack.count(a) < 2:
        raise ValueError(
            f"there is one {a.sign} in the pack; choose another card to set against it"
        )
    if led is not None and led not in order.leads:
        raise ValueError(
            f"{suit_name(led)} cannot be led here; choose one of"
            f" {', '.join(map(suit_name, order.leads))}"
        )
    if not named.takes:
        none = (
            f"In {game.title} no card takes another; the order is the one in which cards follow"
            " each other."
        )
        return Duel((a, b), led, None, (none,), None, named.notes)
    one, two = order.suit_of[a], order.suit_of[b]
    if (
        led is None
        and one
        and two
        and one != two
        and not order.beats(a, b)
        and not order.beats(b, a)
    ):
        pairs = [(suit, _told(named, (a, b), str(suit))) for suit in (one, two)]
        each = [
            f"When {suit_name(str(suit))} are led, {told.sentence.say()}." for suit, told in pairs
        ]
        return Duel(
            (a, b),
            None,
            None,
            (f"The suit led decides between {a.sign} and {b.sign}.", *each),
            pairs[0][1].rule,
        )
    suit = led or str(_natural_lead(order, a, b))
    told = _told(named, (a, b), suit)
    if {a, b} & {*named.outside}:
        return Duel(
            (a, b),
            led,
            None,
            (f"{a.sign} against {b.sign}: {told.sentence.say()}.", told.rule.text(named.game)),
            told.rule,
        )
    said = [
        _verdict(a, b, told.winner, led and suit_name(led), told.equal),
        sentence(told.sentence.say()),
    ]
    notes: tuple[Rule, ...] = ()
    if one == two and one and a != b:
        ladder = named.ladder(str(one))
        if ladder.rungs != _printed(ladder):
            said.append(_on_rungs(ladder, told.winner or a, b if told.winner == a else a))
            notes = named.notes
    return Duel((a, b), led, told.winner, tuple(said), told.rule, notes)


def why_beats(
    game: Game, word: str, card: str, other: str, led: str | None = None
) -> tuple[str, Rule | None]:
    """The sentence that says which of two cards wins, and the rule behind it.

    >>> import cardlab
    >>> why_beats(cardlab.game("malilla"), "H", "7S", "AS")
    ('7♠ beats A♠. 7♠ is the highest spade. 7♠ stands on rung 1 of the spades, A♠ on rung 2.', highest-of-suit-led)
    """
    found = duel(game, word, card, other, led)
    return found.text, found.rule


class _Told(NamedTuple):
    winner: Card | None
    rule: Rule
    sentence: Sentence
    equal: bool = False


def _told(named: GameOrder, pair: tuple[Card, Card], led: str) -> _Told:
    """What the game says of a trick with these two cards in it, the first card of the suit led."""
    game, order = named.game, named.order
    cards = sorted(pair, key=lambda card: (order.suit_of[card] != led, card in named.outside))
    if order.suit_of[cards[0]] != led and not {*pair} & {*named.outside}:
        lowest, best = named.ladder(led).cards[-1], max(order.strength(card, led) for card in pair)
        if not best or order.strength(lowest, led) < best:  # somebody else has led
            cards = [lowest, *pair]
        if (
            len(cards) > game.players
        ):  # two cards make the trick: the better of the two against the one led
            cards.remove(min(pair, key=lambda card: order.strength(card, led)))
    state = game.state(trump=named.word, trick=list(enumerate(cards)))
    winner, rule, sentence = game.told_trick(state, state.trick)
    if {*pair} & {*named.outside}:
        return _Told(None, rule, sentence)
    if state.trick.down:  # of equal cards the later lies face down
        equal = next((r for r in game.phases[-1].notes if "identical-cards" in r.concepts), rule)
        return _Told(
            None,
            equal,
            Sentence("{card} is played face down", {"card": cards[state.trick.down[0]]}),
            True,
        )
    best = cards[state.trick.seats.index(winner)]
    return _Told(best if best in pair else None, rule, sentence, order.tied(*pair))


def _natural_lead(order: Ordering, a: Card, b: Card) -> Any:
    """The suit to be led where it makes no difference: one that is not trumps, if there is one."""
    suits = [suit for suit in (order.suit_of[a], order.suit_of[b]) if suit]
    plain = [suit for suit in suits if suit != order.trump and suit in order.leads]
    return (plain or [s for s in suits if s in order.leads] or order.leads)[0]


def _verdict(a: Card, b: Card, winner: Card | None, led: str | None, equal: bool) -> str:
    when = f" when {led} are led" if led else ""
    if equal:
        return f"{a.sign} and {b.sign} are equal."
    if winner is None:
        return f"Neither {a.sign} nor {b.sign} can win{when}."
    return f"{a.sign} {'beats' if winner == a else 'loses to'} {b.sign}{when}."


def _on_rungs(ladder: Ladder, first: Card, second: Card) -> str:
    one, two = ladder.rung(first), ladder.rung(second)
    if one == two:
        return f"They share rung {one} of the {ladder.title}."
    return f"{first.sign} stands on rung {one} of the {ladder.title}, {second.sign} on rung {two}."


def _printed(ladder: Ladder) -> tuple[Rung, ...]:
    """The same cards from ace to two, if they are all of one printed suit: an order that needs
    no explanation."""
    if len({card.suit for card in ladder.cards}) != 1:
        return ()
    return tuple((card,) for card in sorted(ladder.cards, key=lambda c: RANKS.find(c.rank)))


def _in_pack(named: GameOrder, text: str) -> Card:
    card = Card(text)
    if card not in named.order.suit_of or card not in named.game.pack:
        raise ValueError(
            f"{card.sign} is not in the pack of {named.game.title}; choose a card of its ladders"
        )
    return card


# --- the relation as a diagram


class DiagramNode(NamedTuple):
    """A class of cards in a diagram, with its middle in card widths; more: how many of its cards
    are not shown."""

    id: str
    cards: Rung
    x: float
    y: float
    label: str = ""
    more: int = 0

    @property
    def width(self) -> float:
        return WIDE * (len(self.cards) + (self.more > 0) - 1) + 1


class Hasse(NamedTuple):
    """The diagram of an order: a card beats what lies below it on lines.  edges: from, to,
    "solid" or "dashed" (cards between them are not shown), and a text for the line."""

    nodes: tuple[DiagramNode, ...]
    edges: tuple[tuple[str, str, str, str], ...]
    width: float
    height: float


WIDE, STEP, GAP = 0.85, 1.18, 0.8
"""In card widths: what a further card adds to a node, from rung to rung, and between columns."""
LONG_TRUMPS, LONG_LED, LONG_PLAIN = 9, 6, 4


def hasse(
    order: Ordering,
    led: str | None = None,
    *,
    outside: Iterable[str] = (),
    show: Iterable[str] = (),
) -> Hasse:
    """The transitive reduction of ``order.graph(led)``, laid out: trumps on top, then what they
    beat, suit beside suit.

    Long chains are folded; cards in ``show`` stay in sight.  ``outside``: cards that the order
    decides nothing about.

    >>> import cardlab
    >>> found = hasse(cardlab.game("brandle").ordering("H"))
    >>> [node.cards for node in found.nodes][:3], len(found.edges)
    ([(JH,), (7H,), (AH,)], 18)
    """
    keep, apart = {Card(c) for c in show}, {Card(c) for c in outside}
    blocks = [chain for chain in _chains(order, led) if not apart & {*chain[0]}]
    levels = _levels(order, led, blocks)
    side_by_side = len(blocks) > 2 and all(len(level) == 1 for level in levels)
    folded: dict[int, list[tuple[DiagramNode, int]]] = {}
    for at, chain in enumerate(blocks):
        long = (
            LONG_LED
            if led is not None
            else LONG_TRUMPS
            if order.is_trump(chain[0][0]) or len(levels) == 1
            else LONG_PLAIN
        )
        folded[at] = _folded(chain, LONG_PLAIN if side_by_side else long, keep)
    nodes: list[DiagramNode] = []
    edges: list[tuple[str, str, str, str]] = []
    rows = [[at for level in levels for at in level]] if side_by_side else levels
    top, widest = 0.5, max(sum(_widths(folded[at]) + GAP for at in row) - GAP for row in rows)
    for row in rows:
        x = (widest - sum(_widths(folded[at]) + GAP for at in row) + GAP) / 2
        for at in row:
            middle = x + _widths(folded[at]) / 2
            for i, (node, hidden) in enumerate(folded[at]):
                nodes.append(node._replace(x=round(middle, 3), y=round(top + STEP * i, 3)))
                if i:
                    before = folded[at][i - 1][0].id
                    edges.append(
                        (
                            before,
                            node.id,
                            "dashed" if hidden else "solid",
                            f"{hidden} more" if hidden else "",
                        )
                    )
            x += _widths(folded[at]) + GAP
        top += STEP * max(len(folded[at]) for at in row) + (0.35 if len(row) == 1 else 0)
    for above, below in pairwise(levels):
        edges += [
            (folded[a][-1][0].id, folded[b][0][0].id, "solid", "") for a in above for b in below
        ]
    height = max(node.y for node in nodes) + 0.5
    for i, card in enumerate(sorted(apart & {*order.cards})):
        nodes.append(
            DiagramNode(
                str(card),
                (card,),
                round(0.5 + i * (1 + GAP), 3),
                round(height + STEP - 0.5, 3),
                "decided by a rule",
            )
        )
    height = max(node.y + (0.35 if node.label else 0) for node in nodes) + 0.5
    return Hasse(
        tuple(nodes),
        tuple(edges),
        round(max(widest, *(n.x + n.width / 2 for n in nodes)), 3),
        round(height, 3),
    )


def _chains(order: Ordering, led: str | None) -> list[list[Rung]]:
    found: dict[str, list[Rung]] = {}
    for rung in order.classes(led):
        found.setdefault(str(order.suit_of[rung[0]] or ""), []).append(rung)
    return list(found.values())


def _levels(order: Ordering, led: str | None, blocks: Sequence[list[Rung]]) -> list[list[int]]:
    """Which chains lie below which: a chain whose lowest cards beat another's highest lies above
    it."""
    above = {
        b: [
            a
            for a in range(len(blocks))
            if a != b and order.beats(blocks[a][-1][0], blocks[b][0][0], led)
        ]
        for b in range(len(blocks))
    }
    depth: dict[int, int] = {}
    while len(depth) < len(blocks):
        for b, higher in above.items():
            if b not in depth and all(a in depth for a in higher):
                depth[b] = 1 + max((depth[a] for a in higher), default=-1)
    return [
        [b for b in range(len(blocks)) if depth[b] == d] for d in range(max(depth.values()) + 1)
    ]


def _folded(chain: Sequence[Rung], most: int, keep: set[Card]) -> list[tuple[DiagramNode, int]]:
    """The nodes of a chain, each with how many rungs were folded away above it."""
    tail = 2 if most > LONG_PLAIN else 1
    shown = [
        i
        for i, rung in enumerate(chain)
        if len(chain) <= most + 1 or i < most - tail or i >= len(chain) - tail or keep & {*rung}
    ]
    found: list[tuple[DiagramNode, int]] = []
    for n, i in enumerate(shown):
        found.append((_node(chain[i], keep), i - shown[n - 1] - 1 if n else 0))
    return found


def _node(cards: Rung, keep: set[Card]) -> DiagramNode:
    """A class of cards as a node; of many only some are shown."""
    id, shown = "-".join(map(str, cards)), cards
    if len(cards) > 4:
        shown = tuple(c for i, c in enumerate(cards) if i == 0 or i == len(cards) - 1 or c in keep)
    return DiagramNode(id, shown, 0.0, 0.0, "", len(cards) - len(shown))


def _widths(chain: Sequence[tuple[DiagramNode, int]]) -> float:
    return max(node.width for node, _ in chain)


# --- two orders side by side


class LadderPlace(NamedTuple):
    """Where a card stands: its suit, its rung there (1 on top), and whether that suit is trumps."""

    suit: str
    rung: int
    trump: bool


class Shift(NamedTuple):
    """What becomes of a card from one order to another.  kind: "same", "up", "down", "joins" or
    "leaves" the trumps, "moves" to another suit, "new" or "missing" in the other pack; by: the
    rungs between, where it moved up or down."""

    card: Card
    before: LadderPlace | None
    after: LadderPlace | None
    kind: str
    by: int = 0


class OrderChanges(NamedTuple):
    """Two orders card by card.  equal: cards on one rung that were not so before; parted: cards
    that were."""

    shifts: tuple[Shift, ...]
    equal: tuple[Rung, ...]
    parted: tuple[Rung, ...]

    def of(self, *kinds: str) -> Rung:
        """The cards of which this is true."""
        return tuple(shift.card for shift in self.shifts if shift.kind in kinds)

    @property
    def moved(self) -> tuple[Shift, ...]:
        return tuple(shift for shift in self.shifts if shift.kind != "same")

    def __str__(self) -> str:
        said = {
            "joins": "joins the trumps",
            "leaves": "leaves the trumps",
            "up": "moves up",
            "down": "moves down",
            "moves": "goes to another suit",
            "new": "only in the second pack",
            "missing": "only in the first pack",
        }
        lines = [
            f"{text}: {' '.join(c.sign for c in self.of(kind))}"
            for kind, text in said.items()
            if self.of(kind)
        ]
        if self.equal:
            lines.append(f"equal now: {', '.join(map(_rung, self.equal))}")
        if self.parted:
            lines.append(f"no longer equal: {', '.join(map(_rung, self.parted))}")
        return "\n".join(lines) or "nothing moves"


def compare(before: Ordering, after: Ordering) -> OrderChanges:
    """What becomes of every card from one order to another.

    A card moves if it changes places with others; what merely closes up behind it keeps its place.

    >>> import cardlab
    >>> print(compare(cardlab.game("malilla").ordering("H"), cardlab.game("julep").ordering("H")))
    moves up: 3♥ 3♠ 3♣ 3♦
    moves down: 7♥ 7♠ 7♣ 7♦
    """
    one, two = _places(before), _places(after)
    cards = tuple(dict.fromkeys((*two, *one)))
    groups: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        if card in one and card in two:
            groups.setdefault((_kind(one[card]), _kind(two[card])), []).append(card)
    movers: dict[Card, str] = {}
    for (was, now), members in groups.items():
        if was == now:
            movers |= _movers({c: (one[c].rung, two[c].rung) for c in members})
    shifts = []
    for card in cards:
        a, b = one.get(card), two.get(card)
        kind = _changed(a, b) or movers.get(card, "same")
        shifts.append(
            Shift(
                card, a, b, kind, abs(a.rung - b.rung) if a and b and kind in ("up", "down") else 0
            )
        )
    return OrderChanges(tuple(shifts), _together(before, after), _together(after, before))


def _places(order: Ordering) -> dict[Card, LadderPlace]:
    return {
        card: LadderPlace(ladder.suit, i, ladder.trump)
        for ladder in ladders(order)
        for i, rung in enumerate(ladder.rungs, 1)
        for card in rung
    }


def _kind(place: LadderPlace) -> str:
    return "trumps" if place.trump else place.suit


def _changed(a: LadderPlace | None, b: LadderPlace | None) -> str:
    if a is None or b is None:
        return "new" if a is None else "missing"
    if a.trump != b.trump:
        return "joins" if b.trump else "leaves"
    return "" if _kind(a) == _kind(b) else "moves"


def _movers(rungs: dict[Card, tuple[int, int]]) -> dict[Card, str]:
    """Which of these cards leave the order that the others keep, and in which direction.

    The others are the most cards that stand to each other as before; of several choices the highest
    stay.
    """
    groups: dict[tuple[int, int], list[Card]] = {}
    for card, at in rungs.items():
        groups.setdefault(at, []).append(card)
    places = sorted(groups)
    best: dict[tuple[int, int], tuple[int, tuple[tuple[int, int], ...]]] = {}
    for at in reversed(places):
        tails = [best[other] for other in places if other[0] > at[0] and other[1] > at[1]]
        size, chain = max(tails, key=_highest, default=(0, ()))
        best[at] = (size + len(groups[at]), (at, *chain))
    _, kept = max(best.values(), key=_highest, default=(0, ()))
    found: dict[Card, str] = {}
    for at, members in groups.items():
        if at not in kept:
            over = [
                sum(len(groups[other]) for other in places if other[side] < at[side])
                for side in (0, 1)
            ]
            up = over[1] < over[0] if over[0] != over[1] else at[1] < at[0]
            found |= dict.fromkeys(members, "up" if up else "down")
    return found


def _highest(found: tuple[int, tuple[tuple[int, int], ...]]) -> Any:
    """Of two choices the one with more cards, of equal ones that with the higher rungs."""
    return found[0], [(-left, -right) for left, right in found[1]]


def _together(before: Ordering, after: Ordering) -> tuple[Rung, ...]:
    """The rungs of the second order with cards that the first one tells apart."""
    old = {card: i for i, rung in enumerate(before.classes()) for card in rung}
    found = []
    for rung in after.classes():
        both = tuple(card for card in rung if card in old)
        if len({old[card] for card in both}) > 1:
            found.append(both)
    return tuple(found)


class SideBySide(NamedTuple):
    """Two ladders with the lines between them.  links: rung on the left, rung on the right (-1:
    gone), and "up", "same", "down" or "gone"; notes: what to say at a rung on the right; gone:
    cards of the left that are not on the right."""

    left: Ladder
    right: Ladder
    links: tuple[tuple[int, int, str], ...]
    notes: dict[int, str]
    gone: Rung
    gone_title: str
    gone_text: str
    comparison: OrderChanges


def side_by_side(one: GameOrder, two: GameOrder, suit: str = "") -> SideBySide:
    """The ladders of two orders beside each other: trumps beside trumps, or the ladder of one
    suit in both.

    Where the two have no trumps in common, the trumps of the first stand beside what they are in
    the second.

    >>> import cardlab
    >>> found = side_by_side(*(order_of(cardlab.game("cardigan"), word) for word in ("H", "RED")))
    >>> found.notes, found.gone_title, found.gone_text
    ({0: '↑ J♦ joins', 2: '↑ 10♥ +4, 10♦ new', 3: '↑ A♦ new'}, 'No longer trumps', 'They form the plain suit of hearts.')
    """
    left = one.ladder(suit) if suit else one.ladder()
    right = _beside(left, two, suit)
    comparison = compare(one.order, two.order)
    shift = {s.card: s for s in comparison.shifts}
    both = {c: (left.rung(c) or 0, right.rung(c) or 0) for c in left.cards if c in right.cards}
    movers = _movers(both)
    links: dict[tuple[int, int, str], None] = {}
    for card in left.cards:
        kind = shift[card].kind
        drawn = (
            "up" if kind == "joins" else "gone" if kind == "leaves" else movers.get(card, "same")
        )
        at = both.get(card)
        links[(at[0] - 1, at[1] - 1, drawn) if at else ((left.rung(card) or 0) - 1, -1, "gone")] = (
            None
        )
    notes = {}
    for i, rung in enumerate(right.rungs):
        parts = [
            part
            for card in rung
            for part in [_note(card, left, right, both, movers, shift[card])]
            if part
        ]
        if parts:
            rises = [up for up, _ in parts if up is not None]
            arrow = "" if not rises else "↑ " if all(rises) else "↓ " if not any(rises) else "↕ "
            notes[i] = arrow + ", ".join(text for _, text in parts)
    gone = tuple(card for card in left.cards if card not in both)
    title = (
        "No longer trumps"
        if left.trump and any(shift[c].kind == "leaves" for c in gone)
        else "Not on this ladder"
    )
    return SideBySide(
        left, right, tuple(links), notes, gone, title, _whereabouts(gone, two), comparison
    )


def _beside(left: Ladder, two: GameOrder, suit: str) -> Ladder:
    if suit:
        return two.ladder(suit)
    there = two.ladders
    trumps = there[0] if there[0].trump else None
    if trumps and {*left.cards} & {*trumps.cards}:
        return trumps
    # no common trumps: the suit in which most of these cards are
    return max(there, key=lambda x: len({*left.cards} & {*x.cards}))


def _note(
    card: Card,
    left: Ladder,
    right: Ladder,
    both: dict[Card, tuple[int, int]],
    movers: dict[Card, str],
    shift: Shift,
) -> tuple[bool | None, str] | None:
    if shift.kind == "new":
        return None, f"{card.sign} only here"
    if card not in both:
        return (
            (True, f"{card.sign} new")
            if shift.kind == "joins"
            else (None, f"{card.sign} from {suit_name(_before(shift))}")
        )
    move = movers.get(card)
    if move is None:
        return None
    by = both[card][0] - both[card][1]
    old = next(rung for rung in left.rungs if card in rung)
    mates = [
        c
        for c in next(rung for rung in right.rungs if card in rung)
        if c in both and c not in movers and c not in old
    ]
    if mates and abs(by) <= 1:
        return move == "up", f"{card.sign} joins"
    number = (
        f"+{by}" if by > 0 else f"−{-by}" if by else "passed" if move == "down" else "past others"
    )
    return move == "up", f"{card.sign} {number}"


def _before(shift: Shift) -> str:
    return shift.before.suit if shift.before else ""


def _whereabouts(cards: Rung, two: GameOrder) -> str:
    """What has become of cards that are not on a ladder any more."""
    where: dict[str, list[Card]] = {}
    for card in cards:
        there = card in two.order.suit_of
        where.setdefault(str(two.order.suit_of[card] or "") if there else "?", []).append(card)
    said = []
    for suit, held in where.items():
        alone, many = len(where) == 1, len(held) > 1
        who = "They" if alone and many else listed(held, most=12)
        if suit == "?":
            said.append(f"{who} {'are' if many else 'is'} not in the pack of {two.game.title}.")
            continue
        name = (
            f"{'the trumps,' if suit == two.order.trump else 'the plain suit of'} {suit_name(suit)}"
            if suit
            else "no suit"
        )
        said.append(
            f"{who} {'form' if alone and many else 'belong to' if many else 'belongs to'} {name}."
        )
    return " ".join(said)


def _rung(cards: Iterable[Card]) -> str:
    return "=".join(card.sign for card in cards)
