"""What one asker may have, so that the limit meets the asker and nobody else."""

from __future__ import annotations

import asyncio
import http.client
import json
import re
import threading
import time
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from browsing import Server
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler
from websockets.sync.client import connect

from cardlab.lessons.progress import Event
from cardlab.store import Classes, Holders, Learners
from cardlab.web.server.door import KernelConnection, KernelSocketHandler
from cardlab.web.server.handlers import PlainHandler
from cardlab.web.server.learners import MOST_OF_GUEST
from cardlab.web.server.limits import (
    HELD,
    JOINS,
    JOINS_A_DAY,
    JOINS_OF_A_BROWSER,
    MOST,
    WRONG_A_MINUTE,
    WRONG_OF_A_NAME,
    AskedTooMuch,
    Joins,
    SlowPages,
    Tries,
    WrongCodes,
)
from cardlab.web.server.seats import AT_ONCE, MOST_MESSAGES, WEIGHED
from cardlab.web.server.status import _store_answers
from tests.server.test_serving import GAME, ask


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_a_tally_forgets_after_its_seconds_and_counts_each_asker_apart() -> None:
    clock = Clock()
    tries = Tries(3, 60, clock)
    for _ in range(3):
        assert not tries.full("a")
        tries.note("a")
    assert tries.full("a") and not tries.full("b")
    clock.now += 59
    assert tries.full("a")
    clock.now += 2
    assert not tries.full("a")
    tries.note("a")
    assert not tries.full("a"), "a new minute has begun"


def test_wrong_codes_keep_out_the_asker_and_not_the_holder() -> None:
    clock = Clock()
    wrong = WrongCodes(clock)
    for _ in range(WRONG_OF_A_NAME):
        wrong.check("thief", "Dora")
        wrong.note("thief", "Dora")
    with pytest.raises(AskedTooMuch, match="ten minutes"):
        wrong.check("thief", "Dora")
    wrong.check("holder", "Dora")
    wrong.check("thief", "Emil")
    for _ in range(WRONG_A_MINUTE - WRONG_OF_A_NAME):
        wrong.note("thief")
    with pytest.raises(AskedTooMuch, match="Wait a minute"):
        wrong.check("thief", "Emil")


def test_a_slow_page_is_made_once_for_all_and_one_asker_waits_for_few() -> None:
    made, go = [], threading.Event()

    def make() -> str:
        made.append(1)
        assert go.wait(120)
        return "page"

    async def asked() -> None:
        slow = SlowPages(workers=2)
        same = [asyncio.create_task(slow.page(f"asker {n}", make, "sheet")) for n in range(20)]
        greedy = [
            asyncio.create_task(slow.page("greedy", make, f"other {n}")) for n in range(MOST + 3)
        ]
        await asyncio.sleep(0.05)
        refused = [task for task in greedy if task.done()]
        assert len(refused) == 3
        for task in refused:
            assert isinstance(task.exception(), AskedTooMuch)
        go.set()
        assert await asyncio.gather(*same) == ["page"] * 20
        await asyncio.gather(*(task for task in greedy if task not in refused))
        assert len(made) == 1 + MOST
        assert await slow.page("greedy", make, "sheet") == "page" and len(made) == 1 + MOST

    asyncio.run(asked())


def test_pages_of_one_asker_come_one_after_the_other_and_another_asker_waits_for_none() -> None:
    begun, go = [], threading.Event()

    def slowly() -> str:
        begun.append(1)
        assert go.wait(120)
        return "slow"

    async def asked() -> None:
        slow = SlowPages(workers=2)
        greedy = [asyncio.create_task(slow.page("greedy", slowly, key)) for key in ("a", "b", None)]
        await asyncio.sleep(0.05)
        assert await slow.page("other", lambda: "page") == "page"
        # neither does one who asks for what the first asker has not come to yet
        assert await slow.page("other", lambda: "b at once", "b") == "b at once"
        assert len(begun) == 1
        go.set()
        assert await asyncio.gather(*greedy) == ["slow", "b at once", "slow"]
        assert len(begun) == 2

    asyncio.run(asked())


