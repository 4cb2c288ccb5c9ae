"""A server as the world sees it: below a base URL, behind proxies of both kinds, asked by robots,
strangers and liars.  Needs no browser."""

from __future__ import annotations

import http.client
import json
import re
import sqlite3
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from html import unescape
from pathlib import Path
from urllib.parse import urljoin

import pytest
from browsing import Server, serving
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from cardlab.cli import main
from cardlab.web.server.app import ServerError, check_store

GAME = "voila/render/notebooks/kaiser.ipynb"
PROXY = {"X-Forwarded-Proto": "https", "X-Forwarded-Host": "cards.example"}


def ask(
    site: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[int, http.client.HTTPMessage, str]:
    """One request to a whole path, with headers as they are given."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=300)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request(method, path, body, sent)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read().decode()
    finally:
        line.close()


def health(site: Server) -> dict[str, int]:
    found: dict[str, int] = json.loads(ask(site, "/health")[2])
    return found


def rows(site: Server) -> int:
    """All rows of all tables of the store."""
    if not site.store.exists():
        return 0
    with sqlite3.connect(site.store) as store:
        tables = store.execute("select name from sqlite_master where type = 'table'").fetchall()
        return sum(store.execute(f'select count(*) from "{t}"').fetchone()[0] for (t,) in tables)


@pytest.mark.sampled
@pytest.mark.parametrize("prefix", ["/cards/", "/"], ids=["kept", "stripped"])
def test_every_link_of_every_page_lies_below_the_base_url(site: Server, prefix: str) -> None:
    """Whether the proxy keeps the prefix or takes it away, the pages are the same."""
    for page in (
        "",
        "map",
        "explore",
        "lesson?concept=trump",
        "orders",
        GAME,
        "print?lesson=trump",
    ):
        status, _, text = ask(site, prefix + page)
        assert status == 200, page
        links = re.findall(r"""(?:href|src|data-seats|data-learner)=["']([^"'#][^"']*)""", text)
        own = [
            urljoin(f"/cards/{page}", unescape(link))
            for link in links
            if not link.startswith(("data:", "http"))
        ]
        assert own and all(link.startswith("/cards/") for link in own), (page, own)
        style = next(link for link in own if ".css" in link)
        assert ask(site, prefix + style.removeprefix("/cards/"))[0] == 200


def test_the_base_url_without_its_slash_leads_to_it(site: Server) -> None:
    status, headers, _ = ask(site, "/cards")
    assert (status, headers["Location"]) == (301, "/cards/")


@pytest.mark.parametrize("prefix", ["/cards/", "/"], ids=["kept", "stripped"])
def test_a_live_page_knows_its_base_url(site: Server, prefix: str) -> None:
    status, _, text = ask(site, f"{prefix}{GAME}?seed=5&cardlab-seat={site.seat()}")
    config = json.loads(re.findall(r'jupyter-config-data"[^>]*>(.*?)</script>', text, re.S)[0])
    assert status == 200 and config["baseUrl"] == "/cards/"
    assert config["fullStaticUrl"] == "/cards/voila/static"
    gone = ask(
        site,
        f"{prefix}voila/api/shutdown/{config['kernelId']}",
        "POST",
        Origin=site.url.removesuffix("/cards/"),
    )
    assert gone[0] == 204
    assert ask(site, f"{prefix}voila/static/voila.js")[0] == 200


def test_plain_requests_make_no_kernel_and_no_row(site: Server) -> None:
    before = rows(site)
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=300)
    pages = (GAME, "lesson?concept=trump", "exercise?review=1", "watch?game=nap", "odds")
    for number in range(1000):
        page = pages[number % len(pages)] if number % 50 else ("", "map")[number % 100 == 0]
        line.request("HEAD" if number % 7 == 0 else "GET", f"/cards/{page}")
        answer = line.getresponse()
        answer.read()
        assert answer.status == 200
    line.close()
    assert not site.kernels() and health(site)["kernels"] == 0
    assert rows(site) == before
    assert "Disallow: /cards/cardlab/seat" in ask(site, "/robots.txt")[2]


def test_an_invented_promise_of_a_seat_starts_nothing(site: Server) -> None:
    assert 'class="page still"' in ask(site, f"/cards/{GAME}?cardlab-seat=abcdefgh")[2]
    assert not site.kernels()


def test_a_full_server_says_so_and_calls_whoever_waits(site: Server) -> None:
    url = site.url.replace("http", "ws") + "cardlab/seat"
    with connect(url) as one, connect(url) as two:
        assert json.loads(one.recv(timeout=60))["seat"] and json.loads(two.recv(timeout=60))["seat"]
        status, _, text = ask(site, f"/cards/{GAME}")
        assert status == 200 and "All 2 tables are taken" in text and "The rules of Kaiser" in text
        with connect(url) as three:
            assert "You are next" in json.loads(three.recv(timeout=60))["said"]
            assert health(site)["waiting"] == 1
            # a promise that nobody comes with does not last
            assert json.loads(three.recv(timeout=60))["seat"]


def test_a_visitor_is_served_before_an_address_that_asks_for_all(site: Server) -> None:
    url = site.url.replace("http", "ws") + "cardlab/seat"
    with ExitStack() as lines:
        for _ in range(6):
            lines.enter_context(connect(url, additional_headers={"X-Forwarded-For": "192.0.2.90"}))
        other = {"X-Forwarded-For": "192.0.2.91"}
        visitor = lines.enter_context(connect(url, additional_headers=other))
        told = json.loads(visitor.recv(timeout=60))
        assert "seat" in told or "You are next" in told["said"], told


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example:80", ""])
def test_another_name_gets_a_page_that_says_what_to_do(site: Server, host: str) -> None:
    for path in ("/cards/", "/cards/map", "/cards/cardlab/static/frame.css", "/nothing"):
        status, _, text = ask(site, path, Host=host)
        assert status == 403 and "<h1>This is another server</h1>" in text
        assert "/cards/" not in text
    if host.startswith("evil"):
        assert "--allow-host evil.example" in text
    assert ask(site, "/cards/health", Host=host)[0] == 200, (
        "asked for by the address of a container"
    )


@pytest.mark.parametrize("host", ["cards.example", "CARDS.example:443", "localhost:1", "[::1]"])
def test_its_own_names_are_known(site: Server, host: str) -> None:
    assert ask(site, "/cards/map", Host=host)[0] == 200


def test_a_strange_origin_is_not_heard(site: Server) -> None:
    url = site.url.replace("http", "ws") + "cardlab/seat"
    with pytest.raises(InvalidStatus) as refused, connect(url, origin="https://evil.example"):  # type: ignore[arg-type]
        pass
    assert refused.value.response.status_code == 403
    status, _, text = ask(site, "/cards/cardlab/seat", "POST", Origin="https://evil.example")
    assert status == 200 and "--allow-host evil.example" in json.loads(text)["said"]
    # a name that was given is ours, whatever a proxy calls this machine
    with connect(url, origin="https://cards.example") as line:  # type: ignore[arg-type]
        assert line.recv(timeout=60)
    status, _, text = ask(site, "/cards/cardlab/learner", "POST", Origin="https://evil.example")
    assert status == 403 and json.loads(text)["said"]


def test_a_proxy_without_websockets_is_named(site: Server) -> None:
    """What such a proxy lets through, and what the page is told that asks why."""
    assert ask(site, "/cards/cardlab/seat", Connection="close")[0] == 400
    own = site.url.removesuffix("/cards/")
    said = json.loads(ask(site, "/cards/cardlab/seat", "POST", Origin=own)[2])["said"]
    assert "proxy does not pass websockets" in said and "Upgrade" in said


def test_a_trusted_proxy_says_how_and_under_which_name_it_was_asked(site: Server) -> None:
    sheet = "/print?lesson=trump"
    _, _, text = ask(site, sheet, **PROXY)
    assert ">https://cards.example/cards/" in text
    _, _, text = ask(site, sheet, Host="cards.example")
    assert ">http://cards.example/cards/" in text
    form = {"Content_Type": "application/x-www-form-urlencoded", "Origin": "https://cards.example"}
    _, headers, _ = ask(site, "/cardlab/learner", "POST", b"learner=Anna", **form, **PROXY)
    kept = headers.get_all("Set-Cookie") or []
    assert kept and all("Secure" in one and "Path=/cards/" in one for one in kept), kept


def test_a_proxy_that_lies_is_not_believed(site: Server) -> None:
    """Nonsense of a trusted one is left out; a name that is not ours stays another's."""
    lies = {"X-Forwarded-Proto": "javascript", "X-Forwarded-Host": "a b", "X-Forwarded-For": "me"}
    status, _, text = ask(site, "/print?lesson=trump", **lies)
    assert status == 200 and f">http://127.0.0.1:{site.port}/cards/" in text
    assert ask(site, "/map", **{"X-Forwarded-Host": "evil.example"})[0] == 403


