"""The laboratory of positions on a page: a table set up by typing and clicking, and everything that
can be asked of it.

Knows controls and blocks.  Knows no rule: `cardlab.labs.positions` says whether a table can be and
what it tells.  What cannot be yet is told in a sentence, and the last table that could be stays in
sight meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cardlab.engine.cards import BACK, Card, unseen
from cardlab.engine.catalogue import tables
from cardlab.engine.codec import CardsText, NotationError
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import ONLOOKER, capital, shown
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import TrickGame, trick_on
from cardlab.labs import notation
from cardlab.labs.board_file import BoardFile
from cardlab.labs.positions import UNDECLARED, BuiltPosition, Problem, check, example
from cardlab.labs.reading import fields_by_word, known
from cardlab.pbn import is_for
from cardlab.web.addresses import NOBODY, site_base
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import (
    Block,
    code,
    columns,
    file_name,
    refusal,
    rule_words,
    table,
    text,
)
from cardlab.web.pages.labs.controls import (
    LONGEST_FILE,
    ChoiceControl,
    Control,
    Parameter,
    SaveControl,
    TextControl,
    button,
    click,
    made,
)
from cardlab.web.pages.labs.here import asked_of
from cardlab.web.pages.labs.results import possible
from cardlab.web.pages.labs.subject import Subject
from cardlab.web.pages.labs.tracking import Variable, worked_out

__all__ = ["PositionsLab"]

OUT, DOWN, TRICK = "out", "down", "trick"
TRUMPS = (
    ("S", "Spades ♠"),
    ("H", "Hearts ♥"),
    ("C", "Clubs ♣"),
    ("D", "Diamonds ♦"),
    ("none", "No trumps"),
)
FIRST = ("phase", "to-move", "dealer", "trump", "contract", "calls", "trick", "taken", "stock")
"""Parts that come first among the fields; the game's own follow, and the standing last."""
HINTS = {
    "contract": "the bid and whose: 7 by North",
    "calls": "West 7, North pass",
    "trick": "who led, and the cards: West KH 9H",
    "taken": "finished tricks: West KH 9H QH 8H / North …",
    "made": "points of this deal: side, points, rule",
    "totals": "a number for each side",
}
STILL_TO_COME = (
    "What the deal scores is known when all of it is played; “What does it score?” below goes"
    " through the results that are left."
)
PASTE = "Copy it, or paste a board here."
LABELS = {
    "to-move": "Who is to move",
    "phase": "What is going on",
    "trump": "Trumps",
    "taken": "Finished tricks",
    "stock": "Stock",
    "trick": "The trick",
    "dealer": "Dealer",
    "made": "Made in this deal",
    "deal": "Number of the deal",
    "turned": "Card turned up",
    "shown": "Cards turned up",
    "totals": "Points of the match",
}


class PositionText(TextControl):
    """The position in a line; an address holds it packed."""

    def write(self, lab: Any) -> str:
        return notation.packed(lab.line())


