"""Rhapsody: climb with cards of one rank until your hand is empty; the order in which the hands
run out is a rank, and the rank decides who gives cards to whom in the next deal.

Source: the common rules of the game that is best known as President, and the title and size of its
page in the project's fourth document, which gives it a name of its own.  House choices: two packs
from eight players; equal ranks never beat, and nothing but a higher rank does; the exchange is made
by all at the same time; whoever goes out first scores one point less than there are players, the
last nothing; a match is played to 11, and equal leaders play on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, pack, without
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Game, Standing
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, ordinal
from cardlab.families.climbing import (
    Cards,
    CardShape,
    Climbing,
    ClimbingGame,
    ClimbState,
    Dealt,
    higher_rank,
    must_contain,
    must_pass_or_play,
    no_combination,
    same_number,
)
from cardlab.families.matches import Deals, Race
from cardlab.families.passing import Giving

FIRST = Card("3C")
LEADERS = {"president": "the president", "scum": "the scum"}
PLAYERS_TO_A_PACK = 7
"""The most players for whom one pack is usual."""


@dataclass(frozen=True)
class RankedStanding(Standing):
    """places: the seats in the order in which they went out in the last deal; none before that."""

    places: tuple[SeatNo, ...] = ()


def titles(players: int) -> tuple[str, ...]:
    """What the places are called, from the first to the last.

    >>> titles(5)
    ('president', 'vice-president', 'citizen', 'vice-scum', 'scum')
    >>> titles(3), titles(2)
    (('president', 'citizen', 'scum'), ('president', 'scum'))
    """
    if players < 4:
        return ("president", *["citizen"] * (players - 2), "scum")
    middle = ["citizen"] * (players - 4)
    return ("president", "vice-president", *middle, "vice-scum", "scum")


# --- the exchange


class Gift(NamedTuple):
    """How many cards a seat gives, to whom, and whether they have to be its best."""

    cards: int
    receiver: int
    best: bool


def gifts(places: tuple[int, ...]) -> dict[int, Gift]:
    """Who gives what to whom, by the places of the last deal.

    >>> gifts((3, 0, 1, 2))[2], gifts((3, 0, 1, 2))[0]
    (Gift(cards=2, receiver=3, best=True), Gift(cards=1, receiver=1, best=False))
    """
    if len(places) < 2:
        return {}
    first, last = places[0], places[-1]
    many = 2 if len(places) > 3 else 1
    exchanged = {first: Gift(many, last, False), last: Gift(many, first, True)}
    if len(places) > 3:
        second, before_last = places[1], places[-2]
        exchanged[second] = Gift(1, before_last, False)
        exchanged[before_last] = Gift(1, second, True)
    return exchanged


@rule(
    "best-cards-up",
    "The best cards go up",
    "player-rank",
    "card-exchange",
    look="Which place did you have in the last deal, and which are your highest cards?",
)
def best_cards_up(table: Any, moves: tuple[Move, ...]) -> Ruling:
    """{best_givers} No choice is left to them but between cards of one rank. Those who are given
    the best cards return as many of their own, any that they like."""
    gift = gifts(table.standing.places)[table.me]
    if not gift.best:
        return silent(moves, "{you} may give any cards")
    height = table.game.heights.rank_height
    chosen = table.phase.choices(table, table.me)
    # of two packs a hand may have one card twice, and both may be among the best
    left = without(table.hand, [move.card for move in chosen])
    still = min(gift.cards - len(chosen), len(left))
    bar = sorted(map(height, left), reverse=True)[still - 1]
    best = [card for card in left if height(card) >= bar]
    return may_not(
        moves,
        lambda m: m.card is not None and height(m.card) < bar,
        "{you} {were} {title}, and the best "
        + ("card goes up: {best}" if len(best) == 1 else "cards go up: {best}"),
        {
            "title": titles(table.game.players)[table.standing.places.index(table.me)],
            "best": table.game.heights.sorted(best),
        },
        leaves=lambda m: m.card is not None,
    )


class RankExchange(Giving):
    """The lower places give their best cards to the upper ones, and get any others back."""

    part = SheetPart.BEFORE

    id, title, doing = "exchange", "The exchange", "choose cards to give"
    prompt = "Cards are exchanged."
    notes = (
        note(
            "exchange",
            "Cards change hands",
            "From the second deal on, cards are exchanged before the first lead. Everybody who"
            " gives some chooses them before seeing those that come: {exchange}.",
            "card-exchange",
            "player-rank",
        ),
    )
    rules = (best_cards_up,)

    def lacking(self, state: ClimbState) -> str:
        if state.standing.places:
            return ""
        return "Cards go from place to place here: give places, the seats in their order"

    def choosers(self, state: ClimbState) -> tuple[int, ...]:
        giving = gifts(state.standing.places)
        return tuple(seat for seat in super().choosers(state) if seat in giving)

    def owed(self, state: ClimbState, seat: int) -> int:
        return gifts(state.standing.places)[seat].cards

    def receiver(self, state: ClimbState, seat: int) -> int:
        gift = gifts(state.standing.places).get(seat)
        return seat if gift is None else gift.receiver

    def enter(self, state: ClimbState) -> Any:
        if not state.standing.places:
            return state.game.next_phase(state)
        return super().enter(state)

    def reveal(self, state: ClimbState) -> Any:
        given = super().reveal(state)
        return given.but(hands=tuple(state.game.held(hand) for hand in given.hands))

    def asks(self, state: ClimbState) -> str:
        if state.me is None or state.me not in gifts(state.standing.places):
            return self.prompt
        place = titles(state.game.players)[state.standing.places.index(state.me)]
        return f"You were {place}. {super().asks(state)}"


# --- the play


RANKS_ONLY = note(
    "ranks-only",
    "Only ranks matter",
    "The rank of a card decides, its suit plays no part. The three is the lowest rank; two and ace"
    " stand above the king.",
    "rank",
)
TWO_PACKS = note(
    "two-packs",
    "Two packs",
    "Two packs are shuffled together, so that up to eight cards of a rank can be played at once.",
    "multi-deck",
)
PLACES = note(
    "places",
    "Places",
    "The player who runs out of cards first has the first place, and the others play on until"
    " one is left. The places, from the first to the last: {place_titles}.",
    "player-rank",
    "shedding",
    "going-out",
    part=SheetPart.END,
)
OUT = note(
    "out-of-cards",
    "Out of cards",
    "A player who is out of cards is passed over. Cards that such a player has laid still have"
    " to be beaten.",
    "shedding",
    "going-out",
)
LEADS = note("first-leader", "Who leads first", "{first_leads}", "player-rank", "turn")


@rule("one-rank", "Cards of one rank", "set", "rank", quiet=Typed("play 3C 4D"))
def one_rank(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card, or several of one rank together."""
    return no_combination(table, moves, "cards that are laid together are of one rank")


