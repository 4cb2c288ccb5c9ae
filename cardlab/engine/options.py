"""Options: the numbers and choices that a table agrees on before it plays, and the one notation
that puts them into texts.

Knows how an option is declared and how a text is filled.  Knows no game.  An option is declared in
the class of a game and is a plain value in the game itself:

>>> class Toy:
...     target = Option(52, range(20, 201), "The score that wins the match.")
...     failure = Option("value", {"value": "what they took", "bid": "the number bid"}, "The loss.")
>>> Toy.target
<option target = 52, from 20 to 200>
>>> toy = Toy()
>>> toy.target, fill("They lose {failure}; the match is to {target}.", toy)
(52, 'They lose what they took; the match is to 52.')
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Generic, Self, TypeVar, overload

from cardlab.engine.words import quoted

T = TypeVar("T")
YES_OR_NO: Mapping[Any, str] = {False: "no", True: "yes"}
"""The words of a switch on a list of choices."""
NO_POINTS: Mapping[Any, str] = {0: "nothing"}
"""The words of a number of points that may be 0: "scores nothing more", not "scores 0 more"."""
_BRACES = re.compile(r"\{(\w+)\}")


class Option(Generic[T]):
    """A choice that a table makes before it plays.

    default: the value of a game that says nothing; choices: the values allowed, a range for whole
    numbers, or a mapping to the words of each value as they stand in a sentence; text: what is
    chosen; house: our choice where the source is silent or open; makes_version: each value is a
    version of the game with a transcript of its own; told: the words of a value on a list of
    choices, where its words in a sentence do not stand alone; said: the words in a sentence of
    numbers that do not read well there (`NO_POINTS`).
    """

    name: str = ""

    def __init__(
        self,
        default: T,
        choices: Iterable[T] | Mapping[T, str],
        text: str,
        *,
        house: bool = False,
        makes_version: bool = False,
        told: Mapping[T, str] | None = None,
        said: Mapping[T, str] | None = None,
    ) -> None:
        given: Any = choices
        if not isinstance(given, Iterable):
            raise TypeError(
                f"the choices of an option are a tuple, a range or a mapping, and not {choices!r}"
            )
        self.default = default
        self.choices: tuple[T, ...] | range = (
            choices if isinstance(choices, range) else tuple(choices)
        )
        self.wordings: Mapping[T, str] = dict(choices) if isinstance(choices, Mapping) else {}
        self.text = text
        self.house = house
        self.makes_version = makes_version
        self.told: Mapping[T, str] = told or {}
        self.said: Mapping[T, str] = said or {}
        self.is_fixed = False
        if default not in self.choices:
            raise ValueError(f"the default {default!r} is not among the choices {self.known}")

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, game: None, owner: type) -> Self: ...
    @overload
    def __get__(self, game: object, owner: type) -> T: ...
    def __get__(self, game: object | None, owner: type) -> Self | T:
        # the value that was chosen stands in the game's own dictionary and is found before this
        return self if game is None else self.default

    def __repr__(self) -> str:
        return f"<option {self.name} = {self.default!r}, {self.known}>"

    def words(self, value: T) -> str:
        """A value as it stands in a sentence; it may have braces of its own.

        >>> bonus = Option(20, range(0, 51), "What gin scores besides.", said=NO_POINTS)
        >>> bonus.words(20), bonus.words(0), bonus.listed(0)
        ('20', 'nothing', '0')
        """
        if value in self.said:
            return self.said[value]
        return self.wordings.get(value, str(value))

    def listed(self, value: T) -> str:
        """A value as it stands on a list of choices; it may have braces of its own."""
        if value in self.told:
            return self.told[value]
        if isinstance(value, bool) and not self.wordings:
            return YES_OR_NO[value]
        return self.wordings.get(value, str(value))

    def but(
        self,
        *,
        default: T,
        choices: Iterable[T] | Mapping[T, str] | None = None,
        text: str = "",
        house: bool | None = None,
    ) -> Option[T]:
        """The same option for a variant, with another default or other choices."""
        earlier: Any = self.wordings or self.choices
        return Option(
            default,
            earlier if choices is None else choices,
            text or self.text,
            house=self.house if house is None else house,
            makes_version=self.makes_version,
            told=self.told,
            said=self.said,
        )

    def fixed(self, value: T) -> Option[T]:
        """For a variant that leaves no choice: its games have this value and no such option."""
        option = self.but(default=value, choices=(value,))
        option.is_fixed = True
        return option

    def check(self, game: str, value: Any) -> Any:
        """The choice that a value means. Raises ValueError, listing the choices, if it means
        none."""
        if isinstance(value, str) and value not in self.choices:
            spelled = {str(c).lower(): c for c in self.choices}
            value = spelled.get(value.lower(), value)
        for choice in self.choices:
            if choice == value and isinstance(choice, bool) >= isinstance(value, bool):
                return choice
        raise ValueError(
            f"{game}: {self.name}={quoted(value)} is not possible; choose {self.known}"
        )

    @property
    def known(self) -> str:
        """The choices in words."""
        if isinstance(self.choices, range) and len(self.choices) > 1:
            steps = f" in steps of {self.choices.step}" if self.choices.step > 1 else ""
            return f"from {self.choices[0]} to {self.choices[-1]}{steps}"
        return " or ".join(map(str, self.choices))


@cache
def options_of(cls: type) -> tuple[Option[Any], ...]:
    """The options that a class declares or inherits, the inherited ones first.

    >>> class Base:
    ...     deals = Option(24, range(0, 201), "How many deals make a match.")
    >>> class Variant(Base):
    ...     deals = Base.deals.but(default=12)
    ...     joker = Option(False, (False, True), "Add a joker.")
    >>> [(o.name, o.default) for o in options_of(Variant)]
    [('deals', 12), ('joker', False)]
    """
    names = dict.fromkeys(
        name
        for base in reversed(cls.__mro__)
        for name, value in vars(base).items()
        if isinstance(value, Option)
    )
    declared = (getattr(cls, name) for name in names)
    return tuple(o for o in declared if isinstance(o, Option) and not o.is_fixed)


def fill(text: str, game: Any) -> str:
    """A text with the words in braces filled in from a game: an option stands as the words of its
    value, anything else as it is.  Raises AttributeError if the game has no such name."""
    if "{" not in text:
        return text

    def value(match: re.Match[str]) -> str:
        name = match[1]
        declared = getattr(type(game), name, None)
        current = getattr(game, name)
        words = declared.words(current) if isinstance(declared, Option) else str(current)
        return fill(words, game)

    return _BRACES.sub(value, text)


def parameters(text: str) -> tuple[str, ...]:
    """The names that stand in braces in a text, in the order of their first use.

    >>> parameters("c + {trick_counts}*t - {par}")
    ('trick_counts', 'par')
    """
    return tuple(dict.fromkeys(_BRACES.findall(text)))
