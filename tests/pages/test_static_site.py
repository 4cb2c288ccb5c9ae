"""A site without a server: what its folder holds, and what Python answers in a visitor's browser.

Runs no browser and fetches nothing: Python for the browser is a stub here. The real thing is
`tests/deploy/test_site.py`.
"""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from base64 import b64decode, b64encode
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import comm
import pytest

from cardlab import cli
from cardlab.cli import main
from cardlab.engine.catalogue import TABLES, games
from cardlab.lessons.journey import Wish, first_goal, next_goals, path
from cardlab.lessons.progress import Event, Progress
from cardlab.store import Learners
from cardlab.web.daily import deal_of
from cardlab.web.published import Published, find
from cardlab.web.site import archives
from cardlab.web.site.browser import Browser
from cardlab.web.site.building import NotOurs, build_site
from cardlab.web.site.runtime import FILES, NoRuntime, Runtime, find_runtime

NOTEBOOKS = ("kaiser", "lesson", "orders")
GAMES = ("kaiser", "snap")
BUILT = (*NOTEBOOKS, "05-tricks")
"""The laboratories and chapters of the small site that is built here; links to others lead nowhere."""


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory) -> Published:
    """A few pages of each kind."""
    root = tmp_path_factory.mktemp("published")
    for part, names in (("notebooks", NOTEBOOKS), ("tutorials", ("05-tricks",))):
        (root / part).mkdir()
        for name in names:
            shutil.copy(find().root / part / f"{name}.ipynb", root / part)
    return find(root)


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Runtime:
    folder = tmp_path_factory.mktemp("pyodide")
    for name in FILES:
        (folder / name).write_text("nothing", encoding="utf-8")
    (folder / "pyodide-lock.json").write_text('{"info": {"python": "3.14"}, "packages": {"a": {}}}')
    with zipfile.ZipFile(folder / "msgspec-0-cp314-cp314-wasm32.whl", "w") as wheel:
        wheel.writestr("msgspec/_core.so", "compiled")
    return find_runtime(folder)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory, published: Published, runtime: Runtime) -> Path:
    target = tmp_path_factory.mktemp("built") / "site"
    with pytest.MonkeyPatch.context() as patch:
        # packing sympy takes longer than all the rest
        patch.setitem(archives.LATER, "sympy", ("mpmath",))
        build_site(target, published, runtime, GAMES)
    return target


def page_of(site: Path, path: str) -> tuple[str, dict[str, Any]]:
    """The HTML of a page, and what the shell is told of it."""
    html = (site / path / "index.html").read_text(encoding="utf-8")
    found = re.search(r'id="cardlab-site">(.*?)</script>', html)
    assert found
    return html, json.loads(found[1])


def test_every_link_of_a_page_leads_to_a_file_of_the_site(site: Path) -> None:
    """Under whatever path the folder is served: no link begins at the top of a host."""
    left_out = {path.stem for path in find().files} - {*games(), *BUILT}
    for place in site.rglob("index.html"):
        html = place.read_text(encoding="utf-8")
        for link in re.findall(r'(?:href|src|action)="([^"#?]*)', html):
            if link.startswith("data:") or not link:
                continue
            to = (place.parent / link).resolve()
            assert not link.startswith("/") and site in (to, *to.parents), f"{place}: {link}"
            asked = to.relative_to(site).parts[:2] in (("cardlab", "learner"), ("cardlab", "goal"))
            here = to.name.removesuffix(".ipynb") not in left_out
            assert to.exists() or asked or not here, f"{place} leads to {link}"


def test_what_stands_still_is_written_and_what_lives_is_left_to_python(site: Path) -> None:
    html, told = page_of(site, "voila/render/notebooks/kaiser.ipynb")
    assert "The rules of Kaiser" in html and "Seven tricks are not twelve" in html
    assert told["root"] == "../../../../"
    (_, source, live), *rest = told["page"]["cells"]
    assert live and 'play("kaiser")' in source and not rest


