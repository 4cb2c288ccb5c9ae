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

from collections.abc import Iterator
from typing import Any

from cardlab.engine.cards import SUITS, pack
from cardlab.engine.moves import Discard, Move, Show
from cardlab.engine.options import Option
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import scored_by
from cardlab.engine.rulings import Rule, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import listed, some
from cardlab.families.matches import Deals, RaceAtOnce, deals_option
from cardlab.families.rank_piles import (
    DeclareAndDiscard,
    Declared,
    Marry,
    PileDealing,
    PileGame,
    PileState,
    meld_of,
)

FIVE_ALIKE = {"K": 130, "Q": 130, "J": 120, "A": 110, "5": 110}
FIFTH = {"K": 50, "Q": 50, "J": 20, "A": 15, "5": 15}

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
    "Play goes on without drawing. Whoever has no cards left drops out, and the deal ends when"
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


# --- what is open


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
    """You may show a meld, keep it in the hand and score it: a sequence, a flush, or both in
    one, of six cards (five, if six play), or an assembly, all five cards of a rank."""
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
    lone = [c for c in table.hand if c.rank in "KQ" and not table.most(c.suit)]
    said = (
        "no partner for {lone} is in {your} hand or on its pile"
        if lone
        else "one card of a couple must come from {your} hand"
    )
    return may_not(
        moves,
        lambda m: isinstance(m, Marry) and any(table.most(s) < m.suits.count(s) for s in m.suits),
        said,
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

TWENTY, THIRTY, FIFTY = Formula("20"), Formula("30"), Formula("50")
ALIKE, WHOLE = (
    Formula("p", p="what all five of the rank score"),
    Formula("p", p="what completing the rank scores"),
)
WED = Formula(
    "5*n*(n + 1) + (10*i if n < 5 else 0)", n="marriages declared together", i="imperial ones"
)


def made(
    game: Zetema, scored: Rule, result: Declared, formula: Formula, because: str, **values: int
) -> Iterator[ScoreLine]:
    """The line of a declaration."""
    yield line(game.side_of[result.seat], scored.title, scored, formula, because, **values)


@scores("sequence", "Sequence", "run", "declared-meld")
def sequence(game: Zetema, result: Declared) -> Any:
    """Cards that follow each other, not of one suit, score 20. The ace is low or high."""
    if result.what == "sequence":
        yield from made(
            game, sequence, result, TWENTY, f"{some(game.size, 'card')} follow each other"
        )


@scores("flush", "Flush", "flush", "declared-meld")
def flush(game: Zetema, result: Declared) -> Any:
    """Cards of one suit, not in sequence, score 30."""
    if result.what == "flush":
        yield from made(game, flush, result, THIRTY, f"{some(game.size, 'card')} are of one suit")


@scores("flush-sequence", "Flush sequence", "flush", "run", "declared-meld")
def flush_sequence(game: Zetema, result: Declared) -> Any:
    """Cards of one suit that follow each other score 50."""
    if result.what == "flush sequence":
        yield from made(
            game,
            flush_sequence,
            result,
            FIFTY,
            f"{some(game.size, 'card')} of one suit follow each other",
        )


@scores("assembly", "Assembly", "set", "declared-meld")
def assembly(game: Zetema, result: Declared) -> Any:
    """All five cards of a rank score 130 if they are kings or queens, 120 jacks, 110 aces or
    fives, 100 others."""
    if result.what == "assembly":
        p = FIVE_ALIKE.get(result.rank, 100)
        yield from made(
            game, assembly, result, ALIKE, f"all five {result.ranks} are in one hand", p=p
        )


@scores("marriages", "Marriages", "declared-meld")
def marriages(game: Zetema, result: Declared) -> Any:
    """One marriage scores 10, two together 30, three 60, four 100, all five 150. Of fewer than
    five, each one in the imperial suit scores 10 more."""
    if result.what == "marriages":
        said = (
            f"{some(result.couples, 'couple')} {'was' if result.couples == 1 else 'were'} declared"
            " together"
        )
        yield from made(game, marriages, result, WED, said, n=result.couples, i=result.imperial)


@scores("zetema", "Zetema", "set", "discard-pile")
def zetema(game: Zetema, result: Declared) -> Any:
    """Whoever discards the fifth card of a rank to its pile scores 20 for jacks, 15 for aces or
    fives, 50 for kings or queens, 5 for others. The five go to the general pile."""
    if result.what == "zetema":
        said = f"the fifth of the {result.ranks} was discarded"
        yield from made(game, zetema, result, WHOLE, said, p=FIFTH.get(result.rank, 5))


class Zetema(PileGame):
    """A pack with one suit twice and a discard pile for each rank. Show sequences, flushes and
    five of a rank, marry kings and queens, and discard the fifth card of a rank."""

    id, title, picture = "zetema", "Zetema", "KS QS QS"
    seats = (2, 6, 2)
    imperial = Option("S", ("S", "H", "C", "D"), "The suit that is in the pack twice.")
    deals = deals_option(
        50, "After so many deals the match goes to the side that leads; 0 plays on."
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
            ),
        )
        if self.partners:
            said = "Partners sit opposite each other, and their points count together."
            self.notes += (note("partners", "Partners", said, "fixed-partnership"),)
        rules, notes = (
            (one_declaration, real_melds, couples, from_the_meld),
            (PILES, DRAW, REFILL, NO_STOCK),
        )
        self.phases = (PileDealing(), DeclareAndDiscard(rules=rules, notes=notes, fifth="zetema"))
        self.target = 300 if self.players < 4 else 200
        self.ends = (RaceAtOnce(self.target), Deals(self.deals))

    def result(self, state: Any) -> Declared:
        """Nothing scores at the end of a deal."""
        return Declared()

    def panels(self, state: PileState) -> dict[str, Any]:
        return {"subtitle": f"imperial suit {SUITS[self.imperial].sign}"} | super().panels(state)
