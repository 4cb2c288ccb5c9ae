"""Fishing: a pond of open cards, what a card may take out of it, falls and sweeps, hand after
hand from one shuffle.

Knows ponds, captures, pegging and rounds of a longer match.  Knows no particular game.

>>> from cardlab.engine.cards import cards
>>> sums(cards("4C 5D KH"), 9, PIP_VALUES)
[(4C, 5D)]
>>> runs(Card("3H"), cards("4C 5D AH"), PIP_RANKS)
[(4C, 5D)]
>>> same_rank(Card("7S"), cards("7C 7D"))
[(7C,), (7D,), (7C, 7D)]
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from heapq import nlargest
from itertools import combinations, islice, product
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceUp
from cardlab.engine.game import Dealing, Game, Phase, Standing, State
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import PLAYS, Capture, CaptureGroups, Deal, Group, Move
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.outcomes import End, Outcome
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnReason, dealt
from cardlab.engine.words import Seat, listed, some
from cardlab.families.capturing import CaptureGame

PIP_RANKS = "A23456789T"
FACE_RANKS = "JQK"
PIP_VALUES = {rank: i + 1 for i, rank in enumerate(PIP_RANKS)}
ORDER = PIP_RANKS + FACE_RANKS
KINDS = ("run", "sum", "set")

Cards = tuple[Card, ...]
MOST = 200
"""The most captures of one kind that are offered for a card.  Only a pond that nobody has fished in
for long holds more."""
TRIED = 2000
"""The most ways to take several groups at once that are tried; the `MOST` of them that take most
cards are offered, and no others are legal, so that a full pond stays within bounds."""


def in_order(cards: Iterable[Card]) -> Cards:
    """Cards from low to high."""
    return tuple(sorted(cards, key=lambda c: (ORDER.index(c.rank), c)))


def sums(
    pond: Iterable[Card], total: int, values: Mapping[str, int], least: int = 2
) -> list[Cards]:
    """Every choice of at least a number of cards of the pond whose values add up to the total."""
    pool = in_order(c for c in pond if c.rank in values)
    sums: list[Cards] = []

    def search(start: int, chosen: Cards, left: int) -> None:
        if left == 0 or len(sums) == MOST:
            if left == 0 and len(sums) < MOST and len(chosen) >= least:
                sums.append(chosen)
            return
        for i in range(start, len(pool)):
            value = values[pool[i].rank]
            if value > left:
                break
            search(i + 1, (*chosen, pool[i]), left - value)

    search(0, (), total)
    return sums


def runs(card: Card, pond: Iterable[Card], ranks: str, least: int = 3) -> list[Cards]:
    """Every choice of cards of the pond that makes, with the card, a run of different ranks that
    follow each other."""
    by_rank: dict[str, list[Card]] = {rank: [] for rank in ranks}
    if card.rank not in by_rank:
        return []
    for other in in_order(pond):
        if other.rank in by_rank and other.rank != card.rank:
            by_rank[other.rank].append(other)
    at = ranks.index(card.rank)
    low, high = at, at
    while low > 0 and by_rank[ranks[low - 1]]:
        low -= 1
    while high + 1 < len(ranks) and by_rank[ranks[high + 1]]:
        high += 1
    runs: list[Cards] = []
    for first in range(low, at + 1):
        for last in range(max(at, first + least - 1), high + 1):
            ways = product(*(by_rank[r] for r in ranks[first : last + 1] if r != card.rank))
            runs += islice(ways, MOST - len(runs))
    return runs


def same_rank(card: Card, pond: Iterable[Card]) -> list[Cards]:
    """Every choice of cards of the pond of the card's rank."""
    alike = in_order(c for c in pond if c.rank == card.rank)
    return [part for n in range(1, len(alike) + 1) for part in combinations(alike, n)]


@lru_cache(maxsize=4096)
def all_catches(card: Card, pond: Cards) -> tuple[Capture, ...]:
    """Everything a card takes out of a pond, as runs, sums and sets: pips by their value, face
    cards by a sum of 15."""
    pip = card.rank in PIP_VALUES
    run = runs(card, pond, PIP_RANKS if pip else FACE_RANKS)
    total = sums(pond, PIP_VALUES[card.rank] if pip else 15, PIP_VALUES)
    by_kind = [("run", run), ("sum", total), ("set", same_rank(card, pond))]
    return tuple(Capture(card, taken, kind) for kind, groups in by_kind for taken in groups)


