"""How facts become sentences: numbers, lists of cards, and the two voices ("you have", "North
has").

Knows English.  Knows no rules and no games.  A sentence is a template with named quantities; it is
filled only when somebody reads it, for the seat that reads it:

>>> Sentence("{led} were led and {you} {have} {count}", dict(led=Suit("C"), count=2)).say()
'clubs were led and you have two'
>>> Sentence("{led} were led and {you} {have} {count}", dict(led=Suit("C"), count=2)).say("North")
'clubs were led and North has two'
>>> listed((Card("6C"), Card("AC"))), listed("ABCDEF", "or")
('6♣ and A♣', 'A, B, C, D or two more')
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from string import Formatter
from typing import Any

from cardlab.engine.cards import Card, Suit

NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]

VOICES = {
    # word in the template: (said to the one who moves, said of somebody else)
    "have": ("have", "has"),
    "hold": ("hold", "holds"),
    "sit": ("sit", "sits"),
    "are": ("are", "is"),
    "must": ("must", "must"),
    "can": ("can", "can"),
    "lead": ("lead", "leads"),
    "deal": ("deal", "deals"),
    "want": ("want", "wants"),
    "were": ("were", "was"),
    "do": ("do", "does"),
    "need": ("need", "needs"),
    "bid": ("bid", "bids"),
}


_QUOTED = re.compile(r"“[^”]*”")
ONLOOKER = -1
"""The reader who holds no hand: every seat is called by its name."""


class Seat(int):
    """A seat among the facts of a sentence: ``Seat(2)`` reads "you", "your partner", "the dummy"
    or "North", as the reader would call that seat."""

    __slots__ = ()


def possessive(name: str) -> str:
    """Whose something is.

    >>> possessive("you"), possessive("your partner"), possessive("Gus")
    ('your', "your partner's", "Gus's")
    """
    return "your" if name == "you" else f"{name}'s"


def sentence(text: str) -> str:
    """A reason as a sentence of its own: a capital in front and a full stop behind.

    >>> sentence("clubs were led and you have two"), sentence(" Why not? "), sentence("")
    ('Clubs were led and you have two.', 'Why not?', '')
    """
    return capital(stopped(text.strip()))


def stopped(text: str) -> str:
    """A text with a full stop behind, where it does not end with a mark of its own.

    >>> stopped("10♠ and K♥"), stopped("Take a spoon!"), stopped("Say “Cheat!”"), stopped("")
    ('10♠ and K♥.', 'Take a spoon!', 'Say “Cheat!”', '')
    """
    ends = not text or text.rstrip('”)"').endswith((".", "?", "!", "…"))
    return text if ends else f"{text}."


def capital(text: str) -> str:
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def number(n: int) -> str:
    """Counts up to twelve in words, from 13 in digits."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def some(n: int, one: str, many: str | None = None) -> str:
    """A counted noun.

    >>> some(1, "card"), some(2, "card"), some(3, "class", "classes")
    ('one card', 'two cards', 'three classes')
    """
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def in_digits(n: int, one: str) -> str:
    """A counted noun with its number in digits, as points are written.

    >>> in_digits(1, "point"), in_digits(10, "point")
    ('1 point', '10 points')
    """
    return f"{n} {one}" if n == 1 else f"{n} {one}s"


def bound(
    least: int | None,
    most: int | None,
    noun: tuple[str, str],
    smallest: int | None = None,
    greatest: int | None = None,
    *,
    digits: bool = False,
) -> str:
    """Return how many, said so that it is true at the ends of what can be.

    least, most: the bounds that are asked for, None for an open one; noun: what is counted, one and
    many; smallest, greatest: what can be at all, None where that is not known; digits: write
    numbers as digits, and none as "exactly 0".

    >>> bound(2, None, ("ace", "aces"), 0, 4), bound(None, 0, ("ace", "aces"), 0, 4)
    ('at least two aces', 'no aces')
    >>> bound(0, None, ("ace", "aces"), 0, 4), bound(4, None, ("ace", "aces"), 0, 4)
    ('any number of aces', 'exactly four aces')
    >>> bound(0, None, ("point", "points"), -3, 5, digits=True)
    'at least 0 points'
    >>> bound(None, -3, ("point", "points"), -3, 5, digits=True)
    'exactly −3 points'
    """
    one, many = noun
    if least is None or least != most:
        # a bound that leaves nothing out says nothing
        least = None if least is not None and smallest is not None and least <= smallest else least
        most = None if most is not None and greatest is not None and most >= greatest else most
        if least is None and most is None:
            return f"any number of {many.removeprefix('of ')}"
        least, most = _only_the_end(least, most, smallest, greatest)

    def said(n: int) -> str:
        return str(n).replace("-", "−") if digits or n < 0 else number(n)

    def counted(n: int) -> str:
        return f"{said(n)} {one if n == 1 else many}"

    if least == most == 0 and not digits:
        return f"none {many}" if many.startswith("of ") else f"no {many}"
    if least is not None and most is not None:
        return f"exactly {counted(most)}" if least == most else f"{said(least)} to {counted(most)}"
    if least is not None:
        return f"at least {counted(least)}"
    return f"at most {counted(most or 0)}"


