"""A person at a table: commands come in, what the page shows goes out.

Knows the match, the store and the bots; knows no widget, no browser and no game. Every move is in
the store before `snapshot` shows it. The clock is outside: whoever drives a session asks `bot_due`,
waits, lets `think` run (in a thread if it likes) and hands the answer to `bot_moves`.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import OVER, TABLE, WRONG_PHASE
from cardlab.engine.moves import Move
from cardlab.engine.words import listed, sentence, shown
from cardlab.families.tricks import TrickState
from cardlab.players.sampled import SampledBot
from cardlab.players.tree import TreeBot
from cardlab.web.addresses import BOTS, COACH, MODES, GameAddress
from cardlab.web.pages.coaching import (
    COACHING,
    HINTS,
    Question,
    can_be_asked,
    found_deal,
    refusal,
    telling,
)

if TYPE_CHECKING:
    from cardlab.engine.match import Match
    from cardlab.store import Store

__all__ = ["Session", "Snapshot", "Thought", "bot_for"]

BIGGEST_SEED = 10**15
THINKING = {"simple": 0.1, "sensible": 0.25, "strong": 0.45}
"""Seconds that a bot may think about one move, by its strength."""
HASTY = 0.05
"""The same at pace 0, where somebody (a test, a teacher) wants the deal to be over."""


def bot_for(seconds: float, seed: int | None = None, name: str = BOTS) -> Any:
    """The bot that plays the other seats: an object with `choose(match, seat) -> Move`."""
    from cardlab.players import bot

    return bot(name, seconds=seconds, seed=seed)


def _strengths() -> list[list[str]]:
    """The bots that may be chosen, each with its word."""
    from cardlab.players import STRENGTHS

    return [[name, text.split(":")[0].lower()] for name, text in STRENGTHS.items()]


@dataclass(frozen=True, slots=True)
class Thought:
    """A bot's turn: whose, at which entry of which line of play, and a match of its own to think
    about."""

    seat: int
    ply: int
    line: int
    match: Any


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a page shows, as plain data."""

    view: dict[str, Any]
    chrome: dict[str, Any]
    bubble: dict[str, Any]
    error: str
    link: str


@dataclass(slots=True)
class _Trunk:
    """What a what-if left behind: the match, its name and where the branch begins."""

    match: Match
    match_id: str | None
    ply: int


