"""Oh Hell: say exactly how many tricks you will take, with fewer cards in every deal.

Source: the common rules of the game, also called Contract Whist, Blackout and Up and Down the River.
House choices: the hook is on; the hands go from seven cards down to one and up again; a bid that
is missed scores nothing; the deal without trumps, where it is played, is the last; equal totals
share the win.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Game, Standing
from cardlab.engine.moves import Deal, Move
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import number, some
from cardlab.families.matches import Deals
from cardlab.families.promises import Promise, Promising, bid_a_number, promised
from cardlab.families.tricks import TRICKS_TAKEN, Tricks, TrickState, follow_suit
from cardlab.families.turnup import StockDealing, StockGame

# --- the deal

TURNED = note(
    "turn-up-trump",
    "The next card makes trumps",
    "The cards that are left over lie face down; the top one is turned up and fixes the trump suit.",
    "turn-up-trump",
    "trump",
)
NO_TRUMP_DEAL = note(
    "no-trump-deal",
    "The last deal has no trumps",
    "In the last deal of the match no card is turned, and there are no trumps.",
    "no-trump",
)


class SequenceDealing(StockDealing):
    """Every deal has the number of cards that is its own, and a card turned for trumps."""

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        assert isinstance(game, OhHell)
        return (game.hand_sizes[standing.deal - 1],) * game.players

    def facts(self, game: OhHell) -> tuple[Rule, ...]:
        return (note("hand-size", "The hands", game.sizes_text, "hand", "match-structure"),)

    def orders(self, game: OhHell) -> tuple[str, ...]:
        return (*super().orders(game), *(("NT",) if game.no_trump_deal else ()))

    def apply(self, state: TrickState, seat: int | None, move: Deal) -> Any:
        game = state.game
        assert isinstance(game, OhHell)
        if not game.turns_trumps(state.standing.deal):
            dealt = state.but(hands=move.hands, stock=move.stock, order=game.ordering(None))
            return game.next_phase(dealt)
        return super().apply(state, seat, move)


# --- the bids


@rule("bid-within-hand", "No more tricks than cards", "exact-contract", quiet=Typed("18"))
def bid_within_hand(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """Bid a number from 0 to the number of cards in a hand."""
    held = len(table.hand)
    return may_not(
        moves,
        lambda m: isinstance(m, Promise) and m.tricks > held,
        "{you} {hold} only {cards}",
        lambda: {"cards": some(held, "card")},
        leaves=any_move,
    )


@rule("hook", "The hook", "exact-contract", look="Add up what the others have bid.")
def the_hook(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """The dealer bids last, and may not make the bids add up to the number of tricks: somebody has
    to miss."""
    tricks, bids = len(table.hand), promised(table)
    if table.me != table.dealer:
        return silent(moves, "only the dealer is bound, who bids last")
    missing = tricks - sum(bids.values())
    return may_not(
        moves,
        lambda m: isinstance(m, Promise) and m.tricks == missing,
        "the others have bid {bid}, and there {are_tricks}",
        lambda: {
            "bid": number(sum(bids.values())) if any(bids.values()) else "nothing",
            "are_tricks": f"{'is' if tricks == 1 else 'are'} {some(tricks, 'trick')}",
        },
    )


# --- the score


@dataclass(frozen=True)
class OhHellResult:
    """cards: in each hand of this deal; bids and tricks by seat."""

    cards: int = bounded(1, lambda game: game.most, 7, "cards in a hand")
    bids: tuple[int, ...] = bounded(
        0, lambda game: game.most, (2, 3, 1, 0), "bid of {}", each="seat"
    )
    tricks: tuple[int, ...] = bounded(
        0, lambda game: game.most, (2, 2, 2, 1), "tricks of {}", each="seat"
    )

    def cannot(self, game: OhHell) -> str:
        if self.cards not in game.hand_sizes:
            return f"no deal of the match has {some(self.cards, 'card')} a hand; choose another"
        if max(self.bids) > self.cards:
            return f"nobody bids more than {self.cards} tricks; bid less or deal more cards"
        if sum(self.tricks) != self.cards:
            taken = sum(self.tricks)
            return f"the tricks are {self.cards} together, not {taken}; change one of them"
        return ""


BID, TOOK = Quantity("", "tricks that were bid", "tricks bid"), TRICKS_TAKEN
MADE = Formula("{bonus} + t", t=TOOK)
MADE_SQUARE = Formula("{bonus} + b*b", b=BID)
MISSED_TRICKS = Formula("t", t=TOOK)
MISSED_SQUARE = Formula("-(t - b)*(t - b)", t=TOOK, b=BID)
MISSED_HOERR = Formula("-({bonus} + abs(t - b))", t=TOOK, b=BID)


def bid_and_took(bid: int, tricks: int) -> str:
    """What a player did, without a subject."""
    return f"bid {number(bid) if bid else 'none'} and took {number(tricks) if tricks else 'none'}"


@scores("made-exactly", "A bid that is made", "exact-contract", "score-keeping")
def made_exactly(game: OhHell, result: OhHellResult) -> Iterator[ScoreLine]:
    """A player who takes exactly as many tricks as they bid scores {made_text}."""
    for side, bid, tricks in zip(game.sides, result.bids, result.tricks, strict=True):
        if bid != tricks:
            continue
        because = game.tell(f"{{who}} {bid_and_took(bid, tricks)}", who=side)
        if game.score_by == "squares":
            yield line(side.id, "Made", made_exactly, MADE_SQUARE.agreed(game), because, b=bid)
        else:
            yield line(side.id, "Made", made_exactly, MADE.agreed(game), because, t=tricks)


@scores("missed", "A bid that is missed", "exact-contract", "score-keeping")
def missed(game: OhHell, result: OhHellResult) -> Iterator[ScoreLine]:
    """A player who takes more tricks than they bid, or fewer, {missed_text}."""
    for side, bid, tricks in zip(game.sides, result.bids, result.tricks, strict=True):
        if bid == tricks:
            continue
        because = game.tell(f"{{who}} {bid_and_took(bid, tricks)}", who=side)
        if game.score_by == "squares":
            yield line(side.id, "Missed", missed, MISSED_SQUARE, because, t=tricks, b=bid)
        elif game.score_by == "hoerr":
            formula = MISSED_HOERR.agreed(game)
            yield line(side.id, "Missed", missed, formula, because, t=tricks, b=bid)
        elif tricks:
            yield line(side.id, "Missed", missed, MISSED_TRICKS, because, t=tricks)


def off_by(tricks: int) -> str:
    """How far a number of tricks is from the bid.

    >>> off_by(0), off_by(1), off_by(-2)
    ('exactly right', 'one too many', 'two too few')
    """
    if not tricks:
        return "exactly right"
    return f"{number(abs(tricks))} too {'many' if tricks > 0 else 'few'}"


# --- the game


class OhHell(StockGame):
    """Everybody says how many tricks they will take, and only the exact number scores. The hands
    change from deal to deal, and a card is turned up for trumps."""

    id, title, picture = "oh-hell", "Oh Hell", "AS 7H 2D"
    seats = (3, 7, 4)
    pack = pack()
    Result: type[OhHellResult] = OhHellResult
    most = Option(7, range(1, 18), "The cards in the largest hand.")
    sequence = Option(
        "both",
        {"both": "down to one and up again", "down": "down to one", "up": "up from one"},
        "How the hands change from deal to deal.",
    )
    hook = Option(
        True, (True, False), "Whether the dealer is barred from making the bids add up.", house=True
    )
    score_by = Option(
        "standard",
        {
            "standard": "nothing for a bid that is missed",
            "tricks": "the tricks for a bid that is missed",
            "squares": "the square of the bid, or of the difference",
            "hoerr": "the difference and the bonus for a bid that is missed",
        },
        "How a deal is scored.",
    )
    bonus = Option(10, range(0, 21), "What a bid that is made scores besides.")
    no_trump_deal = Option(False, (False, True), "Whether the last deal is played without trumps.")

    def result_lacks(self, state: Any) -> str:
        if len(promised(state)) < self.players:
            return "Everybody has promised some tricks at the end: give calls, one of each player"
        return super().result_lacks(state)

    def impossible(self) -> str:
        largest = 51 // self.players
        if self.most > largest:
            return f"{self.players} players can be dealt {some(largest, 'card')} each at most"
        if self.most == 1 and self.sequence != "both":
            return "with one card a hand there is one deal, and no sequence; leave it out"
        return ""

    @cached_property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards in a hand, deal by deal."""
        down = tuple(range(self.most, 0, -1))
        if self.sequence == "down":
            return down
        return down[::-1] if self.sequence == "up" else (*down, *range(2, self.most + 1))

    def turns_trumps(self, deal: int) -> bool:
        """Whether a card is turned for trumps in this deal."""
        return not self.no_trump_deal or deal < len(self.hand_sizes)

    @property
    def sizes_text(self) -> str:
        most = some(self.most, "card")
        if self.most == 1:
            return "Each player is dealt one card, in the only deal of the match."
        if self.sequence == "up":
            return (
                "Each player is dealt one card in the first deal, and one more in each deal after it,"
                f" up to {most}."
            )
        back = ", and then one more in each again" if self.sequence == "both" else ""
        return (
            f"Each player is dealt {most} in the first deal, and one fewer in each deal after it, down"
            f" to one{back}."
        )

    @property
    def made_text(self) -> str:
        if self.score_by == "squares":
            return f"{self.bonus_text}the square of the bid"
        return f"{self.bonus_text}1 for each trick"

    @property
    def bonus_text(self) -> str:
        return f"{self.bonus} and " if self.bonus else ""

    @property
    def missed_text(self) -> str:
        return {
            "tricks": "scores 1 for each trick",
            "squares": "loses the square of the difference",
            "hoerr": f"loses {self.bonus_text}1 for each trick of the difference",
        }.get(self.score_by, "scores nothing")

    def setup(self) -> None:
        no_trumps = (NO_TRUMP_DEAL,) if self.no_trump_deal else ()
        dealing = SequenceDealing(notes=(*StockDealing.notes[:1], TURNED, *no_trumps))
        bound = (the_hook,) if self.hook else ()
        bidding = Promising(rules=(bid_a_number, bid_within_hand, *bound))
        self.phases = (dealing, bidding, Tricks(rules=(follow_suit,)))
        self.scoring = (made_exactly, *(() if self.score_by == "standard" else (missed,)))
        self.ends = (Deals(len(self.hand_sizes)),)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in any game of tricks; bids: the tricks that each seat has promised so far."""
        bids = given.pop("bids", {})
        if bids:
            given["calls"] = tuple((self.seat(seat), Promise(n)) for seat, n in bids.items())
        return super().position(given)

    @property
    def tricks_in_deal(self) -> int:
        return self.most

    def aims(self, state: TrickState) -> tuple[Aim, ...]:
        """Everybody wants exactly what they have bid."""
        bids = promised(state)
        if len(bids) < self.players:
            return tuple(Aim(side.seats, Want.MOST) for side in self.sides)
        return tuple(Aim((seat,), Want.EXACTLY, bids[seat]) for seat in range(self.players))

    def aim_text(self, state: TrickState, seat: int) -> str:
        """Before all have bid nobody has a number yet."""
        if len(promised(state)) < self.players:
            return "Bid a number of tricks, and take exactly that many."
        return super().aim_text(state, seat)

    def feats(self, result: OhHellResult) -> tuple[Feat, ...]:
        """What everybody bid and took."""
        return tuple(
            Feat((seat,), bid_and_took(bid, tricks), off_by(tricks - bid), bid == tricks)
            for seat, (bid, tricks) in enumerate(zip(result.bids, result.tricks, strict=True))
        )

    def result(self, state: TrickState) -> OhHellResult:
        bids, won = promised(state), state.winners()
        return OhHellResult(
            cards=len(won),
            bids=tuple(bids[seat] for seat in range(self.players)),
            tricks=tuple(won.count(seat) for seat in range(self.players)),
        )

    def panels(self, state: TrickState) -> dict[str, Any]:
        panels = super().panels(state)
        for seat, call in state.calls:
            panels["notes"].setdefault(seat, []).append(f"bid {call}")
        return panels
