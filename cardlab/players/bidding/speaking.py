"""The bidding system that a game declares, asked about its own tables: which call a hand makes
there, and what the calls that were made mean.

Knows how a game's calls are written in a system.  Knows no row.

>>> import cardlab
>>> game = cardlab.game("bridge")
>>> match = game.match(seed=3).play("1NT").play("pass")
>>> says(match.seat_view(), "2H")
'transfer: five or more spades (forcing for one round)'
>>> says(cardlab.game("hearts").match(seed=1).seat_view(), "2H")
''
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.game import Game, State
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.words import some
from cardlab.families.auctions import DOUBLE, REDOUBLE
from cardlab.players.bidding.choosing import Chosen, choose, hearing, meaning
from cardlab.players.bidding.handvalues import SUIT_LETTERS, HandValue, hand_value
from cardlab.players.bidding.hearing import Hearing
from cardlab.players.bidding.patterns import DOUBLES, PASSES, REDOUBLES
from cardlab.players.bidding.tables import BiddingSystem, system

BECAUSE = "{points} and {shape}: {says}"
UNKNOWN = "nothing that the partners have agreed on"


def word_of(call: Move) -> str:
    """A call of the game as the tables write it."""
    if isinstance(call, Bid):
        return f"{call.level}{'N' if call.strain == 'NT' else call.strain}"
    return {PASS: PASSES, DOUBLE: DOUBLES, REDOUBLE: REDOUBLES}.get(call, str(call))


class Spoken(NamedTuple):
    """The system of a game with the auction as it was heard."""

    table: BiddingSystem
    heard: Hearing

    def before(self, calls: int) -> Hearing:
        """The auction after so many calls."""
        return hearing(self.table, self.heard.words[:calls])


def spoken(table: State) -> Spoken | None:
    """What was said on a table so far; None where the game declares no system."""
    if not table.game.bidding_system:
        return None
    made = system(table.game.bidding_system)
    words = tuple(word_of(call) for _, call in table.game.calls(table))
    return Spoken(made, hearing(made, words))


def counted(game: Game, hand: Iterable[Card]) -> HandValue:
    """A hand with the points that are counted in the game."""
    return hand_value(game.hand_points, frozenset(hand))


def table_pick(table: State, moves: Sequence[Any]) -> tuple[Any, str, dict[str, Any]] | None:
    """The call that the system makes with the hand of the seat that acts, with the words for it;
    None where the game declares none, or its tables are silent."""
    told = spoken(table)
    if told is None:
        return None
    by_word = {word_of(move): move for move in moves}
    hand = counted(table.game, table.hand)
    chosen = choose(told.table, told.heard, hand, frozenset(by_word))
    if chosen is None:
        return None
    return by_word[chosen.word], BECAUSE, reasons(hand, chosen)


def reasons(hand: HandValue, chosen: Chosen) -> dict[str, Any]:
    """What the words for a call name: the points, the shape, what the row says."""
    return {
        "points": some(hand.hcp, "high-card point"),
        "shape": shape_of(hand),
        "says": chosen.option.says,
    }


def shape_of(hand: HandValue) -> str:
    """The longest suits in words.

    >>> import cardlab
    >>> shape_of(counted(cardlab.game("bridge"), cardlab.cards("AS KS 7S 6S 5S 4H")))
    'five spades'
    """
    most = max(hand.lengths.values())
    longest = [s for s in reversed(SUIT_LETTERS) if hand.lengths[s] == most]
    return " and ".join(some(most, SUITS[s].one, SUITS[s].name) for s in longest[:2])


def says(table: State, move: Move | str, number: int | None = None) -> str:
    """What a call says to those who hear it, in words; "" where the game declares no system,
    and of a pass that no row speaks of.

    number: how many calls were made before it; all of them, unless told.
    """
    told = spoken(table)
    if told is None:
        return ""
    word = word_of(move) if isinstance(move, Move) else move
    heard = told.heard if number is None else told.before(number)
    return meaning(told.table, heard, word).says or ("" if word == PASSES else UNKNOWN)
