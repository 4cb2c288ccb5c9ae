"""Two cards against each other: which wins the trick, and the rule that says so.

Knows how such a trick is put to the game; who wins it, and by which rule, the game says.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import RANKS, Card
from cardlab.engine.game import Game
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule
from cardlab.engine.words import Sentence, sentence
from cardlab.labs.orders.ladders import (
    GameOrder,
    Ladder,
    Rung,
    order_of,
    suit_name,
)


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
    >>> print(duel(cardlab.game("panjpar"), "H", "2H", "AS").said[0])
    In Panjpar 2♥ beats A♠.
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
        return _without_tricks(named, a, b, led)
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
    sentences = [
        _verdict(a, b, told.winner, led and suit_name(led), told.equal),
        sentence(told.sentence.say()),
    ]
    notes: tuple[Rule, ...] = ()
    if one == two and one and a != b:
        ladder = named.ladder(str(one))
        if ladder.rungs != _printed(ladder):
            sentences.append(_on_rungs(ladder, told.winner or a, b if told.winner == a else a))
            notes = named.notes
    return Duel((a, b), led, told.winner, tuple(sentences), told.rule, notes)


def _without_tricks(named: GameOrder, a: Card, b: Card, led: str | None) -> Duel:
    """What the order says of two cards that never meet in a trick."""
    game, order = named.game, named.order
    if not game.beats_by:
        none = (
            f"In {game.title} no card takes another; the order is the one in which cards follow"
            " each other."
        )
        return Duel((a, b), led, None, (none,), None, named.notes)
    rules = [next(rule for rule in game.all_rules() if rule.id == id) for id in game.beats_by]
    winner = a if order.beats(a, b) else b if order.beats(b, a) else None
    verdict = (
        f"{a.sign} {'beats' if winner == a else 'loses to'} {b.sign}"
        if winner
        else f"neither of {a.sign} and {b.sign} beats the other"
    )
    told = (f"In {game.title} {verdict}.", *(rule.text(game) for rule in rules))
    return Duel((a, b), led, winner, told, rules[0], named.notes)


def why_beats(
    game: Game, word: str, card: str, other: str, led: str | None = None
) -> tuple[str, Rule | None]:
    """The sentence that says which of two cards wins, and the rule behind it.

    >>> import cardlab
    >>> why_beats(cardlab.game("malilla"), "H", "7S", "AS")
    ('7♠ beats A♠. 7♠ is the highest spade. 7♠ stands on rung 1 of the spades, A♠ on rung 2.', highest-of-suit-led)
    """
    contest = duel(game, word, card, other, led)
    return contest.text, contest.rule


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
    best, equal_cards = cards[state.trick.seats.index(winner)], order.tied(*pair)
    wins = best in pair and not equal_cards  # of equal cards the first one played would win
    return _Told(best if wins else None, rule, sentence, equal_cards)


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
