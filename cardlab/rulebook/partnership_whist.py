"""Partnership Whist: thirteen tricks, a turned trump, and a point for each trick above six.

Source: the common rules of the game, in its American, short and long forms.  House choices: the
American form is the usual one; a match is the best of three games; the turned card belongs to the
dealer's hand from the start; honours count as they were dealt, after the tricks, and never for a
side that needs one point; no points are counted for the rubber itself.
"""

from __future__ import annotations

from cardlab.engine.game import Phase
from cardlab.families.turnup import TurnUpDealing
from cardlab.families.whist import WhistGame


class PartnershipWhist(WhistGame):
    """Four players, two against two, thirteen cards each. The last card dealt makes trumps, nobody
    bids, and the side that takes more than six tricks scores the rest."""

    id, title, picture = "partnership-whist", "Partnership Whist", "9C KC 4C 2D"

    def dealing(self) -> tuple[Phase, ...]:
        return (TurnUpDealing(each=13),)
