"""Ziginette: bet that the banker's card is matched before yours.

Source: the Ziginette entry of the project's first collection of rules.  House choices: bets are
placed in turn from the banker's right, and the limits apply to every single bet; a player bets once
on a card before the next is turned, later bets on it add up, and none is withdrawn; nobody bets on
the banker's card or on a dead rank; while no chips lie on the board each player says whether to
wait for another card, and if nobody does the deal ends; an empty board ends it too; the limits
stand for the whole match; no cut goes to the house (option ``rake``); a number of deals is agreed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import RANK_NAMES, Card, cards, pack
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import BetOn, Deal, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, chosen, seat_of, switch
from cardlab.engine.rulings import Rule, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, line
from cardlab.engine.table import Face, Zone, face, pile
from cardlab.engine.words import listed, some
from cardlab.families.banking import (
    LOST,
    WON,
    BankGame,
    BankState,
    Shuffle,
    pay,
    within_limits,
)
from cardlab.families.matches import Deals

NEXT = Say("done", "Next card", "waits for the next card")
ENOUGH = Say("enough", "No more bets", "wants no more bets")
TURN = Say("turn", "Turn a card", "turns a card")
AGAIN, PASS_BANK = (
    Say("deal again", "Deal again", "keeps the bank"),
    Say("pass the bank", "Pass the bank", "passes the bank"),
)

PACK = note(
    "pack-of-forty",
    "The pack of 40",
    "Take the tens, nines and eights out of the standard pack. Only ranks matter; there are four"
    " cards of each.",
    "stripped-pack",
    "symbol",
    part=SheetPart.PACK,
)
OPEN_DEAL = note(
    "board-and-bank",
    "The board and the banker's card",
    "The banker turns up two cards for the board and one for the bank. If two of the three are of"
    " one rank it is a playette: all go back, and the pack is shuffled and dealt again.",
    "deal",
    "open-blind-hole",
    "symbol",
)
WINDOW = note(
    "betting-window",
    "Bets before every card",
    "Before each card that the banker turns, every player in turn may bet on cards of the board,"
    " on none, one or several. The player on the banker's right begins. Bets lie until they are"
    " settled. If no chips are on the board and nobody wants to go on, the deal ends.",
    "stake",
    "turn",
)
NEW_CARD = note(
    "turned-card",
    "What a turned card does",
    "A card of a new rank joins the board. A card that matches one on the board takes that one"
    " away, and the rank is dead: its other cards are laid aside. The card that matches the"
    " banker's ends the deal, and so does an empty board.",
    "symbol",
    "banker",
)
BANK_MOVES = note(
    "bank-moves-right",
    "The bank moves to the right",
    "After the banker's card was matched, the bank goes to the player on the banker's right. After"
    " any other end the banker may deal again or pass the bank, which goes to the right, too.",
    "banker",
    "turn",
)


class Wager(NamedTuple):
    """Chips that a seat has on a card of the board."""

    seat: SeatNo
    card: Card
    chips: int


@dataclass(frozen=True)
class ZigState(BankState):
    """board: the open cards that may be bet on; bank: the banker's card; dead: matched cards and
    their mates; wagers: what lies on the board; placed: the cards that the seat to move has just
    bet on; unwilling: how many want no more bets; turned and did: the last card and what it did;
    keeps: the banker deals again."""

    board: FaceUp[tuple[Card, ...]] = ()
    bank: FaceUp[tuple[Card, ...]] = ()
    dead: FaceUp[tuple[Card, ...]] = ()
    wagers: tuple[Wager, ...] = ()
    placed: tuple[Card, ...] = ()
    unwilling: int = 0
    turned: Card | None = None
    did: str = ""
    keeps: bool = False

    def missing(self) -> str:
        """No bets are counted until somebody has made one."""
        return super().missing() if self.bets else ""

    def staked(self, rank: str = "") -> tuple[int, ...]:
        """The chips by seat on the card of this rank, or on all."""
        chips = [0] * self.game.players
        for wager in self.wagers:
            chips[wager.seat] += wager.chips if rank in ("", wager.card.rank) else 0
        return tuple(chips)


@rule("not-on-board", "Bet on the board", "stake", "symbol")
def on_the_board(table: ZigState, moves: tuple[Move, ...]) -> Any:
    """Bet on a card of the board; not on the banker's, and not on a rank that is dead."""
    return may_not(
        moves,
        lambda m: isinstance(m, BetOn) and m.on not in table.board,
        "only {board} {lie} on the board",
        lambda: {
            "board": listed(table.board, "and", 9),
            "lie": "lies" if len(table.board) == 1 else "lie",
        },
        leaves=lambda m: isinstance(m, BetOn),
    )


