"""Pairs, sets and tractors beside brute force: every selection of small hands, judged from the cards'
letters alone."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import cardlab
from cardlab.families.patterns import beats, debt_of, leads_in, pattern_of, unpaid

GAME = cardlab.game("contesting-twenty")
RANKS = "23456789TJQKA"
CASES = [("2", "S"), ("8", "H"), ("A", "D"), ("K", "C")]


def rung(card: str, rank: str, trump: str) -> tuple[str, int]:
    """The suit that a card counts in, and how high it is there; no step is left out."""
    plain = [r for r in RANKS if r != rank]
    if card in ("RJ", "BJ"):
        return "trumps", 15 if card == "RJ" else 14
    if card[0] == rank:
        return "trumps", 13 if card[1] == trump else 12
    return "trumps" if card[1] == trump else card[1], plain.index(card[0])


def shape(cards: tuple[str, ...], rank: str, trump: str) -> tuple[str, str, int] | None:
    """The suit and shape of a play and its height; None for no play."""
    if len({rung(c, rank, trump)[0] for c in cards}) != 1:
        return None
    suit = rung(cards[0], rank, trump)[0]
    if len({*cards}) == 1:
        return suit, f"{len(cards)} alike", rung(cards[0], rank, trump)[1]
    if any(cards.count(c) != 2 for c in cards):
        return None
    heights = sorted(rung(c, rank, trump)[1] for c in {*cards})
    if heights != list(range(heights[0], heights[0] + len(heights))):
        return None
    return suit, f"{len(heights)} pairs", heights[-1]


def value(
    cards: tuple[str, ...], suit: str, kind: str, rank: str, trump: str
) -> tuple[int, int, int]:
    """How well some cards follow: cards of the suit, then the longest tractor or set, then pairs."""
    own = tuple(c for c in cards if rung(c, rank, trump)[0] == suit)
    if len(own) < len(cards):
        return len(own), 0, 0
    if kind.endswith("alike"):
        return len(own), max(own.count(c) for c in own), 0
    parts = {
        kept
        for n in range(0, len(own) + 1, 2)
        for kept in combinations(sorted(own), n)
        if (n < 4 and (n == 0 or kept[0] == kept[1])) or (n >= 4 and shape(kept, rank, trump))
    }
    longest = max(
        (len(p) // 2 for p in parts if not p or "pairs" in kind_of(p, rank, trump)), default=0
    )
    return len(own), longest, sum(own.count(c) // 2 for c in {*own})


def kind_of(cards: tuple[str, ...], rank: str, trump: str) -> str:
    """The shape of a play, in which two alike are one pair; four alike are no tractor."""
    if len(cards) == 2:
        return "1 pairs"
    found = shape(cards, rank, trump)
    return found[1] if found else ""


def small_hand(rng: random.Random, rank: str, trump: str) -> list[str]:
    """A hand of few cards, many of them alike, from two packs or three."""
    packs = rng.choice([2, 3])
    some = rng.sample(sorted({str(c) for c in GAME.pack}), 5)
    first = rng.choice([c for c in some if c not in ("RJ", "BJ")])
    near = [r + first[1] for r in RANKS if abs(RANKS.index(r) - RANKS.index(first[0])) < 3]
    pool = [c for c in [*some, *near] for _ in range(packs)]
    pool = [c for n, c in enumerate(pool) if pool[:n].count(c) < packs]
    return rng.sample(pool, 8)


@pytest.mark.parametrize(("rank", "trump"), CASES)
def test_leads_are_all_selections_that_make_a_pattern(rank: str, trump: str) -> None:
    order, rng, tractors = GAME.ordering(GAME.order_word(rank, trump)), random.Random(rank), 0
    for _ in range(200):
        hand = small_hand(rng, rank, trump)
        wanted = {
            tuple(sorted(chosen))
            for n in range(1, len(hand) + 1)
            for chosen in combinations(hand, n)
            if shape(chosen, rank, trump)
        }
        found = [tuple(sorted(map(str, play))) for play in leads_in(cardlab.cards(hand), order)]
        assert len(found) == len({*found}) and {*found} == wanted, hand
        tractors += sum("pairs" in kind_of(play, rank, trump) and len(play) > 2 for play in wanted)
        for chosen in combinations(hand, 4):
            made = pattern_of(cardlab.cards(chosen), order)
            assert (made is not None) == (shape(chosen, rank, trump) is not None), chosen
    assert tractors > 20


@pytest.mark.parametrize(("rank", "trump"), CASES)
def test_a_selection_follows_if_no_other_of_the_hand_follows_better(rank: str, trump: str) -> None:
    order, rng, refused = GAME.ordering(GAME.order_word(rank, trump)), random.Random(trump), 0
    for _ in range(60):
        leads = [p for p in leads_in(cardlab.cards(small_hand(rng, rank, trump)), order)]
        lead = rng.choice([p for p in leads if 1 < len(p) < 7] or leads)
        made = pattern_of(lead, order)
        told = shape(tuple(map(str, lead)), rank, trump)
        assert made is not None and told is not None
        hand = small_hand(rng, rank, trump)
        debt = debt_of(cardlab.cards(hand), order, made)
        each = {
            tuple(sorted(chosen)): value(chosen, told[0], told[1], rank, trump)
            for chosen in combinations(hand, len(lead))
        }
        best = max(each.values())
        for chosen, worth in each.items():
            left = unpaid(cardlab.cards(chosen), order, made, debt)
            assert (not left) == (worth == best), (lead, hand, chosen, left)
            refused += left == "pattern"
    assert refused > 20


@pytest.mark.parametrize(("rank", "trump"), CASES)
def test_the_higher_play_of_the_same_shape_wins(rank: str, trump: str) -> None:
    order, rng, won = GAME.ordering(GAME.order_word(rank, trump)), random.Random(rank + trump), 0
    for _ in range(200):
        leads = [p for p in leads_in(cardlab.cards(small_hand(rng, rank, trump)), order)]
        others = [p for p in leads_in(cardlab.cards(small_hand(rng, rank, trump)), order)]
        lead = rng.choice(leads)
        made, told = pattern_of(lead, order), shape(tuple(map(str, lead)), rank, trump)
        assert made is not None and told is not None
        for play in others:
            other = shape(tuple(map(str, play)), rank, trump)
            assert other is not None
            wins = other[1] == told[1] and (
                other[2] > told[2] if other[0] == told[0] else other[0] == "trumps"
            )
            assert beats(play, lead, order, made) == wins, (lead, play)
            won += wins
    assert won > 50
