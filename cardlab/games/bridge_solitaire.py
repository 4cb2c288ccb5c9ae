"""Bridge Solitaire: build a hand, overcall a bid that is worked out from it, and play against the stock.

Source: the Bridge Solitaire entry of the project's second document.  The house is a seat of its own that never chooses:
its bid follows from the player's hand, its cards from the order of the stock, and each card it turns is an entry of the
record.  House choices: under the player's winners the house throws its lowest card of the suit when the bid is worked
out; of suits equally short it bids the lowest (option ``tie``); it may trump although the suit led still lies in the
stock; a joker that the player leads loses to anything; doubling holds for the house's contracts too; the house never
scores honours, the player also when defending; when the stock is empty the player has the tricks that are left, and its
last card answers even where it does not fit; a rubber not finished after ``deals`` deals ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from ..cards import BACK, JOKER, RANKS, Card, cards, pack
from ..families.auctions import Auction, Contract, last_bid
from ..families.matches import Deals, deals_option
from ..families.rubber import HONOURS, RUBBER_OPTIONS, RubberGame, RubberResult
from ..families.tricks import HIGHEST_LED, HIGHEST_TRUMP, NO_TRICK, WINNER_LEADS, Trick, Tricks, TrickState, follow_suit
from ..game import HOLD_CARD, Dealing, Game, Option, Phase, Standing
from ..moves import PASS, Bid, Discard, Move, Say
from ..ordering import Ordering
from ..rulings import Rule, law, may_not, rule, scores, silent
from ..scoring import line
from ..table import Zone, face, pile
from ..words import Sentence, number, some
from .bridge import BIDS, SIGNS, STRAINS

PLAYER, HOUSE = 0, 1
KEPT, DEALT, UNSEEN, SEARCH = 6, 13, 7, 4
TURN = Say("turn", "Turn a card", "turns a card of the stock")
SHAPES = ([4, 3, 3, 3], [3, 3, 3, 3], [3, 3, 3, 2])

PACK = law(
    "two-jokers", "The pack and two jokers",
    "Use the standard pack, aces high, with two jokers. A joker has no suit and no rank.",
    "standard-deck", "joker",
)  # fmt: skip


# --- what a hand is worth to the house


def winning_tricks(ranks: Sequence[str]) -> int:
    """The tricks that one suit is sure to win against all its other cards: play the highest card while it is high, else give
    up the lowest to the highest of the house, which throws its lowest under a winner.

    >>> winning_tricks("AQT9"), winning_tricks("Q85"), winning_tricks("K"), winning_tricks("")
    (2, 1, 0, 0)
    """
    mine = [rank for rank in RANKS if rank in ranks]
    house = [rank for rank in RANKS if rank not in ranks]
    won = 0
    while mine:
        if not house or RANKS.index(mine[0]) < RANKS.index(house[0]):
            won += 1
            mine, house = mine[1:], house[:-1]
        else:
            mine, house = mine[:-1], house[1:]
    return won


def winners_by_suit(hand: Sequence[Card]) -> dict[str, int]:
    return {suit: winning_tricks([c.rank for c in hand if c.suit == suit]) for suit in STRAINS[:4]}


def lengths(hand: Sequence[Card]) -> dict[str, int]:
    return {suit: sum(c.suit == suit for c in hand) for suit in STRAINS[:4]}


def no_trump_shape(hand: Sequence[Card]) -> bool:
    """4-3-3-3, or flatter with jokers."""
    return sorted(lengths(hand).values(), reverse=True) in SHAPES


def house_call(hand: Sequence[Card], tie: str = "lowest") -> Move:
    """The house's bid over this hand, or a pass."""
    level = 6 - sum(winners_by_suit(hand).values())
    long = lengths(hand)
    suits = [s for s in STRAINS[:4] if long[s] == min(long.values())]
    strain = suits[0 if tie == "lowest" else -1]
    return next(bid for bid in BIDS if (bid.level, bid.strain) == (level, strain)) if level > 0 else PASS


