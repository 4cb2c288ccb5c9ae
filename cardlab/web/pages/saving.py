"""Whether the match of a table is in the store: not before its player moves, and from then on.

Knows the store and its sentences; knows no table, no widget and no clock of a page. A new match
whose store does not answer is played on and not saved; it is written, with all its moves, as soon
as the store answers. A match that is saved makes no move that cannot be saved.

>>> import cardlab; from cardlab.store import MatchStore
>>> saving, match = Saving(MatchStore("sqlite://")), cardlab.game("kaiser").match(seed=7)
>>> saving.match_id, saving.trouble
(None, '')
>>> saving.save(match); len(saving.match_id), saving.trouble
(12, '')
"""

from __future__ import annotations

import time

from cardlab.engine.match import Match
from cardlab.store import MatchStore, StoreError
from cardlab.web.addresses import site_base

__all__ = ["Saving"]

PATIENCE = 2.0
"""Seconds after a refusal until a move asks the store again: nobody waits for a locked file at
every card."""


class Saving:
    """One match and the store.

    match_id: its name there, None as long as it is not saved; trouble: why it cannot be saved, in
    a sentence, "" where nothing is wrong; trunk: for a what-if, the match that it left, how that
    one is saved, and the entry at which it was left.
    """

    def __init__(
        self,
        store: MatchStore,
        match_id: str | None = None,
        trunk: tuple[Match, Saving, int] | None = None,
    ) -> None:
        self.store = store
        self.match_id = match_id
        self.trouble = ""
        self._trunk = trunk
        self._wanted = False
        self._refused_at = float("-inf")

    def look(self) -> None:
        """See whether the store would take a move, so that a player knows before making one."""
        try:
            self.store.probe()
        except StoreError as error:
            self._refuse(error)
        else:
            self.trouble = ""

    def save(self, match: Match, held: int | None = None) -> None:
        """Write a match that is not saved yet, if the store takes it.

        held: the entry at which a finished deal waits until its score was seen.
        """
        self._wanted = True
        if self.match_id is not None:
            return
        try:
            self.match_id = self._create(match, held)
            self.trouble = ""
        except StoreError as error:
            self._refuse(error)

    def _create(self, match: Match, held: int | None) -> str:
        if self._trunk is None:
            return self.store.create(match.record, held=held)
        trunk, saving, ply = self._trunk
        if saving.match_id is None:
            saving.match_id = self.store.create(trunk.record)
        return self.store.create(match.record, held=held, parent=saving.match_id, parent_ply=ply)

    def note(self, match: Match, before: int, held: int | None, *, begins: bool) -> None:
        """Write what follows after the entry `before`.

        begins: whether a match that is not saved is from now on worth saving.

        Raises StoreError for a match that is saved already; the move must then be taken back.
        """
        self._wanted = self._wanted or begins
        if self.match_id is not None:
            self.store.append(self.match_id, before, match.entries[before:], held=held)
        elif self._wanted and time.monotonic() - self._refused_at > PATIENCE:
            self.save(match, held)

    def catch_up(self, match: Match, held: int | None) -> None:
        """After a refusal: write the match if somebody has moved in it, or else look again."""
        if self._wanted and self.match_id is None:
            self.save(match, held)
        elif self.trouble:
            self.look()

    def _refuse(self, error: StoreError) -> None:
        # In a notebook the reader is the one who can do something about it.
        self.trouble = error.told if site_base() is None else str(error)
        self._refused_at = time.monotonic()
