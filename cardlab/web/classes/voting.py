"""A vote on a position: what is shown before and after, and what the rules say of each move that was
picked.

Knows tables, verdicts and wrong rules; knows no store and no page. Before the count nothing tells
which moves are legal or what others picked.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from cardlab.engine.words import ONLOOKER, listed, sentence
from cardlab.lessons.beliefs import says
from cardlab.lessons.refusals import behind_refusals
from cardlab.store import Vote
from cardlab.web.classes.asking import VoteTable
from cardlab.web.drawing import following_page, table_svg
from cardlab.web.drawing.layout import laid_out

__all__ = [
    "VoteChoice",
    "VoteReply",
    "allowed",
    "choices_of",
    "moves_of",
    "picture",
    "question",
    "replies",
]

NAMED = 4
"""So many legal choices are named in the headline; of more their number is said."""


def _table(position: str) -> VoteTable:
    """The table of a vote, whose position is given as text.  Raises ValueError."""
    return VoteTable.read(json.loads(position))


@lru_cache(maxsize=64)
def picture(position: str, *, whole: bool = False) -> str:
    """The table as the seat sees it; without its hand where that is what can be chosen from, for
    then it is shown beside. Drawn once, so that a page that asks again gets the same.

    whole: with the hand, too.
    """
    here = _table(position)
    view = here.view() | {"choices": [], "mine": False, "grid": None, "prompt": ""}
    hand, offered = f"hand-{here.seat}", {choice.card for choice in _judged(position)}
    for zone in view["zones"]:
        cards = {face["card"] for face in zone["faces"]}
        if zone["id"] == hand and cards == offered and not whole:
            zone["faces"] = []
    return following_page(table_svg(laid_out(view)))


@dataclass(frozen=True, slots=True)
class VoteChoice:
    """A move that can be picked. card: the card that it is, "" if it is none; votes: how many picked
    it; legal, said, rule: what the rules say of it; behind: the wrong rule that would allow it."""

    move: str
    label: str
    card: str
    votes: int
    legal: bool
    said: str
    rule: str
    behind: str = ""

    @property
    def hushed(self) -> VoteChoice:
        """The choice without anything that the rules say of it."""
        return replace(self, legal=True, said="", rule="", behind="")


def choices_of(position: str, counts: Mapping[str, int]) -> list[VoteChoice]:
    """Every move that the seat might try; cards in the order in which the hand is drawn."""
    return [replace(one, votes=counts.get(one.move, 0)) for one in _judged(position)]


@lru_cache(maxsize=64)
def _judged(position: str) -> tuple[VoteChoice, ...]:
    """The choices before anybody has picked; judged once, as all pages of a vote show them."""
    here = _table(position)
    zones, behind = here.view()["zones"], behind_refusals(here.state, here.seat)
    hand = [
        face["card"]
        for zone in zones
        if zone["id"] == f"hand-{here.seat}"
        for face in zone["faces"]
    ]
    choices = [
        VoteChoice(
            str(move),
            move.label or str(move),
            str(move.card) if str(move.card) == str(move) else "",
            0,
            verdict.legal,
            sentence(verdict.say(ONLOOKER, here.names)) or "Legal: no rule is against it.",
            verdict.rule.title if verdict.rule is not None else "",
            says(behind[str(move)]) if str(move) in behind else "",
        )
        for move, verdict in here.verdicts().items()
    ]
    choices.sort(key=lambda one: hand.index(one.move) if one.move in hand else -1)
    return tuple(choices)


def question(position: str) -> str:
    """The question."""
    here = _table(position)
    return (
        f"{here.game.title}: {here.names[here.seat]} is to {here.state.phase.doing}."
        " Which would you choose?"
    )


def allowed(position: str, choices: Sequence[VoteChoice]) -> str:
    """What may be chosen, as the headline when the rules have spoken."""
    here, legal = _table(position), [one.label for one in choices if one.legal]
    who = here.names[here.seat]
    if not legal:
        return f"{who} may choose none of them"
    if len(legal) == len(choices):
        return f"{who} may choose any of them"
    if len(legal) <= NAMED:
        return f"{who} may choose {listed(legal, 'or')}"
    return f"{who} may choose {len(legal)} of the {len(choices)}"


@dataclass(frozen=True, slots=True)
class VoteReply:
    """What is said to those who picked one of some moves that the rules refuse for one reason.

    choices: these moves; votes: how many picked one of them.
    """

    choices: tuple[VoteChoice, ...]
    votes: int

    @property
    def behind(self) -> str:
        """The wrong rule that would allow them, in the words of whoever follows it; "" if none
        is known."""
        return self.choices[0].behind

    @property
    def said(self) -> str:
        return self.choices[0].said

    @property
    def rule(self) -> str:
        return self.choices[0].rule


def replies(choices: Sequence[VoteChoice]) -> list[VoteReply]:
    """What was picked and the rules refuse: what has one reason and one wrong rule behind it
    together, the most often picked first."""
    groups: dict[tuple[str, str], list[VoteChoice]] = {}
    for one in choices:
        if one.votes and not one.legal:
            groups.setdefault((one.behind, one.said), []).append(one)
    found = [VoteReply(tuple(of), sum(one.votes for one in of)) for of in groups.values()]
    return sorted(found, key=lambda one: -one.votes)


def moves_of(vote: Vote) -> set[str]:
    """The moves that can be picked in a vote."""
    position = json.dumps(dict(vote.position), ensure_ascii=False)
    return {choice.move for choice in choices_of(position, {})}
