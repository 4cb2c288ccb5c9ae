"""What every score says first: one plain sentence for each seat that reads, true of the totals.

The numbers are added up here once more, from the points of the lines alone; the sentences are read
as text. Results are made up, and for every game a match is played to its end or for some deals.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

import cardlab
from cardlab.engine.aims import Points
from cardlab.engine.outcomes import Outcome, Side
from cardlab.engine.results import any_result
from cardlab.engine.scoring import Formula, ScoreLine
from cardlab.engine.summary import NOTHING, DealSummary, score_sentence, summary
from cardlab.engine.telling import Telling, told_to
from cardlab.engine.worked import WorkedStep, steps
from cardlab.lessons.questions.scores import DealScore

RESULTS = 12
"""Made-up results a game."""
NEVER_TOLD = re.compile(
    r"\b[01] (points|tricks|cards)\b|\bone (tricks|cards|points|overtricks)\b|-\d|[{}\[\]|⌊⌋]"
)
"""What no sentence has: a wrong number of a noun, a minus of the keyboard, a sign of a formula."""
KEPT_ALL_THE_SAME = {"cardigan", "spades", "redbeard"}
"""Games in which a promise is not all that scores: bonuses that are kept, bags that cost."""


DEALT = {"honours"}
"""Rules that score the cards that were dealt, whoever keeps a promise."""


def made_up(game: Any) -> Iterator[tuple[Any, tuple[ScoreLine, ...]]]:
    """Results of a game with their lines."""
    rng = random.Random(game.id)
    for _ in range(RESULTS):
        result = any_result(game, rng)
        yield result, game.score(result)


def sums_of(game: Any, lines: Iterable[ScoreLine]) -> dict[str, int]:
    sums = {side.id: 0 for side in game.sides}
    for entry in lines:
        sums[entry.side] += entry.points
    return sums


def numbers(text: str) -> list[int]:
    return [int(n.replace("−", "-")) for n in re.findall(r"(?<![\w♠♥♦♣])−?\d+", text)]


def called(side: Side, names: tuple[str, ...], reader: int) -> str:
    """What a reader calls a side, worked out here once more."""
    if reader not in side.seats:
        return side.name
    others = [names[seat] for seat in side.seats if seat != reader]
    words = ["you", *others]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if others else "you"


def check_words(game: Any, text: str, reader: int) -> None:
    """A sentence for a reader: whole, without a formula, and with "you" for the reader."""
    assert text[0].isupper() or not text[0].isalpha(), text
    assert text.endswith("."), text
    assert not NEVER_TOLD.search(text), text
    own = next(side for side in game.sides if reader in side.seats)
    assert not re.search(rf"(?<![–\w]){game.names[reader]}(?![–\w])", text), text
    assert own.name not in text or len(own.seats) == 1, text


def check_summary(game: Any, told: DealSummary, lines: Iterable[ScoreLine], reader: int) -> None:
    """The totals are those of the lines, each at its side."""
    sums = sums_of(game, game.in_play(lines))
    check_words(game, told.title, reader)
    check_words(game, told.deal, reader)
    if told.how:
        check_words(game, told.how, reader)
    if not game.in_play(lines):
        assert told.title == NOTHING or not re.search("score|take", told.how)
        return
    # the last sentence names every side with its points, unless the first one does
    said = told.how.rpartition(". ")[2] if told.how else told.title
    for side in game.sides:
        name = re.escape(called(side, game.names, reader))
        found = re.search(rf"(?i)\b{name}(?: (\w+))? (−?\d+|nothing|no points)", said)
        assert found, f"{name} is not in: {said}"
        value = numbers(found[2])[0] if found[2][-1].isdigit() else 0
        value = -value if found[1] in ("lost", "shed") else value
        assert value == sums[side.id], said


def test_the_sentence_is_true_of_the_totals_for_every_seat(game: Any) -> None:
    for result, lines in made_up(game):
        feats = game.feats(result)
        for reader in range(game.players):
            told = summary(game, feats, lines, reader)
            assert told.title == told.deal
            check_summary(game, told, lines, reader)


def test_every_line_says_why_and_who_scores_what(game: Any) -> None:
    for _, lines in made_up(game):
        for entry in lines:
            side = next(side for side in game.sides if side.id == entry.side)
            for reader in range(game.players):
                text = score_sentence(game, entry, reader)
                check_words(game, text, reader)
                check_words(game, f"{told_to(entry.title, reader)}.", reader)
                points = text.rpartition(" ")[2].rstrip(".")
                value = 0 if points == "nothing" else int(points)
                assert value == abs(entry.points), text
                loses = entry.points < 0
                words = ("lose", "score") if game.points is Points.GOOD else ("shed", "take")
                if entry.points:
                    who = called(side, game.names, reader)
                    verb = words[not loses] + ("" if len(side.seats) > 1 or who == "you" else "s")
                    ends = (f"{who} {verb} {points}.", f", and {verb} {points}.")
                    assert text.lower().endswith(tuple(end.lower() for end in ends)), text
                    assert text.lower().count(who.lower()) >= 1, text


def test_a_promise_that_was_kept_gains_and_a_broken_one_does_not(game: Any) -> None:
    """The words of a feat agree with the points, which are made by other code."""
    if game.id in KEPT_ALL_THE_SAME:
        return
    for result, lines in made_up(game):
        sums = sums_of(game, [entry for entry in lines if entry.rule not in DEALT])
        for feat in game.feats(result):
            if feat.kept is None:
                continue
            best = max(game.points.sign * points for points in sums.values())
            # two who play together for one deal score each for themselves
            for side in (side for side in game.sides if set(feat.seats) & set(side.seats)):
                own = game.points.sign * sums[side.id]
                if feat.kept:
                    assert own == best or (game.id == "oh-hell" and own > 0), (feat, sums)
                else:
                    assert own <= 0 or own < best or game.id == "oh-hell", (feat, sums)


def test_feats_have_a_past_tense_and_no_subject(game: Any) -> None:
    for result, _ in made_up(game):
        for feat in game.feats(result):
            assert feat.seats and set(feat.seats) <= set(range(game.players))
            assert feat.did[0].islower() and not feat.did.endswith("."), feat
            assert feat.did.split()[0] in PAST, feat
            assert not re.search("|".join(game.names), f"{feat.did} {feat.so}"), feat


PAST = [
    "bid",
    "took",
    "held",
    "made",
    "won",
    "played",
    "called",
    "knocked",
    "went",
    "had",
    "finished",
]


# --- arithmetic


def recomputed(step: WorkedStep) -> int:
    """What the terms of a step come to, from left to right."""
    value = None
    for term in step.terms:
        signed = -term.value if term.sign == "−" else term.value
        if value is None:
            value = signed
        elif term.sign == "×":
            value *= term.value
        elif term.sign == "÷":
            value = value // term.value if value >= 0 else -(-value // term.value)
        else:
            value += signed
    assert value is not None
    return value


def test_the_steps_come_to_the_points_and_have_no_brackets(game: Any) -> None:
    for _, lines in made_up(game):
        for entry in lines:
            if entry.formula is None:
                continue
            values = dict(entry.values)
            found = steps(entry.formula, values)
            known: list[int] = [*values.values(), *numbers(entry.formula.text)]
            for step in found:
                assert recomputed(step) == step.result, (entry.text, step)
                assert len(step.terms) > 1, (entry.text, step)
                for term in step.terms:
                    assert not re.search(r"[()\[\]|⌊⌋]", term.name), (entry.text, term)
                    assert len(term.name) <= 28, (entry.text, term)
                known.append(step.result)
            if found and found[-1].name == "points":
                assert abs(found[-1].result) == abs(entry.points), (entry.text, found)


def test_a_line_of_one_number_has_no_steps() -> None:
    """Snap's line is "1 point each": a formula would explain nothing."""
    snap = cardlab.game("snap")
    (line, *_) = snap.score(snap.usual_result)
    assert line.formula is not None and steps(line.formula, dict(line.values)) == ()
    assert score_sentence(snap, line, 0) == "1 point each: you score 20."
    plain = Formula("h", h="hearts taken")
    assert steps(plain, {"h": 7}) == ()


