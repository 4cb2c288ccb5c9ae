"""Positions as data: a table of plain words becomes a game, a state and the seat that looks.

Knows how a position is written (cards, seats, tricks, calls, seeds).  Knows no rule: whatever is
played on the way to a position is judged by the game, and a position that cannot be is refused with
a sentence.

>>> here = position({"game": "kaiser", "trump": "S", "lead": "north", "trick": "9H KH", "hands": {"south": "QH 8C 3S"}})
>>> here.game.names[here.viewer], [str(m) for m in here.game.legal_moves(here.state)]
('South', ['QH'])
>>> [len(h) for h in here.state.hands]
[3, 3, 2, 2]
>>> position({"game": "kaiser", "hands": {"souht": "QH"}})
Traceback (most recent call last):
    ...
ValueError: there is no seat 'souht' in Kaiser; the seats are south, west, north, east
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple

from msgspec import Meta
from msgspec.structs import asdict

from cardlab.engine.cards import BACK, Card, seen
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.catalogue import game as find_game
from cardlab.engine.game import Game, State
from cardlab.engine.lacking import answering
from cardlab.engine.match import Match
from cardlab.engine.moves import PLAYS, normal
from cardlab.engine.table import table as draw_table
from cardlab.engine.turns import LastMove
from cardlab.families.automaton import AutomatonGame
from cardlab.families.solo import FirstLeadGame
from cardlab.families.tricks import TrickGame, Tricks, TrickState, trick_on
from cardlab.lessons.keys import Cards, CardsOrNone, Id, KeyTable, MoveText, Seat, read_keys


class EarlierTrick(KeyTable, frozen=True, kw_only=True):
    """A trick that has been taken."""

    lead: Seat
    trick: Cards


class WrittenPosition(KeyTable, frozen=True, kw_only=True):
    """A table as it is written: set up by hand, or dealt from a seed and played."""

    game: Id
    options: dict[str, Any] = {}
    phase: Id | None = None
    view: (
        Annotated[Seat, Meta(description="the seat that looks; the first one without it")] | None
    ) = None
    open: Annotated[bool, Meta(description="whether all hands lie face up")] = False
    hands: dict[Seat, CardsOrNone] | None = None
    trump: Literal["C", "D", "H", "S", "RED", "BLACK", "none"] | None = None
    lead: Seat | None = None
    trick: Cards | None = None
    earlier: tuple[EarlierTrick, ...] | None = None
    dealer: Seat | None = None
    calls: tuple[str, ...] | None = None
    laid: tuple[MoveText, ...] | str | dict[str, Any] | None = None
    pond: CardsOrNone | None = None
    upcard: Cards | None = None
    set: Annotated[dict[str, Any], Meta(description="further fields of the state")] | None = None
    seed: Annotated[int, Meta(ge=0, description="a whole number")] | None = None
    moves: tuple[MoveText, ...] | None = None
    walk: (
        Annotated[int, Meta(ge=0, le=2000, description="a number of random moves, at most 2000")]
        | None
    ) = None
    until: Annotated[str, Meta(description="a phase, or deal-over")] | None = None


FROM_SEED = ("seed", "moves", "walk", "until")
BY_HAND = (
    "phase",
    "hands",
    "trump",
    "lead",
    "trick",
    "earlier",
    "dealer",
    "calls",
    "laid",
    "pond",
    "upcard",
    "set",
)
POND = ("pond", "board", "pile")
"""The fields that hold open cards in the middle, by family."""
WALK_MOST = 3000


class Position(NamedTuple):
    """A set table.  open: all hands lie face up; by_hand: it was not dealt from a seed; last: the move
    that led to it, where it was played."""

    game: Game
    state: Any
    viewer: int
    open: bool = False
    by_hand: bool = True
    last: LastMove | None = None


@cache
def _game(id: str, options: tuple[tuple[str, Any], ...]) -> Game:
    return find_game(id, **dict(options))


def seats(game: Game) -> tuple[str, ...]:
    """The seats as a position writes them."""
    return tuple(name.lower() for name in game.names)


def seat(game: Game, name: str) -> int:
    """The index of a seat by its name."""
    return game.seat(str(name))


def position(table: Mapping[str, Any] | WrittenPosition) -> Position:
    """The position that a table of words describes.  Raises ValueError, with one sentence, where
    it cannot be."""
    if not isinstance(table, WrittenPosition):
        table = read_keys(table, WrittenPosition, "a position")
    table = {key: value for key, value in asdict(table).items() if value is not None}
    game = _game(table["game"], tuple(sorted(table["options"].items())))
    viewer = seat(game, table["view"]) if "view" in table else 0
    if any(key in table for key in FROM_SEED):
        if mixed := [key for key in BY_HAND if key in table]:
            raise ValueError(
                f"a seeded position is dealt and played, so it has no {mixed[0]!r}; leave out one"
                " of the two"
            )
        match, ply = _played(game, table)
        state, last = match.state_at(ply), _last(match, ply)
        return Position(game, state, viewer, table["open"], by_hand=False, last=last)
    return Position(game, _set_up(game, table, viewer), viewer, table["open"])


# --- from a seed


def _last(match: Match, ply: int) -> LastMove | None:
    """The entry that led to a ply of a match."""
    if ply == 0:
        return None
    entry = match.entries[ply - 1]
    return LastMove(match.state_at(ply - 1), entry.seat, entry.move)


def _played(game: Game, table: Mapping[str, Any]) -> tuple[Match, int]:
    """A match of this seed, and how many of its entries lead to the table that is wanted: its moves,
    then random ones to the phase wanted, then some more."""
    seed, until = table.get("seed", 0), table.get("until")
    match, rng = game.match(seed=seed), random.Random(f"position/{seed}")
    for number, text in enumerate(table.get("moves", ())):
        try:
            match.play(text)
        except ValueError as trouble:
            raise ValueError(f"move {number} of the seeded deal: {trouble}") from None
    phases = ("deal-over", *(phase.id for phase in game.phases))
    if until is not None and until not in phases:
        raise ValueError(f"{game.title} has no phase {until!r}; until may be {', '.join(phases)}")
    if until == "deal-over":
        return _end_of_deal(match, rng)
    for _ in range(WALK_MOST if until is not None else 0):
        if match.state.phase.id == until or not _random_move(match, rng):
            break
    if until is not None and match.state.phase.id != until:
        raise ValueError(f"this seeded deal never comes to {until!r}; try another seed")
    for _ in range(table.get("walk", 0)):
        if not _random_move(match, rng):
            break
    return match, match.ply


def _random_move(match: Match, rng: random.Random) -> bool:
    """Play a move of whoever can; whether there was one."""
    for seat in (match.to_move, *match.state.phase.movers(match.state)):
        if seat is not None and (legal := match.legal_moves(seat)):
            match.play(rng.choice(legal), seat)
            return True
    return False


def _end_of_deal(match: Match, rng: random.Random) -> tuple[Match, int]:
    """The first finished deal.  The next one begins by itself, so it is looked for behind us."""
    for _ in range(WALK_MOST):
        if match.ends:
            return match, match.ends[0]
        if match.over or not _random_move(match, rng):
            break
    if match.over:
        return match, match.ply
    raise ValueError("this seeded deal never comes to 'deal-over'; try another seed")


# --- by hand


def _set_up(game: Game, table: Mapping[str, Any], viewer: int) -> Any:
    given: dict[str, Any] = {}
    known = {f.name for f in fields(game.State)}
    trick_game = isinstance(game, TrickGame)
    if not trick_game and (
        strange := [k for k in ("trump", "lead", "trick", "earlier") if k in table]
    ):
        raise ValueError(
            f"{game.title} is played without tricks, so its position has no {strange[0]!r}"
        )
    given["phase"] = phase = _phase_of(game, table)
    if "dealer" in table:
        given["dealer"] = seat(game, table["dealer"])
    elif trick_game and "lead" in table and not table.get("earlier"):
        leader = seat(game, table["lead"])
        given["dealer"] = (leader - game.direction) % game.players
    hands = {
        seat(game, name): _read(text, f"the hand of {name}")
        for name, text in table.get("hands", {}).items()
    }
    finished = _tricks(game, table, given, viewer) if trick_game else False
    for key in ("laid", "pond", "upcard"):
        if key in table:
            given |= _place(game, known, key, table[key], viewer)
    for key, value in table.get("set", {}).items():
        value = _value(game, value)
        given[key] = (
            read_cards(value) if key in game.State.places and isinstance(value, str) else value
        )
    if "to_move" not in given and not trick_game:
        given["to_move"] = viewer
    given["hands"] = filled(game, hands, given, viewer)
    if "stock" in known and "stock" not in given and not trick_game:
        given["stock"] = (BACK,) * _left(game, given)
    try:
        state = game.state(**given)
    except (KeyError, IndexError, TypeError, AttributeError) as trouble:
        raise ValueError(
            f"{game.title} cannot be set up like this: {type(trouble).__name__} {trouble}"
        ) from None
    _check_cards(game, state)
    hidden = [n for n, h in zip(seats(game), state.hands, strict=True) if BACK in h]
    if table["open"] and hidden:
        raise ValueError(f"an open table shows every hand; write the hand of {hidden[0]}")
    if phase == "play" and isinstance(game, FirstLeadGame) and state.contract is None:
        raise ValueError(
            f'{game.title} is played under a bid; add set = {{ bid = "three", soloist = "south" }}'
        )
    if finished:
        return state.but(to_move=None)
    if "calls" not in table:
        return state
    return _called(state.but(calls=()) if "calls" in known else state, table["calls"])


def _phase_of(game: Game, table: Mapping[str, Any]) -> str:
    """The phase that a table is in: the last one, where it does not say."""
    phases = [phase.id for phase in game.phases]
    usual = "auction" if "calls" in table and "auction" in phases else phases[-1]
    phase: str = table.get("phase") or usual
    if phase not in phases:
        raise ValueError(f"{game.title} has no phase {phase!r}; its phases are {', '.join(phases)}")
    return phase


def _called(state: TrickState, calls: Sequence[str]) -> Any:
    """The state after the calls of an auction."""
    state = state.phase.enter(state)
    for number, call in enumerate(calls):
        try:
            state = state.game.after(state, call)
        except ValueError as trouble:
            raise ValueError(f"call {number}: {trouble}") from None
    return state


def _read(text: Any, what: str) -> tuple[Card, ...]:
    try:
        return read_cards(text)
    except ValueError as trouble:
        raise ValueError(f"{what}: {trouble}") from None


def _tricks(game: Game, table: Mapping[str, Any], given: dict[str, Any], viewer: int) -> bool:
    """The tricks of a trick game, written into ``given``; whether the trick on the table is
    finished."""
    if "trump" in table:
        given["trump"] = None if table["trump"] == "none" else table["trump"]
    taken = []
    for n, old in enumerate(table.get("earlier", ())):
        cards = _read(old.trick, f"earlier trick {n + 1}")
        taken.append(_pairs(game, seat(game, old.lead), cards))
        if len(cards) != len(taken[-1]):
            raise ValueError(f"earlier trick {n + 1} has {len(cards)} cards; {game.players} play")
    if taken:
        given["taken"] = taken
    trick = _read(table.get("trick", ""), "the trick")
    if trick and "lead" not in table:
        raise ValueError('a position with a trick says who led it: lead = "west"')
    lead = seat(game, table["lead"]) if "lead" in table else viewer
    if len(trick) > game.players:
        raise ValueError(f"the trick has {len(trick)} cards, but {game.players} play {game.title}")
    if trick:
        given["trick"] = _pairs(game, lead, trick)
    elif "phase" not in table or "lead" in table:
        given["leader"] = lead
    return bool(trick) and len(trick) == game.players


def _pairs(game: Game, lead: int, cards: Sequence[Card]) -> list[tuple[int, Card]]:
    return list(zip(game.seats_from(lead), cards))


def filled(
    game: Game, hands: Mapping[int, tuple[Card, ...]], given: Mapping[str, Any], viewer: int
) -> dict[int, tuple[Card, ...]]:
    """All hands: those not written lie face down, as many cards as the table asks for."""
    played = Counter(s for s, _ in given.get("trick", ()))
    sizes = {s: len(h) + played[s] for s, h in hands.items() if h}
    if not sizes:
        usual = game.each_dealt - len(given.get("taken", ()))
        return (
            {s: (BACK,) * max(usual - played[s], 0) for s in range(game.players)}
            if given.get("trick")
            else {}
        )
    full = sizes.get(viewer, max(sizes.values()))
    if not isinstance(game, TrickGame):
        full = min(full, game.each_dealt or full)
    return {
        s: hands[s] if s in hands else (BACK,) * max(full - played[s], 0)
        for s in range(game.players)
    }


def _place(game: Game, known: set[str], key: str, value: Any, viewer: int) -> dict[str, Any]:
    """Cards on the table, in the field where this game keeps them."""
    if key == "pond":
        field = next((f for f in POND if f in known), None)
        if field:
            return {field: _read(value, "the pond")}
    elif key == "upcard":
        cards = _read(value, "the upcard")
        if "offered" in known:
            return {"offered": cards}
        if "discards" in known and "trick" not in known:
            return {"discards": cards}
        if "turned" in known and "trick" in known:
            return {"turned": cards[0]}
    else:
        by_seat = value if isinstance(value, Mapping) else {game.names[viewer].lower(): value}
        if "declared" in known:
            return {
                "declared": {
                    seat(game, n): [laid] if isinstance(laid, str) else laid
                    for n, laid in by_seat.items()
                }
            }
        if "melds" in known:
            return {
                "melds": {
                    seat(game, n): [_read(normal(m).removeprefix("meld "), "a meld") for m in laid]
                    for n, laid in by_seat.items()
                }
            }
        if "laid" in known:
            return {
                "laid": _read(value if isinstance(value, str) else " ".join(value), "what is laid")
            }
    fit = [
        f
        for f in ("melds", "laid", "offered", "discards", *POND, "boards", "piles", "turned")
        if f in known
    ]
    raise ValueError(
        f"{game.title} has no {key!r} on its table; set = {{...}} knows"
        f" {', '.join(fit) or 'nothing more'}"
    )


def _value(game: Game, value: Any) -> Any:
    """A further field: names of seats become seats, lists become tuples."""
    if isinstance(value, str):
        return seats(game).index(value) if value in seats(game) else value
    if isinstance(value, Mapping):
        return {_value(game, k): _value(game, v) for k, v in value.items()}
    return tuple(_value(game, v) for v in value) if isinstance(value, (list, tuple)) else value


def _left(game: Game, given: Mapping[str, Any]) -> int:
    """How many cards of the pack lie nowhere else: they are the stock."""

    def count(value: Any) -> int:
        if isinstance(value, Card):
            return 1
        if isinstance(value, str):
            try:
                return len(read_cards(value))
            except ValueError:
                return 0
        if isinstance(value, Mapping):
            return sum(map(count, value.values()))
        return sum(map(count, value)) if isinstance(value, (tuple, list)) else 0

    return max(len(game.pack) - sum(count(given[k]) for k in game.State.places if k in given), 0)


def beyond_the_pack(state: State) -> list[tuple[Card, int, int]]:
    """The cards that lie on a table more often than the pack has them: card, how often it lies
    there, how often it is in the pack.

    >>> import cardlab
    >>> beyond_the_pack(cardlab.game("kaiser").state(hands={0: "AH AH QS"}))
    [(AH, 2, 1)]
    """
    pack, lies = Counter(state.game.pack), Counter(c for c in state.all_cards() if c is not BACK)
    return [(card, number, pack[card]) for card, number in lies.items() if number > pack[card]]


def _check_cards(game: Game, state: State) -> None:
    for card, number, has in beyond_the_pack(state):
        if not has:
            raise ValueError(f"{card} is not in the pack of {game.title}")
        raise ValueError(
            f"{card} lies on this table {number} times; the pack of {game.title} has it {has}×"
        )
    if len(state.all_cards()) > len(game.pack):
        raise ValueError(
            f"there are more cards on this table than the {len(game.pack)} of {game.title}"
        )
    trick = trick_on(state)
    if (
        isinstance(state, TrickState)
        and isinstance(state.phase, Tricks)
        and not isinstance(state.game, AutomatonGame)
    ):  # a house plays from the stock
        played = set(trick.seats[: len(trick.cards)])
        full = {
            len(h) + (s in played)
            for s, h in enumerate(state.hands)
            if s in trick.seats and (h or s in played)
        }
        if len(full) > 1:
            raise ValueError(
                "the hands do not match the trick: whoever has played to it holds one card less"
                " than the others"
            )


# --- moving on


def moved(state: State, text: str) -> Any:
    """The state after a move.  A seat whose hand lies face down plays whatever card is named."""
    mover = state.to_move
    plays = (
        state.phase.candidates(state.game.view(state))
        if mover is not None and BACK in state.hands[mover]
        else ()
    )
    # a bid may read like a card (2D): a card is named only where cards are played
    if mover is not None and any(m.card is not None for m in plays):
        try:
            card = Card(text)
        except ValueError:
            return state.game.after(state, text)
        if card in state.hands[mover]:
            return state.game.after(state, text)
        if card in state.all_cards() and Counter(state.all_cards())[card] >= state.game.pack.count(
            card
        ):
            raise ValueError(f"{card} already lies on this table")
        if card not in state.game.pack:
            raise ValueError(f"{card} is not in the pack of {state.game.title}")
        hand = list(state.hands[mover])
        hand[hand.index(BACK)] = card
        shown = state.but(hands=state.held(mover, hand))
        with answering(shown):
            return shown.phase.apply(shown, mover, PLAYS[card])
    return state.game.after(state, text)


def lying(state: Any) -> Any:
    """The same table with the trick just finished still lying on it, and nobody to move: for
    looking at it."""
    if not isinstance(state, TrickState) or state.trick.cards or not state.taken:
        return state
    phase = next((p for p in state.game.phases if isinstance(p, Tricks)), state.phase)
    return state.but(trick=state.taken[-1], taken=state.taken[:-1], to_move=None, phase=phase)


def shown(at: Position, state: State) -> dict[str, Any]:
    """The picture of a state for the seat that looks: plain data; on an open table with every
    hand, and the choices of whoever has to move."""
    data = draw_table(state, at.viewer).to_dict()
    if at.by_hand:
        data["subtitle"] = ""
    if at.open:
        views = {
            s: draw_table(state, s).to_dict() for s in range(at.game.players) if s != at.viewer
        }
        hands = {
            f"hand-{s}": next(z for z in v["zones"] if z["id"] == f"hand-{s}")
            for s, v in views.items()
        }
        data["zones"] = [
            hands.get(z["id"], z) | ({"title": _owner(at, z)} if z["id"] in hands else {})
            for z in data["zones"]
        ]
        if state.to_move is not None and state.to_move != at.viewer:
            other = views[state.to_move]
            data |= {key: other[key] for key in ("choices", "mine")}
    return data


def _owner(at: Position, zone: Mapping[str, Any]) -> str:
    return f"{at.game.names[zone['owner']]}'s hand"


def cards_of(state: Any) -> list[Card]:
    """The cards that can be seen somewhere on a table."""
    return [c for place in state.places for c in seen(getattr(state, place)) if c is not BACK]
