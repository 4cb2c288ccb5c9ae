"""No function has more than fifteen ways through it but those on a list, which only shrinks."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.complexity import LIMIT, LIST, ROOT, complaints, counted, listed, shortened


def test_no_function_is_too_complex_but_those_that_are_listed() -> None:
    said = complaints(counted(), listed(LIST.read_text(encoding="utf-8")))
    assert not said, "\n".join(said)


def test_the_limit_is_that_of_ruff() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["ruff"]["lint"]["mccabe"]["max-complexity"] == LIMIT


def test_what_is_new_what_grows_and_what_is_simple_again_is_said_with_its_remedy() -> None:
    known = {"a.py same": 20, "a.py grown": 16, "a.py lower": 20, "a.py gone": 17}
    found = {"a.py same": 20, "a.py grown": 18, "a.py lower": 19, "a.py new": 16}
    grown, new, lower, gone = complaints(found, known)
    assert grown.startswith("a.py grown has grown from 16 to 18: take what you added")
    assert new.startswith("a.py new has a complexity of 16, and 15 is the limit: take it apart")
    for place, said in (("a.py lower", lower), ("a.py gone", gone)):
        assert said.startswith(f"{place} is simpler") and "`python -m tests.complexity`" in said
    # the command takes lines out and numbers down, and never the other way
    assert shortened(found, known) == "a.py grown 16\na.py lower 19\na.py same 20\n"


def test_conditions_and_comprehensions_count_and_a_method_has_its_class(tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    many = " or ".join(f"a == {n}" for n in range(LIMIT + 2))
    lines = [
        "class Kind:",
        "    @property",
        "    def many(self, a):",
        f"        return {many}",
        "def few(a):",
        "    return [b for b in a if b]",
    ]
    (room / "module.py").write_text("\n".join(lines), encoding="utf-8")
    assert counted(room) == {"room/module.py Kind.many": LIMIT + 2}