@pytest.mark.parametrize("no_trump", [0, 1])
def test_kaiser_in_two_steps(no_trump: int) -> None:
    game = cardlab.game("kaiser")
    result = game.Result(contract=8, no_trump=no_trump, tricks=(4, 4), five=0, three=1)
    made, defended = game.score(result)
    first, *rest = steps(made.formula, dict(made.values))
    assert [(t.sign, t.name, t.value, t.drawn, t.there) for t in first.terms] == [
        ("", "tricks", 4, "tricks", True),
        ("+", "5 for 5♥", 5, "5H", True),
        ("−", "3 for 3♠", 0, "3S", False),
    ]
    assert (first.name, first.result) == ("taken", 9)
    assert [(s.name, s.result) for s in rest] == ([("points", 18)] if no_trump else [])
    assert steps(defended.formula, dict(defended.values))[0].result == 1


# --- what a table shows


SHORT_DEALS = {"kaiser": 2, "hearts": 1, "snap": 1, "gin-rummy": 1, "spades": 2, "redbeard": 1}


@pytest.mark.parametrize(("id", "deals"), SHORT_DEALS.items())
def test_a_table_says_it_at_the_end_of_a_deal_and_not_before(id: str, deals: int) -> None:
    game = cardlab.game(id)
    match, rng = game.match(seed=11), random.Random(2)
    over = 0
    while over < deals and not match.over:
        before = match.ply
        match.play(rng.choice(match.legal_moves()))
        for ply in range(before + 1, match.ply + 1):
            view = match.view(0, ply)
            if not view["deal_over"]:
                assert view["summary"] is None and view["race"] is None
                continue
            over += 1
            assert view["summary"]["title"].endswith(".")
            for entry in view["lines"]:
                assert entry["said"].endswith(".")
            if view["race"]:
                for bar, side in zip(view["race"]["sides"], view["sides"], strict=True):
                    assert bar["before"] + bar["new"] == bar["now"] == side["total"]


