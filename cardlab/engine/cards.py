"""Suits, ranks, cards and packs: names, notation both ways, nothing else.

Knows how a card is written and said.  Knows no rules: which card beats which, what a card is worth
and who may play it are questions for `cardlab.engine.ordering` and for the games.

A card *is* its text, so it compares with text, sorts, hashes and goes into JSON as it stands:

>>> card = Card("QH")
>>> card == "QH", card.sign, card.name
(True, 'Q♥', 'queen of hearts')
>>> Card("10♠"), Card("♥q"), Card("JK").name
(TS, QH, 'joker')
>>> len(pack()), len(pack("AKQJT987")), pack("A")
(52, 32, (AS, AH, AC, AD))
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final


class Word(str):
    """A frozen value that is its own text; subclasses add what the text stands for."""

    __slots__ = ()

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(
            f"{type(self).__name__} {str(self)!r} is a value and cannot be changed"
        )

    def __delattr__(self, name: str) -> None:
        raise AttributeError(
            f"{type(self).__name__} {str(self)!r} is a value and cannot be changed"
        )

    def __repr__(self) -> str:
        return str(self)

    def __copy__(self) -> Word:
        return self

    def __deepcopy__(self, memo: object) -> Word:
        return self


def give(value: Word, **attributes: Any) -> None:
    """Set the attributes of a new `Word`, once, where it is made."""
    for name, attribute in attributes.items():
        object.__setattr__(value, name, attribute)


class Suit(Word):
    """A suit: ``Suit("H")`` is hearts; ``.sign`` is ♥, ``.name`` the plural, ``.one`` the
    singular."""

    __slots__ = ("name", "one", "sign")
    name: str
    one: str
    sign: str

    def __new__(cls, letter: str) -> Suit:
        try:
            return SUITS.get(letter) or JOINED[letter]
        except KeyError:
            raise ValueError(
                f"{str(letter)[:40]!r} is not a suit; the suits are {', '.join(SUITS)}"
            ) from None

    def __reduce__(self) -> tuple[Any, ...]:
        return Suit, (str(self),)


SUITS: Final[dict[str, Suit]] = {}
for _letter, _sign, _name in (
    ("S", "♠", "spades"),
    ("H", "♥", "hearts"),
    ("C", "♣", "clubs"),
    ("D", "♦", "diamonds"),
):
    _suit = str.__new__(Suit, _letter)
    give(_suit, sign=_sign, name=_name, one=_name[:-1])
    SUITS[_letter] = _suit

JOINED: Final[dict[str, Suit]] = {}
"""Suits that no card is printed with: both red suits as one, both black suits as one, the four
jacks alone.  An `Ordering` may name them."""
for _letter, _sign, _name in (
    ("R", "Red", "reds"),
    ("B", "Black", "blacks"),
    ("J", "Jacks", "jacks"),
):
    _suit = str.__new__(Suit, _letter)
    give(_suit, sign=_sign, name=_name, one=_name[:-1])
    JOINED[_letter] = _suit

RANKS: Final = "AKQJT98765432"
"""The ranks of the standard pack, ace first.  An order of writing, not of winning."""

RANK_NAMES: Final = {
    "A": "ace",
    "K": "king",
    "Q": "queen",
    "J": "jack",
    "T": "ten",
    "9": "nine",
    "8": "eight",
    "7": "seven",
    "6": "six",
    "5": "five",
    "4": "four",
    "3": "three",
    "2": "two",
}

_cards: dict[str, Card] = {}
_SIGNS = {suit.sign: suit for suit in SUITS.values()}


class Card(Word):
    """One card, by its text: rank and suit, ``QH``, ``TS`` or ``10S``, ``Q♥`` or ``♥Q``; ``JK``
    is a joker, ``RJ`` and ``BJ`` the red and the black one where they differ.

    Cards of the same text are equal: a pack made of several decks holds several equal cards.

    Raises ValueError for anything else.
    """

    __slots__ = ("name", "rank", "sign", "suit")
    rank: str
    suit: Suit
    sign: str
    name: str

    def __new__(cls, text: str) -> Card:
        card = _cards.get(text)
        return card if card is not None else _read(text)

    def __reduce__(self) -> tuple[Any, ...]:
        return Card, (str(self),)


def _make(text: str, rank: str, suit: str, sign: str, name: str) -> Card:
    card = str.__new__(Card, text)
    give(card, rank=rank, suit=SUITS.get(suit, suit), sign=sign, name=name)
    _cards[text] = card
    return card


def _read(text: str) -> Card:
    plain = text.strip().upper().replace("10", "T")
    for sign, suit in _SIGNS.items():
        plain = plain.replace(sign, suit)
    if len(plain) == 2 and plain[0] in SUITS and plain[1] in RANKS:
        plain = plain[1] + plain[0]
    if plain in _cards:
        return _cards[plain]
    raise ValueError(
        f"{text[:40]!r} is not a card; write rank and suit, such as QH, 10S or Q♥ (JK for a joker)"
    )


for _s in SUITS.values():
    for _r in RANKS:
        _make(
            _r + _s, _r, _s, ("10" if _r == "T" else _r) + _s.sign, f"{RANK_NAMES[_r]} of {_s.name}"
        )

JOKER: Final = _make("JK", "JK", "", "JK", "joker")
RED_JOKER: Final = _make("RJ", "JK", "", "red\u00a0joker", "red joker")
BLACK_JOKER: Final = _make("BJ", "JK", "", "black\u00a0joker", "black joker")
"""Jokers of games in which one beats the other; their signs hold together at the end of a line."""
BACK: Final = _make("??", "?", "?", "??", "a card face down")
"""A card that you cannot see."""


def pack(
    ranks: str = RANKS, suits: str = "SHCD", decks: int = 1, jokers: int = 0
) -> tuple[Card, ...]:
    """A pack: the given ranks in the given suits, in one or several decks, and jokers.

    >>> len(pack(decks=2, jokers=4))
    108
    """
    return (
        tuple(Card(r + s) for _ in range(decks) for s in suits for r in ranks) + (JOKER,) * jokers
    )


def cards(text: str | Iterable[str]) -> tuple[Card, ...]:
    """Read several cards, from one line of text or from a list.

    >>> cards("QH 10♠ 3d")
    (QH, TS, 3D)
    """
    return tuple(
        [
            _cards.get(word) or _read(word)
            for word in (text.split() if isinstance(text, str) else text)
        ]
    )


def without(hand: Iterable[Card], gone: Iterable[Card]) -> tuple[Card, ...]:
    """A hand after cards have left it, one for one; what it does not hold is passed over.

    >>> without(cards("7C 7C 8C KH"), cards("7C KH"))
    (7C, 8C)
    """
    held, leaving = tuple(hand), tuple(gone)
    if len(set(held)) == len(held):  # counting takes long, and most packs have each card once
        return tuple([card for card in held if card not in leaving])
    return tuple((Counter(held) - Counter(leaving)).elements())


def seen(value: Any) -> list[Card]:
    """Every card in a nest of tuples, in order; what is neither a card nor a tuple is passed
    over."""
    gathered: list[Card] = []
    _gather((value,), gathered)
    return gathered


def _gather(nest: Iterable[Any], gathered: list[Card]) -> None:
    # nested generators would do, but all cards of the table are collected again and again
    for part in nest:
        if type(part) is Card:
            gathered.append(part)
        elif isinstance(part, tuple):
            _gather(part, gathered)


def unseen_filled(value: Any, supply: Iterable[Card]) -> Any:
    """The same nest of tuples with every face-down card replaced by the next card of the supply."""
    source = iter(supply)

    def fill(part: Any) -> Any:
        if part is BACK:
            return next(source)
        if isinstance(part, tuple):
            filled = tuple(map(fill, part))
            return type(part)(*filled) if hasattr(part, "_fields") else filled
        return part

    return fill(value)


def unseen(pack: Iterable[Card], visible: Iterable[Card]) -> list[Card]:
    """The cards of a pack that are not among the visible ones, in the order of the pack."""
    left: dict[Card, int] = {}
    for card in visible:
        left[card] = left.get(card, 0) + 1
    hidden = []
    for card in pack:
        if left.get(card, 0):
            left[card] -= 1
        else:
            hidden.append(card)
    return hidden
