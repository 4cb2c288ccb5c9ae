"""The pages of lessons, exercises and recorded deals: a driver tied to a `LessonWidget`.

Knows commands, addresses and links; decides nothing about cards. A driver is anything with a
snapshot, its events and the commands of a walk (see `COMMANDS`). Whatever goes wrong in a callback ends as a
sentence on the page.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.engine.words import capital, shown
from cardlab.lessons import exercises as made
from cardlab.lessons.choosing import Fitting, Spacing, met_by
from cardlab.lessons.evidence import DAY
from cardlab.lessons.progress import Progress
from cardlab.lessons.sharing import lesson_games
from cardlab.web.addresses import (
    Address,
    ExerciseAddress,
    GameAddress,
    LessonAddress,
    PrintAddress,
    WatchAddress,
    exercise_seed,
    frame_links,
    learner_in,
    page_query,
    script_links,
    site_base,
)
from cardlab.web.pages.learner_log import LearnerLog, learner_log
from cardlab.web.pages.practice import Practice, main_concept
from cardlab.web.pages.queue import Like, Mixed, Review, RunAhead, Today
from cardlab.web.widgets import LessonWidget

if TYPE_CHECKING:
    from cardlab.lessons.journey import NextStep
    from cardlab.lessons.progress import Progress

__all__ = ["COMMANDS", "LessonPage", "exercise", "learn", "watch"]

_log = logging.getLogger("cardlab.web.pages")

COMMANDS = (
    "give",
    "check",
    "next",
    "back",
    "goto",
    "hint",
    "forward",
    "backward",
    "try_again",
    "skip",
    "restart",
)
COUNTED = "This question was answered in another tab already; it counts once."
NOTHING_DUE = "Nothing comes back today. The map shows what there is to learn."
NOTHING_MET = (
    "There is nothing to practise yet. Walk through a lesson first; its questions come here"
    " afterwards."
)
SHEET = 6
"""So many exercises of one kind stand on a sheet."""
PRACTICE = 10
"""So many answers make a practice."""
MOST_VALUES = 60
LONGEST_VALUE = 160


class LessonPage:
    """Ties a driver to a widget: commands in, snapshots out, the walk saved after each of them."""

    def __init__(
        self,
        driver: Any,
        widget: LessonWidget,
        *,
        key: str | None = None,
        log: LearnerLog | None = None,
        chrome: Callable[[], Mapping[str, Any]] = dict,
        link: Callable[[], str | None] = lambda: None,
    ) -> None:
        self.driver = driver
        self.widget = widget
        self._key = key
        self._log = log if log is not None else learner_log()
        self._chrome = chrome
        self._link = link
        self._noted = 0
        widget.observe(self._on_command, "command")
        # That the lesson was opened is news too.
        self._save()
        self.show()

    def snapshot(self) -> dict[str, Any]:
        scene = self.driver.snapshot
        return dict(scene() if callable(scene) else scene)

    def show(self) -> None:
        """Send what the driver shows, as one update and one redraw."""
        snapshot, chrome = self.snapshot(), dict(self._chrome())
        if play := snapshot.get("play"):
            snapshot["play"] = {**play, **_table_of(play, self._key or "")}
        # What the store could not do is said until it can; what the walk could not do, once.
        notice = "" if snapshot.get("feedback") else snapshot.get("notice") or ""
        self.widget.show(
            snapshot,
            chrome,
            error=" ".join(filter(None, (self._log.trouble, notice))),
            link=self._link(),
        )

    def _on_command(self, change: Any) -> None:
        sent = change["new"] or {}
        try:
            self.act(str(sent.get("name", "")), sent.get("data") or {})
        except ValueError as refusal:
            _log.info("a lesson refused: %s", refusal)
            self._refuse(str(refusal))
        except Exception as trouble:
            _log.exception("a lesson could not answer")
            self._refuse(
                f"Something in cardlab went wrong ({type(trouble).__name__}). Reload the page to go"
                " on at this step."
            )

    def _refuse(self, sentence: str) -> None:
        self.widget.show(error=sentence)

    def act(self, name: str, data: Mapping[str, Any]) -> None:
        """One command of the browser; an answer that comes with it is given first."""
        if name not in COMMANDS:
            raise ValueError(f"A lesson knows no command “{shown(name)}”. Reload the page.")
        if name in ("give", "check") and "values" in data:
            self.driver.give(_values(data["values"]))
        counted = (
            name == "check"
            and self._key is not None
            and self.driver.answered_in(self._log.load(self._key))
        )
        if name == "goto":
            self.driver.goto(str(data.get("step", ""))[:LONGEST_VALUE])
        elif name != "give":
            getattr(self.driver, name)()
        if counted:  # the same question in another tab
            self._noted = len(self.driver.events)
        self._save()
        self.show()
        if counted:
            self._refuse(COUNTED)

    def _save(self) -> None:
        events = self.driver.events
        for event in events[self._noted :]:
            self._log.note(event)
        self._noted = len(events)
        if self._key is not None:
            saved = self.driver.saved
            self._log.save(self._key, saved() if callable(saved) else saved)
        else:
            self._log.flush()


def _values(sent: Any) -> tuple[str, ...]:
    """An answer from the browser: a short list of short texts."""
    if not isinstance(sent, list) or len(sent) > MOST_VALUES:
        raise ValueError("This answer cannot be read. Reload the page.")
    return tuple(str(value)[:LONGEST_VALUE] for value in sent)


def _table_of(play: Mapping[str, Any], lesson: str) -> dict[str, str | None]:
    """The link to the table that a lesson leads to, or why there is none."""
    from cardlab.engine.catalogue import game_class, tables

    if play["game"] not in tables():
        absent = f"This site has no table for {game_class(play['game']).title}; the lesson goes on."
        return {"href": None, "absent": absent}
    # in a notebook that nobody serves there is no page of the game to go to
    return {"href": play_address(play, lesson).url(site_base()) or None}


def play_address(play: Mapping[str, Any], lesson: str = "") -> GameAddress:
    """The table that a lesson leads to: with the options, the cards and the first moves that it
    asks for, and with the lesson to come back to."""
    return GameAddress(
        play["game"],
        seed=play.get("seed"),
        moves=tuple(play.get("moves") or ()),
        mode=play.get("mode") or "show",
        lesson=lesson.partition(":")[0] or None,
        options=play.get("options") or {},
        learner=learner_in(page_query())[0],
    )


def _sentence(text: str) -> LessonWidget:
    """A page that has nothing to show but a sentence and the way to the map."""
    widget = LessonWidget()
    widget.show({}, {"page": True, **script_links(site_base())}, error=text)
    return widget


def _nothing_met(log: LearnerLog) -> LessonWidget:
    """A page for somebody who has nothing to practise: a sentence, and the step that is next."""
    from cardlab.lessons.journey import next_step
    from cardlab.web.addresses import step_address

    step, base = next_step(log.progress()), site_base()
    onward = {} if base is None else {"onward": step_address(step).url(base), "next": step.title}
    widget = LessonWidget()
    widget.show({}, {"page": True, **script_links(base), **onward}, error=NOTHING_MET)
    return widget


def _title(concept_id: str) -> str:
    from cardlab.concepts import concept

    try:
        return str(concept(concept_id)["title"])
    except ValueError:
        return concept_id.replace("-", " ").capitalize()


def _opened(about: str, progress: Progress, otherwise: NextStep) -> NextStep:
    """For somebody without a goal, who left the usual way: the lesson that this one opens with the
    fewest new ideas."""
    from cardlab.concepts import closure, concept
    from cardlab.lessons import lessons

    met = closure({about, *(id for id in progress.concepts if progress.lesson_done(id))})
    opened = [
        id for id in lessons() if about in concept(id)["requires"] and not progress.lesson_done(id)
    ]
    if not opened:
        return otherwise
    fewest = min(opened, key=lambda id: len(closure({id}) - met))
    return replace(otherwise, lesson=fewest)


def _onwards(about: str, log: LearnerLog, base: str) -> dict[str, Any]:
    """What the last page of a lesson adds: the next step of the learner's way, and the cards that
    the learner has got for lessons."""
    from cardlab.engine.catalogue import game_class
    from cardlab.lessons import lesson, lessons
    from cardlab.lessons.ending import pack_of
    from cardlab.lessons.journey import next_step, wish_of
    from cardlab.web.addresses import step_address
    from cardlab.web.widgets.path import first_cards

    progress = log.progress()
    coming = next_step(progress, after=about)
    if wish_of(progress) is None and not any(about in step.lessons for step in coming.path):
        coming = _opened(about, progress, coming)
    if coming.lesson:
        cards = first_cards(coming.lesson)
    else:
        cards = game_class(coming.game or coming.path.goal).picture.split()
    done = [lesson(id) for id in lessons() if id == about or progress.lesson_done(id)]
    return {
        "next": {
            "kind": coming.kind,
            "title": coming.title,
            "minutes": coming.minutes,
            "hook": coming.hook,
            "href": step_address(coming).url(base),
            "cards": cards,
        },
        "pack": list(pack_of(done)),
    }


def learn(
    concept: str | None = None, steps: str | None = None, *, log: LearnerLog | None = None
) -> LessonWidget:
    """The lesson on a concept; without one, the page's address names it (`?concept=trump`).

    steps: some of predict, watch, complete, choose, say-why, play and return, apart by spaces; all
    of them if None.
    """
    from cardlab.concepts import concept_ids
    from cardlab.lessons import lesson, taught

    from_page = concept is None
    if concept is None:
        concept = LessonAddress.read(page_query()).concept
    concept = taught().get(concept, concept)  # two or three concepts may share a lesson
    if concept not in taught():
        known = concept in concept_ids()
        trouble = (
            f"There is no lesson on {_title(concept)} yet."
            if known
            else f"There is no lesson “{shown(concept)}”."
        )
        return _sentence(f"{trouble} The map shows the lessons that there are.")
    from cardlab.lessons.walk import Walk

    log = log if log is not None else learner_log()
    key = concept if steps is None else f"{concept}:{' '.join(steps.split())}"
    walk = _walk(Walk, lesson(concept), log.load(key), steps, log.name)
    base, about = site_base(), concept

    def chrome() -> dict[str, Any]:
        more: dict[str, Any] = {"page": from_page, **script_links(base)}
        if base is not None:
            more["print"] = PrintAddress(lesson=about).url(base)
            more["practice"] = ExerciseAddress(concept=about).url(base)
            more["leave"] = frame_links(base)["map"]
            if walk.ended:
                more |= _onwards(about, log, base)
        return more

    widget = LessonWidget()
    widget.page = LessonPage(walk, widget, key=key, log=log, chrome=chrome)
    return widget


def _walk(
    kind: Any, lesson: Any, saved: Mapping[str, Any] | None, steps: str | None, learner: str = ""
) -> Any:
    """A walk from where it was left; one that was saved in a shape of long ago begins anew."""
    only: dict[str, Any] = {"steps": tuple(steps.split())} if steps is not None else {}
    if learner:
        only["learner"] = learner
    try:
        return kind(lesson, saved=saved, **only)
    except (KeyError, TypeError, ValueError):
        if saved is None:
            raise
        _log.warning("a saved walk could not be read; the lesson begins anew")
        return kind(lesson, saved=None, **only)


class ItemSource(NamedTuple):
    """Where the items of a page of exercises come from.

    review: what is due among them; most: after so many answers the page ends, None if it goes on.
    """

    draw: Callable[[int], Any]
    seed: int
    title: str
    about: str | None
    review: Review | None = None
    most: int | None = None


def exercise(
    address: str | None = None,
    *,
    review: bool = False,
    log: LearnerLog | None = None,
    **wanted: Any,
) -> LessonWidget:
    """Exercises, one after the other.  An address (`decided-by:must-head?game=malilla&seed=17`) is
    laid first, then its like, without end.

    Without an address: ``kind=``, ``game=``, ``seed=`` and parameters, or ``concept=``;
    ``review=True`` for what comes back today. With nothing at all, the page's own address says one
    of these; else it is what comes back today, then what is being learned, ten answers long.
    """
    from_page = address is None and not wanted and not review
    if from_page:
        read = ExerciseAddress.read(page_query())
        address, review, wanted = read.address or None, read.review, dict(read.wanted)
        if read.known and not (address or review or wanted):
            return _tables(read.known, log)
    log = log if log is not None else learner_log()
    try:
        source = _source(address, review, wanted, log.progress())
        if source is None:
            return _sentence(NOTHING_DUE) if review else _nothing_met(log)
        practice = _practice(source, log)
        if practice.done:
            return _nothing_met(log)
    except ValueError as problem:
        return _sentence(f"{capital(str(problem)).rstrip('.')}. The map leads to other exercises.")
    base, about = site_base(), source.about
    # On a page of its own the address follows the items, so that a reload, or a link sent to a
    # class, shows this one. A practice of what is due keeps its own: that is asked anew.
    follows = from_page and source.review is None

    def chrome() -> dict[str, Any]:
        more: dict[str, Any] = {
            "page": from_page,
            "eyebrow": "Review" if review else "Exercises",
            **script_links(base),
        }
        if base is not None and not practice.done:
            more["print"] = PrintAddress(exercise=practice.address).url(base)
            more["sheet"] = PrintAddress(exercise=practice.address, like=SHEET - 1).url(base)
            more["share"] = ExerciseAddress(address=practice.address).url(base)
            if about:
                more["practice"] = ExerciseAddress(concept=about).url(base)
        return more

    widget = LessonWidget()
    link = (lambda: _following(practice.address, about)) if follows else (lambda: None)
    widget.page = LessonPage(practice, widget, log=log, chrome=chrome, link=link)
    return widget


def _tables(known: str, log: LearnerLog | None) -> LessonWidget:
    """Three tables of a game that somebody says they know, and then the next step of their way."""
    from cardlab.lessons import lesson
    from cardlab.lessons.journey import next_step
    from cardlab.web.addresses import step_address
    from cardlab.web.pages.three_tables import ThreeTables

    log, base = log if log is not None else learner_log(), site_base()
    try:
        practice = ThreeTables(shown(known))
    except ValueError as problem:
        return _sentence(f"{capital(str(problem))}. The map leads to exercises.")

    def chrome() -> dict[str, Any]:
        coming = next_step(log.progress())
        ways: list[tuple[Address, str]] = [
            (LessonAddress(id), f"Start {lesson(id).title}") for id in practice.lessons[:1]
        ]
        ways.append((step_address(coming), "Go on anyway" if ways else f"Start {coming.title}"))
        onwards = [{"href": way.url(base), "title": title} for way, title in ways]
        more: dict[str, Any] = {"page": True, "eyebrow": "Three tables", **script_links(base)}
        return {**more, "onwards": onwards} if base is not None else more

    widget = LessonWidget()
    widget.page = LessonPage(practice, widget, log=log, chrome=chrome)
    return widget


def _source(
    address: str | None, review: bool, wanted: Mapping[str, Any], progress: Progress
) -> ItemSource | None:
    """Where the items come from: what is due, with what is being learned after it, or what the
    address says; None where nothing is due."""
    if not (review or not (address or wanted)):
        return _drawing(address, wanted, progress.difficulty, met_by(progress).games)
    seed, spacing = _seed(wanted.get("seed")), Spacing()
    due = progress.review(time.time())
    met = met_by(progress)
    first = str(wanted.get("concept", ""))
    back = Review(due, first, progress.difficulty, spacing, met.knowledge)
    if review:
        return ItemSource(back, seed, "What comes back today", None, back) if due else None
    if not due and not met.games:
        return None
    today = Today(back, Fitting(met, progress.difficulty, spacing))
    return ItemSource(today, seed, "Practice", None, back, PRACTICE)


def _practice(source: ItemSource, log: LearnerLog) -> Practice:
    """The practice of a source, with the items that are found before they are asked for."""
    ahead = RunAhead(source.draw)
    about, back = source.about, source.review
    more: dict[str, Any] = {}
    if back is not None:
        more["why"] = back.why
        more["concept"] = lambda item: back.concept(item) or main_concept(item)
        if source.most is None:
            more["of"] = lambda: back.count
    elif about:
        more["concept"] = lambda item: about
    return Practice(
        ahead,
        source.seed,
        source.title,
        most=source.most,
        today=log.progress().answers_since(time.time() - time.time() % DAY),
        following=ahead.peek,
        **more,
    )


def _following(address: str, about: str | None) -> str:
    """The query of the item: its address, the concept that it belongs to here, and who is learning
    if the page's address says so."""
    learner = learner_in(page_query())[0]
    return ExerciseAddress(address=address, concept=about or "", learner=learner).query


