"""What is not fair about a question: found by a reader of its page, by twins of its table, and by
giving every wrong answer.

Knows questions and their pages. Repairs nothing.

Run it: ``python -m tests.lessons.audit [--items N] [LESSON ...]`` prints one line a fault.
"""

from __future__ import annotations

import argparse
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any, NamedTuple

import cardlab
from cardlab.concepts import closure
from cardlab.concepts.names import game_names
from cardlab.engine.game import Game
from cardlab.lessons import gaps, lesson, lessons
from cardlab.lessons.book import Lesson
from cardlab.lessons.deals import the_game
from cardlab.lessons.exercises import KINDS, find
from cardlab.lessons.generated import knowledge_of
from cardlab.lessons.positions import Position
from cardlab.lessons.questions import Knowledge, Question
from cardlab.lessons.questions.saying import figure, names, sentences

from .fairness import written
from .reader import Page, Puzzled, page_of, read
from .told import OF_FORMATS
from .vocabulary import strange_terms

EMPTY = re.compile(r": ?[.,;]|“”|\(\)| [.,;:!?](?!\.)|^[.,]|\b(?:and|or|the|of) ?\.$")
"""A slot that nothing was put into."""
BANNED = ("Look again", "Count again", "What you chose stands", "no rule restricts", "{", "..")
LONGEST = 24
"""Words of one sentence: a reason has fifteen, and what was chosen stands before it."""
YES_NO = {"yes", "no"}
LAID_OUT = {"declared": "laid", "turns": "pile"}
"""A part that cannot change alone, because the cards of it lie in another, or tell of it."""
SHEETS = ("which-of-game", "which-game", "which-sentence", "format-rule", *OF_FORMATS)
"""Questions whose words are all there is: no table lies beside them."""


class Audited(NamedTuple):
    """A question, where it stands, the table of a lesson, who is asked, and the lesson's words."""

    place: str
    question: Question
    at: Position | None = None
    known: Any = None
    words: Mapping[str, str] = {}
    watched: bool = False
    scene: str = ""
    """The words of a lesson that stand beside the question."""

    @property
    def page(self) -> Page:
        return page_of(self.question, self.at, watched=self.watched)


def of_lessons(ids: list[str]) -> Iterator[Audited]:
    """Every written question of some lessons."""
    for id in ids or lessons():
        for asked in written(lesson(id)):
            words = gaps.hooks(asked.lesson.feedback, asked.question)
            known = knowledge_of(asked.lesson)
            scene = " ".join(texts_of(asked.lesson))
            yield Audited(asked.place, asked.question, asked.at, known, words, asked.watched, scene)


def texts_of(one: Lesson) -> Iterator[str]:
    """The words of a lesson that stand beside its questions, up to the last of them."""
    yield from (one.hook, one.predict.text, one.watch.text, one.complete.text, one.choose.text)
    yield from (told.text for told in one.watch.notes)
    yield from (item.text or "" for item in one.questions.values())


def generated(number: int, seed: int) -> Iterator[Audited]:
    """Exercises of all kinds in all games, by chance, for somebody who knows their game."""
    rng, made = random.Random(seed), 0
    for _ in range(number * 6):
        game, kind = the_game(rng.choice(cardlab.games())), KINDS[rng.choice(list(KINDS))]
        rules = [r for r in game.all_rules() if game.quiet_of(r) is None and kind.fits(game, r)]
        if not rules or made >= number:
            continue
        item = find(f"{kind.kind}:{rng.choice(rules)}", game, None, rng.randrange(1000))
        if item is not None:
            made += 1
            yield Audited(item.address, item.question, known=who_knows(game))


def who_knows(game: Game) -> Knowledge:
    """What somebody has met who has met all that a game is made of."""
    rules = frozenset(str(rule) for rule in game.all_rules())
    return Knowledge(frozenset(closure(game.concepts())), rules)


# --- can it be answered?