def test_a_page_that_cannot_be_made_is_tried_again_and_keeps_no_place() -> None:
    def fail() -> str:
        raise ValueError("no such sheet")

    async def asked() -> None:
        slow = SlowPages(workers=1, most=1)
        for _ in range(3):
            with pytest.raises(ValueError, match="no such sheet"):
                await slow.page("asker", fail, "sheet")
        assert await slow.page("asker", lambda: "page", "sheet") == "page"

    asyncio.run(asked())


SLOW = "which-game?game=cheat&seed={}"


@pytest.mark.rest
def test_many_slow_sheets_keep_nobody_else_waiting(site: Server) -> None:
    """Each takes seconds; the asker is told so, and pages and the store answer in the meantime."""
    answers: list[tuple[int, str]] = []

    def sheet(seed: int) -> None:
        path = f"/cards/print?exercise={quote(SLOW.format(seed))}&like=23"
        with suppress(OSError, http.client.HTTPException):  # the server ends before the last sheet
            status, _, text = ask(site, path, X_Forwarded_For="192.0.2.50")
            answers.append((status, text))

    lines = [threading.Thread(target=sheet, args=(seed,), daemon=True) for seed in range(MOST + 4)]
    for line in lines:
        line.start()
    while len(answers) < 4:
        time.sleep(0.05)
    assert [status for status, _ in answers[:4]] == [429] * 4
    assert all("Wait until one of them has come" in text for _, text in answers[:4])
    status, _, home = ask(site, "/cards/", X_Forwarded_For="192.0.2.51")
    assert status == 200 and "Kaiser" in home
    assert json.loads(ask(site, "/health")[2])["ok"]
    # whoever else wants a sheet is not told to wait for what this asker does
    assert ask(site, "/cards/print?lesson=follow-suit", X_Forwarded_For="192.0.2.52")[0] == 200


def join(
    site: Server, asker: str, cookie: str = "", **fields: str
) -> tuple[int, http.client.HTTPMessage, str]:
    return ask(
        site,
        "/cards/class",
        "POST",
        urlencode(fields).encode(),
        Content_Type="application/x-www-form-urlencoded",
        Origin=f"http://127.0.0.1:{site.port}",
        X_Forwarded_For=asker,
        Cookie=cookie,
    )


def new_browser(site: Server, asker: str) -> str:
    """The cookie that a visitor is given."""
    kept = ask(site, "/cards/", X_Forwarded_For=asker)[1].get_all("Set-Cookie") or []
    return next(one.partition(";")[0] for one in kept if one.startswith("cardlab-visitor"))


def test_join_codes_cannot_be_tried_without_end(site: Server) -> None:
    code = Classes(f"sqlite:///{site.store}").new("Whist for beginners")[0].code
    begun = time.monotonic()
    statuses = [
        ask(site, f"/cards/class?code=BBBB{n:02d}", X_Forwarded_For="192.0.2.60")[0]
        for n in range(WRONG_A_MINUTE + 5)
    ]
    assert statuses.count(429) == 5 and statuses[-5:] == [429] * 5
    assert time.monotonic() - begun > 5 * HELD, "no refusal comes at once"
    _, _, refused = ask(site, f"/cards/class?code={code}", X_Forwarded_For="192.0.2.60")
    assert "Wait a minute" in refused and "Whist for beginners" not in refused
    _, _, found = ask(site, f"/cards/class?code={code}", X_Forwarded_For="192.0.2.61")
    assert "Whist for beginners" in found


def test_who_is_refused_hears_so_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    waited = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    handler = PlainHandler.__new__(PlainHandler)
    asyncio.run(handler._refused())
    assert waited == [HELD] and handler.get_status() == 429


