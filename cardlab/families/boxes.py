"""What gin scores besides, and what the deals won add at the end of a match.

Knows score lines.  Knows no cards and no melds: a game says what gin and a box count.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.engine.scoring import Formula, ScoreLine, line

GIN, BOXES = Formula("{gin_counts}"), Formula("{box_counts}*n", n="deals won")


def gin_line(game: Game, by: Rule, seat: int) -> ScoreLine:
    """What gin scores besides."""
    because = "no card was left outside melds"
    return line(game.sides[seat].id, "Gin", by, GIN.agreed(game), because)


def box_lines(
    game: Game, by: Rule, won: tuple[int, ...], winner: int | None
) -> Iterator[ScoreLine]:
    """What the deals won add at the end of a match.  won: by seat, before the deal that winner
    has won."""
    because = "deals won count at the end of the match"
    for seat, before in enumerate(won):
        if boxes := before + (seat == winner):
            yield line(game.sides[seat].id, "Boxes", by, BOXES.agreed(game), because, n=boxes)


def game_reached(game: Game, total: int) -> str:
    """Why the game bonus is scored: what the total has reached."""
    return f"the total of {total} reaches the {game.target} of a game"
