"""Rules of thumb for games without tricks: little deadwood, the best catch, a low count, no card
too many.

Knows what families of such games can be asked (deadwood, points of a catch, whether a hand is
bust).  Knows no game.

>>> import cardlab
>>> game = cardlab.game("gin-rummy")
>>> table = game.state(phase="discard", to_move=0, hands={0: "AS 2S 3S 7H 7C 7D KH 4C 5D 9H QC"})
>>> move, words, facts = handle_pick(game.view(table), game.legal_moves(table))
>>> move, words
(discard KH, 'this leaves the least deadwood')
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from cardlab.engine.cards import Card, unseen, without
from cardlab.engine.game import Game, State
from cardlab.engine.moves import PASS, Bid, Discard, Give, Knock, LayOff, Play
from cardlab.families.asking import Ask, AskingGame
from cardlab.families.banking import HoleGame
from cardlab.families.beating import BeatingGame
from cardlab.families.capturing import CaptureGame
from cardlab.families.claims import CALL, LET_GO, Claim, ClaimGame, LayDown
from cardlab.families.climbing import ClimbingGame, PlayCards
from cardlab.families.discarding import DiscardFirstGame
from cardlab.families.hoping import HopeGame
from cardlab.families.last_out import LastOutGame, LayOpen
from cardlab.families.melding import MeldGame
from cardlab.families.running_count import RunningCountGame
from cardlab.families.stealing import BundleGame
from cardlab.families.stops import StopsGame
from cardlab.families.swapping import KEEP, SwapGame
from cardlab.families.table_melds import ForceCard, LayMeld, MeldOpenCard

Handled = tuple[Any, str, dict[str, Any]]

LEAST = "this leaves the least deadwood"
ENDS = "so little deadwood is enough to end the deal"
FITS = "the card makes the deadwood smaller"
NO_FIT = "the card on the pile does not help"
LAYS = "a card that fits is laid off"
MELDS = "cards on the table count against nobody"
USES = "this melds the open card with cards of the hand"
BREAKS = "the open card would break a better meld"
NO_USE = "the open card makes no meld here, and forcing it would end the deal"
FORCES = "this costs the other player a card of the hand"
BEST_CATCH = "this takes the most"
SCORES = "this scores the most at once"
HEAVY = "this takes the most points out of the hand"
LIGHT = "a low card is better than an unknown one"
STOCK = "an unknown card is better than a high one"
LOW_ENOUGH = "the hand counts little enough"
HITS = "another card is more likely to help than to hurt"
STANDS = "another card is too likely to be one too many"
HAS_IT = "everybody has heard that the card is there"
LIKELY = "this is the likeliest to be there, and goes with the most cards"
CANNOT_BE = "there are not so many of that rank besides those in sight"
LIKELIEST = "this is the likeliest to come out well"
LAST_CHANCE = "these are the last cards, and nobody can call later"
BELIEVED = "the claim may be true, and a wrong call costs the pile"
TRUE_CARD = "this card is what has to be said"
SPARE = "there is no card of the rank that is due, and this one is due the latest"
SAID = "these are all that go into this claim"
ENDS_SERIES = "these end the series, and whoever ends it leads"
KEEPS_A_MATCH = "the card that is kept may end the series, and whoever ends it leads"
SAFE = "a lower card is known, or this one is high enough"
TOO_LOW = "this card is too low to keep"
QUICK = "two cards match"
JACK = "a jack lies on top"
NO_JACK = "the card on top is not a jack, and a wrong slap costs a card"
KEEPS = "what is kept makes the most, with what the crib gets reckoned in"
PLAYS_ON = "this leaves the next player the least to score with"
LONELY = "this card goes with the fewest others"
LOW_LEAD = "these are the lowest cards that leave the rest together"
JUST_HIGHER = "these are high enough, and leave the rest together"
GOES_OUT = "these are the last cards"
KEEPS_HIGH = "high cards are kept for later"
KEEPS_WHOLE = "anything higher would tear apart cards that go together"
LOW_GIFT = "this card is the hardest to get rid of"
STRONG_HAND = "the hand has high cards, and few plays lay it down"
WEAK_HAND = "the hand has too few high cards to play alone"
ALLY_LEADS = "the cards that lie there are an ally's"
NEARLY_OUT = 4
"""With so few cards somebody may soon be out."""
CHEAPEST = "this is the cheapest card that beats it"
TOO_DEAR = "the card that could beat it is worth more than the attack"
ENOUGH_LAID = "the other cards are better kept"
HARD_TO_BEAT = "this is hard to beat for what it costs"
OPEN_DEAR = "open cards are played last, when good ones help the most"
CHEAPEST_FIRST = "these are the cheapest cards that go"
MAY_GO = "a blind card may go, and costs nothing to try"
TOO_MUCH = 0.45
"""The chance of going bust with the next card at which a player stands."""


def handle_pick(table: Any, moves: Sequence[Any]) -> Handled | None:
    """The move and the words for it; None where nothing is known of this kind of game."""
    if len(moves) == 1:
        return moves[0], "only this move is open", {}
    game = table.game
    if any(isinstance(m, MeldOpenCard | ForceCard) for m in moves):
        return _use(table, moves)
    if any(isinstance(m, LayMeld) for m in moves):
        return _lay_down(table, moves)
    if any(isinstance(m, LayOff) for m in moves):
        return next(m for m in moves if isinstance(m, LayOff)), LAYS, {}
    for family, pick in OF_FAMILY:
        if isinstance(game, family):
            return pick(table, moves)
    if "snap" in moves:
        return next(m for m in moves if m == "snap"), QUICK, {}
    if "slap" in moves:
        wanted = "slap" if table.claimable else "lay"
        return next(m for m in moves if m == wanted), JACK if table.claimable else NO_JACK, {}
    if "hit" in moves and isinstance(game, HoleGame):
        return _bank(table, moves)
    if isinstance(game, SwapGame):
        if game.safe_enough(table):
            return KEEP, SAFE, {}
        return next(m for m in moves if m != KEEP), TOO_LOW, {}
    if isinstance(game, BundleGame):
        return max(moves, key=lambda m: game.gain(table, m)), BEST_CATCH, {}
    if isinstance(game, HopeGame):
        return max(moves, key=lambda m: game.hope(table, m)), LIKELIEST, {}
    return _at_once(table, moves) or _lonely(table, moves)


def _series(table: Any, moves: Sequence[Any]) -> Handled | None:
    """The lead that the game thinks best.  Later all matching cards together, where they end the
    series or the hand; otherwise one of them, for the last card of a series leads the next."""
    if table.led is None:
        lead = max(moves, key=lambda m: table.game.lead_worth(table, m.card))
        return lead, table.game.lead_reason(table, lead.card), {}
    together = [m for m in moves if isinstance(m, PlayCards)]
    if not together:
        return _at_once(table, moves) or _lonely(table, moves)
    most = max(together, key=lambda m: len(m.cards))
    if len(most.cards) == len(table.hand):
        return most, GOES_OUT, {}
    if table.game.stops(table.but(series=(*table.series, *most.cards))):
        return most, ENDS_SERIES, {}
    return next(m for m in moves if isinstance(m, Play)), KEEPS_A_MATCH, {}


def _melds(table: Any, moves: Sequence[Any]) -> Handled | None:
    melding = table.game.melding
    gives = [m for m in moves if isinstance(m, Discard | Knock)]
    if gives:
        left = table.left_by()

        def after(m: Any) -> tuple[int, int, int]:
            return left[m.card], -melding.values.get(m.card.rank, 0), _friends(table.hand, m.card)

        knocks = [m for m in gives if isinstance(m, Knock)]
        best = min(knocks or gives, key=after)
        return best, ENDS if knocks else LEAST, {}
    taking = next((m for m in moves if str(m).startswith(("take", "buy"))), None)
    other = next((m for m in moves if m is not taking), None)
    up = table.upcard
    if taking is None or other is None or up is None:
        return None
    if table.game.helps(table, up):
        return taking, FITS, {}
    return other, NO_FIT, {}


def _lay_down(table: Any, moves: Sequence[Any]) -> Handled:
    """Lay a meld of those that leave the least, else the one that takes most out of the hand."""
    melding, lays = table.game.melding, [m for m in moves if isinstance(m, LayMeld)]
    best = [{*meld} for meld in melding.arrange(table.hand).melds]

    def worth(m: LayMeld) -> tuple[bool, int]:
        return {*m.cards} in best, sum(melding.values[card.rank] for card in m.cards)

    return max(lays, key=worth), MELDS, {}


def _use(table: Any, moves: Sequence[Any]) -> Handled:
    """Meld the open card with the cards that leave the least, unless that breaks a better meld."""
    melding, hand = table.game.melding, table.hand

    def left(m: MeldOpenCard) -> tuple[int, int]:
        kept = [card for card in hand if card not in m.held]
        return melding.deadwood(kept), len(kept)

    uses = [m for m in moves if isinstance(m, MeldOpenCard)]
    if uses and left(min(uses, key=left))[0] <= melding.deadwood(hand):
        return min(uses, key=left), USES, {}
    forces = [m for m in moves if isinstance(m, ForceCard)]
    if forces and table.hands[table.after_seat(table.me)]:
        return forces[0], FORCES, {}
    other = next(m for m in moves if not isinstance(m, MeldOpenCard | ForceCard))
    return other, BREAKS if uses else NO_USE, {}


def _catch(table: Any, moves: Sequence[Any]) -> Handled | None:
    game = table.game

    def worth(m: Any) -> tuple[float, int]:
        if not m.named:
            return -1.0, 0
        return float(game.points_of(table, m)), len(m.named)

    best = max(moves, key=worth)
    return (best, BEST_CATCH, {}) if best.named else None


def _bank(table: Any, moves: Sequence[Any]) -> Handled:
    game, board = table.game, table.boards[table.me]
    left = unseen(game.pack, table.all_cards())
    bust = sum(game.busted((*board, card)) for card in left) / max(1, len(left))
    hit, stand = (next(m for m in moves if (m == "hit") is want) for want in (True, False))
    return (hit, HITS, {}) if bust < TOO_MUCH else (stand, STANDS, {})


def _shed(table: Any, moves: Sequence[Any]) -> Handled | None:
    game = table.game
    lays = [m for m in moves if m.verb != "say" and m.card is not None]
    calls = [m for m in moves if m.verb == "say"]
    if lays:
        ends = [m for m in calls if not str(m).startswith(("take", "draw"))]
        # later in the deal somebody else may be lower
        if ends and game.total(table.hand) <= 3:
            return ends[0], LOW_ENOUGH, {}
        return max(lays, key=lambda m: (game.total(m.cards), len(m.cards))), HEAVY, {}
    takes = {
        m: game.total([str(m).removeprefix("take ")]) for m in moves if str(m).startswith("take ")
    }
    draws = [m for m in moves if m not in takes]
    best = min(takes, key=takes.__getitem__, default=None)
    # a card as high as what was just laid leads nowhere: two seats could pass it on for ever
    lighter = best is not None and takes[best] < game.total(table.laid)
    if best is not None and ((takes[best] <= 3 and lighter) or not draws):
        return best, LIGHT, {}
    return draws[0], STOCK, {}


def _ask(table: Any, moves: Sequence[Any]) -> Handled | None:
    """Ask where the card was heard to be, else where it is likely, for what goes with most."""
    asks = [m for m in moves if isinstance(m, Ask)]
    if not asks:
        return None
    held = Counter(card.rank for card in table.hand)
    known = table.with_known_cards()
    chances = table.game.chances(known, asks)

    def hope(m: Ask) -> tuple[float, int]:
        return round(chances[m] * (1 + held[m.rank]), 6), held[m.rank]

    best = max(asks, key=hope)
    return best, HAS_IT if chances[best] == 1 else LIKELY, {}


def _claim(table: Any, moves: Sequence[Any]) -> Handled | None:
    """Say what is true where it can be; call what cannot be true, and a last claim."""
    game = table.game
    if CALL in moves:
        let_go = next(m for m in moves if m == LET_GO)
        call = next(m for m in moves if m == CALL)
        if not game.can_be_true(table):
            return call, CANNOT_BE, {}
        if not table.hands[table.claimant]:
            return call, LAST_CHANCE, {}
        return let_go, BELIEVED, {}
    cards = [m for m in moves if isinstance(m, LayDown)]
    claims = [m for m in moves if isinstance(m, Claim)]
    ranks = game.open_ranks(table)
    held = Counter(card.rank for card in (*table.hand, *table.laying))
    wanted = max(ranks, key=lambda rank: held[rank])
    if table.laying and claims:
        wanted = next((r for r in ranks if r == table.laying[0].rank), wanted)
    true = [m for m in cards if m.card.rank == wanted]
    if true:
        return true[0], TRUE_CARD, {}
    if claims:
        return next((m for m in claims if m.rank == wanted), claims[0]), SAID, {}
    return (max(cards, key=lambda m: game.due_in(table, m.card.rank)), SPARE, {}) if cards else None


def lay_away(table: Any, moves: Sequence[Any], coming: tuple[Card, ...] = ()) -> Handled:
    """Keep the cards that make the most, and mind whose the crib is.  coming: the cards of which
    one is turned up, for who reckons with them."""
    gives = [m for m in moves if isinstance(m, Give)]
    game, hand = table.game, table.hand
    laid = tuple(m.card for m in table.phase.choices(table, table.me))
    mine = table.same_side(table.me, table.dealer)
    more = game.laid - len(laid)

    def worth(cards: tuple[Any, ...]) -> float:
        away = (*laid, *cards)
        return float(
            game.worth_keeping(tuple(c for c in hand if c not in away), away, mine, coming)
        )

    best = max(combinations([m.card for m in gives], more), key=worth)
    return next(m for m in gives if m.card == best[0]), KEEPS, {}


def _count(table: Any, moves: Sequence[Any]) -> Handled | None:
    """Lay away for the crib; then score, and leave the next player little to score with."""
    if any(isinstance(m, Give) for m in moves):
        return lay_away(table, moves)
    plays = [m for m in moves if isinstance(m, Play)]
    if not plays:
        return None
    game, left = table.game, unseen(table.game.pack, table.all_cards())

    def hope(m: Any) -> tuple[float, int]:
        count = (*table.count, m.card)
        given = sum(game.made_by((*count, card)) for card in left) / max(1, len(left))
        return game.made_by(count) - given, game.counts(m.card)

    best = max(plays, key=hope)
    return best, SCORES if game.made_by((*table.count, best.card)) else PLAYS_ON, {}


def _climb(table: Any, moves: Sequence[Any]) -> Handled | None:
    """Lay low cards that leave the rest together, and keep the high ones until somebody may soon be
    out."""
    game, hand = table.game, table.hand
    if all(isinstance(m, Give) for m in moves):
        held = Counter(card.rank for card in hand)
        height = game.heights.rank_height
        return min(moves, key=lambda m: (held[m.card.rank] > 1, height(m.card))), LOW_GIFT, {}
    bids = [m for m in moves if isinstance(m, Bid)]
    if bids:
        level = game.bid_level(hand)
        worth_it = [m for m in bids if m.level <= level]
        if worth_it:
            return worth_it[-1], STRONG_HAND, {}
        return next((m for m in moves if m == PASS), bids[0]), WEAK_HAND, {}
    plays = [m for m in moves if isinstance(m, PlayCards)]
    if not plays:
        return None
    now = game.plays_needed(hand)

    def rest(m: PlayCards) -> int:
        return int(game.plays_needed(without(hand, m.cards)))

    left = {m: rest(m) for m in plays}

    def worth(m: PlayCards) -> tuple[bool, int, tuple[int, ...], int]:
        return (
            game.is_high(m.cards) and left[m] > 0,
            left[m],
            game.made_of(m.cards).height,
            -len(m.cards),
        )

    best = min(plays, key=worth)
    if not left[best]:
        return best, GOES_OUT, {}
    if not table.top:
        return best, LOW_LEAD, {}
    pressed = len(hand) <= NEARLY_OUT or any(0 < len(other) <= NEARLY_OUT for other in table.hands)
    if PASS not in moves or pressed:
        return best, JUST_HIGHER, {}
    passing = next(m for m in moves if m == PASS)
    if game.allied(table, table.me, table.by[-1]):
        return passing, ALLY_LEADS, {}
    if left[best] >= now:
        return passing, KEEPS_WHOLE, {}
    if game.is_high(best.cards) and left[best] > 2:
        return passing, KEEPS_HIGH, {}
    return best, JUST_HIGHER, {}


def _beat(table: Any, moves: Sequence[Any]) -> Handled:
    """Beat with the cheapest card; lay what somebody will rather take than beat."""
    game, plays = table.game, [m for m in moves if isinstance(m, Play)]
    other = next((m for m in moves if not isinstance(m, Play)), None)
    if table.to_beat is not None:
        cheapest = min(plays, key=lambda m: game.price(table, m.card))
        if other is not None and game.rather_takes(table, cheapest.card):
            return other, TOO_DEAR, {}
        return cheapest, CHEAPEST, {}
    if other is not None and game.stops_laying(table):
        return other, ENOUGH_LAID, {}
    return max(plays, key=lambda m: game.attack_worth(table, m.card)), HARD_TO_BEAT, {}


def _shed_cheap(table: Any, moves: Sequence[Any]) -> Handled:
    """Play the cheapest cards, and as many of them as there are; lay the dearest ones open."""
    price = table.game.keeping_price
    opens = [m for m in moves if isinstance(m, LayOpen)]
    if opens:
        return max(opens, key=lambda m: price(m.card)), OPEN_DEAR, {}
    plays = [m for m in moves if isinstance(m, PlayCards)]
    if plays:
        return min(plays, key=lambda m: (price(m.card), -len(m.cards))), CHEAPEST_FIRST, {}
    turns = [m for m in moves if m == "turn"]
    return (turns[0], MAY_GO, {}) if turns else (moves[0], NO_FIT, {})


def _lonely(table: Any, moves: Sequence[Any]) -> Handled | None:
    """Give up the card with the fewest others of its rank or suit."""
    gives = [m for m in moves if isinstance(m, Discard | Give)]
    if len(gives) < len(moves) or not gives:
        return None
    return min(gives, key=lambda m: _friends(table.hand, m.card)), LONELY, {}


def _friends(hand: Sequence[Any], card: Any) -> int:
    """How much the other cards of a hand have in common with a card."""
    return sum(3 * (c.rank == card.rank) + (c.suit == card.suit) for c in hand)


def _at_once(table: Any, moves: Sequence[Any]) -> Handled | None:
    """What scores at once, tried on a table that fits the view; None where nothing does."""
    if not isinstance(table, State) or table.me is None:
        return None
    me, before = table.game.side_of[table.me], len(table.pegged)
    world = table.imagined(random.Random(0)) if table.viewer is not None else table
    gained: dict[Any, int] = {}
    for move in moves:
        after = table.phase.apply(world, table.me, move)
        gained[move] = sum(x.points if x.side == me else -x.points for x in after.pegged[before:])
    best = max(gained, key=gained.__getitem__)
    if gained[best] <= min(gained.values()) or list(gained.values()).count(gained[best]) * 2 > len(
        moves
    ):
        return None
    return best, SCORES, {}


OF_FAMILY: tuple[tuple[type[Game], Callable[[Any, Sequence[Any]], Handled | None]], ...] = (
    (MeldGame, _melds),
    (CaptureGame, _catch),
    (DiscardFirstGame, _shed),
    (AskingGame, _ask),
    (ClaimGame, _claim),
    (RunningCountGame, _count),
    (ClimbingGame, _climb),
    (StopsGame, _series),
    (BeatingGame, _beat),
    (LastOutGame, _shed_cheap),
)
"""The families of games that have a rule of thumb for all their moves."""
