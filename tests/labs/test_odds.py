"""The page of the odds: every question of every game, what is refused, what an address brings
back, work that is stopped."""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.labs import odds
from cardlab.solver import warm
from cardlab.web.pages.labs.odds import OddsLab
from cardlab.web.pages.labs.page import LabPage
from cardlab.web.widgets import LabWidget

JOINER = "\u2060"
"""What keeps a split such as 3–2 on one line."""


@pytest.fixture(autouse=True, scope="module")
def _timed_alone() -> Iterator[None]:
    """What is not the page's must not be taken for its time: the kernel that loads beside it,
    and the collector of garbage that goes through everything which the tests before have left."""
    warm(wait=True)
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def block(lab: Any, id: str) -> dict[str, Any] | None:
    return next((b for b in lab.blocks() if b.get("id") == id), None)


def dealt(lab: OddsLab, n: int, seed: int = 1) -> OddsLab:
    lab.set("n", n)
    lab.set("seed", seed)
    lab.set("deal", True)
    job = lab.job()
    assert job is not None
    shares = list(job)
    assert shares[-1] == 1 and lab.job() is None, "the work is handed out once"
    return lab


@pytest.mark.sampled
@pytest.mark.parametrize("id", cardlab.games())
def test_every_question_of_every_game(id: str) -> None:
    """Each has an answer and is plain data; dealing adds to what was counted."""
    lab = OddsLab(id)
    assert len(lab.questions) > 1
    for question in lab.questions:
        lab.set("question", question.id)
        view = lab.view()
        json.dumps(view)
        assert lab.job() is None, "nothing is dealt before somebody asks for it"
        answer = block(lab, "answer")
        exact = lab.posed.exact()
        assert answer is not None and answer["title"].replace(JOINER, "") == lab.posed.said
        if exact is not None:
            assert [exact.percent, exact.fraction] == [answer["rows"][0][1], answer["rows"][3][1]]
            assert block(lab, "counting") is None or block(lab, "counting")["kind"] == "math"  # type: ignore[index]
        else:
            assert block(lab, "counting")["paragraphs"] == [lab.posed.reason()]  # type: ignore[index]
        dealt(lab, 5)
        answer = block(lab, "answer")
        assert (
            answer is not None
            and answer["columns"][-1]["label"] == "Dealt"
            and " of 5" in answer["rows"][3][-1]
        )


def test_the_table_of_splits() -> None:
    lab = OddsLab("bridge")
    lab.set("question", "split")
    rows = {
        row[0] if isinstance(row[0], str) else row[0]["text"]: row[1:]
        for row in block(lab, "suits")["rows"]
    }  # type: ignore[index]
    assert rows["five cards"] == ["3–2: 67.83 %", "4–1: 28.26 %", "5–0: 3.91 %"]
    lab.set("split", "4-1")
    assert block(lab, "answer")["rows"][0][1] == "28.26 %"  # type: ignore[index]
    lab.set("missing", 4)
    assert lab.values == {"missing": 4, "split": ""}, "five cards split four to one, four do not"
    assert block(lab, "answer")["rows"][0][1] == "49.74 %"  # type: ignore[index]


def test_bars_and_points() -> None:
    lab = dealt(OddsLab("nap"), 500)
    spread = block(lab, "spread")
    assert spread is not None
    bars, points = spread["series"]
    assert (bars["style"], points["style"]) == ("bars", "points") and len(points["error"]) == len(
        points["points"]
    )
    assert (
        sum(y for _, y in bars["points"])
        == pytest.approx(100)
        == pytest.approx(sum(y for _, y in points["points"]))
    )
    lab.set("question", "shape")
    shapes = block(lab, "spread")
    assert shapes is not None and "2-2-1-0" in [label for _, label in shapes["x"]["ticks"]]
    bridge = OddsLab("bridge")
    bridge.set("question", "shape")
    bridge.set("lengths", "7-6-0-0")
    labels = [label for _, label in block(bridge, "spread")["x"]["ticks"]]  # type: ignore[index]
    assert len(labels) <= 8 and "7-6-0-0" in labels, "what is asked for is drawn, however rare"


def test_what_was_dealt_belongs_to_its_question() -> None:
    lab = dealt(OddsLab("kaiser"), 50)
    assert lab.estimate is not None and lab.query()["deal"] == "1"
    for name, value in (("many", 2), ("seed", 9), ("n", 60), ("question", "void")):
        dealt(lab, 50)
        lab.set(name, value)
        assert lab.estimate is None and "deal" not in lab.query()


