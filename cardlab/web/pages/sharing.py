"""What somebody can give away of a table: a link to its position, and its result as text.

Knows matches, addresses and English. Knows no learner: nothing that is shared names one. A position
goes into its link as the moves that led to it, so that it opens on any site, also one without a
server.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardlab.engine.game import OVER
from cardlab.engine.match import Match
from cardlab.engine.summary import summary
from cardlab.engine.words import shown
from cardlab.web.addresses import (
    LONGEST_SHARED,
    GameAddress,
    LabAddress,
    TodayAddress,
    game_words,
)
from cardlab.web.pages.labs.results import result_words

__all__ = ["imagined_result", "marks", "position_address", "replayed", "result_card"]

WON, LOST = "■", "□"


def position_address(match: Match, ply: int, address: GameAddress) -> GameAddress | None:
    """Return the address under which anybody finds the table of a match at a ply; None where its
    moves are too many for a link.

    address: how the table is set. Who plays, and what is saved where, stays out of it.
    """
    entries = match.entries[:ply]
    moves = [
        _written(match, number, entry.seat, str(entry.move))
        for number, entry in enumerate(entries)
        if entry.seat is not None
    ]
    shared = GameAddress(
        address.game,
        seed=match.seed,
        mode=address.mode,
        bots=address.bots,
        day=address.day,
        position=address.position if match.position else "",
        moves=tuple(moves),
        options=dict(match.game.chosen),
    )
    return shared if len(shared.query) < LONGEST_SHARED else None


def _written(match: Match, number: int, seat: int, move: str) -> str:
    """A move, with its seat where it was not that seat's turn."""
    return move if seat == match.state_at(number).to_move else f"{seat}!{move}"


def replayed(match: Match, moves: Sequence[str]) -> tuple[int | None, str]:
    """Make the moves of a link in a new match.

    Returns the ply at which a deal has just ended, None if none has, and a sentence if a move could
    not be made; the match then stands before it.
    """
    held = None
    for number, written in enumerate(moves, 1):
        seat, sign, text = written.partition("!")
        out_of_turn = int(seat) if sign and seat.isdecimal() and len(seat) < 3 else None
        before = match.ply
        try:
            match.play(text if out_of_turn is not None else written, out_of_turn)
        except (ValueError, IndexError, KeyError):
            trouble = f"Move {number} of the link, “{shown(written)}”, cannot be made here."
            return held, f"{trouble} The table stands before it."
        ended = match.state_at(before + 1).phase is OVER and match.ply > before + 1
        held = before + 1 if ended else None
    return held, ""


def imagined_result(match: Match, ply: int) -> LabAddress | None:
    """Return the score laboratory with the result of a finished deal, where it can be changed; None
    for a deal without one, and where a link cannot hold it."""
    state = match.state_at(ply)
    result = None if state.void else match.game.result(state)
    words = "" if result is None else result_words(match.game, result)
    if not words:
        return None
    return LabAddress("scores", match.game.id, {**game_words(match.game), "result": words})


def marks(view: dict[str, Any]) -> str:
    """Return a mark for each trick of a deal, in the order of play: filled where the reader's side
    won it; "" where there are no tricks.

    >>> seats = [{"side": "ns"}, {"side": "ew"}, {"side": "ns"}, {"side": "ew"}]
    >>> tricks = [{"number": 2, "winner": 1}, {"number": 1, "winner": 2}]
    >>> marks({"viewer": 0, "seats": seats, "tricks": tricks})
    '■□'
    """
    own = view["seats"][view["viewer"]]["side"]
    tricks = sorted(view.get("tricks") or (), key=lambda trick: trick["number"])
    won = [view["seats"][trick["winner"]]["side"] == own for trick in tricks]
    return "".join(WON if one else LOST for one in won)


def result_card(
    match: Match, ply: int, view: dict[str, Any], address: GameAddress, day: str
) -> tuple[str, GameAddress | TodayAddress]:
    """Return the result of a finished deal as text that shows no card, and where its deal is.

    day: the day whose deal it is, "" if it is of none.
    """
    game, state = match.game, match.state_at(ply)
    deal = state.standing.deal
    lines = [entry for entry in match.lines_at(ply) if entry.deal == deal]
    reader = view["viewer"]
    told = summary(game, game.deal_feats(state), lines, reader, match.outcome_at(ply), me="I")
    which = f"deal of {day} (UTC)" if day else f"deal {deal} of seed {match.seed}"
    if match.position:
        which = "from a table laid by hand"
    first_deal = replace(address, match=None, mode="show", seed=match.seed, learner="", lesson=None)
    where: GameAddress | TodayAddress = replace(
        first_deal, moves=(), problems=(), options=dict(match.game.chosen)
    )
    if day and address.day is not None:
        where = TodayAddress(address.day, address.game)
    parts = [f"cardlab · {game.title}, {which}", told.title, told.points, marks(view)]
    return "\n".join(part for part in dict.fromkeys(parts) if part), where
