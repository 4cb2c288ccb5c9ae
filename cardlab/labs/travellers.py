"""One deal played at several tables: what came of it at each, and where the tables parted.

Knows matches, deals and the solver; knows no class, no store and no page. Deals are the same if the
same cards were dealt and the same seat begins, whatever was played before them. What a choice was
worth the solver says in a process of its own (`python -m cardlab.labs.travellers`, a question in, an
answer out), because whoever asks may have tables to serve meanwhile.

>>> import cardlab
>>> from cardlab.players import bot
>>> matches = {f"Table {n}": cardlab.game("kaiser").match(seed=7) for n in (1, 2)}
>>> for n, match in enumerate(matches.values()):
...     _ = match.play_deal({seat: bot("random", seed=4 * n + seat) for seat in range(4)})
>>> deal = same_deals(matches)[0]
>>> [row.table for row in deal.rows], len(deal.forks)
(['Table 1', 'Table 2'], 1)
>>> fork = deal.forks[0]; [tables for _, tables in fork.choices]
[('Table 2',), ('Table 1',)]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab.engine.game import OVER
from cardlab.engine.match import Match
from cardlab.engine.record import Record
from cardlab.engine.scoring import totals
from cardlab.engine.summary import summary
from cardlab.engine.words import ONLOOKER, sentence
from cardlab.labs.solving import plays_cards

__all__ = ["DealPlayed", "Fork", "SharedDeal", "TravellerRow", "choices_worth", "same_deals"]

SECONDS = 4.0
"""Longest time for the solver at one fork."""
LATE = "The solver did not come to an end in time: too many cards are still to be played."
CALL = "This is a call. The solver knows what cards are worth, and nothing of calls."


@dataclass(frozen=True)
class DealPlayed:
    """One deal of a match. first: the first entry that a seat made; last: the entry at which the
    deal was over, or how far it has come; number: which deal of the match it is, from 1."""

    table: str
    match: Match
    dealt: str
    number: int
    first: int
    last: int

    @property
    def over(self) -> bool:
        return self.match.state_at(self.last).phase is OVER

    @property
    def moves(self) -> tuple[tuple[int | None, str], ...]:
        """Who did what in it; what chance did later in the deal is among it."""
        return tuple((e.seat, str(e.move)) for e in self.match.entries[self.first : self.last])


@dataclass(frozen=True)
class TravellerRow:
    """What came of a deal at one table. did: what was undertaken and what came of it; scores: by
    side; points: match points of the first side in per cent, None where they do not apply."""

    table: str
    did: str
    scores: Mapping[str, int]
    points: int | None = None


@dataclass(frozen=True)
class Fork:
    """Where tables parted that had played alike so far. seat: whose choice it was; table, match, at:
    one of the tables, its match, and the entry there; choices: what was chosen, with the tables, the
    most first."""

    seat: int
    table: str
    match: Match
    at: int
    choices: tuple[tuple[str, tuple[str, ...]], ...]

    @property
    def is_card(self) -> bool:
        return bool(plays_cards(self.match.state_at(self.at)))

    def question(self) -> str:
        """The position as the text that `choices_worth` reads."""
        record = self.match.at(self.at).record.to_dict()
        return json.dumps({"record": record, "ply": self.at}, ensure_ascii=False)


@dataclass(frozen=True)
class SharedDeal:
    """One deal, at all tables that have played it. rows: of those where it is over; forks: the
    first at which tables differ before the later ones; unfinished: tables that still play it."""

    number: int
    rows: tuple[TravellerRow, ...]
    forks: tuple[Fork, ...]
    unfinished: tuple[str, ...]
    sides: tuple[tuple[str, str], ...]


def same_deals(matches: Mapping[str, Match]) -> tuple[SharedDeal, ...]:
    """The deals that were dealt at two tables or more, or at the only one, in their order."""
    by_cards: dict[str, list[DealPlayed]] = {}
    for table, match in matches.items():
        for deal in deals_of(table, match):
            by_cards.setdefault(deal.dealt, []).append(deal)
    return tuple(_shared(deals) for deals in by_cards.values())


def deals_of(table: str, match: Match) -> Iterator[DealPlayed]:
    """The deals of a match, the last one as far as it has come."""
    begin, number = 0, 0
    for ply in dict.fromkeys((*match.ends, match.ply)):
        first = begin
        while first < ply and match.entries[first].seat is None:
            first += 1
        dealt = "\n".join(str(entry.move) for entry in match.entries[begin:first])
        if dealt:
            number += 1
            begins = f"{match.state_at(first).to_move}\n{dealt}"
            yield DealPlayed(table, match, begins, number, first, ply)
        begin = ply


def _shared(deals: Sequence[DealPlayed]) -> SharedDeal:
    ended = [deal for deal in deals if deal.over]
    sides = deals[0].match.game.sides
    rows = [_row(deal) for deal in ended]
    if len(sides) == 2 and len(rows) > 1:
        rows = _with_points(rows, [side.id for side in sides], deals[0].match.game.points.sign)
    return SharedDeal(
        deals[0].number,
        tuple(rows),
        tuple(_forks(ended, 0)),
        tuple(deal.table for deal in deals if not deal.over),
        tuple((side.id, side.name) for side in sides),
    )


def _row(deal: DealPlayed) -> TravellerRow:
    game, over = deal.match.game, deal.match.state_at(deal.last)
    lines = game.deal_lines(over)
    told = summary(game, game.deal_feats(over), lines, ONLOOKER)
    scores = totals(game.in_play(lines), (side.id for side in game.sides))
    return TravellerRow(deal.table, told.deal, scores)


def _with_points(
    rows: Sequence[TravellerRow], sides: Sequence[str], sign: int
) -> list[TravellerRow]:
    """Match points of the first side: for each other table one if it did better there, a half for
    as well."""
    nets = [sign * (row.scores[sides[0]] - row.scores[sides[1]]) for row in rows]
    scored = []
    for n, row in enumerate(rows):
        others = nets[:n] + nets[n + 1 :]
        won = sum(1.0 if nets[n] > net else 0.5 if nets[n] == net else 0.0 for net in others)
        points = round(100 * won / len(others))
        scored.append(TravellerRow(row.table, row.did, row.scores, points))
    return sorted(scored, key=lambda row: -(row.points or 0))


def _forks(deals: Sequence[DealPlayed], start: int) -> Iterator[Fork]:
    """Where deals part that are alike up to a move, and where those part that went on together."""
    moves = [deal.moves for deal in deals]
    at = start
    while len(deals) > 1 and all(len(played) > at for played in moves):
        groups: dict[tuple[int | None, str], list[DealPlayed]] = {}
        for deal, played in zip(deals, moves, strict=True):
            groups.setdefault(played[at], []).append(deal)
        if len(groups) > 1:
            yield _fork(groups, deals[0], at)
            for together in groups.values():
                yield from _forks(together, at + 1)
            return
        at += 1


def _fork(
    groups: Mapping[tuple[int | None, str], Sequence[DealPlayed]], one: DealPlayed, at: int
) -> Fork:
    most = sorted(groups.items(), key=lambda item: (-len(item[1]), item[0][1]))
    seat = next((seat for (seat, _), _ in most if seat is not None), 0)
    choices = tuple((move, tuple(deal.table for deal in deals)) for (_, move), deals in most)
    return Fork(seat, one.table, one.match, one.first + at, choices)


def choices_worth(question: str, seconds: float = SECONDS) -> dict[str, Any]:
    """What each card at a fork was worth, by card, with what it gives away; or a sentence why
    nobody knows.  question: the text of `Fork.question`."""
    from cardlab.players import coach
    from cardlab.solver import CannotCompile, NotInTime, warm

    asked = json.loads(question)
    state = Record.from_json(json.dumps(asked["record"])).replay().state_at(asked["ply"])
    if not plays_cards(state):
        return {"sentence": CALL}
    try:
        warm(wait=True)
        values = coach.values(state, seconds=seconds)
    except CannotCompile as no:
        return {"sentence": sentence(str(no))}
    except NotInTime:
        return {"sentence": LATE}
    return {
        "worth": {
            str(move): {"value": str(value), "cost": coach.cost(values, move)}
            for move, value in values.items()
        }
    }


if __name__ == "__main__":
    json.dump(choices_worth(sys.stdin.read()), sys.stdout, ensure_ascii=False)
