"""What every kind of exercise shares: which rules it fits, a stream of questions from a seed,
and how hard one is.

Knows questions and searches.  Knows no particular kind.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from typing import NamedTuple

from cardlab.engine.game import Game
from cardlab.engine.rulings import Force, Rule
from cardlab.engine.words import listed
from cardlab.families.tricks import TrickGame
from cardlab.lessons.asking import Question
from cardlab.lessons.exercises.search import played

Params = Mapping[str, str]


class Kind:
    """One kind of exercise.

    params: the parameters that it knows besides ``step``.
    """

    id = ""
    params: tuple[str, ...] = ()

    def fits(self, game: Game, rule: Rule) -> bool:
        """Whether the kind can ask something that turns on this rule of this game."""
        raise NotImplementedError

    def found(self, game: Game, rule: Rule | None, params: Params, seed: int) -> Iterator[Question]:
        """Questions, in an order that depends on the seed only."""
        raise NotImplementedError

    def step(self, q: Question) -> int:
        """How hard it is, from 1 to 4, read off the position."""
        return 1


class Traits(NamedTuple):
    """What a few deals of a game show: verbs of the moves by phase, the rules that decided
    tricks, whether there are moves that put several cards of the hand together."""

    verbs: Mapping[str, frozenset[str]]
    deciders: frozenset[str]
    groups: bool


@cache
def traits(game: Game) -> Traits:
    """A look at a few hundred moves of a game, with several tempers."""
    verbs: dict[str, set[str]] = defaultdict(set)
    deciders: set[str] = set()
    groups = False
    for temper in (0, 3, 1):
        for plies, spot in enumerate(played(game, 5, temper)):
            state = spot.state
            if spot.seat is not None:
                shown, hand = game.candidates(state, spot.seat), state.hands[spot.seat]
                verbs[state.phase.id] |= {m.verb for m in shown}
                groups = groups or any(
                    m.named and m.card in hand and all(c in hand for c in m.named) for m in shown
                )
            elif isinstance(game, TrickGame):
                deciders |= {str(game.told_trick(state, t)[1]) for t in state.taken}
            if plies > 250:
                break
    return Traits(
        {phase: frozenset(found) for phase, found in verbs.items()}, frozenset(deciders), groups
    )


def dice(game: Game, kind: str, seed: int) -> random.Random:
    """Chance that depends on the exercise's address only."""
    return random.Random(f"{kind}/{game.id}/{game.chosen}/{seed}")


def between(text: str, default: tuple[int, int]) -> tuple[int, int]:
    """A range written ``4..8`` or ``4``.

    >>> between("4..8", (1, 2)), between("", (1, 2))
    ((4, 8), (1, 2))
    """
    if not text:
        return default
    low, dots, high = text.partition("..")
    try:
        found = int(low[:6]), int((high if dots else low)[:6])
    except ValueError:
        raise ValueError(f"a range is written 4..8, not {text[:40]!r}") from None
    return found


RANGES = ("cards", "discards", "hand", "lines", "melds", "pond", "trumps", "trumps_played")
FLAGS = {"true": "true", "yes": "true", "1": "true", "false": "false", "no": "false", "0": "false"}
OF_FLAGS = ("made", "promoted", "void")
CHOICES: Mapping[str, tuple[str, ...]] = {
    "step": ("1", "2", "3", "4"),
    "force": tuple(force.value for force in Force),
    "holding": ("trump",),
    "led": ("trump", "plain"),
    "kinds": ("sum", "run", "set"),
}


def worth(name: str, text: str) -> str:
    """The value of a parameter as the kinds read it.  ValueError, with what it may be, for another.

    >>> worth("void", "No"), worth("hand", "4..8")
    ('false', '4..8')
    >>> worth("kinds", "flush")
    Traceback (most recent call last):
    ValueError: kinds may be sum, run or set, not 'flush'
    """
    if name in RANGES:
        between(text, (0, 0))
    elif name in OF_FLAGS:
        if text.lower() not in FLAGS:
            raise ValueError(f"{name} may be true or false, not {text[:40]!r}")
        return FLAGS[text.lower()]
    elif name in CHOICES:
        asked = several(text) if name == "kinds" else (text,)
        if strange := [word for word in asked if word not in CHOICES[name]]:
            raise ValueError(
                f"{name} may be {listed(CHOICES[name], 'or')}, not {strange[0][:40]!r}"
            )
    elif name == "tells_apart":
        from cardlab.lessons.beliefs import beliefs

        if strange := [id for id in several(text) if id not in beliefs()]:
            raise ValueError(
                f"there is no belief {strange[0][:40]!r} that a position could tell apart"
            )
    return text


def several(text: str) -> tuple[str, ...]:
    """Names joined by commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())
