"""The vectors of Hearts."""

from __future__ import annotations

from typing import Any

import cardlab

from ._tricks import Bag, winner

Given = dict[str, Any]


def earlier(given: Given) -> list[list[tuple[int, str]]]:
    """Tricks before the one on the table: none, or one in which hearts were broken or not."""
    if given["first_trick"]:
        return []
    free = (c for c in cardlab.game("hearts").pack if c not in given["hand"])
    unseen = [c for c in free if c not in [card for _, card in given["trick"]]]
    lead = next(c for c in unseen if c.suit == "C")
    thrown = next(c for c in unseen if c.suit == ("H" if given["hearts_broken"] else "D"))
    return [[(0, lead), (1, thrown)]]


def legal(given: Given) -> Given:
    game = cardlab.game("hearts")
    trick = [tuple(pair) for pair in given["trick"]]
    me = (trick[-1][0] + 1) % 4 if trick else 0
    state = game.state(hands={me: given["hand"]}, trick=trick, taken=earlier(given), to_move=me)
    verdicts = {card: game.verdict(state, card) for card in given["hand"]}
    return {
        "legal": Bag([card for card, verdict in verdicts.items() if verdict.legal]),
        "illegal": {card: verdict.rule for card, verdict in verdicts.items() if not verdict.legal},
    }


def points_of(game: cardlab.Game, given: Given) -> list[int]:
    """The points of each seat, from the cards taken or as they are given."""
    if "points" in given:
        return list(given["points"])
    taken = given["taken"]

    def taker(card: str) -> int | None:
        return next((seat for seat, cards in enumerate(taken) if card in cards), None)

    hearts = tuple(sum(card[1] == "H" for card in cards) for cards in taken)
    jack = taker("JD") if given.get("jack") else None
    sums = cardlab.totals(game.score(game.Result(hearts, taker("QS"), jack)))
    return [sums.get(side.id, 0) for side in game.sides]


def score(given: Given) -> Given:
    options = {name: given[name] for name in ("moon", "jack") if name in given}
    game = cardlab.game("hearts", **options)
    points = points_of(game, given)
    after = [sum(pair) for pair in zip(given["before"], points, strict=True)]
    outcome = game.outcome(game.opening().but(totals=tuple(after)))
    answer: Given = {"points": points, "after": after, "over": outcome is not None}
    if outcome is not None:
        (won,) = outcome.winners
        answer["winner"] = [side.id for side in game.sides].index(won)
    elif max(after) >= game.target and after.count(min(after)) > 1:
        answer["reason"] = "lowest-is-tied"
    return answer


KINDS = {"legal": legal, "winner": lambda given: winner("hearts", given), "score": score}
