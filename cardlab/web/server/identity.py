"""Who a visitor is: a chain of ways to know it, of which the first that answers counts.

The last of the chain is a cookie of the browser, signed with the key of the store: a guest's id,
or a nickname with the stamp of whoever holds it. Before it stands the account of which a trusted
proxy or a JupyterHub says that the visitor has signed in with it, and whatever else is put into the
setting `cardlab_identities`. Nothing that a page or an address says counts. Knows headers, cookies
and the store's sentences; knows no page.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from tornado.web import create_signed_value, decode_signed_value

from cardlab.lessons.nickname import account_id, account_of, guest_id, is_guest, key, readable

if TYPE_CHECKING:
    from cardlab.store import Holders

__all__ = [
    "COOKIE",
    "SETTING",
    "Account",
    "Identity",
    "SignedCookie",
    "Visitor",
    "ask_holders",
    "visitor_of",
]

COOKIE = "cardlab-visitor"
DAYS = 400
"""How long a browser keeps the cookie, which is as long as browsers allow."""
SETTING = "cardlab_identities"

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class Visitor:
    """Whoever sent a request.

    learner: under which the store saves what they do, a nickname or the id of a guest or of an
    account; stamp: what makes a nickname theirs; code: the recovery code of the nickname, as far as
    the browser has it.
    """

    learner: str
    stamp: str = ""
    code: str = ""

    @property
    def guest(self) -> bool:
        return is_guest(self.learner)

    @property
    def account(self) -> str:
        """What the visitor is called where they signed in; empty for anybody else."""
        return account_of(self.learner)

    @property
    def name(self) -> str:
        """How the visitor is called."""
        return readable(self.learner)


class Identity(Protocol):
    """One way to know who sent a request."""

    async def visitor(self, handler: Any) -> Visitor | None:
        """The visitor, or None if this way does not say.  Raises StoreError if it cannot be known
        now."""


async def visitor_of(handler: Any) -> Visitor:
    """Return who sent a request. A browser that comes for the first time becomes a guest, with a
    cookie; where the store cannot say whose a cookie is, a guest for this request alone."""
    from cardlab.store import StoreError

    chain = handler.settings.setdefault(SETTING, (SignedCookie(),))
    try:
        for identity in chain:
            if (visitor := await identity.visitor(handler)) is not None:
                return visitor
        guest = Visitor(guest_id())
        await SignedCookie().remember(handler, guest)
    except StoreError:
        return Visitor(guest_id())
    return guest


async def ask_holders(act: Callable[[Holders], Answer]) -> Answer:
    """Ask the store in a thread of its own, so that a locked file keeps no other page waiting."""

    def ask() -> Answer:
        from cardlab.store import Holders

        holders = Holders()
        try:
            return act(holders)
        finally:
            holders.close()

    return await asyncio.to_thread(ask)


@dataclass(frozen=True)
class Account:
    """The account that a header of a proxy names. `Door` has turned away every request that
    carries the header and does not come from a trusted proxy."""

    header: str

    async def visitor(self, handler: Any) -> Visitor | None:
        account = handler.request.headers.get(self.header, "")
        return Visitor(account_id(account)) if account else None


class SignedCookie:
    """The cookie of a browser: long-lived, unreadable for scripts, worth nothing on another
    server.  A cookie of a nickname counts as long as it carries the stamp of the holder."""

    async def visitor(self, handler: Any) -> Visitor | None:
        sent = handler.get_cookie(COOKIE)
        if not sent:
            return None
        secret = await signing_key()
        text = decode_signed_value(secret, COOKIE, sent, max_age_days=DAYS, min_version=2)
        if text is None:
            return None
        try:
            visitor = Visitor(**json.loads(text))
            who = key(visitor.learner)
        except (TypeError, ValueError, AttributeError):
            return None
        if visitor.guest:
            return visitor
        stamp = await ask_holders(lambda holders: holders.stamp(who))
        return visitor if stamp is not None and stamp == visitor.stamp else None

    async def remember(self, handler: Any, visitor: Visitor) -> None:
        """Have the browser keep who it is.  Raises StoreError."""
        kept = {"learner": visitor.learner, "stamp": visitor.stamp, "code": visitor.code}
        text = json.dumps({name: value for name, value in kept.items() if value})
        handler.set_cookie(
            COOKIE,
            create_signed_value(await signing_key(), COOKIE, text, version=2),
            expires_days=DAYS,
            path=handler.settings["base_url"],
            httponly=True,
            samesite="Lax",
            secure=handler.request.protocol == "https",
        )


_keys: dict[str, str] = {}
"""The key of each store that was asked; it never changes."""


async def signing_key() -> str:
    """The key of the cookies: `CARDLAB_SECRET`, or the one in the store.  Raises StoreError."""
    from cardlab.store import default_url

    named = os.environ.get("CARDLAB_SECRET", "")
    if named:
        return hashlib.sha256(b"cardlab cookies " + named.encode()).hexdigest()
    url = default_url()
    if url not in _keys:
        _keys[url] = await ask_holders(lambda holders: holders.signing_key())
    return _keys[url]
