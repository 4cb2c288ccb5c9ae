"""Zetema: melds that are shown and kept, marriages, and the fifth card of a rank.

Source: the Zetema entry of the project's first collection of rules (Parlett's version of Sackson's).  House choices: an
ace may be low or high in a sequence, and nothing goes round the corner; two like cards may be in a flush, not in a
sequence; five marriages score 150 in all, fewer score 10 more for each imperial one; cards for a marriage are taken from
the hand first; a meld may be shown again; a deal ends when stock and hands are empty, and what then lies on the piles
counts nothing; five players, like four and six, play to 200; after ``deals`` deals the match goes to the side that leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any, ClassVar, Self

from ..cards import BACK, RANK_NAMES, RANKS, SUITS, Card, pack
from ..cards import cards as read_cards
from ..families.matches import Deals, RaceAtOnce, deals_option
from ..game import Dealing, Game, Option, Phase, Standing, State, bounded
from ..moves import Discard, Move, Show
from ..ordering import Ordering
from ..rulings import Rule, law, may_not, rule, scores, silent
from ..scoring import Formula, ScoreLine, line, totals
from ..table import Group, Zone, face, pile
from ..words import listed, some

Cards = tuple[Card, ...]
LINE = "A23456789TJQKA"
FIVE_ALIKE = {"K": 130, "Q": 130, "J": 120, "A": 110, "5": 110}
FIFTH = {"K": 50, "Q": 50, "J": 20, "A": 15, "5": 15}

PILES = law(
    "rank-piles", "Fourteen piles",
    "Each rank has its own discard pile, and all discards go to the pile of their rank. The general pile takes marriages and "
    "completed ranks; nothing leaves it.", "discard-pile",
)  # fmt: skip
DRAW = law(
    "draw-first", "Draw, declare, discard",
    "In turn, beginning at the dealer's left, draw a card from the stock; then you may declare, once; then discard a card.",
    "turn", "stock", "hand", "eldest",
)  # fmt: skip
NO_STOCK = law(
    "play-on", "When the stock is empty",
    "Play goes on without drawing. Whoever has no cards left drops out, and the deal ends when nobody has any.",
    "stock-exhausted",
)  # fmt: skip
REFILL = law(
    "refill", "After a marriage",
    "The kings and queens go to the general pile. Fill your hand up from the stock, as far as it reaches; you do not discard.",
    "declared-meld", "stock",
)  # fmt: skip


def meld_of(cards: Cards, size: int) -> str:
    """What some cards are: "sequence", "flush", "flush sequence", "assembly", or nothing."""
    ranks = {c.rank for c in cards}
    if len(cards) == 5 and len(ranks) == 1:
        return "assembly"
    if len(cards) != size:
        return ""
    follow = len(ranks) == size and any(ranks == set(LINE[i : i + size]) for i in range(len(LINE) - size + 1))
    flush = len({c.suit for c in cards}) == 1
    return "flush sequence" if flush and follow else "flush" if flush else "sequence" if follow else ""


class Marry(Move):
    """Declare marriages in these suits, all at once."""

    __slots__ = ()
    verb, title = "marry", "Marry"

    @classmethod
    def write(cls, suits: tuple[str, ...]) -> Any:
        named = tuple(Card(rank + suit) for suit in suits for rank in "KQ")
        return f"marry {' '.join(suits)}", None, named, f"Marry {' '.join(SUITS[s].sign for s in suits)}", None

    @property
    def suits(self) -> tuple[str, ...]:
        return self.args[0]

    def told(self, name: str) -> str:
        return f"{name} declares {some(len(self.suits), 'marriage')}: {listed(self.named, most=10)}."


@dataclass(frozen=True)
class ZetemaState(State):
    """piles: the discards by rank, from ace to two; general: what is out of play; shown: the meld declared this turn, still
    in the hand; drew: the last card of the hand to move was drawn this turn."""

    piles: tuple[Cards, ...] = ((),) * 13
    general: Cards = ()
    shown: Cards = ()
    drew: bool = False

    places: ClassVar[tuple[str, ...]] = ("hands", "stock", "piles", "general")

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

    def couple(self, suit: str) -> tuple[Card, Card]:
        return Card("K" + suit), Card("Q" + suit)

    def most(self, suit: str) -> int:
        """How many marriages in a suit the hand to move can make, with one card of each out of the hand."""
        (king, queen), hand = self.couple(suit), self.hand
        kings, queens = hand.count(king), hand.count(queen)
        there = min(kings + self.pile_of("K").count(king), queens + self.pile_of("Q").count(queen))
        return max(n for n in range(there + 1) if min(n, kings) + min(n, queens) >= n)


# --- what is open


@rule("one-declaration", "One declaration a turn", "declared-meld", "turn")
def one_declaration(table: ZetemaState, moves: tuple[Move, ...]) -> Any:
    """Declare once a turn: one meld, or marriages together. A king and a queen of a meld may be married in a later turn."""
    if not table.shown:
        return silent(moves, "{you} {have} declared nothing yet")
    return may_not(moves, lambda m: isinstance(m, Marry | Show), "{you} {have} declared a meld in this turn")


@rule("no-such-meld", "The melds", "declared-meld", "meld", "run", "flush", "set")
def real_melds(table: ZetemaState, moves: tuple[Move, ...]) -> Any:
    """You may show a meld, keep it in the hand and score it: a sequence, a flush, or both in one, of six cards (five, if six
    play), or an assembly, all five cards of a rank."""
    size: int = table.game.size  # type: ignore[attr-defined]
    return may_not(
        moves, lambda m: isinstance(m, Show) and not meld_of(m.cards, size),
        "a meld is {size} in sequence or suit, or five alike", {"size": size},
    )  # fmt: skip


@rule("no-partner-card-available", "Marriages", "declared-meld", "discard-pile")
def couples(table: ZetemaState, moves: tuple[Move, ...]) -> Any:
    """Instead of a meld you may declare one or more marriages, a king and a queen of one suit each. At least one card of
    each couple comes from your hand; the other may be fetched from its pile."""
    lone = [c for c in table.hand if c.rank in "KQ" and not table.most(c.suit)]
    said = "no partner for {lone} is in {your} hand or on its pile" if lone else "one card of a couple must come from {your} hand"
    return may_not(
        moves, lambda m: isinstance(m, Marry) and any(table.most(s) < m.suits.count(s) for s in m.suits), said, {"lone": lone}
    )


@rule("must-discard-from-meld", "Discard from the meld", "declared-meld", "discard-pile")
def from_the_meld(table: ZetemaState, moves: tuple[Move, ...]) -> Any:
    """After a meld discard one of its cards."""
    if not table.shown:
        return silent(moves, "{you} {have} shown no meld in this turn")
    return may_not(
        moves, lambda m: isinstance(m, Discard) and m.card not in table.shown, "{you} {have} just shown {meld}",
        {"meld": listed(table.shown, most=6)},
    )  # fmt: skip


class ZetemaDealing(Dealing):
    """Deal the hands and begin the first turn."""

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return (game.size,) * game.players

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        return state.game.turn(state.but(hands=move.hands, stock=move.stock), state.after_seat(state.dealer))


class Turn(Phase):
    """Declare, or not, and discard."""

    id, title, doing = "turn", "The turn", "declare or discard"
    rules = (one_declaration, real_melds, couples, from_the_meld)
    laws = (PILES, DRAW, REFILL, NO_STOCK)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (*dict.fromkeys(map(Discard, table.hand)), *self.melds(table), *self.marriages(table))

    @staticmethod
    def melds(table: Any) -> list[Move]:
        hand, size = tuple(sorted(table.hand, key=lambda c: (-RANKS.index(c.rank), c))), table.game.size
        found = [held for n in {5, size} for held in combinations(hand, n) if meld_of(held, size)]
        return [Show(*held) for held in dict.fromkeys(found)]

    @staticmethod
    def marriages(table: Any) -> list[Move]:
        most = {s: table.most(s) for s in SUITS}
        bundles = product(*([(s,) * n for n in range(most[s] + 1)] for s in SUITS))
        open_ = [Marry(suits) for bundle in bundles if (suits := tuple(s for part in bundle for s in part))]
        hand, lying = {*table.hand}, {*table.pile_of("K"), *table.pile_of("Q")}
        near = [s for s, n in most.items() if not n and (hand & {*table.couple(s)} or lying >= {*table.couple(s)})]
        return [*open_, *(Marry((s,)) for s in near)]

    def read(self, table: Any, text: str) -> Move | None:
        """``show`` with cards, ``marry`` with suits, ``discard`` with a card or the card alone."""
        verb, _, rest = text.partition(" ")
        if verb == "marry" and rest:
            known = {name: s for s in SUITS.values() for name in (s.lower(), s.name, s.one, s.sign)}
            suits = [known.get(word) for word in rest.split()]
            return Marry(tuple(sorted((s for s in suits if s), key=[*SUITS].index))) if all(suits) else None
        try:
            held = read_cards(rest if verb in ("show", "discard") else text)
        except ValueError:
            return None
        if verb != "show":
            return Discard(held[0]) if len(held) == 1 else None
        if missing := tuple((Counter(held) - Counter(table.hand)).elements()):
            return Show(*missing)
        same = (m for m in self.melds(table) if isinstance(m, Show) and Counter(m.cards) == Counter(held))
        return next(same, Show(*held) if held else None)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        game = state.game
        if isinstance(move, Show):
            kind = meld_of(move.cards, game.size)
            return game.counted(state.but(shown=move.cards), Declared(seat, kind, move.cards[0].rank))
        if isinstance(move, Marry):
            return self.marry(state, seat, move)
        rank, heap = move.card.rank, (*state.pile_of(move.card.rank), move.card)
        state = state.but(hands=state.without(seat, move.card), shown=(), piles=state.with_pile(rank, heap))
        if len(heap) == 5:
            state = state.but(general=(*state.general, *heap), piles=state.with_pile(rank, ()))
            state = game.counted(state, Declared(seat, "zetema", rank))
        return game.turn(state, state.after_seat(seat))

    @staticmethod
    def marry(state: Any, seat: int, move: Marry) -> Any:
        hand, gone = list(state.hands[seat]), []
        for card in move.named:
            if card in hand:
                hand.remove(card)
            else:
                left = list(state.pile_of(card.rank))
                left.remove(card)
                state = state.but(piles=state.with_pile(card.rank, left))
            gone.append(card)
        room = max(state.game.size - len(hand), 0)
        hands = state.held(seat, (*hand, *state.stock[:room]))
        state = state.but(hands=hands, stock=state.stock[room:], general=(*state.general, *gone))
        imperial = move.suits.count(state.game.imperial)
        state = state.game.counted(state, Declared(seat, "marriages", couples=len(move.suits), imperial=imperial))
        return state.game.turn(state, state.after_seat(seat))

    def asks(self, state: Any) -> str:
        if state.shown:
            return "Discard a card of your meld."
        drawn = f"You drew {state.hand[-1].sign}: d" if state.drew else "D"
        return f"{drawn}eclare a meld or marriages, or discard."

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if isinstance(move, Show):
            kind = meld_of(move.cards, state.game.size)
            return f"{name} shows {'an' if kind[0] == 'a' else 'a'} {kind}: {listed(move.cards, most=8)}."
        fifth = isinstance(move, Discard) and move.card is not None and len(state.pile_of(move.card.rank)) == 4
        return move.told(name) + (" It is the fifth of its rank: a zetema." if fifth else "")


# --- the score


@dataclass(frozen=True)
class Declared:
    """What scores at once: who, what (a meld, "marriages", "zetema"), its rank, and the marriages with the imperial ones."""

    seat: int = 0
    what: str = ""
    rank: str = "K"
    couples: int = bounded(0, 5, 0, "marriages declared together")
    imperial: int = bounded(0, 2, 0, "how many of them are imperial")

    @property
    def ranks(self) -> str:
        name = RANK_NAMES[self.rank]
        return f"{name}{'es' if name == 'six' else 's'}"


TWENTY, THIRTY, FIFTY = Formula("20"), Formula("30"), Formula("50")
ALIKE, WHOLE = Formula("p", p="what all five of the rank score"), Formula("p", p="what completing the rank scores")
WED = Formula("5*n*(n + 1) + (10*i if n < 5 else 0)", n="marriages declared together", i="imperial ones")


def made(game: Zetema, scored: Rule, result: Declared, formula: Formula, because: str, **values: int) -> Iterator[ScoreLine]:
    """The line of a declaration."""
    yield line(game.side_of[result.seat], scored.title, scored, formula, because, **values)


@scores("sequence", "Sequence", "run", "declared-meld")
def sequence(game: Zetema, result: Declared) -> Any:
    """Cards that follow each other, not of one suit, score 20. The ace is low or high."""
    if result.what == "sequence":
        yield from made(game, sequence, result, TWENTY, f"{some(game.size, 'card')} follow each other")


@scores("flush", "Flush", "flush", "declared-meld")
def flush(game: Zetema, result: Declared) -> Any:
    """Cards of one suit, not in sequence, score 30."""
    if result.what == "flush":
        yield from made(game, flush, result, THIRTY, f"{some(game.size, 'card')} are of one suit")


@scores("flush-sequence", "Flush sequence", "flush", "run", "declared-meld")
def flush_sequence(game: Zetema, result: Declared) -> Any:
    """Cards of one suit that follow each other score 50."""
    if result.what == "flush sequence":
        yield from made(game, flush_sequence, result, FIFTY, f"{some(game.size, 'card')} of one suit follow each other")


@scores("assembly", "Assembly", "set", "declared-meld")
def assembly(game: Zetema, result: Declared) -> Any:
    """All five cards of a rank score 130 if they are kings or queens, 120 jacks, 110 aces or fives, 100 others."""
    if result.what == "assembly":
        p = FIVE_ALIKE.get(result.rank, 100)
        yield from made(game, assembly, result, ALIKE, f"all five {result.ranks} are in one hand", p=p)


@scores("marriages", "Marriages", "declared-meld")
def marriages(game: Zetema, result: Declared) -> Any:
    """One marriage scores 10, two together 30, three 60, four 100, all five 150. Of fewer than five, each one in the
    imperial suit scores 10 more."""
    if result.what == "marriages":
        said = f"{some(result.couples, 'couple')} {'was' if result.couples == 1 else 'were'} declared together"
        yield from made(game, marriages, result, WED, said, n=result.couples, i=result.imperial)


@scores("zetema", "Zetema", "set", "discard-pile")
def zetema(game: Zetema, result: Declared) -> Any:
    """Whoever discards the fifth card of a rank to its pile scores 20 for jacks, 15 for aces or fives, 50 for kings or
    queens, 5 for others. The five go to the general pile."""
    if result.what == "zetema":
        said = f"the fifth of the {result.ranks} was discarded"
        yield from made(game, zetema, result, WHOLE, said, p=FIFTH.get(result.rank, 5))


class Zetema(Game):
    """A pack with one suit twice and a discard pile for each rank. Show sequences, flushes and five of a rank, marry kings
    and queens, and discard the fifth card of a rank."""

    id, title, picture = "zetema", "Zetema", "KS QS QS"
    seats = (2, 6, 2)
    State = ZetemaState
    Result = Declared
    options = (
        Option("imperial", "S", ("S", "H", "C", "D"), "The suit that is in the pack twice.", house=False),
        deals_option(50, "After so many deals the match goes to the side that leads; 0 plays on."),
    )
    scoring = (sequence, flush, flush_sequence, assembly, marriages, zetema)
    quiet = {
        "no-such-meld": "only real melds are offered; others are refused when typed",
        **dict.fromkeys(("flush-sequence", "assembly"), "at random such a hand is very rare"),
    }
    imperial: str
    size: int = 6
    """Cards of a hand, and of a meld."""

    def setup(self) -> None:
        self.pack = pack() + pack(suits=self.imperial)
        self.partners = self.players in (4, 6)  # type: ignore[misc]
        self.size = 5 if self.players == 6 else 6
        suit = SUITS[self.imperial].name
        self.laws = (law(
            "zetema-pack", "The pack of 65",
            f"Use 52 cards and the thirteen {suit} of a second pack. There are five cards of every rank; {suit} are the "
            f"imperial suit.", "multi-deck",
        ),)  # fmt: skip
        if self.partners:
            said = "Partners sit opposite each other, and their points count together."
            self.laws += (law("partners", "Partners", said, "fixed-partnership"),)
        self.phases = (ZetemaDealing(), Turn())
        self.target = 300 if self.players < 4 else 200
        self.ends = (RaceAtOnce(self.target), Deals(self.deals))

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces high: how a hand is sorted."""
        if trump is not None:
            raise ValueError("Zetema has no trumps")
        return Ordering(self.pack, RANKS)

    def meld(self, cards: Iterable[str] | str) -> str:
        """What some cards are: sequence, flush, flush sequence, assembly, or nothing."""
        return meld_of(read_cards(cards), self.size)

    def counted(self, state: Any, what: Declared) -> Any:
        """The table with the points of a declaration; the end, if they reach the target."""
        state = state.but(pegged=(*state.pegged, *self.score(what)))
        return self.end(state) if self.reached(state) else state

    def reached(self, state: Any) -> bool:
        sums = totals(state.pegged, (side.id for side in self.sides))
        return any(had + new >= self.target for had, new in zip(state.standing.totals, sums.values(), strict=True))

    def turn(self, state: Any, seat: int) -> Any:
        """The turn comes to a seat, or to the next with cards: it draws while there is a stock."""
        if state.phase.id == "over":
            return state
        for _ in range(self.players):
            if state.stock:
                hands = state.held(seat, (*state.hands[seat], state.stock[0]))
                return self.go(state.but(hands=hands, stock=state.stock[1:], drew=True), "turn", seat)
            if state.hands[seat]:
                return self.go(state.but(drew=False), "turn", seat)
            seat = state.after_seat(seat)
        return self.end(state)

    def result(self, state: Any) -> Declared:
        """Nothing scores at the end of a deal."""
        return Declared()

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """piles: by rank, cards; general and shown may be written as text."""
        by_rank = given.get("piles", {})
        piles = tuple(read_cards(by_rank.get(rank, ())) for rank in RANKS)
        return given | {"piles": piles} | {k: read_cards(given[k]) for k in ("general", "shown") if k in given}

    # --- the picture
    def zones(self, state: ZetemaState) -> list[Zone]:
        groups = []
        for rank, heap in zip(RANKS, state.piles, strict=True):
            name = RANK_NAMES[rank].capitalize() + ("es" if rank == "6" else "s")
            groups.append(Group(name, "pile", tuple(map(face, heap))))
        found = [
            pile("stock", "Stock", state.stock, open=False),
            Zone("piles", "discards", "grid", None, "Discards by rank", groups=groups, count=sum(map(len, state.piles))),
            pile("general", "General pile", state.general, open=False),
        ]
        if state.shown and state.to_move is not None:
            kind = meld_of(state.shown, self.size)
            found.append(Zone("shown", "melds", "row", state.to_move, f"Shown: {kind}", [face(c) for c in state.shown]))
        return found

    def panels(self, state: ZetemaState) -> dict[str, Any]:
        out = [s for s, hand in enumerate(state.hands) if not hand and not state.stock and state.phase.id == "turn"]
        return {"subtitle": f"imperial suit {SUITS[self.imperial].sign}", "notes": {s: ["out of cards"] for s in out}}
