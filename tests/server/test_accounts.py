"""A visitor who has signed in elsewhere: a trusted proxy names the account, and nobody else can.

Needs no browser.  The server trusts one address of this machine and no other: what comes from there
comes from its proxy.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Iterator
from urllib.parse import urlencode

import pytest
from browsing import Server, serving

from cardlab.cli import main
from cardlab.lessons.progress import Event
from cardlab.store import Holders, Houses, Learners, NameTaken, StoreError
from cardlab.web.hub import proxied
from cardlab.web.pages.learner_name import current_learner, packed
from cardlab.web.server.identity import COOKIE

PROXY, STRANGER = "127.0.0.2", "127.0.0.1"
USER = "X-Forwarded-User"
OPENED = Event(5.0, "opened", concept="trump")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--trust-proxy", PROXY, "--user-header", USER)
    with serving(tmp_path_factory.mktemp("accounts"), *options) as running:
        yield running


def ask(
    site: Server,
    path: str,
    users: tuple[str, ...] = (),
    body: str | None = None,
    by: str = PROXY,
    cookie: str = "",
) -> tuple[int, http.client.HTTPMessage, str]:
    """One request from an address, with a header of users for each that is given."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60, source_address=(by, 0))
    try:
        line.putrequest("GET" if body is None else "POST", f"/{path}")
        for user in users:
            line.putheader(USER, user.encode())
        if cookie:
            line.putheader("Cookie", cookie)
        if body is not None:
            line.putheader("Origin", site.url.rstrip("/"))
            line.putheader("Content-Type", "application/x-www-form-urlencoded")
            line.putheader("Content-Length", str(len(body.encode())))
        line.endheaders(None if body is None else body.encode())
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        line.close()


def given(headers: http.client.HTTPMessage) -> str:
    """The cookie that a browser is to be known by, where the answer sets one."""
    cookies = [cookie.partition(";")[0] for cookie in headers.get_all("Set-Cookie") or []]
    return next((cookie for cookie in cookies if cookie.startswith(COOKIE)), "")


@pytest.mark.parametrize(
    ("account", "name"),
    [
        ("anna@school.example", "anna"),
        ("Anna Müller", "Anna Müller"),
        ("دعاء", "دعاء"),
        ("guest", "guest"),
        ('o\'neil;x="1"/<b>', 'o\'neil;x="1"/<b>'),
    ],
)
def test_an_account_is_the_learner_under_a_key_of_its_own(
    site: Server, account: str, name: str
) -> None:
    status, headers, text = ask(site, "cardlab/learner", (account,))
    told = json.loads(text)
    assert (status, told["learner"], told["account"]) == (200, name, account)
    assert told["guest"] is False and f"signed in as {account}" in told["about"]
    assert not given(headers), "the proxy knows, so that the browser need not"
    # progress comes in by a file, as in any other name
    elsewhere = Learners("sqlite://")
    elsewhere.append("Somebody", [OPENED])
    file = elsewhere.export_text("Somebody")
    assert ask(site, "cardlab/learner/import", (account,), file)[0] == 200
    saved = Learners(f"sqlite:///{site.store}").load(f"account:{account}")
    assert [event.concept for event in saved.events] == ["trump"]
    # and out again, to be loaded by whoever runs a server
    out = json.loads(ask(site, "cardlab/learner/export", (account,))[2])
    assert out["learner"] == f"account:{account}"
    elsewhere.import_text(json.dumps(out))
    assert elsewhere.load(f"account:{account}").events == saved.events


def test_the_kernel_of_a_page_is_told_the_account(site: Server) -> None:
    told = {"HTTP_X_CARDLAB_LEARNER": packed("account:Anna Müller"), "QUERY_STRING": "learner=Eve"}
    assert current_learner(told) == "account:Anna Müller"
    # what an address says is nobody, over the proxy as well
    told = json.loads(ask(site, "cardlab/learner?learner=Eve", ("ben@school.example",))[2])
    assert told["learner"] == "ben"


@pytest.mark.parametrize("path", ["", "cardlab/learner", "map", "cardlab/seat", "nothing"])
def test_a_header_that_comes_around_the_proxy_is_refused(site: Server, path: str) -> None:
    status, _, text = ask(site, path, ("anna@school.example",), by=STRANGER)
    assert status == 403 and "<h1>It is not clear who you are</h1>" in text
    assert "address of the proxy" in text and "anna" not in text


