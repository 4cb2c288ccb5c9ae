"""Slapjack: lay cards in turn, and slap the pile when a jack lies on it.

Source: the common rules of the game.  House choices: the player after the captor lays the next card,
as in Snap; a wrong slap costs one card, which goes to whoever laid the top card, or under the pile
where that is the slapper or nobody; slaps count in the order in which they reach the table; a game
that does not end is stopped after ``turns`` cards; a second pack is for seven players or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import cards, pack
from cardlab.engine.fields import SeatNo
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Ruling, may_not, note, rule, silent
from cardlab.engine.words import listed, some
from cardlab.families.matches import Deals
from cardlab.families.packets import (
    LAY,
    LET_GO,
    ClaimedPile,
    DealAll,
    PacketGame,
    PacketState,
    lay_in_turn,
    lay_while_cards,
)
from cardlab.families.packs import PACK_OF_52, packs_option, ranks_only, too_few_for_two

SLAP = Say("slap", "Slap!", "slaps the pile")
TARGET = "J"


@dataclass(frozen=True)
class SlapState(PacketState):
    """layer: who laid the card on top; barred: who may not slap until the pile is next taken;
    out: who is out of the game."""

    layer: SeatNo | None = None
    barred: tuple[SeatNo, ...] = ()
    out: tuple[SeatNo, ...] = ()

    @property
    def claimable(self) -> bool:
        """A jack lies on top of the pile."""
        return bool(self.pile) and self.pile[-1].rank == TARGET

    @property
    def able(self) -> tuple[int, ...]:
        """The seats that may slap."""
        barred = (*self.out, *self.barred)
        return tuple(seat for seat in range(self.game.players) if seat not in barred)


@rule("lost-right-to-slap", "Who may slap", "snapping", "fair-capture")
def lost_right_to_slap(table: SlapState, moves: tuple[Move, ...]) -> Ruling:
    """{who_slaps}"""
    if table.me in table.out:
        return may_not(moves, lambda m: m == SLAP, "{you} {are} out of the game")
    if table.me in table.barred:
        because = "{you} slapped wrongly and had no card to pay with"
        return may_not(moves, lambda m: m == SLAP, because)
    return silent(moves, "{you} may slap")


@rule("not-a-jack", "Slap a jack", "symbol", "snapping")
def not_a_jack(table: SlapState, moves: tuple[Move, ...]) -> Ruling:
    """Slap only when a jack lies on top of the pile."""
    if table.claimable:
        return silent(moves, "{top} is a jack", {"top": table.pile[-1]})
    if not table.pile:
        return may_not(moves, lambda m: m == SLAP, "there is no pile to slap")
    return may_not(moves, lambda m: m == SLAP, "{top} is not a jack", {"top": table.pile[-1]})


FALSE_SLAPS = {
    "pay-layer": "the slapper gives the top card of the packet to the player who laid last",
    "one-to-each": "the slapper gives one card to each of the others, as far as they go",
    "none": "the slap does not count and costs nothing",
}
PLAYERS_FOR_TWO_PACKS = 7
NEXT = {"after": "the player after the captor", "captor": "the captor"}


class Slapping(ClaimedPile):
    """Cards in turn, slaps at any time."""

    id, title, doing = "play", "The play", "lay a card"
    prompt = "Watch the pile: slap it when a jack lies on top."
    claimed = "slapped"
    claim, claimed, raced = SLAP, "slapped", ("slap",)
    notes = (
        note(
            "lay-for-all-to-see",
            "Lay a card",
            "Turn each card away from yourself as you lay it, so that everybody sees it at once.",
            "turn",
        ),
        note(
            "first-slap-takes",
            "The first slap takes the pile",
            "When a jack lies on top, the first to slap the pile takes it and puts it,"
            " turned over, under their cards. It can be slapped until the next card is"
            " laid. Then {next_text} lays a card.",
            "capture",
            "snapping",
            "symbol",
        ),
        note(
            "false-slap",
            "A wrong slap",
            "If somebody slaps and no jack lies on top, {false_text}.",
            "fair-capture",
            "snapping",
        ),
        note("without-cards", "A player without cards", "{cardless_text}", "turn", "snapping"),
    )

    def awaited(self, state: SlapState) -> tuple[int, ...]:
        """Everybody where a jack lies there; otherwise only who lays the next card."""
        if state.claimable or state.to_move is None:
            return self.movers(state)
        return (state.to_move,)

    def apply(self, state: SlapState, seat: int, move: Move) -> Any:
        if move == LET_GO:
            return state.game.end(state)
        if move == LAY:
            state = self.lay_card(state, seat)
        elif state.claimable:
            state = self.captured(state, seat)
        else:
            paid = self.without_cards_out(self.paid(state, seat))
            state = self.to_player_with_cards(paid, state.to_move)
        return state.game.end(state) if state.game.ended(state) else state

    def lay_card(self, state: SlapState, seat: int) -> SlapState:
        card, *rest = state.hands[seat]
        state = state.but(
            hands=state.held(seat, rest),
            pile=(*state.pile, card),
            laid=state.laid + 1,
            layer=seat,
        )
        return self.to_player_with_cards(self.without_cards_out(state), state.after_seat(seat))

    def without_cards_out(self, state: SlapState) -> SlapState:
        """Where nobody has a last chance, a player is out whose last card has gone, whichever way
        it went."""
        if state.game.last_chance:
            return state
        out = tuple(seat for seat, hand in enumerate(state.hands) if not hand)
        return state.but(out=(*state.out, *(seat for seat in out if seat not in state.out)))

    def captured(self, state: SlapState, seat: int) -> SlapState:
        """The pile goes under the captor's cards; who else has none now is out."""
        hands = state.held(seat, (*state.hands[seat], *state.pile))
        out = tuple(s for s, hand in enumerate(hands) if not hand)
        state = state.but(hands=hands, pile=(), layer=None, barred=(), out=out)
        captor_lays = state.game.next_to_lay == "captor"
        return self.to_player_with_cards(state, seat if captor_lays else state.after_seat(seat))

    def paid(self, state: SlapState, seat: int) -> SlapState:
        """A wrong slap costs a card, or the right to slap where there is none."""
        if not state.hands[seat]:
            return state.but(barred=(*state.barred, seat))
        if state.game.false_slap == "one-to-each":
            return self.one_to_each(state, seat)
        card, *rest = state.hands[seat]
        state = state.but(hands=state.held(seat, rest))
        if state.layer is None or state.layer == seat:
            return state.but(pile=(card, *state.pile))
        return state.but(hands=state.held(state.layer, (*state.hands[state.layer], card)))

    def one_to_each(self, state: SlapState, seat: int) -> SlapState:
        other = state.after_seat(seat)
        while other != seat and state.hands[seat]:
            if other not in state.out:
                card, *rest = state.hands[seat]
                state = state.but(hands=state.held(seat, rest))
                state = state.but(hands=state.held(other, (*state.hands[other], card)))
            other = state.after_seat(other)
        return state

    def asks(self, state: SlapState) -> str:
        if state.me is None or state.me != state.to_move:
            return self.prompt
        return (
            "Your turn: lay your top card, unless a jack lies there to slap."
            if state.hand
            else "Nobody has cards left: slap, or let it go."
        )

    def told(self, state: SlapState, seat: int, move: Move, name: str) -> str:
        if move == LAY:
            return f"{name} lays {state.hands[seat][0].sign}."
        if move != SLAP:
            return move.told(name)
        if state.claimable:
            return f"{name} slaps {state.pile[-1].sign} and takes {some(len(state.pile), 'card')}."
        wrong = f"{name} slaps {state.pile[-1].sign}, which is not a jack" if state.pile else ""
        if not wrong:
            wrong = f"{name} slaps where there is no pile"
        after, names = self.paid(state, seat), state.game.names
        if len(after.pile) > len(state.pile):
            return f"{wrong}, and puts a card {'under the pile' if state.pile else 'there'}."
        paid = [n for s, n in enumerate(names) if len(after.hands[s]) > len(state.hands[s])]
        if not paid:
            return f"{wrong}, and may not slap until the pile is taken."
        return f"{wrong}, and gives a card to {listed(paid, most=9)}."


