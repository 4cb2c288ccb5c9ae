"""A person at a table: commands come in, what the page shows goes out.

Knows the match, how it is saved, the coach and the bots; knows no widget, no browser and no game.
Every move of a saved match is in the store before `snapshot` shows it; a match is saved with the
first move of its player, and one that the store does not take says so.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import OVER, IllegalMove, MoveError, match_text, understood
from cardlab.engine.match import Match
from cardlab.engine.rulings import Verdict
from cardlab.engine.words import listed, shown
from cardlab.families.tricks import TrickState, tricks_taken
from cardlab.players import strengths
from cardlab.store import WENT_ON, MatchChanged, MatchOfAnother, MatchStore, StoreError
from cardlab.web.addresses import (
    COACH,
    LONGEST_MOVE,
    MODES,
    GameAddress,
    LessonAddress,
    site_base,
)
from cardlab.web.daily import deal_of, written
from cardlab.web.pages.bubbles import bubble, earlier_bubble, tapped_bubble, tapped_verdict
from cardlab.web.pages.coaching import CoachQuestion, TableCoach, telling
from cardlab.web.pages.laid import laid_address, laid_match
from cardlab.web.pages.pacing import PACES, times_of
from cardlab.web.pages.saving import Saving
from cardlab.web.pages.sharing import imagined_result, position_address, replayed, result_card
from cardlab.web.pages.timeline import Timeline
from cardlab.web.pages.trick_ends import finished_trick, trick_ended
from cardlab.web.pages.turns import Turns

__all__ = ["Session", "Snapshot"]

BIGGEST_SEED = 10**15
MOST_TOLD = 4
"""Sentences that the table keeps of what the others have done."""


def _word(strength: str) -> str:
    """The word for how well a bot plays, of its description."""
    return strength.split(":")[0].lower()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a page shows, as plain data."""

    view: dict[str, Any]
    chrome: dict[str, Any]
    bubble: dict[str, Any]
    error: str
    link: str


@dataclass(frozen=True, slots=True)
class _Trunk:
    """What a what-if left behind: the match, how it is saved and where the branch begins."""

    match: Match
    saving: Saving
    ply: int


