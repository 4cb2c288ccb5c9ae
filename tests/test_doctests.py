"""Every docstring that shows a session shows what really happens."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from types import ModuleType

import pytest

import cardlab

NAMES = [
    "cardlab",
    *(
        m.name
        for m in pkgutil.walk_packages(cardlab.__path__, "cardlab.")
        if not m.name.endswith("__main__")
    ),
]


@pytest.mark.parametrize("name", NAMES)
def test_docstrings(name: str) -> None:
    module: ModuleType = importlib.import_module(name)
    assert module.__doc__, "a module says what it knows and does not know"
    failed, _ = doctest.testmod(module, optionflags=doctest.ELLIPSIS)
    assert not failed
