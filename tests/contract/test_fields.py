"""The fields of every game say what they hold.

What is asked here holds for a game of a kind that nobody has thought of yet: no game, no field and no
family is named. Every failure says what to do.
"""

from __future__ import annotations

import random
import re
from dataclasses import fields
from typing import Any, get_args, get_origin

import cardlab
from cardlab.engine.codec import codecs_of
from cardlab.engine.fields import holds_seats, is_seat, types_of, values_of, without_none
from cardlab.engine.lacking import Lacking
from cardlab.labs import notation

MOVES = 120


def numbers(kind: Any) -> bool:
    """Whether a field of this type holds plain numbers, one or several."""
    kind, _ = without_none(kind)
    inner = get_args(kind) if get_origin(kind) is tuple else (kind,)
    return any(without_none(part)[0] is int for part in inner)


def test_fields_of_seats_hold_seats(game: Any) -> None:
    """In played deals every number in such a field is a seat: no count is taken for one."""
    match, rng = game.match(seed=4), random.Random(4)
    for _ in range(MOVES):
        if match.over:
            break
        for holder in (match.state, match.state.standing):
            for name, kind in types_of(type(holder)).items():
                if holds_seats(kind):
                    value = getattr(holder, name)
                    held = value if isinstance(value, tuple) else (value,)
                    assert all(seat is None or seat in range(game.players) for seat in held), name
        match.play(rng.choice(match.legal_moves()))


def test_what_is_told_as_who_is_typed_as_a_seat(game: Any) -> None:
    """A seat turns with the table and is written by its name; a number is neither."""
    for kind in (type(game).State, type(game).Standing):
        for owner in kind.__mro__:
            told = re.sub(r"\s+", " ", owner.__doc__ or "")
            for name in vars(owner).get("__annotations__", ()):
                if re.search(rf"\b{name}: (who|the seats?) ", told):
                    assert not numbers(types_of(kind)[name]), (
                        f"{owner.__name__}.{name} is told as “who ...” and typed as a number; write"
                        f" `{name}: SeatNo | None` or `tuple[SeatNo, ...]`"
                    )


def test_a_table_is_the_same_after_it_was_written_and_read(game: Any) -> None:
    """The whole table, and what each seat sees of it; of points already made the sentences are not
    kept."""
    match, rng = game.match(seed=5), random.Random(5)
    for move in range(MOVES):
        if match.over:
            break
        if move % 5 == 0:
            table = match.state
            looks = (table.seen_by(seat) for seat in range(game.players))
            for state in (table, *looks):
                line = notation.write(state)
                back = notation.read(line)
                assert notation.write(back) == line
                held, read = values_of(state), values_of(back)
                for name in codecs_of(type(state)):
                    assert read[name] == held[name], (
                        f"{type(state).__name__}.{name} was {held[name]} and is read as"
                        f" {read[name]}; see the codec of its type in cardlab.engine.codec"
                    )
        match.play(rng.choice(match.legal_moves()))


def test_what_is_given_by_name_is_read_as_a_seat(game: Any) -> None:
    """A position set up by hand takes names wherever a field holds seats."""
    name = game.names[-1].lower()
    for kind in (type(game).State, type(game).Standing):
        types = types_of(kind)
        for field in fields(kind):
            of, _ = without_none(types[field.name])
            if field.name not in ("viewer", "me") and is_seat(of):
                chosen = next(p.id for p in game.phases if not p.moved_by_chance)
                state = game.state(phase=chosen, **{field.name: name})
                holder = state if kind is type(game).State else state.standing
                assert getattr(holder, field.name) == game.players - 1, field.name


def test_several_seats_are_given_by_name_or_by_number() -> None:
    state = cardlab.game("spoons").state(with_spoon=["west", 0])
    assert state.with_spoon == (1, 0)


def test_a_table_laid_by_hand_says_what_it_lacks(game: Any) -> None:
    """In every phase a table with nothing on it either tells its moves or says what to give; no
    error of Python reaches whoever asks."""
    for phase in game.phases:
        table = game.state(phase=phase.id)
        asks = (
            lambda table=table: game.legal_moves(table),
            lambda table=table: game.verdict(table, str(game.pack[0])),
            lambda table=table: game.verdict(table, "pass"),
        )
        for ask in asks:
            try:
                ask()
            except Lacking as lacking:
                assert re.fullmatch(r"[A-Z].*: give .*\.", str(lacking)), phase.id