class Session:
    """One viewer's play of one match; see the module.

    people: the seats that are taken at this screen; saving: whether the match is in the store;
    held: the entry at which a finished deal waits until its score was seen; line: counts changes
    of the line of play, so that an answer to an old question is noticed; bubble, error: what the
    last command led to.
    """

    match: Match
    saving: Saving
    held: int | None

    def __init__(
        self,
        game_id: str,
        address: GameAddress,
        store: MatchStore,
        *,
        viewer: int = 0,
        played: Callable[[], None] = lambda: None,
        first: bool = False,
    ) -> None:
        """played: called when a deal of the match itself, not of a what-if or of a table laid by
        hand, has come to its end; first: whether the viewer has never played a deal to its end."""
        self.store = store
        self.address = address
        self.people: tuple[int, ...] = (viewer,)
        self.game_id = game_id
        self.error = ""
        self.bubble: dict[str, Any] = {}
        self.line = 0
        self.coach = TableCoach(address.coach)
        self.turns = Turns(self)
        self._played = played
        self._first = first
        self._ply: int | None = None
        self._trunk: _Trunk | None = None
        self._timeline = Timeline()
        self._drawn: tuple[Any, dict[str, Any]] | None = None
        self._share: tuple[Any, str] | None = None
        self._linked: tuple[Any, str] | None = None
        self._open()
        self.mind_deal()

    # -- beginning
    # ---------------------------------------------------------------------

    def _open(self) -> None:
        """Sit down at the match that the address names, or else at a new one; what was wrong with
        the address becomes a sentence."""
        trouble = list(self.address.problems)
        if self.address.match is not None:
            try:
                self._load(self.address.match)
            except StoreError as error:
                trouble.append(str(error))
            except ValueError as error:
                trouble.append(
                    f"This match cannot be read: {shown(str(error), 300)} It was left as it is;"
                    " here is a new deal."
                )
            else:
                self._seat_people(self.match, trouble)
                self.error = " ".join(trouble)
                return
        match = self._laid(trouble) or self._new(self.address.seed)
        self._seat_people(match, trouble)
        if self.address.moves or match.position:
            trouble.append(self._sit_at_position(match))
        else:
            self._begin(match)
        self.error = " ".join(filter(None, trouble))

    def _laid(self, trouble: list[str]) -> Match | None:
        """The match that begins at the table of the address, if it names one that can be."""
        if not self.address.position:
            return None
        try:
            return laid_match(self.game_id, self.address)
        except ValueError as problem:
            trouble.append(f"{problem} Here is a new deal instead.")
            self.address = replace(self.address, position="", moves=())
            return None

    def _seat_people(self, match: Match, trouble: list[str]) -> None:
        """Let people take the seats that the address names; at a table laid by hand without a
        word of them, the seat whose turn it is."""
        if self.address.people is None:
            if match.position and match.to_move is not None:
                decider = match.state.actor()
                self.people = (match.to_move if decider is None else decider,)
                mine = (match.game.names[self.people[0]],)
                self.address = replace(self.address, people=mine)
            return
        try:
            seats = [match.game.seat(name) for name in self.address.people]
        except ValueError as problem:
            trouble.append(f"{shown(str(problem), 160)}; {match.names[self.viewer]} is yours.")
            self.address = replace(self.address, people=None)
        else:
            self.people = tuple(dict.fromkeys(seats))

    def _sit_at_position(self, match: Match) -> str:
        """Sit down at the position that a link shares; nothing is saved before the first move
        here. Returns a sentence if a move of the link cannot be made."""
        held, problem = replayed(match, self.address.moves)
        if problem:
            self.address = replace(self.address, moves=())
        self._sit(match, Saving(self.store))
        self.saving.look()
        self.held = held
        return problem

    def _new(self, seed: int | None) -> Match:
        if seed is None:
            seed = secrets.randbelow(100_000)
        return Match.new(find_game(self.game_id, **self.address.options), seed)

    def _begin(self, match: Match) -> None:
        """Sit down at a new match. It is saved with the player's first move; one in which the
        player has moved already is saved at once."""
        self._sit(match, Saving(self.store))
        if self._last_decision() is not None:
            self.saving.save(match)
        else:
            self.saving.look()

    def _sit(self, match: Match, saving: Saving) -> None:
        self.saving, self._trunk = saving, None
        self._go_on_with(match)

    @property
    def viewer(self) -> int:
        """The seat for which the table is shown: of several people at one screen, the one whose
        turn it is, or was last."""
        if len(self.people) < 2:
            return self.people[0] if self.people else 0
        state = self.match.state
        movers = (state.to_move, *state.phase.movers(state))
        deciders = (self.decides(seat) for seat in movers if seat is not None)
        here = next((seat for seat in deciders if seat in self.people), None)
        if here is not None:
            return here
        last = self._own_before(self.match.ply)
        return self.people[0] if last is None else self._decider(last)

    @property
    def match_id(self) -> str | None:
        """The name of the match in the store, None as long as it is not saved."""
        return self.saving.match_id

    @property
    def link(self) -> str:
        """The query under which the page comes back: with this match, or as long as it is not
        saved with the match that a what-if left, or with the same deal."""
        match_id = self.match_id or (self._trunk.saving.match_id if self._trunk else None)
        leads_to = (self.address, match_id, self.match.seed)
        if self._linked is None or self._linked[0] != leads_to:
            if match_id is not None:
                address = self.address.of_match(match_id)
            else:
                address = replace(self.address, match=None, seed=self.match.seed, problems=())
            self._linked = leads_to, address.query
        return self._linked[1]

    def save_later(self) -> bool:
        """Write what could not be written before, if the store answers by now; return whether
        anything has changed for the page."""
        before = self.saving.trouble, self.match_id
        self.saving.catch_up(self.match, self.held)
        return before != (self.saving.trouble, self.match_id)

    def _go_on_with(self, match: Match) -> None:
        """Show the end of another line of play."""
        self.match, self.held, self._ply = match, None, None
        self.line += 1
        self._timeline = Timeline()
        self.coach.clear()

    def _load(self, match_id: str) -> None:
        saved = self.store.load(match_id)
        if not saved.mine:
            raise MatchOfAnother("This match belongs to another browser; here is a new deal.")
        if saved.record.get("game") != self.game_id:
            raise ValueError(
                f"it is a match of {shown(str(saved.record.get('game')))}, and this page plays"
                f" {self.game_id}."
            )
        match = saved.replay()
        trunk = None
        if saved.parent is not None:
            parent = self.store.load(saved.parent).replay()
            saving = Saving(self.store, saved.parent)
            trunk = _Trunk(parent, saving, min(saved.parent_ply or 0, parent.ply))
        self._sit(match, Saving(self.store, match_id))
        self.saving.look()
        self._trunk = trunk
        self.held = saved.held if saved.held is not None and saved.held <= match.ply else None

    # -- where we are
    # ---------------------------------------------------------------------

    @property
    def ply(self) -> int:
        """The number of entries that the table shows."""
        if self._ply is not None:
            return self._ply
        return self.match.ply if self.held is None else self.held

    @property
    def live(self) -> bool:
        """Whether nobody looks back: the table shows the end of the match, or the score at which
        it waits."""
        return self._ply is None

    def decides(self, seat: int) -> int:
        """Return who decides for a seat: itself, unless another plays its cards."""
        state = self.match.state
        actor = state.actor() if seat == state.to_move else seat
        return seat if actor is None else actor

    def _acting(self) -> int:
        """The seat whose move the viewer makes: the own one out of turn, else the one to move (a
        dummy's, perhaps)."""
        seat = self.match.to_move
        return seat if seat is not None and self.decides(seat) == self.viewer else self.viewer

    def _last_decision(self) -> int | None:
        """The entry that the viewer made last, as far as it may be taken back: not before the
        first deal, or the beginning of a what-if."""
        return self._own_before(self.match.ply, self._trunk.ply if self._trunk else 0)

    def _own_before(self, end: int, first: int = 0) -> int | None:
        """The latest entry before an end that the viewer made; None if there is none since
        `first`."""
        return next((ply for ply in range(end - 1, first - 1, -1) if self._decided(ply)), None)

    def waits_for_tap(self) -> bool:
        """Whether the trick that was finished just now lies there until a tap: the very first one
        of a beginner, and any of which the coach speaks."""
        trick = trick_ended(self.match, self.ply)
        if trick is None or not self.live or self.viewer not in trick.seats:
            return False
        return self.coach.mode == "card" or (
            self._first and len(tricks_taken(self.match.state_at(self.ply))) == 1
        )

    def watched_from(self) -> int:
        """The entry since which the viewer only watches: the one after their last move, or after
        the last trick in which they did not play; where there are no tricks, the last of all while
        only others have cards, so that nothing is hurried on account of the viewer."""
        entries, match = self.match.entries, self.match
        start, hands = len(entries), match.state.hands
        left_out = any(hands) and not any(hands[seat] for seat in self.people)
        if left_out and not isinstance(match.state, TrickState):
            return start
        while start and (entries[start - 1].seat is None or not self._decided(start - 1)):
            start -= 1
            trick = trick_ended(match, start + 1) if entries[start].seat is not None else None
            if trick is not None and all(
                not self._decided(ply) for ply in range(start - trick.moves + 1, start)
            ):
                return start + 1
        return start

    def _decided(self, ply: int) -> bool:
        """Whether somebody at this screen made the move of an entry."""
        return self.match.entries[ply].seat is not None and self._decider(ply) in self.people

    def _decider(self, ply: int) -> Any:
        """Who decided on the move of an entry."""
        seat, state = self.match.entries[ply].seat, self.match.state_at(ply)
        return state.actor() if seat == state.to_move else seat

    # -- what the page shows
    # ---------------------------------------------------------------------

    def snapshot(self) -> Snapshot:
        """Return what the page shows now."""
        return Snapshot(self.view(), self._chrome(), self.bubble, self.error, self.link)

    def view(self) -> dict[str, Any]:
        """Return the table that is shown; it is drawn once, and again when the table changes."""
        shows = (self.line, self.match.ply, self.ply, self.live)
        if self._drawn is None or self._drawn[0] != shows:
            self._drawn = shows, self._draw()
        return self._drawn[1]

    def _draw(self) -> dict[str, Any]:
        view: dict[str, Any] = self.match.view(self.viewer, ply=self.ply).to_dict()
        view["finished"] = finished_trick(self.match, self.ply, self.viewer)
        view["since"] = self._since()
        if not self.people:
            view["mine"] = False
        if self.ply != self.match.ply:
            # An earlier table is to be looked at: its choices show what was legal, but nobody is
            # asked.
            view["mine"] = False
            if not self.live:
                view["prompt"] = "An earlier moment of this match. Go to the last move to play on."
        return view

    def _since(self) -> list[str]:
        """What the others have done since the viewer's last move, the latest last."""
        ply, entries = self.ply, self.match.entries
        own = self._own_before(ply)
        first = 0 if own is None else own + 1
        while first < ply and entries[first].seat is None:
            first += 1  # that cards were dealt can be seen
        told = self.match.log(ply, self.viewer, first)
        told += [said for at, said in self.turns.cuts.items() if first <= at < ply]
        return told[-MOST_TOLD:]

    def _chrome(self) -> dict[str, Any]:
        """What stands around the table."""
        address, trunk = self.address, self._trunk
        return {
            "mode": address.mode,
            "pace": address.pace,
            "paces": [list(pace) for pace in PACES],
            "times": times_of(address.pace).milliseconds(),
            "waits": self.waits_for_tap(),
            "bots": address.bots,
            "strengths": [[name, _word(text)] for name, text in strengths().items()],
            "timeline": {
                "ply": self.ply,
                "length": self.match.ply,
                "marks": self._timeline.marks(self.match),
            },
            "live": self.live,
            "held": self.held is not None and self.live,
            "branch": (
                {"from": trunk.ply, "label": f"What if from move {trunk.ply}"} if trunk else None
            ),
            "can_undo": self._last_decision() is not None,
            "seed": self.match.seed,
            "day": self._day(),
            "share": self._shared(),
            "lay": self._lay(),
            "lesson": self._lesson(),
            **self._result(),
            "match_id": self.match_id or "",
            "unsaved": self.saving.trouble,
            "busy": self.turns.due() is not None,
            "coach": self.coach.panel,
        }

    def _day(self) -> str:
        """The day whose deal is on the table, as it is written; "" if it is another deal, or has
        rules of its own."""
        day = self.address.day
        if day is None or self.match.game.chosen:
            return ""
        return written(day) if deal_of(day, self.game_id).seed == self.match.seed else ""

    def _shared(self) -> str:
        """The link to the table that is shown, as anybody may open it; "" where no server serves
        the page, or the moves are too many for a link."""
        shows = (self.line, self.ply, self.address, site_base())
        if self._share is None or self._share[0] != shows:
            address = position_address(self.match, self.ply, self.address)
            self._share = shows, address.url(site_base()) if address is not None else ""
        return self._share[1]

    def _lay(self) -> str:
        """The link to the laboratory with this table, as far as the viewer sees it; "" where no
        server serves the page."""
        base = site_base()
        return "" if base is None else laid_address(self.match, self.ply, self.viewer).url(base)

    def _lesson(self) -> str:
        """The link to the lesson from which the player came; "" where there is none."""
        base, id = site_base(), self.address.lesson
        return LessonAddress(id).url(base) if base is not None and id else ""

    def _result(self) -> dict[str, Any]:
        """What is offered of a finished deal: its result as text with the link to the deal (card),
        and the link to the score laboratory with it (imagine); empty while it is played."""
        view = self.view()
        if not view["deal_over"]:
            return {"card": {}, "imagine": ""}
        text, where = result_card(self.match, self.ply, view, self.address, self._day())
        score = imagined_result(self.match, self.ply)
        return {
            "card": {"text": text, "link": where.url(site_base())},
            "imagine": score.url(site_base()) if score is not None else "",
        }

    # -- moves
    # ---------------------------------------------------------------------

    def pick(self, move: str, ply: int | None = None) -> bool:
        """Try a move of the viewer's: it is made, or the rule that refuses it speaks; return
        whether it was made.

        ply: the position that the move was picked at, where the page says so. If the choice is
        another one by now, the pick is dropped.
        """
        if isinstance(ply, int) and ply != self.ply and not self._same_choice(ply):
            return False
        self._hush()
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            self.error = "That is not a move. Nothing was changed."
            return False
        if not self.people:
            self.error = "Bots take every seat here; take one of them to play yourself."
            return False
        if not self.live or self.held is not None:
            self._answer(move)
            return False
        before = self.match.ply
        try:
            played = self.move(move, self._acting(), own=True)
        except IllegalMove as refused:
            if isinstance(refused, MoveError):
                self.error = f"{shown(str(refused), 200)} Nothing was changed."
            else:
                self._refuse(refused.verdict)
            return False
        except ValueError as trouble:
            self.error = f"{shown(str(trouble), 200)} Nothing was changed."
            return False
        if played and self.coach.mode != "off":
            self.coach.card_played(self.match, before, self.viewer)
            self.mind_deal()
        return played

    def move(self, move: str, seat: int, *, own: bool = False) -> bool:
        """Make a move and save it; in a saved match, what cannot be saved is not made, and returns
        False.

        own: whether it is the viewer's. With the first of these, or with the end of a deal, a
        match is saved.
        Raises IllegalMove or MoveError.
        """
        before = self.match.ply
        self.match.play(move, seat)
        ends_deal = self.match.state_at(before + 1).phase is OVER
        # The next deal follows at once; the table waits at the score of this one until the player
        # has seen it.
        held = before + 1 if ends_deal and self.match.ply > before + 1 else None
        try:
            self.saving.note(self.match, before, held, begins=own or ends_deal)
        except StoreError as error:
            self.match = self.match.at(before)
            if isinstance(error, MatchChanged):
                self._follow(acted=own)
            elif isinstance(error, MatchOfAnother):
                self.error = str(error)
            else:
                self.error = f"The move was not made; try it again. {error}"
            return False
        self.held, self._ply = held, None
        if ends_deal and self._trunk is None and not self.match.position:
            self._played()  # a table laid by hand proves nothing
        return True

    def _follow(self, *, acted: bool) -> None:
        """Show the match as the store has it by now, for it went on in another window: in a second
        one, or in the page that was there before a reload, whose bots moved for a moment yet.

        acted: whether the viewer did something here; a bot that comes too late says nothing.
        """
        try:
            self._load(self.match_id or "")
        except (StoreError, ValueError):
            self.error = f"{WENT_ON} Reload this page to go on from there."
        else:
            self.error = f"{WENT_ON} You see it as it stands now." if acted else ""

    def _same_choice(self, ply: int) -> bool:
        """Whether the viewer has the same choice now as at another ply: where all choose at once,
        the others may have moved since."""
        if not self.live or self.held is not None or not 0 <= ply < self.match.ply:
            return False
        seat = self._acting()
        legal = self.match.game.legal_moves(self.match.state_at(ply), seat)
        return bool(legal) and legal == self.match.legal_moves(seat)

    def tap(self, card: Any, zone: Any) -> None:
        """A card was tapped that is not among the choices: the rules say why it cannot be played
        now.  card: its text, ?? where it lies face down; zone: the id of the place where it lies."""
        self._hush()
        if not isinstance(card, str) or not isinstance(zone, str) or len(card) + len(zone) > 80:
            self.error = "Say which card was tapped."
            return
        if not self.live or self.held is not None:
            self.bubble = earlier_bubble(f"play {card}", card, zone, live=self.live)
            return
        seat = self._acting()
        same = [m for m in self.match.candidates(seat) if m.card == card]
        if zone == f"hand-{seat}" and len(same) == 1:
            # another copy of a card that can be chosen
            self.pick(str(same[0]))
            return
        try:
            verdict = tapped_verdict(self.match, seat, card, zone)
        except ValueError as error:
            self.error = f"{shown(str(error), 200)} Nothing was changed."
            return
        self._refuse(verdict)
        self.bubble = tapped_bubble(self.bubble, card, zone)

    def why(self, move: Any) -> None:
        """Say what the rules say about a move, without making it."""
        self._hush()
        if not isinstance(move, str) or len(move) > LONGEST_MOVE:
            self.error = "Say which move you ask about."
            return
        match = self.match if self.ply == self.match.ply else self.match.at(self.ply)
        seat = match.to_move
        actor = match.state.actor() if seat is not None else None
        try:
            asking = seat if actor == self.viewer else self.viewer
            verdict = understood(match.verdict(move, asking))
        except ValueError as error:
            self.error = shown(str(error), 200)
            return
        self._refuse(verdict)
        if verdict.legal:
            self.bubble["do"] = "You may make this move."
            self.bubble["text"] = self.bubble["text"] or "No rule is against it."

    def _refuse(self, verdict: Verdict) -> None:
        """The rule speaks: on the card that was tried, with what would have been legal."""
        self.bubble = bubble(verdict, self.viewer, self.match.names)

    def _answer(self, move: str) -> None:
        """Answer a move that was picked at an earlier moment, at its card."""
        state = self.match.state_at(self.ply)
        seat = state.to_move if state.actor() == self.viewer else self.viewer
        choice = match_text(move, self.match.game.candidates(state, seat))
        card = str(choice.card) if choice is not None and choice.card is not None else None
        zone = f"hand-{seat}" if card is not None else None
        self.bubble = earlier_bubble(move, card, zone, live=self.live)

    # -- the coach
    # ---------------------------------------------------------------------

    def mind_deal(self) -> None:
        """Have the coach go through a deal that is over, if it should."""
        if self.held is not None:
            self.coach.deal_over(self.match, self.held, self.viewer)

    def set_coach(self, value: Any) -> None:
        """Set when the coach speaks: off, card or end."""
        self._hush()
        if value not in COACH:
            self.error = f"The coach does not know “{shown(str(value))}”; choose off, card or end."
            return
        self.address = replace(self.address, coach=value)
        self.coach.set_mode(value, self.match.game)
        self.mind_deal()

    def look_for_deal(self) -> None:
        """Have another deal looked for in which what the coach just said matters."""
        self._hush()
        self.coach.look_for_deal(self.match, self.viewer)

    def take_deal(self, question: CoachQuestion, matter: Any) -> bool:
        """Sit down at the deal that was found, None if none was; return False, and do nothing, if
        something else was done meanwhile."""
        if question is not self.coach.question:
            return False
        self.coach.drop()
        if matter is None:
            self.error = (
                "No such deal was found this time. Ask once more, and others are looked through."
            )
            return True
        self._hush()
        self._begin(matter.match)
        self.coach.say(telling(matter))
        return True

    # -- commands
    # ---------------------------------------------------------------------

    def command(self, name: str, data: Mapping[str, Any] | None = None) -> None:
        """One of the page's controls was used."""
        act = _COMMANDS.get(name)
        if act is None:
            self.error = (
                f"This page does not know what “{shown(str(name))}” means. Nothing was changed."
            )
            return
        try:
            act(self, data or {})
        except MatchChanged:
            self._follow(acted=True)
        except StoreError as error:
            self.error = str(error)

    def _hush(self) -> None:
        self.error, self.bubble = "", {}

    def undo(self) -> None:
        """Go back to the viewer's previous decision; the moves since then are taken back in the
        store too."""
        self._hush()
        ply = self._last_decision()
        if ply is None:
            self.error = "There is no move of yours to take back."
            return
        if self.match_id is not None:
            self.store.truncate(self.match_id, ply)
        self._go_on_with(self.match.at(ply))

    def goto(self, ply: int) -> None:
        """Look at an earlier table, from the first deal on; nothing is changed by looking."""
        self._hush()
        ply = max(min(1, self.match.ply), min(ply, self.match.ply))
        end = self.match.ply if self.held is None else self.held
        self._ply = None if ply >= end else ply

    def what_if(self) -> None:
        """Play on from the table that is shown, as a match of its own; the played match stays as
        it is."""
        self._hush()
        if self._trunk is not None:
            self.error = "This is a what-if already. Go back to the match before you try another."
            return
        trunk = _Trunk(self.match, self.saving, self.ply)
        branch = self.match.at(trunk.ply)
        self._sit(branch, Saving(self.store, trunk=(trunk.match, trunk.saving, trunk.ply)))
        self._trunk = trunk
        self.saving.save(branch)

    def end_branch(self) -> None:
        """Go back to the match, to the place where the what-if began."""
        self._hush()
        trunk = self._trunk
        if trunk is None:
            self.error = "This is the match itself; there is no what-if to leave."
            return
        name = trunk.saving.match_id
        held = self.store.load(name).held if name is not None else None
        self._sit(trunk.match, trunk.saving)
        self.held = held
        self.goto(trunk.ply)

    def new_deal(self) -> None:
        """Begin a new match of the same game; the old one stays in the store."""
        self._hush()
        self.address = replace(self.address, day=None, moves=(), position="")
        self._begin(self._new(None))

    def seed(self, value: Any) -> None:
        """Begin a new match with the seed that was asked for."""
        self._hush()
        seed = _whole(value, None)
        if seed is None or abs(seed) > BIGGEST_SEED:
            self.error = (
                "A seed is a whole number, such as 7 or 10541. The table was left as it is."
            )
            return
        self.address = replace(self.address, day=None, moves=(), position="")
        self._begin(self._new(seed))

    def next_deal(self) -> None:
        """Leave the score of a finished deal."""
        self._hush()
        if self.held is None:
            return
        if self.match_id is not None:
            self.store.release(self.match_id)
        self.held, self._ply = None, None

    def mode(self, value: Any) -> None:
        """Set how much the table gives away: show, ask or exam."""
        self._choose("mode", value, MODES, f"There is no mode “{shown(str(value))}”")

    def bots(self, value: Any) -> None:
        """Set how well the bots play."""
        self._choose("bots", value, strengths(), f"There are no “{shown(str(value))}” bots")

    def pace(self, value: Any) -> None:
        """Set the seconds between two cards of the bots."""
        try:
            pace = float(value)
        except (TypeError, ValueError):
            pace = -1.0
        if not 0.0 <= pace <= 10.0:
            self.error = "The pace is a number of seconds from 0 to 10."
            return
        self.address = replace(self.address, pace=pace)

    def _choose(self, name: str, value: Any, choices: Iterable[str], none: str) -> None:
        """Set one of a few words for something that the address keeps; another is answered with
        the choices."""
        self._hush()
        if value not in (words := tuple(choices)):
            self.error = f"{none}; choose {listed(words, 'or')}."
            return
        self.address = replace(self.address, **{name: value})


