"""The wheel and the sdist as somebody else installs them: each in a new environment, used in an
empty folder.

`make test-deploy` and `make package-test` run this; it asks the package index for what cardlab
needs.  `CARDLAB_PYTHON` names another Python to install for.
"""

from __future__ import annotations

import contextlib
import json
import os
import random
import re
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages.browsing import free_port, new_tab, opened_whole, serving

pytestmark = pytest.mark.deploy

ROOT = Path(__file__).resolve().parents[2]
PYTHON = os.environ.get("CARDLAB_PYTHON", sys.executable)


def environment(folder: Path) -> dict[str, str]:
    """The variables of somebody who has no checkout, and a store and a cache in this folder."""
    clean = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return clean | {
        "CARDLAB_STORE": f"sqlite:///{folder / 'cards.sqlite'}",
        "CARDLAB_CACHE": str(folder / "cache"),
    }


def ran(*words: object, place: Path, typed: str = "", code: int = 0) -> str:
    """What a command wrote on both ways out."""
    told = subprocess.run(
        [str(word) for word in words],
        cwd=place,
        env=environment(place.parent),
        input=typed,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=900,
        check=False,
    )
    assert told.returncode == code, told.stdout
    return told.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The wheel and the sdist."""
    folder = tmp_path_factory.mktemp("built")
    ran(sys.executable, "-m", "hatchling", "build", "-d", folder, place=ROOT)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    return wheel, sdist


def new_environment(folder: Path) -> Path:
    """The folder of the programs of a new environment."""
    subprocess.run([PYTHON, "-m", "venv", folder], check=True)
    return folder / ("Scripts" if sys.platform == "win32" else "bin")


def install(programs: Path, *what: str) -> None:
    quiet = ("--quiet", "--disable-pip-version-check")
    ran(programs / "python", "-m", "pip", "install", *quiet, *what, place=programs)
    assert "No broken requirements" in ran(
        programs / "python", "-m", "pip", "check", place=programs
    )


def test_the_index_would_take_both(built: tuple[Path, Path]) -> None:
    told = ran(sys.executable, "-m", "twine", "check", "--strict", *built, place=built[0].parent)
    assert told.count("PASSED") == 2


def test_no_licence_forbids_what_ours_allows() -> None:
    told = ran(sys.executable, "-m", "tests.licences", "--refuse", place=ROOT)
    listed = {line.split()[0] for line in told.splitlines()}
    one_of_each_extra = {"voila", "nbconvert", "jupyterlite-core", "numba", "pandas", "pettingzoo"}
    assert {"sympy", "psycopg"} | one_of_each_extra <= listed


ENGINE = """
import sys, cardlab
from cardlab import pages
from cardlab.lessons import lessons
from cardlab.web.published import find
assert "site-packages" in cardlab.__file__, cardlab.__file__
for id in cardlab.games():
    game = cardlab.game(id)
    match = game.match(seed=3)
    bot = cardlab.players.RandomBot(3)
    while not match.lines and not match.over and match.ply < 400:
        match.play(bot.choose(match.seat_view()), match.to_move)
    assert game.rules() and match.record.replay().ply == match.ply
assert len(lessons()) > 80 and len(find().files) > 50
assert pages.play("kaiser").still() and pages.learn("trump").still()
print(cardlab.playouts("kaiser", 500), cardlab.solver.loading.backend().name)
"""


@pytest.fixture(scope="module")
def base(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel and no extra."""
    programs = new_environment(tmp_path_factory.mktemp("wheel") / "env")
    install(programs, str(built[0]))
    return programs


