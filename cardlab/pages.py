"""What a notebook calls: `play("kaiser")`, `rules("kaiser")`, `learn("trump")`, `exercise(...)`,
`watch("kaiser")`, `map()`, `path("kaiser", known="whist")`, `lab("orders", "kaiser")`.

A page is a notebook of a few short cells that call these. Importing this package is light; the
widgets, the store and the server are loaded where they are used.
"""

from __future__ import annotations

from typing import Any

__all__ = ["exercise", "handout", "lab", "learn", "map", "path", "play", "rules", "study", "watch"]


def play(game_id: str, seed: int | None = None, **options: Any) -> Any:
    """A table at which the reader plays the game against bots; the address of the page may name
    a match.

    seed: which deals to play, the same for everybody who names it; without one they are new each
    time.
    """
    from cardlab.web.pages.connection import play as table

    return table(game_id, seed, **options)


def rules(game_id: str, **options: Any) -> Any:
    """The rule sheet of a game, to be shown under its table."""
    from cardlab.web.pages.sheet import RuleSheet

    return RuleSheet(game_id, **options)


def map(focus: str | None = None) -> Any:
    """The map of concepts and games, with one of them in focus; what was opened last is its
    trait ``picked``."""
    from cardlab.web.addresses import site_base
    from cardlab.web.pages.home import reader_progress, written_lessons
    from cardlab.web.pages.learner_log import learner_log
    from cardlab.web.widgets.map import MapWidget, map_data

    mine = reader_progress(learner_log().progress())
    return MapWidget(
        map_data(
            mine.states,
            mine.review,
            written_lessons(),
            focus,
            base_url=site_base(),
            met=mine.met,
            record=mine.record,
        )
    )


def path(to: str, known: Any = (), new: int = 2, played: str | None = None) -> Any:
    """The way to a game for somebody who knows some games (`cardlab.path`), with the choice of
    how much is new at a time."""
    from cardlab.lessons.journey import path as find_path
    from cardlab.web.widgets.path import PathWidget

    return PathWidget(find_path(to, known, new, played))


def learn(concept: str | None = None, steps: str | None = None) -> Any:
    """The lesson on a concept, or some of its steps: `learn("trump", steps="predict watch")`.

    Without a concept the page's address names it.
    """
    from cardlab.web.pages.learning import learn as lesson

    return lesson(concept, steps)


def exercise(address: str | None = None, **wanted: Any) -> Any:
    """Exercises without end: from an address, from `kind=` and `game=`, or from `concept=`; else
    the page's address says."""
    from cardlab.web.pages.learning import exercise as exercises

    return exercises(address, **wanted)


def watch(
    game_id: str | None = None, record: Any = None, seed: int | None = None, **options: Any
) -> Any:
    """A deal to step through, with what the engine says of each move; from a record, or dealt
    from a seed.

    Without a game the page's address names it: ``?game=kaiser&seed=7``.
    """
    from cardlab.web.pages.learning import watch as watching

    return watching(game_id, record, seed, **options)


def study(game_id: str, seed: int = 7, **options: Any) -> Any:
    """What there is to know about a game besides playing it: what is new, the order of its
    cards, where points come from."""
    from cardlab.web.pages.studying import Study

    return Study(game_id, seed, **options)


def handout(title: str, *addresses: str, site: str = "") -> Any:
    """Exercises as a sheet to print: `handout("Trumps", "winner-of-trick?game=kaiser&seed=3")`.

    Each address is that of an exercise, as its page shows it. The sheet draws itself in a notebook;
    `.save("trumps.html")` writes it, `.with_answers()` is the teacher's copy. site: where your
    pages are served; then each task carries its link.
    """
    from cardlab.web.pages.printing import Handout

    return Handout(title, addresses, site=site)


def lab(id: str, game_id: str = "kaiser", **words: Any) -> Any:
    """A laboratory: `lab("orders", "cardigan")`; the page's address may choose another game and
    other settings."""
    from cardlab.web.pages.labs import lab as laboratory

    return laboratory(id, game_id, **words)
