"""A PostgreSQL of our own, from Debian's packages: begun, stopped in the middle, and ended."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
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

    def fill_the_disk(self) -> None:
        """Take all room that is left on its disk, which has to be one of its own."""
        with (self.place / "ballast").open("ab", buffering=0) as ballast, suppress(OSError):
            while True:
                ballast.write(bytes(4096))

    def make_room(self) -> None:
        (self.place / "ballast").unlink()


@contextmanager
def small_disk(place: Path, megabytes: int) -> Iterator[None]:
    """A disk of its own at a folder. Only root can have one."""
    command = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs", str(place)]
    if subprocess.run(command, check=False, capture_output=True).returncode:
        pytest.skip("a small disk cannot be mounted here: be root, outside a closed container")
    try:
        yield
    finally:
        subprocess.run(["umount", str(place)], check=True)


@contextmanager
def cluster(megabytes: int = 0) -> Iterator[Cluster]:
    """A cluster that runs, and is gone afterwards. megabytes: of a disk of its own."""
    if not PROGRAMS:
        pytest.skip("there is no PostgreSQL on this machine: apt-get install postgresql")
    port = free_port()
    # the folders of pytest are closed to other users, and the cluster belongs to one
    place = Path("/tmp") / f"cardlab-postgres-{os.getpid()}-{port}"
    place.mkdir()
    with small_disk(place, megabytes) if megabytes else nullcontext():
        yield from _running(place, port)
    place.rmdir()


def _running(place: Path, port: int) -> Iterator[Cluster]:
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
        for part in place.iterdir():
            shutil.rmtree(part) if part.is_dir() else part.unlink()
