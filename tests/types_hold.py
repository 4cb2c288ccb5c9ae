"""What editors and type checkers know of a game: every line is a promise to users.

Checked by mypy in `make lint`, never run.
"""

from typing import assert_type

import cardlab
from cardlab.engine.cards import Card
from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.families.running_count import CountState
from cardlab.families.tricks import TrickState
from cardlab.rulebook.kaiser import Kaiser, KaiserResult
from cardlab.rulebook.laugh_and_lie_down import PondState

kaiser = cardlab.game("kaiser", leader="declarer")
match = kaiser.match(seed=7)
assert_type(kaiser, Kaiser)
assert_type(match, Match[Kaiser])
assert_type(match.state, TrickState)
assert_type(match.seat_view(), TrickState)
assert_type(match.play("7").undo().state_at(0), TrickState)
assert_type(match.state.trick.winner(match.state.order), int)
assert_type(kaiser.state(trump="S"), TrickState)
assert_type(kaiser.Result, type[KaiserResult])

pond = cardlab.game("laugh-and-lie-down").match().state
assert_type(pond, PondState)
assert_type(pond.piles, tuple[tuple[Card, ...], ...])
assert_type(cardlab.game("cribbage").match().state, CountState)

# of a game that is only known when the program runs nothing is promised
some_id: str = input()
assert_type(cardlab.game(some_id), Game)

print(match.state.pond)  # type: ignore[attr-defined]  # Kaiser has no pond
cardlab.solve(match)  # type: ignore[arg-type]  # a match is no table: match.state is
cardlab.solve(match.state)