def test_links_of_the_course_lead_from_the_folder_of_the_page(site: Path) -> None:
    html, told = page_of(site, "voila/render/tutorials/05-tricks.ipynb")
    assert 'href="../../../../lesson?concept=suit-order"' in html
    assert len([cell for cell in told["page"]["cells"] if cell[2]]) == 3


def test_a_game_without_a_notebook_and_a_short_address(site: Path) -> None:
    assert page_of(site, "voila/render/notebooks/snap.ipynb")[1]["page"]["cells"]
    assert "../voila/render/notebooks/kaiser.ipynb/" in (site / "kaiser/index.html").read_text()


def test_a_game_that_the_site_was_built_without_says_so(site: Path) -> None:
    html, told = page_of(site, "voila/render/notebooks/bridge.ipynb")
    assert "Bridge has no table here" in html and "This site was made with Kaiser and Snap" in html
    assert told["page"]["cells"] == [] and (site / "bridge/index.html").is_file()


def test_every_way_of_a_small_site_leads_to_its_games(
    monkeypatch: pytest.MonkeyPatch, visit: Visit
) -> None:
    """The next step, the daily deal, the doors and the goals; a wish that came from elsewhere too."""
    monkeypatch.setenv(TABLES, " ".join(GAMES))
    assert first_goal() in GAMES and {way.goal for way in next_goals(Progress(()))} <= {*GAMES}
    way = path("bridge")
    assert way.goal in GAMES and "Bridge has no table here" in way.note
    assert {step.game for step in path("kaiser")} <= {None, *GAMES}
    assert Wish.read("to=bridge").to in GAMES
    days = [date(2026, 1, 1) + timedelta(days=day) for day in range(40)]
    assert {deal_of(day).game for day in days} <= {*GAMES}
    for page, query in (("", ""), ("start", ""), ("start", "played=often"), ("path", "to=kaiser")):
        body = visit.ask("GET", page, query)["body"]
        tables_linked = set(re.findall(r"notebooks/([a-z-]+)\.ipynb", body))
        assert tables_linked <= {*GAMES}, page


def test_home_lists_only_the_games_that_were_wanted(site: Path) -> None:
    html, told = page_of(site, "")
    assert set(re.findall(r'data-game="([a-z-]+)"', html)) == {"kaiser", "snap"}
    assert told["page"]["answer"] == "" and told["python"]["settings"]["playable"][:1] == ["kaiser"]


def test_nothing_of_the_site_comes_from_elsewhere(site: Path) -> None:
    for place in (*site.rglob("*.html"), *(site / "cardlab/site").glob("*.js")):
        text = place.read_text(encoding="utf-8")
        assert not re.search(r'(?:src|href)="(?:https?:)?//|(?:import|fetch)\(?\s*"http', text), (
            place
        )


def test_the_archive_has_cardlab_and_no_code_of_this_machine(site: Path) -> None:
    names = zipfile.ZipFile(site / "cardlab/site/core.zip").namelist()
    assert {"cardlab/engine/game.py", "cardlab/web/widgets/static/table.js"} <= set(names)
    assert {"sqlalchemy/__init__.py", "markupsafe/_native.py", "msgspec/_core.so"} <= set(names)
    compiled = [name for name in names if name.endswith((".so", ".pyc", ".ipynb"))]
    assert compiled == ["msgspec/_core.so"]
    lock = json.loads((site / "cardlab/site/pyodide/lock.json").read_text())
    assert lock["packages"] == {}


def test_the_list_of_files_is_whole_and_names_the_build(site: Path) -> None:
    listed = json.loads((site / "cardlab-site.json").read_text())
    lying = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert lying - set(listed["files"]) == {"sw.js", "cardlab-site.json"}
    assert f'"{listed["cardlab"]}"' in (site / "sw.js").read_text()


