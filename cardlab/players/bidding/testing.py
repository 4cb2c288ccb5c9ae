"""Whether a hand passes a test, and what passing it shows.

Knows hands, auctions and tests.  Knows no table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from cardlab.players.bidding.conditions import Kind, Span, Test
from cardlab.players.bidding.handvalues import SUIT_LETTERS, HandValue
from cardlab.players.bidding.hearing import GAME_LEVELS, Candidate, Hearing
from cardlab.players.bidding.patterns import suit_of
from cardlab.players.bidding.showing import Ranges, usual

MAJORS, MINORS = ("S", "H"), ("D", "C")
FIT = 8
"""Cards of both hands that make a suit fit to be trumps."""
RUFFING_VALUES = {2: 17, 3: 20}
"""Points of both hands with which a side goes on to this level because of its trumps alone."""
MANY_ACES = 15
"""Points from which a partner who has none or four aces is thought to have four."""


class CallAsked:
    """One candidate call in one auction: what tests are asked about."""

    __slots__ = ("candidate", "hearing")

    def __init__(self, hearing: Hearing, candidate: Candidate) -> None:
        self.hearing, self.candidate = hearing, candidate

    def suit(self, letter: str) -> str:
        """The suit of a letter."""
        return suit_of(letter, self.candidate.bound) or ""

    @property
    def unbid(self) -> tuple[str, ...]:
        """The suits that the other side has not bid."""
        return tuple(s for s in SUIT_LETTERS if s not in self.hearing.theirs)

    def length(self, suit: str) -> int:
        """The least length that the partner has shown."""
        return int(self.hearing.partner[suit].low)


# --- what everybody knows


def public(test: Test, position: CallAsked) -> bool:
    """The answer to a test that does not ask the hand."""
    return _PUBLIC[test.kind](test, position) == test.wanted


def _among(test: Test, at: CallAsked) -> bool:
    return at.suit(test.letter) in test.words


def _ranks(test: Test, at: CallAsked) -> bool:
    sign, other = test.words
    mine, theirs = (SUIT_LETTERS.index(at.suit(s)) for s in (test.letter, other))
    return mine > theirs if sign == ">" else mine < theirs


def _jump(test: Test, at: CallAsked) -> bool:
    lowest = at.hearing.cheapest(at.candidate.strain)
    return bool(lowest) and at.candidate.level > int(lowest[0])


_PUBLIC: Mapping[str, Callable[[Test, CallAsked], bool]] = {
    "among": _among,
    "ranks": _ranks,
    "jump": _jump,
    "level": lambda test, at: at.candidate.level in test.span,
    "seat": lambda test, at: at.hearing.opened + 1 in test.span,
    "passed": lambda test, at: at.hearing.seat < at.hearing.opened,
    "last": lambda test, at: at.hearing.back(2)[0] == test.words[0],
    "doubled": lambda test, at: (at.hearing.back(2)[0], at.hearing.back(1)[0]) == ("X", "P"),
    "over1": lambda test, at: at.hearing.last_is_theirs and at.hearing.last_bid[0] == "1",
    "theirs": lambda test, at: len(at.hearing.theirs) in test.span,
    "theirlast": lambda test, at: at.hearing.last_is_theirs,
    "new": lambda test, at: at.candidate.strain not in at.hearing.ours,
    "raise": lambda test, at: at.candidate.strain in at.hearing.partners,
    "asking": lambda test, at: bool(at.hearing.back(2)[1].asks),
    "unasked": lambda test, at: not at.hearing.asked_aces,
    "placed": lambda test, at: at.hearing.placed,
    "force": lambda test, at: (
        at.hearing.forced_to_game if test.words[0] == "gf" else at.hearing.forced_once
    ),
}


def hopeless(test: Test, position: CallAsked) -> bool:
    """Whether everybody knows that no hand passes a test here."""
    ask = _NEEDED.get(test.kind)
    return ask is not None and not ask(position.hearing)


_NEEDED: Mapping[str, Callable[[Hearing], bool]] = {
    "asked": lambda heard: heard.answered,
    "fitnow": lambda heard: heard.last_is_ours and not heard.forced,
    "calm": lambda heard: not heard.forced,
    "law": lambda heard: heard.last_is_theirs,
    "penalty": lambda heard: heard.last_is_theirs,
    "preference": lambda heard: len(heard.partners) > 1,
}
"""What has to be true of the auction before a test asks the hand."""


# --- what the hand knows


def passes(kind: Kind, position: CallAsked, hand: HandValue) -> bool:
    """Whether a hand passes all tests; what everybody knows is not among them."""
    return all(_HAND[test.kind](test, position, hand) for test in kind)


def _measure(test: Test, at: CallAsked, hand: HandValue) -> bool:
    return getattr(hand, test.kind) in test.span


def _together(test: Test, at: CallAsked, hand: HandValue) -> bool:
    """Own points and the least (or the most) that the partner has."""
    partner = at.hearing.partner.points
    theirs = partner.high if test.kind.startswith("Thi") else partner.low
    if test.letter:
        own = hand.support(at.suit(test.letter))
    else:
        own = hand.tp if test.kind == "T" else hand.hcp
    return own + theirs in test.span


def _fit(at: CallAsked, hand: HandValue, suit: str) -> int:
    return hand.lengths[suit] + at.length(suit)


def _best(test: Test, at: CallAsked, hand: HandValue) -> bool:
    def worth(suit: str) -> tuple[bool, int, bool, int]:
        fit, major = _fit(at, hand, suit), suit in MAJORS
        return major and fit >= FIT, fit, major, SUIT_LETTERS.index(suit)

    suits = [s for s in SUIT_LETTERS if s not in at.hearing.theirs]
    return at.suit(test.letter) == max(suits, key=worth, default="")


def _stops(at: CallAsked, hand: HandValue) -> bool:
    if at.hearing.partner_stops_all:
        return True
    asked = at.hearing.theirs or [s for s in SUIT_LETTERS if s not in at.hearing.ours]
    return all(hand.stops(suit) for suit in asked)


def _compare(test: Test, at: CallAsked, hand: HandValue) -> bool:
    sign, other = test.words
    mine, theirs = (hand.lengths[at.suit(s)] for s in (test.letter, other))
    return mine >= theirs if sign == ">=" else mine > theirs if sign == ">" else mine < theirs


def _negative(test: Test, at: CallAsked, hand: HandValue) -> bool:
    free = [s for s in MAJORS if s not in (*at.hearing.ours, *at.hearing.theirs)]
    if free:
        lengths = sorted(hand.lengths[s] for s in free)
        return lengths[-1] > 3 and lengths[0] > 2
    return all(
        hand.lengths[s] > 3 for s in MINORS if s not in (*at.hearing.ours, *at.hearing.theirs)
    )


def _aces(test: Test, at: CallAsked, hand: HandValue) -> bool:
    return str(hand.aces) in test.words if test.words else hand.aces in test.span


def _asked(test: Test, at: CallAsked, hand: HandValue) -> bool:
    theirs = at.hearing.partner["aces"]
    four = not hand.aces and at.hearing.partner.points.low >= MANY_ACES
    return hand.aces + (theirs.high if four else theirs.low) in test.span


def _fit_now(test: Test, at: CallAsked, hand: HandValue) -> bool:
    last = at.hearing.last_bid
    game = int(last[0]) >= GAME_LEVELS[last[1]]
    return game or (last[1] != "N" and _fit(at, hand, last[1]) in test.span)


def _calm(test: Test, at: CallAsked, hand: HandValue) -> bool:
    last = at.hearing.last_bid
    return (
        at.hearing.last_is_theirs
        or not last
        or last[1] == "N"
        or (_fit(at, hand, last[1]) >= FIT - 1)
    )


def _preference(test: Test, at: CallAsked, hand: HandValue) -> bool:
    theirs = at.hearing.partners
    first, second = theirs[:2]
    return at.candidate.strain == first and hand.lengths[first] >= hand.lengths[second]


def _law(test: Test, at: CallAsked, hand: HandValue) -> bool:
    """Go on to the level of the trumps: with eight to two, with nine to three."""
    suit, level = at.candidate.strain, at.candidate.level
    if level > min(3, _fit(at, hand, suit) - 6):
        return False
    return hand.support(suit) + at.hearing.partner.points.low >= RUFFING_VALUES.get(level, 17)


def _penalty(test: Test, at: CallAsked, hand: HandValue) -> bool:
    """The points of both hands, and trumps."""
    level, strain = int(at.hearing.last_bid[0]), at.hearing.last_bid[1]
    points = hand.hcp + at.hearing.partner.points.low
    trumps = hand.lengths.get(strain, 0)
    return (
        (level >= 4 and points >= 23)
        or (level == 3 and trumps >= 4 and points >= 23)
        or (level == 3 and trumps >= 3 and points >= 25)
        or (trumps >= 5 and points >= 20)
    )


_HAND: Mapping[str, Callable[[Test, CallAsked, HandValue], bool]] = {
    **dict.fromkeys(("hcp", "tp", "r20", "r15", "ptr"), _measure),
    **dict.fromkeys(("T", "TN", "Thi", "T()", "Thi()"), _together),
    "sp()": lambda test, at, hand: hand.support(at.suit(test.letter)) in test.span,
    "fit()": lambda test, at, hand: _fit(at, hand, at.suit(test.letter)) in test.span,
    "length": lambda test, at, hand: hand.lengths[at.suit(test.letter)] in test.span,
    "longest": lambda test, at, hand: hand.longest(at.suit(test.letter)),
    "best": _best,
    "compare": _compare,
    "good": lambda test, at, hand: hand.good(at.suit(test.letter)),
    "stop": lambda test, at, hand: hand.stops(at.suit(test.letter)),
    "bal": lambda test, at, hand: hand.balanced,
    "unbal": lambda test, at, hand: not hand.balanced,
    "short": lambda test, at, hand: hand.short,
    "stops": lambda test, at, hand: _stops(at, hand),
    "nostops": lambda test, at, hand: not _stops(at, hand),
    "support": lambda test, at, hand: all(hand.lengths[s] > 2 for s in at.unbid),
    "unbid": lambda test, at, hand: all(hand.lengths[s] >= test.span.low for s in at.unbid),
    "negative": _negative,
    "nomajorfit": lambda test, at, hand: all(_fit(at, hand, s) < FIT for s in MAJORS),
    "stayable": lambda test, at, hand: any(
        hand.lengths[s] > 3 for s in MAJORS if s not in at.hearing.theirs
    ),
    "aces": _aces,
    "asked": _asked,
    "fitnow": _fit_now,
    "calm": _calm,
    "preference": _preference,
    "law": _law,
    "penalty": _penalty,
}


# --- what passing shows


def shows(kind: Kind, position: CallAsked) -> Ranges:
    """The ranges in which every hand lies that passes these tests."""
    found: dict[str, Span] = {}
    for test in kind:
        for key, span in _shows(test, position):
            found[key] = found.get(key, usual(key)).within(span)
    return found


def _shows(test: Test, at: CallAsked) -> Iterator[tuple[str, Span]]:
    partner, suit = at.hearing.partner, at.suit(test.letter) if test.letter else ""
    match test.kind:
        case "hcp" | "tp" | "r20" | "r15" | "ptr":
            yield test.kind, test.span
        case "sp()":
            yield f"sp:{suit}", test.span
        case "T" | "TN" | "Thi" | "T()" | "Thi()":
            high = test.kind.startswith("Thi")
            key = f"sp:{suit}" if suit else "tp" if test.kind == "T" else "hcp"
            yield key, test.span.less(partner.points.high if high else partner.points.low)
        case "length":
            yield suit, test.span
        case "fit()":
            yield suit, test.span.less(at.length(suit))
        case "bal":
            yield from ((s, Span(2, 5)) for s in SUIT_LETTERS)
        case "longest":
            yield suit, Span(4, 13)
        case "good":
            yield suit, Span(2, 13)
        case "stop":
            yield suit, Span(1, 13)
        case "support":
            yield from ((s, Span(3, 13)) for s in at.unbid)
        case "unbid":
            yield from ((s, Span(test.span.low, 13)) for s in at.unbid)
        case "aces" if test.words:
            numbers = [int(word) for word in test.words]
            yield "aces", Span(min(numbers), max(numbers))
        case "aces":
            yield "aces", test.span
        case "law":
            strain = at.candidate.strain
            least = RUFFING_VALUES.get(at.candidate.level, 17) - partner.points.low
            yield strain, Span(at.candidate.level + 6 - at.length(strain), 13)
            yield f"sp:{strain}", Span(least)
        case _:
            return
