"""What is dealt and what may be called, for every number of players: the figures of the rules."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.moves import Deal

NAP = {3: (24, 5), 4: (28, 5), 5: (28, 5), 6: (32, 5), 7: (36, 5)}
SIZES: dict[str, dict[int, tuple[int, int]]] = {
    "basic-rummy": {2: (52, 10), 3: (52, 7), 4: (52, 7), 5: (52, 6), 6: (52, 6)},
    "belote": {4: (32, 5)},
    "blind-don": {2: (36, 18)},
    "block-rummy": {2: (52, 10), 3: (52, 7), 4: (52, 7), 5: (52, 6), 6: (52, 6)},
    "bourre": {players: (52, 5) for players in range(3, 8)},
    "brandle": {4: (28, 7)},
    "bridge": {4: (52, 13)},
    "contesting-twenty": {4: (54, 12)},
    "conquian": {2: (40, 10)},
    "couillon": {4: (24, 4)},
    "cribbage": {2: (52, 6), 3: (52, 5), 4: (52, 5)},
    "euchre": {4: (24, 5)},
    "fishing-for-tens": {2: (52, 12), 3: (52, 8), 4: (52, 6)},
    "gin-rummy": {2: (52, 10)},
    "go-fish": {players: (52, 5) for players in range(3, 7)},
    "hearts": {3: (51, 17), 4: (52, 13), 5: (50, 10), 6: (48, 8)},
    "jersey-gin": {3: (52, 10)},
    "julep": {players: (40, 5) for players in range(3, 8)},
    "kaiser": {4: (32, 8)},
    "klaverjassen": {4: (32, 8)},
    "knockout-whist": {players: (52, 7) for players in range(3, 8)},
    "laugh-and-lie-down": {3: (52, 12), 4: (52, 10), 5: (52, 8), 6: (52, 6)},
    "liverpool-rummy": {players: (108, 10) for players in range(3, 6)},
    "looking-for-friends": {
        5: (108, 20),
        6: (108, 17),
        7: (104, 14),
        8: (158, 19),
        9: (159, 17),
        10: (156, 15),
        11: (160, 14),
        12: (210, 17),
    },
    "malilla": {4: (40, 10)},
    "nap": NAP,
    "own-trumps": {2: (36, 18), 3: (36, 12), 4: (36, 9)},
    "panjpar": {2: (52, 5)},
    "partnership-whist": {4: (52, 13)},
    "peep-nap": NAP,
    "pool-nap": NAP,
    "purchase-nap": NAP,
    "quinto": {4: (53, 12)},
    "redbeard": {players: (52, 6) for players in range(3, 8)},
    "scotch-whist": {2: (36, 18), 3: (36, 12), 4: (36, 9), 5: (35, 7), 6: (36, 6), 7: (35, 5)},
    "seven-card-nap": {3: (24, 7), 4: (28, 7), 5: (36, 7), 6: (44, 7), 7: (52, 7)},
    "seven-card-whist": {players: (52, 7) for players in range(2, 8)},
    "seven-rummy": {players: (52, 7) for players in range(2, 6)},
    "sixte": {6: (36, 6)},
    "sizette": {6: (36, 6)},
    "solo-whist": {4: (52, 13)},
    "sum-run-set": {2: (52, 4), 3: (52, 4), 4: (52, 4), 5: (52, 3)},
    "whist": {4: (52, 13)},
    "widow-nap": {3: (24, 5), 4: (28, 5), 5: (32, 5), 6: (36, 5), 7: (40, 5)},
    "yaniv": {players: (54, 5) for players in range(2, 6)},
    "zetema": {2: (65, 6), 3: (65, 6), 4: (65, 6), 5: (65, 6), 6: (65, 5)},
}
"""The cards of the pack, and how many each player is dealt, by the number of players."""


@pytest.mark.parametrize("id", SIZES)
def test_pack_and_hands_fit_the_players(id: str) -> None:
    for players, (pack, each) in SIZES[id].items():
        game = cardlab.game(id, **({"players": players} if len(SIZES[id]) > 1 else {}))
        match = game.match(seed=1)
        first = match.entries[0].move
        assert isinstance(first, Deal)
        assert len(game.pack) == pack
        assert [len(hand) for hand in first.hands] == [each] * players
        assert sum(map(len, first.hands)) + len(first.stock) == pack


@pytest.mark.parametrize("id", SIZES)
def test_no_other_number_of_players_is_taken(id: str) -> None:
    for players in {min(SIZES[id]) - 1, max(SIZES[id]) + 1}:
        with pytest.raises(ValueError):
            cardlab.game(id).match(seed=1, players=players)


NAP_CALLS = "pass two three mis four nap wellington"
SIX_CALLS = "pass three four nap mis six seven"
CALLS = {
    "brandle": "pass brandle four five six bettel mord",
    "kaiser": "pass misdeal 6 6no 7 7no 8 8no 9 9no 10 10no 11 11no 12 12no",
    "nap": NAP_CALLS,
    "peep-nap": NAP_CALLS,
    "pool-nap": NAP_CALLS,
    "redbeard": "pass 1 2 3 4 5 6 redbeard",
    "seven-card-nap": SIX_CALLS,
    "widow-nap": NAP_CALLS,
}
"""What the first to speak is offered, from low to high."""


@pytest.mark.parametrize("id", CALLS)
def test_the_ladder_of_calls(id: str) -> None:
    match = cardlab.game(id).match(seed=1)
    assert " ".join(match.candidates()) == CALLS[id]


WORTH: dict[str, tuple[int, dict[str, int]]] = {
    "brandle": (1, {}),
    "bridge": (1, {}),
    "cardigan": (0, {"A": 11, "T": 10, "5": 5, "K": 4, "Q": 3, "J": 2}),
    "couillon": (0, {"A": 4, "K": 3, "Q": 2, "J": 1}),
    "hearts": (0, {"H": 1, "QS": 13}),
    "julep": (1, {}),
    "kaiser": (1, {"5H": 5, "3S": -3}),
    "malilla": (1, {"7": 5, "A": 4, "K": 3, "Q": 2, "J": 1}),
    "nap": (1, {}),
    "quinto": (5, {"5S": 5, "5C": 10, "5D": 15, "5H": 20, "JK": 25}),
    "redbeard": (1, {}),
    "scotch-whist": (0, {}),
    "sixte": (1, {}),
}
"""What a trick counts by itself, and what cards count for whoever takes them: by card, else by
rank, else by suit."""


@pytest.mark.parametrize("id", WORTH)
def test_what_tricks_and_cards_count(id: str) -> None:
    game: Any = cardlab.game(id)
    each, cards = WORTH[id]
    assert game.per_trick == each
    for card in game.pack:
        known = (cards[name] for name in (str(card), card.rank, str(card.suit)) if name in cards)
        assert game.card_points(card) == next(known, 0), card