def test_joins_are_counted_by_network_and_browser_for_each_class() -> None:
    clock = Clock()
    joins = Joins(clock)
    for _ in range(JOINS_OF_A_BROWSER):
        joins.note("router", "whist", "tablet")
    with pytest.raises(AskedTooMuch, match="from another one"):
        joins.note("router", "whist", "tablet")
    joins.note("router", "hearts", "tablet")
    for pupil in range(JOINS - JOINS_OF_A_BROWSER):
        joins.note("router", "whist", f"pupil {pupil}")
    with pytest.raises(AskedTooMuch, match="from your network"):
        joins.note("router", "whist", "late")
    joins.note("home", "whist", "late")
    clock.now += 601
    for _ in range(JOINS_A_DAY - JOINS):
        joins.note("router", "whist", "")
    clock.now += 601
    with pytest.raises(AskedTooMuch, match="tomorrow"):
        joins.note("router", "whist", "late")


def test_one_line_does_not_fill_a_class_and_a_class_of_thirty_joins_at_once(site: Server) -> None:
    classes = Classes(f"sqlite:///{site.store}")
    group = classes.new("Hearts for many")[0]
    assert [
        join(site, "192.0.2.80", code=group.code, nickname=f"Pupil {n}")[0] for n in range(30)
    ] == [303] * 30
    cookie = new_browser(site, "192.0.2.81")
    greedy = [
        join(site, "192.0.2.81", cookie, code=group.code, nickname=f"Greedy {n}")
        for n in range(JOINS_OF_A_BROWSER + 1)
    ]
    assert [status for status, _, _ in greedy] == [303] * JOINS_OF_A_BROWSER + [429]
    assert "This browser has joined this class many times" in greedy[-1][2]
    assert len(classes.members(group.id)) == 1 + 30 + JOINS_OF_A_BROWSER


def test_wrong_recovery_codes_do_not_keep_the_holder_out(site: Server) -> None:
    holder = Holders(f"sqlite:///{site.store}").take("Dora")

    def come_back(asker: str, code: str) -> int:
        return ask(
            site,
            "/cards/cardlab/learner",
            "POST",
            json.dumps({"learner": "Dora", "code": code}).encode(),
            Content_Type="application/json",
            Origin=f"http://127.0.0.1:{site.port}",
            X_Forwarded_For=asker,
        )[0]

    tries = [come_back("192.0.2.70", "BBBB-BBBB-BBBB") for _ in range(WRONG_OF_A_NAME + 4)]
    assert tries == [403] * WRONG_OF_A_NAME + [429] * 4
    assert come_back("192.0.2.71", holder.code) == 200


@pytest.mark.parametrize("act", ["code", "new-code"])
def test_a_guest_has_no_recovery_code(site: Server, act: str) -> None:
    status, _, text = ask(
        site,
        "/cards/cardlab/learner",
        "POST",
        json.dumps({"act": act}).encode(),
        Content_Type="application/json",
        Origin=f"http://127.0.0.1:{site.port}",
    )
    said = json.loads(text)
    assert status == 400 and "Take a nickname first" in said["said"] and not said.get("code")


@pytest.mark.sampled
@pytest.mark.parametrize("length", [0, 10 * WEIGHED])
def test_a_page_that_sends_too_much_is_slowed_down(site: Server, length: int) -> None:
    """Half as many again as may be sent at once take at least as long as the pace says: a floor, which
    a slow machine does not break. Long messages count as several."""
    page = ask(site, f"/cards/{GAME}?cardlab-seat={site.seat()}")[2]
    kernel = re.findall(r'"kernelId": ?"([0-9a-f-]+)"', page)[0]
    url = f"{site.url.replace('http', 'ws')}api/kernels/{kernel}/channels"
    header = {"username": "", "session": "1", "msg_type": "kernel_info_request", "version": "5.4"}
    number = (AT_ONCE * MOST_MESSAGES + 5 * MOST_MESSAGES) // (1 + length // WEIGHED)
    begun = time.monotonic()
    with connect(url, max_size=None) as line:
        for n in range(number):
            line.send(
                json.dumps(
                    {
                        "channel": "shell",
                        "header": {
                            **header,
                            "msg_id": f"message {n}",
                            "date": "2026-01-01T00:00:00Z",
                        },
                        "parent_header": {},
                        "metadata": {},
                        "content": {"padding": "x" * length},
                    }
                )
            )
        while f'"message {number - 1}"' not in str(line.recv(timeout=120)):
            pass
    assert time.monotonic() - begun > 4.5
    assert json.loads(ask(site, "/health")[2])["ok"]


