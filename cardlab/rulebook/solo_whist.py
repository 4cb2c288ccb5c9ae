"""Solo Whist: a deal is played by two who propose and accept, or by one against three, as the calls have
it.

Source: a nineteenth-century handbook of the game that is in the public domain, and later accounts.
House choices: cards are dealt singly; stakes are 1, 1, 2, 3, 3, 4 and 6 without tricks over or short
(``scale``); abundance declared is played without trumps (``declared``); a proposal that nobody
accepts may be raised (``raised``); when all pass the next player deals, or a general misère is
played (``all_pass``), at which whoever takes the last trick pays what a solo is worth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from cardlab.engine.aims import Aim, Want
from cardlab.engine.cards import Card, pack
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import HOLD_CARD
from cardlab.engine.moves import PASS, Bid, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import bounded, chosen, seat_of
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import Seat, listed, some
from cardlab.families.auctions import (
    CONTRACT_LACKS,
    Auction,
    Calls,
    Contract,
    NameTrumps,
    last_bid,
    tops,
)
from cardlab.families.matches import Deals, deals_option
from cardlab.families.solo import SoloGame, SoloTricks
from cardlab.families.tricks import (
    DECLARER_LACKS,
    ELDEST,
    HIGHEST_LED,
    HIGHEST_TRUMP,
    WINNER_LEADS,
    Leader,
    TrickState,
    follow_suit,
)
from cardlab.families.turnup import TurnUpDealing

TRICKS = 13


class Undertake(Bid):
    """A call of the ladder: what its caller undertakes."""

    __slots__ = ()
    verb, title = "call", "Call"

    def told(self, name: str) -> str:
        return f"{name} proposes." if self == "prop" else f"{name} calls {self.label.lower()}."


def ladder(own_trumps: bool) -> tuple[Bid, ...]:
    """The calls from low to high, each with the tricks that it needs.

    own_trumps: whether the caller names trumps at abundance declared.
    """
    calls = (
        ("prop", 8, "", "Prop"),
        ("solo", 5, "", "Solo"),
        ("misere", 0, "NT", "Misère"),
        ("abundance", 9, "", "Abundance"),
        ("abundance in trumps", 9, "", "Abundance in trumps"),
        ("open misere", 0, "NT", "Open misère"),
        ("declared", TRICKS, "" if own_trumps else "NT", "Abundance declared"),
    )
    return tuple(
        Undertake(text, height, tricks, strain, None, label)
        for height, (text, tricks, strain, label) in enumerate(calls)
    )


LADDER = ladder(own_trumps=False)
PROP, COP = LADDER[0], Say("cop", "Cop", "accepts the proposal")
UNITS = dict(zip(map(str, LADDER), (1, 1, 2, 3, 3, 4, 6), strict=True))
"""What each call is worth where tricks over and short count nothing."""
PENCE = dict(zip(map(str, LADDER), (6, 6, 12, 18, 18, 24, 36), strict=True))
"""What each call is worth where a trick over or short counts 1."""
COUNTED_OVER = ("prop", "solo", "abundance", "abundance in trumps")
"""The calls at which tricks over and short may count."""
PROP_AND_COP = "prop and cop"
GENERAL = "general-misere"
"""The word for a deal that is played although nobody has called."""

CALLS = note(
    "solo-whist-calls",
    "The calls",
    "From low to high, with the stake: prop, to take eight tricks with a partner who says cop"
    " ({prop_worth}); solo, five tricks alone ({solo_worth}); misère, no trick, without trumps"
    " ({misere_worth}); abundance, nine tricks with trumps of your own ({abundance_worth}), and the"
    " same in the suit turned up, which only ranks higher; open misère, no trick with the hand face"
    " up ({open_worth}); abundance declared, all thirteen {declared_trumps} ({declared_worth}).",
    "contract",
    "misere",
    "slam",
)
IN_TURN = note(
    "calls-in-turn",
    "Call in turn",
    "Beginning at the dealer's left, each player in turn passes, proposes, accepts or calls. The"
    " calls go round until all others have passed; a player who was overcalled may call higher.",
    "auction",
    "turn",
    "eldest",
)
ALLIANCES = note(
    "sides-by-call",
    "The calls make the sides",
    "A player who calls solo or more plays against the other three. A player who proposes and"
    " whoever accepts play together against the other two, wherever they sit.",
    "temporary-alliance",
)
UNACCEPTED = note(
    "not-accepted",
    "A proposal that nobody accepts",
    "If nobody accepts and nobody calls higher, {when_not_accepted}.",
    "auction",
)
ALL_PASS = note(
    "all-pass",
    "All pass",
    "If nobody calls, {when_all_pass}.",
    "auction",
)
GENERAL_MISERE = note(
    "general-misere",
    "A general misère",
    "At a general misère there are no trumps and no sides: everybody plays alone, and all thirteen"
    " tricks are played.",
    "misere",
    "no-trump",
)
OWN_TRUMPS = note(
    "names-trumps",
    "Trumps of one's own",
    "A player who plays {own_trumps_at} names the trump suit before the first lead. There are no trumps at"
    " {no_trumps_at}. At every other call the suit turned up is trumps.",
    "named-trump",
    "no-trump",
)
FIRST_LEAD = note(
    "first-lead",
    "Who leads first",
    "At abundance declared the caller leads to the first trick; otherwise the player on the"
    " dealer's left does.",
    "eldest",
    "trick",
)
OPEN_HAND = note(
    "open-after-one-trick",
    "An open misère is opened after one trick",
    "At open misère the caller's hand is laid face up when the first trick has been taken.",
    "open-hand",
    "misere",
)
STOPS = note(
    "stops-when-broken",
    "Broken calls stop the play",
    "A misère stops as soon as its caller takes a trick, abundance declared as soon as its caller"
    " loses one. Other calls are played out.",
    "contract",
)


# --- the auction


@dataclass(frozen=True)
class SoloWhistState(TrickState):
    """partner: the seat that accepted the declarer's proposal, None where one plays alone."""

    partner: SeatNo | None = None

    shows_known: ClassVar[bool] = True

    def sees(self, viewer: int, seat: int) -> bool:
        return super().sees(viewer, seat) or (seat == self.declarer and self.is_open)

    @property
    def is_open(self) -> bool:
        """Whether the declarer's hand lies face up: at open misère after the first trick."""
        return bool(self.taken) and self.contract is not None and self.contract.bid == "open misere"


