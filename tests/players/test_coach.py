"""The coach: what a card cost is what perfect play says, names are given only where they are
true, and silence is a sentence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Aim, Want
from cardlab.engine.game import OVER
from cardlab.families.tricks import Tricks
from cardlab.players import coach as module
from cardlab.players.coach import (
    CannotAdvise,
    best_line,
    coach,
    cost,
    losing,
    losses,
    named,
    plays,
    values,
)
from cardlab.players.matters import calling, matters
from cardlab.players.naming import names_of
from cardlab.players.stakes import Stake
from cardlab.solver import CannotCompile, NotInTime


def played(game: str, seed: int, left: int = 0) -> Any:
    """A match, called and played at random to where so many cards are left in each hand (0: to
    the end of the deal)."""
    match, rng = cardlab.game(game).match(seed=seed), random.Random(seed)
    while match.state.standing.deal == 1 and not match.over:
        state = match.state
        if isinstance(state.phase, Tricks) and len(state.hand) <= left and not state.trick.cards:
            break
        moves = match.legal_moves()
        match.play(
            rng.choice(moves) if isinstance(state.phase, Tricks) else calling(moves, state, rng)
        )
    return match


# ---- the cost, against a search of its own
# -----------------------------------------------------------------------------


def taken(state: Any, after: Any, me: Any) -> int:
    """What a side got for the tricks that were taken from a position to a later one."""
    tricks = [
        trick
        for trick in after.taken[len(state.taken) :]
        if state.game.side_of[trick.winner(state.order)] == me
    ]
    return sum(state.game.trick_points(state, trick) for trick in tricks)


def by_hand(state: Any, me: Any) -> dict[Any, int]:
    """What a side gets to the end after every open card, by looking at every line of play."""
    found = {}
    for move in state.game.legal_moves(state):
        after = state.phase.apply(state, state.to_move, move)
        found[move] = taken(state, after, me)
        if after.phase is not OVER and isinstance(after.phase, Tricks):
            best = max if state.game.side_of[after.to_move] == me else min
            found[move] += best(by_hand(after, me).values())
    return found


@pytest.mark.parametrize("game", ["kaiser", "bridge"])
@pytest.mark.parametrize("seed", range(3))
def test_what_a_card_cost_is_what_every_line_of_play_says(game: str, seed: int) -> None:
    match = played(game, seed, left=3)
    rng = random.Random(seed)
    start = match.ply
    while isinstance(match.state.phase, Tricks) and match.state.standing.deal == 1:
        match.play(rng.choice(match.legal_moves()))
    spoke = 0
    for ply in range(start, match.ply):
        seat, move = match.entries[ply]
        if seat is None or not isinstance(match.state_at(ply).phase, Tricks):
            continue
        state = match.state_at(ply)
        worth = by_hand(state, state.game.side_of[seat])
        advice = coach(match, ply, deals=0)
        assert advice.cost == max(worth.values()) - worth[move]
        if not advice.forced:
            assert advice.marks() == {
                str(m.card): max(worth.values()) - n for m, n in worth.items()
            }
            assert set(advice.best) == {m for m, n in worth.items() if n == max(worth.values())}
            spoke += 1
    assert spoke > 2


def test_a_deal_is_gone_through_from_its_end() -> None:
    match = played("kaiser", 4)
    found = losses(match)
    assert [loss.ply for loss in found] == list(plays(match)) and len(found) == 32
    assert all(loss.cost is not None and loss.cost >= 0 for loss in found)
    assert [loss.ply for loss in losing(match)] == [loss.ply for loss in reversed(found)]
    dear = [loss for loss in found if loss.cost]
    assert dear and all(loss.move not in loss.best for loss in dear)
    assert coach(match, dear[0].ply, deals=0).cost == dear[0].cost
    # a deal that is still running, too
    running = match.at(found[10].ply)
    assert [loss.ply for loss in losses(running)] == [loss.ply for loss in found[:10]]


def test_the_value_of_the_line_is_the_value_promised() -> None:
    match = played("kaiser", 2, left=4)
    state = match.state
    found = values(state)
    line = best_line(state, until="deal")
    assert len(line) == 16 and cost(found, line[0].move) == 0
    now = state
    for seat, move in line:
        assert seat == now.to_move and move in now.game.legal_moves(now)
        now = now.phase.apply(now, seat, move)
    assert taken(state, now, state.game.side_of[state.to_move]) == max(map(int, found.values()))
    short = best_line(state)
    assert [s.seat for s in short] == list(state.trick.seats)


# ---- names: a true position and a near miss each
# ------------------------------------------------------------------------


def table(trump: str, hands: str, trick: str = "", to_move: int = 0) -> Any:
    """Bridge: the four hands from South clockwise, and the trick as seat and card."""
    game = cardlab.game("bridge")
    held = dict(enumerate(part.strip() for part in hands.split("|")))
    cards = [(int(word[0]), word[1:]) for word in trick.split()]
    given: dict[str, Any] = {"trick": cards} if cards else {"to_move": to_move, "leader": to_move}
    return game.state(trump=trump, hands=held, **given)


def true_of(state: Any, card: str) -> dict[str, str]:
    """The names of a card, each with its sentence, as said to the player."""
    move = next(m for m in state.game.legal_moves(state) if m == card)
    return {
        id: name.because.say() for id, name in names_of(module._moment(state, move, {})).items()
    }


TRUE = [
    (
        "finesse",
        "QS",
        table("NT", "2H | KS | AS QS | 4S 5S", "02S 13S"),
        "Q♠ wins because K♠ lies with West, who has played to this trick already",
    ),
    (
        "ruff",
        "2H",
        table("H", "2H 3D | 4D 5D | 4C | 5C", "2AS 36S"),
        "2♥ ruffs: you have no spades",
    ),
    (
        "ruff",
        "9H",
        table("H", "9H 3D | 4D 5D | 4C | 5C", "2AS 35H"),
        "9♥ overruffs 5♥: you have no spades",
    ),
    (
        "holding-up",
        "3S",
        table("NT", "AS 3S | 2S | 4D | 7D", "1KS 27S 35S"),
        "A♠ could take this trick, and 3♠ keeps it back",
    ),
    (
        "ducking",
        "3S",
        table("NT", "AS 3S | KS 4D | 6D | 7D", "22S 35S"),
        "A♠ could take this trick, and 3♠ leaves it to the opponents",
    ),
    (
        "drawing-trumps",
        "AH",
        table("H", "AH KH | 5H 2C | 3D 4D | 6D 7D"),
        "A♥ draws trumps: the opponents hold one, and no trump is left to them then",
    ),
    (
        "throwing-the-lead",
        "2C",
        table("NT", "2C AS QS | KC KS JS | 3C 2H 3H | 4C 4H 5H"),
        "West takes this trick and has to lead, and that is worth more to you than to be on lead",
    ),
]
NEAR = [
    ("finesse", "QS", "the king lies behind", table("NT", "2H | 4S | AS QS | KS 5S", "02S 13S")),
    ("finesse", "KS", "nothing lies between", table("NT", "2H | QS | AS KS | 4S 5S", "02S 13S")),
    ("finesse", "QS", "the king is gone", table("NT", "2H | 6D | AS QS | 4S 5S", "02S 13S")),
    ("finesse", "QS", "nobody is left to play", table("NT", "AS QS | KS | 2H | 4S", "13S 22S 35S")),
    ("finesse", "QS", "an opponent led", table("NT", "2H 3H | KS | AS QS | 4S 5S", "13S")),
    (
        "ruff",
        "2H",
        "it is below the trump that lies there",
        table("H", "2H 3D | 4D 5D | 4C | 5C", "2AS 35H"),
    ),
    ("ruff", "2H", "trumps were led", table("H", "2H 3D | 4D 5D | 4C | 5C", "2AH 36H")),
    ("ruff", "3D", "it is no trump", table("H", "2H 3D | 4D 5D | 4C | 5C", "2AS 36S")),
    (
        "holding-up",
        "3S",
        "the queen is not sure to win",
        table("NT", "QS 3S | 2S AS | 4D 5D | 7D", "3TS"),
    ),
    ("holding-up", "3S", "the partner wins", table("NT", "AS 3S | 2S 9D | 4D | 7D", "2KS 35S")),
    (
        "ducking",
        "3S",
        "the king is not sure to win",
        table("NT", "KS 3S | AS 4D | 6D | 7D", "22S 35S"),
    ),
    ("ducking", "AS", "it takes the trick", table("NT", "AS 3S | KS 4D | 6D | 7D", "22S 35S")),
    (
        "drawing-trumps",
        "AH",
        "the opponents have none",
        table("H", "AH KH | 5D 2C | 3D 4D | 6D 7D"),
    ),
    (
        "drawing-trumps",
        "AH",
        "the opponents hold more",
        table("H", "AH 2C | 5H 6H | 3D 4D | 7H 7D"),
    ),
    (
        "throwing-the-lead",
        "2C",
        "West has another way out",
        table("NT", "2C AS QS | KC KS 6H | 3C 2H 3H | 4C 4H 5H"),
    ),
    (
        "throwing-the-lead",
        "AC",
        "the lead stays",
        table("NT", "AC AS QS | KC KS JS | 3C 2H 3H | 4C 4H 5H"),
    ),
]


@pytest.mark.parametrize(
    ("id", "card", "state", "sentence"), TRUE, ids=[f"{id} {card}" for id, card, *_ in TRUE]
)
def test_a_name_that_is_true_is_given_with_its_reason(
    id: str, card: str, state: Any, sentence: str
) -> None:
    assert true_of(state, card).get(id) == sentence


@pytest.mark.parametrize(
    ("id", "card", "why", "state"), NEAR, ids=[f"{id}: {why}" for id, _, why, _ in NEAR]
)
def test_a_name_that_is_nearly_true_is_not_given(id: str, card: str, why: str, state: Any) -> None:
    assert id not in true_of(state, card), why


def test_a_name_is_told_only_where_it_sets_the_best_card_apart() -> None:
    finesse = TRUE[0][2]
    found = values(finesse)
    assert (
        name := named(finesse, found, next(m for m in found if m == "QS"))
    ) is not None and name.id == "finesse"
    assert (
        name := named(finesse, found, next(m for m in found if m == "AS"))
    ) is not None and name.id == "finesse"
    # both cards win everything here: the ruff is one, but it explains nothing
    same = table("H", "2H 3H | 4D 5D | 4C | 5C", "2AS 36S")
    found = values(same)
    assert all(named(same, found, move) is None for move in found)


def test_names_know_the_concepts_of_the_course() -> None:
    from cardlab.concepts import concept

    move = cardlab.game("bridge").legal_moves(TRUE[1][2])[0]
    ruff = names_of(module._moment(TRUE[1][2], move, {}))["ruff"]
    assert ruff.concept is not None and concept(ruff.concept)["id"] == "ruff"


# ---- what could be known
# ---------------------------------------------------------------------


def test_what_could_be_known_is_asked_of_deals_that_fit_the_view(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("kaiser", 1, left=4)
    match.play(match.legal_moves()[-1])
    ply, state = match.ply - 1, match.state_at(match.ply - 1)
    seen: list[Any] = []
    view = state.game.view(state)

    def watched(given: Any, n: int, rng: random.Random) -> Iterator[Any]:
        assert given == view, "the coach asks for deals with what the player saw, and no more"
        for _ in range(n):
            world = given.imagined(rng)
            seen.append(world)
            yield world

    monkeypatch.setattr(module, "worlds", watched)
    advice = coach(match, ply, deals=10)
    known = advice.known
    assert known is not None and known.worlds == 10 == len(seen)
    assert all(w.hands[state.to_move] == state.hands[state.to_move] for w in seen)
    for move in advice.values:
        assert known.means[move] == pytest.approx(sum(int(values(w)[move]) for w in seen) / 10)
    assert known.best in known.close and known.means[known.best] == max(known.means.values())


def test_reshuffled_hidden_cards_change_nothing_of_what_could_be_known() -> None:
    match = played("kaiser", 5, left=4)
    state = match.state
    moves = match.legal_moves()
    view = state.game.view(state)
    told = []
    for seed in (0, 1):
        world = view.imagined(random.Random(seed))
        *_, last = module.knowing(world, moves, 8, rng=random.Random("same"))
        told.append(last)
    assert told[0] == told[1]


# ---- where there is nothing to say
# -----------------------------------------------------------------------------------------


def test_calls_and_other_games_get_a_sentence() -> None:
    match = played("kaiser", 1)
    with pytest.raises(CannotAdvise, match="cards played to tricks"):
        coach(match, 1)
    with pytest.raises(CannotAdvise, match="There is no move 999"):
        coach(match, 999)
    snap = cardlab.game("snap").match(seed=1)
    snap.play(snap.legal_moves()[0])
    with pytest.raises(CannotAdvise):
        coach(snap, 1)
    assert losses(snap) == ()
    with pytest.raises(CannotCompile, match="Snap"):
        matters("snap")


def test_what_is_not_solved_in_time_is_said_and_never_guessed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = played("kaiser", 4)
    found = losses(match)
    late = found[12].ply

    def slow(state: Any, **limits: Any) -> Any:
        if sum(map(len, state.hands)) > 32 - 12:
            raise NotInTime("not solved in 2 s")
        return values(state)

    monkeypatch.setattr(module, "values", slow)
    told = losses(match)
    assert [loss.cost for loss in told[12:]] == [loss.cost for loss in found[12:]]
    assert any(loss.cost is None and str(loss).endswith("not solved") for loss in told[:12])
    with pytest.raises(NotInTime):
        early = [loss.ply for loss in found if loss.ply < late]
        coach(
            match,
            next(ply for ply in early if len(match.game.legal_moves(match.state_at(ply))) > 1),
        )


def test_no_clock_decides_what_the_coach_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor which deal a seed finds."""

    def never() -> float:
        raise AssertionError("a clock was asked")

    monkeypatch.setattr("cardlab.solver.searching.work_time", never)
    match = played("kaiser", 4)
    dear = max(losses(match), key=lambda loss: loss.cost or 0)
    told = coach(match, dear.ply, deals=6)
    assert told.cost == dear.cost and told.known is not None
    assert str(told) == str(coach(match, dear.ply, deals=6))
    found = matters("nap", 3)
    assert str(found) == str(matters("nap", 3))
    with pytest.raises(NotInTime, match="within 10 positions"):
        coach(match, plays(match)[0], nodes=10)
    with pytest.raises(CannotAdvise, match="No deal"):
        matters("nap", 3, nodes=1, tries=3)


