"""Learning paths: which games to play, one after another, until a wanted game brings only a few
new concepts.

A game may come next if it brings at most k concepts that are new.  Playing never closes a door,
since what is known only grows; so whether a target can be reached, and the smallest k that reaches
it, are found by playing all that is allowed. The fewest steps are hard to find in general.  Here a
beam search finds a short path fast, and an A* search over sets of concepts, as bit masks, proves
that none is shorter or finds it.  Both have limits of time and size; a path that was not proven the
shortest says so.

Knows the curriculum's games, or the rules of the games in the catalogue.  Does not know what a
learner likes.

>>> print(path("malilla", known="partnership-whist", k=4))
To Malilla with at most 4 new at a time: 3 steps, none shorter.
 1. Sixte: Stripped pack, Slam
 2. Scotch Whist: Counting cards won, Counting out (pegging out), Card points, Altered rank order
 3. Malilla: Scoring the difference, Heading the trick, Compulsory trumping and overtrumping, Misdeals and penalties for faults
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from heapq import heappop, heappush
from typing import overload

from cardlab.concepts.curriculum import concept, contents, game_ids, known_game
from cardlab.concepts.graphs import _catalogue, knowledge, order, uses

EVERYDAY = ("symbol", "turn", "shuffle", "pack", "standard-deck", "deal", "hand")
"""What people who have handled cards know."""

MOST_STATES = 150_000
WIDTHS = (30, 100, 300)
"""How many sets of concepts the beam searches go on with; only the first has no limit of time."""
PARTS = 27_720
"""A step, in parts that 1 to 12 divide: bounds are counted in whole numbers."""


class TooSteep(ValueError):
    """The target cannot be reached with at most k new concepts a step; ``smallest`` is the k that
    reaches it."""

    def __init__(self, sentence: str, smallest: int) -> None:
        super().__init__(sentence)
        self.smallest = smallest


@dataclass(frozen=True)
class PathStep:
    """One step of a path: a game to play, or a drill, which teaches a few concepts without a
    game."""

    game: str | None
    """The curriculum's id; None for a drill."""
    title: str
    new: tuple[str, ...]
    """The concepts that are new here, in the book's order."""
    concepts: tuple[str, ...]
    """All concepts of the step, in the book's order."""

    @property
    def playable(self) -> str | None:
        """The id under which the catalogue has the game; None for a drill, and for games that
        cannot be played here."""
        return _catalogue().get(self.game) if self.game else None

    def __str__(self) -> str:
        return (
            f"{self.title}: {', '.join(concept(id)['title'] for id in self.new) or 'nothing new'}"
        )


@dataclass(frozen=True)
class Path(Sequence[PathStep]):
    """A learning path: its steps, the last of which is the wanted game."""

    target: str
    known: frozenset[str]
    """What was known before the first step."""
    k: int
    steps: tuple[PathStep, ...]
    proven: bool
    """Whether no path has fewer steps (the search came to its end)."""
    source: str = "curriculum"
    drills: bool = False
    searched: int = field(default=0, compare=False)
    """How many sets of concepts the search looked at."""

    @property
    def games(self) -> tuple[str, ...]:
        """The ids of the games, in their order."""
        return tuple(step.game for step in self.steps if step.game is not None)

    @property
    def detours(self) -> tuple[str, ...]:
        """The concepts that are learned on the way although the target does not need them."""
        needed = uses(self.target, self.source)
        return tuple(id for step in self.steps for id in step.new if id not in needed)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[PathStep]:
        return iter(self.steps)

    @overload
    def __getitem__(self, at: int) -> PathStep: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[PathStep, ...]: ...
    def __getitem__(self, at: int | slice) -> PathStep | tuple[PathStep, ...]:
        return self.steps[at]

    def __repr__(self) -> str:
        steps = ", ".join(f"{step.game or 'drill'} +{len(step.new)}" for step in self.steps)
        return f"<path to {self.target}, {self._kind()}: {steps}>"

    def __str__(self) -> str:
        head = (
            f"To {known_game(self.target)['title']} with at most {self.k} new at a time:"
            f" {self._kind()}."
        )
        return "\n".join([head, *(f"{i:2}. {step}" for i, step in enumerate(self.steps, 1))])

    def _kind(self) -> str:
        many = f"{len(self)} step{'s' if len(self) != 1 else ''}"
        return f"{many}, {'none shorter' if self.proven else 'the best found'}"


