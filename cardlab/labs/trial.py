"""Whether a game can be played: random deals are played, and what every game keeps is looked at
on the way.

Knows the contract of the engine: a mover always has a move, each refusal has its rule, its reason
and an alternative, the quick way and the reasons agree, nothing hangs on cards that a seat does not
see, no card comes or goes, deals and matches end, the score is what its formulas make, and a record
replays. Knows no rules.

>>> import cardlab
>>> trial(cardlab.game("kaiser"), deals=2)
''
"""

from __future__ import annotations

import logging
import random
from collections.abc import Generator, Sequence
from typing import Any

from cardlab.engine.game import Game
from cardlab.engine.match import Match
from cardlab.engine.moves import PASS
from cardlab.engine.record import Record
from cardlab.engine.scoring import totals
from cardlab.engine.words import listed, some

__all__ = ["NO_ANSWER", "Broken", "Guarded", "chosen", "finished", "looked_at", "trial", "trying"]

_log = logging.getLogger("cardlab.labs")

LONG_DEAL = 3000
"""A deal that takes more moves than this does not end."""
CHANCES = 60
"""So many shuffles and deals in a row, and nobody ever moves."""
DEALS_IN_MATCH = 4
"""So many deals of a match are played before a new one is begun, so that what a deal leaves
behind is met."""

NO_ANSWER = "there comes a point at which the other rules have no answer"


class Broken(Exception):
    """What every game keeps, and this one did not; the text completes "it cannot be played:
    ..."."""


class Guarded(Match):
    """A match in which chance does not go on for ever."""

    def _push(self, seat: int | None, move: Any, state: Any) -> None:
        super()._push(seat, move, state)
        recent = self._entries[-CHANCES:]
        if len(recent) == CHANCES and all(e.seat is None for e in recent):
            raise Broken("cards are shuffled and dealt again and again, and nobody is ever to move")


def chosen(legal: Sequence[Any], rng: random.Random) -> Any:
    """A move at random, as people would: callers at random would bid every auction to the top,
    and people mostly pass."""
    lot, pick = rng.random(), rng.random()
    return PASS if PASS in legal and lot < 0.7 else legal[int(pick * len(legal))]


def _cards(state: Any, pack: list[Any]) -> None:
    cards = state.all_cards()
    if len(cards) != len(pack) or (any(state.hands) and sorted(cards) != pack):
        raise Broken(
            f"{some(len(cards), 'card')} of {len(pack)} are on the table; some have come or gone"
        )


def looked_at(game: Game, match: Any, rng: random.Random) -> None:
    """Look at the position a match is in: verdicts, reasons, alternatives, and what a seat may
    not know."""
    state = match.state
    seats = tuple(
        dict.fromkeys(
            ((state.to_move,) if state.to_move is not None else ())
            + tuple(state.phase.movers(state))
        )
    )
    for seat in seats:
        name = match.names[seat]
        actor = state.actor() if seat == state.to_move else seat
        verdicts = game.verdicts(state, seat)
        opened = tuple(m for m, v in verdicts.items() if v.legal)
        # copies of one card, where there are several, are one move
        if opened != tuple(dict.fromkeys(game.legal_moves(state, seat))):
            raise Broken(f"for {name} the moves that are open and the reasons do not agree")
        first = {}
        for move, verdict in verdicts.items():
            first[str(move)] = (verdict.legal, str(verdict.rule), verdict.reason)
            if not verdict.reason or "{" in verdict.reason:
                raise Broken(f"nothing says why {move} is open or not")
            if not verdict.legal and (verdict.rule is None or set(verdict.instead) != set(opened)):
                raise Broken(f"{move} is refused and nothing says what is legal instead")
        twin = state.seen_by(actor, seat).imagined(rng)
        again = {
            str(m): (v.legal, str(v.rule), v.reason) for m, v in game.verdicts(twin, seat).items()
        }
        if again != first:
            raise Broken(f"what is legal for {name} hangs on cards that {name} does not see")


def _stuck(game: Game, match: Any) -> Broken:
    """Nobody can move: which rule took the last move."""
    state = match.state
    if match.to_move is None:
        return Broken("nobody is to move, and the deal is not over")
    name = match.names[match.to_move]
    verdicts = game.verdicts(state)
    if not verdicts:
        held = "holds no card" if not state.hands[match.to_move] else "has nothing to try"
        return Broken(f"{name} is to {state.phase.doing} and {held}")
    last = list(verdicts.values())[-1]
    titles = listed(
        dict.fromkeys(f"“{v.rule.title}”" for v in verdicts.values() if v.rule is not None)
    )
    return Broken(
        f"{name} is to {state.phase.doing} and no move is left: {titles or last.reason} leaves none"
        " open"
    )