_COMMANDS: dict[str, Callable[[Session, Mapping[str, Any]], None]] = {
    "undo": lambda session, data: session.undo(),
    "first": lambda session, data: session.goto(0),
    "back": lambda session, data: session.goto(session.ply - 1),
    "forward": lambda session, data: session.goto(session.ply + 1),
    "last": lambda session, data: session.goto(session.match.ply),
    "goto": lambda session, data: session.goto(_whole(data.get("ply"), session.ply)),
    "what-if": lambda session, data: session.what_if(),
    "end-branch": lambda session, data: session.end_branch(),
    "new-deal": lambda session, data: session.new_deal(),
    "seed": lambda session, data: session.seed(data.get("seed")),
    "next": lambda session, data: session.next_deal(),
    "mode": lambda session, data: session.mode(data.get("mode")),
    "pace": lambda session, data: session.pace(data.get("pace")),
    "bots": lambda session, data: session.bots(data.get("bots")),
    "coach": lambda session, data: session.set_coach(data.get("coach")),
    "coach-deal": lambda session, data: session.look_for_deal(),
    "why": lambda session, data: session.why(data.get("move")),
    "tap": lambda session, data: session.tap(data.get("card"), data.get("zone")),
}
"""The page's controls by their names."""


def _whole(value: Any, otherwise: Any) -> Any:
    """A whole number out of what a page sent, or something else."""
    if isinstance(value, bool):
        return otherwise
    try:
        return int(str(value).strip()) if len(str(value)) < 20 else otherwise
    except ValueError:
        return otherwise
