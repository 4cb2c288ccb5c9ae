"""Banking games: one player holds the bank and settles with each of the others; nobody else has
to do with anybody.

Knows bets, limits, the bank and how two sides of a bet are written down.  Knows no cards and no
particular game.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple, Self

from cardlab.engine.cards import BACK, Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceUp, SeatNo
from cardlab.engine.game import Dealing, Game, Phase, State, seats_around
from cardlab.engine.lacking import STOCK_LACKS, short_told
from cardlab.engine.moves import Bet, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnReason, dealt
from cardlab.engine.words import Seat

SIT_OUT = Say("sit out", "Sit out", "sits out")
HIT, STAND = Say("hit", "Hit", "draws a card"), Say("stand", "Stand", "stands")


@dataclass(frozen=True)
class BankState(State):
    """bets: chips by seat, 0 for the banker and for those who sit out.  The dealer is the
    banker."""

    bets: BySeat[int] = ()


Boards = tuple[tuple[Card, ...], ...]


@dataclass(frozen=True)
class HoleState(BankState):
    """A table with hole cards.  boards: each seat's cards, the hole card first; faced: the seats
    whose hole card is turned up; dead: by seat, the cards of those who are out of the deal."""

    boards: FaceUp[BySeat[tuple[Card, ...]]] = ()
    faced: tuple[SeatNo, ...] = ()
    dead: FaceUp[BySeat[tuple[Card, ...]]] = ()

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        down = [
            (BACK, *b[1:]) if b and i != viewer and i not in self.faced else b
            for i, b in enumerate(self.boards)
        ]
        return super().seen_by(viewer, me).but(boards=tuple(down))


def put(boards: Boards, seat: int, board: tuple[Card, ...]) -> Boards:
    """The boards, with one seat's changed."""
    return (*boards[:seat], board, *boards[seat + 1 :])


# --- the limits


@rule("outside-limits", "Bet within the limits", "stake", "banker")
def within_limits(table: BankState, moves: tuple[Move, ...]) -> Ruling:
    """The banker announces the smallest and the largest bet, {least} and {most}; bet a whole
    number of chips between them."""
    least, most = table.game.least, table.game.most
    return may_not(
        moves,
        lambda m: isinstance(m, Bet) and not least <= m.chips <= most,
        "bets run from {least} to {most}",
        {"least": str(least), "most": str(most)},
        leaves=lambda m: isinstance(m, Bet),
    )


# --- bets, shuffle


class Shuffle(Dealing):
    """Shuffle, and deal nothing yet: the players bet before they are dealt to."""

    part = SheetPart.DEAL

    id, title = "shuffle", "Before the deal"
    notes: tuple[Rule, ...] = (
        note(
            "banker-shuffles",
            "The banker shuffles",
            "The banker deals. The whole pack is shuffled before every deal.",
            "banker",
            "deal",
        ),
    )


class Bets(Phase):
    """One bet a seat, from the banker's left; the banker has none.  If all sit out the deal is
    void."""

    part = SheetPart.BEFORE

    not_yet = ("boards", "dead")

    id, title, doing = "bets", "The bets", "bet"
    did = "bet"
    begins = "eldest"
    prompt = "Place your bet, or sit this deal out."
    rules = (within_limits,)
    notes = (
        note(
            "bets-in-turn",
            "Bet before the deal",
            "Beginning at the banker's left, each player places a bet or sits the deal out. If"
            " nobody bets, the same banker opens the bets again.",
            "stake",
            "turn",
        ),
    )
    spoken = (SIT_OUT,)

    def enter(self, state: HoleState) -> Any:
        return state.but(bets=(0,) * state.game.players, to_move=state.after_seat(state.dealer))

    def candidates(self, table: HoleState) -> tuple[Move, ...]:
        return (*(Bet(chips) for chips in range(table.game.least, table.game.most + 1)), SIT_OUT)

    def read(self, table: HoleState, text: str) -> Move | None:
        match = re.fullmatch(r"(?:bet )?(\d{1,6})", text)
        return Bet(int(match[1])) if match else None

    def apply(self, state: HoleState, seat: int, move: Move) -> Any:
        if isinstance(move, Bet):
            state = state.but(bets=(*state.bets[:seat], move.chips, *state.bets[seat + 1 :]))
        following = state.after_seat(seat)
        if following != state.dealer:
            return state.but(to_move=following)
        return state.game.next_phase(state) if any(state.bets) else state.game.end(state, void=True)


def from_bankers_left(banker: int, players: int) -> tuple[int, ...]:
    """The seats but the banker's, in turn."""
    return seats_around(banker, players)[1:]


class HandOut(Phase):
    """One card each, face down, to everybody who has bet and to the banker; nothing to decide."""

    part = SheetPart.DEAL

    id, title = "deal", "The deal"
    notes = (
        note(
            "hole-card",
            "One card face down",
            "Deal one card face down to each player who has bet, and one to the banker. Look at"
            " yours and show it to nobody.",
            "deal",
            "hand",
            "open-blind-hole",
        ),
    )

    def enter(self, state: HoleState) -> Any:
        players, stock = state.game.players, state.stock
        boards: Boards = ((),) * players
        for seat in (*from_bankers_left(state.dealer, players), state.dealer):
            if state.bets[seat] or seat == state.dealer:
                boards, stock = put(boards, seat, stock[:1]), stock[1:]
        return state.game.next_phase(state.but(stock=stock, boards=boards, dead=((),) * players))


