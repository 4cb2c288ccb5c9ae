"""Whatever somebody tries gets a verdict with a reason: moves of another phase and of another game,
texts that are no move, things that are no text, seats that nobody has. A table of another game is
refused with a sentence; one of the same game with other options is judged by the rules of the game
that is asked, or refused with a sentence."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from typing import Any

import pytest

import cardlab
from cardlab.engine.adopting import WrongGame
from cardlab.engine.game import NO_SUCH_SEAT, NOT_A_MOVE, OVER
from cardlab.engine.moves import Move, Say
from cardlab.engine.results import SCORES_BEFORE
from cardlab.engine.rulings import Verdict
from cardlab.engine.words import ONLOOKER

from .conftest import walk

NOT_MOVES = (None, 3, 1.5, True, b"QH", ["QH"], {"move": "QH"}, object, "", " ", "QZ", "9" * 400)
NOT_SEATS: tuple[Any, ...] = (99, -7, "nobody", 1.5, True, ["South"])
KINDS = ("kaiser", "gin-rummy", "seven-rummy", "cribbage", "big-two", "go-fish", "skat", "conquian")
"""Games whose moves are tried in all others: by `make test` those of the first three, which have
bids, melds and typed groups; by `make test-all` all."""
OTHERS = [*KINDS[:3], *(pytest.param(other, marks=pytest.mark.rest) for other in KINDS[3:])]


@cache
def moves_by_phase(id: str) -> dict[str, list[Move]]:
    """Moves of each phase of a game, some of each kind, from a few matches."""
    moves: dict[str, dict[tuple[type, str], dict[str, Move]]] = defaultdict(dict)
    for match, rng in walk(cardlab.game(id), 4):
        if match.over:
            continue
        for seat in match.state.phase.movers(match.state):
            for move in match.candidates(seat):
                words = str(move).split()
                kind = (type(move), words[0] if len(words) > 1 else "")
                alike = moves[match.state.phase.id].setdefault(kind, {})
                if len(alike) < 4 and rng.random() < 0.5:
                    alike[str(move)] = move
    return {
        phase: [move for alike in kinds.values() for move in alike.values()]
        for phase, kinds in moves.items()
    }


def tables(game: Any, count: int) -> Iterator[Any]:
    """Matches of a game at moments of all its phases, the same number of each."""
    looked_at: dict[str, int] = defaultdict(int)
    for match, rng in walk(game, 4, seed=3):
        phase = match.state.phase
        if (
            not match.over
            and phase is not OVER
            and looked_at[phase.id] < count
            and rng.random() < 0.4
        ):
            looked_at[phase.id] += 1
            yield match


def check_refusal(verdict: Verdict, tried: Any) -> None:
    assert verdict.reason and "{" not in verdict.reason.replace(str(tried), "")
    assert verdict.say(ONLOOKER) and repr(verdict)
    assert isinstance(verdict.move, Move) and isinstance(verdict.move.label, str)
    if not verdict.legal:
        assert verdict.rule and verdict.rule.title


def written(moves: Iterable[Move]) -> set[tuple[type[Move], str]]:
    """Moves by their kind and text: the bid 2H is not the card 2H."""
    return {(type(move), str(move)) for move in moves}


def test_a_move_of_another_phase_has_its_reason(game: Any, some: Callable[[int], int]) -> None:
    """As a move and as its text, also at the moment of its own phase when it is not offered."""
    moves = moves_by_phase(game.id)
    rng = random.Random(1)
    for match in tables(game, some(8)):
        legal = written(match.legal_moves())
        for phase in moves:
            for move in rng.sample(moves[phase], min(8, len(moves[phase]))):
                for tried in (move, str(move)):
                    verdict = match.verdict(tried)
                    check_refusal(verdict, tried)
                    assert verdict.rule != NOT_A_MOVE or verdict.legal, (
                        f"{tried} is a move of {phase}"
                    )
                    assert verdict.legal == (written([verdict.move]) <= legal)
                for text in half_typed(str(move), game, rng):
                    verdict = match.verdict(text)
                    check_refusal(verdict, text)
                    assert verdict.legal or written(verdict.instead) == legal, text


def half_typed(text: str, game: Any, rng: random.Random) -> tuple[str, ...]:
    """A move with its last word left out, with a card too many, and with one in another's place."""
    words = text.split()
    if len(words) < 2:
        return ()
    card, place = str(rng.choice(game.pack)), rng.randrange(1, len(words))
    other = [*words[:place], card, *words[place + 1 :]]
    return (" ".join(words[:-1]), f"{text} {card}", " ".join(other))


