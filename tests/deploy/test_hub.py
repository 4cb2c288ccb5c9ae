"""The pages inside a Jupyter server: on a JupyterHub with two users, and as a tile in JupyterLab.

JupyterHub and its proxy are installed into an environment of their own, from the registries.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cardlab.store import Classes, Learners, TableStore
from cardlab.web.classes.live import LiveTable
from tests.classes.people import Person
from tests.classes.test_at_the_table import play_on, tricks
from tests.pages.browsing import ROOT, Tab, free_port

from .clusters import cluster
from .published import Published, visits

pytestmark = [pytest.mark.deploy, pytest.mark.browser]

SECONDS = 120
ROOT_MAY = ["--allow-root"] if os.geteuid() == 0 else []


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with cardlab, JupyterHub and its proxy; its folder of programs."""
    if shutil.which("npm") is None:
        pytest.skip("there is no npm on this machine, which the proxy of JupyterHub comes from")
    place = tmp_path_factory.mktemp("hub")
    subprocess.run([sys.executable, "-m", "venv", str(place / "env")], check=True)
    pip = [str(place / "env" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    constraints = ["-c", str(ROOT / "constraints.txt")]
    subprocess.run([*pip, *constraints, f"{ROOT}[server,postgres]"], check=True)
    subprocess.run([*pip, "jupyterhub>=5"], check=True)
    npm = ["npm", "install", "--silent", "--no-audit", "--no-fund", "configurable-http-proxy"]
    subprocess.run(npm, check=True, cwd=place)
    (place / "env" / "bin" / "configurable-http-proxy").symlink_to(
        place / "node_modules" / ".bin" / "configurable-http-proxy"
    )
    return place / "env" / "bin"


@contextmanager
def running(command: list[str], folder: Path, url: str, **environment: str) -> Iterator[Any]:
    """A program, once it answers at its address; its whole session is ended afterwards."""
    programs = str(Path(command[0]).parent)
    environment |= {"PATH": f"{programs}:{os.environ['PATH']}", "HOME": str(folder)}
    inherited = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**inherited, **environment},
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        deadline = time.monotonic() + SECONDS
        while time.monotonic() < deadline:
            assert process.poll() is None, log.read_text()
            try:
                urllib.request.urlopen(url, timeout=2).read()
                break
            except OSError:
                time.sleep(0.2)
        else:
            raise AssertionError(f"no answer in {SECONDS} s:\n{log.read_text()}")
        yield process
    finally:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(30)


HUB = """
exec(open({recipe!r}).read())
c.JupyterHub.bind_url = "http://127.0.0.1:{port}"
c.JupyterHub.hub_bind_url = "http://127.0.0.1:{hub}"
c.ConfigurableHTTPProxy.api_url = "http://127.0.0.1:{api}"
c.JupyterHub.authenticator_class = "dummy"
c.DummyAuthenticator.password = "secret"
c.Authenticator.allow_all = True
c.JupyterHub.spawner_class = "simple"
c.Spawner.args = {args!r}
"""


@dataclass
class Hub:
    """A JupyterHub that runs, and the file of its users' database if it is one."""

    port: int
    process: Any
    store: Path

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def pages_of(self, name: str) -> Published:
        """The pages of a user."""
        address = f"{self.url}/user/{name}/cardlab/"
        log = self.store.with_name("log")
        return Published(self.port, self.process, self.store, log, "", address)

    def signed_in(self, browser: Any, name: str) -> Any:
        """A context of the browser in which somebody has signed in, and whose server runs."""
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{self.url}/hub/login?next=%2Fhub%2Fspawn")
        page.fill("#username_input", name)
        page.fill("#password_input", "secret")
        page.click("#login_submit")
        page.wait_for_url(f"**/user/{name}/lab**", timeout=SECONDS * 1000)
        page.close()
        return context


@contextmanager
def hub_of(programs: Path, folder: Path, database: str) -> Iterator[Hub]:
    """A hub with our recipe, whose users share a database."""
    port, inner, api = free_port(), free_port(), free_port()
    recipe = str(ROOT / "deploy" / "jupyterhub" / "jupyterhub_config.py")
    config = folder / "config.py"
    config.write_text(HUB.format(recipe=recipe, port=port, hub=inner, api=api, args=ROOT_MAY))
    command = [str(programs / "jupyterhub"), "-f", str(config)]
    ready = f"http://127.0.0.1:{port}/hub/login"
    with running(command, folder, ready, CARDLAB_STORE=database) as process:
        yield Hub(port, process, folder / "shared.sqlite")


def test_two_users_of_a_hub_play_and_learn(browser: Any, programs: Path, tmp_path: Path) -> None:
    store = tmp_path / "shared.sqlite"
    with hub_of(programs, tmp_path, f"sqlite:///{store}") as hub:
        url = hub.url
        for name in ("anna", "ben"):
            context, own = hub.signed_in(browser, name), hub.pages_of(name)
            tab = visits(browser, own, storage_state=context.storage_state())
            tab.page.goto(own.url)
            tab.page.locator("[data-who-name]").filter(has_text=name).wait_for()
            tab.page.locator("[data-who]").click()
            tab.page.get_by_text(f"You are signed in as {name}.").wait_for()
            other = "ben" if name == "anna" else "anna"
            seen = tab.page.goto(f"{url}/user/{other}/cardlab/")
            assert seen is not None and seen.status in (403, 404), "somebody else's pages"
            tab.page.context.close()
            context.close()
        learners = Learners(f"sqlite:///{store}")
        saved = {learner.name for learner in learners.all()}
        learners.close()
    assert saved == {"account:anna", "account:ben"}, "each learns as the user of the hub"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_users_of_a_hub_share_a_table_of_a_class(
    browser: Any, programs: Path, tmp_path: Path, kind: str
) -> None:
    """Each has a server of their own; what they share is the database, and they are members by the
    account that the hub knows them by."""
    with ExitStack() as held:
        store = tmp_path / "shared.sqlite"
        database = f"sqlite:///{store}"
        if kind == "postgres":
            database = held.enter_context(cluster()).url
        hub = held.enter_context(hub_of(programs, tmp_path, database))
        classes, tables = Classes(database), TableStore(database)
        group, _ = classes.new("Tuesday")
        LiveTable.set_up(tables, group.id, "kaiser", 7)
        people = [joins(hub, browser, name, group.code) for name in ("anna", "ben")]
        for seat, person in enumerate(people):
            person.page.goto(f"{person.tab.server.url}class/{group.id}/table/1")
            person.page.locator(".free").nth(seat).get_by_role("button").click()
            person.tab.ready()
        play_on(people, lambda: all(tricks(person) >= 2 for person in people))
        table = tables.load(group.id, 1)
        log = tables.read(table.id, 0)
        assert [entry.n for entry in log] == list(range(len(log)))
        LiveTable(table, tables)  # a doubled move could not be played again
        by_id = {one.id: one for one in classes.members(group.id)}
        movers = {by_id[entry.member] for entry in log if entry.kind == "move" and entry.member}
        assert {one.nickname for one in movers} == {"Anna", "Ben"}
        assert {one.learner for one in movers} == {"account:anna", "account:ben"}
        for person in people:
            assert not person.tab.crashes
            person.page.context.close()
        classes.close()
        tables.close()


def joins(hub: Hub, browser: Any, name: str, code: str) -> Person:
    """Somebody signs in at the hub and joins the class on their own server."""
    server = hub.pages_of(name)
    person = Person(Tab(hub.signed_in(browser, name).new_page(), server), name)
    page = person.page
    page.goto(f"{server.url}class?code={code}")
    page.fill("#nickname", name.title())
    page.get_by_role("button", name="Join", exact=True).click()
    page.wait_for_url(f"{server.url}class/*")
    return person


def test_jupyterlab_has_a_tile_that_leads_to_the_pages(
    browser: Any, programs: Path, tmp_path: Path
) -> None:
    port = free_port()
    store = tmp_path / "cards.sqlite"
    command = [str(programs / "jupyter"), "lab", "--no-browser", f"--port={port}", *ROOT_MAY]
    command += ["--IdentityProvider.token=", f"--ServerApp.root_dir={tmp_path}"]
    url = f"http://127.0.0.1:{port}"
    with running(command, tmp_path, f"{url}/api", CARDLAB_STORE=f"sqlite:///{store}") as process:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{url}/lab")
        page.get_by_text("Card games (cardlab)").first.wait_for(timeout=SECONDS * 1000)
        page.close()
        pages = Published(port, process, store, tmp_path / "log", "", f"{url}/cardlab/")
        tab = visits(browser, pages)
        tab.page.context.close()
    # our server must not take Jupyter's cookie for a broken one of its own, and end the session
    assert "Clearing invalid" not in (tmp_path / "log").read_text(encoding="utf-8")
