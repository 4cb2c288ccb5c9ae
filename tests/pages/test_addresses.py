"""Every kind of address that was ever given away, and what it opens. Needs no browser.

The table (addresses.txt) is the promise: a link in a chapter, in a teacher's notes or in somebody's bookmarks
opens the same page for as long as there is one. Pages of the server are fetched from it; pages with
a kernel are made here, with the address where a kernel finds it.
"""

from __future__ import annotations

import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlencode

import pytest
from browsing import ROOT, Server, serving

import cardlab
from cardlab import pages
from cardlab.labs import house
from cardlab.web import addresses
from cardlab.web.addresses import (
    PACE,
    SHORT,
    GameAddress,
    LabAddress,
    NoSuchPage,
    exercise_seed,
    game_of_words,
    game_words,
    parse,
)
from cardlab.web.pages.labs import LABS

GAME = re.compile(r"voila/render/notebooks/([a-z0-9-]+)\.ipynb")
TABLE = (Path(__file__).parent / "addresses.txt").read_text(encoding="utf-8")
OPENS = re.findall(r"^/(.*)\n    (.*)$", TABLE, re.MULTILINE)
KAISER = "voila/render/notebooks/kaiser.ipynb"
TOO_LONG = [
    (
        f"{KAISER}?{'a' * 2100}",
        "Kaiser | show sensible off | pace 0.5 | The address is far too long to be a link of this"
        " page; a new deal is o …",
    ),
    (
        f"{KAISER}?{'&'.join(f'x{i}=1' for i in range(30))}",
        "Kaiser | show sensible off | pace 0.5 | The address asks for too many things at once; a"
        " new deal is on the tab …",
    ),
    (
        f"{KAISER}?seed={'9' * 1500}",
        "Kaiser | show sensible off | pace 0.5 | A seed is a whole number, not"
        " “999999999999999999999999999999999999999 …",
    ),
    (
        f"lesson?concept={'x' * 2500}",
        "There is no lesson “”. The map shows the lessons that there are.",
    ),
    (
        f"exercise?address={'9' * 900}",
        "The address of an exercise names its game: ?game=…. The map leads to o …",
    ),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("addresses")) as running:
        yield running


def in_short(sentence: str) -> str:
    """The beginning of a sentence: what there is to choose from changes with the games."""
    sentence = re.sub(r"in /\S+\.sqlite", "in …", sentence.strip())
    sentence = re.sub(r"(?<=; the games are ).*", "…", sentence)
    return sentence if len(sentence) < 70 else sentence[:70].rstrip() + " …"


def from_the_server(site: Server, address: str) -> str:
    """The status, the heading and what of the address is to be seen on a page without a kernel."""
    try:
        with urllib.request.urlopen(site.url + address, timeout=60) as answer:
            status, page = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, page = error.code, error.read().decode()
    facts = [str(status), *re.findall(r"<h1[^>]*>(.*?)</h1>", page)]
    facts += re.findall(r'"focus":"([a-z-]+)"', page)
    facts += sorted(set(re.findall(r'<option value="([a-z-]+)" selected>', page)))
    facts += [
        in_short(unescape(sentence))
        for sentence in re.findall(r'<p class="lead">(There is no[^<]*|This a[^<]*)</p>', page)
    ]
    facts += re.findall(r'<p class="link">.*?<a href="([^"]*)"', page)[:1]
    facts += ["with answers"] if "data-solution" in page else []
    return " | ".join(unescape(re.sub("<[^>]*>", "", fact)) for fact in facts)


SETTINGS = ("mode", "pace", "bots", "coach", "lesson", "learner")
"""What the link of a table says besides its match."""


def of_a_table(widget: Any, query: str) -> str:
    """The game, how it is set, and what was said about the address."""
    chrome, match = widget.chrome, widget.page.session.match
    facts = [match.game.title, f"{chrome['mode']} {chrome['bots']} {chrome['coach']['mode']}"]
    facts += [f"pace {chrome['pace']:g}"]
    facts += [f"seed {chrome['seed']}"] if f"seed={chrome['seed']}" in query else []
    facts += [", ".join(f"{name} {value}" for name, value in match.game.chosen if name != "house")]
    # before the first move the link leads to the same deal: its seed and its options are in it, too
    kept = [(name, value) for name, value in parse_qsl(widget.link) if name in SETTINGS]
    facts += [urlencode(kept)]
    facts += [in_short(widget.error)]
    return " | ".join(fact for fact in facts if fact)


