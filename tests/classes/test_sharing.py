"""What many pages ask for at once is read once, and nobody gets what was read before they asked."""

from __future__ import annotations

import asyncio
import threading

import pytest

from cardlab.store import StoreError
from cardlab.web.classes.sharing import SharedReading


def test_all_who_ask_while_one_is_read_share_the_next() -> None:
    begun, go = threading.Event(), threading.Event()
    read: list[int] = []

    def reading() -> int:
        read.append(len(read))
        begun.set()
        assert go.wait(120)
        return read[-1]

    async def walk() -> None:
        shared = SharedReading(reading)
        first = [asyncio.create_task(shared.ask()) for _ in range(3)]
        assert await asyncio.to_thread(begun.wait, 10)
        later = [asyncio.create_task(shared.ask()) for _ in range(20)]
        await asyncio.sleep(0)
        go.set()
        assert await asyncio.gather(*first) == [0] * 3
        assert await asyncio.gather(*later) == [1] * 20

    asyncio.run(walk())


def test_what_cannot_be_read_is_said_to_all_and_read_again() -> None:
    answers: list[object] = [StoreError("The database cannot be reached."), "here"]

    def reading() -> object:
        answer = answers.pop(0)
        if isinstance(answer, StoreError):
            raise answer
        return answer

    async def walk() -> None:
        shared = SharedReading(reading)
        said = await asyncio.gather(shared.ask(), shared.ask(), return_exceptions=True)
        assert [str(one) for one in said] == ["The database cannot be reached."] * 2
        assert await shared.ask() == "here"

    asyncio.run(walk())


def test_a_page_that_is_gone_takes_the_answer_from_no_other() -> None:
    async def walk() -> None:
        shared = SharedReading(lambda: "here")
        gone, stays = (asyncio.create_task(shared.ask()) for _ in range(2))
        await asyncio.sleep(0)
        gone.cancel()
        assert await stays == "here"
        with pytest.raises(asyncio.CancelledError):
            await gone

    asyncio.run(walk())
