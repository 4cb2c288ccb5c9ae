"""Bots that imagine the cards they cannot see, deal by deal, and keep the move that does best
over all these deals.

Knows worlds (`cardlab.players.worlds`) and their values (`cardlab.players.valuing`).  Knows no
game. The bot takes its own view of the match at once and works on nothing else.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from cardlab.engine.aims import Want
from cardlab.engine.cards import unseen
from cardlab.engine.game import State
from cardlab.engine.moves import Bid, Discard, Give, Move
from cardlab.engine.words import Sentence
from cardlab.families.auctions import Auction
from cardlab.families.claims import ClaimGame
from cardlab.families.melding import MeldGame
from cardlab.families.pattern_tricks import PatternGame
from cardlab.families.running_count import RunningCountGame
from cardlab.families.tricks import TrickGame, Tricks, TrickState
from cardlab.players.bidding.speaking import BECAUSE, counted, reasons, table_pick, word_of
from cardlab.players.bidding.worths import decided_pick
from cardlab.players.bluffing import bluff_pick
from cardlab.players.cardplay import Choice, aim_of, named
from cardlab.players.effort import Effort, ceiling_of
from cardlab.players.foresight import foresight_pick
from cardlab.players.handling import lay_away
from cardlab.players.judging import judged_call
from cardlab.players.luck import FIRST, beyond_luck, may_be_better
from cardlab.players.outlook import outlook_pick
from cardlab.players.policy import thumb_pick
from cardlab.players.reckoning import reckoned_pick
from cardlab.players.replies import reply_pick
from cardlab.players.valuing import (
    SOLVED_FROM,
    Scale,
    camp,
    judged,
    outcome,
    solver,
    took,
    two_camps,
)
from cardlab.players.worlds import Worlds
from cardlab.solver.searching import Allowance
from cardlab.solver.solving import NotInTime

NOISE = 0.03
"""How often a card of a deal that is played out is any card: nobody follows a rule of thumb always.
"""
EFFORT = 1600
"""Cards that are played out for one choice before no more deals are sampled; twice as many for a
call or an exchange, on which the whole deal hangs."""
MORE, ENOUGH = 4, 16
"""Where deals are played out and over quickly, so many times the usual number is sampled, but no
more than are enough: the end of one tells less than perfect play."""
FORESEEN = 6
"""Deals that are imagined where no solver knows the game, for each that a game of tricks gets."""
LEAST = 0.02
"""Seconds of the processor that a deal gets in any case, however near the ceiling is."""
RUNGS, GIFTS = 5, 5
"""How many bids of a long ladder are thought about, and how many cards that may be given away."""
AHEAD = "of {worlds} deals that fit what was seen, this move does best"
CUT = AHEAD + " (there was time for {worlds} of {most})"


class SampledBot:
    """Worlds that fit the view, each solved or played out.

    effort: how much counted work there is for one choice; calls: whether hands are asked to fit the
    calls; ceiling: seconds on the wall after which it answers with what it has, None for none;
    stop: says that no answer is wanted any more.  With a seed and without a ceiling the same view
    gives the same choice on every machine.

    decisions: choices between several moves so far; cut_short: how many of them met the ceiling.
    """

    def __init__(
        self,
        seed: int | None = None,
        *,
        effort: Effort | None = None,
        calls: bool = False,
        ceiling: float | None = None,
        stop: Any = None,
        **old: float | None,
    ) -> None:
        self.effort = Effort(deals=12) if effort is None else effort
        self.ceiling, self.calls, self.stop = ceiling_of(ceiling, old), calls, stop
        self.rng = random.Random(seed)
        self.looked = self.decisions = self.cut_short = 0
        self.cut = False

    def choose(self, view: State) -> Move:
        return self.explain(view).move

    def explain(self, view: State) -> Choice:
        """The move, and what it was chosen by."""
        options = view.legal_moves()
        self.looked, self.cut = 0, False
        if len(options) == 1:
            return Choice(options[0], Sentence("only this move is open"))
        self._nodes = Allowance(self.effort.nodes)
        self._until = None if self.ceiling is None else time.perf_counter() + self.ceiling
        choice = self._counted(view, options) or self._imagined(view, options)
        self.decisions += 1
        self.cut_short += self.cut
        return choice._replace(deals=self.looked, cut=self.cut)

    def _counted(self, view: State, options: tuple[Move, ...]) -> Choice | None:
        """The choice where counting tells more than imagined deals, or where the table of calls
        has one."""
        choice = reckoned_pick(view, options)
        if choice is None and isinstance(view.game, MeldGame):
            choice = self._melds(view, options)
        if isinstance(view.game, ClaimGame):
            choice = bluff_pick(view, options)
        if isinstance(view.game, RunningCountGame) and isinstance(options[0], Give):
            choice = self._lays_away(view, options)
        if choice is not None:
            return choice
        if isinstance(view.game, PatternGame) and self._too_long(view, options):
            choice = self._by_thumb(view, options)
            if choice is not None:
                return choice
        return self._judged(view, options) or self._by_the_table(view, options)

    def _imagined(self, view: Any, options: tuple[Move, ...]) -> Choice:
        """The move that does best over imagined deals."""
        replies = reply_pick(
            view, options, self.effort.deals, self.rng, self.late, self.effort.cards
        )
        if replies is not None:
            self.looked = replies.deals
            return replies
        if not isinstance(view.game, TrickGame):
            return self._foreseen(view, options)
        worlds = Worlds(view, self.rng, self.calls)
        tricks = all(m.verb == "play" for m in options) and isinstance(view.phase, Tricks)
        move = self._solved(view, options, worlds) if tricks else None
        if move is None:
            move = self._played(view, options, worlds)
        few = self.cut and self.looked < self.effort.deals
        facts = {"worlds": str(self.looked), "most": str(self.effort.deals)}
        return Choice(move, Sentence(CUT if few else AHEAD, facts))

    @staticmethod
    def _melds(view: Any, options: tuple[Move, ...]) -> Choice | None:
        """The choice of the outlook, or of the rules of thumb where it knows nothing: imagined
        deals tell less about melds than counting the cards that may come."""
        choice = outlook_pick(view, options)
        pick = None if choice else thumb_pick(view, options)
        if pick is None:
            return choice
        move, template, seat, facts = pick
        return Choice(move, named(view, template, seat, **facts))

    @staticmethod
    def _too_long(view: Any, options: tuple[Move, ...]) -> bool:
        """Whether so few deals could be played out that they would tell nothing beyond luck: of a
        kitty, a call or the first tricks of a hundred cards."""
        cards = sum(map(len, view.hands))
        return not isinstance(view.phase, Tricks) or FIRST * len(options) * cards > EFFORT

    @staticmethod
    def _by_thumb(view: Any, options: tuple[Move, ...]) -> Choice | None:
        """The choice of the rules of thumb, if they know anything."""
        pick = thumb_pick(view, options)
        return None if pick is None else Choice(pick[0], named(view, pick[1], pick[2], **pick[3]))

    @staticmethod
    def _lays_away(view: Any, options: tuple[Move, ...]) -> Choice:
        """The cards that are worth most out of the hand, reckoned with every card that may be
        turned up: counting tells more than a few imagined deals."""
        coming = tuple(unseen(view.game.pack, view.all_cards()))
        move, template, facts = lay_away(view, options, coming)
        return Choice(move, named(view, template, None, **facts))

    @staticmethod
    def _by_the_table(view: Any, options: tuple[Move, ...]) -> Choice | None:
        """The call of the system that the game declares, if this is an auction, so that partners
        know what it means; or of its values, where those bid better than a few imagined deals."""
        if not isinstance(view.phase, Auction):
            return None
        pick = table_pick(view, options) or decided_pick(view, options)
        return None if pick is None else Choice(pick[0], named(view, pick[1], **pick[2]))

    def _judged(self, view: Any, options: tuple[Move, ...]) -> Choice | None:
        """The call that does best over deals that fit the auction, where the system leaves it to
        judgement and there is time for it."""
        if not (self.calls and view.game.bidding_system and isinstance(view.phase, Auction)):
            return None
        fast = self._solver(view)
        if fast is None:
            return None
        deals, solve = self.effort.deals, partial(self._asked, fast.solve)
        found = judged_call(view, options, self.rng, solve, self.late, deals)
        if found is None:
            return None
        self.looked = found.deals
        move = next(m for m in options if word_of(m) == found.chosen.word)
        facts = reasons(counted(view.game, view.hand), found.chosen)
        return Choice(move, named(view, BECAUSE, **facts))

    def _solver(self, view: TrickState) -> Any:
        """What solves tables; None where it is not ready, which counts as cut: without a ceiling
        it is waited for."""
        fast = solver(view, wait=self.ceiling is None)
        self.cut |= fast is None
        return fast

    def _asked(self, ask: Callable[..., Any], state: TrickState) -> Any:
        """What perfect play takes.  ValueError where it is not found in the positions that are
        left to this decision, or in the time."""
        left = None if self._until is None else max(LEAST, self._until - time.perf_counter())
        try:
            return ask(state, nodes=self._nodes, seconds=left, wait=False, promise_only=True)
        except NotInTime as late:
            self.cut |= late.kind == "seconds"
            raise

    def _foreseen(self, view: Any, options: tuple[Move, ...]) -> Choice:
        """The move that does best when the rules of thumb play on."""
        deals = FORESEEN * self.effort.deals
        choice, self.looked = foresight_pick(
            view, options, deals, self.rng, self.late, self.effort.cards_of
        )
        return choice

    def late(self) -> bool:
        """Whether it is time to answer."""
        if self.stop is not None and self.stop():
            return True
        late = self._until is not None and time.perf_counter() >= self._until
        self.cut |= late
        return late

    def _many(self) -> int:
        """How many deals are played out where they are over quickly."""
        deals = self.effort.deals
        return max(deals, min(deals * MORE, ENOUGH))

    # --- solved worlds

    def _solved(self, view: Any, options: tuple[Move, ...], worlds: Worlds) -> Move | None:
        fast = self._solver(view) if two_camps(view) else None
        if fast is None:
            return None
        me = view.me
        mine = camp(view, me)
        scale: Scale | None = None
        solved: list[dict[Move, Any]] = []
        known: dict[Any, dict[Move, Any]] = {}  # likely deals are drawn more than once
        unit, failed = "", 0
        for number in range(self.effort.deals):
            if number and (self._nodes.left <= 0 or self.late()):
                break
            world = worlds.draw()
            cards = world.hands, world.trick
            values = known.get(cards)
            if values is None:
                try:
                    values = self._asked(fast.solve_moves, world)
                except ValueError:
                    failed += 1
                    if failed > 1 and not solved:
                        return None
                    continue
                known[cards] = values
            if scale is None:
                unit = next(iter(values.values())).unit
                scale = Scale.of(view, me, mine, unit, {})
            solved.append(values)
            scale.made_up(world, unit)
        if scale is None:
            return None
        self.looked = len(solved)
        had = took(view, mine, unit)
        sign = -1.0 if aim_of(view, me).want is Want.FEWEST else 1.0
        best, top = None, (-1e18, -1e18)
        order = self._leaning(view, options)
        for move in options:
            kept = [v[move] for v in solved if move in v]
            if not kept:
                continue
            score = sum(scale(had + float(v)) for v in kept) / len(kept)
            taken = sum(map(float, kept)) / len(kept) * sign
            value = (round(score, 6), round(taken, 6) + (0.001 if move == order else 0.0))
            if value > top:
                best, top = move, value
        return best

    def _leaning(self, view: TrickState, options: tuple[Move, ...]) -> Move | None:
        """What the rules of thumb say, for moves that are equally good."""
        try:
            pick = thumb_pick(view, options)
        except Exception:
            return None
        return None if pick is None else pick[0]

    # --- worlds played out

    def _played(self, view: Any, options: tuple[Move, ...], worlds: Worlds) -> Move:
        thumb = self._leaning(view, options)
        left = self._shortlist(view, options, thumb)
        me = view.me
        playing = isinstance(view.phase, Tricks)
        fast = None
        if (
            not playing
            and isinstance(view, TrickState)
            and max(map(len, view.hands)) <= SOLVED_FROM
        ):
            fast = self._solver(view)
        solve = fast and partial(self._asked, fast.solve)
        scales: dict[Any, Scale] = {}
        cards = sum(map(len, view.hands))
        gains: dict[Move, list[float]] = {move: [] for move in left}
        base = thumb if thumb in gains else left[0]
        left.sort(key=lambda m: m != base)
        times = 2 if playing else 1
        effort = self.effort.cards_of(EFFORT if playing else 2 * EFFORT)
        least, most = self.effort.deals * times, self._many() * times
        if isinstance(view.game, PatternGame):
            least = FIRST
        rounds = played = 0
        while len(left) > 1 and (rounds < least or (rounds < most and played < effort)):
            if rounds and (played >= self.effort.cards or self.late()):
                break
            world, luck = worlds.draw(), self.rng.random()
            solved: dict[Any, Any] = {}  # of this world
            ends: list[float] = []
            for move in left:
                # the same luck for every move: what differs is the move's own doing
                rng = random.Random(luck)
                if playing:
                    gain = outcome(world, move, me, rng, NOISE)[0]
                else:
                    # to solve takes longest the first time, when the rules are compiled: not when
                    # time is up
                    gain = judged(
                        world,
                        move,
                        me,
                        rng,
                        solve if fast and not self.late() else None,
                        solved,
                        scales,
                    )
                ends.append(gain)
                if rounds and len(ends) < len(left) and self.late():
                    break
            if len(ends) < len(left):  # a deal counts for all the moves or for none
                break
            for move, gain in zip(left, ends, strict=True):
                gains[move].append(gain)
            if solved:  # perfect play tells enough of a few deals
                most = least
            rounds += 1
            played += len(left) * cards
            if rounds >= FIRST and rounds % 2 == 0:
                # time is better spent on the moves that may be best
                left = [m for m in left if m == base or may_be_better(gains[m], gains[base])]
        self.looked = rounds
        return beyond_luck(base, [m for m in left if m != base], gains)

    def _shortlist(self, view: Any, options: tuple[Move, ...], thumb: Move | None) -> list[Move]:
        """The moves worth a thought: of a long ladder of bids the lowest, and those about the
        one that the thumb says; of many cards to give away those that it would give first."""
        bids = [m for m in options if isinstance(m, Bid)]
        if len(bids) > RUNGS:
            near = {bids[0]}
            if thumb in bids:
                at = bids.index(thumb)  # type: ignore[arg-type]  # a move compares with any move
                near |= set(bids[max(0, at - 1) : at + 2])
            else:
                near |= set(bids[: RUNGS // 2])
            return [m for m in options if m not in bids or m in near]
        gifts = [m for m in options if isinstance(m, Give | Discard)]
        if len(gifts) > GIFTS and thumb is not None:
            first, rest = [thumb], [m for m in options if m != thumb]
            while len(first) < GIFTS and (then := self._leaning(view, tuple(rest))) is not None:
                first.append(then)
                rest.remove(then)
            return [m for m in options if m not in gifts or m in first]
        return list(options)


__all__ = ["AHEAD", "SampledBot"]
