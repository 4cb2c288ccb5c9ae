"""What a seat knows of other hands is true, and holds in every table that it imagines; and nobody
is told of a card that they have not seen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any

from cardlab.engine.cards import BACK, Card
from cardlab.engine.game import OVER
from cardlab.engine.moves import Bid
from cardlab.engine.places import Known, laid_out, without_known

from .conftest import walk

TABLES = 20
SIGN = re.compile("(?:10|[2-9JQKA])[♣♦♥♠]")


def holds(state: Any, known: tuple[Known, ...]) -> bool:
    """Whether each hand has the cards that are known to lie in it."""
    wanted: dict[int, Counter[Card]] = {}
    for entry in known:
        wanted.setdefault(entry.holder, Counter())[entry.card] += 1
    return all(cards <= Counter(state.hands[holder]) for holder, cards in wanted.items())


def test_known_cards_are_where_a_seat_knows_them(game: Any, some: Callable[[int], int]) -> None:
    """At every ply what each seat knows is true; a view has nothing of what others know; in 20
    imagined tables at some plies the known cards lie where they are known to."""
    for match, rng in walk(game, some(25)):
        state = match.state
        for seat in range(game.players) if state.known else ():
            view = state.seen_by(seat)
            assert all(entry.seat == seat != entry.holder for entry in view.known)
            assert state.phase is OVER or holds(state, view.known), (seat, view.known)
            if view.known and rng.random() < 0.02:
                for _ in range(TABLES):
                    table = view.imagined(rng)
                    assert holds(table, view.known)
                    assert sorted(table.all_cards()) == sorted(game.pack)


def test_moves_that_sound_alike_look_alike(game: Any) -> None:
    """A move that a seat makes in secret changes the same things in every other seat's view,
    whichever card it is made with: neither hands nor memory tell."""
    for match, rng in walk(game, 8):
        state = match.state
        if match.over or rng.random() > 0.2:
            continue
        seat = match.to_move
        actor, named = state.actor(), game.names[seat]
        alike: dict[str, list[Any]] = {}
        for move in match.legal_moves():
            alike.setdefault(state.phase.told(state, seat, move, named), []).append(move)
        for told, moves in alike.items():
            if len(moves) < 2 or any(m.card is None for m in moves):
                continue
            for viewer in range(game.players):
                if viewer in (actor, seat) or state.sees(viewer, seat):
                    continue
                views = [state.phase.apply(state, seat, m).seen_by(viewer) for m in moves[:4]]
                known = {view.known for view in views}
                assert len(known) == 1, f"{told} changes what seat {viewer} knows"


def test_cards_leave_the_memory_as_they_leave_a_hand() -> None:
    """One of two equal cards leaves; a card in secret leaves nothing known of the hand."""
    two = (Known(0, Card("QS"), 1), Known(0, Card("QS"), 1), Known(2, Card("QS"), 1))
    assert without_known(two, 1, [Card("QS")]) == two[:1]
    assert without_known(two, 3, [Card("QS")]) == two
    assert without_known(two, 1, None) == ()


def test_known_cards_take_the_place_of_backs() -> None:
    """A card that is seen already is not put in a second time."""
    known = (Known(0, Card("QS"), 1), Known(0, Card("AH"), 1))
    hands = ((Card("2C"),), (Card("QS"), BACK, BACK))
    assert laid_out(hands, known) == ((Card("2C"),), (Card("QS"), Card("AH"), BACK))
    assert laid_out(hands, ()) == hands


def test_nobody_is_told_of_a_card_that_they_have_not_seen(game: Any) -> None:
    """The sentence about each move, as every seat hears it, names cards that this seat sees, or was
    shown, before the move or after it."""
    for match, rng in walk(game, 8):
        if match.ply == 0 or rng.random() > 0.2:
            continue
        old, new = match.state_at(match.ply - 1), match.state
        for seat in range(game.players):
            told = match.log(reader=seat)[len(match.log(match.ply - 1, reader=seat)) :]
            seen = {
                card.sign
                for state in (old, new)
                for card in state.seen_by(seat).with_known_cards().all_cards()
                if card != BACK
            }
            # a bid of six clubs is written like the card; it names none
            move = match.entries[-1].move
            bid = {*SIGN.findall(move.label)} if isinstance(move, Bid) else set()
            assert {*SIGN.findall(" ".join(told))} <= seen | bid, (seat, told)
