"""Own Trumps: each player has a trump suit of their own; beat the top of the pile and lay another
card on it, or pick cards up.

Source: the common rules of the Russian game Svoi Kozyri, also called Challenge.  The numbers of
cards picked up are those remembered of its public descriptions and are options.  House choices: the
suits go round from the dealer's left, spades, hearts, diamonds, clubs, and are not chosen; a six
whose suit is nobody's stays where it was dealt; somebody who can beat the top may pick up all the
same; a deal that goes on for ``turns`` turns is stopped; four deals are the match.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import comb
from typing import Any

from cardlab.engine.cards import Card, Suit, pack, unseen
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import FaceUp, Unwritten
from cardlab.engine.game import Phase
from cardlab.engine.moves import PLAYS, Deal, Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, silent
from cardlab.engine.table import Zone, face
from cardlab.engine.words import some
from cardlab.families.beating import BEAT_RULES, PICK_UP, BeatingGame, BeatingState, Cards
from cardlab.families.last_out import OUT, LastOutGame
from cardlab.families.matches import Deals
from cardlab.families.whole_hands import HandsOfAll

SUITS_IN_TURN = "SHDC"
"""The suits of the players from the dealer's left on."""
SHOWN = 5
"""How many cards of the pile are in sight."""


@dataclass(frozen=True)
class OwnTrumpsState(BeatingState):
    """pile: from the bottom up; adding: whether the seat to move has beaten the top and lays one
    more card; turns: how many turns have been taken."""

    stock: Unwritten[Cards] = ()  # no place here: the whole pack is dealt
    pile: FaceUp[Cards] = ()
    adding: bool = False
    turns: int = 0

    @property
    def to_beat(self) -> Card | None:
        return self.pile[-1] if self.pile and not self.adding else None

    def trump_of(self, seat: int | None) -> Suit | None:
        return None if seat is None else self.game.suit_of_seat(self.dealer, seat)

    @property
    def taken(self) -> int:
        """How many cards the seat that acts picks up from this pile."""
        if not self.pile:
            return 0
        top, game = self.pile[-1], self.game
        if top.suit != self.trump_of(self.mover):
            wanted = game.pick_up
        elif top.rank == "A":
            wanted = len(self.pile)
        else:
            wanted = game.pick_up_own
        return min(int(wanted), len(self.pile))


@rule("lead-on-nothing", "Lead to an empty table", "turn", look="Is there a pile?")
def lead_on_nothing(table: OwnTrumpsState, moves: tuple[Move, ...]) -> Ruling:
    """Where no card lies on the table, lead any card, and only one."""
    if table.pile:
        return silent(moves, "cards lie on the pile")
    return may_not(moves, lambda m: m == PICK_UP, "there is no card to pick up")


@rule("one-card-more", "One card more", "beat-or-take", "turn", look="Was the top just beaten?")
def one_card_more(table: OwnTrumpsState, moves: tuple[Move, ...]) -> Ruling:
    """After beating the top, lay one more card of your choice on it, if you have any left. The next
    player has to beat that one."""
    if not table.adding:
        return silent(moves, "{you} {have} beaten nothing yet")
    return may_not(
        moves,
        lambda m: m == PICK_UP,
        "{you} {have} beaten the top, and one more card is due",
    )


NOTES: tuple[Rule, ...] = (
    note(
        "own-trump",
        "A trump suit for each",
        "Everybody has a trump suit of their own. From the dealer's left they are {suits}. What"
        " is a trump for one player is none for another.",
        "trump",
        "suit",
    ),
    note(
        "beat-the-top",
        "Beat the top or pick up",
        "In turn, beat the top card of the pile, or pick up from it and end your turn. You may pick"
        " up although you could beat.",
        "beat-or-take",
        "turn",
    ),
    note(
        "how-many-to-pick-up",
        "How many you pick up",
        "From the top you pick up {foreign}, but {own} if the top is one of your own trumps. If"
        " it is the ace of your trumps, you pick up the whole pile. If the pile has fewer, you"
        " take them all. The next player then beats what is on top, or leads.",
        "beat-or-take",
    ),
    OUT,
)
SIXES = note(
    "own-sixes",
    "The sixes go home",
    "After the deal each six goes to the player whose trump it is, so that everybody has a trump"
    " and hands may differ in size. A six of nobody's suit stays where it was dealt.",
    "trump",
    "deal",
)


