"""What every laboratory is: one game, what can be set, what is shown, an address that brings a
view back.

Knows no game and no widget.  A laboratory declares its controls (`controls`) as attributes of its
class and shows what its thinking makes of them (`Lab.blocks`); what it works out from them is
marked `worked_out`, so that it is made anew only where something it depends on has changed.  The
page around it is `page.LabPage`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from cardlab.engine.catalogue import game_class
from cardlab.engine.game import Game
from cardlab.engine.words import sentence, shown
from cardlab.web.addresses import LabAddress, site_base
from cardlab.web.pages.labs.blocks import Block
from cardlab.web.pages.labs.controls import LONGEST, Click, Control, TextControl, made
from cardlab.web.pages.labs.tracking import Tracked, Variable

__all__ = ["Lab", "address"]


def address(lab: str, game: str, **words: Any) -> str:
    """Where a laboratory's page lies, with what it is to show; empty where no server of ours
    serves the page."""
    return LabAddress(lab, game, words).url(site_base())


class Lab:
    """One laboratory for one game.  Subclasses declare what can be set and make what is shown."""

    id: ClassVar[str]
    title: ClassVar[str]
    doing: str = "Counting"
    """What the bar says while a job runs."""
    offers: ClassVar[str] = "set what you like below"
    """What can be done with a game that no question is about, after "you can"."""
    takes: ClassVar[Mapping[str, str]] = {}
    """The parts of the subject that are settings here, with what the address calls them."""
    sets_rules: ClassVar[bool] = False
    """Whether options and house rules are what is set here; elsewhere they come with the game."""
    declared: ClassVar[tuple[Control[Any] | made, ...]] = ()
    """The controls of the class, in the order of its body."""

    game = Variable[Game]()

    def __init_subclass__(cls) -> None:
        own = {c.name: c for c in vars(cls).values() if isinstance(c, Control | made)}
        inherited = (c for c in cls.declared if c.name not in own)
        cls.declared = (*inherited, *own.values())

    def __init__(self, game: str | Game) -> None:
        self.tracked = Tracked()
        self.game = game_class(game)() if isinstance(game, str) else game
        self.prepare()
        if not self.nothing_to_set():
            for control in self.declared:
                if isinstance(control, Control):
                    control.begin(self)
            self.begin()

    def prepare(self) -> None:
        """What has to be there before the controls have their usual values."""

    def begin(self) -> None:
        """What is done once the controls have their usual values."""

    # -- what can be set
    def controls(self) -> Iterator[Control[Any]]:
        """Every control, offered now or not; those made for the game stand where their method
        stands."""
        for control in self.declared:
            if isinstance(control, made):
                yield from self._made(control)
            else:
                yield control

    def _made(self, by: made) -> Iterable[Control[Any]]:
        return self.tracked.result(by.name, lambda: tuple(by.make(self)))

    def control(self, name: str) -> Control[Any] | None:
        """The control of that name, or what takes a click in the block of that name."""
        for control in self.controls():
            if control.name == name and not isinstance(control, Click):
                return control
            if isinstance(control, Click) and name in control.names:
                return control
        return None

    @property
    def subject(self) -> Game:
        """The game that everything here is about, with its options or house rules."""
        return self.game

    def told(self) -> Mapping[str, str]:
        """The parts of the subject that this laboratory has itself (see `subject.PARTS`): the table
        that lies here, say."""
        return {}

    def asks(self) -> Mapping[str, Mapping[str, Any]]:
        """What other laboratories are asked about this subject, by their ids, where it does not
        say so itself."""
        return {}

    def in_python(self) -> str:
        """The game of this page in a program: its name, or the game with what was chosen of it."""
        return repr(self.subject if self.subject.chosen else self.subject.id)

    def nothing_to_set(self) -> str:
        """Why nothing can be set for this game, in a sentence; empty where something can."""
        return ""

    def set(self, name: str, value: Any) -> None:
        """Take what was moved or clicked.  Raises ValueError, with a sentence, for what cannot be;
        then nothing has changed."""
        if trouble := self.nothing_to_set():
            raise ValueError(trouble)
        control = self.control(name)
        if control is None:
            raise ValueError(f"There is nothing called “{shown(name)}” to set on this page.")
        most = control.most if isinstance(control, TextControl) else LONGEST
        if isinstance(value, str) and len(value) > most:
            raise ValueError(
                f"{control.said(self) or shown(name)} is too long: {len(value):,} characters, and"
                f" {most:,} fit."
            )
        control.set(self, value)
        for other in self.declared:
            if isinstance(other, Control) and other is not control:
                other.settle(self)

    def read_query(self, words: Mapping[str, Any]) -> list[str]:
        """Take what an address or a notebook says, in the order of the controls; returns a sentence
        for everything that cannot be."""
        left, problems = dict(words), []
        while left:
            name = next(self._named(left), None) or next(iter(left))
            try:
                self.set(name, left.pop(name))
            except ValueError as no:
                problems.append(sentence(str(no)))
        return problems

    def _named(self, names: Iterable[str]) -> Iterator[str]:
        for control in self.controls():
            own = control.names if isinstance(control, Click) else (control.name,)
            yield from (name for name in own if name in names)

    def query(self) -> dict[str, str]:
        """The words of the address that bring this view back, besides the game."""
        if self.nothing_to_set():
            return {}
        written = ((control.name, control.write(self)) for control in self.controls())
        return {name: text for name, text in written if text is not None}

    def staying(self) -> dict[str, str]:
        """The words of the address that stay when another game is chosen."""
        names = {control.name for control in self.controls() if control.keep}
        return {name: text for name, text in self.query().items() if name in names}

    # -- what is shown
    def lead(self) -> str:
        """One sentence below the title."""
        return ""

    def blocks(self) -> Iterable[Block]:
        """What the page shows, from top to bottom."""
        return ()

    def spoken(self) -> str:
        """What changed, to be read aloud."""
        return ""

    def view(self) -> dict[str, Any]:
        """All of it as plain data."""
        offered = () if self.nothing_to_set() else self.controls()
        return {
            "id": self.id,
            "title": self.title,
            "lead": self.lead(),
            "controls": [self._data(c) for c in offered if c.offered(self)],
            "blocks": list(self.blocks()),
            "said": self.spoken(),
        }

    def _data(self, control: Control[Any]) -> dict[str, Any]:
        if control not in self.declared:
            return control.data(self)
        return self.tracked.result(f"control {control.name}", lambda: control.data(self))

    def stop(self) -> None:
        """Let go of long work that somebody has stopped, where it would go on by itself."""

    def job(self) -> Iterator[float] | None:
        """Long work for what is set now, as a generator of its share done; None where there is
        none."""
        return None
