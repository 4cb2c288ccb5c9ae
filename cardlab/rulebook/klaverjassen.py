"""Klaverjassen: the jack and the nine of trumps on top, honours in the tricks, and the makers of
trumps must have more than half.

Source: common rules of the four-player game, as clubs and tournaments play it.  House choices:
eldest names trumps; the Amsterdam system; a tie is wet; a pit of the defenders counts as much as one
of the declarers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, NamedTuple

from cardlab.engine.cards import RANK_NAMES, SUITS, Card, Suit
from cardlab.engine.feats import Feat
from cardlab.engine.game import OVER, Dealing, Phase
from cardlab.engine.moves import PASS, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare, Typed
from cardlab.engine.results import bounded, scored_by, side_of
from cardlab.engine.rulings import (
    Rule,
    Ruling,
    any_move,
    may_not,
    note,
    rule,
    scores,
    silent,
    unless_alone,
)
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import some
from cardlab.families.declaring import DeclaringState, DeclaringTricks, only_what_is_there
from cardlab.families.drawing import SuitByChance
from cardlab.families.jack_nine import (
    ALL_POINTS,
    MORE_THAN_HALF,
    NATURAL,
    RANKING,
    TRICKS,
    JackNineGame,
    head_a_trump_lead,
    trump_an_opponent,
)
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.narrowing import (
    CAN_FOLLOW,
    HIGHER,
    SUIT_LED,
    TRUMPED,
    TRUMPS,
    VOID,
    MayNotPlay,
    MustPlay,
)
from cardlab.families.order_up import (
    NAMES,
    AcceptOffered,
    NameInTurn,
    trumps_are_made,
)
from cardlab.families.tricks import (
    PARTNERS,
    Trick,
    Tricks,
    TrickState,
    beats_the_trick,
    follow_suit,
    in_hand,
    must_trump,
    overtrump,
)

RUNS = {3: 20, 4: 50}
STUK = 20
SETS = {"J": 200, "A": 100, "K": 100, "Q": 100, "T": 100}

PACK = note(
    "klaverjas-pack",
    "The pack of 32",
    "The cards below the seven are left out of the standard pack.",
    "stripped-pack",
    fact="pack",
    part=SheetPart.PACK,
)
ROEM = note(
    "roem",
    "Roem",
    "Cards of one trick that belong together give roem to the side that wins it{when_called}."
    " Three cards of a suit that follow each other count 20, four count 50, in the order A K Q J"
    " 10 9 8 7, trumps too. King and queen of trumps, the stuk, count 20 besides. Four jacks"
    " count 200; four aces, kings{tens_too} queens count 100.",
    "run",
    "set",
    "honours",
)
ELDEST_NAMES = note(
    "eldest-names",
    "Eldest names trumps",
    "The player on the dealer's left names a suit as trumps and is the declarer, together with the"
    " partner.",
    "named-trump",
    "declarer",
    "eldest",
)
NAME_OR_PASS = note(
    "name-or-pass",
    "Name trumps or pass",
    "Beginning at the dealer's left, each player in turn names a suit as trumps or passes. A player"
    " who names one is the declarer, together with the partner.",
    "named-trump",
    "declarer",
    "eldest",
)
PLAY_OR_PASS = note(
    "play-or-pass",
    "Play the suit or pass",
    "A suit is drawn by chance. Beginning at the dealer's left, each player in turn plays it, which"
    " makes it trumps, or passes. If all four pass another suit is drawn and offered in the same"
    " way. A player who plays is the declarer, together with the partner.",
    "named-trump",
    "declarer",
    "eldest",
)


# --- roem


class Honour(NamedTuple):
    """Cards of a trick that count: what they are, and how much."""

    what: str
    points: int


def honours(cards: Sequence[Card], trump: str, tens: bool = True) -> tuple[Honour, ...]:
    """The roem of the cards of one trick.

    >>> from cardlab.engine.cards import cards
    >>> sum(found.points for found in honours(cards("KH QH JH 7C"), "H"))
    40
    """
    honours = [*_runs(cards)]
    if {"K" + trump, "Q" + trump} <= set(cards):
        honours.append(Honour("king and queen of trumps", STUK))
    ranks = {card.rank for card in cards}
    if len(cards) == 4 and len(ranks) == 1:
        rank = ranks.pop()
        if rank in SETS and (tens or rank != "T"):
            honours.append(Honour(f"four {RANK_NAMES[rank]}s", SETS[rank]))
    return tuple(honours)


def _runs(cards: Sequence[Card]) -> Iterator[Honour]:
    for suit in SUITS:
        places = sorted(NATURAL.index(card.rank) for card in cards if card.suit == suit)
        longest = length = 1
        for above, below in pairwise(places):
            length = length + 1 if below == above + 1 else 1
            longest = max(longest, length)
        if longest in RUNS:
            yield Honour(f"a run of {some(longest, SUITS[suit].one)}", RUNS[longest])


# --- making trumps


@dataclass(frozen=True)
class KlaverjassenState(DeclaringState):
    """offered: the suit that was drawn; drawn: all suits drawn in this deal."""

    offered: Suit | None = None
    drawn: tuple[Suit, ...] = ()


PASSES = {"eldest": 0, "round": 4, "turned": 8}
"""How many passes there may be before eldest has to make trumps."""


@rule("eldest-must-name", "Eldest must name trumps", "named-trump", "eldest")
def eldest_must_name(table: KlaverjassenState, moves: tuple[Move, ...]) -> Ruling:
    """{eldest_must_name_text}"""
    passes = PASSES[table.game.choice]
    if len(table.calls) < passes:
        return silent(moves, "{you} may pass")
    because = (
        "all have passed, so {you} must make trumps"
        if passes
        else "{you} {are} eldest and {must} name trumps"
    )
    return may_not(moves, lambda m: m == PASS, because, leaves=any_move)


already_named = trumps_are_made(
    "already-named",
    "No calls once trumps are named",
    "named-trump",
    text="Trumps are named once in a deal; after that nobody calls.",
)


class NameTheTrumps(NameInTurn):
    """Eldest names trumps, or each in turn may until somebody does; at last eldest has to."""

    part = SheetPart.BEFORE

    alone, needs = False, MORE_THAN_HALF
    prompt = "Name a suit as trumps."
    rules = (eldest_must_name,)

    def all_passed(self, state: Any) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))


class DrawSuit(SuitByChance):
    """Chance draws a suit that was not drawn before in this deal."""

    id, title = "draw-suit", "A suit is drawn"
    notes = (PLAY_OR_PASS,)

    def gone(self, state: Any) -> tuple[str, ...]:
        drawn: tuple[Suit, ...] = state.drawn
        return drawn

    def drawn(self, state: Any, suit: Suit) -> Any:
        return state.but(offered=suit, drawn=(*state.drawn, suit))


class PlaySuit(AcceptOffered):
    """Each in turn plays the suit that was drawn, or passes."""

    id, title, word = "play-suit", "Playing the suit drawn", "play"
    rules = (eldest_must_name,)

    def asks(self, state: Any) -> str:
        return f"Do you play {state.offered.name} as trumps?"

    def all_passed(self, state: Any) -> Any:
        if len(state.drawn) == 1:
            return state.game.go(state, DrawSuit.id, None)
        return state.but(to_move=state.after_seat(state.dealer))


# --- the play


@rule(
    "must-overtrump",
    "Overtrump",
    "must-overtrump",
    "must-head",
    look="Look at the highest trump in the trick.",
    solver=(
        MustPlay(SUIT_LED & TRUMPS & HIGHER, when=CAN_FOLLOW),
        MustPlay(HIGHER, when=VOID & TRUMPED),
    ),
)
def overtrump_always(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If trumps are led, play a trump above the highest in the trick, if you have one, even over
    your partner. Do so too if you have to trump where somebody has trumped before."""
    trumps = [c for c in table.trick.cards if table.order.is_trump(c)]
    plain = table.trick.cards and not table.order.is_trump(table.trick.cards[0])
    if not trumps or (plain and in_hand(table, (table.led,))):
        return silent(moves, "{you} {have} no trump to beat")
    return overtrump(table, moves)


