"""The page of the analysis: a deal gone through card by card, with what each card is worth.

Knows fields, steps and what has been solved so far.  Knows no rule and no value: the solver gives
the values, the coach the words, `cardlab.labs.analysis` reads what is brought and makes the table
of bridge.  All solving is a job, so that the page stays at hand.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache, partial
from typing import Any, TypeVar

from cardlab.engine.moves import Move
from cardlab.engine.words import listed, sentence, shown
from cardlab.families.tricks import TrickGame
from cardlab.labs import analysis, notation
from cardlab.labs.analysis import Course, Par, Table
from cardlab.labs.positions import Position, check
from cardlab.pbn import is_for
from cardlab.players import coach
from cardlab.web.drawing.svg import table_svg
from cardlab.web.pages.labs.base import (
    Block,
    Control,
    Lab,
    choice,
    number,
    refusal,
    switch,
    text,
)

__all__ = ["Analysis"]

_T = TypeVar("_T")
SECONDS = 2.0
"""Longest time for one position."""
LONG_LINK = 6000
"""Signs of a record that an address holds."""
PLAIN = 4
"""Cards in a hand up to which the solver is quick without being compiled."""
VULNERABLE = (
    ("none", "Nobody"),
    ("ns", "North–South"),
    ("ew", "East–West"),
    ("both", "Both sides"),
)
DEALERS = tuple((str(i), name) for i, name in enumerate(("South", "West", "North", "East")))
LATE = (
    "Not solved in time: there are too many cards still to be played. Go on a few cards, and it"
    " will be."
)


class Analysis(Lab):
    """A deal, card by card."""

    id, title = "analysis", "A deal, card by card"
    doing = "Solving"

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.seed = 1
        # whether a game of tricks has tables takes a moment to find out, and is found out beside
        # the page
        self.why_not: str | None = (
            None if isinstance(self.game, TrickGame) else _compiles(self.game)
        )
        self.typed: tuple[str, str] = ("", "")
        self.vulnerable, self.dealer, self.knowing, self.whole = "none", "0", False, False
        self._begin(analysis.example(self.game, self.seed), {"seed": "1"})
        self.at = self._middle()

    # -- the course
    def _begin(self, course: Course, source: dict[str, str], at: int = 0) -> None:
        self.course, self.source, self.at = course, source, at
        self.game = course.game
        self.picked: str | None = None
        self.values: dict[int, Any] = {}
        self.lines: dict[tuple[int, str], Any] = {}
        self.names: dict[tuple[int, str], Any] = {}
        self.known: dict[int, Any] = {}
        self.losses: dict[int, Any] = {}
        self.table: Table | None = None

    def _middle(self) -> int:
        """A card in the second half of the deal: solved at once, and with something to choose."""
        found = coach.plays(self.course)
        late = [
            i
            for i in found[len(found) // 2 :]
            if len(self.game.legal_moves(self.course.state_at(i))) > 2
        ]
        return late[0] if late else min(1, self.course.ply)

    @property
    def state(self) -> Any:
        return self.course.state_at(self.at)

    @property
    def played(self) -> str:
        """The card that was played from here, if one was."""
        if self.at >= self.course.ply:
            return ""
        seat, move = self.course.entries[self.at]
        return str(move.card) if seat is not None and move.card is not None else ""

    def _asked_card(self) -> Move | None:
        """The card whose line is shown: the one clicked, else the one played, else a best one."""
        values = self.values.get(self.at)
        if not isinstance(values, dict) or not values:
            return None
        wanted = self.picked or self.played
        return next((m for m in values if str(m.card) == wanted), None) or coach.least(
            self.state, values
        )

    # -- in
    def set(self, name: str, value: Any) -> None:
        act = getattr(self, f"_on_{name}", None)
        if act is None:
            return super().set(name, value)
        act(value)
        return None

    def _on_seed(self, value: Any) -> None:
        if not str(value).isdecimal() or len(str(value)) > 15:
            raise ValueError(f"A seed is a whole number, such as 7; “{shown(str(value))}” is none.")
        self.seed = int(value)
        self._begin(analysis.example(type(self.game)(), self.seed), {"seed": str(self.seed)})
        self.at, self.typed = self._middle(), ("", "")

    def _on_another(self, _: Any) -> None:
        self._on_seed(str(self.seed + 1))

    def _on_bring(self, value: Any) -> None:
        given = str(value)
        if not given.strip():
            return
        try:
            self._take(analysis.read(given))
        except ValueError as said:
            self.typed = (given, sentence(str(said)))

    def _on_record(self, value: Any) -> None:
        self._take(analysis.of_match(analysis.unpacked(str(value))))

    def _on_position(self, value: Any) -> None:
        self._take(analysis.read(notation.unpacked(str(value))))

    def _on_match(self, value: Any) -> None:
        """A match that the store keeps: where a game's page leads."""
        from cardlab.engine.record import Record
        from cardlab.store import MatchStore

        if not all(c.isalnum() or c in "-_" for c in str(value)) or len(str(value)) > 40:
            raise ValueError(
                f"“{shown(str(value))}” is not the name of a match; copy the whole link."
            )
        self._take(analysis.of_match(Record.from_dict(MatchStore().load(str(value)).record)))
        self.source = {"match": str(value)}

    def _take(self, course: Course) -> None:
        """Something brought from outside; it has to be of the game that is chosen."""
        if course.game.id != self.game.id:
            raise ValueError(
                f"This is {course.game.title}; choose that game from the list, then bring it."
            )
        if course.record is not None:
            packed = analysis.packed(course.record)
            source = {"record": packed} if len(packed) <= LONG_LINK else {}
        else:
            start = course.state_at(0)
            source = {"position": notation.packed(notation.write(start))}
            if course.ply:
                source["moves"] = ",".join(str(entry.move) for entry in course.entries)
        self._begin(course, source)
        self.typed = ("", "")
        plays = coach.plays(course)
        self.at = plays[0] if plays else min(1, course.ply)

    def _on_moves(self, value: Any) -> None:
        """The cards played from a position, as an address holds them."""
        course = self.course
        for word in str(value).split(",")[:60]:
            course = course.play(course.ply, word)
        self._take(course)

    def _on_at(self, value: Any) -> None:
        where = int(value) if str(value).isdecimal() else -1
        if not 0 <= where <= self.course.ply:
            raise ValueError(
                f"This deal has moves 0 to {self.course.ply}; {shown(str(value))} lies outside."
            )
        self.at, self.picked = where, None

    def _on_back(self, _: Any) -> None:
        self.at, self.picked = max(0, self.at - 1), None

    def _on_on(self, _: Any) -> None:
        self.at, self.picked = min(self.course.ply, self.at + 1), None

    def _on_hand(self, value: Any) -> None:
        values = self.values.get(self.at)
        if not isinstance(values, dict) or str(value) not in [str(m.card) for m in values]:
            raise ValueError(
                f"{shown(str(value), 12)} is not open here; tap a card that has a mark."
            )
        self.picked = str(value)

    def _on_play(self, _: Any) -> None:
        move = self._asked_card()
        if move is None:
            raise ValueError("Tap a card that has a mark; then it can be played.")
        at = self.at
        if str(move.card) == self.played:
            self._on_on(None)
            return
        course = self.course.play(at, move)
        self._take(course)
        self.at = at + 1

    def _on_losses(self, value: Any) -> None:
        """A cell of the chart: seat and trick."""
        seat, _, trick = str(value).partition(",")
        found = [
            i
            for i in self._shown_plays()
            if str(self.course.entries[i].seat) == seat
            and str(len(self.course.state_at(i).taken)) == trick
        ]
        if not found:
            raise ValueError("No card was played there; choose a cell with a number.")
        self.at, self.picked = found[0], None

    def _on_vulnerable(self, value: Any) -> None:
        self.vulnerable = str(value)

    def _on_dealer(self, value: Any) -> None:
        self.dealer = str(value)

    def _on_knowing(self, value: Any) -> None:
        self.knowing = bool(value)

    def _on_whole(self, value: Any) -> None:
        self.whole = bool(value)

    def asked(self) -> dict[str, str]:
        source = self.source or {"position": notation.packed(notation.write(self.state))}
        found = {**source, "at": str(self.at)} if self.source else source
        if self.picked:
            found["hand"] = self.picked
        more = {"vulnerable": (self.vulnerable, "none"), "dealer": (self.dealer, "0")}
        found |= {name: value for name, (value, usual) in more.items() if value != usual}
        return found | {name: "1" for name in ("knowing", "whole") if getattr(self, name)}

    # -- long work
    def job(self) -> Iterator[float] | None:
        return None if self.why_not or self._trouble() else self._work()

    def _work(self) -> Iterator[float]:
        from cardlab.solver import CannotCompile, NotInTime, ready, warm

        warm()
        while not (ready() or self._plain_will_do()):
            time.sleep(0.05)
            yield 0.0
        if self.why_not is None:
            self.why_not = yield from _beside(lambda: _compiles(self.game), 0.0)
        if self.why_not:
            return
        at = self.at
        try:
            yield from self._here(at)
            yield from self._chart()
            yield from self._twenty()
            if self.knowing:
                yield from self._could_know(at)
        except CannotCompile as said:
            self.values.setdefault(at, sentence(str(said)))
        except NotInTime:
            self.values.setdefault(at, LATE)

    def _plain_will_do(self) -> bool:
        """So few cards are left that nobody needs to wait for the compiled kernel."""
        return max(map(len, self.state.hands), default=0) <= PLAIN

    def _here(self, at: int) -> Iterator[float]:
        """What each card is worth, and how it goes on after the one asked about."""
        from cardlab.solver import NotInTime

        state = self.course.state_at(at)
        if not _plays_cards(state):
            return
        if at not in self.values:
            try:
                self.values[at] = yield from _beside(lambda: coach.values(state, SECONDS), 0.02)
            except NotInTime:
                self.values[at] = LATE
            yield 0.05
        asked = self._asked_card()
        if asked is None:
            return
        until = "deal" if self.whole else "trick"
        try:
            for move in dict.fromkeys((asked, self._best_card(asked))):
                if self.lines.get((at, str(move)), ("",))[0] != until:
                    line = partial(coach.best_line, state, move, until=until, seconds=SECONDS)
                    steps = yield from _beside(line, 0.07)
                    self.lines[at, str(move)] = (until, steps)
            if (at, str(asked)) not in self.names:
                found = self.values[at]
                name = yield from _beside(lambda: coach.named(state, found, asked, SECONDS), 0.1)
                self.names[at, str(asked)] = name
        except NotInTime:
            self.names.setdefault((at, str(asked)), None)

    def _best_card(self, asked: Move) -> Move:
        """The card asked about if it gives nothing away, else the least of the best."""
        values = self.values[self.at]
        return asked if coach.cost(values, asked) == 0 else coach.least(self.state, values)

    def _shown_plays(self) -> tuple[int, ...]:
        """The plays of the deal that is looked at."""
        found = coach.plays(self.course, self.at)
        return found or coach.plays(self.course)

    def _chart(self) -> Iterator[float]:
        plays = self._shown_plays()
        if all(i in self.losses for i in plays):
            return
        work = coach.losing(self.course, plays[-1], seconds=SECONDS)
        while (
            loss := (yield from _beside(lambda: next(work, None), self._share(plays)))
        ) is not None:
            self.losses[loss.ply] = loss
            yield self._share(plays)

    def _share(self, plays: tuple[int, ...]) -> float:
        return 0.15 + 0.45 * sum(i in self.losses for i in plays) / len(plays)

    def _twenty(self) -> Iterator[float]:
        hands = analysis.full_deal(self.state)
        if hands is None or (self.table is not None and self.table.whole):
            return
        work = analysis.tabling(hands, self.table.tricks if self.table else None, SECONDS)
        share = 0.6
        while (table := (yield from _beside(lambda: next(work, None), share))) is not None:
            self.table = table
            share = 0.6 + 0.3 * len(table.tricks) / 20
            yield share

    def _could_know(self, at: int) -> Iterator[float]:
        values = self.values.get(at)
        if at in self.known or not isinstance(values, dict) or len(values) < 2:
            return
        work = coach.knowing(
            self.course.state_at(at),
            tuple(values),
            rng=random.Random(f"analysis/{at}"),
            seconds=SECONDS,
        )
        share = 0.9
        while (told := (yield from _beside(lambda: next(work, None), share))) is not None:
            if isinstance(told, float):
                share = 0.9 + 0.1 * told
            else:
                self.known[at] = told
            yield share

    # -- out: what can be set
    def lead(self) -> str:
        return (
            f"{self.game.title}: what each card is worth with all hands open, and what it gives"
            " away."
        )

    def controls(self) -> list[Control]:
        found: list[Control] = [
            {
                "name": "another",
                "label": "Another deal",
                "kind": "button",
                "value": None,
                "place": "head",
            }
        ]
        if self.course.ply:
            found.append(number("at", "Move", self.at, 0, self.course.ply, place="table"))
            for name, label, off in (
                ("back", "One back", self.at == 0),
                ("on", "One on", self.at == self.course.ply),
            ):
                found.append(
                    {
                        "name": name,
                        "label": label,
                        "kind": "button",
                        "value": None,
                        "place": "table",
                        "off": off,
                    }
                )
        if isinstance(self.values.get(self.at), dict):
            move = self._asked_card()
            assert move is not None
            found.append(
                {
                    "name": "play",
                    "label": f"Play {move.label}",
                    "kind": "button",
                    "value": None,
                    "place": "line",
                }
            )
            found.append(switch("whole", "To the end of the deal", self.whole, place="line"))
            found.append(switch("knowing", "And what could be known?", self.knowing, place="hand"))
        if analysis.full_deal(self.state) is not None:
            found.append(
                choice("vulnerable", "Vulnerable", self.vulnerable, VULNERABLE, place="par")
            )
            found.append(choice("dealer", "Dealer", self.dealer, DEALERS, place="par"))
        value, why = self.typed
        kinds = "A record, a position in one line" + (
            ", or a board in PBN" if is_for(self.game) else ""
        )
        found.append(
            {
                "name": "bring",
                "label": "Paste it here",
                "kind": "area",
                "value": value,
                "why": why,
                "rows": 5,
                "hint": f"{kinds}.",
                "place": "bring",
                "longest": 20000,
            }
        )
        return found

    # -- out: what is shown
    def _trouble(self) -> str:
        """Why this table cannot be, in a sentence."""
        if self.course.record is not None:
            return ""
        return " ".join(map(str, check(self.course.state_at(0))[:2]))

    def blocks(self) -> list[Block]:
        return [*self._seen(), *self._about(), *self._bringing()]

    def _seen(self) -> Iterator[Block]:
        state = self.state
        doing = f"Move {self.at} of {self.course.ply}" if self.course.ply else "The table"
        who = (
            f", {self.course.names[state.to_move]} to {state.phase.doing}"
            if state.to_move is not None
            else ""
        )
        svg = table_svg(Position(state).view(0))
        yield {
            "kind": "picture",
            "id": "table",
            "svg": svg,
            "label": f"{self.game.title}, {doing}{who}",
            "title": doing + who,
            "span": "main",
        }

    def _about(self) -> Iterator[Block]:
        if self.why_not:
            yield text(
                self.why_not, tone="note", id="hand", title="Nothing to solve here", span="side"
            )
            return
        if trouble := self._trouble():
            yield refusal(trouble, id="hand", title="Not yet possible", span="side")
            return
        yield from self._cards()
        yield from self._chart_block()
        yield from self._bridge()

    def _cards(self) -> Iterator[Block]:
        state, found = self.state, self.values.get(self.at)
        if not _plays_cards(state):
            said = "No card is played to a trick at this moment. Step on to one."
            yield text(said, tone="note", id="hand", title="What each card is worth", span="side")
            return
        if not isinstance(found, dict):
            yield text(
                found or "The solver is at work.",
                id="hand",
                title="What each card is worth",
                span="side",
                tone="note",
            )
            return
        who = self.course.names[state.to_move]
        marks = {m.card: coach.cost(found, m) for m in found}
        unit = next(iter(found.values())).unit
        order = state.order
        asked = self._asked_card()
        cards = []
        for card in order.sorted(state.hand) if order is not None else state.hand:
            slot: dict[str, Any] = {
                "code": str(card),
                "state": "plain" if card in marks else "closed",
                "picked": asked is not None and card == asked.card,
            }
            if card in marks:
                slot["mark"] = f"−{marks[card]}" if marks[card] else "+0"
                slot["said"] = (
                    f"gives away {coach.measured(marks[card], unit)}"
                    if marks[card]
                    else "gives nothing away"
                )
            if str(card) == self.played:
                slot["said"] = f"{slot.get('said', '')}, the card played".strip(", ")
            cards.append(slot)
        yield {
            "kind": "cards",
            "id": "hand",
            "title": "What each card is worth",
            "groups": [{"label": who, "cards": cards}],
            "span": "side",
            "lead": self._worth(found),
        }
        yield self._line(asked)

    def _worth(self, found: Any) -> str:
        best = coach.top(found)
        one = next(iter(found.values()))
        side = listed([self.course.names[s] for s in one.seats])
        least = "at least " if one.bound else ""
        takes = "take" if len(one.seats) > 1 else "takes"
        of = f" of {one.left}" if one.left else ""
        few = ", and want few" if one.fewest else ""
        return (
            f"{side} {takes} {least}{coach.measured(best, one.unit)}{of}{few}. The marks say what a"
            " card gives away."
        )

    def _line(self, asked: Move | None) -> Block:
        told: list[str] = []
        if asked is not None:
            key = (self.at, str(asked))
            steps = self.lines.get(key)
            if steps is not None:
                told += _told(self.course.names, steps[1])
            best = self._best_card(asked)
            if best != asked and (steps := self.lines.get((self.at, str(best)))) is not None:
                told += [
                    f"Nothing is given away by {best.label}:",
                    *_told(self.course.names, steps[1]),
                ]
            name = self.names.get(key)
            if name is not None:
                told.append(
                    f"{name.title}: {name.because.say(self.course.names[self.state.to_move])}."
                )
        known = self.known.get(self.at)
        if known is not None and asked is not None:
            told += coach.as_known(known, asked)
        return text(
            *(told or ["The solver is at work."]),
            id="line",
            span="side",
            title=f"After {asked.label}" if asked is not None else "The best line",
        )

    def _chart_block(self) -> Iterator[Block]:
        plays = self._shown_plays()
        if not plays:
            return
        entries = self.course.entries
        seats = sorted({seat for i in plays if (seat := entries[i].seat) is not None})
        tricks = sorted({len(self.course.state_at(i).taken) for i in plays})
        grid: list[list[int | None]] = [[None] * len(tricks) for _ in seats]
        picked = None
        for i in plays:
            row, column = (
                seats.index(entries[i].seat or 0),
                tricks.index(len(self.course.state_at(i).taken)),
            )
            loss = self.losses.get(i)
            grid[row][column] = -loss.cost if loss is not None and loss.cost is not None else None
            if i == self.at:
                picked = [row, column]
        solved = [x for x in self.losses.values() if x.cost is not None]
        unit = "point" if any(x.unit == "point" for x in solved) else "trick"
        names = [
            f"{self.course.names[s]} {_sum(x.cost for x in solved if x.seat == s)}" for s in seats
        ]
        late = any(x.cost is None for x in self.losses.values())
        lead = "What each card gave away, trick by trick; a cell leads to its card."
        yield {
            "kind": "heat",
            "id": "losses",
            "title": "Card by card",
            "rows": names,
            "columns": [str(t + 1) for t in tricks],
            "values": grid,
            "picked": picked,
            "row_title": "Seat",
            "column_title": "trick",
            "unit": f"{unit}s",
            "lead": lead + (" What an empty cell gave away could not be solved." if late else ""),
        }

    def _bridge(self) -> Iterator[Block]:
        if analysis.full_deal(self.state) is None:
            return
        table = self.table or Table()
        rows = [
            [name, *(str(table.tricks.get((s, seat), "…")) for s in analysis.STRAINS)]
            for seat, name in ((2, "North"), (0, "South"), (3, "East"), (1, "West"))
        ]
        signs = ("♣", "♦", "♥", "♠", "NT")
        yield {
            "kind": "table",
            "id": "double",
            "title": "Tricks with all hands open",
            "rows": rows,
            "span": "half",
            "lead": "By declarer and strain, when everybody plays best.",
            "caption": "Tricks by declarer and strain",
            "columns": [{"label": "Declarer"}, *({"label": s, "align": "right"} for s in signs)],
        }
        said = "It follows when all twenty results are there."
        if table.whole:
            found: Par = analysis.par(table, self.vulnerable, int(self.dealer))
            said = f"{found}."
        yield text(
            f"{said[:1].upper()}{said[1:]}",
            id="par",
            title="The par contract",
            span="half",
            lead="Where the auction ends if both sides know all hands.",
        )

    def _bringing(self) -> Iterator[Block]:
        yield text(
            "The address of this page holds the deal and the moment.",
            id="bring",
            title="Bring another deal",
            lead="A match as it was saved, or a table written in one line.",
        )
        if not self.why_not:
            code = (
                "import cardlab\nfrom cardlab.players.coach import losses\nfrom cardlab.labs"
                f" import analysis\n\ndeal = analysis.example({self.game.id!r},"
                f" seed={self.seed})\nprint(*losses(deal)[-8:])"
            )
            yield {"kind": "code", "id": "python", "title": "In Python", "text": code}