@pytest.mark.parametrize("other", OTHERS)
def test_a_move_of_another_game_has_its_reason(
    game: Any, other: str, some: Callable[[int], int]
) -> None:
    foreign = [move for moves in moves_by_phase(other).values() for move in moves]
    rng = random.Random(2)
    for match in tables(game, some(4)):
        legal = written(match.legal_moves())
        before = (match.ply, match.state)
        for move in rng.sample(foreign, min(8, len(foreign))):
            for tried in (move, str(move)):
                verdict = match.verdict(tried)
                check_refusal(verdict, tried)
                assert verdict.legal == (written([verdict.move]) <= legal)
                if not verdict.legal:
                    with pytest.raises(cardlab.IllegalMove):
                        match.play(tried)
        assert (match.ply, match.state) == before


def test_what_is_no_move_is_refused_with_a_reason(game: Any, some: Callable[[int], int]) -> None:
    for match in tables(game, some(3)):
        before = (match.ply, match.state, match.record)
        for tried in NOT_MOVES:
            verdict = match.verdict(tried)
            check_refusal(verdict, tried)
            if verdict.legal or verdict.rule != NOT_A_MOVE:  # 9 may be a bid
                assert isinstance(tried, str)
                continue
            assert verdict.instead == match.legal_moves()
            with pytest.raises(cardlab.MoveError, match=r"is not a move here; legal: "):
                match.play(tried)
            with pytest.raises(cardlab.MoveError, match=r"is not a move here; legal: "):
                game.after(match.state, tried)
        assert (match.ply, match.state, match.record) == before


def test_a_call_that_no_game_has_is_not_a_move(game: Any) -> None:
    match = game.match(seed=1)
    verdict = match.verdict(Say("fly me to the moon"))
    assert not verdict.legal and verdict.rule == NOT_A_MOVE


def test_a_seat_that_nobody_has_is_refused_with_a_reason(game: Any) -> None:
    for match in tables(game, 2):
        move = match.legal_moves()[0]
        before = (match.ply, match.state)
        for seat in NOT_SEATS:
            verdict = match.verdict(move, seat)
            check_refusal(verdict, move)
            assert verdict.rule == NO_SUCH_SEAT and game.names[0] in verdict.reason
            if seat != match.to_move:  # True is 1
                with pytest.raises(cardlab.IllegalMove, match="there is no seat"):
                    match.play(move, seat)
                for question in (match.legal_moves, match.verdicts, match.candidates):
                    with pytest.raises(ValueError, match="there is no seat"):
                        question(seat)
        assert (match.ply, match.state) == before
        named = game.names[match.to_move]
        assert match.verdict(move, named).legal and match.legal_moves(named)


# --- tables of another game


def others_of(game: Any, most: int) -> list[Any]:
    """The same game with each option at another value, as far as that can be, or at several."""
    made = []
    for option in type(game).all_options():
        for value in [v for v in option.choices if v != getattr(game, option.name)][:most]:
            try:
                made.append(type(game)(**{option.name: value}))
            except ValueError:
                continue
    return made


def judged(game: Any, state: Any) -> str:
    """The rules and verdicts by which a game judges a table; the sentence, if it refuses."""
    try:
        verdicts = game.verdicts(state)
    except WrongGame as refused:
        return str(refused)
    assert verdicts or game.adopted(state).phase is OVER
    legal = game.legal_moves(state)
    assert legal == tuple(move for move, verdict in verdicts.items() if verdict.legal)
    for move in islice(legal, 3):
        assert game.verdict(state, move).legal
        assert (game.after(state, move).game == game) is True
    return ""


