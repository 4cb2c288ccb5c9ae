"""A member of a class who has signed in elsewhere: a proxy that is trusted, or a JupyterHub by way of
the same header, says who somebody is, and no cookie is needed."""

from __future__ import annotations

import http.client
from urllib.parse import urlencode

from tests.pages.browsing import Server

from .conftest import ACCOUNT, PROXY
from .test_serving import Group

given: list[str] = []
"""The cookies of classes that answers have set, the last one last."""


def ask(
    server: Server,
    path: str,
    account: str,
    form: dict[str, str] | None = None,
    by: str = PROXY,
    cookie: str = "",
) -> tuple[int, str, str]:
    """Status, text and target of a redirect of one request."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60, source_address=(by, 0))
    headers = {ACCOUNT: account, "Origin": server.url.rstrip("/"), "Cookie": cookie}
    body = None if form is None else urlencode(form)
    if body is not None:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
    try:
        line.request("GET" if form is None else "POST", f"/{path}", body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
        sent = [one.partition(";")[0] for one in answer.headers.get_all("Set-Cookie") or []]
        given.extend(one for one in sent if one.startswith("cardlab-class-"))
        return answer.status, text, answer.headers.get("Location", "")
    finally:
        line.close()


def test_an_account_is_a_member_on_every_device(classroom: Server) -> None:
    group = Group(classroom)
    code = group.tuesday.code
    joined = ask(classroom, "class", "anna@school.example", {"code": code, "nickname": "Anna"})
    assert joined[0] == 303 and joined[2] == f"/{group.root}"
    status, page, _ = ask(classroom, group.root, "anna@school.example")
    assert status == 200 and "Anna" in page
    # joining once more is coming back: there is one Anna, under the name that she has
    again = ask(classroom, "class", "anna@school.example", {"code": code, "nickname": "Anne"})
    assert again[0] == 303 and again[2] == f"/{group.root}"
    members = group.teacher.ask(f"{group.root}/now")[1]
    assert "Anna" in members and "Anne" not in members


def test_nobody_else_is_that_member(classroom: Server) -> None:
    group = Group(classroom)
    form = {"code": group.tuesday.code, "nickname": "Anna"}
    assert ask(classroom, "class", "anna", form)[0] == 303
    assert ask(classroom, group.root, "ben")[0] == 403
    # not at the same browser either, once somebody else has signed in there
    assert ask(classroom, group.root, "anna", cookie=given[-1])[0] == 200
    assert ask(classroom, group.root, "ben", cookie=given[-1])[0] == 403
    # the header counts from the proxy alone
    assert ask(classroom, group.root, "anna", by="127.0.0.1")[0] == 403
    assert ask(classroom, f"{group.root}/act", "anna", {"act": "door"})[0] == 403
    assert ask(classroom, group.other_root, "anna")[0] == 403
