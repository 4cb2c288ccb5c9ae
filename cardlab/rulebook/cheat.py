"""Cheat: lay cards face down, say what they are, and hope that nobody calls.

Source: the common rules of the game, also called I Doubt It.  House choices: the rank goes up by one
at every claim, from ace to king and on to ace; the others are asked in turn, and the first to call
counts; after a call the player on the left of whoever laid goes on; one deal is the match; a deal
that goes on for ``turns`` claims is stopped, and the fewest cards win it.  A second pack is for five
players or more, and leaves a claim at four cards.  Where the others play on for places, each player
scores a point for each one behind, and whoever is out calls no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardlab.engine.cards import pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, listed, number, ordinal, some
from cardlab.families.claims import (
    CallWindow,
    Claim,
    ClaimGame,
    Claiming,
    ClaimState,
    claimed,
    number_is_true,
    one_to_four_cards,
)
from cardlab.families.matches import Deals, Race
from cardlab.families.packets import cards_in_pack
from cardlab.families.packs import PACK_OF_52, packs_option, ranks_only, too_few_for_two
from cardlab.families.whole_hands import LOW_TO_HIGH as ORDER
from cardlab.families.whole_hands import HandsOfAll

SCHEMES = {
    "up": "the next rank up, and an ace after a king",
    "near": "the same rank as the last claim, the next one up or the next one down",
    "same": "the same rank until somebody calls; then any rank",
}


def beside(rank: str, step: int) -> str:
    """The rank so many steps up, round from king to ace.

    >>> beside("K", 1), beside("A", -1)
    ('A', 'K')
    """
    return ORDER[(ORDER.index(rank) + step) % len(ORDER)]


@rule("next-rank", "Say the rank that is due", "rank", "turn", quiet=Typed("claim 1 K"))
def next_rank(table: ClaimState, moves: tuple[Move, ...]) -> Ruling:
    """Each claim names {scheme}. The first claim of a deal names {first_claim}."""
    due = table.game.open_ranks(table)
    named = listed([claimed(2, rank).partition(" ")[2] for rank in due[:3]], "or")
    return may_not(
        moves,
        lambda m: isinstance(m, Claim) and m.rank not in due,
        "{named} are due" if len(due) == 1 else "only {named} are due",
        {"named": named},
    )


LAYING = note(
    "lay-and-claim",
    "Lay and say",
    "In turn, lay cards face down on the pile and say how many they are and of which rank: “two"
    " queens”. They need not be what you say.",
    "bluff",
    "discard-pile",
    "turn",
)
CALLING = note(
    "call-cheat",
    "Cheat!",
    "Before the next player lays, each of the others in turn may call “Cheat!” or let it go. If"
    " somebody calls, the cards just laid are turned up. If one of them is not of the rank that was"
    " said, whoever laid them takes the whole pile; if all are, the caller takes it. The player on"
    " the left of whoever laid goes on.",
    "bluff",
    "discard-pile",
    "turn",
)


@dataclass(frozen=True)
class CheatResult:
    """cards: how many each seat holds at the end."""

    cards: tuple[int, ...] = bounded(
        0, cards_in_pack, (9, 0, 20, 14), "cards of {}", each="seat", most=cards_in_pack
    )

    def cannot(self, game: Game) -> str:
        if self.cards.count(0) > 1:
            return "only one player can be the first to go out; give somebody a card"
        return ""


ONE = Formula("1")


@scores("going-out", "Out of cards", "going-out", part=SheetPart.END)
def going_out(game: Game, result: CheatResult) -> Iterator[ScoreLine]:
    """A player who has no cards left, after the last claim was let go or found true, wins the
    deal and scores 1."""
    for side, held in zip(game.sides, result.cards, strict=True):
        if not held:
            because = game.tell("{who} laid the last card", who=Seat(side.seats[0]))
            yield line(side.id, "Out", going_out, ONE, because)


@scores(
    "fewest-cards",
    "The fewest cards",
    "going-out",
    quiet=Rare("somebody is mostly out sooner", lambda game: CheatResult((9, 3, 20, 14))),
)
def fewest_cards(game: Game, result: CheatResult) -> Iterator[ScoreLine]:
    """If nobody is out after {turns} claims, the deal is stopped, and whoever alone has the fewest
    cards scores 1."""
    least = min(result.cards)
    if least and result.cards.count(least) == 1:
        side = game.sides[result.cards.index(least)]
        because = game.tell(
            "{who} held {cards}", who=Seat(side.seats[0]), cards=some(least, "card")
        )
        yield line(side.id, "Fewest cards", fewest_cards, ONE, because)


@dataclass(frozen=True)
class PlacesResult:
    """places: by seat, its place at the end of the deal; 1 is the first.  Who is left with equally
    many cards shares a place, and the next ones are empty."""

    places: tuple[int, ...] = bounded(
        1, lambda game: game.players, (2, 1, 4, 3, 5, 6), "place of {}", each="seat"
    )

    def cannot(self, game: Game) -> str:
        for place in self.places:
            before = sum(other < place for other in self.places)
            if before != place - 1:
                there = some(place - 1, "player")
                are = "is" if place == 2 else "are"
                return f"before place {place} there {are} {there}, not {number(before)}; change a place"
        return ""


BEHIND = Formula("b", b="players behind")


@scores("place", "The place", "going-out", "player-rank")
def one_for_each_behind(game: Game, result: PlacesResult) -> Iterator[ScoreLine]:
    """Each player scores 1 point for each player behind."""
    for side, place in zip(game.sides, result.places, strict=True):
        if behind := sum(other > place for other in result.places):
            because = game.tell("{who} came {place}", who=Seat(side.seats[0]), place=ordinal(place))
            title = f"{ordinal(place).capitalize()} place"
            yield line(side.id, title, one_for_each_behind, BEHIND, because, b=behind)


PLACES = note(
    "play-on-for-places",
    "Play on for places",
    "A player who has no cards left, after the last claim was let go or found true, is out, is passed"
    " over and calls no more. The others play on until one is left. After {turns} claims the deal is"
    " stopped: the fewer cards somebody holds, the better the place, and equally many share one.",
    "going-out",
    "player-rank",
    part=SheetPart.END,
)
PLAYERS_FOR_TWO_PACKS = 5


class Cheat(ClaimGame):
    """Get rid of your cards by laying them face down and saying what they are. They need not be
    what you say; but if somebody calls “Cheat!”, the truth comes out."""

    id, title, picture = "cheat", "Cheat", "QH 9C QD"
    counts_instead = PACK_OF_52
    seats = (2, 6, 4)
    Result: type[CheatResult] = CheatResult
    scoring: tuple[Rule, ...] = (going_out, fewest_cards)
    packs = packs_option(PLAYERS_FOR_TWO_PACKS)
    follows = Option("up", SCHEMES, "Which rank a claim has to name.")
    places = Option(
        False, (False, True), "Whether the others play on for places when somebody is out."
    )
    turns = Option(
        150,
        range(10, 1001),
        "After this many claims the deal is stopped.",
        house=True,
    )
    target = Option(
        0, range(0, 22), "The match points that win; 0 plays a number of deals.", house=True
    )
    deals = Option(1, range(1, 21), "How many deals make a match.", house=True)

    @property
    def scheme(self) -> str:
        """Which rank a claim has to name, in words."""
        return SCHEMES[self.follows]

    @property
    def first_claim(self) -> str:
        """Which rank the first claim names, in words."""
        return "any rank" if self.follows == "same" else "aces"

    def impossible(self) -> str:
        return too_few_for_two(self, PLAYERS_FOR_TWO_PACKS)

    def idle(self) -> Mapping[str, str]:
        idle = {}
        if self.players == 2:
            idle["places"] = "of two players the first one out leaves the other last"
        if self.target:
            idle["deals"] = "the match is a race to the target"
        return idle

    @property
    def plays_on(self) -> bool:
        return bool(self.places)

    def setup(self) -> None:
        self.pack = pack(decks=self.packs)
        laying = Claiming(rules=(one_to_four_cards, next_rank, number_is_true), notes=(LAYING,))
        self.phases = (HandsOfAll(), laying, CallWindow(notes=(CALLING,)))
        self.notes = (ranks_only("rank", packs=self.packs),)
        self.one_side_scores = not self.places
        if self.places:
            self.notes += (PLACES,)
            self.scoring = (one_for_each_behind,)
            setattr(self, "Result", PlacesResult)  # noqa: B010
        self.ends = (Race(self.target),) if self.target else (Deals(self.deals),)

    def open_ranks(self, state: ClaimState) -> tuple[str, ...]:
        if not state.last:
            return tuple(ORDER) if self.follows == "same" else ("A",)
        if self.follows == "near":
            return tuple(beside(state.last, step) for step in (0, 1, -1))
        return (state.last if self.follows == "same" else beside(state.last, 1),)

    def due_in(self, table: ClaimState, rank: str) -> int:
        """Where the rank goes up by one at each claim, the own claims until this one."""
        if self.follows != "up" or not table.last:
            return 0
        ahead = (ORDER.index(rank) - ORDER.index(table.last) - 1) % len(ORDER)
        still_in = self.players - len(table.out)
        return next(n for n in range(len(ORDER)) if (n * still_in - ahead) % len(ORDER) == 0)

    def rank_after_a_call(self, state: ClaimState) -> str:
        return "" if self.follows == "same" else state.last

    def stopped(self, state: ClaimState) -> bool:
        return bool(state.turns >= self.turns)

    def result(self, state: ClaimState) -> CheatResult | PlacesResult:
        held = tuple(map(len, state.hands))
        if not self.places:
            return CheatResult(held)
        # whoever is out was before everybody who holds cards
        rank = {seat: n - self.players for n, seat in enumerate(state.out)}
        standing = [rank.get(seat, cards) for seat, cards in enumerate(held)]
        return PlacesResult(tuple(1 + sum(other < own for other in standing) for own in standing))

    def feats(self, result: CheatResult | PlacesResult) -> tuple[Feat, ...]:
        """Who went out, and what the others held; with places, who came in which."""
        if isinstance(result, PlacesResult):
            return tuple(
                Feat((seat,), f"came {ordinal(place)}") for seat, place in enumerate(result.places)
            )
        return tuple(
            Feat((seat,), f"held {some(held, 'card')} at the end" if held else "went out")
            for seat, held in enumerate(result.cards)
        )
