"""Rituals: what is said and done at a table besides playing, as moves that can be forgotten and
then cost points.

Knows knocking, asking and announcing, in games that count down to zero.  Knows no cards and no
contract.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.rulings import Rule, note
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import number
from cardlab.families.auctions import Auction
from cardlab.families.matches import CountdownGame, CountdownStanding
from cardlab.families.solo import DropGame, DropOut, DropState
from cardlab.families.tricks import DECLARER_LACKS

WAIT, TOUCH = (
    Say("wait", "Wait for the knock", "waits"),
    Say("pick up", "Pick up your cards", "picks up the cards"),
)
KNOCK = Say("knock", "Knock and say the formula", "knocks and says the formula")
FORGET = Say("begin", "Begin without a word", "begins without knocking")
ASK, SILENT = (
    Say("ask", "Ask who goes on", "asks who goes on"),
    Say("silent", "Say nothing", "says nothing"),
)
EXIT = Say("knock out", "Knock and go out", "knocks and goes out")

FAULT = Formula("n", n="the points of a fault")
KNOCKING = note(
    "deal-formula",
    "Knock before the cards are touched",
    "The dealer knocks and says the formula of the deal before anybody picks up a hand. A player"
    " who picks up earlier is {up}; a dealer who forgets the knock is {up} and deals again.",
    "irregularities",
)
ASKING = note(
    "ask-after-four",
    "The soloist asks",
    "After the fourth trick the soloist asks those without a trick whether they go on. A soloist"
    " who does not is {up}, and then nobody may drop out.",
    "irregularities",
    "drop-out",
)
GOING_OUT = note(
    "exit-formula",
    "Announce that you are out",
    "A player who stands at 0 announces it with a knock, the soloist first, then the others in"
    " turn. A player who is silent while another goes out is {up}.",
    "irregularities",
    "countdown",
)
BY_THEMSELVES = note(
    "rituals",
    "Knocks, questions and formulas",
    "The dealer knocks before the hands are touched, the soloist asks after the fourth trick, and"
    " a player who is out at 0 announces it. At a table, whoever forgets is {up}. Here it happens by itself.",
    "irregularities",
)


def five_up_line(game: Any, seat: int, title: str, rule: Rule, because: str = "") -> ScoreLine:
    """A seat goes up by what a fault costs: five, where nothing else is agreed."""
    return line(game.side_of[seat], title, rule, FAULT, because, n=game.fault_costs)


@dataclass(frozen=True)
class RitualState(DropState):
    """touched: who has picked up the hand before the knock; announced: who has gone out, in that
    order."""

    touched: tuple[SeatNo, ...] = ()
    announced: tuple[SeatNo, ...] = ()

    @property
    def sitting(self) -> tuple[int, ...]:
        return tuple(seat for seat in range(self.game.players) if seat not in self.standing.out)

    @property
    def now(self) -> tuple[int, ...]:
        """The scores when the deal is scored: with the faults made before."""
        before = [x for x in self.pegged if x.rule != GOING_OUT]
        return self.game.carried(self.standing, before).totals

    def after_seat(self, seat: int) -> int:
        seat = super().after_seat(seat)
        return seat if seat in self.sitting else self.after_seat(seat)

    def sees(self, viewer: int, seat: int) -> bool:
        return viewer == seat and (self.phase.id != Knocking.id or seat in self.touched)

    def fault(self, seat: int, title: str, rule: Rule) -> RitualState:
        """The same table, with a seat five up."""
        return self.but(pegged=(*self.pegged, five_up_line(self.game, seat, title, rule)))

    def settled(self, zero: tuple[int, ...]) -> RitualState:
        """The same table, with those five up who were silent at zero while another went out."""
        state = self
        for seat in zero if self.announced else ():
            if seat not in self.announced:
                state = state.fault(seat, "Silent at zero", GOING_OUT)
        return state

    def out_at_zero(self, totals: tuple[int, ...]) -> tuple[int, ...]:
        """Who stands at zero: the soloist first, then in turn."""
        first = self.dealer if self.declarer is None else self.declarer
        seats = self.game.seats_from(first)
        return tuple(seat for seat in seats if totals[seat] == 0 and seat in self.sitting)


class Knocking(Phase):
    """The others wait or pick up too early; then the dealer knocks, or forgets to."""

    id, title, prompt, doing = (
        "knock",
        "Before the hands are touched",
        "The cards are dealt.",
        "wait or knock",
    )
    did = "spoke"
    begins = "eldest"
    notes = (KNOCKING,)
    spoken = (KNOCK, FORGET, WAIT, TOUCH)

    def asks(self, state: Any) -> str:
        return (
            "You deal: knock before the hands are touched."
            if state.me == state.dealer
            else "The dealer has not knocked yet."
        )

    def enter(self, state: Any) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (KNOCK, FORGET) if table.me == table.dealer else (WAIT, TOUCH)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move == KNOCK:
            return state.game.next_phase(state)
        if move == FORGET:
            return state.game.end(state.fault(seat, "No knock", KNOCKING), void=True)
        if move == TOUCH:
            state = state.fault(seat, "Picked up early", KNOCKING).but(
                touched=(*state.touched, seat)
            )
        return state.but(to_move=state.after_seat(seat))


class RitualAuction(Auction):
    """One call each of those who are in; at zero, somebody who was silent may still go out here."""

    spoken = (EXIT,)

    def finished(self, state: RitualState) -> bool:
        return len(state.calls) == len(state.sitting)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        late = table.game.rituals and table.now[table.me] == 0
        return (*self.others, *((EXIT,) if late else ()), *self.bids)

    def apply(self, state: RitualState, seat: int, move: Move) -> Any:
        if move != EXIT:
            return super().apply(state, seat, move)
        return state.game.end(state.but(announced=(seat,)).settled(state.out_at_zero(state.now)))


class Asking(DropOut):
    """The soloist asks before anybody can drop out."""

    notes = (*DropOut.notes, ASKING)
    spoken = (*DropOut.spoken, ASK, SILENT)

    def lacking(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().lacking(state)

    def may_ask(self, state: Any) -> bool:
        return state.to_move == state.declarer or super().may_ask(state)

    def enter(self, state: Any) -> Any:
        asking = state.taken and self.may_drop(state)
        return state.but(to_move=state.declarer) if asking else super().enter(state)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (ASK, SILENT) if table.me == table.declarer else super().candidates(table)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move == ASK:
            return self.ask(state, self.may_drop(state))
        if move == SILENT:
            return state.game.next_phase(state.fault(seat, "Did not ask", ASKING))
        return super().apply(state, seat, move)

    def asks(self, state: Any) -> str:
        return (
            "Four tricks are played: what do you say?"
            if state.me == state.declarer
            else self.prompt
        )


class Exit(Phase):
    """Those at zero announce that they go out, or keep silent."""

    id, title, prompt, doing = (
        "exit",
        "Going out",
        "This deal brings you to 0: what do you say?",
        "say whether to go out",
    )
    notes = (GOING_OUT,)
    spoken = (EXIT, SILENT)

    def waiting(self, state: Any) -> tuple[int, ...]:
        lines = (*state.pegged, *state.game.result_lines(state))
        won = state.game.won_outright(lines)
        return (
            state.out_at_zero(state.game.carried(state.standing, lines).totals)
            if won is None
            else ()
        )

    def enter(self, state: Any) -> Any:
        seats = self.waiting(state)
        return state.but(to_move=seats[0]) if seats else state.game.next_phase(state)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (EXIT, SILENT)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        seats = self.waiting(state)
        if move == EXIT:
            state = state.but(announced=(*state.announced, seat))
        later = seats[seats.index(seat) + 1 :]
        return state.but(to_move=later[0]) if later else state.game.next_phase(state.settled(seats))


class RitualResult:
    """A result with ``soloist``, ``tricks``, ``dropped`` and ``out``: who is out has no part in
    a deal, and who drops out has no trick."""

    soloist: int | None
    tricks: tuple[int, ...]
    dropped: tuple[int, ...]
    out: tuple[int, ...]

    def cannot(self, game: Any) -> str:
        for seat, name in enumerate(game.names):
            idle = seat != self.soloist and not self.tricks[seat]
            if seat in self.out and not (idle and seat not in self.dropped):
                return (
                    f"{name} is out of the game and has no part in this deal; give the bid and the"
                    " tricks to others"
                )
            if seat in self.dropped and not idle:
                return (
                    f"only a player without a trick who is not the soloist drops out; {name}"
                    " stays in"
                )
        return ""


def rituals_option() -> Option[bool]:
    return Option(
        False,
        (False, True),
        "Whether knocking, asking and going out are moves that can be forgotten.",
        house=True,
    )


class RitualGame(CountdownGame, DropGame):
    """A countdown whose players go out by a ritual: the first to announce it, or by itself the
    soloist before the others."""

    State: type[RitualState] = RitualState
    fault_costs = Option(
        5, range(1, 13), "By how much the score goes up for a failed bid, no trick or a fault."
    )
    all_or_nothing: ClassVar[str] = ""
    """The rule of a bid that sheds the whole score and wins at once, or costs its player points
    and the place in the game."""

    @property
    def up(self) -> str:
        """What a fault costs, as the table says it: "five up"."""
        return f"{number(self.fault_costs)} up"

    def tricks_to_stay(self, table: RitualState) -> float:
        """The expected tricks that make one trick so likely that the point it sheds outweighs the
        fault of having none: at five, five chances in six."""
        cards = len(table.hand)
        return float(cards * (1 - (1 / (1 + self.fault_costs)) ** (1 / cards)))

    def won_outright(self, lines: Iterable[ScoreLine]) -> int | None:
        """Who has won at once by these lines of a deal, whatever is announced."""
        return next(
            (
                self._side_at[x.side]
                for x in lines
                if x.rule == self.all_or_nothing and x.points <= 0
            ),
            None,
        )

    def carried(self, standing: CountdownStanding, lines: Iterable[ScoreLine]) -> Any:
        lines = tuple(lines)
        gone = [
            self._side_at[x.side] for x in lines if x.rule == self.all_or_nothing and x.points > 0
        ]
        return super().carried(standing, lines).but(out=(*standing.out, *gone))

    def next_standing(self, state: RitualState, lines: Iterable[ScoreLine]) -> CountdownStanding:
        lines = tuple(lines)
        standing: CountdownStanding = super().next_standing(state, lines)
        outright = self.won_outright(lines)
        out = state.announced if self.rituals else state.out_at_zero(standing.totals)
        return standing.but(winner=outright if outright is not None else out[0] if out else None)

    def around(self, deal: Phase, auction: Phase, play: Phase) -> tuple[Phase, ...]:
        """The phases of a deal, with the rituals among them where they are moves."""
        if self.rituals:
            return (deal, Knocking(), auction, Asking(), play, Exit())
        return (deal, auction, DropOut(), play)

    def zones(self, state: RitualState) -> list[Zone]:
        rest = [pile("stock", "Cards not dealt", state.stock, open=False)] if state.stock else []
        return [*super().zones(state), *rest]
