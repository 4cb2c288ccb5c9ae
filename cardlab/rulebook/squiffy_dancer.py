"""Squiffy Dancer: draw a card unseen from your neighbour, lay pairs, and do not be left with the odd
card.

Source: the common rules of the Old Maid family, of which this is the game with one ace.  House
choices: the engine shuffles a hand before somebody draws from it, so that every place in it is as
likely as any other; whoever is left with the odd card takes a point, and the fewest points after
five deals win.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANK_NAMES, Card, pack, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Game, Phase, State
from cardlab.engine.moves import Move
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import seat_of
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, pile
from cardlab.engine.words import Seat, quoted, some
from cardlab.families.asking import ranks_named
from cardlab.families.lives import LivesGame, lives_option
from cardlab.families.matches import Deals
from cardlab.families.packs import packs_option, too_few_for_two
from cardlab.families.whole_hands import HandsOfAll, from_low

Cards = tuple[Card, ...]


class DrawCard(Move):
    """Draw the card at a place of a fan that nobody else sees from behind: "draw 3"."""

    __slots__ = ()
    verb, title = "draw", "Draw"

    @classmethod
    def write(cls, place: int) -> Any:
        return f"draw {place}", None, (), f"Card {place}", None

    @property
    def place(self) -> int:
        return int(self.args[0])

    def told(self, name: str) -> str:
        return f"{name} draws a card."


class DrawFrom(DrawCard):
    """The same from a player who is named: "draw 3 from West"."""

    __slots__ = ()

    @classmethod
    def write(cls, place: int, seat: int = 0, name: str = "") -> Any:
        return f"draw {place} from {name}", None, (), f"Card {place} from {name}", None

    @property
    def seat(self) -> int:
        return int(self.args[1])


class Fan(Move):
    """The chance move: the cards of a hand in the order in which they are offered."""

    __slots__ = ()
    verb, title = "fan", "Shuffle the hand"

    def __new__(cls, cards: Iterable[Card]) -> Any:
        return cls._build(tuple(cards))

    @classmethod
    def write(cls, cards: Cards) -> Any:
        return f"fan {' '.join(cards)}", None, (), "Shuffle", None

    @property
    def cards(self) -> Cards:
        made: Cards = self.args[0]
        return made


@dataclass(frozen=True)
class FanState(State):
    """laid: the pairs on the table, the last ones on top; drawer: who draws next, while the fan is
    shuffled; last_drawer: who has drawn last, None at the beginning."""

    laid: FaceUp[Cards] = ()
    drawer: SeatNo | None = None
    last_drawer: SeatNo | None = None

    @property
    def told_to_all(self) -> tuple[Any, ...]:
        """The pairs: whoever has one must lay it."""
        return self.laid


def without_pairs(hand: Iterable[Card]) -> tuple[Cards, Cards]:
    """A hand after all its pairs have been laid, and the pairs: of three of a rank one stays.

    >>> without_pairs(read_cards("3S 3H 3D 5S 5C KD"))
    ((3D, KD), (3S, 3H, 5S, 5C))
    """
    kept, pairs = list[Card](), list[Card]()
    for card in hand:
        mate = next((held for held in kept if held.rank == card.rank), None)
        if mate is None:
            kept.append(card)
        else:
            kept.remove(mate)
            pairs += [mate, card]
    return tuple(kept), tuple(pairs)


def lay_pairs(state: FanState, seat: int) -> Any:
    """The table after all pairs of a hand have been laid."""
    hand, pairs = without_pairs(state.hands[seat])
    state = state.but(hands=state.held(seat, from_low(hand)), laid=(*state.laid, *pairs))
    return state.forget(seat, pairs) if pairs else state


def turn_to(state: FanState, seat: int) -> Any:
    """The table when this seat draws, or the next one that has cards; or the deal is over."""
    if sum(map(bool, state.hands)) < 2:
        return state.game.end(state)
    while not state.hands[seat]:
        seat = state.after_seat(seat)
    state = state.but(drawer=seat)
    if len(state.hands[state.game.right_of(state, seat)]) < 2:
        return state.game.go(state, Drawing.id, seat)
    return state.game.go(state, ShuffleFan.id, None)


class HandsToThoseIn(HandsOfAll):
    """The whole pack is dealt to those who are still in; pairs are laid at once."""

    def facts(self, game: SquiffyDancer) -> tuple[Rule, ...]:
        return ()

    def sizes(self, game: Game, standing: Any) -> tuple[int, ...]:
        dealer, *others = game.seats_from(standing.dealer)
        players = [seat for seat in (*others, dealer) if seat not in standing.out]
        each, extra = divmod(len(game.pack), len(players))
        dealt = {seat: each + (n < extra) for n, seat in enumerate(players)}
        return tuple(dealt.get(seat, 0) for seat in range(game.players))


@rule(
    "draw-from-the-right", "Draw from your right", "turn", "hand", quiet=Typed("draw 1 from North")
)
def draw_from_the_right(table: FanState, moves: tuple[Move, ...]) -> Ruling:
    """Draw from the next player on your right who has cards."""
    holder = table.game.right_of(table, table.me)
    return may_not(
        moves,
        lambda m: isinstance(m, DrawFrom) and m.seat != holder,
        "{you} {must} draw from {holder}",
        {"holder": Seat(holder)},
    )


@rule("one-card", "One of the cards there", "hand", quiet=Typed("draw 40"))
def one_card(table: FanState, moves: tuple[Move, ...]) -> Ruling:
    """Draw exactly one card, from any place in the fan, without seeing its face."""
    holder = table.game.right_of(table, table.me)
    held = len(table.hands[holder])
    return may_not(
        moves,
        lambda m: isinstance(m, DrawCard) and not 1 <= m.place <= held,
        "there {cards} in {holder's} hand",
        {"cards": f"{'is' if held == 1 else 'are'} {some(held, 'card')}", "holder": Seat(holder)},
    )


class Drawing(Phase):
    """One card from the fan on the right, and a pair if it makes one."""

    id, title, doing = "draw", "Drawing", "draw a card"
    prompt = "Your turn: draw a card."
    rules = (draw_from_the_right, one_card)
    notes = (
        note(
            "pairs-first",
            "Lay your pairs",
            "Before the play everybody lays all pairs, two cards of a rank, on the table. Of"
            " {odd_numbers} cards of a rank one stays in the hand.",
            "symbol",
            "going-out",
        ),
        note(
            "draw-in-turn",
            "Draw in turn",
            "The player on the dealer's left begins. In turn, draw a card; the holder shuffles the"
            " hand before and offers all of it. If the card makes a pair in your hand, lay the pair"
            " at once. Then the next player on the left draws from you.",
            "eldest",
            "turn",
            "card-exchange",
        ),
        note(
            "safe",
            "Out of cards, and safe",
            "A player who has no cards is safe, and passed over. The deal ends when only the odd"
            " card is left.",
            "going-out",
        ),
    )

    def candidates(self, table: FanState) -> tuple[Move, ...]:
        holder = table.game.right_of(table, table.me)
        return tuple(DrawCard(place) for place in range(1, len(table.hands[holder]) + 1))

    def read(self, table: FanState, text: str) -> Move | None:
        words = text.split()
        if len(words) not in (2, 4) or words[0] != "draw" or not words[1].isdecimal():
            return None
        place = int(words[1][:3])
        if len(words) == 2:
            return DrawCard(place)
        names = [name.lower() for name in table.game.names]
        if words[2] != "from" or words[3] not in names:
            return None
        seat = names.index(words[3])
        if seat == table.game.right_of(table, table.me):
            return DrawCard(place)
        return DrawFrom(place, seat, table.game.names[seat])

    def drawn(self, state: FanState, seat: int, move: Any) -> tuple[int, Card]:
        """Whose card it is that the move draws, and which."""
        holder = state.game.right_of(state, seat)
        return holder, state.hands[holder][move.place - 1]

    def apply(self, state: FanState, seat: int, move: DrawCard) -> Any:
        holder, card = self.drawn(state, seat, move)
        state = state.but(hands=state.without(holder, card)).forget(holder)
        state = state.but(hands=state.held(seat, (*state.hands[seat], card)))
        state = lay_pairs(state.remember(holder, (card,), seat), seat).but(last_drawer=seat)
        return turn_to(state, state.after_seat(seat))

    def asks(self, state: FanState) -> str:
        if state.me is None:
            return self.prompt
        holder = state.game.names[state.game.right_of(state, state.me)]
        return f"Your turn: draw one of {holder}'s cards."

    def told(self, state: FanState, seat: int, move: Move, name: str) -> str:
        holder, card = self.drawn(state, seat, move)
        told = f"{name} draws a card from {state.game.names[holder]}"
        pairs = without_pairs((*state.hands[seat], card))[1]
        return f"{told} and lays a pair of {ranks_named(pairs[-1].rank)}." if pairs else f"{told}."

    def heard(
        self, state: FanState, seat: int, move: Move, names: Sequence[str], reader: int
    ) -> str:
        """The two players see which card it is."""
        holder, card = self.drawn(state, seat, move)
        told = self.told(state, seat, move, names[seat])
        return told.replace("a card", card.sign, 1) if reader in (seat, holder) else told


class ShuffleFan(Phase):
    """The chance move that shuffles the hand from which somebody draws; before the first of them
    everybody lays their pairs."""

    id, title = "fan", "The hand is shuffled"

    def enter(self, state: FanState) -> Any:
        if state.drawer is not None:
            return state.but(to_move=None)
        for seat in range(state.game.players):
            state = lay_pairs(state, seat)
        return turn_to(state, state.after_seat(state.dealer))

    def fan(self, state: FanState) -> Cards:
        """The hand from which somebody draws."""
        hand: Cards = state.hands[state.game.right_of(state, state.drawer)]
        return hand

    def chance(self, state: FanState, rng: random.Random) -> Fan:
        fan = self.fan(state)
        made: Fan = Fan(rng.sample(fan, len(fan)))
        return made

    def read_chance(self, text: str) -> Move:
        word, _, fan = text.partition(" ")
        if word != "fan":
            raise ValueError(f"{quoted(text)} shuffles no hand; write 'fan 8H AS'")
        made: Fan = Fan(read_cards(fan))
        return made

    def check(self, state: FanState, move: Fan) -> None:
        """Raises ValueError if these are other cards than those of the hand."""
        if Counter(move.cards) != Counter(self.fan(state)):
            raise ValueError("the shuffled hand must hold the same cards as before")

    def apply(self, state: FanState, seat: int | None, move: Fan) -> Any:
        holder = state.game.right_of(state, state.drawer)
        state = state.but(hands=state.held(holder, move.cards))
        return state.game.go(state, Drawing.id, state.drawer)

    def told(self, state: FanState, seat: int, move: Move, name: str) -> str:
        return ""


@dataclass(frozen=True)
class OddResult:
    """loser: who is left with the odd card."""

    loser: int = seat_of(0, "who is left with the odd card")


ONE = Formula("1")


@scores("left-with-odd-card", "The odd card", "going-out")
def left_with_odd_card(game: SquiffyDancer, result: OddResult) -> Iterator[ScoreLine]:
    """The player who is left with {odd_card} loses the deal and takes {penalty}."""
    side = game.sides[result.loser]
    because = game.tell("{who} held {card} at the end", who=Seat(result.loser), card=game.odd_card)
    yield line(side.id, "The odd card", left_with_odd_card, ONE, because)


ODD = {
    "ace": "the only ace, A♠",
    "queen": "a queen, since one of them, Q♣, is taken out of the pack",
}
TWO_PACKS = note(
    "two-packs",
    "The packs",
    "{two_packs}",
    "multi-deck",
    "identical-cards",
    part=SheetPart.PACK,
)
ODD_ACE, ODD_QUEEN = Card("AS"), Card("QC")
"""The ace that stays in the pack, and the queen that goes out of it."""
PLAYERS_FOR_TWO_PACKS = 7


class SquiffyDancer(LivesGame):
    """Draw a card from your neighbour's hand, unseen, and lay every pair. One card has no mate:
    whoever is left with it loses."""

    id, title, picture = "squiffy-dancer", "Squiffy Dancer", "AS 8H 8D"
    shelf = GameShelf.COLLECTING
    counts_instead = "pairs-first"
    seats = (2, 12, 4)
    scoring = (left_with_odd_card,)
    State: type[FanState] = FanState
    Result: type[OddResult] = OddResult
    packs = packs_option(PLAYERS_FOR_TWO_PACKS)
    odd = Option("ace", ODD, "Which card has no mate.")
    lives = lives_option(0, least=0, text="The lives of everybody; 0 plays a number of deals.")
    deals = Option(5, range(1, 51), "How many deals make a match.", house=True)

    @property
    def odd_card(self) -> str:
        """The card without a mate, in words."""
        return "the ace of spades" if self.odd == "ace" else "the odd queen"

    @property
    def odd_numbers(self) -> str:
        """Of how many cards of a rank one stays, in words."""
        return "three" if self.packs == 1 else "three, five or seven"

    @property
    def two_packs(self) -> str:
        """What is taken out of two packs, as a sentence with the number that is left."""
        out = "all aces but one A♠" if self.odd == "ace" else "one Q♣"
        return (
            f"Shuffle two standard packs together and take out {out}; {len(self.pack)} cards are"
            " left."
        )

    @property
    def penalty(self) -> str:
        """What the loser of a deal takes, in words."""
        return "1 point, which is a lost life" if self.lives else "1 point, and points are bad"

    @property
    def extra_cards(self) -> str:
        """The number of players who are still in may change from deal to deal."""
        return "; the first players may get one card more"

    def impossible(self) -> str:
        return too_few_for_two(self, PLAYERS_FOR_TWO_PACKS)

    def setup(self) -> None:
        cards = pack(decks=self.packs)
        aces = [card for card in cards if card.rank == "A"]
        gone = [card for card in aces if card != ODD_ACE] + [ODD_ACE] * (self.packs - 1)
        self.pack = without(cards, gone if self.odd == "ace" else [ODD_QUEEN])
        self.phases = (HandsToThoseIn(), ShuffleFan(), Drawing())
        self.notes = (TWO_PACKS,) if self.packs == 2 else ()
        self.ends = (self.last_one_in(),) if self.lives else (Deals(self.deals),)

    def idle(self) -> Mapping[str, str]:
        return {"deals": "with lives the match goes to the last player in"} if self.lives else {}

    def right_of(self, state: FanState, seat: int) -> int:
        """The nearest seat on the right of this one that has cards."""
        other = (seat - self.direction) % self.players
        while other != seat and not state.hands[other]:
            other = (other - self.direction) % self.players
        return other

    def result(self, state: FanState) -> OddResult:
        return OddResult(next(seat for seat, hand in enumerate(state.hands) if hand))

    def feats(self, result: OddResult) -> tuple[Feat, ...]:
        """Who was left with the odd card."""
        return (Feat((result.loser,), f"held {self.odd_card} at the end"),)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """laid: the pairs on the table; to_move: who draws (0 unless named); last_drawer: the
        number of the seat that has drawn last."""
        return {"to_move": 0} | given | {"laid": read_cards(given.get("laid", ()))}

    def zones(self, state: FanState) -> list[Zone]:
        last = RANK_NAMES[state.laid[-1].rank] if state.laid else ""
        note = f"the last: {ranks_named(state.laid[-1].rank)}" if last else ""
        return [pile("pairs", "Pairs", state.laid, open=True, note=note)]

    def panels(self, state: FanState) -> dict[str, Any]:
        """Who has drawn last: the hands do not show it, since pairs are laid from them."""
        return {} if state.last_drawer is None else {"notes": {state.last_drawer: ["drew last"]}}
