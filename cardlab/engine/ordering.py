"""How cards compare: which suit a card belongs to, what beats what, what a card is worth.

Knows one order at a time (a game's, under one trump suit).  Knows no players and no rules of play.

>>> from cardlab.engine.cards import pack
>>> order = Ordering(pack("AKQJT987"), "AKQJT987", trump="H", trump_ranks="JAKQT987")
>>> order.ladder()[:3], order.ladder("S")[:2]
([(JH,), (AH,), (KH,)], [(AS,), (KS,)])
>>> order.beats("7H", "AS", led="S"), order.beats("AC", "7S", led="S")
(True, False)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from operator import ge
from typing import TYPE_CHECKING

from cardlab.engine.cards import BACK, JOKER, SUITS, Card, Suit
from cardlab.engine.cards import cards as read_cards

if TYPE_CHECKING:
    from networkx import DiGraph


class Ordering:
    """The order of a pack, highest rank first, with an optional trump suit.

    cards: the pack.  ranks, trump_ranks: ranks from high to low; a space separates rungs when ranks
    are tied, so that ``"A K QJ"`` puts queen and jack on one rung (without a space every rank is a
    rung of its own). promoted: cards that belong to trumps whatever is printed on them, highest
    first, above all other trumps. trumps: the whole trump suit written out instead, highest first,
    tied cards in one text (``"JC JS"``). points: what each card
    counts; trump_points: what a trump counts instead, by rank.

    Two orders are equal if every card wins and counts the same in both.

    ``trump`` may be a suit that no card is printed with (``"R"``: the reds); then it is made of
    the promoted or written cards alone:

    >>> from cardlab.engine.cards import pack
    >>> grand = Ordering(pack("AKQJT987"), "ATKQ987", "J", promoted=("JC", "JS", "JH", "JD"))
    >>> grand.ladder(), grand.suit("JD").name, grand.ladder("D")[:2]
    ([(JC,), (JS,), (JH,), (JD,)], 'jacks', [(AD,), (TD,)])
    """

    def __init__(
        self,
        cards: Sequence[Card],
        ranks: str,
        trump: str | None = None,
        *,
        trump_ranks: str | None = None,
        promoted: Sequence[str] = (),
        trumps: Sequence[str] = (),
        points: Callable[[Card], int] | None = None,
        trump_points: Mapping[str, int] | None = None,
    ) -> None:
        self.trump = Suit(trump) if trump else None
        self.cards = tuple(dict.fromkeys(cards))
        plain, high = _rungs(ranks), _rungs(trump_ranks or ranks)
        lifted = {Card(c): i for i, c in enumerate(reversed(tuple(promoted)), 50)}
        written = {
            card: i for i, rung in enumerate(reversed(trumps), 1) for card in read_cards(rung)
        }
        named = written or (lifted if self.trump else {})
        among_trumps = set(named)
        if self.trump and not written:
            among_trumps.update([card for card in self.cards if card.suit == self.trump])
        self.suit_of: dict[Card, Suit | None] = {BACK: None}
        self.worth_of: dict[Card, int] = {BACK: 0}
        self._rung: dict[Card, int] = {BACK: 0}
        for card in self.cards:
            is_trump = card in among_trumps
            by_rank = high if is_trump else plain
            self.suit_of[card] = self.trump if is_trump else card.suit
            self._rung[card] = named[card] if card in named else by_rank.get(card.rank, 0)
            if is_trump and trump_points is not None:
                self.worth_of[card] = trump_points.get(card.rank, 0)
            else:
                self.worth_of[card] = points(card) if points is not None else 0

    @cached_property
    def _power(self) -> dict[Suit | None, dict[Card, int]]:
        """By the suit led, the strength of every card."""
        return {
            led: {
                card: 100 + rung if suit and suit == self.trump else rung if suit == led else 0
                for card, rung in self._rung.items()
                for suit in (self.suit_of[card],)
            }
            for led in {*self.suit_of.values()} - {None}
        }

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, Ordering)
            and self.trump == other.trump
            and self._power == other._power
            and self.worth_of == other.worth_of
        )

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.trump, self.cards))

    def __repr__(self) -> str:
        return f"<ordering, {self.trump.name + ' trumps' if self.trump else 'no trumps'}>"

    def suit(self, card: str) -> Suit | None:
        """The suit that a card counts as in this order (a promoted card is a trump)."""
        return self.suit_of[Card(card)]

    def is_trump(self, card: str) -> bool:
        if self.trump is None:
            return False
        known = card if type(card) is Card else Card(card)
        return self.suit_of[known] == self.trump

    @property
    def leads(self) -> tuple[str, ...]:
        """The suits that can be led, trumps first."""
        suits = sorted(
            (suit for suit in self._power if suit), key=lambda s: (s != self.trump, "SHCD".find(s))
        )
        return tuple(suits)

    def strength(self, card: str, led: str) -> int:
        """Higher wins the trick when ``led`` was led; 0 cannot win. Raises ValueError if the pack
        does not have the suit or card."""
        if led not in self._power:
            raise ValueError(
                f"nobody can lead {Suit(led).name} here; the suits are {', '.join(self.leads)}"
            )
        return self._power[led][self._known(card)]  # type: ignore[index]  # a suit is its letter

    def _known(self, card: str) -> Card:
        if Card(card) not in self.suit_of:
            raise ValueError(f"{Card(card).sign} is not in this pack")
        return Card(card)

    def beats(self, card: str, other: str, led: str | None = None) -> bool:
        """Whether a card wins against another when ``led`` was led.

        Without ``led``: it does so when one suit is led, and the other wins against it whatever is
        led.

        >>> from cardlab.engine.cards import pack
        >>> order = Ordering(pack(), "AKQJT98765432", "H")
        >>> order.beats("AS", "KC", led="S"), order.beats("AS", "KC"), order.beats("2H", "AS")
        (True, False, True)
        """
        if led is not None:
            return self.strength(card, led) > self.strength(other, led)
        return _wins(self._powers(card), self._powers(other))

    def _powers(self, card: str) -> tuple[int, ...]:
        """The strength of a card under each suit that can be led."""
        known = self._known(card)
        return tuple([self._power[suit][known] for suit in self.leads])  # type: ignore[index]

    @property
    def leaves(self) -> tuple[Card, ...]:
        """The cards that count in another suit than the one they are printed with: bowers, twos,
        a joker among the trumps.

        >>> import cardlab
        >>> cardlab.game("cardigan").ordering("H").leaves
        (JS, 2S, JC, 2C, JD, 2D)
        """
        return tuple(
            card for card in self.cards if self.suit_of[card] and self.suit_of[card] != card.suit
        )

    def classes(self, led: str | None = None) -> tuple[tuple[Card, ...], ...]:
        """The cards of one suit that nothing tells apart, together; from high to low, trumps first.

        Without ``led`` these are the rungs of all ladders.  With it, the cards of a suit that
        cannot win are one class.
        """
        by_class: dict[tuple[str, int], list[Card]] = {}
        place = {str(suit): i for i, suit in enumerate(self.leads)}
        for card in self.cards:
            at = self._rung[card] if led is None else self.strength(card, led)
            by_class.setdefault((str(self.suit_of[card] or ""), at), []).append(card)
        return tuple(
            tuple(by_class[key])
            for key in sorted(by_class, key=lambda k: (place.get(k[0], len(place)), -k[1]))
        )

    def graph(self, led: str | None = None) -> DiGraph:
        """What beats what as a graph: an edge from every class of cards to every class that it
        beats.

        >>> from cardlab.engine.cards import pack
        >>> order = Ordering(pack("AK"), "AK", "H")
        >>> sorted(order.graph("S").successors(order.classes("S")[2]))
        [(AC, KC), (AD, KD), (KS,)]
        """
        from networkx import DiGraph

        graph, nodes = DiGraph(), self.classes(led)
        graph.add_nodes_from(nodes)
        powers = {
            node: self._powers(node[0]) if led is None else (self.strength(node[0], led),)
            for node in nodes
        }
        graph.add_edges_from((a, b) for a in nodes for b in nodes if _wins(powers[a], powers[b]))
        return graph

    def tied(self, card: Card, other: Card) -> bool:
        """The two count the same: they are copies of one card, or trumps on one rung."""
        if card == other:
            return True
        trumps = self.trump is not None and self.suit_of[card] is self.trump is self.suit_of[other]
        return trumps and self._rung[card] == self._rung[other]

    def power(self, led: Card) -> dict[Card, int]:
        """The strength of every card in a trick to which this card was led."""
        return self._power[self.suit_of[led]]

    def best(self, cards: Sequence[Card]) -> int:
        """The place in the trick (0 led) of the card that wins so far; of equal cards the first."""
        power = self._power[self.suit_of[cards[0]]]
        best, top = 0, -1
        for at, card in enumerate(cards):
            if power[card] > top:
                best, top = at, power[card]
        return best

    def worth(self, card: str) -> int:
        return self.worth_of[Card(card)]

    def ladder(self, suit: str | None = None) -> list[tuple[Card, ...]]:
        """The cards of a suit (the trump suit unless named) from high to low; equal cards share
        a rung."""
        wanted = Suit(suit) if suit else self.trump
        rungs: dict[int, list[Card]] = {}
        for card in self.cards:
            if self.suit_of[card] == wanted:
                rungs.setdefault(self._rung[card], []).append(card)
        return [tuple(rungs[k]) for k in sorted(rungs, reverse=True)]

    def sorted(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        """A hand as people hold it: suit by suit with alternating colours, trumps first, each
        from high to low."""
        suits = [self.trump, *"SHCD"] if self.trump else [*"SHCD"]

        def place(card: Card) -> tuple[int, int, int]:
            suit = self.suit_of.get(card)
            return (
                (suits.index(suit) if suit in suits else -1),
                -self._rung.get(card, 0),
                "SHCD".find(card.suit),
            )

        return tuple(sorted(hand, key=place))


class RankedSuits(Ordering):
    """An order in which any card of a higher suit beats any of a lower one, whatever was led; a
    joker beats nothing.

    suits: from high to low.

    >>> from cardlab.engine.cards import pack
    >>> RankedSuits(pack(), "AKQJT98765432", "HDCS").beats("2C", "AS", led="S")
    True
    """

    def __init__(self, cards: Sequence[Card], ranks: str, suits: str) -> None:
        super().__init__(cards, ranks)
        self.suits = suits
        powers = {
            c: self._rung[c] - 20 * suits.index(c.suit) + 80 if c.suit else 0 for c in self.cards
        }
        self._power = dict.fromkeys(self._power, powers)

    @property
    def leads(self) -> tuple[str, ...]:
        return tuple(self.suits)

    def sorted(self, hand: Sequence[Card]) -> tuple[Card, ...]:
        power = next(iter(self._power.values()))
        return tuple(sorted(hand, key=lambda card: -power.get(card, 0)))


def _wins(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    """Whether a card of these strengths, suit led by suit led, beats one of those."""
    return one != other and all(map(ge, one, other))


def _rungs(ranks: str) -> dict[str, int]:
    rungs = ranks.split() if " " in ranks else list(ranks)
    return {rank: len(rungs) - i for i, rung in enumerate(rungs) for rank in rung}


def bowers(trump: Suit) -> tuple[Card, ...]:
    """The jack of trumps and the other jack of its colour, highest first.

    >>> bowers(Suit("H"))
    (JH, JD)
    """
    return Card("J" + trump), Card("J" + SAME_COLOUR[trump])


SAME_COLOUR = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""A suit with the other one of its colour."""


class LoneJoker(Ordering):
    """No trump suit, but a joker that wins every trick it is played to."""

    def __init__(self, cards: Sequence[Card], ranks: str) -> None:
        super().__init__(cards, ranks)
        self.suit_of[JOKER] = "joker"  # type: ignore[assignment]  # a suit of its own, which nobody else can follow
        self._power["joker"] = dict.fromkeys(self.cards, 0)  # type: ignore[index]
        for power in self._power.values():
            power[JOKER] = 200

    def is_trump(self, card: str) -> bool:
        return card == JOKER

    def ladder(self, suit: str | None = None) -> list[tuple[Card, ...]]:
        return super().ladder(suit) if suit in SUITS else []
