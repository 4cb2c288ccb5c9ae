"""House games on disk: kept, listed, renamed, deleted, and every failure a sentence that changes
nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.store import HouseNotFound, Houses, Learners, MatchStore, StoreError
from cardlab.store.houses import MOST

FREE = '{"name":"Free Malilla","rule:must-beat-opponent":false}'


@pytest.fixture
def houses(url: str) -> Houses:
    return Houses(url)


def test_a_game_is_kept_for_whoever_kept_it(houses: Houses, url: str) -> None:
    one = houses.keep("Anna", "malilla", "Free Malilla", FREE)
    houses.keep("Anna", "nap", "Short Nap", '{"dealt":3}')
    again = Houses(url).all("aNNa")
    assert [(g.base, g.name) for g in again] == [("malilla", "Free Malilla"), ("nap", "Short Nap")]
    assert again[0] == one and houses.all("guest") == ()
    assert houses.delete("Anna", one.id) == one and [g.name for g in houses.all("Anna")] == [
        "Short Nap"
    ]


def test_the_same_name_is_kept_anew_and_not_twice(houses: Houses) -> None:
    first = houses.keep("guest", "nap", "Short Nap", '{"dealt":3}')
    second = houses.keep("guest", "nap", "short  NAP", '{"dealt":4}')
    assert first.id == second.id and [(g.name, g.text) for g in houses.all("guest")] == [
        ("short NAP", '{"dealt":4}')
    ]
    houses.keep("guest", "malilla", "Short Nap", FREE)
    assert len(houses.all("guest")) == 2, "another game may have the same name"


def test_it_lies_beside_matches_and_learners(houses: Houses, url: str) -> None:
    match = MatchStore(url).create({"game": "kaiser", "moves": []})
    houses.keep("Anna", "nap", "Short Nap", "{}")
    assert (
        MatchStore(url).load(match).id == match
        and Learners(url).all() == ()
        and len(houses.all("Anna")) == 1
    )


def test_what_cannot_be_is_a_sentence_and_changes_nothing(houses: Houses) -> None:
    one = houses.keep("Anna", "nap", "Short Nap", "{}")
    houses.keep("Anna", "nap", "Long Nap", "{}")
    before = houses.all("Anna")
    with pytest.raises(HouseNotFound, match="kept no longer"):
        houses.delete("Zoe", one.id)
    with pytest.raises(HouseNotFound, match="Reload the page"):
        houses.rename("Zoe", one.id, "Mine")
    with pytest.raises(StoreError, match="is called LONG nap already"):
        houses.rename("Anna", one.id, "LONG nap")
    for name in ("", "  ", "x" * 81, "a\x00b"):
        with pytest.raises(StoreError, match="1 to 80 characters"):
            houses.rename("Anna", one.id, name)
        with pytest.raises(StoreError, match="1 to 80 characters"):
            houses.keep("Anna", "nap", name, "{}")
    with pytest.raises(StoreError, match="too long"):
        houses.keep("Anna", "nap", "Endless Nap", "x" * 20_001)
    assert houses.all("Anna") == before


def test_there_is_an_end_to_it(houses: Houses) -> None:
    for i in range(MOST):
        houses.keep("Anna", "nap", f"Nap {i}", "{}")
    with pytest.raises(StoreError, match="Delete one first"):
        houses.keep("Anna", "nap", "One more", "{}")
    houses.keep("Anna", "nap", "Nap 0", '{"dealt":3}')
    assert len(houses.all("Anna")) == MOST


def test_a_damaged_file_is_a_sentence_and_stays_as_it_is(tmp_path: Path) -> None:
    place = tmp_path / "cards.sqlite"
    place.write_bytes(b"no database at all, but long enough to look like one" * 40)
    before = place.read_bytes()
    for act in (
        lambda h: h.all("Anna"),
        lambda h: h.keep("Anna", "nap", "Nap", "{}"),
        lambda h: h.delete("Anna", "x"),
    ):
        with pytest.raises(StoreError, match="left as it is"):
            act(Houses(f"sqlite:///{place}"))
    assert place.read_bytes() == before
