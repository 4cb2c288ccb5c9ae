"""Blind Don: two players, nine stacks of two cards each, and only the upper cards can be played until
they have laid the lower ones bare.

Source: common rules of the game for two that comes from Nine-Card Don, with the traditional points.
House choices: a lower card is turned up when the trick is over; the match is a race to 121 holes that
ends in the middle of a deal (``target``), or an agreed number of deals (``deals``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceDown
from cardlab.engine.game import HOLD_CARD, Dealing, Phase
from cardlab.engine.moves import Deal, Play
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded
from cardlab.engine.rulings import note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import Seat, listed
from cardlab.families.matches import Deals, RaceAtOnce
from cardlab.families.solo import LEAD_MAKES_TRUMPS
from cardlab.families.tricks import (
    ELDEST_LEADS,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    Trick,
    TrickGame,
    Tricks,
    TrickState,
    follow_suit,
)

STACKS = 9
HONOURS = {"A": 4, "K": 3, "Q": 2, "J": 1, "9": 9}
"""What trumps peg for the winner of their trick."""
FOR_GAME = {"A": 4, "K": 3, "Q": 2, "J": 1, "T": 10}
"""What cards of every suit count for game."""
GAME, ALL_FOR_GAME = 8, 4 * sum(FOR_GAME.values())

Piles = tuple[tuple[Card, ...], ...]

PACK = note(
    "don-pack",
    "The pack of 36",
    "The cards below the six are left out of the standard pack.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
DEAL = note(
    "nine-stacks",
    "Nine stacks of two",
    "Deal each player nine cards in a row, face down, and nine more face up on top of them.",
    "deal",
    "open-blind-hole",
)
VISIBLE = note(
    "visible-cards-only",
    "Only cards that lie face up can be played",
    "Play only cards that lie face up; nobody knows the others.",
    "open-blind-hole",
)
TURN_UP = note(
    "turned-up-after-the-trick",
    "A bare card is turned up",
    "When a trick is over, a card that lay under a card of it is turned up, and can be played"
    " from the next trick on.",
    "open-blind-hole",
)
PEGGED = note(
    "trump-honours",
    "Trumps that peg",
    "A player who wins a trick pegs for the trumps in it at once: 4 for the ace; 3 for the king;"
    " 2 for the queen; 1 for the jack; 9 for the nine.",
    "honours",
    "score-keeping",
)


# --- the stacks


@dataclass(frozen=True)
class BlindDonState(TrickState):
    """The hands are the cards that lie face up.  blind: the lower cards, by seat; covers: the card
    that was dealt on each of them."""

    blind: FaceDown[Piles] = ()
    covers: Piles = ()

    hands_grow: ClassVar[bool] = True

    def missing(self) -> str:
        """The cards that lie under others."""
        if [*map(len, self.blind)] == [*map(len, self.covers)]:
            return super().missing()
        return "Cards lie under others here: give covers, and blind, one card for each of them"

    def sees(self, viewer: int, seat: int) -> bool:
        """Everybody sees all cards that lie face up."""
        return True

    def covering(self, seat: int) -> tuple[Card, ...]:
        """The cards that still lie on the one they were dealt on."""
        return self.covers[seat] if self.covers else ()

    def turned_up(self, seat: int, top: Card) -> Any:
        """The table after the card under this one, if there is one, was turned up."""
        if not self.covers or top not in self.covers[seat]:
            return self
        at = self.covers[seat].index(top)
        below = self.blind[seat][at]
        return self.but(
            hands=self.held(seat, (*self.hands[seat], below)),
            blind=_without(self.blind, seat, at),
            covers=_without(self.covers, seat, at),
        )


def _without(piles: Piles, seat: int, at: int) -> Piles:
    left = piles[seat][:at] + piles[seat][at + 1 :]
    return (*piles[:seat], left, *piles[seat + 1 :])


class StackDealing(Dealing):
    """Nine cards face down for each, and nine face up on them."""

    each, notes = 2 * STACKS, (DEAL,)

    def apply(self, state: BlindDonState, seat: int | None, move: Deal) -> Any:
        half = self.each // 2
        blind = tuple(tuple(hand[:half]) for hand in move.hands)
        tops = tuple(tuple(hand[half:]) for hand in move.hands)
        covers = tuple(top[: len(low)] for top, low in zip(tops, blind, strict=True))
        dealt = state.but(hands=tops, stock=move.stock, blind=blind, covers=covers)
        return state.game.next_phase(dealt)


class DonTricks(Tricks):
    """The first lead makes trumps; after each trick its trumps are pegged and bare cards turned
    up."""

    rules = (follow_suit,)
    notes = (
        HOLD_CARD,
        VISIBLE,
        ELDEST_LEADS,
        LEAD_MAKES_TRUMPS,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        WINNER_LEADS,
        TURN_UP,
        PEGGED,
    )
    names_trumps = True
    lead_makes_trumps = True

    def orders(self, game: BlindDon) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def opening(self, state: BlindDonState) -> bool:
        """Whether nobody has led in this deal."""
        return not state.taken and not state.trick.cards

    def apply(self, state: BlindDonState, seat: int, move: Play) -> Any:
        if self.opening(state):
            state = state.but(order=state.game.ordering(move.card.suit))
        return super().apply(state, seat, move)

    def after_trick(self, state: Any) -> Any:
        game, trick = state.game, state.taken[-1]
        state = state.but(pegged=(*state.pegged, *game.pegs(state, trick)))
        if game.pegged_out(state):
            return game.end(state)
        # the winner's stacks first, as at a table
        first = state.to_move
        for seat in state.playing_from(first):
            state = state.turned_up(seat, trick.cards[trick.seats.index(seat)])
        return super().after_trick(state)

    def interrupted(self, state: Any) -> str:
        return "cards are turned up between the tricks" if any(state.blind) else ""

    def asks(self, state: BlindDonState) -> str:
        if self.opening(state):
            return "Your turn: lead a card; its suit will be trumps."
        return super().asks(state)


# --- the score


@dataclass(frozen=True)
class BlindDonResult:
    """for_game: what the cards of each player count for game."""

    for_game: tuple[int, int] = bounded(
        0, ALL_FOR_GAME, (44, 36), "card points of {}", each="side", total=ALL_FOR_GAME
    )


HONOUR_POINTS = Formula("n", n=Quantity("", "points of the trumps in the trick", "points"))
GAME_POINTS = Formula(str(GAME))


@scores("game", "Game", "card-points", "score-keeping")
def game_counts(game: BlindDon, result: BlindDonResult) -> Iterator[ScoreLine]:
    """When all tricks are played, the cards of every suit are counted. An ace counts 4, a king 3, a
    queen 2, a jack 1 and a ten 10, 80 in all. The player who has more scores 8 for game; with 40
    each nobody does."""
    first, second = result.for_game
    if first != second:
        side = game.sides[int(second > first)]
        most, least = max(first, second), min(first, second)
        because = game.tell(
            "{who} had {most} card points to {least}", who=side, most=str(most), least=str(least)
        )
        yield line(side.id, "Game", game_counts, GAME_POINTS, because)


class BlindDon(TrickGame):
    """Two players with nine stacks of two cards each, of which only the upper one is seen. The
    first lead makes trumps, trumps peg for whoever wins them, and whoever has the most card
    points scores for game."""

    may_have_no_result = True
    id, title, picture = "blind-don", "Blind Don", "9H AH KH JH"
    seats, pack = (2, 2, 2), pack("AKQJT9876")
    State: type[BlindDonState] = BlindDonState
    Result: type[BlindDonResult] = BlindDonResult
    hands_open, per_trick = True, 0
    trump_points: ClassVar[dict[str, int]] = HONOURS
    scoring = (game_counts,)
    notes = (PACK,)

    target = Option(121, (91, 121), "The holes that win the match.")
    deals = Option(
        0, (0, 4), "The deals of a match; 0: whoever comes to the target first wins.", house=True
    )

    def setup(self) -> None:
        self.phases: tuple[Phase, ...] = (StackDealing(), DonTricks())
        race = RaceAtOnce(self.target, concepts=("score-keeping",))
        self.ends = (Deals(self.deals),) if self.deals else (race,)

    def idle(self) -> dict[str, str]:
        if self.deals:
            return {"target": "the match has an agreed number of deals"}
        return {}

    def keeps_pace(self, state: Any, seat: int) -> bool:
        """Whoever plays a card without another under it has fewer cards face up."""
        return False

    # --- pegging
    def pegs(self, state: BlindDonState, trick: Trick) -> Iterator[ScoreLine]:
        """The line of a trick that holds trumps which peg."""
        trumps = [card for card in trick.cards if state.order.worth_of[card]]
        if trumps:
            winner = trick.winner(state.order)
            because = self.tell(
                "{who} won {cards}", who=Seat(winner), cards=listed([c.sign for c in trumps])
            )
            points = sum(state.order.worth_of[card] for card in trumps)
            side = self.side_of[winner]
            yield line(side, "Trumps", PEGGED, HONOUR_POINTS, because, cards=trumps, n=points)

    def pegged_out(self, state: BlindDonState) -> bool:
        """Whether somebody has come to the target."""
        live = self.carried(state.standing, state.pegged).totals
        return not self.deals and max(live) >= self.target

    # --- the result
    def for_game(self, state: BlindDonState) -> tuple[int, ...]:
        """What the cards taken by each player count for game."""
        return tuple(
            sum(FOR_GAME.get(card.rank, 0) for card in cards) for cards in state.taken_by_side()
        )

    def result(self, state: BlindDonState) -> BlindDonResult | None:
        """Nothing counts for game after somebody has pegged out in the play."""
        if self.pegged_out(state):
            return None
        first, second = self.for_game(state)
        return BlindDonResult((first, second))

    def feats(self, result: BlindDonResult) -> tuple[Feat, ...]:
        """Who had the most card points."""
        first, second = result.for_game
        if first == second:
            return ()
        seat, most, least = int(second > first), max(first, second), min(first, second)
        return (Feat((seat,), f"had {most} card points to {least}", "8 for game"),)

    # --- the picture
    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        for seat, cards in enumerate(state.blind):
            if cards:
                panels["notes"].setdefault(seat, []).append(f"{len(cards)} face down")
        if self.at_tricks(state):
            number = min(len(state.taken) + 1, self.tricks_in_deal)
            panels["subtitle"] = f"trick {number} of {self.tricks_in_deal}"
        return panels

    def tally(self, state: BlindDonState) -> list[dict[str, Any]]:
        """The tricks, what was pegged in this deal, and what counts for game so far."""
        ids = [side.id for side in self.sides]
        pegged = dict.fromkeys(ids, 0)
        for entry in state.pegged:
            pegged[entry.side] += entry.points
        game = dict(zip(ids, self.for_game(state), strict=True))
        return [
            *super().tally(state),
            {"title": "Pegged", "by_side": pegged},
            {"title": "For game", "by_side": game},
        ]