def of_a_lesson(widget: Any) -> str:
    """The lesson, the question or the deal, where the page leads to, and what was said."""
    shown, chrome = widget.snapshot, widget.chrome
    facts = [str((shown.get("lesson") or {}).get("title") or ""), str(shown.get("step") or "")]
    facts += [f"{line['at']} of {line['length']}" if (line := shown.get("line")) else ""]
    if shown.get("step") == "exercise":
        # which game a concept is asked about changes with the games that there are
        mixed = "concept=" in widget.link
        facts += ["" if mixed else shown["question"]["id"], chrome["print"].partition("=")[0]]
        facts += [re.sub("address=[^&]*", "address=…" if mixed else r"\g<0>", widget.link)]
    elif "print" in chrome:
        facts += [chrome["print"], chrome["practice"]]
    return " | ".join(fact for fact in [*facts, in_short(widget.error)] if fact)


def of_a_laboratory(widget: Any) -> str:
    """The laboratory, its link and what was said."""
    return " | ".join(
        fact
        for fact in (widget.view["title"], unquote(widget.link), in_short(widget.error))
        if fact
    )


def opened(site: Server, address: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """What an address opens, in a line."""
    path, _, query = address.partition("?")
    game = GAME.fullmatch(path)
    if path not in ("lesson", "exercise", "watch", *LABS) and not (
        game and game[1] in cardlab.games()
    ):
        return from_the_server(site, address)
    monkeypatch.setenv("QUERY_STRING", query)
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/at/voila/")
    if game:
        return of_a_table(pages.play(game[1]), query)
    if path in LABS:
        return of_a_laboratory(pages.lab(path))
    page = {"lesson": pages.learn, "exercise": pages.exercise, "watch": pages.watch}[path]
    return of_a_lesson(page())


@pytest.mark.sampled
@pytest.mark.parametrize(
    ("address", "page"), [*OPENS, *TOO_LONG], ids=lambda value: value[:50] or "home"
)
def test_an_address_opens_what_it_always_opened(
    address: str, page: str, site: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert opened(site, address, monkeypatch) == page


WRITTEN = [
    *sorted((ROOT / "notebooks").glob("*.ipynb")),
    *sorted((ROOT / "tutorials").glob("*.ipynb")),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "README.md",
]
PAGES = "|".join(["voila/render", "print", "map", "explore", *SHORT])
LINK = re.compile(rf"(?:(?:\.\./){{3}}|(?<![\w./])/)((?:{PAGES})\b(?=[?\s)`\\/\"])[^\s\\)\"'`<>]*)")


def links_of(path: Path) -> list[str]:
    """The links to pages of ours in a notebook or a text; those of notebooks are relative."""
    return ["/" + link for link in LINK.findall(path.read_text(encoding="utf-8"))]


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_every_link_that_stands_somewhere_is_understood(path: Path) -> None:
    """Also one that says a little too much is a broken link."""
    for link in links_of(path):
        page = parse(link)
        assert not page.problems, f"{path.name} leads to {link}: {page.problems}"
        assert parse(page.url()) == page


def test_links_are_found_in_what_is_written() -> None:
    """The search above finds something: the chapters are full of links."""
    assert sum(len(links_of(path)) for path in WRITTEN) > 100


@pytest.mark.parametrize("link", ["/nothing", "/voila/tree", "/voila/render/setup.py", "//x/map"])
def test_a_link_that_leads_nowhere_is_no_page(link: str) -> None:
    with pytest.raises(NoSuchPage):
        parse(link)
    with pytest.raises(NoSuchPage):
        parse("/map", "/at/")


def test_only_one_module_reads_and_writes_addresses() -> None:
    """Elsewhere nothing of a query is taken apart or put together, and no path is spelled."""
    spelled = re.compile(r"lesson\?concept=|voila/render|parse_qs|urlsplit|QUERY_STRING|exercise\?")
    allowed = {
        ("pages/labs/house.py", "urlencode"): "the text of an exercise",
        ("server/place.py", "urlsplit"): "the origin of a request",
        ("site/answers.py", "parse_qs"): "a form that was sent",
        ("site/browser.py", "QUERY_STRING"): "where a page looks for its query, as on a server",
        ("site/drafts.py", "urlsplit"): "links between the files of a site",
    }
    found = set()
    for path in sorted((ROOT / "cardlab" / "web").rglob("*")):
        name = str(path.relative_to(ROOT / "cardlab" / "web"))
        if path.suffix not in (".py", ".js", ".html", ".j2") or name == "addresses.py":
            continue
        text = re.sub(r'"""(?s:.*?)"""', "", path.read_text(encoding="utf-8"))
        found |= {(name, word) for word in spelled.findall(text)}
        found |= {(name, "urlencode")} if "urlencode" in text else set()
    assert found <= set(allowed), sorted(found - set(allowed))


def test_the_table_has_every_kind_of_page() -> None:
    paths = {address.partition("?")[0] for address, _ in OPENS}
    assert {"", "map", "explore", "print", "lesson", "exercise", "watch"} <= paths
    assert len(OPENS) > 90 and len({path for path in paths if GAME.fullmatch(path)}) > 5


# ---- the address of a game, read strictly
# ------------------------------------------------------------------------------------------------


def test_an_empty_address_asks_for_nothing() -> None:
    address = GameAddress.read("kaiser", "")
    assert (
        address.match,
        address.seed,
        address.mode,
        address.pace,
        address.options,
        address.problems,
    ) == (
        None,
        None,
        "show",
        PACE,
        {},
        (),
    )


def test_a_good_address_is_taken_as_it_is() -> None:
    address = GameAddress.read("kaiser", "match=abc_DEF-12&seed=-7&mode=ask&pace=0")
    assert (address.match, address.seed, address.mode, address.pace, address.problems) == (
        "abc_DEF-12",
        -7,
        "ask",
        0.0,
        (),
    )
    assert address.of_match("abc_DEF-12").query == "match=abc_DEF-12&mode=ask&pace=0"
    chosen = GameAddress.read("kaiser", "bots=simple")
    assert (chosen.bots, chosen.problems, chosen.of_match(None).query) == (
        "simple",
        (),
        "bots=simple",
    )
    refused = GameAddress.read("kaiser", "bots=perfect")
    assert refused.bots == "sensible" and "simple, sensible or strong" in refused.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "match=../../etc/passwd",
        "match=" + "a" * 500,
        "match=%00%00%00%00%00%00",
        "match=<script>alert(1)</script>",
        "match=a'%20or%201=1--",
        "seed=1e9",
        "seed=",
        "seed=٣",
        "seed=" + "9" * 400,
        "mode=cheat",
        "pace=nan",
        "pace=-1",
        "pace=inf",
        "nonsense=1",
        "=",
        "&&&=&",
        "%ff%fe=%ff",
        "players=5",
        "players=-1",
        "seed=1&seed=2",
        "seed",
        "__class__=1",
        "a" * 5000,
        "&".join(f"x{i}=1" for i in range(200)),
        "match=%E2%80%AEabcdef",
    ],
)
def test_a_hostile_address_is_a_sentence_and_a_default_table(text: str) -> None:
    address = GameAddress.read("kaiser", text)
    assert (
        address.match is None
        and address.mode == "show"
        and address.pace == PACE
        and not address.options
    )
    if text.strip("&="):
        assert address.problems
    for sentence in address.problems:
        assert sentence.isprintable() and len(sentence) < 400 and sentence.endswith(".")