class HitOrStand(Phase):
    """Each player in turn draws until content or bust, then the banker, if there is anybody left
    to settle with.  The game says what has busted, what stands by itself, and what a bust costs
    (see `HoleGame`)."""

    id, title, prompt, doing = "play", "The play", "Hit or stand.", "hit or stand"

    def lacking(self, state: Any) -> str:
        return "" if state.stock else STOCK_LACKS

    def enter(self, state: HoleState) -> Any:
        return self.pass_on(state, from_bankers_left(state.dealer, state.game.players))

    def whose_turn(self, state: HoleState, last: LastMove | None) -> TurnReason | None:
        """At the banker's left everybody else is still to come; later, who moved last."""
        moved = last is not None and last.seat is not None and last.before.phase == self
        drawn = state.to_move is not None and len(state.boards[state.to_move]) > 1
        if not moved and not drawn and state.to_move == state.after_seat(state.dealer):
            return dealt(state)
        return super().whose_turn(state, last) if moved else None

    def pass_on(self, state: HoleState, seats: tuple[int, ...]) -> Any:
        """The turn goes to the first of these players with cards; then to the banker, if anybody
        else has any."""
        following = next((seat for seat in seats if state.boards[seat]), state.dealer)
        if following != state.dealer:
            return state.but(to_move=following)
        if sum(map(bool, state.boards)) == 1:
            return self.show(state)
        return state.but(to_move=state.dealer, faced=(*state.faced, state.dealer))

    def show(self, state: HoleState) -> Any:
        """The end of the deal: everybody turns up the hole card."""
        return state.game.end(state, faced=tuple(range(state.game.players)))

    def vocabulary(self) -> Iterable[Move]:
        return (HIT, STAND)

    def candidates(self, table: HoleState) -> tuple[Move, ...]:
        return HIT, STAND

    def apply(self, state: HoleState, seat: int, move: Move) -> Any:
        game: Any = state.game
        if move == HIT:
            board = (*state.boards[seat], state.stock[0])
            state = state.but(stock=state.stock[1:], boards=put(state.boards, seat, board))
            if seat == state.dealer and not game.busted(board):
                return state
            if seat != state.dealer and game.busted(board):
                lost = game.bust_lines(state, seat)
                dead = put(state.dead, seat, board)
                state = state.but(
                    boards=put(state.boards, seat, ()), dead=dead, pegged=(*state.pegged, *lost)
                )
            elif seat != state.dealer and game.natural(board):
                state = state.but(faced=(*state.faced, seat))
            elif seat != state.dealer:
                return state
        if seat == state.dealer:
            return self.show(state)
        turns = from_bankers_left(state.dealer, game.players)
        return self.pass_on(state, turns[turns.index(seat) + 1 :])

    def asks(self, state: HoleState) -> str:
        game: Any = state.game
        if state.me is None or state.me != state.to_move:
            return self.prompt
        return f"Your total is {game.said(state.boards[state.me])}: hit or stand."

    def told(self, state: HoleState, seat: int, move: Move, name: str) -> str:
        if move != HIT:
            return move.told(name)
        game: Any = state.game
        board = (*state.boards[seat], state.stock[0])
        bust, stands = game.busted(board), game.natural(board)
        end = " and busts with {}" if bust else " and has {} in two cards" if stands else ""
        return f"{name} draws {board[-1].sign}{end.format(game.said(board))}."


# --- settlement


class Terms(NamedTuple):
    """What a bet brings its player, and the same from the banker's side."""

    player: Formula
    banker: Formula


def terms(player: str, banker: str, **quantities: str | Quantity) -> Terms:
    """Two formulas over the same quantities; their sum is always 0."""
    return Terms(Formula(player, **quantities), Formula(banker, **quantities))


WON, LOST = terms("b", "-b", b="the bet"), terms("-b", "b", b="the bet")


def pay(
    game: Game,
    decided: Rule,
    banker: int,
    seat: int,
    by: Terms,
    title: str,
    because: str,
    cards: Iterable[Card] = (),
    **values: int,
) -> Iterator[ScoreLine]:
    """Settle one bet: a line for the player and its opposite for the banker."""
    held = tuple(cards)
    yield line(game.sides[seat].id, title, decided, by.player, because, cards=held, **values)
    from_whom = game.tell("{title} ({who})", title=title, who=Seat(seat))
    yield line(game.sides[banker].id, from_whom, decided, by.banker, because, cards=held, **values)


