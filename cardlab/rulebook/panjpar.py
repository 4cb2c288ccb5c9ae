"""Panjpar: attack with one, three or five cards; the other beats them one by one, and takes what is
not beaten.

Source: the common rules of the Afghan game, whose name means five cards; it is close to the Russian
Prostoy Durak.  House choices: the player who did not deal attacks first, and no colour is guessed;
the cards of an attack are answered in the order in which they were laid, each beaten or left, which
comes to the same as answering all at once; the attacker draws first; both out of cards together is
a draw, and nobody scores; the first to five deals wins the match.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from cardlab.engine.cards import Card, Suit, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Dealing, Game, Phase
from cardlab.engine.lacking import EMPTY_HAND_LACKS
from cardlab.engine.moves import PLAYS, Deal, Move, Play, Say
from cardlab.engine.options import Option
from cardlab.engine.results import bounded
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.table import Group, Zone, face, panel_trump
from cardlab.engine.words import Seat, listed, number, some
from cardlab.families.beating import BEAT_RULES, TAKE, BeatingGame, BeatingState, Cards
from cardlab.families.matches import Race

ATTACK = Say("attack", "Attack", "attacks")
SIZES = (1, 3, 5)
"""How many cards an attack may have."""
HAND = 5
"""Up to how many cards both draw."""
SPARE, EVERYTHING = -2, 30
"""The price below which a bot attacks with a card while there is a stock, and afterwards."""
PAIRS = 8
"""How many pairs a bot looks at for an attack."""


def pairs_in(cards: Cards) -> int:
    """How many pairs can be made of these cards.

    >>> from cardlab.engine.cards import cards
    >>> [pairs_in(cards(text)) for text in ("7H 7D 9C", "KS KH KD KC 2S", "KS KH KD 2C 3S")]
    [1, 2, 1]
    """
    return sum(count // 2 for count in Counter(card.rank for card in cards).values())


def is_attack(cards: Cards) -> bool:
    """Whether these cards may be an attack: one; a pair and one; two pairs and one."""
    return len(cards) in SIZES and pairs_in(cards) >= len(cards) // 2


def may_become(laid: Cards, hand: Cards, most: int = max(SIZES)) -> bool:
    """Whether cards that were laid are an attack of at most so many cards, or part of one with
    others from the hand.

    >>> from cardlab.engine.cards import cards
    >>> may_become(cards("7H 9C"), cards("KS 7D")), may_become(cards("7H 9C"), cards("KS KD"))
    (True, False)
    """
    fitting = [size for size in SIZES if len(laid) <= size <= most]
    return any(completes(laid, hand, size) for size in fitting)


def completes(laid: Cards, hand: Cards, size: int) -> bool:
    """Whether cards of the hand make an attack of this size with those that were laid."""
    more, wanted = size - len(laid), size // 2 - pairs_in(laid)
    if len(hand) < more:
        return False
    held = Counter(card.rank for card in hand)
    odd = [rank for rank, n in Counter(c.rank for c in laid).items() if n % 2 and held[rank]]
    # one card of the hand makes a pair with an odd card that was laid, two make one of their own
    by_one = max(0, min(len(odd), wanted))
    for rank in odd[:by_one]:
        held[rank] -= 1
    by_two = max(0, wanted - by_one)
    return by_two <= sum(n // 2 for n in held.values()) and by_one + 2 * by_two <= more


@dataclass(frozen=True)
class PanjparState(BeatingState):
    """trump: the trump suit, None before the deal; turned: the trump card under the stock, until it
    is drawn; attacker: who attacks; laying: the cards laid for an attack so far; attack: those
    still to be answered, the next one first; beaten: each card that was beaten, followed by the one
    that did it; left: those that were not; gone: the cards out of play."""

    trump: Suit | None = None
    turned: FaceUp[Cards] = ()
    attacker: SeatNo = 0
    laying: FaceUp[Cards] = ()
    attack: FaceUp[Cards] = ()
    beaten: FaceUp[Cards] = ()
    left: FaceUp[Cards] = ()
    gone: FaceUp[Cards] = ()

    @property
    def to_beat(self) -> Card | None:
        return self.attack[0] if self.attack else None

    def trump_of(self, seat: int | None) -> Suit | None:
        return self.trump

    @property
    def defender(self) -> int:
        return 1 - self.attacker

    @property
    def most(self) -> int:
        """The most cards that an attack may have now."""
        held = len(self.hands[self.defender])
        return max((n for n in SIZES if n <= held), default=1)


# --- the attack


@rule("attack-number", "One, three or five cards", "hand", "turn", look="How many cards are laid?")
def attack_number(table: PanjparState, moves: tuple[Move, ...]) -> Ruling:
    """Attack with one card, three cards or five."""
    laid = len(table.laying)
    if laid in SIZES:
        return silent(moves, "{laid} may attack", {"laid": some(laid, "card")})
    because = "{laid} are laid, and an attack has one, three or five"
    return may_not(
        moves,
        lambda m: m == ATTACK,
        because if laid else "{you} {have} laid no card yet",
        {"laid": some(laid, "card")},
    )


@rule("attack-size", "No more than the other holds", "hand", look="Count the other hand.")
def attack_size(table: PanjparState, moves: tuple[Move, ...]) -> Ruling:
    """An attack has no more cards than the other player holds, and five at the most."""
    laid, most = len(table.laying), table.most
    if laid == max(SIZES):
        return may_not(
            moves, lambda m: isinstance(m, Play), "five cards are laid, and an attack has no more"
        )
    return may_not(
        moves,
        lambda m: isinstance(m, Play) and laid >= most,
        "{defender's} hand has {held}, too few for an attack of {more}",
        {
            "defender": Seat(table.defender),
            "held": some(len(table.hands[table.defender]), "card"),
            "more": number(most + 2),
        },
    )


@rule("attack-shape", "Pairs in an attack", "rank", look="Look for pairs.")
def attack_shape(table: PanjparState, moves: tuple[Move, ...]) -> Ruling:
    """Of three cards that attack, two are a pair; of five, four are two pairs. The last card may be
    any card, so that three or four of a rank are allowed as well."""
    laid, hand = table.laying, table.hand

    def fits(m: Move) -> bool:
        if m.card is None:
            return is_attack(laid)
        return may_become((*laid, m.card), without(hand, m.card), table.most)

    return may_not(
        moves,
        lambda m: not fits(m),
        "an attack of three must hold a pair, and one of five two pairs",
    )


def without(hand: Cards, card: Card) -> Cards:
    """A hand without one card."""
    return tuple(c for c in hand if c != card)


class Attacking(Phase):
    """The attacker lays cards, and says when they are all."""

    id, title, doing = "attack", "The attack", "attack"
    did = "attacked"
    begins, comes_back = "eldest", True
    rules = (attack_number, attack_size, attack_shape)

    def enter(self, state: PanjparState) -> Any:
        return state.but(to_move=state.attacker)

    def vocabulary(self) -> tuple[Move, ...]:
        return (ATTACK,)

    def candidates(self, table: PanjparState) -> tuple[Move, ...]:
        return (*(PLAYS[card] for card in table.hand), ATTACK)

    def apply(self, state: PanjparState, seat: int, move: Any) -> Any:
        if move == ATTACK:
            laid = state.but(attack=state.laying, laying=())
            return state.game.go(laid, Answering.id, state.defender)
        hands = state.without(seat, move.card)
        laid = state.but(hands=hands, laying=(*state.laying, move.card))
        return laid.forget(seat, (move.card,))

    def asks(self, state: PanjparState) -> str:
        if not state.laying:
            return "Your turn: lay the first card of an attack."
        if is_attack(state.laying):
            return "Attack with what is laid, or lay more."
        return "Lay another card."

    def told(self, state: PanjparState, seat: int, move: Move, name: str) -> str:
        if move.card is None:
            return f"{name} attacks with {listed(state.laying, most=HAND)}."
        return f"{name} lays {move.card.sign}."


# --- the answer


class Answering(Phase):
    """The defender beats or leaves the cards of the attack, one by one; without any, as on a table
    that somebody sets up, nothing is to be done."""

    id, title, doing = "answer", "The answer", "beat or take"
    did = "answered"
    rules = BEAT_RULES

    def vocabulary(self) -> tuple[Move, ...]:
        return (TAKE,)

    def candidates(self, table: PanjparState) -> tuple[Move, ...]:
        return (*(PLAYS[card] for card in table.hand), TAKE) if table.attack else ()

    def apply(self, state: PanjparState, seat: int, move: Any) -> Any:
        top, attack = state.attack[0], state.attack[1:]
        if move == TAKE:
            state = state.but(attack=attack, left=(*state.left, top))
        else:
            hands = state.without(seat, move.card)
            beaten = (*state.beaten, top, move.card)
            state = state.but(hands=hands, attack=attack, beaten=beaten)
            state = state.forget(seat, (move.card,))
        return state if attack else settled(state)

    def asks(self, state: Any) -> str:
        return f"Beat {state.to_beat.sign}, or take it." if state.attack else self.prompt

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        top = state.to_beat.sign
        if move.card is None:
            return f"{name} takes {top}."
        return f"{name} beats {top} with {move.card.sign}."


def settled(state: PanjparState) -> Any:
    """The table after an attack was answered: cards are taken, drawn, and the next attack begins or
    the deal is over."""
    game, attacker, defender = state.game, state.attacker, state.defender
    hands = state.held(defender, (*state.hands[defender], *state.left))
    state = state.but(
        hands=hands,
        gone=(*state.gone, *state.beaten),
        beaten=(),
        left=(),
        attacker=attacker if state.left else defender,
    ).remember(None, state.left, defender)
    for seat in (attacker, defender):
        state = drawn(state, seat)
    if all(state.hands):
        return game.go(state, Attacking.id, state.attacker)
    return game.end(state)


def drawn(state: PanjparState, seat: int) -> PanjparState:
    """The table after a seat has drawn up to five cards; the trump card comes last."""
    wanted = max(0, HAND - len(state.hands[seat]))
    cards, stock = state.stock[:wanted], state.stock[wanted:]
    turned = state.turned if len(cards) < wanted else ()
    hand = (*state.hands[seat], *cards, *turned)
    left = () if turned else state.turned
    state = state.but(hands=state.held(seat, hand), stock=stock, turned=left)
    return state.remember(None, turned, seat)


# --- the deal

TRUMP = note(
    "turn-up-trump",
    "The trump card under the stock",
    "After five cards each, the next card is turned up and makes trumps. It lies under the stock and"
    " is drawn last.",
    "turn-up-trump",
    "trump",
    "stock",
)
NOTES: tuple[Rule, ...] = (
    note(
        "first-attack",
        "Who attacks",
        "The player who did not deal attacks first. After an attack of which every card was beaten"
        " the other player attacks; otherwise the same player attacks again.",
        "turn",
        "eldest",
    ),
)
ANSWERS: tuple[Rule, ...] = (
    note(
        "beat-or-take-each",
        "Beat it or take it",
        "Answer the cards of the attack one by one: beat each with a card of your own, or leave it."
        " A card that is beaten leaves the game together with the card that beat it. Those that you"
        " left come into your hand.",
        "beat-or-take",
        "battle",
    ),
    note(
        "draw-to-five",
        "Draw up to five",
        "After each attack both draw from the stock until they hold five cards, the attacker first."
        " A player who holds more draws nothing.",
        "stock",
    ),
)


class DealAndTurn(Dealing):
    """Five cards each; the next one makes trumps and goes under the stock."""

    each, notes = HAND, (*Dealing.notes, TRUMP)

    def orders(self, game: Panjpar) -> tuple[str, ...]:
        suits: tuple[str, ...] = game.printed_suits
        return suits

    def apply(self, state: PanjparState, seat: int | None, move: Deal) -> Any:
        turned = move.stock[:1]
        state = state.but(
            hands=move.hands,
            stock=move.stock[1:],
            turned=turned,
            trump=turned[0].suit,
            attacker=state.after_seat(state.dealer),
        )
        return state.game.next_phase(state)


# --- the score


@dataclass(frozen=True)
class PanjparResult:
    """cards: how many each seat holds at the end."""

    cards: tuple[int, ...] = bounded(
        0, lambda game: len(game.pack), (0, 3), "cards of {}", each="seat"
    )

    def cannot(self, game: Game) -> str:
        return (
            "one player at least is out of cards; take the cards of one" if all(self.cards) else ""
        )


ONE = Formula("1")


@scores("first-out", "Out of cards", "going-out", "shedding")
def first_out(game: Game, result: PanjparResult) -> Iterator[ScoreLine]:
    """Once the stock is empty, a player without cards after an attack was answered wins the deal
    and scores 1. If both are, the deal is a draw."""
    if sum(result.cards):
        winner = result.cards.index(0)
        because = game.tell("{who} got rid of every card", who=Seat(winner))
        yield line(game.sides[winner].id, "Out of cards", first_out, ONE, because)


class Panjpar(BeatingGame):
    """Attack with one, three or five cards; each is beaten by a higher one of its suit or a trump,
    or taken. Be the first without cards once the stock is empty."""

    id, title, picture = "panjpar", "Panjpar", "7H 7D 9C"
    seats = (2, 2, 2)
    one_side_scores = True
    scoring = (first_out,)
    State: type[PanjparState] = PanjparState
    Result: type[PanjparResult] = PanjparResult
    pack = pack()
    target = Option(5, range(1, 22), "The match points that win the match.")

    def result_lacks(self, state: Any) -> str:
        if all(state.hands):
            return EMPTY_HAND_LACKS
        return super().result_lacks(state)

    def setup(self) -> None:
        self.phases = (DealAndTurn(), Attacking(notes=NOTES), Answering(notes=ANSWERS))
        self.ends = (Race(self.target, concepts=()),)

    def in_stock(self, state: PanjparState) -> int:
        return super().in_stock(state) + len(state.turned)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """trump: its suit; attacker: a seat (0 unless named); turned, laying, attack, beaten, left
        and gone: cards; to_move follows from the attack."""
        attacker = self.seat(given.pop("attacker", 0))
        places = ("turned", "laying", "attack", "beaten", "left", "gone")
        read = {place: read_cards(given.pop(place, ())) for place in places}
        trump = given.pop("trump", None)
        if trump is None:
            trump = read["turned"][0].suit if read["turned"] else "S"
        moving = 1 - attacker if read["attack"] else attacker
        phase = {"attacker": attacker, "trump": Suit(trump)}
        return {"to_move": moving} | given | read | phase

    def result(self, state: PanjparState) -> PanjparResult:
        return PanjparResult(tuple(map(len, state.hands)))

    def feats(self, result: PanjparResult) -> tuple[Feat, ...]:
        """Who got rid of all cards, and what the other held."""
        return tuple(
            Feat((seat,), f"held {some(held, 'card')} at the end" if held else "went out")
            for seat, held in enumerate(result.cards)
        )

    # --- for bots
    def attack_worth(self, table: Any, card: Card) -> float:
        """Whether a card is part of the attack that gets rid of the most cheap cards."""
        return float(card in self.best_attack(table)) - self.price(table, card) / 100

    def best_attack(self, table: Any) -> Cards:
        """The cards of the best attack with what is laid already: the most and the cheapest cards;
        dear ones are held back while there is a stock."""
        laid, hand = table.laying, sorted(table.hand, key=lambda c: self.price(table, c))
        spare = SPARE if table.stock else EVERYTHING

        def worth(cards: Cards) -> int:
            return sum(spare - self.price(table, card) for card in cards)

        pairs = [
            pair
            for one, other in combinations((*laid, *hand), 2)
            if one.rank == other.rank
            for pair in ((one, other),)
        ]
        pairs.sort(key=lambda pair: -worth(pair))
        cores: list[Cards] = [(), *pairs[:PAIRS]]
        cores += [a + b for a, b in combinations(pairs[:PAIRS], 2) if not {*a} & {*b}]
        attacks: list[Cards] = []
        for core in cores:
            cards = (*core, *(c for c in laid if c not in core))
            extra = [c for c in hand if c not in cards]
            size = next((n for n in SIZES if n >= max(len(cards), len(core) + 1)), 0)
            cards += tuple(extra[: max(0, size - len(cards))])
            if is_attack(cards) and len(cards) <= table.most:
                attacks.append(cards)
        return max(attacks, key=worth, default=(hand[0],) if hand else laid)

    def stops_laying(self, table: Any) -> bool:
        return not any(card in table.hand for card in self.best_attack(table))

    def rather_takes(self, table: Any, card: Card) -> bool:
        """A trump is spared where not every card of the attack can be beaten."""
        if card.suit != table.trump or table.left or not table.stock:
            return bool(card.suit == table.trump and table.left and table.stock)
        hand = sorted(table.hand, key=lambda c: self.price(table, c))
        for top in table.attack:
            beats = next((c for c in hand if table.beaten_by(c, table.me, top)), None)
            if beats is None:
                return True
            hand.remove(beats)
        return False

    # --- the picture
    def zones(self, state: PanjparState) -> list[Zone]:
        zones = []
        on_table = [face(card, seat=state.attacker) for card in (*state.attack, *state.laying)]
        if on_table:
            title = "To be beaten" if state.attack else "The attack"
            zones.append(Zone("attack", "attack", "row", None, title, on_table))
        if state.beaten:
            pairs = zip(state.beaten[::2], state.beaten[1::2], strict=True)
            groups = [
                Group("", "pair", (face(top, seat=state.attacker), face(by, marks=("winning",))))
                for top, by in pairs
            ]
            zones.append(Zone("beaten", "beaten", "row", None, "Beaten", groups=groups))
        if state.left:
            left = [face(card) for card in state.left]
            zones.append(Zone("left", "left", "row", None, "Not beaten", left))
        if state.stock or state.turned:
            top = [face(card, marks=("turned",)) for card in state.turned]
            count = self.in_stock(state)
            zones.append(Zone("stock", "stock", "pile", None, "Stock", top, True, count))
        return zones

    def panels(self, state: Any) -> dict[str, Any]:
        notes = {state.attacker: ["attacks"]} if state.phase.id in ("attack", "answer") else {}
        if not state.trump:
            return {"notes": notes}
        turned = state.turned[0] if state.turned else None
        return {"notes": notes, "trump": panel_trump(self.ordering(state.trump), turned)}
