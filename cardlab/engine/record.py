"""A match written down: the game, its options, and every move, chance included.

Knows the written form.  Knows no rules: whether a record can have happened is found by replaying
it.

>>> import cardlab
>>> match = cardlab.game("snap", players=3).match(seed=1)
>>> match.play("lay").play("lay").ply
3
>>> record = cardlab.Record.from_json(match.record.to_json())
>>> record.replay().state == match.state
True
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from cardlab.engine.hooks import replay_record
from cardlab.engine.words import quoted

if TYPE_CHECKING:
    from cardlab.engine.match import Match

FORMAT = "cardlab-record"
VERSION = 1


class RecordError(ValueError):
    """A record cannot be read or cannot have happened; the message says where and why."""


@dataclass(frozen=True)
class Record:
    """A match as data.

    options: (name, value) pairs that differ from the defaults; moves: (seat, text) pairs, seat None
    for chance; notes: (ply, text) pairs, remarks that a teacher hangs on positions; position: the
    table laid by hand from which the match began, in a line, "" where it began with a deal; dealer:
    the seat that was agreed to deal first, by its name, "" for the usual one.
    """

    game: str
    seed: int
    names: tuple[str, ...]
    options: tuple[tuple[str, Any], ...] = ()
    moves: tuple[tuple[int | None, str], ...] = ()
    notes: tuple[tuple[int, str], ...] = ()
    rules_version: int = 1
    position: str = ""
    dealer: str = ""
    extra: dict[str, Any] = field(default_factory=dict, compare=False)

    def check(self) -> str:
        """A short digest of game, options and moves, by which a damaged record is noticed."""
        said = [self.game, self.seed, self.options, self.moves]
        laid = [said for said in (self.position, self.dealer) if said]
        core = json.dumps([*said, *laid], separators=(",", ":"))
        return hashlib.sha256(core.encode()).hexdigest()[:16]

    def to_json(self, indent: int | None = None) -> str:
        return json.dumps(self.to_dict(), ensure_ascii=False, indent=indent)

    def to_dict(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "rules_version": self.rules_version,
            "options": dict(self.options),
            **({"position": self.position} if self.position else {}),
            **({"dealer": self.dealer} if self.dealer else {}),
            "seed": self.seed,
            "names": list(self.names),
            "moves": [list(entry) for entry in self.moves],
            "notes": [list(note) for note in self.notes],
            "check": self.check(),
        }

    @classmethod
    def from_json(cls, text: str | bytes) -> Record:
        """Read a record. Raises RecordError if the text is not one."""
        try:
            data = json.loads(text)
        except (ValueError, TypeError, RecursionError) as trouble:
            raise RecordError(f"this is not a record: the text is not JSON ({trouble})") from None
        return cls.from_dict(data)

    @classmethod
    def from_dict(cls, data: Any) -> Record:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise RecordError(f'this is not a record: it does not say "format": "{FORMAT}"')
        if data.get("version") != VERSION:
            raise RecordError(
                f"the record has version {quoted(data.get('version'))}; this cardlab reads version"
                f" {VERSION}"
            )
        try:
            record = cls(
                game=_is(str, data["game"]),
                seed=_is(int, data["seed"]),
                names=tuple(_is(str, n) for n in _is(list, data["names"])),
                options=tuple(
                    (_is(str, k), _plain(v)) for k, v in _is(dict, data.get("options", {})).items()
                ),
                moves=tuple(_entry(m) for m in _is(list, data["moves"])),
                notes=tuple(_note(n) for n in _is(list, data.get("notes", []))),
                rules_version=_is(int, data.get("rules_version", 1)),
                position=_is(str, data.get("position", "")),
                dealer=_is(str, data.get("dealer", "")),
            )
        except KeyError as missing:
            raise RecordError(f"the record lacks {missing.args[0]!r}") from None
        except (TypeError, ValueError) as trouble:
            raise RecordError(f"the record is malformed: {trouble}") from None
        if "check" in data and data["check"] != record.check():
            raise RecordError(
                "the record was changed after it was written: its check does not fit its moves;"
                ' remove "check" if that was meant'
            )
        return record

    def replay(self) -> Match:
        """Play the record through. Raises RecordError, naming the first entry that cannot have
        happened."""
        match: Match = replay_record(self)
        return match


def _is(kind: type, value: Any) -> Any:
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise TypeError(f"{str(value)[:40]!r} should be {kind.__name__}")
    if isinstance(value, str) and not _whole(value):
        raise ValueError(f"{quoted(value)} has half of a character")
    return value


def _whole(text: str) -> bool:
    """Whether every character of a text can be written; JSON may hold one half of a pair."""
    return text.isascii() or text.encode(errors="replace").decode() == text


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _is(str, value)
    raise TypeError(f"{str(value)[:40]!r} cannot be an option")


def _entry(entry: Any) -> tuple[int | None, str]:
    if not isinstance(entry, list) or len(entry) != 2:
        raise TypeError(f"{str(entry)[:40]!r} should be a pair of seat and move")
    return (None if entry[0] is None else _is(int, entry[0])), _is(str, entry[1])


def _note(note: Any) -> tuple[int, str]:
    if not isinstance(note, list) or len(note) != 2:
        raise TypeError(f"{str(note)[:40]!r} should be a pair of ply and text")
    return _is(int, note[0]), _is(str, note[1])
