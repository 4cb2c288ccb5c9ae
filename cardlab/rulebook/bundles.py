"""Bundles: take cards of your card's rank from the pond, or somebody's whole bundle from its top.

Source: the common rules of the game, also called Stealing Bundles.  House choices: a card takes all
cards of its rank that lie in the pond, and may take one bundle with them; a card that matches the top
of their own bundle may be added to it; the largest bundle wins a match point, and equal ones nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Game
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.words import Seat, some
from cardlab.families.asking import ranks_named
from cardlab.families.matches import Deals, Race
from cardlab.families.stealing import BundleGame, BundleState, FourCardsAndPond, Stealing, Take


@rule(
    "no-such-capture",
    "Take cards of the same rank",
    "fishing",
    "capture",
    quiet=Typed("2H takes KH"),
)
def no_such_capture(table: BundleState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card. It may take {what_it_takes}. The bundle may be
    your own or another's. If it takes nothing, or you would rather not, it
    joins the pond."""
    real = {m for card in table.hand for m in table.game.catches(table, card)}
    wrong = next((m for m in moves if isinstance(m, Take) and m not in real), None)
    return may_not(
        moves,
        lambda m: isinstance(m, Take) and m not in real,
        "only {ranks} match {card}: all that lie in the pond, and one on top of a bundle",
        lambda: {"ranks": ranks_named(wrong.card.rank) if wrong and wrong.card else ""},
    )


@rule("must-capture", "Capture if you can", "capture")
def must_capture(table: BundleState, moves: tuple[Move, ...]) -> Ruling:
    """If your card takes something, it has to."""
    able = {m.card for m in moves if isinstance(m, Take)}
    return may_not(
        moves, lambda m: not isinstance(m, Take) and m.card in able, "{card} can take something"
    )


NOTES = (
    note(
        "four-cards-and-a-pond",
        "Hands and pond",
        "Deal four cards to each player and four face up to the pond. When all hands are played,"
        " deal four more to each, and none to the pond, until the stock is used up.",
        "deal",
        "hand",
    ),
    note(
        "on-your-bundle",
        "Your bundle",
        "What you take lies face up before you, the card that you played on top. Only the top card"
        " of a bundle can be matched; whoever matches it takes all of it.",
        "capture",
        "symbol",
    ),
    note(
        "eldest-plays-first",
        "Who plays first",
        "The player on the dealer's left plays first, then the others in turn.",
        "eldest",
        "turn",
    ),
    note(
        "last-captor",
        "What is left in the pond",
        "When the last hand has been played, whoever captured last takes what is left in the pond.",
        "fishing",
        "capture",
    ),
)


@dataclass(frozen=True)
class BundleResult:
    """cards: how many each seat has in the bundle."""

    cards: tuple[int, ...] = bounded(0, 52, (30, 22), "cards of {}", each="seat", most=52)


ONE, EACH = Formula("1"), Formula("c", c="cards in the bundle")


@scores("largest-bundle", "The largest bundle", "most-cards")
def largest_bundle(game: Game, result: BundleResult) -> Iterator[ScoreLine]:
    """The largest bundle scores 1. If two are equally large, nobody scores."""
    most = max(result.cards)
    if result.cards.count(most) == 1:
        seat = result.cards.index(most)
        because = game.tell("{who} had {cards}", who=Seat(seat), cards=some(most, "card"))
        yield line(game.sides[seat].id, "Largest bundle", largest_bundle, ONE, because)


@scores("cards-in-the-bundle", "Cards in the bundle", "most-cards")
def cards_in_the_bundle(game: Game, result: BundleResult) -> Iterator[ScoreLine]:
    """Each card in a bundle scores 1 for its player."""
    for side, cards in zip(game.sides, result.cards, strict=True):
        if cards:
            yield line(side.id, "Bundle", cards_in_the_bundle, EACH, "1 point each", c=cards)


class Bundles(BundleGame):
    """Match a card of the pond and take it; match the top of somebody's bundle and take all of it.
    The largest bundle wins."""

    id, title, picture = "bundles", "Bundles", "9S 9H 4D"
    told_first = ("eldest-plays-first", "no-such-capture", "on-your-bundle")
    seats = (2, 4, 2)
    pack = pack()
    Result: type[BundleResult] = BundleResult
    counts_instead = "on-your-bundle"
    one_source = Option(
        False, (False, True), "Whether a card takes from the pond or from a bundle, not from both."
    )
    must = Option(False, (False, True), "Whether a card that can take something must.")
    by_cards = Option(False, (False, True), "Whether each card of a bundle scores 1.")
    target = Option(
        0, range(0, 22), "The match points that win; 0 plays a number of deals.", house=True
    )
    deals = Option(1, range(1, 21), "How many deals make a match.", house=True)

    @property
    def what_it_takes(self) -> str:
        """What a card takes, in words."""
        pond = "all cards of its rank that lie in the pond, or one bundle with its rank on top"
        return f"{pond}, but not both" if self.one_source else f"{pond}, or both"

    def idle(self) -> Mapping[str, str]:
        if self.by_cards:
            return {"target": "where each card counts the match is an agreed number of deals"}
        return {"deals": "the match is a race to the target"} if self.target else {}

    def setup(self) -> None:
        rules = (no_such_capture, *((must_capture,) if self.must else ()))
        self.phases = (FourCardsAndPond(notes=NOTES[:1]), Stealing(rules=rules, notes=NOTES[1:]))
        self.one_side_scores = not self.by_cards
        self.scoring = (cards_in_the_bundle,) if self.by_cards else (largest_bundle,)
        self.ends = (Race(self.target),) if self.target else (Deals(self.deals),)

    def catches(self, table: BundleState, card: Card) -> tuple[Take, ...]:
        phase = next(p for p in self.phases if isinstance(p, Stealing))
        pond = tuple(c for c in table.pond if c.rank == card.rank)
        seats = [s for s, cards in enumerate(table.piles) if cards and cards[-1].rank == card.rank]
        alone = [(pond, None)] if pond else []
        with_bundle = [((), seat) for seat in seats]
        both = [(pond, seat) for seat in seats] if pond and not self.one_source else []
        return tuple(
            phase.take(table, card, part, seat) for part, seat in (*both, *alone, *with_bundle)
        )

    def result(self, state: BundleState) -> BundleResult:
        return BundleResult(tuple(map(len, state.piles)))

    def feats(self, result: BundleResult) -> tuple[Feat, ...]:
        """How many cards everybody has."""
        return tuple(
            Feat((seat,), f"had {some(cards, 'card')} in the bundle")
            for seat, cards in enumerate(result.cards)
        )
