"""A finished deal in one plain sentence, and in one line of how, for the seat that reads.

Knows sides, score lines and English. Knows no game: what somebody undertook and what came of it, a
game declares as `Feat`s (`Game.feats`); where it declares none, the points of the deal speak.

>>> import cardlab
>>> game = cardlab.game("kaiser")
>>> result = game.Result(contract=8, tricks=(4, 4), five=0, three=1)
>>> summary(game, game.feats(result), game.score(result), reader=0).title
'You and North bid 8 and took 9: contract made.'
>>> summary(game, game.feats(result), game.score(result), reader=1).how
'Four tricks, with 5♥ among them. North–South score 9, you and East 1.'
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardlab.engine.aims import Points
from cardlab.engine.feats import Feat
from cardlab.engine.outcomes import Outcome, Side, sharing, written
from cardlab.engine.scoring import ScoreLine, totals
from cardlab.engine.telling import begins_with, side_called, told_to
from cardlab.engine.words import ONLOOKER, capital, listed, sentence

if TYPE_CHECKING:
    from cardlab.engine.game import Game

__all__ = ["DealSummary", "deal_sentences", "score_sentence", "summary"]


@dataclass(frozen=True)
class DealSummary:
    """A deal in words.

    title: the sentence that comes first; how: the line below it; deal: the sentence about this
    deal, which is the title as long as the match goes on; points: who scores what in it.
    """

    title: str
    how: str
    deal: str
    points: str = ""


NOTHING = "Nobody scored in this deal."
THROWN_IN = "The cards were thrown in: nobody scored."


def summary(
    game: Game,
    feats: Sequence[Feat],
    lines: Iterable[ScoreLine],
    reader: int,
    outcome: Outcome | None = None,
    me: str = "you",
    thrown_in: bool = False,
) -> DealSummary:
    """Return what a seat reads first after a deal.

    feats, lines: of this deal; outcome: of the match, if it is over; me: what the reader is called,
    "you" or "I"; thrown_in: nobody wanted to play the deal.
    """
    entries = game.in_play(lines)
    sums = totals(entries, (side.id for side in game.sides))
    feat = next((one for one in feats if reader in one.seats), feats[0] if feats else None)
    if thrown_in and not entries:
        deal = THROWN_IN
        how = ""
    elif feat is None:
        deal = _by_points(game, sums, bool(entries), reader, me)
        how = ""
    else:
        deal = _by_feat(game, feat, reader, me)
        how = sentence(told_to(feat.how, reader))
    points = _all_points(game, sums, reader, me) if entries else ""
    if feat is not None or len(game.sides) > 2:
        how = f"{how} {points}".strip()
    if outcome is None:
        return DealSummary(deal, how, deal, points)
    won = _won(game, outcome, reader, me)
    return DealSummary(won, f"{deal} {outcome.say(reader)}", deal, points)


def score_sentence(game: Game, entry: ScoreLine, reader: int) -> str:
    """Return what a score line says in words: why, and who scores what.

    >>> import cardlab
    >>> game = cardlab.game("kaiser")
    >>> made, defended = game.score(game.Result(contract=8, tricks=(4, 4), five=0, three=1))
    >>> score_sentence(game, made, 0), score_sentence(game, defended, 0)
    ('9 reaches 8: you and North score 9.', 'East–West defended, and score 1.')
    """
    side = next(side for side in game.sides if side.id == entry.side)
    verb = _verb(game, side, reader, entry.points)
    because, scores = told_to(entry.because, reader), f"{_who(game, side, reader)} {verb}"
    if begins_with(entry.because, side):
        return capital(f"{because}, and {verb}.")
    return capital(f"{because}: {scores}." if because else f"{scores}.")


MOST_LINES = 6
"""A deal of more score lines than these is told by what each side has in the end."""


def deal_sentences(
    game: Game, feats: Sequence[Feat], lines: Iterable[ScoreLine]
) -> tuple[str, ...]:
    """What came of a deal as somebody reads who does not sit at the table: what was undertaken,
    the score line by line unless these are many, and the points of each side where it had several.

    >>> import cardlab
    >>> game = cardlab.game("kaiser")
    >>> result = game.Result(contract=8, tricks=(4, 4), five=0, three=1)
    >>> deal_sentences(game, game.feats(result), game.score(result))[0]
    'North–South bid 8 and took 9: contract made.'
    """
    entries = game.in_play(lines)
    told = [_by_feat(game, feat, ONLOOKER, "you") for feat in feats]
    sums = totals(entries, (side.id for side in game.sides))
    told += [NOTHING] if not entries else []
    reasons = [str(entry.because) for entry in entries]
    again = len({*reasons}) < len(reasons) or any(
        one.startswith(reason) for one in told for reason in reasons if reason
    )
    few = len(entries) <= MOST_LINES
    by_line = few and (not feats or (len(feats) == 1 and not again))
    told += [score_sentence(game, entry, ONLOOKER) for entry in entries] if by_line else []
    if entries and (not by_line or len(entries) > len({entry.side for entry in entries})):
        told.append(_all_points(game, sums, ONLOOKER, "you"))
    return tuple(dict.fromkeys(told))


# --- the sentences


def _who(game: Game, side: Side, reader: int, me: str = "you") -> str:
    return side_called(side, game.names, reader, me)


def _by_feat(game: Game, feat: Feat, reader: int, me: str) -> str:
    seats = Side("", listed([game.names[seat] for seat in feat.seats], most=9), feat.seats)
    named = next((side for side in game.sides if side.seats == feat.seats), seats)
    did = f"{_who(game, named, reader, me)} {told_to(feat.did, reader)}"
    return capital(f"{did}: {told_to(feat.so, reader)}." if feat.so else f"{did}.")


def _by_points(game: Game, sums: dict[str, int], scored: bool, reader: int, me: str) -> str:
    if not scored:
        return NOTHING
    own = next(side for side in game.sides if reader in side.seats)
    mine = f"{capital(_who(game, own, reader, me))} {_past(game, sums[own.id])}"
    others = [side for side in game.sides if side is not own]
    if len(others) == 1:
        they = _who(game, others[0], reader)
        if min(sums.values()) > 0:
            return f"{mine}, {they} {written(sums[others[0].id])}."
        return f"{mine}, and {they} {_past(game, sums[others[0].id])}."
    best = game.points.best_of(sums.values())
    if sums[own.id] == best:
        alone = list(sums.values()).count(best) == 1
        return f"{mine}, {_most(game) if alone else f'and nobody {_more(game)}'}."
    leaders = [side for side in others if sums[side.id] == best]
    each = " each" if len(leaders) > 1 else ""
    names = listed([side.name for side in leaders], most=9)
    return f"{mine}; {names} had {_most(game)}: {written(best)}{each}."


def _most(game: Game) -> str:
    return "the most in this deal" if game.points is Points.GOOD else "the fewest in this deal"


def _more(game: Game) -> str:
    return "had more" if game.points is Points.GOOD else "had fewer"


def _past(game: Game, points: int) -> str:
    if not points:
        return "scored nothing" if game.points is Points.GOOD else "took no points"
    if game.points is Points.BAD:
        return f"{'took' if points > 0 else 'shed'} {written(abs(points), 'point')}"
    return f"{'scored' if points > 0 else 'lost'} {written(abs(points), 'point')}"


def _verb(game: Game, side: Side, reader: int, points: int) -> str:
    """The verb of a score in the present tense, with its number."""
    plain = len(side.seats) > 1 or reader in side.seats
    gain, loss = ("score", "lose") if game.points is Points.GOOD else ("take", "shed")
    verb = loss if points < 0 else gain
    return f"{verb if plain else verb + 's'} {written(abs(points)) if points else 'nothing'}"


def _all_points(game: Game, sums: dict[str, int], reader: int, me: str) -> str:
    """Who scores what in this deal: the reader first or last as the sides sit, the verb once."""
    first, *rest = game.sides
    opening = f"{_who(game, first, reader, me)} {_verb_of(game, first, reader, me, sums[first.id])}"
    others = [f"{_who(game, side, reader, me)} {written(sums[side.id])}" for side in rest]
    told = (
        f"{opening}, {others[0]}"
        if len(others) == 1
        else listed([opening, *others], most=len(others) + 1)
    )
    return capital(f"{told}.")


def _verb_of(game: Game, side: Side, reader: int, me: str, points: int) -> str:
    plain = len(side.seats) > 1 or reader in side.seats
    verb = "score" if game.points is Points.GOOD else "take"
    return f"{verb if plain else verb + 's'} {written(points)}"


def _won(game: Game, outcome: Outcome, reader: int, me: str) -> str:
    """Who has won the match, and by what."""
    winners = [side for side in outcome.sides if side.id in outcome.winners]
    called = [_who(game, side, reader, me) for side in winners]
    names = listed(called, most=len(called))
    plain = len(winners) > 1 or len(winners[0].seats) > 1 or reader in winners[0].seats
    if outcome.did:
        return capital(f"{names} {outcome.did}, and {'win' if plain else 'wins'} the match.")
    total = dict(zip((side.id for side in outcome.sides), outcome.totals, strict=True))
    best = total[winners[0].id]
    if len(winners) > 1:
        who, partner = sharing(called)
        points = f"{':' if partner else ' with'} {written(best, 'point')} each"
        return capital(f"{who} share the match{partner}{points}.")
    verb = "win" if plain else "wins"
    if len(outcome.sides) == 2:
        other = next(total[side.id] for side in outcome.sides if side is not winners[0])
        return capital(f"{names} {verb} the match, {written(best)} to {written(other)}.")
    return capital(f"{names} {verb} the match with {written(best, 'point')}.")
