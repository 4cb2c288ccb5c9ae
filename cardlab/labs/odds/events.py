"""What may happen to a hand: small parts that are put together, each with a sentence.

Knows conditions on hands and how they are counted.  Knows no games: a game's own judgement comes in
as a function.

>>> from cardlab.engine.cards import pack
>>> both(count(pack(), "A", least=2), void("S"))
<at least two aces and no spades>
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cardlab.engine.cards import RANK_NAMES, RANKS, SUITS, Card
from cardlab.engine.words import bound, listed, some
from cardlab.labs.odds.chances import Chance, Term, counted
from cardlab.labs.odds.counting import (
    Alike,
    HandShape,
    Kinds,
    Lengths,
    Measure,
    Number,
    Run,
    TooMany,
    Worth,
    grouped,
    how_many,
    kinds,
    spread,
    vectors,
)

SHORT = 60
"""So many different terms are written out; where there are more, only their sum."""
FEW_JUDGED = 400
MOST_JUDGED = 12_000
"""A judgement is asked of so many kinds of hands at most."""


# --- naming cards


def plural(rank: str) -> str:
    """
    >>> plural("6"), plural("A")
    ('sixes', 'aces')
    """
    name = RANK_NAMES[rank]
    return f"{name}es" if name == "six" else f"{name}s"


def _asked(which: str | Iterable[str]) -> str:
    text = which if isinstance(which, str) else " ".join(which)
    return " ".join(text.upper().replace("10", "T").split())


def which_cards(pack: Sequence[Card], which: str | Iterable[str]) -> frozenset[Card]:
    """The cards of a pack that a short text means: ranks (``A``, ``AK``), suits (``H``), cards
    (``5H 3S``), jokers (``JK``).

    >>> from cardlab.engine.cards import pack
    >>> sorted(which_cards(pack(), "A")), len(which_cards(pack(), "H")), len(which_cards(pack(), "AKQJT"))
    ([AC, AD, AH, AS], 13, 20)
    """
    text = _asked(which)
    named: set[Card] = set()
    for word in text.split():
        if word == "JK":
            mine = {card for card in pack if not card.suit}
        elif set(word) <= set(SUITS):
            mine = {c for c in pack if c.suit in word and c.suit}
        elif set(word) <= set(RANKS):
            mine = {c for c in pack if c.rank in word and c.suit}
        else:
            try:
                mine = {Card(word)}
            except ValueError:
                raise ValueError(
                    f"no cards are called “{word[:20]}”; write ranks (A or AK), a suit (H), cards"
                    " (5H 3S), or JK for a joker"
                ) from None
        if not mine & set(pack):
            raise ValueError(f"there is no {word} in this pack; name cards that it has")
        named |= mine & set(pack)
    if not named:
        raise ValueError(
            "name the cards: ranks (A or AK), a suit (H), cards (5H 3S), or JK for a joker"
        )
    return frozenset(named)


def cards_said(which: str | Iterable[str]) -> tuple[str, str]:
    """What the cards are called, one and many.

    >>> cards_said("A"), cards_said("H"), cards_said("5H 3S")
    (('ace', 'aces'), ('heart', 'hearts'), ('of 5♥ and 3♠', 'of 5♥ and 3♠'))
    """
    text = _asked(which)
    if text == "JK":
        return "joker", "jokers"
    if len(text) == 1 and text in SUITS:
        return SUITS[text].one, SUITS[text].name
    if len(text) == 1 and text in RANKS:
        return RANK_NAMES[text], plural(text)
    parts: list[str] = []
    for word in dict.fromkeys(text.split()):
        if word == "JK":
            parts.append("jokers")
        elif set(word) <= set(SUITS):
            parts += [SUITS[s].name for s in word]
        elif set(word) <= set(RANKS):
            parts += [plural(r) for r in word]
        else:
            parts.append(Card(word).sign)
    # every one by name: two sets of cards never have the same words
    named = listed(dict.fromkeys(parts), most=len(parts))
    if all(p[-1] in "♠♥♣♦" for p in parts):
        return f"of {named}", f"of {named}"
    return f"of the {named}", f"of the {named}"


# --- conditions


@dataclass(frozen=True)
class Condition:
    """Something that may be true of a hand.

    said: the end of "You are dealt ..."; measures: what it looks at; test: whether their values
    make it true; plainly: the same, asked of a hand by code that has no part in the counting.
    """

    said: str
    measures: tuple[Measure, ...]
    test: Callable[[tuple[Any, ...]], bool]
    plainly: Callable[[Sequence[Card]], bool]
    measure: Callable[[tuple[Any, ...]], Any] | None = None

    def __repr__(self) -> str:
        return f"<{self.said}>"

    def holds(self, hand: Sequence[Card]) -> bool:
        """Whether it is true of this hand, by what is counted of it."""
        return self.test(tuple([m.of(hand) for m in self.measures]))

    def holds_plainly(self, hand: Sequence[Card]) -> bool:
        """Whether it is true of this hand, looked at without what the counting uses: a simulation
        asks this, so that it cannot repeat a mistake of the counting."""
        return self.plainly(hand)

    def measured(self, hand: Sequence[Card]) -> Any:
        """What is counted of the hand, for a picture of how it is spread."""
        return _first(tuple(m.of(hand) for m in self.measures), self.measure)

    def label(self, card: Card) -> Hashable:
        return tuple(m.label(card) for m in self.measures)

    def spread(self, pack: Sequence[Card], size: int) -> tuple[tuple[Any, Fraction, bool], ...]:
        """Every value of what is counted, its chance, and whether the condition is true of it."""
        ways_of: dict[tuple[Any, bool], int] = {}
        total = 0
        for values, ways in spread(tuple(pack), size, self.measures).items():
            key = _first(values, self.measure), self.test(values)
            ways_of[key] = ways_of.get(key, 0) + ways
            total += ways
        return tuple(
            (value, Fraction(ways, total), true)
            for (value, true), ways in sorted(ways_of.items(), key=_place)
        )

    def exact(self, pack: Sequence[Card], size: int) -> Chance:
        """The chance that a hand of this size, out of this pack, is such a hand.  TooMany where
        it is too much to count."""
        pack = tuple(pack)
        of = len(pack), size
        ways = sum(
            n for values, n in spread(pack, size, self.measures).items() if self.test(values)
        )
        short = self._without_copies(pack, size)
        terms, against = short or self._terms(pack, size)
        chance = (
            counted(self.said, terms, of, against=against)
            if terms
            else counted(self.said, (Term(ways, ()),), of)
        )
        assert chance.value == counted("", (Term(ways, ()),), of).value, (
            "the formula and the counting disagree"
        )
        return chance if terms else Chance(self.said, chance.value, (), of)

    def _terms(self, pack: tuple[Card, ...], size: int) -> tuple[tuple[Term, ...], bool]:
        """The sum of binomials: of what happens or of what does not, whichever is shorter;
        nothing where it is long."""
        groups = kinds(pack, self.measures)
        numbers = [many for _, many in groups]
        if len(groups) > 8 or how_many(numbers, size) > 4000:
            return (), False
        mine: list[Term] = []
        others: list[Term] = []
        for taken in vectors(numbers, size):
            states = [m.start() for m in self.measures]
            for (labels, _), many in zip(groups, taken, strict=True):
                states = [
                    m.add(s, label, many)
                    for m, s, label in zip(self.measures, states, labels, strict=True)
                ]
            values = tuple(m.value(s) for m, s in zip(self.measures, states, strict=True))
            (mine if self.test(values) else others).append(
                Term(1, tuple(zip(numbers, taken, strict=True)))
            )
        good, bad = grouped(mine), grouped(others)
        against = bool(bad) and bool(good) and len(bad) < len(good)
        chosen = bad if against else good
        return (chosen, against) if len(chosen) <= SHORT else ((), False)

    def _without_copies(
        self, pack: tuple[Card, ...], size: int
    ) -> tuple[tuple[Term, ...], bool] | None:
        """At least two alike is what is left when all are different: choose the kinds, then a
        card of each."""
        if len(self.measures) != 1 or not isinstance(self.measures[0], Alike):
            return None
        groups = kinds(pack, self.measures)
        sizes = {many for _, many in groups}
        if (
            len(sizes) > 1
            or not self.test((2,))
            or self.test((1,))
            or not all(self.test((n,)) for n in range(2, size + 1))
        ):
            return None
        return (Term(1, ((len(groups), size), *((sizes.pop(), 1),) * size)),), True


def _first(values: tuple[Any, ...], measure: Callable[[tuple[Any, ...]], Any] | None) -> Any:
    return measure(values) if measure else values[0] if len(values) == 1 else values


def _place(item: tuple[tuple[Any, bool], int]) -> Any:
    value, _ = item[0]
    return tuple(-v for v in value) if isinstance(value, tuple) else value


@dataclass(frozen=True)
class Judged:
    """Something that only somebody else can tell: a game's own rule, asked of every hand.

    alike: which cards make no difference to the judge; hands of such cards are asked about once and
    counted together. None: every hand would have to be asked about, which is done only where they
    are few.
    """

    said: str
    judge: Callable[[Sequence[Card]], bool]
    alike: Callable[[Card], Hashable] | None = None
    note: str = ""

    def __repr__(self) -> str:
        return f"<{self.said}>"

    def holds(self, hand: Sequence[Card]) -> bool:
        return bool(self.judge(hand))

    def holds_plainly(self, hand: Sequence[Card]) -> bool:
        """The judge's word on this hand, which is not put together with any other."""
        return bool(self.judge(hand))

    def measured(self, hand: Sequence[Card]) -> Any:
        return self.holds(hand)

    def label(self, card: Card) -> Hashable:
        return self.alike(card) if self.alike else card

    def exact(self, pack: Sequence[Card], size: int) -> Chance:
        groups: dict[Hashable, list[Card]] = {}
        for card in pack:
            groups.setdefault(self.label(card), []).append(card)
        numbers = [len(g) for g in groups.values()]
        if how_many(numbers, size) > MOST_JUDGED:
            raise TooMany("the rule would have to be asked of too many hands")
        terms = []
        for taken in vectors(numbers, size):
            hand = tuple(
                card for group, n in zip(groups.values(), taken, strict=True) for card in group[:n]
            )
            if self.holds(hand):
                terms.append(Term(1, tuple(zip(numbers, taken, strict=True))))
        short = grouped(terms)
        chance = counted(self.said, short, (len(pack), size), note=self.note)
        return (
            chance
            if 0 < len(short) <= SHORT
            else Chance(self.said, chance.value, (), chance.of, False, self.note)
        )

    def condition(self, pack: Sequence[Card], size: int) -> Condition:
        """The same as a condition on how many cards of each kind are held, for kinds that are
        few."""
        groups: dict[Hashable, list[Card]] = {}
        for card in sorted(pack):
            groups.setdefault(self.label(card), []).append(card)
        if how_many([len(g) for g in groups.values()], size) > FEW_JUDGED:
            raise TooMany("the rule would have to be asked of too many hands")
        kept = tuple(groups.values())

        def test(values: tuple[Any, ...]) -> bool:
            return self.holds(
                tuple(card for group, n in zip(kept, values[0], strict=True) for card in group[:n])
            )

        return Condition(
            self.said, (Kinds(tuple(frozenset(g) for g in kept)),), test, self.holds_plainly
        )


