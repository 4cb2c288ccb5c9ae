"""What the solver says of the choices at a fork, asked in a process of its own.

Knows questions and answers as texts, and how many are asked at once; knows no rule. The solver takes
seconds and holds the processor, and this process has tables to serve.
"""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Mapping
from typing import Any

__all__ = ["Worths"]

_log = logging.getLogger("cardlab.web.classes")

PATIENCE = 90.0
"""Seconds for one answer: the solver may have to be compiled first."""
MOST_KEPT = 500
FAILED = {"sentence": "The solver did not answer. Open the page again later."}


class Worths:
    """The answers so far. A question that is new is asked in the background, one at a time."""

    def __init__(self) -> None:
        self._answers: dict[str, Mapping[str, Any]] = {}
        self._asked: dict[str, asyncio.Task[None]] = {}
        self._turn = asyncio.Lock()

    def of(self, question: str) -> Mapping[str, Any] | None:
        """The answer, or None while it is awaited."""
        if question not in self._answers and question not in self._asked:
            self._asked[question] = asyncio.create_task(self._ask(question))
        return self._answers.get(question)

    async def _ask(self, question: str) -> None:
        try:
            async with self._turn:
                answer = await self._run(question)
        except (OSError, ValueError, TimeoutError):
            _log.exception("the solver did not answer")
            answer = FAILED
        finally:
            self._asked.pop(question, None)
        while len(self._answers) >= MOST_KEPT:
            self._answers.pop(next(iter(self._answers)))
        self._answers[question] = answer

    @staticmethod
    async def _run(question: str) -> Mapping[str, Any]:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "cardlab.labs.travellers"), stdin=pipe, stdout=pipe
        )
        try:
            said, _ = await asyncio.wait_for(process.communicate(question.encode()), PATIENCE)
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        answer: Mapping[str, Any] = json.loads(said)
        return answer