@rule("one-bet-a-card", "Once on a card before the next", "stake", "turn")
def one_bet_a_card(table: ZigState, moves: tuple[Move, ...]) -> Any:
    """Bet once on a card, as much as the limits allow; when the next card has been turned you
    may add to it."""
    return may_not(
        moves,
        lambda m: isinstance(m, BetOn) and m.on in table.placed,
        "{you} {have} just bet on {cards}",
        lambda: {"cards": table.placed},
        then="{you} {have} just bet on {cards}",
    )


class OpenDeal(Shuffle):
    """Shuffle and turn up three cards, until no two of them are of one rank."""

    part = SheetPart.DEAL

    notes = (*Shuffle.notes, OPEN_DEAL)

    def apply(self, state: ZigState, seat: int | None, move: Deal) -> Any:
        first, second, own, *stock = move.stock
        state = state.but(hands=move.hands, board=(first, second), bank=(own,), stock=tuple(stock))
        playette = len({first.rank, second.rank, own.rank}) < 3
        return state if playette else state.game.next_phase(state)


class Window(Phase):
    """Bets on the board, in turn."""

    part = SheetPart.BEFORE

    id, title, doing = "bets", "The bets", "bet"
    did = "decided"
    begins, comes_back = "eldest", True
    prompt = "Bet on cards of the board, or wait for the next card."
    rules = (on_the_board, one_bet_a_card, within_limits)
    notes = (WINDOW,)
    spoken = (NEXT, ENOUGH)

    def enter(self, state: ZigState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer), unwilling=0)

    def candidates(self, table: ZigState) -> tuple[Move, ...]:
        game = table.game
        bets = [
            BetOn(n, c)
            for c in table.board
            if c not in table.placed
            for n in range(game.least, game.most + 1)
        ]
        closed = [BetOn(game.least, card) for card in (*table.placed, *table.bank)]
        return (*bets, *closed, NEXT, *(() if table.wagers else (ENOUGH,)))

    def read(self, table: ZigState, text: str) -> Move | None:
        """``bet 5 on KS``; the rank alone is enough."""
        match = re.fullmatch(r"(?:bet )?(\d{1,6}) (?:on )?(\w{1,2})", text)
        if not match:
            return None
        named = match[2].upper()
        visible = (*table.board, *table.bank, *table.game.pack)
        card = next((c for c in visible if named in (c, c.rank)), None)
        return BetOn(int(match[1]), card) if card else None

    def apply(self, state: ZigState, seat: int, move: Move) -> Any:
        if isinstance(move, BetOn):
            return state.but(
                wagers=(*state.wagers, Wager(seat, move.on, move.chips)),
                placed=(*state.placed, move.on),
            )
        state = state.but(unwilling=state.unwilling + (move == ENOUGH), placed=())
        following = state.after_seat(seat)
        if following != state.dealer:
            return state.but(to_move=following)
        stopped = not state.wagers and state.unwilling == state.game.players - 1
        return state.game.go(state, "bank" if stopped else "turn", state.dealer)


