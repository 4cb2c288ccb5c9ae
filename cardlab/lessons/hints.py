"""Three hints for any question, all from the engine: which rule matters, the rule on these
cards, what it leaves.

Knows questions and rules; says nothing that a rule or a verdict does not say, so a hint cannot
disagree with the marking.

>>> import cardlab
>>> from cardlab.lessons.asking import Question
>>> game = cardlab.game("kaiser")
>>> state = game.state(trump="S", trick=[(1, "9C"), (2, "KC"), (3, "8H")], hands={0: "8C AC QS 7D"})
>>> for rung in Question(game, state, 0, "pick-moves").hints:
...     print(rung)
Look at the suit that was led.
Clubs were led and you have two.
8♣ or A♣.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.engine.words import listed, sentence

if TYPE_CHECKING:
    from cardlab.lessons.asking import Question


def ladder(question: Question) -> tuple[str, str, str]:
    """The rungs, first to last."""
    rule, ask = question.rule, question.ask
    if rule is None:
        first = "No rule narrows this. Look at the table as it lies."
    elif rule.look:
        first = rule.look
    elif ask == "which-rule" and question.move is None:
        first = "Look at the card that took the trick."
    elif ask == "which-rule":
        first = "Look at what the table says when this is tried."
    else:
        first = f"The rule to look at: {rule.title}."
    # these reasons would give the answer away, so the rule itself is the middle rung
    tells = question.select == "number" or ask in (
        "who-wins",
        "which-card-wins",
        "whose-turn",
        "order-cards",
        "which-of-game",
    )
    if question.kind.gathers:
        applied = rule.text(question.game) if rule is not None else question.text
    else:
        applied = (
            rule.text(question.game)
            if tells and rule is not None and not question.kind.of_moves
            else question.reason
        )
    left = listed(
        question.instead,
        "then" if question.select == "order" else "or",
        most=13 if question.select == "order" else 4,
    )
    return first, sentence(applied), sentence(left)