def acceptor(calls: Calls) -> int | None:
    """Who has accepted the proposal that stands."""
    last = last_bid(calls)
    if last is None or last[1] != PROP:
        return None
    return next((seat for seat, call in reversed(calls) if call == COP), None)


def proposer(calls: Calls) -> int | None:
    """Whose proposal may be accepted now."""
    last = last_bid(calls)
    stands = last is not None and last[1] == PROP and acceptor(calls) is None
    return last[0] if stands and last is not None else None


@rule("nothing-to-accept", "Accept a proposal", "auction", "temporary-alliance")
def accept_a_proposal(table: SoloWhistState, moves: tuple[Move, ...]) -> Ruling:
    """Cop only where another player has proposed, nobody has accepted, and nobody has called
    higher."""
    last = last_bid(table.calls)
    if last is None:
        because = "nobody has proposed"
    elif last[1] != PROP:
        because = "{top} was called, and there is no proposal to accept"
    elif acceptor(table.calls) is not None:
        because = "the proposal has already been accepted"
    elif last[0] == table.me:
        because = "the proposal is {your} own"
    else:
        return silent(moves, "there is a proposal to accept")
    return may_not(moves, lambda m: m == COP, because, {"top": last and last[1]})


@rule("passed-is-out", "A player who has passed is out", "auction", "eldest")
def passed_is_out(table: SoloWhistState, moves: tuple[Move, ...]) -> Ruling:
    """A player who has passed calls no more in this deal. Only eldest, who had to speak first, may
    still accept a later proposal."""
    if (table.me, PASS) not in table.calls:
        return silent(moves, "{you} {have} not passed")
    return may_not(
        moves,
        lambda m: isinstance(m, Bid),
        "{you} {have} passed, and may only accept the proposal",
        leaves=any_move,
    )