@dataclass(frozen=True)
class Settlement:
    """What a table with one hand a seat is settled from.  banker: the seat; bets and hands by
    seat (no bet and no hand for those who sat out, or have been settled with already)."""

    banker: int
    bets: tuple[int, ...]
    hands: Boards

    @property
    def bank(self) -> tuple[Card, ...]:
        """The banker's hand."""
        return self.hands[self.banker]

    def case(self, hand: tuple[Card, ...]) -> str:
        """Which of the game's rules settles with a hand."""
        raise NotImplementedError

    def whose(self, case: str) -> Iterator[tuple[int, tuple[Card, ...]]]:
        """The players to whom a case applies, from the banker's left, with their hands."""
        for seat in from_bankers_left(self.banker, len(self.bets)):
            if self.bets[seat] and self.hands[seat] and self.case(self.hands[seat]) == case:
                yield seat, self.hands[seat]

    def pay(
        self,
        game: Game,
        decided: Rule,
        seat: int,
        by: Terms,
        title: str,
        because: str,
        **values: int,
    ) -> Iterator[ScoreLine]:
        """Settle with one player for the bet, the quantity ``b``."""
        bet, hand = self.bets[seat], self.hands[seat]
        return pay(game, decided, self.banker, seat, by, title, because, hand, b=bet, **values)


class BankGame(Game):
    """A banking game: zero-sum, and the dealer is the banker."""

    shelf = GameShelf.BANKING
    least = Option(1, range(1, 101), "The smallest bet that the banker takes.", house=True)
    most = Option(10, range(1, 101), "The largest bet that the banker takes.", house=True)

    State: type[BankState] = BankState
    zero_sum: ClassVar[bool] = True

    def role_text(self, state: HoleState, seat: int) -> str:
        return "You hold the bank." if seat == state.dealer else ""

    def aim_text(self, state: HoleState, seat: int) -> str:
        """More chips, won from the banker, or by the banker from each of the others."""
        more = "end the deal with more chips than you began with."
        if seat == state.dealer:
            return f"Each of the others plays against you: {more}"
        return f"You play against the banker alone: {more}"

    def impossible(self) -> str:
        if self.least <= self.most:
            return ""
        return f"least={self.least} is more than most={self.most}"


class HoleGame(BankGame):
    """A banking game with a hole card each, played by hitting and standing."""

    State: type[HoleState] = HoleState
    natural_title: ClassVar[str] = "Two cards that stand by themselves"
    """What the game calls two cards that win at once."""

    def result_lacks(self, state: Any) -> str:
        return short_told(state) or super().result_lacks(state)

    def busted(self, board: tuple[Card, ...]) -> bool:
        raise NotImplementedError

    def natural(self, board: tuple[Card, ...]) -> bool:
        """The two cards that stand by themselves."""
        raise NotImplementedError

    def said(self, board: tuple[Card, ...]) -> str:
        """The total of some cards, as it is written."""
        raise NotImplementedError

    def bust_lines(self, state: Any, seat: int) -> tuple[ScoreLine, ...]:
        """What a player who has busted loses at once."""
        raise NotImplementedError

    @property
    def deals_first(self) -> str:
        return (
            f"{self.names[self.opening().dealer]} holds the bank first, if nothing else is agreed."
        )

    @property
    def deal_passes(self) -> str:
        return (
            "The banker deals again, unless only others are dealt two cards that stand by"
            " themselves; then the first of them to the banker's left takes the bank."
        )

    def next_dealer(self, state: HoleState) -> int:
        """The first to the banker's left whose two cards stand by themselves, unless the
        banker's are such, too."""
        boards, seats = state.boards, (state.dealer, *from_bankers_left(state.dealer, self.players))
        return next((seat for seat in seats if self.natural(boards[seat])), state.dealer)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """boards: each seat's cards, the hole card first."""
        boards = tuple(read_cards(b) for b in given.get("boards", ())) or ((),) * self.players
        empty: dict[str, Any] = {"bets": (0,) * self.players, "dead": ((),) * self.players}
        return empty | given | {"boards": boards}

    def zones(self, state: HoleState) -> list[Zone]:
        zones = [pile("stock", "Pack", state.stock, open=False)]
        for seat, board in enumerate(state.boards):
            title = "Your cards" if seat == state.viewer else f"{self.names[seat]}'s cards"
            out = state.dead[seat]
            faces = [face(c, marks=("dead",) if out else ()) for c in board or out]
            if board or out or state.bets[seat]:
                note = self.note(state, seat, board, out)
                stake = state.bets[seat] or None
                zones.append(
                    Zone(
                        f"board-{seat}", "board", "row", seat, title, faces, note=note, stake=stake
                    )
                )
        return zones

    def note(
        self, state: HoleState, seat: int, board: tuple[Card, ...], out: tuple[Card, ...]
    ) -> str:
        """What the one who looks may know of a board."""
        if out or (board and BACK not in board and self.busted(board)):
            return f"bust, {self.said(out or board)}"
        shown = tuple(c for c in board if c is not BACK)
        if not shown:
            return ""
        return (
            f"shows {self.said(shown)}" if len(shown) < len(board) else f"total {self.said(board)}"
        )

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {state.dealer: ["bank"]}
        for seat, bet in enumerate(state.bets):
            if state.phase.id not in ("shuffle", "bets") and not bet and seat != state.dealer:
                notes[seat] = ["sits out"]
        return {"notes": notes}
