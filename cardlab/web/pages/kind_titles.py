"""What the kinds of exercise are called where there is room for a few words.

Knows their ids and nothing else; the question itself is asked by the question.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = ["KIND_TITLES", "kind_title"]

KIND_TITLES: Mapping[str, str] = {
    "decided-by": "Which cards or calls are legal?",
    "why-not": "Why not this one?",
    "is-open": "Is this one legal?",
    "how-many-open": "How many are legal?",
    "next-bid": "What tops the last call?",
    "winner-of-trick": "Who takes the trick?",
    "card-of-trick": "Which card wins?",
    "why-won": "Why did it win?",
    "order-cards": "Put the cards in order",
    "score-deal": "What does this deal score?",
    "which-line": "Which rule gave these points?",
    "line-points": "How many points does it give?",
    "find-captures": "Find the captures",
    "find-melds": "Find the melds",
    "find-layoffs": "Find what fits",
    "deadwood": "Count the deadwood",
    "whose-turn": "Whose turn is it?",
    "deal-over": "Is the deal over?",
    "can-be-true": "Can this be true?",
    "who-joins": "Who has joined?",
    "in-pack": "Which cards are in the pack?",
    "copies": "How many of this card are there?",
    "count-cards": "How many cards are there?",
    "which-of-game": "Which rule does it play by?",
    "which-game": "Which game plays by this?",
    "which-sentence": "Which sentence belongs here?",
    "league-next": "Who is next in the league?",
    "league-total": "How many points in the league?",
    "league-winner": "Who wins the league?",
    "deal-match-points": "How many match points?",
    "mixed-leader": "Who leads in match points?",
    "mixed-next": "Which game comes next?",
}


def kind_title(kind: str) -> str:
    """The title of a kind of exercise, with or without its rule.

    >>> kind_title("decided-by:must-head")
    'Which cards or calls are legal?'
    """
    return KIND_TITLES.get(kind.partition(":")[0], "Another question")