Event = Condition | Judged


# --- the parts


Bounds = tuple[int | None, int | None]


def _bounds(
    least: int | None, most: int | None, exactly: int | None, floor: int | None = 0
) -> Bounds:
    """The two bounds, read.  Raises ValueError for what is no bound, or below the floor."""
    if exactly is not None:
        least = most = exactly
    if least is None and most is None:
        raise ValueError("say how many: at least, at most, or both")
    from_zero = "" if floor is None else f" from {floor}"
    for n in (least, most):
        whole = isinstance(n, int) and not isinstance(n, bool)
        if n is not None and (not whole or (floor is not None and n < floor)):
            raise ValueError(f"how many is a whole number{from_zero}, not {n!r}")
    if least is not None and most is not None and least > most:
        raise ValueError(f"at least {least} and at most {most} cannot both be; swap them")
    return least, most


def of_set(cards: frozenset[Card], test: Callable[[int], bool], said: str) -> Condition:
    """So many of these cards, as a test says."""
    return Condition(
        said,
        (Number(cards),),
        lambda values: test(values[0]),
        lambda hand: test(len([card for card in hand if card in cards])),
    )


def within(least: int | None, most: int | None) -> Callable[[int], bool]:
    """Whether a number lies within these bounds, either of which may be open."""
    return lambda n: (least is None or least <= n) and (most is None or n <= most)


