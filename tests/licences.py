"""The licences of everything that `pip install "cardlab[all]"` brings along.

    python -m tests.licences            a table: package, version, licence
    python -m tests.licences --refuse   an error if one of them forbids what the MIT licence allows

Knows the requirements of pyproject.toml and those of the packages that are installed; pip-licenses reads the licences.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import requires
from itertools import chain
from pathlib import Path
from shutil import which

from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]
REFUSED = "GPL;GNU General Public License;AGPL;Affero;SSPL;Proprietary;UNKNOWN"
"""Of what is installed with cardlab; LGPL is fine for what is only imported."""
LESSER = ("LGPL", "Lesser General Public")


def needed() -> set[str]:
    """The packages that cardlab needs on this system, with all that those need."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    everything = [extras[name] for line in extras["all"] for name in Requirement(line).extras]
    waiting = [Requirement(line) for line in [*project["dependencies"], *chain(*everything)]]
    found: set[str] = set()
    seen = {"cardlab"}
    while waiting:
        asked = waiting.pop()
        if str(asked) in seen or asked.name == "cardlab":
            continue
        seen.add(str(asked))
        found.add(asked.name)
        for requirement in map(Requirement, requires(asked.name) or ()):
            mark = requirement.marker
            if mark is None or any(mark.evaluate({"extra": one}) for one in ("", *asked.extras)):
                waiting.append(requirement)
    return found


def main(refuse: bool) -> int:
    """Print the table; returns the exit code."""
    packages = sorted(needed(), key=str.lower)
    # in the environment of this Python, whatever else is on the path
    program = which("pip-licenses", path=str(Path(sys.executable).parent)) or "pip-licenses"
    command = [program, "--from=mixed", "--order=license", "--packages", *packages]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    print(told, end="")
    if not refuse:
        return 0
    bad = [
        line
        for line in told.splitlines()[1:]
        if any(word in line for word in REFUSED.split(";")) and not any(w in line for w in LESSER)
    ]
    for line in bad:
        print(f"refused: {line}", file=sys.stderr)
    return int(bool(bad))


if __name__ == "__main__":
    sys.exit(main("--refuse" in sys.argv[1:]))