def test_a_folder_with_something_else_is_left_as_it_is(
    tmp_path: Path, published: Published, runtime: Runtime, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(NotOurs, match="is not empty and holds no site of cardlab"):
        build_site(tmp_path, published, runtime)
    assert main(["site", str(tmp_path)]) == 2
    assert "was left as it is" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_unknown_game_and_a_folder_without_pyodide_are_sentences(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["site", str(tmp_path / "new"), "--games", "kaisr"]) == 2
    assert "there is no game 'kaisr'" in capsys.readouterr().err
    assert main(["site", str(tmp_path / "new"), "--pyodide", str(tmp_path)]) == 2
    assert "is not a folder of Pyodide: it lacks pyodide.mjs" in capsys.readouterr().err
    assert not (tmp_path / "new").exists()


def test_without_a_network_a_sentence_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    with pytest.raises(NoRuntime, match=r"cannot be fetched from the npm registry .* --pyodide"):
        find_runtime()


# -- in the visitor's browser
# ------------------------------------------------------------------------------------------------


class Visit:
    """A visitor's Python, and every message that it posts."""

    def __init__(self, folder: Path) -> None:
        self.posted: list[dict[str, Any]] = []
        playable = ["kaiser", "lesson", "orders"]
        settings = json.dumps({"playable": playable, "tables": list(GAMES), "course": []})
        self.browser = Browser(
            lambda text: self.posted.append(json.loads(text)), "/at/", settings, str(folder)
        )

    def states(self) -> dict[str, dict[str, Any]]:
        """The state of each model, as the page knows it by now."""
        models: dict[str, dict[str, Any]] = {}
        for said in self.posted:
            if said["kind"] == "comm_open":
                models[said["model"]] = dict(said["data"]["state"])
            elif said["kind"] == "comm_msg" and said["data"]["method"] == "update":
                models[said["model"]].update(said["data"]["state"])
        return models

    def ask(self, method: str, path: str, query: str = "", body: str = "") -> dict[str, Any]:
        answer: dict[str, Any] = json.loads(self.browser.answer(method, path, query, body))
        return answer


@pytest.fixture
def visit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Visit]:
    monkeypatch.setattr(comm, "create_comm", comm.create_comm)
    for name in (
        "CARDLAB_BASE",
        TABLES,
        "QUERY_STRING",
        "HTTP_X_CARDLAB_LEARNER",
        "JUPYTER_WIDGETS_ECHO",
    ):
        monkeypatch.setenv(name, "")
    monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///{tmp_path / 'cardlab.sqlite'}")
    made = Visit(tmp_path)
    yield made
    made.browser.leave()


def play(visit: Visit, query: str) -> tuple[str, dict[str, Any]]:
    """Open Kaiser's table; returns the model and its state."""
    cells = [[2, 'from cardlab.pages import play\nplay("kaiser")', True]]
    visit.browser.open(1, query, json.dumps(cells))
    live = [said for said in visit.posted if said["kind"] == "live"][-1]
    assert (live["page"], live["index"]) == (1, 2)
    return live["model"], visit.states()[live["model"]]


def moved(visit: Visit) -> dict[str, Any]:
    """Open Kaiser's table and make the first legal move; returns the state after it."""
    model, state = play(visit, "?seed=7&pace=0")
    offered = [choice["move"] for choice in state["view"]["choices"] if choice["legal"]]
    pick = {"move": offered[0], "ply": state["chrome"]["timeline"]["ply"], "n": 1}
    visit.browser.hear(model, json.dumps({"method": "update", "state": {"pick": pick}}))
    return visit.states()[model]


def test_a_table_opens_and_answers_a_move(visit: Visit) -> None:
    _, state = play(visit, "?seed=7&pace=0")
    assert "export default { render }" in state["_esm"]
    after = moved(visit)
    assert after["chrome"]["timeline"]["ply"] > state["chrome"]["timeline"]["ply"]
    assert "match=" in after["link"] and not after["error"]


def test_a_match_comes_back_from_what_was_kept(visit: Visit, tmp_path: Path) -> None:
    state = moved(visit)
    link = state["link"]
    visit.browser.leave()
    again = Visit(tmp_path)
    _, back = play(again, f"?{link}")
    assert back["view"]["zones"] == state["view"]["zones"] and not back["error"]


