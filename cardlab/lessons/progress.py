"""What a learner has seen, can do, is sure of and gets back today: computed from the events that
were noted, and from nothing else.

Knows the ladder of days, what counts as an answer and how a game is chosen in which something comes
back; what an answer proves is in `cardlab.lessons.evidence`. Knows no store, no clock (whoever asks
says what time it is), no rule of any game and no lesson. The same events give the same progress, in
whatever order they arrive and however often.

>>> day = 86_400
>>> def answer(when, right, game):
...     return Event(when * day, "answered", concept="follow-suit", rule="must-follow-suit",
...                  exercise="decided-by:must-follow-suit", game=game, right=right)
>>> known = {"games": {"follow-suit": ("kaiser", "malilla", "redbeard")},
...          "titles": {"redbeard": "Redbeard", "malilla": "Malilla", "kaiser": "Kaiser"}}
>>> mine = Progress([answer(n, True, "malilla") for n in (1, 2, 5)], **known)
>>> [mine.state("follow-suit", now * day) for now in (5.5, 11.9, 12)], mine.state("ruff", 0)
(['can-do', 'can-do', 'due'], 'new')
>>> print(*mine.review(12 * day), sep="\\n")
Due: last right seven days ago. Comes back in Kaiser.
>>> before = Progress([answer(0, False, "kaiser")], **known)
>>> print(before.state("follow-suit", 0.5 * day), *before.review(1 * day), sep="\\n")
seen
Back today: not yet right in Kaiser, one day ago. Comes back in Malilla.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any
from urllib.parse import parse_qs

from cardlab.engine.words import some
from cardlab.lessons.evidence import DAY, GAME_BITS, Evidence, Guessing

__all__ = ["DAY", "KINDS", "LADDER", "STATES", "Due", "Event", "Progress", "Walked"]

LADDER = (1, 3, 7, 21)
"""Days until a concept comes back; the last step is repeated."""
KINDS = ("opened", "answered", "lesson-done", "played", "decided", "contract", "goal", "refused")
STATES = ("new", "seen", "can-do", "sure", "due")
LAST_HINT = 3
"""The rung of the hints that leaves nothing to find: an answer after it counts neither way."""
STEPS = 4
UP, DOWN = 3, 2
"""Unaided right answers in a row that make a kind harder; refusals by one rule that make it easier.
"""
TOLD, SEEN = 3, 2
"""A belief is held when it was seen this often (SEEN) in the last so many tellings-apart (TOLD)."""
LATEST = 4e11
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened to a learner; what does not apply stays empty.  ValueError for
    what cannot have happened.

    >>> Event(0, "answered", concept="trump", address="winner-of-trick?game=nap&seed=4", right=True).where
    'nap'
    """

    when: float
    """Seconds since 1970, as `time.time()` has them."""
    kind: str
    """opened (a lesson or a game), answered, lesson-done, played (a deal to its end), decided (a
    rule left fewer cards or calls in such a deal), contract (what was promised in it; right if it
    was made), goal (the learner chose a way, which stands in the address), refused (a rule refused a
    card at a shared table)."""
    concept: str = ""
    rule: str = ""
    """The rule that the question turns on; of an answer that was not right, the rule that
    refused it."""
    exercise: str = ""
    """The kind of exercise, such as decided-by:must-head; nothing for an item that a lesson
    holds itself."""
    address: str = ""
    """Under which the same item comes again."""
    game: str = ""
    right: bool | None = None
    """Nothing means that nothing was answered."""
    hints: int = 0
    """How many rungs of the hints were open."""
    belief: str = ""
    """The wrong rule that gives this answer, if there is one."""
    apart: tuple[str, ...] = ()
    """The wrong rules that would have answered otherwise here."""
    chance: float = 0.0
    """How often a guess is right here, from 0 to 1; 0 where nobody said."""
    id: str = ""
    """Given by the store; two events with one id are one."""

    def __post_init__(self) -> None:
        time_fits = (
            isinstance(self.when, (int, float))
            and not isinstance(self.when, bool)
            and math.isfinite(self.when)
        )
        if not time_fits or not 0 <= self.when <= LATEST:
            raise ValueError("an event has no time at which it can have happened")
        if self.kind not in KINDS:
            raise ValueError(
                f"an event is of a kind that is not known here; known are {', '.join(KINDS)}"
            )
        object.__setattr__(
            self, "apart", tuple(self.apart) if isinstance(self.apart, (list, tuple)) else (None,)
        )
        for text in (
            self.concept,
            self.rule,
            self.exercise,
            self.address,
            self.game,
            self.belief,
            self.id,
            *self.apart,
        ):
            if not isinstance(text, str) or len(text) > _LONGEST or not text.isprintable():
                raise ValueError("an event holds something that is not a short text")
        if self.right not in (True, False, None) or (
            isinstance(self.right, int) and not isinstance(self.right, bool)
        ):
            raise ValueError("an answer is right, not right or blank, and nothing else")
        if (
            not isinstance(self.hints, int)
            or isinstance(self.hints, bool)
            or not 0 <= self.hints <= LAST_HINT
        ):
            raise ValueError(
                f"there are {LAST_HINT} hints, so none to {LAST_HINT} of them were open"
            )
        if (
            isinstance(self.chance, bool)
            or not isinstance(self.chance, (int, float))
            or not 0 <= self.chance <= 1
        ):
            raise ValueError("the chance of a guess lies between 0 and 1")

    @classmethod
    def of(
        cls, when: float, values: Sequence[Any], *, game: str = "", apart: Sequence[str] = ()
    ) -> Event:
        """What a walk through a lesson reports: its kind, then concept, rule, exercise, address,
        right, hints, belief, game and chance.

        >>> Event.of(5.0, ("answered", "trump", "highest-trump", "winner-of-trick", "", None, 1, None)).right is None
        True
        """
        names = (
            "kind",
            "concept",
            "rule",
            "exercise",
            "address",
            "right",
            "hints",
            "belief",
            "game",
            "chance",
        )
        parts = {name: value for name, value in zip(names, values) if value is not None}
        if game:
            parts["game"] = game
        return cls(when, **parts, apart=tuple(apart))

    @property
    def where(self) -> str:
        """The game of the position: the one that is named, else the one in the address."""
        if self.game:
            return self.game
        return (parse_qs(self.address.partition("?")[2]).get("game") or [""])[0]

    @property
    def family(self) -> str:
        """The kind of exercise without its rule, which is what grows harder: decided-by of
        decided-by:must-head."""
        return (self.exercise or self.address.partition("?")[0]).partition(":")[0]

    @property
    def counts(self) -> bool:
        """Whether it says something about what the learner can do."""
        return self.kind == "answered" and self.right is not None and self.hints < LAST_HINT

    def to_dict(self) -> dict[str, Any]:
        """As plain data, without what is empty."""
        data = {f.name: getattr(self, f.name) for f in fields(self)}
        data["apart"] = list(self.apart)
        return {
            name: value
            for name, value in data.items()
            if name in ("when", "kind") or value not in ("", None, 0, [])
        } | ({"right": self.right} if self.right is not None else {})

    @classmethod
    def from_dict(cls, data: Any) -> Event:
        """The event again; Raises ValueError for anything else.

        >>> Event.from_dict(Event(3.5, "answered", concept="ruff", right=False, hints=2).to_dict()).right
        False
        """
        if not isinstance(data, dict) or not {"when", "kind"} <= set(data) <= {
            f.name for f in fields(cls)
        }:
            raise ValueError("an event does not have the parts that an event has")
        return cls(**data)


