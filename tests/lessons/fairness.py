"""What a lesson asks before it is taught, as a list for writers.

Knows the questions of a lesson and the concepts that its learner has met. Repairs nothing.

Run it: ``python -m tests.lessons.fairness [LESSON ...]`` prints one line a fault.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import NamedTuple

from cardlab.engine.table import table
from cardlab.lessons import gaps, lesson, lessons, lines
from cardlab.lessons.book import Lesson
from cardlab.lessons.generated import knowledge_of
from cardlab.lessons.positions import Position
from cardlab.lessons.questions import Question

PRINTED = "AKQJT98765432"
"""The order of ranks that somebody expects who has not been told of another."""


class Asked(NamedTuple):
    """A question that is written in a lesson, and where it stands."""

    lesson: Lesson
    where: str
    question: Question
    at: Position
    watched: bool = False
    """Whether the learner has seen moves before it."""

    @property
    def place(self) -> str:
        return f"{self.lesson.id}, {self.where}, {self.question.ask}"


def written(one: Lesson) -> Iterator[Asked]:
    """Every question of a lesson that a person wrote: the bet, the items, the gaps of the line."""
    for where, item in one.questions.items():
        at = one.at(item.position)
        question = gaps.question_of(at, item, one.rules)
        yield Asked(one, where, question, at, bool(item.line))
    at = one.at(one.complete.position)
    for number, moment in enumerate(lines.play(at, one.complete.line)):
        if moment.gap is not None:
            yield Asked(one, f"complete, entry {number}", gaps.gap(at, moment), at, number > 0)


def untaught(asked: Asked) -> Iterator[str]:
    """What a question needs that its learner has not met."""
    known, question = knowledge_of(asked.lesson), asked.question
    if unfair := question.unfair(known):
        yield f"{asked.place}: {unfair}"
    of_pack = question.ask in ("in-pack", "how-many-copies", "how-many-cards")
    if of_pack or known.concepts & {"trump", "no-trump"} or "table" not in question.shown:
        return
    view = table(question.state, question.viewer)
    trump, order = view["trump"], question.game.order(question.state)
    if trump and trump["suit"]:
        yield f"{asked.place}: the table has trumps, not learned yet"
    if order is not None and "altered-order" not in known.concepts and order.trump is not None:
        ranks = "".join(rung[0].rank for rung in order.ladder(order.trump) if rung[0].rank)
        if [rank for rank in PRINTED if rank in ranks] != list(ranks):
            yield f"{asked.place}: {ranks} is another order of ranks, not learned yet"


def main(ids: list[str]) -> int:
    """Print what the lessons ask too early; 0 if nothing is."""
    faults = [
        fault
        for id in ids or lessons()
        for asked in written(lesson(id))
        for fault in untaught(asked)
    ]
    print(*faults, sep="\n")
    print(f"{len(faults)} questions need something that is not taught yet.")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
