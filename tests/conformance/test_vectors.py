"""Acceptance vectors: what the games' specifications say of single positions, results and whole
deals."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import adapter, exists


def test_vector(vector: tuple[str, dict[str, Any]], request: pytest.FixtureRequest) -> None:
    slug, case = vector
    if not exists(slug):
        if request.config.getoption("--all-games"):
            pytest.fail(f"there is no game for {slug} yet")
        pytest.skip(f"there is no game for {slug} yet")
    kinds = adapter(slug)
    assert case["kind"] in kinds, f"no adapter knows the kind {case['kind']!r} of {slug}"
    answer = kinds[case["kind"]](case["given"])
    expected = case["expect"]
    assert {key: answer.get(key, "no answer") for key in expected} == expected
