"""A JupyterLite beside the site, built where the extra `lite` is installed, and a table in it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.pages.browsing import ROOT, free_port

pytestmark = [pytest.mark.deploy, pytest.mark.browser]

SECONDS = 240


def test_a_notebook_runs_and_nothing_is_fetched_from_elsewhere(
    browser: Any, tmp_path: Path
) -> None:
    env = tmp_path / "env"
    subprocess.run([sys.executable, "-m", "venv", str(env)], check=True)
    python, clean = str(env / "bin" / "python"), dict(os.environ)
    clean.pop("PYTHONPATH", None)
    pip = [python, "-m", "pip", "install", "--quiet", f"{ROOT}[lite]"]
    subprocess.run(pip, check=True, env=clean, cwd=tmp_path)
    site = [python, "-m", "cardlab", "site", str(tmp_path / "www" / "cards"), "--lab"]
    subprocess.run([*site, "--games", "kaiser"], check=True, env=clean, cwd=tmp_path)
    port = free_port()
    serve = [python, "-m", "http.server", str(port), "--bind", "127.0.0.1"]
    server = subprocess.Popen([*serve, "-d", str(tmp_path / "www")], stderr=subprocess.DEVNULL)
    try:
        url = f"http://127.0.0.1:{port}/cards/lab/lab/index.html?path=notebooks/kaiser.ipynb"
        for _ in range(100):
            with suppress(OSError):
                urllib.request.urlopen(url).close()
                break
            time.sleep(0.1)
        page = browser.new_page()
        asked: list[str] = []
        page.context.on("request", lambda request: asked.append(request.url))
        page.goto(url, wait_until="commit")
        page.locator(".jp-Notebook .jp-CodeCell").first.click(timeout=SECONDS * 1000)
        page.keyboard.press("Control+Enter")
        page.wait_for_selector("[data-ready]", timeout=SECONDS * 1000)
        here = ("data:", "blob:", "attachment:", f"http://127.0.0.1:{port}/")
        assert asked and [one for one in asked if not one.startswith(here)] == []
        page.close()
    finally:
        server.terminate()
        server.wait(10)