def path(
    target: str,
    known: str | Iterable[str] = EVERYDAY,
    k: int = 4,
    drills: bool = False,
    seconds: float | None = None,
    seed: int = 0,
    *,
    states: int = MOST_STATES,
    source: str = "curriculum",
    players: int | None = None,
    only: Iterable[str] | None = None,
) -> Path:
    """A shortest path of games from what is known to a target, with at most ``k`` new concepts a
    step.

    ``known`` is the id of a game (standing for all that it uses), or several ids of games or
    concepts.  ``players`` and ``only`` narrow the games on the way.  With ``drills=True`` a step
    may also teach concepts without a game, and a path always exists; it has as few steps as can be,
    and games rather than drills.  ``states`` is how many sets of concepts the search may look at
    before it says the best that it has found, the same on every machine; ``seconds`` ends it
    besides, if given.  ``source`` says where the concepts of games come from (`SOURCES`).

    Raises TooSteep (a ValueError) if no games lead there with so small a k; it names the k that
    does.

    >>> path("malilla", known="partnership-whist", k=4)
    <path to malilla, 3 steps, none shorter: ...>
    >>> path("kaiser", known="partnership-whist", k=2)
    Traceback (most recent call last):
    cardlab.concepts.paths.TooSteep: Kaiser is out of reach with 2 new concepts a step: ... ask for k=3, or for drills ...
    >>> print(path("kaiser", known="partnership-whist", k=2, drills=True))
    To Kaiser with at most 2 new at a time: 5 steps, none shorter.
     1. Drill: Stripped pack, Naming trumps
     2. Drill: Honours, Penalty cards
     3. Drill: Contract, Declarer and defenders
     4. Drill: Auction, No trump
     5. Kaiser: Holding a bid, Misdeals and penalties for faults
    """
    goal, known = known_game(target)["id"], (known,) if isinstance(known, str) else tuple(known)
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"a step brings a whole number of new concepts, 1 or more, not {k!r}")
    if players is not None and (
        isinstance(players, bool) or not isinstance(players, int) or players < 1
    ):
        raise ValueError(f"the number of players is a whole number, 1 or more, not {players!r}")
    if seconds is not None and not seconds >= 0:
        raise ValueError(f"the search may take some seconds, 0 or more, not {seconds!r}")
    at = knowledge(known, source)
    listed = _pool(goal, players, only)
    masks = {id: mask(uses(id, source)) for id in (*listed, goal)}
    search = Search(list(masks.values())[:-1], masks[goal], mask(at), min(k, len(order("concept"))))
    if drills:
        return _told(goal, at, k, search.with_drills(), masks, True, source, drills=True)
    smallest = search.smallest()
    if k < smallest:
        title, steep = known_game(goal)["title"], f"{k} new concept{'s' if k != 1 else ''} a step"
        raise TooSteep(
            f"{title} is out of reach with {steep}: on every way some step brings at least"
            f" {smallest}; ask for k={smallest}, or for drills between the games (drills=True)",
            smallest,
        )
    deadline = None if seconds is None else time.monotonic() + seconds
    gains, proven = search.shortest(deadline, random.Random(seed), states)
    return _told(
        goal,
        at,
        k,
        [(gain, False) for gain in gains],
        masks,
        proven,
        source,
        searched=search.searched,
    )


def _pool(goal: str, players: int | None, only: Iterable[str] | None) -> list[str]:
    """The games that may be steps. Compendia may not (they are matches of other games), nor may
    games whose rules the curriculum only guesses at."""
    wanted = (
        None
        if only is None
        else {known_game(id)["id"] for id in ((only,) if isinstance(only, str) else only)}
    )
    compendia = {entry.id for entry in contents() if entry.kind == "compendium"}
    pool = []
    for id in game_ids():
        entry = known_game(id)
        seats = entry["players"]
        if (
            id == goal
            or id in compendia
            or entry.get("confidence") == "low"
            or (wanted is not None and id not in wanted)
        ):
            continue
        if players is not None and not (seats and seats[0] <= players <= seats[1]):
            continue
        pool.append(id)
    # Of games that bring the same, one that can be played here is preferred, then the book's order
    # decides.
    return sorted(pool, key=lambda id: id not in _catalogue())


