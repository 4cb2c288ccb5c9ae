"""Who gets a kernel, and who waits."""

from __future__ import annotations

import asyncio
import os
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from jupyter_client.provisioning.local_provisioner import LocalProvisioner
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager

from cardlab.web.server.seats import (
    FORGOTTEN,
    MOST_OF_ONE,
    OPENING,
    PROMISED,
    WEIGHED,
    WINDOWS,
    Asker,
    PageKernels,
    Seats,
    megabytes,
)


class Page:
    """A page that writes down what it is told."""

    def __init__(self, address: str = "", browser: str = "") -> None:
        self.asker = Asker(address, browser)
        self.told: list[str | int] = []

    def seat(self, ticket: str) -> None:
        self.told.append(ticket)

    def stand(self, before: int) -> None:
        self.told.append(before)


class Room:
    """Seats with a clock and a number of kernels that can be set."""

    def __init__(self, most: int) -> None:
        self.now, self.kernels = 0.0, 0
        self.seats = Seats(most, lambda: self.kernels, lambda: self.now)

    def start(self, ticket: str) -> None:
        assert self.seats.redeem(ticket)
        self.kernels += 1
        self.seats.seated(f"kernel {ticket}")

    def end(self, kernel_id: str) -> None:
        self.kernels -= 1
        self.seats.gone(kernel_id)
        self.seats.call()

    def ask(self, address: str, browser: str = "") -> Page:
        page = Page(address, browser)
        self.seats.queue(page)
        return page

    def sit(self, address: str, browser: str = "") -> str:
        """The kernel of a page that gets a seat at once."""
        (ticket,) = self.ask(address, browser).told
        self.start(str(ticket))
        return f"kernel {ticket}"


def test_as_many_pages_come_alive_as_there_are_seats_and_the_next_wait_in_order() -> None:
    room, pages = Room(2), [Page() for _ in range(4)]
    for page in pages:
        room.seats.queue(page)
    first, second = (str(page.told[0]) for page in pages[:2])
    assert [page.told[-1] for page in pages[2:]] == [0, 1] and room.seats.waiting == 2
    room.start(first)
    room.start(second)
    room.seats.call()
    assert room.seats.free == 0 and room.seats.waiting == 2
    room.kernels -= 1
    room.seats.call()
    assert room.seats.redeem(str(pages[2].told[-1])) and pages[3].told[-1] == 0


def test_who_leaves_the_line_makes_room_for_the_next() -> None:
    room, pages = Room(1), [Page() for _ in range(3)]
    for page in pages:
        room.seats.queue(page)
    room.seats.leave(pages[1])
    assert pages[2].told[0] == 1 and pages[2].told[-1] == 0
    room.seats.leave(pages[0])


def test_a_ticket_is_good_once_and_not_for_long() -> None:
    room = Room(1)
    ticket = room.seats.ticket()
    assert ticket and not room.seats.redeem("") and not room.seats.redeem(ticket + "x")
    assert room.seats.ticket() is None, "the only seat is promised"
    room.now = PROMISED + 1
    assert not room.seats.redeem(ticket) and room.seats.free == 1
    again = room.seats.ticket()
    assert again and room.seats.redeem(again) and not room.seats.redeem(again)


def test_a_page_that_never_opens_gives_its_seat_back() -> None:
    room = Room(1)
    assert room.seats.redeem(room.seats.ticket() or "")
    assert room.seats.free == 0
    room.now = OPENING + 1
    assert room.seats.free == 1


def test_a_class_behind_one_router_takes_what_nobody_else_asks_for() -> None:
    room = Room(36)
    for pupil in range(30):
        room.sit("school", f"pupil {pupil}")
    room.sit("home")
    assert not room.seats.gives_way() and room.seats.free == 5


def test_a_class_shares_a_full_server_with_a_greedy_address() -> None:
    room = Room(100)
    greedy = [room.sit("greedy", f"new cookie {page}") for page in range(100)]
    pupils = [room.ask("school", f"pupil {pupil}") for pupil in range(30)]
    for page in reversed(greedy[-30:]):
        assert room.seats.gives_way() == page, "the newest page of whoever has most"
        room.end(page)
    assert all(isinstance(pupil.told[-1], str) for pupil in pupils)
    assert room.ask("greedy").told == [0] and not room.seats.gives_way()


def test_promises_of_a_greedy_address_are_taken_back_at_once() -> None:
    room = Room(6)
    hoarded = [room.ask("greedy", f"new cookie {page}") for page in range(6)]
    (ticket,) = room.ask("home").told
    assert isinstance(ticket, str) and room.seats.redeem(ticket)
    assert not room.seats.redeem(str(hoarded[-1].told[-1])), "it was the newest"
    assert room.seats.redeem(str(hoarded[0].told[-1]))


def test_whoever_has_little_comes_before_whoever_has_their_share() -> None:
    room = Room(6)
    pages = [room.sit("greedy") for _ in range(2)] + [room.sit(f"home {n}") for n in range(4)]
    greedy, late = room.ask("greedy"), room.ask("late")
    assert greedy.told == [0, 1] and late.told == [0]
    assert not room.seats.gives_way(), "two of six are a share, which is kept"
    room.end(pages[-1])
    assert isinstance(late.told[-1], str) and greedy.told[-1] == 0


