"""Seven Rummy: a seven alone is a meld, and a discard may be claimed, even out of turn, for a new
one.

Source: the common rules of the game, also called Seven Bridge.  House choices: what cards count
(option); one may go out without a discard (option); a claim uses at least one card of the hand; every
other player but the next is asked in turn whether a set is claimed, and then the next player draws or
claims, so that a set goes before a run; a deal whose stock is used up a second time is void, and the
same dealer deals again; after ``deals`` deals the match goes to whoever leads.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import SeatNo
from cardlab.engine.game import Phase
from cardlab.engine.moves import Move, Say
from cardlab.engine.options import Option
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, seat_of, switch
from cardlab.engine.rulings import Rule, Ruling, any_move, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.words import number, some
from cardlab.families.matches import Deals, Race, deals_option
from cardlab.families.melding import (
    ACES_LOW,
    DRAW,
    PIPS,
    Draw,
    MeldDealing,
    Melding,
    discard_one,
    extends_meld,
)
from cardlab.families.table_melds import (
    OUT,
    OUT_LACKS,
    SHUFFLED,
    UPCARD,
    USED_UP,
    MeldAndDiscard,
    MeldOpenCard,
    ShuffledState,
    ShuffledStock,
    TableMeldGame,
    has_melded,
    keep_a_discard,
    legal_meld,
)

LET_GO = Say("let go", "Let it go", "lets it go")
SEVEN = "7"


class ClaimDiscard(MeldOpenCard):
    """Claim the card just discarded and meld it at once."""

    __slots__ = ()
    verb, title = "claim", "Claim"


def claim_discard(card: Card, held: Iterable[Card]) -> ClaimDiscard:
    """The move that claims a discard for a meld with these cards of the hand."""
    made: ClaimDiscard = ClaimDiscard(card, tuple(held))
    return made


def is_set(cards: Iterable[Card]) -> bool:
    """All of one rank."""
    return len({card.rank for card in cards}) == 1


class LeftValues(NamedTuple):
    """What an ace, each face card and a seven count in the hand, and whether a seven doubles it."""

    ace: int = 1
    faces: tuple[int, int, int] = (10, 10, 10)
    seven: int = 7
    doubles: bool = True

    @property
    def text(self) -> str:
        """The same in words."""
        faces = "face cards 10" if len({*self.faces}) == 1 else "a jack 11, a queen 12, a king 13"
        seven = "" if self.seven == int(SEVEN) else f", a seven {self.seven}"
        return f"An ace counts {self.ace}, {faces}{seven}, and the others their pips."

    def by_rank(self) -> dict[str, int]:
        """What a card of each rank counts."""
        faces = dict(zip("JQK", self.faces, strict=True))
        return PIPS | faces | {"A": self.ace, SEVEN: self.seven}


TABLES = {
    "book": LeftValues(),
    "ace-11": LeftValues(ace=11),
    "ace-10": LeftValues(ace=10),
    "seven-20": LeftValues(faces=(11, 12, 13), seven=20, doubles=False),
}


@dataclass(frozen=True)
class ClaimableState(ShuffledState):
    """turns: how many turns have ended; asked: the seats that have let the last discard go."""

    turns: int = 0
    asked: tuple[SeatNo, ...] = ()

    def claims(self) -> tuple[ClaimDiscard, ...]:
        """Every new meld that the hand makes with the last discard: runs, and sets of three or
        four."""
        up = self.upcard
        if up is None:
            return ()
        melds = self.game.melding.melds((*self.hand, up))
        return tuple(
            claim_discard(up, [card for card in meld if card is not up])
            for meld in melds
            if up in meld and len(meld) > (2 if is_set(meld) else 1)
        )


@rule("draw-first", "Draw one card", "rummy-turn", "turn")
def draw_first(table: ClaimableState, moves: tuple[Move, ...]) -> Ruling:
    """Begin your turn by drawing the top card of the stock{or_claim}."""
    because = "{you} {have} not drawn yet"
    return may_not(
        moves,
        lambda m: m.card is not None and not isinstance(m, ClaimDiscard),
        because,
        leaves=any_move,
    )


@rule("first-round", "No claims in the first round", "discard-pile", "turn")
def first_round(table: ClaimableState, moves: tuple[Move, ...]) -> Ruling:
    """Nobody claims a discard before every player has had a turn."""
    if table.turns >= table.game.players:
        return silent(moves, "every player has had a turn")
    because = "not every player has had a turn yet"
    return may_not(moves, lambda m: isinstance(m, ClaimDiscard), because)


@rule("claim-melds-at-once", "A claim is melded at once", "meld", "discard-pile")
def claim_melds_at_once(table: ClaimableState, moves: tuple[Move, ...]) -> Ruling:
    """Claim the last discard only for a new meld: three or four of a rank, or a run with cards of
    your hand. Lay it down at once; a discard is not taken into the hand and not laid off."""
    real = table.claims()
    return may_not(
        moves,
        lambda m: (isinstance(m, ClaimDiscard) and m not in real) or m == "take",
        "{up} can be claimed only for a new meld with cards of {your} hand",
        lambda: {"up": table.upcard},
    )


@rule("pon-before-chi", "A set before a run", "set", "run", "turn")
def pon_before_chi(table: ClaimableState, moves: tuple[Move, ...]) -> Ruling:
    """Only the next player in turn may claim a discard for a run. For a set anybody may, before the
    next player draws or claims a run; play then goes on from the left of whoever claimed it."""
    return may_not(
        moves,
        lambda m: isinstance(m, ClaimDiscard) and not is_set(m.cards),
        "only the next player in turn may claim a run",
    )


def read_claim(table: ClaimableState, text: str) -> Move | None:
    """``claim 9C with 9D 9H``; the words of the phases here."""
    said = next((m for m in (DRAW, LET_GO, Say("take")) if m == text), None)
    rest = text.removeprefix("claim ")
    if said or rest == text or table.upcard is None:
        return said
    try:
        named = read_cards(word for word in rest.split() if word != "with")
    except ValueError:
        return None
    if len(named) < 2:
        return None
    first, *held = named
    real = (m for m in table.claims() if m.open_card is first and {*m.held} == {*held})
    return next(real, claim_discard(first, held))


class ClaimWindow(Phase):
    """All but the next player, in turn, may claim the last discard for a set."""

    id, title, doing = "window", "Claims out of turn", "claim or let it go"
    did = "decided"
    prompt = "Claim the discard, or let it go."
    rules: tuple[Rule, ...] = (claim_melds_at_once, pon_before_chi)

    def lacking(self, state: ClaimableState) -> str:
        if state.following is None:
            return "Somebody draws after the claims: give following, a player"
        return "" if state.discards else "The top discard may be claimed here: give discards"

    def enter(self, state: Any) -> Any:
        game, seat = state.game, state.after_seat(state.following)
        while state.after_seat(seat) != state.following:
            if seat not in state.asked and len(state.hands[seat]) > 1:
                return state.but(to_move=seat)
            seat = state.after_seat(seat)
        return game.go(state.but(asked=()), "draw", state.following)

    def vocabulary(self) -> Iterable[Move]:
        return (LET_GO,)

    def candidates(self, table: ClaimableState) -> tuple[Move, ...]:
        return (LET_GO, *table.claims())

    def read(self, table: ClaimableState, text: str) -> Move | None:
        return read_claim(table, text)

    def apply(self, state: ClaimableState, seat: int, move: Move) -> Any:
        if move == LET_GO:
            return self.enter(state.but(asked=(*state.asked, seat)))
        return state.game.claimed(state.but(asked=()), seat, move)

    def asks(self, state: Any) -> str:
        return f"{state.upcard.sign} was discarded: claim it for a set, or let it go."


class DrawOrClaim(Draw):
    """Draw the top of the stock, or claim the last discard for a new meld."""

    begins, comes_back = "eldest", True
    notes: tuple[Rule, ...] = ()

    def lacking(self, state: ClaimableState) -> str:
        if state.game.claims and state.turns >= state.game.players and not state.discards:
            return "The top discard may be claimed here: give discards"
        return super().lacking(state)

    def enter(self, state: ClaimableState) -> Any:
        return state if state.to_move is not None else state.but(to_move=state.eldest)

    def vocabulary(self) -> Iterable[Move]:
        return (DRAW, Say("take"))

    def candidates(self, table: ClaimableState) -> tuple[Move, ...]:
        return (DRAW, *(table.claims() if table.game.claims else ()))

    def read(self, table: ClaimableState, text: str) -> Move | None:
        return read_claim(table, text) or super().read(table, text)

    def apply(self, state: ClaimableState, seat: int, move: Move) -> Any:
        if isinstance(move, ClaimDiscard):
            return state.game.claimed(state, seat, move)
        return super().apply(state.but(laid=0), seat, move)

    def asks(self, state: Any) -> str:
        if state.game.claims and state.turns >= state.game.players:
            return f"Your turn: draw, or claim {state.upcard.sign} for a new meld."
        return "Your turn: draw from the stock."


class MeldAfterClaim(MeldAndDiscard):
    """Lay down and lay off, then discard."""

    rules: tuple[Rule, ...] = (discard_one, legal_meld, extends_meld)


@dataclass(frozen=True)
class SevenResult:
    """out: who went out; left: the deadwood by seat, before it is doubled; sevens: how many sevens
    each seat holds; concealed: whether whoever is out laid everything in one turn."""

    out: int = seat_of(0, "who went out")
    left: tuple[int, ...] = bounded(0, 200, (0, 20, 24), "deadwood of {}", each="seat")
    sevens: tuple[int, ...] = bounded(0, 4, (0, 1, 0), "sevens of {}", each="seat", most=4)
    concealed: int = switch(0, "all laid in one turn")

    def cannot(self, game: SevenRummy) -> str:
        if self.left[self.out] or self.sevens[self.out]:
            return f"{game.names[self.out]} went out and holds nothing"
        if 0 in (n for seat, n in enumerate(self.left) if seat != self.out):
            return "only whoever went out has no cards; give the others deadwood"
        seven = game.melding.values[SEVEN]
        if any(left < n * seven for left, n in zip(self.left, self.sevens, strict=True)):
            return f"each seven counts {seven} of the deadwood of whoever holds it"
        if self.concealed and not game.concealed:
            return "going out in one turn does not count double here"
        return ""


LEFT = Formula(
    "k*f*d",
    k=Quantity("", "2 if all was laid in one turn, else 1", "in one turn", idle=1),
    f=Quantity("", "doubled for each seven held: 1, 2, 4, 8 or 16", "for sevens", idle=1),
    d=Quantity("", "deadwood", "deadwood"),
)


@scores("winner-takes", "The winner scores what the others hold", "deadwood", "score-keeping")
def winner_takes(game: SevenRummy, result: SevenResult) -> Iterator[ScoreLine]:
    """A player who goes out scores the deadwood of each of the
    others{seven_text}{concealed_text}."""
    winner = game.sides[result.out]
    factor = 1 + result.concealed
    for side, left, sevens in zip(game.sides, result.left, result.sevens, strict=True):
        if left:
            held = f", with {some(sevens, 'seven')}" if sevens and game.seven_doubles else ""
            because = game.tell("{who} held {n} of deadwood" + held, who=side, n=str(left))
            doubled = 2**sevens if game.seven_doubles else 1
            title = game.tell("From {who}", who=side)
            yield line(winner.id, title, winner_takes, LEFT, because, k=factor, f=doubled, d=left)


SPECIAL = note(
    "sevens",
    "Sevens",
    "A seven alone is a meld, and so are two, three or four sevens. So are two or more cards of"
    " one suit that follow each other, if the seven is among them. If you lay several sevens,"
    " say whether they are one set or melds by themselves: lay them together, or one at a time.",
    "meld",
    "special-card",
)
DEADWOOD = note(
    "deadwood",
    "Deadwood",
    "Cards left in the hands when somebody goes out are deadwood. {values_text}",
    "deadwood",
    "card-values",
)


class SevenRummy(TableMeldGame):
    """Draw or claim a discard, lay sets and runs, and be the first without cards. A seven alone
    is a meld, but one left in your hand costs dear."""

    meld_owners = " You may lay off on anybody's melds."
    id, title, picture = "seven-rummy", "Seven Rummy", "7H 6D 7D KC"
    told_first = (
        "draw-first",
        "first-round",
        "claim-melds-at-once",
        "pon-before-chi",
        "legal-meld",
        "has-melded",
        "does-not-extend-meld",
        "discard-one",
    )
    seats = (2, 5, 3)
    one_side_scores = True
    pack = pack()
    Result: type[SevenResult] = SevenResult
    State: type[ClaimableState] = ClaimableState
    stock = SHUFFLED
    after_own = True
    what_melds_are = (
        "a set or a run. A set is three or four cards of one rank, a run three or more cards of one"
        " suit that follow each other. With a seven, fewer cards are enough"
    )
    claims = Option(True, (True, False), "Whether a discard may be claimed for a new meld.")
    must_discard = Option(False, (False, True), "Whether the last card must be a discard.")
    values = Option(
        "book",
        {
            "book": "an ace counts 1, face cards 10, and each seven doubles",
            "ace-11": "an ace counts 11, face cards 10, and each seven doubles",
            "ace-10": "an ace counts 10, face cards 10, and each seven doubles",
            "seven-20": "an ace counts 1, face cards 11, 12 and 13, a seven 20",
        },
        "What the cards left in a hand count.",
        house=True,
    )
    concealed = Option(True, (True, False), "Laying the whole hand in one turn counts double.")
    target = Option(100, range(50, 501, 10), "The points that end the match.")
    deals = deals_option(20, "After this many deals, void ones included, the match ends.")
    notes = (SPECIAL, DEADWOOD, OUT)
    quiet = {
        "draw-first": Typed("discard AS"),
        "discard-one": Typed("draw"),
        "legal-meld": Typed("meld 4S 5S 8S"),
        "claim-melds-at-once": Typed("take"),
    }

    def result_lacks(self, state: Any) -> str:
        if state.out is None:
            return OUT_LACKS
        return super().result_lacks(state)

    @property
    def ace_text(self) -> str:
        """Where an ace stands in a run, as a further sentence."""
        return " An ace is the card below the two."

    @property
    def or_claim(self) -> str:
        """What else begins a turn."""
        return ", or by claiming the last discard for a new meld" if self.claims else ""

    @property
    def values_text(self) -> str:
        """What the cards count, as a sentence."""
        return TABLES[self.values].text

    @property
    def seven_doubles(self) -> bool:
        """Whether a seven doubles the hand that it is left in."""
        return TABLES[self.values].doubles

    @property
    def seven_text(self) -> str:
        """What sevens make of the score."""
        return ", doubled for each seven among it" if self.seven_doubles else ""

    @property
    def concealed_text(self) -> str:
        """What going out in one turn makes of it."""
        return ". Laying everything in one turn doubles it" if self.concealed else ""

    def setup(self) -> None:
        melding = Melding(ACES_LOW, TABLES[self.values].by_rank(), special=SEVEN)
        setattr(self, "melding", melding)  # noqa: B010
        keep = (keep_a_discard,) if self.must_discard else ()
        claiming = (first_round, claim_melds_at_once) if self.claims else ()
        window = ClaimWindow(rules=(claim_melds_at_once, pon_before_chi, *keep))
        self.phases = (
            MeldDealing(each=7, notes=(*MeldDealing.notes, UPCARD)),
            DrawOrClaim(rules=(draw_first, *claiming, *keep), notes=(USED_UP[SHUFFLED],)),
            MeldAfterClaim(rules=(discard_one, *keep, legal_meld, has_melded, extends_meld)),
            *((window,) if self.claims else ()),
            ShuffledStock(),
        )
        self.scoring = (winner_takes,)
        self.ends = (Race(self.target), Deals(self.deals))

    def next_turn(self, state: ClaimableState, seat: int) -> Any:
        """First the others are asked whether they claim the discard, once everybody has had a
        turn."""
        if self.claims and state.turns >= self.players and self.players > 2:
            return self.go(state.but(following=seat, asked=()), "window", None)
        return self.go(state, "draw", seat)

    def turn_over(self, state: ClaimableState, seat: int) -> Any:
        return super().turn_over(state.but(turns=state.turns + 1), seat)

    def claimed(self, state: ClaimableState, seat: int, move: ClaimDiscard) -> Any:
        """The table after a seat has claimed the last discard for a meld."""
        state = state.but(discards=state.discards[:-1], laid=1, picked_up=None, source="")
        hands = state.held(seat, (*state.hands[seat], move.open_card))
        state = self.with_meld(state.but(hands=hands), seat, move.cards)
        return self.go(state, "discard", seat) if state.hands[seat] else self.turn_over(state, seat)

    def winner(self, result: SevenResult) -> int:
        return result.out

    def result(self, state: ClaimableState) -> SevenResult:
        sevens = tuple(sum(card.rank == SEVEN for card in hand) for hand in state.hands)
        left = tuple(map(self.value, state.hands))
        concealed = int(self.concealed and self.went_rummy(state))
        assert state.out is not None, "a deal that nobody wins is void"
        return SevenResult(state.out, left, sevens, concealed)

    def panels(self, state: ClaimableState) -> dict[str, Any]:
        """Also, at the seat of whoever is out, whether it counts double."""
        panels = super().panels(state)
        if self.concealed and state.out is not None and self.went_rummy(state):
            panels["notes"][state.out].append("laid all in one turn")
        return panels

    def feats(self, result: SevenResult) -> tuple[Feat, ...]:
        """Who went out, and against what."""
        held = some(sum(result.left), "point")
        how = "went out in one turn" if result.concealed else "went out"
        sevens = sum(result.sevens)
        with_sevens = f" and {number(sevens)} seven{'s' * (sevens > 1)}" if sevens else ""
        return (Feat((result.out,), f"{how} against {held} of deadwood{with_sevens}"),)
