"""The words of a lesson: markup and placeholders become pieces that a page can draw.

Knows cards in brackets, terms between stars, and which engine sentence a placeholder stands for.
Makes no sentence about the rules itself: what stands in ``{reason}`` or ``{won-because}`` was said
by the engine.

>>> pieces("You hold the [QH] and are *void* in clubs.")[1]
{'t': 'card', 'c': 'QH'}
>>> plain(pieces("{reason}. Try {instead}.", {"reason": "clubs were led and you have two", "instead": "6♣ or A♣"}))
'Clubs were led and you have two. Try 6♣ or A♣.'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

from cardlab.concepts import concept, concept_ids
from cardlab.engine.cards import Card, Suit
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.catalogue import games
from cardlab.engine.game import Game, State
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Rule, Verdict
from cardlab.engine.words import listed, sentence
from cardlab.families.formats import format_rules
from cardlab.families.tricks import TrickState

Piece = dict[str, Any]
Facts = Mapping[str, "str | Callable[[], str]"]

PLACEHOLDERS = (
    "reason",
    "instead",
    "instead.first",
    "winner",
    "won-because",
    "leader",
    "leads-because",
    "led",
    "hint.rule",
    "hint.applied",
    "hint.left",
)
"""What may stand between braces, besides ``ladder:SUIT`` and ``rule:ID``."""
ABOUT_TRICKS = ("winner", "won-because", "leader", "leads-because", "led")

_TOKEN = re.compile(r"\[([^\]]+)\]|\*([^*|]+)(?:\|([a-z0-9-]+))?\*|\{([^{}]*)\}")
_SIGN = re.compile(r"(?<![A-Za-z0-9])(10|[AKQJ2-9])([♠♥♣♦])")


def braces(text: str) -> tuple[str, ...]:
    """The placeholders of a text."""
    return tuple(m.group(4) for m in _TOKEN.finditer(text) if m.group(4) is not None)


def card_tokens(text: str) -> tuple[str, ...]:
    """What stands in brackets in a text."""
    return tuple(m.group(1) for m in _TOKEN.finditer(text) if m.group(1) is not None)


def bare(text: str) -> str:
    """The author's own words: without placeholders."""
    return re.sub(r"\{[^{}]*\}", " ", text)


def pieces(
    text: str,
    facts: Facts | None = None,
    game: Game | None = None,
    concept: str = "",
    order: Ordering | None = None,
) -> list[Piece]:
    """A text as pieces.  facts: what the placeholders stand for; concept: where a term leads
    that is not the name of a concept.

    A placeholder that nothing is known about leaves nothing behind: a page never shows braces.
    """
    facts = facts or {}
    parts: list[Piece] = []
    at = 0
    for m in _TOKEN.finditer(text):
        _words(parts, text[at : m.start()])
        at = m.end()
        card, term, to, name = m.groups()
        if card is not None:
            parts.append({"t": "card", "c": str(Card(card))})
        elif term is not None:
            parts.append({"t": "term", "s": term, "concept": to or concept_of(term) or concept})
        elif name.startswith("rule:"):
            quoted = rule_stated(name[5:], game)
            if quoted is not None:
                parts.append(rule_piece(*quoted))
        elif name.startswith("ladder:"):
            _ladder(
                parts, order if order is not None else game.sorting() if game else None, name[7:]
            )
        else:
            value = facts.get(name, "")
            words = value() if callable(value) else str(value)
            _signs(parts, words[:1].upper() + words[1:] if _begins(parts) else words)
    _words(parts, text[at:])
    return _joined(parts)


def sentence_pieces(text: str) -> list[Piece]:
    """An engine sentence as pieces: a capital in front, a full stop behind, its cards as cards."""
    parts: list[Piece] = []
    _signs(parts, sentence(text))
    return _joined(parts)


def capital_pieces(text: str) -> list[Piece]:
    """Words that are finished, with their cards as cards."""
    parts: list[Piece] = []
    _signs(parts, text)
    return _joined(parts)


def plain(parts: Iterable[Piece]) -> str:
    """Pieces as one line of text."""
    return "".join(Card(p["c"]).sign if p["t"] == "card" else p["s"] for p in parts)


def rule_piece(rule: Rule, game: Game) -> Piece:
    """A rule as its game states it."""
    return {"t": "rule", "id": str(rule), "title": rule.title, "s": rule.text(game)}


def _words(parts: list[Piece], text: str) -> None:
    if text:
        parts.append({"t": "text", "s": text})


