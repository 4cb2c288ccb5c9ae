"""Questions on a table: one class a kind, used by lessons and by exercises alike.

A lesson names a question by its `ask`, the address of an exercise by its `kind`.

| module | questions about |
|---|---|
| `moves` | which moves are legal, and why one is not |
| `tricks` | who takes a trick, and the order of cards |
| `scores` | points, and the rules that give them |
| `groups` | melds, captures, lay-offs, deadwood |
| `turns` | whose turn it is, who is declarer |
| `alliances` | who has joined whom by a called card |
| `packs` | what the pack is made of, how many cards lie where |
| `sheets` | sentences of the rule sheets |
| `formats` | leagues, and matches of several games |

>>> import cardlab
>>> game = cardlab.game("malilla")
>>> state = game.state(trump="S", trick=[(3, "QH")], hands={0: "7H AH 3H 5S"})
>>> question = make_question(game, state, 0, "pick-moves")
>>> question.prompt, question.answer
('Choose every card that is legal for you.', ('7H', 'AH'))
>>> question.mark(["3H", "7H"]).text
'3♥ is not legal. One legal card is missing.'
>>> print(*question.hints, sep="\\n")
Look at the suit that was led.
Hearts were led and you have three; of these, only 7♥ and A♥ can beat Q♥.
7♥ or A♥.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.game import Game, State
from cardlab.lessons.questions.alliances import WhoJoins
from cardlab.lessons.questions.base import (
    AnswerChoice,
    Conditions,
    Knowledge,
    Mark,
    Question,
    Shows,
)
from cardlab.lessons.questions.claims import CanBeTrue
from cardlab.lessons.questions.ends import DealOver
from cardlab.lessons.questions.formats import (
    DealMatchPoints,
    LeagueTotal,
    LeagueWinner,
    MixedLeader,
    NextGame,
    NextInLeague,
    RuleOfFormat,
)
from cardlab.lessons.questions.gains import WhoGets, WhoScores
from cardlab.lessons.questions.groups import (
    CountDeadwood,
    FindCapture,
    FindGroup,
    FindMeld,
    LaidOffCards,
)
from cardlab.lessons.questions.moves import (
    HowManyLegal,
    IsLegal,
    LegalMoves,
    LowestBid,
    OneLegalMove,
    WhyIllegal,
)
from cardlab.lessons.questions.packs import CardsInPack, HowManyCards, HowManyCopies
from cardlab.lessons.questions.scores import DealScore, LinePoints, RuleOfPoints
from cardlab.lessons.questions.sheets import GameOfSentence, SentenceOfGame, SentenceOfTitle
from cardlab.lessons.questions.tricks import OrderOfCards, WhoWins, WhyWon, WinningCard
from cardlab.lessons.questions.turns import Declarer, WhichContract, WhoseTurn

__all__ = [
    "ASKS",
    "KINDS",
    "AnswerChoice",
    "Conditions",
    "Knowledge",
    "Mark",
    "Question",
    "Shows",
    "make_question",
]

QUESTIONS: tuple[type[Question], ...] = (
    LegalMoves,
    WhyIllegal,
    IsLegal,
    HowManyLegal,
    LowestBid,
    OneLegalMove,
    WhoWins,
    WinningCard,
    WhyWon,
    OrderOfCards,
    DealScore,
    RuleOfPoints,
    LinePoints,
    FindCapture,
    FindMeld,
    FindGroup,
    LaidOffCards,
    CountDeadwood,
    WhoseTurn,
    DealOver,
    WhoGets,
    WhoScores,
    WhoJoins,
    CanBeTrue,
    Declarer,
    WhichContract,
    CardsInPack,
    HowManyCopies,
    HowManyCards,
    SentenceOfGame,
    GameOfSentence,
    SentenceOfTitle,
    NextInLeague,
    LeagueTotal,
    LeagueWinner,
    DealMatchPoints,
    MixedLeader,
    NextGame,
    RuleOfFormat,
)
"""Every kind of question: those about a table before those about a rule sheet."""

KINDS: dict[str, type[Question]] = {kind.kind: kind for kind in QUESTIONS if kind.kind}
"""The questions that exercises ask, by the id that stands in addresses."""

ASKS: dict[str, tuple[type[Question], ...]] = {
    ask: tuple(kind for kind in QUESTIONS if kind.ask == ask and kind is not FindCapture)
    for ask in dict.fromkeys(kind.ask for kind in QUESTIONS)
}
"""The questions by the name that lessons use. Where one name stands for two (why a move is
illegal, why a trick was won), the keys decide."""


def make_question(game: Game, state: State, viewer: int, ask: str, **keys: Any) -> Question:
    """The question that a lesson names, asked of this table.

    keys: what that kind of question takes, such as ``move="QH"``. Raises ValueError, saying what
    is missing or not known.
    """
    if ask not in ASKS:
        raise ValueError(
            f"there is no question {ask!r}; the questions are {', '.join(sorted(ASKS))}"
        )
    given = keys.keys()
    for kind in ASKS[ask]:
        if kind.needed_keys() <= given <= kind.keys():
            return kind(game, state, viewer, **keys)
    known = frozenset[str]().union(*(kind.keys() for kind in ASKS[ask]))
    if strange := sorted(given - known):
        raise ValueError(f"{ask} does not take {strange[0]!r}; it takes {', '.join(sorted(known))}")
    lacking = [kind.needed_keys() - given for kind in ASKS[ask]]
    if needed := min(map(sorted, lacking), key=len):
        raise ValueError(f"{ask} needs {needed[0]!r}")
    raise ValueError(f"{ask} does not take {', '.join(sorted(given))} together")
