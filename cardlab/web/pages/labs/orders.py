"""The page of the laboratory of orders: two orders side by side, one of them as a diagram, two
cards against each other.

Knows what can be chosen and how the laboratory's answers become blocks; what the answers are,
`cardlab.labs.orders` says.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from cardlab.engine.cards import JOINED, Card
from cardlab.engine.catalogue import game, games
from cardlab.engine.words import listed, shown
from cardlab.labs.orders import (
    Duel,
    Named,
    duel,
    hasse,
    order_of,
    orders,
    side_by_side,
    suit_name,
    unranked,
)
from cardlab.web.pages.labs.base import Block, Control, Lab, choice, rule_words, text

__all__ = ["Orders"]

BESIDE = ("bridge", "NT")
"""The order to set against that of a game which has only one."""


@cache
def _orders(game_id: str) -> tuple[Named, ...]:
    return orders(game(game_id))


class Orders(Lab):
    """Which cards beat which, in two orders at once."""

    id, title = "orders", "Orders side by side"

    def __init__(self, game_id: str) -> None:
        super().__init__(game_id)
        self.known = orders(self.game)
        self.suit, self.of, self.led = "", "", ""
        self.picked: tuple[Card, ...] = ()
        if self.known:
            self.left = order_of(self.game)
            self.right = self._opposite()

    def _opposite(self) -> Named:
        """What to set against the order: another of the same game, of the most unlike kind that
        it has."""
        others = [x for x in self.known if x.word != self.left.word]
        if not others:
            return order_of(game(BESIDE[0]), BESIDE[1])
        joined = [x for x in others if x.order.trump in JOINED.values()]
        return (joined or [x for x in others if not x.order.trump] or others)[0]

    # -- what can be set
    def lead(self) -> str:
        if not self.known:
            return "Choose a game that ranks its cards to see what beats what."
        one, two = self.left, self.right
        changes = (
            f"What {'beats what' if one.takes and two.takes else 'is above what'} changes, and the"
            " lines show how."
        )
        if one.game != two.game:
            return f"{_name(one)}, against {_name(two)}. {changes}"
        return f"{one.game.title}: " + (
            "one order, against itself; nothing moves."
            if one.word == two.word
            else f"the same pack, two orders. {changes}"
        )

    def controls(self) -> list[Control]:
        if not self.known:
            return []
        ranked = [(id, game(id).title) for id in games() if _orders(id)]
        found = [
            choice("contract", "Order", self.left.word, [(x.word, x.title) for x in self.known]),
            choice("against_game", "Against", self.right.game.id, ranked),
            choice(
                "against",
                "Its order",
                self.right.word,
                [(x.word, x.title) for x in _orders(self.right.game.id)],
            ),
            choice(
                "suit", "Ladder", self.suit or self._suits()[0][0], self._suits(), place="ladders"
            ),
        ]
        if self.left.takes or self.right.takes:
            both = [("left", _name(self.left, self.right)), ("right", _name(self.right, self.left))]
            leads = [("", "any suit"), *((s, suit_name(s)) for s in self.drawn.order.leads)]
            found.append(choice("of", "Diagram of", self.side, both, place="diagram"))
            if self.drawn.takes:
                found.append(choice("led", "Led is", self.led, leads, place="diagram"))
        return found

    def _suits(self) -> list[tuple[str, str]]:
        """The ladders that both orders have."""
        both = [
            x.suit
            for x in self.left.ladders
            if x.suit and any(x.suit == y.suit for y in self.right.ladders)
        ]
        trumps = [("", "the trumps")] if self.left.ladders[0].trump or not both else []
        return [*trumps, *((suit, suit_name(suit)) for suit in both)]

    @property
    def side(self) -> str:
        """Which of the two the diagram shows; unless it was chosen, the first in which cards
        beat each other."""
        return self.of or ("right" if self.right.takes and not self.left.takes else "left")

    @property
    def drawn(self) -> Named:
        return self.left if self.side == "left" else self.right

    def set(self, name: str, value: Any) -> None:
        if not self.known:
            raise ValueError(unranked(self.game)[0])
        match name:
            case "contract":
                self.left = order_of(self.game, str(value))
            case "against_game":
                found = _orders(str(value))
                if value != self.right.game.id:
                    self.right = next((x for x in found if x.word == self.left.word), found[0])
            case "against":
                self.right = order_of(self.right.game, str(value))
            case "suit" | "of" | "led":
                setattr(self, name, str(value))
            case "cards":
                self.picked = self._read(str(value))
            case "ladders" | "diagram" | "suits":
                self._pick(self._read(str(value)))
            case _:
                raise ValueError(f"There is no {shown(name)} to set here.")
        # what is not there any more is let go
        if self.suit not in dict(self._suits()):
            self.suit = ""
        if self.led not in self.drawn.order.leads:
            self.led = ""
        self.picked = tuple(c for c in self.picked if self._known(c))

    def _known(self, card: Card) -> bool:
        return any(card in x.order.suit_of and card in x.game.pack for x in (self.left, self.right))

    def _read(self, value: str) -> tuple[Card, ...]:
        cards = tuple(Card(word) for word in value.replace(",", " ").split()[:3])
        if len(cards) > 2:
            raise ValueError("Pick one card or two.")
        for card in cards:
            if not self._known(card):
                raise ValueError(f"{card.sign} is in neither pack; pick a card of the ladders.")
        return cards

    def _pick(self, cards: tuple[Card, ...]) -> None:
        for card in cards:
            self.picked = (
                tuple(c for c in self.picked if c != card)
                if card in self.picked
                else (*self.picked[-1:], card)
            )

    def asked(self) -> dict[str, str]:
        if not self.known:
            return {}
        found = {
            "contract": self.left.word,
            "against_game": self.right.game.id,
            "against": self.right.word,
        }
        more = {"suit": self.suit, "of": self.of, "led": self.led}
        # no cards are told too: a notebook may have picked some to begin with
        return (
            found
            | {name: value for name, value in more.items() if value}
            | {"cards": ",".join(self.picked)}
        )

    # -- what is shown
    def blocks(self) -> list[Block]:
        if not self.known:
            said, note = unranked(self.game)
            found = [text(said, tone="note")]
            if note is not None:
                found.append(_notes("The note behind it", [(self.game.title, self.game, (note,))]))
            return found
        diagram = (
            self._diagram()
            if self.left.takes or self.right.takes
            else self._duels("What the order is for")
        )
        return [self._ladders(), diagram, self._every_suit(), *self._rules(), self._code()]

    def _ladders(self) -> Block:
        laid = side_by_side(self.left, self.right, self.suit)
        kinds = {kind for *_, kind in laid.links}
        sides: list[dict[str, Any]] = []
        for named, other, ladder in (
            (self.left, self.right, laid.left),
            (self.right, self.left, laid.right),
        ):
            what = (
                "" if ladder.trump or not named.order.trump else f", {ladder.title} as a plain suit"
            )
            aside = f"{_count(len(ladder.rungs), 'rung')}, {_count(len(ladder.cards), 'card')}"
            sides.append(
                {
                    "title": (
                        _name(named, other) + (what or f", {ladder.title}" * (not ladder.trump))
                    ),
                    "aside": aside,
                    "rungs": _codes(ladder.rungs),
                }
            )
        becomes, stops = (
            any(s.kind == kind for s in laid.comparison.shifts) for kind in ("joins", "leaves")
        )
        legend = {
            "up": "moves up, or becomes a trump" if becomes else "moves up",
            "same": "keeps its place",
            "down": "moves down",
            "gone": "stops being a trump" if stops and laid.left.trump else "is not there",
        }
        moved = [f"{line[0].upper()}{line[1:]}." for line in str(laid.comparison).splitlines()]
        sides[1]["notes"] = {str(i): note for i, note in laid.notes.items()}
        if laid.gone:
            sides[1]["gone"] = {
                "title": laid.gone_title,
                "cards": list(map(str, laid.gone)),
                "text": laid.gone_text,
            }
        idle = {
            x.game.title: duel(x.game, x.word, *_first_two(x)).text
            for x in (self.left, self.right)
            if not x.takes
        }
        return {
            "kind": "ladders",
            "id": "ladders",
            "span": "main",
            "lead": " ".join(idle.values()),
            "label": "Two ladders, from high to low",
            "left": sides[0],
            "right": sides[1],
            "links": [list(link) for link in laid.links],
            "moves": {
                "title": f"From {_name(self.left, self.right)} to {_name(self.right, self.left)}",
                "lines": moved,
            },
            "legend": [[kind, said] for kind, said in legend.items() if kind in kinds],
            "picked": list(map(str, self.picked)),
        }

    def _diagram(self) -> Block:
        named = self.drawn
        title = f"{_name(named, self.right if named is self.left else self.left)}, as a diagram"
        if not named.takes:
            return {**self._duels(title), "id": "diagram"}
        shown_here = [c for c in self.picked if c in named.order.suit_of]
        found = hasse(named.order, self.led or None, outside=named.outside, show=shown_here)
        nodes = [n._asdict() | {"cards": list(map(str, n.cards))} for n in found.nodes]
        led = f" when {suit_name(self.led)} are led" if self.led else ""
        tops = [ladder.cards[0] for ladder in named.ladders]
        loose = not self.led and any(
            not (named.order.beats(a, b) or named.order.beats(b, a))
            for a, b in combinations(tops, 2)
        )
        lead = (
            f"A card beats what lies below it on a line{led}."
            + " No line, no contest: the suit led decides." * loose
        )
        return {
            "kind": "diagram",
            "id": "diagram",
            "span": "side tall",
            "title": title,
            "lead": lead,
            "nodes": nodes,
            "unit": 2.5,
            "edges": [list(edge) for edge in found.edges],
            "width": found.width,
            "height": found.height,
            "picked": list(map(str, self.picked)),
            "verdicts": self._verdicts(),
        }

    def _duels(self, title: str) -> Block:
        """In place of the diagram, where cards take nothing."""
        said = duel(self.drawn.game, self.drawn.word, *_first_two(self.drawn)).text
        return {
            "kind": "text",
            "span": "side tall",
            "title": title,
            "tone": "note",
            "paragraphs": [said],
        }

    def _verdicts(self) -> list[Block]:
        """What becomes of the two picked cards, in the order drawn and, if it is another tale
        there, in the other one."""
        if len(self.picked) < 2:
            again = (
                f"{self.picked[0].sign} is picked. Pick"
                if self.picked
                else "Pick two cards, here or on the ladders:"
            )
            return [
                text(
                    f"{again} a second card: which wins, and why?"
                    if self.picked
                    else f"{again} which wins, and why?"
                )
            ]
        other = self.right if self.drawn is self.left else self.left
        first = self._verdict(self.drawn, self.led or None)
        led = self.led if self.led in other.order.leads else ""
        second = self._verdict(other, led or None)
        same = first["text"] == second["text"] or (other.word, other.game) == (
            self.drawn.word,
            self.drawn.game,
        )
        return (
            [first]
            if same
            else [
                {**first, "head": _name(self.drawn, other)},
                {**second, "head": _name(other, self.drawn)},
            ]
        )

    def _verdict(self, named: Named, led: str | None) -> Block:
        missing = [
            c for c in self.picked if c not in named.order.suit_of or c not in named.game.pack
        ]
        if missing:
            return {
                "kind": "verdict",
                "text": (
                    f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} not in the pack of "
                    f"{named.game.title}."
                ),
            }
        found: Duel = duel(named.game, named.word, self.picked[0], self.picked[1], led)
        rules = [
            rule_words(r, named.game) for r in (*([found.rule] if found.rule else []), *found.notes)
        ]
        return {
            "kind": "verdict",
            "strong": found.said[0],
            "text": " ".join(found.said[1:]),
            "rules": rules,
        }

    def said(self) -> str:
        """The verdict, to be read aloud."""
        if not self.known or len(self.picked) < 2:
            return ""
        return " ".join(
            f"{v.get('head', '')} {v.get('strong', '')} {v['text']}".strip()
            for v in self._verdicts()
        )

    def _every_suit(self) -> Block:
        rows = []
        for ladder in self.left.ladders:
            kind = "trumps" if ladder.trump else ""
            rows.append(
                {"title": ladder.title.capitalize(), "aside": kind, "rungs": _codes(ladder.rungs)}
            )
        block = {
            "kind": "suits",
            "id": "suits",
            "title": "Every suit, from high to low",
            "rows": rows,
            "span": "main",
            "picked": list(map(str, self.picked)),
            "out": list(map(str, self.left.order.leaves)),
        }
        leaves = self.left.order.leaves
        said = []
        for suit in dict.fromkeys(str(self.left.order.suit_of[c]) for c in leaves):
            mine = [c for c in leaves if self.left.order.suit_of[c] == suit]
            if suit in JOINED:
                said.append(
                    f"The trumps are a suit of their own, the {suit_name(suit)}: no card is printed"
                    " with it."
                )
            else:
                leaving = (
                    "leave the suits they are printed with and count"
                    if len(mine) > 1
                    else "belongs to no suit, but counts"
                )
                if len(mine) == 1 and mine[0].suit:
                    leaving = "leaves the suit it is printed with and counts"
                said.append(f"{listed(mine, most=12)} {leaving} as {suit_name(suit)}.")
        about = " ".join(said) or "Every card counts in the suit it is printed with."
        return {**block, "lead": f"{_name(self.left)}. {about}"}

    def _rules(self) -> list[Block]:
        one, two = self.left, self.right
        if one.notes == two.notes and one.game == two.game:
            groups = [(one.game.title, one.game, one.notes)]
        else:
            groups = [
                (_name(one, two), one.game, one.notes),
                (_name(two, one), two.game, two.notes),
            ]
        groups = [group for group in groups if group[2]]
        return [_notes("Where the order comes from", groups)] if groups else []

    def _code(self) -> Block:
        one, two = self.left, self.right
        lines = [
            "import cardlab",
            "from cardlab.labs.orders import compare, duel",
            "",
            f"game = cardlab.game({one.game.id!r})",
        ]
        beside = "game" if one.game == two.game else f"cardlab.game({two.game.id!r})"
        lines += [f"print(compare(game.ordering({one.word!r}), {beside}.ordering({two.word!r})))"]
        both = len(self.picked) == 2 and all(c in one.order.suit_of for c in self.picked)
        pair = self.picked if both else _first_two(one)
        led = f", led={self.led!r}" if self.led and self.side == "left" else ""
        lines += [f"print(duel(game, {one.word!r}, {str(pair[0])!r}, {str(pair[1])!r}{led}))"]
        return {"kind": "code", "id": "code", "title": "In Python", "text": "\n".join(lines)}


def _notes(title: str, groups: Any) -> Block:
    made = [
        {"title": name, "rules": [{**(rule_words(r, game) or {}), "mark": ""} for r in notes]}
        for name, game, notes in groups
    ]
    return {"kind": "rules", "id": "rules", "title": title, "groups": made, "span": "main"}


def _name(named: Named, beside: Named | None = None) -> str:
    """The order's name; beside another of the same game, without the game's."""
    return (
        named.title
        if beside and beside.game == named.game
        else f"{named.game.title}: {named.title}"
    )


def _first_two(named: Named) -> tuple[Card, ...]:
    return tuple(card for ladder in named.ladders for card in ladder.cards)[:2]


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + "s" * (n != 1)


def _codes(rungs: Any) -> list[list[str]]:
    return [[str(card) for card in rung] for rung in rungs]
