"""Whole matches by chance: how many moves a second cardlab makes, beside RLCard and OpenSpiel,
in one run on one core.

    python benchmarks/playouts.py                    everything that is there
    python benchmarks/playouts.py kaiser bridge      these games of cardlab, and the peers
    python benchmarks/playouts.py --seconds 3 --rounds 5 --core 1

The engines take turns, round after round, so that a busy machine slows all of them alike; a figure
is the median of the rounds, per second of processor time.  A peer that is not installed is said to
be missing.
"""

from __future__ import annotations

import argparse
import contextlib
import copy
import importlib
import os
import platform
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from importlib import metadata
from typing import Any, NamedTuple

for _name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ[_name] = "1"

import cardlab  # noqa: E402  (the threads have to be set before anything is imported that starts some)

LONGEST = 100_000
"""More moves than any match has: one that goes on after so many is reported as a failure."""


class Contender(NamedTuple):
    """label; family: the game, as far as several engines have it; play: one whole game, giving
    the number of moves."""

    label: str
    family: str
    play: Callable[[], int]


class Missing(Exception):
    """A peer, or a game of a peer, that is not there."""


# --- the loops, each as the engine's own examples write it


def cardlab_match(name: str) -> Contender:
    game, rng, seeds = cardlab.game(name), random.Random(1), iter(range(10**9))

    def play() -> int:
        match, moves = game.match(seed=next(seeds)), 0
        while not match.over:
            match.play(rng.choice(match.legal_moves()))
            moves += 1
            if moves > LONGEST:
                raise RuntimeError("the match does not end")
        return moves

    return Contender(f"cardlab {name}", name, play)


def rlcard_game(name: str) -> Contender:
    try:
        rlcard: Any = importlib.import_module("rlcard")
        env = rlcard.make(name, config={"seed": 1})
    except ImportError as missing:
        raise Missing(str(missing)) from None
    rng = random.Random(1)

    def play() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            moves += 1
        env.get_payoffs()
        return moves

    return Contender(f"RLCard {name}", name, play)


def open_spiel() -> Any:
    """OpenSpiel's module for Python."""
    try:
        return importlib.import_module("pyspiel")
    except ImportError as missing:
        raise Missing(str(missing)) from None


def open_spiel_deal(game: Any, rng: random.Random, pack: list[int]) -> Any:
    """A state with the whole pack dealt: shuffled here, which is far quicker than asking for the
    outcomes of chance card by card."""
    rng.shuffle(pack)
    state = game.new_initial_state()
    for card in pack:
        state.apply_action(card)
    return state


def open_spiel_game(name: str, family: str, dealt: int = 0) -> Contender:
    """A game driven from Python the quickest way that we found.  dealt: cards that chance deals
    before anybody decides; where chance decides later, its actions are those that are legal, all
    equally likely."""
    game, rng = open_spiel().load_game(name), random.Random(1)
    pack, draw = list(range(dealt)), rng.random

    def play() -> int:
        state, moves = open_spiel_deal(game, rng, pack), 0
        apply, legal, over = state.apply_action, state.legal_actions, state.is_terminal
        by_chance = state.is_chance_node if not dealt else bool
        while not over():
            moves += not by_chance()
            actions = legal()
            apply(actions[int(draw() * len(actions))])
        state.returns()
        return moves

    return Contender(f"OpenSpiel {name.partition('(')[0]}", family, play)


# --- measuring


def rate(play: Callable[[], int], seconds: float) -> float:
    """Moves for each second of processor time."""
    moves, began, cpu = 0, time.perf_counter(), time.process_time()
    while time.perf_counter() - began < seconds:
        moves += play()
    return moves / (time.process_time() - cpu)


def microseconds(do: Callable[[], Any], seconds: float = 0.2) -> float:
    """What one call costs: the median of five stretches."""
    found = []
    for _ in range(5):
        calls, cpu, began = 0, time.process_time(), time.perf_counter()
        while time.perf_counter() - began < seconds / 5:
            for _ in range(20):
                do()
            calls += 20
        found.append((time.process_time() - cpu) / calls * 1e6)
    return statistics.median(found)


def import_time(module: str, times: int = 7) -> tuple[float, float]:
    """Milliseconds to import a module in a fresh process, by the clock and of processor time,
    medians of several."""
    clocks = "time.perf_counter(), time.process_time()"
    code = f"import time; a, b = {clocks}; import {module}; c, d = {clocks}; print(c - a, d - b)"
    runs = [
        subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
        for _ in range(times)
    ]
    found = [tuple(map(float, run.stdout.split()[-2:])) for run in runs]
    return (
        statistics.median(wall for wall, _ in found) * 1000,
        statistics.median(cpu for _, cpu in found) * 1000,
    )


def version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


# --- what a branch costs


