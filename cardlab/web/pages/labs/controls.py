"""The controls that a laboratory declares, and from which come what its page offers, how values
from outside are checked, and what stands in an address.

A control is an attribute of a laboratory's class, or made for a game by a method marked `made`.  Its
value is read like any attribute (`lab.contract`) and tracked, so that what was worked out from it
follows it.  Whatever hangs on the laboratory (a label, the choices, whether it is shown) is given as
a function of it.

Knows no laboratory and no widget: `data` is what the page is sent, `read` takes what comes from it
or from an address (ValueError, with a sentence, for what cannot be), `write` is the text for an
address.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from typing import Any, ClassVar, Generic, TypeVar, overload

from cardlab.engine.words import shown
from cardlab.web.pages.labs.tracking import HasTracked

__all__ = [
    "LONGEST",
    "LONGEST_FILE",
    "ButtonControl",
    "CardsControl",
    "ChoiceControl",
    "Click",
    "Control",
    "NumberControl",
    "Parameter",
    "SaveControl",
    "SwitchControl",
    "TextControl",
    "button",
    "click",
    "made",
    "wrong_choice",
]

T = TypeVar("T")
Method = TypeVar("Method", bound=Callable[..., Any])

LONGEST = 20_000
"""Characters that a control may send."""
LONGEST_FILE = 100_000
"""Characters of a file that somebody pastes: a hundred boards of bridge with their play."""


def worth(given: Any, lab: Any) -> Any:
    """What was declared: itself, or what a function makes of the laboratory."""
    return given(lab) if callable(given) else given


def wrong_choice(label: str, value: Any, labels: Sequence[str]) -> ValueError:
    """What to say of a value that is not among the choices; the first of them are named."""
    few = [said for i, said in enumerate(labels) if len(", ".join(labels[: i + 1])) < 160]
    return ValueError(f"{label} cannot be “{shown(str(value))}”; choose one of: {', '.join(few)}.")


class Control(Generic[T]):
    """One thing that can be set, of a kind that its subclass says.

    usual: the value to begin with; place: "head", "side" or the id of the block at which it
    stands, with others under the title ``group``; hint: a line below it; why: a refusal shown at
    it; when: whether it is offered now; query: whether an address holds it "always", "changed"
    (other than usual) or "never"; keep: whether it stays when another game is chosen; get and put:
    for a value that the laboratory itself has.
    """

    kind: ClassVar[str] = ""
    drawn: ClassVar[bool] = True

    def __init__(
        self,
        label: str | Callable[[Any], str] = "",
        usual: T | Callable[[Any], T] | None = None,
        *,
        name: str = "",
        place: str = "",
        group: str = "",
        hint: str | Callable[[Any], str] = "",
        why: str | Callable[[Any], str] = "",
        when: Callable[[Any], bool] | None = None,
        query: str | Callable[[Any], str] = "changed",
        keep: bool = False,
        get: Callable[[Any], T] | None = None,
        put: Callable[[Any, T], object] | None = None,
    ) -> None:
        self.label, self.usual, self.name = label, usual, name
        self.place, self.group, self.hint, self.why = place, group, hint, why
        self.when, self.query, self.keep = when, query, keep
        self._get, self._put = get, put
        self._then: Callable[[Any], object] | None = None

    # -- as an attribute
    def __set_name__(self, owner: type, name: str) -> None:
        self.name = self.name or name

    @overload
    def __get__(self, lab: None, owner: type) -> Control[T]: ...

    @overload
    def __get__(self, lab: HasTracked, owner: type) -> T: ...

    def __get__(self, lab: HasTracked | None, owner: type) -> Control[T] | T:
        return self if lab is None else self.value(lab)

    def __set__(self, lab: HasTracked, value: T) -> None:
        self.hold(lab, value)

    # -- its value
    def value(self, lab: HasTracked) -> T:
        """The value now."""
        if self._get is not None:
            return self._get(lab)
        chosen: T = lab.tracked.read(self.name)
        return chosen

    def hold(self, lab: HasTracked, value: T) -> None:
        """Take this value, which has been checked."""
        if self._put is not None:
            self._put(lab, value)
        else:
            lab.tracked.write(self.name, value)

    def begin(self, lab: HasTracked) -> None:
        """Begin with the usual value."""
        if self._get is None:
            lab.tracked.write(self.name, worth(self.usual, lab))

    def settle(self, lab: HasTracked) -> None:
        """Let go of a value that cannot be any more, since something else was changed."""

    def then(self, method: Method) -> Method:
        """Mark what the laboratory does after this was set from outside."""
        self._then = method
        return method

    # -- from outside and to it
    def set(self, lab: HasTracked, value: Any) -> None:
        """Take a value from outside.  Raises ValueError, and nothing has changed."""
        self.hold(lab, self.read(lab, value))
        if self._then is not None:
            self._then(lab)

    def read(self, lab: HasTracked, value: Any) -> T:
        """A value from outside as this control holds it."""
        raise NotImplementedError

    def write(self, lab: HasTracked) -> str | None:
        """The value as an address has it; None where it stands in none."""
        wanted = worth(self.query, lab)
        if wanted == "never" or (wanted == "changed" and not self.changed(lab)):
            return None
        return self.text(self.value(lab))

    def changed(self, lab: HasTracked) -> bool:
        """Whether somebody has set it to something else."""
        return bool(self.value(lab) != worth(self.usual, lab))

    def text(self, value: T) -> str:
        return str(value)

    def offered(self, lab: Any) -> bool:
        """Whether the page offers it now."""
        return self.drawn and (self.when is None or self.when(lab))

    def data(self, lab: Any) -> dict[str, Any]:
        """What the page is sent."""
        control = {
            "name": self.name,
            "label": worth(self.label, lab),
            "kind": self.kind,
            **self.state(lab),
        }
        if self.place:
            control["place"] = self.place
        if self.group:
            control["group"] = self.group
        for word, text in (("hint", worth(self.hint, lab)), ("why", worth(self.why, lab))):
            if text:
                control[word] = text
        return control

    def state(self, lab: Any) -> dict[str, Any]:
        """The value and its limits, as the page is sent them."""
        return {"value": self.value(lab)}

    def said(self, lab: Any) -> str:
        """The label, as it begins a sentence."""
        return str(worth(self.label, lab))


Choices = Sequence[tuple[Any, str]]


class ChoiceControl(Control[T]):
    """One of several values, each with its label.

    choices: pairs of a value and its label, or a function of the laboratory; also: values that an
    address may hold though they are not offered; usual: the value where nobody has chosen, else
    the first; follow: whether that is looked up each time, or once, to begin with; heading: the
    one under which a value stands among the others, where there are many.
    """

    kind = "choice"

    def __init__(
        self,
        label: str | Callable[[Any], str],
        choices: Choices | Callable[[Any], Choices],
        usual: T | Callable[[Any], T] | None = None,
        *,
        also: Sequence[T] = (),
        follow: bool = True,
        heading: Callable[[T], str] | None = None,
        **more: Any,
    ) -> None:
        super().__init__(label, usual, **more)
        self._choices, self.also, self.follow, self._heading = choices, also, follow, heading

    def choices(self, lab: Any) -> Choices:
        choices: Choices = worth(self._choices, lab)
        return choices

    def begin(self, lab: HasTracked) -> None:
        if self._get is None:
            lab.tracked.write(self.name, None if self.follow else self._first(lab))

    def _first(self, lab: HasTracked) -> Any:
        if self.usual is not None:
            return worth(self.usual, lab)
        return next((value for value, _ in self.choices(lab)), "")

    def value(self, lab: HasTracked) -> T:
        value = super().value(lab)
        if value is None and self.follow:
            value = self._first(lab)
        return value

    def settle(self, lab: HasTracked) -> None:
        if self._get is None and lab.tracked.read(self.name) is not None:
            if self.value(lab) not in [value for value, _ in self.choices(lab)]:
                self.begin(lab)

    def read(self, lab: HasTracked, value: Any) -> T:
        choices = self.choices(lab)
        for own in (*(own for own, _ in choices), *self.also):
            if str(own) == str(value):
                choice: T = own
                return choice
        raise wrong_choice(self.said(lab), value, [label for _, label in choices])

    def changed(self, lab: HasTracked) -> bool:
        if self.follow and self._get is None:
            return lab.tracked.read(self.name) is not None
        return bool(self.value(lab) != self._first(lab))

    def state(self, lab: Any) -> dict[str, Any]:
        choices = [list(pair) for pair in self.choices(lab)]
        groups = {} if self._heading is None else {"groups": self._grouped(choices)}
        return {"value": self.value(lab), "choices": choices, **groups}

    def _grouped(self, choices: list[list[Any]]) -> list[list[Any]]:
        """The choices by their headings, in the order in which those first come."""
        assert self._heading is not None
        headings: dict[str, list[list[Any]]] = {}
        for choice in choices:
            headings.setdefault(self._heading(choice[0]), []).append(choice)
        return [[heading, there] for heading, there in headings.items()]


def _as_number(value: Any) -> float | None:
    """A value from outside as a number; None where it is not a number."""
    try:
        return None if isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        return None


class NumberControl(Control[int]):
    """A whole number within limits: a slider, with a field for the number.

    stops: where the slider stops if the numbers range widely; the field takes any of them.
    """

    kind = "number"

    def __init__(
        self,
        label: str | Callable[[Any], str],
        usual: int | Callable[[Any], int] | None = None,
        *,
        low: int | Callable[[Any], int],
        high: int | Callable[[Any], int],
        stops: Sequence[int] = (),
        **more: Any,
    ) -> None:
        super().__init__(label, usual, **more)
        self.low, self.high, self.stops = low, high, stops

    def read(self, lab: HasTracked, value: Any) -> int:
        label, low, high = self.said(lab), worth(self.low, lab), worth(self.high, lab)
        number = _as_number(value)
        if number is None:
            raise ValueError(f"{label} is a number, and “{shown(str(value))}” is not.")
        if not math.isfinite(number) or not low <= number <= high:
            raise ValueError(
                f"{label} goes from {low} to {high}, and {shown(str(value))} lies outside."
            )
        return round(number)

    def state(self, lab: Any) -> dict[str, Any]:
        low, high = worth(self.low, lab), worth(self.high, lab)
        stops = {"stops": list(self.stops)} if self.stops else {}
        return {"value": self.value(lab), "low": low, "high": high, **stops}


class SwitchControl(Control[bool]):
    """On or off."""

    kind = "switch"

    def read(self, lab: HasTracked, value: Any) -> bool:
        return value is True or str(value).lower() in ("1", "true", "on", "yes")

    def text(self, value: bool) -> str:
        return "1" if value else "0"


class TextControl(Control[str]):
    """A text in one line, or in as many rows as are said.  longest: characters that fit into it."""

    kind = "text"

    def __init__(
        self,
        label: str | Callable[[Any], str],
        usual: str | Callable[[Any], str] = "",
        *,
        rows: int = 0,
        longest: int = 0,
        **more: Any,
    ) -> None:
        super().__init__(label, usual, **more)
        self.rows, self.longest = rows, longest

    def read(self, lab: HasTracked, value: Any) -> str:
        if not isinstance(value, str):
            raise ValueError(f"{self.said(lab)} is a text.")
        if len(value) > self.most:
            raise ValueError(
                f"{self.said(lab)} is too long: {len(value):,} characters, and {self.most:,} fit."
            )
        return value

    @property
    def most(self) -> int:
        """Characters that are read: somebody may send more than a page lets them type."""
        return max(LONGEST, self.longest)

    def data(self, lab: Any) -> dict[str, Any]:
        control = super().data(lab)
        if self.rows:
            control |= {"kind": "area", "rows": self.rows}
        return control | ({"longest": self.longest} if self.longest else {})


class CardsControl(Control[tuple[Any, ...]]):
    """Cards that are picked on the page, at most so many; it is not drawn by itself.

    from_text: how text becomes cards (raises ValueError, with a sentence, for anything else).
    """

    drawn = False

    def __init__(
        self,
        from_text: Callable[[Any, str], tuple[Any, ...]],
        keep_if: Callable[[Any, Any], bool],
        **more: Any,
    ) -> None:
        super().__init__("Cards", (), **more)
        self._from_text, self._keep_if = from_text, keep_if

    def read(self, lab: HasTracked, value: Any) -> tuple[Any, ...]:
        return self._from_text(lab, str(value))

    def settle(self, lab: HasTracked) -> None:
        self.hold(lab, tuple(card for card in self.value(lab) if self._keep_if(lab, card)))

    def text(self, value: tuple[Any, ...]) -> str:
        return ",".join(value)


class ButtonControl(Control[None]):
    """Something to be done at a click."""

    kind = "button"

    def __init__(
        self,
        label: str | Callable[[Any], str],
        act: Callable[[Any], object],
        *,
        off: Callable[[Any], bool] | None = None,
        query: str | Callable[[Any], str] = "never",
        **more: Any,
    ) -> None:
        super().__init__(label, query=query, **more)
        self.act, self.off = act, off

    def begin(self, lab: HasTracked) -> None:
        """A button has no value."""

    def value(self, lab: HasTracked) -> None:
        return None

    def text(self, value: None) -> str:
        return "1"

    def set(self, lab: HasTracked, value: Any) -> None:
        self.act(lab)

    def data(self, lab: Any) -> dict[str, Any]:
        return super().data(lab) | ({"off": self.off(lab)} if self.off is not None else {})


def button(label: str | Callable[[Any], str], **more: Any) -> Callable[[Any], ButtonControl]:
    """Make a method what a button of the laboratory does."""
    return lambda method: ButtonControl(label, method, **more)


class SaveControl(Control[str]):
    """A button that saves a text as a file where the reader sits; nothing is sent.

    content and file: the text and the name of the file, as functions of the laboratory.
    """

    kind = "save"

    def __init__(
        self,
        label: str,
        *,
        content: Callable[[Any], str],
        file: Callable[[Any], str],
        **more: Any,
    ) -> None:
        super().__init__(label, get=content, query="never", **more)
        self.file = file

    def set(self, lab: HasTracked, value: Any) -> None:
        raise ValueError(f"“{self.said(lab)}” saves a file; there is nothing to set.")

    def state(self, lab: Any) -> dict[str, Any]:
        return {"value": self.value(lab), "file": self.file(lab)}


class Click(Control[None]):
    """Something clicked in a block of one of these names; it is not drawn by itself."""

    drawn = False

    def __init__(self, act: Callable[[Any, str], object], *names: str) -> None:
        super().__init__(query="never")
        self.act, self.names = act, names

    def begin(self, lab: HasTracked) -> None:
        """A click leaves no value here."""

    def set(self, lab: HasTracked, value: Any) -> None:
        self.act(lab, str(value))


def click(*names: str) -> Callable[[Any], Click]:
    """Make a method what a click in the blocks of these names does; it is given the value."""
    return lambda method: Click(method, *names)


class Parameter(Control[str]):
    """A text that stands in an address and is not drawn: what `write` makes of the laboratory
    (None: nothing to say) and `take` reads back."""

    drawn = False

    def __init__(
        self,
        take: Callable[[Any, str], object],
        write: Callable[[Any], str | None] = lambda lab: None,
        *,
        name: str = "",
    ) -> None:
        super().__init__(name=name)
        self._take, self._write = take, write

    def begin(self, lab: HasTracked) -> None:
        """Its value is what the laboratory has."""

    def set(self, lab: HasTracked, value: Any) -> None:
        text = str(value)
        if len(text) > LONGEST:
            raise ValueError(
                f"What the address says of “{self.name}” is too long: {len(text):,} characters,"
                f" and {LONGEST:,} fit."
            )
        self._take(lab, text)

    def write(self, lab: HasTracked) -> str | None:
        return self._write(lab)


class made:
    """A method that makes controls for the game of a laboratory; they stand where it stands."""

    def __init__(self, make: Callable[[Any], Iterator[Control[Any]]]) -> None:
        self.make, self.name, self.__doc__ = make, make.__name__, make.__doc__
