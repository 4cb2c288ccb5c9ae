"""Zetema: melds that are shown and kept, marriages, and the fifth card of a rank.

Source: the Zetema entry of the project's first collection of rules (Parlett's version of
Sackson's).  House choices: an ace may be low or high in a sequence, and nothing goes round the
corner; two like cards may be in a flush, not in a sequence; five marriages score 150 in all, fewer
score 10 more for each imperial one; cards for a marriage are taken from the hand first; a meld may
be shown again; a deal ends when stock and hands are empty, and what then lies on the piles counts
nothing; five players, like four and six, play to 200; after ``deals`` deals the match goes to the
side that leads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from math import exp
from typing import Any

from cardlab.engine.cards import SUITS, Card, pack, unseen, without
from cardlab.engine.hand_moves import HandMove
from cardlab.engine.moves import Discard, Move, Show
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import scored_by
from cardlab.engine.rulings import Rule, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import listed, number, some
from cardlab.families.matches import Deals, RaceAtOnce, deals_option
from cardlab.families.prospects import ProspectGame
from cardlab.families.rank_piles import (
    LINE,
    DeclareAndDiscard,
    Declared,
    Marry,
    PileDealing,
    PileGame,
    PileState,
    couple,
    meld_of,
)

WAIT = 0.25
"""How much each card that is missing from a flush takes off its worth, to a bot: so much, divided by
the part of the unseen cards that are of the suit."""
WAIT_FOR_RANK = 1.2
"""The same for each rank that is missing from a sequence."""
KEPT_COUPLE = 0.7
"""What marriages that could be declared are worth while they are kept, as a part of their points."""
LONE_ROYAL = 2.0
"""What a king or a queen without a partner is worth."""
FIFTH = 0.4
"""How likely somebody else lays the fifth card of a rank when the fourth has been laid."""

PILES = note(
    "rank-piles",
    "Fourteen piles",
    "Each rank has its own discard pile, and all discards go to the pile of their rank. The general"
    " pile takes marriages and completed ranks; nothing leaves it.",
    "discard-pile",
)
DRAW = note(
    "draw-first",
    "Draw, declare, discard",
    "In turn, beginning at the dealer's left, draw a card from the stock; then you may declare,"
    " once; then discard a card.",
    "turn",
    "stock",
    "hand",
    "eldest",
)
NO_STOCK = note(
    "play-on",
    "When the stock is empty",
    "Play goes on without drawing. A player who has no cards left drops out, and the deal ends when"
    " nobody has any.",
    "stock-exhausted",
)
REFILL = note(
    "refill",
    "After a marriage",
    "The kings and queens go to the general pile. Fill your hand up from the stock, as far as it"
    " reaches; you do not discard.",
    "declared-meld",
    "stock",
)


# --- what is legal


@rule("one-declaration", "One declaration a turn", "declared-meld", "turn")
def one_declaration(table: PileState, moves: tuple[Move, ...]) -> Any:
    """Declare once a turn: one meld, or marriages together. A king and a queen of a meld may be
    married in a later turn."""
    if not table.shown:
        return silent(moves, "{you} {have} declared nothing yet")
    return may_not(
        moves, lambda m: isinstance(m, Marry | Show), "{you} {have} declared a meld in this turn"
    )


@rule("no-such-meld", "The melds", "declared-meld", "meld", "run", "flush", "set")
def real_melds(table: PileState, moves: tuple[Move, ...]) -> Any:
    """You may show a meld, keep it in the hand and score it. A sequence, a flush, or both in
    one has six cards (five, if six play); an assembly is all five cards of a rank."""
    size: int = table.game.size
    return may_not(
        moves,
        lambda m: isinstance(m, Show) and not meld_of(m.cards, size),
        "a meld is {size} in sequence or suit, or five alike",
        {"size": size},
    )


@rule("no-partner-card-available", "Marriages", "declared-meld", "discard-pile")
def couples(table: PileState, moves: tuple[Move, ...]) -> Any:
    """Instead of a meld you may declare one or more marriages, a king and a queen of one suit
    each. At least one card of each couple comes from your hand; the other may be fetched from its
    pile."""
    most = {suit: table.most(suit) for suit in SUITS}
    lone = [c for c in table.hand if c.rank in "KQ" and not most[c.suit]]
    because = (
        "no partner for {lone} is in {your} hand or on its pile"
        if lone
        else "one card of a couple must come from {your} hand"
    )
    return may_not(
        moves,
        lambda m: isinstance(m, Marry) and any(most[s] < m.suits.count(s) for s in m.suits),
        because,
        {"lone": lone},
    )


@rule("must-discard-from-meld", "Discard from the meld", "declared-meld", "discard-pile")
def from_the_meld(table: PileState, moves: tuple[Move, ...]) -> Any:
    """After a meld discard one of its cards."""
    if not table.shown:
        return silent(moves, "{you} {have} shown no meld in this turn")
    return may_not(
        moves,
        lambda m: isinstance(m, Discard) and m.card not in table.shown,
        "{you} {have} just shown {meld}",
        {"meld": listed(table.shown, most=6)},
        leaves=lambda m: isinstance(m, Discard),
    )


# --- the score

SEQUENCE, FLUSH = Formula("{sequence_counts}"), Formula("{flush_counts}")
FLUSH_SEQUENCE = Formula("{flush_sequence_counts}")
ALIKE, WHOLE = (
    Formula("p", p="what all five of the rank score"),
    Formula("p", p="what completing the rank scores"),
)
WED = Formula(
    "{half_marriage}*n*(n + 1) + ({imperial_counts}*i if n < 5 else 0)",
    n=Quantity("", "marriages declared together", "marriages"),
    i=Quantity("", "imperial ones", "imperial", idle=0),
)


def made(
    game: Zetema, scored: Rule, result: Declared, formula: Formula, because: str, **values: int
) -> Iterator[ScoreLine]:
    """The line of a declaration."""
    side = game.side_of[result.seat]
    yield line(side, scored.title, scored, formula.agreed(game), because, **values)


@scores("sequence", "Sequence", "run", "declared-meld")
def sequence(game: Zetema, result: Declared) -> Any:
    """Cards that follow each other, not of one suit, score {sequence_counts}. The ace is low or
    high."""
    if result.what == "sequence":
        yield from made(
            game, sequence, result, SEQUENCE, f"{some(game.size, 'card')} follow each other"
        )


@scores("flush", "Flush", "flush", "declared-meld")
def flush(game: Zetema, result: Declared) -> Any:
    """Cards of one suit, not in sequence, score {flush_counts}."""
    if result.what == "flush":
        yield from made(game, flush, result, FLUSH, f"{some(game.size, 'card')} are of one suit")


@scores("flush-sequence", "Flush sequence", "flush", "run", "declared-meld")
def flush_sequence(game: Zetema, result: Declared) -> Any:
    """Cards of one suit that follow each other score {flush_sequence_counts}."""
    if result.what == "flush sequence":
        yield from made(
            game,
            flush_sequence,
            result,
            FLUSH_SEQUENCE,
            f"{some(game.size, 'card')} of one suit follow each other",
        )


@scores("assembly", "Assembly", "set", "declared-meld")
def assembly(game: Zetema, result: Declared) -> Any:
    """All five cards of a rank score: {royal_assembly} for kings or queens; {jack_assembly} for
    jacks; {ace_assembly} for aces or fives; {plain_assembly} for others."""
    if result.what == "assembly":
        p = game.assembly_counts(result.rank)
        yield from made(
            game, assembly, result, ALIKE, f"all five {result.ranks} are in one hand", p=p
        )


@scores("marriages", "Marriages", "declared-meld")
def marriages(game: Zetema, result: Declared) -> Any:
    """{marriages_text} Of fewer than five, each one in the imperial suit scores {imperial_counts}
    more."""
    if result.what == "marriages":
        because = (
            "one marriage was declared"
            if result.couples == 1
            else f"{number(result.couples)} marriages were declared together"
        )
        yield from made(game, marriages, result, WED, because, n=result.couples, i=result.imperial)


@scores("zetema", "Zetema", "set", "discard-pile")
def zetema(game: Zetema, result: Declared) -> Any:
    """A player who discards the fifth card of a rank to its pile scores: {jack_zetema} for jacks;
    {ace_zetema} for aces or fives; {royal_zetema} for kings or queens; {plain_zetema} for others.
    The five go to the general pile."""
    if result.what == "zetema":
        because = f"the fifth of the {result.ranks} was discarded"
        yield from made(game, zetema, result, WHOLE, because, p=game.zetema_counts(result.rank))


class Zetema(PileGame, ProspectGame):
    """A pack with one suit twice and a discard pile for each rank. Show sequences, flushes and
    five of a rank, marry kings and queens, and discard the fifth card of a rank."""

    id, title, picture = "zetema", "Zetema", "KS QS QS"
    seats = (2, 6, 2)
    imperial = Option(
        "S",
        ("S", "H", "C", "D"),
        "The suit that is in the pack twice.",
        told={letter: suit.name for letter, suit in SUITS.items()},
    )
    target = Option(
        0,
        range(0, 501, 50),
        "The score that wins the match; 0: 300 for two or three players, 200 for more.",
    )
    sequence_counts = Option(20, range(0, 101, 5), "What a sequence counts.", said=NO_POINTS)
    flush_counts = Option(30, range(0, 101, 5), "What a flush counts.", said=NO_POINTS)
    flush_sequence_counts = Option(
        50, range(0, 201, 5), "What a flush sequence counts.", said=NO_POINTS
    )
    royal_assembly = Option(
        130, range(0, 301, 10), "What five kings or queens in a hand count.", said=NO_POINTS
    )
    jack_assembly = Option(
        120, range(0, 301, 10), "What five jacks in a hand count.", said=NO_POINTS
    )
    ace_assembly = Option(
        110, range(0, 301, 10), "What five aces or fives in a hand count.", said=NO_POINTS
    )
    plain_assembly = Option(
        100, range(0, 301, 10), "What five of another rank in a hand count.", said=NO_POINTS
    )
    marriage_counts = Option(
        10, range(0, 51, 10), "What one marriage counts; two together count three times that."
    )
    imperial_counts = Option(
        10, range(0, 51, 5), "What a marriage in the imperial suit adds.", said=NO_POINTS
    )
    royal_zetema = Option(
        50, range(0, 101, 5), "What the fifth king or queen of a pile counts.", said=NO_POINTS
    )
    jack_zetema = Option(
        20, range(0, 101, 5), "What the fifth jack of a pile counts.", said=NO_POINTS
    )
    ace_zetema = Option(
        15, range(0, 101, 5), "What the fifth ace or five of a pile counts.", said=NO_POINTS
    )
    plain_zetema = Option(
        5, range(0, 101, 5), "What the fifth card of another rank counts.", said=NO_POINTS
    )
    deals = deals_option(
        50, "After this many deals the match goes to the side that leads; 0 plays on."
    )
    scoring = (sequence, flush, flush_sequence, assembly, marriages, zetema)
    quiet = {
        "no-such-meld": Typed("show AS KS QS JS TS"),
        "flush-sequence": Rare("such a hand is dealt very seldom", scored_by("flush-sequence")),
        "assembly": Rare("such a hand is dealt very seldom", scored_by("assembly")),
    }

    def setup(self) -> None:
        self.pack = pack() + pack(suits=self.imperial)
        self.partners = self.players in (4, 6)  # type: ignore[misc]
        self.size = 5 if self.players == 6 else 6
        suit = SUITS[self.imperial].name
        self.notes = (
            note(
                "zetema-pack",
                "The pack of 65",
                f"Use 52 cards and the thirteen {suit} of a second pack. There are five cards of"
                f" every rank; {suit} are the imperial suit.",
                "multi-deck",
                part=SheetPart.PACK,
            ),
        )
        if self.partners:
            partners = "Partners sit opposite each other, and their points count together."
            self.notes += (note("partners", "Partners", partners, "fixed-partnership"),)
        rules, notes = (
            (one_declaration, real_melds, couples, from_the_meld),
            (PILES, DRAW, REFILL, NO_STOCK),
        )
        opened = (HandMove("show", "Show"), HandMove("marry", "Marry", couples))
        turn = DeclareAndDiscard(rules=rules, notes=notes, fifth="zetema", hand_moves=opened)
        self.phases = (PileDealing(), turn)
        self.goal = self.target or self.usual_target
        self.ends = (RaceAtOnce(self.goal), Deals(self.deals))

    @property
    def usual_target(self) -> int:
        """The score that wins the match where the table has agreed on no other."""
        return 300 if self.players < 4 else 200

    def spelled_out(self) -> dict[str, int]:
        return {"target": self.usual_target}

    @property
    def half_marriage(self) -> int:
        """Half of what one marriage counts: n of them count it n·(n + 1) times."""
        return self.marriage_counts // 2

    @property
    def marriages_text(self) -> str:
        """What one to five marriages declared together count, without the imperial ones."""
        if not self.marriage_counts:
            return "Marriages score nothing by themselves."
        one, two, three, four, five = (WED.of(self, n=n, i=0) for n in range(1, 6))
        return (
            f"One marriage scores {one}, two together {two}, three {three}, four {four}, all five"
            f" {five}."
        )

    def assembly_counts(self, rank: str) -> int:
        """What five cards of a rank in one hand count."""
        royal, ace = self.royal_assembly, self.ace_assembly
        special = {"K": royal, "Q": royal, "J": self.jack_assembly, "A": ace, "5": ace}
        return special.get(rank, self.plain_assembly)

    def zetema_counts(self, rank: str) -> int:
        """What the fifth card of a rank on its pile counts."""
        royal, ace = self.royal_zetema, self.ace_zetema
        special = {"K": royal, "Q": royal, "J": self.jack_zetema, "A": ace, "5": ace}
        return special.get(rank, self.plain_zetema)

    # --- for bots
    def prospects(self, view: PileState, moves: Sequence[Move]) -> Mapping[Move, float]:
        """What each move scores at once, with what the hand is then worth: flushes and sequences
        that lack little, and couples."""
        seat = view.me
        assert seat is not None

        def at_once(move: Any) -> float:
            if isinstance(move, Show):
                declared = Declared(seat, meld_of(move.cards, self.size), move.cards[0].rank)
            elif isinstance(move, Marry):
                imperial = move.suits.count(self.imperial)
                declared = Declared(seat, "marriages", couples=len(move.suits), imperial=imperial)
            elif len(view.pile_of(move.card.rank)) == 4:
                declared = Declared(seat, "zetema", move.card.rank)
            else:
                return 0.0
            return float(sum(entry.points for entry in self.lines_of(declared)))

        def worth(move: Any) -> float:
            if isinstance(move, Show):
                after = max(self.hand_worth(view, without(view.hand, (c,))) for c in move.cards)
            elif isinstance(move, Marry):
                after = self.hand_worth(view, without(view.hand, move.named))
            else:
                after = self.hand_worth(view, without(view.hand, (move.card,)))
                after -= self.gift(view, move.card)
            return at_once(move) + after

        return {move: worth(move) for move in moves}

    def gift(self, view: PileState, card: Card) -> float:
        """What a discard is likely to let others score: the fifth card of its rank, unless the seat
        holds that too."""
        rank = card.rank
        if len(view.pile_of(rank)) != 3:
            return 0.0
        mine = sum(other.rank == rank for other in view.hand) > 1
        return self.zetema_counts(rank) * (-FIFTH if mine else FIFTH)

    def hand_worth(self, view: PileState, hand: Collection[Card]) -> float:
        """About what a hand will score in the next turns."""
        worth = self.couples_worth(view, hand)
        coming = unseen(self.pack, view.with_known_cards().all_cards())
        if not view.stock or not coming:
            return worth
        held, to_come = (Counter(card.suit for card in cards) for cards in (hand, coming))
        for suit, many in held.items():
            lacks = max(0, self.size - many)
            if 0 < to_come[suit] >= lacks:
                wait = WAIT * lacks * len(coming) / to_come[suit]
                worth += self.flush_counts * exp(-wait)
        ranks = {card.rank for card in hand}
        lines = [LINE[at : at + self.size] for at in range(len(LINE) - self.size + 1)]
        short = self.size - max(len(ranks & {*line}) for line in lines)
        return worth + self.sequence_counts * exp(-WAIT_FOR_RANK * short)

    def couples_worth(self, view: PileState, hand: Collection[Card]) -> float:
        """What kings and queens of a hand are worth, with their partners on the piles or
        without."""
        kings, queens = view.pile_of("K"), view.pile_of("Q")
        couples = alone = 0
        for king, queen in map(couple, SUITS):
            held = sum(card in (king, queen) for card in hand)
            there = min(
                sum(card == king for card in (*hand, *kings)),
                sum(card == queen for card in (*hand, *queens)),
            )
            couples += min(held, there)
            alone += held - min(held, there)
        return KEPT_COUPLE * WED.of(self, n=couples, i=0) + LONE_ROYAL * alone

    def result(self, state: PileState) -> Declared:
        """Nothing scores at the end of a deal."""
        return Declared()

    def panels(self, state: PileState) -> dict[str, Any]:
        return {"subtitle": f"imperial suit {SUITS[self.imperial].sign}"} | super().panels(state)
