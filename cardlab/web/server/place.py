"""Where the server stands: below which path, under which names, behind which proxies.

Knows how these are written on the command line and what follows for a request. Knows no handler
and sends nothing: it says whether a name is ours, and what a visitor is told if it is not.
"""

from __future__ import annotations

import re
import socket
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from urllib.parse import urlsplit

from cardlab.engine.words import shown
from cardlab.lessons.nickname import account_id

__all__ = [
    "Forwarded",
    "Place",
    "base_path",
    "header_name",
    "host_names",
    "networks",
    "origin_host",
]

Network = IPv4Network | IPv6Network

_PART = re.compile(r"(?!\.\.?(/|$))[A-Za-z0-9._~@%+-]+")
_NAME = re.compile(r"(\*\.)?[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*")
_HOST = re.compile(r"\[[0-9a-fA-F:.%]+\](:[0-9]{1,5})?|[A-Za-z0-9._-]{1,253}(:[0-9]{1,5})?")
_HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]{0,99}")
_EVERYWHERE = ("", "0.0.0.0", "::")


def base_path(text: str) -> str:
    """The path that all pages lie below, with a slash at both ends.  Raises ValueError, with a
    sentence, for what is no path.

    >>> base_path("cards"), base_path("/user/anna/cardlab/"), base_path("")
    ('/cards/', '/user/anna/cardlab/', '/')
    """
    parts = [part for part in text.strip().split("/") if part]
    if "://" in text or not all(_PART.fullmatch(part) for part in parts):
        raise ValueError(
            f"“{shown(text)}” is not a base URL. It is the path below which the pages lie, such as"
            " /cards/; the name of the server goes to --allow-host."
        )
    if parts and parts[-1] == "voila":
        raise ValueError(
            "A base URL cannot end with /voila/: cardlab has pages of that name below it. Choose"
            " another, such as /cards/."
        )
    return "/".join(["", *parts, ""])


def networks(texts: Iterable[str]) -> tuple[Network, ...]:
    """Addresses and networks of proxies, of which one text may hold several with commas between.
    Raises ValueError, with a sentence.

    >>> networks(["127.0.0.1,10.0.0.0/8"])
    (IPv4Network('127.0.0.1/32'), IPv4Network('10.0.0.0/8'))
    """
    parsed: list[Network] = []
    for text in _single(texts):
        try:
            parsed.append(ip_network(text, strict=False))
        except ValueError:
            raise ValueError(
                f"“{shown(text)}” is not the address of a proxy. Write an address such as 127.0.0.1,"
                " or a network such as 10.0.0.0/8."
            ) from None
    return tuple(parsed)


def host_names(texts: Iterable[str]) -> tuple[str, ...]:
    """Names that the server answers to; `*.school.example` stands for all below school.example,
    and `*` for every name.  Raises ValueError, with a sentence.

    >>> host_names(["Cards.example", "*.school.example,cards.local"])
    ('cards.example', '*.school.example', 'cards.local')
    """
    names = []
    for text in _single(texts):
        name = text.lower().rstrip(".")
        if name != "*" and not _NAME.fullmatch(name) and not _is_address(name):
            raise ValueError(
                f"“{shown(text)}” is not the name of a server. Write the name alone, such as"
                " cards.example, without http:// and without a port."
            )
        names.append(name)
    return tuple(names)


def header_name(text: str) -> str:
    """The header in which a proxy names the account of a visitor; empty for none.  Raises
    ValueError, with a sentence.

    >>> header_name(" X-Forwarded-User "), header_name("")
    ('X-Forwarded-User', '')
    """
    name = text.strip()
    if name and not _HEADER.fullmatch(name):
        raise ValueError(
            f"“{shown(text)}” is not the name of a header. Write the name alone, such as"
            " X-Forwarded-User."
        )
    return name


def _single(texts: Iterable[str]) -> list[str]:
    return [one.strip() for text in texts for one in text.split(",") if one.strip()]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_address(name) and ip_address(name).is_loopback)


def _plain(host: str) -> str:
    """The name in a Host header, without its port; empty if it is none.

    >>> _plain("Cards.Example.:8866"), _plain("[::1]:80"), _plain("a b")
    ('cards.example', '::1', '')
    """
    if not _HOST.fullmatch(host):
        return ""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.partition(":")[0].rstrip(".").lower()


