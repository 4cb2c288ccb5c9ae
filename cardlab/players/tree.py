"""Information-set Monte Carlo tree search: one tree over many imagined deals, for games that no
solver knows.

Every round imagines a full table that fits the view, walks down the tree along the moves that are
open on it, adds one move, plays the deal out by rules of thumb, and tells everybody on the way how
it ended.  A move that is not open on every table is compared only with what was open beside it
(availability counts).  The move of the rules of thumb is looked at first, the others join as the
visits grow, and another move is chosen only when it did better beyond chance.  Knows no game.

>>> import cardlab
>>> match = cardlab.game("yaniv").match(seed=3)
>>> TreeBot(1, rounds=40).choose(match.seat_view()) in match.legal_moves()
True
"""

from __future__ import annotations

import math
import random
import time
from typing import Any

from cardlab.engine.game import OVER, Game, State
from cardlab.engine.moves import Move
from cardlab.engine.rulings import narrowed
from cardlab.engine.words import Sentence
from cardlab.players.cardplay import Choice
from cardlab.players.effort import ceiling_of
from cardlab.players.policy import gains, policy_move, random_move, thumb_pick
from cardlab.players.worlds import Worlds

CURIOUS = 0.5
"""How much is tried that has not been tried often."""
WIDEST = 14
"""The most moves of one turn that are looked at; the rules of thumb's own is always among them."""
WIDER = 0.9
"""How fast further moves join those that are looked at, against the root of the visits."""
SURE = 2.0
"""By how many standard errors a move has to be better than that of the rules of thumb: of
several moves one is often a single standard error ahead by luck."""
FEW = 8.0
"""By how many more, divided by its visits: of a few visits nobody can tell how doubtful they are.
"""
FAR = 80
"""Moves to which a deal is played out before the score so far has to do."""
SAID = "over {rounds} imagined deals this move has done best"


class TreeNode:
    """What is known of a move: how often it was made, how often it could have been, and the sum
    of what came of it."""

    __slots__ = ("below", "open", "squares", "sum", "tried")

    def __init__(self) -> None:
        self.below: dict[Move, TreeNode] = {}
        self.tried = self.open = 0
        self.sum = self.squares = 0.0

    @property
    def mean(self) -> float:
        return self.sum / self.tried

    @property
    def doubt(self) -> float:
        """The variance of the mean, as far as the visits tell."""
        spread = self.squares / self.tried - self.mean**2
        return (max(spread, 0.0) + 1e-9) / self.tried if self.tried > 2 else math.inf


