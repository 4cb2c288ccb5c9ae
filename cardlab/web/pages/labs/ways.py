"""From one laboratory to the others, to the table and to the lessons, with the same game.

Knows the addresses of pages, and what each of them takes along: options and house rules, a
position, a deal, a result.  Knows no laboratory's looks.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.engine.catalogue import tables
from cardlab.engine.game import Game
from cardlab.engine.words import listed
from cardlab.lessons.exercises import exercise_address
from cardlab.web.addresses import (
    USUAL_SEED,
    Address,
    ExerciseAddress,
    GameAddress,
    LabAddress,
    PrintAddress,
    WatchAddress,
    game_words,
)
from cardlab.web.pages.labs.blocks import Block
from cardlab.web.pages.labs.subject import Subject
from cardlab.web.pages.labs.which import lab_class

__all__ = ["lab_address", "played_with", "ways"]

TITLES = {
    "orders": "Which card beats which",
    "scores": "What does it score?",
    "odds": "What are the odds?",
    "positions": "Lay a table",
    "analysis": "Card by card",
    "compare": "Beside another game",
    "house-rules": "Change the rules",
}
"""What each laboratory answers, as a link to it says."""


def lab_address(lab: str, game: Game, settings: Mapping[str, Any] | None = None) -> LabAddress:
    """A laboratory about this game with its options or house rules.

    >>> from cardlab.engine.catalogue import game
    >>> lab_address("odds", game("nap", players=3), {"seed": 4}).url()
    '/odds?game=nap&option%3Aplayers=3&seed=4'
    """
    words = dict(settings or {})
    return LabAddress(lab, game.id, game_words(game) | words)


def played_with(game: Game) -> str:
    """One sentence about the options or house rules of a game; empty where it is played by the book.

    >>> from cardlab.engine.catalogue import game
    >>> played_with(game("nap", players=3)), played_with(game("nap"))
    ('Chosen here: players 3.', '')
    """
    if game.is_house:
        called = f", called “{game.house.name}”" if game.house.name else ""
        return f"Played by house rules{called}."
    chosen = [f"{name.replace('_', ' ')} {value}" for name, value in game.chosen]
    return f"Chosen here: {listed(chosen, 'and', len(chosen))}." if chosen else ""


def ways(here: str, subject: Subject, asks: Mapping[str, Mapping[str, Any]], base: str) -> Block:
    """The block of links to everything else about this subject.

    here: the laboratory that is open; asks: what another one is asked about the subject, where the
    subject does not say so itself; base: where the pages lie.
    """
    game = subject.game
    options = dict(game.chosen)
    seed = int(subject.deal) if subject.deal.isdecimal() else None
    exercises = exercise_address("decided-by", game.id, 1, options)
    pages: dict[str, Address] = {}
    if game.id in tables():
        if subject.position:
            pages["Play on from here"] = subject.played_on()
        pages["Play it"] = GameAddress(game.id, seed=seed, options=options)
    watched = USUAL_SEED if seed is None else seed
    pages["Watch a deal"] = WatchAddress(game.id, watched, options=options)
    pages["Exercises on it"] = ExerciseAddress(address=exercises)
    pages["Exercises on paper"] = PrintAddress(exercise=exercises, like=5)
    for id, title in TITLES.items():
        if id != here:
            own = subject.words(lab_class(id).takes)
            pages[title] = lab_address(id, game, {**asks.get(id, {}), **own})
    links = [[title, page.url(base)] for title, page in pages.items()]
    title = f"{game.title} elsewhere"
    return {"kind": "links", "id": "ways", "title": title, "links": links, "span": "full"}
