"""The pages inside somebody's Jupyter server: below `/user/NAME/cardlab/` on a JupyterHub, and behind
a tile in JupyterLab.

jupyter-server-proxy asks here how to start `cardlab serve`, starts it when somebody opens its address,
and passes everything on, after it has asked who the visitor is. Knows the command line and nothing
of pages. On a JupyterHub the user of the server is the learner, and no dialog asks.

The process listens on the machine's own address: where several users have accounts on one machine,
each of them can reach the ports of the others. So the header that names the user is called by
chance, and only the two processes know it; whoever comes another way is a guest.
"""

from __future__ import annotations

import os
import secrets
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
    user = os.environ.get("JUPYTERHUB_USER", "")
    header = f"X-Cardlab-{secrets.token_hex(16)}"
    # jupyter-server-proxy fills in words in braces, of which a user's name may have some
    plain = user.replace("{", "{{").replace("}", "}}")
    return {
        "environment": {"CARDLAB_USER_HEADER": header} if user else {},
        "request_headers_override": {header: plain} if user else {},
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
