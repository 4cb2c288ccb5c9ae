"""Sum-Run-Set: a fishing game with the whole pack, scored like cribbage, for two to five.

Source: the Sum-Run-Set entry of the project's third collection of rules.  House choices: a card takes one group, in one
way (SR-1); where the same cards are a run and a sum the player says which, and the dearer is meant unless said; equal
numbers of cards or honours score nothing; what is left in the pond belongs to nobody; a loser is lurched who has not
come into the last 30 holes; lurching a partnership makes 3 match points (option ``lurch``); one round is the match
(option ``match``); a match that nobody has won after ``deals`` pitches goes to the side that leads.

Accounts.  With ``match_points=1`` the score is the pegs: every line has the account "" and the totals are their sum.  With
more, lines of play and of the count have the account "pegs"; when a round is won its winner gets a line in the account
"match", and a line of the account "pegs" takes every side's pegs back to the start.  So the sum of all lines is at any
time the match points plus the pegs of the present round, and after a round the match points alone.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from ..cards import Card, cards, pack
from ..families.fishing import (
    FACE_RANKS,
    PIP_RANKS,
    PIP_VALUES,
    Cards,
    Catch,
    Fish,
    FishGame,
    PegOut,
    PondDealing,
    in_order,
    runs,
    same_rank,
    sums,
)  # fmt: skip
from ..families.matches import Deals, deals_option
from ..game import HOLD_CARD, Option, bounded
from ..moves import Capture
from ..rulings import Rule, law, scores
from ..scoring import Formula, ScoreLine, line
from ..words import listed

HONOURS = frozenset(cards(" ".join(f"{r}{s}" for r in "5TK" for s in "SHCD")))
FIFTEEN = 15

PACK = law(
    "srs-pack", "The pack",
    "Use 52 cards. Ace to ten are pip cards, worth 1 to 10; jack, queen and king are face cards. The ace is low.",
    "standard-deck", "pip-face", "card-values",
)  # fmt: skip
POND = law(
    "pond", "The pond and the hands",
    "Deal the pond face up, 4 cards, or 7 with five players; then hands of 4, or of 3 with five. When all hands "
    "are played deal new ones from the rest, without shuffling and by the same dealer, until the pack is used up.",
    "fishing", "deal",
)  # fmt: skip
TURNS = law(
    "eldest-plays", "Elder hand begins",
    "The player on the dealer's left begins each hand, and all play one card in turn. After the pitch the deal "
    "passes to the left.",
    "eldest", "turn",
)  # fmt: skip
REST = law(
    "pond-left-over", "What nobody took",
    "Cards left in the pond when the pitch ends belong to nobody.",
    "fishing",
)  # fmt: skip
PARTNERS = law("srs-partners", "Partners", "Partners sit opposite each other and peg together.", "fixed-partnership")

TWO = Formula("2")
RUN = Formula("k*n", k="2 if all are of one suit, else 1", n="cards of the run")
SET = Formula("n*(n - 1)", n="cards of the rank")
THREE, FIVE = Formula("3"), Formula("5")
WON = Formula("1 + n", n="opponents lurched")
WON_BOTH = Formula("2 + n", n="opponents lurched")
BACK_TO_START = Formula("-p", p="points of the round")


@scores("sum", "Sum", "sum-capture", "pip-face", "card-values")
def sum_capture(game: SumRunSet, catch: Catch) -> Any:
    """A pip card takes two or more pip cards that add up to its value, a face card takes pip cards that add up to 15.
    Any sum scores 2."""
    if catch.kind == "sum":
        total = PIP_VALUES.get(catch.card.rank, FIFTEEN)
        yield line(
            catch.side, "Sum", sum_capture, TWO, f"{listed(catch.taken, most=8)} make {total}", cards=(catch.card, *catch.taken)
        )


@scores("run", "Run", "run", "flush")
def run_capture(game: SumRunSet, catch: Catch) -> Any:
    """A card takes cards with which it makes a run: three or more pip cards of different ranks that follow each
    other, or jack, queen and king. A run scores 1 for each card, the played one included, or 2 for each if all are of
    one suit."""
    if catch.kind == "run":
        laid = in_order((catch.card, *catch.taken))
        title, k = ("Running flush", 2) if catch.one_suit else ("Run", 1)
        yield line(
            catch.side, title, run_capture, RUN, f"{listed(laid, most=10)} follow each other", cards=laid, k=k, n=len(laid)
        )


@scores("set", "Set", "set")
def set_capture(game: SumRunSet, catch: Catch) -> Any:
    """A card takes one, two or three cards of its own rank. A pair scores 2, three of a kind 6, all four 12."""
    if catch.kind == "set":
        laid = (catch.card, *catch.taken)
        yield line(catch.side, "Set", set_capture, SET, f"{listed(laid)} are of one rank", cards=laid, n=len(laid))


@scores("fall", "Fall", "sweep")
def fall(game: SumRunSet, catch: Catch) -> Any:
    """If the player before you captured nothing and you take the card that was just played, score 2 more, even when
    new hands were dealt in between."""
    if catch.fall is not None:
        yield line(catch.side, "Fall", fall, TWO, f"{catch.fall.sign} was the card just played", cards=(catch.fall,))


@scores("sweep", "Sweep", "sweep")
def sweep(game: SumRunSet, catch: Catch) -> Any:
    """If you leave no card in the pond, score 2 more."""
    if catch.sweep:
        yield line(catch.side, "Sweep", sweep, TWO, "the pond is empty")


@dataclass(frozen=True)
class PitchEnd:
    """The end of a pitch: cards captured by seat, honours by side, pegs by side before they are counted; played_out 0
    when somebody pegged out before the last card."""

    cards: tuple[int, ...] = (0, 0)
    honours: tuple[int, ...] = (0, 0)
    pegs: tuple[int, ...] = (0, 0)
    played_out: int = bounded(0, 1, 1, "1 when every hand was played")


def only_most(numbers: tuple[int, ...]) -> int | None:
    """The place of the greatest number, None if it is there twice."""
    top = max(numbers)
    return numbers.index(top) if numbers.count(top) == 1 else None


@scores("cards", "Most cards", "most-cards")
def most_cards(game: SumRunSet, result: PitchEnd) -> Any:
    """When all hands are played, the player who captured the most cards scores 3, for the partnership if there is
    one. Equal numbers score nothing."""
    best = only_most(result.cards) if result.played_out else None
    if best is not None and max(result.pegs) < game.target:
        yield line(game.side_of[best], "Cards", most_cards, THREE, f"{game.names[best]} captured {result.cards[best]} cards")


@scores("honours", "Most honours", "honours", "counting-out")
def most_honours(game: SumRunSet, result: PitchEnd) -> Any:
    """Then the side with the most fives, tens and kings among its cards scores 5, unless the round has been won by
    then. Equal numbers score nothing."""
    best = only_most(result.honours) if result.played_out else None
    if best is not None and max(game.after_lines(result, most_cards.test(game, result))) < game.target:
        yield line(
            game.sides[best].id, "Honours", most_honours, FIVE, f"{result.honours[best]} fives, tens and kings are the most"
        )


@scores("match-points", "Match points", "match-points", "pegging")
def match_points(game: SumRunSet, result: PitchEnd) -> Any:
    """The winner of a round scores 1 match point, and 1 more for every opponent lurched: left 31 points or more short
    of the target."""
    winner = game.round_winner(result)
    if winner is not None and game.match_points > 1:
        lurched = game.lurched(result)
        double = game.partners and game.lurch == 4 and lurched
        side, formula = game.sides[winner], WON_BOTH if double else WON
        said = f"{side.name} reached {game.target}"
        if lurched:
            said = f"{listed(game.names[s] for s in lurched)} did not pass {game.target - 31}"
        yield line(side.id, "Round won", match_points, formula, said, account="match", n=len(lurched))


@scores("pegs-back", "The pegs go back", "pegging")
def pegs_back(game: SumRunSet, result: PitchEnd) -> Any:
    """After a round of a longer match all pegs go back to the start."""
    if game.round_winner(result) is not None and game.match_points > 1:
        for side, points in zip(game.sides, game.counted(result), strict=True):
            if points:
                yield line(side.id, "Pegs back", pegs_back, BACK_TO_START, "a new round begins", p=points)


COUNT = (most_cards, most_honours)


@lru_cache(maxsize=20_000)
def catches(card: Card, pond: Cards) -> tuple[Capture, ...]:
    """What a card takes out of a pond: runs, sums, sets, each in every way."""
    pip = card.rank in PIP_VALUES
    run = runs(card, pond, PIP_RANKS if pip else FACE_RANKS)
    total = sums(pond, PIP_VALUES[card.rank] if pip else FIFTEEN, PIP_VALUES)
    found = [("run", run), ("sum", total), ("set", same_rank(card, pond))]
    return tuple(Capture(card, taken, kind) for kind, groups in found for taken in groups)


class SumRunSet(FishGame):
    """Play a card and take cards from the pond that add up to it, make a run with it, or share its rank. Captures score
    at once, falls and sweeps add to them; most cards and most honours count at the end."""

    id, title, picture = "sum-run-set", "Sum-Run-Set", "4C 5D 9S"
    seats = (2, 5, 2)
    pack = pack()
    kinds = ("sum", "run", "set")
    catching = (sum_capture, run_capture, set_capture, fall, sweep)
    Result = PitchEnd
    options = (
        Option("partners", False, (False, True), "With four players: partners opposite, or everybody alone.", house=False),
        Option("target", 91, (91, 121), "The points that win a round."),
        Option("match_points", 1, (1, 5, 8), "The match points that win the match; with 1, one round is the match."),
        Option("lurch", 3, (3, 4), "Match points for a round in which a partnership is lurched."),
        deals_option(100, "After so many pitches the match goes to the side that leads; 0 plays on."),
    )
    quiet = {"no-such-capture": "only real captures are offered; others are refused when typed"}

    def setup(self) -> None:
        if self.partners and self.players != 4:
            raise ValueError("Sum-Run-Set: partners=True needs players=4")
        self.each, self.pond_size = (3, 7) if self.players == 5 else (4, 4)
        self.laws: tuple[Rule, ...] = (PACK, TURNS, *([PARTNERS] if self.partners else []))
        self.phases = (PondDealing(laws=(POND,)), Fish(laws=(HOLD_CARD, *self.catching, REST)))
        self.scoring = (*COUNT, match_points, *([pegs_back] if self.match_points > 1 else []))
        self.ends = (PegOut(self.target, self.match_points), Deals(self.deals))

    def catches(self, card: Card | None, pond: Cards) -> tuple[Capture, ...]:
        return catches(card, pond) if card is not None else ()

    # --- the count
    def after_lines(self, result: PitchEnd, lines: Any) -> tuple[int, ...]:
        """The pegs by side with these lines."""
        pegs = list(result.pegs)
        for entry in lines:
            pegs[self.side_index_of(entry.side)] += entry.points
        return tuple(pegs)

    def counted(self, result: PitchEnd) -> tuple[int, ...]:
        """The pegs by side when cards and honours have been counted."""
        return self.after_lines(result, [x for r in COUNT for x in r.test(self, result)])

    def round_winner(self, result: PitchEnd) -> int | None:
        """The index of the side that has pegged out."""
        pegs = self.counted(result)
        return pegs.index(max(pegs)) if max(pegs) >= self.target else None

    def lurched(self, result: PitchEnd) -> tuple[int, ...]:
        """The seats of the losers who are not in the last 30 holes."""
        pegs = self.counted(result)
        if max(pegs) < self.target:
            return ()
        return tuple(s for s in range(self.players) if pegs[self.side_index(s)] <= self.target - 31)

    def result(self, state: Any) -> PitchEnd:
        honours = [0] * len(self.sides)
        for seat, mine in enumerate(state.piles):
            honours[self.side_index(seat)] += sum(c in HONOURS for c in mine)
        return PitchEnd(tuple(map(len, state.piles)), tuple(honours), state.pegs(), int(state.played_out))

    def score(self, result: Any) -> tuple[ScoreLine, ...]:
        return tuple(self.booked(entry) for entry in super().score(result))

    def booked(self, entry: ScoreLine) -> ScoreLine:
        return replace(entry, account="pegs") if self.match_points > 1 and not entry.account else entry

    def pegged(self, entry: ScoreLine, table: Any) -> ScoreLine:
        return self.booked(super().pegged(entry, table))

    def next_standing(self, state: Any, lines: tuple[ScoreLine, ...]) -> Any:
        pegs, rounds = list(state.standing.pegs), list(state.standing.rounds)
        for entry in lines:
            (rounds if entry.account == "match" else pegs)[self.side_index_of(entry.side)] += entry.points
        return super().next_standing(state, lines).but(pegs=tuple(pegs), rounds=tuple(rounds))

    def leaders(self, standing: Any) -> tuple[str, ...]:
        best = max(zip(standing.rounds, standing.pegs, strict=True))
        places = zip(self.sides, standing.rounds, standing.pegs, strict=True)
        return tuple(side.id for side, won, pegs in places if (won, pegs) == best)
