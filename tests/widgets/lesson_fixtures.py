"""Snapshots of a lesson as a driver would send them, made from real positions and the engine's
own answers."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import cardlab
from cardlab.engine.table import table
from cardlab.lessons.questions import Question, make_question
from cardlab.web.pages.practice import RUNGS, Practice, text_piece
from cardlab.web.widgets.lesson import LessonWidget

STEPS = ("predict", "watch", "complete", "choose", "say-why", "play", "return")
TITLES = ("Predict", "Watch", "Complete", "Choose", "Say why", "Play", "Come back")


def steps(now: str) -> list[dict[str, str]]:
    at = STEPS.index(now)
    states = ["done"] * at + ["now"] + ["todo"] * (6 - at)
    return [
        {"id": i, "title": t, "state": s} for i, t, s in zip(STEPS, TITLES, states, strict=True)
    ]


def position(game_id: str = "kaiser") -> tuple[Any, Any]:
    """Clubs are led; two of the hand follow."""
    game = cardlab.game(game_id)
    hand = ["QS", "9S", "AH", "TH", "8D", "JC", "9C"]
    state = game.state(
        hands={0: hand}, trick=[(1, "TC"), (2, "KC"), (3, "QH")], trump="D", to_move=0
    )
    return game, state


def question(ask: str, **more: Any) -> Question:
    game, state = position()
    return make_question(game, state, 0, ask, **more)


def snapshot(
    step: str,
    asked: Question | None = None,
    given: tuple[str, ...] = (),
    checked: bool = False,
    tries: int = 1,
    **more: Any,
) -> dict[str, Any]:
    """One step, drawn as the widget would get it.  tries: how often the answer was given."""
    if asked is None:
        _, state = position()
        made: dict[str, Any] = {"question": None, "feedback": None, "hints": []}
    else:
        item = SimpleNamespace(
            question=asked, seed=1, kind="pick", address="pick?seed=1", game_id="kaiser"
        )
        practice = Practice(lambda seed: item, 1, "Following suit")
        practice.give(given)
        for number in range(tries if checked else 0):
            if number:
                practice.try_again()
                practice.give(given)
            practice.check()
        state, made = asked.state, practice.snapshot()
        made = {key: made[key] for key in ("question", "feedback", "hints")}
    base: dict[str, Any] = {
        "lesson": {
            "id": "follow-suit",
            "title": "Following suit",
            "hook": "You hold an ace. Can you play it?",
            "minutes": 4,
        },
        "steps": steps(step),
        "step": step,
        "text": [],
        "table": table(state, 0).to_dict(),
        "line": None,
        "item": {"number": 3, "of": 5},
        "bet": None,
        "play": None,
        "done": False,
        "can": {
            "check": not checked,
            "next": checked,
            "back": True,
            "hint": not checked,
            "forward": False,
        },
    }
    whole = {**base, **made, **more}
    return LessonWidget._drawn(whole)


def with_hints(shown: dict[str, Any], opened: int, asked: Question) -> dict[str, Any]:
    hints = [
        {"title": title, "pieces": text_piece(text) if i < opened else None, "open": i < opened}
        for i, (title, text) in enumerate(zip(RUNGS, asked.hints, strict=True))
    ]
    return {**shown, "hints": hints}


def fixtures() -> dict[str, dict[str, Any]]:
    """One for each kind of step."""
    text = [
        {"t": "text", "s": "Clubs were led. You hold the "},
        {"t": "card", "c": "AH"},
        {"t": "text", "s": ", and "},
    ]
    text += [{"t": "term", "s": "diamonds", "concept": "trump"}, {"t": "text", "s": " are trumps."}]
    pick, count, why = (
        question("pick-moves"),
        question("how-many-open"),
        question("which-rule", move="AH"),
    )
    who = question("who-wins")
    order = question("order-cards", cards=("9C", "8D", "TC", "AH", "KC"))
    verdict = pick.game.verdict(pick.state, "AH")
    tried = {
        "move": "AH",
        "card": "AH",
        "reason": verdict.reason,
        "rule": str(verdict.rule),
        "rule_title": verdict.rule.title,
    }
    note = [{"t": "text", "s": "You try the ace of another suit. The table answers."}]
    play = {"game": "kaiser", "title": "Kaiser", "options": {}, "href": "/x"}
    done = {
        "done": True,
        "table": None,
        "text": [{"t": "text", "s": "It comes back tomorrow, in another game."}],
    }
    made = {
        "predict": snapshot("predict", count, text=text, item=None),
        "watch": snapshot(
            "watch",
            text=text,
            item=None,
            bet={"given": ["4"], "answer": ["2"]},
            line={"at": 4, "length": 12, "note": note, "tried": tried},
            can={"forward": True, "back": True, "next": False},
        ),
        "complete": snapshot(
            "complete", pick, line={"at": 7, "length": 16, "note": [], "tried": None}, item=None
        ),
        "choose": with_hints(snapshot("choose", pick, ("AH", "JC"), text=text), 2, pick),
        "choose-refused": snapshot("choose", pick, ("AH", "JC"), True, tries=2, text=text),
        "choose-right": snapshot("choose", pick, ("9C", "JC"), True),
        "say-why": snapshot("say-why", why, text=text),
        "order": snapshot("return", order),
        "who-wins": snapshot("return", who),
        "play": snapshot("play", text=text, table=None, item=None, play=play, can={"next": True}),
        "done": snapshot("return", item=None, **done),
    }
    return made
