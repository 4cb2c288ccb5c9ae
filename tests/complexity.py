"""The functions of cardlab with many ways through them, and `tests/complexity.txt`, which lists them.

    python -m tests.complexity    strikes out of the list what has become simpler

lizard counts the ways: one, and one more for each `if`, `for`, `while`, `except`, `finally`, `case`,
`and` and `or`, those inside expressions and comprehensions included.  ruff, which has the same
limit, counts statements alone.
Nothing is ever added to the list: a new function stays within the limit.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import lizard

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "complexity.txt"
LIMIT = 15
"""As `max-complexity` in pyproject.toml."""


def names(node: ast.AST, before: str = "") -> Iterator[tuple[int, str]]:
    """The functions of a module by the lines that they begin in, each with the class it is in."""
    for part in ast.iter_child_nodes(node):
        if isinstance(part, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            name = before + part.name
            yield part.lineno, name
            yield from names(part, f"{name}.")
        else:
            yield from names(part, before)


def counted(folder: Path = ROOT / "cardlab") -> dict[str, int]:
    """The complexity of every function over the limit, by its file and name."""
    over: dict[str, int] = {}
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        analysed = lizard.analyze_file.analyze_source_code(str(path), text)
        complex_ones = [f for f in analysed.function_list if f.cyclomatic_complexity > LIMIT]
        named = dict(names(ast.parse(text))) if complex_ones else {}
        for one in complex_ones:
            place = f"{path.relative_to(folder.parent).as_posix()} {named[one.start_line]}"
            over[place] = max(over.get(place, 0), one.cyclomatic_complexity)
    return over


def listed(text: str) -> dict[str, int]:
    """What the list says: a line is a file, a function and its number."""
    lines = (line.rpartition(" ") for line in text.splitlines())
    return {place: int(number) for place, _, number in lines}


def complaints(found: dict[str, int], known: dict[str, int]) -> list[str]:
    """What has become worse, and what the list need not name any more, with the remedy."""
    said = []
    for place, number in found.items():
        if place not in known:
            said.append(
                f"{place} has a complexity of {number}, and {LIMIT} is the limit: take it apart into"
                " functions that each do one thing (if you renamed it, rename its line in"
                " tests/complexity.txt)"
            )
        elif number > known[place]:
            said.append(
                f"{place} has grown from {known[place]} to {number}: take what you added into a"
                " function of its own"
            )
    simpler = [place for place, number in known.items() if found.get(place, 0) < number]
    said += [
        f"{place} is simpler than tests/complexity.txt says, or gone: run `python -m"
        " tests.complexity` and commit the shorter list"
        for place in simpler
    ]
    return said


def shortened(found: dict[str, int], known: dict[str, int]) -> str:
    """The list without what has gone, and with lower numbers where there are any."""
    left = {place: min(known[place], found[place]) for place in known if place in found}
    return "".join(f"{place} {left[place]}\n" for place in sorted(left))


if __name__ == "__main__":
    found, known = counted(), listed(LIST.read_text(encoding="utf-8"))
    LIST.write_text(shortened(found, known), encoding="utf-8")
    print(*complaints(found, listed(LIST.read_text(encoding="utf-8"))), sep="\n")
