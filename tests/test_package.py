"""What is packed: everything that an installed cardlab needs, and nothing that was made by running
it.  `tests/deploy` installs it and plays."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement

import cardlab
from cardlab import cli
from cardlab.web import published

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
MADE = {"__pycache__", ".ipynb_checkpoints"}


def test_a_wheel_holds_the_whole_tree_and_nothing_that_was_made(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = [name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name]
    packed = {name for name in names if ".data/" not in name}
    # what pip puts below the environment itself, where Voila looks for templates
    shared = {name.partition(".data/data/")[2] for name in names} - {""}
    assert shared == {
        f"share/jupyter/voila/templates/cardlab/{name}" for name in ("conf.json", "index.html.j2")
    }
    tree = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "cardlab").rglob("*")
        if path.is_file() and not MADE & {*path.parts}
    }
    pages = {
        f"cardlab/published/{path.relative_to(ROOT).as_posix()}"
        for part in ("notebooks", "tutorials")
        for path in (ROOT / part).rglob("*.ipynb")
        if not MADE & {*path.parts}
    }
    assert packed == tree | pages
    for part, least in {
        "published/notebooks/": 30,
        "published/notebooks/own/": 5,
        "published/tutorials/": 16,
        "lessons/data/": 90,
        "web/templates/": 10,
        "web/widgets/static/": 15,
        "web/pages/static/": 3,
    }.items():
        assert sum(name.startswith(f"cardlab/{part}") for name in packed) >= least, part


def test_conda_has_the_same_requirements() -> None:
    written = (ROOT / "environment.yml").read_text(encoding="utf-8")
    conda = {
        name.replace("_", "-"): wanted
        for name, _, wanted in (
            line.strip().removeprefix("- ").partition(" ") for line in written.splitlines()
        )
    }
    extras = PROJECT["optional-dependencies"]
    for line in {*PROJECT["dependencies"], *(one for extra in extras.values() for one in extra)}:
        asked = Requirement(line)
        if asked.name != "cardlab":
            assert conda.get(asked.name.replace("_", "-")) == str(asked.specifier), asked


def test_before_a_commit_ruff_has_the_version_of_the_checkout() -> None:
    """Two versions would lay the same file out in two ways."""
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))
    (rev,) = [repo["rev"] for repo in hooks["repos"] if "ruff" in repo["repo"]]
    pinned = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    wanted = f"ruff=={rev.removeprefix('v')}"
    assert wanted in pinned, f"constraints.txt has no {wanted}; write its version as rev"


def test_the_citation_is_whole_and_names_this_version() -> None:
    """Its required keys are those of the Citation File Format 1.2.0."""
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    lacking = {"cff-version", "message", "title", "authors"} - {*cited}
    assert not lacking, f"CITATION.cff lacks {lacking}"
    assert cited["cff-version"] == "1.2.0" and cited["type"] == "software"
    assert cited["title"] == PROJECT["name"] and cited["license"] == "MIT"
    assert cited["authors"] == PROJECT["authors"]
    versions = cited["version"], PROJECT["version"], cardlab.__version__
    assert len({*versions}) == 1, f"CITATION.cff, pyproject.toml, cardlab: {versions}"


@pytest.mark.parametrize("page", ["README.md", "docs/install.md"])
def test_a_page_names_the_wheel_of_this_version(page: str) -> None:
    named = re.findall(r"cardlab-([\d.]+)-py3", (ROOT / page).read_text(encoding="utf-8"))
    assert named and {*named} == {cardlab.__version__}


def test_the_sdist_holds_the_pages_at_the_top() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packed = listed["tool"]["hatch"]["build"]["targets"]["sdist"]["include"]
    missing = [name for name in packed if not (ROOT / name.removeprefix("/")).exists()]
    assert not missing, f"pyproject.toml packs what is not there: {missing}"
    pages = {f"/{path.name}" for path in ROOT.glob("*.md")} | {"/CITATION.cff"}
    left_out = pages - {*packed}
    assert not left_out, f"add {left_out} to the sdist in pyproject.toml"


WORKFLOW = ROOT / ".github" / "workflows" / "test.yml"


@pytest.mark.skipif(not WORKFLOW.exists(), reason="a source distribution has no workflows")
def test_every_python_that_is_promised_is_tested_and_the_quick_job_names_five_games() -> None:
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    word = "Programming Language :: Python :: 3."
    promised = {one.rpartition(" ")[2] for one in PROJECT["classifiers"] if one.startswith(word)}
    assert {*jobs["everything"]["strategy"]["matrix"]["python"]} == promised
    commands = " ".join(step.get("run", "") for step in jobs["quick"]["steps"])
    (games,) = re.findall(r'-k "([^"]+)"', commands)
    unknown = {*games.split(" or ")} - {*cardlab.games()}
    assert not unknown, f"test.yml names games that there are not: {unknown}"
    assert len(games.split(" or ")) == 5


LEAN = """
import sys
{missing}
import cardlab
from cardlab.cli import main
for id in cardlab.games():
    game = cardlab.game(id)
    match = game.match(seed=3)
    for _ in range(4):
        if match.to_move is not None:
            match.play(match.legal_moves(match.to_move)[0], match.to_move)
    assert game.rules() and match.view(0).to_dict()
