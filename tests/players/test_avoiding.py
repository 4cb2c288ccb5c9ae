"""Bots lose what it is good to lose: aims and the sign of points are declared, not guessed."""

from __future__ import annotations

from statistics import fmean

import cardlab
from cardlab.engine.aims import Aim, Want
from cardlab.players import RandomBot, RuleOfThumbBot
from cardlab.players.cardplay import card_choice, wants_to_lose


def test_simple_bots_take_fewer_penalty_points_than_random_ones() -> None:
    game, gained = cardlab.game("hearts"), []
    for seed in range(8):
        for side in game.sides:
            match = game.match(seed=seed)
            simple, other = RuleOfThumbBot(seed), RandomBot(seed)
            while match.state.standing.deal == 1 and not match.over:
                seat = match.to_move
                bot = simple if seat in side.seats else other
                match.play(bot.choose(match.seat_view(seat)), seat)
            lines = [line for line in match.lines if line.deal == 1]
            gained.append(game.gains(lines)[side.id])
    assert fmean(gained) > 2


def test_who_wants_to_lose() -> None:
    kaiser = cardlab.game("kaiser")
    table = kaiser.view(
        kaiser.state(
            trump="S",
            taken=[[(0, "AH"), (1, "9H"), (2, "8H"), (3, "TH")]],
            leader=0,
            hands={0: "KC 8D"},
        )
    )

    class Exact(type(kaiser)):  # type: ignore[misc]
        needs, want = 1, Want.EXACTLY

        def aims(self, state: object) -> tuple[Aim, ...]:
            return (Aim((0,), self.want, self.needs), Aim((1, 2, 3), Want.MOST))

    game = Exact()
    assert wants_to_lose(table.but(game=game))
    assert str(card_choice(table.but(game=game), game.legal_moves(table)).move) == "8D"
    Exact.needs = 2
    assert not wants_to_lose(table.but(game=game))
    Exact.want, Exact.needs = Want.FEWEST, 0
    assert not wants_to_lose(table.but(game=game)), "the promise is broken already"
    assert wants_to_lose(table.but(game=game, taken=()))
