"""What somebody types, in the words of each game, and which move it is taken for."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab


def after(id: str, *moves: str, seed: int = 1, **options: Any) -> Any:
    """The table after these moves of a match."""
    match = cardlab.game(id, **options).match(seed=seed)
    for move in moves:
        match.play(move)
    return match.game, match.state


def table(id: str, options: dict[str, Any] | None = None, **given: Any) -> Any:
    game = cardlab.game(id, **(options or {}))
    return game, game.state(to_move=0, **given)


def meant(where: tuple[Any, Any], text: str) -> str | None:
    """The move that a text stands for, legal or not; None if it stands for none."""
    game, state = where
    verdict = game.verdict(state, text)
    return None if verdict.rule == "not-a-move" else str(verdict.move)


GIN = table("gin-rummy", phase="draw", hands={0: "KS QS", 1: "2D"}, stock="2C 3C 4C", discards="7H")
DISCARD = table(
    "gin-rummy", phase="discard", hands={0: "KS QS", 1: "2D"}, stock="2C 3C 4C", discards="7H"
)
LAYING = table(
    "jersey-gin",
    phase="lay-off",
    knocker=1,
    hands={0: "6S 9C KD", 1: "", 2: ""},
    melds=[[], [["9S", "9H", "9D"], ["3S", "4S", "5S"]], []],
)
ZETEMA = table(
    "zetema",
    phase="turn",
    hands={0: "KH QH KS 3H 4H 5H 8D", 1: "2D"},
    stock="2C 3C",
    piles={"Q": ["QS"]},
)
SHOWN = table("zetema", phase="turn", hands={0: "2S 4S 6S 8S TS QS 9D", 1: "2D"}, stock="2C 3C 4C")
POND = table("sum-run-set", phase="fish", hands={0: "9H 7C", 1: "2S 3S"}, pond="4C 5D 9C 8D")
GROUPS = table(
    "sum-run-set",
    {"multi_capture": True},
    phase="fish",
    hands={0: "9H 7C", 1: "2S 3S"},
    pond="4C 5D 9C 8D",
)
BOARD = table("ziginette", phase="bets", dealer=1, board="KS 4H", bank="6C", stock="KD 4D AC 6D")

TEXTS = [
    (GIN, "draw", "draw"),
    (GIN, "take", "take"),
    (GIN, "refuse", "refuse"),
    (GIN, "discard KS", "discard KS"),
    (GIN, "KS", "discard KS"),
    (GIN, "pick up", None),
    (DISCARD, "qs", "discard QS"),
    (DISCARD, "knock QS", "knock QS"),
    (DISCARD, "knock 1S", None),
    (DISCARD, "throw QS", None),
    (LAYING, "6S", "lay off 6S on 3S 4S 5S"),
    (LAYING, "lay off 9C", "lay off 9C on 9S 9H 9D"),
    (LAYING, "KD", "lay off KD"),
    (ZETEMA, "marry hearts", "marry H"),
    (ZETEMA, "marry s h", "marry S H"),
    (ZETEMA, "marry ♥", "marry H"),
    (ZETEMA, "marry heart", "marry H"),
    (ZETEMA, "marry hearts with love", None),
    (ZETEMA, "8d", "discard 8D"),
    (ZETEMA, "discard 8D", "discard 8D"),
    (ZETEMA, "8D 5H", None),
    (SHOWN, "show QS TS 8S 6S 4S 2S", "show 2S 4S 6S 8S TS QS"),
    (SHOWN, "show 2S 4S 6S 8S TS QS", "show 2S 4S 6S 8S TS QS"),
    (SHOWN, "show 2S 4S", "show 2S 4S"),
    (SHOWN, "show", None),
    (POND, "9H takes 4C 5D", "9H takes 4C 5D sum"),
    (POND, "9h takes 5D 4C as a sum", "9H takes 4C 5D sum"),
    (POND, "9H takes 9C set", "9H takes 9C set"),
    (POND, "7C takes 8D 9C", "7C takes 8D 9C run"),
    (POND, "9H takes", None),
    (POND, "9H", "9H"),
    (GROUPS, "9H takes 4C 5D", "9H takes 4C 5D sum"),
    (GROUPS, "9H takes 9C set and 4C 5D sum", "9H takes 4C 5D sum and 9C set"),
    (GROUPS, "9H takes 4C 5D 9C", "9H takes 4C 5D sum and 9C set"),
    (GROUPS, "9H takes sum and 9C set", None),
    (GROUPS, "9H takes 9C set and 4C sum 5D", None),
    (BOARD, "bet 5 on KS", "bet 5 on KS"),
    (BOARD, "3 k", "bet 3 on KS"),
    (BOARD, "bet 2 on 4", "bet 2 on 4H"),
    (BOARD, "bet 2 on 6", "bet 2 on 6C"),
    (BOARD, "bet on K", None),
    (BOARD, "bet 2 on X", None),
    (after("seven-and-a-half"), "7", "bet 7"),
    (after("seven-and-a-half"), "bet 7", "bet 7"),
    (after("seven-and-a-half"), "999999", "bet 999999"),
    (after("seven-and-a-half"), "1000000", None),
    (after("kaiser"), "7", "7"),
    (after("kaiser"), "7 no", "7no"),
    (after("kaiser"), "8nt", "8no"),
    (after("kaiser"), "999", "999"),
    (after("kaiser"), "1000", None),
    (after("skat"), "18", "18"),
    (after("skat"), "999", "999"),
    (after("skat"), "1000", None),
    (after("nap"), "Nap", "nap"),
    (after("nap"), "seven", "seven"),
    (after("nap"), "eight", None),
    (after("euchre"), "order", "order up"),
    (after("euchre"), "order alone", "order up alone"),
    (after("euchre"), "order nothing", None),
    (after("euchre", *["pass"] * 4), "hearts", "trumps H"),
    (after("euchre", *["pass"] * 4), "c alone", "trumps C alone"),
    (after("euchre", *["pass"] * 4), "trumps ♦", "trumps D"),
    (after("euchre", *["pass"] * 4), "trumps", None),
    (after("spades"), "nil", "nil"),
    (after("spades"), "0", "nil"),
    (after("spades"), "999", "999"),
    (after("spades"), "1000", None),
    (after("oh-hell"), "0", "0"),
    (after("oh-hell"), "nil", None),
    (after("hearts"), "stand", None),
]


@pytest.mark.parametrize(
    ("where", "text", "move"), TEXTS, ids=[f"{where[0].id} {text}" for where, text, _ in TEXTS]
)
def test_what_is_typed_is_taken_for_a_move(where: Any, text: str, move: str | None) -> None:
    assert meant(where, text) == move


def test_a_card_of_the_hand_alone_is_given_or_discarded() -> None:
    for id, options, moves, verb in (
        ("hearts", {}, (), "give"),
        ("bourre", {}, ("play",) * 4, "discard"),
    ):
        game, state = after(id, *moves, **options)
        for card in state.hand[:3]:
            assert meant((game, state), str(card)) == f"{verb} {card}"
            assert meant((game, state), f"{verb} {card}") == f"{verb} {card}"
            assert meant((game, state), f"lose {card}") is None
