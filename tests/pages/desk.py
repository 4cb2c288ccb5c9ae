"""A lesson as a visitor has it, without the server: the real driver in this process, the real
widget in a page of Chromium at two widths, and nothing between them that could wait.

Answers are given by clicks in the page; its commands reach the driver as the kernel would hand them
over. `measure.js` then says what is wrong with the screen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

from cardlab.lessons.walk import Scene, Walk
from cardlab.web.pages.learner_log import MemoryLog
from cardlab.web.pages.learning import learn
from cardlab.web.widgets.assets import lesson_script, lesson_style
from tests.widgets.harness import page as page_with

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8").rstrip(";\n")
SIZES = {"1280": {"width": 1280, "height": 800}, "390": {"width": 390, "height": 844}}
MOST_ROUNDS = 120
"""More than any lesson has positions and moves."""
CLICK = """values => {
  const root = document.querySelector(".cl-lesson");
  for (const value of values) {
    const place = [...root.querySelectorAll("[data-move]")].find(e => e.dataset.move === value);
    if (!place) return "there is no place to choose " + value;
    if (place.getAttribute("aria-disabled") === "true") return value + " cannot be tapped";
    place.click();
  }
  return "";
}"""
TYPE = """value => {
  const field = document.querySelector("[data-number]");
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
  return field.scrollWidth > field.clientWidth + 1 ? "the number is cut" : "";
}"""
CHECK = """() => {
  const button = document.querySelector("[data-key=primary]");
  if (button?.dataset.do !== "check") return "there is no button to check";
  button.click();
  return "";
}"""
COMMANDS = """() => window.cl.sent.splice(0).filter(s => s.trait === "command").map(s => s.value)"""
LOOK = f"""([text, fresh]) => {{
  window.cl.sent.length = 0;
  if (text) window.cl.show(JSON.parse(text));
  return ({MEASURE})(fresh);
}}"""


class Desk:
    """One lesson on two screens."""

    def __init__(self, browser: Any, theme: str = "light") -> None:
        self.faults: list[str] = []
        self.small: dict[str, float] = {}
        """The places where the table had to get smaller to fit, and its scale there."""
        self.screens = 0
        self.pages = {}
        self._base = patch.dict("os.environ", CARDLAB_BASE="/")
        self._base.start()
        for size, viewport in SIZES.items():
            page = browser.new_context(viewport=viewport, reduced_motion="reduce").new_page()
            page.on("pageerror", lambda error: self.faults.append(f"the page says {error}"))
            self.pages[size] = page
        self._theme = theme
        self._drawn = False

    def close(self) -> None:
        self._base.stop()
        for page in self.pages.values():
            page.context.close()

    def open(self, concept: str) -> Walk:
        self.concept = concept
        self.widget = learn(concept, log=MemoryLog())
        walk = self.widget.page.driver
        assert isinstance(walk, Walk)
        self.walk = walk
        if not self._drawn:
            for page in self.pages.values():
                page.set_content(self._html())
                page.wait_for_selector("[data-ready]")
            self._drawn = True
        return walk

    @property
    def _chrome(self) -> dict[str, Any]:
        return {**self.widget.chrome, "page": True}

    def _html(self) -> str:
        traits = {"snapshot": self.widget.snapshot, "chrome": self._chrome, "heard": 0}
        made = page_with(traits, self._theme, "renderLesson", lesson_script(), lesson_style())
        page_style = (Path(__file__).parents[2] / "cardlab/web/pages/static/page.css").read_text(
            encoding="utf-8"
        )
        room = "main { max-width: none !important; padding: 0 !important; }"
        return made.replace("</head>", f"<style>{page_style}{room}</style></head>")

    def command(self, name: str, **data: Any) -> None:
        n = int(self.widget.command.get("n", 0)) + 1
        self.widget.command = {"n": n, "name": name, "data": data}
        if self.widget.error:
            self.faults.append(f"{self.where}: {self.widget.error}")

    def answer(self, values: tuple[str, ...]) -> None:
        """Give an answer by clicks in the wide page, and on every second screen in the narrow
        one."""
        question = self._scene.question
        page = self.pages["390" if self.screens % 4 < 2 else "1280"]
        if question.selects == "order":
            self.command("check", values=list(values))
            return
        typed = question.selects == "number" and not question.numbers
        chosen = [] if typed else self._to_tap(values)
        trouble = page.evaluate(TYPE, values[0]) if typed else page.evaluate(CLICK, chosen)
        if not trouble and (typed or question.selects == "many"):
            trouble = page.evaluate(CHECK)
        if trouble:
            self.faults.append(f"{self.where}: {trouble}")
        for sent in page.evaluate(COMMANDS):
            self.widget.command = sent
        if trouble:
            self.command("check", values=list(values))

    def _to_tap(self, values: tuple[str, ...]) -> list[str]:
        """What has to be tapped so that just these are chosen."""
        if self._scene.question.selects != "many":
            return list(values)
        given = self.widget.snapshot["question"]["given"]
        values = tuple(dict.fromkeys(values))
        return [v for v in given if v not in values] + [v for v in values if v not in given]

    @property
    def _scene(self) -> Scene:
        scene = self.walk.scene
        assert scene is not None
        return scene

    @property
    def where(self) -> str:
        scene = self.walk.scene
        place = scene.id if scene is not None else self.walk.step
        if self.walk.step in ("watch", "complete") and scene is None:
            place += f"@{self.widget.snapshot['line']['at']}"
        ask = f" {scene.question.ask} {scene.question.game.id}" if scene is not None else ""
        return f"{self.concept} {place}{ask}"

    def look(self, what: str, *, fresh: bool = False) -> None:
        """Draw what the driver shows now, and measure both screens."""
        self.screens += 1
        heard = int(self.widget.command.get("n", 0))
        now = {"snapshot": self.widget.snapshot, "chrome": self._chrome, "heard": heard}
        for size, page in self.pages.items():
            told = page.evaluate(LOOK, [json.dumps(now), fresh])
            self.faults += [f"{self.where} ({what}) {size}: {fault}" for fault in told["wrong"]]
            if told["zoom"] < 1:
                self.small[f"{self.where} ({what}) {size}"] = told["zoom"]

    def walk_through(self, concept: str) -> None:
        """All steps, with every wrong answer once and then the right one."""
        self.open(concept)
        for _ in range(MOST_ROUNDS):
            if self.walk.ended:
                self.look("end")
                return
            shown = self.walk.snapshot
            open_question = shown["question"] and not shown["can"]["next"]
            if open_question and not shown["can"]["forward"]:
                self.look("asked", fresh=True)
                self._answer_all_ways()
            else:
                self.look("shown")
            self.command("next")
        self.faults.append(f"{concept}: does not come to its end")

    def _answer_all_ways(self) -> None:
        right = tuple(self._scene.question.right_answer)
        if self.walk.step != "predict":
            for wrong in wrong_answers(self._scene.question):
                self.answer(wrong)
                self.look(f"wrong {' '.join(wrong)[:40]}")
        self.answer(right)
        self.look("right")
        if not self.walk.snapshot["can"]["next"]:
            self.faults.append(f"{self.where}: the right answer leads nowhere")
            self.command("skip")


def wrong_answers(question: Any) -> Iterator[tuple[str, ...]]:
    """Every choice that is not right, once; of many cards also too few, of a row its reverse."""
    answer = tuple(question.answer)
    if question.selects == "order":
        if not question.agrees(answer[::-1]):
            yield answer[::-1]
    elif question.selects == "number":
        offered = [n for n in question.numbers if n not in answer]
        for value in offered or [str(int(answer[0]) + 2)]:
            yield (value,)
    else:
        for choice in question.choices:
            if not question.agrees((choice.value,)):
                yield (choice.value,)
