"""The bubble at a card: what the rules say about a move that was tried, as plain data.

Knows verdicts and how they read on a page; knows no session and no widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import TABLE, WRONG_PHASE, understood
from cardlab.engine.match import Match
from cardlab.engine.moves import Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.words import sentence

__all__ = ["bubble", "earlier_bubble", "tapped_bubble", "tapped_verdict"]

MOST_MOVES = 4
"""Legal moves that a bubble names."""


def bubble(verdict: Verdict, reader: int, names: Sequence[str]) -> dict[str, Any]:
    """Return what a verdict says to a reader, and what would be legal, at its card if the hand
    that the move is for has that.

    names: the seats of the match.
    """
    move, rule = verdict.move, verdict.rule
    card = move.card if isinstance(move, Move) else None
    held = card is not None and card in verdict.cards
    return {
        "move": str(move),
        "card": str(card) if held else None,
        "from": f"hand-{verdict.hand}" if held else None,
        "text": sentence(verdict.say(reader, names)),
        "do": _instead([m.label or str(m) for m in verdict.instead]),
        "rule": str(rule) if rule is not None else None,
        "rule_title": rule.title if rule is not None else None,
        "legal": verdict.legal,
    }


def tapped_verdict(match: Match, seat: int, card: str, zone: str) -> Verdict:
    """Return what the rules say about a card that was tapped where it lies, for a seat's move.

    card: its text, ?? where it lies face down; zone: the id of the place where it lies.  Raises
    MoveError for what is not a card.
    """
    place, _, number = zone.partition("-")
    owner = int(number) if place == "hand" and number.isdecimal() else TABLE
    return understood(match.verdict(f"play {card}", seat, owner))


def tapped_bubble(refused: dict[str, Any], card: str, zone: str) -> dict[str, Any]:
    """Return the bubble of a card that was tapped and not chosen: it stands where the card lies."""
    return refused | {
        "card": None if card == BACK else card,
        "from": zone,
        "tried": False,
        "named": refused["text"].startswith(Card(card).sign),
        # the reason has said what to do
        "do": "" if refused["rule"] == WRONG_PHASE else refused["do"],
    }


def earlier_bubble(move: str, card: str | None, zone: str | None, *, live: bool) -> dict[str, Any]:
    """Return why nothing is played at an earlier moment of the match, and what can be done.

    live: the match waits at the score of a finished deal; otherwise somebody looks back.
    """
    return {
        "move": move,
        "card": card,
        "from": zone,
        "text": "This is an earlier moment of the match.",
        "do": (
            "Go on to the next deal first."
            if live
            else "Go to the last move to play on, or try a what-if."
        ),
        "tried": False,
        "rule": None,
        "rule_title": None,
        "legal": False,
    }


def _instead(moves: list[str]) -> str:
    """Return “Play A♦ or 6♦.” for the moves that would have been legal."""
    if not moves:
        return ""
    named = moves[:MOST_MOVES]
    more = len(moves) - len(named)
    text = ", ".join(named[:-1]) + " or " + named[-1] if len(named) > 1 else named[0]
    verb = "Play" if all(map(_is_card, named)) else "You may choose"
    return f"{verb} {text}" + (f", or one of {more} more." if more else ".")


def _is_card(label: str) -> bool:
    """Whether a label is that of a card that is played."""
    return len(label) <= 3 and any(suit in label for suit in "♠♥♦♣")
