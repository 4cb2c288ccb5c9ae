"""The page of the positions laboratory: a table set up by typing and clicking, and everything
that can be asked of it.

Knows fields and buttons.  Knows no rule: `cardlab.labs.positions` says whether a table can be and
what it tells.  What cannot be yet is told in a sentence, and the last table that could be stays in
sight meanwhile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from cardlab.engine.cards import BACK, Card, unseen
from cardlab.engine.game import OVER, Game, Phase
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.scoring import ScoreLine
from cardlab.engine.words import ONLOOKER, shown
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import TrickGame, trick_on
from cardlab.labs import notation
from cardlab.labs.fields import depth, known, words
from cardlab.labs.notation import NotationError
from cardlab.labs.positions import CANNOT, Position, check, example, from_pbn
from cardlab.pbn import is_for
from cardlab.web.drawing.svg import table_svg
from cardlab.web.pages.labs.base import (
    Block,
    Control,
    Lab,
    address,
    choice,
    file_name,
    refusal,
    rule_words,
    saved,
    text,
)

__all__ = ["Positions"]

_T = TypeVar("_T")
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


class Positions(Lab):
    """A table set up by hand."""

    id, title = "positions", "A table of your own"

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.seed = 1
        self.into = self.game.names[0].lower()
        self.typed: dict[str, tuple[str, str]] = {}
        self.parts: dict[str, str] = {}
        self.head, self.settled = game_id, False
        self._take(example(self.game, self.seed).state)

    # -- the table that is being set up
    def _take(self, state: Any) -> None:
        """Begin with this table, written out in full."""
        head, *parts = notation.parts(state)
        self.head, self.typed, self.game = head, {}, state.game
        self.parts = {word.lower(): value for word, _, value in (p.partition(" ") for p in parts)}
        self._settle(state)

    def _settle(self, state: Any) -> None:
        """A table that could be read: shown if it can be, told why not otherwise."""
        self.draft, self.problems = state, check(state)
        self.picked: str | None = None
        self.chosen: str | None = None
        self.asking: int | None = None
        if not self.problems or not self.settled:
            self.here, self.sound, self.settled = Position(state), not self.problems, True
            self._known: dict[Any, Any] = {}

    def _once(self, name: str, made: Callable[[], _T]) -> _T:
        """What the table in sight tells, asked once."""
        if name not in self._known:
            self._known[name] = made()
        found: _T = self._known[name]
        return found

    def _line(self, parts: dict[str, str] | None = None) -> str:
        given = self.parts if parts is None else parts
        names = {name.lower(): name for name in self.game.names}
        return "; ".join(
            [self.head, *(f"{names.get(word, word)} {value}" for word, value in given.items())]
        )

    def _write(self, **changes: str | None) -> None:
        """Change some parts (None: left out).  NotationError where the whole cannot be read;
        then nothing has changed."""
        parts = {
            **self.parts,
            **{
                word.replace("_", "-"): value
                for word, value in changes.items()
                if value is not None
            },
        }
        for word, value in changes.items():
            if value is None:
                parts.pop(word.replace("_", "-"), None)
        state = notation.read(self._line(parts))
        self.parts = parts
        self._settle(state)

    # -- in
    def set(self, name: str, value: Any) -> None:
        if name.startswith("put-") and name[4:] in known(self.game):
            return self._put(name[4:], value)
        if name in ("position", "pbn"):
            return self._import(name, str(value))
        if name == "pack":
            return self._clicked(str(value))
        act = getattr(self, f"_on_{name}", None)
        if act is None:
            return super().set(name, value)
        act(value)
        return None

    def _put(self, word: str, value: Any) -> None:
        """A field was typed in, or a list chosen from."""
        given, name = " ".join(str(value).split()), f"put-{word}"
        listed = next(c["kind"] for c in self.controls() if c["name"] == name) == "choice"
        changes: dict[str, str | None] = {word: given or None}
        if word in ("trick", "phase") and self._in_tricks(given if word == "phase" else None):
            changes["to-move"] = None  # whose turn it is follows from the trick
        try:
            self._write(**changes)
        except NotationError as said:
            if listed:
                raise
            self.typed[name] = (str(value), str(said))
        else:
            self.typed.pop(name, None)

    def _in_tricks(self, phase: str | None) -> bool:
        return isinstance(self.game, TrickGame) and (phase or self.draft.phase.id) == "play"

    def _import(self, name: str, value: str) -> None:
        """A text or a PBN file from anywhere."""
        if not value.strip():
            return
        try:
            if name == "pbn":
                self._take(from_pbn(value).state)
                return
            line = notation.unpacked(value)
            game, head, parts = notation.parted(line)
            if game.id != self.game.id:
                raise NotationError(
                    f"This is a position of {game.title}; choose that game from the list, then"
                    " paste it."
                )
            state = notation.read(line)
        except ValueError as said:
            self.typed[name] = (value, str(said))
        else:
            self.head, self.typed, self.parts, self.game = head, {}, parts, state.game
            self._settle(state)

    def _on_again(self, _: Any) -> None:
        self.seed += 1
        self._take(example(self.game, self.seed).state)

    def _on_empty(self, _: Any) -> None:
        self.typed, self.head = {}, self.head.split()[0]
        self.parts = {
            "phase": (
                "play"
                if isinstance(self.game, TrickGame)
                else str(example(self.game).state.phase.id)
            )
        }
        if isinstance(self.game, FirstLeadGame):  # somebody leads, and that is whoever bid
            self.parts["contract"] = f"{self.game.bids[0]} by {self.game.names[0]}"
        self._settle(notation.read(self._line()))

    def _on_fill(self, _: Any) -> None:
        self.seed += 1
        self._take(self.here.filled(self.seed).state)

    def _on_seat(self, value: Any) -> None:
        self.asking, self.picked, self.chosen = self.game.seat(str(value)), None, None

    def _on_hand(self, value: Any) -> None:
        """A card was asked about."""
        if str(value) not in [str(c) for c in self._hand()]:
            raise ValueError(f"{shown(str(value), 12)} is not in this hand.")
        if not any(str(m.card) == str(value) for m in self._verdicts()):
            raise ValueError(
                f"{Card(str(value)).sign} plays no part at this moment; choose a move from the"
                " list."
            )
        self.picked, self.chosen = str(value), None

    def _on_move(self, value: Any) -> None:
        self.chosen = str(value)

    def _on_go(self, _: Any) -> None:
        found = self._verdict()
        if found is None or not found.legal:
            raise ValueError("Choose a move that is open; then it can be made.")
        self._take(self.here.play(str(found.move), self._seat()).state)

    def _on_into(self, value: Any) -> None:
        self.into = str(value)

    # -- clicking cards
    def _places(self) -> list[tuple[str, str]]:
        """Where a card can be put: words and what they are called."""
        found = [(name.lower(), f"{name}’s hand") for name in self.game.names]
        if isinstance(self.game, TrickGame):
            found.append((TRICK, "the trick"))
        for word, (name, kind) in words(self.game).items():
            if name in self.game.State.places and depth(kind) == 1:
                found.append((word, _said(word).lower()))
        return [*found, (DOWN, "face down, where it lies"), (OUT, "off the table")]

    def _lying(self, word: str) -> list[Card]:
        """The cards at a place of the table that is being set up."""
        if word == TRICK:
            return list(trick_on(self.draft).cards)
        names = [name.lower() for name in self.game.names]
        if word in names:
            return list(self.draft.hands[names.index(word)])
        found = words(self.game).get(word)
        return list(getattr(self.draft, found[0])) if found else []

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

    def _clicked(self, value: str) -> None:
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
        """Whoever plays the next card to the trick has one card less that is not known."""
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

    # -- what is asked
    def _seat(self) -> int | None:
        return self.asking if self.asking in self.here.movers else self.here.state.to_move

    def _verdicts(self) -> dict[Move, Verdict]:
        seat = self._seat()
        return {} if seat is None else self._once(f"verdicts {seat}", lambda: self._judged(seat))

    def _judged(self, seat: int) -> dict[Move, Verdict]:
        try:
            return self.here.verdicts(seat)
        except CANNOT:
            return {}

    def _hand(self) -> tuple[Card, ...]:
        seat = self._seat()
        if seat is None:
            return ()
        table = self.here.game.view(self.here.state, seat)
        hand = table.hands[seat] if table is not None else ()
        order = self.game.order(self.here.state) or self.game.sorting()
        known_cards = tuple(c for c in hand if c is not BACK)
        return order.sorted(known_cards) if order is not None else known_cards

    def _with_cards(self) -> bool:
        """Something is done with cards now."""
        return any(move.card is not None for move in self._verdicts())

    def _moves(self) -> list[tuple[Move, Verdict]]:
        """The moves to choose from: those of the card that was clicked, or those made without a
        card."""
        every = self._verdicts().items()
        return [
            (m, v)
            for m, v in every
            if (str(m.card) == self.picked if self.picked else m.card is None)
        ]

    def _verdict(self) -> Verdict | None:
        moves = self._moves()
        if self.chosen is not None:
            moves = [(m, v) for m, v in moves if str(m) == self.chosen] or moves
        if not moves or (self.picked is None and self.chosen is None):
            return None
        return (
            next((v for _, v in moves if v.legal), moves[0][1])
            if self.chosen is None
            else moves[0][1]
        )

    def asked(self) -> dict[str, str]:
        return {"position": notation.packed(self._line())}

    # -- out: what can be set
    def lead(self) -> str:
        state = self.here.state
        if state.phase is OVER:
            return f"{self.game.title}: the deal is over."
        who = (
            f"{self.here.mover} is to {state.phase.doing}"
            if self.here.mover
            else "nobody is to move"
        )
        return f"{self.game.title}, {state.phase.title[:1].lower()}{state.phase.title[1:]}: {who}."

    def controls(self) -> list[Control]:
        found = [
            {
                "name": "again",
                "label": "Another deal",
                "kind": "button",
                "value": None,
                "place": "head",
            },
            {
                "name": "empty",
                "label": "Empty table",
                "kind": "button",
                "value": None,
                "place": "head",
            },
        ]
        if BACK in self.here.state.all_cards():
            found.append(
                {
                    "name": "fill",
                    "label": "Deal what is hidden",
                    "kind": "button",
                    "value": None,
                    "place": "table",
                }
            )
        return [*found, *self._ask_controls(), *self._fields(), *self._exports()]

    def _ask_controls(self) -> Iterator[Control]:
        movers = self.here.movers
        if len(movers) > 1:
            seats = [(self.game.names[s], self.game.names[s]) for s in movers]
            yield choice(
                "seat", "Ask about", self.game.names[self._seat() or 0], seats, place="hand"
            )
        moves = self._moves()
        if len(moves) > 1 if self.picked else bool(moves):
            found = self._verdict()
            nothing = [] if self.picked else [("", "choose …")]
            offered = [(str(m), f"{m.label}{'' if v.legal else ', not open'}") for m, v in moves]
            yield choice(
                "move",
                "Which move",
                str(found.move) if found else "",
                [*nothing, *offered],
                place="hand",
            )
        if (found := self._verdict()) is not None and found.legal:
            yield {
                "name": "go",
                "label": f"Go on with {found.move.label}",
                "kind": "button",
                "value": None,
                "place": "why",
            }

    def _fields(self) -> Iterator[Control]:
        may = known(self.game)
        names = {name.lower(): name for name in self.game.names}
        yield choice(
            "into", "A click on a card puts it into", self.into, self._places(), place="pack"
        )
        for word, name in names.items():
            yield self._field(word, f"{name}’s hand", "hands")
        rest = [w for w in FIRST if w in may] + [
            w for w in may if w not in FIRST and w not in names
        ]
        if "declarer" not in self.parts and any(p.bids for p in self.game.phases):
            rest.remove("declarer")  # the contract names the declarer
        for word in rest:
            yield self._field(word, _said(word), "more")

    def _field(self, word: str, label: str, place: str) -> Control:
        name, value = f"put-{word}", self.parts.get(word, "")
        if (choices := self._choices(word)) is not None:
            value = next(
                (str(c) for c, _ in choices if str(c).lower() == value.lower()), choices[0][0]
            )
            return choice(name, label, value, choices, place=place)
        why = ""
        if name in self.typed:
            value, why = self.typed[name]
        hint = HINTS.get(word, "")
        return {
            "name": name,
            "label": label,
            "kind": "text",
            "value": value,
            "place": place,
            "hint": hint,
            "why": why,
            "longest": 2000,
        }

    def _choices(self, word: str) -> list[tuple[str, str]] | None:
        """The values of a part that is chosen from a list."""
        seats = [(name, name) for name in self.game.names]
        if word == "phase":
            phases = [p for p in self.game.phases if type(p).candidates is not Phase.candidates]
            here = () if self.draft.phase in (*phases, OVER) else (self.draft.phase,)
            return [(p.id, p.title) for p in (*here, *phases, OVER)]
        if word == "dealer":
            return seats
        if word == "to-move":
            return [
                ("", "as the trick says" if self._in_tricks(None) else "the first seat"),
                *seats,
                ("none", "nobody"),
            ]
        if word == "trump":
            later = [("open", "Not made yet")] if isinstance(self.game, FirstLeadGame) else []
            return [("", "as the game has it"), *TRUMPS, *later]
        return None

    def _exports(self) -> Iterator[Control]:
        value, why = self.typed.get("position", (self._line(), ""))
        yield {
            "name": "position",
            "label": "The position as text",
            "kind": "area",
            "value": value,
            "why": why,
            "rows": 4,
            "hint": "Copy it, or paste another here.",
            "place": "export",
            "longest": 20000,
        }
        if not why:
            yield saved(
                "export",
                "Save as a file",
                f"{value}\n",
                file_name(f"{self.game.id} position", "txt"),
            )
        if is_for(self.game):
            value, why = self.typed.get("pbn", ("", ""))
            hint = "Copy it, or paste a board here."
            if not value:
                try:
                    value = self._once("pbn", self.here.pbn)
                except ValueError as said:
                    hint = f"{said}. A board can be pasted here."
            yield {
                "name": "pbn",
                "label": "As PBN",
                "kind": "area",
                "value": value,
                "why": why,
                "hint": hint,
                "rows": 8,
                "place": "export",
                "longest": 20000,
            }
            if value and not why:
                yield saved("pbn", "Save as PBN", value, "bridge.pbn") | {"place": "export"}

    # -- out: what is shown
    def blocks(self) -> list[Block]:
        return [*self._troubles(), *self._seen(), *self._setting()]

    def _troubles(self) -> Iterator[Block]:
        if self.problems:
            stays = "Below is the last table that could be." if self.sound else ""
            yield refusal(
                " ".join(map(str, self.problems[:3])) + f" {stays}",
                id="trouble",
                title="Not yet possible",
            )

    def _seen(self) -> Iterator[Block]:
        here = self.here
        svg = self._once("svg", lambda: table_svg(here.view()))
        yield {
            "kind": "picture",
            "id": "table",
            "svg": svg,
            "label": self.lead(),
            "title": "The table",
            "span": "main",
        }
        yield from self._asks()
        if not self.sound:
            return
        if facts := self._once("facts", here.facts):
            yield text(*facts, id="facts", title="What is out", span="side")
        if wins := self._once("wins", here.wins):
            rows = [
                [
                    {
                        "cards": [str(w.move.card)],
                        "text": "" if w.move.verb == "play" else w.move.label,
                    },
                    f"{w.name}{'' if w.full else ', so far'}",
                    f"{w.because}",
                ]
                for w in wins
            ]
            yield {
                "kind": "table",
                "id": "wins",
                "title": "Who would win the trick",
                "span": "half",
                "rows": rows,
                "columns": [{"label": "Card"}, {"label": "Then wins"}, {"label": "Because"}],
            }
        yield from self._order()
        yield self._score()

    def _asks(self) -> Iterator[Block]:
        hand, verdicts, seat = self._hand(), self._verdicts(), self._seat()
        who = self.game.names[seat] if seat is not None else ""
        title = f"What {who} can do" if who else "Nobody is to move"
        if hand:
            cards = [self._card(card, verdicts) for card in hand]
            what = "Tap a card" if self._with_cards() else "Choose a move"
            yield {
                "kind": "cards",
                "id": "hand",
                "title": title,
                "span": "side",
                "groups": [{"label": "", "cards": cards}],
                "lead": f"{what}: the rule that decides speaks.",
            }
        else:
            said = (
                "Choose a move: the rule that decides speaks."
                if verdicts
                else "These cards lie face down."
            )
            said = said if who else self.here.state.phase.asks(self.here.state)
            yield text(said, id="hand", title=title, span="side")
        found = self._verdict()
        if found is not None:
            plain = found.move.card is not None and found.move.label == found.move.card.sign
            said = (
                f"{'' if plain else found.move.label + ' '}is {'legal' if found.legal else 'illegal'}:"
                f" {found.say(ONLOOKER)}."
            )
            yield {
                "kind": "verdict",
                "id": "why",
                "cards": [str(found.move.card)] if plain else [],
                "text": said,
                "rule": rule_words(found.rule, self.game),
                "span": "side",
            }

    def _card(self, card: Card, verdicts: dict[Move, Verdict]) -> dict[str, Any]:
        mine = [v for m, v in verdicts.items() if m.card == card]
        state = "plain" if not mine else "open" if any(v.legal for v in mine) else "closed"
        return {"code": str(card), "state": state, "picked": str(card) == self.picked}

    def _order(self) -> Iterator[Block]:
        rungs = self.here.ladder()
        if not rungs:
            return
        order = self.game.order(self.here.state)
        assert order is not None
        mine = set(self._hand())
        who = self.game.names[self._seat() or 0]
        notes = {
            i: f"{who} holds {'it' if len(r) == 1 else 'one'}"
            for i, r in enumerate(rungs)
            if mine & {*r}
        }
        trumps = order.trump is not None
        yield {
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

    def _score(self) -> Block:
        lines = self._once("lines", self.here.if_over)
        names = {side.id: side.name for side in self.game.sides}
        stand = self.here.totals(lines).items()
        total = [
            [names[side], f"{points:+d}".replace("-", "−") if points else "0"]
            for side, points in stand
        ]
        return {
            "kind": "lines",
            "id": "score",
            "title": "If the deal ended here",
            "total": total,
            "lines": [_line(self.game, entry, names) for entry in lines],
            "lead": "With what has been taken by now.",
        }

    def _setting(self) -> Iterator[Block]:
        yield {
            "kind": "cards",
            "id": "pack",
            "title": "Set it up with the cards",
            "groups": self._heaps(),
            "lead": (
                "Drag a card to where it belongs, or choose a place and click the cards for it."
            ),
        }
        yield text(
            "A hand that is left out lies face down.",
            id="hands",
            span="half",
            title="Or by typing",
            lead="Rank and suit, with spaces: QH 10S 9♣. ?? is a card face down, 5*?? are five.",
        )
        yield text(
            "What is left out is as at the start of a match.",
            id="more",
            title="The rest of the table",
            span="half",
            lead="Whatever else this table remembers.",
        )
        yield text(
            "The address of this page holds the position, too.",
            id="export",
            title="Take it along",
            lead="A position is one line of text.",
        )
        code = (
            "from cardlab.labs.positions import read\n\nhere ="
            f" read({self._line()!r})\nhere.problems, here.legal"
        )
        yield {"kind": "code", "id": "python", "title": "In Python", "text": code}
        if href := address("orders", game=self.game.id):
            yield {"kind": "links", "links": [[f"The orders of {self.game.title}", href]]}

    def _heaps(self) -> list[dict[str, Any]]:
        """Every place with the cards that can be clicked, and what lies nowhere."""
        groups = []
        order = self.game.order(self.draft) or self.game.sorting()
        hands = {name.lower() for name in self.game.names}
        for word, said in self._places():
            cards = self._lying(word) if word not in (OUT, DOWN) else []
            open_cards = tuple(c for c in cards if c is not BACK)
            down = len(cards) - len(open_cards)
            if not cards and (word in (OUT, DOWN) or (word not in hands and word != TRICK)):
                continue
            if order is not None and word not in (TRICK, "stock", "discards", "pile"):
                open_cards = order.sorted(open_cards)
            label = f"{said[:1].upper()}{said[1:]}" + (f", {down} face down" if down else "")
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


def _said(word: str) -> str:
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
