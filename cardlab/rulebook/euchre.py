"""Euchre (North American): five tricks, the jacks of one colour on top, and a turned card that may
be ordered up.

Source: common rules of the four-player game.  House choices: if everybody passes twice the next
player deals; a dealer whose partner plays alone still takes up the card and puts one away; eldest
leads even when somebody plays alone, unless eldest sits out; a lone maker who is euchred costs no
more than two; the dealer names the suit of a turned joker.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import JOKER, RANK_NAMES, Card, Suit, pack
from cardlab.engine.feats import Feat
from cardlab.engine.options import Option
from cardlab.engine.ordering import bowers
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, side_of, switch
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import some
from cardlab.families.matches import Race
from cardlab.families.order_up import (
    NAMES,
    ORDERS,
    DefendAlone,
    NameInTurn,
    NameOffered,
    OfferDealing,
    OrderUp,
    OrderUpGame,
    OrderUpState,
    PickUp,
    assist_alone,
    dealer_must_name,
    not_the_turned_suit,
    trumps_are_made,
)
from cardlab.families.tricks import PARTNERS, Tricks, follow_suit

NEEDED = 3
"""The tricks that the makers have to take."""
ALL = 5
RANKS = "AKQJT987"

PACK = note(
    "euchre-pack",
    "A short pack",
    "The cards below the {lowest} are left out of the standard pack{and_joker}.",
    "stripped-pack",
    part=SheetPart.PACK,
)
BOWERS = note(
    "bowers",
    "The bowers",
    "The jack of trumps, the right bower, {right_bower_rank}. Below it comes the other jack of the"
    " same colour, the left bower: it is a trump, and no longer a card of the suit it shows. Then"
    " follow A K Q and the cards from the ten down.",
    "bower",
    "altered-order",
    "colour",
)
BEST_BOWER = note(
    "best-bower", "The best bower", "The joker is the highest trump of all.", "joker", "bower"
)
PLAY_ALONE = note(
    "play-alone",
    "Playing alone",
    "A player who orders up or names a suit may add that they play alone. The partner then puts the cards"
    " down and sits out the deal; a dealer who sits out still takes up a card that was ordered up.",
    "drop-out",
    "contract",
)
PASSED_TWICE = note(
    "passed-twice",
    "All pass twice",
    "If all four pass again, the cards are thrown in and the next player deals.",
    "named-trump",
)
LONE_LEAD = note(
    "lead-against-alone",
    "The lead when somebody plays alone",
    "If the maker plays alone, {lone_leader} leads to the first trick. Each trick has one card"
    " of everybody who is playing.",
    "eldest",
    "drop-out",
)

auction_over = trumps_are_made(
    "auction-over",
    "No calls once trumps are made",
    "accept-trump",
    text="The first to order up or to name a suit makes trumps; after that nobody calls.",
)


@dataclass(frozen=True)
class EuchreResult:
    """makers: index of the side that made trumps; alone: its maker played alone; against: an
    opponent defended alone."""

    makers: int = side_of(0, "who made trumps")
    tricks: tuple[int, int] = bounded(0, ALL, (3, 2), "tricks of {}", each="side", total=ALL)
    alone: bool = switch(False, "the maker played alone")
    against: bool = switch(False, "an opponent defended alone", when=lambda game: game.defend_alone)

    @property
    def did(self) -> str:
        """What the makers did."""
        return f"made trumps and took {some(self.tricks[self.makers], 'trick')}"

    def cannot(self, game: Euchre) -> str:
        if self.against and not self.alone:
            return "an opponent defends alone only against a maker who plays alone; set both"
        return ""


MADE = Formula(
    "1 + five*({march} - 1 + ({lone_march} - {march})*alone)",
    five=Quantity("[t = 5]", "1 for all five tricks", "all five tricks", idle=0),
    alone="[alone]: 1 if the maker played alone",
)
EUCHRED = Formula(
    "{euchre} + {lone_defender_adds}*lone",
    lone=Quantity("[alone]", "1 if an opponent defended alone", idle=0),
)


@scores("made", "The makers score", "contract", "slam", "score-keeping")
def makers_score(game: Euchre, result: EuchreResult) -> Iterator[ScoreLine]:
    """The makers need three tricks. For three or four they score 1; for all five, the march,
    {march}, or {lone_march} if the maker played alone."""
    side, tricks = game.sides[result.makers], result.tricks[result.makers]
    if tricks >= NEEDED:
        because = game.tell("{who} {did}", who=side, did=result.did)
        five = tricks == ALL
        made, alone = MADE.agreed(game), result.alone
        yield line(side.id, "Made", makers_score, made, because, five=five, alone=alone)


@scores("euchred", "The makers are euchred", "contract", "score-keeping")
def euchred(game: Euchre, result: EuchreResult) -> Iterator[ScoreLine]:
    """If the makers take fewer than three tricks they are euchred, and the other side scores
    {euchre}{lone_defender_text}."""
    makers, others = game.sides[result.makers], game.sides[1 - result.makers]
    tricks = result.tricks[result.makers]
    if tricks < NEEDED:
        because = game.tell("{who} {did}", who=makers, did=result.did)
        yield line(
            others.id, "Euchred", euchred, EUCHRED.agreed(game), because, lone=result.against
        )


class Euchre(OrderUpGame):
    """Four players, two against two, five cards each. One side makes trumps and must take three of
    the five tricks; the two jacks of the trump colour stand above the ace."""

    may_have_no_result = True
    id, title, picture = "euchre", "Euchre", "JH JD AH KH"
    bid_values = "euchre-bids"
    partners = True
    one_side_scores = True
    scoring = (makers_score, euchred)
    Result: type[EuchreResult] = EuchreResult

    cards = Option(
        24,
        {24: "the nine", 28: "the eight", 32: "the seven"},
        "The lowest rank in the pack.",
    )
    benny = Option(False, (False, True), "Add a joker, which stands above the bowers.")
    stick_dealer = Option(
        False,
        (False, True),
        "If everybody else has passed twice, the dealer must name a suit.",
        house=True,
    )
    assist_alone = Option(
        False, (False, True), "The dealer's partner may order up only to play alone.", house=True
    )
    lead = Option(
        "eldest",
        {
            "eldest": "the first player on the dealer's left who is playing",
            "left-of-loner": "the first player on the maker's left who is playing",
        },
        "Who leads when somebody plays alone.",
        house=True,
    )
    defend_alone = Option(
        False,
        (False, True),
        "Against a maker who plays alone an opponent may defend alone.",
        house=True,
    )
    march = Option(2, range(1, 7), "What the makers score for all five tricks.")
    lone_march = Option(4, range(1, 11), "What a maker who plays alone scores for all five.")
    euchre = Option(2, range(1, 7), "What the others score when the makers fail.")
    lone_defender_adds = Option(
        2, range(1, 9), "What an opponent who defended alone scores besides when the makers fail."
    )
    target = Option(10, range(5, 16), "The score that wins the match.")
    quiet = {
        "auction-over": Typed("order up"),
        "discard-one": Typed("pass"),
    }

    def setup(self) -> None:
        self.ranks = RANKS[: self.cards // 4]
        self.pack = pack(self.ranks, jokers=int(self.benny))
        joker = (BEST_BOWER,) if self.benny else ()
        self.notes = (PACK, PARTNERS, *joker, BOWERS)
        stuck = (dealer_must_name,) if self.stick_dealer else ()
        thrown_in = () if self.stick_dealer else (PASSED_TWICE,)
        self.phases = (
            OfferDealing(each=5),
            *((NameOffered(),) if self.benny else ()),
            OrderUp(
                rules=(assist_alone,) if self.assist_alone else (),
                notes=(*OrderUp.notes, PLAY_ALONE),
            ),
            PickUp(),
            NameInTurn(rules=(not_the_turned_suit, *stuck), notes=(*NameInTurn.notes, *thrown_in)),
            *((DefendAlone(),) if self.defend_alone else ()),
            EuchreTricks(),
        )
        self.ends = (Race(self.target),)

    def promoted(self, trump: Suit) -> tuple[Card, ...]:
        return (*((JOKER,) if self.benny else ()), *bowers(trump))

    def idle(self) -> dict[str, str]:
        return {} if self.defend_alone else {"lone_defender_adds": "nobody defends alone"}

    @property
    def lowest(self) -> str:
        return RANK_NAMES[self.ranks[-1]]

    @property
    def and_joker(self) -> str:
        return ", and a joker is added" if self.benny else ""

    @property
    def right_bower_rank(self) -> str:
        return "is second only to the joker" if self.benny else "is the highest trump"

    @property
    def lone_leader(self) -> str:
        """Who leads when somebody plays alone."""
        return Euchre.lead.words(self.lead)

    @property
    def lone_defender_text(self) -> str:
        if not self.defend_alone:
            return ""
        counts = EUCHRED.of(self, lone=1)
        return f", or {counts} if an opponent of a lone maker defended alone"

    def needs(self, state: OrderUpState) -> int:
        return NEEDED

    def feats(self, result: EuchreResult) -> tuple[Feat, ...]:
        """What the makers took."""
        tricks = result.tricks[result.makers]
        made = tricks >= NEEDED
        so = "euchred"
        if made:
            so = "a march" if tricks == ALL else "contract made"
        return (Feat(self.sides[result.makers].seats, result.did, so, made),)

    def result(self, state: OrderUpState) -> EuchreResult | None:
        if state.declarer is None:
            return None
        makers = self.side_index(state.declarer)
        ours, theirs = state.tricks_by_side()
        return EuchreResult(makers, (ours, theirs), state.alone, len(state.loners) == 2)


class EuchreTricks(Tricks):
    """Eldest leads, or the player next to a maker who plays alone."""

    rules = (auction_over, follow_suit)
    notes = (*Tricks.notes, LONE_LEAD)
    understood = (*ORDERS, *NAMES)

    def leader(self, state: Any) -> int:
        if state.alone and state.game.lead == "left-of-loner":
            return int(state.after_seat(state.declarer))
        return super().leader(state)