def test_ten_megabytes_are_refused_and_the_server_goes_on(site: Server) -> None:
    body = b"x" * 10_000_000
    own = site.url.removesuffix("/cards/")
    for path in ("/cards/cardlab/learner/import", "/cards/cardlab/learner", "/cards/map"):
        status, _, text = ask(site, path, "POST", body, Origin=own)
        assert status == 413 and "more than 4 MB" in json.loads(text)["said"]
    assert health(site)["ok"]


def test_a_message_of_ten_megabytes_ends_its_connection(site: Server) -> None:
    line = connect(site.url.replace("http", "ws") + "cardlab/seat", max_size=None)
    with pytest.raises((ConnectionClosed, OSError)), line:
        line.send("x" * 10_000_000)
        while line.recv(timeout=60):
            pass
    assert health(site)["ok"]


def test_an_unknown_address_is_a_page_and_a_line_in_the_log(site: Server) -> None:
    """Whoever asks for what is not there fills no log with tracebacks."""
    nobody = "3f0f2c1e-5f27-4f0f-9f0e-0f0f0f0f0f0f"
    before = len(site.log.read_text().splitlines())
    unknown = [
        "nowhere",
        "logout",
        "voila/templates/x",
        "voila/templates/x/y/z",
        "voila/templates/nowhere/static/x.js",
        "voila/static/x.js",
        "api/kernels",
        f"api/kernels/{nobody}",
        f"api/kernels/{nobody}/channels",
    ]
    for path in unknown:
        status, _, text = ask(site, f"/cards/{path}")
        assert status in (403, 404) and "Traceback" not in text, path
    log = site.log.read_text().splitlines()[before:]
    assert not any("Traceback" in line for line in log), log[:5]
    assert len(log) <= 2 * len(unknown)


