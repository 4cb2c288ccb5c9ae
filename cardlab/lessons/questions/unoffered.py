"""Moves that nobody offers, as somebody might say them: what rules refuse that a table never shows.

A search with limits: the rule itself is asked about texts that somebody might type, so whatever is
found was refused by it. Nothing is concluded from what is not found.  Knows the words of a game's
moves. Knows no question.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import Game, MoveError
from cardlab.engine.quiet import Typed
from cardlab.engine.rulings import Rule
from cardlab.lessons.deals import Spot, play_through, refusing_alone

NUMERALS = tuple(map(str, range(41)))
ALIKE = 24
"""Moves that are made like the one that a rule is declared to refuse."""
STAKES = (" 0", " 1000", " 99")
"""How a bet ends that hardly anybody can pay."""


def refused_text(game: Game, spot: Spot, rule: Rule, rng: random.Random) -> str | None:
    """A text that a rule refuses here although it is never offered; None where there is none."""
    # one after the other: what is not reached costs nothing, and takes nothing of the chance that
    # an exercise of this address draws on
    for text in chain(_texts(game, spot, rng), _as_declared(game, spot, rule, rng)):
        verdict = game.verdict(spot.state, text, spot.seat)
        if not verdict.legal and verdict.rule == rule:
            return str(verdict.move)
    return None


def _texts(game: Game, spot: Spot, rng: random.Random) -> Iterator[str]:
    """What somebody might say: a few texts of each shape, then groups of cards dealt anew."""
    words = vocabulary(game)
    shapes: dict[tuple[str, int], list[str]] = {}
    for text in rng.sample(words, len(words)):
        parts = text.split()
        verb = parts[0] if len(parts) > 1 and len(parts[0]) > 2 else ""
        shape = shapes.setdefault((verb, len(parts)), [])
        if len(shape) < 4:
            shape.append(text)
    bids = rng.sample(NUMERALS, 6) if any(p.bids for p in game.phases) else []
    groups = _dealt_anew(game, spot, rng)
    yield from (str(bid) for phase in game.phases for bid in phase.known)
    yield from bids
    yield from (word for word in words if word.startswith("bet ") and word.endswith(STAKES))
    yield from (text for shape in shapes.values() for text in shape)
    yield from groups


def _as_declared(game: Game, spot: Spot, rule: Rule, rng: random.Random) -> Iterator[str]:
    """Moves like the one that the rule is declared to refuse, with cards and players of this
    table, that no other rule refuses: they are wrong in this way and in no other."""
    declared = game.quiet_of(rule)
    if not isinstance(declared, Typed):
        return
    table = game.view(spot.state, spot.seat)
    here = [*dict.fromkeys((*table.hand, *_in_sight(game, table)))]
    words = declared.text.split()
    if sum(map(is_card, words)) > len(here):
        return
    for _ in range(ALIKE):
        cards = iter(rng.sample(here, len(here)))
        names = iter(rng.sample(game.names, len(game.names)))
        text = " ".join(
            str(next(cards)) if is_card(word) else next(names) if word in game.names else word
            for word in words
        )
        if _only(rule, game, spot, text):
            yield text


def _only(rule: Rule, game: Game, spot: Spot, text: str) -> bool:
    """Whether this rule refuses a move here, and no other does."""
    try:
        return refusing_alone(game, spot, text) == [rule]
    except MoveError:
        return False


def _in_sight(game: Game, table: Any) -> list[Any]:
    """The cards that a table shows."""
    return [c for zone in game.zones(table) for face in zone.faces if (c := face.card)]


def is_card(word: str) -> bool:
    """Whether a word of a move is a card."""
    try:
        return bool(Card(word))
    except ValueError:
        return False


@cache
def vocabulary(game: Game) -> tuple[str, ...]:
    """What somebody might say in this game though nobody offers it: moves of other moments,
    numbers, bids off the ladder."""
    words: dict[str, None] = {}
    for plies, spot in enumerate(play_through(game, 1)):
        if spot.seat is not None:
            words |= dict.fromkeys(map(str, game.candidates(spot.state, spot.seat)))
        if plies > 1500 or len(words) > 500:
            break
    known = [str(bid) for phase in game.phases for bid in phase.known]
    boards = dict.fromkeys(
        word.split(" on ")[1] for word in words if word.startswith("bet ") and " on " in word
    )
    stakes = [f"bet {n}" for n in (0, 1, 7, 99, 1000)]
    stakes += [f"bet 1000 on {card}" for card in boards][:10]
    verbs = sorted({word.split(" ", 1)[0] for word in words if " " in word})
    calls = ("take", "draw", "hold", "exchange")
    return tuple(dict.fromkeys([*known, *NUMERALS, *stakes, *calls, *verbs, *words]))


@cache
def _verbs(game: Game) -> tuple[str, ...]:
    verbs = {word.split(" ", 1)[0] for word in vocabulary(game) if " " in word}
    return tuple(sorted(v for v in verbs if not any(c.isdigit() for c in v) and len(v) > 2))


def _dealt_anew(game: Game, spot: Spot, rng: random.Random) -> list[str]:
    """Groups of cards that nobody offers: what the table's own moves would look like with other
    cards in them."""
    table = game.view(spot.state, spot.seat)
    hand = [card for card in table.hand if card.rank]
    around = _in_sight(game, table) if hand else []
    made: list[str] = []
    for _ in range(6):
        some = rng.sample(hand, min(len(hand), rng.randint(2, 5)))
        cards = " ".join(some)
        made += [f"{verb} {cards}" for verb in _verbs(game)] + [cards]
        if around and some:
            lying = " ".join(rng.sample(around, min(len(around), rng.randint(1, 3))))
            made.append(f"{some[0]} takes {lying}")
            made += [f"{some[0]} takes {lying} {kind}" for kind in ("sum", "run", "set")]
    return made
