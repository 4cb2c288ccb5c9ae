"""Fishing for Tens: take what makes ten with a card, and count what is red.

Source: the common rules of the game, also called Chinese Ten.  House choices: the values are those
of the unscaled game; if nothing has to be captured (option), what is left in the pond belongs to
nobody; the match has as many deals as players, or goes to a target (option).  Where scores are kept
small (``scale``), each difference from par is divided by itself, and a rest does not count.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import RANK_NAMES, Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import BySeat, FaceUp
from cardlab.engine.game import HOLD_CARD, Dealing, Game, Phase, State
from cardlab.engine.lacking import STOCK_LACKS
from cardlab.engine.moves import PLAYS, Capture, Move
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.quiet import Typed
from cardlab.engine.results import bounded, chosen
from cardlab.engine.rulings import Ruling, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.table import Zone, face, pile
from cardlab.engine.words import Seat, listed, some
from cardlab.families.capturing import CaptureGame
from cardlab.families.fishing import ORDER, PIP_VALUES, Cards
from cardlab.families.matches import Deals, Race

EACH = {2: 12, 3: 8, 4: 6}
PAR = {2: 105, 3: 80, 4: 70}
OWN_RANK = "5TJQK"
"""The ranks that take their own: the fives make ten as well."""
PIPS, TENS, SPADE, CLUB = "2345678", "9TJQK", Card("AS"), Card("AC")

POND = note(
    "pond-and-hands",
    "The pond and the hands",
    "Deal the hands, lay four cards face up as the pond, and put the rest face down as the stock.",
    "deal",
    "fishing",
    "stock",
)
TURN = note(
    "two-plays",
    "A card from the hand, then one from the stock",
    "The player on the dealer's left begins. In turn, play a card of your hand. Then the top"
    " card of the stock is turned up for you and takes a card in the same way, or stays in the"
    " pond. If it could take one of several, choose.{turned_text}",
    "eldest",
    "turn",
    "stock",
    "hand",
)
TRIPLE = note(
    "three-alike",
    "Three alike in the first pond",
    "If three fives, tens, jacks, queens or kings lie in the first pond, the fourth takes all three"
    " when it comes. If all four do, they are the dealer's.",
    "capture",
)


def fellow(rank: str) -> str:
    """The rank of the cards that a card takes.

    >>> fellow("4"), fellow("A"), fellow("5"), fellow("Q")
    ('6', '9', '5', 'Q')
    """
    return rank if rank in OWN_RANK else ORDER[9 - PIP_VALUES[rank]]


def fellow_named(rank: str) -> str:
    """What a card takes, in words.

    >>> fellow_named("3"), fellow_named("5"), fellow_named("T")
    ('a seven, with which it makes ten', 'a five, with which it makes ten', 'a ten, its own rank')
    """
    taken = RANK_NAMES[fellow(rank)]
    why = "its own rank" if rank in TENS[1:] else "with which it makes ten"
    return f"{'an' if taken[0] in 'ae' else 'a'} {taken}, {why}"


class TakeFromPond(Move):
    """Take a card of the pond with the card that was turned up."""

    __slots__ = ()
    verb, title = "take", "Take"

    @classmethod
    def write(cls, card: str) -> Any:
        taken = Card(card)
        return f"take {taken}", None, (taken,), f"Take {taken.sign}", None

    def told(self, name: str) -> str:
        return f"{name} takes {self.named[0].sign} with it."


@dataclass(frozen=True)
class TensState(State):
    """pond: open cards as they came; piles: what each seat has taken; turned: the card of the stock
    that waits for its player to choose; triple: the ranks of which three lay in the first pond;
    fresh: the newest card of the pond."""

    pond: FaceUp[Cards] = ()
    piles: FaceUp[BySeat[Cards]] = ()
    turned: FaceUp[Cards] = ()
    triple: tuple[str, ...] = ()
    fresh: Card | None = None

    def takes(self, card: Card) -> tuple[Cards, ...]:
        """What a card may take out of the pond."""
        wanted = tuple(c for c in self.pond if c.rank == fellow(card.rank))
        if card.rank in self.triple and len(wanted) == 3:
            return (wanted,)
        return tuple((c,) for c in wanted)


@rule("no-such-capture", "Cards that make ten", "sum-capture", "card-values", "capture")
def makes_ten(table: TensState, moves: tuple[Move, ...]) -> Ruling:
    """A card from ace to nine takes one card of the pond with which it makes ten; an ace counts 1.
    A ten, jack, queen or king takes a card of its own rank. Both go to your pile."""

    def wrong(m: Move) -> bool:
        if not isinstance(m, Capture) or m.card is None:
            return False
        return (
            not m.named
            or any(c.rank != fellow(m.card.rank) for c in m.named)
            or not (set(m.named) <= set(table.pond))
        )

    offending = [m for m in moves if wrong(m)]
    ranks = [m.card.rank for m in offending if m.card is not None]
    fitting = [c for m in offending for c in m.named if c.rank in map(fellow, ranks)]
    missing = next((c for c in fitting if c not in table.pond), None)
    because = "{card} takes {fellow}" if missing is None else "{missing} does not lie in the pond"
    return may_not(
        moves,
        lambda m: m in offending,
        because,
        lambda: {
            "missing": missing,
            "fellow": fellow_named(ranks[0]) if ranks else "",
        },
    )


@rule("one-card-a-play", "One card from the pond", "capture", "fishing")
def one_card(table: TensState, moves: tuple[Move, ...]) -> Ruling:
    """A card takes one card of the pond and no more, if several would fit."""

    def too_many(m: Move) -> bool:
        if not isinstance(m, Capture) or m.card is None:
            return False
        return m.named not in table.takes(m.card)

    three = any(too_many(m) and m.card and m.card.rank in table.triple for m in moves)
    all_three = "three of its rank lay in the first pond, and {card} takes them all"
    return may_not(moves, too_many, all_three if three else "{card} takes one card of the pond")


@rule("must-capture", "Take if you can", "capture", "fishing", look="What makes ten with it?")
def must_capture(table: TensState, moves: tuple[Move, ...]) -> Ruling:
    """A card that can take something takes it."""
    return may_not(
        moves,
        lambda m: m.verb == "play" and bool(table.takes(m.card)),
        "{card} can take a card from the pond",
    )


class PondAndHands(Dealing):
    """Hands, four cards for the pond, and the stock."""

    def apply(self, state: TensState, seat: int | None, move: Any) -> Any:
        pond, piles = move.stock[:4], [()] * state.game.players
        alike = {rank: [c for c in pond if c.rank == rank] for rank in OWN_RANK}
        whole = tuple(c for cards in alike.values() if len(cards) == 4 for c in cards)
        piles[state.dealer] = whole
        state = state.but(
            hands=move.hands,
            stock=move.stock[4:],
            pond=tuple(c for c in pond if c not in whole),
            piles=tuple(piles),
            triple=tuple(rank for rank, cards in alike.items() if len(cards) == 3),
        )
        return state.game.next_phase(state)


class FishForTens(Phase):
    """A card of the hand, then the top card of the stock, in turn."""

    id, title, prompt, doing = "fish", "Fishing", "Your turn: play a card.", "play"
    did = "played"
    begins = "eldest"

    def lacking(self, state: TensState) -> str:
        return "" if state.stock or state.turned else STOCK_LACKS

    def enter(self, state: TensState) -> Any:
        return state.but(to_move=state.after_seat(state.dealer))

    def candidates(self, table: TensState) -> tuple[Move, ...]:
        if table.turned:
            return tuple(TakeFromPond(card) for (card,) in table.takes(table.turned[0]))
        return tuple(
            move
            for card in table.hand
            for move in (*(Capture(card, taken) for taken in table.takes(card)), PLAYS[card])
        )

    def read(self, table: TensState, text: str) -> Move | None:
        """``6H takes 4C``; ``take 4C`` for the card that was turned up."""
        first, _, rest = text.partition(" takes ")
        try:
            if rest:
                return Capture(Card(first), read_cards(rest))
            return TakeFromPond(Card(text[5:])) if text.startswith("take ") else None
        except ValueError:
            return None

    def remind(self, table: TensState) -> str:
        if table.turned:
            return f"{table.turned[0].sign} was turned up: first choose what it takes"
        return super().remind(table)

    def not_offered(self, table: Any, move: Move) -> str:
        """A card of the pond is taken with a card of the hand, unless one was turned up."""
        if table.turned:
            return self.remind(table)
        return "no card was turned up that waits for a choice"

    def apply(self, state: TensState, seat: int, move: Any) -> Any:
        if state.turned:
            state = self.taken(state.but(turned=()), seat, (*move.named, *state.turned))
            return self.onwards(state, seat)
        state = state.but(hands=state.without(seat, move.card))
        if isinstance(move, Capture) and move.card is not None:
            state = self.taken(state, seat, (*move.named, move.card))
        else:
            state = state.but(pond=(*state.pond, move.card), fresh=move.card)
        return self.turn_up(state, seat)

    def taken(self, state: TensState, seat: int, cards: Cards) -> Any:
        """The table after cards have gone to a pile, those of the pond from there."""
        pond = tuple(c for c in state.pond if c not in cards)
        piles = tuple((*p, *cards) if s == seat else p for s, p in enumerate(state.piles))
        return state.but(pond=pond, piles=piles, fresh=None)

    def turn_up(self, state: TensState, seat: int) -> Any:
        """The top card of the stock, which takes what it can; of several its player chooses."""
        card, *stock = state.stock
        state, takes = state.but(stock=tuple(stock)), state.takes(card)
        if len(takes) > 1:
            return state.but(turned=(card,))
        if takes:
            return self.onwards(self.taken(state, seat, (*takes[0], card)), seat)
        return self.onwards(state.but(pond=(*state.pond, card), fresh=card), seat)

    def onwards(self, state: TensState, seat: int) -> Any:
        if not any(state.hands):
            return state.game.end(state)
        return state.but(to_move=state.after_seat(seat))

    def asks(self, state: TensState) -> str:
        if state.turned:
            return f"{state.turned[0].sign} was turned up: choose what it takes."
        return self.prompt

    def told(self, state: TensState, seat: int, move: Any, name: str) -> str:
        if state.turned:
            return str(move.told(name))
        after = self.apply(state, seat, move)
        card = state.stock[0]
        if after.turned:
            return f"{move.told(name)} {card.sign} is turned up."
        gone = [c for c in state.pond if c not in after.pond and c not in move.named]
        if isinstance(move, Capture):
            left = card in after.pond
        else:
            gone += [move.card] if move.card not in after.pond else []
            left = card in after.pond
        how = "stays" if left else f"takes {listed(gone)}"
        return f"{move.told(name)} {card.sign} is turned up and {how}."


def places(game: Any) -> tuple[str, ...]:
    """Who may have cards at the end: the seats, and nobody where cards may be left."""
    names = tuple(name.lower() for name in game.names)
    return names if game.must_capture else (*names, "nobody")


def takers(game: Any, players: int) -> dict[int | None, str]:
    """Who may have taken a black ace that counts only with so many players."""
    nobody: dict[int | None, str] = {None: "nobody"}
    if game.players < players:
        return nobody
    return dict(enumerate(game.names)) | ({} if game.must_capture else nobody)


@dataclass(frozen=True)
class TensResult:
    """pips: by seat what the red cards from two to eight count; tens and aces: how many red ones
    from nine to king, and how many red aces; spade and club: who took that ace, if it counts. What
    nobody has taken stands last, where cards may be left."""

    pips: tuple[int, ...] = bounded(0, 70, (40, 30), "red pips of {}", each=places, total=70)
    tens: tuple[int, ...] = bounded(
        0, 10, (5, 5), "red nines to kings of {}", each=places, total=10
    )
    aces: tuple[int, ...] = bounded(0, 2, (1, 1), "red aces of {}", each=places, total=2)
    spade: int | None = chosen(lambda game: takers(game, 3), None, "who took A♠")
    club: int | None = chosen(lambda game: takers(game, 4), None, "who took A♣")


PIP_SUM = Formula("p", p="pips of red cards from two to eight")
TEN_EACH = Formula("10*n", n=Quantity("", "red cards from nine to king", "cards"))
ACE_EACH = Formula("20*n", n=Quantity("", "red aces", "aces"))
THIRTY, FORTY, PAR_OFF = Formula("30"), Formula("40"), Formula("-{par}")


@scores("red-pips", "Red cards from two to eight", "card-points", "colour", look="Add red pips.")
def red_pips(game: Game, result: TensResult) -> Iterator[ScoreLine]:
    """A red card from two to eight counts its pips."""
    for side, pips in zip(game.sides, result.pips, strict=False):
        if pips:
            because = game.tell("{who} took red cards from two to eight", who=Seat(side.seats[0]))
            yield line(side.id, "Red pips", red_pips, PIP_SUM, because, p=pips)


@scores("red-tens", "Red nines to kings", "card-points", "colour")
def red_tens(game: Game, result: TensResult) -> Iterator[ScoreLine]:
    """A red nine, ten, jack, queen or king counts 10."""
    for side, held in zip(game.sides, result.tens, strict=False):
        if held:
            because = game.tell(
                "{who} took {n} from nine to king",
                who=Seat(side.seats[0]),
                n=some(held, "red card"),
            )
            yield line(side.id, "Red nines to kings", red_tens, TEN_EACH, because, n=held)


@scores("red-aces", "Red aces", "card-points", "colour")
def red_aces(game: Game, result: TensResult) -> Iterator[ScoreLine]:
    """A red ace counts 20."""
    for side, held in zip(game.sides, result.aces, strict=False):
        if held:
            because = game.tell("{who} took {n}", who=Seat(side.seats[0]), n=some(held, "red ace"))
            yield line(side.id, "Red aces", red_aces, ACE_EACH, because, n=held)


@scores("black-aces", "Black aces", "card-points", "colour")
def black_aces(game: Game, result: TensResult) -> Iterator[ScoreLine]:
    """With three or four players A♠ counts 30; with four players A♣ counts 40. No other black card
    counts."""
    for seat, card, formula in ((result.spade, SPADE, THIRTY), (result.club, CLUB, FORTY)):
        if seat is not None:
            because = game.tell("{who} took {card}", who=Seat(seat), card=card.sign)
            side = game.sides[seat].id
            yield line(side, card.sign, black_aces, formula, because, cards=(card,))


@scores("par", "Above or below par", "score-keeping")
def par_off(game: FishingForTens, result: TensResult) -> Iterator[ScoreLine]:
    """From what everybody has counted, par is taken off: {par}."""
    for side in game.sides:
        yield line(side.id, "Par", par_off, PAR_OFF.agreed(game), "everybody takes off par")


SMALLER = {
    True: Formula("a//{scale} - a", a="points above par"),
    False: Formula("b - b//{scale}", b="points below par"),
}
"""What takes a difference down to the scale, by whether it is above par."""


@scores("scaled-down", "Small numbers", "score-keeping")
def scaled_down(game: FishingForTens, result: TensResult) -> Iterator[ScoreLine]:
    """What each player has above or below par is divided by {scale}, and a rest does not count."""
    lines = [x for r in game.scoring if r != scaled_down for x in r.test(game, result)]
    for side in game.sides:
        points = sum(x.points for x in lines if x.side == side.id)
        small, above = abs(points) // game.scale, points > 0
        if points:
            because = f"{abs(points)} {'above' if above else 'below'} par make {small or 'nothing'}"
            formula, given = SMALLER[above].agreed(game), {"a" if above else "b": abs(points)}
            yield line(side.id, "Small numbers", scaled_down, formula, because, **given)


HIGHEST_TARGET = 500


class FishingForTens(CaptureGame):
    """Play a card, and turn one up: each takes a card of the pond with which it makes ten, or
    its own rank among tens and face cards. Red cards count, and so may black aces."""

    id, title, picture = "fishing-for-tens", "Fishing for Tens", "6H 4D AH"
    seats = (2, 4, 2)
    pack = pack()
    State: type[TensState] = TensState
    Result: type[TensResult] = TensResult
    must_capture = Option(True, (True, False), "Whether a card must take what it can.")
    deals = Option(0, range(0, 21), "How many deals make a match; 0: as many as players.")
    target = Option(
        0, (0, 10, 20, 50, 100, 200, 500), "The score that ends the match instead; 0: none."
    )
    scale = Option(1, (1, 5, 10), "By what the points above or below par are divided.")
    quiet = {
        "no-such-capture": Typed("2H takes 3H"),
        "one-card-a-play": Typed("6H takes 4C 4D"),
    }

    @property
    def par(self) -> int:
        """What everybody would have if all had the same."""
        return PAR[self.players]

    @property
    def turned_text(self) -> str:
        """What a card that is turned up has to do where a card of the hand need not, as a
        sentence."""
        return "" if self.must_capture else " A card that is turned up takes what it can."

    def idle(self) -> dict[str, str]:
        return {"deals": "the match ends at the target"} if self.target else {}

    def impossible(self) -> str:
        if self.target * self.scale <= HIGHEST_TARGET:
            return ""
        most = HIGHEST_TARGET // self.scale
        return (
            f"divided by {self.scale}, scores take too long to reach {self.target}; choose a target"
            f" of {most} at most"
        )

    def setup(self) -> None:
        self.each = EACH[self.players]
        # what three or four players lose by division need not come out even
        whole = self.scale == 1 or self.players == 2
        setattr(self, "zero_sum", self.must_capture and whole)  # noqa: B010
        rules = (makes_ten, one_card, *([must_capture] if self.must_capture else []))
        dealing = PondAndHands(each=self.each, notes=(POND,))
        self.phases = (dealing, FishForTens(rules=rules, notes=(HOLD_CARD, TURN, TRIPLE)))
        black = [black_aces] if self.players > 2 else []
        small = [scaled_down] if self.scale > 1 else []
        self.scoring = (red_pips, red_tens, red_aces, *black, par_off, *small)
        end = Race(self.target) if self.target else Deals(self.deals or self.players)
        self.ends = (end,)

    def spelled_out(self) -> dict[str, int]:
        return {"deals": self.players}

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low, no trumps: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Ordering(self.pack, ORDER[::-1])

    def counts(self, card: Card) -> int:
        """What a card counts for whoever has taken it."""
        if card.suit in ("H", "D"):
            return 20 if card.rank == "A" else 10 if card.rank in TENS else PIP_VALUES[card.rank]
        return 30 * (card == SPADE and self.players > 2) + 40 * (card == CLUB and self.players > 3)

    def points_of(self, table: TensState, move: Move) -> int:
        """What a move takes."""
        own = (move.card,) if move.card is not None else table.turned
        return sum(map(self.counts, (*own, *move.named))) if move.named else 0

    def lines_so_far(self, state: TensState) -> tuple[ScoreLine, ...]:
        """What everybody's pile would count now."""
        return self.deal_lines(state)

    def worth(self, table: TensState, move: Move) -> str | None:
        points = self.points_of(table, move)
        return str(points) if points else None

    def result(self, state: TensState) -> TensResult:
        piles = state.piles if self.must_capture else (*state.piles, state.pond)
        red = [[c for c in cards if c.suit in ("H", "D")] for cards in piles]

        def many(ranks: str) -> tuple[int, ...]:
            return tuple(sum(c.rank in ranks for c in cards) for cards in red)

        pips = tuple(sum(PIP_VALUES[c.rank] for c in p if c.rank in PIPS) for p in red)
        return TensResult(
            pips,
            many(TENS),
            many("A"),
            self.taker(state, SPADE) if self.players > 2 else None,
            self.taker(state, CLUB) if self.players > 3 else None,
        )

    def taker(self, state: TensState, card: Card) -> int | None:
        """The seat that has taken a card."""
        return next((s for s, cards in enumerate(state.piles) if card in cards), None)

    def cards_of(self, state: TensState, entry: ScoreLine) -> Cards:
        """The red cards that a line counts; a black ace says its card itself."""
        counted = {"red-pips": PIPS, "red-tens": TENS, "red-aces": "A"}.get(str(entry.rule), "")
        seat = self.seat(entry.side)
        taken = tuple(c for c in state.piles[seat] if c.suit in ("H", "D") and c.rank in counted)
        return taken or entry.cards

    def feats(self, result: TensResult) -> tuple[Feat, ...]:
        """What everybody took, before par."""
        found = []
        for seat, side in enumerate(self.sides):
            counted = [r for r in self.scoring if r not in (par_off, scaled_down)]
            lines = [x for r in counted for x in r.test(self, result)]
            found.append(Feat((seat,), f"took {sum(x.points for x in lines if x.side == side.id)}"))
        return tuple(found)

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """pond and turned as text, piles by seat; to_move is seat 0 unless named."""
        given = {"to_move": 0} | given
        for place in ("pond", "turned"):
            given[place] = read_cards(given.get(place, ()))
        piles = given.get("piles", ())
        by_seat = piles if isinstance(piles, dict) else dict(enumerate(piles))
        given["piles"] = tuple(read_cards(by_seat.get(s, ())) for s in range(self.players))
        return given

    def zones(self, state: TensState) -> list[Zone]:
        pond = [face(c, marks=("fresh",) if c is state.fresh else ()) for c in state.pond]
        zones = [Zone("pond", "pond", "row", None, "The pond", pond)]
        if state.turned:
            up = [face(c, marks=("fresh",)) for c in state.turned]
            zones.append(Zone("turned", "turned", "row", None, "Turned up", up))
        zones.append(pile("stock", "Stock", state.stock, open=False))
        for seat, cards in enumerate(state.piles):
            zones.append(pile(f"captured-{seat}", "Taken", cards, open=True, owner=seat))
        return zones

    def panels(self, state: TensState) -> dict[str, Any]:
        """What everybody has taken so far."""
        taken = [sum(map(self.counts, cards)) for cards in state.piles]
        return {"notes": {seat: [f"took {points}"] for seat, points in enumerate(taken) if points}}
