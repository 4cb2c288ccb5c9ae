"""Pinhead: play a card at least as high as the top of the pile, or pick the pile up; first from the
hand, then from the open cards, then from the blind ones.

Source: the common rules of the game with a rude name, also called Karma or Palace.  House choices:
with ``swap``, six cards are dealt to the hand and each player lays three of them open, all at once,
which comes to the same as swapping; only twos and tens are special, and with twelve players the four
jokers of the two packs, which count as twos; a deal that goes on for ``turns`` turns is stopped; five deals are the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from cardlab.engine.cards import JOKER, Card, pack, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.fields import BySeat, FaceDown, FaceUp
from cardlab.engine.game import Dealing, Phase, Standing, State
from cardlab.engine.moves import Deal, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import scored_by
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, silent
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.words import capital, listed, some
from cardlab.families.beating import PICK_UP
from cardlab.families.climbing import Cards, Heights, PlayCards, sets_in
from cardlab.families.last_out import OUT, LastOutGame, LayOpen
from cardlab.families.matches import Deals

RANKS = "2AKQJT9876543"
RESETS, BURNS = "2", "T"
"""The rank that goes on anything and anything on it, and the rank that burns the pile."""
EACH = 3
"""How many cards everybody has of each kind: in hand, open and blind."""
ALIKE = 4
"""How many cards of a rank on top burn the pile, and at most are played together."""
PLAYERS_TO_A_PACK, PLAYERS_WITH_JOKERS = 5, 12
"""Up to how many players one pack is enough for, and how many need the jokers of two."""
SHOWN = 5
"""How many cards of the pile are in sight."""
TURN = Say("turn", "Turn a blind card", "turns a blind card")


def place(card: Card) -> int:
    """Where the rank of a card stands, counted from the top; a joker stands beside the twos.

    >>> place(Card("2S")), place(JOKER), place(Card("3H"))
    (0, 0, 12)
    """
    return 0 if card == JOKER else RANKS.index(card.rank)


def resets(card: Card) -> bool:
    """Whether anything goes on this card, and it on anything."""
    return card == JOKER or card.rank == RESETS


@dataclass(frozen=True)
class PinheadState(State):
    """open and blind: the cards that lie before each seat, face up and face down; pile: from the
    bottom up; gone: the cards that were burnt; turns: how many turns have been taken."""

    open: FaceUp[BySeat[Cards]] = ()
    blind: FaceDown[BySeat[Cards]] = ()
    pile: FaceUp[Cards] = ()
    gone: FaceUp[Cards] = ()
    turns: int = 0

    hands_grow: ClassVar[bool] = True

    @property
    def mover(self) -> int | None:
        """The seat that acts: in a view the one it is made for."""
        return self.to_move if self.me is None else self.me

    @property
    def source(self) -> Cards:
        """The cards from which the seat that acts plays; none where only blind cards are left."""
        seat = self.mover
        if seat is None:
            return ()
        return self.hands[seat] or self.open[seat]

    def goes(self, card: Card) -> bool:
        """Whether a card may be played on the pile."""
        if not self.pile or resets(card) or card.rank == BURNS or resets(self.pile[-1]):
            return True
        return place(card) <= place(self.pile[-1])


# --- the rules


@rule(
    "source-in-force",
    "Hand, open, blind",
    "open-blind-hole",
    "hand",
    look="Are there cards in your hand?",
)
def source_in_force(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """Play from your hand while it has cards, picked-up ones too; then play your open cards."""
    if not table.hand:
        return silent(moves, "{your} hand is empty")
    return may_not(
        moves,
        lambda m: isinstance(m, PlayCards) and bool(without(m.cards, table.hand)),
        "{you} still {have} {cards} in hand",
        {"cards": some(len(table.hand), "card")},
    )


@rule(
    "open-before-blind",
    "Open before blind",
    "open-blind-hole",
    look="Which of your cards can be seen?",
)
def open_before_blind(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """When only blind cards are left, turn one of them. If it may be played it is; otherwise it
    goes into your hand together with the pile."""
    return may_not(
        moves,
        lambda m: m == TURN and bool(table.source),
        "{you} still {have} {cards} besides the blind ones",
        {"cards": some(len(table.source), "card")},
    )


@rule("one-rank", "One rank", "rank", quiet=Typed("play 3H 4H"))
def one_rank(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """Play one card, or several of one rank together{at_most}."""
    plays = [m for m in moves if isinstance(m, PlayCards)]
    mixed = [m for m in plays if len({c.rank for c in m.cards}) > 1]
    if mixed:
        return may_not(
            moves, lambda m: m in mixed, "cards that are played together are of one rank"
        )
    because = "at most four cards are played together"
    return may_not(moves, lambda m: m in plays and len(m.cards) > ALIKE, because)


@rule("lowest-first", "The lowest card begins", "rank", "turn", look="What is your lowest card?")
def lowest_first(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """The lowest card in hand is played first, by itself or with others of its rank."""
    if table.turns or not table.hand:
        return silent(moves, "the deal has begun")
    lowest = table.game.lowest(table.hand)
    return may_not(
        moves,
        lambda m: isinstance(m, PlayCards) and place(m.cards[0]) != place(lowest),
        "the lowest card begins, and that is {lowest}",
        {"lowest": lowest},
    )


@rule(
    "beat-the-pile",
    "Equal or higher",
    "beat-or-take",
    "rank",
    "special-card",
    look="What lies on top of the pile?",
)
def beat_the_pile(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """A card goes on the pile if its rank is at least that of the top; suits play no part. A 2
    goes on anything, and anything on a 2. A 10 goes on anything.{jokers_text}"""
    if not table.pile:
        return silent(moves, "the pile is empty, and any card may be played")
    top = table.pile[-1]
    return may_not(
        moves,
        lambda m: isinstance(m, PlayCards) and not table.goes(m.cards[0]),
        "{top} lies on top, and {low} goes on that",
        {"top": top, "low": "of lower cards only a 10" if top.rank in "JQKA" else "no lower card"},
    )


@rule("pick-up-the-pile", "Or pick it up", "beat-or-take", "discard-pile", look="Is there a pile?")
def pick_up_the_pile(table: PinheadState, moves: tuple[Move, ...]) -> Ruling:
    """{when_to_take} An empty pile is not picked up."""
    if not table.pile:
        return may_not(moves, lambda m: m == PICK_UP, "there is no pile to pick up")
    able = next((c for c in table.source if table.goes(c)), None)
    if table.game.voluntary or (able is None and table.source):
        return silent(moves, "{you} may pick up the pile")
    because = "{able} goes on {top}" if able is not None else "{you} {have} a blind card to turn"
    return may_not(moves, lambda m: m == PICK_UP, because, {"able": able, "top": table.pile[-1]})


NOTES: tuple[Rule, ...] = (
    note(
        "specials",
        "Burning the pile",
        "A 10, or four cards of one rank on top of each other, burn the pile: it leaves the"
        " game. The same player plays again, or the next one if that player is out.",
        "special-card",
    ),
    note(
        "draw-to-three",
        "Draw up to three",
        "After playing from your hand, draw from the stock until you hold three cards, while it"
        " lasts.",
        "stock",
        "hand",
    ),
    OUT,
)


# --- the deal


class DealThree(Dealing):
    """Blind cards for everybody, open ones, and a hand; the rest is stock."""

    def facts(self, game: Pinhead) -> tuple[Rule, ...]:
        """None: the note says what is dealt where."""
        return ()

    def apply(self, state: PinheadState, seat: int | None, move: Deal) -> Any:
        game, stock = state.game, move.stock
        packets = [stock[EACH * n : EACH * (n + 1)] for n in range(2 * game.players)]
        kinds = 1 if game.swap else 2
        blind = tuple(packets[: game.players])
        opened = tuple(packets[game.players : kinds * game.players]) or ((),) * game.players
        state = state.but(
            hands=tuple(game.held(hand) for hand in move.hands),
            blind=blind,
            open=opened,
            stock=stock[EACH * kinds * game.players :],
        )
        return game.next_phase(state)


class OpenCards(Simultaneous):
    """Everybody lays three cards of the hand open."""

    id, title, doing = "open", "Open cards", "lay cards open"
    prompt = "Everybody lays three cards open."

    def ready(self, state: PinheadState, seat: int) -> bool:
        return len(self.choices(state, seat)) == EACH

    def candidates(self, table: Any) -> tuple[Move, ...]:
        left = without(table.hand, [m.card for m in self.choices(table, table.me) if m.card])
        return tuple(dict.fromkeys(map(LayOpen, left)))

    def read(self, table: PinheadState, text: str) -> Move | None:
        """A card by itself means to lay it open."""
        try:
            move: Move = LayOpen(text.removeprefix("lay open "))
        except ValueError:
            return None
        return move

    def reveal(self, state: PinheadState) -> Any:
        seats = range(state.game.players)
        chosen = [tuple(m.card for m in self.choices(state, s) if m.card) for s in seats]
        hands = tuple(map(without, state.hands, chosen))
        return state.but(hands=hands, open=tuple(map(state.game.held, chosen)))

    def asks(self, state: PinheadState) -> str:
        if state.me is None:
            return self.prompt
        left = EACH - len(self.choices(state, state.me))
        return f"Lay {some(left, 'card')} of your hand open before you."


# --- the play


class Shedding(Phase):
    """Cards on the pile, or the pile into the hand."""

    id, title, doing = "play", "The play", "play or pick up"
    did = "played"
    notes = NOTES

    def enter(self, state: PinheadState) -> Any:
        return state.but(to_move=state.game.first_player(state))

    def vocabulary(self) -> Iterable[Move]:
        return (PICK_UP, TURN)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        seat = table.mover
        plays = [PlayCards(*cards) for cards in sets_in(table.source, ALIKE)]
        if table.hand:
            plays += [PlayCards(card) for card in table.open[seat] if card not in table.hand]
        return (*plays, *((TURN,) if table.blind[seat] else ()), PICK_UP)

    def playable(self, table: Any) -> tuple[Card, ...]:
        """The hand and the open cards; whether these may be played yet, a rule says."""
        return (*table.hand, *table.open[table.mover])

    def read(self, table: Any, text: str) -> Move | None:
        """Cards in any order, with "play" or without; "pick up" as the sheet calls it."""
        if text == "pick up":
            return PICK_UP
        try:
            typed = read_cards(text.removeprefix("play "))
        except ValueError:
            return None
        if not typed:
            return None
        missing = without(typed, (*table.hand, *table.open[table.mover]))
        # a card that is not held stands for the move, so that it is refused for that
        move = PlayCards(*missing, *table.game.held(without(typed, missing)))
        # open cards are offered in the order in which they lie
        offered = (m for m in self.candidates(table) if isinstance(m, PlayCards))
        return next((m for m in offered if Counter(m.cards) == Counter(typed)), move)

    def apply(self, state: PinheadState, seat: int, move: Any) -> Any:
        game = state.game
        if move == PICK_UP:
            return game.turn_over(self.taken(state, seat, state.pile), seat)
        if move == TURN:
            card, rest = state.blind[seat][0], state.blind[seat][1:]
            state = state.but(blind=replaced(state.blind, seat, rest))
            if not state.goes(card):
                return game.turn_over(self.taken(state, seat, (*state.pile, card)), seat)
            return self.played(state, seat, (card,))
        if state.hands[seat]:
            left = without(state.hands[seat], move.cards)
            drawn = max(0, EACH - len(left))
            hand = game.held((*left, *state.stock[:drawn]))
            state = state.but(hands=state.held(seat, hand), stock=state.stock[drawn:])
            state = state.forget(seat, move.cards)
        else:
            left = without(state.open[seat], move.cards)
            state = state.but(open=replaced(state.open, seat, left))
        return self.played(state, seat, move.cards)

    def taken(self, state: PinheadState, seat: int, cards: Cards) -> Any:
        """The table after these cards, which all have seen, went into a hand."""
        hand = state.game.held((*state.hands[seat], *cards))
        return state.but(hands=state.held(seat, hand), pile=()).remember(None, cards, seat)

    def played(self, state: PinheadState, seat: int, cards: Cards) -> Any:
        """The table after cards came onto the pile; where they burn it, the same player goes on."""
        game, on_pile = state.game, (*state.pile, *cards)
        if not burns(on_pile):
            return game.turn_over(state.but(pile=on_pile), seat)
        state = game.turn_over(state.but(pile=(), gone=(*state.gone, *on_pile)), seat)
        again = state.phase is self and game.left(state, seat)
        return state.but(to_move=seat) if again else state

    def asks(self, state: PinheadState) -> str:
        if not state.source:
            return "Turn one of your blind cards."
        where = "from your hand" if state.hand else "one of your open cards"
        if not state.pile:
            return f"Play {where}: any card may begin a pile."
        return f"Play {where} on {state.pile[-1].sign}, or pick up {some(len(state.pile), 'card')}."

    def told(self, state: PinheadState, seat: int, move: Move, name: str) -> str:
        if move == PICK_UP:
            return f"{name} picks up {some(len(state.pile), 'card')}."
        if move == TURN:
            card = state.blind[seat][0]
            if not state.goes(card):
                return f"{name} turns a blind card that does not go, and picks up the pile."
            cards, how = (card,), f"{name} turns {card.sign}"
        else:
            cards = move.cards  # type: ignore[attr-defined]
            how = f"{name} plays {listed(cards)}"
        return f"{how} and burns the pile." if burns((*state.pile, *cards)) else f"{how}."


def replaced(packets: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    """Cards by seat, with those of one seat changed."""
    return (*packets[:seat], cards, *packets[seat + 1 :])


def burns(cards: Cards) -> bool:
    """Whether a pile of these cards is burnt.

    >>> from cardlab.engine.cards import cards
    >>> burns(cards("3S TD")), burns(cards("6S 6H 6D 6C")), burns(cards("6S 6H 7D 6D 6C"))
    (True, True, False)
    """
    top = cards[-ALIKE:]
    return cards[-1].rank == BURNS or (len(top) == ALIKE and len({c.rank for c in top}) == 1)


class Pinhead(LastOutGame):
    """Play cards at least as high as the top of the pile, or pick it up. Get rid of your hand, then
    of your open cards, then of the blind ones. The last player with cards is the pinhead."""

    id, title, picture = "pinhead", "Pinhead", "9S QH QD"
    told_first = (
        "who-begins",
        "lowest-first",
        "one-rank",
        "beat-the-pile",
        "pick-up-the-pile",
        "draw-to-three",
        "specials",
        "source-in-force",
        "open-before-blind",
    )
    seats = (2, 12, 4)
    State: type[PinheadState] = PinheadState
    pack = pack()
    swap = Option(True, (True, False), "Whether everybody chooses which cards lie open.")
    voluntary = Option(
        True,
        {
            True: "Instead of playing you may always pick up the whole pile. If you still have cards"
            " that you can see, and none of them can be played, you have to.",
            False: "If no card that you can see can be played, pick up the whole pile; otherwise you may not.",
        },
        "Whether somebody who can play may pick up the pile.",
    )
    first = Option(
        "lowest",
        {
            "lowest": "the player with the lowest card in hand begins; of several, the one nearest"
            " to the dealer's left",
            "eldest": "the player on the dealer's left begins",
        },
        "Who begins.",
        told={
            "lowest": "the player with the lowest card",
            "eldest": "the player on the dealer's left",
        },
    )
    deals = Option(5, range(1, 51), "How many deals make a match.", house=True)
    quiet = {
        "last-with-cards": Rare(
            "players who pick the pile up at random hardly ever run out of cards",
            scored_by("last-with-cards"),
        ),
    }

    def setup(self) -> None:
        jokers = 4 if self.players == PLAYERS_WITH_JOKERS else 0
        self.pack = pack(decks=2 if self.players > PLAYERS_TO_A_PACK else 1, jokers=jokers)
        in_hand = 2 * EACH if self.swap else EACH
        choice = (
            "six cards in hand. All lay three of those six open, at the same time"
            if self.swap
            else "three cards open on those, and three in hand"
        )
        dealt = note(
            "three-kinds",
            "Blind, open and in hand",
            f"Everybody is dealt three blind cards, face down, which nobody looks at, and {choice}."
            " The other cards are the stock.",
            "open-blind-hole",
            "deal",
            "stock",
            "hand",
        )
        begins = note("who-begins", "Who begins", f"{self.begins}.", "eldest", "turn")
        rules = (
            source_in_force,
            open_before_blind,
            one_rank,
            *((lowest_first,) if self.first == "lowest" else ()),
            beat_the_pile,
            pick_up_the_pile,
        )
        deal = DealThree(each=in_hand, notes=(*Dealing.notes, dealt))
        play = Shedding(rules=rules, notes=(begins, *NOTES))
        self.phases = (deal, *((OpenCards(),) if self.swap else ()), play)
        self.ends = (Deals(self.deals),)

    @property
    def at_most(self) -> str:
        """How many cards are played together, as the end of a sentence, where there are more."""
        return ", at most four" if self.players > PLAYERS_TO_A_PACK else ""

    @property
    def jokers_text(self) -> str:
        """What a joker is, as a further sentence."""
        return " A joker counts as a 2." if JOKER in self.pack else ""

    @property
    def begins(self) -> str:
        """Who begins, as a sentence."""
        return capital(Pinhead.first.words(self.first))

    @property
    def when_to_take(self) -> str:
        """When the pile is picked up, as a sentence."""
        return Pinhead.voluntary.words(self.voluntary)

    def cards_needed(self) -> int:
        return 3 * EACH * self.players

    # --- the order
    @cached_property
    def _heights(self) -> Heights:
        return Heights(self.pack, RANKS, joker=RESETS)

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces below twos, and no suits."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return self._heights

    def ranking_facts(self) -> tuple[Rule, ...]:
        words = "From high to low: 2 A K Q J 10 9 8 7 6 5 4 3."
        return (note("ranking", "Ranking", words, "rank", part=SheetPart.CARDS),)

    def held(self, hand: Iterable[Card]) -> Cards:
        """A hand with the cards of a rank side by side."""
        return self._heights.sorted(tuple(hand))

    def lowest(self, hand: Cards) -> Card:
        """The card of a hand that begins."""
        return max(hand, key=place)

    def first_player(self, state: PinheadState) -> int:
        """Who plays first."""
        eldest: int = state.after_seat(state.dealer)
        if self.first == "eldest":
            return eldest
        return max(self.seats_from(eldest), key=lambda s: place(self.lowest(state.hands[s])))

    def left(self, state: PinheadState, seat: int) -> int:
        return len(state.hands[seat]) + len(state.open[seat]) + len(state.blind[seat])

    def begin(self, standing: Standing) -> Any:
        none: Mapping[str, Any] = {"open": ((),) * self.players, "blind": ((),) * self.players}
        return super().begin(standing).but(**none)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """open and blind: the cards of each seat, by seat or in order; pile and gone: cards;
        to_move: the seat that acts (0 unless named)."""
        for place in ("open", "blind"):
            cards = given.get(place, ())
            by_seat = (
                [cards.get(seat, ()) for seat in range(self.players)]
                if isinstance(cards, Mapping)
                else [*cards, *((),) * self.players][: self.players]
            )
            given[place] = tuple(read_cards(held) for held in by_seat)
        for place in ("pile", "gone"):
            given[place] = read_cards(given.get(place, ()))
        return {"to_move": 0, "turns": 1} | given

    # --- for bots
    def keeping_price(self, card: Card) -> int:
        """How dear a card is: a ten and a two go on anything."""
        if resets(card) or card.rank == BURNS:
            return len(RANKS) + (card.rank == BURNS)
        return len(RANKS) - place(card)

    # --- the picture
    def zone_of(self, table: Any, move: Move) -> str:
        """Open cards lie beside the hand."""
        lies_open = move.card in table.open[table.me] and move.card not in table.hand
        return f"open-{table.me}" if lies_open else super().zone_of(table, move)

    def zones(self, state: PinheadState) -> list[Zone]:
        zones = []
        for seat, name in enumerate(self.names):
            lying = state.open[seat] or state.blind[seat]
            kind = "open" if state.open[seat] else "blind"
            if lying:
                shown = [face(card) for card in lying]
                zones.append(Zone(f"open-{seat}", "open", "row", seat, f"{name}: {kind}", shown))
        if isinstance(state.phase, Shedding):
            zones.append(self.pile_zone(state.pile))
        if state.stock:
            zones.append(pile("stock", "Stock", state.stock, open=False))
        return zones

    def pile_zone(self, cards: Cards) -> Zone:
        """The top of the pile, as data for a picture."""
        shown = [face(card) for card in cards[-SHOWN:-1]]
        shown += [face(card, marks=("fresh",)) for card in cards[-1:]]
        right = ", the top one on the right" if len(cards) > 1 else ""
        told = f"{some(len(cards), 'card')}{right}" if cards else "no cards"
        return Zone("pile", "pile", "row", None, "Pile", shown, count=len(cards), note=told)

    def panels(self, state: Any) -> dict[str, Any]:
        """Who is out, and who has blind cards under their open ones."""
        notes: dict[int, list[str]] = {}
        for seat, covered in enumerate(map(len, state.blind)):
            if state.open[seat] and covered:
                notes[seat] = [f"{covered} blind"]
            elif state.turns and not self.left(state, seat):
                notes[seat] = ["out"]
        return {"notes": notes}
