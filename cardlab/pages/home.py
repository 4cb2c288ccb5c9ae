"""The home page: every game with its picture, its players and the concepts it teaches.

Made from the catalogue, without a kernel; knows no rule of any game.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from typing import Any

from ..cards import Card

__all__ = ["Tile", "home_page", "tiles"]

FAMILIES = {"tricks": "Tricks", "melding": "Melds", "fishing": "Fishing", "banking": "Banking", "reaction": "Reaction"}


@dataclass(frozen=True, slots=True)
class Tile:
    """One game as the home page shows it."""

    id: str
    title: str
    picture: str
    fewest: int
    most: int
    family: str
    new: tuple[str, ...]
    """What it teaches that no game before it does."""

    @property
    def players(self) -> str:
        span = str(self.fewest) if self.fewest == self.most else f"{self.fewest}–{self.most}"
        return f"{span} {'player' if span == '1' else 'players'}"


def _title(concept_id: str) -> str:
    """The name of a concept; one that the curriculum does not list is called by its id."""
    from ..concepts import concept

    try:
        return str(concept(concept_id)["title"])
    except ValueError:
        return concept_id.replace("-", " ").capitalize()


def _family(kind: type) -> str:
    """The first of its ancestors' families that readers know by a name."""
    for ancestor in kind.__mro__:
        module = ancestor.__module__.rpartition(".families.")[2] if ".families." in ancestor.__module__ else ""
        if module in FAMILIES:
            return FAMILIES[module]
    return ""


def tiles(playable: Iterable[str]) -> list[Tile]:
    """The games that have a page, those with the fewest new ideas first."""
    from ..library import game, game_class, games

    pages = set(playable)
    shown = [(name, game_class(name), game(name)) for name in games() if name in pages]
    known: set[str] = set()
    found = []
    left = sorted(shown, key=lambda item: (len(item[2].concepts()), item[1].title))
    while left:
        # Next comes whatever adds least to what the games before it have taught.
        left.sort(key=lambda item: (len(item[2].concepts() - known), item[1].title))
        name, kind, example = left.pop(0)
        new = sorted(example.concepts() - known)
        known |= example.concepts()
        low, high, _ = kind.seats
        found.append(
            Tile(
                id=name,
                title=kind.title,
                picture=_picture(str(kind.picture).split()),
                fewest=low,
                most=high,
                family=_family(kind),
                new=tuple(map(_title, new)),
            )
        )
    return found


def _picture(codes: list[str]) -> str:
    """A fan of a few cards; the fewer they are, the further apart."""
    from ..render.svg import fan_svg

    return fan_svg(codes, strip=0.78 if len(codes) <= 3 else 0.62, turn=7)


def _chips(found: list[Tile]) -> list[tuple[str, str, str]]:
    """The filters that would show something: kind, value, label."""
    chips = [("all", "", "All")]
    for count, label in ((2, "2 players"), (3, "3"), (4, "4")):
        if any(tile.fewest <= count <= tile.most for tile in found):
            chips.append(("players", str(count), label))
    if any(tile.most >= 5 for tile in found):
        chips.append(("players", "5", "5 or more"))
    present = {tile.family for tile in found}
    chips += [("family", label, label) for label in FAMILIES.values() if label in present]
    return chips


def _hero() -> dict[str, Any]:
    """The picture at the top: a real position, and what the rules really say about a card tried in it."""
    from ..library import game

    table, hand, tried = game("bridge"), ["9S", "QH", "AD", "6D", "JC"], "AS"
    trick = [(1, "TD"), (2, "KD"), (3, "2D")]
    state = table.state(hands={0: [tried, *hand]}, trick=trick, trump=None, to_move=0)
    verdict = table.verdict(state, tried)
    best = state.winning()[1]
    reason = verdict.reason[0].upper() + verdict.reason[1:] + "."
    instead = [Card(m) for m in verdict.instead]
    label = (
        f"A table in mid-trick: the {best.name} is winning. The {Card(tried).name} was tried and refused: {verdict.reason}. "
        f"You could play the {' or the '.join(c.name for c in instead)}."
    )
    return {
        "label": label, "trick": [(card, card == best) for _, card in trick], "tried": tried, "reason": reason,
        "instead": [str(c) for c in instead], "hand": [("", "gone"), *((c, "up" if c in instead else "no") for c in hand)],
    }  # fmt: skip


def home_page(playable: Iterable[str], base_url: str = "/") -> str:
    """The whole page as HTML."""
    import jinja2

    from ..render.svg import card_svg

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(str(files("cardlab.pages").joinpath("templates"))), autoescape=True
    )
    found = tiles(playable)
    concepts: set[str] = set()
    for tile in found:
        concepts.update(tile.new)

    def card(code: str, hatch: bool = False) -> Any:
        return jinja2.filters.Markup(card_svg(code, hatch=hatch))

    return environment.get_template("cardlab-home.html").render(
        base_url=base_url, tiles=found, chips=_chips(found), concepts=len(concepts), card=card, escape=escape, hero=_hero()
    )
