"""Liar Poker: claim a poker hand among the cards of all players, higher and higher, until somebody
doubts it.

Source: the common rules of the game, also called Poker Bull, in the form in which a claim is about all
cards together.  House choices: a claim names its kind and then its ranks, or says "any", which is the
lowest claim of its kind; the suits decide between straight flushes and flushes of a rank (option); a
claim needs as many cards as are in play; only the next player may challenge, or all may (option), of
whom the others are asked first, in turn, and the next player last; whoever loses a challenge opens the
next deal.  Form B (option) passes one hand of five cards on: its receiver may exchange any of them, all
at once, and then claims higher; the exchange and the three lives are house choices.  A joker (option)
counts as any card that a claim lacks, and a hand with one is as good as a hand without.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations, pairwise, permutations
from math import comb, prod
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK, JOKER, RANK_NAMES, SUITS, Card, pack, without
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceDown, SeatNo
from cardlab.engine.game import Phase, State
from cardlab.engine.moves import Lay, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.results import seat_of, switch
from cardlab.engine.rulings import Rule, Ruling, may_not, note, rule, scores, silent
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone, pile
from cardlab.engine.turns import LastMove, TurnFact, TurnReason, reason_of
from cardlab.engine.words import Seat, listed, quoted, some
from cardlab.families.hoping import HopeGame
from cardlab.families.lives import LivesGame
from cardlab.families.matches import DealToThoseIn, LastPlayerIn
from cardlab.families.ranked_melds import ACE_HIGH, POKER, plural

ANY = Say("any", "Any", "says: “Any.”")
CHALLENGE = Say("challenge", "Challenge!", "challenges the claim")
ACCEPT = Say("accept", "Accept the hand", "accepts the hand")
KEEP = Say("keep", "Keep all cards", "keeps all cards")
LET_STAND = Say("let stand", "Let it stand", "lets it stand")
NO_CLAIM = "nobody has claimed anything yet"
SUITS_UP = "DCHS"
STRAIGHT_TOPS, FLUSH_TOPS = ACE_HIGH[3:], ACE_HIGH[4:]
"""The highest cards of straights and of flushes, from low to high."""
NEEDS = {
    "alone": 1,
    "pair": 2,
    "two pair": 4,
    "three": 3,
    "run": 5,
    "flush": 5,
    "full house": 5,
    "four": 4,
    "run flush": 5,
    "five": 5,
}
"""How many cards each kind takes."""
MOST_WITHOUT = {
    "pair": 13,
    "two pair": 16,
    "three": 26,
    "run": 44,
    "flush": 16,
    "full house": 26,
    "four": 39,
    "run flush": 44,
}
"""The most cards among which there need not be one of the kind: for a pair one of each rank, for a
flush four of each suit, for a straight all cards but the fives and tens.  Jokers change nothing, for
one that lies there is as good as a card that is lacking; five of a kind is never certain."""


class Called(NamedTuple):
    """A claim, or the beginning of one.

    kind: a shape of `MeldOrder`; ranks: those named so far, "" and ``complete`` for any; suit: of a
    flush.
    """

    kind: str
    ranks: str = ""
    suit: str = ""
    complete: bool = False

    @property
    def code(self) -> str:
        """The claim as one word, which `read_claim` reads: "two-pair-king-four"."""
        ranks = [RANK_NAMES[rank] for rank in self.ranks] or (["any"] if self.complete else [])
        suit = [SUITS[self.suit].name] if self.suit else []
        return "-".join([self.kind.replace(" ", "-"), *ranks, *suit])

    @property
    def words(self) -> str:
        """The claim as somebody says it."""
        if not self.ranks:
            return f"any {TITLES[self.kind]}"
        first, last = self.ranks[0], self.ranks[-1]
        suit = f" in {SUITS[self.suit].name}" if self.suit else ""
        if self.kind == "alone":
            return f"{'an' if first in 'A8' else 'a'} {RANK_NAMES[first]}"
        if self.kind in ("three", "four", "five"):
            return f"{self.kind} {plural(first)}"
        if self.kind == "pair":
            return f"a pair of {plural(first)}"
        if self.kind in ("two pair", "full house"):
            article = "a " if self.kind == "full house" else ""
            return f"{article}{TITLES[self.kind]} of {plural(first)} and {plural(last)}"
        return f"a {TITLES[self.kind]} to the {RANK_NAMES[first]}{suit}"


TITLES = dict(POKER.kinds) | {"five": "five of a kind"}
"""What the kinds are called, from the lowest to the highest; the last one takes a joker."""
PLACES = {kind: place for place, kind in enumerate(TITLES)}
TWO_RANKS, IN_A_SUIT = ("two pair", "full house"), ("flush", "run flush")
"""The kinds of which two ranks are named, and those with a suit."""


SAID_AS = {RANK_NAMES[rank]: rank for rank in ACE_HIGH} | {
    SUITS[suit].name: suit for suit in SUITS_UP
}
"""Ranks and suits by their words."""


@cache
def read_claim(code: str) -> Called:
    """The claim, or the beginning of one, that a word stands for.

    >>> read_claim("two-pair-king-four").words, read_claim("flush-any").words
    ('two pair of kings and fours', 'any flush')
    """
    kinds = sorted(TITLES, key=len, reverse=True)
    kind = next((k for k in kinds if f"{code}-".startswith(f"{k.replace(' ', '-')}-")), None)
    named = code.split("-")[len(kind.split()) :] if kind else []
    if kind and named == ["any"]:
        return Called(kind, complete=True)
    if kind is None or not all(name in SAID_AS for name in named):
        raise ValueError(f"{quoted(code)} is not a claim; write 'pair-nine' or 'flush-any'")
    ranks = "".join(SAID_AS[name] for name in named if name in RANK_NAMES.values())
    suit = next((SAID_AS[name] for name in named if name not in RANK_NAMES.values()), "")
    whole = len(ranks) == (2 if kind in TWO_RANKS else 1)
    return Called(kind, ranks, suit, whole and (bool(suit) or kind not in IN_A_SUIT))


def _all_claims() -> Iterator[Called]:
    for kind in NEEDS:
        if kind != "alone":
            yield Called(kind, complete=True)
    for kind in ("alone", "pair", "three", "four", "five"):
        yield from (Called(kind, rank, complete=True) for rank in ACE_HIGH)
    yield from (Called("two pair", b + a, complete=True) for a, b in combinations(ACE_HIGH, 2))
    yield from (Called("full house", a + b, complete=True) for a, b in permutations(ACE_HIGH, 2))
    yield from (Called("run", top, complete=True) for top in STRAIGHT_TOPS)
    for suit in SUITS_UP:
        yield from (Called("flush", top, suit, complete=True) for top in FLUSH_TOPS)
        yield from (Called("run flush", top, suit, complete=True) for top in STRAIGHT_TOPS)


CLAIMS = tuple(_all_claims())
"""Every claim that can be made."""


CLAIM_SET = frozenset(CLAIMS)


@cache
def claims_from(begun: Called | None) -> tuple[Called, ...]:
    """The claims that somebody can still make who has begun like this."""
    if begun is None:
        return CLAIMS
    if begun.complete:
        return (begun,)
    return tuple(
        claim
        for claim in CLAIMS
        if claim.kind == begun.kind
        and claim.ranks.startswith(begun.ranks)
        and (not begun.suit or claim.suit == begun.suit)
    )


@cache
def height(claim: Called, by_suit: bool) -> tuple[int, tuple[int, ...], int]:
    """What makes a claim higher than another: its kind, its ranks, and then the suit."""
    suit = SUITS_UP.index(claim.suit) if claim.suit and by_suit else 0
    return PLACES[claim.kind], tuple(map(ACE_HIGH.index, claim.ranks)), suit


@cache
def highest(begun: Called, by_suit: bool) -> tuple[int, tuple[int, ...], int]:
    """The height of the highest claim that begins like this."""
    return max(height(claim, by_suit) for claim in claims_from(begun))


def run_to(top: str) -> str:
    """The ranks of a straight from its highest card down.

    >>> run_to("9"), run_to("5")
    ('98765', '5432A')
    """
    at = ACE_HIGH.index(top)
    return "5432A" if top == "5" else ACE_HIGH[at - 4 : at + 1][::-1]


def present(claim: Called, cards: Iterable[Card]) -> bool:
    """Whether a claim is true of these cards; a joker counts as any card that it lacks."""
    cards = tuple(cards)
    held = frozenset(str(card) for card in cards if card != JOKER)
    jokers = cards.count(JOKER)
    if claim.ranks:
        return lacking(claim, held) <= jokers
    parts = claims_from(claim._replace(complete=False))[1:]
    return any(lacking(part, held) <= jokers for part in parts)


def lacking(claim: Called, held: frozenset[str]) -> int:
    """How many cards of a claim are not among these, which have no joker.

    >>> lacking(read_claim("full-house-king-four"), frozenset({"KS", "KH", "4C"}))
    2
    """
    first, last = claim.ranks[0], claim.ranks[-1]
    count = Counter(card[0] for card in held)
    if claim.kind == "run":
        return sum(not count[rank] for rank in run_to(first))
    if claim.kind == "run flush":
        return sum(rank + claim.suit not in held for rank in run_to(first))
    if claim.kind == "flush":
        lower = sum(rank + claim.suit in held for rank in ACE_HIGH[: ACE_HIGH.index(first)])
        return (first + claim.suit not in held) + max(0, 4 - lower)
    if claim.kind in TWO_RANKS:
        many = 3 if claim.kind == "full house" else 2
        return max(0, many - count[first]) + max(0, 2 - count[last])
    return max(0, NEEDS[claim.kind] - count[first])


class ClaimKind(Move):
    """Begin a claim with the kind of hand: "claim two pair"."""

    __slots__ = ()
    verb, title = "claim", "Claim"

    @classmethod
    def write(cls, kind: str) -> Any:
        return f"claim {TITLES[kind]}", None, (), TITLES[kind].capitalize(), None

    @property
    def shape(self) -> str:
        return str(self.args[0])


class ClaimRank(Move):
    """Name a rank of the claim: "rank 9"."""

    __slots__ = ()
    verb, title = "rank", "Rank"

    @classmethod
    def write(cls, rank: str) -> Any:
        printed = "10" if rank == "T" else rank
        return f"rank {printed}", None, (), RANK_NAMES[rank].capitalize(), None

    @property
    def rank(self) -> str:
        return str(self.args[0])


class ClaimSuit(Move):
    """Name the suit of the claim: "suit H"."""

    __slots__ = ()
    verb, title = "suit", "Suit"

    @classmethod
    def write(cls, suit: str) -> Any:
        return f"suit {suit}", None, (), f"{SUITS[suit].sign} {SUITS[suit].name}", None

    @property
    def suit(self) -> str:
        return str(self.args[0])


KINDS: tuple[Move, ...] = tuple(ClaimKind(shape) for shape, _ in POKER.kinds)
FIVE_OF_A_KIND: Move = ClaimKind("five")
RANK_MOVES: tuple[Move, ...] = tuple(ClaimRank(rank) for rank in ACE_HIGH)
SUIT_MOVES: tuple[Move, ...] = tuple(ClaimSuit(suit) for suit in reversed(SUITS_UP))


@dataclass(frozen=True)
class LiarState(State):
    """said and by: the claims of this deal, as short words, and who made them; begun: what the seat
    to move has said of its claim so far, "" for nothing; caller: who has challenged the last claim;
    away: the cards that were exchanged, which nobody sees again.
    """

    said: tuple[str, ...] = ()
    by: tuple[SeatNo, ...] = ()
    begun: str = ""
    caller: SeatNo | None = None
    away: FaceDown[tuple[Card, ...]] = ()

    def missing(self) -> str:
        """Who made the claims."""
        if len(self.said) == len(self.by):
            return super().missing()
        return "Every claim was somebody's: give said, and by, a player for each of them"

    def sees(self, viewer: int, seat: int) -> bool:
        """A challenge shows all hands."""
        return viewer == seat or self.caller is not None

    @property
    def last(self) -> Called | None:
        """The claim to top."""
        return read_claim(self.said[-1]) if self.said else None

    @property
    def started(self) -> Called | None:
        """The claim that the seat to move has begun."""
        return read_claim(self.begun) if self.begun else None

    @property
    def in_play(self) -> int:
        """How many cards all players hold together."""
        return sum(map(len, self.hands))

    def saying(self, move: Move) -> Called | None:
        """The claim so far, with this move; None where the move does not go on from it."""
        started = self.started
        if isinstance(move, ClaimKind):
            return None if started else Called(move.shape)
        if started is None:
            return None
        if move == ANY:
            claim = started._replace(complete=True)
        elif isinstance(move, ClaimSuit):
            claim = started._replace(suit=move.suit, complete=True)
        elif isinstance(move, ClaimRank):
            claim = read_claim(f"{started.code}-{RANK_NAMES[move.rank]}")
        else:
            return None
        return claim if any(c in CLAIM_SET for c in claims_from(claim)) else None


@rule("nothing-to-challenge", "Challenge a claim", "bluff", "turn")
def nothing_to_challenge(table: LiarState, moves: tuple[Move, ...]) -> Ruling:
    """The first player of a deal makes a claim; each player after that either makes a higher one or
    challenges the last.{asked_text}"""
    if table.said:
        return silent(moves, "there is a claim to challenge")
    return may_not(moves, lambda m: m == CHALLENGE, NO_CLAIM)


@rule("enough-cards", "Enough cards for it", "poker-melds")
def enough_cards(table: LiarState, moves: tuple[Move, ...]) -> Ruling:
    """Claim no kind of hand that takes more cards than all players hold together."""
    return may_not(
        moves,
        lambda m: isinstance(m, ClaimKind) and NEEDS[m.shape] > table.in_play,
        "only {cards} in play",
        {"cards": f"{some(table.in_play, 'card')} {'is' if table.in_play == 1 else 'are'}"},
    )


@rule("higher-claim", "Higher than the last", "poker-melds", "bluff")
def higher_claim(table: LiarState, moves: tuple[Move, ...]) -> Ruling:
    """Each claim must be higher than the last: of a higher kind, or of the same kind with higher
    ranks. {suits_text} “Any” is lower than every other claim of its kind."""
    last, by_suit = table.last, table.game.suits
    if last is None:
        return silent(moves, "there is no claim to top")
    least = height(last, by_suit)
    return may_not(
        moves,
        lambda m: (claim := table.saying(m)) is not None and highest(claim, by_suit) <= least,
        "{last} is the claim to top",
        {"last": last.words},
    )


@rule("certain-claim", "Nothing that is certain", "poker-melds", look="Count the cards in play.")
def certain_claim(table: LiarState, moves: tuple[Move, ...]) -> Ruling:
    """Do not claim “any” of a kind that must be there{certain_text}."""
    begun = table.started
    if begun is None or begun.ranks or begun.kind not in MOST_WITHOUT:
        return silent(moves, "no claim of any kind is made")
    return may_not(
        moves,
        lambda m: m == ANY and table.in_play > MOST_WITHOUT[begun.kind],
        "among {cards} there must be {kind}",
        {"cards": some(table.in_play, "card"), "kind": _article(TITLES[begun.kind])},
    )


def _article(title: str) -> str:
    return title if title.startswith(("two", "three", "four", "five")) else f"a {title}"


def certain_among(most: int) -> str:
    """Which kinds are certain among at most so many cards, and among how many, in words.

    >>> certain_among(20)
    'a pair among more than 13 cards, two pair or a flush among more than 16'
    >>> certain_among(13)
    ''
    """
    by_number: dict[int, list[str]] = {}
    for kind, number in sorted(MOST_WITHOUT.items(), key=lambda item: item[1]):
        if number < most:
            by_number.setdefault(number, []).append(_article(TITLES[kind]))
    cards = [" cards", *([""] * len(by_number))]
    parts = [
        f"{listed(kinds, 'or')} among more than {number}{word}"
        for (number, kinds), word in zip(by_number.items(), cards, strict=False)
    ]
    return ", ".join(parts)


TOLD_KINDS = (
    "From the lowest kind to the highest: a high card, which is any single card; a pair; two pair;"
    " three of a kind; a straight, five ranks that follow each other, with the ace above the"
    " king or below the 2; a flush, five cards of a suit; a full house, three of a rank and"
    " a pair; four of a kind; a straight flush{highest_kind}. A claim names its ranks: of a straight"
    " or a flush the highest, of a flush also the suit."
)
NOTES = (
    note(
        "claims",
        "Claims",
        "The player who opens names a poker hand that is to be found among the cards of all"
        " players together. It need not be true. In turn, the others claim higher. " + TOLD_KINDS,
        "poker-melds",
        "flush",
        "run",
        "set",
        "bluff",
        "turn",
    ),
    note(
        "showdown",
        "The challenge",
        "{who_challenges} All cards are shown. If the hand that was claimed is among them, the"
        " challenger loses, and otherwise the claimant.",
        "bluff",
    ),
)


WILD_JOKERS = note(
    "jokers-are-wild",
    "Wild jokers",
    "{wild_text}",
    "wild-card",
    "joker",
)
NO_SUIT = "only flushes are claimed with a suit"
NOT_THESE = {
    "two pair": "the higher of the two ranks is named first",
    "full house": "the two ranks of a full house differ",
}
"""Why a rank is not one of two that can be named."""


def challenged(state: Any, name: str) -> str:
    """What the log says of a challenge: who made it, to which claim, and what was found."""
    there = present(state.last, state.game.pool(state))
    found = "the claim is true" if there else "the claim is false"
    return f"{name} challenges {state.last.words}: {found}."


class Claims(Phase):
    """Claims in turn, each higher than the last, until one is challenged."""

    id, title, doing = "claims", "Claims", "claim or challenge"
    did = "claimed"
    begins = "eldest"
    prompt = "Claims go up until somebody challenges one."
    rules: tuple[Rule, ...] = (
        nothing_to_challenge,
        enough_cards,
        higher_claim,
        certain_claim,
    )
    notes = NOTES

    open_to_all: bool = False
    """Whether the others are asked about a claim before the next player makes a higher one."""

    with_jokers: bool = False
    """Whether there can be five of a kind."""

    @property
    def kinds(self) -> tuple[Move, ...]:
        """The kinds that can be claimed."""
        return (*KINDS, FIVE_OF_A_KIND) if self.with_jokers else KINDS

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Whose claim the others are asked about, or have let stand."""
        if last is None or not self.open_to_all or not state.said or state.begun:
            return super().whose_turn(state, last)
        if self.doubting(state):
            told = "{who} made a claim, and the others are asked in turn"
        elif last.move == LET_STAND:
            told = "{who} made a claim, and all the others have let it stand"
        else:
            return super().whose_turn(state, last)
        return reason_of(state, TurnFact.CLAIM, state.by[-1], told, look="See who made the claim.")

    def enter(self, state: LiarState) -> Any:
        return state.but(to_move=state.game.next_in(state, state.dealer))

    def doubting(self, table: LiarState) -> bool:
        """Whether the seat to move is only asked about the last claim."""
        if not self.open_to_all or not table.said or table.begun:
            return False
        return bool(table.to_move != table.game.next_in(table, table.by[-1]))

    def after_claim(self, state: LiarState, seat: int) -> Any:
        """The table when a claim has been made or let stand by a seat: who is asked next."""
        following = state.game.next_in(state, state.by[-1])
        if self.open_to_all:
            asked = state.game.next_in(state, following if seat == state.by[-1] else seat)
            following = following if asked == state.by[-1] else asked
        return state.but(to_move=following)

    def vocabulary(self) -> Iterable[Move]:
        words = (*self.kinds, *RANK_MOVES, *SUIT_MOVES, ANY, CHALLENGE)
        return (*words, LET_STAND) if self.open_to_all else words

    def candidates(self, table: LiarState) -> tuple[Move, ...]:
        if self.doubting(table):
            return (CHALLENGE, LET_STAND)
        begun = table.started
        if begun is None:
            return (*self.kinds, CHALLENGE)
        if begun.ranks and begun.kind in IN_A_SUIT:
            return SUIT_MOVES
        at = len(begun.ranks)
        ranks = {claim.ranks[at] for claim in claims_from(begun) if claim.ranks}
        named = tuple(m for m in RANK_MOVES if m.args[0] in ranks)
        return named if begun.kind == "alone" or begun.ranks else (ANY, *named)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move == CHALLENGE:
            return state.game.end(state.but(caller=seat))
        if move == LET_STAND:
            return self.after_claim(state, seat)
        claim = state.saying(move)
        if not claim.complete:
            return state.but(begun=claim.code)
        state = state.but(said=(*state.said, claim.code), by=(*state.by, seat), begun="")
        return self.after_claim(state, seat)

    def belongs(self, table: Any, move: Move, candidates: tuple[Move, ...]) -> bool:
        """Every word of a claim, also before or after its turn."""
        return move in self.vocabulary() or super().belongs(table, move, candidates)

    def not_offered(self, table: Any, move: Move) -> str:
        """A claim is named in order: its kind, its ranks, its suit."""
        begun = table.started
        if self.doubting(table):
            return "first the others say whether they challenge the last claim"
        if move == LET_STAND:
            return "to let a claim stand, claim higher" if table.said else NO_CLAIM
        if begun is None:
            return "a claim begins with its kind"
        if isinstance(move, ClaimKind) or move == CHALLENGE:
            return f"{{you}} {{have}} begun to claim {_article(TITLES[begun.kind])}"
        if isinstance(move, ClaimSuit):
            return "the rank comes before the suit" if begun.kind in IN_A_SUIT else NO_SUIT
        if begun.ranks and begun.kind in IN_A_SUIT:
            return "now the suit is named"
        if move == ANY:
            if begun.kind == "alone":
                return "a high card is claimed by its rank"
            return "“any” is not said after a rank"
        if begun.kind in TWO_RANKS:
            return NOT_THESE[begun.kind]
        return f"no {TITLES[begun.kind]} is {RANK_NAMES[move.args[0]]}-high"

    def asks(self, state: LiarState) -> str:
        if state.me is None:
            return self.prompt
        if (claim := state.started) is not None:
            what = "rank"
            if claim.ranks:
                what = "other rank" if claim.kind in TWO_RANKS else "suit"
            return f"You claim {_article(TITLES[claim.kind])}: name the {what}."
        if state.last is None:
            return "You open: claim a hand among the cards of all."
        who = state.game.names[state.by[-1]]
        choices = (
            "challenge, or let it stand" if self.doubting(state) else "claim higher, or challenge"
        )
        return f"{who} claims {state.last.words}: {choices}."

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if move == CHALLENGE:
            return challenged(state, name)
        if move == LET_STAND:
            return str(move.told(name))
        claim = state.saying(move)
        return f"{name} claims {claim.words}." if claim.complete else ""