def _only_the_end(
    least: int | None, most: int | None, smallest: int | None, greatest: int | None
) -> tuple[int | None, int | None]:
    """The same bounds, on both sides where only the end of what can be is left."""
    if least is not None and least == greatest:
        return least, least
    if most is not None and most == smallest:
        return most, most
    return least, most


def listed(things: Iterable[Any], joiner: str = "and", most: int = 4) -> str:
    """A list in a sentence, the first few by name and the rest by number.

    Things that have commas or lists of their own are parted by semicolons, and two of them by a
    comma where they have only an "and".

    >>> listed(["Spades", "Spades, alone", "Pass"], "or")
    'Spades; Spades, alone; or Pass'
    >>> listed(["Knock and say the formula", "Begin without a word"])
    'Knock and say the formula, and Begin without a word'
    >>> listed(["“Play A♥ and A♣”", "“Pass”"])
    '“Play A♥ and A♣” and “Pass”'
    """
    names = [word(t) for t in things]
    if len(names) > most + 1:
        names = [*names[:most], f"{number(len(names) - most)} more"]
    if len(names) < 2:
        return "".join(names)
    marks = (", ", f" {joiner} ") if len(names) > 2 else (", ",)
    if any(mark in name for name in names for mark in marks):
        return f"{'; '.join(names[:-1])}; {joiner} {names[-1]}"
    comma = "," if len(names) == 2 and any(map(_joins, names)) else ""
    return f"{', '.join(names[:-1])}{comma} {joiner} {names[-1]}"


def _joins(name: str) -> bool:
    """Whether a thing has an "and" or an "or" of its own outside quotation marks, so that a reader
    may take it for two."""
    if " and " not in name and " or " not in name:
        return False
    return re.search(r" (?:and|or) ", _QUOTED.sub("", name)) is not None


def in_order(things: Iterable[Any], most: int = 4) -> str:
    """A row in a sentence, one after the other.

    >>> in_order(["A♠", "K♠", "9♥"]), in_order(["A♠"])
    ('A♠, K♠, then 9♥', 'A♠')
    """
    *before, last = [word(thing) for thing in things] or [""]
    if len(before) >= most:
        before, last = before[:most], f"{len(before) + 1 - most} more"
    return ", ".join([*before, f"then {last}"]) if before else last


def shown(text: str, longest: int = 40) -> str:
    """A stranger's text, fit to be quoted in a sentence: printable, and cut where it is long."""
    clean = "".join(c if c.isprintable() else "·" for c in text)
    return clean if len(clean) <= longest else clean[: longest - 1] + "…"


def quoted(value: Any, longest: int = 60) -> str:
    """What somebody sent, as Python writes it, and cut where it is long.

    >>> quoted("king"), quoted(7), quoted("x" * 1000, 6)
    ("'king'", '7', "'xxxxx…'")
    """
    if isinstance(value, str):
        return repr(value if len(value) <= longest else value[: longest - 1] + "…")
    return shown(repr(value), longest)


def card_word(card: Card) -> str:
    """A card in a sentence: its sign, or its name where there is no sign.

    >>> card_word(Card("TS")), card_word(Card("JK")), card_word(Card("RJ")) == "the red\u00a0joker"
    ('10♠', 'JK', True)
    """
    return card.sign if card.suit or card.sign.isupper() else f"the {card.sign}"


def word(value: Any) -> str:
    """One quantity, as it is said."""
    if isinstance(value, Card):
        return card_word(value)
    if isinstance(value, Suit):
        return value.name
    if isinstance(value, str):
        return getattr(value, "label", str(value))
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return number(value)
    if isinstance(value, Iterable):
        return listed(value)
    return str(value)


ORDINALS = (
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
)


def ordinal(n: int) -> str:
    """The place in a row, counted from 1; beyond twelve it is written with its number.

    >>> ordinal(1), ordinal(12), ordinal(13)
    ('first', 'twelfth', 'number 13')
    """
    return ORDINALS[n - 1] if 1 <= n <= len(ORDINALS) else f"number {n}"


