"""Who holds a nickname: nobody opens another's by naming it, and every refusal is a sentence."""

from __future__ import annotations

import threading
import time

import pytest

from cardlab.lessons.nickname import guest_id, is_guest
from cardlab.lessons.progress import Event
from cardlab.store import (
    CodeRefused,
    Holders,
    Houses,
    Learners,
    NameTaken,
    StoreError,
    TooManyCodes,
    holders,
)
from cardlab.store.codes import code_hash

from .conftest import Raw

OPENED = Event(5.0, "opened", concept="trump")


@pytest.fixture
def names(url: str) -> Holders:
    return Holders(url)


def test_a_free_name_is_taken_and_opened_by_its_code(names: Holders, url: str) -> None:
    anna = names.take("Žofie Ž")
    assert (anna.name, len(anna.code)) == ("Žofie Ž", 9) and anna.code[4] == "-"
    for written in (anna.code, anna.code.lower(), f" {anna.code.replace('-', ' ')} "):
        assert Holders(url).open("žofie ž", written) == anna
    assert names.stamp("ŽOFIE Ž") == anna.stamp and names.stamp("Ben") is None


def test_a_taken_name_needs_its_code(names: Holders) -> None:
    names.take("Anna")
    for spelling in ("Anna", "ANNA", " anna "):
        with pytest.raises(NameTaken, match=r"Anna is taken\. If it is yours, give its recovery"):
            names.take(spelling)
    ben = names.take("Ben")
    for wrong in ("", "x" * 5000, "2222-2222", ben.code):
        with pytest.raises(CodeRefused, match="not the recovery code of Anna") as caught:
            names.open("Anna", wrong)
        assert len(str(caught.value)) < 200
    with pytest.raises(StoreError, match="Nobody has taken the name Carla"):
        names.open("Carla", "2222-2222")


def test_guest_is_no_name_to_take(names: Holders) -> None:
    for name in ("guest", "Guest"):
        with pytest.raises(NameTaken, match="Choose another"):
            names.take(name)
    with pytest.raises(NameTaken):
        names.take(guest_id())
    assert not is_guest("guesthouse") and names.take("guesthouse").code


def test_codes_cannot_be_tried_out(names: Holders, monkeypatch: pytest.MonkeyPatch) -> None:
    anna, ben = names.take("Anna"), names.take("Ben")
    for _ in range(holders.TRIES):
        with pytest.raises(CodeRefused):
            names.open("Anna", "2222-2222")
    for code in ("2222-2222", anna.code):
        with pytest.raises(TooManyCodes, match="Wait ten minutes"):
            names.open("Anna", code)
    assert names.open("Ben", ben.code) == ben and names.stamp("Anna") == anna.stamp
    monkeypatch.setattr(holders, "PAUSE", 0.0)
    assert names.open("Anna", anna.code) == anna


def test_a_clock_that_is_put_back_shuts_no_name_for_longer(
    names: Holders, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wrong codes of tomorrow, when the clock was a day ahead, do not count today."""
    anna, real = names.take("Anna"), time.time
    monkeypatch.setattr(holders, "TRIES", 2)
    monkeypatch.setattr(time, "time", lambda: real() + 86_400)
    for _ in range(2):
        with pytest.raises(CodeRefused):
            names.open("Anna", "2222-2222")
    monkeypatch.setattr(time, "time", real)
    assert names.open("Anna", anna.code) == anna


def test_a_new_code_ends_the_old_one_and_its_cookies(names: Holders) -> None:
    old = names.take("Anna")
    new = names.new_code("anna")
    assert new.code != old.code and names.stamp("Anna") == new.stamp != old.stamp
    with pytest.raises(CodeRefused):
        names.open("Anna", old.code)
    assert names.open("Anna", new.code) == new
    with pytest.raises(StoreError, match="Nobody has taken the name"):
        names.new_code("Nobody")


def test_a_name_from_before_is_nobodys_until_a_code_is_made(names: Holders, url: str) -> None:
    Learners(url).append("Anna", [OPENED])
    Houses(url).keep("Ben", "nap", "Short Nap", "{}")
    Learners(url).append("guest", [OPENED])
    for name in ("Anna", "Ben"):
        with pytest.raises(NameTaken, match="cardlab learner code"):
            names.take(name)
    with pytest.raises(NameTaken, match="cardlab learner code"):
        names.open("Anna", "2222-2222")
    assert names.without_code() == ("Anna",)
    anna = names.new_code("Anna")
    assert names.open("Anna", anna.code) == anna and names.without_code() == ()
    assert len(Learners(url).load("Anna").events) == 1


def test_what_a_guest_did_goes_over_to_the_name(names: Holders, url: str) -> None:
    guest, other = guest_id(), guest_id()
    for who in (guest, other):
        Learners(url).append(who, [OPENED])
        Learners(url).save_walk(who, "trump", "choose", {"item": 2}, when=5.0)
        Houses(url).keep(who, "nap", "Short Nap", "{}")
    names.take("Anna", guest)
    anna = Learners(url).load("Anna")
    assert (anna.name, len(anna.events), len(anna.walks)) == ("Anna", 1, 1)
    assert [game.name for game in Houses(url).all("Anna")] == ["Short Nap"]
    assert Learners(url).load(guest).events == () and Houses(url).all(guest) == ()
    assert len(Learners(url).load(other).events) == 1
    assert names.take("Ben", guest_id()).name == "Ben"


def test_no_code_lies_in_the_database(names: Holders, url: str, raw: Raw) -> None:
    code = names.take("Anna").code
    rows = str(raw(url, "select * from holders", "select * from settings"))
    assert code not in rows and code.replace("-", "") not in rows


def test_of_many_who_take_a_name_at_once_one_gets_it(names: Holders, url: str) -> None:
    names.signing_key()
    taken: list[str] = []

    def take() -> None:
        try:
            taken.append(Holders(url).take("Anna").code)
        except NameTaken:
            taken.append("")

    threads = [threading.Thread(target=take) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == 5 and len([code for code in taken if code]) == 1


def test_others_write_while_a_code_is_hashed(
    names: Holders, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hash takes long on purpose; nobody else waits for it."""
    others = Learners(url)

    def slow(code: str, salt: str) -> str:
        others.append("Berta", [OPENED])
        return code_hash(code, salt)

    monkeypatch.setattr(holders, "code_hash", slow)
    names.take("Anna")
    anna = names.new_code("Anna")
    assert names.open("Anna", anna.code).name == "Anna" and len(others.load("Berta").events) == 3


def test_the_signing_key_is_made_once(names: Holders, url: str, tmp_path: object) -> None:
    made: list[str] = []
    threads = [
        threading.Thread(target=lambda: made.append(Holders(url).signing_key())) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(made)) == 1 and len(made) == 4 and len(made[0]) == 64
    assert Holders(f"sqlite:///{tmp_path}/other.sqlite").signing_key() != made[0]
