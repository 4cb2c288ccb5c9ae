"""Stops: a card is led, and whoever has the card that goes on from it has to play it, until the
series stops.

Knows series, who is next, words called at each card and who is first out of cards.  Knows nothing
of which card goes on from which: the game says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.cards import Card, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.lacking import EMPTY_HAND_LACKS
from cardlab.engine.moves import PASS, PLAYS, Move
from cardlab.engine.results import bounded
from cardlab.engine.rulings import scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, listed, some
from cardlab.families.climbing import PlayCards, sets_in

Cards = tuple[Card, ...]

LEADS_MOST = "its series takes the most cards out of the hand"


@dataclass(frozen=True)
class StopsState(State):
    """series: the cards of the series, the first one first; by: who played each; stopped: whether
    the next card begins another series; gone: the cards that have been turned down."""

    series: FaceUp[Cards] = ()
    by: tuple[SeatNo, ...] = ()
    stopped: bool = True
    gone: FaceUp[Cards] = ()

    def missing(self) -> str:
        """Who played the cards of the series, and the series itself while it goes on."""
        if len(self.series) == len(self.by) and (self.stopped or self.series):
            return super().missing()
        return "A series is played card by card: give series, and by, who played each card"

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        """Who has to play now, and so what the others hear of the hands."""
        return (self.to_move,)

    @property
    def led(self) -> Card | None:
        """The card from which the series goes on; None before a lead."""
        return None if self.stopped else self.series[-1]


class PlaySeries(Phase):
    """Series of cards, until somebody has no cards left.  ``in_turn``: the players are asked round
    the table, and pass; otherwise the holder of the next card plays it, wherever that is.
    ``several``: whether cards that go on from the series may be played together."""

    id, title, doing = "play", "The play", "play a card"
    did = "played"
    begins = "eldest"
    prompt = "Your turn: lead any card."
    in_turn: bool = True
    several: bool = False

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who played last; of a series that has stopped, that nobody can go on."""
        if not state.stopped or not state.by:
            return super().whose_turn(state, last)
        told = "{who} played last, and the series has stopped"
        return reason_of(state, TurnFact.LAST, state.by[-1], told)

    def enter(self, state: StopsState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def vocabulary(self) -> Iterable[Move]:
        return (PASS,)

    def candidates(self, table: StopsState) -> tuple[Move, ...]:
        plays = tuple(PLAYS[card] for card in table.hand)
        if table.led is None or not self.in_turn:
            return plays
        return (*plays, *self.together(table), PASS)

    def together(self, table: StopsState) -> tuple[PlayCards, ...]:
        """The cards of the hand that go on from the series, two and more at once."""
        if not self.several or table.led is None:
            return ()
        fitting = tuple(card for card in table.hand if table.game.fits(table, card))
        sets = sets_in(fitting, len(fitting))
        return tuple(PlayCards(*cards) for cards in sets if len(cards) > 1)

    def read(self, table: StopsState, text: str) -> Move | None:
        """Several cards in any order, with "play" or without."""
        if not self.several:
            return None
        try:
            typed = read_cards(text.removeprefix("play "))
        except ValueError:
            return None
        if len(typed) < 2:
            return None
        same = (m for m in self.together(table) if sorted(m.cards) == sorted(typed))
        # a card that is not held stands for the move, so that it is refused for that
        missing = without(typed, table.hand)
        refused: Move = PlayCards(*missing, *without(typed, missing))
        return next(same, refused)

    def not_offered(self, table: StopsState, move: Move) -> str:
        """Nobody passes who leads, nor where the holder of the next card plays it."""
        if isinstance(move, PlayCards):
            return "a series is led with one card" if table.led is None else ""
        if table.led is None:
            return "whoever leads plays a card"
        return "nobody passes: the player who holds the next card plays it"

    def apply(self, state: StopsState, seat: int, move: Move) -> Any:
        if move == PASS:
            return state.but(to_move=state.after_seat(seat))
        game, cards = state.game, cards_of(move)
        if state.stopped:
            state = state.but(gone=(*state.gone, *state.series), series=(), by=(), stopped=False)
        for card in cards:
            state = game.matched(state, seat)
            state = state.but(series=(*state.series, card), by=(*state.by, seat))
        state = state.but(hands=state.held(seat, without(state.hands[seat], cards)))
        if not state.hands[seat]:
            return game.end(state)
        if game.stops(state):
            return state.but(stopped=True, to_move=seat)
        following = self.next_seat(state, seat)
        if following is None:
            return state.but(stopped=True, to_move=seat)
        return state.but(to_move=following)

    def next_seat(self, state: StopsState, seat: int) -> int | None:
        """Who is to play or pass after a card; None where nobody can go on."""
        if self.in_turn:
            return int(state.after_seat(seat))
        hands, game = enumerate(state.hands), state.game
        return next((s for s, hand in hands if any(game.fits(state, c) for c in hand)), None)

    def asks(self, state: StopsState) -> str:
        return self.prompt if state.led is None else state.game.asks_on(state)

    def told(self, state: StopsState, seat: int, move: Move, name: str) -> str:
        if move.card is None:
            return move.told(name)
        at, cards = 0 if state.stopped else len(state.series), cards_of(move)
        words = " ".join(f"{word}!" for word in state.game.calls_out[at : at + len(cards)] if word)
        return f"{name} plays {listed(cards)}" + (f": “{words}”" if words else ".")


def cards_of(move: Any) -> Cards:
    """The cards that a move adds to the series."""
    return tuple(move.cards) if isinstance(move, PlayCards) else (move.card,)


@dataclass(frozen=True)
class StopsResult:
    """cards: how many each seat holds at the end."""

    cards: tuple[int, ...] = bounded(0, 26, (0, 5, 3, 6), "cards of {}", each="seat", most=51)

    def cannot(self, game: Game) -> str:
        if self.cards.count(0) != 1:
            return "one player, and only one, is out of cards; change the cards of another"
        return ""


ONE = Formula("1")


@scores("first-out", "Out of cards", "going-out", "stops")
def first_out(game: StopsGame, result: StopsResult) -> Iterator[ScoreLine]:
    """A player who plays the last card of a hand ends the deal there and then, and scores 1."""
    winner = result.cards.index(0)
    because = game.tell("{who} played the last card", who=Seat(winner))
    yield line(game.sides[winner].id, "Out", first_out, ONE, because)


class StopsGame(Game):
    """A game of series, won by the first who is out of cards."""

    shelf = GameShelf.SHEDDING
    State: type[StopsState] = StopsState
    Result: type[StopsResult] = StopsResult
    calls_out: ClassVar[tuple[str, ...]] = ()
    """The word that is called at each card of a series, the lead first; "" for none."""

    def result_lacks(self, state: Any) -> str:
        if all(state.hands):
            return EMPTY_HAND_LACKS
        return super().result_lacks(state)

    def fits(self, state: Any, card: Card) -> bool:
        """Whether a card goes on from the series."""
        raise NotImplementedError(f"{type(self).__name__} does not say what goes on")

    def stops(self, state: Any) -> bool:
        """Whether a series ends with its last card."""
        raise NotImplementedError(f"{type(self).__name__} does not say when a series stops")

    def matched(self, state: Any, seat: int) -> Any:
        """The table before a seat adds a card to the series, with what that costs."""
        return state

    def lead_worth(self, table: Any, card: Card) -> float:
        """How good a lead is: how many cards of the own hand go into its series, say, and whether
        one of them may be the last, which leads again."""
        raise NotImplementedError(f"{type(self).__name__} does not say what a lead is worth")

    def lead_reason(self, table: Any, card: Card) -> str:
        """Why the best lead is the best."""
        return LEADS_MOST

    def asks_on(self, state: Any) -> str:
        """What the seat to move is asked when a series is under way."""
        raise NotImplementedError(f"{type(self).__name__} asks for nothing")

    def result(self, state: Any) -> Any:
        return StopsResult(tuple(map(len, state.hands)))

    def feats(self, result: StopsResult) -> tuple[Feat, ...]:
        """Who went out, and what the others held."""
        return tuple(
            Feat((seat,), f"held {some(held, 'card')} at the end" if held else "went out")
            for seat, held in enumerate(result.cards)
        )

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """series: its cards, the first one first, and none for a lead; gone: the cards turned down;
        to_move: the seat that acts (0 unless named)."""
        series, gone = read_cards(given.get("series", ())), read_cards(given.get("gone", ()))
        mine = {"series": series, "gone": gone, "stopped": not series, "by": (0,) * len(series)}
        return (
            {"to_move": 0} | mine | {k: v for k, v in given.items() if k not in mine or k == "by"}
        )

    def zones(self, state: StopsState) -> list[Zone]:
        shown = [face(card, seat=seat) for card, seat in zip(state.series, state.by, strict=True)]
        word = self.calls_out[len(shown) - 1] if shown else ""
        called = f"“{word}!”" if word else ""
        row = Zone("series", "series", "row", None, "Series", shown, note=called)
        return [row, pile("gone", "Turned down", state.gone, open=False)]
