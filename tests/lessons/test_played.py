"""What a played deal proves: no more than what happened in it."""

from __future__ import annotations

import cardlab
from cardlab.lessons.played import deal_events
from cardlab.lessons.progress import Progress
from cardlab.players import bot


def events_of(game: str, seed: int = 7) -> list[tuple[str, str, bool | None]]:
    match = cardlab.game(game).match(seed=seed)
    match.play_deal({seat: bot("random", seed=seat) for seat in range(match.game.players)})
    return [(e.kind, e.rule or e.concept, e.right) for e in deal_events(match, 0, 5.0)]


def test_nothing_is_told_before_a_deal_is_over() -> None:
    assert deal_events(cardlab.game("kaiser").match(seed=7), 0, 5.0) == ()


def test_only_rules_that_decided_are_told() -> None:
    rules = {rule for kind, rule, _ in events_of("scotch-whist") if kind == "decided"}
    sheet = {str(rule) for rule in cardlab.game("scotch-whist").all_rules()}
    assert "must-follow-suit" in rules and rules < sheet


def test_a_contract_is_told_to_the_side_that_made_it() -> None:
    told = {}
    for seed in range(12):
        match = cardlab.game("kaiser").match(seed=seed)
        match.play_deal({seat: bot("random", seed=seat) for seat in range(4)})
        over = next(
            state
            for ply in range(match.ply, -1, -1)
            if (state := match.state_at(ply)).phase.id == "over"
        )
        for seat in range(4):
            kept = [e.right for e in deal_events(match, seat, 5.0) if e.kind == "contract"]
            assert len(kept) == (over.declarer in (seat, (seat + 2) % 4))
            if kept:
                side = match.game.side_of[seat]
                told[seed] = kept[0]
                assert kept[0] == (sum(x.points for x in match.lines if x.side == side) > 0)
    assert set(told.values()) == {True, False}


def test_a_deal_alone_ticks_nothing() -> None:
    match = cardlab.game("scotch-whist").match(seed=7)
    match.play_deal({seat: bot("random", seed=seat) for seat in range(match.game.players)})
    events = [e for day in range(50) for e in deal_events(match, 0, day * 86_400.0)]
    mine = Progress(events)
    assert mine.game_state("scotch-whist") == "seen"
    assert {mine.mastery(concept) for concept in mine.concepts} == {"seen"}