def _scored(game: Game, match: Any) -> None:
    if match.totals != totals(match.lines, match.totals) or not {
        x.side for x in match.lines
    } <= set(match.totals):
        raise Broken("the score is not the sum of its lines")
    if game.zero_sum and match.over and sum(match.totals.values()):
        raise Broken("what is won is not what is lost")
    for entry in match.lines:
        if entry.formula is not None and entry.formula(**dict(entry.values)) != entry.points:
            raise Broken(f"“{entry.rule.title}” scores otherwise than its formula")
    if match.outcome is not None and not (match.outcome.winners and match.outcome.say()):
        raise Broken("the match is over and nobody has won it")


def _conserved(match: Any, since: int, pack: list[Any]) -> None:
    """Count the cards at the end of each deal since that move."""
    for ply in match.ends:
        if since < ply < match.ply:
            _cards(match.state_at(ply), pack)


def _replayed(match: Any) -> None:
    """Play a match again from its record, and show it."""
    again = Record.from_json(match.record.to_json()).replay()
    if (again.state, again.lines, again.outcome) != (match.state, match.lines, match.outcome):
        raise Broken("played again from its record, the match comes out otherwise")
    match.view(0).to_json()
    match.log()


def trial(
    game: Game,
    deals: int = 3,
    seed: int = 0,
    often: float = 0.25,
    moves: int = 1_000_000,
    close: int = 1_000_000,
) -> str:
    """The same at one go."""
    return finished(trying(game, deals, seed, often, moves, close))


def finished(work: Generator[Any, None, str]) -> str:
    """What a trial that goes step by step has found in the end."""
    while True:
        try:
            next(work)
        except StopIteration as end:
            return str(end.value or "")


def trying(
    game: Game,
    deals: int = 3,
    seed: int = 0,
    often: float = 0.25,
    moves: int = 1_000_000,
    close: int = 1_000_000,
) -> Generator[float, None, str]:
    """Play so many random deals, or as many as so many moves allow but at least three; what went
    wrong first, or nothing.

    often: the share of positions that are looked at closely, in so many deals (``close``); in later
    ones it is a tenth, and the cards are counted when the deal is over.
    """
    pack, begun, number, made = sorted(game.pack), 0, seed, 0
    where = doing = ""
    try:
        while begun < deals and (begun < 3 or made < moves):
            match, rng = Guarded.new(game, number), random.Random(number)
            number += 1
            last, length, at = 1, 0, 0
            wanted = min(DEALS_IN_MATCH, deals - begun)
            while not match.over and match.state.standing.deal <= wanted:
                deal = match.state.standing.deal
                length = length + 1 if deal == last else 0
                last, made = deal, made + 1
                where, doing = f"deal {begun + deal}, move {length + 1}", ""
                if match.to_move is not None:
                    doing = f": {match.names[match.to_move]} is to {match.state.phase.doing}"
                if length > LONG_DEAL:
                    raise Broken(f"a deal is not over after {LONG_DEAL} moves")
                _conserved(match, at, pack)
                at = match.ply
                near = often if begun + deal <= close else often / 10
                if near == often:
                    _cards(match.state, pack)
                legal = match.legal_moves()
                if not legal or match.to_move is None:
                    raise _stuck(game, match)
                if rng.random() < near:
                    looked_at(game, match, rng)
                # in every other match the callers are quiet, so that nobody bids at all now and
                # then
                match.play(chosen(legal, rng) if number % 2 else rng.choice(legal))
                if made % 20 == 0:
                    yield min(1.0, begun / deals)
            done = match.state.standing.deal - (0 if match.over else 1)
            begun += max(done, 1)
            _scored(game, match)
            if number == seed + 1 or rng.random() < often:
                _replayed(match)
    except Broken as trouble:
        return f"{trouble} ({where})" if where else str(trouble)
    except Exception:
        _log.debug("a trial of %r came to its end", game, exc_info=True)
        if not where:
            return "the cards cannot be dealt so"
        return f"{NO_ANSWER} ({where}{doing})"
    return ""