def answered(audited: Audited) -> tuple[str, list[str]]:
    """How the answer was found a second time, and what is wrong with it."""
    question = audited.question
    page = audited.page
    if question.selects != "number" and len(question.choices) < 2:
        return "nothing to choose", ["there is only one choice"]
    try:
        answer = read(page)
    except Puzzled as trouble:
        return f"unread, {trouble}", list(twins(audited, page))
    if question.agrees(answer):
        return "read", []
    return "read", [f"from the page one reads {answer}; the answer is {question.answer[:4]}"]


def twins(audited: Audited, page: Page) -> Iterator[str]:
    """Parts of the state that decide the answer and are not seen on the page: the part is changed,
    and the answer with it, while the page stays what it was."""
    question = audited.question
    seen = json.dumps(page.view, sort_keys=True, default=str)
    if question.ask in ("whose-turn", "how-many-cards"):
        return  # who is next and how many were dealt is what is asked, and learned from the sheet
    for part in fields(question.state):
        if part.name == "void":
            continue  # a deal that is thrown in has no score in any game, and the page says so
        if getattr(question.state, LAID_OUT.get(part.name, ""), None):
            continue
        for value in others(getattr(question.state, part.name)):
            try:
                twin = replace(question, state=question.state.but(**{part.name: value}))
                same = question.agrees(twin.right_answer)
                view = page_of(twin, audited.at).view
            except Exception:  # a table that cannot be is no twin
                continue
            if not same and json.dumps(view, sort_keys=True, default=str) == seen:
                yield f"{part.name} decides the answer, and the page does not show it"
                break


