"""Conquian: a card is turned up for both players, never taken into a hand, and eleven melded cards
win.

Source: the common rules of the game for two, the oldest of the rummy games.  House choices: all cards
of the hand that are laid with a turned card belong to one meld with it; for it a player may rearrange
their own melds if every card of them still lies in one; a card may be forced only on a meld that it
extends as it lies; after a drawn deal the next counts double, but never more; after ``deals`` deals
the match goes to whoever leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cardlab.engine.cards import Card, pack, unseen, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Dealing, Phase
from cardlab.engine.moves import DISCARDS, PASS, Discard, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import seat_of, switch
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import Seat, listed, not_held, number
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.melding import ACES_LOW, BoxStanding, Meld, Melding, alike
from cardlab.families.prospects import ProspectGame
from cardlab.families.table_melds import (
    OUT_LACKS,
    ForceCard,
    MeldOpenCard,
    TableMeldGame,
    TableState,
    force_card,
    meld_open_card,
)

SHORT = "A234567JQK"
"""The ranks of forty cards, in the order of runs."""
TURN_UP = Say("turn up", "Turn up a card", "turns a card up")
TURN_DOWN = Say("pass", "Turn it down", "turns it down")
LET_GO = Say("let go", "Let it go", "forces nothing")
MELDING = {
    size: Melding(ranks, dict.fromkeys(ranks, 1)) for size, ranks in ((40, SHORT), (52, ACES_LOW))
}
"""What is a meld, with so many cards in the pack; every loose card counts one."""


PACE = 3.0
"""What the cards that leave the hand with the next open card count to a bot, on the average, against
those that have left it."""
LAST = 4.0
"""How many cards leaving the hand it is worth to be out."""
GIVEN = 0.3
"""What it costs to discard a card that the other player can lay on a meld."""


@lru_cache(maxsize=4096)
def uses_of(
    melding: Melding, hand: Meld, mine: tuple[Meld, ...], up: Card
) -> dict[MeldOpenCard, tuple[Meld, ...]]:
    """How a card can be melded with a hand and one's own melds, and the melds that then lie there.

    All its cards are in one meld, so that there are no more of them than sets and runs that hold
    the card: a few dozen at most. Rules and candidates ask for the same ones."""
    lying = [card for meld in mine for card in meld]
    uses: dict[MeldOpenCard, tuple[Meld, ...]] = {}
    for meld in melding.melds((*hand, *lying, up)):
        left = left_of(melding, mine, meld) if up in meld else None
        if left is not None:
            held = [card for card in meld if card in hand]
            borrowed = [card for card in meld if card in lying]
            uses[meld_open_card(up, held, borrowed)] = (*left, meld)
    return uses


def left_of(melding: Melding, melds: tuple[Meld, ...], used: Meld) -> tuple[Meld, ...] | None:
    """The melds without these cards, each parted where that is needed, or else all of them arranged
    anew; None if some cards would no longer meld."""
    each = parted(melding, melds, used)
    if each is not None:
        return each
    arranged = melding.arrange(card for meld in melds for card in meld if card not in used)
    return None if arranged.loose else arranged.melds


def parted(melding: Melding, melds: tuple[Meld, ...], used: Meld) -> tuple[Meld, ...] | None:
    """The melds without these cards, each by itself; None if some cards would no longer meld."""
    left: list[Meld] = []
    for meld in melds:
        rest = tuple(card for card in meld if card not in used)
        if len(rest) == len(meld):
            left.append(meld)
        elif rest:
            arranged = melding.arrange(rest)
            if arranged.loose:
                return None
            left += arranged.melds
    return tuple(left)


def nearness(melding: Melding, hand: Meld, mine: tuple[Meld, ...], coming: Sequence[Card]) -> float:
    """How near a hand and its melds are to being out: the fewer cards are left, and the more of
    them leave the hand with the next open card (any of those that may come), the nearer.

        >>> from cardlab.engine.cards import cards
    >>> hand, melds, coming = cards("4H 4D KC"), (cards("JS JH JD"),), cards("4S 6C JC")
    >>> nearness(MELDING[40], hand, melds, coming)
    1.0
    """
    gone = 0.0
    for card in coming:
        used = [len(use.held) for use in uses_of(melding, hand, mine, card)]
        most = max(used, default=-1)
        gone += LAST if most == len(hand) else most + 1
    return PACE * gone / max(1, len(coming)) - len(hand)


@dataclass(frozen=True)
class OpenCardState(TableState):
    """by: who turned up or discarded the card on offer; passed: who has turned it down."""

    by: SeatNo | None = None
    passed: tuple[SeatNo, ...] = ()

    def with_turner(self, seat: int) -> Any:
        """The same table; where nobody is known to have turned up the open card, as on a table set
        up by hand, this seat has."""
        return self if self.by is not None else self.but(by=seat)

    def uses(self) -> dict[MeldOpenCard, tuple[Meld, ...]]:
        """Every meld that the card on offer makes with cards of the hand and of the own melds, with
        the melds that then lie there."""
        if self.upcard is None or self.me is None:
            return {}
        return uses_of(self.game.melding, self.hand, self.melds[self.me], self.upcard)

    def forced(self) -> tuple[ForceCard, ...]:
        """The card on offer on each meld of the other player that it has a rank or suit in common
        with, once that player has turned it down."""
        up = self.upcard
        if up is None or self.me is None or not self.game.forcing:
            return ()
        other = self.after_seat(self.me)
        melds = self.melds[other] if self.turned_down_by(other) else ()
        return tuple(force_card(up, meld) for meld in melds if alike((up, *meld)))

    def turned_down_by(self, seat: int) -> bool:
        """Whether a seat was offered the open card and turned it down; whoever discarded it was
        never offered it."""
        return seat in self.passed


@rule("use-it-at-once", "Use it at once", "rummy-turn", "stock", "lay-down")
def use_it_at_once(table: OpenCardState, moves: tuple[Move, ...]) -> Ruling:
    """The card that lies open never goes into a hand. A player who is offered it melds it at
    once, with cards from the hand or on melds of their own, or turns it down."""
    return may_not(moves, lambda m: m == "take", "a card on offer is never taken into the hand")


@rule("legal-meld", "Sets and runs", "meld", "set", "run", "lay-off", look="Set, or run?")
def legal_meld(table: OpenCardState, moves: tuple[Move, ...]) -> Ruling:
    """The open card has to be in a set, three or four cards of one rank, or in a run. A run is
    three or more cards of one suit that follow each other: {order_text}. You may
    lay it on a meld of your own, with further cards of your hand or without. All that you lay from
    your hand goes into one meld with it. You may borrow cards from your other melds and rearrange
    those, if all of them still lie in melds."""
    uses = table.uses()
    refusing = {
        m: why_no_use(table, m) for m in moves if isinstance(m, MeldOpenCard) and m not in uses
    }
    because = next(iter(refusing.values()), ("", {}))
    return may_not(moves, lambda m: m in refusing, *because, refusing=refusing)


def why_no_use(table: OpenCardState, use: MeldOpenCard) -> tuple[str, dict[str, Any]]:
    """Why a card cannot be melded in this way: a reason with its facts."""
    assert table.me is not None
    mine = [card for meld in table.melds[table.me] for card in meld]
    if use.open_card != table.upcard:
        return "{up} lies open, and no other card", {"up": table.upcard}
    if lacks := not_held(use.held, table.hand):
        return "{you} {do} not hold {lacks}", {"lacks": lacks}
    if elsewhere := not_held(use.lying, mine):
        return "{your} melds have no {elsewhere}", {"elsewhere": elsewhere}
    if not table.game.melding.is_meld(use.cards):
        return "{made} are neither a set nor a run", {"made": listed(use.cards, most=8)}
    return "what is left of {your} other melds would not meld", {}


@rule("forced-card", "Forcing a card", "lay-off", "meld")
def forced_card(table: OpenCardState, moves: tuple[Move, ...]) -> Ruling:
    """If the other player turns down a card that extends a meld of theirs as it lies, you may force
    it on that meld. They lay it there, and discard a card. Nobody's own discard is forced on
    them."""
    assert table.me is not None
    theirs = table.melds[table.after_seat(table.me)]
    strange = [m for m in moves if isinstance(m, ForceCard) and m.meld not in theirs]
    if strange:
        because = "{meld} {are} not a meld of the other player"
        facts = {
            "meld": listed(strange[0].meld, most=8),
            "are": "is" if len(strange[0].meld) == 1 else "are",
        }
        return may_not(moves, lambda m: m in strange, because, facts)

    def fits(m: ForceCard) -> bool:
        return bool(table.game.melding.extends(m.meld, m.open_card))

    return may_not(
        moves,
        lambda m: isinstance(m, ForceCard) and not fits(m),
        "{up} does not extend that meld",
        lambda: {"up": table.upcard},
    )


@rule("discard-one", "Discard one card", "rummy-turn", "discard-pile")
def discard_one(table: OpenCardState, moves: tuple[Move, ...]) -> Ruling:
    """A player who has melded the open card and still has cards discards one of them face up. It is
    offered to the other player."""
    because = "{you} {have} melded a card, and a discard is due"
    return may_not(moves, lambda m: m.card is None, because, leaves=any_move)


class TurnUp(Phase):
    """Turn the top card of the stock up."""

    id, title, doing = "turn", "The turn", "turn up a card"
    did = "turned up a card"
    begins, comes_back = "eldest", True
    prompt = "Your turn: turn up the top card of the stock."

    def enter(self, state: OpenCardState) -> Any:
        if not state.stock:
            return state.game.end(state, void=True)
        return state if state.to_move is not None else state.but(to_move=state.eldest)

    def vocabulary(self) -> Iterable[Move]:
        return (TURN_UP,)

    def candidates(self, table: OpenCardState) -> tuple[Move, ...]:
        return (TURN_UP,) if table.stock else ()

    def apply(self, state: OpenCardState, seat: int, move: Move) -> Any:
        up, *rest = state.stock
        state = state.but(stock=tuple(rest), discards=(*state.discards, up), by=seat, passed=())
        return state.game.go(state, "offer", seat)

    def told(self, state: OpenCardState, seat: int, move: Move, name: str) -> str:
        return f"{name} turns {state.stock[0].sign} up."


class OnOffer(Phase):
    """The card that was turned up is offered to both players, one that was discarded to the other
    one."""

    id, title, doing = "offer", "The card on offer", "use the card or turn it down"
    prompt = "Use the open card, or turn it down."
    rules: tuple[Rule, ...] = (use_it_at_once, legal_meld)

    def vocabulary(self) -> Iterable[Move]:
        return (TURN_DOWN, Say("take"))

    def candidates(self, table: OpenCardState) -> tuple[Move, ...]:
        if table.upcard is None:
            return ()
        return (TURN_DOWN, *table.uses(), *table.forced())

    def read(self, table: Any, text: str) -> Move | None:
        """``use 4C with 4H 4D``, ``use JH on 5H 6H 7H``, ``force 4C on AC 2C 3C``."""
        if text in ("pass", "take"):
            return TURN_DOWN if text == "pass" else Say("take")
        verb, *words = text.split()
        if verb not in ("use", "force") or len(words) < 2:
            return None
        hand, _, table_part = " ".join(words).partition(" on ")
        up, _, hand_part = hand.partition(" with ")
        try:
            (first,), held, lying = map(read_cards, (up, hand_part, table_part))
        except ValueError:
            return None
        if verb == "force":
            theirs = table.melds[table.after_seat(table.me)]
            same = (meld for meld in theirs if sorted(meld) == sorted(lying))
            return force_card(first, next(same, lying)) if lying else None
        uses = (
            m
            for m in table.uses()
            if m.open_card is first
            and (sorted(m.held), sorted(m.lying)) == (sorted(held), sorted(lying))
        )
        return next(uses, meld_open_card(first, held, lying))

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        game, state = state.game, state.with_turner(seat)
        if isinstance(move, MeldOpenCard):
            return game.used(state, seat, move)
        other = state.after_seat(seat)
        if isinstance(move, ForceCard):
            return game.forced_on(state, other, move)
        state = state.but(passed=(*state.passed, seat))
        if seat == state.by:
            return state.but(to_move=other)
        fits = (game.melding.extends(meld, state.upcard) for meld in state.melds[seat])
        if game.forcing and any(fits):
            return game.go(state, "force", other)
        return game.go(state, "turn", state.after_seat(state.by))

    def not_offered(self, table: Any, move: Move) -> str:
        """A card is forced only when the other player has turned it down."""
        if not isinstance(move, ForceCard):
            return ""
        if move.open_card is not table.upcard:
            return f"{table.upcard.sign} lies open, and no other card"
        if table.by != table.me:
            return "the other player discarded this card and has not turned it down"
        return "the other player has not turned this card down"

    def asks(self, state: OpenCardState) -> str:
        up = state.upcard
        return f"{up.sign} lies open: use it, or turn it down." if up else self.prompt


class Forcing(OnOffer):
    """The other player may force a card that was turned down."""

    id, title, doing = "force", "Forcing", "force the card or let it go"
    rules: tuple[Rule, ...] = (forced_card,)

    def vocabulary(self) -> Iterable[Move]:
        return (LET_GO,)

    def candidates(self, table: OpenCardState) -> tuple[Move, ...]:
        return (LET_GO, *table.forced()) if table.upcard is not None else ()

    def read(self, table: OpenCardState, text: str) -> Move | None:
        return super().read(table, text) if text.startswith("force ") else None

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if isinstance(move, ForceCard):
            return state.game.forced_on(state, state.after_seat(seat), move)
        state = state.with_turner(seat)
        return state.game.go(state, "turn", state.after_seat(state.by))

    def asks(self, state: Any) -> str:
        other, up = state.game.names[state.after_seat(state.to_move)], state.upcard
        if up is None:
            return self.prompt
        return f"{other} turned {up.sign} down, but it fits: force it, or let it go."


class DiscardOne(Phase):
    """Discard a card after one was melded."""

    id, title, doing = "discard", "The discard", "discard"
    prompt = "Discard a card."
    rules: tuple[Rule, ...] = (discard_one,)

    def vocabulary(self) -> Iterable[Move]:
        return (TURN_DOWN,)

    def candidates(self, table: OpenCardState) -> tuple[Move, ...]:
        return tuple(DISCARDS[card] for card in table.hand)

    def read(self, table: OpenCardState, text: str) -> Move | None:
        try:
            return Discard(Card(text.removeprefix("discard ")))
        except ValueError:
            return TURN_DOWN if text == PASS else None

    def apply(self, state: OpenCardState, seat: int, move: Discard) -> Any:
        discards = (*state.discards, move.card)
        state = state.but(hands=state.without(seat, move.card), discards=discards, by=seat)
        state = state.forget(seat, (move.card,)).but(passed=())
        return state.game.go(state, "offer", state.after_seat(seat))


@dataclass(frozen=True)
class DoubleStanding(BoxStanding):
    """double: the deal before was drawn, so that this one counts double."""

    double: bool = False


@dataclass(frozen=True)
class ConquianResult:
    """out: who won the deal; double: whether it counts double."""

    out: int = seat_of(0, "who won the deal")
    double: int = switch(0, "after a drawn deal", when=lambda game: game.drawn == "double")


WON = Formula("k", k=Quantity("", "2 after a drawn deal, else 1", "counts"))


@scores("deal-won", "The deal", "going-out")
def deal_won(game: Conquian, result: ConquianResult) -> Iterator[ScoreLine]:
    """A player who melds {most} cards scores 1{double_text}."""
    because = game.tell("{who} melded {most} cards", who=Seat(result.out), most=game.most)
    side = game.sides[result.out]
    yield line(side.id, "Deal won", deal_won, WON, because, k=1 + result.double)


ORDER = note(
    "elder-turns-up",
    "The first turn",
    "The player who did not deal turns up the top card of the stock and is offered it first;"
    " then the other player is. If both turn it down it lies dead, and the other player turns up"
    " the next.",
    "eldest",
    "turn",
    "stock",
)
OFFERED = note(
    "discards-are-offered",
    "Discards",
    "A discard is offered to the other player. If that player turns it down, they turn up the next"
    " card of the stock. Only the last open card can be used.",
    "discard-pile",
    "turn",
)
OUT = note(
    "going-out",
    "Eleven melded cards",
    "A player who has {most} cards in melds on the table wins the deal at once. Those are all the"
    " cards of the hand and the open card.",
    "going-out",
    "hand",
    part=SheetPart.END,
)
DRAWN = note(
    "drawn-deal",
    "A drawn deal",
    "If the last card of the stock is turned down by both, nobody scores and the same dealer deals"
    " again.{then_double}",
    "stock",
    part=SheetPart.END,
)


class Conquian(TableMeldGame, ProspectGame):
    """Cards are turned up one by one, and never taken into the hand: use each at once in a meld, or
    let it go. The first with {most} cards in melds wins."""

    id, title, picture = "conquian", "Conquian", "6H 7H JH KS"
    seats = (2, 2, 2)
    one_side_scores = True
    pack = pack(SHORT[::-1])
    Result: type[ConquianResult] = ConquianResult
    State: type[OpenCardState] = OpenCardState
    Standing: type[DoubleStanding] = DoubleStanding
    loose = "Loose"
    cards = Option(40, (40, 52), "The cards of the pack: without eights, nines and tens, or all.")
    each = Option(10, (10, 9, 8), "How many cards each player is dealt; one more in melds wins.")
    forcing = Option(True, (True, False), "Whether a card that was turned down may be forced.")
    drawn = Option(
        "double",
        {"double": "the next deal counts double", "nothing": "nothing follows"},
        "What follows a drawn deal.",
    )
    target = Option(5, range(1, 22), "The points that end the match.")
    deals = deals_option(20, "After this many deals, drawn ones included, the match ends.")
    notes = (OUT, DRAWN)
    quiet = {
        "use-it-at-once": Typed("take"),
        "legal-meld": Typed("use AS with 3D KC"),
        "discard-one": Typed("pass"),
    }

    def result_lacks(self, state: Any) -> str:
        if state.out is None:
            return OUT_LACKS
        return super().result_lacks(state)

    @property
    def most(self) -> str:
        """How many melded cards win, in words."""
        return number(self.each + 1)

    @property
    def order_text(self) -> str:
        """The order of runs in words."""
        return " ".join("10" if rank == "T" else rank for rank in self.melding.ranks)

    @property
    def double_text(self) -> str:
        """What a drawn deal before makes of it."""
        return ", or 2 after a drawn deal" if self.drawn == "double" else ""

    @property
    def then_double(self) -> str:
        """What follows a drawn deal, as a further sentence."""
        return " The next deal counts double." if self.drawn == "double" else ""

    def setup(self) -> None:
        melding = MELDING[self.cards]
        setattr(self, "melding", melding)  # noqa: B010
        self.pack = pack(melding.ranks[::-1])
        force = (forced_card,) if self.forcing else ()
        self.phases = (
            Dealing(each=self.each),
            TurnUp(notes=(ORDER,)),
            OnOffer(rules=(use_it_at_once, legal_meld, *force), notes=(OFFERED,)),
            DiscardOne(),
            *((Forcing(),) if self.forcing else ()),
        )
        self.scoring = (deal_won,)
        self.ends = (Race(self.target, concepts=()), Deals(self.deals))

    def take_hands(self, each: int) -> None:
        setattr(self, "each", each)  # noqa: B010

    def open_to(self, state: OpenCardState, seat: int) -> tuple[Meld, ...]:
        return tuple(state.melds[seat]) if state.melds else ()

    def used(self, state: OpenCardState, seat: int, move: MeldOpenCard) -> Any:
        """The table after a seat has melded the card on offer."""
        melds = state.but(me=seat).uses()[move]
        hand = tuple(card for card in state.hands[seat] if card not in move.held)
        state = state.but(hands=state.held(seat, hand)).forget(seat, move.held)
        return self.melded(state, seat, melds)

    def forced_on(self, state: OpenCardState, seat: int, move: ForceCard) -> Any:
        """The table after the card on offer was forced on a meld of this seat."""
        (melds,) = self.with_card((state.melds[seat],), move.meld, move.open_card)
        return self.melded(state, seat, melds)

    def melded(self, state: OpenCardState, seat: int, melds: tuple[Meld, ...]) -> Any:
        """The card on offer lies in these melds of a seat, which is out or has to discard."""
        every = (*state.melds[:seat], melds, *state.melds[seat + 1 :])
        state = state.but(melds=every, discards=state.discards[:-1])
        return self.go(state, "discard", seat) if state.hands[seat] else self.end(state, out=seat)

    def winner(self, result: ConquianResult) -> int:
        return result.out

    def result(self, state: OpenCardState) -> ConquianResult:
        assert state.out is not None, "a deal that nobody wins is void"
        return ConquianResult(state.out, int(state.standing.double))

    def next_standing(self, state: OpenCardState, lines: Iterable[ScoreLine]) -> Any:
        double = state.void and self.drawn == "double"
        return super().next_standing(state, lines).but(double=double)

    def panels(self, state: Any) -> dict[str, Any]:
        """How many cards each has melded, and whether the deal counts double."""
        panels = super().panels(state)
        for seat, melds in enumerate(state.melds):
            melded = sum(map(len, melds))
            panels["notes"].setdefault(seat, []).append(f"{melded} of {self.each + 1} melded")
        if state.standing.double:
            panels["notes"][state.eldest].append("this deal counts double")
        return panels

    # --- for bots
    def prospects(self, view: OpenCardState, moves: Sequence[Move]) -> Mapping[Move, float]:
        """How near each discard, and each use of the open card, brings the seat to being out."""
        if view.me is None or view.phase.id == Forcing.id:
            return {}
        mine, theirs = view.melds[view.me], view.melds[view.after_seat(view.me)]
        coming, uses = unseen(self.pack, view.all_cards()), view.uses()

        def near(hand: Meld, melds: tuple[Meld, ...]) -> float:
            return nearness(self.melding, hand, melds, coming)

        def worth(move: Move) -> float:
            if isinstance(move, Discard):
                fits = any(self.melding.extends(meld, move.card) for meld in theirs)
                return near(without(view.hand, (move.card,)), mine) - GIVEN * fits
            if isinstance(move, MeldOpenCard):
                left = without(view.hand, move.held)
                after = (near(without(left, (card,)), uses[move]) for card in left)
                return max(after, default=PACE * LAST)
            return near(view.hand, mine)

        return {move: worth(move) for move in moves if not isinstance(move, ForceCard)}

    def feats(self, result: ConquianResult) -> tuple[Feat, ...]:
        """Who won the deal."""
        return (Feat((result.out,), f"won with {self.most} melded cards"),)
