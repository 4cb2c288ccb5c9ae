"""A hundred matches of every game, written down move by move with their totals.

They were played at random, 40 with the usual options and 60 with options drawn at random. Replaying
them shows that rules and scores are what they were when the matches were recorded, whatever has
been rebuilt since. `python -m tests.contract.recording GAME ...` records games anew: do that only
where a rule has changed on purpose, and say so in the commit.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from pathlib import Path
from typing import Any

import cardlab

FOLDER = Path(__file__).parent / "recorded"
MATCHES, WITH_USUAL_OPTIONS = 100, 40
MOST_MOVES = 1200
FEW_DEALS = (1, 2, 3)


def draw_options(id: str, rng: random.Random) -> Any:
    """A game with options drawn at random; combinations that the game refuses are drawn again."""
    options = type(cardlab.game(id)).all_options()
    while True:
        chosen = {}
        for option in options:
            if rng.random() < 0.5:
                continue
            values = FEW_DEALS if option.name == "deals" else list(option.choices)
            chosen[option.name] = rng.choice(values)
        try:
            return cardlab.game(id, **chosen)
        except ValueError:
            continue


def play(game: Any, seed: int, rng: random.Random) -> Any:
    """A match played at random to its end, or for `MOST_MOVES` moves."""
    match = game.match(seed=seed)
    while not match.over and match.ply < MOST_MOVES:
        movers = match.state.phase.movers(match.state) or (match.to_move,)
        seat = rng.choice([seat for seat in movers if match.legal_moves(seat)])
        match.play(rng.choice(match.legal_moves(seat)), seat)
    return match


def record(id: str) -> list[dict[str, Any]]:
    """The recorded matches of one game, as data."""
    rng, rows = random.Random(id), []
    for number in range(MATCHES):
        game = cardlab.game(id) if number < WITH_USUAL_OPTIONS else draw_options(id, rng)
        match = play(game, number, rng)
        rows.append(
            {
                "options": dict(match.record.options),
                "seed": match.seed,
                "names": list(match.names),
                "moves": [list(entry) for entry in match.record.moves],
                "totals": match.totals,
                "over": match.over,
            }
        )
    return rows


def read(id: str) -> list[dict[str, Any]]:
    """The matches that were recorded of a game; none for a game that is younger than they."""
    path = FOLDER / f"{id}.json.xz"
    if not path.exists():
        return []
    rows: list[dict[str, Any]] = json.loads(lzma.decompress(path.read_bytes()))
    return rows


def write(id: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    text = json.dumps(record(id), separators=(",", ":"))
    (FOLDER / f"{id}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


if __name__ == "__main__":
    for game_id in sys.argv[1:]:
        write(game_id)
