"""A laboratory with one block of every kind, as plain data."""

from __future__ import annotations

from typing import Any

from cardlab.engine.scoring import Formula

from .harness import page

RULE = {
    "id": "trump-beats",
    "title": "Trumps beat the rest",
    "text": "A trump beats every card of another suit.",
}


def everything(**more: Any) -> dict[str, Any]:
    formula = Formula("30*l*m", l="level of the contract", m="2 if doubled, else 1")
    controls = [
        {
            "name": "game",
            "label": "Game",
            "kind": "choice",
            "value": "kaiser",
            "choices": [["kaiser", "Kaiser"], ["nap", "Nap"]],
        },
        {
            "name": "tricks",
            "label": "Our tricks",
            "kind": "number",
            "value": 6,
            "low": 0,
            "high": 13,
            "place": "side",
        },
        {
            "name": "doubled",
            "label": "Doubled",
            "kind": "switch",
            "value": True,
            "place": "side",
            "group": "Contract",
        },
        {
            "name": "when",
            "label": "When",
            "kind": "text",
            "value": "t >= 9",
            "place": "side",
            "group": "Contract",
            "why": "There is no field “t >= 9”; the fields are tricks and level.",
        },
        {"name": "paste", "label": "A position", "kind": "area", "value": "", "place": "cards"},
        {
            "name": "again",
            "label": "Another position",
            "kind": "button",
            "value": None,
            "place": "cards",
            "main": True,
        },
    ]
    blocks: list[dict[str, Any]] = [
        {"kind": "text", "paragraphs": ["The jack, J♥, is the highest trump."], "tone": "note"},
        {"kind": "text", "paragraphs": ["Five aces: the pack has four."], "tone": "refusal"},
        {
            "kind": "ladders",
            "id": "ladder",
            "title": "Side by side",
            "span": "main",
            "legend": [["up", "moves up"], ["same", "stays"], ["gone", "stops being a trump"]],
            "left": {
                "title": "Hearts",
                "aside": "4 rungs",
                "rungs": [["JH"], ["JD"], ["JC", "JS"], ["AH"]],
            },
            "right": {
                "title": "Red",
                "aside": "2 rungs",
                "rungs": [["JH", "JD"], ["JC", "JS"]],
                "notes": {0: "J♦ joins"},
                "gone": {"title": "No longer trumps", "cards": ["AH"], "text": "It is plain."},
            },
            "links": [[0, 0, "same"], [1, 0, "up"], [2, 1, "same"], [3, -1, "gone"]],
        },
        {
            "kind": "diagram",
            "id": "hasse",
            "title": "As a diagram",
            "span": "side",
            "width": 10,
            "height": 8,
            "picked": ["JH"],
            "nodes": [
                {"id": "1", "cards": ["JH", "JD"], "x": 5, "y": 1},
                {"id": "2", "cards": ["JC", "JS"], "x": 5, "y": 3},
                {"id": "3", "cards": ["KH"], "x": 3, "y": 6},
                {"id": "4", "label": "Kaiser", "x": 7, "y": 6},
            ],
            "edges": [["1", "2", "solid"], ["2", "3", "solid"], ["2", "4", "dashed"]],
        },
        {
            "kind": "verdict",
            "cards": ["TD", "JS"],
            "text": "10♦ loses to J♠.",
            "rule": RULE,
            "span": "half",
        },
        {
            "kind": "cards",
            "id": "cards",
            "title": "What is open",
            "span": "half",
            "groups": [
                {
                    "label": "Before",
                    "cards": [
                        {"code": "QH", "state": "open"},
                        {"code": "2S", "state": "closed", "note": "must follow"},
                    ],
                },
                {
                    "label": "After",
                    "cards": [
                        {"code": "QH", "state": "open", "picked": True},
                        {"code": "JK", "state": "open"},
                    ],
                },
            ],
        },
        {
            "kind": "table",
            "title": "What is new",
            "columns": [{"label": "Game"}, {"label": "New", "align": "right"}],
            "rows": [
                ["Kaiser", 4],
                [{"text": "Malilla", "href": "/lesson?concept=trump", "mark": "new"}, {"text": -3}],
            ],
            "span": "half",
        },
        {
            "kind": "heat",
            "id": "heat",
            "title": "The whole table",
            "rows": ["3♠", "4♠"],
            "columns": ["9", "10", "11"],
            "values": [[140, 170, 200], [-50, 420, None]],
            "picked": [1, 1],
            "row_title": "contract",
            "column_title": "tricks",
            "span": "half",
        },
        {
            "kind": "plot",
            "title": "Points by tricks",
            "x": {"title": "tricks"},
            "y": {"title": "points"},
            "mark": 10,
            "series": [
                {"name": "Undoubled", "style": "line", "points": [[8, -100], [9, -50], [10, 420]]},
                {"name": "Doubled", "style": "steps", "points": [[8, -300], [9, -100], [10, 590]]},
            ],
            "span": "half",
        },
        {
            "kind": "plot",
            "title": "How suits split",
            "x": {"title": "split", "ticks": [[0, "3-2"], [1, "4-1"]]},
            "y": {"title": "%"},
            "series": [
                {"name": "Exact", "style": "bars", "points": [[0, 67.8], [1, 28.3]]},
                {
                    "name": "Simulated",
                    "style": "points",
                    "points": [[0, 67.1], [1, 28.9]],
                    "error": [1, 1],
                },
            ],
            "span": "half",
        },
        {
            "kind": "lines",
            "title": "Where every point came from",
            "total": [["We", "+240"]],
            "lines": [
                {
                    "title": "Contract points",
                    "rule": RULE,
                    "points": 240,
                    "side": "We",
                    "account": "below",
                    "formula": formula.mathml(),
                    "values": formula.mathml({"l": 4, "m": 2}),
                    "legend": [["l", "level"]],
                    "because": "10 tricks reach 4♠",
                }
            ],
        },
        {
            "kind": "rules",
            "title": "The sheet",
            "groups": [
                {
                    "title": "Play",
                    "rules": [
                        {
                            "id": "a",
                            "title": "Follow suit",
                            "text": "Follow if you can.",
                            "mark": "",
                        },
                        {
                            "id": "b",
                            "title": "Head the trick",
                            "text": "Beat the best card.",
                            "mark": "gone",
                        },
                        {
                            "id": "c",
                            "title": "The target",
                            "text": "Play to 40.",
                            "mark": "changed",
                            "was": "Play to 52.",
                        },
                    ],
                }
            ],
        },
        {
            "kind": "picture",
            "svg": "<svg viewBox='0 0 10 4'><rect width='10' height='4' fill='#cfdcd3'/></svg>",
            "label": "A table",
        },
        {"kind": "math", "title": "How it is counted", "rows": [formula.mathml()]},
        {"kind": "links", "links": [["The lesson on trumps", "/lesson?concept=trump"]]},
        {"kind": "code", "text": "import cardlab\ncardlab.game('kaiser')"},
    ]
    view = {
        "id": "all",
        "title": "Everything",
        "lead": "One of each, with Q♥.",
        "controls": controls,
        "blocks": blocks,
    }
    return {**view, "busy": {"text": "Counting", "done": 0.4}, **more}


def lab_page(view: dict[str, Any], theme: str = "light", **traits: Any) -> str:
    """A page with a laboratory, without a kernel."""
    from cardlab.web.widgets.assets import lab_script, lab_style

    found = {"view": view, "chrome": {"page": True}, "act": {}, "heard": 0, **traits}
    return page(found, theme, "renderLab", lab_script(), lab_style())
