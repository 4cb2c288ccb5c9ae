"""Who is learning: names from addresses and cookies, and the server's answers about them. Needs
no browser."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from browsing import Server, serving

from cardlab.lessons.progress import Event
from cardlab.store import Learners


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("who")) as running:
        yield running


def learners(site: Server) -> Learners:
    return Learners(f"sqlite:///{site.store}")


def ask(site: Server, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Any, Any]:
    """One request; a POST comes from our own page unless another origin is given."""
    own = {"Origin": site.url.rstrip("/")} if body is not None else {}
    sent = {**own, **{name.replace("_", "-"): value for name, value in headers.items() if value}}
    if headers.get("Origin") == "":
        sent.pop("Origin")
    request = urllib.request.Request(site.url + path, data=body, headers=sent)
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            status, told, text = answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        status, told, text = error.code, error.headers, error.read()
    return (
        status,
        told,
        json.loads(text) if "json" in (told.get("Content-Type") or "") else text.decode(),
    )


def cookie(name: str) -> str:
    return f"cardlab-learner={quote(name, safe='')}"


def remembered(told: Any) -> str:
    """The cookie with the name, among those that the server sets."""
    return next(
        (c for c in told.get_all("Set-Cookie") or [] if c.startswith("cardlab-learner=")), ""
    )


def test_nobody_said_a_name(site: Server) -> None:
    status, _, said = ask(site, "cardlab/learner")
    assert status == 200 and said == {"learner": "guest", "said": "", "guest": True}


@pytest.mark.parametrize("name", ["Anna", "Žofie Ž", "دعاء", "山田 太郎"])
def test_a_name_is_remembered_by_the_browser(site: Server, name: str) -> None:
    for body, kind in (
        (f"learner={quote(name)}".encode(), "application/x-www-form-urlencoded"),
        (json.dumps({"learner": f" {name} "}).encode(), "application/json"),
    ):
        status, told, said = ask(site, "cardlab/learner", body, Content_Type=kind)
        assert (status, said["learner"]) == (200, name) and name in said["said"]
        kept = remembered(told)
        assert "HttpOnly" in kept and "SameSite=Lax" in kept and "Path=/" in kept
        assert ask(site, "cardlab/learner", Cookie=kept.split(";")[0])[2]["learner"] == name
    assert ask(site, "cardlab/learner?learner=Ben", Cookie=cookie(name))[2]["learner"] == "Ben", (
        "the address counts first"
    )


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"learner=",
        b"learner=%3Cb%3E",
        b"learner=%ff%fe",
        b"learner=" + b"x" * 5000,
        b"learner=a%0d%0aSet-Cookie:x",
        b"{",
    ],
)
def test_a_hostile_name_is_a_sentence(site: Server, body: bytes) -> None:
    for kind in ("application/x-www-form-urlencoded", "application/json"):
        status, told, said = ask(site, "cardlab/learner", body, Content_Type=kind)
        assert (
            status == 400
            and "nickname" in said["said"]
            and said["said"].endswith(".")
            and said["said"].isprintable()
        )
        assert not remembered(told)


def test_a_broken_cookie_is_the_guest_and_a_broken_address_says_so(site: Server) -> None:
    for broken in (
        "cardlab-learner=%00",
        "cardlab-learner=%ff",
        "cardlab-learner=<b>",
        "cardlab-learner=" + "x" * 500,
    ):
        assert ask(site, "cardlab/learner", Cookie=broken)[2]["learner"] == "guest"
    said = ask(site, "cardlab/learner?learner=%3Cb%3E", Cookie=cookie("Anna"))[2]
    assert said["learner"] == "Anna" and "Until then you learn as Anna" in said["said"]


@pytest.mark.parametrize("path", ["cardlab/learner", "cardlab/learner/import"])
@pytest.mark.parametrize("origin", ["", "http://evil.example", "null"])
def test_other_sites_are_not_heard(site: Server, path: str, origin: str) -> None:
    status, told, said = ask(site, path, b"learner=Anna", Origin=origin)
    assert status == 403 and said["said"].endswith(".") and not remembered(told)


def test_progress_there_and_back(site: Server) -> None:
    mine = learners(site)
    mine.append("Žofie", [Event(5.0, "opened", concept="trump")])
    status, told, data = ask(site, "cardlab/learner/export", Cookie=cookie("Žofie"))
    assert status == 200 and data["learner"] == "Žofie" and len(data["events"]) == 1
    assert (
        told["Content-Disposition"].startswith("attachment")
        and "%C5%BDofie" in told["Content-Disposition"]
    )
    mine.delete("Žofie", confirm="Žofie")
    text = json.dumps(data).encode()
    form = (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.json"\r\n\r\n'
        + text
        + b"\r\n--x--\r\n"
    )
    status, told, said = ask(
        site, "cardlab/learner/import", form, Content_Type="multipart/form-data; boundary=x"
    )
    assert (status, said["learner"], said["events"]) == (200, "Žofie", 1) and remembered(told)
    assert len(mine.load("Žofie").events) == 1
    status, _, said = ask(site, "cardlab/learner/import", text, Content_Type="application/json")
    assert (status, said["events"]) == (200, 0) and "already" in said["said"]


@pytest.mark.parametrize("body", [b"", b"{}", b"\xff\xfe", b"not json", b"[" * 50_000])
def test_a_damaged_file_is_a_sentence(site: Server, body: bytes) -> None:
    status, _, said = ask(
        site, "cardlab/learner/import", body, Content_Type="application/octet-stream"
    )
    assert status == 400 and "Nothing was changed" in said["said"]


def test_what_is_not_there_is_a_sentence(site: Server) -> None:
    assert ask(site, "cardlab/learner/export", Cookie=cookie("Nobody"))[0] == 404
    assert ask(site, "cardlab/learner/import")[0] == 405
    assert ask(site, "cardlab/learner/export", b"x")[0] == 405


@pytest.mark.slow
def test_the_kernel_is_told_who_is_learning(tmp_path: Path) -> None:
    """A real page: the cookie reaches its kernel, and a header that a visitor invents does not."""
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
    with serving(tmp_path, notebooks=tmp_path / "notebooks") as running:

        def page() -> str:
            return running.alive("voila/render/notebooks/who.ipynb").removeprefix(running.url)

        told = ask(running, page(), Cookie=cookie("Anna"), X_Cardlab_Learner="Eve")[2]
        assert "I am Anna False" in told
        assert "I am guest False" in ask(running, page(), X_Cardlab_Learner="Eve")[2]
