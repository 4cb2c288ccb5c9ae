"""What a card does, in the words of card players: a ruff, a finesse, holding up, ducking,
drawing trumps, throwing the lead.

Knows tricks and the hands as they lie.  Knows no value and no advice: each look takes one card with
the play that follows it to the end of the trick and says what is true of it, or nothing.  A name
that is not certain is not given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cardlab.engine.cards import Card
from cardlab.engine.moves import Move
from cardlab.engine.words import Sentence, number

__all__ = ["LOOKS", "LineCard", "NamedPlay", "PlayedCard", "names_of"]


class LineCard(NamedTuple):
    """One card of a line of play."""

    seat: int
    move: Move


class PlayedCard(NamedTuple):
    """A table with all hands open, the card asked about with what follows it in the trick, and
    the table after the trick."""

    state: Any
    line: tuple[LineCard, ...]
    after: Any
    leads_better: Callable[[], int] | None = None
    """What the mover's side gets more (in tricks or points) because another has to lead next;
    None where that is not known."""

    @property
    def seat(self) -> int:
        return self.line[0].seat

    @property
    def card(self) -> Card:
        card = self.line[0].move.card
        assert card is not None
        return card

    @property
    def trick(self) -> Any:
        """The trick when it is full; the line goes to its end."""
        return (
            self.after.taken[len(self.state.taken)]
            if len(self.after.taken) > len(self.state.taken)
            else None
        )

    @property
    def winner(self) -> int | None:
        """Who takes the trick at the end of the line."""
        return self.trick.winner(self.state.order) if self.trick is not None else None

    def friends(self, other: int) -> bool:
        """The two play together: partners, or those who play against a soloist."""
        state, me = self.state, self.seat
        if me == other or state.same_side(me, other):
            return True
        return (
            state.declarer is not None
            and not state.game.partners
            and state.declarer not in (me, other)
        )

    def later(self) -> tuple[int, ...]:
        """The opponents who play to this trick after the card asked about."""
        trick = self.state.trick
        return tuple(s for s in trick.seats[len(trick.cards) + 1 :] if not self.friends(s))


class NamedPlay(NamedTuple):
    """What a card does: an id, the name, the sentence that says why the name fits, and the
    concept of the course, if it has one."""

    id: str
    title: str
    because: Sentence
    concept: str | None = None


def ruff(now: PlayedCard) -> NamedPlay | None:
    """A trump on a plain suit that the player cannot follow, above what lies there."""
    state, order = now.state, now.state.order
    if not state.trick.cards or order.trump is None or not order.is_trump(now.card):
        return None
    led = order.suit_of[state.trick.cards[0]]
    if led == order.trump or any(order.suit_of[c] is led for c in state.hands[now.seat]):
        return None
    _, best = state.winning()
    power = order.power(state.trick.cards[0])
    if power[now.card] <= power[best]:
        return None
    facts = {"card": now.card, "led": led, "best": best}
    if order.is_trump(best):
        return NamedPlay(
            "ruff",
            "Overruff",
            Sentence("{card} overruffs {best}: {you} {have} no {led}", facts),
            "ruff",
        )
    return NamedPlay("ruff", "Ruff", Sentence("{card} ruffs: {you} {have} no {led}", facts), "ruff")


def finesse(now: PlayedCard) -> NamedPlay | None:
    """A side's lead, and in third or later place a card below one that is kept, while the card
    between them lies with an opponent who has played already, and no opponent who follows can beat
    it."""
    state, order = now.state, now.state.order
    trick, hand = state.trick, state.hands[now.seat]
    if len(trick.cards) < 2 or not now.friends(trick.leader) or trick.leader == now.seat:
        return None
    led = order.suit_of[trick.cards[0]]
    power = order.power(trick.cards[0])
    if (
        order.suit_of[now.card] is not led
        or power[now.card] <= max(power[c] for c in trick.cards)
        or now.winner != now.seat
    ):
        return None
    later = now.later()
    if not later or any(
        power[c] > power[now.card] for s in later for c in state.hands[s] if order.suit_of[c] is led
    ):
        return None
    kept = [c for c in hand if order.suit_of[c] is led and power[c] > power[now.card]]
    for seat in trick.seats[: len(trick.cards)]:
        if now.friends(seat):
            continue
        for missing in sorted(state.hands[seat], key=lambda c: -power[c]):
            above = [c for c in kept if power[c] > power[missing]]
            if order.suit_of[missing] is led and power[missing] > power[now.card] and above:
                facts = {"card": now.card, "missing": missing, "who": state.game.names[seat]}
                text = (
                    "{card} wins because {missing} lies with {who}, who has played to this trick"
                    " already"
                )
                return NamedPlay("finesse", "Finesse", Sentence(text, facts))
    return None


def _left(now: PlayedCard) -> Card | None:
    """A card of the suit led that was sure to take the trick for its player, who leaves it to
    the opponents with a lower one."""
    state, order = now.state, now.state.order
    trick = state.trick
    if (
        not trick.cards
        or now.winner is None
        or now.friends(now.winner)
        or now.friends(state.winning()[0])
    ):
        return None
    if state.game.trick_points(state, now.trick) < 0:
        return None  # a trick that nobody wants is left for another reason
    led, power = order.suit_of[trick.cards[0]], order.power(trick.cards[0])
    if order.suit_of[now.card] is not led or power[now.card] > max(power[c] for c in trick.cards):
        return None
    against = [*trick.cards, *(c for s in now.later() for c in state.hands[s])]
    open_cards = {m.card for m in state.game.legal_moves(state)}
    sure = [
        c
        for c in state.hands[now.seat]
        if order.suit_of[c] is led
        and c in open_cards
        and all(power[c] > power[other] for other in against)
    ]
    return max(sure, key=lambda c: power[c]) if sure else None


def holding_up(now: PlayedCard) -> NamedPlay | None:
    """An opponent's lead that could be won for certain is left to the opponents, and the winner
    is kept."""
    kept = _left(now)
    if kept is None or now.friends(now.state.trick.leader):
        return None
    facts = {"card": now.card, "kept": kept}
    return NamedPlay(
        "holding-up",
        "Holding up",
        Sentence("{kept} could take this trick, and {card} keeps it back", facts),
    )


def ducking(now: PlayedCard) -> NamedPlay | None:
    """The same in a trick that the own side led."""
    kept = _left(now)
    if kept is None or not now.friends(now.state.trick.leader):
        return None
    facts = {"card": now.card, "kept": kept}
    return NamedPlay(
        "ducking",
        "Ducking",
        Sentence("{kept} could take this trick, and {card} leaves it to the opponents", facts),
    )


def drawing_trumps(now: PlayedCard) -> NamedPlay | None:
    """A trump led by the side that holds more of them, to which an opponent has to play one."""
    state, order = now.state, now.state.order
    if (
        state.trick.cards
        or order.trump is None
        or not order.is_trump(now.card)
        or now.trick is None
    ):
        return None
    counts = {
        s: sum(map(order.is_trump, hand))
        for s, hand in enumerate(state.hands)
        if s in state.trick.seats
    }
    ours, theirs = (
        sum(n for s, n in counts.items() if now.friends(s) is mine) for mine in (True, False)
    )
    fell = sum(
        order.is_trump(c)
        for s, c in zip(now.trick.seats, now.trick.cards, strict=True)
        if not now.friends(s)
    )
    if not fell or ours <= theirs:
        return None
    text = "{card} draws trumps: the opponents hold {count}" + (
        ", and no trump is left to them then" if fell == theirs else ""
    )
    return NamedPlay(
        "drawing-trumps",
        "Drawing trumps",
        Sentence(text, {"card": now.card, "count": number(theirs)}),
    )


def throwing_the_lead(now: PlayedCard) -> NamedPlay | None:
    """An opponent takes the trick, and having to lead next costs the opponents what leading
    oneself would give them."""
    winner = now.winner
    if (
        winner is None
        or now.friends(winner)
        or now.after.to_move is None
        or now.leads_better is None
    ):
        return None
    if now.leads_better() <= 0:
        return None
    facts = {"card": now.card, "who": now.state.game.names[winner]}
    text = (
        "{who} takes this trick and has to lead, and that is worth more to {you} than to be on lead"
    )
    return NamedPlay("throwing-the-lead", "Throwing the lead", Sentence(text, facts))


LOOKS: tuple[Callable[[PlayedCard], NamedPlay | None], ...] = (
    finesse,
    ruff,
    holding_up,
    ducking,
    drawing_trumps,
    throwing_the_lead,
)


def names_of(now: PlayedCard) -> dict[str, NamedPlay]:
    """Everything that is true of a card, by id, in the order in which it is worth saying."""
    if now.state.order is None or now.state.trick.down:
        return {}  # the first card led makes trumps, or nobody can see what lies there
    plays = [look(now) for look in LOOKS]
    return {named.id: named for named in plays if named is not None}