def test_the_base_has_the_whole_engine(base: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    code = ENGINE.replace("import sys, cardlab", "import sys, cardlab, cardlab.players")
    told = ran(base / "python", "-c", code, place=empty)
    assert told.strip().endswith("python")
    assert "quit leaves" in ran(base / "cardlab", "play", "kaiser", place=empty, typed="quit\n")
    assert ran(base / "cardlab", "rules", "kaiser", place=empty).startswith("Kaiser")
    for command, extra in (("serve", "server"), ("lab", "server"), ("warm", "fast")):
        said = ran(base / "cardlab", command, place=empty, code=2)
        assert said.endswith(f"pip install 'cardlab[{extra}]'\n") and said.count("\n") == 1
    assert not [*empty.iterdir()]


@pytest.fixture(scope="module", params=["wheel", "sdist"])
def served(
    request: pytest.FixtureRequest,
    built: tuple[Path, Path],
    tmp_path_factory: pytest.TempPathFactory,
) -> Path:
    """The programs of an environment with a server, from the wheel and from the sdist."""
    if request.param == "wheel":
        programs: Path = request.getfixturevalue("base")
        install(programs, f"{built[0]}[server]")
        return programs
    programs = new_environment(tmp_path_factory.mktemp("sdist") / "env")
    install(programs, f"{built[1]}[server]")
    return programs


def test_a_deal_of_kaiser_in_an_empty_folder(served: Path, browser: Any, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    clean = environment(tmp_path) | {"PYTHONPATH": ""}
    del clean["CARDLAB_STORE"]
    with serving(tmp_path, program=(str(served / "cardlab"),), place=empty, **clean) as server:
        tab = new_tab(browser, server)
        tab.page.goto(server.url)
        assert tab.page.locator("a[href*='tutorials/05-tricks']").count()
        tab.open("kaiser", "seed=11&pace=0")
        opened_whole(tab, ROOT / "notebooks" / "kaiser.ipynb")
        rng, state = random.Random(1), tab.settled()
        for _ in range(100):
            if state["next"] or state["over"]:
                break
            tab.move(rng.choice(state["open"]))
            state = tab.settled()
        assert state["lines"] and not tab.strangers and not tab.crashes
        tab.page.goto(f"{server.url}voila/render/tutorials/05-tricks.ipynb")
        tab.page.wait_for_selector("#rendered_cells .cl-root")
        tab.page.context.close()
    assert not [*empty.iterdir()], "a server leaves nothing in the folder it was started in"


def test_voila_by_hand_asks_nothing_of_the_network(
    served: Path, browser: Any, tmp_path: Path
) -> None:
    notebook = ran(served / "python", "-c", WHERE, place=tmp_path).strip()
    port, log = free_port(), tmp_path / "log"
    with log.open("wb") as out:
        command = [served / "voila", notebook, "--no-browser", f"--port={port}"]
        process = subprocess.Popen(command, env=environment(tmp_path), stdout=out, stderr=out)
    try:
        until_it_listens(port, process, log)
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(f"http://127.0.0.1:{port}/", wait_until="commit")
        page.wait_for_selector("[data-ready]", timeout=120_000)
        page.get_by_text("The rules of Kaiser").first.wait_for(state="attached")
        here = ("data:", "blob:", f"http://127.0.0.1:{port}/", f"ws://127.0.0.1:{port}/")
        assert asked and [url for url in asked if not url.startswith(here)] == []
        page.close()
    finally:
        process.terminate()
        process.wait(30)


WHERE = "from cardlab.web.published import find; print(find().notebooks / 'kaiser.ipynb')"


@pytest.fixture
def notebook_server(served: Path, tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """JupyterLab as `cardlab lab` starts it: its address, and the folder it was started in."""
    place, port = tmp_path / "mine", free_port()
    place.mkdir()
    # in a container the tests may run as root, which Jupyter refuses unless it is told
    (tmp_path / "jupyter_server_config.json").write_text('{"ServerApp": {"allow_root": true}}')
    env = environment(tmp_path) | {"JUPYTER_TOKEN": "key", "JUPYTER_CONFIG_DIR": str(tmp_path)}
    log = tmp_path / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [served / "cardlab", "lab", "--port", str(port)],
            cwd=place,
            env=env,
            stdout=out,
            stderr=out,
        )
    try:
        until_it_listens(port, process, log)
        yield f"http://127.0.0.1:{port}/", place
    finally:
        process.terminate()
        process.wait(30)


def until_it_listens(port: int, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = time.monotonic() + 120
    while True:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return
        assert process.poll() is None and time.monotonic() < deadline, log.read_text()
        time.sleep(0.2)


def test_jupyterlab_opens_copies(notebook_server: tuple[str, Path]) -> None:
    url, place = notebook_server
    with urllib.request.urlopen(f"{url}api/contents?token=key", timeout=30) as answer:
        names = {entry["name"] for entry in json.load(answer)["content"]}
    assert names == {"notebooks", "tutorials"}
    copies = place / "cardlab-notebooks"
    assert (copies / "notebooks" / "kaiser.ipynb").read_bytes() == (
        ROOT / "notebooks" / "kaiser.ipynb"
    ).read_bytes()
    assert (copies / "notebooks" / "own").is_dir()


WARMED = """
import warnings
import cardlab
from cardlab.solver import keeping, loading
warnings.simplefilter("error")
assert keeping.kept() is not None, "compiled anew"
assert cardlab.playouts("kaiser", 200)
print(loading.backend().name)
"""


def test_a_container_carries_its_solver_compiled(
    base: Path, built: tuple[Path, Path], tmp_path: Path
) -> None:
    """The steps of the Containerfile: what it installs, and what it runs once."""
    steps = (ROOT / "deploy" / "container" / "Containerfile").read_text(encoding="utf-8")
    (extras,) = re.findall(r"/src(\[[a-z,]+\])", steps)
    assert "RUN cardlab warm" in steps and "CARDLAB_CACHE=/cache" in steps
    install(base, f"{built[0]}{extras}")
    empty = tmp_path / "empty"
    empty.mkdir()
    assert "is compiled for" in ran(base / "cardlab", "warm", place=empty)
    assert ran(base / "python", "-c", WARMED, place=empty).strip() == "numba"