def _plainly(
    bounds: Bounds, of: Callable[[Sequence[Card]], int]
) -> Callable[[Sequence[Card]], bool]:
    """Whether a number of a hand lies within the bounds, asked from the outside."""
    least, most = bounds

    def inside(hand: Sequence[Card]) -> bool:
        n = of(hand)
        too_few = least is not None and n < least
        too_many = most is not None and n > most
        return not (too_few or too_many)

    return inside


def count(
    pack: Sequence[Card],
    which: str | Iterable[str],
    *,
    least: int | None = None,
    most: int | None = None,
    exactly: int | None = None,
    size: int | None = None,
) -> Condition:
    """So many of these cards.

    size: how many cards the hand has, where that is known: then the words say what is left of a
    bound at its ends.

    >>> from cardlab.engine.cards import pack
    >>> count(pack(), "A", exactly=4).exact(pack(), 13).fraction
    '11/4,165'
    >>> count(pack(), "A", least=0, size=13), count(pack(), "A", least=4, size=13)
    (<any number of aces>, <exactly four aces>)
    """
    bounds = _bounds(least, most, exactly)
    chosen, test = which_cards(pack, which), within(*bounds)
    there = sum(card in chosen for card in pack)
    hand = len(pack) if size is None else size
    ends = max(0, hand - (len(pack) - there)) if size is not None else 0, min(there, hand)
    return Condition(
        bound(*bounds, cards_said(which), *ends),
        (Number(chosen),),
        lambda values: test(values[0]),
        _plainly(bounds, lambda hand: len([card for card in hand if card in chosen])),
    )


