"""Bridge Solitaire: build a hand, overcall a bid that is worked out from it, and play against
the stock.

Source: the Bridge Solitaire entry of the project's second document.  The house is a seat of its own
that never chooses: its bid follows from the player's hand, its cards from the order of the stock,
and each card it turns is an entry of the record.  House choices: under the player's winners the
house throws its lowest card of the suit when the bid is worked out; of suits equally short it bids
the lowest (option ``tie``); it may trump although the suit led still lies in the stock; a joker
that the player leads loses to anything; doubling holds for the house's contracts too; the house
never scores honours, the player also when defending; when the stock is empty the player has the
tricks that are left, and its last card answers even where it does not fit; a rubber not finished
after ``deals`` deals ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.engine.cards import JOKER, Card, pack
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import any_move, may_not, note, rule, scores, silent, unless_alone
from cardlab.engine.words import some
from cardlab.families.auctions import last_bid
from cardlab.families.automaton import (
    HOUSE,
    PLAYER,
    AutomatonGame,
    AutomatonState,
    BuildHand,
    ComputedAuction,
    DealUnseen,
    StockTricks,
    computed_bid,
    shape,
    sure_tricks,
)
from cardlab.families.matches import Deals
from cardlab.families.rubber import RubberGame, RubberResult, honour_lines
from cardlab.families.tricks import follow_suit
from cardlab.rulebook.bridge import BIDS, SIGNS

SHAPES = ([4, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 2])
Moves = tuple[Move, ...]

PACK = note(
    "two-jokers",
    "The pack and two jokers",
    "Use the standard pack, aces high, with two jokers. A joker has no suit and no rank.",
    "standard-deck",
    "joker",
    part=SheetPart.PACK,
)


# --- building the hand

DEAL = note(
    "deal-solitaire",
    "Seven unseen, thirteen in sight",
    "Deal seven cards face down, unseen, and thirteen face up; the other 34 are the stock, which"
    " plays for the house.",
    "deal",
    "stock",
    "open-blind-hole",
)
BUILD = note(
    "build-hand",
    "Seven out, seven in",
    "Throw the seven cards that you do not keep on the discard pile, of which only the top card may"
    " be looked at again. Then take up the seven unseen cards.",
    "discard-pile",
    "open-blind-hole",
    "hand",
)


@rule("joker-must-be-taken", "Keep every joker", "joker", "special-card")
def keep_jokers(table: AutomatonState, moves: Moves) -> Any:
    """Of the thirteen cards in sight keep six, whichever you like; a joker among them has to be
    kept."""
    if JOKER not in table.hand:
        return silent(moves, "no joker lies among the thirteen")
    return unless_alone(
        moves,
        lambda m: m.card is JOKER,
        "a joker in sight belongs to {your} hand",
        "{you} {have} nothing but jokers",
    )


# --- the auction

TWO_CALLS = note(
    "two-calls",
    "One call each",
    "The higher bid is the contract: whoever made it is declarer and tries to win that many tricks"
    " above six; its suit is trumps.",
    "turn",
    "contract",
    "named-trump",
    "trump",
)
JOKERS_DOUBLE = note(
    "jokers-double",
    "Jokers double",
    "With one joker in your hand the contract is doubled, with two it is redoubled, whoever is"
    " declarer.",
    "doubling",
    "joker",
)


def house_call(hand: Sequence[Card], tie: str = "lowest") -> Move:
    """The house's bid over this hand, or a pass."""
    return computed_bid(BIDS, hand, tie)


@rule("house-bid", "The house's bid", "auction", "suit-order")
def computed(table: AutomatonState, moves: Moves) -> Any:
    """The house calls first: it bids your shortest suit, and of suits equally
    short the {tie}. Its level is six less the tricks that
    your suits are sure to win; if nothing is left it passes. It never bids no trump."""
    if table.me != HOUSE:
        return silent(moves, "the house has called")
    hand = table.hands[PLAYER]
    call = house_call(hand, table.game.tie)
    if call == PASS:
        because = "{tricks} leave the house nothing to bid"
    elif sure_tricks(hand):
        because = "six less {tricks} makes {call}"
    else:
        because = "without a sure trick the bid is {call}"
    facts = {"tricks": some(sure_tricks(hand), "sure trick"), "call": call}
    return may_not(moves, lambda m: m != call, because, facts, leaves=any_move)


