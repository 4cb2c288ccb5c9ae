"""The rule sheet of a game as text, put together from its rules.  States no rule of its own."""

from __future__ import annotations

import textwrap
from functools import lru_cache
from typing import TYPE_CHECKING

from cardlab.engine.options import fill
from cardlab.engine.words import listed

if TYPE_CHECKING:
    from cardlab.engine.game import Game
    from cardlab.engine.rulings import Rule


@lru_cache(maxsize=2048)
def _wrapped(text: str, indent: str = "  - ") -> str:
    """A paragraph in lines; the sheets of a game and of its variants share most of theirs."""
    return textwrap.fill(
        text,
        96,
        initial_indent=indent,
        subsequent_indent=" " * len(indent),
        break_on_hyphens=False,  # the id of a rule stays on one line
    )


def _rules(game: Game, rules: tuple[Rule, ...]) -> list[str]:
    return [_wrapped(f"{r.title}. {r.text(game)}  [{r}]") for r in rules]


def sheet(game: Game) -> str:
    """All rules of a game, phase by phase, with the options and which of them are house choices.

    >>> import cardlab
    >>> print(cardlab.game("kaiser").rules().splitlines()[0])
    Kaiser
    """
    out = [game.title, "=" * len(game.title), "", _wrapped(game.about, ""), ""]
    for title, rules in game.sections():
        out += [title, *_rules(game, rules), ""]
    options = [o for o in type(game).all_options() if o.name != "players"]
    if options:
        out.append("Options")
        for option in options:
            mark = " House choice." if option.house else ""
            value = getattr(game, option.name)
            words = fill(option.words(value), game)
            chosen = str(value) if words in ("", str(value)) else f"{value}: {words}"
            line = f"{option.name} = {chosen} ({option.known}). {option.text}{mark}"
            out.append(_wrapped(line))
        out.append("")
    return "\n".join(out)


def _told_apart(game: Game, other: Game) -> str:
    """The title of a game; of two with one title, also the options chosen here and not there."""
    there = dict(other.chosen)
    options = [f"{name}={value}" for name, value in game.chosen if there.get(name) != value]
    if game.title != other.title or not options:
        return game.title
    return f"{game.title} with {listed(options, most=9)}"


def difference(game: Game, base: Game) -> str:
    """A rule sheet by what it adds to another: "Widow Nap is Nap, but ...".

    >>> import cardlab
    >>> print(difference(cardlab.game("widow-nap"), cardlab.game("nap")).splitlines()[0])
    Widow Nap is Nap, but
    >>> kaiser = cardlab.game("kaiser")
    >>> print(kaiser.replace(set_penalty="bid").rules(than=kaiser).splitlines()[0])
    Kaiser with set_penalty=bid is Kaiser, but
    """
    diff = base.diff(game)
    named, other = _told_apart(game, base), _told_apart(base, game)
    out = [f"{named} is {other}, but"]
    facts = {str(fact) for fact in game.facts}
    mine = {str(fact): fact.wording for fact in base.facts}
    for fact in game.facts:
        if mine.get(str(fact)) != fact.wording:
            out.append(_wrapped(f"{fact.title}: {fact.wording}"))
    for word, rules in (
        ("new", diff["added"]),
        ("otherwise", diff["changed"]),
        ("left out", diff["dropped"]),
    ):
        for r in rules:
            if {str(r), r.fact} & facts:
                continue  # it is among the facts above
            text = "" if word == "left out" else f" {r.text(game)}"
            out.append(_wrapped(f"{word}: {r.title}.{text}  [{r}]"))
    return "\n".join(out if len(out) > 1 else [f"{named} has the rules of {other}."])
