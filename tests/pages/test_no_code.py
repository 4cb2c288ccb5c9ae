"""Visitors cannot run code: what a page's own websocket may say to its kernel, tried with a real
one."""

from __future__ import annotations

import json
import re
import time
import urllib.request
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from browsing import ROOT, Server, serving
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from cardlab.web.server.door import LONGEST_MESSAGE, TROUBLE

REFUSED = (
    ("shell", "execute_request", {"code": "{code}", "silent": False, "store_history": False}),
    ("control", "execute_request", {"code": "{code}", "silent": True}),
    ("iopub", "execute_request", {"code": "{code}"}),
    ("stdin", "input_reply", {"value": "{code}", "status": "ok"}),
    ("shell", "complete_request", {"code": "import o", "cursor_pos": 8}),
    ("shell", "inspect_request", {"code": "open", "cursor_pos": 4, "detail_level": 1}),
    ("shell", "history_request", {"hist_access_type": "tail", "n": 10}),
    ("control", "debug_request", {"type": "request", "seq": 1, "command": "initialize"}),
    ("shell", "usage_request", {}),
    ("control", "create_subshell_request", {}),
)
"""Messages of Jupyter's protocol that ask a kernel to run or to tell something."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("no_code")) as running:
        yield running


@pytest.fixture(scope="module")
def kernel(site: Server) -> str:
    """The id of the kernel of a live page, which the page itself is told."""
    with urllib.request.urlopen(site.alive("voila/render/notebooks/snap.ipynb")) as answer:
        page = answer.read().decode()
    found = re.search(r'"?kernelId"?\s*:\s*"([0-9a-f-]{36})"', page)
    assert found, "the page names its kernel"
    return found[1]


def message(channel: str, kind: str, content: dict[str, Any]) -> dict[str, Any]:
    header = {
        "msg_id": uuid.uuid4().hex,
        "msg_type": kind,
        "username": "visitor",
        "session": uuid.uuid4().hex,
        "date": "2024-01-01T00:00:00Z",
        "version": "5.4",
    }
    return {
        "channel": channel,
        "header": header,
        "parent_header": {},
        "metadata": {},
        "content": content,
    }


def packed(sent: dict[str, Any]) -> bytes:
    """The message as the newer protocol of the websocket (v1.kernel.websocket.jupyter.org) has it."""
    parts = [sent["channel"].encode()]
    parts += [
        json.dumps(sent[part]).encode()
        for part in ("header", "parent_header", "metadata", "content")
    ]
    offsets = [8 * (len(parts) + 2)]
    for part in parts:
        offsets.append(offsets[-1] + len(part))
    head = [len(offsets), *offsets]
    return b"".join(number.to_bytes(8, "little") for number in head) + b"".join(parts)


def answers(socket: ClientConnection, seconds: float) -> list[Any]:
    """All that comes within this time."""
    heard, until = [], time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        try:
            heard.append(socket.recv(timeout=left))
        except TimeoutError:
            break
    return heard


@pytest.mark.parametrize("protocol", ["", "v1.kernel.websocket.jupyter.org"])
def test_a_visitor_runs_no_code(site: Server, kernel: str, protocol: str, tmp_path: Path) -> None:
    proof = tmp_path / "ran"
    code = f"open({str(proof)!r}, 'w').write('ran'); print('it ran')"
    address = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    sent = []
    with connect(address, subprotocols=[protocol] if protocol else None, max_size=None) as socket:
        # That messages do get through is known by one that may.
        for channel, kind, content in (*REFUSED, ("shell", "kernel_info_request", {})):
            asked = message(
                channel,
                kind,
                {k: v.format(code=code) if v == "{code}" else v for k, v in content.items()},
            )
            sent.append(asked["header"]["msg_id"])
            socket.send(packed(asked) if protocol else json.dumps(asked))
        heard: list[str] = []
        for _ in range(30):
            heard += [
                one if isinstance(one, str) else one.decode("utf-8", "replace")
                for one in answers(socket, 1.0)
            ]
            if any("kernel_info_reply" in one for one in heard):
                break
    assert any(sent[-1] in one and "kernel_info_reply" in one for one in heard)
    assert not [one[:200] for one in heard for id in sent[:-1] if id in one], "nobody is answered"
    assert not proof.exists() and not any("it ran" in one for one in heard)


def test_a_widget_that_is_none_of_ours_is_made_by_nobody(site: Server, kernel: str) -> None:
    """Channels to other things than widgets, and widgets of modules that somebody names."""
    address = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    state = {"_model_module": "os", "_model_name": "system", "_view_name": None}
    with connect(address, max_size=None) as socket:
        for target, data in (
            ("os.system", {"command": "id"}),
            ("jupyter.widget", {"state": state}),
            ("jupyter.widget", {"state": "x"}),
            ("jupyter.widget", None),
        ):
            content = {"comm_id": uuid.uuid4().hex, "target_name": target, "data": data}
            socket.send(json.dumps(message("shell", "comm_open", content)))
        asked = message("shell", "kernel_info_request", {})
        socket.send(json.dumps(asked))
        heard = []
        for _ in range(30):
            heard += [str(one) for one in answers(socket, 1.0)]
            if any("kernel_info_reply" in one for one in heard):
                break
    assert any("kernel_info_reply" in one for one in heard), "the kernel lives"
    assert not any("uid=" in one for one in heard)


@pytest.mark.parametrize("protocol", ["", "v1.kernel.websocket.jupyter.org"])
def test_what_goes_wrong_in_a_kernel_is_a_sentence_and_stands_in_the_log(
    site: Server, kernel: str, protocol: str
) -> None:
    """A control channel of another version, a channel of a kind that nobody knows, and a value of a
    type that its widget does not take: no traceback and no folder of the server in any answer."""
    address = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    text = uuid.uuid4().hex
    model = {
        "_model_module": "@jupyter-widgets/controls",
        "_model_module_version": "2.0.0",
        "_model_name": "TextModel",
        "_view_module": "@jupyter-widgets/controls",
        "_view_module_version": "2.0.0",
        "_view_name": "TextView",
    }

    def opened(target: str, version: str, id: str, data: dict[str, Any]) -> dict[str, Any]:
        content = {"comm_id": id, "target_name": target, "data": data}
        return message("shell", "comm_open", content) | {"metadata": {"version": version}}

    wrong = {"method": "update", "state": {"value": {"no": "text"}, "description": 5}}
    sent = [
        opened("jupyter.widget.control", "2.1.0", uuid.uuid4().hex, {}),
        opened("jupyter.widget", "2.1.0", text, {"state": model, "buffer_paths": []}),
        message("shell", "comm_msg", {"comm_id": text, "data": wrong}),
        message("shell", "comm_msg", {"comm_id": text, "data": 5}),
        message("shell", "kernel_info_request", {}),
    ]
    with connect(address, subprotocols=[protocol] if protocol else None, max_size=None) as socket:
        for one in sent:
            socket.send(packed(one) if protocol else json.dumps(one))
        heard: list[str] = []
        for _ in range(30):
            heard += [
                one if isinstance(one, str) else one.decode("utf-8", "replace")
                for one in answers(socket, 1.0)
            ]
            if any("kernel_info_reply" in one for one in heard):
                break
    heard = [one for one in heard if "kernel_info_reply" not in one]  # it names Python's version
    assert any(TROUBLE in one for one in heard)
    for sign in ("Traceback", "site-packages", ".py", "TraitError", str(ROOT)):
        assert not [one[:300] for one in heard if sign in one], sign
    log = site.log.read_text()
    assert "Traceback" in log and "TraitError" in log and "site-packages" in log


def test_a_strange_origin_gets_no_websocket(site: Server, kernel: str) -> None:
    address = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    from websockets.exceptions import InvalidStatus

    with pytest.raises(InvalidStatus, match="403"):
        connect(address, origin="http://evil.example")  # type: ignore[arg-type]


def test_a_message_that_is_too_long_ends_the_connection(site: Server, kernel: str) -> None:
    address = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    with connect(address, max_size=None) as socket:
        socket.send("x" * (LONGEST_MESSAGE + 1))
        with pytest.raises(ConnectionClosed):
            for _ in range(100):
                socket.recv(timeout=60)


@pytest.mark.rest
@pytest.mark.slow
def test_where_the_store_lies_is_said_to_the_terminal_and_to_no_visitor(tmp_path: Path) -> None:
    """Neither on the page nor in any message of its kernel, though the kernel logs it."""
    (tmp_path / "cards.sqlite").write_bytes(b"not a database" * 100)
    with serving(tmp_path) as server:
        with urllib.request.urlopen(server.alive("voila/render/notebooks/snap.ipynb")) as answer:
            page = answer.read().decode()
        found = re.search(r'"?kernelId"?\s*:\s*"([0-9a-f-]{36})"', page)
        assert found
        address = f"{server.url.replace('http', 'ws')}api/kernels/{found[1]}/channels"
        with connect(address, max_size=None) as socket:
            asked = message("shell", "kernel_info_request", {})
            socket.send(json.dumps(asked))
            heard = [str(one) for one in answers(socket, 5.0)]
        assert any("kernel_info_reply" in one for one in heard)
        assert str(tmp_path) not in page and not any(str(tmp_path) in one for one in heard)
        assert str(server.store) in server.log.read_text()
