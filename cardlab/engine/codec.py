"""How what a field holds is written as text, and read from it: one codec for every type.

    South QH 10S      cards; 5*?? five that lie face down; - none
    West East         seats
    QH | - | 3C 4C    a heap of cards for each seat, side or rank
    West 1NT          a seat and its call

The type of a field says which codec is its own (see `cardlab.engine.fields`); a type that has a
text of another form brings a codec in its annotation, ``Annotated[Trick, TrickText()]``.  A field
without a codec is refused when its rule book is read (`troubles_of`).

Knows types and text.  Knows no game, no family and no field by its name.

>>> from cardlab.engine.fields import BySeat, SeatNo
>>> codec_of(tuple[SeatNo, ...]).grammar
'seat {seat}'
>>> codec_of(BySeat[tuple[Card, ...]]).grammar
'cards {"|" cards}, one for each seat'
>>> codec_of(tuple[tuple[int, str], ...])
Traceback (most recent call last):
    ...
cardlab.engine.codec.NoCodec: tuple[int, str] is a pair without names; make it a NamedTuple
"""

from __future__ import annotations

import inspect
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields
from functools import cache
from typing import Annotated, Any, Generic, Protocol, TypeVar, get_args, get_origin

from cardlab.engine.cards import BACK, SUITS, Card, Suit
from cardlab.engine.fields import (
    FieldMark,
    is_seat,
    marks_of,
    types_of,
    unmarked,
    without_none,
)
from cardlab.engine.moves import SECRET, Move
from cardlab.engine.words import listed, number, shown, some

__all__ = [
    "Called",
    "CardsText",
    "Chosen",
    "Codec",
    "NoCodec",
    "NotationError",
    "PositionPart",
    "bids_of",
    "codec_of",
    "codecs_of",
    "cut",
    "read_card",
    "read_number",
    "troubles_of",
    "word_of",
]

T = TypeVar("T")
MOST = 120
"""Numbers of calls, tricks, lines: no table has more of them."""
LARGEST = 10_000_000
WORD = re.compile(r"[a-z][a-z-]{0,30}")


class NotationError(ValueError):
    """A text that is not what it stands for; the sentence says where and what to do."""


class NoCodec(TypeError):
    """A type whose values cannot be written; the sentence says what to write instead."""


def cut(text: str, longest: int = 40) -> str:
    """A stranger's words, fit to stand in a sentence."""
    return shown(text.strip(), longest)


class PlayedBy(Protocol):
    """What a codec asks of a game."""

    @property
    def title(self) -> str: ...
    @property
    def players(self) -> int: ...
    @property
    def names(self) -> tuple[str, ...]: ...
    @property
    def sides(self) -> tuple[Any, ...]: ...
    @property
    def pack(self) -> tuple[Card, ...]: ...
    @property
    def phases(self) -> tuple[Any, ...]: ...
    def seat(self, named: Any) -> int: ...
    def call(self, text: str) -> Move | None: ...
    def secret_choice(self, text: str) -> Move | None: ...


@dataclass(frozen=True)
class PositionPart:
    """Where a value stands: the game, the word of its part, and the table as far as it is known."""

    game: PlayedBy
    word: str
    state: Any = None

    def seat(self, text: str) -> int:
        """The seat of a name.  Raises NotationError, with the names that there are."""
        try:
            return self.game.seat(text.strip())
        except ValueError:
            names = ", ".join(self.game.names)
            raise NotationError(
                f"There is no seat “{cut(text)}” in {self.game.title}; the seats are {names}."
            ) from None

    def entries(self, text: str, sign: str) -> list[str]:
        """The pieces of a text between signs.  Raises NotationError for more than a table has."""
        pieces = [piece.strip() for piece in text.split(sign) if piece.strip()]
        if len(pieces) > MOST:
            raise NotationError(
                f"The part {self.word} has {len(pieces)} entries; more than {MOST} lie on no table."
            )
        return pieces


class Codec(ABC, Generic[T]):
    """How values of a type are written and read.

    grammar: what the text looks like.  between: what stands between several such values.  nothing:
    what is written where there are none of them.
    """

    grammar: str
    between: str = " "
    nothing: str = "-"
    needs_table: bool = False
    """Whether it is read when all that needs no table has been read."""

    @abstractmethod
    def write(self, value: T, part: PositionPart) -> str:
        """The text of a value."""

    @abstractmethod
    def read(self, text: str, part: PositionPart) -> T:
        """The value of a text.  Raises NotationError, with a sentence."""


# --- single words


