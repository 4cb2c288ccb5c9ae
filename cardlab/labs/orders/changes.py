"""Two orders side by side: what becomes of every card from one to the other.

Knows orders and their ladders.  Knows no rule.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import listed
from cardlab.labs.orders.ladders import (
    GameOrder,
    Ladder,
    Rung,
    ladders,
    rung_text,
    suit_name,
)


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
        texts = {
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
            for kind, text in texts.items()
            if self.of(kind)
        ]
        if self.equal:
            lines.append(f"equal now: {', '.join(map(rung_text, self.equal))}")
        if self.parted:
            lines.append(f"no longer equal: {', '.join(map(rung_text, self.parted))}")
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
    moves: dict[Card, str] = {}
    for at, members in groups.items():
        if at not in kept:
            over = [
                sum(len(groups[other]) for other in places if other[side] < at[side])
                for side in (0, 1)
            ]
            up = over[1] < over[0] if over[0] != over[1] else at[1] < at[0]
            moves |= dict.fromkeys(members, "up" if up else "down")
    return moves


def _highest(entry: tuple[int, tuple[tuple[int, int], ...]]) -> Any:
    """Of two choices the one with more cards, of equal ones that with the higher rungs."""
    return entry[0], [(-left, -right) for left, right in entry[1]]


def _together(before: Ordering, after: Ordering) -> tuple[Rung, ...]:
    """The rungs of the second order with cards that the first one tells apart."""
    old = {card: i for i, rung in enumerate(before.classes()) for card in rung}
    groups = []
    for rung in after.classes():
        both = tuple(card for card in rung if card in old)
        if len({old[card] for card in both}) > 1:
            groups.append(both)
    return tuple(groups)


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
    >>> from cardlab.labs.orders import order_of
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
    sentences = []
    for suit, held in where.items():
        alone, many = len(where) == 1, len(held) > 1
        who = "They" if alone and many else listed(held, most=12)
        if suit == "?":
            sentences.append(
                f"{who} {'are' if many else 'is'} not in the pack of {two.game.title}."
            )
            continue
        name = (
            f"{'the trumps,' if suit == two.order.trump else 'the plain suit of'} {suit_name(suit)}"
            if suit
            else "no suit"
        )
        sentences.append(
            f"{who} {'form' if alone and many else 'belong to' if many else 'belongs to'} {name}."
        )
    return " ".join(sentences)