assert main(["rules", "kaiser"]) == main(["play", "kaiser", "--seed=3"]) == 0
state = cardlab.game("bridge").state(phase="play", trump="NT", to_move="South", hands={{
    "South": "2S 3S 2H", "West": "KS JS 3H", "North": "AS QS AH", "East": "4S 5S 4H"}})
assert cardlab.solve(state) == 3
loaded = [name for name in ("ipywidgets", "anywidget", "IPython") if name in sys.modules]
assert not loaded, loaded
from cardlab import pages
assert pages.play("kaiser").still()
sys.exit(main([{command!r}]))
"""


@pytest.mark.slow
@pytest.mark.parametrize("command", ["serve", "lab"])
def test_without_any_extra_everything_runs_but_the_servers(command: str) -> None:
    """Nor does the engine or the terminal load a widget."""
    extras = PROJECT["optional-dependencies"]
    extra = [
        Requirement(line).name
        for name in extras
        if name not in ("all", "dev")
        for line in extras[name]
    ]
    missing = "\n".join(
        f"sys.modules[{name!r}] = None" for name in (*extra, "jupyter_server", "tornado")
    )
    told = subprocess.run(
        [sys.executable, "-c", LEAN.format(missing=missing, command=command)],
        cwd=ROOT,
        input="quit\n",
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert told.returncode == 2 and "Traceback" not in told.stderr, told.stderr
    assert told.stderr.strip().endswith("Install it with: pip install 'cardlab[server]'")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["serve", "--notebooks", "no-such-folder"], "There is no folder no-such-folder"),
        (["serve", "--notebooks", "."], "There is no notebook (*.ipynb) in ."),
        (["lab", "--notebooks", "x" * 5000], "There is no folder xxx"),
    ],
)
def test_a_folder_without_notebooks_is_a_sentence(
    words: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert cli.main(words) == 2
    told = capsys.readouterr().err
    assert said in told and "--notebooks" in told and len(told) < 400


def test_copies_are_ones_own(tmp_path: Path) -> None:
    """What somebody has written in them is never written over; what is missing comes back."""
    first = published.copy_to(tmp_path / "mine")
    assert len(first.new) == len(published.find().files) and not first.kept
    assert published.find(tmp_path / "mine") == published.find(tmp_path / "mine" / "notebooks")
    mine = first.folders.notebooks / "kaiser.ipynb"
    mine.write_text("{}", encoding="utf-8")
    (first.folders.tutorials / "05-tricks.ipynb").unlink()
    again = published.copy_to(tmp_path / "mine")
    assert mine.read_text(encoding="utf-8") == "{}" and again.kept == (mine,)
    assert [path.name for path in again.new] == ["05-tricks.ipynb"]
    assert "1 notebook there differs" in again.say()


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(published.NoNotebooks, match=r"cannot be copied .*Not a directory"):
        published.copy_to(tmp_path / "file" / "mine")
