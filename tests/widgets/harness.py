"""A page that draws one fixture without a kernel: the widget's own script and style, and a model
that only remembers.

``window.cl.sent`` lists what the widget sent; ``window.cl.show({...})`` sets traits and bumps the
stamp as Python would.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from cardlab.web.addresses import PACE
from cardlab.web.drawing.layout import laid_out
from cardlab.web.pages.pacing import PACES, times_of
from cardlab.web.widgets.assets import (
    lesson_script,
    lesson_style,
    static_text,
    widget_script,
    widget_style,
)

HEADING = {1280: 80, 390: 72}
"""Pixels between the top of a page and its table, by the width of the window."""
FIXTURES = Path(__file__).parent / "fixtures"
MODEL = """
const traits = FIXTURE, listeners = {}, sent = [];
const tell = name => (listeners["change:" + name] || []).forEach(f => f());
const signal = () => {
  const heard = new Set();
  return { connect: f => heard.add(f), disconnect: f => heard.delete(f), tell: () => heard.forEach(f => f()) };
};
const kernel = {
  status: "idle", connectionStatus: "connected", statusChanged: signal(), connectionStatusChanged: signal(),
};
const connection = status => {
  kernel.connectionStatus = status;
  kernel.connectionStatusChanged.tell();
};
const model = {
  widget_manager: { kernel },
  get: name => traits[name],
  set: (name, value) => {
    traits[name] = value;
    if (name !== "ping") sent.push({ trait: name, value });
    else if (kernel.connectionStatus === "connected") { traits.pong = value; tell("pong"); }
  },
  save_changes: () => {},
  on: (name, f) => { (listeners[name] ||= []).push(f); },
};
const show = more => { Object.assign(traits, more); traits.stamp++; tell("stamp"); };
window.cl = { sent, connection, model, show };
"""


def fixture(name: str) -> dict[str, Any]:
    """The traits of a fixture, as the widget sends them."""
    loaded: dict[str, Any] = json.loads((FIXTURES / f"{name}.json").read_text(encoding="utf-8"))
    usual = {"paces": [list(pace) for pace in PACES], "times": times_of(PACE).milliseconds()}
    return {
        **loaded,
        "view": laid_out(loaded["view"]),
        "chrome": {**usual, **loaded.get("chrome", {})},
    }


def fixture_names() -> list[str]:
    return sorted(p.stem for p in FIXTURES.glob("*.json"))


def lesson_page(snapshot: dict[str, Any], theme: str = "light", **traits: Any) -> str:
    """A page with a lesson instead of a table."""
    chrome = {"page": True, "map": "/map", "lesson": "/lesson?concept=", "eyebrow": "Trick-taking"}
    if snapshot.get("table"):
        snapshot = {**snapshot, "table": laid_out(snapshot["table"])}
    empty = {"snapshot": snapshot, "chrome": chrome, "heard": 0}
    return page({**empty, **traits}, theme, "renderLesson", lesson_script(), lesson_style())


def page(
    traits: dict[str, Any],
    theme: str = "light",
    name: str = "render",
    module: str | None = None,
    style: str | None = None,
    heading: int | None = None,
) -> str:
    """The whole page as HTML.  heading: pixels above the table, where it is drawn as on a page of
    cardlab."""
    module, style = module or widget_script(), style or widget_style()
    if "zones" in traits.get("view", {}):
        traits = {**traits, "view": laid_out(traits["view"])}
    empty: dict[str, Any] = {"bubble": {}, "chrome": {}, "pick": {}, "command": {}}
    empty |= {"stamp": 1, "link": "", "error": "", "ping": 0, "pong": 0}
    data = json.dumps({**empty, **traits}, ensure_ascii=False).replace("</", "<\\/")
    start = f"{name}({{ model, el: document.getElementById('here') }});"
    script = re.sub(r"export default \{ render.*\};\s*$", lambda _: start, module)
    room = "main { max-width: 90rem; margin: 0 auto; padding: 1.5rem; }"
    room += "@media (max-width: 700px) { main { padding: .75rem .5rem; } }"
    if heading is not None:
        room += f"main {{ padding-top: {heading}px !important; }}"
    place = "" if heading is None else ' id="content"'
    return (
        f'<!doctype html><html lang="en" data-theme="{theme}"><head><meta'
        ' charset="utf-8"><title>Table</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{static_text('tokens.css')}</style><style>{style}</style><style>{room}</style></head><body><main{place}>"
        '<h1 style="position:absolute;clip-path:inset(50%)">Table</h1><div id="here"></div></main>'
        f'<script type="module">{MODEL.replace("FIXTURE", data)}\n{script}</script></body></html>'
    )
