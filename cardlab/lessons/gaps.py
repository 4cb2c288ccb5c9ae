"""From what a lesson writes to a question: the asks of its items, and the gaps of its lines.

Knows which ask fills which gap.  Answers nothing: `cardlab.lessons.asking` does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cardlab.engine.cards import cards as read_cards
from cardlab.engine.rulings import Force, Rule
from cardlab.lessons.asking import ASKS, Ask, Option, Question, seat_option
from cardlab.lessons.book import Asked, LessonError
from cardlab.lessons.lines import Moment, end
from cardlab.lessons.positions import Position, lying, seat
from cardlab.lessons.text import ABOUT_TRICKS, braces, trick_facts

OF_TRICKS = ("who-wins", "which-card-wins")


class Declarer(Ask):
    """Who has undertaken the contract."""

    wanted = "choose a player"
    prompt = "Who is declarer now?"

    def options(self, q: Question) -> tuple[Option, ...]:
        return tuple(seat_option(q, seat) for seat in range(q.game.players))

    def answer(self, q: Question) -> tuple[str, ...]:
        if q.state.declarer is None:
            raise ValueError("nobody is declarer on this table yet")
        return (q.game.names[q.state.declarer].lower(),)

    def rule(self, q: Question) -> Rule | None:
        named = ("declarer", "declarer-names-trumps", "soloist-leads")
        about = [r for r in q.game.all_rules() if "declarer" in r.concepts or r in named]
        return next(iter(about), None)

    def reason(self, q: Question) -> str:
        bid = q.state.contract.bid.label
        return f"the last bid was {bid}, by {q.game.names[q.state.declarer]}"


class WhichContract(Ask):
    """What the declarer has promised: a rung of the ladder."""

    wanted = "choose a bid"
    prompt = "For what? Choose the contract."

    def options(self, q: Question) -> tuple[Option, ...]:
        bids = next((p.bids for p in q.game.phases if p.bids), ())
        return tuple(Option(str(b), b.label) for b in bids)

    def answer(self, q: Question) -> tuple[str, ...]:
        if q.state.contract is None:
            raise ValueError("there is no contract on this table yet")
        return (str(q.state.contract.bid),)

    def rule(self, q: Question) -> Rule | None:
        return Declarer().rule(q)

    def reason(self, q: Question) -> str:
        return Declarer().reason(q)


ASKS.setdefault("declarer", Declarer())
ASKS.setdefault("contract", WhichContract())

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
    """The question of a predict step or an item.  LessonError where the table cannot be asked that.

    taught: the rules of the lesson; where several rules speak on a table, the reason given is that
    of the first of these.
    """
    state = end(at, item.line)
    if item.ask in OF_TRICKS or (item.ask == "which-rule" and item.move is None):
        state = lying(state)
    try:
        found = Question(
            at.game,
            state,
            _viewer(at, state),
            item.ask,
            move=item.move,
            candidates=item.candidates,
            cards=item.cards,
            of=item.of,
            line=item.rule,
            about=item.about,
            result=_result(at, item),
            counts=item.counts,
            offer=item.offer,
        )
        return _about(found, taught)
    except ValueError as trouble:
        raise LessonError(str(trouble)) from None


def _about(question: Question, taught: Sequence[str]) -> Question:
    """The same question, turned towards the rule that the lesson is about."""
    if question.about is not None or not question.kind.of_moves or not taught:
        return question
    rulings = [pair for v in question.verdicts.values() for pair in v.steps]
    for force in (Force.BINDING, Force.WAIVED, Force.SILENT):
        for id in taught:
            if any(str(rule) == id and ruling.force is force for rule, ruling in rulings):
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


def right_answer(question: Question) -> tuple[str, ...]:
    """One answer that is right, as a learner would give it."""
    chosen_from = {o.value for o in question.options}
    if (
        chosen_from and question.answer and question.answer[0] not in chosen_from
    ):  # a group is given as its cards, not as a move
        return tuple(sorted(word for word in question.answer[0].split() if word in chosen_from))
    one = question.counts == "any" or question.ask == "pick-one"
    return question.answer[:1] if one else question.answer


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
    found = Question(at.game, state, _viewer(at, state), ask, of=entry.of, counts=entry.counts)
    if entry.gap == "points" and entry.of is None:
        found = replace(found, of=at.game.sides[at.game.side_index(at.viewer)].id)
    if entry.gap in ("group", "capture"):
        start = set(read_cards(entry.start))
        moves = tuple(str(m) for m in found.verdicts if m.named and start <= {m.card, *m.named})
        if not moves:
            raise LessonError(f"no group on this table begins with {entry.start}")
        found = replace(found, candidates=moves)
    return found
