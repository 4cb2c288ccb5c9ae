"""Deals in which it matters: seeded deals, played to a point at which one card alone keeps what
there is to get.

Knows how to deal, to get through an auction and to look at values.  Knows no rule: whether a card
matters the solver says, and whether it is a finesse or a ruff that matters, `naming` does.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import OVER, Game, State
from cardlab.engine.match import Match
from cardlab.engine.moves import PASS, Bid, Move
from cardlab.families.tricks import Tricks
from cardlab.players.coach import CannotAdvise, Limits, cost, named, values
from cardlab.players.naming import NamedPlay

__all__ = ["Matter", "mattering", "matters"]

TRIES = 120
"""Deals that are looked through before the search gives up."""
NODES = 6_000_000
"""Positions that may be searched for one table: a deal that takes more is passed over, by everybody
who looks for it."""
LEFT = (4, 8)
"""Cards that each hand still has where the search begins to look: few enough to be solved at once.
"""
LONGEST = 400


class Matter(NamedTuple):
    """A match at the point where one card decides: whose turn it is, the card, what each card is
    worth, and its name if it has one."""

    match: Any
    seat: int
    move: Move
    values: dict[Move, Any]
    named: NamedPlay | None = None

    @property
    def state(self) -> Any:
        return self.match.state

    def __str__(self) -> str:
        what = f" ({self.named.title.lower()})" if self.named else ""
        return (
            f"{self.match.game.title}, seed {self.match.seed}, move {self.match.ply}:"
            f" {self.match.names[self.seat]}, {self.move.label}{what}"
        )


def matters(
    game: str | Game,
    seed: int = 0,
    *,
    concept: str = "",
    seat: int | None = None,
    tries: int = TRIES,
    nodes: int | None = NODES,
    seconds: float | None = None,
    progress: Callable[[float], None] = lambda share: None,
) -> Matter:
    """A deal in which exactly one open card keeps the value; the same seed finds the same deal.

    concept: the id of what has to decide ("finesse", "ruff", "holding-up", "ducking",
    "drawing-trumps", "throwing-the-lead"; empty: anything); seat: who has to be on move;
    nodes: positions that may be searched for one table; seconds: of a processor besides, which makes
    it hang on the machine what is found.
    CannotAdvise where none was found in so many tries.
    """
    for told in mattering(
        game, seed, concept=concept, seat=seat, tries=tries, nodes=nodes, seconds=seconds
    ):
        if isinstance(told, Matter):
            return told
        progress(told)
    what = f" with {concept.replace('-', ' ')}" if concept else ""
    raise CannotAdvise(f"No deal{what} was found among {tries}; try another seed.")


def mattering(
    game: str | Game,
    seed: int = 0,
    *,
    concept: str = "",
    seat: int | None = None,
    tries: int = TRIES,
    nodes: int | None = NODES,
    seconds: float | None = None,
) -> Iterator[float | Matter]:
    """The search in pieces: the share of the tries done, and the deal if one was found."""
    from cardlab.solver import CannotCompile, NotInTime, compiles

    played = find_game(game) if isinstance(game, str) else game
    if why := compiles(played):
        raise CannotCompile(why)
    limits: Limits = {"nodes": nodes, "seconds": seconds}
    for n in range(tries):
        rng = random.Random(f"matters/{played.id}/{seed}/{n}")
        match = _reached(played, rng)
        try:
            yield from (
                _looked_through(match, concept, seat, limits, rng) if match is not None else ()
            )
        except (NotInTime, CannotCompile):
            pass  # one deal of many
        yield (n + 1) / tries


def calling(moves: tuple[Move, ...], state: State, rng: random.Random) -> Move:
    """A call: somebody bids low, then all pass; anything else as it comes."""
    bids = [m for m in moves if isinstance(m, Bid)]
    stands = any(isinstance(call, Bid) for _, call in state.game.calls(state))
    if PASS in moves and (stands or (bids and rng.random() < 0.5)):
        return PASS
    return rng.choice(bids[:4]) if bids else rng.choice(moves)


def _reached(game: Game, rng: random.Random) -> Any:
    """A first deal, called and played to where few cards are left; None if it ended before."""
    match = game.match(seed=rng.randrange(10**6))
    left = rng.randint(*LEFT)
    while match.ply < LONGEST:
        state = match.state
        seat = next(
            (
                s
                for s in (state.to_move, *state.phase.movers(state))
                if s is not None and match.legal_moves(s)
            ),
            None,
        )
        if seat is None or state.phase is OVER or state.standing.deal > 1 or match.over:
            return None
        if isinstance(state.phase, Tricks) and len(state.hands[seat]) <= left:
            return match
        moves = match.legal_moves(seat)
        match.play(
            rng.choice(moves) if isinstance(state.phase, Tricks) else calling(moves, state, rng),
            seat,
        )
    return None


def _looked_through(
    match: Match, concept: str, seat: int | None, limits: Limits, rng: random.Random
) -> Iterator[float | Matter]:
    """From here everybody plays best, and each table on the way is looked at."""
    while (
        isinstance(match.state.phase, Tricks)
        and match.state.standing.deal == 1
        and len(match.state.hand) > 1
    ):
        state = match.state
        moves = match.legal_moves()
        if len(moves) == 1:
            match.play(moves[0])
            continue
        solved = values(state, **limits)
        best = [m for m in solved if cost(solved, m) == 0]
        if len(best) == 1 and (seat is None or state.actor() == seat):
            name = named(state, solved, best[0], **limits)
            if not concept or (name is not None and name.id == concept):
                yield Matter(match, state.to_move, best[0], solved, name)
                return
        match.play(rng.choice(best))
