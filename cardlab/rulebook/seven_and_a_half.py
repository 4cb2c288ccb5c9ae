"""Seven and a Half (Sette e mezzo): draw towards 7½ against the banker, and not past it.

Source: the Seven and a Half entry of the project's second collection of rules.  House choices: K♦
beside a seven counts 1 and makes 8; a player who busts loses even if the banker busts later; two
cards that make 7½ are paid double also when the banker busts; a new shuffle for every deal; the
banker plays only while somebody is left to settle with; the limits stand for the whole match, and
an agreed number of deals makes one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import Card, cards, pack
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, cards_of, seat_of
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Quantity, ScoreLine
from cardlab.engine.words import listed
from cardlab.families.banking import (
    LOST,
    WON,
    Bets,
    HandOut,
    HitOrStand,
    HoleGame,
    HoleState,
    Settlement,
    Shuffle,
    terms,
)
from cardlab.families.matches import Deals

LIMIT = 15
"""Seven and a half.  All sums in this file are in half points."""
WILD = Card("KD")
WORTH = dict(zip("A234567KQJ", (2, 4, 6, 8, 10, 12, 14, 1, 1, 1), strict=True))

NOTES = (
    note(
        "pack-of-forty",
        "The pack of 40",
        "Take the tens, nines and eights out of the standard pack.",
        "stripped-pack",
        part=SheetPart.PACK,
    ),
    note(
        "half-points",
        "What the cards count",
        "An ace counts 1, the other pip cards their number, a king, queen or jack ½.",
        "card-values",
        "pip-face",
    ),
    note(
        "wild-king",
        "The wild king",
        "K♦ stands for the whole number, 1 or more, that brings you nearest to 7½ without passing"
        " it. Alone it counts 7; beside a seven it counts 1, and that makes 8.",
        "wild-card",
    ),
    note(
        "bank-moves",
        "Two cards that make 7½ win the bank",
        "A player whose two cards make 7½ is the next banker, unless the banker's do too; among"
        " several, the first to the banker's left.",
        "banker",
        part=SheetPart.END,
    ),
)


def total(hand: Iterable[Card]) -> int:
    """What a hand counts, in half points."""
    held = tuple(hand)
    others = sum(WORTH[c.rank] for c in held if c != WILD)
    return others + (2 * max(1, (LIMIT - others) // 2) if WILD in held else 0)


def natural(hand: tuple[Card, ...]) -> bool:
    """Two cards that make 7½."""
    return len(hand) == 2 and total(hand) == LIMIT


def halves(n: int) -> str:
    """Half points as they are written: 4½."""
    return f"{n // 2 or ''}{'½' * (n % 2)}" or "0"


PLAY = (
    note(
        "hit-or-stand",
        "Hit or stand",
        "From the banker's left, each player in turn draws cards face up, one at a time, until"
        " content.",
        "turn",
        "target-bust",
    ),
    note(
        "bust",
        "Eight is too much",
        "A player who comes to 8 or more has busted: the hole card is shown, and the cards are"
        " out of the deal.",
        "target-bust",
        "open-blind-hole",
    ),
    note(
        "automatic-stand",
        "Two cards that make 7½ stand",
        "A player whose second card makes 7½ turns up the hole card at once and stands.",
        "target-bust",
        "open-blind-hole",
    ),
    note(
        "banker-last",
        "The banker plays last",
        "When the players have finished, the banker turns up the hole card and draws or stands at"
        " will. If everybody has busted, the deal is over.",
        "turn",
        "banker",
    ),
)


@dataclass(frozen=True)
class SevenAndAHalfResult(Settlement):
    """The banker's seat, the bets, the hands."""

    banker: int = seat_of(0, "the banker")
    bets: tuple[int, ...] = bounded(
        0, lambda game: game.most, (0, 5, 5, 10), "bet of {}", each="seat"
    )
    hands: tuple[tuple[Card, ...], ...] = cards_of(
        (cards("6C"), cards("5D AC QS"), cards("7H KS"), cards("4C KD")), "cards of {}", each="seat"
    )

    def cannot(self, game: HoleGame) -> str:
        if self.bets[self.banker]:
            return "the banker does not bet; take this bet away"
        if not self.bank:
            return "the banker holds no card; give the banker one"
        held = [c for hand in self.hands for c in hand]
        twice = next((c for c in held if held.count(c) > 1), None)
        return f"{twice.sign} is there once; it cannot lie in two places" if twice else ""

    def case(self, hand: tuple[Card, ...]) -> str:
        """Which rule settles with a hand: the first that applies."""
        if total(hand) > LIMIT or natural(hand):
            return "natural" if natural(hand) else "bust"
        return (
            "banker bust"
            if total(self.bank) > LIMIT
            else "banker natural"
            if natural(self.bank)
            else "compare"
        )


