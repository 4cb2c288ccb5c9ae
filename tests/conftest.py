"""Shared by all tests: where the browser is, and a store that is never the user's own."""

from __future__ import annotations

import gc
import os
import shutil
import tempfile
import uuid
import zlib
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import cardlab

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def find_chromium() -> str | None:
    """The Chromium of the machine; `CARDLAB_CHROMIUM` may name another one."""
    for name in (os.environ.get("CARDLAB_CHROMIUM", ""), *BROWSERS):
        if name and (found := shutil.which(name)):
            return found
    return None


@pytest.fixture(autouse=True, scope="session")
def _own_store(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nothing that a test does may land among the matches of whoever runs it."""
    folder: Path = tmp_path_factory.mktemp("store")
    os.environ["CARDLAB_STORE"] = f"sqlite:///{folder / 'cards.sqlite'}"


class Kernels:
    """The kernels in which nbval runs the notebooks: as the server starts them, and each with a
    store that is nobody's.

    Their sockets are files. Numbers of ports are looked up first and taken a second later, when
    another kernel or a browser may have them: then a kernel dies before it has begun.
    """

    def __init__(self) -> None:
        self._folder: Path | None = None
        self._forks: Any = None

    def __call__(self, **given: Any) -> Any:
        from jupyter_client.manager import KernelManager

        from cardlab.web.server.kernels import can_fork, fork_kernels

        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix="cardlab-"))
            self._forks = fork_kernels()
        os.environ["CARDLAB_STORE"] = f"sqlite:///{self._folder / 'cards.sqlite'}"
        if can_fork():
            given |= {
                "transport": "ipc",
                "connection_file": str(self._folder / f"{uuid.uuid4().hex[:12]}.json"),
            }
        return KernelManager(**given)

    def close(self) -> None:
        if self._forks is not None:
            self._forks.close()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)


KERNELS = Kernels()


def pytest_configure(config: pytest.Config) -> None:
    if config.pluginmanager.hasplugin("nbval"):
        import nbval.kernel

        nbval.kernel.KernelManager = KERNELS


def pytest_unconfigure() -> None:
    KERNELS.close()


@pytest.fixture(scope="session")
def chromium() -> str:
    found = find_chromium()
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("there is no Chromium on this machine, and CI has to try the pages")
        pytest.skip("there is no Chromium on this machine")
    return found


@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Any]:
    """One for a file, never for longer: while it runs, no other may be started in the process,
    nor any asyncio loop."""
    from .pages.browsing import browsing

    with browsing(chromium) as running:
        yield running


AMOUNTS = {
    "--deals": (12, "random deals of each game for the contract tests"),
    "--twins": (5, "pairs of deals of each game that a seat at a shared table cannot tell apart"),
    "--recorded": (10, "recorded matches of each game that are replayed, of a hundred"),
    "--refusals": (300, "refused moves of each game whose chains are asked anew"),
    "--probes": (1500, "positions of few cards where each rule is beside what it declares"),
    "--endings": (6, "endings of each game that are solved a second time another way"),
    "--items": (120, "generated exercises that are judged a second time"),
}
"""How much is tried, as far as an option says it: the number with ``--every-game``."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        default=str(Path(__file__).parent / "conformance" / "vectors"),
        help="folder of *.json vector files",
    )
    parser.addoption(
        "--reference-deals",
        default="8",
        help="random deals of each game that are followed beside its reference",
    )
    parser.addoption(
        "--all-games", action="store_true", help="a game that does not exist yet is a failure"
    )
    parser.addoption(
        "--all-lessons",
        action="store_true",
        help="every lesson on its page with every wrong answer, not a sample; takes half an hour",
    )
    parser.addoption(
        "--every-game",
        action="store_true",
        help="what make test tries in a sample of games, lessons and notebooks, in every one",
    )
    parser.addoption(
        "--cribbage-hands",
        action="store_true",
        help="all 12,994,800 hands of cribbage are counted a second time, by classes; minutes",
    )
    parser.addoption(
        "--poker-hands",
        action="store_true",
        help="all 2,598,960 hands of poker are counted a second time, by kinds; a minute",
    )
    parser.addoption(
        "--big-two-hands",
        action="store_true",
        help="all 2,598,960 combinations of five cards are judged a second time; a minute",
    )
    for option, (usual, what) in AMOUNTS.items():
        parser.addoption(option, type=int, help=f"{what} ({usual}; without --every-game a quarter)")
    parser.addoption(
        "--moves-a-deal",
        type=int,
        default=60,
        help="what a deal counts as in --deals where it is longer (100000: all are played out)",
    )
    parser.addoption(
        "--requests", default="300", help="random requests to a class by people who are not in it"
    )
    parser.addoption(
        "--class-minutes",
        default="5",
        help="minutes of a class of sixty in make test-deploy (60: the whole lesson)",
    )
    parser.addoption(
        "--learners",
        default="1",
        help="random clickers whose fifty sessions must prove nothing, of each sort",
    )
    parser.addoption(
        "--searches",
        default="20",
        help="random pairs of game and rule whose exercise is found or declined within its budget",
    )
    parser.addoption(
        "--draws", default="30", help="draws of the practice of somebody who has five lessons"
    )
    parser.addoption(
        "--all-rules",
        action="store_true",
        help="an exercise for every rule of every game, not for a sample",
    )
    parser.addoption(
        "--combos", default="3", help="random combinations of house rules for each game with tricks"
    )
    parser.addoption(
        "--combo-deals", default="4", help="random deals of each of these combinations"
    )
    parser.addoption(
        "--positions",
        default="400",
        help="positions of each game whose open cards the tables must know",
    )
    parser.addoption(
        "--boards",
        default="6",
        help="bridge deals beside DDS, and twice as many positions within a trick",
    )
    parser.addoption(
        "--problems",
        default="1",
        help="rounds of small positions solved by brute force too, 105 in each",
    )
    parser.addoption(
        "--hostile",
        default="40",
        help="pieces of bad input of each kind that must be refused with a sentence",
    )
    parser.addoption(
        "--walks", type=int, default=12, help="random walks of ten clicks through laboratories"
    )
    parser.addoption("--golden", action="store_true", help="write the golden transcripts anew")
    parser.addoption(
        "--results",
        default="25",
        help="imagined results of each game that sympy scores too (10000: all of the small games)",
    )