def test_a_browser_with_many_windows_gives_way_to_others_of_its_class() -> None:
    room = Room(WINDOWS + 2)
    pages = [room.sit("school", "many windows") for _ in range(WINDOWS + 1)]
    room.sit("school", "one window")
    pupil = room.ask("school", "pupil")
    assert room.seats.gives_way() == pages[-1]
    room.end(pages[-1])
    assert isinstance(pupil.told[-1], str)
    room.ask("school", "another pupil")
    assert not room.seats.gives_way(), "six windows are a browser's own"


def test_one_address_cannot_fill_the_line() -> None:
    room = Room(1)
    room.sit("home")
    assert all(room.ask("greedy").told for _ in range(MOST_OF_ONE))
    assert not room.seats.queue(Page("greedy")) and room.seats.queue(Page("late"))


class Kept(PageKernels):
    """Kernels that are names with a time of their last sign of life."""

    def __init__(self, silent: dict[str, float]) -> None:
        super().__init__()
        now = datetime.now(UTC)
        self.heard = {id: now - timedelta(seconds=seconds) for id, seconds in silent.items()}
        self._kernel_connections = dict.fromkeys(silent, 1)
        self.processes: dict[str, Any] = {}

    def __contains__(self, kernel_id: object) -> bool:
        return kernel_id in self.heard

    def get_kernel(self, kernel_id: str) -> Any:
        return SimpleNamespace(
            last_activity=self.heard[kernel_id], provisioner=self.processes.get(kernel_id)
        )

    def list_kernel_ids(self) -> list[str]:
        return list(self.heard)

    async def shutdown_kernel(self, kernel_id: str, **_: Any) -> None:
        del self.heard[kernel_id]


def test_a_forgotten_page_gives_way_only_to_one_that_waits() -> None:
    kernels = Kept({"busy": 1.0, "longest": FORGOTTEN + 60, "long": FORGOTTEN + 30})
    kernels.seats = Seats(3, lambda: len(kernels.heard))
    asyncio.run(kernels.look_round())
    assert len(kernels.heard) == 3
    page = Page()
    kernels.seats.queue(page)
    asyncio.run(kernels.look_round())
    assert set(kernels.heard) == {"busy", "long"} and isinstance(page.told[-1], str)
    kernels.seats.queue(Page())
    asyncio.run(kernels.look_round())
    kernels.seats.queue(Page())
    asyncio.run(kernels.look_round())
    assert set(kernels.heard) == {"busy"}, "a page that somebody looks at stays"


def test_a_page_that_connects_again_keeps_its_kernel() -> None:
    kernels = Kept({"a": 1.0})
    kernels.away = 0
    kernels.notify_disconnect("a")
    kernels.notify_connect("a")
    asyncio.run(kernels.look_round())
    assert "a" in kernels.heard
    kernels.notify_disconnect("a")
    asyncio.run(kernels.look_round())
    assert "a" not in kernels.heard


def test_the_newest_page_of_the_greediest_is_ended_for_one_that_waits() -> None:
    kernels = Kept(dict.fromkeys(["first", "second", "third"], 1.0))
    kernels.seats = seats = Seats(3, lambda: len(kernels.heard))
    for kernel_id in kernels.heard:
        seats.seated(kernel_id)
    asyncio.run(kernels.look_round())
    assert len(kernels.heard) == 3, "nobody waits"
    page = Page("another address")
    seats.queue(page)
    asyncio.run(kernels.look_round())
    assert set(kernels.heard) == {"first", "second"} and isinstance(page.told[-1], str)


def test_a_kernel_that_takes_too_much_memory_is_ended() -> None:
    kernels = Kept({"large": 1.0, "unknown": 1.0})
    kernels.processes["large"] = process = LocalProvisioner()
    process.pid = os.getpid()
    taken = megabytes(os.getpid())
    assert taken > 20 and megabytes(None) == 0
    kernels.memory = taken + 500
    asyncio.run(kernels.look_round())
    assert set(kernels.heard) == {"large", "unknown"}
    kernels.memory = taken // 2
    asyncio.run(kernels.look_round())
    assert set(kernels.heard) == {"unknown"}


def test_the_line_has_an_end_for_all_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.web.server.seats.MOST_IN_LINE", 2)
    room = Room(1)
    room.sit("home")
    assert [room.seats.queue(Page(place)) for place in "abc"] == [True, True, False]
    assert room.seats.waiting == 2


def test_a_kernel_that_has_just_started_waits_for_its_page(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def started(manager: Kept, **_: Any) -> str:
        manager.heard["new"] = datetime.now(UTC)
        return "new"

    monkeypatch.setattr(AsyncMappingKernelManager, "start_kernel", started)
    kernels, clock = Kept({}), [1000.0]
    monkeypatch.setattr("cardlab.web.server.seats.time.monotonic", lambda: clock[0])
    asyncio.run(kernels.start_kernel())
    clock[0] += OPENING - 1
    asyncio.run(kernels.look_round())
    assert "new" in kernels.heard
    clock[0] += 2
    asyncio.run(kernels.look_round())
    assert "new" not in kernels.heard


def test_a_long_message_counts_as_several() -> None:
    kernels = Kept({})
    kernels.messages = 1
    short = [kernels.wait("short") for _ in range(5)]
    long = [kernels.wait("long", 10 * WEIGHED) for _ in range(5)]
    assert short[-1] == 0 and 40 < long[-1] < 50
