"""When the heading of a rule is printed before its sentence, and when the sentence says it already.

Compares words.  Knows no rule and no game.
"""

from __future__ import annotations

import re
from functools import cache

SMALL = frozenset(
    word
    for line in (
        "a an the of in on at to for and or if is are be it its their them they who whoever whose",
        "with by from as that this those these each every all any one no not than then there what",
        "which when where after before into out up may must can do does has have had he his him",
        "you your player players card cards",
    )
    for word in line.split()
)
"""Words that carry no meaning of their own in a rule."""
_WORD = re.compile(r"[\w♠♥♦♣½’'-]+")
_ENDING = re.compile(r"(ing|ed|es|s)$")


@cache
def meaning(text: str) -> frozenset[str]:
    """The words of a text that carry its meaning, without endings that only inflect.

    >>> sorted(meaning("The winner leads"))
    ['lead', 'winner']
    """
    return frozenset(
        _ENDING.sub("", word) for word in _WORD.findall(text.lower()) if word not in SMALL
    )


def begins_with(text: str, title: str) -> bool:
    """Whether a text begins with the words of its heading."""
    return re.match(re.escape(title) + r"\b", text, re.IGNORECASE) is not None


def says_more(title: str, text: str) -> bool:
    """Whether a heading says something that its text does not.

    >>> says_more("Undercut", "A defender who has less deadwood than the knocker scores 10 more.")
    True
    >>> says_more("The winner leads", "The winner of a trick leads to the next.")
    False
    """
    words = meaning(title)
    return 2 * len(words - meaning(text)) > len(words)


def headed(title: str, text: str) -> str:
    """A heading and its text as one paragraph."""
    stop = "" if title.rstrip("”")[-1:] in tuple("!?.") else "."
    return f"{title}{stop} {text}"
