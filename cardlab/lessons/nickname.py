"""What a learner may be called, and when two names mean the same person.

Knows letters; knows no learner, and nothing of who may use a name. A visitor without a name is a
guest, with an id that the server makes; one who has signed in elsewhere (at a JupyterHub, at a
proxy) has an account, whose id holds what they are called there. Nobody can type either as a name.

>>> nickname("  Anna   Ž-2 "), nickname("دعاء"), key("ANNA ž-2") == key("Anna Ž-2")
('Anna Ž-2', 'دعاء', True)
>>> nickname("<b>Anna</b>")
Traceback (most recent call last):
ValueError: A nickname is made of letters, digits, spaces, - and _; “<” cannot stand in one.
"""

from __future__ import annotations

import re
import secrets
import unicodedata
from typing import Any

__all__ = [
    "GUEST",
    "LONGEST",
    "account_id",
    "account_of",
    "guest_id",
    "is_guest",
    "key",
    "nickname",
    "readable",
]

GUEST = "guest"
"""How whoever has not said a name is called; nobody can take it."""
_GUEST_ID = re.compile(r"guest:[0-9a-f]{24}")
LONGEST = 30
_ACCOUNT = "account:"
LONGEST_ACCOUNT = 200

# Letters to Unicode, but nothing that anybody could see.
_INVISIBLE = frozenset("\u115f\u1160\u3164\uffa0")


def _fits(sign: str) -> bool:
    kind = unicodedata.category(sign)
    return sign in " -_" or ((kind[0] in "LM" or kind == "Nd") and sign not in _INVISIBLE)


def nickname(text: Any) -> str:
    """The name as it is kept: trimmed, composed, single spaces.  ValueError, with a sentence,
    for anything else.

    >>> nickname("")
    Traceback (most recent call last):
    ValueError: Say a nickname of 1 to 30 letters, digits, spaces, - or _.
    """
    if not isinstance(text, str):
        raise ValueError(f"Say a nickname of 1 to {LONGEST} letters, digits, spaces, - or _.")
    if len(text) > 40 * LONGEST:
        raise ValueError(f"A nickname has at most {LONGEST} letters; this one is far longer.")
    name = " ".join(part for part in unicodedata.normalize("NFC", text).split(" ") if part)
    for sign in name:
        if not _fits(sign):
            seen = f"“{sign}”" if sign.isprintable() else f"an invisible sign (U+{ord(sign):04X})"
            raise ValueError(
                f"A nickname is made of letters, digits, spaces, - and _; {seen} cannot stand in one."
            )
    if not any(unicodedata.category(sign)[0] in "LN" for sign in name):
        raise ValueError(f"Say a nickname of 1 to {LONGEST} letters, digits, spaces, - or _.")
    if unicodedata.category(name[0])[0] == "M":
        raise ValueError("A nickname begins with a letter or a digit, not with an accent alone.")
    if len(name) > LONGEST:
        raise ValueError(f"A nickname has at most {LONGEST} letters; this one has {len(name)}.")
    return name


def guest_id() -> str:
    """A new guest, whom nobody can guess.

    >>> is_guest(guest_id()), is_guest("guest"), is_guest("Anna"), key("guest:" + "0a" * 12)
    (True, True, False, 'guest:0a0a0a0a0a0a0a0a0a0a0a0a')
    """
    return f"guest:{secrets.token_hex(12)}"


def is_guest(name: str) -> bool:
    """Whether this is the id of a guest, or what guests are called."""
    return name.casefold() == GUEST or _GUEST_ID.fullmatch(name) is not None


def account_id(account: str) -> str:
    """The id of whoever is called this where they signed in.  Raises ValueError, with a sentence,
    for what no account is called.

    >>> account_id(" anna@school.example "), key("account:Anna Müller")
    ('account:anna@school.example', 'account:Anna Müller')
    """
    name = unicodedata.normalize("NFC", account).strip()
    if not 0 < len(name) <= LONGEST_ACCOUNT:
        raise ValueError(f"The name of an account has 1 to {LONGEST_ACCOUNT} characters.")
    if not name.isprintable():
        raise ValueError("The name of an account has no invisible characters.")
    return _ACCOUNT + name


def account_of(learner: str) -> str:
    """What a learner is called where they signed in; empty for a nickname and for a guest.

    >>> account_of("account:anna@school.example"), account_of("Anna"), account_of("account:")
    ('anna@school.example', '', '')
    """
    return learner.removeprefix(_ACCOUNT) if learner.startswith(_ACCOUNT) else ""


def readable(learner: str) -> str:
    """How a learner is called on a page. Of a mail address it is what stands before the @.

    >>> readable("account:anna@school.example"), readable("Anna"), readable("account:@anna")
    ('anna', 'Anna', '@anna')
    """
    if is_guest(learner):
        return GUEST
    account = account_of(learner)
    return account.partition("@")[0].strip() or account or learner


def key(name: str) -> str:
    """What two spellings of one person's name have in common; the id of a guest or of an account
    is its own key.

    >>> key("Straße 7") == key("STRASSE 7")
    True
    """
    if _GUEST_ID.fullmatch(name) or account_of(name):
        return name
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", nickname(name)).casefold())
