"""Questions on who acts: whose turn it is, who is declarer, and what the contract is.

Knows notes by the concepts they carry. Knows none of them by name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import SUITS
from cardlab.engine.game import Game
from cardlab.engine.moves import Bid, Move
from cardlab.engine.rulings import Rule
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, why_turn
from cardlab.engine.words import capital, possessive, sentence
from cardlab.families.tricks import Tricks, TrickState, trick_on, tricks_taken
from cardlab.lessons.deals import Spot, dice, find_spots
from cardlab.lessons.questions.base import (
    USUAL,
    AnswerChoice,
    Conditions,
    Explanation,
    Question,
    Shows,
    seat_choices,
)

OF_TURNS = {"turn", "eldest"}
OF_DECLARERS = ("declarer", "declarer-names-trumps", "soloist-leads")
"""Rules that say who declares."""


@dataclass(frozen=True)
class WhoseTurn(Question):
    """Whose turn is it now?

    last: the move that led to this table, where it is known: a table may not show it.
    """

    last: LastMove | None = field(default=None, kw_only=True, compare=False, repr=False)

    ask: ClassVar[str] = "whose-turn"
    kind: ClassVar[str] = "whose-turn"
    to_do: ClassVar[str] = "choose a player"
    quotes_rule: ClassVar[bool] = True

    @property
    def prompt(self) -> str:
        return "Whose turn is it now?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return seat_choices(self, range(self.game.players))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.state.to_move is None:
            raise ValueError("it is nobody's turn on this table")
        return (self.game.names[self.state.to_move].lower(),)

    @property
    def deciding_rule(self) -> Rule | None:
        state, phase = self.state, self.state.phase
        if isinstance(phase, Tricks) and not state.taken and not state.trick.cards:
            return phase.leads.note
        turns = [note for note in phase.notes if OF_TURNS & set(note.concepts)]
        turns = turns or [r for r in self.game.all_rules() if OF_TURNS & set(r.concepts)]
        if tricks_taken(state) and not state.trick.cards:
            turns = [rule for rule in turns if rule == "winner-leads"] or turns
        return next(iter(turns), None)

    @property
    def reason(self) -> str:
        return f"it is {self._whose(self.state.to_move)} turn"

    @cached_property
    def why(self) -> TurnReason | None:
        """Why it is this seat's turn, as the phase declares it; None where nothing known says so."""
        return why_turn(self.state, self.last)

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What this player has done, and where to begin to look."""
        seat, why, hook = self.game.seat(chosen[0]), self.why, f"refused:{self.rule}"
        trick = trick_on(self.state)
        if why is not None and why.seat == seat and why.fact in (TurnFact.LAST, TurnFact.DEALT):
            return Explanation(self._told, self._look, self.rule, hook, self.reason)
        if why is not None and why.fact is TurnFact.TRICK:
            first = f"{self._named(seat)} did not take the last trick."
            return Explanation(first, why.look, self.rule, hook, self.reason)
        first = f"It is not {self._whose(seat)} turn."
        if seat in trick.seats[: len(trick.cards)]:
            have = "have" if seat == self.viewer else "has"
            first = f"{self._named(seat)} {have} played to this trick."
        look = self._because or self._look
        if why is not None and self.gives_away(look, chosen):
            look = why.look
        return Explanation(first, look, self.rule, hook, self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        who = self.state.to_move
        name = "you" if who == self.viewer else self.game.names[who]
        return Explanation(f"Yes: {name}.", self._because, self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        first = f"It is {self._whose(self.state.to_move)} turn."
        return Explanation(first, self._because, self.rule, "", self.reason)

    def _named(self, seat: int) -> str:
        return "You" if seat == self.viewer else self.game.subject(self.game.names[seat])

    def _whose(self, seat: int) -> str:
        return "your" if seat == self.viewer else possessive(self.state.called(None)[seat])

    @property
    def _told(self) -> str:
        """The fact that decides, as a sentence to whoever looks; "" where none is known."""
        return sentence(self.why.told.to(self.viewer)) if self.why is not None else ""

    @property
    def _because(self) -> str:
        """The same for somebody who knows the answer: of a first lead that cards decide, its rule."""
        phase = self.state.phase
        if self.why is None and isinstance(phase, Tricks) and not self.state.trick.cards:
            return phase.leads.note.text(self.game) if not self.state.taken else ""
        return self._told

    @property
    def _look(self) -> str:
        return self.rule.look if self.rule is not None else ""

    @property
    def shows(self) -> Shows:
        """Who took the last trick is read from that trick; a total that ended somebody's turn is
        for the reader to add up."""
        after_trick = self.why is not None and self.why.fact is TurnFact.TRICK
        earlier = Shows.EARLIER_TRICKS if after_trick else Shows(0)
        return USUAL & ~Shows.TURN & ~Shows.SUMS | earlier

    @property
    def step(self) -> int:
        """A first call or lead; the next round the table; after a trick."""
        state = self.state
        if tricks_taken(state) and not state.trick.cards:
            return 3
        return 2 if state.to_move != state.after_seat(state.dealer) else 1

    @classmethod
    def fits(cls, game: Game, rule: Rule) -> bool:
        about = rule.kind == "note" and bool(OF_TURNS & set(rule.concepts))
        return about and game.players > 1 and bool(_phases_with(game, rule))

    @classmethod
    def find(
        cls, game: Game, rule: Rule | None, conditions: Conditions, seed: int
    ) -> Iterator[Question]:
        rng = dice(game, cls.kind, seed)
        about = str(rule) if rule else None
        for spot in find_spots(game, seed, _phases_with(game, rule) if rule is not None else None):
            mover = spot.state.to_move
            if mover is None or spot.seat != mover or not _shows_turn(rule, spot):
                continue
            if rng.random() < 0.6:
                continue
            viewer = _who_can_say(spot, mover, rng.randrange(game.players))
            if viewer is not None:
                yield cls(game, spot.state, viewer, about=about, last=spot.last)


def _phases_with(game: Game, rule: Rule) -> tuple[str, ...]:
    """The phases that carry a note out; those of play where it stands at the head of the sheet.
    Where all choose at the same time it is nobody's turn."""
    phases = [phase for phase in game.phases if phase.id != "deal"]
    own = [phase for phase in phases if rule in phase.notes]
    return tuple(phase.id for phase in own or phases if not isinstance(phase, Simultaneous))


