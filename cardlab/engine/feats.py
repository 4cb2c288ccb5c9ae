"""What somebody set out to do in a deal and what came of it, as a game declares it.

Knows seats. Knows no game, no score and no sentence but its own parts.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Feat"]


@dataclass(frozen=True)
class Feat:
    """What some seats did in a deal, for the sentence that its score begins with.

    seats: who; did: what they did, in the past tense and without a subject ("bid 8 and took 9");
    so: what that means ("contract made"); kept: whether a promise was kept, None where nothing was
    promised; how: one sentence that says how it came, "" where there is nothing to say.
    """

    seats: tuple[int, ...]
    did: str
    so: str = ""
    kept: bool | None = None
    how: str = ""
