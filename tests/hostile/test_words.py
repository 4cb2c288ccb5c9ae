"""What somebody types or sends: moves, options, positions, names, and the addresses of pages. Each
is understood, or refused with a sentence, and nothing else changes."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl

import pytest

import cardlab
from cardlab import pages
from cardlab.labs.notation import write
from cardlab.labs.reading import NotationError
from cardlab.labs.reading import read as read_position
from cardlab.lessons.exercises import exercise_at
from cardlab.lessons.nickname import nickname
from cardlab.web.addresses import LABS, GameAddress, NoSuchPage, WatchAddress, parse

from .conftest import check_sentence
from .mutating import VALUES, mutated_query, mutated_text
from .test_files import GAMES, played

LINKS = (
    "/map?focus=trump",
    "/explore?game=kaiser",
    "/print?exercise=decided-by:must-head%3Fgame%3Dmalilla%26seed%3D17&solutions=1",
    "/lesson?concept=trump&learner=Anna",
    "/exercise?kind=score-deal&game=kaiser&seed=3",
    "/exercise?address=decided-by:must-head%3Fgame%3Dmalilla%26seed%3D17",
    "/watch?game=nap&seed=13&players=4",
    "/orders?game=skat&suit=H",
    "/house-rules?game=malilla&learner=Anna",
    "/positions?game=malilla",
    "/voila/render/notebooks/kaiser.ipynb?match=abc_DEF-12&seed=7&mode=ask&pace=0&coach=end",
    "/voila/render/notebooks/nap.ipynb?players=5&lesson=trump&bots=strong",
    "/voila/render/tutorials/01-cards.ipynb",
)
"""Good links, one of each kind."""


def test_typed_moves(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        match = played(rng.choice(GAMES)).at(rng.randrange(1, 40))
        if match.over or match.to_move is None:
            continue
        before = (match.ply, match.state)
        text = mutated_text(str(rng.choice(match.candidates() or ("QH",))), rng)
        verdict = match.verdict(text)
        check_sentence(f"{verdict.reason} said of it", text)
        if verdict.legal:
            continue
        with pytest.raises(cardlab.IllegalMove) as caught:
            match.play(text)
        check_sentence(str(caught.value), text)
        assert (match.ply, match.state) == before


def test_options(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        id = rng.choice(cardlab.games())
        options = cardlab.game(id).all_options()
        chosen: dict[str, Any] = {}
        for option in rng.sample(options, min(len(options), rng.choice((1, 1, 2)))):
            value = rng.choice([*VALUES, *option.choices])
            if isinstance(value, str) and rng.random() < 0.5:
                value = mutated_text(value, rng)
            chosen[option.name] = value
        try:
            game = cardlab.game(id, **chosen)
        except ValueError as refused:
            check_sentence(str(refused), str(chosen))
        else:
            assert game.match(seed=1).record.replay().ply >= 0


def test_written_positions(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        text = mutated_text(write(played(rng.choice(GAMES)).state), rng)
        try:
            read_position(text)
        except NotationError as refused:
            check_sentence(str(refused), text)


def test_nicknames(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        text = mutated_text("Anna 7", rng)
        try:
            assert nickname(nickname(text)) == nickname(text)
        except ValueError as refused:
            check_sentence(str(refused), text)


def mutated_link(rng: random.Random) -> str:
    path, _, query = rng.choice(LINKS).partition("?")
    if rng.random() < 0.15:
        path = mutated_text(path, rng)
    return f"{path}?{mutated_query(dict(parse_qsl(query)), rng)}"


def test_links(draws: Iterator[random.Random]) -> None:
    """Reading an address raises nothing but NoSuchPage; what it did not understand is said, and
    the link that it writes itself is understood."""
    for rng in draws:
        link = mutated_link(rng)
        try:
            address = parse(link)
        except NoSuchPage as refused:
            check_sentence(str(refused), link)
            continue
        for problem in address.problems:
            check_sentence(problem, link)
        again = parse(address.url())
        assert not again.problems and again.url() == address.url()


def test_exercises_by_their_address(draws: Iterator[random.Random]) -> None:
    for rng in draws:
        good = "decided-by:must-beat-opponent?game=malilla&seed=3&p.trick=2"
        address = mutated_text(good, rng)
        try:
            exercise_at(address)
        except ValueError as refused:
            check_sentence(str(refused), address)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["lesson", "exercise", "watch", "table", *LABS])
def test_pages(page: str, draws: Iterator[random.Random], monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages are made from any query: what was not understood is said on the page. Each of these
    makes a whole page, so that fewer are tried."""
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/at/voila/")
    good = {
        "lesson": {"concept": "trump", "learner": "Anna"},
        "exercise": {"kind": "score-deal", "game": "kaiser", "seed": "3"},
        "watch": {"game": "nap", "seed": "13", "players": "4"},
        "table": {"seed": "7", "mode": "ask", "pace": "0", "set_penalty": "bid"},
    }
    for number, rng in enumerate(draws):
        if number % 10:
            continue
        query = mutated_query(dict(good.get(page) or lab_query(page)), rng)
        monkeypatch.setenv("QUERY_STRING", query)
        widget = made(page)
        said = getattr(widget, "error", "")
        if said:
            check_sentence(said, query, longest=2000)


def made(page: str) -> Any:
    """The widget of a page, made from the address where a kernel finds it."""
    if page in LABS:
        return pages.lab(page)
    if page == "table":
        return pages.play("kaiser")
    return {"lesson": pages.learn, "exercise": pages.exercise, "watch": pages.watch}[page]()


def lab_query(lab: str) -> dict[str, str]:
    """What the address of a laboratory says when it is opened with a game."""
    widget = pages.lab(lab, "malilla")
    return dict(parse_qsl(widget.link.partition("?")[2]))


def test_the_deal_to_watch_and_the_table_have_limits() -> None:
    """The longest of addresses are not read at all."""
    assert GameAddress.read("kaiser", "a=1&" * 5000).problems
    assert WatchAddress.read(f"game={'x' * 5000}").game == "kaiser"
