"""Who is learning: a browser's guest, or a nickname that it holds; and nobody by naming somebody
else. Needs no browser: something that keeps cookies is one."""

from __future__ import annotations

import asyncio
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.cookies import SimpleCookie
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from browsing import Server, serving
from tornado.web import create_signed_value

from cardlab.lessons.progress import Event
from cardlab.store import Holders, Learners
from cardlab.web.server.identity import visitor_of

COOKIE = "cardlab-visitor"
OPENED = Event(5.0, "opened", concept="trump")
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("who")) as running:
        yield running


def learners(site: Server) -> Learners:
    return Learners(f"sqlite:///{site.store}")


def holders(site: Server) -> Holders:
    return Holders(f"sqlite:///{site.store}")


class Visitor:
    """A browser: it keeps what it is told to keep."""

    def __init__(self, site: Server, cookie: str = "") -> None:
        self.site = site
        self.cookie = cookie
        self.told: Any = {}
        self.set = ""

    def ask(self, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any]:
        """One request; a POST comes from our own page unless another origin is given."""
        own = {"Origin": self.site.url.rstrip("/")} if body is not None else {}
        sent = {**own, **{name.replace("_", "-"): value for name, value in headers.items()}}
        if self.cookie:
            sent.setdefault("Cookie", f"{COOKIE}={self.cookie}")
        sent = {name: value for name, value in sent.items() if value}
        request = urllib.request.Request(self.site.url + path, data=body, headers=sent)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                status, told, text = answer.status, answer.headers, answer.read()
        except urllib.error.HTTPError as error:
            status, told, text = error.code, error.headers, error.read()
        self.told = told
        self.set = ""
        for line in told.get_all("Set-Cookie") or []:
            if (morsel := SimpleCookie(line).get(COOKIE)) is not None:
                self.cookie, self.set = morsel.value, line
        is_json = "json" in (told.get("Content-Type") or "")
        return status, json.loads(text) if is_json else text.decode()

    def post(self, **values: str) -> tuple[int, Any]:
        return self.ask("cardlab/learner", urlencode(values).encode(), Content_Type=FORM)

    @property
    def who(self) -> str:
        return str(self.ask("cardlab/learner")[1]["learner"])

    @property
    def export(self) -> tuple[int, Any]:
        return self.ask("cardlab/learner/export")


@pytest.mark.rest
def test_a_guest_belongs_to_a_browser(site: Server) -> None:
    one, two = Visitor(site), Visitor(site)
    for visitor in (one, two):
        for path in ("", "map", "cardlab/learner", "voila/render/notebooks/kaiser.ipynb"):
            assert visitor.ask(path)[0] == 200
        assert visitor.ask("cardlab/learner")[1] == {"learner": "guest", "guest": True, "said": ""}
    assert one.cookie and two.cookie and one.cookie != two.cookie
    data = file_of("Somebody")
    assert one.ask("cardlab/learner/import", data)[1]["events"] == 1
    assert one.export[0] == 200 and one.export[1]["learner"] == "guest"
    assert two.export[0] == 404 and "Nothing is saved of you yet" in two.export[1]["said"]


def test_a_cookie_is_set_once_and_kept_from_scripts_and_other_sites(site: Server) -> None:
    visitor = Visitor(site)
    visitor.ask("")
    assert "HttpOnly" in visitor.set and "SameSite=Lax" in visitor.set and "Path=/" in visitor.set
    assert "Secure" not in visitor.set and "expires=" in visitor.set.lower()
    for path in ("", "map", "voila/render/notebooks/kaiser.ipynb", "cardlab/learner"):
        visitor.ask(path)
        assert not visitor.set
    plain = Visitor(site)
    plain.ask("cardlab/static/frame.css")
    assert not plain.cookie


def file_of(name: str) -> bytes:
    """A file of progress that somebody of that name exported elsewhere."""
    elsewhere = Learners("sqlite://")
    elsewhere.append(name, [OPENED])
    return elsewhere.export_text(name).encode()


@pytest.mark.parametrize("name", ["Rita", "Žofie Ž", "دعاء", "山田 太郎"])
def test_a_name_is_taken_with_a_code_and_opened_with_it_elsewhere(site: Server, name: str) -> None:
    visitor = Visitor(site)
    visitor.ask("cardlab/learner/import", file_of("x"))
    status, said = visitor.post(learner=f" {name} ")
    assert (status, said["learner"], said["guest"]) == (200, name, False)
    assert name in said["said"] and len(said["code"]) == 9
    assert visitor.who == name and len(visitor.export[1]["events"]) == 1, (
        "a guest's work goes along"
    )
    assert "code" not in visitor.ask("cardlab/learner")[1], "shown once, or when asked for"
    assert visitor.post(act="code")[1]["code"] == said["code"]
    assert visitor.post(learner=name)[0] == 200, "it is theirs already"

    other = Visitor(site)
    body = json.dumps({"learner": name, "code": said["code"].lower()}).encode()
    status, opened = other.ask("cardlab/learner", body, Content_Type="application/json")
    assert (status, opened["learner"]) == (200, name) and other.who == name
    assert other.post(act="code")[1]["code"] == said["code"]
    status, left = other.post(act="leave")
    assert (status, left["guest"]) == (200, True) and other.who == "guest" and visitor.who == name