def test_who_has_won_and_by_what_comes_first_at_the_end() -> None:
    game = cardlab.game("kaiser")
    north_south = Outcome(("north-south",), game.sides, (53, 46), game.names)
    result = game.Result(contract=8, tricks=(4, 4), five=0, three=1)
    told = [
        summary(game, game.feats(result), game.score(result), reader, north_south)
        for reader in (0, 1)
    ]
    assert told[0].title == "You and North win the match, 53 to 46."
    assert told[1].title == "North–South win the match, 53 to 46."
    assert told[0].how.startswith("You and North bid 8 and took 9: contract made. ")
    snap = cardlab.game("snap")
    north = Outcome(("north",), snap.sides, (15, 10, 25, 0), snap.names)
    lines = snap.score(snap.Result((15, 10, 25, 2)))
    assert summary(snap, (), lines, 2, north).title == "You win the match with 25 points."
    shared = Outcome(("south", "west"), snap.sides, (20, 20, 5, 5), snap.names)
    assert summary(snap, (), lines, 1, shared).title == (
        "South and you share the match with 20 points each."
    )


@pytest.mark.parametrize(
    ("points", "sentence"),
    [
        ((0, 0, 0, 0), "You took no points, and nobody had fewer."),
        ((1, 0, 2, 0), "You took 1 point; West and East had the fewest in this deal: 0 each."),
        ((2, 3, 4, 5), "You took 2 points, the fewest in this deal."),
        ((-2, 3, 4, 5), "You shed 2 points, the fewest in this deal."),
    ],
)
def test_points_alone_make_a_sentence_too(points: tuple[int, ...], sentence: str) -> None:
    game = cardlab.game("hearts")
    rule = game.scoring[0]
    lines = [
        ScoreLine(side.id, n, "Hearts", rule) for side, n in zip(game.sides, points, strict=True)
    ]
    assert summary(game, (), lines, 0).title == sentence
    assert summary(game, (), (), 0) == DealSummary(NOTHING, "", NOTHING)