@dataclass(frozen=True)
class OneWord(Codec[T]):
    """A value that is one word, by two functions."""

    grammar: str
    to_text: Callable[[T, PositionPart], str]
    of_text: Callable[[str, PositionPart], T]

    def write(self, value: T, part: PositionPart) -> str:
        return self.to_text(value, part)

    def read(self, text: str, part: PositionPart) -> T:
        return self.of_text(text, part)


def read_number(text: str, part: PositionPart) -> int:
    """A whole number, with either minus.  Raises NotationError."""
    plain = text.replace("−", "-")
    if not re.fullmatch(r"[-+]?\d{1,9}", plain) or abs(int(plain)) > LARGEST:
        raise NotationError(
            f"“{cut(text)}” in {part.word} is not a number that this table could hold."
        )
    return int(plain)


def read_card(text: str, part: PositionPart) -> Card:
    """A card.  Raises NotationError."""
    try:
        return Card(text)
    except ValueError:
        raise NotationError(
            f"“{cut(text, 20)}” in {part.word} is not a card; write rank and suit, such as"
            " QH, 10S or Q♥ (JK for a joker, ?? face down)."
        ) from None


def _one_card(text: str, part: PositionPart) -> Card:
    cards = CardsText().read(text, part)
    if len(cards) != 1:
        raise NotationError(f"The part {part.word} is one card, such as {part.word} QH.")
    return cards[0]


def _seat(text: str, part: PositionPart) -> int:
    """A seat by its name; older texts have its number."""
    bare = text.strip()
    if bare.isdecimal() and read_number(bare, part) < part.game.players:
        return int(bare)
    return part.seat(bare)


def _yes_or_no(text: str, part: PositionPart) -> bool:
    if text.lower() not in ("yes", "no"):
        raise NotationError(f"The part {part.word} is yes or no.")
    return text.lower() == "yes"


def _suit(text: str, part: PositionPart) -> Suit:
    if text not in SUITS:
        raise NotationError(f"The part {part.word} is a suit: write {', '.join(SUITS)} or none.")
    return SUITS[text]


def _word(text: str, part: PositionPart) -> str:
    """A word in small letters, or a rank."""
    if text in ("-", ""):
        return ""
    if not WORD.fullmatch(text) and text not in {card.rank for card in part.game.pack}:
        raise NotationError(
            f"The part {part.word} is one word in small letters, not “{cut(text)}”."
        )
    return text


SEAT = OneWord[int]("seat", lambda seat, part: str(part.game.names[seat]), _seat)
SINGLE: dict[Any, OneWord[Any]] = {
    bool: OneWord[bool]("yes | no", lambda value, part: "yes" if value else "no", _yes_or_no),
    int: OneWord[int]("number", lambda value, part: str(value), read_number),
    str: OneWord[str]("word", lambda value, part: value or "-", _word),
    Suit: OneWord[Suit]("suit", lambda value, part: str(value), _suit),
    Card: OneWord[Card]("card", lambda value, part: str(value), _one_card),
}
"""The codecs of single words by their type."""


# --- cards


class CardsText(Codec[tuple[Card, ...]]):
    """A heap of cards: ``QH 10S``, ``5*??`` for five that lie face down, ``-`` for none."""

    grammar, between = "cards", " | "

    def write(self, value: tuple[Card, ...], part: PositionPart) -> str:
        texts: list[str] = []
        hidden = 0
        for card in (*value, None):
            if card is BACK:
                hidden += 1
                continue
            if hidden:
                texts.append(str(BACK) if hidden == 1 else f"{hidden}*{BACK}")
                hidden = 0
            if card is not None:
                texts.append(str(card))
        return " ".join(texts) or "-"

    def read(self, text: str, part: PositionPart) -> tuple[Card, ...]:
        cards: list[Card] = []
        for word in text.replace(",", " ").split():
            if word in ("-", "none"):
                continue
            times, sign, card = word.rpartition("*")
            if sign and not (times.isdigit() and len(times) < 4):
                raise NotationError(
                    f"“{cut(word)}” in {part.word} is not a number of cards; write 5*?? for"
                    " five face down."
                )
            cards += [read_card(card, part)] * (int(times) if sign else 1)
        return tuple(cards)


class Melds(Codec[tuple[Any, ...]]):
    """The melds that lie together, ``+`` between them; of: the move that laid each, where the state
    keeps moves."""

    grammar, between = 'cards {"+" cards}', " | "

    def __init__(self, of: type[Move] | None = None) -> None:
        self.of = of

    def write(self, value: tuple[Any, ...], part: PositionPart) -> str:
        heaps = [meld.named if self.of else meld for meld in value]
        return " + ".join(CardsText().write(heap, part) for heap in heaps) or "-"

    def read(self, text: str, part: PositionPart) -> tuple[Any, ...]:
        heaps = [CardsText().read(heap, part) for heap in text.split("+")]
        return tuple(self.of(*heap) if self.of else heap for heap in heaps if heap)


