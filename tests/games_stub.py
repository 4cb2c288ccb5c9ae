"""Write `cardlab/_games.pyi`: which class each id of a game stands for, for editors and checkers.

    python -m tests.games_stub

Python itself never reads that file; a test holds it up to date.
"""

from __future__ import annotations

from pathlib import Path

import cardlab
from cardlab.engine.catalogue import game_class

STUB = Path(cardlab.__file__).parent / "_games.pyi"
HEAD = '''"""The games by their ids, for editors and type checkers; written by `make types`."""

from typing import Any, Literal, overload

from cardlab.engine.game import Game
'''
ONE = """@overload
def game(id: Literal["{id}"], **options: Any) -> {kind}: ...
"""
ANY = """@overload
def game(id: str, **options: Any) -> Game: ...
"""


def stub() -> str:
    """The text of the file."""
    kinds = {id: game_class(id) for id in cardlab.games()}
    by_module: dict[str, list[str]] = {}
    for kind in kinds.values():
        by_module.setdefault(kind.__module__, []).append(kind.__name__)
    imports = [f"from {file} import {', '.join(sorted(by_module[file]))}\n" for file in by_module]
    overloads = [ONE.format(id=id, kind=kind.__name__) for id, kind in kinds.items()]
    return HEAD + "".join(sorted(imports)) + "\n" + "".join([*overloads, ANY])


if __name__ == "__main__":
    STUB.write_text(stub(), encoding="utf-8")
