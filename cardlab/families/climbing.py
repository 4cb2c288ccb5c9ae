"""Climbing: one or more cards are led, and everybody in turn lays higher ones of the same kind or
passes, until nobody goes higher.

Knows what has been laid since the lead, who has passed, who leads next and who has run out of
cards.  Knows nothing of which cards go together nor of what is higher: the game says.

>>> PlayCards("9C", "9D"), PlayCards("9C").label
(play 9C 9D, 'Play 9♣')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import combinations
from typing import Any, ClassVar, NamedTuple

from cardlab.engine.cards import JOKER, RANK_NAMES, Card, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.moves import PASS, Deal, Move, SeveralCards
from cardlab.engine.ordering import Ordering
from cardlab.engine.rulings import Ruling, may_not, may_only_be, note, rule, silent
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, moved_last, reason_of
from cardlab.engine.words import ordinal, some
from cardlab.families.packets import DealAll

Cards = tuple[Card, ...]


# --- cards that are laid together, and their height


class PlayCards(SeveralCards):
    """Lay one card or several together."""

    __slots__ = ()
    verb, title = "play", "Play"  # type: ignore[assignment]


class CardShape(NamedTuple):
    """What some cards are when they are laid together.

    kind: "single", "pair", "run" ..., and "" for cards that may not be laid together; size: how
    many cards it has; height: of two combinations that may be compared the one with the greater
    height is higher."""

    kind: str
    size: int
    height: tuple[int, ...] = ()


class Heights(Ordering):
    """An order in which cards of all suits compare with each other: by rank, and cards of one rank
    by suit where the suits have an order.

    ranks and suits: from high to low; without suits, cards of one rank are level.  joker: the rank
    beside which a joker stands, if there is one.

    >>> from cardlab.engine.cards import pack
    >>> order = Heights(pack(), "2AKQJT9876543")
    >>> order.beats("2C", "AS"), order.beats("9H", "9C"), order.height("3S") < order.height("4D")
    (True, False, True)
    >>> Heights(pack(), "2AKQJT9876543", "SHCD").beats("9H", "9C")
    True
    """

    def __init__(self, cards: Sequence[Card], ranks: str, suits: str = "", joker: str = "") -> None:
        super().__init__(cards, ranks)
        if joker and JOKER in self._rung:
            self._rung[JOKER] = len(ranks) - ranks.index(joker)
        self._heights = {
            card: 4 * self._rung[card] + (3 - suits.index(card.suit) if suits else 0)
            for card in self.cards
        }
        self._power = dict.fromkeys(self._power, self._heights)
        self._places = {c: (self._heights[c], "SHCD".find(c.suit)) for c in self.cards}

    def height(self, card: str) -> int:
        """How high a card stands among all cards of the pack."""
        return self._heights[Card(card)]

    def rank_height(self, card: Card) -> int:
        """How high the rank of a card stands, whatever its suit."""
        return self._rung[card]

    def from_low(self, cards: Iterable[Card]) -> Cards:
        """Cards from low to high."""
        return tuple(sorted(cards, key=self._place))

    def _place(self, card: Card) -> tuple[int, int]:
        """What sorts a card among others, from low to high."""
        return self._places.get(card) or (0, "SHCD".find(card.suit))

    def sorted(self, hand: Sequence[Card]) -> Cards:
        """A hand with the cards of a rank side by side, from high to low."""
        return tuple(sorted(hand, key=lambda c: (-self._heights.get(c, 0), "SHCD".find(c.suit))))


@lru_cache(maxsize=20_000)
def sets_in(hand: Cards, most: int) -> tuple[Cards, ...]:
    """The cards of a hand by themselves, and any two or more of one rank, up to so many; in the
    order of the hand.

    >>> from cardlab.engine.cards import cards
    >>> sets_in(cards("9C 9D KS"), 4)
    ((9C,), (9D,), (9C, 9D), (KS,))
    """
    by_rank: dict[str, list[Card]] = {}
    for card in hand:
        by_rank.setdefault(card.rank, []).append(card)
    found: dict[Cards, None] = {}
    for held in by_rank.values():
        for size in range(1, min(most, len(held)) + 1):
            found |= dict.fromkeys(combinations(held, size))
    return tuple(found)


# --- the table


FINISHED_LACKS = (
    "Somebody is out of cards when a deal ends: give finished, the players in their order"
)
"""What a table lacks at the end of a deal that is scored by who was out first."""


@dataclass(frozen=True)
class ClimbState(State):
    """laid: the plays of the trick, the lead first; by: who made each of them; passed: who has
    passed and may not play for the moment; gone: the cards that have been turned down; finished:
    the seats that are out of cards, the first one first."""

    laid: FaceUp[tuple[Cards, ...]] = ()
    by: tuple[SeatNo, ...] = ()
    passed: tuple[SeatNo, ...] = ()
    gone: FaceUp[Cards] = ()
    finished: tuple[SeatNo, ...] = ()

    def missing(self) -> str:
        """Who made the plays of the trick."""
        if len(self.laid) == len(self.by):
            return super().missing()
        return (
            "Every play of the trick was somebody's: give laid, and by, a player for each of them"
        )

    @property
    def top(self) -> Cards:
        """The cards that have to be beaten; none before a lead."""
        return self.laid[-1] if self.laid else ()

    def seats_after(self, seat: int) -> Iterator[int]:
        """The other seats in turn."""
        for _ in range(self.game.players - 1):
            seat = self.after_seat(seat)
            yield seat


# --- the rules


def is_play(move: Move) -> bool:
    """Whether a move lays cards."""
    return isinstance(move, PlayCards)


def rank_name(card: Card) -> str:
    """The rank of a card in words."""
    return RANK_NAMES[card.rank]


@rule(
    "must-pass-or-play",
    "Play or pass",
    "climbing",
    "turn",
    look="Is it a lead, or do cards lie there?",
)
def must_pass_or_play(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """The leader has to play; the others play or pass in turn, as they like. {after_a_pass}"""
    if table.top:
        return silent(moves, "cards lie there, and {you} may pass")
    return may_not(moves, lambda m: m == PASS, "{you} {lead}, and a leader has to play")


@rule(
    "same-number",
    "As many cards as were led",
    "climbing",
    look="How many cards were led?",
)
def same_number(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """The leader chooses how many cards to play. All others play as many, or pass."""
    if not table.top:
        return silent(moves, "{you} {lead}, and may play any number")
    size = len(table.top)
    led = f"{some(size, 'card')} {'was' if size == 1 else 'were'} led"
    return may_only_be(
        moves,
        tuple([m for m in moves if not isinstance(m, PlayCards) or len(m.cards) == size]),
        f"{led}, and everybody has to play as many",
        leaves=is_play,
    )


@rule(
    "higher-rank",
    "A higher rank",
    "climbing",
    "rank",
    look="Which rank lies there?",
)
def higher_rank(table: ClimbState, moves: tuple[Move, ...]) -> Ruling:
    """Cards are beaten by cards of a higher rank; an equal rank is not enough, and suits play no
    part.{of_runs} From high to low the ranks are {ranks_in_words}."""
    if not table.top:
        return silent(moves, "{you} {lead}, and may play any rank")
    best = table.game.made_of(table.top)
    named = table.game.highest_of(table.top)
    one = len(table.top) == 1
    if named.rank == table.game.ranks[0]:
        only, then = "no rank is higher", f"no rank is above the {rank_name(named)}"
    else:
        only = f"only a higher rank beats {'it' if one else 'them'}"
        then = f"only a rank above the {rank_name(named)} is high enough"
    return may_only_be(
        moves,
        above(table.game, best, moves),
        f"{{best}} {'lies' if one else 'lie'} on top, and {only}",
        {"best": table.top},
        leaves=is_play,
        then=then,
    )


def above(game: Any, best: CardShape, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves without the plays that are no higher than the best one so far."""
    made_of, height = game.made_of, best.height
    return tuple(
        [m for m in moves if not isinstance(m, PlayCards) or made_of(m.cards).height > height]
    )


