"""Practice without a browser: what comes, what is said to it, how it ends, and how soon."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import Any

import pytest

from cardlab.lessons.choosing import met_by, on_table
from cardlab.lessons.exercises import KINDS, exercise, fingerprint
from cardlab.lessons.progress import DAY, Event
from cardlab.lessons.sharing import lesson_games
from cardlab.web.pages.kind_titles import KIND_TITLES
from cardlab.web.pages.learner_log import MemoryLog
from cardlab.web.pages.learning import exercise as exercise_page
from cardlab.web.pages.practice import Practice
from cardlab.web.pages.queue import Mixed, RunAhead

LESSONS = ("turn", "trick", "follow-suit", "trump", "deal")


def log_of(*lessons: str, days_ago: float = 0.0) -> MemoryLog:
    log = MemoryLog()
    for concept in lessons:
        log.note(Event(time.time() - days_ago * DAY, "lesson-done", concept=concept))
    return log


def send(widget: Any, name: str, **data: Any) -> dict[str, Any]:
    widget.command = {"n": widget.command.get("n", 0) + 1, "name": name, "data": data}
    return dict(widget.snapshot)


def answer(widget: Any, right: bool = True) -> dict[str, Any]:
    question = widget.page.driver.item.question
    given = list(question.right_answer)
    if not right:
        others = [c.value for c in question.choices if c.value not in question.answer]
        given = others[:1] if others else ["999"] if not question.choices else given[::-1]
    return send(widget, "check", values=given)


def test_every_kind_has_a_title() -> None:
    assert set(KIND_TITLES) == set(KINDS)


def test_a_practice_ends_after_ten_and_says_what_comes_back() -> None:
    widget = exercise_page(concept="follow-suit", seed=3, log=log_of(*LESSONS))
    for n in range(10):
        shown = answer(widget, right=n not in (2, 5))
        assert shown["feedback"]["kind"] == "right" or n in (2, 5), n
        send(widget, "next")
    end = widget.snapshot
    assert end["done"] and end["practice"]["end"] == "That was today."
    said = end["text"][0]["s"]
    assert said == "Eight of ten were right at once. Two tables come back tomorrow."
    assert end["practice"]["today"].count("back") == 2 and end["practice"]["row"] == "4 in a row"
    more = send(widget, "restart")
    assert not more["done"] and more["item"]["number"] == 11


def yes_or_no(seed: int = 3) -> Practice:
    """A practice of yes and no in one game."""
    return Practice(lambda seed: exercise("is-open:must-follow-suit", "kaiser", seed), seed, "T")


def test_a_miss_of_yes_or_no_brings_the_same_question_on_other_cards() -> None:
    practice = yes_or_no()
    first = practice.item
    wrong = "no" if first.question.answer == ("yes",) else "yes"
    practice.give([wrong])
    practice.check()
    assert practice.mark.told and not practice.mark.right
    practice.next()
    twin = practice.item
    assert (twin.kind, twin.game_id) == (first.kind, first.game_id)
    assert fingerprint(twin) != fingerprint(first) and practice.number == 2
    # a twin has no twin: the next is the item that would have come
    practice.give(["no" if twin.question.answer == ("yes",) else "yes"])
    practice.check()
    practice.next()
    usual = yes_or_no()
    usual.skip()
    assert practice.item.address == usual.item.address


def test_a_right_answer_and_a_choice_of_more_have_no_twin() -> None:
    practice, other = yes_or_no(), yes_or_no()
    practice.give(practice.item.question.answer)
    practice.check()
    practice.next()
    other.skip()
    assert practice.item.address == other.item.address
    cards = Practice(lambda seed: exercise("card-of-trick", "kaiser", seed), 3, "T")
    missed = cards.item
    wrong = next(c.value for c in missed.question.choices if c.value not in missed.question.answer)
    cards.give([wrong])
    cards.check()
    assert not cards.mark.told, "it may be tried again"
    cards.next()
    assert cards.item.seed == missed.seed + 1


def test_right_answers_in_a_row_and_why() -> None:
    widget = exercise_page(concept="follow-suit", seed=3, log=log_of(*LESSONS))
    assert widget.snapshot["practice"]["row"] == "" and widget.snapshot["practice"]["why"] is None
    kinds: set[str] = set()
    for n in range(5):
        name = widget.page.driver.item.question.kind
        shown = answer(widget, right=n != 2)["practice"]
        assert shown["why"]["open"] == (n == 2 or name not in kinds)
        assert shown["why"]["rule_title"] and shown["why"]["pieces"]
        assert shown["row"] == ["", "2 in a row", "", "", "2 in a row"][n]
        kinds |= {name} if n != 2 else set()
        send(widget, "next")


def test_why_puts_the_trick_in_its_order() -> None:
    item = exercise("winner-of-trick:highest-trump", "scotch-whist", seed=4)
    practice = Practice(lambda seed: item, 4, "T")
    practice.give(item.question.right_answer)
    practice.check()
    why = practice.snapshot()["practice"]["why"]
    trick = item.question.seen_trick
    assert why["rule"] == "highest-trump" and sorted(why["cards"]) == sorted(map(str, trick.cards))
    assert why["cards"][0] == str(trick.cards[trick.seats.index(item.question.trick[0])])


def test_default_practice_is_what_is_due_then_what_is_being_learned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardlab.web.pages.learning.page_query", lambda: "")
    log = log_of("trick", "follow-suit", days_ago=2)
    widget = exercise_page(log=log)
    known = met_by(log.progress()).knowledge
    whys, tables = [], []
    for _ in range(10):
        whys.append("".join(piece["s"] for piece in widget.snapshot["text"]))
        tables.append(on_table(widget.page.driver.item))
        assert widget.page.driver.item.question.unfair(known) == ""
        answer(widget)
        send(widget, "next")
    assert [why[:4] for why in whys[:3]] == ["Due:", "Due:", ""]
    assert tables[0] and tables.count(False) <= 1
    assert widget.snapshot["done"] and not log.progress().review(time.time())
    assert widget.snapshot["text"][0]["s"].startswith("All ten were right at once.")


def test_a_concept_is_asked_about_in_games_that_are_known_and_in_those_of_its_lesson() -> None:
    log, games = log_of(*LESSONS), set()
    widget = exercise_page(concept="follow-suit", seed=3, log=log)
    known = set(met_by(log.progress()).games) | set(lesson_games("follow-suit"))
    for _ in range(12):
        games.add(widget.page.driver.item.game_id)
        send(widget, "skip")
    assert games <= known and len(games) > 2, games
    new = exercise_page(concept="follow-suit", seed=3, log=MemoryLog())
    assert new.page.driver.item.game_id in lesson_games("follow-suit")


def test_somebody_new_is_told_what_to_do_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.web.pages.learning.page_query", lambda: "")
    widget = exercise_page(log=MemoryLog())
    assert widget.snapshot == {} and widget.error.startswith("There is nothing to practise yet.")


def test_where_nothing_more_is_found_it_goes_on_further_on_or_ends() -> None:
    item = exercise("winner-of-trick", "scotch-whist", seed=4)

    def draw(seed: int) -> Any:
        if seed in barren:
            raise ValueError("nothing was found")
        return item

    barren: Any = range(5, 100)
    practice = Practice(draw, 4, "T")
    practice.skip()
    assert not practice.done and practice.number == 2
    barren = range(5, 10**6)
    practice.skip()
    assert practice.done and practice.snapshot()["practice"]["end"] == "That was today."
    barren = range(10)
    with pytest.raises(ValueError, match="nothing was found"):
        Practice(draw, 4, "T")


def test_an_answer_counts_once() -> None:
    log = log_of(*LESSONS)
    widget = exercise_page(concept="follow-suit", seed=3, log=log)
    answer(widget)
    send(widget, "check", values=["2C"])
    assert "checked already" in widget.snapshot["notice"]
    for _ in range(3):
        send(widget, "next")
    assert len([e for e in log.events if not isinstance(e, Event)]) == 1


def test_an_answer_after_the_end_is_a_sentence() -> None:
    widget = exercise_page(concept="follow-suit", seed=3, log=log_of(*LESSONS))
    for _ in range(10):
        answer(widget)
        send(widget, "next")
    shown = send(widget, "check", values=["2C"])
    assert shown["done"] and "over" in widget.error
    for name in ("next", "skip", "hint", "try_again", "give"):
        assert send(widget, name)["done"]


def test_the_same_question_in_two_tabs_counts_once() -> None:
    log = log_of(*LESSONS)
    tabs = [exercise_page("winner-of-trick?game=scotch-whist&seed=4", log=log) for _ in range(2)]
    for tab in tabs:
        answer(tab)
    both = log.progress()
    (once,) = (e for e in both.events[-1:])
    alone = MemoryLog()
    for event in [*log.events[: len(LESSONS)], once]:
        alone.note(event)
    concept = once.concept
    assert both.proof(concept) == alone.progress().proof(concept)
    assert len([e for e in log.events if not isinstance(e, Event)]) == 2, "nothing is lost"


def test_a_link_to_a_question_that_is_no_more_is_a_sentence() -> None:
    for address in (
        "why-won:highest-suit?game=quinto&seed=5",
        "decided-by:a-rule-of-last-year?game=kaiser&seed=1",
        "a-kind-of-last-year?game=kaiser&seed=1",
        "winner-of-trick?game=a-game-of-last-year&seed=1",
    ):
        widget = exercise_page(address)
        assert widget.snapshot == {} and widget.error.endswith("The map leads to other exercises.")


# --- the next question is there before somebody asks


def test_what_comes_next_is_found_before_it_is_asked_for() -> None:
    drawn: list[tuple[int, str]] = []

    def draw(seed: int) -> Any:
        drawn.append((seed, threading.current_thread().name))
        return exercise("in-pack", "kaiser", seed=seed)

    ahead = RunAhead(draw, most=2)
    first = ahead(5)
    ahead.wait()
    assert [seed for seed, _ in drawn] == [5, 6, 7] and ahead.peek().seed == 6
    assert drawn[0][1] == "MainThread" and "MainThread" not in {name for _, name in drawn[1:]}
    second = ahead(first.seed + 1)
    ahead.wait()
    assert second.seed == 6 and [seed for seed, _ in drawn] == [5, 6, 7, 8]
    assert [ahead(seed).seed for seed in (7, 8, 9, 10)] == [7, 8, 9, 10]
    assert ahead(500).seed == 500, "another seed than was expected is drawn at once"
    ahead.wait()


def test_where_there_are_no_threads_the_next_is_found_when_nothing_else_is_to_be_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("cardlab.web.pages.queue.sys.platform", "emscripten")
    monkeypatch.setattr("cardlab.web.pages.queue.IDLE", 0.0)
    threads = threading.active_count()

    async def waiting() -> None:
        ahead = RunAhead(lambda seed: exercise("in-pack", "kaiser", seed=seed))
        assert ahead(5).seed == 5 and ahead.peek() is None
        await asyncio.sleep(0.01)
        while ahead.peek() is None:
            await asyncio.sleep(0.01)
        assert ahead.peek().seed == 6 and ahead(6).seed == 6

    asyncio.run(waiting())
    assert threading.active_count() == threads


def test_trouble_and_the_end_come_when_their_item_is_asked_for() -> None:
    def draw(seed: int) -> Any:
        if seed == 3:
            raise ValueError("nothing was found")
        return exercise("in-pack", "kaiser", seed=seed) if seed < 3 else None

    ahead = RunAhead(draw)
    assert ahead(1).seed == 1 and ahead(2).seed == 2
    with pytest.raises(ValueError, match="nothing was found"):
        ahead(3)
    assert ahead(4) is None and ahead(4) is None


@pytest.mark.slow
def test_fifty_skips_find_fifty_questions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page that once stood still for a minute and a half: its concept has a rule of which no
    position was found."""
    address = "next-bid:insufficient?game=bridge&seed=6"
    widget = exercise_page(address, concept="suit-order", log=MemoryLog())
    seen = [widget.snapshot["question"]["id"]]
    for _ in range(50):
        seen.append(send(widget, "skip")["question"]["id"])
        assert not widget.error
    assert len(set(seen)) > 40


@pytest.mark.slow
def test_sentences_are_rare_in_the_exercises_of_a_concept_and_never_first() -> None:
    for concept in ("turn", "follow-suit", "auction"):
        draw, seed, tables = Mixed(concept), 5, []
        for _ in range(14):
            item = draw(seed)
            tables.append(on_table(item))
            seed = item.seed + 1
        assert tables[0] and tables.count(False) <= 14 // 6, concept
