"""Progress: what follows from events, and what does not."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardlab.lessons.progress import DAY, LADDER, STATES, Event, Progress, Walked, _ago
from cardlab.lessons.sharing import shared

GAMES = {"trump": ("nap", "malilla", "redbeard"), "ruff": ("nap",)}


def said(day: float, right: bool | None = True, **more: Any) -> Event:
    return Event(
        day * DAY,
        "answered",
        **{"concept": "trump", "rule": "highest-trump", "game": "nap", "right": right, **more},
    )


def mine(*events: Event, **more: Any) -> Progress:
    return Progress(events, games=GAMES, **more)


def test_new_seen_due() -> None:
    assert mine().state("trump", 0) == "new" and not mine().met("trump")
    opened = Event(0, "opened", concept="trump")
    assert mine(opened).state("trump", 99 * DAY) == "seen" and not mine(opened).met("trump")
    done = Event(DAY, "lesson-done", concept="trump")
    assert [mine(opened, done).state("trump", day * DAY) for day in (1, 1.99, 2)] == [
        "seen",
        "seen",
        "due",
    ]
    assert mine(done).met("trump"), "a finished lesson is there to build on, and no tick"
    assert "went through the lesson two days ago" in mine(opened, done).review(3 * DAY)[0].reason


def test_can_do_is_three_good_days_and_sure_is_five_with_a_rest() -> None:
    days = [0, 1, 4, 11, 32]
    states = [mine(*map(said, days[: n + 1])).mastery("trump") for n in range(len(days))]
    assert states == ["seen", "seen", "can-do", "can-do", "sure"]
    assert mine(*map(said, days)).state("trump", 60 * DAY) == "due"
    same_day = [said(n / 50) for n in range(20)]
    assert mine(*same_day).mastery("trump") == "seen", "one day proves nothing"
    assert mine(*[said(n / 3) for n in range(3)]).mastery("trump") == "seen", "nor one evening"
    hinted = [said(day, hints=1) for day in days]
    assert mine(*hinted).mastery("trump") == "seen", "hints were open"


def test_a_miss_takes_a_day_away_and_two_take_the_tick() -> None:
    good = [said(0), said(1), said(4)]
    assert mine(*good, said(5, False)).mastery("trump") == "seen"
    assert mine(*good, said(5, False), said(6)).mastery("trump") == "seen"
    after = [said(day) for day in (6, 7, 8, 9)]
    assert mine(*good, said(5, False), *after).mastery("trump") == "can-do"
    strong = [said(day + n / 50) for day in (0, 1, 4) for n in range(4)]
    assert mine(*strong, said(5, False)).mastery("trump") == "can-do", "one miss among thirteen"
    assert mine(*strong, said(5, False), said(6, False)).mastery("trump") == "seen"


def test_a_coin_needs_more_answers_than_a_choice_of_four() -> None:
    coins = [said(day, chance=0.5) for day in (0, 1, 4)]
    assert mine(*coins).mastery("trump") == "seen"
    more = [said(day + n / 50, chance=0.5) for day in (0, 1, 4) for n in range(4)]
    assert mine(*more).mastery("trump") == "can-do"


def test_who_guesses_elsewhere_guessed_here() -> None:
    misses = [said(day + n / 50, False, concept="ruff") for day in (0, 1, 4) for n in range(9)]
    right = [said(day + 0.3) for day in (0, 1, 4)]
    assert mine(*right).mastery("trump") == "can-do"
    assert mine(*right, *misses).mastery("trump") == "seen"


@pytest.mark.parametrize("answers", [1, 3, 10, 20])
def test_a_random_clicker_can_do_nothing(answers: int, request: pytest.FixtureRequest) -> None:
    """Fifty sessions of guesses on twelve concepts in three games, and a deal played to its end in
    each, over and over."""
    concepts, games = [f"concept-{n}" for n in range(12)], ["nap", "malilla", "redbeard"]
    chances, ticked = (1 / 2, 1 / 3, 1 / 4, 1 / 5, 1 / 8), 0
    learners = int(request.config.getoption("--learners"))
    for learner in range(learners):
        rng = random.Random(f"{learner}/{answers}")
        events: list[Event] = []
        for day in range(50):
            for n in range(answers):
                chance = rng.choice(chances)
                events.append(
                    said(
                        day + n / 1000,
                        rng.random() < chance,
                        concept=rng.choice(concepts),
                        game=rng.choice(games),
                        chance=chance,
                    )
                )
            events.append(Event((day + 0.1) * DAY, "played", game=rng.choice(games)))
            progress = mine(*events)
            states = {progress.mastery(concept) for concept in concepts}
            states |= {progress.game_state(game) for game in games}
            if not states <= {"new", "seen"}:
                ticked += 1
                break
    print(f"{ticked} of {learners} random clickers, {answers} answers a session, got a tick")
    assert ticked <= learners // 100


def test_one_three_seven_and_then_every_21_days() -> None:
    day, events = 0, [said(0)]
    for step in (1, 3, 7, 21, 21, 21):
        progress = mine(*events)
        assert progress.due("trump") == (day + step) * DAY
        assert progress.state("trump", (day + step) * DAY - 1) != "due" and not progress.review(
            (day + step) * DAY - 1
        )
        day += step
        assert progress.state("trump", day * DAY) == "due" and len(progress.review(day * DAY)) == 1
        events.append(said(day))


def test_answers_before_the_day_do_not_climb() -> None:
    assert mine(said(0), said(0.1), said(0.2), said(0.9)).rung("trump") == 0
    assert mine(said(0), said(0.1), said(1)).rung("trump") == 1


def test_the_ladder_starts_again_below_an_answer_that_was_not_right() -> None:
    up = [said(0), said(1), said(4)]
    assert mine(*up).rung("trump") == 2
    down = mine(*up, said(5, False))
    assert (down.rung("trump"), down.due("trump"), down.state("trump", 5.5 * DAY)) == (
        0,
        6 * DAY,
        "seen",
    )


def test_a_blank_is_not_wrong() -> None:
    assert (
        mine(said(0, None)).state("trump", 99 * DAY) == "seen"
        and mine(said(0, None)).due("trump") is None
    )
    assert mine(said(0), said(1, None)).due("trump") == mine(said(0)).due("trump")
    assert mine(said(0, None)).game_state("nap") == "seen"


def test_the_last_hint_counts_neither_way_and_comes_back() -> None:
    for right in (True, False):
        before, after = (
            mine(said(0), said(1)),
            mine(said(0), said(1), said(2, right, rule="must-trump", hints=3)),
        )
        assert after.rung("trump") == before.rung("trump") == 1
        assert before.due("trump") == 4 * DAY and after.due("trump") == 3 * DAY
        (due,) = after.review(3 * DAY)
        assert (
            due.rule == "must-trump"
            and "answered with the last hint in Nap, one day ago" in due.reason
        )


def test_what_was_missed_comes_back_in_another_game_until_it_is_right_on_its_day() -> None:
    missed = said(0, False, exercise="winner-of-trick")
    (due,) = mine(missed).review(DAY)
    assert (due.concept, due.rule, due.kind, due.game) == (
        "trump",
        "highest-trump",
        "winner-of-trick",
        "malilla",
    )
    assert due.reason == "Back today: not yet right in Nap, one day ago. Comes back in Malilla."
    retried = mine(missed, said(0.01))
    assert retried.review(DAY), "a second try at once settles nothing"
    settled = mine(missed, said(1, game="malilla"))
    assert not settled.review(DAY) and settled.due("trump") == 4 * DAY
    assert settled.review(4 * DAY)[0].game == "nap", "not again where it was just met"


def test_a_game_without_the_rule_takes_the_concept() -> None:
    rules = {"nap": {"must-x"}, "malilla": {"highest-trump"}, "redbeard": {"must-x"}}
    missed = said(0, False, rule="must-x", exercise="decided-by:must-x")
    assert mine(missed, rules=rules).review(DAY)[0].game == "redbeard", (
        "the rule, if another game has it"
    )
    rules["redbeard"] = set()
    (due,) = mine(missed, rules=rules).review(DAY)
    assert (due.game, due.rule, due.kind) == ("malilla", "", "")
    assert not mine(missed, said(1, game="malilla"), rules=rules).review(DAY), (
        "and settles it there"
    )


def test_a_concept_of_one_game_comes_back_there() -> None:
    (due,) = mine(said(0, False, concept="ruff")).review(DAY)
    assert due.game == "nap" and due.reason.endswith("Comes back in Nap again.")
    (due,) = Progress([said(0, concept="lone", game="")]).review(DAY)
    assert due.game == "" and due.reason == "Due: last right one day ago."


def test_what_waited_longest_comes_first() -> None:
    assert [d.concept for d in mine(said(1, concept="ruff"), said(0)).review(9 * DAY)] == [
        "trump",
        "ruff",
    ]


def test_games() -> None:
    exercise = said(0, game="", address="x?game=snap&seed=1")
    progress = mine(Event(0, "opened", game="nap"), Event(1, "played", game="kaiser"), exercise)
    assert [progress.game_state(g) for g in ("nap", "kaiser", "snap", "yaniv")] == [
        "seen",
        "seen",
        "seen",
        "new",
    ]
    assert set(progress.met_games) == {"snap", "nap", "kaiser"}
    answers = [said(day + n / 50, game="kaiser") for day in (2, 3, 4) for n in range(2)]
    assert mine(*answers).game_state("kaiser") == "seen", "no deal was played to its end"
    assert mine(*answers, Event(5, "played", game="kaiser")).game_state("kaiser") == "can-do"


def test_contracts_that_were_made_count_in_their_game() -> None:
    def contract(day: float, made: bool) -> Event:
        return Event(day * DAY, "contract", concept="contract", game="nap", right=made, chance=0.5)

    played = Event(0, "played", game="nap")
    made = [contract(day + n / 50, True) for day in (0, 1, 2) for n in range(5)]
    assert mine(played, *made).game_state("nap") == "can-do"
    assert mine(played, *made).mastery("contract") == "can-do"
    assert mine(played, *made).due("contract") is None, "a contract is no question"
    lost = [contract(day + 0.1 + n / 50, False) for day in (0, 1, 2) for n in range(4)]
    assert mine(played, *made, *lost).game_state("nap") == "seen"


def test_what_comes_back_does_so_in_known_games_and_in_those_of_its_lesson() -> None:
    games = {"trump": ("sixte", "nap", "malilla", "redbeard")}
    lesson = {"trump": ("redbeard", "malilla")}
    back = Progress([said(0)], games=games, returns=lambda concept: lesson[concept])
    assert back.review(DAY)[0].game == "malilla", "of the lesson's games the easiest"
    opened = Event(0, "opened", game="redbeard")
    knows = Progress([said(0), opened], games=games, returns=lambda concept: lesson[concept])
    assert knows.review(DAY)[0].game == "redbeard", "one that the learner knows"
    none = Progress([said(0)], games=games, returns=lambda concept: ())
    assert none.review(DAY)[0].game == "nap", "rather the same again than a strange one"


def test_a_belief_is_held_when_seen_twice_in_three() -> None:
    seen, told = said(0, False, belief="last-card-wins"), said(0, apart=("last-card-wins",))
    assert mine(seen).held() == ()
    for events in (
        [seen, seen],
        [seen, told, seen],
        [told, told, seen, seen],
        [seen, said(0), seen],
    ):
        assert mine(*events).held() == ("last-card-wins",)
    for events in (
        [seen, told, told, seen],
        [seen, seen, told, told],
        [seen, said(0), said(0), seen],
    ):
        assert mine(*events).held() == ()
    elsewhere = said(0, rule="insufficient-bid")
    assert mine(seen, elsewhere, elsewhere, elsewhere, seen).held() == ("last-card-wins",), (
        "these told nothing apart"
    )


def test_difficulty_goes_up_and_down() -> None:
    right, aided = said(0, exercise="decided-by:a"), said(0, exercise="decided-by:a", hints=1)
    hinted, blank = (
        said(0, exercise="decided-by:a", hints=3),
        said(0, None, exercise="decided-by:a"),
    )
    no_a, no_b = (
        said(0, False, rule="a", exercise="decided-by:a"),
        said(0, False, rule="b", exercise="decided-by:b"),
    )
    for events, step in [
        ([], 1),
        ([right] * 2, 1),
        ([right] * 3, 2),
        ([right] * 30, 4),
        ([right, right, aided, right], 1),
        ([right, right, hinted, blank, right], 2),
        ([right] * 3 + [no_a], 2),
        ([right] * 3 + [no_a, no_b], 2),
        ([right] * 3 + [no_a, no_b, no_a], 1),
        ([no_a] * 9, 1),
        ([right, right, no_a, right], 1),
    ]:
        assert mine(*events).difficulty("decided-by:b") == step
    assert mine(*[right] * 3).difficulty("winner-of-trick") == 1


def test_what_a_walk_tells_is_an_event() -> None:
    told = ("answered", "trump", "highest-trump", "", "", False, 2, None, "nap")
    assert Event.of(0, told) == said(0, False, hints=2)
    assert Event.of(0, told, game="kaiser").game == "kaiser"
    assert Event.of(3, ("opened", "trump", "", "", "", None, 0, None, "")) == Event(
        3, "opened", concept="trump"
    )


def test_walks() -> None:
    walk = Walked("trump", "choose", {"item": 2}, 5.0)
    assert mine(walks={"trump": walk}).walk("trump") == walk and mine().walk("trump") is None
    assert mine(walks={"trump": walk}).begun() == "trump" and mine().begun() is None


@pytest.mark.parametrize(
    "parts",
    [
        {"when": float("nan")},
        {"when": -1},
        {"when": "5"},
        {"when": True},
        {"kind": "x"},
        {"right": 1},
        {"right": "yes"},
        {"hints": 4},
        {"hints": True},
        {"concept": None},
        {"rule": "x" * 401},
        {"rule": "a\nb"},
        {"apart": "abc"},
        {"apart": [1]},
        {"more": 1},
        {"chance": 2},
        {"chance": "often"},
        {"chance": float("nan")},
        {"chance": True},
    ],
)
def test_what_cannot_have_happened_is_no_event(parts: dict[str, Any]) -> None:
    with pytest.raises(ValueError):
        Event.from_dict({"when": 0, "kind": "opened", **parts})


def test_the_catalogue_fits() -> None:
    progress = Progress(
        [said(0, False, concept="follow-suit", rule="must-follow-suit", game="kaiser")],
        **shared(),
    )
    (due,) = progress.review(DAY)
    assert (
        due.game != "kaiser"
        and due.rule == "must-follow-suit"
        and due.game in shared()["games"]["follow-suit"]
    )


def test_days_are_said_in_words() -> None:
    assert [_ago(d * DAY) for d in (-1, 0, 1, 2, 12, 13)] == [
        "today",
        "today",
        "one day ago",
        "two days ago",
        "12 days ago".replace("12", "twelve"),
        "13 days ago",
    ]


# days in parts that no sum rounds: whether a step of a day is a whole one hung on the last digit
days = st.integers(0, 60 * 64).map(lambda part: part / 64)
answers = st.builds(
    said,
    days,
    st.sampled_from([True, True, True, False, None]),
    rule=st.sampled_from(["a", "b"]),
    game=st.sampled_from(["nap", "malilla"]),
    hints=st.sampled_from([0, 0, 1, 3]),
    belief=st.sampled_from(["", "", "last-card-wins"]),
)


def numbered(events: list[Event]) -> list[Event]:
    return [
        Event.from_dict({**event.to_dict(), "id": f"e{i:03}"}) for i, event in enumerate(events)
    ]


@settings(max_examples=150, deadline=None)
@given(st.lists(answers, max_size=25))
def test_the_ladder_agrees_with_climbing_it_by_hand(events: list[Event]) -> None:
    rung, since = -1, 0.0
    for event in sorted(events, key=lambda e: e.when):
        if event.right is None or event.hints == 3:
            continue
        if not event.right or rung < 0:
            rung, since = 0, event.when
        elif event.when - since >= LADDER[rung] * DAY - 1e-6:
            rung, since = min(3, rung + 1), event.when
    progress = mine(*events)
    assert progress.rung("trump") == (None if rung < 0 else rung)
    due = progress.due("trump")
    if rung >= 0:
        assert due is not None and due <= since + LADDER[rung] * DAY
    for now in (0.0, 30 * DAY, 90 * DAY):
        state = progress.state("trump", now)
        assert state in STATES and (state == "due") == bool(progress.review(now)) == (
            due is not None and due <= now
        )
        assert all(
            found.reason.endswith(".") and found.game in GAMES["trump"]
            for found in progress.review(now)
        )


@settings(max_examples=60, deadline=None)
@given(st.lists(answers, max_size=12).map(numbered), st.randoms())
def test_order_and_repetition_do_not_matter(events: list[Event], chance: Any) -> None:
    mixed = [*events, *events[: len(events) // 2]]
    chance.shuffle(mixed)
    one, two = mine(*events), mine(*mixed)
    assert one.events == two.events and one.review(90 * DAY) == two.review(90 * DAY)
    assert one.held() == two.held() and one.due("trump") == two.due("trump")


@settings(max_examples=60, deadline=None)
@given(st.lists(answers, max_size=12).map(numbered), st.lists(st.floats(0, 60), max_size=5))
def test_blanks_change_nothing_but_seen(events: list[Event], days: list[float]) -> None:
    blanks = [said(day, None, rule="a") for day in days]
    one, two = mine(*events), mine(*events, *blanks)
    assert (
        one.due("trump") == two.due("trump")
        and one.review(90 * DAY) == two.review(90 * DAY)
        and one.held() == two.held()
    )
    if any(event.right is not None for event in events):
        assert one.state("trump", 61 * DAY) == two.state("trump", 61 * DAY)


def test_answers_since_a_moment_are_those_to_exercises_from_then_on() -> None:
    read = said(2, exercise="trump?game=nap&seed=1")
    told = mine(said(1, False, exercise="x"), read, said(2), said(3, False, exercise="x"))
    assert told.answers_since(2 * DAY) == (True, False)
    assert told.answers_since(2 * DAY + 1) == (False,)


def test_what_an_event_may_hold_at_most_is_held() -> None:
    for more in ({"chance": 0}, {"chance": 1}, {"rule": "x" * 400}, {"hints": 0}, {"hints": 3}):
        assert said(0, **more)
    for more in ({"chance": -0.1}, {"chance": 1.1}, {"chance": True}, {"hints": 4}, {"hints": -1}):
        with pytest.raises(ValueError, match=r"chance|hints"):
            said(0, **more)


def test_a_concept_climbs_on_the_very_day_it_is_due() -> None:
    """A moment before, a right answer leaves it where it is."""
    for second, due in ((1.0, 4), (1.0 - 1e-6, 1)):
        told = mine(said(0), said(second))
        assert [told.state("trump", day * DAY) == "due" for day in (due - 1e-3, due)] == [
            False,
            True,
        ]


def test_a_game_in_which_it_was_met_less_comes_back_first() -> None:
    games = {"trump": ("nap", "malilla", "redbeard")}
    events = [said(n / 100, game=game) for n, game in enumerate(["malilla"] * 2 + ["redbeard"])]
    told = Progress([*events, said(0.1, False)], games=games)
    assert [due.game for due in told.review(2 * DAY)] == ["redbeard"]


@pytest.mark.parametrize("hints", [0, 1, 2, 3])
@pytest.mark.parametrize("right", [True, False, None])
def test_an_event_is_kept_with_its_hints_and_without_what_is_empty(
    hints: int, right: bool | None
) -> None:
    event = said(1, right, hints=hints)
    kept = event.to_dict()
    assert Event.from_dict(kept) == event
    assert ("hints" in kept) == (hints > 0) and ("right" in kept) == (right is not None)
    assert not {"belief", "address", "apart"} & set(kept)