def no_combination(table: ClimbState, moves: tuple[Move, ...], because: str) -> Ruling:
    """Remove the plays whose cards do not go together."""
    made_of = table.game.made_of
    allowed = [m for m in moves if not isinstance(m, PlayCards) or made_of(m.cards).kind]
    return may_only_be(moves, tuple(allowed), because)


def must_contain(table: ClimbState, moves: tuple[Move, ...], card: Card) -> Ruling:
    """The first lead of a deal has to contain a card, if its holder leads."""
    if table.laid or table.gone or card not in table.hand:
        return silent(moves, "this is not the first lead")
    return may_not(
        moves,
        lambda m: isinstance(m, PlayCards) and card not in m.cards,
        "the first lead of the match has to contain {first}",
        {"first": card},
        leaves=is_play,
    )


NEXT_LEADER = note(
    "last-to-play-leads",
    "Who leads next",
    "When all others have passed, the cards are put aside, and whoever played last leads"
    " anything. If that player is out of cards, the next one who has any leads.",
    "climbing",
    "turn",
)


# --- the play


class Dealt(DealAll):
    """The whole pack is dealt, and everybody holds the cards of a rank side by side."""

    notes = (
        note(
            "deal-hands",
            "Deal all the cards",
            "Shuffle and deal the whole pack{extra_cards}.",
            "deal",
            "hand",
        ),
    )

    def apply(self, state: ClimbState, seat: int | None, move: Deal) -> Any:
        hands = tuple(state.game.held(hand) for hand in move.hands)
        return state.game.next_phase(state.but(hands=hands, stock=move.stock))


