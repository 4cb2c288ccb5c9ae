"""Why it is a seat's turn: at every moment of random deals the reason given is what the record of the
match says, read here without asking any phase how it came by it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from cardlab.engine.cards import BACK
from cardlab.engine.game import OVER
from cardlab.engine.turns import LastMove, TurnFact, why_turn

PASSING = ("pass", "go", "let it go")
"""The moves after which somebody else may still be the last to have played."""
ASIDE = ("wait", "peep", "give")
"""What is done beside the turns: it plays and says nothing."""
PAY_CARDS = "JQKA"


class Happened(NamedTuple):
    """One move of the present deal: the table before it, who made it, and the move."""

    before: Any
    seat: int | None
    move: Any


def moments(game: Any, deals: int, seed: int = 5) -> Iterator[tuple[Any, list[Happened]]]:
    """The table and the record of its deal, whenever it is somebody's turn; whoever may move out of
    turn sometimes does."""
    rng, left = random.Random(f"turns/{game.id}/{seed}"), deals * 60
    for number in range(deals):
        match = game.match(seed=number)
        record: list[Happened] = []
        ply, deal = 0, match.state.standing.deal
        while not match.over and left > 0:
            state = match.state
            for at in range(ply, match.ply):
                before, entry = match.state_at(at), match.entries[at]
                if before.standing.deal != deal:
                    deal, record = before.standing.deal, []
                record.append(Happened(before, entry.seat, entry.move))
            ply = match.ply
            if record and record[-1].before.standing.deal != state.standing.deal:
                record = []
            if state.to_move is not None:
                yield state, record
            movers = [s for s in state.phase.movers(state) if match.legal_moves(s)]
            seat = state.to_move if rng.random() < 0.8 else rng.choice(movers)
            seat = seat if seat in movers else movers[0]
            match.play(rng.choice(match.legal_moves(seat)), seat)
            left -= 1


def last_of(record: list[Happened]) -> LastMove | None:
    return LastMove(*record[-1]) if record else None


def test_the_reason_is_what_the_record_says(game: Any, some: Callable[[int], int]) -> None:
    """Nobody is said to have dealt when somebody has moved in this phase since; the last to move,
    the winner of the last trick and the claimant are those of the record."""
    for state, record in moments(game, some(12)):
        reason = why_turn(state, last_of(record))
        if reason is None:
            continue
        told = str(reason.told)
        named = reason.told.names[reason.seat] in told
        assert named or "{caller}" in reason.told.template, told
        assert ("dealt" in told) == (reason.fact is TurnFact.DEALT), told
        problem = CHECKS[reason.fact](game, state, record, reason.seat, told)
        assert not problem, (problem, told, state.phase.id, [str(h.move) for h in record[-6:]])
        assert reason.told.to(reason.seat).startswith("you ") or "caller" in reason.told.facts


def test_what_the_table_alone_says_is_the_same(game: Any, some: Callable[[int], int]) -> None:
    """Somebody who sees a table and not how it came to be is told the same, or nothing."""
    for state, record in moments(game, some(6), seed=6):
        alone = why_turn(state)
        if alone is not None:
            assert alone == why_turn(state, last_of(record)), (str(alone.told), state.phase.id)


def _by_the_deal(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    if seat != state.dealer:
        return "somebody else dealt"
    since = [h for h in record if h.seat is not None and h.before.phase == state.phase]
    since = [h for h in since if str(h.move).split()[0] not in ASIDE]
    if since and not _dealt_anew(state, record[-1]):
        return "somebody has moved since the deal"
    if state.to_move == state.dealer:
        return "" if told.endswith("the dealer begins") else "the dealer begins"
    step = (state.to_move - state.dealer) % game.players
    at = 1 if game.direction == 1 else game.players - 1
    if "second player" in told:
        return "" if step == 2 * at % game.players else "another seat begins"
    if ("player on the dealer's" in told or "other player" in told) != (step == at):
        return "another seat begins"
    return ""


def _dealt_anew(state: Any, last: Happened) -> bool:
    """Whether the last move was followed by a deal: all have cards that the stock has lost."""
    return len(state.stock) < len(last.before.stock) and all(state.hands)


def _by_the_last(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    all_moves = [h for h in record if h.seat is not None]
    moved = [h for h in all_moves if str(h.move).split()[0] not in ASIDE]
    if not all_moves:
        return "nobody has moved"
    moved = moved or all_moves
    playing = [h for h in moved if str(h.move) not in PASSING]
    if seat not in {h.seat for h in (all_moves[-1], moved[-1], *playing[-1:])}:
        return "somebody else was last"
    if "the turn is not over" in told and state.to_move != seat:
        return "it is somebody else's turn"
    side = "left" if game.direction == 1 else "right"
    goes = state.after_seat(seat) == state.to_move  # past those who are out of the deal
    if "the turn goes to" in told and not (goes and told.endswith(side)):
        return "the turn went elsewhere"
    passed = {h.seat for h in moved[moved.index(playing[-1]) + 1 :]} if playing else set()
    if "all the others have passed" in told and (seat in passed or not passed):
        return "the others have not passed"
    return ""


def _by_the_trick(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    if state.trick.cards or not state.taken:
        return "a trick has begun"
    if seat != state.to_move or seat != game.told_trick(state, state.taken[-1])[0]:
        return "somebody else took it"
    return ""


def _by_a_claim(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    claims = [h.seat for h in record if str(h.move).startswith("claim")]
    if claims:
        open_pile = [card for card in state.pile[-1] if card is not BACK] if state.pile else []
        if "was true" in told or "was false" in told:
            true = all(card.rank == state.said[-1] for card in open_pile)
            if ("was true" in told) != true:
                return "the truth is the other"
        return "" if claims[-1] == seat else "somebody else claimed"
    paid = [h.seat for h in record if str(h.move) == "lay" and _top(h).rank in PAY_CARDS]
    return "" if paid and paid[-1] == seat else "somebody else laid it"


def _top(happened: Happened) -> Any:
    return happened.before.hands[happened.seat][0]


def _by_the_contract(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    return "" if state.declarer == seat else "somebody else is declarer"


def _by_the_deal_before(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    standing = state.standing
    most, places = getattr(standing, "most", ()), getattr(standing, "places", ())
    earned = {getattr(standing, "winner", None), *most[:1], *places[:1], *places[-1:]}
    return "" if seat in earned else "somebody else earned it"


def _by_a_card(game: Any, state: Any, record: list[Happened], seat: int, told: str) -> str:
    shown = [card for card in game.pack if card.sign in told]
    played = [h for h in record if h.seat is not None and h.before.phase == state.phase]
    opened = [h.seat for h in record if h.seat is not None][:1]
    if played or seat != state.to_move:
        return "this phase has begun"
    if not shown:
        return "" if opened == [seat] else "somebody else opened"
    return "" if set(shown) & set(state.hands[seat]) else "somebody else holds it"


CHECKS: dict[TurnFact, Callable[[Any, Any, list[Happened], int, str], str]] = {
    TurnFact.DEALT: _by_the_deal,
    TurnFact.LAST: _by_the_last,
    TurnFact.TRICK: _by_the_trick,
    TurnFact.CLAIM: _by_a_claim,
    TurnFact.HOLDER: _by_a_card,
    TurnFact.EARLIER: _by_the_deal_before,
    TurnFact.DECLARER: _by_the_contract,
}


def test_who_begins_because_of_the_deal_always_does(game: Any, some: Callable[[int], int]) -> None:
    """Where somebody begins because of who dealt, the same place from the dealer begins in every
    deal, or whoever sits nearer is out: it is no coincidence of the cards."""
    places: dict[str, set[int]] = {}
    for state, record in moments(game, some(20), seed=7):
        moved = [h for h in record if h.seat is not None and h.before.phase == state.phase]
        reason = why_turn(state, last_of(record))
        if moved or state.phase is OVER or reason is None or reason.fact is not TurnFact.DEALT:
            continue
        first = (state.to_move - state.dealer) * game.direction % game.players or game.players
        nearer = [(state.dealer + n * game.direction) % game.players for n in range(1, first)]
        out = [seat for seat in nearer if _is_out(state, seat)]
        places.setdefault(state.phase.id, set()).add(first - len(out))
    assert all(len(found) == 1 for found in places.values()), places


def _is_out(state: Any, seat: int) -> bool:
    return not state.hands[seat] or seat in getattr(state, "sitting_out", ())