@pytest.mark.parametrize(
    "query",
    [
        f"{'[' * 2500}=1&game=kaiser",
        f"learner=Anna&note={'9' * 5000}",
    ],
    ids=["written longer than it came", "a nickname before long settings"],
)
@pytest.mark.slow
def test_a_long_address_of_a_laboratory_is_read_as_it_is_written_again(query: str) -> None:
    address = LabAddress.read("positions", query)
    assert parse(address.url()) == address


def test_a_laboratory_keeps_the_options_of_its_game_and_names_unknown_ones() -> None:
    game, problems = cardlab.game("nap", players=3), list[str]()
    words = {**game_words(game), "option:nothing": "1", "seed": 5}
    assert game_of_words("nap", words, problems) == game
    assert problems == ["Nap has no option “nothing”."] and words == {"seed": 5}
    own = house.game("nap", changes={"option:players": 3, "dealt": 4})
    assert game_of_words("nap", game_words(own), problems) == own and len(problems) == 1


def test_the_seed_of_an_exercise_has_ends() -> None:
    assert exercise_seed("0") == 0 and exercise_seed(10**9 - 1) == 10**9 - 1
    for wrong in (-1, 10**9, "x", None):
        with pytest.raises(ValueError, match="a seed is a whole number"):
            exercise_seed(wrong)