# --- form B: one hand is passed on


PASSING = note(
    "one-hand",
    "One hand",
    "The player who opens looks at the hand and claims what it is, which need not be true. Then the"
    " hand is offered, face down, to the next player. A claim is true if the hand has the cards that"
    " it names, even where the hand is better. " + TOLD_KINDS,
    "poker-melds",
    "flush",
    "run",
    "set",
    "bluff",
    "turn",
)
EXCHANGING = note(
    "exchange-some",
    "Exchange cards",
    "A player who accepts the hand looks at it, and may put some of its cards away, face down, to take"
    " as many from the stock. Then that player claims higher.",
    "card-exchange",
)
DOUBTING = note(
    "challenge-or-accept",
    "Accept or challenge",
    "The player who is offered the hand accepts it or challenges the claim. After a challenge the"
    " hand is shown. If it is what was claimed, the challenger loses, and otherwise the claimant.",
    "bluff",
)
HAND_SIZE = 5


class DealOneHand(DealToThoseIn):
    """The player who opens is dealt the hand; the rest is the stock."""

    def facts(self, game: Any) -> tuple[Rule, ...]:
        return ()

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        opener = (standing.dealer + game.direction) % game.players
        while opener in standing.out:
            opener = (opener + game.direction) % game.players
        return tuple(HAND_SIZE if seat == opener else 0 for seat in range(game.players))