def has(pack: Sequence[Card], which: str | Iterable[str]) -> Condition:
    """All of these cards.

    >>> from cardlab.engine.cards import pack
    >>> has(pack(), "AS KS").exact(pack(), 13).fraction
    '1/17'
    """
    chosen = which_cards(pack, which)
    return Condition(
        listed(sorted(chosen), most=len(chosen)),
        (Number(chosen),),
        lambda values: values[0] == len(chosen),
        lambda hand: not chosen.difference(hand),
    )


def void(suit: str = "", suits: Sequence[str] = tuple(SUITS)) -> Condition:
    """No cards of a suit; of some suit, if none is named."""
    if not suit:
        return Condition(
            "a hand with a void",
            (Lengths(tuple(suits)),),
            lambda v: 0 in v[0],
            lambda hand: any(all(card.suit != s for card in hand) for s in suits),
            lambda v: v[0].count(0),
        )
    named = _suit(suit)
    if named not in suits:
        raise ValueError(
            f"there are no {SUITS[named].name} in this pack; choose one of {', '.join(suits)}"
        )
    return Condition(
        f"no {SUITS[named].name}",
        (Lengths((named,)),),
        lambda v: v[0] == (0,),
        lambda hand: all(card.suit != named for card in hand),
        lambda v: v[0][0],
    )


def _suit(text: str) -> str:
    letter = str(text).strip().upper()[:1]
    letter = next((s for s in SUITS.values() if s.sign == str(text).strip()), letter)
    if letter not in SUITS:
        raise ValueError(f"“{str(text)[:20]}” is not a suit; write S, H, C or D")
    return str(letter)


def shape(lengths: str | Sequence[int], suits: Sequence[str] = tuple(SUITS)) -> Condition:
    """The lengths of the suits in any order: 4-4-3-2."""
    parts = (
        lengths.replace("–", "-").split("-")
        if isinstance(lengths, str)
        else list(map(str, lengths))
    )
    if len(parts) != len(suits) or not all(
        p.strip().isdecimal() and len(p.strip()) < 3 for p in parts
    ):
        raise ValueError(
            f"a shape is {some(len(suits), 'length')} with hyphens between them, such as 4-4-3-2"
        )
    wanted = tuple(sorted(map(int, parts), reverse=True))
    return Condition(
        f"a hand of shape {'-'.join(map(str, wanted))}",
        (HandShape(tuple(suits)),),
        lambda v: v[0] == wanted,
        lambda hand: sorted(len([c for c in hand if c.suit == s]) for s in suits) == sorted(wanted),
    )


def longest(least: int, suits: Sequence[str] = tuple(SUITS)) -> Condition:
    """A suit of at least so many cards."""
    bounds = _bounds(least, None, None)
    return Condition(
        f"a suit of {bound(*bounds, ('card', 'cards'), 0)}",
        (HandShape(tuple(suits)),),
        lambda v: v[0][0] >= least,
        lambda hand: any(len([c for c in hand if c.suit == s]) >= least for s in suits),
        lambda v: v[0][0],
    )


