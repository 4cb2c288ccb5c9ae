"""Cribbage: a running count to 31, then hands and crib counted with the starter, and the first to
121 wins at once.

Source: the common rules of the six-card game, and of its forms for three, four and five cards.
House choices: nobody loses points by counting too little, because all is counted; a game is the
match, or the best of three, in which a lurch counts as two games (option); with five cards the play
ends with its first count, and elder hand scores 3 at the beginning of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from cardlab.engine.cards import Card, cards, pack
from cardlab.engine.feats import Feat
from cardlab.engine.game import Dealing, Game
from cardlab.engine.lacking import short_told
from cardlab.engine.moves import Give, Move
from cardlab.engine.options import Option
from cardlab.engine.ordering import Ordering
from cardlab.engine.parts import SheetPart
from cardlab.engine.quiet import Rare
from cardlab.engine.results import bounded, cards_of, chosen, scored_by, seat_of
from cardlab.engine.rulings import Rule, note, scores
from cardlab.engine.scoring import Formula, Quantity, ScoreLine, line
from cardlab.engine.simultaneous import Simultaneous
from cardlab.engine.words import Seat, listed, number, possessive, some
from cardlab.families.best_of import BestOf, GamesGame, GamesStanding
from cardlab.families.exchanges import read_card
from cardlab.families.fishing import ORDER, in_order
from cardlab.families.running_count import (
    AGAIN,
    ONE,
    ONLY_COUNT,
    TWO,
    CountState,
    RunningCount,
    RunningCountGame,
    equals,
    fifteens,
    longest_runs,
)

Cards = tuple[Card, ...]

PACK = note(
    "cribbage-order",
    "The order of the cards",
    "The ace is low, below the two; nothing follows the king.",
    "card-values",
    part=SheetPart.CARDS,
)
PARTNERS = note(
    "cribbage-partners",
    "Partners",
    "Partners sit opposite each other and peg together; the crib belongs to the dealer's side.",
    "pegging",
)
IN_ORDER = note(
    "show-in-order",
    "The show",
    "After the play all take their cards up again, and each hand is counted together with the"
    " starter, which belongs to all. Elder hand is counted first, then the others in turn, the"
    " dealer last, and then the crib for the dealer. A card may be part of several combinations.",
    "eldest",
    "hand",
    "crib",
    part=SheetPart.END,
)


class ShownHand(NamedTuple):
    """A hand, or the crib, as it is counted: for whom, its cards, and the starter."""

    side: str
    seat: int
    cards: Cards
    starter: Card
    crib: bool

    @property
    def all(self) -> Cards:
        return (*self.cards, self.starter)

    def titled(self, title: str) -> str:
        return f"Crib: {title.lower()}" if self.crib else title

    def told(self, game: Game, what: str, more: str = "") -> str:
        """What it made, as a sentence."""
        where = " in the crib" if self.crib else ""
        return game.tell(
            "{who} had {what}{where}{more}", who=Seat(self.seat), what=what, where=where, more=more
        )


@dataclass(frozen=True)
class CribbageResult:
    """dealer: whose crib it is; starter, hands and crib as they are shown; before: the points of
    this game with those of the play."""

    dealer: int = seat_of(0, "the dealer")
    starter: Card = chosen(  # noqa: RUF009
        lambda game: {card: card.sign for card in game.pack}, Card("5C"), "the starter"
    )
    hands: tuple[Cards, ...] = cards_of(
        (cards("6H 7H 8D 8S"), cards("5H 5S 5D JC"), cards("2C 3D TH QH"), cards("AS AD 7C KC")),
        "cards of {}",
        each="seat",
    )
    crib: tuple[Card, ...] = cards_of(cards("4S 9D KH KS"), "the crib")
    before: tuple[int, ...] = bounded(
        0, lambda game: game.target + 20, (0, 0), "points before the show: {}", each="side"
    )

    def cannot(self, game: Cribbage) -> str:
        held = [self.starter, *self.crib, *(card for hand in self.hands for card in hand)]
        twice = next((card for card in held if held.count(card) > 1), None)
        if twice is not None:
            return f"{twice.sign} is there once; it cannot lie in two places"
        for name, hand in zip(game.names, self.hands, strict=True):
            if len(hand) > game.kept:
                return f"a hand has {number(game.kept)} cards; take some from {name}"
        if len(self.crib) > 4:
            return "the crib has four cards; take some from it"
        if sum(points >= game.target for points in self.before) > 1:
            return f"only one side is the first to reach {game.target}; lower the other's points"
        return ""

    def shows(self, game: Cribbage) -> Iterator[ShownHand]:
        """What is counted, in the order in which it is; nothing of who shows no cards."""
        seat = self.dealer
        for _ in range(game.players):
            seat = (seat + game.direction) % game.players
            if self.hands[seat]:
                yield ShownHand(game.side_of[seat], seat, self.hands[seat], self.starter, False)
        if self.crib:
            yield ShownHand(game.side_of[self.dealer], self.dealer, self.crib, self.starter, True)


FIFTEENS = Formula("2*n", n=Quantity("", "ways to make 15", "fifteens"))
EQUALS = Formula("n*(n - 1)", n="cards of the rank").unexplained()
RUNS = Formula(
    "k*n",
    k=Quantity("", "how many such runs", "runs", idle=1),
    n=Quantity("", "cards of a run", "cards"),
)
FLUSH = Formula("n", n=Quantity("", "cards of the suit", "cards"))
THREE = Formula("3")


class Begun(NamedTuple):
    """The table when the play begins: for whom a rule may score, and the starter."""

    side: str
    starter: Card


@scores("heels", "Two for his heels", "crib", "pegging", look="Look at the starter.")
def heels(game: Game, begun: Begun) -> Iterator[ScoreLine]:
    """If the starter is a jack, the dealer scores 2 at once."""
    if begun.starter.rank == "J":
        because = f"the starter is {begun.starter.sign}"
        yield line(begun.side, "Heels", heels, TWO, because, cards=(begun.starter,))


@scores("three-for-last", "Three for last", "eldest", "pegging")
def three_for_last(game: Game, begun: Begun) -> Iterator[ScoreLine]:
    """At the beginning of a game elder hand scores 3, because the first crib is the dealer's."""
    because = "the dealer has the first crib"
    yield line(begun.side, "Three for last", three_for_last, THREE, because)


