"""Which member of a class sent a request: a signed cookie of the class, or an account.

Knows cookies and members. Nothing that a page or an address says counts: without the cookie, or
with that of another class, somebody is nobody here, and is told the same whether the class exists
or not.
"""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from tornado.web import HTTPError, create_signed_value, decode_signed_value

from cardlab.lessons.nickname import account_of
from cardlab.store import ClassNotFound, Member
from cardlab.web.classes.hall import Hall
from cardlab.web.server.identity import (
    SignedCookie,
    Visitor,
    ask_holders,
    signing_key,
    visitor_of,
)

__all__ = ["forget", "hall_of", "member_by_account", "member_of", "remember", "required"]

DAYS = 180
"""How long a browser stays in a class: longer than a course."""


def hall_of(handler: Any) -> Hall:
    """The tables of this server process, made when they are first asked for."""
    hall: Hall | None = handler.settings.get("cardlab_hall")
    if hall is None:
        hall = handler.settings["cardlab_hall"] = Hall()
    return hall


def _cookie(class_id: str) -> str:
    return f"cardlab-class-{class_id}"


async def member_of(handler: Any, class_id: str) -> Member | None:
    """The member of a class who sent a request, or None.  Raises StoreError."""
    hall, name = hall_of(handler), _cookie(class_id)
    if sent := handler.get_cookie(name):
        secret = await signing_key()
        text = decode_signed_value(secret, name, sent, max_age_days=DAYS, min_version=2)
        if text is not None:
            kept = json.loads(text)
            try:
                member = await hall.ask(lambda: hall.classes.member(kept["member"]))
            except ClassNotFound:
                return None
            theirs = member.class_id == class_id and member.stamp == kept["stamp"]
            if theirs and not await _is_another(handler, member):
                return replace(member, login=str(kept.get("login", "")))
    return await member_by_account(handler, class_id)


async def _is_another(handler: Any, member: Member) -> bool:
    """Whether somebody else has signed in since at the browser of a member with an account."""
    if not account_of(member.learner):
        return False
    visitor = await visitor_of(handler)
    return bool(visitor.account) and visitor.learner != member.learner


async def member_by_account(handler: Any, class_id: str) -> Member | None:
    """The member of a class who has the account that a request comes with, or None."""
    hall, visitor = hall_of(handler), await visitor_of(handler)
    if not visitor.account:
        return None
    members = await hall.ask(lambda: hall.classes.members(class_id))
    return next((one for one in members if one.learner == visitor.learner), None)


async def required(handler: Any, class_id: str, *, teacher: bool = False) -> Member:
    """The member who sent a request.  Raises HTTPError 403 for anybody else, and for a pupil
    where a teacher is needed."""
    member = await member_of(handler, class_id)
    if member is None or (teacher and not member.teaches):
        raise HTTPError(403)
    return member


async def remember(handler: Any, member: Member) -> None:
    """Have the browser keep who it is in a class; where its visitor has no name of their own, it
    learns as the member does on every other device."""
    kept = json.dumps({"member": member.id, "stamp": member.stamp, "login": member.login})
    name = _cookie(member.class_id)
    handler.set_cookie(
        name,
        create_signed_value(await signing_key(), name, kept, version=2),
        expires_days=DAYS,
        path=handler.settings["base_url"],
        httponly=True,
        samesite="Lax",
        secure=handler.request.protocol == "https",
    )
    visitor = await visitor_of(handler)
    if visitor.guest and Visitor(member.learner).guest and visitor.learner != member.learner:
        await ask_holders(lambda holders: holders.pass_matches(visitor.learner, member.learner))
        await SignedCookie().remember(handler, Visitor(member.learner))


def forget(handler: Any, class_id: str) -> None:
    """Have the browser forget who it is in a class."""
    handler.clear_cookie(_cookie(class_id), path=handler.settings["base_url"])


async def own_learner(handler: Any) -> str:
    """Whose progress a new member's is: that of the visitor."""
    return (await visitor_of(handler)).learner
