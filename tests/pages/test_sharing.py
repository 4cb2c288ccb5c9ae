"""What is given away of a table: a link that opens the same position for anybody, and a result as text."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest

from cardlab import pages
from cardlab.store import MatchStore
from cardlab.web.addresses import GameAddress, TodayAddress, parse
from cardlab.web.pages import sharing
from cardlab.web.pages.session import Session
from cardlab.web.pages.sharing import marks, position_address, result_card


@pytest.fixture(autouse=True)
def site(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0")
    monkeypatch.setenv("VOILA_BASE_URL", "/at/voila/")


def sitting(game: str, query: str = "seed=5", store: MatchStore | None = None) -> Session:
    return Session(game, GameAddress.read(game, query), store or MatchStore())


def played(session: Session, moves: int, seed: int = 2) -> Session:
    """Play at random, for all seats, some moves or to the end of the deal."""
    rng = random.Random(seed)
    for _ in range(moves):
        if session.held is not None or session.match.over:
            break
        move = str(rng.choice(session.match.legal_moves()))
        session.move(move, session.match.to_move or 0, own=True)
    return session


def opened(link: str, store: MatchStore | None = None) -> Session:
    """The table that somebody else opens by a link."""
    address = parse(link, "/at/")
    assert isinstance(address, GameAddress) and not address.problems, address
    return Session(address.game, address, store or MatchStore())


@pytest.mark.parametrize(
    "game", ["kaiser", "hearts", "snap", "gin-rummy", "bridge", "seven-and-a-half"]
)
@pytest.mark.parametrize("moves", [0, 9, 400])
def test_a_link_opens_the_same_table_for_somebody_else(
    game: str, moves: int, tmp_path: Path
) -> None:
    session = played(sitting(game, "seed=5&learner=Rita&lesson=follow-suit"), moves)
    link = session.snapshot().chrome["share"]
    assert "Rita" not in link and "lesson" not in link and "match=" not in link
    other = opened(link, MatchStore(f"sqlite:///{tmp_path}/other.sqlite"))
    assert other.view() == session.view() and other.error == ""
    assert other.held == session.held
    assert other.match_id is None, "to look at a position saves nothing"
    again = opened("/at/voila/render/notebooks/" + game + ".ipynb?" + other.link)
    assert again.view() == session.view()


def test_an_earlier_moment_and_a_table_with_options_are_shared_as_they_are() -> None:
    session = played(sitting("kaiser", "seed=5&target=30&mode=ask"), 20)
    session.goto(12)
    other = opened(session.snapshot().chrome["share"])
    assert other.match.game == session.match.game and other.address.mode == "ask"
    assert other.match.ply == 12 and other.view()["zones"] == session.view()["zones"]


def test_play_goes_on_from_a_shared_position_as_a_match_of_its_own() -> None:
    store = MatchStore()
    session = played(sitting("kaiser", store=store), 12)
    other = opened(session.snapshot().chrome["share"], store)
    played(other, 1, seed=9)
    assert other.match_id not in (None, session.match_id)
    assert "moves=" not in other.link
    other.new_deal()
    assert "moves=" not in other.link


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        ("pass~99", "Move 2 of the link, “99”, cannot be made here. The table stands before it."),
        (
            "7!pass",
            "Move 1 of the link, “7!pass”, cannot be made here. The table stands before it.",
        ),
        (
            "~~",
            "The moves of the link cannot be read. Copy the whole link; meanwhile here is its deal.",
        ),
        (
            "x" * 300,
            "The moves of the link cannot be read. Copy the whole link; meanwhile here is its deal.",
        ),
        ("%00~<b>", "Move 1 of the link, “·”, cannot be made here. The table stands before it."),
    ],
)
def test_a_link_with_a_wrong_move_is_a_sentence_and_a_table(moves: str, sentence: str) -> None:
    session = sitting("kaiser", f"seed=5&moves={moves}")
    assert session.error == sentence
    assert session.match.seed == 5 and session.view()["zones"]
    assert "moves=" not in session.link


def test_a_match_too_long_for_a_link_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    session = played(sitting("snap"), 40)
    address = position_address(session.match, session.ply, session.address)
    assert address is not None
    monkeypatch.setattr(sharing, "LONGEST_SHARED", len(address.query))
    assert position_address(session.match, session.ply, session.address) is None
    assert position_address(session.match, session.ply - 1, session.address) is not None


def test_where_no_server_serves_the_page_there_is_no_link(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SERVER_SOFTWARE")
    assert sitting("kaiser").snapshot().chrome["share"] == ""


def test_a_result_as_text_names_nobody_and_shows_no_card() -> None:
    session = played(sitting("kaiser", "day=2024-05-17&learner=Rita"), 400)
    card = session.snapshot().chrome["card"]
    text = card["text"]
    title, sentence, points, tricks = text.split("\n")
    assert title == "cardlab · Kaiser, deal of 17 May 2024 (UTC)"
    assert re.fullmatch(
        r".* bid \d+( no trumps)? and took −?\d+: contract (made|missed)\.", sentence
    )
    assert "North and I score" in points and "South" not in text and "you" not in text
    own = [trick["winner"] % 2 == 0 for trick in reversed(session.view()["tricks"])]
    assert tricks == "".join("■" if won else "□" for won in own) and len(tricks) == 8
    assert not re.search(r"[♠♥♦♣]", text) and "Rita" not in text
    assert parse(card["link"], "/at/") == TodayAddress(session.address.day, "kaiser")


def test_a_result_of_any_deal_leads_to_that_deal_and_not_to_its_moves() -> None:
    session = played(sitting("gin-rummy", "seed=12"), 400)
    text, where = result_card(session.match, session.ply, session.view(), session.address, "")
    assert text.startswith("cardlab · Gin Rummy, deal 1 of seed 12\n")
    assert isinstance(where, GameAddress) and where.seed == 12 and not where.moves
    assert sitting("gin-rummy", "seed=12").snapshot().chrome["card"] == {}
    assert marks(session.view()) == ""


@pytest.mark.parametrize("game", ["kaiser", "bridge", "hearts", "oh-hell", "nap"])
def test_the_score_laboratory_opens_with_the_result_of_this_deal(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = played(sitting(game, "seed=5"), 600)
    link = session.snapshot().chrome["imagine"]
    monkeypatch.setenv("QUERY_STRING", link.partition("?")[2])
    widget = pages.lab("scores")
    assert widget.error == ""
    (lines,) = [block for block in widget.view["blocks"] if block["id"] == "lines"]
    table = session.view()["lines"]
    assert [line["points"] for line in lines["lines"]] == [line["points"] for line in table]
    assert lines["told"] == session.view()["summary"]["deal"]
