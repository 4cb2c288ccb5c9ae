"""What people wrongly believe about rules, as data (`data/misconceptions.toml`), and what each
belief would answer.

A belief is a rule too, a wrong one: what it would answer to a question is computed, and compared
with what the learner answered.  Knows no marking.

>>> import cardlab
>>> from cardlab.lessons.asking import Question
>>> game = cardlab.game("kaiser")
>>> trick = [(1, "9C"), (2, "KH"), (3, "8C"), (0, "TC")]
>>> question = Question(game, game.state(trump="S", trick=trick), 0, "which-card-wins")
>>> question.answer, answers(question)["highest-rank-wins"], held(question, ["KH"])
(('TC',), ('KH',), 'highest-rank-wins')
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from cardlab.engine.cards import Card
from cardlab.engine.moves import PASS, Bid
from cardlab.families.tricks import Tricks, TrickState, trick_on

if TYPE_CHECKING:
    from cardlab.lessons.asking import Question

Answer = tuple[str, ...] | None
PRINTED = "AKQJT98765432"


@cache
def beliefs() -> dict[str, dict[str, Any]]:
    """Every belief by its id: what it says, its sign, the rules that answer it."""
    return tomllib.loads(
        (files(__package__) / "data" / "misconceptions.toml").read_text(encoding="utf-8")
    )


def says(id: str) -> str:
    """A belief in the learner's words.  ValueError for an unknown one."""
    try:
        return str(beliefs()[id]["says"])
    except KeyError:
        raise ValueError(f"there is no belief {id!r}; there are {', '.join(beliefs())}") from None


def answers(question: Question) -> dict[str, tuple[str, ...]]:
    """What each belief that has an opinion on this question would answer, whether right or not."""
    found: dict[str, tuple[str, ...]] = {}
    for id, believe in BELIEVES.items():
        answer = believe(question)
        if answer is not None:
            found[id] = answer
    return found


def held(question: Question, given: Sequence[str]) -> str | None:
    """The belief that would have answered just so and is not right; of several, one that the
    rule at work answers."""
    if not given:
        return None
    if (by_group := group_belief(question, given)) is not None:
        return by_group
    same = [id for id, answer in answers(question).items() if _agree(question, answer, given)]
    wrong = [id for id in same if not question.kind.agrees(question, answers(question)[id])]
    rule = question.rule
    against = [id for id in wrong if rule is not None and rule in beliefs()[id]["against"]]
    return next(iter(against or wrong), None)


def _agree(q: Question, answer: tuple[str, ...], given: Sequence[str]) -> bool:
    return tuple(given) == answer if q.select == "order" else set(given) == set(answer)


# --- tricks


def _printed(card: Card) -> int:
    return -PRINTED.find(card.rank) if card.rank in PRINTED else 1


def _taker(q: Question, choose: Callable[[Sequence[Card]], int | None]) -> Answer:
    """An answer to who-wins or which-card-wins, from the place of a card in the trick."""
    if q.ask not in ("who-wins", "which-card-wins"):
        return None
    trick = q.seen_trick
    if len(trick.cards) < 2:
        return None
    at = choose(trick.up)
    if at is None:
        return None
    return (
        (str(trick.up[at]),)
        if q.ask == "which-card-wins"
        else (q.game.names[trick.seats[at]].lower(),)
    )


def highest_rank_wins(q: Question) -> Answer:
    if q.ask == "order-cards":
        return tuple(sorted(q.answer, key=lambda c: -_printed(Card(c))))
    return _taker(q, lambda cards: max(range(len(cards)), key=lambda i: (_printed(cards[i]), -i)))


def last_card_wins(q: Question) -> Answer:
    return _taker(q, lambda cards: len(cards) - 1)


def leader_wins(q: Question) -> Answer:
    return _taker(q, lambda cards: 0)


def trump_always(q: Question) -> Answer:
    if q.ask != "which-rule" or q.move is not None:
        return None
    return ("highest-trump",) if any(o.value == "highest-trump" for o in q.options) else None


