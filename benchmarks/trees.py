"""Is this tree as quick as an earlier one?  The same work in both, in turns, in one run.

    python benchmarks/trees.py 16ab0f4                 this tree beside a commit of its past
    python benchmarks/trees.py ../other --rounds 5     beside another checkout
    python benchmarks/trees.py HEAD~3 --only moves clicks

Each round starts a fresh Python for each tree, which does every piece of work for some seconds and
prints what it did for each second of processor time.  The trees take turns and the best round of
each counts, so that other work on the machine matters little.  A ratio below 1 means that this tree
is the slower one.  Only public names are used, which both trees have.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent.parent
GAMES = ("kaiser", "malilla", "bridge", "cardigan", "gin-rummy", "zetema", "bourre", "snap")
SOLVED = ("kaiser", "bridge", "malilla", "bourre")
Work = Callable[[], int]
"""Does a piece of work and returns how many times it was done."""


def random_match(id: str) -> tuple[Any, random.Random]:
    import cardlab

    return cardlab.game(id).match(seed=1), random.Random(1)


def moves(id: str) -> Work:
    """Moves of random play: legal moves, the move, the record."""
    import cardlab

    game, rng, seeds = cardlab.game(id), random.Random(1), iter(range(10**9))

    def work() -> int:
        match = game.match(seed=next(seeds))
        for _ in range(60):
            if match.over:
                break
            match.play(rng.choice(match.legal_moves()))
        return max(1, match.ply)

    return work


def positions(id: str) -> list[Any]:
    """States of a random match."""
    match, rng = random_match(id)
    states = []
    while not match.over and len(states) < 40:
        states.append(match.state)
        match.play(rng.choice(match.legal_moves()))
    return states


def verdicts(id: str) -> Work:
    """Verdicts on all that somebody might try, with their reasons."""
    import cardlab

    game, states = cardlab.game(id), positions(id)

    def work() -> int:
        return sum(
            len([v.reason for v in game.verdicts(state).values()])
            for state in states
            if state.to_move is not None
        )

    return work


def pictures(id: str) -> Work:
    """Pictures of the table."""
    states = positions(id)[::8]
    return lambda: len([state._repr_svg_() for state in states])


def sheets(id: str) -> Work:
    """Rule sheets."""
    import cardlab

    return lambda: len([str(cardlab.game(id).rules())])


def ready() -> None:
    """Wait for the compiled code, wherever a tree keeps it."""
    for package in ("cardlab.solver", "cardlab.fast"):
        with contextlib.suppress(ModuleNotFoundError):
            importlib.import_module(package).warm(wait=True)


def deals(id: str) -> Work:
    """Whole deals of the compiled game."""
    import cardlab

    seeds = iter(range(10**9))
    ready()

    def work() -> int:
        cardlab.playouts(id, 5000, next(seeds))
        return 5000

    return work


def solved(id: str) -> Work:
    """Positions with six cards in a hand, solved."""
    import cardlab

    ready()
    states = []
    for seed in range(12):
        match, rng = cardlab.game(id).match(seed=seed), random.Random(seed)
        while not match.over:
            state = match.state
            hands = [len(state.hands[seat]) for seat in range(len(state.hands))]
            if max(hands) <= 6 and len({*hands}) == 1 and str(state.phase).endswith("play>"):
                states.append(state)
                break
            match.play(rng.choice(match.legal_moves()))

    def work() -> int:
        return len([cardlab.solve(state) for state in states])

    return work


def opened(id: str) -> Work:
    """The page of a game opened, with a new match."""
    import asyncio

    import cardlab.pages

    os.environ["QUERY_STRING"] = "seed=7&pace=9"

    async def opening() -> int:
        # without a loop the bots would not wait for their turns
        return len([cardlab.pages.play(id)])

    return lambda: asyncio.run(opening())


def clicks(id: str) -> Work:
    """Legal clicks on the page of a game, each taken back again."""
    import asyncio

    import cardlab.pages

    # at pace 0 the bots move until it is the turn of who looks on; at pace 9 they wait
    os.environ["QUERY_STRING"] = "seed=7&pace=0"
    numbers = iter(range(10**9))
    widget: Any = None

    def legal() -> list[str]:
        choices = widget.view.get("choices") or []
        return [choice["move"] for choice in choices if choice.get("legal", True)]

    def command(name: str, **more: Any) -> None:
        widget.command = {"name": name, "n": next(numbers), **more}

    async def opened() -> None:
        nonlocal widget
        widget = cardlab.pages.play(id)
        for _ in range(500):
            if legal():
                break
            await asyncio.sleep(0.02)
        command("pace", value=9)

    async def clicked() -> int:
        for _ in range(10):
            moves = legal()
            before = widget.view
            widget.pick = {"move": moves[0], "n": next(numbers), "ply": widget.chrome.get("ply")}
            assert widget.view != before, "the move was not made"
            command("undo")
            assert legal() == moves, "the move was not taken back"
        return 10

    asyncio.run(opened())
    return lambda: asyncio.run(clicked())


WORK: dict[str, tuple[Callable[[str], Work], Iterable[str]]] = {
    "moves": (moves, GAMES),
    "verdicts": (verdicts, GAMES),
    "pictures": (pictures, GAMES),
    "sheets": (sheets, GAMES),
    "deals": (deals, SOLVED),
    "solved": (solved, SOLVED),
    "opened": (opened, ("kaiser", "gin-rummy", "snap")),
    "clicks": (clicks, ("kaiser", "gin-rummy", "snap")),
}


def rate(work: Work, seconds: float) -> float:
    """How often work was done in a second of processor time, in the best fifth of the time.

    What is done once, such as reading the rules, is done before the clock runs.
    """
    work()
    rates, until = [], time.perf_counter() + seconds
    while len(rates) < 5 or time.perf_counter() < until:
        began = time.process_time()
        done = work()
        rates.append(done / max(time.process_time() - began, 1e-9))
    return statistics.quantiles(rates, n=5)[-1]


def measure(names: Iterable[str], seconds: float) -> None:
    """Print the rates of the tree that is first on the path, as JSON.  Runs in a Python of its own."""
    rates: dict[str, float | str] = {}
    for name in names:
        make, ids = WORK[name]
        for id in ids:
            try:
                rates[f"{name} {id}"] = rate(make(id), seconds)
            except Exception as trouble:
                rates[f"{name} {id}"] = f"{type(trouble).__name__}: {trouble}"[:80]
    print(json.dumps(rates))


def checkout(named: str, folder: Path) -> Path:
    """The folder of a tree: an existing one, or a commit of this one's past, unpacked."""
    if Path(named).is_dir():
        return Path(named).resolve()
    archive = subprocess.run(
        ["git", "archive", named], cwd=HERE, check=True, stdout=subprocess.PIPE
    ).stdout
    subprocess.run(["tar", "-x", "-C", folder], input=archive, check=True)
    return folder


