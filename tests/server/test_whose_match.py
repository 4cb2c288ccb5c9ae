"""Who plays in a match: the browser, or the name, that it was begun with; by cookies and by what a
page says to its kernel, without a browser."""

from __future__ import annotations

import json
import re
import time
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlencode

import pytest
from browsing import Server, serving
from tornado.web import decode_signed_value
from websockets.sync.client import ClientConnection, connect

import cardlab
from cardlab.store import Classes, Holders, MatchStore
from cardlab.web.server.identity import COOKIE

pytestmark = pytest.mark.slow
SECONDS = 60


class Stays(urllib.request.HTTPRedirectHandler):
    """Takes the answer that leads elsewhere, with the cookie that it sets."""

    def http_error_303(self, req: Any, fp: Any, code: int, msg: str, headers: Any) -> Any:
        return fp

    http_error_302 = http_error_303


OPENER = urllib.request.build_opener(Stays)


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("whose"), "--max-visitors", "6") as running:
        yield running


class Browser:
    """Something that keeps its cookie."""

    def __init__(self, site: Server) -> None:
        self.site, self.cookie = site, ""
        self.ask("cardlab/learner")

    def ask(self, path: str, **form: str) -> str:
        headers = {"Origin": self.site.url.rstrip("/")} if form else {}
        if self.cookie:
            headers["Cookie"] = f"{COOKIE}={self.cookie}"
        data = urlencode(form).encode() if form else None
        request = urllib.request.Request(self.site.url + path, data=data, headers=headers)
        with OPENER.open(request, timeout=SECONDS) as answer:
            for line in answer.headers.get_all("Set-Cookie") or []:
                if found := re.match(rf'{COOKIE}="?([^";]+)', line):
                    self.cookie = found[1]
            return str(answer.read().decode())

    @property
    def guest(self) -> str:
        """The id of the guest that it is."""
        key = Holders(f"sqlite:///{self.site.store}").signing_key()
        kept = decode_signed_value(key, COOKIE, self.cookie, max_age_days=400)
        assert kept is not None
        return str(json.loads(kept)["learner"])

    @contextmanager
    def table(self, query: str) -> Iterator[Table]:
        seat = self.site.seat()
        page = self.ask(f"voila/render/notebooks/kaiser.ipynb?{query}&cardlab-seat={seat}")
        kernel = re.findall(r'"kernelId": ?"([0-9a-f-]+)"', page)[0]
        line = f"{self.site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
        with connect(f"{line}?session_id=test", max_size=None) as socket:
            yield Table(socket)


