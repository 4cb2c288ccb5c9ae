"""Chances by writing out every hand: combinations and sums, and nothing of how cardlab counts.

What a question asks is said here a second time, by its id and by what fills it; what a card is
worth, which cards are trumps and what a rule allows, the game says.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.labs.odds.deals import Opening, deal

Hand = tuple[Card, ...]
Holds = Callable[[Hand], bool]

BOUNDS: dict[str, Callable[[int, int], bool]] = {
    "least": lambda n, many: n >= many,
    "most": lambda n, many: n <= many,
    "exactly": lambda n, many: n == many,
}
CARDS, SIZE, HANDS = 9, 3, 3


def share(cases: Iterable[Any], holds: Callable[[Any], bool] = bool) -> Fraction:
    """Of how many of these cases it is true."""
    answers = [bool(holds(case)) for case in cases]
    return Fraction(sum(answers), len(answers))


# --- a deal that is small enough


def small_opening(game: Game, opened: Opening) -> Opening:
    """The deal of a game from nine or ten of its cards: three hands of three, one card aside where
    some lie aside; fewer cards of a hand where the game deals fewer."""
    cards = CARDS + bool(opened.aside)
    pack = tuple(sorted(small_pack(game, opened, cards)))
    size = min(SIZE, opened.size)
    hands = min(HANDS, opened.hands)
    left = cards - size * hands
    return replace(
        opened,
        pack=pack,
        size=size,
        hands=hands,
        hidden=(size,) * (hands - 1),
        aside=left if opened.aside else 0,
        suits=tuple(s for s in dict.fromkeys(c.suit for c in pack) if s),
        jokers=sum(not c.suit for c in pack),
        decks=max(Counter(c for c in pack if c.suit).values()),
    )


def small_pack(game: Game, opened: Opening, cards: int) -> list[Card]:
    """A few cards of a game: a joker, two alike, one of each suit, what counts most and least, and
    some by chance."""
    rest = list(opened.pack)
    random.Random(game.id).shuffle(rest)
    order = game.sorting()
    wanted: list[Card] = [c for c in rest if not c.suit][:1]
    wanted += [c for c, times in Counter(rest).items() if times > 1 and c.suit][:1] * 2
    if order is not None:
        in_order = sorted(rest, key=order.worth)
        wanted += [*in_order[:2], *in_order[-2:]]
    wanted += [next(c for c in rest if c.suit == suit) for suit in opened.suits]
    chosen: list[Card] = []
    for card in (*wanted, *rest):
        if len(chosen) < cards and chosen.count(card) < rest.count(card):
            if card not in chosen or (card in wanted and wanted.count(card) > 1) or card in rest:
                chosen.append(card)
    return chosen


# --- what a question asks of a hand


def named(which: str) -> Callable[[Card], bool]:
    """Whether a card is meant by words: a rank, a suit, a card, or JK for a joker."""
    words = which.split()

    def meant(card: Card) -> bool:
        if not card.suit:
            return "JK" in words
        return any(word in (str(card), card.rank, card.suit) for word in words)

    return meant


def of_hand(game: Game, opened: Opening, id: str, given: Mapping[str, Any]) -> Holds | None:
    """What a question asks of one hand; None where it asks of something else."""
    how, many = given.get("how", "least"), given.get("many", 0)

    def bounded(number: Callable[[Hand], int]) -> Holds:
        return lambda hand: BOUNDS[how](number(hand), many)

    def ranks(hand: Hand) -> list[str]:
        return [c.rank for c in hand if c.suit]

    if id in ("cards", "joker", "partners"):
        meant = named(given.get("which", "JK"))
        return bounded(lambda hand: sum(map(meant, hand)))
    if id == "copies":
        return lambda hand: max(map(hand.count, hand)) >= many
    if id in ("void", "shape", "longest"):
        return of_suits(opened, id, given)
    if id in ("alike", "row", "neighbours"):
        least = many if id == "alike" else 2
        return lambda hand: any(ranks(hand).count(rank) >= least for rank in ranks(hand))
    if id == "run":
        return lambda hand: longest_run(game, hand) >= many
    if id == "points":
        order = game.sorting()
        return bounded(lambda hand: sum(order.worth(c) for c in hand))
    if id == "hand-points":
        worth = {"A": 4, "K": 3, "Q": 2, "J": 1}  # the Milton Work count, the only one there is
        return bounded(lambda hand: sum(worth.get(rank, 0) for rank in ranks(hand)))
    if id == "meld":
        return lambda hand: bool(game.melding.melds(hand))  # type: ignore[attr-defined]
    if id == "natural":
        return lambda hand: game.natural(hand)  # type: ignore[attr-defined]
    return None


def of_suits(opened: Opening, id: str, given: Mapping[str, Any]) -> Holds:
    """What a question asks of the lengths of the suits."""

    def lengths(hand: Hand) -> list[int]:
        return [sum(c.suit == s for c in hand) for s in opened.suits]

    if id == "void":
        suit = given["suit"]
        if suit:
            return lambda hand: suit not in [c.suit for c in hand]
        return lambda hand: 0 in lengths(hand)
    if id == "shape":
        return lambda hand: "-".join(map(str, sorted(lengths(hand))[::-1])) == given["lengths"]
    return lambda hand: max(lengths(hand)) >= given["many"]


def longest_run(game: Game, hand: Hand) -> int:
    """The longest row of cards of a suit, each next to the one before in the game's order."""
    order, best = game.sorting(), 0
    for suit in {c.suit for c in hand if c.suit}:
        row = 0
        for (card,) in order.ladder(suit):
            row = row + 1 if card in hand else 0
            best = max(best, row)
    return best


