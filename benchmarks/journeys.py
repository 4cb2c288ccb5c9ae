"""How much of the house a click walks through: six journeys, counted with a profiler.

    python benchmarks/journeys.py              all six, as a table
    python benchmarks/journeys.py click -v     one of them, with its functions in order of first call

Counted is what happens inside cardlab: calls, different functions, and the files they are in.
Whatever is done once for all (imports, the game itself, the compiled code) is done before.  THEN is
what each journey took when it was first counted, before the engine told and the rooms were made.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

PACKAGE = Path(__file__).resolve().parent.parent / "cardlab"
sys.path.insert(0, str(PACKAGE.parent))  # this tree, whichever is installed
THEN = {
    "click": (447, 131, 19),
    "refusal": (953, 120, 16),
    "score": (218, 24, 4),
    "exercise": (93_032, 206, 19),
    "house": (22_414, 259, 50),
    "solve": (150_421, 138, 15),
}
"""Calls, functions and files of each journey at first."""


class Walk:
    """The functions of cardlab that were called, in order of their first call."""

    def __init__(self) -> None:
        self.calls = 0
        self.functions: dict[tuple[str, str], int] = {}

    @property
    def files(self) -> set[str]:
        return {file for file, _ in self.functions}

    def _called(self, frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_filename.startswith(str(PACKAGE)):
            if code.co_name.startswith("<"):
                return  # a comprehension or a lambda is part of the function around it
            self.calls += 1
            where = (str(Path(code.co_filename).relative_to(PACKAGE)), code.co_qualname)
            self.functions[where] = self.functions.get(where, 0) + 1

    @contextmanager
    def counting(self) -> Iterator[None]:
        sys.setprofile(self._called)
        try:
            yield
        finally:
            sys.setprofile(None)


def at_a_table(answer: Callable[[Any, Any], str]) -> Walk:
    """South sits at Kaiser, in the middle of the second trick or a later one, and touches a card.

    answer: from the match and the verdicts on South's cards, the card that is touched.
    """
    import cardlab.pages

    os.environ["QUERY_STRING"] = "seed=7&pace=9&seat=0"
    walk = Walk()

    async def touched() -> None:
        widget = cardlab.pages.play("kaiser")
        session = widget.page.session
        for _ in range(200):
            match = session.match
            bot = session.turns.due()
            if bot is None:
                verdicts = match.state.verdicts()
                card = answer(match, verdicts)
                if card:
                    break
                session.pick(str(match.legal_moves()[0]))
            else:
                session.turns.play_all()
        widget.page.show()
        with walk.counting():
            widget.pick = {"move": card, "n": 1, "ply": session.match.ply}

    asyncio.run(touched())
    return walk


def click() -> Walk:
    """A legal card is clicked."""

    def legal(match: Any, verdicts: Any) -> str:
        refused = [v for v in verdicts.values() if not v.legal]
        if not match.state.taken or not match.state.trick.cards or not refused:
            return ""
        return next(str(move) for move, verdict in verdicts.items() if verdict.legal)

    return at_a_table(legal)


def refusal() -> Walk:
    """A card that is not legal is clicked."""

    def illegal(match: Any, verdicts: Any) -> str:
        if not match.state.taken or not match.state.trick.cards:
            return ""
        return next((str(move) for move, verdict in verdicts.items() if not verdict.legal), "")

    return at_a_table(illegal)


def score() -> Walk:
    """A result of Kaiser is scored."""
    import cardlab

    game = cardlab.game("kaiser")
    result = game.Result()
    game.score(result)  # formulas and sheets are read once for all
    walk = Walk()
    with walk.counting():
        game.score(result)
    return walk


def exercise() -> Walk:
    """An exercise is found for a seed: which rule decided, in Malilla."""
    import cardlab
    from cardlab import lessons

    cardlab.game("malilla")
    lessons.exercise("decided-by:must-beat-opponent", "malilla", 3)
    walk = Walk()
    with walk.counting():
        lessons.exercise("decided-by:must-beat-opponent", "malilla", 4)
    return walk


def house() -> Walk:
    """One rule of Malilla is switched off in the laboratory of house rules."""
    import cardlab.pages

    os.environ["QUERY_STRING"] = ""
    walk = Walk()

    async def switched() -> None:
        widget = cardlab.pages.lab("house-rules", "malilla")
        widget.act = {"name": "rule:unled-plain-seven", "value": False, "n": 1}
        widget.act = {"name": "rule:unled-plain-seven", "value": True, "n": 2}
        with walk.counting():
            widget.act = {"name": "rule:must-beat-opponent", "value": False, "n": 3}

    asyncio.run(switched())
    return walk


def solve() -> Walk:
    """The first position of a game is solved."""
    import random

    import cardlab
    from cardlab import solver

    solver.warm(wait=True)
    match, rng = cardlab.game("malilla").match(seed=2), random.Random(2)
    while len(match.state.hand) > 5:
        match.play(rng.choice(match.legal_moves()))
    walk = Walk()
    with walk.counting():
        solver.solve(match.state)
    return walk


JOURNEYS: dict[str, Callable[[], Walk]] = {
    "click": click,
    "refusal": refusal,
    "score": score,
    "exercise": exercise,
    "house": house,
    "solve": solve,
}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("journeys", nargs="*", help=", ".join(JOURNEYS))
    parser.add_argument("-v", "--verbose", action="store_true", help="name the functions")
    given = parser.parse_args()
    print("| journey | calls | functions | files | functions, files then |\n|---|---|---|---|---|")
    for name in given.journeys or JOURNEYS:
        with tempfile.TemporaryDirectory() as folder:
            os.environ["CARDLAB_STORE"] = f"sqlite:///{folder}/cards.sqlite"
            walk = JOURNEYS[name]()
        _, functions, files = THEN[name]
        print(
            f"| {name} | {walk.calls:,} | {len(walk.functions)} | {len(walk.files)} |"
            f" {functions}, {files} |"
        )
        if given.verbose:
            for (file, function), times in walk.functions.items():
                print(f"    {file}: {function} {times}")


if __name__ == "__main__":
    main()