higher_call = tops(
    "higher-call",
    "Call higher",
    "auction",
    text="Each call must be higher than the one before it; steps may be left out.",
)


class SoloWhistAuction(Auction):
    """Round after round until all but those who hold the highest call have passed."""

    others = (PASS, COP)
    rules = (passed_is_out, accept_a_proposal, higher_call)
    notes = (IN_TURN, CALLS, ALLIANCES, UNACCEPTED, ALL_PASS)

    def speakers(self, state: SoloWhistState) -> list[int]:
        """Who may still speak, in turn after the last call."""
        calls, open_to = state.calls, proposer(state.calls)
        last = last_bid(calls)
        holders = () if last is None else (last[0], acceptor(calls))
        passed = [seat for seat, call in calls if call == PASS]
        eldest = state.after_seat(state.dealer)
        speakers = []
        for seat in state.game.seats_from(state.after_seat(calls[-1][0])):
            may_accept = seat == eldest and passed.count(seat) == 1 and open_to is not None
            if seat not in holders and (seat not in passed or may_accept):
                speakers.append(seat)
        if not speakers and state.game.raised and open_to is not None and open_to not in passed:
            speakers.append(open_to)
        return speakers

    def finished(self, state: SoloWhistState) -> bool:
        return not self.speakers(state)

    def following(self, state: SoloWhistState, seat: int) -> int:
        return self.speakers(state)[0]

    def asks(self, state: SoloWhistState) -> str:
        if proposer(state.calls) == state.me:
            return "Nobody has accepted: call higher, or pass and throw the cards in."
        return super().asks(state)

    def close(self, state: SoloWhistState) -> Any:
        last = last_bid(state.calls)
        if last is None and state.game.all_pass == GENERAL:
            return state.game.next_phase(state)
        if last is None or proposer(state.calls) is not None:
            return state.game.end(state)
        seat, bid = last
        partner = acceptor(state.calls)
        settled = state.but(contract=Contract(bid, seat), declarer=seat, partner=partner)
        return state.game.next_phase(settled)


class NameOwnTrumps(NameTrumps):
    """Whoever plays abundance names trumps; without trumps or in the suit turned up nothing is
    named."""

    part = SheetPart.BEFORE

    prompt = "You play abundance: name trumps."
    notes = (OWN_TRUMPS,)

    def orders(self, game: SoloWhist) -> tuple[str, ...]:
        return (*super().orders(game), "NT")

    def enter(self, state: SoloWhistState) -> Any:
        game = state.game
        if state.contract is None:
            return game.next_phase(state.but(order=game.ordering(None)))
        bid = state.contract.bid
        if game.names_trumps(bid):
            return state.but(to_move=state.declarer)
        order = game.ordering(None) if bid.strain == "NT" else state.order
        return game.next_phase(state.but(order=order))


# --- the play


def first_to_lead(state: Any) -> int:
    """Eldest, or whoever has declared abundance."""
    declared = state.contract is not None and state.contract.bid == "declared"
    return int(state.declarer) if declared else ELDEST.seat(state)


class SoloWhistTricks(SoloTricks):
    """Eldest leads; a call that is broken may stop the play."""

    early, leads = True, Leader(FIRST_LEAD, first_to_lead)
    notes = (
        HOLD_CARD,
        FIRST_LEAD,
        HIGHEST_TRUMP,
        HIGHEST_LED,
        WINNER_LEADS,
        OPEN_HAND,
        STOPS,
    )


# --- the score


def calls_of_result(game: SoloWhist) -> dict[str, str]:
    """What a deal may have been played for, and what it is called."""
    calls = {str(bid): bid.label if bid != PROP else PROP_AND_COP.capitalize() for bid in LADDER}
    return calls if game.all_pass != GENERAL else calls | {GENERAL: "General misère"}


