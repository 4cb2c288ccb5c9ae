"""A learner chooses a way: it is saved, and its next step opens.

Knows the store and the addresses of steps. Knows no page.
"""

from __future__ import annotations

import logging
import time

from cardlab.lessons.journey import next_step
from cardlab.lessons.progress import Event
from cardlab.lessons.three_tables import believed_game
from cardlab.web.addresses import Address, ExerciseAddress, PathAddress, step_address
from cardlab.web.pages.learner_log import progress_of_learner

__all__ = ["choose_way"]

_log = logging.getLogger("cardlab.web.pages")


def choose_way(name: str, chosen: PathAddress) -> Address:
    """Save the way that a learner chose; returns the page of its next step, or of three tables of a
    game that they know, if they want these first.

    What the store cannot save stops nobody: the step opens all the same.
    """
    from cardlab.store import Learners, StoreError

    wish = chosen.way.wish
    learners = Learners()
    try:
        learners.append(name, [Event(time.time(), "goal", address=wish.text)])
    except StoreError as error:
        _log.warning("a way was not saved: %s", error)
    finally:
        learners.close()
    if chosen.tables and (known := believed_game(wish.known)):
        return ExerciseAddress(known=known)
    return step_address(next_step(progress_of_learner(name), wish=wish))
