"""From what a lesson writes to a question: its items, and the gaps of its lines.

Knows which question fills which gap. Answers nothing: `cardlab.lessons.questions` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardlab.engine.cards import cards as read_cards
from cardlab.engine.rulings import Force
from cardlab.engine.turns import LastMove
from cardlab.lessons.book import Lesson, WrittenQuestion
from cardlab.lessons.keys import LessonError
from cardlab.lessons.lines import LineMoment, end, last_move
from cardlab.lessons.positions import Position, lying, seat
from cardlab.lessons.questions import Question, make_question
from cardlab.lessons.questions.groups import FindGroup
from cardlab.lessons.questions.saying import without
from cardlab.lessons.questions.turns import WhoseTurn
from cardlab.lessons.questions.verdicts import LegalityQuestion, VerdictQuestion
from cardlab.lessons.text import ABOUT_TRICKS, braces, trick_facts

OF_TRICKS = ("who-wins", "which-card-wins")
TELLING_WHO_WINS = ("winner", "won-because")

GAP_ASKS = {
    "play": "pick-one",
    "capture": "find-group",
    "winner": "who-wins",
    "leader": "whose-turn",
    "lowest-bid": "lowest-bid",
    "declarer": "declarer",
    "contract": "contract",
    "group": "find-group",
    "points": "how-much",
    "friend": "who-joins",
    "legal": "is-open",
}


def question_of(at: Position, written: WrittenQuestion, taught: Sequence[str] = ()) -> Question:
    """The question of a predict step or an item.  Raises LessonError where the table cannot be
    asked that.

    taught: the rules of the lesson; where several rules speak on a table, the reason given is that
    of the first of these.
    """
    state = end(at, written.line or ())
    ask = written.ask
    if ask in OF_TRICKS or (ask == "which-rule" and written.move is None):
        state = lying(state)
    if ask == "pick-moves" and written.counts == "any":
        ask = "pick-one"
    keys = {
        "move": written.move,
        "candidates": written.candidates,
        "cards": tuple(written.cards.split()) if written.cards else None,
        "of": written.of,
        "line": written.rule,
        "about": written.about,
        "result": _result(at, written.result) if written.result else None,
        "offer": written.offer or None,
        "league": written.league,
        "mixed": written.mixed,
        "people": written.people,
        "played": written.played,
        "worded": written.heading,
    }
    given = {name: value for name, value in keys.items() if value is not None}
    try:
        question = make_question(at.game, state, at.viewer, ask, **given)
        question = _after(question, last_move(at, written.line or ()))
        return _about(replace(question, faced=at.open), taught)
    except ValueError as trouble:
        raise LessonError(str(trouble)) from None


def written_questions(lesson: Lesson) -> tuple[Question, ...]:
    """The questions that are written in a lesson, in the order of the steps: the bet, *choose*,
    *say why*."""
    return tuple(
        question_of(lesson.at(written.position), written, lesson.rules)
        for written in lesson.questions.values()
    )


def _after(question: Question, last: LastMove | None) -> Question:
    """The same question, told which move led to its table, where its kind asks that."""
    return replace(question, last=last) if isinstance(question, WhoseTurn) else question


def _about(question: Question, taught: Sequence[str]) -> Question:
    """The same question, turned towards the rule that the lesson is about."""
    if question.about is not None or not isinstance(question, LegalityQuestion):
        return question
    steps = [step for verdict in question.verdicts.values() for step in verdict.steps]
    for force in (Force.BINDING, Force.WAIVED, Force.SILENT):
        for id in taught:
            if any(str(step.rule) == id and step.ruling.force is force for step in steps):
                return replace(question, about=id)
    return question


def _result(at: Position, written: Mapping[str, Any]) -> Any:
    """An imagined result: names of seats become seats, lists become tuples."""
    try:
        return at.game.Result(**{name: _meant(at, value) for name, value in written.items()})
    except TypeError as trouble:
        raise LessonError(f"this is not a result of {at.game.title}: {trouble}") from None


def _meant(at: Position, value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_meant(at, part) if isinstance(part, list) else part for part in value)
    if isinstance(value, str):
        try:
            return seat(at.game, value)
        except ValueError:
            return value
    return value


def hooks(feedback: Mapping[str, str], question: Question) -> dict[str, str]:
    """A lesson's feedback for one question: what speaks of the trick is filled in, the rest is
    left to the marking."""
    if not any("{" + name + "}" in text for text in feedback.values() for name in ABOUT_TRICKS):
        return dict(feedback)
    facts = trick_facts(question.state, question.viewer)
    tells = TELLING_WHO_WINS if question.ask in OF_TRICKS else ()
    sentences = {}
    for hook, text in feedback.items():
        if any(b in ABOUT_TRICKS and b not in facts for b in braces(text)):
            continue  # this item has no trick to speak of: the marking's own words stand
        # who takes a trick is not told to somebody who has not found it
        text = text if hook == "right" else without(text, tells)
        for name in ABOUT_TRICKS:
            text = text.replace("{" + name + "}", str(facts.get(name, "")))
        sentences[hook] = text
    return sentences


def gap(at: Position, moment: LineMoment, taught: Sequence[str] = ()) -> Question:
    """The question of a gap in a line; taught: the rules of the lesson."""
    written, state, viewer = moment.gap, moment.before, at.viewer
    if written is None or written.gap is None:
        raise LessonError("this entry of the line is not a gap")
    if written.gap == "winner":
        state = lying(state)
    ask = GAP_ASKS[written.gap]
    if written.gap == "points":
        side = written.of or at.game.sides[at.game.side_index(at.viewer)].id
        return make_question(at.game, state, viewer, ask, of=side, worded=written.heading)
    if written.gap == "legal":
        question = make_question(
            at.game, state, viewer, ask, move=written.move, worded=written.heading
        )
        return _about(replace(question, faced=at.open), taught)
    question = make_question(at.game, state, viewer, ask, worded=written.heading)
    question = _after(replace(question, faced=at.open), moment.last)
    if written.gap not in ("group", "capture") or not isinstance(question, VerdictQuestion):
        return question
    begun = read_cards(written.start or "")
    start = set(begun)
    moves = (move for move in question.verdicts if move.named)
    candidates = tuple(str(move) for move in moves if start <= {move.card, *move.named})
    if not candidates:
        raise LessonError(f"no group on this table begins with {written.start}")
    if isinstance(question, FindGroup):
        return replace(question, candidates=candidates, start=begun)
    return replace(question, candidates=candidates)