class Table:
    """The table of a page, as its scripts know it."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket, self.model = socket, ""
        self.state: dict[str, Any] = {}
        control = uuid.uuid4().hex
        opened = {"comm_id": control, "target_name": "jupyter.widget.control", "data": {}}
        self.send("comm_open", opened)
        self.send("comm_msg", {"comm_id": control, "data": {"method": "request_states"}})
        self.until(lambda: "view" in self.state)

    def send(self, kind: str, content: dict[str, Any]) -> None:
        header = {"msg_id": uuid.uuid4().hex, "msg_type": kind, "version": "5.3"}
        header |= {"username": "visitor", "session": "test", "date": ""}
        sent = {"header": header, "parent_header": {}, "metadata": {"version": "1.0.0"}}
        self.socket.send(json.dumps({**sent, "content": content, "channel": "shell"}))

    def until(self, happened: Any) -> None:
        end = time.monotonic() + SECONDS
        while not happened():
            heard = json.loads(self.socket.recv(timeout=end - time.monotonic()))
            if heard["msg_type"] != "comm_msg":
                continue
            data, comm = heard["content"]["data"], heard["content"]["comm_id"]
            for model, made in (data.get("states") or {}).items():
                if "pick" in made["state"]:
                    self.model, self.state = model, made["state"]
            if data.get("method") == "update" and comm == self.model:
                self.state |= data["state"]

    def does(self, **traits: Any) -> None:
        """What the page sends, until it is answered with another picture."""
        before = self.state["stamp"]
        data = {"method": "update", "state": traits, "buffer_paths": []}
        self.send("comm_msg", {"comm_id": self.model, "data": data})
        self.until(lambda: self.state["stamp"] > before)


def begun(site: Server, holder: str) -> str:
    return MatchStore(f"sqlite:///{site.store}", holder).create(
        cardlab.game("kaiser").match(seed=5).record
    )


@pytest.mark.rest
def test_a_second_browser_with_the_link_sees_the_table_and_plays_nothing(own: Server) -> None:
    one, two = Browser(own), Browser(own)
    match_id = begun(own, one.guest)
    store = MatchStore(f"sqlite:///{own.store}")
    before = store.load(match_id)
    with one.table(f"match={match_id}&pace=0") as ours:
        move = ours.state["view"]["choices"][0]["move"] if ours.state["view"]["mine"] else ""
        with two.table(f"match={match_id}&pace=0") as theirs:
            assert "another browser" in theirs.state["chrome"]["watching"]
            assert not theirs.state["view"]["choices"] and "seed" not in theirs.state["chrome"]
            for act in (
                {"pick": {"move": move or "pass", "ply": before.replay().ply, "n": 1}},
                {"command": {"name": "undo", "n": 2}},
                {"command": {"name": "next", "n": 3}},
                {"command": {"name": "bots", "bots": "strong", "n": 4}},
            ):
                theirs.does(**act)
                assert "Only its holder plays" in theirs.state["error"]
            after = store.load(match_id).record["moves"]
            assert all(seat != 0 for seat, _ in after[len(before.record["moves"]) :])
        ours.until(lambda: ours.state["view"]["mine"])
        choices = ours.state["view"]["choices"]
        move = next(choice["move"] for choice in choices if choice["legal"])
        length = len(store.load(match_id).record["moves"])
        ours.does(pick={"move": move, "ply": ours.state["chrome"]["timeline"]["ply"], "n": 9})
        assert not ours.state["error"]
        assert len(store.load(match_id).record["moves"]) > length


def test_what_a_browser_begins_is_its_own(own: Server) -> None:
    browser = Browser(own)
    with browser.table("seed=5&pace=0") as table:
        table.until(lambda: table.state["view"]["mine"])
        choices = table.state["view"]["choices"]
        move = next(choice["move"] for choice in choices if choice["legal"])
        table.does(pick={"move": move, "ply": table.state["chrome"]["timeline"]["ply"], "n": 1})
        table.until(lambda: "match=" in table.state["link"])
    match_id = re.findall(r"match=([\w-]+)", table.state["link"])[0]
    url = f"sqlite:///{own.store}"
    assert MatchStore(url, browser.guest).load(match_id).mine
    assert not MatchStore(url, Browser(own).guest).load(match_id).mine


def test_a_name_takes_the_matches_of_its_browsers_along(own: Server) -> None:
    """The one in which it is taken, and one in which it is opened with its code; and then both
    browsers play in all of them."""
    phone, laptop, other = Browser(own), Browser(own), Browser(own)
    matches = [begun(own, browser.guest) for browser in (phone, laptop, other)]
    code = json.loads(phone.ask("cardlab/learner", learner="Žofie"))["code"]
    said = laptop.ask("cardlab/learner", learner="žofie", code=code)
    assert "you learn as" in said
    mine = MatchStore(f"sqlite:///{own.store}", "žofie")
    assert [mine.load(match).mine for match in matches] == [True, True, False]
    with laptop.table(f"match={matches[0]}&pace=0") as table:
        assert "watching" not in table.state["chrome"]


def test_whoever_logs_in_to_a_class_takes_their_matches_along(own: Server) -> None:
    classes = Classes(f"sqlite:///{own.store}")
    made, _ = classes.new("Tuesday")
    school, home = Browser(own), Browser(own)
    member = classes.join(made.code, "Ida", school.guest)
    match_id = begun(own, home.guest)
    home.ask("class", code=made.code, nickname="Ida", login=member.login)
    assert home.guest == school.guest
    assert MatchStore(f"sqlite:///{own.store}", school.guest).load(match_id).mine
