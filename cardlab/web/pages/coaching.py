"""The coach at the table of a page: what it is asked and when, the work of answering, and the
panel as plain data.

Knows the coach and how its words become a panel.  Knows no widget and no session: a `TableCoach`
is told what was played, whoever minds it lets `answers` run in a thread and hands each answer to
`hear`, which drops what comes too late.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.engine.words import sentence
from cardlab.families.tricks import TrickGame, Tricks
from cardlab.players.coach import Advice, CannotAdvise, advising, cost, losing, measured
from cardlab.players.matters import Matter, mattering
from cardlab.web.addresses import COACH

__all__ = ["CoachQuestion", "TableCoach", "answers", "found_deal", "telling"]

COACHING = tuple(zip(COACH, ("no coach", "coach each card", "coach at the end"), strict=True))
"""When the coach speaks: the word of the address, and what the control says."""
HINTS = {
    "card": "Play a card to a trick, and the coach, who sees all hands, says what it was worth.",
    "end": "When the deal is over, the coach goes through your cards.",
}
SECONDS, LOOKING = 2.0, 3.0
"""Of a processor, for the values of one position, and for one of another deal that is looked for: a
page answers with what it has.  Compiled, hardly a position takes so long."""
DEALS = 20
"""Deals of the hidden cards for one card at the table."""
MOST_SHOWN = 6


@dataclass(frozen=True, slots=True)
class CoachQuestion:
    """What the coach has to answer, with a match of its own to think about.

    kind: "card" (one entry), "end" (the deal up to an entry) or "deal" (another deal in which that
    matters).
    """

    kind: str
    ply: int
    match: Any
    viewer: int
    concept: str = ""
    seed: int = 0


class TableCoach:
    """The coach at one table: when it speaks, what it is asked now, and what it said last.

    mode: one of `COACH`; question: what it has to answer, or None; panel: what the page shows.
    """

    panel: dict[str, Any]

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.question: CoachQuestion | None = None
        self.say({})

    def say(self, advice: Mapping[str, Any]) -> None:
        """Show this advice beside what the coach is asked now."""
        self._advice = dict(advice)
        self.panel = {
            "mode": self.mode,
            "modes": [list(mode) for mode in COACHING],
            "asks": self.question is not None,
            "searches": self.question is not None and self.question.kind == "deal",
            "hint": HINTS.get(self.mode, ""),
            **advice,
        }

    def clear(self) -> None:
        """Forget what was asked and said: the table is another."""
        self.question = None
        self.say({})

    def drop(self) -> None:
        """Forget what was asked; what was said stays."""
        self.question = None
        self.say(self._advice)

    def set_mode(self, mode: str, game: Any) -> None:
        """Say when the coach speaks, and in a game that it cannot judge why it never does."""
        self.mode, self.question = mode, None
        reason = refusal(game) if mode != "off" else ""
        self.say({"text": [reason]} if reason else {})

    def card_played(self, match: Any, ply: int, viewer: int) -> None:
        """The viewer made the move of this entry: look at it, if that is wanted."""
        self.drop()
        if self.mode != "card":
            return
        if can_be_asked(match, ply):
            self._ask(CoachQuestion("card", ply, match.at(match.ply), viewer))
        else:
            self.say({})

    def deal_over(self, match: Any, held: int, viewer: int) -> None:
        """The match waits at the score of a deal: go through it, if that is wanted."""
        if self.mode == "end" and self._advice.get("ply") != held - 1:
            self._ask(CoachQuestion("end", held - 1, match.at(match.ply), viewer))

    def look_for_deal(self, match: Any, viewer: int) -> None:
        """Have another deal looked for in which what was just said matters."""
        concept, seed = str(self._advice.get("concept", "")), secrets.randbelow(10**6)
        at = match.ply
        self._ask(CoachQuestion("deal", at, match.at(at), viewer, concept, seed), self._advice)

    def _ask(self, question: CoachQuestion, advice: Mapping[str, Any] | None = None) -> None:
        """Ask, and leave this advice on the page meanwhile."""
        if reason := refusal(question.match.game):
            self.say({"text": [reason]})
            return
        self.question = question
        self.say(advice or {})

    def hear(self, question: CoachQuestion, advice: Mapping[str, Any]) -> bool:
        """Take what the coach says so far; return False if something else is asked by now."""
        if question is not self.question:
            return False
        if not advice.get("busy"):
            self.question = None
        self.say(advice)
        return True


def refusal(game: Any) -> str:
    """Why the coach has nothing to say about a game without tricks; empty for any other, where
    the cards have to be asked."""
    from cardlab.solver import compiles

    return "" if isinstance(game, TrickGame) else f"The coach is silent here: {compiles(game)}."


def can_be_asked(match: Any, ply: int) -> bool:
    """Whether an entry is a card played to a trick."""
    seat, move = match.entries[ply]
    return (
        seat is not None and move.card is not None and isinstance(match.state_at(ply).phase, Tricks)
    )


def answers(question: CoachQuestion) -> Iterator[dict[str, Any]]:
    """What the panel shows, better each time; the last one is the answer.  It may take seconds:
    run it in a thread."""
    from cardlab.solver import CannotCompile, NotInTime, ready, warm

    if not ready():
        # cold compilation takes a while once; the panel says what it waits for
        yield {"text": ["The coach is making ready, which takes some seconds once."], "busy": True}
        warm(wait=True)
    try:
        if question.kind == "card":
            yield from _card(question)
        elif question.kind == "end":
            yield from _deal(question)
    except NotInTime:
        yield {"text": ["Not solved in time: too many cards were still to be played."]}
    except (CannotCompile, CannotAdvise) as refusal:
        yield {"text": [sentence(str(refusal))]}


def _card(question: CoachQuestion) -> Iterator[dict[str, Any]]:
    shown: dict[str, Any] = {}
    for told in advising(question.match, question.ply, seconds=SECONDS, deals=DEALS):
        if isinstance(told, Advice):
            shown = _advice(told, question)
            yield {**shown, "busy": True}
    yield shown


def _advice(advice: Advice, question: CoachQuestion) -> dict[str, Any]:
    names = ["you" if seat == question.viewer else name for seat, name in enumerate(advice.names)]
    voice = "you" if advice.seat == question.viewer else advice.name
    state = question.match.state_at(question.ply)
    order = state.order
    marks = (
        []
        if advice.forced
        else [_mark(card, lost, advice.unit) for card, lost in _sorted(advice.marks(), order)]
    )
    line = (
        [] if advice.forced else [[names[step.seat], str(step.move.card)] for step in advice.line]
    )
    return {
        "title": f"{advice.move.label}",
        "text": list(advice.sentences(voice)),
        "marks": marks,
        "line": line,
        "concept": advice.named.id if advice.named else "",
        "ply": question.ply,
        "again": "" if advice.forced else "Another deal in which it matters",
    }


def _sorted(marks: dict[str, int], order: Any) -> list[tuple[str, int]]:
    from cardlab.engine.cards import Card

    cards = tuple(Card(c) for c in marks)
    return [(str(c), marks[str(c)]) for c in (order.sorted(cards) if order is not None else cards)]


def _mark(card: str, lost: int, unit: str) -> list[str]:
    """A card, its sign, and the sign in words."""
    return [
        card,
        f"−{lost}" if lost else "+0",
        f"gives away {measured(lost, unit)}" if lost else "gives nothing away",
    ]


def _deal(question: CoachQuestion) -> Iterator[dict[str, Any]]:
    """What the learner's own cards gave away in the deal, the dearest first."""
    mine, unsolved = [], 0
    for loss in losing(question.match, question.ply, seconds=SECONDS):
        state = question.match.state_at(loss.ply)
        if state.actor() != question.viewer:
            continue
        unsolved += loss.cost is None
        mine += [loss] if loss.cost else []
        yield {"title": "This deal", "text": [f"Looking at trick {loss.trick}."], "busy": True}
    mine.sort(key=lambda loss: (-(loss.cost or 0), loss.ply))
    unit = next((loss.unit for loss in mine), "trick")
    if mine:
        total = measured(sum(loss.cost or 0 for loss in mine), unit)
        text = [f"With the cards as they lay, your cards gave away {total} in all."]
    else:
        text = ["With the cards as they lay, your cards gave nothing away."]
    if unsolved:
        text.append("What the first cards gave away was not solved in time.")
    rows = [
        [
            loss.trick,
            str(loss.move.card),
            f"−{loss.cost}",
            [str(m.card) for m in loss.best[:3]],
            loss.ply,
        ]
        for loss in mine
    ]
    yield {
        "title": "This deal",
        "text": text,
        "losses": rows[:MOST_SHOWN],
        "ply": question.ply,
        "concept": "",
        "again": "A deal in which one card matters",
    }


def found_deal(question: CoachQuestion) -> Matter | None:
    """Another deal in which one card of the viewer's decides, by the same concept if there is
    one; None where none was found."""
    from cardlab.solver import CannotCompile

    for concept in dict.fromkeys((question.concept, "")):
        try:
            game, seat = question.match.game, question.viewer
            for told in mattering(
                game, question.seed, concept=concept, seat=seat, tries=60, seconds=LOOKING
            ):
                if isinstance(told, Matter):
                    return told
        except CannotCompile:
            return None
    return None


def telling(matter: Matter) -> dict[str, Any]:
    """What the panel says at such a deal, without saying which card."""
    worst = max(cost(matter.values, move) for move in matter.values)
    unit = next(iter(matter.values.values())).unit
    text = [
        "One card here keeps what there is to get; any other gives away up to"
        f" {measured(worst, unit)}."
    ]
    return {
        "title": "It matters here",
        "text": text,
        "concept": matter.named.id if matter.named else "",
        "ply": matter.match.ply,
    }