def one_group(a: Group, b: Group) -> bool:
    """Two groups that are one together: cards of one rank are one set, and runs that prolong
    each other are one run."""
    return a[0] == b[0] == "set" or (
        a[0] == b[0] == "run" and not {c.rank for c in a[1]} & {c.rank for c in b[1]}
    )


def apart(groups: Sequence[Group]) -> bool:
    """No card is in two of these groups, and no two of them are one."""
    taken = [card for _, part in groups for card in part]
    return len(set(taken)) == len(taken) and not any(
        one_group(a, b) for a, b in combinations(groups, 2)
    )


def joint(card: Card, groups: Iterable[Group]) -> CaptureGroups:
    """The move that takes these groups at once: runs before sums before sets, each from low to
    high."""
    placed = [
        (KINDS.index(kind), [(ORDER.index(c.rank), c) for c in in_order(part)])
        for kind, part in groups
    ]
    return CaptureGroups(
        card, *((KINDS[at], tuple(c for _, c in part)) for at, part in sorted(placed))
    )


@lru_cache(maxsize=4096)
def joint_catches(card: Card, pond: Cards) -> tuple[Capture, ...]:
    """Everything a card takes out of a pond in one group or in several at once."""
    alone = all_catches(card, pond)
    captures = sorted(alone, key=lambda m: -len(m.named))
    bits = {c: 2**i for i, c in enumerate(pond)}
    masks = [sum(bits[c] for c in m.named) for m in captures]

    def search(start: int, chosen: tuple[Group, ...], used: int) -> Iterator[tuple[Group, ...]]:
        for i in range(start, len(captures)):
            (group,) = captures[i].groups
            if not used & masks[i] and not any(one_group(group, other) for other in chosen):
                if chosen:
                    yield (*chosen, group)
                yield from search(i + 1, (*chosen, group), used | masks[i])

    ways = nlargest(
        MOST,
        islice(search(0, (), 0), TRIED),
        key=lambda groups: sum(len(part) for _, part in groups),
    )
    return (*alone, *(joint(card, groups) for groups in ways))


def only_most(numbers: tuple[int, ...]) -> int | None:
    """The place of the greatest number, None if it is there twice."""
    top = max(numbers)
    return numbers.index(top) if numbers.count(top) == 1 else None


class Catch(NamedTuple):
    """One group captured, as its points are counted: who took what with which card, and whether
    it was a fall or a sweep."""

    side: str
    card: Card
    taken: Cards
    kind: str
    fall: Card | None = None
    sweep: bool = False

    @property
    def one_suit(self) -> bool:
        return len({c.suit for c in (self.card, *self.taken)}) == 1


REST = note(
    "pond-left-over",
    "What nobody took",
    "Cards left in the pond when the pitch ends belong to nobody.",
    "fishing",
)
FALL, SWEEP = Formula("{fall_counts}"), Formula("{sweep_counts}")
WON = Formula("1 + n", n="opponents lurched")
WON_BOTH = Formula("2 + n", n="opponents lurched")
BACK_TO_START = Formula("-p", p="points of the round")


@scores("fall", "Fall", "sweep")
def fall(game: FishGame, catch: Catch) -> Any:
    """If the player before you captured nothing and you take the card that was just played,
    score {fall_counts} more, even when new hands were dealt in between."""
    if catch.fall is not None:
        yield line(
            catch.side,
            "Fall",
            fall,
            FALL.agreed(game),
            f"{catch.fall.sign} was the card just played",
            cards=(catch.fall,),
        )


@scores("sweep", "Sweep", "sweep")
def sweep(game: FishGame, catch: Catch) -> Any:
    """If you leave no card in the pond, score {sweep_counts} more."""
    if catch.sweep:
        yield line(catch.side, "Sweep", sweep, SWEEP.agreed(game), "the pond is empty")


