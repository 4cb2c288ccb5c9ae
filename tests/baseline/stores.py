"""A database with matches, learners and classes, and what the store finds in it.

The database is a file beside the records, and the one thing here that is not the same twice: the
store gives ids, codes and times. What is noted of it has none of them. Later a copy of it is opened
and noted again, so that the first one stays as it was made.
"""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

import cardlab
from cardlab.lessons.progress import Event, Progress
from cardlab.store import (
    AssignmentStore,
    Classes,
    Houses,
    Learners,
    Logged,
    MatchStore,
    Refusal,
    RefusalStore,
    TableStore,
    VoteStore,
)
from tests.contract.test_values import in_play

from .playing import plain, tried

FILE = "stores.sqlite"
SAVED = 10
LEARNERS = ("Otter", "Finch")
BEGUN = 1_700_000_000.0
"""When the learners began, in seconds since 1970."""
HOUSE = '{"dealt":3}'


def record(folder: Path) -> dict[str, Any]:
    """Make the database in a folder; returns what is noted of it."""
    with tempfile.TemporaryDirectory() as made:
        url = f"sqlite:///{made}/{FILE}"
        save(url)
        found = noted(url)
        copied(Path(made) / FILE, folder / FILE)
    return found


def copied(source: Path, target: Path) -> None:
    """Copy a database that may be open: also what SQLite still has in its log goes into the file."""
    target.unlink(missing_ok=True)
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)


def save(url: str) -> None:
    ids = cardlab.games()
    for id in ids[:: max(1, len(ids) // SAVED)][:SAVED]:
        MatchStore(url).create(in_play(cardlab.game(id)).record, held=3)
    for learner in LEARNERS:
        save_learner(url, learner)
    save_class(url, ids[0])


def again(before: Path) -> dict[str, Any]:
    """What is noted of a copy of the database of an earlier folder."""
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(before / FILE, folder)
        return noted(f"sqlite:///{copy}")


def save_learner(url: str, name: str) -> None:
    answers = [
        Event(BEGUN + n, "answered", concept="trump", rule="highest-trump", right=n % 3 > 0)
        for n in range(12)
    ]
    done = Event(BEGUN + 20, "lesson-done", concept="trump")
    played = Event(BEGUN + 30, "played", game="kaiser")
    Learners(url).append(name, [*answers, done, played])
    Learners(url).save_walk(name, "trick", "2", {"answered": 3}, when=BEGUN + 40)
    Houses(url).keep(name, "nap", "Short Nap", HOUSE)


def save_class(url: str, game: str) -> None:
    classes, made = Classes(url), in_play(cardlab.game(game))
    found, _ = classes.new("Tuesday")
    otter, finch = [classes.join(found.code, name, name) for name in LEARNERS]
    head = {"game": game, "options": {}, "seed": made.seed}
    moves = [
        Logged("deal" if entry.seat is None else "move", None, entry.seat, str(entry.move))
        for entry in made.entries
    ]
    table = TableStore(url).new(found.id, head, [Logged("sit", otter.id, 0), *moves])
    AssignmentStore(url).give(found.id, "Week 3", [("lesson", "trump")], due="2026-05-16")
    refusal = Refusal(table.id, otter.id, 3, "play KH", game, "must-follow-suit", BEGUN + 50)
    RefusalStore(url).note(found.id, refusal)
    vote = VoteStore(url).ask(found.id, head, 0)
    VoteStore(url).cast(vote.id, finch.id, "pass")


def noted(url: str) -> dict[str, Any]:
    """All that a store finds, without ids, codes and times."""
    return {
        "matches": tried(lambda: noted_matches(url)),
        "learners": tried(lambda: {name: noted_learner(url, name) for name in LEARNERS}),
        "classes": tried(lambda: [noted_class(url, one) for one in Classes(url).all()]),
    }


def noted_matches(url: str) -> dict[str, Any]:
    store, found = MatchStore(url), {}
    for line in sorted(store.recent(SAVED), key=lambda line: line.game):
        saved = store.load(line.id)
        match = saved.replay()
        found[line.game] = {
            "moves": line.moves,
            "held": saved.held,
            "record": saved.record,
            "totals": match.totals,
            "state": plain(match.state),
        }
    return found


def noted_learner(url: str, name: str) -> dict[str, Any]:
    saved = Learners(url).load(name)
    progress = Progress(saved.events)
    events = [{**event.to_dict(), "id": ""} for event in saved.events]
    return {
        "events": events,
        "walks": plain(saved.walks),
        "mastery": {concept: progress.mastery(concept) for concept in progress.concepts},
        "house games": [[one.base, one.name, one.text] for one in Houses(url).all(name)],
    }


def noted_class(url: str, one: Any) -> dict[str, Any]:
    members = Classes(url).members(one.id)
    names = {member.id: member.nickname for member in members}
    vote = VoteStore(url).look(one.id)
    return {
        "title": one.title,
        "door": one.door,
        "members": sorted([m.nickname, m.role, m.learner] for m in members),
        "tables": [noted_table(url, table, names) for table in TableStore(url).of_class(one.id)],
        "assignments": [
            [work.title, plain(work.items), work.due]
            for work in AssignmentStore(url).of_class(one.id)
        ],
        "vote": [plain(vote.vote.position) if vote.vote else None, vote.counts, vote.pupils],
        "refusals": [
            [names.get(card.member), card.ply, card.move, card.game, card.rule]
            for card in RefusalStore(url).of_class(one.id)
        ],
    }


def noted_table(url: str, table: Any, names: dict[str, str]) -> dict[str, Any]:
    log = [
        [entry.kind, names.get(entry.member or ""), entry.seat, entry.data]
        for entry in TableStore(url).read(table.id, 0)
    ]
    return {"number": table.number, "head": plain(table.head), "log": log}
