"""Turned trumps: the dealer's last card, or the top of the stock, is shown and fixes the trump
suit.

Knows who shows which card, where it lies, and that it may score; and what makes trumps where no card
is turned: the suits in rotation.  Knows no game, no auction and no result.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.game import Dealing
from cardlab.engine.moves import Deal
from cardlab.engine.options import Option
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone, face
from cardlab.engine.words import listed
from cardlab.families.tricks import TrickGame, TrickState, too_many_points

DEALERS_LAST_CARD = note(
    "turn-up-trump",
    "The dealer's last card makes trumps",
    "The last card dealt is shown and fixes the trump suit; it belongs to the dealer's hand.",
    "turn-up-trump",
    "trump",
)


def top_of_stock(cards: int) -> Rule:
    """The note of a stock of this many cards."""
    return note(
        "turn-up-trump",
        "The top of the stock makes trumps",
        f"The other {cards} cards lie face down; the top one is turned up and fixes the trump suit."
        " Nobody takes it.",
        "turn-up-trump",
        "trump",
    )


class TurnUpDealing(Dealing):
    """Deal, and show the dealer's last card for trumps; the dealer keeps it."""

    notes: tuple[Rule, ...] = (*Dealing.notes, DEALERS_LAST_CARD)

    def orders(self, game: Any) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def turn(self, state: TrickState, move: Deal) -> Card:
        """The card that fixes trumps."""
        card: Card = move.hands[state.dealer][-1]
        return card

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        turned = self.turn(state, move)
        state = state.but(turned=turned, order=state.game.ordering(turned.suit))
        if turned in move.hands[state.dealer]:
            state = state.remember(None, (turned,), state.dealer)
        return super().apply(state, seat, move)


# --- no card is turned


class RotatingDealing(Dealing):
    """Deal; no card is turned, for every deal of the match has the next trump suit of a list.
    suits: the list; with "NT" in it one deal in the round has no trumps."""

    suits: tuple[str, ...] = ("H", "C", "D", "S")

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        names = [SUITS[suit].name for suit in self.suits if suit in SUITS]
        without = "; the next deal has no trumps" if "NT" in self.suits else ""
        self.notes = (
            *self.notes,
            note(
                "rotating-trumps",
                "The trump suit rotates",
                f"No card is turned. From deal to deal trumps are {listed(names)}{without}. Then it"
                " begins again.",
                "trump",
                *(("no-trump",) if "NT" in self.suits else ()),
            ),
        )

    def orders(self, game: TrickGame) -> tuple[str, ...]:
        return self.suits

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        word = self.suits[(state.standing.deal - 1) % len(self.suits)]
        return super().apply(state.but(order=state.game.ordering(word)), seat, move)


# --- a turned card that scores

TURNED = Formula("b", b="card points of the turned card")


@dataclass(frozen=True)
class BonusState(TrickState):
    """held_bonus: points of the turned card that wait until the result of the deal is scored."""

    held_bonus: int = 0


class BonusDealing(TurnUpDealing):
    """The dealer's side scores the points of the turned card at once, unless they have to wait."""

    def apply(self, state: BonusState, seat: int | None, move: Deal) -> Any:
        game, side = state.game, state.game.side_index(state.dealer)
        points = game.card_points(self.turn(state, move))
        bonus = game.turn_up_lines(points, side, state.standing.totals[side])
        held = sum(x.points for x in bonus if x.account == "held")
        return super().apply(state.but(held_bonus=held, pegged=() if held else bonus), seat, move)


class BonusGame(TrickGame):
    """A game whose turned card scores by ``bonus_rule``, but cannot win a game of
    ``target`` points before the deal is played."""

    State: type[BonusState] = BonusState
    bonus_rule: ClassVar[Rule]
    target = Option(35, range(10, 201), "The score that wins the match.")

    def turn_up_lines(self, bonus: int, side: int, total: int) -> tuple[ScoreLine, ...]:
        """The line of a turned card: in the account "held" when it has to wait."""
        held, because = (
            "held" if total + bonus >= self.target else "",
            "the turned card is worth points",
        )
        made = line(
            self.sides[side].id,
            "Turned card",
            self.bonus_rule,
            TURNED,
            because,
            account=held,
            b=bonus,
        )
        return (made,) if bonus else ()

    def held(self, state: BonusState) -> tuple[int, int] | None:
        """The side and the points that wait, if any."""
        return (self.side_index(state.dealer), state.held_bonus) if state.held_bonus else None


def held_bonuses(game: BonusGame) -> dict[tuple[int, int] | None, str]:
    """What may wait: nothing, or the points of a turned card for one of the sides."""
    choices: dict[tuple[int, int] | None, str] = {None: "nothing waits"}
    return choices | {
        (i, n): f"{side.name} {n}"
        for i, side in enumerate(game.sides)
        for n in sorted({*game.rank_points.values()})
    }


class BonusResult:
    """A result with ``card_points``, ``tricks``, the scores ``before`` and ``held``, what waits."""

    card_points: tuple[int, ...]
    tricks: tuple[int, ...]
    before: tuple[int, ...]
    held: tuple[int, int] | None

    def cannot(self, game: BonusGame) -> str:
        if because := too_many_points(game, self.card_points, self.tricks):
            return because
        if self.held is None or self.before[self.held[0]] + self.held[1] >= game.target:
            return ""
        side = game.sides[self.held[0]].name
        return (
            f"the turned card waits only if it would bring {side} to {game.target}; raise the"
            " score, or let nothing wait"
        )


# --- a stock whose top card is turned


class StockDealing(TurnUpDealing):
    """Where a stock is left, its top card is turned instead of the dealer's last, and stays on
    it."""

    def turn(self, state: TrickState, move: Deal) -> Card:
        return move.stock[0] if move.stock else super().turn(state, move)

    def apply(self, state: Any, seat: int | None, move: Deal) -> Any:
        state = super().apply(state, seat, move)
        return state.but(shown=state.stock[:1], stock=state.stock[1:])


class StockGame(TrickGame):
    """A game dealt in that way: the card turned last lies on the stock."""

    def in_stock(self, state: TrickState) -> int:
        return super().in_stock(state) + len(state.shown)

    def zones(self, state: TrickState) -> list[Zone]:
        zones = super().zones(state)
        if state.shown:
            top = [face(state.shown[-1], marks=("turned",))]
            zones.append(
                Zone("stock", "stock", "pile", None, "Stock", top, True, self.in_stock(state))
            )
        return zones