def test_a_stolen_nickname_opens_nothing(site: Server) -> None:
    anna, thief = Visitor(site), Visitor(site)
    anna.post(learner="Anna")
    anna.ask("cardlab/learner/import", file_of("x"))
    before = learners(site).load("Anna")
    assert len(before.events) == 1
    for path in ("cardlab/learner/export?learner=Anna", "cardlab/learner?learner=Anna"):
        status, said = thief.ask(path)
        assert said["learner"] == "guest" and "events" not in said
    for values in ({"learner": "Anna"}, {"learner": "ANNA"}, {"learner": "Anna", "code": ""}):
        status, said = thief.post(**values)
        assert (status, said["needs"]) == (409, "code") and "recovery code" in said["said"]
    status, said = thief.post(learner="Anna", code="2222-2222")
    assert status == 403 and "not the recovery code of Anna" in said["said"]
    assert thief.ask("cardlab/learner/import", file_of("Anna"))[0] == 200
    assert thief.who == "guest" and learners(site).load("Anna") == before, "nothing was overwritten"
    for act in ("code", "new-code"):
        assert thief.post(act=act)[0] == 400
    page = Visitor(site).ask("map?learner=Anna")[1]
    assert page == Visitor(site).ask("map")[1], "the map is a guest's"


def test_codes_cannot_be_tried_out(site: Server) -> None:
    holder, thief = Visitor(site), Visitor(site)
    code = holder.post(learner="Dora")[1]["code"]
    answers = [thief.post(learner="Dora", code="2222-2222")[0] for _ in range(9)]
    assert answers == [403] * 8 + [429]
    status, said = thief.post(learner="Dora", code=code)
    assert status == 429 and "Wait ten minutes" in said["said"]
    assert holder.who == "Dora", "whoever holds the name goes on"


def test_forged_and_foreign_cookies_are_worth_nothing(site: Server, tmp_path: Path) -> None:
    carla = Visitor(site)
    carla.post(learner="Carla")
    stamp = holders(site).stamp("Carla")
    payload = json.dumps({"learner": "Carla", "stamp": stamp})
    elsewhere = Holders(f"sqlite:///{tmp_path / 'other.sqlite'}").signing_key()
    version = carla.cookie.partition("|")[0]
    for forged in (
        "Carla",
        quote("Carla"),
        payload,
        create_signed_value(elsewhere, COOKIE, payload, version=2).decode(),
        create_signed_value("", COOKIE, payload, version=2).decode(),
        create_signed_value(holders(site).signing_key(), "other", payload, version=2).decode(),
        create_signed_value(holders(site).signing_key(), COOKIE, payload, version=1).decode(),
        carla.cookie[:-1] + ("0" if carla.cookie[-1] != "0" else "1"),
        carla.cookie.replace(version, "9", 1),
        "x" * 3000,
        "%00",
    ):
        visitor = Visitor(site, forged)
        assert visitor.who == "guest" and visitor.cookie != forged, "it gets a cookie of its own"
    old = Visitor(site)
    assert old.ask("cardlab/learner", Cookie="cardlab-learner=Carla")[1]["learner"] == "guest"
    assert carla.who == "Carla"


def test_signed_nonsense_is_a_guest(site: Server) -> None:
    """What the key has signed and is still no visitor: made by another version, perhaps."""
    for payload in ('"x"', "[]", "{}", '{"learner": 7}', '{"learner": "<b>"}', '{"other": 1}', "x"):
        signed = create_signed_value(holders(site).signing_key(), COOKIE, payload, version=2)
        assert Visitor(site, signed.decode()).who == "guest"


def test_a_replayed_cookie_ends_with_a_new_code(site: Server) -> None:
    mine = Visitor(site)
    mine.post(learner="Eva")
    replayed = Visitor(site, mine.cookie)
    assert replayed.who == "Eva", "a cookie is the name, for whoever has it"
    code = mine.post(act="new-code")[1]["code"]
    assert replayed.who == "guest" and mine.who == "Eva"
    assert replayed.post(learner="Eva", code=code)[0] == 200
    holders(site).new_code("Eva")
    assert mine.who == "guest" and replayed.who == "guest", "whoever runs the server can, too"


def test_a_name_from_before_is_opened_by_a_code_of_the_server(site: Server) -> None:
    learners(site).append("Frieda", [OPENED])
    visitor = Visitor(site)
    status, said = visitor.post(learner="Frieda")
    assert status == 409 and "cardlab learner code" in said["said"]
    code = holders(site).new_code("Frieda").code
    assert visitor.post(learner="frieda", code=code)[1]["learner"] == "Frieda"
    assert len(visitor.export[1]["events"]) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"learner=",
        b"learner=%3Cb%3E",
        b"learner=%ff%fe",
        b"learner=" + b"x" * 5000,
        b"learner=a%0d%0aSet-Cookie:x",
        b"learner=guest",
        b"{",
    ],
)
def test_a_hostile_name_is_a_sentence(site: Server, body: bytes) -> None:
    for kind in (FORM, "application/json"):
        status, said = Visitor(site).ask("cardlab/learner", body, Content_Type=kind)
        assert status in (400, 409) and said["learner"] == "guest"
        assert said["said"].endswith(".") and said["said"].isprintable()
        assert len(said["said"]) <= 300