@rule("first-card", "The lowest card leads first", "climbing", look="Is this the first lead?")
def first_card(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """The very first lead contains 3♣, alone or with other threes."""
    if table.standing.places:
        return silent(moves, "places decide who leads")
    return must_contain(table, moves, FIRST)


# --- the score


@dataclass(frozen=True)
class RhapsodyResult:
    """places: by seat, the place in the order in which the hands ran out; 1 is the first."""

    places: tuple[int, ...] = bounded(
        1,
        lambda game: game.players,
        (2, 1, 4, 3, 5, 6, 7, 8, 9, 10, 11, 12),
        "place of {}",
        each="seat",
    )

    def cannot(self, game: Game) -> str:
        for place in range(1, game.players + 1):
            if self.places.count(place) > 1:
                return f"two players cannot both have place {place}; change one of them"
        return ""


PLACE = Formula("n - p", n="players", p="place")


@scores("place", "The place", "player-rank", "going-out")
def place_counts(game: Game, result: RhapsodyResult) -> Iterator[ScoreLine]:
    """Each player scores as many points as there are players with a lower place: whoever is out
    first one less than there are players, the last nothing."""
    for side, place in zip(game.sides, result.places, strict=True):
        if place < game.players:
            title = titles(game.players)[place - 1].capitalize()
            because = game.tell(
                "{who} finished {place}", who=Seat(side.seats[0]), place=ordinal(place)
            )
            yield line(side.id, title, place_counts, PLACE, because, n=game.players, p=place)


class Rhapsody(ClimbingGame):
    """Get rid of your cards by climbing: play as many cards of a higher rank as lie there, or
    pass. The order in which the hands run out is a rank, from the president down to the
    scum{what_for}."""

    id, title, picture = "rhapsody", "Rhapsody", "9C 9D 2H 2S"
    told_first = (
        "first-leader",
        "first-card",
        "one-rank",
        "must-pass-or-play",
        "same-number",
        "higher-rank",
    )
    seats = (2, 12, 4)
    scoring = (place_counts,)
    Standing: type[RankedStanding] = RankedStanding
    Result: type[RhapsodyResult] = RhapsodyResult
    ranks = "2AKQJT9876543"
    packs = Option(
        0,
        {0: "one pack, from eight players two", 1: "one pack", 2: "two packs"},
        "How many packs are shuffled together.",
    )
    leader = Option("president", LEADERS, "Who leads first from the second deal on.")
    pass_out = Option(
        False,
        (False, True),
        "Whether a player who has passed is out until the cards are put aside.",
    )
    exchange_cards = Option(True, (True, False), "Whether cards are exchanged after the deal.")
    seated = Option(
        False,
        (False, True),
        "Whether the seats are places from the start: the first is the president's, the last the"
        " scum's.",
        house=True,
    )
    target = Option(11, range(0, 201), "The score that wins; 0 plays a number of deals.")
    deals = Option(5, range(1, 51), "How many deals make a match.", house=True)

    def result_lacks(self, state: Any) -> str:
        if {*state.finished} == {*range(self.players)}:
            return super().result_lacks(state)
        return "Everybody has a place when a deal ends: give finished, all players in their order"

    def setup(self) -> None:
        self.pack = pack(decks=self.decks)
        self.most_of_rank = 4 * self.decks
        self.may_return = not self.pass_out
        first = () if self.seated else (first_card,)
        rules = (one_rank, *first, must_pass_or_play, same_number, higher_rank)
        play = Climbing(rules=rules, notes=(*Climbing.notes, OUT, LEADS))
        self.phases = (Dealt(), *((RankExchange(),) if self.exchange_cards else ()), play)
        self.notes = (RANKS_ONLY, *((TWO_PACKS,) if self.decks == 2 else ()), PLACES)
        self.ends = (Race(self.target, alone=True),) if self.target else (Deals(self.deals),)

    def idle(self) -> Mapping[str, str]:
        return {"deals": "the match is a race to the target"} if self.target else {}

    @property
    def decks(self) -> int:
        """How many packs are used."""
        return self.packs or (2 if self.players > PLAYERS_TO_A_PACK else 1)

    def impossible(self) -> str:
        if self.packs == 1 and self.players > PLAYERS_TO_A_PACK:
            return f"{self.players} players need two packs; leave packs out, or choose packs=2"
        return ""

    def spelled_out(self) -> Mapping[str, Any]:
        return {"packs": 2 if self.players > PLAYERS_TO_A_PACK else 1}

    # --- the words of the sheet
    @property
    def place_titles(self) -> str:
        """What the places are called, from the first to the last."""
        return ", ".join(dict.fromkeys(titles(self.players)))

    @property
    def best_givers(self) -> str:
        """Who gives the best cards to whom, as sentences."""
        if self.players < 4:
            return "The scum gives the best card to the president."
        return (
            "The scum gives the two best cards to the president, and the vice-scum the best one to"
            " the vice-president."
        )

    @property
    def exchange(self) -> str:
        """How many cards change hands."""
        if self.players < 4:
            return "one between the president and the scum"
        return (
            "two between the president and the scum, one between the vice-president and the"
            " vice-scum"
        )

    @property
    def what_for(self) -> str:
        """What the rank is good for, as the end of a sentence."""
        if not self.exchange_cards:
            return ""
        return ", and in the next deal the scum gives the best cards to the president"

    @property
    def later_leader(self) -> str:
        """Who leads first when there are places."""
        return LEADERS[self.leader]

    @property
    def first_leads(self) -> str:
        """Who leads first of all, as a sentence."""
        if self.seated:
            return f"In each deal {self.later_leader} leads first."
        return (
            "In the first deal the holder of 3♣ leads; if there are two, the first of them from the"
            f" dealer's left. From the second deal on {self.later_leader} leads first."
        )

    # --- the play
    def opening(self) -> Any:
        standing = super().opening()
        return standing.but(places=tuple(range(self.players))) if self.seated else standing

    def made_of(self, cards: Cards) -> CardShape:
        if len({card.rank for card in cards}) != 1:
            return CardShape("", len(cards))
        kind = "single" if len(cards) == 1 else "set"
        return CardShape(kind, len(cards), (self.heights.rank_height(cards[0]),))

    def leading_card(self, state: Any) -> Card | None:
        return None if state.standing.places else FIRST

    def first_leader(self, state: ClimbState) -> int:
        places = state.standing.places
        if places:
            return int(places[0 if self.leader == "president" else -1])
        seats = (*state.seats_after(state.dealer), state.dealer)
        holders = [seat for seat in seats if FIRST in state.hands[seat]]
        return int((*holders, *seats)[0])

    def decided(self, state: ClimbState) -> bool:
        return sum(map(bool, state.hands)) < 2

    def all_finished(self, state: ClimbState) -> Any:
        """Whoever still has cards is the last."""
        last = tuple(seat for seat, hand in enumerate(state.hands) if hand)
        return state.but(finished=(*state.finished, *last))

    # --- from deal to deal
    def result(self, state: ClimbState) -> RhapsodyResult:
        return RhapsodyResult(tuple(state.finished.index(seat) + 1 for seat in range(self.players)))

    def next_standing(self, state: ClimbState, lines: Iterable[ScoreLine]) -> Any:
        return super().next_standing(state, lines).but(places=state.finished)

    def feats(self, result: RhapsodyResult) -> tuple[Feat, ...]:
        """The place of everybody."""
        named = titles(self.players)
        return tuple(
            Feat((seat,), f"finished {ordinal(place)}, as {named[place - 1]}")
            for seat, place in enumerate(result.places)
        )

    def panels(self, state: Any) -> dict[str, Any]:
        """The title that everybody has from the last deal."""
        panels = super().panels(state)
        for place, seat in enumerate(state.standing.places):
            title = titles(self.players)[place]
            panels["notes"].setdefault(seat, []).insert(0, title)
        return panels