@pytest.mark.parametrize(
    "address",
    [
        addresses.HomeAddress(part="paths"),
        addresses.MapAddress(focus="trump"),
        addresses.ExploreAddress(game="nap"),
        addresses.PathAddress(
            to="bridge", known=("whist", "nap"), played="never", new=1, tables=True
        ),
        addresses.PathAddress(to="bridge", new=4),
        addresses.StartAddress(to="bridge", known=("whist",)),
        addresses.TodayAddress(day=date(2026, 5, 16), game="nap"),
        addresses.ChapterAddress(chapter="01-the-pack"),
        addresses.LessonAddress(concept="trump"),
        addresses.ExerciseAddress(kind="why-not", game="nap", seed="4", concept="trump"),
        addresses.ExerciseAddress(review=True),
        addresses.PrintAddress(exercise="why-not?game=nap&seed=4", solutions=True, like=23),
        addresses.PrintAddress(lesson="trump", like=1),
        addresses.GameAddress(
            game="nap", seed=0, mode="ask", pace=0.0, bots="strong", options={"players": "3"}
        ),
        addresses.WatchAddress(game="nap", seed=0, options={"players": "3"}),
        LabAddress("odds", "nap", {"cards": "3"}),
    ],
)
def test_an_address_that_was_written_reads_the_same(address: addresses.Address) -> None:
    """With its learner too, where the page has a use for one."""
    read = parse(address.url())
    assert read == address and not read.problems
    pages = addresses.MapAddress | addresses.ExploreAddress | addresses.ChapterAddress
    if not isinstance(address, pages | addresses.PrintAddress):
        annas = replace(address, learner="Anna")
        assert parse(annas.url()) == annas


def test_more_like_this_has_an_end() -> None:
    for like, read in (("23", 23), ("24", 23), ("999", 23), ("9999", 0), ("-1", 0), ("²", 0)):
        address = parse(f"/print?{urlencode({'lesson': 'trump', 'like': like})}")
        assert isinstance(address, addresses.PrintAddress) and address.like == read, like


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("", False),
        ("tables=1", False),
        ("to=nap", True),
        ("known=nap", True),
        ("played=never", True),
        ("new=1", True),
    ],
)
def test_any_part_of_a_way_says_something_of_it(query: str, says: bool) -> None:
    address = parse(f"/path?{query}")
    assert isinstance(address, addresses.PathAddress) and address.says == says


@pytest.mark.parametrize(
    ("part", "longest"),
    [("moves", addresses.LONGEST_SHARED), ("position", addresses.LONGEST_SHARED), ("x", 2000)],
)
def test_an_address_with_a_position_or_moves_may_be_longer(part: str, longest: int) -> None:
    for length, too_long in ((longest, False), (longest + 1, True)):
        query = f"{part}=" + "a" * (length - len(part) - 1)
        problems = GameAddress.read("kaiser", query).problems
        assert any("far too long" in said for said in problems) == too_long, length
