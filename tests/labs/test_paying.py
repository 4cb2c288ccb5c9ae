"""What pays, against brute force (every result that two contracts of a trick game can have, with
and without what a lead in the match is worth) and against published thresholds of bridge."""

from __future__ import annotations

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import pytest
import sympy

import cardlab
from cardlab.engine.aims import Points
from cardlab.engine.game import Game
from cardlab.engine.results import Field
from cardlab.families.best_of import BestOf
from cardlab.families.matches import Race
from cardlab.families.rubber import RubberGame
from cardlab.families.tricks import TrickGame
from cardlab.labs import scores

G, L, M, P = sympy.symbols("G L M P")
MOST_FIELDS = 6
TRICK_GAMES = [id for id in cardlab.games() if isinstance(cardlab.game(id), TrickGame)]


@pytest.fixture
def many(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--results"))


# --- what a result is worth, worked out here


def of_a_rubber(result: Any, ahead: int, part: int) -> int:
    """What a deal changes of the position in a rubber, from the contract and the tricks."""

    def sheet(games: list[int], below: list[int]) -> int:
        if max(games) == 2:
            return 0
        lead = (games[0] > games[1]) - (games[1] > games[0])
        return ahead * lead + part * ((below[0] > 0) - (below[1] > 0))

    if result.last_deal:
        return 0
    games, below = list(result.games), list(result.below)
    before, per_trick = sheet(games, below), 20 if result.strain in ("C", "D") else 30
    if result.tricks >= 6 + result.level:
        trick_score = per_trick * result.level + 10 * (result.strain == "NT")
        below[result.side] += trick_score * 2**result.doubled
    if below[result.side] >= 100:
        games[result.side], below = games[result.side] + 1, [0, 0]
    return sheet(games, below) - before


def of_a_race(target: int, scores_after: tuple[int, int], won: int, lost: int) -> int:
    """A race that ends with these scores: what is won, less the lead that is forgotten."""
    one, other = scores_after
    if max(scores_after) < target:
        return 0
    return won * ((one > other) - (other > one)) - lost * (one - other)


def worth(game: Game, result: Any, weights: dict[str, int]) -> int:
    """What a result is worth to the first side: its lines, and the position after it."""
    totals = {side.id: 0 for side in game.sides}
    for line in game.score(result):
        totals[line.side] += line.points
    one, *others = totals.values()
    points = one - (others[0] if len(others) == 1 else 0)
    if isinstance(game, RubberGame):
        return points + of_a_rubber(result, weights["G"], weights["P"])
    before = getattr(result, "before", None)
    if before is None or len(totals) != 2 or game.points is Points.BAD:
        return points
    after = before[0] + one, before[1] + others[0]
    for end in game.ends:
        if isinstance(end, BestOf) and after[0] != after[1]:
            return points + of_a_race(end.target, after, weights["G"], weights["L"])
        if isinstance(end, Race):
            return points + of_a_race(end.target, after, weights["M"], weights["L"])
    return points


# --- all results of two contracts


def contracts(game: Game, over: Field, base: Any) -> Iterator[tuple[dict[str, Any], Any]]:
    """What is done, and what instead: nothing that scores, and for every field that changes what
    a result counts another value."""
    yield {}, None
    known = {field.name: field for field in scores.fields(game)}
    usual = game.result_sheet.flat(base)
    for name in scores.telling(game, base)[:MOST_FIELDS]:
        if known[name].part[0] != over.part[0]:
            others = [value for value in known[name].values if value != usual[name]]
            yield {name: usual[name]}, {name: others[-1]}


def table(game: Game, base: Any, over: Field, given: dict[str, Any]) -> dict[int, Any]:
    """The result at every number; those that cannot be are left out."""
    results = {}
    for n in over.values:
        try:
            results[n] = scores.score(game, base, **given, **{over.name: n}).result
        except ValueError:
            continue
    return results


def pairs(settings: list[Any], most: int) -> list[tuple[Any, Any]]:
    """Every two of them, neighbours first; where they are more than ``most``, the neighbours."""
    each = sorted(combinations(range(len(settings)), 2), key=lambda at: (at[1] - at[0], at))
    chosen = each[: max(most, len(settings) - 1)]
    return [(settings[high], settings[low]) for low, high in chosen]


@pytest.mark.sampled
@pytest.mark.parametrize("id", TRICK_GAMES)
def test_what_pays_is_what_brute_force_finds(id: str, many: int) -> None:
    """From the result that a page begins with every two settings; late in matches, drawn at
    random, at least those next to each other."""
    game, rng = cardlab.game(id), random.Random(id)
    base = scores.opening(id).result
    late = [scores.random_result(game, rng) for _ in range(2 if game.position_values else 1)]
    over = next(f for f in scores.fields(game) if f.name == scores.main_field(game, base))
    found = compared(game, over, base, 2 * many)
    found += sum(compared(game, over, start, many // 5) for start in late)
    assert found >= len(over.values) // 2


def compared(game: Game, over: Field, base: Any, most: int) -> int:
    """So many questions about two contracts were answered as brute force does."""
    defaults = {value.letter: value.default for value in game.position_values}
    sign, count = scores.better(game), 0
    for one, other in contracts(game, over, base):
        mine = table(game, base, over, one)
        theirs = table(game, base, over, other) if other else dict.fromkeys(mine)
        for weights in (dict.fromkeys(defaults, 0), defaults) if defaults else ({},):
            value = {
                (i, n): sign * worth(game, result, weights) if result else 0
                for i, results in enumerate((mine, theirs))
                for n, result in results.items()
            }
            for made, failed in pairs([n for n in mine if n in theirs], most):
                cases = {over.name: made}, {over.name: failed}
                even = scores.break_even(
                    game, *cases, "", base, instead=other, worth=weights, **one
                )
                works = value[0, made] - value[1, made]
                fails = value[0, failed] - value[1, failed]
                agrees(even, works, fails)
                count += 1
    return count


def agrees(even: scores.BreakEven, works: int, fails: int) -> None:
    """By the mean at every chance in sixteenths, and just beside the one that is named."""
    assert (even.gain, -even.loss) == (works, fails)
    on, up_to, near = even.probability, even.up_to, Fraction(1, 10**6)
    for q in {Fraction(n, 16) for n in range(17)} | {
        p + beside for p in (on, up_to) if p for beside in (-near, 0, near)
    }:
        mean = q * works + (1 - q) * fails
        if on is not None:
            assert (mean > 0) == (q > on) and even.text.startswith(f"It pays from {on} on")
        elif up_to is not None:
            assert (mean > 0) == (q < up_to) and even.text.startswith(f"It pays up to {up_to}")
        elif even.text.startswith("It always pays"):
            assert mean >= 0 and (works or fails)
        elif even.text.startswith("It never pays"):
            assert mean <= 0 and (works or fails)
        else:
            assert mean == 0 and even.text.startswith("Both are worth the same")


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_what_pays_in_any_result_of_any_game(id: str, many: int) -> None:
    """Four results of one field and another, drawn at random, with any values of a lead."""
    game, rng, count = cardlab.game(id), random.Random(id), 0
    fields = [f for f in scores.fields(game) if f.kind != "cards" and len(f.values) > 1]
    for _ in range(12 * many):
        base = scores.random_result(game, rng)
        first, second = rng.choice(fields), rng.choice(fields)
        if first == second or count >= many:
            continue
        good, bad, other = ({f.name: rng.choice(f.values)} for f in (first, first, second))
        weights = {v.letter: rng.choice([0, v.default, v.most]) for v in game.position_values}
        try:
            even = scores.break_even(game, good, bad, "", base, instead=other, worth=weights)
            tried, rivals = (
                [scores.score(game, base, **case, **more).result for case in (good, bad)]
                for more in ({}, other)
            )
        except ValueError:
            continue
        count += 1
        works, fails = (
            scores.better(game) * (worth(game, one, weights) - worth(game, rival, weights))
            for one, rival in zip(tried, rivals, strict=True)
        )
        agrees(even, works, fails)
    # of numbers that share a total, as of one field, nothing can be changed beside the first
    assert count or len({f.part[0] for f in fields}) == 1


# --- the defaults


def test_a_game_in_a_best_of_three_solves_its_equations() -> None:
    """By hand, each game a toss-up: the chance of the match is 3/4 after the first, so every game
    moves it by a quarter, and at one all by a half; so does a lead, whose worth in the chance of
    its game is the same at every stage."""
    first, level = sympy.symbols("first level")
    half = sympy.Rational(1, 2)
    chance = sympy.solve(
        [sympy.Eq(first, half * 1 + half * level), sympy.Eq(level, half * 1 + half * 0)],
        [first, level],
    )
    assert chance == {first: sympy.Rational(3, 4), level: half}
    stages = [(half, chance[first], 1 - chance[first]), (chance[first], 1, level), (half, 1, 0)]
    for now, won, lost in stages:
        won, lost = (sympy.sympify(x).subs(chance) for x in (won, lost))
        a_point = (won - lost) / 2 / 250  # from even to won is 250 points, and half the difference
        assert (won - now) / a_point == 250


def test_a_lead_is_forgotten_when_the_match_is_won() -> None:
    """By hand: at 45 to 40 seven made against three is 52 to 43 and the match, worth 52 where 5
    were ahead; six against four are lost, and it is 39 to 44."""
    given = {"contract": 7, "declarers": 0, "five": 0, "three": 1, "before": (45, 40)}
    cases = {"tricks_north_south": 2}, {"tricks_north_south": 1}
    even = scores.break_even("kaiser", *cases, **given)
    assert (even.gain, even.loss, even.probability) == (52 - 5, 10, Fraction(10, 57))
    assert sympy.simplify(even.expression - 10 / (M - 9 * L + 14)) == 0
    alone = scores.break_even("kaiser", *cases, worth={"M": 0, "L": 0}, **given)
    assert (alone.gain, alone.loss) == (7 - 3, 6 + 4)


def test_where_failing_is_better_it_pays_up_to_a_chance() -> None:
    """A misère that is bid instead of a contract of tricks gains where the tricks fail to come."""
    even = scores.break_even(
        "nap", {"tricks": 3}, {"tricks": 0}, bid="mis", instead={"bid": "three"}
    )
    assert even.probability is None and even.up_to == Fraction(1, 2)
    assert even.text.startswith("It pays up to 1/2, 50%: −18 if it works, +18 if not")


# --- published thresholds

MEEDEN = (
    "G. Meeden and G. M. Prabhu, Percentages for Bidding Games, Small Slams, and Grand Slams at"
    " Duplicate Teams: +6 against −5 IMPs"
)
GAMBLING_2 = "Bridge Winners, Gambling at Bridge, Part 2: 10-to-6 IMPs"
GAMBLING_5 = "Bridge Winners, Gambling at Bridge, Part 5, Grand Slams: 14-to-11 and 17-to-13 IMPs"
BLOOM = "S. Bloom, Bloom Bridge Blog, 17 June 2013, IMP Odds: 11 and 13 IMPs either way"
BLOOM_DOUBLE = "S. Bloom, Bloom Bridge Blog, 26 August 2013, When Should We Double Partscores?"
BECKER = (
    "S. Becker, Contract Bridge, 23 August 2017: 50 points against 170, odds of better than 3-1"
)
KOKISH = (
    "E. Kokish, Bidding (csbnews.org): small slams break even at roughly 50 per cent, grand slams"
    " are worthwhile at 2-1"
)
ONE_ALL = {"games_north_south": 1, "games_east_west": 1}
DUPLICATE = {"G": 300}
"""What tournaments count for a game that is not vulnerable; at one all the rubber is the 500 that
they count for a vulnerable one, and the usual part-score is theirs."""


class Threshold(NamedTuple):
    """A contract and the one instead, just made or one short; source: where the odds stand in
    print, or how they come about by hand."""

    level: int
    strain: str
    instead: int
    chance: Fraction
    source: str
    scale: str = ""
    before: dict[str, int] = {}
    worth: dict[str, int] = DUPLICATE
    roughly: Fraction = Fraction(0)


ROUGHLY = Fraction(3, 100)
THRESHOLDS = (
    Threshold(4, "S", 3, Fraction(5, 11), MEEDEN, "imps"),
    Threshold(4, "H", 3, Fraction(5, 11), MEEDEN, "imps"),
    Threshold(3, "NT", 2, Fraction(5, 11), MEEDEN, "imps"),
    Threshold(5, "D", 4, Fraction(5, 11), MEEDEN, "imps"),
    Threshold(4, "S", 3, Fraction(6, 16), GAMBLING_2, "imps", ONE_ALL),
    Threshold(3, "NT", 2, Fraction(6, 16), GAMBLING_2, "imps", ONE_ALL),
    Threshold(6, "S", 4, Fraction(11, 22), BLOOM, "imps"),
    Threshold(6, "H", 4, Fraction(13, 26), BLOOM, "imps", ONE_ALL),
    Threshold(7, "S", 6, Fraction(14, 25), GAMBLING_5, "imps"),
    Threshold(7, "H", 6, Fraction(17, 30), GAMBLING_5, "imps", ONE_ALL),
    Threshold(6, "S", 4, Fraction(1, 2), KOKISH),
    Threshold(6, "S", 4, Fraction(1, 2), KOKISH, "", ONE_ALL),
    Threshold(6, "NT", 3, Fraction(1, 2), KOKISH, roughly=ROUGHLY),
    Threshold(6, "C", 5, Fraction(1, 2), KOKISH, roughly=ROUGHLY),
    Threshold(7, "S", 6, Fraction(2, 3), KOKISH, roughly=ROUGHLY),
    Threshold(7, "H", 6, Fraction(2, 3), KOKISH, "", ONE_ALL, roughly=ROUGHLY),
    Threshold(7, "NT", 6, Fraction(2, 3), KOKISH, roughly=ROUGHLY),
)


@pytest.mark.parametrize(
    "known", THRESHOLDS, ids=lambda t: f"{t.level}{t.strain} {t.scale} {t.source[:12]}"
)
def test_contracts_of_bridge_pay_from_the_published_thresholds_on(known: Threshold) -> None:
    even = scores.break_even(
        "bridge",
        {"tricks": known.level + 6},
        {"tricks": known.level + 5},
        instead={"level": known.instead},
        worth=known.worth,
        scale=known.scale,
        level=known.level,
        strain=known.strain,
        **known.before,
    )
    assert even.probability is not None
    assert abs(even.probability - known.chance) <= known.roughly


def doubled(level: int, strain: str, tricks: int, **more: Any) -> scores.BreakEven:
    """Whether a double pays its side's opponents: the chance that the contract is made."""
    cases = {"tricks": level + 6}, {"tricks": tricks}
    given = {"level": level, "strain": strain, "doubled": 1, "instead": {"doubled": 0}}
    return scores.break_even("bridge", *cases, **given, **more)


def test_a_double_of_a_game_needs_better_than_three_to_one() -> None:
    """Published: 50 against 170."""
    assert (even := doubled(4, "S", 9)).gain == 170 and even.loss == 50, BECKER
    assert even.probability == Fraction(5, 22)


def test_a_double_of_a_part_score_into_game_is_for_a_trick_in_hand() -> None:
    """Published: made one time in four, two short once, one short the rest of the time, a double
    of three spades is a complete wash at 9, 5 and 2 IMPs."""
    made, one_short = (doubled(3, "S", tricks, worth=DUPLICATE, scale="imps") for tricks in (8, 7))
    assert (made.gain, made.loss, one_short.loss) == (9, 2, 5), BLOOM_DOUBLE
    assert -made.gain + one_short.loss + 2 * made.loss == 0


def test_a_double_of_a_part_score_needs_nine_times_in_ten() -> None:
    """By hand: down one gains 50; made it is a game, and loses 60 + 50 + 300."""
    even = scores.break_even(
        "bridge",
        {"tricks": 8},
        {"tricks": 7},
        level=2,
        strain="S",
        doubled=1,
        instead={"doubled": 0},
    )
    assert even.expression == 50 / (G - P + 160) and even.probability == Fraction(5, 46)


def test_the_value_of_a_game_in_a_rubber_solves_its_equations() -> None:
    """One ahead: half the time 700, half the time one all, where each side expects nothing."""
    ahead, behind, level = sympy.symbols("ahead behind level")
    half = sympy.Rational(1, 2)
    equations = [
        sympy.Eq(ahead, half * 700 + half * level),
        sympy.Eq(behind, half * level - half * 700),
        sympy.Eq(level, half * 500 - half * 500),
    ]
    solution = sympy.solve(equations, [ahead, behind, level])
    (value, _) = cardlab.game("bridge").position_values
    assert solution[ahead] == -solution[behind] == value.default == 350


@pytest.mark.parametrize("id", cardlab.games())
def test_what_a_position_is_worth_begins_at_nothing_and_has_its_reason(id: str) -> None:
    game = cardlab.game(id)
    letters = [value.letter for value in game.position_values]
    assert len({*letters}) == len(letters)
    for value in game.position_values:
        assert value.because.endswith(".") and 0 < value.default <= value.most
        assert not any(value.counts(game.usual_result, game.opening()))


def test_the_letters_of_a_chance_are_the_values_put_in() -> None:
    bid = {"level": 3, "strain": "NT", "instead": {"level": 2}}
    for ahead in (200, 300, 350, 500):
        even = scores.break_even(
            "bridge", {"tricks": 9}, {"tricks": 8}, worth={"G": ahead, "P": 50}, **bid
        )
        assert even.expression == (P + 120) / (G + 120)
        put_in = even.expression.subs({G: ahead, P: 50})
        assert [put_in] == list(even.solved()) and Fraction(str(put_in)) == even.probability


@pytest.mark.parametrize(
    ("id", "more", "sentence"),
    [
        ("bridge", {"worth": {"H": 3}}, "no value 'H' of a position; it has G and P"),
        ("kaiser", {"worth": {"G": 3}}, "no value 'G' of a position; it has M and L"),
        ("nap", {"worth": {"G": 3}}, "no value 'G' of a position; it has none"),
        ("bridge", {"worth": {"G": 0.5}}, "whole number of points"),
        ("bridge", {"scale": "mps"}, "no scale 'mps' for differences; choose one of imps"),
        ("nap", {"scale": "imps"}, "no scale 'imps' for differences; leave it out"),
    ],
)
def test_a_worth_that_is_not_there_gets_a_sentence(id: str, more: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        scores.break_even(id, {}, {}, **more)


def test_a_chance_that_does_not_matter_says_so() -> None:
    even = scores.break_even("nap", {"tricks": 0}, {"tricks": 0}, instead={"tricks": 0})
    assert even.expression is None and even.solved() == sympy.S.Reals
    assert even.text == "Both are worth the same, whether it works or not: any chance will do."
