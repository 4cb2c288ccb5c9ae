"""Spades: partners say how many tricks they will take, and spades are always trumps.

Source: the common rules of the partnership game.  House choices: the tricks of a failed nil are
bags and do not help the partner (``failed_nil``); no side has a least bid (``minimum``); any card
but a spade may be led first (``first_trick``); a bag counts its point even when it completes ten;
any spade that is played breaks spades; a match that nobody wins ends after ``deals``; there are no
jokers, and no cards are exchanged after an ordinary nil.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import BySide, SeatNo
from cardlab.engine.game import Dealing, Game, Phase, Standing
from cardlab.engine.moves import Give, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.outcomes import End, Outcome
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded
from cardlab.engine.rulings import (
    Rule,
    Ruling,
    any_move,
    may_not,
    must,
    note,
    rule,
    scores,
    silent,
    unless_alone,
)
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import Seat, some
from cardlab.families.exchanges import read_card
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.narrowing import (
    FIRST_TRICK,
    FOLLOWING,
    LATER_TRICKS,
    SUIT_LED,
    MayNotPlay,
    MustPlay,
    lowest,
    of_suit,
)
from cardlab.families.promises import Promise, Promising, bid_a_number, promised
from cardlab.families.tricks import (
    ELDEST,
    PARTNERS,
    Leader,
    TrickGame,
    Tricks,
    TrickState,
    follow_suit,
    lead_when_broken,
)

NIL, BLIND_NIL = "nil", Promise(0, "blind nil")
LOOK = Say("look", "Look at your cards", "looks at the cards")
BEHIND, GIFTS = 100, 2

PACK = note(
    "spades-pack",
    "The pack of 52",
    "Use the standard pack of 52 cards. Spades are always trumps.",
    "standard-deck",
    "suit",
    "rank",
    "trump",
    part=SheetPart.PACK,
)


@dataclass(frozen=True)
class SpadesStanding(Standing):
    """bags: how many bags each side has collected since the match began."""

    bags: BySide[int] = (0, 0)


@dataclass(frozen=True)
class SpadesState(TrickState):
    """looked: the seats that could have bid blind nil and looked at their cards; given: how many
    cards have been given in the exchange after blind nil."""

    looked: tuple[SeatNo, ...] = ()
    given: int = 0

    def sees(self, viewer: int, seat: int) -> bool:
        """Nobody looks at a hand before everybody has decided about blind nil."""
        return super().sees(viewer, seat) and (
            not isinstance(self.phase, DecideBlind) or seat in self.looked
        )

    def behind(self, seat: int) -> int:
        """How many points the side of a seat is behind the other."""
        mine = self.game.side_index(seat)
        return self.standing.totals[1 - mine] - self.standing.totals[mine]


# --- the bids


@rule("bid-0-to-13", "From nil to thirteen", "contract", "misere", quiet=Typed("14"))
def nil_to_thirteen(table: SpadesState, moves: tuple[Move, ...]) -> Ruling:
    """Bid a number from 0 to 13. A bid of 0 is called nil: it promises to take no trick at all."""
    return may_not(
        moves,
        lambda m: isinstance(m, Promise) and m.tricks > 13,
        "a deal has thirteen tricks",
        leaves=any_move,
    )


@rule("minimum-bid", "The least bid of a side", "contract")
def minimum_bid(table: SpadesState, moves: tuple[Move, ...]) -> Ruling:
    """The bids of two partners must add up to {minimum} or more: whoever bids second bids enough."""
    partner = table.game.partner_of[table.me]
    bid = promised(table).get(partner)
    if bid is None:
        return silent(moves, "{your} partner has not bid yet")
    need = table.game.minimum - bid
    return may_not(
        moves,
        lambda m: isinstance(m, Promise) and m.tricks < need,
        "{your} partner bid {promised}, so {you} must bid {need} or more",
        lambda: {"promised": str(bid) if bid else NIL, "need": str(need)},
        leaves=any_move,
    )


@rule(
    "blind-nil-needs-100-behind",
    "Blind nil is for those behind",
    "misere",
    quiet=Typed("blind nil"),
)
def behind_enough(table: SpadesState, moves: tuple[Move, ...]) -> Ruling:
    """Only a player whose side is at least 100 points behind may bid blind nil, which is nil bid
    without a look at the cards."""
    behind = table.behind(table.me)  # type: ignore[arg-type]
    if behind >= BEHIND:
        return silent(moves, "{your} side is far enough behind")
    return may_not(
        moves,
        lambda m: m == BLIND_NIL,
        "{your} side is not 100 points behind",
    )


@rule(
    "already-looked",
    "Blind nil before a look at the cards",
    "misere",
    quiet=Typed("blind nil"),
)
def already_looked(table: SpadesState, moves: tuple[Move, ...]) -> Ruling:
    """Blind nil is bid before anybody looks at their cards, and not later."""
    return may_not(moves, lambda m: m == BLIND_NIL, "{you} {have} looked at {your} cards")


class DecideBlind(Phase):
    """Before anybody looks, those far enough behind may bid nil unseen."""

    part = SheetPart.BEFORE

    id, title, doing = "blind-nil", "Blind nil", "bid blind nil or look"
    prompt = "Your cards lie face down: do you bid blind nil, or look at them?"
    rules = (behind_enough,)

    def undecided(self, state: SpadesState) -> list[int]:
        """The seats that still have to decide, from the dealer's left."""
        decided = {*state.looked, *(seat for seat, _ in state.calls)}
        seats = state.playing_from(state.after_seat(state.dealer))
        return [seat for seat in seats if state.behind(seat) >= BEHIND and seat not in decided]

    def enter(self, state: SpadesState) -> Any:
        waiting = self.undecided(state)
        return state.but(to_move=waiting[0]) if waiting else state.game.next_phase(state)

    def vocabulary(self) -> Iterable[Move]:
        return (BLIND_NIL, LOOK)

    def candidates(self, table: SpadesState) -> tuple[Move, ...]:
        return (BLIND_NIL, LOOK)

    def apply(self, state: SpadesState, seat: int, move: Move) -> Any:
        if move == LOOK:
            return self.enter(state.but(looked=(*state.looked, seat)))
        return self.enter(state.but(calls=(*state.calls, (seat, move))))


