"""The facts of a game: how many play, with what pack, how many cards each is dealt, and how the
deal passes on.

Makes notes from what a game declares, so that no rule book has to say them and none can be wrong
about them.  States no rule of its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardlab.engine.cards import SUITS, Card
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, note
from cardlab.engine.words import capital, listed, number, some

if TYPE_CHECKING:
    from cardlab.engine.game import Game

TIMES = {1: "", 2: "twice", 3: "three times", 4: "four times"}
PARTS = {2: "two", 3: "three"}
WAYS = {1: "to the left, clockwise", -1: "to the right, anticlockwise"}
"""Which way turns pass, by the direction of a game."""


def ranks_text(ranks: Iterable[str]) -> str:
    """Ranks as they are printed.

    >>> ranks_text("AKT9")
    'A K 10 9'
    """
    return " ".join("10" if rank == "T" else rank for rank in ranks)


def players_note(game: Game) -> Rule:
    """How many play, who belongs together, and which way round the turns go."""
    possible = game.player_counts
    few, many = possible[0], possible[-1]
    side = len(game.sides[0].seats)
    if many == 1:
        who = "One player"
    elif side == 1:
        who = f"{capital(number(game.players))} players, each alone"
    else:
        who = f"{capital(number(game.players))} players in {number(len(game.sides))} sides"
        who += f" of {number(side)}"
    partners = "; partners sit opposite each other and score together" if game.partners else ""
    range_ = "" if few == many else f" {counts_text(possible)} can play."
    turns = "" if many == 1 else f" Turns pass {WAYS[game.direction]}."
    concepts = ("fixed-partnership",) if side > 1 else ()
    text = f"{who}{partners}.{range_}{turns}"
    return note("players", "Players", text, *concepts, part=SheetPart.CARDS)


def counts_text(counts: Sequence[int]) -> str:
    """How many can play, as the beginning of a sentence.

    >>> counts_text((2, 3, 4)), counts_text((4, 6))
    ('From two to four', 'Four or six')
    """
    if tuple(counts) == tuple(range(counts[0], counts[-1] + 1)):
        return f"From {number(counts[0])} to {number(counts[-1])}"
    return capital(listed(map(number, counts), "or", most=len(counts)))


def pack_note(game: Game) -> Rule:
    """The cards of the pack."""
    held = Counter(game.pack)
    jokers = sum(n for card, n in held.items() if not card.suit)
    of_suit: dict[str, list[Card]] = {letter: [] for letter in SUITS}
    for card in held:
        if card.suit:
            of_suit[card.suit].append(card)
    order = "AKQJT98765432"
    ranks = {
        letter: "".join(sorted((c.rank for c in cards), key=order.index))
        for letter, cards in of_suit.items()
        if cards
    }
    if len(set(ranks.values())) == 1 and len(ranks) == len(SUITS):
        which = f"{ranks_text(next(iter(ranks.values())))} of each suit"
    else:
        which = "; ".join(f"{SUITS[s].sign} {ranks_text(held)}" for s, held in ranks.items())
    times = sorted({n for card, n in held.items() if card.suit})
    if len(times) == 1:
        copies = f", each of them {TIMES[times[0]]}" if times[0] > 1 else ""
    else:
        doubled = [card for card, n in held.items() if n == times[-1]]
        suits = {card.suit for card in doubled}
        what = SUITS[next(iter(suits))].name if len(suits) == 1 else listed(doubled, most=8)
        copies = f"; the {what} are there {TIMES[times[-1]]}"
    more = f", and {some(jokers, 'joker')}" if jokers else ""
    concepts = ("joker",) if jokers else ()
    text = f"{len(game.pack)} cards: {which}{copies}{more}."
    return note("pack", "The pack", text, *concepts, part=SheetPart.CARDS)


def hand_note(sizes: Sequence[int], of: int, seats: Sequence[str]) -> Rule | None:
    """How many cards each seat is dealt from a pack of this size; None if nobody is dealt any."""
    if not any(sizes):
        return None
    most, least, left = max(sizes), min(sizes), of - sum(sizes)
    if most == least:
        each = f"Each player is dealt {some(most, 'card')}"
    elif least == most - 1:
        each = f"Each player is dealt {number(least)} or {some(most, 'card')}"
    elif len({n for n in sizes if n}) == 1:
        none = [seat for seat, n in zip(seats, sizes, strict=True) if not n]
        each = f"Each player but {listed(none, most=12)} is dealt {some(most, 'card')}"
    else:
        dealt = [f"{seat} {number(n)}" for seat, n in zip(seats, sizes, strict=True)]
        each = f"Of the cards are dealt: {listed(dealt, most=12)}"
    rest = f"; {left} are left over" if left > 1 else "; one is left over" if left else ""
    return note("hand-size", "The hands", f"{each}{rest}.", "hand", part=SheetPart.DEAL)


def fact_of(fact: Rule, notes: Iterable[Rule]) -> Rule:
    """The fact with the concepts of the notes that say the same."""
    more = [concept for note in notes if note.fact == fact for concept in note.concepts]
    concepts = tuple(dict.fromkeys([*fact.concepts, *more]))
    return note(str(fact), fact.title, fact.wording, *concepts, part=fact.part) if more else fact


def dealer_note(game: Game) -> Rule | None:
    """Who deals first, and how the deal passes on; None where nobody deals."""
    if not game.deal_passes:
        return None
    text = f"{game.deals_first} {game.deal_passes}"
    return note("next-dealer", "The next deal", text.strip(), part=SheetPart.DEAL)
