"""From what a lesson writes to a question: the asks of its items, and the gaps of its lines.

Knows which question fills which gap. Answers nothing: `cardlab.lessons.questions` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardlab.engine.cards import cards as read_cards
from cardlab.engine.rulings import Force
from cardlab.lessons.book import Asked, Lesson, LessonError
from cardlab.lessons.lines import Moment, end
from cardlab.lessons.positions import Position, lying, seat
from cardlab.lessons.questions import Question, make_question
from cardlab.lessons.questions.verdicts import LegalityQuestion, VerdictQuestion
from cardlab.lessons.text import ABOUT_TRICKS, braces, trick_facts

OF_TRICKS = ("who-wins", "which-card-wins")


GAP_ASKS = {
    "play": "pick-one",
    "capture": "pick-one",
    "winner": "who-wins",
    "leader": "whose-turn",
    "lowest-bid": "lowest-bid",
    "declarer": "declarer",
    "contract": "contract",
    "group": "find-group",
    "points": "how-much",
}


def asked(at: Position, item: Asked, taught: Sequence[str] = ()) -> Question:
    """The question of a predict step or an item.  Raises LessonError where the table cannot be
    asked that.

    taught: the rules of the lesson; where several rules speak on a table, the reason given is that
    of the first of these.
    """
    state = end(at, item.line)
    if item.ask in OF_TRICKS or (item.ask == "which-rule" and item.move is None):
        state = lying(state)
    keys = {
        "move": item.move,
        "candidates": item.candidates,
        "cards": item.cards,
        "of": item.of,
        "line": item.rule,
        "about": item.about,
        "result": _result(at, item),
        "offer": item.offer,
    }
    given = {name: value for name, value in keys.items() if value not in (None, ())}
    ask = "pick-one" if item.ask == "pick-moves" and item.counts == "any" else item.ask
    try:
        return _about(make_question(at.game, state, _viewer(at, state), ask, **given), taught)
    except ValueError as trouble:
        raise LessonError(str(trouble)) from None


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


def _result(at: Position, item: Asked) -> Any:
    if not item.result:
        return None
    try:
        return at.game.Result(**{k: _meant(at, v) for k, v in item.result})
    except TypeError as trouble:
        raise LessonError(f"this is no result of {at.game.title}: {trouble}") from None


def _meant(at: Position, value: Any) -> Any:
    if isinstance(value, str):
        try:
            return seat(at.game, value)
        except ValueError:
            return value
    return value


def _viewer(at: Position, state: Any) -> int:
    """On an open table the learner plays for everybody, so the one to move is the one that
    looks."""
    return state.to_move if at.open and state.to_move is not None else at.viewer


def hooks(feedback: Mapping[str, str], question: Question) -> dict[str, str]:
    """A lesson's feedback for one question: what speaks of the trick is filled in, the rest is
    left to the marking."""
    if not any("{" + name + "}" in text for text in feedback.values() for name in ABOUT_TRICKS):
        return dict(feedback)
    facts = trick_facts(question.state, question.viewer)
    found = {}
    for hook, text in feedback.items():
        if any(b in ABOUT_TRICKS and b not in facts for b in braces(text)):
            continue  # this item has no trick to speak of: the marking's own words stand
        for name in ABOUT_TRICKS:
            text = text.replace("{" + name + "}", str(facts.get(name, "")))
        found[hook] = text
    return found


def gap(at: Position, moment: Moment) -> Question:
    """The question of a gap in a line."""
    entry, state = moment.entry, moment.before
    ask = GAP_ASKS[entry.gap]
    if entry.gap == "winner":
        state = lying(state)
    viewer = _viewer(at, state)
    if entry.gap == "points":
        side = entry.of or at.game.sides[at.game.side_index(at.viewer)].id
        return make_question(at.game, state, viewer, ask, of=side)
    question = make_question(at.game, state, viewer, ask)
    if entry.gap not in ("group", "capture") or not isinstance(question, VerdictQuestion):
        return question
    start = set(read_cards(entry.start))
    moves = (move for move in question.verdicts if move.named)
    candidates = tuple(str(move) for move in moves if start <= {move.card, *move.named})
    if not candidates:
        raise LessonError(f"no group on this table begins with {entry.start}")
    return replace(question, candidates=candidates)


def written_questions(lesson: Lesson) -> tuple[Question, ...]:
    """The questions that are written in a lesson, in the order of the steps: the bet, *choose*,
    *say why*."""
    steps = (*lesson.choose.items, *lesson.say_why.items)
    written = (lesson.predict.ask, *(item.ask for item in steps))
    return tuple(asked(lesson.at(item.position), item, lesson.rules) for item in written)
