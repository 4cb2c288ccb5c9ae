"""The laboratory of the analysis on a page: a deal gone through card by card, with what each card is
worth.

Knows controls, blocks and the moment that is looked at.  Knows no rule and no value:
`cardlab.labs.analysis` reads what is brought, `cardlab.labs.solving` solves it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import Any

from cardlab.engine.moves import Move
from cardlab.engine.record import Record
from cardlab.engine.words import capital, listed, sentence, shown, some
from cardlab.labs import analysis, notation
from cardlab.labs.analysis import Course, Par
from cardlab.labs.board_file import BoardFile, is_board_file
from cardlab.labs.positions import BuiltPosition, check
from cardlab.labs.solving import DealSolved, Wanted, plays_cards, slow_here
from cardlab.pbn import is_for
from cardlab.players import coach
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import Block, code, columns, refusal, table, text
from cardlab.web.pages.labs.controls import (
    LONGEST_FILE,
    ChoiceControl,
    NumberControl,
    Parameter,
    SwitchControl,
    TextControl,
    button,
    click,
)
from cardlab.web.pages.labs.here import asked_of
from cardlab.web.pages.labs.tracking import Variable, worked_out
from cardlab.web.pages.learner_name import match_holder

__all__ = ["AnalysisLab"]

LONG_LINK = 6000
"""Characters of a record that an address holds."""
VULNERABLE = (
    ("none", "Nobody"),
    ("ns", "North–South"),
    ("ew", "East–West"),
    ("both", "Both sides"),
)
DEALERS = tuple((str(i), name) for i, name in enumerate(("South", "West", "North", "East")))
WORTH = "What each card is worth"
BEGIN = {"bridge": "28"}
"""The seed of the first deal, where that of the first one tells little: in bridge a contract in a
suit that the declarer's side has."""