def honour_points(hand: Sequence[Card], strain: str) -> int:
    """What the honours of a hand count under a contract."""
    held = sum(c.rank == "A" if strain == "NT" else c.suit == strain and c.rank in "AKQJT" for c in hand)
    return 0 if held < 4 else 100 if held == 4 and strain != "NT" else 150


# --- the table


class HouseTrick(Trick):
    """A trick in which jokers lose to the house, but for the player's joker on the house's."""

    def winner(self, order: Ordering) -> int:
        jokers = self.cards.count(JOKER)
        if jokers == 2:
            return self.seats[1]
        return HOUSE if jokers else super().winner(order)


@dataclass(frozen=True)
class SolitaireState(TrickState):
    """hidden: the seven cards dealt face down; discards: the cards thrown out, the last on top; aside: cards of the stock that
    answered nothing; tried: how many of them in this trick; built: the player's hand as it was built."""

    hidden: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    aside: tuple[Card, ...] = ()
    tried: int = 0
    built: tuple[Card, ...] = ()

    places: ClassVar[tuple[str, ...]] = ("hands", "stock", "trick", "taken", "hidden", "discards", "aside")
    face_down: ClassVar[tuple[str, ...]] = ("stock", "hidden")

    def sees(self, viewer: int, seat: int) -> bool:
        """The house's bid is worked out from the player's hand, once it is complete."""
        return viewer == seat or self.phase.id == "auction"

    def seen_by(self, viewer: int, me: int | None = None) -> Any:
        return super().seen_by(viewer, me).but(discards=(BACK,) * (len(self.discards) - 1) + self.discards[-1:])

    def tricks_by_side(self) -> tuple[int, ...]:
        """The cards that the player still holds when the stock has run out are tricks."""
        player, house = super().tricks_by_side()
        return player + (len(self.hands[PLAYER]) if self.phase.id == "over" else 0), house


# --- building the hand


class DealSolitaire(Dealing):
    laws = (
        law(
            "deal-solitaire", "Seven unseen, thirteen in sight",
            "Deal seven cards face down, unseen, and thirteen face up; the other 34 are the stock, which plays for the house.",
            "deal", "stock", "open-blind-hole",
        ),
    )  # fmt: skip

    def sizes(self, game: Game, standing: Standing) -> tuple[int, ...]:
        return DEALT, UNSEEN

    def apply(self, state: Any, seat: int | None, move: Any) -> Any:
        face_up, hidden = move.hands
        return state.game.next_phase(state.but(hands=(face_up, ()), hidden=hidden, stock=move.stock))