class ClaimsOfHand(Claims):
    """The holder of the hand claims what it is."""

    doing = "claim"
    prompt = "Your turn: claim what the hand is."
    rules = (higher_claim,)
    comes_back = True

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who has accepted the hand claims next."""
        if last is None or last.before.phase.id != ExchangeSome.id:
            return super().whose_turn(state, last)
        return has_accepted(state)

    def enter(self, state: Any) -> Any:
        return super().enter(state) if state.to_move is None else state

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return tuple(move for move in super().candidates(table) if move != CHALLENGE)

    def vocabulary(self) -> Iterable[Move]:
        return tuple(move for move in super().vocabulary() if move != CHALLENGE)

    def after_claim(self, state: Any, seat: int) -> Any:
        return state.game.go(state, OfferHand.id, state.game.next_in(state, seat))

    def asks(self, state: Any) -> str:
        if state.me is None or state.started is not None:
            return super().asks(state)
        if state.last is None:
            return "You open: claim what the hand is."
        return f"The last claim was {state.last.words}: claim higher."


@rule("nothing-higher", "Where nothing is higher", "bluff", "poker-melds")
def nothing_higher(table: LiarState, moves: tuple[Move, ...]) -> Ruling:
    """The highest claim of all has to be challenged, since nobody can claim higher."""
    by_suit, last = table.game.suits, table.last
    if last is None or any(
        height(claim, by_suit) > height(last, by_suit) for claim in table.game.claims
    ):
        return silent(moves, "there are higher claims")
    return may_not(
        moves, lambda m: m == ACCEPT, "nothing is higher than {last}", {"last": last.words}
    )


class OfferHand(Phase):
    """The next player accepts the hand, or challenges the claim."""

    id, title, doing = "offer", "The offer", "accept or challenge"
    did = "spoke"
    prompt = "The hand is offered."
    rules = (nothing_higher,)
    notes = (DOUBTING,)

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Whose claim is to be believed or not."""
        told = "{who} made a claim, and the next player is offered the hand"
        return reason_of(state, TurnFact.CLAIM, state.by[-1], told, look="See who made the claim.")

    def vocabulary(self) -> Iterable[Move]:
        return (ACCEPT, CHALLENGE)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        return (ACCEPT, CHALLENGE)

    def apply(self, state: Any, seat: int, move: Move) -> Any:
        if move == CHALLENGE:
            return state.game.end(state.but(caller=seat))
        holder = state.by[-1]
        hand, known = state.hands[holder], [k for k in state.known if k.holder == holder]
        hands = tuple(
            hand if s == seat else () if s == holder else cards
            for s, cards in enumerate(state.hands)
        )
        state = state.forget(holder, hand).but(hands=hands).remember(holder, hand, seat)
        for knows in known:  # what somebody knew to be there goes with the hand
            if knows.seat != seat:
                state = state.remember(knows.seat, (knows.card,), seat)
        return state.game.go(state, ExchangeSome.id, seat)

    def asks(self, state: Any) -> str:
        if state.me is None:
            return self.prompt
        who = state.game.names[state.by[-1]]
        return f"{who} claims {state.last.words}: accept the hand, or challenge."

    def told(self, state: Any, seat: int, move: Move, name: str) -> str:
        if move != CHALLENGE:
            return move.told(name)
        return challenged(state, name)


