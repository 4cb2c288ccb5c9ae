"""Sizette: Sixte for two sides of three, each player between two opponents.

Source: the Sizette entry of the project's fourth collection of rules.  House choices: the match is
to 6 points (option; the entry names no target); at three tricks each the side that had three first
scores; all six tricks are worth 2 in total and do not win the match; among three sides a deal of
two tricks each scores nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.outcomes import Side
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import chosen
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.families.matches import Race
from cardlab.families.six_hands import (
    PACKS,
    TO_THE_RIGHT,
    SixDealing,
    SixGame,
    SixResult,
    SixTricks,
    first_with,
    won_by,
)

SEATINGS = {
    "ABABAB": (
        "There are two sides of three; everybody sits between two opponents. A side scores"
        " together."
    ),
    "AAABBB": (
        "There are two sides of three, and the players of a side sit together. A side scores"
        " together."
    ),
    "ABCABC": (
        "There are three sides of two; partners sit opposite each other. A side scores together."
    ),
}


@dataclass(frozen=True)
class SizetteResult(SixResult):
    """A result that each side can have part in."""

    winners: tuple[int, ...] = chosen(
        won_by, (0, 0, 1, 0, 1, 1), "trick {} goes to", each=range(1, 7)
    )


FIRST = Formula("1 + six", six=Quantity("[all six]", "1 if the side won all six tricks", idle=0))


@scores("first-side-to-three", "The first side to win three tricks", "score-keeping", "slam")
def first_side_to_three(game: Sizette, result: SizetteResult) -> Any:
    """The first side to win three tricks scores 1 point, or 2 if it wins all six. Among three
    sides, two tricks each score nothing."""
    side = first_with(result.winners, 3)
    if side is not None:
        tricks = result.winners.count(side)
        title, won = (
            ("All six tricks", "{who} won all six tricks")
            if tricks == 6
            else ("Three tricks", "{who} won three tricks first")
        )
        because = game.tell(won, who=game.sides[side])
        yield line(game.sides[side].id, title, first_side_to_three, FIRST, because, six=tricks == 6)


class Sizette(SixGame):
    """Six players in two sides of three, six cards each. The side that is first to win three
    tricks scores a point, and two if it wins them all."""

    id, title, picture = "sizette", "Sizette", "AS KS QS JS TS 9S"
    pack = pack("AKQJT9876")
    Result: type[SizetteResult] = SizetteResult
    one_side_scores = True
    seating = Option(
        "ABABAB",
        tuple(SEATINGS),
        "Who plays with whom.",
        makes_version=True,
        told={
            "ABABAB": "two sides, sitting in turn round the table",
            "AAABBB": "two sides, each sitting together",
            "ABCABC": "three sides of two, opposite each other",
        },
    )
    target = Option(6, range(1, 22), "How many points win the match.", house=True)
    scoring = (first_side_to_three,)

    def setup(self) -> None:
        self.notes = (
            PACKS[36],
            TO_THE_RIGHT,
            note(
                "sides",
                "The sides",
                SEATINGS[self.seating],
                "fixed-partnership",
                part=SheetPart.CARDS,
            ),
        )
        self.phases = (SixDealing(), SixTricks())
        self.ends = (Race(self.target),)

    def feats(self, result: SizetteResult) -> tuple[Feat, ...]:
        """Which side won three tricks first."""
        side = first_with(result.winners, 3)
        if side is None:
            return ()
        all_six = result.winners.count(side) == 6
        did = "won all six tricks" if all_six else "won three tricks first"
        return (Feat(self.sides[side].seats, did),)

    @cached_property
    def sides(self) -> tuple[Side, ...]:
        sides = []
        for letter in dict.fromkeys(self.seating):
            seats = tuple(seat for seat, side in enumerate(self.seating) if side == letter)
            names = [self.names[seat] for seat in seats]
            sides.append(Side("-".join(names).lower(), "–".join(names), seats))
        return tuple(sides)
