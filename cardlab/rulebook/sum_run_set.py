"""Sum-Run-Set: a fishing game with the whole pack, scored like cribbage, for two to five.

Source: the Sum-Run-Set entry of the project's third collection of rules.  House choices: a card
takes one group, in one way (SR-1), or with the option ``multi_capture`` several that share no card,
each scoring its own line; where the same cards are a run and a sum the player says which, and the
dearer is meant unless said; equal numbers of cards or honours score nothing; what is left in the
pond belongs to nobody; a loser is lurched who has not come into the last 30 holes; lurching a
partnership makes 3 match points (option ``lurch``); one round is the match (option ``match``); a
match that nobody has won after ``deals`` pitches goes to the side that leads.

Accounts.  With ``match_points=1`` the score is the pegs: every line has the account "" and the
totals are their sum.  With more, lines of play and of the count have the account "pegs"; when a
round is won its winner gets a line in the account "match", and a line of the account "pegs" takes
every side's pegs back to the start.  So the sum of all lines is at any time the match points plus
the pegs of the present round, and after a round the match points alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import cards, pack
from cardlab.engine.game import HOLD_CARD
from cardlab.engine.options import NO_POINTS, Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed, Under
from cardlab.engine.results import bounded, switch
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import Seat, listed
from cardlab.families import fishing
from cardlab.families.fishing import PIP_VALUES, Catch, FishGame, FishState, only_most
from cardlab.families.matches import Deals, deals_option

HONOURS = frozenset(cards(" ".join(f"{r}{s}" for r in "5TK" for s in "SHCD")))

PACK = note(
    "srs-pack",
    "The pack",
    "Use 52 cards. Ace to ten are pip cards, worth 1 to 10; jack, queen and king are face cards."
    " The ace is low.",
    "standard-deck",
    "pip-face",
    "card-values",
    part=SheetPart.PACK,
)
POND = note(
    "pond",
    "The pond and the hands",
    "Deal the pond face up, 4 cards, or 7 with five players; then hands of 4, or of 3 with five."
    " When all hands are played deal new ones from the rest, without shuffling and by the same"
    " dealer, until the pack is used up.",
    "fishing",
    "deal",
)
TURNS = note(
    "eldest-plays",
    "Elder hand begins",
    "The player on the dealer's left begins each hand, and all play one card in turn.",
    "eldest",
    "turn",
    part=SheetPart.PLAY,
)
PARTNERS = note(
    "srs-partners",
    "Partners",
    "Partners sit opposite each other and peg together.",
    "fixed-partnership",
)

KINDS_OF = {2: "a pair", 3: "three of a kind", 4: "all four of a rank"}
SUM = Formula("2")
RUN = Formula(
    "k*n",
    k=Quantity("", "2 if all are of one suit, else 1", "one suit", idle=1),
    n="cards of the run",
)
SET = Formula("n*(n - 1)", n="cards of the rank").unexplained()
CARDS, HONOURS_WON = Formula("{cards_count}"), Formula("{honours_count}")


@scores("sum", "Sum", "sum-capture", "pip-face", "card-values")
def sum_capture(game: SumRunSet, catch: Catch) -> Any:
    """A pip card takes two or more pip cards that add up to its value, a face card takes pip
    cards that add up to 15. Any sum scores 2."""
    if catch.kind == "sum":
        total = PIP_VALUES.get(catch.card.rank, 15)
        yield line(
            catch.side,
            "Sum",
            sum_capture,
            SUM,
            f"{listed(catch.taken, most=8)} make {total}",
            cards=(catch.card, *catch.taken),
        )


@scores("run", "Run", "run", "flush")
def run_capture(game: SumRunSet, catch: Catch) -> Any:
    """A card takes cards with which it makes a run: three or more pip cards of different ranks
    that follow each other, or jack, queen and king. A run scores 1 for each card, the played one
    included, or 2 for each if all are of one suit."""
    if catch.kind == "run":
        laid = fishing.in_order((catch.card, *catch.taken))
        title, k = ("Running flush", 2) if catch.one_suit else ("Run", 1)
        yield line(
            catch.side,
            title,
            run_capture,
            RUN,
            f"{listed(laid, most=10)} follow each other",
            cards=laid,
            k=k,
            n=len(laid),
        )


@scores("set", "Set", "set")
def set_capture(game: SumRunSet, catch: Catch) -> Any:
    """A card takes one, two or three cards of its own rank. A pair scores 2, three of a kind 6,
    all four 12."""
    if catch.kind == "set":
        laid = (catch.card, *catch.taken)
        yield line(
            catch.side,
            "Set",
            set_capture,
            SET,
            f"{listed(laid)} are {KINDS_OF[len(laid)]}",
            cards=laid,
            n=len(laid),
        )


@dataclass(frozen=True)
class PitchEnd:
    """The end of a pitch: cards captured by seat, honours by side, pegs by side before they are
    counted; played_out 0 when somebody pegged out before the last card."""

    cards: tuple[int, ...] = bounded(0, 52, (0, 0), "cards captured by {}", each="seat", most=52)
    honours: tuple[int, ...] = bounded(
        0, 12, (0, 0), "fives, tens and kings of {}", each="side", most=12
    )
    pegs: tuple[int, ...] = bounded(
        0, lambda game: game.target + 20, (0, 0), "points of {} before", each="side"
    )
    played_out: int = switch(1, "every hand was played")

    def cannot(self, game: SumRunSet) -> str:
        for i, side in enumerate(game.sides):
            if self.honours[i] > (took := sum(self.cards[seat] for seat in side.seats)):
                return (
                    f"{side.name} took {took} cards, so no more than {took} honours; raise the"
                    " cards or lower the honours"
                )
        out = sum(pegs >= game.target for pegs in self.pegs)
        if out > 1:
            return f"only one side is the first to reach {game.target}; lower the other's points"
        return (
            ""
            if self.played_out or out
            else f"the pitch ends early only if somebody has reached {game.target}"
        )


@scores("cards", "Most cards", "most-cards")
def most_cards(game: SumRunSet, result: PitchEnd) -> Any:
    """When all hands are played, the player who captured the most cards scores {cards_count}, for
    the partnership if there is one."""
    best = only_most(result.cards) if result.played_out else None
    if best is not None and max(result.pegs) < game.target:
        yield line(
            game.side_of[best],
            "Cards",
            most_cards,
            CARDS.agreed(game),
            game.tell("{who} captured {n} cards", who=Seat(best), n=str(result.cards[best])),
        )


@scores("honours", "Most honours", "honours", "counting-out")
def most_honours(game: SumRunSet, result: PitchEnd) -> Any:
    """Then the side with the most fives, tens and kings among its cards scores
    {honours_count}, unless the round has been won by then. Equal numbers
    score nothing in either count."""
    best = only_most(result.honours) if result.played_out else None
    if (
        best is not None
        and max(game.after_lines(result, most_cards.test(game, result))) < game.target
    ):
        yield line(
            game.sides[best].id,
            "Honours",
            most_honours,
            HONOURS_WON.agreed(game),
            f"of fives, tens and kings nobody has more than {result.honours[best]}",
        )


class SumRunSet(FishGame):
    """Play a card and take cards from the pond that add up to it, make a run with it, or share
    its rank. Captures score at once, falls and sweeps add to them; most cards and most honours
    count at the end."""

    id, title, picture = "sum-run-set", "Sum-Run-Set", "4C 5D 9S"
    told_first = ("eldest-plays", "no-such-capture")
    seats = (2, 5, 2)
    pack = pack()
    kinds = ("sum", "run", "set")
    catching = (sum_capture, run_capture, set_capture, fishing.fall, fishing.sweep)
    counting = (most_cards, most_honours)
    Result: type[PitchEnd] = PitchEnd
    partners = Option(
        False, (False, True), "With four players: partners opposite, or everybody alone."
    )
    cards_count = Option(3, range(0, 11), "What the most cards score.", said=NO_POINTS)
    honours_count = Option(5, range(0, 11), "What the most honours score.", said=NO_POINTS)
    target = Option(91, (91, 121), "The points that win a round.", house=True)
    match_points = Option(
        1,
        (1, 5, 8),
        "The match points that win the match; with 1, one round is the match.",
        house=True,
    )
    lurch = Option(
        3, (3, 4), "Match points for a round in which a partnership is lurched.", house=True
    )
    multi_capture = Option(
        False,
        (False, True),
        "A card may take several groups at once, and each of them scores.",
        house=True,
    )
    deals = deals_option(
        100, "After this many pitches the match goes to the side that leads; 0 plays on."
    )
    quiet = {
        "no-such-capture": Typed("9H takes 2C"),
        "match-points": Under({"match_points": 5}),
    }

    def idle(self) -> dict[str, str]:
        if self.partners and self.in_rounds:
            return {}
        return {"lurch": "it counts where partners play for several match points"}

    def impossible(self) -> str:
        if self.partners and self.players != 4:
            return "partners=True needs players=4; choose players=4 or partners=False"
        return ""

    def setup(self) -> None:
        self.each, self.pond_size = (3, 7) if self.players == 5 else (4, 4)
        self.notes: tuple[Rule, ...] = (PACK, TURNS, *([PARTNERS] if self.partners else []))
        rounds = (fishing.match_points, *([fishing.pegs_back] if self.in_rounds else []))
        taking = fishing.no_such_groups if self.multi_capture else fishing.no_such_capture
        fish = fishing.Fish(rules=(taking,), notes=(HOLD_CARD, *self.catching, fishing.REST))
        self.phases = (fishing.PondDealing(notes=(POND,)), fish)
        self.scoring = (*self.counting, *rounds)
        self.ends = (fishing.PegOut(self.target, self.match_points), Deals(self.deals))

    def result(self, state: FishState) -> PitchEnd:
        honours = [0] * len(self.sides)
        for seat, mine in enumerate(state.piles):
            honours[self.side_index(seat)] += sum(c in HONOURS for c in mine)
        return PitchEnd(
            tuple(map(len, state.piles)), tuple(honours), state.pegs(), int(state.played_out)
        )