def test_a_cell_that_fails_is_a_sentence(visit: Visit) -> None:
    visit.browser.open(3, "", json.dumps([[2, "1 / 0", True]]))
    (said,) = visit.posted
    assert said["kind"] == "trouble" and "ZeroDivisionError" in said["said"]


def test_the_name_and_the_progress_stay_in_this_browser(visit: Visit) -> None:
    who = json.loads(visit.ask("GET", "cardlab/learner")["body"])
    assert who["guest"] is True
    named = visit.ask("POST", "cardlab/learner", body="learner=Anna")
    assert json.loads(named["body"])["said"] == "From now on you learn as Anna."
    refused = visit.ask("POST", "cardlab/learner", body="learner=%3Cb%3E")
    assert refused["status"] == 400 and "A nickname is made of" in refused["body"]
    moved(visit)
    taken = visit.ask("GET", "cardlab/learner/export")
    assert taken["status"] == 200 and '"Anna"' in taken["body"]
    assert "data-next" in visit.ask("GET", "")["body"]
    # what somebody learned with an account of a server goes to whoever loads it here
    elsewhere = Learners("sqlite://")
    elsewhere.append("account:ben@school.example", [Event(5.0, "opened", concept="trump")])
    text = elsewhere.export_text("account:ben@school.example")
    loaded = json.loads(visit.ask("POST", "cardlab/learner/import", body=text)["body"])
    assert (loaded["learner"], loaded["events"]) == ("Anna", 1)


def test_everything_goes_out_as_a_file_and_comes_back(visit: Visit, tmp_path: Path) -> None:
    assert visit.ask("GET", "cardlab/learner/whole")["status"] == 404
    state = moved(visit)
    whole = visit.ask("GET", "cardlab/learner/whole")["body"]
    assert b64decode(whole).startswith(b"SQLite format 3")
    for wrong in ("no base64!", b64encode(b"not a database").decode()):
        refused = visit.ask("POST", "cardlab/learner/whole", body=wrong)
        assert refused["status"] == 400 and "Nothing was changed" in refused["body"]
    visit.browser.leave()
    for file in tmp_path.glob("cardlab.sqlite*"):
        file.unlink()
    other = Visit(tmp_path)
    assert other.ask("POST", "cardlab/learner/whole", body=whole)["status"] == 200
    _, back = play(other, f"?{state['link']}")
    assert back["view"]["zones"] == state["view"]["zones"]


def test_pages_for_their_reader(visit: Visit) -> None:
    home = visit.ask("GET", "")["body"]
    assert "Where shall we start?" in home and 'formaction="/at/cardlab/goal"' in home
    assert "Your way to Kaiser" in visit.ask("GET", "start/", "to=kaiser&known=snap")["body"]
    chosen = visit.ask("POST", "cardlab/goal", body="to=kaiser&known=scotch-whist&new=2")
    assert json.loads(chosen["body"])["href"].startswith("/at/lesson?concept=")
    assert "<h1>To Kaiser</h1>" in visit.ask("GET", "path")["body"]
    assert "Trump" in visit.ask("GET", "map/", "focus=trump")["body"]
    assert 'href="/at/orders?game=nap"' in visit.ask("GET", "explore", "game=nap")["body"]
    daily = visit.ask("GET", "today", "day=2024-05-17&game=kaiser")["body"]
    assert 'kaiser.ipynb?day=2024-05-17"' in daily and "17 May 2024" in daily
    assert visit.ask("GET", "print", "lesson=trump")["status"] == 200
    sheet = visit.ask("GET", "print", "lesson=no-such")
    assert sheet["status"] == 404 and "There is no lesson" in sheet["body"]


def test_a_lab_needs_its_extra(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cli, "find_spec", lambda name: None if "lite" in name else object())
    assert cli.main(["site", str(tmp_path / "site"), "--lab"]) == 2
    said = capsys.readouterr().err
    assert "jupyterlite_core" in said and "pip install 'cardlab[lite]'" in said
    assert not (tmp_path / "site").exists()
