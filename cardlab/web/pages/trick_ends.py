"""The trick that was finished last, as it lies on the table before it is gathered.

Knows matches, tricks and who won them by which rule; knows no time and no widget.
"""

from __future__ import annotations

from typing import Any

from cardlab.engine.match import Match
from cardlab.engine.words import capital, listed
from cardlab.families.tricks import Trick, TrickState, tricks_taken

__all__ = ["finished_trick", "trick_ended"]


def trick_ended(match: Match, ply: int) -> Trick | None:
    """Return the trick that the last move before a ply finished, or None.

    >>> import cardlab
    >>> match = cardlab.game("scotch-whist").match(seed=7)
    >>> while not match.state.taken: _ = match.play(match.legal_moves()[0])
    >>> len(trick_ended(match, match.ply).cards), trick_ended(match, match.ply - 1)
    (4, None)
    """
    taken = tricks_taken(match.state_at(ply))
    while ply and match.entries[ply - 1].seat is None:
        ply -= 1  # chance may have moved since, as where a stock is dealt from
    if not ply or len(taken) <= len(tricks_taken(match.state_at(ply - 1))):
        return None
    return taken[-1]


def finished_trick(match: Match, ply: int, viewer: int) -> dict[str, Any] | None:
    """Return what a page shows of the trick that was finished last, None if none was just now.

    faces: its cards as they lie; winner: the seat that takes it; text: who wins and why; more:
    which of its cards count, if any do.

    >>> import cardlab
    >>> match = cardlab.game("scotch-whist").match(seed=7)
    >>> while not match.state.taken: _ = match.play(match.legal_moves()[0])
    >>> shown = finished_trick(match, match.ply, viewer=0)
    >>> shown["number"], shown["text"], [face["order"] for face in shown["faces"]]
    (1, 'North wins: J♥ is the highest trump.', [1, 2, 3, 4])
    """
    if trick_ended(match, ply) is None:
        return None
    state = match.state_at(ply).seen_by(viewer)
    trick = state.taken[-1]
    winner, _, why = match.game.told_trick(state, trick)
    who = "You win" if winner == viewer else f"{match.names[winner]} wins"
    return {
        "number": len(state.taken),
        "title": f"Trick {len(state.taken)}",
        "winner": winner,
        "faces": [_face(trick, place, seat == winner) for place, seat in enumerate(trick.seats)],
        "text": f"{who}: {why.say()}.",
        "more": _counting(match, state, trick, winner, viewer),
    }


def _face(trick: Trick, place: int, wins: bool) -> dict[str, Any]:
    """One card of a finished trick, with its place and its mark."""
    marks = ["down"] if place in trick.down else ["won"] if wins else []
    return {
        "card": str(trick.cards[place]),
        "seat": trick.seats[place],
        "order": place // trick.each + 1,
        "marks": marks,
        "tag": "face down" if place in trick.down else "",
    }


def _counting(match: Match, state: TrickState, trick: Trick, winner: int, viewer: int) -> str:
    """Which cards of a trick count, and how much for whom; "" where none does."""
    worth_of = state.order.worth_of
    counting = [card for card in trick.up if worth_of.get(card)]
    if not counting:
        return ""
    worth = sum(worth_of[card] for card in counting)
    side = match.game.side_of[winner]
    partners = list(match.game.side_of.values()).count(side) > 1
    if side == match.game.side_of[viewer]:
        whose = "your side" if partners else "you"
    else:
        whose = "their side" if partners else match.names[winner]
    lie = "lies" if len(counting) == 1 else "lie"
    names = listed([card.sign for card in counting])
    sign = "+" if worth > 0 else "−" if worth < 0 else ""
    return f"{capital(names)} {lie} in it: {sign}{abs(worth)} for {whose}."
