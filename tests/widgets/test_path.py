"""The way to a game, drawn in a notebook: as HTML, and as a widget in which the pace can be changed."""

from __future__ import annotations

import cardlab
from cardlab import pages
from cardlab.lessons.progress import Event, Progress
from cardlab.web.widgets.path import path_data


def test_a_way_draws_itself_and_leads_nowhere_without_a_server() -> None:
    way = cardlab.path("kaiser", known=("snap", "scotch-whist"))
    drawn = way._repr_html_()
    assert drawn.count('class="stop ') == len(way) + 1 and "<script" not in drawn
    assert "Your way to Kaiser" in drawn and "href" not in drawn and "data-new" not in drawn
    for step in way:
        assert f"{step.minutes} min" in drawn


def test_the_widget_finds_the_way_anew() -> None:
    widget = pages.path("kaiser", known="whist")
    assert widget.new == 2 and widget.html.count("data-new") == 3
    steps = len(widget.way)
    widget.new = 1
    assert len(widget.way) > steps and 'data-new="1" aria-pressed="true"' in widget.html
    assert widget.way.wish.known == ("whist",)
    widget.new = 3
    assert widget.way.wish.at_most == 1, "what nobody can press changes nothing"
    html, text = widget.still()
    assert "Your way to Kaiser" in html and text == str(widget.way)


def test_stops_say_how_far_somebody_is() -> None:
    way = cardlab.path("kaiser", known="scotch-whist")
    first = way[0]
    events = [Event(1.0, "lesson-done", concept=id) for id in first.lessons]
    data = path_data(way, Progress(events), "/")
    assert [stop["word"] for stop in data["stops"]] == [
        "done",
        "next",
        *["later"] * (len(way) - 3),
        "goal",
    ]
    assert data["stops"][1]["say"].startswith(f"Step 2 of {len(way)}, drill, ")
    assert data["left"].startswith(f"1 of {len(way)} steps · ")
    assert all(stop["href"] for stop in data["stops"]), "a later step is never locked"