@rule(
    "no-undertrump",
    "Do not undertrump",
    "must-overtrump",
    "ruff",
    look="Look at the highest trump in the trick.",
    solver=MayNotPlay(TRUMPS & ~HIGHER, when=VOID & TRUMPED),
)
def no_undertrump(table: TrickState, moves: tuple[Move, ...]) -> Ruling:
    """If you cannot follow suit and the trick has been trumped, do not play a lower trump, unless
    you have nothing else."""
    order = table.order
    if not table.trick.cards or in_hand(table, (table.led,)):
        return silent(moves, "{you} {can} follow suit")
    _, best = table.winning()  # type: ignore[misc]
    if not order.is_trump(best):
        return silent(moves, "nobody has trumped yet")
    beats = beats_the_trick(table)
    return unless_alone(
        moves,
        lambda m: order.is_trump(m.card) and not beats(m),
        "it is a trump below {best}",
        "{you} {have} nothing but trumps below {best}",
        {"best": best},
    )


AMSTERDAM = (follow_suit, trump_an_opponent, head_a_trump_lead, no_undertrump)
ROTTERDAM = (follow_suit, must_trump, overtrump_always)
SYSTEMS: dict[str, tuple[Rule, ...]] = {"amsterdam": AMSTERDAM, "rotterdam": ROTTERDAM}