@pytest.mark.parametrize("path", ["cardlab/learner", "cardlab/learner/import"])
@pytest.mark.parametrize("origin", ["", "http://evil.example", "null"])
def test_other_sites_are_not_heard(site: Server, path: str, origin: str) -> None:
    visitor = Visitor(site)
    status, said = visitor.ask(path, b"learner=Gina", Origin=origin)
    assert status == 403 and said["said"].endswith(".") and holders(site).stamp("Gina") is None


def test_progress_there_and_back(site: Server) -> None:
    visitor = Visitor(site)
    visitor.post(learner="Žofia")
    visitor.ask("cardlab/learner/import", file_of("Old name"))
    status, data = visitor.export
    assert status == 200 and data["learner"] == "Žofia" and len(data["events"]) == 1
    assert visitor.told["Content-Disposition"].startswith("attachment")
    assert "%C5%BDofia" in visitor.told["Content-Disposition"]
    learners(site).delete("Žofia", confirm="Žofia")
    text = json.dumps(data).encode()
    form = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        + text
        + b"\r\n--x--\r\n"
    )
    kind = "multipart/form-data; boundary=x"
    status, said = visitor.ask("cardlab/learner/import", form, Content_Type=kind)
    assert (status, said["learner"], said["events"]) == (200, "Žofia", 1)
    assert len(learners(site).load("Žofia").events) == 1
    status, said = visitor.ask("cardlab/learner/import", text, Content_Type="application/json")
    assert (status, said["events"]) == (200, 0) and "already" in said["said"]


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff\xfe", b"not json", b"[" * 50_000])
def test_a_damaged_file_is_a_sentence(site: Server, body: bytes) -> None:
    kind = "application/octet-stream"
    status, said = Visitor(site).ask("cardlab/learner/import", body, Content_Type=kind)
    assert status == 400 and "Nothing was changed" in said["said"]


def test_what_is_not_there_is_a_sentence(site: Server) -> None:
    assert Visitor(site).export[0] == 404
    assert Visitor(site).ask("cardlab/learner/import")[0] == 405
    assert Visitor(site).ask("cardlab/learner/export", b"x")[0] == 405


def test_a_secret_of_the_environment_signs_for_several_servers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two servers, each with a database of its own: a guest of the one is the same at the other."""

    class Request:
        settings: Any = {"base_url": "/cards/"}
        request = SimpleNamespace(protocol="https")

        def __init__(self, cookie: str = "") -> None:
            self.cookie, self.set = cookie, {}

        def get_cookie(self, name: str) -> str:
            return self.cookie

        def set_cookie(self, name: str, value: bytes, **how: Any) -> None:
            self.cookie, self.set = value.decode(), how

    def at(server: str, cookie: str = "") -> tuple[str, Request]:
        monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///{tmp_path / server}.sqlite")
        request = Request(cookie)
        return asyncio.run(visitor_of(request)).learner, request

    learner, first = at("one")
    assert at("two", first.cookie)[0] != learner, "the cookie of another server"
    assert first.set["secure"] and first.set["path"] == "/cards/", "under https, below the base"
    monkeypatch.setenv("CARDLAB_SECRET", "one secret for both")
    learner, first = at("one")
    assert at("two", first.cookie)[0] == learner == at("one", first.cookie)[0]


@pytest.mark.slow
def test_the_kernel_is_told_who_is_learning(tmp_path: Path) -> None:
    """A real page: the visitor reaches its kernel; a header, an address and a cookie that somebody
    invents do not."""
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "id": "a",
                "execution_count": None,
                "metadata": {},
                "outputs": [],
                "source": (
                    "import os\nfrom cardlab.web.pages.learner_name import current_learner\n"
                    "print('I am', current_learner(os.environ), 'HTTP_COOKIE' in os.environ)"
                ),
            }
        ],
        "metadata": {
            "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}
        },
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "notebooks").mkdir()
    (tmp_path / "notebooks" / "who.ipynb").write_text(json.dumps(notebook))
    proxy = ("--trust-proxy", "127.0.0.1", "--user-header", "X-Remote-User")
    with serving(tmp_path, *proxy, notebooks=tmp_path / "notebooks") as running:

        def page(visitor: Visitor, user: str = "") -> str:
            alive = running.alive("voila/render/notebooks/who.ipynb?learner=Eve")
            path = alive.removeprefix(running.url)
            return str(visitor.ask(path, X_Cardlab_Learner="Eve", X_Remote_User=user)[1])

        anna, guest = Visitor(running), Visitor(running)
        anna.post(learner="Anna")
        assert "I am Anna False" in page(anna)
        assert "I am guest:" in page(guest) and "I am Eve" not in page(guest)
        assert "I am account:ben@school.example False" in page(anna, "ben@school.example")
