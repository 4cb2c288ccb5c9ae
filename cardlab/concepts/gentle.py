"""A gentle way to a game: drills and games in an order in which no stop brings much that is new.

Every concept that is missing is learned at some stop; what can be chosen is the order, and which
games are played on the way. A search by cost decides: a row of drills without a game grows dull,
a game that teaches things which the goal does not need costs their time, and a game that is long
for what it teaches costs its length.

Knows concepts, and what it is told of games and drills: their minutes and burdens. Does not know
which games can be played, which lessons there are, or any learner.

>>> drills = [Drill(id, (id,), 5) for id in ("symbol", "turn", "shuffle", "pack")]
>>> snap = Stone("snap", frozenset({"symbol", "turn", "shuffle", "pack"}), minutes=4)
>>> for stop in gentle_path(snap, frozenset(), [], drills, at_most=2):
...     print(stop.game, stop.new)
None ('symbol', 'turn')
snap ('shuffle', 'pack')
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from cardlab.concepts.graphs import closure, order

__all__ = ["AT_MOST", "Drill", "Stone", "Stop", "gentle_path"]

AT_MOST = (1, 2, 4)
"""How many new concepts a stop may bring: what a learner can choose from."""
WIDTH = 40
"""How many ways of one length the search goes on with."""

A_STOP = 2.0
"""What every stop costs, in minutes: fewer stops are better when nothing else differs."""
A_ROW = 4.0
"""What each further drill in a row costs: the second once, the third twice, and so on."""
A_DETOUR = 2.5
"""How many times the minutes count that go into concepts which the goal does not need."""
A_FIRST_GAME = 3.0
"""How many times a row of drills counts for somebody who has never played anything."""
FAIR_PER_CONCEPT = 4.0
"""Minutes of play that one concept may cost; a game that is longer costs the rest twice."""
MOST_ASIDE = 2
"""Concepts beside the goal's that a lesson may need. One that needs more has its tables in games of
another kind: its concept is met at the goal's own table, unless other lessons stand on it."""
MOST_MET = 4
"""Concepts that may be met at the goal's own table. Where there would be more, the nearest of such
lessons are walked after all, with what they need."""
TO_PRACTISE = 3
"""A game that brings nothing for the goal is worth a stop if it uses so many concepts learned
since the last game."""
FEW_DETOURS = 3
"""Concepts beside the goal's that a game may need for drills to lead there."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A game that may be played on the way: what it uses, the minutes of a deal, and what speaks
    against it, in minutes."""

    game: str
    concepts: frozenset[str]
    minutes: float
    burden: float = 0.0


@dataclass(frozen=True, slots=True)
class Drill:
    """A lesson: its id, what it teaches in one breath, its minutes, and the concepts that its tables
    take for granted beside what those build on."""

    id: str
    concepts: tuple[str, ...]
    minutes: float
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stop:
    """One stop of a way.  game: None for a drill; drills: the lessons that come first."""

    game: str | None
    new: tuple[str, ...]
    """The concepts that are new here, in the order of learning."""
    drills: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Way:
    """A way as far as it has come."""

    known: int
    cost: float = 0.0
    stops: tuple[tuple[str | None, int], ...] = ()
    row: int = 0
    """Drills since the last game."""
    fresh: int = 0
    """Concepts since the last game, as bits."""
    played: frozenset[str] = field(default_factory=frozenset)


def gentle_path(
    goal: Stone,
    known: Collection[str],
    stones: Iterable[Stone],
    drills: Iterable[Drill],
    at_most: int = 2,
) -> tuple[Stop, ...]:
    """Return the stops of the gentlest way from what is known to a goal; the goal is the last.

    ``stones`` are the games that may be played before it; ``drills`` are listed in an order in
    which they may be learned: none before what it needs. A stop brings ``at_most`` new concepts,
    or those of one drill if it teaches more in one breath. What no drill teaches, or only one that
    needs much beside the goal, is met in the goal, whose stop may then bring more.
    """
    return _Search(goal, known, stones, drills, at_most).run()


