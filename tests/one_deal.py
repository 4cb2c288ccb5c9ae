"""Writes the worked deal with which the rule sheet of a game ends.

    python -m tests.one_deal GAME ...          # writes cardlab/rulebook/examples/GAME.toml
    python -m tests.one_deal                   # for every game that has none yet

First deals of several seeds are played by rules of thumb, and the one is kept in which most of the game
is met in few sentences: different things that are done, and rules that score. What is written can be changed by hand afterwards
(`cardlab.engine.one_deal` says what the names mean); `tests/contract/test_one_deal.py` holds it to
the rules.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cardlab
from cardlab.engine.one_deal import Example, example_text, like_deeds_together
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
WORTH = 6
"""A thing that is met for the first time is worth as many sentences."""
COUNTED = re.compile(r"\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)s?\b")
NAMED = re.compile(r"\b(?:ace|jack|queen|king|six(?:es)?)s?\b|[^a-z ]\S*")


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


def together(match: Any, first: int, end: int) -> list[str]:
    """The sentences as the sheet prints them."""
    return like_deeds_together(match.log(end, first=first), match.names)


def last_told(match: Any, first: int, end: int) -> int:
    """Where the last sentences begin that a sheet has room for."""
    told = sentences(match, first, end)
    begin = told[-MANY]
    for number in reversed(told[:-MANY]):
        if len(together(match, number, end)) > MANY:
            break
        begin = number
    return begin


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
    most = CALLS if tricks else MANY
    if len(together(match, first, upto)) <= most:
        begin = first
    else:
        begin = upto if tricks else last_told(match, first, upto)
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


def shape(text: str) -> str:
    """A sentence without its names, cards and numbers: what was done.

    >>> shape("South slaps J♠ and takes 15 cards.") == shape("West slaps J♦ and takes one card.")
    True
    """
    plain = NAMED.sub("", COUNTED.sub("", text.rstrip(".")))
    return " ".join(word.removesuffix("s") for word in plain.split())


def met(match: Any, given: Example) -> set[str]:
    """What a reader of the deal meets: the things that are done in it, and the rules that score."""
    first, end = given.told
    done = {shape(text) for text in match.log(end, first=first)}
    scoring = match.game.in_play(match.lines_at(match.ends[0]))
    return done | {str(entry.rule) for entry in scoring if entry.points}


def cost(match: Any) -> tuple[bool, int]:
    """Whether a deal is no example where there is another, and how long it is to tell for what is
    met in it."""
    game, end = match.game, match.ends[0]
    state, given = match.state_at(end), example_of(match)
    scored = any(entry.points for entry in game.in_play(match.lines_at(end)))
    told = len(sentences(match, first_choice(match), end))
    poor = not scored or bool(state.void) or game.thrown_in(state) or told < FEW
    skipped = isinstance(state, TrickState) and not given.tricks
    length = told if told <= MANY or given.tricks else MANY + WORTH  # the beginning is not shown
    return poor or skipped, length - 2 * len(given.tricks) - WORTH * len(met(match, given))


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
