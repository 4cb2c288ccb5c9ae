"""Bridge's vectors."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import Bag

Given = dict[str, Any]
SEATS = ("S", "W", "N", "E")
SIDES = ("NS", "EW")


def _trump(strain: str) -> str | None:
    return None if strain == "NT" else strain


def auction(given: Given) -> Given:
    game = cardlab.game("bridge")
    dealer = SEATS.index(given["dealer"])
    state = game.state(phase="auction", dealer=dealer, to_move=dealer, hands=[("AS",)] * 4)
    for at, call in enumerate(given["calls"]):
        if state.phase.id != "auction":
            return {"illegal": at, "reason": "auction-over"}
        verdict = game.verdict(state, call)
        if not verdict.legal:
            return {"illegal": at, "reason": verdict.rule}
        state = game.after(state, call)
    if state.phase.id == "auction":
        return {"status": "open"}
    if state.contract is None:
        return {"status": "passed-out"}
    c = state.contract
    return {
        "status": "contract",
        "level": c.level,
        "strain": c.strain,
        "dbl": c.doubled,
        "declarer": SEATS[c.declarer],
        "leader": SEATS[state.to_move],
        "dummy": SEATS[(c.declarer + 2) % 4],
    }


def legal(given: Given) -> Given:
    game = cardlab.game("bridge")
    trick = [(seat, entry["card"]) for seat, entry in enumerate(given["trick"])]
    me = len(trick)
    state = game.state(
        hands={me: given["hand"]}, trick=trick, trump=_trump(given["trump"]), to_move=me
    )
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    refused = [{"card": c, "reason": str(v.rule)} for c, v in verdicts.items() if not v.legal]
    return {"legal": Bag([c for c, v in verdicts.items() if v.legal]), "illegal": Bag(refused)}


def trick_winner(given: Given) -> Given:
    trick = [(seat, entry["card"]) for seat, entry in enumerate(given["trick"])]
    return {"winner_index": cardlab.game("bridge").winner(trick, _trump(given["trump"]))}


def _scored(level: int, strain: str, dbl: int, vulnerable: bool, tricks: int) -> Given:
    game = cardlab.game("bridge")
    lines = game.score(game.Result(level, strain, dbl, 0, tricks, games=(int(vulnerable), 0)))
    ours = game.sides[0].id
    # the bonus for the rubber belongs to the match, not to the table of results
    return {
        "below": sum(x.points for x in lines if x.account == "below"),
        "declarer_above": sum(
            x.points
            for x in lines
            if x.account == "above" and x.side == ours and x.rule != "rubber-bonus"
        ),
        "defenders_above": sum(x.points for x in lines if x.side != ours),
    }


def deal_score(given: Given) -> Given:
    return _scored(
        given["level"], given["strain"], given["dbl"], given["vulnerable"], given["tricks"]
    )


def contract_table(given: Given) -> Given:
    below = [
        _scored(n, given["strain"], given["dbl"], False, 6 + n)["below"] for n in given["levels"]
    ]
    return {"below": below, "game_in_one_deal": [b >= 100 for b in below]}


def overtrick_table(given: Given) -> Given:
    base = _scored(1, given["strain"], given["dbl"], given["vulnerable"], 7)["declarer_above"]
    above = [
        _scored(1, given["strain"], given["dbl"], given["vulnerable"], 7 + n)["declarer_above"]
        for n in given["overtricks"]
    ]
    return {"above": [points - base for points in above]}


def undertrick_table(given: Given) -> Given:
    return {
        "defenders_above": [
            _scored(7, "NT", given["dbl"], given["vulnerable"], 13 - n)["defenders_above"]
            for n in given["undertricks"]
        ]
    }


def game_bids(given: Given) -> Given:
    lowest = {}
    for strain in ("C", "D", "H", "S", "NT"):
        level = next(n for n in range(1, 8) if _scored(n, strain, 0, False, 6 + n)["below"] >= 100)
        lowest[strain] = f"{level}{strain}"
    return {"lowest_game_from_zero": Bag(lowest.values())}


def rubber(given: Given) -> Given:
    game = cardlab.game("bridge")
    standing, log = game.opening(), []
    for deal in given["deals"]:
        side = SIDES.index(deal["side"])
        result = game.Result(
            deal["level"],
            deal["strain"],
            deal["dbl"],
            side,
            deal["tricks"],
            standing.below,
            standing.games,
        )
        lines = game.score(result)
        ours = game.sides[side].id
        bonus = sum(x.points for x in lines if x.rule == "rubber-bonus")
        entry = {
            "vul": result.vulnerable,
            "below": sum(x.points for x in lines if x.account == "below"),
            "declarer_above": (
                sum(x.points for x in lines if x.account == "above" and x.side == ours) - bonus
            ),
            "defenders_above": sum(x.points for x in lines if x.side != ours),
        }
        before, standing = standing, game.carried(standing, lines)
        if standing.games != before.games:
            entry["game"] = SIDES[0] if standing.games[0] > before.games[0] else SIDES[1]
        log.append(entry | ({"rubber_bonus": bonus} if bonus else {}))
    return {
        "log": log,
        "games": dict(zip(SIDES, standing.games, strict=True)),
        "below": dict(zip(SIDES, standing.below, strict=True)),
        "totals": dict(zip(SIDES, standing.totals, strict=True)),
        "over": game.outcome(standing) is not None,
    }


def full_deal(given: Given) -> Given:
    game = cardlab.game("bridge")
    declarer = SEATS.index(given["declarer"])
    strain, level = given["contract"][1:], int(given["contract"][0])
    leader = (declarer + 1) % 4
    state = game.state(
        phase="play",
        hands=[given["hands"][s] for s in SEATS],
        trump=_trump(strain),
        leader=leader,
        to_move=leader,
        declarer=declarer,
    )
    for play in given["plays"]:
        assert SEATS[state.to_move] == play["seat"], (state.to_move, play)
        state = game.after(state, play["card"])
    side = game.side_index(declarer)
    tricks = state.tricks_by_side()[side]
    return {"declarer_tricks": tricks} | _scored(
        level, strain, given["dbl"], given["vulnerable"], tricks
    )


KINDS = {
    "auction": auction,
    "legal": legal,
    "trick-winner": trick_winner,
    "deal-score": deal_score,
    "contract-table": contract_table,
    "overtrick-table": overtrick_table,
    "undertrick-table": undertrick_table,
    "game-bids": game_bids,
    "rubber": rubber,
    "full-deal": full_deal,
}
