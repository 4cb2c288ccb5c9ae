"""Malilla (Manilla): the seven is the highest card, and an opponent's card must be beaten.

Source: the Malilla entry of the project's first collection of rules.  House choices: each trick counts a point besides
its cards (the entry's totals of 70 and 35 need it); a hand of nothing but barred sevens is free; revokes and misdeals
are refused by the engine, so their penalties are left out.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from ..cards import Card, pack
from ..families.matches import Deals, Race, deals_option
from ..families.tricks import Trick, TrickGame, Tricks, TrickState, beats_the_trick, follow_suit
from ..game import Dealing
from ..moves import Move
from ..rulings import law, must, rule, scores, silent, unless_alone
from ..scoring import Formula, ScoreLine, line
from .kaiser import PARTNERS

PAR, GAME = 35, 35
POINTS = {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}

PACK = law(
    "malilla-pack",
    "Forty cards, the seven on top",
    "Use a pack without eights, nines and tens. In every suit the order is 7 A K Q J 6 5 4 3 2.",
    "stripped-pack",
    "altered-order",
)
TURN_UP = law(
    "turn-up-trump",
    "The turned card makes trumps",
    "The dealer's last card is turned up and fixes the trump suit; it then joins the dealer's hand.",
    "turn-up-trump",
    "trump",
)


@rule("unled-plain-seven", "Keep a seven until its suit is led", "altered-order")
def no_unled_seven(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """Do not discard a plain seven whose suit has not been led in this deal, unless you hold nothing else."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    order = table.order
    led = {order.suit_of[t.cards[0]] for t in (*table.taken, table.trick)}  # type: ignore[union-attr]

    def barred(move: Move) -> bool:
        card = move.card
        return card.rank == "7" and not order.is_trump(card) and order.suit_of[card] not in led  # type: ignore[union-attr]

    sevens = [m.card for m in moves if barred(m)]
    return unless_alone(
        moves,
        barred,
        "nobody has led {suits} in this deal",
        "{you} {have} only sevens of suits not led yet",
        lambda: {"suits": list(dict.fromkeys(c.suit for c in sevens))},  # type: ignore[union-attr]
    )


@rule("must-beat-opponent", "Head an opponent's card", "must-head", "must-overtrump", "ruff")
def beat_an_opponent(table: TrickState, moves: tuple[Move, ...]) -> Any:
    """If an opponent is winning the trick, beat that card if you can, by following suit or with a trump; behind your
    partner you are free."""
    if not table.trick.cards:
        return silent(moves, "{you} {lead} to this trick")
    _, best = table.winning()  # type: ignore[misc]
    if not table.opponent_wins():
        return silent(moves, "{your} partner is winning with {best}", {"best": best})
    return must(
        moves,
        lambda m: beats_the_trick(table, m.card),  # type: ignore[arg-type]
        "{you} must beat the opponent's {best}",
        "{you} {have} nothing open that beats {best}",
        {"best": best},
    )


class MalillaDealing(Dealing):
    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        turned = move.hands[state.dealer][-1]
        game, side = state.game, state.game.side_index(state.dealer)
        order = game.ordering(turned.suit)
        bonus = game.turn_up_lines(order.worth_of[turned], side, state.standing.totals[side])
        held = [x for x in bonus if x.account == "held"]
        return super().apply(
            state.but(
                turned=turned,
                order=order,
                held_bonus=held[0].values[0][1] if held else 0,
                pegged=tuple(x for x in bonus if not x.account),
            ),
            seat,
            move,
        )


@dataclass(frozen=True)
class MalillaState(TrickState):
    """held_bonus: points of the turned card that wait until the result of the deal is scored."""

    held_bonus: int = 0


@dataclass(frozen=True)
class MalillaResult:
    """card_points and tricks by side; held: (side, points) of a turn-up bonus that waited."""

    card_points: tuple[int, int] = (30, 30)
    tricks: tuple[int, int] = (5, 5)
    before: tuple[int, int] = (0, 0)
    held: tuple[int, int] | None = field(default=None)

    def points(self, side: int) -> int:
        return self.card_points[side] + self.tricks[side]


