"""How an answer is spoken of: what was given, and by how much it is off.

Knows numbers as people type them and the plural of what is counted. Knows no question.

>>> read_number(" −50 "), read_number("-50"), read_number("six")
(-50, -50, None)
>>> far_off(3, 2), far_off(0, 2), far_off(40, 26)
('Three is one too many.', 'Zero is two too few.', '40 is 14 too many.')
>>> too_many(["K♦"]), too_many(["A♥", "K♦"])
('K♦ is one too many.', 'A♥ and K♦ are two too many.')
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.words import capital, listed, number

MINUS = "−"
"""The sign that is printed; a keyboard has the other one."""
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_SENTENCES = re.compile(r"(?<=[.?!])\s+")


def read_number(text: str) -> int | None:
    """A whole number as somebody types it, with either minus; None for anything else."""
    plain = text.strip().translate(dict.fromkeys(map(ord, "−–‒﹣－"), "-")).replace(" ", "")
    return int(plain) if plain.isascii() and _NUMBER.fullmatch(plain) else None


def read_card(text: str) -> str | None:
    """The card that somebody typed, ``10H``, ``TH`` or ``10♥``, as a choice has it."""
    try:
        return str(Card(text))
    except ValueError:
        return None


def figure(value: int) -> str:
    """A number of points, with the minus that is printed."""
    return f"{MINUS}{-value}" if value < 0 else str(value)


def count_word(value: int) -> str:
    """A count that begins a sentence, or stands alone."""
    if value < 0:
        return figure(value)
    return "zero" if value == 0 else number(value)


def far_off(given: int, right: int) -> str:
    """By how many a count is wrong."""
    side = "too many" if given > right else "too few"
    return f"{capital(count_word(given))} is {number(abs(given - right))} {side}."


def be(things: Collection[Any]) -> str:
    """The verb for these things by name: "you" is one person, and takes another verb.

    >>> be(["6♠"]), be(["You"]), be(["You", "Ben"])
    ('is', 'are', 'are')
    """
    return "are" if len(things) != 1 or next(iter(things)) in ("You", "you") else "is"


def as_group(names: Sequence[str], most: int = 13) -> str:
    """That these cards are a group, or one card by itself.

    >>> as_group(["7♣", "7♠"]), as_group(["7♣"])
    ('7♣ and 7♠ go together', '7♣ alone is enough')
    """
    return f"{listed(names, most=most)} {'go together' if len(names) > 1 else 'alone is enough'}"


def too_many(labels: Sequence[str], most: int = 4) -> str:
    """That these are more than belong to the answer."""
    return f"{listed(labels, most=most)} {be(labels)} {number(len(labels))} too many."


def more_are(labels: Sequence[str], what: str, missing: int, most: int = 4) -> str:
    """That these are right, and that there are others; most: how many of these are named.

    >>> more_are(["6♠"], "legal", 4), more_are(["6♠", "J♠"], "right", 1)
    ('6♠ is legal. Four more are.', '6♠ and J♠ are right. One more is.')
    """
    verb = "is" if missing == 1 else "are"
    named = listed(labels, most=most)
    return f"{named} {be(labels)} {what}. {capital(number(missing))} more {verb}."


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in _SENTENCES.split(text.strip()) if part]


def without(text: str, telling: Collection[str]) -> str:
    """A template without the sentences that have one of these placeholders in them.

    >>> without("Look at the lead. Try {instead}.", ["instead"])
    'Look at the lead.'
    """
    kept = [s for s in sentences(text) if not any("{" + name + "}" in s for name in telling)]
    return " ".join(kept)


def card_name(card: Card) -> str:
    """A card in the middle of a sentence.

    >>> card_name(Card("10S")), card_name(Card("JK"))
    ('10♠', 'the joker')
    """
    return card.sign if card.suit else f"the {card.name}"


def names(text: str, label: str) -> bool:
    """Whether a text has a label in it, as a word of its own.

    >>> names("8 stands, and you may equal it", "8"), names("A♠ and 10♠", "0♠")
    (True, False)
    """
    return bool(label) and bool(re.search(rf"(?<!\w){re.escape(label)}(?!\w)", text))


VERBS = {"is": "are", "has": "have", "was": "were", "holds": "hold", "does": "do"}
"""What a verb becomes when a sentence about somebody is said to that player."""


def addressed(text: str, name: str) -> str:
    """A sentence about a player, said to that player.

    >>> addressed("South bid four and took one trick", "South")
    'you bid four and took one trick'
    >>> addressed("Bid lost by South", "South"), addressed("North–South took two", "South")
    ('Bid lost by you', 'North–South took two')
    """
    named = rf"(?<![–\w]){re.escape(name)}(?![–\w])"
    text = re.sub(named + "'s", "your", text)
    text = re.sub(named + rf" ({'|'.join(VERBS)})\b", lambda m: f"you {VERBS[m[1]]}", text)
    return re.sub(named, "you", text)


def first_swapped(given: Sequence[str], strength: Sequence[int]) -> tuple[str, str] | None:
    """The first card that stands too high, with the strongest that has to stand above it."""
    for place, power in enumerate(strength):
        above = max(strength[place + 1 :], default=power)
        if above > power:
            return given[place], given[strength.index(above, place + 1)]
    return None
