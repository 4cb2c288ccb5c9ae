"""What a lesson leaves behind: what somebody can do now, what went wrong, and a card.

Knows the words of the last page and counts the answers of a walk. Knows no page, no store and no
path: what is next is said by whoever knows the learner's way.

>>> from cardlab.lessons import lesson
>>> headline(lesson("follow-suit")), card_of(lesson("follow-suit"))
('You can follow suit.', '7H')
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from random import Random
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.words import number
from cardlab.lessons.book import Lesson, is_gap

MOST_ABILITIES = 3
MOST_MISSES = 3
SKILLS = {
    "pick-moves": "Pick out what is legal",
    "pick-one": "Find a legal move",
    "is-open": "Say whether a move is legal",
    "how-many-open": "Count the legal moves",
    "lowest-bid": "Find the lowest bid",
    "which-rule": "Say which rule decided",
    "who-wins": "See who takes a trick",
    "which-card-wins": "See which card takes a trick",
    "order-cards": "Put cards in their order",
    "how-much": "Count the points",
    "find-group": "Find cards that belong together",
    "find-meld": "Find a meld",
    "deadwood": "Count deadwood",
    "laid-off": "Find what can be laid off",
    "whose-turn": "Say whose turn it is",
    "deal-over": "See when a deal is over",
    "can-be-true": "See what cannot be true",
    "who-gets": "Say who gets the cards",
    "who-scores": "Say who scores",
    "who-joins": "Say who is with whom",
    "in-pack": "Say which cards are in the pack",
    "how-many-cards": "Say how many cards there are",
    "how-many-copies": "Say how often a card is in the pack",
    "which-line": "Say which rule gave the points",
    "which-of-game": "Know the rule in its own words",
    "which-game": "Know the game by its rule",
    "which-sentence": "Know the rule in its own words",
    "league-next": "Say who is next in a league",
    "league-total": "Keep the table of a league",
    "league-winner": "Find the winner of a league",
    "deal-match-points": "Turn a score into match points",
    "mixed-leader": "Say who leads a match of several games",
    "mixed-next": "Say which game comes next",
    "format-rule": "Say which rule decides",
    "declarer": "Find the declarer",
    "contract": "Find the contract",
}
"""What an answer to a kind of question shows."""


@dataclass(frozen=True, slots=True)
class Ability:
    """Something that was done in a lesson, and how often at the first try."""

    text: str
    first: int
    of: int

    @property
    def evidence(self) -> str:
        """
        >>> Ability("", 5, 6).evidence, Ability("", 2, 2).evidence, Ability("", 0, 1).evidence
        ('5 of 6 at the first try', '2 of 2', 'at the second try')
        """
        if self.first == self.of:
            return f"{self.first} of {self.of}"
        if self.of == 1:
            return "at the second try"
        return f"{self.first} of {self.of} at the first try"


@cache
def _phrases() -> Mapping[str, str]:
    source = files(__package__) / "data" / "abilities.json"
    phrases: dict[str, str] = json.loads(source.read_text(encoding="utf-8"))
    return phrases


def ability_phrase(lesson_id: str) -> str:
    """What the lesson makes somebody able to do, after "you can"; "" where nobody has said it."""
    return _phrases().get(lesson_id, "")


def headline(lesson: Lesson) -> str:
    """The sentence that a lesson ends with."""
    phrase = ability_phrase(lesson.id)
    return f"You can {phrase}." if phrase else f"That was “{lesson.title}”."


def abilities(
    answers: Iterable[tuple[str, bool]], own: Mapping[str, str] | None = None
) -> tuple[Ability, ...]:
    """The kinds of question that were answered most, with their evidence.

    answers: for each question its kind and whether it was right at the first try; own: a lesson's
    words for what some of these kinds show.

    >>> told = abilities([("who-wins", True), ("who-wins", False), ("which-rule", True)])
    >>> [(one.text, one.evidence) for one in told]
    [('See who takes a trick', '1 of 2 at the first try'), ('Say which rule decided', '1 of 1')]
    """
    counted: dict[str, list[bool]] = {}
    for ask, first in answers:
        if text := (own or {}).get(ask) or SKILLS.get(ask):
            counted.setdefault(text, []).append(first)
    most = sorted(counted.items(), key=lambda entry: -len(entry[1]))[:MOST_ABILITIES]
    return tuple(Ability(text, sum(firsts), len(firsts)) for text, firsts in most)


def days_in_words(days: Sequence[int]) -> tuple[str, ...]:
    """When it is asked again.

    >>> days_in_words((1, 3, 7, 14, 21))
    ('tomorrow', 'in three days', 'in a week', 'in two weeks', 'in three weeks')
    """
    return tuple(_day_in_words(day) for day in days)


def _day_in_words(days: int) -> str:
    if days == 1:
        return "tomorrow"
    weeks, rest = divmod(days, 7)
    if rest:
        return f"in {number(days)} days"
    return "in a week" if weeks == 1 else f"in {number(weeks)} weeks"


@cache
def card_of(lesson: Lesson) -> str:
    """The card that somebody gets for a lesson: the one that answered its question, else one of
    the 52 that is always the same."""
    items = [*lesson.choose.item, *(lesson.say_why.item if lesson.say_why else ())]
    gaps = [entry for entry in lesson.complete.line if is_gap(entry)]
    pins = [part.pinned for part in (lesson.predict, *items)] + [gap.pinned for gap in gaps]
    for answer in (answer for pinned in pins for answer in pinned):
        if _is_card(answer):
            return answer
    return str(Random(lesson.id).choice([Card(r + s) for r in "AKQJT98765432" for s in "SHDC"]))


def _is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in "AKQJT98765432" and text[1] in "SHDC"


def pack_of(done: Iterable[Lesson]) -> tuple[str, ...]:
    """The cards that belong to a learner: one for each lesson that was walked to its end."""
    return tuple(dict.fromkeys(card_of(one) for one in done))


def ending_data(lesson: Lesson, answers: Iterable[tuple[str, bool]]) -> dict[str, Any]:
    """The last page as far as a lesson itself knows it."""
    card, told = (
        card_of(lesson),
        abilities(answers, {str(ask): text for ask, text in lesson.skills.items()}),
    )
    return {
        "headline": headline(lesson),
        "card": card,
        "abilities": [{"text": one.text, "evidence": one.evidence} for one in told],
        "days": list(days_in_words(lesson.comes_back.after_days)),
    }