OVER_PAR = Formula("c + t - 35", c="card points of the side", t="its tricks")
TURNED = Formula("b", b="card points of the turned card")


@scores("over-par", "The better side scores what it has above 35", "card-points", "difference-scoring", "slam")
def over_par(game: Malilla, result: MalillaResult) -> Any:
    """A seven counts 5, an ace 4, a king 3, a queen 2, a jack 1, and every trick 1: seventy in all. The side with
    more scores what it has above 35; taking all ten tricks is therefore worth the game."""
    for side in (0, 1):
        if result.points(side) > result.points(1 - side):
            all_ten = ", all ten tricks" if result.tricks[side] == 10 else ""
            said = f"{result.points(side)} to {result.points(1 - side)}{all_ten}"
            yield line(
                game.sides[side].id, "Above par", over_par, OVER_PAR, said, c=result.card_points[side], t=result.tricks[side]
            )


@scores("turn-up-bonus", "The turned card scores for the dealer", "turn-up-trump", "card-points")
def turn_up_bonus(game: Malilla, result: MalillaResult) -> Any:
    """If the turned card is worth points, the dealer's side scores them at once; if that would bring it to 35, they
    wait until the deal has been scored, and count only if the deal has not ended the match."""
    if result.held is None:
        return
    side, bonus = result.held
    after = [
        b + sum(x.points for x in over_par.test(game, result) if x.side == game.sides[i].id) for i, b in enumerate(result.before)
    ]
    if max(after) < GAME:
        yield line(
            game.sides[side].id, "Turned card, held back", turn_up_bonus, TURNED, "it waited for the result of the deal", b=bonus
        )


class Malilla(TrickGame):
    """Four players, two against two. The seven beats the ace, and whoever follows an opponent must beat the best card if
    the hand allows it. Cards and tricks count, and only what is above half scores."""

    id, title, picture = "malilla", "Malilla", "7H AH KH QH"
    partners = True
    pack = pack("7AKQJ65432")
    ranks, card_points = "7AKQJ65432", POINTS
    State = MalillaState
    options = (deals_option(24),)
    laws = (
        PACK,
        PARTNERS,
        law(
            "no-revoke",
            "No card may be played out of order",
            "At a table a revoke or a misdeal costs the game or the deal; here such a card is not accepted.",
            "irregularities",
        ),
    )
    scoring = (over_par, turn_up_bonus)
    Result = MalillaResult

    def setup(self) -> None:
        self.phases = (
            MalillaDealing(each=10, laws=(*Dealing.laws, TURN_UP)),
            Tricks(rules=(follow_suit, no_unled_seven, beat_an_opponent)),
        )
        self.ends = (Race(GAME), Deals(self.deals))

    def turn_up_lines(self, bonus: int, side: int, total: int) -> tuple[ScoreLine, ...]:
        """The line of a turned card: in the account "held" when it has to wait."""
        if not bonus:
            return ()
        held = "held" if total + bonus >= GAME else ""
        return (
            line(
                self.sides[side].id,
                "Turned card",
                turn_up_bonus,
                TURNED,
                "the turned card is worth points",
                account=held,
                b=bonus,
            ),
        )

    def result(self, state: MalillaState) -> MalillaResult:
        cards = [sum(state.order.worth_of[c] for c in taken) for taken in state.taken_by_side()]  # type: ignore[union-attr]
        tricks = state.tricks_by_side()
        live = [
            t + sum(x.points for x in state.pegged if x.side == s.id)
            for t, s in zip(state.standing.totals, self.sides, strict=True)
        ]
        held = (self.side_index(state.dealer), state.held_bonus) if state.held_bonus else None
        return MalillaResult((cards[0], cards[1]), (tricks[0], tricks[1]), (live[0], live[1]), held)

    def trick_worth(self, state: MalillaState, trick: Trick) -> int:
        return 1 + sum(map(self._worth, trick.cards))

    def _worth(self, card: Card) -> int:
        return POINTS.get(card.rank, 0)