def _shows_turn(rule: Rule | None, spot: Spot) -> bool:
    """Whether this moment shows what the note says: eldest at a beginning, the winner after a
    trick, the others in between."""
    state = spot.state
    if not isinstance(state, TrickState) or not isinstance(state.phase, Tricks):
        return _is_seen(state, spot.before)
    if rule is None:
        return True
    leading = not state.trick.cards
    if "eldest" in rule.concepts and "trick" in rule.concepts:
        return leading and not state.taken
    if "trick" in rule.concepts:
        return leading and bool(state.taken)
    return True


def _who_can_say(spot: Spot, mover: int, wished: int) -> int | None:
    """Who can be asked whose turn it is: the seat that was wished for, or else the one that begins,
    where it alone sees the card that decides."""
    state, before = spot.state, spot.before
    if before is not None and before.to_move is not None:
        return wished
    able = (seat for seat in (wished, mover) if state.phase.beginner_is_seen(state, seat))
    return next(able, None)


def _is_seen(state: Any, before: Any) -> bool:
    """Whether the table shows, where no tricks are played, who is next: when the cards have just
    been dealt, after a call that stands there, or where those who have had their turn have a card
    less and the others do not.

    Somebody who has stood or bought nothing leaves no trace, nor does whoever asked for a card in
    vain, and then nobody can say whose turn it is.  Nor can anybody where hands grow: one that is
    larger may have picked cards up; nor where the last move left the hand as it was: then hands of
    several sizes may have been dealt so.
    """
    if before is None:
        return True
    if before.to_move is None:
        # chance: the cards were dealt, or only the stock was shuffled anew in the middle of a deal
        return not any(before.hands)
    if len(state.game.calls(state)) > len(state.game.calls(before)):
        return True
    last = before.to_move
    if state.hands_grow or len(state.hands[last]) == len(before.hands[last]):
        return False
    seat = state.to_move
    sizes: list[int] = []
    while not sizes or seat != state.to_move:
        sizes.append(len(state.hands[seat]))
        seat = state.after_seat(seat)
    still = sizes.count(sizes[0])
    return sizes == [sizes[0]] * still + [sizes[0] - 1] * (len(sizes) - still) and still < len(
        sizes
    )