def points(n: int) -> str:
    """Points as they are written: digits, a real minus sign, a plus sign for a gain."""
    return f"+{n}" if n > 0 else f"−{-n}" if n < 0 else "0"


class Sentence:
    """A template and its quantities; `say` fills it in.  ``{you}``, ``{your}`` and the verbs
    change with the voice.

    The quantities may be a function, called only when the sentence is read.  Numbers given as text
    stay as they are (points are digits, counts are words).
    """

    __slots__ = ("_facts", "template")

    def __init__(
        self,
        template: str,
        facts: Mapping[str, Any] | Callable[[], Mapping[str, Any]] | None = None,
    ) -> None:
        self.template = template
        self._facts = facts

    @property
    def facts(self) -> dict[str, Any]:
        """The quantities by name."""
        facts = self._facts() if callable(self._facts) else self._facts
        return dict(facts or {})

    def say(
        self,
        name: str = "you",
        called: Sequence[str] | Callable[[], Sequence[str]] = (),
        ready: Mapping[str, Any] | None = None,
    ) -> str:
        """The sentence for the seat itself (``"you"``) or about a seat by its name.

        called: how each seat is called, for the seats among the quantities, or a function that says
        so when the sentence needs it.  ready: further quantities, each perhaps as a function too.
        """
        if "{" not in self.template:
            return self.template
        words = _Words(name, self.facts, ready or {}, called)
        parts: list[str] = []
        for literal, key, quantity in _pieces(self.template):
            parts.append(literal)
            if key:
                parts.append(words.of(key, quantity))
        return "".join(parts)

    def __repr__(self) -> str:
        return f"<Sentence {self.say()!r}>"


@lru_cache(maxsize=4096)
def _pieces(template: str) -> tuple[tuple[str, str, str], ...]:
    """The pieces of a template: some text, the name in braces that follows it ("" at the end), and
    the same without a possessive ending."""
    pieces = [(literal, key or "") for literal, key, _, _ in Formatter().parse(template)]
    return tuple([(literal, key, key.removesuffix("'s")) for literal, key in pieces])


@lru_cache(maxsize=4096)
def quantities(template: str) -> frozenset[str]:
    """The names that stand in braces in a template, without possessive endings.

    >>> sorted(quantities("{you} {have} {winner's} {card}"))
    ['card', 'have', 'winner', 'you']
    """
    return frozenset(quantity for _, _, quantity in _pieces(template) if quantity)


class _Words:
    """The words of one sentence, each made when the template asks for it."""

    __slots__ = ("_called", "_facts", "_name", "_ready")

    def __init__(
        self,
        name: str,
        facts: Mapping[str, Any],
        ready: Mapping[str, Any],
        called: Sequence[str] | Callable[[], Sequence[str]],
    ) -> None:
        self._name, self._facts, self._ready, self._called = name, facts, ready, called

    def of(self, key: str, quantity: str) -> str:
        """What stands for a name in braces.  Raises KeyError if nothing does.

        quantity: the name without a possessive ending.
        """
        if quantity in self._facts:
            value = self._facts[quantity]
        elif quantity in self._ready:
            value = self._ready[quantity]
        else:
            return self._voice(key)
        if isinstance(value, Card):
            text = card_word(value)
        else:
            value = value() if callable(value) else value
            text = self._seat(value) if isinstance(value, Seat) else word(value)
        return text if key is quantity or key == quantity else possessive(text)

    def _voice(self, key: str) -> str:
        """The person that the sentence is about, or a verb that goes with it."""
        if key == "you":
            return self._name
        if key == "your":
            return possessive(self._name)
        return VOICES[key][0 if self._name == "you" else 1]

    def _seat(self, seat: Seat) -> str:
        called = self._called() if callable(self._called) else self._called
        return called[seat] if seat < len(called) else f"seat {int(seat)}"


def not_held(cards: Sequence[Card], hand: Sequence[Card]) -> str:
    """What of these cards a hand lacks, as the end of "you do not hold".

    >>> from cardlab.engine.cards import cards
    >>> not_held(cards("9D 9D 9D KS 4C"), cards("9D 7H"))
    '9♦ three times, K♠ or 4♣'
    """
    lacks = []
    for card, wanted in Counter(cards).items():
        held = list(hand).count(card)
        if wanted > held:
            often = "twice" if wanted == 2 else f"{number(wanted)} times"
            lacks.append(f"{card.sign} {often}" if held else card.sign)
    return listed(lacks, "or")
