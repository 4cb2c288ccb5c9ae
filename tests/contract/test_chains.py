"""What a verdict says, in every game: its chain leaves exactly the legal moves, its sentences are
short and about the right hand, and whatever somebody clicks has an answer.

``pytest tests/contract/test_chains.py --refusals 10000`` looks at so many refusals of every game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import BACK
from cardlab.engine.game import OVER, TABLE
from cardlab.engine.moves import PLAYS, Deal, Move
from cardlab.engine.rulings import Verdict
from cardlab.engine.words import ONLOOKER

from .conftest import walk

MOST_WORDS = 15
YOU = re.compile(r"\byour?\b", re.IGNORECASE)


@pytest.fixture
def refusals(amount: Callable[[str], int]) -> int:
    """How many refused moves of a game to look at."""
    return amount("--refusals")


def judged(game: Any, refusals: int) -> Iterator[tuple[Any, Any, dict[Move, Verdict]]]:
    """Random tables with what the seat that acts sees and the verdicts on its candidates, until so
    many moves were refused."""
    seen = 0
    for match, rng in walk(game, 30 + refusals):
        if seen >= refusals:
            return
        state = match.state
        if match.over or state.phase is OVER or (refusals < 1000 and rng.random() < 0.5):
            continue
        for seat in dict.fromkeys((*state.phase.movers(state), state.to_move)):
            table = None if seat is None else game.view(state, seat)
            if table is not None:
                verdicts = game.verdicts(state, seat)
                seen += sum(not v.legal for v in verdicts.values())
                yield state, table, verdicts


def test_a_chain_leaves_exactly_what_is_legal(game: Any, refusals: int) -> None:
    """The steps of a chain, asked anew one after another, take the refused move away and leave
    the moves of ``instead``; a later step that contradicts what was said has words for it."""
    for _, table, verdicts in judged(game, refusals):
        for move, verdict in verdicts.items():
            if verdict.legal:
                continue
            chain, moves = verdict.chain, tuple(verdicts)
            for rule in table.phase.rules:
                if rule is chain[0].rule:
                    break
                moves = rule.test(table, moves).kept
            assert move in moves, "no rule before the first step refuses it"
            for number, step in enumerate(chain):
                left = step.rule.test(table, moves).kept
                assert move not in left and len(left) < len(moves)
                removed = [m for m in moves if m not in left]
                if number and any(map(chain[0].ruling.speaks_of, removed)):
                    assert step.ruling.then, f"{step.rule} narrows {chain[0].rule} without a word"
                moves = left
            assert set(moves) == set(verdict.instead)
            assert verdict.rule is chain[0].rule and verdict.reason == verdict.say()


def test_sentences_are_short_and_about_the_right_hand(game: Any, refusals: int) -> None:
    """At most 15 words a clause, no brace left, nobody called "you" by an onlooker, and nothing
    about the cards of a declarer where the dummy plays."""
    for state, table, verdicts in judged(game, min(refusals, 1000)):
        for verdict in verdicts.values():
            said = verdict.reason
            for clause in said.split("; "):
                assert 0 < len(clause.split()) <= MOST_WORDS, clause
            assert "{" not in said and "}" not in said
            assert verdict.hand == table.me
            told = verdict.say(ONLOOKER)
            assert not YOU.search(told), told
            if table.me == state.dummy:
                assert not re.search(r"\byou (have|hold|lead|are|can)\b", said), said
                assert "the dummy" in said or not re.search(r"\b(have|has)\b", said), said


def clicks(game: Any, table: Any, known: set[Move]) -> Iterator[tuple[Move, int | None]]:
    """Everything that somebody could point at: each card in sight, where it lies, and the calls
    of all phases."""
    for seat, hand in enumerate(table.hands):
        yield from ((PLAYS[card], seat) for card in hand if card is not BACK)
    yield from ((PLAYS[card], TABLE) for card in game.pack[:2])
    yield from ((move, None) for move in known)
    yield from ((call, None) for phase in game.phases for call in [*phase.vocabulary()][:3])


def test_every_click_is_answered(game: Any, refusals: int, some: Callable[[int], int]) -> None:
    """Every card and every call, in every phase and for every seat, has a verdict with a reason."""
    looked_at = 0.15 if refusals >= 1000 else 0.05
    known: set[Move] = set()
    for match, rng in walk(game, some(12)):
        state = match.state
        if not match.over and len(known) < 40:
            known |= {m for m in match.candidates()[:6] if not isinstance(m, Deal)}
        if rng.random() > looked_at and not match.over:
            continue
        for seat in range(game.players):
            for move, hand in clicks(game, state.seen_by(seat), set(sorted(known)[:12])):
                verdict = match.verdict(move, seat, hand)
                assert verdict.reason and "{" not in verdict.reason
                assert verdict.legal or (verdict.rule and verdict.rule.title)
                assert verdict.say(ONLOOKER) and not YOU.search(verdict.say(ONLOOKER))


def test_what_is_not_a_move_lists_the_legal_ones(game: Any) -> None:
    match = game.match(seed=4)
    verdict = match.verdict("fly me to the moon")
    assert verdict.reason.startswith("“fly me to the moon” is not a move here; ")
    assert not verdict.legal and verdict.instead == match.legal_moves()
    with pytest.raises(cardlab.MoveError, match="is not a move here; legal: "):
        match.play("fly me to the moon")
