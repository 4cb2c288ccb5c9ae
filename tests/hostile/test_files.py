"""Files that somebody else has written, or changed: each is read, or refused with a sentence, and
what was there before stays as it was."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.engine.house import House, Refused
from cardlab.labs import house
from cardlab.lessons.progress import Event
from cardlab.pbn import PbnError, match_of
from cardlab.pbn import read as read_pbn
from cardlab.pbn import write as write_pbn
from cardlab.store import Learners, MatchStore, StoreError

from .conftest import check_sentence
from .mutating import mutated_json, mutated_text

GAMES = ("bridge", "gin-rummy", "hearts", "kaiser", "redbeard", "sum-run-set", "yaniv", "zetema")
"""One of each kind."""


@cache
def played(id: str, moves: int = 40) -> cardlab.Match:
    """A match at which some moves were made, seldom a bid."""
    match, rng = cardlab.game(id).match(seed=6), random.Random(id)
    for _ in range(moves):
        legal = match.legal_moves()
        match.play(
            "pass" if "pass" in map(str, legal) and rng.random() < 0.7 else rng.choice(legal)
        )
    return match


def record_data(id: str, rng: random.Random) -> dict[str, Any]:
    """A good record; mostly without its check, which would notice every other change first."""
    data = played(id).record.to_dict()
    if rng.random() < 0.9:
        del data["check"]
    return data


def test_records(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        text = mutated_json(record_data(rng.choice(GAMES), rng), rng)
        try:
            match = cardlab.Record.from_json(text).replay()
        except cardlab.RecordError as refused:
            check_sentence(str(refused), text)
        else:
            assert match.record.replay().state == match.state


def test_saved_matches(draws: Iterator[random.Random], tmp_path: Path) -> None:
    """A record that another program wrote into the store is refused when it is opened."""
    store = MatchStore(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    for rng in draws:
        text = mutated_json(record_data("kaiser", rng), rng)
        try:
            record = cardlab.Record.from_json(text)
        except cardlab.RecordError:
            continue
        try:
            saved = store.load(store.create(record))
        except StoreError as refused:
            check_sentence(str(refused), text)
            continue
        try:
            saved.replay()
        except ValueError as refused:
            check_sentence(str(refused), text)


SAMPLES = Path(__file__).parents[1] / "files" / "pbn"


@cache
def boards() -> tuple[str, ...]:
    """A played match, a board that is not yet played, and files in the manners of other
    programs."""
    whole = cardlab.game("bridge", deals=1).match(seed=2)
    rng = random.Random(2)
    while not whole.over:
        legal = whole.legal_moves()
        whole.play("pass" if whole.ply > 3 and "pass" in map(str, legal) else rng.choice(legal[:9]))
    others = (path.read_bytes().decode("latin-1") for path in sorted(SAMPLES.glob("*.pbn")))
    return write_pbn(whole), write_pbn(played("bridge", 9)), *others


def test_pbn(draws: Iterator[random.Random]) -> None:
    """A mutated file is read, or refused with line and board; what is collected is what was good
    about it, and reads the same when it is written."""
    for rng in draws:
        text = mutated_text(rng.choice(boards()), rng)
        data: str | bytes = text
        if rng.random() < 0.3:
            data = text.encode(rng.choice(("utf-8", "cp1252", "utf-16")), errors="replace")
        check_pbn(data, text, judge=rng.random() < 0.5)


def check_pbn(data: str | bytes, text: str, judge: bool) -> None:
    """Read a file in both manners and hold what is said of it to what a reader can use."""
    collected = read_pbn(data, errors="collect", judge=judge)
    lines = [problem.line for problem in collected.problems]
    assert all(0 < line <= text.count("\n") + text.count("\r") + 1 for line in lines)
    for problem in collected.problems:
        check_sentence(str(problem), text)
    severe = [problem for problem in collected.problems if problem.severe]
    try:
        strict = read_pbn(data, judge=judge)
    except PbnError as refused:
        assert refused.problem == severe[0] and refused.line == severe[0].line
    else:
        assert not severe and strict == collected
    assert read_pbn(write_pbn(collected), judge=judge) == collected
    for board in collected:
        for make in (board.state, board.position, board.match):
            try:
                make()
            except PbnError as refused:
                check_sentence(str(refused), text)
    try:
        match_of(collected)
    except PbnError as refused:
        check_sentence(str(refused), text)


@cache
def house_rules() -> tuple[House, ...]:
    return (
        house.game("malilla", name="Free Malilla", off=("must-beat-opponent",)).house,
        house.game("nap", cards=28, dealt=6).house,
        house.game("kaiser", name="Ours", borrow=["must-head"]).house,
        house.game("hearts", target=50).house,
    )


def test_house_rules(draws: Iterator[random.Random]) -> None:
    """Files of house rules, and the short text that stands in a link."""
    for rng in draws:
        agreed = rng.choice(house_rules())
        text = mutated_json(json.loads(house.to_json(agreed)), rng)
        short = mutated_json(agreed.data(), rng)
        for read, sent in (
            (lambda text=text: house.from_json(text), text),
            (lambda short=short, base=agreed.base: house.load(base, short), short),
        ):
            try:
                game = read()
            except Refused as refused:
                check_sentence(str(refused), sent)
            else:
                assert house.from_json(house.to_json(game)) == game


def test_house_rules_of_earlier_links(draws: Iterator[random.Random]) -> None:
    """Version 1 listed switches."""
    good = {"name": "Free Malilla", "rule:must-beat-opponent": False, "dealt": 8}
    for rng in draws:
        text = mutated_json(good, rng)
        try:
            house.load("malilla", text)
        except Refused as refused:
            check_sentence(str(refused), text)


def test_files_of_progress(draws: Iterator[random.Random], tmp_path: Path) -> None:
    learners = Learners(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    learners.append(
        "Anna",
        [
            Event(5.0, "answered", concept="trump", rule="ruff", game="kaiser", right=True),
            Event(9.0, "lesson-done", concept="trump"),
        ],
    )
    learners.save_walk("Anna", "trump", "choose", {"item": 2, "given": ["QH"]}, when=5.0)
    good, before = learners.export("Anna"), learners.export_text("Anna")
    for rng in draws:
        text = mutated_json(good, rng)
        if rng.random() < 0.8:
            text = signed(text)
        try:
            learners.import_text(text)
        except StoreError as refused:
            check_sentence(str(refused), text)
            assert learners.export_text("Anna") == before, "refused, and yet something changed"
        else:
            learners = Learners(f"sqlite:///{tmp_path / f'{rng.random()}.sqlite'}")
            learners.import_text(before)
            assert learners.export_text("Anna") == before


def signed(text: str) -> str:
    """The same file with the check of what it says now, as a patient stranger would write it."""
    from cardlab.store.learners import _check

    try:
        data = json.loads(text)
        return json.dumps({**data, "check": _check(data)})
    except (ValueError, TypeError, RecursionError):
        return text


@pytest.mark.parametrize("depth", [300, 900, 1500, 100_000])
def test_files_that_are_nested_deeply(depth: int, tmp_path: Path) -> None:
    """A part of a file that holds another, and that another, hundreds of times."""
    learners = Learners(f"sqlite:///{tmp_path / 'cards.sqlite'}")
    for opening, closing in (("[", "]"), ('{"x":', "}")):
        deep = opening * depth + "1" + closing * depth
        for key in ("moves", "options", "names", "notes", "seed", "check"):
            text = json.dumps(record_data("kaiser", random.Random(1)) | {key: "HERE"})
            with pytest.raises(cardlab.RecordError) as record_refused:
                cardlab.Record.from_json(text.replace('"HERE"', deep)).replay()
            check_sentence(str(record_refused.value), deep)
        for key in ("options", "rules", "name", "pack", "dealt"):
            with pytest.raises(Refused) as refused:
                house.load("malilla", f'{{"version":2,"{key}":{deep}}}')
            check_sentence(str(refused.value), deep)
        with pytest.raises(StoreError) as store_refused:
            learners.import_text(f'{{"format":"cardlab-progress","events":{deep}}}')
        check_sentence(str(store_refused.value), deep)