def test_cards_face_down_are_a_sentence() -> None:
    state = cardlab.game("bridge").state(
        trump="NT", hands={0: "AS KS", 1: "?? ??", 2: "2H 3H", 3: "4H 5H"}, to_move=0
    )
    with pytest.raises(CannotCompile, match="cannot be seen"):
        values(state)


# ---- deals in which it matters
# ---------------------------------------------------------------------


@pytest.mark.parametrize("game", ["kaiser", "nap"])
def test_a_deal_in_which_one_card_matters(game: str) -> None:
    shares: list[float] = []
    found = matters(game, 3, seat=0, progress=shares.append)
    assert found.state.actor() == 0 and found.seat == found.state.to_move
    assert [m for m in found.values if cost(found.values, m) == 0] == [found.move]
    assert len(found.values) > 1 and set(found.values) == set(found.match.legal_moves())
    again = matters(game, 3, seat=0)
    assert again.match.record == found.match.record and again.move == found.move
    assert shares == sorted(shares)
    assert matters(game, 4, seat=0).match.record != found.match.record
    # it is a match like any other: its record comes back
    assert found.match.record.replay().state.hands == found.state.hands


def test_a_deal_in_which_a_ruff_decides() -> None:
    found = matters("bridge", 0, concept="ruff")
    assert (
        found.named is not None
        and found.named.id == "ruff"
        and found.state.order.is_trump(found.move.card)
    )
    with pytest.raises(
        CannotAdvise, match="No deal with finesse was found among 1; try another seed"
    ):
        matters("nap", 0, concept="finesse", tries=1)


