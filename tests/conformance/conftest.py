"""The conformance runner: every vector of a folder against the public surface.

An adapter (``adapters/<game>.py``) has a dict ``KINDS``: kind -> function(given) -> dict of
answers.  It builds a position through the public surface and reads the answer off; a kind without
an adapter is a failure.
"""

from __future__ import annotations

import importlib
import json
from pathlib import Path
from typing import Any

import pytest

import cardlab

HERE = Path(__file__).parent
IDS = {"bridge-rubber": "bridge"}
"""Vector files that are named otherwise than their game."""
NO_GAMES = {"leagues"}
"""Vector files about parts of cardlab that are no games."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "vector" not in metafunc.fixturenames:
        return
    cases = []
    for path in sorted(Path(metafunc.config.getoption("--vectors")).glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        for vector in data["vectors"]:
            cases.append(pytest.param((data["game"], vector), id=vector["id"]))
    metafunc.parametrize("vector", cases)


def adapter(slug: str) -> dict[str, Any]:
    """The adapter of a game's vectors, by kind."""
    return importlib.import_module(f"tests.conformance.adapters.{slug.replace('-', '_')}").KINDS


def exists(slug: str) -> bool:
    return slug in NO_GAMES or IDS.get(slug, slug) in cardlab.games()