class PositionsLab(Lab):
    """A table set up by hand."""

    id, title = "positions", "A table of your own"
    offers = "lay a table, and ask of every move whether it is legal"

    takes = {"position": "position"}

    head: str
    """The first part of the table in text: the game with its options."""
    parts = Variable[dict[str, str]]()
    """The table as it is written: what stands after each word."""
    draft = Variable[Any]()
    """The table that is being set up."""
    problems = Variable[tuple[Problem, ...]]()
    """Why it cannot be yet."""
    here = Variable[BuiltPosition]()
    """The last table that could be."""
    typed = Variable[dict[str, tuple[str, str]]]()
    """What was typed and could not be read, with the reason, by the name of the field."""
    picked = Variable[str | None]()
    """The card that somebody asks about."""
    chosen = Variable[str | None]()
    """The move that somebody asks about."""
    file = Variable[BoardFile | None]()
    """The boards that were brought with the one that lies here."""
    place = Variable[int]()
    """Which of them it is."""
    people = Variable[tuple[str, ...] | None]()
    """The seats that people take, None where nobody has said: then the one whose turn it is."""
    asking = Variable[int | None]()
    """The seat for which somebody asks."""

    @button("Another deal", place="head")
    def again(self) -> None:
        self.seed += 1
        self.file = None
        self.begin_with(example(self.game, self.seed).state)

    @button("Empty table", place="head")
    def empty(self) -> None:
        self.typed, self.head, self.file = {}, self.head.split()[0], None
        tricks = isinstance(self.game, TrickGame)
        self.parts = {"phase": "play" if tricks else str(example(self.game).state.phase.id)}
        if isinstance(self.game, FirstLeadGame):  # the player who bid leads
            self.parts |= {"contract": f"{self.game.bids[0]} by {self.game.names[0]}"}
        self._settle(notation.read(self.line()))

    @button(
        "Deal what is hidden",
        place="table",
        when=lambda lab: BACK in lab.here.state.all_cards(),
    )
    def fill(self) -> None:
        self.seed += 1
        self.begin_with(self.here.filled(self.seed).state)

    seat = ChoiceControl[str](
        "Ask about",
        lambda lab: [(lab.game.names[s], lab.game.names[s]) for s in lab.here.movers],
        get=lambda lab: lab.game.names[lab.asked_seat or 0],
        put=lambda lab, name: lab.ask_about(name),
        place="hand",
        when=lambda lab: len(lab.here.movers) > 1,
        query="never",
    )
    move = ChoiceControl[str](
        "Which move",
        lambda lab: lab.move_choices(),
        get=lambda lab: str(lab.verdict.move) if lab.verdict else "",
        put=lambda lab, move: lab.choose(move),
        place="hand",
        when=lambda lab: len(lab.moves) > 1 if lab.picked else bool(lab.moves),
        query="never",
    )

    @button(
        lambda lab: f"Go on with {lab.verdict.move.label}",
        place="why",
        when=lambda lab: lab.verdict is not None and lab.verdict.legal,
    )
    def go(self) -> None:
        verdict = self.verdict
        if verdict is None or not verdict.legal:
            raise ValueError("Choose a legal move; then it can be made.")
        self.begin_with(self.here.play(str(verdict.move), self.asked_seat).state)

    into = ChoiceControl[str](
        "A click on a card puts it into",
        lambda lab: lab._places(),
        place="pack",
        query="never",
    )

    @made
    def fields(self) -> Iterator[Control[Any]]:
        """A field for every part of a table; the hands first."""
        hands = {name.lower(): name for name in self.game.names}
        for word, name in hands.items():
            yield self._field(word, f"{name}'s hand", "hands")
        words = known(self.game)
        others = [w for w in words if w not in FIRST and w not in hands]
        for word in (*(w for w in FIRST if w in words), *others):
            # the contract names the declarer
            bids = "contract" in words and any(p.bids for p in self.game.phases)
            named = word == "declarer" and bids
            if not named or word in self.parts:
                yield self._field(word, _label(word), "more")

    seated = Parameter(
        lambda lab, words: lab.seat_people(words.split(",") if words != NOBODY else []),
        lambda lab: None if lab.people is None else ",".join(lab.people) or NOBODY,
        name="people",
    )

    @made
    def seats(self) -> Iterator[Control[Any]]:
        """Who takes each seat where the table is played on."""
        for name in self.game.names:
            yield ChoiceControl[str](
                f"{name} is",
                [("bot", "a bot"), ("person", "a person here")],
                name=f"seat-{name.lower()}",
                place="play",
                query="never",
                get=lambda lab, name=name: "person" if name in lab.who_sits() else "bot",
                put=lambda lab, kind, name=name: lab.take_seat(name, kind == "person"),
            )

    position = PositionText(
        "The position as text",
        get=lambda lab: lab.typed.get("position", (lab.line(), ""))[0],
        put=lambda lab, words: lab.bring("position", words),
        why=lambda lab: lab.typed.get("position", ("", ""))[1],
        rows=4,
        hint="Copy it, or paste another here.",
        place="export",
        longest=20000,
    )
    save_position = SaveControl(
        "Save as a file",
        name="save-export",
        content=lambda lab: f"{lab.line()}\n",
        file=lambda lab: file_name(f"{lab.game.id} position", "txt"),
        place="export",
        when=lambda lab: "position" not in lab.typed,
    )
    pbn = TextControl(
        "As PBN",
        get=lambda lab: lab.typed["pbn"][0] if "pbn" in lab.typed else lab.board[0],
        put=lambda lab, words: lab.bring("pbn", words),
        why=lambda lab: lab.typed.get("pbn", ("", ""))[1],
        hint=lambda lab: PASTE if "pbn" in lab.typed else lab.board[1],
        rows=8,
        place="export",
        longest=LONGEST_FILE,
        when=lambda lab: is_for(lab.game),
        query="never",
    )
    other_board = ChoiceControl[str](
        "Board of the pasted text",
        lambda lab: lab.file.choices() if lab.file else [],
        get=lambda lab: str(lab.place),
        put=lambda lab, place: lab.lay_board(int(place)),
        hint=lambda lab: lab.file.told(lab.place) if lab.file else "",
        place="export",
        when=lambda lab: is_for(lab.game) and lab.file is not None,
        query="never",
    )
    save_pbn = SaveControl(
        "Save as PBN",
        name="save-pbn",
        content=lambda lab: lab.board[0],
        file=lambda lab: "bridge.pbn",
        place="export",
        when=lambda lab: is_for(lab.game) and "pbn" not in lab.typed and bool(lab.board[0]),
    )

    def prepare(self) -> None:
        self.seed, self.settled, self.sound, self.people = 1, False, False, None
        self.file, self.place = None, 1
        self.head = notation.head(self.game)
        self.begin_with(example(self.game, self.seed).state)

    def told(self) -> Mapping[str, str]:
        return {"position": notation.packed(self.line())}

    def asks(self) -> Mapping[str, Mapping[str, Any]]:
        return asked_of(self.here.state) if self.sound else {}

    # -- who plays on
    def who_sits(self) -> tuple[str, ...]:
        """The seats that people take."""
        if self.people is not None:
            return self.people
        return (self.here.mover or self.game.names[0],)

    def take_seat(self, name: str, person: bool) -> None:
        """Put a person or a bot into a seat."""
        seats = {*self.who_sits(), name} if person else {*self.who_sits()} - {name}
        self.seat_people(seats)

    def seat_people(self, names: Iterable[str]) -> None:
        """Let people take these seats, and bots the others.  Raises ValueError for other names."""
        seats = {self.game.seat(name) for name in names}
        self.people = tuple(name for i, name in enumerate(self.game.names) if i in seats)

    # -- the table that is being set up
    def begin_with(self, state: State) -> None:
        """Begin with this table, written out in full."""
        head, *parts = notation.parts(state)
        self.head, self.typed, self.game = head, {}, state.game
        self.parts = {word.lower(): value for word, _, value in (p.partition(" ") for p in parts)}
        self._settle(state)

    def _settle(self, state: State) -> None:
        """A table that could be read: shown if it can be, told why not otherwise."""
        self.draft, self.problems = state, tuple(check(state))
        self.picked = self.chosen = self.asking = None
        if not self.problems or not self.settled:
            self.here, self.sound, self.settled = BuiltPosition(state), not self.problems, True

    def line(self, parts: dict[str, str] | None = None) -> str:
        """The table as text, in one line."""
        given = self.parts if parts is None else parts
        names = {name.lower(): name for name in self.game.names}
        words = (f"{names.get(word, word)} {value}" for word, value in given.items())
        return "; ".join([self.head, *words])

    def _write(self, **changes: str | None) -> None:
        """Change some parts (None: left out).  Raises NotationError where the whole cannot be
        read, and nothing has changed."""
        given = {word.replace("_", "-"): value for word, value in changes.items()}
        parts = {**self.parts, **given}
        written = {word: value for word, value in parts.items() if value is not None}
        state = notation.read(self.line(written))
        self.parts = written
        self._settle(state)

    def _field(self, word: str, label: str, place: str) -> Control[Any]:
        name, choices = f"put-{word}", self._choices(word)
        more: dict[str, Any] = {"name": name, "place": place, "query": "never"}
        if choices is not None:
            now = self.parts.get(word, "").lower()
            value = next((str(c) for c, _ in choices if str(c).lower() == now), choices[0][0])
            return ChoiceControl[str](
                label,
                choices,
                get=lambda lab: value,
                put=lambda lab, value: lab.put(word, value),
                **more,
            )
        value, why = self.typed.get(name, (self.parts.get(word, ""), ""))
        return TextControl(
            label,
            get=lambda lab: value,
            put=lambda lab, value: lab.type(word, value),
            hint=HINTS.get(word, ""),
            why=why,
            longest=2000,
            **more,
        )

    def _choices(self, word: str) -> list[tuple[str, str]] | None:
        """The values of a part that is chosen from a list."""
        seats = [(name, name) for name in self.game.names]
        if word == "phase":
            phases = [p for p in self.game.phases if not p.moved_by_chance]
            here = () if self.draft.phase in (*phases, OVER) else (self.draft.phase,)
            return [(p.id, p.title) for p in (*here, *phases, OVER)]
        if word == "dealer":
            return seats
        if word == "to-move":
            first = "as the trick says" if self._in_tricks(None) else "the first seat"
            return [("", first), *seats, ("none", "nobody")]
        if word == "trump":
            later = [("open", "Not made yet")] if isinstance(self.game, FirstLeadGame) else []
            return [("", "as the game has it"), *TRUMPS, *later]
        return None

    def put(self, word: str, value: str) -> None:
        """Write another value for a part.  Raises NotationError, and nothing has changed."""
        given = " ".join(value.split())
        changes: dict[str, str | None] = {word: given or None}
        if word in ("trick", "phase") and self._in_tricks(given if word == "phase" else None):
            changes["to-move"] = None  # whose turn it is follows from the trick
        self._write(**changes)
        self.typed = {name: typed for name, typed in self.typed.items() if name != f"put-{word}"}

    def type(self, word: str, value: str) -> None:
        """The same for what was typed: what cannot be read stays in its field, with the reason."""
        try:
            self.put(word, value)
        except NotationError as no:
            self.typed = {**self.typed, f"put-{word}": (value, str(no))}

    def _in_tricks(self, phase: str | None) -> bool:
        return isinstance(self.game, TrickGame) and (phase or self.draft.phase.id) == "play"

    def bring(self, name: str, value: str) -> None:
        """A text or a PBN file from anywhere; what cannot be read stays in its field."""
        if not value.strip():
            return
        try:
            if name == "pbn":
                self._bring_boards(BoardFile.read(value))
            else:
                self._take_line(notation.unpacked(value))
        except ValueError as no:
            self.typed = {**self.typed, name: (value, str(no))}

    def _bring_boards(self, file: BoardFile) -> None:
        """Lay the first board of a text; the others can be chosen."""
        first = file.first
        self.begin_with(file.board(first).position())
        self.file, self.place = (file if file.told(first) else None), first

    def lay_board(self, place: int) -> None:
        """Lay another board of the text that was brought.  Raises ValueError, and nothing has
        changed."""
        if self.file is None:
            raise ValueError("There is no text with boards here; paste one first.")
        self.begin_with(self.file.board(place).position())
        self.place = place

    def _take_line(self, line: str) -> None:
        game, head, parts = notation.parted(line)
        if game.id != self.game.id:
            raise NotationError(
                f"This is a position of {game.title}; choose that game from the list, then paste"
                " it."
            )
        state = notation.read(line)
        self.head, self.typed, self.parts, self.game = head, {}, parts, state.game
        self.file = None
        self._settle(state)

    # -- clicking cards
    def _places(self) -> list[tuple[str, str]]:
        """Where a card can be put: words and what they are called."""
        places = [(name.lower(), f"{name}'s hand") for name in self.game.names]
        if isinstance(self.game, TrickGame):
            places.append((TRICK, "the trick"))
        for word, (name, codec) in fields_by_word(self.game).items():
            if name in self.game.State.places and isinstance(codec, CardsText):
                places.append((word, _label(word).lower()))
        return [*places, (DOWN, "face down, where it lies"), (OUT, "off the table")]

    def _lying(self, word: str) -> list[Card]:
        """The cards at a place of the table that is being set up."""
        if word == TRICK:
            return list(trick_on(self.draft).cards)
        names = [name.lower() for name in self.game.names]
        if word in names:
            return list(self.draft.hands[names.index(word)])
        field = fields_by_word(self.game).get(word)
        return list(getattr(self.draft, field[0])) if field else []

    def _laid(self, word: str, cards: list[Card]) -> str | None:
        """These cards as the part of that name."""
        if word == TRICK:
            trick = self.draft.trick
            led = trick.seats[0] if trick.seats else self.draft.to_move or 0
            return " ".join([self.game.names[led], *cards])
        down = cards.count(BACK)
        return (
            " ".join([*(c for c in cards if c is not BACK), *([f"{down}*{BACK}"] if down else [])])
            or "-"
        )

    @click("pack")
    def carry(self, value: str) -> None:
        """A card was clicked, or carried to a place: what stands after the sign > is that place."""
        value, _, carried = value.partition(">")
        place, _, code = value.rpartition(":")
        if carried and carried not in dict(self._places()):
            raise ValueError(f"There is no place “{shown(carried)}” at this table.")
        if place != OUT and (
            place not in dict(self._places()) or Card(code) not in self._lying(place)
        ):
            raise ValueError(
                f"{shown(code, 12) or 'It'} does not lie there any more; look at the table again."
            )
        card, into = Card(code), carried or self.into
        if into == place or (place == OUT and into in (OUT, DOWN)):
            raise ValueError(f"{card.sign} lies there already; choose another place for it.")
        changes: dict[str, str | None] = {}
        if place != OUT:
            rest = self._lying(place)
            at = rest.index(card)
            rest[at : at + 1] = [BACK] if into == DOWN and place != TRICK else []
            changes[place] = self._laid(place, rest)
        if into not in (OUT, DOWN):
            cards = self._lying(into)
            if BACK in cards:
                cards.remove(BACK)
            changes[into] = self._laid(into, [*cards, card])
            changes |= self._played() if into == TRICK else {}
        if TRICK in (place, into) and self._in_tricks(None):
            changes["to-move"] = None
        self._write(**changes)
        self.typed = {}

    def _played(self) -> dict[str, str | None]:
        """The player of the next card to the trick has one unknown card less."""
        trick = self.draft.trick
        seat = trick.seats[len(trick.cards)] if len(trick.cards) < len(trick.seats) else None
        if (
            seat is None
            or BACK not in self.draft.hands[seat]
            or self.game.names[seat].lower() not in self.parts
        ):
            return {}
        rest = list(self.draft.hands[seat])
        rest.remove(BACK)
        return {self.game.names[seat].lower(): self._laid(self.game.names[seat].lower(), rest)}

    # -- what is asked of it
    @property
    def asked_seat(self) -> int | None:
        """The seat whose moves are shown."""
        return self.asking if self.asking in self.here.movers else self.here.state.to_move

    @worked_out
    def verdicts(self) -> dict[Move, Verdict]:
        """Every move of that seat with its verdict."""
        if self.asked_seat is None:
            return {}
        try:
            return self.here.verdicts(self.asked_seat)
        except UNDECLARED:
            return {}

    @worked_out
    def hand(self) -> tuple[Card, ...]:
        """The cards of that seat, as people hold them."""
        seat = self.asked_seat
        view = None if seat is None else self.here.game.view(self.here.state, seat)
        if view is None:
            return ()
        order = self.game.order(self.here.state) or self.game.sorting()
        cards = tuple(card for card in view.hands[seat] if card is not BACK)
        return order.sorted(cards) if order is not None else cards

    @worked_out
    def moves(self) -> list[tuple[Move, Verdict]]:
        """The moves to choose from: those of the card that was clicked, or those made without a
        card."""
        return [
            (move, verdict)
            for move, verdict in self.verdicts.items()
            if (str(move.card) == self.picked if self.picked else move.card is None)
        ]

    @worked_out
    def verdict(self) -> Verdict | None:
        """What is said of the card or the move that was chosen."""
        moves = self.moves
        if not moves or (self.picked is None and self.chosen is None):
            return None
        if self.chosen is None:
            return next((v for _, v in moves if v.legal), moves[0][1])
        return next((v for m, v in moves if str(m) == self.chosen), moves[0][1])

    def move_choices(self) -> list[tuple[str, str]]:
        nothing = [] if self.picked else [("", "choose …")]
        return [
            *nothing,
            *((str(m), f"{m.label}{'' if v.legal else ', illegal'}") for m, v in self.moves),
        ]

    def ask_about(self, name: str) -> None:
        self.asking, self.picked, self.chosen = self.game.seat(name), None, None

    def choose(self, move: str) -> None:
        self.chosen = move

    @click("hand")
    def pick(self, card: str) -> None:
        """Ask about a card."""
        if card not in [str(own) for own in self.hand]:
            raise ValueError(f"{shown(card, 12)} is not in this hand.")
        if not any(str(move.card) == card for move in self.verdicts):
            raise ValueError(
                f"{Card(card).sign} plays no part at this moment; choose a move from the list."
            )
        self.picked, self.chosen = card, None

    @worked_out
    def board(self) -> tuple[str, str]:
        """The table as PBN, and what to say below it."""
        try:
            return self.here.pbn(), PASTE
        except ValueError as no:
            return "", f"{no}. A board can be pasted here."

    # -- what is shown
    def lead(self) -> str:
        state = self.here.state
        if state.phase is OVER:
            return f"{self.game.title}: the deal is over."
        mover = self.here.mover
        doing = f"{mover} is to {state.phase.doing}" if mover else "nobody is to move"
        return (
            f"{self.game.title}, {state.phase.title[:1].lower()}{state.phase.title[1:]}: {doing}."
        )

    def blocks(self) -> list[Block]:
        question = [self.pack, self.picture, self.cards, *self.why]
        told = [*self.facts, *self.wins, *self.order, self.score] if self.sound else []
        return [*self.trouble, *question, *self.playing, *told, *self.setting]

    @worked_out
    def trouble(self) -> list[Block]:
        if "position" in self.typed:
            why = f"{self.typed['position'][1]} Below is the last table that could be read."
            return [refusal(why, id="trouble", title="This position cannot be read")]
        if not self.problems:
            return []
        stays = "Below is the last table that could be." if self.sound else ""
        why = " ".join(map(str, self.problems[:3])) + f" {stays}"
        return [refusal(why, id="trouble", title="Not yet possible")]

    @worked_out
    def picture(self) -> Block:
        return {
            "kind": "picture",
            "id": "table",
            "svg": following_page(table_svg(self.here.view())),
            "label": self.lead(),
            "title": "The table",
            "span": "side",
        }

    @worked_out
    def cards(self) -> Block:
        """The hand of the seat that is asked about, each card with its mark."""
        name = self.game.names[self.asked_seat] if self.asked_seat is not None else ""
        title = f"What {name} can do" if name else "Nobody is to move"
        if not self.hand:
            empty = self.asked_seat is not None and not self.here.state.hands[self.asked_seat]
            lead = f"{name} has no card." if empty else "These cards lie face down."
            if self.verdicts:
                lead = "Choose a move: the rule that decides speaks."
            if not name:
                lead = self.here.state.phase.asks(self.here.state)
            return text(lead, id="hand", title=title, span="side")
        with_cards = any(move.card is not None for move in self.verdicts)
        what = "Tap a card" if with_cards else "Choose a move"
        return {
            "kind": "cards",
            "id": "hand",
            "title": title,
            "span": "side",
            "groups": [{"label": "", "cards": [self._card(card) for card in self.hand]}],
            "lead": f"{what}: the rule that decides speaks.",
        }

    def _card(self, card: Card) -> dict[str, Any]:
        mine = [v for m, v in self.verdicts.items() if m.card == card]
        state = "plain" if not mine else "open" if any(v.legal for v in mine) else "closed"
        return {"code": str(card), "state": state, "picked": str(card) == self.picked}

    @worked_out
    def why(self) -> list[Block]:
        """The verdict, in a sentence."""
        verdict = self.verdict
        if verdict is None:
            return []
        move = verdict.move
        plain = move.card is not None and move.label == move.card.sign
        what = "" if plain else f"{move.label} "
        legal = "legal" if verdict.legal else "illegal"
        return [
            {
                "kind": "verdict",
                "id": "why",
                "cards": [str(move.card)] if plain else [],
                "text": f"{what}is {legal}: {verdict.say(ONLOOKER)}.",
                "rule": rule_words(verdict.rule, self.game),
                "span": "side",
            }
        ]

    @worked_out
    def playing(self) -> list[Block]:
        """Where this table is played on."""
        base = site_base()
        if base is None or not self.sound or self.here.state.phase is OVER:
            return []
        if self.game.id not in tables():
            return []
        subject = Subject(self.game, position=notation.packed(self.line()))
        table = replace(subject.played_on(), people=self.who_sits())
        down = BACK in self.here.state.all_cards()
        dealt = "The cards that lie face down are dealt first. " if down else ""
        several = "Each of you sees the cards of whoever is to move." * (len(self.who_sits()) > 1)
        return [
            {
                "kind": "links",
                "id": "play",
                "title": "Play on from here",
                "lead": f"{dealt}The rest of the deal is played from this table. {several}".strip(),
                "links": [["Play on from here", table.url(base)]],
                "span": "side",
            }
        ]

    @worked_out
    def facts(self) -> list[Block]:
        facts = self.here.facts()
        return [text(*facts, id="facts", title="What is out", span="side")] if facts else []

    @worked_out
    def wins(self) -> list[Block]:
        rows: list[list[Any]] = []
        for win in self.here.wins():
            words = "" if win.move.verb == "play" else win.move.label
            winner = win.name if win.full else f"{win.name}, so far"
            rows.append([{"cards": [str(win.move.card)], "text": words}, winner, f"{win.because}"])
        heads = columns("Card", "Then wins", "Because")
        return [table("wins", "Who would win the trick", heads, rows, span="half")] if rows else []

    @worked_out
    def order(self) -> list[Block]:
        """The ladder in force, with what the seat holds of it."""
        rungs = self.here.ladder()
        if not rungs:
            return []
        order = self.game.order(self.here.state)
        assert order is not None
        mine = set(self.hand)
        who = self.game.names[self.asked_seat or 0]
        notes = {
            i: f"{who} holds {'it' if len(r) == 1 else 'one'}"
            for i, r in enumerate(rungs)
            if mine & {*r}
        }
        trumps = order.trump is not None
        block: Block = {
            "kind": "ladders",
            "id": "order",
            "title": "The order in force",
            "span": "half",
            "right": None,
            "links": [],
            "left": {
                "title": "Trumps" if trumps else "The suit led",
                "aside": "high to low",
                "rungs": [[str(c) for c in r] for r in rungs],
                "notes": notes,
            },
        }
        return [block]

    @worked_out
    def score(self) -> Block:
        over = self._could_end()
        lines = self.here.if_over() if over else self.here.lines()
        names = {side.id: side.name for side in self.game.sides}
        stand = self.here.totals(lines).items()
        total = [
            [names[side], f"{points:+d}".replace("-", "−") if points else "0"]
            for side, points in stand
        ]
        return {
            "kind": "lines",
            "id": "score",
            "title": "If the deal ended here" if over else "Made so far",
            "total": total,
            "lines": [_line(self.game, entry, names) for entry in lines],
            "lead": "With what has been taken by now." if over else STILL_TO_COME,
        }

    def _could_end(self) -> bool:
        """Whether a deal could come to an end with what has been taken by now."""
        try:
            result = self.game.result(self.here.state)
            undertaken = result is not None
            return not undertaken or self.here.state.phase is OVER or possible(self.game, result)
        except UNDECLARED:  # fewer tricks, say, than a result has
            return True

    @worked_out
    def pack(self) -> Block:
        """The cards to be dragged and clicked, beside the table that they make."""
        return {
            "kind": "cards",
            "id": "pack",
            "title": "Set it up with the cards",
            "groups": self._heaps(),
            "span": "main",
            "lead": "Drag a card to where it belongs, or choose a place and click the cards for it.",
        }

    @worked_out
    def setting(self) -> list[Block]:
        """Where the table is set up by typing, and as text."""
        program = (
            "from cardlab.labs.positions import read\n\nhere ="
            f" read({self.line()!r})\nhere.problems, here.legal"
        )
        blocks: list[Block] = [
            text(
                "A hand that is left out lies face down.",
                id="hands",
                span="half",
                title="Or by typing",
                lead=(
                    "Rank and suit, with spaces: QH 10S 9♣. ?? is a card face down, 5*?? are five."
                ),
            ),
            text(
                "What is left out is as at the start of a match.",
                id="more",
                title="The rest of the table",
                span="half",
                lead="Whatever else this table remembers.",
            ),
            text(
                "The address of this page holds the position, too.",
                id="export",
                title="Take it along",
                lead="A position is one line of text.",
            ),
            code(program),
        ]
        return blocks

    def _heaps(self) -> list[dict[str, Any]]:
        """Every place with the cards that can be clicked, and what lies nowhere."""
        groups = []
        order = self.game.order(self.draft) or self.game.sorting()
        hands = {name.lower() for name in self.game.names}
        for word, place in self._places():
            cards = self._lying(word) if word not in (OUT, DOWN) else []
            open_cards = tuple(c for c in cards if c is not BACK)
            down = len(cards) - len(open_cards)
            if not cards and (word in (OUT, DOWN) or (word not in hands and word != TRICK)):
                continue
            if order is not None and word not in (TRICK, "stock", "discards", "pile"):
                open_cards = order.sorted(open_cards)
            label = capital(place) + (f", {down} face down" if down else "")
            empty = "face down" if down else "no card yet"
            groups.append(
                {
                    "label": label,
                    "drop": word,
                    "empty": empty,
                    "cards": [_slot(word, c) for c in open_cards],
                }
            )
        left = unseen(self.game.pack, [c for c in self.draft.all_cards() if c is not BACK])
        count = Counter(left)
        rest = tuple(count)
        if order is not None:
            rest = order.sorted(rest)
        slots = [_slot(OUT, c) | ({"note": f"{count[c]}×"} if count[c] > 1 else {}) for c in rest]
        return [
            *groups,
            {
                "label": "Not on the table",
                "drop": OUT,
                "empty": "every card is on the table",
                "cards": slots,
            },
        ]


def _label(word: str) -> str:
    return LABELS.get(word, word.replace("-", " ").capitalize())


def _slot(place: str, card: Card) -> dict[str, Any]:
    return {"code": str(card), "state": "plain", "value": f"{place}:{card}"}


def _line(game: Game, entry: ScoreLine, names: dict[str, str]) -> dict[str, Any]:
    formula = entry.formula
    return {
        "title": entry.title,
        "rule": rule_words(entry.rule, game),
        "points": entry.points,
        "side": names[entry.side],
        "account": entry.account,
        "because": entry.because,
        "cards": [str(c) for c in entry.cards],
        "formula": formula.mathml() if formula else "",
        "values": formula.mathml(dict(entry.values)) if formula else "",
        "legend": [list(pair) for pair in formula.legend()] if formula else [],
    }
