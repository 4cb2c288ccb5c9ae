"""Jersey Gin: Gin Rummy for three, in which both others lay off on all melds and a low stock
changes the rules.

Source: the Jersey Gin entry of the project's first collection of rules (after John Scarne).  House
choices: hands are laid down so that the least is left, and nobody parts a meld of their own to lay
off; the player on the knocker's left lays off first, on both other hands, and the next may use what
was added; a knocker who shares the lowest count wins (option ``tie``); two others who share it
below the knocker's: the one nearer to the knocker's left; the break begins with the breaker's turn;
a card taken after it must join a meld of the taker's own, and stays; a match that nobody has won
after ``deals`` deals goes to the player who leads.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import OVER
from cardlab.engine.moves import Knock, LayOff, Move
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, scored_by, seat_of, switch
from cardlab.engine.rulings import Rule, may_not, note, rule, scores, silent, unless_alone
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.table import Zone
from cardlab.engine.words import in_digits, listed, some
from cardlab.families import boxes, melding
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.melding import OpenMeldGame, OpenState
from cardlab.rulebook.gin_rummy import KNOCKING, knock_with_ten

NOTES = (
    note(
        "jersey-pack",
        "The pack",
        "Use 52 cards. The ace is low, below the two; nothing follows the king.",
        "standard-deck",
        part=SheetPart.PACK,
    ),
    note(
        "jersey-melds",
        "Melds",
        "A meld is a set, three or four cards of one rank, or a run, three or more cards of one"
        " suit that follow each other. A card belongs to one meld only. Melds are kept in the"
        " hand at first.",
        "meld",
        "set",
        "run",
        "hand",
    ),
    melding.COUNT,
)
UPCARD = note(
    "upcard",
    "The upcard and the stock",
    "After the deal turn the next card up to begin the discard pile; the others are the stock. The"
    " player on the dealer's left begins.",
    "stock",
    "discard-pile",
    "eldest",
    "turn",
)
TOP_ONLY = note(
    "top-only",
    "Only the top discard is seen",
    "Keep the discard pile squared up: nobody may look through it.",
    "discard-pile",
)
THE_BREAK = note(
    "the-break",
    "The break",
    "When {break_text} left in the stock, the player whose turn comes next is the breaker. From"
    " that turn on each player lays down melds after discarding, keeps the deadwood hidden, and may"
    " lay off on any meld that lies on the table.",
    "stock-exhausted",
    "lay-down",
)
STOCK_OUT = note(
    "stock-out",
    "The stock runs out",
    "The deal ends when the last card of the stock has been drawn and its drawer has discarded and"
    " laid off.",
    "stock-exhausted",
)
LAY_DOWN = note(
    "lay-down",
    "All lay down",
    "After a knock or gin all three lay down their melds and show their deadwood.",
    "lay-down",
    part=SheetPart.END,
)
LAY_OFF = note(
    "lay-off-in-turn",
    "The others lay off",
    "After a knock the two others, beginning at the knocker's left, lay off on any melds but their"
    " own, those enlarged just now included. The knocker never lays off, and after gin nobody"
    " does.",
    "lay-off",
    part=SheetPart.END,
)


@dataclass(frozen=True)
class BreakState(OpenState):
    """breaker: the seat that had the first turn after the break; gin: the deal was ended by gin.
    The hands are shown after a knock, and at the end."""

    breaker: SeatNo | None = None
    gin: bool = False

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat or self.knocker is not None or self.phase is OVER


@rule(
    "joins-a-meld",
    "After the break, take only what you use",
    "stock-exhausted",
    "discard-pile",
    "meld",
)
def joins_a_meld(table: BreakState, moves: tuple[Move, ...]) -> Any:
    """After the break take the top discard only if it makes a meld with your cards, or extends
    one that you have laid down."""
    up, melds = table.upcard, table.game.melding
    if table.breaker is None or up is None:
        return silent(moves, "the break has not come yet")
    used = any(melds.extends(m, up) for m in table.own()) or any(
        up in m for m in melds.melds((*table.hand, up))
    )
    return may_not(
        moves,
        lambda m: m == "take" and not used,
        "{card} makes no meld with {your} cards",
        {"card": up},
    )


@rule("used-at-once", "A card taken after the break stays", "stock-exhausted", "rummy-turn")
def used_at_once(table: BreakState, moves: tuple[Move, ...]) -> Any:
    """A card taken from the discards after the break is meant for a meld: do not give it up in
    the same turn."""
    if table.breaker is None or table.source != "pile":
        return silent(moves, "{you} {do} not hold a card just taken")
    return unless_alone(
        moves,
        lambda m: m.card == table.drawn,
        "{card} was taken for a meld",
        "{you} {hold} no other card",
        lambda: {"card": table.drawn},
    )


@rule("no-knock-after-break", "No knock after the break", "knock", "gin", "stock-exhausted")
def no_knock_after_break(table: BreakState, moves: tuple[Move, ...]) -> Any:
    """After the break nobody knocks; only gin ends the deal before the stock does."""
    if table.breaker is None:
        return silent(moves, "the break has not come yet")
    left = table.left_by()
    return may_not(
        moves,
        lambda m: isinstance(m, Knock) and left.get(m.card, 1) > 0,
        "after the break only gin ends the deal, and {least} would be left",
        lambda: {"least": some(min(left.values()), "point")},
    )


over_ten = rule("over-ten", *KNOCKING)(knock_with_ten)


class JerseyDraw(melding.Draw):
    rules = (melding.draw_first, joins_a_meld)
    notes = (TOP_ONLY, THE_BREAK, STOCK_OUT)

    def enter(self, state: BreakState) -> Any:
        if state.to_move is None:  # the cards have just been dealt
            state = state.but(to_move=state.eldest, melds=((),) * state.game.players)
        return (
            state.but(breaker=state.to_move)
            if state.breaker is None and len(state.stock) <= state.game.break_at
            else state
        )


class JerseyDiscard(melding.DiscardOrKnock):
    rules = (melding.discard_one, used_at_once, no_knock_after_break, over_ten)
    notes = (LAY_DOWN, LAY_OFF)

    def apply(self, state: BreakState, seat: int, move: Any) -> Any:
        game: Any = state.game
        state = state.but(hands=state.without(seat, move.card), source="")
        state = state.forget(seat, None if isinstance(move, Knock) else (move.card,))
        if isinstance(move, Knock):
            gin = game.melding.deadwood_beside(state.hands[seat], state.melds[seat]) == 0
            state = state.but(knocked=(move.card,), knocker=seat, gin=gin)
            for each in range(game.players):
                state = game.laid_down(state, each)
            return game.end(state) if gin else game.laid_off(state, seat)
        state = state.but(discards=(*state.discards, move.card))
        if state.breaker is None:
            return game.go(state, "draw", state.after_seat(seat))
        return game.go(game.laid_down(state, seat), "lay-off", seat)

    def told(self, state: BreakState, seat: int, move: Move, name: str) -> str:
        return move.told(name) + (
            " The melds go on the table." if state.breaker is not None else ""
        )


class JerseyLayOff(melding.LayingOff):
    def enter(self, state: Any) -> Any:
        """A seat that has nothing to choose is passed over; but while deadwood is hidden its
        holder is always asked, as to pass it over would tell what it holds."""
        seat, game = state.to_move, state.game
        if state.knocker is None:
            may_extend = state.hands[seat] and any(
                melds for other, melds in enumerate(state.melds) if other != seat
            )
        else:
            offered = (m for m in self.candidates(state.seen_by(seat)) if isinstance(m, LayOff))
            may_extend = any(game.melding.extends(m.named, m.card) for m in offered)
        return state if may_extend else game.laid_off(state, seat)


@dataclass(frozen=True)
class JerseyResult:
    """What a deal came to: who ended it, how, the deadwood by seat; before and won as they were
    before the deal."""

    ender: int = seat_of(0, "who knocked, or broke")
    deadwood: tuple[int, int, int] = bounded(0, 98, (9, 11, 14), "deadwood of {}", each="seat")
    gin: int = switch(0, "gin")
    broke: int = switch(0, "the stock ran out")
    before: tuple[int, ...] = bounded(
        0, lambda game: game.target - 1, (0, 0, 0), "score before: {}", each="seat"
    )
    won: tuple[int, ...] = bounded(0, 20, (0, 0, 0), "deals won before: {}", each="seat")

    def cannot(self, game: JerseyGin) -> str:
        left, name = self.deadwood[self.ender], game.names[self.ender]
        if self.gin and self.broke:
            return "gin ends the deal before the stock does; choose one of them"
        if bool(self.gin) != (left == 0) and not self.broke:
            return f"it is gin exactly when {name} has no deadwood; {name} has {left}"
        if not self.broke and left > game.knock_at:
            return (
                f"{name} cannot knock with {left}; lower the deadwood to {game.knock_at}, or let"
                " the stock run out"
            )
        return melding.won_nothing(game, self.before, self.won)


DIFFERENCES = Formula(
    "(a - l) + (b - l)",
    l=Quantity("", "the least deadwood", "least deadwood"),
    a=Quantity("", "the deadwood of one other", "one other"),
    b=Quantity("", "that of the third", "the third"),
)
UNDERKNOCK = Formula("{underknock_counts}")
GAME = Formula("{game_counts}")


@scores(
    "differences", "The lowest hand scores the differences", "difference-scoring", "score-keeping"
)
def differences(game: JerseyGin, result: JerseyResult) -> Any:
    """The player with the least deadwood scores the difference to each of the others, after gin
    all that they have. When the stock has run out the lowest scores as a knocker; among equals the
    breaker comes first, then the player on the breaker's left."""
    winner = game.winner(result)
    low = result.deadwood[winner]
    a, b = (n for seat, n in enumerate(result.deadwood) if seat != winner)
    because = f"{low} stands against {a} and {b}"
    yield line(
        game.sides[winner].id, "Differences", differences, DIFFERENCES, because, l=low, a=a, b=b
    )