def origin_host(origin: str) -> str:
    """The name and the port in an Origin header; empty if there is none."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


@dataclass(frozen=True)
class Forwarded:
    """What a proxy says about the request that it passes on; empty where it says nothing."""

    protocol: str = ""
    host: str = ""
    address: str = ""


@dataclass(frozen=True)
class Place:
    """Where one server stands.

    >>> place = Place(names=("cards.example",), proxies=networks(["127.0.0.1"]))
    >>> place.answers_to("cards.example"), place.answers_to("evil.example"), place.answers_to("[::1]:88")
    (True, False, True)
    """

    base: str = "/"
    """The path that all pages lie below."""
    host: str = "127.0.0.1"
    """The address that it listens on."""
    port: int = 8866
    names: tuple[str, ...] = ()
    """Names that it answers to besides its own."""
    proxies: tuple[Network, ...] = ()
    """Whose word about protocol, name and visitor counts."""
    user_header: str = ""
    """The header in which these proxies name the account of a visitor."""

    def __post_init__(self) -> None:
        if self.user_header and not self.proxies:
            raise ValueError(
                "--user-header lets a proxy say who a visitor is. Name that proxy with"
                " --trust-proxy ADDRESS, or anybody could say it."
            )

    def trusts(self, address: str) -> bool:
        """Whether a request from this address comes through a proxy of ours."""
        return _is_address(address) and any(
            ip_address(address) in network for network in self.proxies
        )

    def forwarded(self, headers: dict[str, Sequence[str]], peer: str) -> Forwarded:
        """What the proxy at `peer` says; nothing if it is none of ours. Of several values the
        last counts, which the nearest proxy has added."""
        if not self.trusts(peer):
            return Forwarded()
        last = {name: _last(values) for name, values in headers.items()}
        protocol = last.get("X-Forwarded-Proto", "").lower()
        host = last.get("X-Forwarded-Host", "")
        visitors = [
            one.strip() for text in headers.get("X-Forwarded-For", ()) for one in text.split(",")
        ]
        strangers = [one for one in visitors if _is_address(one) and not self.trusts(one)]
        return Forwarded(
            protocol if protocol in ("http", "https") else "",
            host if _HOST.fullmatch(host) else "",
            strangers[-1] if strangers else "",
        )

    def account(self, values: Sequence[str], peer: str) -> str:
        """The account in the header of users, of a request from `peer`; empty if there is none.
        Raises ValueError, with a sentence for the visitor, where it cannot be believed."""
        if not any(values):
            return ""
        if not self.trusts(peer):
            raise ValueError(
                "This server learns from its proxy who you are. Open it by the address of the proxy,"
                f" and send no header {self.user_header} yourself. Whoever runs the server can name"
                " the proxy with --trust-proxy."
            )
        if len(values) > 1:
            raise ValueError(
                f"The header {self.user_header} came twice, so it is not clear who you are. Whoever"
                " runs the proxy has to replace what a visitor sends under this name."
            )
        try:
            return account_id(_decoded(values[0])).partition(":")[2]
        except ValueError as error:
            raise ValueError(
                f"The proxy sent an account that cannot be used in {self.user_header}. {error}"
            ) from None

    def answers_to(self, host: str) -> bool:
        """Whether a Host header names this server.

        Somebody else's name that leads here would let the pages of its owner read ours, so a
        name has to be known. An address is nobody else's: it is refused only by a server that
        was given names, or that nobody but this machine can reach.
        """
        name = _plain(host)
        if not name:
            return False
        if self._given(name) or _is_loopback(name):
            return True
        if _is_loopback(self.host):
            return False
        if name == self.host.lower():
            return True
        own = socket.gethostname().lower()
        return not self.names and (_is_address(name) or name in (own, f"{own}.local"))

    def _given(self, name: str) -> bool:
        return any(
            known in ("*", name) or (known.startswith("*.") and name.endswith(known[1:]))
            for known in self.names
        )

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page from `origin` is one of ours, on a server that was asked as `host`."""
        netloc = origin_host(origin)
        if not netloc:
            return False
        # a proxy that does not pass the name on asks for us by an address of its own
        return netloc == host.lower() or ("*" not in self.names and self._given(_plain(netloc)))

    def why_not(self, host: str) -> str:
        """What somebody is told who asked for this server by a name that it does not have."""
        name = _plain(host)
        if not name:
            return "The address has no name of a server in it that can be read."
        return (
            f"This server does not answer to the name {shown(name, 100)}. Use the address that it"
            f" printed when it was started; or start it with --allow-host {shown(name, 100)} if"
            " that name is its own."
        )

    def addresses(self) -> list[str]:
        """Addresses of the home page that can be typed, those for other machines first."""
        hosts = [self.host]
        if self.host in _EVERYWHERE:
            from jupyter_client.localinterfaces import public_ips

            hosts = [*dict.fromkeys(ip for ip in public_ips() if not _is_loopback(ip)), "127.0.0.1"]
        return [
            f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.base}"
            for host in hosts
        ]

    @property
    def reached_by_others(self) -> bool:
        """Whether another machine can reach it without a proxy."""
        return not _is_loopback(self.host)


def _decoded(value: str) -> str:
    """A header's text, of which Tornado makes a character of every byte.

    >>> _decoded("Anna Müller".encode().decode("latin-1")), _decoded("Anna Müller")
    ('Anna Müller', 'Anna Müller')
    """
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def _last(values: Sequence[str]) -> str:
    return values[-1].rpartition(",")[2].strip() if values else ""
