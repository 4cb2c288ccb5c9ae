"""Every rule decides, or declares why it seldom does; what it declares is proved."""

from __future__ import annotations

from typing import Any

import pytest

import cardlab
from cardlab.engine.quiet import Quiet, Rare, Typed, Under

from .conftest import LONGEST, unknown, versions, walk

DEALS = 400


def deciding_rules(game: Any) -> set[Any]:
    """The rules that narrow moves or give points in this game, by themselves or as a score."""
    return {rule for phase in game.phases for rule in phase.rules} | set(game.scoring)


def left_after_play(game: Any, rules: set[Any]) -> set[Any]:
    """Those of the rules that decide nothing in deals played at random."""
    left = set(rules)
    for match, _ in walk(game, DEALS, moves=LONGEST):
        if not left:
            break
        left -= {entry.rule for entry in match.lines}
        # what only gives points refuses nothing
        if not match.over and not left <= set(game.scoring):
            for seat in {match.to_move, *match.state.phase.movers(match.state)}:
                verdicts = game.verdicts(match.state, seat).values()
                left -= {verdict.rule for verdict in verdicts if not verdict.legal}
    return left


def quiet_rules(game: Any, kind: type[Quiet]) -> dict[Any, Any]:
    """The rules of a game that declare this kind of quiet, with what they declare."""
    declared = {rule: game.quiet_of(rule) for rule in deciding_rules(game)}
    return {rule: quiet for rule, quiet in declared.items() if isinstance(quiet, kind)}


def test_a_rule_that_is_not_quiet_decides(game: Any) -> None:
    loud = {rule for rule in deciding_rules(game) if game.quiet_of(rule) is None}
    left = left_after_play(game, loud)
    assert not left, f"never decided anything: {sorted(left)}"


def test_the_quiet_rules_are_rules_that_the_game_may_have(game: Any) -> None:
    """A misspelt id would silence nothing."""
    known = set().union(*map(deciding_rules, versions(game)))
    assert not (strange := set(game.quiet) - known), unknown(game, "quiet", strange)


def test_typed_moves_are_refused_by_their_rule_and_never_offered(game: Any) -> None:
    wanted = quiet_rules(game, Typed)
    for match, _ in walk(game, DEALS, seed=7, moves=LONGEST):
        if not wanted:
            break
        if match.over:
            continue
        phase = match.state.phase
        for rule, quiet in list(wanted.items()):
            if rule not in phase.rules:
                continue
            verdict = match.verdict(quiet.text)
            assert rule not in {v.rule for v in game.verdicts(match.state).values() if not v.legal}
            if not verdict.legal and verdict.rule == rule:
                assert quiet.text not in match.candidates()
                del wanted[rule]
    assert not wanted, f"nothing typed was refused by {sorted(wanted)}"


def test_rare_examples_are_decided_by_their_rule(game: Any) -> None:
    for rule, quiet in quiet_rules(game, Rare).items():
        assert quiet.because
        example = quiet.example(game)
        if rule.kind == "score":
            assert rule in {entry.rule for entry in game.score(example)}, rule
        else:
            verdicts = game.verdicts(example).values()
            assert rule in {verdict.rule for verdict in verdicts if not verdict.legal}, rule


@pytest.mark.parametrize("id", cardlab.games())
def test_rules_under_other_options_decide_with_them(id: str) -> None:
    game = cardlab.game(id)
    for rule, quiet in quiet_rules(game, Under).items():
        other = cardlab.game(id, **quiet.options)
        mine = {r for r in deciding_rules(other) if r == rule}
        assert mine and not left_after_play(other, mine), rule
