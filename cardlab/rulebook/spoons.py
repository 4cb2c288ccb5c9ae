"""Spoons: pass cards on until somebody has four of a rank, then do not be left without a spoon.

Source: the common rules of the game, in the form in which there are four cards for each player.  House
choices: everybody chooses a card, then all pass at once; whoever has four of a rank takes a spoon instead
of choosing, and nobody is told before that somebody has them; after that spoons go in the order in which
players reach for them; a spoon that is taken too early is refused and costs nothing; a deal in which
nobody has collected four of a rank after ``beats`` passes is void and dealt again.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.cards import BACK, RANKS, Card, pack
from cardlab.engine.cards import cards as read_cards
from cardlab.engine.feats import Feat
from cardlab.engine.fields import FaceUp, SeatNo
from cardlab.engine.game import Phase, State
from cardlab.engine.moves import Deal, Move, Say
from cardlab.engine.options import Option
from cardlab.engine.parts import SheetPart
from cardlab.engine.results import seat_of
from cardlab.engine.rulings import Ruling, any_move, may_not, note, rule, scores
from cardlab.engine.scoring import Formula, ScoreLine, line
from cardlab.engine.shelves import GameShelf
from cardlab.engine.table import Zone
from cardlab.engine.words import Seat, number, some
from cardlab.families.hoping import HopeGame
from cardlab.families.lives import LivesGame, lives_option
from cardlab.families.matches import DealToThoseIn, LastPlayerIn, OutStanding
from cardlab.families.passing import LEFT, Passing

SPOON = Say("spoon", "Take a spoon!", "takes a spoon")
OUT = "{you} {are} out of the game"
ALIKE = 4
TRIES = 200
"""Times that unseen cards are shuffled anew for hands of which none is complete."""
WORDS = {5: "SPOON", 6: "SPOONS"}
"""The word that losers spell, by its letters; with another number of letters they spell none."""


@dataclass(frozen=True)
class SpoonState(State):
    """aside: the ranks that are out of play, since players are; with_spoon: who has a spoon, in
    the order in which they took them; beats: how often cards have been passed."""

    aside: FaceUp[tuple[Card, ...]] = ()
    with_spoon: tuple[SeatNo, ...] = ()
    beats: int = 0

    @property
    def playing(self) -> tuple[int, ...]:
        """The seats that hold cards."""
        return tuple(seat for seat, hand in enumerate(self.hands) if hand)

    def arranged(self, hidden: list[Card], rng: random.Random) -> list[Card]:
        """Whoever has chosen a card to pass has no four of a rank: a spoon would be gone."""
        passing = {seat for seat, _ in self.chosen}
        for _ in range(TRIES):
            rng.shuffle(hidden)
            source = iter(hidden)
            filled = [tuple(next(source) if c is BACK else c for c in hand) for hand in self.hands]
            table = self.but(hands=tuple(filled))
            if not any(map(table.has_four_alike, passing)):
                break
        return hidden

    def has_four_alike(self, seat: int) -> bool:
        """Whether all cards of a hand are of one rank."""
        hand = self.hands[seat]
        return len(hand) == ALIKE and BACK not in hand and len({c.rank for c in hand}) == 1


class DealRanks(DealToThoseIn):
    """Four cards each, of as many ranks as there are players; the other ranks lie aside."""

    notes = (
        note(
            "four-cards-each",
            "Four cards for each player",
            "Take as many ranks as there are players, from the kings down, all four cards of each."
            " Shuffle them and deal four to each player. Lay one spoon fewer than there are players"
            " in the middle.",
            "deal",
            "hand",
            "symbol",
        ),
    )

    def each_in(self, game: Spoons, standing: OutStanding) -> int:
        return ALIKE

    def source(self, state: SpoonState) -> tuple[Card, ...]:
        """The ranks in play."""
        playing = state.game.players - len(state.standing.out)
        cards: tuple[Card, ...] = state.game.pack[: ALIKE * playing]
        return cards

    def apply(self, state: SpoonState, seat: int | None, move: Deal) -> Any:
        aside = state.game.pack[len(self.source(state)) :]
        return super().apply(state.but(aside=aside), seat, Deal(move.hands))


@rule(
    "four-of-a-kind-first",
    "Four of a rank first",
    "symbol",
    "snapping",
    look="Are your four cards of one rank?",
)
def four_of_a_kind_first(table: SpoonState, moves: tuple[Move, ...]) -> Ruling:
    """Take the first spoon only with four cards of one rank; with them take it, and pass no card
    on."""
    if table.me is not None and table.has_four_alike(table.me):
        because = "{you} {have} four of a rank, and {must} take a spoon"
        return may_not(moves, lambda m: m != SPOON, because, leaves=any_move)
    because = "no spoon has been taken yet, and {you} {have} not got four of a rank"
    return may_not(moves, lambda m: m == SPOON, because)


CHOOSE = note(
    "choose-one-card",
    "Choose one card",
    "Everybody chooses one card and lays it face down. Then all pass it to the next player on"
    " the left who is in, and pick up the one that comes. A card that comes may be passed on"
    " at the next pass, not before. If nobody has four of a rank after {beats} passes, the"
    " deal does not count, and is dealt again.",
    "card-exchange",
    "turn",
)


class Beat(Passing):
    """Everybody chooses a card, and all are passed to the left together; whoever has four of a rank
    takes a spoon instead. What the others see and may do is the same whether somebody has them or
    not."""

    part = SheetPart.PLAY

    id, title, doing = "beat", "Passing", "choose a card to pass or take a spoon"
    cards, directions = 1, (LEFT,)
    rules = (four_of_a_kind_first,)
    raced = (str(SPOON),)

    def choosers(self, state: SpoonState) -> tuple[int, ...]:
        """The seats that hold cards."""
        return tuple(seat for seat in super().choosers(state) if state.hands[seat])

    def receiver(self, state: SpoonState, seat: int) -> int:
        """The next seat that holds cards; nobody for a player who is out."""
        return int(state.game.next_in(state, seat)) if state.hands[seat] else seat

    def heard(
        self, state: SpoonState, seat: int, move: Move, names: Sequence[str], reader: int
    ) -> str:
        """A player who is out is given nothing, and a spoon is seen by all."""
        if move != SPOON and (state.hands[reader] or reader == seat):
            return super().heard(state, seat, move, names, reader)
        return self.told(state, seat, move, names[seat])

    def enter(self, state: SpoonState) -> Any:
        if state.beats == state.game.beats and not any(map(state.has_four_alike, state.playing)):
            return state.game.end(state, void=True)
        return super().enter(state)

    def apply(self, state: SpoonState, seat: int, move: Move) -> Any:
        """A choice; or the first spoon, and what was chosen so far stays where it is."""
        if move != SPOON:
            return super().apply(state, seat, move)
        reaching = next(phase for phase in state.game.phases if phase.id == Reaching.id)
        return reaching.apply(state.but(phase=reaching, chosen=()), seat, move)

    def waits(self, state: Any, seat: int) -> str:
        """A player who is out waits for the next match."""
        return super().waits(state, seat) if state.hands[seat] else OUT

    def asks(self, state: SpoonState) -> str:
        """The same to everybody: who has four of a rank has to see it."""
        if state.me is None:
            return self.prompt
        receiver = state.game.names[self.receiver(state, state.me)]
        return f"Choose a card for {receiver}, or with four of a rank take a spoon."

    def told(self, state: SpoonState, seat: int, move: Move, name: str) -> str:
        return move.told(name) if move == SPOON else super().told(state, seat, move, name)

    def completes(self, state: SpoonState, seat: int, move: Move) -> bool:
        return move != SPOON and super().completes(state, seat, move)

    def reveal(self, state: SpoonState) -> Any:
        """The table after a pass, with the next one to come."""
        passed = super().reveal(state)
        return passed.but(beats=state.beats + 1)

    def vocabulary(self) -> Iterable[Move]:
        return (SPOON,)

    def candidates(self, table: SpoonState) -> tuple[Move, ...]:
        return (*super().candidates(table), SPOON)


class Reaching(Phase):
    """A spoon is gone: everybody reaches for one."""

    id, title, doing = "reach", "The spoons", "take a spoon"
    prompt = "A spoon is gone!"
    raced = (str(SPOON),)
    notes = (
        note(
            "one-spoon-each",
            "One spoon each",
            "As soon as somebody with four of a rank has taken a spoon, no more cards are"
            " passed. Everybody else may take a spoon too, out of turn, with whatever cards. The"
            " quickest get one each, and one player is left without.",
            "snapping",
        ),
    )

    def lacking(self, state: SpoonState) -> str:
        if len(state.playing) > len(state.with_spoon) + 1:
            return ""
        return "Whoever reaches for a spoon holds cards: give hands"

    def enter(self, state: SpoonState) -> Any:
        """After a pass comes the next one: a spoon is taken instead of one."""
        return state.game.go(state, Beat.id, None)

    def movers(self, state: SpoonState) -> tuple[int, ...]:
        """Everybody who plays and has no spoon."""
        return tuple(seat for seat in state.playing if seat not in state.with_spoon)

    def vocabulary(self) -> Iterable[Move]:
        return (SPOON,)

    def candidates(self, table: SpoonState) -> tuple[Move, ...]:
        return (SPOON,)

    def remind(self, table: Any) -> str:
        return "a spoon is gone, and no more cards are passed"

    def waits(self, state: Any, seat: int) -> str:
        """A seat that may not reach has a spoon, or no cards."""
        return "{you} {have} a spoon already" if state.hands[seat] else OUT

    def apply(self, state: SpoonState, seat: int, move: Move) -> Any:
        state = state.but(with_spoon=(*state.with_spoon, seat))
        if len(state.with_spoon) == len(state.playing) - 1:
            return state.game.end(state)
        return state.but(to_move=self.movers(state)[0])

    def asks(self, state: Any) -> str:
        if state.me is None:
            return self.prompt
        left = len(state.playing) - 1 - len(state.with_spoon)
        return f"Quick! {some(left, 'spoon').capitalize()} left: take one."


@dataclass(frozen=True)
class SpoonResult:
    """loser: who is left without a spoon."""

    loser: int = seat_of(0, "who is left without a spoon")


LETTER = Formula("1")


@scores("without-a-spoon", "Without a spoon", "snapping", "match-structure")
def without_a_spoon(game: Spoons, result: SpoonResult) -> Iterator[ScoreLine]:
    """The player who is left without a spoon {loses}, which is written as 1 point; points are
    bad."""
    because = game.tell("{who} got no spoon", who=Seat(result.loser))
    title = "A letter" if game.lives > 1 else "Out"
    yield line(game.sides[result.loser].id, title, without_a_spoon, LETTER, because)


class Spoons(LivesGame, HopeGame):
    """Pass cards on until somebody has four of a rank and takes a spoon. Then everybody reaches,
    and there is one spoon too few."""

    id, title, picture = "spoons", "Spoons", "QS QH QD"
    shelf = GameShelf.COLLECTING
    counts_instead = "one-spoon-each"
    seats = (2, 13, 4)
    scoring = (without_a_spoon,)
    State: type[SpoonState] = SpoonState
    Result: type[SpoonResult] = SpoonResult
    lives = lives_option(5, text="How many letters put a player out; 1 is a knockout.")
    beats = Option(40, range(10, 201), "The passes after which a deal does not count.", house=True)

    def result_lacks(self, state: SpoonState) -> str:
        if any(seat not in state.with_spoon for seat in state.playing):
            return super().result_lacks(state)
        return (
            "One player is left without a spoon when a deal ends: give with_spoon, all the others"
        )

    @property
    def loses(self) -> str:
        """What becomes of the player without a spoon, in words."""
        return "takes a letter" if self.lives > 1 else "is out"

    @property
    def letters_text(self) -> str:
        """With how many letters somebody is out, in words."""
        if self.lives == 1:
            return "A player who is left without a spoon is out."
        takes = "A player who is left without a spoon takes a letter"
        if word := WORDS.get(self.lives):
            return f"{takes} of the word {word}, and is out with all of them."
        return f"{takes}, and is out with {some(self.lives, 'letter')}."

    def setup(self) -> None:
        ranks = RANKS.replace("A", "") + "A"
        self.pack = tuple(card for rank in ranks[: self.players] for card in pack(rank))
        self.phases = (DealRanks(), Beat(notes=(CHOOSE,)), Reaching())
        letters = note(
            "letters",
            "Letters" if self.lives > 1 else "Out at once",
            "{letters_text} The others play on with one rank and one spoon fewer. The last"
            " player in wins the match.",
            "match-structure",
        )
        self.ends = (LastPlayerIn(letters),)

    def next_in(self, state: SpoonState, seat: int) -> int:
        """The next seat that has cards."""
        seat = state.after_seat(seat)
        while not state.hands[seat]:
            seat = state.after_seat(seat)
        return int(seat)

    def lives_left(self, lost: int) -> str:
        """The letters of a player."""
        word = WORDS.get(self.lives)
        if word:
            return " ".join(word[:lost])
        return some(lost, "letter") if lost else ""

    def result(self, state: SpoonState) -> SpoonResult:
        return SpoonResult(next(seat for seat in state.playing if seat not in state.with_spoon))

    def feats(self, result: SpoonResult) -> tuple[Feat, ...]:
        """Who got no spoon."""
        return (Feat((result.loser,), "took no spoon"),)

    def hope(self, table: Any, move: Any) -> float:
        """A spoon before all; else a card of a rank of which the hand has few is given away.
        Which of several changes from pass to pass: two players could give each other the same
        for ever."""
        if move == SPOON:
            return 1.0
        alike = sum(card.rank == move.card.rank for card in table.hand)
        luck = random.Random(f"{table.beats} {table.me} {move.card.rank} {table.hand}").random()
        return -alike + luck / 2

    def position(self, given: dict[str, Any]) -> dict[str, Any]:
        """aside: the cards out of play; with_spoon: who has a spoon; to_move: who chooses or
        reaches (0 unless named)."""
        return {"to_move": 0} | given | {"aside": read_cards(given.get("aside", ()))}

    def zones(self, state: SpoonState) -> list[Zone]:
        left = max(0, len(state.playing) - 1 - len(state.with_spoon))
        note = number(left) if left else "none"
        return [Zone("spoons", "spoons", "row", None, "Spoons", [], count=0, note=note)]

    def panels(self, state: SpoonState) -> dict[str, Any]:
        """Who has a spoon."""
        panels = super().panels(state)
        for seat in state.with_spoon:
            panels.setdefault("notes", {}).setdefault(seat, []).append("has a spoon")
        return panels
