"""The compiled kernel, once for all tests of it."""

from __future__ import annotations

import os

import pytest

from cardlab.solver import keeping, loading
from cardlab.solver.loading import Backend


@pytest.fixture(scope="session")
def compiled() -> Backend:
    """Whoever has left out the extra `fast` may go without; where everything is tested, numba is
    there."""
    if not keeping.can_compile() and not os.environ.get("CI"):
        pytest.skip("numba is not here; install cardlab[fast]")
    loading.warm(wait=True)
    found = loading.backend()
    assert found.name == "numba", (
        "the compiled kernel has to be tested here, and it could not be loaded"
    )
    return found
