"""Work in the background gives way to answers, and knows what was set where it was begun."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from contextvars import ContextVar

import pytest

from cardlab.web.pages.background import MODEST, in_background

WHO: ContextVar[str] = ContextVar("who", default="nobody")


@pytest.mark.skipif(sys.platform != "linux", reason="threads have priorities on Linux alone")
def test_it_stands_behind_answers() -> None:
    def niceness() -> int:
        return os.getpriority(os.PRIO_PROCESS, threading.get_native_id())

    before = niceness()
    assert asyncio.run(in_background(niceness)) == max(MODEST, before)
    assert niceness() == before


def test_it_knows_its_surroundings() -> None:
    async def ask() -> str:
        WHO.set("South")
        return await in_background(WHO.get)

    assert asyncio.run(ask()) == "South"


def test_what_goes_wrong_comes_back() -> None:
    def fail() -> None:
        raise LookupError("no such card")

    with pytest.raises(LookupError, match="no such card"):
        asyncio.run(in_background(fail))
