"""The licences of everything that cardlab and its extras bring along, but for the tools of a checkout.

    python -m tests.licences            a table: package, version, licence
    python -m tests.licences --refuse   an error if one of them forbids what the MIT licence allows

Knows the requirements of pyproject.toml and those of the packages that are installed; pip-licenses reads the licences. Of a
package that names none in its metadata, the title of its licence file counts.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, files, requires
from itertools import chain
from pathlib import Path
from shutil import which

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
UNKNOWN = "UNKNOWN"
REFUSED = ("GPL", "GNU General Public License", "Affero", "SSPL", "Proprietary", UNKNOWN)
"""Of what is installed with cardlab; LGPL is fine for what is only imported."""
LESSER = ("LGPL", "Lesser General Public")


def needed() -> set[str]:
    """The packages that cardlab needs on this system, with all that those need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    everything = [lines for name, lines in extras.items() if name != "dev"]
    waiting = [Requirement(line) for line in [*project["dependencies"], *chain(*everything)]]
    names: set[str] = set()
    seen = {"cardlab"}
    while waiting:
        wanted = waiting.pop()
        if str(wanted) in seen or wanted.name == "cardlab":
            continue
        seen.add(str(wanted))
        names.add(wanted.name)
        for requirement in map(Requirement, required_by(wanted.name)):
            mark = requirement.marker
            if mark is None or any(mark.evaluate({"extra": one}) for one in ("", *wanted.extras)):
                waiting.append(requirement)
    return names


def required_by(package: str) -> list[str]:
    """What an installed package requires."""
    try:
        return requires(package) or []
    except PackageNotFoundError:
        sys.exit(f"{package} is not installed here, so its licence is not known. Run make install.")


def title_of_licence(package: str) -> str:
    """The first line of the licence file of an installed package, or UNKNOWN."""
    for file in files(package) or ():
        if file.name.upper().startswith(("LICENSE", "LICENCE", "COPYING")):
            return str(file.read_text().strip().splitlines()[0])
    return UNKNOWN


def licences() -> list[tuple[str, str, str]]:
    """Package, version and licence of everything that is needed, by licence."""
    # in the environment of this Python, whatever else is on the path
    program = which("pip-licenses", path=str(Path(sys.executable).parent)) or "pip-licenses"
    command = [program, "--from=mixed", "--format=json", "--packages", *needed()]
    listed = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    rows = []
    for one in listed:
        licence = " ".join(one["License"].split())
        if licence == UNKNOWN:
            licence = title_of_licence(one["Name"])
        rows.append((one["Name"], one["Version"], licence))
    return sorted(rows, key=lambda row: (row[2], row[0].lower()))


def main(refuse: bool) -> int:
    """Print the table; returns the exit code."""
    rows = licences()
    for name, version, licence in rows:
        print(f"{name:32} {version:14} {licence}")
    if not refuse:
        return 0
    bad = [
        (name, licence)
        for name, _, licence in rows
        if any(word in licence for word in REFUSED) and not any(w in licence for w in LESSER)
    ]
    for name, licence in bad:
        print(f"refused: {name}: {licence}", file=sys.stderr)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main("--refuse" in sys.argv[1:]))
