"""A discard pile for each rank: melds that are shown and kept in the hand, and couples out of
hand and piles.

Knows which cards are a sequence, a flush or five of a rank, what may be married, when a rank is
complete, and the turn of drawing, declaring and discarding.  Knows no points, no target and no rule
that narrows the declarations.

>>> from cardlab.engine.cards import cards
>>> meld_of(cards("AS KH QS JD TS 9S"), 6), meld_of(cards("AS 2H 3S 4D 5S 6S"), 6), meld_of(cards("QS KH AS 2D 3S 4S"), 6)
('sequence', 'sequence', '')
>>> Marry(("S", "H")).told("West")
'West declares two marriages: K♠, Q♠, K♥ and Q♥.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import Any, ClassVar, Self

from cardlab.engine.cards import BACK, RANK_NAMES, RANKS, SUITS, Card, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import ByRank, FaceUp
from cardlab.engine.game import Dealing, Game, Phase, Standing, State
from cardlab.engine.moves import DISCARDS, Deal, Discard, Move, Show
from cardlab.engine.ordering import Ordering
from cardlab.engine.results import bounded, chosen, seat_of
from cardlab.engine.scoring import totals
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Group, Zone, face, pile
from cardlab.engine.words import listed, some

Cards = tuple[Card, ...]
LINE = "A23456789TJQKA"


# --- melds, marriages and the table


def meld_of(cards: Cards, size: int) -> str:
    """What some cards are: "sequence", "flush", "flush sequence", "assembly", or nothing."""
    ranks = frozenset([c.rank for c in cards])
    if len(cards) == 5 and len(ranks) == 1:
        return "assembly"
    if len(cards) != size:
        return ""
    follow = ranks in _sequences(size)
    flush = len({c.suit for c in cards}) == 1
    return (
        "flush sequence" if flush and follow else "flush" if flush else "sequence" if follow else ""
    )


@cache
def _sequences(size: int) -> frozenset[frozenset[str]]:
    """The ranks of every sequence of so many cards."""
    return frozenset(frozenset(LINE[i : i + size]) for i in range(len(LINE) - size + 1))


@cache
def couple(suit: str) -> tuple[Card, Card]:
    """The king and the queen of a suit."""
    return Card("K" + suit), Card("Q" + suit)


class Marry(Move):
    """Declare marriages in these suits, all at once."""

    __slots__ = ()
    verb, title = "marry", "Marry"

    @classmethod
    def write(cls, suits: tuple[str, ...]) -> Any:
        named = tuple(Card(rank + suit) for suit in suits for rank in "KQ")
        return (
            f"marry {' '.join(suits)}",
            None,
            named,
            f"Marry {' '.join(SUITS[s].sign for s in suits)}",
            None,
        )

    @property
    def suits(self) -> tuple[str, ...]:
        return self.args[0]

    def told(self, name: str) -> str:
        return (
            f"{name} declares {some(len(self.suits), 'marriage')}: {listed(self.named, most=10)}."
        )


@dataclass(frozen=True)
class PileState(State):
    """piles: the discards by rank, from ace to two; general: what is out of play; shown: the
    meld declared this turn, still in the hand; drew: the last card of the hand to move was drawn
    this turn."""

    piles: FaceUp[ByRank[Cards]] = ((),) * 13
    general: FaceUp[Cards] = ()
    shown: Cards = ()
    drew: bool = False

    shows_known: ClassVar[bool] = True

    def seen_by(self, viewer: int, me: int | None = None) -> Self:
        seen = super().seen_by(viewer, me)
        if not self.shown or self.to_move is None or self.sees(viewer, self.to_move):
            return seen
        left, hand = Counter(self.shown), []
        for card in self.hands[self.to_move]:
            hand.append(card if left[card] > 0 else BACK)
            left[card] -= 1
        return seen.but(hands=seen.held(self.to_move, hand))

    def pile_of(self, rank: str) -> Cards:
        return self.piles[RANKS.index(rank)]

    def with_pile(self, rank: str, cards: Iterable[Card]) -> tuple[Cards, ...]:
        """The piles, with that of one rank changed."""
        at = RANKS.index(rank)
        return (*self.piles[:at], tuple(cards), *self.piles[at + 1 :])

    def most(self, suit: str) -> int:
        """How many marriages in a suit the hand to move can make, with one card of each out of
        the hand."""
        (king, queen), hand = couple(suit), self.hand
        kings, queens = hand.count(king), hand.count(queen)
        there = min(kings + self.pile_of("K").count(king), queens + self.pile_of("Q").count(queen))
        return min(there, kings + queens)


@dataclass(frozen=True)
class Declared:
    """What scores at once: who, what (a meld, "marriages", the fifth of a rank), its rank, and
    the marriages with the imperial ones."""

    seat: int = seat_of(0, "who")
    what: str = chosen(
        lambda game: {"": "nothing", **{str(r).replace("-", " "): r.title for r in game.scoring}},
        "",
        "what is declared",
    )
    rank: str = chosen(lambda game: RANK_NAMES, "K", "its rank")
    couples: int = bounded(0, 5, 0, "marriages declared together")
    imperial: int = bounded(0, 2, 0, "how many of them are imperial")

    def cannot(self, game: PileGame) -> str:
        if self.what == "marriages" and not self.couples:
            return "marriages need a couple; declare at least one"
        if self.imperial > self.couples or self.couples - self.imperial > 3:
            return (
                "three suits have one couple each, the imperial suit has two; change how many of"
                " them are imperial"
            )
        return ""

    @property
    def ranks(self) -> str:
        name = RANK_NAMES[self.rank]
        return f"{name}{'es' if name == 'six' else 's'}"


# --- the turn


class PileDealing(Dealing):
    """Deal the hands and begin the first turn."""

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return (game.size,) * game.players

    def apply(self, state: PileState, seat: int | None, move: Deal) -> Any:
        return state.game.turn(
            state.but(hands=move.hands, stock=move.stock), state.after_seat(state.dealer)
        )


class DeclareAndDiscard(Phase):
    """Declare, or not, and discard.  ``fifth``: what the game calls the fifth card of a rank on
    its pile."""

    id, title, doing = "turn", "The turn", "declare or discard"
    fifth: str = "fifth"

    def candidates(self, table: PileState) -> tuple[Move, ...]:
        return (
            *dict.fromkeys([DISCARDS[card] for card in table.hand]),
            *self.melds(table),
            *self.marriages(table),
        )

    @staticmethod
    def melds(table: PileState) -> list[Show]:
        hand, size = (
            tuple(sorted(table.hand, key=lambda c: (-RANKS.index(c.rank), c))),
            table.game.size,
        )
        melds = [held for n in {5, size} for held in combinations(hand, n) if meld_of(held, size)]
        return [Show(*held) for held in dict.fromkeys(melds)]

    @staticmethod
    def marriages(table: PileState) -> list[Move]:
        most = {s: table.most(s) for s in SUITS}
        bundles = product(*([(s,) * n for n in range(most[s] + 1)] for s in SUITS))
        open_ = [
            Marry(suits)
            for bundle in bundles
            if (suits := tuple(s for part in bundle for s in part))
        ]
        hand, lying = {*table.hand}, {*table.pile_of("K"), *table.pile_of("Q")}
        near = [
            s for s, n in most.items() if not n and (hand & {*couple(s)} or lying >= {*couple(s)})
        ]
        return [*open_, *(Marry((s,)) for s in near)]

    def read(self, table: PileState, text: str) -> Move | None:
        """``show`` with cards, ``marry`` with suits, ``discard`` with a card or the card alone."""
        verb, _, rest = text.partition(" ")
        if verb == "marry" and rest:
            by_name = {
                name: s for s in SUITS.values() for name in (s.lower(), s.name, s.one, s.sign)
            }
            suits = [by_name.get(word) for word in rest.split()]
            return (
                Marry(tuple(sorted((s for s in suits if s), key=[*SUITS].index)))
                if all(suits)
                else None
            )
        try:
            held = read_cards(rest if verb in ("show", "discard") else text)
        except ValueError:
            return None
        if verb != "show":
            return Discard(held[0]) if len(held) == 1 else None
        if missing := without(held, table.hand):
            return Show(*missing)
        same = (meld for meld in self.melds(table) if Counter(meld.cards) == Counter(held))
        return next(same, Show(*held) if held else None)

    def apply(self, state: PileState, seat: int, move: Any) -> Any:
        game = state.game
        if isinstance(move, Show):
            kind, (first, *_) = meld_of(move.cards, game.size), move.cards
            return game.counted(state.but(shown=move.cards), Declared(seat, kind, first.rank))
        if isinstance(move, Marry):
            return self.marry(state, seat, move)
        rank, heap = move.card.rank, (*state.pile_of(move.card.rank), move.card)
        state = remembered(state, seat, state.shown).forget(seat, (move.card,))
        state = state.but(
            hands=state.without(seat, move.card), shown=(), piles=state.with_pile(rank, heap)
        )
        if len(heap) == 5:
            state = state.but(general=(*state.general, *heap), piles=state.with_pile(rank, ()))
            state = game.counted(state, Declared(seat, self.fifth, rank))
        return game.turn(state, state.after_seat(seat))

    @staticmethod
    def marry(state: PileState, seat: int, move: Marry) -> Any:
        hand, gone = list(state.hands[seat]), []
        for card in move.named:
            if card in hand:
                hand.remove(card)
                state = state.forget(seat, (card,))
            else:
                left = list(state.pile_of(card.rank))
                left.remove(card)
                state = state.but(piles=state.with_pile(card.rank, left))
            gone.append(card)
        room = max(state.game.size - len(hand), 0)
        hands = state.held(seat, (*hand, *state.stock[:room]))
        state = state.but(hands=hands, stock=state.stock[room:], general=(*state.general, *gone))
        imperial = move.suits.count(state.game.imperial)
        state = state.game.counted(
            state, Declared(seat, "marriages", couples=len(move.suits), imperial=imperial)
        )
        return state.game.turn(state, state.after_seat(seat))

    def asks(self, state: PileState) -> str:
        if state.shown:
            return "Discard a card of your meld."
        drawn = f"You drew {state.hand[-1].sign}: d" if state.drew else "D"
        return f"{drawn}eclare a meld or marriages, or discard."

    def told(self, state: PileState, seat: int, move: Move, name: str) -> str:
        if isinstance(move, Show):
            kind = meld_of(move.cards, state.game.size)
            return (
                f"{name} shows {'an' if kind[0] == 'a' else 'a'} {kind}:"
                f" {listed(move.cards, most=8)}."
            )
        fifth = (
            isinstance(move, Discard)
            and move.card is not None
            and len(state.pile_of(move.card.rank)) == 4
        )
        return move.told(name) + (f" It is the fifth of its rank: a {self.fifth}." if fifth else "")


def remembered(state: PileState, seat: int, shown: Cards) -> Any:
    """The table on which everybody remembers the cards that a seat has shown; those that they
    knew of before they remember once."""
    other = state.after_seat(seat)
    remembered = Counter(e.card for e in state.known if (e.seat, e.holder) == (other, seat))
    return state.remember(None, (Counter(shown) - remembered).elements(), seat)


class PileGame(Game):
    """A game with rank piles: what is counted at once, the turn, and the picture."""

    shelf = GameShelf.MELDS
    State: type[PileState] = PileState
    Result: type[Declared] = Declared
    imperial: str
    """The suit whose couples are told apart."""
    size: int
    """Cards of a hand, and of a meld."""
    goal: int
    """The score that wins the match at once."""

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces high: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Ordering(self.pack, RANKS)

    def meld(self, cards: Iterable[str] | str) -> str:
        """What some cards are: sequence, flush, flush sequence, assembly, or nothing."""
        return meld_of(read_cards(cards), self.size)

    def counted(self, state: PileState, what: Declared) -> Any:
        """The table with the points of a declaration; the end, if they reach the target."""
        state = state.but(pegged=(*state.pegged, *self.lines_of(what)))
        return self.end(state) if self.reached(state) else state

    def reached(self, state: PileState) -> bool:
        sums = totals(state.pegged, (side.id for side in self.sides))
        return any(
            had + new >= self.goal
            for had, new in zip(state.standing.totals, sums.values(), strict=True)
        )

    def turn(self, state: PileState, seat: int) -> Any:
        """The turn comes to a seat, or to the next with cards: it draws while there is a stock."""
        if state.phase.id == "over":
            return state
        for _ in range(self.players):
            if state.stock:
                hands = state.held(seat, (*state.hands[seat], state.stock[0]))
                return self.go(
                    state.but(hands=hands, stock=state.stock[1:], drew=True), "turn", seat
                )
            if state.hands[seat]:
                return self.go(state.but(drew=False), "turn", seat)
            seat = state.after_seat(seat)
        return self.end(state)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """piles: by rank, cards; general and shown may be written as text."""
        by_rank = given.get("piles", {})
        piles = tuple(read_cards(by_rank.get(rank, ())) for rank in RANKS)
        return (
            given
            | {"piles": piles}
            | {k: read_cards(given[k]) for k in ("general", "shown") if k in given}
        )

    # --- the picture
    def zones(self, state: PileState) -> list[Zone]:
        groups = []
        for rank, heap in zip(RANKS, state.piles, strict=True):
            name = RANK_NAMES[rank].capitalize() + ("es" if rank == "6" else "s")
            groups.append(Group(name, "pile", tuple(map(face, heap))))
        zones = [
            pile("stock", "Stock", state.stock, open=False),
            Zone(
                "piles",
                "discards",
                "grid",
                None,
                "Discards by rank",
                groups=groups,
                count=sum(map(len, state.piles)),
            ),
            pile("general", "General pile", state.general, open=False),
        ]
        if state.shown and state.to_move is not None:
            kind = meld_of(state.shown, self.size)
            zones.append(
                Zone(
                    "shown",
                    "melds",
                    "row",
                    state.to_move,
                    f"Shown: {kind}",
                    [face(c) for c in state.shown],
                )
            )
        return zones

    def panels(self, state: PileState) -> dict[str, Any]:
        out = [
            s
            for s, hand in enumerate(state.hands)
            if not hand and not state.stock and state.phase.id == "turn"
        ]
        return {"notes": {s: ["out of cards"] for s in out}}
