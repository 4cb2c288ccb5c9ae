"""A hundred matches of every game, written down move by move with their totals.

They were played at random, 40 with the usual options and 60 with options drawn at random. Replaying
them shows that rules and scores are what they were when the matches were recorded, whatever has
been rebuilt since. `python -m tests.contract.recording GAME ...` records games anew: do that only
where a rule has changed on purpose, and say so in the commit.

Beside them stands what play at random seldom or never shows: how many moves were legal at every ply
of some of these matches, with the points of every line (`offered`), and results drawn at random,
with options drawn at random, by what they score or that there is no such result (`results`).
`python -m tests.contract.recording --beside GAME ...` writes these two anew and leaves the matches
alone.
"""

from __future__ import annotations

import json
import lzma
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardlab
from cardlab.engine.results import Field, drawn_values, why_not

FOLDER = Path(__file__).parent / "recorded"
OFFERED = Path(__file__).parent / "offered"
RESULTS = Path(__file__).parent / "results"
MATCHES, WITH_USUAL_OPTIONS = 100, 40
MOST_MOVES = 1200
FEW_DEALS = (1, 2, 3)
PLIES, MOST_PLIES, DRAWN = 2500, 250, 1500


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


def replayed(id: str, row: dict[str, Any]) -> Any:
    """A recorded match, played again."""
    return cardlab.Record(
        game=id,
        seed=row["seed"],
        names=tuple(row["names"]),
        options=tuple(row["options"].items()),
        moves=tuple((seat, text) for seat, text in row["moves"]),
    ).replay()


# --- what was offered, and what counted


def read_offered(id: str) -> dict[str, Any]:
    """What was written down beside the recorded matches of a game, by their number."""
    found: dict[str, Any] = read(id, OFFERED) or {}
    return found


def some_matches(id: str, most: int = PLIES) -> Iterator[tuple[str, dict[str, Any]]]:
    """The beginnings of recorded matches, about so many plies together, those with other options
    first."""
    plies, rows = 0, [*enumerate(read(id) or ())]
    for number, row in rows[WITH_USUAL_OPTIONS:] + rows[:WITH_USUAL_OPTIONS]:
        if plies < most:
            moves = row["moves"][:MOST_PLIES]
            plies += len(moves)
            yield str(number), row | {"moves": moves}


def offered(match: Any) -> dict[str, Any]:
    """How many moves each seat had at every ply, the points of every line, and who won."""
    numbers = []
    for ply in range(match.ply):
        state = match.state_at(ply)
        movers = state.phase.movers(state) or (state.to_move,)
        numbers.append([len(match.game.legal_moves(state, seat)) for seat in movers])
    return {
        "legal": numbers,
        "lines": [[entry.deal, str(entry.rule), entry.side, entry.points] for entry in match.lines],
        "winners": list(match.outcome.winners) if match.over else None,
    }


# --- results drawn at random


def scored(game: Any, values: dict[str, Any]) -> Any:
    """The rule, side and points of every line of a result; None where there is no such result."""
    sheet = game.result_sheet
    made = sheet.made(game, {f.name: from_data(f, values[f.name]) for f in sheet.fields})
    if why_not(game, made):
        return None
    return [[str(entry.rule), entry.side, entry.points] for entry in game.score(made)]


def results(id: str) -> list[dict[str, Any]]:
    """Results of one game, drawn at random, with what they score."""
    rng, rows = random.Random(id), []
    for number in range(DRAWN):
        game = cardlab.game(id) if number % 2 else draw_options(id, rng)
        drawn = drawn_values(game, rng)
        values = {f.name: as_data(f, drawn[f.name]) for f in game.result_sheet.fields}
        options = dict(game.match(seed=1).record.options)
        rows.append({"options": options, "values": values, "lines": scored(game, values)})
    return rows


def as_data(field: Field, value: Any) -> Any:
    """The value of a field as it is written down: cards as text."""
    return " ".join(map(str, value)) if field.kind == "cards" else value


def from_data(field: Field, value: Any) -> Any:
    """The value of a field from what is written down."""
    return field.read(as_tuples(value))


def as_tuples(value: Any) -> Any:
    """A value in which every list, at any depth, is a tuple again."""
    return tuple([as_tuples(part) for part in value]) if isinstance(value, list) else value


# --- files


def read(id: str, folder: Path = FOLDER) -> Any:
    """What was recorded of a game; nothing for a game that is younger than the records."""
    path = folder / f"{id}.json.xz"
    return json.loads(lzma.decompress(path.read_bytes())) if path.exists() else []


def write(id: str, content: Any, folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    text = json.dumps(content, separators=(",", ":"))
    (folder / f"{id}.json.xz").write_bytes(lzma.compress(text.encode(), preset=9))


def main(beside: bool, ids: list[str]) -> None:
    for id in ids:
        if not beside:
            write(id, record(id))
        write(id, {n: offered(replayed(id, row)) for n, row in some_matches(id)}, OFFERED)
        write(id, results(id), RESULTS)


if __name__ == "__main__":
    main("--beside" in sys.argv, [word for word in sys.argv[1:] if word != "--beside"])