@scores("gin-bonus", "Gin", "gin")
def gin_bonus(game: JerseyGin, result: JerseyResult) -> Any:
    """Gin scores {gin_counts} more, before the break and after it."""
    if result.gin:
        yield boxes.gin_line(game, gin_bonus, result.ender)


@scores("underknock", "Underknock", "undercut", "knock")
def underknock(game: JerseyGin, result: JerseyResult) -> Any:
    """A player who has less than the knocker scores {underknock_counts} more; but not when
    the stock has run out.
    {tie}"""
    winner = game.winner(result)
    if winner != result.ender and not result.broke:
        because = (
            f"{result.deadwood[winner]} stands against the knocker's"
            f" {result.deadwood[result.ender]}"
        )
        yield line(
            game.sides[winner].id, "Underknock", underknock, UNDERKNOCK.agreed(game), because
        )


@scores("game-bonus", "The game bonus", "game-bonus")
def game_bonus(game: JerseyGin, result: JerseyResult) -> Any:
    """The first to reach {target} adds {game_counts}."""
    winner = game.winner(result)
    if (reached := game.after_deal(result)[winner]) >= game.target:
        yield line(
            game.sides[winner].id,
            "Game bonus",
            game_bonus,
            GAME.agreed(game),
            boxes.game_reached(game, reached),
        )