def copies(least: int, by: str = "card") -> Condition:
    """So many copies of one card, or so many cards of one rank (``by="rank"``).

    >>> from cardlab.engine.cards import pack
    >>> copies(2, "rank").exact(pack(), 2).formula
    '1 − C(13, 2)·C(4, 1)² / C(52, 2)'
    """
    bounds = _bounds(least, None, None)
    if by not in ("card", "rank"):
        raise ValueError(f"cards are alike by card or by rank, not by {by!r}")
    noun, of_what = {
        "card": (("copy", "copies"), "of one card"),
        "rank": (("card", "cards"), "of one rank"),
    }[by]

    def plainly(hand: Sequence[Card]) -> bool:
        if not least:
            return True
        if by == "card":
            return any(list(hand).count(card) >= least for card in hand)
        ranks = [card.rank for card in hand if card.suit]
        return any(ranks.count(rank) >= least for rank in ranks)

    text = f"{bound(*bounds, noun, 0)} {of_what}"
    return Condition(text, (Alike(by),), lambda v: v[0] >= least, plainly)


def run(least: int, ladders: Sequence[Sequence[Card]]) -> Condition:
    """So many cards in a row on one of these ladders."""
    bounds = _bounds(least, None, None)
    measure = Run(tuple(map(tuple, ladders)))

    def plainly(hand: Sequence[Card]) -> bool:
        held = set(hand)
        return any(
            held.issuperset(ladder[at : at + least])
            for ladder in ladders
            for at in range(len(ladder) - least + 1)
        )

    return Condition(
        f"a run of {bound(*bounds, ('card', 'cards'), 0)}",
        (measure,),
        lambda v: v[0] >= least,
        plainly,
    )


def worth(
    points: Mapping[Card, int],
    *,
    least: int | None = None,
    most: int | None = None,
    exactly: int | None = None,
    said: str = "cards that count {} together",
    noun: tuple[str, str] = ("point", "points"),
    pack: Sequence[Card] = (),
    size: int | None = None,
) -> Condition:
    """Cards that count so much together; worths and bounds may be below 0.

    said: a sentence with a place for how many; noun: what is counted, one and many; pack, size: the
    cards that the hand comes from and how many it has, where that is known: then the words say what
    is left of a bound at its ends.

    >>> from cardlab.engine.cards import cards
    >>> three = cards("5H 3S 7C")
    >>> count_of = dict(zip(three, (5, -3, 0)))
    >>> worth(count_of, most=2).exact(three, 1).fraction
    '2/3'
    >>> worth(count_of, most=-3, pack=three, size=1)
    <cards that count exactly −3 points together>
    """
    bounds = _bounds(least, most, exactly, floor=None)
    test, table = within(*bounds), dict(points)
    ends: Bounds = (None, None)
    if size is not None:
        in_order = sorted(table.get(card, 0) for card in pack)
        ends = sum(in_order[:size]), sum(in_order[len(in_order) - size :])
    return Condition(
        said.format(bound(*bounds, noun, *ends, digits=True)),
        (Worth(tuple(sorted(table.items()))),),
        lambda v: test(v[0]),
        _plainly(bounds, lambda hand: sum([table.get(card, 0) for card in hand])),
    )


def not_(event: Event, said: str = "") -> Event:
    """What is left when this does not happen."""
    text = said or f"anything but {event.said}"
    if isinstance(event, Judged):
        return Judged(text, lambda hand: not event.judge(hand), event.alike, event.note)
    return Condition(
        text,
        event.measures,
        lambda values: not event.test(values),
        lambda hand: not event.holds_plainly(hand),
        event.measure,
    )


def both(*events: Event, said: str = "") -> Event:
    """All of these at once."""
    return _joined(events, all, said or listed([e.said for e in events], "and", 9))


def either(*events: Event, said: str = "") -> Event:
    """At least one of these."""
    return _joined(events, any, said or listed([e.said for e in events], "or", 9))


def _joined(events: tuple[Event, ...], how: Callable[[Iterable[bool]], bool], text: str) -> Event:
    if not events:
        raise ValueError("name at least one thing that may happen")
    if len(events) == 1:
        return events[0]
    conditions = [e for e in events if isinstance(e, Condition)]
    if len(conditions) < len(events):
        return Judged(
            text,
            lambda hand: how(e.holds(hand) for e in events),
            lambda card: tuple(e.label(card) for e in events),
        )
    # two conditions on the same thing look at it once
    measures = tuple(dict.fromkeys(m for e in conditions for m in e.measures))
    places = [tuple(measures.index(m) for m in e.measures) for e in conditions]

    def test(values: tuple[Any, ...]) -> bool:
        return how(
            e.test(tuple(values[i] for i in at)) for e, at in zip(conditions, places, strict=True)
        )

    return Condition(
        text, measures, test, lambda hand: how(e.holds_plainly(hand) for e in events), test
    )
