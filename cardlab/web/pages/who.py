"""Who is learning: the nickname in the address, else the one that this browser keeps, else the
guest.

Knows where a name comes from; keeps nothing and knows no learner. A page's kernel sees no cookie:
the server hands it the name in `HTTP_X_CARDLAB_LEARNER`, and the address in `QUERY_STRING`.

>>> current({"QUERY_STRING": "seed=7&learner=Anna"}), current({"HTTP_X_CARDLAB_LEARNER": "%C5%BDofie"}), current({})
('Anna', 'Žofie', 'guest')
>>> print(asked({"QUERY_STRING": "learner=<b>"}).said)
A nickname is made of letters, digits, spaces, - and _; “<” is none of them. Until then you learn as guest.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import quote, unquote

from cardlab.lessons.nickname import GUEST, nickname
from cardlab.web.addresses import learner_in, page_query

__all__ = ["COOKIE", "HEADER", "Who", "asked", "current", "packed", "visitor"]

COOKIE = "cardlab-learner"
HEADER = "X-Cardlab-Learner"
_VARIABLE = "HTTP_X_CARDLAB_LEARNER"


@dataclass(frozen=True, slots=True)
class Who:
    """The learner, and a sentence if the page was asked for somebody that nobody can be called."""

    name: str
    said: str = ""


def packed(name: str) -> str:
    """A nickname as a cookie or a header can carry it."""
    return quote(name, safe="")


def _kept(cookie: str) -> str:
    try:
        return nickname(unquote(cookie, errors="strict"))
    except ValueError:
        # No name was kept, or a broken one; neither is anything that the reader did.
        return GUEST


def asked(environ: Mapping[str, str]) -> Who:
    """Who is learning in this kernel, with a sentence about an address that cannot be understood."""
    return visitor(page_query(environ), environ.get(_VARIABLE, ""))


def visitor(query: str, cookie: str) -> Who:
    """Who is learning where a page of this query is asked for, with this cookie."""
    named, problem = learner_in(query)
    kept = _kept(cookie)
    return Who(named or kept, f"{problem} Until then you learn as {kept}." if problem else "")


def current(environ: Mapping[str, str]) -> str:
    """Who is learning."""
    return asked(environ).name
