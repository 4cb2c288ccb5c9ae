"""Rules of thumb for the play of the cards: second hand low, the cheapest card that wins, the
lowest of those that lose.

Knows orders, tricks, sides and what a card is worth in a trick.  Knows no game.  It looks at the
hand of the seat that acts and at what lies open, and at nothing else, whether it is given a view or
a full table.

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> table = game.state(trump="S", trick=[(1, "KH"), (2, "8H"), (3, "9H")], hands={0: "AH TH 7C"}, to_move=0)
>>> found = card_choice(game.view(table), game.legal_moves(table))
>>> found.move, found.why.say()
(AH, 'the cheapest card that wins')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import State
from cardlab.engine.memory import remember
from cardlab.engine.moves import Move, Play
from cardlab.engine.ordering import Ordering
from cardlab.engine.words import Sentence
from cardlab.players.avoiding import lose_pick
from cardlab.players.bits import Led, bits_of, highest, led_bits


class Choice(NamedTuple):
    """A move and, in one sentence, why it was chosen.

    deals: how many imagined deals it rests on; cut: whether a ceiling of seconds ended the thinking,
    so that another machine may choose otherwise.
    """

    move: Move
    why: Sentence
    deals: int = 0
    cut: bool = False


class Values(NamedTuple):
    """What the cards count in a game, under one order: ``worth`` of each card in a trick,
    ``trick`` for a trick by itself, ``height`` of each card among its own suit (trumps above 100).
    """

    worth: dict[Card, int]
    trick: float
    height: dict[Card, int]


SECOND_LOW = "second hand plays low"
CHEAPEST = "the cheapest card that wins"
LAST_CHEAP = "the lowest card, because nothing here wins"
PARTNER_HAS_IT = "{partner} is winning, so the lowest card"
FEED = "{partner} is winning, so a card that counts"
THIRD_HIGH = "third hand plays high"
SURE = "nothing that is still out beats it"
NOT_WORTH = "this trick is better lost"
RUFF = "the lowest trump that wins"
LEAD_SURE = "a lead that nothing still out beats"
DRAW = "the declarer draws trumps"
LEAD_LONG = "a low card from the longest suit"
LEAD_LOW = "a low lead keeps the good cards back"
DUCK = "the highest card that still loses"
UNLOAD = "a high card goes while it does no harm"
LOW_OUT = "a low card, to lose the trick"
FORCE = "a low card, so that the soloist has to win"
TAKEN = "the trick is won anyway, so the highest card goes"
ONLY = "the only card that is open"
OPENING = "{suit} are the best trumps for this hand"


def values(table: Any) -> Values:
    """What the cards are worth on this table."""
    heights = heights_under(table.order)
    return Values(table.order.worth_of, max(float(table.game.per_trick), 0.5), heights)


@remember
def heights_under(order: Ordering) -> dict[Card, int]:
    """How high each card stands in its own suit; trumps above 100."""
    heights = {
        card: order.power(card).get(card, 0) if order.suit_of[card] else 0 for card in order.cards
    }
    heights[BACK] = 0
    return heights


def friends(aims: Iterable[Aim], seat: int) -> frozenset[int]:
    """A seat and those that play for the same end in this deal."""
    return frozenset([seat, *[s for aim in aims if seat in aim.seats for s in aim.seats]])


def unseen(table: Any) -> int:
    """The cards that the acting seat has not seen, as bits."""
    bits = bits_of(table.order)
    of, seen = bits.of, bits.set_of(table.hands[table.me]) | bits.set_of(table.trick.cards)
    for trick in table.taken:
        for card in trick.cards:
            seen |= of[card]
    for card in table.shown:
        seen |= of.get(card, 0)
    dummy = table.dummy if table.game.has_dummy else None
    if dummy is not None:
        seen |= bits.set_of(table.hands[dummy])
        actor = table.actor()
        if actor is not None and actor != table.me:
            seen |= bits.set_of(table.hands[actor])
    return bits.all & ~seen


def fewest(table: Any, aims: Iterable[Aim] | None = None) -> bool:
    """Whether the declarer has undertaken to take no trick.  aims: those of this table, where they
    are known already."""
    if table.contract is None or table.declarer is None:
        return False
    return aim_of(table, table.declarer, aims).want is Want.FEWEST


def wants_to_lose(table: Any, aims: Iterable[Aim] | None = None) -> bool:
    """Whether the seat that acts is better off without the next trick: it wants as little as
    possible, or has what it needs exactly.  A promise to take nothing that is broken binds nobody.
    aims: as in `fewest`.
    """
    aim = aim_of(table, table.me, aims)
    if aim.want is Want.MOST or (aim.want is Want.FEWEST and aim.needs is None):
        return aim.want is Want.FEWEST
    taken = sum(
        table.game.trick_points(table, trick)
        for trick in table.taken
        if trick.winner(table.order) in aim.seats
    )
    if aim.want is Want.EXACTLY:
        return bool(taken == aim.needs)
    return bool(taken <= (aim.needs or 0))


def aim_of(table: Any, seat: int, aims: Iterable[Aim] | None = None) -> Aim:
    """What a seat wants of this deal, and with whom.  aims: as in `fewest`."""
    for aim in table.game.aims(table) if aims is None else aims:
        if seat in aim.seats:
            return aim
    raise ValueError(f"seat {seat} has no aim in this deal")


def named(table: State, template: str, seat: int | None = None, **facts: Any) -> Sentence:
    return Sentence(
        template, facts | {"partner": table.game.names[seat]} if seat is not None else facts
    )


def card_choice(table: State, moves: Sequence[Any]) -> Choice:
    """The card that the rules of thumb play, of the moves that are open; table.me is the seat
    that acts."""
    move, template, seat, facts = pick(table, moves)
    return Choice(move, named(table, template, seat, **facts))


_NO: dict[str, Any] = {}
Picked = tuple[Any, str, int | None, dict[str, Any]]


def pick(table: Any, moves: Sequence[Any]) -> Picked:
    """The move, the words for it, the partner they speak of, and further facts: `card_choice`
    without making a sentence."""
    if len(moves) == 1:
        return moves[0], ONLY, None, _NO
    if table.order is None:
        return _opening(table, moves)
    aims = table.game.aims(table)
    if fewest(table, aims):
        return _few(table, moves)
    if wants_to_lose(table, aims):
        return lose_pick(table, moves, unseen(table))
    ours = friends(aims, table.me)
    if not table.trick.cards:
        return _lead(table, moves, ours)
    return _follow(table, moves, ours)


def _opening(table: Any, moves: Sequence[Any]) -> Picked:
    from cardlab.players.counting import tricks_in

    best: tuple[float, int, Any, Any] | None = None
    for move in moves:
        suit = (
            move.args[0]
            if len(move.args) and move.card is not None and not move.card.suit
            else move.card.suit
        )
        order = table.game.order_under(table.contract, suit)
        few = fewest(table)
        count = tricks_in(table, order)
        height = order.power(move.card).get(move.card, 0)
        key = (-height, 0) if few else (count, height)
        if best is None or key > best[:2]:
            best = (*key, move, suit)
    assert best is not None
    if fewest(table):
        return best[2], LOW_OUT, None, _NO
    from cardlab.engine.cards import SUITS

    return best[2], OPENING, None, {"suit": SUITS[best[3]].name}


class Following(NamedTuple):
    """A trick to which the acting seat follows.

    winners, losers: its moves that would win the trick as it lies, and those that would not;
    winner: the seat that is winning it, with a card of the power ``top``; left: the seats still to
    play after this one; enemies: the opponents among them; out: the unseen cards, as bits, none of
    them where no enemy is left; led: the cards by their powers; stakes: what the trick counts with
    the cards that lie in it.
    """

    order: Ordering
    cards: tuple[Card, ...]
    worth: dict[Card, int]
    height: dict[Card, int]
    power: Any
    top: int
    winner: int
    left: tuple[int, ...]
    enemies: list[int]
    out: int
    led: Led
    stakes: float
    winners: list[Any]
    losers: list[Any]

    @property
    def most(self) -> int:
        """The power of the highest card that an enemy may still hold."""
        return highest(self.led.strengths, self.out)

    def higher(self, power: int) -> int:
        """How many cards that are still out beat a card of this power."""
        return (self.out & self.led.stronger[power]).bit_count()

    def cheapness(self, m: Play) -> tuple[int, int]:
        """Sorts moves: the least useful card first."""
        return self.worth[m.card], self.height[m.card]


def _follow(table: State, moves: Sequence[Any], ours: frozenset[int]) -> Picked:
    trick = _followed(table, moves, ours)
    if trick.winner in ours:
        return _behind_partner(trick)
    if not trick.winners:
        return min(trick.losers, key=trick.cheapness), LAST_CHEAP, None, _NO
    if trick.stakes < 0 and trick.losers:
        worst = max(trick.losers, key=lambda m: (-trick.worth[m.card], trick.height[m.card]))
        return worst, NOT_WORTH, None, _NO
    if not trick.enemies:
        return _win_for_certain(trick)
    return _win_perhaps(trick)


def _followed(table: Any, moves: Sequence[Any], ours: frozenset[int]) -> Following:
    order, trick = table.order, table.trick
    worth, stakes, height = values(table)
    cards = trick.up if trick.down else trick.cards
    power = order.power(cards[0])
    at = order.best(cards)
    top = power[cards[at]]
    left = trick.seats[len(cards) + 1 :]
    for c in cards:
        stakes += worth[c]
    enemies = [s for s in left if s not in ours]
    return Following(
        order,
        cards,
        worth,
        height,
        power,
        top,
        trick.seats[at],
        left,
        enemies,
        unseen(table) if enemies else 0,
        led_bits(order, cards[0]),
        stakes,
        [m for m in moves if power[m.card] > top],
        [m for m in moves if power[m.card] <= top],
    )


def _behind_partner(trick: Following) -> Picked:
    """A partner is winning: feed it, or take over where its card will not hold."""
    winners, losers, worth, height = trick.winners, trick.losers, trick.worth, trick.height
    power, most = trick.power, trick.most
    safe = trick.top >= most
    if safe and trick.stakes > 0 and losers:
        giving = max(losers, key=lambda m: (worth[m.card], -height[m.card]))
        if worth[giving.card] > 0:
            return giving, FEED, trick.winner, _NO
    if not safe and winners:
        sure = [m for m in winners if power[m.card] >= most]
        if sure and trick.top < most - 3:
            return min(sure, key=lambda m: height[m.card]), SURE, None, _NO
        plain = [m for m in winners if not trick.order.is_trump(m.card) and worth[m.card] < 3]
        if plain and trick.higher(trick.top) >= 4:
            high = max(plain, key=lambda m: power[m.card])
            beaten = trick.higher(power[high.card])
            if beaten * 3 <= trick.higher(trick.top):
                # of cards that are as good as each other the lowest
                same = [m for m in plain if trick.higher(power[m.card]) == beaten]
                return min(same, key=lambda m: power[m.card]), THIRD_HIGH, None, _NO
    return min(losers or winners, key=trick.cheapness), PARTNER_HAS_IT, trick.winner, _NO


def _win_for_certain(trick: Following) -> Picked:
    """No enemy plays after this seat: win with a card that counts, or cheaply."""
    order, worth, height = trick.order, trick.worth, trick.height

    def value(m: Play) -> tuple[bool, int, int]:
        counts = worth[m.card] > 0 and not order.is_trump(m.card)
        return counts, worth[m.card], -height[m.card]

    best = max(trick.winners, key=value)
    if worth[best.card] > 0 and not order.is_trump(best.card):
        return best, CHEAPEST, None, _NO
    cheap = min(trick.winners, key=lambda m: height[m.card])
    ruffs = order.is_trump(cheap.card) and not order.is_trump(trick.cards[0])
    return cheap, RUFF if ruffs else CHEAPEST, None, _NO


def _win_perhaps(trick: Following) -> Picked:
    """An enemy is winning and another plays after this seat: try to win, or keep low."""
    order, worth, height, power = trick.order, trick.worth, trick.height, trick.power
    winners, losers, most = trick.winners, trick.losers, trick.most
    sure = [m for m in winners if power[m.card] >= most]
    if sure:
        return min(sure, key=lambda m: height[m.card] - 20 * (worth[m.card] > 0)), SURE, None, _NO
    if not order.is_trump(trick.cards[0]) and all(order.is_trump(m.card) for m in winners):
        return min(winners, key=trick.cheapness), RUFF, None, _NO
    if losers and len(trick.left) > 1:
        return min(losers, key=trick.cheapness), SECOND_LOW, None, _NO
    # of cards that follow upon each other the lowest does as well
    high = max(winners, key=lambda m: power[m.card] - 3 * worth[m.card])
    if worth[high.card] >= 3 and losers:
        return min(losers, key=trick.cheapness), NOT_WORTH, None, _NO
    return high, THIRD_HIGH, None, _NO


def _lead(table: Any, moves: Sequence[Any], ours: frozenset[int]) -> Picked:
    order, out_there, bits = table.order, unseen(table), bits_of(table.order)
    worth, _, height = values(table)
    suit_of = order.suit_of
    length: dict[Any, int] = {}
    for c in table.hands[table.me]:
        length[suit_of[c]] = length.get(suit_of[c], 0) + 1
    trump = order.trump
    trumps_out = (out_there & bits.suits.get(trump, 0)).bit_count() if trump else 0
    declaring = table.declarer in ours
    best: Any = None
    top = -1e9
    why = LEAD_LOW
    for m in moves:
        c = m.card
        suit = suit_of[c]
        h, w, n, out = (
            height[c],
            worth[c],
            length.get(suit, 1),
            (out_there & bits.suit[c]).bit_count(),
        )
        master = not out_there & bits.above[c]
        if suit == trump and trump is not None:
            if master:
                value = (
                    3.0 + 0.1 * w
                    if declaring and trumps_out
                    else 1.0 + 0.1 * w
                    if trumps_out
                    else 0.4
                )
                reason = DRAW if declaring and trumps_out else LEAD_SURE
            else:
                value = (1.2 if declaring and n >= 3 and trumps_out else -1.0) - 0.01 * h - 0.3 * w
                reason = DRAW
        elif master:
            # a long suit is ruffed sooner than a short one
            value = (
                2.0
                + 0.2 * w
                - (0.25 * max(0, n - 3) if trumps_out else -0.1 * n)
                - (1.5 if trumps_out and out < 3 else 0)
            )
            reason = LEAD_SURE
        else:
            honour = h > highest(bits.heights[suit], out_there) - 3
            value = 0.15 * n - 0.02 * h - 0.4 * w - (0.5 if honour else 0.0)
            reason = LEAD_LONG if n == max(length.values()) else LEAD_LOW
        if value > top:
            top, best, why = value, m, reason
    return best, why, None, _NO


def _few(table: Any, moves: Sequence[Any]) -> Picked:
    """The soloist wants no trick, and the others want to give one."""
    order, trick, me = table.order, table.trick, table.me
    _, _, height = values(table)
    mine = me == table.declarer

    def high(m: Any) -> int:
        return height[m.card]

    if not trick.cards:
        return min(moves, key=high), LOW_OUT if mine else FORCE, None, _NO
    power = order.power(trick.cards[0])
    top = max(power[c] for c in trick.cards)
    winner = trick.winner(order)
    losers = [m for m in moves if power[m.card] <= top]
    if mine:
        if losers:
            return max(losers, key=high), DUCK, None, _NO
        last = len(trick.cards) == len(trick.seats) - 1
        return (
            (max(moves, key=high), TAKEN, None, _NO)
            if last
            else (min(moves, key=high), LOW_OUT, None, _NO)
        )
    if winner == table.declarer and losers:
        return max(losers, key=high), UNLOAD, None, _NO
    if table.declarer in trick.seats[: len(trick.cards)]:
        return max(moves, key=high), UNLOAD, None, _NO
    return min(moves, key=high), FORCE, None, _NO