class SpadesBids(Promising):
    part = SheetPart.BEFORE
    zero = NIL

    def read(self, table: SpadesState, text: str) -> Move | None:
        return BLIND_NIL if text == BLIND_NIL else super().read(table, text)


BLIND_EXCHANGE = note(
    "blind-nil-exchange",
    "Cards exchanged after blind nil",
    "When all have bid, a player who bid blind nil gives two cards face down to their partner, who"
    " then gives two cards back.",
    "card-exchange",
)


class BlindExchange(Phase):
    """The blind bidder gives two cards to the partner, and is given two."""

    part = SheetPart.BEFORE

    id, title, doing = "exchange", "The exchange", "give a card to partner"
    notes = (BLIND_EXCHANGE,)

    def givers(self, state: SpadesState) -> list[int]:
        """Who gives a card, in order, once for each card."""
        blind = [seat for seat, call in state.calls if call == BLIND_NIL]
        giving: list[int] = []
        for seat in state.playing_from(state.after_seat(state.dealer)):
            if seat in blind and seat not in giving:
                giving += [seat] * GIFTS + [state.game.partner_of[seat]] * GIFTS
        return giving

    def enter(self, state: SpadesState) -> Any:
        giving = self.givers(state)[state.given :]
        return state.but(to_move=giving[0]) if giving else state.game.next_phase(state)

    def candidates(self, table: SpadesState) -> tuple[Move, ...]:
        return tuple([Give(card) for card in table.hand])

    def read(self, table: SpadesState, text: str) -> Move | None:
        """A card by itself means to give it."""
        return read_card(text, Give) or read_card(f"give {text}", Give)

    def apply(self, state: SpadesState, seat: int, move: Any) -> Any:
        partner = state.game.partner_of[seat]
        hands = list(state.but(hands=state.without(seat, move.card)).hands)
        hands[partner] = (*hands[partner], move.card)
        state = state.but(hands=tuple(hands), given=state.given + 1)
        # nobody but these two knows any card of this hand, and both see this one
        state = state.forget(seat, (move.card,))
        return self.enter(state.remember(seat, (move.card,), partner))

    def asks(self, state: SpadesState) -> str:
        return f"Choose a card for {state.game.names[state.game.partner_of[state.me]]}."

    def told(self, state: SpadesState, seat: int, move: Move, name: str) -> str:
        return f"{name} gives a card to {state.game.names[state.game.partner_of[seat]]}."

    def heard(
        self, state: SpadesState, seat: int, move: Move, names: Sequence[str], reader: int
    ) -> str:
        partner = state.game.partner_of[seat]
        if reader in (seat, partner) and move.card is not None:
            return f"{names[seat]} gives {move.card.sign} to {names[partner]}."
        return self.told(state, seat, move, names[seat])


