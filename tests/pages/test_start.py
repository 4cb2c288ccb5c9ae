"""The front door in a real browser: three questions, the way, and one button that is always right."""

from __future__ import annotations

import json
import re
import time
from typing import Any

import pytest
from browsing import Server, Tab, axe, known_as, leave
from taking import give, take_lesson

from cardlab.lessons import lesson
from cardlab.lessons.journey import Wish, fitting_game, next_step, wish_of
from cardlab.lessons.progress import Event, Progress
from cardlab.lessons.three_tables import three_tables
from cardlab.lessons.walk import Walk
from cardlab.store import Learners
from cardlab.web.addresses import (
    ExerciseAddress,
    GameAddress,
    PathAddress,
    StartAddress,
    parse,
    step_address,
)
from cardlab.web.pages.choosing import choose_way
from cardlab.web.pages.home import ReaderProgress, home_page, map_page, reader_progress
from cardlab.web.pages.start import path_page, start_page
from cardlab.web.pages.three_tables import ThreeTables

WISH = Wish("kaiser", ("scotch-whist",))
WHIST = "partnership-whist"


def kept_by(server: Server) -> Learners:
    return Learners(f"sqlite:///{server.store}")


def chosen(wish: Wish, *more: Event) -> Progress:
    return Progress([Event(1.0, "goal", address=wish.text), *more])


def go_of(page: str) -> list[str]:
    """Where the buttons lead that say "go on"."""
    return [
        tag.split('href="')[1].split('"')[0] for tag in re.findall(r"<a[^>]*data-go[^>]*>", page)
    ]


# ---- one start, without a browser


def test_every_page_gives_the_same_next_step() -> None:
    for events in ((), (Event(2.0, "lesson-done", concept="named-trump"),)):
        mine = chosen(WISH, *events)
        told = step_address(next_step(mine)).url()
        reader = reader_progress(mine, 10.0)
        assert go_of(path_page("/", mine)) == [told]
        home, chart = (
            home_page(["kaiser", "snap"], progress=reader),
            map_page(["kaiser"], progress=reader),
        )
        assert go_of(home) == [told]
        first = home.partition("data-next=")[2].partition("</li>")[0]
        assert f'href="{told}"' in first
        data = json.loads(chart.partition('id="map-data">')[2].partition("</script>")[0])
        assert data["next"][0]["href"] == told


def test_a_newcomer_gets_the_questions_and_a_learner_the_next_step() -> None:
    new = home_page(["kaiser"], progress=ReaderProgress())
    assert "Where shall we start?" in new and "Start with" in new
    reader = reader_progress(chosen(WISH), 10.0)
    known = home_page(["kaiser"], progress=reader)
    assert "Where shall we start?" not in known and next_step(chosen(WISH)).title in known


def test_the_tiles_of_home_are_true_for_whoever_looks() -> None:
    games = ["snap", "kaiser", "bridge", "julep"]
    guest = home_page(games, progress=ReaderProgress())
    assert "Nothing new" not in guest and guest.count("New: <b>") == 4
    knows = home_page(games, progress=reader_progress(chosen(Wish("bridge", ("kaiser",))), 10.0))
    offered, _, shelves = knows.partition("data-offered")[2].partition("data-shelf")
    large = next(tile for tile in offered.split("<li>") if "<h4>Kaiser<" in tile)
    assert "Nothing new: ready to play" in large and offered.count("Nothing new") == 1
    small = shelves.partition('data-game="kaiser"')[2].partition("</li>")[0]
    other = shelves.partition('data-game="bridge"')[2].partition("</li>")[0]
    assert "4 players</p>" in small and re.search(r"4 players · \d+ new</p>", other)


def test_a_deal_is_offered_that_fits() -> None:
    mine = chosen(Wish("bridge", ("kaiser",)))
    page = home_page(["kaiser"], progress=reader_progress(mine, 10.0))
    door = page.partition('data-door="deal"')[0].rpartition("<a")[2]
    assert GameAddress(fitting_game(mine)).url() in door


def test_a_game_that_is_not_here_is_a_sentence() -> None:
    page = path_page("/", None, PathAddress.read("to=trick-brag&known=mao"))
    assert "Trick Brag has no table here: its rules are not published. This is the way to " in page
    assert "cardlab knows no game “mao”." in page
    page = start_page("/", StartAddress.read("to=nothing"))
    assert "cardlab knows no game “nothing”." in page and "Your way to Scotch Whist" in page


def test_a_goal_that_is_reached_gives_way_to_three_others() -> None:
    events = [Event(1.0, "goal", address=WISH.text)]
    for at, step in enumerate(WISH.path, 2):
        events += [Event(float(at), "lesson-done", concept=id) for id in step.lessons]
        events += [Event(at + 0.5, "played", game=step.game)] if step.game else []
    page = path_page("/", Progress(events))
    assert "Kaiser is yours to play" in page and page.count("data-goal") == 3


def test_an_address_of_a_way_comes_back() -> None:
    for address in (PathAddress("bridge", ("snap", "oh-hell"), "often", 4), StartAddress()):
        assert parse(address.url()) == address


