"""The question at the top of a laboratory: which one is asked, and whether its answer is shown.

Knows the questions (`cardlab.labs.puzzles`) and what is set in a laboratory.  Knows no widget.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from cardlab.engine.catalogue import game_class
from cardlab.engine.words import listed
from cardlab.labs.puzzles import Puzzle, puzzle, puzzles
from cardlab.web.pages.labs.base import Lab
from cardlab.web.pages.labs.blocks import Block
from cardlab.web.pages.labs.controls import ButtonControl, ChoiceControl

__all__ = ["Puzzling", "asked_by"]


def asked_by(lab_id: str, settings: Mapping[str, Any]) -> Puzzle | None:
    """The question that an address of this laboratory asks, None where it asks none of them."""
    return next((one for one in puzzles(lab_id) if one.id == settings.get("puzzle")), None)


class Puzzling:
    """The questions of one laboratory.

    asked: the question at the top, None where the laboratory has none about its game; chosen: whether somebody
    has asked it, so that it belongs into the address; shown: whether its answer is there.
    """

    def __init__(self, lab: Lab) -> None:
        self.every = puzzles(lab.id)
        self.turn_to(lab)

    def turn_to(self, lab: Lab) -> None:
        """Ask about the game of this laboratory, or nothing where no question is about it."""
        about = (one for one in self.every if one.game == lab.game.id)
        self.asked: Puzzle | None = next(about, None)
        self.chosen = self.shown = False

    def ask(self, id: str) -> Puzzle:
        """Ask another one.  Raises ValueError for one of another laboratory."""
        one = puzzle(id)
        if one not in self.every:
            raise ValueError("That question belongs to another laboratory.")
        self.asked, self.chosen, self.shown = one, True, False
        return one

    def notice(self, lab: Lab, name: str, value: Any) -> None:
        """Something was set: the answer is shown once it was the move that shows it, and stays
        while that setting does."""
        if self.asked is None:
            return
        here = lab.game.id == self.asked.game
        now = moved(self.asked, lab, name, value) if here else False
        if now is not None:
            self.shown = now
            self.chosen = self.chosen or now

    def block(self, lab: Lab) -> list[Block]:
        """The question, with what to do or with its answer; where none is about the game, why and
        what can be done with it."""
        one = self.asked
        if one is None:
            return self._unasked(lab) if self.every else []
        said = answer_of(one) if self.shown else one.do
        more = {"id": "puzzle", "title": one.question, "span": "full", "tone": "puzzle"}
        return [{"kind": "text", "paragraphs": [said], **more}]

    def _unasked(self, lab: Lab) -> list[Block]:
        title = lab.game.title
        about = listed(dict.fromkeys(game_class(one.game).title for one in self.every))
        said = f"Here the questions with an answer are about {about}, none about {title}."
        instead = lab.nothing_to_set() or f"With {title} you can {lab.offers}."
        more = {"id": "puzzle", "title": f"Your own question about {title}", "span": "full"}
        if lab.nothing_to_set():
            more["title"] = f"No question about {title}"
            said = f"{said} Choose another game, or one of these questions."
            return [{"kind": "text", "paragraphs": [instead, said], "tone": "puzzle", **more}]
        return [{"kind": "text", "paragraphs": [f"{said} {instead}"], "tone": "puzzle", **more}]

    def in_order(
        self, lab: Lab, blocks: list[Block], controls: list[dict[str, Any]]
    ) -> list[Block]:
        """The blocks of a page: the one with the control that the question names comes first, so
        that it is in sight together with the question."""
        if self.asked is None or self.asked.game != lab.game.id:
            return blocks
        places = {control["name"]: control.get("place") for control in controls}
        place = places.get(self.asked.move[0])
        named = [block | {"asked": True} for block in blocks if place and block.get("id") == place]
        return [*named, *(block for block in blocks if not place or block.get("id") != place)]

    def controls(self, lab: Lab, back: bool) -> list[dict[str, Any]]:
        """What can be done about it; back: whether something was there before."""
        if not self.every:
            return []
        buttons = [] if self.shown or self.asked is None else [("puzzle-show", "Show me")]
        buttons += [("puzzle-back", "Back to what was here")] if back else []
        return [
            *(
                ButtonControl(label, lambda lab: None, name=name, place="puzzle").data(lab)
                for name, label in buttons
            ),
            ChoiceControl[str](
                "Another question",
                [
                    ("", "choose …"),
                    *((p.id, _named(p, lab)) for p in self.every if p is not self.asked),
                ],
                name="puzzle",
                place="puzzle",
                get=lambda lab: "",
            ).data(lab),
        ]


def _named(one: Puzzle, lab: Lab) -> str:
    """A question in a list; one about another game with the game in front."""
    if one.game == lab.game.id:
        return one.question
    return f"{game_class(one.game).title}: {one.question}"


@cache
def answer_of(one: Puzzle) -> str:
    """The answer, which is worked out once."""
    return one.answer()


def moved(one: Puzzle, lab: Lab, name: str, value: Any) -> bool | None:
    """Whether a question's setting is now what it asks for; None where this says nothing of it."""
    wanted, to = one.move
    now = lab.query().get(wanted)
    if now is not None:
        return sorted(now.split(",")) == sorted(str(to).split(","))
    return str(value) == str(to) if name == wanted else None