def others(value: Any) -> Iterator[Any]:
    """A few values that a part of a state could have instead."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield from (value + 1, value - 1)
    elif isinstance(value, tuple) and value:
        yield from ((), value[:-1], value[1:], value[::-1])
        for place, inner in enumerate(value[:4]):
            for other in others(inner):
                yield (*value[:place], other, *value[place + 1 :])


# --- does the page tell it?


def leaks(audited: Audited) -> Iterator[str]:
    """Words of the page that tell the answer."""
    question = audited.question
    view = page_of(question, audited.at).view
    if question.ask in SHEETS:
        return
    labels = dict(told_by(view))
    if question.selects == "number":
        figures = {figure(int(question.answer[0])), question.answer[0]}
        for where, text in labels.items():
            sums = where.startswith(("prompt", "counted"))
            if sums and figures & set(re.findall(r"[−-]?\d+(?![\d♠♥♣♦])", text)):
                yield f"{where} says {text!r}"
        return
    cards = {str(c.card) for c in question.choices if c.card}
    if question.selects == "many" and cards:
        for zone in view["zones"]:
            for group in zone["groups"]:
                faces = {face["card"] for face in group["faces"]}
                if faces and faces == set(question.answer):
                    yield f"the group {group['title']!r} is the answer"
    telling = {
        "whose-turn": r"turn|lead",
        "declarer": r"declar|solo|maker",
        "who-joins": r"friend|joins",
    }
    if question.ask in telling:
        for where, text in labels.items():
            if where.startswith("seat") and re.search(telling[question.ask], text):
                yield f"{where} says {text!r}"


def told_by(view: Any) -> Iterator[tuple[str, str]]:
    """Every word of a page about the table as a whole, with its place."""
    yield "prompt", view.get("prompt", "")
    for seat in view["seats"]:
        yield f"counted {seat['name']}", seat.get("counted", "")
        turn = " turn" if seat["turn"] else ""
        yield f"seat {seat['name']}", " ".join(seat["notes"]) + turn
    for zone in view["zones"]:
        for group in zone["groups"]:
            yield f"group {zone['id']} {group['title']}", group["title"]
    for number, trick in enumerate(view.get("tricks", ())):
        yield f"trick {number}", f"{trick['points']} {trick['why']}"


# --- what is said to an answer


def tries(question: Question) -> Iterator[tuple[str, ...]]:
    """Answers of every sort: each choice alone, all, all but one, one more, numbers around."""
    values = [choice.value for choice in question.choices]
    right = tuple(question.right_answer)
    if question.selects == "one":
        yield from ((value,) for value in values)
    elif question.selects == "number":
        number = int(right[0])
        yield from ((str(number + off),) for off in (0, 1, -1, 5, -number * 2 - 1))
    elif question.selects == "order":
        yield from (right, right[::-1], (right[1], right[0], *right[2:]))
    else:
        yield right
        yield tuple(values)
        yield from ((value,) for value in values[:6])
        yield from (right[:-1],) if len(right) > 1 else ()
        wrong = [value for value in values if value not in right]
        yield from ((*right, wrong[0]), (*right[:-1], wrong[0])) if wrong else ()


def misspoken(audited: Audited) -> Iterator[str]:
    """What is wrong with what is said to any answer."""
    question = audited.question
    for given in dict.fromkeys(tries(question)):
        for miss in (1, 2):
            mark = question.mark(given, audited.words, miss=miss)
            if mark.blank:
                yield f"{given} is not taken as an answer: {mark.text!r}"
                break
            for fault in misworded(audited, given, mark, miss):
                yield f"{' '.join(given)[:40]}, miss {miss}: {fault}: {mark.text!r}"
            if mark.right:
                break


def misworded(audited: Audited, given: tuple[str, ...], mark: Any, miss: int) -> Iterator[str]:
    question, text = audited.question, mark.text
    if not text or any(banned in text for banned in BANNED):
        yield "it says nothing, or what is not said"
    if EMPTY.search(text):
        yield "a slot is empty"
    if repeated := twice_said(text):
        yield f"{repeated!r} is said twice"
    if long := [s for s in sentences(text) if len(s.split()) > LONGEST]:
        yield f"a sentence of {len(long[0].split())} words"
    if mark.right and not text.startswith(("Yes:", "Right:")):
        yield "a right answer is not greeted"
    if not mark.right and miss == 1:
        if not names_the_choice(question, given, text):
            yield "it does not name what was chosen"
        ladder = question.ask == "lowest-bid"  # the bid that stands may be made once more
        if question.choices and not {c.value for c in question.choices} <= YES_NO and not ladder:
            counted = [s for s in sentences(text) if not s.endswith(("missing.", "are.", "is."))]
            if question.gives_away(" ".join(counted), given):
                yield "the first miss tells the answer"
    if wrong_person(question, text):
        yield "it speaks of the wrong person"
    yield from untaught_words(audited, mark)
    if stray := strangers(audited, text):
        yield f"{stray[0]} is not on the page"


def twice_said(text: str) -> str:
    """A sentence that another sentence of the same text says again; "" where there is none."""
    plain = [sentence.strip(" .").lower() for sentence in sentences(text)]
    for at, one in enumerate(plain):
        others = [*plain[:at], *plain[at + 1 :]]
        if len(one.split()) > 2 and any(names(other, one) for other in others):
            return one
    return ""


def untaught_words(audited: Audited, mark: Any) -> Iterator[str]:
    """What an answer's text speaks of that its learner has not met: the rule that it names, and
    the words of concepts."""
    known, question = audited.known, audited.question
    if known is None:
        return
    rule = mark.rule
    if rule is not None and not (known.concepts & set(rule.concepts) or str(rule) in known.rules):
        yield f"it names {rule} ({', '.join(rule.concepts)}), which is not taught yet"
    text = re.sub("|".join([*map(re.escape, game_names().values()), "“[^”]*”"]), "", mark.text)
    if not strange_terms(text, known.concepts, audited.scene):
        return  # what the page says need not be written out
    # the words of the page, and of the rules that the lesson brings, are before the learner
    taught = [r.text(question.game) for r in question.game.all_rules() if str(r) in known.rules]
    there = json.dumps([audited.page.view, audited.page.question, *taught], ensure_ascii=False)
    for concept in strange_terms(text, known.concepts, f"{there} {audited.scene}"):
        yield f"it speaks of {concept}, which is not taught yet"


def names_the_choice(question: Question, given: tuple[str, ...], text: str) -> bool:
    """Whether an answer's text is about it: its label or number, a seat's name or card, the title
    of a sentence; of moves that were left out, how many."""
    if "more is." in text or "more are." in text or "too few" in text or "enough" in text:
        return True
    if question.selects == "number":
        number = int(given[0])
        words = cardlab.engine.words.number(number) if number else "zero"
        return names(text.lower(), words) or figure(number) in text
    labels = [question.label(value).rstrip("!") for value in given]
    if any(label.lower() in text.lower() for label in labels) or set(given) <= YES_NO:
        return True
    if question.ask in (
        "whose-turn",
        "declarer",
        "who-wins",
        "who-gets",
        "who-scores",
        "who-joins",
    ):
        seats = [question.game.seat(value) for value in given]
        to_you = text.startswith(("You", "Your", "It is not your turn"))
        own = question.viewer in seats and to_you
        return own or any(question.game.names[seat] in text for seat in seats)
    if question.selects == "order":
        return any(label in text for label in labels)
    fact = text.startswith(("That needs", "That is for"))
    return any(value.startswith("mis:") for value in given) or "“" in text or fact


def wrong_person(question: Question, text: str) -> bool:
    """Whether somebody who looks is called by a name, or another seat is called you."""
    if "table" not in question.shown:
        return False
    name = re.escape(question.game.names[question.viewer])
    plain = re.sub(r"“[^”]*”|\([^)]*\)", "", text)
    return bool(re.search(rf"(?<![–\w]){name}(?![–\w])", plain))


CARD = re.compile(r"(?<![\w])(10|[AKQJ2-9])([♠♥♣♦])")


def strangers(audited: Audited, text: str) -> list[str]:
    """Cards that a text names and the page does not have."""
    question = audited.question
    if question.ask in (*SHEETS, "in-pack", "how-many-copies", "how-much", "which-line"):
        return []
    page = page_of(question, audited.at)
    quoted = [*question.needs, *([question.rule] if question.rule is not None else [])]
    rules = " ".join(rule.text(question.game) for rule in quoted)
    there = json.dumps([page.view, page.question, rules], ensure_ascii=False, default=str)
    signs = {"".join(m.groups()) for m in CARD.finditer(text)}
    return sorted(sign for sign in signs if sign not in there and _code(sign) not in there)


def _code(sign: str) -> str:
    return str(cardlab.engine.cards.Card(sign))


# --- all together


def faults(audited: Audited, counted: Counter[str]) -> list[str]:
    """Everything that is not fair about a question; counted: how each was answered."""
    how, found = answered(audited)
    counted[f"{audited.question.ask}: {how}"] += 1
    found += leaks(audited)
    found += dict.fromkeys(misspoken(audited))
    return [f"{audited.place}: {fault}" for fault in found]


def main() -> int:
    reading = argparse.ArgumentParser()
    reading.add_argument("--items", type=int, default=0)
    reading.add_argument("--seed", type=int, default=1)
    reading.add_argument("lessons", nargs="*")
    given = reading.parse_args()
    counted: Counter[str] = Counter()
    all_faults: list[str] = []
    sources = [generated(given.items, given.seed)] if given.items else [of_lessons(given.lessons)]
    for source in sources:
        for audited in source:
            all_faults += faults(audited, counted)
    print(*all_faults, sep="\n")
    print(*(f"{how}: {number}" for how, number in sorted(counted.items())), sep="\n")
    print(f"{counted.total()} questions, {len(all_faults)} faults")
    return 1 if all_faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
