"""What a lower module offers and a higher one carries out: a match from a game, a picture of a state.

Knows names and who has promised to answer them. Knows nothing of what is done: a game can begin a
match without knowing the module of matches, and a state can draw itself without knowing how.

>>> greet = Hook("greet")
>>> @greet.provide
... def _(name):
...     return f"Good evening, {name}."
>>> greet("Ann")
'Good evening, Ann.'
>>> Hook("nobody")()
Traceback (most recent call last):
RuntimeError: nothing carries out 'nobody' yet; import cardlab, not only a part of it
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

Carries = TypeVar("Carries", bound=Callable[..., Any])


class Hook:
    """A function by name that another module provides."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._carries_out: Callable[..., Any] | None = None

    def provide(self, function: Carries) -> Carries:
        """Let this function carry out the hook; to be used as a decorator."""
        self._carries_out = function
        return function

    def __call__(self, *given: Any, **named: Any) -> Any:
        if self._carries_out is None:
            raise RuntimeError(
                f"nothing carries out {self.name!r} yet; import cardlab, not only a part of it"
            )
        return self._carries_out(*given, **named)


new_match = Hook("new_match")
"""``(game, seed, players) -> Match``"""
replay_record = Hook("replay_record")
"""``(record) -> Match``"""
read_position = Hook("read_position")
"""``(position in a line) -> state``; ValueError, with a sentence, for what is none."""
draw_text = Hook("draw_text")
"""``(view as a dictionary) -> str``"""
draw_svg = Hook("draw_svg")
"""``(view as a dictionary) -> str``"""
draw_path = Hook("draw_path")
"""``(learning path) -> str``, as HTML"""
call_says = Hook("call_says")
"""``(table, move, number of calls before it) -> str``: what a call tells those who hear it; "" where
the game has no such language"""