CALL_ROEM = Say("roem", "Call roem", "calls roem")
call_what_is_there = only_what_is_there(
    CALL_ROEM,
    "no-roem",
    "Call the roem of the last trick",
    "honours",
    text="Roem is called by the winner of the trick before the next lead, and only where there is"
    " some. What is not called does not count.",
)


class RoemCalled(DeclaringTricks):
    """Roem counts if the winner of the trick calls it before the next lead."""

    declaration, nothing = CALL_ROEM, "calls no roem"
    last_prompt = "That was the last trick: call its roem, or pass if it holds none."


# --- the score


@dataclass(frozen=True)
class KlaverjassenResult:
    """declarers: index of the side that made trumps; points: card points by side, the last trick
    included; roem and tricks by side."""

    declarers: int = side_of(0, "the declarers")
    points: tuple[int, int] = bounded(
        0, ALL_POINTS, (90, 72), "card points of {}", each="side", total=ALL_POINTS
    )
    roem: tuple[int, int] = bounded(0, 600, (20, 0), "roem of {}", each="side")
    tricks: tuple[int, int] = bounded(0, TRICKS, (5, 3), "tricks of {}", each="side", total=TRICKS)

    def cannot(self, game: Klaverjassen) -> str:
        for side, points, roem, tricks in zip(
            game.sides, self.points, self.roem, self.tricks, strict=True
        ):
            if not tricks and (points or roem):
                return f"{side.name} took no trick, so no points and no roem; give it a trick"
        return ""

    @property
    def made(self) -> bool:
        """Whether the declarers have more than the others."""
        ours, theirs = self.declarers, 1 - self.declarers
        return self.points[ours] + self.roem[ours] > self.points[theirs] + self.roem[theirs]


COUNTED = Formula(
    "p + r",
    p=Quantity("", "card points of the side", "card points"),
    r=Quantity("", "roem of the side", "roem", idle=0),
)
WET = Formula("{all_points} + r", r=Quantity("", "roem of both sides", "roem", idle=0))
PIT = Formula("b", b="what the pit counts")


