"""The folder of a baseline: a file for each game and kind, and from which tree it was made.

The files are JSON, one value a line, packed by gzip without a time or a name in it: `zcat` shows
one, and the same tree gives the same bytes.
"""

from __future__ import annotations

import gzip
import json
import subprocess
from pathlib import Path
from typing import Any

ABOUT, ENDING = "about.json", ".json.gz"
TREE = Path(__file__).parent.parent.parent


def path_of(folder: Path, id: str, kind: str) -> Path:
    return folder / f"{id}.{kind}{ENDING}"


def write(folder: Path, id: str, kind: str, content: Any) -> None:
    text = json.dumps(content, ensure_ascii=False, indent=0) + "\n"
    path_of(folder, id, kind).write_bytes(gzip.compress(text.encode(), mtime=0))


def read(folder: Path, id: str, kind: str) -> Any:
    """What was recorded; None where nothing was."""
    path = path_of(folder, id, kind)
    return json.loads(gzip.decompress(path.read_bytes())) if path.exists() else None


def ids_in(folder: Path) -> list[str]:
    """The games, and what else has records, by their names."""
    return sorted({path.name.partition(".")[0] for path in folder.glob(f"*{ENDING}")})


def size_of(folder: Path, id: str) -> int:
    return sum(path.stat().st_size for path in folder.glob(f"{id}.*"))


def tree_version() -> str:
    """The commit that is checked out, and whether files differ from it."""
    try:
        commit, changed = _git("rev-parse", "HEAD"), _git("status", "--porcelain")
    except (OSError, subprocess.CalledProcessError):
        return "no git"
    return commit + (" with changes" if changed else "")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=TREE, capture_output=True, text=True, check=True)
    return done.stdout.strip()


def made_from(folder: Path) -> str:
    """The version of the tree from which the records of a folder were made; "" without any."""
    path = folder / ABOUT
    return str(json.loads(path.read_text(encoding="utf-8"))["made from"]) if path.exists() else ""


def write_about(folder: Path) -> None:
    text = json.dumps({"made from": tree_version()}, indent=1) + "\n"
    (folder / ABOUT).write_text(text, encoding="utf-8")
