"""Formats that games are played in: leagues with a schedule, and matches of several games.

Knows which of them suit a game, and their rules.  Knows no cards.

>>> from cardlab.engine.catalogue import game
>>> [str(rule) for rule in format_rules(game("gin-rummy"))][:2]
['clockwise-league', 'outsider-league']
>>> sorted(format_concepts(game("hearts"))), sorted(format_concepts(game("kaiser")))
([], ['league'])
"""

from __future__ import annotations

from cardlab.engine.game import Game
from cardlab.engine.rulings import Rule
from cardlab.families.mixed import LISTS, MATCH_POINTS, MOST, ONE_DEAL_EACH
from cardlab.families.schedules import ALL_PLAYED, CLOCKWISE, HOTFOOT, OUTSIDER, POINTS_GO_ALONG

LEAGUE_OF_PAIRS = (HOTFOOT, POINTS_GO_ALONG, ALL_PLAYED)
LEAGUE_OF_TWO = (CLOCKWISE, OUTSIDER, POINTS_GO_ALONG, ALL_PLAYED)
MIXED = (ONE_DEAL_EACH, MATCH_POINTS, MOST)
OF_FORMATS = ("league", "compendium")
"""The concepts of formats: what a rule of a format names besides is met in games."""


def is_of_two(game: Game) -> bool:
    """Whether two people play each other."""
    return game.players == 2 == len(game.sides) and _seats(game, 2)


def is_of_pairs(game: Game) -> bool:
    """Whether two pairs play each other."""
    return game.players == 4 and len(game.sides) == 2 and _seats(game, 4)


def _seats(game: Game, people: int) -> bool:
    """Whether so many people sit at its table: a seat of an automaton is nobody's."""
    few, many, _ = game.seats
    return few <= people <= many


def is_mixed_in(game: Game) -> bool:
    """Whether it is one of the games that a match of several games for two goes through."""
    return game.id in LISTS[2]


def format_rules(game: Game) -> tuple[Rule, ...]:
    """The rules of the formats that this game can be played in; none where none suits."""
    rules: tuple[Rule, ...] = ()
    if is_of_two(game):
        rules = LEAGUE_OF_TWO
    elif is_of_pairs(game):
        rules = LEAGUE_OF_PAIRS
    return (*rules, *MIXED) if is_mixed_in(game) else rules


def format_concepts(game: Game) -> frozenset[str]:
    """What can be learned from playing this game in a format."""
    named = frozenset(concept for rule in format_rules(game) for concept in rule.concepts)
    return named.intersection(OF_FORMATS)
