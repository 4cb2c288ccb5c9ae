"""A lesson as a widget: a snapshot goes to the browser, commands come back.

Knows the traits, what of a table may be sent before the question is answered, and the still picture
for saved notebooks. Does not know lessons, rules or marking: whoever drives the widget observes
``command`` and answers by ``show``.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import traitlets
from markupsafe import Markup

from cardlab.web.drawing.layout import laid_out
from cardlab.web.templates import render
from cardlab.web.widgets.assets import lesson_script, lesson_style
from cardlab.web.widgets.base import LiveWidget, number_of

KEPT = ("move", "label", "verb", "verb_title", "card", "from", "cards", "kind", "at")
"""What a choice may say to somebody who has yet to answer: where it lies, not how it is judged."""
TELLING = {"winning", "won"}
MADE = ("side", "side_name", "title", "because")
"""What a line of the score may say to somebody who has yet to count it."""
SHOWS = ("turn", "contract", "counts", "sums", "groups")
"""What most questions let a table say: `cardlab.lessons.questions.base.Shows` in words."""


def unanswered(
    view: Mapping[str, Any],
    *,
    quiet: bool,
    shows: Collection[str] = SHOWS,
    made: Sequence[Any] = (),
) -> dict[str, Any]:
    """A table without the engine's judgements: the browser is not sent what it must not show.

    quiet: the marks that say who is winning go too, as long as a question waits; shows: what the
    table may say while it does. Whoever is asked for the turn, the melds or a number of cards does
    not see it there; to score a deal one needs the earlier tricks. made: what scored in the deal
    (`cardlab.lessons.questions.base.MadeLine`), without points.

    >>> import cardlab
    >>> seen = cardlab.game("kaiser").match(seed=7).view(1).to_dict()
    >>> [key for key in seen["choices"][0] if key not in unanswered(seen, quiet=True)["choices"][0]]
    ['legal', 'rule', 'rule_title', 'reason', 'instead', 'concepts', 'worth']
    """
    shown = {**view, "ladder": None, "log": []}
    shown["choices"] = [
        {key: choice.get(key) for key in KEPT} for choice in view.get("choices", ())
    ]
    if not quiet:
        return shown
    tricks = view.get("tricks", ()) if "earlier-tricks" in shows else ()
    lines = made if "made" in shows else ()
    shown["tricks"] = [_pointless(trick) for trick in tricks]
    shown["lines"] = [dict(zip(MADE, line, strict=True)) for line in lines]
    shown["ledger"] = []
    shown["zones"] = [
        _quiet(zone)
        for zone in view.get("zones", ())
        if "groups" in shows or not _sorted_hand(zone, view)
    ]
    if "contract" not in shows:
        shown |= _unpromised(view)
    if "sums" not in shows:
        shown["seats"] = [_unsummed(seat) for seat in shown.get("seats", ())]
        shown["zones"] = [_untold(zone) for zone in shown["zones"]]
    if "turn" not in shows:
        shown |= _turnless(shown)
    if "counts" not in shows:
        shown |= _uncounted(shown)
    return shown


def _unsummed(seat: Mapping[str, Any]) -> dict[str, Any]:
    """A seat without what its cards come to."""
    notes = [note for note in seat.get("notes", ()) if note != seat.get("counted")]
    return {**seat, "notes": notes, "counted": ""}


def _untold(zone: Mapping[str, Any]) -> dict[str, Any]:
    """A zone without what its cards come to: somebody's own cards face up are told no total."""
    if zone["kind"] != "board":
        return dict(zone)
    faces = [
        {**face, "marks": [m for m in face.get("marks", ()) if m != "dead"]}
        for face in zone.get("faces", ())
    ]
    return {**zone, "note": "", "faces": faces}


def _uncounted(view: Mapping[str, Any]) -> dict[str, Any]:
    """The table without its counts of cards: neither words nor backs say how many a seat holds
    or how high a pile is."""
    seats = [{**seat, "cards": 0} for seat in view.get("seats", ())]
    zones = []
    for zone in view.get("zones", ()):
        closed_hand = zone["kind"] == "hand" and not zone["open"]
        high = 1 if zone.get("count") else 0
        zones.append(
            {**zone, "count": 0 if closed_hand else high}
            if closed_hand or zone["layout"] == "pile"
            else zone
        )
    return {"seats": seats, "zones": zones}


def _pointless(trick: Mapping[str, Any]) -> dict[str, Any]:
    """A trick with its winner, and not what it was worth."""
    return {
        "number": trick["number"],
        "cards": trick["cards"],
        "down": trick.get("down", []),
        "winner": trick["winner"],
        "why": "",
        "points": "",
    }