# ---- three tables of a game that somebody knows

HELP = "Two short lessons, Following suit, and Trumps and ruffing, will help first: 13 minutes."


def answered(practice: ThreeTables, right: int) -> ThreeTables:
    """Three tables, the first so many answered rightly, the others with the first wrong choice."""
    while not practice.done:
        question = practice.item.question
        given = tuple(question.right_answer)
        if practice.number > right:
            given = next((v,) for v in _values(question) if not question.agrees((v,)))
        practice.give(given)
        practice.check()
        practice.next()
    return practice


def _values(question: Any) -> list[str]:
    return [choice.value for choice in question.choices] or list(map(str, range(9)))


@pytest.mark.parametrize(
    ("right", "told"),
    [
        (3, "You know this well. The first new thing is next."),
        (2, "Two of three. The first new thing is next."),
        (
            1,
            HELP,
        ),
        (
            0,
            HELP,
        ),
    ],
)
def test_three_tables_say_what_comes_first_and_count_nothing(right: int, told: str) -> None:
    practice = answered(ThreeTables("partnership-whist"), right)
    assert practice.snapshot()["text"][0]["s"] == told and practice.events == []
    assert practice.number == 3 and practice.lessons == (
        () if right > 1 else ("follow-suit", "trump")
    )


def test_a_game_without_three_tables_is_a_sentence_and_leads_to_the_way() -> None:
    with pytest.raises(ValueError, match="no three tables of Snap"):
        ThreeTables("snap")
    for game in ("snap", "mao", "basic-rummy"):
        chosen = PathAddress("kaiser", (game,) if game != "mao" else (), tables=True)
        assert choose_way("somebody", chosen) == step_address(
            next_step(Progress(()), wish=chosen.way.wish)
        )
    chosen = PathAddress("kaiser", ("snap", "partnership-whist"), tables=True)
    assert choose_way("somebody", chosen) == ExerciseAddress(known="partnership-whist")


# ---- in the browser


@pytest.mark.rest
def test_three_tables_come_before_the_first_new_thing(tab: Tab, server: Server) -> None:
    page = tab.page
    query = StartAddress("kaiser", ("partnership-whist",), "sometimes").query
    page.goto(f"{server.url}start?{query}")
    page.locator("[data-go]").click()
    page.wait_for_url("**/exercise?known=partnership-whist*")
    asked = []
    for item in three_tables("partnership-whist"):
        page.wait_for_function(
            "text => document.querySelector('[data-key=question]')?.innerText === text",
            arg=item.question.heading,
        )
        asked.append(item.question.heading)
        page.locator("[data-do=skip]").click()
    page.wait_for_selector("[data-done]")
    assert len(asked) == 3 and page.locator(".errors").inner_text() == ""
    coming = next_step(Progress(()), wish=Wish("kaiser", ("partnership-whist",)))
    page.locator(".finished .btn.main").click()
    page.wait_for_url(f"**{step_address(coming).url('/')}*")


@pytest.mark.rest
def test_a_child_walks_from_the_first_tap_to_the_next_lesson(tab: Tab, server: Server) -> None:
    """Whoever never held cards: one tap, the first lesson with its first bet missed, its game with
    the cards of everybody, the last page, and the next lesson; no word of the rule books on the
    way."""
    page, walk = tab.page, Walk(lesson("symbol"), learner="Lena")
    known_as(tab, server, "Lena")
    page.goto(server.url)
    page.locator("input[name=played][value=never]").locator("..").click()
    page.wait_for_selector("[data-part=known][hidden]", state="attached")
    page.locator("[data-go]").click()
    tab.ready()
    taken = take_lesson(tab, walk, first=("yes",))
    assert len(taken.told) == 8 and not any("legal" in text for text in taken.told), taken
    assert taken.table.endswith("snap.ipynb?players=2&turns=24&seed=7&lesson=symbol")
    assert page.locator("[data-done] h1, [data-done] .headline").first.is_visible()
    page.locator("[data-key=primary]").click()
    page.wait_for_url("**/lesson?concept=turn")


@pytest.mark.rest
def test_an_adult_walks_from_whist_to_the_end_of_the_first_new_lesson(
    tab: Tab, server: Server
) -> None:
    """Whoever plays Whist and wants Kaiser: the way, three tables answered rightly, and the first
    new lesson to its last page, whose button leads on along the way."""
    page = tab.page
    known_as(tab, server, "Ada")
    page.goto(f"{server.url}start?{StartAddress('kaiser', (WHIST,), 'sometimes').query}")
    page.locator("[data-go]").click()
    page.wait_for_url(f"**/exercise?known={WHIST}*")
    for item in three_tables(WHIST):
        page.wait_for_function(
            "text => document.querySelector('[data-key=question]')?.innerText === text",
            arg=item.question.heading,
        )
        give(tab, item.question, tuple(item.question.right_answer))
        page.locator("[data-key=primary]").click()
    page.wait_for_selector("[data-done]")
    assert "You know this well" in page.locator(".finished").inner_text()
    coming = next_step(Progress(()), wish=Wish("kaiser", (WHIST,)))
    page.locator(".finished .btn.main").click()
    page.wait_for_url(f"**{step_address(coming).url('/')}*")
    tab.ready()
    assert coming.lesson is not None
    walk = Walk(lesson(coming.lesson), learner="Ada")
    taken = take_lesson(tab, walk)
    assert taken.told and all(taken.told) and taken.table.endswith(f"&lesson={coming.lesson}")
    assert page.locator("[data-done] h1, [data-done] .headline").first.is_visible()
    page.locator("[data-key=primary]").click()
    page.wait_for_url(lambda url: coming.lesson not in url)