def _drawing(
    address: str | None,
    wanted: Mapping[str, Any],
    step: Callable[[str], int] = lambda kind: 1,
    met: Sequence[str] = (),
) -> ItemSource:
    """How items are drawn, from which seed on, under which title, and for which concept.

    met: the games that the learner knows; a concept is asked about in these and in those of its
    lesson, if that is more than one game.
    """
    rest = dict(wanted)
    if address is not None:
        first = made.exercise_at(address)
        if about := rest.get("concept"):
            # a reload in the middle of a concept's exercises: this one again, then others of the
            # concept
            return ItemSource(
                _mixed(str(about), None, step, met, begin=first),
                first.seed,
                _title(str(about)),
                str(about),
                most=PRACTICE,
            )
        return ItemSource(Like(first), first.seed, _game_title(first), None)
    seed, about, kind = (
        _seed(rest.pop("seed", None)),
        rest.pop("concept", None),
        rest.pop("kind", None),
    )
    game = rest.pop("game", None)
    if about is not None:
        return ItemSource(
            _mixed(str(about), game, step, met, **rest),
            seed,
            _title(str(about)),
            str(about),
            most=PRACTICE,
        )
    if not kind:
        raise ValueError("this address names no exercise")
    first = made.exercise(str(kind), game=game, seed=seed, **rest)
    return ItemSource(Like(first), first.seed, _game_title(first), None)


