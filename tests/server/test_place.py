"""Where a server stands: what may be said on the command line, which names are its own, and whose
word about a request counts."""

from __future__ import annotations

import socket
from types import SimpleNamespace
from typing import Any

import pytest

from cardlab.web.server.app import greeting
from cardlab.web.server.door import KernelSocketHandler
from cardlab.web.server.handlers import show_notice
from cardlab.web.server.place import Place, base_path, host_names, networks


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("/", "/"),
        ("cards", "/cards/"),
        ("/cards", "/cards/"),
        ("//a//b/", "/a/b/"),
        ("/user/anna@school.example/cardlab", "/user/anna@school.example/cardlab/"),
        ("/user/%C3%A4/", "/user/%C3%A4/"),
    ],
)
def test_a_base_url_gets_its_slashes(text: str, path: str) -> None:
    assert base_path(text) == path


@pytest.mark.parametrize(
    "text", ["https://cards.example/cards/", "/a b/", "/../x/", "/./", "/a/<b>/", "/cards/voila/"]
)
def test_what_is_no_base_url_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="such as /cards/"):
        base_path(text)


@pytest.mark.parametrize("text", ["https://cards.example", "cards.example:443", "a b", "-", "*.*"])
def test_what_is_no_name_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match="the name of a server"):
        host_names([text])


@pytest.mark.parametrize("text", ["proxy.example", "10.0.0.0/40", "1.2.3"])
def test_what_is_no_proxy_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"such as 127\.0\.0\.1"):
        networks([text])


PUBLIC = Place(host="0.0.0.0", names=("cards.example", "*.school.example"))
LAN = Place(host="0.0.0.0")
HERE = Place()


@pytest.mark.parametrize(
    ("place", "host", "known"),
    [
        (HERE, "127.0.0.1:8866", True),
        (HERE, "localhost", True),
        (HERE, "[::1]:8866", True),
        (HERE, "192.168.1.5", False),
        (HERE, "evil.example", False),
        (HERE, "127.0.0.1.evil.example", False),
        (HERE, "", False),
        (HERE, "a b", False),
        (LAN, "192.168.1.5:8866", True),
        (LAN, "[fe80::1]", True),
        (LAN, "evil.example", False),
        (LAN, socket.gethostname(), True),
        (PUBLIC, "CARDS.example:443", True),
        (PUBLIC, "cards.example.", True),
        (PUBLIC, "room1.school.example", True),
        (PUBLIC, "school.example", False),
        (PUBLIC, "192.168.1.5", False),
        (PUBLIC, "evilcards.example", False),
        (Place(names=("*",)), "whatever.example", True),
    ],
)
def test_a_server_answers_to_its_own_names(place: Place, host: str, known: bool) -> None:
    assert place.answers_to(host) is known


def test_a_page_is_our_own_if_it_comes_from_here_or_from_a_name_that_was_given() -> None:
    assert HERE.is_own("http://127.0.0.1:8866", "127.0.0.1:8866")
    assert not HERE.is_own("http://127.0.0.1:9999", "127.0.0.1:8866")
    assert PUBLIC.is_own("https://cards.example", "127.0.0.1:8866")
    assert not PUBLIC.is_own("https://evil.example", "cards.example")
    assert not Place(names=("*",)).is_own("https://evil.example", "cards.example")
    for nobody in ("", "null", "http://[broken"):
        assert not HERE.is_own(nobody, "")


TOLD = {
    "X-Forwarded-Proto": ["https"],
    "X-Forwarded-Host": ["cards.example"],
    "X-Forwarded-For": ["6.6.6.6, 203.0.113.9, 10.1.1.1"],
}


def test_only_a_trusted_proxy_is_believed() -> None:
    place = Place(proxies=networks(["127.0.0.1,10.0.0.0/8"]))
    said = place.forwarded(TOLD, "127.0.0.1")
    # the address that the farthest trusted proxy saw; what stands before it anybody may have written
    assert (said.protocol, said.host, said.address) == ("https", "cards.example", "203.0.113.9")
    for stranger in ("203.0.113.9", "", "unix"):
        assert place.forwarded(TOLD, stranger) == HERE.forwarded(TOLD, "127.0.0.1")
    assert not any(vars(HERE.forwarded(TOLD, "127.0.0.1")).values())


def test_nonsense_of_a_trusted_proxy_is_left_out() -> None:
    place = Place(proxies=networks(["127.0.0.1"]))
    nonsense = {
        "X-Forwarded-Proto": ["javascript"],
        "X-Forwarded-Host": ["a b<script>"],
        "X-Forwarded-For": ["me"],
    }
    assert not any(vars(place.forwarded(nonsense, "127.0.0.1")).values())


def test_the_address_that_is_printed_can_be_typed() -> None:
    assert greeting(HERE) == "cardlab is at http://127.0.0.1:8866/  (Ctrl-C ends it)"
    everywhere = greeting(PUBLIC, qr=True)
    assert "0.0.0.0" not in everywhere and "http://127.0.0.1:8866/" in everywhere
    assert "through its proxy, at cards.example/" in everywhere
    assert "▄" in everywhere and "▄" not in greeting(HERE, qr=True), "a QR code for phones"
    assert "http://[fe80::1]:8866/" in greeting(Place(host="fe80::1"))


@pytest.mark.parametrize(
    ("said", "header", "heard"),
    [
        (None, None, True),  # a program, which names no origin
        ("http://127.0.0.1:8866", None, True),
        (None, "http://127.0.0.1:8866", True),
        ("https://evil.example", None, False),
        (None, "https://evil.example", False),
        (None, "null", False),
        ("https://evil.example", "http://127.0.0.1:8866", False),
    ],
)
def test_a_kernel_hears_our_own_pages_and_programs(
    said: str | None, header: str | None, heard: bool
) -> None:
    headers = {} if header is None else {"Origin": header}
    line: Any = SimpleNamespace(
        request=SimpleNamespace(headers=headers, host="127.0.0.1:8866"),
        application=SimpleNamespace(place=Place()),
    )
    assert KernelSocketHandler.check_origin(line, said) == heard


@pytest.mark.parametrize(
    ("status", "title"),
    [
        (400, "This address cannot be read"),
        (403, "This is not open"),
        (404, "There is no such page"),
        (405, "This page cannot be asked for in this way"),
        (500, "The page could not be made"),
    ],
)
def test_what_goes_wrong_is_a_page_with_its_own_sentence(status: int, title: str) -> None:
    pages: list[str] = []
    asked: Any = SimpleNamespace(
        set_header=lambda *_: None, finish=pages.append, settings={"base_url": "/"}
    )
    show_notice(asked, status)
    assert title in pages[0]
