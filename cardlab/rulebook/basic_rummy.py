"""Basic Rummy: draw a card, lay down sets and runs, discard, and be the first without cards. And
Block Rummy, in which the discards are not used again.

Source: the common rules of both games.  House choices: any number of melds may be laid in a turn,
and cards laid off on melds of anybody, at once; one may go out without a discard; whoever lays the
whole hand in one turn scores double (option); the card taken from the discards may be discarded in
the same turn only if it is the last one; a deal whose stock is used up a second time is void, and
the same dealer deals again; after ``deals`` deals the match goes to whoever leads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Points
from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, scored_by, seat_of, switch
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import Seat, some
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.melding import (
    ACES_LOW,
    MeldDealing,
    Melding,
    discard_one,
    extends_meld,
    taken_card_stays,
)
from cardlab.families.table_melds import (
    BLOCKS,
    OUT,
    SHUFFLED,
    TURNED,
    UPCARD,
    USED_UP,
    DrawOne,
    MeldAndDiscard,
    ShuffledState,
    ShuffledStock,
    TableMeldGame,
    TableState,
    has_melded,
    keep_a_discard,
    legal_meld,
    one_meld,
)

VALUES = note(
    "deadwood",
    "Deadwood",
    "Cards left in the hands when somebody goes out are deadwood. An ace counts 1, face cards 10,"
    " and the others their pips.",
    "deadwood",
    "card-values",
)


@dataclass(frozen=True)
class RummyResult:
    """out: who went out, None where the deal was blocked; left: the deadwood by seat; rummy:
    whether whoever is out laid everything in one turn."""

    out: int | None = seat_of(0, "who went out", "nobody: the deal was blocked")
    left: tuple[int, ...] = bounded(0, 100, (0, 15, 20, 8), "deadwood of {}", each="seat")
    rummy: int = switch(0, "all laid in one turn")

    def cannot(self, game: BasicRummy) -> str:
        if self.out is None:
            if game.stock != BLOCKS:
                return "a deal ends only when somebody goes out; say who did"
            if self.rummy:
                return "nobody went out, so that nobody laid everything in one turn"
            return "" if min(self.left) else "a player without cards is out; give them deadwood"
        if self.left[self.out]:
            return f"{game.names[self.out]} went out and has no deadwood"
        if 0 in (n for seat, n in enumerate(self.left) if seat != self.out):
            return "only whoever went out has no cards; give the others deadwood"
        return "a rummy does not count double here" if self.rummy and not game.rummy else ""


OTHERS = Formula(
    "k*d",
    k=Quantity("", "2 if all was laid in one turn, else 1", "rummy", idle=1),
    d=Quantity("", "deadwood of the others", "deadwood"),
)
OWN = Formula(
    "k*d",
    k=Quantity("", "2 if all was laid in one turn, else 1", "rummy", idle=1),
    d=Quantity("", "their own deadwood", "deadwood"),
)
DIFFERENCES = Formula(
    "d - (n - 1)*l",
    d=Quantity("", "deadwood of the others", "deadwood"),
    n=Quantity("", "how many play", "players"),
    l=Quantity("", "the least deadwood", "least deadwood"),
)


@scores("winner-takes", "The winner scores what the others hold", "deadwood", "score-keeping")
def winner_takes(game: BasicRummy, result: RummyResult) -> Iterator[ScoreLine]:
    """A player who goes out scores the deadwood of all the others{double_text}."""
    if result.out is None:
        return
    side, held = game.sides[result.out], sum(result.left)
    because = game.tell("{who} went out", who=Seat(result.out))
    yield line(side.id, "Out", winner_takes, OTHERS, because, k=1 + result.rummy, d=held)


@scores("own-deadwood", "Everybody scores their own deadwood", "deadwood", "score-keeping")
def own_deadwood(game: BasicRummy, result: RummyResult) -> Iterator[ScoreLine]:
    """When a deal is over, each player scores the deadwood left in hand{double_text}. Points are
    bad."""
    for side, left in zip(game.sides, result.left, strict=True):
        if left:
            because = game.tell("{who} held {n} of deadwood", who=Seat(side.seats[0]), n=str(left))
            factor = 1 + result.rummy
            yield line(side.id, "Deadwood", own_deadwood, OWN, because, k=factor, d=left)


@scores("blocked-differences", "A blocked deal", "deadwood", "stock-exhausted")
def blocked_differences(game: BasicRummy, result: RummyResult) -> Iterator[ScoreLine]:
    """When a deal is blocked, whoever alone has the least deadwood scores the differences to all
    the others. If several have the least, nobody scores."""
    least = min(result.left)
    if result.out is None and result.left.count(least) == 1:
        seat = result.left.index(least)
        because = game.tell("{who} had the least, {n}", who=Seat(seat), n=str(least))
        yield line(
            game.sides[seat].id,
            "Blocked",
            blocked_differences,
            DIFFERENCES,
            because,
            d=sum(result.left) - least,
            n=game.players,
            l=least,
        )


MELDINGS = {"low": Melding(), "both": Melding(f"{ACES_LOW}A")}
"""What counts as a meld, by where an ace may stand."""
USUAL = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
STOCKS = {
    TURNED: "The discards are turned over as a new stock.",
    SHUFFLED: "The discards are shuffled as a new stock.",
    BLOCKS: "The discards stay; whoever does not want the last one ends the deal.",
}


class BasicRummy(TableMeldGame):
    """Draw a card, lay sets and runs on the table, add to those that lie there, and discard. The
    first without cards wins the deal, and what the others still hold counts."""

    id, title, picture = "basic-rummy", "Basic Rummy", "4S 5S 6S KH"
    seats = (2, 6, 4)
    pack = pack()
    State: type[ShuffledState] = ShuffledState
    Result: type[RummyResult] = RummyResult
    each = Option(
        0,
        (0, 6, 7, 10),
        "How many cards each player is dealt; 0: ten for two, seven for three or four, else six.",
    )
    melds = Option(
        "any",
        ("any", "one"),
        "How often you may lay down or lay off in a turn.",
        told={"any": "as often as you like", "one": "once"},
    )
    ace = Option(
        "low",
        {"low": "low", "both": "low or high"},
        "Whether an ace may follow a king in a run.",
        told={"low": "no, aces are low", "both": "yes, aces are low or high"},
    )
    after_own = Option(False, (False, True), "Lay off only with a meld of your own on the table.")
    discard_to_go_out = Option(False, (False, True), "Whether the last card must be a discard.")
    rummy = Option(True, (True, False), "Laying the whole hand in one turn counts double.")
    stock = Option(TURNED, STOCKS, "What happens when the stock is used up.")
    form = Option(
        "winner",
        {
            "winner": "Whoever goes out scores what the others hold.",
            "penalty": "Each player scores the deadwood left in hand, and the lowest total wins.",
        },
        "Who scores.",
    )
    target = Option(100, range(50, 501, 10), "The points that end the match.")
    deals = deals_option(20, "After this many deals, void ones included, the match ends.")
    notes = (VALUES, OUT)
    meld_owners = " You may lay off on anybody's melds."
    quiet = {
        "draw-first": Typed("discard AS"),
        "discard-one": Typed("draw"),
        "legal-meld": Typed("meld 4S 5S 7S"),
        "blocked-differences": Rare("deals are seldom blocked", scored_by("blocked-differences")),
    }

    @property
    def ace_text(self) -> str:
        """Where an ace stands in a run, as a further sentence."""
        high = "or the card above the king, but not both at once"
        return f" An ace is the card below the two{', ' + high if self.ace == 'both' else ''}."

    @property
    def double_text(self) -> str:
        """What a rummy makes of it."""
        if not self.rummy:
            return ""
        who = "if somebody laid" if self.form == "penalty" else "after laying"
        return f", and twice as much {who} everything in one turn"

    def spelled_out(self) -> dict[str, int]:
        return {"each": USUAL[self.players]}

    def impossible(self) -> str:
        need = self.players * (self.each or USUAL[self.players]) + 1
        if need > len(self.pack) - self.players:
            return f"{self.players} players cannot be dealt {self.each} cards each from one pack"
        return ""

    def setup(self) -> None:
        penalty = self.form == "penalty"
        self.one_side_scores = not penalty
        setattr(self, "points", Points.BAD if penalty else Points.GOOD)  # noqa: B010
        setattr(self, "melding", MELDINGS[self.ace])  # noqa: B010
        rules: list[Rule] = [discard_one]
        rules += [one_meld] if self.melds == "one" else []
        rules += [has_melded] if self.after_own else []
        rules += [keep_a_discard] if self.discard_to_go_out else []
        dealing = MeldDealing(
            each=self.each or USUAL[self.players], notes=(*MeldDealing.notes, UPCARD)
        )
        self.phases = (
            dealing,
            DrawOne(notes=(USED_UP[self.stock],)),
            MeldAndDiscard(rules=(*rules, legal_meld, extends_meld, taken_card_stays)),
            *([ShuffledStock()] if self.stock == SHUFFLED else []),
        )
        blocked = [blocked_differences] if self.stock == BLOCKS and not penalty else []
        self.scoring = (own_deadwood,) if penalty else (winner_takes, *blocked)
        self.ends = (Race(self.target), Deals(self.deals))

    def winner(self, result: RummyResult) -> int | None:
        return result.out

    def result(self, state: TableState) -> RummyResult:
        left = tuple(map(self.value, state.hands))
        return RummyResult(state.out, left, int(self.rummy and self.went_rummy(state)))

    def panels(self, state: TableState) -> dict[str, Any]:
        """Also, at the seat of whoever is out, whether it counts double."""
        panels = super().panels(state)
        if self.rummy and state.out is not None and self.went_rummy(state):
            panels["notes"][state.out].append("laid all in one turn")
        return panels

    def feats(self, result: RummyResult) -> tuple[Feat, ...]:
        """Who went out, and against what."""
        if result.out is None:
            return tuple(Feat((s,), f"had {n} of deadwood") for s, n in enumerate(result.left))
        how = "went out in one turn" if result.rummy else "went out"
        held = some(sum(result.left), "point")
        return (Feat((result.out,), f"{how} against {held} of deadwood"),)


class BlockRummy(BasicRummy):
    """Rummy in which the discards are not used again: when the stock is used up, the first player
    who does not want the last discard ends the deal, and the least deadwood scores."""

    id, title, picture = "block-rummy", "Block Rummy", "9D 9H 9S KC"
    stock = Option(BLOCKS, STOCKS, "What happens when the stock is used up.")
    deals = deals_option(20, "After this many deals the match ends.")
