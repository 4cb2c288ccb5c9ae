"""Which wrong rule may be behind a move that the rules refuse.

Knows tables, verdicts and the beliefs about what is legal. Knows no page and nobody's answer: a
belief may be behind a move if it would allow it.

>>> from cardlab.lessons.positions import position
>>> here = position(
...     {"game": "malilla", "trump": "H", "lead": "west", "trick": "JD 5C 4H", "hands": {"south": "3S 7H AH 2H KC"}}
... )
>>> sorted(behind_refusals(here.state, 0).items())
[('2H', 'void-means-trump')]
"""

from __future__ import annotations

from cardlab.engine.game import State
from cardlab.lessons.beliefs import COMPUTED, against
from cardlab.lessons.questions.moves import LegalMoves

__all__ = ["behind_refusals"]


def behind_refusals(state: State, seat: int) -> dict[str, str]:
    """The belief behind each move of a seat that the rules refuse; of several one that the rule
    contradicts, and of these the one that allows the fewest moves."""
    asked = LegalMoves(state.game, state, seat, faced=True)
    found: dict[str, str] = {}
    for move, verdict in asked.verdicts.items():
        if verdict.legal or verdict.rule is None:
            continue
        contradicted = against(str(verdict.rule))
        able = [
            (belief not in contradicted, len(asked.believed[belief]), belief)
            for belief in COMPUTED
            if str(move) in asked.believed.get(belief, ())
        ]
        if able:
            found[str(move)] = min(able)[-1]
    return found
