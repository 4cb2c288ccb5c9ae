"""What a seat has shown by its calls: ranges of points and of lengths.

Knows ranges.  Knows no call.

>>> shown = Shown().more({"hcp": Span(15, 17), "S": Span(2, 5)})
>>> shown["hcp"], shown["S"], shown["H"], shown.points
(Span(low=15, high=17), Span(low=2, high=5), Span(low=0, high=11), Span(low=15, high=17))
>>> shown.more({"hcp": Span(0, 4)})["hcp"]  # a call that contradicts the earlier one counts more
Span(low=0, high=4)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cardlab.engine.cards import SUITS
from cardlab.engine.words import some
from cardlab.players.bidding.conditions import MOST, Span
from cardlab.players.bidding.handvalues import SUIT_LETTERS, HandValue

Ranges = Mapping[str, Span]
"""By measure (`hcp`, `tp`, `sp:H`, `most`, `aces`) and by suit."""
CARDS, ACES, POINTS = 13, 4, 37
LENGTH = Span(0, CARDS)


def is_points(key: str) -> bool:
    """Whether a measure counts points."""
    return key in ("hcp", "tp", "most") or key.startswith("sp:")


def measured(hand: HandValue, key: str) -> float:
    """A hand by one measure."""
    if key in hand.lengths:
        return hand.lengths[key]
    measure, _, suit = key.partition(":")
    if suit:
        return hand.support(suit)
    return float(getattr(hand, measure))


def usual(key: str) -> Span:
    """The range of a measure of which nothing is known."""
    return LENGTH if key in SUIT_LETTERS else Span(0, ACES) if key == "aces" else Span()


def points_of(ranges: Ranges) -> Span:
    """The points that these ranges leave, whichever way they are counted; where two counts do not
    go together, high-card points are believed."""
    found = Span()
    for key in sorted(ranges, key=lambda key: key == "hcp"):
        if is_points(key):
            both = found.within(ranges[key])
            found = ranges[key] if both.empty else both
    return found


@dataclass(frozen=True)
class Shown:
    """The ranges of one seat, all of them true of its hand if it calls as the table says."""

    ranges: Ranges = field(default_factory=dict)

    def __getitem__(self, key: str) -> Span:
        kept = self.ranges.get(key, usual(key))
        if key in SUIT_LETTERS:
            others = [self.ranges.get(s, LENGTH) for s in SUIT_LETTERS if s != key]
            least, most = CARDS - sum(o.high for o in others), CARDS - sum(o.low for o in others)
            room = kept.within(Span(least, most))
            return kept if room.empty else room
        return kept

    @property
    def points(self) -> Span:
        """What the partner reckons with, in points of whatever count."""
        found = points_of(self.ranges)
        return Span(found.low, min(found.high, POINTS))

    def may(self, ranges: Ranges) -> bool:
        """Whether a hand can lie in these ranges and in those shown before."""
        both = {key: self.ranges.get(key, usual(key)).within(span) for key, span in ranges.items()}
        if any(span.empty for span in both.values()):
            return False
        whole = {**self.ranges, **both}
        lengths = [whole.get(suit, LENGTH) for suit in SUIT_LETTERS]
        if not sum(s.low for s in lengths) <= CARDS <= sum(s.high for s in lengths):
            return False
        # high-card points are never more than points for length or support
        least = whole.get("hcp", Span()).low
        most = (span.high for key, span in whole.items() if is_points(key))
        return all(least <= high for high in most)

    def more(self, ranges: Ranges) -> Shown:
        """With a further call; where it contradicts what was shown, the new call counts."""
        kept = dict(self.ranges)
        for key, span in ranges.items():
            both = kept.get(key, usual(key)).within(span)
            kept[key] = span if both.empty else both
        return Shown(kept)

    def holds(self, hand: HandValue) -> bool:
        """Whether a hand lies in all ranges."""
        return all(measured(hand, key) in span for key, span in self.ranges.items())

    def distance(self, hand: HandValue) -> float:
        """How far a hand lies outside: points, and twice the cards of a suit."""
        far = 0.0
        for key, span in self.ranges.items():
            number = measured(hand, key)
            off = max(span.low - number, number - span.high, 0.0)
            far += off * (2 if key in SUIT_LETTERS else 1)
        return far


def hull(kinds: list[Ranges]) -> Ranges:
    """Ranges that hold whichever of these kinds of hands it is.

    >>> long, raised = implied({"tp": Span(17)}), implied({"sp:H": Span(19)})
    >>> print(hull([long, raised])["most"])
    17+
    """
    kept = dict(kinds[0])
    for ranges in kinds[1:]:
        kept = {key: span.hull(ranges[key]) for key, span in kept.items() if key in ranges}
    return {key: span for key, span in kept.items() if span != usual(key)}


def points_in_words(ranges: Ranges) -> str:
    """The points of these ranges; "" where they say nothing.

    >>> points_in_words({"hcp": Span(6, 9)}), points_in_words({"tp": Span(0, 16)})
    ('6–9 points', 'up to 16 points')
    """
    low, high = points_of(ranges)
    if high >= POINTS:
        return f"{low:g} {'point' if low == 1 else 'points'} or more" if low > 0 else ""
    if low <= 0:
        return f"up to {high:g} points"
    return f"{low:g} points" if low == high else f"{low:g}–{high:g} points"


def in_words(ranges: Ranges) -> str:
    """Points, and suits of three cards or more.

    >>> in_words({"sp:H": Span(10, 12), "H": Span(3, 13)})
    '10–12 points, three hearts or more'
    """
    suits = [
        f"{some(int(ranges[s].low), SUITS[s].one, SUITS[s].name)} or more"
        for s in reversed(SUIT_LETTERS)
        if s in ranges and ranges[s].low > 2
    ]
    return ", ".join(text for text in (points_in_words(ranges), *suits) if text)


def implied(ranges: Ranges) -> Ranges:
    """The ranges with what follows from them: high-card points are at most those of any other
    count, so that a least number of them holds for each, and a most for them; and a least number
    of any count is one of the count that gives the most, which kinds of hands that are counted in
    different ways have in common."""
    known = dict(ranges)
    counted = max((span.low for key, span in known.items() if is_points(key)), default=0.0)
    if counted > 0:
        known["most"] = Span(counted)
    least = known["hcp"].low if "hcp" in known else 0.0
    if least:
        known["tp"] = known.get("tp", Span()).within(Span(least, MOST))
    most = min((span.high for key, span in known.items() if is_points(key)), default=MOST)
    if most < MOST:
        known["hcp"] = known.get("hcp", Span()).within(Span(0, most))
    return known