# ---- what was promised


def reached(state: Any, move: Any, seats: tuple[int, ...]) -> tuple[int, int]:
    """The fewest and the most that some seats may have of the deal when everybody plays a best card
    after this; they differ only where the deal ends as soon as it is decided."""
    counted = state.game.trick_points
    for step in best_line(state, move, until="deal"):
        state = state.phase.apply(state, step.seat, step.move)
    had = sum(counted(state, trick) for trick in state.taken if trick.winner(state.order) in seats)
    left = max(len(hand) for hand in state.hands)
    return had, had + left


@pytest.mark.parametrize("game", ["bridge", "brandle", "kaiser", "nap"])
def test_a_promise_that_a_card_decided_is_decided_by_it(game: str) -> None:
    """Counted on the cards at the end of the deal, with the best card and with the one played."""
    decided = 0
    for seed in range(12):
        match = played(game, seed, left=4)
        rng = random.Random(seed)
        start = match.ply
        while isinstance(match.state.phase, Tricks) and match.state.standing.deal == 1:
            match.play(rng.choice(match.legal_moves()))
        for ply in range(start, match.ply):
            state, (seat, move) = match.state_at(ply), match.entries[ply]
            if seat is None or not isinstance(state.phase, Tricks):
                continue
            advice = coach(match, ply, deals=0)
            stake = advice.stake
            aims = [aim for aim in state.game.aims(state) if aim.needs is not None]
            if stake is None:
                continue
            decided += 1
            assert stake.aim in aims and advice.cost
            needs = stake.aim.needs
            for count, card in ((stake.best, advice.best[0]), (stake.played, move)):
                least, most = reached(state, card, stake.aim.seats)
                assert least <= count <= most
                assert least >= needs or most < needs, "the deal ended before it was decided"
                assert (count >= needs) == (least >= needs)
            assert (stake.best >= needs) != (stake.played >= needs)
            assert any(line.startswith("It decided the deal") for line in advice.sentences())
    assert decided


def test_a_promise_of_nothing_is_said_as_one() -> None:
    promise = Stake(Aim((1,), Want.FEWEST, 0), "trick", best=0, played=2)
    said = promise.say(("you", "West", "North", "East"), best="2♥", played="9♥")
    assert said == (
        "It decided the deal: West had to take no trick; 2♥ held it to none, 9♥ to two."
    )
    assert not promise.kept