def test_of_the_templates_only_what_is_static_is_served(site: Server) -> None:
    served = "voila/templates/base/static/2829.voila.js"
    status, headers, text = ask(site, f"/cards/{served}")
    assert status == 200 and "javascript" in headers["Content-Type"] and text
    for path in (
        "voila/templates/base/404.html",
        "voila/templates/base/static",
        "voila/templates/base/static/",
        "voila/templates/static/2829.voila.js",
        "voila/templates/base/static/../404.html",
        "voila/templates/base/static/../other/voila.js",
        "voila/templates/base/static/../../../static/voila.js",
        "voila/templates/base/static/%00",
        "cardlab/static/%00",
    ):
        status, _, text = ask(site, f"/cards/{path}")
        assert status == 404 and "Traceback" not in text, path


def test_a_kernel_that_has_gone_is_a_sentence(site: Server) -> None:
    """Jupyter's own page of errors needs files that are not here."""
    gone = "3f0f2c1e-5f27-4f0f-9f0e-0f0f0f0f0f0f"
    url = site.url.replace("http", "ws") + f"api/kernels/{gone}/channels"
    with pytest.raises(InvalidStatus) as refused:
        connect(url)
    answer = refused.value.response
    assert answer.status_code == 404
    said = (answer.body or b"").decode()
    assert "There is nobody to talk to" in said and "Load it again" in said


@pytest.mark.parametrize(
    "path",
    [
        *(
            "",
            "map",
            GAME,
            "health",
            "metrics",
            "robots.txt",
            "nowhere",
            "class",
            "voila/static/x.js",
        ),
        *("class/table.js", "class/table.css", "voila/static/voila.js", "cardlab/static/page.css"),
    ],
)
def test_every_answer_tells_the_browser_what_it_may_do(site: Server, path: str) -> None:
    """Websockets to this server alone, no guessing of types, and no address for other sites."""
    status, headers, _ = ask(site, f"/cards/{path}")
    assert status in (200, 403, 404)
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    policy = dict(part.split(" ", 1) for part in headers["Content-Security-Policy"].split("; "))
    here = f"127.0.0.1:{site.port}"
    assert policy["connect-src"] == f"'self' ws://{here} wss://{here} data: blob:"
    assert policy["default-src"] == policy["form-action"] == "'self'"


