"""Values are right: beside every game's own engine on small endings, and beside DDS on bridge."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from itertools import islice
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Want
from cardlab.families.tricks import Tricks
from cardlab.solver import CannotCompile, NotInTime, Value, compiled, solve, solve_moves

from .test_legality import NOT_COMPILED, TRICK_GAMES, starts

GAMES = [id for id in TRICK_GAMES if id not in {*NOT_COMPILED, "quinto", "oh-hell"}]
"""Without quinto and Oh Hell: an exact number of tricks is nothing that a search can maximise."""
SMALL = 3
"""Cards in the longest hand of a position that the engine can search to its end."""


def endings(game: Any, many: int) -> Any:
    """Positions of a few cards, in the middle of a trick as often as not, with tables."""
    found = 0
    for state in islice(starts(game), 400 * many):
        rng = random.Random(f"{game.id}/{found}")
        stop = rng.randint(0, 2)
        while isinstance(state.phase, Tricks) and state.to_move is not None:
            if (
                state.order is not None
                and max(map(len, state.hands)) <= SMALL
                and (stop := stop - 1) < 0
            ):
                try:
                    known = not compiled(state).unsaid
                except CannotCompile:
                    known = False
                if known:
                    yield state
                    found += 1
                    break
            state = state.phase.apply(state, state.to_move, rng.choice(game.legal_moves(state)))
        if found == many:
            return
    raise AssertionError(f"{found} of {many} positions have tables")


def searched(state: Any, camp: frozenset[int], want: Want) -> int:
    """What a camp takes with best play of everybody, by trying everything on the engine: nothing
    of the tables is used. want: what the camp wants; whoever is to move may want something else."""
    known: dict[Any, int] = {}
    game = state.game
    sign = -1 if want is Want.FEWEST else 1

    def rest(now: Any) -> int:
        if not isinstance(now.phase, Tricks) or now.to_move is None:
            assert not any(now.hands[seat] for seat in state.trick.seats)
            return 0
        key = (now.hands, now.trick, now.to_move)
        if key not in known:
            values = []
            for move in game.legal_moves(now):
                then = now.phase.apply(now, now.to_move, move)
                won = 0
                if len(then.taken) > len(now.taken):
                    trick = then.taken[-1]
                    if trick.winner(now.order) in camp:
                        won = game.trick_points(now, trick)
                values.append(won + rest(then))
            best = max if (now.to_move in camp) == (sign == 1) else min
            known[key] = best(values)
        return known[key]

    return rest(state)


@pytest.mark.parametrize("id", GAMES)
def test_small_endings_are_worth_what_the_engine_finds(
    id: str, amount: Callable[[str], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game, many = cardlab.game(id), amount("--endings")
    for phase in game.phases:
        # a value counts all tricks; the engine too may not stop when the bid is made or lost
        monkeypatch.setattr(phase, "early", False, raising=False)
    for state in endings(game, many):
        value = solve(state)
        camp = frozenset(value.seats)
        (own,) = (aim for aim in game.aims(state) if state.to_move in aim.seats)
        assert value == searched(state, camp, own.want), str(state)
        for move, worth in solve_moves(state).items():
            then = state.phase.apply(state, state.to_move, move)
            won = 0
            if len(then.taken) > len(state.taken) and then.taken[-1].winner(state.order) in camp:
                won = game.trick_points(state, then.taken[-1])
            assert worth == won + searched(then, camp, own.want), f"{move} of {state}"


def test_a_bridge_hand_beside_dds(request: pytest.FixtureRequest) -> None:
    """Every card's value in random bridge positions, full deals and mid-trick, is what DDS says."""
    endplay = pytest.importorskip("endplay")
    from endplay.dds import solve_board
    from endplay.types import Card as TheirCard
    from endplay.types import Deal, Denom, Player

    game, rng = cardlab.game("bridge"), random.Random(4)
    many, compared = int(request.config.getoption("--boards")), 0
    assert endplay
    for n in range(3 * many):
        pack = list(game.pack)
        rng.shuffle(pack)
        trump = rng.choice([*"SHDC", None])
        hands = [tuple(pack[i::4]) for i in range(4)]
        # their players count from North clockwise; ours are asked for by name
        seats = [game.seat(name) for name in ("North", "East", "South", "West")]
        leader = rng.randrange(4)
        state = game.state(
            phase="play",
            trump=trump,
            to_move=seats[leader],
            hands={seats[i]: hands[i] for i in range(4)},
        )
        deal = Deal(
            "N:"
            + " ".join(
                ".".join(
                    "".join(c.rank for c in game.ordering().sorted(hand) if c.suit == s)
                    for s in "SHDC"
                )
                for hand in hands
            )
        )
        deal.trump = {
            "S": Denom.spades,
            "H": Denom.hearts,
            "D": Denom.diamonds,
            "C": Denom.clubs,
            None: Denom.nt,
        }[trump]
        deal.first = Player(leader)
        plays = 0 if n < many else 4 * rng.randint(1, 11) + rng.randint(1, 3)
        for _ in range(plays):
            move = rng.choice(game.legal_moves(state))
            state = state.phase.apply(state, state.to_move, move)
            deal.play(TheirCard(f"{move.card.suit}{move.card.rank}"))
        theirs = {
            str(card)[::-1].upper() if str(card)[0] in "♠♥♦♣" else str(card): tricks
            for card, tricks in solve_board(deal)
        }
        theirs = {named(card): tricks for card, tricks in theirs.items()}
        ours = {
            str(move.card): int(value) for move, value in solve_moves(state, seconds=600).items()
        }
        assert ours == theirs
        compared += len(ours)
    print(
        f"{many:,} deals and {2 * many:,} positions in the middle of a trick: {compared:,} cards,"
        " all as DDS has them"
    )


