"""Moves: what a player, the dealer or chance does, as frozen values with a text form that reads
back.

Knows how a move is written and told.  Knows no rules: whether a move is legal is a matter for
`cardlab.engine.rulings`.

A move is its text (``QH``, ``1NT``, ``pass``, ``discard QH``, ``7H takes 5C 6H``), so moves compare
with text:

>>> Play("QH") == "QH", Play("QH").told("West"), Discard("TS")
(True, 'West plays Q♥.', discard TS)
>>> Deal((cards("QH 9C"), cards("AS 2D")), cards("KH"))
deal QH 9C | AS 2D / KH
>>> Deal.read("deal QH 9C | AS 2D / KH").stock
(KH,)
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, ClassVar

from cardlab.engine.cards import Card, Suit, Word, cards, give
from cardlab.engine.words import card_word, listed, quoted, shown

Group = tuple[str, tuple[Card, ...]]


class Move(Word):
    """Anything that changes the table.

    verb: what kind of move it is; title: the verb as a button says it; label: how the move reads to
    a person; card: the card in the hand that stands for it, if any; named: other cards that it
    names; at: its place (row, column) on the ladder of calls, if it has one.
    """

    __slots__ = ("args", "at", "card", "label", "named")
    verb: ClassVar[str] = "do"
    title: ClassVar[str] = "Do"  # type: ignore[assignment]  # the word on the button, not the method of str
    args: tuple[Any, ...]
    card: Card | None
    named: tuple[Card, ...]
    label: str
    at: tuple[int, int] | None

    _made: ClassVar[dict[tuple[Any, ...], Any]] = {}

    def __new__(cls, *args: Any) -> Any:
        key = (cls, *args)
        move = Move._made.get(key)
        if move is None:
            move = Move._made[key] = cls._build(*args)
        return move

    @classmethod
    def _build(cls, *args: Any) -> Move:
        text, card, named, label, at = cls.write(*args)
        move = str.__new__(cls, text)
        give(move, args=args, card=card, named=named, label=label, at=at)
        return move

    @classmethod
    def write(
        cls, *args: Any
    ) -> tuple[str, Card | None, tuple[Card, ...], str, tuple[int, int] | None]:
        """Text, card, other cards, label and place of a new move."""
        raise TypeError(f"{cls.__name__} does not say how it is written")

    @property
    def kind(self) -> str:
        """The way in which it is made, where one card may be played in several: "sum", "run"."""
        return ""

    @property
    def short(self) -> str:
        """How a button says the move, where a heading says the way in which it is made."""
        return self.label

    def told(self, name: str) -> str:
        """The move as a sentence in the log."""
        return f"{name}: {self.label}."

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self.args


class _OfCard(Move):
    """A move made with one card of the hand."""

    __slots__ = ()
    card: Card

    @classmethod
    def write(cls, card: str) -> Any:
        held = Card(card)
        text = str(held) if cls.verb == "play" else f"{cls.verb} {held}"
        label = held.sign if cls.verb == "play" else f"{cls.title} {held.sign}"
        return text, held, (), label, None

    def told(self, name: str) -> str:
        assert self.card is not None
        return f"{name} {self.verb}s {card_word(self.card)}."


class Play(_OfCard):
    __slots__ = ()
    verb, title = "play", "Play"  # type: ignore[assignment]


class Discard(_OfCard):
    __slots__ = ()
    verb, title = "discard", "Discard"  # type: ignore[assignment]


class Give(_OfCard):
    """Give a card to somebody; the phase says to whom, and who sees the card."""

    __slots__ = ()
    verb, title = "give", "Give"  # type: ignore[assignment]


class Knock(_OfCard):
    """Lay a card face down and end the play."""

    __slots__ = ()
    verb, title = "knock", "Knock"  # type: ignore[assignment]

    def told(self, name: str) -> str:
        return f"{name} lays a card face down and knocks."


class Swap(_OfCard):
    """Give a card for one that lies open on the table."""

    __slots__ = ()
    verb, title = "swap", "Swap"  # type: ignore[assignment]


class Capture(Move):
    """Play a card and take cards from the table with it."""

    __slots__ = ()
    verb, title = "capture", "Capture"

    @classmethod
    def write(cls, card: str, taken: tuple[Card, ...], kind: str = "") -> Any:
        held = Card(card)
        text = f"{held} takes {' '.join(taken)}" + (f" {kind}" if kind else "")
        return (
            text,
            held,
            tuple(taken),
            f"{held.sign} takes {listed(taken)}" + (f" ({kind})" if kind else ""),
            None,
        )

    @property
    def kind(self) -> str:
        return self.args[2] if len(self.args) > 2 else ""

    @property
    def groups(self) -> tuple[Group, ...]:
        """What it takes, group by group: kind and cards."""
        return ((self.kind, self.named),)

    def told(self, name: str) -> str:
        assert self.card is not None
        return f"{name} plays {self.card.sign} and takes {listed(self.named)}" + (
            f" as a {self.kind}." if self.kind else "."
        )


class CaptureGroups(Capture):
    """Play a card and take several groups of cards with it: ``9H takes 4C 5D sum and 9C set``."""

    __slots__ = ()

    @classmethod
    def write(cls, card: str, *groups: Group) -> Any:  # type: ignore[override]  # groups for cards and kind
        held = Card(card)
        text = " and ".join(f"{' '.join(taken)} {kind}" for kind, taken in groups)
        label = ", ".join(f"{listed(taken)} ({kind})" for kind, taken in groups)
        return (
            f"{held} takes {text}",
            held,
            tuple(c for _, taken in groups for c in taken),
            f"{held.sign} takes {label}",
            None,
        )

    @property
    def kind(self) -> str:
        return ""

    @property
    def groups(self) -> tuple[Group, ...]:
        return self.args[1:]

    def told(self, name: str) -> str:
        assert self.card is not None
        taken = "; ".join(f"{listed(taken)} as a {kind}" for kind, taken in self.groups)
        return f"{name} plays {self.card.sign} and takes {taken}."


class LayOff(Move):
    """Lay a card of the hand on a meld that lies on the table."""

    __slots__ = ()
    verb, title = "lay off", "Lay off"

    @classmethod
    def write(cls, card: str, meld: tuple[Card, ...]) -> Any:
        held, lies = Card(card), tuple(meld)
        if not lies:  # somebody typed no meld: a refusal asks for one
            return f"lay off {held}", held, (), f"Lay off {held.sign}", None
        return (
            f"lay off {held} on {' '.join(lies)}",
            held,
            lies,
            f"{held.sign} on {' '.join(c.sign for c in lies)}",
            None,
        )

    def told(self, name: str) -> str:
        assert self.card is not None
        return f"{name} lays {self.card.sign} off on {listed(self.named, most=8)}."


class SeveralCards(Move):
    """A move made with several cards of the hand: the first stands for it, the others are named.

    cards: all of them, in their order.
    """

    __slots__ = ("cards",)
    cards: tuple[Card, ...]

    @classmethod
    def write(cls, *held: str) -> Any:
        chosen = cards(held)
        return (
            f"{cls.verb} {' '.join(chosen)}",
            chosen[0],
            chosen[1:],
            f"{cls.title} {listed(chosen, most=8)}",
            None,
        )

    @classmethod
    def _build(cls, *args: Any) -> Move:
        move = super()._build(*args)
        give(move, cards=(move.card, *move.named))
        return move

    def told(self, name: str) -> str:
        return f"{name} {self.verb}s {listed(self.cards, most=8)}."


class Lay(SeveralCards):
    """Discard one card or several together, in this order."""

    __slots__ = ()
    verb, title = "discard", "Discard"  # type: ignore[assignment]


class Show(SeveralCards):
    """Show cards of the hand and keep them there."""

    __slots__ = ()
    verb, title = "show", "Show"  # type: ignore[assignment]


class Say(Move):
    """A call without a card: ``Say("pass")``, ``Say("double", "Double")``, ``Say("draw", "Draw
    from the stock", "draws a card")``."""

    __slots__ = ()
    verb, title = "say", "Call"

    @classmethod
    def write(cls, text: str, label: str = "", told: str = "") -> Any:
        return text, None, (), label or text.capitalize(), None

    def told(self, name: str) -> str:
        return f"{name} {self.args[2] if len(self.args) > 2 else 'says ' + self.label.lower()}."


class Unread(Move):
    """What somebody tried that is not a move: it stands in the verdict that refuses it."""

    __slots__ = ()
    verb, title = "unread", "Not a move"

    def __new__(cls, tried: Any) -> Any:
        return cls._build(tried)  # and not remembered: somebody may try anything

    @classmethod
    def write(cls, tried: Any) -> Any:
        text = tried if isinstance(tried, str) else quoted(tried)
        return text, None, (), shown(text.strip()), None


PASS = Say("pass", "Pass", "passes")
SECRET = Say("secret", "A secret choice", "has chosen")
"""What stands in a view for a choice that the viewer does not see."""


class Bid(Move):
    """A rung of a ladder of bids: its text, its row and column on the ladder, its height, and the
    level and strain that it stands for."""

    __slots__ = ("height", "level", "strain")
    verb, title = "bid", "Bid"
    height: int
    level: int
    strain: str

    @classmethod
    def write(
        cls, text: str, height: int, level: int, strain: str, at: tuple[int, int], label: str = ""
    ) -> Any:
        return text, None, (), label or text, at

    @classmethod
    def _build(cls, *args: Any) -> Move:
        bid = super()._build(*args)
        height, level, strain = cls.rung(*args)
        give(bid, height=height, level=level, strain=strain)
        return bid

    @classmethod
    def rung(cls, *args: Any) -> tuple[int, int, str]:
        """Height, level and strain of a new bid."""
        _, height, level, strain, *_ = args
        return height, level, strain

    def told(self, name: str) -> str:
        return f"{name} bids {self.label}."


class Name(Move):
    """Name the trump suit."""

    __slots__ = ()
    verb, title = "name", "Name trumps"

    @classmethod
    def write(cls, suit: str) -> Any:
        named = Suit(suit)
        return f"trumps {named}", None, (), f"{named.name.capitalize()} {named.sign}", None

    @property
    def suit(self) -> str:
        return self.args[0]

    def told(self, name: str) -> str:
        return f"{name} makes {self.label.lower()} trumps."


class Bet(Move):
    """Stake a number of chips."""

    __slots__ = ()
    verb, title = "bet", "Bet"

    @classmethod
    def write(cls, chips: int) -> Any:
        return f"bet {chips}", None, (), f"Bet {chips}", None

    @property
    def chips(self) -> int:
        return self.args[0]

    def told(self, name: str) -> str:
        return f"{name} bets {self.chips}."


class BetOn(Bet):
    """Stake a number of chips on a card of the table."""

    __slots__ = ()

    @classmethod
    def write(cls, chips: int, card: str = "") -> Any:
        on = Card(card)
        return f"bet {chips} on {on}", None, (on,), f"{chips} on {on.sign}", None

    @property
    def on(self) -> Card:
        return self.named[0]

    def told(self, name: str) -> str:
        return f"{name} bets {self.chips} on {self.on.sign}."


class Deal(Move):
    """The chance move: the hands dealt, and the rest of the pack in its order.  Recorded, so a
    replay needs no seed."""

    __slots__ = ()
    verb, title = "deal", "Deal"

    def __new__(cls, hands: Iterable[Iterable[Card]], stock: Iterable[Card] = ()) -> Any:
        return cls._build(tuple(map(tuple, hands)), tuple(stock))

    @classmethod
    def write(cls, hands: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...]) -> Any:
        text = f"deal {' | '.join(map(' '.join, hands))}"
        if stock:
            text += f" / {' '.join(stock)}"
        return text, None, (), "Deal", None

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        return self.args[0]

    @property
    def stock(self) -> tuple[Card, ...]:
        return self.args[1]

    @classmethod
    def read(cls, text: str) -> Deal:
        """Raises ValueError, naming the card, if one cannot be read."""
        if not text.startswith("deal "):
            raise ValueError(f"{quoted(text)} is not a deal")
        hands, _, stock = text[5:].partition(" / ")
        return cls(tuple(cards(h) for h in hands.split("|")), cards(stock))

    def told(self, name: str) -> str:
        return f"{name} deals." if any(self.hands) else f"{name} shuffles."


class _ByCard(dict[Card, Any]):
    """The moves of one kind by their cards, each looked up rather than made anew: candidates are
    the inner loop of every game."""

    def __init__(self, kind: type[_OfCard]) -> None:
        super().__init__()
        self._kind = kind

    def __missing__(self, card: Card) -> Any:
        self[card] = move = self._kind(card)
        return move


PLAYS, DISCARDS, KNOCKS = _ByCard(Play), _ByCard(Discard), _ByCard(Knock)
"""``PLAYS[card]`` is the move that plays a card, ``DISCARDS[card]`` the one that discards it."""
play_of = PLAYS.__getitem__
"""The move that plays a card, for `map`."""


_TOKEN = re.compile(r"[^\s,]+")


def normal(text: str) -> str:
    """A move's text as people may type it, in one form: cards as ``QH``, words in small letters,
    single spaces.

    >>> normal(" 10♠ "), normal("Discard q♥"), normal("1nt")
    ('TS', 'discard QH', '1nt')
    """
    out = []
    for token in _TOKEN.findall(text):
        try:
            out.append(str(Card(token)))
        except ValueError:
            out.append(token.lower())
    return " ".join(out)
