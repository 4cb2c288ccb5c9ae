"""The way to a game: every usual wish has one that can be taken here, step by step, and one function
says what comes next."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import networkx
import pytest

import cardlab
from cardlab.concepts.curriculum import load
from cardlab.engine.catalogue import game, games
from cardlab.lessons import lesson, taught
from cardlab.lessons.journey import (
    OFTEN,
    LearningPath,
    Wish,
    fitting_game,
    next_goals,
    next_step,
    step_done,
    wish_of,
)
from cardlab.lessons.minutes import deal_length, deal_minutes, lesson_minutes, played_length
from cardlab.lessons.progress import Event, Progress

TEN = (
    ("kaiser", ()),
    ("kaiser", ("snap", "whist")),
    ("bridge", "whist"),
    ("gin rummy", ()),
    ("gin rummy", "rummy"),
    ("malilla", "whist"),
    ("cardigan", "rummy"),
    ("hearts", ()),
    ("hearts", "snap"),
    ("scotch whist", ()),
)
"""The usual wishes: where to, and what is known."""


def needed(ids: Iterable[str]) -> set[str]:
    """Concepts with all that they stand on, by the data and networkx alone."""
    made = networkx.DiGraph(
        (need, item["id"]) for item in load("concepts.json") for need in item["requires"]
    )
    whole = set(ids)
    return whole.union(*(networkx.ancestors(made, id) for id in whole if id in made))


def verify(way: LearningPath, at_most: int) -> None:
    """The way once more, from the rules of the games and the lessons alone."""
    listed = {entry["id"]: entry["uses"] for entry in load("games.json")}
    known: set[str] = set()
    for id in way.wish.known:
        known |= needed(game(id).concepts() if id in games() else listed[id])
    if way.wish.played != "never" or way.wish.known:
        known |= needed(["symbol", "turn", "shuffle", "pack", "standard-deck", "deal", "hand"])
    if way.wish.played == "often":
        known |= needed(OFTEN)
    for step in way:
        told = [id for id in step.new if id not in step.met]
        assert len(told) <= at_most or len(step.lessons) == 1, "one lesson teaches them together"
        assert not set(step.new) & known and len(set(step.new)) == len(step.new)
        for id in step.new:
            assert needed([id]) <= known | set(step.new), f"{id} stands on what has been learned"
        assert not set(step.met) & {id for one in step.lessons for id in lesson(one).concepts}
        assert step.game == way.goal or not set(step.met) & set(taught()), (
            "only at the goal's table"
        )
        assert len(step.met) <= 4 and len(step.new) <= max(4, at_most)
        assert step.new == step.met or {c for id in step.lessons for c in lesson(id).concepts} >= {
            id for id in step.new if id not in step.met
        }
        learned = set(known)
        for id in step.lessons:
            lacking = needed(lesson(id).needs) - learned
            assert not lacking, f"the tables of {id} need {lacking}"
            learned |= set(lesson(id).concepts)
        known |= set(step.new)
        minutes = sum(map(lesson_minutes, step.lessons))
        if step.game:
            assert step.game in games(), "a step can be played here"
            assert needed(game(step.game).concepts()) <= known, "nothing in it is left to be met"
            minutes += deal_minutes(step.game)
        assert step.minutes == minutes > 0 and step.title
    assert [step.number for step in way] == list(range(1, len(way) + 1))
    assert way[-1].game == way.goal and way.minutes == sum(step.minutes for step in way)


@pytest.mark.parametrize("known", [(), "snap", "whist", "rummy"], ids=str)
def test_no_lesson_of_a_way_needs_what_comes_later(known: str | tuple[str, ...]) -> None:
    for to in dict.fromkeys(to for to, _ in TEN):
        verify(cardlab.path(to, known), 2)


def test_who_never_played_has_a_game_within_six_steps() -> None:
    for to in dict.fromkeys(to for to, _ in TEN):
        assert any(step.game for step in cardlab.path(to)[:6]), to


def test_what_is_taught_with_tables_of_another_kind_is_met_at_the_goals_own() -> None:
    """The lesson on scoring the difference is about Gin Rummy, and nobody passes through knocking
    on the way to Malilla; its last step says what is met there."""
    way = cardlab.path("malilla", "whist")
    assert "difference-scoring" in way[-1].met
    done = walked(*(id for step in way for id in step.lessons))
    done += [Event(99.0, "played", game=step.game) for step in way[:-1] if step.game]
    coming = next_step(progress(Event(1.0, "goal", address=way.wish.text), *done))
    assert coming.game == "malilla" and "Score the difference" in coming.hook
    assert not cardlab.path("gin rummy", "rummy")[-1].met


@pytest.mark.parametrize(("to", "known"), TEN)
def test_the_usual_wishes_have_a_gentle_way(to: str, known: str | tuple[str, ...]) -> None:
    way = cardlab.path(to, known)
    print(way)
    verify(way, 2)
    assert len(way) <= 18 and way.minutes <= 240
    drills = [step.game is None for step in way]
    longest = max(len(row) for row in "".join("d" if d else " " for d in drills).split(" "))
    assert longest <= 11, "a game comes between the drills, and each lesson ends with a deal"


@pytest.mark.parametrize(("new", "played"), [(1, "never"), (2, "sometimes"), (4, "often")])
def test_every_game_can_be_reached(new: int, played: str) -> None:
    # each game once, whatever is known: the three take turns
    for id in games()[(1, 2, 4).index(new) :: 3]:
        verify(cardlab.path(id, new=new, played=played), new)


@pytest.mark.parametrize("new", [1, 2, 4])
def test_what_no_table_can_take_in_has_its_drill_before(new: int) -> None:
    """Cribbage has too much at once that is its own; its lessons come before its table."""
    way = cardlab.path("cribbage", new=new, played="often")
    verify(way, new)
    assert {"crib", "running-count"} <= {*chain(*(step.lessons for step in way))}
    assert not {"crib", "running-count"} & {*way[-1].met}


def test_more_at_a_time_means_fewer_steps() -> None:
    steps = [len(cardlab.path("kaiser", "whist", new=new)) for new in (1, 2, 4)]
    assert steps == sorted(steps, reverse=True) and steps[0] > steps[2]


def test_what_is_known_shortens_the_way() -> None:
    ways = [cardlab.path("kaiser", known) for known in ((), "snap", "whist", ("whist", "nap"))]
    minutes = [way.minutes for way in ways]
    assert minutes == sorted(minutes, reverse=True) and len(set(minutes)) == 4
    assert [step.title for step in cardlab.path("kaiser", "kaiser")] == ["Kaiser"]


def test_nobody_passes_through_a_game_for_stakes() -> None:
    stakes = {id for id in games() if {"stake", "pool", "banker"} & needed(game(id).concepts())}
    assert "ziginette" in stakes
    for id in games():
        if id not in stakes:
            assert not stakes & {step.game for step in cardlab.path(id, "whist")[:-1]}


def test_a_game_without_a_table_leads_to_the_nearest_that_has_one() -> None:
    way = cardlab.path("Bigwig", "snap")
    assert way.goal in games() and way[-1].game == way.goal
    assert way.note == (
        "Bigwig has no table here: its rules are not published."
        f" This is the way to {way.title}, the nearest game that has one."
    )
    verify(way, 2)
    note = cardlab.path("never-ending rhapsody").note
    assert "Never-Ending Rhapsody has no table here. This is" in note


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ({"to": "kayser"}, "no game “kayser”. Did you mean Kaiser?"),
        ({"to": "poker"}, "no game “poker”"),
        ({"to": "kaiser", "known": ("snap", "mao")}, "no game “mao”"),
        ({"to": "kaiser", "new": 3}, "at most 1, 2 or 4"),
        ({"to": "kaiser", "played": "daily"}, "not 'daily'"),
        ({"to": 5}, "no game “5”"),
    ],
)
def test_what_is_not_there_is_a_sentence(arguments: dict[str, object], told: str) -> None:
    with pytest.raises(ValueError, match=r"cardlab knows|a step brings|has played") as error:
        cardlab.path(**arguments)  # type: ignore[arg-type]
    assert told in str(error.value)


def test_a_wish_comes_back_from_its_text() -> None:
    wish = Wish("bridge", ("snap", "partnership-whist"), "often", 4)
    assert Wish.read(wish.text) == wish
    for text in ("", "to=nothing", "known=mao&new=9&played=x", "%ff", "to=kaiser&to=snap"):
        assert Wish.read(text).path[-1].game in games()


# ---- what comes next


def progress(*events: Event) -> Progress:
    return Progress(events)


def walked(*lessons: str) -> list[Event]:
    return [Event(float(at), "lesson-done", concept=id) for at, id in enumerate(lessons, 2)]


def test_a_newcomer_begins_with_the_first_step() -> None:
    coming = next_step(progress())
    assert coming.lesson == coming.path[0].lessons[0] == "symbol" and coming.step.number == 1
    assert coming.path.goal == "scotch-whist" and coming.minutes == lesson_minutes("symbol")


def test_a_goal_is_saved_as_one_thing_that_happened() -> None:
    wish = Wish("kaiser", ("scotch-whist",))
    mine = progress(Event(1.0, "goal", address=wish.text))
    assert wish_of(mine) == wish and next_step(mine).path.goal == "kaiser"
    assert mine.game_state("kaiser") == "new" and mine.concepts == ()
    assert Event.from_dict(mine.events[0].to_dict()) == mine.events[0]
    other = progress(*mine.events, Event(2.0, "goal", address=Wish("hearts").text))
    assert next_step(other).path.goal == "hearts"


def test_going_on_leads_through_every_lesson_and_table_to_the_goal() -> None:
    events = [Event(1.0, "goal", address=Wish("kaiser", ("scotch-whist",)).text)]
    way, opened = Wish("kaiser", ("scotch-whist",)).path, []
    for at in range(2, 60):
        mine = progress(*events)
        coming = next_step(mine)
        if coming.path.goal != "kaiser":
            break
        opened.append(coming.lesson or coming.game)
        kind = "lesson-done" if coming.lesson else "played"
        events.append(Event(float(at), kind, concept=coming.lesson or "", game=coming.game or ""))
    expected = [part for step in way for part in (*step.lessons, step.game) if part]
    assert opened == expected
    assert all(step_done(step, mine) for step in way)
    assert coming.step.game != "kaiser" and coming.path.goal in {
        other.goal for other in next_goals(mine)
    }


def test_a_lesson_that_ends_now_counts_as_walked() -> None:
    first = next_step(progress())
    second = next_step(progress(), after=str(first.lesson))
    assert second.lesson != first.lesson
    assert next_step(progress(*walked(str(first.lesson)))).lesson == second.lesson


def test_a_deal_for_a_newcomer_and_for_a_learner() -> None:
    assert fitting_game(progress()) == "scotch-whist"
    knows = progress(Event(1.0, "goal", address=Wish("kaiser", ("kaiser",)).text))
    fits = fitting_game(knows)
    assert needed(game(fits).concepts()) <= needed(game("kaiser").concepts())
    assert fits not in ("ziginette", "bourre", "julep")


# ---- minutes


def test_minutes_count_what_is_in_a_lesson() -> None:
    for id in ("symbol", "follow-suit", "match-points"):
        assert 2 <= lesson_minutes(id) <= 20
    assert lesson_minutes("match-points") > lesson_minutes("target-bust"), "four deals, and one"


@pytest.mark.parametrize("id", ["kaiser", "nap", "scotch-whist", "snap"])
def test_the_saved_length_of_a_deal_is_that_of_deals_that_are_played(id: str) -> None:
    saved, played = deal_length(id), played_length(id, seeds=(1, 2, 3))
    assert abs(saved.seconds - played.seconds) <= 0.5 * saved.seconds