@scores("match-points", "Match points", "match-points", "pegging")
def match_points(game: FishGame, result: Any) -> Any:
    """The winner of a round scores 1 match point, and 1 more for every opponent lurched: left 31
    points or more short of the target.{lurch_text}"""
    winner = game.round_winner(result)
    if winner is not None and game.in_rounds:
        lurched = game.lurched(result)
        double = game.partners and game.lurch == 4 and lurched
        side, formula = game.sides[winner], WON_BOTH if double else WON
        because = game.tell("{who} reached {target}", who=side, target=str(game.target))
        if lurched:
            because = game.tell(
                "{who} did not pass {limit}",
                who=[*map(Seat, lurched)],
                limit=str(game.target - 31),
            )
        yield line(
            side.id, "Round won", match_points, formula, because, account="match", n=len(lurched)
        )


@scores("pegs-back", "The pegs go back", "pegging")
def pegs_back(game: Any, result: Any) -> Any:
    """After a round of a longer match all pegs go back to the start."""
    if game.round_winner(result) is not None and game.in_rounds:
        for side, points in zip(game.sides, game.counted(result), strict=True):
            if points:
                yield line(
                    side.id, "Pegs back", pegs_back, BACK_TO_START, "a new round begins", p=points
                )


@dataclass(frozen=True)
class FishState(State):
    """pond: open cards in the order in which they came; piles: what each seat has captured;
    fresh: the card that the player before has just played without capturing; played_out: the last
    hand was played, so that the captured cards are counted."""

    pond: FaceUp[Cards] = ()
    piles: FaceUp[BySeat[Cards]] = ()
    fresh: Card | None = None
    played_out: bool = False

    @property
    def hands_left(self) -> int:
        return len(self.stock) // (self.game.each * self.game.players)

    def pegs(self) -> tuple[int, ...]:
        """The points of the round by side, those of this pitch included."""
        sums = list(self.standing.pegs)
        for entry in self.pegged:
            sums[self.game.side_index_of(entry.side)] += entry.points
        return tuple(sums)


class PondDealing(Dealing):
    """The pond and the first hands; the rest is stock, from which further hands come without
    another shuffle."""

    def sizes(self, game: Any, standing: Standing) -> tuple[int, ...]:
        return (game.each,) * game.players

    def apply(self, state: FishState, seat: int | None, move: Deal) -> Any:
        size = state.game.pond_size
        return state.game.next_phase(
            state.but(
                hands=move.hands,
                pond=move.stock[:size],
                stock=move.stock[size:],
                piles=((),) * state.game.players,
            )
        )


