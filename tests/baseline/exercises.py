"""Generated questions of each kind: choices, answer, hints, and what is said to answers."""

from __future__ import annotations

from typing import Any

import cardlab
from cardlab.lessons.deals import rules_asked
from cardlab.lessons.exercises import KINDS, find
from cardlab.lessons.questions import Question

SEEDS = 30
WRONG = 4
"""Wrong answers that are given to a question, at most."""


def record(id: str) -> dict[str, Any]:
    game = cardlab.game(id)
    return {kind: asked(game, kind) for kind, made in KINDS.items() if fits(made, game)}


def fits(made: type[Question], game: Any) -> bool:
    """Whether a kind of question can be asked of a game."""
    # every rule is asked for, as it is before a search: so no search has to pay for it
    return any([made.fits(game, rule) for rule in rules_asked(game)])


def asked(game: Any, kind: str) -> dict[str, Any]:
    """The questions of a kind by their addresses; of a seed without one, that it has none."""
    found: dict[str, Any] = {}
    for seed in range(SEEDS):
        item = find(kind, game, None, seed)
        if item is None:
            found[f"seed {seed}"] = None
        else:
            found[f"seed {seed}"] = {"address": item.address, **question(item.question)}
    return found


def question(one: Question) -> dict[str, Any]:
    return {
        "heading": one.heading,
        "choices": [choice.label for choice in one.choices],
        "answer": list(one.answer),
        "rule": None if one.rule is None else str(one.rule),
        "step": one.step,
        "hints": list(one.hints),
        "shown": list(one.shown),
        "right": one.mark(one.right_answer).text,
        "wrong": {value: wrong(one, value) for value in wrong_values(one)},
    }


def wrong_values(one: Question) -> list[str]:
    """Some single answers that are not right, as somebody would give them."""
    values = [choice.value for choice in one.choices] or [str(number) for number in range(30)]
    return [value for value in values if not one.agrees((value,))][:WRONG]


def wrong(one: Question, value: str) -> dict[str, Any]:
    first, second = one.mark([value]), one.mark([value], miss=2)
    return {"first": first.text, "belief": first.belief, "second": second.text}
