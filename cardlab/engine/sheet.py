"""The rule sheet of a game as text, put together from its rules.  States no rule of its own."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlab.engine.game import Game
    from cardlab.engine.rulings import Rule


def _wrapped(text: str, indent: str = "  ") -> str:
    return textwrap.fill(text, 96, initial_indent=indent, subsequent_indent=" " * len(indent))


def _rules(game: Game, rules: tuple[Rule, ...]) -> list[str]:
    return [_wrapped(f"{r.title}. {r.text(game)}  [{r}]", "  - ") for r in rules]


def sheet(game: Game) -> str:
    """All rules of a game, phase by phase, with the options and which of them are house choices.

    >>> import cardlab
    >>> print(cardlab.game("kaiser").rules().splitlines()[0])
    Kaiser
    """
    low, high, _ = type(game).seats
    players = (
        "1 player"
        if high == 1
        else f"{game.players} players" + (", partners opposite" if game.partners else "")
    )
    if low != high:
        players += f" (from {low} to {high} can play)"
    out = [
        game.title,
        "=" * len(game.title),
        "",
        _wrapped(game.about, ""),
        "",
        f"{players}; {len(game.pack)} cards.",
        "",
    ]
    if game.notes:
        out += ["The match", *_rules(game, game.notes), ""]
    for phase in game.phases:
        if phase.notes or phase.rules:
            out += [phase.title, *_rules(game, (*phase.notes, *phase.rules)), ""]
    if game.scoring:
        out += ["Scoring", *_rules(game, game.scoring), ""]
    if game.ends:
        ends = tuple(end.note(game) for end in game.ends)
        out += ["The end of the match", *_rules(game, ends), ""]
    options = [o for o in type(game).all_options() if o.name != "players"]
    if options:
        out.append("Options")
        for option in options:
            mark = " House choice." if option.house else ""
            out.append(
                _wrapped(
                    f"{option.name} = {getattr(game, option.name)} ({option.known})."
                    f" {option.text}{mark}",
                    "  - ",
                )
            )
        out.append("")
    return "\n".join(out)


def difference(game: Game, base: Game) -> str:
    """A rule sheet by what it adds to another: "Widow Nap is Nap, but ...".

    >>> import cardlab
    >>> print(difference(cardlab.game("widow-nap"), cardlab.game("nap")).splitlines()[0])
    Widow Nap is Nap, but
    """
    found = base.diff(game)
    out = [f"{game.title} is {base.title}, but"]
    if len(game.pack) != len(base.pack):
        out.append(f"  - the pack has {len(game.pack)} cards instead of {len(base.pack)}.")
    if game.players != base.players:
        out.append(f"  - {game.players} play instead of {base.players}.")
    for word, rules in (
        ("new", found["added"]),
        ("otherwise", found["changed"]),
        ("left out", found["dropped"]),
    ):
        for r in rules:
            text = "" if word == "left out" else f" {r.text(game)}"
            out.append(_wrapped(f"{word}: {r.title}.{text}  [{r}]", "  - "))
    return "\n".join(out if len(out) > 1 else [f"{game.title} has the rules of {base.title}."])