@scores("fifteens", "Fifteens", "sum-combination", "card-values", look="Which cards make 15?")
def show_fifteens(game: Cribbage, result: CribbageResult) -> Iterator[ScoreLine]:
    """Every choice of cards that adds up to 15 scores 2. An ace counts 1, a face card 10."""
    for shown in result.shows(game):
        ways = fifteens(shown.all)
        if ways:
            made = listed(["+".join(card.sign for card in way) for way in ways], most=99)
            yield line(
                shown.side,
                shown.titled("Fifteens"),
                show_fifteens,
                FIFTEENS,
                shown.told(game, made),
                cards=in_order({card for way in ways for card in way}),
                n=len(ways),
            )


@scores("pairs", "Pairs", "set", look="Which cards are of one rank?")
def show_pairs(game: Cribbage, result: CribbageResult) -> Iterator[ScoreLine]:
    """Each pair scores 2, so that three of a rank score 6 and four of a rank 12."""
    for shown in result.shows(game):
        for alike in equals(shown.all):
            title = {2: "Pair", 3: "Three of a rank", 4: "Four of a rank"}[len(alike)]
            yield line(
                shown.side,
                shown.titled(title),
                show_pairs,
                EQUALS,
                shown.told(game, listed(alike)),
                cards=alike,
                n=len(alike),
            )


@scores("runs", "Runs", "run", look="Which ranks follow each other?")
def show_runs(game: Cribbage, result: CribbageResult) -> Iterator[ScoreLine]:
    """The longest run of three or more cards scores a point for each card. If it can be made in
    several ways, each of them scores."""
    for shown in result.shows(game):
        runs = longest_runs(shown.all)
        if runs:
            yield line(
                shown.side,
                shown.titled("Runs" if len(runs) > 1 else "Run"),
                show_runs,
                RUNS,
                shown.told(game, " and ".join(" ".join(c.sign for c in run) for run in runs)),
                cards=in_order({card for run in runs for card in run}),
                k=len(runs),
                n=len(runs[0]),
            )


@scores("flush", "Flush", "flush", look="Are all the cards of one suit?")
def show_flush(game: Cribbage, result: CribbageResult) -> Iterator[ScoreLine]:
    """A hand whose cards are all of one suit scores a point for each of them, and one more if the
    starter is of that suit too. In the crib a flush counts only if the starter belongs to it."""
    for shown in result.shows(game):
        whole = len(shown.cards) == (4 if shown.crib else game.kept)
        suits = {card.suit for card in shown.cards}
        with_starter = shown.starter.suit in suits
        if whole and len(suits) == 1 and (with_starter or not shown.crib):
            laid = shown.all if with_starter else shown.cards
            yield line(
                shown.side,
                shown.titled("Flush"),
                show_flush,
                FLUSH,
                shown.told(game, f"{some(len(laid), 'card')} of {suits.pop().name}"),
                cards=laid,
                n=len(laid),
            )