class DealAndSixes(HandsOfAll):
    """All cards are dealt; then each six goes to the owner of its suit."""

    notes: tuple[Rule, ...] = (*HandsOfAll.notes, SIXES)

    def facts(self, game: OwnTrumps) -> tuple[Rule, ...]:
        """None: how many cards somebody holds hangs on the sixes."""
        return ()

    def orders(self, game: OwnTrumps) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.suits_owned
        return suits

    def apply(self, state: OwnTrumpsState, seat: int | None, move: Deal) -> Any:
        game, hands = state.game, [list(hand) for hand in move.hands]
        owned: list[tuple[int, Card]] = []
        for hand in hands:
            for card in [c for c in hand if c.rank == "6"]:
                owner = game.owner_of(state.dealer, card.suit)
                if owner is not None:
                    hand.remove(card)
                    owned.append((owner, card))
        for owner, card in owned:
            hands[owner].append(card)
            state = state.remember(None, (card,), owner)
        held = tuple(game.ordering(None).sorted(hand) for hand in hands)
        return game.next_phase(state.but(hands=held, stock=move.stock))


class BeatAndAdd(Phase):
    """Beat the top of the pile and add a card, or pick up."""

    id, title, doing = "play", "The play", "beat the top or pick up"
    did = "played"
    begins = "eldest"
    rules = (lead_on_nothing, one_card_more, *BEAT_RULES)
    notes = NOTES

    def enter(self, state: OwnTrumpsState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def vocabulary(self) -> tuple[Move, ...]:
        return (PICK_UP,)

    def read(self, table: OwnTrumpsState, text: str) -> Move | None:
        """``pick up``, as the sheet calls it."""
        return PICK_UP if text == "pick up" else None

    def candidates(self, table: OwnTrumpsState) -> tuple[Move, ...]:
        return (*(PLAYS[card] for card in table.hand), PICK_UP)

    def apply(self, state: OwnTrumpsState, seat: int, move: Any) -> Any:
        game = state.game
        if move == PICK_UP:
            at = len(state.pile) - state.taken
            taken, pile = state.pile[at:], state.pile[:at]
            hands = state.held(seat, (*state.hands[seat], *taken))
            state = state.but(hands=hands, pile=pile).remember(None, taken, seat)
            return game.turn_over(state, seat)
        beats = state.to_beat is not None
        state = state.but(hands=state.without(seat, move.card), pile=(*state.pile, move.card))
        state = state.forget(seat, (move.card,))
        if beats and state.hands[seat]:
            return state.but(adding=True)
        return game.turn_over(state.but(adding=False), seat)

    def asks(self, state: Any) -> str:
        if not state.pile:
            return "Your turn: lead any card."
        if state.adding:
            return "Lay one more card on the pile."
        return f"Beat {state.to_beat.sign}, or pick up {some(state.taken, 'card')}."

    def told(self, state: OwnTrumpsState, seat: int, move: Move, name: str) -> str:
        if move == PICK_UP:
            return f"{name} picks up {some(state.taken, 'card')}."
        if state.adding:
            return f"{name} adds {move.card.sign}."  # type: ignore[union-attr]
        if state.pile:
            return f"{name} beats {state.pile[-1].sign} with {move.card.sign}."  # type: ignore[union-attr]
        return f"{name} leads {move.card.sign}."  # type: ignore[union-attr]


class OwnTrumps(LastOutGame, BeatingGame):
    """Everybody has trumps of their own. Beat the top card and add another, or pick cards up. The
    last player with cards loses."""

    id, title, picture = "own-trumps", "Own Trumps", "9D JD 6S"
    seats = (2, 4, 4)
    State: type[OwnTrumpsState] = OwnTrumpsState
    what_trumps, trump_word = "of your own trump suit", "one of {your} trumps"
    pack = pack("AKQJT9876")
    pick_up = Option(3, range(1, 9), "How many cards somebody picks up who does not beat the top.")
    pick_up_own = Option(
        5, range(1, 13), "How many cards, if the top is one of their own trumps below the ace."
    )
    deals = Option(4, range(1, 51), "How many deals make a match.", house=True)

    def setup(self) -> None:
        self.phases = (DealAndSixes(), BeatAndAdd())
        self.notes = (
            note(
                "own-trumps-pack",
                "Thirty-six cards",
                "Use ace to six of each suit; the ace is high.",
                "stripped-pack",
                fact="pack",
                part=SheetPart.PACK,
            ),
        )
        self.ends = (Deals(self.deals),)

    # --- whose suit is which
    def suit_of_seat(self, dealer: int, seat: int) -> Suit:
        """The trump suit of a seat when this seat deals."""
        return Suit(SUITS_IN_TURN[(self.direction * (seat - dealer) - 1) % self.players])

    def owner_of(self, dealer: int, suit: str) -> int | None:
        """Whose trumps a suit is; None where it is nobody's."""
        seats = range(self.players)
        return next((s for s in seats if self.suit_of_seat(dealer, s) == suit), None)

    @property
    def suits_owned(self) -> tuple[str, ...]:
        """The suits that are somebody's trumps."""
        return tuple(SUITS_IN_TURN[: self.players])

    # --- words of the rules
    @property
    def suits(self) -> str:
        """The suits of the players in words, with those of nobody."""
        names = [Suit(suit).name for suit in SUITS_IN_TURN]
        own, rest = names[: self.players], names[self.players :]
        nobody = f"; {' and '.join(rest)} are nobody's trumps" if rest else ""
        return f"{', '.join(own[:-1])} and {own[-1]}{nobody}"

    @property
    def foreign(self) -> str:
        return some(self.pick_up, "card")

    @property
    def own(self) -> str:
        return some(self.pick_up_own, "card")

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pile: its cards, the top one last; adding: whether the top was just beaten; to_move: the
        seat that acts (0 unless named)."""
        return {"to_move": 0} | given | {"pile": read_cards(given.get("pile", ()))}

    # --- for bots
    def attack_worth(self, table: Any, card: Card) -> float:
        """How many cards the next player is likely to pick up from this one, against its price."""
        victim = self.next_in(table, table.me)
        view = table.with_known_cards()
        hidden = unseen(self.pack, view.all_cards())
        beaters = [c for c in self.pack if table.beaten_by(c, victim, card)]
        if any(c in view.hands[victim] for c in beaters):
            fails = 0.0
        else:
            size = sum(not c.rank for c in view.hands[victim])
            safe = sum(c not in beaters for c in hidden)
            fails = comb(safe, size) / comb(len(hidden), size)
        pile = (*table.pile, card)
        picked = table.but(pile=pile, me=victim).taken
        return fails * picked - self.price(table, card) / 6

    # --- the picture
    def zones(self, state: OwnTrumpsState) -> list[Zone]:
        count = len(state.pile)
        shown = [
            face(card, marks=("fresh",) if n == count - 1 else ())
            for n, card in enumerate(state.pile)
        ][-SHOWN:]
        told = f"{some(count, 'card')}, the top one on the right" if count else "no cards"
        return [Zone("pile", "pile", "row", None, "Pile", shown, count=count, note=told)]

    def panels(self, state: Any) -> dict[str, Any]:
        notes: dict[int, list[str]] = {}
        for seat in range(self.players):
            suit = self.suit_of_seat(state.dealer, seat)
            notes[seat] = [f"trumps {suit.sign}"]
            if not state.hands[seat] and state.turns:
                notes[seat].append("out")
        own = state.trump_of(state.mover)
        if own is None:
            return {"notes": notes}
        trump = {"suit": str(own), "label": f"Your trumps {own.sign}", "note": "", "card": None}
        return {"notes": notes, "trump": trump}
