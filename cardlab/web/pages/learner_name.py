"""The name of whoever is learning: that in the address, else the one that this browser remembers,
else the guest.

Knows where a name comes from; saves nothing and knows no learner. A page's kernel sees no cookie:
the server hands it the name in `HTTP_X_CARDLAB_LEARNER`, and the address in `QUERY_STRING`.

>>> current_learner({"QUERY_STRING": "seed=7&learner=Anna"}), current_learner({})
('Anna', 'guest')
>>> current_learner({"HTTP_X_CARDLAB_LEARNER": "%C5%BDofie"})
'Žofie'
>>> print(read_learner({"QUERY_STRING": "learner=<b>"}).trouble)
A nickname is made of letters, digits, spaces, - and _; “<” is none of them. Until then you learn as guest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from cardlab.lessons.nickname import GUEST, nickname
from cardlab.web.addresses import learner_in, page_query

__all__ = [
    "COOKIE",
    "HEADER",
    "LearnerName",
    "current_learner",
    "learner_of",
    "packed",
    "read_learner",
]

COOKIE = "cardlab-learner"
HEADER = "X-Cardlab-Learner"
_VARIABLE = "HTTP_X_CARDLAB_LEARNER"


@dataclass(frozen=True, slots=True)
class LearnerName:
    """The name of the learner, and a sentence if the address has one that nobody can have."""

    name: str
    trouble: str = ""


def packed(name: str) -> str:
    """A nickname as a cookie or a header can carry it."""
    return quote(name, safe="")


def _remembered(cookie: str) -> str:
    try:
        return nickname(unquote(cookie, errors="strict"))
    except ValueError:
        # No name was remembered, or a broken one; neither is anything that the reader did.
        return GUEST


def read_learner(environ: Mapping[str, str]) -> LearnerName:
    """Return who is learning in this kernel."""
    return learner_of(page_query(environ), environ.get(_VARIABLE, ""))


def learner_of(query: str, cookie: str) -> LearnerName:
    """Return who is learning where a page of this query is asked for, with this cookie."""
    named, problem = learner_in(query)
    remembered = _remembered(cookie)
    trouble = f"{problem} Until then you learn as {remembered}." if problem else ""
    return LearnerName(named or remembered, trouble)


def current_learner(environ: Mapping[str, str]) -> str:
    """Return the name of whoever is learning in this kernel."""
    return read_learner(environ).name
