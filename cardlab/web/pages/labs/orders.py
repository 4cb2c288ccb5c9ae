"""The laboratory of orders on a page: two orders side by side, one of them as a diagram, two cards
against each other.

Knows controls and blocks; what they say comes from `cardlab.labs.orders`.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from typing import Any

from cardlab.engine.cards import JOINED, Card
from cardlab.engine.catalogue import game, games
from cardlab.engine.game import Game
from cardlab.engine.words import capital, listed
from cardlab.labs.orders import (
    Duel,
    GameOrder,
    duel,
    edit,
    hasse,
    order_of,
    orders,
    poset,
    side_by_side,
    suit_name,
    unranked,
)
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import Block, code, rule_words, text
from cardlab.web.pages.labs.controls import CardsControl, ChoiceControl, click
from cardlab.web.pages.labs.tracking import worked_out

__all__ = ["OrdersLab"]

BESIDE = ("bridge", "NT")
"""The order to set against that of a game which has only one."""


@cache
def _orders(played: Game) -> tuple[GameOrder, ...]:
    return orders(played)


@cache
def _ranked(ids: tuple[str, ...]) -> list[tuple[str, str]]:
    """Those of these games that rank their cards, with their titles."""
    return [(id, game(id).title) for id in ids if _orders(game(id))]


def _words(played: Game) -> list[tuple[str, str]]:
    return [(order.word, order.title) for order in _orders(played)]


class OrdersLab(Lab):
    """Which cards beat which, in two orders at once."""

    id, title = "orders", "Orders side by side"
    offers = "set two orders of its cards against each other, and pick cards to see which wins"

    contract = ChoiceControl[str](
        "Order",
        lambda lab: _words(lab.game),
        lambda lab: lab.first_order(),
        follow=False,
        query="always",
    )
    against_game = ChoiceControl[str](
        "Against",
        lambda lab: _ranked(tuple(games())),
        lambda lab: lab.opposite()[0],
        follow=False,
        query="always",
    )
    against = ChoiceControl[str](
        "Its order",
        lambda lab: _words(lab.other_game),
        lambda lab: lab.opposite()[1],
        follow=False,
        query="always",
    )
    suit = ChoiceControl[str]("Ladder", lambda lab: lab.suits, place="ladders")
    of = ChoiceControl[str](
        "Diagram of",
        lambda lab: [
            ("left", _name(lab.left, lab.right)),
            ("right", _name(lab.right, lab.left)),
        ],
        # the first in which cards beat each other
        lambda lab: "right" if lab.right.takes and not lab.left.takes else "left",
        place="diagram",
        when=lambda lab: lab.left.takes or lab.right.takes,
    )
    led = ChoiceControl[str](
        "Led is",
        lambda lab: [("", "any suit"), *((str(s), suit_name(s)) for s in lab.drawn.order.leads)],
        place="diagram",
        when=lambda lab: lab.drawn.takes,
    )
    # an address says of no cards, too: a notebook may have picked some to begin with
    cards = CardsControl(
        lambda lab, words: lab.read_cards(words), lambda lab, card: lab.has(card), query="always"
    )

    def nothing_to_set(self) -> str:
        return "" if _orders(self.game) else unranked(self.game)[0]

    # -- the two orders
    def first_order(self) -> str:
        return order_of(self.game).word if _orders(self.game) else ""

    def opposite(self) -> tuple[str, str]:
        """What to set against the order, as game and word: another of the same game, of the most
        unlike kind that it has."""
        others = [x for x in _orders(self.game) if x.word != self.contract]
        if not others:
            return BESIDE
        joined = [x for x in others if x.order.trump in JOINED.values()]
        plain = [x for x in others if not x.order.trump]
        return self.game.id, (joined or plain or others)[0].word

    @against_game.then
    def _take_its_order(self) -> None:
        """The same contract in the other game where it has one, else its first."""
        words = [word for word, _ in _words(self.other_game)]
        self.against = self.contract if self.contract in words else words[0]

    @property
    def other_game(self) -> Game:
        """The game of the order beside: this game as it is played here, or another by its book."""
        return self.game if self.against_game == self.game.id else game(self.against_game)

    @worked_out
    def left(self) -> GameOrder:
        return order_of(self.game, self.contract)

    @worked_out
    def right(self) -> GameOrder:
        return order_of(self.other_game, self.against)

    @worked_out
    def drawn(self) -> GameOrder:
        """The order of the diagram."""
        return self.left if self.of == "left" else self.right

    @worked_out
    def suits(self) -> list[tuple[str, str]]:
        """The ladders that both orders have."""
        if not _orders(self.game):
            return []
        there = {ladder.suit for ladder in self.right.ladders}
        both = [x.suit for x in self.left.ladders if x.suit and x.suit in there]
        trumps = [("", "the trumps")] if self.left.ladders[0].trump or not both else []
        return [*trumps, *((suit, suit_name(suit)) for suit in both)]

    # -- cards that are picked
    def has(self, card: Card) -> bool:
        """Whether one of the two packs has this card, and its order places it."""
        return any(card in x.order.suit_of and card in x.game.pack for x in (self.left, self.right))

    def read_cards(self, words: str) -> tuple[Card, ...]:
        cards = tuple(Card(word) for word in words.replace(",", " ").split()[:3])
        if len(cards) > 2:
            raise ValueError("Pick one card or two.")
        for card in cards:
            if not self.has(card):
                raise ValueError(f"{card.sign} is in neither pack; pick a card of the ladders.")
        return cards

    @click("ladders", "diagram", "suits")
    def pick(self, words: str) -> None:
        """Pick a card, or let it go; a third one takes the place of the first.  A card that is
        carried to another one (after the sign >) is picked with it."""
        carried, onto, rung = words.partition(">")
        if onto:
            self.cards = self.read_cards(f"{carried} {rung}")
            return
        for card in self.read_cards(words):
            if card in self.cards:
                self.cards = tuple(c for c in self.cards if c != card)
            else:
                self.cards = (*self.cards[-1:], card)

    # -- what is shown
    def lead(self) -> str:
        if self.nothing_to_set():
            return "Choose a game that ranks its cards to see what beats what."
        one, two = self.left, self.right
        verb = "beats what" if one.takes and two.takes else "is above what"
        changes = f"What {verb} changes, and the lines show how."
        if one.game != two.game:
            return f"{_name(one)}, against {_name(two)}. {changes}"
        if one.word == two.word:
            return f"{one.game.title}: one order, against itself; nothing moves."
        return f"{one.game.title}: the same pack, two orders. {changes}"

    def blocks(self) -> list[Block]:
        if self.nothing_to_set():
            return self.no_order
        fights = self.left.takes or self.right.takes
        drawing = self.diagram if fights else self.no_fight
        return [self.ladders, drawing, self.every_suit, *self.shape, *self.notes, self.python]

    @worked_out
    def no_order(self) -> list[Block]:
        """Why there is no order, and the note behind it."""
        why, note = unranked(self.game)
        blocks = [text(why, tone="note")]
        if note is not None:
            blocks.append(_notes("The note behind it", [(self.game.title, self.game, (note,))]))
        return blocks

    @worked_out
    def ladders(self) -> Block:
        laid = side_by_side(self.left, self.right, self.suit)
        sides = [
            _side(self.left, self.right, laid.left),
            _side(self.right, self.left, laid.right),
        ]
        sides[1]["notes"] = {str(i): note for i, note in laid.notes.items()}
        if laid.gone:
            sides[1]["gone"] = {
                "title": laid.gone_title,
                "cards": list(map(str, laid.gone)),
                "text": laid.gone_text,
            }
        idle = {
            x.game.title: _no_fight(x) for x in (self.left, self.right) if not x.takes
        }  # said once for two orders of one game
        moved = [f"{capital(line)}." for line in str(laid.comparison).splitlines()]
        return {
            "kind": "ladders",
            "id": "ladders",
            "span": "main",
            "lead": " ".join([*idle.values(), *_level_said(laid)]),
            "label": "Two ladders, from high to low",
            "left": sides[0],
            "right": sides[1],
            "links": [] if _level_said(laid) else [list(link) for link in laid.links],
            "moves": {
                "title": f"From {_name(self.left, self.right)} to {_name(self.right, self.left)}",
                "lines": moved,
            },
            "legend": [] if _level_said(laid) else _legend(laid),
            "picked": list(map(str, self.cards)),
            "verdicts": self.verdicts if self.drawn.takes else [],
        }

    @worked_out
    def diagram(self) -> Block:
        drawn = self.drawn
        title = f"{_name(drawn, self._other())}, as a diagram"
        if not drawn.takes:
            return {**_idle_block(drawn, title), "id": "diagram"}
        shown_here = [c for c in self.cards if c in drawn.order.suit_of]
        picture = hasse(drawn.order, self.led or None, outside=drawn.outside, show=shown_here)
        return {
            "kind": "diagram",
            "id": "diagram",
            "span": "side tall",
            "title": title,
            "lead": self._how_to_read(),
            "nodes": [n._asdict() | {"cards": list(map(str, n.cards))} for n in picture.nodes],
            "unit": 2.5,
            "edges": [list(edge) for edge in picture.edges],
            "width": picture.width,
            "height": picture.height,
            "picked": list(map(str, self.cards)),
        }

    @worked_out
    def shape(self) -> list[Block]:
        """The order as a poset, and what the other one changes."""
        if not self.drawn.takes:
            return []
        led = self.led or None
        lines = [str(poset(self.drawn.order, led))]
        one, two = self.left.order, self.right.order
        if {*one.cards} == {*two.cards} and one != two:
            name = _name(self.left, self.right), _name(self.right, self.left)
            both = led if led in one.leads and led in two.leads else None
            lines.append(f"From {name[0]} to {name[1]}: {edit(one, two, both)}.")
        return [text(*lines, id="shape", title="How much order is there?", span="main")]

    def _how_to_read(self) -> str:
        order = self.drawn.order
        led = f" when {suit_name(self.led)} are led" if self.led else ""
        tops = [ladder.cards[0] for ladder in self.drawn.ladders]
        apart = not self.led and any(
            not (order.beats(a, b) or order.beats(b, a)) for a, b in combinations(tops, 2)
        )
        lead = f"A card beats what lies below it on a line{led}."
        return lead + " No line, no contest: the suit led decides." * apart

    @worked_out
    def no_fight(self) -> Block:
        """In place of the diagram, where cards take nothing."""
        return _idle_block(self.drawn, "What the order is for")

    def _other(self) -> GameOrder:
        return self.right if self.drawn is self.left else self.left

    @worked_out
    def verdicts(self) -> list[Block]:
        """What becomes of the two picked cards, in the order drawn and, if it is another tale
        there, in the other one."""
        if not self.cards:
            return [
                text("Pick two cards, or drag one onto the other on a ladder: which wins, and why?")
            ]
        if len(self.cards) < 2:
            picked = self.cards[0].sign
            return [text(f"{picked} is picked. Pick a second card: which wins, and why?")]
        drawn, other = self.drawn, self._other()
        first = self._verdict(drawn, self.led or None)
        led = self.led if self.led in other.order.leads else ""
        second = self._verdict(other, led or None)
        same_order = (other.word, other.game) == (drawn.word, drawn.game)
        if same_order or first["text"] == second["text"]:
            return [first]
        return [
            {**first, "head": _name(drawn, other)},
            {**second, "head": _name(other, drawn)},
        ]

    def _verdict(self, of: GameOrder, led: str | None) -> Block:
        missing = [c for c in self.cards if c not in of.order.suit_of or c not in of.game.pack]
        if missing:
            verb = "is" if len(missing) == 1 else "are"
            verdict = f"{listed(missing)} {verb} not in the pack of {of.game.title}."
            return {"kind": "verdict", "text": verdict}
        fight: Duel = duel(of.game, of.word, self.cards[0], self.cards[1], led)
        rules = [fight.rule] if fight.rule else []
        return {
            "kind": "verdict",
            "strong": fight.said[0],
            "text": " ".join(fight.said[1:]),
            "rules": [rule_words(r, of.game) for r in (*rules, *fight.notes)],
        }

    def spoken(self) -> str:
        """The verdict."""
        if self.nothing_to_set() or len(self.cards) < 2:
            return ""
        parts = ((v.get("head", ""), v.get("strong", ""), v["text"]) for v in self.verdicts)
        return " ".join(" ".join(filter(None, part)) for part in parts)

    @worked_out
    def every_suit(self) -> Block:
        rows = [
            {
                "title": ladder.title.capitalize(),
                "aside": "trumps" if ladder.trump else "",
                "rungs": _codes(ladder.rungs),
            }
            for ladder in self.left.ladders
        ]
        return {
            "kind": "suits",
            "id": "suits",
            "title": "Every suit, from high to low",
            "rows": rows,
            "span": "main",
            "picked": list(map(str, self.cards)),
            "out": list(map(str, self.left.order.leaves)),
            "lead": f"{_name(self.left)}. {_leaving(self.left)}",
        }

    @worked_out
    def notes(self) -> list[Block]:
        one, two = self.left, self.right
        groups = [(_name(one, two), one.game, one.notes), (_name(two, one), two.game, two.notes)]
        if one.notes == two.notes and one.game == two.game:
            groups = [(one.game.title, one.game, one.notes)]
        groups = [group for group in groups if group[2]]
        return [_notes("Where the order comes from", groups)] if groups else []

    @worked_out
    def python(self) -> Block:
        one, two = self.left, self.right
        beside = "game" if one.game == two.game else repr(two.game)
        both = len(self.cards) == 2 and all(c in one.order.suit_of for c in self.cards)
        pair = self.cards if both else _first_two(one)
        led = f", led={self.led!r}" if self.led and self.of == "left" else ""
        lines = [
            "import cardlab",
            "from cardlab.labs.orders import compare, duel, poset",
            "",
            f"game = {one.game!r}",
            f"print(compare(game.ordering({one.word!r}), {beside}.ordering({two.word!r})))",
            f"print(duel(game, {one.word!r}, {str(pair[0])!r}, {str(pair[1])!r}{led}))",
            f"print(poset(game.ordering({one.word!r})).covering)",
        ]
        return code("\n".join(lines), "code")


def _side(named: GameOrder, other: GameOrder, ladder: Any) -> dict[str, Any]:
    """One ladder of two."""
    what = ""
    if not ladder.trump:
        what = f", {ladder.title} as a plain suit" if named.order.trump else f", {ladder.title}"
    return {
        "title": _name(named, other) + what,
        "aside": f"{_count(len(ladder.rungs), 'rung')}, {_count(len(ladder.cards), 'card')}",
        "rungs": _codes(ladder.rungs),
    }


def _level_said(laid: Any) -> list[str]:
    """What lines that all lie level and mean the same would say, in a sentence instead; nothing
    where the lines tell cards apart."""
    kinds = {kind for *_, kind in laid.links}
    level = all(here == there for here, there, _ in laid.links)
    if len(laid.links) < 2 or len(kinds) != 1 or not level or kinds == {"same"}:
        return []
    told = {meaning for _, meaning in _legend(laid)}
    return [f"Both ladders have the same rungs; each card {' '.join(told)}."]


def _legend(laid: Any) -> list[list[str]]:
    """What the lines between the ladders mean, as far as there are such lines."""
    kinds = {shift.kind for shift in laid.comparison.shifts}
    stops = "leaves" in kinds and laid.left.trump
    meanings = {
        "up": "moves up, or becomes a trump" if "joins" in kinds else "moves up",
        "same": "keeps its place",
        "down": "moves down",
        "gone": "stops being a trump" if stops else "is not there",
    }
    drawn = {kind for *_, kind in laid.links}
    return [[kind, meaning] for kind, meaning in meanings.items() if kind in drawn]


def _leaving(named: GameOrder) -> str:
    """Which cards leave the suit that they are printed with."""
    leaves, suit_of = named.order.leaves, named.order.suit_of
    sentences = []
    for suit in dict.fromkeys(str(suit_of[c]) for c in leaves):
        mine = [c for c in leaves if suit_of[c] == suit]
        if suit in JOINED:
            sentences.append(
                f"The trumps are a suit of their own, the {suit_name(suit)}: no card is printed"
                " with it."
            )
            continue
        leaving = "leave the suits they are printed with and count"
        if len(mine) == 1:
            leaving = "belongs to no suit, but counts"
            if mine[0].suit:
                leaving = "leaves the suit it is printed with and counts"
        sentences.append(f"{listed(mine, most=12)} {leaving} as {suit_name(suit)}.")
    return " ".join(sentences) or "Every card counts in the suit it is printed with."


def _no_fight(named: GameOrder) -> str:
    return duel(named.game, named.word, *_first_two(named)).text


def _idle_block(named: GameOrder, title: str) -> Block:
    return text(_no_fight(named), tone="note", span="side tall", title=title)


def _notes(title: str, groups: Any) -> Block:
    shown = [
        {"title": name, "rules": [{**(rule_words(r, game) or {}), "mark": ""} for r in notes]}
        for name, game, notes in groups
    ]
    return {"kind": "rules", "id": "rules", "title": title, "groups": shown, "span": "main"}


def _name(named: GameOrder, beside: GameOrder | None = None) -> str:
    """The order's name; beside another of the same game, without the game's."""
    if beside and beside.game == named.game:
        return named.title
    return f"{named.game.title}: {named.title}"


def _first_two(named: GameOrder) -> tuple[Card, ...]:
    return tuple(card for ladder in named.ladders for card in ladder.cards)[:2]


def _count(n: int, what: str) -> str:
    return f"{n} {what}" + "s" * (n != 1)


def _codes(rungs: Any) -> list[list[str]]:
    return [[str(card) for card in rung] for rung in rungs]
