"""Scotch Whist (Catch the Ten): catch the ten of trumps, and count out in a fixed order.

Source: the Scotch Whist entry of the project's first collection of rules.  House choices: 41 points
are enough (the entry also says "exceed"; option); fewer cards than were dealt cost nothing; if
several pass 41 with one step of the count, the higher total wins, and equal ones go on counting,
then play on; two players hold one hand each; everybody plays alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import pack
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, chosen, side_of
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, line
from cardlab.engine.words import some
from cardlab.families.matches import CountingGame, Race
from cardlab.families.tricks import TrickGame, Tricks, TrickState
from cardlab.families.turnup import TurnUpDealing

TRUMP_POINTS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 11}
NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack"}

PACK = note(
    "scotch-pack",
    "The pack fits the players",
    "Use ace to six of each suit, 36 cards; five or seven players take out the six of clubs. All"
    " the cards are dealt.",
    "stripped-pack",
    part=SheetPart.PACK,
)
RANKING = note(
    "promoted-jack",
    "The jack is the best trump",
    "In trumps the jack is highest: J A K Q 10 9 8 7 6. In the other suits the ace is high and the"
    " jack below the queen.",
    "altered-order",
    "trump",
)
IN_ORDER = note(
    "count-in-order",
    "The count has an order",
    "Count in this order: the ten of trumps, the cards taken, then ace, king, queen and jack of"
    " trumps. A player who reaches the target with a step wins at once, and the rest is not"
    " counted. If several do, the higher total wins; while they are equal the count goes on.",
    "counting-out",
    part=SheetPart.SCORING,
)


@dataclass(frozen=True)
class ScotchWhistResult:
    """dealt: cards a player; before, taken: points before the deal and cards taken, by side; the
    others: the index of the side that took that trump (None: nobody)."""

    dealt: int = bounded(
        lambda g: g.hand_size, lambda g: g.hand_size, 9, "cards dealt to each player"
    )
    before: tuple[int, ...] = bounded(0, 40, (0, 0, 0, 0), "score before: {}", each="side")
    taken: tuple[int, ...] = chosen(
        lambda g: range(0, len(g.pack) + 1, g.players),
        (12, 8, 8, 8),
        "cards of {}",
        each="side",
        total=lambda g: len(g.pack),
    )
    ten: int | None = side_of(0, "who took the ten of trumps")
    ace: int | None = side_of(1, "who took the ace")
    king: int | None = side_of(1, "who took the king")
    queen: int | None = side_of(2, "who took the queen")
    jack: int | None = side_of(3, "who took the jack")

    def cannot(self, game: ScotchWhist) -> str:
        took = {
            x
            for x in (self.ten, self.ace, self.king, self.queen, self.jack)
            if x is not None and not self.taken[x]
        }
        return (
            f"{game.sides[min(took)].name} took no card at all; give that trump to somebody else"
            if took
            else ""
        )


CARD = Formula("v", v="value of the card")
OVER = Formula(
    "max(c - h, 0)", c="cards taken", h=Quantity("", "cards dealt to each player", "cards dealt")
)


@scores("catch-the-ten", "Catch the ten", "card-points")
def catch_the_ten(game: ScotchWhist, result: ScotchWhistResult) -> Any:
    """The player who takes the ten of trumps in a trick scores 10 for it."""
    if result.ten is not None:
        yield line(
            game.sides[result.ten].id,
            "Ten of trumps",
            catch_the_ten,
            CARD,
            "the ten was caught",
            v=TRUMP_POINTS["T"],
        )


@scores("cards-over-hand", "A point for each card above the hand", "most-cards")
def cards_over_hand(game: ScotchWhist, result: ScotchWhistResult) -> Any:
    """Each player scores a point for every card taken in tricks above the number that was dealt
    to a hand; fewer cost nothing."""
    for side, cards in zip(game.sides, result.taken, strict=False):
        if cards > result.dealt:
            because = f"{cards} cards taken, {result.dealt} dealt"
            yield line(side.id, "Cards", cards_over_hand, OVER, because, c=cards, h=result.dealt)


@scores("trump-honours", "The other trump honours", "card-points", "score-keeping")
def trump_honours(game: ScotchWhist, result: ScotchWhistResult) -> Any:
    """The player who takes another trump honour scores 4 for the ace, 3 for the king, 2 for the
    queen and 11 for the jack."""
    for rank, name in NAMES.items():
        taker = getattr(result, name)
        if taker is not None:
            title, because = (
                f"{name.capitalize()} of trumps",
                game.tell("{who} took it", who=game.sides[taker]),
            )
            yield line(
                game.sides[taker].id, title, trump_honours, CARD, because, v=TRUMP_POINTS[rank]
            )


class ScotchWhist(CountingGame, TrickGame):
    """Two to seven players, each alone. The jack is the best trump and the ten the one to catch;
    cards and trump honours are counted in a fixed order, and the first {finish} wins in the
    middle of the count."""

    id, title, picture = "scotch-whist", "Scotch Whist", "TH JH AH"
    seats = (2, 7, 4)
    ranks, trump_ranks = "AKQJT9876", "JAKQT9876"
    per_trick, trump_points = 0, TRUMP_POINTS
    target = Option(41, range(11, 201), "The score that wins the match.")
    finish = Option(
        "reach",
        {"reach": "to reach {target}", "exceed": "to pass {target}"},
        "Whether the target has to be reached or passed.",
        house=True,
    )
    notes = (PACK, RANKING, IN_ORDER)
    scoring = (catch_the_ten, cards_over_hand, trump_honours)
    Result: type[ScotchWhistResult] = ScotchWhistResult

    def setup(self) -> None:
        cards = pack(self.ranks)
        self.pack = tuple(c for c in cards if c != "6C") if self.players in (5, 7) else cards
        self.hand_size = len(self.pack) // self.players
        self.phases = (TurnUpDealing(each=self.hand_size), Tricks())
        self.ends = (Race(self.target + (self.finish == "exceed"), alone=True),)

    def take_hands(self, each: int) -> None:
        self.hand_size = each

    def result(self, state: TrickState) -> ScotchWhistResult:
        trump = state.order.trump
        honours = {
            name: state.side_with(f"{rank}{trump}") for rank, name in {"T": "ten", **NAMES}.items()
        }
        taken = tuple(map(len, state.taken_by_side()))
        return ScotchWhistResult(self.hand_size, state.standing.totals, taken, **honours)

    def panels(self, state: TrickState) -> dict[str, Any]:
        panels = super().panels(state)
        for seat, taken in enumerate(state.taken_by_side() if state.taken else ()):
            if taken:
                panels["notes"].setdefault(seat, []).append(f"took {some(len(taken), 'card')}")
        return panels
