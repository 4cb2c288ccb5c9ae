"""Write down what every game says and does, and print later what differs.

    python -m tests.baseline record build/baseline              # all games
    python -m tests.baseline record build/baseline kaiser snap
    python -m tests.baseline compare build/baseline kaiser

`record` is run before the house is changed, `compare` afterwards: it makes the same records with
the present code and prints what differs, sorted by kind, in a line each: game, place, before,
after. Both end with 1 if a game could not be recorded, `compare` also if anything differs. The same
tree gives the same bytes twice; there is no id, time or path of a machine in a record. The one file
that differs is the database, which the store fills with ids and times of its own.

A module of this folder makes one kind of record (`KINDS`). What they ask of cardlab they import from
where it is in this tree: where a name has moved, the import follows, and the records stay.

Left out are how fast anything is, pictures of pages, and the HTML that the scripts make of a view.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import cardlab

from .comparing import Difference, differences, told
from .files import ids_in, made_from, read, size_of, tree_version, write, write_about

STORE = "stores"
"""The kind of record that is not of a game, and what stands in the place of its game."""
KINDS = (
    *("transcripts", "views", "addresses", "pickles", "bots", "coaching"),
    *("exercises", STORE),
)
"""A module each, what takes longest last. It is loaded where its records are made: `record(id)`
returns what is to be written down of a game, by its places; that of the store is given a folder."""
OPENED_AGAIN = ("pickles",)
"""Modules with `again(kept)` too: a later tree makes its record from what the first one kept."""


def made(id: str, kind: str, folder: Path, before: Path | None) -> Any:
    """A record of a game; before: the folder with the records that it will be compared with."""
    module = import_module(f"tests.baseline.{kind}")
    if kind == STORE:
        return module.record(folder) if before is None else module.again(before)
    if before is not None and kind in OPENED_AGAIN:
        return module.again(read(before, id, kind) or {})
    return module.record(id)


def kinds_of(id: str, kinds: Sequence[str]) -> list[str]:
    """Which of these kinds there are of a game, or of the store."""
    return [kind for kind in kinds if (kind == STORE) == (id == STORE)]


def record_one(id: str, kinds: Sequence[str], folder: Path, before: Path | None) -> bool:
    """Record a game in this process; False if a kind of record could not be made."""
    whole = True
    for kind in kinds_of(id, kinds):
        begun = time.monotonic()
        try:
            write(folder, id, kind, made(id, kind, folder, before))
        except Exception as trouble:
            frame = traceback.extract_tb(trouble.__traceback__)[-1]
            where = f"{Path(frame.filename).name}:{frame.lineno}"
            print(f"{id}: no {kind}: {type(trouble).__name__}: {trouble} ({where})")
            whole = False
        else:
            print(f"{id}: {kind} {time.monotonic() - begun:.1f} s")
    return whole


def record_all(
    ids: Sequence[str],
    kinds: Sequence[str],
    folder: Path,
    workers: int,
    before: Path | None = None,
) -> bool:
    """Record games, each in a process of its own; False if anything could not be recorded.

    In a process of its own no game sees what others have left in memory, and one that dies takes
    no other along.
    """
    folder.mkdir(parents=True, exist_ok=True)

    def recorded(id: str) -> bool:
        words = ["one", str(folder), id, "--kinds", *kinds]
        words += ["--before", str(before)] if before is not None else []
        done = subprocess.run(
            [sys.executable, "-m", "tests.baseline", *words],
            env={**os.environ, "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
        )
        print(done.stdout, end="", flush=True)
        if done.returncode and done.stderr:
            print(f"{id}: ended with {done.returncode}: {done.stderr.strip()[-500:]}", flush=True)
        return done.returncode == 0

    with ThreadPoolExecutor(workers) as pool:
        return all([*pool.map(recorded, [id for id in ids if kinds_of(id, kinds)])])


def record(folder: Path, ids: Sequence[str], kinds: Sequence[str], workers: int) -> int:
    before, now = made_from(folder), tree_version()
    if before and before != now:
        print(f"{folder} holds records of {before}; this is {now}. Remove it, or name another.")
        return 1
    of_store = [STORE] if STORE in kinds else []
    whole = record_all([*(ids or cardlab.games()), *of_store], kinds, folder, workers)
    write_about(folder)
    size = sum(size_of(folder, id) for id in ids_in(folder))
    print(f"{len({*ids_in(folder)} - {STORE})} games, {size / 1e6:.1f} MB, made from {now}")
    return 0 if whole else 1


def compare(folder: Path, ids: Sequence[str], kinds: Sequence[str], workers: int) -> int:
    if not made_from(folder):
        print(f"There are no records in {folder}; make them first, from the tree as it was.")
        return 1
    found: list[Difference] = []
    there = [id for id in ids_in(folder) if kinds_of(id, kinds)]
    ids = [*ids, *({STORE} & {*there})] if ids else there
    with tempfile.TemporaryDirectory() as name:
        now = Path(name)
        whole = record_all(ids, kinds, now, workers, before=folder)
        for id in ids:
            for kind in kinds_of(id, kinds):
                before, after = read(folder, id, kind), read(now, id, kind)
                found += differences(kind, id, before, after)
    print(f"Before: {made_from(folder)}. Now: {tree_version()}.")
    for line in told(found):
        print(line)
    print(f"{len(found)} differ; games compared: {len({*ids} - {STORE})}")
    return 0 if whole and not found else 1


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.baseline")
    parser.add_argument("what", choices=("record", "compare", "one"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*")
    parser.add_argument("--kinds", nargs="+", choices=KINDS, default=KINDS)
    parser.add_argument("--workers", type=int, default=2, help="games at a time")
    parser.add_argument("--before", type=Path, help=argparse.SUPPRESS)
    given = parser.parse_args(words)
    if given.what == "one":  # what the other two start for each game
        id, *_ = given.games
        return 0 if record_one(id, given.kinds, given.folder, given.before) else 1
    done = record if given.what == "record" else compare
    return done(given.folder, given.games, given.kinds, given.workers)


if __name__ == "__main__":
    sys.exit(main())