def named(card: str) -> str:
    signs = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
    letters = "".join(signs.get(x, x) for x in card)
    return letters if letters[1:] in signs.values() else letters[::-1]


# --- what is asked wrongly


def test_what_cannot_be_solved_is_a_sentence() -> None:
    bridge = cardlab.game("bridge")
    full = {"South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"}
    state = bridge.state(phase="play", trump="NT", to_move="South", hands=full)
    with pytest.raises(CannotCompile, match="cannot be seen"):
        solve(bridge.view(state))
    with pytest.raises(CannotCompile, match="uneven"):
        solve(
            bridge.state(phase="play", trump="NT", to_move="South", hands=full | {"South": "2S 3S"})
        )
    with pytest.raises(CannotCompile, match="more than once"):
        solve(state.but(hands=(*state.hands[:3], state.hands[0])))
    with pytest.raises(CannotCompile, match="not the play yet"):
        solve(bridge.match(seed=1).state)
    with pytest.raises(CannotCompile, match="no tricks"):
        solve(cardlab.game("snap").match(seed=1).state)
    with pytest.raises(ValueError, match="above 0"):
        solve(state, seconds=0)
    with pytest.raises(ValueError, match="above 0"):
        solve(state, seconds=float("nan"))


def test_what_takes_too_long_is_said_and_not_guessed() -> None:
    bridge, rng = cardlab.game("bridge"), random.Random(1)
    pack, said = list(bridge.pack), []
    for _ in range(12):
        rng.shuffle(pack)
        state = bridge.state(
            phase="play", trump="NT", to_move=0, hands={i: pack[i::4] for i in range(4)}
        )
        try:
            quick = solve(state, seconds=1e-4)
        except NotInTime as why:
            said.append(str(why))
        else:
            assert quick == solve(state), "what is told in time is the value, never a guess"
    assert said and all(text.startswith("not solved in 0.0001 s") for text in said)


def test_too_many_positions_are_said_and_no_clock_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def never() -> float:
        raise AssertionError("a clock was asked")

    monkeypatch.setattr("cardlab.solver.searching.work_time", never)
    bridge, rng = cardlab.game("bridge"), random.Random(1)
    pack = rng.sample(list(bridge.pack), 52)
    state = bridge.state(
        phase="play", trump="NT", to_move=0, hands={i: pack[i::4] for i in range(4)}
    )
    with pytest.raises(
        NotInTime, match=r"^not solved within 1,000 positions; allow more with"
    ) as no:
        solve(state, nodes=1000)
    assert no.value.kind == "nodes" and pickle.loads(pickle.dumps(no.value)).kind == "nodes"
    with pytest.raises(ValueError, match="nodes=0 is not possible; give a number above 0"):
        solve_moves(state, nodes=0)
    small = next(endings(bridge, 1))
    assert solve(small) == solve(small, nodes=None)


@pytest.mark.parametrize(
    "made", [lambda v: pickle.loads(pickle.dumps(v)), copy.copy, copy.deepcopy]
)
def test_a_value_survives_a_copy(made: Callable[[Any], Any]) -> None:
    value = Value(7, "point", (0, 2), 10, bound=True, fewest=True)
    again = made(value)
    assert again == 7 and vars(again) == vars(value) and str(again) == "at most 7 points"


@pytest.mark.parametrize("id", ["nap", "solo-whist"])
def test_a_promise_to_take_nothing_is_kept_or_broken(id: str) -> None:
    """Asked for the promise alone, every card that breaks it counts one trick to whoever made it,
    and every other value is the exact one."""
    game, seen = cardlab.game(id), set[tuple[bool, bool]]()
    for number, state in enumerate(islice(starts(game), 400)):
        rng = random.Random(number)
        while isinstance(state.phase, Tricks) and state.to_move is not None:
            aims = game.aims(state)
            if all(aim.needs != 0 for aim in aims):
                break
            if max(map(len, state.hands)) <= 5 and rng.random() < 0.3:
                promised = any(aim.needs == 0 for aim in aims if state.to_move in aim.seats)
                exact = solve_moves(state)
                for move, value in solve_moves(state, promise_only=True).items():
                    whole = exact[move]
                    least = min(whole, 1) if promised else max(whole, whole.left - 1)
                    assert value == least, (state.hands, move)
                    seen.add((promised, value == whole))
                assert solve(state, promise_only=True) == min(
                    solve_moves(state, promise_only=True).values()
                )
                break
            state = state.phase.apply(state, state.to_move, rng.choice(game.legal_moves(state)))
    assert len(seen) == 4, "kept and broken promises, asked by who made them and by the others"
