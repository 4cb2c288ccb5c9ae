"""A PostgreSQL of our own, from Debian's packages: begun, stopped in the middle, and ended."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.pages.browsing import free_port

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin"))


@dataclass(frozen=True)
class Cluster:
    """A cluster in a folder, listening on a port."""

    place: Path
    port: int

    @property
    def url(self) -> str:
        """The address of its first database, which is empty."""
        return f"postgresql+psycopg://cardlab:s3cret@127.0.0.1:{self.port}/postgres"

    def run(self, program: str, *arguments: str) -> None:
        """Run a program of PostgreSQL, which refuses to be run by root."""
        before = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        command = [*before, str(PROGRAMS[-1] / program), "-D", str(self.place / "cluster")]
        # what a server leaves running must not hold our pipes
        with (self.place / "postgres.out").open("ab") as out:
            subprocess.run(
                [*command, *arguments], check=True, cwd=self.place, stdout=out, stderr=out
            )

    def start(self) -> None:
        options = f"-p {self.port} -k {self.place} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.run("pg_ctl", "-o", options, "-w", "start")

    def stop(self, mode: str = "fast") -> None:
        """End it. mode: `immediate` is as good as kill -9."""
        self.run("pg_ctl", "-m", mode, "-w", "stop")


@contextmanager
def cluster() -> Iterator[Cluster]:
    """A cluster that runs, and is gone afterwards."""
    if not PROGRAMS:
        pytest.skip("there is no PostgreSQL on this machine: apt-get install postgresql")
    port = free_port()
    # the folders of pytest are closed to other users, and the cluster belongs to one
    place = Path("/tmp") / f"cardlab-postgres-{os.getpid()}-{port}"
    place.mkdir()
    if os.geteuid() == 0:
        owner = pwd.getpwnam("postgres")
        os.chown(place, owner.pw_uid, owner.pw_gid)
    secret = place / "password"
    secret.write_text("s3cret")
    secret.chmod(0o644)
    made = Cluster(place, port)
    made.run(
        *("initdb", "-U", "cardlab", "--auth=scram-sha-256", f"--pwfile={secret}", "-E", "UTF8")
    )
    made.start()
    try:
        yield made
    finally:
        made.stop()
        shutil.rmtree(place)