def has_accepted(state: Any) -> TurnReason:
    """Why somebody is to move who has just accepted the hand."""
    return reason_of(state, TurnFact.LAST, state.to_move, "{who} accepted the hand")


class ExchangeSome(Phase):
    """The receiver puts some cards away, and takes as many from the stock."""

    id, title, doing = "exchange", "The exchange", "exchange cards"
    prompt = "Your turn: exchange some cards, or keep all."
    notes = (EXCHANGING,)

    def whose_turn(self, state: Any, last: LastMove | None) -> TurnReason | None:
        """Who has accepted the hand."""
        return has_accepted(state)

    def vocabulary(self) -> Iterable[Move]:
        return (KEEP,)

    def candidates(self, table: Any) -> tuple[Move, ...]:
        most = min(len(table.hand), len(table.stock))
        sizes = range(1, most + 1)
        some = dict.fromkeys(cards for n in sizes for cards in combinations(table.hand, n))
        return (KEEP, *(Lay(*cards) for cards in some))

    def read(self, table: Any, text: str) -> Move | None:
        """Cards of the hand in any order: "discard 4C 9H"."""
        word, _, cards = text.partition(" ")
        try:
            typed = read_cards(cards)
        except ValueError:
            return None
        if word != Lay.verb or not typed:
            return None
        same = (
            m
            for m in self.candidates(table)
            if sorted(m.named + ((m.card,) if m.card else ())) == sorted(typed)
        )
        missing = without(typed, table.hand)
        refused: Move = Lay(*missing, *without(typed, missing))
        return next(same, refused)

    def not_offered(self, table: Any, move: Move) -> str:
        """No more cards are put away than the stock can replace."""
        more = isinstance(move, Lay) and len(move.cards) > len(table.stock)
        return f"the stock has {some(len(table.stock), 'card')} left" if more else ""

    def apply(self, state: Any, seat: int, move: Any) -> Any:
        if move != KEEP:
            count = len(move.cards)
            hand = (*without(state.hands[seat], move.cards), *state.stock[:count])
            state = state.but(
                hands=state.held(seat, hand),
                stock=state.stock[count:],
                away=(*state.away, *move.cards),
            )
            state = state.forget(seat)  # the others do not see which cards have gone
        return state.game.go(state, Claims.id, seat)

    def told(self, state: Any, seat: int, move: Any, name: str) -> str:
        if move == KEEP:
            return str(move.told(name))
        return f"{name} exchanges {some(len(move.cards), 'card')}."


