"""Where sentences come from: sheets, refusals, tables, logs, score lines, questions and feedback.

Knows how a game is asked for its words. Judges none of them: that is `lints`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, NamedTuple

import cardlab
from cardlab.engine.results import any_result
from cardlab.engine.summary import summary
from cardlab.engine.telling import told_to
from cardlab.engine.words import ONLOOKER, listed, sentence
from cardlab.lessons.exercises import KINDS, find
from tests.lessons.audit import of_lessons as audited
from tests.lessons.audit import tries

POOL = 400
"""So many moves of other moments are kept, to be typed at the wrong one."""
TYPED = 3
"""So many of them are typed at each position."""
LOOKS_EVERY = 12
"""A table is drawn at every position of this number, and after each deal."""


class Said(NamedTuple):
    """A sentence, and where it was said: the game with its options, and by which part."""

    game: str
    part: str
    text: str


# --- versions of a game


def ends_of(option: Any) -> tuple[Any, ...]:
    """Every value of an option with few, both ends of a range with many."""
    choices = tuple(option.choices)
    return choices if len(choices) <= 12 else (choices[0], choices[1], choices[-1])


def variants(game: Any) -> Iterator[Any]:
    """The game with every option at every value, or at both ends of its range; players too.  A
    value that needs other players than usual gets the fewest and the most that it goes with."""
    seats = range(type(game).seats[0], type(game).seats[1] + 1)
    for option in type(game).all_options():
        for value in ends_of(option):
            alone = list(replaced(game, **{option.name: value}))
            if not alone and option.name != "players":
                found = [
                    v for n in seats for v in replaced(game, players=n, **{option.name: value})
                ]
                alone = found[:1] + found[1:][-1:]
            yield from (variant for variant in alone if variant != game)


def replaced(game: Any, **options: Any) -> Iterator[Any]:
    """The game with these options, if they go together."""
    with suppress(ValueError):
        yield game.replace(**options)


def named(game: Any) -> str:
    """The game and what was chosen in it."""
    chosen = ", ".join(f"{name}={value}" for name, value in game.chosen)
    return f"{game.id}({chosen})" if chosen else game.id


# --- what is printed


def of_sheets(game: Any) -> Iterator[Said]:
    """The rules of a game as they are printed, with all options at their ends."""
    for version in (game, *variants(game)):
        name = named(version)
        yield Said(name, "about", version.about)
        for _, rules in version.sections():
            for rule in rules:
                yield Said(name, "title", rule.title)
                yield Said(name, "sheet", rule.text(version))
        for option in type(version).all_options():
            yield Said(name, "option", option.text)
        for part, printed in (("printed", version.rules()), ("than", version.rules(than=game))):
            yield from (Said(name, part, line) for line in unwrapped(printed))


def unwrapped(printed: str) -> list[str]:
    """The paragraphs and items of a text for the terminal, without their wrapping; tables are left
    out, and what only names options and their values."""
    told = "\n".join(line for line in printed.splitlines() if not re.search(r"\S {2,}\S", line))
    lines = re.split(r"\n(?=  - |  \d+\. |\n)|\n(?=\w+:? )(?<=, but\n)", told)
    joined = [re.sub(r"^(- |\d+\. )", "", " ".join(line.split())) for line in lines]
    plain = [line for line in joined if " " in line and not re.match(r"\w+ = ", line)]
    return [line for line in plain if not line.endswith(", but")]


# --- what is said while it is played


def of_play(game: Any, positions: int, seed: int) -> Iterator[Said]:
    """Refusals, reasons, tables and logs of so many positions of random matches, half of them with
    the usual options, the others with one option at an end."""
    usual = int(positions * 0.5)
    yield from _walked(game, usual, seed)
    others = list(variants(game))
    for number, version in enumerate(others):
        yield from _walked(version, max(positions - usual, 0) // len(others) + 1, seed + number)


def _walked(game: Any, positions: int, seed: int) -> Iterator[Said]:
    rng = random.Random(f"{seed} {named(game)}")
    pool: list[Any] = [move for phase in game.phases for move in phase.vocabulary()][:POOL]
    name, seen, number = named(game), 0, seed
    while seen < positions:
        match, deal = game.match(seed=number), 1
        number += 1
        while not match.over and seen < positions:
            seen += 1
            yield from _verdicts(name, game, match, pool, rng)
            if seen % LOOKS_EVERY == 0 or match.state.standing.deal != deal:
                deal = match.state.standing.deal
                yield from of_table(name, match, rng.randrange(game.players))
            moves = match.legal_moves()
            move = rng.choice(moves)
            if len(pool) < POOL or rng.random() < 0.05:
                pool[rng.randrange(len(pool)) if len(pool) >= POOL else len(pool) :] = [move]
            match.play(move)
        yield from of_table(name, match, 0)
        yield from of_table(name, match, ONLOOKER)


def _verdicts(
    name: str, game: Any, match: Any, pool: list[Any], rng: random.Random
) -> Iterator[Said]:
    """What is said of everything that the seat to move might try, and of moves of other moments."""
    seat = match.to_move
    for verdict in match.verdicts().values():
        yield from _reasons(name, verdict, seat, game.players)
    for _ in range(TYPED if pool else 0):
        other = rng.choice(pool)
        seat = rng.choice((None, None, rng.randrange(game.players)))
        verdict = game.verdict(match.state, rng.choice((other, str(other))), seat=seat)
        yield from _reasons(name, verdict, match.to_move, game.players)


def _reasons(name: str, verdict: Any, seat: int | None, players: int) -> Iterator[Said]:
    part = "reason" if verdict.legal else "refusal"
    readers = [None, ONLOOKER] if seat is None else [None, ONLOOKER, (seat + 1) % players]
    for reader in readers:
        yield Said(name, part, sentence(verdict.say(reader)))
    if not verdict.legal and verdict.instead:
        yield Said(name, "instead", f"legal: {listed(verdict.instead, 'or')}>")


def of_table(name: str, match: Any, seat: int) -> Iterator[Said]:
    """All words of the table as a seat sees it, and of the log."""
    reader = max(seat, 0)
    yield from (Said(name, "text", line) for line in _told(str(match)))
    data = match.view(reader).data
    yield from (Said(name, f"view {key}", text) for key, text in _texts(data))
    yield from (Said(name, "log", text) for text in match.log(reader=seat)[-60:])


def _told(table: str) -> list[str]:
    """What a table drawn as text says in sentences; grids and rows of cards are no sentences."""
    text = re.sub(r"\n +", " ", table)
    return [
        line for line in text.splitlines() if re.search(r"[a-z]{2,}.*[.!?](?: \(§.*\))?$", line)
    ]


NO_WORDS = {
    "format",
    "game",
    "phase",
    "id",
    "team",
    "suit",
    "card",
    "cards",
    "value",
    "log",
    "move",
}


def _texts(data: Any, key: str = "") -> Iterator[tuple[str, str]]:
    if isinstance(data, str):
        if " " in data:
            yield key, data
    elif isinstance(data, dict):
        for name, value in data.items():
            if name not in NO_WORDS:
                yield from _texts(value, name if isinstance(name, str) else key)
    elif isinstance(data, list | tuple):
        for value in data:
            yield from _texts(value, key)


# --- what is said of points


def of_results(game: Any, results: int, seed: int) -> Iterator[Said]:
    """Score lines and summaries of results drawn anywhere in their bounds."""
    rng = random.Random(f"{seed} {game.id}")
    for _ in range(results):
        result = any_result(game, rng)
        lines, feats = game.score(result), game.feats(result)
        for line in lines:
            yield Said(game.id, "line", line.title)
            for reader in (0, ONLOOKER):
                yield Said(game.id, "line", told_to(line.because, reader))
                yield Said(game.id, "line", told_to(line.account, reader))
        for feat in feats:
            for reader in (0, 1 % game.players, ONLOOKER):
                yield Said(game.id, "feat", told_to(feat.did, reader))
                yield Said(game.id, "feat", told_to(feat.how, reader))
        for reader in (0, 1 % game.players):
            said = summary(game, feats, lines, reader)
            for text in (said.title, said.how, said.deal, said.points):
                yield Said(game.id, "summary", text)


# --- what is asked and answered


def of_questions(game: Any, seeds: int) -> Iterator[Said]:
    """Prompts, choices, feedback on every sort of answer, and hints, of all kinds of questions."""
    for kind in KINDS.values():
        for rule in game.all_rules():
            if game.quiet_of(rule) is not None or not kind.fits(game, rule):
                continue
            for seed in range(seeds):
                item = find(f"{kind.kind}:{rule}", game, None, seed)
                if item is not None:
                    yield from of_question(game.id, item.question)


def of_question(name: str, question: Any) -> Iterator[Said]:
    """All that one question can say."""
    part = f"question {question.kind}"
    yield Said(name, part, question.prompt)
    yield from (Said(name, part, choice.label) for choice in question.choices)
    yield from (Said(name, part, hint) for hint in question.hints)
    for given in dict.fromkeys(tries(question)):
        for miss in (1, 2):
            yield Said(name, f"feedback {question.kind}", question.mark(given, {}, miss=miss).text)


def of_lessons() -> Iterator[Said]:
    """The words of all lessons, and what their questions answer to every sort of answer."""
    for one in audited([]):
        scene = re.sub(r"\{[^}]*\}", "…", one.scene)  # a slot is filled in on the page
        yield from (Said(one.place, "lesson", text) for text in scene.split("\n"))
        yield from of_question(one.place, one.question)
        for given in dict.fromkeys(tries(one.question)):
            yield Said(one.place, "feedback", one.question.mark(given, one.words, miss=1).text)


def of_game(id: str, *, positions: int, results: int, seeds: int, seed: int) -> Iterator[Said]:
    """All sentences of one game."""
    game = cardlab.game(id)
    yield from of_sheets(game)
    yield from of_play(game, positions, seed)
    yield from of_results(game, results, seed)
    yield from of_questions(game, seeds)
