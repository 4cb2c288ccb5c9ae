"""What a seat is shown and told hangs on nothing that this seat cannot see; and what everybody was
shown stays in sight."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from typing import Any

from cardlab.engine.cards import Card
from cardlab.engine.game import OVER
from cardlab.engine.table import table

from .conftest import walk

LOOKED_AT = 0.25
"""The share of tables that are looked at closely."""
AFTERWARDS = ("phase", "prompt", "to_move", "movers", "awaited")
"""What somebody reads from the table about who may do what."""
PLAYED_BY_ITS_HOLDER = {
    "high-cockalorum": "the next card of the row is played by whoever holds it, and nobody is asked"
}
"""Games whose rules tell by the turn where a card lies."""


def told(state: Any, seat: int, moves: list[str]) -> dict[str, Any]:
    """All that a seat is told of a table: its view with the verdicts on its choices, who is
    awaited, and what is said to moves that it cannot make now."""
    game, phase = state.game, state.phase
    said = {}
    for move in moves if seat not in phase.movers(state) else ():
        verdict = game.verdict(state, move, seat)
        said[move] = (str(verdict.rule), verdict.say(seat))
    return {
        **table(state, seat).to_dict(),
        "movers": phase.movers(state),
        "awaited": phase.awaited(state),
        "said": said,
    }


def differences(mine: dict[str, Any], other: dict[str, Any]) -> dict[str, Any]:
    """What two tables tell that is not the same."""
    return {key: (mine[key], other[key]) for key in mine if mine[key] != other[key]}


def test_a_seat_is_told_nothing_of_what_it_cannot_see(
    game: Any, some: Callable[[int], int]
) -> None:
    """Two tables that look alike to a seat, because they differ in cards that it does not see, have
    the same view, prompt, choices, verdicts and sentences for it."""
    looked = 0
    for match, rng in walk(game, some(16), seed=5):
        state = match.state
        if state.phase is OVER or (rng.random() > LOOKED_AT and not state.phase.raced):
            continue
        moves = [str(move) for move in match.candidates()[:6]]
        for seat in range(game.players):
            view = state.seen_by(seat)
            twin = view.imagined(rng)
            if twin.phase is not state.phase or twin.seen_by(seat) != view:
                continue
            looked += 1
            assert not differences(told(state, seat, moves), told(twin, seat, moves))
    assert looked


def test_what_comes_of_a_move_tells_nothing_more(game: Any, some: Callable[[int], int]) -> None:
    """Where the same move is heard alike on two tables that look alike to a seat, and shows it the
    same cards, who may do what next tells nothing of the other cards."""
    for match, rng in walk(game, some(16), seed=9):
        state = match.state
        if state.phase is OVER or rng.random() > LOOKED_AT or game.id in PLAYED_BY_ITS_HOLDER:
            continue
        able = [s for s in state.phase.movers(state) if match.legal_moves(s)]
        seat = rng.choice(able)
        move = rng.choice(match.legal_moves(seat))
        for viewer in range(game.players):
            twin = state.seen_by(viewer).imagined(rng)
            if twin.phase is not state.phase or move not in game.legal_moves(twin, seat):
                continue
            tables = (state, twin)
            heard = {t.phase.heard(t, seat, move, game.names, viewer) for t in tables}
            after = [t.phase.apply(t, seat, move) for t in tables]
            shown = [sorted(t.seen_by(viewer).all_cards()) for t in after]
            if len(heard) > 1 or shown[0] != shown[1] or any(t.phase is OVER for t in after):
                continue
            mine, other = (told(t, viewer, []) for t in after)
            found = differences(mine, other)
            assert not any(key in found for key in AFTERWARDS), (heard, found)


def known_to_all(state: Any) -> Counter[tuple[int, Card]]:
    """The cards, each with its holder, that every other seat knows of."""
    counts = Counter(state.known)
    others = [seat for seat in range(state.game.players)]
    cards = {(entry.holder, entry.card) for entry in state.known}
    return Counter(
        {
            (holder, card): min(
                sum(n for e, n in counts.items() if e == (seat, card, holder))
                for seat in others
                if seat != holder
            )
            for holder, card in cards
        }
    )


def drawn_for(state: Any, viewer: int, holder: int) -> str:
    """Where a view shows cards of a seat: its zones and notes, and what is turned up for trumps."""
    view = table(state, viewer).to_dict()
    own = [view["zones"], view["seats"][holder]["notes"], view["trump"], view["contract"]]
    return json.dumps(own, ensure_ascii=False)


def test_a_card_that_was_shown_from_a_hand_stays_in_sight(
    game: Any, some: Callable[[int], int]
) -> None:
    """A card that everybody knows of, because its owner showed it and kept it, is drawn in the view
    of every seat for as long as the engine and its bots remember it."""
    shown: Counter[tuple[int, Card]] = Counter()
    for match, _ in walk(game, some(40), seed=3):
        state = match.state
        before = match.state_at(match.ply - 1) if match.ply else state
        if state.phase is OVER or before.standing.deal != state.standing.deal or not match.ply:
            shown = Counter()
            continue
        known = known_to_all(state)
        for holder, card in known - known_to_all(before):
            if before.hands[holder].count(card) == state.hands[holder].count(card):
                shown[holder, card] = known[holder, card]
        shown &= known
        for holder, card in shown:
            for viewer in range(game.players):
                drawn = drawn_for(state, viewer, holder)
                assert viewer == holder or f'"{card}"' in drawn or card.sign in drawn, (
                    f"{game.names[viewer]} is not shown {card.sign} of {game.names[holder]}"
                )