@dataclass(frozen=True)
class LiarResult:
    """claimant: who made the last claim; caller: who challenged it; there: whether it was true."""

    claimant: int = seat_of(0, "who made the last claim")
    caller: int = seat_of(1, "who challenged it")
    there: bool = switch(False, "the claim was true")

    @property
    def loser(self) -> int:
        return self.caller if self.there else self.claimant

    def cannot(self, game: Any) -> str:
        return "nobody challenges their own claim" if self.claimant == self.caller else ""


ONE = Formula("1")


@scores("lost-challenge", "The challenge", "bluff", "elimination")
def lost_challenge(game: LiarPoker, result: LiarResult) -> Iterator[ScoreLine]:
    """A player who loses the challenge takes 1 point, and points are bad: {costs}."""
    told = (
        "{who} challenged a true claim" if result.there else "{who} made a claim that was not true"
    )
    because = game.tell(told, who=Seat(result.loser))
    side = game.sides[result.loser]
    yield line(side.id, "Challenge lost", lost_challenge, ONE, because)


class DealWhatIsLeft(DealToThoseIn):
    """Each player who is in is dealt as many cards as the lost challenges leave."""

    def sizes(self, game: Any, standing: Any) -> tuple[int, ...]:
        return tuple(
            0 if seat in standing.out else game.cards_after(lost)
            for seat, lost in enumerate(standing.totals)
        )


