"""Vectors of Sum-Run-Set, read off the public surface of the game."""

from __future__ import annotations

from typing import Any

import cardlab


def make(given: dict[str, Any], players: int = 2) -> Any:
    named = {"players": players, **given, **given.get("options", {})}
    known = {o.name for o in cardlab.engine.catalogue.game_class("sum-run-set").all_options()}
    return cardlab.game(
        "sum-run-set", **{name: value for name, value in named.items() if name in known}
    )


def kind(line: Any) -> str:
    return "running_flush" if line.rule == "run" and dict(line.values)["k"] == 2 else str(line.rule)


def table(game: Any, given: dict[str, Any]) -> Any:
    """Seat 0 holds the card, and the pack goes on after it."""
    fresh = given.get("prev_uncaptured")
    return game.state(
        phase="fish", pond=given["pond"], hands={0: [given["card"]], 1: ["KD"]}, fresh=fresh
    )


def deal(given: dict[str, Any]) -> dict[str, Any]:
    state = make(given).match(seed=1).state
    return {
        "pond": len(state.pond),
        "each": len(state.hands[0]),
        "hands_per_pitch": 1 + state.hands_left,
    }


def options(given: dict[str, Any]) -> dict[str, Any]:
    game = make(given)
    state = table(game, given)
    found = []
    for move in game.legal_moves(state):
        if move.verb == "capture":
            line = game.after(state, move).pegged[0]
            found.append([kind(line), sorted(map(str, move.named)), line.points])
    return {"options": sorted(found)}


def play(given: dict[str, Any]) -> dict[str, Any]:
    game = make(given)
    state = table(game, given)
    text = given["card"]
    if given.get("capture"):
        named = given.get("type") or given.get("kind") or given.get("as") or ""
        text += f" takes {' '.join(given['capture'])} {named.replace('running_flush', 'run')}"
    verdict = game.verdict(state, text.strip())
    if not verdict.legal:
        return {"ok": False, "reason": str(verdict.rule)}
    after = game.after(state, text.strip())
    return {
        "ok": True,
        "lines": [[kind(x), x.points] for x in after.pegged],
        "points": sum(x.points for x in after.pegged),
        "pond_after": list(map(str, after.pond)),
        "captured_count": len(after.piles[0]),
    }


def pitch_end(given: dict[str, Any]) -> dict[str, Any]:
    seats = list(given["cards"])
    game = make(given, players=len(seats))
    sides = list(given["before"])
    by_side = dict(zip((s.id for s in game.sides), sides, strict=True))
    before, honours = (tuple(given[key][name] for name in sides) for key in ("before", "honours"))
    result = game.Result(tuple(given["cards"][name] for name in seats), honours, before)
    lines = game.score(result)
    after = {side: given["before"][side] for side in sides}
    for line in lines:
        after[by_side[line.side]] += line.points
    winner = game.round_winner(result)
    return {
        "lines": [[str(x.rule), by_side[x.side], x.points] for x in lines],
        "after": after,
        "winner": None if winner is None else sides[winner],
    }


def match_points(given: dict[str, Any]) -> dict[str, Any]:
    losers = given["losers"]
    sides = ["winner", *losers]
    partners = bool(given.get("partners") or given.get("options", {}).get("partners"))
    game = make({**given, "match_points": 5}, players=4 if partners else len(sides))
    pegs = (game.target, *losers.values())
    result = game.Result((0,) * game.players, (0,) * len(sides), pegs, 0)
    return {
        "lurched": [
            sides[i] for i in sorted({game.side_index(seat) for seat in game.lurched(result)})
        ],
        "match_points": sum(x.points for x in game.score(result) if x.account == "match"),
    }


KINDS = {
    "deal": deal,
    "options": options,
    "play": play,
    "pitch-end": pitch_end,
    "match-points": match_points,
}