@rule("no-such-capture", "Take what the card takes", "fishing", "capture")
def no_such_capture(table: FishState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card. It may capture one group of cards from the pond; card and captured cards go
    to your pile. If it captures nothing, or you would rather not, it joins the pond."""
    return _real_captures(table, moves)


@rule("no-such-capture", "Take what the card takes", "fishing", "capture")
def no_such_groups(table: FishState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card. It may capture one group of cards from the pond, or several with no card in
    common, each of which scores. Cards that make one run or one set together are one group. Card
    and captured cards go to your pile. If it captures nothing, or you would rather not, it joins
    the pond."""
    return _real_captures(table, moves)


def _real_captures(table: FishState, moves: tuple[Move, ...]) -> Ruling:
    game: Any = table.game
    real = {m for card in table.hand for m in game.catches(card, table.pond)}
    captures = [m for m in moves if isinstance(m, Capture) and m not in real]
    refusing = {m: why for m in captures if (why := why_not_taken(table, m))[0]}
    because = next(iter(refusing.values()), ("", {}))
    return may_not(moves, lambda m: m in refusing, *because, refusing=refusing)


def why_not_taken(table: FishState, capture: Capture) -> tuple[str, dict[str, Any]]:
    """Why a card does not take these cards of the pond: a reason with its facts; "" where it
    does."""
    game: Any = table.game
    away = [card for card in dict.fromkeys(capture.named) if card not in table.pond]
    if away:
        do = "does" if len(away) == 1 else "do"
        return f"{{away}} {do} not lie in the pond", {"away": listed(away, most=8)}
    if not capture.named:
        return "say what {card} takes: nothing is named", {}
    for kind, taken in capture.groups:
        caught = game.catches(capture.card, in_order(taken))
        if not kind or not any(x.kind == kind and len(x.named) == len(taken) for x in caught):
            be, what = ("is" if len(taken) == 1 else "are"), f"no {kind} that"
            if not kind:
                what = "neither a sum nor a run nor a set that"
            return f"{{taken}} {be} {what} {{card}} takes", {"taken": listed(taken, most=8)}
    if len(capture.groups) == 1 or (game.multi_capture and apart(capture.groups)):
        return "", {}
    return "two groups have no card in common, and do not make one together", {}


class Fish(Phase):
    """Play a card, with or without a capture, until all hands are played."""

    id, title, prompt, doing = "fish", "Fishing", "Your turn: play a card.", "play"
    did = "played"
    begins = "eldest"
    rules = (no_such_capture,)
    hand_moves = (HandMove("capture", "Capture"),)

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who played last; where new cards have been dealt since, who deals."""
        if last is not None and last.seat is not None and len(state.stock) < len(last.before.stock):
            return dealt(state)
        return super().whose_turn(state, last)

    def enter(self, state: FishState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: FishState) -> tuple[Move, ...]:
        hand = tuple(dict.fromkeys(table.hand))
        return tuple(
            m for card in hand for m in (*table.game.catches(card, table.pond), PLAYS[card])
        )

    def read(self, table: FishState, text: str) -> Move | None:
        """``7H takes 5C 6H``, with the kind after it or not: of equal captures the one that
        scores most.  Several groups, where a card may take them, each with its kind, or all cards
        and no kind."""
        first, _, rest = text.partition(" ")
        words = [
            w for w in rest.replace(" AS a ", " ").split() if w != "takes"
        ]  # "as a sum" has been read as A♠
        if table.game.multi_capture and sum(w in table.game.kinds for w in words) > 1:
            return self.read_groups(table, first, [w for w in words if w != "and"])
        kind = words.pop() if words and words[-1] in table.game.kinds else ""
        try:
            card, taken = Card(first), read_cards(words)
        except ValueError:
            return None
        if not taken:
            return None
        pond = (
            in_order(taken)
            if table.game.multi_capture and len({*taken}) == len(taken)
            else table.pond
        )
        alike = [
            m
            for m in table.game.catches(card, pond)
            if set(m.named) == set(taken) and kind in ("", m.kind)
        ]
        return max(
            alike, key=lambda m: table.game.points_of(table, m), default=Capture(card, taken, kind)
        )

    def read_groups(self, table: FishState, first: str, words: list[str]) -> Move | None:
        """``9H takes 4C 5D sum and 9C set``: groups of cards, each before its kind."""
        groups: list[Group] = []
        part: list[str] = []
        try:
            for word in words:
                if word in table.game.kinds:
                    groups, part = [*groups, (word, read_cards(part))], []
                else:
                    part.append(word)
            return (
                None
                if part or not all(taken for _, taken in groups)
                else joint(Card(first), groups)
            )
        except ValueError:
            return None

    def apply(self, state: FishState, seat: int, move: Any) -> Any:
        game = state.game
        lines = game.catch_lines(state, seat, move)
        hands = state.without(seat, move.card)
        if isinstance(move, Capture):
            pond = tuple(c for c in state.pond if c not in move.named)
            mine = (*state.piles[seat], *move.named, move.card)
            piles = (*state.piles[:seat], mine, *state.piles[seat + 1 :])
            state = state.but(
                hands=hands, pond=pond, piles=piles, fresh=None, pegged=state.pegged + lines
            )
        else:
            state = state.but(hands=hands, pond=(*state.pond, move.card), fresh=move.card)
        if game.round_over(state):
            return game.end(state)
        if any(state.hands):
            return state.but(to_move=state.after_seat(seat))
        return self.deal_on(state) if state.hands_left else game.end(state, played_out=True)

    def deal_on(self, state: FishState) -> Any:
        """The next hands, from the stock as it lies, one card at a time from the dealer's left."""
        game, players, first = state.game, state.game.players, state.after_seat(state.dealer)
        size = game.each * players
        dealt = state.stock[:size]
        hands = tuple(
            dealt[(seat - first) * game.direction % players :: players] for seat in range(players)
        )
        return state.but(hands=hands, stock=state.stock[size:], to_move=first)


@dataclass(frozen=True)
class RoundStanding(Standing):
    """pegs: points of the present round by side; rounds: match points by side."""

    pegs: BySeat[int] = ()
    rounds: BySeat[int] = ()


@dataclass(frozen=True)
class PegOut(End):
    """A round is won by the first side to reach the target, at once; the match by the first to
    reach its match points."""

    target: int
    match: int

    @property
    def goal(self) -> int | None:
        return self.target if self.match == 1 else None

    @property
    def text(self) -> str:
        return (
            f"to {self.target}"
            if self.match == 1
            else f"to {self.match} match points, rounds to {self.target}"
        )

    def note(self, game: Game) -> Rule:
        then = (
            "The round is the match."
            if self.match == 1
            else (
                "Then the pegs go back to the start, and the match goes to the first side with"
                f" {self.match} match points."
            )
        )
        return note(
            "pegging-out",
            f"Pegging out at {self.target}",
            f"Points are pegged as they are made. A player who reaches {self.target} wins the"
            f" round at once, even in the middle of a hand. {then}",
            "pegging",
            "counting-out",
        )

    def outcome(self, game: Any, standing: RoundStanding) -> Outcome | None:
        if self.match != 1:
            sides = [
                s
                for s, points in zip(game.sides, standing.rounds, strict=True)
                if points >= self.match
            ]
            feat = f"reached {some(self.match, 'match point')}"
        else:
            sides = [
                s
                for s, points in zip(game.sides, standing.pegs, strict=True)
                if points >= self.target
            ]
            feat = f"reached {self.target}"
        return Outcome.by_feat(game, standing, sides, feat) if sides else None


class FishGame(CaptureGame):
    """A fishing game: pond, hands and picture.  What takes what, and for how much, is the game's
    own."""

    State: type[FishState] = FishState
    Standing: type[RoundStanding] = RoundStanding
    accounts = ("match", "pegs")
    kinds: ClassVar[tuple[str, ...]] = ()
    catching: ClassVar[tuple[Rule, ...]] = ()
    """The rules that score a capture, in the order in which it is pegged: ``(game, Catch) ->
    lines``."""
    counting: ClassVar[tuple[Rule, ...]] = ()
    """The rules that score the end of a pitch, in their order: ``(game, result) -> lines``; a
    result has ``pegs``."""
    each: int
    pond_size: int
    fall_counts = Option(2, range(1, 11), "What a fall scores.")
    sweep_counts = Option(2, range(1, 11), "What a sweep scores.")
    target: int
    match_points: int
    lurch: int
    multi_capture: bool = False
    """A card may take several groups at once."""

    @property
    def in_rounds(self) -> bool:
        """Whether the match has several rounds."""
        return self.match_points != 1

    @property
    def lurch_text(self) -> str:
        """What lurching a partnership makes, as a further sentence."""
        return f" Lurching a partnership makes {self.lurch}." if self.partners else ""

    def take_hands(self, each: int) -> None:
        self.each = each

    def catches(self, card: Card | None, pond: Cards) -> tuple[Capture, ...]:
        """Every capture that a card can make from a pond."""
        if card is None:
            return ()
        return joint_catches(card, pond) if self.multi_capture else all_catches(card, pond)

    def opening(self) -> Any:
        none = (0,) * len(self.sides)
        return self.Standing(1, 0, none, none, none)

    def side_index_of(self, side: str) -> int:
        return self._side_at[side]

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low, no trumps: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Ordering(self.pack, ORDER[::-1])

    def caught(self, table: FishState, seat: int, move: Move) -> tuple[Catch, ...]:
        """What a move captures, group by group; a fall and a sweep come once, with the last."""
        if not isinstance(move, Capture):
            return ()
        assert move.card is not None
        fall = table.fresh if table.fresh is not None and table.fresh in move.named else None
        catches = [Catch(self.side_of[seat], move.card, taken, kind) for kind, taken in move.groups]
        return (
            *catches[:-1],
            catches[-1]._replace(fall=fall, sweep=len(move.named) == len(table.pond)),
        )

    def catch_lines(self, table: Any, seat: int, move: Move) -> tuple[ScoreLine, ...]:
        """The lines that a move pegs."""
        caught = self.caught(table, seat, move)
        return tuple(
            self.pegged(entry, table)
            for catch in caught
            for r in self.catching
            for entry in r.test(self, catch)
        )

    def pegged(self, entry: ScoreLine, table: FishState) -> ScoreLine:
        """A line as it goes into the score of this deal."""
        return self.booked(replace(entry, deal=table.standing.deal))

    def booked(self, entry: ScoreLine) -> ScoreLine:
        """A line with its account: "pegs" in a match of several rounds, none in a single one."""
        return replace(entry, account="pegs") if self.in_rounds and not entry.account else entry

    def points_of(self, table: Any, move: Capture) -> int:
        """What a move scores at once."""
        return sum(
            entry.points
            for entry in self.catch_lines(
                table, table.me if table.me is not None else table.to_move, move
            )
        )

    def worth(self, table: Any, move: Move) -> str | None:
        """The points of a capture as they are told before it is made: "3 + 2 fall"."""
        lines = self.catch_lines(table, table.me if table.me is not None else table.to_move, move)
        parts = [f"{x.points} {x.rule}" if i else str(x.points) for i, x in enumerate(lines)]
        return " + ".join(parts) or None

    def round_over(self, state: FishState) -> bool:
        """A side has pegged out."""
        return max(state.pegs()) >= self.target

    # --- rounds
    def after_lines(self, result: Any, lines: Any) -> tuple[int, ...]:
        """The pegs by side with these lines."""
        pegs = list(result.pegs)
        for entry in lines:
            pegs[self.side_index_of(entry.side)] += entry.points
        return tuple(pegs)

    def counted(self, result: Any) -> tuple[int, ...]:
        """The pegs by side when the end of the pitch has been counted."""
        return self.after_lines(result, [x for r in self.counting for x in r.test(self, result)])

    def round_winner(self, result: Any) -> int | None:
        """The index of the side that has pegged out."""
        pegs = self.counted(result)
        return pegs.index(max(pegs)) if max(pegs) >= self.target else None

    def lurched(self, result: Any) -> tuple[int, ...]:
        """The seats of the losers who are not in the last 30 holes."""
        pegs = self.counted(result)
        if max(pegs) < self.target:
            return ()
        return tuple(s for s in range(self.players) if pegs[self.side_index(s)] <= self.target - 31)

    def lines_of(self, result: Any) -> tuple[ScoreLine, ...]:
        return tuple(self.booked(entry) for entry in super().lines_of(result))

    def next_standing(self, state: FishState, lines: Iterable[ScoreLine]) -> Any:
        lines = tuple(lines)
        pegs, rounds = list(state.standing.pegs), list(state.standing.rounds)
        for entry in lines:
            (rounds if entry.account == "match" else pegs)[self.side_index_of(entry.side)] += (
                entry.points
            )
        return super().next_standing(state, lines).but(pegs=tuple(pegs), rounds=tuple(rounds))

    def leaders(self, standing: Any) -> tuple[str, ...]:
        best = max(zip(standing.rounds, standing.pegs, strict=True))
        places = zip(self.sides, standing.rounds, standing.pegs, strict=True)
        return tuple(side.id for side, won, pegs in places if (won, pegs) == best)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pond may be written as text, piles as a dict of seats; to_move is seat 0 unless named."""
        given["pond"] = read_cards(given.get("pond", ()))
        piles = given.get("piles", ())
        by_seat = piles if isinstance(piles, Mapping) else dict(enumerate(piles))
        given["piles"] = tuple(read_cards(by_seat.get(seat, ())) for seat in range(self.players))
        if given.get("fresh"):
            given["fresh"] = Card(given["fresh"])
        given.setdefault("to_move", 0)
        return given

    # --- the picture
    def zones(self, state: FishState) -> list[Zone]:
        faces = [face(c, marks=("fresh",) if c is state.fresh else ()) for c in state.pond]
        left = state.hands_left
        note = f"{some(left, 'more hand')} to deal" if left else "the last hands"
        return [
            Zone("pond", "pond", "row", None, "The pond", faces),
            pile("stock", "Stock", state.stock, open=False, note=note),
            *(
                pile(f"captured-{seat}", "Captured", cards, open=False, owner=seat)
                for seat, cards in enumerate(state.piles)
            ),
        ]

    def panels(self, state: Any) -> dict[str, Any]:
        pegs: Sequence[int] = state.pegs()
        notes = {
            seat: [f"{pegs[self.side_index(seat)]} of {self.target}"]
            for seat in range(self.players)
        }
        return {"notes": notes if self.in_rounds else {}}
