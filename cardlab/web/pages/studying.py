"""What there is to know about a game besides playing it, as still HTML: no widget, nothing to
wait for.

Knows concepts, ladders and score lines; states no rule: every word about the game comes from its
rules, its order of the cards and the lines of a seeded deal.
"""

from __future__ import annotations

from functools import cached_property
from html import escape
from typing import Any
from urllib.parse import urlencode

from cardlab.concepts import concept, new_concepts, order
from cardlab.engine.catalogue import game_class
from cardlab.labs.comparing import orders
from cardlab.web.drawing.svg import card_name, card_svg

__all__ = ["Study"]

KINDS = {
    "decided-by": "Which cards or calls are open?",
    "why-not": "Why not this one?",
    "winner-of-trick": "Who takes the trick?",
    "order-cards": "Put the cards in order",
    "next-bid": "What tops the last call?",
    "find-melds": "Find the melds",
    "find-captures": "Find the captures",
    "find-layoffs": "Find what fits",
    "score-deal": "What does this deal score?",
    "which-line": "Which rule gave these points?",
    "in-pack": "Which cards are in the pack?",
    "whose-turn": "Whose turn is it?",
}


class Study:
    """The study of one game; prints itself as HTML on a page and as text in a terminal.

    >>> print(Study("kaiser"))
    Kaiser builds on 15 concepts and adds: Stripped pack, Penalty cards, Holding a bid, Misdeals and penalties for faults
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
        found = orders(self.game)
        if found.plain is None:
            return ()  # a game that does not rank its cards
        rungs = tuple(tuple(map(str, rung)) for rung in found.plain["S"])
        if found.trumps is None:
            return (("Every suit ♠", rungs),)
        trumps = tuple(tuple(map(str, rung)) for rung in found.trumps["H"])
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
        """The kinds of exercise that this game can set, with the question each asks."""
        from cardlab.lessons.exercises import KINDS as known

        rules = self.game.all_rules()
        return tuple(
            (id, text)
            for id, text in KINDS.items()
            if id in known and any(known[id].fits(self.game, r) for r in rules)
        )

    # --- words
    def __str__(self) -> str:
        old, new = self.concepts
        added = ", ".join(concept(c)["title"] for c in new) or "nothing"
        lines = [f"{self.game.title} builds on {len(old)} concepts and adds: {added}"]
        lines += [
            f"{title}: {' '.join('='.join(_sign(c) for c in rung) for rung in rungs)}"
            for title, rungs in self.ladders
        ]
        chosen = "".join(f", {name}={value!r}" for name, value in self.game.chosen)
        return "\n".join(
            [*lines, f"Watch a deal: watch({self.game.id!r}, seed={self.seed}{chosen})"]
        )

    __repr__ = __str__

    # --- the page
    def _repr_html_(self) -> str:
        from cardlab.web.pages.learning import links

        base = links().get("base")
        first = [self._concepts_html(base), self._ladders_html(), self._lines_html(base)]
        parts = [*first, self._exercises_html(base), self._labs_html(base)]
        return f'<div class="study">{"".join(parts)}</div>'

    def _concepts_html(self, base: str | None) -> str:
        old, new = self.concepts
        written = _written()

        def one(id: str) -> str:
            title = escape(concept(id)["title"])
            return (
                f'<a href="{base}lesson?concept={id}">{title}</a>'
                if base and id in written
                else title
            )

        added = ", ".join(map(one, new)) or "no concept that an earlier game has not"
        return (
            f"<section><h2>What is new here</h2><p><b>New:</b> {added}.</p>"
            f'<p class="study-old"><b>Builds on:</b> {", ".join(map(one, old))}.</p></section>'
        )

    def _ladders_html(self) -> str:
        if not self.ladders:
            return ""
        rows = ""
        for title, rungs in self.ladders:
            cards = "".join(
                f'<li aria-label="{escape(" and ".join(map(card_name, rung)))}">{"".join(card_svg(c, 44) for c in rung)}</li>'
                for rung in rungs
            )
            rows += f'<h3>{escape(title)}</h3><ol class="study-ladder">{cards}</ol>'
        from cardlab.web.pages.labs.base import address

        more = escape(address("orders", game=self.game.id))
        rows += f'<p><a href="{more}">Set two orders side by side</a></p>' if more else ""
        return f"<section><h2>High to low</h2>{rows}</section>"

    def _lines_html(self, base: str | None) -> str:
        names = {side.id: side.name for side in self.game.sides}
        rows = "".join(
            "<tr><th"
            f" scope='row'>{escape(x.title)}<small>{escape(x.rule.title)}</small></th><td>{escape(names[x.side])}</td>"
            f"<td>{x.formula.mathml(dict(x.values)) if x.formula else ''}</td><td><b>{x.points:+d}</b></td></tr>"
            for x in self.lines[:12]
        ).replace("<b>-", "<b>−")
        more = f"<p>And {len(self.lines) - 12} lines more.</p>" if len(self.lines) > 12 else ""
        table = (
            '<div class="study-table" tabindex="0" role="region" aria-label="Lines of the'
            ' score"><table><thead><tr><th scope="col">Line</th><th scope="col">Side</th><th'
            ' scope="col">Formula</th><th'
            f' scope="col">Points</th></tr></thead><tbody>{rows}</tbody></table></div>{more}'
            if rows
            else "<p>Nobody scored in this deal.</p>"
        )
        address = f"{base}watch?" + escape(
            urlencode([("game", self.game.id), ("seed", self.seed), *self.game.chosen])
        )
        watch = f'<p><a href="{address}">Step through this deal</a></p>' if base else ""
        return f"<section><h2>Where the points of one deal came from</h2>{watch}{table}</section>"

    def _exercises_html(self, base: str | None) -> str:
        items = "".join(
            (
                "<li><a"
                f' href="{base}exercise?kind={id}&amp;game={self.game.id}">{escape(text)}</a></li>'
                if base
                else f"<li>{escape(text)}</li>"
            )
            for id, text in self.exercises()
        )
        return (
            f"<section><h2>Exercises</h2><ul class='study-exercises'>{items}</ul></section>"
            if items
            else ""
        )

    def _labs_html(self, base: str | None) -> str:
        """The laboratories, opened with this game; nothing where no server of ours serves the
        page."""
        from cardlab.web.pages.explore import LABORATORIES

        items = "".join(
            "<li><a"
            f' href="{base}{one.id}?game={self.game.id}">{escape(one.title)}</a><span>{escape(one.text)}</span></li>'
            for one in LABORATORIES
        )
        if not base:
            return ""
        return f"<section><h2>What if?</h2><ul class='study-labs'>{items}</ul></section>"


def _ranks(rungs: tuple[tuple[str, ...], ...]) -> list[list[str]]:
    return [[code[0] for code in rung] for rung in rungs]


def _sign(code: str) -> str:
    from cardlab.engine.cards import Card

    return Card(code).sign


def _written() -> frozenset[str]:
    from cardlab.lessons import taught

    return frozenset(taught())