class Slapjack(PacketGame):
    """Lay cards in turn on one pile. When a jack lies on top, the first to slap the pile takes it;
    a wrong slap costs a card."""

    id, title, picture = "slapjack", "Slapjack", "JH JS JC JD"
    told_first = ("not-your-turn", "lay-for-all-to-see", "first-slap-takes", "lost-right-to-slap")
    counts_instead = PACK_OF_52
    seats = (2, 10, 4)
    State: type[SlapState] = SlapState
    claim = "slap the next jack"
    packs = packs_option(PLAYERS_FOR_TWO_PACKS)
    false_slap = Option("pay-layer", FALSE_SLAPS, "What a wrong slap costs.")
    next_to_lay = Option("after", NEXT, "Who lays the next card after a capture.")
    last_chance = Option(True, (True, False), "Whether a player without cards may still slap.")
    turns = Option(
        600,
        range(1, 5001),
        "After this many cards have been laid, the game ends in any case.",
        house=True,
    )
    deals = Option(1, range(1, 21), "How many deals make a match.", house=True)

    @property
    def next_text(self) -> str:
        """Who lays after a capture, in words."""
        return NEXT[self.next_to_lay]

    @property
    def false_text(self) -> str:
        """What a wrong slap costs, in words."""
        if self.false_slap != "pay-layer":
            return FALSE_SLAPS[self.false_slap]
        return (
            f"{FALSE_SLAPS[self.false_slap]}. If that was the slapper, or nobody has laid, the card"
            " goes under the pile"
        )

    @property
    def cardless_text(self) -> str:
        """What becomes of a player without cards, as sentences."""
        if self.last_chance:
            return (
                "A player without cards may still slap the next jack; if somebody else takes the"
                " pile, that player is out."
            )
        return (
            "A player whose last card has gone is out at once, whether it was laid or paid for a"
            " wrong slap."
            if self.false_slap != "none"
            else "A player who lays the last card of a packet is out at once."
        )

    @property
    def who_slaps(self) -> str:
        """Who may slap, as a sentence."""
        if not self.last_chance:
            return "Anybody may slap the pile, even out of turn, except a player who is out."
        if self.false_slap == "none":
            return (
                "Anybody may slap the pile, even out of turn and without cards, except a player who"
                " is out."
            )
        return (
            "Anybody may slap the pile, even out of turn and without cards, except a player who is"
            " out. A player who had no card to pay for a wrong slap waits until the pile is next"
            " taken."
        )

    @property
    def may_still(self) -> str:
        """Nothing: what a player without cards may still do is told where they go out."""
        return ""

    def impossible(self) -> str:
        return too_few_for_two(self, PLAYERS_FOR_TWO_PACKS)

    def setup(self) -> None:
        self.pack = pack(decks=self.packs)
        free = (not_a_jack,) if self.false_slap == "none" else ()
        rules = (lay_while_cards, lay_in_turn, lost_right_to_slap, *free)
        self.phases = (DealAll(), Slapping(rules=rules))
        self.notes = (
            ranks_only("standard-deck", "symbol", packs=self.packs, matters="jacks"),
            note(
                "last-in-the-game",
                "The end of a game",
                "A game ends when only one player is left in it, when nobody has cards and nobody can"
                f" slap a jack, or after {some(self.turns, 'card')}.{self.let_go_text}",
                "turn",
                part=SheetPart.END,
            ),
        )
        self.ends = (Deals(self.deals),)

    @property
    def let_go_text(self) -> str:
        """How a game ends that waits for a last slap, as a sentence; "" where none does."""
        if not self.last_chance:
            return ""
        return (
            " If all cards lie under a jack, the player whose turn it is may let the chance go, and"
            " the game ends too."
        )

    def ended(self, state: SlapState) -> bool:
        """Whether the game ends here."""
        if state.laid >= self.turns:
            return True
        if state.claimable and state.able and self.players - len(state.out) > 1:
            return False
        return self.players - len(state.out) < 2 or not any(state.hands)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pile: cards from the bottom up; layer: who laid the top one; out and barred: seats;
        to_move: the seat to lay (0 unless named)."""
        return {"to_move": 0} | given | {"pile": cards(given.get("pile", ()))}

    def panels(self, state: SlapState) -> dict[str, Any]:
        """Who laid the card on top, and who is out or may not slap."""
        notes: dict[int, list[str]] = {}
        if state.layer is not None and state.pile:
            notes[state.layer] = [f"laid {state.pile[-1].sign}"]
        for seat in state.out:
            notes.setdefault(seat, []).append("out of the game")
        for seat in state.barred:
            notes.setdefault(seat, []).append("may not slap")
        return {"notes": notes}