@scores("counted", "Card points and roem", "card-points", "honours", "contract")
def counted(game: Klaverjassen, result: KlaverjassenResult) -> Iterator[ScoreLine]:
    """If the declarers have more card points and roem than the others, each side scores what it
    has."""
    if not result.made:
        return
    for side, p, r in zip(game.sides, result.points, result.roem, strict=True):
        if p or r:
            declares = side is game.sides[result.declarers]
            did = "had more than the others" if declares else "defended"
            because = game.tell("{who} {did}", who=side, did=did)
            yield line(side.id, "Card points and roem", counted, COUNTED, because, p=p, r=r)


@scores("wet", "Wet", "contract", "card-points")
def wet(game: Klaverjassen, result: KlaverjassenResult) -> Iterator[ScoreLine]:
    """If the declarers do not have more than the others, they are wet: they score nothing, and the
    others score {all_points} and the roem of both sides."""
    if not result.made:
        ours, theirs = result.declarers, 1 - result.declarers
        has = [p + r for p, r in zip(result.points, result.roem, strict=True)]
        because = game.tell(
            "{who} had {ours}, and the others had {theirs}",
            who=game.sides[ours],
            ours=str(has[ours]),
            theirs=str(has[theirs]),
        )
        yield line(game.sides[theirs].id, "Wet", wet, WET.agreed(game), because, r=sum(result.roem))


@scores("pit", "Pit", "slam")
def pit(game: Klaverjassen, result: KlaverjassenResult) -> Iterator[ScoreLine]:
    """If {pit_text}."""
    if TRICKS not in result.tricks:
        return
    winners = result.tricks.index(TRICKS)
    side = game.sides[winners]
    because = game.tell("{who} won all eight tricks", who=side)
    if winners == result.declarers:
        yield line(side.id, "Pit", pit, PIT, because, b=game.pit_counts)
    elif game.counter_pit:
        yield line(side.id, "Pit", pit, PIT, because, b=game.counter_pit)