def round_of(tree: Path, names: Iterable[str], seconds: float) -> dict[str, float | str]:
    """The rates of one tree, measured by this very file."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "PYTHONPATH": str(tree),
            "CARDLAB_STORE": f"{folder}/store.db",
        }
        command = [sys.executable, __file__, "--measure", "--seconds", str(seconds), "--only"]
        run = subprocess.run(
            [*command, *names],
            env=environment,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
            cwd=folder,
        )
    rates: dict[str, float | str] = json.loads(run.stdout.splitlines()[-1])
    return rates


def best(rounds: list[dict[str, float | str]], name: str) -> float | None:
    """The best rate of some rounds; None where a tree cannot do this work."""
    rates = [found for row in rounds if isinstance(found := row[name], float)]
    return max(rates, default=None)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("before", nargs="?", help="a commit, or the folder of a checkout")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each piece of work")
    parser.add_argument("--only", nargs="*", choices=WORK, default=list(WORK))
    parser.add_argument("--measure", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.measure:
        measure(given.only, given.seconds)
        return
    if given.before is None:
        parser.error("name the tree to compare with: a commit or a folder")
    with tempfile.TemporaryDirectory() as folder:
        trees = {"before": checkout(given.before, Path(folder)), "now": HERE}
        rounds: dict[str, list[dict[str, float | str]]] = {name: [] for name in trees}
        for _ in range(given.rounds):
            for name, tree in trees.items():
                rounds[name].append(round_of(tree, given.only, given.seconds))
    show(rounds["before"], rounds["now"])


def show(before: list[dict[str, float | str]], now: list[dict[str, float | str]]) -> None:
    """Print a table in Markdown: both rates, and how many times the old one the new one is."""
    print("| work | before, a second | now, a second | ratio |\n|---|---|---|---|")
    ratios: dict[str, list[float]] = {}
    for name in now[0]:
        old, new = best(before, name), best(now, name)
        if old is None or new is None:
            print(f"| {name} | {old or before[0][name]} | {new or now[0][name]} | |")
            continue
        ratios.setdefault(name.split()[0], []).append(new / old)
        print(f"| {name} | {old:,.0f} | {new:,.0f} | {new / old:.2f} |")
    for kind, found in ratios.items():
        print(f"| **{kind}**, geometric mean | | | **{statistics.geometric_mean(found):.2f}** |")


if __name__ == "__main__":
    main()
