"""Banking games: one player holds the bank and settles with each of the others; nobody else has to do with anybody.

Knows bets, limits, the bank and how two sides of a bet are written down.  Knows no cards and no particular game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from ..cards import BACK, Card
from ..game import Dealing, Game, Option, Phase, State
from ..moves import Bet, Move, Say
from ..rulings import Rule, Ruling, law, may_not, rule
from ..scoring import Formula, ScoreLine, line

SIT_OUT = Say("sit out", "Sit out", "sits out")


@dataclass(frozen=True)
class BankState(State):
    """bets: chips by seat, 0 for the banker and for those who sit out.  The dealer is the banker."""

    bets: tuple[int, ...] = ()


Boards = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class HoleState(BankState):
    """A table with hole cards.  boards: each seat's cards, the hole card first; faced: the seats whose hole card is
    turned up; dead: by seat, the cards of those who are out of the deal."""

    boards: Boards = ()
    faced: tuple[int, ...] = ()
    dead: Boards = ()

    places: ClassVar[tuple[str, ...]] = ("hands", "stock", "boards", "dead")

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        down = [(BACK, *b[1:]) if b and i != viewer and i not in self.faced else b for i, b in enumerate(self.boards)]
        return super().seen_by(viewer, me).but(boards=tuple(down))


def put(boards: Boards, seat: int, board: tuple[Card, ...]) -> Boards:
    """The boards, with one seat's changed."""
    return (*boards[:seat], board, *boards[seat + 1 :])


# --- the limits


def limits(least: int = 1, most: int = 10) -> tuple[Option, Option]:
    """The banker's limits as options, ``least`` and ``most``."""
    return (
        Option("least", least, range(1, 101), "The smallest bet that the banker takes."),
        Option("most", most, range(1, 101), "The largest bet that the banker takes."),
    )


def check_limits(game: Any) -> None:
    """Raises ValueError where the smallest bet is larger than the largest."""
    if game.least > game.most:
        raise ValueError(f"{game.title}: least={game.least} is more than most={game.most}")


@rule("outside-limits", "Bet within the limits", "stake", "banker")
def within_limits(table: Any, moves: tuple[Move, ...]) -> Ruling:
    """The banker announces the smallest and the largest bet; bet a whole number of chips between them."""
    least, most = table.game.least, table.game.most
    return may_not(
        moves, lambda m: isinstance(m, Bet) and not least <= m.chips <= most,
        "bets run from {least} to {most}", {"least": str(least), "most": str(most)},
    )  # fmt: skip


# --- bets, shuffle


class Shuffle(Dealing):
    """Shuffle, and deal nothing yet: the players bet before they are dealt to."""

    id, title = "shuffle", "Before the deal"
    laws = (law("banker-shuffles", "The banker shuffles", "The banker deals. The whole pack is shuffled before every deal.", "banker", "deal"),)


class Bets(Phase):
    """One bet a seat, from the banker's left; the banker has none.  If all sit out the deal is void."""

    id, title, doing = "bets", "The bets", "bet"
    prompt = "Place your bet, or sit this deal out."
    rules = (within_limits,)
    laws = (
        law(
            "bets-in-turn", "Bet before the deal",
            "Beginning at the banker's left, each player places a bet or sits the deal out. If nobody bets, the same "
            "banker opens the bets again.", "stake", "turn",
        ),
    )  # fmt: skip

    def enter(self, state: Any) -> Any:
        return state.but(bets=(0,) * state.game.players, to_move=state.after_seat(state.dealer))

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (*(Bet(chips) for chips in range(table.game.least, table.game.most + 1)), SIT_OUT)

    def read(self, table: Any, text: str) -> Move | None:
        found = re.fullmatch(r"(?:bet )?(\d{1,6})", text)
        return Bet(int(found[1])) if found else None

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if isinstance(move, Bet):
            state = state.but(bets=(*state.bets[:seat], move.chips, *state.bets[seat + 1 :]))
        following = state.after_seat(seat)
        if following != state.dealer:
            return state.but(to_move=following)
        return state.game.next_phase(state) if any(state.bets) else state.game.end(state, void=True)


def from_bankers_left(banker: int, players: int) -> tuple[int, ...]:
    """The seats but the banker's, in turn."""
    return tuple((banker + i) % players for i in range(1, players))


class HandOut(Phase):
    """One card each, face down, to everybody who has bet and to the banker; nothing to decide."""

    id, title = "deal", "The deal"
    laws = (
        law(
            "hole-card", "One card face down",
            "Deal one card face down to each player who has bet, and one to the banker. Look at yours and show it to nobody.",
            "deal", "hand", "open-blind-hole",
        ),
    )  # fmt: skip

    def enter(self, state: Any) -> Any:
        players, stock = state.game.players, state.stock
        boards: Boards = ((),) * players
        for seat in (*from_bankers_left(state.dealer, players), state.dealer):
            if state.bets[seat] or seat == state.dealer:
                boards, stock = put(boards, seat, stock[:1]), stock[1:]
        return state.game.next_phase(state.but(stock=stock, boards=boards, dead=((),) * players))


# --- settlement


class Terms(NamedTuple):
    """What a bet brings its player, and the same from the banker's side."""

    player: Formula
    banker: Formula


def terms(player: str, banker: str, **quantities: str) -> Terms:
    """Two formulas over the same quantities; their sum is always 0."""
    return Terms(Formula(player, **quantities), Formula(banker, **quantities))


WON, LOST = terms("b", "-b", b="the bet"), terms("-b", "b", b="the bet")


def pay(
    game: Game, decided: Rule, banker: int, seat: int, by: Terms, title: str, because: str, cards: Iterable[Card] = (), **values: int,
) -> Iterator[ScoreLine]:  # fmt: skip
    """Settle one bet: a line for the player and its opposite for the banker."""
    held = tuple(cards)
    yield line(game.sides[seat].id, title, decided, by.player, because, cards=held, **values)
    yield line(game.sides[banker].id, f"{title} ({game.names[seat]})", decided, by.banker, because, cards=held, **values)


class BankGame(Game):
    """A banking game: zero-sum, and the dealer is the banker."""

    State = BankState
    zero_sum: ClassVar[bool] = True
    least: int
    most: int

    def setup(self) -> None:
        check_limits(self)