def _signs(parts: list[Piece], text: str) -> None:
    """Cards in an engine sentence become cards too."""
    at = 0
    for m in _SIGN.finditer(text):
        _words(parts, text[at : m.start()])
        parts.append({"t": "card", "c": str(Card(m.group(0)))})
        at = m.end()
    _words(parts, text[at:])


def _ladder(parts: list[Piece], order: Any, letter: str) -> None:
    if order is None:
        return
    for i, rung in enumerate(order.ladder(letter)):
        if i:
            _words(parts, " ")
        for card in rung[:1]:
            parts.append({"t": "card", "c": str(card)})


def _begins(parts: list[Piece]) -> bool:
    """A sentence begins here."""
    before = plain(parts).rstrip()
    return not before or before[-1] in ".?"


def _joined(parts: list[Piece]) -> list[Piece]:
    joined: list[Piece] = []
    for piece in parts:
        if joined and piece["t"] == joined[-1]["t"] == "text":
            joined[-1] = {"t": "text", "s": joined[-1]["s"] + piece["s"]}
        else:
            joined.append(piece)
    for piece in joined:  # a reason that ends with a full stop of its own, before the author's
        if piece["t"] == "text":
            piece["s"] = piece["s"].replace("..", ".")
    return joined


# --- names


@cache
def _terms() -> dict[str, str]:
    ids: dict[str, str] = {}
    for id in sorted(concept_ids()):
        for name in (id, id.replace("-", " "), concept(id)["title"].lower()):
            ids.setdefault(name, id)
    return ids


TERMS = {"void": "follow-suit", "ruffing": "ruff", "lead": "trick", "sequence": "run"}
"""Words for a concept that are not its name."""


def concept_of(term: str) -> str | None:
    """The concept that a word names, in singular or plural."""
    word = term.strip().lower()
    for name in (word, word.removesuffix("s"), word.removesuffix("ing")):
        if id := _terms().get(name) or TERMS.get(name):
            return id
    return None


@cache
def _every_rule() -> dict[str, tuple[Rule, Game]]:
    """Every rule of the catalogue by its id, with a game that states it, and those of formats,
    each with a game that is played so."""
    made = [find_game(id) for id in games()]
    of_formats = {str(rule): (rule, one) for one in made for rule in format_rules(one)}
    return of_formats | {str(r): (r, one) for one in made for r in reversed(one.all_rules())}


def rule_named(id: str, game: Game | None = None) -> Rule | None:
    """A rule by its id: as this game states it, else as some game of the catalogue does."""
    stated = rule_stated(id, game)
    return None if stated is None else stated[0]


def rule_stated(id: str, game: Game | None = None) -> tuple[Rule, Game] | None:
    """The same rule with the game that states it: its words are filled in from that game."""
    mine = next((r for r in game.all_rules() if r == id), None) if game is not None else None
    if game is not None and mine is not None:
        return mine, game
    return _every_rule().get(id)


# --- what the placeholders stand for


def called(state: TrickState, seat: int | None, viewer: int) -> str:
    """How a seat is spoken of: "you", or its name."""
    return "you" if seat == viewer or seat is None else state.game.names[seat]


def verdict_facts(verdict: Verdict | None, viewer: int) -> dict[str, str | Callable[[], str]]:
    """reason and instead, of a verdict on a move."""
    if verdict is None:
        return {}
    return {
        "reason": lambda: verdict.say(viewer),
        "instead": lambda: listed(verdict.instead, "or"),
        "instead.first": lambda: listed(verdict.instead[:1]),
    }


def trick_facts(state: State, viewer: int) -> dict[str, str | Callable[[], str]]:
    """winner, leader and why, of the trick on the table or the one that has just been finished."""
    if not isinstance(state, TrickState):
        return {}
    facts: dict[str, str | Callable[[], str]] = {}
    trick = state.trick if state.trick.cards else state.taken[-1] if state.taken else None
    before = state.taken if state.trick.cards else state.taken[:-1]
    if trick is not None:
        winner, _, why = state.game.told_trick(state, trick)
        led = state.order.suit_of[trick.cards[0]] if state.order else None
        facts |= {"winner": state.game.names[winner], "won-because": why.say()}
        facts["led"] = led.name if isinstance(led, Suit) else ""
        leader = trick.leader
        who = called(state, leader, viewer)
        facts["leader"] = state.game.names[leader]
        facts["leads-because"] = (
            f"{who} took the last trick"
            if before
            else f"{who} {'lead' if who == 'you' else 'leads'} first"
        )
    return facts