def test_a_game_judges_a_table_of_its_other_versions_by_its_own_rules(
    game: Any, some: Callable[[int], int]
) -> None:
    """Or says in a sentence why it cannot."""
    for other in others_of(game, some(3)):
        for match in tables(other, some(3)):
            refused = judged(game, match.state)
            assert not refused or refused.endswith(".")
        for match in tables(game, some(2)):
            judged(other, match.state)


def test_a_game_refuses_a_table_of_another_game(game: Any) -> None:
    other = cardlab.game("kaiser" if game.id != "kaiser" else "whist")
    state = other.match(seed=3).state
    questions: tuple[Callable[[Any], Any], ...] = (
        game.verdicts,
        game.legal_moves,
        game.candidates,
        game.view,
        game.deal_lines,
        game.lines_so_far,
        game.deal_feats,
        lambda table: game.verdict(table, "QH"),
        lambda table: game.after(table, "QH"),
        lambda table: game.shared_verdict(table, "QH", 0, 1),
    )
    for question in questions:
        with pytest.raises(WrongGame, match="ask its own game"):
            question(state)
        for nothing in (None, "kaiser", 3, game.match(seed=1)):
            with pytest.raises(TypeError, match="a state is needed"):
                question(nothing)


def test_who_moves_is_said_truly(game: Any) -> None:
    """Also where several choose at the same time, and somebody has chosen already."""
    several = False
    for match, rng in walk(game, 3):
        movers = match.state.phase.movers(match.state) if not match.over else ()
        for seat in set(range(game.players)) - {*movers, match.to_move} if movers else ():
            verdict = match.verdict("pass", seat)
            awaited = {game.names[mover] for mover in movers}
            named = {name for name in game.names if name in verdict.say(ONLOOKER)}
            # whoever moves is named, all of them or none; else it is said why this seat does not
            assert named == awaited or named <= {game.names[seat]}, verdict.say(ONLOOKER)
            assert verdict.rule == "not-your-turn" and not verdict.legal
            several |= len(movers) > 1
        if len(movers) > 1 and rng.random() < 0.5:  # the last that choose are not always the same
            seat = rng.choice(movers)
            if legal := match.legal_moves(seat):
                match.play(rng.choice(legal), seat)
    if game.id in ("hearts", "pinhead"):
        assert several


# --- results and titles


def test_what_is_no_result_of_a_game_is_refused_with_what_one_holds(game: Any) -> None:
    other = cardlab.game("kaiser" if game.id != "kaiser" else "whist").usual_result
    nothing = () if game.may_have_no_result else (None,)
    for wrong in (*nothing, 3, "won", (), other, game):
        with pytest.raises(ValueError, match=f"is not a result of {game.title}") as refused:
            game.score(wrong)
        assert all(name in str(refused.value) for name in game.result_sheet.parts)
    if game.may_have_no_result:
        assert game.score(None) == ()


def test_a_value_that_a_field_cannot_hold_is_refused(game: Any) -> None:
    usual = game.usual_result
    game.score(usual)
    for field in game.result_sheet.fields:
        attr, place = field.part
        for wrong in (-999, 999, 1.5, "much", (7, 7, 7)):
            held = getattr(usual, attr)
            in_tuple = place is not None and isinstance(held, tuple)
            new = (*held[:place], wrong, *held[place + 1 :]) if in_tuple else wrong
            if attr in SCORES_BEFORE and type(wrong) is int:  # a match may go on for long
                continue
            with pytest.raises(ValueError, match=attr):
                game.score(replace(usual, **{attr: new}))


def test_a_game_is_known_by_its_title(game: Any) -> None:
    made = cardlab.game(f" {type(game).title.upper()} ")
    assert made.id == game.id


def test_where_chance_moves_nobody_may_and_the_reason_says_so(game: Any) -> None:
    for phase in game.phases:
        if phase.moved_by_chance:
            table = game.state(phase=phase.id)
            assert table.to_move is None and not game.legal_moves(table)
            for tried in (str(game.pack[0]), "pass"):
                verdict = game.verdict(table, tried)
                assert not verdict.legal and verdict.say() == "the cards are dealt first", phase.id
            with pytest.raises(ValueError, match="nobody is to move"):
                game.state(phase=phase.id, to_move=0)
