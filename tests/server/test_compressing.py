"""What is sent compressed, and to whom.  Needs no browser."""

from __future__ import annotations

import gzip
import http.client

import pytest
from browsing import Server

PAGES = ("", "map")
FILES = ("cardlab/static/frame.css", "cardlab/static/page.js", "voila/static/voila.js")


def get(site: Server, path: str, **headers: str) -> tuple[int, http.client.HTTPMessage, bytes]:
    """One answer as it comes over the wire."""
    line = http.client.HTTPConnection("127.0.0.1", site.port, timeout=60)
    try:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        line.request("GET", f"/cards/{path}", headers=sent)
        answer = line.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        line.close()


@pytest.mark.parametrize("path", [*PAGES, *FILES])
def test_text_is_sent_compressed_to_whoever_reads_it(site: Server, path: str) -> None:
    status, headers, packed = get(site, path, Accept_Encoding="gzip, br")
    assert status == 200 and headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in headers["Vary"] and len(packed) == int(headers["Content-Length"])
    status, headers, plain = get(site, path)
    assert status == 200 and headers["Content-Encoding"] is None
    # a page may hold something by chance, such as a token; a file does not
    assert path not in FILES or gzip.decompress(packed) == plain
    assert 2 * len(packed) < len(plain)


def test_a_file_is_compressed_once_and_is_asked_for_once(site: Server) -> None:
    _, first, packed = get(site, FILES[0], Accept_Encoding="gzip")
    _, _, again = get(site, FILES[0], Accept_Encoding="gzip")
    assert packed == again, "the time of compressing stands in it"
    status, _, nothing = get(site, FILES[0], Accept_Encoding="gzip", If_None_Match=first["Etag"])
    assert (status, nothing) == (304, b"")


def test_a_part_of_a_file_is_a_part_of_what_it_holds(site: Server) -> None:
    _, _, plain = get(site, FILES[0])
    status, headers, part = get(site, FILES[0], Accept_Encoding="gzip", Range="bytes=10-2000")
    assert (status, part) == (206, plain[10:2001])
    assert headers["Content-Encoding"] == "identity"


def test_what_is_small_or_no_text_is_sent_as_it_is(site: Server) -> None:
    assert get(site, "cardlab/learner", Accept_Encoding="gzip")[1]["Content-Encoding"] is None
    assert get(site, "health", Accept_Encoding="gzip")[1]["Content-Encoding"] is None