def test_three_taps_and_the_first_cards(tab: Tab, server: Server) -> None:
    page = tab.page
    page.goto(server.url)
    assert page.locator("h1").inner_text() == "Where shall we start?"
    for name, value in (("played", "sometimes"), ("known", "scotch-whist"), ("to", "kaiser")):
        page.locator(f"input[name={name}][value={value}]").locator("..").click()
        page.wait_for_selector("[data-start]:not([aria-busy])")
    assert page.locator("#way-title").inner_text() == "Your way to Kaiser"
    assert page.locator("[data-way-spoken]").inner_text().startswith("Your way to Kaiser, ")
    coming = next_step(Progress(()), wish=WISH)
    assert page.locator("[data-go]").inner_text() == "Start with three tables"
    page.locator("[data-skip]").click()
    page.wait_for_url(f"**{step_address(coming).url('/')}*")
    leave(page)
    page.goto(f"{server.url}path")
    assert page.locator("h1").inner_text() == "To Kaiser"
    assert page.evaluate("document.activeElement.hasAttribute('data-go')")
    page.goto(server.url)
    assert page.locator("h1").inner_text() == coming.title


def test_the_way_by_keyboard_and_with_a_typed_game(tab: Tab, server: Server) -> None:
    page = tab.page
    page.goto(f"{server.url}start")
    page.locator("input[value=never]").focus()
    page.keyboard.press("Space")
    page.wait_for_selector("[data-part=known][hidden]", state="attached")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("[data-part=known]:not([hidden])")
    page.locator("input[name=known][type=text]").fill("oh hell")
    page.keyboard.press("Enter")
    page.wait_for_selector("input[value=oh-hell]:checked", state="attached")
    page.locator("input[name=to][type=text]").fill("poker")
    page.keyboard.press("Enter")
    page.wait_for_selector("[role=alert]")
    assert "cardlab knows no game “poker”" in page.locator("[role=alert]").inner_text()
    assert page.locator("[data-go]").count() == 1


def test_the_goal_belongs_to_the_learner(tab: Tab, server: Server) -> None:
    known_as(tab, server, "Rita")
    learners = kept_by(server)
    learners.append("Rita", [Event(time.time(), "goal", address=WISH.text)])
    tab.page.goto(f"{server.url}path?to=hearts&known=whist")
    assert tab.page.locator("h1").inner_text() == "To Hearts", "a link shows its own way"
    assert wish_of(Progress(learners.load("Rita").events)) == WISH, "looking changes nothing"
    tab.page.locator("[data-go]").click()
    tab.page.wait_for_url("**/lesson?concept=*")
    saved = wish_of(Progress(learners.load("Rita").events))
    assert saved is not None and (saved.to, saved.known) == ("hearts", ("whist",))


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_everything_fits(tab: Tab, server: Server, width: int, height: int) -> None:
    tab.page.set_viewport_size({"width": width, "height": height})
    for path in (
        "start?played=sometimes&known=snap&to=kaiser",
        "start?played=never",
        "start?known=oh-hell&known=cheat&known=hearts&to=skat",
        "path?to=bridge",
        "path?to=kaiser&known=whist",
    ):
        tab.page.goto(server.url + path)
        wide, high = tab.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        assert wide <= width, path
        if width == 1280 and path.startswith("start?played"):
            assert high <= height, f"{path} fits without scrolling"
        button = tab.page.locator("[data-go]")
        assert button.count() == 1
        box = button.bounding_box()
        assert box is not None and box["height"] >= 44
        if path.startswith("path") or width == 1280:
            assert box["y"] + box["height"] <= height, f"{path}: the button is in view"


@pytest.mark.sampled
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (390, "dark")])
def test_axe_finds_nothing(tab: Tab, server: Server, theme: str, width: int) -> None:
    tab.page.set_viewport_size({"width": width, "height": 800})
    tab.page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    for path in ("start?played=sometimes&known=snap&to=kaiser", "path?to=kaiser&known=whist"):
        tab.page.goto(server.url + path)
        assert axe(tab) == [], path
    known_as(tab, server, "Rita")
    kept_by(server).append("Rita", [Event(time.time(), "goal", address=WISH.text)])
    tab.page.goto(server.url)
    assert tab.page.locator(".goon").count() == 1 and axe(tab) == []
