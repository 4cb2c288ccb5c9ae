"""Seven and a Half (Sette e mezzo): draw towards 7½ against the banker, and not past it.

Source: the Seven and a Half entry of the project's second collection of rules.  House choices: K♦ beside a seven counts
1 and makes 8; whoever busts loses even if the banker busts later; two cards that make 7½ are paid double also when the
banker busts; a new shuffle for every deal; the banker plays only while somebody is left to settle with; the limits
stand for the whole match, and so many deals make one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from ..cards import BACK, Card, cards, pack
from ..families.banking import (
    LOST, WON, BankGame, Bets, HandOut, HoleState, Shuffle, from_bankers_left, limits, pay, put, terms,
)  # fmt: skip
from ..families.matches import Deals
from ..game import Option, Phase
from ..moves import Move, Say
from ..rulings import Rule, law, scores
from ..table import Zone, face, pile
from ..words import listed

HIT, STAND = Say("hit", "Hit", "draws a card"), Say("stand", "Stand", "stands")
LIMIT = 15
"""Seven and a half.  All sums in this file are in half points."""
WILD = Card("KD")
WORTH = dict(zip("A234567KQJ", (2, 4, 6, 8, 10, 12, 14, 1, 1, 1), strict=True))

LAWS = (
    law("pack-of-forty", "The pack of 40", "Take the tens, nines and eights out of the standard pack.", "stripped-pack"),
    law("half-points", "What the cards count", "An ace counts 1, the other pip cards their number, a king, queen or jack ½.", "card-values", "pip-face"),
    law("wild-king", "The wild king", "K♦ stands for the whole number, 1 or more, that brings you nearest to 7½ without passing it. Alone it counts 7; beside a seven it counts 1, and that makes 8.", "wild-card"),
    law("bank-moves", "Two cards that make 7½ win the bank", "A player whose two cards make 7½ is the next banker, unless the banker's do too; among several, the first to the banker's left.", "banker"),
)  # fmt: skip


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


class Draw(Phase):
    """Each player in turn, then the banker, draws until content or bust.  The stock cannot run out: the pack counts more
    than eight hands that have passed 7½ by one card."""

    id, title, prompt, doing = "play", "The play", "Hit or stand.", "hit or stand"
    laws = (
        law("hit-or-stand", "Hit or stand", "From the banker's left, each player in turn draws cards face up, one at a time, until content.", "turn", "target-bust"),
        law("bust", "Eight is too much", "Whoever comes to 8 or more has busted: the hole card is shown, and the cards are out of the deal.", "target-bust", "open-blind-hole"),
        law("automatic-stand", "Two cards that make 7½ stand", "A player whose second card makes 7½ turns up the hole card at once and stands.", "target-bust", "open-blind-hole"),
        law("banker-last", "The banker plays last", "When the players have finished, the banker turns up the hole card and draws or stands at will. If everybody has busted, the deal is over.", "turn", "banker"),
    )  # fmt: skip

    def enter(self, state: HoleState) -> Any:
        return self.pass_on(state, from_bankers_left(state.dealer, state.game.players))

    def pass_on(self, state: HoleState, seats: tuple[int, ...]) -> Any:
        """The turn goes to the first of these players with cards; then to the banker, if anybody has any."""
        following = next((seat for seat in seats if state.boards[seat]), state.dealer)
        if following != state.dealer:
            return state.but(to_move=following)
        if sum(map(bool, state.boards)) == 1:
            return self.show(state)
        return state.but(to_move=state.dealer, faced=(*state.faced, state.dealer))

    def show(self, state: HoleState) -> Any:
        return state.game.end(state, faced=tuple(range(state.game.players)))

    def candidates(self, table: HoleState) -> tuple[Move, ...]:
        return HIT, STAND

    def apply(self, state: HoleState, seat: int, move: Move) -> Any:
        if move == HIT:
            board = (*state.boards[seat], state.stock[0])
            state = state.but(stock=state.stock[1:], boards=put(state.boards, seat, board))
            bust = total(board) > LIMIT
            if seat == state.dealer:
                return self.show(state) if bust else state
            if bust:
                lost = bust_loses.test(state.game, state.game.result(state).only(seat))
                state = state.but(boards=put(state.boards, seat, ()), dead=put(state.dead, seat, board), pegged=(*state.pegged, *lost))
            elif natural(board):
                state = state.but(faced=(*state.faced, seat))
            else:
                return state
        if seat == state.dealer:
            return self.show(state)
        turns = from_bankers_left(state.dealer, state.game.players)
        return self.pass_on(state, turns[turns.index(seat) + 1 :])

    def asks(self, state: HoleState) -> str:
        mine = state.boards[state.me] if state.me == state.to_move is not None else ()
        return f"Your total is {halves(total(mine))}: hit or stand." if mine else self.prompt

    def told(self, state: HoleState, seat: int, move: Move, name: str) -> str:
        if move != HIT:
            return move.told(name)
        board = (*state.boards[seat], state.stock[0])
        end = f" and busts with {halves(total(board))}" if total(board) > LIMIT else " and has 7½ in two cards" if natural(board) else ""
        return f"{name} draws {board[-1].sign}{end}."


@dataclass(frozen=True)
class Result:
    """banker: the seat; bets and hands by seat (no bet and no hand for those who sat out or are out already)."""

    banker: int = 0
    bets: tuple[int, ...] = (0, 5)
    hands: tuple[tuple[Card, ...], ...] = (cards("6C"), cards("5D AC QS"))

    @property
    def bank(self) -> tuple[Card, ...]:
        return self.hands[self.banker]

    def only(self, seat: int) -> Result:
        return Result(self.banker, put_bets(self.bets, seat), self.hands)

    def case(self, hand: tuple[Card, ...]) -> str:
        """Which rule settles with a hand: the first that applies."""
        if total(hand) > LIMIT or natural(hand):
            return "natural" if natural(hand) else "bust"
        return "banker bust" if total(self.bank) > LIMIT else "banker natural" if natural(self.bank) else "compare"

    def whose(self, case: str) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """The players to whom a case applies, from the banker's left, with their hands."""
        for seat in from_bankers_left(self.banker, len(self.bets)):
            if self.bets[seat] and self.hands[seat] and self.case(self.hands[seat]) == case:
                yield seat, self.hands[seat]


