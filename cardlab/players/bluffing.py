"""Claims: how many cards to say, which false ones among them, and which claim to call.

Reckons how likely a claim is true from the cards that the seat sees and knows of, and how likely
a false one is noticed by somebody who holds too many of the rank.  Knows no game and imagines no
deals.

>>> import cardlab
>>> game = cardlab.game("cheat")
>>> hands = {0: "QS QH QC QD", 1: "2C 3D", 2: "5S 6S", 3: "7H 8H 9D"}
>>> table = game.state(phase="window", hands=hands, pile=["4D"], by=(3,), said=("Q",), to_move=0)
>>> choice = bluff_pick(game.view(table), game.legal_moves(table))
>>> choice.move, choice.why.say()
(call, 'that many of the rank are hardly there')
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, Card, without
from cardlab.engine.game import State
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence
from cardlab.families.asking import UnseenCards
from cardlab.families.claims import CALL, LET_GO, MOST, Claim, LayDown
from cardlab.players.cardplay import Choice

WHOLE = 0.8
"""How often a player who holds some cards of the rank lays just these, and says so."""
MORE = 0.15
"""How often such a player adds a card that is not of the rank."""
NONE = {1: 0.93, 2: 0.06, 3: 0.008, 4: 0.002}
"""How often a player who holds none of the rank says so many."""
DOUBTED = 0.97
"""From which chance of a bluff on a claim is called.  Less is not enough: players keep the cards
whose ranks they will have to say, which chance does not know, and a wrong call costs the pile."""
SUSPICION = 0.03
"""How often a claim is called for each card of it that is false, without anybody being sure."""
PILE = 0.5
"""What a card that is taken up with the pile costs, against one that is laid: the pile also has
true cards for claims to come."""
SURE = "that many of the rank are hardly there"
LAST_CHANCE = "these are the last cards, and nobody can call later"
BELIEVED = "the claim may be true, and a wrong call costs the pile"
TRUE_CARDS = "these cards are what has to be said"
HIDDEN_AMONG = "so many are not likely to be doubted"


def bluff_pick(view: State, moves: Sequence[Move]) -> Choice | None:
    """The choice in a game of claims; None where nothing is claimed or called."""
    if CALL in moves:
        return _call(view)
    if any(isinstance(move, LayDown | Claim) for move in moves):
        return _lay(view, moves)
    return None


@cache
def at_least(many: int, wanted: int, drawn: int, among: int) -> float:
    """The chance of so many of the wanted cards, or more, in a draw from among so many.

    >>> round(at_least(1, 4, 13, 52), 3), at_least(0, 0, 5, 10), at_least(3, 2, 5, 10)
    (0.696, 1.0, 0.0)
    """
    if many <= 0:
        return 1.0
    drawn = min(drawn, among)
    ways = sum(
        comb(wanted, n) * comb(among - wanted, drawn - n)
        for n in range(many, min(wanted, drawn) + 1)
        if drawn - n <= among - wanted
    )
    return ways / comb(among, drawn)


def just(many: int, wanted: int, drawn: int, among: int) -> float:
    """The chance of exactly so many."""
    return at_least(many, wanted, drawn, among) - at_least(many + 1, wanted, drawn, among)


class Hidden(NamedTuple):
    """What a seat knows of where cards lie.

    known: the hands with the cards that it knows of; out: how many cards of each rank it knows of
    nowhere; among: how many cards it knows nothing of.
    """

    known: tuple[tuple[Card, ...], ...]
    out: Counter[str]
    among: int

    @classmethod
    def of(cls, view: State) -> Hidden:
        table = view.with_known_cards()
        hidden = UnseenCards.of(view.game, table)
        return cls(table.hands, hidden.ranks, len(hidden.cards))

    def holds(self, seat: int, rank: str) -> int:
        """How many cards of a rank a seat is known to hold."""
        return sum(card is not BACK and card.rank == rank for card in self.known[seat])

    def backs(self, seat: int) -> int:
        """How many cards of a seat nothing is known of."""
        return sum(card is BACK for card in self.known[seat])


# --- calling


def chance_of_a_bluff(view: Any) -> float:
    """How likely the last claim is false."""
    rank, said, seat = view.said[-1], len(view.pile[-1]), view.claimant
    hidden = Hidden.of(view)
    wanted, among = hidden.out[rank], hidden.among
    drawn = hidden.backs(seat) + said
    some = [just(n, wanted, drawn, among) for n in range(said + 1)]
    true = some[said] * WHOLE + at_least(said + 1, wanted, drawn, among) * (1 - WHOLE)
    bluff = some[0] * NONE[said] + sum(some[1:said]) * MORE
    return bluff / (bluff + true) if bluff + true else 1.0


def _call(view: Any) -> Choice:
    if not view.hands[view.claimant]:
        return Choice(CALL, Sentence(LAST_CHANCE))
    if chance_of_a_bluff(view) > DOUBTED:
        return Choice(CALL, Sentence(SURE))
    return Choice(LET_GO, Sentence(BELIEVED))


# --- laying


class Plan(NamedTuple):
    """What may be laid: the cards, the rank to say, and how many cards that is worth."""

    cards: tuple[Card, ...]
    rank: str
    worth: float


def noticed(view: State, hidden: Hidden, rank: str, said: int) -> float:
    """How likely somebody holds so many of the rank that the claim cannot be true."""
    too_many = sum(card.rank == rank for card in view.game.pack) - said + 1
    wanted, chance = hidden.out[rank], 0.0
    for seat in range(view.game.players):
        if seat != view.me:
            need = too_many - hidden.holds(seat, rank)
            chance += at_least(need, wanted, hidden.backs(seat), hidden.among)
    return min(1.0, chance)


def _plans(view: Any, hidden: Hidden, rank: str) -> list[Plan]:
    """What may be laid as this rank: the true cards, with as many others as may pass for them."""
    game, whole = view.game, (*view.laying, *view.hand)
    true = [card for card in whole if card.rank == rank]
    # a card that is due late is spared most easily, of two the one that stands alone
    spare = sorted(
        (card for card in whole if card.rank != rank),
        key=lambda card: (-game.due_in(view, card.rank), card.rank),
    )
    already, plans = Counter(view.laying), []
    on_pile = sum(map(len, view.pile))
    for said in range(1, min(MOST, len(whole)) + 1):
        cards = (*true[:said], *spare[: said - len(true)]) if said > len(true) else true[:said]
        false = said - len(true)
        if not already <= Counter(cards):  # of two packs a card may be laid twice
            continue
        caught = 0.0
        if false > 0:
            caught = min(1.0, noticed(view, hidden, rank, said) + SUSPICION * false)
            if said == len(whole):
                caught = 1.0  # a last claim is always called
        worth = (1 - caught) * said - PILE * caught * on_pile
        plans.append(Plan(tuple(cards), rank, worth))
    return plans


def _lay(view: Any, moves: Sequence[Move]) -> Choice | None:
    hidden = Hidden.of(view)
    plans = [p for rank in view.game.open_ranks(view) for p in _plans(view, hidden, rank)]
    if not plans:
        return None
    plan = max(plans, key=lambda p: (p.worth, len(p.cards)))
    honest = all(card.rank == plan.rank for card in plan.cards)
    why = Sentence(TRUE_CARDS if honest else HIDDEN_AMONG)
    left = without(plan.cards, view.laying)
    fitting = (
        move
        for move in moves
        if (isinstance(move, LayDown) and left and move.card == left[0])
        or (isinstance(move, Claim) and not left and move.rank == plan.rank)
    )
    wanted = next(fitting, None)
    return None if wanted is None else Choice(wanted, why)