@rule("must-bid-after-house-pass", "Bid if the house passes", "auction")
def must_bid(table: AutomatonState, moves: Moves) -> Any:
    """If the house passes you must bid; if it has bid you may pass and defend."""
    if table.me == HOUSE or last_bid(table.calls):
        return silent(moves, "{you} may pass")
    return may_not(
        moves, lambda m: m == PASS, "the house has passed, so {you} must bid", leaves=any_move
    )


@rule("insufficient-bid", "Top the house's bid", "auction", "suit-order")
def overcall(table: AutomatonState, moves: Moves) -> Any:
    """A bid names a number of tricks above six and a suit or no trump. It must top the house's:
    a higher number, or at the same number a higher strain of clubs, diamonds, hearts, spades, no
    trump."""
    last = last_bid(table.calls)
    if last is None:
        return silent(moves, "there is no bid to top")
    top = last[1]
    return may_not(
        moves,
        lambda m: isinstance(m, Bid) and m.height <= top.height,
        "{top} is the bid to top",
        {"top": top},
        leaves=lambda m: isinstance(m, Bid),
    )


@rule("nt-shape", "No trump needs a level hand", "no-trump")
def level_hand(table: AutomatonState, moves: Moves) -> Any:
    """Bid no trump only with suits of 4-3-3-3, with 3-3-3-3 and a joker, or with 3-3-3-2 and two
    jokers."""
    suits = shape(table.hand)
    if table.me == HOUSE or suits in SHAPES:
        return silent(moves, "{your} suits are level enough for no trump")
    facts = {"shape": "-".join(map(str, suits))}
    return may_not(
        moves,
        lambda m: isinstance(m, Bid) and m.strain == "NT",
        "no trump needs level suits, and {your} suits are {shape}",
        facts,
        then="no trump needs level suits, and {your} suits are {shape}",
    )


# --- the play and the score


@rule("must-follow-suit", "Follow suit", "follow-suit", "joker")
def follow(table: AutomatonState, moves: Moves) -> Any:
    """Follow suit if you can; a joker does not follow. If you cannot, or if a joker was led,
    play any card."""
    if table.me == HOUSE or table.trick.led is JOKER:
        return silent(
            moves,
            "the stock decides" if table.me == HOUSE else "a joker was led, and it has no suit",
        )
    return follow_suit.test(table, moves)


@scores("honours", "Honours", "honours")
def own_honours(game: RubberGame, r: RubberResult) -> Any:
    """Four of the five top trumps in your hand count {four_honours} above the line, all five
    {five_honours}, and four aces at no trump {five_honours}, whoever is declarer."""
    yield from honour_lines(game, own_honours, r)


class BridgeSolitaire(AutomatonGame, RubberGame):
    """Bridge for one. Keep six of thirteen cards and take seven unseen ones, overcall the bid
    that the house makes from your weakness, and play thirteen tricks against whatever the stock
    turns up."""

    id, title, picture = "bridge-solitaire", "Bridge Solitaire", "AS KS JK"
    pack = pack(jokers=2)
    tie = Option(
        "lowest",
        ("lowest", "highest"),
        "Which of several suits equally short the house bids.",
        house=True,
        told={"lowest": "the lowest", "highest": "the highest"},
    )
    notes, honoured = (PACK,), (PLAYER,)
    scoring = (*RubberGame.scoring[:6], own_honours, RubberGame.scoring[7])
    honours = RubberGame.honours.fixed(True)

    def setup(self) -> None:
        super().setup()
        calls = (computed, must_bid, overcall, level_hand)
        self.phases = (
            DealUnseen(each=13, unseen=7, notes=(DEAL,)),
            BuildHand(kept=6, rules=(keep_jokers,), notes=(BUILD,)),
            ComputedAuction(
                bids=BIDS, columns=SIGNS, rules=calls, notes=(TWO_CALLS, JOKERS_DOUBLE)
            ),
            StockTricks(rules=(follow,)),
        )
        self.ends = (Deals(self.deals, ("rubber", "score-keeping")),)

    def result(self, state: AutomatonState) -> RubberResult:
        return self.rubber_result(state, [(PLAYER, state.built)])
