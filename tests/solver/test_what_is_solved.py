"""Which trick games can be solved: as many as the documents say."""

from __future__ import annotations

import re
from pathlib import Path

import cardlab
from cardlab.families.tricks import TrickGame
from cardlab.solver.compiling import why_not

DOCS = Path(__file__).parents[2] / "docs"


def test_the_documents_say_how_many_trick_games_are_solved() -> None:
    games = [game for game in map(cardlab.game, cardlab.games()) if isinstance(game, TrickGame)]
    unsolved = [game.title for game in games if why_not(game)]
    text = (DOCS / "python.md").read_text(encoding="utf-8")
    stated = re.search(r"but (\d+) of the (\d+) trick games, all but (.*?)\. ", text, re.DOTALL)
    assert stated and (int(stated[1]), int(stated[2])) == (
        len(games) - len(unsolved),
        len(games),
    )
    assert all(title in stated[3] for title in unsolved)
    by_hand = (DOCS / "by-hand.md").read_text(encoding="utf-8")
    assert len(re.findall(rf"{stated[1]}\s+of\s+the\s+{stated[2]} trick games", by_hand)) == 2
