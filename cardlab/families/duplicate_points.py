"""What a contract counts at a duplicate table, where every board is scored by itself.

Knows the points that rubber scoring does not have: bonuses for a part-score and a game.  Source:
the Laws of Duplicate Bridge, law 77; all else is counted by the formulas of the rubber.
"""

from __future__ import annotations

from cardlab.engine.scoring import Formula
from cardlab.families import rubber

PART_SCORE = Formula("50")
GAME = Formula("300 + 200*v", v="1 if vulnerable, else 0")
ENOUGH_FOR_GAME = 100


def duplicate_points(
    game: rubber.RubberGame,
    level: int,
    strain: str,
    tricks: int,
    *,
    doubled: int = 0,
    vulnerable: bool = False,
) -> int:
    """Return the points of the declarer's side; below zero where the contract is not made.

    game: whose penalties count; doubled: 0, 1 doubled, 2 redoubled.

    >>> import cardlab
    >>> bridge = cardlab.game("bridge")
    >>> duplicate_points(bridge, 4, "S", 10), duplicate_points(bridge, 4, "S", 7, doubled=1)
    (420, -500)
    """
    v, x, over = int(vulnerable), doubled, tricks - 6 - level
    if over < 0:
        if not x:
            return -int(rubber.SHORT(v=v, n=-over))
        if vulnerable:
            return -int(rubber.SHORT_VULNERABLE(x=x, n=-over))
        return -int(rubber.SHORT_DOUBLED.of(game, x=x, n=-over))
    below = rubber.ODD_TRICKS[strain](l=level, m=2**x)
    bonus = GAME(v=v) if below >= ENOUGH_FOR_GAME else PART_SCORE()
    slam = rubber.GRAND_SLAM(v=v) if level == 7 else rubber.SMALL_SLAM(v=v) if level == 6 else 0
    insult = rubber.INSULT.of(game, x=x) if x else 0
    above = 0
    if over and x:
        above = rubber.OVERTRICKS_DOUBLED(x=x, v=v, o=over)
    elif over:
        above = rubber.OVERTRICKS[strain](o=over)
    return int(below + above + bonus + slam + insult)