class Climbing(Phase):
    """Leads, higher cards and passes, until the game says that the deal is over."""

    id, title, doing = "play", "The play", "play or pass"
    did = "played"
    prompt = "Your lead: play anything."
    notes = (NEXT_LEADER,)

    def whose_turn(self, state: ClimbState, last: LastMove | None) -> TurnReason | None:
        """Who played or passed last; of a lead, whose cards were not beaten."""
        if not state.laid and not state.gone and not state.passed:
            first: TurnReason | None = state.game.first_lead(state)
            return first
        if last is None or last.seat is None or last.before.phase != self:
            return None
        if last.move != PASS:
            return moved_last(state, last.seat, self.did)
        if state.laid:
            return moved_last(state, last.seat, "passed")
        strongest = last.before.by[-1]
        told = "{who} played last, and all the others have passed"
        if strongest != state.to_move:
            told = "{who} played last and went out, and all the others have passed"
        return reason_of(state, TurnFact.LAST, strongest, told)

    def enter(self, state: ClimbState) -> Any:
        return state.but(to_move=state.game.first_leader(state))

    def beginner_is_seen(self, state: Any, viewer: int) -> bool:
        card = state.game.leading_card(state)
        if card is None:
            return True
        return bool(state.hands[viewer].count(card) == state.game.pack.count(card))

    def vocabulary(self) -> Iterable[Move]:
        return (PASS,)

    def candidates(self, table: ClimbState) -> tuple[Move, ...]:
        return (*table.game.plays_of(table), PASS)

    def read(self, table: ClimbState, text: str) -> Move | None:
        """Cards in any order, with "play" or without."""
        try:
            typed = read_cards(text.removeprefix("play "))
        except ValueError:
            return None
        if not typed:
            return None
        game, missing = table.game, without(typed, table.hand)
        if missing:
            # a card that is not held stands for the move, so that it is refused for that
            refused: Move = PlayCards(*missing, *game.held(without(typed, missing)))
            return refused
        play: Move = PlayCards(*game.held(typed))
        return play

    def stands_for(self, table: Any, move: Move) -> Move:
        if not isinstance(move, PlayCards):
            return move
        return PlayCards(*table.game.stands_for(table, move.cards))

    def apply(self, state: ClimbState, seat: int, move: Any) -> Any:
        if move == PASS:
            return self.on(state.but(passed=(*state.passed, seat)), seat)
        game, left = state.game, without(state.hands[seat], move.cards)
        state = state.but(
            hands=state.held(seat, game.held(left)),
            laid=(*state.laid, move.cards),
            by=(*state.by, seat),
            passed=() if game.may_return else state.passed,
        ).forget(seat, move.cards)
        if not state.hands[seat]:
            state = state.but(finished=(*state.finished, seat))
            if game.decided(state):
                return game.end(game.all_finished(state))
        return self.on(state, seat)

    def on(self, state: ClimbState, seat: int) -> Any:
        """The turn passes on; where all others have passed, whoever played last leads."""
        last = state.by[-1]
        others = [s for s in state.seats_after(seat) if state.hands[s] and s != last]
        following = next((s for s in others if s not in state.passed), None)
        if following is not None:
            return state.but(to_move=following)
        leader = next(s for s in (last, *state.seats_after(last)) if state.hands[s])
        turned = tuple(card for cards in state.laid for card in cards)
        return state.but(gone=(*state.gone, *turned), laid=(), by=(), passed=(), to_move=leader)

    def asks(self, state: ClimbState) -> str:
        if not state.top:
            return self.prompt
        lies = " ".join(card.sign for card in state.top)
        return f"{state.game.names[state.by[-1]]} has played {lies}: play higher, or pass."

    def told(self, state: ClimbState, seat: int, move: Move, name: str) -> str:
        if move == PASS or state.top:
            return move.told(name)
        return move.told(name).replace(" plays ", " leads ", 1)


