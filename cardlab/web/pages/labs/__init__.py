"""The pages of the laboratories: `lab("orders", "kaiser")` in a notebook.

Importing this is light; a laboratory is loaded when its page is opened.
"""

from __future__ import annotations

from typing import Any

from cardlab.web.pages.labs.which import LABS, lab_class

__all__ = ["LABS", "lab", "lab_class"]


def lab(id: str, game_id: str = "kaiser", **words: Any) -> Any:
    """A laboratory as a widget; the address of the page may choose another game and other settings.

    words: what to set at first, by the names of the controls: `lab("orders", "cardigan",
    contract="R")`.
    """
    from cardlab.web.addresses import LabAddress, page_query
    from cardlab.web.pages.labs.page import LabPage
    from cardlab.web.pages.labs.puzzling import asked_by
    from cardlab.web.widgets import LabWidget

    kind = lab_class(id)
    address = LabAddress.read(id, page_query())
    question = asked_by(id, address.settings)
    named = address.game or (question.game if question else game_id)
    if question or named != game_id:
        # what the notebook sets was meant for its own game and its first question
        game_id, words = named, {}
    widget = LabWidget()
    # The page lives as long as its widget does.
    widget.page = LabPage(kind, game_id, widget, {**words, **address.settings})
    if address.problems:
        widget.page.show(" ".join(address.problems))
    return widget