class Klaverjassen(JackNineGame):
    """Four players, two against two, eight cards each. The side that makes trumps must have more
    points than the others, in cards and in roem: runs, sets, and the king and queen of trumps in
    one trick."""

    id, title, picture = "klaverjassen", "Klaverjassen", "JC 9C AC TC"
    State: type[KlaverjassenState] = KlaverjassenState
    Result: type[KlaverjassenResult] = KlaverjassenResult
    scoring = (counted, wet, pit)
    bid_values = "klaverjassen-bids"

    choice = Option(
        "eldest",
        ("eldest", "round", "turned"),
        "Who makes trumps.",
        house=True,
        makes_version=True,
        told={
            "eldest": "eldest",
            "round": "the first in turn to name a suit",
            "turned": "the first in turn to play a suit that is drawn",
        },
    )
    system = Option(
        "amsterdam",
        ("amsterdam", "rotterdam"),
        "When you have to trump if you cannot follow suit.",
        house=True,
        told={
            "amsterdam": "while an opponent is winning, as in Amsterdam",
            "rotterdam": "always, as in Rotterdam",
        },
    )
    claim_roem = Option(
        "auto",
        ("auto", "called"),
        "Whether roem has to be called.",
        told={
            "auto": "no, it is counted by itself",
            "called": "yes, before the next lead",
        },
    )
    tens = Option(True, (True, False), "Four tens in a trick count 100.", house=True)
    pit_counts = Option(100, range(0, 301, 50), "What a pit of the declarers counts.")

    @property
    def pit_text(self) -> str:
        """What winning all eight tricks brings, as the rest of a condition."""
        ours, theirs = self.pit_counts, self.counter_pit
        if ours and theirs:
            more = "the same" if ours == theirs else f"{theirs} more"
            return (
                f"the declarers win all eight tricks they score {ours} more; if the defenders do,"
                f" they score {more}"
            )
        if ours:
            return (
                f"the declarers win all eight tricks they score {ours} more; the defenders score"
                " nothing more for it"
            )
        if theirs:
            return (
                f"the defenders win all eight tricks they score {theirs} more; the declarers score"
                " nothing more for it"
            )
        return "a side wins all eight tricks it scores nothing more"

    counter_pit = Option(100, (0, 100, 200), "What a pit of the defenders counts.", house=True)
    target = Option(
        0,
        range(0, 3001, 50),
        "The score that wins the match; 0: the match has an agreed number of deals.",
    )
    deals = deals_option(16)
    quiet = {
        "already-named": Typed("trumps H"),
        "pit": Rare("one side seldom takes all tricks at random", scored_by("pit")),
    }

    def setup(self) -> None:
        self.notes = (PACK, PARTNERS, RANKING, ROEM)
        naming: tuple[Phase, ...] = (DrawSuit(), PlaySuit())
        if self.choice != "turned":
            named = ELDEST_NAMES if self.choice == "eldest" else NAME_OR_PASS
            naming = (NameTheTrumps(notes=(named,)),)
        called = self.claim_roem == "called"
        rules = (already_named, *((call_what_is_there,) if called else ()), *SYSTEMS[self.system])
        play = RoemCalled if called else Tricks
        self.phases = (Dealing(each=TRICKS), *naming, play(rules=rules, understood=NAMES))
        race = Race(self.target, alone=True)
        self.ends = (race,) if self.target else (Deals(self.deals),)

    def idle(self) -> dict[str, str]:
        if self.target:
            return {"deals": "the match is a race to the target; set the target to 0"}
        return {}

    def bid_situation(self, table: KlaverjassenState) -> str:
        """Whether trumps have to be made now, or who may make them."""
        if len(table.calls) >= PASSES[self.choice]:
            return "forced"
        return "eldest" if table.me == table.after_seat(table.dealer) else "later"

    @property
    def eldest_must_name_text(self) -> str:
        return {
            "eldest": "Eldest has to name trumps and cannot pass.",
            "round": "If all four have passed, eldest has to name trumps.",
            "turned": "If all four have passed twice, eldest has to play the second suit.",
        }[self.choice]

    def outgrown(self, state: KlaverjassenState, seat: int | None, text: str) -> bool:
        """Records once had a pass after a last trick that held no roem."""
        return self.claim_roem == "called" and text == PASS and state.phase is OVER

    @property
    def when_called(self) -> str:
        return " and calls it" if self.claim_roem == "called" else ""

    @property
    def tens_too(self) -> str:
        return ", tens or" if self.tens else " or"

    def honours(self, state: KlaverjassenState, trick: Trick) -> tuple[Honour, ...]:
        """The roem that lies in a trick."""
        return honours(trick.cards, str(state.order.trump), self.tens)

    def worth_declaring(self, state: KlaverjassenState, trick: Trick) -> bool:
        return bool(self.honours(state, trick))

    def roem_by_side(self, state: KlaverjassenState) -> tuple[int, ...]:
        """The roem that each side has made, as far as it counts."""
        sums = [0, 0]
        for number, trick in enumerate(state.taken):
            if self.claim_roem == "auto" or number in state.declared:
                winner = self.side_index(trick.winner(state.order))
                sums[winner] += sum(honour.points for honour in self.honours(state, trick))
        return tuple(sums)

    def feats(self, result: KlaverjassenResult) -> tuple[Feat, ...]:
        """What the declarers have against the others."""
        has = [p + r for p, r in zip(result.points, result.roem, strict=True)]
        did = f"made trumps and had {has[result.declarers]} to {has[1 - result.declarers]}"
        so = "contract made" if result.made else "wet"
        return (Feat(self.sides[result.declarers].seats, did, so, result.made),)

    def result(self, state: KlaverjassenState) -> KlaverjassenResult:
        assert state.declarer is not None
        ours, theirs = self.roem_by_side(state)
        tricks = state.tricks_by_side()
        return KlaverjassenResult(
            self.side_index(state.declarer),
            self.points_with_last(state),
            (ours, theirs),
            (tricks[0], tricks[1]),
        )

    def tally(self, state: KlaverjassenState) -> list[dict[str, Any]]:
        roem = dict(zip((side.id for side in self.sides), self.roem_by_side(state), strict=True))
        return [*super().tally(state), {"title": "Roem", "by_side": roem}]
