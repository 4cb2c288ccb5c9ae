"""The call that a table makes with a hand, and what a call means to those who hear it.

Knows tables, auctions and hands.  Knows no game: a call is a word.

>>> from cardlab.engine.cards import cards
>>> from cardlab.engine.hand_points import HandPoints
>>> from cardlab.players.bidding.tables import system
>>> points = HandPoints("points", (("A", 4), ("K", 3), ("Q", 2), ("J", 1)), "an example")
>>> table = system("bridge-natural")
>>> hand = HandValue(points, frozenset(cards("AS KS 7S KH JH 3H QD 5D 4D KC 8C 6C 2C")))
>>> choose(table, hearing(table, ()), hand).word
'1N'
>>> meaning(table, hearing(table, ("1N", "P")), "2H").says
'transfer: five or more spades (forcing for one round)'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import count

from cardlab.engine.cards import SUITS
from cardlab.players.bidding.conditions import Kind
from cardlab.players.bidding.handvalues import HandValue
from cardlab.players.bidding.hearing import STRAINS, Candidate, Hearing, ToldByCall
from cardlab.players.bidding.patterns import BID, CUE, LETTERS, Binding, suit_of
from cardlab.players.bidding.showing import Ranges, hull, implied, in_words, points_in_words
from cardlab.players.bidding.tables import FORCES, BiddingSystem, Context, Row
from cardlab.players.bidding.testing import CallAsked, hopeless, passes, public, shows

BY_JUDGEMENT = "; or by judgement"
LETTERS_OF_TEXTS = ("oM", "om", *LETTERS)


@dataclass(frozen=True)
class OpenCall:
    """A call that a row may make here, and the kinds of hands for which it does: what everybody
    knows is answered, what is left asks the hand."""

    row: Row
    candidate: Candidate
    position: CallAsked
    kinds: tuple[Kind, ...]

    def fits(self, hand: HandValue) -> bool:
        return any(passes(kind, self.position, hand) for kind in self.kinds)

    def shows(self) -> list[Ranges]:
        """The ranges of each kind."""
        return [shows(kind, self.position) for kind in self.kinds]

    @property
    def ranges(self) -> Ranges:
        """The ranges of every hand that makes it."""
        return hull([implied(ranges) for ranges in self.shows()])

    @cached_property
    def says(self) -> str:
        """What the row says, with the suits and numbers of this auction."""
        text, ranges = self.row.says, self.ranges
        for letter in LETTERS_OF_TEXTS:
            suit = suit_of(letter, self.candidate.bound)
            if suit is not None:
                text = text.replace(f"{{{letter}}}", SUITS[suit].name)
        text = text.replace("{points}", points_in_words(ranges))
        text = text.replace("{shows}", in_words(ranges))
        return re.sub(r"[,:] *$", "", text)


@dataclass(frozen=True)
class Chosen:
    """The call of a row for a hand."""

    option: OpenCall

    @property
    def word(self) -> str:
        return self.option.candidate.word

    @property
    def row(self) -> Row:
        return self.option.row


@dataclass(frozen=True)
class Meaning:
    """What a call says: the rows that make it, the ranges of every hand that does, the words.

    options: the rows, each with the call as it makes it; none where the table does not know the
    call.  expected: the ranges that the others reckon with: those of the table, which calls that
    are left to judgement seldom leave, and by little.
    """

    word: str
    options: tuple[OpenCall, ...]
    ranges: Ranges
    expected: Ranges
    told: ToldByCall

    @property
    def rows(self) -> tuple[Row, ...]:
        return tuple(option.row for option in self.options)

    @cached_property
    def says(self) -> str:
        """The words of the rows, of two at most, and what the call asks of the partner.  What is
        left to judgement is named shortly where the table makes the call as well."""
        tabled = [option for option in self.options if not option.row.judged]
        by_row = {option.row.line: option.says for option in reversed(tabled or self.options)}
        texts = list(dict.fromkeys(reversed(by_row.values())))
        text = "; or ".join(texts[:2]) + ("; or another hand" if len(texts) > 2 else "")
        if 0 < len(tabled) < len(self.options):
            text += BY_JUDGEMENT
        asked = FORCES[self.told.force]
        return f"{text} ({asked})" if text and asked else text


def contexts(table: BiddingSystem, heard: Hearing) -> Iterator[tuple[Context, Binding]]:
    """The contexts that fit the auction, with the suits of their letters."""
    for context in table.contexts:
        for after in context.after:
            bound = after.match(heard.heard)
            if bound is not None:
                yield context, bound
                break


def candidates(row: Row, bound: Binding, heard: Hearing) -> list[Candidate]:
    """The calls that a row may make, once for every suit that a letter of its tests may be."""
    return [
        Candidate(made.word, known)
        for made in _calls(row, bound, heard)
        for known in _bindings(row.letters, made.bound, heard)
    ]


def _bindings(letters: tuple[str, ...], bound: Binding, heard: Hearing) -> Iterator[Binding]:
    """The suits that are left for letters which neither the pattern nor the call has bound."""
    free = next((letter for letter in letters if suit_of(letter, bound) is None), None)
    if free is None:
        yield bound
        return
    for _, known in _strains(free, bound, heard):
        yield from _bindings(letters, known, heard)


def _calls(row: Row, bound: Binding, heard: Hearing) -> list[Candidate]:
    call = row.call.removesuffix("!")
    jump = len(row.call) - len(call)
    if call == CUE:
        lowest = heard.their_first and heard.cheapest(heard.their_first)
        return [Candidate(lowest, bound)] if lowest else []
    bid = BID.fullmatch(call)
    if bid is None:
        return [Candidate(call, bound)] if call in heard.open else []
    level, letter = bid.groups()
    made = []
    for strain, known in _strains(letter, bound, heard):
        lowest = heard.cheapest(strain)
        number = int(level) if level else int(lowest[0]) + jump if lowest else 0
        if f"{number}{strain}" in heard.open:
            made.append(Candidate(f"{number}{strain}", known))
    return made


def _strains(letter: str, bound: Binding, heard: Hearing) -> Iterator[tuple[str, Binding]]:
    """The suits that a letter may be."""
    if letter in STRAINS:
        yield letter, bound
    elif (known := suit_of(letter, bound)) is not None:
        yield known, bound
    else:
        taken = {*bound.values(), *heard.theirs}
        for suit in LETTERS.get(letter, ()):
            if suit not in taken:
                yield suit, {**bound, letter: suit}


class Menu:
    """What may be called after an auction: for each context its rows with their calls, made when
    somebody asks for them.  A call means what the most special context says of it: one that is
    listed there is not made for a more general reason."""

    def __init__(self, table: BiddingSystem, heard: Hearing) -> None:
        self._heard = heard
        self._made: list[tuple[tuple[OpenCall, ...], ...]] = []
        self._left = contexts(table, heard)
        self._listed: dict[str, ToldByCall] = {}

    def __iter__(self) -> Iterator[tuple[tuple[OpenCall, ...], ...]]:
        """The contexts, each as its rows, each as its calls."""
        for number in count():
            if number == len(self._made) and not self._more():
                return
            yield self._made[number]

    def _more(self) -> bool:
        found = next(self._left, None)
        if found is None:
            return False
        context, bound = found
        rows = (self._options(row, bound) for row in context.rows)
        made = tuple(options for options in rows if options)
        for option in (option for options in made for option in options if not option.row.judged):
            self._listed.setdefault(option.candidate.word, option.row.told)
        self._made.append(made)
        return True

    def _options(self, row: Row, bound: Binding) -> tuple[OpenCall, ...]:
        made = []
        for candidate in candidates(row, bound, self._heard):
            listed = self._listed.get(candidate.word)
            if listed is not None and not (row.judged and listed == row.told):
                continue
            position = CallAsked(self._heard, candidate)
            kinds = tuple(
                asking
                for known, asking in row.split
                if all(public(test, position) for test in known)
                and not any(hopeless(test, position) for test in asking)
            )
            if kinds:
                made.append(OpenCall(row, candidate, position, kinds))
        return tuple(made)


@lru_cache(maxsize=20_000)
def menu(table: BiddingSystem, heard: Hearing) -> Menu:
    """What may be called after an auction."""
    return Menu(table, heard)


def _longest(hand: HandValue, found: list[OpenCall]) -> OpenCall:
    """Of several suits the longest; of two with five cards the higher, else the cheaper."""

    def worth(option: OpenCall) -> tuple[int, int]:
        candidate = option.candidate
        length = hand.lengths.get(candidate.strain, 0)
        rank = STRAINS.index(candidate.strain) if candidate.strain else 0
        cheap = -(candidate.level * len(STRAINS) + rank)
        return length, rank if length > 4 else cheap

    return max(found, key=worth)


def choose(
    table: BiddingSystem, heard: Hearing, hand: HandValue, open: frozenset[str] | None = None
) -> Chosen | None:
    """The call of the first row that fits; None where none does.

    open: the calls that may be made, if the game allows fewer than the auction.
    """
    return next(_fitting(table, heard, hand, open, judged=False), None)


def left_to_judgement(
    table: BiddingSystem, heard: Hearing, hand: HandValue, open: frozenset[str] | None = None
) -> tuple[Chosen, ...]:
    """The calls that may be made instead by whoever imagines deals, each once."""
    found = _fitting(table, heard, hand, open, judged=True)
    return tuple({chosen.word: chosen for chosen in found}.values())


def _fitting(
    table: BiddingSystem,
    heard: Hearing,
    hand: HandValue,
    open: frozenset[str] | None,
    *,
    judged: bool,
) -> Iterator[Chosen]:
    """The calls of all rows of the one kind that fit, the first choice first."""
    for rows in menu(table, heard):
        for options in rows:
            found = [
                option
                for option in options
                if option.row.judged is judged
                and (open is None or option.candidate.word in open)
                and option.fits(hand)
            ]
            if found:
                yield Chosen(_longest(hand, found))


@lru_cache(maxsize=20_000)
def meaning(table: BiddingSystem, heard: Hearing, word: str) -> Meaning:
    """What a call says to everybody who has heard the auction."""
    shown = heard.shown[heard.seat]
    found: list[tuple[OpenCall, Ranges]] = []
    for rows in menu(table, heard):
        found += [
            (option, ranges)
            for options in rows
            for option in options
            if option.candidate.word == word
            for ranges in option.shows()
        ]
    if not found:
        return Meaning(word, (), {}, {}, ToldByCall())
    likely = [f for f in found if shown.may(f[1])] or found
    options = tuple({id(option): option for option, _ in likely}.values())
    tabled = [f for f in likely if not f[0].row.judged] or likely
    return Meaning(word, options, _hull(likely), _hull(tabled), options[0].row.told)


def _hull(found: list[tuple[OpenCall, Ranges]]) -> Ranges:
    return hull([implied(ranges) for _, ranges in found])


@lru_cache(maxsize=20_000)
def hearing(table: BiddingSystem, words: tuple[str, ...]) -> Hearing:
    """The auction after these calls."""
    if not words:
        return Hearing()
    before = hearing(table, words[:-1])
    meant = meaning(table, before, words[-1])
    seat = before.seat
    shown = list(before.shown)
    shown[seat] = shown[seat].more(meant.expected)
    return Hearing(words, (*before.told, meant.told), tuple(shown))