@scores("nobs", "One for his nob", "crib", "hand", look="Is there a jack of the starter's suit?")
def nobs(game: Cribbage, result: CribbageResult) -> Iterator[ScoreLine]:
    """The jack of the suit of the starter scores 1 in a hand or in the crib."""
    for shown in result.shows(game):
        jack = next(
            (c for c in shown.cards if c.rank == "J" and c.suit == shown.starter.suit), None
        )
        if jack is not None:
            because = shown.told(game, jack.sign, f", and the starter is {shown.starter.sign}")
            yield line(shown.side, shown.titled("Nob"), nobs, ONE, because, cards=(jack,))


SHOWN = (show_fifteens, show_pairs, show_runs, show_flush, nobs)


class ToTheCrib(Simultaneous):
    """Everybody lays cards away for the crib; then the starter is turned up."""

    part = SheetPart.BEFORE

    not_yet = ("played",)

    id, title, doing = "crib", "The crib", "lay cards into the crib"
    prompt = "Everybody lays cards into the crib."

    def lacking(self, state: CountState) -> str:
        return "" if state.stock else "The starter is turned up from the stock: give stock"

    def ready(self, state: CountState, seat: int) -> bool:
        return len(self.choices(state, seat)) == state.game.laid

    def candidates(self, table: Any) -> tuple[Move, ...]:
        gives = [Give(card) for card in table.hand]
        for move in self.choices(table, table.me):
            gives.remove(move)
        return tuple(gives)

    def read(self, table: CountState, text: str) -> Move | None:
        """A card by itself means to lay it away."""
        return read_card(text, Give) or read_card(f"give {text}", Give)

    def reveal(self, state: CountState) -> Any:
        game = state.game
        packets = [tuple(m.card for m in self.choices(state, s)) for s in range(game.players)]
        hands = tuple(
            tuple(card for card in hand if card not in packet)
            for hand, packet in zip(state.hands, packets, strict=True)
        )
        extra = 4 - game.laid * game.players
        state = state.but(
            hands=hands,
            crib=(*packets, state.stock[:extra]) if extra else tuple(packets),
            starter=state.stock[extra : extra + 1],
            stock=state.stock[extra + 1 :],
            played=((),) * game.players,
        )
        return game.begun(state)

    def asks(self, state: CountState) -> str:
        if state.me is None:
            return self.prompt
        left = state.game.laid - len(self.choices(state, state.me))
        cards = some(left, "card" if left == state.game.laid else "more card")
        own = state.game.side_of[state.me] == state.game.side_of[state.dealer]
        whose = "your side's" if own and state.game.partners else "your own"
        name = state.game.names[state.dealer]
        return f"Lay {cards} into {whose if own else possessive(name)} crib."

    def heard(self, state: CountState, seat: int, move: Move, names: Any, reader: int) -> str:
        """Whoever lays a card away hears which, the others that somebody is ready."""
        if seat != reader or move.card is None:
            return self.told(state, seat, move, names[seat])
        return f"{names[seat]} lays {move.card.sign} into the crib."


@dataclass(frozen=True)
class Pegging(BestOf):
    """A game is won at the moment in which a side reaches the target.  lurch: whether a game counts
    twice in which all others are far behind."""

    lurch: bool = False

    @property
    def goal(self) -> int | None:
        return self.target if self.games == 1 else None

    @property
    def text(self) -> str:
        return f"to {self.target}" if self.games == 1 else super().text

    @property
    def line(self) -> int:
        """The points that a loser needs so as not to be lurched."""
        return self.target - 30

    def note(self, game: Game) -> Rule:
        match = "One game is the match."
        if self.games == 3:
            match = "Each game begins at 0, and whoever first has two wins the match."
            if self.lurch:
                match += f" A game counts twice if no loser has reached {self.line}: a lurch."
        return note(
            "pegging-out",
            f"The first to {self.target}",
            f"Points are pegged as they are made. A player who reaches {self.target} wins the"
            " game at once, in the play or in the middle of the show, and nothing more is"
            f" counted. {match}",
            "pegging",
            "counting-out",
        )

    def won(self, scores: tuple[int, ...], side: int) -> int:
        """For how many games a game with these scores counts."""
        others = [points for i, points in enumerate(scores) if i != side]
        return 2 if self.lurch and max(others) < self.line else 1


