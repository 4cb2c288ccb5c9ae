"""Bots of other people: found by the name of their class, and watched while they choose.

Knows modules, the clock and what a bot answers.  Knows no game.  A bot that raises, hangs or chooses
what is not open is named in a sentence; no table is changed by it.

A server offers them on its pages (``cardlab serve --bot mybots:Careful``): only the names that it was
started with are ever loaded, whatever an address says.
"""

from __future__ import annotations

import importlib
import os
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import understood
from cardlab.engine.match import Chooser
from cardlab.engine.moves import Move
from cardlab.engine.words import quoted, shown

__all__ = ["BotFailed", "WatchedBot", "WatchedMaker", "class_of", "offer", "offered", "watched"]

OFFERED, FOLDER = "CARDLAB_BOTS", "CARDLAB_BOTS_FOLDER"
"""Variables of the environment: the bots that pages offer, and the folder of their modules."""
PATIENCE = 60.0
"""Seconds after which a bot that has not answered is said to hang."""


class BotFailed(ValueError):
    """A bot raised, hanged, or chose what is not open; the sentence names it."""


def class_of(which: str) -> Callable[[int], Chooser]:
    """Return what makes the bots of a name such as ``"mybots:Careful"`` from a seed.

    Raises ValueError for a module or a class that is not there.
    """
    module, _, name = which.partition(":")
    folder = os.environ.get(FOLDER, "")
    if folder and folder not in sys.path:
        sys.path.append(folder)
    try:
        made = vars(importlib.import_module(module))[name]
    except KeyError:
        raise ValueError(f"the module {module} has no {name}") from None
    except Exception as error:  # the module is a stranger's: it may fail in any way
        raise ValueError(f"the module {module} of the bot cannot be loaded: {error}") from None
    if not callable(made):
        raise ValueError(f"{name} of the module {module} makes no bot: it cannot be called")
    make: Callable[[int], Chooser] = made
    return make


@dataclass(frozen=True)
class WatchedMaker:
    """Makes watched bots from a seed; it travels to other processes if what it was given does.

    make: what makes the bot; name: how the sentences call it; seconds: how long a choice may take.
    """

    make: Callable[[int], Chooser]
    name: str
    seconds: float = PATIENCE

    def __call__(self, seed: int) -> WatchedBot:
        """Return a bot.  Raises BotFailed where the bot cannot be made."""
        try:
            return WatchedBot(self.make(seed), self.name, self.seconds)
        except Exception as error:
            raise BotFailed(f"The bot {self.name} could not be made: {_said(error)}") from error


class WatchedBot:
    """A bot whose faults are sentences.

    seconds: how long a choice may take.  A bot that hangs keeps its thread until the process ends.

    >>> import cardlab
    >>> class Stubborn:
    ...     def choose(self, view):
    ...         return "AS"
    >>> match = cardlab.game("kaiser").match(seed=1)
    >>> WatchedBot(Stubborn(), "mybots:Stubborn").choose(match.seat_view())
    Traceback (most recent call last):
        ...
    cardlab.players.foreign.BotFailed: The bot mybots:Stubborn chose AS as West, which is not \
open: the auction is still on: bid or pass.
    """

    def __init__(self, bot: Chooser, name: str, seconds: float = PATIENCE) -> None:
        self.bot, self.name, self.seconds = bot, name, seconds

    def choose(self, view: Any) -> Move:
        """Return an open move.  Raises BotFailed where the bot has none."""
        seat = view.game.names[view.me]
        answer = self._answer(view, seat)
        chosen = next((move for move in view.legal_moves() if move == answer), None)
        if chosen is None:
            raise BotFailed(
                f"The bot {self.name} chose {_quoted(answer)} as {seat}, which is not open"
                f"{_reason(view, answer)}."
            )
        move: Move = chosen
        return move

    def _answer(self, view: Any, seat: str) -> Any:
        answers: list[Any] = []
        faults: list[Exception] = []

        def think() -> None:
            try:
                answers.append(self.bot.choose(view))
            except Exception as error:
                faults.append(error)

        thread = threading.Thread(target=think, daemon=True, name=f"the bot {self.name}")
        thread.start()
        thread.join(self.seconds)
        if faults:
            raise BotFailed(
                f"The bot {self.name} failed as {seat}: {_said(faults[0])}"
            ) from faults[0]
        if not answers:
            raise BotFailed(
                f"The bot {self.name} thought longer than {self.seconds:g} s as {seat}; it hangs."
            )
        return answers[0]


def _said(error: Exception) -> str:
    text = shown(str(error), 120)
    return f"{type(error).__name__}{': ' * bool(text)}{text}."


def _quoted(answer: Any) -> str:
    return shown(answer) if isinstance(answer, str) else quoted(answer)


def _reason(view: Any, answer: Any) -> str:
    """Why the answer is not open, where it is a move at all."""
    if not isinstance(answer, str):
        return ""
    try:
        return f": {understood(view.game.verdict(view, answer)).reason}"
    except ValueError:
        return ""


def watched(which: str) -> WatchedMaker:
    """Return what makes the watched bots of a name such as ``"mybots:Careful"``.  Raises ValueError
    as `class_of` does."""
    return WatchedMaker(class_of(which), which)


# --- what pages offer


def offer(names: list[str]) -> None:
    """Let the pages of this process and of those that it starts offer these bots.

    names: of classes, such as ``"mybots:Careful"``, in a module of the folder where the process
    runs, or of a package that is installed.  Raises ValueError for one that cannot be loaded.
    """
    os.environ[FOLDER] = os.getcwd()
    for name in names:
        class_of(name)
    os.environ[OFFERED] = " ".join(names)


def offered() -> dict[str, str]:
    """Return the bots that are offered here, by name, with what they are in plain words."""
    names = os.environ.get(OFFERED, "").split()
    return {name: f"{name.partition(':')[2]}: a bot of {name}" for name in names}