@dataclass(frozen=True)
class SoloWhistResult:
    """caller: the seat that plays, or that proposed; call: its word; partner: the seat that
    accepted, None where one plays alone; tricks: what the side of the caller took. At a general
    misère, which nobody calls, the caller is the seat that took the last trick."""

    caller: int = seat_of(0, "the caller")
    call: str = chosen(calls_of_result, "solo", "the call")
    partner: int | None = seat_of(None, "who accepted", nobody="nobody")
    tricks: int = bounded(0, TRICKS, 5, "tricks of the caller's side")

    def cannot(self, game: SoloWhist) -> str:
        if (self.call == PROP) != (self.partner is not None):
            return "a proposal is played with a partner, every other call alone; change both"
        if self.partner == self.caller:
            return "nobody accepts their own proposal; choose another seat"
        if self.call == GENERAL and not self.tricks:
            return "whoever took the last trick took one at least; give that player a trick"
        return ""

    @property
    def seats(self) -> tuple[int, ...]:
        """The caller, and the partner if there is one."""
        return (self.caller,) if self.partner is None else (self.caller, self.partner)

    @property
    def needed(self) -> int:
        return next((bid.level for bid in LADDER if bid == self.call), 0)

    @property
    def made(self) -> bool:
        """Whether the side of the caller took what was undertaken."""
        return self.tricks == 0 if self.needed == 0 else self.tricks >= self.needed

    @property
    def did(self) -> str:
        """What was called and taken."""
        if self.call == GENERAL:
            return "took the last trick of a general misère"
        if self.call == PROP:
            called = "played prop and cop"
        else:
            called = f"called {next(bid.label for bid in LADDER if bid == self.call).lower()}"
        return f"{called} and took {some(self.tricks, 'trick')}"


STAKE = Quantity("", "the stake of the call", "stake")
OVER = Quantity("", "tricks over or short", "tricks over or short", idle=0)
SLAM = Quantity("[all]", "1 for all thirteen of prop and cop", "all thirteen", idle=0)
OPPONENTS = Quantity("", "opponents who pay or are paid by each", "opponents", idle=1)
GETS = Formula("n*(v + o*(1 + a))", n=OPPONENTS, v=STAKE, o=OVER, a=SLAM)
PAYS = Formula("-n*(v + o*(1 + a))", n=OPPONENTS, v=STAKE, o=OVER, a=SLAM)


@scores("payment", "The stake is paid", "contract", "zero-sum")
def payment(game: SoloWhist, result: SoloWhistResult) -> Iterator[ScoreLine]:
    """A caller who takes what was undertaken is paid the stake by each of the other three, and pays
    it to each of them otherwise. Of two who play together each settles with one opponent.
    {over_text}"""
    if result.call == GENERAL:
        return
    made, mine = result.made, result.seats
    over = game.tricks_over(result)
    slam = bool(over) and result.call == PROP and result.tricks == TRICKS
    opponents = (game.players - len(mine)) // len(mine)
    because = game.tell("{who} {did}", who=Seat(result.caller), did=result.did)
    title = "Call made" if made else "Call lost"
    for seat, side in enumerate(game.sides):
        caller = seat in mine
        formula = GETS if caller == made else PAYS
        many = opponents if caller else 1
        stake = game.stakes[result.call]
        yield line(side.id, title, payment, formula, because, n=many, v=stake, o=over, a=slam)


@scores("last-trick-pays", "The last trick pays", "misere", "zero-sum")
def last_trick_pays(game: SoloWhist, result: SoloWhistResult) -> Iterator[ScoreLine]:
    """At a general misère whoever takes the last trick pays {solo_worth} to each of the others."""
    if result.call != GENERAL:
        return
    because = game.tell("{who} {did}", who=Seat(result.caller), did=result.did)
    for seat, side in enumerate(game.sides):
        formula, many = (PAYS, game.players - 1) if seat == result.caller else (GETS, 1)
        stake = game.stakes["solo"]
        given = {"n": many, "v": stake, "o": 0, "a": False}
        yield line(side.id, "General misère", last_trick_pays, formula, because, **given)