class _Search:
    """The search for one way, on sets of concepts as bits."""

    def __init__(
        self,
        goal: Stone,
        known: Collection[str],
        stones: Iterable[Stone],
        drills: Iterable[Drill],
        at_most: int,
    ) -> None:
        self.at_most = at_most
        self.goal = goal
        self.drills = {drill.id: drill for drill in drills}
        self.bits = _bits_in_order(self.drills.values())
        self.teaching = {id: drill for drill in self.drills.values() for id in drill.concepts}
        self.known = frozenset(known)
        for far in self._far(goal.concepts):
            self.teaching = {id: drill for id, drill in self.teaching.items() if drill is not far}
        self.start = self._mask(known)
        self.target = self._whole_mask(goal.concepts)
        self.drill_of = {self.bits[concept]: drill for concept, drill in self.teaching.items()}
        self.taught = sum(self.drill_of)
        masks = (self._mask(drill.concepts) for drill in self.drills.values())
        self.together = [mask for mask in masks if mask.bit_count() > 1]
        self.widest = max([at_most, *(mask.bit_count() for mask in self.together)])
        self.minutes = {
            bit: drill.minutes / len(drill.concepts) * (1.0 if bit & self.target else A_DETOUR)
            for bit, drill in self.drill_of.items()
        }
        self.costs: dict[int, float] = {}
        self.stones = {
            stone.game: (stone, mask)
            for stone in stones
            if stone.game != goal.game
            and (mask := self._whole_mask(stone.concepts)) & self.target & ~self.start
        }
        self.aims = self._aims()

    def run(self) -> tuple[Stop, ...]:
        layer = [_Way(self.start)]
        best: _Way | None = None
        while layer:
            for way in layer:
                if self._arrives(self._missing(self.target, way.known)):
                    done = self._played(way, self.goal, self.target)
                    if best is None or done.cost < best.cost:
                        best = done
            cheapest: dict[tuple[int, int, bool], _Way] = {}
            for way in layer:
                for following in self._following(way):
                    if best is not None and following.cost >= best.cost:
                        continue
                    place = following.known, following.row, bool(following.fresh)
                    if place not in cheapest or following.cost < cheapest[place].cost:
                        cheapest[place] = following
            # ways of one length are compared by what they cost and by what is still to be paid
            layer = sorted(cheapest.values(), key=self._promise)[:WIDTH]
        assert best is not None
        return self._stops(best)

    def _aims(self) -> set[int]:
        """What drills may lead to: the goal, and the games on the way, those whole that need little
        beside the goal."""
        masks = [mask & ~self.start for _, mask in self.stones.values()]
        near = {mask for mask in masks if (mask & ~self.target).bit_count() <= FEW_DETOURS}
        return {self.target, *(mask & self.target for mask in masks), *near}

    def _far(self, goal: Collection[str]) -> tuple[Drill, ...]:
        """The lessons that need much beside the goal, and that no other lesson stands on: as many
        as may be met at the goal's own table."""
        own = closure(goal) - self.known
        drills = dict.fromkeys(drill for id, drill in self.teaching.items() if id in own)
        needed = {drill: closure((*drill.concepts, *drill.needs)) for drill in drills}
        last = {
            drill: drill.concepts
            for drill in drills
            if len(drill.concepts) == 1
            and all(drill is other or needed[other].isdisjoint(drill.concepts) for other in drills)
        }
        others = [id for drill in drills if drill not in last for id in drill.concepts]
        usual = own | self._complete(others) | self.known
        aside = {drill: self._complete(drill.concepts) - usual for drill in last}
        far = [drill for drill in last if len(aside[drill]) > MOST_ASIDE]
        untaught = len(own - self.teaching.keys())
        nearest = sorted(far, key=lambda drill: (len(aside[drill]), drill.minutes))
        walked = nearest[: max(0, untaught + len(far) - MOST_MET)]
        return tuple(drill for drill in far if drill not in walked)

    # -- one stop more

    def _following(self, way: _Way) -> Iterator[_Way]:
        for stone, mask in self.stones.values():
            if stone.game not in way.played and self._worth_playing(way, mask):
                yield self._played(way, stone, mask)
        for bits in {self._next_drill(self._missing(aim, way.known)) for aim in self.aims}:
            if bits:
                yield self._drilled(way, bits)

    def _worth_playing(self, way: _Way, mask: int) -> bool:
        missing = mask & ~way.known
        if missing.bit_count() > self.widest:
            return False
        new = self._whole(missing, ~way.known)
        if new & ~self.taught:
            return False
        practised = (mask & way.fresh).bit_count() >= TO_PRACTISE
        return self._few(new) and (practised or bool(new & self.target))

    def _played(self, way: _Way, stone: Stone, mask: int) -> _Way:
        new = self._missing(mask, way.known)
        cost = A_STOP + stone.minutes + stone.burden + self._drill_cost(new)
        fair = FAIR_PER_CONCEPT * max(1, (mask & (new | way.fresh) & self.target).bit_count())
        cost += 2 * max(0.0, stone.minutes - fair)
        return _Way(
            way.known | new | mask,
            way.cost + cost,
            (*way.stops, (stone.game, new)),
            played=way.played | {stone.game},
        )

    def _drilled(self, way: _Way, bits: int) -> _Way:
        waiting = A_FIRST_GAME if not way.played and not self.start else 1.0
        cost = A_STOP + A_ROW * waiting * way.row + self._drill_cost(bits)
        return _Way(
            way.known | bits,
            way.cost + cost,
            (*way.stops, (None, bits)),
            way.row + 1,
            way.fresh | bits,
            way.played,
        )

    def _next_drill(self, missing: int) -> int:
        """The next of what is missing, in the order of the drills: as many as a stop may bring."""
        taken, left = 0, missing & self.taught
        while left:
            bits = self._whole(left & -left, left)
            if taken and not self._few(taken | bits):
                break
            taken |= bits
            left &= ~bits
        return taken

    # -- what bits mean

    def _mask(self, concepts: Iterable[str]) -> int:
        return sum(self.bits[id] for id in frozenset(concepts))

    def _whole_mask(self, concepts: Collection[str]) -> int:
        return self._mask(self._complete(concepts))

    def _complete(self, concepts: Collection[str]) -> frozenset[str]:
        """What a game needs, with all that the lessons on what is missing teach beside it, and what
        those need and stand on."""
        whole, reached = frozenset[str](), frozenset(concepts)
        while new := reached - whole:
            whole |= new
            drills = {self.teaching[id] for id in new - self.known if id in self.teaching}
            ids = [id for drill in drills for id in (*drill.concepts, *drill.needs)]
            reached = closure(ids) if ids else frozenset()
        return whole

    def _whole(self, bits: int, missing: int) -> int:
        """What is missing of the lessons on some concepts."""
        for lesson in self.together:
            if bits & lesson:
                bits |= lesson & missing
        return bits

    def _missing(self, mask: int, known: int) -> int:
        """What is missing of a mask; what one lesson teaches in one breath comes together."""
        return self._whole(mask & ~known, ~known)

    def _few(self, bits: int) -> bool:
        """Whether these are few enough for a stop; what no drill teaches is not counted."""
        taught = bits & self.taught
        return taught.bit_count() <= self.at_most or any(
            not taught & ~lesson for lesson in self.together
        )

    def _arrives(self, missing: int) -> bool:
        """Whether the goal may be played now: what no drill teaches counts beside the rest."""
        untaught = (missing & ~self.taught).bit_count()
        if not untaught:
            return self._few(missing)
        return (missing & self.taught).bit_count() <= max(0, self.at_most - untaught)

    def _drill_cost(self, bits: int) -> float:
        """The minutes of the lessons; those of a detour count more."""
        if bits not in self.costs:
            self.costs[bits] = sum(self.minutes[bit] for bit in _each(bits & self.taught))
        return self.costs[bits]

    def _promise(self, way: _Way) -> float:
        """What a way has cost, what its lessons still cost, and how dull it would be if no game
        came between them."""
        missing = self._missing(self.target, way.known)
        stops = -(-missing.bit_count() // self.at_most)
        row = A_ROW * (way.row * stops + stops * (stops - 1) / 2)
        return way.cost + self._drill_cost(missing) + A_STOP * stops + row

    def _stops(self, way: _Way) -> tuple[Stop, ...]:
        stops = []
        for game, bits in way.stops:
            new = tuple(id for id, bit in self.bits.items() if bits & bit)
            lessons = dict.fromkeys(self.drill_of[bit].id for bit in _each(bits & self.taught))
            stops.append(Stop(game, new, tuple(lessons)))
        return tuple(stops)


def _bits_in_order(drills: Iterable[Drill]) -> Mapping[str, int]:
    """A bit for each concept; the lowest of what is missing may be learned first: those of the
    drills in their order, then the others in the book's."""
    ids = dict.fromkeys(concept for drill in drills for concept in drill.concepts)
    ids |= dict.fromkeys(order("concept"))
    return {id: 1 << place for place, id in enumerate(ids)}


def _each(mask: int) -> Iterator[int]:
    """The single bits of a mask, the lowest first."""
    while mask:
        yield mask & -mask
        mask &= mask - 1