def _beside(work: Callable[[], _T], share: float) -> Generator[float, None, _T]:
    """Do something long in a thread of its own, telling the share done meanwhile: the page has
    its turn between two looks."""
    done: list[_T] = []
    trouble: list[BaseException] = []

    def run() -> None:
        try:
            done.append(work())
        except BaseException as said:  # it is raised where somebody waits for it
            trouble.append(said)

    thread = threading.Thread(target=run, name="cardlab-analysis", daemon=True)
    thread.start()
    thread.join(0.03)
    while thread.is_alive():
        yield share
        thread.join(0.03)
    if trouble:
        raise trouble[0]
    return done[0]


@lru_cache(64)
def _compiles(game: Any) -> str:
    from cardlab.solver import compiles

    return sentence(said) if (said := str(compiles(game))) else ""


def _plays_cards(state: Any) -> bool:
    from cardlab.families.tricks import Tricks

    return isinstance(state.phase, Tricks) and state.to_move is not None


def _told(names: tuple[str, ...], steps: Any) -> list[str]:
    """A line of play as sentences of at most eight cards."""
    said = [f"{names[step.seat]} {step.move.label}" for step in steps]
    return [", ".join(said[i : i + 8]) + "." for i in range(0, len(said), 8)]


def _sum(costs: Any) -> str:
    found = sum(costs)
    return f"−{found}" if found else "0"
