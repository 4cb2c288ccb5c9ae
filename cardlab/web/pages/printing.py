"""The teacher's sheet: a lesson or exercises on paper, with or without the answers.

Made by the server without a kernel, or by a notebook as one file. Knows questions and pictures; the
words of answers and reasons are the engine's.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from markupsafe import Markup

from cardlab.engine.table import table
from cardlab.engine.words import sentence, shown
from cardlab.web.addresses import ExerciseAddress, LessonAddress, PrintAddress
from cardlab.web.templates import render
from cardlab.web.widgets.lesson import unanswered

__all__ = ["Handout", "NoSheet", "print_page", "printed_task", "question_at"]

MOST_ITEMS = 24
STATIC = Path(__file__).parent / "static"


class NoSheet(ValueError):
    """There is nothing to print under this address; the text says why."""


def print_page(address: PrintAddress, base_url: str = "/", origin: str = "") -> str:
    """The sheet as HTML.  origin: scheme and host for links.  Raises NoSheet, with a sentence."""
    from cardlab import lessons
    from cardlab.lessons.gaps import written_questions

    solutions = address.solutions
    answers: list[dict[str, Any]] = []
    if address.exercise:
        addresses = _alike(address.exercise, address.like)
        questions = [question_at(one) for one in addresses]
        items = [
            printed_task(question, ExerciseAddress(address=one).url(base_url), solutions)
            for question, one in zip(questions, addresses, strict=True)
        ]
        if address.like:
            answers = [printed_task(question, "", True) for question in questions]
        # the rule's name in the title would be half of the answer
        title, about = str(questions[0].game.title), ""
    elif address.lesson:
        name = lessons.taught().get(address.lesson, address.lesson)
        if name not in lessons.taught():
            raise NoSheet(f"There is no lesson “{shown(name)}”.")
        lesson = lessons.lesson(name)
        address = replace(address, lesson=name)
        link = LessonAddress(name).url(base_url)
        written = list(zip(written_questions(lesson), _scenes(lesson), strict=True))[:MOST_ITEMS]
        items = [printed_task(question, link, solutions, scene) for question, scene in written]
        title, about = str(lesson.title), str(lesson.hook)
    else:
        raise NoSheet("This address names neither a lesson nor an exercise.")
    other = replace(address, solutions=not solutions).url(base_url)
    return _page(title, about, items, solutions, other, base_url, origin, answers)


def _alike(address: str, more: int) -> list[str]:
    """An exercise and some more of its kind, game and conditions, as addresses; fewer where a game
    does not have so many."""
    from cardlab.lessons.exercises import exercise_at
    from cardlab.web.pages.queue import Like

    addresses = [address]
    if more <= 0:
        return addresses
    try:
        item = exercise_at(address)
        draw = Like(item)
        draw(item.seed)
        for _ in range(more):
            item = draw(item.seed + 1)
            if item.address not in addresses:
                addresses.append(item.address)
    except (KeyError, ValueError):
        pass  # the exercise itself is judged where it is printed
    return addresses


def question_at(address: str) -> Any:
    """The question of an exercise.  Raises NoSheet, with a sentence, where there is none."""
    from cardlab.lessons.exercises import exercise_at

    try:
        return exercise_at(address).question
    except (KeyError, ValueError) as error:
        raise NoSheet(
            f"There is no exercise “{shown(address, 80)}”: {str(error).rstrip('.')}."
        ) from None


@dataclass(frozen=True)
class Handout:
    """Exercises on paper, as one HTML file that needs no server.

    title: what stands above them.  addresses: of the exercises, in their order.  site: where your
    pages are served, such as "https://cards.example/"; then each task has its link.

    >>> sheet = Handout("Follow suit", ("winner-of-trick?game=malilla&seed=4",))
    >>> html = sheet.html()
    >>> "Who takes this trick?" in html, "data-solution" in html
    (True, False)
    >>> "data-solution" in sheet.with_answers().html()
    True
    """

    title: str
    addresses: tuple[str, ...]
    solutions: bool = False
    site: str = ""

    def __post_init__(self) -> None:
        if not 1 <= len(self.addresses) <= MOST_ITEMS:
            raise NoSheet(
                f"A hand-out holds 1 to {MOST_ITEMS} exercises; {len(self.addresses)} were named."
            )

    def with_answers(self) -> Handout:
        """The same hand-out with its answers, each with the rule that gives it."""
        return replace(self, solutions=True)

    def html(self) -> str:
        """The whole file.  Raises NoSheet, with a sentence, for an address without an exercise."""
        from cardlab.web.widgets.assets import static_text

        base = self.site.rstrip("/") + "/"
        items = []
        for address in self.addresses:
            link = ExerciseAddress(address=address).url(base) if self.site else ""
            items.append(printed_task(question_at(address), link, self.solutions))
        style = static_text("tokens.css") + (STATIC / "print.css").read_text(encoding="utf-8")
        return render(
            "handout.html",
            title=self.title,
            about="",
            items=items,
            solutions=self.solutions,
            origin="",
            style=Markup(style),
        )

    def save(self, path: str | Path) -> Path:
        """Write the file, to be opened in a browser and printed.  An older one is replaced."""
        target = Path(path)
        target.write_text(self.html(), encoding="utf-8")
        return target

    def __repr__(self) -> str:
        answers = "with answers" if self.solutions else "without answers"
        exercises = "exercise" if len(self.addresses) == 1 else "exercises"
        return f"<hand-out {self.title!r}: {len(self.addresses)} {exercises}, {answers}>"

    def _repr_html_(self) -> str:
        # A frame keeps the style of the sheet from the notebook around it.
        return str(
            Markup('<iframe title="{}" srcdoc="{}" style="{}"></iframe>').format(
                self.title, self.html(), "width: 100%; height: 640px; border: 1px solid #ccc"
            )
        )


def _scenes(lesson: Any) -> list[str]:
    """What the lesson says above each of its questions, in their order: without it a question
    can stand in the air."""
    from cardlab.lessons.beside import table_facts
    from cardlab.lessons.gaps import written_questions
    from cardlab.lessons.text import pieces, plain

    bet = lesson.predict
    facts = table_facts(lesson.at(bet.position), bet.line or (), bet.text)
    written = [
        bet.text,
        *(
            item.text
            for item in (part for asking in lesson.asking_steps.values() for part in asking.item)
        ),
    ]
    return [
        plain(pieces(text, facts, question.game, lesson.concept)) if text else ""
        for text, question in zip(written, written_questions(lesson), strict=True)
    ]


def printed_task(
    question: Any, href: str, solutions: bool, scene: str = "", qr: str = ""
) -> dict[str, Any]:
    """One question as the template prints it.  qr: its link as a drawn code."""
    from cardlab.web.drawing.still_table import table_svg
    from cardlab.web.drawing.svg import card_sign

    seen = table(question.state, question.viewer).to_dict()
    bare = unanswered(seen, quiet=True, shows=question.shown, made=question.made)
    names = [seat["name"] for seat in seen["seats"]]
    answer = set(question.answer)
    labels = {option.value: option.label for option in question.choices}
    ordered = question.selects in ("order", "number")
    return {
        "picture": Markup(table_svg({**bare, "prompt": "", "choices": [], "lines": []})),
        "text": question.heading,
        "scene": scene,
        "tricks": [
            {
                "winner": names[trick["winner"]],
                "cards": " ".join(f"{names[at][:1]} {card_sign(c)}" for c, at in trick["cards"]),
            }
            for trick in reversed(bare["tricks"])
        ],
        "lines": bare["lines"],
        "options": (
            []
            if question.selects == "number"
            else [
                {
                    "label": option.label,
                    "ticked": solutions and not ordered and option.value in answer,
                }
                for option in question.choices
            ]
        ),
        "select": question.selects,
        "answer": [labels.get(a, a) for a in question.answer] if solutions else [],
        "reason": sentence(question.reason) if solutions else "",
        "rule": (
            {"title": question.rule.title, "text": question.rule.text(question.game)}
            if solutions and question.rule
            else None
        ),
        "href": href,
        "qr": qr,
    }


def _page(
    title: str,
    about: str,
    items: list[dict[str, Any]],
    solutions: bool,
    other: str,
    base_url: str,
    origin: str,
    answers: list[dict[str, Any]],
) -> str:
    return render(
        "print.html",
        base_url,
        title=title,
        about=_plain(about),
        items=items,
        solutions=solutions,
        other=other,
        origin=origin,
        answers=answers,
    )


def _plain(text: str) -> str:
    """A lesson's hook without its markup: cards as signs, terms as words."""
    import re

    from cardlab.web.drawing.svg import card_sign

    return re.sub(r"\[([A2-9TJQK][SHDC])\]", lambda m: card_sign(m[1]), text).replace("*", "")
