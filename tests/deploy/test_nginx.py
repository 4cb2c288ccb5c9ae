"""nginx in front, with TLS, with the prefix kept and with it taken away: the files of
`deploy/nginx` as they stand, but for ports and the certificate."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.pages.browsing import ROOT, free_port, serving

from .published import Published, visits

pytestmark = [pytest.mark.deploy, pytest.mark.browser]

RECIPES = ROOT / "deploy" / "nginx"


def certificate(folder: Path) -> tuple[Path, Path]:
    """A certificate for cards.example that nobody has signed."""
    cert, key = folder / "cert.pem", folder / "key.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
    command += ["-keyout", str(key), "-out", str(cert), "-subj", "/CN=cards.example"]
    subprocess.run(command, check=True, capture_output=True)
    return cert, key


@contextmanager
def nginx(folder: Path, recipe: Path, behind: int) -> Iterator[int]:
    """nginx with one of our recipes in front of a port; yields the port that it listens on."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        pytest.skip("there is no nginx on this machine: apt-get install nginx-light")
    port = free_port()
    cert, key = certificate(folder)
    server = (
        recipe.read_text(encoding="utf-8")
        .replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        .replace("listen 443;", f"listen 127.0.0.1:{port};")
        .replace("127.0.0.1:8866", f"127.0.0.1:{behind}")
        .replace("/etc/ssl/cards.example.pem", str(cert))
        .replace("/etc/ssl/cards.example.key", str(key))
    )
    temporary = "".join(
        f"{kind}_temp_path {folder}/{kind};"
        for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;"
        f"events {{}} http {{ include /etc/nginx/mime.types; access_log off; {temporary}\n{server}\n}}"
    )
    process = subprocess.Popen([program, "-e", str(folder / "error.log"), "-c", str(config)])
    try:
        time.sleep(1)
        assert process.poll() is None, (folder / "error.log").read_text()
        yield port
    finally:
        process.terminate()
        process.wait(10)


@pytest.mark.parametrize("recipe", ["kept", "stripped"])
def test_a_visitor_plays_and_learns_behind_nginx(browser: Any, tmp_path: Path, recipe: str) -> None:
    options = ("--allow-host", "cards.example", "--trust-proxy", "127.0.0.1")
    with (
        serving(tmp_path, *options, base="/cards/") as inner,
        nginx(tmp_path, RECIPES / f"{recipe}.conf", inner.port) as port,
    ):
        outer = Published(
            port,
            inner.process,
            inner.store,
            inner.log,
            "/cards/",
            f"https://127.0.0.1:{port}/cards/",
        )
        tab = visits(browser, outer, ignore_https_errors=True)
        cookies = tab.page.context.cookies()
        assert cookies and all(cookie["secure"] for cookie in cookies)
        refused = tab.page.request.get(f"{outer.url}metrics")
        assert refused.status == 403
        tab.page.goto(f"{outer.url}print?lesson=follow-suit")
        assert f"https://127.0.0.1:{port}/cards/lesson" in tab.page.content()
        tab.page.context.close()


def test_a_proxy_that_drops_websockets_is_named(browser: Any, tmp_path: Path) -> None:
    """A plain `proxy_pass` shows the pages; they say what is missing."""
    recipe = (RECIPES / "kept.conf").read_text(encoding="utf-8")
    plain = "\n".join(line for line in recipe.splitlines() if "pgrade" not in line)
    (tmp_path / "plain.conf").write_text(plain)
    with (
        serving(tmp_path, "--trust-proxy", "127.0.0.1", base="/cards/") as inner,
        nginx(tmp_path, tmp_path / "plain.conf", inner.port) as port,
    ):
        page = browser.new_page(ignore_https_errors=True)
        page.goto(f"https://127.0.0.1:{port}/cards/voila/render/notebooks/kaiser.ipynb")
        page.get_by_text("websocket").first.wait_for(timeout=60_000)
        page.close()