def lines_of(game: Any, *points: int) -> list[ScoreLine]:
    """One line for each side, with these points."""
    rule = game.scoring[0]
    return [ScoreLine(side.id, n, "T", rule) for side, n in zip(game.sides, points, strict=True)]


def test_two_clauses_are_joined_by_a_word_and_a_list_ends_with_and() -> None:
    couillon, gin = cardlab.game("couillon"), cardlab.game("gin-rummy")
    scored = summary(gin, (), lines_of(gin, 0, 100), 0).title
    assert scored == "You scored nothing, and North scored 100 points."
    shed = summary(couillon, (), lines_of(couillon, 2, -1), 0).title
    assert shed == "You and North took 2 points, and East–West shed 1 point."
    hearts = cardlab.game("hearts")
    assert summary(hearts, (), lines_of(hearts, 0, 0, 25, 1), 0).how == (
        "You take 0, West 0, North 25 and East 1."
    )


def test_points_that_nobody_wants_are_taken() -> None:
    """No sentence of a game with bad points says that somebody scores."""
    hearts = cardlab.game("hearts")
    nothing, *_ = lines_of(hearts, 0, 0, 25, 1)
    assert score_sentence(hearts, nothing, 0).endswith("ou take nothing.")
    question = DealScore(hearts, hearts.state(), 0, of="south")
    assert question.prompt == "How many points do you take in this deal?"
    good = cardlab.game("snap")
    assert DealScore(good, good.state(), 0, of="west").prompt == (
        "How many points does West score in this deal?"
    )


@pytest.mark.parametrize(
    ("first", "totals", "told"),
    [
        ("reached 6", (6, 3), "You and North reached 6 and won; East–West had 3."),
        ("reached 6", (7, 3), "You and North reached 6 and won with 7 points; East–West had 3."),
        ("reached 16", (6, 3), "You and North reached 16 and won with 6 points; East–West had 3."),
    ],
)
def test_a_total_that_is_the_target_is_told_once(
    first: str, totals: tuple[int, int], told: str
) -> None:
    game = cardlab.game("kaiser")
    outcome = Outcome(("north-south",), game.sides, totals, game.names, first=first)
    assert outcome.say(0) == told


def test_partners_who_share_a_win_are_not_taken_for_three_winners() -> None:
    game = cardlab.game("kaiser")
    ids = tuple(side.id for side in game.sides)
    outcome = Outcome(ids, game.sides, (4, 4), game.names, when="after one deal")
    assert outcome.say(0) == (
        "You and North shared the win with East–West after one deal: 4 points each."
    )
    assert (
        outcome.say()
        == "North–South and East–West shared the win after one deal with 4 points each."
    )
    told = summary(game, (), lines_of(game, 4, 4), 0, outcome)
    assert told.title == "You and North share the match with East–West: 4 points each."


def test_a_told_sentence_travels() -> None:
    import copy
    import pickle

    game = cardlab.game("nap")
    (line, *_) = game.score(game.Result(soloist=1, bid="three", tricks=2))
    again = pickle.loads(pickle.dumps(line))
    assert isinstance(again.because, Telling) and again == line == copy.deepcopy(line)
    assert told_to(again.because, 1) == "you bid three and took two tricks"
    assert told_to(again.because, 0) == "West bid three and took two tricks"


@pytest.mark.parametrize("seat", range(4))
def test_sides_are_named_in_the_usual_order_from_every_seat(seat: int) -> None:
    """Who looks from West plays with East, and both are still called East–West."""
    for id in cardlab.games():
        game = cardlab.game(id)
        if game.partners and game.players == 4:
            turned = game.turned_to(seat)
            assert {side.name for side in turned.sides} == {"North–South", "East–West"}, id
            assert [side.seats for side in turned.sides] == [side.seats for side in game.sides]
