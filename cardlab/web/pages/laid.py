"""From a table laid by hand to a match, and from a match to its table in the laboratory.

Knows positions and addresses.  Knows no session: what cannot be is a sentence, in a ValueError.
"""

from __future__ import annotations

from cardlab.engine.game import OVER
from cardlab.engine.match import Match
from cardlab.labs import notation
from cardlab.labs.positions import BuiltPosition, cannot_go_on, cannot_lie
from cardlab.web.addresses import GameAddress, LabAddress, game_words

__all__ = ["laid_address", "laid_match"]


def laid_match(game_id: str, address: GameAddress) -> Match:
    """The match that begins at the position of an address; what lies face down there is dealt.
    Raises ValueError, with a sentence, where the table cannot be played on."""
    here = BuiltPosition(notation.read(notation.unpacked(address.position)))
    if here.game.id != game_id:
        raise ValueError(
            f"The position of the address is one of {here.game.title}; this is another game."
        )
    problems = cannot_lie(here.state)
    if not problems:
        # what a seat may do whose cards lie face down is known once they are dealt
        here = here.filled(address.seed or 0)
        problems = cannot_go_on(here.state)
    if problems:
        raise ValueError(str(problems[0]))
    return Match.from_position(here.text, address.seed or 0)


def laid_address(match: Match, ply: int, viewer: int) -> LabAddress:
    """The laboratory of positions with the table of a match, as a seat sees it."""
    state = match.state_at(ply)
    seen = state if state.phase is OVER else state.seen_by(viewer)
    words = {**game_words(match.game), "position": notation.packed(notation.write(seen))}
    return LabAddress("positions", match.game.id, words)