def test_a_forwarded_name_adds_nothing_else_to_the_policy(site: Server) -> None:
    for host, lines in (
        ("cards.example", "ws://cards.example wss://cards.example "),
        ("x; connect-src *", ""),
        ("x y", ""),
    ):
        _, headers, _ = ask(site, "/health", X_Forwarded_Host=host)
        policy = headers["Content-Security-Policy"]
        assert policy.count("connect-src") == 1 and "connect-src *" not in policy
        assert not lines or f"connect-src 'self' {lines}data: blob:" in policy
        assert "x y" not in policy


def test_no_cookie_is_sent_along_by_other_sites(site: Server) -> None:
    """Neither ours nor the one that Jupyter gives to each page."""
    names = set()
    for path in (GAME, f"{GAME}?seed=5&cardlab-seat={site.seat()}", "voila/static/voila.js"):
        _, headers, text = ask(site, f"/cards/{path}")
        for cookie in headers.get_all("Set-Cookie", []):
            names.add(cookie.partition("=")[0])
            assert "samesite=lax" in cookie.lower(), cookie
        if "cardlab-seat" in path:
            with connect(kernel_line(site, text), max_size=None):
                pass  # its kernel goes soon
    assert names >= {"cardlab-visitor", "cardlab-page"}


def test_the_numbers_are_there_for_prometheus(site: Server) -> None:
    _, headers, text = ask(site, "/cards/metrics")
    assert headers["Content-Type"].startswith("text/plain")
    for line in ("cardlab_kernels_limit 2.0", 'cardlab_answers_total{status="200"}', "process_cpu"):
        assert line in text


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--base-url", "https://cards.example/"], "is not a base URL"),
        (["--allow-host", "https://cards.example"], "is not the name of a server"),
        (["--trust-proxy", "proxy.example"], "is not the address of a proxy"),
        (["--max-visitors", "0"], "At least one visitor"),
        (["--idle", "1"], "at least 5 seconds"),
        (["--port", "70000"], "is not a port"),
    ],
)
def test_what_cannot_be_served_is_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", "--port", "1999", *arguments]) == 2
    said = capsys.readouterr().err
    assert sentence in said and "Traceback" not in said


@pytest.mark.rest
def test_a_port_in_use_is_a_sentence(site: Server) -> None:
    command = [sys.executable, "-m", "cardlab", "serve", "--port", str(site.port)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 2 and f"Port {site.port} is taken" in done.stderr


@pytest.mark.slow
def test_a_store_that_does_not_answer_is_bad_health(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "cards.sqlite").write_bytes(b"not a database" * 100)
    with serving(folder) as running:
        status, _, text = ask(running, "/health")
        assert status == 503 and json.loads(text)["store"] is False
        assert ask(running, f"/{GAME}")[0] == 200


def test_a_busy_database_keeps_no_server_from_starting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What will go away is said, and waited for; what will not go away is refused."""
    file = tmp_path / "cards.sqlite"
    monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///{file}")
    check_store()
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("begin exclusive")
        check_store()
    assert capsys.readouterr().err.count("Another program is holding the database") == 1
    monkeypatch.setenv("CARDLAB_STORE", f"sqlite:///file:{file}?mode=ro&uri=true")
    with pytest.raises(ServerError, match=r"read-only.*CARDLAB_STORE=/"):
        check_store()


@pytest.mark.rest
@pytest.mark.slow
def test_a_kernel_goes_soon_after_its_page(site: Server) -> None:
    """A browser that crashes says no farewell: its connection ends, and that is all."""
    until_no_kernel(site)
    _, _, text = ask(site, f"/{GAME}?cardlab-seat={site.seat()}")
    with connect(kernel_line(site, text), max_size=None):
        time.sleep(8)
        assert health(site)["kernels"] == 1, "a page that is open keeps its kernel"
    until_no_kernel(site)


def kernel_line(site: Server, text: str) -> str:
    """Where a page of this text speaks with its kernel."""
    kernel = re.findall(r'"kernelId": ?"([0-9a-f-]+)"', text)[0]
    return site.url.replace("http", "ws") + f"api/kernels/{kernel}/channels?session_id=test"


def until_no_kernel(site: Server) -> None:
    until = time.monotonic() + 30
    while health(site)["kernels"] and time.monotonic() < until:
        time.sleep(0.5)
    assert health(site)["kernels"] == 0