# --- every case of a question


def truth(game: Game, opened: Opening, id: str, given: Mapping[str, Any]) -> Fraction | None:
    """The chance that a question asks for; None for a question that is not known here."""
    pack, size = opened.pack, opened.size
    holds = of_hand(game, opened, id, given)
    if holds is not None:
        drawn = {
            "partners": 2 * size,
            "row": given.get("many", 0),
            "neighbours": 2,
            "natural": 2,
        }.get(id, size)
        return share(combinations(pack, drawn), holds)
    if id == "turned":
        return share(pack, named(given["which"]))
    if id == "trumps":
        return trumps(game, opened, given["how"], given["many"])
    if id == "anybody":
        few = fewest(pack, size, opened.hands, given["which"])
        return share(few, lambda least: least <= given["many"])
    if id in ("split", "vacant"):
        return lies(game, opened, id, given)
    if id == "bust":
        held = tuple(Card(word) for word in given["cards"].split())
        rest = [card for card in pack if card not in held]
        return share(rest, lambda card: game.busted((*held, card)))  # type: ignore[attr-defined]
    if id.startswith("may-"):
        return share(combinations(pack, size + drawn_first(game)), may(game, id[4:]))
    if id.startswith("somebody-"):
        allowed = may(game, id[9:])
        return share(every_deal(pack, size, opened.hands), lambda hands: any(map(allowed, hands)))
    return None


def every_deal(pack: Hand, size: int, hands: int) -> Iterator[tuple[Hand, ...]]:
    """Every way to deal hands in turn."""
    if not hands:
        yield ()
        return
    places = range(len(pack))
    for mine in combinations(places, size):
        hand = tuple(pack[i] for i in mine)
        rest = tuple(pack[i] for i in places if i not in mine)
        for others in every_deal(rest, size, hands - 1):
            yield (hand, *others)


@cache
def fewest(pack: Hand, size: int, hands: int, which: str) -> tuple[int, ...]:
    """The fewest such cards that a hand of a deal has, for every deal."""
    meant = named(which)
    return tuple(
        min(sum(map(meant, hand)) for hand in dealt) for dealt in every_deal(pack, size, hands)
    )


def trumps(game: Game, opened: Opening, how: str, many: int) -> Fraction:
    """Trumps in a hand, over every card that may be turned up."""
    cases = []
    for at, card in enumerate(opened.pack):
        order, rest = game.ordering(card.suit), opened.pack[:at] + opened.pack[at + 1 :]
        cases += [
            BOUNDS[how](sum(order.is_trump(c) for c in hand), many)
            for hand in combinations(rest, opened.size)
        ]
    return share(cases, bool)


def lies(game: Game, opened: Opening, id: str, given: Mapping[str, Any]) -> Fraction:
    """Where missing cards lie: every choice of places in the hands that nobody sees."""
    places = hidden_hands(game, opened)
    if id == "vacant":
        places = [places[0] - given["known_left"], places[1] - given["known_right"]]
    aside = opened.aside if id == "split" else 0
    rooms = [hand for hand, places_there in enumerate(places) for _ in range(places_there)]
    rooms += [len(places)] * aside

    def lengths(chosen: Sequence[int]) -> list[int]:
        return [chosen.count(hand) for hand in range(len(places) + 1)]

    cases = map(lengths, combinations(rooms, given["missing"]))
    if id == "vacant":
        return share(cases, lambda held: held[0] == given["many"])
    wanted, _, stock = given["split"].partition(", ")
    longest = sorted(map(int, wanted.split("-")))[::-1]
    there = int(stock.split()[0]) if stock else 0
    return share(cases, lambda held: [sorted(held[:-1])[::-1], held[-1]] == [longest, there])


def hidden_hands(game: Game, opened: Opening) -> list[int]:
    """The sizes of the hands that somebody who asks does not see."""
    seen = len(game.sides[0].seats) if opened.dummy and game.partners else 1
    return list(opened.hidden if seen == 1 else opened.hidden[: game.players - seen])


# --- what a rule allows


def drawn_first(game: Game) -> int:
    """How many cards the first player has drawn before the turn."""
    one = deal(game, random.Random(1))
    return len(one.state.hand) - len(one.hand)


def may(game: Game, word: str) -> Holds:
    """Whether the first player may make a move of this kind with a hand, as the engine says."""
    table = deal(game, random.Random("alike")).state
    (kind,) = [one for one in table.phase.hand_moves if one.word == word]

    def allowed(hand: Hand) -> bool:
        state = table.but(hands=table.held(table.to_move, hand))
        return bool(kind.among(game.legal_moves(state)))

    return allowed
