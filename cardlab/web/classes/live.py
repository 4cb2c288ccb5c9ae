"""A shared table in the server: who may do what at it, and how it gets into the log.

Knows the log, the engine and who sits where; knows no socket, no clock and no page. A move is
judged once, written with the length of the log that it was made upon, and only then shown. What
somebody else wrote meanwhile is read, and the move is not made.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from cardlab.engine.game import IllegalMove, MoveError, understood
from cardlab.engine.match import Match
from cardlab.engine.rulings import Rule
from cardlab.engine.words import shown
from cardlab.store import (
    ClassTable,
    Logged,
    Member,
    Refusal,
    StoreError,
    TableChanged,
    TableStore,
)
from cardlab.web.addresses import LONGEST_MOVE
from cardlab.web.classes.play import TablePlay, new_entries
from cardlab.web.pages.bubbles import bubble, tapped_bubble, tapped_verdict

__all__ = ["LiveTable", "TableAnswer"]

NOT_SEATED = "You do not sit at this table, so you cannot play here. Take a free seat first."
DUMMY = "Your cards lie open, and another plays them: you are the dummy."
SEEN = (
    "Another hand of this deal was seen from another seat. That seat can be taken again, or this one"
    " when the deal is over."
)
NOT_TEACHER = "Only the teacher can do this."
PAUSED = "The teacher has stopped all tables. Wait until it goes on."


@dataclass(frozen=True, slots=True)
class TableAnswer:
    """What one person is told to what they did: a bubble at a card, or a sentence.

    refused: the card that a rule refused, without the time.
    """

    bubble: Mapping[str, Any] = field(default_factory=dict)
    error: str = ""
    changed: bool = False
    refused: Refusal | None = None


DONE = TableAnswer(changed=True)


class LiveTable:
    """One table of a class. Not for two threads at once: whoever uses it holds its lock."""

    def __init__(self, table: ClassTable, store: TableStore) -> None:
        self.table = table
        self.store = store
        self.play = TablePlay.begin(table.head)
        self.refresh()

    @classmethod
    def set_up(
        cls,
        store: TableStore,
        class_id: str,
        game: str,
        seed: int,
        *,
        deal_set: str = "",
        **options: Any,
    ) -> Any:
        """Lay a new table, deal its first cards, and return it.  deal_set: stands at all tables
        with the same deals."""
        head = {"game": game, "options": options, "seed": seed}
        head |= {"set": deal_set} if deal_set else {}
        play = TablePlay.begin(head)
        match = Match.new(play.match.game, seed)
        table = store.new(class_id, head, new_entries(match, 0, None))
        return cls(table, store)

    def refresh(self) -> bool:
        """Read what was written meanwhile; return whether there was anything."""
        entries = self.store.read(self.table.id, self.play.length)
        self.play.read(entries)
        return bool(entries)

    # -- writing
    # ---------------------------------------------------------------------

    def _write(self, *entries: Logged) -> TableAnswer:
        """Add entries to the log, and let the table follow."""
        try:
            self.store.append(self.table.id, self.play.length, entries)
        except TableChanged as error:
            return self._overtaken(error)
        except StoreError as error:
            return TableAnswer(error=f"This was not done; try it again. {error}")
        self.play.read(entries)
        return DONE

    def _overtaken(self, error: TableChanged) -> TableAnswer:
        """Read what somebody else has written; if that fails, it is read later."""
        with suppress(StoreError):
            self.refresh()
        return TableAnswer(error=str(error), changed=True)

    def _move(self, move: str, seat: int, member: str | None) -> TableAnswer:
        """Make a move that the rules allow.  Raises IllegalMove or MoveError."""
        play, match = self.play, self.play.match
        before = match.ply
        match.play(move, seat)
        entries = new_entries(match, before, member)
        try:
            self.store.append(self.table.id, play.length, entries)
        except StoreError as error:
            play.match = match.at(before)
            if isinstance(error, TableChanged):
                return self._overtaken(error)
            return TableAnswer(error=f"The move was not made; try it again. {error}")
        play.took(match, entries)
        return DONE

    # -- what a player does
    # ---------------------------------------------------------------------

    def pick(self, member: Member, move: Any, ply: Any) -> TableAnswer:
        """Try a move for a member: it is made, or the rule that refuses it speaks.

        ply: the position that it was picked at. If the choice is another one by now, it is dropped.
        """
        play, seat = self.play, self.play.seat_of(member.id)
        if seat is None:
            return TableAnswer(error=NOT_SEATED)
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            return TableAnswer(error="That is not a move. Nothing was changed.")
        if play.paused:
            return TableAnswer(error=PAUSED)
        if play.held is not None:
            return TableAnswer(error="Look at the score first, and go on to the next deal.")
        if play.asked is not None:
            return TableAnswer(error="First it is decided whether the last move is taken back.")
        if play.dummy(seat):
            return TableAnswer(error=DUMMY)
        acting = play.acting(seat)
        if type(ply) is not int or not self._same_choice(ply, acting):
            return TableAnswer()
        try:
            return self._move(move, acting, member.id)
        except IllegalMove as refused:
            if isinstance(refused, MoveError):
                return TableAnswer(error=f"{shown(str(refused), 200)} Nothing was changed.")
            told = bubble(refused.verdict, seat, play.match.names)
            return TableAnswer(told, refused=self._refusal(member, move, refused.verdict.rule))
        except ValueError as trouble:
            return TableAnswer(error=f"{shown(str(trouble), 200)} Nothing was changed.")

    def _refusal(self, member: Member, move: str, rule: Rule | None) -> Refusal | None:
        if rule is None:
            return None
        match = self.play.match
        return Refusal(self.table.id, member.id, match.ply, move, match.game.id, str(rule), 0.0)

    def _same_choice(self, ply: int, seat: int) -> bool:
        """Whether a seat has the same choice as at another ply of this line of play: where all
        choose at once, the others may have moved since."""
        match = self.play.match
        if ply == match.ply:
            return True
        if not 0 <= ply < match.ply:
            return False
        legal = match.game.legal_moves(match.state_at(ply), seat)
        return bool(legal) and legal == match.legal_moves(seat)

    def tap(self, member: Member, card: Any, zone: Any) -> TableAnswer:
        """Say why a card that was tapped cannot be played now."""
        play, seat = self.play, self.play.seat_of(member.id)
        if seat is None or play.held is not None:
            return TableAnswer()
        if play.dummy(seat):
            return TableAnswer(error=DUMMY)
        if not isinstance(card, str) or not isinstance(zone, str) or len(card) + len(zone) > 80:
            return TableAnswer(error="Say which card was tapped.")
        try:
            verdict = tapped_verdict(play.match, play.acting(seat), card, zone)
        except ValueError as error:
            return TableAnswer(error=f"{shown(str(error), 200)} Nothing was changed.")
        return TableAnswer(tapped_bubble(bubble(verdict, seat, play.match.names), card, zone))

    def why(self, member: Member, move: Any) -> TableAnswer:
        """Say what the rules say about a move, without making it."""
        play, seat = self.play, self.play.seat_of(member.id)
        if seat is None or not isinstance(move, str) or len(move) > LONGEST_MOVE:
            return TableAnswer()
        if play.dummy(seat):
            return TableAnswer(error=DUMMY)
        try:
            verdict = understood(play.match.verdict(move, play.acting(seat)))
        except ValueError as error:
            return TableAnswer(error=shown(str(error), 200))
        told = bubble(verdict, seat, play.match.names)
        if verdict.legal:
            told["do"] = "You may make this move."
            told["text"] = told["text"] or "No rule is against it."
        return TableAnswer(told)

    def sit(self, member: Member, seat: Any) -> TableAnswer:
        """Take a seat that nobody holds."""
        play = self.play
        if not isinstance(seat, int) or not 0 <= seat < play.match.game.players:
            return TableAnswer(error="There is no such seat at this table.")
        if play.seat_of(member.id) is not None:
            return TableAnswer(error="You sit at this table already.")
        if seat in play.holders:
            return TableAnswer(error="Somebody sits there already. Choose another seat.")
        if play.knows_another_hand(member.id, seat):
            return TableAnswer(error=SEEN)
        return self._write(Logged("sit", member.id, seat))

    def stand(self, member: Member) -> TableAnswer:
        """Leave the seat for good; a bot plays on."""
        seat = self.play.seat_of(member.id)
        return TableAnswer() if seat is None else self._write(Logged("stand", member.id, seat))

    def seat_by_teacher(self, member_id: str, seat: int) -> TableAnswer:
        """The teacher puts a pupil on a free seat, or on another one once the deal is over."""
        play, had = self.play, self.play.seat_of(member_id)
        if not 0 <= seat < play.match.game.players:
            return TableAnswer(error="There is no such seat at this table.")
        if had == seat:
            return TableAnswer()
        if seat in play.holders:
            return TableAnswer(error="Somebody sits there already. Choose another seat.")
        moves_on = had is not None and play.held is None
        if moves_on or play.knows_another_hand(member_id, seat):
            return TableAnswer(error=SEEN)
        left = [] if had is None else [Logged("stand", member_id, had)]
        return self._write(*left, Logged("sit", member_id, seat))

    def score_seen(self, member: Member, connected: frozenset[str]) -> TableAnswer:
        """A member goes on to the next deal; the table follows when all who are connected have.

        connected: the members who look at the table.
        """
        play, seat = self.play, self.play.seat_of(member.id)
        if play.held is None or seat is None or seat in play.seen:
            return TableAnswer()
        entries = [Logged("score-seen", member.id, seat)]
        looking = {s for s, holder in play.holders.items() if holder in connected}
        if looking <= play.seen | {seat}:
            entries.append(Logged("go-on"))
        return self._write(*entries)

    # -- taking back
    # ---------------------------------------------------------------------

    def ask(self, member: Member, connected: frozenset[str]) -> TableAnswer:
        """Ask the others whether a member's last move may be taken back."""
        play, seat = self.play, self.play.seat_of(member.id)
        if seat is None or play.paused:
            return TableAnswer(error=NOT_SEATED if seat is None else PAUSED)
        if play.asked is not None:
            return TableAnswer(error="Somebody asks to take back already.")
        ply = play.last_decision(seat) if play.held is None else None
        if ply is None:
            return TableAnswer(error="There is no move of yours in this deal to take back.")
        return self._agreed(Logged("ask", member.id, seat, str(ply)), connected)

    def agree(self, member: Member, connected: frozenset[str]) -> TableAnswer:
        """Agree that a move is taken back."""
        play, seat = self.play, self.play.seat_of(member.id)
        if seat is None or play.asked is None or seat in play.asked.agreed:
            return TableAnswer()
        return self._agreed(Logged("agree", member.id, seat), connected)

    def _agreed(self, entry: Logged, connected: frozenset[str]) -> TableAnswer:
        """Write that a seat agrees, and take back if nobody is left who has to."""
        play = self.play
        agreed = {entry.seat} | (play.asked.agreed if play.asked is not None else set())
        ply = entry.data if play.asked is None else str(play.asked.ply)
        left = {s for s, holder in play.holders.items() if holder in connected} - agreed
        return self._write(entry, *([] if left else [Logged("taken-back", None, None, ply)]))

    def refuse(self, member: Member) -> TableAnswer:
        """Keep the move that somebody asks to take back."""
        seat = self.play.seat_of(member.id)
        if seat is None or self.play.asked is None:
            return TableAnswer()
        return self._write(Logged("refuse", member.id, seat))

    # -- what the server and the teacher do
    # ---------------------------------------------------------------------

    def bot_move(self, seen: int, seat: int, move: str) -> TableAnswer:
        """Make a bot's move, unless the log has grown since the bot began to think."""
        if self.play.length != seen or self.play.bot_due() != seat:
            return TableAnswer()
        return self._move(move, seat, None)

    def mark_away(self, member_id: str) -> TableAnswer:
        """From now on a bot plays for a member who is gone; the seat stays theirs."""
        seat = self.play.seat_of(member_id)
        if seat is None or seat in self.play.away:
            return TableAnswer()
        return self._write(Logged("away", member_id, seat))

    def mark_back(self, member_id: str) -> TableAnswer:
        """A member is here again, and plays."""
        seat = self.play.seat_of(member_id)
        if seat is None or seat not in self.play.away:
            return TableAnswer()
        return self._write(Logged("back", member_id, seat))

    def pause(self, member: Member, paused: bool) -> TableAnswer:
        """Stop the table, or let it go on."""
        if not member.teaches:
            return TableAnswer(error=NOT_TEACHER)
        if self.play.paused == paused:
            return TableAnswer()
        return self._write(Logged("pause" if paused else "resume", member.id))

    def take_back(self, member: Member) -> TableAnswer:
        """The teacher takes back the last move that a seat made."""
        if not member.teaches:
            return TableAnswer(error=NOT_TEACHER)
        match = self.play.match
        plies = [ply for ply in range(match.ply) if match.entries[ply].seat is not None]
        if not plies:
            return TableAnswer(error="There is no move to take back.")
        return self._write(Logged("taken-back", member.id, None, str(plies[-1])))


Act = Callable[[LiveTable, Member, Mapping[str, Any], frozenset[str]], TableAnswer]
COMMANDS: dict[str, Act] = {
    "tap": lambda table, who, data, here: table.tap(who, data.get("card"), data.get("zone")),
    "why": lambda table, who, data, here: table.why(who, data.get("move")),
    "sit": lambda table, who, data, here: table.sit(who, data.get("seat")),
    "stand": lambda table, who, data, here: table.stand(who),
    "next": lambda table, who, data, here: table.score_seen(who, here),
    "ask": lambda table, who, data, here: table.ask(who, here),
    "agree": lambda table, who, data, here: table.agree(who, here),
    "refuse": lambda table, who, data, here: table.refuse(who),
    "pause": lambda table, who, data, here: table.pause(who, True),
    "resume": lambda table, who, data, here: table.pause(who, False),
    "take-back": lambda table, who, data, here: table.take_back(who),
}
"""What a page may ask for, by its name."""
