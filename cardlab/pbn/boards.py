"""Boards as a file has them, and what the game of bridge makes of them.

Knows what stands in a board.  Knows no file: `cardlab.pbn.reading` and `cardlab.pbn.writing` do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Self, cast

from cardlab.engine.cards import BACK, RANKS, Card
from cardlab.engine.catalogue import game as find
from cardlab.engine.game import Game, State
from cardlab.engine.match import Match
from cardlab.engine.moves import PASS, Deal, Move
from cardlab.engine.problems import Problem
from cardlab.engine.record import Record
from cardlab.engine.words import ONLOOKER, quoted, shown, some
from cardlab.families.auctions import DOUBLE, REDOUBLE, Calls, Contract
from cardlab.families.duplicate_points import duplicate_points
from cardlab.pbn.words import NAMES
from cardlab.rulebook.bridge import BIDS, Bridge, auction_over, contract_of

SUITS = "SHDC"
WHOLE = 13
"""Cards of a hand."""
CALLS: dict[str, Move] = {str(call): call for call in (*BIDS, PASS, DOUBLE, REDOUBLE)}
GAMES = {"NS": (1, 0), "EW": (0, 1), "All": (1, 1)}


def bridge() -> Bridge:
    """The game whose deals these are."""
    return cast(Bridge, find("bridge"))


class PbnError(ValueError):
    """A file is not PBN, or a board cannot have happened; the message says where and why.

    problem: the same as data; line and board are its line (0: nowhere in particular) and board.
    """

    def __init__(self, problem: Problem | str) -> None:
        self.problem = problem if isinstance(problem, Problem) else Problem(problem)
        super().__init__(str(self.problem))

    def __reduce__(self) -> tuple[Any, ...]:
        return PbnError, (self.problem,)

    @property
    def line(self) -> int:
        return self.problem.line

    @property
    def board(self) -> str:
        return self.problem.board


class Misplayed(Exception):
    """A call, card, contract or result of a board that cannot have been.

    part: call, card, contract, declarer or result; at: which call or card, from 0.
    """

    def __init__(self, part: str, at: int, code: str, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.part, self.at, self.code, self.text, self.rule = part, at, code, text, rule


class AgreedResult(NamedTuple):
    """A result that was agreed before the last card: after so many cards, 0 where a file gives
    the result alone."""

    after: int


class Remark(NamedTuple):
    """A comment of a file, and where it stands.

    place: the tag before it, "" before the first, "call" and "card" in the auction and the play,
    "end" after the last board; after: how many calls or cards stand before it.
    """

    place: str
    text: str
    after: int = 0


@dataclass(frozen=True)
class FileTable:
    """A table that stands in a file, such as the scores of a board, as text.

    columns: their heads, with widths as the file has them; rows: whole lines.
    """

    columns: tuple[str, ...]
    rows: tuple[str, ...] = ()


@dataclass(frozen=True)
class Board:
    """One deal of a file.  Seats are numbers, South 0, West 1, North 2, East 3.

    number: as the file has it; dealer: None where it does not say; hands: a tuple of cards for each
    seat, empty where it is not given; calls and plays in their order, as the game writes them;
    vulnerable: "None", "NS", "EW", "All" or "" where it is not known; declarer and contract ("4HX",
    "Pass"): of the auction, or of the tags where there is none, None and "" if neither says;
    result: tricks of the declarer that the file gives; names: of the players, South first (the
    seat's name where a player is not known); tags: event, site, date and scoring, then all others
    that this class has no field for; score: the text of the file; alerts: of calls, as (place from
    0, text); notes: (number, text), 0 where it has none; tables: of results, by the name of the
    tag; line: where the board begins in the file.
    """

    number: str = ""
    dealer: int | None = None
    hands: tuple[tuple[Card, ...], ...] = ((), (), (), ())
    calls: tuple[str, ...] = ()
    plays: tuple[Card, ...] = ()
    vulnerable: str = ""
    declarer: int | None = None
    contract: str = ""
    result: int | None = None
    names: tuple[str, ...] = NAMES
    tags: tuple[tuple[str, str], ...] = ()
    score: str = ""
    room: str = ""
    alerts: tuple[tuple[int, str], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    remarks: tuple[Remark, ...] = ()
    tables: Mapping[str, FileTable] = field(default_factory=dict, hash=False)
    line: int = field(default=0, compare=False)

    # --- what a file says of it
    @property
    def said(self) -> str:
        return f"board {shown(self.number, 20)}" if self.number else "the board"

    @property
    def first(self) -> int:
        """The seat that calls first; South where the file does not say."""
        return self.dealer or 0

    @property
    def whole(self) -> bool:
        """Whether all four hands of thirteen are known."""
        return all(len(hand) == WHOLE for hand in self.hands)

    @property
    def ending(self) -> bool:
        """Whether this is the end of a deal: four equal hands of fewer than thirteen cards."""
        held = {len(hand) for hand in self.hands}
        return len(held) == 1 and 0 < held.pop() < WHOLE

    @property
    def claim(self) -> AgreedResult | None:
        """After how many cards the result was agreed; None where all were played, or where there
        is no result.

        >>> Board(contract="4S", declarer=0, result=10).claim
        AgreedResult(after=0)
        """
        agreed = self.result is not None and len(self.plays) < 4 * WHOLE
        return AgreedResult(len(self.plays)) if agreed else None

    @property
    def ns_score(self) -> int | None:
        """The points of North and South at a duplicate table, from contract, declarer, result and
        vulnerability; None where one of them is not known.

        >>> Board(contract="4SX", declarer=3, result=9, vulnerable="All").ns_score
        200
        """
        if self.contract == "Pass":
            return 0
        bid = next((bid for bid in BIDS if bid == self.contract.rstrip("X")), None)
        if bid is None or None in (self.declarer, self.result) or not self.vulnerable:
            return None
        side = (self.declarer or 0) % 2
        points = duplicate_points(
            bridge(),
            bid.level,
            bid.strain,
            self.result or 0,
            doubled=self.contract.count("X"),
            vulnerable=bool(GAMES.get(self.vulnerable, (0, 0))[side]),
        )
        return points if side == 0 else -points

    # --- what the game makes of it
    def state(self) -> Any:
        """The table after the calls and cards of this board.  Raises PbnError, with the rule's
        reason, if they are not legal."""
        try:
            return self.replayed()
        except Misplayed as wrong:
            raise self._refuse(wrong) from None

    def position(self) -> Any:
        """The same table for looking at: a contract may stand without the calls that led to it,
        the end of a deal without its beginning, and the vulnerability of the board is that of the
        position.

        >>> from cardlab.pbn import read
        >>> board, = read('''[Deal "N:AKQJ.T98.765.432 T98.765.432.AKQJ 765.432.AKQJ.T98 432.AKQJ.T98.765"]
        ... [Declarer "N"]
        ... [Contract "4S"]
        ... [Vulnerable "NS"]''')
        >>> table = board.position()
        >>> table.phase.id, table.game.names[table.to_move], table.standing.games
        ('play', 'East', (1, 0))
        """
        try:
            state = self._end_state() if self.ending else self.replayed(bare=True)
        except Misplayed as wrong:
            raise self._refuse(wrong) from None
        return state.but(standing=state.standing.but(games=GAMES.get(self.vulnerable, (0, 0))))

    def match(self) -> Match:
        """The board as a match of one deal."""
        return match_of([self])

    def _refuse(self, wrong: Misplayed | str) -> PbnError:
        if isinstance(wrong, str):
            return PbnError(f"{self.said}: {wrong}")
        text = f"{self.said}: {wrong.text}"
        return PbnError(Problem(text, code=wrong.code, rule=wrong.rule))

    def replayed(self, bare: bool = False) -> Any:
        """The table after the calls and cards.  Raises Misplayed where the game refuses one, or
        where contract, declarer or result are others than the calls and cards come to.

        bare: where there are no calls, begin with the contract.
        """
        game = bridge()
        self._know_hands()
        state = game.begin(game.opening().but(dealer=self.first))
        state = state.phase.apply(state, None, Deal(self.hands))
        contract = None if self.calls or not bare else self._contract()
        if contract is not None:
            order = game.ordering(contract.strain)
            state = state.but(contract=contract, declarer=contract.declarer, order=order)
            state = game.next_phase(state)
        for at, call in enumerate(self.calls):
            state = _moved(state, "call", at, call)
        if self.calls and state.contract is not None:
            self._agree(state)
        for at, card in enumerate(self.plays):
            state = _moved(state, "card", at, card)
        self._agree_result(state)
        return state

    def _know_hands(self) -> None:
        unknown = [NAMES[seat] for seat, hand in enumerate(self.hands) if not hand]
        if unknown:
            has = "has" if len(unknown) == 1 else "have"
            raise Misplayed(
                "deal", 0, "hidden", f"{' and '.join(unknown)} {has} no cards in this file"
            )
        if not self.whole:
            few = "the hands do not have thirteen cards each, so the deal cannot be played"
            raise Misplayed("deal", 0, "thirteen", few)

    def _contract(self) -> Contract | None:
        """What the tags say was undertaken."""
        bid = next((bid for bid in BIDS if bid == self.contract.rstrip("X")), None)
        if bid is None or self.declarer is None:
            return None
        return Contract(bid, self.declarer, self.contract.count("X"))

    def _agree(self, state: Any) -> None:
        made = contract_text(state.contract)
        if self.contract and self.contract != made:
            text = f"the contract is {self.contract}, but the auction comes to {made}"
            raise Misplayed("contract", 0, "contract-differs", text)
        if self.declarer not in (None, state.declarer):
            text = (
                f"the declarer is {NAMES[self.declarer or 0]}, but the auction makes it"
                f" {NAMES[state.declarer]}"
            )
            raise Misplayed("declarer", 0, "declarer-differs", text)

    def _agree_result(self, state: Any) -> None:
        """Hold the result to a play that went to its end."""
        if state.contract is None or self.result is None or state.phase.id != "over":
            return
        took = state.tricks_by_side()[state.game.side_index(state.declarer)]
        if self.result != took:
            text = f"the result is {self.result} tricks, but the declarer took {took}"
            raise Misplayed("result", 0, "result-differs", text)

    def doubt(self, state: Any) -> str:
        """Why the result that was agreed cannot be, after the cards that were played; nothing
        where it can.

        state: the table after the calls and cards of this board.
        """
        if self.result is None or not self.plays or state.phase.id == "over":
            return ""
        took = state.tricks_by_side()[state.game.side_index(state.declarer)]
        most = took + WHOLE - len(state.taken)
        if took <= self.result <= most:
            return ""
        played = some(len(self.plays), "card")
        return (
            f"the result is {self.result} tricks, but after {played} the declarer has {took}, and"
            f" {most} at the most"
        )

    def _end_state(self) -> Any:
        """The table of the end of a deal, whose contract may be a strain alone."""
        game = bridge()
        strain = self.contract.rstrip("X").lstrip("1234567")
        if not strain or self.contract == "Pass":
            text = 'the end of a deal needs its trumps: write [Contract "H"], or "NT"'
            raise Misplayed("contract", 0, "no-contract", text)
        declarer = 0 if self.declarer is None else self.declarer
        leads = self.first if self.declarer is None else (declarer + 1) % 4
        bid = next(bid for bid in BIDS if bid.strain == strain)
        made = self._contract() or Contract(bid, declarer)
        state = game.state(trump=strain, hands=self.hands, leader=leads, to_move=leads)
        state = state.but(contract=made, declarer=declarer)
        for at, card in enumerate(self.plays):
            state = _moved(state, "card", at, card)
        return state


def _moved(state: State, part: str, at: int, move: str) -> Any:
    """The table after a call or a card.  Raises Misplayed with the game's reason."""
    game, seat, code = state.game, state.to_move, f"illegal-{part}"
    if seat is None or (state.phase.id == "play") != (part == "card"):
        late = "after the auction" if part == "call" else "after the last trick"
        over = late if part == "call" or seat is None else "before the auction is over"
        raise Misplayed(part, at, code, f"{part} {at + 1}, {move}, comes {over}")
    verdict = game.verdict(state, move)
    if not verdict.legal:
        text = f"{part} {at + 1}, {verdict.move.label} by {NAMES[seat]}: {verdict.say(ONLOOKER)}"
        raise Misplayed(part, at, code, text, str(verdict.rule))
    return game.after(state, move)


def contract_text(contract: Contract) -> str:
    """A contract as the tag has it: 4HX."""
    return f"{contract.bid}{'X' * contract.doubled}"


def outcome(calls: Iterable[str], dealer: int) -> tuple[str, int | None] | None:
    """What an auction comes to, contract and declarer; None while it goes on.  Raises PbnError for
    what is not a call.

    >>> outcome(["pass", "1NT", "pass", "pass", "pass"], dealer=0), outcome(["1NT"], dealer=0)
    (('1NT', 1), None)
    """
    said = tuple(calls)
    if wrong := [call for call in said if call not in CALLS]:
        raise PbnError(f"{quoted(wrong[0])} is not a call; calls are pass, X, XX and 1C to 7NT")
    made: Calls = tuple(((dealer + at) % 4, CALLS[call]) for at, call in enumerate(said))
    if not auction_over(made):
        return None
    contract = contract_of(made)
    return ("Pass", None) if contract is None else (contract_text(contract), contract.declarer)


class Boards(tuple[Board, ...]):
    """The boards of a file that can be used, and what is wrong with the file.

    problems: in the order of the lines; broken: the boards with a severe problem, with what could
    be read of them.
    """

    problems: tuple[Problem, ...]
    broken: tuple[Board, ...]

    def __new__(
        cls,
        boards: Iterable[Board] = (),
        problems: Iterable[Problem] = (),
        broken: Iterable[Board] = (),
    ) -> Self:
        made = super().__new__(cls, boards)
        made.problems, made.broken = tuple(problems), tuple(broken)
        return made

    def events(self) -> dict[str, tuple[Board, ...]]:
        """The boards by the event that they belong to, in their order."""
        groups: dict[str, list[Board]] = {}
        for board in self:
            groups.setdefault(dict(board.tags).get("Event", ""), []).append(board)
        return {event: tuple(boards) for event, boards in groups.items()}


def match_of(boards: Iterable[Board], deals: int | None = None) -> Match:
    """Boards in a row as one rubber (of at most ``deals`` deals). Raises PbnError if they do not
    follow from one another."""
    played = tuple(boards)
    if not played:
        raise PbnError("there is no board to make a match of")
    options: dict[str, Any] = {
        "deals": len(played) if deals is None else deals,
        "first_dealer": NAMES[played[0].first],
    }
    game = find("bridge", **options)
    moves: list[tuple[int | None, str]] = []
    match = None
    for at, board in enumerate(played):
        if match is not None and match.over:
            raise board._refuse("the rubber is over before it")
        turn = (played[0].first + at) % 4
        if board.first != turn:
            raise board._refuse(
                f"{NAMES[board.first]} deals, but it is {NAMES[turn]}'s turn to deal"
            )
        last = board.state()
        if last.phase.id != "over" and at + 1 < len(played):
            raise board._refuse("it is not played to the end, and another follows")
        moves.append((None, str(Deal(board.hands))))
        moves += [(seat, str(call)) for seat, call in last.calls]
        tricks = [*last.taken, *([last.trick] if last.trick.cards else [])]
        moves += [
            (seat, str(card)) for t in tricks for seat, card in zip(t.seats, t.cards, strict=False)
        ]
        match = Record("bridge", 0, played[0].names, game.chosen, tuple(moves)).replay()
    assert match is not None
    return match


def is_for(game: Game) -> bool:
    """Whether deals of this game can be written as PBN: those of bridge can."""
    return game.id == "bridge"


def boards_of(match: Match) -> tuple[Board, ...]:
    """The deals of a match of bridge as boards."""
    if not is_for(match.game):
        raise ValueError(f"PBN is for bridge; this is a match of {match.game.title}")
    starts = [i for i, entry in enumerate(match.entries) if entry.seat is None]
    return tuple(
        board_of(match.state_at(end), match.names)
        for _, end in zip(starts, [*starts[1:], match.ply], strict=True)
    )


def board_of(state: Any, names: tuple[str, ...] = NAMES) -> Board:
    """The deal that a table of bridge came from, with its calls and cards so far.  Raises PbnError
    if a hand is not wholly known.

    >>> state = find("bridge").match(seed=7).play("1NT").state
    >>> board_of(state).calls, board_of(state).position().to_move == state.to_move
    (('1NT',), True)
    """
    if not is_for(state.game):
        raise PbnError(
            f"PBN is for bridge, and this is {state.game.title}; write it as text instead"
        )
    dealt = state.dealt()
    if hidden := [NAMES[seat] for seat, hand in enumerate(dealt) if BACK in hand]:
        raise PbnError(
            f"PBN holds whole deals, and some of {hidden[0]}'s cards lie face down here; turn them"
            " up first"
        )
    for seat, hand in enumerate(dealt):
        if len(hand) != 13:
            raise PbnError(
                f"PBN holds whole deals of 13 cards a hand; of {NAMES[seat]}'s cards this position"
                f" knows {len(hand)}"
            )
    games, contract, over = state.standing.games, state.contract, state.phase.id == "over"
    took = (
        state.tricks_by_side()[state.game.side_index(state.declarer)]
        if contract is not None and over
        else None
    )
    return Board(
        str(state.standing.deal),
        state.dealer,
        tuple(sorted_hand(h) for h in dealt),
        tuple(str(call) for _, call in state.calls),
        tuple(c for t in (*state.taken, state.trick) for c in t.cards),
        ("None", "NS", "EW", "All")[(games[0] > 0) + 2 * (games[1] > 0)],
        state.declarer,
        contract_text(contract) if contract else "Pass" if over else "",
        took,
        names,
        (("Scoring", "Rubber"),),
    )


def sorted_hand(hand: Iterable[Card]) -> tuple[Card, ...]:
    """Cards as PBN writes them: spades, hearts, diamonds, clubs, each from the top."""
    return tuple(sorted(hand, key=lambda c: (SUITS.index(c.suit), RANKS.index(c.rank))))
