"""What a match remembers of a position: it is asked once, and forgotten when the match moves on."""

from __future__ import annotations

import pickle
import random
from collections import Counter
from typing import Any

import pytest

import cardlab
from cardlab.engine import game as engine
from cardlab.engine.game import IllegalMove, Phase


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often the rules are asked, and how often a move is told."""
    counts: Counter[str] = Counter()

    def counting(owner: Any, name: str, key: str) -> None:
        real = getattr(owner, name)

        def call(*args: Any, **more: Any) -> Any:
            counts[key] += 1
            return real(*args, **more)

        monkeypatch.setattr(owner, name, call)

    counting(engine, "judge", "rules")
    counting(engine, "narrowed", "rules")
    counting(Phase, "heard", "told")
    return counts


def test_a_position_that_was_drawn_is_not_judged_again(asked: Counter[str]) -> None:
    match = cardlab.game("kaiser").match(seed=7)
    match.view(1)
    asked.clear()
    legal, refused = match.legal_moves(), [m for m, v in match.verdicts().items() if not v.legal]
    with pytest.raises(IllegalMove) as trouble:
        match.play(str(refused[0]))
    assert trouble.value.verdict is match.verdicts()[refused[0]] is match.verdict(refused[0])
    match.play(str(legal[0]))
    assert asked["rules"] == 0
    match.verdicts()
    assert asked["rules"] == 1, "the next position is asked for itself"


@pytest.mark.parametrize("game", cardlab.games())
def test_a_match_plays_alike_whether_it_was_drawn_or_not(game: str) -> None:
    drawn, rng = cardlab.game(game).match(seed=3), random.Random(3)
    plain = drawn.at(drawn.ply)
    for _ in range(60):
        if drawn.over:
            break
        seat = drawn.state.phase.movers(drawn.state)[0]
        assert tuple(m for m, v in drawn.verdicts(seat).items() if v.legal) == plain.legal_moves(
            seat
        )
        move = str(rng.choice(plain.candidates(seat)))
        outcomes = []
        for match in (drawn, plain):
            try:
                match.play(move, seat)
                outcomes.append("played")
            except IllegalMove as refused:
                outcomes.append(str(refused))
        assert outcomes[0] == outcomes[1] and drawn.entries == plain.entries


def test_only_new_moves_are_told(asked: Counter[str]) -> None:
    match, rng = cardlab.game("kaiser").match(seed=7), random.Random(7)
    for _ in range(12):
        match.play(rng.choice(match.legal_moves()))
        match.view(0)
    assert asked["told"] == match.ply
    log = match.log(reader=0)
    assert match.log(5, 0) == log[:5] and match.log(99, 0) == log and asked["told"] == match.ply
    last = match.entries[-1].move
    match.undo()
    assert match.log(reader=0) == log[:-1]
    other = next(move for move in match.legal_moves() if move != last)
    match.play(other)
    assert match.log(reader=0)[:-1] == log[:-1] and match.log(reader=0)[-1] != log[-1]


def test_each_reader_hears_the_match_as_that_seat_does() -> None:
    match = cardlab.game("hearts").match(seed=7)
    while match.state.phase.id == "passing":
        match.play(match.legal_moves()[0])
    heard = [match.log(reader=seat) for seat in range(4)]
    assert len({tuple(log) for log in heard}) == 4
    assert [match.log(reader=seat) for seat in range(4)] == heard


def test_memory_stays_behind_when_a_match_travels() -> None:
    match = cardlab.game("kaiser").match(seed=7)
    plain = pickle.dumps(match)
    match.view(1)
    assert pickle.dumps(match) == plain
    back = pickle.loads(plain)
    assert back.view(1).data == match.view(1).data and back.play("pass").ply == match.ply + 1


def test_a_refusal_is_put_into_words_when_it_is_read() -> None:
    game = cardlab.game("kaiser")
    table = game.state(trump="S", trick=[("west", "KH")], hands={"north": "QH 8C"})
    with pytest.raises(IllegalMove, match=r"^8C is illegal: .* \(must-follow-suit\)\. Legal: QH$"):
        game.after(table, "8C")
    with pytest.raises(IllegalMove) as trouble:
        game.after(table, "8C")
    copy = pickle.loads(pickle.dumps(trouble.value))
    assert str(copy) == str(trouble.value) and copy.verdict.move == "8C"


@pytest.mark.parametrize("game", ["kaiser", "gin-rummy", "cribbage", "spoons"])
def test_the_tables_of_earlier_deals_are_computed_from_their_moves(game: str) -> None:
    """As they were, also for a match that has travelled, and however they are looked at."""
    match, rng = cardlab.game(game).match(seed=7), random.Random(7)
    tables = [match.state_at(ply) for ply in range(match.ply + 1)]
    while not match.over and len(match.ends) < 3 and match.ply < 400:
        able = [seat for seat in range(match.game.players) if match.legal_moves(seat)]
        seat = match.to_move if match.to_move in able else able[0]
        match.play(rng.choice(match.legal_moves(seat)), seat)
        tables += [match.state_at(ply) for ply in range(len(tables), match.ply + 1)]
    plies = list(range(match.ply + 1))
    assert [match.state_at(ply) for ply in plies] == tables
    rng.shuffle(plies)
    travelled = pickle.loads(pickle.dumps(match))
    for ply in plies:
        assert match.state_at(ply) == travelled.state_at(ply) == tables[ply]
    for ply in plies[:20]:
        branch = match.at(ply)
        assert branch.entries[:ply] == match.entries[:ply]
        assert branch.lines_at(ply) == match.lines_at(ply)
        assert [branch.state_at(before) for before in range(ply + 1)] == tables[: ply + 1]


def test_a_match_is_undone_to_its_first_deal() -> None:
    match, rng = cardlab.game("kaiser").match(seed=7), random.Random(7)
    first = match.state
    while len(match.ends) < 3:
        match.play(rng.choice(match.legal_moves()))
    played = sum(entry.seat is not None for entry in match.entries)
    seen = [match.totals]
    for _ in range(played):
        match.undo()
        if match.totals != seen[-1]:
            seen.append(match.totals)
    assert match.state == first and match.ply == 1 and match.ends == ()
    assert len(seen) == 4 and not any(match.totals.values())