def branches() -> list[tuple[str, float]]:
    """Another line of play from the middle of a game: what it costs to have one."""
    rng = random.Random(1)
    match = cardlab.game("kaiser").match(seed=1)
    while not match.over:
        match.play(rng.choice(match.legal_moves()))
    half = match.ply // 2
    while match.at(half).state.phase.id != "play":
        half += 1
    state, game = match.state_at(half), match.game
    move = game.legal_moves(state)[0]
    found = [
        ("cardlab kaiser: keep a state (states never change)", microseconds(lambda: state)),
        (
            "cardlab kaiser: game.after(state, move), the old state stays",
            microseconds(lambda: game.after(state, move)),
        ),
        (
            f"cardlab kaiser: match.at({half}), a whole match to play on",
            microseconds(lambda: match.at(half)),
        ),
    ]
    with contextlib.suppress(ImportError):
        pyspiel: Any = importlib.import_module("pyspiel")
        other = pyspiel.load_game("bridge(use_double_dummy_result=false)").new_initial_state()
        for action in range(52):
            other.apply_action(action)
        for _ in range(18):
            other.apply_action(rng.choice(other.legal_actions()))
        found.append(("OpenSpiel bridge: state.clone()", microseconds(other.clone)))
    with contextlib.suppress(ImportError):
        rlcard: Any = importlib.import_module("rlcard")
        env = rlcard.make("bridge", config={"seed": 1})
        seen, _ = env.reset()
        for _ in range(10):
            seen, _ = env.step(rng.choice(list(seen["legal_actions"])))
        found.append(
            (
                "RLCard bridge: copy.deepcopy(env.game)",
                microseconds(lambda: copy.deepcopy(env.game)),
            )
        )
    return found


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", help="games of cardlab (all of them if none is named)")
    parser.add_argument("--seconds", type=float, default=1.0, help="a round of one engine")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument(
        "--core",
        type=int,
        default=None,
        help="the core to stay on (the first one allowed, if not named)",
    )
    said = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0)) if said.core is None else said.core})
    packages = ", ".join(f"{name} {version(name)}" for name in ("rlcard", "open_spiel"))
    print(
        f"Python {platform.python_version()}, {platform.machine()}; cardlab {cardlab.__version__},"
        f" {packages}"
    )
    print(
        f"One core, {said.rounds} rounds of {said.seconds:g} s each; moves for each second of"
        " processor time, median.\n"
    )

    makers: list[tuple[str, Callable[[], Contender]]] = []
    for name in said.games or cardlab.games():
        makers.append((f"cardlab {name}", lambda name=name: cardlab_match(name)))  # type: ignore[misc]
    for name in ("bridge", "gin-rummy"):
        makers.append((f"RLCard {name}", lambda name=name: rlcard_game(name)))  # type: ignore[misc]
    for text, family, dealt in (
        ("bridge(use_double_dummy_result=false)", "bridge", 52),
        ("gin_rummy", "gin-rummy", 0),
    ):
        label = f"OpenSpiel {text.partition('(')[0]}"
        made = partial(open_spiel_game, text, family, dealt)
        makers.append((label, made))

    entered: list[Contender] = []
    absent: dict[str, str] = {}
    for label, make in makers:
        try:
            contender = make()
            contender.play()
            entered.append(contender)
        except Missing as missing:
            absent[label] = f"missing ({missing})"
        except Exception as trouble:
            absent[label] = f"failed ({type(trouble).__name__}: {str(trouble)[:80]})"
    runs: dict[str, list[float]] = {c.label: [] for c in entered}
    for _ in range(said.rounds):
        for contender in entered:
            runs[contender.label].append(rate(contender.play, said.seconds))
    rates = {label: statistics.median(found) for label, found in runs.items()}
    table(entered, rates, absent)
    wall, cpu = import_time("cardlab")
    print(
        f"\nimport cardlab, in a fresh process, median of 7: {wall:.0f} ms ({cpu:.0f} ms of"
        " processor time)"
    )
    print("\nA branch from the middle of a game, microseconds:")
    for label, cost in branches():
        print(f"  {label:<62} {cost:>9.2f}")


def table(entered: list[Contender], rates: dict[str, float], absent: dict[str, str]) -> None:
    """The rates, with ratios to RLCard's and OpenSpiel's bridge, and to the peers' same game
    where they have it."""
    peers = ("RLCard bridge", "OpenSpiel bridge")
    width = max(map(len, (*rates, *absent)))
    print(
        f"{'':{width}} {'moves/s':>10} {'/ RLCard bridge':>16} {'/ OpenSpiel bridge':>19}  the same"
        " game"
    )
    for contender in entered:
        mine = rates[contender.label]
        ratios = [f"{mine / rates[peer]:.2f}" if peer in rates else "-" for peer in peers]
        same = [
            f"{mine / rates[other.label]:.2f} of {other.label.split()[0]}"
            for other in entered
            if other.family == contender.family
            and other.label.split()[0] != contender.label.split()[0]
        ]
        alike = ", ".join(same) if contender.label.startswith("cardlab") else ""
        print(
            f"{contender.label:{width}} {mine:>10,.0f} {ratios[0]:>16} {ratios[1]:>19}  {alike}".rstrip()
        )
    for label, why in absent.items():
        print(f"{label:{width}} {why}")


if __name__ == "__main__":
    main()
