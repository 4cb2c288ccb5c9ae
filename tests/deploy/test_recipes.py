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