class ClimbingGame(Game):
    """A game of climbing: what goes together and what is higher, as the game says, and the
    picture."""

    shelf = GameShelf.SHEDDING
    State: type[ClimbState] = ClimbState
    ranks: str
    """The ranks from high to low."""
    may_return: bool = True
    """Whether somebody who has passed may play again before the cards are put aside."""
    most_of_rank: int = 4
    """The most cards of one rank that are laid together."""
    beats_by = ("higher-rank",)
    of_runs: ClassVar[str] = ""
    """What the rule of higher ranks says of runs, as a sentence with a space before it."""

    # --- what a game says
    def made_of(self, cards: Cards) -> CardShape:
        """What these cards are when they are laid together."""
        raise NotImplementedError(f"{type(self).__name__} does not say what goes together")

    def first_leader(self, state: Any) -> int:
        """Who leads first in a deal."""
        raise NotImplementedError(f"{type(self).__name__} does not say who leads")

    def first_lead(self, state: Any) -> TurnReason | None:
        """Why the seat to move leads first in this deal."""
        card = self.leading_card(state)
        if card is None:
            told = "{who} earned the first lead in the previous deal"
            return reason_of(state, TurnFact.EARLIER, state.to_move, told)
        if card not in state.hands[state.to_move]:
            return None
        return reason_of(
            state,
            TurnFact.HOLDER,
            state.to_move,
            "{who} got {card} in the deal",
            card=card,
        )

    def leading_card(self, state: Any) -> Card | None:
        """The card whose holder leads first in this deal; None where no card decides it."""
        return None

    def decided(self, state: ClimbState) -> bool:
        """Whether the deal ends now that somebody has run out of cards."""
        return True

    def all_finished(self, state: ClimbState) -> Any:
        """The table at the end of the deal."""
        return state

    def highest_of(self, cards: Cards) -> Card:
        """The card that gives a combination its height."""
        return max(cards, key=self.heights.height)

    def plays_of(self, table: Any) -> tuple[Move, ...]:
        """What the seat that acts might lay: any card, and the sets of cards of a rank; of these
        only those of the number that was led."""
        sizes = {1, len(table.top)} if table.top else range(1, self.most_of_rank + 1)
        sets = sets_in(self.held(table.hand), self.most_of_rank)
        return tuple(PlayCards(*cards) for cards in sets if len(cards) in sizes)

    def stands_for(self, table: Any, cards: Cards) -> Cards:
        """The cards of the play that is offered, where one is offered for several that do the
        same."""
        return cards

    # --- for the bots
    def bid_level(self, hand: Cards) -> int:
        """How high a hand may be bid, where there is an auction; 0 for a pass."""
        return 0

    def allied(self, state: Any, one: int, other: int) -> bool:
        """Whether two players win and lose together."""
        return False

    def plays_needed(self, hand: Cards) -> int:
        """About how many plays lay down a whole hand, if nobody beats them."""
        return len({card.rank for card in hand})

    def is_high(self, cards: Cards) -> bool:
        """Whether cards are of the two highest ranks, and so likely to win the lead."""
        return self.highest_of(cards).rank in self.ranks[:2]

    # --- what all of them have
    @cached_property
    def heights(self) -> Heights:
        """The order of all cards."""
        found = self.sorting()
        assert isinstance(found, Heights)
        return found

    def ordering(self, trump: str | None = None) -> Ordering:
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Heights(self.pack, self.ranks)

    def held(self, hand: Iterable[Card]) -> Cards:
        """A hand as it is held: from low to high."""
        return self.heights.from_low(hand)

    @property
    def after_a_pass(self) -> str:
        """What a pass means for the rest of the trick, as a sentence."""
        if self.may_return:
            return "A player who has passed may play again when the turn comes round."
        return "A player who has passed is out until the cards are put aside."

    @property
    def ranks_in_words(self) -> str:
        """The ranks from high to low as they are printed."""
        return " ".join("10" if rank == "T" else rank for rank in self.ranks)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """laid: the plays since the lead, each as (seat, cards); passed: who has passed since;
        to_move: the seat that acts (0 unless named); gone: the cards turned down."""
        laid = [(self.seat(who), read_cards(cards)) for who, cards in given.get("laid", ())]
        return (
            {"to_move": 0}
            | given
            | {
                "laid": tuple(cards for _, cards in laid),
                "by": tuple(who for who, _ in laid),
                "passed": tuple(self.seat(who) for who in given.get("passed", ())),
                "gone": read_cards(given.get("gone", ())),
                "finished": tuple(self.seat(who) for who in given.get("finished", ())),
            }
        )

    # --- the picture
    def zones(self, state: Any) -> list[Zone]:
        """The plays of this trick, the last one marked, and what has been turned down."""
        zones = []
        if state.laid:
            *before, top = state.laid
            who = self.names[state.by[-1]]
            zones.append(
                Zone("top", "top", "row", None, f"{who} has played", [face(c) for c in top])
            )
            if before:
                beaten = tuple(card for cards in before for card in cards)
                zones.append(pile("beaten", "Beaten", beaten, open=True))
        if state.gone:
            zones.append(pile("gone", "Turned down", state.gone, open=False))
        return zones

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {seat: ["passed"] for seat in state.passed}
        for place, seat in enumerate(state.finished, 1):
            notes.setdefault(seat, []).append(f"out {ordinal(place)}")
        return {"notes": notes}