SAMPLE = {
    "bridge",
    "gin-rummy",
    "kaiser",
    "snap",
    "sum-run-set",
    "ziginette",
}
"""The games whose pages differ most: an auction with a dummy, melds with a stock, tricks after a
round of bids, everybody at once, captures, and a bank. A test that goes through the games by itself
takes these in `make test` (`some_games`)."""
TAKING_TURNS = {"contract", "labs", "lessons", "odds", "players", "solver"}
"""Folders whose tests go through all games, or all lessons: ten thousand cases. Here, and in what is
marked as sampled elsewhere, the cases of a test take turns: `make test` has every eleventh (`TURNS`), of
another test others, so that every game meets some; `make test-all` has every one. Of a test without
the mark whoever asks for a game gets its cases (`-k kaiser`)."""
TURNS = 11
SHARE = 4
"""Without ``--every-game`` one in so many of the deals and positions of a test is tried."""
FEW_GAMES = {"kaiser", "malilla", "scotch-whist", "seven-and-a-half", "snap"}
"""The games of the quick subset: one of each sort that is quick to play. The whole suite has
every game in every test."""
ONE_LESSON_IN = 30
STARTED = {"site", "server", "machine"}
"""Fixtures that start a server or processes of their own: what uses them is not quick."""
FEW_OF, OPENING = {"labs", "odds"}, "test_pages.py"
"""Folders of which the quick subset only opens each laboratory once, and the file that does."""
NOT_QUICK = (
    "test_adding.py",
    "test_doctests.py",
    "classes/test_accounts.py",
    "classes/test_failures.py",
    "classes/test_hall.py",
    "classes/test_live.py",
    "classes/test_papers.py",
    "classes/test_results.py",
    "classes/test_serving.py",
    "classes/test_showing.py",
    "deploy/test_class_servers.py",
    "games/test_ranked_melds.py",
    "lessons/test_exercises.py",
    "lessons/test_journey.py",
    "notebooks/test_laboratories.py",
    "players/test_bots.py",
    "players/test_environment.py",
    "players/test_foreign.py",
    "players/test_outlook.py",
    "store/test_learners.py",
    "store/test_matches.py",
    "store/test_schema.py",
)
"""Files that the quick subset leaves out, because they wait for others or go through every game by
themselves."""
SELDOM = 50_000
"""How many more things there have to be than the last time before garbage is looked for."""
LONG = (
    "pages/test_labs.py",
    "pages/test_servers.py",
    "pages/test_lessons.py",
    "pages/test_games.py",
    "pages/test_pages.py",
    "pages/test_start.py",
    "server/test_serving.py",
    "widgets/test_in_sight.py",
    "contract/test_contract.py",
    "contract/test_secrets.py",
    "contract/test_foreign.py",
    "lessons/test_audit.py",
    "pages/test_reloads.py",
    "players/test_effort.py",
    "solver/test_keeping.py",
    "contract/test_texts.py",
    "pages/test_map.py",
    "pages/test_every_lesson.py",
    "pages/test_notebook_pages.py",
    "pages/test_phones.py",
    "labs/test_scores.py",
    "labs/test_puzzles.py",
    "labs/test_positions.py",
    "contract/test_shared_tables.py",
    "contract/test_quiet.py",
    "contract/test_effort.py",
    "lessons/test_lessons.py",
    "lessons/test_course.py",
    "lessons/test_exercises.py",
    "labs/test_pages.py",
    "contract/test_recorded.py",
    "contract/test_aims.py",
    "pages/test_learner_names.py",
    "pages/test_no_code.py",
    "pages/test_addresses.py",
    "solver/test_declared.py",
    "solver/test_kernel.py",
    "players/test_bidding.py",
    "players/test_inference.py",
    "odds/test_exact.py",
    "classes/test_serving.py",
    "classes/test_at_the_table.py",
    "classes/test_evening.py",
    "classes/test_showing.py",
    "classes/test_results.py",
    "widgets/test_trick_end.py",
    "widgets/test_table_widget.py",
    "widgets/test_lesson_widget.py",
    "server/test_in_browser.py",
    "server/test_limits.py",
    "notebooks/test_laboratories.py",
    "players/test_environment.py",
    "concepts/test_paths.py",
    "tests/test_docs_site.py",
)
"""Files that take longest, the longest first: begun first, so that no worker is left with one of
them when all else is done."""


