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
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class
from cardlab.engine.game import MATCH_IS_OVER, OVER, Game, IllegalMove, match_text
from cardlab.engine.hooks import draw_svg, draw_text, new_match, replay_record
from cardlab.engine.moves import Move
from cardlab.engine.outcomes import Outcome
from cardlab.engine.record import Record, RecordError
from cardlab.engine.rulings import Verdict, refusal
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.table import view
from cardlab.engine.words import ONLOOKER


class Chooser(Protocol):
    """Chooses a move on the view of one seat: a bot (see `cardlab.players`)."""

    def choose(self, view: Any) -> Move: ...


class Node(NamedTuple):
    """The table after an entry, the lines of the deals finished by then, and the outcome if the
    match is over."""

    state: Any
    lines: tuple[ScoreLine, ...]
    outcome: Outcome | None
    chances: int


class Entry(NamedTuple):
    seat: int | None
    move: Move


class Match:
    """A match in progress.  States are values; only the match itself moves on.

    Made by ``game.match(seed=...)`` or ``record.replay()``.
    """

    def __init__(self, game: Game, seed: int, names: Sequence[str]) -> None:
        self.game, self.seed, self.names = game, seed, tuple(names)
        self._entries: list[Entry] = []
        self._nodes = [Node(game.begin(game.opening()), (), None, 0)]
        self._legal: tuple[Move, ...] | None = None

    @classmethod
    def new(
        cls, game: Game, seed: int | None = None, players: int | Sequence[str] | None = None
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
            raise ValueError(f"the seed is a whole number, not {seed!r}")
        match = cls(game, seed, names or game.names)
        match._go_on()
        return match

    @classmethod
    def replay(cls, record: Record) -> Match:
        try:
            game = find_game(record.game, **_needed_options(record))
        except ValueError as trouble:
            raise RecordError(f"the record cannot be played: {trouble}") from None
        if len(record.names) != game.players:
            raise RecordError(
                f"the record names {len(record.names)} players, but its game has {game.players}"
            )
        match = cls(game, record.seed, record.names)
        for number, (seat, text) in enumerate(record.moves, 1):
            try:
                match._replayed(seat, text)
            except ValueError as trouble:
                raise RecordError(
                    f"entry {number} of the record cannot have happened: {trouble}"
                ) from None
        match._go_on()
        return match

    # --- where we are
    @property
    def state(self) -> Any:
        return self._nodes[-1].state

    @property
    def ply(self) -> int:
        """How many entries were made, chance included."""
        return len(self._entries)

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(self._entries)

    @property
    def to_move(self) -> int | None:
        return self._nodes[-1].state.to_move

    @property
    def over(self) -> bool:
        return self._nodes[-1].outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        return self._nodes[-1].outcome

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        """Every score line of the match so far, those made during the present deal included."""
        return self.lines_at(self.ply)

    @property
    def totals(self) -> dict[str, int]:
        """Points by side: the sum of the lines."""
        return totals(self.lines, (side.id for side in self.game.sides))

    def state_at(self, ply: int) -> Any:
        return self._nodes[self._place(ply)].state

    def outcome_at(self, ply: int) -> Outcome | None:
        return self._nodes[self._place(ply)].outcome

    def lines_at(self, ply: int) -> tuple[ScoreLine, ...]:
        node = self._nodes[self._place(ply)]
        return (
            node.lines
            if node.state.phase is OVER
            else node.lines + self.game.of_deal(node.state, node.state.pegged)
        )

    def _place(self, ply: int) -> int:
        if not 0 <= ply < len(self._nodes):
            raise ValueError(f"there is no move {ply}; the record has {self.ply}")
        return ply

    # --- what may be done
    def candidates(self, seat: int | None = None) -> tuple[Move, ...]:
        """What the seat to move (or the seat named) might try, open or not."""
        return self.game.candidates(self.state, seat)

    def legal_moves(self, seat: int | None = None) -> tuple[Move, ...]:
        """The moves that are open."""
        if seat is not None and seat != self.to_move:
            return self.game.legal_moves(self.state, seat)
        if self._legal is None:
            self._legal = self.game.legal_moves(self.state)
        return self._legal

    def seat_view(self, seat: int | None = None) -> Any:
        """The table as whoever decides for a seat sees it (the seat to move, unless named): what
        a bot is given.  Raises ValueError for a seat that may not move now.

        >>> import cardlab
        >>> view = cardlab.game("kaiser").match(seed=7).seat_view()
        >>> view.me, [len(hand) for hand in view.hands], view.legal_moves() != ()
        (1, [8, 8, 8, 8], True)
        """
        view = self.game.view(self.state, seat)
        if view is None:
            raise ValueError("this seat may not move now")
        return view

    def play_deal(self, bots: Mapping[int, Chooser]) -> Match:
        """Let bots play to the end of the deal, each for the seats that it is given; who decides
        for a dummy plays its cards.  Returns this match."""
        deal = self.state.standing.deal
        while not self.over and self.state.standing.deal == deal:
            seat = self.state.phase.movers(self.state)[0]
            view = self.seat_view(seat)
            self.play(bots[view.viewer].choose(view), seat)
        return self

    def verdict(self, move: str, seat: int | None = None, hand: int | None = None) -> Verdict:
        """Whether a move is legal, why or why not, and what is legal instead (see
        `Game.verdict`)."""
        if self.over:
            return refusal(None, move, MATCH_IS_OVER, "the match is over", ())
        return self.game.verdict(self.state, move, seat, hand)

    # --- doing it
    def play(self, move: str, seat: int | None = None) -> Match:
        """Make a move, given as a move or as text, for the seat to move or the seat named.

        Raises IllegalMove (with ``.verdict``) or MoveError; the match is then unchanged.
        """
        state = self._nodes[-1].state
        if seat is None:
            seat = state.to_move
        chosen = None
        if seat is not None:
            for candidate in self.legal_moves(seat):
                if candidate is move:
                    chosen = candidate
                    break
            else:
                chosen = match_text(move, self.legal_moves(seat))
        if chosen is None:
            verdict = self.verdict(move, seat)
            if not verdict.legal:
                raise IllegalMove(verdict)
            chosen = verdict.move
        self._push(Entry(seat, chosen), state.phase.apply(state, seat, chosen))
        if self._nodes[-1].state.to_move is None:
            self._go_on()
        return self

    def _push(self, entry: Entry, state: Any) -> None:
        before = self._nodes[-1]
        lines, outcome = before.lines, None
        if state.phase is OVER:
            new = self.game.deal_lines(state)
            lines = before.lines + new
            outcome = self.game.outcome(self.game.next_standing(state, new))
        self._entries.append(entry)
        self._nodes.append(Node(state, lines, outcome, before.chances + (entry.seat is None)))
        self._legal = None

    def _go_on(self) -> None:
        """Let chance move, and begin the next deal, until a seat has to move or the match is
        over."""
        while not self.over:
            node = self._nodes[-1]
            state = self._begun(node.state)
            if state.to_move is not None or state.phase.movers(state):
                return
            rng = random.Random(f"{self.seed}/{node.chances}")
            move = state.phase.chance(state, rng)
            self._push(Entry(None, move), state.phase.apply(state, None, move))

    def _begun(self, state: Any) -> Any:
        """The table on which the next move is made: a new one where the deal is over."""
        if state.phase is not OVER:
            return state
        lines = self.game.deal_lines(state)
        return self.game.begin(self.game.next_standing(state, lines))

    def _replayed(self, seat: int | None, text: str) -> None:
        if self.over:
            raise ValueError("the match is over before it")
        if seat is not None:
            if not 0 <= seat < self.game.players:
                raise ValueError(f"there is no seat {seat}")
            state = self.state
            chosen = match_text(text, self.game.legal_moves(state, seat))
            if chosen is None:
                verdict = self.game.verdict(state, text, seat)
                raise ValueError(
                    f"{text} by {self.names[seat]}: {verdict.say(ONLOOKER, self.names)}"
                    f" ({verdict.rule})"
                )
            self._push(Entry(seat, chosen), state.phase.apply(state, seat, chosen))
            return
        state = self._begun(self.state)
        if state.to_move is not None or state.phase is OVER:
            raise ValueError("a seat should move here, not chance")
        move = state.phase.read_chance(text)
        state.phase.check(state, move)
        self._push(Entry(None, move), state.phase.apply(state, None, move))

    def undo(self) -> Match:
        """Take back the last move that a seat made, and the chance moves that came of it."""
        while self._entries:
            entry = self._entries.pop()
            self._nodes.pop()
            if entry.seat is not None:
                break
        self._legal = None
        self._go_on()
        return self

    def at(self, ply: int) -> Match:
        """A branch: another match that shares the first ``ply`` entries.  This one is untouched."""
        self._place(ply)
        branch = object.__new__(Match)
        branch.game, branch.seed, branch.names = self.game, self.seed, self.names
        branch._entries, branch._nodes, branch._legal = (
            self._entries[:ply],
            self._nodes[: ply + 1],
            None,
        )
        if branch._nodes[-1].state.to_move is None:
            branch._go_on()
        return branch

    def __copy__(self) -> Match:
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
        )

    def view(self, seat: int = 0, ply: int | None = None) -> Any:
        """The table as a seat sees it (at an earlier ply, if named): plain data for pictures."""
        return view(self, seat, self.ply if ply is None else ply)

    def log(self, ply: int | None = None, reader: int | None = None) -> list[str]:
        """The moves as sentences, as everybody hears them, or as one seat does.

        A move of which the reader hears nothing (somebody's secret choice) has no sentence.
        """
        entries = self._entries[: self.ply if ply is None else ply]
        return told(self.names, entries, self._nodes, reader)

    def __repr__(self) -> str:
        return f"<match of {self.game.title}, seed {self.seed}, {self.ply} moves, {self.totals}>"

    def _repr_svg_(self) -> str:
        return str(draw_svg(self.view().to_dict()))

    def __str__(self) -> str:
        return str(draw_text(self.view().to_dict()))


def told(
    names: Sequence[str],
    entries: Iterable[Entry],
    nodes: Sequence[Node],
    reader: int | None = None,
) -> list[str]:
    """Sentences about the entries; the dealer's name stands where chance moved."""
    out = []
    for number, (seat, move) in enumerate(entries):
        before = nodes[number].state
        who = nodes[number + 1].state.dealer if seat is None else seat
        if reader is None:
            out.append(before.phase.told(before, who, move, names[who]))
        else:
            out.append(before.phase.heard(before, who, move, names, reader))
    return [sentence for sentence in out if sentence]


new_match.provide(Match.new)
replay_record.provide(Match.replay)


def _needed_options(record: Record) -> dict[str, Any]:
    """The options of a record without those that changed nothing, which older games took."""
    options = dict(record.options)
    return options if "house" in options else game_class(record.game).without_idle(options)
