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
    from cardlab.web.widgets import LabWidget

    kind = lab_class(id)
    address = LabAddress.read(id, page_query())
    if address.game and address.game != game_id:
        # what the notebook sets was meant for its own game
        game_id, words = address.game, {}
    widget = LabWidget()
    # The page lives as long as its widget does.
    widget.page = LabPage(kind, game_id, widget, {**words, **address.settings})
    if address.problems:
        widget.page.show(" ".join(address.problems))
    return widget
