"""Three tables before what is new: a practice that counts nothing, and where it leads.

Knows how such a practice is answered and what is said at its end. Does not know widgets, the store
or addresses.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from cardlab.concepts.names import game_names
from cardlab.engine.words import capital, listed, number
from cardlab.lessons import lesson, taught
from cardlab.lessons.minutes import lesson_minutes
from cardlab.lessons.three_tables import looked_at, three_tables
from cardlab.web.pages.practice import Practice, text_piece

__all__ = ["ThreeTables"]

WELL = "You know this well. The first new thing is next."
SKIPPED = "The first new thing is next."
MOST = "{right} of {all}. The first new thing is next."
LITTLE = "{lessons} will help first: {minutes} minutes."


class ThreeTables(Practice):
    """Three tables of a game that somebody says they know."""

    def __init__(self, game_id: str) -> None:
        """Raises ValueError, with a sentence, for a game that has no such tables."""
        items = three_tables(game_id)
        if not items:
            raise ValueError(f"there are no three tables of {game_names().get(game_id, game_id)}")
        self._missed: list[str] = []
        row = iter(items)
        title = f"You know {game_names()[game_id]}"
        super().__init__(lambda seed: next(row, None), 1, title, of=lambda: len(items))

    @property
    def lessons(self) -> tuple[str, ...]:
        """The lessons on what was missed, where that was more than one table."""
        ids = dict.fromkeys(taught()[id] for id in self._missed if id in taught())
        return tuple(ids) if self.today.count(False) > 1 else ()

    def _tell(self, mark: Any) -> None:
        self._told = True
        self.today.append(mark.right)
        if not mark.right:
            self._missed.append(looked_at(self.item))

    def _twin(self) -> None:
        return None

    def _last_page(self) -> dict[str, Any]:
        right, asked = self.today.count(True), len(self.today)
        said = LITTLE if self.lessons else WELL if right == asked else MOST
        said = said if asked else SKIPPED
        told = said.format(
            right=capital(number(right)),
            all=number(asked),
            lessons=_short_lessons(self.lessons),
            minutes=sum(map(lesson_minutes, self.lessons)),
        )
        page = super()._last_page()
        return {
            **page,
            "text": text_piece(told),
            "practice": {**page["practice"], "end": "That was the look.", "more": ""},
        }


def _short_lessons(ids: Collection[str]) -> str:
    """The lessons by name.

    >>> _short_lessons(["follow-suit", "trump"])
    'Two short lessons, Following suit, and Trumps and ruffing,'
    """
    if len(ids) == 1:
        return f"A short lesson, {lesson(next(iter(ids))).title},"
    named = listed(lesson(id).title for id in ids)
    return f"{capital(number(len(ids)))} short lessons, {named},"