class Session:
    """One viewer's play of one match; see the module."""

    def __init__(
        self,
        game_id: str,
        query: GameAddress,
        store: Store,
        *,
        viewer: int = 0,
        played: Callable[[], None] = lambda: None,
    ) -> None:
        """played: called when a deal of the match itself, not of a what-if, has come to its end."""
        self.store = store
        self._played = played
        self.query = query
        self.viewer = viewer
        self.game_id = game_id
        self.error = ""
        self.bubble: dict[str, Any] = {}
        self.match: Match
        self.match_id: str | None = None
        self.held: int | None = None
        self._ply: int | None = None
        self._trunk: _Trunk | None = None
        # Counts changes of the line of play, so that a bot's late answer to an old question is
        # dropped.
        self._line = 0
        self._marks: list[int] = []
        self._saved = True
        # What the coach is asked, and what it said last.
        self._question: Question | None = None
        self._advice: dict[str, Any] = {}
        self._open()
        self._ask_at_end()

    # -- beginning
    # ---------------------------------------------------------------------

    def _open(self) -> None:
        """The match that the address names, or else a new one; what was wrong with the address
        becomes a sentence."""
        from cardlab.store import StoreError

        said = list(self.query.problems)
        if self.query.match is not None:
            try:
                self._load(self.query.match)
            except ValueError as error:
                said.append(
                    f"This match cannot be read: {shown(str(error), 300)} It was left as it is;"
                    " here is a new deal."
                )
            except StoreError as error:
                said.append(str(error))
            else:
                self.error = " ".join(said)
                return
        try:
            self._begin(self._new(self.query.seed))
        except StoreError as error:
            # A table without a store is better than none, as long as it says so.
            self._saved = False
            if str(error) not in said:
                said.append(str(error))
            said.append("Until then this table is not saved.")
        self.error = " ".join(said)

    def _new(self, seed: int | None) -> Match:
        from cardlab.engine.catalogue import game

        return game(self.game_id, **self.query.options).match(
            seed=secrets.randbelow(100_000) if seed is None else seed
        )

    def _begin(self, match: Match) -> None:
        """Sit down at a new match, written to the store first."""
        match_id = None
        try:
            match_id = self.store.create(match.record)
        finally:
            # The first table of a page is drawn even when it cannot be kept.
            if match_id is not None or not self._line:
                self._sit(match, match_id)

    def _sit(self, match: Match, match_id: str | None) -> None:
        self.match, self.match_id = match, match_id
        self.held, self._ply, self._trunk = None, None, None
        self._saved = match_id is not None
        self._line += 1
        self._marks = []
        self._question, self._advice = None, {}

    def _load(self, match_id: str) -> None:
        from cardlab.engine.record import Record

        stored = self.store.load(match_id)
        if stored.record.get("game") != self.game_id:
            raise ValueError(
                f"it is a match of {shown(str(stored.record.get('game')))}, and this page plays"
                f" {self.game_id}."
            )
        match = Record.from_json(json.dumps(stored.record)).replay()
        if stored.parent is not None:
            trunk = self.store.load(stored.parent)
            parent = Record.from_json(json.dumps(trunk.record)).replay()
            self._sit(match, match_id)
            self._trunk = _Trunk(parent, stored.parent, min(stored.parent_ply or 0, parent.ply))
        else:
            self._sit(match, match_id)
        self.held = stored.held if stored.held is not None and stored.held <= match.ply else None

    # -- where we are
    # ----------------------------------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of entries that the table shows."""
        if self._ply is not None:
            return self._ply
        return self.match.ply if self.held is None else self.held

    @property
    def live(self) -> bool:
        """Whether the table shows the end of the record, where moves can be made."""
        return self._ply is None

    @property
    def _first(self) -> int:
        """No take-back goes before this entry: the first deal, or the beginning of the branch."""
        return self._trunk.ply if self._trunk else 0

    def snapshot(self) -> Snapshot:
        """What the page shows now."""
        view = self.match.view(self.viewer, ply=self.ply).to_dict()
        if self.ply != self.match.ply:
            # An earlier table is to be looked at: its choices show what was open, but nobody is
            # asked.
            view["mine"] = False
            if not self.live:
                view["prompt"] = "An earlier moment of this match. Go to the last move to play on."
        chrome = {
            "mode": self.query.mode,
            "pace": self.query.pace,
            "bots": self.query.bots,
            "strengths": _strengths(),
            "timeline": {"ply": self.ply, "length": self.match.ply, "marks": self._timeline()},
            "live": self.live,
            "held": self.held is not None and self.live,
            "branch": (
                {"from": self._trunk.ply, "label": f"What if from move {self._trunk.ply}"}
                if self._trunk
                else None
            ),
            "can_undo": self._last_decision() is not None,
            "seed": self.match.record.seed,
            "match_id": self.match_id or "",
            "saved": self._saved,
            "busy": self.bot_due() is not None,
            "coach": {
                "mode": self.query.coach,
                "modes": [list(mode) for mode in COACHING],
                "asks": self._question is not None,
                "searches": self._question is not None and self._question.kind == "deal",
                "hint": HINTS.get(self.query.coach, ""),
                **self._advice,
            },
        }
        link = self.query.of_match(self.match_id).query if self.match_id else ""
        return Snapshot(view, chrome, self.bubble, self.error, link)

    def _entries(self) -> list[tuple[int | None, str]]:
        return [(seat, str(text)) for seat, text in self.match.record.moves]

    def _timeline(self) -> list[int]:
        """A mark for each entry: 2 a deal, 1 the first move of a trick or of a turn, 0 any
        other."""
        entries = self._entries()
        if len(self._marks) != len(entries):
            self._marks = _marks(self.match, entries)
        return self._marks

    def _last_decision(self) -> int | None:
        """The entry that the viewer made last, as far as it may be taken back."""
        entries = self._entries()
        for ply in range(len(entries) - 1, self._first - 1, -1):
            seat = entries[ply][0]
            if seat is None:
                continue
            state = self.match.state_at(ply)
            if self.viewer == (state.actor() if seat == state.to_move else seat):
                return ply
        return None

    # -- moves
    # ---------------------------------------------------------------------

    def pick(self, move: str) -> None:
        """The viewer tries a move: it is made, or the rule that refuses it speaks."""
        self._hush()
        if not isinstance(move, str) or len(move) > 200:
            self.error = "That is no move. Nothing was changed."
            return
        if not self.live or self.held is not None:
            choice = self._choice(move)
            self._answer(move, choice.get("card"), choice.get("from"))
            return
        seat = self._acting()
        try:
            verdict = self.match.verdict(move, seat)
        except ValueError as error:
            self.error = f"{shown(str(error), 200)} Nothing was changed."
            return
        if not verdict.legal:
            self._refuse(verdict)
            return
        ply = self.match.ply
        if self._make(move, seat):
            self._ask_coach(ply)

    def tap(self, card: Any, zone: Any) -> None:
        """A card was tapped that is not among the choices: the rules say why it cannot be played
        now.  card: its text, ?? where it lies face down; zone: the id of the place where it lies."""
        self._hush()
        if not isinstance(card, str) or not isinstance(zone, str) or len(card) + len(zone) > 80:
            self.error = "Say which card was tapped."
            return
        if not self.live or self.held is not None:
            self._answer(f"play {card}", card, zone)
            return
        seat = self._acting()
        same = [m for m in self.match.candidates(seat) if m.card == card]
        if zone == f"hand-{seat}" and len(same) == 1:
            # another copy of a card that can be chosen
            self.pick(str(same[0]))
            return
        place, _, number = zone.partition("-")
        owner = int(number) if place == "hand" and number.isdecimal() else TABLE
        try:
            verdict = self.match.verdict(f"play {card}", seat, owner)
        except ValueError as error:
            self.error = f"{shown(str(error), 200)} Nothing was changed."
            return
        self._refuse(verdict)
        named = self.bubble["text"].startswith(Card(card).sign)
        face_up = None if card == BACK else card
        self.bubble |= {"card": face_up, "from": zone, "tried": False, "named": named}
        if verdict.rule == WRONG_PHASE:
            self.bubble["do"] = ""  # the reason has said what to do

    def _acting(self) -> int | None:
        """The seat whose move the viewer makes: the own one out of turn, else the one to move (a
        dummy's, perhaps)."""
        if self.match.to_move is not None and self._decides(self.match.to_move) == self.viewer:
            return self.match.to_move
        return self.viewer

    def _decides(self, seat: int) -> int:
        """Who decides for a seat: itself, unless another plays its cards."""
        state = self.match.state
        if seat != state.to_move:
            return seat
        actor = state.actor()
        return seat if actor is None else actor

    def _make(self, move: str, seat: int | None) -> bool:
        """Play, write, and only then show; if it cannot be written it was not played."""
        from cardlab.store import StoreError

        before, match = self.match.ply, self.match
        try:
            match.play(move, seat)
        except ValueError as error:
            self.error = f"{shown(str(error), 200)} Nothing was changed."
            return False
        after = match.ply
        # The next deal follows at once; the table waits at the score of this one until the player
        # has seen it.
        held = before + 1 if after > before + 1 and self._ends_deal(before + 1) else None
        if self._saved and self.match_id is not None:
            try:
                self.store.extend(self.match_id, before, self._entries()[before:], held=held)
            except StoreError as error:
                self.match = match.at(before)
                self.error = str(error)
                return False
        self.held, self._ply = held, None
        if self._trunk is None and self._ends_deal(before + 1):
            self._played()
        return True

    def _ends_deal(self, ply: int) -> bool:
        return bool(self.match.state_at(ply).phase is OVER)

    def _refuse(self, verdict: Any) -> None:
        """The rule speaks: on the card that was tried, with what would have been right."""
        move, hand, rule = verdict.move, verdict.hand, verdict.rule
        card = move.card if isinstance(move, Move) else None
        held = hand is not None and card in self.match.state_at(self.ply).hands[hand]
        instead = [m.label or str(m) for m in verdict.instead]
        self.bubble = {
            "move": str(move),
            "card": str(card) if held else None,
            "from": f"hand-{hand}" if held else None,
            "text": sentence(verdict.say(self.viewer, self.match.names)),
            "do": _instead(instead),
            "rule": str(rule) if rule is not None else None,
            "rule_title": rule.title if rule is not None else None,
            "legal": bool(verdict.legal),
        }

    def _answer(self, move: str, card: str | None, zone: str | None) -> None:
        """Nothing is played at an earlier moment of the match; what can be done instead."""
        self.bubble = {
            "move": move,
            "card": card,
            "from": zone,
            "text": "This is an earlier moment of the match.",
            "do": (
                "Go on to the next deal first."
                if self.live
                else "Go to the last move to play on, or try a what-if."
            ),
            "tried": False,
            "rule": None,
            "rule_title": None,
            "legal": False,
        }

    def _choice(self, move: str) -> Mapping[str, Any]:
        choices = self.match.view(self.viewer, ply=self.ply).to_dict()["choices"]
        return next((c for c in choices if c["move"] == move), {})

    # -- bots
    # ---------------------------------------------------------------------

    def bot_due(self) -> int | None:
        """The seat for which a bot has to move now, if any."""
        if not self.live or self.held is not None or self.match.over:
            return None
        seat = self.match.to_move
        if seat is not None and self._decides(seat) != self.viewer:
            return seat
        # It is the viewer's turn, but in some games (Snap) others may be quicker.
        state = self.match.state
        others = [
            s
            for s in state.phase.movers(state)
            if s not in (seat, self.viewer) and self.match.legal_moves(s)
        ]
        return others[self.match.ply % len(others)] if others else None

    def patience(self, thought: Thought) -> float:
        """How many paces a bot waits: longer where the viewer could be quicker, because a person
        has to see first."""
        state = thought.match.state
        if thought.seat != state.to_move or thought.match.legal_moves(self.viewer):
            return 2.5
        return 1.0

    def thought(self) -> Thought | None:
        """The question that a bot has to answer, with a table of its own to think at."""
        seat = self.bot_due()
        if seat is None:
            return None
        return Thought(seat, self.match.ply, self._line, self.match.at(self.match.ply))

    def think(self, thought: Thought) -> str:
        """What the bot answers; touches nothing of the session, so it may run in a thread."""
        name = self.query.bots
        bot = bot_for(HASTY if self.query.pace == 0 else THINKING[name], name=name)
        if isinstance(bot, SampledBot | TreeBot):
            # an answer to a table that is there no more is worth no time
            bot.stop = lambda: thought.line != self._line
        return str(bot.choose(thought.match.seat_view(thought.seat)))

    def bot_moves(self, thought: Thought, move: str) -> bool:
        """Make a bot's move, unless the table has changed since it began to think."""
        if (
            thought.line != self._line
            or thought.ply != self.match.ply
            or self.bot_due() != thought.seat
        ):
            return False
        if not self._make(move, thought.seat):
            return False
        self._ask_at_end()
        return True

    def play_bots(self) -> None:
        """Let the bots move until the viewer has to; for places without a clock."""
        while (thought := self.thought()) is not None:
            if not self.bot_moves(thought, self.think(thought)):
                return

    # -- the coach
    # ---------------------------------------------------------------------

    def _ask_coach(self, ply: int) -> None:
        """A card was played: it is to be looked at, or the deal if it is over now."""
        self._question = None
        mode = self.query.coach
        if mode == "card" and can_be_asked(self.match, ply):
            self._put_question("card", ply)
        elif mode == "card":
            self._advice = {}
        self._ask_at_end()

    def _ask_at_end(self) -> None:
        if (
            self.query.coach == "end"
            and self.held is not None
            and self._advice.get("ply") != self.held - 1
        ):
            self._put_question("end", self.held - 1)

    def _put_question(self, kind: str, ply: int, **more: Any) -> None:
        if said := refusal(self.match.game):
            self._advice = {"text": [said]}
            return
        self._question = Question(
            kind, ply, self._line, self.match.at(self.match.ply), self.viewer, **more
        )
        if kind != "deal":
            self._advice = {}

    def question(self) -> Question | None:
        """What the coach has to answer now; the answer is worked out by `coaching.answers`, in a
        thread if one likes."""
        return self._question

    def coached(self, question: Question, said: Mapping[str, Any]) -> bool:
        """Show what the coach says so far, unless something else is asked by now; whether it was
        shown."""
        if question is not self._question:
            return False
        self._advice = dict(said)
        if not said.get("busy"):
            self._question = None
        return True

    def seek(self, question: Question) -> Any:
        """Look for another deal in which it matters; touches nothing of the session, so it may
        run in a thread."""
        return found_deal(question)

    def sought(self, question: Question, matter: Any) -> bool:
        """Sit down at the deal that was found, unless something else was done meanwhile."""
        if question is not self._question:
            return False
        self._question = None
        if matter is None:
            self.error = (
                "No such deal was found this time. Ask once more, and others are looked through."
            )
            return True
        self._hush()
        self._begin(matter.match)
        self._advice = telling(matter)
        return True

    def coach(self, value: Any) -> None:
        """When the coach speaks: off, card or end."""
        self._hush()
        if value not in COACH:
            self.error = f"The coach does not know “{shown(str(value))}”; choose off, card or end."
            return
        self.query = replace(self.query, coach=value)
        self._question, self._advice = None, {}
        if value != "off" and (said := refusal(self.match.game)):
            self._advice = {"text": [said]}
        self._ask_at_end()

    def coach_deal(self) -> None:
        """Have another deal looked for in which what was just said matters."""
        self._hush()
        self._put_question(
            "deal",
            self.match.ply,
            concept=str(self._advice.get("concept", "")),
            seed=secrets.randbelow(10**6),
        )

    # -- commands
    # ---------------------------------------------------------------------

    def command(self, name: str, data: Mapping[str, Any] | None = None) -> None:
        """One of the page's controls was used."""
        known = {
            "undo": self.undo,
            "first": lambda: self.goto(self._begins()),
            "back": lambda: self.goto(self.ply - 1),
            "forward": lambda: self.goto(self.ply + 1),
            "last": lambda: self.goto(self.match.ply),
            "what-if": self.what_if,
            "end-branch": self.end_branch,
            "new-deal": self.new_deal,
            "next": self.next_deal,
            "coach-deal": self.coach_deal,
        }
        data = data or {}
        from cardlab.store import StoreError

        try:
            if name in known:
                known[name]()
            elif name == "goto":
                self.goto(_whole(data.get("ply"), self.ply))
            elif name == "seed":
                self.seed(data.get("seed"))
            elif name == "mode":
                self.mode(data.get("mode"))
            elif name == "pace":
                self.pace(data.get("pace"))
            elif name == "bots":
                self.bots(data.get("bots"))
            elif name == "coach":
                self.coach(data.get("coach"))
            elif name == "why":
                self.why(data.get("move"))
            elif name == "tap":
                self.tap(data.get("card"), data.get("zone"))
            else:
                self.error = (
                    f"This page does not know what “{shown(str(name))}” means. Nothing was changed."
                )
        except StoreError as error:
            self.error = str(error)

    def _hush(self) -> None:
        self.error, self.bubble = "", {}

    def undo(self) -> None:
        """Back to the viewer's previous decision; the moves since then are taken back in the
        store too."""
        self._hush()
        ply = self._last_decision()
        if ply is None:
            self.error = "There is no move of yours to take back."
            return
        if self._saved and self.match_id is not None:
            self.store.truncate(self.match_id, ply)
        self.match = self.match.at(ply)
        self.held, self._ply = None, None
        self._line += 1
        self._question, self._advice = None, {}

    def _begins(self) -> int:
        """The first table worth a look: after the first deal."""
        return min(1, self.match.ply)

    def goto(self, ply: int) -> None:
        """Look at an earlier table; nothing is changed by looking."""
        self._hush()
        ply = max(self._begins(), min(ply, self.match.ply))
        end = self.match.ply if self.held is None else self.held
        self._ply = None if ply >= end else ply

    def what_if(self) -> None:
        """Play on from the table that is shown, as a match of its own; the played match stays as
        it is."""
        self._hush()
        if self._trunk is not None:
            self.error = "This is a what-if already. Go back to the match before you try another."
            return
        ply, trunk = self.ply, _Trunk(self.match, self.match_id, self.ply)
        branch = self.match.at(ply)
        match_id = None
        if self._saved and self.match_id is not None:
            match_id = self.store.create(branch.record, parent=self.match_id, parent_ply=ply)
        saved = self._saved
        self._sit(branch, match_id)
        self._trunk, self._saved = trunk, saved

    def end_branch(self) -> None:
        """Back to the match, at the place where the what-if began."""
        self._hush()
        trunk = self._trunk
        if trunk is None:
            self.error = "This is the match itself; there is no what-if to leave."
            return
        saved = self._saved
        held = self.store.load(trunk.match_id).held if trunk.match_id is not None else None
        self._sit(trunk.match, trunk.match_id)
        self._saved, self.held = saved, held
        self.goto(trunk.ply)

    def new_deal(self) -> None:
        """A new match of the same game with a seed of its own; the old one stays in the store."""
        self._hush()
        self._begin(self._new(None))

    def seed(self, value: Any) -> None:
        """A new match with the seed that was asked for."""
        self._hush()
        seed = _whole(value, None)
        if seed is None or abs(seed) > BIGGEST_SEED:
            self.error = (
                "A seed is a whole number, such as 7 or 10541. The table was left as it is."
            )
            return
        self._begin(self._new(seed))

    def mode(self, value: Any) -> None:
        """How much the table gives away: show, ask or exam."""
        self._choose("mode", value, MODES, f"There is no mode “{shown(str(value))}”")

    def pace(self, value: Any) -> None:
        """Seconds between the moves of the bots."""
        try:
            pace = float(value)
        except (TypeError, ValueError):
            pace = -1.0
        if not 0.0 <= pace <= 10.0:
            self.error = "The pace is a number of seconds from 0 to 10."
            return
        self.query = replace(self.query, pace=pace)

    def bots(self, value: Any) -> None:
        """How well the bots play."""
        from cardlab.players import STRENGTHS

        self._choose("bots", value, STRENGTHS, f"There are no “{shown(str(value))}” bots")

    def _choose(self, name: str, value: Any, choices: Iterable[str], none: str) -> None:
        """One of a few words for something that the address keeps; another is answered with the
        choices."""
        self._hush()
        if value not in (known := tuple(choices)):
            self.error = f"{none}; choose {listed(known, 'or')}."
            return
        self.query = replace(self.query, **{name: value})

    def next_deal(self) -> None:
        """Leave the score of a finished deal."""
        self._hush()
        if self.held is None:
            return
        if self._saved and self.match_id is not None:
            self.store.release(self.match_id)
        self.held, self._ply = None, None

    def why(self, move: Any) -> None:
        """What the rules say about a move, without making it."""
        self._hush()
        if not isinstance(move, str) or len(move) > 200:
            self.error = "Say which move you ask about."
            return
        match = self.match if self.ply == self.match.ply else self.match.at(self.ply)
        seat = match.to_move
        actor = match.state.actor() if seat is not None else None
        try:
            verdict = match.verdict(move, seat if actor == self.viewer else self.viewer)
        except ValueError as error:
            self.error = shown(str(error), 200)
            return
        self._refuse(verdict)
        if verdict.legal:
            self.bubble["do"] = "You may make this move."
            self.bubble["text"] = self.bubble["text"] or "No rule is against it."