def _sorted_hand(zone: Mapping[str, Any], view: Mapping[str, Any]) -> bool:
    """Whether this is the viewer's hand once more, put in groups."""
    hand = [
        f["card"]
        for z in view["zones"]
        if z["owner"] == view.get("viewer") and z["kind"] == "hand"
        for f in z["faces"]
    ]
    grouped = [face["card"] for group in zone.get("groups") or () for face in group["faces"]]
    return bool(grouped) and zone.get("owner") == view.get("viewer") and set(grouped) <= set(hand)


def _unpromised(view: Mapping[str, Any]) -> dict[str, Any]:
    """The table as the calls left it: who has promised what is read from them, not from a sign
    beside it."""
    return {
        "contract": None,
        "trump": None,
        "subtitle": "",
        "seats": [{**seat, "notes": []} for seat in view.get("seats", ())],
    }


def _turnless(view: Mapping[str, Any]) -> dict[str, Any]:
    """What of a table changes so that nobody is seen to move next: the seats, the prompt, the
    choices of the one who moves."""
    seats = [{**seat, "turn": False} for seat in view.get("seats", ())]
    table: dict[str, Any] = {
        "to_move": None,
        "mine": False,
        "prompt": "",
        "choices": [],
        "seats": seats,
    }
    calls = view.get("calls")
    if calls and not calls["rows"]:
        # the columns of an auction begin with the seat that speaks first
        table["calls"] = {**calls, "seats": sorted(calls["seats"])}
    return table


def _quiet(zone: Mapping[str, Any]) -> dict[str, Any]:
    faces = [
        {**face, "marks": [m for m in face.get("marks", ()) if m not in TELLING]}
        for face in zone.get("faces", ())
    ]
    return {**zone, "faces": faces}


class LessonWidget(LiveWidget):
    """Draws a lesson or an exercise."""

    _esm = lesson_script()
    _css = lesson_style()

    snapshot = traitlets.Dict().tag(sync=True)
    command = traitlets.Dict().tag(sync=True)
    heard = traitlets.Int(0).tag(sync=True)
    """The number of the last command that was answered."""

    def show(
        self,
        snapshot: Mapping[str, Any] | None = None,
        chrome: Mapping[str, Any] | None = None,
        error: str = "",
        link: str | None = None,
    ) -> None:
        """Set what is given in one update, and have it drawn once. The error lasts until the
        next ``show``."""
        drawn = None if snapshot is None else self._drawn(snapshot)
        self.draw(chrome, error, link, snapshot=drawn, heard=number_of(self.command))

    @staticmethod
    def _drawn(snapshot: Mapping[str, Any]) -> dict[str, Any]:
        drawn = dict(snapshot)
        question = drawn.get("question")
        if drawn.get("table"):
            about = question or {}
            # after a first miss the table still keeps the answer back
            waits = question is not None and not question.get("told", question.get("checked"))
            shows = about.get("shows", SHOWS)
            made = about.get("made", ())
            kept = unanswered(drawn["table"], quiet=waits, shows=shows, made=made)
            drawn["table"] = laid_out(kept)
        return drawn

    def still(self) -> tuple[str, str] | None:
        return (still_html(self.snapshot), still_text(self.snapshot)) if self.snapshot else None


def words(pieces: Any) -> str:
    """Pieces of lesson text as plain words.

    >>> words([{"t": "text", "s": "You hold the "}, {"t": "card", "c": "QH"}, {"t": "text", "s": "."}])
    'You hold the Q♥.'
    """
    from cardlab.web.drawing.svg import card_sign

    return "".join(
        card_sign(p["c"]) if p["t"] == "card" else str(p.get("s", "")) for p in pieces or ()
    )


def _still(view: Mapping[str, Any]) -> dict[str, Any]:
    """A table to look at: choices that nobody judged and lines that nobody counted are not part
    of it."""
    return {**view, "choices": [], "lines": []}


def still_text(snapshot: Mapping[str, Any]) -> str:
    """The lesson's step in a few lines of text."""
    question = snapshot.get("question")
    parts = [str(snapshot["lesson"]["title"]), words(snapshot.get("text"))]
    if snapshot.get("table"):
        from cardlab.web.drawing.text import table_text

        parts.append(table_text(_still(snapshot["table"])))
    if question:
        parts += [question["text"], *(f"- {option['label']}" for option in question["options"])]
    return "\n\n".join(part for part in parts if part)


def still_html(snapshot: Mapping[str, Any]) -> str:
    """The lesson's step as a heading, its words and a picture of the table."""
    from cardlab.web.drawing.still_table import table_svg

    table = snapshot.get("table")
    return render(
        "lesson-still.html",
        title=snapshot["lesson"]["title"],
        text=words(snapshot.get("text")),
        question=(snapshot.get("question") or {}).get("text", ""),
        picture=Markup(table_svg(_still(table))) if table else "",
    )