class TurnCard(Phase):
    """The banker turns the next card and settles what it decides."""

    id, title, prompt, doing = (
        "turn",
        "The next card",
        "You hold the bank: turn the next card.",
        "turn a card",
    )
    notes = (NEW_CARD,)
    spoken = (TURN,)

    def lacking(self, state: ZigState) -> str:
        return "" if state.stock else STOCK_LACKS

    def candidates(self, table: ZigState) -> tuple[Move, ...]:
        return (TURN,)

    def apply(self, state: ZigState, seat: int, move: Move) -> Any:
        game, card = state.game, state.stock[0]
        did = self.does(state, card)
        state = state.but(stock=state.stock[1:], turned=card, did=did)
        if did == "new":
            return game.go(state.but(board=(*state.board, card)), "bets", None)
        state = state.but(dead=(*state.dead, card))
        if did == "bank":
            return game.end(state)
        if did == "board":
            lost = Turned(seat, card, state.staked(card.rank))
            gone = tuple(c for c in state.board if c.rank == card.rank)
            state = state.but(
                board=tuple(c for c in state.board if c not in gone),
                dead=(*state.dead, *gone),
                wagers=tuple(w for w in state.wagers if w.card not in gone),
                pegged=(*state.pegged, *game.lines_of(lost)),
            )
        return game.go(state, "bets", None) if state.board else game.go(state, "bank", seat)

    @staticmethod
    def does(state: ZigState, card: Card) -> str:
        """What a card does here: match the bank, match the board, nothing, or join the board as
        new."""
        ranks = {"bank": state.bank, "board": state.board, "dead": state.dead}
        return next(
            (did for did, held in ranks.items() if any(c.rank == card.rank for c in held)), "new"
        )

    def told(self, state: ZigState, seat: int, move: Move, name: str) -> str:
        card = state.stock[0]
        ends = {
            "bank": f"and it matches the banker's {state.bank[0].sign}",
            "dead": "and it is dead",
            "new": "for the board",
            "board": (
                f"and it matches {next((c.sign for c in state.board if c.rank == card.rank), '')}"
                " on the board"
            ),
        }
        return f"{name} turns {card.sign}, {ends[self.does(state, card)]}."


class KeepBank(Phase):
    """The deal has ended without a match of the banker's card: the banker keeps the bank or
    passes it."""

    id, title, prompt, doing = (
        "bank",
        "The bank",
        "Deal again, or pass the bank to your right.",
        "keep or pass the bank",
    )
    notes = (BANK_MOVES,)
    spoken = (AGAIN, PASS_BANK)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return AGAIN, PASS_BANK

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        return state.game.end(state, keeps=move == AGAIN)


EXAMPLE = Card("4D")


@dataclass(frozen=True)
class Turned:
    """A card that settles bets: the banker's seat, the card, the chips by seat that it decides,
    and whether it matches the banker's card (then the players win)."""

    banker: int = seat_of(0, "the banker")
    card: Card = chosen(  # noqa: RUF009  (a field with its bounds, not a mutable value)
        lambda game: {c: c.sign for c in game.pack}, EXAMPLE, "the card that is turned"
    )
    bets: tuple[int, ...] = bounded(
        0, lambda game: 40 * game.most, (0, 5, 10, 0), "chips of {}", each="seat"
    )
    bank: bool = switch(False, "it matches the banker's card")

    def cannot(self, game: Ziginette) -> str:
        return (
            "the banker does not bet; take these chips away"
            if self.bets and self.bets[self.banker]
            else ""
        )


CUT = Formula(
    "-(w*r // 100)", w="what the banker has collected", r="the cut of the house in per cent"
)


@scores("board-matched", "The banker collects on a matched card", "zero-sum", "stake", "symbol")
def board_matched(game: Ziginette, result: Turned) -> Any:
    """When a card of the board is matched, the banker collects all the bets on it."""
    for seat, chips in enumerate(result.bets if not result.bank else ()):
        if chips:
            on_it = some(chips, "chip")
            because = f"{result.card.sign} matches the card of the board with {on_it} on it"
            yield from pay(
                game, board_matched, result.banker, seat, LOST, "Matched", because, b=chips
            )


@scores("banker-matched", "The banker pays", "zero-sum", "stake", "banker")
def banker_matched(game: Ziginette, result: Turned) -> Any:
    """When the banker's own card is matched, the banker pays every bet that lies on the board
    its own amount."""
    for seat, chips in enumerate(result.bets if result.bank else ()):
        if chips:
            bet = some(chips, "chip")
            because = f"{result.card.sign} matches the banker's card, and {bet} had been bet"
            yield from pay(
                game,
                banker_matched,
                result.banker,
                seat,
                WON,
                "The bank is matched",
                because,
                b=chips,
            )