def test_a_guest_cannot_import_without_end(site: Server, tmp_path: Path) -> None:
    source = Learners(f"sqlite:///{tmp_path / 'many.sqlite'}")
    cookie = new_browser(site, "192.0.2.82")

    def bring(number: int) -> tuple[int, str]:
        source.append("Anna", [Event(1.0, "opened", concept="trump")] * number)
        text = source.export_text("Anna").encode()
        status, _, said = ask(
            site,
            "/cards/cardlab/learner/import",
            "POST",
            text,
            Origin=f"http://127.0.0.1:{site.port}",
            Cookie=cookie,
        )
        return status, str(json.loads(said)["said"])

    number = MOST_OF_GUEST[0]
    assert bring(number) == (
        200,
        f"The file was added to your progress: {number} new answers"
        " and steps, 0 lessons to go on with.",
    )
    status, said = bring(1)
    assert status == 400 and "more progress than can be kept" in said


def test_a_store_in_which_nothing_can_be_saved_is_bad_health(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cardlab.store import MatchStore, StoreError

    def full(store: MatchStore) -> None:
        raise StoreError("The disk is full.")

    assert asyncio.run(_store_answers())
    monkeypatch.setattr(MatchStore, "probe", full)
    assert not asyncio.run(_store_answers())


@pytest.mark.parametrize(
    ("pinged", "ponged", "closes"),
    [
        (15, 60, True),  # asked lately, and silent for three pings and more
        (15, 45, False),
        (30, 60, False),  # a ping came late: that the answer is late says nothing
        (15, 15, False),
    ],
)
def test_a_page_that_answers_no_ping_is_cut_off(
    pinged: int, ponged: int, closes: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """pinged, ponged: how many seconds ago this was last."""
    done: list[str] = []
    monkeypatch.setattr(
        "cardlab.web.server.door.IOLoop.current", lambda: SimpleNamespace(time=lambda: 1000.0)
    )
    line: Any = SimpleNamespace(
        ws_connection=object(),
        last_ping=1000.0 - pinged,
        last_pong=1000.0 - ponged,
        close=lambda: done.append("close"),
        ping=lambda data: done.append("ping"),
    )
    KernelSocketHandler.send_ping(line)
    assert done == ["close" if closes else "ping"]
    assert line.last_ping == (1000.0 - pinged if closes else 1000.0)


def test_of_the_errors_of_one_connection_twenty_are_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    line: Any = SimpleNamespace(_logged=0, kernel_id="k")
    with caplog.at_level("WARNING"):
        for n in range(25):
            KernelConnection._keep(line, {"text": f"trouble {n} end"})
    told = [record.getMessage() for record in caplog.records]
    assert told[-2:] == ["kernel k: trouble 19 end", "kernel k: more of this is not kept"]
    assert len(told) == 21


@pytest.mark.parametrize(
    ("wait", "connected", "passed"), [(0.0, True, 1), (0.01, True, 1), (0.01, False, 0)]
)
def test_a_message_that_had_to_wait_is_passed_on_while_its_page_is_there(
    wait: float, connected: bool, passed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    got: list[object] = []
    monkeypatch.setattr(
        VoilaKernelWebsocketHandler, "on_message", lambda _, message: got.append(message)
    )
    kernels = SimpleNamespace(wait=lambda kernel, size: wait)
    monkeypatch.setattr(KernelSocketHandler, "kernel_manager", kernels)
    line: Any = object.__new__(KernelSocketHandler)
    line.kernel_id, line.connection = "k", object() if connected else None
    waiting = KernelSocketHandler.on_message(line, "a message")
    assert (waiting is not None) == (wait > 0)
    if waiting is not None:
        assert not got

        async def passing_on() -> None:
            await waiting

        asyncio.run(passing_on())
    assert got == ["a message"] * passed
