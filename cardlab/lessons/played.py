"""What a deal that was played shows about one seat: the rules that decided something in it, and
whether a promise was kept.

Knows matches, verdicts and score lines. Knows no learner: what it proves, `progress` says. A rule
that had nothing to say in a deal was not met there, whatever the rule sheet lists.

>>> import cardlab
>>> from cardlab.players import bot
>>> match = cardlab.game("kaiser").match(seed=7)
>>> match = match.play_deal({seat: bot("random", seed=seat) for seat in range(4)})
>>> told = deal_events(match, 0, when=5.0)
>>> told[0].kind, told[0].game, "must-follow-suit" in [event.rule for event in told]
('played', 'kaiser', True)
"""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.engine.match import Match
from cardlab.engine.rulings import Rule
from cardlab.families.tricks import TrickGame, TrickState
from cardlab.lessons.progress import Event

__all__ = ["deal_events"]

KEPT = 1 / 2
"""How often a promise is kept by luck: as often as not."""
CONTRACT = "contract"
"""The concept that a kept promise speaks for."""


def deal_events(match: Match, seat: int, when: float) -> tuple[Event, ...]:
    """The events of the deal that ended last: that it was played, each concept that a rule brought
    into it, and the contract of the seat's side if it had one.

    when: seconds since 1970. Nothing where no deal has ended.
    """
    ends = match.ends
    if not ends:
        return ()
    last = ends[-1]
    first = ends[-2] if len(ends) > 1 else 0
    game = match.game.id
    address = f"{game}?seed={match.seed}"
    events = [Event(when, "played", game=game, address=address)]
    deciding: dict[str, str] = {}
    for rule in _deciding(match, seat, first, last):
        for concept in rule.concepts:
            deciding.setdefault(concept, str(rule))
    events += [
        Event(when, "decided", concept=concept, rule=rule, game=game)
        for concept, rule in deciding.items()
    ]
    if (made := _kept(match, seat, last)) is not None:
        events.append(Event(when, "contract", concept=CONTRACT, game=game, right=made, chance=KEPT))
    return tuple(events)


def _deciding(match: Match, seat: int, first: int, last: int) -> Iterator[Rule]:
    """The rules that left the seat fewer moves, that gave a trick to somebody, or that gave the
    seat's side its points."""
    game, over = match.game, match.state_at(last)
    for ply in range(first, last):
        if match.entries[ply].seat == seat:
            for verdict in game.verdicts(match.state_at(ply), seat).values():
                if not verdict.legal and verdict.rule is not None:
                    yield verdict.rule
    if isinstance(game, TrickGame):
        for trick in over.taken:
            yield game.told_trick(over, trick)[1]
    for line in game.deal_lines(over):
        if line.side == game.side_of.get(seat):
            yield line.rule


def _kept(match: Match, seat: int, last: int) -> bool | None:
    """Whether the seat's side has kept its contract; None where it had none."""
    over = match.state_at(last)
    if not isinstance(over, TrickState) or over.contract is None or over.declarer is None:
        return None
    if over.void or not over.same_side(seat, over.declarer):
        return None
    game = match.game
    side = game.side_of.get(seat)
    points = sum(line.points for line in game.deal_lines(over) if line.side == side)
    return points * game.points.sign > 0
