"""The leagues' vectors: a run of pitches, and a table that never closes."""

from __future__ import annotations

from typing import Any

from cardlab.families.leagues import League, LeagueError, NeverEnding

Given = dict[str, Any]


def run(given: Given) -> Given:
    stay = "winners" if given["rule"].startswith("winner") else "losers"
    league = League.of(
        *given["seats"], waiting=given["queue"], stay=stay, target=given.get("target", 0)
    )
    try:
        for winners, points in given["pitches"]:
            league = league.after([] if winners in (None, "draw") else winners, points)
    except LeagueError as refused:
        return {"error": str(refused.rule).replace("-", "_")}
    answer = {
        "seats": list(league.seats),
        "queue": list(league.waiting),
        "scores": league.scores,
        "pitches_won": league.pitches_won,
        "champion": league.champion,
    }
    if given.get("gin_bonuses") and league.over:
        answer |= league.settled()._asdict()
    return answer


def never_ending(given: Given) -> Given:
    table = NeverEnding.of(*given["seats"], most=given.get("max_seats", 12))
    try:
        for what, *details in given["events"]:
            table = getattr(table, what)(*details)
    except LeagueError as refused:
        return {"error": str(refused.rule).replace("-", "_")}
    return {
        "seats": list(table.seats),
        "scores": table.scores,
        "over": table.over,
        "overall_winner": table.champion,
    }


KINDS = {"run": run, "never-ending": never_ending}
