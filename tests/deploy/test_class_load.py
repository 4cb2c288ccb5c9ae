"""A class of sixty for some minutes, on a file and on PostgreSQL: nothing is lost, nothing is late."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.pages.browsing import ROOT

from .clusters import cluster

pytestmark = pytest.mark.deploy


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_class_of_sixty(kind: str, request: pytest.FixtureRequest) -> None:
    """Fails also where moves or histograms come later than they should (status 2): leave the
    machine to it."""
    minutes = request.config.getoption("--class-minutes")
    command = [sys.executable, "benchmarks/classes.py", "--minutes", minutes]
    command += ["--vote-every", str(min(10.0, float(minutes) / 4))]
    if kind == "postgres":
        with cluster() as database:
            done = run([*command, "--store", database.url])
    else:
        done = run(command)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr[-2000:]


def run(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