class Cribbage(GamesGame, RunningCountGame):
    """Two to four players count a running total to 31, then what their hands make together with
    the starter, and the dealer the crib as well. Every point is pegged at once, and whoever
    comes to {target} first wins."""

    explains = {"crib": "two-to-the-crib", "starter": "two-to-the-crib"}
    told_first = ("eldest-begins-count", "count-limit-31")

    id, title, picture = "cribbage", "Cribbage", "5S 5H 5D JC"
    seats = (2, 4, 2)
    pack, scoring = pack(), SHOWN
    Result: type[CribbageResult] = CribbageResult
    target = Option(121, (61, 91, 121), "The points that win a game.")
    form = Option(
        "six-card",
        {
            "six-card": "Two players are dealt six cards and keep four.",
            "five-card": "Two players are dealt five cards and keep three, elder hand scores 3 at"
            " the beginning of a game, and the play ends with its first count.",
        },
        "How many cards two players are dealt.",
    )
    games = Option(1, (1, 3), "The match: one game, or the best of three.", house=True)
    lurch = Option(
        True,
        (True, False),
        "In the best of three a game counts twice if no loser has come within 30 points.",
    )
    quiet = {
        "flush": Rare("hands are seldom of one suit", scored_by("flush")),
    }

    def result_lacks(self, state: Any) -> str:
        if not state.starter:
            return "A card was turned up before the play: give starter"
        return short_told(state) or super().result_lacks(state)

    def idle(self) -> dict[str, str]:
        idle = {}
        if self.players != 2:
            idle["form"] = "it is about two players"
        if self.games == 1:
            idle["lurch"] = "a single game is won or lost"
        return idle

    def setup(self) -> None:
        self.one_count = self.form == "five-card"
        self.kept = 3 if self.one_count else 4
        setattr(self, "partners", self.players == 4)  # noqa: B010  # the class plays alone
        self.notes = (PACK, *([PARTNERS] if self.partners else []))
        begins = (heels, *([three_for_last] if self.one_count else []))
        crib = ToTheCrib(notes=(self._crib_note(), *begins))
        counts = [ONLY_COUNT if n is AGAIN and self.one_count else n for n in RunningCount.notes]
        count = RunningCount(notes=(*counts, IN_ORDER))
        self.phases = (Dealing(each=self.kept + self.laid), crib, count)
        self.ends = (Pegging(self.games, self.target, lurch=self.lurch and self.games > 1),)

    def _crib_note(self) -> Rule:
        many = some(self.laid, "card")
        extra = " One card from the stock makes the fourth." if self.players == 3 else ""
        return note(
            "two-to-the-crib",
            "The crib and the starter",
            f"Everybody lays {many} face down into the crib, all at the same time. It is counted"
            f" for the dealer at the end.{extra} Then the top card of the stock is turned up,"
            " the starter.",
            "crib",
            "deal",
        )

    def opening(self) -> Any:
        none = (0,) * len(self.sides)
        return self.Standing(1, 0, none, none, none)

    def carried(self, standing: GamesStanding, lines: Iterable[ScoreLine]) -> Any:
        after = super().carried(standing, lines)
        if after.games == standing.games:
            return after
        side = next(i for i, n in enumerate(after.games) if n != standing.games[i])
        scores = tuple(n - base for n, base in zip(after.totals, standing.base, strict=True))
        end = next(end for end in self.ends if isinstance(end, Pegging))
        won = tuple(n + (i == side) * end.won(scores, side) for i, n in enumerate(standing.games))
        return after.but(games=won)

    def ordering(self, trump: str | None = None) -> Ordering:
        """Aces low, no trumps: how a hand is sorted."""
        if trump:
            raise ValueError(f"{self.title} has no trumps")
        return Ordering(self.pack, ORDER[::-1])

    @property
    def laid(self) -> int:
        return 2 if self.players == 2 else 1

    def take_hands(self, each: int) -> None:
        self.kept = each - self.laid

    def misfit(self) -> str:
        title, left = type(self).title, len(self.pack) - self.cards_needed()
        from_stock = 5 - self.laid * self.players
        if self.kept < 1:
            return (
                f"In {title} everybody lays {some(self.laid, 'card')} into the crib and plays the"
                f" others; deal at least {number(self.laid + 1)} cards."
            )
        if 0 <= left < from_stock:
            gives = "the starter" if from_stock == 1 else "the starter and a card for the crib"
            return (
                f"In {title} the stock gives {gives}, and the pack here leaves"
                f" {some(left, 'card')} after the deal; deal fewer cards."
            )
        return super().misfit()

    # --- pegging
    def pegged_out(self, state: CountState) -> bool:
        return max(self.live(state)) >= self.target

    def begun(self, state: CountState) -> CountState:
        """The table with what is scored when the starter is turned up."""
        (starter,) = state.starter
        lines = [*heels.test(self, Begun(self.side_of[state.dealer], starter))]
        if self.one_count and not any(state.standing.game_score):
            elder = self.side_of[state.after_seat(state.dealer)]
            lines = [*three_for_last.test(self, Begun(elder, starter)), *lines]
        return state.but(pegged=(*state.pegged, *lines))

    def result(self, state: CountState) -> CribbageResult:
        """Nothing is shown after somebody has pegged out in the play."""
        over = self.pegged_out(state)
        hands = tuple(() if over else in_order(played) for played in state.played)
        crib = () if over else state.all_laid
        return CribbageResult(state.dealer, state.starter[0], hands, crib, self.live(state))

    def lines_of(self, result: CribbageResult) -> tuple[ScoreLine, ...]:
        """The show, hand by hand and the crib last, up to the hand that wins the game."""
        lines: list[ScoreLine] = []
        at = dict(zip((side.id for side in self.sides), result.before, strict=True))
        for one in self.one_by_one(result):
            if max(at.values()) >= self.target:
                break
            for entry in super().lines_of(one):
                lines.append(entry)
                at[entry.side] += entry.points
        return tuple(lines)

    def one_by_one(self, result: CribbageResult) -> Iterator[CribbageResult]:
        """The same result with only one hand each time, or only the crib, in their order."""
        nothing = ((),) * self.players
        for shown in result.shows(self):
            if shown.crib:
                yield replace(result, hands=nothing)
            else:
                hands = tuple(shown.cards if s == shown.seat else () for s in range(self.players))
                yield replace(result, hands=hands, crib=())

    def feats(self, result: CribbageResult) -> tuple[Feat, ...]:
        """What everybody counted in the show."""
        made: dict[int, list[str]] = {}
        for one, shown in zip(self.one_by_one(result), result.shows(self), strict=True):
            points = sum(entry.points for entry in super().lines_of(one))
            made.setdefault(shown.seat, []).append(
                f"{points} in the {'crib' if shown.crib else 'hand'}"
            )
        return tuple(Feat((seat,), f"made {' and '.join(all_)}") for seat, all_ in made.items())

    # --- for the bots
    def worth_keeping(self, kept: Cards, laid: Cards, mine: bool, coming: Cards = ()) -> float:
        hand, crib = _worth(kept, self.kept), _worth(laid, 0)
        return (hand + _more_by_starter(kept, coming)) + (1 if mine else -1) * (
            crib + _more_by_starter(laid, coming) + 0.5 * _near(laid)
        )

    def panels(self, state: CountState) -> dict[str, Any]:
        panels = super().panels(state)
        if self.games > 1:
            for i, side in enumerate(self.sides):
                told = f"{self.live(state)[i]} of {self.target}, {some(state.standing.games[i], 'game')} won"
                for seat in side.seats:
                    panels["notes"].setdefault(seat, []).append(told)
        return panels


@lru_cache(maxsize=65536)
def _worth(cards: Cards, whole: int) -> int:
    """What cards make among themselves, without a starter."""
    ways, alike, runs = fifteens(cards), equals(cards), longest_runs(cards)
    flush = len(cards) if len(cards) == whole and len({c.suit for c in cards}) == 1 else 0
    pairs = sum(len(cards) * (len(cards) - 1) for cards in alike)
    return 2 * len(ways) + pairs + sum(map(len, runs)) + flush


def _more_by_starter(cards: Cards, coming: Cards) -> float:
    """How much more cards make with one of those that may be turned up, on average."""
    if not coming:
        return 0.0
    of_rank = Counter(card.rank for card in coming)
    one_of = {card.rank: card for card in coming}
    more = [n * _worth((*cards, one_of[rank]), 0) for rank, n in of_rank.items()]
    return sum(more) / len(coming) - _worth(cards, 0)


def _near(cards: Cards) -> int:
    """How much cards may come to make in a crib: fives, and ranks close to each other."""
    at = [ORDER.index(card.rank) for card in cards]
    close = sum(abs(a - b) in (1, 2) for i, a in enumerate(at) for b in at[:i])
    return close + 2 * sum(card.rank == "5" for card in cards)