def _whole(value: Any, otherwise: Any) -> Any:
    """A whole number out of what a page sent, or something else."""
    if isinstance(value, bool):
        return otherwise
    try:
        return int(str(value).strip()) if len(str(value)) < 20 else otherwise
    except ValueError:
        return otherwise


def _instead(moves: list[str]) -> str:
    """“Play A♦ or 6♦.” for the moves that would have been right."""
    if not moves:
        return ""
    shown_ones = moves[:4]
    more = len(moves) - len(shown_ones)
    text = (
        ", ".join(shown_ones[:-1]) + " or " + shown_ones[-1]
        if len(shown_ones) > 1
        else shown_ones[0]
    )
    verb = (
        "Play"
        if all(any(s in m for s in "♠♥♦♣") and len(m) <= 3 for m in shown_ones)
        else "You may choose"
    )
    return f"{verb} {text}" + (f", or one of {more} more." if more else ".")


def _marks(match: Any, entries: list[tuple[int | None, str]]) -> list[int]:
    """2 for a deal, 1 for the first move of a trick, a phase or a round of turns, 0 for the
    rest."""
    marks: list[int] = []
    phase: Any = None
    leader: int | None = None
    for ply, (seat, _) in enumerate(entries):
        state = match.state_at(ply)
        if seat is None:
            marks.append(2)
            phase = None
            continue
        if state.phase is not phase:
            first, phase = True, state.phase
        elif isinstance(state, TrickState):
            first = not state.trick.cards and seat == state.to_move
        else:
            # No tricks: a round begins where the turn comes back to the seat that began the last
            # one.
            first = seat == leader and entries[ply - 1][0] != seat
        if first:
            leader = seat
        marks.append(int(first))
    return marks