# --- what is made of several


class Maybe(Codec[T | None]):
    """A value that may be lacking: ``none``."""

    def __init__(self, inner: Codec[T]) -> None:
        self.inner = inner
        self.grammar, self.between = f"{inner.grammar} | none", inner.between

    def write(self, value: T | None, part: PositionPart) -> str:
        return "none" if value is None else self.inner.write(value, part)

    def read(self, text: str, part: PositionPart) -> T | None:
        return None if text in ("none", "-", "") else self.inner.read(text, part)


COUNTS: dict[FieldMark, Callable[[PlayedBy], int]] = {
    FieldMark.EACH_SEAT: lambda game: game.players,
    FieldMark.EACH_SIDE: lambda game: len(game.sides),
    FieldMark.EACH_RANK: lambda game: len({card.rank for card in game.pack}),
}
"""How many values there are of a field that has one for each."""
LACKING = "."
"""A value that is lacking among others that are single words."""


class Several(Codec[tuple[T, ...]]):
    """A tuple of values; each: one for every seat, side or rank."""

    def __init__(self, inner: Codec[T], each: FieldMark | None = None) -> None:
        self.inner, self.each, self.needs_table = inner, each, inner.needs_table
        self.words = inner.between == " "
        self.nothing = "-" if self.words else "none"
        sign = "" if self.words else f'"{inner.between.strip()}" '
        self.grammar = f"{inner.grammar} {{{sign}{inner.grammar}}}"
        self.grammar += f", {each.value}" if each else ""

    def write(self, value: tuple[T, ...], part: PositionPart) -> str:
        if not value:
            return self.nothing
        if not self.words:
            return self.inner.between.join(self.inner.write(one, part) for one in value)
        return " ".join(LACKING if v is None else self.inner.write(v, part) for v in value)

    def read(self, text: str, part: PositionPart) -> tuple[T, ...]:
        if text in (self.nothing, "none"):
            return ()
        if self.words:
            entries = ["none" if word == LACKING else word for word in text.split()]
        elif self.each is not None:  # a heap may hold nothing
            entries = [entry.strip() for entry in text.split(self.inner.between.strip())]
        else:
            entries = part.entries(text, self.inner.between.strip())
        found = tuple(self.inner.read(entry, part) for entry in entries)
        if self.each is not None and len(found) != COUNTS[self.each](part.game):
            self._refuse(len(found), self.each, part)
        return found

    def _refuse(self, found: int, each: FieldMark, part: PositionPart) -> None:
        wanted = some(COUNTS[each](part.game), "number" if self.words else "heap")
        told = f"In {part.game.title} {part.word} are {wanted}, {each.value}, not {number(found)}"
        sign = self.inner.between.strip()
        how = f": put {sign} between two, and - where there is no card" if sign else ""
        raise NotationError(f"{told}{how}.")


class NamedParts(Codec[Any]):
    """A named tuple, such as a wager of seat, card and chips: its parts in their order."""

    between = ", "

    def __init__(self, kind: Any) -> None:
        self.kind = kind
        self.codecs = {name: codec_of(held) for name, held in types_of(kind).items()}
        self.grammar = " ".join(self.codecs)
        if deep := [name for name, codec in self.codecs.items() if codec.between != " "]:
            raise NoCodec(f"{kind.__name__}.{deep[0]} is not one word; annotate it with a codec")

    def write(self, value: Any, part: PositionPart) -> str:
        texts = zip(self.codecs.values(), value, strict=True)
        return " ".join(codec.write(one, part) for codec, one in texts)

    def read(self, text: str, part: PositionPart) -> Any:
        words = text.split()
        if len(words) != len(self.codecs):
            raise NotationError(
                f"“{cut(text)}” in {part.word} is not whole; write {listed([*self.codecs])}."
            )
        given = zip(self.codecs.values(), words, strict=True)
        return self.kind(*(codec.read(word, part) for codec, word in given))


class SeatAndMove(Codec[tuple[int, Move]]):
    """A seat and what it called."""

    grammar, between = "seat call", ", "

    def write(self, value: tuple[int, Move], part: PositionPart) -> str:
        seat, move = value
        return f"{part.game.names[seat]} {move}"

    def read(self, text: str, part: PositionPart) -> tuple[int, Move]:
        who, _, said = text.partition(" ")
        return part.seat(who), self.move(said, part)

    def move(self, said: str, part: PositionPart) -> Move:
        """The move of a text.  Raises NotationError, with the bids that there are."""
        move = part.game.call(said)
        if move is None:
            raise NotationError(
                f"“{cut(said)}” is not a call of {part.game.title}; its bids are"
                f" {bids_of(part.game)}."
            )
        return move