def printed_rank(q: Question) -> Answer:
    """Ace high in every suit; trumps above, and what cannot win below, as the game has it."""
    order = q.game.order(q.state)
    if order is None:
        return None

    def strength(card: Card, led: Any) -> tuple[int, int]:
        suit = order.suit_of.get(card)
        return (2 if suit and suit == order.trump else 1 if suit == led else 0), _printed(card)

    if q.ask == "order-cards":
        led = q.of or None
        return tuple(sorted(q.answer, key=lambda c: strength(Card(c), led), reverse=True))

    def choose(cards: Sequence[Card]) -> int:
        led = order.suit_of.get(cards[0])
        return max(range(len(cards)), key=lambda i: (strength(cards[i], led), -i))

    return _taker(q, choose)


# --- what may be played


class _Hand:
    """A question about cards of the hand in a trick that has begun."""

    def __init__(self, q: Question) -> None:
        trick = q.state.trick
        self.order = q.state.order
        self.led = self.order.suit_of.get(trick.cards[0])
        self.power = self.order.power(trick.cards[0])
        self.best = max(self.power[c] for c in trick.cards if c in self.power)
        self.cards = [m.card for m in q.verdicts if m.verb == "play" and m.card is not None]
        self.follow = [c for c in self.cards if self.order.suit_of.get(c) is self.led]
        self.trumps = [c for c in self.cards if self.order.is_trump(c)]
        self.open = [m.card for m, v in q.verdicts.items() if v.legal and m.card is not None]
        self.winning = q.state.winning()


def _hand(q: Question) -> _Hand | None:
    ready = (
        q.ask in ("pick-moves", "how-many-open")
        and trick_on(q.state).cards
        and q.game.order(q.state)
    )
    if not ready or not isinstance(q.state.phase, Tricks):
        return None
    hand = _Hand(q)
    return hand if len(hand.cards) == len(q.verdicts) else None


def _chosen(q: Question, cards: Sequence[Card]) -> Answer:
    if q.ask == "how-many-open":
        return (str(len(cards)),)
    return tuple(str(c) for c in cards) if cards else None


def trumps_any_time(q: Question) -> Answer:
    hand = _hand(q)
    if hand is None or not hand.follow or not hand.trumps or hand.order.trump is None:
        return None
    return _chosen(q, [c for c in hand.cards if c in hand.follow or c in hand.trumps])


def void_means_trump(q: Question) -> Answer:
    hand = _hand(q)
    return _chosen(q, hand.trumps) if hand is not None and not hand.follow and hand.trumps else None


def void_means_pass(q: Question) -> Answer:
    if q.ask == "how-many-open":
        hand = _hand(q)
        return ("0",) if hand is not None and not hand.follow else None
    return (
        (str(PASS),) if q.state.phase.id == "play" and any(m == PASS for m in q.verdicts) else None
    )


def must_beat(q: Question) -> Answer:
    hand = _hand(q)
    if hand is None:
        return None
    beats = [c for c in hand.follow or hand.cards if hand.power[c] > hand.best]
    return _chosen(q, beats) if beats else None


def high_cards_kept(q: Question) -> Answer:
    hand = _hand(q)
    if hand is None or len(hand.follow) < 2:
        return None
    low = [c for c in hand.follow if c.rank not in "AK"]
    return _chosen(q, low) if low and len(low) < len(hand.follow) else None


def must_play_highest(q: Question) -> Answer:
    hand = _hand(q)
    if hand is None or not hand.follow:
        return None
    beats = [c for c in hand.follow if hand.power[c] > hand.best]
    return _chosen(q, [max(beats, key=hand.power.__getitem__)]) if len(beats) > 1 else None


def beat_partner(q: Question) -> Answer:
    hand = _hand(q)
    if (
        hand is None
        or hand.winning is None
        or q.state.to_move is None
        or not q.state.same_side(hand.winning[0], q.state.to_move)
    ):
        return None
    return must_beat(q)


# --- bids, scores, groups


def _bids(q: Question) -> tuple[list[Bid], Bid] | None:
    stands = next((c for _, c in reversed(q.game.calls(q.state)) if isinstance(c, Bid)), None)
    if q.ask not in ("pick-moves", "lowest-bid") or stands is None or not q.state.phase.bids:
        return None
    return sorted((m for m in q.verdicts if isinstance(m, Bid)), key=lambda m: m.height), stands


