"""What has to travel: `python benchmarks/sizes.py` (needs a Chromium and the dev dependencies), or `make sizes`.

    python benchmarks/sizes.py            prints the tables
    python benchmarks/sizes.py --write    writes them to benchmarks/sizes.md as well

A page is opened in a Chromium that has nothing in its memory, from a server of our own, and once
more in the same; counted is what comes over the wire, compressed as the server sends it, with the
frames of the websocket.  Wheel and sdist are built; the site without a server is built where its
command has what it needs.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from tests.conftest import find_chromium  # noqa: E402
from tests.pages.browsing import Server, browsing, new_tab, serving  # noqa: E402

STILL = 1500
"""Milliseconds that are listened on after a page is there, for what it fetches late."""


@dataclass
class Wire:
    """What a page was sent.  answers: of the server; fetched: their bytes on the wire, heads
    included; pushed: bytes of the websocket's frames."""

    answers: int = 0
    fetched: int = 0
    pushed: int = 0

    def finished(self, event: dict[str, Any]) -> None:
        self.answers += 1
        self.fetched += int(event["encodedDataLength"])

    def frame(self, event: dict[str, Any]) -> None:
        said = event["response"]
        # a frame that is not text comes in base64
        size = len(said["payloadData"].encode())
        self.pushed += size if said["opcode"] == 1 else size * 3 // 4

    def row(self, name: str) -> str:
        return (
            f"| {name} | {self.answers} | {kilobytes(self.fetched)} | {kilobytes(self.pushed)} |"
            f" {kilobytes(self.fetched + self.pushed)} |"
        )


def kilobytes(number: int) -> str:
    return f"{number / 1000:,.0f} kB"


@contextmanager
def listening(page: Any) -> Iterator[Wire]:
    """What comes over the wire meanwhile."""
    wire = Wire()
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.on("Network.loadingFinished", wire.finished)
    session.on("Network.webSocketFrameReceived", wire.frame)
    yield wire
    page.wait_for_timeout(STILL)
    session.detach()


def open_home(tab: Any) -> None:
    tab.page.goto(tab.server.url, wait_until="load")


def open_game(tab: Any) -> None:
    tab.open("kaiser", "seed=7")


def open_lesson(tab: Any) -> None:
    tab.page.goto(f"{tab.server.url}lesson?concept=trump", wait_until="commit")
    tab.page.wait_for_selector(".cl-lesson", timeout=150_000)


PAGES: dict[str, Callable[[Any], None]] = {
    "home": open_home,
    "a game (Kaiser)": open_game,
    "a lesson (trumps)": open_lesson,
}


def pages(browser: Any, server: Server) -> Iterator[str]:
    """Each page for somebody who has never been here, and again."""
    yield "| page | answers | fetched | over the websocket | together |"
    yield "|---|---|---|---|---|"
    for name, open_page in PAGES.items():
        tab = new_tab(browser, server)
        for time in ("first view", "again"):
            with listening(tab.page) as wire:
                open_page(tab)
            yield wire.row(f"{name}, {time}")
            tab.page.goto("about:blank")
        tab.page.context.close()


def packages(folder: Path) -> Iterator[str]:
    """The wheel and the sdist."""
    yield "| package | files | size |"
    yield "|---|---|---|"
    command = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    with zipfile.ZipFile(wheel) as packed:
        yield f"| wheel | {len(packed.namelist())} | {kilobytes(wheel.stat().st_size)} |"
    with tarfile.open(sdist) as source:
        yield f"| sdist | {len(source.getnames())} | {kilobytes(sdist.stat().st_size)} |"


def site(folder: Path) -> Iterator[str]:
    """The site without a server, as files."""
    command = [sys.executable, "-m", "cardlab", "site", str(folder)]
    told = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    files = [path for path in folder.rglob("*") if path.is_file()]
    if told.returncode or not files:
        said = (told.stderr.strip().splitlines() or ["no files"])[-1]
        print(f"The site was not built: {said}", file=sys.stderr)
        return
    size = sum(path.stat().st_size for path in files)
    yield f"| site without a server, unpacked | {len(files)} | {kilobytes(size)} |"


def main() -> int:
    """Print the tables; returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="write benchmarks/sizes.md as well")
    args = parser.parse_args()
    chromium = find_chromium()
    if chromium is None:
        print("There is no Chromium on this machine; install one.", file=sys.stderr)
        return 2
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        lines = [*packages(folder / "built"), *site(folder / "site"), ""]
        with serving(folder) as server, browsing(chromium) as browser:
            lines += pages(browser, server)
    print("\n".join(lines))
    if args.write:
        head = "# Sizes\n\nPrinted by `make sizes`; 1 kB is 1,000 bytes.\n\n"
        text = head + "\n".join(lines) + "\n"
        (ROOT / "benchmarks" / "sizes.md").write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
