"""Matches: deals in a row, from seed or record, with undo, branches and views.

Knows how deals follow each other and where chance comes from.  Knows no rules: the game says when a
match is over.

>>> import cardlab, random
>>> match, rng = cardlab.game("kaiser").match(seed=7), random.Random(7)
>>> while not match.over:
...     _ = match.play(rng.choice(match.legal_moves()))
>>> match.outcome.say()
'...'
>>> match.totals == cardlab.totals(match.lines, match.totals)
True
"""

from __future__ import annotations

import random
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, Self

from cardlab.engine.cards import BACK
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class
from cardlab.engine.game import (
    MATCH_IS_OVER,
    OVER,
    G_co,
    Game,
    HasState,
    S,
    as_tried,
    match_text,
    refused,
)
from cardlab.engine.hooks import draw_svg, draw_text, new_match, read_position, replay_record
from cardlab.engine.moves import Move
from cardlab.engine.outcomes import Outcome
from cardlab.engine.record import Record, RecordError
from cardlab.engine.rulings import Verdict, refusal
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.table import table_view
from cardlab.engine.tuples import tuple_of
from cardlab.engine.words import ONLOOKER, quoted, shown


class Chooser(Protocol):
    """Chooses a move on the view of one seat: a bot (see `cardlab.players`)."""

    def choose(self, view: Any) -> Move: ...


class DealEnd(NamedTuple):
    """What has come of the deals so far when one is over: the lines of all of them, the outcome if
    the match is over too, and what the next deal inherits if it is not."""

    lines: tuple[ScoreLine, ...] = ()
    outcome: Outcome | None = None
    inherited: Any = None


class DealStart(NamedTuple):
    """Where a deal begins: the number of entries before it, what the deals before came to, and how
    often chance had moved."""

    ply: int
    before: DealEnd
    chances: int


class Entry(NamedTuple):
    seat: int | None
    move: Move


ANY_SEAT = "any"


def first_dealer(game: Game, named: int | str | None, seed: int) -> int | None:
    """The seat that deals first where a table agrees on one; None for the usual one.

    named: a seat or its name, or "any" for one drawn by the seed.  ValueError where there is no such
    seat, or where the players of the game draw for the first deal.

    >>> import cardlab
    >>> [cardlab.game("whist").match(seed=n, dealer="any").state.dealer for n in range(8)]
    [3, 3, 3, 0, 2, 2, 3, 3]
    """
    if named is None:
        return None
    if not game.deals_first or not game.deal_passes:
        raise ValueError(f"the rules of {game.title} say who deals first; leave dealer out")
    if named == ANY_SEAT:
        return random.Random(f"dealer {seed}").randrange(game.players)
    return game.seat(named)


