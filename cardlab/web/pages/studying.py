"""What there is to know about a game besides playing it, as still HTML: no widget, nothing to
wait for.

Knows concepts, ladders and score lines; states no rule: every word about the game comes from its
rules, its order of the cards and the lines of a seeded deal.
"""

from __future__ import annotations

from functools import cached_property
from typing import Any

from markupsafe import Markup

from cardlab.concepts import concept, new_concepts, order
from cardlab.engine.catalogue import game_class
from cardlab.engine.words import some
from cardlab.labs.comparing import orders
from cardlab.lessons import taught
from cardlab.web.addresses import WatchAddress, site_base
from cardlab.web.drawing.svg import card_name, card_sign, card_svg
from cardlab.web.pages.explore import LABORATORIES
from cardlab.web.pages.kind_titles import KIND_TITLES
from cardlab.web.templates import render

__all__ = ["Study"]

MOST_LINES = 12
"""Lines of the score that are shown."""


class Study:
    """The study of one game; prints itself as HTML on a page and as text in a terminal.

    >>> print(Study("kaiser"))
    Kaiser builds on 16 concepts and adds: Penalty cards, Holding a bid, Misdeals and penalties for faults
    Trumps ♥: A♥ K♥ Q♥ J♥ 10♥ 9♥ 8♥ 5♥
    Without trumps ♠: A♠ K♠ Q♠ J♠ 10♠ 9♠ 8♠ 3♠
    Watch a deal: watch('kaiser', seed=7)
    """

    def __init__(self, game_id: str, seed: int = 7, **options: Any) -> None:
        self.game = game_class(game_id)(**options)
        self.seed = seed

    @cached_property
    def concepts(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The concepts that the game shares with games before it in the book's order, and those
        that it adds."""
        from cardlab.concepts import CURRICULUM_IDS
        from cardlab.engine.catalogue import games

        mine = self.game.concepts()
        place = {id: i for i, id in enumerate(order())}
        here = place.get(CURRICULUM_IDS.get(self.game.id, self.game.id), len(place))
        before = [
            g
            for g in games()
            if g != self.game.id and place.get(CURRICULUM_IDS.get(g, g), len(place)) < here
        ]
        known = (
            frozenset[str]().union(*(game_class(g)().concepts() for g in before))
            if before
            else frozenset()
        )
        new = set(new_concepts(self.game.id, known, source="rules")) & mine
        in_order = sorted(mine, key=lambda id: place.get(id, len(place)))
        return tuple(c for c in in_order if c not in new), tuple(c for c in in_order if c in new)

    @cached_property
    def ladders(self) -> tuple[tuple[str, tuple[tuple[str, ...], ...]], ...]:
        """The trump suit and a plain one from high to low, where the game ranks its cards; one
        ladder if they are alike.

        >>> [title for game in ("brandle", "nap", "quinto") for title, _ in Study(game).ladders]
        ['Trumps ♥', 'Without trumps ♠', 'Every suit, trumps or not ♠', 'Every suit ♠']
        """
        game_orders = orders(self.game)
        if game_orders.plain is None:
            return ()  # a game that does not rank its cards
        rungs = tuple(tuple(map(str, rung)) for rung in game_orders.plain["S"])
        if game_orders.trumps is None:
            return (("Every suit ♠", rungs),)
        trumps = tuple(tuple(map(str, rung)) for rung in game_orders.trumps["H"])
        if _ranks(trumps) == _ranks(rungs):
            return (("Every suit, trumps or not ♠", rungs),)
        return (("Trumps ♥", trumps), ("Without trumps ♠", rungs))

    @cached_property
    def deal(self) -> Any:
        """The seeded deal that `watch` shows, played at random within the rules."""
        from cardlab.web.pages.watching import recorded

        return recorded(self.game.id, None, self.seed, dict(self.game.chosen))

    @cached_property
    def lines(self) -> tuple[Any, ...]:
        return tuple(x for x in self.deal.lines if x.deal == 1)

    def exercises(self) -> tuple[tuple[str, str], ...]:
        """The kinds of exercise on a table that this game can set, with the question each asks."""
        from cardlab.lessons.exercises import KINDS as known
        from cardlab.lessons.questions.sheets import SheetQuestion

        rules = self.game.all_rules()
        return tuple(
            (id, text)
            for id, text in KIND_TITLES.items()
            if not issubclass(known[id], SheetQuestion)
            and any(known[id].fits(self.game, r) for r in rules)
        )

    # --- words
    def __str__(self) -> str:
        old, new = self.concepts
        added = ", ".join(concept(c)["title"] for c in new) or "nothing"
        base = f"builds on {some(len(old), 'concept')} and adds" if old else "begins with"
        lines = [f"{self.game.title} {base}: {added}"]
        lines += [
            f"{title}: {' '.join('='.join(map(card_sign, rung)) for rung in rungs)}"
            for title, rungs in self.ladders
        ]
        chosen = "".join(f", {name}={value!r}" for name, value in self.game.chosen)
        return "\n".join(
            [*lines, f"Watch a deal: watch({self.game.id!r}, seed={self.seed}{chosen})"]
        )

    __repr__ = __str__

    # --- the page
    def _repr_html_(self) -> str:
        old, new = self.concepts
        return render(
            "study.html",
            site_base(),
            game=self.game,
            old=_entries(old),
            new=_entries(new),
            ladders=[{"title": title, "rungs": _rungs(rungs)} for title, rungs in self.ladders],
            deal=WatchAddress(self.game.id, self.seed, dict(self.game.chosen)),
            lines=self._rows()[:MOST_LINES],
            more=max(0, len(self.lines) - MOST_LINES),
            exercises=self.exercises(),
            laboratories=LABORATORIES,
        )

    def _rows(self) -> list[dict[str, Any]]:
        """The lines of the score as the table shows them."""
        names = {side.id: side.name for side in self.game.sides}
        return [
            {
                "title": line.title,
                "rule": line.rule.title,
                "side": names[line.side],
                "formula": Markup(line.formula.mathml(dict(line.values))) if line.formula else "",
                "points": f"{line.points:+d}".replace("-", "−"),
            }
            for line in self.lines
        ]


def _entries(concepts: tuple[str, ...]) -> list[dict[str, Any]]:
    """Concepts with their titles, and whether they have a lesson."""
    written = taught()
    return [{"id": id, "title": concept(id)["title"], "lesson": id in written} for id in concepts]


def _rungs(rungs: tuple[tuple[str, ...], ...]) -> list[dict[str, Any]]:
    """The rungs of a ladder: what a reader hears, and the cards drawn."""
    return [
        {
            "names": " and ".join(map(card_name, rung)),
            "picture": Markup("".join(card_svg(card, 44) for card in rung)),
        }
        for rung in rungs
    ]


def _ranks(rungs: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [[code[0] for code in rung] for rung in rungs]
