"""Look at pages as a reader would, and list what is wrong with their form.

    python -m tests.audit                      # every page without a table, in twelve windows
    python -m tests.audit --tables             # tables, lessons and exercises as well
    python -m tests.audit explore map --windows 390x844 1280x800

Each page is opened once, then its window is changed: ten sizes, light and dark, and twice with text
of 200 %. What may stay as it is stands in `accepted.txt`, one place a line. Ends with 1 if anything
else is found, or a page has an error.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections import Counter
from pathlib import Path

from tests.conftest import find_chromium
from tests.pages.browsing import browsing, serving

from .looking import SET_SIZE, SET_THEME, WINDOWS, Finding, Window, look

ACCEPTED = Path(__file__).parent / "accepted.txt"
WITHOUT_TABLE = (
    "",
    "start",
    "start?played=often&known=whist&to=kaiser",
    "map",
    "map?focus=bridge",
    "path?to=kaiser&known=snap",
    "explore",
    "class",
    "today?day=2024-05-17&game=kaiser",
    "odds?game=kaiser",
    "orders?game=cardigan",
    "compare?game=kaiser",
    "scores?game=bridge",
    "house-rules?game=malilla",
    "print?lesson=rank&solutions=1",
    "print?exercise=decided-by%3Amust-beat-opponent%3Fgame%3Dmalilla%26seed%3D17&like=5",
)
WITH_TABLE = (
    "watch?game=kaiser&seed=7",
    "positions?game=kaiser",
    "analysis?game=bridge",
    "lesson?concept=follow-suit",
    "lesson?concept=trump",
    "lesson?concept=meld",
    "exercise?kind=score-deal&game=kaiser&seed=3",
    "exercise?kind=find-melds&game=gin-rummy&seed=3",
    *(
        f"voila/render/notebooks/{game}.ipynb?seed=7&pace=0"
        for game in ("kaiser", "hearts", "bridge", "gin-rummy", "go-fish", "big-two", "zetema")
    ),
)
NEVER_ALIVE = ("", "start", "map", "path", "explore", "class", "today", "print")
PATIENCE = 120_000.0


def patience(page: str) -> float:
    """How long a page may take to come alive; 0 for pages without a kernel."""
    return 0 if page.partition("?")[0] in NEVER_ALIVE else PATIENCE


def accepted() -> frozenset[str]:
    """The places where something may stay as it is."""
    lines = ACCEPTED.read_text(encoding="utf-8").splitlines()
    return frozenset(line.partition("#")[0].strip() for line in lines) - {""}


def told(finding: Finding) -> str:
    """A finding as a line."""
    return f"  {finding.rule}: {finding.at}: {finding.what} ({', '.join(finding.where)})"


def audit(pages: tuple[str, ...], windows: tuple[Window, ...], shots: Path | None = None) -> int:
    """Look at pages of a server of our own; print what is wrong, and return how much it is."""
    executable = find_chromium()
    if executable is None:
        sys.exit("There is no Chromium on this machine; install one, or set CARDLAB_CHROMIUM.")
    wrong, rules, known = 0, Counter[str](), accepted()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as server,
        browsing(executable) as browser,
    ):
        for name in pages:
            context = browser.new_context(reduced_motion="reduce")
            page = context.new_page()
            looked = look(page, server.url + name, name, windows, patience(name))
            if shots is not None:
                shoot(page, shots, name)
            context.close()
            findings = [one for one in looked.findings if one.place not in known]
            print(f"/{name}: {len(findings)} to mend, {len(looked.errors)} errors", flush=True)
            for line in (*map(told, findings), *(f"  {error}" for error in looked.errors)):
                print(line, flush=True)
            rules.update(finding.rule for finding in findings)
            wrong += len(findings) + len(looked.errors)
    print(f"{len(pages)} pages, {wrong} faults: {dict(rules.most_common())}")
    return wrong


def shoot(page: object, folder: Path, name: str) -> None:
    """Pictures of a page on a phone and on a desk."""
    folder.mkdir(parents=True, exist_ok=True)
    page.evaluate(SET_THEME, "light")  # type: ignore[attr-defined]
    page.evaluate(SET_SIZE, "")  # type: ignore[attr-defined]
    for width, height in ((390, 844), (1280, 800)):
        page.set_viewport_size({"width": width, "height": height})  # type: ignore[attr-defined]
        page.wait_for_timeout(250)  # type: ignore[attr-defined]
        safe = "".join(c if c.isalnum() else "-" for c in name) or "home"
        page.screenshot(path=folder / f"{safe}-{width}.png", full_page=True)  # type: ignore[attr-defined]


def window(text: str) -> Window:
    """A window as it is typed, such as 390x844."""
    width, _, height = text.partition("x")
    return Window(int(width), int(height))


def main() -> int:
    """Read the command line; see the module."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.audit",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("pages", nargs="*", help="addresses, such as explore or map?focus=bridge")
    parser.add_argument("--tables", action="store_true", help="pages with a table as well")
    parser.add_argument("--windows", nargs="*", type=window, help="such as 390x844")
    parser.add_argument("--shots", type=Path, help="a folder for pictures of each page")
    given = parser.parse_args()
    pages = tuple(given.pages) or WITHOUT_TABLE + (WITH_TABLE if given.tables else ())
    return 1 if audit(pages, tuple(given.windows or WINDOWS), given.shots) else 0


if __name__ == "__main__":
    sys.exit(main())