@dataclass(frozen=True)
class Declarer(Question):
    """Who has undertaken the contract?"""

    ask: ClassVar[str] = "declarer"
    to_do: ClassVar[str] = "choose a player"

    @property
    def prompt(self) -> str:
        return "Who is declarer now?"

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        return seat_choices(self, range(self.game.players))

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.state.declarer is None:
            raise ValueError("nobody is declarer on this table yet")
        return (self.game.names[self.state.declarer].lower(),)

    @property
    def deciding_rule(self) -> Rule | None:
        rules = self.game.all_rules()
        return next((r for r in rules if "declarer" in r.concepts or r in OF_DECLARERS), None)

    @property
    def reason(self) -> str:
        """The last bid; where the partner made it, who of the two first named its strain."""
        declarer, bidder = self.state.declarer, self._bidder
        by = self._name(declarer if bidder is None else bidder)
        last = f"the last bid was {self.state.contract.bid.label}, by {by}"
        if bidder is None or bidder == declarer:
            return last
        strain = self.state.contract.bid.strain
        bids = (call for s, call in self._calls if s == declarer and isinstance(call, Bid))
        first = next((bid for bid in bids if bid.strain == strain), None)
        if first is None:
            return last
        suit = SUITS[strain].name if strain in SUITS else "no trumps"
        return f"{last}, but {self._name(declarer)} bid {suit} first, with {first.label}"

    @property
    def _calls(self) -> tuple[tuple[int, Move], ...]:
        return tuple(self.game.calls(self.state))

    def _name(self, seat: int) -> str:
        return "you" if seat == self.viewer else self.game.names[seat]

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """What this player bid, or that it was nothing."""
        seat = self.game.seat(chosen[0])
        name = capital(self._name(seat))
        bids = [call for s, call in self._calls if s == seat and isinstance(call, Bid)]
        look = "Look for the last bid."
        if self._bidder not in (None, self.state.declarer):
            look = "Look for the last bid, then for who of that side bid its suit first."
        if not bids:
            first = f"{name} made no bid."
        elif bids[-1].label == self.state.contract.bid.label:
            was = "were" if seat == self.viewer else "was"
            first = f"{name} made the last bid, but {was} not the first to bid its suit."
            look = "Look for the first bid of that suit on the same side."
        else:
            first = f"{name} bid {bids[-1].label}, and a later bid stands."
        return Explanation(first, look, self.rule, f"refused:{self.rule}", self.reason)

    @property
    def _bidder(self) -> int | None:
        """Who made the last bid; None where nobody has bid."""
        return next((s for s, call in reversed(self._calls) if isinstance(call, Bid)), None)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self._name(self.game.seat(chosen[0]))}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)

    def reveal(self) -> Explanation:
        declarer = self.state.declarer
        verb = "are" if declarer == self.viewer else "is"
        first = f"{capital(self._name(declarer))} {verb} declarer."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    @property
    def shows(self) -> Shows:
        return USUAL & ~Shows.TURN & ~Shows.CONTRACT


@dataclass(frozen=True)
class WhichContract(Declarer):
    """What has the declarer promised?  A rung of the ladder."""

    ask: ClassVar[str] = "contract"
    to_do: ClassVar[str] = "choose a bid"

    @property
    def prompt(self) -> str:
        return "For what? Choose the contract."

    @cached_property
    def choices(self) -> tuple[AnswerChoice, ...]:
        bids = next((phase.bids for phase in self.game.phases if phase.bids), ())
        return tuple(AnswerChoice(str(bid), bid.label) for bid in bids)

    @cached_property
    def answer(self) -> tuple[str, ...]:
        if self.state.contract is None:
            raise ValueError("there is no contract on this table yet")
        return (str(self.state.contract.bid),)

    @property
    def reason(self) -> str:
        by = self._name(self.state.declarer if self._bidder is None else self._bidder)
        return f"the last bid was {self.state.contract.bid.label}, by {by}"

    def explain(self, chosen: Sequence[str]) -> Explanation:
        """Whether this was bid at all."""
        bid = self.label(chosen[0])
        made = any(call.label == bid for _, call in self._calls)
        first = f"{bid} was bid, and topped." if made else f"Nobody bid {bid}."
        hook = f"refused:{self.rule}"
        return Explanation(first, "Look for the last bid.", self.rule, hook, self.reason)

    def reveal(self) -> Explanation:
        first = f"The contract is {self.state.contract.bid.label}."
        return Explanation(first, sentence(self.reason), self.rule, "", self.reason)

    def praise(self, chosen: Sequence[str]) -> Explanation:
        first = f"Yes: {self.label(chosen[0])}."
        return Explanation(first, sentence(self.reason), self.rule, "right", self.reason)
