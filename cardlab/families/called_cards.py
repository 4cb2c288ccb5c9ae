"""Cards that are called to find partners: whoever plays one of them joins the caller.

Several packs are in play, so a call says which copy it means: the second ace of hearts is the second
one that anybody plays.  Knows the calls and who has joined.  Knows no score.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import RANK_NAMES, RANKS, SUITS, Card
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.moves import Move, Say
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Ruling, any_move, may_not, note, rule
from cardlab.engine.words import ORDINALS, ordinal
from cardlab.families.gradual import GradualState
from cardlab.families.pattern_tricks import PatternTricks
from cardlab.families.tricks import Trick

COPIES = ORDINALS[:4]
"""Which copies of a card may be called."""


class CalledCard(NamedTuple):
    """A card, and which of its copies is meant, as they are played.

    >>> CalledCard(Card("AH"), 2).sign
    'second A♥'
    """

    card: Card
    number: int

    @property
    def sign(self) -> str:
        return f"{ordinal(self.number)} {self.card.sign}"


def player_of(call: CalledCard, tricks: Iterable[Trick]) -> int | None:
    """Who has played the copy that a call means, to these tricks; None where nobody has."""
    left = call.number
    for trick in tricks:
        for seat, card in zip(trick.seats, trick.cards, strict=False):
            left -= card == call.card
            if not left:
                return seat
    return None


def joined(
    calls: Iterable[CalledCard], tricks: Sequence[Trick], starter: int | None
) -> tuple[int, ...]:
    """The seats that have joined the starter by the cards of these tricks."""
    players = dict.fromkeys(player_of(call, tricks) for call in calls)
    return tuple(seat for seat in players if seat is not None and seat != starter)


class CallStep(Say):
    """One step of a call: its suit, its rank, or which copy."""

    __slots__ = ()
    verb, title = "call", "Call"

    def told(self, name: str) -> str:
        return f"{name} calls: {self}."


SUIT_STEPS = {str(suit): CallStep(suit.name, suit.name.capitalize()) for suit in SUITS.values()}
RANK_STEPS = {rank: CallStep(RANK_NAMES[rank]) for rank in RANKS}
COPY_STEPS = tuple(CallStep(word) for word in COPIES)


@dataclass(frozen=True)
class CalledState(GradualState):
    """calling: the suit and the rank of a call that is being made; friend_cards: the cards that were
    called; friends: the seats that have joined the starter, in the order in which they did."""

    calling: tuple[str, ...] = ()
    friend_cards: tuple[CalledCard, ...] = ()
    friends: tuple[SeatNo, ...] = ()

    @property
    def calling_suit(self) -> str:
        """The suit of the call that is being made; "" before one is named."""
        named = self.calling[0] if self.calling else None
        return next((suit for suit, step in SUIT_STEPS.items() if str(step) == named), "")

    @property
    def calling_card(self) -> Card | None:
        """The card of the call that is being made, without its number."""
        if len(self.calling) < 2:
            return None
        rank = next(rank for rank, step in RANK_STEPS.items() if str(step) == self.calling[1])
        return Card(rank + self.calling_suit)

    def times_played(self, card: Card) -> int:
        """How many copies of a card have been played in this deal."""
        return sum(trick.cards.count(card) for trick in (*self.taken, self.trick))

    def player_of(self, call: CalledCard) -> int | None:
        """Who has played the copy that a call means; None as long as nobody has."""
        return player_of(call, (*self.taken, self.trick))

    def outstanding(self) -> tuple[CalledCard, ...]:
        """The called cards that nobody has played yet."""
        return tuple(call for call in self.friend_cards if self.player_of(call) is None)


@rule(
    "name-a-plain-card",
    "Call a card that is not a trump",
    "called-card",
    "trump-rank",
    look="Which cards are trumps?",
    solver=(),
)
def name_a_plain_card(table: CalledState, moves: tuple[Move, ...]) -> Ruling:
    """Each call names a suit, a rank and which copy of the card is meant, as they are played: the
    first, the second and so on. No trump may be called, and no copy twice."""
    if not table.calling:
        trump = table.order.trump
        assert trump is not None
        refused = {SUIT_STEPS[str(trump)]}
        because = "{suit} are trumps, and a trump may not be called"
        facts: dict[str, Any] = {"suit": trump}
    elif len(table.calling) == 1:
        refused = {RANK_STEPS[table.trump_rank]}
        because = "every {rank} is a trump, and a trump may not be called"
        facts = {"rank": RANK_NAMES[table.trump_rank]}
        suit, copies = table.calling_suit, table.game.decks
        for rank, step in RANK_STEPS.items():
            if sum(call.card == rank + suit for call in table.friend_cards) == copies:
                refused.add(step)
                because = "every copy is a trump or has already been called"
    else:
        card = table.calling_card
        refused = {COPY_STEPS[call.number - 1] for call in table.friend_cards if call.card == card}
        because, facts = "that copy of {called} has already been called", {"called": card}
    return may_not(moves, lambda m: m in refused, because, facts, leaves=any_move)


class CallFriends(Phase):
    """The starter calls cards, in three steps each: the suit, the rank, and which copy."""

    part = SheetPart.BEFORE

    id, title, doing = "call-friends", "Calling friends", "call a card"
    rules = (name_a_plain_card,)
    notes = (
        note(
            "call-friends",
            "Friends are called by cards",
            "Before the first lead the starter calls {friends_to_call}. Cards of one's own hand and"
            " cards that lie in the kitty may be called too.",
            "called-card",
            "temporary-alliance",
        ),
    )

    def lacking(self, state: CalledState) -> str:
        return "" if state.order.trump else "Cards are called when trumps are made: give trump"

    def vocabulary(self) -> Iterable[Move]:
        return (*SUIT_STEPS.values(), *RANK_STEPS.values(), *COPY_STEPS)

    def enter(self, state: CalledState) -> Any:
        return state.but(to_move=state.declarer)

    def candidates(self, table: CalledState) -> tuple[Move, ...]:
        steps = len(table.calling)
        if steps == 0:
            return tuple(SUIT_STEPS.values())
        return tuple(RANK_STEPS.values()) if steps == 1 else COPY_STEPS[: table.game.decks]

    def not_offered(self, table: CalledState, move: Move) -> str:
        """A card is called in three steps."""
        if len(table.calling) == 2:
            return "now say which copy of the card is meant"
        return "now name the rank of the card" if table.calling else "first name the suit of a card"

    def apply(self, state: Any, seat: int, move: CallStep) -> Any:
        calling = (*state.calling, str(move))
        if len(calling) < 3:
            return state.but(calling=calling)
        call = CalledCard(state.calling_card, COPY_STEPS.index(move) + 1)
        state = state.but(calling=(), friend_cards=(*state.friend_cards, call))
        if len(state.friend_cards) < state.game.most_friends:
            return state
        return state.game.next_phase(state)

    def asks(self, state: Any) -> str:
        if not state.calling:
            return "Call a card: first its suit."
        if len(state.calling) == 1:
            return f"Call one of the {SUITS[state.calling_suit].name}: which rank?"
        card = state.calling_card
        return f"Whoever plays {card.sign} joins you. Which {card.sign}: the first that is played, the second and so on?"

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if not state.calling:
            return f"{name} calls one of the {move}."
        if len(state.calling) == 1:
            return f"{name} calls the rank: {move}."
        return f"{name} has called the {move} {state.calling_card.name}."


JOINS = note(
    "play-your-friend-card",
    "Whoever plays a called card joins",
    "The player who plays a called card joins the starter for the rest of the deal, and what that"
    " player has taken before counts with it. Until then nobody has to tell who holds it. A player"
    " who plays two called cards joins once.",
    "called-card",
    "temporary-alliance",
    look="Who has played the called card?",
)
WHICH_COPY = note(
    "which-copy-counts",
    "Which copy was called",
    "The copies of a called card are counted as they are played, whoever plays them. A copy other than"
    " the one that was called makes no friend. A starter who plays the called copy, or has laid it"
    " away, gains no friend by it.",
    "called-card",
    "multi-deck",
    look="Count the copies of the called card, trick by trick.",
)


class FriendTricks(PatternTricks):
    """Tricks in which whoever plays a called card joins the caller."""

    def put_down(self, state: CalledState, cards: Any) -> Any:
        if not any(call.card in cards for call in state.friend_cards):
            return state
        now = joined(state.friend_cards, (*state.taken, state.trick), state.declarer)
        return state.but(friends=tuple(dict.fromkeys((*state.friends, *now))))

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        said = super().told(state, seat, move, name)
        cards = tuple(card for card in (move.card, *move.named) if card is not None)
        after = self.put_down(state.but(trick=self.trick_with(state, cards)), cards)
        if after.friends == state.friends:
            return said
        return f"{said.rstrip('.')} and joins {state.game.names[state.declarer]}."
