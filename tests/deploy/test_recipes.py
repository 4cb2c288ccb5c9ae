"""The recipes that cannot run here: what they call exists, and they name files that are there."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from cardlab.cli import _parser

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
CALLED = re.compile(r"(?:^|[\s/\"\[])cardlab\b\"?,? \"?((?:serve|warm)[^\n]*)")


def calls() -> list[tuple[str, list[str]]]:
    """Every call of our command line in the recipes, with its arguments."""
    found = []
    for path in sorted([*DEPLOY.rglob("*"), *(ROOT / "binder").iterdir()]):
        if path.is_file():
            for line in CALLED.findall(path.read_text(encoding="utf-8")):
                text = line.replace('", "', " ").rstrip('"] ')
                found.append((str(path.relative_to(ROOT)), shlex.split(text)))
    return found


@pytest.mark.parametrize(("path", "arguments"), calls(), ids=lambda value: str(value)[:40])
def test_a_recipe_calls_the_command_line_as_it_is(path: str, arguments: list[str]) -> None:
    _parser().parse_args(arguments)


def test_recipes_are_there_for_every_way() -> None:
    names = {path for path, _ in calls()}
    assert {
        "deploy/nginx/kept.conf",
        "deploy/nginx/stripped.conf",
        "deploy/nginx/several.conf",
        "deploy/systemd/cardlab.service",
        "deploy/container/Containerfile",
        "binder/postBuild",
    } <= names
    for recipe in names | {"deploy/jupyterhub/jupyterhub_config.py"}:
        assert recipe.rpartition("/")[0] in (ROOT / "docs" / "publish.md").read_text("utf-8")


@pytest.mark.parametrize("name", ["kept", "stripped", "several"])
def test_a_proxy_bounds_what_one_address_asks_for(name: str) -> None:
    """With room for a class behind one router: its first page is a dozen files for each of thirty."""
    text = (DEPLOY / "nginx" / f"{name}.conf").read_text(encoding="utf-8")
    before, _, server = text.partition("server {\n    listen")
    assert "limit_req_zone $binary_remote_addr zone=cards_asked:" in before
    assert "limit_conn_zone $binary_remote_addr zone=cards_open:" in before
    asked = re.search(r"limit_req zone=cards_asked burst=(\d+) nodelay;", server)
    held = re.search(r"limit_conn cards_open (\d+);", server)
    assert asked and int(asked[1]) >= 30 * 12 and held and int(held[1]) >= 30 * 8


def test_a_container_has_a_bound_of_memory() -> None:
    text = (DEPLOY / "container" / "compose.yaml").read_text(encoding="utf-8")
    cards, _, database = text.partition("\n  db:")
    assert re.search(r"^    mem_limit: 9g$", cards, re.M)
    assert re.search(r"^    mem_limit: ", database, re.M)