DOUBLE = terms("2*b*(1 - n)", "-2*b*(1 - n)", b="the bet", n="1 if the banker has two cards that make 7½ too, else 0")
MEANING = {"b": "the bet", "p": "the player's total, in half points", "d": "the banker's total, in half points"}
NEARER = terms("b if p > d else -b if p < d else 0", "-b if p > d else b if p < d else 0", **MEANING)


@scores("bust-loses", "Whoever busts loses the bet", "zero-sum", "stake")
def bust_loses(game: BankGame, result: Result) -> Any:
    """Whoever busts loses the bet to the banker at once, even if the banker busts later."""
    for seat, hand in result.whose("bust"):
        yield from pay(game, bust_loses, result.banker, seat, LOST, "Bust", f"{listed(hand)} make {halves(total(hand))}", hand, b=result.bets[seat])


@scores("natural-pays-double", "Two cards that make 7½ are paid double", "zero-sum", "stake")
def natural_pays_double(game: BankGame, result: Result) -> Any:
    """The banker pays twice the bet for 7½ in two cards, busted or not; if the banker has it too, nobody pays."""
    for seat, hand in result.whose("natural"):
        both = natural(result.bank)
        said = "both have 7½ in two cards" if both else f"{listed(hand)} make 7½ in two cards"
        yield from pay(game, natural_pays_double, result.banker, seat, DOUBLE, "7½ in two cards", said, hand, b=result.bets[seat], n=both)


@scores("banker-busts", "A banker who busts pays", "zero-sum", "banker")
def banker_busts(game: BankGame, result: Result) -> Any:
    """If the banker busts, every player who is still in receives the amount of the bet."""
    for seat, hand in result.whose("banker bust"):
        yield from pay(game, banker_busts, result.banker, seat, WON, "The banker busts", f"the banker has {halves(total(result.bank))}", hand, b=result.bets[seat])


@scores("banker-natural", "The banker's two cards that make 7½", "zero-sum", "banker")
def banker_natural(game: BankGame, result: Result) -> Any:
    """If the banker has 7½ in two cards, every other hand loses its bet, 7½ in more cards included."""
    for seat, hand in result.whose("banker natural"):
        yield from pay(game, banker_natural, result.banker, seat, LOST, "7½ of the banker", "the banker has 7½ in two cards", hand, b=result.bets[seat])


@scores("higher-total-wins", "Otherwise the higher total wins", "zero-sum", "target-bust")
def higher_total_wins(game: BankGame, result: Result) -> Any:
    """Otherwise the higher total wins the amount of the bet; equal totals leave it where it is."""
    d = total(result.bank)
    for seat, hand in result.whose("compare"):
        p = total(hand)
        said = f"{halves(p)} {'is more than' if p > d else 'is less than' if p < d else 'equals'} the banker's {halves(d)}"
        title = "Higher total" if p > d else "Lower total" if p < d else "Equal totals"
        yield from pay(game, higher_total_wins, result.banker, seat, NEARER, title, said, hand, b=result.bets[seat], p=p, d=d)


class SevenAndAHalf(BankGame):
    """One player holds the bank and plays against each of the others. Bet, look at one card, and draw towards 7½ without
    passing it."""

    id, title, picture = "seven-and-a-half", "Seven and a Half", "7H KD"
    seats = (2, 8, 4)
    State = HoleState
    pack = pack("A765432KQJ")
    options = (*limits(), Option("deals", 0, range(0, 201), "How many deals make a match; 0 is one for each player."))
    laws: tuple[Rule, ...] = LAWS
    scoring = (bust_loses, natural_pays_double, banker_busts, banker_natural, higher_total_wins)
    quiet = {"outside-limits": "bets outside the limits are refused when typed, and never offered"}
    Result = Result
    deals: int

    def setup(self) -> None:
        super().setup()
        self.phases = (Shuffle(), Bets(), HandOut(), Draw())
        self.ends = (Deals(self.deals or self.players),)
