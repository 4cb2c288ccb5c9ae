"""What a result can be: the typed, bounded fields of the small records that deals are scored from.

Knows how a game's Result is declared and how one is made up.  Knows no game and no score.  A field
of a Result says what it may hold (`bounded`, `chosen`, `switch`, `seat_of`, `side_of`, `cards_of`);
a tuple with one value for each side or seat counts as one field for each value.  What holds between
fields is said by ``total`` (numbers that share a total) or by a method ``cannot(game)`` of the
Result, which returns why there is no such result, as a sentence, or "".

One statement for all games: *what is given stays; what is not given gives way to it; and what
cannot be is refused with a sentence.*

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> imagined(game, tricks_north_south=6).tricks
(6, 2)
>>> imagined(game, tricks=(6, 6))
Traceback (most recent call last):
    ...
ValueError: Kaiser: tricks are 8 together, not 12; change one of them
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from itertools import combinations, islice, product, zip_longest
from typing import Any

from cardlab.engine.cards import SUITS, Card, cards
from cardlab.engine.words import capital, listed

TRIES = 3000  # how many ways of giving way are looked at before a result is refused
Of = Callable[[Any], Any] | int
Flat = dict[str, Any]


@dataclass(frozen=True)
class Shape:
    """What a field of a Result may hold; bounds and choices may be functions of the game.  total
    and most: what the numbers of ``each`` are together, exactly or at most; nobody: the word for
    None, where a field may hold it."""

    kind: str
    text: str
    low: Of = 0
    high: Of = 0
    choices: Any = ()
    each: Any = ""
    total: Of | None = None
    most: Of | None = None
    nobody: str = ""


def _declared(default: Any, shape: Shape) -> Any:
    return field(default=default, metadata={"shape": shape})


def bounded(
    low: Of,
    high: Of,
    default: Any = 0,
    text: str = "",
    *,
    each: Any = "",
    total: Of | None = None,
    most: Of | None = None,
    nobody: str = "",
) -> Any:
    """A whole number with the bounds that an explorer's slider keeps to; ``each``: one for every
    side or seat."""
    return _declared(default, Shape("number", text, low, high, (), each, total, most, nobody))


def chosen(
    choices: Any, default: Any, text: str = "", *, each: Any = "", total: Of | None = None
) -> Any:
    """One of a few values: a sequence of them, or a mapping to what they are called, or a
    function of the game."""
    return _declared(default, Shape("choice", text, choices=choices, each=each, total=total))


def switch(default: Any = False, text: str = "", when: Callable[[Any], bool] | None = None) -> Any:
    """Yes or no; ``when``: whether the game asks at all, otherwise it is no."""
    return _declared(
        default, Shape("switch", text, high=(lambda game: int(when(game))) if when else 1)
    )


def seat_of(default: int | None = 0, text: str = "", nobody: str = "") -> Any:
    """One of the seats, or None with the word for it."""
    return _declared(
        default, Shape("choice", text, choices=lambda game: enumerate(game.names), nobody=nobody)
    )


def side_of(default: int | None = 0, text: str = "", nobody: str = "") -> Any:
    """One of the sides, or None with the word for it."""
    return _declared(default, Shape("choice", text, choices=_sides, nobody=nobody))


def seats_of(text: str = "", default: tuple[int, ...] = ()) -> Any:
    """Some of the seats: a switch for each of them."""
    return _declared(default, Shape("members", text, each="seat"))


def cards_of(default: Any, text: str = "", *, each: Any = "") -> Any:
    """Cards of the pack, written as text; the name of a suit stands for all of it."""
    return _declared(default, Shape("cards", text, each=each))


def _sides(game: Any) -> Iterable[tuple[int, str]]:
    return enumerate(side.name for side in game.sides)


# --- the fields of one game


@dataclass(frozen=True)
class Field:
    """A value of a game's results: a number from low to high, a choice among values with their
    names, a switch, or cards.

    part: the field of the Result and, where that is a tuple, the place in it.
    """

    name: str
    label: str
    kind: str
    low: int = 0
    high: int = 0
    choices: tuple[tuple[Any, str], ...] = ()
    text: str = ""
    part: tuple[str, int | None] = ("", None)
    pack: tuple[Card, ...] = ()
    whole: bool = False

    @property
    def values(self) -> tuple[Any, ...]:
        """Everything that it may hold, in order; nothing for cards, which are too many to be
        listed."""
        if self.kind == "number":
            return tuple(range(self.low, self.high + 1))
        return tuple(value for value, _ in self.choices)

    def said(self, value: Any) -> str:
        """A value in words."""
        if self.kind == "cards":
            return " ".join(map(str, value))
        return next(
            (label for known, label in self.choices if known == value), str(value).replace("-", "−")
        )

    def read(self, value: Any) -> Any:
        """Return a value that may have come as text. Raises ValueError, listing what is possible,
        if it is not one."""
        if self.kind == "cards":
            return self._cards(value)
        if self.kind == "number":
            try:
                number = int(str(value).strip().replace("−", "-"))
                exact = not isinstance(value, float) or value == number
            except ValueError:
                exact = False
            if not exact or not self.low <= number <= self.high:
                raise ValueError(
                    f"{self.label}: {_shown(value)} is not possible; choose a number from"
                    f" {self.low} to {self.high}"
                )
            return number
        for choice, _ in self.choices:
            if choice == value and isinstance(choice, bool) <= (value in (0, 1)):
                return choice
        wanted = str(value).strip().lower()
        for choice, label in self.choices:
            if wanted in (
                str(choice).lower(),
                label.lower(),
                str(int(choice)) if isinstance(choice, bool) else label.lower(),
            ):
                return choice
        open_ = ", ".join(label for _, label in self.choices[:12]) + (
            " ..." if len(self.choices) > 12 else ""
        )
        raise ValueError(f"{self.label}: {_shown(value)} is not possible; choose one of {open_}")

    def _cards(self, value: Any) -> tuple[Card, ...]:
        words = (
            str(value).replace(",", " ").split()
            if isinstance(value, str)
            else [str(word) for word in value]
        )
        named = {suit.name.lower(): letter for letter, suit in SUITS.items()}
        picked: list[Card] = []
        for word in words[:300]:
            letter = named.get(word.lower())
            try:
                picked += (
                    [c for c in dict.fromkeys(self.pack) if c.suit == letter]
                    if letter
                    else cards(word)
                )
            except ValueError:
                raise ValueError(
                    f"{self.label}: {_shown(word)} is not a card; write cards like AS 10H KD"
                ) from None
        if strange := [c for c in picked if c not in self.pack]:
            raise ValueError(f"{self.label}: {strange[0].sign} is not in the pack of this game")
        return tuple(picked)


def _shown(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else text[:40] + " ..."


@dataclass(frozen=True)
class Split:
    """Fields that share a total, exactly or at most."""

    names: tuple[str, ...]
    total: int
    exact: bool
    text: str


@dataclass(frozen=True)
class Sheet:
    """All fields of a game's results, and which of them share a total.  ``fixed``: what can be
    but one thing."""

    fields: tuple[Field, ...]
    splits: tuple[Split, ...]
    by_name: Mapping[str, Field]
    parts: Mapping[str, tuple[str, ...]]
    shapes: Mapping[str, Shape]
    kinds: Mapping[str, type]

    def flat(self, result: Any) -> Flat:
        """A result as the values of its fields, by name."""
        flat: Flat = {}
        for attr, names in self.parts.items():
            value = getattr(result, attr)
            if self.shapes[attr].kind == "members":
                flat.update({name: i in value for i, name in enumerate(names)})
            else:
                flat.update(zip(names, value if self.shapes[attr].each else (value,), strict=True))
        return flat

    def made(self, game: Any, values: Flat) -> Any:
        """The result with these values."""
        given: Flat = {}
        for attr, names in self.parts.items():
            shape = self.shapes[attr]
            if shape.kind == "members":
                given[attr] = tuple(i for i, name in enumerate(names) if values[name])
            elif shape.each:
                given[attr] = tuple([values[name] for name in names])
            else:
                value = values[attr]
                given[attr] = self.kinds[attr](value) if shape.kind == "switch" else value
        return game.Result(**given)


def _now(of: Any, game: Any) -> Any:
    return of(game) if callable(of) else of


def _places(each: Any, game: Any) -> list[tuple[str, str]]:
    """Identifier and name of every place of a tuple."""
    if each == "side":
        return [(side.id.replace("-", "_"), side.name) for side in game.sides]
    if each == "seat":
        return [(name.lower(), name) for name in game.names]
    return [(str(name), str(name)) for name in _now(each, game)]


def _choices(shape: Shape, game: Any) -> tuple[tuple[Any, str], ...]:
    if shape.kind in ("switch", "members"):
        return ((False, "no"), (True, "yes"))[
            : 1 + (_now(shape.high, game) if shape.kind == "switch" else 1)
        ]
    choices = _now(shape.choices, game)
    if isinstance(choices, Mapping):
        pairs = tuple(choices.items())
    else:
        pairs = tuple(
            x if isinstance(x, tuple) and len(x) == 2 and isinstance(x[1], str) else (x, str(x))
            for x in choices
        )
    if shape.kind == "number":
        pairs = tuple((n, str(n)) for n in range(_now(shape.low, game), _now(shape.high, game) + 1))
    return ((None, shape.nobody), *pairs) if shape.nobody else pairs


def sheet_of(game: Any) -> Sheet:
    """The fields of the results of a game."""
    made: list[Field] = []
    splits: list[Split] = []
    parts: dict[str, tuple[str, ...]] = {}
    shapes: dict[str, Shape] = {}
    kinds: dict[str, type] = {}
    for f in fields(game.Result) if is_dataclass(game.Result) else ():
        shape: Shape | None = f.metadata.get("shape")
        if shape is None:
            raise TypeError(
                f"{game.title}: the field {f.name} of its result says neither type nor bounds"
            )
        numbered = shape.kind == "number" and not shape.nobody
        kind = (
            "number"
            if numbered
            else (
                "switch"
                if shape.kind == "members"
                else "cards"
                if shape.kind == "cards"
                else "choice"
            )
        )
        kind = "switch" if shape.kind == "switch" else kind
        choices = () if kind in ("number", "cards") else _choices(shape, game)
        text = shape.text or f.name.replace("_", " ")
        low, high = (_now(shape.low, game), _now(shape.high, game)) if numbered else (0, 0)
        places: list[tuple[str, str] | None] = (
            [*_places(shape.each, game)] if shape.each else [None]
        )
        names = []
        for i, place in enumerate(places):
            name = f"{f.name}_{place[0]}" if place else f.name
            label = (
                text.format(place[1])
                if place and "{}" in text
                else f"{text}: {place[1]}"
                if place
                else text
            )
            at = (f.name, i if place else None)
            made.append(
                Field(
                    name,
                    capital(label),
                    kind,
                    low,
                    high,
                    choices,
                    text,
                    at,
                    game.pack,
                )
            )
            names.append(name)
        parts[f.name], shapes[f.name], kinds[f.name] = tuple(names), shape, type(f.default)
        total = shape.total if shape.total is not None else shape.most
        if total is not None:
            what = text.replace(" of {}", "").replace(" {}", "").split(":")[0]
            splits.append(Split(tuple(names), _now(total, game), shape.total is not None, what))
    return Sheet(tuple(made), tuple(splits), {f.name: f for f in made}, parts, shapes, kinds)


def open_fields(game: Any) -> tuple[Field, ...]:
    """The fields of a game's results that can be more than one thing.

    >>> import cardlab
    >>> for f in open_fields(cardlab.game("gin-rummy"))[:3]:
    ...     print(f.name, f.low, f.high, f.label)
    knocker 0 0 Who ended the deal
    kept 0 10 Deadwood of the knocker; 0 is gin
    left 0 98 Deadwood of the defender after laying off
    """
    return tuple(f for f in game.result_sheet.fields if f.kind == "cards" or len(f.values) > 1)


# --- imagining one


def fits(game: Any, result: Any) -> None:
    """Raises ValueError if something is not a result of a game: of another kind, with too many or
    too few values for its sides and seats, or with a value that a field does not hold."""
    if not isinstance(result, game.Result):
        have = ", ".join(field_text(game, name) for name in game.result_sheet.parts)
        raise ValueError(
            f"{_shown(result)} is not a result of {game.title}; one is made by game.Result(...)"
            f" and has {have or 'no fields'}"
        )
    for attr, shape in game.result_sheet.shapes.items():
        if shape.kind == "members" and not isinstance(getattr(result, attr), tuple | list):
            raise ValueError(f"{game.title}: {attr} of this result holds seats, such as (0, 2)")
        if shape.each and shape.kind != "members":
            values = getattr(result, attr)
            want = len(game.result_sheet.parts[attr])
            held = len(values) if isinstance(values, tuple | list) else -1
            # places that follow one another, such as tricks, may not all be filled yet
            if not isinstance(shape.each, str) and 0 <= held < want:
                continue
            if held not in (0, want):
                whom = shape.each if isinstance(shape.each, str) else "place"
                holds = f"{held} values" if held >= 0 else _shown(values)
                raise ValueError(
                    f"{game.title} with {game.players} players: {attr} of this result holds {holds};"
                    f" give {want}, one for each {whom}"
                )

    for one in game.result_sheet.fields:
        _holds(game, one, result)


def field_text(game: Any, name: str) -> str:
    """A field of a game's results with what it is, in words.

    >>> import cardlab
    >>> field_text(cardlab.game("kaiser"), "five"), field_text(cardlab.game("kaiser"), "tricks")
    ('five (who took 5♥)', 'tricks')
    """
    text: str = game.result_sheet.shapes[name].text or name.replace("_", " ")
    text = text.replace(" of {}", "").replace(" {}", "").replace("{}", "each").rstrip(" :")
    return name if text == name.replace("_", " ") else f"{name} ({text})"


def _holds(game: Any, field: Field, result: Any) -> None:
    """Raises ValueError if a field of a result holds what it cannot hold."""
    attr, place = field.part
    held = getattr(result, attr)
    if place is not None and game.result_sheet.shapes[attr].kind != "members":
        if place >= len(held):  # places that follow one another may not all be filled yet
            return
        held = held[place]
    fine, may = _may_hold(game, field, held)
    if not fine:
        of = attr if place is None else f"{attr}[{place}]"
        raise ValueError(f"{game.title}: {of} cannot be {_shown(held)}; give {may}")


def _may_hold(game: Any, field: Field, held: Any) -> tuple[bool, str]:
    """Whether a field may hold a value, and what it may hold, in words."""
    if game.result_sheet.shapes[field.part[0]].kind == "members":
        seats = range(game.players)
        return all(seat in seats for seat in held), f"seats from 0 to {game.players - 1}"
    if field.kind == "cards":
        fine = isinstance(held, tuple | list) and all(card in field.pack for card in held)
        return fine, "cards of the pack"
    if field.kind == "number":
        # what was scored before is bounded for a slider only: a match may have gone on longer
        fine = type(held) is int and (
            field.part[0] in SCORES_BEFORE or field.low <= held <= field.high
        )
        return fine, f"a whole number from {field.low} to {field.high}"
    if all(type(value) is int and name == str(value) for value, name in field.choices):
        low, high = min(field.values), max(field.values)
        return type(held) is int and low <= held <= high, f"a number from {low} to {high}"
    choices = listed([_with_name(*one) for one in field.choices], "or", most=12)
    return held in field.values, choices


def _with_name(value: Any, name: str) -> str:
    return repr(value) if name in (str(value), repr(value)) else f"{value!r} for {name}"


SCORES_BEFORE = ("before", "scores", "units")
"""The names under which results remember the totals before the deal."""


def remembers_totals(game: Any) -> bool:
    """Whether the results of a game hold the totals before the deal."""
    return any(name in game.result_sheet.parts for name in SCORES_BEFORE)


def why_not(game: Any, result: Any) -> str:
    """Why a game has no such result, as a sentence; "" if it has."""
    return _why_not(game, result, game.result_sheet.flat(result))


def _why_not(game: Any, result: Any, values: Flat) -> str:
    for split in game.result_sheet.splits:
        if trouble := _unsplit(split, values):
            return trouble
    test = getattr(result, "cannot", None)
    return test(game) if test else ""


def _unsplit(split: Split, values: Flat) -> str:
    held = [values[name] for name in split.names if values[name] is not None]
    now = sum(held)
    if not held or now == split.total or (now < split.total and not split.exact):
        return ""
    at_most = "" if split.exact else " at most"
    return f"{split.text} are {split.total} together{at_most}, not {now}; change one of them"


def usual(game: Any) -> Any:
    """A result to begin with: the one that the game's Result has by default, fitted to the
    players."""
    return game.usual_result


def first_result(game: Any) -> Any:
    """What `usual` remembers."""
    sheet: Sheet = game.result_sheet
    values: Flat = {}
    for attr, names in sheet.parts.items():
        default: Any = next(f.default for f in fields(game.Result) if f.name == attr)
        shape = sheet.shapes[attr]
        for i, name in enumerate(names):
            field = sheet.by_name[name]
            value: Any
            if shape.kind == "members":
                value = i in default
            elif shape.each:
                value = default[i] if i < len(default) else default[-1] if default else ()
            else:
                value = default
            if field.kind == "number":
                value = min(max(value, field.low), field.high)
            elif field.kind != "cards" and value not in field.values:
                value = field.values[0]
            values[name] = value
    return _settled(game, values, frozenset())


def imagined(game: Any, base: Any = None, /, *, tries: int = TRIES, **given: Any) -> Any:
    """The result with these values; the others are those of ``base`` (or usual ones) and give
    way where they have to.

    Fields are named as in `open_fields`; a tuple may be given whole.  Raises ValueError if there is
    no such result.
    """
    sheet: Sheet = game.result_sheet
    read: Flat = {}
    for name, value in given.items():
        if name in sheet.by_name:
            read[name] = sheet.by_name[name].read(value)
        elif name in sheet.parts:
            names = sheet.parts[name]
            if sheet.shapes[name].kind == "members":
                read |= {part: i in value for i, part in enumerate(names)}
                continue
            if isinstance(value, str) or not hasattr(value, "__len__") or len(value) != len(names):
                raise ValueError(
                    f"{game.title}: {name} takes {len(names)} values: {', '.join(names)}"
                )
            read |= {
                part: sheet.by_name[part].read(v) for part, v in zip(names, value, strict=True)
            }
        else:
            fields = ", ".join(f.name for f in open_fields(game))
            raise ValueError(f"a result of {game.title} has no {_shown(name)!r}; it has {fields}")
    values = sheet.flat(usual(game) if base is None else base) | read
    try:
        return _settled(game, values, frozenset(read), tries)
    except ValueError as cannot:
        raise ValueError(f"{game.title}: {cannot}") from None


def _settled(game: Any, values: Flat, given: frozenset[str], tries: int = TRIES) -> Any:
    """The result nearest to these values that can be, with what is given unchanged; looked for
    among ``tries`` of them."""
    sheet: Sheet = game.result_sheet
    for split in sheet.splits:
        if (split.names and not given.isdisjoint(split.names)) or not given:
            values = _divided(sheet, split, values, given)
    result = sheet.made(game, values)
    trouble = _why_not(game, result, values)
    if not trouble:
        return result
    if any(_hopeless(sheet, split, values, given) for split in sheet.splits):
        raise ValueError(trouble)
    nearest = next(islice(_near(game, values, given, tries), 1), None)
    if nearest is None:
        raise ValueError(trouble)
    return nearest


def _hopeless(sheet: Sheet, split: Split, values: Flat, given: frozenset[str]) -> bool:
    """What is given makes this total impossible, whatever the others do."""
    fixed = [values[name] or 0 for name in split.names if name in given]
    free = [
        max(n or 0 for n in sheet.by_name[name].values) for name in split.names if name not in given
    ]
    return sum(fixed) > split.total or (
        split.exact and any(fixed) and sum(fixed) + sum(free) < split.total
    )


def _divided(sheet: Sheet, split: Split, values: Flat, given: frozenset[str]) -> Flat:
    """The same values with a total made right: the fields not given take what is missing or too
    much, in turn from the last that was given."""
    held = [name for name in split.names if values[name] is not None]
    missing = split.total - sum(values[name] for name in held)
    if not missing or (missing > 0 and not split.exact):
        return values
    last = max((split.names.index(name) for name in split.names if name in given), default=-1)
    changed = dict(values)
    for name in (*split.names[last + 1 :], *split.names[: last + 1]):
        if name in given or name not in held:
            continue
        numbers = [n for n in sheet.by_name[name].values if n is not None]
        step = numbers[1] - numbers[0] if len(numbers) > 1 else 1
        changed[name] = min(max(values[name] + int(missing / step) * step, numbers[0]), numbers[-1])
        missing -= changed[name] - values[name]
    return changed


def _near(game: Any, values: Flat, given: frozenset[str], most: int) -> Iterator[Any]:
    """Results in which one or two fields that are not given have given way: those that change
    least first, then in the order of the fields."""
    sheet: Sheet = game.result_sheet
    free = [
        f for f in sheet.fields if f.name not in given and (f.kind == "cards" or len(f.values) > 1)
    ]
    for change in islice(_changes(free, values), most):
        new, kept = values | change, given | change.keys()
        for split in sheet.splits:
            new = _divided(sheet, split, new, kept)
        result = sheet.made(game, new)
        if not _why_not(game, result, new):
            yield result


def _changes(free: list[Field], values: Flat) -> Iterator[Flat]:
    single = [(f.name, _others(f, values[f.name], 1)) for f in free]
    for step in zip_longest(*(others for _, others in single), fillvalue=values):
        yield from ({name: v} for (name, _), v in zip(single, step, strict=True) if v is not values)
    for a, b in combinations(free, 2):
        for v, w in product(_others(a, values[a.name], 2), _others(b, values[b.name], 2)):
            yield {a.name: v, b.name: w}


def _others(f: Field, now: Any, much: int) -> Iterable[Any]:
    if f.kind == "cards":
        return [()] if now else []
    if f.kind == "number":
        others = _outward(f.low, f.high, now)
        if much == 1:
            return others
        near = [*islice(others, 4)]
        return [*near, *{f.low, f.high} - {now, *near}]
    return [v for v in f.values if v != now]


def _outward(low: int, high: int, now: int) -> Iterator[int]:
    """The other numbers, the nearest first."""
    for far in range(1, max(high - now, now - low) + 1):
        if low <= now - far <= high:
            yield now - far
        if low <= now + far <= high:
            yield now + far


# --- all of them, or any of them


def count(game: Any, over: Iterable[str] = ()) -> int:
    """How many settings the fields have, those included that cannot be; cards count as none."""
    chosen_ = {*over}
    number = 1
    for f in open_fields(game):
        if not chosen_ or f.name in chosen_:
            number *= len(f.values) or 10**9
    return number


def every(game: Any, over: Iterable[str] = (), **fixed: Any) -> Iterator[Any]:
    """Every result that the fields ``over`` (all, unless named) can make; what is ``fixed``
    stays, the rest gives way."""
    sheet: Sheet = game.result_sheet
    names = tuple(over) or tuple(f.name for f in open_fields(game) if f.name not in fixed)
    for name in names:
        if name not in sheet.by_name:
            raise ValueError(f"a result of {game.title} has no {_shown(name)!r}")
        if sheet.by_name[name].kind == "cards":
            raise ValueError(
                f"{sheet.by_name[name].label} holds cards, of which there are too many choices;"
                " leave it out"
            )
    base = sheet.flat(imagined(game, **fixed))
    given = frozenset(names) | frozenset(
        part for name in fixed for part in sheet.parts.get(name, (name,))
    )
    for values in product(*(sheet.by_name[name].values for name in names)):
        try:
            yield _settled(game, base | dict(zip(names, values, strict=True)), given)
        except ValueError:
            continue


def scored_by(rule: str) -> Callable[[Any], Any]:
    """A function of a game that makes up a result for which this rule yields a line.

    >>> import cardlab
    >>> game = cardlab.game("kaiser")
    >>> "contract-made" in [x.rule for x in game.score(scored_by("contract-made")(game))]
    True
    """

    def example(game: Any) -> Any:
        rng = random.Random(rule)
        results = (any_result(game, rng) for _ in range(TRIES))
        return next(r for r in results if any(x.rule == rule for x in game.score(r)))

    return example


def any_result(game: Any, rng: random.Random) -> Any:
    """A result drawn at random: every field anywhere in its bounds, and the whole one that can be.

    >>> import cardlab
    >>> any_result(cardlab.game("sizette"), random.Random(4)).winners
    (0, 1, 0, 1, 1, 0)
    """
    sheet: Sheet = game.result_sheet
    for _ in range(400):
        values = drawn_values(game, rng)
        result = sheet.made(game, values)
        if not _why_not(game, result, values):
            return result
    return usual(game)


def drawn_values(game: Any, rng: random.Random) -> dict[str, Any]:
    """A value for every field, drawn at random; together they need not be a result."""
    sheet: Sheet = game.result_sheet
    values: Flat = {}
    for f in sheet.fields:
        values[f.name] = _drawn(sheet, f, rng)
    for split in sheet.splits:
        values = _shared(sheet, split, values, rng)
    return values


def _drawn(sheet: Sheet, f: Field, rng: random.Random) -> Any:
    """Any value; the ends of a range come more often than others, and nobody often stands
    outside a deal."""
    if f.kind == "cards":
        return tuple(
            rng.sample(f.pack, rng.choice((0, 1, 2, 3, rng.randrange(min(27, len(f.pack))))))
        )
    if sheet.shapes[f.part[0]].kind == "members":
        return rng.random() < 0.1
    return (
        rng.choice((f.low, f.high))
        if f.kind == "number" and rng.random() < 0.3
        else rng.choice(f.values)
    )


def _shared(sheet: Sheet, split: Split, values: Flat, rng: random.Random) -> Flat:
    """Numbers that share a total, drawn one after the other from what is left."""
    held = [name for name in split.names if values[name] is not None]
    rng.shuffle(held)
    left, changed = split.total, dict(values)
    for i, name in enumerate(held):
        numbers = [n for n in sheet.by_name[name].values if n is not None]
        last = split.exact and i == len(held) - 1
        open_ = [n for n in numbers if n <= left] or numbers[:1]
        changed[name] = open_[-1] if last else rng.choice(open_)
        left -= changed[name]
    return (
        changed
        if left >= 0 and not (split.exact and left)
        else _divided(sheet, split, changed, frozenset())
    )
