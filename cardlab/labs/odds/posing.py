"""Questions: what they leave open, and what they are once that is filled in.

Knows how a value is read, what is counted and what is tried.  Knows no cards and no games.

>>> Blank("many", "How many cards", 5, low=2, high=13).read("7")
7
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from cardlab.engine.rulings import Rule
from cardlab.labs.odds.chances import Chance, Estimate
from cardlab.labs.odds.counting import TooMany
from cardlab.labs.odds.simulation import Batch, Trial, last, run

HOW = (("least", "at least"), ("exactly", "exactly"), ("most", "at most"))


class Blank(NamedTuple):
    """Something that a question leaves open: a choice (``choices``: values with words), a
    number, or a text."""

    name: str
    label: str
    default: Any
    choices: tuple[tuple[Any, str], ...] = ()
    low: int = 0
    high: int = 0
    hint: str = ""

    @property
    def kind(self) -> str:
        return "choice" if self.choices else "number" if isinstance(self.default, int) else "text"

    def read(self, value: Any) -> Any:
        """The value as it is meant; ValueError, with a sentence, for one that is not possible."""
        if self.kind == "choice":
            for choice, label in self.choices:
                if str(value) in (str(choice), label):
                    return choice
            shown = ", ".join(label for _, label in self.choices[:8])
            raise ValueError(
                f"{self.label}: {str(value)[:30]!r} is not among the choices; choose one of {shown}"
            )
        if self.kind == "number":
            text = str(value).strip()
            if isinstance(value, bool) or not text.lstrip("-").isdecimal() or len(text) > 9:
                raise ValueError(
                    f"{self.label}: write a whole number from {self.low} to {self.high}, not"
                    f" {text[:30]!r}"
                )
            if not self.low <= int(text) <= self.high:
                raise ValueError(
                    f"{self.label}: {int(text)} is out of reach; choose from {self.low} to"
                    f" {self.high}"
                )
            return int(text)
        text = str(value).strip()
        if len(text) > 200:
            raise ValueError(f"{self.label}: that is too long; name a few cards")
        return text


class Part(NamedTuple):
    """One bar of a picture: what was seen, how often it is to be expected, whether the question
    asks for it."""

    said: str
    value: Fraction
    asked: bool


@dataclass(frozen=True)
class Posed:
    """A question with everything filled in: it can be counted, or at least tried.

    said: a whole sentence; count: the exact chance (TooMany where it is too much to count); spread:
    the exact picture; trial: one try; batch: the same many times at once, where there is a faster
    way; why: why there is no exact value, where there never is one; axis: what the picture shows;
    rule: the rule that is asked, if it is one.
    """

    said: str
    trial: Trial
    count: Callable[[], Chance] | None = None
    spread: Callable[[], tuple[Part, ...]] | None = None
    why: str = ""
    axis: str = ""
    rule: Rule | None = None
    batch: Batch | None = None

    def __post_init__(self) -> None:
        for name in ("count", "spread"):
            if (work := getattr(self, name)) is not None:
                object.__setattr__(self, name, once(work))

    def exact(self) -> Chance | None:
        """The exact chance, or None where it is not counted (`reason` says why)."""
        try:
            return self.count() if self.count else None
        except TooMany:
            return None

    def reason(self) -> str:
        """Why there is no exact value: a sentence, empty where there is one."""
        if self.count is None:
            return self.why
        try:
            self.count()
        except TooMany as trouble:
            return f"No exact value here: {trouble}."
        return ""

    def parts(self) -> tuple[Part, ...]:
        """The exact picture, empty where it is too much to count."""
        try:
            return self.spread() if self.spread else ()
        except TooMany:
            return ()

    def simulate(self, n: int = 10_000, seed: int = 1) -> Any:
        """Running estimates (see `cardlab.labs.odds.simulation`)."""
        return run(self.said, self.trial, n, seed, self.batch)

    def simulated(self, n: int = 10_000, seed: int = 1) -> Estimate:
        return last(self.simulate(n, seed))


@dataclass(frozen=True)
class OddsQuestion:
    """Something that may be asked of a game: a title, what it leaves open, and how it is posed
    once that is filled in."""

    id: str
    title: str
    blanks: tuple[Blank, ...]
    pose: Callable[..., Posed]

    def posed(self, **values: Any) -> Posed:
        """The question with these values, the usual ones for the rest."""
        by_name = {a.name: a for a in self.blanks}
        if strange := [name for name in values if name not in by_name]:
            raise ValueError(
                f"{self.title} does not ask for {strange[0]!r}; it asks for"
                f" {', '.join(by_name) or 'nothing'}"
            )
        return self.pose(
            **{name: a.read(values.get(name, a.default)) for name, a in by_name.items()}
        )

    def exact(self, **values: Any) -> Chance | None:
        return self.posed(**values).exact()

    def simulated(self, n: int = 10_000, seed: int = 1, **values: Any) -> Estimate:
        return self.posed(**values).simulated(n, seed)

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"


def once(work: Callable[[], Any]) -> Callable[[], Any]:
    """The same work, done once; that it is too much is remembered too."""
    kept: list[Any] = []

    def again() -> Any:
        if not kept:
            try:
                kept.append(work())
            except TooMany as trouble:
                kept.append(trouble)
        if isinstance(kept[0], TooMany):
            raise kept[0]
        return kept[0]

    return again
