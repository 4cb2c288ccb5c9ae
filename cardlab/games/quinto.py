"""Quinto: every suit beats the ones below it, and fives in one trick score for whoever takes them.

Source: the Quinto entry of the project's third collection of rules, of which only the beginning is kept, completed from
public descriptions.  House choices: the original values of quints and tricks (option: a fifth of them); after a joker that
is led, the first other card sets the suit to follow; a quint that reaches the target ends the game at once, with no points
for tricks; equal scores above the target play on; a rubber is the best of three games with a bonus of 100 (option).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

from ..cards import JOKER, SUITS, Card, Suit, pack
from ..families.auctions import doubled
from ..families.best_of import BestOf, GamesGame
from ..families.doubling import Doubling
from ..families.tricks import ELDEST_LEADS, PARTNERS, WINNER_LEADS, Trick, TrickGame, Tricks, TrickState
from ..game import HOLD_CARD, Dealing, Option, bounded
from ..moves import Move
from ..ordering import Ordering, RankedSuits
from ..rulings import law, must, rule, scores, silent
from ..scoring import Formula, ScoreLine, line, totals
from ..table import Zone, face, pile
from ..words import Sentence, listed

SUIT_ORDER = "HDCS"
PACK = law("quinto-pack", "Fifty-two cards and a joker", "Use the whole pack with one joker; aces are high.", "joker")
CACHETTE = law(
    "cachette", "The cachette", "Five cards are laid aside face down, the cachette; whoever wins the last trick takes it as a "
    "thirteenth.", "widow",
)  # fmt: skip
HIGHEST_SUIT = law(
    "highest-suit", "The highest suit wins",
    "Hearts beat diamonds, diamonds beat clubs, clubs beat spades. A trick goes to the highest card of the highest suit in it; "
    "the joker never wins.", "suit-order", "trick", "trump", "ruff",
)  # fmt: skip
QUINTS = law(
    "quints", "Quints",
    "A quint is a five, or an ace and four, or a two and three of one suit in one trick. At once it scores 5 in spades, 10 in "
    "clubs, 15 in diamonds and 20 in hearts for the side that takes it. The cachette counts as one trick.",
    "honours", "sum-combination",
)  # fmt: skip
ROYAL = law(
    "quint-royal", "The joker is the Quint Royal",
    "The side that takes the joker in a trick or in the cachette scores 25 at once.", "joker", "honours",
)  # fmt: skip


class Quint(NamedTuple):
    """A scoring combination; suit is "royal" for the joker, height 1 (spades) to 4 (hearts), or 5 for the joker."""

    suit: str
    kind: str
    height: int
    cards: tuple[Card, ...]


def quints(cards: Iterable[str]) -> tuple[Quint, ...]:
    """The quints among cards that were taken together.

    >>> [(q.suit, q.kind, 5 * q.height) for q in quints(["AD", "4D", "KD", "2S"])]
    [('D', 'A+4', 15)]
    """
    taken = set(cards)
    found = [
        Quint(suit, kind, height, tuple(Card(rank + suit) for rank in kind.split("+")))
        for height, suit in enumerate(reversed(SUIT_ORDER), 1)
        for kind in ("5", "A+4", "2+3")
        if all(rank + suit in taken for rank in kind.split("+"))
    ]
    return (*found, Quint("royal", "JK", 5, (JOKER,))) if JOKER in taken else tuple(found)


# --- play


@dataclass(frozen=True)
class QuintoState(TrickState):
    """out: a quint has ended the game in the middle of this deal."""

    out: bool = False

    @property
    def led(self) -> Suit | None:
        """The suit of the first card that is not the joker."""
        return next((c.suit for c in self.trick.cards if c != JOKER), None)


@rule("must-follow-suit", "Follow suit, or play the joker", "follow-suit", "joker")
def follow_or_joker(table: QuintoState, moves: tuple[Move, ...]) -> Any:
    """Follow suit if you can; if you cannot, play any card. The joker may always be played. If it is led, the next card
    sets the suit."""
    led = table.led
    if led is None:
        return silent(moves, "only the joker lies here" if table.trick.cards else "{you} {lead} to this trick")
    count = sum(c.suit is led for c in table.hand)
    held = "{led} were led and {you} {have} {count}" + ", besides the joker" * (JOKER in table.hand)
    return must(
        moves, lambda m: count > 0 and (m.card == JOKER or m.card.suit is led),
        held, "{you} {have} no {led}", {"led": led, "count": count},
    )  # fmt: skip


class QuintoTricks(Tricks):
    rules = (follow_or_joker,)
    laws = (HOLD_CARD, ELDEST_LEADS, HIGHEST_SUIT, WINNER_LEADS, QUINTS, ROYAL)

    def enter(self, state: Any) -> Any:
        return super().enter(state.but(order=state.game.ordering()))

    def after_trick(self, state: Any) -> Any:
        game, winner = state.game, state.to_move
        state = game.peg(state, winner, state.taken[-1].cards)
        if not state.out and not state.hands[winner]:
            state = game.peg(state.but(shown=state.stock, stock=()), winner, state.stock)
        return game.end(state) if state.out else super().after_trick(state)


# --- score


@dataclass(frozen=True)
class QuintoResult:
    """before: the scores of this game, quints of the deal included; tricks: with the cachette; doubled: 0, 1 or 2; out: a
    quint has ended the game; games: games won before."""

    before: tuple[int, ...] = (0, 0)
    tricks: tuple[int, int] = (7, 6)
    doubled: int = bounded(0, 2, 0, "0 undoubled, 1 doubled, 2 redoubled")
    out: bool = False
    games: tuple[int, ...] = (0, 0)


UNIT = "5, or 1 on the small scale"
QUINT = Formula("u*s", u=UNIT, s="1 in spades, 2 in clubs, 3 in diamonds, 4 in hearts, 5 for the joker")
TRICKS = Formula("u*k*t", u=UNIT, k="1; 2 doubled, 4 redoubled", t="tricks taken, with the cachette")
BONUS = Formula("20*u", u=UNIT)


@scores("trick-points", "Every trick counts", "score-keeping", "doubling")
def trick_points(game: Quinto, result: QuintoResult) -> Any:
    """At the end of the deal each trick, with the cachette as the thirteenth, scores 5, doubled 10, redoubled 20. A game that
    a quint has ended counts no tricks."""
    for side, tricks in zip(game.sides, result.tricks, strict=True):
        if tricks and not result.out:
            said = ("tricks", "tricks, doubled", "tricks, redoubled")[result.doubled]
            yield line(side.id, "Tricks", trick_points, TRICKS, said, u=game.unit, k=2**result.doubled, t=tricks)


@scores("rubber-bonus", "The rubber", "score-keeping")
def rubber_bonus(game: Quinto, result: QuintoResult) -> Any:
    """The side that wins two games of a rubber scores 100 more."""
    won = {side.id: total for side, total in zip(game.sides, result.before, strict=True)}
    for entry in trick_points.test(game, result):
        won[entry.side] += entry.points
    side = game.ends[0].winner(tuple(won.values()))
    if side is not None and game.rubber == 3 and result.games[side] == 1:
        yield line(game.sides[side].id, "Rubber", rubber_bonus, BONUS, "two games won", u=game.unit)


class Quinto(GamesGame, TrickGame):
    """Four players, two against two. Hearts beat diamonds, diamonds clubs and clubs spades, so that every suit trumps those
    below it; fives made in a trick score at once, and five hidden cards go with the last trick."""

    id, title, picture = "quinto", "Quinto", "JK 5H AH 4H"
    partners, pack = True, pack(jokers=1)
    State, Result = QuintoState, QuintoResult
    options = (
        Option("scale", "original", ("original", "fifth"), "All values as first published, or a fifth of them, for counters."),
        Option("rubber", 3, (1, 3), "The match: one game, or the best of three with a bonus."),
    )
    laws = (PACK, PARTNERS, CACHETTE)
    scoring = (trick_points, rubber_bonus)

    def setup(self) -> None:
        self.unit = 1 if self.scale == "fifth" else 5
        self.target = 50 * self.unit
        self.phases = (Dealing(each=12), Doubling(), QuintoTricks())
        self.ends = (BestOf(self.rubber, self.target, "A quint that reaches it ends the game at once."),)

    @cached_property
    def ranked(self) -> Ordering:
        """The one order of the whole pack."""
        return RankedSuits(self.pack, self.ranks, SUIT_ORDER)

    def _orders(self, trump: str | None) -> Ordering:
        return self.ranked

    def quint_lines(self, side: int, cards: Iterable[str]) -> tuple[ScoreLine, ...]:
        """What a trick or the cachette scores at once."""
        side_id, made = self.sides[side].id, []
        for q in quints(cards):
            title, known = ("Quint Royal", ROYAL) if q.suit == "royal" else (f"Quint of {SUITS[q.suit].name}", QUINTS)
            said = f"{listed(q.cards)} taken together" if len(q.cards) > 1 else f"{q.cards[0].name} taken"
            made.append(line(side_id, title, known, QUINT, said, cards=q.cards, u=self.unit, s=q.height))
        return tuple(made)

    def peg(self, state: QuintoState, winner: int, cards: tuple[Card, ...]) -> QuintoState:
        """Score the quints of a trick, and see whether they end the game."""
        lines = self.quint_lines(self.side_index(winner), cards)
        state = state.but(pegged=(*state.pegged, *lines))
        return state.but(out=bool(lines) and max(self.live(state)) >= self.target)

    def live(self, state: QuintoState) -> tuple[int, ...]:
        """The scores of this game with the quints of this deal."""
        now = totals(state.pegged, (side.id for side in self.sides)).values()
        return tuple(score + new for score, new in zip(state.standing.game_score, now, strict=True))

    def result(self, state: QuintoState) -> QuintoResult:
        tricks = list(state.tricks_by_side())
        if state.taken and not state.stock:
            tricks[self.side_index(state.winners()[-1])] += 1
        return QuintoResult(self.live(state), (tricks[0], tricks[1]), doubled(state.calls), state.out, state.standing.games)

    # --- the picture
    def zones(self, state: QuintoState) -> list[Zone]:
        if state.shown:
            return [*super().zones(state), Zone("cachette", "cachette", "row", None, "Cachette", [face(c) for c in state.shown])]
        return [*super().zones(state), *([pile("cachette", "Cachette", state.stock, open=False)] if state.stock else [])]

    def panels(self, state: QuintoState) -> dict[str, Any]:
        found = super().panels(state)
        stage, scores, games = doubled(state.calls), self.live(state), state.standing.games
        said = f"a trick counts {self.unit * 2**stage}" + ("", ", doubled", ", redoubled")[stage]
        note = "" if state.phase.id == "over" else f"this game {scores[0]} to {scores[1]}"
        note += f", games {games[0]} to {games[1]}" if note and self.rubber == 3 else ""
        if state.phase.id != "deal":
            found["contract"] = {"text": said, "by": "", "note": note}
        if "trump" in found:
            found["trump"] = {"suit": None, "label": "♥ beats ♦ beats ♣ beats ♠", "note": "", "card": None}
            found["ladder"] = found["ladder"] if state.trick.cards and state.trick.cards[0] != JOKER else None
        return found

    def trick_story(self, state: QuintoState) -> list[dict[str, Any]]:
        story = super().trick_story(state)
        for entry in story:
            card = next(Card(c) for c, seat in entry["cards"] if seat == entry["winner"])
            others = [SUITS[s] for s in SUIT_ORDER if s != card.suit and any(c[1] == s for c, _ in entry["cards"])]
            template = "{card} is the highest {one}" + (", and {suit} beat {others}" if others else "")
            why = Sentence(template, {"card": card, "one": card.suit.one, "suit": card.suit, "others": others})
            entry |= {"rule": str(HIGHEST_SUIT), "rule_title": HIGHEST_SUIT.title, "why": why.say()}
        return story

    def trick_worth(self, state: QuintoState, trick: Trick) -> int:
        return self.unit * (2 ** doubled(state.calls) + sum(q.height for q in quints(trick.cards)))
