"""One learner going through one lesson: commands in, a snapshot of plain data out.

Knows the seven steps, what was answered and what comes next.  Knows no page and no storage; every
answer is marked by the question itself, every sentence about a rule comes from the engine.  No
command raises: what cannot be done now changes nothing and leaves a notice.

>>> from cardlab.lessons import lesson
>>> walk = Walk(lesson("follow-suit"))
>>> walk.give(["AS"]); walk.check(); walk.snapshot["bet"]["given"]
['AS']
>>> from cardlab.lessons.text import plain
>>> plain(walk.snapshot["feedback"]["pieces"])
'A♠ is not legal. Hearts were led and you have two. Two legal cards are missing.'
>>> walk.next(); walk.step, walk.snapshot["line"]["at"]
('watch', 0)
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.table import table as draw_table
from cardlab.families.tricks import tricks_taken
from cardlab.lessons import gaps, lines
from cardlab.lessons.beside import is_slot, role_and_aim, table_facts
from cardlab.lessons.book import (
    STEP_TITLES,
    STEPS,
    CompleteStep,
    Generator,
    Lesson,
    PredictStep,
    WatchStep,
    is_gap,
)
from cardlab.lessons.ending import MOST_MISSES, ending_data
from cardlab.lessons.generated import found_item
from cardlab.lessons.minutes import lesson_minutes
from cardlab.lessons.positions import Position, lying, shown
from cardlab.lessons.questions import Mark, Question
from cardlab.lessons.text import Piece, braces, capital_pieces, pieces, plain, sentence_pieces

RUNGS = ("Which rule matters", "The rule, here", "What it leaves")
ONWARD = {
    "watch": "Watch why",
    "complete": "Now you",
    "choose": "Your turn",
    "say-why": "Say why",
    "play": "Play a deal",
    "return": "Go on",
}
"""What the button says that leads to a step."""
SEEDS = 1_000_000
REWRITTEN = (
    "This lesson has been rewritten since you were here; you are at the beginning of the same step."
)
UNREADABLE = "What was kept of this lesson could not be read, so it begins again."


class Told(NamedTuple):
    """What the learner's progress hears.  event: opened, answered or lesson-done; kind and
    address: of a found exercise, nothing for an item that the lesson holds itself; chance: how
    often a guess is right, 0 where nobody says."""

    event: str
    concept: str
    rule: str = ""
    kind: str = ""
    address: str = ""
    right: bool | None = None
    hints_used: int = 0
    belief: str | None = None
    game: str = ""
    chance: float = 0.0

    @classmethod
    def of_answer(
        cls, concept: str, question: Question, mark: Mark, *, kind: str, address: str, hints: int
    ) -> Told:
        """An answer to a question, as it was marked; hints: how many were read before it."""
        return cls(
            "answered",
            concept,
            rule=str(mark.rule or question.rule or ""),
            kind=kind,
            address=address,
            right=mark.right,
            hints_used=hints,
            belief=mark.belief,
            game=question.game.id,
            chance=question.chance,
        )


class Scene(NamedTuple):
    """A question with the table it is asked of.  at: None for a generated item, which brings its
    own state."""

    id: str
    question: Question
    at: Position | None
    note: str = ""
    address: str = ""
    kind: str = ""


@dataclass
class Answer:
    """What a learner has done with one question."""

    given: tuple[str, ...] = ()
    checked: bool = False
    right: bool = False
    skipped: bool = False
    hints: int = 0
    tries: int = 0
    rule: str = ""
    ask: str = ""
    missed: tuple[str, ...] = ()
    """What was answered first, if that was not right."""

    @classmethod
    def read(cls, data: Any) -> Answer:
        """From what was saved; what cannot be read counts as not answered."""
        if not isinstance(data, Mapping):
            return cls()
        given = _texts(data.get("given"))
        numbers = [
            n if isinstance(n, int) and n >= 0 else 0
            for n in (data.get("hints", 0), data.get("tries", 0))
        ]
        return cls(
            given,
            bool(data.get("checked")) and bool(given),
            bool(data.get("right")),
            bool(data.get("skipped")),
            min(int(numbers[0]), len(RUNGS)),
            int(numbers[1]),
            str(data.get("rule", "")),
            str(data.get("ask", "")),
            _texts(data.get("missed")),
        )


class Walk:
    """A learner's way through a lesson.  learner: whose, so that the exercises found are the
    learner's own and the same again; saved: what `saved` gave at an earlier time; steps: only these
    of the seven."""

    def __init__(
        self,
        lesson: Lesson,
        learner: str = "",
        saved: Any = None,
        steps: Sequence[str] | None = None,
    ) -> None:
        self.lesson, self.learner = lesson, learner
        if steps is not None and (strange := [s for s in steps if s not in STEPS]):
            raise ValueError(
                f"a lesson has no step {strange[0]!r}; its steps are {', '.join(STEPS)}"
            )
        self.steps = tuple(s for s in lesson.steps if s in (steps or STEPS))
        if not self.steps:
            self.steps = tuple(lesson.steps)
        self.step = self.steps[0]
        self.finished = False
        self.ended = False
        """Whether the last page is open: what was learned, and what opens next."""
        self.notice = ""
        self._unread = False
        """Whether the notice is about an answer that was empty or could not be read."""
        self.events: list[Told] = []
        """What happened, for the learner's progress; whoever has read it may empty it."""
        self._done: set[str] = set()
        self._at = {"watch": 0, "complete": 0}
        self._item = {step: 0 for step in (*lesson.asking_steps, "return")}
        self._answers: dict[str, Answer] = {}
        self._scenes: dict[tuple[str, int], Scene | None] = {}
        if saved is not None:
            self._restore(saved)
        else:
            self.events.append(Told("opened", lesson.concept))

    # --- commands
    def give(self, values: Iterable[Any]) -> None:
        """Choose these; what was chosen before is replaced.  A right answer that was checked
        stays."""
        scene = self._begin()
        if scene is None:
            return self._say("There is nothing to choose here.")
        answer = self._answer(scene)
        if self._closed(scene):
            return self._say("This one is answered; go on when you like.")
        given = (values,) if isinstance(values, (str, int)) else tuple(values)
        answer.given, answer.checked = (
            tuple(dict.fromkeys(str(v).strip() for v in given if str(v).strip())),
            False,
        )

    def check(self) -> None:
        """Have the choice marked.  Nothing chosen is not yet an answer."""
        scene = self._begin()
        if scene is None:
            return self._say("There is nothing to check here.")
        answer = self._answer(scene)
        if answer.checked:
            return
        mark = self._mark(scene, answer)
        if mark.blank:
            self._unread = True
            return self._say(mark.text)
        answer.checked = True
        if self.step == "predict":  # a bet is not an answer: it is kept, and counts neither way
            return
        answer.right, answer.ask = mark.right, scene.question.ask
        if not mark.right and not answer.tries:
            answer.missed = answer.given
        if not mark.right:
            answer.tries += 1
            again = str(mark.rule or "")
            if again and again == answer.rule:  # the same sentence twice is a wall: a hint instead
                answer.hints = min(answer.hints + 1, len(RUNGS))
            answer.rule = again
        self._tell(scene, mark, answer)

    def answered_in(self, saved: Any) -> bool:
        """Whether the question that waits was answered in what another page has saved, and not
        here."""
        scene = self.scene
        answers = saved.get("answers") if isinstance(saved, Mapping) else None
        if scene is None or not isinstance(answers, Mapping):
            return False
        here, there = self._answer(scene), Answer.read(answers.get(scene.id))
        return there.tries + there.right > here.tries + here.right

    def try_again(self) -> None:
        """Take an answer back that was not right."""
        scene = self._begin()
        if scene is None or self._closed(scene):
            return self._say("There is nothing to take back.")
        answer = self._answer(scene)
        answer.given, answer.checked = (), False

    def hint(self) -> None:
        """Open the next rung."""
        scene = self._begin()
        if scene is None or self.step == "predict":
            return self._say("There are no hints here.")
        answer = self._answer(scene)
        answer.hints = min(answer.hints + 1, len(RUNGS))

    def next(self) -> None:
        """Go on: to the next entry of a line, the next item, or the next step."""
        self._begin()
        if not self._can_go_on():
            return self._say("Not yet: answer this one first, or skip it.")
        self._onward()

    def skip(self) -> None:
        """Go on without an answer; the item can be met again."""
        scene = self._begin()
        if scene is not None and not self._answer(scene).right:
            self._answer(scene).skipped = True
        self._onward()

    def restart(self) -> None:
        """Walk through it once more, from the first step; what progress has heard it keeps."""
        self._begin()
        self.step, self.finished, self.ended = self.steps[0], False, False
        self._done.clear()
        self._answers.clear()
        self._at = dict.fromkeys(self._at, 0)
        self._item = dict.fromkeys(self._item, 0)
        self.events.append(Told("opened", self.lesson.concept))

    def back(self) -> None:
        """One item, or one step, back."""
        self._begin()
        if self.ended:
            self.ended = False
            return
        if self.step in self._item:
            here = self._item[self.step]
            earlier = [n for n in range(here) if self._scenes.get((self.step, n), 0) is not None]
            if earlier:
                self._item[self.step] = earlier[-1]
                return
        at = self.steps.index(self.step)
        if at == 0:
            return self._say("This is the beginning.")
        self.step = self.steps[at - 1]

    def goto(self, step: str) -> None:
        """To a step by its id."""
        self._begin()
        if step not in self.steps:
            return self._say(
                f"There is no step of this name; the steps are {', '.join(self.steps)}."
            )
        self.step, self.ended = step, False

    def forward(self) -> None:
        """The next entry of a line."""
        self._begin()
        if self.step not in self._at:
            return self._say("There is no line of moves here.")
        if not self._can_forward():
            return self._say(
                "This gap waits for you."
                if self._at[self.step] < self._length()
                else "The line ends here."
            )
        self._at[self.step] += 1

    def backward(self) -> None:
        """The entry before, to look at it again."""
        self._begin()
        if self._at.get(self.step, 0) == 0:
            return self._say("This is the beginning of the line.")
        self._at[self.step] -= 1

    # --- where we are
    @property
    def scene(self) -> Scene | None:
        """The question in front of the learner, with its table."""
        if self.step == "predict":
            return self._written("predict", 0)
        if self.step == "complete":
            n = self._at["complete"]
            return (
                self._gap(n)
                if n < self._length() and is_gap(self.lesson.complete.line[n])
                else None
            )
        if self.step in self._item:
            return self._scene(self.step, self._item[self.step])
        return None

    def _begin(self) -> Scene | None:
        self.notice, self._unread = "", False
        return self.scene

    def _say(self, text: str) -> None:
        self.notice = text

    def _answer(self, scene: Scene) -> Answer:
        return self._answers.setdefault(scene.id, Answer())

    def _closed(self, scene: Scene) -> bool:
        answer = self._answer(scene)
        return answer.checked and (answer.right or self.step == "predict")

    def _length(self) -> int:
        return len((self.lesson.watch if self.step == "watch" else self.lesson.complete).line)

    def _can_forward(self) -> bool:
        if self.step not in self._at or self._at[self.step] >= self._length():
            return False
        scene = self.scene
        return scene is None or self._answer(scene).right or self._answer(scene).skipped

    def _can_go_on(self) -> bool:
        if self.step in self._at:
            return self._can_forward() or self._at[self.step] >= self._length()
        scene = self.scene
        if scene is None:
            return True
        answer = self._answer(scene)
        return answer.skipped or (answer.checked and (answer.right or self.step == "predict"))

    def _onward(self) -> None:
        if self.step in self._at and self._at[self.step] < self._length():
            self._at[self.step] += 1
            return
        if (
            self.step in self._item
            and (n := self._following(self.step, self._item[self.step])) is not None
        ):
            self._item[self.step] = n
            return
        self._done.add(self.step)
        at = self.steps.index(self.step)
        if at + 1 < len(self.steps):
            self.step = self.steps[at + 1]
        else:
            if not self.finished:
                self.events.append(Told("lesson-done", self.lesson.concept))
            self.finished = self.ended = True

    # --- the items
    def _written(self, step: str, n: int) -> Scene:
        key = (step, n)
        if key not in self._scenes:
            lesson = self.lesson
            items = () if step == "predict" else lesson.asking_steps[step].item
            written = items[n] if items else lesson.predict
            note = items[n].text or "" if items else ""
            at = lesson.at(written.position)
            id = step if step == "predict" else f"{step}/{n}"
            question = gaps.question_of(at, written, lesson.rules)
            self._scenes[key] = Scene(id, question, at, note)
        scene = self._scenes[key]
        assert scene is not None
        return scene

    def _gap(self, n: int) -> Scene | None:
        """The question of a gap; None where one card is left, which is played without asking."""
        key = ("complete", n)
        if key not in self._scenes:
            at = self.lesson.at(self.lesson.complete.position)
            moment = lines.play(at, self.lesson.complete.line)[n]
            open_gap = moment.gap is not None
            scene = (
                Scene(f"complete/{n}", gaps.gap(at, moment, self.lesson.rules), at)
                if open_gap
                else None
            )
            self._scenes[key] = scene
        return self._scenes[key]

    def _plan(self, step: str) -> tuple[int, list[tuple[Generator, str]]]:
        """How many items are written, and the exercises to be found after them: generator and
        game."""
        if step == "return":
            back = self.lesson.comes_back
            turns = [part for part in back.exercise for _ in range(part.count)]
            return 0, [
                (part, (part.games or back.games)[i % len(part.games or back.games)])
                for i, part in enumerate(turns)
            ]
        part = self.lesson.asking_steps[step]
        more = part.more
        games = (more.games if more is not None else ()) or self.lesson.games
        return len(part.item), (
            [(more, games[i % len(games)]) for i in range(more.count)] if more is not None else []
        )

    def _items(self, step: str) -> int:
        """How many items a step has, as far as is known: an exercise is looked for when its turn
        comes, and left out where nothing is found."""
        written, more = self._plan(step)
        return (
            written
            + len(more)
            - sum(
                self._scenes.get((step, n), 0) is None for n in range(written, written + len(more))
            )
        )

    def _following(self, step: str, n: int) -> int | None:
        """The next item after this one, None after the last."""
        written, more = self._plan(step)
        return next(
            (i for i in range(n + 1, written + len(more)) if self._scene(step, i) is not None), None
        )

    def _scene(self, step: str, n: int) -> Scene | None:
        written, more = self._plan(step)
        if n < written:
            return self._written(step, n)
        if n >= written + len(more):
            return None
        key = (step, n)
        if key not in self._scenes:
            self._scenes[key] = self._found(step, n, *more[n - written])
        return self._scenes[key]

    def _scene_of(self, id: str) -> Scene | None:
        """The scene with this id; None if the lesson has no such place any more."""
        step, _, place = id.partition("/")
        n = int(place) if place.isdigit() else -1
        if step == "complete":
            line = self.lesson.complete.line
            return self._gap(n) if 0 <= n < len(line) and is_gap(line[n]) else None
        return self._scene(step, n) if step in self._item and n >= 0 else None

    def _found(self, step: str, n: int, part: Generator, game: str) -> Scene | None:
        """A generated item: the same for the same learner, lesson and place.  Another game of
        the lesson where this one has nothing."""
        games = self.lesson.comes_back.games if step == "return" else self.lesson.games
        rng = random.Random(f"{self.learner}/{self.lesson.id}/{step}/{n}")
        for id in dict.fromkeys((game, *games)):
            item = found_item(self.lesson, part, id, rng)
            if item is not None:
                return Scene(f"{step}/{n}", item.question, None, "", item.address, item.kind)
        return None

    # --- marking
    def _mark(self, scene: Scene, answer: Answer) -> Mark:
        own_words = gaps.hooks(self.lesson.feedback, scene.question)
        miss = max(answer.tries, 1) if answer.checked else answer.tries + 1
        return scene.question.mark(answer.given, own_words, miss=miss)

    def _tell(self, scene: Scene, mark: Mark, answer: Answer) -> None:
        self.events.append(
            Told.of_answer(
                self.lesson.concept,
                scene.question,
                mark,
                kind=scene.kind,
                address=scene.address,
                hints=answer.hints,
            )
        )

    # --- the snapshot
    @property
    def snapshot(self) -> dict[str, Any]:
        """Everything that a page draws, as plain data."""
        lesson, scene = self.lesson, self.scene
        answer = self._answer(scene) if scene is not None else Answer()
        mark = self._mark(scene, answer) if scene is not None and answer.checked else None
        table, line = self._table_and_line(scene)
        count = self._items(self.step) if self.step in self._item else 0
        right = answer.checked and answer.right
        return {
            "lesson": {
                "id": lesson.id,
                "title": lesson.title,
                "hook": _plain(lesson.hook),
                "minutes": lesson_minutes(lesson.id, self.steps),
            },
            "hook": pieces(lesson.hook, {}, None, lesson.concept),
            "steps": [
                {"id": s, "title": STEP_TITLES[s], "state": self._state(s)} for s in self.steps
            ],
            "step": self.step,
            "text": self._text(),
            "table": table,
            "question": self._question(scene, answer, mark) if scene is not None else None,
            "feedback": self._feedback(scene, answer, mark),
            "hints": self._hints(scene, answer),
            "line": line,
            "item": (
                {"number": min(self._item[self.step] + 1, count), "of": count} if count else None
            ),
            "bet": self._bet(),
            "can": {
                "check": (
                    scene is not None
                    and not self._closed(scene)
                    and not answer.checked
                    and bool(answer.given)
                ),
                "next": self._can_go_on() and not self.ended,
                "back": self.step != self.steps[0] or self._item.get(self.step, 0) > 0,
                "hint": (
                    scene is not None
                    and self.step != "predict"
                    and answer.hints < len(RUNGS)
                    and not right
                ),
                "forward": self._can_forward(),
                "backward": self._at.get(self.step, 0) > 0,
                "try_again": answer.checked and not right and self.step != "predict",
                "skip": scene is not None and not self._can_go_on(),
            },
            "onward": self._onward_words(count),
            "play": self._play() if self.step == "play" or self.ended else None,
            "notice": self.notice or None,
            "done": self.ended,
            "end": self._end() if self.ended else None,
        }

    def _end(self) -> dict[str, Any]:
        """What the last page says of this walk."""
        answered = {id: one for id, one in self._answers.items() if one.ask}
        firsts = [(one.ask, one.right and not one.tries) for one in answered.values()]
        missed = [(id, one.missed) for id, one in answered.items() if one.missed]
        told = [self._miss(id, given) for id, given in missed[:MOST_MISSES]]
        return ending_data(self.lesson, firsts) | {"misses": [one for one in told if one]}

    def _miss(self, id: str, given: tuple[str, ...]) -> dict[str, Any] | None:
        """A question that was not right at once: what was answered, why not, when it comes back."""
        scene = self._scene_of(id)
        if scene is None:
            return None
        question = scene.question
        words = gaps.hooks(self.lesson.feedback, question)
        labels = {choice.value: choice for choice in question.choices}
        cards = [labels[value].card for value in given if value in labels]
        return {
            "question": question.heading,
            "pieces": capital_pieces(question.mark(given, words, miss=1).text),
            "given": [card for card in cards if card],
            "trick": _lying_cards(_picture(scene)),
            "game": find_game(self.lesson.comes_back.games[0]).title,
        }

    def _state(self, step: str) -> str:
        return "now" if step == self.step else "done" if step in self._done else "todo"

    def _onward_words(self, items: int) -> str:
        """What the button says that leads on from here."""
        if self.step in self._at and self._at[self.step] < self._length():
            return "Next move"
        if self.step in self._item and self._item[self.step] + 1 < items:
            return "Next position"
        later = self.steps[self.steps.index(self.step) + 1 :]
        return ONWARD[later[0]] if later else "See what you can do"

    def _text(self) -> list[Piece]:
        """What a step begins with; later positions have a note of their own, or nothing."""
        lesson = self.lesson
        part = lesson.steps[self.step]
        scene = self.scene
        game = (
            scene.question.game
            if scene is not None
            else find_game(lesson.play.game, **lesson.play.options)
        )
        if self.step == "watch":
            game = lesson.at(lesson.watch.position).game
        begins = not (self._at.get(self.step) or self._item.get(self.step))
        role = role_and_aim(lesson.play) if self.step == "play" else ""
        texts = [role, part.text if begins else "", scene.note if scene is not None else ""]
        text = " ".join(filter(None, texts))
        return pieces(text, self._table_facts(text), game, lesson.concept)

    def _table_facts(self, text: str) -> dict[str, Any]:
        """What the slots of a step's text stand for: a step with a table of its own has them."""
        part = self.lesson.steps[self.step]
        if not isinstance(part, PredictStep | CompleteStep) or not any(map(is_slot, braces(text))):
            return {}
        return table_facts(self.lesson.at(part.position), part.line or (), text)

    def _table_and_line(
        self, scene: Scene | None
    ) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
        if self.step not in self._at:
            return (_picture(scene) if scene is not None else None), None
        part = self.lesson.watch if self.step == "watch" else self.lesson.complete
        at = self.lesson.at(part.position)
        moments = lines.play(at, part.line)
        n = self._at[self.step]
        moment = moments[n - 1] if n else None
        line = {"at": n, "length": len(moments), "note": [], "tried": None, "said": []}
        state = at.state
        if moment is not None:
            finished = len(tricks_taken(moment.after)) > len(tricks_taken(moment.before))
            state = lying(moment.after) if finished else moment.after
            notes = part.notes if isinstance(part, WatchStep) else ()
            note = next((x.text for x in notes if x.at == n - 1), "")
            facts = lines.facts(at, moment)
            line["note"] = pieces(
                note, facts, at.game, self.lesson.concept, at.game.order(moment.after)
            )
            reason = facts.get("reason")
            because = reason() if callable(reason) else ""
            if moment.tried and moment.verdict is not None:
                tried = moment.verdict
                card = str(tried.move.card) if tried.move.card is not None else None
                title, text = (
                    (tried.rule.title, tried.rule.text(at.game))
                    if tried.rule is not None
                    else ("", "")
                )
                refusal = {
                    "reason": because,
                    "rule": str(tried.rule),
                    "rule_title": title,
                    "rule_text": text,
                }
                line["tried"] = {"move": str(tried.move), "card": card, **refusal}
            elif because and moment.verdict is not None and moment.verdict.rule is not None:
                line["said"] = sentence_pieces(because)
            else:
                line["said"] = sentence_pieces(lines.told(at, moment))
        if scene is not None:
            state = scene.question.state
        return shown(at, state), line

    def _question(self, scene: Scene, answer: Answer, mark: Mark | None) -> dict[str, Any]:
        question = scene.question
        if mark is None:
            marks = {}
        elif self.step == "predict":
            marks = dict.fromkeys(question.right_answer, "answer")
        else:
            marks = dict(mark.by_value)
        told = mark is not None and (mark.told or self.step == "predict")
        data = question_data(question, answer.given, marks, checked=answer.checked, told=told)
        return data | {
            "id": scene.id,
            "kind": scene.kind,
            "game": question.game.id,
            "game_title": question.game.title,
            "address": scene.address or None,
        }

    def _feedback(
        self, scene: Scene | None, answer: Answer, mark: Mark | None
    ) -> dict[str, Any] | None:
        if scene is None:
            return None
        if mark is None:
            if not (self._unread or self.notice.startswith("Not yet")):
                return None
            return {
                "pieces": sentence_pieces(self.notice),
                "rule": None,
                "rule_title": None,
                "rule_text": None,
                "kind": "not-yet",
            }
        rule = mark.rule or scene.question.rule
        about = {
            "rule": str(rule) if rule is not None else None,
            "rule_title": rule.title if rule is not None else None,
            "rule_text": rule.text(scene.question.game) if rule is not None else None,
        }
        if self.step == "predict":
            return {"pieces": capital_pieces(mark.text), **about, "kind": "bet"}
        kind = (
            "right"
            if mark.right
            else "not-yet"
            if mark.blank
            else "belief"
            if mark.belief
            else _kind(mark)
        )
        return {"pieces": capital_pieces(mark.text), **about, "kind": kind, "told": mark.told}

    def _bet(self) -> dict[str, Any] | None:
        answer = self._answers.get("predict")
        if self.step != "predict" or answer is None or not answer.checked:
            return None  # the bet goes with its step
        question = self._written("predict", 0).question
        bet: dict[str, Any] = {
            "given": list(answer.given),
            "answer": list(question.right_answer),
        }
        if question.choices:
            # the later steps ask other questions, whose options have other names
            bet["labels"] = {
                o.value: o.label
                for o in question.choices
                if o.value in (*bet["given"], *bet["answer"])
            }
        return bet

    def _hints(self, scene: Scene | None, answer: Answer) -> list[dict[str, Any]]:
        if scene is None or self.step == "predict":
            return []
        hints = scene.question.hints
        return [
            {
                "title": title,
                "pieces": sentence_pieces(hints[n]) if n < answer.hints else None,
                "open": n < answer.hints,
            }
            for n, title in enumerate(RUNGS)
        ]

    def _play(self) -> dict[str, Any]:
        play = self.lesson.play
        options = dict(play.options)
        query = urlencode(options | ({"seed": play.seed} if play.seed is not None else {}))
        href = f"{play.game}.ipynb" + (f"?{query}" if query else "")
        title = find_game(play.game, **options).title
        return {
            "game": play.game,
            "title": title,
            "options": options,
            "deals": play.deals,
            "mode": play.mode,
            "seed": play.seed,
            "moves": list(play.moves),
            "href": href,
        }

    # --- saved and restored
    @property
    def version(self) -> str:
        """A mark of this text of the lesson: what was saved under another one belongs to another
        text."""
        data = json.dumps(msgspec.to_builtins(self.lesson), sort_keys=True)
        return hashlib.sha256(data.encode()).hexdigest()[:12]

    @property
    def saved(self) -> dict[str, Any]:
        """What to keep, as plain data, so that the learner comes back to the same place."""
        return {
            "lesson": self.lesson.id,
            "version": self.version,
            "step": self.step,
            "done": [s for s in STEPS if s in self._done],
            "finished": self.finished,
            "ended": self.ended,
            "at": dict(self._at),
            "item": dict(self._item),
            "answers": {
                id: asdict(answer) for id, answer in self._answers.items() if answer != Answer()
            },
        }

    def _restore(self, saved: Any) -> None:
        if (
            not isinstance(saved, Mapping)
            or saved.get("lesson") != self.lesson.id
            or saved.get("step") not in self.steps
        ):
            return self._say(UNREADABLE)
        self.step = saved["step"]
        done = saved.get("done")
        self._done = {s for s in STEPS if s in done} if isinstance(done, (list, tuple)) else set()
        self.finished = bool(saved.get("finished"))
        self.ended = (
            self.finished and bool(saved.get("ended", True)) and self.step == self.steps[-1]
        )
        if saved.get("version") != self.version:
            return self._say(REWRITTEN)
        lengths = {"watch": len(self.lesson.watch.line), "complete": len(self.lesson.complete.line)}
        self._at = {step: _number(saved.get("at"), step, lengths[step]) for step in self._at}
        self._item = {
            step: _number(saved.get("item"), step, self._most(step)) for step in self._item
        }
        answers = saved.get("answers")
        if isinstance(answers, Mapping):
            self._answers = {str(id): Answer.read(data) for id, data in answers.items()}

    def _most(self, step: str) -> int:
        written, more = self._plan(step)
        return max(written + len(more) - 1, 0)


