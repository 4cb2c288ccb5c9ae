"""What can be otherwise at a table: every rule, order, pack and option of a game as a switch.

Knows what a game declares: its rules, what its phases lend, its options, its pack and order.  Knows
no game by name, and carries nothing out: house rules are made in `cardlab.engine.house`.

>>> import cardlab
>>> found = switches(cardlab.game("malilla"))
>>> [s.id for s in found if s.kind == "rule" and s.default][:3]
['rule:must-follow-suit', 'rule:unled-plain-seven', 'rule:must-beat-opponent']
>>> print(next(s for s in found if s.id == "option:deals"))
Deals: 24 (from 0 to 200)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import game_class
from cardlab.engine.game import Game
from cardlab.engine.house import (
    ENDS,
    MOST_DECKS,
    MOST_JOKERS,
    House,
    cards_text,
    packs_of,
    parts_of,
    read_order,
    read_pack,
    shown,
    written,
)
from cardlab.engine.options import Option
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import TrickGame, Tricks

__all__ = ["KINDS", "Switch", "borrowed", "switched", "switches"]

KINDS = {
    "rule": "Rules",
    "order": "Order",
    "pack": "Pack",
    "dealt": "Deal",
    "target": "Match",
    "option": "Options",
}
"""The kinds of switches with the heading over each, in the order of a page."""


@dataclass(frozen=True)
class Switch:
    """One thing that a table may play otherwise.

    default: as the game has it; choices, or low and high for whole numbers, or neither where a text
    is asked for (a pack, an order); text: what it is about; rule: the rule that it turns off or
    brings; borrowed: whether it brings a rule that the game does not have.
    """

    id: str
    title: str
    kind: str
    default: Any
    choices: tuple[Any, ...] = ()
    low: int | None = None
    high: int | None = None
    text: str = ""
    rule: Rule | None = None
    borrowed: bool = False
    option: Option[Any] | None = field(default=None, repr=False)

    def check(self, value: Any) -> Any:
        """The value as the switch takes it.  Raises ValueError, with what can be chosen, for any
        other."""
        if self.option is not None:
            return self.option.check("This table", value)
        if isinstance(self.default, bool):
            if not isinstance(value, bool):
                raise ValueError(f"“{self.title}” is on or off; {shown(value)} is neither.")
        elif isinstance(self.default, int):
            assert self.low is not None and self.high is not None
            whole = isinstance(value, int) and not isinstance(value, bool)
            if not whole or not self.low <= value <= self.high:
                raise ValueError(
                    f"“{self.title}” takes a whole number from {self.low} to {self.high}, not"
                    f" {shown(value)}."
                )
        elif not isinstance(value, str):
            raise ValueError(
                f"“{self.title}” takes a text such as {self.default}, not {shown(value)}."
            )
        elif self.kind == "pack":
            return cards_text(read_pack(value))
        else:
            return read_order(value)
        return value

    def said(self, value: Any) -> str:
        """The switch at this value, as it stands in a sentence: "without “Follow suit”"."""
        if self.kind == "rule" or isinstance(self.default, bool):
            return f"{'with' if value else 'without'} “{self.title}”"
        return f"with {value} for “{self.title}”"

    def __str__(self) -> str:
        if self.low is not None:
            values = f"from {self.low} to {self.high}"
        elif self.choices:
            values = " or ".join(map(str, self.choices))
        else:
            values = "on or off" if isinstance(self.default, bool) else "a text"
        return f"{self.title}: {self.default} ({values})"


# --- rules


def named(game: Game) -> dict[str, Rule]:
    """The rules of a game that can be left out: those that narrow moves and those that score."""
    play = [r for phase in game.phases for r in phase.rules]
    return {str(r): r for r in (*play, *game.scoring)}


def trick_phase(game: Game) -> Tricks | None:
    """The phase of a game in which tricks are played."""
    return next((phase for phase in game.phases if isinstance(phase, Tricks)), None)


def borrowed(game: Game) -> tuple[Rule, ...]:
    """The rules that the phases of a game lend and that it does not have.

    >>> import cardlab
    >>> [str(r) for r in borrowed(cardlab.game("kaiser"))]
    ['must-follow-or-trump', 'must-head', 'must-trump', 'must-overtrump']
    """
    own = named(game)
    return tuple(
        dict.fromkeys(r for phase in game.phases for r in phase.lends if str(r) not in own)
    )


def _rules(game: Game) -> Iterator[Switch]:
    for id, r in named(game).items():
        yield Switch(f"rule:{id}", r.title, "rule", True, text=r.text(game), rule=r)
    for r in borrowed(game):
        yield Switch(f"rule:{r}", r.title, "rule", False, text=r.text(game), rule=r, borrowed=True)


# --- everything


def _order(game: Game) -> Iterator[Switch]:
    if not isinstance(game, TrickGame):
        return
    text = "The ranks from high to low; with spaces, ranks written together share a rung."
    if "ranks" in game.ordered_by:
        yield Switch("order", "The ranks from high to low", "order", game.ranks, text=text)
    if "trump_ranks" in game.ordered_by:
        trumps = game.trump_ranks or game.ranks
        yield Switch("trump-order", "The trumps from high to low", "order", trumps, text=text)


def _pack(game: Game) -> Iterator[Switch]:
    decks, one, jokers = packs_of(game.pack)
    options = {o.name for o in type(game).all_options()}
    text = "Ranks stand for all four suits, cards for themselves."
    yield Switch("pack", "The cards of the pack", "pack", cards_text(one), text=text)
    if "decks" not in options:
        title, most = "How many packs together", max(MOST_DECKS, decks)
        yield Switch("decks", title, "pack", decks, (), 1, most, "Copies of every card.")
    tricks = isinstance(game, TrickGame)
    if "joker" not in options and (jokers or tricks):
        text = "A joker is the highest trump." if tricks and not jokers else "Jokers in the pack."
        yield Switch("jokers", "How many jokers", "pack", jokers, (), 0, MOST_JOKERS, text)


def _deal(game: Game) -> Iterator[Switch]:
    if each := game.each_dealt:
        title, most = "How many cards each is dealt", max(13, min(2 * each, 26))
        yield Switch("dealt", title, "dealt", each, (), 1, most, "Cards dealt to each seat.")


def _ends(game: Game) -> Iterator[Switch]:
    if len(game.ends) > 1:
        for end in game.ends:
            note = end.note(game)
            yield Switch(f"end:{note}", note.title, "target", True, text=note.text(game), rule=note)


def _options(game: Game) -> Iterator[Switch]:
    for o in type(game).all_options():
        if len(o.choices) < 2:
            continue
        spread = isinstance(o.choices, range)
        yield Switch(
            f"option:{o.name}",
            o.name.replace("_", " ").capitalize(),
            "option",
            o.default,
            () if spread else tuple(o.choices),
            o.choices[0] if spread else None,
            o.choices[-1] if spread else None,
            o.text,
            option=o,
        )


@lru_cache(maxsize=256)
def _found(game: Game) -> tuple[Switch, ...]:
    parts = (_rules, _order, _pack, _deal, _ends, _options)
    return tuple({s.id: s for part in parts for s in part(game)}.values())


def switches(game: Game | str) -> tuple[Switch, ...]:
    """Everything that a table may play otherwise in this game, in the order of a page."""
    return _found(find_game(game) if isinstance(game, str) else game.as_written)


def switched(agreed: House) -> dict[str, Any]:
    """House rules as the switches that are not as they were.

    >>> import cardlab
    >>> free = cardlab.game("malilla").replace(rules={"play": ["must-follow-suit"]}, dealt=9)
    >>> switched(free.house)
    {'rule:unled-plain-seven': False, 'rule:must-beat-opponent': False, 'dealt': 9}
    """
    game = written(game_class(agreed.base), dict(agreed.options))
    own = parts_of(game)
    values: dict[str, Any] = {}
    for part, ids in agreed.rules:
        word = "end" if part == ENDS else "rule"
        values |= {f"{word}:{id}": False for id in own[part] if id not in ids}
        values |= {f"{word}:{id}": True for id in ids if id not in own[part]}
    values |= _cards_switched(game, agreed)
    if agreed.dealt:
        values["dealt"] = agreed.dealt
    values |= {f"option:{name}": value for name, value in agreed.options}
    place = {s.id: i for i, s in enumerate(switches(game))}
    return dict(sorted(values.items(), key=lambda pair: place.get(pair[0], len(place))))


def _cards_switched(game: Game, agreed: House) -> Mapping[str, Any]:
    values: dict[str, Any] = {}
    if agreed.pack:
        (decks, one, jokers), now = packs_of(game.pack), packs_of(agreed.cards)
        if sorted(now[1]) != sorted(one):
            values["pack"] = cards_text(now[1])
        values |= {"decks": now[0]} if now[0] != decks else {}
        values |= {"jokers": now[2]} if now[2] != jokers else {}
    for id, ranks in (("order", agreed.ranks), ("trump-order", agreed.trump_ranks)):
        if ranks:
            values[id] = ranks
    return values