def _told(
    goal: str,
    known: frozenset[str],
    k: int,
    gains: list[tuple[int, bool]],
    masks: dict[str, int],
    proven: bool,
    source: str,
    drills: bool = False,
    searched: int = 0,
) -> Path:
    """The path in words: which game brings what a step gains."""
    now, steps = mask(known), []
    for i, (gain, drill) in enumerate(gains):
        new = unmask(gain)
        if drill:
            steps.append(PathStep(None, "Drill", new, new))
        else:
            last = i == len(gains) - 1
            id = (
                goal
                if last
                else next(id for id, used in masks.items() if id != goal and used & ~now == gain)
            )
            steps.append(PathStep(id, known_game(id)["title"], new, unmask(masks[id])))
        now |= gain
    return Path(goal, known, k, tuple(steps), proven, source, drills, searched)


# ---- sets of concepts as bits
# --------------------------------------------------------------------------------------


@cache
def _bits() -> dict[str, int]:
    """A bit for each concept, in the book's order: the lowest bits of what is missing may be
    learned first."""
    return {id: 1 << i for i, id in enumerate(order("concept"))}


def mask(ids: Iterable[str]) -> int:
    """A set of concepts as the bits of a number."""
    bits = _bits()
    return sum(bits[id] for id in frozenset(ids))


def unmask(bits: int) -> tuple[str, ...]:
    """The concepts of a mask, in the book's order."""
    return tuple(id for id, bit in _bits().items() if bits & bit)


def lowest(bits: int, count: int) -> int:
    """The lowest ``count`` of some bits.

    >>> bin(lowest(0b110110, 3))
    '0b10110'
    """
    bits_kept = 0
    for _ in range(count):
        bits_kept |= bits & -bits
        bits &= bits - 1
    return bits_kept


# ---- the search
# ---------------------------------------------------------------------