@rule("joker-must-be-taken", "Keep every joker", "joker", "special-card")
def keep_jokers(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """Of the thirteen cards in sight keep six, whichever you like; a joker among them has to be kept."""
    if JOKER not in table.hand:
        return silent(moves, "no joker lies among the thirteen")
    return may_not(moves, lambda m: m.card is JOKER, "a joker in sight belongs to {your} hand")


class Build(Phase):
    """Throw out seven of the thirteen; the unseen seven take their place."""

    id, title, doing = "build", "Building the hand", "throw out a card"
    rules = (keep_jokers,)
    laws = (
        law(
            "build-hand", "Seven out, seven in",
            "Throw the seven cards that you do not keep on the discard pile, of which only the top card may be looked at again; "
            "then take up the seven unseen cards.", "discard-pile", "open-blind-hole", "hand",
        ),
    )  # fmt: skip

    def enter(self, state: Any) -> Any:
        return state.but(to_move=PLAYER)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return tuple(dict.fromkeys(Discard(card) for card in table.hand))

    def read(self, table: Any, text: str) -> Move | None:
        try:
            return Discard(text.removeprefix("discard "))
        except ValueError:
            return None

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        state = state.but(hands=state.without(seat, move.card), discards=(*state.discards, move.card))
        if len(state.hand) > KEPT:
            return state
        hand = (*state.hand, *state.hidden)
        return state.game.next_phase(state.but(hands=(hand, ()), hidden=(), built=hand))

    def asks(self, state: Any) -> str:
        return f"Keep six: throw out {number(len(state.hands[PLAYER]) - KEPT)} more."


# --- the auction


@rule("house-bid", "The house's bid", "auction", "suit-order")
def computed(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """The house calls first: it bids your shortest suit. Its level is six less the tricks that your suits are sure to win;
    if nothing is left it passes. It never bids no trump."""
    if table.me != HOUSE:
        return silent(moves, "the house has called")
    hand = table.hands[PLAYER]
    call = house_call(hand, table.game.tie)
    facts = {"n": sum(winners_by_suit(hand).values()), "call": call}
    said = "{n} sure tricks leave it nothing to bid" if call == PASS else "six less the sure tricks, {n}, makes {call}"
    return may_not(moves, lambda m: m != call, said, facts)


@rule("must-bid-after-house-pass", "Bid if the house passes", "auction")
def must_bid(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """If the house passes you must bid; if it has bid you may pass and defend."""
    if table.me == HOUSE or last_bid(table.calls):
        return silent(moves, "{you} may pass")
    return may_not(moves, lambda m: m == PASS, "the house has passed, so {you} must bid")


@rule("insufficient-bid", "Top the house's bid", "auction", "suit-order")
def overcall(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """A bid names a number of tricks above six and a suit or no trump. It must top the house's: a higher number, or at the same
    number a higher strain of clubs, diamonds, hearts, spades, no trump."""
    found = last_bid(table.calls)
    if found is None:
        return silent(moves, "there is no bid to top")
    top = found[1]
    return may_not(moves, lambda m: isinstance(m, Bid) and m.height <= top.height, "{top} is the bid to top", {"top": top})


@rule("nt-shape", "No trump needs a level hand", "no-trump")
def level_hand(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """Bid no trump only with suits of 4-3-3-3, with 3-3-3-3 and a joker, or with 3-3-3-2 and two jokers."""
    if table.me == HOUSE or no_trump_shape(table.hand):
        return silent(moves, "{your} suits are level enough for no trump")
    shape = "-".join(str(n) for n in sorted(lengths(table.hand).values(), reverse=True))
    return may_not(moves, lambda m: isinstance(m, Bid) and m.strain == "NT", "{your} suits are {shape}", {"shape": shape})


class SolitaireAuction(Auction):
    """One call of the house, one of the player."""

    bids, columns = BIDS, SIGNS
    rules = (computed, must_bid, overcall, level_hand)
    laws = (
        law(
            "two-calls", "One call each",
            "The higher bid is the contract: whoever made it is declarer and tries to win so many tricks above six; its suit is "
            "trumps.", "turn", "contract", "named-trump", "trump",
        ),
        law(
            "jokers-double", "Jokers double",
            "With one joker in your hand the contract is doubled, with two it is redoubled, whoever is declarer.",
            "doubling", "joker",
        ),
    )  # fmt: skip

    def close(self, state: Any) -> Any:
        seat, bid = last_bid(state.calls)  # type: ignore[misc]
        contract = Contract(bid, seat, state.hands[PLAYER].count(JOKER))
        return state.game.next_phase(state.but(contract=contract, declarer=seat, order=state.game.ordering(bid.strain)))

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if seat != HOUSE:
            return move.told(name)
        sure = sum(winners_by_suit(state.hands[PLAYER]).values())
        return f"{move.told(name)[:-1]}: the hand has {some(sure, 'sure trick')}."


# --- the play


@rule("must-follow-suit", "Follow suit", "follow-suit", "joker")
def follow(table: SolitaireState, moves: tuple[Move, ...]) -> Any:
    """Follow suit if you can; a joker does not follow. If you cannot, or if a joker was led, play any card."""
    if table.me == HOUSE or table.trick.led is JOKER:
        return silent(moves, "the stock decides" if table.me == HOUSE else "a joker was led, and it has no suit")
    return follow_suit.test(table, moves)


def answers(order: Ordering, led: Card, card: Card) -> bool:
    """The house may answer the card led with this one."""
    return JOKER in (led, card) or order.suit_of[card] == order.suit_of[led] or order.is_trump(card)


STOCK_PLAYS = law(
    "stock-plays", "The stock plays for the house",
    "The house leads the top card of the stock. To answer you it turns cards until one is a joker, a trump or of the "
    "suit led; the others are set aside. At no trump it turns four at most; if none will do, the trick is yours.",
    "stock", "trick", "no-trump", "ruff",
)  # fmt: skip
JOKERS_LOSE = law(
    "jokers-lose", "Jokers win for the house",
    "The house wins every trick with a joker in it, but for one: your joker on a joker that the house led wins for you.",
    "joker", "special-card",
)  # fmt: skip


class AgainstTheStock(Tricks):
    """The player's cards against the cards that the stock turns up."""

    rules = (follow,)
    laws: tuple[Rule, ...] = (
        HOLD_CARD,
        law("defender-leads", "The defender leads first", "Whoever is not declarer leads to the first trick.", "trick", "turn"),
        STOCK_PLAYS,
        HIGHEST_TRUMP, HIGHEST_LED,
        JOKERS_LOSE,
        WINNER_LEADS,
        law(
            "stock-out", "The stock runs out",
            "The last card of the stock is the house's card, whatever it is; after it every card left in your hand is a "
            "trick for you.", "stock",
        ),
    )  # fmt: skip

    def leader(self, state: Any) -> int:
        return 1 - state.declarer

    def seats(self, state: Any, leader: int) -> tuple[int, ...]:
        return leader, 1 - leader

    def enter(self, state: Any) -> Any:
        leader = self.leader(state)
        return state.but(trick=HouseTrick(self.seats(state, leader)), to_move=leader)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (TURN,) if table.me == HOUSE else super().candidates(table)

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if seat == HOUSE:
            return self.turned(state)
        return self.played(state.but(hands=state.without(seat, move.card)), move.card)

    def turned(self, state: Any) -> Any:
        """The next card of the stock: led, played, or set aside."""
        card, left = state.stock[0], state.stock[1:]
        trick = state.trick
        state = state.but(stock=left)
        if trick.cards and not answers(state.order, trick.led, card):
            if state.order.trump is None and state.tried + 1 == SEARCH:
                only = HouseTrick((PLAYER,), trick.cards)
                return self.finished(state.but(aside=(*state.aside, card)), only)
            if left:
                return state.but(aside=(*state.aside, card), tried=state.tried + 1)
        return self.played(state, card)

    def played(self, state: Any, card: Card) -> Any:
        trick = HouseTrick(state.trick.seats, (*state.trick.cards, card))
        return self.finished(state, trick) if len(trick.cards) == 2 else state.but(trick=trick, to_move=trick.seats[1])

    def finished(self, state: Any, trick: HouseTrick) -> Any:
        winner = trick.winner(state.order)
        state = state.but(
            taken=(*state.taken, trick), tried=0, to_move=winner, trick=HouseTrick(self.seats(state, winner)),
        )  # fmt: skip
        return state if state.hands[PLAYER] and state.stock else state.game.next_phase(state)

    def asks(self, state: Any) -> str:
        if state.to_move == HOUSE:
            return "The house turns a card."
        return super().asks(state)

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if seat != HOUSE:
            return move.told(name)
        card, trick = state.stock[0], state.trick
        does = "leads" if not trick.cards else "answers" if answers(state.order, trick.led, card) else "turns up"
        return f"{name} {does} {card.sign}" + (f", no answer to {trick.led.sign}." if does == "turns up" else ".")


@scores("honours", "Honours", "honours")
def honours(game: RubberGame, r: RubberResult) -> Any:
    """Four of the five top trumps in your hand count 100 above the line, all five 150, and four aces at no trump 150, whoever
    is declarer."""
    for side, points in r.honours:
        yield line(game.sides[side].id, "Honours", honours, HONOURS, "held in one hand", account="above", h=points)


class BridgeSolitaire(RubberGame):
    """Bridge for one. Keep six of thirteen cards and take seven unseen ones, overcall the bid that the house makes from
    your weakness, and play thirteen tricks against whatever the stock turns up."""

    id, title, picture = "bridge-solitaire", "Bridge Solitaire", "AS KS JK"
    seats = (1, 1, 1)
    pack = pack(jokers=2)
    State = SolitaireState
    options = (
        deals_option(16, "A rubber not finished after so many deals ends as it stands; 0 plays on without limit."),
        Option("tie", "lowest", ("lowest", "highest"), "Of suits equally short, the house bids the lowest or the highest."),
        RUBBER_OPTIONS[1],
    )
    laws = (PACK,)
    scoring = (*RubberGame.scoring[:6], honours, RubberGame.scoring[7])

    def setup(self) -> None:
        self.players = 2  # one who plays, and the house
        self.phases = (DealSolitaire(), Build(), SolitaireAuction(), AgainstTheStock())
        self.ends = (Deals(self.deals, ("rubber", "score-keeping")),)

    @cached_property
    def names(self) -> tuple[str, ...]:
        return "Player", "House"

    @property
    def tricks_in_deal(self) -> int:
        return DEALT

    def match(self, seed: int | None = None, players: Any = None) -> Any:
        """players: a list with the one name, if any."""
        named = isinstance(players, list | tuple) and len(players) == 1
        return super().match(seed, [*players, self.names[HOUSE]] if named else players)

    def next_dealer(self, state: Any) -> int:
        return PLAYER

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """As in other trick games; the strain of the contract goes by ``trump``."""
        given = super().position(given)
        for name in ("hidden", "discards", "aside"):
            given[name] = cards(given.get(name, ()))
        return given | {"trick": HouseTrick(*given["trick"])}

    def _trick(self, pairs: Any) -> Trick:
        return HouseTrick(*super()._trick(pairs))

    def result(self, state: SolitaireState) -> RubberResult:
        c, tricks = state.contract, state.tricks_by_side()
        points = honour_points(state.built, c.strain)
        return RubberResult(
            c.level, c.strain, c.doubled, c.declarer, tricks[c.declarer], state.standing.below, state.standing.games,
            ((PLAYER, points),) if points else (), bool(self.deals) and state.standing.deal == self.deals,
        )  # fmt: skip

    # --- the picture
    def told_trick(self, state: Any, trick: Trick) -> tuple[int, Rule, Sentence]:
        """Who won a trick, by which rule, and why."""
        if JOKER in trick.cards:
            said = "the second joker wins" if trick.cards.count(JOKER) == 2 else "the trick holds a joker"
            return trick.winner(state.order), JOKERS_LOSE, Sentence(said)
        if len(trick.cards) == 1:
            return PLAYER, STOCK_PLAYS, Sentence("four cards of the stock held no answer")
        return super().told_trick(state, trick)

    def zones(self, state: Any) -> list[Zone]:
        found = [pile("stock", "Stock", state.stock, open=False)]
        if state.phase.id == "build":
            found.append(pile("hidden", "Seven unseen cards", state.hidden, open=False))
        found.append(pile("discards", "Thrown out", state.discards, open=True))
        if state.phase.id == "play":
            fresh = len(state.aside) - state.tried
            aside = [face(c, marks=("fresh",) if i >= fresh else ()) for i, c in enumerate(state.aside)]
            put_by = [Zone("aside", "aside", "row", None, "Set aside", aside)] if aside else []
            found = [*super().zones(state), *found, *put_by]
        return found

    def panels(self, state: Any) -> dict[str, Any]:
        if state.trick is NO_TRICK or state.trick.led is not JOKER:
            found = super().panels(state)
        else:
            found = super().panels(state.but(trick=NO_TRICK))
        notes = found["notes"]
        if state.order is not None:
            for seat, won in enumerate(state.tricks_by_side()):
                notes.setdefault(seat, []).append(some(won, "trick"))
        return found