DOUBLE = terms(
    "2*b*(1 - n)",
    "-2*b*(1 - n)",
    b="the bet",
    n=Quantity("", "1 if the banker has two cards that make 7½ too, else 0", "banker's 7½", idle=0),
)
MEANING = {
    "b": "the bet",
    "p": "the player's total, in half points",
    "d": "the banker's total, in half points",
}
NEARER = terms(
    "b if p > d else -b if p < d else 0", "-b if p > d else b if p < d else 0", **MEANING
)


@scores("bust-loses", "Whoever busts loses the bet", "zero-sum", "stake")
def bust_loses(game: HoleGame, result: SevenAndAHalfResult) -> Any:
    """A player who busts loses the bet to the banker at once, even if the banker busts later."""
    for seat, hand in result.whose("bust"):
        yield from result.pay(
            game, bust_loses, seat, LOST, "Bust", f"{listed(hand)} make {halves(total(hand))}"
        )


@scores("natural-pays-double", "Two cards that make 7½ are paid double", "zero-sum", "stake")
def natural_pays_double(game: HoleGame, result: SevenAndAHalfResult) -> Any:
    """The banker, busted or not, pays twice the bet for 7½ in two cards; if the banker has it
    too, nobody pays."""
    for seat, hand in result.whose("natural"):
        both = natural(result.bank)
        because = "both have 7½ in two cards" if both else f"{listed(hand)} make 7½ in two cards"
        yield from result.pay(
            game, natural_pays_double, seat, DOUBLE, "7½ in two cards", because, n=both
        )


@scores("banker-busts", "A banker who busts pays", "zero-sum", "banker")
def banker_busts(game: HoleGame, result: SevenAndAHalfResult) -> Any:
    """If the banker busts, every player who is still in receives the amount of the bet."""
    for seat, _ in result.whose("banker bust"):
        because = f"the banker has {halves(total(result.bank))}"
        yield from result.pay(game, banker_busts, seat, WON, "The banker busts", because)


@scores("banker-natural", "The banker's two cards that make 7½", "zero-sum", "banker")
def banker_natural(game: HoleGame, result: SevenAndAHalfResult) -> Any:
    """If the banker has 7½ in two cards, every other hand loses its bet, 7½ in more cards
    included."""
    for seat, _ in result.whose("banker natural"):
        yield from result.pay(
            game, banker_natural, seat, LOST, "The banker's 7½", "the banker has 7½ in two cards"
        )


@scores("higher-total-wins", "Otherwise the higher total wins", "zero-sum", "target-bust")
def higher_total_wins(game: HoleGame, result: SevenAndAHalfResult) -> Any:
    """If none of this applies, the higher total wins the amount of the bet; equal totals leave
    it where it is."""
    d = total(result.bank)
    for seat, hand in result.whose("compare"):
        p = total(hand)
        compared = "is more than" if p > d else "is less than" if p < d else "equals"
        because = f"{halves(p)} {compared} the banker's {halves(d)}"
        title = "Higher total" if p > d else "Lower total" if p < d else "Equal totals"
        yield from result.pay(game, higher_total_wins, seat, NEARER, title, because, p=p, d=d)


class SevenAndAHalf(HoleGame):
    """One player holds the bank and plays against each of the others. Bet, look at one card, and
    draw towards 7½ without passing it."""

    id, title, picture = "seven-and-a-half", "Seven and a Half", "7H KD"
    counts_instead = "half-points"
    seats = (2, 8, 4)
    natural_title = "Two cards that make 7½"
    pack = pack("A765432KQJ")
    deals = Option(
        0, range(0, 201), "How many deals make a match; 0 is one for each player.", house=True
    )
    notes: tuple[Rule, ...] = NOTES
    scoring = (bust_loses, natural_pays_double, banker_busts, banker_natural, higher_total_wins)
    quiet = {
        "outside-limits": Typed("bet 1000"),
    }
    Result: type[SevenAndAHalfResult] = SevenAndAHalfResult

    def setup(self) -> None:
        super().setup()
        self.phases = (Shuffle(), Bets(), HandOut(), HitOrStand(notes=PLAY))
        self.ends = (Deals(self.deals or self.players),)

    def total(self, hand: Iterable[Card]) -> int:
        """What a hand counts, in half points."""
        return total(hand)

    def natural(self, board: tuple[Card, ...]) -> bool:
        return natural(board)

    def busted(self, board: tuple[Card, ...]) -> bool:
        return total(board) > LIMIT

    def said(self, board: tuple[Card, ...]) -> str:
        return halves(total(board))

    def result(self, state: HoleState) -> SevenAndAHalfResult:
        return SevenAndAHalfResult(state.dealer, state.bets, state.boards)

    def bust_lines(self, state: HoleState, seat: int) -> tuple[ScoreLine, ...]:
        only = tuple(bet if other == seat else 0 for other, bet in enumerate(state.bets))
        return tuple(bust_loses.test(self, SevenAndAHalfResult(state.dealer, only, state.boards)))