@dataclass(frozen=True, slots=True)
class Walked:
    """How far a lesson was walked, as the walk itself wrote it down."""

    lesson: str
    step: str
    data: dict[str, Any]
    when: float


@dataclass(frozen=True, slots=True)
class Due:
    """Something that comes back: which concept, if possible by which rule and kind of exercise,
    and in which game."""

    concept: str
    rule: str
    """Nothing when the game does not have the rule: then any exercise of the concept will do."""
    kind: str
    game: str
    reason: str
    since: float
    """When it became due."""

    def __str__(self) -> str:
        return self.reason


@dataclass(slots=True)
class _Missed:
    """A rule that was not met, or only after the last hint."""

    when: float
    game: str
    kind: str
    hinted: bool
    mended: bool = False
    """Answered right since; it comes back all the same, because a second try at once shows little.
    """

    @property
    def due(self) -> float:
        return self.when + LADDER[0] * DAY


@dataclass(slots=True)
class _Track:
    """What happened to one concept."""

    rung: int | None = None
    since: float = 0.0
    last_right: float | None = None
    done: float | None = None
    rule: str = ""
    kind: str = ""
    game: str = ""
    missed: dict[str, _Missed] = field(default_factory=dict)
    played: Counter[str] = field(default_factory=Counter)
    evidence: Evidence = field(default_factory=Evidence)

    @property
    def climbs(self) -> float | None:
        """When the next right answer counts for a rung."""
        return None if self.rung is None else self.since + LADDER[self.rung] * DAY

    @property
    def due(self) -> float | None:
        times = [m.due for m in self.missed.values()]
        if self.climbs is not None:
            times.append(self.climbs)
        return min(times, default=None)