def _bidding(q: Question, bids: Sequence[Bid]) -> Answer:
    if q.ask == "lowest-bid":
        return (str(bids[0]),) if bids else None
    return (
        *(str(m) for m, v in q.verdicts.items() if v.legal and not isinstance(m, Bid)),
        *map(str, bids),
    )


def one_bid_per_suit(q: Question) -> Answer:
    """An equal number is enough."""
    found = _bids(q)
    return _bidding(q, [b for b in found[0] if b.level >= found[1].level]) if found else None


def no_trump_is_lower(q: Question) -> Answer:
    """The no-trump rung of the standing number is passed over."""
    found = _bids(q)
    if found is None or len({b.strain for b in found[0]}) < 2:
        return None
    last = max(found[0], key=lambda b: b.height).strain
    higher = [b for b in found[0] if b.height > found[1].height]
    return _bidding(q, [b for b in higher if not (b.strain == last and b.level == found[1].level)])


def all_pass(q: Question) -> Answer:
    """The last to speak may pass like the others."""
    calls = q.game.calls(q.state)
    if (
        q.ask != "pick-moves"
        or not calls
        or not q.state.phase.bids
        or any(isinstance(c, Bid) for _, c in calls)
    ):
        return None
    if len(calls) < q.game.players - 1 or not any(m == PASS for m in q.verdicts):
        return None
    return tuple(str(m) for m, v in q.verdicts.items() if v.legal or m == PASS)


def bid_is_the_score(q: Question) -> Answer:
    contract = q.state.contract if isinstance(q.state, TrickState) else None
    level = contract.level if contract is not None else None
    if (
        q.ask != "how-much"
        or level is None
        or contract is None
        or q.of != q.game.side_of.get(contract.declarer)
    ):
        return None
    return (str(level),)


def _same(cards: Sequence[Card]) -> bool:
    return len({c.rank for c in cards}) == 1


def _steps(cards: Sequence[Card], ranks: str) -> bool:
    at = sorted(ranks.find(c.rank) for c in cards)
    return at[0] >= 0 and len(cards) > 2 and all(b - a == 1 for a, b in pairwise(at))


def group_belief(q: Question, given: Sequence[str]) -> str | None:
    """The belief by which somebody would take these cards for one group: it has many answers, so
    the one given is looked at."""
    if q.ask not in ("find-meld", "find-group") or len(given) < 2 or q.kind.agrees(q, given):
        return None
    try:
        cards = [Card(g) for g in given]
    except ValueError:
        return None
    suits = {c.suit for c in cards}
    if len(cards) == 2 and _same(cards):
        return "pair-is-enough"
    if len(suits) > 1 and _steps(cards, RANKS_LOW):
        return "run-of-mixed-suits"
    if (
        len(suits) == 1
        and len(cards) > 2
        and not _steps(cards, RANKS_LOW)
        and any(_steps(cards, RANKS_LOW[i:] + RANKS_LOW[:i]) for i in range(1, 13))
    ):
        return "ace-goes-round"
    groups = [frozenset(a.split()) for a in q.answer] if q.ask == "find-meld" else []
    for i, one in enumerate(groups):
        for other in groups[i + 1 :]:
            if one & other and one | other == set(given):
                return "shared-card-counts-twice"
    return None


RANKS_LOW = "A23456789TJQK"

BELIEVES: dict[str, Callable[[Question], Answer]] = {
    "highest-rank-wins": highest_rank_wins,
    "last-card-wins": last_card_wins,
    "leader-wins": leader_wins,
    "trump-suit-always-wins": trump_always,
    "trumps-any-time": trumps_any_time,
    "void-means-trump": void_means_trump,
    "void-means-pass": void_means_pass,
    "must-beat-if-able": must_beat,
    "high-cards-are-kept": high_cards_kept,
    "must-play-highest": must_play_highest,
    "beat-partner-too": beat_partner,
    "printed-rank-counts": printed_rank,
    "one-bid-per-suit": one_bid_per_suit,
    "no-trump-is-lower": no_trump_is_lower,
    "all-pass-is-a-misdeal": all_pass,
    "bid-is-the-score": bid_is_the_score,
}
"""What each belief answers; those about groups of cards have many answers and are recognised by
`group_belief`."""
BY_GROUP = ("pair-is-enough", "run-of-mixed-suits", "ace-goes-round", "shared-card-counts-twice")