@pytest.mark.parametrize(
    ("users", "because"),
    [
        (("anna", "ben"), "came twice"),
        (("a" * 201,), "1 to 200 characters"),
        (("anna\u202ebor",), "no invisible characters"),
    ],
)
def test_an_account_that_is_in_doubt_is_refused(
    site: Server, users: tuple[str, ...], because: str
) -> None:
    status, _, text = ask(site, "", users)
    assert status == 403 and because in text


def test_without_an_account_the_browser_is_known_by_its_cookie(site: Server) -> None:
    for by in (PROXY, STRANGER):
        status, headers, text = ask(site, "cardlab/learner", by=by)
        assert status == 200 and json.loads(text)["guest"] is True
        assert given(headers)
    assert json.loads(ask(site, "cardlab/learner", ("",))[2])["guest"] is True


@pytest.mark.parametrize(
    "typed", ["anna@school.example", "account:anna@school.example", "ACCOUNT:anna@school.example"]
)
def test_nobody_takes_an_account_by_typing_it(site: Server, typed: str) -> None:
    for more in ({}, {"code": "BCDF-GHJK"}):
        status, _, text = ask(site, "cardlab/learner", body=urlencode({"learner": typed} | more))
        assert status == 400 and "cannot stand in one" in json.loads(text)["said"]
    holders = Holders(f"sqlite:///{site.store}")
    with pytest.raises((NameTaken, StoreError)):
        holders.take("account:anna@school.example")
    with pytest.raises(StoreError, match="no recovery code"):
        holders.new_code("account:anna@school.example")
    assert not [name for name in holders.without_code() if name.startswith("account:")]


def test_a_nickname_of_the_same_letters_is_somebody_else(site: Server) -> None:
    status, headers, _ = ask(site, "cardlab/learner", body=urlencode({"learner": "Anna Müller"}))
    cookie = given(headers)
    assert status == 200
    named = json.loads(ask(site, "cardlab/learner", cookie=cookie)[2])
    assert named["learner"] == "Anna Müller" and "account" not in named
    # who has signed in is the account, whatever cookie the browser still has
    both = json.loads(ask(site, "cardlab/learner", ("ben",), cookie=cookie)[2])
    assert both["account"] == "ben"


@pytest.mark.parametrize("act", [{"learner": "Zoe"}, {"act": "leave"}, {"act": "code"}])
def test_whoever_has_signed_in_needs_no_nickname(site: Server, act: dict[str, str]) -> None:
    status, headers, text = ask(site, "cardlab/learner", ("anna",), urlencode(act))
    assert status == 400 and "You are signed in" in json.loads(text)["said"]
    assert not given(headers)


def test_house_rules_of_an_account_are_its_own() -> None:
    houses = Houses("sqlite://")
    houses.keep("account:anna@school.example", "nap", "Our Nap", "{}")
    assert [game.name for game in houses.all("account:anna@school.example")] == ["Our Nap"]
    assert not houses.all("anna") and not houses.all("account:anna")


def test_a_header_of_users_needs_a_proxy(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--user-header", USER]) == 2
    assert "--trust-proxy ADDRESS" in capsys.readouterr().err
    assert main(["serve", "--trust-proxy", PROXY, "--user-header", "X User"]) == 2
    assert "is not the name of a header" in capsys.readouterr().err


@pytest.mark.slow
def test_on_a_hub_the_user_is_the_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    """The header has a name that only the two processes know."""
    monkeypatch.delenv("JUPYTERHUB_USER", raising=False)
    alone = proxied()
    assert alone["environment"] == {} and alone["request_headers_override"] == {}
    monkeypatch.setenv("JUPYTERHUB_USER", "anna@school.example")
    one, two = proxied(), proxied()
    header = one["environment"]["CARDLAB_USER_HEADER"]
    assert one["request_headers_override"] == {header: "anna@school.example"}
    assert header != two["environment"]["CARDLAB_USER_HEADER"] and len(header) > 32
    assert header not in " ".join(one["command"]), "other users can read a command"
