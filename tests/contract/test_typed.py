"""What somebody types is taken for what it says, whether it can be played there or not."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import cardlab

from .conftest import walk

PLIES, TEXTS = 24, 8


def texts_of(game: Any) -> list[str]:
    """How the moves of a game are written, those of all its phases in two deals."""
    return sorted(
        {str(move) for match, _ in walk(game, 2) if not match.over for move in match.candidates()}
    )


def test_a_typed_move_is_that_move(game: Any) -> None:
    """The verdict is about the move that was typed; one that is not legal is refused."""
    texts, rng = texts_of(cardlab.game(game.id)), random.Random(1)
    for match, _ in islice(walk(game, 2, seed=1), PLIES):
        if match.over:
            continue
        legal = {str(move) for move in match.legal_moves()}
        for text in rng.sample(texts, min(TEXTS, len(texts))):
            verdict = match.verdict(text)
            words, typed = str(verdict.move).split(), text.split()
            # a card alone stands for the move with it, and of a meld what is missing is named
            assert words[-1] in typed and {*words[1:]} <= {*typed}, "another move was read"
            assert verdict.legal == (str(verdict.move) in legal)


def test_another_card_in_a_move_is_refused_by_a_rule(game: Any) -> None:
    """A move that is offered with one card, typed with a card that it is not offered with, is
    understood: a rule says what is wrong with it."""
    rng = random.Random(2)
    for match, _ in islice(walk(game, 3, seed=2), 2 * PLIES):
        offered = [str(move) for move in match.candidates()] if not match.over else []
        for verb in {text.split()[0] for text in offered}:
            words = next(text for text in offered if text.split()[0] == verb).split()
            places = [place for place, word in enumerate(words) if word in game.pack]
            if len(places) != 1:
                continue
            words[places[0]] = rng.choice(game.pack)
            text = " ".join(words)
            if text not in offered:
                verdict = match.verdict(text)
                assert not verdict.legal and verdict.rule and verdict.instead, text
                assert str(verdict.move).split()[-1] in words