def _number(data: Any, key: str, most: int) -> int:
    value = data.get(key, 0) if isinstance(data, Mapping) else 0
    return min(max(value, 0), most) if isinstance(value, int) and not isinstance(value, bool) else 0


def _picture(scene: Scene) -> dict[str, Any]:
    if scene.at is not None:
        return shown(scene.at, scene.question.state)
    table: dict[str, Any] = draw_table(scene.question.state, scene.question.viewer).to_dict()
    return table


def question_data(
    question: Question,
    given: Sequence[str],
    marks: Mapping[str, str],
    *,
    checked: bool,
    told: bool,
) -> dict[str, Any]:
    """A question as a page draws it; what was right is not part of it before it is checked.

    told: whether the answer is out, so that the table may show it too.
    """
    return {
        "ask": question.ask,
        "text": question.heading,
        "select": question.selects,
        "options": [
            {"value": o.value, "label": o.label, "card": o.card, "seat": o.seat, "short": o.short}
            for o in question.choices
        ],
        "numbers": list(question.numbers),
        "given": list(given),
        "checked": checked,
        "told": told,
        "marks": dict(marks),
        "reveal": dict(question.legality) if checked else {},
        "number": question.selects == "number",
        "shows": list(question.shown),
        "made": [list(line) for line in question.made],
    }


def _kind(mark: Mark) -> str:
    return "missed" if mark.by_value and "refused" not in mark.by_value.values() else "refused"


def _lying_cards(table: Mapping[str, Any]) -> list[str]:
    """The cards of the trick of a drawn table, in the order in which they were played."""
    tricks = [zone for zone in table["zones"] if zone["layout"] == "trick"]
    return [face["card"] for zone in tricks for face in zone["faces"] if face["card"]]


def _texts(data: Any) -> tuple[str, ...]:
    return tuple(map(str, data)) if isinstance(data, (list, tuple)) else ()


def _plain(text: str) -> str:
    return plain(pieces(text))
