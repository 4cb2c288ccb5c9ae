"""Writes the worked deal with which the rule sheet of a game ends.

    python -m tests.one_deal GAME ...          # writes cardlab/rulebook/examples/GAME.toml
    python -m tests.one_deal                   # for every game that has none yet

First deals of several seeds are played by rules of thumb, and the one with the fewest sentences is
kept in which something is played for and scored. What is written can be changed by hand afterwards
(`cardlab.engine.one_deal` says what the names mean); `tests/contract/test_one_deal.py` holds it to
the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardlab
from cardlab.engine.one_deal import Example, example_text
from cardlab.engine.simultaneous import Simultaneous
from cardlab.families.tricks import TrickState
from cardlab.players import RuleOfThumbBot

FOLDER = Path(cardlab.__file__).parent / "rulebook" / "examples"
SEEDS = range(1, 25)
MOST_MOVES = 1500
FEW, MANY, CALLS = 8, 14, 9
"""Sentences about moves: a deal of fewer is no example where there is a longer one; so many are shown
of a deal without tricks, and so many before tricks."""
TRICKS = 6


def first_deal(game: Any, seed: int) -> Any:
    """A match whose first deal was played by rules of thumb; None where that takes too long."""
    match, bot = game.match(seed=seed), RuleOfThumbBot(seed)
    while not match.ends:
        if match.ply > MOST_MOVES:
            return None
        seat = match._next_to_choose()
        match.play(bot.choose(match.seat_view(seat)), seat)
    return match


def sentences(match: Any, first: int, end: int) -> list[int]:
    """The entries of which a sentence is told."""
    return [number for number in range(first, end) if match.log(number + 1, first=number)]


def first_choice(match: Any) -> int:
    """The first entry that a seat made."""
    return next(number for number, entry in enumerate(match.entries) if entry.seat is not None)


def first_open_choice(match: Any) -> int:
    """The first entry that does not belong to a secret choice before the play."""
    end = match.ends[0]
    for number in range(first_choice(match), end):
        if not isinstance(match.state_at(number).phase, Simultaneous):
            return number
    return first_choice(match)


def first_card(match: Any) -> int:
    """The entry that begins the first trick."""
    return next(
        number
        for number in range(match.ends[0])
        if match.state_at(number + 1).trick.cards or match.state_at(number + 1).taken
    )


def example_of(match: Any) -> Example:
    """The deal as data, with the part of it that is shown."""
    end, first = match.ends[0], first_open_choice(match)
    tricks = match.game.told_tricks(match.state_at(end))
    upto = first_card(match) if tricks else end
    told, most = sentences(match, first, upto), CALLS if tricks else MANY
    if len(told) <= most:
        begin = first
    else:
        begin = upto if tricks else told[-most]
    return Example(
        seed=match.seed,
        moves=match.record.moves[:end],
        told=(begin, upto),
        tricks=tuple(shown_tricks(tricks)),
    )


def shown_tricks(tricks: Any) -> Iterator[int]:
    """The first tricks and those that count most; without points the first and the last ones."""
    numbers = [trick.number for trick in tricks]
    if len(numbers) <= TRICKS + 1:
        yield from numbers
        return
    by_points = sorted(tricks, key=lambda trick: -abs(trick.points or 0))
    most = [trick.number for trick in by_points if trick.points][: TRICKS - 2]
    last = [*most, *reversed(numbers)]
    kept = list(dict.fromkeys([*numbers[:2], *last]))[:TRICKS]
    yield from sorted(kept)


def cost(match: Any) -> tuple[bool, int]:
    """Whether a deal is no example where there is another, and how long it is to tell."""
    game, end = match.game, match.ends[0]
    state, given = match.state_at(end), example_of(match)
    scored = any(entry.points for entry in game.in_play(match.lines_at(end)))
    told = len(sentences(match, first_choice(match), end))
    poor = not scored or bool(state.void) or game.thrown_in(state) or told < FEW
    skipped = isinstance(state, TrickState) and not given.tricks
    return poor or skipped, told - 2 * len(given.tricks)


def example(game: Any) -> Example | None:
    """The best example of a few seeds, the same on every machine."""
    matches = [match for seed in SEEDS if (match := first_deal(game, seed)) is not None]
    return example_of(min(matches, key=cost)) if matches else None


def main(ids: list[str]) -> None:
    FOLDER.mkdir(exist_ok=True)
    for id in ids or [id for id in cardlab.games() if not (FOLDER / f"{id}.toml").exists()]:
        given = example(cardlab.game(id))
        if given is None:
            print(f"{id}: no first deal ends within {MOST_MOVES} moves")
            continue
        (FOLDER / f"{id}.toml").write_text(example_text(given), encoding="utf-8")
        print(f"{id}: seed {given.seed}, {len(given.moves)} moves", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