class TreeBot:
    """Information-set Monte Carlo tree search.

    rounds: of one choice; noise: how often a move of the playouts is made at random rather than by
    rule of thumb; ceiling and stop: as for `SampledBot`.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        rounds: int = 400,
        noise: float = 0.03,
        calls: bool = False,
        ceiling: float | None = None,
        stop: Any = None,
        **old: float | None,
    ) -> None:
        self.rounds, self.noise, self.calls, self.stop = rounds, noise, calls, stop
        self.ceiling = ceiling_of(ceiling, old)
        self.rng = random.Random(seed)
        self.looked = self.decisions = self.cut_short = 0

    def choose(self, view: Any) -> Move:
        return self.explain(view).move

    def explain(self, view: Any) -> Choice:
        """The move, and what it was chosen by."""
        options = view.legal_moves()
        self.looked = 0
        if len(options) == 1:
            return Choice(options[0], Sentence("only this move is open"))
        until = None if self.ceiling is None else time.perf_counter() + self.ceiling
        late = False
        worlds, root = Worlds(view, self.rng, self.calls), TreeNode()
        options = self._few(view, options)
        self.low, self.high = 0.0, 0.0
        while self.looked < self.rounds:
            late = until is not None and time.perf_counter() >= until
            if self.looked >= 4 and (late or (self.stop is not None and self.stop())):
                break
            self._round(root, worlds.draw(), view.me, options)
            self.looked += 1
        best, cut = self._chosen(root), late and self.looked < self.rounds
        self.decisions += 1
        self.cut_short += cut
        return Choice(best, Sentence(SAID, {"rounds": str(self.looked)}), self.looked, cut)

    @staticmethod
    def _chosen(root: TreeNode) -> Move:
        """The move tried most; but the first, that of the rules of thumb, unless another is
        better beyond chance."""
        first = next(iter(root.below))
        best = max(root.below, key=lambda m: (root.below[m].tried, root.below[m].sum))
        one, other = root.below[first], root.below[best]
        sure = other.mean - one.mean > (SURE + FEW / other.tried) * math.sqrt(
            one.doubt + other.doubt
        )
        return best if sure else first

    def _few(self, table: State, options: tuple[Move, ...]) -> tuple[Move, ...]:
        if len(options) <= WIDEST:
            return options
        thumb = thumb_pick(table, options)
        kept = self.rng.sample(options, WIDEST - 1)
        return tuple(dict.fromkeys([*([thumb[0]] if thumb else []), *kept]))

    def _round(self, root: TreeNode, state: Any, me: int, options: tuple[Move, ...]) -> None:
        """One imagined deal: down the tree, one new move, and out to the end."""
        node, seat = root, me
        way: list[tuple[int, TreeNode]] = []
        game = state.game
        for _ in range(FAR):
            if node is not root:
                if state.phase is OVER:
                    break
                if state.to_move is None:
                    state = state.phase.apply(state, None, state.phase.chance(state, self.rng))
                    continue
                seat = state.to_move
                options = game.legal_moves(state)
                if len(options) == 1:
                    state = state.phase.apply(state, seat, options[0])
                    continue
                if len(options) > WIDEST:
                    options = self._few(game.view(state), options)
            tried = [m for m in options if m in node.below]
            for m in tried:
                node.below[m].open += 1
            new = len(tried) < len(options) and len(tried) <= WIDER * math.sqrt(node.tried)
            if new:
                move = self._joins(
                    game, state, seat, node, [m for m in options if m not in node.below]
                )
                child = node.below[move] = TreeNode()
                child.open = 1
            else:
                move = self._best(node, tried)
                child = node.below[move]
            way.append((seat, child))
            state = state.phase.apply(state, seat, move)
            node = child
            if new:
                break
        end = self._out(state)
        gained = gains(end)
        for value in gained.values():
            self.low, self.high = min(self.low, value), max(self.high, value)
        root.tried += 1
        for seat, node in way:
            gain = gained[game.side_of[seat]]
            node.tried += 1
            node.sum += gain
            node.squares += gain * gain

    def _joins(self, game: Game, state: State, seat: int, node: TreeNode, left: list[Move]) -> Move:
        """The next move to look at: what the rules of thumb say, then any."""
        if not node.below:
            table = game.view(state, seat)
            pick = thumb_pick(
                table, narrowed(table, table.phase.rules, table.phase.candidates(table))
            )
            if pick is not None and pick[0] in left:
                first: Move = pick[0]
                return first
        return left[int(self.rng.random() * len(left))]

    def _best(self, node: TreeNode, options: list[Move]) -> Move:
        span = (self.high - self.low) or 1.0

        def bound(m: Move) -> float:
            child = node.below[m]
            return child.sum / child.tried / span + CURIOUS * math.sqrt(
                math.log(child.open) / child.tried
            )

        return max(options, key=bound)

    def _out(self, state: Any) -> Any:
        game, rng, noise = state.game, self.rng, self.noise
        for _ in range(FAR):
            if state.phase is OVER:
                break
            if state.to_move is None:
                state = state.phase.apply(state, None, state.phase.chance(state, rng))
            elif rng.random() < noise:
                state = state.phase.apply(
                    state, state.to_move, random_move(game.legal_moves(state), rng)
                )
            else:
                state = state.phase.apply(state, state.to_move, policy_move(state, rng))
        return state