# --- the play

spades_are_broken = lead_when_broken(
    "S", "spades-not-broken", "Spades must be broken first", "trump", "ruff"
)


FIRST_CLUB = Leader(
    note(
        "first-club-leads",
        "Who leads first",
        "The first player on the dealer's left who has a club leads to the first trick, and the"
        " highest club wins it.",
        "eldest",
        "trick",
        "special-card",
    ),
    lambda state: first_with_a_club(state),
)
"""Without a club nobody can lead the lowest one: a heart or diamond of eldest would win the trick
that belongs to the highest club."""


def first_with_a_club(state: SpadesState) -> int:
    """The first seat from eldest that holds a club; eldest where none does."""
    eldest = ELDEST.seat(state)
    seats = state.playing_from(eldest)
    return next((s for s in seats if any(c.suit == "C" for c in state.hands[s])), eldest)


@rule(
    "lowest-club-first",
    "The lowest club to the first trick",
    "special-card",
    solver=MustPlay(lowest(of_suit("C")), when=FIRST_TRICK),
)
def lowest_club_first(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """To the first trick everybody plays their lowest club."""
    if table.taken:
        return silent(moves, "the first trick is over")
    clubs = [card for card in table.hand if card.suit == "C"]
    height = table.order.power(Card("2C"))
    low = min(clubs, key=height.__getitem__, default=None)
    return must(
        moves,
        lambda m: m.card == low,
        "this is the first trick, and {card} is {your} lowest club",
        "{you} {have} no club",
        {"card": low},
    )


@rule(
    "no-spade-first-trick",
    "No spade on the first trick",
    "trump",
    solver=MayNotPlay(of_suit("S"), when=FIRST_TRICK),
)
def no_spade_first_trick(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """A player without a club discards to the first trick, but no spade, unless they hold only
    spades."""
    if table.taken:
        return silent(moves, "the first trick is over")
    return unless_alone(
        moves,
        lambda m: m.card.suit == "S",
        "no spade is played to the first trick",
        "{you} {hold} only spades",
    )


@rule(
    "must-follow-suit",
    "Follow suit",
    "follow-suit",
    look="Look at the suit that was led.",
    solver=MustPlay(SUIT_LED, when=FOLLOWING & LATER_TRICKS),
)
def follow_after_first_trick(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """From the second trick on, follow suit if you can; if you cannot, play any card."""
    if not table.taken:
        return silent(moves, "the first trick has rules of its own")
    ruling: Ruling = follow_suit.test(table, moves)
    return ruling


# --- the score


@dataclass(frozen=True)
class SpadesResult:
    """bids and tricks by seat; blind: by seat, whether a nil was bid blind; bags: those of each
    side before the deal."""

    bids: tuple[int, ...] = bounded(0, 13, (4, 3, 3, 2), "bid of {}", each="seat")
    blind: tuple[int, ...] = bounded(
        0, lambda game: int(game.blind_nil), (0, 0, 0, 0), "blind nil of {}", each="seat"
    )
    tricks: tuple[int, ...] = bounded(0, 13, (4, 3, 4, 2), "tricks of {}", each="seat", total=13)
    bags: tuple[int, ...] = bounded(0, 60, (0, 0), "bags before: {}", each="side")

    def cannot(self, game: Spades) -> str:
        for name, bid, blind in zip(game.names, self.bids, self.blind, strict=True):
            if bid and blind:
                return f"{name} bid {bid}, and only nil can be bid blind; take one of them away"
        for side in game.sides:
            together = self.contract(side.seats)
            if together < game.minimum:
                return f"{side.name} bid {together}, and the least bid of a side is {game.minimum}"
        return ""

    def contract(self, seats: tuple[int, ...]) -> int:
        """The tricks that a side has promised."""
        return sum(self.bids[seat] for seat in seats)

    def counting(self, game: Spades, seats: tuple[int, ...]) -> int:
        """The tricks that count for a side's contract."""
        helping = game.failed_nil == "counts"
        return sum(self.tricks[seat] for seat in seats if self.bids[seat] or helping)

    def new_bags(self, game: Spades, seats: tuple[int, ...]) -> int:
        """The bags of a side in this deal: tricks beyond its contract, and those of a failed nil
        that do not count for it."""
        contract, all_tricks = self.contract(seats), sum(self.tricks[seat] for seat in seats)
        if not contract:
            return all_tricks
        counting = self.counting(game, seats)
        return max(counting - contract, 0) + all_tricks - counting


BIDS = Quantity("contract", "the bids of the two partners", "tricks bid")
MADE = Formula("10*c", c=BIDS)
FAILED = Formula("-10*c", c=BIDS)
NIL_MADE = Formula("{nil_counts}*n", n=Quantity("", "1 if a nil took no trick", "nil", idle=1))
NIL_FAILED = Formula("-{nil_counts}*n", n=Quantity("", "1 if a nil took a trick", "nil", idle=1))
BLIND_MADE = Formula(
    "{blind_counts}*n", n=Quantity("", "1 if a blind nil took no trick", "blind nil", idle=1)
)
BLIND_FAILED = Formula(
    "-{blind_counts}*n", n=Quantity("", "1 if a blind nil took a trick", "blind nil", idle=1)
)
BAGS = Formula("b", b="bags")
TEN_BAGS = Formula("-{bag_penalty}*((k + b)//10 - k//10)", k="bags before the deal", b="new bags")


@scores("nil", "Nil", "misere")
def nil_bid(game: Spades, result: SpadesResult) -> Iterator[ScoreLine]:
    """A player who bid nil and takes no trick scores {nil_counts} for the side; with a trick the
    side loses {nil_counts}."""
    for seat, (bid, tricks) in enumerate(zip(result.bids, result.tricks, strict=True)):
        if bid or result.blind[seat]:
            continue
        side, who = game.side_of[seat], Seat(seat)
        if tricks:
            because = game.tell(
                "{who} bid nil and took {took}", who=who, took=some(tricks, "trick")
            )
            yield line(side, "Nil failed", nil_bid, NIL_FAILED.agreed(game), because, n=1)
        else:
            because = game.tell("{who} bid nil and took no trick", who=who)
            yield line(side, "Nil made", nil_bid, NIL_MADE.agreed(game), because, n=1)


@scores("blind-nil", "Blind nil", "misere")
def nil_bid_blind(game: Spades, result: SpadesResult) -> Iterator[ScoreLine]:
    """A nil that was bid blind scores or costs {blind_counts}."""
    for seat, tricks in enumerate(result.tricks):
        if not result.blind[seat]:
            continue
        side, because = game.side_of[seat], game.tell("{who} bid nil blind", who=Seat(seat))
        if tricks:
            lost = BLIND_FAILED.agreed(game)
            yield line(side, "Nil failed", nil_bid_blind, lost, because, n=1)
        else:
            made = BLIND_MADE.agreed(game)
            yield line(side, "Nil made", nil_bid_blind, made, because, n=1)


@scores("contract", "The contract", "contract")
def contract_of_side(game: Spades, result: SpadesResult) -> Iterator[ScoreLine]:
    """The contract of a side is the sum of its two bids. If the side takes as many tricks, it
    scores 10 for each trick of the contract; if not, it loses 10 for each. {nil_tricks}"""
    for side in game.sides:
        bid, tricks = result.contract(side.seats), result.counting(game, side.seats)
        because = game.tell(f"{{who}} bid {bid} and took {tricks}", who=side)
        if bid and tricks >= bid:
            yield line(side.id, "Contract made", contract_of_side, MADE, because, c=bid)
        elif bid:
            yield line(side.id, "Contract failed", contract_of_side, FAILED, because, c=bid)


@scores("bags", "Bags", "overtrick")
def bags_taken(game: Spades, result: SpadesResult) -> Iterator[ScoreLine]:
    """Each trick beyond a contract that was made is a bag and scores 1. If both partners bid nil,
    every trick of the side is a bag."""
    for side in game.sides:
        new = result.new_bags(game, side.seats)
        if new:
            because = f"{some(new, 'bag')} in this deal"
            yield line(side.id, "Bags", bags_taken, BAGS, because, b=new)


@scores("ten-bags", "Ten bags", "overtrick")
def ten_bags(game: Spades, result: SpadesResult) -> Iterator[ScoreLine]:
    """Bags are counted through the match. Each time the count of a side reaches another ten, the
    side loses {bag_penalty}."""
    for side, before in zip(game.sides, result.bags, strict=True):
        new = result.new_bags(game, side.seats)
        if (before + new) // 10 > before // 10:
            because = f"{before + new} bags so far"
            cost = TEN_BAGS.agreed(game)
            yield line(side.id, "Ten bags", ten_bags, cost, because, k=before, b=new)


# --- the end


@dataclass(frozen=True)
class Sunk(End):
    """The match ends when a side has fallen to a score: the other side wins."""

    floor: int

    def note(self, game: Game) -> Rule:
        loss = f"A side that stands at −{-self.floor} or less after a deal loses the match"
        return note("sunk", "A lost match", f"{loss}, unless both do.", "score-keeping")

    def outcome(self, game: Game, standing: SpadesStanding) -> Outcome | None:
        low = [total <= self.floor for total in standing.totals]
        if sum(low) != 1:
            return None
        lost = game.sides[low.index(True)]
        remark = game.tell("{who} fell to −{floor} or below", who=lost, floor=str(-self.floor))
        return Outcome.by_score(game, standing, remark=remark)


class Spades(TrickGame):
    """Two against two, and spades are always trumps. Everybody says how many tricks they will
    take; partners add their bids and try to take that many and few more, or bid nil to take none."""

    id, title, picture = "spades", "Spades", "AS KS QS JS"
    bid_values = "spades-bids"
    State: type[SpadesState] = SpadesState
    Standing: type[SpadesStanding] = SpadesStanding
    Result: type[SpadesResult] = SpadesResult
    partners, trumps, pack = True, "S", pack()

    target = Option(500, (250, 300, 500), "The score that wins the match.")
    lose_at = Option(-200, (-200, 0), "The score at which a side loses the match; 0: no such end.")
    nil_counts = Option(
        100, range(10, 201, 10), "What nil scores, or costs if it fails; blind nil counts double."
    )
    bags = Option(True, (True, False), "Whether ten bags cost a side points.")
    bag_penalty = Option(100, range(10, 201, 10), "What ten bags cost.")
    failed_nil = Option(
        "bags",
        {
            "bags": "The tricks of a nil that failed do not count for the contract of the"
            " partner; they are bags.",
            "counts": "The tricks of a nil that failed count for the contract of the partner.",
        },
        "How the tricks of a failed nil count.",
        house=True,
    )
    minimum = Option(0, (0, 4), "What the bids of two partners are together at least.", house=True)
    first_trick = Option(
        "free",
        {"free": "any card but a spade is led", "low_club": "everybody plays the lowest club"},
        "What is played to the first trick.",
        house=True,
    )
    blind_nil = Option(
        False,
        (False, True),
        "Whether a player whose side is 100 behind may bid nil without a look at the cards.",
        house=True,
    )
    deals = deals_option(
        100, "The match ends after this many deals, if nobody has won before; 0 plays on."
    )

    def result_lacks(self, state: Any) -> str:
        if len(promised(state)) < self.players:
            return "Everybody has promised some tricks at the end: give calls, one of each player"
        return super().result_lacks(state)

    @property
    def nil_tricks(self) -> str:
        """What the tricks of a failed nil are, as a sentence."""
        return type(self).failed_nil.words(self.failed_nil)

    @property
    def blind_counts(self) -> int:
        """What blind nil scores or costs."""
        return 2 * self.nil_counts

    def idle(self) -> dict[str, str]:
        return {} if self.bags else {"bag_penalty": "ten bags cost nothing"}

    def setup(self) -> None:
        self.notes = (PACK, PARTNERS)
        least = (minimum_bid,) if self.minimum else ()
        unseen = (behind_enough, already_looked) if self.blind_nil else ()
        bidding = SpadesBids(rules=(bid_a_number, nil_to_thirteen, *least, *unseen))
        play: tuple[Rule, ...] = (spades_are_broken, follow_suit)
        if self.first_trick == "low_club":
            play = (
                lowest_club_first,
                no_spade_first_trick,
                spades_are_broken,
                follow_after_first_trick,
            )
        before = (DecideBlind(),) if self.blind_nil else ()
        after = (BlindExchange(),) if self.blind_nil else ()
        tricks = Tricks(rules=play)
        if self.first_trick == "low_club":
            tricks = Tricks(rules=play, leader=FIRST_CLUB)
        self.phases = (Dealing(each=13), *before, bidding, *after, tricks)
        blind = (nil_bid_blind,) if self.blind_nil else ()
        full = (ten_bags,) if self.bags else ()
        self.scoring = (nil_bid, *blind, contract_of_side, bags_taken, *full)
        sunk = (Sunk(self.lose_at),) if self.lose_at else ()
        self.ends = (*sunk, Race(self.target, alone=True), Deals(self.deals))

    def aims(self, state: SpadesState) -> tuple[Aim, ...]:
        """A side wants its contract; a player who bid nil wants no trick, and the partner what
        they bid themselves."""
        bids = promised(state)
        aims = []
        for side in self.sides:
            promises = [bids.get(seat) for seat in side.seats]
            known = [promise for promise in promises if promise is not None]
            if len(known) < len(promises):
                aims.append(Aim(side.seats, Want.MOST))
            elif all(known):
                aims.append(Aim(side.seats, Want.MOST, sum(known)))
            else:
                for seat, promise in zip(side.seats, known, strict=True):
                    want = Want.MOST if promise else Want.FEWEST
                    aims.append(Aim((seat,), want, promise))
        return tuple(aims)

    def feats(self, result: SpadesResult) -> tuple[Feat, ...]:
        """What each side bid and took, or a player of it who bid nil."""
        feats = []
        for side in self.sides:
            bid, tricks = result.contract(side.seats), result.counting(self, side.seats)
            made = tricks >= bid
            so = "contract made" if made else "contract missed"
            if bid:
                did = f"bid {bid} and took {tricks}"
                feats.append(Feat(side.seats, did, so, made))
                continue
            took = [result.tricks[seat] for seat in side.seats]
            nils = "both nils made"
            if any(took):
                nils = "both nils failed" if all(took) else "one nil failed"
            feats.append(Feat(side.seats, f"bid nil twice and took {sum(took)}", nils))
        return tuple(feats)

    def result(self, state: SpadesState) -> SpadesResult:
        bids, won = promised(state), state.winners()
        blind = [seat for seat, call in state.calls if call == BLIND_NIL]
        return SpadesResult(
            bids=tuple(bids[seat] for seat in range(4)),
            blind=tuple(int(seat in blind) for seat in range(4)),
            tricks=tuple(won.count(seat) for seat in range(4)),
            bags=state.standing.bags,
        )

    def carried(self, standing: SpadesStanding, lines: Any) -> Any:
        lines = tuple(lines)
        bags = [entry for entry in lines if entry.rule == bags_taken]
        new = [sum(x.points for x in bags if x.side == side.id) for side in self.sides]
        counts = tuple(had + more for had, more in zip(standing.bags, new, strict=True))
        return super().carried(standing, lines).but(bags=counts)

    def tally(self, state: SpadesState) -> list[dict[str, Any]]:
        ids, bids = [side.id for side in self.sides], promised(state)
        both = [sum(bids.get(seat, 0) for seat in side.seats) for side in self.sides]
        rows = [("Bid", both), ("Bags", state.standing.bags)]
        return super().tally(state) + [
            {"title": title, "by_side": dict(zip(ids, counts, strict=True))}
            for title, counts in rows
        ]

    def panels(self, state: SpadesState) -> dict[str, Any]:
        panels = super().panels(state)
        for seat, call in state.calls:
            panels["notes"].setdefault(seat, []).append(f"bid {call}")
        return panels