class Search:
    """The search for a shortest path, on bit masks alone.

    ``pool`` are the masks of the stepping stones, ``target`` that of the game to be played last,
    ``known`` what is known.

    >>> search = Search(pool=[0b0011, 0b0111], target=0b1111, known=0, k=2)
    >>> search.smallest(), search.shortest()
    (2, ([3, 12], True))
    """

    def __init__(self, pool: Iterable[int], target: int, known: int, k: int) -> None:
        self.known, self.target, self.k = known, target, k
        self.pool = [used for used in dict.fromkeys(pool) if used & ~known]
        self.searched = 0

    def smallest(self) -> int:
        """The smallest k that reaches the target: always play what brings the least, and
        remember the dearest step."""
        known, dearest, left = self.known, 0, list(self.pool)
        while True:
            need = (self.target & ~known).bit_count()
            least = min(((used & ~known).bit_count() for used in left), default=need)
            if need <= max(dearest, least):
                return max(dearest, need)
            dearest = max(dearest, least)
            known, left = self._play_all(known, left, dearest)

    @staticmethod
    def _play_all(known: int, left: list[int], k: int) -> tuple[int, list[int]]:
        """Play whatever is allowed until nothing is: what is known then, and what was never
        allowed."""
        while True:
            rest = []
            for used in left:
                if (used & ~known).bit_count() <= k:
                    known |= used
                else:
                    rest.append(used)
            if len(rest) == len(left):
                return known, rest
            left = rest

    def shortest(
        self,
        deadline: float | None = None,
        rng: random.Random | None = None,
        states: int = MOST_STATES,
    ) -> tuple[list[int], bool]:
        """What the steps of a shortest path bring, and whether it is proven that no path is
        shorter.

        The target must be within reach (`smallest`).  ``deadline`` is a reading of
        ``time.monotonic``.
        """
        rng = rng or random.Random(0)
        self._prepare()
        best = self._polished(self._beam(WIDTHS[0], rng))
        for width in WIDTHS[1:]:
            # What is proven already needs no second look.
            if len(best) > self._bound(self.known):
                best = min(
                    best, self._polished(self._beam(width, rng, deadline) or best), key=self._dear
                )
        better, proven = self._astar(len(best), deadline, states)
        if better is not None:
            best = self._polished(better)
        gains, now = [], self.known
        for known in best[:-1]:
            gains.append(known & ~now)
            now = known
        return [*gains, self.target & ~now], proven

    def _prepare(self) -> None:
        """Leave out games that cannot be reached, and find what every path has to learn.

        A concept is required if the target cannot be reached without the games that have it: more
        than the target's own concepts, because some of those are only to be had together with
        others.
        """
        known, never = self._play_all(self.known, self.pool, self.k)
        self.pool = [used for used in self.pool if used not in never]
        self.required = self.target & ~self.known
        others = known & ~self.known & ~self.required
        while others:
            bit = others & -others
            others ^= bit
            reached, _ = self._play_all(
                self.known, [used for used in self.pool if not used & bit], self.k
            )
            if (self.target & ~reached).bit_count() > self.k:
                self.required |= bit
        # For the bound a game counts by what it has of the required; one that has only part of
        # another's adds nothing.
        self.useful = _largest(used & self.required for used in self.pool)

    def _bound(self, known: int) -> int:
        """A number of steps that no path from here can beat.

        Every required concept costs at least one part of a step: 1/m if the best game that has it
        brings m of the missing ones.  The target itself comes last and brings at most k, at best
        the dearest of its own.
        """
        missing, k = self.required & ~known, self.k
        if not missing:
            return 1
        brings = [0] * (k + 1)
        for used in self.useful:
            part = used & missing
            if part:
                count = part.bit_count()
                brings[count if count < k else k] |= part
        own, covered, parts = self.target & missing, 0, 0
        of_target = [0] * (k + 1)
        for count in range(k, 0, -1):
            fresh = brings[count] & ~covered
            if fresh:
                covered |= fresh
                parts += fresh.bit_count() * (PARTS // count)
                of_target[count] = (fresh & own).bit_count()
        last = k - (missing & ~covered).bit_count()
        for count in range(1, k + 1):
            free = of_target[count]
            if free:
                if free >= last:
                    parts -= last * (PARTS // count)
                    break
                parts -= free * (PARTS // count)
                last -= free
        return 1 + max(0, -(-parts // PARTS))

    def _children(self, known: int) -> list[int]:
        """What may be known after one more game.  A game that brings only part of what another
        brings is left out: knowing more never makes a path longer."""
        k = self.k
        fresh = {new for used in self.pool if (new := used & ~known) and new.bit_count() <= k}
        return [known | new for new in _largest(fresh)]

    def _arrived(self, known: int) -> bool:
        return (self.target & ~known).bit_count() <= self.k

    def _beam(self, width: int, rng: random.Random, deadline: float | None = None) -> list[int]:
        """A short path: what is known after each step, the target's left out as 0.  Empty when
        time is up.

        Goes on from the most promising sets of each length; since playing never closes a door, it
        always arrives.
        """
        came: dict[int, int] = {self.known: -1}
        layer = [self.known]
        while True:
            for known in layer:
                if self._arrived(known):
                    return [*_line(came, known), 0]
            if deadline is not None and time.monotonic() > deadline:
                return []
            ranks: dict[int, tuple[float, ...]] = {}
            for known in layer:
                for child in self._children(known):
                    if child not in came and child not in ranks:
                        missing = (self.required & ~child).bit_count()
                        ranks[child] = (
                            self._bound(child),
                            missing,
                            (child & ~self.required).bit_count(),
                            rng.random(),
                        )
                        came[child] = known
            layer = sorted(ranks, key=ranks.__getitem__)[:width]

    def _astar(
        self, length: int, deadline: float | None, states: int
    ) -> tuple[list[int] | None, bool]:
        """A path shorter than ``length``, if there is one, and whether the search came to its
        end."""
        first = self._bound(self.known)
        heap = [(first, (self.required & ~self.known).bit_count(), 0, self.known)]
        came, steps = {self.known: -1}, {self.known: 0}
        while heap:
            bound, _, taken, known = heappop(heap)
            if bound >= length:
                break
            if steps[known] < taken:
                continue
            self.searched += 1
            if self._arrived(known):
                return [*_line(came, known), 0], True
            if self.searched > states:
                return None, False
            if deadline is not None and self.searched % 64 == 1 and time.monotonic() > deadline:
                return None, False
            for child in self._children(known):
                if steps.get(child, length) <= taken + 1:
                    continue
                least = max(bound, taken + 1 + self._bound(child))
                if least < length:
                    steps[child], came[child] = taken + 1, known
                    heappush(heap, (least, (self.required & ~child).bit_count(), taken + 1, child))
        return None, True

    # Shorter or with fewer detours, by small changes.

    def _dear(self, line: Sequence[int]) -> tuple[int, int]:
        return len(line), (
            (line[-2] & ~self.target & ~self.known).bit_count() if len(line) > 1 else 0
        )

    def _polished(self, line: list[int]) -> list[int]:
        """The same path without the games that it can do without, and with games that bring less
        beside the target."""
        if len(line) < 2:
            return line
        now, played = self.known, []
        for known in line[:-1]:
            played.append(next(used for used in self.pool if used & ~now == known & ~now))
            now = known
        best = self._walked(played)
        assert best is not None
        better = True
        while better:
            better = False
            for i in reversed(range(len(played))):
                for other in (None, *self.pool):
                    tried = [*played[:i], *(() if other is None else (other,)), *played[i + 1 :]]
                    walked = self._walked(tried)
                    if walked is not None and self._dear(walked) < self._dear(best):
                        best, played, better = walked, tried, True
                        break
                if better:
                    break
        return best

    def _walked(self, played: Sequence[int]) -> list[int] | None:
        """What is known after each of some games and the target; None if a step brings too much
        or nothing."""
        known, line = self.known, []
        for used in played:
            if not 0 < (used & ~known).bit_count() <= self.k:
                return None
            known |= used
            line.append(known)
        return [*line, 0] if self._arrived(known) else None

    # With drills.

    def with_drills(self) -> list[tuple[int, bool]]:
        """What the steps of a path with drills bring, and which of them are drills.

        The concepts of the target, in the book's order and cut into slices of k, are always such a
        path, and no path can have fewer steps.  Among the paths of that length a beam search looks
        for games in place of drills.
        """
        known, need = self.known, (self.target & ~self.known).bit_count()
        length = max(1, -(-need // self.k))
        layer: dict[int, tuple[tuple[int, int], tuple[tuple[int, bool], ...]]] = {
            known: ((0, 0), ())
        }
        for left in range(length - 1, 0, -1):
            reached: dict[int, tuple[tuple[int, int], tuple[tuple[int, bool], ...]]] = {}
            for known, ((drills, _), line) in layer.items():
                for new, drill in self._steps(known):
                    child = known | new
                    if (self.target & ~child).bit_count() <= left * self.k:
                        rank = (drills + drill, (child & ~self.target).bit_count())
                        if child not in reached or rank < reached[child][0]:
                            reached[child] = rank, (*line, (new, drill))
            layer = dict(sorted(reached.items(), key=lambda item: item[1][0])[: WIDTHS[0]])
        known, (_, line) = min(layer.items(), key=lambda item: item[1][0])
        return [*line, (self.target & ~known, False)]

    def _steps(self, known: int) -> Iterator[tuple[int, bool]]:
        """Games that bring something of the target, and drills: the next of what is missing, or
        of what a game needs."""
        for used in self.pool:
            new = used & ~known
            if new & self.target and new.bit_count() <= self.k:
                yield new, False
        for aim in dict.fromkeys([self.target, *(used & self.target for used in self.pool)]):
            if aim & ~known:
                yield lowest(aim & ~known, self.k), True


def _largest(masks: Iterable[int]) -> list[int]:
    """The masks that are not part of another."""
    kept: list[int] = []
    for mask in sorted({m for m in masks if m}, key=lambda m: (-m.bit_count(), m)):
        for other in kept:
            if not mask & ~other:
                break
        else:
            kept.append(mask)
    return kept


def _line(came: dict[int, int], known: int) -> list[int]:
    """The sets of concepts that led to one, the first left out."""
    line = []
    while came[known] != -1:
        line.append(known)
        known = came[known]
    return line[::-1]
