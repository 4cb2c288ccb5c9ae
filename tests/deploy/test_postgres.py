"""PostgreSQL as the store: the tests of the store once more, and a visitor who plays and learns.

Starts a cluster of its own from Debian's packages and ends it afterwards.
"""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.pages.browsing import ROOT, free_port, serving

from .published import Published, visits

pytestmark = pytest.mark.deploy

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


def as_postgres(*command: str, place: Path) -> None:
    """Run a program of PostgreSQL, which refuses to be run by root."""
    before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    # what a server leaves running must not hold our pipes
    with (place / "postgres.out").open("ab") as out:
        subprocess.run([*before, *command], check=True, cwd=place, stdout=out, stderr=out)


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """The address of an empty database."""
    if not PROGRAMS:
        pytest.skip("there is no PostgreSQL on this machine: apt-get install postgresql")
    # the folders of pytest are closed to other users, and the cluster belongs to one
    place = Path("/tmp") / f"cardlab-postgres-{os.getpid()}"
    place.mkdir()
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(place, owner.pw_uid, owner.pw_gid)
    cluster, port = place / "cluster", free_port()
    secret = place / "password"
    secret.write_text("s3cret")
    secret.chmod(0o644)
    options = f"-p {port} -k {place} -c listen_addresses=127.0.0.1 -c fsync=off"
    as_postgres(
        *(str(PROGRAMS[-1] / "initdb"), "-D", str(cluster)),
        *("-U", "cardlab", "--auth=scram-sha-256", f"--pwfile={secret}", "-E", "UTF8"),
        place=place,
    )
    control = str(PROGRAMS[-1] / "pg_ctl")
    as_postgres(control, "-D", str(cluster), "-o", options, "-w", "start", place=place)
    try:
        yield f"postgresql+psycopg://cardlab:s3cret@127.0.0.1:{port}/postgres"
    finally:
        as_postgres(control, "-D", str(cluster), "-m", "fast", "-w", "stop", place=place)
        shutil.rmtree(place)


def test_the_store_holds_in_postgres(database: str) -> None:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-p",
        "no:nbval",
        "-k",
        "postgres or a_server_that",
    ]
    done = subprocess.run(
        [*command, "tests/store"],
        cwd=ROOT,
        env={**os.environ, "CARDLAB_TEST_POSTGRES": database},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert " passed" in done.stdout and " skipped" not in done.stdout


@pytest.mark.browser
def test_a_visitor_plays_and_learns(browser: Any, tmp_path: Path, database: str) -> None:
    with serving(tmp_path, CARDLAB_STORE=database) as inner:
        server = Published(
            inner.port,
            inner.process,
            inner.store,
            inner.log,
            "/",
            f"http://127.0.0.1:{inner.port}/",
        )
        tab = visits(browser, server)
        tab.page.context.close()
    from cardlab.store import MatchStore

    assert [match.game for match in MatchStore(database).recent()] == ["kaiser"]
