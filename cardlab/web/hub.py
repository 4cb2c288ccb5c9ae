"""The pages inside somebody's Jupyter server: below `/user/NAME/cardlab/` on a JupyterHub, and behind
a tile in JupyterLab.

jupyter-server-proxy asks here how to start `cardlab serve`, starts it when somebody opens its address,
and passes everything on, after it has asked who the visitor is. Knows the command line and nothing
of pages. The process listens on the machine's own address: where several users have accounts on one
machine, each of them can reach the ports of the others.
"""

from __future__ import annotations

import sys
from importlib.resources import files
from typing import Any

__all__ = ["proxied"]

SECONDS_TO_START = 60


def proxied() -> dict[str, Any]:
    """How jupyter-server-proxy starts the pages, in its own words.

    >>> proxied()["launcher_entry"]["title"]
    'Card games (cardlab)'
    """
    static = files("cardlab.web.pages") / "static"
    return {
        "command": [
            *(sys.executable, "-m", "cardlab", "serve"),
            *("--host", "127.0.0.1", "--port", "{port}", "--base-url", "{base_url}cardlab/"),
            # The Jupyter server in front has looked at the name already, and passes on any.
            *("--allow-host", "*"),
            *("--trust-proxy", "127.0.0.1"),
        ],
        "absolute_url": True,
        "timeout": SECONDS_TO_START,
        "new_browser_tab": True,
        "launcher_entry": {
            "enabled": True,
            "title": "Card games (cardlab)",
            "icon_path": str(static / "mark.svg"),
        },
    }
