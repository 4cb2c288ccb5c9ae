"""What those who run the server ask it: is it well (`/health`), and how much does it do (`/metrics`).

Knows the store, the seats and the form in which Prometheus reads numbers; knows no page.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator

import tornado.web as web
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.registry import Collector

from cardlab.web.server.seats import Seats

__all__ = ["HealthHandler", "MetricsHandler", "Numbers", "RobotsHandler"]

PATIENCE = 3.0
"""Seconds that the store may take to answer."""

ROBOTS = """\
User-agent: *
Disallow: {base}cardlab/learner
Disallow: {base}cardlab/seat
Disallow: {base}api/
Disallow: {base}print
"""
"""Without a seat no robot has a kernel started, whatever scripts it runs."""


class _SeatCounts(Collector):
    """The seats as they are when somebody asks."""

    def __init__(self, seats: Seats) -> None:
        self._seats = seats

    def collect(self) -> Iterator[GaugeMetricFamily]:
        for name, about, value in (
            ("cardlab_kernels", "Pages that are alive, each with a kernel.", self._seats.taken()),
            ("cardlab_kernels_limit", "Pages that may be alive at once.", self._seats.most),
            ("cardlab_pages_waiting", "Pages that wait for a seat.", self._seats.waiting),
        ):
            yield GaugeMetricFamily(name, about, value=value)


class Numbers:
    """What the server counts."""

    def __init__(self, seats: Seats) -> None:
        self.registry = CollectorRegistry()
        self.registry.register(_SeatCounts(seats))
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        self._answers = Counter(
            "cardlab_answers", "Answered requests.", ["status"], registry=self.registry
        )
        self._seconds = Histogram(
            "cardlab_answer_seconds",
            "Seconds from a request to the end of its answer; connections of pages are left out.",
            registry=self.registry,
        )

    def note(self, handler: web.RequestHandler) -> None:
        """Count an answer; Tornado calls this at the end of each."""
        self._answers.labels(str(handler.get_status())).inc()
        if handler.get_status() != 101:
            self._seconds.observe(handler.request.request_time())


class MetricsHandler(web.RequestHandler):
    """The numbers, for Prometheus."""

    def initialize(self, numbers: Numbers) -> None:
        self._numbers = numbers

    def get(self) -> None:
        self.set_header("Content-Type", CONTENT_TYPE_LATEST)
        self.finish(generate_latest(self._numbers.registry))


class HealthHandler(web.RequestHandler):
    """Whether the server is well: 200, or 503 if nothing can be saved; a full server is well."""

    def initialize(self, seats: Seats) -> None:
        self._seats = seats

    async def get(self) -> None:
        began = time.monotonic()
        reachable = await _store_answers()
        self.set_status(200 if reachable else 503)
        self.set_header("Cache-Control", "no-store")
        self.finish(
            {
                "ok": reachable,
                "store": reachable,
                "store_seconds": round(time.monotonic() - began, 3),
                "kernels": self._seats.taken(),
                "limit": self._seats.most,
                "waiting": self._seats.waiting,
            }
        )

    head = get


async def _store_answers() -> bool:
    from cardlab.store import MatchStore, StoreError

    def ask() -> bool:
        store = MatchStore()
        try:
            store.probe()
        except StoreError:
            return False
        finally:
            store.close()
        return True

    try:
        return await asyncio.wait_for(asyncio.to_thread(ask), PATIENCE)
    except TimeoutError:
        return False


class RobotsHandler(web.RequestHandler):
    """What robots are asked to leave alone."""

    def initialize(self, base: str) -> None:
        self._base = base

    def get(self) -> None:
        self.set_header("Content-Type", "text/plain; charset=utf-8")
        self.finish(ROBOTS.format(base=self._base))