class Match(Generic[G_co]):
    """A match in progress.  States are values; only the match itself moves on.

    The states of the present deal are kept; those of an earlier one are computed from its moves when
    somebody asks for them.  So a match of many deals stays small.

    Made by ``game.match(seed=...)``, ``Match.from_position(...)`` or ``record.replay()``.

    position: the table laid by hand from which it began, in a line; "" where it began with a deal.
    dealer: the seat that was agreed to deal first; None where it is the game's usual one.
    """

    dealer: int | None = None

    def __init__(
        self, game: Game, seed: int, names: Sequence[str], dealer: int | None = None
    ) -> None:
        standing = game.opening()
        self.dealer = None if dealer in (None, standing.dealer) else dealer
        if self.dealer is not None:
            standing = standing.but(dealer=self.dealer)
        self._begin(game, game.begin(standing), seed, names)

    def _begin(
        self, game: Any, state: Any, seed: int, names: Sequence[str], position: str = ""
    ) -> None:
        self.game: G_co = game
        self.seed, self.names, self.position = seed, tuple(names), position
        self._entries: list[Entry] = []
        self._chances = 0
        self._first_table = state  # the table before the first entry
        self._deals = [DealStart(0, DealEnd(), 0)]
        self._states = [state]  # of the present deal: as it began, and after each of its entries
        self._ended: DealEnd | None = None  # where the present deal is over
        if state.phase is OVER:
            inherited = game.next_standing(state, game.deal_lines(state))
            self._ended = DealEnd(inherited=inherited)
        self._forget()

    def _forget(self) -> None:
        """Forget the remembered verdicts of the position, the sentences about the moves, and the
        states of the earlier deal that was looked at last."""
        self._legal: tuple[Move, ...] | None = None
        self._verdicts: dict[int | None, dict[Move, Verdict]] = {}
        self._told: dict[int | None, list[str]] = {}
        self._recalled: tuple[int, list[Any]] | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is remembered stays behind: it can be asked again."""
        memory = ("_legal", "_verdicts", "_told", "_recalled")
        return {name: value for name, value in self.__dict__.items() if name not in memory}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._forget()

    @classmethod
    def new(
        cls,
        game: Game,
        seed: int | None = None,
        players: int | Sequence[str] | None = None,
        dealer: int | str | None = None,
    ) -> Match:
        names: Sequence[str] | None = None
        if isinstance(players, bool):
            raise ValueError("players is a number, or a list of names")
        if isinstance(players, int):
            if players != game.players:
                game = game.replace(players=players)
        elif players is not None:
            if isinstance(players, str) or not all(
                isinstance(n, str) and n.strip() for n in players
            ):
                raise ValueError("players is a number, or a list of names")
            names = [n.strip()[:40] for n in players]
            if len(names) != game.players:
                game = game.replace(players=len(names))
        if seed is None:
            seed = secrets.randbelow(1_000_000)
        if not isinstance(seed, int) or isinstance(seed, bool):
            raise ValueError(f"the seed is a whole number, not {quoted(seed)}")
        match = cls(game, seed, names or game.names, first_dealer(game, dealer, seed))
        match._go_on()
        return match

    @classmethod
    def from_position(
        cls, position: str, seed: int = 0, names: Sequence[str] | None = None
    ) -> Match:
        """A match that begins at a table laid by hand, given in a line (see
        `cardlab.labs.notation`).  Raises ValueError for what is no position, for one in which a
        card lies face down, and for the end of a match.

        >>> import cardlab
        >>> line = "kaiser; phase play; South QH; West AH; North 9H; East 8H; trump S; to-move South"
        >>> match = Match.from_position(line + "; contract 7 by South")
        >>> match.to_move, match.record.replay().state == match.state
        (0, True)
        """
        match = cls._laid(position, seed, names)
        if match._ended is not None and match.game.outcome(match._ended.inherited) is not None:
            raise ValueError("this deal ends the match, so that nothing is left to play")
        match._go_on()
        return match

    @classmethod
    def _laid(cls, position: str, seed: int, names: Sequence[str] | None) -> Match:
        state = read_position(position)
        if BACK in state.all_cards():
            raise ValueError("cards of the position lie face down, so that it cannot be played on")
        if names is not None and len(names) != state.game.players:
            raise ValueError(f"{len(names)} names are given for {state.game.players} players")
        match = object.__new__(cls)
        match._begin(state.game, state, seed, names or state.game.names, position)
        return match

    @classmethod
    def replay(cls, record: Record) -> Match:
        match = cls._replayable(record)
        for number, (seat, text) in enumerate(record.moves, 1):
            try:
                match._replayed(seat, text)
            except ValueError as trouble:
                if match.game.outgrown(match.state, seat, text):
                    continue
                raise RecordError(
                    f"entry {number} of the record cannot have happened: {trouble}"
                ) from None
        match._go_on()
        return match

    @classmethod
    def _replayable(cls, record: Record) -> Match:
        """The match of a record before its first entry."""
        if record.position:
            try:
                laid = cls._laid(record.position, record.seed, record.names)
            except ValueError as trouble:
                raise RecordError(f"the record cannot be played: {trouble}") from None
            if (laid.game.id, laid.game.chosen) != (record.game, record.options):
                raise RecordError("the record and its position are of different games")
            return laid
        try:
            game = find_game(record.game, **_needed_options(record))
        except ValueError as trouble:
            raise RecordError(f"the record cannot be played: {trouble}") from None
        if len(record.names) != game.players:
            raise RecordError(
                f"the record names {len(record.names)} players, but its game has {game.players}"
            )
        try:
            dealer = first_dealer(game, record.dealer or None, record.seed)
        except ValueError as trouble:
            raise RecordError(f"the record cannot be played: {trouble}") from None
        return cls(game, record.seed, record.names, dealer)

    # --- where we are
    @property
    def state(self: Match[HasState[S]]) -> S:
        table: S = self._states[-1]
        return table

    @property
    def ply(self) -> int:
        """How many entries were made, chance included."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def to_move(self) -> int | None:
        return self._states[-1].to_move

    @property
    def over(self) -> bool:
        ended = self._ended
        return ended is not None and ended.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        return None if self._ended is None else self._ended.outcome

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every score line of the match so far, those made during the present deal included."""
        return self.lines_at(self.ply)

    @property
    def totals(self) -> dict[str, int]:
        """Points by side: the sum of the lines."""
        return totals(self.lines, (side.id for side in self.game.sides))

    def state_at(self: Match[HasState[S]], ply: int) -> S:
        deal, place = self._place(ply)
        return self._states_of(deal)[place]

    def outcome_at(self, ply: int) -> Outcome | None:
        self._place(ply)
        return self.outcome if ply == self.ply else None

    def lines_at(self, ply: int) -> tuple[ScoreLine, ...]:
        deal, place = self._place(ply)
        state = self._states_of(deal)[place]
        if (ended := self._end_at(deal, state)) is not None:
            return ended.lines
        return self._deals[deal].before.lines + self.game.of_deal(state, state.pegged)

    @property
    def ends(self) -> tuple[int, ...]:
        """The plies at which the deals that are over ended.

        >>> import cardlab, random
        >>> match, rng = cardlab.game("kaiser", deals=2).match(seed=7), random.Random(7)
        >>> while not match.over:
        ...     _ = match.play(rng.choice(match.legal_moves()))
        >>> [match.state_at(ply).phase for ply in match.ends]
        [<phase over>, <phase over>]
        """
        ended = [deal.ply for deal in self._deals[1:]]
        return (*ended, self.ply) if self._ended is not None else tuple(ended)

    def _place(self, ply: int) -> tuple[int, int]:
        """The deal to which the table at a ply belongs, and its place among the states of it."""
        if not 0 <= ply <= self.ply:
            raise ValueError(f"there is no move {ply}; the record has {self.ply}")
        last = len(self._deals) - 1
        if ply > self._deals[last].ply:
            return last, ply - self._deals[last].ply
        # where a deal has ended and the next one has begun, the table is still that of the first
        deal = max(0, bisect_left(self._deals, ply, key=lambda start: start.ply) - 1)
        return deal, ply - self._deals[deal].ply

    def _table_before(self, entry: int) -> Any:
        """The table on which an entry was made: where a deal begins, that of the new deal."""
        deal = bisect_right(self._deals, entry, key=lambda start: start.ply) - 1
        return self._states_of(deal)[entry - self._deals[deal].ply]

    def _states_of(self, deal: int) -> list[Any]:
        """The table as a deal began, and after each of its entries."""
        if deal == len(self._deals) - 1:
            return self._states
        if self._recalled is None or self._recalled[0] != deal:
            start = self._deals[deal]
            states = [self.game.begin(start.before.inherited) if deal else self._first_table]
            for seat, move in self._entries[start.ply : self._deals[deal + 1].ply]:
                state = states[-1]
                states.append(state.phase.apply(state, seat, move))
            self._recalled = deal, states
        return self._recalled[1]

    def _end_at(self, deal: int, state: Any) -> DealEnd | None:
        """What has come of the deals so far, if this state ended the last of them."""
        if state.phase is not OVER:
            return None
        return self._ended if deal == len(self._deals) - 1 else self._deals[deal + 1].before

    # --- what may be done
    def candidates(self, seat: int | None = None) -> tuple[Move, ...]:
        """What the seat to move (or the seat named) might try, legal or not."""
        return self.game.candidates(self.state, seat)

    def verdicts(self, seat: int | None = None) -> Mapping[Move, Verdict]:
        """Every candidate of the seat to move (or the seat named) with its verdict.

        The rules are asked once for a position: the view of a table and `play` share the answer.

        >>> import cardlab
        >>> match = cardlab.game("snap").match(seed=1)
        >>> [(str(move), verdict.legal) for move, verdict in match.verdicts().items()]
        [('lay', True), ('snap', False)]
        """
        seat = self.to_move if seat is None else self.game.seat(seat)
        if seat not in self._verdicts:
            self._verdicts[seat] = self.game.verdicts(self.state, seat)
        return self._verdicts[seat]

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The legal moves of the seat to move, or of the seat named."""
        state = self._states[-1]
        if seat is not None and seat != state.to_move:
            return self._legal_of(self.game.seat(seat))
        if self._legal is None:
            self._legal = (
                self._legal_of(state.to_move) if self._verdicts else self.game.legal_moves(state)
            )
        return self._legal

    def _legal_of(self, seat: int | None) -> tuple[Move, ...]:
        """The legal moves of a seat: those among its verdicts, if they are remembered."""
        if seat in self._verdicts:
            return tuple([m for m, verdict in self._verdicts[seat].items() if verdict.legal])
        return self.game.legal_moves(self.state, seat)

    def seat_view(self: Match[HasState[S]], seat: int | None = None) -> S:
        """The table as seen by the player who decides for a seat (the seat to move, unless named):
        what a bot is given. Raises ValueError if the seat may not move now.

        >>> import cardlab
        >>> view = cardlab.game("kaiser").match(seed=7).seat_view()
        >>> view.me, [len(hand) for hand in view.hands], view.legal_moves() != ()
        (1, [8, 8, 8, 8], True)
        """
        game: Any = self.game
        view: S | None = game.view(self.state, seat)
        if view is None:
            raise ValueError("this seat may not move now")
        return view

    def play_deal(self, bots: Mapping[int, Chooser]) -> Self:
        """Let bots play to the end of the deal, each for the seats that it is given; who decides
        for a dummy plays its cards.  Returns this match."""
        deal = self.state.standing.deal
        while not self.over and self.state.standing.deal == deal:
            seat = self._next_to_choose()
            view = self.seat_view(seat)
            self.play(bots[view.viewer].choose(view), seat)
        return self

    def _next_to_choose(self) -> int:
        """The seat that moves next where nobody is quicker than the others: of those who may move
        at the same time it is each one's turn to be first."""
        awaited = self.state.phase.awaited(self.state)
        if len(awaited) == 1:
            return awaited[0]
        able = [seat for seat in awaited if self.legal_moves(seat)]
        return able[self.ply % len(able)]

    def verdict(self, move: str, seat: int | None = None, hand: int | None = None) -> Verdict:
        """Whether a move is legal, why or why not, and what is legal instead (see
        `Game.verdict`); about whatever somebody tries, also where that is not a move or the seat
        is not at the table."""
        if self.over:
            return refusal(None, as_tried(move), MATCH_IS_OVER, "the match is over", ())
        if hand is None and (seat is None or self.game.has_seat(seat)):
            verdicts = self.verdicts(seat)
            candidate = match_text(move, verdicts)
            if candidate is not None:
                return verdicts[candidate]
        return self.game.verdict(self.state, move, seat, hand)

    # --- doing it
    def play(self, move: str, seat: int | None = None) -> Self:
        """Make a move, given as a move or as text, for the seat to move or the seat named.

        Raises IllegalMove (with ``.verdict``), and of these a MoveError for what is not a move of
        this game at all; the match is then unchanged.
        """
        before = self._states[-1]
        if seat is None or seat == before.to_move:
            seat = before.to_move
        elif self.game.has_seat(seat):
            seat = self.game.seat(seat)
        else:
            raise refused(self.verdict(move, seat))
        chosen: Any = None
        if seat == before.to_move:
            for legal in self._legal or ():  # mostly it is one that was given out as legal
                if legal is move:
                    chosen = legal
                    break
        if chosen is None:
            chosen = self._chosen(move, seat)
        after = before.phase.apply(before, seat, chosen)
        self._push(seat, chosen, after)
        if after.to_move is None:
            self._go_on()
        return self

    def _chosen(self, move: str, seat: int | None) -> Any:
        """The legal move that a move or a text means.  Raises IllegalMove or MoveError."""
        if self._verdicts:
            verdict = self._remembered(move, seat)
            if verdict is not None:
                if verdict.legal:
                    return verdict.move
                raise refused(verdict)
        if seat is not None:
            meant = match_text(move, self.legal_moves(seat))
            if meant is not None:
                return meant
        verdict = self.verdict(move, seat)
        if not verdict.legal:
            raise refused(verdict)
        return verdict.move

    def _remembered(self, move: str, seat: int | None) -> Verdict | None:
        """The verdict on exactly this move or text, if the position was judged already."""
        if seat not in self._verdicts or not isinstance(move, str):
            return None
        verdict = self._verdicts[seat].get(move)  # type: ignore[call-overload]
        if verdict is None or (isinstance(move, Move) and type(move) is not type(verdict.move)):
            return None
        return verdict

    def _push(self, seat: int | None, move: Move, state: Any) -> None:
        if state.phase is OVER:
            self._end_deal(state)
        self._entries.append(tuple_of(Entry, (seat, move)))
        self._states.append(state)
        self._legal = None
        if self._verdicts:
            self._verdicts = {}

    def _end_deal(self, state: Any) -> None:
        """Write down what the deal that has just ended came to."""
        lines = self.game.deal_lines(state)
        inherited = self.game.next_standing(state, lines)
        before = self._deals[-1].before.lines
        self._ended = DealEnd(before + lines, self.game.outcome(inherited), inherited)

    def _go_on(self) -> None:
        """Let chance move, and begin the next deal, until a seat has to move or the match is
        over."""
        while not self.over:
            if self._ended is not None:
                self._begin_deal(self._ended)
            state = self._states[-1]
            if state.to_move is not None or state.phase.movers(state):
                return
            rng = random.Random(f"{self.seed}/{self._chances}")
            self._push_chance(state, state.phase.chance(state, rng))

    def _push_chance(self, state: Any, move: Move) -> None:
        self._chances += 1
        self._push(None, move, state.phase.apply(state, None, move))

    def _begin_deal(self, before: DealEnd) -> None:
        """Lay the table of the next deal."""
        self._deals.append(DealStart(self.ply, before, self._chances))
        self._states, self._ended = [self.game.begin(before.inherited)], None

    def _replayed(self, seat: int | None, text: str) -> None:
        if self.over:
            raise ValueError("the match is over before it")
        if seat is not None:
            if not 0 <= seat < self.game.players:
                raise ValueError(f"there is no seat {quoted(seat)}")
            state = self.state
            chosen = match_text(text, self.game.legal_moves(state, seat))
            if chosen is None:
                verdict = self.game.verdict(state, text, seat)
                raise ValueError(
                    f"{shown(text)} by {self.names[seat]}: {verdict.say(ONLOOKER, self.names)}"
                    f" ({verdict.rule})"
                )
            self._push(seat, chosen, state.phase.apply(state, seat, chosen))
            return
        if self._ended is not None:
            self._begin_deal(self._ended)
        state = self._states[-1]
        if state.to_move is not None or state.phase is OVER:
            raise ValueError("a seat should move here, not chance")
        move = state.phase.read_chance(text)
        state.phase.check(state, move)
        self._push_chance(state, move)

    def undo(self) -> Self:
        """Take back the last move that a seat made, and the chance moves that came of it."""
        while self._entries:
            if self._take_back().seat is not None:
                break
        self._forget()
        self._go_on()
        return self

    def _take_back(self) -> Entry:
        """Take back the last entry, and return it."""
        if len(self._states) == 1:  # nothing has been done yet in this deal
            self._states = self._states_of(len(self._deals) - 2)
            self._recalled = None
            self._deals.pop()
        self._states.pop()
        self._ended = None
        entry = self._entries.pop()
        self._chances -= entry.seat is None
        return entry

    def at(self, ply: int) -> Match[G_co]:
        """A branch: another match that shares the first ``ply`` entries.  This one is untouched."""
        deal, place = self._place(ply)
        start, states = self._deals[deal], self._states_of(deal)[: place + 1]
        branch = object.__new__(Match)
        branch.game, branch.seed, branch.names = self.game, self.seed, self.names
        branch.position, branch._first_table = self.position, self._first_table
        branch.dealer = self.dealer
        branch._entries, branch._deals = self._entries[:ply], self._deals[: deal + 1]
        branch._states, branch._ended = states, self._end_at(deal, states[-1])
        branch._chances = start.chances + sum(
            [entry.seat is None for entry in branch._entries[start.ply :]]
        )
        branch._forget()
        if branch._states[-1].to_move is None:
            branch._go_on()
        return branch

    def __copy__(self) -> Match[G_co]:
        """Another match that goes on from here by itself."""
        return self.at(self.ply)

    # --- written down, and seen
    @property
    def record(self) -> Record:
        return Record(
            game=self.game.id,
            seed=self.seed,
            names=self.names,
            options=self.game.chosen,
            moves=tuple((entry.seat, str(entry.move)) for entry in self._entries),
            rules_version=self.game.rules_version,
            position=self.position,
            dealer="" if self.dealer is None else self.game.names[self.dealer],
        )

    def view(self, seat: int = 0, ply: int | None = None) -> Any:
        """The table as a seat sees it (at an earlier ply, if named): plain data for pictures."""
        return table_view(self, seat, self.ply if ply is None else ply)

    def log(self, ply: int | None = None, reader: int | None = None, first: int = 0) -> list[str]:
        """The moves up to a ply as sentences, as everybody hears them, or as one seat does.

        first: the entry to begin with.  A move of which the reader hears nothing (somebody's secret choice) has no sentence.
        """
        ply = self.ply if ply is None else min(ply, self.ply)
        sentences = self._told.setdefault(reader, [])
        for number in range(len(sentences), ply):
            sentences.append(self._sentence(number, reader))
        return [sentence for sentence in sentences[first:ply] if sentence]

    def _sentence(self, number: int, reader: int | None) -> str:
        """A sentence about one entry; the dealer's name stands where chance moved."""
        seat, move = self._entries[number]
        before = self._table_before(number)
        who = self.state_at(number + 1).dealer if seat is None else seat
        names = [self.game.subject(name) for name in self.names]
        if reader is None:
            told: str = before.phase.told(before, who, move, names[who])
        else:
            told = before.phase.heard(before, who, move, names, reader)
        besides = self.game.told_besides(before, self.state_at(number + 1), seat)
        return f"{told} {besides}" if told and besides else told

    def __repr__(self) -> str:
        return f"<match of {self.game.title}, seed {self.seed}, {self.ply} moves, {self.totals}>"

    def _repr_svg_(self) -> str:
        return str(draw_svg(self.view().to_dict()))

    def __str__(self) -> str:
        return str(draw_text(self.view().to_dict()))


new_match.provide(Match.new)
replay_record.provide(Match.replay)


def _needed_options(record: Record) -> dict[str, Any]:
    """The options of a record without those that changed nothing, which older games took."""
    options, kind = dict(record.options), game_class(record.game)
    options |= kind.older_options(options, " ".join(text for _, text in record.moves))
    return options if "house" in options else kind.without_idle(options)