def test_an_address_brings_the_view_back() -> None:
    first = OddsLab("seven-and-a-half")
    first.set("question", "bust")
    first.set("cards", "4D AC")
    dealt(first, 80, 12)
    second = LabPage(OddsLab, "seven-and-a-half", LabWidget(), first.query())
    assert second.lab.blocks()[1] == first.blocks()[1] and second.lab.query() == first.query()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("n", 0),
        ("n", -5),
        ("n", 10**12),
        ("n", "many"),
        ("n", None),
        ("seed", -1),
        ("seed", "x"),
        ("many", 99),
        ("many", -1),
        ("which", "2"),
        ("which", ""),
        ("which", "the red ones"),
        ("which", "A" * 400),
        ("question", "poker"),
        ("question", "__class__"),
        ("how", "never"),
        ("rule", "x"),
        ("blocks", 1),
        ("which", 7),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(name: str, value: Any) -> None:
    page = LabPage(OddsLab, "kaiser", LabWidget(), {"many": "2", "which": "AK"})
    before = page.link()
    page.widget.act = {"name": name, "value": value, "n": 1}
    assert (
        len(page.widget.error.split()) > 3
        and page.widget.error.endswith(".")
        and page.widget.error[0].isupper()
    )
    assert page.link() == before
    assert "went wrong" not in page.widget.error


def test_long_dealing_can_be_stopped() -> None:
    async def walk() -> None:
        page = LabPage(OddsLab, "bridge", LabWidget(), {"question": "void"})
        page.widget.act = {"name": "n", "value": 1_000_000, "n": 1}
        page.widget.act = {"name": "deal", "value": True, "n": 2}
        assert page.widget.view["busy"]["text"] == "Dealing"
        await asyncio.sleep(0.8)
        lab: Any = page.lab
        so_far = lab.estimate.trials
        assert 0 < so_far < 1_000_000 and 0 < page.widget.view["busy"]["done"] < 1
        page.widget.act = {"name": "stop", "value": "", "n": 3}
        await asyncio.sleep(0.4)
        stopped = lab.estimate.trials
        await asyncio.sleep(0.3)
        assert lab.estimate.trials == stopped and page.widget.view["busy"] is None
        rows = next(b for b in page.widget.view["blocks"] if b["id"] == "answer")["rows"]
        assert f"of {stopped:,}" in rows[3][2], "what was dealt by then stays"
        page.widget.act = {"name": "question", "value": "cards", "n": 4}
        assert page.widget.view["busy"] is None and lab.estimate is None

    asyncio.run(walk())


def test_the_page_says_what_python_says() -> None:
    lab = OddsLab("cardigan")
    lab.set("question", "copies")
    exact = odds.ask("cardigan", "copies").exact()
    assert exact is not None and block(lab, "answer")["rows"][3][1] == exact.fraction  # type: ignore[index]
    code = block(lab, "python")["text"]  # type: ignore[index]
    said: list[Any] = []
    exec(code.replace("10000", "20"), {"print": said.append})
    assert said[0] == exact and said[1].trials == 20


def test_tricks_of_deals_played_at_random() -> None:
    """Dealt in batches, drawn as they come in, and brought back by their address."""
    lab = OddsLab("nap")
    lab.set("question", "tricks")
    lab.set("who", "0")
    dealt(lab, 4000)
    spread, way, answer = block(lab, "spread"), block(lab, "way"), block(lab, "answer")
    assert spread is not None and way is not None and answer is not None
    assert [x for x, _ in spread["series"][0]["points"]] == [0, 1, 2, 3, 4, 5] and spread["x"][
        "title"
    ] == "tricks taken"
    assert [x for x, _ in way["series"][0]["points"]] == [1000, 2000, 3000, 4000]
    assert (
        "the player who leads takes at least two tricks" in answer["title"]
        and " of 4,000" in answer["rows"][3][-1]
    )
    again = LabPage(OddsLab, "nap", LabWidget(), lab.query()).lab
    assert block(again, "answer") == answer


def test_a_game_without_tables_is_not_asked_about_tricks() -> None:
    page = LabPage(OddsLab, "snap", LabWidget(), {"question": "tricks"})
    assert page.widget.error.startswith("Question cannot be “tricks”")