def _mixed(
    about: str, game: str | None, step: Callable[[str], int], met: Sequence[str], **more: Any
) -> Mixed:
    """The exercises of a concept, in games that the learner knows and in those of its lesson."""
    concept = about[:LONGEST_VALUE]
    among = (*met, *lesson_games(concept))
    return Mixed(concept, game, step, among=among, **more)


def _seed(given: Any) -> int:
    return random.randrange(1, 10_000) if given is None else exercise_seed(given)


def _game_title(item: Any) -> str:
    """The game it is about; the rule that it turns on would give the answer away."""
    return str(item.question.game.title)


def watch(
    game: str | None = None, record: Any = None, seed: int | None = None, **options: Any
) -> LessonWidget:
    """A deal to step through, with what the engine says of each move.

    record: a `Record`, its JSON text, or a path to a file of it; without one, a deal of this seed
    played within the rules. Without a game the address says ``game``, ``seed`` and the game's
    options; what it says wrongly becomes a sentence on the page.
    """
    from cardlab.web.pages.watching import Watching, recorded

    problems: tuple[str, ...] = ()
    if game is None:
        address = WatchAddress.read(page_query())
        problems = address.problems
        try:
            match = recorded(address.game, None, address.seed, {**options, **address.options})
        except ValueError as error:
            problems = (*problems, WatchAddress.instead(error))
            match = recorded(WatchAddress.game, None, WatchAddress.seed, {})
    else:
        match = recorded(game, record, seed, options)
    widget = LessonWidget()
    widget.page = LessonPage(
        Watching(match), widget, chrome=lambda: {"page": False, **script_links(site_base())}
    )
    if problems:
        widget.error = " ".join(problems)
    return widget
