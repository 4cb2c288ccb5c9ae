"""What people wrongly believe about rules (`data/misconceptions.toml`), and what each belief
would say of some cards.

A belief is a rule too, a wrong one, so it can be computed. Knows cards, tricks and bids. Knows no
question: each kind of question says which beliefs have an opinion on it.

>>> says("leader-wins")
'The trick belongs to whoever started it.'
>>> import cardlab
>>> order = cardlab.game("kaiser").ordering("S")
>>> takers(cards("9C KH 8C TC"), order)
{'highest-rank-wins': 1, 'last-card-wins': 3, 'leader-wins': 0, 'printed-rank-counts': 3}
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from cardlab.engine.cards import Card, cards
from cardlab.engine.moves import Bid, Move
from cardlab.engine.ordering import Ordering

PRINTED = "AKQJT98765432"
"""The ranks as they are usually ordered, highest first."""
ACE_LOW = "A23456789TJQK"
COMPUTED = (
    "highest-rank-wins",
    "last-card-wins",
    "leader-wins",
    "trump-suit-always-wins",
    "trumps-any-time",
    "void-means-trump",
    "void-means-pass",
    "must-beat-if-able",
    "high-cards-are-kept",
    "must-play-highest",
    "beat-partner-too",
    "printed-rank-counts",
    "one-bid-per-suit",
    "no-trump-is-lower",
    "all-pass-is-a-misdeal",
    "bid-is-the-score",
    "high-card-beats-all",
    "cards-can-wait",
    "count-starts-again",
    "claims-are-true",
    "bids-always-rise",
    "anybody-may-hold",
    "best-meet-next",
    "partners-share-a-total",
    "points-are-added",
    "big-wins-bring-more",
    "any-copy-joins",
)
"""The beliefs whose answer is computed. Where two would answer alike, the first one counts."""
BY_GROUP = ("pair-is-enough", "run-of-mixed-suits", "ace-goes-round", "shared-card-counts-twice")
"""The beliefs about groups of cards: each has many answers, so the one given is looked at."""


@cache
def beliefs() -> dict[str, dict[str, Any]]:
    """Every belief by its id: what it says, and the rules that contradict it."""
    data = files(__package__) / "data" / "misconceptions.toml"
    return tomllib.loads(data.read_text(encoding="utf-8"))


def says(id: str) -> str:
    """A belief in the learner's words.  Raises ValueError, listing the beliefs, for another id."""
    try:
        return str(beliefs()[id]["says"])
    except KeyError:
        raise ValueError(f"there is no belief {id!r}; there are {', '.join(beliefs())}") from None


def against(rule: str) -> tuple[str, ...]:
    """The beliefs that a rule contradicts."""
    return tuple(id for id, belief in beliefs().items() if rule in belief["against"])


# --- tricks


def takers(trick: Sequence[Card], order: Ordering | None) -> dict[str, int]:
    """For each belief about who takes a trick, the place of the card that it believes in."""
    if len(trick) < 2:
        return {}
    places = range(len(trick))
    believed = {
        "highest-rank-wins": max(places, key=lambda i: (_printed(trick[i]), -i)),
        "last-card-wins": len(trick) - 1,
        "leader-wins": 0,
    }
    if order is not None:
        led = order.suit_of.get(trick[0])
        strength = _by_printed_rank(order, led)
        believed["printed-rank-counts"] = max(places, key=lambda i: (strength(trick[i]), -i))
    return believed


def orders(
    chosen: Sequence[Card], order: Ordering | None, led: str | None
) -> dict[str, tuple[str, ...]]:
    """The order, highest first, in which each belief would put some cards."""
    believed = {
        "highest-rank-wins": tuple(map(str, sorted(chosen, key=lambda card: -_printed(card))))
    }
    if order is not None:
        ranked = sorted(chosen, key=_by_printed_rank(order, led), reverse=True)
        believed["printed-rank-counts"] = tuple(map(str, ranked))
    return believed


def _printed(card: Card) -> int:
    return -PRINTED.find(card.rank) if card.rank in PRINTED else 1


def _by_printed_rank(order: Ordering, led: Any) -> Callable[[Card], tuple[int, int]]:
    """Ace high in every suit; trumps above, and what cannot win below, as the game has it."""

    def strength(card: Card) -> tuple[int, int]:
        suit = order.suit_of.get(card)
        return (2 if suit and suit == order.trump else 1 if suit == led else 0), _printed(card)

    return strength