def place_in_line(item: pytest.Item) -> int:
    """Where a file stands in a run with several workers; notebooks are short, and come last to
    fill what time is left."""
    if item.path.suffix != ".py":
        return len(LONG) + 1
    path = item.path.as_posix()
    return next(
        (number for number, file in enumerate(LONG) if path.endswith(f"/{file}")), len(LONG)
    )


@cache
def is_not_quick(path: Path) -> bool:
    """Whether the quick subset leaves a file out: one of the list, or one about a game that is none of
    its few."""
    if any(path.as_posix().endswith(f"tests/{file}") for file in NOT_QUICK):
        return True
    folder = path.parent.name
    if folder in FEW_OF and path.name not in ("conftest.py", OPENING):
        return True
    game = path.stem.removeprefix("test_").replace("_", "-")
    return folder == "games" and game in {*cardlab.games()} - FEW_GAMES


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, Any, Any]:
    """Python would look for garbage among the tests while they are collected, and again and again
    while they run, and there is none. That takes a quarter of the time of collecting. Among what the
    tests make there is little, so that it is looked for seldom: else that would take a fifteenth of
    all their time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(SELDOM)
        gc.enable()


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """The quick subset does not even read a file of which it would leave every test out."""
    wanted = "not slow" not in config.getoption("markexpr") or not is_not_quick(collection_path)
    return None if wanted else True


def id_of(value: Any) -> Any:
    """Which game, lesson or notebook a case is about: its id, where it is about one."""
    about = getattr(value, "game", value)
    if isinstance(value, Path):
        return value.stem
    return getattr(about, "id", about)


def is_about_one(item: pytest.Item) -> bool:
    """Whether a case is about a game, a lesson or a notebook."""
    from cardlab.lessons import lessons

    given = getattr(getattr(item, "callspec", None), "params", {}).values()
    known = {*cardlab.games(), *lessons(), *(one.stem for one in given if isinstance(one, Path))}
    return any(isinstance(id, str) and id in known for id in map(id_of, given))


def not_due(items: list[pytest.Item], asked_for: bool) -> Iterator[pytest.Item]:
    """The cases whose turn it is not. asked_for: the run names the cases that it wants."""
    cases: dict[tuple[Path, str], list[pytest.Item]] = {}
    for item in items:
        sampled = item.get_closest_marker("sampled") is not None
        spread = item.path.parent.name in TAKING_TURNS and not asked_for
        if (sampled and hasattr(item, "callspec")) or (spread and is_about_one(item)):
            cases.setdefault((item.path, item.name.partition("[")[0]), []).append(item)
    for (path, test), of_test in cases.items():
        turn = zlib.crc32(f"{path.stem} {test}".encode()) % min(TURNS, len(of_test))
        yield from (item for n, item in enumerate(of_test) if n % TURNS != turn)


@pytest.fixture
def some(request: pytest.FixtureRequest) -> Callable[[int], int]:
    """How many of so many deals or positions a test tries: a quarter, and with ``--every-game``
    all of them."""
    share = 1 if request.config.getoption("--every-game") else SHARE
    return lambda many: -(-many // share)


@pytest.fixture
def amount(request: pytest.FixtureRequest, some: Callable[[int], int]) -> Callable[[str], int]:
    """What an option asks for: the number that was given, or some of the usual number."""

    def asked(option: str) -> int:
        given = request.config.getoption(option)
        return some(AMOUNTS[option][0]) if given is None else int(given)

    return asked


@pytest.fixture(scope="session")
def some_games(request: pytest.FixtureRequest) -> tuple[str, ...]:
    """The games of a test that goes through them by itself: those of the sample, or every one."""
    every = request.config.getoption("--every-game")
    return tuple(game for game in cardlab.games() if every or game in SAMPLE)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Of many alike cases (the same test for every game, for every lesson) the quick subset
    keeps a few."""
    if not config.getoption("--every-game"):
        left = {item for item in items if item.get_closest_marker("rest")}
        few = "not slow" in config.getoption("markexpr")  # the quick subset chooses by itself
        left |= {*not_due(items, asked_for=few or bool(config.getoption("keyword")))}
        config.hook.pytest_deselected(items=list(left))
        items[:] = [item for item in items if item not in left]
    if hasattr(config, "workerinput"):
        items.sort(key=place_in_line)
    from cardlab.lessons import lessons
    from cardlab.web.pages.labs import LABS

    games, few_lessons = {*cardlab.games()}, {*tuple(lessons())[5::ONE_LESSON_IN]}
    for item in items:
        fixtures = getattr(item, "fixturenames", ())
        if "chromium" in fixtures:
            item.add_marker(pytest.mark.browser)
        if STARTED.intersection(fixtures) or is_not_quick(item.path):
            item.add_marker(pytest.mark.slow)
        if item.path.parent.name in FEW_OF and not item.nodeid.endswith(
            tuple(f"{lab}-kaiser]" for lab in LABS)
        ):
            item.add_marker(pytest.mark.slow)
        for value in getattr(getattr(item, "callspec", None), "params", {}).values():
            about, id = getattr(value, "game", value), id_of(value)
            if not isinstance(id, str):
                continue
            if (
                id in games - FEW_GAMES
                or getattr(about, "chosen", ())
                or (id in lessons() and id not in few_lessons)
            ):
                item.add_marker(pytest.mark.slow)