@dataclass(slots=True)
class _Step:
    """How hard one kind of exercise has become."""

    step: int = 1
    row: int = 0
    refused: Counter[str] = field(default_factory=Counter)

    def to(self, step: int) -> None:
        self.step, self.row = min(STEPS, max(1, step)), 0
        self.refused.clear()


class Progress:
    """What follows from the events of one learner.

    games: for a concept the games that use it, the easiest first; titles: what games are called;
    rules: for a game the ids of its rules (without it, every game is taken to have the rule that is
    asked for); returns: for a concept the games in which its lesson comes back (without it, any of
    them); walks: the saved walks by lesson.
    """

    def __init__(
        self,
        events: Iterable[Event],
        *,
        games: Mapping[str, Sequence[str]] | None = None,
        titles: Mapping[str, str] | None = None,
        rules: Mapping[str, Collection[str]] | None = None,
        returns: Callable[[str], Sequence[str]] | None = None,
        walks: Mapping[str, Walked] | None = None,
    ) -> None:
        self.games = games or {}
        self.titles = titles or {}
        self.rules = rules
        self.returns = returns
        self.walks = dict(walks or {})
        self._tracks: dict[str, _Track] = {}
        self._seen_games: dict[str, None] = {}
        self._played_games: set[str] = set()
        self._of_games: dict[str, Evidence] = {}
        self._of_rules: dict[str, Evidence] = {}
        self._guessing = Guessing()
        self._counted: dict[str, float] = {}
        self._steps: dict[str, _Step] = {}
        self._answers: list[Event] = []
        self.goal = ""
        """The way that the learner chose last, as `cardlab.lessons.journey.Wish` writes it."""
        known: dict[str, Event] = {}
        for event in events:
            known.setdefault(event.id or f"#{len(known)}", event)
        # The id settles which of two events of one moment came first, so that every merge gives one
        # answer.
        self.events: tuple[Event, ...] = tuple(sorted(known.values(), key=lambda e: (e.when, e.id)))
        for event in self.events:
            self._take(event)

    # -- what the events mean
    # ------------------------------------------------------------------------------------------

    def _take(self, event: Event) -> None:
        if event.kind == "goal":
            self.goal = event.address
            return
        if event.where:
            self._seen_games[event.where] = None
            if event.kind == "played":
                self._played_games.add(event.where)
        self._weigh(event)
        if event.concept:
            track = self._tracks.setdefault(event.concept, _Track())
            if event.kind == "lesson-done":
                track.done = event.when
                if track.rung is None:
                    track.rung, track.since = 0, event.when
            elif event.kind == "answered" and event.right is not None:
                self._learn(track, event)
        if event.counts:
            self._answers.append(event)
            self._grow(event)

    def _weigh(self, event: Event) -> None:
        """What an answer, or a contract, proves about its concept and its game."""
        weighs = event.counts or event.kind in ("contract", "refused")
        if event.right is None or not weighs:
            return
        if event.address:
            # the same question in two tabs, or again by its link, shows nothing more on that day
            if event.when - self._counted.get(event.address, -DAY) < DAY / 2:
                return
            self._counted[event.address] = event.when
        believed = self._guessing.heard(event.right, event.chance)
        alone = event.hints == 0
        tracks = [self._tracks.setdefault(event.concept, _Track())] if event.concept else []
        bodies = [track.evidence for track in tracks]
        if event.where:
            bodies.append(self._of_games.setdefault(event.where, Evidence(GAME_BITS)))
        if event.rule:
            bodies.append(self._of_rules.setdefault(event.rule, Evidence()))
        for evidence in bodies:
            evidence.add(event.when, event.right, event.chance, counts=believed and alone)

    def _learn(self, track: _Track, event: Event) -> None:
        """An answer was given: up the ladder, or down to its foot, or to review."""
        track.rule, track.game = event.rule, event.where
        track.kind = event.exercise or event.address.partition("?")[0]
        track.played[event.where] += 1
        if event.hints >= LAST_HINT:
            track.missed[event.rule] = _Missed(event.when, event.where, track.kind, hinted=True)
        elif not event.right:
            track.missed[event.rule] = _Missed(event.when, event.where, track.kind, hinted=False)
            track.rung, track.since = 0, event.when
        else:
            track.last_right = event.when
            self._mend(track, event)
            if track.rung is None:
                track.rung, track.since = 0, event.when
            elif track.climbs is not None and event.when >= track.climbs:
                track.rung, track.since = min(track.rung + 1, len(LADDER) - 1), event.when

    def _mend(self, track: _Track, event: Event) -> None:
        """A right answer settles what has come back; before its day it only shows that a second
        try went well."""
        rule = event.rule
        if rule not in track.missed:
            # Another game may not have the rule; there, what came back is the concept.
            stands = [
                (m.when, r)
                for r, m in track.missed.items()
                if m.due <= event.when and m.game != event.where and not self._has(event.where, r)
            ]
            if not stands:
                return
            rule = min(stands)[1]
        if event.when >= track.missed[rule].due:
            del track.missed[rule]
        else:
            track.missed[rule].mended = True

    def _grow(self, event: Event) -> None:
        """Harder after three unaided right answers in a row, easier after two refusals by one
        rule."""
        if not event.family:
            return
        kind = self._steps.setdefault(event.family, _Step())
        if event.right:
            kind.refused.pop(event.rule, None)
            kind.row = kind.row + 1 if event.hints == 0 else 0
            if kind.row >= UP:
                kind.to(kind.step + 1)
            return
        kind.row = 0
        kind.refused[event.rule] += 1
        if kind.refused[event.rule] >= DOWN:
            kind.to(kind.step - 1)

    def _has(self, game: str, rule: str) -> bool:
        return self.rules is None or not rule or rule in self.rules.get(game, ())

    # -- what a page asks
    # ----------------------------------------------------------------------------------------------

    def state(self, concept: str, now: float) -> str:
        """new, seen, can-do, sure or due."""
        due = self.due(concept)
        return "due" if due is not None and due <= now else self.mastery(concept)

    def mastery(self, concept: str) -> str:
        """new, seen, can-do or sure, whether the concept is due or not."""
        track = self._tracks.get(concept)
        return "new" if track is None else track.evidence.shows

    def rule_state(self, rule: str) -> str:
        """new, seen, can-do or sure, by the answers that turned on a rule alone.

        >>> Progress([Event(0, "refused", rule="must-follow-suit", right=False)]).rule_state("must-follow-suit")
        'seen'
        """
        evidence = self._of_rules.get(rule)
        return "new" if evidence is None else evidence.shows

    def proof(self, concept: str) -> str:
        """One sentence: what the state of a concept rests on, and what is lacking for the next.

        >>> Progress([Event(0, "lesson-done", concept="trick")]).proof("trick")
        'Right on three different days makes it “can do”.'
        """
        track = self._tracks.get(concept)
        return "" if track is None else track.evidence.sentence

    def due(self, concept: str) -> float | None:
        """When the concept comes back; nothing if it has not begun its ladder."""
        track = self._tracks.get(concept)
        return None if track is None else track.due

    def rung(self, concept: str) -> int | None:
        """How far up the ladder the concept is: an index into LADDER."""
        track = self._tracks.get(concept)
        return None if track is None else track.rung

    @property
    def concepts(self) -> tuple[str, ...]:
        """The concepts that the learner has met, in the order of meeting them."""
        return tuple(self._tracks)

    @property
    def met_games(self) -> tuple[str, ...]:
        """The games that the learner has opened, played or answered in, in the order of meeting
        them."""
        return tuple(self._seen_games)

    def game_state(self, game: str) -> str:
        """new, seen (opened, played, or met in an exercise), can-do or sure: by answers and
        contracts on different days, and a deal that was played to its end."""
        if game not in self._seen_games:
            return "new"
        evidence = self._of_games.get(game)
        if evidence is None or game not in self._played_games:
            return "seen"
        return evidence.shows

    def met(self, concept: str) -> bool:
        """Whether the learner may be taken to know what a concept is: its lesson was walked to the
        end, or it was answered rightly."""
        track = self._tracks.get(concept)
        return track is not None and (track.done is not None or track.last_right is not None)

    def lesson_done(self, concept: str) -> bool:
        """Whether the lesson of the concept was walked to its end."""
        track = self._tracks.get(concept)
        return track is not None and track.done is not None

    def walk(self, lesson: str) -> Walked | None:
        """Where the learner left a lesson."""
        return self.walks.get(lesson)

    def begun(self) -> str | None:
        """The lesson that was left last before its end; None if there is none."""
        left = [walk for walk in self.walks.values() if not self.lesson_done(walk.lesson)]
        return max(left, key=lambda walk: walk.when).lesson if left else None

    def difficulty(self, kind: str) -> int:
        """The step, 1 to 4, of a kind of exercise (decided-by and decided-by:must-head are one
        kind)."""
        step = self._steps.get(kind.partition(":")[0])
        return 1 if step is None else step.step

    def held(self) -> tuple[str, ...]:
        """The wrong rules that were seen twice in the last three answers that could have shown
        them.

        An answer says itself which wrong rules it tells apart; where it does not, every answer does
        that turns on a rule about which the belief was seen before.
        """
        told: dict[str, list[bool]] = {}
        about: dict[str, set[str]] = {}
        for event in self._answers:
            if event.belief:
                about.setdefault(event.belief, set()).add(event.rule)
                told.setdefault(event.belief, [])
            for belief, seen in told.items():
                silent = not event.apart and bool(event.rule) and event.rule in about[belief]
                if belief == event.belief or belief in event.apart or silent:
                    seen.append(belief == event.belief)
            for belief in event.apart:
                if belief not in told:
                    told[belief], about[belief] = [False], set()
        return tuple(belief for belief, seen in told.items() if sum(seen[-TOLD:]) >= SEEN)

    def answers_since(self, when: float) -> tuple[bool, ...]:
        """Which answers to exercises were right, since a moment, the oldest first."""
        return tuple(
            bool(event.right) for event in self._answers if event.when >= when and event.exercise
        )

    def review(self, now: float) -> tuple[Due, ...]:
        """What comes back now, what has waited longest first."""
        due: list[Due] = []
        for concept, track in self._tracks.items():
            waiting = [(rule, m) for rule, m in track.missed.items() if m.due <= now]
            for rule, missed in waiting:
                how = "answered with the last hint" if missed.hinted else "not yet right"
                where = f" in {self._title(missed.game)}" if missed.game else ""
                text = f"Back today: {how}{where}, {_ago(now - missed.when)}."
                due.append(
                    self._due(concept, track, rule, missed.kind, missed.game, text, missed.due)
                )
            if not waiting and track.climbs is not None and track.climbs <= now:
                if track.last_right is not None:
                    text = f"Due: last right {_ago(now - track.last_right)}."
                else:
                    text = f"Due: you went through the lesson {_ago(now - track.since)}."
                due.append(
                    self._due(
                        concept, track, track.rule, track.kind, track.game, text, track.climbs
                    )
                )
        return tuple(sorted(due, key=lambda d: (d.since, d.concept, d.rule)))

    def _due(
        self, concept: str, track: _Track, rule: str, kind: str, game: str, text: str, since: float
    ) -> Due:
        chosen = self._another(concept, track, rule, game)
        if chosen:
            text += f" Comes back in {self._title(chosen)}{' again' if chosen == game else ''}."
        if not self._has(chosen, rule):
            rule, kind = "", "" if ":" in kind else kind
        return Due(concept, rule, kind, chosen, text, since)

    def _another(self, concept: str, track: _Track, rule: str, game: str) -> str:
        """The game in which a concept comes back: one that the learner knows, or else one in which
        the lesson comes back; with the rule if it can be had.

        Of several the one that it was met in least, then one of the lesson's, then the easiest.
        """
        shared = self.games.get(concept, ())
        returns = shared if self.returns is None else self.returns(concept)
        able = [g for g in shared if g != game and (g in self._seen_games or g in returns)]
        pool = [g for g in able if self._has(g, rule)] or able
        if not pool:
            return game or next(iter(shared), "")
        return min(
            pool,
            key=lambda g: (
                g not in self._seen_games,
                track.played[g],
                g not in returns,
                shared.index(g),
            ),
        )

    def _title(self, game: str) -> str:
        return self.titles.get(game) or game.replace("-", " ").title()


def _ago(seconds: float) -> str:
    """Full days, as they are said.

    >>> _ago(3600), _ago(7.5 * DAY), _ago(40 * DAY)
    ('today', 'seven days ago', '40 days ago')
    """
    days = max(0, int(seconds // DAY))
    return f"{some(days, 'day')} ago" if days else "today"
