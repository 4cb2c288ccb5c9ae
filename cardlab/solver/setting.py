"""What the search needs to know of a position whoever holds which card: made once for all deals of
the same cards, as a bot imagines them.

Knows how the kernel packs owners of cards into words, and which weights order the moves.  Knows no
game.
"""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.solver.fixing import PAIRS, are_pairs
from cardlab.solver.kernel import places
from cardlab.solver.tables import IN_SUIT, Layout, Tables, TooBig

if TYPE_CHECKING:
    from cardlab.solver.loading import Backend

MOST_WORDS, BITS_IN_WORD = 4, 62
SAME = tuple(field.name for field in fields(Tables) if field.name != "hands")
"""What two positions have to have in common besides their cards."""


@cache
def weights(family: str) -> tuple[int, ...]:
    """How moves are ordered: weights found by climbing hills, for tricks with and without trumps
    and for card points."""
    return tuple(
        json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))[family]
    )


def weights_for(K: list[int]) -> tuple[int, ...]:
    """The weights by which moves are ordered with these tables."""
    if K[places.BETWEEN_PAIRS]:
        return (*weights("pairs with trumps"), *weights("pairs without trumps"))
    if K[places.HAS_POINTS]:
        return weights("points")
    return weights("tricks" if K[places.TOP_SUIT] >= 0 else "no trumps")


def plays_in_pairs(given: Tables, K: list[int]) -> bool:
    """Whether `cardlab.solver.kernel.pairs` knows which cards to try first: two pairs want tricks,
    whoever can has to follow suit, and nothing but one suit beats the others."""
    return (
        given.side in ((0, 1, 0, 1), (1, 0, 1, 0))
        and K[places.AFTER] == places.FOLLOW
        and K[places.PER_TRICK] > 0
        and not K[places.HAS_POINTS]
        and not K[places.RANKED]
        and K[places.WILD] < 0
    )


class Setting:
    """A position without its hands, as the search reads it.

    kind_bits, bits: of a card in a pattern, how many tell its sort, and how many it has in all;
    shift: by suit, where its part of a word begins; is_pairs: whether the search for pairs fits.
    """

    def __init__(self, given: Tables, backend: Backend, hash_bits: int, pool_size: int) -> None:
        self.given, self.backend = given, backend
        self.layout = layout = Layout(given)
        self.cards = frozenset(c for hand in given.hands for c in hand)
        K = layout.K
        if max(layout.width, default=0) > IN_SUIT:
            raise TooBig(f"a suit has {max(layout.width)} cards; at most {IN_SUIT} fit")
        K[places.BETWEEN_PAIRS] = int(plays_in_pairs(given, K))
        order = weights_for(K)
        K[places.WEIGHTS : places.WEIGHTS + len(order)] = order
        self.kind_bits = (layout.sorts - 1).bit_length()
        self.bits = self.kind_bits + max(1, (len(given.hands) - 1).bit_length())
        self.shift = self._pack_words()
        K[places.POOL_SIZE], K[places.HASH_MASK] = pool_size, (1 << hash_bits) - 1
        self.is_pairs = are_pairs(K)
        self.size = sum(1 << n for n in layout.width)
        """How many sets of cards of one suit there are."""
        self.K = backend.array(K)
        self.kinds = backend.array([layout.kind.get(b, 0) for b in range(64)])

    def _pack_words(self) -> list[int]:
        """Find room for the owners and sorts of each suit's cards, from the top down, in one of up
        to four words; return where each suit's part begins."""
        K, width, bits, suits = self.layout.K, self.layout.width, self.bits, self.given.suits
        word, shift, fill = [0] * suits, [0] * suits, list[int]()
        for s in sorted(range(suits), key=lambda s: -width[s]):
            need = max(1, bits * width[s])
            if need > BITS_IN_WORD:
                raise TooBig("a suit is too long for its cards and points to be told apart")
            word[s] = next(
                (w for w, used in enumerate(fill) if used + need <= BITS_IN_WORD), len(fill)
            )
            if word[s] == len(fill):
                fill.append(0)
            shift[s] = fill[word[s]]
            fill[word[s]] += need
        if len(fill) > MOST_WORDS:
            raise TooBig("the suits are too many and too long for the kernel")
        # few cards fit into one word; the search for pairs takes two
        K[places.WORDS] = max(PAIRS["WORDS"] if K[places.BETWEEN_PAIRS] else 1, len(fill))
        for s in range(suits):
            at = places.PREFIX + s * 32
            for n in range(width[s] + 1):
                K[at + n] = ((1 << (bits * n)) - 1) << (bits * (width[s] - n) + shift[s])
            K[at + 31] = ((1 << (bits * width[s])) - 1) << shift[s]
        K[places.PREFIX_LENGTH : places.PREFIX_LENGTH + 64] = [
            min(31, i // bits) for i in range(64)
        ]
        K[places.SUIT_TABLE : places.SUIT_TABLE + suits] = [
            sum(1 << width[t] for t in range(s)) for s in range(suits)
        ]
        K[places.SUIT_WORD : places.SUIT_WORD + suits] = word
        return shift

    def fits(self, given: Tables) -> bool:
        """Whether a position differs in nothing but who holds which card."""
        return all(getattr(self.given, name) == getattr(given, name) for name in SAME) and (
            self.cards == {c for hand in given.hands for c in hand}
        )

    def tables(self, given: Tables, hashes: Any) -> tuple[Any, Any]:
        """Who owns the cards of every set of each suit, with the hash of the hands' lengths, and how
        far down its cards matter in any case."""
        layout, backend, owner = self.layout, self.backend, [0] * 64
        for p, hand in enumerate(given.hands):
            for c in hand:
                owner[layout.bit[c]] = p
        patterns, forced = backend.zeros(2 * self.size), backend.zeros(self.size)
        backend.build_tables(
            self.K,
            backend.array(owner),
            self.kinds,
            backend.array(layout.width),
            backend.array(self.shift),
            self.kind_bits,
            self.bits,
            hashes,
            patterns,
            forced,
        )
        return patterns, forced