@scores("box-bonus", "Boxes", "game-bonus")
def box_bonus(game: JerseyGin, result: JerseyResult) -> Any:
    """When {target} is reached every player adds {box_counts} for each deal won."""
    if max(game.after_deal(result)) >= game.target:
        yield from boxes.box_lines(game, box_bonus, result.won, game.winner(result))


class JerseyGin(OpenMeldGame):
    """Three players collect sets and runs. Knock with at most {knock_text} left outside melds, or
    go gin with none; the others lay off on all the melds, and the least deadwood wins. When the
    stock runs low, nobody knocks any more."""

    explains = {"knock": "over-ten", "gin": "over-ten", "deadwood": "deadwood"}
    told_first = ("draw-first", "discard-one", "over-ten", "top-only", "the-break")

    id, title, picture = "jersey-gin", "Jersey Gin", "JC JD JH"
    seats = (3, 3, 3)
    pack = pack()
    State: type[BreakState] = BreakState
    Result: type[JerseyResult] = JerseyResult
    target = Option(100, range(50, 301), "The score that wins the match.")
    knock_at = Option(10, range(1, 31), "The most deadwood with which a player may knock.")
    break_at = Option(3, range(1, 11), "The cards left in the stock at which the break comes.")
    gin_counts = Option(40, range(0, 101), "What gin scores besides.", said=NO_POINTS)
    underknock_counts = Option(
        10, range(0, 51), "What an underknock scores besides.", said=NO_POINTS
    )
    game_counts = Option(100, range(0, 301), "The game bonus.", said=NO_POINTS)
    box_counts = Option(
        25, range(0, 51), "What each deal won adds at the end of the match.", said=NO_POINTS
    )
    tie = Option(
        "knocker",
        {
            "knocker": "A knocker who shares the lowest count wins.",
            "underknock": "Another player who shares the lowest count with the knocker wins.",
        },
        "Who wins when another has as little deadwood as the knocker.",
        house=True,
    )
    deals = deals_option(20, "After this many deals the match goes to the leader; 0 plays on.")
    notes: tuple[Rule, ...] = NOTES
    counting = (differences, gin_bonus, underknock)
    scoring = (*counting, game_bonus, box_bonus)
    quiet = {
        "draw-first": Typed("discard AS"),
        "discard-one": Typed("draw"),
        "gin-bonus": Rare("hands drawn at random are seldom gin", scored_by("gin-bonus")),
        "underknock": Rare("hands drawn at random seldom underknock", scored_by("underknock")),
    }

    def result_lacks(self, state: Any) -> str:
        """Who knocked, or at whose turn the break came."""
        if state.breaker is None and state.knocker is None:
            return "Somebody knocks, or the break comes, to end a deal: give knocker or breaker"
        return ""

    @property
    def knock_text(self) -> str:
        """The most deadwood with which a player may knock, in words."""
        return in_digits(self.knock_at, "point")

    @property
    def break_text(self) -> str:
        """How many cards are left at the break, with the verb."""
        return f"{some(self.break_at, 'card')} {'is' if self.break_at == 1 else 'are'}"

    def setup(self) -> None:
        dealing = melding.MeldDealing(each=10, notes=(*melding.MeldDealing.notes, UPCARD))
        self.phases = (dealing, JerseyDraw(), JerseyDiscard(), JerseyLayOff())
        self.ends = (Race(self.target), Deals(self.deals))

    def feats(self, result: JerseyResult) -> tuple[Feat, ...]:
        """Who won the deal, and how."""
        winner = self.winner(result)
        others = [str(n) for seat, n in enumerate(result.deadwood) if seat != winner]
        left, against = result.deadwood[winner], f"against {listed(others)}"
        if result.gin:
            return (Feat((result.ender,), f"went gin {against}"),)
        if result.broke:
            return (Feat((winner,), f"had {left} of deadwood {against}", "the stock ran out"),)
        if winner == result.ender:
            return (Feat((winner,), f"knocked with {left} {against}", "the knock was good", True),)
        did = f"knocked with {result.deadwood[result.ender]}"
        compared = "less" if left < result.deadwood[result.ender] else "just as little"
        return (Feat((result.ender,), did, f"another hand had {compared}, {left}", False),)

    def winner(self, result: JerseyResult) -> int:
        """The lowest; among equals the knocker or breaker, then the nearer to the left of
        either."""
        order = [(result.ender + i) % 3 for i in range(3)]
        if self.tie == "underknock" and not result.broke and not result.gin:
            order = [*order[1:], order[0]]
        return min(order, key=lambda seat: result.deadwood[seat])

    def open_to(self, state: BreakState, seat: int) -> tuple[melding.Meld, ...]:
        """After a knock the melds of the two others; after the break all."""
        keep = [
            melds
            for other, melds in enumerate(state.melds)
            if other != seat or state.knocker is None
        ]
        return tuple(meld for melds in keep for meld in melds)

    def laid_off(self, state: BreakState, seat: int) -> Any:
        following = state.after_seat(seat)
        if state.knocker is not None:
            return (
                self.end(state)
                if following == state.knocker
                else self.go(state, "lay-off", following)
            )
        return self.go(state, "draw", following) if state.stock else self.end(state)

    def result(self, state: Any) -> JerseyResult:
        broke = state.knocker is None
        a, b, c = (self.value(hand) for hand in state.hands)
        ender = state.breaker if broke else state.knocker
        return JerseyResult(
            ender, (a, b, c), int(state.gin), int(broke), state.standing.totals, state.standing.won
        )

    def zones(self, state: BreakState) -> list[Zone]:
        stock, *rest = super().zones(state)
        return [
            stock if state.breaker is None else replace(stock, note="the break has come"),
            *rest,
        ]

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        ended = "gin" if state.gin else "knocked"
        for seat, remark in (
            (state.eldest, "eldest"),
            (state.breaker, "breaker"),
            (state.knocker, ended),
        ):
            if seat is not None:
                notes.setdefault(seat, []).append(remark)
        self.remark(state, notes)
        return {"notes": notes}