GROWTH = {
    False: "it is dealt one card fewer from then on",
    True: "it is dealt one card more from then on",
}
UNCALLED = 0.3
"""How often a claim that is not true is not challenged, for somebody who goes by a rule of thumb."""
TRUST = 0.5
"""How often a hand that is passed on is what was said of it, for all that the same player sees."""
KINDS_AHEAD = 2
"""How many kinds above the last claim the same player looks at when cards are exchanged."""
BELIEF = 0.5
"""How far the same player believes that whoever has named a rank holds a card of it."""


FORMS = {
    "A": "the cards of all players together",
    "B": "one hand of five cards, which is passed on",
}


class LiarPoker(LivesGame, HopeGame):
    """Claim {what_is_claimed}, each claim higher than the last. If a claim is
    challenged, {what_is_shown}, and one of the two loses {what_is_lost}."""

    id, title, picture = "liar-poker", "Liar Poker", "JS JH JD"
    shelf = GameShelf.BANKING
    counts_instead = "claims"
    seats = (2, 8, 4)
    scoring = (lost_challenge,)
    State: type[LiarState] = LiarState
    Result: type[LiarResult] = LiarResult
    cards = Option(
        0,
        range(0, 7),
        "The cards of each player in the first deal, or at most where hands grow; 0: five with"
        " up to four players, four with five or six, three with more.",
    )
    grow = Option(
        False, (False, True), "Whether hands begin with one card and grow with each loss."
    )
    form = Option("A", FORMS, "What claims are about.")
    passing_lives = Option(
        3, range(1, 10), "The lives of everybody where one hand is passed on.", house=True
    )
    jokers = Option(
        0, (0, 1, 2), "How many jokers are in the pack; each counts as any card that a claim lacks."
    )
    all_may_call = Option(
        False, (False, True), "Whether all the others may challenge a claim, not only the next one."
    )
    suits = Option(True, (True, False), "Whether the suit decides between flushes of a rank.")

    def result_lacks(self, state: Any) -> str:
        if not state.said or state.caller is None:
            return "A claim is challenged when a deal ends: give said, by and caller"
        return super().result_lacks(state)

    @property
    def lives(self) -> int:
        """After how many lost challenges somebody is out."""
        if self.passes:
            return self.passing_lives
        return self.cards or self.usual_cards

    @property
    def passes(self) -> bool:
        """Whether one hand is passed on, instead of one for each player."""
        return bool(self.form == "B")

    @property
    def what_is_claimed(self) -> str:
        """What claims are about, in words."""
        if self.passes:
            return "what the one hand is that is passed on"
        return "a poker hand among the cards of all players"

    @property
    def what_is_shown(self) -> str:
        """What a challenge shows, in words."""
        return "the hand is shown" if self.passes else "all cards are shown"

    @property
    def what_is_lost(self) -> str:
        """What a lost challenge costs, in words."""
        return "a life" if self.passes else "a card"

    @property
    def claims(self) -> tuple[Called, ...]:
        """Every claim that can be made at this table."""
        return tuple(c for c in CLAIMS if self.jokers or c.kind != "five")

    @property
    def usual_cards(self) -> int:
        if self.grow:
            return 5
        return 5 if self.players < 5 else 4 if self.players < 7 else 3

    @property
    def costs(self) -> str:
        """What a lost challenge costs, in words."""
        if self.passes:
            return "each is a lost life"
        change = "more" if self.grow else "fewer"
        return f"from the next deal on that player is dealt one card {change}"

    @property
    def most_in_play(self) -> int:
        """The most cards that all players can hold together."""
        return self.players * self.lives

    @property
    def certain_text(self) -> str:
        """Which claims are certain at this table, as the end of a sentence."""
        certain = certain_among(self.most_in_play)
        most = some(self.most_in_play, "card")
        return f": {certain}" if certain else f"; among at most {most}, as here, none is"

    @property
    def suits_text(self) -> str:
        """What suits are for, in words."""
        if self.suits:
            return "Between flushes of a rank spades are highest, then hearts, clubs and diamonds."
        return "The suits have no order."

    @property
    def highest_kind(self) -> str:
        """The kind that is made with jokers only, as the end of a list."""
        if not self.jokers:
            return ""
        made = (
            "four cards of a rank and the joker"
            if self.jokers == 1
            else "cards of a rank with one joker or both"
        )
        return f"; five of a kind, {made}"

    @property
    def wild_text(self) -> str:
        """What jokers are good for, as a sentence."""
        joker = "The joker counts" if self.jokers == 1 else "Each joker counts"
        return f"{joker} as any card that the claimed hand lacks."

    @property
    def who_challenges(self) -> str:
        """Who may challenge a claim, as a sentence."""
        if self.all_may_call:
            return "The next player may challenge the last claim instead of claiming higher."
        return "Instead of a claim, the next player may challenge the last one."

    @property
    def asked_text(self) -> str:
        """Who else may challenge, as a sentence."""
        if not self.all_may_call:
            return ""
        return " Before that the others, in turn, may each challenge it or let it stand."

    def idle(self) -> Mapping[str, str]:
        if self.passes:
            shared = "where one hand is passed on nobody else is dealt cards"
            offered = "only the player who is offered the hand may challenge"
            return {"cards": shared, "grow": shared, "all_may_call": offered}
        alone = "of two players only the next one is there to challenge"
        several = {"all_may_call": alone} if self.players == 2 else {}
        return several | {"passing_lives": "where everybody has cards these are the lives"}

    @property
    def deal_passes(self) -> str:
        return (
            "The player who lost the challenge opens the next deal; the player before them deals."
        )

    def spelled_out(self) -> Mapping[str, Any]:
        return {"cards": self.usual_cards}

    def setup(self) -> None:
        self.pack = pack(jokers=self.jokers)
        if self.passes:
            self.pass_one_hand()
            return
        first = "one card" if self.grow else some(self.lives, "card")
        dealing = note(
            "deal-what-is-left",
            "A card for each lost challenge",
            f"Deal {first} to each player in the first deal. A player who has lost a challenge"
            f" is dealt one card {'more' if self.grow else 'fewer'} for each. Nobody shows any.",
            "deal",
            "hand",
        )
        out = (
            f"would be dealt more than {some(self.lives, 'card')}"
            if self.grow
            else "has no cards left"
        )
        last_in = note(
            "last-player-in",
            "The last player in",
            f"A player who {out} is out. The last player in wins the match.",
            "elimination",
        )
        claims = Claims(
            open_to_all=self.all_may_call,
            with_jokers=bool(self.jokers),
            notes=(*NOTES, *((WILD_JOKERS,) if self.jokers else ())),
        )
        self.phases = (
            DealWhatIsLeft(each=1, notes=(dealing,)),
            claims,
        )
        self.ends = (LastPlayerIn(last_in),)

    def pass_one_hand(self) -> None:
        """The phases where there is one hand."""
        dealing = note(
            "deal-one-hand",
            "One hand",
            f"Deal {some(HAND_SIZE, 'card')} face down to the player who opens; the rest is the"
            " stock.",
            "deal",
            "stock",
            "hand",
        )
        jokers = (WILD_JOKERS,) if self.jokers else ()
        claims = ClaimsOfHand(with_jokers=bool(self.jokers), notes=(PASSING, *jokers))
        self.phases = (
            DealOneHand(each=HAND_SIZE, notes=(dealing,)),
            claims,
            OfferHand(),
            ExchangeSome(),
        )
        self.ends = (self.last_one_in(),)

    def cards_after(self, lost: int) -> int:
        """How many cards somebody is dealt who has lost so many challenges."""
        return 1 + lost if self.grow else self.lives - lost

    def lives_left(self, lost: int) -> str:
        return super().lives_left(lost) if self.passes else ""

    def plays(self, state: LiarState, seat: int) -> bool:
        """Whether a seat is still in: it has cards, where everybody is dealt some."""
        return seat not in state.standing.out if self.passes else bool(state.hands[seat])

    def next_in(self, state: LiarState, seat: int) -> int:
        """The next seat that is still in."""
        seat = state.after_seat(seat)
        while not self.plays(state, seat):
            seat = state.after_seat(seat)
        return int(seat)

    def next_dealer(self, state: LiarState) -> int:
        """The player before the loser, who opens."""
        loser = self.result(state).loser
        seat = (loser - self.direction) % self.players
        while not self.plays(state, seat):
            seat = (seat - self.direction) % self.players
        return int(seat)

    def pool(self, state: LiarState) -> tuple[Card, ...]:
        """The cards of all players together."""
        return tuple(card for hand in state.hands for card in hand)

    def result(self, state: LiarState) -> LiarResult:
        claim = state.last
        assert claim is not None and state.caller is not None
        return LiarResult(state.by[-1], state.caller, present(claim, self.pool(state)))

    def feats(self, result: LiarResult) -> tuple[Feat, ...]:
        """Who lost the challenge."""
        did = "called a true claim false" if result.there else "made a claim that was not true"
        return (Feat((result.loser,), did),)

    def hope(self, table: Any, move: Any) -> float:
        """The chance that a claim is true or is not challenged; that the last one is not.  Of those
        who need not speak, each of the others wins only a part of what a challenge costs them."""
        if self.passes:
            return self.hope_of_hand(table, move)
        odds = Odds.of(table)
        if move == LET_STAND:
            still_in = sum(map(bool, table.hands))
            return (still_in - 1) / still_in
        if move == CHALLENGE:
            return 1 - odds.chance(table.last)
        least = height(table.last, self.suits) if table.last else (-1, (), 0)
        begun = table.saying(move)
        can_be = [c for c in claims_from(begun) if height(c, self.suits) > least]
        true = max((odds.chance(c) for c in can_be if not self.certain(table, c)), default=0.0)
        return true + (1 - true) * UNCALLED

    def hope_of_hand(self, table: Any, move: Any) -> float:
        """The same where one hand is passed on: a claim is true of the own hand or it is not; an
        exchange may make a higher one; somebody else's is mostly what is said of it."""
        if move in (ACCEPT, CHALLENGE):
            true = Odds.of_offer(table).chance(table.last)
            higher = 1 - PLACES[table.last.kind] / len(PLACES)
            return higher if move == ACCEPT else (1 - true) * (1 - TRUST)
        least = height(table.last, self.suits) if table.last else (-1, (), 0)
        if isinstance(move, Lay) or move == KEEP:
            odds = Odds.of_exchange(table, move.cards if isinstance(move, Lay) else ())
            return best_chance(odds, least, self.suits, bool(self.jokers))
        begun = table.saying(move)
        can_be = [c for c in claims_from(begun) if height(c, self.suits) > least]
        true = any(present(c, table.hand) for c in can_be)
        return 1.0 if true else UNCALLED * (1 - PLACES[begun.kind] / len(PLACES))

    def certain(self, table: Any, claim: Called) -> bool:
        """Whether a claim may not be made because it cannot fail."""
        most = MOST_WITHOUT.get(claim.kind, len(self.pack))
        return not claim.ranks and table.in_play > most

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """said: the claims so far, as short words ("pair-nine", "flush-any"), and by: who made
        them; begun: what the seat to move has said of its claim; away: the cards that were
        exchanged; to_move: whose turn it is (0 unless named)."""
        for code in (*given.get("said", ()), *filter(None, [given.get("begun")])):
            if not CLAIM_SET.intersection(claims_from(read_claim(code))):
                raise ValueError(f"nobody can claim {quoted(code)}")
        return {"to_move": 0} | given | {"away": read_cards(given.get("away", ()))}

    def zones(self, state: LiarState) -> list[Zone]:
        """The stock, where cards are taken from it, and what was put away for them."""
        if not self.passes:
            return super().zones(state)
        away = [pile("away", "Put away", state.away, open=False)] if state.away else []
        return [pile("stock", "Stock", state.stock, open=False), *away]

    def panels(self, state: LiarState) -> dict[str, Any]:
        """What everybody claimed last, and who has challenged."""
        panels = super().panels(state)
        for seat, code in dict(zip(state.by, state.said, strict=True)).items():
            claimed = f"claimed {read_claim(code).words}"
            panels.setdefault("notes", {}).setdefault(seat, []).append(claimed)
        if state.caller is not None:
            panels.setdefault("notes", {}).setdefault(state.caller, []).append("challenges")
        return panels


