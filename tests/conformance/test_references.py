"""Random matches of the engine beside references that were written from the specifications alone.

Every position of a match is compared: who has to move, the legal moves of each of them, the totals
after each deal, the end of the match and its winners.  In one position of twenty each refused
candidate has to name the legal moves.  ``--reference-deals 2000`` makes the long run.
"""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import pytest

import cardlab
from cardlab.engine.cards import cards
from cardlab.engine.moves import Deal

from .references.euchre import Euchre
from .references.hearts import Hearts
from .references.klaverjassen import Klaverjassen
from .references.oh_hell import OhHell
from .references.protocol import Reference
from .references.samples import SAMPLES
from .references.skat import Skat
from .references.spades import Spades

MOST_DEALS = 80
"""A match that random players do not bring to an end is left after so many deals."""
JUDGED = 0.05
"""The share of positions in which every refused candidate is judged."""


def same(text: str) -> str:
    return text


@dataclass(frozen=True)
class Rival:
    """How a game of the engine writes what the reference of its specification says.

    options: page's name of an option -> the engine's name of it; absent: the engine does not have
    the option.  values: (page's name, page's value) -> the engine's value, where they differ.
    words: a move of the engine's in the words of the reference.
    """

    reference: type[Reference]
    options: Mapping[str, str] = field(default_factory=dict)
    values: Mapping[tuple[str, Any], Any] = field(default_factory=dict)
    words: Callable[[str], str] = same

    def chosen(self, options: Mapping[str, Any]) -> dict[str, Any]:
        """The engine's options for options of the page."""
        return {
            self.options[name]: self.values.get((name, value), value)
            for name, value in options.items()
        }


def same_options(reference: type[Reference]) -> dict[str, str]:
    """All options of a page, where the engine has given them the same names."""
    return {name: name for name in reference.OPTIONS}


def skat_words(move: str) -> str:
    """The reference names games by letters: "hearts schneider" is "H schneider"."""
    game, _, announced = move.partition(" ")
    letters = {"diamonds": "D", "hearts": "H", "spades": "S", "clubs": "C", "grand": "G"}
    letters["null"] = "N"
    return " ".join([letters[game], announced]).strip() if game in letters else move


RIVALS = {
    "hearts": Rival(Hearts, same_options(Hearts)),
    "spades": Rival(Spades, same_options(Spades)),
    "euchre": Rival(Euchre, same_options(Euchre) | {"pack": "cards"}),
    "klaverjassen": Rival(Klaverjassen, same_options(Klaverjassen)),
    "skat": Rival(Skat, same_options(Skat) | {"scoring": "score_list"}, words=skat_words),
    "oh-hell": Rival(OhHell, same_options(OhHell) | {"scoring": "score_by"}),
}


class Comparison:
    """A match of the engine and the reference beside it."""

    def __init__(self, match: cardlab.Match, options: Mapping[str, Any]) -> None:
        self.match = match
        self.rival = RIVALS[match.game.id]
        self.reference = self.rival.reference(options, match.game.players)
        self.about = f"{match.game.id} {dict(match.game.chosen)}, seed {match.seed}"
        self.seen = 0
        self.rng = random.Random(f"{match.game.id}/{match.seed}")
        self.catch_up()

    def where(self) -> str:
        moves = [f"{seat}: {move}" for seat, move in self.match.entries[-60:]]
        return f"{self.about}, ply {self.match.ply}\n" + "\n".join(moves)

    def catch_up(self) -> None:
        """Tell the reference what chance has done since the last move."""
        for number in range(self.seen, self.match.ply):
            seat, move = self.match.entries[number]
            if seat is None and isinstance(move, Deal):
                dealer = self.match.state_at(number + 1).dealer
                self.reference.deal(move.hands, move.stock, dealer)
            elif seat is None:
                self.reference.chance(self.rival.words(str(move)))
        self.seen = self.match.ply

    def compare(self) -> dict[int, dict[str, Any]]:
        """Compare the position; the legal moves by seat, in the reference's words."""
        state, reference = self.match.state, self.reference
        movers = set() if self.match.over else set(state.phase.movers(state))
        assert movers == reference.movers(), f"who has to move: {self.where()}"
        legal = {}
        for seat in movers:
            moves = {self.rival.words(str(move)): move for move in self.match.legal_moves(seat)}
            assert set(moves) == reference.legal(seat), f"legal moves of {seat}: {self.where()}"
            legal[seat] = moves
            if self.rng.random() < JUDGED:
                self.judge(seat, set(moves))
        return legal

    def judge(self, seat: int, legal: set[str]) -> None:
        """Each refused candidate names the legal moves."""
        for move in self.match.candidates(seat):
            if self.rival.words(str(move)) in legal:
                continue
            verdict = self.match.verdict(move, seat)
            instead = {self.rival.words(str(other)) for other in verdict.instead}
            assert not verdict.legal and verdict.rule, f"{move}: {self.where()}"
            assert instead == legal, f"what is legal instead of {move}: {self.where()}"

    def random_move(self) -> bool:
        """Make a random move in both; was it the last of its deal?"""
        legal = self.compare()
        seat = self.rng.choice(sorted(legal))
        texts = sorted(legal[seat])
        likely = self.reference.likely(seat)
        text = self.rng.choices(texts, [likely.get(text, 1.0) for text in texts])[0]
        return self.move(legal, seat, text)

    def move(self, legal: Mapping[int, Mapping[str, Any]], seat: int, text: str) -> bool:
        """Make a move in both; was it the last of its deal?"""
        self.reference.play(seat, text)
        self.match.play(legal[seat][text], seat)
        ended = not self.reference.in_deal
        if ended:
            self.compare_scores()
        self.seen += 1
        self.catch_up()
        return ended

    def compare_scores(self) -> None:
        """Totals after a deal, the end of the match and its winners."""
        match, reference = self.match, self.reference
        sides = sorted(match.game.sides, key=lambda side: side.seats)
        assert [tuple(sorted(side.seats)) for side in sides] == reference.sides(), self.about
        totals = [match.totals[side.id] for side in sides]
        assert totals == reference.totals(), f"totals: {self.where()}"
        assert match.over == reference.over, f"the end of the match: {self.where()}"
        if match.outcome is not None:
            winners = {n for n, side in enumerate(sides) if side.id in match.outcome.winners}
            assert winners == reference.winners, f"the winners: {self.where()}"


