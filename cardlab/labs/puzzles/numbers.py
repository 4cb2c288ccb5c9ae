"""Questions about scores and odds."""

from __future__ import annotations

from typing import Any

from cardlab.labs import odds, scores
from cardlab.labs.puzzles.base import Puzzle, settings

__all__ = ["ODDS", "SCORES"]


def _failed_kaiser() -> str:
    """The margin over every number of tricks with which seven falls short."""
    margins = {}
    for tricks in range(1, 8):
        made = scores.score(
            "kaiser", contract=7, no_trump=0, tricks_north_south=tricks, five=1, three=0
        ).totals
        margins[tricks] = made["north-south"] - made["east-west"]
    failed = {margin for tricks, margin in margins.items() if 3 <= tricks < 7}
    costs = ", ".join(str(margin).replace("-", "−") for margin in sorted(failed))
    below = str(margins[1]).replace("-", "−")
    return (
        f"No: from 0 points up to the last that falls short the difference is always {costs}. Only"
        f" below 0 it does: with one trick and 3♠ in it, it is {below}."
    )


def _text(id: str, made: Any, failed: Any, **more: Any) -> str:
    return scores.break_even(id, made, failed, **more).text


def _seven_of_kaiser() -> str:
    given = {"contract": 7, "no_trump": 0, "five": 0, "three": 1}
    made, failed = {"tricks_north_south": 2}, {"tricks_north_south": 1}
    return _text("kaiser", made, failed, **given)


def _game_or_part_score() -> str:
    given = {"level": 3, "strain": "NT", "instead": {"level": 2}}
    return _text("bridge", {"tricks": 9}, {"tricks": 8}, **given)


def _slam() -> str:
    given = {"level": 6, "strain": "S", "instead": {"level": 4}}
    return _text("bridge", {"tricks": 12}, {"tricks": 11}, **given)


SCORES = (
    Puzzle(
        "failed-kaiser",
        "scores",
        "kaiser",
        "You fail your contract in Kaiser. Does it matter by how much?",
        "Move North–South's tricks.",
        ("tricks_north_south", 3),
        _failed_kaiser,
        settings(result="contract:7;no_trump:0;tricks_north_south:5;five:1;three:0"),
    ),
    Puzzle(
        "seven-of-kaiser",
        "scores",
        "kaiser",
        "How weak a hand may bid seven in Kaiser?",
        "Set the contract to 7.",
        ("contract", 7),
        _seven_of_kaiser,
        settings(result="contract:6;no_trump:0;tricks_north_south:2;five:0;three:1"),
    ),
    Puzzle(
        "game-or-part-score",
        "scores",
        "bridge",
        "Nine tricks, or eight: when is three no trump better than two?",
        "Choose “Level: 2” as what is done instead.",
        ("instead", "level:1"),
        _game_or_part_score,
        settings(result="level:3;strain:4;doubled:0;tricks:9"),
    ),
    Puzzle(
        "slam",
        "scores",
        "bridge",
        "How sure must you be to bid six spades where four are safe?",
        "Choose “Level: 4” as what is done instead.",
        ("instead", "level:3"),
        _slam,
        settings(result="level:6;strain:3;doubled:0;tricks:12"),
    ),
)


def _chance(id: str, question: str, **values: Any) -> odds.Chance:
    exact = odds.ask(id, question).posed(**values).exact()
    if exact is None:
        raise ValueError(f"{question} of {id} is not counted")
    return exact


def _flat_split() -> str:
    even, uneven = (_chance("bridge", "split", missing=4, split=s) for s in ("2-2", "3-1"))
    return f"Two and two in {even.percent} of deals; three and one is likelier, {uneven.percent}."


def _queen_of_spades() -> str:
    west = _chance("bridge", "vacant", missing=1, many=1, known_left=7, known_right=2)
    east = 1 - west.value
    return (
        f"With East, in {100 * float(east):.2f} % of the deals that are left ({east}): East has more"
        " places where she can be."
    )


def _void() -> str:
    chances = {id: _chance(id, "void") for id in ("kaiser", "bridge")}
    return f"In {chances['kaiser'].percent} of hands, and in bridge in {chances['bridge'].percent}."


def _one_more_card() -> str:
    six, five = (_chance("seven-and-a-half", "bust", cards=card) for card in ("6D", "5D"))
    return f"Yes: it busts you with {six.percent}. With five it would be {five.percent}."


ODDS = (
    Puzzle(
        "flat-split",
        "odds",
        "bridge",
        "Four cards of a suit are out. Do they lie two and two?",
        "Let four cards be missing.",
        ("missing", 4),
        _flat_split,
        settings(question="split"),
    ),
    Puzzle(
        "queen-of-spades",
        "odds",
        "bridge",
        "West has shown seven hearts, East two. Who has the queen of spades?",
        "Count seven known cards in the left hand, and two in the right.",
        ("known_left", 7),
        _queen_of_spades,
        settings(question="vacant", missing=1, many=1, known_left=0, known_right=2),
    ),
    Puzzle(
        "void",
        "odds",
        "kaiser",
        "How often does a hand of eight cards lack a suit?",
        "Ask about a void.",
        ("question", "void"),
        _void,
    ),
    Puzzle(
        "one-more-card",
        "odds",
        "seven-and-a-half",
        "You hold six, and seven and a half is the most. Is one more card worse than a toss-up?",
        "Ask for 6♦ in your hand.",
        ("cards", "6D"),
        _one_more_card,
        settings(question="bust", cards="5S"),
    ),
)