class Odds(NamedTuple):
    """How likely claims are for somebody who sees one hand and has heard the claims.

    mine: the own cards without jokers; others: how many the others hold; unseen: of so many cards;
    heard: the ranks that others have named; jokers: how likely so many jokers are in play, none
    first.
    """

    mine: frozenset[str]
    others: int
    unseen: int
    heard: frozenset[str]
    jokers: tuple[float, ...]

    @classmethod
    def of(cls, table: LiarState) -> Odds:
        """From the view of a seat: its cards, and what was said."""
        mine = frozenset(str(card) for card in table.hand if card != JOKER)
        heard = frozenset(
            rank
            for seat, code in zip(table.by, table.said, strict=True)
            if seat != table.me
            for rank in read_claim(code).ranks
        )
        held, pack = len(table.hand), table.game.pack
        others, unseen = table.in_play - held, len(pack) - held
        own = table.hand.count(JOKER)
        elsewhere = pack.count(JOKER) - own
        more = [tail(n, elsewhere, others, unseen) for n in range(elsewhere + 2)]
        jokers = (*[0.0] * own, *(some - many for some, many in pairwise(more)))
        return cls(mine, others, unseen, heard, jokers)

    @classmethod
    def of_offer(cls, table: LiarState) -> Odds:
        """For a hand that is offered: its cards that the seat knows of, and others from the pack."""
        hand = table.with_known_cards().hands[table.by[-1]]
        return cls.of_drawn(table, [card for card in hand if card != BACK], len(hand))

    @classmethod
    def of_exchange(cls, table: LiarState, gone: tuple[Card, ...]) -> Odds:
        """For the own hand after some cards have been exchanged."""
        return cls.of_drawn(table, without(table.hand, gone), len(table.hand), len(gone))

    @classmethod
    def of_drawn(cls, table: LiarState, kept: Iterable[Card], size: int, gone: int = 0) -> Odds:
        """For a hand of so many cards, of which some are known; gone: cards that are known not to
        come."""
        kept = tuple(kept)
        others, unseen = size - len(kept), len(table.game.pack) - len(kept) - gone
        own = kept.count(JOKER)
        elsewhere = table.game.pack.count(JOKER) - own
        more = [tail(n, elsewhere, others, unseen) for n in range(elsewhere + 2)]
        jokers = (*[0.0] * own, *(some - many for some, many in pairwise(more)))
        mine = frozenset(str(card) for card in kept if card != JOKER)
        return cls(mine, others, unseen, frozenset(), jokers)

    def at_least(self, many: int, cards: Iterable[str]) -> float:
        """The chance that so many of these cards are in play."""
        cards = tuple(cards)
        held = sum(card in self.mine for card in cards)
        return tail(many - held, len(cards) - held, self.others, self.unseen)

    def of_rank(self, many: int, rank: str) -> float:
        """The chance of so many cards of a rank; likelier where somebody else has named it."""
        cards = [rank + suit for suit in SUITS_UP]
        plain = self.at_least(many, cards)
        if rank not in self.heard or not self.others:
            return plain
        held = sum(card in self.mine for card in cards)
        if held == len(cards):
            return plain
        one_more = tail(many - held - 1, 3 - held, self.others - 1, self.unseen - 1)
        return (1 - BELIEF) * plain + BELIEF * one_more

    def chance(self, claim: Called) -> float:
        """The chance that a claim is true; its parts count as if they were independent."""
        if not claim.ranks:
            parts = claims_from(claim._replace(complete=False))[1:]
            return 1 - prod(1 - self.chance(part) for part in parts)
        return sum(
            likely * self.with_jokers(claim, jokers)
            for jokers, likely in enumerate(self.jokers)
            if likely
        )

    def with_jokers(self, claim: Called, jokers: int) -> float:
        """The same where so many jokers are in play, which stand for what is the least likely."""
        first, last = claim.ranks[0], claim.ranks[-1]
        if claim.kind == "run":
            parts = sorted(self.of_rank(1, rank) for rank in run_to(first))
            return prod(parts[jokers:])
        if claim.kind == "run flush":
            parts = sorted(self.at_least(1, (rank + claim.suit,)) for rank in run_to(first))
            return prod(parts[jokers:])
        ways = range(jokers + 1)
        if claim.kind == "flush":
            top = first + claim.suit
            lower = [rank + claim.suit for rank in ACE_HIGH[: ACE_HIGH.index(first)]]
            return max(
                self.at_least(1 - n, (top,)) * self.at_least(4 - jokers + n, lower) for n in ways
            )
        if claim.kind in TWO_RANKS:
            many = 3 if claim.kind == "full house" else 2
            return max(
                self.of_rank(many - n, first) * self.of_rank(2 - jokers + n, last) for n in ways
            )
        return self.of_rank(NEEDS[claim.kind] - jokers, first)


@lru_cache(maxsize=4096)
def best_chance(
    odds: Odds, least: tuple[int, tuple[int, ...], int], by_suit: bool, jokers: bool
) -> float:
    """The chance of the likeliest claim that is higher than this, but not too many kinds higher:
    those are hardly ever likelier, and too many to look at in each deal that somebody imagines."""
    highest_kind = max(0, least[0]) + KINDS_AHEAD
    named = (
        claim
        for claim in CLAIMS
        if claim.ranks
        and PLACES[claim.kind] <= highest_kind
        and (jokers or claim.kind != "five")
        and height(claim, by_suit) > least
    )
    return max((odds.chance(claim) for claim in named), default=0.0)


@cache
def tail(many: int, wanted: int, drawn: int, among: int) -> float:
    """The chance of at least so many of the wanted cards in a draw from among so many.

    >>> round(tail(1, 4, 4, 48), 3)
    0.302
    """
    if many <= 0:
        return 1.0
    ways = (
        comb(wanted, n) * comb(among - wanted, drawn - n)
        for n in range(many, wanted + 1)
        if n <= drawn
    )
    return sum(ways) / comb(among, drawn)