@scores("house-cut", "The cut of the house", "stake")
def house_cut(game: Ziginette, result: Turned) -> Any:
    """The house takes its cut from what the banker collects, fractions dropped."""
    if not result.bank and any(result.bets):
        won = sum(result.bets)
        yield line(
            game.sides[result.banker].id,
            "The house",
            house_cut,
            CUT,
            "the house takes its cut",
            w=won,
            r=game.rake,
        )


class Ziginette(BankGame):
    """One player holds the bank and has a card; the others bet on the cards of the board. Cards
    are turned one by one: the board card that is matched first loses its bets, and when the
    banker's is matched, all that are left win."""

    id, title, picture = "ziginette", "Ziginette", "KS 4H 6C"
    counts_instead = "pack-of-forty"
    seats = (2, 8, 4)
    State: type[ZigState] = ZigState
    Result: type[Turned] = Turned
    direction = -1
    pack = pack("A765432KQJ")
    most = BankGame.most.but(default=5)
    rake = Option(
        0,
        (0, 5, 10),
        "The cut of the house from what the banker collects, in per cent.",
        house=True,
    )
    deals = Option(
        0, range(0, 201), "How many deals make a match; 0 is two for each player.", house=True
    )
    notes: tuple[Rule, ...] = (PACK,)
    scoring: tuple[Rule, ...] = (board_matched, banker_matched)
    quiet = {
        "outside-limits": Typed("bet 1000 on 7H"),
    }

    def result_lacks(self, state: ZigState) -> str:
        if state.turned or state.bank:
            return super().result_lacks(state)
        return "A card lies at the bank when a deal ends: give bank"

    def setup(self) -> None:
        super().setup()
        if self.rake:
            self.scoring, self.zero_sum = (*self.scoring, house_cut), False  # type: ignore[misc]
        self.phases = (OpenDeal(), Window(), TurnCard(), KeepBank())
        self.ends = (Deals(self.deals or 2 * self.players),)

    @property
    def deals_first(self) -> str:
        return (
            f"{self.names[self.opening().dealer]} holds the bank first, if nothing else is agreed."
        )

    @property
    def deal_passes(self) -> str:
        return "A banker who keeps the bank deals again; otherwise the next player to the right."

    def next_dealer(self, state: ZigState) -> int:
        return state.dealer if state.keeps else state.after_seat(state.dealer)

    def result(self, state: ZigState) -> Turned:
        """What the last card decides; nothing, if it did not match the banker's."""
        lost = state.did == "bank"
        return Turned(
            state.dealer, state.turned or state.bank[0], state.staked() if lost else (), lost
        )

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """board, bank and dead may be written as text; wagers are (seat, card, chips)."""
        laid = {place: cards(given[place]) for place in ("board", "bank", "dead") if place in given}
        return (
            given
            | laid
            | {"wagers": tuple(Wager(s, Card(c), n) for s, c, n in given.get("wagers", ()))}
        )

    # --- the picture
    def zones(self, state: ZigState) -> list[Zone]:
        def seen(card: Card) -> Face:
            chips = sum(state.staked(card.rank))
            marks = ("fresh",) * (card is state.turned) + ("stake",) * bool(chips)
            return face(card, marks=marks, tag=str(chips or ""))

        fresh = [seen(c) for c in state.board]
        ranks = dict.fromkeys(
            RANK_NAMES[c.rank] + ("es" if c.rank == "6" else "s") for c in state.dead
        )
        return [
            pile("stock", "Pack", state.stock, open=False),
            Zone(
                "bank",
                "board",
                "row",
                state.dealer,
                "The banker's card",
                [face(c) for c in state.bank],
            ),
            Zone(
                "board",
                "pond",
                "row",
                None,
                "The board",
                fresh,
                stake=sum(state.staked()) or None,
                note="at stake on all cards" if state.staked() else "",
            ),
            pile("dead", "Dead cards", state.dead, open=True, note=listed(ranks, most=9)),
        ]

    def panels(self, state: ZigState) -> dict[str, Any]:
        notes: dict[int, list[str]] = {state.dealer: ["bank"]}
        for seat in range(self.players):
            for card in state.board:
                if chips := sum(w.chips for w in state.wagers if w.seat == seat and w.card == card):
                    now = ", just now" if seat == state.to_move and card in state.placed else ""
                    notes.setdefault(seat, []).append(f"{chips} on {card.sign}{now}")
        return {"notes": notes}