class AnalysisLab(Lab):
    """A deal, card by card."""

    id, title, doing = "analysis", "A deal, card by card", "Solving"
    offers = "go through a deal move by move, forward and back"

    takes = {"deal": "seed", "at": "at", "position": "position"}

    solved = Variable[DealSolved]()
    source = Variable[dict[str, str]]()
    """Where the deal comes from, as the address says it."""
    typed = Variable[tuple[str, str]]()
    """What was brought and could not be read, and why."""
    picked = Variable[str | None]()
    """The card that somebody asks about."""
    file = Variable[BoardFile | None]()
    """The boards that were brought with the one that is looked at."""
    place = Variable[int]()
    """Which of them it is."""

    seed = Parameter(
        lambda lab, words: lab.take_seed(words), lambda lab: lab.written_source("seed")
    )
    record = Parameter(
        lambda lab, words: lab.take_course(analysis.of_match(analysis.unpacked(words))),
        lambda lab: lab.written_source("record"),
    )
    match = Parameter(
        lambda lab, words: lab.take_match(words), lambda lab: lab.written_source("match")
    )
    position = Parameter(
        lambda lab, words: lab.take_course(analysis.read(notation.unpacked(words))),
        lambda lab: lab.written_source("position"),
    )
    moves = Parameter(
        lambda lab, words: lab.take_moves(words), lambda lab: lab.written_source("moves")
    )

    @button("Another deal", place="head")
    def another(self) -> None:
        self.take_seed(str(self.deal_number + 1))

    at = NumberControl(
        "Move",
        lambda lab: lab.first_at,
        low=0,
        high=lambda lab: lab.course.ply,
        place="table",
        when=lambda lab: lab.course.ply,
        query=lambda lab: "always" if lab.source else "never",
    )

    @at.then
    def _let_go(self) -> None:
        self.picked = None

    @button(
        "One back",
        place="table",
        when=lambda lab: lab.course.ply,
        off=lambda lab: lab.at == 0,
    )
    def back(self) -> None:
        self._look_at(max(0, self.at - 1))

    @button(
        "One on",
        name="on",
        place="table",
        when=lambda lab: lab.course.ply,
        off=lambda lab: lab.at == lab.course.ply,
    )
    def forward(self) -> None:
        self._look_at(min(self.course.ply, self.at + 1))

    hand = Parameter(lambda lab, card: lab.pick(card), lambda lab: lab.picked)

    @button(
        lambda lab: f"Play {lab.card.label}",
        place="line",
        when=lambda lab: lab.solved.worth(lab.at),
    )
    def play(self) -> None:
        """Play the card that is looked at."""
        move, at = self.card, self.at
        if move is None:
            raise ValueError("Tap a card that has a mark; then it can be played.")
        if str(move.card) != self.solved.played(at):
            self.take_course(self.course.play(at, str(move)))
        self._look_at(at + 1)

    vulnerable = ChoiceControl[str](
        "Vulnerable",
        VULNERABLE,
        place="par",
        follow=False,
        when=lambda lab: analysis.full_deal(lab.state) is not None,
    )
    dealer = ChoiceControl[str](
        "Dealer",
        DEALERS,
        place="par",
        follow=False,
        when=lambda lab: analysis.full_deal(lab.state) is not None,
    )
    knowing = SwitchControl(
        "And what could be known?",
        False,
        place="hand",
        when=lambda lab: lab.solved.worth(lab.at),
    )
    whole = SwitchControl(
        "To the end of the deal",
        False,
        place="line",
        when=lambda lab: lab.solved.worth(lab.at),
    )
    bring = TextControl(
        "Paste it here",
        get=lambda lab: lab.typed[0],
        put=lambda lab, words: lab.take_words(words),
        why=lambda lab: lab.typed[1],
        rows=5,
        hint=lambda lab: lab.kinds_to_bring(),
        place="bring",
        longest=LONGEST_FILE,
        query="never",
    )
    other_board = ChoiceControl[str](
        "Board of the pasted text",
        lambda lab: lab.file.choices() if lab.file else [],
        get=lambda lab: str(lab.place),
        put=lambda lab, place: lab.take_board(int(place)),
        hint=lambda lab: lab.file.told(lab.place) if lab.file else "",
        place="bring",
        when=lambda lab: is_for(lab.game) and lab.file is not None,
        query="never",
    )

    def prepare(self) -> None:
        self.take_seed(BEGIN.get(self.game.id, "1"))

    def begin(self) -> None:
        self.picked = None

    def told(self) -> Mapping[str, str]:
        laid = {"position": notation.packed(notation.write(self.state))}
        if "seed" not in self.source:
            return laid
        return laid | {"deal": str(self.deal_number), "at": str(self.at)}

    def asks(self) -> Mapping[str, Mapping[str, Any]]:
        return asked_of(self.state)

    # -- the deal
    @property
    def course(self) -> Course:
        return self.solved.course

    @property
    def state(self) -> Any:
        return self.course.state_at(self.at)

    @property
    def wanted(self) -> Wanted:
        return Wanted(self.at, self.picked or "", self.whole, self.knowing)

    @property
    def card(self) -> Move | None:
        """The card whose line is shown."""
        return self.solved.looked_at(self.wanted)

    def _look_at(self, at: int) -> None:
        self.at, self.picked = at, None

    def _begin(self, course: Course, source: dict[str, str], at: int) -> None:
        """Begin with another deal."""
        self.solved, self.source, self.game = DealSolved(course), source, course.game
        self.file, self.place = None, 1
        self.first_at, self.typed = at, ("", "")
        self._look_at(at)

    def take_seed(self, words: str) -> None:
        """The deal of a seed, at a card in its second half: solved at once, and with something
        to choose."""
        if not words.isdecimal() or len(words) > 15:
            raise ValueError(f"A seed is a whole number, such as 7; “{shown(words)}” is not.")
        self.deal_number = int(words)
        course = analysis.example(self.game, self.deal_number)
        plays = coach.plays(course)
        late = plays[len(plays) // 2 :]
        free = (i for i in late if len(course.game.legal_moves(course.state_at(i))) > 2)
        at = next(free, late[0] if late else min(1, course.ply))
        self._begin(course, {"seed": str(self.deal_number)}, at)

    def take_course(self, course: Course, source: dict[str, str] | None = None) -> None:
        """Something brought from outside; it has to be of the game that is chosen."""
        if course.game.id != self.game.id:
            raise ValueError(
                f"This is {course.game.title}; choose that game from the list, then bring it."
            )
        plays = coach.plays(course)
        at = plays[0] if plays else min(1, course.ply)
        self._begin(course, _source(course) if source is None else source, at)

    def take_match(self, name: str) -> None:
        """A saved match: where a game's page leads."""
        from cardlab.store import MatchStore, StoreError

        if not all(c.isalnum() or c in "-_" for c in name) or len(name) > 40:
            raise ValueError(f"“{shown(name)}” is not the name of a match; copy the whole link.")
        try:
            saved = MatchStore(holder=match_holder(os.environ)).load(name)
        except StoreError as error:
            raise ValueError(str(error)) from None
        if not saved.mine:
            raise ValueError(
                "This match belongs to another browser, where alone all its cards are shown. Open it"
                " there, or paste its record here."
            )
        record = Record.from_dict(saved.record)
        self.take_course(analysis.of_match(record), {"match": name})

    def take_moves(self, words: str) -> None:
        """The cards played from a position, as an address holds them."""
        course = self.course
        for word in words.split(",")[:60]:
            course = course.play(course.ply, word)
        self.take_course(course)

    def take_words(self, words: str) -> None:
        """What was pasted; what cannot be read stays in its field, with the reason."""
        if not words.strip():
            return
        try:
            if is_board_file(words):
                self._bring_boards(BoardFile.read(words))
            else:
                self.take_course(analysis.read(words))
        except ValueError as no:
            self.typed = (words, sentence(str(no)))

    def _bring_boards(self, file: BoardFile) -> None:
        """Begin with the first board of a text; the others can be chosen."""
        first = file.first
        self.take_course(analysis.of_board(file.board(first)))
        self.file, self.place = (file if file.told(first) else None), first

    def take_board(self, place: int) -> None:
        """Begin with another board of the text that was brought.  Raises ValueError, and nothing
        has changed."""
        file = self.file
        if file is None:
            raise ValueError("There is no text with boards here; paste one first.")
        self.take_course(analysis.of_board(file.board(place)))
        self.file, self.place = file, place

    def written_source(self, name: str) -> str | None:
        """Where the deal comes from; a record too long for an address gives way to the position."""
        if not self.source and name == "position":
            return notation.packed(notation.write(self.state))
        return self.source.get(name)

    def kinds_to_bring(self) -> str:
        board = ", or a board in PBN" if is_for(self.game) else ""
        return f"A record, a position in one line{board}."

    def pick(self, card: str) -> None:
        """Ask about a card."""
        if card not in [str(move.card) for move in self.solved.worth(self.at)]:
            raise ValueError(f"{shown(card, 12)} is not legal here; tap a card that has a mark.")
        self.picked = card

    @click("losses")
    def choose_loss(self, at: str) -> None:
        """A cell of the chart: seat and trick."""
        seat, _, trick = at.partition(",")
        for ply in self.solved.plays(self.at):
            played = str(self.course.entries[ply].seat), str(len(self.course.state_at(ply).taken))
            if played == (seat, trick):
                self._look_at(ply)
                return
        raise ValueError("No card was played there; choose a cell with a number.")

    # -- long work
    @worked_out
    def trouble(self) -> str:
        """Why this table cannot be, in a sentence."""
        if self.course.record is not None:
            return ""
        return " ".join(map(str, check(self.course.state_at(0))[:2]))

    def job(self) -> Iterator[float] | None:
        if self.solved.why_not or self.trouble:
            return None
        return self.solved.work(self.wanted)

    # -- what is shown
    def lead(self) -> str:
        if self.solved.why_not:
            return f"{self.game.title}: a deal, move by move."
        shows = "what each card is worth with all hands open, and what it gives away"
        return f"{self.game.title}: {shows}. {slow_here()}".rstrip()

    def blocks(self) -> list[Block]:
        picture = self.picture | ({"lead": sums} if (sums := self._sums()) else {})
        return [picture, *self._about(), self.bringing, *self._python()]

    @worked_out
    def picture(self) -> Block:
        state, ply = self.state, self.course.ply
        moment = f"Move {self.at} of {ply}" if ply else "The table"
        if state.to_move is not None:
            moment += f", {self.course.names[state.to_move]} to {state.phase.doing}"
        return {
            "kind": "picture",
            "id": "table",
            "svg": following_page(table_svg(BuiltPosition(state).view(0))),
            "label": f"{self.game.title}, {moment}",
            "title": moment,
            "span": "main",
        }

    def _about(self) -> list[Block]:
        if why := self.solved.why_not:
            return [text(why, tone="note", id="hand", title="Nothing to solve here", span="side")]
        if self.trouble:
            return [refusal(self.trouble, id="hand", title="Not yet possible", span="side")]
        return [*self._cards(), *self._chart(), *self._bridge()]

    def _cards(self) -> list[Block]:
        """The hand, each card with what it gives away, and the line of the one looked at."""
        values = self.solved.worth(self.at)
        if not plays_cards(self.state) or not values:
            why = self.solved.values.get(self.at) or "The solver is at work."
            if not plays_cards(self.state):
                why = "No card is played to a trick at this moment. Step on to one."
            return [text(why, tone="note", id="hand", title=WORTH, span="side")]
        who, card = self.course.names[self.state.to_move], self.card
        order, hand = self.state.order, self.state.hand
        held = order.sorted(hand) if order is not None else hand
        hand_block: Block = {
            "kind": "cards",
            "id": "hand",
            "title": WORTH,
            "groups": [{"label": who, "cards": [self._slot(one, values, card) for one in held]}],
            "span": "side",
            "lead": self._worth(values),
        }
        return [hand_block, self._line(card)]

    def _slot(self, card: Any, values: dict[Move, Any], looked_at: Move | None) -> dict[str, Any]:
        """A card of the hand with its mark."""
        move = next((m for m in values if m.card == card), None)
        slot: dict[str, Any] = {
            "code": str(card),
            "state": "closed" if move is None else "plain",
            "picked": looked_at is not None and card == looked_at.card,
        }
        spoken = []
        if move is not None:
            cost = coach.cost(values, move)
            slot["mark"] = f"−{cost}" if cost else "+0"
            lost = coach.measured(cost, values[move].unit) if cost else "nothing"
            spoken.append(f"gives away {lost}" if cost else "gives nothing away")
        if str(card) == self.solved.played(self.at):
            spoken.append("the card played")
        return slot | ({"said": ", ".join(spoken)} if spoken else {})

    def _worth(self, values: dict[Move, Any]) -> str:
        """What the side to move takes."""
        one = next(iter(values.values()))
        side = listed([self.course.names[seat] for seat in one.seats])
        least = "at least " if one.bound else ""
        takes = "take" if len(one.seats) > 1 else "takes"
        of = f" of {one.left}" if one.left else ""
        few = ", and want few" if one.fewest else ""
        points = coach.measured(coach.top(values), one.unit)
        return f"{side} {takes} {least}{points}{of}{few}. The marks say what a card gives away."

    def _line(self, move: Move | None) -> Block:
        """How it goes on after a card, and after a better one."""
        if move is None:
            return text("The solver is at work.", id="line", span="side", title="The best line")
        solved, at, names = self.solved, self.at, self.course.names
        lines: list[str] = []
        if (line := solved.lines.get((at, str(move)))) is not None:
            lines += _line_of_play(names, line[1])
        best = solved.best_card(at, move)
        if best != move and (line := solved.lines.get((at, str(best)))) is not None:
            lines += [f"Nothing is given away by {best.label}:", *_line_of_play(names, line[1])]
        if (name := solved.names.get((at, str(move)))) is not None:
            lines.append(f"{name.title}: {name.because.say(names[self.state.to_move])}.")
        if (known := solved.known.get(at)) is not None:
            lines += coach.as_known(known, move)
        shown_lines = lines or ["The solver is at work."]
        return text(*shown_lines, id="line", span="side", title=f"After {move.label}")

    def _sums(self) -> str:
        """What each seat has given away in the whole deal, as far as it is solved."""
        plays, entries = self.solved.plays(self.at), self.course.entries
        solved = self._losses()
        if not plays or not solved or self.trouble:
            return ""
        seats = sorted({seat for ply in plays if (seat := entries[ply].seat) is not None})
        costs = {seat: sum(x.cost or 0 for x in solved if x.seat == seat) for seat in seats}
        told = [f"{self.course.names[seat]} {_sum([cost])}" for seat, cost in costs.items()]
        every = some(sum(costs.values()), self._unit())
        so_far = "" if len(solved) == len(plays) else " as far as it is solved"
        return f"Given away in this deal{so_far}: {', '.join(told)}; {every} in all."

    def _losses(self) -> list[coach.Loss]:
        """What is solved of the cards that were played."""
        return [loss for loss in self.solved.losses.values() if loss.cost is not None]

    def _unit(self) -> str:
        """What is given away."""
        return "point" if any(loss.unit == "point" for loss in self._losses()) else "trick"

    def _chart(self) -> list[Block]:
        """What each card gave away, by seat and trick."""
        plays, losses, entries = self.solved.plays(self.at), self.solved.losses, self.course.entries
        if not plays:
            return []
        trick_of = {ply: len(self.course.state_at(ply).taken) for ply in plays}
        seats = sorted({seat for ply in plays if (seat := entries[ply].seat) is not None})
        tricks = sorted(set(trick_of.values()))
        grid: list[list[int | None]] = [[None] * len(tricks) for _ in seats]
        picked = None
        for ply in plays:
            row, column = seats.index(entries[ply].seat or 0), tricks.index(trick_of[ply])
            loss = losses.get(ply)
            grid[row][column] = -loss.cost if loss is not None and loss.cost is not None else None
            if ply == self.at:
                picked = [row, column]
        solved = self._losses()
        lead = "What each card gave away, trick by trick; a cell leads to its card."
        if any(loss.cost is None for loss in losses.values()):
            lead += " What an empty cell gave away could not be solved."
        return [
            {
                "kind": "heat",
                "id": "losses",
                "title": "Card by card",
                "rows": [
                    f"{self.course.names[seat]} {_sum(x.cost for x in solved if x.seat == seat)}"
                    for seat in seats
                ],
                "columns": [str(trick + 1) for trick in tricks],
                "values": grid,
                "picked": picked,
                "row_title": "Seat",
                "column_title": "trick",
                "unit": f"{self._unit()}s",
                "lead": lead,
            }
        ]

    def _bridge(self) -> list[Block]:
        """The twenty results of a full deal, and the par contract."""
        if analysis.full_deal(self.state) is None:
            return []
        results = self.solved.table
        rows = [
            [name, *(str(results.tricks.get((s, seat), "…")) for s in analysis.STRAINS)]
            for seat, name in ((2, "North"), (0, "South"), (3, "East"), (1, "West"))
        ]
        double = table(
            "double",
            "Tricks with all hands open",
            columns("Declarer", right=("♣", "♦", "♥", "♠", "NT")),
            rows,
            span="half",
            lead="By declarer and strain, when everybody plays best.",
            caption="Tricks by declarer and strain",
        )
        words = "It follows when all twenty results are there."
        if results.whole:
            par: Par = analysis.par(results, self.vulnerable, int(self.dealer))
            words = f"{par}."
        lead = "Where the auction ends if both sides know all hands."
        contract = text(
            capital(words),
            id="par",
            title="The par contract",
            span="half",
            lead=lead,
        )
        return [double, contract]

    @worked_out
    def bringing(self) -> Block:
        return text(
            "The address of this page holds the deal and the moment.",
            id="bring",
            title="Bring another deal",
            lead="A match as it was saved, or a table written in one line.",
        )

    def _python(self) -> list[Block]:
        if self.solved.why_not:
            return []
        program = (
            "import cardlab\nfrom cardlab.players.coach import losses\nfrom cardlab.labs"
            f" import analysis\n\ndeal = analysis.example({self.in_python()},"
            f" seed={self.deal_number})\nprint(*losses(deal)[-8:])"
        )
        return [code(program)]


def _source(course: Course) -> dict[str, str]:
    """A course as an address says it; nothing where that would be too long."""
    if course.record is not None:
        packed = analysis.packed(course.record)
        return {"record": packed} if len(packed) <= LONG_LINK else {}
    source = {"position": notation.packed(notation.write(course.state_at(0)))}
    if course.ply:
        source["moves"] = ",".join(str(entry.move) for entry in course.entries)
    return source


def _line_of_play(names: tuple[str, ...], steps: Any) -> list[str]:
    """A line of play as sentences of at most eight cards."""
    cards = [f"{names[step.seat]} {step.move.label}" for step in steps]
    return [", ".join(cards[i : i + 8]) + "." for i in range(0, len(cards), 8)]


def _sum(costs: Any) -> str:
    total = sum(costs)
    return f"−{total}" if total else "0"