# --- what may be played


@dataclass(frozen=True)
class HandInTrick:
    """The cards of a hand beside a trick that has begun. partner_wins: the card that takes it so
    far is a partner's."""

    hand: Sequence[Card]
    trick: Sequence[Card]
    order: Ordering
    partner_wins: bool

    def believed(self) -> dict[str, list[Card]]:
        """For each belief that has an opinion, the cards that it would call legal."""
        led, power = self.order.suit_of.get(self.trick[0]), self.order.power(self.trick[0])
        best = max(power[card] for card in self.trick if card in power)
        follow = [card for card in self.hand if self.order.suit_of.get(card) is led]
        trumps = [card for card in self.hand if self.order.is_trump(card)]
        beating = [card for card in follow or self.hand if power[card] > best]
        low = [card for card in follow if card.rank not in "AK"]
        believed: dict[str, list[Card]] = {}
        if follow and trumps and self.order.trump is not None:
            either = (*follow, *trumps)
            believed["trumps-any-time"] = [card for card in self.hand if card in either]
        if not follow and trumps:
            believed["void-means-trump"] = trumps
        if beating:
            believed["must-beat-if-able"] = beating
        if 0 < len(low) < len(follow):
            believed["high-cards-are-kept"] = low
        if follow and len(beating) > 1:
            believed["must-play-highest"] = [max(beating, key=power.__getitem__)]
        if beating and self.partner_wins:
            believed["beat-partner-too"] = beating
        return believed

    @property
    def void(self) -> bool:
        led = self.order.suit_of.get(self.trick[0])
        return not any(self.order.suit_of.get(card) is led for card in self.hand)


# --- bids


def legal_bids(bids: Collection[Bid], standing: Bid) -> dict[str, list[Bid]]:
    """For each belief about bidding, the bids that it would call legal over a standing one."""
    ladder = sorted(bids, key=lambda bid: bid.height)
    believed = {"one-bid-per-suit": [bid for bid in ladder if bid.level >= standing.level]}
    if len({bid.strain for bid in ladder}) > 1:
        highest = ladder[-1].strain
        believed["no-trump-is-lower"] = [
            bid
            for bid in ladder
            if bid.height > standing.height
            and not (bid.strain == highest and bid.level == standing.level)
        ]
    return believed


def holding_bids(legal: Collection[Move], holds: Collection[Move]) -> dict[str, list[Move]]:
    """For each belief about holding, the calls that it would call legal.

    legal: the calls that are; holds: those that take the standing bid over at its height.
    """
    believed = {"bids-always-rise": [call for call in legal if call not in holds]}
    if holds and not any(call in legal for call in holds):
        believed["anybody-may-hold"] = [*legal, *holds]
    return believed


# --- groups of cards


def behind_group(chosen: Sequence[str], melds: Sequence[frozenset[str]] = ()) -> str | None:
    """The belief by which somebody would take these cards for one group.

    melds: the melds of the hand, where two of them may have been taken for one.

    >>> behind_group(["9D", "9H"]), behind_group(["7C", "8D", "9H"]), behind_group(["QS", "KS", "AS"])
    ('pair-is-enough', 'run-of-mixed-suits', 'ace-goes-round')
    """
    if len(chosen) < 2:
        return None
    try:
        group = cards(" ".join(chosen))
    except ValueError:
        return None
    suits = {card.suit for card in group}
    if len(group) == 2 and len({card.rank for card in group}) == 1:
        return "pair-is-enough"
    if len(suits) > 1 and _is_run(group, ACE_LOW):
        return "run-of-mixed-suits"
    turned = (ACE_LOW[i:] + ACE_LOW[:i] for i in range(1, 13))
    if (
        len(suits) == 1
        and not _is_run(group, ACE_LOW)
        and any(_is_run(group, ranks) for ranks in turned)
    ):
        return "ace-goes-round"
    for i, one in enumerate(melds):
        for other in melds[i + 1 :]:
            if one & other and one | other == set(chosen):
                return "shared-card-counts-twice"
    return None


def _is_run(group: Sequence[Card], ranks: str) -> bool:
    places = sorted(ranks.find(card.rank) for card in group)
    return places[0] >= 0 and len(group) > 2 and all(b - a == 1 for a, b in pairwise(places))