class SeatAndChoice(SeatAndMove):
    """A seat and what it has chosen in secret."""

    grammar = "seat choice"

    def move(self, said: str, part: PositionPart) -> Move:
        move = SECRET if said == str(SECRET) else part.game.secret_choice(said)
        if move is None:
            raise NotationError(f"“{cut(said)}” cannot be chosen in secret in {part.game.title}.")
        return move


def bids_of(game: PlayedBy) -> str:
    """The bids of a game in a list that is not too long.

    >>> import cardlab
    >>> bids_of(cardlab.game("kaiser"))
    '6, 6no, 7, 7no, 8, 8no, …, 11no, 12, 12no'
    """
    bids = [str(bid) for phase in game.phases for bid in phase.bids]
    return ", ".join(bids if len(bids) < 13 else [*bids[:6], "…", *bids[-3:]]) or "none"


Called = Annotated[tuple[int, Move], SeatAndMove()]
"""A seat and its call."""
Chosen = Annotated[tuple[int, Move], SeatAndChoice()]
"""A seat and what it has chosen while all choose in secret."""


# --- which codec a type has


@cache
def codec_of(kind: Any) -> Codec[Any]:
    """The codec of a type.  Raises NoCodec, with a sentence, for a type that has none."""
    marks = marks_of(kind)
    if own := next((mark for mark in marks if isinstance(mark, Codec)), None):
        return own
    if is_seat(kind):
        return SEAT
    kind = unmarked(kind)
    inner, may_lack = without_none(kind)
    if may_lack:
        return Maybe(codec_of(inner))
    if kind in SINGLE:
        return SINGLE[kind]
    if get_origin(kind) is tuple:
        return _of_tuple(kind, next(iter(COUNTS.keys() & marks), None))
    if isinstance(kind, type) and issubclass(kind, tuple) and kind is not tuple:
        return NamedParts(kind)
    raise NoCodec(f"{_shown(kind)} has no text; use one of the types of cardlab.engine.fields")


def _of_tuple(kind: Any, each: FieldMark | None) -> Codec[Any]:
    held = get_args(kind)
    if len(held) != 2 or held[1] is not Ellipsis:
        raise NoCodec(f"{_shown(kind)} is a pair without names; make it a NamedTuple")
    inner = held[0]
    if inner is Card:
        return CardsText()
    if isinstance(inner, type) and issubclass(inner, Move):
        return Melds(inner)
    if each is None and inner == tuple[Card, ...]:
        return Several(CardsText())
    if get_origin(inner) is tuple and get_args(inner)[0] == tuple[Card, ...]:
        return Several(Melds(), each)
    return Several(codec_of(inner), each)


def _shown(kind: Any) -> str:
    text = kind.__name__ if isinstance(kind, type) and not get_args(kind) else str(kind)
    return re.sub(r"\b[a-z_]+\.", "", text)


# --- the fields of a class


def word_of(name: str) -> str:
    """A field's name as a position writes it."""
    return name.replace("_", "-")


_CODECS: dict[type[Any], dict[str, Codec[Any]]] = {}


def codecs_of(kind: type[Any]) -> dict[str, Codec[Any]]:
    """The fields of a dataclass that have a part under their own name, with their codecs.

    >>> import cardlab
    >>> [*codecs_of(cardlab.game("gin-rummy").State)][:6]
    ['to_move', 'stock', 'void', 'known', 'chosen', 'discards']
    """
    if kind not in _CODECS:
        types = types_of(kind)
        written = [f.name for f in fields(kind) if _is_written(types[f.name])]
        _CODECS[kind] = {name: codec_of(types[name]) for name in written}
    return _CODECS[kind]


def _is_written(kind: Any) -> bool:
    return not {FieldMark.UNWRITTEN, FieldMark.IN_HAND} & {*marks_of(kind)}


def troubles_of(kind: type[Any]) -> Iterator[tuple[str, int, str]]:
    """The fields of a class that cannot be written: file, line, sentence."""
    types = types_of(kind)
    for f in fields(kind):
        if not _is_written(types[f.name]):
            continue
        try:
            codec_of(types[f.name])
        except NoCodec as trouble:
            owner = next(k for k in kind.__mro__ if f.name in vars(k).get("__annotations__", ()))
            lines, first = inspect.getsourcelines(owner)
            at = next((n for n, text in enumerate(lines) if re.match(rf"\s+{f.name}\s*:", text)), 0)
            file = inspect.getsourcefile(owner) or owner.__module__
            yield file, first + at, f"{owner.__name__}.{f.name} cannot be written: {trouble}"