class SoloWhist(SoloGame):
    """Four players, thirteen cards each. The calls decide who plays with whom: two who propose
    and accept need eight tricks together, one who calls solo needs five against three, and there
    is more to call, up to none at all and all thirteen."""

    id, title, picture = "solo-whist", "Solo Whist", "AS KS QS 2H"
    State: type[SoloWhistState] = SoloWhistState
    Result: type[SoloWhistResult] = SoloWhistResult
    zero_sum, pack = True, pack()
    bid_values = "solo-whist-bids"
    scoring: tuple[Rule, ...] = (payment,)

    raised = Option(
        True,
        (True, False),
        "Whether a player whose proposal nobody accepts may call higher.",
        house=True,
    )
    declared = Option(
        "none",
        {"none": "without trumps", "own": "with trumps of the caller's choice"},
        "How abundance declared is played.",
        house=True,
    )
    scale = Option(
        "units",
        {"units": "1 to 6", "pence": "6 to 36, and 1 for each trick over or short"},
        "What the calls are worth.",
        house=True,
    )
    all_pass = Option(
        "redeal",
        {
            "redeal": "the cards are thrown in and the next player deals",
            GENERAL: "a general misère is played",
        },
        "What happens if all pass.",
        house=True,
    )
    deals = deals_option(16)

    def lacking(self, state: SoloWhistState) -> str:
        """What two play together, where there are two."""
        if state.partner is not None and state.contract is None:
            return CONTRACT_LACKS
        return super().lacking(state)

    def result_lacks(self, state: Any) -> str:
        return DECLARER_LACKS if state.declarer is None else super().result_lacks(state)

    def setup(self) -> None:
        bids = ladder(self.declared == "own")
        calling = SoloWhistAuction(bids=bids)
        if self.all_pass == GENERAL:
            calling = SoloWhistAuction(bids=bids, notes=(*calling.notes, GENERAL_MISERE))
            self.scoring = (payment, last_trick_pays)
        self.phases = (
            TurnUpDealing(each=TRICKS),
            calling,
            NameOwnTrumps(),
            SoloWhistTricks(rules=(follow_suit,)),
        )
        self.ends = (Deals(self.deals),)

    # --- words for the sheet
    @property
    def stakes(self) -> dict[str, int]:
        """What each call is worth."""
        return UNITS if self.scale == "units" else PENCE

    @property
    def prop_worth(self) -> int:
        return self.stakes["prop"]

    @property
    def solo_worth(self) -> int:
        return self.stakes["solo"]

    @property
    def misere_worth(self) -> int:
        return self.stakes["misere"]

    @property
    def abundance_worth(self) -> int:
        return self.stakes["abundance"]

    @property
    def open_worth(self) -> int:
        return self.stakes["open misere"]

    @property
    def declared_worth(self) -> int:
        return self.stakes["declared"]

    @property
    def declared_trumps(self) -> str:
        return SoloWhist.declared.words(self.declared)

    @property
    def own_trumps_at(self) -> str:
        return "abundance" if self.declared == "none" else "abundance or abundance declared"

    @property
    def no_trumps_at(self) -> str:
        """The calls that are played without trumps."""
        declared = ["abundance declared"] if self.declared == "none" else []
        return listed(["misère", "open misère", *declared])

    @property
    def when_all_pass(self) -> str:
        return SoloWhist.all_pass.words(self.all_pass)

    @property
    def when_not_accepted(self) -> str:
        if self.raised:
            return "the player who proposed may call higher; otherwise the cards are thrown in"
        return "the cards are thrown in"

    @property
    def over_text(self) -> str:
        if self.scale == "units":
            return "Tricks over and short count nothing."
        return (
            "At prop and cop, solo and abundance each trick over or short counts 1 more. At prop"
            " and cop the tricks over count twice if all thirteen are taken."
        )

    # --- a deal that nobody has called
    def is_general(self, state: SoloWhistState) -> bool:
        """Whether a general misère is played: nobody has called, and there is play all the same."""
        if self.all_pass != GENERAL or state.contract is not None:
            return False
        return bool(state.taken) or state.phase.id == "play"

    def told_besides(self, before: SoloWhistState, after: SoloWhistState, seat: int | None) -> str:
        if before.phase.id == "auction" and self.is_general(after):
            return "Nobody has called: a general misère, without trumps."
        return super().told_besides(before, after, seat)

    def aims(self, state: Any) -> tuple[Aim, ...]:
        if self.is_general(state):
            return tuple(Aim((seat,), Want.FEWEST) for seat in range(self.players))
        return super().aims(state)

    def aim_text(self, state: Any, seat: int) -> str:
        if self.is_general(state):
            return "A general misère: do not take the last trick."
        return super().aim_text(state, seat)

    # --- the contract
    def names_trumps(self, bid: Bid) -> bool:
        """Whether whoever plays this call names the trump suit."""
        return bid == "abundance" or (bid == "declared" and self.declared == "own")

    def declarers(self, state: SoloWhistState) -> tuple[int, ...]:
        """The caller, and whoever accepted."""
        pair = (state.declarer, state.partner)
        return tuple(sorted(seat for seat in pair if seat is not None))

    def needs(self, state: SoloWhistState) -> int:
        return int(state.contract.bid.level)

    def tricks_over(self, result: SoloWhistResult) -> int:
        """The tricks over or short that count."""
        if self.scale == "units" or result.call not in COUNTED_OVER:
            return 0
        return abs(result.tricks - result.needed)

    def result(self, state: SoloWhistState) -> Any:
        if not self.is_general(state):
            return super().result(state)
        won = state.winners()
        return SoloWhistResult(won[-1], GENERAL, None, won.count(won[-1]))

    def played(self, state: Any) -> SoloWhistResult:
        won, mine = state.winners(), self.declarers(state)
        tricks = sum(seat in mine for seat in won)
        return SoloWhistResult(state.declarer, str(state.contract.bid), state.partner, tricks)

    def decided(self, state: SoloWhistState) -> bool:
        """Whether a call that allows no slip is broken."""
        if state.contract is None:
            return False
        won = [seat in self.declarers(state) for seat in state.winners()]
        needs = self.needs(state)
        return any(won) if needs == 0 else needs == TRICKS and not all(won)

    def feats(self, result: SoloWhistResult) -> tuple[Feat, ...]:
        """What was called, and whether it was made."""
        if result.call == GENERAL:
            return (Feat((result.caller,), result.did, "the others are paid", False),)
        so = "contract made" if result.made else "contract lost"
        return (Feat(result.seats, result.did, so, result.made),)

    # --- what calls are worth
    def orders_of_bid(self, table: Any, bid: Any, hand: Sequence[Card]) -> tuple[str, ...]:
        """The suit turned up, any suit, or no trumps."""
        if bid.strain == "NT":
            return ("NT",)
        if self.names_trumps(bid):
            return self.printed_suits
        turned = table.order.trump if table.turned is None else table.turned.suit
        return (str(turned or "NT"),)

    def tricks_of_bid(self, table: Any, bid: Any, hand: Sequence[Card]) -> int:
        """Of the eight tricks of a proposal one's own half."""
        return int(bid.level) // 2 if bid == PROP else int(bid.level)

    # --- the picture
    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """turned: the dealer's last card, whose suit is trumps unless ``trump`` says another;
        call: what is played, by ``caller``, with ``partner``."""
        if "turned" in given:
            given["turned"] = Card(given["turned"])
            given.setdefault("trump", str(given["turned"].suit))
        if (call := given.pop("call", None)) is not None:
            caller = self.seat(given.pop("caller", 0))
            bid = next(bid for bid in self.phases[1].bids if bid == call)
            given |= {"contract": Contract(bid, caller), "declarer": caller}
        return super().position(given)

    def panels(self, state: Any) -> dict[str, Any]:
        panels = super().panels(state)
        if self.is_general(state):
            panels["contract"] = {"text": "General misère", "by": "", "note": ""}
        if state.partner is not None:
            panels["contract"]["text"] = PROP_AND_COP.capitalize()
            pair = [self.names[state.declarer], self.names[state.partner]]
            panels["contract"]["by"] = listed(pair)
        return panels

    def remark(self, state: SoloWhistState, notes: dict[int, list[str]]) -> None:
        if state.partner is None:
            return super().remark(state, notes)
        for seat in self.declarers(state):
            notes.setdefault(seat, []).append("prop and cop")
        return None
