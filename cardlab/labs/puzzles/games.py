"""Questions about house rules and about games side by side."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from cardlab.engine.catalogue import game, game_class
from cardlab.engine.words import capital, listed, some
from cardlab.labs import comparing, house
from cardlab.labs.effects import Effects
from cardlab.labs.puzzles.base import Puzzle, settings

__all__ = ["COMPARE", "HOUSE"]

FEW = 60
"""Deals of each game that an answer is counted from."""


def _turned_card() -> str:
    malilla = game("malilla")
    worth = [malilla.card_points(card) for card in malilla.pack]
    mean = Fraction(sum(worth), len(worth))
    return (
        f"{float(mean):g} points a deal on average: the pack has {sum(worth)} card points in"
        f" {len(worth)} cards."
    )


def _counted(base: str, switches: dict[str, object]) -> Effects:
    """Both games played from the same cards."""
    changed = house.build(house.house(base, "", switches))
    effects = Effects(house.base_game(base, {}), changed, FEW)
    for _ in effects.run():
        pass
    return effects


def _row(effects: Effects, name: str) -> tuple[float, float]:
    row = next(row for row in effects.rows() if row.name == name)
    return row.before, row.after


def _unnoticed() -> str:
    effects = _counted("kaiser", {"rule:must-follow-or-trump": True})
    one, two = effects.counts
    same = sum(a == b for a, b in zip(one.best, two.best, strict=True))
    return (
        f"This one: in {same} of {FEW} deals the same side does best, card for card. Whoever must"
        " follow suit or trump follows suit already where they can."
    )


def _no_winner() -> str:
    effects = _counted("kaiser", {"option:set_penalty": "bid"})
    one, two = effects.counts
    same = sum(a == b for a, b in zip(one.best, two.best, strict=True))
    before, after = _row(effects, "From the best to the worst score")
    return (
        f"In {same} of {FEW} deals the same side does best; the difference between the sides grows"
        f" from {before:.1f} to {after:.1f} points."
    )


def _five_of_hearts() -> str:
    effects = _counted("kaiser", {"option:five_adds": 0})
    before, after = _row(effects, "From the best to the worst score")
    return f"To a good part: without it the sides are {after:.1f} points apart, not {before:.1f}."


HOUSE = (
    Puzzle(
        "turned-card",
        "house-rules",
        "malilla",
        "What is the turned card worth to the dealer?",
        "Leave the rule about it out.",
        ("rule:turn-up-bonus", False),
        _turned_card,
    ),
    Puzzle(
        "unnoticed",
        "house-rules",
        "kaiser",
        "Which rule can you borrow without anybody noticing?",
        "Borrow “Follow suit or trump”.",
        ("rule:must-follow-or-trump", True),
        _unnoticed,
    ),
    Puzzle(
        "no-winner",
        "house-rules",
        "kaiser",
        "Can a rule change no winner of a deal, and the match none the less?",
        "Let a failed contract cost the bid.",
        ("option:set_penalty", "bid"),
        _no_winner,
    ),
    Puzzle(
        "five-of-hearts",
        "house-rules",
        "kaiser",
        "Is Kaiser about the five of hearts?",
        "Let it add nothing.",
        ("option:five_adds", 0),
        _five_of_hearts,
    ),
)


def _far_apart() -> str:
    alike = comparing.likeness("bridge", "ziginette")
    return (
        f"Next to nothing: they share {alike.concepts} concepts and {alike.rules} rules, a likeness"
        f" of {float(alike):.2f}."
    )


def _families() -> str:
    groups = [group for group in comparing.families(Fraction(30, 100)) if len(group) > 1]
    largest = max(groups, key=len)
    rummies = next(group for group in groups if "gin-rummy" in group) - {"gin-rummy"}
    return capital(
        f"{some(len(groups), 'family', 'families')} of more than one game; the largest has"
        f" {some(len(largest), 'game')}, and Gin Rummy is with {_titles(rummies)}."
    )


def _titles(ids: Iterable[str]) -> str:
    return listed(sorted(game_class(id).title for id in ids))


def _free_games() -> str:
    rows = [row for row in comparing.table(("nap",), 0) if row.game != "nap"]
    return capital(f"{some(len(rows), 'game')}: {listed([row.title for row in rows])}.")


def _from_gin() -> str:
    rows = [row for row in comparing.table(("gin-rummy",), 40) if row.game != "gin-rummy"]
    least = rows[0]
    return f"{least.title}, with {some(len(least.new), 'new concept')}."


COMPARE = (
    Puzzle(
        "far-apart",
        "compare",
        "bridge",
        "What do Bridge and Ziginette have in common?",
        "Lay Ziginette beside it.",
        ("other", "ziginette"),
        _far_apart,
    ),
    Puzzle(
        "families",
        "compare",
        "gin-rummy",
        "How many families of games are there?",
        "Draw a line from 30 per cent on.",
        ("alike", 30),
        _families,
        settings(alike=60),
    ),
    Puzzle(
        "free-games",
        "compare",
        "nap",
        "Which games can you play at once if you know Nap?",
        "Allow no new concept.",
        ("most", 0),
        _free_games,
        settings(known="nap"),
    ),
    Puzzle(
        "from-gin",
        "compare",
        "kaiser",
        "You know Gin Rummy. Which game is nearest to what you know?",
        "Say that you know Gin Rummy, and allow many new concepts.",
        ("known", "gin-rummy"),
        _from_gin,
        settings(most=40),
    ),
)