def choices(rival: Rival, rng: random.Random) -> tuple[dict[str, Any], int]:
    """Options of the page that the engine has, and a number of players."""
    reference = rival.reference
    if rng.random() < 0.3:
        return {}, reference.SEATS[0]
    options = {
        name: rng.choice(values)
        for name, values in reference.OPTIONS.items()
        if name in rival.options and rng.random() < 0.6
    }
    return options, rng.choice(reference.SEATS)


@pytest.mark.parametrize("id", RIVALS)
def test_the_engine_agrees_with_the_reference(id: str, request: pytest.FixtureRequest) -> None:
    if id not in cardlab.games():
        pytest.skip(f"there is no game {id} yet")
    left = int(request.config.getoption("--reference-deals"))
    seed = 0
    while left > 0:
        seed += 1
        options, seats = choices(RIVALS[id], random.Random(f"options/{id}/{seed}"))
        try:
            game = cardlab.game(id, **RIVALS[id].chosen(options), players=seats)
        except ValueError as refusal:
            assert "changes nothing" in str(refusal), refusal
            continue  # an option that the others make idle
        comparison = Comparison(game.match(seed=seed), options)
        for _ in range(min(left, MOST_DEALS)):
            while not comparison.random_move():
                pass
            left -= 1
            if comparison.match.over:
                break


@pytest.mark.parametrize("id", SAMPLES)
def test_the_sample_deal_comes_out_as_printed(id: str) -> None:
    """In the reference; the calls and cards are those of the specification."""
    sample = SAMPLES[id]
    names = str(sample["names"])
    reference = RIVALS[id].reference({}, len(names))
    hands = [hand.split() for hand in sample["hands"]]
    reference.deal(hands, str(sample.get("rest", "")).split(), len(names) - 1)
    for seat, text in moves_of(sample):
        assert seat in reference.movers() and text in reference.legal(seat)
        reference.play(seat, text)
    assert not reference.in_deal and reference.totals() == sample["totals"]


@pytest.mark.parametrize("id", SAMPLES)
def test_the_engine_plays_the_sample_deal(id: str) -> None:
    if id not in cardlab.games():
        pytest.skip(f"there is no game {id} yet")
    sample = SAMPLES[id]
    seats = len(str(sample["names"]))
    new = cardlab.game(id).match(seed=1, players=seats)
    eldest = (new.state.dealer + 1) % seats
    hands = [cards(sample["hands"][(seat - eldest) % seats]) for seat in range(seats)]
    deal = Deal(hands, cards(str(sample.get("rest", ""))))
    record = dataclasses.replace(new.record, moves=((None, str(deal)),))
    comparison = Comparison(record.replay(), {})
    ended = False
    for seat, text in moves_of(sample):
        assert not ended
        ended = comparison.move(comparison.compare(), (seat + eldest) % seats, text)
    assert ended
    totals = sample["totals"]
    sides = len(totals)
    assert comparison.reference.totals() == [totals[(n - eldest) % sides] for n in range(sides)]


def moves_of(sample: Mapping[str, Any]) -> Iterator[tuple[int, str]]:
    """The calls and cards of a sample deal, with the seats that made them."""
    names = sample["names"]
    for call in sample["calls"].split(", "):
        name, text = call.split(" ", 1)
        yield names.index(name), text
    for trick in sample["tricks"].split(","):
        name, *played = trick.split()
        for step, card in enumerate(played):
            yield (names.index(name) + step) % len(names), card
