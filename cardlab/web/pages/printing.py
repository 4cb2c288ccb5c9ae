"""The teacher's sheet: a lesson or an exercise on paper, with or without the answers.

Made by the server without a kernel. Knows questions and pictures; the words of answers and reasons
are the engine's.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from typing import Any
from urllib.parse import quote, urlencode

from cardlab.engine.table import table
from cardlab.engine.words import sentence
from cardlab.web.pages.query import shown
from cardlab.web.widgets.lesson import unanswered

__all__ = ["NoSheet", "print_page"]

MOST_ITEMS = 24


class NoSheet(ValueError):
    """There is nothing to print under this address; the text says why."""


def print_page(asked: Mapping[str, str], base_url: str = "/", origin: str = "") -> str:
    """The sheet as HTML.  asked: ``lesson`` or ``exercise``, and ``solutions`` (0 or 1); origin:
    scheme and host for links."""
    from cardlab import lessons
    from cardlab.lessons.exercises import exercise_at
    from cardlab.lessons.gaps import written_questions

    solutions = asked.get("solutions", "0") == "1"
    if asked.get("exercise"):
        address = asked["exercise"]
        try:
            item = exercise_at(address)
        except (KeyError, ValueError) as said:
            raise NoSheet(
                f"There is no exercise “{shown(address, 80)}”: {str(said).rstrip('.')}."
            ) from None
        items = [
            _item(
                item.question,
                f"{base_url}exercise?{urlencode({'address': address})}",
                solutions,
                kind=item.kind,
            )
        ]
        # the rule's name in the title would be half of the answer
        title, about, query = str(item.question.game.title), "", {"exercise": address}
    elif asked.get("lesson"):
        name = lessons.taught().get(asked["lesson"], asked["lesson"])
        if name not in lessons.taught():
            raise NoSheet(f"There is no lesson “{shown(name)}”.")
        lesson = lessons.lesson(name)
        link = f"{base_url}lesson?concept={quote(name)}"
        written = list(zip(written_questions(lesson), _scenes(lesson), strict=True))[:MOST_ITEMS]
        items = [_item(question, link, solutions, scene) for question, scene in written]
        title, about, query = str(lesson.title), str(lesson.hook), {"lesson": name}
    else:
        raise NoSheet("This address names neither a lesson nor an exercise.")
    return _page(title, about, items, solutions, query, base_url, origin)


def _scenes(lesson: Any) -> list[str]:
    """What the lesson says above each of its questions, in their order: without it a question
    can stand in the air."""
    from cardlab.lessons.gaps import written_questions
    from cardlab.lessons.text import pieces, plain

    written = [
        lesson.predict.text,
        *(i.note for i in (*lesson.choose.items, *lesson.say_why.items)),
    ]
    return [
        plain(pieces(text, {}, question.game, lesson.concept)) if text else ""
        for text, question in zip(written, written_questions(lesson), strict=True)
    ]


def _item(
    question: Any, href: str, solutions: bool, scene: str = "", kind: str = ""
) -> dict[str, Any]:
    """One question as the template prints it."""
    from cardlab.web.drawing.svg import card_sign, table_svg

    seen = table(question.state, question.viewer).to_dict()
    bare = unanswered(seen, quiet=True, ask=question.ask, kind=kind)
    names = [seat["name"] for seat in seen["seats"]]
    answer = set(question.answer)
    labels = {option.value: option.label for option in question.choices}
    ordered = question.selects in ("order", "number")
    return {
        "picture": table_svg({**bare, "prompt": "", "choices": [], "lines": []}),
        "text": question.prompt,
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
    }


def _page(
    title: str,
    about: str,
    items: list[dict[str, Any]],
    solutions: bool,
    query: Mapping[str, str],
    base_url: str,
    origin: str,
) -> str:
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(files("cardlab.web.pages").joinpath("templates"))),
        autoescape=True,
    )
    other = f"{base_url}print?{urlencode({**query, 'solutions': '0' if solutions else '1'})}"
    return environment.get_template("cardlab-print.html").render(
        base_url=base_url,
        title=title,
        about=_plain(about),
        items=items,
        solutions=solutions,
        other=other,
        origin=origin,
    )


def _plain(text: str) -> str:
    """A lesson's hook without its markup: cards as signs, terms as words."""
    import re

    from cardlab.web.drawing.svg import card_sign

    return re.sub(r"\[([A2-9TJQK][SHDC])\]", lambda m: card_sign(m[1]), text).replace("*", "")
