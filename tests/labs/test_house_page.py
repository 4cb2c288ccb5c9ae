"""The page of house rules: switches in, blocks out, refusals as sentences; no browser."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.labs import house
from cardlab.labs.effects import Tally
from cardlab.store import Houses
from cardlab.web.addresses import GameAddress
from cardlab.web.pages.labs.house import HouseLab


def block(lab: HouseLab, id: str) -> dict[str, Any]:
    return next(b for b in lab.blocks() if b.get("id") == id)


def worked(lab: HouseLab) -> HouseLab:
    for share in lab.job() or ():
        assert 0 <= share <= 1
    return lab


@pytest.fixture(scope="module")
def free() -> HouseLab:
    lab = HouseLab("malilla")
    lab.set("name", "Free Malilla")
    lab.set("rule:must-beat-opponent", False)
    lab.set("deals", "100")
    return worked(lab)


def test_what_the_page_shows(free: HouseLab) -> None:
    ids = [b.get("id") for b in free.blocks()]
    assert ids[:3] == ["changes", "position", "sheet"]
    assert {"effects", "deciding", "spread", "points", "file", "python"} <= set(ids)
    json.dumps(free.view())
    sheet = block(free, "sheet")
    gone = [r for g in sheet["groups"] for r in g["rules"] if r["mark"] == "gone"]
    assert [r["id"] for r in gone] == ["must-beat-opponent"] and sheet[
        "title"
    ] == "The rules of Free Malilla"
    assert any(c["note"] == "now legal" for c in block(free, "position")["groups"][1]["cards"])
    deciding = next(
        row for row in block(free, "deciding")["rows"] if row[0] == "Head an opponent's card"
    )
    assert deciding[2].startswith("0.00") and deciding[3]["mark"] == "changed"
    assert free.job() is None, "what is done is not done again"


def test_a_card_answers_in_both_games(free: HouseLab) -> None:
    cards = block(free, "position")["groups"][1]["cards"]
    free.set("position", next(c["code"] for c in cards if c["note"]))
    said = [b["text"] for b in free.blocks() if b["kind"] == "verdict"]
    assert (
        len(said) == 2 and said[0].startswith("Malilla: ") and said[1].startswith("Free Malilla: ")
    )
    free.set("another", True)
    assert not [b for b in free.blocks() if b["kind"] == "verdict"]


def test_the_address_brings_the_view_back(free: HouseLab) -> None:
    again = HouseLab("malilla")
    for name, value in free.query().items():
        again.set(name, value)
    assert again.agreed == free.agreed


def test_looking_elsewhere_does_not_begin_anew() -> None:
    lab = HouseLab("kaiser")
    lab.set("option:three_costs", 4)
    first = lab.job()
    assert first is not None
    next(first)
    lab.set("part", "Options")
    assert lab.job() is first
    assert [c["value"] for c in lab.view()["controls"] if c["name"] == "option:three_costs"] == [4]
    lab.set("option:three_costs", 5)
    assert lab.job() is not first
    lab.set("reset", True)
    assert lab.job() is None and block(lab, "nothing")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("dealt", 99),
        ("dealt", "x"),
        ("pack", "<b>"),
        ("order", "Z"),
        ("part", "x"),
        ("load", "{}"),
        ("house", "{"),
        ("deals", 7),
        ("rule:no-such-rule", True),
        ("name", "x" * 99),
        ("option:deals", -1),
        ("rule:must-follow-suit", "maybe"),
    ],
)
def test_what_cannot_be_is_a_sentence_and_changes_nothing(name: str, value: Any) -> None:
    lab = HouseLab("malilla")
    lab.set("dealt", 9)
    before = (lab.agreed, json.dumps(lab.view()["controls"]))
    with pytest.raises(ValueError) as told:
        lab.set(name, value)
    assert str(told.value).endswith(".") and len(str(told.value).split()) > 3
    assert (lab.agreed, json.dumps(lab.view()["controls"])) == before


def test_a_combination_that_cannot_be_played_stays_in_sight() -> None:
    lab = HouseLab("malilla")
    lab.set("pack", "A K Q J")
    assert "takes 40 cards" in block(lab, "refusal")["paragraphs"][0] and lab.job() is None
    lab.set("dealt", 4)
    assert not any(b.get("id") == "refusal" for b in lab.blocks())
    lab = HouseLab("snap")
    lab.set("rule:no-match", False)
    assert "Snap a match" in block(worked(lab), "refusal")["paragraphs"][0]


def test_other_options_are_compared_with_the_game_as_it_is_written() -> None:
    lab = HouseLab("nap")
    lab.set("option:players", 5)
    lab.set("deals", 100)
    worked(lab)
    assert lab.game.players == 4 and lab.table is not None and lab.table.players == 5
    assert block(lab, "position")["paragraphs"] == [
        "At this table sit four, and House Nap is played by five."
    ]
    assert (
        block(lab, "changes")["rows"][0][:2] == ["Players", "4"] and block(lab, "effects")["rows"]
    )


def test_a_file_is_taken_in() -> None:
    lab = HouseLab("malilla")
    lab.set("load", house.to_json(house.game("nap", name="Six-card Nap", cards=32, dealt=6)))
    assert (lab.game.id, lab.agreed.title) == ("nap", "Six-card Nap")
    assert {row[0] for row in block(lab, "changes")["rows"]} == {
        "How many cards each is dealt",
        "Cards",
    }


@pytest.mark.parametrize("id", cardlab.games())
def test_every_game_has_its_page(id: str) -> None:
    lab = HouseLab(id)
    for part in [
        value
        for value, _ in next(c for c in lab.view()["controls"] if c["name"] == "part")["choices"]
    ]:
        lab.set("part", part)
        names = [c["name"] for c in lab.view()["controls"]]
        assert len(names) == len(set(names)) and len(names) > 4
    assert block(lab, "sheet")["groups"]


# --- the table takes house rules from its address


def test_the_play_page_reads_house_rules() -> None:
    from urllib.parse import urlencode

    text = house.game("malilla", name="Free Malilla", off=("must-beat-opponent",)).house.text()
    query = GameAddress.read("malilla", urlencode({"house": text, "seed": 3}))
    assert not query.problems and cardlab.game("malilla", **query.options).title == "Free Malilla"
    query = GameAddress.read("malilla", urlencode({"house": '{"dealt":11}'}))
    assert "takes 44 cards" in query.problems[0] and "house" not in query.options
    query = GameAddress.read("malilla", "house=%7B%7D%7D")
    assert query.problems and not query.options


# --- what is kept, and what is saved as a file


@pytest.fixture
def shelved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "cards.sqlite"
    monkeypatch.setenv("CARDLAB_STORE", str(place))
    return place


def names(lab: HouseLab) -> list[str]:
    kept = block(lab, "saved")
    return [cell["text"] if isinstance(cell, dict) else cell for cell, _ in kept.get("rows", ())]


def offered(lab: HouseLab) -> set[str]:
    return {c["name"] for c in lab.view()["controls"] if c.get("place") == "saved"}


def test_house_games_are_kept_opened_renamed_deleted_and_put_back(shelved: Path) -> None:
    lab = HouseLab("malilla")
    assert offered(lab) == set() and block(lab, "saved")["paragraphs"][0].startswith(
        "None are saved yet."
    )
    with pytest.raises(ValueError, match="nothing to save yet"):
        lab.set("save", True)
    lab.set("rule:must-beat-opponent", False)
    lab.set("name", "Free Malilla")
    lab.set("save", True)
    agreed = lab.agreed
    assert names(lab) == ["Free Malilla"] and lab.spoken() == "Free Malilla is saved."
    assert block(lab, "news")["paragraphs"] == [lab.spoken()], "it is said, and shown"
    # another page, of another game, opens it
    other = HouseLab("kaiser")
    assert offered(other) == {"which", "open", "rename", "delete"}
    other.set("rename", "Open Malilla")
    other.set("open", True)
    assert (
        other.game.id == "malilla"
        and other.agreed.title == "Open Malilla"
        and other.agreed.changes == agreed.changes
    )
    other.set("delete", True)
    assert names(other) == [] and "back" in offered(other)
    other.set("back", True)
    assert names(other) == ["Open Malilla"] and "back" not in offered(other)
    with pytest.raises(ValueError, match="Saved house rules cannot be"):
        other.set("which", "x")
    # the first page still believes that it is there
    lab._read_shelf()
    other.set("delete", True)
    lab.set("name", "x")
    with pytest.raises(ValueError, match=r"(no longer|No house rules)"):
        lab.set("delete", True)


def test_a_house_game_that_was_damaged_is_a_sentence(shelved: Path) -> None:
    Houses().keep("guest", "malilla", "Broken", '{"rule:no-such-rule": tr')
    Houses().keep("guest", "poker", "Gone", "{}")
    lab = HouseLab("malilla")
    for one in lab.shelf.games:
        lab.set("which", one.id)
        before = lab.agreed
        with pytest.raises(
            ValueError,
            match=f"The saved house rules {one.name} cannot be read and were left as they are",
        ):
            lab.set("open", True)
        assert lab.agreed == before
    assert names(lab) == ["Broken", "Gone"]


def test_a_damaged_store_stops_nobody(shelved: Path) -> None:
    shelved.write_bytes(b"this is no database" * 200)
    lab = HouseLab("malilla")
    lab.set("rule:must-beat-opponent", False)
    assert "left as it is" in block(lab, "saved")["paragraphs"][0] and block(lab, "sheet")["groups"]
    with pytest.raises(ValueError, match="left as it is"):
        lab.set("save", True)
    assert offered(lab) == {"save"} and shelved.read_bytes().startswith(b"this is no database")


def test_the_file_says_what_the_page_shows() -> None:
    lab = HouseLab("malilla")
    assert not any(c["kind"] == "save" for c in lab.view()["controls"])
    lab.set("rule:must-beat-opponent", False)
    lab.set("name", "Free / Malilla")
    file = next(c for c in lab.view()["controls"] if c["kind"] == "save")
    assert file["file"] == "free-malilla.json" and house.read(file["value"]) == lab.agreed


# --- the answer comes before the long work


def test_the_cards_that_are_open_are_there_before_any_long_work() -> None:
    lab = HouseLab("malilla")
    lab.set("rule:must-beat-opponent", False)
    first = block(lab, "position")
    assert first["kind"] in ("cards", "table") and lab.study is not None and not lab.study.positions
    assert worked(lab).study.positions
    seen = lab.study.positions[lab.at].state
    lab.set("rule:must-follow-suit", False)
    assert lab.study.first is not None and lab.study.first[0] is seen, (
        "what was in sight is judged again at once"
    )
    assert any(c.differs for c in lab.study.first[1])


def test_a_game_that_comes_apart_in_the_study_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lab = HouseLab("malilla")
    lab.set("rule:must-beat-opponent", False)
    assert lab.study is not None
    lab.study.tried = lab.study.looked = True
    dealt = Tally.deal

    def breaks(self: Tally, seed: int, dice: str = "moves") -> None:
        if seed == 5 and self.game is lab.table:
            raise TypeError("nobody thought of that")
        dealt(self, seed, dice)

    monkeypatch.setattr(Tally, "deal", breaks)
    worked(lab)
    said = block(lab, "refusal")["paragraphs"][0]
    assert (
        said.startswith("Without “Head an opponent's card” Malilla cannot be played: ")
        and "(deal 5)" in said
    )
    assert lab.job() is None
