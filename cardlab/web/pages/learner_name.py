"""Who is learning in a page's kernel: whoever the server says.

A kernel sees no cookie, and what an address says does not count: anybody can write one. The server,
which knows the visitor, hands the kernel a nickname, or the id of a guest or of an account, in
`HTTP_X_CARDLAB_LEARNER`. Saves nothing and knows no learner.

>>> current_learner({"HTTP_X_CARDLAB_LEARNER": "%C5%BDofie", "QUERY_STRING": "learner=Anna"})
'Žofie'
>>> current_learner({}), told_by_server({})
('guest', False)
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import quote, unquote

from cardlab.lessons.nickname import GUEST, account_of, is_guest, key, nickname

__all__ = ["HEADER", "current_learner", "match_holder", "packed", "told_by_server"]

HEADER = "X-Cardlab-Learner"
_VARIABLE = "HTTP_X_CARDLAB_LEARNER"


def packed(learner: str) -> str:
    """A nickname, or the id of a guest or of an account, as a header can carry it."""
    return quote(learner, safe="")


def told_by_server(environ: Mapping[str, str]) -> bool:
    """Whether a server of ours has said who is learning in this kernel."""
    return bool(environ.get(_VARIABLE))


def current_learner(environ: Mapping[str, str]) -> str:
    """Return who is learning in this kernel: a nickname, the id of a guest or of an account, or
    `guest` in a notebook that no server of ours has opened."""
    learner = unquote(environ.get(_VARIABLE, ""))
    try:
        return learner if is_guest(learner) or account_of(learner) else nickname(learner)
    except ValueError:
        return GUEST


def match_holder(environ: Mapping[str, str]) -> str | None:
    """Return who holds the matches that are begun in this kernel, by the key of the learner. None
    where the store is the reader's own: in a notebook, and on a site without a server.

    >>> match_holder({"HTTP_X_CARDLAB_LEARNER": "Anna"}), match_holder({})
    ('anna', None)
    """
    if not told_by_server(environ) or "CARDLAB_BASE" in environ:
        return None
    return key(current_learner(environ))
